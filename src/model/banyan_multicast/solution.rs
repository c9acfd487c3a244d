//! The solution at one load: every quantity of the paper, with its equation.

use super::Setting;
use crate::model::{
    LoadSummary, Quantity,
    quantity::{self, Row, row},
};

/// The packets into and out of a stage, on one of its links; means over the links where these differ.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct StageFlow {
    /// c_i: the share of the multicast packets on its inputs that are copied.
    pub c: f64,
    /// ρ_i, packets per input per slot.
    pub rho: f64,
    /// m_i: the share of them that are multicast, copies included.
    pub m: f64,
    /// ρ_{i-1} (1), packets per output per slot.
    pub rho_out: f64,
    /// u_{i-1} (2), unicast packets per output per slot.
    pub u_out: f64,
}

/// Every quantity of the model at one load.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// The network and its traffic.
    pub setting: Setting,
    /// Offered load (1-m)ρ + mρf, copies per input per slot.
    pub load: f64,
    /// ρ, packets per input per slot.
    pub rho: f64,
    /// The stages, stage 0 (the last) first.
    pub stages: Vec<StageFlow>,
    /// ρ', packets per output per slot: copies and unicast packets that arrive.
    pub rho_out: f64,
    /// u', unicast packets per output per slot.
    pub u_out: f64,
    /// The rate of the output that gets least, packets per slot.
    pub least_output: f64,
    /// The rate of the output that gets most, packets per slot.
    pub most_output: f64,
    /// η: packets per output per slot, a multicast packet counted by the share of its copies that arrive.
    pub throughput: f64,
    /// Packets per output per slot that arrive at all their destinations; an approximation, see the model.
    pub complete_throughput: f64,
    /// The probability that a multicast packet arrives at all its destinations; the same approximation.
    pub complete_multicast: f64,
}

impl Solution {
    /// A number of each stage, beginning with stage 0, the last one.
    fn by_stage(&self, number: fn(&StageFlow) -> f64) -> Vec<f64> {
        self.stages.iter().map(number).collect()
    }
}

const PACKETS: &str = "packets / output / slot";

/// The quantities, in the order of the paper: symbol, letter in TeX, name, unit, equation, value.
#[rustfmt::skip]
pub(super) const QUANTITIES: &[Row<Solution>] = &[
    row("load", "offered load", "copies / input / slot", "4.2", |s| s.load.into()),
    row("n", "stages", "", "", |s| s.setting.n.into()),
    row("f", "fanout of a multicast packet", "nodes", "4.1", |s| s.setting.fanout.into()),
    row("m", "multicast packets among those generated", "", "4.1", |s| s.setting.multicast.into()),
    row("rho", "rate of a source", "packets / input / slot", "4.1", |s| s.rho.into()),
    row("c_i", "copy rate at stage i", "", "4.2", |s| s.by_stage(|stage| stage.c).into()),
    row("rho_i", "rate into stage i", "packets / link / slot", "(1)", |s| s.by_stage(|stage| stage.rho).into()),
    row("m_i", "multicast packets among those into stage i", "", "4.1", |s| s.by_stage(|stage| stage.m).into()),
    row("rho_i-1", "rate out of stage i", "packets / link / slot", "(1)", |s| s.by_stage(|stage| stage.rho_out).into()),
    row("u_i-1", "unicast rate out of stage i", "packets / link / slot", "(2)", |s| s.by_stage(|stage| stage.u_out).into()),
    row("rho_out", "rate of an output", PACKETS, "(1)", |s| s.rho_out.into()),
    row("u_out", "unicast rate of an output", PACKETS, "(2)", |s| s.u_out.into()),
    row("out_min", "rate of the output that gets least", PACKETS, "", |s| s.least_output.into()),
    row("out_max", "rate of the output that gets most", PACKETS, "", |s| s.most_output.into()),
    row("eta", "throughput", PACKETS, "4.1", |s| s.throughput.into()),
    row("complete_m", "multicast packets delivered to all", "", "", |s| s.complete_multicast.into()),
    row("eta_complete", "packets delivered to all", PACKETS, "", |s| s.complete_throughput.into()),
];

impl crate::model::Solution for Solution {
    fn load(&self) -> f64 {
        self.load
    }

    fn measures(&self) -> Vec<f64> {
        vec![self.throughput, self.complete_throughput]
    }

    fn quantities(&self) -> Vec<Quantity> {
        quantity::read(QUANTITIES, self)
    }

    fn summary(&self) -> LoadSummary {
        let Self { rho, load, throughput, complete_throughput, setting, .. } = *self;
        LoadSummary::throughput([rho, load, throughput, complete_throughput], setting.copies())
    }
}
