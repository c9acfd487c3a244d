//! Below the chart: the curves as check boxes, and why the curve ends; above it, the kind of axis and what it cost.

use super::{
    chart_view::{swatch, words},
    dom::{self, Fallible},
    results::Results,
};
use crate::{
    model,
    param::{Choice, Key},
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
    let readings = scenario.system().readings();
    if legend.get_attribute("data-for").as_deref() != Some(scenario.system().key()) {
        legend.set_attribute("data-for", scenario.system().key())?;
        let item = |reading: &Reading| {
            format!(
                "<label><input type=\"checkbox\" data-key=\"show\" value=\"{}\"> {} {} <output></output></label>",
                reading.key(),
                swatch(*reading),
                words(scenario, *reading),
            )
        };
        let items: String = readings.iter().map(item).collect();
        let measures = results.lecture().map_or(&[][..], |lecture| lecture.measures);
        let key = match measures {
            [strong, thin] => {
                format!("<span class=\"muted\">strong line: {}, thin line: {}</span>", strong.name, thin.name)
            }
            _ => String::new(),
        };
        legend.set_inner_html(&format!("<legend class=\"sr\">Curves</legend>{items}{key}"));
        radios("axis", Key::Axis, "Vertical axis", scenario)?;
    }
    let measures = results.measures(scenario.get(Key::Load));
    for reading in &readings {
        let selector = format!("input[value=\"{}\"]", reading.key());
        let Some(input) = legend.query_selector(&selector)? else { continue };
        let shown = measures.iter().find(|(other, _)| other == reading);
        let input: HtmlInputElement = input.unchecked_into();
        input.set_checked(shown.is_some());
        // The curve that the numbers come from is always drawn.
        input.set_disabled(*reading == scenario.reading());
        if let Some(output) = input.parent_element().and_then(|label| label.last_element_child()) {
            let text = match shown {
                Some((_, Some(values))) => results.words(values, 3),
                Some((_, None)) => "no solution".into(),
                None => scenario.under(*reading).map_or_else(
                    |_| format!("not for n = {}", scenario.count(Key::N)),
                    |scenario| model::takes_long(&scenario).map_or("", |_| "takes too long").into(),
                ),
            };
            dom::set_text(&output, &text);
        }
    }
    check("axis", Key::Axis, scenario)?;
    let (solve, draw) = (results.solve_ms, results.draw_ms);
    let cost: HtmlElement = dom::by_id("cost")?;
    dom::set_text(&cost, &format!("solved in {solve:.1} ms · drawn in {draw:.1} ms"));
    cost.class_list().toggle_with_force("slow", solve + draw > SLOW)?;
    let sentence = results.curves.first().map_or_else(String::new, |curve| {
        // Where the reading of the numbers takes too long, the end is that of another one.
        let whose = if curve.reading == scenario.reading() { "" } else { words(scenario, curve.reading) };
        [whose, &curve.end.sentence].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(": ")
    });
    dom::set_text(&dom::by_id::<HtmlElement>("saturation")?, &sentence);
    Ok(())
}

/// Fills a fieldset with the options of a choice, as a row of radio buttons.
pub fn radios(id: &str, key: Key, legend: &str, scenario: &Scenario) -> Fallible {
    let name = key.name();
    let radio = |option: &Choice| {
        format!(
            "<label><input type=\"radio\" name=\"{name}\" data-key=\"{name}\" value=\"{}\"> {}</label>",
            option.key, option.name
        )
    };
    let radios: String = scenario.system().options(key).iter().map(radio).collect();
    dom::by_id::<HtmlElement>(id)?.set_inner_html(&format!("<legend class=\"sr\">{legend}</legend>{radios}"));
    Ok(())
}

/// Checks the radio button of the chosen option.
pub fn check(id: &str, key: Key, scenario: &Scenario) -> Fallible {
    let chosen = format!("#{id} input[value=\"{}\"]", scenario.chosen(key));
    if let Some(input) = dom::document()?.query_selector(&chosen)? {
        input.unchecked_into::<HtmlInputElement>().set_checked(true);
    }
    Ok(())
}
