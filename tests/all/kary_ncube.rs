//! The cube model against independent numbers, its limits, and its own definition.

use crate::golden::{RTOL_CLOSED_FORM, RTOL_PLACE_OF_MAXIMUM, RTOL_ROUNDING, all_close, close, within};
use flitscope::{
    model::{Model as _, Outcome, Solution as _, Solve, kary_ncube::KaryNCube},
    queueing::mg1,
    scenario::Reading,
    topology::{
        cube::Cube,
        remaining::{Table, nodes, paths, walk},
        torus::Torus,
        wormhole::WormholeNetwork,
    },
};
use proptest::prelude::*;
use serde_json::Value as Json;

const READINGS: [Reading; 4] = [Reading::Printed, Reading::Corrected, Reading::Refined, Reading::Average];

fn golden() -> Json {
    serde_json::from_str(include_str!("../golden/kary-ncube.json")).expect("golden numbers are JSON")
}

fn reading(name: &str) -> Reading {
    *READINGS.iter().find(|reading| reading.key() == name).expect("a known reading")
}

fn count(set: &Json, key: &str) -> u32 {
    set[key].as_u64().expect("a count") as u32
}

fn list<'a>(set: &'a Json, key: &str) -> &'a [Json] {
    set[key].as_array().expect("a list")
}

fn network(set: &Json) -> WormholeNetwork {
    WormholeNetwork::cube(count(set, "k"), count(set, "n"), count(set, "V"), count(set, "M"))
}

#[test]
fn every_quantity_of_every_independent_row_agrees() {
    let (mut compared, golden) = (0, golden());
    for set in list(&golden, "model") {
        let name = set["reading"].as_str().expect("a reading");
        let model = KaryNCube::new(network(set), reading(name));
        let saturation = model.saturation();
        close(saturation.load, &set["lambda_sat"], "lambda_sat");
        within(RTOL_PLACE_OF_MAXIMUM, saturation.rho, &set["rho_sat"], "rho_sat");
        within(RTOL_PLACE_OF_MAXIMUM, saturation.service, &set["S_sat"], "S_sat");
        close(model.zero_load(), &set["zero_load"], "zero_load");
        for row in list(set, "rows") {
            let fraction = row["frac"].as_f64().expect("a fraction");
            let Outcome::Stable(solution) = model.solve(fraction * saturation.load) else { panic!("{name} {row}") };
            close(solution.load, &row["lam"], "lam");
            compared += all_close(solution.quantities(), &[row, set]);
        }
    }
    assert_eq!(compared, 80 * 15, "every numbered quantity of the independent rows is compared");
}

/// The law of golden weights, with the law of distances.
fn table(set: &Json) -> (Table, Vec<f64>) {
    let (k, n) = (count(set, "k"), count(set, "n"));
    let both_ways = set["bidirectional"].as_bool().unwrap_or(false);
    let ring = if both_ways { Torus { k, n }.ring_counts() } else { Cube { k, n }.ring_counts() };
    let mut law = vec![0.0; n as usize * (ring.len() - 1) + 1];
    for node in 1..k.pow(n) {
        let ahead = |d| node / k.pow(d) % k;
        let distance: u32 = (0..n).map(|d| if both_ways { ahead(d).min(k - ahead(d)) } else { ahead(d) }).sum();
        law[distance as usize] += 1.0 / f64::from(k.pow(n) - 1);
    }
    let table = match set["weights"].as_str().expect("weights") {
        "comp" => nodes::table(&ring, n),
        "walk" => walk::table(&ring, n),
        _ => paths::table(&ring, n),
    };
    (table, law)
}

#[test]
fn every_independent_profile_agrees() {
    let (mut compared, golden) = (0, golden());
    for set in list(&golden, "adaptivity_profiles") {
        let (table, law) = table(set);
        let hops = table.expected_hops(&law);
        close(hops.iter().sum(), &set["dbar"], "dbar");
        assert_eq!(hops.len() + 1, list(set, "n_r").len());
        for (ours, theirs) in hops.iter().zip(&list(set, "n_r")[1..]) {
            close(*ours, theirs, "n_r");
            compared += 1;
        }
        if set["weights"] == "walk" {
            let ring = if set["bidirectional"] == true {
                Torus { k: 8, n: 2 }.ring_counts()
            } else {
                Cube { k: 8, n: 3 }.ring_counts()
            };
            let fast = walk::expected_hops(&ring, count(set, "n"));
            fast.iter().zip(&list(set, "n_r")[1..]).for_each(|(ours, theirs)| close(*ours, theirs, "n_r, closed form"));
        }
    }
    assert_eq!(compared, 3 * 3 + 3 * 2);
}

#[test]
fn every_independent_law_of_dimensions_left_agrees() {
    let (mut compared, golden) = (0, golden());
    for set in list(&golden, "phi_tables") {
        let (table, _) = table(set);
        let i = count(set, "i") as usize;
        let means = &table.means()[i];
        let fast = &nodes::means(&vec![1.0; count(set, "k") as usize], count(set, "n"))[i];
        assert_eq!((means.len(), list(set, "dist").len()), (list(set, "phi").len(), i));
        for (j, theirs) in list(set, "phi").iter().enumerate() {
            close(means[j], theirs, "phi");
            if set["weights"] == "comp" {
                close(fast[j], theirs, "phi, means alone");
            }
            let law = list(set, "dist")[j].as_array().expect("a law");
            assert_eq!(law.len(), table.law(i, j).len() + 1);
            for (ours, theirs) in table.law(i, j).iter().zip(&law[1..]) {
                assert!(
                    (ours - theirs.as_f64().expect("a number")).abs() <= RTOL_CLOSED_FORM,
                    "{ours} is not {theirs}"
                );
            }
            compared += 1;
        }
    }
    assert_eq!(compared, 3 * (10 + 21));
}

fn any_network() -> impl Strategy<Value = (WormholeNetwork, Reading)> {
    let any = (2..=32_u32, 1..=8_u32, 2..=16_u32, 1..=512_u32, prop::sample::select(READINGS.to_vec()));
    // The printed reading visits every multiset of distances: seconds in the largest cubes.
    any.prop_map(|(k, n, vcs, flits, reading)| {
        let n = if reading == Reading::Printed { n.min(if k <= 4 { 8 } else { 3 }) } else { n };
        (WormholeNetwork::cube(k, n, if k == 2 { vcs } else { vcs.max(3) }, flits), reading)
    })
}

proptest! {
    #![proptest_config(crate::property::cases(500))]

    #[test]
    fn the_curve_is_finite_and_rises_and_ends_at_saturation((network, reading) in any_network()) {
        let model = KaryNCube::new(network, reading);
        let saturation = model.saturation();
        let curve = model.curve(60);
        prop_assert_eq!(curve.len(), 60);
        prop_assert_eq!(curve[0].load, 0.0);
        prop_assert!((curve[0].latency / model.zero_load() - 1.0).abs() < RTOL_ROUNDING);
        prop_assert!((curve[59].load / saturation.load - 1.0).abs() < RTOL_ROUNDING);
        let end = saturation.latency.expect("the channel saturates before the source");
        prop_assert!((curve[59].latency / end - 1.0).abs() < RTOL_ROUNDING);
        prop_assert!(saturation.load <= 1.0 && saturation.bandwidth < 1.0, "{:?}", saturation);
        for pair in curve.windows(2) {
            prop_assert!(pair[0].load < pair[1].load && pair[0].latency < pair[1].latency, "{:?}", pair);
            prop_assert!(pair[1].quantities().iter().all(|quantity| quantity.value.is_finite()));
        }
    }

    #[test]
    fn a_load_on_the_curve_has_the_latency_of_the_curve((network, reading) in any_network(), at in 1..59_usize) {
        let model = KaryNCube::new(network, reading);
        let on_curve = &model.curve(60)[at];
        let Outcome::Stable(solved) = model.solve(on_curve.load) else { panic!("below saturation") };
        prop_assert!((solved.latency / on_curve.latency - 1.0).abs() < 1e-9, "{} is not {}", solved.latency, on_curve.latency);
    }

    #[test]
    fn beyond_the_fold_it_is_saturated_and_at_the_fold_it_is_not((network, reading) in any_network()) {
        let model = KaryNCube::new(network, reading);
        let load = model.saturation().load;
        prop_assert!(matches!(model.solve(load), Outcome::Stable(_)));
        for factor in [0.0, 1e-300, 1e-9] {
            prop_assert!(matches!(model.solve(factor * load), Outcome::Stable(_)), "{}", factor);
        }
        for factor in [1.0 + 1e-12, 1.01, 2.0, 1e9] {
            prop_assert!(matches!(model.solve(factor * load), Outcome::Saturated), "{}", factor);
        }
    }

    #[test]
    fn the_solution_satisfies_the_equations_it_was_not_solved_by((network, reading) in any_network(), fraction in 0.0..1.0) {
        let model = KaryNCube::new(network, reading);
        let Outcome::Stable(s) = model.solve(fraction * model.saturation().load) else { panic!("below saturation") };
        let close = |a: f64, b: f64| (a - b).abs() <= 1e-9 * a.abs().max(b.abs());
        let m = f64::from(network.flits);
        prop_assert!(close(s.rho, s.lambda_c * s.s), "(24)");
        prop_assert!(close(s.w, mg1::waiting_time(s.lambda_c, s.s, m).expect("rho < 1")), "(26)");
        prop_assert!(close(s.s, m + s.dbar + s.blocking_sum * s.w), "(9)");
        prop_assert!(close(s.lambda_c * f64::from(network.n), s.load * s.dbar), "(7)");
        let law = &s.p_v[..=network.vcs as usize];
        let v = network.vcs as usize;
        prop_assert!(close(law.iter().sum(), 1.0), "(28)");
        let (p_a, p_ad) = match (network.k, reading) {
            (2, _) => (law[v] + law[v - 1] / v as f64, law[v]),
            (_, reading) => {
                let ways = if reading == Reading::Refined { 1.0 } else { 2.0 };
                let pairs = (v * (v - 1)) as f64 / 2.0;
                (law[v] + 2.0 * law[v - 1] / v as f64 + law[v - 2] / pairs, law[v] + ways * law[v - 1] / v as f64)
            }
        };
        prop_assert!(close(s.p_a, p_a) && close(s.p_ad, p_ad), "(12), (13)");
        let shares: f64 = s.shares().iter().map(|share| share.time).sum();
        prop_assert!(close(shares, s.latency), "the parts add up");
    }

    #[test]
    fn averaging_exponents_never_adds_blocking((mut network, _) in any_network()) {
        // Jensen, and the walk finishes dimensions earlier than equally likely nodes do.
        network.n = network.n.min(3);
        let printed = KaryNCube::new(network, Reading::Printed).saturation().load;
        let corrected = KaryNCube::new(network, Reading::Corrected).saturation().load;
        prop_assert!(corrected <= printed * (1.0 + RTOL_ROUNDING));
    }
}

#[test]
fn in_a_hypercube_and_in_a_single_ring_the_readings_coincide() {
    let cubes = (1..=16).flat_map(|n| [2, 3, 7].map(|vcs| (2, n, vcs)));
    for (k, n, vcs) in cubes.chain([3, 8, 32].map(|k| (k, 1, 4))) {
        let network = WormholeNetwork::cube(k, n, vcs, 32);
        let printed = KaryNCube::new(network, Reading::Printed);
        let load = 0.7 * printed.saturation().load;
        for reading in READINGS.into_iter().filter(|&reading| k == 2 || reading != Reading::Refined) {
            let model = KaryNCube::new(network, reading);
            let (Outcome::Stable(a), Outcome::Stable(b)) = (printed.solve(load), model.solve(load)) else {
                panic!("stable")
            };
            assert!((a.latency / b.latency - 1.0).abs() < 1e-12, "{network:?}, {reading:?}");
            assert!((model.saturation().load / printed.saturation().load - 1.0).abs() < 1e-12, "{network:?}");
        }
    }
}

#[test]
fn the_effect_of_each_difference_is_that_of_its_switch_alone() {
    // From the notes to the method: effect on the saturation load of the 8-ary 3-cube, V = 3, M = 32, in per cent.
    let network = WormholeNetwork::cube(8, 3, 3, 32);
    let model = KaryNCube::new(network, Reading::Corrected);
    let effects = model.deviations(0.5 * model.saturation().load);
    let per_cent: Vec<f64> =
        effects.iter().map(|effect| (1000.0 * effect.saturation.expect("a fold")).round() / 10.0).collect();
    assert_eq!(per_cent[..3], [-5.0, -3.7, 5.5]);
    assert_eq!(per_cent.len(), 4);
    assert!(effects.iter().all(|effect| effect.change.is_ok()));
}

#[test]
fn a_network_that_was_solved_before_gives_the_same_numbers() {
    let (old, new) = (WormholeNetwork::cube(6, 3, 3, 16), WormholeNetwork::cube(6, 3, 5, 64));
    let ends = || READINGS.map(|reading| [old, new].map(|network| KaryNCube::new(network, reading).saturation()));
    let fresh = ends();
    // More networks than are remembered, so that these are made anew once more.
    (3..9).for_each(|k| {
        READINGS.iter().for_each(|&reading| drop(KaryNCube::new(WormholeNetwork { k, n: 2, ..old }, reading)))
    });
    assert_eq!(ends(), fresh);
}
