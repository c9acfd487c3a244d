//! The error of a model at one load.

use crate::{
    experiment::{Interval, Predictions, Summary, measured},
    sim::protocol::Verdict,
};

/// Most decimals of a percentage.
pub(crate) const MOST_DECIMALS: usize = 2;

/// The error of a model at one load.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Error {
    /// (model - simulation) / simulation.
    pub relative: f64,
    /// Half the width of its 95 % interval; `None` if the simulation has none.
    pub half95: Option<f64>,
}

/// The error of a measure of the model, by its index, at the load of an observation. `None` unless the run is finished and has a steady
/// state, and the model has a solution there.
pub fn error(predictions: &Predictions<'_>, index: usize, observation: &Summary) -> Option<Error> {
    let measure = predictions.model.info().measures.get(index)?;
    let steady = observation.state == Verdict::Stable;
    let model = *predictions.at(observation.load).filter(|_| steady)?.measures.get(index)?;
    let Interval { mean, half95, .. } = measured(observation, measure).filter(|simulated| simulated.mean > 0.0)?;
    let ratio = model / mean;
    let half95 = half95.map(|half| ratio * half / mean);
    Some(Error { relative: ratio - 1.0, half95 })
}

impl Error {
    /// The error in per cent with its sign, in as many digits as its interval leaves; without one in whole per cent.
    pub fn signed(self) -> String {
        let error = 100.0 * self.relative;
        let number = |text: String| match text.trim_start_matches('-') {
            zero if zero.chars().all(|c| matches!(c, '0' | '.')) => zero.into(),
            _ if error > 0.0 => format!("+{text}"),
            _ => text,
        };
        match self.half95.map(|half| (100.0 * half).max(unit_of(MOST_DECIMALS))) {
            Some(half) => {
                let decimals = decimals(half);
                format!("{} ± {half:.decimals$}", number(format!("{error:.decimals$}")))
            }
            None => number(format!("{error:.0}")),
        }
    }
}

/// Decimals that show an uncertainty in per cent with one digit.
pub(crate) fn decimals(half: f64) -> usize {
    (0..MOST_DECIMALS).find(|&decimals| half >= 0.95 * unit_of(decimals)).unwrap_or(MOST_DECIMALS)
}

/// One unit in the last of `decimals` decimals.
pub(crate) fn unit_of(decimals: usize) -> f64 {
    (0..decimals).fold(1.0, |unit, _| unit / 10.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_has_the_digits_that_its_interval_leaves() {
        let signed = |relative: f64, half95: Option<f64>| Error { relative, half95 }.signed();
        assert_eq!(signed(0.0314, Some(0.004)), "+3.1 ± 0.4");
        assert_eq!(signed(-0.314, Some(0.021)), "-31 ± 2");
        assert_eq!(signed(-0.0004, Some(0.003)), "0.0 ± 0.3");
        assert_eq!(signed(0.01236, Some(0.0)), "+1.24 ± 0.01");
        assert_eq!(
            (signed(-0.987, None), signed(0.0, None), signed(1.5, None)),
            ("-99".into(), "0".into(), "+150".into())
        );
    }
}
