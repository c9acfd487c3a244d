//! Answers checked by hand; `tests/all/explore.rs` verifies them forwards and by scanning.

use super::{
    compare::{self, Equal},
    extreme::{self, Fails, Want},
    inverse::{self, Never},
    ours, value, words,
};
use crate::{
    model,
    param::Key,
    scenario::{Scenario, link},
};

fn scenario(link: &str) -> Scenario {
    let parsed = link::parse(link);
    assert!(parsed.problems.is_empty(), "{link}: {:?}", parsed.problems);
    parsed.scenario
}

#[test]
fn what_is_impossible_is_said_with_its_reason() {
    let torus = scenario("system=torus-broadcast&load=0.0045");
    let answer = inverse::load_for(&torus, 10.0);
    assert!(matches!(answer, Err(Never::Idle(idle)) if (idle - 36.0).abs() < 1.0), "{answer:?}");
    assert!(
        words::load_for(&torus, 10.0, &answer)
            .starts_with("No load has a latency of 10.00 cycles: even an idle network needs 36.0")
    );
    let answer = inverse::load_for(&torus, 1e4);
    assert!(matches!(answer, Err(Never::Ends(..))), "{answer:?}");
    assert_eq!(inverse::cost_of_broadcast(&torus.set(Key::Beta, 0.0), 0.1), Err(Never::NoBroadcasts));
    let crowded = torus.set(Key::Load, 0.02);
    let row = torus.system().param(Key::Vcs).expect("a row");
    let answer = extreme::of(&crowded, row, Want::Smallest, None);
    assert_eq!(answer.found, None);
    assert!(matches!(answer.fails, Some((16.0, Fails::Ends(_)))), "{answer:?}");
    assert!(words::extreme(&crowded, &answer).starts_with("No V carries"), "{}", words::extreme(&crowded, &answer));
}

#[test]
fn broadcast_costs_what_two_models_say() {
    let torus = ours(&scenario("system=torus-broadcast&k=8&beta=0.02"));
    let found = inverse::cost_of_broadcast(&torus, 0.1).expect("a load");
    let with = value(&*model::of(&torus), found.load).expect("a solution");
    let without = value(&*model::of(&torus.set(Key::Beta, 0.0)), found.load).expect("a solution");
    assert!((with / without - 1.1).abs() < 1e-9, "{with} {without}");
}

#[test]
fn equal_cost_is_as_reckoned_by_hand() {
    // 64 nodes: the middle of an 8 x 8 torus is crossed by 2 x 8 rings both ways, 32 channels; of a hypercube by 64, so that its channels are half as wide.
    let torus = scenario("system=torus-broadcast&k=8&flits=32");
    let networks = compare::of(&torus, 64, Equal::Bisection).networks;
    let find = |name: &str| networks.iter().find(|network| network.name.starts_with(name)).expect(name);
    assert_eq!((find("8 x 8 torus").across, find("8 x 8 torus").flits), (32, 32));
    let cube = find("6-dimensional hypercube, wormhole");
    assert_eq!((cube.across, cube.flits, cube.width), (64, 64, 0.5));
    assert_eq!((find("8-ary 2-cube").across, find("8-ary 2-cube").flits), (16, 16));
    // A slot of the slotted hypercube is a message over one channel.
    let slotted = find("6-dimensional hypercube, slotted");
    let of_slots = model::of(&slotted.scenario).end().load;
    assert_eq!(slotted.carries, of_slots / 64.0);
    // Pins: 8 channels at a node of the torus, 12 of the hypercube.
    let networks = compare::of(&torus, 64, Equal::Pins).networks;
    let cube =
        networks.iter().find(|network| network.name.starts_with("6-dimensional hypercube, wormhole")).expect("it");
    assert_eq!((cube.pins, cube.flits), (12, 48));
    assert_eq!(compare::of(&torus, 37, Equal::Width), compare::Comparison::default());
}
