//! The limits of circuits as flows, and settings at random.

use crate::circuits::{bursty, capacity, cold, connections, network, poisson, solved, with_traffic};
use crate::golden::within;
use flitscope::{
    model::{
        NoSolution,
        hypercube_mmpp::Setting,
        ours::circuits::{
            network::Network,
            search::{Connections, EXACT, Limit, Search},
            solution::Solution,
        },
        ours::search::{
            FixedPoint as _,
            trial::{StepOutcome, Trial},
        },
    },
    queueing::mmpp_g1::{Service, waiting_time},
    traffic::long_range::{Target, Weights},
};
use proptest::prelude::*;

#[test]
fn an_idle_network_takes_a_message_for_its_length_and_three_times_its_distance() {
    for (n, vcs, flits) in [(1, 1, 4), (3, 2, 16), (6, 5, 32), (10, 16, 1024)] {
        for lag1 in [0.0, 0.8] {
            let setting = bursty(network(n, vcs, flits), 0.7, lag1, Weights::LeastSquares);
            let search = Search::new(&setting).expect("a network of the model");
            for part in [1e-9, 1e-30] {
                let load = part * f64::from(n) / (search.network().solver.geometry.mean_hops * f64::from(flits));
                let solution = solved(&setting, load);
                let slot = f64::from(flits) + 2.0 * search.network().solver.geometry.mean_hops;
                let near = |ours: f64, expected: f64| {
                    assert!((ours - expected).abs() < 1e-6 * slot, "{setting:?}: {ours} is not {expected}");
                };
                near(solution.latency(), search.idle());
                near(solution.slots.mean, slot);
                near(solution.wait, 0.0);
                for (d, (slow, times)) in
                    (1..).zip(solution.unknowns.slow.iter().zip(solution.slots.data.iter().zip(&solution.slots.each)))
                {
                    near(*slow, 1.0);
                    // The tail leaves so much before it arrives as it has hops to go.
                    near(solution.unknowns.setup[d - 1] + times.0 - times.1, d as f64);
                }
            }
        }
    }
    let solution = solved(&poisson(network(3, 4, 32)), 1e-9);
    let channel = &solution.step.channel;
    let slots = 4.0 * (144.0 / 49.0) / (1.0 + 8.0 / 49.0 + 1.0 / 49.0);
    for (ours, expected) in channel.reach.iter().chain([&channel.slots]).zip([1.0, 4.0 / 7.0, 1.0 / 7.0, slots]) {
        assert!((ours - expected).abs() < 1e-6, "{ours} is not {expected}");
    }
}

/// Laws at every load of every network.
fn obeys_its_laws(solution: &Solution) {
    let Solution { network, step, unknowns, slots, .. } = solution;
    let (channel, sharing) = (&step.channel, &step.sharing);
    let one = |law: &[f64]| {
        assert!((law.iter().sum::<f64>() - 1.0).abs() < 1e-10 && law.iter().all(|chance| *chance >= 0.0), "{law:?}");
    };
    for law in [&channel.held, &channel.data, &channel.found].into_iter().chain(&step.beside) {
        one(law);
    }
    unknowns.own.iter().for_each(|law| one(law));
    let sums = &sharing.together;
    assert!(sums.windows(2).all(|pair| pair[0] <= pair[1] + 1e-12) && sums[sums.len() - 1] <= 1.0, "{sums:?}");
    assert_eq!(sharing.beside[0], [1.0; 24]);
    for shares in &sharing.beside {
        assert!(shares.windows(2).all(|pair| pair[0] >= pair[1] - 1e-12), "{shares:?}");
    }
    let hops = f64::from(1_u32 << (network.n - 1)) * f64::from(network.n) / network.others();
    let flits = solution.load * hops / f64::from(network.n) * f64::from(network.flits);
    let carried: f64 = channel.data.iter().zip(sums).map(|(chance, sum)| chance * sum).sum();
    assert!((carried - flits).abs() < 1e-12, "{carried} flits per cycle are not {flits}");
    let slow = &unknowns.slow;
    assert!(slow[0] >= 1.0 - 1e-12 && slow.windows(2).all(|pair| pair[0] <= pair[1] + 1e-12), "{slow:?}");
    if let Some(bursts) = &solution.bursts {
        let [_, _, (_, usual), _, (pace, backlogged)] = bursts.own;
        assert!((usual / slots.mean - 1.0).abs() < 1e-8, "T_own(1) = {usual} is not T = {}", slots.mean);
        let sent = pace * solution.load * backlogged;
        assert!((sent / f64::from(network.vcs) - 1.0).abs() < 1e-9, "{sent} injection channels are not all");
        assert!(bursts.own.windows(2).all(|pair| network.vcs == 1 || pair[0].1 < pair[1].1), "{:?}", bursts.own);
    }
}

#[test]
fn times_rise_with_the_load_and_every_law_holds() {
    for (n, vcs, flits) in [(3, 4, 16), (6, 5, 32), (8, 8, 64), (2, 3, 32), (4, 1, 32)] {
        for lag1 in [0.0, 0.8] {
            let setting = bursty(network(n, vcs, flits), 0.75, lag1, Weights::Collocation);
            let end = capacity(Network::of(&setting));
            let mut before = (0.0, 0.0);
            for part in [0.02, 0.2, 0.4, 0.6, 0.8, 0.9, 0.97, 0.995] {
                let solution = solved(&setting, part * end);
                obeys_its_laws(&solution);
                let now = (solution.slots.mean, solution.latency());
                assert!(now.0 > before.0 && now.1 > before.1, "{setting:?} at {part}: {now:?} after {before:?}");
                before = now;
            }
        }
    }
}

#[test]
fn one_hop_is_plain_processor_sharing() {
    let setting = poisson(network(6, 5, 32));
    let mut connections = connections(&setting);
    let solution = Trial::new(0.035, connections.empty(0.035), EXACT).solve(&mut connections).expect("stable");
    let rates = solution.step.sharing.rate.iter().map(|rate| (1.0 - solution.unknowns.idle) * rate[24]);
    for (progress, rate) in connections.solver.companions.progress(1).iter().zip(rates) {
        assert!((32.0 * progress - rate).abs() < 1e-9 && rate > 0.0, "{progress} is not {rate}");
    }
}

#[test]
fn vanishing_bursts_leave_the_wait_of_poisson_traffic() {
    let network = network(6, 5, 32);
    let calm = solved(&poisson(network), 0.03);
    let nearly = solved(&bursty(network, 0.7, 1e-6, Weights::Collocation), 0.03);
    assert!(nearly.bursts.is_some());
    assert!((nearly.wait / calm.wait - 1.0).abs() < 1e-4, "{} is not {}", nearly.wait, calm.wait);
}

#[test]
fn bursts_shorter_than_a_message_are_waited_for_without_a_backlog() {
    let target = Target { hurst: 0.7, scales: 1, mmpps: 2, weights: Weights::LeastSquares };
    let solution = solved(&with_traffic(network(6, 5, 1024), 200.0, target), 0.0012);
    let (bursts, time) = (solution.bursts.as_ref().expect("bursts"), solution.slots.mean);
    let exponential = time * solution.spread.whole.sqrt();
    let service = Service { exponential, constant: time - exponential };
    let all = waiting_time(&bursts.arrivals.scaled(0.2), service).expect("stable");
    assert!((solution.wait / all.mean - 1.0).abs() < 1e-3, "{} is not {}", solution.wait, all.mean);
    assert!(all.mean > 1.01 * all.poisson, "{all:?}");
}

#[test]
fn where_and_how_the_steps_begin_makes_no_difference() {
    let setting = bursty(network(6, 5, 32), 0.7, 0.8, Weights::Collocation);
    let load = 0.038;
    let mut connections = connections(&setting);
    let whole = cold(&connections, load).expect("stable");
    for other in [0.01, 0.037, 0.043] {
        let start = solved(&setting, other).unknowns;
        let warm = Trial::new(load, start, EXACT).solve(&mut connections).expect("stable");
        assert!((warm.latency() / whole.latency() - 1.0).abs() < 1e-6, "from {other}");
    }
    let mut unknowns = connections.empty(load);
    let solver = &mut connections.solver;
    let steps = (0..300).take_while(|_| solver.step(load, &mut unknowns, 0.5) > 1e-11).count();
    assert!(steps < 299, "half steps rest too");
    for (ours, theirs) in unknowns.slow.iter().zip(&whole.unknowns.slow) {
        assert!((ours / theirs - 1.0).abs() < 1e-9, "{ours} is not {theirs}");
    }
}

#[test]
fn the_end_is_where_injection_channels_are_always_busy() {
    for (n, vcs, flits) in [(3, 3, 16), (4, 6, 64), (6, 5, 32), (8, 3, 32), (1, 1, 32), (4, 16, 32), (6, 1, 32)] {
        let network = network(n, vcs, flits);
        let mut search = Search::new(&poisson(network)).expect("a network of the model");
        assert!(search.advance(&|| true));
        let end = search.end();
        let last = search.solve(end).expect("the end is stable");
        let busy = end * last.slots.mean / f64::from(vcs);
        assert!(busy < 1.0 && busy > 1.0 - 1e-5, "{network:?}: {busy}");
        for beyond in [1.001, 1.02, 1.3] {
            assert!(search.solve(beyond * end).is_none(), "{network:?} at {beyond}");
            assert!(cold(search.network(), beyond * end).is_none());
        }
        assert_eq!((search.limit(), search.end_latency()), (Some(Limit::Source), None));
    }
}

#[test]
fn where_the_search_is_interrupted_makes_no_difference() {
    let setting = bursty(network(4, 3, 16), 0.7, 0.8, Weights::Collocation);
    let mut whole = Search::new(&setting).expect("a network of the model");
    assert!(whole.known().next().is_none() && whole.limit().is_none());
    assert!(whole.advance(&|| true));
    let mut sliced = Search::new(&setting).expect("a network of the model");
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
    assert_eq!(known.len(), Connections::POINTS);
    assert!(known.windows(2).all(|pair| pair[0].0 < pair[1].0 && pair[0].1 < pair[1].1), "latency rises with the load");
}

#[test]
fn the_curve_ends_where_there_is_no_more_traffic() {
    let setting = bursty(network(2, 16, 4), 0.6, 2.0, Weights::LeastSquares);
    let mut search = Search::new(&setting).expect("a network of the model");
    assert!(search.advance(&|| true));
    let (end, last) = (search.end(), search.network().traffic.last());
    assert_eq!((search.limit(), end), (Some(Limit::Traffic), last));
    let latency = search.solve(end).expect("the last traffic").latency();
    within(1e-6, search.end_latency().expect("finite"), &serde_json::json!(latency), "the latency at the end");
    assert!(search.solve(1.001 * end).is_none() && search.known().count() == Connections::POINTS);
}

#[test]
fn the_curve_ends_where_channels_are_full() {
    // By their bandwidth; by a fold.
    for (n, vcs, flits, least, most) in [(2, 8, 4, 0.99, 1.0), (2, 3, 4, 0.75, 0.77), (2, 6, 6, 0.97, 0.98)] {
        let network = network(n, vcs, flits);
        let mut search = Search::new(&poisson(network)).expect("a network of the model");
        assert!(search.advance(&|| true));
        let end = search.end();
        let carried = end / search.network().solver.geometry.bandwidth(&network);
        assert!(carried > least && carried < most, "{network:?}: {carried} flits per cycle");
        assert_eq!(search.limit(), Some(Limit::Channels));
        let last = search.solve(end).expect("the end is stable");
        assert!(last.slots.rho < 0.999, "{network:?}: injection channels are not full");
        within(1e-4, last.latency(), &serde_json::json!(search.end_latency()), "the latency at the end");
        assert!(search.solve(1.001 * end).is_none() && search.known().count() == Connections::POINTS);
    }
}

#[test]
fn short_messages_and_many_dimensions_are_refused() {
    let refused = |n, flits| network(n, 3, flits).refusal();
    assert_eq!(refused(6, 11), Some(NoSolution::ShortMessage { flits: 11, least: 12, n: 6 }));
    assert_eq!(refused(1, 3), Some(NoSolution::ShortMessage { flits: 3, least: 4, n: 1 }));
    assert_eq!(refused(11, 1024), Some(NoSolution::Dimensions(11, 10)));
    assert_eq!((refused(6, 12), refused(1, 4), refused(10, 20)), (None, None, None));
    let short = poisson(network(2, 16, 1));
    assert_eq!(Search::new(&short).err(), Network::of(&short).refusal());
}

/// Settings within the ranges of the parameters, and a load up to twice what channels could carry.
fn settings() -> impl Strategy<Value = (Setting, f64)> {
    let network = (1_u32..=16, 1_u32..=16, 0.0..1.0_f64);
    let bursts = (0.501..0.999_f64, prop_oneof![Just(0.0), 0.0..2.0_f64], 1_u32..=7, 2_u32..=6, any::<bool>());
    (network, bursts, 0.0..2.0_f64).prop_map(|((n, vcs, length), (hurst, lag1, scales, mmpps, least), part)| {
        let flits = libm::exp2(10.0 * length).round() as u32;
        let weights = if least { Weights::LeastSquares } else { Weights::Collocation };
        let load = part * f64::from(n) / (f64::from(flits) * f64::from(n) / 2.0);
        (with_traffic(Network { n, vcs, flits }, lag1, Target { hurst, scales, mmpps, weights }), load)
    })
}

/// A setting has finite numbers that obey every law, or a state with a name.
fn is_solved_or_says_why(setting: &Setting, load: f64) -> Result<(), TestCaseError> {
    let network = Network::of(setting);
    if network.refusal().is_some() {
        prop_assert!(network.n > 10 || network.flits < 4.max(2 * network.n));
        return Ok(());
    }
    let mut connections = connections(setting);
    let mut trial = Trial::new(load, connections.empty(load), EXACT);
    let came = trial.advance(&mut connections, usize::MAX);
    let carried = load * connections.solver.geometry.mean_hops * f64::from(network.flits) / f64::from(network.n);
    if came == StepOutcome::Lost {
        let end = capacity(network);
        prop_assert!(load > end, "nothing rests below the capacity {end} of {setting:?} at {load}");
        return Ok(());
    }
    match connections.solution(&trial) {
        Some(solution) => {
            prop_assert!(solution.latency().is_finite() && solution.wait >= 0.0, "{setting:?} at {load}");
            // With one dimension, and where channels are full, (6) may have no rate of circuits.
            if network.n > 1 && carried < 0.97 {
                obeys_its_laws(&solution);
            }
        }
        None => {
            let busy = connections.spare(&trial) <= 0.0 || carried >= 1.0;
            prop_assert!(busy || load > connections.last(), "{setting:?} at {load} has neither a latency nor a reason");
        }
    }
    Ok(())
}

/// Every curve rises to an end with a reason.
fn rises_to_its_end(setting: &Setting) -> Result<(), TestCaseError> {
    let Ok(mut search) = Search::new(setting) else { return Ok(()) };
    prop_assert!(search.advance(&|| true));
    let known: Vec<_> = search.known().collect();
    prop_assert!(known.len() == Connections::POINTS && search.end() > 0.0, "{setting:?}: {} points", known.len());
    let finite = known.iter().all(|(load, latency)| load.is_finite() && latency.is_finite());
    let rises = known.windows(2).all(|pair| pair[0].0 < pair[1].0 && pair[0].1 < pair[1].1);
    prop_assert!(finite && rises, "{setting:?}: {known:?}");
    prop_assert!(search.solve(1.01 * search.end()).is_none());
    let last = search.solve(search.end());
    let full = last.as_ref().is_some_and(|last| last.slots.rho > 0.999);
    prop_assert!(full == (search.limit() == Some(Limit::Source)), "{setting:?}: {:?}", search.limit());
    Ok(())
}

#[test]
fn a_random_setting_has_finite_numbers_or_a_named_state() {
    crate::property::holds("circuits as flows", 150, &settings(), |(setting, load)| {
        is_solved_or_says_why(&setting, load.max(1e-12))
    });
    crate::property::holds("curves of circuits as flows", 8, &settings(), |(setting, _)| rises_to_its_end(&setting));
}

#[test]
#[ignore = "three thousand settings"]
fn three_thousand_random_settings_have_finite_numbers_or_a_named_state() {
    crate::property::holds("circuits as flows", 3000, &settings(), |(setting, load)| {
        is_solved_or_says_why(&setting, load.max(1e-12))
    });
    crate::property::holds("curves of circuits as flows", 300, &settings(), |(setting, _)| rises_to_its_end(&setting));
}
