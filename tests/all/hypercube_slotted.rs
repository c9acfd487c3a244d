//! The slotted hypercube against independent numbers, chains that are stepped slot by slot, and its limits.

use flitscope::{
    model::{
        Model as _, Outcome, Solution as _, Solve,
        hypercube_slotted::{HypercubeSlotted, Solution},
    },
    scenario::Reading,
};
use proptest::prelude::*;
use serde_json::Value as Json;

/// Agreement asked of a closed form with numbers that are written with 10 digits.
const RTOL_CLOSED_FORM: f64 = 1e-9;

/// Agreement asked of saturation loads that are written with 7 decimals.
const ATOL_SEVEN_DECIMALS: f64 = 0.5e-7;

/// Agreement asked of a chain whose law is cut and iterated, not solved.
const RTOL_CHAIN: f64 = 1e-8;

/// Agreement asked of two ways to compute the same number.
const RTOL_IDENTITY: f64 = 1e-11;

/// Dimensions that the properties go through.
const DIMENSIONS: std::ops::RangeInclusive<u32> = 1..=12;

fn golden() -> Json {
    serde_json::from_str(include_str!("../golden/hypercube-slotted.json")).expect("golden numbers are JSON")
}

fn model(n: u32, reading: Reading) -> HypercubeSlotted {
    HypercubeSlotted::new(n, reading)
}

fn solved(model: &HypercubeSlotted, load: f64) -> Solution {
    match model.solve(load) {
        Outcome::Stable(solution) => solution,
        other => panic!("{load}: {other:?}"),
    }
}

fn close(ours: f64, theirs: &Json, what: &str) {
    let theirs = theirs.as_f64().unwrap_or_else(|| panic!("{what} is not a number"));
    assert!((ours - theirs).abs() <= RTOL_CLOSED_FORM * theirs.abs(), "{what}: {ours} is not {theirs}");
}

#[test]
fn every_number_of_every_independent_row_agrees() {
    let (mut delays, mut others) = (0, 0);
    for set in golden()["tables"].as_array().expect("sets") {
        let n = set["n"].as_u64().expect("a count") as u32;
        let (corrected, printed) = (model(n, Reading::Corrected), model(n, Reading::Printed));
        let end = corrected.saturation().load;
        close(end, &set["lam_max"], "lam_max");
        close(corrected.zero_load(), &set["d"], "d");
        assert_eq!(printed.saturation(), corrected.saturation(), "no slip moves the end");
        for row in set["rows"].as_array().expect("rows") {
            let load = row["frac"].as_f64().expect("a fraction") * end;
            let (s, p) = (solved(&corrected, load), solved(&printed, load));
            for (ours, theirs) in [
                (s.latency, "T_corrected"),
                (p.latency, "T_printed"),
                (s.latency_bernoulli, "D_corrected"),
                (p.latency_bernoulli, "D_printed_appendix"),
            ] {
                close(ours, &row[theirs], theirs);
                delays += 1;
            }
            for (ours, theirs) in [
                (s.load, "lam"),
                (s.p, "p"),
                (s.x, "X"),
                (s.lambda_x, "lamX"),
                (s.q, "Q"),
                (s.beta, "beta"),
                (s.mu, "mu"),
                (s.q0, "q0"),
                (s.q1, "q1"),
                (s.m, "M"),
                (s.delay_hop, "D_per_hop"),
            ] {
                close(ours, &row[theirs], theirs);
                others += 1;
            }
        }
    }
    assert_eq!((delays, others), (4 * 44, 11 * 44), "every number of the independent rows is compared");
}

#[test]
fn the_largest_loads_of_all_dimensions_agree() {
    for (n, theirs) in (1..).zip(golden()["lam_max"].as_array().expect("a list")) {
        let model = model(n, Reading::Corrected);
        let (ours, theirs) = (model.saturation().load, theirs.as_f64().expect("a load"));
        assert!((ours - theirs).abs() <= ATOL_SEVEN_DECIMALS * (1.0 + 1e-9), "n = {n}: {ours} is not {theirs}");
        assert!(model.end().width <= 1e-15 && model.end().evaluations < 60, "{:?}", model.end());
    }
}

/// Mean queue at slot starts of a node whose head packet with k hops to go leaves with probability 1 - p^k in each slot. `arrivals` are
/// the laws of arrivals in a slot with a send and in one without. The state is the queue and, if there is one, the head's k.
fn stepped(s: &Solution, sending: &[f64], silent: &[f64]) -> f64 {
    const MOST: usize = 90;
    let n = s.v_k.len();
    let blocked: Vec<f64> = (1..=n).map(|k| libm::pow(s.p, k as f64)).collect();
    let mut law = vec![vec![0.0; n]; MOST];
    law[0][0] = 1.0;
    let mut before = f64::NAN;
    loop {
        for _ in 0..200 {
            let mut next = vec![vec![0.0; n]; MOST];
            // A packet that becomes the head draws its distance.
            let mut head = |queue: usize, weight: f64| {
                let queue = queue.min(MOST - 1);
                if queue == 0 {
                    next[0][0] += weight;
                } else {
                    next[queue].iter_mut().zip(&s.v_k).for_each(|(state, v)| *state += weight * v);
                }
            };
            silent.iter().enumerate().for_each(|(more, chance)| head(more, law[0][0] * chance));
            for (queue, states) in law.iter().enumerate().skip(1) {
                let sends: f64 = states.iter().zip(&blocked).map(|(state, blocked)| state * (1.0 - blocked)).sum();
                sending.iter().enumerate().for_each(|(more, chance)| head(queue - 1 + more, sends * chance));
            }
            for (queue, states) in law.iter().enumerate().skip(1) {
                for (more, chance) in silent.iter().enumerate() {
                    let queue = (queue + more).min(MOST - 1);
                    for k in 0..n {
                        next[queue][k] += states[k] * blocked[k] * chance;
                    }
                }
            }
            law = next;
        }
        let mean: f64 = (0..).zip(&law).map(|(queue, states)| f64::from(queue) * states.iter().sum::<f64>()).sum();
        if (mean - before).abs() <= 1e-12 * mean {
            return mean;
        }
        before = mean;
    }
}

fn poisson(rate: f64) -> Vec<f64> {
    let mut term = libm::exp(-rate);
    (1..=18)
        .map(|i| {
            let this = term;
            term *= rate / f64::from(i);
            this
        })
        .collect()
}

#[test]
fn the_delays_are_those_of_chains_stepped_slot_by_slot() {
    for (n, fraction) in [(1, 0.5), (2, 0.6), (4, 0.7), (5, 0.4)] {
        let model = model(n, Reading::Corrected);
        let s = solved(&model, fraction * model.saturation().load);
        // Fresh packets come in the middle of a slot on average: Little's law at slot starts counts half a slot of them less.
        let fresh = poisson(s.load);
        let with_transit: Vec<f64> = (0..=fresh.len())
            .map(|i| {
                let at = |i: usize| fresh.get(i).copied().unwrap_or(0.0);
                (1.0 - s.mu) * at(i) + s.mu * i.checked_sub(1).map_or(0.0, at)
            })
            .collect();
        let bernoulli = stepped(&s, &fresh, &with_transit) + s.load / 2.0;
        assert!((s.m / bernoulli - 1.0).abs() < RTOL_CHAIN, "n = {n}: {} is not {bernoulli}", s.m);
        let arrivals = poisson(s.rate);
        let poisson = stepped(&s, &arrivals, &arrivals) / s.rate;
        assert!(((s.beta + s.w) / poisson - 1.0).abs() < RTOL_CHAIN, "n = {n}: {} is not {poisson}", s.beta + s.w);
    }
}

#[test]
fn distances_are_those_of_counting_every_node() {
    for n in 1..=10_u32 {
        let s = solved(&model(n, Reading::Corrected), 0.01);
        let others = f64::from((1 << n) - 1);
        let mut counts = vec![0.0; n as usize];
        (1..1_u32 << n).for_each(|node| counts[node.count_ones() as usize - 1] += 1.0);
        let hops: f64 = (1..).zip(&counts).map(|(k, count)| f64::from(k) * count).sum();
        assert!((s.d - hops / others).abs() < 1e-12);
        for (k, count) in counts.iter().enumerate() {
            assert!((s.distance_law[k] - count / others).abs() < 1e-14);
            // A packet that starts at distance k or more makes exactly one hop from distance k.
            assert!((s.v_k[k] - counts[k..].iter().sum::<f64>() / hops).abs() < 1e-14);
        }
    }
}

#[test]
fn without_load_a_packet_moves_at_every_slot() {
    for n in DIMENSIONS {
        let model = model(n, Reading::Corrected);
        let idle = solved(&model, 0.0);
        assert!((idle.latency / model.zero_load() - 1.0).abs() < RTOL_IDENTITY);
        assert!((idle.latency_bernoulli - (model.zero_load() + 0.5)).abs() < RTOL_IDENTITY, "half a slot to its start");
        let light = solved(&model, 1e-9);
        assert!((light.latency_bernoulli / idle.latency_bernoulli - 1.0).abs() < 1e-7, "the limit is a limit");
        assert!((light.latency / idle.latency - 1.0).abs() < 1e-7);
    }
}

#[test]
fn two_nodes_are_a_queue_with_geometric_service_and_the_end_of_the_slotted_m_d_1() {
    let model = model(1, Reading::Corrected);
    assert_eq!(model.saturation().load, 0.5);
    for load in [0.0, 0.1, 0.25, 0.4, 0.499] {
        let s = solved(&model, load);
        let expected = (1.0 - load / 2.0) / (1.0 - 2.0 * load);
        assert!((s.latency / expected - 1.0).abs() < RTOL_IDENTITY);
        assert!((s.latency_bernoulli / (expected + 0.5) - 1.0).abs() < RTOL_IDENTITY);
        assert_eq!(s.mu, 0.0, "nothing is in transit between two nodes");
        // The real network of two nodes: one slotted M/D/1 queue with rate 2λ.
        let exact = (1.0 - load) / (1.0 - 2.0 * load);
        assert!(s.latency >= exact && s.latency <= 1.5 * exact);
    }
}

#[test]
fn both_delays_diverge_like_one_over_the_idle_slots() {
    for n in DIMENSIONS {
        let model = model(n, Reading::Corrected);
        let end = model.saturation().load;
        let scaled = |distance: f64| {
            let s = solved(&model, (1.0 - distance) * end);
            [s.latency * (1.0 - s.lambda_x), s.latency_bernoulli * (1.0 - s.lambda_x)]
        };
        for (near, nearer) in scaled(1e-4).into_iter().zip(scaled(1e-6)) {
            assert!(nearer > 0.1 && (near / nearer - 1.0).abs() < 1e-2, "n = {n}: {near}, {nearer}");
        }
        for load in [end, end * (1.0 + 1e-12), 1.01 * end, 10.0 * end, 1e9] {
            assert!(matches!(model.solve(load), Outcome::Saturated), "n = {n} at {load}");
        }
    }
}

#[test]
fn the_printed_delay_by_littles_formula_is_off_by_a_constant() {
    for n in DIMENSIONS {
        let model = model(n, Reading::Printed);
        let s = solved(&model, 0.4 * model.saturation().load);
        let (n, others) = (f64::from(n), 1.0 - libm::exp2(-f64::from(n)));
        assert!((s.latency_bernoulli / (s.m / s.load) * (n * others) / 2.0 - 1.0).abs() < RTOL_IDENTITY);
    }
}

#[test]
fn the_effect_of_each_difference_is_that_of_its_switch_alone() {
    let model = model(4, Reading::Corrected);
    let effects = model.deviations(0.5 * model.saturation().load);
    assert!(effects.iter().all(|effect| effect.saturation.is_none()));
    let q = effects[0].change.expect("stable");
    assert!((q - (3.422_966_986 / 3.383_276_904 - 1.0)).abs() < 1e-9, "Q alone makes the printed T the corrected one");
    let little = effects[5].change.expect("stable");
    assert!((little - (2.0 * (1.0 - 0.0625) - 1.0)).abs() < 1e-12, "D alone is a factor n(1 - 2^-n)/2");
    // Two nodes near saturation: the printed delay is negative, which is no delay to compare with.
    assert!(HypercubeSlotted::new(1, Reading::Printed).deviations(0.475)[5].change.is_err());
    assert!(effects.iter().all(|effect| effect.change.is_ok_and(f64::is_finite)));
}

proptest! {
    #![proptest_config(crate::property::cases(1_000))]

    #[test]
    fn the_curve_is_finite_and_rises(n in DIMENSIONS, printed: bool, points in 2..200_usize) {
        let model = model(n, if printed { Reading::Printed } else { Reading::Corrected });
        let curve = model.curve(points);
        prop_assert_eq!(curve.len(), points);
        prop_assert_eq!(curve[0].load, 0.0);
        prop_assert!((curve[points - 1].lambda_x - 0.98).abs() < 1e-12);
        for pair in curve.windows(2) {
            prop_assert!(pair[0].load < pair[1].load && pair[0].latency < pair[1].latency, "{:?}", pair);
            prop_assert!(printed || pair[0].latency_bernoulli < pair[1].latency_bernoulli, "{:?}", pair);
            prop_assert!(pair[1].quantities().iter().all(|quantity| quantity.value.is_finite()));
        }
    }

    #[test]
    fn a_larger_network_carries_less_and_takes_longer(n in 1..12_u32, fraction in 0.0..0.999) {
        let (small, large) = (model(n, Reading::Corrected), model(n + 1, Reading::Corrected));
        prop_assert!(large.saturation().load < small.saturation().load);
        let load = fraction * large.saturation().load;
        let (small, large) = (solved(&small, load), solved(&large, load));
        prop_assert!(small.latency < large.latency && small.latency_bernoulli < large.latency_bernoulli);
    }

    #[test]
    fn flows_and_moments_agree_with_one_another(n in DIMENSIONS, fraction in 1e-6..0.999_f64) {
        let model = model(n, Reading::Corrected);
        let s = solved(&model, fraction * model.saturation().load);
        let close = |a: f64, b: f64| (a - b).abs() <= RTOL_IDENTITY * a.abs().max(b.abs());
        let sum = |list: &[f64]| list.iter().sum::<f64>();
        let mean = |list: &[f64]| s.v_k.iter().zip(list).map(|(v, value)| v * value).sum::<f64>();
        prop_assert!(close(sum(&s.distance_law), 1.0) && close(sum(&s.v_k), 1.0));
        prop_assert!(close(sum(&s.rate_k), s.rate), "the rates by distance add up");
        prop_assert!(close(mean(&s.second_k), s.hop_q), "the second moment by hops is that by packets");
        prop_assert!((s.mu * (1.0 - s.rate) - (s.rate - s.load)).abs() < 1e-15, "transit is what is not fresh");
        prop_assert!(s.mu >= 0.0 && s.mu < 1.0 && s.p < 1.0);
        prop_assert!(s.load <= (1.0 - libm::exp2(-f64::from(n))) / f64::from(n), "a hop takes two nodes");
        // q_0 = 0 is λX = 1; and a node sends for λX of the time.
        let served = (1.0 - s.q0) * s.beta;
        prop_assert!((served / (served + s.q0) - s.lambda_x).abs() < RTOL_IDENTITY);
        let shares: f64 = s.shares().iter().map(|share| share.time).sum();
        prop_assert!(close(shares, s.latency), "the parts add up");
    }

    #[test]
    fn the_bernoulli_delay_is_its_closed_form(n in DIMENSIONS, fraction in 0.0..0.99) {
        let model = model(n, Reading::Corrected);
        let s = solved(&model, fraction * model.saturation().load);
        let closed = s.x
            + s.x * s.a2 / ((1.0 + s.mu) * (1.0 - s.lambda_x))
            + s.beta * (s.load / 2.0 + s.mu) / (1.0 + s.mu)
            + s.d / 2.0 * ((s.load + s.mu) * s.hop_q - s.mu * s.beta)
            + (1.0 - s.lambda_x) / 2.0;
        prop_assert!((s.latency_bernoulli / closed - 1.0).abs() < RTOL_IDENTITY, "{} is not {}", s.latency_bernoulli, closed);
    }
}
