//! The solution at one load: every quantity of the paper, with its equation.

use super::Setting;
use crate::model::{LoadSummary, Quantity};

/// What goes into and out of a stage, on one of its links; means over the links where these differ.
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
    /// η/ρ: the share of the copies asked for that arrive, each packet weighing the same. `None` without load.
    pub fn delivered(&self) -> Option<f64> {
        (self.rho > 0.0).then(|| self.throughput / self.rho)
    }

    /// The share of packets that are accepted by the definition of the paper: at all requested outputs. `None` without load.
    pub fn accepted(&self) -> Option<f64> {
        (self.rho > 0.0).then(|| self.complete_throughput / self.rho)
    }
}

impl crate::model::Solution for Solution {
    fn load(&self) -> f64 {
        self.load
    }

    fn measures(&self) -> Vec<f64> {
        vec![self.throughput, self.complete_throughput]
    }

    /// Lists begin with stage 0, the last one.
    fn quantities(&self) -> Vec<Quantity> {
        let stages = |of: fn(&StageFlow) -> f64| self.stages.iter().map(of).collect::<Vec<f64>>();
        let packets = "packets / output / slot";
        vec![
            Quantity::number("load", "offered load", "copies / input / slot", "4.2", self.load),
            Quantity::number("n", "stages", "", "", f64::from(self.setting.n)),
            Quantity::number("f", "fanout of a multicast packet", "nodes", "4.1", f64::from(self.setting.fanout)),
            Quantity::number("m", "multicast packets among those generated", "", "4.1", self.setting.multicast),
            Quantity::number("rho", "rate of a source", "packets / input / slot", "4.1", self.rho),
            Quantity::list("c_i", "copy rate at stage i", "", "4.2", stages(|stage| stage.c)),
            Quantity::list("rho_i", "rate into stage i", "packets / link / slot", "(1)", stages(|stage| stage.rho)),
            Quantity::list("m_i", "multicast packets among those into stage i", "", "4.1", stages(|stage| stage.m)),
            Quantity::list(
                "rho_i-1",
                "rate out of stage i",
                "packets / link / slot",
                "(1)",
                stages(|stage| stage.rho_out),
            ),
            Quantity::list(
                "u_i-1",
                "unicast rate out of stage i",
                "packets / link / slot",
                "(2)",
                stages(|stage| stage.u_out),
            ),
            Quantity::number("rho_out", "rate of an output", packets, "(1)", self.rho_out),
            Quantity::number("u_out", "unicast rate of an output", packets, "(2)", self.u_out),
            Quantity::number("out_min", "rate of the output that gets least", packets, "", self.least_output),
            Quantity::number("out_max", "rate of the output that gets most", packets, "", self.most_output),
            Quantity::number("eta", "throughput", packets, "4.1", self.throughput),
            Quantity::number("complete_m", "multicast packets delivered to all", "", "", self.complete_multicast),
            Quantity::number("eta_complete", "packets delivered to all", packets, "", self.complete_throughput),
        ]
    }

    fn summary(&self) -> LoadSummary {
        let Self { rho: sent, load, throughput, setting: Setting { fanout, multicast, .. }, .. } = *self;
        let delivered = self.delivered().zip(self.accepted()).map(<[f64; 2]>::from);
        LoadSummary::Throughput { sent, load, throughput, delivered, copies: fanout > 1 && multicast > 0.0 }
    }
}
