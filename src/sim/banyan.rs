//! The banyan with multicast packets, slot by slot: the first pass, in which switching elements copy packets by the region in their header.
//!
//! ```text
//!    slot t:  source --> [stage n-1] --> ... --> [stage 0] --> destination         no buffers: through in one slot, or lost
//!                             |
//!                             two packets in one element that want a common port draw lots;
//!                             the loser loses all that it wanted there
//! ```
//! # One slot
//! 1. Each source sends a packet with probability ρ; it is multicast with probability m, to f consecutive nodes from a random start on,
//!    else unicast. All independent of each other and of the past.
//! 2. At stage i, from n-1 down to 0, [`Region::split`] says which ports each packet wants and what its copies carry on. Two packets of one
//!    element that have no port in common both pass. Otherwise a fair coin takes one of them; a packet that loses one of two ports
//!    loses both, though the other one is free.
//! 3. What arrives is counted. A packet is *complete* if all its destinations have been reached.
//!
//! Regions that go round the end are one header, as on the page of the model: the start is uniform modulo N
//! ([`Start::Random`](paper::Start::Random)), or the region is kept inside ([`Start::Inside`](paper::Start::Inside)). Copies as early as
//! possible ([`Start::Early`](paper::Start::Early)) cannot be simulated: a region of f nodes meets at most 1 + ⌈(f-1)/2^j⌉ aligned blocks
//! of 2^j nodes, so no header of this encoding is copied in the first stages as case (B) of the paper wants it.
//!
//! Nothing waits, so there is no latency; what is observed in each slot is the throughput η of [the model](paper) and that of complete
//! packets. The sub-modules have what else the paper does with this network: the second pass ([`two_phase`]), and what happens when
//! packets wait instead of being lost ([`deadlock`]).

pub mod deadlock;
mod lockstep;
mod measures;
#[cfg(test)]
mod tests;
pub mod two_phase;
mod waiting;

use super::{
    AuditFault, ChannelId, ChannelUse, Class, ClassKind, GENERATOR, MOST_CLASSES, Population, Sample, Simulator,
    SimulatorInfo, Totals, channels::ChannelCounts, stream, watch::Watch,
};
use crate::{
    model::{Quantity, banyan_multicast as paper},
    param::{Accepted, Key, Problem},
    topology::banyan::{Banyan, Region},
};
use measures::Counters;
use rand::RngExt as _;
use rand_pcg::Pcg64Mcg;

/// A network at a load in copies per input and slot, (1-m)ρ + mρf, with ρ at most 1.
pub type Config = super::Config<paper::Setting>;

/// Checks that a network can be simulated. Fails for copies as early as possible, which no header makes.
pub fn check(network: &paper::Setting) -> Result<(), Problem> {
    match network.start {
        paper::Start::Random | paper::Start::Inside => Ok(()),
        early @ paper::Start::Early => Err(Problem::new(Key::Start.name(), early.choice().key, Accepted::RandomStart)),
    }
}

/// A packet, or a copy of one, at the input of a stage.
#[derive(Clone, Copy, Debug)]
struct PacketCopy {
    input: u32,
    header: Region,
    /// The source whose packet it is.
    source: u32,
    /// True if it has lost its element to another one.
    lost: bool,
}

/// A packet, or a copy of one, that came to a switching element: at which stage, n-1 the first and 0 the last, on which input link, with
/// which header and from which source; and whether it was lost there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the doc of the type tells its fields")]
pub struct Passage {
    pub stage: u32,
    pub input: u32,
    pub header: Region,
    pub source: u32,
    pub lost: bool,
}

/// The network between two slots. It is empty then, so this is only its counts.
#[derive(Clone, Debug)]
pub struct Network {
    config: Config,
    banyan: Banyan,
    rate: f64,
    random: Pcg64Mcg,
    totals: Totals,
    /// At the inputs of this stage and the next one.
    here: Vec<PacketCopy>,
    there: Vec<PacketCopy>,
    /// By element: the stamp of the stage at which a packet was last seen there, and which one.
    seen: Vec<(u64, u32)>,
    stamp: u64,
    /// By source: how many nodes its packet of this slot is for, and how many it has reached.
    wants: Vec<u32>,
    reached: Vec<u32>,
    counters: Counters,
    tally: ChannelCounts,
    /// Copies since time 0: delivered, lost, and delivered to a node that is not meant.
    delivered: u64,
    lost: u64,
    astray: u64,
    trail: Watch<Passage>,
}

impl Network {
    /// The network before its first slot.
    pub fn new(config: Config) -> Result<Self, Problem> {
        check(&config.network)?;
        let banyan = Banyan { n: config.network.n };
        let nodes = banyan.nodes() as usize;
        Ok(Self {
            banyan,
            rate: (config.load / config.network.copies_per_packet()).min(1.0),
            random: stream(config.seed, config.replication),
            totals: Totals::default(),
            here: Vec::with_capacity(nodes),
            there: Vec::with_capacity(nodes),
            seen: vec![(0, 0); nodes / 2],
            stamp: 0,
            wants: vec![0; nodes],
            reached: vec![0; nodes],
            counters: Counters::new(config.network, 0),
            tally: ChannelCounts::OFF,
            delivered: 0,
            lost: 0,
            astray: 0,
            trail: Watch::OFF,
            config,
        })
    }

    /// The network, its load and its random numbers.
    pub const fn config(&self) -> Config {
        self.config
    }

    /// Makes the network keep the [trail](Self::trail) of each slot until the next one.
    pub fn watched(self) -> Self {
        Self { trail: Watch::on(), ..self }
    }

    /// The packets at the elements in the last slot, stage by stage from n-1 down; empty if the network is not [watched](Self::watched).
    pub fn trail(&self) -> &[Passage] {
        self.trail.events()
    }

    /// The nodes that something arrived at in the last slot, each with the source that sent it.
    pub fn arrivals(&self) -> impl Iterator<Item = (u32, u32)> {
        self.here.iter().map(|copy| (copy.input, copy.source))
    }

    /// Copies since time 0: wanted by packets, delivered, lost.
    pub const fn copies(&self) -> [u64; 3] {
        [self.totals.offered, self.delivered, self.lost]
    }

    /// The number of inputs without a packet before the next one with a packet.
    fn gap(&mut self) -> f64 {
        let uniform: f64 = self.random.random();
        // The geometric law. With ρ = 1 the denominator is -∞ and the gap zero.
        if self.rate > 0.0 { libm::floor(libm::log1p(-uniform) / libm::log1p(-self.rate)) } else { f64::INFINITY }
    }

    fn send(&mut self) {
        let paper::Setting { fanout, multicast, start, .. } = self.config.network;
        let nodes = self.banyan.nodes();
        self.here.clear();
        let mut source = self.gap();
        while source < f64::from(nodes) {
            let node = source as u32;
            let (first, count) = if self.random.random::<f64>() < multicast {
                let starts = if start == paper::Start::Inside { nodes - fanout + 1 } else { nodes };
                (self.random.random_range(0..starts), fanout)
            } else {
                (self.random.random_range(0..nodes), 1)
            };
            self.totals.offered += u64::from(count);
            self.wants[node as usize] = count;
            self.reached[node as usize] = 0;
            let header = Region::around(self.banyan, first, count);
            self.here.push(PacketCopy { input: self.banyan.shuffle(node), header, source: node, lost: false });
            source += 1.0 + self.gap();
        }
    }

    /// Rule 2 for stage i.
    fn pass(&mut self, i: u32) {
        self.stamp += 1;
        self.totals.flit_hops += self.here.len() as u64;
        for at in 0..self.here.len() {
            let copy = self.here[at];
            let (stamp, rival) = self.seen[copy.input as usize / 2];
            if stamp != self.stamp {
                self.seen[copy.input as usize / 2] = (self.stamp, at as u32);
                continue;
            }
            let (ours, theirs) = (copy.header.split(i), self.here[rival as usize].header.split(i));
            if (0..2).any(|port| ours[port].is_some() && theirs[port].is_some()) {
                let loser = if self.random.random() { at } else { rival as usize };
                self.here[loser].lost = true;
            }
        }
        self.there.clear();
        for at in 0..self.here.len() {
            let copy = self.here[at];
            let copies = copy.header.split(i);
            let copied = copies[0].is_some() && copies[1].is_some();
            let PacketCopy { input, header, source, lost } = copy;
            self.trail.note(|| Passage { stage: i, input, header, source, lost });
            self.counters.arrive(i, self.wants[copy.source as usize] > 1, copied);
            self.tally.count(i * self.banyan.nodes() + copy.input);
            if copy.lost {
                self.lost += u64::from(copy.header.size(self.banyan));
                continue;
            }
            for (port, header) in (0..).zip(copies) {
                let Some(header) = header else { continue };
                let input = self.banyan.exchange(i, self.banyan.leave(copy.input, port));
                self.there.push(PacketCopy { input, header, ..copy });
            }
        }
        std::mem::swap(&mut self.here, &mut self.there);
    }

    fn arrive(&mut self) {
        let (mut unicast, mut copies, mut complete) = (0_u32, 0_u32, 0_u32);
        for copy in &self.here {
            let (node, source) = (copy.input, copy.source as usize);
            self.astray += u64::from(copy.header != Region { min: node, max: node });
            self.counters.arrive_at(node);
            self.reached[source] += 1;
            complete += u32::from(self.reached[source] == self.wants[source]);
            if self.wants[source] == 1 {
                unicast += 1;
            } else {
                copies += 1;
            }
        }
        self.delivered += self.here.len() as u64;
        self.totals.flit_hops += self.here.len() as u64;
        self.counters.unicast += u64::from(unicast);
        let outputs = f64::from(self.banyan.nodes());
        let packets = f64::from(unicast) + f64::from(copies) / f64::from(self.config.network.fanout);
        self.totals.samples.clear();
        for (class, value) in [packets, f64::from(complete)].into_iter().enumerate() {
            let generated = self.totals.now;
            self.totals.samples.push(Sample { class, generated, value: value / outputs, source: None });
        }
    }
}

impl Simulator for Network {
    fn about(&self) -> SimulatorInfo {
        SimulatorInfo {
            identity: self.config.identity(),
            generator: GENERATOR,
            nodes: self.banyan.nodes(),
            classes: &[
                Class { name: "throughput", kind: ClassKind::Rate },
                Class { name: "complete", kind: ClassKind::Rate },
            ],
            offered: self.rate * self.config.network.copies_per_packet() * f64::from(self.banyan.nodes()),
            memory: 0.0,
            dispersion: 1.0,
            idle: [0.0; MOST_CLASSES],
        }
    }

    fn step(&mut self) {
        self.trail.begin();
        self.send();
        for i in (0..self.banyan.n).rev() {
            self.pass(i);
        }
        self.arrive();
        self.totals.now += 1;
        self.totals.last_progress = self.totals.now;
    }

    fn totals(&self) -> &Totals {
        &self.totals
    }

    /// Each slot is one observation, over when it ends.
    fn population(&self, _class: usize) -> Population {
        Population { generated: self.totals.now, delivered: self.totals.now, in_flight: 0 }
    }

    fn begin_window(&mut self) {
        self.counters = Counters::new(self.config.network, self.totals.now);
        self.tally.begin(self.totals.now);
    }

    fn measures(&self) -> Vec<Quantity> {
        self.counters.quantities(self.totals.now)
    }

    fn count_channels(&mut self) {
        self.tally = ChannelCounts::of((self.banyan.n * self.banyan.nodes()) as usize);
    }

    fn channels(&self) -> Vec<ChannelUse> {
        let nodes = self.banyan.nodes();
        self.tally.uses(self.totals.now, |link| ChannelId::Into { stage: link / nodes, link: link % nodes })
    }

    fn stop_sources(&mut self) {
        self.rate = 0.0;
    }

    fn audit(&self) -> Result<(), AuditFault> {
        let (wanted, &Self { delivered, lost, astray: copies, .. }) = (self.offered(), self);
        if copies > 0 {
            return Err(AuditFault::Astray { copies });
        }
        if wanted != delivered + lost {
            return Err(AuditFault::Copies { wanted, delivered, lost });
        }
        Ok(())
    }
}
