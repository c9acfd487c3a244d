//! Mean message latency of a circuit-switched hypercube under traffic that is bursty on many time scales.
//!
//! # The question
//! Every node of a hypercube sends messages in bursts within bursts: the correlation of its traffic falls like a power of the lag. A
//! message first sets up a path, trying again from the start whenever its header is blocked, and then sends its flits. How long does it
//! take from generation to the arrival of its last flit, and what do the bursts cost?
//!
//! ```text
//!   source: V queues      path of D hops, one virtual channel each            destination
//!   [|||] --\                 header ->  blocked: back to the source
//!   [|||] ---> (injection) ===o===o===o===  reached: acknowledgement back, D cycles
//!   [|||] --/                 then M flits, one channel shared by its busy virtual channels
//! ```
//!
//! # Assumptions
//! Nodes are independent and alike; destinations uniform; messages of M flits; adaptive choice among the shortest paths; unbounded queues
//! at the sources. The lag-1 autocorrelation *coefficient* of the arrivals per cycle is ρλ, read so because ρλ as a covariance makes bursts
//! that no network carries, and a coefficient of ρ alone is out of reach at H = 0.6.
//!
//! # Symbols
//! | paper | field | unit |
//! |---|---|---|
//! | n, V, M | [`Setting::n`], [`Setting::vcs`], [`Setting::flits`] | dimensions, channels, flits |
//! | ρ, H, t, L | [`Setting::lag1`], [`Setting::hurst`], [`Setting::scales`], [`Setting::mmpps`] | 1, 1, decades, 1 |
//! | λ | [`Solution::load`] | messages / node / cycle |
//! | Pf, c, E_0 | [`Solution::attempts`] | 1, channels, cycles |
//! | E, T, μ | [`Solution::e`], [`Solution::t1`], [`Solution::mu`] | cycles, cycles, 1 |
//! | Ws, V̄, P_i | [`Solution::w_s`], [`Solution::vbar`], [`Solution::law`] | cycles, 1, 1 |
//!
//! # Equations
//! ```text
//!  (1), (17) T = E + D + M, E exponential           (2)-(4) sum of L two-state MMPPs, split over V queues: traffic::long_range
//!  (5) Ws of the MMPP/G/1 queue: queueing::mmpp_g1   (6), (9)-(16) Pf, c, E_0 of the attempts: path.rs
//!  (7), (8) retries                                  (11), (12) a channel gets the share f = c/n of a node's attempts
//!  P_i, V̄: queueing::modulated_channels              (13) Pb_i = P_V^(D-i)
//!  (18) Latency = (T + Ws) V̄
//! ```
//! Choices where the paper only cites: *Retries*: the attempts r = 1, 2, ... of one component are superposed as if independent; they share
//! its relaxation rate, so mean m/(1-Pf), variance σ²/(1-Pf²), third central moment μ₃/(1-Pf³) and κ determine the one two-state MMPP
//! that replaces them. *Channels*: the V virtual channels share the bandwidth of one, so the chain of busy ones goes down at rate 1/T from
//! every state. *Distance*: for odd n the lengths n/2 ± 1/2 have weight one half each, and probabilities are averaged over attempts, not
//! messages.
//!
//! # Method
//! All is an explicit function of p = P_V but the chain, so the fixed point is a scalar one, Φ(p) = p. A load has up to two roots and, as p
//! = 1 blocks everything for good, many p that nearly are; but a P_V has one load, λ(p). The curve ends at the first of three places along
//! it (saturation.rs): the top of λ(p), where the root meets the congested one and both vanish (D >= 2, a fold: the latency there is
//! finite), μ = 1, where the injection queues give up, and the end of the traffic that the lag-1 correlation allows. Up to that P_V a load
//! has one root, found by secants from p = 0 (fixed_point.rs); along a curve the next one is extrapolated (curve.rs).
//!
//! # Validity
//! n = 2 to 10, V = 1 to 16, L = 2 to 6, 0.5 < H < 1. Against simulation the printed reading is good to about 12 % up to 60 % of the
//! capacity (n = 8: 31 %) and fails beyond: (5) uses a service time without multiplexing, and for n = 4 the curve passes the bandwidth
//! bound 2/M ([`HypercubeMmpp::bandwidth_bound`]). The refined reading is within 7 % up to half of the capacity and 30 % up to three
//! quarters in the settings of the figures with M = 32. It is not always the nearer one: with n = 8, M = 64 it is 9 to 18 % too fast where
//! the printed reading is within 6 %, and at H = 0.9 it is twice too slow at 70 % of the capacity, where the printed reading misses nine
//! tenths of the latency.
//!
//! # Differences from the paper
//! [`REPAIRS`] are made in every reading; [`DEVIATIONS`] lists what the refined one does differently, each with its reason. There is
//! nothing between the two: the corrected reading is the printed one.
//!
//! # Reference
//! G. Min, M. Ould-Khaoua, "Performance evaluation of hypercubes in the presence of multiple time-scale correlated traffic" (2006).
#![doc = include_str!("hypercube_mmpp/equations.md")]

mod branches;
mod curve;
mod end;
pub(super) mod figures;
mod fixed_point;
mod paper;

pub(super) use paper::INFO;
pub mod path;
mod remarks;
mod saturation;
mod solution;
mod state;

pub use crate::param::options::{Distance, Retry};
pub use end::{Fullest, Limit};
use paper::{CIRCUIT, DATA};
pub use paper::{DEVIATIONS, REPAIRS};
pub use solution::Solution;
pub use state::superposed_retries;

use super::{
    Bound, Branches, Case, Caveat, CurveEnd, Deviations, EndCause, Figure, Model, ModelInfo, NoSolution, Outcome,
    Saturation, Solve,
};
use crate::param::Key;
use crate::queueing::modulated_channels::Workspace;
use crate::scenario::{Reading, Setup};
use crate::traffic::{
    long_range::{Infeasible, Shape, Target, Weights},
    mmpp::Superposition,
    second_order::SecondOrder,
};
use path::Distances;
use state::AtLoad;

/// The network and its traffic, without the load.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Setting {
    /// Dimensions, 2 to 16; the network has 2^n nodes.
    pub n: u32,
    /// Virtual channels per physical channel, and injection queues per node, V = 1 to 16.
    pub vcs: u32,
    /// Flits per message, M >= 1.
    pub flits: u32,
    /// H, 0.5 < H < 1.
    pub hurst: f64,
    /// ρ >= 0: the lag-1 autocorrelation coefficient of a node's arrivals per cycle is ρλ.
    pub lag1: f64,
    /// Decades of time scales, 1 to 7.
    pub scales: u32,
    /// L, how many two-state MMPPs, 2 to 6.
    pub mmpps: u32,
    /// The method of fitting the MMPPs.
    pub fit: Weights,
    /// The law of the distances.
    pub distance: Distance,
    /// The method of superposing attempts.
    pub retry: Retry,
}

impl Setting {
    /// The setting of a scenario.
    pub fn of(setup: &Setup) -> Self {
        Self {
            n: setup.count(Key::N),
            vcs: setup.count(Key::Vcs),
            flits: setup.count(Key::Flits),
            hurst: setup.get(Key::Hurst),
            lag1: setup.get(Key::Lag1),
            scales: setup.count(Key::Scales),
            mmpps: setup.count(Key::Mmpps),
            fit: setup.choice(),
            distance: setup.choice(),
            retry: setup.choice(),
        }
    }

    /// The shape of the traffic that the parameters ask for.
    pub fn shape(&self) -> Shape {
        Shape::of(self.target())
    }

    /// The correlation structure that they ask for.
    pub const fn target(&self) -> Target {
        let Self { hurst, scales, mmpps, fit: weights, .. } = *self;
        Target { hurst, scales, mmpps, weights }
    }
}

/// The model of one setting under one reading, with all that does not depend on the load.
#[derive(Clone, Debug)]
pub struct HypercubeMmpp {
    setting: Setting,
    deviations: Deviations,
    shape: Shape,
    /// The Hurst parameter that the shape has.
    hurst: f64,
    distances: Distances,
    /// D, the mean distance, hops.
    distance: f64,
    end: Fullest,
}

impl HypercubeMmpp {
    /// The model of a scenario under its reading.
    pub fn of(setup: &Setup) -> Self {
        Self::new(Setting::of(setup), setup.reading())
    }

    /// The model of a setting under a reading.
    pub fn new(setting: Setting, reading: Reading) -> Self {
        Self::with(setting, Deviations::of(&DEVIATIONS, reading))
    }

    /// The reason why a load has no traffic.
    fn refusal(&self, load: f64) -> NoSolution {
        let Setting { lag1, hurst, .. } = self.setting;
        NoSolution::NoTraffic { lag1, hurst, load, last: self.last_traffic() }
    }

    fn with(setting: Setting, deviations: Deviations) -> Self {
        let shape = setting.shape();
        let distances = Distances::of(setting.n, setting.distance);
        let unsolved = Self {
            setting,
            deviations,
            shape,
            hurst: shape.effective_hurst(),
            distances,
            distance: distances.mean(),
            end: Fullest { load: 0.0, full: 0.0, limit: Limit::Injection, ceiling: 0.0, turns: false },
        };
        unsolved.with_deviations(deviations)
    }

    /// The model of the same setting with other differences from the paper.
    fn with_deviations(&self, deviations: Deviations) -> Self {
        let mut model = Self { deviations, ..self.clone() };
        model.end = model.find_end(&mut Workspace::default());
        model
    }

    /// The end of the curve, with its reason.
    pub const fn fullest(&self) -> Fullest {
        self.end
    }

    /// The latency as the load goes to zero, 3D + M, cycles.
    pub fn zero_load(&self) -> f64 {
        3.0 * self.distance + f64::from(self.setting.flits)
    }

    /// The end of the curve.
    pub fn saturation(&self) -> Saturation {
        let Fullest { load, full, limit, .. } = self.end;
        let mut room = Workspace::default();
        let mut end = AtLoad::new(self, load, &mut room).ok();
        let (rho, service) =
            end.as_mut().map_or((0.0, 0.0), |end| (end.state(full).mu, end.state(full).service.mean()));
        let latency = match limit {
            Limit::Network => end.and_then(|mut end| end.solution(full)).map(|solution| solution.latency),
            Limit::Injection | Limit::Fit => None,
        };
        Saturation { load, latency, rho, service, bandwidth: load / self.bandwidth_bound(), blocking: None }
    }

    /// The shape of the traffic's autocovariance.
    pub const fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The load at which data alone fills every channel, in any model: λ = n/(D M).
    pub fn bandwidth_bound(&self) -> f64 {
        f64::from(self.setting.n) / (self.distance * f64::from(self.setting.flits))
    }

    /// The correlation and variance of the traffic of a node at a load above 0, for charts.
    pub fn second_order(&self, load: f64) -> Result<SecondOrder, Infeasible> {
        SecondOrder::of(&self.shape, self.setting.hurst, load, self.setting.lag1 * load)
    }

    /// The traffic of a node at a load.
    pub fn traffic(&self, load: f64) -> Result<Superposition, Infeasible> {
        self.shape.fit(load, self.setting.lag1 * load)
    }
}

impl Solve for HypercubeMmpp {
    type Solution = Solution;
    const INFO: &'static ModelInfo = &INFO;
    const CASES: &'static [Case<Self>] = &[
        ("data", |model| model.deviations.has(DATA)),
        ("circuit", |model| model.deviations.has(CIRCUIT)),
        ("one distance", |model| model.distances.iter().count() == 1),
        ("calm", Self::calm),
    ];

    fn solve(&self, load: f64) -> Outcome<Solution> {
        if load > self.end.load {
            return match self.end.limit {
                Limit::Fit => Outcome::Invalid(self.refusal(load)),
                Limit::Injection | Limit::Network => Outcome::Saturated,
            };
        }
        let mut room = Workspace::default();
        let Ok(mut here) = AtLoad::new(self, load, &mut room) else { return Outcome::Invalid(self.refusal(load)) };
        let full = here.root(&self.end);
        here.solution(full).map_or(Outcome::Saturated, Outcome::Stable)
    }

    fn curve(&self, points: usize) -> Vec<Solution> {
        self.sampled(points, &mut Workspace::default())
    }
}

impl Model for HypercubeMmpp {
    fn idle(&self) -> Option<f64> {
        Some(self.zero_load())
    }

    fn end(&self) -> CurveEnd {
        let Saturation { load, latency, .. } = self.saturation();
        let (value, why) = match self.end.limit {
            Limit::Injection => (latency, EndCause::Injection),
            Limit::Network => (latency, EndCause::Retries(self.end.full)),
            // Where the traffic ends the network does not: it has a latency like any other.
            Limit::Fit => (self.solve(load).stable().map(|solution| solution.latency), EndCause::NoTraffic),
        };
        CurveEnd { load, value, why }
    }

    fn branches(&self, load: f64) -> Option<Branches> {
        Some(self.both_branches(load))
    }

    fn bounds(&self) -> Vec<Bound> {
        vec![Bound { load: self.bandwidth_bound(), label: "channels full of data" }]
    }

    fn figures(&self, load: f64) -> Vec<Figure> {
        let law = self.solve(load).stable().map(|solution| solution.law.probabilities().to_vec());
        figures::figures(&self.shape, self.setting.lag1, self.setting.target(), load, law.as_deref())
    }

    fn remarks(&self, load: f64) -> Vec<Caveat> {
        remarks::of(self, load)
    }

    fn under(&self, deviations: Deviations) -> Option<Box<dyn Model>> {
        Some(Box::new(if deviations == self.deviations { self.clone() } else { self.with_deviations(deviations) }))
    }
}
