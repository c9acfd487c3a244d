use super::*;
use crate::animation::frame::Item;
use crate::scenario::System;
use std::collections::BTreeMap;

fn idle(k: u32, flits: u32) -> Setting {
    Setting { network: wormhole::Setting::torus(k, 2, 3, flits), source: k + 1, seed: 1 }
}

/// The same with unicast messages meanwhile.
fn beside(load: f64, setting: Setting) -> Setting {
    Setting { network: wormhole::Setting { load, ..setting.network }, ..setting }
}

fn busy() -> Setting {
    beside(0.02, idle(6, 12))
}

/// The same with the orientation of the tree that is not drawn.
fn fixed(setting: Setting) -> Setting {
    Setting { network: wormhole::Setting { orient: Orient::Fixed, ..setting.network }, ..setting }
}

fn complete(setting: Setting) -> Recording {
    let mut recording = Recording::new(setting);
    while !recording.advance(100) {}
    recording
}

#[test]
fn the_default_scenario_is_animated_and_larger_ones_say_why_not() {
    let scenario = Scenario::new(System::TorusBroadcast);
    let setting = Setting::of(&scenario).expect("the default is drawn");
    let expected = Setting { source: 0, ..idle(8, 32) };
    assert_eq!(setting, expected);
    assert_eq!(Setting::of(&scenario.set(Key::Orient, 1.0).set(Key::Background, 1.0)), {
        Ok(fixed(beside(scenario.get(Key::Load), expected)))
    });
    let cube = Setting::of(&scenario.set(Key::N, 3.0)).expect_err("three dimensions");
    assert!(cube.starts_with("The animation draws two dimensions;"), "{cube}");
    let large = Setting::of(&scenario.set(Key::K, 17.0)).expect_err("too large");
    assert!(large.starts_with("The animation draws at most 16 × 16 nodes;"), "{large}");
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
        let network = sim::wormhole_of(&scenario).expect("it is simulated");
        let setting = Setting::of(&scenario).expect("it is drawn");
        assert_eq!(setting.network, wormhole::Setting { beta: 0.0, ..network });
        assert_ne!(setting.network, Setting::of(&usual).expect("drawn").network);
    }
    let usual = complete(busy());
    for setting in options() {
        assert_ne!(complete(setting).log(), usual.log(), "{setting:?}");
    }
    // One flit per node and cycle: the copies of a node leave one after the other.
    let alone = complete(beside(0.0, options()[3]));
    assert!(alone.finished() > Some(alone.setting().idle_completion()));
}

#[test]
fn an_idle_broadcast_completes_after_one_message_time_per_level() {
    for (k, flits) in (3..=16).flat_map(|k| [1, 2, 9, 32].map(|flits| (k, flits))) {
        for (drawn, seed) in [(false, 1), (true, 1), (true, 2)] {
            let setting = Setting { seed, ..idle(k, flits) };
            let recording = complete(if drawn { setting } else { fixed(setting) });
            assert_eq!(recording.finished(), Some(2 * (k / 2) * (flits + 1)), "k = {k}, M = {flits}");
            assert_eq!(recording.recorded(), recording.setting().idle_completion());
        }
    }
}

#[test]
fn a_frame_is_the_same_whichever_way_it_is_reached() {
    for setting in [idle(5, 20), busy()] {
        let mut straight = Recording::new(setting);
        let mut states = vec![straight.state(0)];
        while !straight.advance(1) {
            states.push(straight.state(u32::MAX));
        }
        states.push(straight.state(u32::MAX));
        let last = straight.recorded();
        assert_eq!(states.len() as u32, last + 1);

        let mut scrubbed = complete(setting);
        let there_and_back = (0..=last).rev().chain((0..200).map(|step| step * 7919 % (last + 1))).chain(0..=last);
        for cycle in there_and_back {
            assert_eq!(scrubbed.state(cycle), states[cycle as usize], "cycle {cycle}");
        }
        assert_eq!(scrubbed.state(last + 1000), states[last as usize]);
    }
}

#[test]
fn the_same_seed_gives_the_same_recording_and_another_another() {
    let mut recordings = [1, 1, 2].map(|seed| complete(Setting { seed, ..busy() }));
    let states = recordings.each_mut().map(|recording| recording.state(60));
    assert_eq!(states[0], states[1]);
    assert_ne!(states[0], states[2]);
    assert_eq!(recordings[0].log(), recordings[1].log());
}

#[test]
fn background_traffic_is_there_before_the_broadcast_and_slows_it_down() {
    let mut recording = complete(busy());
    let first = recording.state(0);
    assert!(first.lanes.iter().any(|lane| !lane.broadcast && lane.moved));
    assert!(first.lanes.iter().all(|lane| !lane.broadcast));
    assert_eq!((first.waiting, first.under_way, first.reached), (4, 0, 0));
    assert!(recording.finished() > Some(busy().idle_completion()));
    assert_eq!(recording.tree(), complete(beside(0.0, busy())).tree());
}

#[test]
fn a_recording_of_an_overloaded_network_ends() {
    let mut recording = complete(beside(1.0, idle(16, 512)));
    assert_eq!(recording.finished(), None);
    let last = recording.recorded();
    assert!(last > 50 && last < recording.setting().limit());
    assert!(recording.advance(1) && recording.recorded() == last);
    assert_eq!(recording.state(last / 2).cycle, last / 2);
}

#[test]
fn every_frame_counts_its_copies_and_conserves_its_flits() {
    for setting in [idle(7, 6), busy()].into_iter().chain(options()) {
        let mut recording = complete(setting);
        let tree = recording.tree().clone();
        for cycle in 0..=recording.recorded() {
            let state = recording.state(cycle);
            let received = |node: u32| match state.nodes[node as usize].state {
                Reached::Source => Some(0),
                Reached::Received { at } => Some(at),
                _ => None,
            };
            // A node has queued its copies if and only if it has the whole message; each is waiting, under way or received.
            let nodes = 0..setting.network.nodes();
            let sent: usize =
                nodes.clone().filter(|&node| received(node).is_some()).map(|n| tree.copies(n).len()).sum();
            assert_eq!(sent as u32, state.waiting + state.under_way + state.reached, "{}", state.caption);
            for node in nodes {
                let state = state.nodes[node as usize];
                if received(node).is_none() {
                    assert_eq!(state.queued, [0; 4], "replication before full reception");
                }
                if received(node) == Some(cycle) {
                    assert_eq!(state.queued.iter().sum::<u32>() as usize, tree.copies(node).len());
                }
                if let Reached::Receiving { flits } = state.state {
                    assert!(flits < setting.network.flits);
                }
            }
            conserves_flits(&state, setting.network.flits);
        }
        assert_eq!(recording.state(u32::MAX).reached, setting.network.nodes() - 1);
    }
}

/// What has left the first lane of a worm and not come out of its last is in the buffers between.
fn conserves_flits(state: &State, flits: u32) {
    let mut worms: BTreeMap<u32, Vec<&Lane>> = BTreeMap::new();
    let mut carried = BTreeMap::new();
    for lane in &state.lanes {
        worms.entry(lane.message).or_default().push(lane);
        *carried.entry(lane.channel).or_insert(0) += u32::from(lane.moved);
    }
    assert!(carried.values().all(|&moved| moved <= 1));
    for lanes in worms.values() {
        let entered = lanes.iter().map(|lane| lane.crossed).max().unwrap_or(0);
        let left = lanes.iter().map(|lane| lane.crossed - lane.held).min().unwrap_or(0);
        let held: u32 = lanes.iter().map(|lane| lane.held).sum();
        assert!(entered <= flits);
        assert_eq!(entered, left + held);
        assert!(lanes.iter().filter(|lane| lane.head).count() <= 1);
        assert!(lanes.iter().all(|lane| !lane.blocked || (lane.head && !lane.broadcast)));
    }
}

#[test]
fn every_copy_of_an_idle_broadcast_takes_m_plus_1_cycles() {
    let mut recording = complete(idle(8, 10));
    for node in recording.state(u32::MAX).nodes {
        if let Reached::Received { at } = node.state {
            assert_eq!(at, 11 * node.level);
        }
    }
}

#[test]
fn captions_agree_in_number() {
    let mut recording = Recording::new(Setting { source: 0, ..fixed(idle(3, 4)) });
    recording.advance(100);
    assert_eq!(recording.state(0).caption, "Cycle 0: 0 of 8 nodes have the message, 0 copies under way, 4 waiting.");
    assert_eq!(recording.state(4).caption, "Cycle 4: 0 of 8 nodes have the message, 4 copies under way, 0 waiting.");
    assert_eq!(recording.state(5).caption, "Cycle 5: 4 of 8 nodes have the message, 0 copies under way, 4 waiting.");
    assert_eq!(recording.state(10).caption, "Cycle 10: all 8 nodes have the message.");
    let one = state::caption(7, 1, 8, 1, 1);
    assert_eq!(one, "Cycle 7: 1 of 8 nodes has the message, 1 copy under way, 1 waiting.");
}

#[test]
fn the_story_is_told_in_order() {
    let recording = complete(Setting { source: 0, ..fixed(idle(8, 32)) });
    let phases: Vec<_> = recording.phases().iter().map(|phase| (phase.cycle, phase.title.as_str())).collect();
    let levels = [33, 66, 99, 132, 165, 198, 231].into_iter().zip(1..);
    let levels: Vec<_> = levels.map(|(cycle, level)| (cycle, format!("Level {level} of 8 reached"))).collect();
    let mut expected = vec![(0, "Start")];
    expected.extend(levels.iter().map(|(cycle, title)| (*cycle, title.as_str())));
    expected.push((264, "All 63 nodes reached"));
    assert_eq!(phases, expected);

    let log: Vec<_> = recording.log().iter().map(Event::to_string).collect();
    assert_eq!(log.len(), 65);
    assert_eq!(log[0], "Cycle 0: (0,0) broadcasts and queues 4 copies.");
    assert_eq!(log[1], "Cycle 33: (1,0) has its copy and queues 3 more.");
    assert_eq!(log[3], "Cycle 33: (0,1) has its copy and queues 1 more.");
    assert_eq!(log[63], "Cycle 264: (4,4) has its copy and passes none on.");
    assert_eq!(log[64], "Cycle 264: All 63 nodes have the message.");
}

#[test]
fn with_background_traffic_the_first_copy_is_a_stage_of_its_own() {
    let recording = complete(busy());
    let phases = recording.phases();
    assert_eq!(phases[1].title, "First copy complete");
    assert!(phases.windows(2).all(|pair| pair[0].cycle < pair[1].cycle), "{phases:?}");
    assert_eq!(Some(phases[phases.len() - 1].cycle), recording.finished());
    assert!(recording.log().windows(2).all(|pair| pair[0].cycle <= pair[1].cycle));
}

#[test]
fn the_first_header_that_waits_is_a_stage_where_one_does() {
    let mut cycles = Vec::new();
    let some = (1..=12).map(|seed| beside(0.026, Setting { seed, ..idle(6, 12) }));
    for setting in [idle(6, 12), beside(0.1, idle(6, 12))].into_iter().chain(some) {
        let mut recording = complete(setting);
        let first =
            (0..=recording.recorded()).find_map(|cycle| Some((cycle, recording.network(cycle).stuck().next()?)));
        let told = recording.phases().iter().find(|phase| phase.title == "First header blocked");
        assert_eq!(told.map(|phase| phase.cycle), first.map(|(cycle, _)| cycle), "{setting:?}");
        cycles.push(first.as_ref().map(|(cycle, _)| *cycle));
        assert!(recording.phases().windows(2).all(|pair| pair[0].cycle <= pair[1].cycle));
        if let Some((cycle, stuck)) = first {
            let at = crate::animation::layout::coordinates(&setting.network, stuck.node);
            let said = format!("The first header is blocked: message {} at {at}", stuck.message);
            assert!(recording.log().contains(&Event { cycle, text: said }), "{:?}", recording.log());
        }
    }
    // None waits where nothing else is on its way; with very much of it one did before the broadcast.
    assert_eq!(cycles[..2], [None, Some(0)]);
    assert!(cycles[2..].iter().flatten().any(|&cycle| cycle > 0), "{cycles:?}");
}

#[test]
fn the_numbers_of_a_seed_are_pinned() {
    // From this engine. They change only with the protocol or the order of its random numbers, and are the same on every machine.
    let mut recording = complete(beside(0.0045, idle(8, 32)));
    assert_eq!(recording.finished(), Some(330));
    let caption = "Cycle 100: 19 of 63 nodes have the message, 12 copies under way, 0 waiting.";
    assert_eq!(recording.state(100).caption, caption);
}

#[test]
fn the_scene_shows_the_frames_of_the_recording() {
    use crate::animation::frame::{Animation as _, LaneTone, NodeTone, Sign};
    for setting in [idle(5, 20), busy()] {
        let mut animation = Broadcast::new(setting).expect("it is drawn");
        assert!(!animation.ready() || !setting.has_background());
        while !animation.advance(50) {}
        let mut recording = complete(setting);
        assert_eq!((animation.recorded(), animation.length()), (recording.recorded(), recording.recorded()));
        assert_eq!((animation.phases(), animation.log()), (recording.phases(), recording.log()));
        for cycle in (0..=recording.recorded()).rev() {
            let (frame, state) = (animation.frame(cycle, None), recording.state(cycle));
            assert_eq!((frame.cycle, &frame.caption), (cycle, &state.caption));
            let full = frame.nodes.iter().filter(|node| node.tone == NodeTone::Full).count();
            assert_eq!(full as u32, state.reached);
            assert_eq!(frame.queues.iter().map(|queue| queue.length).sum::<u32>(), state.waiting);
            let marks = frame
                .lanes
                .iter()
                .map(|mark| (mark.link, mark.lane, mark.message, mark.crossed, mark.moved, mark.blocked));
            let lanes = state
                .lanes
                .iter()
                .map(|lane| (lane.channel, lane.vc, lane.message, lane.crossed, lane.moved, lane.blocked));
            assert!(marks.eq(lanes), "cycle {cycle}");
            let copies = frame.lanes.iter().map(|mark| mark.tone == LaneTone::Copy);
            assert!(copies.eq(state.lanes.iter().map(|lane| lane.broadcast)), "cycle {cycle}");
        }
        let weighty = animation.layout().links.iter().filter(|link| link.weight > 0.0).count() as u32;
        assert_eq!(weighty, setting.network.nodes() - 1, "the edges of the tree stand out");
        // Escape channels and datelines matter to unicast messages alone.
        let of_unicasts = [Sign::Escape, Sign::Candidate, Sign::Dateline];
        let signs: Vec<Sign> = animation.signs().iter().map(|(sign, _)| *sign).collect();
        assert!(of_unicasts.iter().all(|sign| signs.contains(sign) == setting.has_background()));
        let links = animation.layout().links.iter();
        assert!(links.clone().all(|link| link.escapes == if setting.has_background() { 2 } else { 0 }));
        assert_eq!(links.clone().any(|link| link.dateline), setting.has_background());
        let end = animation.recorded();
        assert_eq!(animation.extent(3, false), format!("Cycle 3 of {end}."));
        assert_eq!(animation.describe(0, Item::Node(setting.source)), {
            let (x, y) = (setting.source % setting.network.k, setting.source / setting.network.k);
            format!("Node ({x},{y}), level 0: broadcasts. 4 copies wait here.")
        });
        assert_eq!(animation.action(7), Some((Key::Source, 7.0)));
    }
}
