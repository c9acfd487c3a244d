//! The solution at one load: every quantity of the paper, with its equation.

use super::{MOST_DIMENSIONS, MOST_VCS, Setting, mean_path_hops};
use crate::model::{LatencyShare, Quantity};
use crate::topology::torus::Torus;

/// Every quantity of the model at one load.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Solution {
    pub(super) setting: Setting,
    pub(super) dbar: f64,
    pub(super) hops: [f64; MOST_DIMENSIONS],
    /// Whether blocking follows the mean path (13) and not the exact walk.
    pub(super) mean_path: bool,
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

impl Solution {
    /// True if every message is a broadcast, so that no unicast message has a latency.
    fn only_broadcasts(&self) -> bool {
        self.setting.beta >= 1.0
    }

    /// The part of the latency that is blocking, 0 to 1.
    pub(super) fn blocked(&self) -> f64 {
        self.blocking_sum_u * self.w_c / self.latency
    }
}

impl crate::model::Solution for Solution {
    fn load(&self) -> f64 {
        self.load
    }

    fn measures(&self) -> Vec<f64> {
        if self.only_broadcasts() { Vec::new() } else { vec![self.latency] }
    }

    fn quantities(&self) -> Vec<Quantity> {
        const HOPS: [(&str, &str); MOST_DIMENSIONS] = [
            ("n1", "hops with one dimension left"),
            ("n2", "hops with two dimensions left"),
            ("n3", "hops with three dimensions left"),
            ("n4", "hops with four dimensions left"),
        ];
        let rate = "messages / channel / cycle";
        let Setting { k, n, vcs, beta, .. } = self.setting;
        let busy = |fewer: u32| self.p_v[vcs.saturating_sub(fewer) as usize];
        let torus = Torus { k, n };
        let replications: Vec<f64> = torus.replications().into_iter().map(|nodes| nodes as f64).collect();
        let others = f64::from(torus.nodes() - 1);
        let shares = replications.iter().map(|nodes| nodes / others).collect();
        let mut quantities = vec![
            Quantity::number("k", "nodes per ring", "nodes", "", f64::from(k)),
            Quantity::number("n", "dimensions", "", "", f64::from(n)),
            Quantity::number("N", "nodes", "nodes", "", others + 1.0),
            Quantity::number("V", "virtual channels of a channel", "", "", f64::from(vcs)),
            Quantity::number("beta", "broadcasts among the messages", "", "", beta),
            Quantity::number("lambda", "load", "messages / node / cycle", "", self.load),
            Quantity::number("flits", "message length M", "flits", "", f64::from(self.setting.flits)),
            Quantity::number("kbar", "mean distance along a ring", "hops", "(5)", self.kbar),
            Quantity::number("dbar", "mean distance", "hops", "(6)", self.dbar),
            Quantity::list("N_r", "nodes that send a broadcast on i times", "nodes", "(2)", replications),
            Quantity::number(
                "replicating",
                "nodes that send a broadcast on",
                "nodes",
                "(3)",
                others - torus.replications()[0] as f64,
            ),
            Quantity::list("P_r", "probability that a reception is sent on i times", "", "(9)", shares),
            Quantity::number("omega", "mean copies per reception", "", "(10)", self.omega),
        ];
        if self.mean_path {
            let one_left: Vec<f64> = mean_path_hops(self.kbar, self.dbar).map(|(_, one_left)| one_left).collect();
            let blocked = |one: &f64| (1.0 - one) * self.p_a * self.p_d + one * self.p_d;
            let blocked: Vec<f64> = one_left.iter().map(blocked).collect();
            let times = blocked.iter().map(|blocked| blocked * self.w_c).collect();
            quantities.extend([
                Quantity::list("P_c", "probability that one dimension is left, by hop", "", "(13)", one_left),
                Quantity::list("Pb", "probability of blocking, by hop", "", "(17)", blocked),
                Quantity::list("B", "blocking time, by hop", "cycles", "(14)", times),
            ]);
        }
        for ((symbol, name), hops) in HOPS.into_iter().zip(self.hops).take(self.setting.n as usize) {
            quantities.push(Quantity::number(symbol, name, "hops", "(13), (17)", hops));
        }
        let variance = (self.s - f64::from(self.setting.flits)) * (self.s - f64::from(self.setting.flits));
        let law = self.p_v[..=self.setting.vcs as usize].to_vec();
        quantities.extend([
            Quantity::number("lambda_sr", "receptions to replicate", "messages / node / cycle", "(3)", self.lambda_sr),
            Quantity::number("lambda_cu", "unicast rate of a channel", rate, "(7)", self.lambda_cu),
            Quantity::number("lambda_cb", "broadcast rate of a channel", rate, "(8)", self.lambda_cb),
            Quantity::number("lambda_cr", "rate of replicated copies on a channel", rate, "(11)", self.lambda_cr),
            Quantity::number("lambda_c", "rate of a channel", rate, "(4)", self.lambda_c),
            Quantity::number("rho", "utilisation of a channel", "", "(19)", self.rho),
            Quantity::list("P_v", "probability of v busy virtual channels", "", "(30)", law),
            Quantity::number("P_full", "all virtual channels busy", "", "(30)", busy(0)),
            Quantity::number("P_V-1", "all but one busy", "", "(30)", busy(1)),
            Quantity::number("P_V-2", "all but two busy", "", "(30)", busy(2)),
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
            Quantity::number("variance", "variance of the service time", "cycles²", "(22)", variance),
            Quantity::number(
                "scv",
                "squared coefficient of variation of the service time",
                "",
                "(20)",
                variance / (self.s * self.s),
            ),
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
        if self.only_broadcasts() {
            // What only a unicast message has.
            quantities.retain(|quantity| !["S_u", "blocking_sum_u", "W_s", "latency"].contains(&quantity.symbol));
        }
        quantities
    }

    fn shares(&self) -> Vec<LatencyShare> {
        let idle = f64::from(self.setting.flits) + self.dbar;
        vec![
            LatencyShare { cause: "the idle network", time: idle },
            LatencyShare { cause: "blocking", time: self.s_u - idle },
            LatencyShare { cause: "waiting at the source", time: self.w_s },
            LatencyShare {
                cause: "sharing channels with other messages",
                time: (self.vbar - 1.0) * (self.s_u + self.w_s),
            },
        ]
    }
}
