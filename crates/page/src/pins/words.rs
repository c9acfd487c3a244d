//! Names and sentences of pins.

use super::{Difference, PinnedOutcome, Side};
use crate::prelude::*;
use flitscope::{experiment::Interval, model::CurveEnd, scenario::pins, sim::words::undecided, text::sentence};

/// The largest relative difference that counts as zero.
const NONE: f64 = 0.0005;

/// Parameters with their values: "V = 3, as printed".
pub(crate) fn settings(
    rows: impl Iterator<Item = &'static Param>,
    system: System,
    text: impl Fn(Key) -> String,
) -> String {
    let one = |row: &Param| {
        let text = text(row.key);
        match row.kind {
            ParamKind::Choice { .. } => {
                let name = system.option_name(row.key, &text);
                if row.key == Key::Reading { name.into() } else { format!("{}: {name}", row.name) }
            }
            _ if row.symbol.is_empty() => format!("{} = {text}", row.name),
            _ => format!("{} = {text}", row.symbol),
        }
    };
    rows.map(one).collect::<Vec<_>>().join(", ")
}

pub(crate) fn label(pin: &Setup, present: &Setup) -> String {
    let differs = settings(pins::differences(pin, present), pin.system(), |key| pin.text(key));
    if differs.is_empty() { "as now".into() } else { differs }
}

pub(crate) fn name(label: &str) -> String {
    format!("before: {label}")
}

pub(crate) fn remove(label: &str) -> String {
    format!("Remove the kept curve {label}")
}

/// Differences at a load in sentences; `info` is that of the model, and `load` says one.
pub(crate) fn differences(all: &[Difference], info: &ModelInfo, at: f64, load: &dyn Fn(f64) -> String) -> String {
    // The owner of the numbers stands once, if it is that of all. Each difference has a line of its own, unless there is only one.
    let owner = |each: &Difference| each.model.filter(|_| each.means().is_none());
    let one = all.first().and_then(owner).filter(|one| all.iter().all(|each| owner(each) == Some(*one)));
    let by = |model: Option<&str>| model.map_or_else(String::new, |model| format!("in {model} "));
    let said = |each: &Difference| by(owner(each).filter(|_| one.is_none())) + &each.sentence(info, load);
    let said: Vec<_> = all.iter().map(said).collect();
    let (first, rest) = (if said.len() > 1 { ":\n" } else { " " }, said.join("\n"));
    let here = if at > 0.0 { "at this load".to_owned() } else { format!("at {}", load(at)) };
    sentence(&format!("{}{here}{first}{rest}", by(one)))
}

impl Difference {
    /// The simulated values of both, once both have an interval.
    fn means(&self) -> Option<(Interval, Interval)> {
        let mean = |side: &Side| match side.seen {
            Some(PinnedOutcome::Mean(mean)) if mean.half95.is_some() => Some(mean),
            _ => None,
        };
        mean(&self.now).zip(mean(&self.pinned))
    }

    fn sentence(&self, info: &ModelInfo, load: &dyn Fn(f64) -> String) -> String {
        let Self { now, pinned, .. } = self;
        let (one, other) = (&now.name, &pinned.name);
        let unit = info.unit.replace(" / ", " per ");
        let ends = |end: &CurveEnd| {
            format!("{} {}", if end.of_network() { "carries no more than" } else { "ends at" }, load(end.load))
        };
        // A paper's model has no prediction of the load that the network carries.
        let bears = |end: &CurveEnd| if end.of_network() { "carries the load" } else { "has a solution" };
        let number = |value| significant(value, 3);
        // As the large number: simulated, once both are.
        let means = self.means();
        let values = means.map_or((now.value, pinned.value), |(now, pinned)| (Some(now.mean), Some(pinned.mean)));
        let unsure =
            means.map_or(0.0, |(now, pinned)| libm::hypot(now.half95.unwrap_or(0.0), pinned.half95.unwrap_or(0.0)));
        let said = match values {
            (Some(a), Some(b)) => {
                let throughput = info.quantity == "throughput";
                let verb = if throughput { "delivers" } else { "takes" };
                let change = (a - b) / b;
                let how = match (throughput, change < 0.0) {
                    (true, true) => "less",
                    (true, false) => "more",
                    (false, true) => "less time",
                    (false, false) => "longer",
                };
                let better = (change > 0.0) == throughput;
                let rest = now.carries.zip(pinned.carries).map_or_else(String::new, |loads| carries(loads, better));
                if change.abs() < NONE {
                    format!("{one} {verb} {} {unit}, as {other}{rest}", number(a))
                } else if (a - b).abs() < unsure {
                    format!("{one} and {other} have no difference that this run can show{rest}")
                } else {
                    let by = percent(change.abs(), 2);
                    format!("{one} {verb} {by} {how} than {other}, {} against {} {unit}{rest}", number(a), number(b))
                }
            }
            (Some(a), None) => {
                format!("{one} {} ({} {unit}), {other} {}", bears(&now.end), number(a), ends(&pinned.end))
            }
            (None, Some(b)) => {
                format!("{other} {} ({} {unit}), {one} {}", bears(&pinned.end), number(b), ends(&now.end))
            }
            (None, None) => format!("{one} {}, {other} {}", ends(&now.end), ends(&pinned.end)),
        };
        match (now.seen, pinned.seen) {
            (Some(now), Some(pinned)) if means.is_none() => {
                format!("{said}. Simulated: {}, before {}.", now.words(), pinned.words())
            }
            _ => format!("{said}."),
        }
    }
}

/// The other half of a difference: the loads that both networks carry; `better`: the first one is so at the load shown.
fn carries((now, kept): (f64, f64), better: bool) -> String {
    let change = (now - kept) / kept;
    if change.abs() < NONE {
        return "; both carry the same load".into();
    }
    let joint = if better == (change > 0.0) { "and" } else { "but" };
    let how = if change > 0.0 { "more" } else { "less" };
    format!("; {joint} it carries {} {how} before its queues grow without end", percent(change.abs(), 2))
}

impl PinnedOutcome {
    fn words(self) -> String {
        match self {
            Self::Saturated => "saturated".into(),
            Self::Undecided => undecided(None, ""),
            Self::Mean(interval) => interval.words(),
        }
    }
}
