//! Allowed turns: the paths and the dependency graph against brute force and against numbers of others, names and refusals, and the
//! network that locks exactly where the graph has a circle.

use flitscope::{
    param::{
        Key,
        options::{Injection, Options as _, Pattern, Routing, Select},
        turns::{NAMED, QUADRANTS, TURNS, TurnSet},
    },
    report::TurnsReport,
    scenario::{Scenario, link},
    sim::{
        config,
        wormhole::{Circle, Config, Fill, Network, Setting, first_circle},
        wormhole_of,
    },
    topology::{grid::Grid, turns::mesh},
    traffic::{channel_load::Demand, pattern::Destinations},
};
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg32;
use serde_json::Value;
use std::collections::BTreeSet;

fn sets() -> impl Iterator<Item = TurnSet> {
    (0..=u8::MAX).map(TurnSet)
}

fn usable() -> impl Iterator<Item = TurnSet> {
    sets().filter(|turns| turns.lost().is_none())
}

fn is_cyclic(turns: &TurnSet) -> bool {
    turns.cuts() != [true; 2]
}

/// The channels of a k x k mesh, each with those that the turns open behind it.
fn graph(turns: TurnSet, k: u32) -> Vec<(u32, Vec<u32>)> {
    let grid = mesh(k);
    let channels = (0..grid.channels()).filter(|channel| grid.exists(*channel));
    channels.map(|channel| (channel, turns.after(grid, channel).collect())).collect()
}

/// The number of allowed shortest paths between two nodes; the pairs of channels that they use one after the other are added.
fn walk(turns: TurnSet, grid: Grid, nodes: [u32; 2], before: Option<u32>, pairs: &mut BTreeSet<(u32, u32)>) -> u64 {
    let [node, destination] = nodes;
    let hops = [0, 1].map(|dimension| grid.hops(node, destination, dimension, 0));
    if hops == [0, 0] {
        return 1;
    }
    let open = [0, 1].into_iter().filter(|dimension| turns.opens(hops, *dimension));
    open.map(|dimension| {
        let channel = grid.channel(node, dimension, hops[dimension as usize] < 0);
        pairs.extend(before.map(|before| (before, channel)));
        walk(turns, grid, [grid.far_end(channel), destination], Some(channel), pairs)
    })
    .sum()
}

#[test]
fn the_graph_of_each_set_is_that_of_all_its_shortest_paths() {
    for (turns, k) in sets().flat_map(|turns| [2, 3, 4].map(|k| (turns, k))) {
        let grid = mesh(k);
        let mut pairs = BTreeSet::new();
        let (mut left, mut lost) = (0, None);
        for (source, destination) in (0..(k * k)).flat_map(|from| (0..(k * k)).map(move |to| (from, to))) {
            let paths = walk(turns, grid, [source, destination], None, &mut pairs);
            let both = (0..2).all(|dimension| grid.hops(source, destination, dimension, 0) != 0);
            left += if both { paths } else { 0 };
            lost = lost.or((paths == 0).then_some([source, destination]));
        }
        let drawn: BTreeSet<_> =
            graph(turns, k).into_iter().flat_map(|(from, next)| next.into_iter().map(move |to| (from, to))).collect();
        assert_eq!(drawn, pairs, "{turns:?}, k = {k}");
        assert_eq!(turns.paths(k).0, left, "{turns:?}, k = {k}");
        let number = |(x, y): (u32, u32)| x + k * y;
        assert_eq!(turns.lost().map(|(_, pair)| pair.map(number)), lost, "{turns:?}, k = {k}");
    }
}

/// Checks that channels follow one another in the graph, and the first the last.
fn assert_is_circle(turns: TurnSet, k: u32, circle: &[u32]) {
    for (one, next) in circle.iter().zip(circle.iter().cycle().skip(1)) {
        assert!(turns.after(mesh(k), *one).any(|after| after == *next), "{turns:?}, k = {k}: {circle:?}");
    }
}

#[test]
fn sets_graphs_and_bounds_are_those_of_others() {
    let golden: Value = serde_json::from_str(include_str!("../golden/turns.json")).expect("JSON");
    let mut rows = 0;
    for (k, row) in [2, 3, 4]
        .into_iter()
        .flat_map(|k: u32| golden["sets"][k.to_string()].as_array().expect("rows").iter().map(move |row| (k, row)))
    {
        let turns = TurnSet(row["mask"].as_u64().expect("a mask") as u8);
        let circle = turns.circle(k);
        circle.iter().for_each(|circle| assert_is_circle(turns, k, circle));
        let lost = turns.lost().map(|(_, pair)| pair.map(|(x, y)| x + k * y));
        let arcs: usize = graph(turns, k).iter().map(|(_, next)| next.len()).sum();
        let seen = serde_json::json!({
            "mask": turns.0, "turns": turns.allowed(), "arcs": arcs, "acyclic": circle.is_none(),
            "usable": lost.is_none(), "lost_pair": lost, "shortest_circle": circle.map(|circle| circle.len()),
        });
        assert_eq!(seen, *row);
        rows += 1;
    }
    for row in golden["bounds"].as_array().expect("rows") {
        let turns = TurnSet(row["mask"].as_u64().expect("a mask") as u8);
        let k = row["k"].as_u64().expect("k") as u32;
        let pattern = Pattern::of(row["pattern"].as_str().expect("a pattern")).expect("a pattern");
        let loads = Demand::of(mesh(k), Destinations::of(pattern)).loads_under(Routing::Turns, Some(turns));
        let most = loads.iter().copied().fold(0.0, f64::max);
        assert!((most - row["gamma_value"].as_f64().expect("a load")).abs() < 1e-12, "{row}: {most}");
        let busiest = (0..).zip(loads).filter(|(_, load)| *load > most - 1e-9);
        let busiest = busiest.map(|(channel, _)| [mesh(k).near_end(channel), mesh(k).far_end(channel)]);
        let wanted: BTreeSet<[u32; 2]> = serde_json::from_value(row["busiest"].clone()).expect("channels");
        assert_eq!(busiest.collect::<BTreeSet<_>>(), wanted, "{row}");
        rows += 1;
    }
    assert_eq!(rows, 416);
    NAMED.iter().for_each(|(name, mask)| assert_eq!(golden["names"][name], *mask));
    let acyclic = usable().filter(|turns| !is_cyclic(turns));
    assert_eq!((usable().count(), acyclic.count()), (81, 50));
    for (turns, k) in usable().flat_map(|turns| [2, 3, 4, 8].map(|k| (turns, k))) {
        assert_eq!(turns.circle(k).map(|circle| circle.len()), is_cyclic(&turns).then_some(4), "{turns:?}, k = {k}");
    }
    assert_eq!(TurnSet(221).paths(8), (97_620, 192_104));
}

fn scenario(rest: &str) -> Scenario {
    let parsed =
        link::parse(&format!("#v=1&system=kary-ncube&n=2&wiring=mesh&routing=turns&k=4&vcs=1&flits=16&{rest}"));
    assert!(parsed.problems.is_empty(), "{rest}: {:?}", parsed.problems);
    parsed.scenario
}

#[test]
fn a_set_goes_through_a_link_and_one_that_loses_paths_is_refused_with_a_pair_that_has_none() {
    for turns in sets().skip(1) {
        let list = turns.allowed().join(",");
        let text = format!("#v=1&system=kary-ncube&n=2&wiring=mesh&routing=turns&turns={list}");
        let parsed = link::parse(&text);
        if let Some(([one, other], pair)) = turns.lost() {
            let [from, to] = pair.map(|(x, y)| x + 4 * y);
            assert_eq!(walk(turns, mesh(4), [from, to], None, &mut BTreeSet::new()), 0, "{turns:?}");
            let (from, to) = (pair[0], pair[1]);
            let said = format!(
                "turns = {list} leaves no shortest path from {from:?} to {to:?}: allow {one} or {other}. Using west-first."
            );
            assert_eq!(parsed.problems.iter().map(ToString::to_string).collect::<Vec<_>>(), [said]);
            assert_eq!(parsed.scenario.text(Key::Turns), "west-first");
            let allowed = TURNS.iter().filter(|turn| [one, other].contains(turn)).count();
            assert_eq!(allowed, 2, "{one} {other}");
            continue;
        }
        assert!(parsed.problems.is_empty(), "{list}: {:?}", parsed.problems);
        assert_eq!(parsed.scenario.setup().turns(), Some(turns));
        assert_eq!(parsed.scenario.text(Key::Turns), turns.name().map_or(list, Into::into));
        assert_eq!(link::parse(&link::write(&parsed.scenario)).scenario, parsed.scenario);
        let pinned = parsed.scenario.pin().expect("a pin").put(Key::Turns, "x-y", &mut Vec::new());
        assert_eq!(link::parse(&link::write(&pinned)).scenario.pins(), pinned.pins());
    }
}

#[test]
fn what_does_not_go_together_has_a_sentence() {
    let said = |rest: &str| {
        let parsed = link::parse(&format!("#v=1&system=kary-ncube&n=2&routing=turns&{rest}"));
        parsed.problems.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let mesh = "wiring=mesh&turns=";
    for (rest, sentence) in [
        ("", "routing = turns needs wiring = mesh and n = 2. Using dimension-order.".to_owned()),
        ("wiring=mesh&n=3", "routing = turns needs wiring = mesh and n = 2. Using dimension-order.".into()),
        (
            &format!("{mesh}eq"),
            "turns = eq is no turn. Turns: es, sw, wn, ne, en, nw, ws, se; or all, west-first, north-last, negative-first, x-y, \
             y-x. Using west-first."
                .into(),
        ),
        (
            &format!("{mesh}west-first&fill=circle&vcs=1"),
            "fill = circle needs a circle, and turns = west-first leaves none. Using off.".into(),
        ),
        (
            &format!("{mesh}all&fill=circle&injection=ports1&vcs=2"),
            "fill = circle needs injection = injfree when vcs = 2: a port lets one message start at a time. Using off.".into(),
        ),
    ] {
        assert!(said(rest).contains(&sentence), "{rest}: {:?}", said(rest));
    }
    assert!(said(&format!("{mesh}all&fill=circle&injection=ports1&vcs=1")).is_empty());
}

#[test]
fn x_then_y_delivers_what_dimension_order_does() {
    for (pattern, vcs) in Pattern::ALL.iter().flat_map(|pattern| [1, 2, 3, 4].map(|vcs| (*pattern, vcs))) {
        let destinations = match pattern {
            Pattern::Hotspot => Destinations::hotspot(0.2, 5),
            Pattern::Table => continue,
            pattern => Destinations::of(pattern),
        };
        let of = |routing| {
            let Grid { k, n, topology } = mesh(4);
            let setting = Setting {
                topology,
                routing,
                destinations,
                turns: TurnSet(0b0101_0101),
                ..Setting::torus(k, n, vcs, 9)
            };
            let mut network = Network::new(Config::new(setting, 0.04, 7));
            let mut all = Vec::new();
            for _ in 0..2_000 {
                network.step();
                all.extend_from_slice(network.deliveries());
            }
            (all, network.channel_flits())
        };
        assert_eq!(of(Routing::Turns), of(Routing::DimensionOrder), "{pattern:?}, V = {vcs}");
    }
}

/// A random network with some turns.
fn draw(random: &mut Pcg32, turns: TurnSet, seed: u32) -> Config {
    let (k, vcs, flits) = (random.random_range(3..=6), random.random_range(1..=3), random.random_range(4..=24));
    let setting = Setting {
        topology: mesh(k).topology,
        routing: Routing::Turns,
        turns,
        depth: random.random_range(1..=3),
        select: Select::ALL[random.random_range(0..3)],
        ..Setting::cube(k, 2, vcs, flits)
    };
    Config::new(setting, random.random_range(0.2..2.0) / f64::from(flits), seed)
}

fn along(circle: &Circle) -> Vec<u32> {
    circle.ties.iter().flat_map(|tie| tie.along.iter().copied()).collect()
}

#[test]
fn cyclic_sets_freeze_on_circles_of_their_graph() {
    let mut random = Pcg32::seed_from_u64(3);
    let cyclic: Vec<_> = usable().filter(is_cyclic).collect();
    let mut frozen = 0;
    for run in 0..300 {
        let turns = cyclic[random.random_range(0..cyclic.len())];
        let config = draw(&mut random, turns, run);
        let Some((_, circle)) = first_circle(config, 20_000) else { continue };
        assert_is_circle(turns, config.network.k, &along(&circle));
        frozen += 1;
    }
    assert!(frozen >= 200, "{frozen} of 300 froze");
}

fn assert_flows(runs: u32, cycles: u64) {
    let mut random = Pcg32::seed_from_u64(4);
    let acyclic: Vec<_> = usable().filter(|turns| !is_cyclic(turns)).collect();
    for run in 0..runs {
        let config = draw(&mut random, acyclic[run as usize % acyclic.len()], run);
        let config = Config { load: 2.0 / f64::from(config.network.flits), ..config };
        let mut network = Network::new(config);
        while network.now() < cycles {
            network.step();
            assert!(network.now() - network.last_progress() < 200, "{config:?} at {}", network.now());
        }
        assert_eq!(network.circle(), None, "{config:?}");
        network.stop_sources();
        while network.in_flight() > 0 {
            network.step();
            assert!(network.now() - network.last_progress() < 200, "{config:?} at {}", network.now());
        }
    }
}

#[test]
fn acyclic_sets_flow_beyond_saturation_and_drain() {
    assert_flows(50, 1_000);
}

#[test]
#[ignore = "a minute: make verify"]
fn acyclic_sets_flow_in_five_hundred_long_runs() {
    assert_flows(500, 20_000);
}

#[test]
fn a_filled_circle_closes_at_once_in_every_cyclic_set() {
    let cases = usable().filter(is_cyclic).flat_map(|turns| (1..=4).map(move |vcs| (turns, vcs)));
    for ((turns, vcs), select) in cases.flat_map(|case| Select::ALL.iter().map(move |select| (case, *select))) {
        for (k, depth) in [(4, 1), (3, 3)] {
            let setting = Setting {
                topology: mesh(k).topology,
                routing: Routing::Turns,
                turns,
                fill: Fill::Circle,
                depth,
                select,
                injection: if vcs == 1 { Injection::Ports } else { Injection::Free },
                ..Setting::cube(k, 2, vcs, 16)
            };
            let config = Config::new(setting, 0.0, 5);
            let what = format!("{setting:?}");
            let (cycle, circle) = first_circle(config, 1_024).expect(&what);
            assert!(cycle <= u64::from(vcs) + 4, "{what}: {cycle}");
            let (mut seen, mut shortest) = (along(&circle), turns.circle(k).expect(&what));
            assert_eq!(circle.stopped, 4 * vcs as usize, "{what}");
            seen.sort_unstable();
            shortest.sort_unstable();
            assert_eq!(seen, shortest, "{what}");
            let mut network = Network::new(config);
            (0..vcs * (depth + 1) + 4).for_each(|_| network.step());
            let moved = network.flit_hops();
            (0..200).for_each(|_| network.step());
            assert_eq!((network.flit_hops(), network.delivered()), (moved, 0), "{what}");
        }
    }
}

#[test]
fn the_facts_of_a_scenario_are_those_of_its_set() {
    let told = |scenario: &Scenario| serde_json::to_value(TurnsReport::of(scenario, None)).expect("JSON");
    let west = told(&scenario("turns=west-first"));
    assert_eq!((&west["acyclic"], &west["circle"], &west["bound"]), (&Value::Bool(true), &Value::Null, &Value::Null));
    assert_eq!(
        west["turns"],
        serde_json::json!({
            "mask": 221, "name": "west-first", "allowed": ["es", "wn", "ne", "en", "ws", "se"],
            "quadrants": {"ne": "both", "nw": "x", "se": "both", "sw": "x"}, "paths": 396, "of": 648,
        })
    );
    let right = told(&scenario("turns=es,sw,wn,ne"));
    // 1 / (M g) with g = 28/15.
    assert!((right["bound"].as_f64().expect("a bound") - 15.0 / 28.0 / 16.0).abs() < 1e-12, "{right}");
    let all = scenario("turns=all&load=0.025&seed=2");
    let circle: Vec<[u32; 2]> = serde_json::from_value(told(&all)["circle"].clone()).expect("channels");
    assert_eq!(circle.len(), 4);
    assert_eq!(told(&all.set(Key::Routing, 0.0)), Value::Null);
    let (cycle, circle) = first_circle(wormhole_of(config(&all, 0)).expect("a network"), 20_000).expect("it freezes");
    assert!((500..10_000).contains(&cycle) && (3..=6).contains(&circle.ties.len()), "{cycle}: {circle:?}");
    assert_eq!(QUADRANTS.len() + TURNS.len(), 12);
}
