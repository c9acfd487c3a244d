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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::animation::frame::{Link, LinkUse, Node};
    use crate::blessed;
    use flitscope::sim::wormhole::WormPath;

    #[test]
    fn a_message_says_how_old_it_is_and_what_it_does() {
        blessed::words("blocked, hop", [(Some(9), 3), (None, 3), (None, 6)], |(blocked, hop)| {
            progress(41, 52, blocked, (hop, 6))
        });
    }

    #[test]
    fn channels_and_messages_are_put_into_words() {
        let node = |name: &str| Node { name: name.into(), ..Node::default() };
        let link = Link { from: 0, to: 1, lanes: 3, escapes: 1, ..Link::default() };
        let layout = Layout { nodes: vec![node("(0)"), node("(1)")], links: vec![link], ..Layout::default() };
        let lane = |vc, message| LaneView {
            channel: 0,
            vc,
            hop: 1,
            message,
            broadcast: None,
            source: 0,
            destination: 1,
            crossed: 3,
            held: 1,
            moved: false,
            blocked: vc > 0,
        };
        let stuck = Some(Blocked { node: 1, since: -4 });
        let way =
            WormPath { source: 0, destination: 1, broadcast: Some(4), generated: 30, node: 1, candidates: Vec::new() };
        let items = [
            ItemInfo::Link(0, vec![(lane(0, 7), None), (lane(1, 8), stuck)], LinkUse::default()),
            ItemInfo::Message { message: 8, way, generated: 12, lanes: vec![lane(0, 8)], blocked: None },
            ItemInfo::Queued(8, 1),
        ];
        blessed::words("worms", items, |item| about(&layout, 32, &item));
    }
}
