//! Model against simulation: by how much they differ in each part of the curve, what fails first, and every quantity of both.

use super::{
    chart_view::words,
    dom::{self, Fallible},
    insight::{glyph, per_cent},
    lab::Lab,
    results::Results,
};
use crate::{
    experiment::{
        Observation, Predictions,
        agreement::agreement,
        comparison::{Row, compare, first_to_fail},
    },
    model::{Outcome, Point, Value, significant},
    param::{Group, Key},
    scenario::Scenario,
};
use web_sys::HtmlElement;

/// What a quantity may be off by before it is said to fail.
const TOLERANCE: f64 = 0.05;

/// A relative difference from which on it is written as a factor.
const MANIFOLD: f64 = 10.0;

/// What a model has said, by load.
type Said = Vec<(f64, Outcome<Point>)>;

/// The panel of the comparison.
pub struct Verdict {
    panel: HtmlElement,
    sentences: HtmlElement,
    title: HtmlElement,
    table: HtmlElement,
    rows: HtmlElement,
    /// What it was last written for: the scenario, and the loads that were finished.
    written: Option<(Scenario, Vec<f64>)>,
    /// What the model has said so far, and the scenario without what makes no difference to that.
    said: Option<(Scenario, Said)>,
}

impl Verdict {
    /// The panel, still empty.
    pub fn new() -> Fallible<Self> {
        Ok(Self {
            panel: dom::by_id("verdict")?,
            sentences: dom::by_id("agreement")?,
            title: dom::by_id("compared")?,
            table: dom::by_id("comparison-table")?,
            rows: dom::by_id("comparison")?,
            written: None,
            said: None,
        })
    }

    /// Brings the panel to what has been simulated to the end.
    pub fn render(&mut self, results: &Results, lab: &Lab) -> Fallible {
        let mut observations = lab.observations();
        observations.retain(Observation::finished);
        let curve = results.curves.first().filter(|_| !observations.is_empty());
        dom::show(&self.panel, curve.is_some());
        let Some(curve) = curve else {
            self.written = None;
            return Ok(());
        };
        let loads: Vec<f64> = observations.iter().map(|observation| observation.record.load).collect();
        if self.written.as_ref().is_some_and(|(scenario, written)| *scenario == results.scenario && *written == loads) {
            return Ok(());
        }
        let (scenario, model) = (&results.scenario, &*curve.model);
        // The load shown may move without another word from the model.
        let question =
            scenario.without(|row| row.group == Group::View || row.group == Group::Stage || row.key == Key::Load);
        let earlier = self.said.take().filter(|(asked, _)| *asked == question).map(|(_, said)| said);
        let predictions = Predictions::of(model, &observations, earlier.unwrap_or_default());
        let agreement = agreement(scenario, &predictions, &observations);
        let mut sentences = agreement.sentences(words(scenario, curve.reading));
        sentences
            .extend(first_to_fail(&predictions, &observations, TOLERANCE).map(|failure| failure.sentence(scenario)));
        let items: String = sentences.iter().map(|sentence| format!("<p>{}</p>", dom::escape(sentence))).collect();
        self.sentences.set_inner_html(&items);
        let shown = scenario.get(Key::Load);
        let far = |observation: &&Observation| (observation.record.load - shown).abs();
        if let Some(nearest) = observations.iter().min_by(|a, b| far(a).total_cmp(&far(b))) {
            let load = nearest.record.load;
            let point = predictions.at(load);
            let rows = point.map_or_else(Vec::new, |point| compare(&point.quantities, nearest));
            let place = if load == shown { "" } else { ", the nearest load that has been simulated" };
            let title = match point {
                Some(_) => format!("Quantity by quantity at {}{place}", results.load_words(load)),
                None => format!("At {} the model has no solution to compare", results.load_words(load)),
            };
            dom::set_text(&self.title, &title);
            dom::show(&self.table, !rows.is_empty());
            self.rows.set_inner_html(&rows.iter().map(row).collect::<String>());
        }
        self.said = Some((question, predictions.into_said()));
        self.written = Some((*scenario, loads));
        Ok(())
    }
}

/// By how much the model is off, in a few characters.
fn off(error: f64) -> String {
    if error.abs() < MANIFOLD { per_cent(error) } else { format!("× {}", significant(1.0 + error, 2)) }
}

/// A quantity on both sides.
fn row(row: &Row<'_>) -> String {
    let model = match row.model {
        Value::Number(number) => vec![*number * row.sharing],
        Value::List(numbers) => numbers.iter().map(|number| number * row.sharing).collect(),
    };
    let numbers =
        |numbers: &[f64]| numbers.iter().map(|number| significant(*number, 3)).collect::<Vec<_>>().join("<br>");
    let half = row.half95.map_or_else(String::new, |half| format!("<br>± {}", significant(half, 2)));
    let times = if row.sharing > 1.0 { " × V̄" } else { "" };
    format!(
        "<tr{}><td>{} {}{times}</td><td class=\"number\">{}</td><td class=\"number\">{}{half}</td><td class=\"number\">{}</td></tr>",
        if row.fails(TOLERANCE) { " class=\"off\"" } else { "" },
        glyph(row.symbol),
        dom::escape(row.name),
        numbers(&model),
        numbers(&row.simulated),
        row.error.map_or_else(|| "–".into(), off),
    )
}
