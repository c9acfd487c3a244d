//! The solution at one load: equations (14) to (17), and every quantity with its symbol.

use super::{
    bursts::Bursts,
    fixed_point::Trial,
    network::Network,
    spread::Spread,
    step::{Solver, Step, crossing, data},
    unknowns::Unknowns,
};
use crate::traffic::mmpp::Superposition;

/// For how long messages keep the virtual channels into the network: equations (14) and (15).
#[derive(Clone, Debug, PartialEq)]
pub struct Slots {
    /// τ: time of a flit across one channel, cycles.
    pub crossing: f64,
    /// data_d: from the first flit sent to the tail arrived, cycles; `[0]` is d = 1.
    pub data: Vec<f64>,
    /// slot_d: time for which a message keeps its injection channel, cycles.
    pub each: Vec<f64>,
    /// T: its mean, cycles.
    pub mean: f64,
    /// ρ = λT/V: part of the time that an injection channel is busy.
    pub rho: f64,
}

/// Time by which the tail of a message leaves its source before it arrives: two flits of each stage stand in front of the most crowded channel.
pub(super) fn drain(distance: usize, slow: f64) -> f64 {
    (distance + 1) as f64 * slow - 1.0
}

impl Slots {
    /// What the unknowns at rest give.
    pub(super) fn of(solver: &Solver, load: f64, unknowns: &Unknowns) -> Self {
        let Unknowns { slow, setup, .. } = unknowns;
        let crossing = crossing(slow);
        let data: Vec<f64> =
            (1..).zip(slow).map(|(d, slow)| data(d, *slow, crossing, f64::from(solver.network.flits))).collect();
        let each: Vec<f64> = (0..slow.len()).map(|d| setup[d] + data[d] - drain(d + 1, slow[d])).collect();
        let mean = solver.geometry.by_distance(|d, p| p * each[d - 1]);
        Self { crossing, data, each, mean, rho: load * mean / f64::from(solver.network.vcs) }
    }
}

/// Every quantity of the model at one load.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The network.
    pub network: Network,
    /// λ, messages per node and cycle.
    pub load: f64,
    /// The unknowns of the fixed point.
    pub unknowns: Unknowns,
    /// What its last step computed.
    pub step: Step,
    /// How long injection channels are busy.
    pub slots: Slots,
    /// How much that varies (16).
    pub spread: Spread,
    /// What bursts do, where there are any: (18) to (23).
    pub bursts: Option<Bursts>,
    /// Mean of data_d, cycles.
    pub data: f64,
    /// Mean of s_d, cycles.
    pub setup: f64,
    /// W: wait at the source, cycles; (17) or (22).
    pub wait: f64,
    /// Steps that the fixed point took.
    pub steps: usize,
}

impl Solution {
    /// What follows from unknowns at rest. `None` if the queue at the source has no wait.
    pub(super) fn of(solver: &mut Solver, trial: &Trial, arrivals: Option<Superposition>) -> Option<Self> {
        let Trial { load, ref unknowns, steps, .. } = *trial;
        let slots = Slots::of(solver, load, unknowns);
        let spread = Spread::of(solver, &unknowns.slow, &slots);
        let bursts = match arrivals {
            Some(arrivals) => Some(Bursts::of(solver, load, arrivals, unknowns, &slots, spread.whole)?),
            None => None,
        };
        // (17)
        let poisson = slots.rho * slots.mean * (1.0 + spread.whole) / (2.0 * (1.0 - slots.rho));
        let mean = |times: &[f64]| solver.geometry.by_distance(|d, p| p * times[d - 1]);
        Some(Self {
            network: solver.network,
            load,
            unknowns: unknowns.clone(),
            step: solver.last.clone(),
            data: mean(&slots.data),
            setup: mean(&unknowns.setup),
            wait: bursts.as_ref().map_or(poisson, Bursts::wait),
            slots,
            spread,
            bursts,
            steps,
        })
    }

    /// The mean latency from generation to tail arrived, (17) or (23), cycles.
    pub fn latency(&self) -> f64 {
        self.data + self.bursts.as_ref().map_or(0.0, |bursts| bursts.extra) + self.setup + self.wait
    }
}
