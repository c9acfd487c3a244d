use super::*;
use crate::animation::Subject;
use crate::animation::event_log::MOST_EVENTS;
use crate::animation::frame::Animation as _;
use crate::animation::run::{DIGITS, MOST_CYCLES};
use crate::experiment::Observation;
use crate::scenario::System;
use crate::sim::Simulator as _;
use crate::text::{percent, significant};
use std::collections::BTreeSet;

/// Torus and cube with much blocking: above and near saturation, so short queues and long ones occur.
fn scenarios() -> Vec<Scenario> {
    let torus = Scenario::new(System::TorusBroadcast).set(Key::Animation, 1.0).set(Key::K, 4.0).set(Key::Load, 0.02);
    let cube = Scenario::new(System::KaryNCube).set(Key::N, 2.0).set(Key::K, 5.0).set(Key::Load, 0.012);
    let hypercube = Scenario::new(System::KaryNCube).set(Key::K, 2.0).set(Key::N, 4.0).set(Key::Load, 0.03);
    [torus, cube, hypercube].map(|scenario| scenario.set(Key::Seed, 3.0).set(Key::Cycles, 2000.0)).to_vec()
}

fn point(scenario: &Scenario) -> RunAnimation<Worms> {
    film(Setting::of(scenario).expect("it is drawn")).expect("it is drawn")
}

#[test]
fn a_frame_shows_the_run_of_the_statistics_at_its_cycle() {
    for scenario in scenarios() {
        let mut point = point(&scenario);
        point.advance(400);
        let network = sim::wormhole_of(&scenario).expect("it is simulated");
        let mut run = Run::new(Simulation::new(network, 3, 0), experiment::plan(&scenario));
        let (mut blocked, mut queued) = (0, 0);
        for cycle in 0..=400 {
            let frame = point.frame(cycle, None);
            let network = run.simulator().network();
            let lanes: Vec<_> =
                network.lanes().map(|lane| (lane.channel, lane.vc, lane.message, lane.crossed)).collect();
            let drawn: Vec<_> =
                frame.lanes.iter().map(|mark| (mark.link, mark.lane, mark.message, mark.crossed)).collect();
            assert_eq!(drawn, lanes, "cycle {cycle}");
            assert_eq!(
                frame.lanes.iter().map(|lane| (lane.moved, lane.blocked, lane.head)).collect::<Vec<_>>(),
                network.lanes().map(|lane| (lane.moved, lane.blocked, lane.header())).collect::<Vec<_>>()
            );
            let waiting = frame.queues.iter().map(|queue| queue.length).sum::<u32>() as usize;
            assert_eq!(waiting, network.waiting().count());
            assert_eq!(point.tape.at(cycle).run.so_far(), run.so_far(), "cycle {cycle}");
            let delivered = run.simulator().population(0).delivered;
            assert!(frame.numbers.starts_with(&format!("{delivered} ")), "{}", frame.numbers);
            let latencies = point.tape.at(cycle).latencies.0;
            let several = scenario.system() == System::TorusBroadcast;
            assert_eq!(frame.numbers.contains("mean unicast latency"), several && latencies > 0, "{}", frame.numbers);
            assert_eq!(frame.numbers.contains("mean latency"), !several && latencies > 0, "{}", frame.numbers);
            blocked += network.stuck().count();
            queued += waiting;
            run.advance(1).expect("no law is broken");
        }
        assert!(blocked > 100 && queued > 100, "something is to be seen: {blocked}, {queued}");
    }
}

#[test]
fn a_picture_is_the_same_whichever_way_it_is_reached() {
    for scenario in scenarios() {
        let mut straight = point(&scenario);
        let mut frames = vec![straight.frame(0, None)];
        for _ in 0..300 {
            straight.advance(1);
            frames.push(straight.frame(u32::MAX, None));
        }
        let mut scrubbed = point(&scenario);
        scrubbed.advance(300);
        for cycle in (0..=300).rev().chain((0..200).map(|step| step * 7919 % 301)).chain(0..=300) {
            assert_eq!(scrubbed.frame(cycle, None), frames[cycle as usize], "cycle {cycle}");
        }
        assert_eq!((scrubbed.log(), scrubbed.phases()), (straight.log(), straight.phases()));
    }
}

#[test]
fn at_its_end_the_run_has_the_numbers_of_the_simulated_point() {
    let scenario = scenarios()[1].set(Key::Load, 0.004);
    let mut point = point(&scenario);
    while !point.advance(100) {}
    let mut run = Run::new(sim::of(&scenario, 0).expect("it is simulated"), experiment::plan(&scenario));
    while !run.advance(100).expect("no law is broken") {}
    let last = point.recorded();
    let observed = Observation::of(&point.tape.at(last).run, 0.0);
    assert_eq!(observed, Observation::of(&run, 0.0));
    assert_eq!((point.length(), u64::from(last)), (last, observed.record.cycles));
    let numbers = point.frame(last, None).numbers;
    let mean = significant(observed.record.mean_latency.expect("it is stable"), DIGITS);
    let said = format!("The run is over: mean latency {mean}");
    // So short a run has no interval.
    assert!(numbers.contains(&said) && !numbers.contains('±') && observed.record.ci95.is_none(), "{numbers}");
    let titles: Vec<_> = point.phases().iter().map(|phase| phase.title.as_str()).collect();
    for title in ["Empty network", "First message delivered", "Warm-up over, what follows counts", "The run is over"] {
        assert!(titles.contains(&title), "{titles:?}");
    }
    assert!(point.log().windows(2).all(|pair| pair[0].cycle <= pair[1].cycle));
    assert_eq!(point.extent(last, false), format!("Cycle {last} of {last}, where the run ends."));
    assert!(point.log().iter().filter(|event| event.text.contains("has reached")).count() > 100);
}

#[test]
fn a_recording_goes_as_far_as_it_is_wanted_and_no_further_than_it_says() {
    let mut point = point(&Scenario::new(System::KaryNCube).set(Key::N, 1.0));
    assert_eq!((point.wanted(100, 30), point.wanted(MOST_CYCLES, 30), point.length()), (130, MOST_CYCLES, MOST_CYCLES));
    point.advance(40);
    assert_eq!(point.extent(7, false), "Cycle 7. Recorded as far as you go, at most 20000 cycles.");
    assert_eq!(
        point.extent(90, false),
        "Cycle 40, on the way to cycle 90. Recorded as far as you go, at most 20000 cycles."
    );
    assert!(point.extent(7, true).ends_with(" cycles. Another one is coming."));
    while !point.advance(1000) {}
    assert_eq!((point.recorded(), point.length()), (MOST_CYCLES, MOST_CYCLES));
    assert_eq!(point.extent(9, false), "Cycle 9 of 20000, the last one that is recorded.");
}

#[test]
fn the_log_of_a_busy_network_is_bounded_and_the_marks_go_on() {
    let busy = Scenario::new(System::KaryNCube).set(Key::K, 2.0).set(Key::N, 8.0).set(Key::Flits, 1.0);
    let mut point = point(&busy.set(Key::Load, 0.5).set(Key::Cycles, 1000.0));
    while !point.advance(100) {}
    let delivered = point.tape.front().run.simulator().population(0).delivered;
    assert!(delivered > 2 * MOST_EVENTS as u64, "{delivered} messages");
    let log = point.log();
    let full: Vec<_> = log.iter().filter(|event| event.text.starts_with("More happens than the log holds")).collect();
    assert_eq!(full.len(), 1);
    let silent = format!("from cycle {} on it is silent, ", full[0].cycle);
    assert!(full[0].cycle < 300 && full[0].text.contains(&silent), "{}", full[0]);
    let phases: Vec<_> = log.iter().filter(|event| event.cycle > full[0].cycle).map(|event| &event.text).collect();
    assert!(phases.len() <= 4 && phases.last().is_some_and(|last| *last == "The run is over"), "{phases:?}");
    assert!(log.len() <= MOST_EVENTS + 6);
    assert!(log.windows(2).all(|pair| pair[0].cycle <= pair[1].cycle));
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
            let first = stuck.iter().map(|stuck| (stuck.since, stuck.message)).min().map(|(_, message)| message);
            let candidates = point.frame(cycle, None).candidates;
            assert_eq!(candidates.is_empty(), stuck.is_empty());
            for stuck in stuck {
                let picked = point.frame(cycle, Some(Item::Message(stuck.message))).candidates;
                assert!(first != Some(stuck.message) || picked == candidates);
                let moment = point.tape.at(cycle);
                let way = moment.run.simulator().network().way(stuck.message).expect("it is on its way");
                assert_eq!((way.node, &way.candidates), (stuck.node, &picked));
                for channel in picked {
                    let setting = &point.play.setting.network;
                    let next = setting.far_end(channel);
                    let hops = |from: u32| -> u32 {
                        (0..setting.n).map(|d| setting.hops(from, way.destination, d, 0).unsigned_abs()).sum()
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
fn what_is_said_of_an_item_has_the_numbers_of_the_simulator() {
    for scenario in scenarios() {
        let mut point = point(&scenario);
        point.advance(300);
        let moment = point.tape.at(300).clone();
        let network = moment.run.simulator().network();
        for node in 0..point.play.setting.network.nodes() {
            let said = point.describe(300, Item::Node(node));
            let waiting = network.waiting().filter(|message| message.source == node).count();
            assert!(said.contains(&format!(": {waiting} message")), "{said}");
            assert!(said.contains(&format!(" {} have arrived here", moment.passed[node as usize].1)), "{said}");
        }
        let received: u32 = moment.passed.iter().map(|passed| passed.1).sum();
        assert_eq!(u64::from(received), network.delivered());
        for lane in network.lanes() {
            let channel = point.describe(300, Item::Link(lane.channel));
            let words = format!(" {}: message {} from ", lane.vc, lane.message);
            assert!(channel.contains(&words), "{channel}");
            assert!(channel.contains(&format!("{} of 32 flits crossed", lane.crossed)), "{channel}");
        }
        for stuck in network.stuck() {
            let said = point.describe(300, Item::Message(stuck.message));
            let place = &point.layout.nodes[stuck.node as usize].name;
            assert!(said.ends_with(&format!("blocked at {place} since cycle {}.", stuck.since)), "{said}");
        }
        let busy: BTreeSet<_> = network.lanes().map(|lane| lane.channel).collect();
        let idle = (0..point.play.setting.network.channels())
            .find(|channel| !busy.contains(channel))
            .expect("an idle channel");
        assert!(
            point.describe(300, Item::Link(idle)).contains(": free. In the last 300 cycles it carried something in ")
        );
        let ((flits, cycles), frame) = (network.channel_flits(), point.frame(300, None));
        let carried = frame.carried.expect("it is counted");
        for channel in 0..point.play.setting.network.channels() {
            assert_eq!(carried.share(channel), flits[channel as usize] as f64 / cycles as f64);
            let ending = format!("in {}: {}.", carried.busy[channel as usize], percent(carried.share(channel), 3));
            let said = point.describe(300, Item::Link(channel));
            assert!(said.ends_with(&ending), "{said}");
        }
        assert!(carried.most() <= 1.0 && carried.busy.iter().sum::<u64>() == network.flit_hops());
        for waiting in network.waiting() {
            let said = point.describe(300, Item::Message(waiting.message));
            let place = &point.layout.nodes[waiting.source as usize].name;
            assert!(said.contains(place), "{said}");
        }
        // Of one that has arrived the inspector says when, but not before.
        let arrived = (1..300).rev().find_map(|cycle| {
            let moment = point.tape.at(cycle);
            moment.run.simulator().network().deliveries().first().map(|delivery| (cycle, *delivery))
        });
        let (cycle, delivery) = arrived.expect("some have arrived");
        let said =
            format!("has reached {} in cycle {cycle}, after ", point.layout.nodes[delivery.destination as usize].name);
        assert!(point.describe(300, Item::Message(delivery.message)).contains(&said), "{said}");
        assert!(!point.describe(cycle - 1, Item::Message(delivery.message)).contains("has reached"));
        assert!(point.describe(300, Item::Message(u32::MAX - 1)).contains("is not in the network"));
    }
}

#[test]
fn networks_that_cannot_be_drawn_say_what_to_choose() {
    let torus = Scenario::new(System::TorusBroadcast).set(Key::Animation, 1.0);
    assert!(Setting::of(&torus).is_ok());
    // Only one broadcast needs two dimensions, and room in its nodes.
    for (k, n) in [(32_u32, 2_u32), (8, 3)] {
        let large = torus.set(Key::K, f64::from(k)).set(Key::N, f64::from(n)).set(Key::Load, 0.002);
        let mut point = point(&large);
        assert_eq!((point.layout.nodes.len(), point.layout.links.len() as u32), (k.pow(n) as usize, 2 * n * k.pow(n)));
        point.advance(100);
        assert!(!point.frame(100, None).lanes.is_empty());
        assert!(Subject::of(&large.set(Key::Animation, 0.0)).expect("a torus").is_err());
    }
    assert!(
        Setting::of(&torus.set(Key::N, 4.0)).expect_err("n = 4").contains("at most 3 dimensions; choose n = 3 or less")
    );
    assert!(Setting::of(&torus.set(Key::N, 3.0).set(Key::K, 11.0)).expect_err("k = 11").contains("at most 1024 nodes"));
    let cube = Scenario::new(System::KaryNCube);
    assert!(Setting::of(&cube).is_ok());
    assert!(Setting::of(&cube.set(Key::N, 5.0)).expect_err("n = 5").contains("at most 3 dimensions"));
}
