//! The tests of the method, on parts that are not public.

use super::{
    fixed_point::{Step, first},
    *,
};

fn model(n: u32) -> Matchings {
    Matchings::new(n).expect("a network of the model")
}

/// The state at a fraction of the largest load.
fn at(model: &Matchings, fraction: f64) -> State {
    model.state(fraction * model.end).unwrap_or_else(|| panic!("no solution at {fraction} of {}", model.end))
}

/// Asserts agreement with a written number to one unit of its last digit: some are cut off, not rounded.
fn written(ours: f64, theirs: f64, unit: f64, what: &str) {
    assert!((ours - theirs).abs() <= unit, "{what}: {ours} is not {theirs}");
}

/// Every (k, i) with e, S, R and x.
fn heads(model: &Matchings, state: &State) -> Vec<[f64; 4]> {
    let Geometry { mean_hops, hops, .. } = &model.geometry;
    let transit = model.geometry.transit();
    let mut all = Vec::new();
    for (k, v) in hops.iter().enumerate() {
        for (i, y) in state.visits[k].iter().enumerate() {
            let receives = state.receives[k][i];
            all.push([state.load * mean_hops * v * y, state.moves[k][i], receives, transit * state.scale * receives]);
        }
    }
    all
}

#[test]
fn an_idle_network_delays_by_the_distance_alone() {
    for n in 1..=MOST_DIMENSIONS {
        let model = model(n);
        let d = model.idle();
        let s = model.state(1e-5).expect("stable");
        assert!(
            (s.latency / d - 1.0).abs() < 3e-4 && (s.b / s.load / d - 1.0).abs() < 3e-4,
            "n = {n}: {} {}",
            s.latency,
            s.b
        );
        assert!(s.tau.iter().all(|tau| (tau - 1.0).abs() < 3e-4), "n = {n}: {:?}", s.tau);
        assert!(n == 1 || (s.scale - 1.0).abs() < 3e-4, "n = {n}: {}", s.scale);
        for load in [0.0, f64::MIN_POSITIVE, 1e-200, 1e-21, 1e-19, 1e-13, 1e-9] {
            let s = model.state(load).expect("stable");
            assert_eq!(s.load, load);
            assert!((s.latency / d - 1.0).abs() < 1e-7, "n = {n}: {} at {load}", s.latency);
            assert!(
                (s.queue - load * d).abs() <= 1e-7 * load * d && (s.b - load * d).abs() <= 1e-7 * load * d,
                "n = {n} at {load}"
            );
            assert!(n == 1 || (s.scale - 1.0).abs() < 1e-6, "n = {n}: {} at {load}", s.scale);
        }
    }
}

#[test]
fn two_nodes_have_no_matching_to_choose() {
    let model = model(1);
    assert!((model.largest_load() - 0.5).abs() < 1e-14);
    for (load, error) in [(0.25, 0.23), (0.45, -2.17)] {
        let s = model.state(load).expect("stable");
        for instant in &s.slot.instants {
            assert!((instant.q - (1.0 - s.b * instant.time)).abs() < 1e-14 && (instant.q - instant.g).abs() < 1e-14);
        }
        assert_eq!(s.scale, 0.0);
        let exact = (1.0 - load) / (1.0 - 2.0 * load);
        written(100.0 * (s.latency / exact - 1.0), error, 0.01, "error in per cent");
    }
}

#[test]
fn packets_and_queues_are_conserved() {
    for n in 1..=MOST_DIMENSIONS {
        let model = model(n);
        let d = model.geometry.mean_hops;
        for fraction in [0.01, 0.2, 0.5, 0.8, 0.95, 0.999] {
            let s = at(&model, fraction);
            let heads = heads(&model, &s);
            let sum = |term: fn(&[f64; 4]) -> f64| heads.iter().map(term).sum::<f64>();
            let (empty, x0) = (1.0 - s.b, model.geometry.transit() * s.scale * s.r0);
            assert!((sum(|[e, s, ..]| e * s) - s.load * d).abs() < 4e-15, "n = {n}: packets that move");
            assert!((sum(|[e, ..]| *e) - s.b).abs() < 4e-15, "n = {n}: heads");
            let transit = sum(|[e, _, _, x]| e * x) + empty * x0;
            assert!((transit - s.load * (d - 1.0)).abs() < 4e-15, "n = {n}: packets in transit");
            // col1 . e = p_0 (λ + x_0)
            let col1: f64 = heads.iter().map(|[e, s, _, x]| (s - x) * e).sum::<f64>() - s.load * s.b;
            assert!((col1 - empty * (s.load + x0)).abs() < 4e-15, "n = {n} at {fraction}: the identity of (19)");
        }
    }
}

#[test]
fn targets_with_queues_block_a_head_and_send_to_it() {
    for n in 1..=MOST_DIMENSIONS {
        let model = model(n);
        for fraction in [1e-6, 0.3, 0.7, 0.99, 0.999_999] {
            let s = at(&model, fraction);
            assert!(s.moves.iter().all(|row| row.windows(2).all(|pair| pair[0] > pair[1])), "n = {n} at {fraction}");
            assert!(s.receives.iter().all(|row| row.windows(2).all(|pair| pair[0] < pair[1])), "n = {n} at {fraction}");
            for [e, moves, receives, joins] in heads(&model, &s) {
                assert!(e >= 0.0 && receives >= 0.0 && moves > 0.0);
                assert!(moves + receives <= 1.0 + 1e-9, "n = {n} at {fraction}: {moves} + {receives}");
                assert!(joins <= 1.0 - moves + 1e-9, "n = {n} at {fraction}: {joins}, {moves}");
            }
        }
    }
}

#[test]
fn the_delay_has_a_pole_at_the_largest_load() {
    for n in 1..=MOST_DIMENSIONS {
        let model = model(n);
        let mut scaled = [1e-3, 1e-4, 1e-5].map(|gap| gap * at(&model, 1.0 - gap).latency);
        scaled.iter_mut().for_each(|value| *value /= model.idle());
        assert!((scaled[1] / scaled[2] - 1.0).abs() < 2e-3 && (scaled[0] / scaled[1] - 1.0).abs() < 2e-2, "{scaled:?}");
        for load in [model.end, 1.0, f64::INFINITY, f64::NAN, -1e-300, -1.0] {
            assert_eq!(model.state(load), None, "n = {n} at {load}");
        }
        // (11) tends to (14).
        let s = at(&model, 0.9999);
        let apart = s.tau.iter().zip(model.largest_tau()).map(|(tau, end)| (tau / end - 1.0).abs()).fold(0.0, f64::max);
        assert!(apart < 1e-3, "n = {n}: {apart}");
        if n == 5 {
            written(apart, 3e-4, 1e-4, "distance of τ from its limit");
        }
    }
    assert!([0, MOST_DIMENSIONS + 1, u32::MAX].map(Matchings::new).iter().all(Option::is_none));
}

#[test]
fn the_acceleration_changes_no_fixed_point() {
    for (n, fraction, most) in [(1, 0.9, 1e-11), (2, 0.5, 1e-11), (4, 0.8, 1e-11), (7, 0.9, 1e-11), (12, 0.98, 4e-11)] {
        let model = model(n);
        let load = fraction * model.end;
        let accelerated = at(&model, fraction);
        let (mut unknowns, mut steps) = (first(&model.geometry, load), 0);
        loop {
            let next = Step::new(&model.geometry, load, &unknowns).expect("regular").next;
            let change = unknowns.iter().zip(&next).map(|(old, new)| (new - old).abs()).fold(0.0, f64::max);
            (unknowns, steps) = (next, steps + 1);
            if change < 1e-13 {
                break;
            }
        }
        assert!((accelerated.b / unknowns[0] - 1.0).abs() < most, "n = {n}");
        assert!(accelerated.steps <= 10 && steps > 2 * accelerated.steps, "n = {n}: {} and {steps}", accelerated.steps);
    }
}
