//! The agreement of a model with the simulation, by part of the curve.
//!
//! ```text
//!  latency |                         x          x  simulated, with its interval
//!          |                    x    /          /  model
//!          |        x      x ___---'
//!          |  x_____----'''
//!          +---------|-----------|----|------>  load
//!            light  0.4  middle 0.8   1 = the load at which the model ends
//! ```
//! The model at each simulated load is off by e_i = m_i / s_i - 1. A band has the mean of its e_i. The half width h_i of the interval of
//! s_i makes one of e_i, (m_i / s_i) (h_i / s_i); runs are independent, so that of the mean is the root of the sum of their squares over
//! n. A mean hides errors that cancel: where some e_i are above zero and others below, by more than [`CLEARLY`] times h_i, the band is
//! described by its smallest and largest e_i. Only finished runs with a steady state count, at loads at which the model has a solution. A
//! separate sentence gives the load that the network carries beyond that.

use super::{Interval, Predictions, Summary, measured};
use crate::{
    model::{Measure, ModelInfo},
    scenario::Scenario,
    sim::protocol::Verdict,
};

/// Borders of the bands, in terms of the load at which the model ends.
pub const EDGES: [f64; 2] = [0.4, 0.8];

/// Half widths of a 95 % interval that an error must exceed for its sign to be beyond doubt: three standard deviations.
pub const CLEARLY: f64 = 1.5;

/// The error of a model in one band: the loads that count, the mean of (model - simulation) / simulation, and half the width of its 95 %
/// interval, `None` if a point has none.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs, reason = "the doc of the type tells its fields")]
pub struct Band {
    pub points: usize,
    pub error: f64,
    pub half95: Option<f64>,
    /// The smallest and the largest error, if one lies clearly below zero and the other clearly above.
    pub both_sides: Option<[f64; 2]>,
}

/// The agreement of one measure of a model at light load, in the middle and near the end; `None` without a point.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs, reason = "the doc of the type tells its fields")]
pub struct Agreed {
    pub measure: &'static Measure,
    pub bands: [Option<Band>; EDGES.len() + 1],
}

/// The smallest load at which queues grew, and by how many messages at each node with every cycle, if that is known.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs, reason = "the doc of the type tells its fields")]
pub struct Saturated {
    pub load: f64,
    pub growth: Option<f64>,
}

/// The agreement of a model with the simulation.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "the doc of the type tells its fields")]
pub struct Agreement {
    pub measures: Vec<Agreed>,
    pub end: f64,
    /// True if it saturates there. If not, there is no more load to offer.
    pub ends_saturated: bool,
    /// The largest load beyond that end which the simulated network carried, below the first at which it saturated.
    pub carried: Option<f64>,
    /// The saturation of the simulated network, if it was found.
    pub saturated: Option<Saturated>,
    /// The largest load that settled beyond one at which queues grew: between the two the runs are too short to tell.
    pub unclear: Option<f64>,
    /// The symbol of the load; empty if it has none.
    pub symbol: &'static str,
    pub info: &'static ModelInfo,
}

/// The smallest load at which queues grew, and the largest load beyond it that settled: between the two, runs are too short to tell.
pub fn saturation<'a>(observations: impl Iterator<Item = &'a Summary> + Clone) -> Option<(&'a Summary, Option<f64>)> {
    let of = |state| observations.clone().filter(move |o| o.state == state);
    let first = of(Verdict::Saturated).min_by(|a, b| a.load.total_cmp(&b.load))?;
    let settled = of(Verdict::Stable).map(|o| o.load).filter(|&load| load > first.load);
    Some((first, settled.max_by(f64::total_cmp)))
}

/// The agreement of the model of a scenario with observations.
pub fn agreement(scenario: &Scenario, predictions: &Predictions<'_>, observations: &[Summary]) -> Agreement {
    let (info, end) = (predictions.model.info(), predictions.model.end());
    let stable: Vec<_> = observations.iter().filter(|o| o.state == Verdict::Stable).collect();
    let measures = (0..).zip(info.measures).map(|(index, measure): (usize, _)| {
        let part = |observation: &Summary| observation.load / end.load;
        let errors = observations.iter().filter_map(|o| Some((part(o), error(predictions, index, o)?)));
        let errors: Vec<_> = errors.collect();
        let bands = [0, 1, 2].map(|band| {
            let inside = |part: f64| EDGES.iter().filter(|edge| part >= **edge).count() == band;
            Band::of(errors.iter().filter(|(part, _)| inside(*part)).map(|&(_, error)| error))
        });
        Agreed { measure, bands }
    });
    let measures = measures.collect();
    let (saturated, unclear) = saturation(observations.iter()).unzip();
    let first = saturated.map_or(f64::INFINITY, |o| o.load);
    let beyond = stable.iter().map(|o| o.load).filter(|&load| load > end.load && load < first);
    Agreement {
        unclear: unclear.flatten(),
        measures,
        end: end.load,
        ends_saturated: end.saturated(),
        carried: beyond.max_by(f64::total_cmp),
        saturated: saturated.map(|o| Saturated { load: o.load, growth: o.growth }),
        symbol: super::load_symbol(scenario),
        info,
    }
}

impl Band {
    fn of(errors: impl Iterator<Item = Error>) -> Option<Self> {
        let (mut points, mut sum, mut squares) = (0, 0.0, Some(0.0));
        let [mut least, mut most] = [0.0_f64; 2];
        for Error { relative, half95 } in errors {
            points += 1;
            sum += relative;
            squares = squares.zip(half95).map(|(squares, half)| squares + half * half);
            if relative.abs() > CLEARLY * half95.unwrap_or(0.0) {
                (least, most) = (least.min(relative), most.max(relative));
            }
        }
        let n = points as f64;
        let seen = 0.005 * unit_of(MOST_DECIMALS);
        (points > 0).then(|| Self {
            points,
            error: sum / n,
            half95: squares.map(|squares| squares.sqrt() / n),
            both_sides: (least <= -seen && most >= seen).then_some([least, most]),
        })
    }
}

/// Most decimals of a percentage.
pub(super) const MOST_DECIMALS: usize = 2;

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
pub(super) fn decimals(half: f64) -> usize {
    (0..MOST_DECIMALS).find(|&decimals| half >= 0.95 * unit_of(decimals)).unwrap_or(MOST_DECIMALS)
}

/// One unit in the last of `decimals` decimals.
pub(super) fn unit_of(decimals: usize) -> f64 {
    (0..decimals).fold(1.0, |unit, _| unit / 10.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        blessed,
        experiment::observed,
        model,
        scenario::{Reading, System},
    };

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

    /// Observations at parts of the load at which the model ends: its predictions times a factor.
    fn off(system: System, parts: &[f64], factor: impl Fn(f64) -> f64, relative: Option<f64>) -> Agreement {
        let scenario = Scenario::new(system);
        let model = model::of(scenario.setup());
        let observations: Vec<_> = parts
            .iter()
            .map(|part| {
                let load = part * model.end().load;
                let values = model.measures(load).expect("below the end").into_iter();
                let values: Vec<_> = values.map(|value| value * factor(*part)).collect();
                observed::stable(&*model, load, &values, relative)
            })
            .collect();
        agreement(&scenario, &Predictions::of(&*model, &observations, Vec::new()), &observations)
    }

    const PARTS: [f64; 6] = [0.1, 0.3, 0.5, 0.7, 0.9, 0.95];

    fn tenth(part: f64) -> f64 {
        if part > 0.8 { 1.0 / 0.9 } else { 1.0 / 1.1 }
    }

    /// Verbs change where the agreement does, empty bands are left out, and errors of both signs do not cancel.
    #[test]
    fn agreement_has_its_sentences() {
        let both = |part: f64| if part < 0.2 { 1.0 / 1.1 } else { 1.0 / 0.9 };
        let changing = |part| if part < 0.4 { 1.0 } else { 0.95 };
        let of = |system, parts: &[f64], factor: &dyn Fn(f64) -> f64, relative, words| {
            off(system, parts, factor, relative).sentences(words)
        };
        let itself =
            System::ALL.iter().map(|&system| (system.key(), of(system, &PARTS, &|_| 1.0, Some(0.01), "corrected")));
        let lines = [
            ("exactly", of(System::TorusBroadcast, &[0.1], &|_| 1.0, Some(0.0), "corrected")),
            ("a tenth above and below", of(System::TorusBroadcast, &PARTS, &tenth, Some(0.02), "printed")),
            ("both signs", of(System::TorusBroadcast, &[0.1, 0.3], &both, Some(0.02), "corrected")),
            ("both signs without intervals", of(System::TorusBroadcast, &[0.1, 0.3], &both, None, "corrected")),
            (
                "perhaps one sign: three standard deviations",
                of(System::TorusBroadcast, &[0.1, 0.3], &both, Some(0.08), "corrected"),
            ),
            ("two bands", of(System::KaryNCube, &[0.1, 0.5], &changing, Some(0.004), "refined")),
            ("no interval", of(System::KaryNCube, &[0.5], &|_| 1.25, None, "refined")),
            ("two models", of(System::HypercubeSlotted, &[0.1], &|_| 0.5, None, "corrected")),
            ("two measures", of(System::BanyanMulticast, &[1.0], &|_| 0.5, None, "corrected")),
        ];
        blessed::lines("agreement", itself.chain(lines));
    }

    #[test]
    fn our_own_models_name_themselves() {
        let systems = [System::HypercubeSlotted, System::BanyanMulticast, System::KaryNCube];
        blessed::words("subjects of our models", systems, |system| {
            let scenario = Scenario::new(system).with_reading(Reading::Flow).expect("our model");
            let measures = model::start(scenario.setup()).info().measures;
            crate::experiment::subject(&measures[0], scenario.reading_words(Reading::Flow))
        });
    }

    #[test]
    fn what_lies_beyond_the_model_is_kept_and_what_is_not_finished_counts_nowhere() {
        let scenario = Scenario::new(System::TorusBroadcast);
        let model = model::of(scenario.setup());
        let end = model.end().load;
        let carried = observed::stable(&*model, 1.2 * end, &[100.0], Some(0.01));
        let later = observed::stable(&*model, 1.5 * end, &[100.0], Some(0.01));
        let saturated = |part: f64, growth| observed::saturated(part * end, growth);
        let unfinished = observed::unfinished(observed::stable(&*model, 0.5 * end, &[100.0], Some(0.01)));
        let observations = [saturated(1.6, 0.2), later, unfinished, saturated(1.3, 0.00031), carried];
        let agreement = agreement(&scenario, &Predictions::of(&*model, &observations, Vec::new()), &observations);
        assert_eq!(agreement.measures[0].bands, [None; 3]);
        assert_eq!(agreement.carried, Some(1.2 * end));
        assert_eq!(agreement.saturated, Some(Saturated { load: 1.3 * end, growth: Some(0.00031) }));
        let known = observations.iter().filter(|o| o.load != 1.5 * end).cloned().collect::<Vec<_>>();
        let sentences = |observations: &[Summary]| {
            super::agreement(&scenario, &Predictions::of(&*model, observations, Vec::new()), observations)
                .sentences("corrected")
        };
        blessed::lines("agreement beyond", [("unclear", sentences(&observations)), ("known", sentences(&known))]);
    }
}
