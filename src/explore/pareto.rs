//! The Pareto front: of many designs, those that no design of at most the same cost surpasses.

use super::{cost::Cost, less_is_better, map::Mapped};
use crate::{model, param::Key, scenario::Scenario};

pub use super::cost::Front;

/// One design: a cell of a map, with the values of its two parameters, its cost and its number.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs, reason = "the doc of the type tells its fields")]
pub struct Design {
    pub at: (f64, f64),
    pub cost: f64,
    pub value: f64,
}

/// True if more is better of the number of a map.
pub fn more_is_better(scenario: &Scenario, shown: Mapped) -> bool {
    shown == Mapped::Saturation || !less_is_better(model::start(scenario.setup()).info())
}

/// The designs that are not bettered at their cost or below, from the cheapest on, by their places: each next one is the cheapest that is
/// better than the last, and the best at that cost. Of several with the same cost and value it is the first.
pub fn front(designs: &[Design], more: bool) -> Vec<usize> {
    let better = |one: &Design, other: &Design| if more { one.value > other.value } else { one.value < other.value };
    let mut front: Vec<usize> = Vec::new();
    loop {
        let last = front.last().and_then(|last| designs.get(*last));
        let ahead = designs.iter().enumerate().filter(|(_, design)| last.is_none_or(|last| better(design, last)));
        let best =
            |a: &Design, b: &Design| if more { b.value.total_cmp(&a.value) } else { a.value.total_cmp(&b.value) };
        let next = ahead.min_by(|(_, a), (_, b)| a.cost.total_cmp(&b.cost).then_with(|| best(a, b)));
        match next {
            Some((place, _)) => front.push(place),
            None => return front,
        }
    }
}

/// True if a parameter changes a cost: these are counts, which rise with each of their factors.
pub fn costs(scenario: &Scenario, which: Front, key: Key) -> bool {
    let of = |value: f64| Cost::with(scenario, &[(key, value)]).number(which);
    let here = scenario.get(key);
    of(here) != of(here + 1.0)
}
