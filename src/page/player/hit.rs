//! What stands at a place of the canvas.

use super::geometry::{Size, distance, from_lines};
use crate::trace::picture::{Ground, Item, LaneMark, Picture, Place};

/// Pixels around a line that belong to it.
const NEAR: f64 = 5.0;

/// The item at a place, CSS pixels from the ground's upper left corner, of a ground that is drawn so wide: a node, a wire, or, to `follow`
/// it, the message on its lane; near no line the node around.
pub fn at(ground: &Ground, width: f64, picture: &Picture, at: Place, follow: bool) -> Option<Item> {
    let size = Size::of(ground, width);
    let nodes = ground.nodes.iter().map(|node| distance(size.place(node.place), at));
    let (node, from_node) = (0..).zip(nodes).min_by(|a, b| a.1.total_cmp(&b.1))?;
    if from_node <= size.radius + 1.0 {
        return Some(Item::Node(node));
    }
    let lane = |mark: &LaneMark| -> Option<(f64, Item)> {
        let wire = ground.wires.get(mark.wire as usize)?;
        let away = from_lines(&size.pieces(wire, size.beside(wire, mark.lane)), at);
        Some((away, if follow { Item::Message(mark.message) } else { Item::Wire(mark.wire) }))
    };
    let nearest = |items: Vec<(f64, Item)>| items.into_iter().min_by(|a, b| a.0.total_cmp(&b.0));
    let lane = nearest(picture.lanes.iter().filter_map(lane).collect()).filter(|(away, _)| *away < NEAR);
    let wire = || {
        // The middle of its lanes stands for an idle wire.
        let wires = (0..).zip(&ground.wires);
        let wires =
            wires.map(|(number, wire)| (from_lines(&size.pieces(wire, size.middle(wire)), at), Item::Wire(number)));
        nearest(wires.collect()).filter(|(away, _)| *away < NEAR.max(0.15 * size.pitch))
    };
    lane.or_else(wire).map(|(_, item)| item).or((from_node < 0.7 * size.pitch).then_some(Item::Node(node)))
}
