//! The worked example and the tests of the method, on parts that are not public.

use super::{
    fixed_point::{Rest, Step, first},
    *,
};
use crate::solve::linear;

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

fn all_written(ours: &[f64], theirs: &[f64], unit: f64, what: &str) {
    assert_eq!(ours.len(), theirs.len(), "{what}");
    ours.iter().zip(theirs).for_each(|(ours, theirs)| written(*ours, *theirs, unit, what));
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
fn the_worked_example() {
    let model = model(4);
    let s = model.state(0.1).expect("stable");
    let Geometry { distances, mean_hops, hops, .. } = &model.geometry;
    written(*mean_hops, 2.133_333_33, 1e-8, "d");
    all_written(distances, &[4.0, 6.0, 4.0, 1.0].map(|ways| ways / 15.0), 1e-15, "P");
    all_written(hops, &[0.468_75, 0.343_75, 0.156_25, 0.031_25], 1e-15, "v");
    let [start, half, end] = [0, slot::STEPS / 2, slot::STEPS].map(|i| s.slot.instants[i]);
    assert_eq!([start.time, half.time, end.time], [0.0, 0.5, 1.0]);
    assert_eq!([start.q, start.g, start.q_queued, start.g_queued, start.u_empty], [1.0, 1.0, 1.0, 1.0, 0.0]);
    for (what, ours, theirs, unit) in [
        ("q(1/2)", half.q, 0.965_750_641_697, 1e-12),
        ("q(1)", end.q, 0.932_082_835_687, 1e-12),
        ("g(1/2)", half.g, 0.781_844_870_892, 1e-12),
        ("g(1)", end.g, 0.605_061_779_444, 1e-12),
        ("g_B(1/2)", half.g_queued, 0.468_411_694_270, 1e-12),
        ("g_B(1)", end.g_queued, 0.065_355_983_1, 1e-10),
        ("-q'(0)", s.b * start.choosing, 0.068_748_947, 1e-9),
        ("-q'(1)", s.b * end.choosing, 0.066_442_004, 1e-9),
    ] {
        written(ours, theirs, unit, what);
    }
    all_written(&s.visits[0], &[0.993_956_495_497, 0.411_866_706_681], 1e-12, "y_1");
    all_written(model.largest_tau(), &[2.825_393_63, 2.115_556_75, 1.885_432_47, 1.775_590_84], 1e-8, "tau at the end");
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
fn the_blocks_solve_the_system_of_the_method() {
    for n in 1..=6 {
        let model = model(n);
        for fraction in [0.05, 0.5, 0.9] {
            let load = fraction * model.end;
            let Rest { step, .. } =
                fixed_point::solve(&model.geometry, load, first(&model.geometry, load)).expect("rest");
            let s = model.state(load).expect("stable");
            let (heads, hops) = (heads(&model, &s), &model.geometry.hops);
            let (empty, x0) = (1.0 - s.b, model.geometry.transit() * s.scale * s.r0);
            let m = heads.len();
            assert_eq!(m as u32, n * (n + 3) / 2);
            // (17): A and f over all pairs (k, i).
            let mut changes = vec![0.0; m * m];
            let mut new = Vec::new();
            for (k, row) in step.phases.changes.iter().enumerate() {
                let (from, side) = (new.len(), k + 2);
                for (place, chance) in row.iter().enumerate() {
                    changes[(from + place / side) * m + from + place % side] = *chance;
                }
                new.extend(step.phases.found[k].iter().map(|chance| hops[k] * chance));
            }
            // (18), as the method has it.
            let (mut matrix, mut right) = (vec![0.0; m * m], vec![0.0; m]);
            for a in 0..m {
                right[a] = empty * (load + x0) * new[a];
                for (other, [e, moves, _, joins]) in heads.iter().enumerate() {
                    let change = changes[other * m + a];
                    let same = f64::from(u8::from(a == other));
                    matrix[a * m + other] = same - change * (1.0 - moves) - new[a] * moves;
                    let first = -change * (load * (1.0 - moves) + joins) - new[a] * moves * (load - 1.0);
                    right[a] -= first * e;
                }
            }
            let half = load * load / 2.0;
            right[m - 1] = empty * (half + load * x0);
            for (other, [e, moves, _, joins]) in heads.iter().enumerate() {
                matrix[(m - 1) * m + other] = -load * (1.0 - moves) - joins - moves * (load - 1.0);
                let second = -(half * (1.0 - moves) + load * joins) - moves * (half - load + 1.0);
                right[m - 1] -= second * e;
            }
            linear::solve(&mut matrix, &mut right).expect("regular");
            let queue: f64 = right.iter().sum();
            assert!((s.queue / queue - 1.0).abs() < 1e-11, "n = {n} at {fraction}: {} is not {queue}", s.queue);
        }
    }
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
        let warm = model.state_from(load, &at(&model, 0.97 * fraction)).expect("stable");
        assert!((warm.latency / accelerated.latency - 1.0).abs() < most && warm.steps <= 10, "n = {n}");
    }
}

#[test]
fn any_solution_is_a_beginning() {
    let (smaller, model) = (model(3), model(5));
    let fractions = [0.0, 1e-30, 1e-12, 0.1, 0.5, 0.9, 0.999];
    for from in fractions {
        let other = at(&model, from);
        for to in fractions {
            let warm = model.state_from(to * model.end, &other).unwrap_or_else(|| panic!("from {from} to {to}"));
            assert!((warm.latency / at(&model, to).latency - 1.0).abs() < 1e-9, "from {from} to {to}");
        }
        assert_eq!(model.state_from(model.end, &other), None);
    }
    let stranger = at(&smaller, 0.5);
    assert_eq!(model.state_from(0.05, &stranger), model.state(0.05));
}
