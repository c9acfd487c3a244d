//! Mean message latency of a circuit-switched hypercube under traffic that is bursty on many time scales.
//!
//! # The question
//! Every node of a hypercube sends messages in bursts within bursts: the correlation of its traffic falls like a power of the lag. A message first
//! sets up a path, trying again from the start whenever its header is blocked, and then sends its flits. How long does it take from generation to
//! the arrival of its last flit, and what do the bursts cost?
//!
//! ```text
//!   source: V queues      path of D hops, one virtual channel each            destination
//!   [|||] --\                 header ->  blocked: back to the source
//!   [|||] ---> (injection) ===o===o===o===  reached: acknowledgement back, D cycles
//!   [|||] --/                 then M flits, one channel shared by its busy virtual channels
//! ```
//!
//! # Assumptions
//! Nodes are independent and alike; destinations uniform; messages of M flits; adaptive choice among the shortest paths; unbounded queues at the
//! sources. The lag-1 autocorrelation *coefficient* of the arrivals per cycle is ρλ, read so because ρλ as a covariance makes bursts that no
//! network carries, and a coefficient of ρ alone is out of reach at H = 0.6.
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
//! What the paper only cites is chosen as follows. *Retries*: the attempts r = 1, 2, ... of one component are superposed as if independent; they share
//! its relaxation rate, so mean m/(1-Pf), variance σ²/(1-Pf²), third central moment μ₃/(1-Pf³) and κ determine the one two-state MMPP
//! that replaces them. *Channels*: the V virtual channels share the bandwidth of one, so the chain of busy ones goes down at rate 1/T from every
//! state. *Distance*: for odd n the lengths n/2 ± 1/2 have weight one half each, and probabilities are averaged over attempts, not messages.
//!
//! # Method
//! All is an explicit function of p = P_V but the chain, so the fixed point is a scalar one, Φ(p) = p. Its least root is found by secants from p = 0
//! (fixed_point.rs); along a curve the next root is extrapolated. Saturation is bracketed by halving the load and then found as a
//! root: of 1 - μ where the injection queues give up (D <= 2), of the smallest Φ(p) - p where the root meets the congested one and both
//! vanish (D >= 3, a fold: the latency there is finite).
//!
//! # Validity
//! n = 2 to 10, V = 1 to 16, L = 2 to 6, 0.5 < H < 1. Against simulation the printed reading is good to about 12 % up to 60 % of the capacity (n = 8: 31 %)
//! and fails beyond: (5) uses a service time without multiplexing, and for n = 4 the curve passes the bandwidth bound 2/M
//! ([`HypercubeMmpp::bandwidth_bound`]). The refined reading stays within 30 % up to three quarters.
//!
//! # Departures from the print
//! [`REPAIRS`] are made in every reading; [`DEVIATIONS`] lists what the refined one does differently, each with its reason. There is nothing between the two:
//! the corrected reading is the printed one.
//!
//! # Reference
//! G. Min, M. Ould-Khaoua, "Performance evaluation of hypercubes in the presence of multiple time-scale correlated traffic" (2006).

mod fixed_point;
pub mod path;
mod print;
mod saturation;
mod solution;

pub use print::{DEVIATIONS, REPAIRS};
pub use saturation::{End, Limit};
pub use solution::Solution;

use super::{Effect, Lecture, Model, Outcome, Saturation};
use crate::queueing::{
    mmpp_g1::{self, Service},
    modulated_channels::{Law, Workspace},
};
use crate::scenario::Reading;
use crate::traffic::{
    long_range::{Infeasible, Shape, Target, Weights},
    mmpp::{Superposition, TwoState},
};
use fixed_point::{Least, least_root, near_root};
use libm::{exp, log};
use path::{Attempts, Distances};
use print::Departures;

/// How far a message goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Distance {
    /// n/2 hops, for odd n half of the messages one more than the other half: the paper's mean distance.
    Half,
    /// The exact law of the distance to another node.
    Binomial,
}

/// How the attempts of one message are superposed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Retry {
    /// As independent streams.
    Independent,
    /// As one stream: all attempts see the same phase.
    Common,
}

/// The network and its traffic, without the load.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Setting {
    /// Dimensions, 2 to 10; the network has 2^n nodes.
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
    /// How the MMPPs are fitted.
    pub fit: Weights,
    /// How far a message goes.
    pub distance: Distance,
    /// How attempts are superposed.
    pub retry: Retry,
}

/// The model of one setting under one reading, with all that does not depend on the load.
#[derive(Clone, Debug)]
pub struct HypercubeMmpp {
    setting: Setting,
    departures: Departures,
    shape: Shape,
    distances: Distances,
    /// D, the mean distance, hops.
    distance: f64,
    end: End,
}

/// What follows from one value of P_V at one load.
#[derive(Clone, Copy, Debug)]
struct State {
    attempts: Attempts,
    /// The effective traffic of a node, all attempts counted (8).
    effective: Superposition,
    /// E, cycles.
    setup: f64,
    law: Law,
    service: Service,
}

impl HypercubeMmpp {
    /// The model of a setting under a reading.
    pub fn new(setting: Setting, reading: Reading) -> Self {
        Self::with(setting, Departures::of(reading))
    }

    fn with(setting: Setting, departures: Departures) -> Self {
        let target =
            Target { hurst: setting.hurst, scales: setting.scales, mmpps: setting.mmpps, weights: setting.fit };
        let distances = Distances::of(setting.n, setting.distance);
        let mut model = Self {
            setting,
            departures,
            shape: Shape::of(target),
            distances,
            distance: distances.mean(),
            end: End { load: 0.0, full: 0.0, limit: Limit::Injection },
        };
        model.end = model.find_end();
        model
    }

    /// Where the curve ends, and why.
    pub const fn end(&self) -> End {
        self.end
    }

    /// The shape of the traffic's autocovariance.
    pub const fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The load at which data alone fills every channel, whatever the model says: λ = n/(D M).
    pub fn bandwidth_bound(&self) -> f64 {
        f64::from(self.setting.n) / (self.distance * f64::from(self.setting.flits))
    }

    /// The traffic of a node at a load.
    pub fn traffic(&self, load: f64) -> Result<Superposition, Infeasible> {
        self.shape.fit(load, self.setting.lag1 * load)
    }

    /// The effective traffic of one component when an attempt fails with probability Pf: Eqs. (7), (8).
    fn retried(&self, part: TwoState, failure: f64) -> TwoState {
        match self.setting.retry {
            Retry::Common => part.scaled(1.0 / (1.0 - failure)),
            Retry::Independent => superposed_retries(part, failure),
        }
    }

    /// All that follows from P_V = `full`. The law holds the next P_V.
    fn state(&self, traffic: &Superposition, full: f64, room: &mut Workspace) -> State {
        let Setting { n, vcs, flits, .. } = self.setting;
        let data = self.distance + f64::from(flits);
        let attempts = self.distances.attempts(full, f64::from(flits));
        let setup = attempts.setup + self.distance;
        let effective = traffic.map(|part| self.retried(part, attempts.failure)); // Eq. (8)
        let channel = effective.scaled(attempts.channels / f64::from(n)); // Eqs. (11), (12)
        let holding = if self.departures.circuit { attempts.holding } else { setup + data };
        let law = if self.departures.poisson {
            Law::poisson(channel.mean() * holding, vcs)
        } else {
            room.solve(&channel, 1.0 / holding, vcs)
        };
        let shared = if self.departures.data { law.multiplexing() } else { 1.0 };
        let service = Service { exponential: setup, constant: data * shared }; // Eqs. (1), (17)
        State { attempts, effective, setup, law, service }
    }

    /// μ, the utilisation of an injection queue.
    fn utilisation(&self, load: f64, state: &State) -> f64 {
        load / f64::from(self.setting.vcs) * state.service.mean()
    }

    /// Φ(p) - p.
    fn residue(&self, traffic: &Superposition, full: f64, room: &mut Workspace) -> f64 {
        self.state(traffic, full, room).law.full() - full
    }

    /// The least root at a load, or where it is missed closest.
    fn least(&self, traffic: &Superposition, start: f64, room: &mut Workspace) -> Least {
        least_root(start, |full| self.residue(traffic, full, room))
    }

    /// The solution at a load with P_V = `full` there. `None` if the injection queues cannot keep up.
    fn at(&self, load: f64, traffic: &Superposition, full: f64, room: &mut Workspace) -> Option<Solution> {
        let Setting { vcs, .. } = self.setting;
        let state = self.state(traffic, full, room);
        let mu = self.utilisation(load, &state);
        if mu >= 1.0 || mu.is_nan() {
            return None;
        }
        let queue = traffic.scaled(1.0 / f64::from(vcs)); // Eq. (4)
        let wait = if load > 0.0 { Some(mmpp_g1::waiting_time(&queue, state.service)?) } else { None }; // Eq. (5)
        let vbar = state.law.multiplexing();
        let own = Service { constant: self.distance + f64::from(self.setting.flits), ..state.service }; // Eq. (1)
        let t = state.service.mean();
        let w_s = wait.map_or(0.0, |wait| wait.mean);
        Some(Solution {
            setting: self.setting,
            distance: self.distance,
            data: self.departures.data,
            hurst: self.shape.effective_hurst(),
            load,
            traffic: *traffic,
            effective: state.effective,
            attempts: state.attempts,
            lambda_c: state.effective.mean() * state.attempts.channels / f64::from(self.setting.n),
            full: state.law.full(),
            law: state.law,
            e: state.setup,
            t1: own.mean(),
            t2: own.second_moment(),
            t,
            mu,
            wait,
            w_s,
            vbar,
            latency: (t + w_s) * if self.departures.data { 1.0 } else { vbar }, // Eq. (18)
        })
    }

    /// The solution at a load that has one.
    fn solve_below_end(&self, load: f64, start: f64, room: &mut Workspace) -> Result<Option<Solution>, Infeasible> {
        let traffic = self.traffic(load)?;
        // On the last bits before a fold the root can be lost to rounding; its place cannot.
        let (Least::Found(root) | Least::Missing(root, _)) = self.least(&traffic, start, room);
        Ok(self.at(load, &traffic, root.at, room))
    }
}

/// The one two-state MMPP with the mean, variance, third moment and relaxation of the superposition of all attempts, each independent of the others:
/// the r-th is the process thinned by Pf^(r-1).
pub fn superposed_retries(part: TwoState, failure: f64) -> TwoState {
    let (one, two) = (1.0 - failure, 1.0 - failure * failure);
    let three = 1.0 - failure * failure * failure;
    let root = two.sqrt();
    TwoState::from_moments(
        part.mean() / one,
        part.sigma() / root,
        part.skewness() * two * root / three,
        part.relaxation(),
    )
}

impl Model for HypercubeMmpp {
    type Solution = Solution;

    const LECTURE: Lecture = print::LECTURE;

    fn zero_load(&self) -> f64 {
        3.0 * self.distance + f64::from(self.setting.flits)
    }

    fn saturation(&self) -> Saturation {
        let End { load, full, limit } = self.end;
        let mut room = Workspace::default();
        let state = self.traffic(load).map(|traffic| self.state(&traffic, full, &mut room));
        let (rho, service) = state.map_or((0.0, 0.0), |state| (self.utilisation(load, &state), state.service.mean()));
        let latency = match limit {
            Limit::Network => self
                .traffic(load)
                .ok()
                .and_then(|traffic| self.at(load, &traffic, full, &mut room))
                .map(|solution| solution.latency),
            Limit::Injection | Limit::Fit => None,
        };
        Saturation { load, latency, rho, service, bandwidth: load / self.bandwidth_bound() }
    }

    fn solve(&self, load: f64) -> Outcome<Solution> {
        if load > self.end.load && self.end.limit != Limit::Fit {
            return Outcome::Saturated(self.saturation());
        }
        match self.solve_below_end(load, 0.0, &mut Workspace::default()) {
            Ok(Some(solution)) => Outcome::Stable(solution),
            Ok(None) => Outcome::Saturated(self.saturation()),
            Err(infeasible) => Outcome::Invalid(infeasible.sentence()),
        }
    }

    fn curve(&self, points: usize) -> Vec<Solution> {
        /// Where the latency has no end, the curve stops at this fraction of the load.
        const LAST_BEFORE_A_POLE: f64 = 0.998;
        /// The slope at the root changes too fast beyond this fraction to extrapolate.
        const SMOOTH: f64 = 0.9;
        let last = points.max(2) - 1;
        let end = self.end.load * if self.end.limit == Limit::Network { 1.0 } else { LAST_BEFORE_A_POLE };
        let mut room = Workspace::default();
        let mut solutions: Vec<Solution> = Vec::with_capacity(last + 1);
        let mut slope = -1.0;
        for i in 0..=last {
            // Closer and closer to the end, where the curve bends.
            let left = 1.0 - i as f64 / last as f64;
            let load = end * (1.0 - left * left);
            let Ok(traffic) = self.traffic(load) else { break };
            let guess = if load < SMOOTH * end { extrapolated(&solutions, load) } else { None };
            let near = guess.and_then(|p| near_root(p, slope, |full| self.residue(&traffic, full, &mut room)));
            let full = if let Some((root, found)) = near {
                slope = found;
                root.at
            } else {
                let start = solutions.last().map_or(0.0, |solution| solution.full);
                let (Least::Found(root) | Least::Missing(root, _)) = self.least(&traffic, start, &mut room);
                root.at
            };
            let Some(solution) = self.at(load, &traffic, full, &mut room) else { break };
            solutions.push(solution);
        }
        solutions
    }

    fn remarks(&self) -> Vec<&'static str> {
        let mut remarks = Vec::new();
        if self.shape.cut() {
            remarks.push("The fit of Andersen and Nielsen runs out of components at this Hurst parameter; the least-squares fit follows it further.");
        }
        if self.end.limit == Limit::Fit {
            remarks.push("The curve ends where no traffic has the lag-1 correlation asked for; the network itself could carry more.");
        }
        if self.end.load > self.bandwidth_bound() {
            remarks.push("This reading carries more load than the channels have bandwidth for: its queue does not know that channels are shared.");
        }
        remarks
    }

    fn deviations(&self, load: f64) -> Vec<Effect> {
        let printed = Self::with(self.setting, Departures::PRINTED);
        let latency = |model: &Self| match model.solve(load) {
            Outcome::Stable(solution) => Some(solution.latency),
            _ => None,
        };
        let (reference, end) = (latency(&printed), printed.end.load);
        let effect = |(deviation, departures)| {
            let model = Self::with(self.setting, departures);
            let latency = reference.zip(latency(&model)).map(|(before, after)| after / before - 1.0);
            Effect { deviation, saturation: model.end.load / end - 1.0, latency }
        };
        DEVIATIONS.into_iter().zip(Departures::ALONE).map(effect).collect()
    }
}

/// P_V at the next load, from the last three of a curve: quadratic in the logarithms.
fn extrapolated(solutions: &[Solution], load: f64) -> Option<f64> {
    let [.., a, b, c] = solutions else { return None };
    if a.full <= 0.0 {
        return None;
    }
    let [x, y, z, at] = [a.load, b.load, c.load, load].map(log);
    let [p, q, r] = [a.full, b.full, c.full].map(log);
    let (first, second) = ((q - p) / (y - x), (r - q) / (z - y));
    let bend = (second - first) / (z - x);
    Some(exp(r + (second + bend * (z - y)) * (at - z) + bend * (at - z) * (at - z)))
}
