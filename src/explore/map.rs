//! Maps: one number of a model over two of its parameters, cell by cell, each as `solve` would say it.

pub use crate::param::options::Mapped;

use super::{asked, value, with};
use crate::{
    model::Refusal,
    param::{Key, Problem},
    scenario::Scenario,
};

/// Why a cell has no number.
#[derive(Clone, Debug, PartialEq)]
pub enum Empty {
    /// The values do not go with the others.
    Apart(Problem),
    /// The load is beyond the end of the model there; or, for a saturation, the network never saturates.
    NoNumber,
    /// The model says nothing.
    Refused(Refusal),
}

/// One cell: `x` and `y` put into the scenario, the second after the first.
///
/// # Errors
/// Why there is no number.
pub fn cell(scenario: &Scenario, shown: Mapped, x: (Key, f64), y: (Key, f64)) -> Result<f64, Empty> {
    let changed = placed(scenario, x, y).map_err(Empty::Apart)?;
    let model = asked(&changed).map_err(Empty::Refused)?;
    let number = match shown {
        Mapped::Nothing => None,
        Mapped::Saturation => model.end().saturation(),
        Mapped::Measure => value(&*model, changed.get(Key::Load)),
    };
    number.filter(|number| number.is_finite()).ok_or(Empty::NoNumber)
}

/// The scenario of a cell.
///
/// # Errors
/// Which value does not go with the others.
pub fn placed(scenario: &Scenario, x: (Key, f64), y: (Key, f64)) -> Result<Scenario, Problem> {
    // In the other order one may not go with what the other replaces: a fanout of 16 in what is still a small banyan.
    let in_order = |first: (Key, f64), second: (Key, f64)| with(&with(scenario, first.0, first.1)?, second.0, second.1);
    in_order(x, y).or_else(|_| in_order(y, x))
}
