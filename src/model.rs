//! Analytical models: what a network does at a load, in microseconds.
//!
//! Each submodule is one published model in the same form: the lecture (question, network, assumptions, symbols, equations, method,
//! validity, reference), its setting, its readings, its solution with every numbered quantity, and how it is solved. A model's own
//! `solve` and `curve` give its solutions with all their fields; views and the command line see every model as a [`Model`], which
//! [`of`] gives for any scenario.

pub mod banyan_multicast;
mod branches;
mod choose;
mod effect;
pub mod equation;
mod facts;
pub mod hypercube_mmpp;
pub mod hypercube_slotted;
mod info;
pub mod kary_ncube;
mod law;
pub mod ours;
mod quantity;
#[cfg(any(test, feature = "test-system"))]
mod ring;
pub mod torus_broadcast;
mod unmodelled;
mod words;

pub use branches::{Branches, Crossing, Top, Unknown, figure as fold};
pub use choose::{Choice, choose, of, paper, solved_precisely, solved_to_end, start};
pub use effect::{DeviationEffect, Missing, RefinementStep, measure};
use effect::{effects, steps};
use equation::Case;
pub use equation::Equation;
pub use facts::{Caveat, CurveEnd, CurveLimit, Discrepancy, EndCause, Evidence, Lack, LoadSummary, NoSolution};
pub use info::{
    Countable, Deviation, Deviations, Figure, FigureLine, LatencyCause, LatencyParts, LatencyShare, Measure, ModelInfo,
    Simulated,
};
pub use law::Law;
pub use quantity::{Quantity, Row, Value};
pub use words::{LoadSentence, place};

/// The result of a model at one load.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome<S> {
    /// The network settles; every quantity is finite.
    Stable(S),
    /// No steady state exists at this load; [`Model::end`] says why.
    Saturated,
    /// The model has no solution here, for this reason.
    Invalid(NoSolution),
}

impl<S> Outcome<S> {
    /// The solution, if there is one.
    pub fn stable(self) -> Option<S> {
        match self {
            Self::Stable(solution) => Some(solution),
            Self::Saturated | Self::Invalid(_) => None,
        }
    }
}

/// The part of the latency, or of the time of a channel, from which on blocking is a reason for anything.
const BLOCKING_THRESHOLD: f64 = 0.01;

/// The saturation of a model with latencies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Saturation {
    /// The largest load that has a solution, messages per node per cycle.
    pub load: f64,
    /// The latency there, which is finite when the end is a fold; cycles. `None` when it grows without bound.
    pub latency: Option<f64>,
    /// The utilisation ρ that the model's equations reach there.
    pub rho: f64,
    /// The mean service time there, cycles: of a channel, or of what the model takes for the server.
    pub service: f64,
    /// The fraction of a channel's cycles that carry a flit there, 0 to 1.
    pub bandwidth: f64,
    /// The part of the latency there that is blocking, 0 to 1; `None` where the model has no such part.
    pub blocking: Option<f64>,
}

impl Saturation {
    /// The end of a curve that folds back: because blocked messages hold channels longer, where blocking is felt at all.
    fn fold(self) -> CurveEnd {
        let Self { load, latency: value, rho, bandwidth, .. } = self;
        let felt = self.blocking.is_some_and(|part| part >= BLOCKING_THRESHOLD);
        CurveEnd {
            load,
            value,
            why: if felt { EndCause::Blocking(bandwidth) } else { EndCause::Server { bandwidth, rho } },
        }
    }
}

/// A load that no network of this kind can carry, whatever the model predicts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bound {
    /// The load that is not exceeded.
    pub load: f64,
    /// The reason, in a few words.
    pub label: &'static str,
}

/// A solution of a model at one load.
pub trait Solution {
    /// The load, in the unit of [`ModelInfo::load_unit`].
    fn load(&self) -> f64;
    /// One value for each of [`ModelInfo::measures`]; none where there is no message that has them.
    fn measures(&self) -> Vec<f64>;
    /// Every quantity with its equation, in the order of the paper.
    fn quantities(&self) -> Vec<Quantity>;
    /// The parts of the first measure, beginning with the idle network; empty if it is no latency.
    fn shares(&self) -> Vec<LatencyShare> {
        Vec::new()
    }
    /// The distribution of the first measure, in its unit. `None` if the model does not determine it; [`Model::tail`] has the reason.
    fn law(&self) -> Option<Law> {
        None
    }
    /// The summary of this load.
    fn summary(&self) -> LoadSummary {
        match self.measures().first() {
            Some(&latency) => LoadSummary::Latency { latency, shares: self.shares(), bernoulli: None },
            None => LoadSummary::NoMessage,
        }
    }
}

/// A model with its solutions, whatever their type: implemented for all that [`Solve`].
pub trait Solved {
    /// The description of the model.
    fn info(&self) -> &'static ModelInfo;
    /// The equations of this reading and setting with places for numbers, in the order of the paper.
    fn equations(&self) -> Vec<Equation>;
    /// Solves one load (finite, at least 0).
    fn solution(&self, load: f64) -> Outcome<Box<dyn Solution>>;
    /// Solutions from zero load to the end, `points` of them (at least 2), closer where the curve bends.
    fn solutions(&self, points: usize) -> Vec<Box<dyn Solution>>;
}

/// A model of one setting under one reading.
pub trait Model: Solved {
    /// A sentence: the assumptions behind the percentiles of the latency, or the reason why this reading has none.
    fn tail(&self) -> &'static str {
        self.info().tail
    }
    /// The first measure as the load goes to zero; `None` if that is nothing to speak of.
    fn idle(&self) -> Option<f64>;
    /// The end of the curve.
    fn end(&self) -> CurveEnd;
    /// The distribution of the first measure at a load, in its unit. `None` without a solution, or where [`tail`](Self::tail) says why.
    fn law(&self, load: f64) -> Option<Law> {
        self.solution(load).stable()?.law()
    }
    /// The differences of the readings, with the effect of each by itself; empty without a paper.
    fn deviations(&self, load: f64) -> Vec<DeviationEffect> {
        effects(self.info().deviations, load, &|_| (0, "latency"), &|deviations| self.under(deviations))
    }
    /// For each measure, the way from the paper as printed to its last refinement, one difference on top of the other, if any.
    fn steps(&self, load: f64) -> Vec<Vec<RefinementStep>> {
        let steps = steps(self.info().deviations, (load, 0), &|deviations| self.under(deviations));
        if steps.is_empty() { Vec::new() } else { vec![steps] }
    }
    /// The model with those differences from its paper; `None` without a paper, and where they show nothing or take noticeable time.
    fn under(&self, deviations: Deviations) -> Option<Box<dyn Model>> {
        let _ = deviations;
        None
    }
    /// The reason why a model of the paper says something else, with the numbers of both; nothing where this one is the paper's too.
    fn reasons(&self, load: f64, paper: &dyn Model) -> Vec<Discrepancy> {
        let _ = (load, paper);
        Vec::new()
    }
    /// Continues a solution that takes longer than a frame, while `more` returns true. True if the solution is complete; until then the
    /// other methods return the results so far.
    fn advance(&mut self, more: &dyn Fn() -> bool) -> bool {
        let _ = more;
        true
    }
    /// Works on the solution of a load while `more` returns true. True once its point takes no noticeable time, as in most models.
    fn prepare(&mut self, load: f64, more: &dyn Fn() -> bool) -> bool {
        let _ = (load, more);
        true
    }
    /// Continues until the end and the solution of every load are final; only points of the curve may still be missing. `sharp`: the search
    /// for the end continues to its last digits, as derivatives require.
    fn solve_end(&mut self, sharp: bool) {
        let _ = sharp;
        self.advance(&|| true);
    }
    /// Peculiarities of this setting and load; mostly none.
    fn remarks(&self, load: f64) -> Vec<Caveat> {
        let _ = load;
        Vec::new()
    }
    /// Loads that no network of this kind can carry; mostly none.
    fn bounds(&self) -> Vec<Bound> {
        Vec::new()
    }
    /// Further charts at a load, beside measures against load; mostly none.
    fn figures(&self, load: f64) -> Vec<Figure> {
        let _ = load;
        Vec::new()
    }
    /// The load as a function of the one number that the equations are solved in, with the solutions at a load, if there is one.
    fn branches(&self, load: f64) -> Option<Branches> {
        let _ = load;
        None
    }

    /// One load with everything that can be said of it. Whatever a model does wrong, no view ever meets a number that is not finite.
    fn point(&self, load: f64) -> Outcome<Point> {
        let solution = match self.solution(load) {
            Outcome::Stable(solution) => solution,
            Outcome::Saturated => return Outcome::Saturated,
            Outcome::Invalid(refusal) => return Outcome::Invalid(refusal),
        };
        let (measures, quantities) = (solution.measures(), solution.quantities());
        if let Some(quantity) = quantities.iter().find(|quantity| !quantity.value.is_finite()) {
            return Outcome::Invalid(NoSolution::NotFinite(quantity.name));
        }
        if measures.iter().any(|measure| !measure.is_finite()) {
            return Outcome::Invalid(NoSolution::NotFinite(self.info().quantity));
        }
        Outcome::Stable(Point { load: solution.load(), measures, quantities, summary: solution.summary() })
    }

    /// The measures alone at a load.
    fn measures(&self, load: f64) -> Option<Vec<f64>> {
        let measures = self.solution(load).stable()?.measures();
        measures.iter().all(|measure| measure.is_finite()).then_some(measures)
    }

    /// For each measure, `(load, value)` from zero load to the end.
    fn curves(&self, points: usize) -> Vec<Vec<(f64, f64)>> {
        let mut curves = vec![Vec::with_capacity(points); self.info().measures.len()];
        for solution in self.solutions(points) {
            let load = solution.load();
            for (curve, value) in curves.iter_mut().zip(solution.measures()) {
                if load.is_finite() && value.is_finite() {
                    curve.push((load, value));
                }
            }
        }
        curves
    }
}

/// A model of one setting under one reading, with solutions of a type of their own; [`Solved`] has them in the form that views need.
pub trait Solve: Sized + 'static {
    /// The solution at a load.
    type Solution: Solution + 'static;
    /// The description of the model.
    const INFO: &'static ModelInfo;
    /// The cases of its equations.
    const CASES: &'static [Case<Self>] = &[];

    /// Solves one load (finite, at least 0).
    fn solve(&self, load: f64) -> Outcome<Self::Solution>;
    /// Solutions from zero load to the end, `points` of them (at least 2), closer where the curve bends.
    fn curve(&self, points: usize) -> Vec<Self::Solution>;
    /// The description of the model in this setting.
    fn described(&self) -> &'static ModelInfo {
        Self::INFO
    }
    /// A solution in the form for views.
    fn boxed(&self, solution: Self::Solution) -> Box<dyn Solution> {
        Box::new(solution)
    }
}

impl<M: Solve> Solved for M {
    fn info(&self) -> &'static ModelInfo {
        self.described()
    }

    fn equations(&self) -> Vec<Equation> {
        equation::of(self.info().texts, self, Self::CASES)
    }

    fn solution(&self, load: f64) -> Outcome<Box<dyn Solution>> {
        match self.solve(load) {
            Outcome::Stable(solution) => Outcome::Stable(self.boxed(solution)),
            Outcome::Saturated => Outcome::Saturated,
            Outcome::Invalid(refusal) => Outcome::Invalid(refusal),
        }
    }

    fn solutions(&self, points: usize) -> Vec<Box<dyn Solution>> {
        self.curve(points).into_iter().map(|solution| self.boxed(solution)).collect()
    }
}

/// One point of a curve as views see it: its load, one value for each of [`ModelInfo::measures`], or none where there is no message that
/// has them, every quantity with its equation, and the summary.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the doc of the type tells its fields")]
pub struct Point {
    pub load: f64,
    pub measures: Vec<f64>,
    pub quantities: Vec<Quantity>,
    pub summary: LoadSummary,
}

impl Point {
    /// The number of that symbol, if the point has it.
    pub fn number(&self, symbol: &str) -> Option<f64> {
        match self.value(symbol)? {
            Value::Number(number) => Some(*number),
            Value::List(_) => None,
        }
    }

    /// The first number of the list of that symbol, if the point has it.
    fn first(&self, symbol: &str) -> Option<f64> {
        match self.value(symbol)? {
            Value::Number(_) => None,
            Value::List(numbers) => numbers.first().copied(),
        }
    }

    fn value(&self, symbol: &str) -> Option<&Value> {
        self.quantities.iter().find(|quantity| quantity.symbol == symbol).map(|quantity| &quantity.value)
    }
}
