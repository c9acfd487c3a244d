//! The curve and its end: equation (24). ρ = 1 is closed in by secants.

use super::super::engine::{Engine, Progress, Reached};
use super::{
    fixed_point::{DRAWN, EXACT, Trial},
    network::{Network, Traffic},
    solution::Solution,
    step::Solver,
    unknowns::Unknowns,
};
use crate::model::{
    EndCause, NoSolution,
    hypercube_mmpp::Setting,
    ours::continuation::{self, Event, FixedPoint, Precision, Rung, STRIDES, StepOutcome},
};

use std::cell::Cell;

/// The reason why a load is too large.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// The virtual channels through which messages enter the network are always busy.
    Source,
    /// Circuits cannot join the channels at that rate, because all virtual channels are held or each channel would have to carry more than one flit per cycle: only with
    /// short messages in few dimensions.
    Channels,
    /// No traffic of that load has the correlation asked for.
    Traffic,
}

/// 1 - ρ at an end above which the channels are full, and not the sources.
const IDLE_SOURCES: f64 = 1e-3;

/// One network with one kind of traffic.
#[derive(Clone, Debug)]
pub struct Connections {
    /// The network.
    pub solver: Solver,
    /// The traffic.
    pub traffic: Traffic,
}

/// The search of one network with one kind of traffic.
pub type Search = continuation::Search<Connections>;

impl Search {
    /// For a network and its traffic; or why the model does not cover them.
    pub fn new(setting: &Setting) -> Result<Self, NoSolution> {
        let network = Network::of(setting);
        network.refusal().map_or_else(|| Ok(Self::of(network, Traffic::of(setting))), Err)
    }

    /// For a network that the model covers.
    pub(super) fn of(network: Network, traffic: Traffic) -> Self {
        Self::begin(Connections { solver: Solver::new(network), traffic })
    }

    /// The part of a channel's cycles that carry a flit at the largest load found so far.
    pub(super) fn busy(&self) -> f64 {
        let Solver { network, geometry, .. } = &self.network().solver;
        self.end() / geometry.bandwidth(network)
    }
}

impl Engine for Search {
    type Solution = Solution;

    fn work(&mut self) -> Reached {
        // A slice.
        let more = Cell::new(true);
        if self.advance(&|| more.take()) {
            Reached::Whole
        } else if self.is_bracketed() {
            Reached::End
        } else {
            Reached::Points
        }
    }

    fn progress(&self) -> Progress {
        let cause = self.limit().map(|limit| match limit {
            Limit::Traffic => EndCause::NoTraffic,
            Limit::Channels => EndCause::FullChannels(self.busy()),
            Limit::Source => EndCause::FullSources(self.busy()),
        });
        Progress {
            cause,
            end: self.end(),
            value: self.end_latency(),
            known: self.end(),
            idle: self.idle(),
            curve: self.curve(),
        }
    }

    fn solve(&self, load: f64) -> Option<Solution> {
        Self::solve(self, load)
    }

    fn part(&self, part: f64) -> f64 {
        Self::part(self, part)
    }
}

impl FixedPoint for Connections {
    type Unknowns = Unknowns;
    type Trial = Trial;
    type Limit = Limit;
    type Solution = Solution;

    const SLICE: usize = 8;
    // Within the precision of this, the load is stable.
    const SPARE: f64 = 5e-7;
    const DRAWN: Precision = Precision { spare: 4e-7, width: 1e-6 };
    const SHARP: Precision = Precision { spare: 1e-13, width: 1e-13 };

    /// With the largest load, channels or injection channels would be busy all the time in an empty network.
    fn stride(&self) -> f64 {
        let Network { vcs, flits, .. } = self.solver.network;
        let sources = f64::from(vcs) / (f64::from(flits) + 2.0 * self.solver.geometry.mean_hops);
        self.solver.geometry.bandwidth(&self.solver.network).min(sources) / STRIDES
    }

    fn last(&self) -> f64 {
        self.traffic.last()
    }

    /// 3 d̄ + M.
    fn idle(&self) -> f64 {
        3.0 * self.solver.geometry.mean_hops + f64::from(self.solver.network.flits)
    }

    fn start(&self, _load: f64, [nearest, _]: [Option<&Rung<Unknowns>>; 2]) -> Unknowns {
        nearest.map_or_else(|| self.solver.empty(), |rung| rung.unknowns.clone())
    }

    fn trial(&self, load: f64, unknowns: Unknowns, _drawn: bool) -> Trial {
        Trial::new(load, unknowns, DRAWN)
    }

    fn steps(&mut self, trial: &mut Trial, most: usize) -> StepOutcome {
        trial.advance(&mut self.solver, most)
    }

    fn unknowns(trial: &Trial) -> &Unknowns {
        &trial.unknowns
    }

    fn rested(&mut self, trial: &Trial, bracketing: bool) -> (f64, Option<f64>) {
        let solution = if bracketing { None } else { trial.solution(&mut self.solver, &self.traffic) };
        (trial.spare(&self.solver), solution.map(|solution| solution.latency()))
    }

    fn limit(&self, event: Event, last: Option<&Rung<Unknowns>>) -> Option<Limit> {
        let keep_up = last.is_none_or(|rung| rung.spare > IDLE_SOURCES);
        match event {
            Event::Unstable(_) => None,
            Event::Bracketed => Some(if keep_up { Limit::Channels } else { Limit::Source }),
            Event::NoTraffic => Some(Limit::Traffic),
        }
    }

    fn is_pole(limit: Option<Limit>) -> bool {
        matches!(limit, None | Some(Limit::Source))
    }

    fn solve(&self, load: f64, unknowns: Unknowns, _stable: bool) -> Option<Solution> {
        Trial::new(load, unknowns, EXACT).solve(&mut self.solver.clone(), &self.traffic)
    }

    fn unloaded(&self) -> Option<Solution> {
        /// Part of the bandwidth of the channels at which no message meets another.
        const HARDLY_ANY: f64 = 1e-9;
        let (hops, flits) = (self.solver.geometry.mean_hops, f64::from(self.solver.network.flits));
        let load = HARDLY_ANY * self.solver.geometry.bandwidth(&self.solver.network);
        let mut solution = self.solve(load, self.solver.empty(), true)?;
        (solution.slots.mean, solution.slots.rho) = (flits + 2.0 * hops, 0.0);
        if let Some(bursts) = &mut solution.bursts {
            bursts.extra = 0.0;
        }
        Some(Solution { load: 0.0, data: hops + flits, setup: 2.0 * hops, wait: 0.0, ..solution })
    }
}
