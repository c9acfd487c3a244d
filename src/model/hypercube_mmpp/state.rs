//! Results of one value of P_V at one load: all equations but the fixed point itself.

use super::end::Fullest;
use super::fixed_point::least_root;
use super::paper::{CIRCUIT, DATA, POISSON};
use super::path::Attempts;
use super::{HypercubeMmpp, Retry, Setting, Solution};
use crate::queueing::{
    mmpp_g1::{self, Service},
    modulated_channels::{Law, Workspace},
};
use crate::traffic::{
    long_range::Infeasible,
    mmpp::{Superposition, TwoState},
};

/// The results of one value of P_V at one load.
#[derive(Clone, Copy, Debug)]
pub(super) struct LoadState {
    attempts: Attempts,
    /// The effective traffic of a node, all attempts counted (8).
    effective: Superposition,
    setup: f64,
    /// The time that a channel is held, cycles.
    held: f64,
    /// The law of busy virtual channels; it holds the next P_V.
    law: Law,
    /// The service of an injection queue.
    pub service: Service,
    /// μ, the utilisation of an injection queue.
    pub mu: f64,
}

impl LoadState {
    /// 1 - μ, what an injection queue could still take. Minus infinity where blocking is so close to certain that no number is left.
    pub(super) fn spare(&self) -> f64 {
        if self.mu.is_nan() { f64::NEG_INFINITY } else { 1.0 - self.mu }
    }
}

/// One load, and the states looked at there. The last one is kept: where a search ends it has mostly just been.
pub(super) struct AtLoad<'a> {
    model: &'a HypercubeMmpp,
    room: &'a mut Workspace,
    load: f64,
    traffic: Superposition,
    last: Option<(f64, LoadState)>,
}

impl<'a> AtLoad<'a> {
    pub(super) fn new(model: &'a HypercubeMmpp, load: f64, room: &'a mut Workspace) -> Result<Self, Infeasible> {
        Ok(Self { model, room, load, traffic: model.traffic(load)?, last: None })
    }

    /// All that follows from P_V = `full`.
    pub(super) fn state(&mut self, full: f64) -> LoadState {
        match self.last {
            Some((at, state)) if at == full => state,
            _ => {
                let state = self.model.state(self.load, &self.traffic, full, self.room);
                self.last = Some((full, state));
                state
            }
        }
    }

    pub(super) fn residue(&mut self, full: f64) -> f64 {
        self.state(full).law.full() - full
    }

    /// The root on the lightly blocked branch, below a ceiling.
    pub(super) fn least(&mut self, ceiling: f64) -> f64 {
        least_root(ceiling, |full| self.residue(full))
    }

    /// The root on the lightly blocked branch of a model that ends so.
    pub(super) fn root(&mut self, end: &Fullest) -> f64 {
        let ceiling = if end.turns { self.raised(end.ceiling) } else { end.ceiling };
        self.least(ceiling)
    }

    /// The ceiling raised above the lightly blocked branch, where that is far from the congested one.
    pub(super) fn raised(&mut self, mut ceiling: f64) -> f64 {
        /// The factor by which the distance to p = 1 shrinks.
        const SHRINK: f64 = 0.75;
        /// Beyond, all is nearly certain blocking.
        const MOST: f64 = 1.0 - 1e-6;
        while ceiling < MOST && self.residue(ceiling) > 0.0 {
            ceiling = 1.0 - SHRINK * (1.0 - ceiling);
        }
        ceiling
    }

    /// The solution with P_V = `full`. `None` if that is no root, or the injection queues cannot keep up.
    pub(super) fn solution(&mut self, full: f64) -> Option<Solution> {
        /// Larger than any rounding, smaller than any error that shows.
        const NO_ROOT: f64 = 1e-7;
        if self.residue(full).abs() > NO_ROOT * full.min(1.0 - full) {
            return None;
        }
        let state = self.state(full);
        self.model.solution(self.load, &self.traffic, state)
    }
}

impl HypercubeMmpp {
    /// True if messages arrive at a channel as a Poisson process: by the reading, or because there are no bursts.
    pub(super) fn calm(&self) -> bool {
        self.deviations.has(POISSON) || self.setting.lag1 == 0.0
    }

    /// The effective traffic of one component when an attempt fails with probability Pf: Eqs. (7), (8).
    fn retried(&self, part: TwoState, failure: f64) -> TwoState {
        match self.setting.retry {
            Retry::Common => part.scaled(1.0 / (1.0 - failure)),
            Retry::Independent => superposed_retries(part, failure),
        }
    }

    fn state(&self, load: f64, traffic: &Superposition, full: f64, room: &mut Workspace) -> LoadState {
        let Setting { n, vcs, flits, .. } = self.setting;
        let data = self.distance + f64::from(flits);
        let attempts = self.distances.attempts(full, f64::from(flits));
        let setup = attempts.setup + self.distance;
        let effective = traffic.map(|part| self.retried(part, attempts.failure)); // Eq. (8)
        let channel = effective.scaled(attempts.channels / f64::from(n)); // Eqs. (11), (12)
        let held = if self.deviations.has(CIRCUIT) { attempts.holding } else { setup + data };
        let law =
            if self.calm() { Law::poisson(channel.mean() * held, vcs) } else { room.solve(&channel, 1.0 / held, vcs) };
        let shared = if self.deviations.has(DATA) { law.multiplexing() } else { 1.0 };
        let service = Service { exponential: setup, constant: data * shared }; // Eqs. (1), (17)
        LoadState { attempts, effective, setup, held, law, service, mu: load / f64::from(vcs) * service.mean() }
    }

    fn solution(&self, load: f64, traffic: &Superposition, state: LoadState) -> Option<Solution> {
        if state.spare() <= 0.0 {
            return None;
        }
        let queue = traffic.scaled(1.0 / f64::from(self.setting.vcs)); // Eq. (4)
        let wait = if load > 0.0 { Some(mmpp_g1::waiting_time(&queue, state.service)?) } else { None }; // Eq. (5)
        let vbar = state.law.multiplexing();
        let own = Service { constant: self.distance + f64::from(self.setting.flits), ..state.service }; // Eq. (1)
        let t = state.service.mean();
        let w_s = wait.map_or(0.0, |wait| wait.mean);
        Some(Solution {
            setting: self.setting,
            distance: self.distance,
            data: self.deviations.has(DATA),
            hurst: self.hurst,
            load,
            traffic: *traffic,
            effective: state.effective,
            attempts: state.attempts,
            lambda_c: state.effective.mean() * state.attempts.channels / f64::from(self.setting.n),
            held: state.held,
            full: state.law.full(),
            law: state.law,
            e: state.setup,
            t1: own.mean(),
            t2: own.second_moment(),
            t,
            mu: state.mu,
            wait,
            w_s,
            vbar,
            latency: (t + w_s) * if self.deviations.has(DATA) { 1.0 } else { vbar }, // Eq. (18)
        })
    }
}

/// The one two-state MMPP with the mean, variance, third moment and relaxation of the superposition of all attempts, each independent of
/// the others: the r-th is the process thinned by Pf^(r-1).
pub fn superposed_retries(part: TwoState, failure: f64) -> TwoState {
    let (one, two) = (1.0 - failure, 1.0 - failure * failure);
    let three = 1.0 - failure * failure * failure;
    let root = two.sqrt();
    TwoState::from_moments(
        part.mean() / one,
        part.sigma() / root,
        part.skewness() * two * root / three,
        part.relaxation(),
    )
}
