//! The fixed point: the end of section 5.

use super::{network::Traffic, slots::SlotTimes, solution::Solution, step::Solver, unknowns::Unknowns};
use crate::model::ours::continuation::StepOutcome;

/// Damping of the steps, and how many are made with it. With 0.8 the unknowns rest after half of the steps that 0.6 takes, nearly always.
const DAMPING: [(f64, usize); 2] = [(0.8, 60), (0.6, 300)];

/// Cycles per flit over V beyond which nothing comes to rest.
const SLOWEST: f64 = 10.0;

/// Sum of the largest changes in the last step of a solution whose numbers are shown.
pub const EXACT: f64 = 1e-10;

/// Sum of the largest changes for a point of a curve, and in the search for the capacity.
pub const DRAWN: f64 = 1e-8;

/// The steps at one load, which can be interrupted.
#[derive(Clone, Debug)]
pub struct Trial {
    /// λ, messages per node and cycle, above 0.
    pub load: f64,
    /// The unknowns by now.
    pub unknowns: Unknowns,
    /// Steps made.
    pub steps: usize,
    tolerance: f64,
}

impl Trial {
    /// Beginning with the unknowns of another load or of the empty network.
    pub const fn new(load: f64, unknowns: Unknowns, tolerance: f64) -> Self {
        Self { load, unknowns, steps: 0, tolerance }
    }

    /// As many steps more, at most.
    // Not written out in each place that makes some: a step is long.
    pub fn advance(&mut self, solver: &mut Solver, most: usize) -> StepOutcome {
        let slowest = SLOWEST * f64::from(solver.network.vcs);
        for _ in 0..most {
            let mut before = 0;
            let stage = DAMPING.iter().find(|(_, steps)| {
                before += steps;
                self.steps < before
            });
            let Some((damping, _)) = stage else { return StepOutcome::Lost };
            self.steps += 1;
            let change = solver.step(self.load, &mut self.unknowns, *damping);
            if !change.is_finite() || self.unknowns.slow.iter().any(|slow| *slow > slowest) {
                return StepOutcome::Lost;
            }
            if change < self.tolerance {
                return StepOutcome::Rested;
            }
        }
        StepOutcome::Further
    }

    /// 1 - ρ of unknowns at rest; NaN where a channel would have to carry more than one flit per cycle.
    pub fn spare(&self, solver: &Solver) -> f64 {
        if self.load < solver.geometry.bandwidth(&solver.network) {
            1.0 - SlotTimes::of(solver, self.load, &self.unknowns).rho
        } else {
            f64::NAN
        }
    }

    /// The solution that the unknowns at rest are, if the network keeps up and there is traffic of that load.
    pub fn solution(&self, solver: &mut Solver, traffic: &Traffic) -> Option<Solution> {
        let arrivals = traffic.at(self.load).ok()?;
        (self.spare(solver) > 0.0).then(|| Solution::of(solver, self.load, (&self.unknowns, self.steps), arrivals))?
    }

    /// To the end; the solution, if there is one.
    pub fn solve(mut self, solver: &mut Solver, traffic: &Traffic) -> Option<Solution> {
        let rested = self.advance(solver, usize::MAX) == StepOutcome::Rested;
        rested.then(|| self.solution(solver, traffic))?
    }
}
