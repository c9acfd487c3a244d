//! The plain engine: each rule of a cycle once, written to be read and to be right. Every flit is moved by itself, every lane is looked
//! for by its channel, and every decision is taken from the state at the start of the cycle. The fast engine is held to it state by state.
//!
//! The rules leave open the order within a phase. Circuits come in the order in which they began, circuits that begin in the order in
//! which their ports became free or got a message. Channels move in the order of a list: a channel joins it behind all others when it has
//! a lane that can move, and leaves when it has none at the start of a cycle. The last one takes its place.

mod view;

use super::{Config, Happening, Injection, Setting, What, choices, stream};
use crate::{sim::any_bit, traffic::sampling::Arrivals};
use rand::RngExt as _;
use rand_pcg::Pcg64Mcg;
use std::collections::{BTreeMap, VecDeque};

/// A channel, and a virtual channel of it.
type PlainLane = (u32, u32);

/// A message that waits: its number, its destination, and when it was generated.
type Waiting = (u32, u32, u64);

/// A message that has left its queue.
#[derive(Clone, Debug)]
struct PlainCircuit {
    source: u32,
    destination: u32,
    generated: u64,
    /// The cycle from which its first flit may start, once the path is complete.
    ready: Option<u64>,
    /// The lanes that it has taken, that of its port first, and the flits that have crossed each.
    path: Vec<PlainLane>,
    crossed: Vec<u32>,
    back: bool,
    attempts: u32,
    /// The end of the cycle of its last failure, and where that was.
    failed: Option<(u64, u32)>,
    /// True if it failed at its source and that was reported.
    told: bool,
}

impl PlainCircuit {
    fn hops(&self) -> u32 {
        self.path.len() as u32 - 1
    }
}

/// The network, with its sources.
#[derive(Clone, Debug)]
pub(super) struct PlainNetwork {
    setting: Setting,
    now: u64,
    sources: Pcg64Mcg,
    arrivals: Arrivals,
    choices: Pcg64Mcg,
    /// By port: the messages that wait, and whether it is in use.
    queues: Vec<VecDeque<Waiting>>,
    busy: Vec<bool>,
    /// Ports that will take a message.
    starting: Vec<u32>,
    /// By number of the message.
    circuits: BTreeMap<u32, PlainCircuit>,
    /// Circuits whose header is under way, and those that wait for their acknowledgement.
    headers: Vec<u32>,
    answered: Vec<u32>,
    /// The lanes that are taken: the message, and the position in its path.
    lanes: BTreeMap<PlainLane, (u32, usize)>,
    /// The channels that may move, in their order.
    order: Vec<u32>,
    /// By channel: the virtual channel that moved last.
    last: BTreeMap<u32, u32>,
    released: Vec<PlainLane>,
    moved: Vec<PlainLane>,
    pub generated: u32,
    pub offered: u64,
    pub last_progress: u64,
    pub happened: Vec<Happening>,
    /// The times of generation and of delivery of the messages delivered in the last step.
    pub delivered: Vec<(u64, u64)>,
    /// By channel of the network: the flits that it has carried.
    pub carried: Vec<u64>,
}

impl PlainNetwork {
    pub(super) fn new(config: Config) -> Self {
        let setting = config.network;
        let nodes = 1 << setting.n;
        let ports = (nodes * setting.vcs) as usize;
        let mut sources = stream(config.seed, config.replication);
        Self {
            arrivals: Arrivals::new(&setting.process, nodes, &mut sources),
            sources,
            choices: choices(config.seed, config.replication),
            now: 0,
            queues: vec![VecDeque::new(); ports],
            busy: vec![false; ports],
            starting: Vec::new(),
            circuits: BTreeMap::new(),
            headers: Vec::new(),
            answered: Vec::new(),
            lanes: BTreeMap::new(),
            order: Vec::new(),
            last: BTreeMap::new(),
            released: Vec::new(),
            moved: Vec::new(),
            generated: 0,
            offered: 0,
            last_progress: 0,
            happened: Vec::new(),
            delivered: Vec::new(),
            carried: vec![0; (setting.n * nodes) as usize],
            setting,
        }
    }

    pub(super) fn step(&mut self) {
        self.happened.clear();
        self.delivered.clear();
        while let Some((_, source)) = self.arrivals.until(self.now as f64, &mut self.sources) {
            let Setting { n, destinations, .. } = self.setting;
            if let Some(destination) = destinations.draw((2, n), source, &mut self.sources) {
                self.inject(source, destination);
            }
        }
        self.start();
        for number in std::mem::take(&mut self.headers) {
            self.move_header(number);
        }
        for number in std::mem::take(&mut self.answered) {
            if self.circuits[&number].ready == Some(self.now) {
                self.join(number, 0);
            } else {
                self.answered.push(number);
            }
        }
        self.move_flits();
        for lane in std::mem::take(&mut self.released) {
            self.release(lane);
        }
        self.now += 1;
    }

    pub(super) fn stop_sources(&mut self) {
        self.arrivals.stop();
    }

    pub(super) fn inject(&mut self, source: u32, destination: u32) {
        if source == destination {
            return;
        }
        self.offered += u64::from((source ^ destination).count_ones() * self.setting.flits);
        let port = source * self.setting.vcs + self.choices.random_range(0..self.setting.vcs);
        self.queues[port as usize].push_back((self.generated, destination, self.now));
        self.generated += 1;
        if self.queues[port as usize].len() == 1 && !self.busy[port as usize] {
            self.starting.push(port);
        }
    }

    fn start(&mut self) {
        for port in std::mem::take(&mut self.starting) {
            let (number, destination, generated) = self.queues[port as usize].pop_front().expect("a message waits");
            self.busy[port as usize] = true;
            let network = self.setting.n << self.setting.n;
            let lane = match self.setting.injection {
                Injection::Each => (network + port, 0),
                Injection::Shared => (network + port / self.setting.vcs, port % self.setting.vcs),
            };
            self.lanes.insert(lane, (number, 0));
            let circuit = PlainCircuit {
                source: port / self.setting.vcs,
                destination,
                generated,
                ready: None,
                path: vec![lane],
                crossed: vec![0],
                back: false,
                attempts: 1,
                failed: None,
                told: false,
            };
            self.circuits.insert(number, circuit);
            self.headers.push(number);
        }
    }

    fn happen(&mut self, what: What, message: u32, node: u32) {
        let circuit = &self.circuits[&message];
        let (source, destination, attempts) = (circuit.source, circuit.destination, circuit.attempts);
        let (hops, age) = (circuit.hops(), self.now + 1 - circuit.generated);
        self.happened.push(Happening { what, message, source, destination, node, hops, attempts, age });
    }

    /// The node to which the path of a circuit leads, up to a position.
    fn end(&self, circuit: &PlainCircuit, position: u32) -> u32 {
        let n = self.setting.n;
        circuit.path[1..=position as usize].iter().fold(circuit.source, |node, (channel, _)| node ^ 1 << (channel % n))
    }

    fn free_vc(&self, channel: u32) -> Option<u32> {
        (0..self.setting.vcs).find(|&vc| !self.lanes.contains_key(&(channel, vc)))
    }

    fn move_header(&mut self, number: u32) {
        let circuit = &self.circuits[&number];
        if circuit.back {
            self.headers.push(number);
            return self.walk_back(number);
        }
        let (n, hops, told) = (self.setting.n, circuit.hops(), circuit.told);
        let (node, destination) = (self.end(circuit, hops), circuit.destination);
        let open = (0..n).filter(|dimension| {
            (node ^ destination) >> dimension & 1 == 1 && self.free_vc(node * n + dimension).is_some()
        });
        let open: u32 = open.map(|dimension| 1 << dimension).sum();
        let circuit = self.circuits.get_mut(&number).expect("a circuit that moves");
        if open == 0 {
            circuit.attempts += 1;
            circuit.failed = Some((self.now + 1, node));
            (circuit.back, circuit.told) = (hops > 0, hops == 0);
            if !told {
                self.happen(What::Blocked, number, node);
            }
            self.headers.push(number);
            if hops > 0 {
                self.walk_back(number);
            }
            return;
        }
        let bit = any_bit(open, &mut self.choices);
        let channel = node * n + bit.trailing_zeros();
        let lane = (channel, self.free_vc(channel).expect("it has one"));
        self.last_progress = self.now + 1;
        let circuit = self.circuits.get_mut(&number).expect("a circuit that moves");
        circuit.told = false;
        circuit.path.push(lane);
        circuit.crossed.push(0);
        self.lanes.insert(lane, (number, hops as usize + 1));
        if node ^ bit == destination {
            circuit.ready = Some(self.now + 1 + u64::from(hops + 1));
            self.answered.push(number);
            self.happen(What::Connected, number, destination);
        } else {
            self.headers.push(number);
        }
    }

    fn walk_back(&mut self, number: u32) {
        let circuit = self.circuits.get_mut(&number).expect("a circuit that moves");
        self.released.extend(circuit.path.pop());
        circuit.crossed.pop();
        if circuit.path.len() == 1 {
            circuit.back = false;
            let source = circuit.source;
            self.happen(What::Returned, number, source);
        }
    }

    /// True if a flit of a circuit can cross a position of its path.
    fn can_move(&self, number: u32, position: usize) -> bool {
        let circuit = &self.circuits[&number];
        let sends = circuit.ready.is_some_and(|ready| ready <= self.now);
        let came = if position == 0 { self.setting.flits } else { circuit.crossed[position - 1] };
        let left = circuit.crossed.get(position + 1);
        let room = left.is_none_or(|left| circuit.crossed[position] - left < self.setting.depth);
        sends && came > circuit.crossed[position] && room
    }

    /// True if a flit can cross a lane.
    fn is_ready(&self, lane: PlainLane) -> bool {
        self.lanes.get(&lane).is_some_and(|&(number, position)| self.can_move(number, position))
    }

    /// The channel at a position of a path joins the others that may move, if it can.
    fn join(&mut self, number: u32, position: usize) {
        let (channel, _) = self.circuits[&number].path[position];
        if self.can_move(number, position) && !self.order.contains(&channel) {
            self.order.push(channel);
        }
    }

    fn move_flits(&mut self) {
        self.moved.clear();
        let mut at = 0;
        while at < self.order.len() {
            let (channel, vcs) = (self.order[at], self.setting.vcs);
            let last = self.last.get(&channel).copied().unwrap_or(0);
            let mut in_turn = (1..=vcs).map(|turn| (channel, (last + turn) % vcs));
            if let Some(lane) = in_turn.find(|&lane| self.is_ready(lane)) {
                self.last.insert(channel, lane.1);
                self.moved.push(lane);
                at += 1;
            } else {
                self.order.swap_remove(at);
            }
        }
        let moves: Vec<(u32, usize)> = self.moved.iter().map(|lane| self.lanes[lane]).collect();
        for (&(channel, _), &(number, position)) in self.moved.iter().zip(&moves) {
            self.last_progress = self.now + 1;
            self.circuits.get_mut(&number).expect("it sends").crossed[position] += 1;
            if let Some(carried) = self.carried.get_mut(channel as usize) {
                *carried += 1;
            }
        }
        let mut arrived = Vec::new();
        for (number, position) in moves {
            let (hops, flits) = (self.circuits[&number].hops() as usize, self.setting.flits);
            for neighbour in [position.wrapping_sub(1), position + 1] {
                if neighbour <= hops {
                    self.join(number, neighbour);
                }
            }
            if self.circuits[&number].crossed[position] == flits {
                self.released.push(self.circuits[&number].path[position]);
                if position == hops {
                    self.happen(What::Delivered, number, self.circuits[&number].destination);
                    arrived.push(number);
                }
            }
        }
        for number in arrived {
            let circuit = self.circuits.remove(&number).expect("it has arrived");
            self.delivered.push((circuit.generated, self.now + 1));
        }
    }

    fn release(&mut self, lane: PlainLane) {
        self.lanes.remove(&lane);
        let (network, vcs) = (self.setting.n << self.setting.n, self.setting.vcs);
        let Some(channel) = lane.0.checked_sub(network) else { return };
        let port = match self.setting.injection {
            Injection::Each => channel,
            Injection::Shared => channel * vcs + lane.1,
        };
        self.busy[port as usize] = false;
        if !self.queues[port as usize].is_empty() {
            self.starting.push(port);
        }
    }
}
