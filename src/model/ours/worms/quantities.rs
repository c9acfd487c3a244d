//! Every quantity of a solution, under the symbols of the equations.

use super::{Solution, network::QueuePlace, step::Blocked};
use crate::{
    model::{
        LatencyCause, LatencyShare, Quantity, Value,
        quantity::{self, Row, row, when},
    },
    solve::power,
};

impl Solution {
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

    /// The mean wait of a blocked header, cycles.
    pub(super) fn wait_of_blocked(&self) -> f64 {
        let blockings = self.blockings();
        if blockings > 0.0 { self.blocked / blockings } else { self.step.wait[0] }
    }

    /// A number of a header at its first hop and at a later one; in a single ring.
    fn by_hop(&self, number: impl Fn(Blocked) -> f64) -> Vec<f64> {
        self.step.ring.into_iter().flatten().map(number).collect()
    }

    fn moment(&self, exponent: usize) -> f64 {
        self.step.law.iter().enumerate().map(|(v, chance)| power(v as f64, exponent) * chance).sum()
    }
}

const RATE: &str = "messages / node / cycle";

fn broadcasts(solution: &Solution) -> bool {
    solution.traffic.beta > 0.0
}

fn ring(solution: &Solution) -> bool {
    solution.network.n == 1
}

fn ports(solution: &Solution) -> bool {
    solution.network.source() == QueuePlace::Ports
}

fn slots(solution: &Solution) -> bool {
    !ports(solution)
}

/// The quantities, in the order of the equations: symbol, letter in TeX, name, unit, equation, value.
#[rustfmt::skip]
pub(super) const QUANTITIES: &[Row<Solution>] = &[
    row("k", "nodes per ring", "nodes", "", |s| s.network.k.into()),
    row("n", "dimensions", "", "", |s| s.network.n.into()),
    row("V", "virtual channels of a channel", "", "", |s| s.network.vcs.into()),
    row("A", "adaptive ones of them", "", "", |s| s.network.adaptive().into()),
    row("D", "channels of a node", "", "", |s| s.network.channels().into()),
    row("flits", "message length M", "flits", "", |s| s.network.flits.into()),
    row("lambda", "load", RATE, "", |s| s.traffic.load.into()),
    row("beta", "broadcast share", "", "", |s| s.traffic.beta.into()),
    row("p_d", "probability of distance d = 1, 2, ...", "", "(2)", |s| s.geometry.hops[1..].to_vec().into()),
    row("dbar", "mean distance", "hops", "(2)", |s| s.geometry.mean_hops.into()),
    row("n_r", "hops with r = 1, 2, ... dimensions left", "hops", "(2)", |s| s.geometry.n.clone().into()),
    row("J_r", "channels held at these hops, summed", "channels", "(2)", |s| s.geometry.held.clone().into()),
    row("c_r", "escape channel of class 0 asked for", "", "(3)", |s| s.first_class().into()),
    row("phi_s", "a message met straight ahead came over my channel", "", "(4)", |s| s.geometry.phi_straight.into()),
    row("phi_t", "the same after a turn", "", "(4)", |s| s.geometry.phi_turn.into()),
    row("phi_r", "the same by dimensions left", "", "(5)", |s| s.geometry.phi.clone().into()),
    row("alpha_r", "avoidance of a channel of which one channel is held", "", "(6)", |s| s.geometry.avoidance.clone().into()),
    row("theta_r", "visibility of another message", "", "(7)", |s| s.geometry.visibility.clone().into()),
    row("q", "a message beside me travels along", "", "(8)", |s| s.geometry.together.into()),
    row("lambda_u", "unicast messages", RATE, "(9)", |s| s.traffic.unicasts().into()),
    row("lambda_B", "copies on a channel", "copies / channel / cycle", "(9)", |s| s.traffic.copies(&s.network).into()),
    row("utilisation", "flits on a channel", "flits / cycle", "(9)", |s| s.utilisation().into()),
    row("S", "flits per cycle of v = 0, 1, ... messages together", "flits / cycle", "(10)", |s| s.together.clone().into()),
    row("P_v", "probability of v = 0, 1, ... busy virtual channels", "", "(12), (13)", |s| s.step.law.clone().into()),
    row("E_v", "busy virtual channels of a channel", "", "(13)", |s| s.held().into()),
    row("Vtilde", "busy virtual channels of a channel that is busy", "", "(13)", |s| s.where_busy().into()),
    row("Vbar", "average degree of multiplexing, as the papers have it", "", "(13)", |s| s.multiplexing().into()),
    row("pi", "probability of a = 0, 1, ... busy adaptive virtual channels", "", "(13)", |s| s.unknowns.held.clone().into()),
    when(broadcasts, row("kappa", "a copy is on a channel", "", "(13)", |s| s.unknowns.copy_there.into())),
    when(broadcasts, row("chi", "part of the busy adaptive channels that copies have", "", "(13)", |s| s.unknowns.copies.into())),
    when(broadcasts, row("nu", "rate at which copies start where one can", "copies / channel / cycle", "(13)",
        |s| s.unknowns.copy_rate.into())),
    row("N_u", "unicast messages on a channel", "", "(14)", |s| s.step.unicasts.into()),
    row("G", "a message could go at i/12 + 1/24 of full speed on one channel, i = 0, 1, ...", "", "(14)", |s| s.step.rates.to_vec().into()),
    row("q_eff", "a message beside me travels along, copies counted", "", "(14)", |s| s.step.together.into()),
    row("sigma", "cycles per flit on a path of j = 1, 2, ... channels", "cycles", "(15)", |s| s.step.slow.clone().into()),
    row("sigma_1", "cycles per flit on one channel", "cycles", "(15)", |s| s.step.slow[0].into()),
    row("sigma_mean", "cycles per flit of a message", "cycles", "(15)", |s| s.pace.into()),
    row("m", "probability of the demand l/12, l = 0, 1, ...", "", "(16)", |s| s.unknowns.demand.to_vec().into()),
    row("tau", "part of the messages of which only the tail is left", "", "(16)", |s| s.unknowns.tail.into()),
    row("Pb_r", "a header with r = 1, 2, ... dimensions left is blocked", "", "(17)", |s| s.step.blocking.clone().into()),
    row("w_r", "how long it then waits", "cycles", "(18)", |s| s.step.wait.clone().into()),
    when(ring, row("Pb_hops", "a header is blocked at its first hop, and at a later one", "", "(17)",
        |s| s.by_hop(|hop| hop.chance).into())),
    when(ring, row("w_hops", "how long it then waits", "cycles", "(18)", |s| s.by_hop(|hop| hop.wait).into())),
    row("b", "part of the time that channels are held by blocked messages", "", "(18)", |s| s.unknowns.blocked.into()),
    row("steps", "steps to the fixed point", "", "(19)", |s| (s.steps as f64).into()),
    row("blockings", "blockings of a message", "per message", "(17)", |s| s.blockings().into()),
    row("w", "wait of a blocked message", "cycles", "(18)", |s| s.wait_of_blocked().into()),
    row("blocked", "time that a message waits for channels on its path", "cycles", "(20)", |s| s.blocked.into()),
    row("T", "network latency", "cycles", "(20)", |s| s.network_time.into()),
    row("tail_steps", "last steps of the tail", "cycles", "(20)", |s| s.tail_steps.into()),
    row("T_slot", "time for which a message holds its place at the source", "cycles", "(20)", |s| s.slot.into()),
    row("var_slot", "variance of that time", "cycles²", "(21)", |s| s.variance.into()),
    when(ports, row("T_copy", "time for which a copy holds its place at the source", "cycles", "(22)", |s| s.copy.into())),
    when(ports, row("var_copy", "variance of that time", "cycles²", "(22)", |s| s.copy_variance.into())),
    when(slots, row("C", "a message waits at the source", "", "(23)", |s| s.waits.into())),
    when(ports, row("rho", "part of the time that the source is busy", "", "(22)", |s| s.rho.into())),
    when(slots, row("rho", "part of the time that the source is busy", "", "(23)", |s| s.rho.into())),
    when(ports, row("W", "wait at the source", "cycles", "(22)", |s| s.wait.into())),
    when(slots, row("W", "wait at the source", "cycles", "(23)", |s| s.wait.into())),
    row("latency", "mean latency of a unicast message", "cycles", "(23)", |s| s.latency().into()),
];

impl crate::model::Solution for Solution {
    fn load(&self) -> f64 {
        self.traffic.load
    }

    fn measures(&self) -> Vec<f64> {
        vec![self.latency()]
    }

    fn quantities(&self) -> Vec<Quantity> {
        quantity::read(QUANTITIES, self)
    }

    fn shares(&self) -> Vec<LatencyShare> {
        LatencyShare::each(
            LatencyCause::WORMS,
            [self.idle(), self.blocked, self.wait, self.network_time - self.blocked - self.idle()],
        )
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
    pub(super) fn utilisation(&self) -> f64 {
        self.traffic.utilisation(&self.network, self.geometry.mean_hops)
    }

    /// Chance to ask for the escape channel of class 0, by dimensions left, in the mean over the channels.
    fn first_class(&self) -> Vec<f64> {
        let by = |r: usize| self.geometry.types.iter().map(|kind| kind.weight * kind.class0[r]).sum();
        (0..self.geometry.n.len()).map(by).collect()
    }

    fn multiplexing(&self) -> f64 {
        let held = self.held();
        if held > 0.0 { self.moment(2) / held } else { 1.0 }
    }
}
