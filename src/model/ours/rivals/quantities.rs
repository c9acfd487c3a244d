//! The solution at one load, and every quantity of it under the symbols of the equations.

use super::{Deliveries, Setting, Stage, copied};
use crate::model::{
    LoadSummary, Quantity,
    quantity::{self, Row, row},
};

/// Every quantity of the model at one load.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// The network and its traffic.
    pub setting: Setting,
    /// L, copies per input and slot.
    pub load: f64,
    pub(crate) deliveries: Deliveries,
}

impl Solution {
    /// A number of each stage, beginning with stage 0, the last one.
    fn by_stage(&self, number: fn(&Stage) -> f64) -> Vec<f64> {
        self.deliveries.stages.iter().rev().map(number).collect()
    }

    /// The chance that the next position has a packet if one has, by stage: the first stage has one position and is left out.
    fn next(&self) -> Vec<f64> {
        let mut next = self.by_stage(|stage| stage.next);
        next.pop();
        next
    }
}

const PACKETS: &str = "packets / output / slot";

/// The quantities, in the order of the equations: symbol, letter in TeX, name, unit, equation, value.
#[rustfmt::skip]
pub(super) const QUANTITIES: &[Row<Solution>] = &[
    row("load", "offered load", "copies / input / slot", "", |s| s.load.into()),
    row("n", "stages", "", "", |s| s.setting.n.into()),
    row("f", "fanout of a multicast packet", "nodes", "", |s| s.setting.fanout.into()),
    row("m", "multicast packets among those generated", "", "", |s| s.setting.multicast.into()),
    row("rho", "rate of a source", "packets / input / slot", "(1)", |s| s.deliveries.offered.into()),
    row("c", "multicast packets that the first stage copies", "", "(5)", |s| copied(&s.setting).into()),
    row("rho_i", "rate into stage i", "packets / link / slot", "(6)", |s| s.by_stage(|stage| stage.density).into()),
    row("next", "a link beside a packet into stage i has one, too", "", "(7)", |s| s.next().into()),
    row("w_1", "a packet for one output of an element of stage i wins", "", "(4)", |s| s.by_stage(|stage| stage.win[0]).into()),
    row("w_3", "a packet for both outputs wins", "", "(4)", |s| s.by_stage(|stage| stage.win[2]).into()),
    row("r_i", "a multicast packet wins at all of its elements of stage i", "", "(9)", |s| s.by_stage(|stage| stage.row).into()),
    row("rho_out", "rate of an output", PACKETS, "(10)", |s| s.deliveries.delivered.into()),
    row("u_out", "unicast rate of an output", PACKETS, "(10)", |s| s.deliveries.unicast.into()),
    row("eta", "throughput", PACKETS, "(11)", |s| s.deliveries.throughput.into()),
    row("complete_m", "multicast packets delivered to all", "", "(1)", |s| s.deliveries.complete_multicast.into()),
    row("eta_complete", "packets delivered to all", PACKETS, "(10)", |s| s.deliveries.complete.into()),
];

impl crate::model::Solution for Solution {
    fn load(&self) -> f64 {
        self.load
    }

    fn measures(&self) -> Vec<f64> {
        vec![self.deliveries.throughput, self.deliveries.complete]
    }

    fn quantities(&self) -> Vec<Quantity> {
        quantity::read(QUANTITIES, self)
    }

    fn summary(&self) -> LoadSummary {
        let Deliveries { offered, throughput, complete, .. } = self.deliveries;
        LoadSummary::throughput([offered, self.load, throughput, complete], self.setting.copies())
    }
}
