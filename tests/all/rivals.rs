//! Copies as rivals against an independent implementation, at its limits, and under random input.

use flitscope::{
    model::{
        self, EndCause, NoSolution, Outcome,
        banyan_multicast::{Setting, Start},
        ours::rivals::{Deliveries, solve},
    },
    param::Key,
    scenario::{Reading, Scenario, System, link},
};
use proptest::prelude::*;
use serde_json::Value as Json;

const ORACLE: &str = include_str!("../golden/copies-as-rivals.json");

/// Means that our own simulator gave, with the errors that the method states.
const RUNS: &str = include_str!("../regression/copies-as-rivals.json");

fn number(row: &Json, key: &str) -> f64 {
    row[key].as_f64().unwrap_or_else(|| panic!("{key} is no number: {row}"))
}

fn setting(row: &Json) -> Setting {
    let (n, fanout, multicast) = (number(row, "n") as u32, number(row, "f") as u32, number(row, "m"));
    Setting { n, fanout, multicast, start: Start::Random }
}

fn same(ours: f64, theirs: f64, what: &str) {
    assert!((ours - theirs).abs() <= 1e-8 * theirs.abs().max(1e-3), "{what}: {ours} is not {theirs}");
}

#[test]
fn every_number_is_that_of_the_independent_implementation() {
    let oracle: Json = serde_json::from_str(ORACLE).expect("JSON");
    let mut rows = 0;
    for given in oracle["settings"].as_array().expect("a list") {
        let setting = setting(given);
        for row in given["loads"].as_array().expect("a list") {
            let what = format!("{setting:?} at {}", row["load"]);
            let ours = solve(setting, number(row, "load")).expect("a load that can be offered");
            for (ours, key) in [
                (ours.offered, "rho"),
                (ours.delivered, "rho_out"),
                (ours.unicast, "u_out"),
                (ours.throughput, "eta"),
                (ours.complete, "eta_complete"),
            ] {
                same(ours, number(row, key), &format!("{key}, {what}"));
            }
            if setting.multicast > 0.0 {
                same(ours.complete_multicast, number(row, "complete_m"), &what);
            }
            let trace = row["trace"].as_array().expect("a list");
            assert_eq!(trace.len(), ours.stages.len());
            for (ours, stage) in ours.stages.iter().zip(trace) {
                let what = format!("stage {}, {what}", ours.number);
                assert_eq!(f64::from(ours.number), number(stage, "stage"), "{what}");
                same(ours.density, number(stage, "rho"), &what);
                for (place, ours) in ours.win.into_iter().enumerate() {
                    same(ours, stage["win"][place].as_f64().expect("a number"), &what);
                }
                for (ours, key) in [(ours.next, "next"), (ours.row, "row_mean")] {
                    if let Some(theirs) = stage[key].as_f64() {
                        same(ours, theirs, &format!("{key}, {what}"));
                    }
                }
            }
            rows += 1;
        }
    }
    assert!(rows >= 70, "{rows} rows");
}

#[test]
fn the_simulated_settings_have_the_errors_that_the_method_states() {
    let runs: Json = serde_json::from_str(RUNS).expect("JSON");
    for row in runs["simulations"].as_array().expect("a list") {
        let ours = solve(setting(row), number(row, "load")).expect("a load that can be offered");
        same(ours.complete, number(row, "model_eta_complete"), &row.to_string());
        let error = 100.0 * (ours.complete / number(row, "eta_complete") - 1.0);
        assert!((error - number(row, "error_percent")).abs() < 1e-4, "{error}: {row}");
    }
}

#[test]
fn two_stages_are_exact_but_for_the_last_pair() {
    let full = Setting { n: 2, fanout: 2, multicast: 1.0, start: Start::Random };
    let ours = solve(full, full.copies_per_packet()).expect("the largest load");
    assert!((ours.complete - 0.318_359_375).abs() < 1e-14, "{ours:?}");
}

#[test]
fn loads_and_fanouts_that_no_banyan_has_are_refused() {
    let setting = Setting { n: 4, fanout: 4, multicast: 0.5, start: Start::Random };
    assert_eq!(setting.copies_per_packet(), 2.5);
    assert!(solve(setting, 2.5).is_some() && solve(setting, 2.5001).is_none() && solve(setting, -0.1).is_none());
    assert!(solve(Setting { fanout: 9, ..setting }, 0.1).is_none());
    assert!(solve(Setting { fanout: 0, ..setting }, 0.1).is_none());
    assert!(solve(setting, f64::NAN).is_none());
}

fn credible(setting: &Setting, ours: &Deliveries) {
    let parts = [ours.offered, ours.delivered, ours.unicast, ours.throughput, ours.complete_multicast, ours.complete];
    assert!(parts.iter().all(|part| (0.0..=1.0 + 1e-12).contains(part)), "{setting:?} {ours:?}");
    assert!(ours.complete <= ours.throughput + 1e-12, "{setting:?} {ours:?}");
    for stage in &ours.stages {
        let [lower, upper, both] = stage.win;
        assert!((lower - upper).abs() < 1e-12 && both <= lower + 1e-12, "{setting:?} {stage:?}");
        assert!((0.0..=1.0 + 1e-12).contains(&stage.row), "{setting:?} {stage:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]
    #[test]
    fn numbers_are_probabilities_and_light_loads_arrive_whole(
        n in 2..8_u32, wide in 0.0..1.0_f64, multicast in 0.0..=1.0_f64, part in 0.0..=1.0_f64,
    ) {
        let most = 1_u32 << (n - 1);
        let fanout = 1 + (wide * wide * f64::from(most - 1)) as u32;
        let setting = Setting { n, fanout, multicast, start: Start::Random };
        let ours = solve(setting, part * setting.copies_per_packet()).expect("a load that can be offered");
        credible(&setting, &ours);
        let light = solve(setting, 1e-9 * setting.copies_per_packet()).expect("a light load");
        prop_assert!((light.complete_multicast - 1.0).abs() < 1e-6, "{:?}", light);
    }

    #[test]
    fn unicast_packets_alone_follow_the_recursion_of_patel(n in 2..9_u32, fanout in 1..3_u32, load in 0.0..=1.0_f64) {
        let setting = Setting { n, fanout, multicast: 0.0, start: Start::Random };
        let one = solve(Setting { fanout: 1, multicast: 0.7, ..setting }, load).expect("a load");
        let none = solve(setting, load).expect("a load");
        // Patel: of two packets that want one output, one gets it.
        let expected = (0..n).fold(load, |rho, _| rho - rho * rho / 4.0);
        for ours in [one, none] {
            prop_assert!((ours.delivered - expected).abs() < 1e-13, "{:?}", ours);
            prop_assert!((ours.complete - ours.throughput).abs() < 1e-13, "{:?}", ours);
        }
    }
}

/// A setting of the table under our own model, whose rows are not so wide that a curve takes seconds.
fn settings() -> impl Strategy<Value = Scenario> {
    (2..=8_u32, 0.0..1.0_f64, 0.0..=1.0_f64).prop_map(|(stages, wide, multicast)| {
        let most = f64::from(1_u32 << (stages - 1));
        let fanout = 1.0 + libm::floor(libm::pow(wide, 3.0) * (most - 1.0));
        let banyan = Scenario::new(System::BanyanMulticast).set(Key::N, f64::from(stages));
        let banyan = banyan.set(Key::Fanout, fanout).set(Key::Multicast, multicast);
        banyan.with_reading(Reading::Flow).expect("random starts and two stages or more")
    })
}

/// How far η may fall: where nearly all packets are wide multicasts the exact one falls, too, by a few parts of a million.
const FALLS: f64 = 1e-4;

/// Asserts that both curves are finite up to the load at which every node sends, that η rises, and that nothing more arrives whole than arrives.
fn is_a_curve(scenario: Scenario) -> Result<(), TestCaseError> {
    let model = model::of(scenario.setup());
    let end = model.end();
    prop_assert!(matches!(end.why, EndCause::AllSend) && end.value.is_some() && end.saturation().is_none());
    let curves = model.curves(0);
    prop_assert!(curves.len() == 2 && curves.iter().all(|curve| curve.len() == 65), "{:?}", curves);
    prop_assert!(
        curves[0]
            .last()
            .is_some_and(|(load, value)| (load / end.load - 1.0).abs() < 1e-12 && Some(*value) == end.value)
    );
    for (pair, whole) in curves[0].windows(2).zip(&curves[1][1..]) {
        let [(before, low), (load, high)] = [pair[0], pair[1]];
        prop_assert!(before < load && low <= high * (1.0 + FALLS) && high.is_finite(), "{:?}", pair);
        prop_assert!((0.0..=high + 1e-12).contains(&whole.1), "{whole:?} of {high}");
    }
    for part in [0.0, 1e-200, 0.5, 1.0] {
        let Outcome::Stable(point) = model.point(part * end.load) else {
            return Err(TestCaseError::fail(format!("no solution at {part} of the end")));
        };
        prop_assert!(point.quantities.iter().all(|quantity| quantity.value.is_finite()));
    }
    prop_assert!(matches!(model.point(1.02 * end.load), Outcome::Invalid(NoSolution::Load(_))));
    Ok(())
}

#[test]
fn random_settings_have_a_curve_that_rises_and_an_end_with_a_name() {
    crate::property::holds("copies as rivals", 20, &settings(), is_a_curve);
}

#[test]
#[ignore = "minutes: make verify"]
fn three_thousand_random_settings_have_a_curve_that_rises_and_an_end_with_a_name() {
    crate::property::holds("copies as rivals", 3_000, &settings(), is_a_curve);
}

#[test]
fn an_interruption_changes_no_number() {
    let scenario = Scenario::new(System::BanyanMulticast).with_reading(Reading::Flow).expect("a banyan has it");
    let whole = model::of(scenario.setup());
    let mut pieces = model::start(scenario.setup());
    assert!(pieces.curves(0).concat().is_empty() && !pieces.advance(&|| false));
    let mut rounds = 0;
    loop {
        // Three looks at the clock, of which the last one is too late.
        let left = std::cell::Cell::new(2);
        let done = pieces.advance(&|| left.replace(left.get() - 1) > 0);
        rounds += 1;
        if done {
            break;
        }
    }
    assert!(rounds > 65, "{rounds}");
    assert_eq!(pieces.curves(0), whole.curves(0));
    assert_eq!(pieces.end(), whole.end());
}

#[test]
fn what_the_model_does_not_cover_falls_back_to_the_paper_with_a_reason() {
    for (fragment, reason) in [
        ("n=1&fanout=1", "when n = 1, because our model covers 2 stages or more"),
        ("start=early", "when start = early, because our model covers start = random only"),
    ] {
        let parsed = link::parse(&format!("#v=2&system=banyan-multicast&reading=flow&{fragment}"));
        assert_eq!(parsed.scenario.reading(), Reading::Corrected, "{fragment}");
        assert!(parsed.problems.iter().any(|problem| problem.to_string().contains(reason)), "{:?}", parsed.problems);
    }
    let wide = link::parse("#v=2&system=banyan-multicast&reading=flow&n=11&fanout=1024").scenario;
    assert!(matches!(model::choose(wide.setup()).refusal(), Some(NoSolution::WideRows { fanout: 1024, stages: 11 })));
    let usual = link::parse("#v=2&system=banyan-multicast&reading=flow&n=10&fanout=64").scenario;
    assert!(model::choose(usual.setup()).refusal().is_none());
}
