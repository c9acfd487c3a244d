use super::*;
use crate::animation::event_log::{Event, Fact};
use crate::animation::recordable::Animation as _;
use crate::animation::run::NodeCounts;
use flitscope::experiment;
use flitscope::model::Value;
use flitscope::scenario::System;

/// Much conflict, each policy and each order.
fn scenarios() -> Vec<Scenario> {
    let slotted = Scenario::new(System::HypercubeSlotted).set(Key::Cycles, 2000.0).set(Key::Seed, 3.0);
    vec![
        slotted.set(Key::N, 4.0).set(Key::Load, 0.15),
        slotted.set(Key::N, 3.0).set(Key::Load, 0.2).set(Key::Policy, 1.0),
        slotted.set(Key::N, 4.0).set(Key::Load, 0.15).set(Key::Policy, 2.0),
        slotted.set(Key::N, 6.0).set(Key::Load, 0.1).set(Key::Order, 1.0),
    ]
}

fn recording(scenario: &Scenario) -> Recorded<SlottedRun> {
    animation(config(scenario).expect("it is drawn"), experiment::plan(scenario)).expect("it is drawn")
}

#[test]
fn a_frame_shows_the_run_of_the_statistics_at_its_slot() {
    for scenario in scenarios() {
        let mut animation = recording(&scenario);
        animation.advance(400);
        let mut run = Run::new(sim::of(&scenario, 0).expect("it is simulated"), experiment::plan(&scenario));
        let mut moves = 0;
        for slot in 0..=400 {
            let frame = animation.frame(slot, None);
            let state = animation.tape.at(slot);
            let population = run.simulator().population(0);
            let arrived = state.network().turns().iter().filter(|turn| turn.arrived()).count();
            assert_eq!(arrived, run.simulator().samples().len());
            let waiting: u32 = frame.queues.iter().map(|queue| queue.length).sum();
            assert_eq!(u64::from(waiting) + (frame.lanes.len() - arrived) as u64, population.in_flight);
            let summary = animation.facts(slot, None);
            assert_eq!((summary.moved, summary.arrived, summary.waiting), (frame.lanes.len(), arrived, waiting));
            let stayed = animation.tape.at(slot).network().turns().len() - frame.lanes.len();
            assert_eq!(summary.blocked + summary.held, stayed);
            moves += frame.lanes.len();
            run.advance(1).expect("no law is broken");
        }
        assert!(moves > 400, "something is to be seen: {moves}");
    }
}

#[test]
fn every_node_sends_or_receives_once_and_who_could_not_send_is_said_with_who_was_in_the_way() {
    for scenario in scenarios() {
        let mut animation = recording(&scenario);
        animation.advance(300);
        let (n, mut blocked, mut held) = (animation.show.config.network.n, 0, 0);
        for slot in 0..=300 {
            let turns = animation.tape.at(slot).network().turns().to_vec();
            let frame = animation.frame(slot, None);
            for (index, turn) in turns.iter().enumerate() {
                let busy = |node: u32| {
                    let mut earlier = turns[..index].iter();
                    earlier.any(|turn| turn.next().is_some_and(|next| next == node || turn.node == node))
                };
                let tone = frame.nodes[turn.node as usize].tone;
                let at = Item::Node(turn.node);
                let Some(ItemInfo::Node { turn: same, busy: reasons, .. }) = animation.about(slot, at) else {
                    panic!("{turn:?}")
                };
                assert_eq!(same, Some(*turn));
                let (picked, here) = (animation.frame(slot, Some(at)), animation.facts(slot, Some(at)).here);
                assert_eq!(here.is_some(), turn.next().is_none());
                assert!(here.is_none_or(|here| (here.turn, &here.busy) == (*turn, &reasons)));
                match turn.outcome {
                    TurnOutcome::Moved(next) => {
                        assert!(!busy(turn.node) && !busy(next));
                        assert_eq!((turn.node ^ next).count_ones(), 1);
                        assert_eq!(
                            (tone, frame.nodes[next as usize].tone == NodeTone::Sending),
                            (NodeTone::Sending, false)
                        );
                        assert!(reasons.is_empty());
                        assert!(picked.candidates.is_empty());
                    }
                    TurnOutcome::Blocked { asked: bits } => {
                        blocked += 1;
                        assert!(!busy(turn.node) && bits != 0);
                        assert_eq!(bits & !(turn.node ^ turn.packet.destination), 0, "only shortest ways");
                        let neighbours: Vec<_> = asked(turn).collect();
                        assert_eq!(neighbours.len() as u32, bits.count_ones());
                        assert_eq!(reasons.iter().map(|busy| busy.node).collect::<Vec<_>>(), neighbours);
                        assert!(neighbours.iter().all(|&next| busy(next)));
                        assert!(matches!(tone, NodeTone::Blocked | NodeTone::Held));
                        let ways = neighbours.iter().map(|&next| channel(n, turn.node, next));
                        assert_eq!(picked.candidates, ways.collect::<Vec<_>>());
                    }
                    TurnOutcome::Received => {
                        held += 1;
                        assert!(busy(turn.node));
                        assert_eq!(tone, NodeTone::Held);
                        assert!(reasons.len() == 1 && reasons[0].node == turn.node);
                    }
                }
            }
            for (link, lane) in
                frame.lanes.iter().map(|lane| (&animation.info().layout.links[lane.link as usize], lane))
            {
                let turn = turns.iter().find(|turn| turn.packet.number == lane.message).expect("it moved");
                assert_eq!((link.from, Some(link.to), link.lanes), (turn.node, turn.next(), 1));
            }
        }
        assert!(blocked > 100 && held > 100, "{blocked}, {held}");
    }
}

#[test]
fn what_is_counted_for_the_reader_is_what_the_simulator_counts() {
    for scenario in scenarios() {
        let mut animation = recording(&scenario);
        animation.advance(60);
        let state = animation.tape.at(60).clone();
        assert_eq!(state.run.warm_up(), None, "the window has not begun: both count from the start");
        let of = |tally: fn(&NodeCounts) -> u32| f64::from(state.counts.nodes.iter().map(tally).sum::<u32>());
        let number =
            |symbol: &str| match state.network().measures().into_iter().find(|measure| measure.symbol == symbol) {
                Some(measure) => match measure.value {
                    Value::Number(number) => number,
                    other => panic!("{symbol}: {other:?}"),
                },
                None => panic!("no {symbol}"),
            };
        let node_slots = 60.0 * state.counts.nodes.len() as f64;
        let turns = of(|tally| tally.sent + tally.blocked + tally.held);
        assert_eq!(number("lambda_d"), of(|tally| tally.sent) / node_slots);
        assert_eq!(number("received"), of(|tally| tally.held) / turns);
        assert_eq!(number("lambda_X"), turns / node_slots);
        assert_eq!(of(|tally| tally.sent), of(|tally| tally.received));
        let frame = animation.frame(60, None);
        let carried = frame.carried.clone().expect("it is counted");
        assert_eq!(carried.cycles, 60);
        assert_eq!(carried.busy.iter().sum::<u64>() as f64, of(|tally| tally.sent));
        for (link, busy) in (0..).zip(&carried.busy) {
            let Some(ItemInfo::Link(_, crosses, used)) = animation.about(60, Item::Link(link)) else {
                panic!("{link}")
            };
            assert_eq!((used.busy, used.cycles), (*busy, 60));
            let lane = frame.lanes.iter().find(|lane| lane.link == link);
            assert_eq!(crosses.map(|packet| packet.number), lane.map(|lane| lane.message));
        }
        for (node, counted) in (0..).zip(&state.counts.nodes) {
            let Some(ItemInfo::Node { waiting, tally, slots, .. }) = animation.about(60, Item::Node(node)) else {
                panic!("{node}")
            };
            assert_eq!((tally, slots, waiting), (*counted, 60, state.network().queue(node).count()));
            assert_eq!(
                frame.queues.iter().find(|queue| queue.node == node).map_or(0, |queue| queue.length) as usize,
                state.network().queue(node).count()
            );
        }
    }
}

#[test]
fn a_packet_can_be_followed_from_its_source_to_its_destination() {
    let mut animation = recording(&scenarios()[0]);
    animation.advance(200);
    // Every packet delivered: each slot of its way says where it is.
    let delivered = (1..=200).flat_map(|slot| {
        let turns = animation.tape.at(slot).network().turns();
        turns.iter().filter(|turn| turn.arrived()).map(|turn| (slot, turn.packet)).collect::<Vec<_>>()
    });
    for (slot, packet) in delivered.collect::<Vec<_>>().into_iter().step_by(5) {
        let number = packet.number;
        let (at, arrival) = animation.log.arrival(number, u32::MAX).expect("it has arrived");
        assert_eq!((at, arrival.latency), (slot, u64::from(slot) - packet.generated));
        assert_eq!((arrival.source, arrival.destination), (packet.source, packet.destination));
        let logged = |event: &Event<_>| event.cycle == slot && event.fact == Fact::Arrived(arrival);
        assert!(animation.log.events().iter().any(logged));
        let mut hops = (packet.source ^ packet.destination).count_ones();
        for slot in packet.generated as u32 + 1..=slot {
            let (same, left) = match animation.about(slot, Item::Message(number)) {
                Some(ItemInfo::Moved(turn, after)) => {
                    hops -= 1;
                    assert_eq!(after, u64::from(slot) - packet.generated);
                    (turn.packet, facts::hops(turn.next().expect("it moved"), packet))
                }
                Some(ItemInfo::Waits { packet, node, .. }) => (packet, facts::hops(node, packet)),
                other => panic!("{other:?}"),
            };
            assert_eq!((same, left), (packet, hops));
        }
        assert_eq!(hops, 0);
        assert!(slot == 200 || animation.about(slot + 1, Item::Message(number)).is_none());
    }
}

#[test]
fn a_layout_has_the_channels_in_the_order_of_their_numbers() {
    let slotted = Scenario::new(System::HypercubeSlotted);
    for n in 1..=8_u32 {
        let animation = recording(&slotted.set(Key::N, f64::from(n)));
        let layout = animation.layout();
        assert_eq!((layout.nodes.len(), layout.links.len()), (1 << n, (n as usize) << n));
        for (number, link) in (0..).zip(&layout.links) {
            assert_eq!((channel(n, link.from, link.to), link.escapes, link.paired), (number, 0, true));
        }
    }
}
