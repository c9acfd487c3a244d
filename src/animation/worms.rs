//! Worms in pictures and in words: what the scenes of a wormhole network share.

use super::frame::{Carried, Item, LaneMark, LaneTone, Layout, Node, queued};
use super::tape::Steps;
use crate::sim::wormhole::{LaneView, Network};

impl Steps for Network {
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
pub fn lane_mark(lane: &LaneView, tone: LaneTone, flits: u32) -> LaneMark {
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

/// The mark at the first header that waits.
pub const FIRST_BLOCKED: &str = "First header blocked";

/// What is said there; nothing as long as none waits.
pub fn first_blocked(network: &Network, name: impl Fn(u32) -> String) -> Option<String> {
    let stuck = network.stuck().next()?;
    Some(format!("The first header is blocked: message {} at {}", stuck.message, name(stuck.node)))
}

/// The wires that the message picked may take, or, if none is picked, the message that waits for the longest.
pub fn candidates(network: &Network, picked: Option<Item>) -> Vec<u32> {
    let message = match picked {
        Some(Item::Message(message)) => Some(message),
        _ => network.stuck().map(|stuck| (stuck.since, stuck.message)).min().map(|(_, message)| message),
    };
    message.and_then(|message| network.way(message)).map_or_else(Vec::new, |way| way.candidates)
}

/// What the channels of a network have carried, flit by flit.
pub fn carried(network: &Network) -> Carried {
    let (busy, cycles) = network.channel_flits();
    Carried { busy, cycles, unit: ("cycle", "cycles") }
}

/// A network at one cycle, to be told of. Times are counted from `origin`, the time of cycle 0.
pub struct Told<'a> {
    /// The nodes by name, and the wires.
    pub layout: &'a Layout,
    /// The network.
    pub network: &'a Network,
    /// The time of cycle 0.
    pub origin: u64,
}

impl Told<'_> {
    fn name(&self, node: u32) -> &str {
        self.layout.nodes.get(node as usize).map_or("", |Node { name, .. }| name)
    }

    fn cycle(&self, time: u64) -> i64 {
        time as i64 - self.origin as i64
    }

    /// Where a blocked header waits, and since when; empty if it does not.
    fn waiting(&self, message: u32) -> String {
        let stuck = self.network.stuck().find(|stuck| stuck.message == message);
        stuck.map_or_else(String::new, |stuck| {
            format!(", blocked at {} since cycle {}", self.name(stuck.node), self.cycle(stuck.since))
        })
    }

    /// A channel and each of its lanes.
    pub fn link(&self, link: u32) -> String {
        let Some(channel) = self.layout.links.get(link as usize) else { return String::new() };
        let flits = self.network.setting().flits;
        let lanes = self.network.lanes().filter(|lane| lane.channel == link).map(|lane| {
            let LaneView { vc, message, source, destination, crossed, .. } = lane;
            let kind = if vc < channel.escapes { "escape" } else { "lane" };
            let blocked = if lane.blocked { self.waiting(message) } else { String::new() };
            let (from, to) = (self.name(source), self.name(destination));
            format!(" {kind} {vc}: message {message} from {from} to {to}, {crossed} of {flits} flits crossed{blocked}.")
        });
        let lanes: Vec<String> = lanes.collect();
        super::frame::channel(self.layout, channel, &lanes) + &carried(self.network).sentence(link)
    }

    /// A message: where it goes, how far it has got. Nothing if it is not there.
    pub fn message(&self, message: u32) -> String {
        let Some(way) = self.network.way(message) else {
            let mut waiting = self.network.waiting().filter(|waiting| waiting.message == message);
            return waiting.next().map_or_else(String::new, |waiting| queued(message, self.name(waiting.source)));
        };
        let lanes: Vec<_> = self.network.lanes().filter(|lane| lane.message == message).collect();
        let flits = self.network.setting().flits;
        let left = if lanes.is_empty() { 0 } else { lanes.iter().map(|lane| lane.crossed).max().unwrap_or(0) };
        let (from, to, since) = (self.name(way.source), self.name(way.destination), self.cycle(way.generated));
        let kind = if way.broadcast.is_some() { "copy of a broadcast" } else { "unicast" };
        let channels = crate::text::count(lanes.len(), "channel", "channels");
        let blocked = self.waiting(message);
        format!(
            "Message {message}, a {kind} from {from} to {to}, generated in cycle {since}: {left} of {flits} flits have left, it holds \
             {channels}{blocked}."
        )
    }
}
