//! The effect of one difference from the paper by itself.

use super::{CurveEnd, Deviation, Model};

/// The effect of one deviation by itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DeviationEffect {
    /// The deviation.
    pub deviation: Deviation,
    /// The measure that it concerns, in words.
    pub measure: &'static str,
    /// Relative change of that measure at the load in question, or where it has no value.
    pub change: Result<f64, Missing>,
    /// Relative change of the saturation load, if there is one.
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

/// The steps through some deviations: one of the measures of the model as printed, 0, and with the first of them, one more each time.
pub(super) fn steps(
    deviations: &[Deviation],
    (load, index): (f64, usize),
    model: &dyn Fn(usize) -> Box<dyn Model>,
) -> Vec<RefinementStep> {
    let step = |made: usize| RefinementStep {
        deviation: made.checked_sub(1).and_then(|last| deviations.get(last).copied()),
        value: measure(&*model(made), load, index),
    };
    (0..=deviations.len()).map(step).collect()
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
pub(super) struct Baseline {
    load: f64,
    measures: Option<Vec<f64>>,
    end: CurveEnd,
}

impl Baseline {
    pub(super) fn of(model: &dyn Model, load: f64) -> Self {
        Self { load, measures: model.solution(load).stable().map(|solution| solution.measures()), end: model.end() }
    }

    /// The effect of a deviation that leads to another model, on one of the measures. The measure has no change where either has no
    /// solution at this load or a value that is not positive; the largest load has none where curves do not end in saturation.
    pub(super) fn effect(
        &self,
        deviation: Deviation,
        other: &dyn Model,
        index: usize,
        measure: &'static str,
    ) -> DeviationEffect {
        let other = Self::of(other, self.load);
        let value = |of: &Self| {
            let value = of.measures.as_ref().and_then(|measures| measures.get(index).copied());
            value.filter(|value| value.is_finite() && *value > 0.0)
        };
        let relative = |before: f64, after: f64| after / before - 1.0;
        let saturated = self.end.saturated() && other.end.saturated();
        let change = match (value(self), value(&other)) {
            (None, None) => Err(Missing::Both),
            (None, Some(_)) => Err(Missing::Without),
            (Some(_), None) => Err(Missing::With),
            (Some(before), Some(after)) => Ok(relative(before, after)),
        };
        let saturation = saturated.then(|| relative(self.end.load, other.end.load));
        DeviationEffect { deviation, measure, change, saturation }
    }
}
