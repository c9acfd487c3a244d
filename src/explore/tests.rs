//! Answers checked by hand; `tests/all/explore.rs` verifies them forwards and by scanning.

use super::{
    compare::{self, Equal},
    cost,
    extreme::{self, Fails, Want},
    inverse::{self, NoLoad},
    map::{Cells, Mapped},
    ours, sensitivity, value, words,
};
use crate::{
    blessed,
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
    let idle = words::load_for(&torus, 10.0, &answer);
    let answer = inverse::load_for(&torus, 1e4);
    assert!(matches!(answer, Err(NoLoad::Ends(..))), "{answer:?}");
    assert_eq!(inverse::cost_of_broadcast(&torus.set(Key::Beta, 0.0), 0.1), Err(NoLoad::NoBroadcasts));
    let crowded = torus.set(Key::Load, 0.02);
    let row = torus.system().param(Key::Vcs).expect("a row");
    let answer = extreme::of(&crowded, row, Want::Smallest, None);
    assert_eq!(answer.found, None);
    assert!(matches!(answer.fails, Some((16.0, Fails::Ends(_)))), "{answer:?}");
    let carried = words::extreme(&crowded, &answer);
    let cube = scenario("system=kary-ncube&load=0.002");
    let row = cube.system().param(Key::Vcs).expect("a row");
    let least = words::extreme(&cube, &extreme::of(&cube, row, Want::Smallest, None));
    blessed::lines("impossible answers", [("idle", idle), ("no V", carried), ("fewest V", least)]);
}

/// The answer to the smallest or largest value of a key, and its sentence.
fn extreme(scenario: &Scenario, key: Key, want: Want, target: Option<f64>) -> (extreme::Extreme, String) {
    let answer = extreme::of(scenario, scenario.system().param(key).expect("a row"), want, target);
    let sentence = words::extreme(scenario, &answer);
    (answer, sentence)
}

#[test]
fn a_value_that_no_model_covers_gives_the_reason_and_no_value() {
    // The network carries this load with every k up to 32; the models cover k = 2 alone.
    let both_ways = scenario("system=kary-ncube&n=2&ways=two&load=0.002&injection=inj1");
    let questions = [
        ("system=kary-ncube&n=2&ways=two&load=0.002&injection=inj1", Key::K, Want::Largest, Some(100.0)),
        ("system=kary-ncube&wiring=mesh&load=0.0001&injection=inj1", Key::Vcs, Want::Smallest, None),
        ("system=torus-broadcast&routing=dimension-order&injection=inj1", Key::Flits, Want::Largest, None),
        ("beta=0&wiring=mesh&load=0.0001&injection=inj1", Key::Beta, Want::Largest, None),
        ("system=hypercube-slotted&n=4&pattern=transpose", Key::N, Want::Smallest, None),
        // These readings have fewer dimensions, or longer messages, than the system.
        ("load=0.0001&reading=printed", Key::N, Want::Largest, None),
        ("system=hypercube-mmpp&reading=flow&load=0.0001", Key::N, Want::Largest, None),
        ("system=hypercube-mmpp&reading=flow&load=0.0001", Key::Flits, Want::Smallest, None),
        // It takes too long.
        ("system=kary-ncube&k=32&reading=printed&load=0.00001", Key::N, Want::Largest, None),
    ];
    blessed::words("answers that are not known", questions, |(link, key, want, target)| {
        let (answer, sentence) = extreme(&scenario(link), key, want, target);
        assert_eq!(answer.found, None, "{link}: {sentence}");
        sentence
    });
    // From the other end the first value has a model, and is an answer.
    let (answer, sentence) = extreme(&both_ways, Key::K, Want::Smallest, None);
    assert!(matches!(answer.found, Some((2.0, _))), "{sentence}");
}

#[test]
fn a_value_that_does_not_fit_the_others_is_passed_over_and_named_where_it_matters() {
    // n = 9 to 16 do not go with k = 3, and are not next to the answer.
    let cube = scenario("system=kary-ncube&k=3&n=2&load=0.004&reading=flow");
    let (answer, sentence) = extreme(&cube, Key::N, Want::Largest, Some(44.0));
    assert!(
        matches!((&answer.found, &answer.fails), (Some((n, _)), Some((next, _))) if *n < 8.0 && *next == n + 1.0),
        "{sentence}"
    );
    assert!(answer.beyond.is_none(), "{sentence}");
    // One that is next to it is named.
    let (answer, next) = extreme(&cube.set(Key::Load, 1e-5), Key::N, Want::Largest, None);
    assert!(matches!(answer.found, Some((8.0, _))), "{next}");
    // An odd n has no transpose: passed over, and n = 2 has no model.
    let transposed = scenario("system=kary-ncube&k=3&n=2&pattern=transpose&load=0.001&injection=inj1");
    let (_, transposed) = extreme(&transposed, Key::N, Want::Smallest, None);
    blessed::lines("values passed over", [("far", sentence), ("next", next), ("no transpose", transposed)]);
    // A broadcast is no unicast message: β = 1 has no latency at all.
    let (answer, sentence) = extreme(&scenario("load=0.0001&reading=flow"), Key::Beta, Want::Largest, Some(1e4));
    assert!(answer.found.is_some_and(|(beta, _)| beta > 0.9 && beta < 1.0), "{sentence}");
}

#[test]
fn cells_without_a_model_say_why() {
    let map = |link: &str, axes: [(Key, &[f64]); 2], shown: Mapped| {
        let scenario = scenario(link);
        let mut solver = Cells::default();
        let [(x, xs), (y, ys)] = axes;
        let row = |up: &f64| xs.iter().map(|at| solver.cell(&scenario, shown, (x, *at), (y, *up)).ok()).collect();
        let cells: Vec<Vec<_>> = ys.iter().map(row).collect();
        words::map(&scenario, shown, axes, &cells)
    };
    let (k, n) = ((Key::K, &[2.0, 4.0, 8.0][..]), (Key::N, &[2.0, 9.0][..]));
    let maps = [
        ("system=kary-ncube&ways=two&injection=inj1", [k, n], Mapped::Saturation),
        // The reason is about both values of the cell.
        ("system=kary-ncube", [k, (Key::Vcs, &[1.0])], Mapped::Saturation),
        ("system=kary-ncube&wiring=mesh&injection=inj1", [k, (Key::Vcs, &[3.0])], Mapped::Measure),
    ];
    blessed::words("cells without a model", maps, |(link, axes, shown)| map(link, axes, shown));
}

#[test]
fn a_neighbour_without_a_model_is_named() {
    let hypercube = scenario("system=kary-ncube&k=2&n=4&ways=two&load=0.002&injection=inj1");
    let circuits = ours(&scenario("system=hypercube-mmpp&n=10&load=0.0001"));
    let neighbours = [("rings", hypercube), ("circuits", circuits)];
    let said = neighbours.map(|(name, scene)| (name, words::sensitivity(&scene, &sensitivity::of(&scene))));
    blessed::lines("neighbours without a model", said);
}

#[test]
fn a_comparison_says_that_the_network_itself_has_no_model() {
    for link in ["system=kary-ncube&k=8&n=2&wiring=mesh&injection=inj1", "k=8&beta=0&pattern=tornado&injection=inj1"] {
        let scenario = scenario(link);
        let left_out = compare::of(&scenario, 64, Equal::Width, Reading::Flow).left_out;
        let said: Vec<_> = left_out.iter().map(|(name, why)| words::left_out(name, why)).collect();
        assert!(said.iter().any(|said| said.starts_with("The network of the scenario is left out: ")), "{said:?}");
        // Among networks of another size it would not be.
        let others = compare::of(&scenario, 16, Equal::Width, Reading::Flow).left_out;
        assert!(others.iter().all(|(name, _)| name != "network of the scenario"), "{others:?}");
    }
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
        let breaks: Vec<_> = answer
            .effects
            .iter()
            .flat_map(|effect| effect.breaks.iter().map(|found| (effect.key, found.clone())))
            .collect();
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
    let (breaks, sentence) = said("system=kary-ncube&ways=two&injection=inj1");
    assert!(breaks.is_empty() && sentence.starts_with("No model covers ways = "), "{sentence}");
}
