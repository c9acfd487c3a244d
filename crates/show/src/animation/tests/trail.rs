//! The path of a message, against what the simulators count.

use crate::animation::trail::ideal::Ideal;
use crate::animation::trail::{MessageUse, TimeUse, Trail, TrailRow};
use crate::animation::{Animation, broadcast, circuits, point, recordable::Recordable, recorded::Recorded, slotted};
use flitscope::experiment;
use flitscope::param::Key;
use flitscope::scenario::{Scenario, System};
use flitscope::sim::circuit::{CircuitPhase, What};
use flitscope::sim::wormhole::{self, Injection, Setting, WormholeRun};
use flitscope::sim::{self, Simulator as _};
use flitscope::traffic::mmpp::{Superposition, TwoState};
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg32;
use std::collections::BTreeMap;

const CYCLES: u32 = 400;

/// Scenes of a system: each key has one of its values, drawn.
fn scenes(system: System, number: u32, keys: &[(Key, &[f64])]) -> Vec<Scenario> {
    let mut random = Pcg32::seed_from_u64(u64::from(number));
    let scene = |seed: u32| {
        let start = Scenario::new(system).set(Key::Animation, 1.0).set(Key::Seed, f64::from(seed));
        keys.iter()
            .fold(start, |scenario, (key, values)| scenario.set(*key, values[random.random_range(0..values.len())]))
    };
    (0..number).map(scene).collect()
}

/// The recording of a wormhole network or of circuits up to a cycle, with its configuration.
macro_rules! recording {
    ($module:ident, $scenario:expr, $cycles:expr) => {{
        let config = $module::config($scenario).expect("it is drawn");
        let mut recorded = $module::animation(config, experiment::plan($scenario)).expect("it is drawn");
        recorded.advance($cycles);
        (config, recorded)
    }};
}

fn worms() -> Vec<Scenario> {
    let common: &[(Key, &[f64])] = &[
        (Key::Flits, &[1.0, 2.0, 7.0, 16.0]),
        (Key::Vcs, &[3.0, 4.0, 6.0]),
        (Key::Depth, &[1.0, 1.0, 2.0, 5.0]),
        (Key::Credit, &[0.0, 0.0, 1.0]),
        (Key::Select, &[0.0, 1.0, 2.0]),
        (Key::Injection, &[0.0, 1.0, 2.0, 3.0]),
        (Key::Load, &[0.002, 0.01, 0.03]),
    ];
    let torus = [common, &[(Key::K, &[3.0, 4.0, 5.0]), (Key::Beta, &[0.0, 0.1])]].concat();
    let cube = [common, &[(Key::N, &[1.0, 2.0, 3.0]), (Key::K, &[2.0, 3.0, 5.0])]].concat();
    [scenes(System::TorusBroadcast, 12, &torus), scenes(System::KaryNCube, 12, &cube)].concat()
}

/// The path of a message of a recording, looked at to its end.
fn trail<S: Recordable>(recorded: &mut Recorded<S>, message: u32) -> Trail {
    while recorded.follow(Some(message), recorded.recorded(), 50) {}
    recorded.trail().expect("it has arrived").clone()
}

fn part(trail: &Trail, part: TimeUse) -> usize {
    trail.parts().expect("it has arrived")[part as usize]
}

/// Properties of every message that has arrived: the latency is that of the simulator, its parts sum to it, every flit crosses every
/// channel, and the channels lead from its source to its destination.
fn check<S: Recordable>(recorded: &Recorded<S>, trail: &Trail, latency: u64) {
    assert!(trail.done);
    assert_eq!(trail.columns as u64, latency, "{trail:?}");
    let parts = trail.parts().expect("it has arrived");
    assert_eq!(parts.iter().sum::<usize>(), trail.columns, "{parts:?} {trail:?}");
    let mut node = trail.source;
    for row in &trail.rows {
        let link = &recorded.layout().links[row.link.expect("a link") as usize];
        assert_eq!(link.from, node);
        node = link.to;
        assert!(row.begin + row.cells.len() <= trail.columns);
    }
    assert_eq!(node, trail.destination);
}

fn crossings(row: &TrailRow) -> usize {
    row.count(|cell| matches!(cell, MessageUse::Header | MessageUse::Flit))
}

#[test]
fn the_parts_of_a_worm_sum_to_its_latency_in_random_scenes() {
    let (mut seen, mut sums) = (0, [0; TimeUse::ALL.len()]);
    for scenario in worms() {
        let (config, mut recorded) = recording!(point, &scenario, CYCLES);
        let setting = config.network;
        let mut network = WormholeRun::new(config);
        let (mut blocked, mut deliveries) = (BTreeMap::new(), Vec::new());
        for _ in 0..CYCLES {
            network.step();
            network.network().stuck().for_each(|stuck| *blocked.entry(stuck.message).or_insert(0) += 1);
            deliveries.extend_from_slice(network.network().deliveries());
        }
        for delivery in deliveries.iter().step_by(1 + deliveries.len() / 40) {
            let trail = trail(&mut recorded, delivery.message);
            check(&recorded, &trail, delivery.latency());
            assert_eq!((trail.source, trail.destination), (delivery.source, delivery.destination));
            assert_eq!(u64::from(trail.born), delivery.generated);
            assert_eq!(part(&trail, TimeUse::Queue) as u64, delivery.source_wait());
            assert_eq!(part(&trail, TimeUse::Header), trail.rows.len());
            assert_eq!(part(&trail, TimeUse::Flits) as u32, setting.flits);
            if delivery.broadcast.is_none() {
                let mut empty = wormhole::Network::new(wormhole::Config { load: 0.0, ..config });
                empty.inject_unicast(delivery.source, delivery.destination);
                while empty.deliveries().is_empty() {
                    empty.step();
                }
                let alone = trail.alone().map(|cycles| cycles as u64);
                assert_eq!(alone, Some(empty.deliveries()[0].latency()), "{setting:?}");
            }
            let waited = blocked.get(&delivery.message).copied().unwrap_or(0);
            assert_eq!(part(&trail, TimeUse::Blocked), waited, "{trail:?}");
            for row in &trail.rows {
                assert_eq!((crossings(row) as u32, row.count(|cell| cell == MessageUse::Header)), (setting.flits, 1));
            }
            if setting.credit == wormhole::Credit::Same && setting.injection != Injection::One {
                assert_eq!(part(&trail, TimeUse::Stopped), 0, "worms close up: {scenario:?} {trail:?}");
            }
            let parts = trail.parts().expect("it has arrived");
            sums.iter_mut().zip(parts).for_each(|(sum, part)| *sum += part);
            seen += 1;
        }
    }
    assert!(seen > 400, "{seen}");
    for part in [TimeUse::Queue, TimeUse::Blocked, TimeUse::Shared, TimeUse::Stopped] {
        assert!(sums[part as usize] > 100, "{part:?} occurs: {sums:?}");
    }
}

#[test]
fn a_shared_cycle_is_one_in_which_another_worm_had_the_channel() {
    let scenario = Scenario::new(System::KaryNCube).set(Key::N, 2.0).set(Key::K, 4.0).set(Key::Load, 0.01);
    let (config, mut recorded) = recording!(point, &scenario, 600);
    // By channel: the messages that crossed it, cycle by cycle.
    let (mut network, mut crossed, mut messages) = (WormholeRun::new(config), Vec::new(), Vec::new());
    for _ in 0..600 {
        network.step();
        let lanes = network.network().lanes().filter(|lane| lane.moved);
        crossed.push(lanes.map(|lane| (lane.channel, lane.message)).collect::<BTreeMap<_, _>>());
        messages.extend(network.network().deliveries().iter().map(|delivery| delivery.message));
    }
    let mut shared = 0;
    for message in messages.into_iter().step_by(3) {
        let trail = trail(&mut recorded, message);
        for row in &trail.rows {
            let link = row.link.expect("a link");
            for (cell, column) in row.cells.iter().zip(row.begin..) {
                let by = crossed[trail.born as usize + column].get(&link);
                let ours = matches!(cell, MessageUse::Header | MessageUse::Flit);
                assert_eq!(by == Some(&message), ours, "{cell:?} in column {column}");
                shared += usize::from(*cell == MessageUse::Shared);
                assert!(*cell != MessageUse::Shared || by.is_some());
            }
        }
    }
    assert!(shared > 100, "{shared}");
}

#[test]
fn a_message_of_an_idle_network_goes_as_the_ideal_one() {
    let scenario = Scenario::new(System::KaryNCube).set(Key::Load, 0.00002).set(Key::Flits, 9.0).set(Key::Cycles, 4e3);
    let (_, mut recorded) = recording!(point, &scenario, 4000);
    let cells = |rows: &[TrailRow]| rows.iter().map(|row| (row.begin, row.cells.clone())).collect::<Vec<_>>();
    let trail = trail(&mut recorded, 2);
    let hops = trail.rows.len();
    assert!(hops > 2);
    assert_eq!(cells(&trail.rows), cells(&Ideal::Worm.rows(hops, 9)));
    assert_eq!(trail.columns, Ideal::Worm.latency(hops, 9));

    let scenario = Scenario::new(System::HypercubeMmpp).set(Key::N, 4.0).set(Key::Load, 0.0002).set(Key::Flits, 9.0);
    let (_, mut recorded) = recording!(circuits, &scenario, 4000);
    let alone = (0..8)
        .map(|message| self::trail(&mut recorded, message))
        .find(|trail| trail.rows.len() > 1 && trail.columns == Ideal::Circuit.latency(trail.rows.len(), 9));
    let trail = alone.expect("one finds the network idle");
    assert_eq!(cells(&trail.rows), cells(&Ideal::Circuit.rows(trail.rows.len(), 9)));
}

#[test]
fn stored_and_forwarded_a_message_takes_what_the_simulator_takes_for_one_hop_after_the_other() {
    for (hops, flits) in [(1_usize, 5_u32), (3, 1), (4, 7)] {
        let mut total = 0;
        for hop in 0..hops as u32 {
            let mut network = wormhole::Network::new(wormhole::Config {
                network: Setting::cube(8, 1, 3, flits),
                load: 0.0,
                seed: 1,
                replication: 0,
            });
            network.inject_unicast(hop, hop + 1);
            while network.deliveries().is_empty() {
                network.step();
            }
            total += network.deliveries()[0].latency() as usize;
        }
        assert_eq!(Ideal::Store.latency(hops, flits as usize), total);
        let last = Ideal::Store.rows(hops, flits as usize).pop().expect("hops");
        assert_eq!(last.begin + last.cells.len() + 1, total, "it leaves the last channel in the cycle after");
    }
}

#[test]
fn the_parts_of_a_circuit_sum_to_its_latency_in_random_scenes() {
    let keys: &[(Key, &[f64])] = &[
        (Key::N, &[2.0, 3.0, 4.0]),
        (Key::Vcs, &[1.0, 2.0, 3.0]),
        (Key::Flits, &[1.0, 5.0, 16.0]),
        (Key::Depth, &[1.0, 2.0, 4.0]),
        (Key::Injection, &[0.0, 1.0]),
        (Key::Load, &[0.005, 0.02, 0.04]),
    ];
    let (mut seen, mut sums) = (0, [0; TimeUse::ALL.len()]);
    for scenario in scenes(System::HypercubeMmpp, 30, keys) {
        let (config, mut recorded) = recording!(circuits, &scenario, CYCLES);
        let nothing = TwoState { d1: 1.0, d2: 1.0, high: 0.0, low: 0.0 };
        let silent = sim::circuit::Setting { process: Superposition::of([nothing]), ..config.network };
        let mut network = sim::circuit::Network::new(config).watched();
        // By message: when it left its queue, and cycles in which its path was neither complete nor looked for in vain for the last time.
        let (mut queued, mut answered, mut deliveries) = (BTreeMap::new(), BTreeMap::new(), Vec::new());
        for _ in 0..CYCLES {
            network.step();
            for circuit in network.circuits() {
                queued.entry(circuit.message).or_insert(network.now() - 1 - circuit.generated);
                let waits = usize::from(circuit.phase == CircuitPhase::Answered);
                *answered.entry(circuit.message).or_insert(0) += waits;
            }
            deliveries.extend(network.happened().iter().filter(|happened| happened.what == What::Delivered).copied());
        }
        for delivered in deliveries.iter().step_by(1 + deliveries.len() / 40) {
            let trail = trail(&mut recorded, delivered.message);
            check(&recorded, &trail, delivered.age);
            let hops = trail.rows.len();
            assert_eq!(hops as u32, (delivered.source ^ delivered.destination).count_ones());
            assert_eq!(part(&trail, TimeUse::Queue) as u64, queued[&delivered.message]);
            assert_eq!((part(&trail, TimeUse::Header), part(&trail, TimeUse::Answer)), (hops, hops));
            assert_eq!(answered[&delivered.message], hops);
            assert_eq!(part(&trail, TimeUse::Attempts) == 0, delivered.attempts == 1, "{trail:?}");
            let mut empty = sim::circuit::Network::new(sim::circuit::Config { network: silent, ..config }).watched();
            empty.inject(delivered.source, delivered.destination);
            let arrives =
                |empty: &sim::circuit::Network| empty.happened().iter().any(|one| one.what == What::Delivered);
            while !arrives(&empty) {
                empty.step();
            }
            assert_eq!(trail.alone().map(|cycles| cycles as u64), Some(empty.now()), "{:?}", config.network);
            assert_eq!(part(&trail, TimeUse::Flits), hops + config.network.flits as usize);
            assert_eq!(part(&trail, TimeUse::Blocked), 0, "a header that finds no way on walks back");
            for row in &trail.rows {
                assert_eq!(row.count(|cell| cell == MessageUse::Flit) as u32, config.network.flits);
                assert_eq!(row.count(|cell| cell == MessageUse::Header), 1);
            }
            sums.iter_mut().zip(trail.parts().expect("it has arrived")).for_each(|(sum, part)| *sum += part);
            seen += 1;
        }
    }
    assert!(seen > 200, "{seen}");
    for part in [TimeUse::Queue, TimeUse::Attempts, TimeUse::Shared, TimeUse::Stopped] {
        assert!(sums[part as usize] > 100, "{part:?} occurs: {sums:?}");
    }
}

#[test]
fn the_parts_of_a_packet_sum_to_its_slots_in_random_scenes() {
    let keys: &[(Key, &[f64])] = &[
        (Key::N, &[1.0, 3.0, 5.0]),
        (Key::Policy, &[0.0, 1.0, 2.0]),
        (Key::Order, &[0.0, 1.0]),
        (Key::Load, &[0.02, 0.1, 0.2]),
    ];
    let (mut seen, mut sums) = (0, [0; TimeUse::ALL.len()]);
    for scenario in scenes(System::HypercubeSlotted, 12, keys) {
        let (config, mut recorded) = recording!(slotted, &scenario, CYCLES);
        let mut network = sim::slotted::Network::new(config).watched();
        let (mut turns, mut arrived) = (BTreeMap::new(), Vec::new());
        for _ in 0..CYCLES {
            network.step();
            for turn in network.turns() {
                let counts = turns.entry(turn.packet.number).or_insert([0; 3]);
                counts[match turn.outcome {
                    sim::slotted::TurnOutcome::Moved(_) => 0,
                    sim::slotted::TurnOutcome::Blocked { .. } => 1,
                    sim::slotted::TurnOutcome::Received => 2,
                }] += 1;
                if turn.arrived() {
                    arrived.push((turn.packet, network.now() - turn.packet.generated));
                }
            }
        }
        for (packet, latency) in arrived.iter().step_by(1 + arrived.len() / 40) {
            let trail = trail(&mut recorded, packet.number);
            check(&recorded, &trail, *latency);
            let counted = [TimeUse::Header, TimeUse::Blocked, TimeUse::Stopped].map(|of| part(&trail, of));
            assert_eq!(counted, turns[&packet.number]);
            assert_eq!(counted[0] as u32, (packet.source ^ packet.destination).count_ones());
            assert!(trail.rows.iter().all(|row| crossings(row) == 1));
            assert_eq!(trail.alone(), Some(trail.rows.len()), "a slot for each hop");
            sums.iter_mut().zip(trail.parts().expect("it has arrived")).for_each(|(sum, part)| *sum += part);
            seen += 1;
        }
    }
    assert!(seen > 200, "{seen}");
    for part in [TimeUse::Blocked, TimeUse::Shared, TimeUse::Stopped] {
        assert!(sums[part as usize] > 50, "{part:?} occurs: {sums:?}");
    }
}

#[test]
fn a_copy_of_a_broadcast_has_a_way_and_a_message_older_than_the_recording_none() {
    let scenario = Scenario::new(System::TorusBroadcast).set(Key::K, 4.0).set(Key::Flits, 6.0);
    let mut recorded = broadcast::animation(broadcast::Setting::of(&scenario).expect("drawn")).expect("drawn");
    recorded.advance(60);
    let frame = recorded.frame(1, None);
    let copy = frame.lanes[0].message;
    let trail = trail(&mut recorded, copy);
    assert_eq!((trail.rows.len(), trail.columns), (1, Ideal::Worm.latency(1, 6)));
    // With messages in the background, some were on their way before the broadcast.
    let scenario = scenario.set(Key::Background, 1.0).set(Key::Load, 0.03);
    let mut recorded = broadcast::animation(broadcast::Setting::of(&scenario).expect("drawn")).expect("drawn");
    while !recorded.ready() {
        recorded.advance(100);
    }
    recorded.advance(20);
    let older = recorded.frame(0, None).lanes[0].message;
    assert!(!recorded.follow(Some(older), 0, 10));
    assert_eq!(recorded.trail(), None);
}

#[test]
fn a_way_is_looked_at_as_far_as_it_is_recorded_and_goes_on_from_there() {
    let scenario = Scenario::new(System::KaryNCube).set(Key::N, 2.0).set(Key::K, 4.0).set(Key::Load, 0.01);
    let (_, mut recorded) = recording!(point, &scenario, 200);
    let message = recorded.frame(200, None).lanes.iter().map(|lane| lane.message).max().expect("some are under way");
    let part = trail(&mut recorded, message);
    assert!(!part.done && part.parts().is_none() && part.alone().is_none());
    assert_eq!(part.born + part.columns as u32, 200);
    recorded.advance(300);
    let whole = trail(&mut recorded, message);
    assert!(whole.done);
    for (before, after) in part.rows.iter().zip(&whole.rows) {
        assert_eq!((before.begin, before.cells.as_slice()), (after.begin, &after.cells[..before.cells.len()]));
    }
    // Looked at from a cycle after it has arrived, it is the same; another one is begun anew, and none is none.
    let (_, mut other) = recording!(point, &scenario, 500);
    assert_eq!(trail(&mut other, message), whole);
    assert!(!other.follow(Some(u32::MAX - 1), 500, 10) && other.trail().is_none());
    assert!(!other.follow(None, 500, 10) && other.trail().is_none());
}
