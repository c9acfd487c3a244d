//! The solution at one load: every quantity of the paper, with its equation.

use super::Setting;
use super::path::{self, Attempts};
use crate::model::{
    LatencyCause, LatencyShare, Law, Quantity,
    quantity::{self, Row, row},
};
use crate::queueing::{
    mmpp_g1::{MeanWait, Service, WaitTransform},
    modulated_channels,
};
use crate::solve::complex::Complex;
use crate::traffic::mmpp::{Superposition, TwoState};

/// Every quantity of the model at one load.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs, reason = "the fields are symbols of the paper")]
pub struct Solution {
    pub(super) setting: Setting,
    pub(super) distance: f64,
    /// True if the service time contains the multiplexing.
    pub(super) data: bool,
    pub(super) hurst: f64,
    /// λ, messages per node per cycle.
    pub load: f64,
    /// The traffic of a node (3).
    pub traffic: Superposition,
    /// The traffic with retries (8).
    pub effective: Superposition,
    /// The attempts to set up a path: Eqs. (6), (10), (16).
    pub attempts: Attempts,
    /// λ_c, attempts that take a channel, per channel per cycle (12).
    pub lambda_c: f64,
    /// The time that a channel is held, cycles.
    pub held: f64,
    /// P_V, all virtual channels of a channel busy.
    pub full: f64,
    /// P_i, the law of busy virtual channels.
    pub law: modulated_channels::Law,
    pub e: f64,
    /// T, the mean network latency, cycles (1).
    pub t1: f64,
    /// T⁽²⁾, its second moment, cycles².
    pub t2: f64,
    /// The mean service time of an injection queue, cycles: T, or in the refined reading E + (D + M) V̄.
    pub t: f64,
    /// μ, the rate of an injection queue times its service time: its utilisation.
    pub mu: f64,
    /// The parts of the wait; `None` without load.
    pub wait: Option<MeanWait>,
    pub w_s: f64,
    pub vbar: f64,
    /// The mean latency (18), cycles.
    pub latency: f64,
}

impl Solution {
    fn parts(&self, number: fn(&TwoState) -> f64) -> Vec<f64> {
        self.traffic.parts().iter().map(number).collect()
    }

    /// Pb_i (13), along the longest path.
    fn blocked_by_hop(&self) -> Vec<f64> {
        let longest = (self.setting.n as usize).div_ceil(2);
        (0..longest).map(|hop| path::blocking(self.full, longest, hop)).collect()
    }

    /// Pf_i (9), along the longest path.
    fn failed_by_hop(&self) -> Vec<f64> {
        let mut reached = 1.0;
        let mut failed = self.blocked_by_hop();
        for blocked in &mut failed {
            let arrives = 1.0 - *blocked;
            *blocked *= reached;
            reached *= arrives;
        }
        failed
    }

    /// A part of the wait; 0 without load.
    fn waits(&self, part: fn(&MeanWait) -> f64) -> f64 {
        self.wait.as_ref().map_or(0.0, part)
    }
}

/// The quantities, in the order of the paper: symbol, letter in TeX, name, unit, equation, value.
#[rustfmt::skip]
pub(super) const QUANTITIES: &[Row<Solution>] = &[
    row("n", "dimensions", "", "", |s| s.setting.n.into()),
    row("V", "virtual channels of a channel", "", "", |s| s.setting.vcs.into()),
    row("lambda", "load", "messages / node / cycle", "(3)", |s| s.load.into()),
    row("flits", "message length M", "flits", "", |s| s.setting.flits.into()),
    row("D", "mean distance", "hops", "", |s| s.distance.into()),
    row("H_eff", "Hurst parameter that the fit has", "", "", |s| s.hurst.into()),
    row("kappa", "relaxation rates of the MMPPs", "per cycle", "(2)", |s| s.parts(TwoState::relaxation).into()),
    row("sigma", "standard deviations of their rates", "messages / cycle", "(2)", |s| s.parts(TwoState::sigma).into()),
    row("p_high", "fractions of time at the high rate", "", "(2)", |s| s.parts(TwoState::high_share).into()),
    row("mean", "mean rates of the MMPPs", "messages / cycle", "(2)", |s| s.parts(TwoState::mean).into()),
    row("lam_v", "rate of an injection queue", "messages / queue / cycle", "(4)", |s| (s.load / f64::from(s.setting.vcs)).into()),
    row("Pb", "blocking probability after i hops", "", "(13)", |s| s.blocked_by_hop().into()),
    row("Pf_i", "probability that an attempt fails after i hops", "", "(9)", |s| s.failed_by_hop().into()),
    row("Ps", "probability that an attempt succeeds", "", "(6)", |s| (1.0 / s.attempts.number).into()),
    row("Pf", "probability that an attempt fails", "", "(6)", |s| s.attempts.failure.into()),
    row("attempts", "attempts per message", "", "(7)", |s| s.attempts.number.into()),
    row("lam_eff", "attempts of a node", "attempts / node / cycle", "(8)", |s| s.effective.mean().into()),
    row("c", "channels taken per attempt", "channels", "(10)", |s| s.attempts.channels.into()),
    row("f", "share of a channel in a node's attempts", "", "(11)", |s| (s.attempts.channels / f64::from(s.setting.n)).into()),
    row("lam_c", "rate of a channel", "attempts / channel / cycle", "(12)", |s| s.lambda_c.into()),
    row("tau", "time that a channel is held", "cycles", "", |s| s.held.into()),
    row("Pi", "probability of i busy virtual channels", "", "", |s| s.law.probabilities().to_vec().into()),
    row("pV", "all virtual channels busy", "", "(13)", |s| s.full.into()),
    row("Vbar", "average degree of multiplexing", "", "", |s| s.vbar.into()),
    row("E0", "cycles until the header arrives", "cycles", "(16)", |s| s.attempts.setup.into()),
    row("E", "mean time to set up a path", "cycles", "(17)", |s| s.e.into()),
    row("T1", "mean network latency", "cycles", "(1)", |s| s.t1.into()),
    row("T2", "its second moment", "cycles²", "(1)", |s| s.t2.into()),
    row("T", "mean service time of an injection queue", "cycles", "(5)", |s| s.t.into()),
    row("T2_s", "its second moment", "cycles²", "(5)", |s| (s.e * s.e + s.t * s.t).into()),
    row("mu", "utilisation of an injection queue", "", "(5)", |s| s.mu.into()),
    row("W_pk", "wait that Poisson arrivals would have", "cycles", "(5)", |s| s.waits(|wait| wait.poisson).into()),
    row("C", "burstiness, variance times duration", "messages² / cycle", "(5)", |s| s.waits(|wait| wait.burstiness).into()),
    row("Delta", "excess arrivals expected from the phase when a busy period ends", "messages", "(5)",
        |s| s.waits(|wait| wait.delta).into()),
    row("W_bursts", "wait that the bursts add", "cycles", "(5)", |s| (s.w_s - s.waits(|wait| wait.poisson)).into()),
    row("Ws", "wait at the source", "cycles", "(5)", |s| s.w_s.into()),
    row("latency", "mean message latency", "cycles", "(18)", |s| s.latency.into()),
];

impl crate::model::Solution for Solution {
    fn load(&self) -> f64 {
        self.load
    }

    fn measures(&self) -> Vec<f64> {
        vec![self.latency]
    }

    fn quantities(&self) -> Vec<Quantity> {
        quantity::read(QUANTITIES, self)
    }

    /// The distribution of a sum of three independent times: the wait of the MMPP/G/1 queue whose mean is Ws (5), a set-up time that is
    /// exponential with mean E, and the constant rest of the service (1), (17). The assumptions are those of the mean: every message goes
    /// the mean distance D and shares its channels with the mean number of others. Where V̄ is a factor of the latency (18), it multiplies
    /// each of the three times. The mean of the distribution is the latency.
    fn law(&self) -> Option<Law> {
        let (exponential, constant) = (self.e, self.t - self.e);
        let queue = self.traffic.scaled(1.0 / f64::from(self.setting.vcs)); // Eq. (4)
        let wait = WaitTransform::of(&queue, Service { exponential, constant })?;
        let factor = if self.data { 1.0 } else { self.vbar };
        Some(Law::continuous(constant * factor, move |s| {
            let s = s * factor;
            wait.at(s) / (Complex::ONE + s * exponential)
        }))
    }

    fn shares(&self) -> Vec<LatencyShare> {
        let data = self.distance + f64::from(self.setting.flits);
        let sharing = if self.data { data * (self.vbar - 1.0) } else { (self.vbar - 1.0) * (self.t + self.w_s) };
        LatencyShare::each(
            LatencyCause::CIRCUITS,
            [2.0 * self.distance + data, self.attempts.setup - self.distance, self.w_s, sharing],
        )
    }
}
