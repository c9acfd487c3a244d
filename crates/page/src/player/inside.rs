//! The inside of an open node, filled from the simulator: of a router where nodes have buffers, else of a frame.
//!
//! It is here and not beside the frames because the page is compiled for size.

mod worms;

use crate::player::prelude::*;
use flitscope_show::animation::inside::Refused;

/// The inside of a node at a cycle, with the last cycles of a link that is picked; `None` for a node that does not exist.
pub(crate) fn of(animation: &mut dyn Animation, cycle: u32, node: u32, picked: Option<Item>) -> Option<Inside> {
    if node as usize >= animation.layout().nodes.len() {
        return None;
    }
    Some(match animation.opened(cycle, node) {
        Opened::Router(router) => worms::inside(animation, *router, cycle, picked),
        Opened::Asked { rule, refused } => {
            let frame = animation.frame(cycle, Some(Item::Node(node)));
            let mut inside = Inside { rule, ..of_frame(animation.layout(), &frame, node, &refused) };
            for said in &mut inside.said {
                said.words = animation.describe(cycle, Item::Message(said.message));
            }
            inside
        }
    })
}

/// The inside of a node without buffers, without sentences.
fn of_frame(layout: &Layout, frame: &Frame, node: u32, refused: &[Refused]) -> Inside {
    let mut inside = Inside { node, ports: ports(layout, node), ..Inside::default() };
    for road in inside.ports.iter_mut().flat_map(|port| &mut port.roads).flatten() {
        let count = layout.links.get(road.link as usize).map_or(0, |link| link.lanes);
        road.lanes = (0..count).map(|lane| RoadLane { lane, ..RoadLane::default() }).collect();
        for mark in &frame.lanes {
            if let (true, Some(lane)) = (mark.link == road.link, road.lanes.get_mut(mark.lane as usize)) {
                lane.holder = Some(holder(mark));
            }
        }
    }
    let ends = |mark: &LaneMark| layout.links.get(mark.link as usize).map_or((node, node), |link| (link.from, link.to));
    let lost = |message: u32| refused.iter().find(|one| one.message == message);
    for mark in &frame.lanes {
        let (message, (begin, end)) = (mark.message, ends(mark));
        let also = |comes: bool| {
            frame.lanes.iter().filter(move |other| {
                other.message == message && node == if comes { ends(other).1 } else { ends(other).0 }
            })
        };
        if end == node {
            let from = Some((mark.link, mark.lane));
            let mut band = |to: BandEnd| inside.bands.push(Band { message, from, to, asked: None });
            if mark.blocked || lost(message).is_some() {
                band(BandEnd::Blocked(all_lanes(layout, lost(message))));
            } else if also(false).next().is_some() {
                also(false).for_each(|mark| band(BandEnd::Lane(mark.link, mark.lane)));
            } else if !is_path(mark) || mark.tone == LaneTone::Established {
                band(BandEnd::Here);
            }
        } else if begin == node && also(true).next().is_none() {
            inside.starts.push(Start { message, link: Some(mark.link) });
            inside.bands.push(Band { message, from: None, to: BandEnd::Lane(mark.link, mark.lane), asked: None });
        }
        if end == node || begin == node {
            say(&mut inside.said, message, mark.blocked && end == node);
        }
    }
    for one in refused {
        if one.starts {
            inside.starts.push(Start { message: one.message, link: one.links.first().copied() });
            let to = BandEnd::Blocked(all_lanes(layout, Some(one)));
            inside.bands.push(Band { message: one.message, from: None, to, asked: None });
        }
        say(&mut inside.said, one.message, true);
    }
    for queue in &frame.queues {
        if queue.node == node {
            inside.queues.push((queue.link, queue.length));
        }
    }
    inside
}

/// Adds a message to those with a sentence.
fn say(said: &mut Vec<Said>, message: u32, waits: bool) {
    match said.iter_mut().find(|said| said.message == message) {
        Some(said) => said.waits |= waits,
        None => said.push(Said { message, words: String::new(), waits }),
    }
}

/// True for a lane that is kept for a message, and carries nothing.
const fn is_path(mark: &LaneMark) -> bool {
    matches!(mark.tone, LaneTone::Probing | LaneTone::Retreating | LaneTone::Established | LaneTone::Reserved)
}

const fn holder(mark: &LaneMark) -> Holder {
    Holder {
        message: mark.message,
        held: 0,
        head: mark.head,
        moved: mark.moved && !is_path(mark),
        path: is_path(mark),
        back: matches!(mark.tone, LaneTone::Retreating),
    }
}

/// The lanes of the links that a message asked for.
fn all_lanes(layout: &Layout, refused: Option<&Refused>) -> Vec<(u32, u32)> {
    let mut lanes = Vec::new();
    for &link in refused.map_or(&[][..], |one| &one.links) {
        let count = layout.links.get(link as usize).map_or(0, |link| link.lanes);
        lanes.extend((0..count).map(|lane| (link, lane)));
    }
    lanes
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
