//! Mean latency of unicast messages on a torus where some messages are broadcasts.
//!
//! # The question
//! Every node of a bidirectional k x k torus generates messages; a fraction β of them goes to every node, by a spanning tree of one-hop
//! copies, and the rest to one node each. How long does a unicast message take, from generation to the arrival of its last flit, and how
//! does the broadcast traffic that shares its channels slow it down?
//!
//! ```text
//!        node                      physical channel, V virtual channels
//!   +-------------+      +x    =====[ M flits of one message ]=====>   next node
//!   | queues, one |      -x    <====
//!   | per channel |      +y    ====>    one flit per cycle, shared among the busy
//!   +-------------+      -y    <====    virtual channels flit by flit
//! ```
//!
//! # Assumptions
//! Poisson generation with rate λ_g per node; destinations uniform; messages of M flits; wormhole switching; Duato's fully adaptive
//! routing with V-2 adaptive and two escape channels; messages leave the network at once where they arrive; queues are unbounded. The
//! start-up latency Δ of the paper's assumption (c) appears in none of its equations and is zero here.
//!
//! # Symbols
//! | paper | field | unit |
//! |---|---|---|
//! | k, n | [`WormholeNetwork::k`], [`WormholeNetwork::n`] | nodes per ring, dimensions |
//! | V, M, β | [`WormholeNetwork::vcs`], [`WormholeNetwork::flits`], [`TorusBroadcast::new`] | channels, flits, 1 |
//! | λ_g | [`Solution::load`] | messages / node / cycle |
//! | λ_c, λ_cu, λ_cb, λ_cr | [`Solution::lambda_c`], ... | messages / channel / cycle |
//! | λ_s, S_s, W_s | [`Solution::lambda_s`], `s_s`, [`Solution::w_s`] | messages / queue / cycle, cycles |
//! | S, S_u, S_b | [`Solution::s`], [`Solution::s_u`], [`Solution::s_b`] | cycles |
//! | W_c, P_a, P_d, P_v, V̄ | [`Solution::w_c`], ... | cycles, 1 |
//!
//! # Equations
//! ```text
//!  (1) L_u = (S_u + W_s) V̄                         (5),(6) k̄ = k/4 or (k - 1/k)/4,  d̄ = n k̄
//!  (2) N_r^i: nodes that replicate i times          (7) λ_cu = (1-β) λ_g d̄ / 2n      (8) λ_cb = β λ_g
//!  (3) λ_sr = Σ_{i>=1} N_r^i β λ_g                   (9) P_ri = N_r^i / (k²-1)
//! (10) ω = Σ i N_r^i / (k²-1)                       (11) λ_cr                          (4) λ_c = λ_cu + λ_cb + λ_cr
//! (12) S_u = M + d̄ + Σ_j B_j                       (24),(25) S_b = M (+ 1) + P_V W_c      (21) S = w_b S_b + w_u S_u
//! (13)-(17) Σ_j B_j = W_c P_d (n_1 + n_2 P_a)       (18)-(23) W_c = λ_c (S² + (S-M)²) / 2(1-ρ),  ρ = λ_c S
//! (26)-(28) W_s, the same for an injection queue    (29)-(31) P_v, V̄: see queueing::virtual_channels
//! ```
//! n_r is the expected number of hops with exactly r dimensions left. The paper follows one mean path and gets n_1, n_2 from (12), (13);
//! the refined reading takes them from the exact walk ([`crate::topology::adaptivity`]), for any n: `Σ_j B_j = W_c P_d Σ_r n_r P_a^(r-1)`.
//!
//! # Method
//! (12), (21), (23), (24) and (29) depend on one another. [`crate::queueing::channel`] solves them in closed form with ρ as the
//! parameter, gives the saturation load as the maximum of λ_c(ρ), and the curve as a function of ρ from zero load to the fold.
//!
//! # Validity
//! k >= 3, V >= 3, 0 <= β <= 1, loads up to the fold. For n > 2, which the paper does not treat, the copies per broadcast follow from
//! building the tree ([`crate::topology::torus::Torus::replications`]) and only the refined reading is defined. With β = 1 no unicast
//! message is generated; the latency is that of a rare one.
//! Against simulation with one queue and one injection slot for each port, the mean error of the latency is 4, 7, 8, 8 and 11 % at 0.1,
//! 0.3, 0.5, 0.7 and 0.85 of the printed saturation load (corrected; refined much the same), and the simulated network saturates 1.3 to 1.8
//! times later.
//!
//! # Differences from the paper
//! [`DEVIATIONS`] lists each with its reason; [`TorusBroadcast::deviations`](super::Model::deviations) computes what each does by itself.
//!
//! # Reference
//! A. Shahrabi, M. Ould-Khaoua, L. Mackenzie, "Communication delay in wormhole-routed torus networks", Proc. ACM Symposium on Applied
//! Computing (SAC 2002), Madrid.
#![doc = include_str!("torus_broadcast/equations.md")]

mod paper;

pub(super) use paper::INFO;
mod solution;

pub use paper::{DEVIATIONS, REPAIRS};
pub use solution::Solution;

use super::{Branches, Case, Caveat, CurveEnd, Deviations, Model, ModelInfo, Outcome, Saturation, Solve};
use crate::param::Key;
use crate::queueing::{
    channel::{BlockingChannel, Fold},
    mg1,
    virtual_channels::Occupancy,
};
use crate::scenario::{Reading, Setup};
use crate::solve::Dual;
use crate::topology::{adaptivity, torus::Torus, wormhole::WormholeNetwork};
use paper::{COPIES, DISTANCE, HOP, REQUIRED, WALK, WEIGHTS};

/// Largest number of virtual channels, which sizes the law of busy ones.
const MOST_VCS: usize = 16;

/// Largest number of dimensions, which sizes the profile of remaining ones.
const MOST_DIMENSIONS: usize = 4;

/// The escape channels of a torus: one before and one after the wrap-around link of a ring.
const ESCAPE: u32 = 2;

/// The model of one setting under one reading, with all that does not depend on the load.
#[derive(Clone, Debug)]
pub struct TorusBroadcast {
    network: WormholeNetwork,
    /// β, the fraction of generated messages that are broadcasts, 0 to 1; λ_cb per unit of load (8).
    beta: f64,
    deviations: Deviations,
    torus: Torus,
    dbar: f64,
    /// Expected hops n_r with r dimensions left, r = 1..n at index r-1.
    hops: [f64; MOST_DIMENSIONS],
    /// λ_cu per unit of load (7).
    unicast: f64,
    /// λ_sr per unit of load (3).
    receptions: f64,
    /// λ_cr per unit of load (11).
    replicated: f64,
    fold: Fold,
}

impl TorusBroadcast {
    /// The model of a scenario under its reading.
    pub fn of(setup: &Setup) -> Self {
        Self::new(WormholeNetwork::of(setup), setup.get(Key::Beta), setup.reading())
    }

    /// The model of a torus under a reading, where a fraction β of the generated messages are broadcasts, 0 to 1. V = 3 to 16, 2 to 4
    /// dimensions. Readings other than refined are defined for n = 2; a [`Scenario`](crate::scenario::Scenario) holds to that.
    pub fn new(network: WormholeNetwork, beta: f64, reading: Reading) -> Self {
        Self::with(network, beta, Deviations::of(&DEVIATIONS, reading))
    }

    fn with(network: WormholeNetwork, beta: f64, deviations: Deviations) -> Self {
        let torus = Torus { k: network.k, n: network.n };
        let ports = f64::from(torus.ports());
        // Eqs. (5), (6)
        let dbar = if deviations.has(DISTANCE) { torus.mean_distance() } else { torus.mean_distance_with_self() };
        let mut hops = [0.0; MOST_DIMENSIONS];
        if deviations.has(WALK) {
            let exact = adaptivity::expected_hops(&torus.ring_counts(), torus.n);
            hops.iter_mut().zip(exact).for_each(|(hops, exact)| *hops = exact);
        } else {
            [hops[0], hops[1]] = mean_path(torus.mean_ring_distance(), dbar);
        }
        // Eqs. (7), (8), (11) for a load of one.
        let others = f64::from(torus.nodes() - 1);
        let receptions = (others - torus.replications()[0] as f64) * beta;
        let replicated = if deviations.has(COPIES) {
            (others - ports) / ports * beta
        } else {
            torus.copies_per_reception() / ports * receptions
        };
        let mut model = Self {
            network,
            beta,
            deviations,
            torus,
            dbar,
            hops,
            unicast: (1.0 - beta) * dbar / ports,
            receptions,
            replicated,
            fold: Fold::default(),
        };
        let fold = model.channel().fold();
        model.fold = fold;
        model
    }

    /// The fold of the channel's fixed point.
    pub const fn fold(&self) -> &Fold {
        &self.fold
    }

    /// The latency as the load goes to zero, cycles.
    pub fn zero_load(&self) -> f64 {
        self.idle_times().0
    }

    /// The end of the curve.
    pub fn saturation(&self) -> Saturation {
        let load = self.fold.rate / self.rate_per_load();
        let last = self.at(load, self.fold.rho);
        let latency = last.as_ref().map(|solution| solution.latency);
        let blocking = last.as_ref().map(Solution::blocked);
        let Fold { rho, service, rate, .. } = self.fold;
        Saturation { load, latency, rho, service, bandwidth: rate * f64::from(self.network.flits), blocking }
    }

    /// True if every message is a broadcast, so that no unicast message has a latency.
    fn only_broadcasts(&self) -> bool {
        self.beta >= 1.0
    }

    /// Channel rate per unit of load, λ_c / λ_g (4).
    fn rate_per_load(&self) -> f64 {
        self.unicast + self.beta + self.replicated
    }

    /// Shares of a channel's messages that are unicast and that are copies (21).
    fn weights(&self) -> (f64, f64) {
        let copies = (self.beta + self.replicated) / self.rate_per_load();
        (1.0 - copies, copies)
    }

    /// Service times of a unicast message and of a copy in the idle network, cycles.
    fn idle_times(&self) -> (f64, f64) {
        let m = f64::from(self.network.flits);
        (m + self.dbar, if self.deviations.has(HOP) { m + 1.0 } else { m })
    }

    /// P_a, P_d and the expected blockings of a unicast message, Σ_j Pb_j = P_d Σ_r n_r P_a^(r-1); Eqs. (15)-(17).
    fn blocking(&self, busy: Occupancy) -> (Dual, Dual, Dual) {
        let p_a = busy.adaptive_busy(ESCAPE);
        let p_d = busy.required_busy(if self.deviations.has(REQUIRED) { 1 } else { 2 });
        let dimensions = self.network.n as usize;
        let choice = self.hops[..dimensions].iter().rev().fold(Dual::constant(0.0), |sum, &hops| sum * p_a + hops);
        (p_a, p_d, p_d * choice)
    }

    const fn occupancy(&self, rho: Dual) -> Occupancy {
        Occupancy { rho, vcs: self.network.vcs }
    }

    /// The channel as a fixed point in ρ: Eqs. (12), (21), (23), (24), (25).
    fn channel(&self) -> BlockingChannel<impl Fn(Dual) -> Dual> {
        let (w_u, w_b) = self.weights();
        let (idle_u, idle_b) = self.idle_times();
        BlockingChannel {
            shortest: f64::from(self.network.flits),
            idle: w_u * idle_u + w_b * idle_b,
            blockings: move |rho| {
                let busy = self.occupancy(rho);
                let (_, _, unicast) = self.blocking(busy);
                busy.probability(self.network.vcs) * w_b + unicast * w_u
            },
        }
    }

    /// The solution with utilisation ρ at a load that has it. `None` if the injection queues cannot keep up.
    fn at(&self, load: f64, rho: f64) -> Option<Solution> {
        let WormholeNetwork { vcs, flits, .. } = self.network;
        let ports = f64::from(self.torus.ports());
        let m = f64::from(flits);
        let channel = self.channel();
        let (w_u, w_b) = self.weights();
        let (idle_u, idle_b) = self.idle_times();
        let busy = self.occupancy(Dual::constant(rho));
        let mut p_v = [0.0; MOST_VCS + 1];
        (0..=vcs).for_each(|v| p_v[v as usize] = busy.probability(v).value);
        let (p_a, p_d, blocking_sum_u) = self.blocking(busy);
        let s = channel.service(Dual::constant(rho))?.value;
        let w_c = channel.wait(rho, s);
        let b_b = p_v[vcs as usize] * w_c; // Eq. (25)
        let s_u = idle_u + blocking_sum_u.value * w_c; // Eq. (12)
        let s_b = idle_b + b_b; // Eq. (24)
        debug_assert!((w_u * s_u + w_b * s_b - s).abs() <= 1e-9 * s, "Eq. (21)");

        let beta = self.beta;
        let lambda_cr = self.replicated * load;
        let lambda_s = (1.0 - beta) / ports * load + beta * load + lambda_cr; // Eq. (26)
        let copies = if self.deviations.has(WEIGHTS) {
            (beta + self.replicated) / ((1.0 - beta) / ports + beta + self.replicated)
        } else {
            (beta + self.receptions) / (1.0 + self.receptions)
        }; // Eq. (27), divided by the load
        let s_s = copies * s_b + (1.0 - copies) * s_u;
        let w_s = mg1::waiting_time(lambda_s, s_s, m)?; // Eq. (28)
        let vbar = busy.multiplexing();
        Some(Solution {
            network: self.network,
            beta: self.beta,
            dbar: self.dbar,
            hops: self.hops,
            mean_path: !self.deviations.has(WALK),
            kbar: self.torus.mean_ring_distance(),
            omega: self.torus.copies_per_reception(), // Eq. (10)
            load,
            lambda_sr: self.receptions * load, // Eq. (3)
            lambda_cu: self.unicast * load,
            lambda_cb: self.beta * load,
            lambda_cr,
            lambda_c: self.rate_per_load() * load,
            rho,
            p_v,
            p_a: p_a.value,
            p_d: p_d.value,
            blocking_sum_u: blocking_sum_u.value,
            w_c,
            b_b,
            s_u,
            s_b,
            s,
            lambda_s,
            s_s,
            w_s,
            vbar,
            latency: (s_u + w_s) * vbar, // Eq. (1)
        })
    }
}

/// The hops j = 1, 2, ... of the mean path of d̄: the weight of each, and the probability (13) that one dimension is left there. For a
/// fractional d̄ the next hop counts with that fraction; the text's gap from k̄ to k̄ + 1 is of the second; no probability is above one.
fn mean_path_hops(kbar: f64, dbar: f64) -> impl Iterator<Item = (f64, f64)> {
    let whole = dbar.floor();
    (1..).map(f64::from).take_while(move |&j| j < dbar + 1.0).map(move |j| {
        let weight = if j <= whole { 1.0 } else { dbar - whole };
        (weight, if j <= kbar { 0.0 } else { (2.0 / (dbar - j + 2.0)).min(1.0) })
    })
}

/// n_1 and n_2 along the mean path: Eqs. (12), (13), (17).
fn mean_path(kbar: f64, dbar: f64) -> [f64; 2] {
    mean_path_hops(kbar, dbar)
        .fold([0.0; 2], |[one, both], (weight, one_left)| [one + weight * one_left, both + weight * (1.0 - one_left)])
}

impl Solve for TorusBroadcast {
    type Solution = Solution;
    const INFO: &'static ModelInfo = &INFO;
    const CASES: &'static [Case<Self>] = &[
        ("copies", |model| model.deviations.has(COPIES)),
        ("weights", |model| model.deviations.has(WEIGHTS)),
        ("distance", |model| model.deviations.has(DISTANCE)),
        ("walk", |model| model.deviations.has(WALK)),
        ("required", |model| model.deviations.has(REQUIRED)),
        ("hop", |model| model.deviations.has(HOP)),
        ("k even", |model| model.network.k.is_multiple_of(2)),
        ("n = 2", |model| model.network.n == 2),
        ("n = 3", |model| model.network.n == 3),
        ("n = 4", |model| model.network.n == 4),
    ];

    fn solve(&self, load: f64) -> Outcome<Solution> {
        if load > self.fold.rate / self.rate_per_load() {
            return Outcome::Saturated;
        }
        let rho = self.channel().utilisation(load * self.rate_per_load(), &self.fold).at;
        self.at(load, rho).map_or(Outcome::Saturated, Outcome::Stable)
    }

    fn curve(&self, points: usize) -> Vec<Solution> {
        let channel = self.channel();
        let last = points.max(2) - 1;
        // ρ is the natural parameter: equal steps in it crowd the points where the curve turns upright.
        let solution = |i: usize| {
            let rho = self.fold.rho * (i as f64 / last as f64);
            let service = channel.service(Dual::constant(rho))?;
            self.at(rho / service.value / self.rate_per_load(), rho)
        };
        (0..=last).map_while(solution).collect()
    }
}

impl Model for TorusBroadcast {
    fn idle(&self) -> Option<f64> {
        (!self.only_broadcasts()).then(|| self.zero_load())
    }

    fn end(&self) -> CurveEnd {
        let end = self.saturation().fold();
        CurveEnd { value: end.value.filter(|_| !self.only_broadcasts()), ..end }
    }

    fn branches(&self, load: f64) -> Option<Branches> {
        let channel = self.channel();
        Some(Branches::of_channel(
            &|rho| channel.service_at(rho),
            &self.fold,
            (self.rate_per_load(), load),
            &|rate| channel.utilisation(rate, &self.fold).at,
            &|rho| self.at(load, rho).map(|solution| solution.latency).filter(|_| !self.only_broadcasts()),
        ))
    }

    fn remarks(&self, _load: f64) -> Vec<Caveat> {
        Caveat::holding([(self.only_broadcasts(), Caveat::OnlyBroadcasts), (self.network.n > 2, Caveat::BeyondPaper)])
    }

    fn under(&self, deviations: Deviations) -> Option<Box<dyn Model>> {
        (self.network.n == 2).then(|| Box::new(Self::with(self.network, self.beta, deviations)) as _)
    }
}
