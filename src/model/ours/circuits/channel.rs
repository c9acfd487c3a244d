//! The circuits on one channel: equations (5) to (7).

use super::{
    network::{Geometry, Network},
    sharing::Sharing,
    single,
    unknowns::Unknowns,
};
use crate::solve::{Dual, rising_root};

/// The law of the circuits that set up and send on a channel.
#[derive(Clone, Debug)]
pub struct ChannelLoad {
    /// ψ_j: how long the circuits that take a channel j hops from their source hold it, beside those that begin there; j = 0..n-1.
    pub reach: Vec<f64>,
    /// Nf: the equivalent number of slots from which circuits can come.
    pub slots: f64,
    /// F(i), i = 0..V: part of them that is left beside i circuits.
    pub room: Vec<f64>,
    /// ts: mean time for which a circuit holds a channel during set-up, cycles.
    pub setup: f64,
    /// a: rate at which circuits would join an empty channel.
    pub rate: f64,
    /// Pi_i: chance of i virtual channels held, i = 0..V.
    pub held: Vec<f64>,
    /// Pv(v): chance of v circuits in data, v = 0..V.
    pub data: Vec<f64>,
    /// Chance that a virtual channel is free beside v circuits in data, v = 0..V.
    pub free: Vec<f64>,
    /// P0(K): chance that a circuit that joins finds K in data, K = 0..V-1.
    pub found: Vec<f64>,
    /// w(u, v), u circuits in set-up and v in data, row by row of V + 1; then P(u, v).
    law: Vec<f64>,
    /// B_i: sums of w over u + v = i.
    ways: Vec<f64>,
}

/// Farthest beyond the rate of circuits that (6) looks for a.
const FARTHEST: f64 = 1e4;

/// The factor on the slots with more than eight virtual channels. A message that finds its slot busy is not lost to the channel: it joins
/// as soon as the circuit before it ends. That takes as long as the crowd on the channel lasts, on average, so half of the circuits that
/// are missing beside a crowd join it in time: F = 1 - i/(2 Nf).
const IN_TIME: f64 = 2.0;

impl ChannelLoad {
    pub(crate) fn new(network: &Network) -> Self {
        let (vcs, n) = (network.vcs as usize, network.n as usize);
        let zeros = || vec![0.0; vcs + 1];
        Self {
            reach: vec![0.0; n],
            slots: 0.0,
            room: zeros(),
            setup: 0.0,
            rate: 0.0,
            held: zeros(),
            data: zeros(),
            free: zeros(),
            found: vec![0.0; vcs],
            law: vec![0.0; (vcs + 1) * (vcs + 1)],
            ways: zeros(),
        }
    }

    /// The channel that circuits join at a rate, per cycle.
    pub fn find(
        &mut self,
        network: &Network,
        geometry: &Geometry,
        joining: f64,
        unknowns: &Unknowns,
        sharing: &Sharing,
    ) {
        self.come(network, geometry, unknowns);
        let (vcs, flits) = (network.vcs as usize, f64::from(network.flits));
        // (6)
        let held = |d: usize, p: f64| {
            let (hops, setup) = (d as f64, unknowns.setup[d - 1]);
            p * hops * if network.alone() { single::held(hops, setup) } else { setup - (hops - 1.0) / 2.0 }
        };
        self.setup = geometry.by_distance(held) / geometry.mean_hops;
        self.ways.fill(0.0);
        let mut sending = 1.0;
        for v in 0..=vcs {
            if v > 0 {
                sending *= self.room[v - 1] * flits / sharing.together[v].max(1e-9);
            }
            let mut weight = sending;
            for u in 0..=vcs - v {
                if u > 0 {
                    weight *= self.room[u + v - 1] * self.setup / u as f64;
                }
                self.law[v * (vcs + 1) + u] = weight;
                self.ways[u + v] += weight;
            }
        }
        self.rate = self.rate_for(joining);
        self.settle();
    }

    /// The sources of circuits: equation (5).
    fn come(&mut self, network: &Network, geometry: &Geometry, unknowns: &Unknowns) {
        let mut beyond = 0.0;
        for ((reach, p), slow) in self.reach.iter_mut().zip(&geometry.hops).zip(&unknowns.slow).rev() {
            beyond += p * slow;
            *reach = beyond;
        }
        self.reach.iter_mut().for_each(|reach| *reach /= beyond);
        let sum: f64 = self.reach.iter().sum();
        let squares: f64 = self.reach.iter().zip(&geometry.channels).map(|(reach, count)| reach * reach / count).sum();
        let in_time = if network.many() { IN_TIME } else { 1.0 };
        self.slots = in_time * f64::from(network.vcs) * sum * sum / squares;
        for (i, room) in self.room.iter_mut().enumerate() {
            *room = (1.0 - i as f64 / self.slots).max(1e-6);
        }
    }

    /// The rate a at which that number of circuits join, if there is one; or the largest rate tried.
    fn rate_for(&self, joining: f64) -> f64 {
        let flow = |a: f64| {
            let a = Dual::variable(a);
            let (mut power, mut all, mut taken) = (Dual::constant(1.0), Dual::constant(0.0), Dual::constant(0.0));
            for (i, (ways, room)) in self.ways.iter().zip(&self.room).enumerate() {
                let term = power * *ways;
                all = all + term;
                if i + 1 < self.ways.len() {
                    taken = taken + term * *room;
                }
                power = power * a;
            }
            a * taken / all
        };
        let mut high = 3.0 * joining;
        while flow(high).value < joining && high < FARTHEST * joining {
            high *= 2.0;
        }
        if flow(high).value < joining {
            return high;
        }
        rising_root(joining / 2.0, high, |a| flow(a) + -joining).at
    }

    /// The laws of the circuits on the channel: the end of (6), and (7).
    fn settle(&mut self) {
        let vcs = self.found.len();
        self.held.fill(0.0);
        let mut joined = 1.0;
        let mut all = 0.0;
        for (held, ways) in self.held.iter_mut().zip(&self.ways) {
            *held = ways * joined;
            all += *held;
            joined *= self.rate;
        }
        self.held.iter_mut().for_each(|chance| *chance /= all);
        let mut found = 0.0;
        let mut sending = 1.0 / all;
        for v in 0..=vcs {
            let mut chance = sending;
            let (mut some, mut full) = (0.0, 0.0);
            for (u, weight) in self.law[v * (vcs + 1)..][..=vcs - v].iter().enumerate() {
                full = chance * weight;
                if u < vcs - v {
                    some += full;
                }
                chance *= self.rate;
            }
            sending *= self.rate;
            self.data[v] = some + full;
            self.free[v] = some / self.data[v].max(1e-300);
            if v < vcs {
                self.found[v] = self.room[v] * some;
                found += self.found[v];
            }
        }
        self.found.iter_mut().for_each(|chance| *chance /= found);
    }

    /// PV: chance that a header finds all virtual channels held.
    pub fn full(&self) -> f64 {
        let finds = |i: usize| self.held[i] * self.room[i];
        finds(self.found.len()) / (0..self.held.len()).map(finds).sum::<f64>()
    }
}
