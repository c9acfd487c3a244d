//! Worms in words.

use super::{Blocked, ItemInfo};
use crate::animation::frame::Layout;
use crate::animation::words::{MESSAGES, channel, queued};
use flitscope::sim::wormhole::LaneView;
use flitscope::text::count;

/// A message that has not started, as a title.
pub(super) fn waits_to_start(message: u32) -> String {
    format!("Message {message} waits at its source")
}

/// The label of a message in the network: its activity, its age and the time for which it is blocked in cycles, and its hops.
pub(super) fn progress(message: u32, age: u64, blocked: Option<u64>, (hop, of): (u32, u32)) -> (String, String) {
    let old = MESSAGES.cycles(age);
    match blocked {
        Some(cycles) => (format!("Message {message} waits"), format!("{old}, {cycles} blocked")),
        None if hop == of => (format!("Message {message} arrives"), old),
        None => (format!("Message {message} moves"), format!("{old}, hop {hop} of {of}")),
    }
}

/// The place at which a header waits, with a comma before it.
fn waits(layout: &Layout, blocked: Option<Blocked>) -> String {
    blocked.map_or_else(String::new, |Blocked { node, since }| {
        format!(", blocked at {} since cycle {since}", layout.name(node))
    })
}

/// A channel or a message of `flits` flits in words.
pub(crate) fn about(layout: &Layout, flits: u32, about: &ItemInfo) -> String {
    match about {
        ItemInfo::Link(link, lanes, used) => {
            let escapes = layout.links.get(*link as usize).map_or(0, |link| link.escapes);
            let lanes = lanes.iter().map(|(lane, blocked)| {
                let LaneView { vc, message, source, destination, crossed, .. } = *lane;
                let kind = if vc < escapes { "escape" } else { "lane" };
                let (from, to) = (layout.name(source), layout.name(destination));
                let waits = waits(layout, *blocked);
                format!(
                    " {kind} {vc}: message {message} from {from} to {to}, {crossed} of {flits} flits crossed{waits}."
                )
            });
            channel(layout, *link, &lanes.collect::<Vec<_>>(), *used, MESSAGES)
        }
        ItemInfo::Message { message, way, generated, lanes, blocked } => {
            let kind = if way.broadcast.is_some() { "copy of a broadcast" } else { "unicast" };
            let (from, to) = (layout.name(way.source), layout.name(way.destination));
            let left = lanes.iter().map(|lane| lane.crossed).max().unwrap_or(0);
            let (holds, waits) = (count(lanes.len(), "channel", "channels"), waits(layout, *blocked));
            format!(
                "Message {message}, a {kind} from {from} to {to}, generated in cycle {generated}: {left} of {flits} flits have left, \
                 it holds {holds}{waits}."
            )
        }
        ItemInfo::Queued(message, source) => queued(layout, *message, *source),
    }
}
