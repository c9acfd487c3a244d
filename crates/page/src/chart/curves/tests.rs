//! Curves, points and readout of the chart.

use super::*;
use crate::{blessed, jobs::saved_runs};
use flitscope::{experiment::observed, scenario::link, sim::stats::Percentiles};
use flitscope_show::chart::{Dots, SignShape, Weight, scale::Spacing};

/// A chart of 400 by 200 pixels with its results and its simulation.
struct Bench {
    curves: Curves,
    results: Results,
    simulation: Simulation,
    chart: Chart,
}

impl Bench {
    fn new(fragment: &str) -> Self {
        Self::with(fragment, |_| Vec::new())
    }

    fn with(fragment: &str, seen: impl Fn(&Results) -> Vec<Summary>) -> Self {
        let scenario = link::parse(fragment).scenario;
        let mut results = Results::start(scenario, None, &|| 0.0);
        results.advance(f64::INFINITY, &|| 0.0);
        let seen = seen(&results);
        let seen: Vec<_> = seen.iter().collect();
        let (mut simulation, text) = (Simulation::having(scenario, &seen), saved_runs::write(&seen, "b", 1.0));
        let mut asked = Vec::new();
        simulation.follow_pins(&scenario, 0.0, &mut asked);
        for effect in asked {
            if let crate::dom::effect::Effect::Recall(subject) = effect {
                simulation.recall(&subject, &text);
            }
        }
        let mut curves = Curves::default();
        let chart = curves.chart(&results, &simulation, &Palette::default());
        curves.drawn(Plot { left: 50.0, top: 10.0, width: 400.0, height: 200.0 });
        Self { curves, results, simulation, chart }
    }

    fn cursor(&mut self, movement: Cursor) -> DomPatch {
        self.curves.move_cursor(movement, &self.results);
        self.sheet()
    }

    fn sheet(&self) -> DomPatch {
        self.curves.sheet(&self.results, &self.simulation)
    }

    fn spoken(&self) -> String {
        self.sheet().has("chart", "aria-valuetext").expect("it is always said")
    }
}

#[test]
fn at_rest_the_chart_says_the_point_shown() {
    let bench = Bench::new("");
    let sheet = bench.sheet();
    assert!(bench.spoken().starts_with("load 0.00650: "), "{}", bench.spoken());
    assert_eq!((sheet.shows("crosshair"), sheet.shows("readout")), (Some(false), Some(false)));
    assert_eq!(sheet.said("operating-load"), "λ = 0.00650");
    assert_eq!(sheet.said("dots").matches("<circle ").count(), 1);
    let two = Bench::new("#system=banyan-multicast").sheet();
    assert_eq!(two.said("dots").matches("<circle ").count(), 2, "one for each measure");
}

#[test]
fn the_cursor_goes_home_to_the_end_and_by_steps() {
    let mut bench = Bench::new("");
    let end = bench.curves.x.range().1;
    bench.cursor(Cursor::Home);
    assert_eq!(bench.curves.cursor(), Some(0.0));
    assert!(bench.spoken().starts_with("load 0, corrected 36.00 cycles"), "{}", bench.spoken());
    bench.cursor(Cursor::By(10.0));
    assert_eq!(bench.curves.cursor(), Some(10.0 * end / CURSOR_STEPS));
    bench.cursor(Cursor::End);
    assert_eq!(bench.curves.cursor(), Some(bench.results.last_drawn()));
    bench.cursor(Cursor::By(1000.0));
    assert_eq!(bench.curves.cursor(), Some(end), "not beyond the axis");
    bench.cursor(Cursor::By(-1e9));
    assert_eq!(bench.curves.cursor(), Some(0.0));
}

#[test]
fn the_cursor_begins_at_the_load_shown_and_can_be_put_away() {
    let mut bench = Bench::new("#load=0.001");
    bench.cursor(Cursor::By(0.0));
    assert_eq!(bench.curves.cursor(), Some(0.001));
    let sheet = bench.cursor(Cursor::Hide);
    assert_eq!((bench.curves.cursor(), sheet.shows("readout")), (None, Some(false)));
}

#[test]
fn a_place_across_the_chart_is_a_load_and_the_crosshair_stands_there() {
    let mut bench = Bench::new("");
    let end = bench.curves.x.range().1;
    assert!((bench.curves.load_at(250.0) - end / 2.0).abs() < 1e-15);
    assert_eq!((bench.curves.load_at(0.0), bench.curves.load_at(9_000.0)), (0.0, end), "at most the ends of the axis");
    let sheet = bench.cursor(Cursor::At(250.0));
    let left = |id: &str| {
        sheet.last(id, |mark| match mark {
            Patch::Style("translate", value) => value.split_once(" ").map(|(left, _)| left.into()),
            Patch::Beside(across) => Some(format!("beside {across}")),
            _ => None,
        })
    };
    assert_eq!((left("crosshair").as_deref(), left("readout").as_deref()), (Some("250.0px"), Some("beside 250")));
}

#[test]
fn the_curve_that_the_keys_have_gone_to_is_spoken_first_and_is_strong() {
    let mut bench = Bench::new("#load=0.001");
    let strong = |sheet: &DomPatch| {
        let said = sheet.said("readout");
        let place = said.find("class=\"strong\"").expect("one is strong");
        said[place..].find("as printed").is_some_and(|printed| printed < said[place..].find("</div>").unwrap_or(0))
    };
    assert!(!strong(&bench.cursor(Cursor::By(0.0))));
    assert!(bench.spoken().starts_with("load 0.00100, corrected "));
    assert!(strong(&bench.cursor(Cursor::Series(1))));
    assert!(bench.spoken().starts_with("load 0.00100, as printed "), "{}", bench.spoken());
    assert!(bench.spoken().contains(", corrected "));
    bench.cursor(Cursor::Series(1));
    assert!(bench.spoken().starts_with("load 0.00100, corrected "), "around the end to the first");
    bench.cursor(Cursor::Series(-1));
    assert!(bench.spoken().starts_with("load 0.00100, as printed "));
}

#[test]
fn beyond_saturation_there_is_no_solution_and_no_dot() {
    let mut bench = Bench::new("#load=0.02");
    assert!(bench.spoken().ends_with(": the model ends below"), "{}", bench.spoken());
    assert!(
        Bench::new("#v=2&reading=flow&load=0.02").spoken().ends_with(": queues grow without end"),
        "our own model speaks of the network"
    );
    let sheet = bench.cursor(Cursor::By(0.0));
    assert!(sheet.said("readout").contains("ends below"));
    assert_eq!(sheet.said("dots"), "");
    assert_eq!(sheet.classed("operating", "beyond"), Some(true));
    assert_eq!(sheet.said("operating-load"), "λ = 0.0200 →");
    let now: f64 = sheet.has("chart", "aria-valuenow").and_then(|now| now.parse().ok()).expect("a number");
    assert_eq!(now, bench.curves.x.range().1);
}

#[test]
fn the_word_at_the_operating_point_keeps_within_the_plot() {
    let left = |load: &str| Bench::new(&format!("#load={load}")).sheet().classed("operating", "left");
    assert_eq!((left("0.001"), left("0.0095")), (Some(false), Some(true)));
}

#[test]
fn the_word_at_the_operating_point_hides_no_curve() {
    let mut bench = Bench::new("");
    let mut high = |height: f64| {
        bench.curves.drawn(Plot { left: 50.0, top: 10.0, width: 400.0, height });
        bench.sheet().classed("operating", "high")
    };
    // On a phone a curve at some tens of cycles runs just above the axis.
    assert_eq!((high(300.0), high(100.0)), (Some(false), Some(true)));
}

#[test]
fn only_what_was_simulated_near_the_cursor_is_read_out() {
    let mut bench = Bench::with("#load=0.001", |results| {
        vec![observed::stable(&*results.curves[0].model, 0.001, &[40.25, 90.0], Some(0.01))]
    });
    bench.cursor(Cursor::By(0.0));
    assert!(bench.spoken().ends_with(", simulated 40.25 ± 0.40"), "{}", bench.spoken());
    assert!(bench.sheet().said("readout").contains("○ simulated <b>40.25 ± 0.40</b>"));
    bench.cursor(Cursor::By(5.0));
    assert!(!bench.spoken().contains("simulated"));
}

#[test]
fn an_observation_is_said_as_what_it_is() {
    let results = Bench::new("#system=hypercube-slotted").results;
    let seen = observed::stable(&*results.curves[0].model, 0.05, &[5.0], None);
    let info = results.info().expect("a model");
    let saturated = observed::saturated(0.2, 0.0123);
    let settled = Summary { growth: None, ..saturated.clone() };
    let growing = Summary { reason: Some(SaturationReason::Growing), ..settled.clone() };
    let mut nothing = observed::unfinished(seen.clone());
    nothing.classes[0].mean = None;
    let all =
        [("stable", seen), ("saturated", saturated), ("settled", settled), ("growing", growing), ("none", nothing)];
    blessed::lines("observations", all.map(|(name, seen)| (name, said(&seen, info))));
}

#[test]
fn the_curve_of_the_numbers_is_strong_and_the_second_measure_thin() {
    let weights = |chart: &Chart| chart.series.iter().map(|series| series.weight).collect::<Vec<_>>();
    let chart = Bench::new("").chart;
    assert_eq!(weights(&chart), [Weight::Strong, Weight::Normal]);
    let labels: Vec<_> = chart.series.iter().map(|series| series.label.as_str()).collect();
    assert_eq!(labels, ["the paper ends", "our model"]);
    assert_eq!(weights(&Bench::new("#system=banyan-multicast").chart)[..2], [Weight::Strong, Weight::Thin]);
    // The paper's curve ends in a dot, ours where the zone of saturation begins.
    assert_eq!((chart.series[0].dots, chart.limits.len()), (Dots::Last, 0));
    let zone = chart.zone.expect("our model says where the network saturates");
    assert_eq!((zone.label.as_str(), format!("{:.4}", zone.at).as_str()), ("queues grow without end", "0.0140"));
}

#[test]
fn the_axis_is_as_the_scenario_says() {
    let spacing = |fragment: &str| Bench::new(fragment).chart.y.scale.spacing;
    assert_eq!((spacing(""), spacing("#axis=log")), (Spacing::Linear, Spacing::Log));
}

#[test]
fn what_was_simulated_is_drawn_as_what_it_is_and_in_sight() {
    let bench = Bench::with("", |results| {
        let model = &*results.curves[0].model;
        let (_, high) = results.values();
        vec![
            observed::stable(model, 0.001, &[40.0, 90.0], Some(0.1)),
            observed::stable(model, 0.002, &[1.2 * high, 90.0], None),
            observed::saturated(0.01, 0.002),
        ]
    });
    let signs: Vec<_> = bench.chart.observed.iter().map(|seen| (seen.x, seen.value, seen.ends, seen.shape)).collect();
    let high = bench.results.values().1;
    assert_eq!(signs[0], (0.001, Some(40.0), Some([36.0, 44.0]), SignShape::Circle));
    assert_eq!(signs.last(), Some(&(0.01, None, None, SignShape::Circle)), "an arrow at the upper edge");
    assert!(bench.chart.y.scale.range().1 >= 1.2 * high, "the axis grows for what has been simulated");
    let far = Bench::with("", |results| {
        vec![observed::stable(&*results.curves[0].model, 0.001, &[99.0 * results.values().1, 1.0], None)]
    });
    assert!(far.chart.y.scale.range().1 < 2.0 * high, "but not until the curves are flat");
}

/// A finished run with these percentiles.
fn tailed(results: &Results, load: f64, values: [f64; 5]) -> Summary {
    let mut seen = observed::stable(&*results.curves[0].model, load, &[40.0], Some(0.1));
    let of = |part| Percentiles::PARTS.iter().position(|(_, other)| *other == part).map(|place| values[place]);
    seen.classes[0].percentiles.extend(Percentiles::exact(of));
    seen
}

#[test]
fn percentiles_are_lines_with_areas_between_them_for_who_wants_them() {
    let seen = |results: &Results| {
        vec![
            tailed(results, 0.001, [37.0, 60.0, 70.0, 94.0, 120.0]),
            observed::unfinished(tailed(results, 0.002, [38.0, 61.0, 71.0, 95.0, 121.0])),
            tailed(results, 0.004, [52.0, 80.0, 110.0, 187.0, 999.0]),
            observed::saturated(0.02, 0.01),
        ]
    };
    let without = Bench::with("", seen).chart;
    assert!(
        without.bands.is_empty()
            && without.series.iter().all(|line| !line.label.starts_with('p') || line.label.contains(' '))
    );
    let bench = Bench::with("#percentiles=1", seen);
    let lines: Vec<_> =
        bench.chart.series.iter().rev().take(3).map(|line| (line.label.as_str(), line.points.clone())).collect();
    assert_eq!(lines[2], ("p50", vec![(0.001, 37.0), (0.004, 52.0)]));
    assert_eq!(lines[0], ("p99", vec![(0.001, 94.0), (0.004, 187.0)]));
    let [lower, upper] = [0, 1].map(|band| bench.chart.bands[band].points.clone());
    assert_eq!(lower, [(0.001, 37.0, 70.0), (0.004, 52.0, 110.0)]);
    assert_eq!(upper, [(0.001, 70.0, 94.0), (0.004, 110.0, 187.0)]);
    assert!(bench.chart.y.scale.range().1 >= 187.0);
    let table = table(&bench.results, &bench.simulation, true).said("chart-table");
    assert!(table.contains(">p99.9<") && table.contains(">999.0<"), "{table}");
}

#[test]
fn what_is_pinned_is_drawn_in_grey_on_the_same_axes_with_signs_of_its_own() {
    let seen = |results: &Results| {
        let model = &*results.curves[0].model;
        vec![observed::stable(model, 0.001, &[40.0, 90.0], Some(0.1)), observed::saturated(0.01, 0.002)]
    };
    let bench = Bench::with("#v=2&vcs=8&load=0.001&pin=vcs:3&pin=vcs:4", seen);
    let lines: Vec<_> = bench.chart.series.iter().map(|line| (line.label.as_str(), line.dash, line.weight)).collect();
    let chain = flitscope_show::chart::Dash::Chain;
    assert_eq!(lines[2], ("V = 3", chain(1), Weight::Normal));
    assert_eq!((lines[3], lines.len()), (("V = 4", chain(2), Weight::Normal), 4));
    let shapes: Vec<_> = bench.chart.observed.iter().map(|seen| (seen.x, seen.shape)).collect();
    let (own, pinned) = (SignShape::Circle, [SignShape::Diamond, SignShape::Down]);
    assert_eq!(
        shapes,
        [(0.001, pinned[0]), (0.01, pinned[0]), (0.001, pinned[1]), (0.01, pinned[1]), (0.001, own), (0.01, own)]
    );
    assert_eq!(bench.chart.x.scale.range().1, bench.results.load_end());
    let mut bench = bench;
    let sheet = bench.cursor(Cursor::By(0.0));
    let said = sheet.said("readout");
    assert!(said.contains("before: V = 3 <b>") && said.contains("V = 3 simulated <b>40.0 ± 4.0</b>"), "{said}");
    assert_eq!(sheet.said("dots").matches("var(--muted)").count(), 2);
    bench.cursor(Cursor::Series(2));
    assert!(bench.spoken().starts_with("load 0.00100, before: V = 3 "), "{}", bench.spoken());
}

#[test]
fn the_axes_only_grow_while_something_is_pinned() {
    let mut curves = Curves::default();
    let simulation = Simulation::having(link::parse("").scenario, &[]);
    let mut ends = |fragment: &str, before: Option<&mut Results>| {
        let scenario = link::parse(fragment).scenario;
        let mut results = Results::start(scenario, before, &|| 0.0);
        results.advance(f64::INFINITY, &|| 0.0);
        let chart = curves.chart(&results, &simulation, &Palette::default());
        (results, [chart.x.scale.range().1, chart.y.scale.range().1])
    };
    let (_, alone) = ends("#v=2", None);
    let (mut both, wide) = ends("#v=2&flits=64&pin=flits:16", None);
    assert!(wide[0] > alone[0] && wide[1] > alone[1], "{wide:?} {alone:?}");
    let (mut back, again) = ends("#v=2&pin=flits:16", Some(&mut both));
    assert_eq!(again, wide);
    let (_, free) = ends("#v=2", Some(&mut back));
    assert_eq!(free, alone);
}

#[test]
fn the_numbers_of_the_chart_are_a_table_while_it_is_open() {
    let seen = |results: &Results| vec![observed::stable(&*results.curves[0].model, 0.001, &[40.0, 90.0], Some(0.1))];
    let bench = Bench::with("#v=2&vcs=8&load=0.015&pin=vcs:3", seen);
    assert_eq!(table(&bench.results, &bench.simulation, false).marks(), []);
    let said = table(&bench.results, &bench.simulation, true).said("chart-table");
    for head in ["corrected", "our model", "before: V = 3", "simulated", "V = 3 simulated"] {
        assert!(said.contains(&format!("<th class=\"number\" scope=\"col\">{head}</th>")), "{head}: {said}");
    }
    let row = |load: &str| {
        let start = said.find(&format!("<th scope=\"row\">{load}</th>")).unwrap_or_else(|| panic!("{load}: {said}"));
        said[start..].split("</tr>").next().unwrap_or_default().to_owned()
    };
    assert_eq!(row("0.001000").matches("40.0 ± 4.0").count(), 2, "both have been simulated there");
    let (shown, number) = (row("0.01500"), |values: Option<Vec<f64>>| significant(values.expect("a solution")[0], 4));
    assert!(shown.contains(&number(bench.results.curves[1].model.measures(0.015))), "{shown}");
    assert!(shown.contains("–"), "V = 3 has no solution there: {shown}");
    assert_eq!(row("0").matches("36.00").count(), 1, "of the corrected model");
}

#[test]
fn while_runs_go_on_nothing_is_drawn_that_only_their_end_can_tell() {
    let seen = |over: bool| {
        move |results: &Results| {
            let model = &*results.curves[0].model;
            let end = model.end().load;
            let first = observed::stable(model, 0.5 * end, &[5.0], Some(0.01));
            let tail = observed::saturated(1.1 * end, 0.02);
            let rough = observed::unfinished(observed::stable(model, 1.05 * end, &[90.0], None));
            let before = observed::unfinished(observed::stable(model, 0.9 * end, &[9.0], None));
            if over { vec![first, tail] } else { vec![first, before, rough, tail] }
        }
    };
    let marked = |bench: &Bench| bench.chart.limits.iter().any(|limit| limit.label.contains("simulated"));
    let drawn = |bench: &Bench| bench.chart.observed.iter().filter(|seen| seen.shape == SignShape::Circle).count();
    let scene = "#system=hypercube-slotted&n=4&show=corrected";
    let (during, after) = (Bench::with(scene, seen(false)), Bench::with(scene, seen(true)));
    assert_eq!((marked(&during), drawn(&during)), (false, 3), "the mean so far at 1.05 of the end is left out");
    assert_eq!((marked(&after), drawn(&after)), (true, 2));
}
