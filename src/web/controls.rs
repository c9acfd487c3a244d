//! The parameters as form controls, generated from the table: slider, number, reset and help for each.

use super::dom::{self, Fallible};
use crate::{
    chart::scale::grouped,
    param::{Group, Key, Kind, Param},
    scenario::{Scenario, System},
};
use wasm_bindgen::JsCast as _;
use web_sys::{Element, HtmlElement, HtmlInputElement, HtmlSelectElement};

/// The groups that have controls, with their headings.
const GROUPS: [(Group, &str); 5] = [
    (Group::Network, "Network"),
    (Group::Traffic, "Traffic"),
    (Group::Curves, "Reading"),
    (Group::Stage, "Animation"),
    (Group::Simulation, "Simulation"),
];

/// The form of parameters.
pub struct Controls {
    form: HtmlElement,
    /// What the form was last brought to.
    shown: Option<Scenario>,
    /// The parameter that the reader is changing: its field may be further than the scenario.
    typing: Option<Key>,
    /// Whether a field is brought back even while the reader is in it.
    insist: bool,
}

impl Controls {
    /// The form, still empty.
    pub fn new() -> Fallible<Self> {
        Ok(Self { form: dom::by_id("controls")?, shown: None, typing: None, insist: false })
    }

    /// Brings every control to the scenario. `load` gives the end of the chart's load axis and
    /// a round step of it, which the slider of the load follows.
    pub fn render(&mut self, scenario: &Scenario, load: (f64, String)) -> Fallible {
        if self.shown.map(|shown| shown.system()) != Some(scenario.system()) {
            self.form.set_inner_html(&form(scenario.system()));
            self.shown = None;
        }
        let insist = std::mem::take(&mut self.insist);
        let params = scenario.system().params();
        let hidden = scenario.get(Key::Hide) as u64;
        let active = dom::document()?.active_element();
        for (bit, row) in params.iter().enumerate() {
            let Some(control) = self.find(&format!("#control-{}", row.key.name()))? else { continue };
            dom::show(control.unchecked_ref(), hidden >> bit & 1 == 0 && scenario.applies(row.key));
            let inputs = control.query_selector_all("[data-key]")?;
            for index in 0..inputs.length() {
                let Some(input) = inputs.item(index).and_then(|node| node.dyn_into::<Element>().ok()) else { continue };
                // A number that is being typed is left alone: the reader may be halfway through it.
                let unchanged = self.shown.is_some_and(|shown| shown.get(row.key) == scenario.get(row.key));
                let theirs = unchanged || self.typing == Some(row.key);
                let typed = theirs && !insist && active.as_ref() == Some(&input);
                bring(&input, row, scenario, &load, typed);
            }
            if let Some(reset) = control.query_selector("[data-reset]")? {
                dom::show(reset.unchecked_ref(), !scenario.is_default(row.key));
            }
            if let Some(note) = control.query_selector(".unit")? {
                dom::set_text(&note, &remark(row, scenario));
            }
        }
        self.shown = Some(*scenario);
        Ok(())
    }

    /// Lets the next [`Controls::render`] bring every field to the scenario, also one whose text was not accepted.
    pub const fn insist(&mut self) {
        self.insist = true;
        self.typing = None;
    }

    /// Marks the field that the reader is in as right or wrong so far.
    pub fn mark(&self, key: Key, right: bool) -> Fallible {
        let field = self.find(&format!("input[type=number][data-key=\"{}\"]", key.name()))?;
        field.map_or(Ok(()), |field| field.set_attribute("aria-invalid", if right { "false" } else { "true" }))
    }

    /// Takes note that the reader is changing this parameter.
    pub const fn typing(&mut self, key: Key) {
        self.typing = Some(key);
    }

    fn find(&self, selector: &str) -> Fallible<Option<Element>> {
        self.form.query_selector(selector)
    }
}

/// Brings one input to the scenario; not the text of a number that is being `typed`.
fn bring(input: &Element, row: &Param, scenario: &Scenario, load: &(f64, String), typed: bool) {
    let text = scenario.text(row.key);
    if let Some(select) = input.dyn_ref::<HtmlSelectElement>() {
        if select.value() != text {
            select.set_value(&text);
        }
        return;
    }
    let Some(input) = input.dyn_ref::<HtmlInputElement>() else { return };
    match input.type_().as_str() {
        "checkbox" => input.set_checked(scenario.get(row.key) == 1.0),
        "range" => {
            if matches!(row.kind, Kind::Real { slider: None, .. }) {
                input.set_max(&load.0.to_string());
                input.set_step(&load.1);
            }
            if input.value() != text {
                input.set_value(&text);
            }
            let spoken = [text.as_str(), row.unit, &remark(row, scenario)].join(" ");
            input.set_attribute("aria-valuetext", spoken.trim()).ok();
        }
        _ if typed || input.value().trim().parse() == Ok(scenario.get(row.key)) => return,
        _ if input.value() != text => input.set_value(&text),
        _ => {}
    }
    input.remove_attribute("aria-invalid").ok();
}

/// The small grey words at the right: what follows from the value, or its unit.
fn remark(row: &Param, scenario: &Scenario) -> String {
    let power = |base: u32| u64::from(base).pow(scenario.count(Key::N));
    match (row.key, scenario.system()) {
        (Key::K, _) => format!("{} nodes", grouped(power(scenario.count(Key::K)))),
        (Key::N, System::HypercubeMmpp | System::HypercubeSlotted) => format!("{} nodes", grouped(power(2))),
        (Key::N, System::BanyanMulticast) => format!("{0} × {0}", grouped(power(2))),
        (Key::Beta | Key::Multicast, _) => format!("{} %", trimmed(100.0 * scenario.get(row.key))),
        _ => row.unit.into(),
    }
}

/// At most four decimals, without trailing zeros.
fn trimmed(value: f64) -> String {
    let text = format!("{value:.4}");
    text.trim_end_matches('0').trim_end_matches('.').into()
}

/// The markup of the whole form of a system.
fn form(system: System) -> String {
    let group = |(group, title): (Group, &str)| {
        let rows = system.params().iter().filter(|row| row.group == group);
        let controls: String = rows.map(|row| control(row, system)).collect();
        match group {
            _ if controls.is_empty() => controls,
            // Many, and seldom touched.
            Group::Simulation => format!(
                "<details class=\"group\"><summary>{title}</summary><fieldset><legend class=\"sr\">{title}</legend>{controls}</fieldset></details>"
            ),
            _ => format!("<fieldset><legend>{title}</legend>{controls}</fieldset>"),
        }
    };
    GROUPS.into_iter().map(group).collect()
}

fn control(row: &Param, system: System) -> String {
    let key = row.key.name();
    let spoken = dom::escape(format!("{} {}", row.symbol, row.name).trim());
    let symbol =
        if row.symbol.is_empty() { String::new() } else { format!("<span class=\"sym\">{}</span> ", row.symbol) };
    let id = format!("input-{key}");
    let row_of = |class: &str, inputs: String| format!("<div class=\"row {class}\">{inputs}</div>");
    let number = |min: String, max: String, step: &str, id: &str| {
        format!(
            "<input type=\"number\" {id} data-key=\"{key}\" min=\"{min}\" max=\"{max}\" step=\"{step}\" aria-label=\"{spoken}\">"
        )
    };
    let range = |min: String, max: String, step: String| {
        format!(
            "<input type=\"range\" id=\"{id}\" data-key=\"{key}\" min=\"{min}\" max=\"{max}\" step=\"{step}\" aria-label=\"{spoken}\">"
        )
    };
    let inputs = match row.kind {
        Kind::Integer { min, max, slider: Some((low, high)), .. } => row_of(
            "",
            range(low.to_string(), high.to_string(), "1".into()) + &number(min.to_string(), max.to_string(), "1", ""),
        ),
        Kind::Integer { min, max, .. } => {
            let field = number(min.to_string(), max.to_string(), "1", &format!("id=\"{id}\""));
            let draw =
                if row.key == Key::Seed { "<button type=\"button\" data-action=\"seed\">New</button>" } else { "" };
            row_of("typed", field + draw)
        }
        Kind::Real { min, max, slider, step, .. } => {
            let (low, high) = slider.unwrap_or((min, max));
            let slider = range(low.to_string(), high.to_string(), step.to_string());
            row_of("", slider + &number(min.to_string(), max.to_string(), "any", ""))
        }
        Kind::Choice { options, .. } if options.len() == 2 && options[0].key == "0" => {
            format!("<input type=\"checkbox\" id=\"{id}\" data-key=\"{key}\" aria-label=\"{spoken}\">")
        }
        Kind::Choice { options, .. } => {
            let options: String = options
                .iter()
                .map(|option| format!("<option value=\"{}\">{}</option>", option.key, option.name))
                .collect();
            row_of(
                "single",
                format!("<select id=\"{id}\" data-key=\"{key}\" aria-label=\"{spoken}\">{options}</select>"),
            )
        }
        Kind::Nodes { .. } => {
            let field = format!(
                "<input type=\"text\" inputmode=\"numeric\" placeholder=\"drawn with the seed\" id=\"{id}\" data-key=\"{key}\" aria-label=\"{spoken}\">"
            );
            row_of("single", field)
        }
        Kind::Set { .. } | Kind::Keys => String::new(),
    };
    let (before, after) = if inputs.contains("checkbox") { (inputs.as_str(), "") } else { ("", inputs.as_str()) };
    let accepted = dom::escape(&row.accepted(system.params()));
    format!(
        "<div class=\"control\" id=\"control-{key}\"><div class=\"name\">{before}<label for=\"{id}\">{symbol}{name}</label>\
         <button type=\"button\" class=\"small\" data-help=\"{key}\" aria-expanded=\"false\" aria-controls=\"help-{key}\" aria-label=\"Help on {name}\">?</button>\
         <button type=\"button\" class=\"small\" data-reset=\"{key}\" aria-label=\"Reset {name}\" hidden>↺</button>\
         <span class=\"unit\"></span></div>{after}\
         <p class=\"help\" id=\"help-{key}\" hidden>{help} Takes {accepted}.</p></div>",
        name = dom::escape(row.name),
        help = dom::escape(row.help),
    )
}
