//! Inverse questions about network and traffic: the smallest or largest value of a parameter that carries the load and meets a target.

pub use crate::param::options::Want;

use super::{Unsolved, inverse::meets, solved, value};
use crate::{
    model::{CurveEnd, Outcome},
    param::{Key, Param, ParamKind},
    scenario::Scenario,
    solve::Bracket,
};

/// The most whole numbers that are all tried.
const ALL: u32 = 128;

/// The factor between tried values if there are more; bisection follows between the last that fails and the first that succeeds.
const FACTOR: f64 = 1.05;

/// Steps of the scan through the range of a real number.
const STEPS: u32 = 64;

/// The answer: the parameter, and which end of its range is wanted.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the doc of the type tells its fields")]
pub struct Extreme {
    pub key: Key,
    pub want: Want,
    /// The bound that the first measure must not exceed (of a throughput: fall below), in its unit; `None` if the load is all.
    pub target: Option<f64>,
    /// The value and the first measure with it; `None` if nothing will do, or if the answer is [not known](Fails::is_unknown).
    pub found: Option<(f64, f64)>,
    /// The value next to it that will not do, or the last one tried, and why; `None` where the range ends.
    pub fails: Option<(f64, Fails)>,
    /// If that one was passed over because it does not go with the other parameters: the last one before it that was solved.
    pub beyond: Option<(f64, Fails)>,
}

/// Reasons for a value that will not do: the model ends before the load; the first measure, which is given, misses the target; no message
/// has that measure; or no model solves the value.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the doc of the type tells its fields")]
pub enum Fails {
    Ends(CurveEnd),
    Misses(f64),
    NoMeasure,
    Unsolved(Unsolved),
}

impl Fails {
    /// True if the network may do for all that is known: no model covers it. Then nothing is known of values beyond either.
    pub const fn is_unknown(&self) -> bool {
        matches!(self, Self::Unsolved(why) if why.is_of_model())
    }
}

/// Tries one value: returns the first measure, or the reason why it will not do.
fn tried(scenario: &Scenario, key: Key, at: f64, target: Option<f64>) -> Result<f64, Fails> {
    let (changed, model) = solved(scenario, key, at).map_err(Fails::Unsolved)?;
    let (load, end) = (changed.get(Key::Load), model.end());
    let measure = value(&*model, load).ok_or_else(|| match model.solution(load) {
        Outcome::Stable(_) => Fails::NoMeasure,
        Outcome::Invalid(refusal) if load <= end.load => Fails::Unsolved(Unsolved::Refused(refusal)),
        Outcome::Saturated | Outcome::Invalid(_) => Fails::Ends(end),
    })?;
    match target {
        Some(target) if !meets(model.info(), measure, target) => Err(Fails::Misses(measure)),
        _ => Ok(measure),
    }
}

/// The smallest or the largest value of a parameter that succeeds, at the load of the scenario. Values are tried from that end of the
/// range on, so no assumption is made about those beyond. A value that does not go with the others is passed over; at one that no model
/// covers the search ends without a value.
pub fn of(scenario: &Scenario, row: &Param, want: Want, target: Option<f64>) -> Extreme {
    let mut values = candidates(row);
    if want == Want::Largest {
        values.reverse();
    }
    let try_at = |at: f64| tried(scenario, row.key, at, target);
    let (mut fails, mut beyond) = (None::<(f64, Fails)>, None);
    let mut found = None;
    for at in values {
        match try_at(at) {
            Ok(measure) => {
                found = Some((at, measure));
                break;
            }
            // The last failure before the first success is the reason to report.
            Err(why) => {
                let unknown = why.is_unknown();
                if let Some(solved) = fails.replace((at, why)).filter(|(_, why)| !matches!(why, Fails::Unsolved(_))) {
                    beyond = Some(solved);
                }
                if unknown {
                    break;
                }
            }
        }
    }
    if let (Some(good), Some(bad)) = (found, fails.clone()) {
        let whole = matches!(row.kind, ParamKind::Integer { .. });
        let (good, bad) = if whole { halved(good, bad, try_at) } else { closed_in(good, bad, target, try_at) };
        (found, fails) = (Some(good), Some(bad));
    }
    let beyond = beyond.filter(|_| matches!(fails, Some((_, Fails::Unsolved(_)))));
    let found = found.filter(|_| !matches!(&fails, Some((_, why)) if why.is_unknown()));
    Extreme { key: row.key, want, target, found, fails, beyond }
}

fn candidates(row: &Param) -> Vec<f64> {
    match row.kind {
        ParamKind::Integer { min, max, .. } => {
            let next = |at: &u32| {
                let step = if max - min < ALL { 1 } else { ((f64::from(*at) * (FACTOR - 1.0)) as u32).max(1) };
                (*at < max).then(|| at.saturating_add(step).min(max))
            };
            std::iter::successors(Some(min), next).map(f64::from).collect()
        }
        ParamKind::Real { min, max, .. } => {
            let part = |i: u32| min + (max - min) * (f64::from(i) / f64::from(STEPS));
            (0..=STEPS).map(part).collect()
        }
        _ => Vec::new(),
    }
}

type Good = (f64, f64);
type Bad = (f64, Fails);

/// Between a whole number that will do and one that will not.
fn halved(mut good: Good, mut bad: Bad, try_at: impl Fn(f64) -> Result<f64, Fails>) -> (Good, Bad) {
    while (good.0 - bad.0).abs() > 1.0 {
        let at = ((good.0 + bad.0) / 2.0).floor();
        match try_at(at) {
            Ok(measure) => good = (at, measure),
            Err(why) => bad = (at, why),
        }
    }
    (good, bad)
}

/// Between a number that will do and one that will not, to the last bit.
fn closed_in(
    mut good: Good,
    mut bad: Bad,
    target: Option<f64>,
    try_at: impl Fn(f64) -> Result<f64, Fails>,
) -> (Good, Bad) {
    // Positive where it will do; in the direction in which that comes first.
    let sign = if good.0 < bad.0 { 1.0 } else { -1.0 };
    let spare = |measure: f64| target.map_or(1.0, |target| (target - measure).abs().max(f64::MIN_POSITIVE));
    let lack = |why: &Fails| match (why, target) {
        (Fails::Misses(measure), Some(target)) => -(measure - target).abs(),
        _ => f64::NEG_INFINITY,
    };
    let mut bracket = Bracket::new((sign * good.0, spare(good.1)), (sign * bad.0, lack(&bad.1)));
    while let Some(at) = bracket.next() {
        match try_at(sign * at) {
            Ok(measure) => {
                good = (sign * at, measure);
                bracket.take(at, spare(measure));
            }
            Err(why) => {
                bracket.take(at, lack(&why));
                bad = (sign * at, why);
            }
        }
    }
    (good, bad)
}
