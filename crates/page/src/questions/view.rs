//! The questions as they stand on the page: controls, sentences, bars, the map and the networks.

use super::{
    Pending, Questions,
    map::{Map, plain},
};
use crate::{
    chart::curves::Curves,
    dom::{
        effect::Effect,
        patch::{DomPatch, Patch},
    },
    export::files,
    jobs::store::Store,
    panels::controls::form::number,
    results::Results,
    worker::{
        answer::{Answer, Elasticity, chosen, target},
        question::Question,
    },
};
use flitscope::{
    experiment::table::Separator,
    explore::{self, less_is_better, numbers, words},
    model::{self, ModelInfo},
    param::{Key, Param, ParamOption, options::Mapped},
    scenario::Scenario,
    text::{percent, significant},
};
use maud::{Markup, html};

/// Half of the width of a bar's picture; an elasticity of [`FULL`] fills it.
const HALF: f64 = 60.0;
const FULL: f64 = 2.0;

/// A parameter in words: its name and its letter.
fn named(row: &Param) -> String {
    if row.symbol.is_empty() { row.name.into() } else { format!("{}, {}", row.name, row.symbol) }
}

/// The text of an option: the name of a parameter, else the name in the table.
fn option_words(scenario: &Scenario, option: &ParamOption) -> String {
    let row = numbers(scenario).find(|row| row.key.name() == option.key);
    row.map_or_else(|| option.name.into(), named)
}

/// A list to choose from.
fn list(scenario: &Scenario, key: Key) -> Markup {
    let name = scenario.system().param(key).map_or("", |row| row.name);
    html! {
        select id={ "query-" (key.name()) } data-key=(key.name()) aria-label=(name) {
            @for option in scenario.system().options(key) { option value=(option.key) { (option_words(scenario, option)) } }
        }
    }
}

/// A button that puts a value into the scenario.
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
        sheet.markup("query-form", form(scenario, info));
        for key in [Key::Asks, Key::Extreme, Key::Want, Key::Map, Key::MapX, Key::MapY, Key::Front, Key::Equal] {
            sheet.value(format!("query-{}", key.name()), scenario.chosen(key));
        }
        for key in [Key::Target, Key::Cost] {
            if scenario.system().param(key).is_some() {
                let (field, text) = (format!("number-{}", key.name()), scenario.text(key));
                sheet.attribute(field.clone(), "aria-valuenow", text.clone());
                let text = if text == "0" { String::new() } else { text };
                sheet.mark(field, Patch::Field { text, gentle: true });
            }
        }
        let better = if less_is_better(info) { "at most" } else { "at least" };
        let bound = |target| format!(", with a {} of {better} {} {}", info.quantity, significant(target, 4), info.unit);
        let bound = target(scenario).map_or_else(String::new, bound);
        sheet.text("query-bound", format!("that carries the load shown{bound}"));
        for question in Question::ALL {
            self.show(question, &mut sheet, scenario, info, store);
        }
        sheet
    }

    /// The view of a question.
    fn show(&self, question: Question, sheet: &mut DomPatch, scenario: &Scenario, info: &ModelInfo, store: &Store) {
        match question {
            Question::Load => drop(sheet.markup("query-load-said", self.said(question, Some(Key::Load)))),
            Question::Cost if scenario.system().param(Key::Cost).is_none() => {}
            Question::Cost => drop(sheet.markup("query-cost-said", self.said(question, Some(Key::Load)))),
            Question::Extreme => {
                let key = chosen(scenario, Key::Extreme).map(|row| row.key);
                sheet.markup("query-extreme-said", self.said(question, key));
            }
            Question::Elasticities => drop(sheet.markup("query-matters", self.elasticities(scenario, info))),
            Question::Map => self.map_sheet(sheet, scenario),
            Question::Networks => self.networks_sheet(sheet, store),
            // In the tab of the data.
            Question::Channels => {}
        }
    }

    /// An answer in a sentence, with a button that puts it into the scenario.
    fn said(&self, question: Question, key: Option<Key>) -> Markup {
        let asked = self.of(question);
        html! {
            @match asked.map(|asked| (asked, &asked.answer)) {
                Some((Pending { trouble: Some(trouble), .. }, _)) => { (trouble) }
                Some((_, Some(Answer::Said { sentence, number }))) => {
                    (sentence)
                    @if let (Some(number), Some(key)) = (number, key) { " " (take(key, *number, "Use this")) }
                }
                Some(_) => { "Searching…" }
                None => {}
            }
        }
    }

    fn elasticities(&self, scenario: &Scenario, info: &ModelInfo) -> Markup {
        let Some(asked) = self.of(Question::Elasticities) else { return html! {} };
        let Some(Answer::Elasticities { sentence, all }) = &asked.answer else {
            return html! { p { (asked.trouble.as_deref().unwrap_or("Searching…")) } };
        };
        let known = all.iter().any(|one| one.measure.is_some() || one.saturation.is_some());
        let row = |Elasticity { key, measure, saturation }: &Elasticity| {
            let row = scenario.system().param_named(key)?;
            Some(html! { tr { th scope="row" { (named(row)) } (bar(*measure)) (bar(*saturation)) } })
        };
        html! {
            p { (sentence) }
            @if known {
                div.wide role="group" tabindex="0" aria-label="What each parameter does" { table.bars {
                    caption.muted { "Elasticities: 2 means 2 % for each 1 % of the parameter. Whole numbers are compared with their neighbours." }
                    thead { tr { th { "parameter" } th colspan="2" { (info.quantity) } th colspan="2" { (words::end_words(&asked.subject)) } } }
                    tbody { @for row in all.iter().filter_map(row) { (row) } }
                } }
            }
        }
    }

    fn map_sheet(&self, sheet: &mut DomPatch, scenario: &Scenario) {
        sheet.show("query-map-box", self.map.is_some());
        let wanted = scenario.choice::<Mapped>() != Mapped::Nothing;
        let Some(map) = self.map.as_ref().filter(|_| self.of(Question::Map).is_some()) else {
            let why = if wanted {
                "There is no map for this choice: choose two different parameters, and the load only for a map of the first measure."
            } else {
                ""
            };
            sheet.text("query-map-said", why);
            return;
        };
        let rows = [Key::MapX, Key::MapY].map(|key| chosen(scenario, key));
        let [x, y] = rows.map(|row| row.map_or_else(String::new, named));
        let [x_key, y_key] = rows.map(|row| row.map_or(Key::Load, |row| row.key));
        let subject = self.of(Question::Map).map_or(scenario, |asked| &asked.subject);
        let working = self.of(Question::Map).is_some_and(|asked| !asked.jobs.is_empty());
        let read = self.cell.unwrap_or_else(|| map.nearest(scenario));
        let (across, up) = map.values(read);
        let here = match map.at(read) {
            Some(Some(value)) => significant(value, 4),
            Some(None) => {
                let why = explore::map::unsolved(subject, (x_key, across), (y_key, up));
                why.map_or_else(|| "no number".into(), |why| format!("no number. {why}"))
            }
            None => "not known yet".into(),
        };
        let here = here.trim_end_matches('.');
        let said = format!("{x} = {}, {y} = {}: {here}.", plain(across, 4), plain(up, 4));
        sheet.markup("query-picture", map.picture(scenario, self.cell));
        sheet.attribute("query-picture", "aria-valuetext", said.clone());
        sheet.attribute("query-picture", "data-state", map.state());
        let cells = map.numbers();
        let whole = if working {
            format!("{} of the cells are solved.", percent(map.part(), 2))
        } else {
            words::map(subject, scenario.choice(), map.axes([x_key, y_key]), &cells)
        };
        sheet.text("query-map-said", format!("{said} {whole}"));
        let [along_x, along_y] = map.ranges();
        sheet.text("query-map-x", format!("{x}, {along_x} →")).text("query-map-y", format!("{y}, {along_y} ↑"));
        let lines = map.contours().iter().map(|value| significant(*value, 3)).collect::<Vec<_>>().join(", ");
        sheet.text(
            "query-map-lines",
            if lines.is_empty() { String::new() } else { format!("Lines at {lines}; stronger colour is more.") },
        );
        sheet.markup("query-map-table", map.table(&x, &y));
        self.front_sheet(sheet, scenario, (map, read), [&x, &y], [x_key, y_key]);
    }

    /// The Pareto view of the map, with the cell that is read.
    fn front_sheet(
        &self,
        sheet: &mut DomPatch,
        scenario: &Scenario,
        (map, read): (&Map, (usize, usize)),
        names: [&str; 2],
        keys: [Key; 2],
    ) {
        let front = self.front(scenario);
        sheet.show("query-pareto-box", front.is_some());
        let Some(front) = front else { return };
        let subject = self.of(Question::Map).map_or(scenario, |asked| &asked.subject);
        let (designs, best) = front.networks();
        let values = map.values(read);
        let [x, y] =
            [(names[0], values.0), (names[1], values.1)].map(|(name, at)| format!("{name} = {}", significant(at, 4)));
        let cost = front.cost_of(read).unwrap_or_else(|| "no number".into());
        let value = map.at(read).flatten().map_or_else(String::new, |value| format!("{}, ", significant(value, 4)));
        let here = format!("{x}, {y}: {value}{cost}.");
        let shown = map.shown();
        let sentence = words::pareto(subject, (shown, front.which()), keys, designs, best);
        sheet.text("query-pareto-said", format!("{here} {sentence}"));
        sheet.markup("query-pareto", front.picture(map.nearest(scenario), self.cell));
        sheet.attribute("query-pareto", "aria-valuetext", here);
        sheet.text("query-pareto-x", format!("{} →", front.which().choice().name));
        let value = match shown {
            Mapped::Measure => model::start(subject.setup()).info().quantity,
            Mapped::Nothing | Mapped::Saturation => words::end_words(subject),
        };
        sheet.text("query-pareto-y", format!("{value} ↑"));
        sheet.markup("query-pareto-table", front.table(names, value));
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

    /// The map as a file.
    pub(crate) fn file(&self, scenario: &Scenario, results: &Results, separator: Separator) -> Option<Effect> {
        let map: &Map = self.map.as_ref()?;
        let keys = [chosen(scenario, Key::MapX)?.key, chosen(scenario, Key::MapY)?.key];
        let front = self.front(scenario);
        let text = map.csv(keys, scenario, separator, |place| front.as_ref().map(|front| front.has(place)));
        Some(Effect::Download { name: format!("map-{}", files::name(results, "csv")), kind: "text/csv", text })
    }
}

/// The buttons that save the map.
fn downloads() -> Markup {
    html! {
        p.row {
            button type="button" data-do="map-csv" { "Download CSV" } " "
            button type="button" data-do="map-csv" data-of=";" { "With decimal commas" }
        }
    }
}

/// The form of all questions, with their choices.
fn form(scenario: &Scenario, info: &ModelInfo) -> Markup {
    let field = |key| scenario.system().param(key).map_or_else(|| html! {}, number);
    let torus = scenario.system().param(Key::Cost).is_some();
    html! {
        p.ask { "Answer with: " (list(scenario, Key::Asks)) }
        h3 { "What matters here" }
        div id="query-matters" {}
        h3 { "Which load?" }
        p.ask { "A " (info.quantity) " of " (field(Key::Target)) " " (info.unit) }
        p id="query-load-said" role="status" {}
        @if torus {
            p.ask { "At which load do broadcasts slow other messages by " (field(Key::Cost)) " %?" }
            p id="query-cost-said" role="status" {}
        }
        h3 { "Which network?" }
        p.ask {
            "The " (list(scenario, Key::Want)) " " (list(scenario, Key::Extreme)) " " span id="query-bound" {}
        }
        p id="query-extreme-said" role="status" {}
        h3 { "Map" }
        p.ask { (list(scenario, Key::Map)) " over " (list(scenario, Key::MapX)) " and " (list(scenario, Key::MapY)) }
        p id="query-map-said" role="status" {}
        div id="query-map-box" {
            p id="query-map-y" class="muted" {}
            div id="query-picture" role="slider" tabindex="0" aria-label="Map: arrows read its cells, Enter uses their values" aria-valuemin="0" aria-valuemax="1" aria-valuenow="0" {}
            p id="query-map-x" class="muted" {}
            p id="query-map-lines" class="muted" {}
            details id="query-map-numbers" {
                summary { "Numbers" }
                div.wide role="group" tabindex="0" aria-label="Numbers of the map" { table id="query-map-table" {} }
                (downloads())
            }
            p.ask { "Each network by its cost: " (list(scenario, Key::Front)) }
            div id="query-pareto-box" {
                p id="query-pareto-said" role="status" {}
                p id="query-pareto-y" class="muted" {}
                div id="query-pareto" role="slider" tabindex="0" aria-label="Pareto view: left and right move along the front, Enter uses the values of a network" aria-valuemin="0" aria-valuemax="1" aria-valuenow="0" {}
                p id="query-pareto-x" class="muted" {}
                details id="query-pareto-numbers" {
                    summary { "The front" }
                    div.wide role="group" tabindex="0" aria-label="Networks of the front" { table id="query-pareto-table" {} }
                    (downloads())
                }
            }
        }
        h3 { "Other networks of the same size" }
        p.ask { (list(scenario, Key::Equal)) }
        div id="query-networks" {}
        p.ask id="query-simulate-box" {
            button type="button" id="query-simulate" data-do="simulate-networks" {}
            span id="query-simulate-said" role="status" {}
        }
        div id="query-networks-table" {}
        details id="query-runs" {
            summary { "Simulated points" }
            div.wide role="group" tabindex="0" aria-label="Simulated points" { table id="query-runs-table" {} }
        }
    }
}

/// An elasticity as a bar from the middle and as a number.
fn bar(elasticity: Option<f64>) -> Markup {
    let Some(value) = elasticity else { return html! { td {} td.number { "–" } } };
    let width = HALF * (value.abs() / FULL).min(1.0);
    let left = if value < 0.0 { HALF - width } else { HALF };
    html! {
        td { svg viewBox={ "0 0 " (2.0 * HALF) " 12" } width=(2.0 * HALF) height="12" aria-hidden="true" {
            path d={ "M" (HALF) " 0v12" } stroke="var(--control)" {}
            rect x=(format!("{left:.1}")) y="2" width=(format!("{width:.1}")) height="8" fill={ "var(--" (if value < 0.0 { "refined" } else { "printed" }) ")" } {}
        } }
        td.number { (significant(value, 3).replace('-', "−")) }
    }
}
