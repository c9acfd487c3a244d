use super::*;
use crate::animation::event_log::{Fact, MOST_EVENTS};
use crate::animation::frame::Sign;
use crate::animation::recordable::Animation as _;
use crate::animation::run::MOST_CYCLES;
use crate::animation::tape::RecordingState;
use flitscope::experiment;
use flitscope::param::Key;
use flitscope::scenario::System;
use flitscope::sim::Simulator as _;

/// Torus and cube with much blocking: above and near saturation, so short queues and long ones occur.
fn scenarios() -> Vec<Scenario> {
    let torus = Scenario::new(System::TorusBroadcast).set(Key::Animation, 1.0).set(Key::K, 4.0).set(Key::Load, 0.02);
    let cube = Scenario::new(System::KaryNCube).set(Key::N, 2.0).set(Key::K, 5.0).set(Key::Load, 0.012);
    let hypercube = Scenario::new(System::KaryNCube).set(Key::K, 2.0).set(Key::N, 4.0).set(Key::Load, 0.03);
    [torus, cube, hypercube].map(|scenario| scenario.set(Key::Seed, 3.0).set(Key::Cycles, 2000.0)).to_vec()
}

fn point(scenario: &Scenario) -> Recorded<WormholePoint> {
    animation(config(scenario).expect("it is drawn"), experiment::plan(scenario)).expect("it is drawn")
}

#[test]
fn the_log_of_a_busy_network_is_bounded_and_the_marks_go_on() {
    let busy = Scenario::new(System::KaryNCube).set(Key::K, 2.0).set(Key::N, 8.0).set(Key::Flits, 1.0);
    let mut point = point(&busy.set(Key::Load, 0.5).set(Key::Cycles, 1000.0));
    assert_eq!((point.wanted(100, 30), point.wanted(MOST_CYCLES, 30), point.length()), (130, MOST_CYCLES, MOST_CYCLES));
    assert_eq!(point.state(), RecordingState::Growing(MOST_CYCLES));
    while !point.advance(100) {}
    let delivered = point.tape.front().run.simulator().population(0).delivered;
    assert!(delivered > 2 * MOST_EVENTS as u64, "{delivered} messages");
    let log = point.log.events();
    let full: Vec<_> = log.iter().filter(|(_, fact)| *fact == Fact::Full).map(|(cycle, _)| *cycle).collect();
    assert!(matches!(full.as_slice(), [cycle] if *cycle < 300), "{full:?}");
    let after: Vec<_> = log.iter().filter(|(cycle, _)| *cycle > full[0]).map(|(_, fact)| fact).collect();
    assert!(after.len() <= 4 && after.iter().all(|fact| matches!(fact, Fact::Mark(_))), "{after:?}");
    assert_eq!(after.last(), Some(&&Fact::Mark(Mark::Over)));
    assert!(log.len() <= MOST_EVENTS + 6);
    assert!(log.is_sorted_by_key(|(cycle, _)| *cycle));
    assert_eq!(point.phases().last().map(|phase| phase.cycle), Some(point.recorded()));
}

#[test]
fn the_candidates_of_a_waiting_header_bring_it_nearer() {
    for scenario in scenarios() {
        let mut point = point(&scenario);
        point.advance(400);
        let mut seen = 0;
        for cycle in (0..400).step_by(7) {
            let stuck: Vec<_> = point.tape.at(cycle).run.simulator().network().stuck().collect();
            let frame = point.frame(cycle, None);
            let (followed, candidates) = (frame.followed.map(|followed| followed.message), frame.candidates);
            let waits = stuck.iter().any(|stuck| followed == Some(stuck.message));
            assert_eq!(candidates.is_empty(), !waits, "those of the message that is followed, if it waits");
            for stuck in stuck {
                let picked = point.frame(cycle, Some(Item::Message(stuck.message))).candidates;
                assert!(followed != Some(stuck.message) || picked == candidates);
                let state = point.tape.at(cycle);
                let way = state.run.simulator().network().way(stuck.message).expect("it is on its way");
                assert_eq!((way.node, &way.candidates), (stuck.node, &picked));
                for channel in picked {
                    let setting = &point.show.config.network;
                    let next = setting.grid().far_end(channel);
                    let hops = |from: u32| -> u32 {
                        (0..setting.n).map(|d| setting.grid().hops(from, way.destination, d, 0).unsigned_abs()).sum()
                    };
                    assert_eq!(channel / setting.ports(), stuck.node);
                    assert_eq!(hops(next) + 1, hops(stuck.node));
                    seen += 1;
                }
            }
        }
        assert!(seen > 10, "{seen}");
    }
}

#[test]
fn where_the_dateline_is_missing_the_circle_of_waiting_is_drawn_and_named() {
    let ring = Scenario::new(System::KaryNCube).set(Key::N, 1.0).set(Key::Load, 0.02).set(Key::Cycles, 4_000.0);
    let off = ring.put(Key::Escape, "off", &mut Vec::new());
    let mut broken = point(&off);
    while !broken.advance(100) {}
    let closed = broken.phases().iter().filter(|phase| phase.mark == Mark::Deadlock).map(|phase| phase.cycle);
    let [closed] = closed.collect::<Vec<_>>()[..] else { panic!("{:?}", broken.phases()) };
    assert!(
        broken.frame(closed - 1, None).circle.is_empty()
            && worms::circle(broken.tape.at(closed - 1).network().network()).is_none()
    );
    for cycle in [closed, closed + 50, broken.recorded()] {
        let circle = worms::circle(broken.tape.at(cycle).network().network()).expect("it stays");
        let frame = broken.frame(cycle, None);
        assert_eq!(frame.circle, circle.ties.iter().flat_map(|tie| tie.along.clone()).collect::<Vec<_>>());
        // Its links lead round and back to where they begin.
        let links = &broken.info().layout.links;
        for (link, next) in frame.circle.iter().zip(frame.circle.iter().cycle().skip(1)) {
            assert_eq!(links[*link as usize].to, links[*next as usize].from);
        }
        let deadlock = frame.deadlock.expect("a circle");
        assert_eq!((deadlock.closed, deadlock.members.len(), frame.labels.len()), (closed, circle.ties.len(), 0));
        for (tie, member) in circle.ties.iter().zip(&deadlock.members) {
            assert_eq!((member.message, member.name, member.waits), (tie.message, tie.message, true));
            let blocked = |mark: &&crate::animation::frame::LaneMark| mark.message == tie.message && mark.blocked;
            assert_eq!(frame.lanes.iter().filter(blocked).count(), 1, "its header is blocked");
        }
        let said = broken.caption(cycle, None).text;
        assert!(said.contains(&format!(" Deadlock: message {} waits for ", circle.ties[0].message)), "{said}");
    }
    let shows =
        |animation: &Recorded<WormholePoint>| animation.info().legend.iter().any(|(sign, _)| *sign == Sign::Name);
    let mut safe = point(&ring);
    while !safe.advance(100) {}
    assert!(safe.phases().iter().all(|phase| !matches!(phase.mark, Mark::Deadlock | Mark::Broken(_))));
    assert!((0..=safe.recorded()).step_by(10).all(|cycle| safe.frame(cycle, None).circle.is_empty()));
    assert!(shows(&broken) && !shows(&safe));
}

#[test]
fn the_message_that_is_followed_is_the_next_one_that_is_generated_until_it_has_arrived() {
    for scenario in scenarios() {
        let mut point = point(&scenario);
        point.advance(600);
        let mut followed: Vec<u32> = Vec::new();
        for cycle in 0..=600 {
            let Some(one) = point.frame(cycle, None).followed else { continue };
            assert!(one.title.starts_with(&format!("Message {} ", one.message)));
            if followed.last() != Some(&one.message) {
                let network = point.tape.at(cycle).network().network();
                let generated = match network.way(one.message) {
                    Some(way) => way.generated,
                    None => network.waiting().find(|other| other.message == one.message).expect("it waits").generated,
                };
                assert!(network.now() - generated <= 1, "followed from its generation on");
                assert!(followed.last().is_none_or(|last| point.log.arrival(*last, cycle).is_some()), "cycle {cycle}");
                followed.push(one.message);
            } else if let Some((_, arrival)) = point.log.arrival(one.message, cycle) {
                assert_eq!((one.node, one.words), (arrival.destination, format!("after {} cycles", arrival.latency)));
            }
        }
        assert!(followed.len() > 2 && followed.is_sorted(), "{followed:?}");
        // In any order the same, and another one where the reader picks it.
        let before = point.frame(100, None).followed;
        point.frame(380, None);
        assert_eq!(point.frame(100, None).followed, before);
        let other = point.frame(100, None).lanes.iter().map(|lane| lane.message).max().expect("a message");
        let picked = point.frame(100, Some(Item::Message(other))).followed;
        assert_eq!(picked.map(|picked| picked.message), Some(other));
    }
}

#[test]
fn the_latency_of_those_that_are_followed_is_that_of_all() {
    for scenario in [System::KaryNCube, System::TorusBroadcast].map(Scenario::opening) {
        let mut point = point(&scenario.set(Key::Cycles, 20_000.0));
        while point.recorded() < 16_000 && !point.ended() {
            point.advance(500);
        }
        let last = point.recorded() - 2000;
        let asked: Vec<u32> = (500..last).step_by(40).filter_map(|cycle| Some(point.next_message(cycle)?.0)).collect();
        let unicasts = || point.log.arrivals().iter().map(|(_, arrival)| arrival).filter(|arrival| !arrival.copy);
        let all: Vec<f64> = unicasts().map(|arrival| arrival.latency as f64).collect();
        let of = |messages: &[u32]| {
            let seen = unicasts().filter(|arrival| messages.contains(&arrival.message));
            seen.map(|arrival| arrival.latency as f64).collect::<Vec<_>>()
        };
        let mean = |all: &[f64]| all.iter().sum::<f64>() / all.len() as f64;
        let expected = mean(&all);
        let deviation = mean(&all.iter().map(|one| (one - expected) * (one - expected)).collect::<Vec<_>>()).sqrt();
        let traffic: Vec<u32> = point.chosen.iter().filter_map(|(_, message)| *message).collect();
        for messages in [asked, traffic] {
            let seen = of(&messages);
            let error = deviation / (seen.len() as f64).sqrt();
            assert!(seen.len() > 100 && error < expected / 10.0, "{} messages, error {error}", seen.len());
            let lean = mean(&seen) - expected;
            assert!(lean.abs() < 3.0 * error, "{lean} of {expected}, error {error}");
        }
    }
}
