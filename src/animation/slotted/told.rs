//! A slot in words: who moved, who did not, and who was in the way.

use super::moment::{Moment, Tally};
use super::{WORDS, asked};
use crate::animation::event_log::Arrival;
use crate::animation::frame::{Layout, Node};
use crate::sim::Simulator as _;
use crate::sim::slotted::{Carried, Outcome, Turn};
use crate::text::count;

/// Conflicts of one slot that are named in the log; of the others their number is.
const NAMED: usize = 3;

/// How many packets moved, and how many of them arrived.
fn progress(moved: usize, arrived: usize) -> String {
    let packets = count(moved, "packet", "packets");
    match (moved, arrived) {
        (1, 0) => format!("{packets} moved"),
        (1, _) => format!("{packets} moved, to where it is going"),
        (_, 1) => format!("{packets} moved, 1 of them to where it is going"),
        _ => format!("{packets} moved, {arrived} of them to where they are going"),
    }
}

/// How many packets were blocked, and how many stayed because their node received, in a sentence with a space before it; nothing where all went
/// on.
fn held_up(blocked: usize, held: usize) -> String {
    let of = |number: usize, said: String| (number > 0).then_some(said);
    let first = if held == 1 { "its node received first" } else { "their nodes received first" };
    let parts = [
        of(blocked, format!("{blocked} found every useful neighbour busy")),
        of(held, format!("{held} could not leave because {first}")),
    ];
    let parts: Vec<_> = parts.into_iter().flatten().collect();
    if parts.is_empty() { String::new() } else { format!(" {}.", parts.join(", ")) }
}

/// A network at the end of a slot, to be told of.
pub(super) struct Told<'a> {
    pub layout: &'a Layout,
    pub moment: &'a Moment,
}

impl Told<'_> {
    pub fn name(&self, node: u32) -> &str {
        self.layout.nodes.get(node as usize).map_or("", |Node { name, .. }| name)
    }

    fn turns(&self) -> &[Turn] {
        self.moment.network().turns()
    }

    /// What kept a node busy before a turn.
    fn busy(&self, node: u32, before: &Turn) -> String {
        let earlier = self.turns().iter().take_while(|turn| turn.node != before.node);
        let mut hops = earlier.filter_map(|turn| Some((turn.node, turn.next()?)));
        match hops.find(|&(from, to)| from == node || to == node) {
            Some((from, to)) if from == node => format!("{} sends to {}", self.name(node), self.name(to)),
            Some((from, _)) => format!("{} receives from {}", self.name(node), self.name(from)),
            None => String::new(),
        }
    }

    /// Who was in the way of a packet that could not move; nothing if it moved.
    fn hindrance(&self, turn: &Turn) -> Option<String> {
        match turn.outcome {
            Outcome::Moved(_) => None,
            Outcome::Received => Some(self.busy(turn.node, turn)),
            Outcome::Blocked { .. } => {
                let ways: Vec<_> = asked(turn).map(|next| self.busy(next, turn)).collect();
                Some(ways.join(", "))
            }
        }
    }

    /// A conflict as a part of a sentence.
    fn conflict(&self, turn: &Turn) -> Option<String> {
        let (packet, node, why) = (turn.packet.number, self.name(turn.node), self.hindrance(turn)?);
        Some(match turn.outcome {
            Outcome::Received => format!("packet {packet} stays at {node}, because before its turn {why}"),
            _ => format!("packet {packet} is blocked at {node}, because {why}"),
        })
    }

    /// The conflicts of the slot in a sentence without its full stop.
    pub fn conflicts(&self) -> Option<String> {
        // Those whose ways were busy come first: they say more.
        let mut turns: Vec<_> = self.turns().iter().filter(|turn| turn.next().is_none()).collect();
        turns.sort_by_key(|turn| turn.outcome == Outcome::Received);
        let more = turns.len().saturating_sub(NAMED);
        let named: Vec<_> = turns.into_iter().take(NAMED).filter_map(|turn| self.conflict(turn)).collect();
        let mut text = named.join("; ");
        if more > 0 {
            text += &format!("; and {}", count(more, "conflict more", "conflicts more"));
        }
        let first = text.get(..1)?.to_uppercase();
        Some(first + text.get(1..)?)
    }

    /// A delivery in a sentence without its full stop.
    pub fn arrival(&self, turn: &Turn) -> Arrival {
        let Carried { number, source, destination, generated, .. } = turn.packet;
        Arrival { message: number, source, destination, latency: self.moment.network().now() - generated }
    }

    /// The same in words.
    pub fn delivery(&self, turn: &Turn) -> String {
        let Carried { number, source, destination, .. } = turn.packet;
        let (from, to) = (self.name(source), self.name(destination));
        format!("Packet {number} from {from} has reached {to} after {}", self.slots(turn.packet))
    }

    /// The time since a packet was generated.
    fn slots(&self, packet: Carried) -> String {
        let slots = self.moment.network().now() - packet.generated;
        count(slots as usize, WORDS.cycle.0, WORDS.cycle.1)
    }

    /// The frame in a sentence, and what became of the packet that the reader is at in another.
    pub fn caption(&self, cycle: u32, waiting: u32, at: Option<&Turn>) -> String {
        let moved = self.turns().iter().filter(|turn| turn.next().is_some()).count();
        let arrived = self.turns().iter().filter(|turn| turn.arrived()).count();
        let held = self.turns().iter().filter(|turn| turn.outcome == Outcome::Received).count();
        let blocked = self.turns().len() - moved - held;
        let wait = if waiting == 1 { "waits" } else { "wait" };
        let mut caption =
            format!("Slot {cycle}: {}; {waiting} {wait}.{}", progress(moved, arrived), held_up(blocked, held));
        if let Some(conflict) = at.and_then(|turn| self.conflict(turn)) {
            caption += &format!(" Here {conflict}.");
        }
        caption
    }

    /// A node: what it did in this slot and so far, and what waits at it.
    pub fn node(&self, node: u32) -> String {
        let Some(tally) = self.moment.tallies.get(node as usize) else { return String::new() };
        let Tally { sent, received, blocked, held } = *tally;
        let mut did = Vec::new();
        if let Some(turn) = self.turns().iter().find(|turn| turn.node == node) {
            let Carried { number, destination, .. } = turn.packet;
            let to = self.name(destination);
            did.push(match (turn.next(), self.hindrance(turn)) {
                (Some(next), _) => format!("it sent packet {number} for {to} to {}", self.name(next)),
                (None, why) if turn.outcome == Outcome::Received => {
                    format!(
                        "it could not send packet {number} for {to}, because before its turn {}",
                        why.unwrap_or_default()
                    )
                }
                (None, why) => {
                    format!("it could not send packet {number} for {to}, because {}", why.unwrap_or_default())
                }
            });
        }
        if let Some(turn) = self.turns().iter().find(|turn| turn.next() == Some(node)) {
            let Carried { number, destination, .. } = turn.packet;
            let from = self.name(turn.node);
            did.push(if turn.arrived() {
                format!("it received packet {number} from {from}, which is at its destination")
            } else {
                format!("it received packet {number} for {} from {from}", self.name(destination))
            });
        }
        let did = if did.is_empty() { "it had nothing to do".into() } else { did.join(", and ") };
        let waiting = self.moment.network().queue(node).count();
        let wait = if waiting == 1 { "waits" } else { "wait" };
        format!(
            "Node {}: in this slot {did}. {} {wait}. So far it has sent in {sent}, received in {received}, been blocked in {blocked} and received before its \
             turn in {held} of {}.",
            self.name(node),
            count(waiting, "packet", "packets"),
            count(self.moment.network().now() as usize, WORDS.cycle.0, WORDS.cycle.1)
        )
    }

    /// A channel: what crosses it, and how often something did.
    pub fn link(&self, link: u32) -> String {
        let Some(channel) = self.layout.links.get(link as usize) else { return String::new() };
        let (from, to) = (self.name(channel.from), self.name(channel.to));
        let mut turns = self.turns().iter();
        let turn = turns.find(|turn| turn.node == channel.from && turn.next() == Some(channel.to));
        let now = turn.map_or_else(
            || "nothing crosses it in this slot".into(),
            |turn| format!("packet {} for {} crosses it", turn.packet.number, self.name(turn.packet.destination)),
        );
        format!("Channel from {from} to {to}: {now}.{}", self.moment.carried().sentence(link))
    }

    /// A packet: where it is, and how far it has to go.
    pub fn packet(&self, number: u32) -> String {
        let hops = |node: u32, packet: Carried| {
            let hops = (node ^ packet.destination).count_ones() as usize;
            count(hops, "hop", "hops")
        };
        let begin = |packet: Carried| {
            let Carried { source, destination, generated, .. } = packet;
            let (from, to) = (self.name(source), self.name(destination));
            format!("Packet {number} from {from} to {to}, generated in slot {generated}")
        };
        let turn = self.turns().iter().find(|turn| turn.packet.number == number);
        if let Some((turn, next)) = turn.and_then(|turn| Some((turn, turn.next()?))) {
            let (begin, node) = (begin(turn.packet), self.name(turn.node));
            return if turn.arrived() {
                format!("{begin}: it has come from {node} and is there, after {}.", self.slots(turn.packet))
            } else {
                format!("{begin}: it has moved from {node} to {}, {} to go.", self.name(next), hops(next, turn.packet))
            };
        }
        let nodes = 0..self.layout.nodes.len() as u32;
        let mut waiting = nodes.flat_map(|node| (1..).zip(self.moment.network().queue(node)).map(move |at| (node, at)));
        let Some((node, (place, packet))) = waiting.find(|(_, (_, packet))| packet.number == number) else {
            return String::new();
        };
        let why = turn.and_then(|turn| self.hindrance(turn)).map_or_else(String::new, |why| format!(", because {why}"));
        let (begin, hops) = (begin(packet), hops(node, packet));
        format!("{begin}: it waits at {}, number {place} in the queue, {hops} to go{why}.", self.name(node))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn captions_agree_in_number_and_leave_out_what_there_is_none_of() {
        for (moved, arrived, words) in [
            (0, 0, "0 packets moved, 0 of them to where they are going"),
            (1, 0, "1 packet moved"),
            (1, 1, "1 packet moved, to where it is going"),
            (3, 1, "3 packets moved, 1 of them to where it is going"),
            (3, 2, "3 packets moved, 2 of them to where they are going"),
        ] {
            assert_eq!(progress(moved, arrived), words);
        }
        for (blocked, held, words) in [
            (0, 0, ""),
            (2, 0, " 2 found every useful neighbour busy."),
            (0, 1, " 1 could not leave because its node received first."),
            (1, 2, " 1 found every useful neighbour busy, 2 could not leave because their nodes received first."),
        ] {
            assert_eq!(held_up(blocked, held), words);
        }
    }
}
