//! Every quantity of a solution, under the symbols of the equations.

use super::solution::{Group, Solution};
use crate::model::{LatencyCause, LatencyShare, Quantity, quantity};
use crate::model::{
    Value,
    quantity::{Row, row, when},
};

impl Solution {
    pub(super) fn idle(&self) -> f64 {
        f64::from(self.network.flits) + self.mean_hops
    }

    /// The mean over the channels that there are, of a number of each.
    fn mean(&self, by_channel: &[f64]) -> f64 {
        by_channel.iter().sum::<f64>() / f64::from(self.network.grid.links())
    }

    /// A number of the group whose queue is the longest.
    fn of_group(&self, number: impl Fn(&Group) -> f64) -> Value {
        self.busiest_channel.group.as_ref().map_or(0.0, number).into()
    }
}

fn paths(solution: &Solution) -> bool {
    !solution.network.routing.is_adaptive()
}

fn walks(solution: &Solution) -> bool {
    !paths(solution)
}

/// The quantities, in the order of the equations: symbol, letter in TeX, name, unit, equation, value.
#[rustfmt::skip]
pub(super) const QUANTITIES: &[Row<Solution>] = &[
    row("k", "nodes of a row or ring", "nodes", "", |s| s.network.grid.k.into()),
    row("n", "dimensions", "", "", |s| s.network.grid.n.into()),
    row("V", "virtual channels of a channel", "", "", |s| s.network.vcs.into()),
    row("flits", "message length M", "flits", "", |s| s.network.flits.into()),
    row("slots", "messages that a node can be sending", "messages", "", |s| s.network.slots().into()),
    row("lambda", "load", "messages / node / cycle", "", |s| s.load.into()),
    row("dbar", "mean hops of a message", "hops", "(1)", |s| s.mean_hops.into()),
    row("gamma", "messages over the busiest channel for one of each sender", "messages", "(2)", |s| s.busiest.into()),
    row("utilisation", "flits on the busiest channel", "flits / cycle", "(2)",
        |s| (s.load * f64::from(s.network.flits) * s.busiest).into()),
    row("uses", "flits on each channel, by node and port", "flits / cycle", "(2)", |s| s.uses.clone().into()),
    row("U", "flits on a channel, in the mean", "flits / cycle", "(2)", |s| s.mean(&s.uses).into()),
    row("S", "flits per cycle of v = 0, 1, ... messages together, on the channel with the longest queue", "flits / cycle", "(10)",
        |s| s.busiest_channel.together.clone().into()),
    row("E_v", "busy virtual channels of a channel, in the mean", "", "(17)", |s| s.mean(&s.held).into()),
    row("held", "busy virtual channels of each channel, by node and port", "", "(17)", |s| s.held.clone().into()),
    row("P_v", "probability of v = 0, 1, ... busy virtual channels, on the channel with the longest queue", "", "(17)",
        |s| s.busiest_channel.law.clone().into()),
    row("G", "a message could go at i/12 + 1/24 of full speed there, i = 0, 1, ...", "", "(17)",
        |s| s.busiest_channel.rates.clone().into()),
    when(paths, row("V_g", "virtual channels of the group with the longest queue", "", "(1)", |s| s.of_group(|g| g.vcs))),
    when(paths, row("gl", "messages over it for one of each sender", "messages", "(2)", |s| s.of_group(|g| g.flow))),
    when(paths, row("h", "time that a virtual channel is held while all are", "cycles", "(11)", |s| s.of_group(|g| g.hold))),
    when(paths, row("x", "load of the virtual queue", "", "(12)", |s| s.of_group(|g| g.load))),
    when(paths, row("c2", "squared coefficient of variation of that time", "", "(12)", |s| s.of_group(|g| g.spread))),
    when(paths, row("far", "load of the far end of the queue", "", "(13)", |s| s.far.into())),
    when(paths, row("z", "arrivals that come later than they would, made up for", "", "(16)", |s| s.of_group(|g| g.z))),
    when(paths, row("pi", "probability of v = 0, 1, ... busy virtual channels of the group", "", "(15)",
        |s| s.busiest_channel.group.as_ref().map_or_else(Vec::new, |g| g.law.clone()).into())),
    when(paths, row("held_g", "busy virtual channels of the group", "", "(15)", |s| s.of_group(|g| g.held))),
    when(paths, row("phi", "part of its messages that come over the input whose headers wait the longest", "", "(4)",
        |s| s.of_group(|g| g.phi))),
    when(paths, row("tl", "these messages for one of each sender", "messages", "(3)", |s| s.of_group(|g| g.through))),
    when(paths, row("E_t", "messages of that input that are or wait there", "messages", "(19)", |s| s.of_group(|g| g.number))),
    when(paths, row("Pb", "a header of that input is blocked", "", "(19)", |s| s.of_group(|g| g.chance))),
    when(paths, row("bl", "its wait, in the mean over all", "cycles", "(20)", |s| s.of_group(|g| g.blocked))),
    when(paths, row("w", "its wait if it is blocked", "cycles", "(20)", |s| s.of_group(|g| g.wait))),
    when(walks, row("pi_a", "probability of a = 0, 1, ... busy adaptive virtual channels, on the busiest channel", "", "(A4)",
        |s| s.busiest_channel.adaptive.clone().into())),
    row("m", "probability of the demand l/12, l = 0, 1, ..., on the channel with the longest queue", "", "(26)",
        |s| s.busiest_channel.demand.clone().into()),
    row("blocked", "time that a message waits for channels on its path", "cycles", "(23)", |s| s.blocked.into()),
    row("T", "network latency", "cycles", "(23)", |s| s.network_time.into()),
    row("T_slot", "time for which a message holds its place at the source", "cycles", "(23)", |s| s.slot.into()),
    row("T_s", "the same at the node that is the busiest", "cycles", "(23)", |s| s.node_slot.into()),
    row("sl", "messages of that node for one of each sender", "messages", "(2)", |s| s.node_flow.into()),
    row("rho", "part of the time that its slots are busy", "", "(27)", |s| s.rho.into()),
    row("W", "wait at the source", "cycles", "(27)", |s| s.wait.into()),
    row("latency", "mean latency of a message", "cycles", "(28)", |s| s.latency().into()),
];

impl crate::model::Solution for Solution {
    fn load(&self) -> f64 {
        self.load
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
