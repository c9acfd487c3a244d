//! The solution at one load: every quantity of the paper, with its equation.

use std::sync::Arc;

use super::{MOST_VCS, WormholeNetwork, choice::HeaderChoice};
use crate::model::{
    LatencyCause, LatencyShare, Quantity,
    quantity::{self, Row, row, when},
};
use crate::topology::cube::Cube;

/// Every quantity of the model at one load.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the fields are symbols of the paper")]
pub struct Solution {
    pub(super) network: WormholeNetwork,
    pub(super) choice: Arc<HeaderChoice>,
    pub dbar: f64,
    /// λ, messages per node per cycle.
    pub load: f64,
    /// λ_c (7), messages per channel per cycle.
    pub lambda_c: f64,
    /// ρ = λ_c S̄ (24).
    pub rho: f64,
    /// P_v (28), v = 0..=V.
    pub p_v: [f64; MOST_VCS + 1],
    pub p_a: f64,
    pub p_ad: f64,
    /// Σ_i p_i Σ_h Pblock_{h,i} (11), blockings per message.
    pub blocking_sum: f64,
    pub w: f64,
    pub s: f64,
    pub w_s: f64,
    pub vbar: f64,
    pub latency: f64,
}

impl Solution {
    /// The part of the latency that is blocking, 0 to 1.
    pub(super) fn blocked(&self) -> f64 {
        self.blocking_sum * self.w / self.latency
    }

    fn cube(&self) -> Cube {
        Cube { k: self.network.k, n: self.network.n }
    }

    /// p_i (6), from i = 1 on.
    fn distances(&self) -> Vec<f64> {
        self.cube().distance_law().into_iter().skip(1).collect()
    }

    /// n_i (5), from i = 1 on.
    fn nodes_by_distance(&self) -> Vec<f64> {
        let others = self.cube().nodes() - 1.0;
        self.distances().into_iter().map(|share| (share * others).round()).collect()
    }

    /// Hops with 1, 2, ... dimensions left; empty where the mean takes the place of their law.
    fn hops(&self) -> &[f64] {
        match &*self.choice {
            HeaderChoice::Exact(hops) => &hops[..hops.len().min(self.network.n as usize)],
            HeaderChoice::Mean { .. } => &[],
        }
    }

    /// The mean dimensions left, by hop (22); empty where their law is used.
    fn typical(&self) -> Vec<f64> {
        match &*self.choice {
            HeaderChoice::Exact(_) => Vec::new(),
            HeaderChoice::Mean { typical, .. } => typical.clone(),
        }
    }

    /// The chance that all virtual channels but that many are busy (28).
    fn busy_but(&self, fewer: u32) -> f64 {
        self.p_v[self.network.vcs.saturating_sub(fewer) as usize]
    }

    fn scv(&self) -> f64 {
        let deviation = (self.s - f64::from(self.network.flits)) / self.s;
        deviation * deviation
    }
}

/// The quantities, in the order of the paper: symbol, letter in TeX, name, unit, equation, value.
#[rustfmt::skip]
pub(super) const QUANTITIES: &[Row<Solution>] = &[
    row("k", "nodes per ring", "nodes", "", |s| s.network.k.into()),
    row("n", "dimensions", "", "", |s| s.network.n.into()),
    row("N", "nodes", "nodes", "", |s| s.cube().nodes().into()),
    row("V", "virtual channels of a channel", "", "", |s| s.network.vcs.into()),
    row("lambda", "load", "messages / node / cycle", "", |s| s.load.into()),
    row("flits", "message length M", "flits", "", |s| s.network.flits.into()),
    row("d_max", "longest distance", "hops", "(3)", |s| (s.network.n * (s.network.k - 1)).into()),
    row("n_i", "nodes at distance i", "nodes", "(5)", |s| s.nodes_by_distance().into()),
    row("p_i", "probability of distance i", "", "(6)", |s| s.distances().into()),
    row("dbar", "mean distance", "hops", "(2)", |s| s.dbar.into()),
    when(|s| !s.hops().is_empty(), row("n1", "hops with one dimension left", "hops", "(16)-(21)", |s| s.hops()[0].into())),
    when(|s| s.hops().len() > 1, row("n2", "hops with two dimensions left", "hops", "(16)-(21)", |s| s.hops()[1].into())),
    when(|s| s.hops().len() > 2, row("n3", "hops with three dimensions left", "hops", "(16)-(21)", |s| s.hops()[2].into())),
    when(|s| s.hops().len() > 3, row("n4", "hops with four dimensions left", "hops", "(16)-(21)", |s| s.hops()[3].into())),
    when(|s| s.hops().len() > 4, row("n5", "hops with five dimensions left", "hops", "(16)-(21)", |s| s.hops()[4].into())),
    when(|s| s.hops().len() > 5, row("n6", "hops with six dimensions left", "hops", "(16)-(21)", |s| s.hops()[5].into())),
    when(|s| s.hops().len() > 6, row("n7", "hops with seven dimensions left", "hops", "(16)-(21)", |s| s.hops()[6].into())),
    when(|s| s.hops().len() > 7, row("n8", "hops with eight dimensions left", "hops", "(16)-(21)", |s| s.hops()[7].into())),
    when(|s| s.hops().len() > 8, row("n9", "hops with nine dimensions left", "hops", "(16)-(21)", |s| s.hops()[8].into())),
    when(|s| s.hops().len() > 9, row("n10", "hops with ten dimensions left", "hops", "(16)-(21)", |s| s.hops()[9].into())),
    when(|s| s.hops().len() > 10, row("n11", "hops with eleven dimensions left", "hops", "(16)-(21)", |s| s.hops()[10].into())),
    when(|s| s.hops().len() > 11, row("n12", "hops with twelve dimensions left", "hops", "(16)-(21)", |s| s.hops()[11].into())),
    when(|s| s.hops().len() > 12, row("n13", "hops with thirteen dimensions left", "hops", "(16)-(21)", |s| s.hops()[12].into())),
    when(|s| s.hops().len() > 13, row("n14", "hops with fourteen dimensions left", "hops", "(16)-(21)", |s| s.hops()[13].into())),
    when(|s| s.hops().len() > 14, row("n15", "hops with fifteen dimensions left", "hops", "(16)-(21)", |s| s.hops()[14].into())),
    when(|s| s.hops().len() > 15, row("n16", "hops with sixteen dimensions left", "hops", "(16)-(21)", |s| s.hops()[15].into())),
    when(|s| s.hops().is_empty(), row("phi", "dimensions left at each hop of a message of mean distance, rounded down", "", "(22)",
        |s| s.typical().into())),
    row("lambda_c", "rate of a channel", "messages / channel / cycle", "(7)", |s| s.lambda_c.into()),
    row("rho", "utilisation of a channel", "", "(24)", |s| s.rho.into()),
    row("P_v", "probability of v busy virtual channels", "", "(28)", |s| s.p_v[..=s.network.vcs as usize].to_vec().into()),
    row("P_full", "all virtual channels busy", "", "(28)", |s| s.busy_but(0).into()),
    row("P_V-1", "all but one busy", "", "(28)", |s| s.busy_but(1).into()),
    row("P_V-2", "all but two busy", "", "(28)", |s| s.busy_but(2).into()),
    row("P_a", "all adaptive channels busy", "", "(12)", |s| s.p_a.into()),
    row("P_ad", "the required escape channel busy too", "", "(13)", |s| s.p_ad.into()),
    row("blocking_sum", "blockings of a message", "per message", "(11)", |s| s.blocking_sum.into()),
    row("scv", "squared coefficient of variation of the service time", "", "(25)", |s| s.scv().into()),
    row("w", "wait of a blocked message", "cycles", "(26)", |s| s.w.into()),
    row("S", "network latency, which is the service time of a channel", "cycles", "(9)", |s| s.s.into()),
    row("W_s", "wait at the source", "cycles", "(27)", |s| s.w_s.into()),
    row("Vbar", "average degree of multiplexing", "", "(30)", |s| s.vbar.into()),
    row("latency", "mean message latency", "cycles", "(1)", |s| s.latency.into()),
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

    fn shares(&self) -> Vec<LatencyShare> {
        let idle = f64::from(self.network.flits) + self.dbar;
        LatencyShare::each(
            LatencyCause::WORMS,
            [idle, self.s - idle, self.w_s, (self.vbar - 1.0) * (self.s + self.w_s)],
        )
    }
}
