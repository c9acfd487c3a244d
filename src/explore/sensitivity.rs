//! What matters here: by how much latency and saturation change with each parameter, as elasticities: d ln y / d ln x, so that 2 means two per cent for each per cent.
//!
//! The models are fixed points and searches, evaluated to their last digits. Their derivatives come from differences on both sides of the operating point, extrapolated to no
//! distance ([`derivative`]), with an estimate of the error; what is not known to [`KNOWN`] is not said. A whole number has no derivative: it is compared with its neighbours.

use super::{asked, numbers, value, with};
use crate::{
    model,
    param::{Key, Kind, Param},
    scenario::{Reading, Scenario},
    solve::derivative::{Sides, derivative},
};

/// An elasticity is said if the estimate of its error is at most that, relative to it or, below one, by itself.
pub const KNOWN: f64 = 1e-5;

/// Plain differences at these distances, with the error in their square taken out, must agree with it as well; the end of a model of ours, which is searched for and may
/// jump with the search, only to that part.
const PLAIN: [f64; 2] = [1e-2, 2e-2];
const SEARCHED: f64 = 1e-4;

/// Differences of ln x that are tried first; halved while a model has no solution there.
const STEP: f64 = 0.04;
const HALVINGS: u32 = 12;

/// The first measure and the saturation of one setting; each `None` where there is none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Both {
    /// The first measure at the load.
    pub measure: Option<f64>,
    /// The load at which the network saturates, or the model ends.
    pub saturation: Option<f64>,
}

impl Both {
    fn of(scenario: &Scenario) -> Option<Self> {
        let model = asked(scenario).ok()?;
        Some(Self {
            measure: value(&*model, scenario.get(Key::Load)),
            saturation: model.end().saturation().filter(|load| load.is_finite() && *load > 0.0),
        })
    }
}

/// What one parameter does.
#[derive(Clone, Debug, PartialEq)]
pub struct Effect {
    /// The parameter.
    pub key: Key,
    /// Its value.
    pub value: f64,
    /// The elasticity of the first measure; `None` where it is not known or there is none.
    pub measure: Option<f64>,
    /// The elasticity of the saturation; the load has none.
    pub saturation: Option<f64>,
    /// The next smaller and the next larger whole number, each with what it brings.
    pub neighbours: Vec<(f64, Both)>,
}

/// What every parameter does at the operating point.
#[derive(Clone, Debug, PartialEq)]
pub struct Sensitivity {
    /// What is there.
    pub here: Both,
    /// The parameters, in the order of their table.
    pub effects: Vec<Effect>,
}

/// What each parameter of network and traffic does to the first measure at the load of the scenario, and to its saturation.
pub fn of(scenario: &Scenario) -> Sensitivity {
    let here = Both::of(scenario).unwrap_or(Both { measure: None, saturation: None });
    let effects = numbers(scenario).map(|row| of_one(scenario, row, here)).collect();
    Sensitivity { here, effects }
}

fn of_one(scenario: &Scenario, row: &Param, here: Both) -> Effect {
    let at = scenario.get(row.key);
    let nothing = Effect { key: row.key, value: at, measure: None, saturation: None, neighbours: Vec::new() };
    match row.kind {
        Kind::Integer { .. } => {
            let other = |by: f64| {
                let next = with(scenario, row.key, at + by).ok()?;
                Some((at + by, Both::of(&next)?))
            };
            let neighbours: Vec<_> = [-1.0, 1.0].into_iter().filter_map(other).collect();
            let elasticity = |of: fn(&Both) -> Option<f64>| between(&neighbours, (at, here), of);
            Effect {
                measure: elasticity(|both| both.measure),
                saturation: elasticity(|both| both.saturation),
                neighbours,
                ..nothing
            }
        }
        Kind::Real { min, max, .. } if row.key == Key::Load => {
            // One model has all loads.
            let Ok(model) = asked(scenario) else { return nothing };
            Effect { measure: smooth(at, (min, max), KNOWN, |load| value(&*model, load)), ..nothing }
        }
        Kind::Real { min, max, .. } => {
            let solved = |x: f64| asked(&with(scenario, row.key, x).ok()?).ok();
            let load = scenario.get(Key::Load);
            let sure = if scenario.reading() == Reading::Flow { SEARCHED } else { KNOWN };
            let end = |x: f64| model::sharp(&with(scenario, row.key, x).ok()?).end().saturation();
            Effect {
                measure: here.measure.and_then(|_| smooth(at, (min, max), KNOWN, |x| value(&*solved(x)?, load))),
                saturation: here.saturation.and_then(|_| smooth(at, (min, max), sure, end)),
                ..nothing
            }
        }
        _ => nothing,
    }
}

/// The elasticity between the neighbours of a whole number; where one has no value, between the other and the number itself.
fn between(neighbours: &[(f64, Both)], here: (f64, Both), of: fn(&Both) -> Option<f64>) -> Option<f64> {
    let all = neighbours.iter().chain(std::iter::once(&here));
    let mut known: Vec<(f64, f64)> = all.filter_map(|(x, both)| Some((*x, of(both).filter(|y| *y > 0.0)?))).collect();
    crate::order::rising(&mut known, |(x, _)| *x);
    let ((a, below), (b, above)) = (*known.first()?, *known.last()?);
    // A dimension fewer than one is no network: its logarithm is not asked for.
    (of(&here.1).is_some() && a > 0.0 && a < b).then(|| libm::log(above / below) / libm::log(b / a))
}

/// A plain difference on both sides.
fn derivative_once(step: f64, function: &impl Fn(f64) -> Option<f64>) -> Option<f64> {
    Some((function(step)? - function(-step)?) / (2.0 * step))
}

/// The elasticity of a function at a place of its range, if it is known well enough: plain differences agree with it to `sure`.
fn smooth(at: f64, (min, max): (f64, f64), sure: f64, function: impl Fn(f64) -> Option<f64>) -> Option<f64> {
    let here = function(at).filter(|y| *y > 0.0)?;
    // In the limit of no x at all a per cent of it does nothing.
    if at == 0.0 {
        return Some(0.0);
    }
    let logarithm = |u: f64| function(at * libm::exp(u)).filter(|y| *y > 0.0).map(|y| libm::log(y / here));
    let mut step = STEP;
    for _ in 0..HALVINGS {
        let inside = |u: f64| (min..=max).contains(&(at * libm::exp(u)));
        let sides = match (inside(-step), inside(step)) {
            (true, true) => Sides::Both,
            (true, false) if at == max => Sides::Below,
            (false, true) if at == min => Sides::Above,
            _ => {
                step /= 2.0;
                continue;
            }
        };
        let known = derivative(0.0, step, sides, logarithm);
        match known {
            Some(known) if known.error <= KNOWN * known.value.abs().max(1.0) => {
                let one = |step: f64| derivative_once(step, &logarithm);
                let agrees = sides != Sides::Both
                    || match (one(PLAIN[0]), one(PLAIN[1])) {
                        (Some(fine), Some(coarse)) => {
                            let (plain, corrected) = (fine + (fine - coarse) / 3.0, (fine - coarse).abs());
                            (plain - known.value).abs() <= sure * known.value.abs().max(1.0) + 0.1 * corrected
                        }
                        // So near the end that no plain difference is to be had.
                        _ => true,
                    };
                return agrees.then_some(known.value);
            }
            _ => step /= 2.0,
        }
    }
    None
}
