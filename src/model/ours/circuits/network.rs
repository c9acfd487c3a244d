//! The hypercube and its traffic.

use crate::model::{NoSolution, hypercube_mmpp::Setting};
use crate::scenario::{MOST_DIMENSIONS_OF_CIRCUITS as MOST_DIMENSIONS, least_flits_of_circuits};
use crate::solve::{binomial, power};
use crate::traffic::{
    long_range::{Infeasible, Shape},
    mmpp::Superposition,
};
use std::ops::RangeInclusive;

/// A hypercube that switches circuits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Network {
    /// Dimensions, 1 to [`MOST_DIMENSIONS`]; the network has 2^n nodes.
    pub n: u32,
    /// Virtual channels V of a channel, and injection queues of a node, from 1 on.
    pub vcs: u32,
    /// Flits M of a message, 2n or more and 4 or more.
    pub flits: u32,
}

/// Virtual channels for which the equations hold as they are.
pub const JUDGED_VCS: RangeInclusive<u32> = 2..=8;

impl Network {
    /// The network of a setting, whatever its traffic.
    pub const fn of(setting: &Setting) -> Self {
        Self { n: setting.n, vcs: setting.vcs, flits: setting.flits }
    }

    /// True if a circuit has its channels to itself.
    pub fn alone(&self) -> bool {
        self.vcs < *JUDGED_VCS.start()
    }

    /// True if it has more virtual channels than [`JUDGED_VCS`].
    pub fn many(&self) -> bool {
        self.vcs > *JUDGED_VCS.end()
    }

    /// The reason why the model does not cover it: a message of less than 2n flits fits into the buffers of its path.
    pub fn refusal(&self) -> Option<NoSolution> {
        let Self { n, flits, .. } = *self;
        let least = least_flits_of_circuits(n);
        if n > MOST_DIMENSIONS {
            Some(NoSolution::Dimensions(n, MOST_DIMENSIONS))
        } else {
            (flits < least).then_some(NoSolution::ShortMessage { flits, least, n })
        }
    }

    /// Nodes beside one's own, N - 1.
    pub fn others(&self) -> f64 {
        power(2.0, self.n as usize) - 1.0
    }
}

/// Facts of a network that do not depend on the traffic: equation (1).
#[derive(Clone, Debug, PartialEq)]
pub struct Geometry {
    /// Chance p_d of the distance d; `[0]` is d = 1.
    pub hops: Vec<f64>,
    /// Mean distance d̄ of a destination, hops.
    pub mean_hops: f64,
    /// C_j: channels j hops away among which a channel is one, j = 0..n-1.
    pub channels: Vec<f64>,
}

impl Geometry {
    pub(crate) fn of(network: &Network) -> Self {
        let n = network.n;
        let hops: Vec<f64> = (1..=n).map(|d| binomial(n, d) / network.others()).collect();
        let mean_hops = (1..).zip(&hops).map(|(d, p)| f64::from(d) * p).sum();
        Self { hops, mean_hops, channels: (0..n).map(|j| binomial(n - 1, j)).collect() }
    }

    /// The load at which data alone fill every channel, n/(d̄ M), messages per node and cycle.
    pub fn bandwidth(&self, network: &Network) -> f64 {
        f64::from(network.n) / (self.mean_hops * f64::from(network.flits))
    }

    /// Distances with their chances, from 1 on.
    pub fn distances(&self) -> impl Iterator<Item = (usize, f64)> {
        (1..).zip(self.hops.iter().copied())
    }

    /// A sum over the distances.
    pub fn by_distance(&self, term: impl Fn(usize, f64) -> f64) -> f64 {
        self.distances().map(|(d, chance)| term(d, chance)).sum()
    }
}

/// The traffic of the nodes without its load: Poisson, or bursts on many time scales; equation (18).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Traffic {
    /// The lag-1 autocorrelation coefficient of a node's arrivals per cycle over its load; 0 is Poisson.
    pub lag1: f64,
    /// The shape of the autocovariance.
    pub shape: Shape,
}

impl Traffic {
    /// The traffic of a setting.
    pub fn of(setting: &Setting) -> Self {
        Self { lag1: setting.lag1, shape: setting.shape() }
    }

    /// The arrivals at a node with a load; `None` if they are Poisson.
    pub fn at(&self, load: f64) -> Result<Option<Superposition>, Infeasible> {
        if self.lag1 == 0.0 { Ok(None) } else { self.shape.fit(load, self.lag1 * load).map(Some) }
    }

    /// The largest load that there is traffic for.
    pub fn last(&self) -> f64 {
        if self.lag1 == 0.0 { f64::INFINITY } else { self.shape.last_mean(self.lag1) }
    }
}
