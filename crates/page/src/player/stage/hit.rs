//! The item at a place of the canvas.

use crate::player::prelude::*;

/// Pixels around a line that belong to it.
const NEAR: f64 = 5.0;

/// The item at a place, CSS pixels from the layout's upper left corner, of a layout that is drawn so wide: a node, a link, or, to `follow`
/// it, the message on its lane; near no line the node around.
pub(crate) fn at(layout: &Layout, width: f64, frame: &Frame, at: Place, follow: bool) -> Option<Item> {
    let (size, places) = (CanvasSizes::of(layout, width), LanePlaces::of(layout, frame));
    let nodes = layout.nodes.iter().map(|node| size.outside(node, at));
    let (node, from_node) = (0..).zip(nodes).min_by(|a, b| a.1.total_cmp(&b.1))?;
    if from_node <= 1.0 {
        return Some(Item::Node(node));
    }
    let lane = |mark: &LaneMark| -> Option<(f64, Item)> {
        let link = layout.links.get(mark.link as usize)?;
        let away = from_lines(&size.pieces(link, places.at(&size, link, mark).beside), at);
        Some((away, if follow { Item::Message(mark.message) } else { Item::Link(mark.link) }))
    };
    let nearest = |items: Vec<(f64, Item)>| items.into_iter().min_by(|a, b| a.0.total_cmp(&b.0));
    let lane = nearest(frame.lanes.iter().filter_map(lane).collect()).filter(|(away, _)| *away < NEAR);
    let link = || {
        // The middle of its lanes stands for an idle link.
        let links = (0..).zip(&layout.links);
        let links =
            links.map(|(number, link)| (from_lines(&size.pieces(link, size.middle(link)), at), Item::Link(number)));
        nearest(links.collect()).filter(|(away, _)| *away < NEAR.max(0.15 * size.pitch))
    };
    lane.or_else(link)
        .map(|(_, item)| item)
        .or((from_node < 0.7 * size.pitch - size.radius).then_some(Item::Node(node)))
}
