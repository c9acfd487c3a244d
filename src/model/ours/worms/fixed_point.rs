//! The fixed point: equation (19).

use super::{network::Traffic, solution::Solution, step::Solver, unknowns::Unknowns};
use crate::model::ours::continuation::StepOutcome;

/// Damping of the steps, and how many are made with it. With 0.8 the unknowns rest after half of the steps that 0.5 takes, nearly always.
const DAMPING: [(f64, usize); 2] = [(0.8, 300), (0.5, 4000)];

/// In the search for saturation what does not rest in as many steps is unstable.
const SEARCH: [(f64, usize); 1] = [(0.8, 1000)];

/// Blocked part of the time beyond which nothing comes to rest.
const MOST_BLOCKED: f64 = 0.6;

/// Largest change of an unknown in the last step of a solution whose numbers are shown.
pub const EXACT: f64 = 1e-10;

/// Largest change for a point of a curve.
pub const DRAWN: f64 = 1e-8;

/// Largest change in the search for saturation.
pub const COARSE: f64 = 1e-6;

/// The least ratio of successive changes at which a leap saves steps.
const SLOW: f64 = 0.7;

/// The largest difference of two successive ratios, relative to their distance from 1, at which the limit is extrapolated.
const STEADY: f64 = 0.1;

/// Steps in a row that oscillate and shrink little, after which the steps are too large to converge.
const SWINGS: u32 = 16;

/// The factor on the steps in that case.
const SMALLER: f64 = 0.625;

/// Steps without a leap after the first one that failed; twice as many after each further one.
const PATIENCE: usize = 32;

/// The ratio of the changes of successive steps.
///
/// Near the fixed point each step is the same part r of the one before. Once r is known, the unknowns leap to the limit, r/(1 - r) steps further (Aitken).
/// Near the largest stable load r approaches 1, and tens of steps replace hundreds.
#[derive(Clone, Copy, Debug)]
struct Pace {
    change: f64,
    ratio: f64,
    is_steady: bool,
}

impl Pace {
    /// Before the next step, after one with such a change.
    const fn after(change: f64) -> Self {
        Self { change, ratio: 0.0, is_steady: false }
    }

    /// After a step with such a change.
    fn saw(&mut self, change: f64) {
        let ratio = change / self.change;
        let is_steady = ratio > SLOW && ratio < 1.0 && (ratio - self.ratio).abs() < STEADY * (1.0 - ratio);
        *self = Self { change, ratio, is_steady };
    }

    /// The number of steps of the size of the last one that remain.
    fn left(self) -> f64 {
        self.ratio / (1.0 - self.ratio)
    }
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
    pace: Pace,
    /// The change of b in the last step; if it oscillates, the steps are too long.
    turn: f64,
    /// The number of successive steps that oscillated.
    swings: u32,
    /// Factor of the damping of the plan.
    factor: f64,
    /// The start of the last leap.
    safe: Option<Unknowns>,
    /// The step up to which no other leap is made.
    rests_until: usize,
    /// The number of steps to wait after the next leap that fails.
    patience: usize,
    tolerance: f64,
    plan: &'static [(f64, usize)],
}

impl Trial {
    /// Beginning with the unknowns of a smaller load or of the idle network.
    pub fn new(traffic: Traffic, unknowns: Unknowns, tolerance: f64) -> Self {
        let plan: &[(f64, usize)] = if tolerance >= COARSE { &SEARCH } else { &DAMPING };
        let pace = Pace::after(f64::INFINITY);
        Self {
            traffic,
            unknowns,
            steps: 0,
            pace,
            turn: 0.0,
            swings: 0,
            factor: 1.0,
            safe: None,
            rests_until: 0,
            patience: PATIENCE,
            tolerance,
            plan,
        }
    }

    /// As many steps more, at most.
    // Not written out in each place that makes some: a step is long.
    pub fn advance(&mut self, solver: &mut Solver, most: usize) -> StepOutcome {
        for _ in 0..most {
            let mut before = 0;
            let stage = self.plan.iter().find(|(_, steps)| {
                before += steps;
                self.steps < before
            });
            let Some((damping, _)) = stage else { return StepOutcome::Lost };
            self.steps += 1;
            let leaps = self.pace.is_steady && self.swings == 0 && self.steps > self.rests_until;
            let before = leaps.then(|| self.unknowns.clone());
            let held = self.unknowns.blocked;
            let change = solver.step(self.traffic, &mut self.unknowns, damping * self.factor);
            let is_lost = !change.is_finite() || self.unknowns.blocked > MOST_BLOCKED;
            if change < self.tolerance && !is_lost && solver.is_carried(self.traffic) {
                return StepOutcome::Rested;
            }
            self.pace.saw(change);
            self.swung(self.unknowns.blocked - held);
            if let Some(safe) = self.safe.take_if(|_| is_lost || self.pace.ratio >= 1.0) {
                // A leap may lead beyond where the unknowns would have come to rest.
                self.unknowns = safe;
                self.pace = Pace::after(f64::INFINITY);
                self.rests_until = self.steps + self.patience;
                self.patience *= 2;
            } else if is_lost {
                return StepOutcome::Lost;
            } else if let Some(before) = before.filter(|_| self.pace.is_steady) {
                let end = Unknowns::beyond(&before, &self.unknowns, self.pace.left());
                self.safe = Some(std::mem::replace(&mut self.unknowns, end));
                self.pace = Pace::after(change);
            }
        }
        StepOutcome::Further
    }

    /// After a step that changed b by so much: shorter steps where they swing to and fro and hardly shrink.
    ///
    /// With many virtual channels each step answers the one before with more than its opposite; of half the length they come to rest.
    fn swung(&mut self, turn: f64) {
        let opposite = (turn > 0.0) != (self.turn > 0.0) && turn != 0.0 && self.turn != 0.0;
        self.turn = turn;
        self.swings = if opposite && self.pace.ratio > SLOW { self.swings + 1 } else { 0 };
        if self.swings == SWINGS {
            self.swings = 0;
            self.factor *= SMALLER;
        }
    }

    /// To the end; the solution, if there is one at which the source keeps up and the channels have the bandwidth.
    pub fn solve(mut self, solver: &mut Solver) -> Option<Solution> {
        let rested = self.advance(solver, usize::MAX) == StepOutcome::Rested;
        let solution = rested.then(|| Solution::of(solver, self.traffic, &self.unknowns, self.steps))?;
        solution.is_carried().then_some(solution)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::topology::wormhole::WormholeNetwork;

    /// Near the largest stable load of this network, 0.02261.
    const LOAD: f64 = 0.0226;

    #[test]
    fn leaps_end_where_steps_alone_do() {
        let network = WormholeNetwork::cube(4, 2, 3, 16);
        let mut solver = Solver::new(network, false);
        let traffic = Traffic { load: LOAD, beta: 0.0 };
        let mut alone = solver.idle(traffic);
        let steps = (1..).find(|_| solver.step(traffic, &mut alone, 0.8) < 1e-12).expect("it rests");
        let mut trial = Trial::new(traffic, solver.idle(traffic), EXACT);
        assert_eq!(trial.advance(&mut solver, usize::MAX), StepOutcome::Rested);
        let near = |one: f64, other: f64| (one - other).abs() < 1e-8;
        assert!(near(trial.unknowns.blocked, alone.blocked), "{} and {}", trial.unknowns.blocked, alone.blocked);
        assert!(trial.unknowns.held.iter().zip(&alone.held).all(|(one, other)| near(*one, *other)));
        assert!(trial.unknowns.demand.iter().zip(&alone.demand).all(|(one, other)| near(*one, *other)));
        assert!(4 * trial.steps < steps, "{} steps instead of {steps}", trial.steps);
    }
}
