use super::*;
use crate::animation::frame::LaneMark;
use crate::animation::recordable::Animation as _;
use crate::animation::tape::RecordingState;
use flitscope::scenario::{Scenario, System};
use flitscope::sim::{
    self,
    wormhole::{self, Orient},
};
use std::collections::BTreeMap;

fn idle(k: u32, flits: u32) -> Setting {
    Setting { network: wormhole::Setting::torus(k, 2, 3, flits), load: 0.0, source: k + 1, seed: 1 }
}

/// A setting with unicast messages in the background.
fn beside(load: f64, setting: Setting) -> Setting {
    Setting { load, ..setting }
}

fn busy() -> Setting {
    beside(0.02, idle(6, 12))
}

/// A setting with a tree of fixed orientation.
fn fixed(setting: Setting) -> Setting {
    Setting { network: wormhole::Setting { orient: Orient::Fixed, ..setting.network }, ..setting }
}

fn complete(setting: Setting) -> Recorded<Broadcast> {
    let mut animation = animation(setting).expect("it is drawn");
    while !animation.advance(100) {}
    animation
}

/// The progress of the nodes, and the copies that wait there.
fn nodes(animation: &mut Recorded<Broadcast>, cycle: u32) -> Vec<(Reached, u32)> {
    let (cycle, show) = (cycle.min(animation.tape.recorded()), &animation.show);
    let network = animation.tape.at(cycle);
    show.reached(cycle, network).into_iter().zip(show.queued(network).iter().map(|ports| ports.iter().sum())).collect()
}

fn copies(animation: &mut Recorded<Broadcast>, cycle: u32) -> CopyProgress {
    let cycle = cycle.min(animation.tape.recorded());
    animation.show.facts(cycle, animation.tape.at(cycle))
}

/// Another value of each option of routers and sources.
fn options() -> [Setting; 4] {
    use wormhole::{Credit, Injection, Select};
    let network = busy().network;
    [
        wormhole::Setting { depth: 4, ..network },
        wormhole::Setting { credit: Credit::Previous, ..network },
        wormhole::Setting { select: Select::Spread, ..network },
        wormhole::Setting { injection: Injection::One, ..network },
    ]
    .map(|network| Setting { network, ..busy() })
}

#[test]
fn the_network_has_the_options_of_the_run() {
    let scenario = Scenario::new(System::TorusBroadcast).set(Key::Beta, 0.5).set(Key::Background, 1.0);
    for (key, option) in [(Key::Depth, 4.0), (Key::Credit, 1.0), (Key::Select, 2.0), (Key::Injection, 3.0)] {
        let (usual, scenario) = (scenario, scenario.set(key, option));
        let network = sim::wormhole_of(sim::config(&scenario, 0)).expect("it is simulated").network;
        let setting = Setting::of(&scenario).expect("it is drawn");
        assert_eq!(setting.network, wormhole::Setting { beta: 0.0, ..network });
        assert_ne!(setting.network, Setting::of(&usual).expect("drawn").network);
    }
    let usual = complete(busy());
    for setting in options() {
        assert_ne!(complete(setting).log.events(), usual.log.events(), "{setting:?}");
    }
    // One flit per node and cycle: the copies of a node leave one after the other.
    let alone = complete(beside(0.0, options()[3]));
    assert!(alone.show.finished > Some(alone.show.setting.idle_completion()));
}

#[test]
fn an_idle_broadcast_completes_after_one_message_time_per_level() {
    for (k, flits) in (3..=16).flat_map(|k| [1, 2, 9, 32].map(|flits| (k, flits))) {
        for (drawn, seed) in [(false, 1), (true, 1), (true, 2)] {
            let setting = Setting { seed, ..idle(k, flits) };
            let recording = complete(if drawn { setting } else { fixed(setting) });
            assert_eq!(recording.show.finished, Some(2 * (k / 2) * (flits + 1)), "k = {k}, M = {flits}");
            assert_eq!(recording.recorded(), setting.idle_completion());
        }
    }
}

#[test]
fn background_traffic_is_there_before_the_broadcast_and_slows_it_down() {
    let mut recording = complete(busy());
    let first = recording.frame(0, None);
    assert!(first.lanes.iter().any(|lane| lane.moved));
    assert!(first.lanes.iter().all(|lane| lane.tone == LaneTone::Unicast));
    assert_eq!(copies(&mut recording, 0), CopyProgress { reached: 0, others: 35, under_way: 0, waiting: 4 });
    assert!(recording.show.finished > Some(busy().idle_completion()));
    assert_eq!(recording.show.tree, complete(beside(0.0, busy())).show.tree);
    // It is warmed up slice by slice, and there is no frame before that is done.
    let mut coming = animation(busy()).expect("it is drawn");
    assert!(!coming.ready() && !coming.ended() && !coming.advance(50) && !coming.ready());
    while !coming.ready() {
        coming.advance(7);
    }
    assert_eq!((coming.recorded(), coming.frame(0, None)), (0, first));
    assert!(animation(idle(5, 20)).expect("it is drawn").ready());
}

#[test]
fn a_recording_of_an_overloaded_network_ends() {
    let mut recording = complete(beside(1.0, idle(16, 512)));
    assert_eq!((recording.show.finished, recording.state()), (None, RecordingState::Whole));
    let last = recording.recorded();
    assert!(last > 50 && last < recording.show.setting.limit());
    assert!(recording.advance(1) && recording.recorded() == last);
    assert!(recording.extent(3, false).ends_with("the broadcast does not complete in the time recorded."));
}

#[test]
fn every_frame_counts_its_copies_and_conserves_its_flits() {
    for setting in [idle(7, 6), busy()].into_iter().chain(options()) {
        let mut recording = complete(setting);
        let tree = setting.tree();
        for cycle in 0..=recording.recorded() {
            let (frame, progress) = (recording.frame(cycle, None), copies(&mut recording, cycle));
            let nodes = nodes(&mut recording, cycle);
            // A node has queued its copies if and only if it has the whole message; each is waiting, under way or received.
            let (mut sent, mut full) = (0, 0);
            for (node, &(reached, queued)) in (0..).zip(&nodes) {
                let copies = tree.copies(node).len() as u32;
                match reached {
                    Reached::Source => sent += copies,
                    Reached::Received(at) => {
                        (sent, full) = (sent + copies, full + 1);
                        assert!(at < cycle || queued == copies);
                    }
                    Reached::Waiting | Reached::Receiving(_) => {
                        assert_eq!(queued, 0, "replication before full reception")
                    }
                }
                assert!(!matches!(reached, Reached::Receiving(taken) if taken >= setting.network.flits));
                let tone = frame.nodes[node as usize].tone;
                assert_eq!(tone == NodeTone::Full, matches!(reached, Reached::Received(_)));
            }
            assert_eq!((sent, full), (progress.waiting + progress.under_way + progress.reached, progress.reached));
            assert_eq!(frame.queues.iter().map(|queue| queue.length).sum::<u32>(), progress.waiting);
            let network = recording.tape.at(cycle);
            for queue in &frame.queues {
                assert_eq!(queue.link.map(|link| link / setting.network.ports()), Some(queue.node));
            }
            conserves_flits(&frame.lanes, network, setting.network.flits);
        }
        assert_eq!(copies(&mut recording, u32::MAX).reached, setting.network.nodes() - 1);
    }
}

/// The flits that have left the first lane of a worm and not come out of its last are in the buffers between.
fn conserves_flits(marks: &[LaneMark], network: &Network, flits: u32) {
    let mut worms: BTreeMap<u32, Vec<_>> = BTreeMap::new();
    let mut carried = BTreeMap::new();
    for (mark, lane) in marks.iter().zip(network.lanes()) {
        assert_eq!(
            (mark.link, mark.lane, mark.message, mark.crossed),
            (lane.channel, lane.vc, lane.message, lane.crossed)
        );
        worms.entry(lane.message).or_default().push((lane, mark));
        *carried.entry(lane.channel).or_insert(0) += u32::from(mark.moved);
    }
    assert!(carried.values().all(|&moved| moved <= 1));
    for lanes in worms.values() {
        let entered = lanes.iter().map(|(lane, _)| lane.crossed).max().unwrap_or(0);
        let left = lanes.iter().map(|(lane, _)| lane.crossed - lane.held).min().unwrap_or(0);
        let held: u32 = lanes.iter().map(|(lane, _)| lane.held).sum();
        assert!(entered <= flits);
        assert_eq!(entered, left + held);
        assert!(lanes.iter().filter(|(_, mark)| mark.head).count() <= 1);
        assert!(lanes.iter().all(|(_, mark)| !mark.blocked || (mark.head && mark.tone == LaneTone::Unicast)));
    }
}

#[test]
fn the_first_header_that_waits_is_a_phase_where_one_does() {
    let mut cycles = Vec::new();
    let some = (1..=12).map(|seed| beside(0.026, Setting { seed, ..idle(6, 12) }));
    for setting in [idle(6, 12), beside(0.1, idle(6, 12))].into_iter().chain(some) {
        let mut recording = complete(setting);
        let first = (0..=recording.recorded()).find_map(|cycle| {
            let stuck = recording.tape.at(cycle).stuck().next()?;
            Some((cycle, Mark::HeaderBlocked(stuck.message, stuck.node)))
        });
        let phases = recording.phases().iter();
        let noted = phases.clone().find(|phase| matches!(phase.mark, Mark::HeaderBlocked(..)));
        assert_eq!(noted.map(|phase| (phase.cycle, phase.mark.clone())), first, "{setting:?}");
        cycles.push(first.map(|(cycle, _)| cycle));
    }
    // Without other messages no header waits; with very many, one waited before the broadcast.
    assert_eq!(cycles[..2], [None, Some(0)]);
    assert!(cycles[2..].iter().flatten().any(|&cycle| cycle > 0), "{cycles:?}");
}

#[test]
fn the_staircase_counts_the_nodes_that_have_the_message() {
    for (k, flits) in [(8, 32), (5, 7), (4, 1)] {
        let setting = idle(k, flits);
        let mut whole = complete(setting);
        let seen = whole.dissemination().expect("one message for all");
        // On the idle torus a level is reached every M + 1 cycles, by the nodes of the sphere around the source.
        let torus = setting.network.grid();
        let rings = |node: u32| torus.distance(setting.source, node);
        let within = |hops: u32| (0..k * k).filter(|node| (1..=hops).contains(&rings(*node))).count() as u32;
        let levels = 1..=setting.network.grid().diameter();
        let expected: Vec<_> = levels.map(|level| (level * (flits + 1), within(level))).collect();
        assert_eq!(seen.steps, expected, "k = {k}, M = {flits}");
        assert_eq!((seen.all, seen.complete()), (k * k - 1, Some(setting.idle_completion())));
        assert_eq!(seen.end, setting.idle_completion());
        // One message: a cycle for each hop of its header, and one for each flit.
        assert_eq!(seen.alone, setting.network.grid().diameter() + flits, "k = {k}, M = {flits}");
        let separate: u32 = (0..k * k).map(rings).sum();
        assert_eq!(seen.channels, (k * k - 1, separate));
        for cycle in [0, flits, flits + 1, seen.end] {
            let have = nodes(&mut whole, cycle).iter().filter(|(node, _)| matches!(node, Reached::Received(_))).count();
            assert_eq!(seen.at(cycle), have as u32, "cycle {cycle}");
        }
    }
}

#[test]
fn the_staircase_grows_with_the_recording() {
    let mut animation = animation(busy()).expect("it is drawn");
    while !animation.ready() {
        animation.advance(100);
    }
    let first = animation.dissemination().expect("one message for all");
    assert_eq!((first.at(u32::MAX), first.complete()), (0, None));
    assert!(first.end >= busy().idle_completion(), "the axis reaches as far as it takes at least");
    while !animation.advance(100) {}
    let last = animation.dissemination().expect("one message for all");
    assert_eq!(last.complete(), Some(last.end));
    assert!(last.steps.windows(2).all(|pair| pair[0].0 < pair[1].0 && pair[0].1 < pair[1].1));
}
