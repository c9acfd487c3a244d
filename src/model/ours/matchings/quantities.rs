//! The solution at one load with the facts of its network, and every quantity of it under the symbols of the equations.

use super::{State, geometry::Geometry, slot::Instant};
use crate::model::{
    LatencyCause, LatencyShare, Quantity,
    quantity::{self, Row, row},
};

/// Every quantity of the model at one load.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// The distances in the network.
    pub geometry: Geometry,
    /// λ_max, packets per node and slot.
    pub end: f64,
    /// Slots at the head of a queue per hop at λ_max.
    pub end_slots: f64,
    /// The solution of the equations.
    pub state: State,
}

impl Solution {
    pub(super) fn slots_per_hop(&self) -> f64 {
        self.geometry.slots_per_hop(&self.state.tau)
    }

    /// The chances at the end of the slot.
    fn end_of_slot(&self, number: fn(&Instant) -> f64) -> f64 {
        self.state.slot.instants.last().map_or(0.0, number)
    }

    /// The chance that a neighbour that has not chosen me is busy, in the mean over the times of the slot.
    pub(super) fn met(&self) -> f64 {
        let busy = |instant: &Instant| if instant.q > 0.0 { 1.0 - instant.g / instant.q } else { 0.0 };
        self.state.slot.weighted().map(|(instant, weight)| weight * busy(instant)).sum()
    }

    /// e_k: heads of queues with k hops to go, per node.
    fn heads(&self) -> Vec<f64> {
        self.by_distance(|_, _| 1.0)
    }

    /// Σ_i e_k(i) of a number of (k, i).
    fn by_distance(&self, number: impl Fn(usize, usize) -> f64) -> Vec<f64> {
        let Self { geometry: Geometry { mean_hops, hops, .. }, state, .. } = self;
        let of = |(k, (v, visits)): (usize, (&f64, &Vec<f64>))| {
            let sum: f64 = visits.iter().enumerate().map(|(i, y)| y * number(k, i)).sum();
            state.load * mean_hops * v * sum
        };
        hops.iter().zip(&state.visits).enumerate().map(of).collect()
    }

    /// Nodes with a packet that receive in a slot, Σ e_k(i) R_k(i), per node.
    fn receiving(&self) -> f64 {
        self.by_distance(|k, i| self.state.receives[k][i]).iter().sum()
    }

    /// The chance that a node with a packet receives in a slot and so cannot send.
    pub(super) fn received(&self) -> f64 {
        if self.state.b > 0.0 { self.receiving() / self.state.b } else { 0.0 }
    }

    /// The chance that a head moves in a slot, Σ e_k(i) S_k(i) / Σ e_k(i), by distance.
    fn moved(&self) -> Vec<f64> {
        let one = |(visits, moves): (&Vec<f64>, &Vec<f64>)| {
            let moved: f64 = visits.iter().zip(moves).map(|(y, s)| y * s).sum();
            moved / visits.iter().sum::<f64>()
        };
        self.state.visits.iter().zip(&self.state.moves).map(one).collect()
    }
}

const RATE: &str = "packets / node / slot";

/// The quantities, in the order of the equations: symbol, letter in TeX, name, unit, equation, value.
#[rustfmt::skip]
pub(super) const QUANTITIES: &[Row<Solution>] = &[
    row("n", "dimensions", "", "", |s| (s.geometry.dimensions as f64).into()),
    row("lambda", "load", RATE, "", |s| s.state.load.into()),
    row("P_k", "probability of k hops", "", "(1)", |s| s.geometry.distances.clone().into()),
    row("d", "mean distance", "hops", "(1)", |s| s.geometry.mean_hops.into()),
    row("v_k", "share of packets with k hops to go", "", "(1)", |s| s.geometry.hops.clone().into()),
    row("p", "a node has sent or received at the end of a slot", "", "(1)", |s| (2.0 * s.state.load * s.geometry.mean_hops).into()),
    row("pi_k", "share of heads with k hops to go", "", "(2)", |s| s.state.pi.clone().into()),
    row("g_1", "a neighbour is free at the end of the slot and has not chosen me", "", "(3)",
        |s| s.end_of_slot(|instant| instant.g).into()),
    row("q_1", "a neighbour has not chosen me in the slot", "", "(4)", |s| s.end_of_slot(|instant| instant.q).into()),
    row("met", "a neighbour is busy when it is asked", "", "(4)", |s| s.met().into()),
    row("q_B1", "a neighbour with a queue has not chosen me in the slot", "", "(5)", |s| s.end_of_slot(|instant| instant.q_queued).into()),
    row("r_0", "an empty node receives", "", "(6)", |s| s.state.r0.into()),
    row("S_k", "a head with k hops to go moves in a slot", "", "(7)", |s| s.moved().into()),
    row("receiving", "nodes with a packet that receive", "per node", "(8)", |s| s.receiving().into()),
    row("received", "a node with a packet receives", "", "(8)", |s| s.received().into()),
    row("alpha", "a target without a queue has one in the next slot", "", "(9)", |s| s.state.alpha.into()),
    row("beta", "a target with a queue has none in the next slot", "", "(9)", |s| s.state.beta.into()),
    row("tau_k", "slots at the head with k hops to go", "slots", "(11)", |s| s.state.tau.clone().into()),
    row("tau_mean", "slots at the head for a hop", "slots", "(12)", |s| s.slots_per_hop().into()),
    row("b", "a queue is not empty", "", "(12)", |s| s.state.b.into()),
    row("tau_max", "slots at the head for a hop at the largest load", "slots", "(14)", |s| s.end_slots.into()),
    row("lambda_max", "largest load", RATE, "(14)", |s| s.end.into()),
    row("e_k", "heads with k hops to go, per node", "", "(16)", |s| s.heads().into()),
    row("F", "factor of the chances of reception", "", "(15)", |s| s.state.scale.into()),
    row("x_0", "a packet in transit joins an empty queue", "", "(15)", |s| (s.geometry.transit() * s.state.scale * s.state.r0).into()),
    row("queue", "packets in a queue", "packets", "(18)", |s| s.state.queue.into()),
    row("latency", "mean delay", "slots", "(19)", |s| s.state.latency.into()),
];

impl crate::model::Solution for Solution {
    fn load(&self) -> f64 {
        self.state.load
    }

    fn measures(&self) -> Vec<f64> {
        vec![self.state.latency]
    }

    fn quantities(&self) -> Vec<Quantity> {
        quantity::read(QUANTITIES, self)
    }

    fn shares(&self) -> Vec<LatencyShare> {
        let hops = self.geometry.mean_hops;
        let heads = hops * self.slots_per_hop();
        LatencyShare::each(LatencyCause::SLOTS, [hops, heads - hops, self.state.latency - heads])
    }
}
