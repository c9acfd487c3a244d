//! What stands at a place of the canvas, and what stands next to it.

use super::Size;
use crate::trace::picture::{Ground, Item, LaneMark, Picture, Place};

/// Pixels around a line that belong to it.
const NEAR: f64 = 5.0;

/// A step with the keyboard.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub enum Toward {
    Left,
    Right,
    Up,
    Down,
}

impl Toward {
    const fn unit(self) -> Place {
        match self {
            Self::Left => (-1.0, 0.0),
            Self::Right => (1.0, 0.0),
            Self::Up => (0.0, -1.0),
            Self::Down => (0.0, 1.0),
        }
    }
}

/// The item at a place, CSS pixels: a node, a wire, or, to `follow` it, the message on its lane; near no line the node around.
pub fn at(ground: &Ground, width: f64, picture: &Picture, place: Place, follow: bool) -> Option<Item> {
    let size = Size::of(ground, width);
    let nodes = ground.nodes.iter().map(|node| distance((node.place.0 * width, node.place.1 * width), place));
    let (node, from_node) = (0..).zip(nodes).min_by(|a, b| a.1.total_cmp(&b.1))?;
    if from_node <= size.radius + 1.0 {
        return Some(Item::Node(node));
    }
    let lane = |mark: &LaneMark| -> Option<(f64, Item)> {
        let wire = ground.wires.get(mark.wire as usize)?;
        let away = from_lines(&size.pieces(wire, size.beside(wire, mark.lane)), place);
        Some((away, if follow { Item::Message(mark.message) } else { Item::Wire(mark.wire) }))
    };
    let nearest = |items: Vec<(f64, Item)>| items.into_iter().min_by(|a, b| a.0.total_cmp(&b.0));
    let lane = nearest(picture.lanes.iter().filter_map(lane).collect()).filter(|(away, _)| *away < NEAR);
    let wire = || {
        let wires = (0..).zip(&ground.wires);
        // The middle of its lanes stands for an idle wire.
        let wires =
            wires.map(|(number, wire)| (from_lines(&size.pieces(wire, size.middle(wire)), place), Item::Wire(number)));
        nearest(wires.collect()).filter(|(away, _)| *away < NEAR.max(0.15 * size.pitch))
    };
    lane.or_else(wire).map(|(_, item)| item).or((from_node < 0.7 * size.pitch).then_some(Item::Node(node)))
}

/// The nearest item of the same kind in a direction: for `wires` the wires, else the nodes. At an edge it goes on at the other one.
pub fn walk(ground: &Ground, from: Option<Item>, start: u32, toward: Toward, wires: bool) -> Option<Item> {
    let middle = |wire: usize| -> Option<Place> {
        let wire = ground.wires.get(wire)?;
        let (first, last) = (wire.pieces.first()?.first()?, wire.pieces.first()?.last()?);
        // A little to the right: two that lead there and back lie side by side.
        let aside = 0.1;
        let (dx, dy) = (last.0 - first.0, last.1 - first.1);
        Some(((first.0 + last.0) / 2.0 - aside * dy, (first.1 + last.1) / 2.0 + aside * dx))
    };
    let node = |node: usize| ground.nodes.get(node).map(|node| node.place);
    let here = match from {
        Some(Item::Node(number)) => node(number as usize),
        Some(Item::Wire(number)) => middle(number as usize),
        _ => node(start as usize),
    }?;
    let count = if wires { ground.wires.len() } else { ground.nodes.len() };
    let item = |number: usize| if wires { Item::Wire(number as u32) } else { Item::Node(number as u32) };
    let places = (0..count).filter_map(|number| Some((number, if wires { middle(number) } else { node(number) }?)));
    let (ux, uy) = toward.unit();
    let apart = places.filter(|(number, _)| Some(item(*number)) != from).map(|(number, (x, y))| {
        let (dx, dy) = (x - here.0, y - here.1);
        (number, dx * ux + dy * uy, (dx * uy - dy * ux).abs())
    });
    let apart: Vec<_> = apart.collect();
    let least = 0.05 * ground.pitch;
    // What lies straight ahead is nearer than what lies as far aside.
    let ahead = apart.iter().filter(|(_, along, across)| *along > least && *across <= 1.5 * along);
    let next = ahead.min_by(|a, b| (a.1 + 2.0 * a.2).total_cmp(&(b.1 + 2.0 * b.2)));
    let around = || {
        let behind = apart.iter().filter(|(_, along, across)| *along < -least && *across < 0.5 * ground.pitch);
        behind.min_by(|a, b| (a.1 + 2.0 * a.2).total_cmp(&(b.1 + 2.0 * b.2)))
    };
    next.or_else(around).map(|(number, ..)| item(*number))
}

fn distance(a: Place, b: Place) -> f64 {
    libm::hypot(a.0 - b.0, a.1 - b.1)
}

/// The distance of a place from the nearest of some lines.
fn from_lines(lines: &[Vec<Place>], place: Place) -> f64 {
    let stretches = lines.iter().flat_map(|line| line.windows(2));
    let away = stretches.map(|ends| {
        let (a, b) = (ends[0], ends[1]);
        let (dx, dy) = (b.0 - a.0, b.1 - a.1);
        let along = ((place.0 - a.0) * dx + (place.1 - a.1) * dy) / (dx * dx + dy * dy).max(1e-9);
        let along = along.clamp(0.0, 1.0);
        distance((a.0 + along * dx, a.1 + along * dy), place)
    });
    away.fold(f64::INFINITY, f64::min)
}
