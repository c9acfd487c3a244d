//! Model against simulation: every quantity at one load, by how much each model differs in each part of the curve, and what fails first.

use crate::{
    jobs::simulation::Simulation,
    prelude::*,
    results::{Curve, Results},
};
use flitscope::{
    experiment::{
        Predictions,
        agreement::agreement,
        comparison::{ComparisonRow, compare, first_to_fail},
    },
    model::Value,
    text::{self, sentence as capital},
};

/// The largest relative error of a quantity that counts as agreement.
const TOLERANCE: f64 = 0.05;

/// The same, from which on it is far off.
const FAR: f64 = 0.2;

/// A relative difference from which on it is written as a factor.
const MANIFOLD: f64 = 10.0;

const SOLVING: &str = "The models are still being solved.";

type PredictionsByLoad = Vec<(f64, Outcome<Point>)>;

/// A model at the load at which it is compared.
struct Side<'a> {
    /// Its name at the head of a column, and in a sentence.
    name: &'static str,
    model: &'static str,
    info: &'static ModelInfo,
    /// None where it has no solution.
    rows: Option<Vec<ComparisonRow<'a>>>,
}

impl<'a> Side<'a> {
    /// A model at its point, compared with the simulation of the same load.
    fn of(scenario: &Scenario, curve: &Curve, point: Option<&'a Point>, seen: &Summary) -> Self {
        let (name, model) = (swatch::name(scenario, curve.reading), swatch::in_words(scenario, curve.reading));
        let info = curve.model.info();
        Self { name, model, info, rows: point.map(|point| compare(info, &point.quantities, seen)) }
    }

    fn row(&self, symbol: &str) -> Option<&ComparisonRow<'_>> {
        self.rows.iter().flatten().find(|row| row.symbol == symbol)
    }
}

/// The comparison, with what it was last made of.
#[derive(Default)]
pub struct ComparisonPanel {
    /// The scenario, and the loads that were finished.
    written: Option<(Scenario, Vec<f64>)>,
    /// The predictions of a setup so far.
    said: Option<(Setup, PredictionsByLoad)>,
    /// The prediction of the other model, by setup and reading, for the load at which it was compared last.
    other: Option<(Setup, Reading, f64, Outcome<Point>)>,
}

impl ComparisonPanel {
    /// True if the other model has been asked for that load.
    fn has(&self, setup: &Setup, reading: Reading, load: f64) -> bool {
        self.other.as_ref().is_some_and(|(asked, of, at, _)| asked == setup && *of == reading && *at == load)
    }

    /// The panel, from finished observations. If none is new, the sheet only shows the panel.
    pub fn sheet(&mut self, results: &Results, simulation: &Simulation) -> DomPatch {
        let mut observations = simulation.observations();
        observations.retain(Summary::finished);
        let curve = results.main_curve().filter(|_| !observations.is_empty());
        let mut sheet = DomPatch::default();
        // A model that is still being solved has nothing to say yet.
        let second = curve.and_then(|curve| results.curves.iter().find(|other| other.of_paper() != curve.of_paper()));
        let solved = curve.into_iter().chain(second).all(|curve| curve.whole);
        let uncovered = model::choose(results.scenario.setup()).uncovered();
        let curve = curve.filter(|_| solved && uncovered.is_none());
        sheet.show("comparison-summary", curve.is_some()).show("comparison-none", curve.is_none());
        let Some(curve) = curve else {
            let words = || if solved { none(simulation) } else { SOLVING.into() };
            sheet.text("comparison-none", uncovered.map_or_else(words, |reason| reason.to_string()));
            self.written = None;
            return sheet;
        };
        let loads: Vec<f64> = observations.iter().map(|observation| observation.load).collect();
        if self.written.as_ref().is_some_and(|(scenario, written)| *scenario == results.scenario && *written == loads) {
            return sheet;
        }
        let (scenario, model) = (&results.scenario, &*curve.model);
        // The load shown may move while the model is asked no more.
        let setup = *scenario.setup();
        let earlier = self.said.take().filter(|(asked, _)| *asked == setup).map(|(_, said)| said);
        let predictions = Predictions::of(model, &observations, earlier.unwrap_or_default());
        let agreement = agreement(scenario, &predictions, &observations);
        let mut sentences = agreement.sentences(scenario.reading_words(curve.reading));
        sentences.extend(
            first_to_fail(&predictions, &observations, TOLERANCE).map(|failure| failure.sentence(agreement.symbol)),
        );
        sheet.markup("agreement", html! { @for sentence in &sentences { p { (sentence) } } });
        let shown = scenario.get(Key::Load);
        let far = |observation: &&Summary| (observation.load - shown).abs();
        if let Some(nearest) = observations.iter().min_by(|a, b| far(a).total_cmp(&far(b))) {
            let load = nearest.load;
            if let Some(second) = second.filter(|second| !self.has(&setup, second.reading, load)) {
                self.other = Some((setup, second.reading, load, second.model.point(load)));
            }
            let other = match &self.other {
                Some((.., Outcome::Stable(point))) => Some(point),
                _ => None,
            };
            let mut both: Vec<(&Curve, Option<&Point>)> = vec![(curve, predictions.at(load))];
            both.extend(second.map(|second| (second, other)));
            sort_small_by(&mut both, |(curve, _)| f64::from(u8::from(!curve.of_paper())));
            let sides: Vec<Side<'_>> =
                both.into_iter().map(|(curve, point)| Side::of(scenario, curve, point, nearest)).collect();
            let place = if load == shown { "" } else { ", the nearest load that has been simulated" };
            let any = sides.iter().any(|side| side.rows.is_some());
            sheet.text("compared", format!("At {}{place}. Intervals are 95 %.", results.load_words(load)));
            sheet.text("comparison-title", result(&sides, load == shown));
            sheet.show("comparison-frame", any).markup("comparison-table", table(&sides));
        }
        self.said = Some((setup, predictions.into_said()));
        self.written = Some((*scenario, loads));
        sheet
    }
}

/// By how much the latency of each model is off, or what else it is that is compared first.
fn result(sides: &[Side<'_>], here: bool) -> String {
    let place = if here { " at this load" } else { "" };
    let clause = |side: &Side<'_>| {
        let name = side.model;
        let row = side.info.measures.first().and_then(|measure| side.row(measure.quantity));
        let said = match row.and_then(|row| Some((row.error?, row.within_chance()))) {
            Some((_, true)) => "agrees with the simulation".into(),
            Some((error, _)) if error.abs() >= MANIFOLD => format!("is {} times too high", significant(1.0 + error, 2)),
            Some((error, _)) => {
                format!("is {} too {}", percent(error.abs(), 2), if error > 0.0 { "high" } else { "low" })
            }
            None if side.rows.is_some() => "has nothing to compare".into(),
            None => "has no value".into(),
        };
        format!("{name} {said}")
    };
    // Ours first: what it says is what one should believe.
    let clauses: Vec<_> = sides.iter().rev().map(clause).collect();
    match clauses.as_slice() {
        [] => String::new(),
        [first, rest @ ..] => {
            let rest: String = rest.iter().map(|clause| format!("; {clause}")).collect();
            format!("{}{place}{rest}", capital(first))
        }
    }
}

/// Every quantity that one of the models has and the simulation counts.
fn table(sides: &[Side<'_>]) -> Markup {
    let main = sides.first().and_then(|side| side.info.measures.first()).map(|measure| measure.quantity);
    let mut rows: Vec<&ComparisonRow<'_>> = Vec::new();
    for row in sides.iter().flat_map(|side| side.rows.iter().flatten()) {
        if rows.iter().all(|other| other.symbol != row.symbol) {
            rows.push(row);
        }
    }
    // What the chart shows comes first.
    sort_small_by(&mut rows, |row| f64::from(u8::from(main != Some(row.symbol))));
    html! {
        thead {
            tr {
                th { "quantity" }
                @for side in sides { th.number { (side.name) } }
                th.number { "simulated" }
                @for side in sides { th.number { (side.name) " is off by" } }
            }
        }
        tbody id="comparison" {
            @for any in rows {
                tr {
                    td { @if let Some(side) = sides.iter().find(|side| side.row(any.symbol).is_some()) { (letter(side.info, any.symbol)) }
                         (any.name) @if any.sharing > 1.0 { " × V̄" } }
                    @for side in sides { td.number { (side.row(any.symbol).map_or_else(|| html! { "–" }, predicted)) } }
                    td.number {
                        (lines(&any.simulated, 3))
                        @if let Some(half) = any.half95 { " ± " (significant(half, 2)) }
                    }
                    @for side in sides { td.number { (side.row(any.symbol).map_or_else(|| html! { "–" }, error)) } }
                }
            }
        }
    }
}

fn predicted(row: &ComparisonRow<'_>) -> Markup {
    match row.model {
        Value::Number(number) => lines(&[*number * row.sharing], 3),
        Value::List(numbers) => lines(&numbers.iter().map(|number| number * row.sharing).collect::<Vec<_>>(), 3),
    }
}

/// By how much the prediction is off, with how bad that is as its class.
fn error(row: &ComparisonRow<'_>) -> Markup {
    let Some(error) = row.error else { return html! { "–" } };
    if let Some(half) = row.half95.filter(|_| row.within_chance()) {
        return html! { span.within { "within ± " (significant(half, 2)) } };
    }
    let class = if row.fails(FAR) {
        "far"
    } else if row.fails(TOLERANCE) {
        "off"
    } else {
        "close"
    };
    html! { span class=(class) { (off(error)) } }
}

fn none(simulation: &Simulation) -> String {
    match simulation.preliminary() {
        Some((_, of)) => {
            format!("Simulating {}: the comparison begins with the first finished run.", count(of, "load", "loads"))
        }
        None => "This scene has not been simulated yet: press Simulate.".into(),
    }
}

/// By how much the model is off, in a few characters.
fn off(error: f64) -> String {
    if error.abs() < MANIFOLD { text::change(error) } else { format!("× {}", significant(1.0 + error, 2)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::scripts::{parts, seen as words};

    const FRAGMENT: &str = "#load=0.002";

    fn simulation(scenario: Scenario, observations: &[Summary]) -> Simulation {
        Simulation::having(scenario, &observations.iter().collect::<Vec<_>>())
    }

    /// The model's own latency at a load, off by a factor.
    fn seen(results: &Results, load: f64, factor: f64) -> Summary {
        let model = &*results.curves[0].model;
        let latency = model.measures(load).expect("a solution")[0];
        let mut seen = observed::stable(model, load, &[factor * latency], Some(0.01));
        seen.values = vec![("T_u".into(), vec![factor * latency])];
        seen
    }

    #[test]
    fn the_nearest_finished_point_is_compared_with_both_models() {
        let at = |link: &str| Results::of(link::parse(link).scenario, &|| 0.0);
        let (results, beyond) = (at(FRAGMENT), at("#load=0.02"));
        let both = at("#v=2&system=torus-broadcast&load=0.0065");
        let off = |factor| vec![seen(&results, 0.002, factor)];
        let rows = [
            ("nothing", &results, vec![]),
            ("not finished", &results, vec![observed::unfinished(seen(&results, 0.002, 1.0))]),
            ("nearest", &results, vec![seen(&results, 0.001, 1.0)]),
            ("exactly", &results, vec![seen(&results, 0.002, 1.0), seen(&results, 0.003, 1.0)]),
            ("close", &results, off(0.97)),
            ("off", &results, off(0.9)),
            ("far", &results, off(0.8)),
            ("a factor", &results, off(0.05)),
            ("both models", &both, vec![seen(&both, 0.0065, 0.9372)]),
            ("without a solution", &beyond, vec![observed::saturated(0.02, 0.01)]),
        ];
        let sheet = |results: &Results, seen: &[Summary]| {
            let sheet = ComparisonPanel::default().sheet(results, &simulation(results.scenario, seen));
            let table = sheet.said("comparison-table");
            let marks: Vec<_> = parts(&table).filter_map(|(tag, _)| tag.strip_prefix("span class=")).collect();
            words(&sheet, &["comparison-*", "compared", "agreement"]) + &marks.join(" ").replace('"', " ")
        };
        blessed::lines("comparisons", rows.map(|(name, results, seen)| (name, sheet(results, &seen))));
    }

    #[test]
    fn a_model_that_is_still_being_solved_is_not_said_to_have_no_solution() {
        let scenario = link::parse("#v=2&system=torus-broadcast&load=0.0065").scenario;
        let whole = Results::of(scenario, &|| 0.0);
        let run = simulation(scenario, &[seen(&whole, 0.0065, 1.0)]);
        let mut results = Results::start(scenario, None, &|| 0.0);
        assert!(!results.is_whole());
        let mut panel = ComparisonPanel::default();
        assert_eq!(panel.sheet(&results, &run).said("comparison-none"), SOLVING);
        while !results.is_whole() {
            results.advance(1.0, &|| 0.0);
        }
        assert!(panel.sheet(&results, &run).said("comparison-title").starts_with("Our model is "));
    }

    #[test]
    fn what_is_written_is_not_written_again_until_something_is_new() {
        let mut results = Results::of(link::parse(FRAGMENT).scenario, &|| 0.0);
        let mut comparison = ComparisonPanel::default();
        let some = simulation(results.scenario, &[seen(&results, 0.002, 1.0)]);
        assert!(comparison.sheet(&results, &some).marks().len() > 1);
        assert_eq!(comparison.sheet(&results, &some).marks().len(), 2, "only that it is shown");
        results.scenario = results.scenario.set(Key::Load, 0.0021);
        assert!(
            comparison.sheet(&results, &some).said("compared").contains(", the nearest load that has been simulated.")
        );
        let said = comparison.said.as_ref().map(|(_, said)| said.len());
        assert_eq!(said, Some(1), "the model was asked once");
    }
}
