//! Analytical models: latency against load, in microseconds.
//!
//! Each submodule is one published model in the same form: the lecture (question, network, assumptions, symbols, equations, method,
//! validity, reference), its setting, its readings, its solution with every numbered quantity, and how it is solved. What views
//! and the command line need is the erased form [`AnyModel`], which [`of`] gives for any scenario.

pub mod banyan_multicast;
pub mod hypercube_mmpp;
pub mod hypercube_slotted;
pub mod kary_ncube;
pub mod torus_broadcast;

use crate::scenario::{Scenario, System};

/// What a model says of one load.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome<S> {
    /// The network settles; every quantity is finite.
    Stable(S),
    /// No steady state exists at this load.
    Saturated(Saturation),
    /// The model says nothing here, for the reason given as a sentence.
    Invalid(String),
}

/// The end of a curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Saturation {
    /// The largest load that has a solution, messages per node per cycle.
    pub load: f64,
    /// The latency there, which is finite when the end is a fold; cycles. `None` when something else has no solution there.
    pub latency: Option<f64>,
    /// The utilisation ρ that the model's equations reach there.
    pub rho: f64,
    /// The mean service time of a channel there, cycles.
    pub service: f64,
    /// The fraction of a channel's cycles that carry a flit there, 0 to 1.
    pub bandwidth: f64,
}

impl Saturation {
    /// Why the curve ends here, in a sentence.
    pub fn sentence(&self) -> String {
        let end = self
            .latency
            .map_or_else(String::new, |latency| format!("The curve ends at {} cycles, ", significant(latency, 3)));
        format!(
            "Beyond λ = {} the model has no solution: blocking lengthens the service of a channel faster than more load can fill it. \
             {end}{} flits on {} % of the channels' cycles.",
            significant(self.load, 4),
            if end.is_empty() { "There are" } else { "with" },
            significant(100.0 * self.bandwidth, 2),
        )
    }
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

/// A part of the latency, in cycles; the parts of a point add up to its latency.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    /// What costs these cycles, as the subject of a sentence.
    pub cause: &'static str,
    /// How many, cycles.
    pub cycles: f64,
}

/// An equation with places for today's numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Equation {
    /// Its number in the paper.
    pub number: &'static str,
    /// The equation in symbols, as presentation MathML without the outer element.
    pub symbols: &'static str,
    /// The same with numbers: `{symbol}` stands for the value of that quantity.
    pub numbers: &'static str,
}

/// What a model says of itself to the reader of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lecture {
    /// The equations shown with today's numbers, the result first.
    pub equations: &'static [Equation],
    /// Whose latency it is, as the subject of a sentence.
    pub subject: &'static str,
    /// The symbols of the quantities that tell the most.
    pub headlines: &'static [&'static str],
    /// Where it was published.
    pub reference: &'static str,
}

/// A solution of a model at one load.
pub trait Solution {
    /// The load, messages per node per cycle.
    fn load(&self) -> f64;
    /// The mean latency, cycles.
    fn latency(&self) -> f64;
    /// Every quantity with its equation, in the order of the paper.
    fn quantities(&self) -> Vec<Quantity>;
    /// What the latency consists of, beginning with the idle network.
    fn shares(&self) -> Vec<Share>;
}

/// A model of one setting under one reading.
pub trait Model {
    /// What it computes for one load.
    type Solution: Solution;
    /// What it says of itself.
    const LECTURE: Lecture;
    /// The latency as the load goes to zero, cycles.
    fn zero_load(&self) -> f64;
    /// The end of the curve.
    fn saturation(&self) -> Saturation;
    /// Solves one load (messages per node per cycle, finite, at least 0).
    fn solve(&self, load: f64) -> Outcome<Self::Solution>;
    /// Solutions from zero load to saturation, `points` of them (at least 2), closer where the curve bends.
    fn curve(&self, points: usize) -> Vec<Self::Solution>;
    /// How the readings differ, with the effect of each difference alone.
    fn deviations(&self, load: f64) -> Vec<Effect>;
    /// Whole sentences on what is unusual about this setting; mostly none.
    fn remarks(&self) -> Vec<&'static str>;
}

/// A place where a reading departs from the print.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deviation {
    /// The equations concerned.
    pub equation: &'static str,
    /// What the paper prints.
    pub printed: &'static str,
    /// What is computed instead.
    pub instead: &'static str,
    /// Why.
    pub reason: &'static str,
    /// The readings that depart here.
    pub readings: &'static str,
}

/// What one deviation alone does to the printed reading.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Effect {
    /// The deviation.
    pub deviation: Deviation,
    /// Relative change of the saturation load.
    pub saturation: f64,
    /// Relative change of the latency at the load in question; `None` when one of the two is saturated there.
    pub latency: Option<f64>,
}

/// One point of a curve as views see it.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// The load, messages per node per cycle.
    pub load: f64,
    /// The mean latency, cycles.
    pub latency: f64,
    /// Every quantity with its equation.
    pub quantities: Vec<Quantity>,
    /// What the latency consists of.
    pub shares: Vec<Share>,
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
    fn lecture(&self) -> &'static Lecture;
    /// The latency as the load goes to zero, cycles.
    fn zero_load(&self) -> f64;
    /// The end of the curve.
    fn saturation(&self) -> Saturation;
    /// Solves one load.
    fn point(&self, load: f64) -> Outcome<Point>;
    /// `(load, latency)` from zero load to saturation.
    fn curve(&self, points: usize) -> Vec<(f64, f64)>;
    /// How the readings differ, with the effect of each difference alone.
    fn deviations(&self, load: f64) -> Vec<Effect>;
    /// Whole sentences on what is unusual about this setting; mostly none.
    fn remarks(&self) -> Vec<&'static str>;
}

impl<M: Model> AnyModel for M {
    fn lecture(&self) -> &'static Lecture {
        &M::LECTURE
    }

    fn zero_load(&self) -> f64 {
        Model::zero_load(self)
    }

    fn saturation(&self) -> Saturation {
        Model::saturation(self)
    }

    fn point(&self, load: f64) -> Outcome<Point> {
        match self.solve(load) {
            Outcome::Stable(solution) => {
                let point = Point {
                    load: solution.load(),
                    latency: solution.latency(),
                    quantities: solution.quantities(),
                    shares: solution.shares(),
                };
                // The last gate: whatever a model does wrong, no view ever meets a number that is not one.
                match point.quantities.iter().find(|quantity| !quantity.value.is_finite()) {
                    None if point.latency.is_finite() => Outcome::Stable(point),
                    None => Outcome::Invalid("The model gives no finite latency here.".into()),
                    Some(quantity) => {
                        Outcome::Invalid(format!("The model gives no finite value of {} here.", quantity.name))
                    }
                }
            }
            Outcome::Saturated(saturation) => Outcome::Saturated(saturation),
            Outcome::Invalid(sentence) => Outcome::Invalid(sentence),
        }
    }

    fn curve(&self, points: usize) -> Vec<(f64, f64)> {
        let solutions = Model::curve(self, points);
        let curve = solutions.iter().map(|solution| (solution.load(), solution.latency()));
        curve.filter(|(load, latency)| load.is_finite() && latency.is_finite()).collect()
    }

    fn deviations(&self, load: f64) -> Vec<Effect> {
        Model::deviations(self, load)
    }

    fn remarks(&self) -> Vec<&'static str> {
        Model::remarks(self)
    }
}

/// The model of a scenario, under its reading.
pub fn of(scenario: &Scenario) -> Box<dyn AnyModel> {
    match scenario.system() {
        System::TorusBroadcast => Box::new(torus_broadcast::TorusBroadcast::of(scenario)),
    }
}

/// A number with that many significant digits, trailing zeros kept, without exponent where that stays short. What is no number is a dash.
pub fn significant(value: f64, digits: i32) -> String {
    if !value.is_finite() {
        return "–".into();
    }
    if value == 0.0 {
        return "0".into();
    }
    let magnitude = libm::floor(libm::log10(value.abs())) as i32;
    if !(-6..9).contains(&magnitude) {
        return format!("{value:.*e}", (digits - 1).max(0) as usize);
    }
    // Rounding can carry into the next power of ten (9.996 -> 10.00): count the digits of the rounded number.
    let scale = libm::pow(10.0, f64::from(digits - 1 - magnitude));
    let rounded = libm::round(value * scale) / scale;
    let magnitude = libm::floor(libm::log10(rounded.abs()) + 1e-12) as i32;
    format!("{rounded:.*}", (digits - 1 - magnitude).max(0) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn significant_digits_are_counted_after_rounding() {
        for (value, digits, text) in [
            (0.008_722_545, 4, "0.008723"),
            (55.68, 3, "55.7"),
            (9.996, 3, "10.0"),
            (99.96, 3, "100"),
            (1234.5, 3, "1230"),
            (0.0, 3, "0"),
            (-0.5, 2, "-0.50"),
            (1e-9, 3, "1.00e-9"),
            (1e-310, 3, "1.00e-310"),
            (f64::MAX, 2, "1.8e308"),
            (f64::NAN, 3, "–"),
        ] {
            assert_eq!(significant(value, digits), text);
        }
    }
}
