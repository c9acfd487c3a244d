use super::*;
use crate::animation::Subject;
use crate::animation::frame::Animation as _;
use crate::experiment::Observation;
use crate::param::Key;
use crate::scenario::System;
use crate::sim::Simulator as _;

/// Much blocking and long queues, with one virtual channel and with several, near saturation.
fn scenarios() -> Vec<Scenario> {
    let small = Scenario::new(System::HypercubeMmpp).set(Key::Flits, 16.0).set(Key::Cycles, 2000.0).set(Key::Seed, 3.0);
    let one = small.set(Key::N, 5.0).set(Key::Vcs, 1.0).set(Key::Load, 0.02);
    let several = small.set(Key::N, 4.0).set(Key::Vcs, 2.0).set(Key::Load, 0.05);
    vec![one, several]
}

fn circuits(scenario: &Scenario) -> RunAnimation<Circuits> {
    film(Setting::of(scenario).expect("it is drawn")).expect("it is drawn")
}

#[test]
fn the_ground_has_the_channels_of_the_simulator() {
    for n in 2..=8 {
        let scenario = Scenario::new(System::HypercubeMmpp).set(Key::N, f64::from(n));
        let circuits = circuits(&scenario);
        let network = Network::new(circuits.play.setting.config);
        assert_eq!(circuits.layout.links.len(), (n << n) as usize);
        for (channel, link) in (0..).zip(&circuits.layout.links) {
            assert_eq!((link.from, link.to), (channel / n, network.far_end(channel)));
            assert_eq!((link.lanes, link.escapes, link.paired), (5, 0, true));
        }
    }
}

#[test]
fn a_frame_shows_the_run_of_the_statistics_at_its_cycle() {
    let mut seen = [0; 4];
    for scenario in scenarios() {
        let mut circuits = circuits(&scenario);
        circuits.advance(400);
        let config = sim::circuit_of(&scenario, 0).expect("it is simulated");
        let mut run = Run::new(Network::new(config), experiment::plan(&scenario));
        for cycle in 0..=400 {
            let frame = circuits.frame(cycle, None);
            let network = run.simulator();
            let lanes: Vec<LaneMark> = network.lanes().map(|lane| lane_mark(&lane)).collect();
            assert_eq!(frame.lanes, lanes, "cycle {cycle}");
            let queued: u32 = frame.queues.iter().map(|queue| queue.length).sum();
            let population = network.population(0);
            assert_eq!(u64::from(queued) + network.circuits().count() as u64, population.in_flight);
            assert_eq!(circuits.tape.at(cycle).run.so_far(), run.so_far(), "cycle {cycle}");
            assert!(frame.numbers.starts_with(&format!("{} ", population.delivered)), "{}", frame.numbers);
            for lane in network.lanes() {
                seen[lane.phase as usize] += 1;
                assert!(lane.phase == CircuitPhase::Streaming || (lane.crossed == 0 && !lane.moved));
            }
            run.advance(1).expect("no law is broken");
        }
    }
    assert!(seen.iter().all(|&lanes| lanes > 20), "all stages are to be seen: {seen:?}");
}

#[test]
fn a_picture_is_the_same_whichever_way_it_is_reached() {
    for scenario in scenarios() {
        let mut straight = circuits(&scenario);
        let mut frames = vec![straight.frame(0, None)];
        for _ in 0..300 {
            straight.advance(1);
            frames.push(straight.frame(u32::MAX, None));
        }
        let mut scrubbed = circuits(&scenario);
        scrubbed.advance(300);
        for cycle in (0..=300).rev().chain((0..200).map(|step| step * 7919 % 301)).chain(0..=300) {
            assert_eq!(scrubbed.frame(cycle, None), frames[cycle as usize], "cycle {cycle}");
        }
        assert_eq!((scrubbed.log(), scrubbed.phases()), (straight.log(), straight.phases()));
    }
}

#[test]
fn a_circuit_holds_a_way_of_its_own_and_its_head_stands_on_it() {
    for scenario in scenarios() {
        let mut circuits = circuits(&scenario);
        circuits.advance(400);
        for cycle in 0..=400 {
            let moment = circuits.tape.at(cycle);
            let network = moment.run.simulator();
            for circuit in network.circuits() {
                let lanes: Vec<_> = network.lanes().filter(|lane| lane.message == circuit.message).collect();
                assert_eq!(lanes.len(), circuit.path.len());
                for pair in circuit.path.windows(2) {
                    assert_eq!(network.far_end(pair[0]), pair[1] / circuits.play.setting.config.n, "channels in a row");
                }
                let heads: Vec<_> = lanes.iter().filter(|lane| lane.head).map(|lane| lane.channel).collect();
                if circuit.phase == CircuitPhase::Streaming || circuit.node == circuit.source {
                    assert_eq!(heads, [0; 0]);
                } else {
                    assert_eq!(
                        heads.iter().map(|&channel| network.far_end(channel)).collect::<Vec<_>>(),
                        [circuit.node]
                    );
                }
                for channel in &circuit.candidates {
                    let (from, to) = (channel / circuits.play.setting.config.n, network.far_end(*channel));
                    let apart = |node: u32| (node ^ circuit.destination).count_ones();
                    assert_eq!(apart(to) + 1, apart(from), "it brings the probe nearer");
                    assert!(circuit.blocked.is_none_or(|node| node == from));
                }
                assert!(circuit.blocked.is_none() || circuit.phase != CircuitPhase::Answered);
            }
        }
    }
}

#[test]
fn the_log_tells_every_delivery_and_what_became_of_each_probe() {
    for scenario in scenarios() {
        let mut circuits = circuits(&scenario);
        circuits.advance(600);
        let number = |words: &str| circuits.log().iter().filter(|event| event.text.contains(words)).count() as u64;
        let delivered = circuits.tape.front().run.simulator().population(0).delivered;
        assert_eq!(number("has reached"), delivered);
        assert!(number("is complete") >= delivered && number("is complete") <= delivered + 100);
        let (left, back) = (number("and walks back"), number("is back at its source"));
        assert!(back > 5 && left >= back && left <= back + 16, "{left} {back}");
        assert!(number("is blocked at its source") > 5);
        let titles: Vec<_> = circuits.phases().iter().map(|phase| phase.title.as_str()).collect();
        for title in ["Empty network", "First probe blocked", "First probe walks back", "First message delivered"] {
            assert_eq!(titles.iter().filter(|other| **other == title).count(), 1, "{titles:?}");
        }
        assert!(circuits.log().windows(2).all(|pair| pair[0].cycle <= pair[1].cycle));
        assert!(circuits.phases().windows(2).all(|pair| pair[0].cycle <= pair[1].cycle));
    }
}

#[test]
fn a_probe_that_is_blocked_is_seen_where_it_was() {
    let scenario = &scenarios()[0];
    let mut circuits = circuits(scenario);
    circuits.advance(600);
    let blocked: Vec<(u32, String)> = {
        let events = circuits.log().iter().filter(|event| event.text.contains("and walks back"));
        events.map(|event| (event.cycle, event.text.clone())).collect()
    };
    for (cycle, text) in blocked {
        let frame = circuits.frame(cycle, None);
        let at = circuits.layout.nodes.iter().position(|node| text.contains(&format!("is blocked at {} ", node.name)));
        assert_eq!(frame.nodes[at.expect("a node")].tone, NodeTone::Blocked, "{text}");
        assert!(!frame.candidates.is_empty());
        let message = text.split(' ').nth(4).and_then(|word| word.parse().ok()).expect("a number");
        let said = circuits.describe(cycle, Item::Message(message));
        assert!(said.contains("its probe was blocked at"), "{said}");
    }
}

#[test]
fn what_is_said_of_an_item_has_the_numbers_of_the_simulator() {
    for scenario in scenarios() {
        let mut circuits = circuits(&scenario);
        circuits.advance(500);
        let moment = circuits.tape.at(500).clone();
        let network = moment.run.simulator();
        for (node, waiting) in (0..).zip(network.waiting()) {
            let said = circuits.describe(500, Item::Node(node));
            assert!(said.contains(&format!(": {waiting} message")), "{said}");
            assert!(said.contains(&format!(" {} have arrived here", moment.passed[node as usize].1)), "{said}");
        }
        let received: u32 = moment.passed.iter().map(|passed| passed.1).sum();
        assert_eq!(u64::from(received), network.population(0).delivered);
        for lane in network.lanes() {
            let said = circuits.describe(500, Item::Link(lane.channel));
            assert!(said.contains(&format!(" lane {}: message {} from ", lane.vc, lane.message)), "{said}");
            if lane.phase == CircuitPhase::Streaming {
                assert!(said.contains(&format!("{} of 16 flits crossed", lane.crossed)), "{said}");
            }
        }
        // Every flit that was seen to move has used its channel, which carries one in a cycle.
        let mut used = vec![0_u64; circuits.layout.links.len()];
        for cycle in 1..=500 {
            let lanes = circuits.frame(cycle, None).lanes;
            lanes.iter().filter(|lane| lane.moved).for_each(|lane| used[lane.link as usize] += 1);
        }
        let carried = circuits.frame(500, None).carried.expect("it is counted");
        assert!(carried.cycles == 500 && carried.most() <= 1.0 && carried.most() > 0.1, "{}", carried.most());
        for (link, &used) in (0..).zip(&used) {
            // The tail gives its lane back as it crosses, so it is not among the lanes any more.
            let busy = carried.busy.get(link as usize).copied().unwrap_or(0);
            assert!(busy >= used && busy - used <= busy / 16 + 1, "{busy} and {used}");
            assert!(circuits.describe(500, Item::Link(link)).ends_with(&carried.sentence(link)));
        }
        for circuit in network.circuits() {
            let said = circuits.describe(500, Item::Message(circuit.message));
            assert!(said.contains(&format!("attempt {}: ", circuit.attempts)), "{said}");
            assert!(said.contains(&format!("It holds {} channel", circuit.path.len())), "{said}");
        }
        // Of one that has arrived the inspector says when; before it had a path it waited.
        let arrived = (1..500).rev().find_map(|cycle| {
            let happened = circuits.tape.at(cycle).run.simulator().happened();
            happened.iter().find(|happening| happening.what == What::Delivered).map(|happening| (cycle, *happening))
        });
        let (cycle, happening) = arrived.expect("some have arrived");
        let said = format!("in cycle {cycle}, after {} cycles.", happening.age);
        assert!(circuits.describe(500, Item::Message(happening.message)).ends_with(&said), "{said}");
        let queued = (1..500).find_map(|cycle| {
            let network = circuits.tape.at(cycle).run.simulator();
            network.queued(happening.message).map(|source| (cycle, source))
        });
        if let Some((cycle, source)) = queued {
            let place = circuits.layout.nodes[source as usize].name.clone();
            let said = circuits.describe(cycle, Item::Message(happening.message));
            assert!(source == happening.source && said.contains(&format!("waits in a queue of {place}")), "{said}");
        }
        assert!(circuits.describe(500, Item::Message(u32::MAX - 1)).contains("is not in the network"));
    }
}

#[test]
fn at_its_end_the_run_has_the_numbers_of_the_simulated_point() {
    let scenario = scenarios()[1].set(Key::Load, 0.01);
    let mut circuits = circuits(&scenario);
    while !circuits.advance(100) {}
    let mut run = Run::new(sim::of(&scenario, 0).expect("it is simulated"), experiment::plan(&scenario));
    // Traffic with a long memory makes the run longer than what is recorded.
    run.advance(u64::from(circuits.recorded())).expect("no law is broken");
    let last = circuits.recorded();
    assert_eq!(Observation::of(&circuits.tape.at(last).run, 0.0), Observation::of(&run, 0.0));
    assert!(circuits.extent(last, false).starts_with(&format!("Cycle {last} of {last}, ")));
}

#[test]
fn networks_that_cannot_be_drawn_say_what_to_choose() {
    let scenario = Scenario::new(System::HypercubeMmpp);
    assert!(matches!(Subject::of(&scenario), Some(Ok(Subject::Circuits(_)))));
    let refusal = Setting::of(&scenario.set(Key::N, 9.0)).expect_err("n = 9");
    assert!(refusal.contains("at most 256 nodes; choose n = 8 or less instead of 9"), "{refusal}");
}
