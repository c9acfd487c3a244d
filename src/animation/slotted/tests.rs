use super::*;
use crate::animation::frame::Animation as _;
use crate::animation::run::DIGITS;
use crate::experiment::Observation;
use crate::model::Value;
use crate::scenario::System;
use crate::sim::Simulator as _;
use crate::text::significant;

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

fn animation(scenario: &Scenario) -> RunAnimation<Slots> {
    film(Setting::of(scenario).expect("it is drawn")).expect("it is drawn")
}

#[test]
fn a_frame_shows_the_run_of_the_statistics_at_its_slot() {
    for scenario in scenarios() {
        let mut animation = animation(&scenario);
        animation.advance(400);
        let mut run = Run::new(sim::of(&scenario, 0).expect("it is simulated"), experiment::plan(&scenario));
        let mut moves = 0;
        for slot in 0..=400 {
            let frame = animation.frame(slot, None);
            let moment = animation.tape.at(slot);
            assert_eq!(moment.run.so_far(), run.so_far(), "slot {slot}");
            assert_eq!(moment.network().samples(), run.simulator().samples());
            assert_eq!(moment.network().measures(), run.simulator().measures());
            let population = run.simulator().population(0);
            let arrived = moment.network().turns().iter().filter(|turn| turn.arrived()).count();
            assert_eq!(arrived, run.simulator().samples().len());
            let waiting: u32 = frame.queues.iter().map(|queue| queue.length).sum();
            assert_eq!(u64::from(waiting) + (frame.lanes.len() - arrived) as u64, population.in_flight);
            assert!(frame.numbers.starts_with(&format!("{} packet", population.delivered)), "{}", frame.numbers);
            moves += frame.lanes.len();
            run.advance(1).expect("no law is broken");
        }
        assert!(moves > 400, "something is to be seen: {moves}");
    }
}

#[test]
fn a_picture_is_the_same_whichever_way_it_is_reached() {
    for scenario in scenarios() {
        let mut straight = animation(&scenario);
        let mut frames = vec![straight.frame(0, None)];
        for _ in 0..200 {
            straight.advance(1);
            frames.push(straight.frame(u32::MAX, None));
        }
        let mut scrubbed = animation(&scenario);
        scrubbed.advance(200);
        for slot in (0..=200).rev().chain((0..150).map(|step| step * 7919 % 201)).chain(0..=200) {
            assert_eq!(scrubbed.frame(slot, None), frames[slot as usize], "slot {slot}");
        }
        assert_eq!((scrubbed.log(), scrubbed.phases()), (straight.log(), straight.phases()));
    }
}

#[test]
fn every_node_sends_or_receives_once_and_who_could_not_send_is_said_with_who_was_in_the_way() {
    for scenario in scenarios() {
        let mut animation = animation(&scenario);
        animation.advance(300);
        let (n, mut blocked, mut held) = (animation.play.setting.network.n, 0, 0);
        for slot in 0..=300 {
            let turns = animation.tape.at(slot).network().turns().to_vec();
            let frame = animation.frame(slot, None);
            for (index, turn) in turns.iter().enumerate() {
                let busy = |node: u32| {
                    let mut earlier = turns[..index].iter();
                    earlier.any(|turn| turn.next().is_some_and(|next| next == node || turn.node == node))
                };
                let (tone, said) =
                    (frame.nodes[turn.node as usize].tone, animation.describe(slot, Item::Node(turn.node)));
                let picked = animation.frame(slot, Some(Item::Node(turn.node)));
                match turn.outcome {
                    Outcome::Moved(next) => {
                        assert!(!busy(turn.node) && !busy(next));
                        assert_eq!((turn.node ^ next).count_ones(), 1);
                        assert_eq!(
                            (tone, frame.nodes[next as usize].tone == NodeTone::Sending),
                            (NodeTone::Sending, false)
                        );
                        assert!(said.contains(&format!("it sent packet {}", turn.packet.number)), "{said}");
                        assert!(picked.candidates.is_empty());
                    }
                    Outcome::Blocked { asked: bits } => {
                        blocked += 1;
                        assert!(!busy(turn.node) && bits != 0);
                        assert_eq!(bits & !(turn.node ^ turn.packet.destination), 0, "only shortest ways");
                        let neighbours: Vec<_> = asked(turn).collect();
                        assert_eq!(neighbours.len() as u32, bits.count_ones());
                        for &next in &neighbours {
                            assert!(busy(next));
                            let name = &animation.layout.nodes[next as usize].name;
                            let named = [" sends to ", " receives from "]
                                .iter()
                                .any(|does| said.contains(&format!("{name}{does}")));
                            assert!(named, "{said}");
                        }
                        assert!(matches!(tone, NodeTone::Blocked | NodeTone::Held));
                        let ways = neighbours.iter().map(|&next| channel(n, turn.node, next));
                        assert_eq!(picked.candidates, ways.collect::<Vec<_>>());
                        assert!(
                            picked.caption.contains(&format!("Here packet {} is blocked at ", turn.packet.number)),
                            "{}",
                            picked.caption
                        );
                    }
                    Outcome::Received => {
                        held += 1;
                        assert!(busy(turn.node));
                        assert_eq!(tone, NodeTone::Held);
                        assert!(said.contains("because before its turn"), "{said}");
                        assert!(picked.caption.contains("because before its turn"), "{}", picked.caption);
                    }
                }
            }
            for (link, lane) in frame.lanes.iter().map(|lane| (&animation.layout.links[lane.link as usize], lane)) {
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
        let mut animation = animation(&scenario);
        animation.advance(60);
        let moment = animation.tape.at(60).clone();
        assert_eq!(moment.run.warm_up(), None, "the window has not begun: both count from the start");
        let of = |tally: fn(&moment::Tally) -> u32| f64::from(moment.tallies.iter().map(tally).sum::<u32>());
        let number =
            |symbol: &str| match moment.network().measures().into_iter().find(|measure| measure.symbol == symbol) {
                Some(measure) => match measure.value {
                    Value::Number(number) => number,
                    other => panic!("{symbol}: {other:?}"),
                },
                None => panic!("no {symbol}"),
            };
        let node_slots = 60.0 * moment.tallies.len() as f64;
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
            let said = animation.describe(60, Item::Link(link));
            let part = significant(100.0 * *busy as f64 / 60.0, DIGITS);
            let ending = format!("In the last 60 slots it carried something in {busy}: {part} %.");
            assert!(said.ends_with(&ending), "{said}");
        }
        for (node, tally) in (0..).zip(&moment.tallies) {
            let said = animation.describe(60, Item::Node(node));
            let moment::Tally { sent, received, blocked, held } = tally;
            assert!(
                said.ends_with(&format!(
                    "So far it has sent in {sent}, received in {received}, been blocked in {blocked} and received before its turn in {held} of 60 slots."
                )),
                "{said}"
            );
            assert_eq!(
                frame.queues.iter().find(|queue| queue.node == node).map_or(0, |queue| queue.length) as usize,
                moment.network().queue(node).count()
            );
        }
    }
}

#[test]
fn a_packet_can_be_followed_from_its_source_to_its_destination() {
    let mut animation = animation(&scenarios()[0]);
    animation.advance(200);
    // Every packet delivered: each slot of its way says where it is.
    let delivered = (1..=200).flat_map(|slot| {
        let turns = animation.tape.at(slot).network().turns();
        turns.iter().filter(|turn| turn.arrived()).map(|turn| (slot, turn.packet)).collect::<Vec<_>>()
    });
    for (slot, packet) in delivered.collect::<Vec<_>>().into_iter().step_by(5) {
        let first = packet.generated as u32 + 1;
        let (from, to) = (
            &animation.layout.nodes[packet.source as usize].name,
            &animation.layout.nodes[packet.destination as usize].name,
        );
        let begin =
            format!("Packet {} from {from} to {to}, generated in slot {}: it ", packet.number, packet.generated);
        let delay = u64::from(slot) - packet.generated;
        let there = format!("Packet {} from {from} has reached {to} in slot {slot}, after {delay} slot", packet.number);
        let delivery = format!("Packet {} from {from} has reached {to} after {delay} slot", packet.number);
        assert!(
            animation.log().iter().any(|event| event.cycle == slot && event.text.starts_with(&delivery)),
            "{delivery}"
        );
        let mut hops = (packet.source ^ packet.destination).count_ones();
        for slot in first..=slot {
            let said = animation.describe(slot, Item::Message(packet.number));
            assert!(said.starts_with(&begin), "{said}");
            hops -= u32::from(said.contains(" has moved from ") || said.contains(" has come from "));
            assert!(hops == 0 || said.contains(&format!("{hops} hop")), "{said}");
        }
        assert_eq!(hops, 0);
        let said = animation.describe(slot + 1, Item::Message(packet.number));
        assert!(said.starts_with(&there) || slot == 200, "{said}");
    }
}

#[test]
fn at_its_end_the_run_has_the_numbers_of_the_simulated_point() {
    let scenario = scenarios()[0].set(Key::Load, 0.1);
    let mut animation = animation(&scenario);
    while !animation.advance(100) {}
    let mut run = Run::new(sim::of(&scenario, 0).expect("it is simulated"), experiment::plan(&scenario));
    while !run.advance(100).expect("no law is broken") {}
    let last = animation.recorded();
    let observed = Observation::of(&animation.tape.at(last).run, 0.0);
    assert_eq!(observed, Observation::of(&run, 0.0));
    let numbers = animation.frame(last, None).numbers;
    let mean = significant(observed.record.mean_latency.expect("it is stable"), DIGITS);
    assert!(
        numbers.contains(&format!("The run is over: mean latency {mean} ± ")) && numbers.contains(" slots (95 %)"),
        "{numbers}"
    );
    let titles: Vec<_> = animation.phases().iter().map(|phase| phase.title.as_str()).collect();
    for title in [
        "Empty network",
        "First conflict",
        "First packet delivered",
        "Warm-up over, what follows counts",
        "The run is over",
    ] {
        assert!(titles.contains(&title), "{titles:?}");
    }
    assert!(animation.log().windows(2).all(|pair| pair[0].cycle <= pair[1].cycle));
    assert_eq!(animation.extent(last, false), format!("Slot {last} of {last}, where the run ends."));
}

#[test]
fn what_is_too_large_says_what_to_choose() {
    let large = Scenario::new(System::HypercubeSlotted).set(Key::N, 9.0);
    assert!(Setting::of(&large).expect_err("n = 9").contains("at most 256 nodes; choose n = 8 or less instead of 9"));
    for n in 1..=8_u32 {
        let animation = animation(&large.set(Key::N, f64::from(n)));
        let layout = animation.layout();
        assert_eq!((layout.nodes.len(), layout.links.len()), (1 << n, (n as usize) << n));
        for (number, link) in (0..).zip(&layout.links) {
            assert_eq!((channel(n, link.from, link.to), link.escapes, link.paired), (number, 0, true));
        }
    }
}
