//! Every quantity of a solution, under the symbols of the equations.

use super::{Solution, network::QueuePlace};
use crate::{
    model::{LatencyShare, Quantity, Value},
    solve::power,
};

impl Solution {
    /// M + d̄, cycles.
    fn idle(&self) -> f64 {
        f64::from(self.network.flits) + self.geometry.mean_hops
    }

    /// Mean number of virtual channels held, E\[v\].
    pub(super) fn held(&self) -> f64 {
        self.moment(1)
    }

    /// Virtual channels held where any is: what a shared channel is stretched by.
    pub(super) fn where_busy(&self) -> f64 {
        let busy = 1.0 - self.step.law[0];
        if busy > 0.0 { self.held() / busy } else { 1.0 }
    }

    /// Blockings of a message, Σ n_r Pb_r.
    fn blockings(&self) -> f64 {
        self.geometry.n.iter().zip(&self.step.blocking).map(|(hops, blocked)| hops * blocked).sum()
    }

    /// How long a blocked header waits in the mean, cycles.
    pub(super) fn wait_of_blocked(&self) -> f64 {
        let blockings = self.blockings();
        if blockings > 0.0 { self.blocked / blockings } else { self.step.wait[0] }
    }

    fn moment(&self, exponent: usize) -> f64 {
        self.step.law.iter().enumerate().map(|(v, chance)| power(v as f64, exponent) * chance).sum()
    }
}

impl crate::model::Solution for Solution {
    fn load(&self) -> f64 {
        self.traffic.load
    }

    fn measures(&self) -> Vec<f64> {
        vec![self.latency()]
    }

    fn quantities(&self) -> Vec<Quantity> {
        const RATE: &str = "messages / node / cycle";
        let (number, list) = (Quantity::number, Quantity::list);
        let Self { network, geometry, traffic, unknowns, step, .. } = self;
        let broadcasts = traffic.beta > 0.0;
        let whole = |number: u32| f64::from(number);
        let mut all = vec![
            number("k", "nodes per ring", "nodes", "", whole(network.k)),
            number("n", "dimensions", "", "", whole(network.n)),
            number("V", "virtual channels of a channel", "", "", whole(network.vcs)),
            number("A", "adaptive ones of them", "", "", whole(network.adaptive())),
            number("D", "channels of a node", "", "", whole(network.channels())),
            number("flits", "message length M", "flits", "", whole(network.flits)),
            number("lambda", "load", RATE, "", traffic.load),
            number("beta", "broadcast fraction", "", "", traffic.beta),
            list("p_d", "probability of distance d = 1, 2, ...", "", "(2)", geometry.hops[1..].to_vec()),
            number("dbar", "mean distance", "hops", "(2)", geometry.mean_hops),
            list("n_r", "hops with r = 1, 2, ... dimensions left", "hops", "(2)", geometry.n.clone()),
            list("J_r", "channels held at these hops, summed", "channels", "(2)", geometry.held.clone()),
            list("c_r", "escape channel of class 0 asked for", "", "(3)", self.first_class()),
            number("phi_s", "a message met straight ahead came over my channel", "", "(4)", geometry.phi_straight),
            number("phi_t", "the same after a turn", "", "(4)", geometry.phi_turn),
            list("phi_r", "the same by dimensions left", "", "(5)", geometry.phi.clone()),
            list(
                "alpha_r",
                "avoidance of a channel of which one channel is held",
                "",
                "(6)",
                geometry.avoidance.clone(),
            ),
            list("theta_r", "visibility of another message", "", "(7)", geometry.visibility.clone()),
            number("q", "a message beside me travels along", "", "(8)", geometry.together),
            number("lambda_u", "unicast messages", RATE, "(9)", traffic.unicasts()),
            number("lambda_B", "copies on a channel", "copies / channel / cycle", "(9)", traffic.copies(network)),
            number("utilisation", "flits on a channel", "flits / cycle", "(9)", self.utilisation()),
            list(
                "S",
                "flits per cycle of v = 0, 1, ... messages together",
                "flits / cycle",
                "(10)",
                self.together.clone(),
            ),
            list("P_v", "probability of v = 0, 1, ... busy virtual channels", "", "(12), (13)", step.law.clone()),
            number("E_v", "busy virtual channels of a channel", "", "(13)", self.held()),
            number("Vtilde", "busy virtual channels of a channel that is busy", "", "(13)", self.where_busy()),
            number("Vbar", "average degree of multiplexing, as the papers have it", "", "(13)", self.multiplexing()),
            list(
                "pi",
                "probability of a = 0, 1, ... busy adaptive virtual channels",
                "",
                "(13)",
                unknowns.held.clone(),
            ),
        ];
        if broadcasts {
            all.extend([
                number("kappa", "a copy is on a channel", "", "(13)", unknowns.copy_there),
                number("chi", "part of the busy adaptive channels that copies have", "", "(13)", unknowns.copies),
                number(
                    "nu",
                    "rate at which copies start where one can",
                    "copies / channel / cycle",
                    "(13)",
                    unknowns.copy_rate,
                ),
            ]);
        }
        all.extend([
            number("N_u", "unicast messages on a channel", "", "(14)", step.unicasts),
            list(
                "G",
                "a message could go at i/12 + 1/24 of full speed on one channel, i = 0, 1, ...",
                "",
                "(14)",
                step.rates.to_vec(),
            ),
            number("q_eff", "a message beside me travels along, copies counted", "", "(14)", step.together),
            list("sigma", "cycles per flit on a way of j = 1, 2, ... channels", "cycles", "(15)", step.slow.clone()),
            number("sigma_1", "cycles per flit on one channel", "cycles", "(15)", step.slow[0]),
            number("sigma_mean", "cycles per flit of a message", "cycles", "(15)", self.pace),
            list("m", "probability of the demand l/12, l = 0, 1, ...", "", "(16)", unknowns.demand.to_vec()),
            number("tau", "part of the messages of which only the tail is left", "", "(16)", unknowns.tail),
            list("Pb_r", "a header with r = 1, 2, ... dimensions left is blocked", "", "(17)", step.blocking.clone()),
            list("w_r", "how long it then waits", "cycles", "(18)", step.wait.clone()),
            number("b", "part of the time that channels are held by blocked messages", "", "(18)", unknowns.blocked),
            number("steps", "steps to the fixed point", "", "(19)", self.steps as f64),
            number("blockings", "blockings of a message", "per message", "(17)", self.blockings()),
            number("w", "wait of a blocked message", "cycles", "(18)", self.wait_of_blocked()),
            number("blocked", "time that a message waits for channels on its way", "cycles", "(20)", self.blocked),
            number("T", "network latency", "cycles", "(20)", self.network_time),
            number("tail_steps", "last steps of the tail", "cycles", "(20)", self.tail_steps),
            number("T_slot", "time for which a message holds its place at the source", "cycles", "(20)", self.slot),
            number("var_slot", "variance of that time", "cycles²", "(21)", self.variance),
        ]);
        let equation = if network.source == QueuePlace::Ports { "(22)" } else { "(23)" };
        match network.source {
            QueuePlace::Ports => all.extend([
                number("T_copy", "time for which a copy holds its place at the source", "cycles", "(22)", self.copy),
                number("var_copy", "variance of that time", "cycles²", "(22)", self.copy_variance),
            ]),
            QueuePlace::Slots => all.push(number("C", "a message waits at the source", "", "(23)", self.waits)),
        }
        all.extend([
            number("rho", "part of the time that the source is busy", "", equation, self.rho),
            number("W", "wait at the source", "cycles", equation, self.wait),
            number("latency", "mean latency of a unicast message", "cycles", "(23)", self.latency()),
        ]);
        all
    }

    fn shares(&self) -> Vec<LatencyShare> {
        vec![
            LatencyShare { cause: "the idle network", time: self.idle() },
            LatencyShare { cause: "blocking", time: self.blocked },
            LatencyShare { cause: "waiting at the source", time: self.wait },
            LatencyShare {
                cause: "sharing channels with other messages",
                time: self.network_time - self.blocked - self.idle(),
            },
        ]
    }
}

/// A solution where every message is a broadcast: without what only a unicast message has.
#[derive(Clone, Debug)]
pub(super) struct OnlyBroadcasts(pub Solution);

impl OnlyBroadcasts {
    /// Quantities that only a unicast message has.
    const UNICAST: [&str; 9] = ["latency", "T", "W", "T_slot", "var_slot", "tail_steps", "blocked", "blockings", "w"];
}

impl crate::model::Solution for OnlyBroadcasts {
    fn load(&self) -> f64 {
        self.0.traffic.load
    }

    fn measures(&self) -> Vec<f64> {
        Vec::new()
    }

    fn quantities(&self) -> Vec<Quantity> {
        let mut all = self.0.quantities();
        all.retain(|quantity| !Self::UNICAST.contains(&quantity.symbol));
        for quantity in &mut all {
            match quantity.symbol {
                "beta" => quantity.value = Value::Number(1.0),
                "lambda_u" => quantity.value = Value::Number(0.0),
                _ => {}
            }
        }
        all
    }
}

impl Solution {
    /// U (9): flits per cycle on a channel.
    fn utilisation(&self) -> f64 {
        let Self { network, traffic, geometry, .. } = self;
        let unicasts = traffic.unicasts() * geometry.mean_hops / f64::from(network.channels());
        (unicasts + traffic.copies(network)) * f64::from(network.flits)
    }

    /// Chance to ask for the escape channel of class 0, by dimensions left, in the mean over the channels.
    fn first_class(&self) -> Vec<f64> {
        let by = |r: usize| self.geometry.types.iter().map(|kind| kind.weight * kind.class0[r]).sum();
        (0..self.geometry.n.len()).map(by).collect()
    }

    /// V̄ = E\[v²\] / E\[v\].
    fn multiplexing(&self) -> f64 {
        let held = self.held();
        if held > 0.0 { self.moment(2) / held } else { 1.0 }
    }
}
