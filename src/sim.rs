//! The networks themselves, cycle by cycle: what the models predict, measured, and what the animation draws.
//!
//! A simulator is a value. A step moves it one cycle on, a clone is a point to come back to, and the same configuration and seed give the
//! same cycles on every machine. It counts; it does not judge. How long to run, what to leave out and how sure the numbers are is decided
//! once for all simulators, in [`protocol`].
//!
//! | simulator | network |
//! |---|---|
//! | [`wormhole`] | tori and cubes, flit by flit |
//! | [`circuit`] | hypercube with circuits over virtual channels, under modulated traffic |
//! | [`slotted`] | hypercube whose nodes send or receive one packet a slot |
//! | [`banyan`] | multistage network without buffers, with multicast packets |

pub mod banyan;
mod channels;
pub mod circuit;
mod fault;
mod of_scenario;
mod pool;
pub mod protocol;
pub mod replay;
#[cfg(any(test, feature = "test-system"))]
mod ring;
pub mod slotted;
pub mod stats;
pub mod trace;
mod watch;
pub mod words;
pub mod wormhole;

pub use channels::{ChannelId, ChannelUse};
pub use fault::AuditFault;

pub use of_scenario::{
    banyan as banyan_of, circuit as circuit_of, config, of, slotted as slotted_of, wormhole as wormhole_of,
};

use crate::model::Quantity;
use rand::{Rng, RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};

/// The generator of all random numbers, as results name it.
pub const GENERATOR: &str = "Pcg64Mcg (PCG XSL 128/64)";

/// The random numbers of one replication of a run: the seed says which run, the replication which of its independent repetitions.
///
/// The generator has 2^126 states on one cycle. Two streams begin at unrelated places: two of 2^40 numbers overlap with probability 2^-85.
pub fn stream(seed: u32, replication: u32) -> Pcg64Mcg {
    Pcg64Mcg::seed_from_u64(u64::from(replication) << 32 | u64::from(seed))
}

/// Other random numbers of the same replication: for what routers choose, so that they do not change what is sent.
fn choices(seed: u32, replication: u32) -> Pcg64Mcg {
    Pcg64Mcg::seed_from_u64(1 << 63 | u64::from(replication) << 32 | u64::from(seed))
}

/// One of the bits of a mask that is not zero, all equally likely. A number is drawn only where there is a choice.
fn any_bit(mut mask: u32, random: &mut impl Rng) -> u32 {
    if mask.count_ones() > 1 {
        for _ in 0..random.random_range(0..mask.count_ones()) {
            mask &= mask - 1;
        }
    }
    mask & mask.wrapping_neg()
}

/// A part of a count; zero of nothing.
fn ratio(part: u64, of: u64) -> f64 {
    if of == 0 { 0.0 } else { part as f64 / of as f64 }
}

/// A network that can be simulated under [`protocol`].
///
/// A message is *generated* in cycle g, during the step from g to g+1, and *delivered* at d > g, at the end of the step from d-1 to d. Its
/// latency is d - g. All counts are totals since time 0.
#[auto_impl::auto_impl(Box)]
pub trait Simulator {
    /// The constant properties of a run.
    fn about(&self) -> SimulatorInfo;

    /// The mean use that the busiest channel or node would have at least if the network carried its load, 1 if it never rested: above 1
    /// there is no steady state. Zero where no bound is known. It may take as long as many cycles.
    fn utilisation(&self) -> f64 {
        0.0
    }

    /// Simulates one cycle, or one slot.
    fn step(&mut self);

    /// The counts since time 0.
    fn totals(&self) -> &Totals;

    /// The time: cycles simulated so far.
    fn now(&self) -> u64 {
        self.totals().now
    }

    /// The messages of a class, an index into [`SimulatorInfo::classes`].
    fn population(&self, _class: usize) -> Population {
        self.totals().messages
    }

    /// The work that messages generated since time 0 bring at least: flits times channels; copies where every packet crosses as many.
    fn offered(&self) -> u64 {
        self.totals().offered
    }

    /// The samples of the last step.
    fn samples(&self) -> &[Sample] {
        &self.totals().samples
    }

    /// The end of the last step in which something came nearer to its destination.
    fn last_progress(&self) -> u64 {
        self.totals().last_progress
    }

    /// Begins to count anew for [`measures`](Self::measures). The network goes on as it is.
    fn begin_window(&mut self);

    /// The quantities that the model of this network predicts, by their symbols, measured since [`begin_window`](Self::begin_window).
    fn measures(&self) -> Vec<Quantity>;

    /// Counts from time 0 on what each channel carries, for [`channels`](Self::channels).
    fn count_channels(&mut self) {}

    /// The work of each channel since [`begin_window`](Self::begin_window); nothing if that is not [counted](Self::count_channels).
    fn channels(&self) -> Vec<ChannelUse> {
        Vec::new()
    }

    /// Generates nothing more. What is in the network is still delivered.
    fn stop_sources(&mut self);

    /// Compares all counts and states that must agree, between two steps; when nothing is in flight, every resource must be free.
    /// Fails with the first that does not agree.
    fn audit(&self) -> Result<(), AuditFault>;

    /// Flits that have crossed a channel since time 0; a packet that moves as a whole is one.
    fn flit_hops(&self) -> u64 {
        self.totals().flit_hops
    }

    /// The memory that everything present takes, bytes: by places, so that it is the same on every machine. Zero where nothing waits.
    fn held(&self) -> u64 {
        0
    }
}

/// A network at a load, and the identity of its run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Config<N> {
    /// The network, its routers, its sources and the choices that papers leave open.
    pub network: N,
    /// The load, in the unit of the model.
    pub load: f64,
    /// Start of the random numbers.
    pub seed: u32,
    /// The number of the independent repetition, from 0.
    pub replication: u32,
}

impl<N> Config<N> {
    /// The first repetition of a run.
    pub const fn new(network: N, load: f64, seed: u32) -> Self {
        Self { network, load, seed, replication: 0 }
    }

    /// The run at the same load, with the same random numbers, of another network.
    const fn with<M>(&self, network: M) -> Config<M> {
        Config { network, load: self.load, seed: self.seed, replication: self.replication }
    }

    /// The identity of the run.
    pub const fn identity(&self) -> Identity {
        self.with(())
    }
}

/// The constant properties of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SimulatorInfo {
    /// The identity of the run.
    pub identity: Identity,
    /// The generator of its random numbers.
    pub generator: &'static str,
    /// The nodes that generate messages.
    pub nodes: u32,
    /// The classes of samples, the most important one first.
    pub classes: &'static [Class],
    /// The exact mean growth of [`Simulator::offered`] in a cycle.
    pub offered: f64,
    /// Cycles for which the traffic remembers: its slowest time constant. Zero for traffic without memory.
    pub memory: f64,
    /// The ratio of the variance of the messages generated in a long time to that of Poisson traffic: 1 for traffic without memory.
    pub dispersion: f64,
    /// Mean latency of each class in an idle network whose flits never wait, cycles, in the order of the classes. Zero for a rate.
    pub idle: [f64; MOST_CLASSES],
}

/// Classes that a simulator has at most.
pub const MOST_CLASSES: usize = 2;

/// The identity of a run: its load, seed and replication.
pub type Identity = Config<()>;

/// One kind of observation of a simulator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Class {
    /// Its name, such as `unicast`.
    pub name: &'static str,
    /// The meaning of its values.
    pub kind: ClassKind,
}

/// The meaning of the values of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ClassKind {
    /// One latency for each message, cycles.
    Latency,
    /// One number for each cycle: packets per output in it.
    Rate,
}

/// The messages of a class: those generated, those delivered, and those waiting or under way, counted in place: the difference of the two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs, reason = "the doc of the type tells its fields")]
pub struct Population {
    pub generated: u64,
    pub delivered: u64,
    pub in_flight: u64,
}

/// One observation: a latency or a rate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// Its class, an index into [`SimulatorInfo::classes`].
    pub class: usize,
    /// The cycle in which the message was generated, or which the rate is of.
    pub generated: u64,
    /// The latency in cycles, or the rate.
    pub value: f64,
    /// The cycles of a latency that the message waited at its source; `None` where that time is not told apart.
    pub source: Option<u32>,
}

/// The counts of a network since time 0, each the answer of the method of [`Simulator`] with its name, unless the simulator has its own.
#[derive(Clone, Debug, Default)]
pub struct Totals {
    now: u64,
    /// The population of each class that has none of its own.
    messages: Population,
    offered: u64,
    flit_hops: u64,
    last_progress: u64,
    samples: Vec<Sample>,
}

impl Totals {
    /// A message is generated that brings some work.
    const fn generate(&mut self, work: u64) {
        self.messages.generated += 1;
        self.messages.in_flight += 1;
        self.offered += work;
    }

    /// A message has arrived at the end of this step.
    fn deliver(&mut self, generated: u64, end: u64, source: Option<u32>) {
        self.messages.delivered += 1;
        self.messages.in_flight -= 1;
        self.samples.push(Sample { class: 0, generated, value: (end - generated) as f64, source });
    }
}
