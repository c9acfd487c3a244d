//! The solution at one load: equation (17).

use super::{
    bursts::Bursts,
    network::Network,
    slots::SlotTimes,
    spread::Spread,
    step::{Solver, Step},
    unknowns::Unknowns,
};
use crate::traffic::mmpp::Superposition;

/// Every quantity of the model at one load.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "the fields are symbols of the equations")]
pub struct Solution {
    pub network: Network,
    /// λ, messages per node and cycle.
    pub load: f64,
    /// The unknowns of the fixed point.
    pub unknowns: Unknowns,
    /// The results of its last step.
    pub step: Step,
    /// The time for which an injection channel is busy.
    pub slots: SlotTimes,
    /// The variation of that time (16).
    pub spread: Spread,
    /// The effect of bursts, where there are any: (18) to (23).
    pub bursts: Option<Bursts>,
    pub data: f64,
    pub setup: f64,
    /// W: wait at the source, cycles; (17) or (22).
    pub wait: f64,
    /// Steps that the fixed point took.
    pub steps: usize,
}

impl Solution {
    /// The solution that follows from unknowns at rest after `steps`. `None` if the queue at the source has no finite wait.
    pub(super) fn of(
        solver: &mut Solver,
        load: f64,
        (unknowns, steps): (&Unknowns, usize),
        arrivals: Option<Superposition>,
    ) -> Option<Self> {
        let slots = SlotTimes::of(solver, load, unknowns);
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
