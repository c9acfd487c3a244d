//! The inside of a router against the plain engine: every holder, request, grant, refusal, turn and reason.

use super::against_plain::draw_config;
use super::*;
use crate::sim::wormhole::plain::{FlitPlace, Onward as PlainOnward, PlainNetwork};
use std::collections::BTreeMap;

/// The contents of a lane of the plain engine: its message, flits that have crossed and are held, whether one moved, and where they go.
type Held = (u32, u32, u32, bool, Onward);

fn held(plain: &PlainNetwork, lane: u32) -> Option<Held> {
    let (vcs, state) = (plain.setting.vcs, plain.lanes[lane as usize]);
    let onward = match state.onward {
        PlainOnward::Unrouted => Onward::Unrouted,
        PlainOnward::Lane(next) => Onward::Lane(next / vcs, next % vcs),
        PlainOnward::Eject => Onward::Eject,
    };
    Some((state.message?, state.crossed, state.held, state.moved, onward))
}

/// A router holds what the plain engine holds.
fn compare_state(router: &Router, plain: &PlainNetwork) {
    let Setting { vcs, .. } = plain.setting;
    let queues = plain.setting.queues();
    for channel in router.incoming.iter().chain(&router.outgoing) {
        for (lane, number) in channel.lanes.iter().zip(channel.channel * vcs..) {
            let seen = lane.map(|lane| {
                assert_eq!(lane.flits, plain.messages[&lane.view.message].flits);
                (lane.view.message, lane.view.crossed, lane.view.held, lane.view.moved, lane.onward)
            });
            assert_eq!(seen, held(plain, number), "lane {number}");
        }
        assert_eq!(channel.last, plain.last[channel.channel as usize], "channel {}", channel.channel);
    }
    let own = router.node * queues..(router.node + 1) * queues;
    let mut slots: Vec<_> = own
        .clone()
        .flat_map(|queue| plain.queues[queue as usize].slots.iter().map(move |slot| (slot.0, queue % queues, slot.1)))
        .collect();
    slots.sort_unstable();
    assert_eq!(router.slots.iter().map(|slot| (slot.message, slot.queue, slot.sent)).collect::<Vec<_>>(), slots);
    let waiting = own.map(|queue| plain.queues[queue as usize].waiting.len() as u32);
    assert_eq!(router.queues, waiting.collect::<Vec<_>>());
}

/// A request: its message, the lane that it got, and the lanes that it may take with their holders.
type Asked = (u32, Option<u32>, Vec<(u32, u32)>);

/// Its requests are those of the plain engine, in their order, with the same outcome.
fn compare_requests(router: &Router, before: &Router, plain: &PlainNetwork, asked: &BTreeMap<u32, FlitPlace>) -> usize {
    let (vcs, grid) = (plain.setting.vcs, plain.setting.grid());
    let mut expected: Vec<Asked> = Vec::new();
    let at_node = |lane: u32| grid.near_end(lane / vcs) == router.node;
    for &(message, lane) in plain.granted.iter().filter(|(_, lane)| at_node(*lane)) {
        expected.push((message, Some(lane), Vec::new()));
    }
    for (message, lanes) in plain.refused.iter().filter(|(_, lanes)| at_node(lanes[0].0)) {
        let mut lanes = lanes.clone();
        lanes.sort_unstable();
        expected.push((*message, None, lanes));
    }
    expected.sort_by_key(|(message, ..)| *message);
    let requests = router.requests(before);
    let seen: Vec<_> = requests
        .iter()
        .map(|request| match &request.outcome {
            Outcome::Granted(channel, vc) => (request.message, Some(channel * vcs + vc), Vec::new()),
            Outcome::Refused(lanes) => {
                let mut held: Vec<_> = lanes.iter().map(|one| (one.channel * vcs + one.vc, one.holder)).collect();
                held.sort_unstable();
                for one in lanes {
                    let now = plain.lanes[(one.channel * vcs + one.vc) as usize].message;
                    assert_eq!(now.is_none(), one.released);
                }
                (request.message, None, held)
            }
        })
        .collect();
    assert_eq!(seen, expected);
    for request in &requests {
        let from = request.from.map(|(channel, vc)| channel * vcs + vc);
        let place = match asked.get(&request.message) {
            Some(FlitPlace::Lane(lane)) => Some(*lane),
            _ => None,
        };
        assert_eq!(from, place, "message {}", request.message);
    }
    requests.len()
}

/// Each virtual channel did as the plain engine decided when it looked at it.
fn compare_acts(router: &Router, before: &Router, plain: &PlainNetwork) -> BTreeMap<String, u32> {
    let mut seen = BTreeMap::new();
    for (place, channel) in router.outgoing.iter().enumerate() {
        let sender = channel.sender().map(|lane| lane.view.message);
        for (vc, lane) in (0..).zip(&channel.lanes) {
            let number = channel.channel * plain.setting.vcs + vc;
            let act = router.act(before, place, vc);
            let looked = plain.looked.get(&number);
            let ready = looked.is_none_or(|[ready, ..]| *ready);
            match (act, lane) {
                (Act::Free, None) => {}
                (Act::Sent, Some(lane)) => assert!(lane.view.moved && sender == Some(lane.view.message)),
                (Act::Done, Some(lane)) => assert_eq!(lane.view.crossed, lane.flits),
                (Act::Turn(by), _) => assert!(sender == Some(by) && looked.is_none(), "{looked:?}"),
                (Act::NoFlit, _) => assert!(looked.is_none() || !ready),
                (Act::NoRoom, _) => assert!(matches!(looked, Some([true, false, _])), "{looked:?}"),
                (Act::NodeSent, _) => assert_eq!(looked, Some(&[true, true, true])),
                _ => panic!("{act:?} of {lane:?}"),
            }
            *seen.entry(format!("{act:?}").split('(').next().unwrap_or_default().to_string()).or_default() += 1;
        }
        let turns: Vec<u32> = (1..=plain.setting.vcs)
            .map(|ahead| (plain.last[channel.channel as usize] + ahead) % plain.setting.vcs)
            .filter(|vc| plain.lanes[(channel.channel * plain.setting.vcs + vc) as usize].message.is_some())
            .collect();
        assert_eq!(channel.turn(), if turns.len() > 1 { Some(turns[0]) } else { None });
    }
    seen
}

#[test]
fn the_inside_of_a_router_is_what_the_plain_engine_decided() {
    let mut random = Pcg32::seed_from_u64(62);
    let (mut requests, mut acts) = (0, BTreeMap::<String, u32>::new());
    let mut run = 0;
    // Networks without traffic enough to see anything do not count.
    let mut busy = 0;
    while busy < 18 {
        run += 1;
        let config = draw_config(&mut random, run);
        let (mut network, mut plain) = (Network::new(config), PlainNetwork::new(config));
        let mut seen = 0;
        for cycle in 0..1200 {
            let before = network.clone();
            let asked: BTreeMap<u32, FlitPlace> =
                plain.messages.iter().map(|(number, message)| (*number, message.header)).collect();
            network.step();
            plain.step();
            // Twenty states, every node of each.
            if cycle >= 200 && cycle % 50 < 1 {
                for node in 0..config.network.nodes() {
                    let (then, now) = (before.router(node), network.router(node));
                    compare_state(&now, &plain);
                    seen += compare_requests(&now, &then, &plain, &asked);
                    for (act, count) in compare_acts(&now, &then, &plain) {
                        *acts.entry(act).or_default() += count;
                    }
                }
            }
        }
        requests += seen;
        busy += u32::from(seen > 0);
    }
    assert!(requests > 2000, "{requests} requests");
    for act in ["Free", "Sent", "Turn", "NoRoom", "NodeSent", "NoFlit", "Done"] {
        assert!(acts.get(act).is_some_and(|count| *count > 20), "{act}: {acts:?}");
    }
}
