//! The plain engine: each rule once, every decision taken from the state at the start of the cycle and then applied. It is written to be
//! read and to be right: the specification of the simulator as a program. The engine that is used is held to it state by state
//! (`docs/conformance.md`), and measured beside it (`make bench`).
#![expect(clippy::expect_used, reason = "what cannot be stops a specification")]

mod rings;
mod transfer;

use super::measure::{Hops, MOST_VCS};
use super::{Config, Escape, Injection, Orient, Routing, Select, Setting, Topology};
use crate::topology::{
    broadcast::{BroadcastTree, Orientation},
    turns::turn,
};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// The contents of a virtual channel: the message that has it, the places of its next flit and where its flits go, how many have crossed
/// the channel, how many are in the buffer, and whether one crossed in the last cycle.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Lane {
    pub(super) message: Option<u32>,
    pub(super) upstream: FlitPlace,
    pub(super) onward: Onward,
    pub(super) crossed: u32,
    pub(super) held: u32,
    pub(super) moved: bool,
}

/// The place of a header, or of the next flit for a lane: a slot of a queue, or the buffer of a lane; nowhere if the lane is free.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum FlitPlace {
    Queue(u32),
    Lane(u32),
    #[default]
    Nowhere,
}

/// The destination of the flits in the buffer of a lane: none while the header in it has no lane, another lane, or out of the network.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Onward {
    #[default]
    Unrouted,
    Lane(u32),
    Eject,
}

/// A message that waits or is under way.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlainMessage {
    pub(super) source: u32,
    pub(super) destination: u32,
    pub(super) flits: u32,
    /// For a copy: the broadcast, and the channel it takes.
    pub(super) copy: Option<(u32, u32)>,
    /// The node that it goes to before its destination.
    pub(super) via: Option<u32>,
    /// By dimension a bit: the way it takes where both are as short.
    pub(super) ties: u32,
    pub(super) header: FlitPlace,
    /// Since when the header has looked for a lane in vain.
    pub(super) blocked: Option<u64>,
}

#[derive(Clone, Debug)]
struct PlainBroadcast {
    tree: BroadcastTree,
    waiting: u32,
}

/// A queue of a source.
#[derive(Clone, Debug, Default)]
pub(super) struct PlainQueue {
    /// Those that wait, by number.
    pub(super) waiting: VecDeque<u32>,
    /// Those in slots, with the flits that each has sent.
    pub(super) slots: Vec<(u32, u32)>,
}

/// The network, with its sources.
#[derive(Clone, Debug)]
pub struct PlainNetwork {
    pub(super) setting: Setting,
    load: f64,
    pub(super) now: u64,
    arrivals: Pcg32,
    destinations: Pcg32,
    routing: Pcg32,
    next_arrival: f64,
    /// By channel and virtual channel: V channel + vc.
    pub(super) lanes: Vec<Lane>,
    /// By channel: the virtual channel that moved last.
    pub(super) last: Vec<u32>,
    /// By node: whether it has sent in this cycle.
    injected: Vec<bool>,
    /// By node and port, or by node: [`Setting::queues`].
    pub(super) queues: Vec<PlainQueue>,
    /// Those not delivered, by number.
    pub(super) messages: BTreeMap<u32, PlainMessage>,
    routing_headers: BTreeSet<u32>,
    broadcasts: BTreeMap<u32, PlainBroadcast>,
    /// The number of the next message.
    pub(super) next_message: u32,
    next_broadcast: u32,
    /// Messages delivered in the last step, by number.
    pub(super) delivered: Vec<u32>,
    /// Broadcasts that were complete in the last step, by number.
    pub(super) completed: Vec<u32>,
    /// By lane: flits that have crossed its channel.
    pub(super) carried: Vec<u64>,
    /// Channels times cycles, by busy virtual channels.
    pub(super) busy: [u64; MOST_VCS + 1],
    /// Of unicasts, by whether they are at their source and by dimensions left.
    pub(super) unicast_hops: BTreeMap<(bool, u32), Hops>,
    pub(super) copy_hops: Hops,
    /// The last cycle in which a flit moved.
    pub(super) last_progress: u64,
    /// Of the last cycle, each in its order: the headers that got a lane, with it; and those that did not, with the lanes that they could
    /// have taken and who held each.
    pub(super) granted: Vec<(u32, u32)>,
    pub(super) refused: Vec<(u32, Vec<(u32, u32)>)>,
    /// By lane that was looked at in the last cycle: whether a flit was ready, whether there was room, and whether its node could not send.
    pub(super) looked: BTreeMap<u32, [bool; 3]>,
}

impl PlainNetwork {
    /// An empty network at time 0.
    pub fn new(config: Config) -> Self {
        let Config { network: setting, load, seed, .. } = config;
        let (nodes, channels) = (setting.nodes() as usize, setting.channels() as usize);
        let stream = |number: u64| Pcg32::seed_from_u64(number << 32 | u64::from(seed));
        let mut plain = Self {
            setting,
            load,
            now: 0,
            arrivals: stream(1),
            destinations: stream(2),
            routing: stream(3),
            next_arrival: 0.0,
            lanes: vec![Lane::default(); channels * setting.vcs as usize],
            last: vec![0; channels],
            injected: vec![false; nodes],
            queues: vec![PlainQueue::default(); nodes * setting.queues() as usize],
            messages: BTreeMap::new(),
            routing_headers: BTreeSet::new(),
            broadcasts: BTreeMap::new(),
            next_message: 0,
            next_broadcast: 0,
            delivered: Vec::new(),
            completed: Vec::new(),
            carried: vec![0; channels * setting.vcs as usize],
            busy: [0; MOST_VCS + 1],
            unicast_hops: BTreeMap::new(),
            copy_hops: Hops::default(),
            last_progress: 0,
            granted: Vec::new(),
            refused: Vec::new(),
            looked: BTreeMap::new(),
        };
        plain.draw_next_arrival();
        for (source, via, destination) in setting.circle_filled() {
            let ties = plain.destinations.random();
            let queue = plain.queue_of(source);
            let header = FlitPlace::Queue(queue);
            let via = Some(via);
            let flits = setting.flits;
            plain.put(PlainMessage { source, destination, flits, copy: None, via, ties, header, blocked: None }, queue);
        }
        plain
    }

    /// Simulates a cycle, rule after rule.
    pub fn step(&mut self) {
        self.delivered.clear();
        self.completed.clear();
        self.arrive();
        self.fill_slots();
        self.route_headers();
        for lanes in self.lanes.chunks(self.setting.vcs as usize) {
            self.busy[lanes.iter().filter(|lane| lane.message.is_some()).count()] += 1;
        }
        let delivered = self.transfer();
        self.now += 1;
        delivered.into_iter().for_each(|message| self.complete(message));
    }

    /// No more messages are generated.
    pub fn stop_sources(&mut self) {
        self.next_arrival = f64::INFINITY;
    }

    fn arrive(&mut self) {
        while self.next_arrival <= self.now as f64 {
            let source = self.arrivals.random_range(0..self.setting.nodes());
            self.draw_next_arrival();
            if self.destinations.random::<f64>() < self.setting.beta {
                if !self.setting.destinations.comes(&mut self.destinations) {
                    continue;
                }
                let n = self.setting.n;
                let fixed = Orientation::fixed(n);
                let drawn = self.setting.orient == Orient::Random;
                let orientation = if drawn { Orientation::random(n, &mut self.destinations) } else { fixed };
                self.inject_broadcast(source, &orientation);
            } else {
                let Setting { k, n, destinations, .. } = self.setting;
                if let Some(destination) = destinations.draw((k, n), source, &mut self.destinations) {
                    self.inject_flits(source, destination, self.setting.flits);
                }
            }
        }
    }

    fn draw_next_arrival(&mut self) {
        let rate = self.load * f64::from(self.setting.nodes()) * self.setting.destinations.peak();
        self.next_arrival = if rate > 0.0 {
            self.next_arrival - libm::log1p(-self.arrivals.random::<f64>()) / rate
        } else {
            f64::INFINITY
        };
    }

    /// A message of some flits to one node, at the end of a queue of its source.
    pub fn inject_flits(&mut self, source: u32, destination: u32, flits: u32) {
        let ties = self.destinations.random();
        let queue = self.queue_of(source);
        self.enqueue((source, destination), flits, None, ties, queue);
    }

    /// The queue that a unicast joins.
    fn queue_of(&mut self, source: u32) -> u32 {
        match self.setting.injection {
            Injection::Ports | Injection::PortsV if self.setting.ports() > 1 => {
                let ports = self.setting.ports();
                ports * source + self.destinations.random_range(0..ports)
            }
            _ => source,
        }
    }

    /// A broadcast along the spanning tree of that orientation, as copies to the neighbours on it.
    pub fn inject_broadcast(&mut self, source: u32, orientation: &Orientation) {
        let tree = BroadcastTree::new(self.setting.grid(), source, orientation);
        let number = self.next_broadcast;
        self.next_broadcast += 1;
        self.broadcasts.insert(number, PlainBroadcast { tree: tree.clone(), waiting: self.setting.nodes() - 1 });
        self.enqueue_copies(number, &tree, source);
    }

    fn enqueue_copies(&mut self, broadcast: u32, tree: &BroadcastTree, node: u32) {
        for &channel in tree.copies(node) {
            let destination = tree.torus().far_end(channel);
            let per_port = matches!(self.setting.injection, Injection::Ports | Injection::PortsV);
            let queue = if per_port { channel } else { node };
            self.enqueue((node, destination), self.setting.flits, Some((broadcast, channel)), 0, queue);
        }
    }

    fn enqueue(&mut self, ends: (u32, u32), flits: u32, copy: Option<(u32, u32)>, ties: u32, queue: u32) {
        let (source, destination) = ends;
        let header = FlitPlace::Queue(queue);
        let valiant = copy.is_none() && self.setting.routing.has_two_parts();
        let via = valiant.then(|| self.routing.random_range(0..self.setting.nodes()));
        let via = via.filter(|via| ![source, destination].contains(via));
        self.put(PlainMessage { source, destination, flits, copy, via, ties, header, blocked: None }, queue);
    }

    fn put(&mut self, message: PlainMessage, queue: u32) {
        self.messages.insert(self.next_message, message);
        self.queues[queue as usize].waiting.push_back(self.next_message);
        self.next_message += 1;
    }

    fn fill_slots(&mut self) {
        let slots = if self.setting.injection == Injection::Ports { 1 } else { self.setting.vcs };
        for queue in &mut self.queues {
            while (queue.slots.len() as u32) < slots
                && let Some(number) = queue.waiting.pop_front()
            {
                queue.slots.push((number, 0));
                self.routing_headers.insert(number);
            }
        }
    }

    fn complete(&mut self, number: u32) {
        let message = self.messages.remove(&number).expect("it was under way");
        self.delivered.push(number);
        let Some((number, _)) = message.copy else { return };
        let broadcast = self.broadcasts.get_mut(&number).expect("its copy was under way");
        broadcast.waiting -= 1;
        let (tree, done) = (broadcast.tree.clone(), broadcast.waiting == 0);
        self.enqueue_copies(number, &tree, message.destination);
        if done {
            self.broadcasts.remove(&number);
            self.completed.push(number);
        }
    }

    fn route_headers(&mut self) {
        (self.granted, self.refused) = (Vec::new(), Vec::new());
        for number in self.routing_headers.clone() {
            let message = self.messages[&number];
            let (node, at_source) = match message.header {
                FlitPlace::Lane(lane) => (self.far_end(lane / self.setting.vcs), false),
                FlitPlace::Queue(_) | FlitPlace::Nowhere => (message.source, true),
            };
            let useful = self.useful(&message, node);
            let left = useful.len() as u32;
            let useful = self.by_turns(useful);
            let lane = match message.copy {
                Some((_, channel)) => self.draw_free_lane(&[channel], 0),
                None if self.setting.routing == Routing::Turns => self.adaptive(&useful),
                None if self.setting.routing.is_adaptive() => self.adaptive(&useful).or_else(|| self.escape(&useful)),
                None => self.in_order(&useful, message.via.is_none()),
            };
            let hops = match message.copy {
                Some(_) => &mut self.copy_hops,
                None => self.unicast_hops.entry((at_source, left)).or_default(),
            };
            match (lane, message.blocked) {
                (Some(_), None) => hops.asked += 1,
                (None, None) => {
                    hops.asked += 1;
                    hops.blocked += 1;
                    self.messages.get_mut(&number).expect("it waits").blocked = Some(self.now);
                }
                (Some(_), Some(since)) => {
                    hops.resumed += 1;
                    hops.waited += self.now - since;
                }
                (None, Some(_)) => {}
            }
            if let Some(lane) = lane {
                self.take(lane, number);
                self.granted.push((number, lane));
            } else {
                let held = |lane: u32| (lane, self.lanes[lane as usize].message.expect("else it is free"));
                self.refused.push((number, self.choices(&message, &useful).into_iter().map(held).collect()));
            }
        }
    }

    /// The lanes that a header may take.
    fn choices(&self, message: &PlainMessage, useful: &[(u32, bool)]) -> Vec<u32> {
        let vcs = self.setting.vcs;
        let of = |channel: u32, from: u32| channel * vcs + from..(channel + 1) * vcs;
        match (message.copy, useful) {
            (Some((_, channel)), _) => of(channel, 0).collect(),
            (None, []) => Vec::new(),
            (None, _) if self.setting.routing == Routing::Turns => {
                useful.iter().flat_map(|&(channel, _)| of(channel, 0)).collect()
            }
            (None, &[(channel, wraps), ..]) if self.setting.routing.is_adaptive() => {
                let escape = channel * vcs + self.class(wraps);
                let first = self.first_adaptive();
                std::iter::once(escape).chain(useful.iter().flat_map(|&(channel, _)| of(channel, first))).collect()
            }
            (None, &[(channel, wraps), ..]) => self.group(channel, wraps, message.via.is_none()).collect(),
        }
    }

    /// Of useful channels those whose turn into the other one is allowed: all, if there is one only, or under other routings.
    fn by_turns(&self, useful: Vec<(u32, bool)>) -> Vec<(u32, bool)> {
        let [(x, _), (y, _)] = useful[..] else { return useful };
        let open = |own: u32, other: u32| turn(own % 4, other % 4).is_some_and(|turn| self.setting.turns.has(turn));
        let by_turns = self.setting.routing == Routing::Turns;
        let open = [(x, open(x, y)), (y, open(y, x))].map(|(channel, open)| (!by_turns || open).then_some(channel));
        useful.into_iter().filter(|(channel, _)| open.contains(&Some(*channel))).collect()
    }

    /// The number of virtual channels that are for escape.
    fn first_adaptive(&self) -> u32 {
        match self.setting.routing {
            Routing::Turns => 0,
            _ if self.has_dateline() => 2,
            _ => 1,
        }
    }

    fn adaptive(&mut self, useful: &[(u32, bool)]) -> Option<u32> {
        let first = self.first_adaptive();
        let channels: Vec<u32> = useful.iter().map(|&(channel, _)| channel).collect();
        let has_free = |plain: &Self, channel: u32| !plain.free_lanes(channel, first).is_empty();
        let open: Vec<u32> = channels.iter().copied().filter(|&channel| has_free(self, channel)).collect();
        let chosen = match self.setting.select {
            Select::Random => return self.draw_free_lane(&channels, first),
            Select::Channel => open,
            Select::Spread => {
                let busy = |channel: u32| self.setting.vcs as usize - self.free_lanes(channel, 0).len();
                let least = open.iter().map(|&channel| busy(channel)).min()?;
                open.into_iter().filter(|&channel| busy(channel) == least).collect()
            }
        };
        let channel = self.draw(&chosen)?;
        self.draw_free_lane(&[channel], first)
    }

    fn escape(&self, useful: &[(u32, bool)]) -> Option<u32> {
        let &(channel, wraps) = useful.first()?;
        let lane = channel * self.setting.vcs + self.class(wraps);
        self.lanes[lane as usize].message.is_none().then_some(lane)
    }

    /// The escape lane of a message that has yet to cross the wrap-around link, or has not.
    fn class(&self, wraps: bool) -> u32 {
        if wraps || !self.has_dateline() || self.setting.escape == Escape::Off { 0 } else { 1 }
    }

    /// True if there are rings of more than two nodes.
    fn has_dateline(&self) -> bool {
        self.setting.k > 2 && self.setting.topology != Topology::Mesh
    }

    /// Any free lane of its class on the channel of the lowest dimension. The lanes are divided among the parts of a path, and those of a
    /// part between the two classes of the dateline.
    fn in_order(&mut self, useful: &[(u32, bool)], last_part: bool) -> Option<u32> {
        let &(channel, wraps) = useful.first()?;
        let lanes = self.group(channel, wraps, last_part);
        let free: Vec<u32> = lanes.filter(|&lane| self.lanes[lane as usize].message.is_none()).collect();
        self.draw(&free)
    }

    /// The lanes of a class on a channel, in a part of a path.
    fn group(&self, channel: u32, wraps: bool, last_part: bool) -> std::ops::Range<u32> {
        let (vcs, mut group, mut groups) = (self.setting.vcs, 0, 1);
        if self.setting.routing.has_two_parts() {
            (group, groups) = (u32::from(last_part), 2);
        }
        if self.has_dateline() && self.setting.escape == Escape::On {
            (group, groups) = (2 * group + u32::from(!wraps), 2 * groups);
        }
        channel * vcs + group * vcs / groups..channel * vcs + (group + 1) * vcs / groups
    }

    /// The free lanes of a channel from virtual channel `first` on.
    fn free_lanes(&self, channel: u32, first: u32) -> Vec<u32> {
        let vcs = self.setting.vcs;
        let lanes = channel * vcs + first..(channel + 1) * vcs;
        lanes.filter(|&lane| self.lanes[lane as usize].message.is_none()).collect()
    }

    fn draw_free_lane(&mut self, channels: &[u32], first: u32) -> Option<u32> {
        let free: Vec<u32> = channels.iter().flat_map(|&channel| self.free_lanes(channel, first)).collect();
        self.draw(&free)
    }

    /// Any of the choices; nothing is drawn if there is none.
    fn draw(&mut self, choices: &[u32]) -> Option<u32> {
        match choices {
            [] => None,
            [only] => Some(*only),
            _ => Some(choices[self.routing.random_range(0..choices.len() as u32) as usize]),
        }
    }

    fn take(&mut self, lane: u32, number: u32) {
        let end = self.far_end(lane / self.setting.vcs);
        let message = self.messages.get_mut(&number).expect("it waits");
        if message.via == Some(end) {
            (message.via, message.ties) = (None, self.routing.random());
        }
        let arrives = end == message.destination && message.via.is_none();
        let onward = if arrives { Onward::Eject } else { Onward::Unrouted };
        let upstream = message.header;
        message.blocked = None;
        self.lanes[lane as usize] = Lane { message: Some(number), upstream, onward, ..Lane::default() };
        if let FlitPlace::Lane(previous) = upstream {
            self.lanes[previous as usize].onward = Onward::Lane(lane);
        }
        self.routing_headers.remove(&number);
    }
}
