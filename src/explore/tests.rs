//! Answers checked by hand; `tests/all/explore.rs` verifies them forwards and by scanning.

use super::{
    compare::{self, Equal},
    cost,
    extreme::{self, Fails, Want},
    inverse::{self, NoLoad},
    ours, sensitivity, value, words,
};
use crate::{
    model::{self, CurveLimit},
    param::Key,
    scenario::{Reading, Scenario, System, link, preset},
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
    assert!(matches!(answer, Err(NoLoad::Idle(idle)) if (idle - 36.0).abs() < 1.0), "{answer:?}");
    assert!(
        words::load_for(&torus, 10.0, &answer)
            .starts_with("No load has a latency of 10.00 cycles: even an idle network needs 36.0")
    );
    let answer = inverse::load_for(&torus, 1e4);
    assert!(matches!(answer, Err(NoLoad::Ends(..))), "{answer:?}");
    assert_eq!(inverse::cost_of_broadcast(&torus.set(Key::Beta, 0.0), 0.1), Err(NoLoad::NoBroadcasts));
    let crowded = torus.set(Key::Load, 0.02);
    let row = torus.system().param(Key::Vcs).expect("a row");
    let answer = extreme::of(&crowded, row, Want::Smallest, None);
    assert_eq!(answer.found, None);
    assert!(matches!(answer.fails, Some((16.0, Fails::Ends(_)))), "{answer:?}");
    assert!(words::extreme(&crowded, &answer).starts_with("No V carries"), "{}", words::extreme(&crowded, &answer));
    let cube = scenario("system=kary-ncube&load=0.002");
    let row = cube.system().param(Key::Vcs).expect("a row");
    let least = words::extreme(&cube, &extreme::of(&cube, row, Want::Smallest, None));
    assert!(least.contains("; V = 2 is out of range: use at least 3 when k = ") && !least.contains("vcs"), "{least}");
}

#[test]
fn broadcast_costs_what_two_models_say() {
    let torus = ours(&scenario("system=torus-broadcast&k=8&beta=0.02"));
    let found = inverse::cost_of_broadcast(&torus, 0.1).expect("a load");
    let with = value(&*model::of(torus.setup()), found.load).expect("a solution");
    let without = value(&*model::of(torus.set(Key::Beta, 0.0).setup()), found.load).expect("a solution");
    assert!((with / without - 1.1).abs() < 1e-9, "{with} {without}");
}

#[test]
fn equal_cost_is_as_reckoned_by_hand() {
    // 64 nodes: the middle of an 8 x 8 torus is crossed by 2 x 8 rings both ways, 32 channels; of a hypercube by 64, so that its channels are half as wide.
    let torus = scenario("system=torus-broadcast&k=8&flits=32");
    let networks = compare::of(&torus, 64, Equal::Bisection, Reading::Flow).networks;
    let find = |name: &str| networks.iter().find(|network| network.name.starts_with(name)).expect(name);
    assert_eq!((find("8 x 8 torus").across, find("8 x 8 torus").flits), (32, 32));
    let cube = find("6-dimensional hypercube, wormhole");
    assert_eq!((cube.across, cube.flits, cube.width), (64, 64, 0.5));
    assert_eq!((find("8-ary 2-cube").across, find("8-ary 2-cube").flits), (16, 16));
    // A slot of the slotted hypercube is a message over one channel.
    let slotted = find("6-dimensional hypercube, slotted");
    let of_slots = model::of(slotted.scenario.setup()).end().load;
    assert_eq!(slotted.carries, of_slots / 64.0);
    // Pins: 8 channels at a node of the torus, 12 of the hypercube.
    let networks = compare::of(&torus, 64, Equal::Pins, Reading::Flow).networks;
    let cube =
        networks.iter().find(|network| network.name.starts_with("6-dimensional hypercube, wormhole")).expect("it");
    assert_eq!((cube.pins, cube.flits), (12, 48));
    assert_eq!(compare::of(&torus, 37, Equal::Width, Reading::Flow), compare::Comparison::default());
}

#[test]
fn compared_networks_have_the_reading_that_is_asked_for_where_it_is_defined() {
    use Reading::{Average, Corrected, Flow, Printed, Refined};
    use System::{BanyanMulticast, HypercubeMmpp, HypercubeSlotted, KaryNCube, TorusBroadcast};
    // 64 nodes: tori of two and of three dimensions, and all other systems.
    let torus = scenario("system=torus-broadcast&k=8");
    for reading in [Corrected, Printed, Refined, Average, Flow] {
        let networks = compare::of(&torus, 64, Equal::Pins, reading).networks;
        let of = |system: System, n: u32| {
            let its = |scenario: &Scenario| scenario.system() == system && scenario.count(Key::N) == n;
            networks.iter().find(|network| its(&network.scenario)).map(|network| network.scenario.reading())
        };
        for (system, n, default) in [
            (TorusBroadcast, 2, Corrected),
            (KaryNCube, 2, Printed),
            (HypercubeMmpp, 6, Printed),
            (HypercubeSlotted, 6, Corrected),
            (BanyanMulticast, 6, Corrected),
        ] {
            let expected = if system.readings().contains(&reading) { reading } else { default };
            assert_eq!(of(system, n), Some(expected), "{reading:?} of {system:?}");
        }
        // The readings of the paper have two dimensions.
        assert_eq!(of(TorusBroadcast, 3), Some(if reading == Flow { Flow } else { Refined }), "{reading:?}");
    }
}

#[test]
fn scenes_of_classic_questions_say_what_the_models_say() {
    let scene = |title: &str| {
        let found = preset::all().find(|preset| preset.title == title).expect("a scene");
        (found.scenario(), found.line)
    };
    let near =
        |number: f64, said: f64, digit: f64| assert!((number - said).abs() <= digit / 2.0, "{number}, not {said}");
    // Idle latencies of two networks, and by how much the second carries more.
    let of_two = |title: &str, names: [&str; 2]| {
        let scenario = scene(title).0;
        let all =
            compare::of(&scenario, cost::NetworkShape::of(&scenario).nodes() as u32, scenario.choice(), Reading::Flow)
                .networks;
        let [one, other] = names.map(|name| all.iter().find(|network| network.name == name).expect(name));
        (one.idle.expect("a latency"), other.idle.expect("a latency"), other.carries / one.carries)
    };
    let dimensions = ["16-ary 2-cube, wormhole, one direction", "8-dimensional hypercube, wormhole"];
    for (title, low, times) in
        [("Low or high dimension, at equal bisection", 47.0, 3.0), ("Low or high dimension, at equal pins", 79.0, 6.0)]
    {
        let (flat, cube, more) = of_two(title, dimensions);
        near(flat, low, 1.0);
        near(cube, 260.0, 1.0);
        near(more, times, 0.2);
    }
    let switching = ["6-dimensional hypercube, wormhole", "6-dimensional hypercube, circuits"];
    let (worm, circuit, more) = of_two("Wormhole or circuits, short messages", switching);
    near(worm, 19.0, 0.1);
    near(circuit, 25.1, 0.1);
    assert!((more - 1.0).abs() < 0.02, "{more}");
    let (worm, circuit, more) = of_two("Wormhole or circuits, long messages", switching);
    near(worm, 131.0, 1.0);
    near(circuit, 137.0, 1.0);
    assert!((more - 1.0).abs() < 0.04, "{more}");
    let (tree, line) = scene("Broadcast by tree, or one by one");
    let end = |scenario: &Scenario| model::solved_to_end(scenario.setup()).end().load;
    let (carried, unicasts) = (end(&tree), end(&tree.set(Key::Beta, 0.0)));
    // 98 of 100 messages are one, two are 63.
    let times = 0.98 + 0.02 * 63.0;
    near(carried, 0.0140, 1e-4);
    near(unicasts, 0.0154, 1e-4);
    near(unicasts / times, 0.0069, 1e-4);
    assert!(line.contains("2.24") && (times - 2.24_f64).abs() < 1e-12);
}

#[test]
fn edges_jumps_and_rules_are_named() {
    // Between three and four virtual channels the sources may become the bottleneck instead of blocking: the sentence follows the model.
    let said = |link: &str| {
        let scenario = ours(&scenario(link));
        let answer = sensitivity::of(&scenario);
        let breaks: Vec<_> =
            answer.effects.iter().flat_map(|effect| effect.breaks.iter().map(|found| (effect.key, *found))).collect();
        (breaks, words::sensitivity(&scenario, &answer))
    };
    let (breaks, sentence) = said("system=kary-ncube&k=3&n=2&flits=16&load=0.002");
    assert!(breaks.contains(&(Key::K, sensitivity::Break::Rule { next: 2.0 })), "{breaks:?}");
    assert!(sentence.contains("Between k = 2 and k = 3 the routing rule changes"), "{sentence}");
    let (breaks, _) = said("system=kary-ncube&k=8&n=2&flits=16&load=0.002");
    assert!(!breaks.iter().any(|(key, _)| *key == Key::K), "{breaks:?}");
    // With ever more virtual channels it is the sources that saturate.
    let torus = ours(&scenario("system=torus-broadcast&beta=0.02"));
    let limit = |vcs: f64| model::solved_to_end(torus.set(Key::Vcs, vcs).setup()).end().limit();
    let last = (3..16).find(|vcs| limit(f64::from(*vcs)) != limit(f64::from(vcs + 1))).expect("a change");
    let (breaks, sentence) = said(&format!("system=torus-broadcast&beta=0.02&load=0.004&vcs={last}"));
    let change =
        sensitivity::Break::Limit { next: f64::from(last + 1), here: CurveLimit::Blocking, there: CurveLimit::Sources };
    assert!(breaks.contains(&(Key::Vcs, change)), "{breaks:?}");
    let expected = format!(
        "From V = {last} to V = {} what ends the curve changes from blocking to the queues at the sources.",
        last + 1
    );
    assert!(sentence.contains(&expected), "{sentence}");
    // Without a model, the sentence names the setting that no model covers.
    let (breaks, sentence) = said("system=kary-ncube&ways=two");
    assert!(breaks.is_empty() && sentence.starts_with("The models assume ways = "), "{sentence}");
}
