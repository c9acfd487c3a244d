//! The solution at one load: every quantity of the paper, with its equation.

use super::{MOST_DIMENSIONS, MOST_VCS, Setting};
use crate::model::{Quantity, Share};

/// Every quantity of the model at one load.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Solution {
    pub(super) setting: Setting,
    pub(super) dbar: f64,
    pub(super) hops: [f64; MOST_DIMENSIONS],
    pub(super) kbar: f64,
    pub(super) omega: f64,
    /// λ_g, messages per node per cycle.
    pub load: f64,
    /// λ_sr (3), receptions to be replicated, per node per cycle.
    pub lambda_sr: f64,
    /// λ_cu (7), messages per channel per cycle.
    pub lambda_cu: f64,
    /// λ_cb (8), messages per channel per cycle.
    pub lambda_cb: f64,
    /// λ_cr (11), messages per channel per cycle.
    pub lambda_cr: f64,
    /// λ_c (4), messages per channel per cycle.
    pub lambda_c: f64,
    /// ρ = λ_c S (19).
    pub rho: f64,
    /// P_v (30), v = 0..=V.
    pub p_v: [f64; MOST_VCS + 1],
    /// P_a (15).
    pub p_a: f64,
    /// P_d (16).
    pub p_d: f64,
    /// Σ_j Pb_j (17), blockings per unicast message.
    pub blocking_sum_u: f64,
    /// W_c (23), cycles.
    pub w_c: f64,
    /// B_b (25), cycles.
    pub b_b: f64,
    /// S_u (12), cycles.
    pub s_u: f64,
    /// S_b (24), cycles.
    pub s_b: f64,
    /// S (21), cycles.
    pub s: f64,
    /// λ_s (26), messages per injection queue per cycle.
    pub lambda_s: f64,
    /// S_s (27), cycles.
    pub s_s: f64,
    /// W_s (28), cycles.
    pub w_s: f64,
    /// V̄ (31).
    pub vbar: f64,
    /// L_u (1), cycles.
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
        const HOPS: [(&str, &str); MOST_DIMENSIONS] = [
            ("n1", "hops with one dimension left"),
            ("n2", "hops with two dimensions left"),
            ("n3", "hops with three dimensions left"),
            ("n4", "hops with four dimensions left"),
        ];
        let rate = "messages / channel / cycle";
        let mut quantities = vec![
            Quantity::number("flits", "message length M", "flits", "", f64::from(self.setting.flits)),
            Quantity::number("kbar", "mean distance along a ring", "hops", "(5)", self.kbar),
            Quantity::number("dbar", "mean distance", "hops", "(6)", self.dbar),
            Quantity::number("omega", "mean copies per reception", "", "(10)", self.omega),
        ];
        for ((symbol, name), hops) in HOPS.into_iter().zip(self.hops).take(self.setting.n as usize) {
            quantities.push(Quantity::number(symbol, name, "hops", "(13), (17)", hops));
        }
        let law = self.p_v[..=self.setting.vcs as usize].to_vec();
        quantities.extend([
            Quantity::number("lambda_sr", "receptions to replicate", "messages / node / cycle", "(3)", self.lambda_sr),
            Quantity::number("lambda_cu", "unicast rate of a channel", rate, "(7)", self.lambda_cu),
            Quantity::number("lambda_cb", "broadcast rate of a channel", rate, "(8)", self.lambda_cb),
            Quantity::number("lambda_cr", "rate of replicated copies on a channel", rate, "(11)", self.lambda_cr),
            Quantity::number("lambda_c", "rate of a channel", rate, "(4)", self.lambda_c),
            Quantity::number("rho", "utilisation of a channel", "", "(19)", self.rho),
            Quantity::list("P_v", "probability of v busy virtual channels", "", "(30)", law),
            Quantity::number("P_a", "all adaptive channels busy", "", "(15)", self.p_a),
            Quantity::number("P_d", "the required escape channel busy too", "", "(16)", self.p_d),
            Quantity::number(
                "blocking_sum_u",
                "blockings of a unicast message",
                "per message",
                "(17)",
                self.blocking_sum_u,
            ),
            Quantity::number("W_c", "wait of a blocked message", "cycles", "(23)", self.w_c),
            Quantity::number("B_b", "blocking time of a copy", "cycles", "(25)", self.b_b),
            Quantity::number("S_u", "network latency of a unicast message", "cycles", "(12)", self.s_u),
            Quantity::number("S_b", "network latency of a copy", "cycles", "(24)", self.s_b),
            Quantity::number("S", "mean service time of a channel", "cycles", "(21)", self.s),
            Quantity::number(
                "lambda_s",
                "rate of an injection queue",
                "messages / queue / cycle",
                "(26)",
                self.lambda_s,
            ),
            Quantity::number("S_s", "service time of an injection queue", "cycles", "(27)", self.s_s),
            Quantity::number("W_s", "wait at the source", "cycles", "(28)", self.w_s),
            Quantity::number("Vbar", "average degree of multiplexing", "", "(31)", self.vbar),
            Quantity::number("latency", "mean unicast latency", "cycles", "(1)", self.latency),
        ]);
        quantities
    }

    fn shares(&self) -> Vec<Share> {
        let idle = f64::from(self.setting.flits) + self.dbar;
        vec![
            Share { cause: "the idle network", time: idle },
            Share { cause: "blocking", time: self.s_u - idle },
            Share { cause: "waiting at the source", time: self.w_s },
            Share { cause: "sharing channels", time: (self.vbar - 1.0) * (self.s_u + self.w_s) },
        ]
    }
}
