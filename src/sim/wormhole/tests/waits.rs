//! Waiting: the lanes that headers look for, and the circles that never dissolve.

use super::*;
use std::collections::BTreeMap;

/// Rings on which messages are longer than all buffers, or fit into those of some channels, at a load that fills them.
fn settings(escape: Escape) -> Vec<Config> {
    let rings = [(8, 1, 3, 32, 1), (5, 1, 3, 16, 2), (4, 2, 3, 32, 1), (5, 2, 4, 64, 1), (3, 3, 3, 24, 1)];
    let cubes = rings.map(|(k, n, vcs, flits, depth)| Setting { depth, escape, ..Setting::cube(k, n, vcs, flits) });
    let torus = Setting { escape, beta: 0.05, ..Setting::torus(4, 2, 3, 32) };
    let short = [(8, 1, 2, 3, 1), (6, 1, 2, 2, 1), (8, 1, 2, 4, 2), (5, 1, 2, 2, 1)];
    let short = short.map(|(k, n, vcs, flits, depth)| Setting { depth, escape, ..Setting::cube(k, n, vcs, flits) });
    let networks = cubes.into_iter().chain([torus]).map(|network| (network, 0.03));
    let networks = networks.chain(short.map(|network| (network, 0.3)));
    (1..=3)
        .flat_map(|seed| networks.clone().map(move |(network, load)| Config { network, load, seed, replication: 0 }))
        .collect()
}

#[test]
fn a_header_takes_one_of_the_lanes_that_it_waits_for_and_with_the_dateline_there_is_no_circle() {
    let (mut taken, mut looked) = (0, 0);
    for config in settings(Escape::On) {
        let mut network = Network::new(config);
        for _ in 0..1_000 {
            let waits = network.waits();
            let stuck: Vec<_> = network.stuck().collect();
            assert_eq!((waits.len(), network.circle()), (stuck.len(), None));
            let lanes: BTreeMap<_, _> = network.lanes().map(|lane| ((lane.channel, lane.vc), lane.message)).collect();
            for wait in &waits {
                // One that has become free in the last cycle it has not seen yet.
                if network.freed[wait.node as usize] != network.now as u32 {
                    assert!(wait.lanes.iter().all(|lane| lanes.contains_key(lane)), "{wait:?}");
                    looked += 1;
                }
                assert!(wait.lanes.iter().all(|(channel, _)| network.near[*channel as usize] == wait.node));
            }
            network.step();
            for lane in network.lanes().filter(|lane| !lanes.contains_key(&(lane.channel, lane.vc))) {
                if let Some(wait) = waits.iter().find(|wait| wait.message == lane.message) {
                    assert!(wait.lanes.contains(&(lane.channel, lane.vc)), "{wait:?} {lane:?}");
                    taken += 1;
                }
            }
        }
    }
    assert!(taken > 1_000 && looked > 10_000, "{taken} {looked}");
}

#[test]
fn each_edge_of_a_circle_is_a_wait_and_none_of_its_messages_ever_moves_again() {
    let mut found = 0;
    for config in settings(Escape::Off) {
        let mut network = Network::new(config);
        let circle = (0..4_000).find_map(|_| {
            network.step();
            network.circle()
        });
        let Some(Circle { ties, stopped }) = circle else {
            assert!(network.now() - network.last_progress() < 2_000, "nothing moves, without a circle");
            continue;
        };
        found += 1;
        let stuck: BTreeMap<_, _> = network.stuck().map(|stuck| (stuck.message, stuck)).collect();
        let holders: BTreeMap<_, _> = network.lanes().map(|lane| ((lane.channel, lane.vc), lane)).collect();
        let waits: BTreeMap<_, _> = network.waits().into_iter().map(|wait| (wait.message, wait)).collect();
        assert!(ties.len() > 1 && ties.len() <= stopped && stopped <= stuck.len(), "{ties:?}");
        for (tie, next) in ties.iter().zip(ties.iter().cycle().skip(1)) {
            assert_eq!((stuck[&tie.message].node, next.message), (tie.node, tie.holder), "the circle closes");
            assert!(waits[&tie.message].lanes.contains(&(tie.channel, tie.vc)));
            assert_eq!(holders[&(tie.channel, tie.vc)].message, tie.holder);
            // From the channel that is wanted the holder leads to where its own header waits.
            assert_eq!(tie.along[0], tie.channel);
            let mut node = tie.node;
            for &channel in &tie.along {
                assert_eq!(network.near[channel as usize], node);
                node = network.far[channel as usize];
            }
            assert_eq!(node, next.node);
        }
        let mut messages: Vec<_> = ties.iter().map(|tie| tie.message).collect();
        messages.sort_unstable();
        messages.dedup();
        assert_eq!(messages.len(), ties.len(), "each stands in it once");
        for _ in 0..3_000 {
            network.step();
            assert!(network.deliveries().iter().all(|delivery| !messages.contains(&delivery.message)));
        }
        let later: BTreeMap<_, _> = network.stuck().map(|stuck| (stuck.message, stuck)).collect();
        assert!(messages.iter().all(|message| later[message] == stuck[message]), "they wait since the same cycle");
        assert!(network.circle().expect("it stays").stopped >= stopped);
    }
    assert!(found >= 6, "{found}");
}
