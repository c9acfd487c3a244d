//! Analytical models: what a network does at a load, in microseconds.
//!
//! Each submodule is one published model in the same form: the lecture (question, network, assumptions, symbols, equations, method,
//! validity, reference), its setting, its readings, its solution with every numbered quantity, and how it is solved. What views
//! and the command line need is the erased form [`AnyModel`], which [`of`] gives for any scenario.

pub mod banyan_multicast;
pub mod equation;
pub mod hypercube_mmpp;
pub mod hypercube_slotted;
mod info;
pub mod kary_ncube;
pub mod torus_broadcast;

use crate::scenario::{Scenario, System};
use crate::text::significant;
pub use equation::{Equation, Equations};
pub use info::{Deviation, Effect, Figure, Line, Measure, ModelInfo, Share, Summary};

/// What a model says of one load.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome<S> {
    /// The network settles; every quantity is finite.
    Stable(S),
    /// No steady state exists at this load; [`Model::end`] says why.
    Saturated,
    /// The model says nothing here, for the reason given as a sentence.
    Invalid(String),
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
}

impl Saturation {
    /// The end of a curve that folds back because blocking lengthens the service of channels.
    fn fold(self) -> End {
        let Self { load, latency, bandwidth, .. } = self;
        let end = latency
            .map_or_else(String::new, |latency| format!("The curve ends at {} cycles, ", significant(latency, 3)));
        let sentence = format!(
            "Beyond λ = {} the model has no solution: blocking lengthens the service of a channel faster than more load can fill it. \
             {end}{} flits on {} % of the channels' cycles.",
            significant(load, 4),
            if end.is_empty() { "There are" } else { "with" },
            significant(100.0 * bandwidth, 2),
        );
        End { load, label: "saturation", saturated: true, value: latency, sentence }
    }
}

/// Where a curve ends, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct End {
    /// The largest load that has a solution, or the smallest that has none.
    pub load: f64,
    /// What is there, in a word or two.
    pub label: &'static str,
    /// Whether the network saturates there. If not, there is no more load to offer.
    pub saturated: bool,
    /// The first measure there; `None` when it grows without bound.
    pub value: Option<f64>,
    /// Why, in whole sentences.
    pub sentence: String,
}

/// A load that no network of this kind can carry, whatever the model says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bound {
    /// The load.
    pub load: f64,
    /// Why, in a few words.
    pub label: &'static str,
}

/// A number of one quantity, or one for each state.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// One number.
    Number(f64),
    /// A law or a profile, from its first index on.
    List(Vec<f64>),
}

impl Value {
    /// Whether every number of it is finite.
    pub fn is_finite(&self) -> bool {
        match self {
            Self::Number(number) => number.is_finite(),
            Self::List(numbers) => numbers.iter().all(|number| number.is_finite()),
        }
    }
}

/// One quantity of a solution with its place in the paper.
#[derive(Clone, Debug, PartialEq)]
pub struct Quantity {
    /// The stable name: the paper's symbol in ASCII.
    pub symbol: &'static str,
    /// The words for it.
    pub name: &'static str,
    /// Its unit, or empty.
    pub unit: &'static str,
    /// The equation of the paper that gives it, or empty.
    pub equation: &'static str,
    /// Its value.
    pub value: Value,
}

impl Quantity {
    /// A quantity that is one number.
    pub const fn number(
        symbol: &'static str,
        name: &'static str,
        unit: &'static str,
        equation: &'static str,
        value: f64,
    ) -> Self {
        Self { symbol, name, unit, equation, value: Value::Number(value) }
    }

    /// A quantity that is a list of numbers.
    pub const fn list(
        symbol: &'static str,
        name: &'static str,
        unit: &'static str,
        equation: &'static str,
        value: Vec<f64>,
    ) -> Self {
        Self { symbol, name, unit, equation, value: Value::List(value) }
    }
}

/// A solution of a model at one load.
pub trait Solution {
    /// The load, in the unit of [`ModelInfo::load_unit`].
    fn load(&self) -> f64;
    /// One value for each of [`ModelInfo::measures`].
    fn measures(&self) -> Vec<f64>;
    /// Every quantity with its equation, in the order of the paper.
    fn quantities(&self) -> Vec<Quantity>;
    /// What the first measure consists of, beginning with the idle network; empty if it is no latency.
    fn shares(&self) -> Vec<Share>;
}

/// A model of one setting under one reading.
pub trait Model: Sized + 'static {
    /// What it computes for one load.
    type Solution: Solution;
    /// What it says of itself.
    const INFO: ModelInfo;
    /// Its equations, in every form.
    const EQUATIONS: Equations<Self>;
    /// The first measure as the load goes to zero; `None` if that is nothing to speak of.
    fn idle(&self) -> Option<f64>;
    /// The end of the curve.
    fn end(&self) -> End;
    /// Solves one load (finite, at least 0).
    fn solve(&self, load: f64) -> Outcome<Self::Solution>;
    /// Solutions from zero load to the end, `points` of them (at least 2), closer where the curve bends.
    fn curve(&self, points: usize) -> Vec<Self::Solution>;
    /// How the readings differ, with the effect of each difference alone.
    fn deviations(&self, load: f64) -> Vec<Effect>;
    /// Whole sentences on what is unusual about this setting and load; mostly none.
    fn remarks(&self, load: f64) -> Vec<&'static str>;
    /// What happens at a load, in words.
    fn summary(&self, solution: &Self::Solution) -> Summary {
        Summary::of_latency(&Self::INFO, solution)
    }
    /// Loads that no network of this kind can carry; mostly none.
    fn bounds(&self) -> Vec<Bound> {
        Vec::new()
    }
    /// What else is worth drawing at a load, beside measures against load; mostly nothing.
    fn figures(&self, load: f64) -> Vec<Figure> {
        let _ = load;
        Vec::new()
    }
}

/// What a model says at one load, for comparing others with it.
struct Baseline {
    load: f64,
    measures: Option<Vec<f64>>,
    end: End,
}

impl Baseline {
    fn of<M: Model>(model: &M, load: f64) -> Self {
        Self { load, measures: model.solve(load).stable().map(|solution| solution.measures()), end: model.end() }
    }

    /// The effect of a deviation that leads to another model, on one of the measures. The measure has no change where either has no
    /// solution at this load or a value that is not positive; the largest load has none where curves do not end in saturation.
    fn effect<M: Model>(&self, deviation: Deviation, other: &M, index: usize, measure: &'static str) -> Effect {
        let other = Self::of(other, self.load);
        let value = |of: &Self| {
            let value = of.measures.as_ref().and_then(|measures| measures.get(index).copied());
            value.filter(|value| value.is_finite() && *value > 0.0)
        };
        let relative = |(before, after): (f64, f64)| after / before - 1.0;
        let saturated = self.end.saturated && other.end.saturated;
        let (before, after) = (value(self), value(&other));
        Effect {
            deviation,
            measure,
            missing: match (before, after) {
                (None, None) => "with or without it",
                (None, Some(_)) => "without it",
                (Some(_), None) => "with it",
                (Some(_), Some(_)) => "",
            },
            change: before.zip(after).map(relative),
            saturation: saturated.then(|| relative((self.end.load, other.end.load))),
        }
    }
}

/// One point of a curve as views see it.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// The load.
    pub load: f64,
    /// One value for each of [`ModelInfo::measures`].
    pub measures: Vec<f64>,
    /// Every quantity with its equation.
    pub quantities: Vec<Quantity>,
    /// What happens, in words.
    pub summary: Summary,
}

impl Point {
    /// The number of that symbol, if the point has it.
    pub fn number(&self, symbol: &str) -> Option<f64> {
        self.quantities.iter().find(|quantity| quantity.symbol == symbol).and_then(|quantity| match quantity.value {
            Value::Number(number) => Some(number),
            Value::List(_) => None,
        })
    }
}

/// A model with its types erased: what views and the command line work with.
pub trait AnyModel {
    /// What the model says of itself.
    fn info(&self) -> &'static ModelInfo;
    /// The equations of this reading and setting with places for numbers, in the order of the paper.
    fn equations(&self) -> Vec<Equation>;
    /// The first measure as the load goes to zero, if that is something to speak of.
    fn idle(&self) -> Option<f64>;
    /// The end of the curve.
    fn end(&self) -> End;
    /// Loads that no network of this kind can carry.
    fn bounds(&self) -> Vec<Bound>;
    /// Solves one load, with everything that can be said of it.
    fn point(&self, load: f64) -> Outcome<Point>;
    /// The measures alone at a load.
    fn measures(&self, load: f64) -> Option<Vec<f64>>;
    /// For each measure, `(load, value)` from zero load to the end.
    fn curves(&self, points: usize) -> Vec<Vec<(f64, f64)>>;
    /// What else is worth drawing at a load.
    fn figures(&self, load: f64) -> Vec<Figure>;
    /// How the readings differ, with the effect of each difference alone.
    fn deviations(&self, load: f64) -> Vec<Effect>;
    /// Whole sentences on what is unusual about this setting and load; mostly none.
    fn remarks(&self, load: f64) -> Vec<&'static str>;
}

impl<M: Model> AnyModel for M {
    fn info(&self) -> &'static ModelInfo {
        &M::INFO
    }

    fn equations(&self) -> Vec<Equation> {
        M::EQUATIONS.of(self)
    }

    fn idle(&self) -> Option<f64> {
        Model::idle(self)
    }

    fn end(&self) -> End {
        Model::end(self)
    }

    fn bounds(&self) -> Vec<Bound> {
        Model::bounds(self)
    }

    fn point(&self, load: f64) -> Outcome<Point> {
        let solution = match self.solve(load) {
            Outcome::Stable(solution) => solution,
            Outcome::Saturated => return Outcome::Saturated,
            Outcome::Invalid(sentence) => return Outcome::Invalid(sentence),
        };
        let (measures, quantities) = (solution.measures(), solution.quantities());
        // The last gate: whatever a model does wrong, no view ever meets a number that is not one.
        if let Some(quantity) = quantities.iter().find(|quantity| !quantity.value.is_finite()) {
            return Outcome::Invalid(format!("The model gives no finite value of {} here.", quantity.name));
        }
        if measures.iter().any(|measure| !measure.is_finite()) {
            return Outcome::Invalid(format!("The model gives no finite {} here.", M::INFO.quantity));
        }
        let summary = self.summary(&solution);
        Outcome::Stable(Point { load: solution.load(), measures, quantities, summary })
    }

    fn measures(&self, load: f64) -> Option<Vec<f64>> {
        let measures = self.solve(load).stable()?.measures();
        measures.iter().all(|measure| measure.is_finite()).then_some(measures)
    }

    fn curves(&self, points: usize) -> Vec<Vec<(f64, f64)>> {
        let mut curves = vec![Vec::with_capacity(points); M::INFO.measures.len()];
        for solution in Model::curve(self, points) {
            let load = solution.load();
            for (curve, value) in curves.iter_mut().zip(solution.measures()) {
                if load.is_finite() && value.is_finite() {
                    curve.push((load, value));
                }
            }
        }
        curves
    }

    fn figures(&self, load: f64) -> Vec<Figure> {
        Model::figures(self, load)
    }

    fn deviations(&self, load: f64) -> Vec<Effect> {
        Model::deviations(self, load)
    }

    fn remarks(&self, load: f64) -> Vec<&'static str> {
        Model::remarks(self, load)
    }
}

/// The model of a scenario, under its reading.
pub fn of(scenario: &Scenario) -> Box<dyn AnyModel> {
    match scenario.system() {
        System::TorusBroadcast => Box::new(torus_broadcast::TorusBroadcast::of(scenario)),
        System::KaryNCube => Box::new(kary_ncube::KaryNCube::of(scenario)),
        System::HypercubeMmpp => Box::new(hypercube_mmpp::HypercubeMmpp::of(scenario)),
        System::HypercubeSlotted => Box::new(hypercube_slotted::HypercubeSlotted::of(scenario)),
        System::BanyanMulticast => Box::new(banyan_multicast::BanyanMulticast::of(scenario)),
    }
}

/// Why the model of a scenario takes longer than a page can wait, in a sentence; `None` if it does not.
pub fn takes_long(scenario: &Scenario) -> Option<String> {
    /// Half a million multisets are a tenth of a second in a browser.
    const MOST_MULTISETS: f64 = 5e5;
    match scenario.system() {
        System::KaryNCube => {
            let setting = kary_ncube::Setting::of(scenario);
            kary_ncube::takes_long(setting, scenario.reading(), MOST_MULTISETS)
        }
        _ => None,
    }
}
