//! The fixed point: equation (19).

use super::{network::Traffic, solution::Solution, step::Solver, unknowns::Unknowns};

/// Damping of the steps, and how many are made with it. With 0.8 the unknowns rest after half of the steps that 0.5 takes, nearly always.
const DAMPING: [(f64, usize); 2] = [(0.8, 300), (0.5, 4000)];

/// In the search for saturation what does not rest in as many steps is unstable.
const SEARCH: [(f64, usize); 1] = [(0.8, 1000)];

/// Blocked part of the time beyond which nothing comes to rest.
const MOST_BLOCKED: f64 = 0.6;

/// Largest change of an unknown in the last step of a solution whose numbers are shown.
pub const EXACT: f64 = 1e-10;

/// The same for a point of a curve.
pub const DRAWN: f64 = 1e-8;

/// The same in the search for saturation.
pub const COARSE: f64 = 1e-6;

/// What came of steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Came {
    /// They are not over.
    Further,
    /// The unknowns rest.
    Rested,
    /// They never will.
    Lost,
}

/// The steps at one load, which can be interrupted.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The load.
    pub traffic: Traffic,
    /// The unknowns by now.
    pub unknowns: Unknowns,
    /// Steps made.
    pub steps: usize,
    tolerance: f64,
    plan: &'static [(f64, usize)],
}

impl Trial {
    /// Beginning with the unknowns of a smaller load or of the idle network.
    pub const fn new(traffic: Traffic, unknowns: Unknowns, tolerance: f64) -> Self {
        let plan: &[(f64, usize)] = if tolerance >= COARSE { &SEARCH } else { &DAMPING };
        Self { traffic, unknowns, steps: 0, tolerance, plan }
    }

    /// As many steps more, at most.
    /// As many steps more, at most.
    // Not written out in each place that makes some: a step is long.
    #[inline(never)]
    pub fn advance(&mut self, solver: &mut Solver, most: usize) -> Came {
        for _ in 0..most {
            let mut before = 0;
            let stage = self.plan.iter().find(|(_, steps)| {
                before += steps;
                self.steps < before
            });
            let Some((damping, _)) = stage else { return Came::Lost };
            self.steps += 1;
            let change = solver.step(self.traffic, &mut self.unknowns, *damping);
            if !change.is_finite() || self.unknowns.blocked > MOST_BLOCKED {
                return Came::Lost;
            }
            if change < self.tolerance {
                return Came::Rested;
            }
        }
        Came::Further
    }

    /// To the end; the solution, if there is one at which the source keeps up.
    pub fn solve(mut self, solver: &mut Solver) -> Option<Solution> {
        let rested = self.advance(solver, usize::MAX) == Came::Rested;
        let solution = rested.then(|| Solution::of(solver, self.traffic, &self.unknowns, self.steps))?;
        (solution.rho < 1.0).then_some(solution)
    }
}
