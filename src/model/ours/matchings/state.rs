//! The solution at one load.

use super::{
    chances::{ByTargets, receives},
    fixed_point::{Rest, Step},
    geometry::Geometry,
    queue::Queue,
    slot::Slot,
};

/// Every quantity of the model at one load. Lists by distance have k = 1 at index 0.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// λ: packets per node and slot, from 0 to below the largest load.
    pub load: f64,
    /// Mean time from the first slot in which a packet may move until its last hop is made, slots, at least d; equation (19).
    pub latency: f64,
    /// Mean number of packets in the queue of a node, from 0 on; equation (19).
    pub queue: f64,
    /// b: chance that a queue is not empty at the start of a slot, 0 to below 1; equation (12).
    pub b: f64,
    /// τ_k: mean time at the head of a queue with k hops to go, the slot of the move included, slots, from 1 on; equation (11).
    pub tau: Vec<f64>,
    /// π_k: chance that a head of queue has k hops to go. The sum is 1; equation (2).
    pub pi: Vec<f64>,
    /// r_0: chance that an empty node receives in a slot, 0 to 1; equation (6).
    pub r0: f64,
    /// α: chance that a target without a queue has one a slot later, 0 to 1; equation (9).
    pub alpha: f64,
    /// β: chance that a target with a queue has none a slot later, 0 to 1; equation (9).
    pub beta: f64,
    /// F: factor of the chances of reception that makes transit packets add up to λ(d-1), 0.96 to 1, and 0 for n = 1; equation (15).
    pub scale: f64,
    /// S_k(i): chance that a head with k hops to go, i of whose targets have queues, moves in a slot, 0 to 1; `[k-1][i]`; equation (7).
    pub moves: ByTargets,
    /// R_k(i): chance that the node of such a head receives in a slot, 0 to 1; `[k-1][i]`; equation (8).
    pub receives: ByTargets,
    /// y_k(i): mean time that a head with k hops to go spends with i of its targets with queues, slots; `[k-1][i]`, with the
    /// sum τ_k over i; equation (11).
    pub visits: ByTargets,
    /// The chances q(t), g(t) and the others within a slot; equations (3) to (6).
    pub slot: Slot,
    /// Steps of the fixed point.
    pub steps: usize,
}

impl State {
    /// Returns the solution from a fixed point at `load`, above 0. `None` if the queue has no finite mean.
    pub(super) fn new(geometry: &Geometry, load: f64, rest: Rest) -> Option<Self> {
        let Rest { step, steps } = rest;
        let receives = receives(geometry, &step.slot, step.busy);
        let Queue { scale, mean } = Queue::new(geometry, load, &step, &receives)?;
        let Step { slot, phases, moves, visits, next, .. } = step;
        let (&b, tau) = next.split_first()?;
        (mean.is_finite() && mean > 0.0).then(|| Self {
            load,
            latency: mean / load, // (19)
            queue: mean,
            b,
            tau: tau.to_vec(),
            pi: geometry.heads(tau),
            r0: slot.received,
            alpha: phases.alpha,
            beta: phases.beta,
            scale,
            moves,
            receives,
            visits,
            slot,
            steps,
        })
    }
}
