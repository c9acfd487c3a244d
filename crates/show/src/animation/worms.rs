//! Worms in frames: what the animations of a wormhole network share.

pub(super) mod words;

use super::event_log::{Arrival, EventLog, Mark};
use super::frame::{Carried, Followed, Item, LaneMark, LaneTone};
use super::recordable::{PACE, fair};
use super::tape::CycleState;
use super::trail::{Headway, MessageState, Switching, TrailChannel};
use super::words::{MESSAGES, waits_to_start};
use flitscope::sim::wormhole::{
    Circle, Credit, Delivery, Escape, Injection, LaneView, Network, Routing, Setting, Waiting, WormPath,
};

impl CycleState for Network {
    fn step(&mut self) {
        Self::step(self);
    }

    fn now(&self) -> u64 {
        Self::now(self)
    }

    fn bytes(&self) -> usize {
        Self::bytes(self)
    }
}

/// A lane in use; `flits` are those of a message.
pub(super) fn lane_mark(lane: &LaneView, tone: LaneTone, flits: u32) -> LaneMark {
    LaneMark {
        link: lane.channel,
        lane: lane.vc,
        message: lane.message,
        tone,
        crossed: lane.crossed,
        last: lane.crossed == flits,
        moved: lane.moved,
        head: lane.header(),
        blocked: lane.blocked,
    }
}

pub(super) const fn arrival(delivery: &Delivery) -> Arrival {
    let Delivery { message, source, destination, broadcast, .. } = *delivery;
    Arrival { message, copy: broadcast.is_some(), source, destination, latency: delivery.latency() }
}

/// Takes note of the first header that waits.
pub(super) fn note_blocked<Own>(cycle: u32, network: &Network, log: &mut EventLog<Own>) {
    if let Some(stuck) = network.stuck().next() {
        log.begin(cycle, Mark::HeaderBlocked(stuck.message, stuck.node));
    }
}

/// The channels that the message picked wants and finds taken, or, if none is picked, the message that waits for the longest.
pub(super) fn candidates(network: &Network, picked: Option<Item>) -> Vec<u32> {
    let stuck = network.stuck().filter(|stuck| match picked {
        Some(Item::Message(message)) => stuck.message == message,
        _ => true,
    });
    let message = stuck.map(|stuck| (stuck.since, stuck.message)).min().map(|(_, message)| message);
    message.and_then(|message| network.way(message)).map_or_else(Vec::new, |way| way.candidates)
}

/// The hops from one node to another.
fn hops(setting: &Setting, from: u32, to: u32) -> u32 {
    (0..setting.n).map(|dimension| setting.grid().hops(from, to, dimension, 0).unsigned_abs()).sum()
}

/// The message that is followed where the reader has picked none: no copy of a broadcast.
pub(super) fn chosen(network: &Network, before: Option<(u32, u32)>) -> u32 {
    let setting = network.setting();
    let pace = PACE * (setting.flits + setting.n * setting.k / 2);
    let is_copy = |message| match network.way(message) {
        Some(way) => Some(way.broadcast.is_some()),
        None => network.waiting().find(|waiting| waiting.message == message).map(|one| one.broadcast.is_some()),
    };
    let next = network.next_message();
    let mut copy = None;
    let one = fair(before, next, pace, |message| {
        copy = is_copy(message);
        copy.is_some()
    });
    if copy != Some(true) {
        return one;
    }
    let later = network.waiting().filter(|waiting| waiting.broadcast.is_none()).map(|waiting| waiting.message);
    let behind = |message: &u32| message.wrapping_sub(one);
    later.filter(|message| behind(message) < u32::MAX / 2).min_by_key(behind).unwrap_or(next)
}

/// A message in its queue.
pub(super) fn queued(network: &Network, message: u32) -> Option<MessageState> {
    let Waiting { source, destination, generated, .. } =
        network.waiting().find(|waiting| waiting.message == message && waiting.broadcast.is_none())?;
    let state = Headway::Worm { held: Vec::new(), arrives: false };
    Some(MessageState { generated, source, destination, state })
}

/// A message that is followed, with its label.
pub(super) fn followed(network: &Network, message: u32) -> Option<Followed> {
    let Some(way) = network.way(message) else {
        let Waiting { source, generated, .. } = network.waiting().find(|waiting| waiting.message == message)?;
        let (title, words) = (waits_to_start(message), MESSAGES.cycles(network.now() - generated));
        return Some(Followed { message, node: source, source, title, words, ..Followed::default() });
    };
    let WormPath { source, destination, generated, node, .. } = way;
    let lanes = network.lanes().filter(|lane| lane.message == message && lane.crossed > 0);
    let (hop, of) = (lanes.map(|lane| lane.hop).max().unwrap_or(0), hops(network.setting(), source, destination));
    let blocked = network.stuck().find(|stuck| stuck.message == message).map(|stuck| network.now() - stuck.since);
    let (title, words) = words::progress(message, network.now() - generated, blocked, (hop, of));
    Some(Followed { message, node, source, destination: Some(destination), title, words, whole: false })
}

/// The circle of messages that wait for each other for ever. Where escape channels keep any from closing it is not looked for.
pub(super) fn circle(network: &Network) -> Option<Circle> {
    let Setting { escape, routing, .. } = *network.setting();
    if escape == Escape::On && routing != Routing::Turns { None } else { network.circle() }
}

/// The flits that the channels of a network have carried.
pub(super) fn carried(network: &Network) -> Carried {
    let (busy, cycles) = network.channel_flits();
    Carried { busy, cycles }
}

/// The flits of a message, and how they are forwarded.
pub(super) const fn forwards(setting: &Setting) -> (u32, Switching) {
    (setting.flits, Switching::Worm { depth: setting.depth, same: matches!(setting.credit, Credit::Same) })
}

/// A message that has left its queue.
pub(super) fn message_state(network: &Network, message: u32) -> Option<MessageState> {
    let WormPath { source, destination, generated, candidates, .. } = network.way(message)?;
    let (setting, lanes) = (network.setting(), network.lanes().collect::<Vec<_>>());
    let held = lanes.iter().filter(|lane| lane.message == message).map(|lane| {
        let others = lanes.iter().filter(|other| other.channel == lane.channel && other.vc != lane.vc);
        // A node that sends one flit in a cycle may have sent one of another message over another channel.
        let one = setting.injection == Injection::One && lane.channel / setting.ports() == source;
        TrailChannel {
            link: lane.channel,
            crossed: lane.crossed,
            other: one || others.into_iter().any(|other| other.moved),
        }
    });
    let state = Headway::Worm { held: held.collect(), arrives: candidates.is_empty() };
    Some(MessageState { generated, source, destination, state })
}
