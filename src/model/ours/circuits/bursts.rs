//! The effect of bursts: equations (18) to (23).
//!
//! A channel mixes many sources, so the fixed point is that of the mean rate. But a node that bursts starts its circuits in the same few
//! channels, and is slow when it has most to send: T_own(y) is the time for which it keeps an injection channel while it starts circuits y
//! times as often as on average.

use super::{
    companions::possible,
    sharing::L,
    slots::{SlotTimes, drain},
    step::{Solver, crossing, data, mean},
    unknowns::Unknowns,
};
use crate::queueing::mmpp_g1::{Service, waiting_time};
use crate::solve::falling_root;
use crate::traffic::mmpp::{Superposition, TwoState};
use libm::{exp, log};

/// Change of y that counts as none, relative to it.
const NONE: f64 = 1e-12;

/// The effect of bursts on a message.
#[derive(Clone, Debug, PartialEq)]
pub struct Bursts {
    /// The arrivals at a node (18).
    pub arrivals: Superposition,
    /// 0, 1/2, 1, (1 + y)/2 and y, with T_own there (19), cycles.
    pub own: [(f64, f64); 5],
    /// w(fast, T): wait with the arrivals and departures while messages are sent (21), cycles.
    pub fast: f64,
    /// w(fast, T_sat): the same in a backlog, cycles.
    pub fast_backlogged: f64,
    /// w(all, T_sat): with all bursts in a backlog, cycles.
    pub all_backlogged: f64,
    /// Time that data take longer, because most messages are sent in bursts (23), cycles.
    pub extra: f64,
}

/// A node that starts circuits more or less often than the others.
struct OwnNode<'a> {
    solver: &'a mut Solver,
    unknowns: &'a Unknowns,
    /// f_h: share of my channel h hops away that my own node's slots take, h = 0..n-1.
    shares: Vec<f64>,
    law: Vec<f64>,
}

impl<'a> OwnNode<'a> {
    fn of(solver: &'a mut Solver, unknowns: &'a Unknowns) -> Self {
        let (channel, geometry) = (&solver.last.channel, &solver.geometry);
        let sum: f64 = channel.reach.iter().sum();
        let shares = channel.reach.iter().zip(&geometry.channels).map(|(reach, count)| reach / (count * sum)).collect();
        let law = vec![0.0; channel.found.len()];
        Self { solver, unknowns, shares, law }
    }

    fn slot(&mut self, pace: f64) -> f64 {
        let Self { solver, unknowns, shares, law } = self;
        let Solver { network, geometry, last, companions, .. } = &mut **solver;
        let vcs = f64::from(network.vcs);
        let slow: Vec<f64> = (1..=shares.len())
            .map(|d| {
                let (mut first, mut others) = ([1.0; L], [1.0; L]);
                for (hop, share) in shares[..d].iter().enumerate() {
                    let join = 1.0 + share * (pace - 1.0) * (vcs - 1.0) / vcs;
                    companions.law(&last.channel, d, join, law);
                    let rates = possible(law, &last.sharing);
                    if hop == 0 {
                        first = rates;
                    } else {
                        others.iter_mut().zip(rates).for_each(|(product, chance)| *product *= chance);
                    }
                }
                let apart = 1.0 - last.together;
                let least = |(first, others): (&f64, &f64)| {
                    first * if *others == 1.0 { 1.0 } else { exp(apart * log(*others)) }
                };
                1.0 / mean(first.iter().zip(&others).map(least))
            })
            .collect();
        let (crossing, flits) = (crossing(&slow), f64::from(network.flits));
        geometry.by_distance(|d, p| {
            let slow = slow[d - 1];
            p * (unknowns.setup[d - 1] + data(d, slow, crossing, flits) - drain(d, slow))
        })
    }
}

impl Bursts {
    /// The effect of a superposition of MMPPs. `None` if the queue at the source has no finite wait.
    pub(super) fn of(
        solver: &mut Solver,
        load: f64,
        arrivals: Superposition,
        unknowns: &Unknowns,
        slots: &SlotTimes,
        spread: f64,
    ) -> Option<Self> {
        let vcs = f64::from(solver.network.vcs);
        let mut node = OwnNode::of(solver, unknowns);
        // (20)
        let most = 1.0 / slots.rho;
        let mut beyond = |pace: f64| vcs / (load * node.slot(pace)) - pace;
        let pace = falling_root((1.0, most - 1.0), (most, beyond(most)), NONE, beyond).at;
        let own = [0.0, 0.5, 1.0, (1.0 + pace) / 2.0, pace].map(|y| (y, node.slot(y)));
        let backlogged = own[4].1;
        // (21), (22)
        let wait = |arrivals: &Superposition, mean: f64| {
            let exponential = mean * spread.sqrt().min(1.0);
            let service = Service { exponential, constant: mean - exponential };
            waiting_time(&arrivals.scaled(1.0 / vcs), service).map(|wait| wait.mean)
        };
        let time = slots.mean;
        let fast = arrivals.map(|part| {
            let many = part.relaxation() * time;
            let kept = (many / (1.0 + many)).sqrt();
            let mean = part.mean();
            let rate = |rate: f64| mean + (rate - mean) * kept;
            TwoState { high: rate(part.high), low: rate(part.low), ..part }
        });
        let mut bursts = Self {
            arrivals,
            own,
            fast: wait(&fast, time)?,
            fast_backlogged: wait(&fast, backlogged)?,
            all_backlogged: wait(&arrivals, backlogged)?,
            extra: 0.0,
        };
        bursts.extra = bursts.longer(load, time);
        Some(bursts)
    }

    /// y: how much more often than on average a node starts circuits that always has one to start (20).
    pub const fn pace(&self) -> f64 {
        self.own[4].0
    }

    /// T_sat: time for which such a node keeps an injection channel (20), cycles.
    pub const fn backlogged(&self) -> f64 {
        self.own[4].1
    }

    /// W: what the slow components add is waited for behind a backlog (22), cycles.
    pub fn wait(&self) -> f64 {
        self.fast + self.all_backlogged - self.fast_backlogged
    }

    /// T_own between the paces where it is known.
    fn between(&self, pace: f64) -> f64 {
        let after = self.own.iter().position(|(known, _)| *known >= pace).unwrap_or(4).max(1);
        let ((left, low), (right, high)) = (self.own[after - 1], self.own[after]);
        low + (high - low) * (pace - left) / (right - left)
    }

    /// The increase of the data time as messages see it (23), cycles.
    fn longer(&self, load: f64, time: f64) -> f64 {
        let parts = self.arrivals.parts();
        let mean: f64 = (0..self.arrivals.states())
            .map(|state| {
                let pace: f64 = parts.iter().enumerate().fold(1.0, |pace, (i, part)| {
                    let rate = if state & self.arrivals.bit(i) == 0 { part.high } else { part.low };
                    pace + (rate - part.mean()) / (load * (1.0 + part.relaxation() * time).sqrt())
                });
                let sent = pace.min(self.pace());
                self.arrivals.share(state) * (sent * self.between(sent) + (pace - sent) * self.backlogged())
            })
            .sum();
        mean - time
    }
}
