//! Below the chart: the curves as check boxes, and why the curve ends; above it, the kind of axis.

use crate::{
    pins,
    player::panels::moments::Moment,
    prelude::*,
    results::{Curve, Results},
};
use flitscope::text;

pub(crate) fn sheet(results: &Results, seen: Option<&Summary>) -> DomPatch {
    let scenario = &results.scenario;
    let mut sheet = DomPatch::default();
    sheet.markup("legend", boxes(results)).markup("axis", radios(Key::Axis, "Vertical axis", scenario));
    sheet.markup("more-curves", further(results));
    check(&mut sheet, Key::Axis, scenario);
    let measures = results.measures(scenario.get(Key::Load));
    for reading in readings(scenario) {
        let id = format!("show-{}", reading.key());
        let shown = measures.iter().find(|(other, _)| *other == reading);
        let text = match shown {
            Some((_, Some(values))) => values.first().map_or_else(String::new, |value| significant(*value, 3)),
            Some((_, None)) => results
                .marked()
                // One that has not come has no end.
                .find(|curve| curve.reading == reading && !curve.lines.concat().is_empty())
                .map_or_else(String::new, |curve| format!("ends at {}", significant(curve.end.load, 3))),
            None => {
                let refused =
                    scenario.with_reading(reading).ok().and_then(|other| model::choose(other.setup()).refusal());
                refused.map_or("", |_| "takes too long").into()
            }
        };
        let drawn = shown.is_some() && results.draws(reading);
        let text = if drawn || shown.is_none() { text } else { String::new() };
        if reading.is_ours() && drawn && usual(scenario).contains(&reading) {
            sheet.text("value-flow", text.clone());
        }
        sheet.text(format!("{id}-value"), text);
        if switches(scenario, reading) {
            sheet.text(format!("{id}-why"), missing(results));
        }
        // The curve of our model stays where the numbers come from it.
        sheet.mark(id.clone(), Patch::Disabled(reading == scenario.reading() && !switches(scenario, reading)));
        sheet.check(id, drawn);
    }
    if scenario.system().param(Key::Percentiles).is_some() {
        sheet.check("input-percentiles", scenario.is_on(Key::Percentiles));
    }
    sheet.markup("saturation", ends(results));
    sheet.class("body", "pinned", !results.pins.is_empty());
    pins::write(&mut sheet, results);
    let load = results.scenario.get(Key::Load);
    let deadlock = Moment::shown(&results.scenario) == Moment::Deadlock;
    let seen = seen.filter(|seen| seen.load == load && !results.withholds() && !deadlock);
    let measure = results.info().and_then(|info| info.measures.first());
    let interval = seen.zip(measure).and_then(|(seen, measure)| experiment::measured(seen, measure));
    let grows = seen
        .and_then(|seen| experiment::grows(seen, scenario))
        .map(|more| format!("+{} in 1000 cycles", grouped(more)));
    sheet.text("simulated-value", grows.or(interval.map(|interval| interval.words())).unwrap_or_default());
    sheet
}

/// The readings of the models that cover the network: where no paper's does, our own alone.
fn readings(scenario: &Scenario) -> Vec<Reading> {
    let setup = scenario.setup();
    let here = |reading: &Reading| reading.is_ours() || model::choose(setup).has_paper();
    let all = scenario.system().readings().into_iter().filter(here);
    if model::choose(setup).uncovered().is_some() { Vec::new() } else { all.collect() }
}

/// True if the curve of a reading has a switch of its own: that of the paper from which the numbers of the paper come.
fn switches(scenario: &Scenario, reading: Reading) -> bool {
    reading == scenario.reading() && !reading.is_ours()
}

/// The reason why the paper has no value at the load shown; empty where it has one.
fn missing(results: &Results) -> String {
    match &results.outcome {
        Outcome::Stable(_) => String::new(),
        Outcome::Saturated => results.main_curve().map_or_else(String::new, |curve| curve.end.sentence()),
        Outcome::Invalid(refusal) => refusal.to_string(),
    }
}

/// The ends of the curves, each in a sentence: a text alternative for the marks of the chart.
fn ends(results: &Results) -> Markup {
    let one = |curve: &Curve| {
        let mark = if curve.end.of_network() { "network-saturates" } else { "model-ends" };
        html! {
            span data-mark=(mark) data-load=(curve.end.load) data-reading=(curve.reading.key()) {
                // A bound belongs to no model.
                @if !curve.end.is_bound() { (text::sentence(swatch::name(&results.scenario, curve.reading))) ": " }
                (curve.end.sentence())
            }
            " "
        }
    };
    let ours = results.marked().any(|curve| !curve.of_paper());
    html! { @for curve in results.marked().filter(|curve| !(ours && curve.of_paper())) { (one(curve)) } }
}

/// The curves of the readings that the page opens with, and of that of the numbers.
fn usual(scenario: &Scenario) -> Vec<Reading> {
    let usual = Scenario::opening(scenario.system()).shown();
    let here = |reading: &Reading| usual.contains(reading) || switches(scenario, *reading);
    let mut readings: Vec<_> = readings(scenario).into_iter().filter(here).collect();
    // Ours first.
    readings.sort_by_key(|reading| !reading.is_ours());
    readings
}

/// The check box of a curve, with its value at the load shown.
fn curve(scenario: &Scenario, reading: Reading) -> Markup {
    let id = format!("show-{}", reading.key());
    let paper = switches(scenario, reading);
    let owner = if reading.is_ours() { "model" } else { "paper" };
    html! {
        label.switch[paper] data-reading=(reading.key()) {
            @if paper {
                input type="checkbox" data-key="published" id=(id) aria-label="The paper’s curve" aria-describedby={ (id) "-why" };
            } @else {
                input type="checkbox" data-key="show" value=(reading.key()) id=(id);
            }
            " " (swatch::of(reading)) " " span { (swatch::name(scenario, reading)) } " "
            output id={ (id) "-value" } data-owner=(owner) {}
            @if paper { span.ask { "What did the paper say?" } }
        }
        @if paper { span.why id={ (id) "-why" } {} }
    }
}

/// The curves that the page opens with, those kept, and the simulated value, which opens the account of the runs.
fn boxes(results: &Results) -> Markup {
    let scenario = &results.scenario;
    let (paper, ours): (Vec<_>, Vec<_>) = usual(scenario).into_iter().partition(|reading| !reading.is_ours());
    html! {
        legend.sr { "Curves" }
        @for reading in ours {
            @if scenario.shown().contains(&reading) {
                span.curve data-reading=(reading.key()) {
                    (swatch::of(reading)) " " (swatch::name(scenario, reading)) " " output id="value-flow" data-owner="model" {}
                }
            }
        }
        button type="button" id="simulated-key" popovertarget="simulation" {
            (swatch::simulated()) " " span id="simulated-word" {} " " output id="simulated-value" data-owner="simulation" {}
            span id="ring" aria-hidden="true" {}
        }
        button type="button" id="simulate" data-do="simulate" { "Simulate" }
        button type="button" id="longer" data-do="longer" {}
        @if !results.pins.is_empty() { (pins::items(results)) }
        @for reading in paper { (curve(scenario, reading)) }
    }
}

/// The line of each measure, the percentiles and the other readings of the paper.
fn further(results: &Results) -> Markup {
    let scenario = &results.scenario;
    let measures = results.info().map_or(&[][..], |info| info.measures);
    html! {
        @if let [strong, thin] = measures {
            span.muted { "strong: " (strong.name) ", thin: " (thin.name) }
        }
        @if scenario.system().param(Key::Percentiles).is_some() {
            label title="The latency that 50, 95 and 99 of 100 simulated messages do not exceed" {
                input type="checkbox" data-key="percentiles" id="input-percentiles";
                " " (swatch::percentiles()) " percentiles"
            }
        }
        @for reading in readings(scenario).into_iter().filter(|reading| !switches(scenario, *reading)) {
            (curve(scenario, reading))
        }
    }
}

pub(crate) fn radios(key: Key, legend: &str, scenario: &Scenario) -> Markup {
    let name = key.name();
    html! {
        legend.sr { (legend) }
        @for option in scenario.system().options(key) {
            label {
                input type="radio" name=(name) data-key=(name) value=(option.key) id={ "choose-" (name) "-" (option.key) };
                " " (option.name)
            }
        }
    }
}

pub(crate) fn check(sheet: &mut DomPatch, key: Key, scenario: &Scenario) {
    sheet.check(format!("choose-{}-{}", key.name(), scenario.chosen(key)), true);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn results(fragment: &str) -> Results {
        Results::of(link::parse(fragment).scenario, &|| 0.0)
    }

    #[test]
    fn each_curve_has_its_switch_and_its_value_or_the_reason_why_not() {
        let links = [
            "#load=0.001",
            "#v=2&reading=flow&load=0.001",
            "#load=0.02",
            "#v=2&system=kary-ncube&reading=printed&show=printed&k=20&n=8",
            "#n=3",
            "#system=banyan-multicast&axis=log",
        ];
        blessed::words("legends", links, |link| {
            seen(&sheet(&results(link), None), &["show-*", "legend", "more-curves", "choose-axis-*"])
        });
        let described = sheet(&results("#load=0.02"), None).said("legend");
        assert!(described.contains("aria-describedby=\"show-corrected-why\""), "{described}");
        let axis = sheet(&results("#axis=log"), None).said("axis");
        assert!(axis.matches("type=\"radio\"").count() == 2 && axis.contains("id=\"choose-axis-log\""), "{axis}");
    }

    #[test]
    fn the_sentence_below_is_that_of_the_end() {
        blessed::words("marks of the ends of curves", ["", "#v=2&reading=flow", "#v=1"], |link| {
            sheet(&results(link), None).said("saturation")
        });
    }
}
