use super::*;
use crate::animation::event_log::Fact;
use crate::animation::recordable::Animation as _;
use flitscope::experiment;
use flitscope::param::Key;
use flitscope::scenario::System;
use flitscope::sim::Simulator as _;

/// Much blocking and long queues, with one virtual channel and with several, near saturation.
fn scenarios() -> Vec<Scenario> {
    let small = Scenario::new(System::HypercubeMmpp).set(Key::Flits, 16.0).set(Key::Cycles, 2000.0).set(Key::Seed, 3.0);
    let one = small.set(Key::N, 5.0).set(Key::Vcs, 1.0).set(Key::Load, 0.02);
    let several = small.set(Key::N, 4.0).set(Key::Vcs, 2.0).set(Key::Load, 0.05);
    vec![one, several]
}

fn circuits(scenario: &Scenario) -> Recorded<CircuitRun> {
    animation(config(scenario).expect("it is drawn"), experiment::plan(scenario)).expect("it is drawn")
}

#[test]
fn the_layout_has_the_channels_of_the_simulator() {
    for n in 2..=8 {
        let scenario = Scenario::new(System::HypercubeMmpp).set(Key::N, f64::from(n));
        let circuits = circuits(&scenario);
        let network = Network::new(circuits.show.config);
        assert_eq!(circuits.info().layout.links.len(), (n << n) as usize);
        for (channel, link) in (0..).zip(&circuits.info().layout.links) {
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
        let config = sim::circuit_of(sim::config(&scenario, 0)).expect("it is simulated");
        let mut run = Run::new(Network::new(config), experiment::plan(&scenario));
        for cycle in 0..=400 {
            let frame = circuits.frame(cycle, None);
            let network = run.simulator();
            let lanes: Vec<LaneMark> = network.lanes().map(|lane| lane_mark(&lane)).collect();
            assert_eq!(frame.lanes, lanes, "cycle {cycle}");
            let queued: u32 = frame.queues.iter().map(|queue| queue.length).sum();
            let population = network.population(0);
            assert_eq!(u64::from(queued) + network.circuits().count() as u64, population.in_flight);
            let present = circuits.facts(cycle, None);
            let on_their_way = present.seeking + present.retreating + present.answered + present.streaming;
            assert_eq!((present.waiting, on_their_way), (queued, network.circuits().count()));
            for lane in network.lanes() {
                seen[lane.phase as usize] += 1;
                assert!(lane.phase == CircuitPhase::Streaming || (lane.crossed == 0 && !lane.moved));
            }
            run.advance(1).expect("no law is broken");
        }
    }
    assert!(seen.iter().all(|&lanes| lanes > 20), "all phases are to be seen: {seen:?}");
}

#[test]
fn a_circuit_holds_a_way_of_its_own_and_its_head_stands_on_it() {
    for scenario in scenarios() {
        let mut circuits = circuits(&scenario);
        circuits.advance(400);
        for cycle in 0..=400 {
            let state = circuits.tape.at(cycle);
            let network = state.run.simulator();
            for circuit in network.circuits() {
                let lanes: Vec<_> = network.lanes().filter(|lane| lane.message == circuit.message).collect();
                assert_eq!(lanes.len(), circuit.path.len());
                for pair in circuit.path.windows(2) {
                    assert_eq!(network.far_end(pair[0]), pair[1] / circuits.show.config.network.n, "channels in a row");
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
                    let (from, to) = (channel / circuits.show.config.network.n, network.far_end(*channel));
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
        let events = circuits.log.events();
        let number = |is: &dyn Fn(&Happening) -> bool| {
            events.iter().filter(|event| matches!(&event.fact, Fact::Own(own) if is(own))).count() as u64
        };
        let delivered = circuits.tape.front().run.simulator().population(0).delivered;
        assert_eq!(events.iter().filter(|event| matches!(event.fact, Fact::Arrived(_))).count() as u64, delivered);
        let connected = number(&|own| own.what == What::Connected);
        assert!(connected >= delivered && connected <= delivered + 100);
        let left = number(&|own| own.what == What::Blocked && own.hops > 0);
        let back = number(&|own| own.what == What::Returned);
        assert!(back > 5 && left >= back && left <= back + 16, "{left} {back}");
        assert!(number(&|own| own.what == What::Blocked && own.hops == 0) > 5);
        let marks: Vec<_> = circuits.phases().iter().map(|phase| phase.mark.clone()).collect();
        for mark in [Mark::Empty, Mark::ProbeBlocked, Mark::ProbeRetreats, Mark::Delivered] {
            assert_eq!(marks.iter().filter(|other| **other == mark).count(), 1, "{marks:?}");
        }
    }
}

#[test]
fn a_probe_that_is_blocked_is_seen_where_it_was() {
    let scenario = &scenarios()[0];
    let mut circuits = circuits(scenario);
    circuits.advance(600);
    let blocked: Vec<(u32, Happening)> = {
        let events = circuits.log.events().iter();
        let own =
            events.filter_map(|event| if let Fact::Own(own) = event.fact { Some((event.cycle, own)) } else { None });
        own.filter(|(_, own)| own.what == What::Blocked && own.hops > 0).collect()
    };
    assert!(blocked.len() > 5);
    for (cycle, own) in blocked {
        let frame = circuits.frame(cycle, None);
        assert_eq!(frame.nodes[own.node as usize].tone, NodeTone::Blocked, "{own:?}");
        assert!(!frame.candidates.is_empty());
        let about = circuits.about(cycle, Item::Message(own.message));
        assert!(matches!(&about, Some(ItemInfo::Message(view)) if view.blocked == Some(own.node)), "{about:?}");
    }
}

#[test]
fn what_is_said_of_an_item_has_the_numbers_of_the_simulator() {
    for scenario in scenarios() {
        let mut circuits = circuits(&scenario);
        circuits.advance(500);
        let state = circuits.tape.at(500).clone();
        let network = state.run.simulator();
        let mut received = 0;
        for (node, queued) in (0..).zip(network.waiting()) {
            let Some(ItemInfo::Node(AtNode { waiting, tally, .. })) = circuits.about(500, Item::Node(node)) else {
                panic!("{node}")
            };
            assert_eq!(waiting as u32, queued);
            received += u64::from(tally.received);
        }
        assert_eq!(received, network.population(0).delivered);
        // Every flit that was seen to move has used its channel, which carries one in a cycle.
        let mut used = vec![0_u64; circuits.info().layout.links.len()];
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
            let lanes = network.lanes().filter(|lane| lane.channel == link).collect();
            assert_eq!(circuits.about(500, Item::Link(link)), Some(ItemInfo::Link(link, lanes, carried.of(link))));
        }
        for circuit in network.circuits() {
            assert_eq!(circuits.about(500, Item::Message(circuit.message)), Some(ItemInfo::Message(circuit)));
        }
        // Of one that has arrived the log says when; before it had a path it waited.
        let arrived = (1..500).rev().find_map(|cycle| {
            let happened = circuits.tape.at(cycle).network().happened();
            happened.iter().find(|happening| happening.what == What::Delivered).map(|happening| (cycle, *happening))
        });
        let (cycle, happening) = arrived.expect("some have arrived");
        let arrival = circuits.log.arrival(happening.message, 500).expect("it has arrived");
        assert_eq!((arrival.0, arrival.1.latency), (cycle, happening.age));
        assert_eq!(circuits.about(500, Item::Message(happening.message)), None);
        let queued = (1..500).find_map(|cycle| {
            let queued = circuits.tape.at(cycle).network().queued(happening.message);
            queued.map(|(source, ..)| (cycle, source))
        });
        if let Some((cycle, source)) = queued {
            let about = ItemInfo::Queued(happening.message, source);
            assert_eq!(source, happening.source);
            assert_eq!(circuits.about(cycle, Item::Message(happening.message)), Some(about));
        }
    }
}
