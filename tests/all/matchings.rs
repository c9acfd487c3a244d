//! Slots as matchings against an independent implementation, and against the simulations of the method.

use crate::golden::within;
use flitscope::{
    model::{
        self, Caveat, CurveLimit, LoadSummary, Outcome,
        ours::matchings::{MOST_DIMENSIONS, Matchings, State},
    },
    param::Key,
    scenario::{Reading, Scenario, System, link},
};
use proptest::prelude::*;
use serde_json::Value as Json;

const ORACLE: &str = include_str!("../golden/slots-as-matchings.json");

/// Means that our own simulator gave, with the errors that the method states.
const RUNS: &str = include_str!("../regression/slots-as-matchings.json");

/// Agreement with the independent implementation.
const RTOL: f64 = 1e-8;

fn model(n: u32) -> Matchings {
    Matchings::new(n).expect("a network of the model")
}

/// The state at a fraction of the largest load.
fn at(model: &Matchings, fraction: f64) -> State {
    model.state(fraction * model.largest_load()).expect("stable")
}

fn list<'a>(json: &'a Json, what: &str) -> &'a [Json] {
    json.as_array().unwrap_or_else(|| panic!("{what} is no list"))
}

fn all(ours: &[f64], theirs: &Json, what: &str) {
    let theirs = list(theirs, what);
    assert_eq!(ours.len(), theirs.len(), "{what}");
    ours.iter().zip(theirs).for_each(|(ours, theirs)| within(RTOL, *ours, theirs, what));
}

/// The model of a row of the file, and its load.
fn network(row: &Json) -> (Matchings, f64) {
    (model(row["n"].as_u64().expect("a whole number") as u32), row["load"].as_f64().expect("a number"))
}

#[test]
fn every_number_is_that_of_the_independent_implementation() {
    let oracle: Json = serde_json::from_str(ORACLE).expect("JSON");
    let rows = list(&oracle["rows"], "rows");
    assert_eq!(rows.len(), 54);
    for row in rows {
        let (model, load) = network(row);
        let s = model.state(load).unwrap_or_else(|| panic!("{row} is stable"));
        for (key, ours) in [
            ("largest_load", model.largest_load()),
            ("latency", s.latency),
            ("queue", s.queue),
            ("b", s.b),
            ("r0", s.r0),
            ("alpha", s.alpha),
            ("beta", s.beta),
            ("scale", s.scale),
        ] {
            within(RTOL, ours, &row[key], key);
        }
        all(&s.tau, &row["tau"], "tau");
        all(&s.pi, &row["pi"], "pi");
        for (key, ours) in [("S", &s.moves), ("R", &s.receives)] {
            let theirs = list(&row[key], key);
            assert_eq!(ours.len(), theirs.len(), "{key}");
            ours.iter().zip(theirs).for_each(|(ours, theirs)| all(ours, theirs, key));
        }
    }
}

#[test]
fn errors_are_those_of_the_judgment() {
    let runs: Json = serde_json::from_str(RUNS).expect("JSON");
    let (mut compared, mut beyond) = (0, 0);
    for row in list(&runs["simulations"], "simulations") {
        let (model, load) = network(row);
        let Some(s) = model.state(load) else {
            // n = 2: the largest load of the model is 8.5 % too small.
            assert!(row["model_latency"].is_null(), "{row}");
            beyond += 1;
            continue;
        };
        within(RTOL, s.latency, &row["model_latency"], "model_latency");
        let simulated = row["latency"].as_f64().expect("a number");
        within(1e-6, 100.0 * (s.latency / simulated - 1.0), &row["error_percent"], "error_percent");
        compared += 1;
    }
    assert_eq!((compared, beyond), (31, 1));
}

#[test]
fn largest_loads_are_those_of_the_judgment() {
    // Simulated largest loads, and by how many per cent the model misses them.
    for (n, simulated, error) in [
        (1, 0.50017, 0.0),
        (2, 0.34253, -8.5),
        (3, 0.25057, -3.7),
        (4, 0.19852, -1.7),
        (5, 0.16407, -0.7),
        (6, 0.13974, -0.4),
        (7, 0.12145, 0.0),
        (8, 0.10727, 0.3),
    ] {
        let ours = 100.0 * (model(n).largest_load() / simulated - 1.0);
        assert!((ours - error).abs() < 0.06, "n = {n}: {ours:.2} % is not {error} %");
    }
    assert!((model(10).largest_load() - 0.08756).abs() < 5e-6);
}

#[test]
fn busy_queues_are_those_of_the_judgment() {
    // Fractions of the simulated largest load, with two digits.
    let model = model(6);
    let busy = |fraction: f64| model.state(fraction * 0.13974).expect("stable").b;
    for (fraction, b) in [(0.47, 0.2488), (0.76, 0.5023), (0.90, 0.7254), (0.95, 0.8365)] {
        assert!(busy(fraction - 0.005) < b && b < busy(fraction + 0.005), "{b} at {fraction}");
    }
}

#[test]
fn a_larger_network_carries_less() {
    let ends: Vec<f64> = (1..=MOST_DIMENSIONS).map(|n| model(n).largest_load()).collect();
    assert!(ends.windows(2).all(|pair| pair[1] < pair[0]), "{ends:?}");
    for (n, end) in (1..).zip(&ends) {
        assert!(*end <= (1.0 - libm::exp2(-f64::from(n))) / f64::from(n) + 1e-14, "a hop takes two nodes");
    }
}

proptest! {
    #![proptest_config(crate::property::cases(300))]

    #[test]
    fn states_are_consistent_and_the_delay_rises(
        n in 1..=MOST_DIMENSIONS,
        fraction in prop_oneof![0.0..1.0, (0.0..14.0_f64).prop_map(|digits| 1.0 - libm::exp10(-digits)), (-30.0..0.0_f64).prop_map(libm::exp10)],
        part in 0.1..0.999_f64,
    ) {
        prop_assume!(fraction < 1.0 - 1e-14);
        let model = model(n);
        let s = at(&model, fraction);
        let close = |a: f64, b: f64| (a - b).abs() <= 1e-12 * a.abs().max(b.abs());
        let chance = |x: f64| (-1e-12..=1.0 + 1e-12).contains(&x);
        prop_assert!(close(s.pi.iter().sum(), 1.0) && s.tau.iter().all(|tau| *tau >= 1.0 - 1e-12));
        prop_assert!(close(s.latency * s.load, s.queue) && s.latency >= (1.0 - 1e-12) * model.idle());
        prop_assert!([s.b, s.r0, s.alpha, s.beta].into_iter().all(chance));
        prop_assert!(if n == 1 { s.scale == 0.0 } else { (0.96..1.0 + 1e-9).contains(&s.scale) }, "F = {}", s.scale);
        prop_assert!(s.moves.iter().chain(&s.receives).flatten().copied().all(chance));
        for (visits, tau) in s.visits.iter().zip(&s.tau) {
            prop_assert!(close(visits.iter().sum(), *tau));
        }
        for pair in s.slot.instants.windows(2) {
            prop_assert!(pair[1].q <= pair[0].q && pair[1].g <= pair[0].g && pair[1].g <= pair[1].q + 1e-12);
        }
        let lighter = at(&model, part * fraction);
        // Below 1e-9 of the largest load the delays differ by less than rounding.
        prop_assert!(fraction < 1e-9 || lighter.latency < s.latency, "{} and {}", lighter.latency, s.latency);
        prop_assert!(lighter.b <= s.b && lighter.latency <= (1.0 + 1e-12) * s.latency);
    }
}

/// A network of the table under our own model.
fn slotted(n: u32) -> Scenario {
    let scenario = Scenario::new(System::HypercubeSlotted).set(Key::N, f64::from(n));
    scenario.with_reading(Reading::Flow).expect("free next hops in a fresh order")
}

#[test]
fn every_network_has_a_curve_that_rises_and_an_end_with_a_name() {
    for n in 1..=MOST_DIMENSIONS {
        let model = model::of(slotted(n).setup());
        let end = model.end();
        assert!(
            end.value.is_none() && end.description() == Some("slots") && end.limit() == CurveLimit::Slots,
            "{end:?}"
        );
        let curve = model.curves(0).concat();
        let idle = model.idle().expect("a delay");
        assert!(
            curve.len() == 65 && curve[0].0 == 0.0 && (curve[0].1 / idle - 1.0).abs() < 1e-12,
            "n = {n}: {curve:?}"
        );
        assert!(curve.windows(2).all(|pair| pair[0].0 < pair[1].0 && pair[0].1 < pair[1].1), "n = {n}: {curve:?}");
        assert!(curve.last().is_some_and(|(load, _)| *load < end.load));
        assert!(matches!(model.point(end.load), Outcome::Saturated));
        let small = model.remarks(0.0).contains(&Caveat::SmallCube);
        assert_eq!(small, n == 2 || n == 3);
    }
}

/// Asserts that one load has finite numbers whose parts are the delay, or that the network saturates.
fn is_solved_or_saturated(n: u32, part: f64) -> Result<(), TestCaseError> {
    let model = model::solved_to_end(slotted(n).setup());
    let load = part * model.end().load;
    match model.point(load) {
        Outcome::Stable(point) => {
            prop_assert!(part < 1.0);
            prop_assert!(point.quantities.iter().all(|quantity| quantity.value.is_finite()), "{:?}", point);
            let later = model.measures(load + (model.end().load - load) / 2.0).expect("a load below the end");
            prop_assert!(point.measures[0] <= later[0], "{:?} {:?}", point.measures, later);
            let LoadSummary::Latency { latency, shares, .. } = point.summary else { panic!("a delay") };
            let sum: f64 = shares.iter().map(|share| share.time).sum();
            prop_assert!((sum / latency - 1.0).abs() < 1e-12 && shares.iter().all(|share| share.time >= -1e-9));
        }
        outcome => prop_assert!(part >= 1.0 && matches!(outcome, Outcome::Saturated)),
    }
    Ok(())
}

fn networks() -> impl Strategy<Value = (u32, f64)> {
    (1..=MOST_DIMENSIONS, 0.0..1.1_f64)
}

#[test]
fn a_random_load_has_finite_numbers_or_saturates() {
    crate::property::holds("slots as matchings", 60, &networks(), |(n, part)| is_solved_or_saturated(n, part));
}

#[test]
#[ignore = "minutes: make verify"]
fn three_thousand_random_loads_have_finite_numbers_or_saturate() {
    crate::property::holds("slots as matchings", 3_000, &networks(), |(n, part)| is_solved_or_saturated(n, part));
}

#[test]
fn other_rules_of_the_simulator_fall_back_to_the_paper_with_a_reason() {
    for (rule, reason) in [
        ("policy=sticky", "when policy = sticky, because our model covers policy = free only"),
        ("order=rotate", "when order = rotate, because our model covers order = perm only"),
    ] {
        let parsed = link::parse(&format!("#v=2&system=hypercube-slotted&reading=flow&{rule}"));
        assert_eq!(parsed.scenario.reading(), Reading::Corrected, "{rule}");
        assert!(parsed.problems.iter().any(|problem| problem.to_string().contains(reason)), "{:?}", parsed.problems);
    }
}
