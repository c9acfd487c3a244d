//! A slot in words: who moved, who did not, and who was in the way.

use super::facts::{Busy, Conflict, Conflicts, hops, in_the_way, place};
use super::{SlottedRun, State, waiting};
use crate::animation::frame::{Item, Layout, Link, Sign};
use crate::animation::recordable::AnimationInfo;
use crate::animation::run::NodeCounts;
use crate::animation::trail::Switching;
use crate::animation::words::{self, SLOTS};
use flitscope::sim::Simulator as _;
use flitscope::sim::slotted::{CarriedPacket, Network, SlotTurn, TurnOutcome};
use flitscope::text::{count, sentence};

const LEGEND: &[(Sign, &str)] = &[
    (Sign::Hop, "one sends, one receives"),
    (Sign::Busy, "neighbours busy"),
    (Sign::Queue, "waiting in queue"),
    (Sign::Wrap, "edges join"),
];

impl SlottedRun {
    pub(super) fn info(&self, layout: Layout) -> AnimationInfo {
        AnimationInfo {
            title: words::simulation(self.config.load),
            hint: "Point at a node or channel to read its actions in this slot and what blocked it (keyboard: arrow keys). Click a \
                   packet to follow it.",
            terms: SLOTS,
            legend: LEGEND.to_vec(),
            switching: Some((1, Switching::Slots)),
            ..AnimationInfo::new(layout)
        }
    }
}

pub(super) fn event(layout: &Layout, event: &Conflicts) -> String {
    let mut said: Vec<_> = event.named.iter().map(|named| conflict(layout, named)).collect();
    if event.more > 0 {
        said.push(format!("and {}", count(event.more, "more conflict", "more conflicts")));
    }
    sentence(&said.join("; "))
}

/// An item after a slot; `None` for one that is not there.
pub(super) fn item(layout: &Layout, state: &State, item: Item) -> Option<String> {
    let network = state.network();
    let turns = network.turns();
    match item {
        Item::Node(at) => Some(node(layout, network, at, *state.counts.nodes.get(at as usize)?)),
        Item::Link(link) => {
            let Link { from, to, .. } = layout.links.get(link as usize)?;
            let crosses = turns.iter().find(|turn| turn.node == *from && turn.next() == Some(*to));
            let now = crosses.map_or_else(
                || "nothing crosses it in this slot".into(),
                |SlotTurn { packet, .. }| {
                    format!("packet {} for {} crosses it", packet.number, layout.name(packet.destination))
                },
            );
            let (from, to) = (layout.name(*from), layout.name(*to));
            Some(format!("Channel from {from} to {to}: {now}.{}", words::used(&state.carried(), link, SLOTS)))
        }
        Item::Message(number) => {
            let turn = turns.iter().find(|turn| turn.packet.number == number);
            if let Some(turn) = turn.filter(|turn| turn.next().is_some()) {
                return Some(moved(layout, turn, network.now() - turn.packet.generated));
            }
            let (packet, node, _) = place(network, number)?;
            let before = network.queue(node).position(|other| other.number == number)?;
            let busy = turn.map_or_else(Vec::new, |turn| in_the_way(turns, turn));
            Some(waits(layout, packet, (node, before + 1), &busy))
        }
    }
}

/// The label of a packet: its hops and its age in slots.
pub(super) fn way(number: u32, age: u64, (hop, of): (u32, u32), moved: bool) -> (String, String) {
    let title = if moved { format!("Packet {number}, hop {hop} of {of}") } else { format!("Packet {number} waits") };
    let waited = age.saturating_sub(u64::from(hop));
    let old = SLOTS.cycles(age);
    (title, if waited > 0 { format!("{old}, {waited} of them waiting") } else { old })
}

/// The numbers of packets that moved and that arrived.
fn progress(moved: usize, arrived: usize) -> String {
    match (moved, arrived) {
        (0, _) => "no packet moved".into(),
        (1, 1) => "1 packet moved and reached its destination".into(),
        (_, 0) => format!("{} moved", count(moved, "packet", "packets")),
        (_, 1) => format!("{moved} packets moved, 1 of them reached its destination"),
        _ => format!("{moved} packets moved, {arrived} of them reached their destinations"),
    }
}

/// The numbers of packets that were blocked or stayed because their node received, with a space before it; nothing where all went on.
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

/// A slot in numbers of packets, and the conflict that the reader is at.
pub(super) fn summary(layout: &Layout, network: &Network, here: Option<&Conflict>) -> String {
    let number = |is: fn(&SlotTurn) -> bool| network.turns().iter().filter(|turn| is(turn)).count();
    let (moved, waiting) = (number(|turn| turn.next().is_some()), waiting(network).iter().sum::<u32>());
    let blocked = number(|turn| matches!(turn.outcome, TurnOutcome::Blocked { .. }));
    let held = held_up(blocked, number(|turn| turn.outcome == TurnOutcome::Received));
    let wait = if waiting == 1 { "is" } else { "are" };
    let here = here.map_or_else(String::new, |here| format!(" Here {}.", conflict(layout, here)));
    format!("{}; {waiting} {wait} waiting.{held}{here}", progress(moved, number(SlotTurn::arrived)))
}

fn reasons(layout: &Layout, busy: &[Busy]) -> String {
    let reasons = busy.iter().map(|&Busy { node, neighbour, sends }| {
        let does = if sends { "sends to" } else { "receives from" };
        format!("{} {does} {}", layout.name(node), layout.name(neighbour))
    });
    reasons.collect::<Vec<_>>().join(", ")
}

/// A conflict as a part of a sentence.
fn conflict(layout: &Layout, Conflict { turn, busy }: &Conflict) -> String {
    let (packet, node, why) = (turn.packet.number, layout.name(turn.node), reasons(layout, busy));
    if turn.outcome == TurnOutcome::Received {
        format!("packet {packet} stays at {node}, because before its turn {why}")
    } else {
        format!("packet {packet} is blocked at {node}, because {why}")
    }
}

/// A node with its turn, the packet that it received, those that wait, and its counts of all slots.
fn node(layout: &Layout, network: &Network, node: u32, counts: NodeCounts) -> String {
    let turns = network.turns();
    let mut did = Vec::new();
    if let Some(turn) = turns.iter().find(|turn| turn.node == node) {
        let CarriedPacket { number, destination, .. } = turn.packet;
        let (to, why) = (layout.name(destination), reasons(layout, &in_the_way(turns, turn)));
        did.push(match turn.outcome {
            TurnOutcome::Moved(next) => format!("it sent packet {number} for {to} to {}", layout.name(next)),
            TurnOutcome::Received => {
                format!("it could not send packet {number} for {to}, because before its turn {why}")
            }
            TurnOutcome::Blocked { .. } => format!("it could not send packet {number} for {to}, because {why}"),
        });
    }
    if let Some(turn) = turns.iter().find(|turn| turn.next() == Some(node)) {
        let (CarriedPacket { number, destination, .. }, from) = (turn.packet, layout.name(turn.node));
        did.push(if destination == node {
            format!("it received packet {number} from {from}, which is at its destination")
        } else {
            format!("it received packet {number} for {} from {from}", layout.name(destination))
        });
    }
    let did = if did.is_empty() { "it had nothing to do".into() } else { did.join(", and ") };
    let waiting = count(network.queue(node).count(), "packet waits", "packets wait");
    let NodeCounts { sent, received, blocked, held, .. } = counts;
    format!(
        "Node {}: in this slot {did}. {waiting}. So far it has sent in {sent}, received in {received}, been blocked in {blocked} and \
         received before its turn in {held} of {}.{}",
        layout.name(node),
        SLOTS.cycles(network.now()),
        words::mean_latency(counts, SLOTS)
    )
}

/// A packet as the beginning of a sentence.
fn packet(layout: &Layout, CarriedPacket { number, source, destination, generated, .. }: CarriedPacket) -> String {
    let (from, to) = (layout.name(source), layout.name(destination));
    format!("Packet {number} from {from} to {to}, generated in slot {generated}")
}

fn to_go(node: u32, packet: CarriedPacket) -> String {
    count(hops(node, packet) as usize, "hop to go", "hops to go")
}

fn moved(layout: &Layout, turn: &SlotTurn, after: u64) -> String {
    let (begin, from) = (packet(layout, turn.packet), layout.name(turn.node));
    match turn.next() {
        Some(to) if !turn.arrived() => {
            format!("{begin}: it has moved from {from} to {}, {}.", layout.name(to), to_go(to, turn.packet))
        }
        _ => format!("{begin}: it has come from {from} and is there, after {}.", SLOTS.cycles(after)),
    }
}

fn waits(layout: &Layout, carried: CarriedPacket, (node, place): (u32, usize), busy: &[Busy]) -> String {
    let why = if busy.is_empty() { String::new() } else { format!(", because {}", reasons(layout, busy)) };
    let (begin, at, to_go) = (packet(layout, carried), layout.name(node), to_go(node, carried));
    format!("{begin}: it waits at {at}, number {place} in the queue, {to_go}{why}.")
}
