//! The solution at one load: every quantity of the paper, with its equation.

use super::{MOST_DIMENSIONS, MOST_VCS, WormholeNetwork, mean_path_hops};
use crate::model::{
    LatencyCause, LatencyShare, Quantity,
    quantity::{self, Row, row, when},
};
use crate::topology::torus::Torus;

/// Every quantity of the model at one load.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs, reason = "the fields are symbols of the paper")]
pub struct Solution {
    pub(super) network: WormholeNetwork,
    pub(super) beta: f64,
    pub(super) dbar: f64,
    pub(super) hops: [f64; MOST_DIMENSIONS],
    /// True if blocking follows the mean path (13) and not the exact walk.
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
    pub p_a: f64,
    pub(crate) p_d: f64,
    /// Σ_j Pb_j (17), blockings per unicast message.
    pub blocking_sum_u: f64,
    pub w_c: f64,
    pub(crate) b_b: f64,
    pub s_u: f64,
    pub s_b: f64,
    pub s: f64,
    /// λ_s (26), messages per injection queue per cycle.
    pub lambda_s: f64,
    pub(crate) s_s: f64,
    pub w_s: f64,
    pub vbar: f64,
    pub latency: f64,
}

impl Solution {
    /// True if every message is a broadcast, so that no unicast message has a latency.
    fn only_broadcasts(&self) -> bool {
        self.beta >= 1.0
    }

    /// The part of the latency that is blocking, 0 to 1.
    pub(super) fn blocked(&self) -> f64 {
        self.blocking_sum_u * self.w_c / self.latency
    }

    fn torus(&self) -> Torus {
        Torus { k: self.network.k, n: self.network.n }
    }

    /// The nodes that a broadcast has to reach.
    fn others(&self) -> f64 {
        f64::from(self.torus().nodes() - 1)
    }

    /// Nodes that send a broadcast on 0, 1, 2, ... times (2).
    fn replications(&self) -> Vec<f64> {
        self.torus().replications().into_iter().map(|nodes| nodes as f64).collect()
    }

    /// The chance that one dimension is left, by hop of the mean path (13).
    fn one_left(&self) -> Vec<f64> {
        mean_path_hops(self.kbar, self.dbar).map(|(_, one_left)| one_left).collect()
    }

    /// The chance of blocking, by hop of the mean path (17).
    fn blocked_by_hop(&self) -> Vec<f64> {
        let blocked = |one: f64| (1.0 - one) * self.p_a * self.p_d + one * self.p_d;
        self.one_left().into_iter().map(blocked).collect()
    }

    /// The chance that all virtual channels but that many are busy (30).
    fn busy_but(&self, fewer: u32) -> f64 {
        self.p_v[self.network.vcs.saturating_sub(fewer) as usize]
    }

    /// The variance of the service time (22), cycles².
    fn service_variance(&self) -> f64 {
        (self.s - f64::from(self.network.flits)) * (self.s - f64::from(self.network.flits))
    }
}

const RATE: &str = "messages / channel / cycle";

/// The quantities, in the order of the paper: symbol, letter in TeX, name, unit, equation, value.
#[rustfmt::skip]
pub(super) const QUANTITIES: &[Row<Solution>] = &[
    row("k", "nodes per ring", "nodes", "", |s| s.network.k.into()),
    row("n", "dimensions", "", "", |s| s.network.n.into()),
    row("N", "nodes", "nodes", "", |s| s.torus().nodes().into()),
    row("V", "virtual channels of a channel", "", "", |s| s.network.vcs.into()),
    row("beta", "broadcasts among the messages", "", "", |s| s.beta.into()),
    row("lambda", "load", "messages / node / cycle", "", |s| s.load.into()),
    row("flits", "message length M", "flits", "", |s| s.network.flits.into()),
    row("kbar", "mean distance along a ring", "hops", "(5)", |s| s.kbar.into()),
    row("dbar", "mean distance", "hops", "(6)", |s| s.dbar.into()),
    row("N_r", "nodes that send a broadcast on i times", "nodes", "(2)", |s| s.replications().into()),
    row("replicating", "nodes that send a broadcast on", "nodes", "(3)", |s| (s.others() - s.replications()[0]).into()),
    row("P_r", "probability that a reception is sent on i times", "", "(9)",
        |s| s.replications().iter().map(|nodes| nodes / s.others()).collect::<Vec<_>>().into()),
    row("omega", "mean copies per reception", "", "(10)", |s| s.omega.into()),
    when(|s| s.mean_path, row("P_c", "probability that one dimension is left, by hop", "", "(13)", |s| s.one_left().into())),
    when(|s| s.mean_path, row("Pb", "probability of blocking, by hop", "", "(17)", |s| s.blocked_by_hop().into())),
    when(|s| s.mean_path, row("B", "blocking time, by hop", "cycles", "(14)",
        |s| s.blocked_by_hop().iter().map(|blocked| blocked * s.w_c).collect::<Vec<_>>().into())),
    when(|s| s.network.n > 0, row("n1", "hops with one dimension left", "hops", "(13), (17)", |s| s.hops[0].into())),
    when(|s| s.network.n > 1, row("n2", "hops with two dimensions left", "hops", "(13), (17)", |s| s.hops[1].into())),
    when(|s| s.network.n > 2, row("n3", "hops with three dimensions left", "hops", "(13), (17)", |s| s.hops[2].into())),
    when(|s| s.network.n > 3, row("n4", "hops with four dimensions left", "hops", "(13), (17)", |s| s.hops[3].into())),
    row("lambda_sr", "receptions to replicate", "messages / node / cycle", "(3)", |s| s.lambda_sr.into()),
    row("lambda_cu", "unicast rate of a channel", RATE, "(7)", |s| s.lambda_cu.into()),
    row("lambda_cb", "broadcast rate of a channel", RATE, "(8)", |s| s.lambda_cb.into()),
    row("lambda_cr", "rate of replicated copies on a channel", RATE, "(11)", |s| s.lambda_cr.into()),
    row("lambda_c", "rate of a channel", RATE, "(4)", |s| s.lambda_c.into()),
    row("rho", "utilisation of a channel", "", "(19)", |s| s.rho.into()),
    row("P_v", "probability of v busy virtual channels", "", "(30)", |s| s.p_v[..=s.network.vcs as usize].to_vec().into()),
    row("P_full", "all virtual channels busy", "", "(30)", |s| s.busy_but(0).into()),
    row("P_V-1", "all but one busy", "", "(30)", |s| s.busy_but(1).into()),
    row("P_V-2", "all but two busy", "", "(30)", |s| s.busy_but(2).into()),
    row("P_a", "all adaptive channels busy", "", "(15)", |s| s.p_a.into()),
    row("P_d", "the required escape channel busy too", "", "(16)", |s| s.p_d.into()),
    when(|s| !s.only_broadcasts(), row("blocking_sum_u", "blockings of a unicast message", "per message", "(17)",
        |s| s.blocking_sum_u.into())),
    row("W_c", "wait of a blocked message", "cycles", "(23)", |s| s.w_c.into()),
    row("variance", "variance of the service time", "cycles²", "(22)", |s| s.service_variance().into()),
    row("scv", "squared coefficient of variation of the service time", "", "(20)", |s| (s.service_variance() / (s.s * s.s)).into()),
    row("B_b", "blocking time of a copy", "cycles", "(25)", |s| s.b_b.into()),
    when(|s| !s.only_broadcasts(), row("S_u", "network latency of a unicast message", "cycles", "(12)", |s| s.s_u.into())),
    row("S_b", "network latency of a copy", "cycles", "(24)", |s| s.s_b.into()),
    row("S", "mean service time of a channel", "cycles", "(21)", |s| s.s.into()),
    row("lambda_s", "rate of an injection queue", "messages / queue / cycle", "(26)", |s| s.lambda_s.into()),
    row("S_s", "service time of an injection queue", "cycles", "(27)", |s| s.s_s.into()),
    when(|s| !s.only_broadcasts(), row("W_s", "wait at the source", "cycles", "(28)", |s| s.w_s.into())),
    row("Vbar", "average degree of multiplexing", "", "(31)", |s| s.vbar.into()),
    when(|s| !s.only_broadcasts(), row("latency", "mean unicast latency", "cycles", "(1)", |s| s.latency.into())),
];

impl crate::model::Solution for Solution {
    fn load(&self) -> f64 {
        self.load
    }

    fn measures(&self) -> Vec<f64> {
        if self.only_broadcasts() { Vec::new() } else { vec![self.latency] }
    }

    fn quantities(&self) -> Vec<Quantity> {
        quantity::read(QUANTITIES, self)
    }

    fn shares(&self) -> Vec<LatencyShare> {
        let idle = f64::from(self.network.flits) + self.dbar;
        LatencyShare::each(
            LatencyCause::WORMS,
            [idle, self.s_u - idle, self.w_s, (self.vbar - 1.0) * (self.s_u + self.w_s)],
        )
    }
}
