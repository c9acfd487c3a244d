//! The solution at one load: every quantity of the paper, with its equation.

use super::Setting;
use super::path::{self, Attempts};
use crate::model::{LatencyShare, Quantity};
use crate::queueing::{mmpp_g1::MeanWait, modulated_channels::Law};
use crate::traffic::mmpp::{Superposition, TwoState};

/// Every quantity of the model at one load.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Solution {
    pub(super) setting: Setting,
    /// D, hops.
    pub(super) distance: f64,
    /// Whether multiplexing is in the service time already.
    pub(super) data: bool,
    /// H_eff of the fit.
    pub(super) hurst: f64,
    /// λ, messages per node per cycle.
    pub load: f64,
    /// The traffic of a node (3).
    pub traffic: Superposition,
    /// The same with retries (8).
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
    pub law: Law,
    /// E, cycles.
    pub e: f64,
    /// T, the mean network latency, cycles (1).
    pub t1: f64,
    /// T⁽²⁾, its second moment, cycles².
    pub t2: f64,
    /// The mean service time of an injection queue, cycles: T, or in the refined reading E + (D + M) V̄.
    pub t: f64,
    /// μ, the rate of an injection queue times its service time: its utilisation.
    pub mu: f64,
    /// What the wait is made of; `None` without load.
    pub wait: Option<MeanWait>,
    /// Ws (5), cycles.
    pub w_s: f64,
    /// V̄.
    pub vbar: f64,
    /// The mean latency (18), cycles.
    pub latency: f64,
}

impl crate::model::Solution for Solution {
    fn load(&self) -> f64 {
        self.load
    }

    fn measures(&self) -> Vec<f64> {
        vec![self.latency]
    }

    fn quantities(&self) -> Vec<Quantity> {
        let parts = |of: fn(&TwoState) -> f64| self.traffic.parts().iter().map(of).collect();
        let Attempts { number, failure, channels, setup, .. } = self.attempts;
        let longest = (self.setting.n as usize).div_ceil(2);
        let blocked = (0..longest).map(|hop| path::blocking(self.full, longest, hop)).collect();
        let wait = |of: fn(&MeanWait) -> f64| self.wait.as_ref().map_or(0.0, of);
        let lambda_v = self.load / f64::from(self.setting.vcs);
        let failed = (0..longest)
            .scan(1.0, |reached, hop| {
                let blocked = path::blocking(self.full, longest, hop);
                let failed = *reached * blocked;
                *reached *= 1.0 - blocked;
                Some(failed)
            })
            .collect();
        vec![
            Quantity::number("n", "dimensions", "", "", f64::from(self.setting.n)),
            Quantity::number("V", "virtual channels of a channel", "", "", f64::from(self.setting.vcs)),
            Quantity::number("lambda", "load", "messages / node / cycle", "(3)", self.load),
            Quantity::number("flits", "message length M", "flits", "", f64::from(self.setting.flits)),
            Quantity::number("D", "mean distance", "hops", "", self.distance),
            Quantity::number("H_eff", "Hurst parameter that the fit has", "", "", self.hurst),
            Quantity::list("kappa", "relaxation rates of the MMPPs", "per cycle", "(2)", parts(TwoState::relaxation)),
            Quantity::list(
                "sigma",
                "standard deviations of their rates",
                "messages / cycle",
                "(2)",
                parts(TwoState::sigma),
            ),
            Quantity::list("p_high", "fractions of time at the high rate", "", "(2)", parts(TwoState::high_share)),
            Quantity::list("mean", "mean rates of the MMPPs", "messages / cycle", "(2)", parts(TwoState::mean)),
            Quantity::number("lam_v", "rate of an injection queue", "messages / queue / cycle", "(4)", lambda_v),
            Quantity::list("Pb", "blocking probability after i hops", "", "(13)", blocked),
            Quantity::list("Pf_i", "probability that an attempt fails after i hops", "", "(9)", failed),
            Quantity::number("Ps", "probability that an attempt succeeds", "", "(6)", 1.0 / number),
            Quantity::number("Pf", "probability that an attempt fails", "", "(6)", failure),
            Quantity::number("attempts", "attempts per message", "", "(7)", number),
            Quantity::number("lam_eff", "attempts of a node", "attempts / node / cycle", "(8)", self.effective.mean()),
            Quantity::number("c", "channels taken per attempt", "channels", "(10)", channels),
            Quantity::number(
                "f",
                "share of a channel in a node's attempts",
                "",
                "(11)",
                channels / f64::from(self.setting.n),
            ),
            Quantity::number("lam_c", "rate of a channel", "attempts / channel / cycle", "(12)", self.lambda_c),
            Quantity::number("tau", "time that a channel is held", "cycles", "", self.held),
            Quantity::list("Pi", "probability of i busy virtual channels", "", "", self.law.probabilities().to_vec()),
            Quantity::number("pV", "all virtual channels busy", "", "(13)", self.full),
            Quantity::number("Vbar", "average degree of multiplexing", "", "", self.vbar),
            Quantity::number("E0", "cycles until the header arrives", "cycles", "(16)", setup),
            Quantity::number("E", "mean time to set up a path", "cycles", "(17)", self.e),
            Quantity::number("T1", "mean network latency", "cycles", "(1)", self.t1),
            Quantity::number("T2", "its second moment", "cycles²", "(1)", self.t2),
            Quantity::number("T", "mean service time of an injection queue", "cycles", "(5)", self.t),
            Quantity::number("T2_s", "its second moment", "cycles²", "(5)", self.e * self.e + self.t * self.t),
            Quantity::number("mu", "utilisation of an injection queue", "", "(5)", self.mu),
            Quantity::number(
                "W_pk",
                "wait that Poisson arrivals would have",
                "cycles",
                "(5)",
                wait(|wait| wait.poisson),
            ),
            Quantity::number(
                "C",
                "burstiness, variance times duration",
                "messages² / cycle",
                "(5)",
                wait(|wait| wait.burstiness),
            ),
            Quantity::number(
                "Delta",
                "what is known of the phase when a busy period ends",
                "messages",
                "(5)",
                wait(|wait| wait.delta),
            ),
            Quantity::number(
                "W_bursts",
                "wait that the bursts add",
                "cycles",
                "(5)",
                self.w_s - wait(|wait| wait.poisson),
            ),
            Quantity::number("Ws", "wait at the source", "cycles", "(5)", self.w_s),
            Quantity::number("latency", "mean message latency", "cycles", "(18)", self.latency),
        ]
    }

    fn shares(&self) -> Vec<LatencyShare> {
        let data = self.distance + f64::from(self.setting.flits);
        let sharing = if self.data { data * (self.vbar - 1.0) } else { (self.vbar - 1.0) * (self.t + self.w_s) };
        vec![
            LatencyShare { cause: "the idle network", time: 2.0 * self.distance + data },
            LatencyShare { cause: "failed attempts", time: self.attempts.setup - self.distance },
            LatencyShare { cause: "waiting at the source", time: self.w_s },
            LatencyShare { cause: "sharing channels with other messages", time: sharing },
        ]
    }
}
