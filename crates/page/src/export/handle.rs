//! The contents of the screen as plain data: for tests, lesson authors and files. It is looked at and changes nothing.

mod live;

use super::snapshot::Snapshot;
use crate::{
    chart::{
        arrived::{self, ArrivalReport},
        figure,
    },
    jobs::simulation::{SimulatedReport, Simulation, SimulationReport},
    json, pins,
    player::Player,
    prelude::*,
    results::{Curve, Pinned, Results},
};
use flitscope::{
    report::{self, FrozenReport, ParameterSet, ScenarioReport, TurnsOf, TurnsReport, by_name},
    scenario::pins::beside,
};
use live::{FollowedReport, RouterReport};

/// The results of the models, and the simulated points.
#[derive(Serialize)]
pub struct ResultsReport<'a> {
    reading: &'static str,
    curves: Vec<CurveReport>,
    pins: Vec<PinReport<'a>>,
    point: Option<report::PointReport>,
    arrivals: Vec<ArrivalReport>,
    followed: Option<FollowedReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    router: Option<RouterReport>,
    /// The allowed turns, and what follows from them; left out under other routings.
    #[serde(skip_serializing_if = "Option::is_none")]
    turns: Option<TurnsOf>,
    #[serde(skip_serializing_if = "Option::is_none")]
    acyclic: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    circle: Option<Option<Vec<[u32; 2]>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    frozen: Option<Option<FrozenReport>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bound: Option<Option<f64>>,
    /// Messages by which the queues grow in 1000 cycles, where there is no steady state.
    growth: Option<u64>,
    figures: Vec<&'static str>,
    #[serde(flatten)]
    simulation: SimulationReport<'a>,
    solve_ms: f64,
    draw_ms: f64,
}

#[derive(Serialize)]
struct PinReport<'a> {
    label: String,
    scenario: ScenarioReport,
    curves: Vec<CurveReport>,
    points: Vec<SimulatedReport<'a>>,
}

#[derive(Serialize)]
struct CurveReport {
    reading: &'static str,
    load: Vec<f64>,
    #[serde(flatten, serialize_with = "by_name")]
    measures: Vec<(&'static str, Vec<f64>)>,
    saturation: Option<f64>,
    saturation_kind: Option<&'static str>,
    end: f64,
    zero_load: Option<f64>,
}

impl<'a> ResultsReport<'a> {
    /// The contents of the screen, with all simulated points, the arrivals that are dots on the chart and the state of the animation; of a
    /// document, which has no `screen`, the points of this scenario alone.
    pub(crate) fn of(
        results: &Results,
        simulation: &'a Simulation,
        screen: Option<(&[(u32, Arrival)], &Player)>,
    ) -> Self {
        let curve = |curve: &Curve| {
            let symbols = curve.model.info().measures.iter().map(|measure| measure.symbol);
            let values = curve.lines.iter().map(|line| line.iter().map(|(_, value)| *value).collect());
            CurveReport {
                reading: curve.reading.key(),
                load: curve.lines.first().map_or_else(Vec::new, |line| line.iter().map(|(load, _)| *load).collect()),
                measures: symbols.zip(values).collect(),
                saturation: curve.end.saturation(),
                saturation_kind: curve.end.description(),
                end: curve.end.load,
                zero_load: curve.idle,
            }
        };
        let pin = |pin: &Pinned| PinReport {
            label: pins::label(results, pin),
            scenario: ScenarioReport {
                scenario: beside(&pin.setup, &results.scenario),
                part: ParameterSet::Simulation,
            },
            curves: results.curve_of(pin).into_iter().map(curve).collect(),
            points: simulation.pinned(results, pin).into_iter().map(|seen| SimulatedReport::of(seen, false)).collect(),
        };
        let (load, turns) = (results.scenario.get(Key::Load), TurnsReport::of(&results.scenario, None));
        let point =
            results.main_curve().map(|curve| report::PointReport::new(&*curve.model, load, results.outcome.clone()));
        Self {
            reading: results.scenario.reading().key(),
            curves: results.curves.iter().map(curve).collect(),
            pins: results.pins.iter().map(pin).collect(),
            point,
            arrivals: screen.map_or_else(Vec::new, |(arrivals, _)| arrived::report(arrivals)),
            followed: screen.and_then(|(_, player)| FollowedReport::of(player)),
            router: screen.and_then(|(_, player)| RouterReport::of(player)),
            acyclic: turns.as_ref().map(|turns| turns.acyclic),
            circle: turns.as_ref().map(|turns| turns.circle.clone()),
            frozen: turns.as_ref().map(|_| screen.and_then(|(_, player)| live::frozen(player))),
            bound: turns.as_ref().map(|turns| turns.bound),
            turns: turns.map(|turns| turns.turns),
            growth: simulation.shown().and_then(|seen| experiment::grows(seen, &results.scenario)),
            figures: figure::titles(results),
            simulation: simulation.report(screen.is_none()),
            solve_ms: results.solve_ms,
            draw_ms: results.draw_ms,
        }
    }
}

pub(crate) const fn scenario(scenario: Scenario) -> ScenarioReport {
    ScenarioReport { scenario, part: ParameterSet::Everything }
}

/// The results and the observations of this scenario as a document, with the units and the origin of its numbers.
pub(crate) fn document(shown: &Snapshot<'_>) -> String {
    #[derive(Serialize)]
    struct Document<'a> {
        version: &'static str,
        link: String,
        units: String,
        interval: String,
        scenario: ScenarioReport,
        results: ResultsReport<'a>,
    }
    json::indented(&json::write(&Document {
        version: env!("CARGO_PKG_VERSION"),
        link: shown.address(),
        units: shown.results.info().map_or_else(String::new, experiment::units_in_words),
        interval: experiment::interval_in_words(),
        scenario: scenario(shown.results.scenario),
        results: ResultsReport::of(shown.results, shown.simulation, None),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::snapshot::tests::shown;
    use serde_json::Value;

    fn reported(system: System) -> (Results, Simulation) {
        let scenario = Scenario::new(system);
        (Results::of(scenario, &|| 0.0), Simulation::having(scenario, &[]))
    }

    fn parsed(text: &str) -> Value {
        serde_json::from_str(text).expect("JSON")
    }

    fn said(report: &impl Serialize) -> Value {
        parsed(&json::write(report))
    }

    #[test]
    fn the_handle_names_what_outside_checks_ask_for() {
        for &system in System::ALL {
            let (results, simulation) = reported(system);
            let told = said(&ResultsReport::of(&results, &simulation, Some((&[], &Player::default()))));
            let curve = &told["curves"][0];
            let measure = results.curves[0].model.info().measures[0].symbol;
            let points = curve["load"].as_array().expect("loads").len();
            assert!(points >= 60 && curve[measure].as_array().map(Vec::len) == Some(points), "{system:?}: {points}");
            assert_eq!(curve["end"].as_f64(), Some(results.curves[0].end.load), "{system:?}");
            assert_eq!(told["point"]["state"], "stable", "{system:?}");
            assert!(told["point"][measure].as_f64().is_some_and(f64::is_finite), "{system:?}");
            assert_eq!(told["simulation"], serde_json::json!({"running": false, "points": 0, "workers": 1}));
            assert_eq!(told["simulated"], serde_json::json!([]));
            for key in ["reading", "figures", "solve_ms", "draw_ms"] {
                assert!(told.get(key).is_some(), "{system:?}: {key}");
            }
            assert_eq!(said(&scenario(results.scenario))["system"], system.key());
            assert_eq!(said(&scenario(results.scenario)).get("follow"), None);
            assert_eq!(said(&scenario(results.scenario.set(Key::Follow, 7.0)))["follow"], 7);
        }
    }

    #[test]
    fn the_document_holds_what_the_handle_says() {
        let (one, simulation) = reported(System::BanyanMulticast);
        let around = Default::default();
        let shown = shown(&one, &simulation, &around);
        let document = parsed(&document(&shown));
        assert_eq!(document["version"], env!("CARGO_PKG_VERSION"));
        assert_eq!(document["link"], shown.address());
        assert_eq!(document["units"], experiment::units_in_words(one.info().expect("a model")));
        assert!(document["interval"].as_str().is_some_and(|words| words.contains("95 %")));
        assert_eq!(document["scenario"], said(&scenario(one.scenario)));
        assert_eq!(document["results"], said(&ResultsReport::of(&one, &simulation, Some((&[], &Player::default())))));
    }
}
