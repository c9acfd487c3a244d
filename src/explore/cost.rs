//! The cost of a network: its wires, counted where they are dear, and its buffers.
//!
//! | network of N = k^n nodes | channels across the middle | channels that leave or enter a node | channels with buffers |
//! |---|---|---|---|
//! | torus, rings in both directions | 4 N / k | 4 n | 2 n N |
//! | k-ary n-cube, rings in one direction | 2 N / k | 2 n | n N |
//! | hypercube, circuits | N | 2 n | n N |
//! | hypercube, slotted | N | 2 n | none: its queues have no bound |
//! | banyan between N inputs and N outputs | N / 2 | 2 | none: it has no buffers |
//!
//! Each of these channels has V virtual ones, each with a buffer of some flits: those of a network hold N x channels x V x depth flits.

pub use crate::param::options::Front;

use crate::{
    param::Key,
    scenario::{Scenario, System},
};

/// A network without what travels through it: its system, its radix k, which is 2 where there is no choice, and n dimensions or stages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the doc of the type tells its fields")]
pub struct NetworkShape {
    pub system: System,
    pub k: u32,
    pub n: u32,
}

impl NetworkShape {
    /// The cost of a scenario.
    pub fn of(scenario: &Scenario) -> Self {
        Self::with(scenario, &|key| scenario.count(key))
    }

    fn with(scenario: &Scenario, value: &dyn Fn(Key) -> u32) -> Self {
        let system = scenario.system();
        Self { system, k: if system.param(Key::K).is_some() { value(Key::K) } else { 2 }, n: value(Key::N) }
    }

    /// The number of nodes: k^n.
    pub const fn nodes(&self) -> u64 {
        (self.k as u64).saturating_pow(self.n)
    }

    /// Channels across the middle of the network.
    pub const fn across(&self) -> u64 {
        match self.system {
            System::TorusBroadcast => 4 * (self.nodes() / self.k as u64),
            System::BanyanMulticast => self.nodes() / 2,
            System::KaryNCube | System::HypercubeMmpp | System::HypercubeSlotted => 2 * (self.nodes() / self.k as u64),
            #[cfg(any(test, feature = "test-system"))]
            System::Ring => 2 * (self.nodes() / self.k as u64),
        }
    }

    /// Channels at a node, those that leave and those that enter.
    pub const fn pins(&self) -> u32 {
        match self.system {
            System::TorusBroadcast => 4 * self.n,
            System::BanyanMulticast => 2,
            System::KaryNCube | System::HypercubeMmpp | System::HypercubeSlotted => 2 * self.n,
            #[cfg(any(test, feature = "test-system"))]
            System::Ring => 2 * self.n,
        }
    }
}

/// The cost of a network: the flits that all buffers hold, N x channels x V x depth, `None` where none are chosen: a network without
/// buffers, or with queues that have no bound; the channels at a node, and those across the middle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the doc of the type tells its fields")]
pub struct Cost {
    pub buffers: Option<u64>,
    pub pins: u32,
    pub bisection: u64,
}

impl Cost {
    /// The cost of a scenario.
    pub fn of(scenario: &Scenario) -> Self {
        Self::with(scenario, &[])
    }

    /// The cost of a scenario with some numbers changed.
    pub fn with(scenario: &Scenario, changed: &[(Key, f64)]) -> Self {
        let value = |key: Key| {
            let new = changed.iter().find(|(other, _)| *other == key);
            new.map_or_else(|| scenario.count(key), |(_, value)| *value as u32)
        };
        let shape = NetworkShape::with(scenario, &value);
        let buffered = scenario.system().param(Key::Depth).is_some();
        // A channel has its buffers where it enters a node.
        let flits = || u64::from(shape.pins() / 2) * u64::from(value(Key::Vcs)) * u64::from(value(Key::Depth));
        let buffers = buffered.then(|| shape.nodes() * flits());
        Self { buffers, pins: shape.pins(), bisection: shape.across() }
    }

    /// One of its numbers; `None` where there is no such cost.
    pub fn number(&self, which: Front) -> Option<f64> {
        match which {
            Front::Nothing => None,
            Front::Buffers => self.buffers.map(|flits| flits as f64),
            Front::Pins => Some(f64::from(self.pins)),
            Front::Bisection => Some(self.bisection as f64),
        }
    }
}
