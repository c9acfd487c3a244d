//! Mean latency of messages in a unidirectional k-ary n-cube, and in the hypercube.
//!
//! # The question
//! Every node of a cube of k^n nodes sends messages to random other nodes, and every header may take any dimension in which it still has
//! hops to make. That choice is what makes adaptive routing good, and it runs out on the way: the last hop never has any. How long does a
//! message take, from generation to the arrival of its last flit, when the choice at each hop is counted?
//!
//! ```text
//!        node                      physical channel, V virtual channels
//!   +-------------+      x     =====[ M flits of one message ]=====>   next node round the ring
//!   | V injection |      y     ====>    one flit per cycle, shared among the busy
//!   | queues      |      z     ====>    virtual channels flit by flit
//!   +-------------+
//! ```
//!
//! # Assumptions
//! Poisson generation with rate λ per node; destinations uniform among the other nodes; messages of M flits; wormhole switching; Duato's
//! fully adaptive routing with V-2 adaptive and two escape channels, for k = 2 with V-1 and one; messages leave the network at once where
//! they arrive; queues are unbounded.
//!
//! # Symbols
//! | paper | field | unit |
//! |---|---|---|
//! | k, n | [`WormholeNetwork::k`], [`WormholeNetwork::n`] | nodes per ring, dimensions |
//! | V, M | [`WormholeNetwork::vcs`], [`WormholeNetwork::flits`] | channels, flits |
//! | λ, λ_c | [`Solution::load`], [`Solution::lambda_c`] | messages / node / cycle, messages / channel / cycle |
//! | d̄ | [`Solution::dbar`] | hops |
//! | S̄, w, W_s | [`Solution::s`], [`Solution::w`], [`Solution::w_s`] | cycles |
//! | P_a, P_a&d, P_v, V̄ | [`Solution::p_a`], ... | 1 |
//!
//! # Equations
//! ```text
//!  (1) Latency = (S̄ + W_s) V̄                        (2)-(6) d̄ = n (k-1)/2 · N/(N-1), N = k^n     (7) λ_c = λ d̄/n
//!  (8)-(10) S̄ = M + d̄ + w Σ_i p_i Σ_h Pblock_{h,i}   (11) Pblock_{h,i} = P_a&d P_a^(φ_{h,i} - 1)
//! (12) P_a = P_V + 2P_{V-1}/V + 2P_{V-2}/(V(V-1))    (13) P_a&d = P_V + 2P_{V-1}/V
//! (14)-(22) φ_{h,i}: dimensions left, see topology::remaining
//! (23)-(26) w = λ_c (S̄² + (S̄-M)²) / 2(1-ρ), ρ = λ_c S̄
//! (27) W_s = (λ/V) (S̄² + (S̄-M)²) / 2(1 - λS̄/V)     (28)-(30) P_v, V̄: see queueing::virtual_channels
//! ```
//! The exact readings replace the mean φ by the law of the dimensions left. Then all that is needed of the topology are the expected hops
//! n_r with exactly r of them left: `Σ_i p_i Σ_h Pblock_{h,i} = P_a&d Σ_r n_r P_a^(r-1)`.
//!
//! # Readings
//! *Printed* is the paper with what cannot be meant repaired. *Corrected* takes the exact law of the header's random walk. *Refined* also
//! counts in (13) only what blocks. *Average* is the model of mean distance that the paper's Fig. 1 compares with (its reference
//! \[26\]): one path with k̄ = (k-1)/2 hops in each dimension, on which after j-1 hops all positions x with Σ x = j-1, 0 <= x_l <= k̄
//! are equally likely. For n = 2 these are (12), (13), (17) of seed 000; for any n the same count is (15) to (19) for the single
//! destination (k̄, ..., k̄). Where k̄ is not whole, each dimension has the hops above or below with probability 1/2; and the hops are
//! scaled by N/(N-1) to d̄ (2), so that λ_c and the idle latency are those of the other readings. For k = 2 the number of dimensions left
//! is known at every hop, nothing is averaged, and all readings coincide.
//!
//! # Method
//! (9), (11), (26) and (28) depend on one another. [`crate::queueing::channel`] solves them in closed form with ρ as the
//! parameter, gives the saturation load as the maximum of λ_c(ρ), and the curve as a function of ρ from zero load to the fold.
//!
//! # Validity
//! k >= 2, 1 <= n <= 8 (16 for k = 2), V >= 3 (V >= 2 for k = 2), loads up to the fold. The printed reading visits every multiset of
//! distances once ([`multiset_count`](crate::topology::remaining::multiset_count)): below a millisecond for the 10-ary 5-cube, seconds
//! beyond some millions (32-ary 7-cube). The other readings take no time for any size. Against simulation with virtual channels taken at
//! random, the mean error of the printed latency is 5, 11, 12, 17 and 20 % at 0.1, 0.3, 0.5, 0.7 and 0.85 of its saturation load: too slow
//! with V = 3, too fast with more channels up to half of it. The simulated network saturates 1.2 to 1.9 times later. The readings differ by
//! less than that up to 0.7.
//!
//! # Differences from the paper
//! [`REPAIRS`] are made in every reading. [`DEVIATIONS`] lists where readings differ, each with its reason;
//! [`KaryNCube::deviations`](super::Model::deviations) computes what each does by itself.
//!
//! # Reference
//! A. Khonsari, M. Ould-Khaoua, J. Ferguson, "A general analytical model of adaptive wormhole routing in k-ary n-cube interconnection
//! networks", 2003.
#![doc = include_str!("kary_ncube/equations.md")]

mod choice;
mod paper;

pub(super) use paper::INFO;
mod solution;

pub use paper::{DEVIATIONS, REPAIRS};
pub use solution::Solution;

use std::sync::Arc;

use super::{
    Branches, Case, Caveat, CurveEnd, Deviations, Figure, FigureLine, Model, ModelInfo, NoSolution, Outcome,
    Saturation, Solve,
};
use crate::queueing::{
    channel::{BlockingChannel, Fold},
    mg1,
    virtual_channels::Occupancy,
};
use crate::scenario::{Reading, Setup};
use crate::solve::Dual;
use crate::topology::{cube::Cube, wormhole::WormholeNetwork};
use choice::HeaderChoice;
use paper::{MEAN_PATH, REQUIRED, WALK};

/// Largest number of virtual channels, which sizes the law of busy ones.
const MOST_VCS: usize = 16;

/// Largest number of dimensions, which sizes the profile of remaining ones.
const MOST_DIMENSIONS: usize = 16;

/// The model of one network under one reading, with all that does not depend on the load.
#[derive(Clone, Debug)]
pub struct KaryNCube {
    network: WormholeNetwork,
    deviations: Deviations,
    choice: Arc<HeaderChoice>,
    /// Mean distance d̄ (2), hops.
    dbar: f64,
    fold: Fold,
}

/// The reason why the model of a scenario takes long the first time, if it does: it visits a great many multisets of distances.
pub(super) fn takes_long(setup: &Setup) -> Option<NoSolution> {
    /// Half a million multisets are a tenth of a second in a browser.
    const MOST: f64 = 5e5;
    let multisets = choice::multisets(WormholeNetwork::of(setup), Deviations::of(&DEVIATIONS, setup.reading()));
    (multisets > MOST).then_some(NoSolution::Multisets(multisets))
}

impl KaryNCube {
    /// The model of a scenario under its reading.
    pub fn of(setup: &Setup) -> Self {
        Self::new(WormholeNetwork::of(setup), setup.reading())
    }

    /// The model of a network under a reading.
    pub fn new(network: WormholeNetwork, reading: Reading) -> Self {
        Self::with(network, Deviations::of(&DEVIATIONS, reading))
    }

    fn with(network: WormholeNetwork, deviations: Deviations) -> Self {
        let dbar = Cube { k: network.k, n: network.n }.mean_distance();
        let choice = HeaderChoice::of(network, deviations);
        let mut model = Self { network, deviations, choice, dbar, fold: Fold::default() };
        let fold = model.channel().fold();
        model.fold = fold;
        model
    }

    /// The fold of the channel's fixed point.
    pub const fn fold(&self) -> &Fold {
        &self.fold
    }

    /// The latency as the load goes to zero, M + d̄, cycles.
    pub fn zero_load(&self) -> f64 {
        f64::from(self.network.flits) + self.dbar
    }

    /// The end of the curve.
    pub fn saturation(&self) -> Saturation {
        let Fold { rho, service, rate, .. } = self.fold;
        let load = rate / self.rate_per_load();
        let last = self.at(rho, Some(load));
        let latency = last.as_ref().map(|solution| solution.latency);
        let blocking = last.as_ref().map(Solution::blocked);
        Saturation { load, latency, rho, service, bandwidth: rate * f64::from(self.network.flits), blocking }
    }

    /// Channel rate per unit of load, λ_c / λ (7).
    fn rate_per_load(&self) -> f64 {
        self.dbar / f64::from(self.network.n)
    }

    /// P_a, P_a&d and the expected blockings of a message; Eqs. (11)-(13). A ring of two nodes closes no cycle, so one escape channel is
    /// enough in a hypercube, and it is busy or not.
    fn blocking(&self, rho: Dual) -> (Dual, Dual, Dual) {
        let busy = self.occupancy(rho);
        let (escape, ways) = match (self.network.k, self.deviations.has(REQUIRED)) {
            (2, _) => (1, 0),
            (_, true) => (2, 1),
            (_, false) => (2, 2),
        };
        let (p_a, p_ad) = (busy.adaptive_busy(escape), busy.required_busy(ways));
        (p_a, p_ad, p_ad * self.choice.sum(p_a))
    }

    const fn occupancy(&self, rho: Dual) -> Occupancy {
        Occupancy { rho, vcs: self.network.vcs }
    }

    /// The channel as a fixed point in ρ: Eqs. (8)-(11), (26).
    fn channel(&self) -> BlockingChannel<impl Fn(Dual) -> Dual> {
        BlockingChannel {
            shortest: f64::from(self.network.flits),
            idle: self.zero_load(),
            blockings: move |rho| self.blocking(rho).2,
        }
    }

    /// The solution with utilisation ρ, at the load given or the one that has it. `None` if the queues cannot keep up.
    fn at(&self, rho: f64, load: Option<f64>) -> Option<Solution> {
        let WormholeNetwork { vcs, flits, .. } = self.network;
        let busy = self.occupancy(Dual::constant(rho));
        let mut p_v = [0.0; MOST_VCS + 1];
        (0..=vcs).for_each(|v| p_v[v as usize] = busy.probability(v).value);
        // The sum over all hops is most of the work: it is taken once.
        let (p_a, p_ad, blocking_sum) = self.blocking(Dual::constant(rho));
        let channel =
            BlockingChannel { shortest: f64::from(flits), idle: self.zero_load(), blockings: |_| blocking_sum };
        let s = channel.service(Dual::constant(rho))?.value;
        let load = load.unwrap_or(rho / s / self.rate_per_load());
        let w = channel.wait(rho, s); // Eq. (26)
        debug_assert!((self.zero_load() + blocking_sum.value * w - s).abs() <= 1e-9 * s, "Eq. (9)");
        let w_s = mg1::waiting_time(load / f64::from(vcs), s, f64::from(flits))?; // Eq. (27)
        let vbar = busy.multiplexing(); // Eq. (30)
        Some(Solution {
            network: self.network,
            choice: Arc::clone(&self.choice),
            dbar: self.dbar,
            load,
            lambda_c: self.rate_per_load() * load,
            rho,
            p_v,
            p_a: p_a.value,
            p_ad: p_ad.value,
            blocking_sum: blocking_sum.value,
            w,
            s,
            w_s,
            vbar,
            latency: (s + w_s) * vbar, // Eq. (1)
        })
    }
}

impl Solve for KaryNCube {
    type Solution = Solution;
    const INFO: &'static ModelInfo = &INFO;
    const CASES: &'static [Case<Self>] = &[
        ("mean", |model| matches!(*model.choice, HeaderChoice::Mean { .. })),
        ("walk", |model| model.deviations.has(WALK)),
        ("mean path", |model| model.deviations.has(MEAN_PATH)),
        ("required", |model| model.deviations.has(REQUIRED)),
        ("k = 2", |model| model.network.k == 2),
        ("n = 1", |model| model.network.n == 1),
        ("n = 2", |model| model.network.n == 2),
        ("n = 3", |model| model.network.n == 3),
        ("n > 3", |model| model.network.n > 3),
    ];

    fn solve(&self, load: f64) -> Outcome<Solution> {
        if load > self.fold.rate / self.rate_per_load() {
            return Outcome::Saturated;
        }
        let rho = self.channel().utilisation(load * self.rate_per_load(), &self.fold).at;
        self.at(rho, Some(load)).map_or(Outcome::Saturated, Outcome::Stable)
    }

    fn curve(&self, points: usize) -> Vec<Solution> {
        let last = points.max(2) - 1;
        // ρ is the natural parameter: equal steps in it crowd the points where the curve turns upright.
        let solution = |i: usize| self.at(self.fold.rho * (i as f64 / last as f64), None);
        (0..=last).map_while(solution).collect()
    }
}

impl Model for KaryNCube {
    fn idle(&self) -> Option<f64> {
        Some(self.zero_load())
    }

    fn end(&self) -> CurveEnd {
        self.saturation().fold()
    }

    fn branches(&self, load: f64) -> Option<Branches> {
        let channel = self.channel();
        Some(Branches::of_channel(
            &|rho| channel.service_at(rho),
            &self.fold,
            (self.rate_per_load(), load),
            &|rate| channel.utilisation(rate, &self.fold).at,
            &|rho| self.at(rho, Some(load)).map(|solution| solution.latency),
        ))
    }

    fn figures(&self, load: f64) -> Vec<Figure> {
        let lines = choice::profiles(self.network);
        let solution = self.solve(load).stable();
        vec![
            Figure {
                title: "Hops by dimensions left",
                x: "dimensions with hops left",
                y: "hops per message",
                counts: true,
                lines: lines.into_iter().map(|(name, hops)| FigureLine::counted(name, 1, &hops)).collect(),
                note: "A header chooses among the dimensions in which it still has hops to make. With one dimension left it has no \
                       choice, and there most messages are blocked. The corrected and refined variants follow the header's walk; as \
                       printed, every intermediate node is equally likely; the average variant has one path of mean length."
                    .into(),
                ..Figure::default()
            },
            Figure::busy_channels(
                solution.as_ref().map(|solution| &solution.p_v[..=self.network.vcs as usize]),
                "Equations (28) and (29): a geometric distribution truncated at V. The last value is the probability that all virtual \
                 channels are busy.",
            ),
        ]
    }

    fn remarks(&self, _load: f64) -> Vec<Caveat> {
        let WormholeNetwork { k, n, .. } = self.network;
        Caveat::holding([(k == 2, Caveat::Hypercube), (k > 2 && n == 1, Caveat::SingleRing)])
    }

    /// `None` in a hypercube, where the readings coincide, and where the tables that compare them would take noticeable time.
    fn under(&self, deviations: Deviations) -> Option<Box<dyn Model>> {
        let compared = self.network.k > 2 && choice::comparable(self.network);
        compared.then(|| Box::new(Self::with(self.network, deviations)) as _)
    }
}
