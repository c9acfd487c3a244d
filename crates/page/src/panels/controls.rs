//! The parameters as form controls, generated from the table: slider, number, reset and help for each.

pub(crate) mod form;

use crate::{
    player::panels::moments::Moment,
    prelude::*,
    results::{Results, decimals},
};
use flitscope::param::{control_bit, rates::Rates};
pub use form::RATES_FILE;
pub(crate) use form::id_of;

/// The name under which a device remembers that its reader has moved the load.
pub const DRAGGED: &str = "dragged";

/// The part of the track of the load beyond which there is nowhere to drag it to.
const ROOM_TO_DRAG: f64 = 0.6;

/// The values last written into the form, and the control that the reader is at.
#[derive(Clone, Debug, Default)]
pub(crate) struct Controls {
    shown: Option<Scenario>,
    /// The parameter that the reader is changing: its field may be further than the scenario.
    typing: Option<Key>,
    /// True if a field is brought back even while the reader is in it.
    insist: bool,
    helped: Vec<Key>,
    pub(crate) open: bool,
    /// The number of addresses opened so far: typed text belongs to the one it was typed in.
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
        // In this order: a field that goes says what is in it, for the address before. The card of a task has its settings.
        let system = scenario.system();
        let in_card = lesson::task(scenario).map_or_else(Vec::new, |(_, task)| task.sliders());
        let load = system.param(Key::Load).filter(|row| !in_card.contains(row));
        sheet.markup("controls", form::form(system, &in_card));
        sheet.markup("load-box", load.map_or_else(|| html! {}, |row| form::load(row, system)));
        for part in ["controls", "load-box", "lesson-task"] {
            sheet.attribute(part, "data-address", self.address.to_string());
        }
        self.panel(&mut sheet);
        let insist = std::mem::take(&mut self.insist);
        let [hidden, embedded] = [Key::Hide, Key::Sliders].map(|key| scenario.get(key) as u64);
        let embeds = scenario.chosen(Key::Embed) != "0";
        sheet.class("body", "sliders", embeds && embedded != 0);
        let bit = |key| control_bit(scenario.system().params(), key);
        for row in scenario.system().params().iter().filter(|row| form::has(row)) {
            let name = row.key.name();
            let (is_hidden, is_embedded) = (hidden & bit(row.key) != 0, embedded & bit(row.key) != 0);
            let wanted = in_card.contains(&row) || !is_hidden && (!embeds || is_embedded);
            let idle = form::main(system).contains(&row.key) && !Moment::shows(scenario, row);
            let applies = scenario.applies(row.key) || row.key == Key::Table;
            sheet.show(format!("control-{name}"), wanted && applies && !idle);
            // A number that is being typed is left alone: the reader may be halfway through it.
            let unchanged = self.shown.is_some_and(|shown| shown.get(row.key) == scenario.get(row.key));
            let gentle = (unchanged || self.typing == Some(row.key)) && !insist;
            bring(&mut sheet, row, scenario, gentle);
            slide(&mut sheet, row, scenario, results, reach);
            let changed = !scenario.is_default(row.key);
            sheet.show(format!("reset-{name}"), changed).class(format!("control-{name}"), "changed", changed);
            sheet.class(format!("control-{name}"), "chosen", embeds && is_embedded);
            let usual = usual(row, scenario);
            sheet.attribute(format!("reset-{name}"), "title", format!("Reset to {usual}"));
            sheet.text(format!("usual-{name}"), usual);
            sheet.text(format!("unit-{name}"), remark(row, scenario, results));
        }
        for key in form::main(scenario.system()).iter().take(form::AT_THUMB) {
            sheet.show(format!("open-{}", key.name()), scenario.applies(*key));
        }
        let rows = scenario.system().params().iter().filter(|row| form::has(row) && row.key != Key::Load);
        let changed = rows.filter(|row| !scenario.is_default(row.key)).count();
        sheet.text("changed", if changed == 0 { String::new() } else { changed.to_string() });
        let words = match changed {
            0 => "All values are defaults".into(),
            _ => format!("{} changed", count(changed, "value", "values")),
        };
        sheet.text("changed-words", words);
        sheet.class("body", "load", !embeds || embedded & bit(Key::Load) != 0);
        self.shown = Some(*scenario);
        sheet
    }

    /// Lets the next [`Controls::sheet`] bring every field to the scenario, also one whose text was not accepted.
    pub(crate) const fn insist(&mut self) {
        self.insist = true;
        self.typing = None;
    }

    /// Another address is opened: half-typed text belongs to the one before, and is dropped.
    pub(crate) const fn reopen(&mut self) {
        self.address += 1;
        self.insist();
    }

    /// True if an edit in the form of this address still counts.
    pub(crate) const fn is_open(&self, address: u32) -> bool {
        self.address == address
    }

    pub(crate) const fn typing(&mut self, key: Key) {
        self.typing = Some(key);
    }

    /// Opens the panel of all settings, or closes it. Returns the element that gets the focus.
    pub(crate) fn toggle(&mut self) -> (DomPatch, &'static str) {
        self.open = !self.open;
        let mut sheet = DomPatch::default();
        self.panel(&mut sheet);
        (sheet, if self.open { "settings-title" } else { "all-settings" })
    }

    fn panel(&self, sheet: &mut DomPatch) {
        sheet.class("controls", "open", self.open).class("body", "settings", self.open);
        sheet.state("all-settings", "aria-expanded", self.open);
    }

    /// Puts the slider of a parameter into the place of the load, or brings the load back.
    pub(crate) fn slide(&mut self, key: Option<Key>, system: System) -> DomPatch {
        let mut sheet = DomPatch::default();
        let key = key.filter(|key| *key != Key::Load);
        sheet.class("body", "slid", key.is_some()).state("open-load", "aria-pressed", key.is_none());
        for main in form::main(system).iter().take(form::AT_THUMB) {
            let (name, here) = (main.name(), Some(*main) == key);
            sheet.class(format!("control-{name}"), "current", here).state(format!("open-{name}"), "aria-pressed", here);
        }
        sheet
    }

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

/// The number after a press of an arrow in the field of a parameter: the next stop of its slider, also beyond its ends.
pub(crate) fn next(row: &Param, results: &Results, value: f64, up: bool) -> f64 {
    let (min, max, base, step) = match row.kind {
        ParamKind::Integer { min, max, .. } => (f64::from(min), f64::from(max), 0.0, 1.0),
        ParamKind::Real { min, max, .. } if row.key == Key::Load => (min, max, 0.0, results.round_step()),
        ParamKind::Real { min, max, slider, step, .. } => (min, max, slider.map_or(0.0, |(low, _)| low), step),
        _ => return value,
    };
    // The quotient of two decimals may lie a hair beside a whole number.
    let stops = |end: f64, aside: f64| (end - base) / step + aside * 1e-6;
    let stop = if up {
        (stops(value, 1.0).floor() + 1.0).min(stops(max, 1.0).floor())
    } else {
        (stops(value, -1.0).ceil() - 1.0).max(stops(min, -1.0).ceil())
    };
    let next = format!("{:.*}", decimals(step), base + stop * step).parse().unwrap_or(value);
    if (next > value) == up { next } else { value }
}

/// The words at the thumb of the load: until it is moved for the first time on this device, and not where a link has set it.
pub(crate) fn drag(scenario: &Scenario, reach: f64, dragged: bool) -> DomPatch {
    let mut sheet = DomPatch::default();
    let untouched = !dragged && scenario.is_default(Key::Load);
    sheet.show("drag", untouched && scenario.get(Key::Load) < ROOM_TO_DRAG * reach);
    sheet
}

/// Brings the slider of a parameter to the scenario, if it has one: first its ends, for they hold the value.
fn slide(sheet: &mut DomPatch, row: &Param, scenario: &Scenario, results: &Results, reach: f64) {
    if !row.slides() {
        return;
    }
    let (text, id) = (scenario.text(row.key), id_of(row.key));
    if let ParamKind::Real { slider: None, max, .. } = row.kind {
        let last = reach.min(max);
        sheet.attribute(id.clone(), "max", last.to_string()).attribute(id.clone(), "step", results.load_step());
        zones(sheet, results, last);
    }
    let (low, high) = ends(row, reach);
    let at = ((scenario.get(row.key) - low) / (high - low).max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
    if row.key == Key::Vcs {
        // Those that are too few for the routing are dotted.
        let least = scenario.put(row.key, "1", &mut Vec::new()).get(row.key);
        sheet.style("control-vcs", "--dotted", format!("{:.4}", (least - low) / (high - low)));
    }
    let holder = if row.key == Key::Load { "load-part".into() } else { id.clone() };
    sheet.style(holder, "--at", format!("{at:.4}"));
    let remark = remark(row, scenario, results);
    let unit = if remark == row.unit { "" } else { row.unit };
    let spoken: Vec<_> = [text.as_str(), unit, &remark].into_iter().filter(|part| !part.is_empty()).collect();
    sheet.value(id.clone(), text.clone()).attribute(id, "aria-valuetext", spoken.join(" "));
}

fn ends(row: &Param, reach: f64) -> (f64, f64) {
    match row.kind {
        ParamKind::Integer { slider: Some((low, high)), .. } => (f64::from(low), f64::from(high)),
        ParamKind::Real { slider: Some(ends), .. } => ends,
        ParamKind::Real { min, max, .. } => (min, reach.min(max)),
        _ => (0.0, 1.0),
    }
}

/// The zones on the track of the load: where queues grow without end, or else where the paper's model ends; `last` is the end of the track.
fn zones(sheet: &mut DomPatch, results: &Results, last: f64) {
    let part = |load: f64| (load / last).min(1.0);
    let full = results.network().map_or(1.0, |curve| part(curve.end.load));
    // The paper's end has a zone only where there is no other.
    let paper = results.marked().find(|curve| curve.of_paper() && curve.end.saturated()).filter(|_| full == 1.0);
    let end = paper.map_or(full, |curve| part(curve.end.load));
    sheet.style("load-part", "--end", format!("{end:.4}")).style("load-part", "--full", format!("{full:.4}"));
    let label = match paper {
        Some(curve) if curve.end.is_bound() => curve.end.label(),
        _ => "the paper ends",
    };
    sheet.text("zone-end", if end < full.min(0.999) { label } else { "" });
    sheet.text("zone-full", if full < 0.999 { "queues grow without end" } else { "" });
}

/// The usual value of a parameter, in the words of its option or as a number.
fn usual(row: &Param, scenario: &Scenario) -> String {
    let usual = scenario.reset(row.key, &mut Vec::new());
    let text = usual.text(row.key);
    let name = scenario.system().option_name(row.key, &text);
    if name.is_empty() { text } else { name.into() }
}

/// Brings the other inputs of a parameter to the scenario; a `gentle` sheet leaves the text alone that is being typed.
fn bring(sheet: &mut DomPatch, row: &Param, scenario: &Scenario, gentle: bool) {
    let (text, id) = (scenario.text(row.key), id_of(row.key));
    if let Some(field) = form::field(row) {
        if row.key == Key::Load || form::main(scenario.system()).contains(&row.key) {
            sheet.text(format!("value-{}", row.key.name()), share(row, scenario).unwrap_or_else(|| text.clone()));
        }
        sheet.style(field.clone(), "--digits", text.len().max(1).to_string());
        sheet.attribute(field.clone(), "aria-valuenow", text.clone());
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

/// A share of the messages, in per cent; none for other parameters.
fn share(row: &Param, scenario: &Scenario) -> Option<String> {
    let shares = matches!(row.key, Key::Beta | Key::Multicast);
    shares.then(|| format!("{}\u{a0}%", trimmed(100.0 * scenario.get(row.key))))
}

/// The small grey words at the right: a consequence of the value, or its unit.
fn remark(row: &Param, scenario: &Scenario, results: &Results) -> String {
    let size = results.info().map(|info| info.size).filter(|size| size.key == row.key);
    match (size, row.key, &results.outcome) {
        (Some(size), ..) => (size.words)(scenario.setup()),
        (None, Key::Beta | Key::Multicast, _) => {
            share(row, scenario).map_or_else(String::new, |part| format!("= {part}"))
        }
        (None, Key::Table, _) => {
            Rates::numbered(scenario.count(Key::Table)).map_or_else(String::new, |table| table.name.clone())
        }
        (None, Key::Load, Outcome::Saturated) => match results.main_curve() {
            _ if results.owner().is_some() => row.unit.into(),
            Some(curve) if curve.end.of_network() || curve.end.is_bound() => "more than the network carries".into(),
            _ if results.network().is_some() => "beyond our model’s end".into(),
            _ => "beyond the paper’s end".into(),
        },
        _ => row.unit.into(),
    }
}

#[cfg(test)]
mod tests;
