//! The steps at one load, which can be interrupted, with their damping.
//!
//! Near the fixed point each step is the same part r of the one before. Once r is known, the unknowns may leap to the limit, r/(1 - r)
//! steps further (Aitken). Near the largest stable load r approaches 1, and tens of steps replace hundreds.

use super::FixedPoint;

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

/// The result of some steps towards a fixed point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepOutcome {
    /// The plan has more steps left.
    Further,
    /// The unknowns rest to the tolerance.
    Rested,
    /// No step would bring them to rest.
    Lost,
}

/// How a load is tried.
#[derive(Clone, Copy, Debug, Default)]
pub struct Plan {
    /// The largest change of an unknown in the last step.
    pub tolerance: f64,
    /// The change that is still good enough after all steps, if `tolerance` is beyond the reach of rounding; 0 for none.
    pub enough: f64,
    /// Dampings, and how many steps are made with each.
    pub damping: &'static [(f64, usize)],
}

impl Plan {
    /// The damping of the next step after `made` others.
    fn next(&self, made: usize) -> Option<f64> {
        let mut before = 0;
        let part = self.damping.iter().find(|(_, steps)| {
            before += steps;
            made < before
        });
        part.map(|(damping, _)| *damping)
    }
}

/// The ratio of the changes of successive steps.
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

/// The steps at one load.
#[derive(Clone, Debug)]
pub struct Trial<U> {
    pub(crate) load: f64,
    pub(crate) unknowns: U,
    pub(crate) steps: usize,
    plan: Plan,
    pace: Pace,
    /// The change of the swinging unknown in the last step; if it oscillates, the steps are too long.
    turn: f64,
    /// The number of successive steps that oscillated.
    swings: u32,
    /// Factor of the damping of the plan.
    factor: f64,
    /// The start of the last leap.
    safe: Option<U>,
    /// The step up to which no other leap is made.
    rests_until: usize,
    /// The number of steps to wait after the next leap that fails.
    patience: usize,
}

impl<U: Clone> Trial<U> {
    /// Beginning with the unknowns of a smaller load or of the empty network.
    pub const fn new(load: f64, unknowns: U, plan: Plan) -> Self {
        Self {
            load,
            unknowns,
            steps: 0,
            plan,
            pace: Pace::after(f64::INFINITY),
            turn: 0.0,
            swings: 0,
            factor: 1.0,
            safe: None,
            rests_until: 0,
            patience: PATIENCE,
        }
    }

    /// As many steps more, at most.
    pub fn advance<P: FixedPoint<Unknowns = U>>(&mut self, network: &mut P, most: usize) -> StepOutcome {
        for _ in 0..most {
            let Some(damping) = self.plan.next(self.steps) else { return StepOutcome::Lost };
            let leaps = P::LEAPS && self.pace.is_steady && self.swings == 0 && self.steps >= self.rests_until;
            let before = leaps.then(|| self.unknowns.clone());
            let turned = P::swinging(&self.unknowns);
            let Some(change) = network.step(self.load, &mut self.unknowns, damping * self.factor) else {
                continue;
            };
            self.steps += 1;
            let is_lost = !change.is_finite() || network.is_lost(&self.unknowns);
            let enough = if self.plan.next(self.steps).is_none() { self.plan.enough } else { 0.0 };
            if change < self.plan.tolerance.max(enough) && !is_lost && network.is_carried(self.load) {
                return StepOutcome::Rested;
            }
            self.pace.saw(change);
            self.swung(P::swinging(&self.unknowns) - turned);
            if let Some(safe) = self.safe.take_if(|_| is_lost || self.pace.ratio >= 1.0) {
                // A leap may lead beyond where the unknowns would have come to rest.
                self.unknowns = safe;
                self.pace = Pace::after(f64::INFINITY);
                self.rests_until = self.steps + self.patience;
                self.patience *= 2;
            } else if is_lost {
                return StepOutcome::Lost;
            } else if let Some(before) = before.filter(|_| self.pace.is_steady) {
                let end = network.beyond(&before, &self.unknowns, self.pace.left());
                self.safe = Some(std::mem::replace(&mut self.unknowns, end));
                self.pace = Pace::after(change);
            }
        }
        StepOutcome::Further
    }

    /// After a step that changed the swinging unknown by so much: shorter steps where they swing to and fro and hardly shrink.
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

    /// To the end; the solution, if there is one.
    pub fn solve<P: FixedPoint<Unknowns = U>>(mut self, network: &mut P) -> Option<P::Solution> {
        if self.advance(network, usize::MAX) == StepOutcome::Rested { network.solution(&self) } else { None }
    }
}
