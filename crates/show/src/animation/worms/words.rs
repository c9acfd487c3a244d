//! Worms in words.

use super::{Item, Network, carried};
use crate::animation::frame::Layout;
use crate::animation::words::{MESSAGES, channel, queued};
use flitscope::sim::wormhole::{LaneView, WormPath};
use flitscope::text::count;

/// The label of a message in the network: its activity, its age and the time for which it is blocked in cycles, and its hops.
pub(super) fn progress(message: u32, age: u64, blocked: Option<u64>, (hop, of): (u32, u32)) -> (String, String) {
    let old = MESSAGES.cycles(age);
    match blocked {
        Some(cycles) => (format!("Message {message} waits"), format!("{old}, {cycles} blocked")),
        None if hop == of => (format!("Message {message} arrives"), old),
        None => (format!("Message {message} moves"), format!("{old}, hop {hop} of {of}")),
    }
}

/// A channel or a message of a network; `origin` is the time of cycle 0. `None` for a missing one, and for a node.
pub(crate) fn about(layout: &Layout, network: &Network, origin: u64, item: Item) -> Option<String> {
    let flits = network.setting().flits;
    let cycle = |time: u64| time as i64 - origin as i64;
    // The place at which a header waits, with a comma before it.
    let waits = |message: u32| {
        let stuck = network.stuck().find(|stuck| stuck.message == message);
        stuck.map_or_else(String::new, |stuck| {
            format!(", blocked at {} since cycle {}", layout.name(stuck.node), cycle(stuck.since))
        })
    };
    match item {
        Item::Link(link) => {
            let escapes = layout.links.get(link as usize).map_or(0, |link| link.escapes);
            let lanes = network.lanes().filter(|lane| lane.channel == link).map(|lane| {
                let LaneView { vc, message, source, destination, crossed, .. } = lane;
                let kind = if vc < escapes { "escape" } else { "lane" };
                let (from, to) = (layout.name(source), layout.name(destination));
                let waits = if lane.blocked { waits(message) } else { String::new() };
                format!(
                    " {kind} {vc}: message {message} from {from} to {to}, {crossed} of {flits} flits crossed{waits}."
                )
            });
            Some(channel(layout, link, &lanes.collect::<Vec<_>>(), &carried(network), MESSAGES))
        }
        Item::Message(message) => {
            let Some(WormPath { source, destination, generated, broadcast, .. }) = network.way(message) else {
                let waiting = network.waiting().find(|waiting| waiting.message == message)?;
                return Some(queued(layout, message, waiting.source));
            };
            let kind = if broadcast.is_some() { "copy of a broadcast" } else { "unicast" };
            let (from, to) = (layout.name(source), layout.name(destination));
            let crossed: Vec<_> =
                network.lanes().filter(|lane| lane.message == message).map(|lane| lane.crossed).collect();
            let left = crossed.iter().max().unwrap_or(&0);
            let (holds, waits) = (count(crossed.len(), "channel", "channels"), waits(message));
            Some(format!(
                "Message {message}, a {kind} from {from} to {to}, generated in cycle {}: {left} of {flits} flits have left, it holds \
                 {holds}{waits}.",
                cycle(generated)
            ))
        }
        Item::Node(_) => None,
    }
}
