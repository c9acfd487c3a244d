//! The torus model against independent numbers, its limits, and its own definition.

use crate::golden::{RTOL_PLACE_OF_MAXIMUM, RTOL_ROUNDING, all_close, close, within};
use flitscope::{
    model::{Model as _, Outcome, Solution as _, Solve, torus_broadcast::TorusBroadcast},
    queueing::mg1,
    scenario::Reading,
    topology::wormhole::WormholeNetwork,
};
use proptest::prelude::*;
use serde_json::Value as Json;

const READINGS: [Reading; 3] = [Reading::Printed, Reading::Corrected, Reading::Refined];

fn golden() -> Json {
    serde_json::from_str(include_str!("../golden/torus-broadcast.json")).expect("golden numbers are JSON")
}

fn reading(name: &str) -> Reading {
    *READINGS.iter().find(|reading| reading.key() == name).expect("a known reading")
}

fn network(set: &Json) -> WormholeNetwork {
    let count = |key: &str| set[key].as_u64().expect("a count") as u32;
    WormholeNetwork::torus(count("k"), 2, count("V"), count("M"))
}

#[test]
fn every_quantity_of_every_independent_row_agrees() {
    let mut compared = 0;
    for set in golden()["model"].as_array().expect("sets") {
        let name = set["reading"].as_str().expect("a reading");
        let model = TorusBroadcast::new(network(set), set["beta"].as_f64().expect("a fraction"), reading(name));
        let saturation = model.saturation();
        close(saturation.load, &set["lambda_sat"], "lambda_sat");
        within(RTOL_PLACE_OF_MAXIMUM, saturation.rho, &set["rho_sat"], "rho_sat");
        within(RTOL_PLACE_OF_MAXIMUM, saturation.service, &set["S_sat"], "S_sat");
        close(model.zero_load(), &set["zero_load"], "zero_load");
        for row in set["rows"].as_array().expect("rows") {
            let fraction = row["frac"].as_f64().expect("a fraction");
            let Outcome::Stable(solution) = model.solve(fraction * saturation.load) else { panic!("{name} {row}") };
            close(solution.load, &row["lam"], "lam");
            compared += all_close(solution.quantities(), &[row, set]);
        }
    }
    assert_eq!(compared, 240 * 27, "every numbered quantity of the independent rows is compared");
}

#[test]
fn the_fold_is_exact() {
    // k = 8, V = 3, M = 32, beta = 0, as printed: root of the derivative of rho/S(rho) with 40 digits (mpmath).
    let network = WormholeNetwork::torus(8, 2, 3, 32);
    let saturation = TorusBroadcast::new(network, 0.0, Reading::Printed).saturation();
    for (ours, theirs) in [
        (saturation.load, 0.010_484_758_788_560_754),
        (saturation.rho, 0.456_290_071_973_418_87),
        (saturation.service, 43.519_367_605_409_063),
    ] {
        assert!((ours / theirs - 1.0).abs() < 1e-14, "{ours} is not {theirs}");
    }
}

fn any_network() -> impl Strategy<Value = (WormholeNetwork, f64, Reading)> {
    let beta = prop_oneof![Just(0.0), Just(1.0), 0.0..=1.0, 0.0..0.1];
    let two = (3..=32_u32, 3..=16_u32, 1..=512_u32, beta.clone(), prop::sample::select(READINGS.to_vec()))
        .prop_map(|(k, vcs, flits, beta, reading)| (WormholeNetwork::torus(k, 2, vcs, flits), beta, reading));
    let more = (3..=32_u32, 3..=4_u32, 3..=16_u32, 1..=512_u32, beta)
        .prop_map(|(k, n, vcs, flits, beta)| (WormholeNetwork::torus(k, n, vcs, flits), beta, Reading::Refined));
    prop_oneof![4 => two, 1 => more]
}

proptest! {
    #![proptest_config(crate::property::cases(3_000))]

    #[test]
    fn the_curve_is_finite_and_rises_and_ends_at_saturation((network, beta, reading) in any_network()) {
        let model = TorusBroadcast::new(network, beta, reading);
        let saturation = model.saturation();
        let curve = model.curve(120);
        prop_assert_eq!(curve.len(), 120);
        prop_assert_eq!(curve[0].load, 0.0);
        prop_assert!((curve[0].latency / model.zero_load() - 1.0).abs() < RTOL_ROUNDING);
        prop_assert!((curve[119].load / saturation.load - 1.0).abs() < RTOL_ROUNDING);
        let end = saturation.latency.expect("the channel saturates before the source");
        prop_assert!((curve[119].latency / end - 1.0).abs() < RTOL_ROUNDING);
        prop_assert!(saturation.load <= 1.0, "within the range of the load");
        for pair in curve.windows(2) {
            prop_assert!(pair[0].load < pair[1].load && pair[0].latency < pair[1].latency, "{:?}", pair);
            prop_assert!(pair[1].quantities().iter().all(|quantity| quantity.value.is_finite()));
        }
    }

    #[test]
    fn a_load_on_the_curve_has_the_latency_of_the_curve((network, beta, reading) in any_network(), at in 1..119_usize) {
        let model = TorusBroadcast::new(network, beta, reading);
        let on_curve = model.curve(120)[at];
        let Outcome::Stable(solved) = model.solve(on_curve.load) else { panic!("below saturation") };
        prop_assert!((solved.latency / on_curve.latency - 1.0).abs() < 1e-9, "{} is not {}", solved.latency, on_curve.latency);
    }

    #[test]
    fn beyond_the_fold_it_is_saturated_and_at_the_fold_it_is_not((network, beta, reading) in any_network()) {
        let model = TorusBroadcast::new(network, beta, reading);
        let load = model.saturation().load;
        prop_assert!(matches!(model.solve(load), Outcome::Stable(_)));
        for factor in [1.0 + 1e-12, 1.01, 2.0, 1e9] {
            prop_assert!(matches!(model.solve(factor * load), Outcome::Saturated), "{}", factor);
        }
    }

    #[test]
    fn the_solution_satisfies_the_equations_it_was_not_solved_by((network, beta, reading) in any_network(), fraction in 0.0..1.0) {
        let model = TorusBroadcast::new(network, beta, reading);
        let Outcome::Stable(s) = model.solve(fraction * model.saturation().load) else { panic!("below saturation") };
        let close = |a: f64, b: f64| (a - b).abs() <= 1e-9 * a.abs().max(b.abs());
        prop_assert!(close(s.lambda_c, s.lambda_cu + s.lambda_cb + s.lambda_cr), "(4)");
        prop_assert!(close(s.rho, s.lambda_c * s.s), "(19)");
        prop_assert!(close(s.w_c, mg1::waiting_time(s.lambda_c, s.s, f64::from(network.flits)).expect("rho < 1")), "(23)");
        prop_assert!(close(s.lambda_c * s.s, (s.lambda_cb + s.lambda_cr) * s.s_b + s.lambda_cu * s.s_u), "(21)");
        let law = &s.p_v[..=network.vcs as usize];
        prop_assert!(close(law.iter().sum(), 1.0), "(30)");
        let busy: f64 = (0..).zip(law).map(|(v, p)| f64::from(v) * p).sum();
        let squares: f64 = (0..).zip(law).map(|(v, p)| f64::from(v * v) * p).sum();
        prop_assert!(close(s.vbar * busy, squares), "(31)");
        let shares: f64 = s.shares().iter().map(|share| share.time).sum();
        prop_assert!(close(shares, s.latency), "the parts add up");
    }

    #[test]
    fn all_copies_of_the_corrected_model_are_the_edges_of_the_tree((mut network, beta, _) in any_network()) {
        network.n = 2;
        let model = TorusBroadcast::new(network, beta, Reading::Corrected);
        let Outcome::Stable(s) = model.solve(0.5 * model.saturation().load) else { panic!("below saturation") };
        let edges = f64::from(network.k * network.k - 1) / 4.0 * beta * s.load;
        prop_assert!((s.lambda_cb + s.lambda_cr - edges).abs() <= 1e-12 * edges);
    }

    #[test]
    fn more_broadcast_never_carries_more_load((network, beta, reading) in any_network(), more in 0.0..1.0) {
        let higher = beta + more * (1.0 - beta);
        let (low, high) = (TorusBroadcast::new(network, beta, reading), TorusBroadcast::new(network, higher, reading));
        // Only where messages are long beside their paths, and rings longer than four. Otherwise the order can turn: a copy that costs
        // M cycles by (24) is much shorter than a unicast message of M + d, and a small torus has few copies.
        if network.k > 4 && network.flits >= 2 * network.n * network.k {
            prop_assert!(high.saturation().load <= low.saturation().load * (1.0 + RTOL_ROUNDING));
        }
    }
}

#[test]
fn without_broadcast_print_and_correction_coincide() {
    for k in 3..=32 {
        let network = WormholeNetwork::torus(k, 2, 4, 32);
        let (printed, corrected) = (
            TorusBroadcast::new(network, 0.0, Reading::Printed),
            TorusBroadcast::new(network, 0.0, Reading::Corrected),
        );
        let load = 0.7 * printed.saturation().load;
        let (Outcome::Stable(a), Outcome::Stable(b)) = (printed.solve(load), corrected.solve(load)) else {
            panic!("stable")
        };
        assert!((a.latency / b.latency - 1.0).abs() < 1e-12, "k = {k}");
    }
}

#[test]
fn the_effect_of_each_difference_is_that_of_its_switch_alone() {
    // From the notes to the method: effect on the saturation load of 8 x 8, V = 3, M = 32, beta = 0.02, in per cent.
    let network = WormholeNetwork::torus(8, 2, 3, 32);
    let model = TorusBroadcast::new(network, 0.02, Reading::Corrected);
    let effects = model.deviations(0.5 * model.saturation().load);
    let per_cent: Vec<f64> =
        effects.iter().map(|effect| (1000.0 * effect.saturation.expect("a fold")).round() / 10.0).collect();
    assert_eq!(per_cent[0], -4.4);
    assert_eq!(per_cent[1], 0.0);
    assert_eq!(per_cent[4], 4.8);
    assert!(effects.iter().all(|effect| effect.change.is_ok()));
}
