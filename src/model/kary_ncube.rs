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
//! | k, n | [`Setting::k`], [`Setting::n`] | nodes per ring, dimensions |
//! | V, M | [`Setting::vcs`], [`Setting::flits`] | channels, flits |
//! | λ, λ_c | [`Solution::load`], [`Solution::lambda_c`] | messages / node / cycle, messages / channel / cycle |
//! | d̄ | [`Solution::dbar`] | hops |
//! | S̄, w, W_s | [`Solution::s`], [`Solution::w`], [`Solution::w_s`] | cycles |
//! | P_a, P_a&d, P_v, V̄ | [`Solution::p_a`], ... | 1 |
//!
//! # Equations
//! ```text
//!  (1) Latency = (S̄ + W_s) V̄                        (2)-(6) d̄ = n (k-1)/2 · N/(N-1), N = k^n     (7) λ_c = λ d̄/n
//!  (8),(9) S̄ = M + d̄ + w Σ_i p_i Σ_h Pblock_{h,i}   (11) Pblock_{h,i} = P_a&d P_a^(φ_{h,i} - 1)
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
//! scaled by N/(N-1) to d̄ (2), so that λ_c and the idle latency are those of the other readings. For k = 2 the number of dimensions left is
//! known at every hop, nothing is averaged, and all readings coincide.
//!
//! # Method
//! (9), (11), (26) and (28) depend on one another. [`crate::queueing::channel`] solves them in closed form with ρ as the
//! parameter, gives the saturation load as the maximum of λ_c(ρ), and the curve as a function of ρ from zero load to the fold.
//!
//! # Validity
//! k >= 2, 1 <= n <= 8, V >= 3 (V >= 2 for k = 2), loads up to the fold. The printed reading visits every multiset of distances once
//! ([`multiset_count`](crate::topology::remaining::multiset_count)): below a millisecond for the 10-ary 5-cube, seconds beyond some
//! millions (32-ary 7-cube). The other readings take no time for any size.
//!
//! # Departures from the print
//! [`DEVIATIONS`] lists each with its reason; [`KaryNCube::deviations`](super::Model::deviations) computes what each does alone.
//!
//! # Reference
//! A. Khonsari, M. Ould-Khaoua, J. Ferguson, "A general analytical model of adaptive wormhole routing in k-ary n-cube interconnection
//! networks", 2003.

mod choice;
mod print;
mod solution;

pub use print::DEVIATIONS;
pub use solution::Solution;

use std::sync::Arc;

use super::{Effect, Lecture, Model, Outcome, Saturation};
use crate::queueing::{
    channel::{Channel, Fold},
    mg1,
    virtual_channels::Occupancy,
};
use crate::solve::{Dual, Root};
use crate::topology::cube::Cube;
use choice::Choice;
use print::Departures;

/// Largest number of virtual channels, which sizes the law of busy ones.
const MOST_VCS: usize = 16;

/// Largest number of dimensions, which sizes the profile of remaining ones.
const MOST_DIMENSIONS: usize = 8;

/// The network and its traffic, without the load.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting {
    /// Nodes per ring, k = 2 to 32.
    pub k: u32,
    /// Dimensions, 1 to 8.
    pub n: u32,
    /// Virtual channels per physical channel, V = 3 to 16, or from 2 for k = 2.
    pub vcs: u32,
    /// Flits per message, M >= 1.
    pub flits: u32,
}

/// How the paper is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// As printed, with what cannot be meant repaired.
    Printed,
    /// The exact law of the dimensions left, by the header's random walk.
    Corrected,
    /// That, and the probability of blocking counted exactly.
    Refined,
    /// One mean path, as in the paper's reference \[26\].
    Average,
}

impl Reading {
    /// Every reading, in the order of a menu.
    pub const ALL: [Self; 4] = [Self::Printed, Self::Corrected, Self::Refined, Self::Average];

    /// Its stable name.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Printed => "printed",
            Self::Corrected => "corrected",
            Self::Refined => "refined",
            Self::Average => "average",
        }
    }
}

/// The model of one setting under one reading, with all that does not depend on the load.
#[derive(Clone, Debug)]
pub struct KaryNCube {
    setting: Setting,
    departures: Departures,
    choice: Arc<Choice>,
    /// Mean distance d̄ (2), hops.
    dbar: f64,
    fold: Fold,
}

impl KaryNCube {
    /// The model of a setting under a reading.
    pub fn new(setting: Setting, reading: Reading) -> Self {
        Self::with(setting, Departures::of(reading))
    }

    fn with(setting: Setting, departures: Departures) -> Self {
        Self::choosing(setting, departures, Arc::new(Choice::new(setting, departures)))
    }

    fn choosing(setting: Setting, departures: Departures, choice: Arc<Choice>) -> Self {
        let dbar = Cube { k: setting.k, n: setting.n }.mean_distance();
        let search = Root { at: 0.0, evaluations: 0, width: 0.0 };
        let mut model =
            Self { setting, departures, choice, dbar, fold: Fold { rho: 0.0, service: 0.0, rate: 0.0, search } };
        let fold = model.channel().fold();
        model.fold = fold;
        model
    }

    /// The same network with other channels or messages: keeps what only depends on k and n, which is most of the work of the printed
    /// reading.
    pub fn rescaled(&self, vcs: u32, flits: u32) -> Self {
        Self::choosing(Setting { vcs, flits, ..self.setting }, self.departures, Arc::clone(&self.choice))
    }

    /// The fold of the channel's fixed point.
    pub const fn fold(&self) -> &Fold {
        &self.fold
    }

    /// Channel rate per unit of load, λ_c / λ (7).
    fn rate_per_load(&self) -> f64 {
        self.dbar / f64::from(self.setting.n)
    }

    /// M + d̄, cycles.
    fn idle(&self) -> f64 {
        f64::from(self.setting.flits) + self.dbar
    }

    /// P_a, P_a&d and the expected blockings of a message; Eqs. (11)-(13). A ring of two nodes closes no cycle, so one escape channel is
    /// enough in a hypercube, and it is busy or not.
    fn blocking(&self, rho: Dual) -> (Dual, Dual, Dual) {
        let busy = self.occupancy(rho);
        let (escape, ways) = match (self.setting.k, self.departures.required) {
            (2, _) => (1, 0),
            (_, true) => (2, 1),
            (_, false) => (2, 2),
        };
        let (p_a, p_ad) = (busy.adaptive_busy(escape), busy.required_busy(ways));
        (p_a, p_ad, p_ad * self.choice.sum(p_a))
    }

    const fn occupancy(&self, rho: Dual) -> Occupancy {
        Occupancy { rho, vcs: self.setting.vcs }
    }

    /// The channel as a fixed point in ρ: Eqs. (8)-(11), (26).
    fn channel(&self) -> Channel<impl Fn(Dual) -> Dual> {
        Channel {
            shortest: f64::from(self.setting.flits),
            idle: self.idle(),
            blockings: move |rho| self.blocking(rho).2,
        }
    }

    /// The solution with utilisation ρ and service time S̄ at a load that has them. `None` if the injection queues cannot keep up.
    fn at(&self, load: f64, rho: f64, s: f64) -> Option<Solution> {
        let Setting { vcs, flits, .. } = self.setting;
        let busy = self.occupancy(Dual::constant(rho));
        let mut p_v = [0.0; MOST_VCS + 1];
        (0..=vcs).for_each(|v| p_v[v as usize] = busy.probability(v).value);
        let (p_a, p_ad, blocking_sum) = self.blocking(Dual::constant(rho));
        let w = self.channel().wait(rho, s); // Eq. (26)
        debug_assert!((self.idle() + blocking_sum.value * w - s).abs() <= 1e-9 * s, "Eq. (9)");
        let w_s = mg1::waiting_time(load / f64::from(vcs), s, f64::from(flits))?; // Eq. (27)
        let vbar = busy.multiplexing(); // Eq. (30)
        Some(Solution {
            setting: self.setting,
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

impl Model for KaryNCube {
    type Solution = Solution;

    const LECTURE: Lecture = print::LECTURE;

    fn zero_load(&self) -> f64 {
        self.idle()
    }

    fn saturation(&self) -> Saturation {
        let Fold { rho, service, rate, .. } = self.fold;
        let load = rate / self.rate_per_load();
        let latency = self.at(load, rho, service).map(|solution| solution.latency);
        Saturation { load, latency, rho, service, bandwidth: rate * f64::from(self.setting.flits) }
    }

    fn solve(&self, load: f64) -> Outcome<Solution> {
        let saturation = self.saturation();
        if load > saturation.load {
            return Outcome::Saturated(saturation);
        }
        let channel = self.channel();
        let rho = channel.utilisation(load * self.rate_per_load(), &self.fold).at;
        let solution = channel.service(Dual::constant(rho)).and_then(|service| self.at(load, rho, service.value));
        solution.map_or(Outcome::Saturated(saturation), Outcome::Stable)
    }

    fn curve(&self, points: usize) -> Vec<Solution> {
        let channel = self.channel();
        let last = points.max(2) - 1;
        // ρ is the natural parameter: equal steps in it crowd the points where the curve turns upright.
        let solution = |i: usize| {
            let rho = self.fold.rho * (i as f64 / last as f64);
            let service = channel.service(Dual::constant(rho))?.value;
            self.at(rho / service / self.rate_per_load(), rho, service)
        };
        (0..=last).map_while(solution).collect()
    }

    fn remarks(&self) -> Vec<&'static str> {
        let mut remarks = Vec::new();
        if self.setting.k == 2 {
            remarks.push("In a hypercube the dimensions left are known at every hop: all readings coincide.");
        } else if self.setting.n == 1 {
            remarks.push("A single ring leaves no choice of dimension.");
        }
        remarks
    }

    /// Empty in a hypercube, where the readings coincide, and where the tables that compare them would take noticeable time.
    fn deviations(&self, load: f64) -> Vec<Effect> {
        if self.setting.k == 2 || !choice::comparable(self.setting) {
            return Vec::new();
        }
        let printed = Self::with(self.setting, Departures::PRINTED);
        let latency = |model: &Self| match model.solve(load) {
            Outcome::Stable(solution) => Some(solution.latency),
            _ => None,
        };
        let (reference, end) = (latency(&printed), printed.saturation().load);
        let effect = |(deviation, departures): (_, Departures)| {
            let model = if departures.keeps_choice() {
                Self::choosing(self.setting, departures, Arc::clone(&printed.choice))
            } else {
                Self::with(self.setting, departures)
            };
            let latency = reference.zip(latency(&model)).map(|(before, after)| after / before - 1.0);
            Effect { deviation, saturation: model.saturation().load / end - 1.0, latency }
        };
        DEVIATIONS.into_iter().zip(Departures::ALONE).map(effect).collect()
    }
}
