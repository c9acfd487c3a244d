//! The parameters as form controls, generated from the table: slider, number, reset and help for each.

pub(crate) mod form;

use crate::{
    dom::patch::{DomPatch, Patch},
    results::Results,
};
use flitscope::{
    model::Outcome,
    param::{Key, Param, ParamKind},
    scenario::{Scenario, System},
    text::trimmed,
};
pub(crate) use form::id_of;

/// The values last written into the form, and the control that the reader is at.
#[derive(Clone, Debug, Default)]
pub(crate) struct Controls {
    /// The values last written into the form.
    shown: Option<Scenario>,
    /// The parameter that the reader is changing: its field may be further than the scenario.
    typing: Option<Key>,
    /// True if a field is brought back even while the reader is in it.
    insist: bool,
    /// The parameters whose help is open.
    helped: Vec<Key>,
    /// How many addresses have been opened: what is typed belongs to the one it was typed in.
    address: u32,
}

impl Controls {
    /// Brings every control to the scenario of the results; the slider of the load goes as far as the load axis of the chart, to `reach`.
    pub(crate) fn sheet(&mut self, scenario: &Scenario, results: &Results, reach: f64) -> DomPatch {
        let mut sheet = DomPatch::default();
        if self.shown.map(|shown| shown.system()) != Some(scenario.system()) {
            self.shown = None;
            self.helped.clear();
        }
        // In this order: a field that goes says what is in it, and says so of the address before.
        sheet.markup("controls", form::form(scenario.system()));
        sheet.attribute("controls", "data-address", self.address.to_string());
        let insist = std::mem::take(&mut self.insist);
        let [hidden, embedded] = [Key::Hide, Key::Sliders].map(|key| scenario.get(key) as u64);
        let embeds = scenario.chosen(Key::Embed) != "0";
        sheet.class("body", "sliders", embeds && embedded != 0);
        for (bit, row) in scenario.system().params().iter().enumerate().filter(|(_, row)| form::has(row)) {
            let name = row.key.name();
            let wanted = hidden >> bit & 1 == 0 && (!embeds || embedded >> bit & 1 == 1);
            sheet.show(format!("control-{name}"), wanted && scenario.applies(row.key));
            // A number that is being typed is left alone: the reader may be halfway through it.
            let unchanged = self.shown.is_some_and(|shown| shown.get(row.key) == scenario.get(row.key));
            let gentle = (unchanged || self.typing == Some(row.key)) && !insist;
            bring(&mut sheet, row, scenario, gentle);
            slide(&mut sheet, row, scenario, results, reach);
            sheet.show(format!("reset-{name}"), !scenario.is_default(row.key));
            sheet.text(format!("unit-{name}"), remark(row, scenario, results));
        }
        self.shown = Some(*scenario);
        sheet
    }

    /// Lets the next [`Controls::sheet`] bring every field to the scenario, also one whose text was not accepted.
    pub(crate) const fn insist(&mut self) {
        self.insist = true;
        self.typing = None;
    }

    /// Another address is opened: what stands half typed in a field belongs to the one before, and goes.
    pub(crate) const fn reopen(&mut self) {
        self.address += 1;
        self.insist();
    }

    /// True if an edit in the form of this address still counts.
    pub(crate) const fn is_open(&self, address: u32) -> bool {
        self.address == address
    }

    /// Takes note that the reader is changing this parameter.
    pub(crate) const fn typing(&mut self, key: Key) {
        self.typing = Some(key);
    }

    /// Opens or closes the help on a parameter.
    pub(crate) fn help(&mut self, key: Key) -> DomPatch {
        let open = !self.helped.contains(&key);
        if open {
            self.helped.push(key)
        } else {
            self.helped.retain(|other| *other != key)
        }
        let mut sheet = DomPatch::default();
        sheet.show(format!("help-{}", key.name()), open);
        sheet.state(format!("ask-{}", key.name()), "aria-expanded", open);
        sheet
    }
}

/// Marks the number that the reader is typing as right or wrong so far.
pub(crate) fn right_so_far(system: System, key: Key, right: bool) -> DomPatch {
    let mut sheet = DomPatch::default();
    if let Some(id) = system.param(key).and_then(form::field) {
        sheet.state(id, "aria-invalid", !right);
    }
    sheet
}

/// Lets the slider of the load go as far as the load axis, which reaches further with what is simulated.
pub(crate) fn reach(scenario: &Scenario, results: &Results, reach: f64) -> DomPatch {
    let mut sheet = DomPatch::default();
    if let Some(row) = scenario.system().param(Key::Load) {
        slide(&mut sheet, row, scenario, results, reach);
    }
    sheet
}

/// Brings the slider of a parameter to the scenario, if it has one: first its ends, for they hold the value.
fn slide(sheet: &mut DomPatch, row: &Param, scenario: &Scenario, results: &Results, reach: f64) {
    if !form::slides(row) {
        return;
    }
    let (text, id) = (scenario.text(row.key), id_of(row.key));
    if let ParamKind::Real { slider: None, max, .. } = row.kind {
        let last = reach.min(max);
        sheet.attribute(id.clone(), "max", last.to_string()).attribute(id.clone(), "step", results.load_step());
        let end = results.curves.first().map_or(last, |curve| curve.end.load);
        sheet.style(id.clone(), "--end", format!("{:.4}", (end / last).min(1.0)));
    }
    let spoken = [text.as_str(), row.unit, &remark(row, scenario, results)].join(" ");
    sheet.value(id.clone(), text.clone()).attribute(id, "aria-valuetext", spoken.trim());
}

/// Brings the other inputs of a parameter to the scenario; a `gentle` sheet leaves the text alone that is being typed.
fn bring(sheet: &mut DomPatch, row: &Param, scenario: &Scenario, gentle: bool) {
    let (text, id) = (scenario.text(row.key), id_of(row.key));
    if let Some(field) = form::field(row) {
        sheet.mark(field, Patch::Field { text: text.clone(), gentle });
    }
    match row.kind {
        ParamKind::Choice { .. } if form::is_box(row) => {
            sheet.check(id, scenario.get(row.key) == 1.0);
        }
        ParamKind::Choice { .. } => {
            sheet.value(id, text);
        }
        _ => {}
    }
}

/// True if a field may keep its text: it stands for the same number.
pub fn same(field: &str, text: &str) -> bool {
    field == text || field.trim().parse::<f64>().ok().is_some_and(|number| text.parse() == Ok(number))
}

/// The small grey words at the right: what follows from the value, or its unit.
fn remark(row: &Param, scenario: &Scenario, results: &Results) -> String {
    let size = results.info().map(|info| info.size).filter(|size| size.key == row.key);
    match (size, row.key, &results.outcome) {
        (Some(size), ..) => (size.words)(scenario.setup()),
        (None, Key::Beta | Key::Multicast, _) => format!("{}\u{a0}%", trimmed(100.0 * scenario.get(row.key))),
        (None, Key::Load, Outcome::Saturated) => match results.curves.first() {
            Some(curve) if curve.end.of_network() => "saturated".into(),
            _ => "beyond the model's end".into(),
        },
        _ => row.unit.into(),
    }
}

#[cfg(test)]
mod tests;
