//! The inside of an open node, filled from the router of the simulator; networks without routers have none.
//!
//! It is here and not beside the frames because the page is compiled for size.

mod worms;

use crate::player::prelude::*;

/// The inside of a node at a cycle, with the last cycles of a link that is picked; `None` for a node that does not exist.
pub(crate) fn of(animation: &mut dyn Animation, cycle: u32, node: u32, picked: Option<Item>) -> Option<Inside> {
    if node as usize >= animation.layout().nodes.len() {
        return None;
    }
    let router = animation.opened(cycle, node)?;
    Some(worms::inside(animation, router, cycle, picked))
}

/// The neighbours of a node, clockwise from the right, with its links.
fn ports(layout: &Layout, node: u32) -> Vec<Port> {
    let mut ports: Vec<Port> = Vec::new();
    for (number, link) in (0..).zip(&layout.links) {
        let out = link.from == node;
        if !out && link.to != node {
            continue;
        }
        let piece = if out { link.pieces.first() } else { link.pieces.last() };
        let (a, b): (Place, Place) = match piece.map(Vec::as_slice) {
            Some([a, b, ..]) if out => (*a, *b),
            Some([.., b, a]) => (*a, *b),
            _ => continue,
        };
        let other = if out { link.to } else { link.from };
        let (dx, dy) = (b.0 - a.0, b.1 - a.1);
        let part = dy / (dx.abs() + dy.abs()).max(1e-12);
        // Just above the right is almost a whole turn.
        let turn = if dx < 0.0 {
            2.0 - part
        } else if part < -0.01 {
            4.0 + part
        } else {
            part
        };
        let place = ports.iter().position(|port| port.node == other).unwrap_or_else(|| {
            ports.push(Port { node: other, turn, ..Port::default() });
            ports.len() - 1
        });
        ports[place].roads[usize::from(!out)] = Some(Road { link: number, ..Road::default() });
    }
    sort_small_by(&mut ports, |port| port.turn);
    ports
}
