//! The slotted hypercube: in one slot a node sends one packet to a neighbour or receives one.
//!
//! ```text
//!            slot t                                 a node of the hypercube, half duplex
//!   |------------------------|
//!   fresh   nodes try, one    packets        fresh, Poisson λ ---> [ FIFO ] --> head, k hops to go
//!   packets after the other,  that moved      from a neighbour ------^           |  a neighbour on a shortest path
//!   join    in random order   join                                               v  that is free in this slot
//! ```
//! # One slot, from t to t+1
//! 1. *Arrivals.* Packets whose instant lies in (t-1, t] join the queue of their node; slot t is the first in which they may move. Every
//!    node is a Poisson source; destinations are uniform over the other N-1 nodes. Behind them join the packets that moved in the
//!    slot before, since these have come at its end.
//! 2. *Attempts.* Each node with a packet gets one turn, in a fresh random permutation ([`Order`]). A node that has received in this slot
//!    cannot send any more. Otherwise its first packet chooses uniformly among the next hops on shortest paths that are free, that is,
//!    that have neither sent nor received in this slot ([`Policy`]). Both nodes are then busy until the slot ends, also if the packet has
//!    arrived. If none is free the packet is blocked, and its node stays free to receive.
//! 3. *Moves.* At t+1 packets that have moved are delivered, or will join the queue of their node. They cannot move again in the same slot.
//!
//! The delay is counted in slots from the first slot in which the packet may move: compare it with T of
//! [the model](crate::model::hypercube_slotted), and with D - 1/2.
//!
//! # What follows
//! With n = 1 the two nodes share one transmission per slot: a queue with Poisson batches and a service of exactly one slot, whose mean
//! delay is (1-λ)/(1-2λ). Each hop takes two nodes, so that λ cannot exceed (1 - 2^-n)/n.

mod measures;
#[cfg(test)]
mod tests;
mod turn;
mod view;

use super::{
    AuditFault, ChannelId, ChannelUse, Class, ClassKind, GENERATOR, Simulator, SimulatorInfo, Totals,
    channels::ChannelCounts, choices, pool::Slab, stream, watch::Watch,
};
pub use crate::param::options::{Order, Policy};
use crate::topology::grid::Grid;
use crate::traffic::pattern::Destinations;
use crate::{model::Quantity, traffic::sampling::Arrivals};
use measures::Counters;
use rand_pcg::Pcg64Mcg;
pub use view::{CarriedPacket, SlotTurn, TurnOutcome};

/// The network, without its load.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Setting {
    /// Dimensions, 1 to 20; N = 2^n nodes.
    pub n: u32,
    /// The nodes that packets are for.
    pub destinations: Destinations,
    /// The choice of the next hop of a packet.
    pub policy: Policy,
    /// In which order nodes try.
    pub order: Order,
}

impl Setting {
    /// True if the sources of both draw the same packets from the same seed at the same load: these have random numbers of their own.
    pub fn sends_like(&self, other: &Self) -> bool {
        (self.n, self.destinations) == (other.n, other.destinations)
    }
}

/// A network at a load λ, packets that a node generates in a slot.
pub type Config = super::Config<Setting>;

const NONE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
struct SlottedPacket {
    destination: u32,
    /// The next packet of the queue.
    next: u32,
    generated: u64,
}

/// The queue of a node.
#[derive(Clone, Copy, Debug)]
struct NodeQueue {
    head: u32,
    tail: u32,
    /// The first slot in which the head could move.
    since: u64,
    /// The slot after the last one in which the node was busy.
    busy: u64,
    /// The next hop that the head has chosen for good, or NONE.
    choice: u32,
}

/// The network at one instant.
#[derive(Clone, Debug)]
pub struct Network {
    config: Config,
    /// Random numbers for the times, sources and destinations of packets.
    sources: Pcg64Mcg,
    arrivals: Arrivals,
    /// The order of turns and what nodes choose.
    choices: Pcg64Mcg,
    totals: Totals,
    packets: Slab<SlottedPacket>,
    queues: Vec<NodeQueue>,
    /// Nodes with a packet, one bit each.
    waiting: Vec<u64>,
    /// The nodes that try in this slot, in turn.
    turns: Vec<u32>,
    /// Packets that have moved in the last slot but are not at their destination, and where they are.
    moves: Vec<(u32, u32)>,
    counters: Counters,
    tally: ChannelCounts,
    turns_seen: Watch<SlotTurn>,
    /// By place, if the caller watches: number and source of the packet there.
    names: Vec<(u32, u32)>,
}

impl Network {
    /// The idle network at time 0.
    pub fn new(config: Config) -> Self {
        let setting = config.network;
        let nodes = 1_usize << setting.n;
        let mut sources = stream(config.seed, config.replication);
        Self {
            arrivals: Arrivals::poisson(config.load, 1 << setting.n, &mut sources),
            sources,
            choices: choices(config.seed, config.replication),
            totals: Totals::default(),
            packets: Slab::new(),
            queues: vec![NodeQueue { head: NONE, tail: NONE, since: 0, busy: 0, choice: NONE }; nodes],
            waiting: vec![0; nodes.div_ceil(64)],
            turns: Vec::with_capacity(nodes),
            moves: Vec::with_capacity(nodes / 2),
            counters: Counters::new(setting.n, 0),
            tally: ChannelCounts::OFF,
            turns_seen: Watch::OFF,
            names: Vec::new(),
            config,
        }
    }

    /// Generates a packet now, to move from the next step on. A packet to its own source is none.
    pub fn inject(&mut self, source: u32, destination: u32) {
        if source == destination {
            return;
        }
        let packet = SlottedPacket { destination, next: NONE, generated: self.totals.now };
        let place = self.packets.put(packet);
        if self.turns_seen.is_on() {
            self.name(place, source);
        }
        self.totals.generate(u64::from((source ^ destination).count_ones()));
        self.counters.generated += 1;
        self.join(place, source);
    }

    /// A packet joins the queue of a node; it may move in this slot if it is the first.
    fn join(&mut self, packet: u32, node: u32) {
        self.packets[packet].next = NONE;
        let queue = &mut self.queues[node as usize];
        if queue.head == NONE {
            (queue.head, queue.since) = (packet, self.totals.now);
            self.waiting[node as usize / 64] |= 1 << (node % 64);
        } else {
            self.packets[queue.tail].next = packet;
        }
        queue.tail = packet;
    }

    fn arrive(&mut self) {
        let Setting { n, destinations, .. } = self.config.network;
        while let Some((_, source)) = self.arrivals.until(self.totals.now as f64, &mut self.sources) {
            if let Some(destination) = destinations.draw((2, n), source, &mut self.sources) {
                self.inject(source, destination);
            }
        }
    }

    /// Phase 3: delivers those of the packets that have moved which are where they want to be.
    fn deliver(&mut self) {
        if !self.moves.is_empty() {
            self.totals.last_progress = self.totals.now;
        }
        self.totals.flit_hops += self.moves.len() as u64;
        let Self { moves, packets, totals, .. } = self;
        moves.retain(|&(place, node)| {
            let packet = &packets[place];
            if packet.destination != node {
                return true;
            }
            totals.deliver(packet.generated, totals.now, None);
            packets.free(place);
            false
        });
    }
}

impl Simulator for Network {
    fn about(&self) -> SimulatorInfo {
        let Setting { n, destinations, .. } = self.config.network;
        let distance = destinations.mean_distance(Grid::hypercube(n));
        let offered = self.config.load * f64::from(destinations.senders((2, n))) * distance;
        SimulatorInfo {
            identity: self.config.identity(),
            generator: GENERATOR,
            nodes: 1 << n,
            classes: &[Class { name: "packet", kind: ClassKind::Latency }],
            offered,
            memory: 0.0,
            dispersion: 1.0,
            idle: [distance, 0.0],
        }
    }

    fn utilisation(&self) -> f64 {
        // Each hop takes two nodes for a slot.
        2.0 * self.about().offered / f64::from(1_u32 << self.config.network.n)
    }

    fn step(&mut self) {
        self.totals.samples.clear();
        self.turns_seen.begin();
        self.arrive();
        for i in 0..self.moves.len() {
            let (place, node) = self.moves[i];
            self.join(place, node);
        }
        self.moves.clear();
        self.draw_turns();
        self.counters.slot(self.turns.len() as u64, self.totals.messages.in_flight);
        for i in 0..self.turns.len() {
            self.attempt(self.turns[i]);
        }
        self.totals.now += 1;
        self.deliver();
    }

    fn totals(&self) -> &Totals {
        &self.totals
    }

    fn begin_window(&mut self) {
        self.counters = Counters::new(self.config.network.n, self.totals.now);
        self.tally.begin(self.totals.now);
    }

    fn measures(&self) -> Vec<Quantity> {
        self.counters.quantities(self.totals.now)
    }

    fn count_channels(&mut self) {
        self.tally = ChannelCounts::of((self.config.network.n as usize) << self.config.network.n);
    }

    fn channels(&self) -> Vec<ChannelUse> {
        let n = self.config.network.n;
        self.tally.uses(self.totals.now, |channel| ChannelId::Between {
            from: channel / n,
            to: (channel / n) ^ (1 << (channel % n)),
        })
    }

    fn stop_sources(&mut self) {
        self.arrivals.stop();
    }

    fn held(&self) -> u64 {
        self.packets.held()
    }

    fn audit(&self) -> Result<(), AuditFault> {
        let mut queued = 0;
        for (node, queue) in (0_u32..).zip(&self.queues) {
            let (mut packet, mut last) = (queue.head, NONE);
            while packet != NONE {
                let SlottedPacket { destination, next, .. } = self.packets[packet];
                if destination == node {
                    return Err(AuditFault::Queue { node });
                }
                queued += 1;
                (last, packet) = (packet, next);
            }
            let waits = self.waiting[node as usize / 64] >> (node % 64) & 1 == 1;
            if (last != NONE && last != queue.tail) || waits != (queue.head != NONE) {
                return Err(AuditFault::Queue { node });
            }
        }
        queued += self.moves.len() as u64;
        if queued != self.totals.messages.in_flight {
            return Err(AuditFault::Present { found: queued, counted: self.totals.messages.in_flight });
        }
        Ok(())
    }
}
