//! Sensitivity: the change of latency and saturation with each parameter, as elasticities: d ln y / d ln x, 2 is two per cent for one.
//!
//! The models are fixed points and searches, evaluated to their last digits. Their derivatives come from differences on both sides of the
//! operating point, extrapolated to no distance ([`derivative`]), with an estimate of the error; what is not known to [`KNOWN`] is not
//! said. A whole number has no derivative: it is compared with its neighbours.

use super::{Unsolved, asked, numbers, solved, value, with};
use crate::{
    model::{self, CurveLimit, LatencyCause, Model},
    param::{Key, Param, ParamKind},
    scenario::Scenario,
    solve::derivative::{Sides, derivative},
};

/// The largest estimated error of a reported elasticity: relative, or absolute if the elasticity is below one.
pub const KNOWN: f64 = 1e-5;

/// Plain differences at these distances, with the error in their square taken out, must agree with it as well; the end of a model of ours,
/// which is searched for and may jump with the search, only to that part.
const PLAIN: [f64; 2] = [1e-2, 2e-2];
const SEARCHED: f64 = 1e-4;

/// Differences of ln x that are tried first; halved while a model has no solution there.
const STEP: f64 = 0.04;
const HALVINGS: u32 = 12;

/// Elasticities on both sides of a place that differ by more than that part are those of an edge.
const EDGE: f64 = 1e-3;

/// The first measure at the load of one setting, the load at which the network saturates or the model ends, and the limit that ends the
/// curve there; each `None` where there is none.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[allow(missing_docs, reason = "the doc of the type tells its fields")]
pub struct Both {
    pub measure: Option<f64>,
    pub saturation: Option<f64>,
    pub limit: Option<CurveLimit>,
}

impl Both {
    fn of(model: &dyn Model, load: f64) -> Self {
        let end = model.end();
        let saturation = end.saturation().filter(|load| load.is_finite() && *load > 0.0);
        Self { measure: value(model, load), saturation, limit: saturation.map(|_| end.limit()) }
    }
}

/// The number that an elasticity is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the doc of the type tells its fields")]
pub enum ElasticityOf {
    Measure,
    Saturation,
}

/// Breaks in the smooth course of a number along a parameter.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "each variant says what its fields are")]
pub enum Break {
    /// It has an edge here: its elasticities below and above. With what ends the curve on either side, if that is why.
    Edge { of: ElasticityOf, below: f64, above: f64, limits: Option<(CurveLimit, CurveLimit)> },
    /// Differences around the place do not agree on an elasticity; `searched` where the end is known only by a search.
    Rough { of: ElasticityOf, searched: bool },
    /// From here to the next whole number something else ends the curve.
    Limit { next: f64, here: CurveLimit, there: CurveLimit },
    /// From here to the next whole number rings have more than two nodes, or no more than that: their headers need other escape channels.
    Rule { next: f64 },
    /// The next whole number has no model, and so no part in the elasticity.
    Unsolved { next: f64, why: Unsolved },
}

impl Break {
    /// An edge between the elasticities of two sides; else what is too rough for one.
    fn of(
        of: ElasticityOf,
        sides: Option<(f64, f64)>,
        limits: Option<(CurveLimit, CurveLimit)>,
        searched: bool,
    ) -> Self {
        sides.map_or(Self::Rough { of, searched }, |(below, above)| Self::Edge { of, below, above, limits })
    }
}

/// The effect of one parameter at its value.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the doc of the type tells its fields")]
pub struct ParameterEffect {
    pub key: Key,
    pub value: f64,
    /// The elasticity of the first measure; `None` where it is not known or there is none.
    pub measure: Option<f64>,
    /// The elasticity of the saturation; the load has none.
    pub saturation: Option<f64>,
    /// The next smaller and the next larger whole number, each with what it brings.
    pub neighbours: Vec<(f64, Both)>,
    /// Reasons for an elasticity that is left out, or compares two sides only.
    pub breaks: Vec<Break>,
}

/// The largest delay beyond the idle network: all that is beyond it, in the unit of the measure, its largest part, 0 to 1, and why.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs, reason = "the doc of the type tells its fields")]
pub struct Hindrance {
    pub beyond: f64,
    pub part: f64,
    pub cause: LatencyCause,
}

impl Hindrance {
    fn at(model: &dyn Model, load: f64) -> Option<Self> {
        let shares = model.solution(load).stable()?.shares();
        let beyond: f64 = shares.iter().skip(1).map(|share| share.time).sum();
        let worst = shares.iter().skip(1).max_by(|a, b| a.time.total_cmp(&b.time))?;
        (beyond > 0.0).then(|| Self { beyond, part: worst.time / beyond, cause: worst.cause })
    }
}

/// The effects of all parameters, in the order of their table, the numbers at the operating point, and the largest delay, if there is one.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the doc of the type tells its fields")]
pub struct Sensitivity {
    pub here: Both,
    pub hindrance: Option<Hindrance>,
    pub effects: Vec<ParameterEffect>,
}

/// The effect of each parameter of network and traffic on the first measure at the load of the scenario, and on its saturation.
pub fn of(scenario: &Scenario) -> Sensitivity {
    let load = scenario.get(Key::Load);
    let model = asked(scenario).ok();
    let here = model.as_deref().map_or_else(Both::default, |model| Both::of(model, load));
    let hindrance = model.as_deref().and_then(|model| Hindrance::at(model, load));
    let effect = |row: &Param| {
        let (key, value) = (row.key, scenario.get(row.key));
        let nothing =
            ParameterEffect { key, value, measure: None, saturation: None, neighbours: Vec::new(), breaks: Vec::new() };
        match (&model, row.kind) {
            (None, _) => nothing,
            (Some(_), ParamKind::Integer { .. }) => whole(scenario, nothing, here),
            (Some(model), ParamKind::Real { min, max, .. }) => real(scenario, nothing, here, (min, max), &**model),
            _ => nothing,
        }
    };
    Sensitivity { here, hindrance, effects: numbers(scenario).map(effect).collect() }
}

/// The effect of a whole number: of its neighbours.
fn whole(scenario: &Scenario, effect: ParameterEffect, here: Both) -> ParameterEffect {
    let (key, at) = (effect.key, effect.value);
    let (mut neighbours, mut breaks) = (Vec::new(), Vec::new());
    for next in [at - 1.0, at + 1.0] {
        match solved(scenario, key, next) {
            Ok((changed, model)) => neighbours.push((next, Both::of(&*model, changed.get(Key::Load)))),
            Err(why) if why.is_of_model() => breaks.push(Break::Unsolved { next, why }),
            // There is no such network.
            Err(_) => {}
        }
    }
    for (next, both) in &neighbours {
        // Rings of two nodes have nothing to go round.
        if key == Key::K && at.min(*next) == 2.0 {
            breaks.push(Break::Rule { next: *next });
        }
        if let (Some(here), Some(there)) = (here.limit, both.limit)
            && here != there
        {
            breaks.push(Break::Limit { next: *next, here, there });
        }
    }
    let elasticity = |of: fn(&Both) -> Option<f64>| between(&neighbours, (at, here), of);
    let (measure, saturation) = (elasticity(|both| both.measure), elasticity(|both| both.saturation));
    ParameterEffect { measure, saturation, neighbours, breaks, ..effect }
}

/// The effect of a number that is not whole: elasticities, or why there are none.
fn real(
    scenario: &Scenario,
    effect: ParameterEffect,
    here: Both,
    range: (f64, f64),
    model: &dyn Model,
) -> ParameterEffect {
    let (key, at) = (effect.key, effect.value);
    let mut breaks = Vec::new();
    let measure = here.measure.filter(|here| *here > 0.0).and_then(|here| {
        let load = scenario.get(Key::Load);
        let known = if key == Key::Load {
            // One model has all loads.
            smooth((at, here), range, KNOWN, &|load| value(model, load))
        } else {
            smooth((at, here), range, KNOWN, &|x| value(&*solved(scenario, key, x).ok()?.1, load))
        };
        let left_out = |sides| breaks.push(Break::of(ElasticityOf::Measure, sides, None, false));
        known.map_err(left_out).ok()
    });
    let saturation = here.saturation.filter(|_| key != Key::Load).and_then(|_| {
        let ours = scenario.reading().is_ours();
        let end = |x: f64| Some(model::solved_precisely(with(scenario, key, x).ok()?.setup()).end());
        let here = end(at)?.saturation()?;
        let known = smooth((at, here), range, if ours { SEARCHED } else { KNOWN }, &|x| end(x)?.saturation());
        let beside = |side: f64| Some(end(at * libm::exp(side * STEP / 16.0))?.limit());
        let left_out = |sides| {
            let limits = beside(-1.0).zip(beside(1.0)).filter(|(below, above)| below != above);
            breaks.push(Break::of(ElasticityOf::Saturation, sides, limits, ours));
        };
        known.map_err(left_out).ok()
    });
    ParameterEffect { measure, saturation, breaks, ..effect }
}

/// The elasticity between the neighbours of a whole number; where one has no value, between the other and the number itself.
fn between(neighbours: &[(f64, Both)], here: (f64, Both), of: fn(&Both) -> Option<f64>) -> Option<f64> {
    let all = neighbours.iter().chain(std::iter::once(&here));
    let mut known: Vec<(f64, f64)> = all.filter_map(|(x, both)| Some((*x, of(both).filter(|y| *y > 0.0)?))).collect();
    crate::order::sort_small_by(&mut known, |(x, _)| *x);
    let ((a, below), (b, above)) = (*known.first()?, *known.last()?);
    // A dimension fewer than one is no network: its logarithm is not asked for.
    (of(&here.1).is_some() && a > 0.0 && a < b).then(|| libm::log(above / below) / libm::log(b / a))
}

/// A plain difference on both sides.
fn derivative_once(step: f64, function: &dyn Fn(f64) -> Option<f64>) -> Option<f64> {
    Some((function(step)? - function(-step)?) / (2.0 * step))
}

/// The elasticity of a function at a place of its range, of which the value is known, if plain differences agree with it to `sure`.
/// Else those of the two sides, where both are known and differ.
fn smooth(
    (at, here): (f64, f64),
    (min, max): (f64, f64),
    sure: f64,
    function: &dyn Fn(f64) -> Option<f64>,
) -> Result<f64, Option<(f64, f64)>> {
    // In the limit of no x at all a per cent of it does nothing.
    if at == 0.0 {
        return Ok(0.0);
    }
    let logarithm = |u: f64| function(at * libm::exp(u)).filter(|y| *y > 0.0).map(|y| libm::log(y / here));
    let inside = |u: f64| (min..=max).contains(&(at * libm::exp(u)));
    let mut step = STEP;
    for _ in 0..HALVINGS {
        let sides = match (inside(-step), inside(step)) {
            (true, true) => Sides::Both,
            (true, false) if at == max => Sides::Below,
            (false, true) if at == min => Sides::Above,
            _ => {
                step /= 2.0;
                continue;
            }
        };
        match derivative(0.0, step, sides, &logarithm) {
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
                return if agrees { Ok(known.value) } else { Err(None) };
            }
            _ => step /= 2.0,
        }
    }
    let side = |sides: Sides| {
        let known = derivative(0.0, STEP / 16.0, sides, &logarithm)?;
        (known.error <= EDGE * known.value.abs().max(1.0)).then_some(known.value)
    };
    let two = side(Sides::Below).zip(side(Sides::Above));
    Err(two.filter(|(below, above)| (below - above).abs() > 4.0 * EDGE * below.abs().max(above.abs()).max(1.0)))
}
