//! Routing, wiring and traffic patterns: latencies of the idle network, freedom from deadlock, and the load of each channel.

use super::*;
use crate::topology::grid::Grid;
use crate::traffic::{
    channel_load::Demand,
    pattern::{Destinations, Pattern},
};

const ROUTINGS: [Routing; 3] = [Routing::Adaptive, Routing::DimensionOrder, Routing::Valiant];

/// A network with the least virtual channels for its routing, and `more`.
fn network(grid: Grid, routing: Routing, more: u32) -> Setting {
    let Grid { k, n, topology } = grid;
    let base = if topology == Topology::Cube { Setting::cube(k, n, 1, 6) } else { Setting::torus(k, n, 1, 6) };
    Setting { topology, routing, vcs: routing.least_channels(grid.classes()) + more, ..base }
}

/// Twelve networks of every kind.
fn grids() -> impl Iterator<Item = Grid> {
    let grid = |topology: Topology| move |(k, n): (u32, u32)| Grid { k, n, topology };
    let tori = [(3, 2), (4, 2), (5, 2), (8, 1)].map(grid(Topology::Torus));
    let cubes = [(2, 4), (4, 2), (5, 1), (3, 3)].map(grid(Topology::Cube));
    let meshes = [(2, 4), (4, 2), (7, 1), (3, 3)].map(grid(Topology::Mesh));
    tori.into_iter().chain(cubes).chain(meshes)
}

fn patterns(grid: Grid) -> Vec<Destinations> {
    let defined = Pattern::ALL.iter().filter(|pattern| pattern.is_defined(grid.k, grid.n));
    let destinations = |&pattern: &Pattern| match pattern {
        Pattern::Hotspot => Destinations::hotspot(0.25, grid.nodes() - 1),
        pattern => Destinations::of(pattern),
    };
    defined.map(destinations).collect()
}

/// These networks under each routing.
fn settings() -> impl Iterator<Item = Setting> {
    grids().flat_map(|grid| ROUTINGS.map(|routing| network(grid, routing, 0)))
}

#[test]
fn an_idle_network_takes_m_cycles_and_one_for_each_hop_whatever_the_routing() {
    let others = [
        Setting { depth: 4, ..Setting::torus(6, 2, 4, 9) },
        Setting { depth: 2, credit: Credit::Previous, ..Setting::torus(4, 2, 3, 5) },
        Setting { injection: Injection::One, ..Setting::cube(4, 2, 3, 5) },
        Setting::cube(16, 1, 2, 3),
        Setting::cube(2, 4, 2, 1),
    ];
    for setting in settings().chain(others) {
        let grid = setting.grid();
        for source in 0..grid.nodes() {
            let idle = || Network::new(Config::new(setting, 0.0, source));
            assert_eq!(idle().inject_unicast(source, source), None, "a message to its own source is none");
            for destination in (0..grid.nodes()).filter(|to| *to != source) {
                let mut network = idle();
                network.inject_unicast(source, destination);
                let latency = drain(&mut network, 400)[0].latency();
                let hops = network.flit_hops() / u64::from(setting.flits);
                // Only by way of a random node, and only on one-way rings, can a message cross a channel twice; its flits then share it.
                let valiant = setting.routing == Routing::Valiant;
                let twice = valiant && grid.topology == Topology::Cube && grid.k > 2;
                let idle = u64::from(setting.flits) + hops;
                assert!(latency == idle || twice && latency > idle, "{setting:?}: {latency} {idle}");
                let shortest = u64::from(grid.distance(source, destination));
                assert!(hops == shortest || valiant && hops > shortest, "{setting:?}: {hops}");
                assert_drained(&network);
            }
        }
    }
}

#[test]
fn the_mean_hops_are_those_of_every_pair_of_nodes() {
    for grid in grids() {
        for destinations in patterns(grid) {
            for routing in ROUTINGS {
                let setting = Setting { destinations, ..network(grid, routing, 0) };
                let (mut hops, mut messages) = (0.0, 0.0);
                let count = f64::from(grid.nodes());
                for source in 0..grid.nodes() {
                    let shares = destinations.shares((grid.k, grid.n), source);
                    for to in (0..grid.nodes()).filter(|to| *to != source) {
                        let one = shares.one.filter(|(node, _)| *node == to).map_or(0.0, |(_, share)| share);
                        let share = one + shares.any / (count - 1.0);
                        let ways = |via: u32| grid.distance(source, via) + grid.distance(via, to);
                        let mean = match routing {
                            Routing::Valiant => f64::from((0..grid.nodes()).map(ways).sum::<u32>()) / count,
                            _ => f64::from(grid.distance(source, to)),
                        };
                        (hops, messages) = (hops + share * mean, messages + share);
                    }
                }
                assert!((setting.mean_hops() - hops / messages).abs() < 1e-12, "{setting:?}");
            }
        }
    }
}

#[test]
fn the_simulated_load_of_each_channel_is_the_calculated_one() {
    for grid in [Topology::Torus, Topology::Cube, Topology::Mesh].map(|topology| Grid { k: 4, n: 2, topology }) {
        for destinations in patterns(grid) {
            for routing in [Routing::DimensionOrder, Routing::Valiant] {
                let setting = Setting { destinations, ..network(grid, routing, 1) };
                let load = 0.01;
                let mut network = Network::new(Config::new(setting, load, 3));
                (0..200_000).for_each(|_| network.step());
                let demand = Demand::of(grid, destinations);
                let demand = if routing == Routing::Valiant { demand.by_way_of_any() } else { demand };
                let (flits, cycles) = network.channel_flits();
                let rate = load * f64::from(setting.flits);
                for (channel, expected) in demand.channel_loads().into_iter().enumerate() {
                    // Each message brings M flits at once.
                    let seen = flits[channel] as f64 / cycles as f64;
                    let error = libm::sqrt(expected * load / cycles as f64) * f64::from(setting.flits);
                    assert!((seen - rate * expected).abs() <= 5.0 * error, "{setting:?}, {channel}: {seen} {expected}");
                }
            }
        }
    }
}

/// The virtual channels that a header may wait for behind another one: for every message, from each of its lanes to each it may take next.
/// Under adaptive routing escape channels alone, from each escape channel to the next one that the message may take, however it got there.
fn dependencies(setting: &Setting) -> Vec<Vec<u32>> {
    let grid = setting.grid();
    let lanes = grid.channels() * setting.vcs;
    let mut after = vec![std::collections::BTreeSet::new(); lanes as usize];
    for source in 0..grid.nodes() {
        for destination in (0..grid.nodes()).filter(|to| *to != source) {
            for ties in 0..1 << grid.n {
                let vias: Vec<Option<u32>> = match setting.routing {
                    Routing::Valiant => (0..grid.nodes()).map(Some).chain([None]).collect(),
                    _ => vec![None],
                };
                for via in vias {
                    let mut held: Vec<u32> = Vec::new();
                    let mut node = source;
                    for (target, last) in via.into_iter().map(|via| (via, false)).chain([(destination, true)]) {
                        follow(setting, &mut node, target, ties, last, &mut held, &mut after);
                    }
                }
            }
        }
    }
    after.into_iter().map(|after| after.into_iter().collect()).collect()
}

/// Follows a message in dimension order, and adds the lanes of each hop behind those of the hops before that it still holds.
fn follow(
    setting: &Setting,
    node: &mut u32,
    target: u32,
    ties: u32,
    last: bool,
    held: &mut Vec<u32>,
    after: &mut [std::collections::BTreeSet<u32>],
) {
    let grid = setting.grid();
    while let Some(dimension) = (0..grid.n).find(|&d| grid.hops(*node, target, d, ties) != 0) {
        let hops = grid.hops(*node, target, dimension, ties);
        let channel = grid.channel(*node, dimension, hops < 0);
        let end = grid.coordinate(*node, dimension) as i32 + hops;
        let class = u32::from(setting.classes() == 2 && (0..grid.k as i32).contains(&end));
        let group = match setting.routing {
            Routing::Adaptive => bit(class),
            _ => setting.group(last, class),
        };
        let lanes: Vec<u32> =
            (0..setting.vcs).filter(|&vc| group & bit(vc) != 0).map(|vc| channel * setting.vcs + vc).collect();
        for &before in held.iter() {
            after[before as usize].extend(&lanes);
        }
        // Under adaptive routing the way between two escape channels may lead over any others: all earlier ones count.
        if setting.routing != Routing::Adaptive {
            held.clear();
        }
        held.extend(lanes);
        *node = grid.far_end(channel);
    }
}

/// True if no lane can be reached from itself.
fn is_acyclic(after: &[Vec<u32>]) -> bool {
    // Takes away lanes that nothing waits behind, until none is left.
    let mut left: Vec<usize> = after.iter().map(Vec::len).collect();
    let mut before = vec![Vec::new(); after.len()];
    for (lane, next) in after.iter().enumerate() {
        next.iter().for_each(|&next| before[next as usize].push(lane));
    }
    let mut free: Vec<usize> = (0..after.len()).filter(|&lane| left[lane] == 0).collect();
    let mut taken = 0;
    while let Some(lane) = free.pop() {
        taken += 1;
        for &lane in &before[lane] {
            left[lane] -= 1;
            if left[lane] == 0 {
                free.push(lane);
            }
        }
    }
    taken == after.len()
}

#[test]
fn the_dependencies_of_each_routing_are_acyclic_and_without_a_dateline_they_are_not() {
    for grid in grids() {
        for (routing, more) in ROUTINGS.into_iter().flat_map(|routing| [(routing, 0), (routing, 1)]) {
            let setting = network(grid, routing, more);
            assert!(is_acyclic(&dependencies(&setting)), "{setting:?}");
        }
        let off = Setting { escape: Escape::Off, vcs: 1, ..network(grid, Routing::DimensionOrder, 0) };
        let longer_rings = grid.topology != Topology::Mesh && grid.diameter() / grid.n > 1;
        assert_eq!(is_acyclic(&dependencies(&off)), !longer_rings, "{grid:?}");
    }
}

#[test]
fn the_channels_of_a_ring_are_a_circle_and_with_a_dateline_they_are_a_line() {
    for (k, topology) in (4..=9).flat_map(|k| [(k, Topology::Cube), (k, Topology::Torus)]) {
        let setting = network(Grid { k, n: 1, topology }, Routing::DimensionOrder, 0);
        let channel = |node: u32| setting.grid().channel(node % k, 0, false);
        let lanes = |(class, (first, number))| (first..first + number).map(move |node| 2 * channel(node) + class);
        let line: Vec<u32> = (0..).zip(setting.grid().dateline_tracks()).flat_map(lanes).collect();
        assert!(topology == Topology::Torus || line.len() as u32 == 2 * (k - 1));
        let (with, off) = (dependencies(&setting), dependencies(&Setting { escape: Escape::Off, vcs: 1, ..setting }));
        for node in 0..k {
            for lane in [2 * channel(node), 2 * channel(node) + 1] {
                let next = line.iter().skip_while(|other| **other != lane).nth(1);
                assert_eq!(with[lane as usize], Vec::from_iter(next.copied()), "{setting:?}");
            }
            assert_eq!(off[channel(node) as usize], [channel(node + 1)], "{setting:?}");
        }
    }
}

/// Offers a network more than it carries, then stops its sources: every message moves on, and the network drains.
fn assert_moves(setting: Setting, seed: u32) {
    let mut network = Network::new(Config::new(setting, 2.0 / f64::from(setting.flits), seed));
    for _ in 0..1_500 {
        network.step();
        assert!(network.now() - network.last_progress() < 200, "{setting:?} at {}", network.now());
    }
    network.stop_sources();
    drain(&mut network, 2_000_000);
    assert_drained(&network);
}

#[test]
fn no_routing_stands_still_beyond_saturation() {
    let with_patterns = |setting: Setting| {
        patterns(setting.grid()).into_iter().map(move |destinations| Setting { destinations, ..setting })
    };
    let tori = [(3, 2, 3, 8), (8, 2, 3, 16), (5, 2, 2, 8), (4, 3, 3, 4)];
    let trees = tori.map(|(k, n, vcs, flits)| Setting { beta: 0.02, ..Setting::torus(k, n, vcs, flits) });
    let cubes = [Setting::cube(2, 6, 2, 8), Setting::cube(8, 2, 3, 16), Setting::cube(5, 3, 3, 4)];
    settings().flat_map(with_patterns).chain(trees).chain(cubes).for_each(|setting| assert_moves(setting, 1));
}

#[test]
#[ignore = "long: make verify"]
fn no_routing_stands_still_in_a_million_cycles_beyond_saturation() {
    for grid in [Topology::Torus, Topology::Cube, Topology::Mesh].map(|topology| Grid { k: 4, n: 2, topology }) {
        for destinations in patterns(grid) {
            for setting in ROUTINGS.map(|routing| Setting { destinations, ..network(grid, routing, 0) }) {
                (0..700).for_each(|seed| assert_moves(setting, seed));
            }
        }
    }
}
