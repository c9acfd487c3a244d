//! Below the chart: the curves as check boxes, and why the curve ends; above it, the kind of axis and what it cost.

use super::{
    chart_view::{swatch, words},
    dom::{self, Fallible},
    results::Results,
};
use crate::{
    model::significant,
    param::{Choice, Key, Kind},
    scenario::{Reading, Scenario},
};
use wasm_bindgen::JsCast as _;
use web_sys::{HtmlElement, HtmlInputElement};

/// Milliseconds that solving and drawing may take before the page says so: a picture lasts 16.
const SLOW: f64 = 16.0;

/// The curves as check boxes with their values at the load shown, what it cost, and why the curve ends.
pub fn render(results: &Results) -> Fallible {
    let legend: HtmlElement = dom::by_id("legend")?;
    let scenario = &results.scenario;
    if legend.query_selector("label")?.is_none() {
        let item = |reading: &Reading| {
            format!(
                "<label><input type=\"checkbox\" data-key=\"show\" value=\"{}\"> {} {} <output></output></label>",
                reading.key(),
                swatch(*reading),
                words(scenario, *reading),
            )
        };
        legend.insert_adjacent_html("beforeend", &scenario.readings().iter().map(item).collect::<String>())?;
        let axis: HtmlElement = dom::by_id("axis")?;
        let radio = |option: &Choice| {
            format!(
                "<label><input type=\"radio\" name=\"axis\" data-key=\"axis\" value=\"{}\"> {}</label>",
                option.key, option.name
            )
        };
        axis.insert_adjacent_html("beforeend", &axes(scenario).iter().map(radio).collect::<String>())?;
    }
    let latencies = results.latencies(scenario.get(Key::Load));
    for reading in &scenario.readings() {
        let selector = format!("input[value=\"{}\"]", reading.key());
        let Some(input) = legend.query_selector(&selector)? else { continue };
        let shown = latencies.iter().find(|(other, _)| other == reading);
        let input: HtmlInputElement = input.unchecked_into();
        input.set_checked(shown.is_some());
        // The curve that the numbers come from is always drawn.
        input.set_disabled(*reading == scenario.reading());
        if let Some(output) = input.parent_element().and_then(|label| label.last_element_child()) {
            let text = match shown {
                Some((_, Some(latency))) => format!("{} cycles", significant(*latency, 3)),
                Some((_, None)) => "saturated".into(),
                None if scenario.under(*reading).is_err() => format!("not for n = {}", scenario.count(Key::N)),
                None => String::new(),
            };
            dom::set_text(&output, &text);
        }
    }
    let chosen = format!("#axis input[value=\"{}\"]", scenario.chosen(Key::Axis));
    if let Some(input) = dom::document()?.query_selector(&chosen)? {
        input.unchecked_into::<HtmlInputElement>().set_checked(true);
    }
    let (solve, draw) = (results.solve_ms, results.draw_ms);
    let cost: HtmlElement = dom::by_id("cost")?;
    dom::set_text(&cost, &format!("solved in {solve:.1} ms · drawn in {draw:.1} ms"));
    cost.class_list().toggle_with_force("slow", solve + draw > SLOW)?;
    let sentence = results.curves.first().map_or_else(String::new, |curve| curve.saturation.sentence());
    dom::set_text(&dom::by_id::<HtmlElement>("saturation")?, &sentence);
    Ok(())
}

/// The kinds of latency axis.
fn axes(scenario: &Scenario) -> &'static [Choice] {
    match scenario.system().param(Key::Axis).map(|row| row.kind) {
        Some(Kind::Choice { options, .. }) => options,
        _ => &[],
    }
}
