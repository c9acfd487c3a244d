//! Circuits as flows: a model of the circuit-switched hypercube of our own, which follows the simulated network up to saturation, also
//! under bursts.
//!
//! # The question
//! How long does a message take in a hypercube that switches circuits, from its generation until its tail has arrived, at which load does
//! the network saturate, and what do bursts on many time scales cost? It is the question of [`hypercube_mmpp`], whose readings see the
//! sources too busy or too idle.
//!
//! # The picture
//! A circuit is a pipe over d channels. It runs at the speed of its most crowded channel. A channel serves all circuits on it at once,
//! max-min: v of them share one flit per cycle, and a circuit that is held up elsewhere leaves its share here to the others. The busier the
//! channels, the slower the pipes, and the longer a message keeps its virtual channel into the network. The network saturates when those
//! are always busy:
//! ```text
//!   λ T(λ) = V,     T = mean time for which a message keeps an injection channel
//! ```
//! Failed set-ups cost next to nothing. A burst is a private jam: a node that bursts starts all its pipes in the same few channels, so it
//! is slow exactly when it has most to send.
//!
//! # Assumptions
//! N = 2^n nodes, uniform destinations, V virtual channels per channel, V injection queues per node of which a message joins a random one,
//! each with a flit per cycle of its own. A header moves one hop per cycle over a random free minimal dimension; one that is blocked walks
//! back and tries again at once. The acknowledgement takes d cycles, then M flits of data follow with two flits of buffer per virtual
//! channel and node. Sources are Poisson, or sums of MMPPs ([`long_range`](crate::traffic::long_range)). Channels of a path are independent
//! but for circuits that travel along.
//!
//! # Symbols
//! | method | field | unit |
//! |---|---|---|
//! | n, V, M | [`Network`] | dimensions, channels, flits |
//! | p_d, d̄, C_j | [`Geometry`](network::Geometry) | 1, hops, channels |
//! | m_d, m^v, σ_d, δ, s_d | [`Unknowns`](unknowns::Unknowns) | 1, 1, cycles / flit, 1, cycles |
//! | S(v), Y_K, R_K, Z_K | [`Sharing`](sharing::Sharing) | flits / cycle, 1, flits / cycle, flits / cycle |
//! | ψ_j, Nf, F, ts, a, Pi, Pv, P0 | [`ChannelLoad`](channel::ChannelLoad) | 1, slots, 1, cycles, circuits / cycle, 1, 1, 1 |
//! | π_d, G_d, φ, PV | [`Step`](step::Step) | 1 |
//! | τ, data_d, slot_d, T, ρ | [`SlotTimes`](slots::SlotTimes) | cycles, cycles, cycles, cycles, 1 |
//! | cvD, cv² | [`Spread`](spread::Spread) | 1 |
//! | T_own, y, T_sat, w | [`Bursts`](bursts::Bursts) | cycles, 1, cycles, cycles |
//!
//! # Equations
//! ```text
//!  (4)  Y_K(i) = P(Σ_K min(m, t_i) + t_i <= 1), S(v) = E min(1, Σ_v m), on the rates t_i = (i + 1/2)/24
//!  (5)  Nf = V (Σ ψ_j)² / Σ ψ_j²/C_j                 F(i) = 1 - i/Nf
//!  (6)  P(u, v) ~ Π F(h) a^(u+v) ts^u/u! Π M/S(k),   a Σ F(i) Pi_i = λ d̄/n
//!  (8)  π_d (diag(μ)/M - Q) = P0,                    μ_K = 2/3 Σ q_d R_K + 1/3 (1-δ) R_K(L) σ_1/σ_d
//!  (10) G_d(i) = Σ_K π_d(K) Y_K(i),                  1/σ_d = mean of G_d^J_d,  J_d = 1 + (d-1)(1-φ)
//!  (14) slot_d = s_d + data_d - [(d+1) σ_d - 1],     T = Σ p_d slot_d,  ρ = λ T/V
//!  (17) W = ρ T (1 + cv²) / (2 (1-ρ)),               Latency = data + set-up + W
//!  (22) W = w(fast, T) + w(all, T_sat) - w(fast, T_sat) under bursts, w from queueing::mmpp_g1
//! ```
//!
//! # Where things stand
//! | module | equations |
//! |---|---|
//! | [`network`] | (1), (18): the network and its traffic |
//! | [`unknowns`], [`step`], [`search`] | (2), (9) to (13): the fixed point |
//! | [`sharing`] | (3), (4): shares of a channel, by [`max_min`](crate::queueing::max_min) |
//! | `channel` | (5) to (7): circuits on a channel |
//! | [`companions`] | (8): the other circuits there while one lasts |
//! | [`slots`], [`solution`], [`spread`] | (14) to (17): injection channels, latency |
//! | [`bursts`] | (18) to (23): the effect of bursts |
//! | [`search`] | (24): the curve and its end, in steps that can be interrupted |
//!
//! # Method
//! The unknowns follow the steps damped by 0.8, and by 0.6 after 60 steps. T rises with the load, so the end is one root, closed in by
//! secants. Sums of demands in (4) stay on the rates l/L ([`max_min`](crate::queueing::max_min)); (8) is a tridiagonal system for each
//! distance; (16) is solved once per load by diagonalising the chain of (8), and never in the search for the end.
//!
//! # What is standard and what is ours
//! Standard: processor sharing, max-min fairness, Little's law, product forms, birth-death chains, the formula of Pollaczek and Khinchine,
//! MMPP/G/1. Ours: circuits as flows, what a circuit of distance d sees (8), the equivalent number of slots (5), the tail that leaves early
//! (14), the variance as the autocovariance of a minimum (16), T_own and T_sat (19), (20), and the split of the wait (22). The weights 2/3
//! and 1/3 in (8) answer how much two meetings on different channels delay me together: -1 if the crowds are renewed independently of each
//! other, 0 if only one of them governs my stay, -2/3 exactly for exponential and for fixed sizes. No constant is fitted to a simulation;
//! the model is unpublished.
//!
//! # One virtual channel, or more than eight
//! For V = 2 to 8 the equations hold as they are. Outside, two things differ:
//! * V = 1 (`single`): a circuit has its channels to itself, so a busy channel stays busy for the rest of one circuit, which is uniform,
//!   and a header waits until one of its minimal paths is free over its whole length. A message that follows at once on another finds the
//!   channels of that one free. Set-up times are within 6 % of simulated ones; with exponential waits for one channel, as for V = 2 to 8,
//!   they would be up to three times too long for n = 2, 3 and 18 % too short for n = 6.
//! * V > 8 (`channel`): Nf counts twice, because half of the messages that find their slot busy join in time. Taken as lost while the crowd
//!   lasts, as for V = 2 to 8, they would make the model up to 25 % too fast. For V = 4 to 8 in 2 to 4 dimensions the same step would take
//!   -9 to -19 % at 0.8 to +0.3 to -4 %; but with V = 3 it makes +3 % of -1 %, so it is not taken there.
//!
//! # Validity
//! It answers for n = 1 to 10, V = 1 to 16, M >= 2n; the errors below hold for n >= 2 and V = 2 to 8. Outside, a [`Caveat`] gives its own.
//! As for M, a shorter message fits into the buffers of its path, and (14) subtracts too much. Judged by simulations, Poisson, by the load
//! as a part of the simulated capacity, as mean and largest error of the latency in per cent:
//!
//! | load | 12 sets not used to make it | published | refined |
//! |---|---|---|---|
//! | 0.4 | 1.5, 3.3 | 16, 50 | 12, 28 |
//! | 0.8 | 3.9, 11.1 | 31, 52 | 37, 160 |
//! | 0.95 | 14, 30 | 75, 84 | 62, 180 |
//! | capacity | 0.9, 2.8 | 49, 173 | 9.0, 23 |
//!
//! Bursty latencies are within 5 % up to 0.8 of the capacity for H <= 0.8 and 32 or more nodes. It is less sure
//! * for n = 3, 4 with V >= 6: latency 7 to 11 % low at 0.8, capacity 1.5 to 2.8 % high;
//! * for n = 7, 8 near the capacity: latency 9 to 27 % high at 0.95;
//! * for 8 to 16 nodes with H >= 0.8 above 0.7 of the capacity, where several nodes burst together and the model has the own node's burst
//!   only: up to 74 % low;
//! * at H = 0.9, where 1 % of T_sat is 20 % of the wait.
//!
//! Not covered: one queue or one flit per cycle for all injection channels of a node, and deeper buffers, with which data take 1 to 4 %
//! less.
//!
//! Where (6) has no rate a, the method goes on with the largest that it looked at. From λ d̄ M = n on, where data alone would fill the
//! channels, such a load is unstable here. Beside that, with messages of hardly more than 2n flits the fixed point folds before the sources
//! are full. Both are `Limit::Channels`; of the settings with n <= 5, V = 1 to 16 and M = 2n to 40 they end the curve for n = 1 with V >=
//! 2, for n = 2 with M <= 12 and for n = 3 with M <= 7 only.
#![doc = include_str!("circuits/equations.md")]
#![doc = include_str!("circuits/attempts.md")]

pub mod bursts;
pub mod channel;
pub mod companions;
pub mod network;
pub mod search;
pub mod sharing;
pub mod single;
pub mod slots;
pub mod solution;
pub mod spread;
pub mod step;
pub mod unknowns;

mod discrepancies;
mod quantities;

pub use solution::Solution;

use crate::model::{
    Case, Caveat, CurveEnd, Discrepancy, EndCause, Figure, Measure, Model, ModelInfo, NoSolution, Outcome, Solve,
    hypercube_mmpp::{self, Setting},
    info::{Countable, NetworkSize},
};
use crate::scenario::Setup;
use network::{JUDGED_VCS, Network, Traffic};
use search::{Limit, Search};

/// From this H on the wait is a band and no number.
const BAND: f64 = 0.9;

/// Dimensions up to which bursts of other nodes matter, from which H on, and how many virtual channels are many there.
const FEW: (u32, f64, u32) = (4, 0.8, 6);

const INFO: ModelInfo = ModelInfo {
    measures: &[Measure::OURS],
    tail: "The model gives the mean and the variance of the time on an injection channel and the mean latency, but not its distribution, \
           so it has no percentiles.",
    headlines: &["U", "T", "rho", "data", "setup", "W"],
    texts: "circuits",
    counted: &[("W", Countable::Waiting)],
    measured_as: &[
        ("dbar", "D"),
        ("Pi", "Pi"),
        ("sending", "data"),
        ("setup", "E"),
        ("rho", "mu"),
        ("W", "Ws"),
        ("data", ""),
        ("T", ""),
        ("lam", ""),
    ],
    size: NetworkSize::of_cube(),
    ..ModelInfo::LATENCY
};

/// The model of one network and its traffic.
pub struct Circuits {
    setting: Setting,
    search: Search,
}

impl Circuits {
    /// The model of a scenario, not begun: [`Model::advance`] solves it. Fails with the reason why the model does not cover that network.
    pub fn of(setup: &Setup) -> Result<Self, NoSolution> {
        Self::new(Setting::of(setup))
    }

    /// The model of a setting, not begun. Its choices of distances and retries concern the model of the paper alone.
    /// Fails with the reason why the model does not cover that network.
    pub fn new(setting: Setting) -> Result<Self, NoSolution> {
        Ok(Self { setting, search: Search::new(&setting)? })
    }

    pub(crate) const fn traffic(&self) -> &Traffic {
        &self.search.network().traffic
    }

    pub(crate) const fn network(&self) -> Network {
        Network::of(&self.setting)
    }
}

impl Solve for Circuits {
    type Solution = Solution;
    const INFO: &'static ModelInfo = &INFO;
    const CASES: &'static [Case<Self>] = &[
        ("calm", |model| model.traffic().lag1 == 0.0),
        ("single", |model| model.network().alone()),
        ("many", |model| model.network().many()),
    ];

    fn solve(&self, load: f64) -> Outcome<Solution> {
        let (Setting { lag1, hurst, .. }, last) = (self.setting, self.search.end());
        if load > last && self.search.limit() == Some(Limit::Traffic) {
            return Outcome::Invalid(NoSolution::NoTraffic { lag1, hurst, load, last });
        }
        self.search.outcome(load)
    }

    fn curve(&self, points: usize) -> Vec<Solution> {
        self.search.solutions(points)
    }
}

impl Model for Circuits {
    fn advance(&mut self, more: &dyn Fn() -> bool) -> bool {
        self.search.advance(more)
    }

    fn solve_end(&mut self, sharp: bool) {
        self.search.solve_end(sharp);
    }

    /// The points known so far, whatever the number asked for.
    fn curves(&self, _points: usize) -> Vec<Vec<(f64, f64)>> {
        vec![self.search.curve()]
    }

    fn idle(&self) -> Option<f64> {
        Some(self.search.idle())
    }

    fn end(&self) -> CurveEnd {
        let why = match self.search.limit() {
            Some(Limit::Traffic) => EndCause::NoTraffic,
            Some(Limit::Channels) => EndCause::FullChannels(self.search.busy()),
            Some(Limit::Source) | None => EndCause::FullSources(self.search.busy()),
        };
        CurveEnd { load: self.search.end(), value: self.search.end_latency(), why }
    }

    fn reasons(&self, load: f64, paper: &dyn Model) -> Vec<Discrepancy> {
        discrepancies::of(self, load, paper)
    }

    fn remarks(&self, _load: f64) -> Vec<Caveat> {
        let (most, bursty, many) = FEW;
        let hurst = if self.setting.lag1 == 0.0 { 0.0 } else { self.setting.hurst };
        let few = self.network().n <= most;
        Caveat::holding([
            (hurst >= BAND, Caveat::Band),
            (few && hurst >= bursty, Caveat::FewNodes),
            (few && (many..=*JUDGED_VCS.end()).contains(&self.network().vcs), Caveat::ManySlots),
            (self.network().alone(), Caveat::OneSlot),
            (self.network().many(), Caveat::BeyondSlots),
            (self.search.limit() == Some(Limit::Traffic), Caveat::TrafficEnds),
        ])
    }

    fn figures(&self, load: f64) -> Vec<Figure> {
        let answer = self.solve(load).stable();
        let law = answer.as_ref().map(|solution| &solution.step.channel.held[..]);
        let Setting { lag1, .. } = self.setting;
        hypercube_mmpp::figures::figures(&self.traffic().shape, lag1, self.setting.target(), load, law)
    }
}
