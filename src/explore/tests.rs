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

#[test]
fn loads_that_no_network_has_are_named_with_the_reason() {
    let torus = scenario("system=torus-broadcast&load=0.0045");
    let lines = [
        ("idle", Said::load(&torus, 10.0).sentence),
        ("ends", Said::load(&torus, 1e4).sentence),
        ("no broadcasts", Said::cost(&torus.set(Key::Beta, 0.0), 0.1).sentence),
    ];
    blessed::lines("impossible answers", lines);
}

#[test]
fn extreme_values_are_found_or_the_reason_is_named() {
    use Want::{Largest, Smallest};
    let questions = [
        ("system=torus-broadcast&load=0.02", Key::Vcs, Smallest, None),
        ("system=kary-ncube&load=0.002", Key::Vcs, Smallest, None),
        // The network carries this load with every k up to 32; the models cover k = 2 alone, an answer from the other end.
        ("system=kary-ncube&n=2&ways=two&load=0.002&injection=inj1", Key::K, Largest, Some(100.0)),
        ("system=kary-ncube&n=2&ways=two&load=0.002&injection=inj1", Key::K, Smallest, None),
        ("system=kary-ncube&wiring=mesh&load=0.0001&injection=inj1", Key::Vcs, Smallest, None),
        ("system=torus-broadcast&routing=dimension-order&injection=inj1", Key::Flits, Largest, None),
        ("beta=0&wiring=mesh&load=0.0001&injection=inj1", Key::Beta, Largest, None),
        ("system=hypercube-slotted&n=4&pattern=transpose", Key::N, Smallest, None),
        // These readings have fewer dimensions, or longer messages, than the system.
        ("load=0.0001&reading=printed", Key::N, Largest, None),
        ("system=hypercube-mmpp&reading=flow&load=0.0001", Key::N, Largest, None),
        ("system=hypercube-mmpp&reading=flow&load=0.0001", Key::Flits, Smallest, None),
        // It takes too long.
        ("system=kary-ncube&k=32&reading=printed&load=0.00001", Key::N, Largest, None),
        // n = 9 to 16 do not go with k = 3: far from the first answer, and next to the second, which names them.
        ("system=kary-ncube&k=3&n=2&load=0.004&reading=flow", Key::N, Largest, Some(44.0)),
        ("system=kary-ncube&k=3&n=2&load=0.00001&reading=flow", Key::N, Largest, None),
        // An odd n has no transpose: passed over, and n = 2 has no model.
        ("system=kary-ncube&k=3&n=2&pattern=transpose&load=0.001&injection=inj1", Key::N, Smallest, None),
        // A broadcast is no unicast message: β = 1 has no latency at all.
        ("load=0.0001&reading=flow", Key::Beta, Largest, Some(1e4)),
    ];
    blessed::words("extreme values", questions, |(link, key, want, target)| {
        let scenario = scenario(link);
        let answer = extreme::of(&scenario, scenario.system().param(key).expect("a row"), want, target);
        let found = answer.found.map(|(value, _)| crate::text::significant(value, 4));
        (found, answer.beyond.is_some(), words::extreme(&scenario, &answer))
    });
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

/// 64 nodes: the middle of an 8 x 8 torus is crossed by 2 x 8 rings both ways, 32 channels; of a hypercube by 64, half as wide. A node of
/// the torus has 8 channels, of the hypercube 12. In three dimensions the torus has two readings.
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
        // A neighbour without a model is named.
        "system=kary-ncube&k=2&n=4&ways=two&load=0.002&injection=inj1",
        "system=hypercube-mmpp&n=10&load=0.0001",
        // Without a model, the sentence names the setting that no model covers.
        "system=kary-ncube&ways=two&injection=inj1",
    ];
    blessed::words("breaks along parameters", links, |link| {
        let scenario = ours(&scenario(link));
        words::sensitivity(&scenario, &sensitivity::of(&scenario))
    });
}
