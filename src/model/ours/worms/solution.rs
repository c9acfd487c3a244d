//! The solution at one load: equations (20) to (23), and every quantity with its symbol.

use std::sync::Arc;

use super::{
    geometry::Geometry,
    network::{QueuePlace, Traffic},
    sharing::{L, Powers, spread},
    step::{Blocked, Solver, Step},
    unknowns::Unknowns,
};
use crate::topology::wormhole::WormholeNetwork;

/// Every quantity of the model at one load.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "the fields are symbols of the equations")]
pub struct Solution {
    pub network: WormholeNetwork,
    /// Facts of it that do not depend on the traffic.
    pub geometry: Arc<Geometry>,
    pub traffic: Traffic,
    /// The unknowns of the fixed point.
    pub unknowns: Unknowns,
    /// The results of its last step.
    pub step: Step,
    /// S(v): flits per cycle that v worms get of a channel together, v = 0..V.
    pub together: Vec<f64>,
    /// Σ p_d σ(d): cycles per flit of a message.
    pub pace: f64,
    /// Time that a message waits for virtual channels on its path, cycles.
    pub blocked: f64,
    /// T (20): from the first cycle in the network to the last flit ejected, cycles.
    pub network_time: f64,
    /// The last steps of the tail, which no longer hold a place at the source (20), cycles.
    pub tail_steps: f64,
    /// T_slot: time that a message holds its place at the source, cycles.
    pub slot: f64,
    /// The variance of that (21), cycles².
    pub variance: f64,
    /// T_B: the same time of a copy (22), cycles; 0 without broadcasts.
    pub copy: f64,
    pub copy_variance: f64,
    /// ρ: part of the time that the source is busy, (22) or (23).
    pub rho: f64,
    /// C: chance that a message waits at the source (23); 0 where there is a queue for each port.
    pub waits: f64,
    /// W: wait at the source, cycles.
    pub wait: f64,
    /// Steps that the fixed point took.
    pub steps: usize,
}

impl Solution {
    /// The solution after the step made last.
    pub(super) fn of(solver: &Solver, traffic: Traffic, unknowns: &Unknowns, steps: usize) -> Self {
        let (network, geometry, step) = (solver.network, &solver.geometry, &solver.last);
        let (m, flits) = (network.flits as usize, f64::from(network.flits));
        let slow = |j: usize| step.slow[j - 1];
        let by_hop = |term: &dyn Fn(usize) -> f64| (0..geometry.n.len()).map(term).sum::<f64>();
        // (20): the header waits half a turn on each channel, then each of the gaps between flits crosses all of them.
        let blocked = by_hop(&|r| geometry.n[r] * step.blocking[r] * step.wait[r]);
        let pace = geometry.by_distance(|d, p| p * slow(d));
        let way = geometry.mean_hops * (1.0 + (slow(1) - 1.0) / 2.0);
        let network_time = way + (flits - 1.0) * pace + 1.0 + blocked;
        // The tail of a short worm leaves the source as if the path ended after M channels.
        let last_steps = |d: usize| {
            let reach = d.min(m);
            let beyond = (d - reach) as f64 * (1.0 + (slow(1) - 1.0) / 2.0) + (flits - 1.0) * (slow(d) - slow(reach));
            (1..reach).rev().map(slow).sum::<f64>() + beyond
        };
        // It waits at later hops with its tail in the network.
        let gone = by_hop(&|r| {
            let Blocked { chance, wait } = step.later(r);
            (geometry.n[r] - geometry.early[r]) * chance * wait
        });
        let tail_steps = geometry.by_distance(|d, p| p * last_steps(d)) + gone;
        let slot = network_time - 1.0 - tail_steps;
        let variance = variance(solver);
        let (copy, copy_variance) = if traffic.beta > 0.0 { copies(solver) } else { (0.0, 0.0) };
        let (rho, waits, wait) = source(solver, traffic, (slot, variance), (copy, copy_variance));
        Self {
            network,
            geometry: Arc::clone(geometry),
            traffic,
            unknowns: unknowns.clone(),
            step: step.clone(),
            together: solver.sharing.together.clone(),
            pace,
            blocked,
            network_time,
            tail_steps,
            slot,
            variance,
            copy,
            copy_variance,
            rho,
            waits,
            wait,
            steps,
        }
    }

    /// True if neither the source nor a channel would be busy for more than all of the time.
    pub fn is_carried(&self) -> bool {
        self.rho < 1.0 && self.utilisation() < 1.0
    }

    /// The mean latency of a unicast from its generation to its last flit ejected, T + W, cycles.
    pub fn latency(&self) -> f64 {
        self.network_time + self.wait
    }
}

/// The variance of the time that a message holds its place at the source, equation (21).
fn variance(solver: &Solver) -> f64 {
    let (geometry, step) = (&solver.geometry, &solver.last);
    let (flits, adaptive) = (f64::from(solver.network.flits), f64::from(solver.network.adaptive()));
    let mut powers = Powers::of(&step.rates, 1.0 - step.together);
    let along = geometry.distances().map(|(_, p)| p * spread(&powers.take())).sum::<f64>();
    let waits = |r: usize| {
        let held = (r + 1) as f64 * adaptive;
        let square = |hops: f64, Blocked { chance, wait }: Blocked| {
            hops * chance * wait * wait * 2.0 * (held + 2.0) / (held + 3.0)
        };
        let later = |began: f64| square(geometry.early[r] - began, step.later(r));
        step.ring.map_or_else(|| later(0.0), |[first, _]| square(geometry.first[0], first) + later(geometry.first[0]))
    };
    2.0 / 3.0 * flits * flits * along + (0..geometry.n.len()).map(waits).sum::<f64>()
}

/// The time for which a copy holds its place at its source, with the variance; equation (22).
fn copies(solver: &Solver) -> (f64, f64) {
    let (network, step) = (solver.network, &solver.last);
    let (flits, vcs) = (f64::from(network.flits), f64::from(network.vcs));
    let all: f64 = step.beside.iter().map(|both| both[1]).sum();
    let (mut rate, mut at_least) = (0.0, [0.0; L]);
    for ((both, own), beside) in step.beside.iter().zip(&solver.sharing.copy).zip(&solver.sharing.beside) {
        let chance = both[1] / all;
        rate += chance * own;
        at_least.iter_mut().zip(beside).for_each(|(sum, y)| *sum += chance * y);
    }
    let first = step.ring.map_or(step.wait[0], |[first, _]| first.wait);
    let wait = first * (f64::from(network.adaptive()) + 2.0) / (vcs + 1.0);
    let waits = step.copy_waits * wait * wait * 2.0 * (vcs + 1.0) / (vcs + 2.0);
    (flits / rate + step.copy_waits * wait, 2.0 / 3.0 * flits * flits * spread(&at_least) + waits)
}

/// The utilisation of the source, the chance to wait if there are several slots, and the wait of a message: (22) and (23), with variances.
fn source(solver: &Solver, traffic: Traffic, unicast: (f64, f64), copy: (f64, f64)) -> (f64, f64, f64) {
    let (network, unicasts) = (solver.network, traffic.unicasts());
    let square = |(mean, variance): (f64, f64)| mean * mean + variance;
    match network.source() {
        QueuePlace::Ports => {
            let (own, copies) = (unicasts / f64::from(network.channels()), traffic.copies(&network));
            let rho = own * unicast.0 + copies * copy.0;
            (rho, 0.0, (own * square(unicast) + copies * square(copy)) / (2.0 * (1.0 - rho)))
        }
        QueuePlace::Slots => {
            let (offered, vcs) = (unicasts * unicast.0, f64::from(network.vcs));
            let rho = offered / vcs;
            // Erlang's formulas for as many servers as there are virtual channels.
            let lost = (1..=network.vcs).fold(1.0, |lost, i| offered * lost / (f64::from(i) + offered * lost));
            let waits = lost / (1.0 - rho * (1.0 - lost));
            let cv2 = unicast.1 / (unicast.0 * unicast.0);
            (rho, waits, waits * unicast.0 / (vcs * (1.0 - rho)) * (1.0 + cv2) / 2.0)
        }
    }
}
