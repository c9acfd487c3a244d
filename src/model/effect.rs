//! What one difference from the paper does by itself.

use super::{Deviation, End, Model};

/// What one deviation does by itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Effect {
    /// The deviation.
    pub deviation: Deviation,
    /// The measure that it concerns, in words.
    pub measure: &'static str,
    /// Relative change of that measure at the load in question, or where it has no value.
    pub change: Result<f64, Missing>,
    /// Relative change of the saturation load, if there is one.
    pub saturation: Option<f64>,
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

/// What a model says at one load, for comparing others with it.
pub(super) struct Baseline {
    load: f64,
    measures: Option<Vec<f64>>,
    end: End,
}

impl Baseline {
    pub fn of(model: &dyn Model, load: f64) -> Self {
        Self { load, measures: model.solution(load).stable().map(|solution| solution.measures()), end: model.end() }
    }

    /// The effect of a deviation that leads to another model, on one of the measures. The measure has no change where either has no
    /// solution at this load or a value that is not positive; the largest load has none where curves do not end in saturation.
    pub fn effect(&self, deviation: Deviation, other: &dyn Model, index: usize, measure: &'static str) -> Effect {
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
        Effect { deviation, measure, change, saturation }
    }
}
