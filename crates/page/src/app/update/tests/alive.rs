//! The animation of a page that has just been opened.

use super::*;
use flitscope::sim::trace::{Journey, Trace, TraceProgress};

/// True if it plays, and the cycle shown.
fn shown(bench: &Bench) -> (bool, u32) {
    (bench.state.player.transport.playing, bench.get(Key::Cycle) as u32)
}

#[test]
fn every_system_opens_with_its_simulation_moving_in_a_warm_network() {
    for system in System::ALL {
        let mut bench = Bench::moving(&format!("#v=2&system={}", system.key()));
        bench.settle();
        let (plays, warm) = shown(&bench);
        assert!(plays && warm >= 1_000, "{system:?}: {warm}");
        // Under bursts that last, the warm-up is longer than anybody waits.
        let warmed = bench.said("stage-numbers").contains("after a warm-up");
        assert!(warmed || warm >= 6_000, "{system:?}: {}", bench.said("stage-numbers"));
        bench.wait(2_000.0);
        let passed = bench.get(Key::Cycle) - f64::from(warm);
        let wanted =
            20.0 * system.options(Key::Speed)[bench.get(Key::Speed) as usize].key.parse::<f64>().expect("a speed");
        assert!((0.75 * wanted..=1.25 * wanted).contains(&passed), "{system:?}: {passed} cycles in two seconds");
        assert!(bench.state.is_settled(), "{system:?}: what plays by itself keeps nobody waiting");
        assert_eq!(bench.fragment(), None, "{system:?}: the address is not touched");
    }
}

#[test]
fn the_messages_that_arrived_are_those_of_the_trace() {
    let mut bench = Bench::moving("#v=2&beta=0&cycle=600");
    bench.settle();
    let report = bench.report();
    let arrivals = report["arrivals"].as_array().expect("a list");
    assert!((50..=200).contains(&arrivals.len()), "{}", arrivals.len());
    let mut traced = std::collections::BTreeSet::new();
    let mut trace = Trace::of(bench.state.scenario(), 0, 600).expect("it can be traced");
    let mut note = |Journey { source, destination, generated, arrived, .. }: Journey| {
        traced.insert([arrived, u64::from(source), u64::from(destination), arrived - generated]);
    };
    while trace.step(&mut note) == TraceProgress::Going {}
    for arrival in arrivals {
        let place = ["cycle", "source", "destination", "latency"].map(|name| arrival[name].as_u64().expect("a number"));
        assert!(traced.contains(&place), "{arrival}");
    }
}
