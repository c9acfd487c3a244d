//! Inverse questions about the load: the first measure, or the cost of broadcasting, solved for the load.

use super::{asked, less_is_better, value};
use crate::{
    model::{CurveEnd, Model, ModelInfo, NoSolution},
    param::Key,
    scenario::Scenario,
    solve,
};

/// Equal steps in which the loads up to the end are looked through: of several answers further apart, the smallest is found.
const STEPS: u32 = 16;

/// Accepted error, relative to the target: near the end of a curve the next number of a load changes the latency in its last digits.
const MISSED: f64 = 1e-9;

/// An iterative model may miss by more than [`MISSED`]. Then loads on either side are tried, at up to [`DISTANCES`] distances that grow by
/// the factor [`FARTHER`], until one does not miss; else the nearest counts if it misses by at most [`ROUNDED`].
const DISTANCES: u32 = 48;
const FARTHER: f64 = 1.4;
const ROUNDED: f64 = 1e-7;

/// The load that is asked for, in the unit of the system, the value there, and the end of the model.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs, reason = "the doc of the type tells its fields")]
pub struct Found {
    pub load: f64,
    pub value: f64,
    /// The values at the smallest and at the largest load of the model; `None` where it grows without bound.
    pub range: (f64, Option<f64>),
    pub end: CurveEnd,
}

/// The reason why there is no such load.
#[derive(Clone, Debug, PartialEq)]
pub enum NoLoad {
    /// Even an idle network has more. With what it has.
    Idle(f64),
    /// The model ends before. With its end, and the value there.
    Ends(CurveEnd, f64),
    /// There are no broadcasts whose cost could be asked for.
    NoBroadcasts,
    /// The model refuses, for this reason.
    Refused(NoSolution),
}

/// The smallest load at which the first measure reaches a target, in the unit of the measure.
pub fn load_for(scenario: &Scenario, target: f64) -> Result<Found, NoLoad> {
    let model = asked(scenario).map_err(NoLoad::Refused)?;
    reaches(&*model, target, &|load| value(&*model, load))
}

/// The smallest load at which the first measure is larger by a part than it is without broadcasts: a part of 0.1 is ten per cent.
pub fn cost_of_broadcast(scenario: &Scenario, part: f64) -> Result<Found, NoLoad> {
    if scenario.get(Key::Beta) == 0.0 {
        return Err(NoLoad::NoBroadcasts);
    }
    let with = asked(scenario).map_err(NoLoad::Refused)?;
    let without = asked(&scenario.set(Key::Beta, 0.0)).map_err(NoLoad::Refused)?;
    reaches(&*with, part, &|load| Some(value(&*with, load)? / value(&*without, load)? - 1.0))
}

/// The smallest load at which a rising function of it reaches a target.
fn reaches(model: &dyn Model, target: f64, function: &dyn Fn(f64) -> Option<f64>) -> Result<Found, NoLoad> {
    let end = model.end();
    let nothing = || NoLoad::Refused(NoSolution::NotFinite(model.info().quantity));
    let idle = function(0.0).ok_or_else(nothing)?;
    if target < idle {
        return Err(NoLoad::Idle(idle));
    }
    let last = function(end.load);
    if let Some(value) = last.filter(|value| *value < target) {
        return Err(NoLoad::Ends(end, value));
    }
    let range = (idle, last);
    if idle == target {
        return Ok(Found { load: 0.0, value: idle, range, end });
    }
    let missing = |load: f64| function(load).map_or(f64::NEG_INFINITY, |value| target - value);
    let root = solve::first_root(0.0, end.load, STEPS, 0.0, missing);
    let missed = |value: f64| (value - target).abs() / target.abs().max(MISSED);
    let (mut at, mut found) = (root.at, function(root.at).ok_or_else(nothing)?);
    let mut apart = f64::EPSILON;
    for _ in 0..DISTANCES {
        for load in [root.at * (1.0 + apart), root.at * (1.0 - apart)] {
            if missed(found) <= MISSED {
                break;
            }
            if let Some(value) = function(load).filter(|value| missed(*value) < missed(found)) {
                (at, found) = (load, value);
            }
        }
        apart *= FARTHER;
    }
    // Where the curve stops below the target without its end having a value.
    if missed(found) > ROUNDED {
        return Err(NoLoad::Ends(CurveEnd { load: at, ..end }, found));
    }
    Ok(Found { load: at, value: found, range, end })
}

/// True if a value is at least as good as a target.
pub fn meets(info: &ModelInfo, value: f64, target: f64) -> bool {
    if less_is_better(info) { value <= target } else { value >= target }
}
