//! Copies as rivals against an independent implementation, at its limits, and under random input.

use flitscope::model::rivals::{Deliveries, Setting};
use proptest::prelude::*;
use serde_json::Value as Json;

const ORACLE: &str = include_str!("../golden/copies-as-rivals.json");

fn number(row: &Json, key: &str) -> f64 {
    row[key].as_f64().unwrap_or_else(|| panic!("{key} is no number: {row}"))
}

fn setting(row: &Json) -> Setting {
    Setting { stages: number(row, "n") as u32, fanout: number(row, "f") as u32, multicast: number(row, "m") }
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
            let ours = setting.solve(number(row, "load")).expect("a load that can be offered");
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
    let oracle: Json = serde_json::from_str(ORACLE).expect("JSON");
    for row in oracle["simulations"].as_array().expect("a list") {
        let ours = setting(row).solve(number(row, "load")).expect("a load that can be offered");
        same(ours.complete, number(row, "model_eta_complete"), &row.to_string());
        let error = 100.0 * (ours.complete / number(row, "eta_complete") - 1.0);
        assert!((error - number(row, "error_percent")).abs() < 1e-4, "{error}: {row}");
    }
}

#[test]
fn two_stages_are_exact_but_for_the_last_pair() {
    let full = Setting { stages: 2, fanout: 2, multicast: 1.0 };
    let ours = full.solve(full.largest_load()).expect("the largest load");
    assert!((ours.complete - 0.318_359_375).abs() < 1e-14, "{ours:?}");
}

#[test]
fn loads_and_fanouts_that_no_banyan_has_are_refused() {
    let setting = Setting { stages: 4, fanout: 4, multicast: 0.5 };
    assert_eq!(setting.largest_load(), 2.5);
    assert!(setting.solve(2.5).is_some() && setting.solve(2.5001).is_none() && setting.solve(-0.1).is_none());
    assert!(Setting { fanout: 9, ..setting }.solve(0.1).is_none());
    assert!(Setting { fanout: 0, ..setting }.solve(0.1).is_none());
    assert!(setting.solve(f64::NAN).is_none());
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
        stages in 2..8_u32, wide in 0.0..1.0_f64, multicast in 0.0..=1.0_f64, part in 0.0..=1.0_f64,
    ) {
        let most = 1_u32 << (stages - 1);
        let fanout = 1 + (wide * wide * f64::from(most - 1)) as u32;
        let setting = Setting { stages, fanout, multicast };
        let ours = setting.solve(part * setting.largest_load()).expect("a load that can be offered");
        credible(&setting, &ours);
        let light = setting.solve(1e-9 * setting.largest_load()).expect("a light load");
        prop_assert!((light.complete_multicast - 1.0).abs() < 1e-6, "{:?}", light);
    }

    #[test]
    fn unicast_packets_alone_follow_the_recursion_of_patel(stages in 2..9_u32, fanout in 1..3_u32, load in 0.0..=1.0_f64) {
        let one = Setting { stages, fanout: 1, multicast: 0.7 }.solve(load).expect("a load");
        let none = Setting { stages, fanout, multicast: 0.0 }.solve(load).expect("a load");
        // Patel: of two packets that want one output, one gets it.
        let expected = (0..stages).fold(load, |rho, _| rho - rho * rho / 4.0);
        for ours in [one, none] {
            prop_assert!((ours.delivered - expected).abs() < 1e-13, "{:?}", ours);
            prop_assert!((ours.complete - ours.throughput).abs() < 1e-13, "{:?}", ours);
        }
    }
}
