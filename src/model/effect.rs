//! The effect of one difference from the paper by itself.

use super::{CurveEnd, Deviation, Deviations, Model};
use crate::scenario::Reading;

/// The effect of one deviation by itself on a measure, named in words, and on the saturation load, if there is one: relative changes, or
/// where the measure has no value at the load in question.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs, reason = "the doc of the type tells its fields")]
pub struct DeviationEffect {
    pub deviation: Deviation,
    pub measure: &'static str,
    pub change: Result<f64, Missing>,
    pub saturation: Option<f64>,
}

/// A stage on the way from a paper as printed to its last refinement: each is made on top of those before it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RefinementStep {
    /// The deviation of this step; `None` at the beginning, the paper as printed.
    pub deviation: Option<Deviation>,
    /// The measure after it, in its unit; `None` where there is no solution.
    pub value: Option<f64>,
}

/// One of the measures of the paper as printed, and with one more of the deviations of its corrected or refined reading each time; empty if
/// `model` has no model under other deviations.
pub(super) fn steps(
    rows: &[Deviation],
    (load, index): (f64, usize),
    model: &dyn Fn(Deviations) -> Option<Box<dyn Model>>,
) -> Vec<RefinementStep> {
    let mut made = Deviations::of(rows, Reading::Printed);
    let step = |deviation, model: &dyn Model| RefinementStep { deviation, value: measure(model, load, index) };
    let Some(printed) = model(made) else { return Vec::new() };
    let mut steps = vec![step(None, &*printed)];
    for (one, row) in Deviations::each(rows) {
        let [printed, corrected, refined] =
            [Reading::Printed, Reading::Corrected, Reading::Refined].map(|reading| row.readings.contains(&reading));
        if !printed && (corrected || refined) {
            made = made.with(one);
            steps.extend(model(made).map(|model| step(Some(*row), &*model)));
        }
    }
    steps
}

/// The effect of each deviation by itself against the paper as printed, on the measure that `measured` names; empty if `model`
/// has no model under other deviations.
pub(super) fn effects(
    rows: &[Deviation],
    load: f64,
    measured: &dyn Fn(&Deviation) -> (usize, &'static str),
    model: &dyn Fn(Deviations) -> Option<Box<dyn Model>>,
) -> Vec<DeviationEffect> {
    let printed = Deviations::of(rows, Reading::Printed);
    let results = |deviations| model(deviations).map(|model| Results::of(&*model, load));
    let Some(base) = results(printed) else { return Vec::new() };
    let effect = |(one, row): (Deviations, &Deviation)| {
        // What the paper as printed already has is left out of it.
        let without = if printed.has(one) { &results(printed.without(one))? } else { &base };
        let with = if printed.has(one) { &base } else { &results(printed.with(one))? };
        Some(without.effect(*row, with, measured(row)))
    };
    Deviations::each(rows).filter_map(effect).collect()
}

/// One measure of a model at a load, if it is a number.
pub fn measure(model: &dyn Model, load: f64, index: usize) -> Option<f64> {
    let measures = model.solution(load).stable()?.measures();
    measures.get(index).copied().filter(|value| value.is_finite())
}

/// On which side of a deviation a measure has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing {
    /// The deviation takes it away.
    With,
    /// The deviation gives it one.
    Without,
    /// There is none either way.
    Both,
}

/// The results of a model at one load, for comparing others with it.
struct Results {
    measures: Option<Vec<f64>>,
    end: CurveEnd,
}

impl Results {
    fn of(model: &dyn Model, load: f64) -> Self {
        Self { measures: model.solution(load).stable().map(|solution| solution.measures()), end: model.end() }
    }

    /// The effect of a deviation that leads to other results, on one of the measures. The measure has no change where either has no
    /// solution at this load or a value that is not positive; the largest load has none where curves do not end in saturation.
    fn effect(&self, deviation: Deviation, other: &Self, (index, measure): (usize, &'static str)) -> DeviationEffect {
        let value = |of: &Self| {
            let value = of.measures.as_ref().and_then(|measures| measures.get(index).copied());
            value.filter(|value| value.is_finite() && *value > 0.0)
        };
        let relative = |before: f64, after: f64| after / before - 1.0;
        let saturated = self.end.saturated() && other.end.saturated();
        let change = match (value(self), value(other)) {
            (None, None) => Err(Missing::Both),
            (None, Some(_)) => Err(Missing::Without),
            (Some(_), None) => Err(Missing::With),
            (Some(before), Some(after)) => Ok(relative(before, after)),
        };
        let saturation = saturated.then(|| relative(self.end.load, other.end.load));
        DeviationEffect { deviation, measure, change, saturation }
    }
}
