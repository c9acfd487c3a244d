//! Names and sentences of pins.

use super::{Difference, PinnedOutcome};
use crate::prelude::*;
use flitscope::{model::CurveEnd, scenario::pins, sim::words::undecided, text::sentence};

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

/// The name of a pin beside the present scenario.
pub(crate) fn label(pin: &Setup, present: &Setup) -> String {
    let differs = settings(pins::differences(pin, present), pin.system(), |key| pin.text(key));
    if differs.is_empty() { "as now".into() } else { differs }
}

/// The name of the curve of a pin.
pub(crate) fn name(label: &str) -> String {
    format!("before: {label}")
}

/// The label of the button that removes a pin.
pub(crate) fn remove(label: &str) -> String {
    format!("Remove the kept curve {label}")
}

/// Differences at a load in sentences; `info` is that of the model, and `load` says one.
pub(crate) fn differences(all: &[Difference], info: &ModelInfo, at: f64, load: &dyn Fn(f64) -> String) -> String {
    // Each on a line of its own, unless there is only one.
    let said: Vec<_> = all.iter().map(|difference| difference.sentence(info, load)).collect();
    let (first, rest) = (if said.len() > 1 { ":\n" } else { " " }, said.join("\n"));
    let model =
        all.first().and_then(|first| first.model).filter(|model| all.iter().all(|other| other.model == Some(*model)));
    let paper = model.filter(|model| *model != "our model").map(|model| format!("in {model} "));
    let here = if at > 0.0 { "at this load".to_owned() } else { format!("at {}", load(at)) };
    sentence(&format!("{}{here}{first}{rest}", paper.unwrap_or_default()))
}

impl Difference {
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
        let means = match (now.seen, pinned.seen) {
            (Some(PinnedOutcome::Mean(now)), Some(PinnedOutcome::Mean(pinned))) => Some((now, pinned)),
            _ => None,
        };
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
