//! Worms as flows: the limits that it must obey, and random settings of the tables.

use crate::property;
use flitscope::{
    model::{
        self, Caveat, Model as _, Outcome, Solution as _, Solve,
        ours::search::cold,
        ours::worms::{
            Solution, Worms,
            network::Traffic,
            search::{self, Limit},
            step::Solver,
        },
    },
    param::Key,
    scenario::{Reading, Scenario, System},
    topology::{grid::Topology, wormhole::WormholeNetwork},
};
use proptest::prelude::*;

fn some() -> [(WormholeNetwork, f64); 6] {
    [
        (WormholeNetwork::torus(8, 2, 3, 32), 0.0),
        (WormholeNetwork::torus(8, 2, 4, 16), 0.04),
        (WormholeNetwork::torus(5, 3, 5, 20), 0.01),
        (WormholeNetwork::cube(8, 3, 5, 64), 0.0),
        (WormholeNetwork::cube(2, 6, 3, 32), 0.0),
        (WormholeNetwork::cube(7, 1, 4, 8), 0.0),
    ]
}

fn solved(network: WormholeNetwork, beta: f64) -> Worms {
    let mut flow = Worms::new(network, beta);
    assert!(flow.advance(&|| true));
    flow
}

fn at(flow: &Worms, load: f64) -> Solution {
    match flow.solve(load) {
        Outcome::Stable(solution) => solution,
        other => panic!("{:?} at {load}: {other:?}", flow.network()),
    }
}

fn near(ours: f64, expected: f64, tolerance: f64, what: &str) {
    assert!((ours - expected).abs() <= tolerance * expected.abs().max(1.0), "{what}: {ours} is not {expected}");
}

#[test]
fn without_traffic_a_message_takes_its_length_and_its_distance_and_would_wait_for_the_first_of_uniform_rests() {
    for (network, beta) in some() {
        let flow = solved(network, beta);
        let idle = at(&flow, 0.0);
        let expected = f64::from(network.flits) + idle.geometry.mean_hops;
        assert_eq!((idle.latency(), flow.idle(), idle.wait, idle.rho), (expected, Some(expected), 0.0, 0.0));
        assert_eq!(idle.slot, f64::from(network.flits));
        let a = f64::from(network.adaptive());
        for (r, wait) in (1..).zip(&idle.step.wait) {
            let rest = f64::from(network.flits) * (a + 1.0) / (f64::from(r) * a + 2.0);
            // Except in the rare case that all are at their last flit.
            let last = 1.0 / f64::from(network.flits);
            assert!(*wait >= rest && *wait <= rest * (1.0 + last * last), "w_{r}: {wait} is not {rest}");
        }
    }
}

#[test]
fn chances_sum_to_one_and_nothing_is_faster_than_the_idle_network() {
    for (network, beta) in some() {
        let flow = solved(network, beta);
        let end = flow.end().load;
        let mut before = 0.0;
        for part in [0.05, 0.3, 0.5, 0.8, 0.9, 0.98] {
            let solution = at(&flow, part * end);
            let (step, unknowns) = (&solution.step, &solution.unknowns);
            for law in [&unknowns.demand[..], &unknowns.held, &step.law] {
                near(law.iter().sum(), 1.0, 1e-9, "a law");
                assert!(law.iter().all(|chance| *chance >= 0.0), "{law:?}");
            }
            assert!(step.blocking.iter().all(|chance| (0.0..=1.0).contains(chance)));
            assert!(step.slow[0] >= 1.0 && step.slow.windows(2).all(|pair| pair[0] <= pair[1]));
            assert!(solution.together.windows(2).all(|pair| pair[0] <= pair[1] + 1e-15) && solution.together[0] == 0.0);
            assert!(solution.together.iter().all(|rate| *rate <= 1.0 + 1e-12));
            assert!(solution.latency() > before, "latency rises with the load");
            before = solution.latency();
            if beta == 0.0 {
                // Channels serve the offered load; headers that get a channel at once are the difference.
                let (carried, offered) = carried(&solution);
                let most =
                    [(0.05, 1e-4), (0.5, 3e-3), (0.9, 2e-2), (1.0, 3e-2)].into_iter().find(|(to, _)| part <= *to);
                let most = most.map_or(0.0, |(_, most)| most);
                assert!(carried <= offered * (1.0 + 1e-9), "{network:?} at {part}: {carried} of {offered}");
                assert!((1.0 - carried / offered).abs() <= most, "{network:?} at {part}: {carried} of {offered}");
            }
        }
        for times in [1.01, 1.05, 1.2, 1.5, 2.0, 3.0] {
            assert!(matches!(flow.solve(times * end), Outcome::Saturated), "{network:?} at {times} of its end");
        }
    }
}

#[test]
fn a_load_has_one_solution_wherever_the_search_begins() {
    for (network, beta) in some() {
        let flow = solved(network, beta);
        for part in [0.4, 0.8, 0.95] {
            let warm = at(&flow, part * flow.end().load);
            let cold = cold(&search::Worms::new(network, beta), warm.traffic.load, 1e-10).expect("stable");
            near(cold.latency(), warm.latency(), 1e-6, "cold and warm");
        }
    }
}

#[test]
fn the_first_cost_of_traffic_is_proportional_to_it() {
    for (network, _) in some() {
        let flow = solved(network, 0.0);
        let idle = at(&flow, 0.0).latency();
        let slope = |part: f64| (at(&flow, part * flow.end().load).network_time - idle) / part;
        near(slope(0.001), slope(0.002), 0.01, "slope");
    }
}

#[test]
fn broadcasts_begin_without_a_jump_and_a_network_that_can_have_them_is_the_same_without() {
    for (network, load) in [(WormholeNetwork::torus(8, 2, 3, 32), 0.008), (WormholeNetwork::torus(4, 2, 6, 16), 0.03)] {
        let mut latencies = Vec::new();
        for (states, beta) in [(false, 0.0), (true, 0.0), (true, 1e-9), (true, 1e-6)] {
            let worms = search::Worms { solver: Solver::new(network, states), beta };
            latencies.push(cold(&worms, load, 1e-11).expect("stable").latency());
        }
        near(latencies[1], latencies[0], 1e-9, "states of copies that there are none of");
        near(latencies[2], latencies[0], 1e-6, "hardly any broadcasts");
        near(latencies[3], latencies[0], 1e-3, "few broadcasts");
    }
}

#[test]
fn rings_of_two_have_one_way_and_a_single_ring_has_no_turns() {
    let one = WormholeNetwork::cube(2, 5, 4, 24);
    let both = WormholeNetwork { topology: Topology::Torus, ..one };
    let channels = |network: &WormholeNetwork| (network.two_way(), network.channels(), network.escapes());
    assert_eq!(channels(&one), channels(&both));
    let geometry = |network| format!("{:?}", Solver::new(network, false).geometry);
    assert_eq!(geometry(one), geometry(both));
    let together = |network| Solver::new(network, false).geometry.together;
    assert_eq!(together(WormholeNetwork::cube(2, 1, 4, 8)), 0.0);
    assert_eq!(together(WormholeNetwork::cube(2, 4, 2, 8)), 0.0, "with one adaptive channel two never travel together");
    let ring = Solver::new(WormholeNetwork::cube(9, 1, 4, 8), false);
    near(ring.geometry.visibility[0], 1.0, 1e-12, "everybody is seen on a ring");
}

#[test]
fn every_quantity_has_the_symbol_under_which_it_is_asked_for() {
    let scenario = Scenario::new(System::TorusBroadcast).with_reading(Reading::Flow).expect("a torus has it");
    let model = model::of(scenario.setup());
    let Outcome::Stable(point) = model.point(0.008) else { panic!("a solution") };
    for symbol in [
        "T",
        "W",
        "T_slot",
        "b",
        "E_v",
        "utilisation",
        "rho",
        "q_eff",
        "var_slot",
        "T_copy",
        "tau",
        "kappa",
        "chi",
        "nu",
    ] {
        assert!(point.number(symbol).is_some(), "{symbol}");
    }
    for symbol in ["P_v", "S", "G", "sigma", "Pb_r", "w_r", "m", "pi", "n_r"] {
        assert!(point.quantities.iter().any(|quantity| quantity.symbol == symbol), "{symbol}");
    }
    assert_eq!(model.end().description(), Some("blocking"));
    let sum: f64 = solved(WormholeNetwork::torus(8, 2, 3, 32), 0.02)
        .solve(0.008)
        .stable()
        .expect("a solution")
        .shares()
        .iter()
        .map(|share| share.time)
        .sum();
    near(sum, point.number("latency").expect("a latency"), 1e-12, "the shares are the latency");
}

/// A setting of the tables under our own model.
fn settings() -> impl Strategy<Value = Scenario> {
    let torus = (3..=32_u32, 2..=4_u32, 3..=16_u32, 1..=512_u32, 0.0..=1.0_f64);
    let torus = torus.prop_map(|(k, n, vcs, flits, beta)| {
        [(Key::K, k), (Key::N, n), (Key::Vcs, vcs), (Key::Flits, flits)]
            .iter()
            .fold(Scenario::new(System::TorusBroadcast).set(Key::Reading, 3.0), |s, (key, value)| {
                s.set(*key, f64::from(*value))
            })
            // Most broadcasts are few.
            .set(Key::Beta, beta * beta * beta)
    });
    let cube = (2..=32_u32, 1..=16_u32, 2..=16_u32, 1..=1024_u32);
    let cube = cube.prop_map(|(k, n, vcs, flits)| {
        [(Key::K, k), (Key::N, n), (Key::Vcs, vcs), (Key::Flits, flits)]
            .iter()
            .fold(Scenario::new(System::KaryNCube).set(Key::Reading, 4.0), |s, (key, value)| {
                s.set(*key, f64::from(*value))
            })
    });
    prop_oneof![torus, cube]
}

/// Asserts that the whole curve is finite, rises where the model has been validated, and has a named end.
fn is_a_curve(scenario: Scenario) -> Result<(), TestCaseError> {
    prop_assert_eq!(scenario.reading(), Reading::Flow);
    let model = model::of(scenario.setup());
    let end = model.end();
    prop_assert!(end.load > 0.0 && end.load.is_finite() && end.description().is_some(), "{:?}", end);
    let curve = model.curves(0).concat();
    prop_assert!(curve.len() > 30, "{} points", curve.len());
    let judged = !model.remarks(0.0).contains(&Caveat::NotJudged);
    for pair in curve.windows(2) {
        let rises = pair[0].1 <= pair[1].1 * (1.0 + 1e-6);
        prop_assert!(pair[0].0 < pair[1].0 && (rises || !judged) && pair[1].1.is_finite(), "{:?}", pair);
    }
    for part in [0.0, 0.5, 0.97] {
        let Outcome::Stable(point) = model.point(part * end.load) else {
            return Err(TestCaseError::fail(format!("no solution at {part} of the end")));
        };
        prop_assert!(point.quantities.iter().all(|quantity| quantity.value.is_finite()));
    }
    prop_assert!(matches!(model.point(1.02 * end.load), Outcome::Saturated));
    Ok(())
}

#[test]
fn where_blocked_messages_hold_nothing_the_sources_end_the_curve() {
    for (k, vcs, beta) in [(9, 3, 1.0), (9, 3, 0.99), (4, 5, 1.0), (8, 3, 0.02)] {
        let network = WormholeNetwork::torus(k, 2, vcs, 32);
        let mut model = Worms::new(network, beta);
        model.solve_end(false);
        let last = model.solve(model.end().load).stable().expect("a solution");
        let expected = if beta > 0.5 { Limit::Source } else { Limit::Blocking };
        assert_eq!(model.limit(), Some(expected), "k = {k}, V = {vcs}, β = {beta}");
        let blocked = last.unknowns.blocked;
        assert!(if beta > 0.5 { last.rho > 0.98 && blocked < 1e-3 } else { blocked > 0.05 }, "{} {blocked}", last.rho);
    }
}

/// All walks of a header in an n-cube of one-way rings of k nodes: hops made before each hop with r dimensions left, cut at M, and the number of those hops with fewer than M before them.
fn walked(k: u32, n: u32, flits: u32) -> (Vec<f64>, Vec<f64>) {
    fn on(left: &mut [u32], made: u32, chance: f64, flits: u32, sums: &mut (Vec<f64>, Vec<f64>)) {
        let r = left.iter().filter(|hops| **hops > 0).count();
        if r == 0 {
            return;
        }
        sums.0[r - 1] += chance * f64::from(made.min(flits));
        sums.1[r - 1] += if made < flits { chance } else { 0.0 };
        for dimension in 0..left.len() {
            if left[dimension] > 0 {
                left[dimension] -= 1;
                on(left, made + 1, chance / r as f64, flits, sums);
                left[dimension] += 1;
            }
        }
    }
    let mut sums = (vec![0.0; n as usize], vec![0.0; n as usize]);
    for to in 1..k.pow(n) {
        let mut left: Vec<u32> = (0..n).map(|dimension| to / k.pow(dimension) % k).collect();
        on(&mut left, 0, 1.0 / f64::from(k.pow(n) - 1), flits, &mut sums);
    }
    sums
}

#[test]
fn a_short_worm_holds_a_channel_for_each_flit_at_most() {
    for (k, n) in [(5, 1), (4, 2), (3, 3), (2, 4)] {
        let longest = n * (k - 1);
        let long = Solver::new(WormholeNetwork::cube(k, n, 3, 1024), false).geometry;
        for flits in 1..=longest + 2 {
            let geometry = Solver::new(WormholeNetwork::cube(k, n, 3, flits), false).geometry;
            let (held, early) = walked(k, n, flits);
            for r in 0..n as usize {
                near(geometry.held[r], held[r], 1e-9, "channels held");
                near(geometry.early[r], early[r], 1e-9, "hops with the tail at the source");
            }
            if flits >= longest {
                assert_eq!((&geometry.held, &geometry.early), (&long.held, &long.n), "{flits} flits are long");
            }
        }
    }
}

/// Single rings, and networks with messages shorter than their paths, with the load at which our simulator saturates (to 2 %) and its latency at half of that load (to 0.5 %).
#[test]
fn rings_and_short_worms_follow_the_simulation() {
    for (network, end, latency) in [
        (WormholeNetwork::cube(16, 1, 3, 32), 0.002518, 65.99),
        (WormholeNetwork::cube(32, 1, 4, 64), 0.0006142, 136.3),
        (WormholeNetwork::cube(8, 1, 5, 8), 0.02515, 21.33),
        (WormholeNetwork::cube(10, 1, 3, 24), 0.005632, 48.89),
        (WormholeNetwork::cube(4, 2, 3, 1), 0.4126, 4.615),
        (WormholeNetwork::cube(8, 3, 3, 4), 0.03926, 17.14),
        (WormholeNetwork::torus(8, 2, 3, 2), 0.2903, 7.232),
        (WormholeNetwork::torus(16, 2, 4, 4), 0.08706, 16.83),
    ] {
        let flow = solved(network, 0.0);
        let error = at(&flow, end / 2.0).latency() / latency - 1.0;
        assert!(error.abs() < 0.05, "{network:?} at half load: {error}");
        let error = flow.end().load / end - 1.0;
        assert!(error.abs() < 0.19, "{network:?} at its end: {error}");
    }
}

/// With many virtual channels and short worms the steps rest at such loads too.
#[test]
fn no_channel_carries_more_than_a_flit_in_a_cycle() {
    for (k, n, vcs, flits) in [(23, 2, 10, 1), (3, 2, 14, 6), (4, 1, 16, 64)] {
        let flow = solved(WormholeNetwork::cube(k, n, vcs, flits), 0.0);
        let last = at(&flow, 0.999 * flow.end().load);
        let used = last.traffic.load * last.geometry.mean_hops * f64::from(flits) / f64::from(n);
        assert!(used < 1.0 && flow.limit().is_some(), "{used}");
    }
}

#[test]
fn a_header_of_a_ring_meets_at_a_later_hop_the_full_channels_of_which_a_holder_began_there() {
    for k in [2, 3, 16] {
        let flow = solved(WormholeNetwork::cube(k, 1, 4, 32), 0.0);
        let solution = at(&flow, 0.8 * flow.end().load);
        let [first, later] = solution.step.ring.expect("a ring");
        let mean = solution.geometry.mean_hops;
        let all_came = (0..=solution.network.adaptive()).fold(1.0, |all, _| all * (1.0 - 1.0 / mean));
        near(later.chance, first.chance * (1.0 - all_came), 1e-9, "later hops");
        assert!(first.wait >= later.wait, "a header at its first hop is the youngest");
        let blocked = first.chance * first.wait + (mean - 1.0) * later.chance * later.wait;
        near(solution.blocked, blocked, 1e-9, "blocked time");
    }
    assert!(at(&solved(WormholeNetwork::cube(4, 2, 4, 32), 0.0), 0.01).step.ring.is_none());
}

/// Networks of which some have worms so short that all adaptive virtual channels of a channel would be held for ever.
fn networks() -> impl Strategy<Value = WormholeNetwork> {
    (2..=16_u32, 1..=3_u32, 1..=4_u32, 1..=12_u32, any::<bool>()).prop_map(|(k, n, adaptive, flits, torus)| {
        let topology = if torus { Topology::Torus } else { Topology::Cube };
        let network = WormholeNetwork { topology, ..WormholeNetwork::cube(k, n, 0, flits) };
        WormholeNetwork { vcs: adaptive + network.escapes(), ..network }
    })
}

/// Flits per cycle that a channel carries by the law of its virtual channels, without copies, and those that are offered to it.
fn carried(solution: &Solution) -> (f64, f64) {
    let carried = solution.step.law.iter().zip(&solution.together).map(|(chance, rate)| chance * rate).sum();
    (carried, solution.traffic.utilisation(&solution.network, solution.geometry.mean_hops))
}

/// Asserts that each point of a curve has a place in the network for every header.
fn no_header_vanishes(network: WormholeNetwork) -> Result<(), TestCaseError> {
    let curve = solved(network, 0.0).curve(60);
    prop_assert_eq!(curve.len(), 60);
    for solution in &curve[1..] {
        let (carried, offered) = carried(solution);
        // Headers that are handed a channel at once are the difference.
        prop_assert!((0.9..1.0 + 1e-6).contains(&(carried / offered)), "{} of {}", carried, offered);
        prop_assert!((solution.step.admitted - 1.0).abs() < 1e-3, "{} of the headers", solution.step.admitted);
    }
    Ok(())
}

#[test]
fn every_header_finds_a_way_in_at_every_point() {
    property::holds("networks of long and short worms", 24, &networks(), no_header_vanishes);
    for (k, n, vcs, flits) in [(8, 2, 3, 1), (16, 2, 3, 4), (4, 3, 3, 1), (16, 2, 8, 4)] {
        let network = WormholeNetwork::cube(k, n, vcs, flits);
        no_header_vanishes(network).unwrap_or_else(|error| panic!("{network:?}: {error}"));
    }
}

#[test]
#[ignore = "minutes in release: make verify"]
fn every_header_finds_a_way_in_at_every_point_of_2000_networks() {
    property::holds("networks of long and short worms", 2_000, &networks(), no_header_vanishes);
}

/// Beyond its end all adaptive virtual channels of a network would be held for ever.
#[test]
fn the_end_of_short_worms_does_not_depend_on_the_damping() {
    for (k, n, vcs, flits) in [(8, 2, 3, 1), (16, 2, 3, 4), (8, 2, 4, 1)] {
        let network = WormholeNetwork::cube(k, n, vcs, flits);
        let mut model = Worms::new(network, 0.0);
        model.solve_end(false);
        assert_eq!(model.limit(), Some(Limit::Blocking));
        for damping in [0.3, 0.5, 0.8, 0.9] {
            let rests = |part: f64| {
                let mut solver = Solver::new(network, false);
                let traffic = Traffic { load: part * model.end().load, beta: 0.0 };
                let mut unknowns = solver.idle(traffic);
                (0..10_000).any(|_| solver.step(traffic, &mut unknowns, damping) < 1e-8 && solver.is_carried(traffic))
            };
            assert!(rests(0.998) && !rests(1.002), "{network:?} by steps of {damping}");
        }
    }
}

/// Settings in which steps damped by 0.8 swing for ever, though shorter ones come to rest.
#[test]
fn no_end_is_early_because_steps_swing() {
    for (k, n, vcs, flits) in [(3, 3, 11, 3), (3, 4, 11, 3), (2, 8, 11, 2)] {
        let network = WormholeNetwork::cube(k, n, vcs, flits);
        let mut model = Worms::new(network, 0.0);
        model.solve_end(false);
        // A slow search of its own: short steps from the idle network, as many as it takes.
        let load = model.end().load * 1.001;
        let mut solver = Solver::new(network, false);
        let traffic = Traffic { load, beta: 0.0 };
        let mut unknowns = solver.idle(traffic);
        let rests = (0..20_000).any(|_| {
            let change = solver.step(traffic, &mut unknowns, 0.2);
            change.is_finite() && change < 1e-9 && unknowns.blocked < 0.6
        });
        assert_eq!(model.limit(), Some(Limit::Blocking));
        assert!(
            !rests,
            "k = {k}, n = {n}, V = {vcs}, M = {flits}: beyond the end {} steps come to rest",
            model.end().load
        );
    }
}

#[test]
fn random_settings_have_a_curve_that_rises_and_an_end_with_a_name() {
    property::holds("settings of our own model", 12, &settings(), is_a_curve);
}

#[test]
#[ignore = "minutes in release: make verify"]
fn five_thousand_random_settings_have_a_curve_that_rises_and_an_end_with_a_name() {
    property::holds("settings of our own model", 5_000, &settings(), is_a_curve);
}
