//! Model against simulation: by how much they differ in each part of the curve, what fails first, and every quantity of both.

use crate::{
    dom::{
        patch::DomPatch,
        quantity::{letter, lines},
    },
    jobs::simulation::Simulation,
    results::Results,
};
use flitscope::{
    experiment::{
        Observation, Predictions,
        agreement::agreement,
        comparison::{ComparisonRow, compare, first_to_fail},
    },
    model::{ModelInfo, Outcome, Point, Value},
    param::Key,
    scenario::{Scenario, Setup},
    text::{self, count, significant},
};
use maud::{Markup, html};

/// The largest relative error of a quantity that counts as agreement.
const TOLERANCE: f64 = 0.05;

/// A relative difference from which on it is written as a factor.
const MANIFOLD: f64 = 10.0;

/// The predictions of a model, by load.
type PredictionsByLoad = Vec<(f64, Outcome<Point>)>;

/// The comparison, with what it was last made of.
#[derive(Default)]
pub struct ComparisonPanel {
    /// The scenario, and the loads that were finished.
    written: Option<(Scenario, Vec<f64>)>,
    /// The predictions of a setup so far.
    said: Option<(Setup, PredictionsByLoad)>,
}

impl ComparisonPanel {
    /// The panel, from what has been simulated to the end. Where nothing is new, it says only that the panel is there.
    pub fn sheet(&mut self, results: &Results, simulation: &Simulation) -> DomPatch {
        let mut observations = simulation.observations();
        observations.retain(Observation::finished);
        let curve = results.main_curve().filter(|_| !observations.is_empty());
        let mut sheet = DomPatch::default();
        sheet.show("comparison-summary", curve.is_some()).show("comparison-none", curve.is_none());
        let Some(curve) = curve else {
            sheet.text("comparison-none", none(simulation));
            self.written = None;
            return sheet;
        };
        let loads: Vec<f64> = observations.iter().map(|observation| observation.record.load).collect();
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
        let far = |observation: &&Observation| (observation.record.load - shown).abs();
        if let Some(nearest) = observations.iter().min_by(|a, b| far(a).total_cmp(&far(b))) {
            let load = nearest.record.load;
            let point = predictions.at(load);
            let rows = point.map_or_else(Vec::new, |point| compare(model.info(), &point.quantities, nearest));
            let place = if load == shown { "" } else { ", the nearest load that has been simulated" };
            let title = match point {
                Some(_) => format!("Quantity by quantity at {}{place}", results.load_words(load)),
                None => format!("At {} the model has no solution to compare", results.load_words(load)),
            };
            sheet.text("compared", title).show("comparison-table", !rows.is_empty());
            sheet.markup("comparison", html! { @for each in &rows { (row(model.info(), each)) } });
        }
        self.said = Some((setup, predictions.into_said()));
        self.written = Some((*scenario, loads));
        sheet
    }
}

/// The sentence in place of the comparison.
fn none(simulation: &Simulation) -> String {
    match simulation.preliminary() {
        Some((_, of)) => {
            format!("Simulating {}: the comparison begins with the first run that is over.", count(of, "load", "loads"))
        }
        None => "This scene has not been simulated yet: press Simulate.".into(),
    }
}

/// By how much the model is off, in a few characters.
fn off(error: f64) -> String {
    if error.abs() < MANIFOLD { text::change(error) } else { format!("× {}", significant(1.0 + error, 2)) }
}

/// A quantity on both sides.
fn row(info: &ModelInfo, row: &ComparisonRow<'_>) -> Markup {
    let model = match row.model {
        Value::Number(number) => vec![*number * row.sharing],
        Value::List(numbers) => numbers.iter().map(|number| number * row.sharing).collect(),
    };
    html! {
        tr.off[row.fails(TOLERANCE)] {
            td { (letter(info, row.symbol)) (row.name) @if row.sharing > 1.0 { " × V̄" } }
            td.number { (lines(&model, 3)) }
            td.number { (lines(&row.simulated, 3)) @if let Some(half) = row.half95 { br; "± " (significant(half, 2)) } }
            td.number { (row.error.map_or_else(|| "–".into(), off)) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jobs::{saved_runs, simulation::Host};
    use flitscope::{
        experiment::{self, observed},
        scenario::link,
    };

    const FRAGMENT: &str = "#load=0.002";

    fn simulation(scenario: Scenario, observations: &[Observation]) -> Simulation {
        let host = Host { build: "b".into(), epoch: 0.0, cores: 1, sparing: true };
        let mut simulation = Simulation::new(scenario, host, &mut Vec::new());
        let text = saved_runs::write(&observations.iter().collect::<Vec<_>>(), "b", 1.0);
        simulation.recall(&experiment::run_key(&scenario), &text);
        simulation
    }

    /// The model's own latency at a load, off by a factor.
    fn seen(results: &Results, load: f64, factor: f64) -> Observation {
        let model = &*results.curves[0].model;
        let latency = model.measures(load).expect("a solution")[0];
        let mut seen = observed::stable(model, load, &[factor * latency], Some(0.01));
        seen.values = vec![("T_u".into(), vec![factor * latency])];
        seen
    }

    #[test]
    fn without_a_finished_point_there_is_no_panel() {
        let results = Results::of(link::parse(FRAGMENT).scenario, &|| 0.0);
        let half = observed::unfinished(seen(&results, 0.002, 1.0));
        let words = ["This scene has not been simulated yet: ", "Simulating 1 load: "];
        for (observations, words) in [vec![], vec![half]].into_iter().zip(words) {
            let sheet = ComparisonPanel::default().sheet(&results, &simulation(results.scenario, &observations));
            assert_eq!(sheet.shows("comparison-summary"), Some(false));
            assert!(sheet.said("comparison-none").starts_with(words), "{}", sheet.said("comparison-none"));
            assert_eq!(sheet.marks().len(), 3);
        }
    }

    #[test]
    fn the_nearest_load_is_compared_and_said_to_be_the_nearest() {
        let results = Results::of(link::parse(FRAGMENT).scenario, &|| 0.0);
        let both = [seen(&results, 0.001, 1.0), seen(&results, 0.003, 1.0)];
        let sheet = ComparisonPanel::default().sheet(&results, &simulation(results.scenario, &both[..1]));
        assert_eq!(sheet.shows("comparison-summary"), Some(true));
        assert_eq!(
            sheet.said("compared"),
            "Quantity by quantity at λ = 0.00100, the nearest load that has been simulated"
        );
        let exactly = [seen(&results, 0.002, 1.0), both[1].clone()];
        let sheet = ComparisonPanel::default().sheet(&results, &simulation(results.scenario, &exactly));
        assert_eq!(sheet.said("compared"), "Quantity by quantity at λ = 0.00200");
        assert!(sheet.said("agreement").starts_with("<p>The corrected model"), "{}", sheet.said("agreement"));
    }

    #[test]
    fn a_quantity_that_is_off_by_more_than_five_per_cent_is_marked() {
        let results = Results::of(link::parse(FRAGMENT).scenario, &|| 0.0);
        let rows = |factor: f64| {
            let all = [seen(&results, 0.002, factor)];
            ComparisonPanel::default().sheet(&results, &simulation(results.scenario, &all)).said("comparison")
        };
        assert!(rows(1.0).contains("0 %</td>") && !rows(1.0).contains("class=\"off\""), "{}", rows(1.0));
        assert!(rows(0.8).contains("class=\"off\"") && rows(0.8).contains("+25 %"), "{}", rows(0.8));
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
            comparison.sheet(&results, &some).said("compared").ends_with("the nearest load that has been simulated")
        );
        let said = comparison.said.as_ref().map(|(_, said)| said.len());
        assert_eq!(said, Some(1), "the model was asked once");
    }

    #[test]
    fn at_a_load_without_a_solution_that_is_said() {
        let results = Results::of(link::parse("#load=0.02").scenario, &|| 0.0);
        let sheet = ComparisonPanel::default()
            .sheet(&results, &simulation(results.scenario, &[observed::saturated(0.02, 0.01)]));
        assert_eq!(sheet.said("compared"), "At λ = 0.0200 the model has no solution to compare");
        assert_eq!(sheet.shows("comparison-table"), Some(false));
    }

    #[test]
    fn what_is_off_tenfold_is_a_factor() {
        assert_eq!([0.05, -0.2, 10.0, 99.0].map(off), ["+5.0 %", "−20 %", "× 11", "× 100"]);
    }
}
