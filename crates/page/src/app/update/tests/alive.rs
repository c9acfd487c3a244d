//! The animation of a page that has just been opened.

use super::*;
use flitscope::sim::trace::{Journey, Trace, TraceProgress};

/// True if it plays, and the cycle shown.
fn shown(bench: &Bench) -> (bool, u32) {
    (bench.state.player.transport.is_playing(), bench.get(Key::Cycle) as u32)
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
fn who_prefers_stillness_finds_the_warm_network_paused_and_so_does_an_embedding_page() {
    for mut bench in [Bench::new(""), Bench::moving("#v=2&embed=1")] {
        bench.settle();
        let (plays, warm) = shown(&bench);
        assert!(!plays && warm >= 1_000, "{warm}");
        bench.wait(2_000.0);
        assert_eq!((shown(&bench), bench.fragment()), ((false, warm), None));
    }
}

#[test]
fn a_link_that_names_a_cycle_opens_that_cycle_paused() {
    let mut bench = Bench::moving("#v=2&cycle=40");
    bench.settle();
    assert_eq!(shown(&bench), (false, 40));
    bench.send(EditMessage::Address("#v=2&system=banyan-multicast".into()));
    bench.settle();
    assert!(shown(&bench).0, "another link, another opening");
}

#[test]
fn the_empty_network_is_one_press_away() {
    let mut bench = Bench::moving("");
    bench.settle();
    bench.send(PlayMessage::Restart);
    assert_eq!(shown(&bench), (true, 0));
    bench.wait(1_000.0);
    assert!((8..=12).contains(&shown(&bench).1), "it plays from there: {}", shown(&bench).1);
    assert_eq!(bench.sheet.shows("restart"), Some(true));
}

#[test]
fn a_link_has_no_cycle_that_merely_plays() {
    let mut bench = Bench::moving("");
    bench.settle();
    bench.put(Key::Beta, "0.05");
    bench.wait(500.0);
    assert_eq!(bench.fragment().as_deref(), Some("#v=2&system=torus-broadcast&beta=0.05"));
    bench.send(PlayMessage::Toggle);
    bench.settle();
    bench.wait(500.0);
    let (plays, cycle) = shown(&bench);
    assert!(!plays && bench.fragment().is_some_and(|link| link.ends_with(&format!("&cycle={cycle}"))));
}

#[test]
fn with_another_load_it_plays_on_in_a_warm_network() {
    let mut bench = Bench::moving("#v=2&system=kary-ncube");
    bench.settle();
    bench.put(Key::Load, "0.012");
    bench.wait(200.0);
    bench.settle();
    assert!(shown(&bench).0 && shown(&bench).1 >= 1_000, "{:?}", shown(&bench));
    // Once the reader has paused it, it stays.
    bench.send(PlayMessage::Toggle);
    bench.put(Key::Load, "0.011");
    bench.wait(200.0);
    bench.settle();
    let paused = shown(&bench);
    bench.wait(1_000.0);
    assert_eq!((paused.0, shown(&bench)), (false, paused));
}

#[test]
fn out_of_the_window_it_rests() {
    let mut bench = Bench::moving("");
    bench.settle();
    bench.send(PlayMessage::Seen(false));
    bench.wait(100.0);
    let before = shown(&bench);
    bench.wait(2_000.0);
    assert_eq!(shown(&bench), before);
    assert!(!bench.frame, "no picture is asked for");
    bench.send(PlayMessage::Seen(true));
    bench.wait(1_000.0);
    assert!(shown(&bench).1 > before.1 + 5);
}

#[test]
fn another_animation_begins_at_its_own_beginning_and_so_it_does_when_it_comes_back() {
    let mut bench = Bench::new("#v=2&k=5&flits=8");
    bench.settle();
    let warm = shown(&bench).1;
    assert!(warm >= 1_000);
    bench.put(Key::Animation, "broadcast");
    bench.settle();
    assert_eq!(shown(&bench), (false, 0));
    bench.send(EditMessage::Undo);
    bench.settle();
    assert_eq!(shown(&bench), (false, warm));
    bench.send(EditMessage::Redo);
    bench.settle();
    assert_eq!(shown(&bench), (false, 0));
}

#[test]
fn messages_that_arrived_move_with_the_chart_while_nothing_plays() {
    let mut bench = Bench::moving("#v=2&cycle=600");
    bench.settle();
    let before = bench.said("arrived");
    assert!(before.matches("<circle").count() > 10, "{before}");
    let wider = Plot { left: 50.0, top: 10.0, width: 800.0, height: 200.0 };
    bench.send(ChartMessage::Drawn { plot: Some(wider), milliseconds: 1.0 });
    let after = bench.said("arrived");
    assert!(after != before && after.matches("<circle").count() == before.matches("<circle").count(), "{after}");
}

#[test]
fn the_messages_that_arrived_are_those_of_the_trace() {
    let mut bench = Bench::moving("#v=2&beta=0&cycle=600");
    bench.settle();
    let report: serde_json::Value = serde_json::from_str(&json::write(&bench.state.results_report())).expect("JSON");
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
