//! Where the arrow keys lead: from node to node, or from channel to channel.

use crate::player::prelude::*;

/// The distance of the place of a channel to its right, in its lengths, so that two opposite channels are side by side.
const ASIDE: f64 = 0.1;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

/// The nearest item of the same kind in a direction: for `links` the links, else the nodes. From an edge the walk continues at the opposite
/// one; without a selection it begins at the node `start`.
pub(crate) fn walk(layout: &Layout, from: Option<Item>, start: u32, toward: Toward, links: bool) -> Option<Item> {
    let link = |number: usize| -> Option<Place> {
        let piece = layout.links.get(number)?.pieces.first()?;
        let (first, last) = (piece.first()?, piece.last()?);
        let (dx, dy) = (last.0 - first.0, last.1 - first.1);
        Some(((first.0 + last.0) / 2.0 - ASIDE * dy, (first.1 + last.1) / 2.0 + ASIDE * dx))
    };
    let node = |number: usize| layout.nodes.get(number).map(|node| node.place);
    let here = match from {
        Some(Item::Node(number)) => node(number as usize),
        Some(Item::Link(number)) => link(number as usize),
        _ => node(start as usize),
    }?;
    let count = if links { layout.links.len() } else { layout.nodes.len() };
    let item = |number: usize| if links { Item::Link(number as u32) } else { Item::Node(number as u32) };
    let places = (0..count).filter_map(|number| Some((number, if links { link(number) } else { node(number) }?)));
    let (ux, uy) = toward.unit();
    let apart = places.filter(|(number, _)| Some(item(*number)) != from).map(|(number, (x, y))| {
        let (dx, dy) = (x - here.0, y - here.1);
        (number, dx * ux + dy * uy, (dx * uy - dy * ux).abs())
    });
    let apart: Vec<_> = apart.collect();
    let least = 0.05 * layout.pitch;
    // An item straight ahead is nearer than one as far aside.
    let ahead = apart.iter().filter(|(_, along, across)| *along > least && *across <= 1.5 * along);
    let next = ahead.min_by(|a, b| (a.1 + 2.0 * a.2).total_cmp(&(b.1 + 2.0 * b.2)));
    let around = || {
        let behind = apart.iter().filter(|(_, along, across)| *along < -least && *across < 0.5 * layout.pitch);
        behind.min_by(|a, b| (a.1 + 2.0 * a.2).total_cmp(&(b.1 + 2.0 * b.2)))
    };
    next.or_else(around).map(|(number, ..)| item(*number))
}
