//! Worms as flows against an independent implementation, and its limits.

use crate::golden::within;
use flitscope::model::ours::search::cold;
use flitscope::model::ours::worms::search::{Limit, Search, Worms};
use flitscope::topology::{grid::Topology, wormhole::WormholeNetwork};
use serde_json::Value as Json;

const ORACLE: &str = include_str!("../golden/worms-as-flows.json");

/// Agreement asked of every number; of probabilities an absolute difference of 1e-10 is allowed.
const RTOL: f64 = 1e-8;

fn all(ours: &[f64], theirs: &Json, what: &str) {
    let theirs = theirs.as_array().unwrap_or_else(|| panic!("{what} is no list"));
    assert_eq!(ours.len(), theirs.len(), "{what}");
    for (index, (ours, theirs)) in ours.iter().zip(theirs).enumerate() {
        let number = theirs.as_f64().expect("a number");
        assert!((ours - number).abs() <= (RTOL * number.abs()).max(1e-10), "{what}[{index}]: {ours} is not {number}");
    }
}

fn network(setting: &Json) -> WormholeNetwork {
    let count = |key: &str| setting[key].as_u64().expect("a whole number") as u32;
    WormholeNetwork {
        k: count("k"),
        n: count("n"),
        vcs: count("V"),
        flits: count("M"),
        topology: if setting["bidir"] == true { Topology::Torus } else { Topology::Cube },
    }
}

#[test]
fn every_number_is_that_of_the_independent_implementation() {
    let oracle: Json = serde_json::from_str(ORACLE).expect("JSON");
    let mut compared = 0;
    for setting in oracle["settings"].as_array().expect("settings") {
        let (network, beta) = (network(setting), setting["beta"].as_f64().expect("a fraction"));
        let worms = Worms::new(network, beta);
        let (ours, theirs) = (worms.solver.geometry.clone(), &setting["geometry"]);
        all(&ours.hops[1..], &theirs["hops"], "hops");
        all(&ours.n, &theirs["n_r"], "n_r");
        all(&ours.held, &theirs["J_r"], "J_r");
        all(&ours.phi, &theirs["phi_r"], "phi_r");
        all(&ours.avoidance, &theirs["alpha_r"], "alpha_r");
        all(&ours.visibility, &theirs["theta_r"], "theta_r");
        for (key, ours) in [("q", ours.together), ("phi_s", ours.phi_straight), ("phi_t", ours.phi_turn)] {
            all(&[ours], &serde_json::json!([theirs[key]]), key);
        }
        let types = theirs["types"].as_array().expect("types");
        assert_eq!(ours.types.len(), types.len());
        for (ours, theirs) in ours.types.iter().zip(types) {
            all(&[ours.weight], &serde_json::json!([theirs["weight"]]), "weight");
            all(&ours.class0, &theirs["c"], "c");
        }
        // Where they have them.
        if theirs["early_r"].is_array() {
            all(&ours.early, &theirs["early_r"], "early_r");
        }
        for point in setting["loads"].as_array().expect("loads") {
            let load = point["load"].as_f64().expect("a load");
            let solution = cold(&worms, load, 1e-11).expect("a stable load");
            let (unknowns, step) = (&solution.unknowns, &solution.step);
            let lists: [(&str, &[f64]); 8] = [
                ("m", &unknowns.demand),
                ("pi", &unknowns.held),
                ("P_v", &step.law),
                ("S", &solution.together),
                ("G", &step.rates),
                ("sigma", &step.slow),
                ("Pb_r", &step.blocking),
                ("w_r", &step.wait),
            ];
            lists.iter().for_each(|(key, ours)| all(ours, &point[*key], key));
            let numbers = [
                ("b", unknowns.blocked),
                ("chi", unknowns.copies),
                ("kappa", unknowns.copy_there),
                ("nu", unknowns.copy_rate),
                ("tau", unknowns.tail),
                ("q_eff", step.together),
                ("blocked", solution.blocked),
                ("T", solution.network_time),
                ("T_slot", solution.slot),
                ("var_slot", solution.variance),
                ("T_copy", solution.copy),
                ("var_copy", solution.copy_variance),
                ("rho", solution.rho),
                ("W", solution.wait),
                ("latency", solution.latency()),
            ];
            for (key, ours) in numbers {
                all(&[ours], &serde_json::json!([point[key]]), key);
                compared += 1;
            }
        }
        let mut search = Search::new(network, beta);
        assert!(search.advance(&|| true));
        let end = &setting["saturation"];
        within(end["relative_tolerance"].as_f64().expect("a tolerance"), search.end(), &end["load"], "saturation");
        let limit = if end["kind"] == "source" { Limit::Source } else { Limit::Blocking };
        assert_eq!(search.limit(), Some(limit));
    }
    assert_eq!(compared, (24 * 8 + 11 * 4) * 15);
}

#[test]
fn an_idle_network_takes_a_message_for_its_length_and_its_distance() {
    for network in [
        WormholeNetwork::torus(8, 2, 3, 32),
        WormholeNetwork::cube(2, 6, 5, 1),
        WormholeNetwork::cube(8, 3, 5, 64),
        WormholeNetwork::torus(32, 4, 16, 3),
    ] {
        let flits = network.flits;
        let worms = Worms::new(network, 0.0);
        let mean = worms.solver.geometry.mean_hops;
        let load = 1e-9 * f64::from(network.channels()) / (mean * f64::from(flits));
        let solution = cold(&worms, load, 1e-12).expect("hardly any load");
        let expected = f64::from(flits) + mean;
        assert!((solution.latency() - expected).abs() < 1e-6 * expected, "{network:?}: {}", solution.latency());
        assert!((solution.slot - f64::from(flits)).abs() < 1e-6 * expected, "{network:?}: {}", solution.slot);
    }
}

#[test]
fn where_the_search_is_interrupted_makes_no_difference() {
    let network = WormholeNetwork::torus(4, 2, 4, 16);
    let mut whole = Search::new(network, 0.02);
    assert!(whole.advance(&|| true));
    let mut sliced = Search::new(network, 0.02);
    let left = std::cell::Cell::new(0);
    let mut slices = 0;
    while !sliced.advance(&|| left.replace(left.get() - 1) > 0) {
        left.set(3);
        slices += 1;
    }
    assert!(slices > 10, "{slices}");
    assert_eq!(sliced.end().to_bits(), whole.end().to_bits());
    assert!(sliced.known().eq(whole.known()));
    let known: Vec<_> = whole.known().collect();
    assert!(known.windows(2).all(|pair| pair[0].0 < pair[1].0 && pair[0].1 < pair[1].1), "latency rises with the load");
    assert!(whole.solve(1.01 * whole.end()).is_none() && whole.solve(3.0 * whole.end()).is_none());
}

/// The worked example of the method, on its own: an 8 x 8 torus, V = 4, M = 16, β = 0.04, λ = 0.02.
#[test]
fn the_worked_example() {
    let network = WormholeNetwork::torus(8, 2, 4, 16);
    let solution = cold(&Worms::new(network, 0.04), 0.02, 1e-10).expect("a stable load");
    let (unknowns, step) = (&solution.unknowns, &solution.step);
    let numbers = [
        ("latency", solution.latency(), 59.75589832),
        ("T", solution.network_time, 44.98320448),
        ("W", solution.wait, 14.77269384),
        ("T_slot", solution.slot, 37.7216388),
        ("var_slot", solution.variance, 150.7306811),
        ("T_copy", solution.copy, 23.46834019),
        ("var_copy", solution.copy_variance, 76.6694915),
        ("rho", solution.rho, 0.4767649527),
        ("b", unknowns.blocked, 0.03110936627),
        ("chi", unknowns.copies, 0.1122835032),
        ("kappa", unknowns.copy_there, 0.2992502679),
        ("nu", unknowns.copy_rate, 0.01889115478),
        ("tau", unknowns.tail, 0.3683228978),
        ("q_eff", step.together, 0.1712989294),
    ];
    for (name, ours, expected) in numbers {
        assert!((ours - expected).abs() <= 1e-6 * expected, "{name}: {ours} is not {expected}");
    }
    all(&step.law, &serde_json::json!([0.304016366, 0.366869334, 0.22264765, 0.0914912878, 0.0149753629]), "P_v");
    all(&solution.together, &serde_json::json!([0.0, 0.413183962, 0.767982559, 0.95792605, 0.994652722]), "S");
    all(
        &step.slow[..8],
        &serde_json::json!([
            1.55253782, 1.95754587, 2.27235518, 2.50527408, 2.67841153, 2.81098736, 2.91607593, 3.00193657
        ]),
        "sigma",
    );
    all(&step.wait, &serde_json::json!([14.6893928, 9.67712826]), "w");
    let mut search = Search::new(network, 0.04);
    assert!(search.advance(&|| true));
    assert!((0.03012..=0.03016).contains(&search.end()) && search.limit() == Some(Limit::Source), "{}", search.end());
}
