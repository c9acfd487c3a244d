//! Distances on the hypercube, and the shares of heads of queues: equations (1) and (2).

use crate::solve::binomial;

/// Facts of a hypercube that do not depend on the load.
#[derive(Clone, Debug, PartialEq)]
pub struct Geometry {
    /// n: dimensions, at least 1.
    pub dimensions: usize,
    /// P(k): chance of the distance k between source and destination; `[0]` is k = 1, as in all lists by distance; equation (1).
    pub distances: Vec<f64>,
    /// d: mean distance, hops, from 1 to n; equation (1).
    pub mean_hops: f64,
    /// v_k: chance that a hop, drawn from all hops of all packets, is made by a packet with k hops to go. The sum is 1; equation (1).
    pub hops: Vec<f64>,
}

impl Geometry {
    /// Returns the distances on a hypercube of `n` dimensions.
    pub(super) fn new(n: u32) -> Self {
        let nodes = libm::exp2(f64::from(n));
        let distances: Vec<f64> = (1..=n).map(|k| binomial(n, k) / (nodes - 1.0)).collect();
        let mean_hops = f64::from(n) / (2.0 * (1.0 - 1.0 / nodes));
        let mut beyond = 0.0;
        let mut hops: Vec<f64> = distances
            .iter()
            .rev()
            .map(|chance| {
                beyond += chance;
                beyond / mean_hops
            })
            .collect();
        hops.reverse();
        Self { dimensions: n as usize, distances, mean_hops, hops }
    }

    /// Returns the mean number of slots at the head of a queue per hop, Σ v_k τ_k, slots.
    pub(super) fn slots_per_hop(&self, tau: &[f64]) -> f64 {
        self.hops.iter().zip(tau).map(|(v, tau)| v * tau).sum()
    }

    /// Returns π_k, the law of the hops to go over the heads of queues; equation (2).
    pub(super) fn heads(&self, tau: &[f64]) -> Vec<f64> {
        let all = self.slots_per_hop(tau);
        self.hops.iter().zip(tau).map(|(v, tau)| v * tau / all).collect()
    }

    /// Returns c = 1 - 1/d, the share of receptions after which the packet still has hops to go.
    pub(super) fn transit(&self) -> f64 {
        1.0 - 1.0 / self.mean_hops
    }
}
