//! Answers checked by hand; `tests/all/explore.rs` verifies them forwards and by scanning.

use super::{
    Said,
    compare::{self, Equal},
    cost,
    extreme::{self, Want},
    map::{Cells, Mapped},
    ours, sensitivity, words,
};
use crate::{
    blessed, model,
    param::Key,
    scenario::{Reading, Scenario, System, link, preset},
};

fn scenario(link: &str) -> Scenario {
    let parsed = link::parse(link);
    assert!(parsed.problems.is_empty(), "{link}: {:?}", parsed.problems);
    parsed.scenario
}

/// The answer to the smallest or largest value of a key, and its sentence.
fn extreme(scenario: &Scenario, key: Key, want: Want, target: Option<f64>) -> (extreme::Extreme, String) {
    let answer = extreme::of(scenario, scenario.system().param(key).expect("a row"), want, target);
    let sentence = words::extreme(scenario, &answer);
    (answer, sentence)
}

#[test]
fn what_is_impossible_is_said_with_its_reason() {
    let torus = scenario("system=torus-broadcast&load=0.0045");
    let fewest = |scenario: &Scenario| extreme(scenario, Key::Vcs, Want::Smallest, None).1;
    let lines = [
        ("idle", Said::load(&torus, 10.0).sentence),
        ("ends", Said::load(&torus, 1e4).sentence),
        ("no broadcasts", Said::cost(&torus.set(Key::Beta, 0.0), 0.1).sentence),
        ("no V", fewest(&torus.set(Key::Load, 0.02))),
        ("fewest V", fewest(&scenario("system=kary-ncube&load=0.002"))),
    ];
    blessed::lines("impossible answers", lines);
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
        let row = |up: &f64| xs.iter().map(|at| solver.cell(&scenario, shown, (x, *at), (y, *up))).collect();
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

/// 64 nodes: the middle of an 8 x 8 torus is crossed by 2 x 8 rings both ways, 32 channels; of a hypercube by 64, half as wide. A node of
/// the torus has 8 channels, of the hypercube 12. The reading is the one asked for where it is defined: beyond two dimensions the torus
/// has two.
#[test]
fn networks_of_the_same_size_have_the_same_cost_and_the_reading_that_is_asked_for() {
    let torus = "system=torus-broadcast&k=8&flits=32";
    let mesh = "system=kary-ncube&k=8&n=2&wiring=mesh&injection=inj1";
    let questions = [
        (torus, 64, Equal::Bisection, Reading::Flow),
        (torus, 64, Equal::Pins, Reading::Corrected),
        (torus, 64, Equal::Pins, Reading::Printed),
        (torus, 64, Equal::Pins, Reading::Refined),
        (torus, 64, Equal::Pins, Reading::Average),
        (torus, 37, Equal::Width, Reading::Flow),
        // The network itself has no model, and among networks of another size it would not be.
        (mesh, 64, Equal::Width, Reading::Flow),
        (mesh, 16, Equal::Width, Reading::Flow),
        ("k=8&beta=0&pattern=tornado&injection=inj1", 64, Equal::Width, Reading::Flow),
    ];
    blessed::words("networks of the same size", questions, |(link, nodes, equal, reading)| {
        let compare::Comparison { networks, left_out } = compare::of(&scenario(link), nodes, equal, reading);
        let said = networks.iter().map(|network| {
            let compare::ComparedNetwork { name, across, pins, flits, width, carries, scenario, .. } = network;
            // A slot of the slotted hypercube is a message over one channel.
            let slots = if scenario.system() == System::HypercubeSlotted { f64::from(*flits) } else { 1.0 };
            let end = model::of(scenario.setup()).end().load / slots;
            assert!(scenario.system() == System::BanyanMulticast || *carries == end, "{name}: {carries}, not {end}");
            format!("{name}: {across} across, {pins} pins, {flits} flits, width {width:.3}, {:?}", scenario.reading())
        });
        said.chain(left_out.iter().map(|(name, why)| words::left_out(name, why))).collect::<Vec<_>>()
    });
}

#[test]
fn scenes_of_classic_questions_say_what_the_models_say() {
    let scene = |title: &str| {
        let found = preset::all().find(|preset| preset.title == title).expect("a scene");
        (found.scenario(), found.line)
    };
    let near =
        |number: f64, said: f64, digit: f64| assert!((number - said).abs() <= digit / 2.0, "{number}, not {said}");
    // Idle latencies of two networks, with the unit of their last digit, and by how much the second carries more.
    let dimensions = ["16-ary 2-cube, wormhole, one direction", "8-dimensional hypercube, wormhole"];
    let switching = ["6-dimensional hypercube, wormhole", "6-dimensional hypercube, circuits"];
    for (title, names, idle, digit, (times, apart)) in [
        ("Low or high dimension, at equal bisection", dimensions, [47.0, 260.0], 1.0, (3.0, 0.2)),
        ("Low or high dimension, at equal pins", dimensions, [79.0, 260.0], 1.0, (6.0, 0.2)),
        ("Wormhole or circuits, short messages", switching, [19.0, 25.1], 0.1, (1.0, 0.04)),
        ("Wormhole or circuits, long messages", switching, [131.0, 137.0], 1.0, (1.0, 0.08)),
    ] {
        let scenario = scene(title).0;
        let nodes = cost::NetworkShape::of(&scenario).nodes() as u32;
        let all = compare::of(&scenario, nodes, scenario.choice(), Reading::Flow).networks;
        let both = names.map(|name| all.iter().find(|network| network.name == name).expect(name));
        both.iter().zip(idle).for_each(|(network, idle)| near(network.idle.expect("a latency"), idle, digit));
        near(both[1].carries / both[0].carries, times, apart);
    }
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
    let links = [
        "system=kary-ncube&k=3&n=2&flits=16&load=0.002",
        "system=kary-ncube&k=8&n=2&flits=16&load=0.002",
        // With more virtual channels the sources saturate, and no longer blocking.
        "system=torus-broadcast&beta=0.02&load=0.004&vcs=3",
        // Without a model, the sentence names the setting that no model covers.
        "system=kary-ncube&ways=two&injection=inj1",
    ];
    blessed::words("breaks along parameters", links, |link| {
        let scenario = ours(&scenario(link));
        words::sensitivity(&scenario, &sensitivity::of(&scenario))
    });
}
