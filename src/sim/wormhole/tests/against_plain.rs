//! The engine against the plain one: every lane, queue, delivery and count, after every cycle.

use super::*;
use crate::param::rates::Rates;
use crate::sim::wormhole::plain::{Onward, PlainNetwork};
use crate::traffic::pattern::{Destinations, Pattern};

/// Everything that both can say about a lane.
type LaneState = ([u32; 7], [bool; 3]);

fn lanes_of(plain: &PlainNetwork) -> Vec<LaneState> {
    let vcs = plain.setting.vcs;
    let taken = (0..).zip(&plain.lanes).filter_map(|(number, lane)| Some((number, lane, lane.message?)));
    let state = |(number, lane, message): (u32, &plain::Lane, u32)| {
        let Some(&plain::PlainMessage { source, destination, blocked, .. }) = plain.messages.get(&message) else {
            panic!("lane {number} holds message {message}, which is not under way")
        };
        let header = lane.held > 0 && lane.held == lane.crossed;
        let blocked = header && lane.onward == Onward::Unrouted && blocked.is_some();
        let place = [number / vcs, number % vcs, message, source, destination, lane.crossed, lane.held];
        (place, [lane.moved, header, blocked])
    };
    taken.map(state).collect()
}

fn lanes(network: &Network) -> Vec<LaneState> {
    let state = |lane: LaneView| {
        let LaneView { channel, vc, message, source, destination, crossed, held, moved, blocked, .. } = lane;
        ([channel, vc, message, source, destination, crossed, held], [moved, lane.header(), blocked])
    };
    network.lanes().map(state).collect()
}

/// Numbers of the messages in the order of the queue, by queue, and how many slots are in use.
fn queues(network: &Network) -> Vec<(Vec<u32>, usize)> {
    let one = |queue: &SourceQueue| {
        let mut numbers = Vec::new();
        let mut place = queue.first;
        while let Some(message) = network.messages.get(place) {
            numbers.push(message.number);
            place = if place == queue.last { u32::MAX } else { message.behind };
        }
        (numbers, queue.used as usize)
    };
    network.queues.iter().map(one).collect()
}

fn compare(network: &Network, plain: &PlainNetwork) {
    assert_eq!(lanes(network), lanes_of(plain));
    assert_eq!(network.next_message, plain.next_message);
    assert_eq!(network.in_flight(), plain.messages.len());
    let expected: Vec<_> =
        plain.queues.iter().map(|queue| (queue.waiting.iter().copied().collect(), queue.slots.len())).collect();
    assert_eq!(queues(network), expected);
    let delivered: Vec<u32> = network.deliveries().iter().map(|delivery| delivery.message).collect();
    assert_eq!(delivered, plain.delivered);
    let completed: Vec<u32> = network.completed().iter().map(|broadcast| broadcast.broadcast).collect();
    assert_eq!(completed, plain.completed);
}

fn compare_counts(network: &Network, plain: &PlainNetwork) {
    let measured = network.measured();
    assert_eq!(network.lane_flits(), plain.carried);
    assert_eq!(network.flit_hops(), plain.carried.iter().sum::<u64>());
    let grid = network.setting.grid();
    let time = (network.now() * u64::from(grid.links())) as f64;
    // The plain engine counts the ports at the edges of a mesh too.
    let missing = network.now() * u64::from(grid.channels() - grid.links());
    for (v, p) in measured.p_v.iter().enumerate() {
        assert_eq!(*p, (plain.busy[v] - if v == 0 { missing } else { 0 }) as f64 / time, "P_{v}");
    }
    for (left, (first, further)) in (1..).zip(measured.first_hops.iter().zip(&measured.further_hops)) {
        let of_plain = |at_source| plain.unicast_hops.get(&(at_source, left)).copied().unwrap_or_default();
        assert_eq!((*first, *further), (of_plain(true), of_plain(false)), "{left} dimensions left");
    }
    assert_eq!(measured.copies, plain.copy_hops);
}

/// A network of few nodes with options of every kind.
pub(super) fn draw_config(random: &mut Pcg32, seed: u32) -> Config {
    let mut pick = |low: u32, high: u32| random.random_range(low..=high);
    let topology = [Topology::Cube, Topology::Torus, Topology::Mesh][pick(0, 2) as usize];
    let torus = topology == Topology::Torus;
    let k = pick(if torus { 3 } else { 2 }, 6);
    let n = if torus { pick(2, if k == 3 { 3 } else { 2 }) } else { pick(1, [0, 0, 4, 3, 2, 2, 2][k as usize]) };
    let escapes = if k == 2 || topology == Topology::Mesh { 1 } else { 2 };
    let routing =
        [Routing::Adaptive, Routing::Adaptive, Routing::DimensionOrder, Routing::Valiant][pick(0, 3) as usize];
    let flits = pick(1, 4) * pick(1, 5);
    let fewest = routing.least_channels(escapes) - if routing == Routing::Adaptive { pick(0, 1) } else { 0 };
    let vcs = pick(fewest, 6);
    let beta = if torus { f64::from(pick(0, 3)) / 20.0 } else { 0.0 };
    let injection = [Injection::Free, Injection::One, Injection::Ports, Injection::PortsV][pick(0, 3) as usize];
    // Without escape channels both engines deadlock in the same cycle.
    let escape = if pick(0, 7) == 0 { Escape::Off } else { Escape::On };
    let select = [Select::Random, Select::Channel, Select::Spread][pick(0, 2) as usize];
    let credit = if pick(0, 3) == 0 { Credit::Previous } else { Credit::Same };
    let depth = [1, 1, 2, 3, 4, 9][pick(0, 5) as usize];
    let copies = 1.0 + beta * f64::from(k.pow(n));
    // From light loads, under which worms stream, to ten times what the network carries.
    let load = [0.02, 0.1, 0.3, 0.6, 2.0][pick(0, 4) as usize] / (f64::from(flits) * copies);
    let patterns = Pattern::ALL.iter().filter(|pattern| pattern.is_defined(k, n));
    let patterns: Vec<Pattern> = patterns.copied().chain([Pattern::Uniform; 6]).chain([Pattern::Table]).collect();
    let destinations = match patterns[pick(0, patterns.len() as u32 - 1) as usize] {
        Pattern::Hotspot => Destinations::hotspot(0.2, pick(0, k.pow(n) - 1)),
        Pattern::Table => {
            let nodes = k.pow(n);
            let rates: String =
                (0..nodes).map(|from| format!("{from} {} {}\n", pick(0, nodes - 1), pick(1, 3))).collect();
            let table = Rates::parse("random", &rates).ok().map(Rates::open);
            table.map_or(Destinations::UNIFORM, |table| Destinations {
                table: Some(table),
                ..Destinations::of(Pattern::Table)
            })
        }
        pattern => Destinations::of(pattern),
    };
    let orient = [Orient::Fixed, Orient::Random][pick(0, 1) as usize];
    // Of the meshes of two dimensions half are routed by turns that leave each quadrant one or both.
    let by_turns = topology == Topology::Mesh && n == 2 && pick(0, 1) == 0;
    let usable: Vec<TurnSet> = (0..=u8::MAX).map(TurnSet).filter(|turns| turns.lost().is_none()).collect();
    let turns = usable[pick(0, usable.len() as u32 - 1) as usize];
    let (routing, vcs) = if by_turns { (Routing::Turns, pick(1, 4)) } else { (routing, vcs) };
    let fills = by_turns && turns.cuts() != [true; 2] && pick(0, 3) == 0;
    let fill = if fills { Fill::Circle } else { Fill::Off };
    Config::new(
        Setting {
            k,
            n,
            topology,
            routing,
            turns,
            fill,
            destinations,
            vcs,
            flits,
            beta,
            depth,
            credit,
            select,
            escape,
            injection,
            orient,
        },
        load,
        seed,
    )
}

#[test]
fn the_engine_is_the_plain_engine_state_by_state() {
    let mut random = Pcg32::seed_from_u64(2);
    for run in 0..150 {
        let config = draw_config(&mut random, run);
        let mut network = Network::new(config);
        let mut plain = PlainNetwork::new(config);
        let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            for cycle in 0..1500 {
                if cycle == 1000 {
                    network.stop_sources();
                    plain.stop_sources();
                }
                // Half of the runs have messages of any length too.
                if run % 2 == 1 && cycle < 1000 && random.random_range(0..8) == 0 {
                    let (nodes, most) = (config.network.nodes(), config.network.flits);
                    let source = random.random_range(0..nodes);
                    let destination = (source + random.random_range(1..nodes)) % nodes;
                    let flits = random.random_range(1..=most);
                    network.inject_flits(source, destination, flits);
                    plain.inject_flits(source, destination, flits);
                }
                network.step();
                plain.step();
                compare(&network, &plain);
                if cycle % 100 == 0 {
                    compare_counts(&network, &plain);
                }
            }
        }));
        assert!(result.is_ok(), "run {run}, {config:?}, cycle {}", network.now());
    }
}
