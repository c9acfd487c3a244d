//! The solution at one load: every quantity of the paper, with its equation.

use std::sync::Arc;

use super::{MOST_VCS, Setting, choice::HeaderChoice};
use crate::model::{LatencyShare, Quantity};
use crate::topology::cube::Cube;

/// Every quantity of the model at one load.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    pub(super) setting: Setting,
    pub(super) choice: Arc<HeaderChoice>,
    /// d̄ (2), hops.
    pub dbar: f64,
    /// λ, messages per node per cycle.
    pub load: f64,
    /// λ_c (7), messages per channel per cycle.
    pub lambda_c: f64,
    /// ρ = λ_c S̄ (24).
    pub rho: f64,
    /// P_v (28), v = 0..=V.
    pub p_v: [f64; MOST_VCS + 1],
    /// P_a (12).
    pub p_a: f64,
    /// P_a&d (13).
    pub p_ad: f64,
    /// Σ_i p_i Σ_h Pblock_{h,i} (11), blockings per message.
    pub blocking_sum: f64,
    /// w (26), cycles.
    pub w: f64,
    /// S̄ (9), cycles.
    pub s: f64,
    /// W_s (27), cycles.
    pub w_s: f64,
    /// V̄ (30).
    pub vbar: f64,
    /// Latency (1), cycles.
    pub latency: f64,
}

impl Solution {
    /// The part of the latency that is blocking, 0 to 1.
    pub(super) fn blocked(&self) -> f64 {
        self.blocking_sum * self.w / self.latency
    }
}

impl crate::model::Solution for Solution {
    fn load(&self) -> f64 {
        self.load
    }

    fn measures(&self) -> Vec<f64> {
        vec![self.latency]
    }

    fn quantities(&self) -> Vec<Quantity> {
        const HOPS: [(&str, &str); super::MOST_DIMENSIONS] = [
            ("n1", "hops with one dimension left"),
            ("n2", "hops with two dimensions left"),
            ("n3", "hops with three dimensions left"),
            ("n4", "hops with four dimensions left"),
            ("n5", "hops with five dimensions left"),
            ("n6", "hops with six dimensions left"),
            ("n7", "hops with seven dimensions left"),
            ("n8", "hops with eight dimensions left"),
            ("n9", "hops with nine dimensions left"),
            ("n10", "hops with ten dimensions left"),
            ("n11", "hops with eleven dimensions left"),
            ("n12", "hops with twelve dimensions left"),
            ("n13", "hops with thirteen dimensions left"),
            ("n14", "hops with fourteen dimensions left"),
            ("n15", "hops with fifteen dimensions left"),
            ("n16", "hops with sixteen dimensions left"),
        ];
        let Setting { k, n, vcs, flits } = self.setting;
        let cube = Cube { k, n };
        let busy = |fewer: u32| self.p_v[vcs.saturating_sub(fewer) as usize];
        let deviation = (self.s - f64::from(flits)) / self.s;
        let distances: Vec<f64> = cube.distance_law().into_iter().skip(1).collect();
        let counts = distances.iter().map(|share| (share * (cube.nodes() - 1.0)).round()).collect();
        let mut quantities = vec![
            Quantity::number("k", "nodes per ring", "nodes", "", f64::from(k)),
            Quantity::number("n", "dimensions", "", "", f64::from(n)),
            Quantity::number("N", "nodes", "nodes", "", cube.nodes()),
            Quantity::number("V", "virtual channels of a channel", "", "", f64::from(vcs)),
            Quantity::number("lambda", "load", "messages / node / cycle", "", self.load),
            Quantity::number("flits", "message length M", "flits", "", f64::from(self.setting.flits)),
            Quantity::number("d_max", "longest distance", "hops", "(3)", f64::from(n * (k - 1))),
            Quantity::list("n_i", "nodes at distance i", "nodes", "(5)", counts),
            Quantity::list("p_i", "probability of distance i", "", "(6)", distances),
            Quantity::number("dbar", "mean distance", "hops", "(2)", self.dbar),
        ];
        match &*self.choice {
            HeaderChoice::Exact(hops) => {
                for ((symbol, name), &hops) in HOPS.into_iter().zip(hops).take(self.setting.n as usize) {
                    quantities.push(Quantity::number(symbol, name, "hops", "(16)-(21)", hops));
                }
            }
            HeaderChoice::Mean { typical, .. } => quantities.push(Quantity::list(
                "phi",
                "dimensions left at each hop of a message of mean distance, rounded down",
                "",
                "(22)",
                typical.clone(),
            )),
        }
        let law = self.p_v[..=self.setting.vcs as usize].to_vec();
        quantities.extend([
            Quantity::number("lambda_c", "rate of a channel", "messages / channel / cycle", "(7)", self.lambda_c),
            Quantity::number("rho", "utilisation of a channel", "", "(24)", self.rho),
            Quantity::list("P_v", "probability of v busy virtual channels", "", "(28)", law),
            Quantity::number("P_full", "all virtual channels busy", "", "(28)", busy(0)),
            Quantity::number("P_V-1", "all but one busy", "", "(28)", busy(1)),
            Quantity::number("P_V-2", "all but two busy", "", "(28)", busy(2)),
            Quantity::number("P_a", "all adaptive channels busy", "", "(12)", self.p_a),
            Quantity::number("P_ad", "the required escape channel busy too", "", "(13)", self.p_ad),
            Quantity::number("blocking_sum", "blockings of a message", "per message", "(11)", self.blocking_sum),
            Quantity::number(
                "scv",
                "squared coefficient of variation of the service time",
                "",
                "(25)",
                deviation * deviation,
            ),
            Quantity::number("w", "wait of a blocked message", "cycles", "(26)", self.w),
            Quantity::number("S", "network latency, which is the service time of a channel", "cycles", "(9)", self.s),
            Quantity::number("W_s", "wait at the source", "cycles", "(27)", self.w_s),
            Quantity::number("Vbar", "average degree of multiplexing", "", "(30)", self.vbar),
            Quantity::number("latency", "mean message latency", "cycles", "(1)", self.latency),
        ]);
        quantities
    }

    fn shares(&self) -> Vec<LatencyShare> {
        let idle = f64::from(self.setting.flits) + self.dbar;
        vec![
            LatencyShare { cause: "the idle network", time: idle },
            LatencyShare { cause: "blocking", time: self.s - idle },
            LatencyShare { cause: "waiting at the source", time: self.w_s },
            LatencyShare {
                cause: "sharing channels with other messages",
                time: (self.vbar - 1.0) * (self.s + self.w_s),
            },
        ]
    }
}
