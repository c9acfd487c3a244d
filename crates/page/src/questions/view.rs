//! The tab of questions: their forms with the values of the controls, and what their views share.

use super::{ALL, Pending, Questions, map::Map, row::Shown};
use crate::{
    chart::curves::Curves, export::files, jobs::store::Store, panels::controls::form::number, prelude::*,
    results::Results,
};
use flitscope::{
    explore::{Said, chosen, numbers},
    param::ParamOption,
};

/// A parameter in words: its name and its letter.
pub(super) fn named(row: &Param) -> String {
    if row.symbol.is_empty() { row.name.into() } else { format!("{}, {}", row.name, row.symbol) }
}

/// The text of an option: the name of a parameter, else the name in the table.
fn option_words(scenario: &Scenario, option: &ParamOption) -> String {
    let row = numbers(scenario).find(|row| row.key.name() == option.key);
    row.map_or_else(|| option.name.into(), named)
}

pub(super) fn list(scenario: &Scenario, key: Key) -> Markup {
    let name = scenario.system().param(key).map_or("", |row| row.name);
    html! {
        select id={ "query-" (key.name()) } data-key=(key.name()) aria-label=(name) {
            @for option in scenario.system().options(key) { option value=(option.key) { (option_words(scenario, option)) } }
        }
    }
}

/// A field for a number; nothing in a system without it.
pub(super) fn field(scenario: &Scenario, key: Key) -> Markup {
    scenario.system().param(key).map_or_else(|| html! {}, number)
}

fn take(key: Key, value: f64, words: &str) -> Markup {
    html! { button type="button" data-do="try" data-of={ (key.name()) "=" (value) } { (words) } }
}

impl Questions {
    /// Everything, of the scenario on the screen; nothing while the tab is closed.
    pub(crate) fn sheet(&self, scenario: &Scenario, results: &Results, store: &Store) -> DomPatch {
        let mut sheet = DomPatch::default();
        if self.of(Question::Extreme).is_none() {
            return sheet;
        }
        let info = results.info().unwrap_or_else(|| model::start(scenario.setup()).info());
        let form = html! {
            p.ask { "Answer with: " (list(scenario, Key::Asks)) }
            @for row in ALL { ((row.form)(scenario, info)) }
        };
        sheet.markup("query-form", form).mark("ask", Patch::Open(true));
        let keys = ALL.iter().flat_map(|row| row.keys).chain(&[Key::Asks, Key::Front]);
        for row in keys.filter_map(|key| scenario.system().param(*key)) {
            let (name, text) = (row.key.name(), scenario.text(row.key));
            if matches!(row.kind, ParamKind::Choice { .. }) {
                sheet.value(format!("query-{name}"), scenario.chosen(row.key));
                continue;
            }
            sheet.attribute(format!("number-{name}"), "aria-valuenow", text.clone());
            let text = if text == "0" { String::new() } else { text };
            sheet.mark(format!("number-{name}"), Patch::Field { text, gentle: true });
        }
        let shown = Shown { scenario, info, store };
        ALL.iter().for_each(|row| (row.show)(self, &shown, &mut sheet));
        sheet
    }

    /// An answer in a sentence, with a button that puts it into the scenario.
    pub(super) fn said(&self, question: Question, key: Option<Key>) -> Markup {
        let asked = self.of(question);
        html! {
            @match asked.map(|asked| (asked, &asked.answer)) {
                Some((Pending { trouble: Some(trouble), .. }, _)) => { (trouble) }
                Some((_, Some(Answer::Said(Said { sentence, found })))) => {
                    (sentence)
                    @if let (Some((number, _)), Some(key)) = (found, key) { " " (take(key, *number, "Use this")) }
                }
                Some(_) => { "Searching…" }
                None => {}
            }
        }
    }

    /// The answer on the chart: where the target is reached.
    pub(crate) fn mark_sheet(&self, curves: &Curves) -> DomPatch {
        let mut sheet = DomPatch::default();
        let place = self.mark().and_then(|(load, target)| curves.place_of(load, target));
        sheet.show("target", place.is_some());
        if let Some((left, top)) = place {
            sheet.style("target", "translate", format!("{left:.1}px {top:.1}px"));
        }
        sheet
    }

    pub(crate) fn file(&self, scenario: &Scenario, results: &Results, separator: Separator) -> Option<Effect> {
        let map: &Map = self.map.as_ref()?;
        let keys = [chosen(scenario, Key::MapX)?.key, chosen(scenario, Key::MapY)?.key];
        let front = self.front(scenario);
        let text = map.csv(keys, scenario, separator, |place| front.as_ref().map(|front| front.has(place)));
        Some(Effect::Download { name: format!("map-{}", files::name(results, "csv")), kind: "text/csv", text })
    }
}
