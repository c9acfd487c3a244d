//! Below the chart: the curves as check boxes, and why the curve ends; above it, the kind of axis and what it cost.

use crate::{
    dom::{
        patch::{DomPatch, Patch},
        swatch,
    },
    pins,
    player::panels::moments::Moment,
    results::{Curve, Results},
};
use flitscope::{
    experiment::{self, Summary},
    model,
    param::Key,
    scenario::{Reading, Scenario},
    text,
};
use maud::{Markup, html};

/// Milliseconds that solving and drawing may take before the page says so: a picture lasts 16.
const SLOW: f64 = 16.0;

/// The curves as check boxes with their values at the load shown, and why the curve ends.
pub(crate) fn sheet(results: &Results, seen: Option<&Summary>) -> DomPatch {
    let scenario = &results.scenario;
    let mut sheet = DomPatch::default();
    sheet.markup("legend", boxes(results)).markup("axis", radios(Key::Axis, "Vertical axis", scenario));
    check(&mut sheet, Key::Axis, scenario);
    let measures = results.measures(scenario.get(Key::Load));
    for reading in scenario.system().readings() {
        let id = format!("show-{}", reading.key());
        let shown = measures.iter().find(|(other, _)| *other == reading);
        let text = match shown {
            _ if model::uncovered(scenario.setup()).is_some() => "not for this network".into(),
            Some((_, Some(values))) => values_in_words(results, values),
            Some((_, None)) => "no solution".into(),
            None => scenario.with_reading(reading).map_or_else(
                |_| "not for this network".into(),
                |scenario| model::refusal(scenario.setup()).map_or("", |_| "takes too long").into(),
            ),
        };
        sheet.text(format!("{id}-value"), text);
        // The curve that the numbers come from is always drawn.
        sheet.mark(id.clone(), Patch::Disabled(reading == scenario.reading())).check(id, shown.is_some());
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
    let text = interval.map_or_else(String::new, |interval| interval.words());
    sheet.show("simulated-key", interval.is_some()).text("simulated-value", text);
    sheet
}

/// The values of a curve without their unit, which the chart names.
fn values_in_words(results: &Results, values: &[f64]) -> String {
    match values {
        [one] => text::significant(*one, 3),
        _ => results.words(values, 3),
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
    html! { @for curve in results.marked() { (one(curve)) } }
}

/// The time that solving and drawing took.
pub(crate) fn cost(results: &Results) -> DomPatch {
    let (solve, draw) = (results.solve_ms, results.draw_ms);
    let mut sheet = DomPatch::default();
    sheet.text("cost", format!("solved in {solve:.1} ms · drawn in {draw:.1} ms"));
    sheet.class("cost", "slow", results.longest_ms + draw > SLOW);
    sheet
}

/// A switch for each model with its value at the load shown, further models behind a list, and the simulated value.
fn boxes(results: &Results) -> Markup {
    let scenario = &results.scenario;
    let measures = results.info().map_or(&[][..], |info| info.measures);
    let usual = Scenario::opening(scenario.system()).shown();
    let (main, more): (Vec<_>, Vec<_>) =
        scenario.system().readings().into_iter().partition(|reading| usual.contains(reading));
    let switch = |reading: Reading| {
        html! {
            label data-reading=(reading.key()) {
                input type="checkbox" data-key="show" value=(reading.key()) id={ "show-" (reading.key()) };
                " " (swatch::of(reading)) " " (swatch::name(scenario, reading)) " "
                output id={ "show-" (reading.key()) "-value" } {}
            }
        }
    };
    html! {
        legend.sr { "Curves" }
        @for reading in main { (switch(reading)) }
        @if scenario.system().param(Key::Percentiles).is_some() {
            label title="The latency that 50, 95 and 99 of 100 simulated messages do not exceed" {
                input type="checkbox" data-key="percentiles" id="input-percentiles";
                " " (swatch::percentiles()) " percentiles"
            }
        }
        // The last one: what it moves when its number comes is nothing.
        span id="simulated-key" { (swatch::simulated()) " simulated " output id="simulated-value" {} }
        @if !results.pins.is_empty() { (pins::items(results)) }
        @if !more.is_empty() {
            details id="more-models" { summary { "More models" } @for reading in more { (switch(reading)) } }
        }
        @if let [strong, thin] = measures {
            span.muted { "strong: " (strong.name) ", thin: " (thin.name) }
        }
    }
}

/// The options of a choice, as a row of radio buttons.
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

/// Checks the radio button of the chosen option.
pub(crate) fn check(sheet: &mut DomPatch, key: Key, scenario: &Scenario) {
    sheet.check(format!("choose-{}-{}", key.name(), scenario.chosen(key)), true);
}

#[cfg(test)]
mod tests {
    use super::*;
    use flitscope::scenario::link;

    fn results(fragment: &str) -> Results {
        Results::of(link::parse(fragment).scenario, &|| 0.0)
    }

    fn disabled(sheet: &DomPatch, id: &str) -> Option<bool> {
        sheet.last(id, |mark| if let Patch::Disabled(disabled) = mark { Some(*disabled) } else { None })
    }

    #[test]
    fn each_curve_has_its_value_and_the_one_of_the_numbers_stays() {
        let sheet = sheet(&results("#load=0.001"), None);
        assert!(sheet.said("show-corrected-value").parse::<f64>().is_ok(), "{}", sheet.said("show-corrected-value"));
        assert_eq!(
            ["corrected", "printed", "refined"].map(|key| sheet.checks(&format!("show-{key}"))),
            [Some(true), Some(true), Some(false)]
        );
        assert_eq!((disabled(&sheet, "show-corrected"), disabled(&sheet, "show-printed")), (Some(true), Some(false)));
        assert_eq!(sheet.said("show-refined-value"), "");
    }

    #[test]
    fn why_a_curve_has_no_value_is_said() {
        assert_eq!(sheet(&results("#load=0.02"), None).said("show-corrected-value"), "no solution");
        assert_eq!(sheet(&results("#n=3"), None).said("show-printed-value"), "not for this network");
    }

    #[test]
    fn the_sentence_below_is_that_of_the_end() {
        let results = results("");
        let said = sheet(&results, None).said("saturation");
        let marks: Vec<_> = said.match_indices("data-mark=\"").map(|(at, start)| &said[at + start.len()..]).collect();
        assert!(
            marks[0].starts_with("model-ends\"") && marks[1].starts_with("network-saturates\"") && marks.len() == 2,
            "{said}"
        );
        assert!(said.contains(&format!("Paper: {}", results.curves[0].end.sentence())), "{said}");
        assert!(said.contains(&format!("data-load=\"{}\"", results.curves[1].end.load)), "{said}");
        let both = sheet(&self::results("#v=2&reading=flow"), None).said("saturation");
        assert!(both.contains("model-ends") && both.contains("network-saturates"), "{both}");
    }

    #[test]
    fn two_measures_are_told_apart_and_one_is_not() {
        assert!(!sheet(&results(""), None).said("legend").contains("thin: "));
        let banyan = sheet(&results("#system=banyan-multicast"), None).said("legend");
        assert!(banyan.contains("strong: ") && banyan.contains(", thin: "), "{banyan}");
    }

    #[test]
    fn the_axis_is_a_row_of_radio_buttons_of_which_one_is_checked() {
        let sheet = sheet(&results("#axis=log"), None);
        assert_eq!((sheet.checks("choose-axis-log"), sheet.checks("choose-axis-linear")), (Some(true), None));
        assert_eq!(sheet.said("axis").matches("type=\"radio\"").count(), 2);
        assert!(sheet.said("axis").contains("id=\"choose-axis-log\""));
    }

    #[test]
    fn what_takes_longer_than_a_picture_is_said_to_be_slow() {
        let mut results = results("");
        (results.solve_ms, results.longest_ms, results.draw_ms) = (1.25, 1.25, 3.0);
        assert_eq!(cost(&results).said("cost"), "solved in 1.2 ms · drawn in 3.0 ms");
        assert_eq!(cost(&results).classed("cost", "slow"), Some(false));
        results.solve_ms = 90.0;
        assert_eq!(cost(&results).classed("cost", "slow"), Some(false), "as long as no piece of it holds up a picture");
        results.draw_ms = 15.0;
        assert_eq!(cost(&results).classed("cost", "slow"), Some(true));
    }
}
