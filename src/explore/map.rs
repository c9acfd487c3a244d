//! Maps: one number of a model over two of its parameters, cell by cell, each as `solve` would say it.

pub use crate::param::options::Mapped;

use super::{Unsolved, asked, chosen, value, with};
use crate::{
    model::{self, CurveLimit, Model, NoSolution},
    param::{Key, Problem},
    scenario::{Scenario, Setup},
};
use serde::{Deserialize, Serialize};

/// The number of a cell, a saturation or the first measure, and the limit that ends the curve there.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the doc of the type tells its fields")]
pub struct Cell {
    pub value: f64,
    pub limit: CurveLimit,
}

/// A cell of a map that is to be solved: its number, row by row from the bottom, and the values of the parameters across and up.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the doc of the type tells its fields")]
pub struct MapCell {
    pub number: u16,
    pub across: f64,
    pub up: f64,
}

/// Cells of one map, one after the other: networks that differ in nothing but the load are solved once.
#[derive(Default)]
pub struct Cells {
    last: Option<(Setup, Box<dyn Model>)>,
}

impl Cells {
    /// One cell: `x` and `y` put into the scenario, the second after the first. `None` if no model solves it, the load is beyond its end,
    /// or, for a saturation, the network never saturates.
    pub fn cell(&mut self, scenario: &Scenario, shown: Mapped, x: (Key, f64), y: (Key, f64)) -> Option<Cell> {
        let changed = placed(scenario, x, y).ok()?;
        let model = self.model(&changed).ok()?;
        let end = model.end();
        let number = match shown {
            Mapped::Nothing => None,
            Mapped::Saturation => end.saturation(),
            Mapped::Measure => value(model, changed.get(Key::Load)),
        };
        number.filter(|number| number.is_finite()).map(|value| Cell { value, limit: end.limit() })
    }

    /// The first cells of the map that a scenario asks for, which are taken away, as long as there is more time; each with its number.
    pub fn some(
        &mut self,
        scenario: &Scenario,
        cells: &mut Vec<MapCell>,
        more: &dyn Fn() -> bool,
    ) -> Vec<(u16, Option<Cell>)> {
        let rows = (chosen(scenario, Key::MapX), chosen(scenario, Key::MapY));
        let (Some(x), Some(y)) = rows else { return Vec::new() };
        let mut solved = Vec::new();
        let mut one = |MapCell { number, across, up }: &MapCell| {
            let cell = self.cell(scenario, scenario.choice(), (x.key, *across), (y.key, *up));
            solved.push((*number, cell));
            more()
        };
        let count = cells.iter().position(|cell| !one(cell)).map_or(cells.len(), |last| last + 1);
        cells.drain(..count);
        solved
    }

    /// The model of a scenario: the last one, where only the load has changed.
    fn model(&mut self, scenario: &Scenario) -> Result<&dyn Model, NoSolution> {
        let (_, model) = match self.last.take() {
            Some((last, model)) if last == *scenario.setup() => self.last.insert((last, model)),
            _ => self.last.insert((*scenario.setup(), asked(scenario)?)),
        };
        Ok(&**model)
    }
}

/// The reason why no model solves a cell; `None` if one does. Nothing is solved.
pub fn unsolved(scenario: &Scenario, x: (Key, f64), y: (Key, f64)) -> Option<Unsolved> {
    match placed(scenario, x, y) {
        Ok(changed) => model::choose(changed.setup()).refusal().map(Unsolved::Refused),
        Err(problem) => Some(Unsolved::Apart(problem)),
    }
}

/// The scenario of a cell. Fails with a problem if a value does not go with the others.
pub fn placed(scenario: &Scenario, x: (Key, f64), y: (Key, f64)) -> Result<Scenario, Problem> {
    // In the other order one may not go with what the other replaces: a fanout of 16 in what is still a small banyan.
    let swapped = || with(&with(scenario, y.0, y.1)?, x.0, x.1);
    match with(scenario, x.0, x.1).map(|half| with(&half, y.0, y.1)) {
        Ok(Ok(placed)) => Ok(placed),
        // A problem of both values, and not of one with what the other replaces.
        Ok(Err(problem)) => swapped().map_err(|_| problem),
        Err(_) => swapped(),
    }
}
