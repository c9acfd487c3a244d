//! Pinned settings beside the present one: their names, the list below the chart, and the difference at the load shown.

pub(crate) mod words;

use crate::{
    jobs::simulation::Simulation,
    prelude::*,
    results::{Curve, DrawnCurve, Pinned, Results},
};
use flitscope::{
    experiment::{Interval, measured},
    model::CurveEnd,
    scenario::pins::{Unpinned, differences as settings},
};

/// The name of a pin beside the present scenario: "V = 3".
pub(crate) fn label(results: &Results, pin: &Pinned) -> String {
    words::label(&pin.setup, results.scenario.setup())
}

/// The name of a curve for places without its colour.
pub(crate) fn name(results: &Results, drawn: DrawnCurve<'_>) -> String {
    match drawn.pin {
        None => results.scenario.reading_words(drawn.curve.reading).into(),
        Some((_, pin)) => words::name(&label(results, pin)),
    }
}

/// The pins as items of the legend, each with its line, its value at the load shown and a button that takes it away.
pub(crate) fn items(results: &Results) -> Markup {
    html! {
        ul #pins aria-label="Kept curves" {
            @for index in 0..results.pins.len() {
                li {
                    (swatch::of_pin(index)) " " span id={ "pin-" (index) } {} " " output id={ "pin-" (index) "-value" } {}
                    button.small type="button" id={ "unpin-" (index) } data-do="unpin" data-of=(index) { "×" }
                }
            }
        }
    }
}

pub(crate) fn write(sheet: &mut DomPatch, results: &Results) {
    sheet.text("pin-state", "");
    let load = results.scenario.get(Key::Load);
    for (index, pin) in results.pins.iter().enumerate() {
        let label = label(results, pin);
        let values = results.curve_of(pin).and_then(|curve| curve.model.measures(load));
        let value =
            values.and_then(|values| values.first().copied()).map_or_else(String::new, |value| significant(value, 3));
        sheet.attribute(format!("unpin-{index}"), "aria-label", words::remove(&label));
        sheet.text(format!("pin-{index}"), words::name(&label)).text(format!("pin-{index}-value"), value);
    }
}

pub(crate) fn answer(unpinned: Option<Unpinned>) -> DomPatch {
    let mut sheet = DomPatch::default();
    sheet.text("pin-state", unpinned.map_or_else(String::new, |unpinned| unpinned.to_string()));
    sheet
}

/// One of two settings at a load.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Side {
    /// Its difference from the other: "V = 3".
    pub name: String,
    /// The first measure, in its unit; none where the model has no solution.
    pub value: Option<f64>,
    pub end: CurveEnd,
    /// The load that the network carries, where the model follows it up to there.
    pub carries: Option<f64>,
    /// The outcome of a simulation of this load that is finished, or has an interval.
    pub seen: Option<PinnedOutcome>,
}

/// The outcome of a simulation that is finished, or has an interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum PinnedOutcome {
    /// A mean, counted as the model counts.
    Mean(Interval),
    Saturated,
    /// The run is too short to tell.
    Undecided,
}

/// The present setting and a pinned one at the load shown.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Difference {
    /// The model of both in a sentence; none where each is named with its own.
    pub model: Option<&'static str>,
    pub now: Side,
    pub pinned: Side,
}

/// The difference to each pin at the load shown, as far as it is known. A pin that equals the setting on the screen has none.
pub(crate) fn facts(results: &Results, simulation: &Simulation) -> Vec<Difference> {
    let load = results.scenario.get(Key::Load);
    let measure = results.info().and_then(|info| info.measures.first());
    let seen = |observation: &Summary| match observation.state {
        Verdict::Saturated => Some(PinnedOutcome::Saturated),
        Verdict::Undecided => Some(PinnedOutcome::Undecided),
        Verdict::Stable => measured(observation, measure?).map(PinnedOutcome::Mean),
        // As the large number: once there is an interval.
        Verdict::Unfinished => {
            measured(observation, measure?).filter(|mean| mean.half95.is_some()).map(PinnedOutcome::Mean)
        }
    };
    let value = |curve: &Curve| {
        let values = curve.model.measures(load);
        // Without a solution there is a reason to be given, which is known when the curve is.
        let known = values.is_some() || curve.whole && curve.end.saturated();
        known.then(|| values.and_then(|values| values.first().copied()))
    };
    let differing: Vec<_> = results.pins.iter().filter(|pin| !results.is_now(pin)).collect();
    let same = |pin: &Pinned| pin.setup.reading() == results.scenario.reading();
    let one = |pin: &Pinned| {
        let curve = results.curve_of(pin)?;
        // As the large number: our own model, where it is that of both.
        let ours = results.own().filter(|_| same(pin) && !curve.of_paper());
        let own = ours.or_else(|| results.main_curve())?;
        if matches!(results.outcome, Outcome::Invalid(_)) {
            return None;
        }
        let carries = |curve: &Curve| curve.follows_network().then_some(curve.end.load);
        let name = |of, than| words::settings(settings(of, than), of.system(), |key| of.text(key));
        let near = simulation.pinned(results, pin).into_iter().find(|point| point.load == load);
        Some(Difference {
            model: same(pin).then(|| swatch::in_words(&results.scenario, own.reading)),
            now: Side {
                name: name(results.scenario.setup(), &pin.setup),
                value: value(own)?,
                end: own.end,
                carries: carries(own),
                seen: simulation.shown().and_then(seen),
            },
            pinned: Side {
                name: name(&pin.setup, results.scenario.setup()),
                value: value(curve)?,
                end: curve.end,
                carries: carries(curve),
                seen: near.and_then(seen),
            },
        })
    };
    differing.into_iter().filter_map(one).collect()
}

/// The differences in sentences; empty if nothing is pinned.
pub(crate) fn differences(results: &Results, simulation: &Simulation) -> String {
    let load = |load: f64| results.load_words(load);
    let facts = facts(results, simulation);
    match results.info().filter(|_| !facts.is_empty()) {
        Some(info) => words::differences(&facts, info, results.scenario.get(Key::Load), &load),
        None => String::new(),
    }
}

pub(crate) fn compared(results: &Results, simulation: &Simulation) -> DomPatch {
    let said = differences(results, simulation);
    let mut sheet = DomPatch::default();
    sheet.show("difference", !said.is_empty()).text("difference", said);
    // A kept value is simulated once it can be.
    let load = results.scenario.get(Key::Load);
    let measure = results.info().and_then(|info| info.measures.first());
    for (index, pin) in results.pins.iter().enumerate() {
        let near = simulation.pinned(results, pin).into_iter().find(|seen| seen.load == load);
        if let Some(seen) =
            near.zip(measure).and_then(|(seen, measure)| measured(seen, measure)).filter(|seen| seen.half95.is_some())
        {
            sheet.text(format!("pin-{index}-value"), significant(seen.mean, 3));
        }
    }
    sheet
}

#[cfg(test)]
mod tests;
