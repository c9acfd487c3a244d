use super::*;
use crate::animation::banyan::tests::scenario;
use crate::animation::recordable::Animation as _;
use flitscope::experiment;
use flitscope::param::Key;
use std::collections::BTreeSet;

fn scenarios() -> Vec<Scenario> {
    [
        "n=4&fanout=4&multicast=0.5&seed=3&cycles=2000",
        "n=3&fanout=4&multicast=1&load=3&cycles=1000",
        "n=1&fanout=1&cycles=1000",
    ]
    .map(|fragment| scenario(&format!("{fragment}&scene=point")))
    .to_vec()
}

fn point(scenario: &Scenario) -> Recorded<BanyanRun> {
    animation(config(scenario).expect("it is drawn"), experiment::plan(scenario)).expect("it is simulated")
}

#[test]
fn a_frame_shows_the_run_of_the_statistics_at_its_slot() {
    for scenario in scenarios() {
        let mut point = point(&scenario);
        point.advance(300);
        let network =
            Network::new(sim::banyan_of(sim::config(&scenario, 0)).expect("it is simulated")).expect("a network");
        let wiring = Wiring { banyan: Banyan { n: scenario.count(Key::N) } };
        let mut run = Run::new(network, experiment::plan(&scenario));
        let (mut delivered, mut lost) = (0, 0);
        let mut first = [None; 2];
        for cycle in 1..=300 {
            run.advance(1).expect("no law is broken");
            let before = delivered + lost;
            let frame = point.frame(cycle, None);
            let arrived: BTreeSet<u32> = run.simulator().arrivals().map(|(node, _)| wiring.output(node)).collect();
            let drawn: BTreeSet<u32> = (0..)
                .zip(&frame.nodes)
                .filter(|(_, mark)| mark.tone == NodeTone::Receiving)
                .map(|(node, _)| node)
                .collect();
            assert_eq!(drawn, arrived, "slot {cycle}");
            let links: BTreeSet<u32> = frame.lanes.iter().map(|lane| lane.link).collect();
            assert_eq!(links.len(), frame.lanes.len(), "two packets on one link");
            // The counts of the slot equal the growth of the simulator's counts.
            let [wanted, delivered_now, lost_now] = run.simulator().copies();
            let slot = point.facts(cycle, None).expect("a slot");
            assert_eq!(slot.wanted as u64, wanted - before);
            assert_eq!((slot.arrived as u64, slot.lost as u64), (delivered_now - delivered, lost_now - lost));
            (delivered, lost) = (delivered_now, lost_now);
            for (first, happened) in first.iter_mut().zip([lost > 0, delivered > 0]) {
                *first = first.or(happened.then_some(cycle));
            }
        }
        for (mark, cycle) in [Mark::Lost, Mark::Delivered].into_iter().zip(first) {
            let noted: Vec<_> = point.phases().iter().filter(|phase| phase.mark == mark).collect();
            assert_eq!((noted.len(), Some(noted[0].cycle)), (1, cycle), "{mark:?}");
        }
        assert!(delivered > 100 && lost > 100, "something is to be seen: {delivered}, {lost}");
    }
}

#[test]
fn what_is_said_of_an_item_has_the_numbers_of_the_simulator() {
    let scenario = scenarios().remove(0);
    let wiring = Wiring { banyan: Banyan { n: 4 } };
    let mut point = point(&scenario);
    point.advance(50);
    let network = Network::new(sim::banyan_of(sim::config(&scenario, 0)).expect("it is simulated")).expect("a network");
    let mut run = Run::new(network.watched(), experiment::plan(&scenario));
    let (mut received, mut used) = ([0; 16], [0_u64; 80]);
    for _ in 0..50 {
        run.advance(1).expect("no law is broken");
        run.simulator().arrivals().for_each(|(node, _)| received[node as usize] += 1);
        // Whatever is drawn on a link has used it.
        let cycle = run.simulator().now() as u32;
        point.frame(cycle, None).lanes.iter().for_each(|lane| used[lane.link as usize] += 1);
    }
    let carried = point.frame(50, None).carried.expect("it is counted");
    assert_eq!((carried.busy.as_slice(), carried.cycles), (used.as_slice(), 50));
    for (link, busy) in (0..).zip(used) {
        let about = point.about(50, Item::Link(link));
        let Some(ItemInfo::Link(_, _, used)) = about else { panic!("{about:?}") };
        assert_eq!((used.busy, used.cycles), (busy, 50));
    }
    for (node, copies) in (0..).zip(received) {
        let about = point.about(50, Item::Node(wiring.output(node)));
        let Some(ItemInfo::Node(_, SwitchRole::Output(_, received), 50)) = about else { panic!("{about:?}") };
        assert_eq!(received, copies);
    }
    let trail = run.simulator().trail();
    assert!(trail.iter().any(|passage| passage.lost));
    for passage in trail {
        let &Passage { source, lost, header, .. } = passage;
        let about = point.about(50, Item::Node(wiring.element(passage.stage, passage.input)));
        let Some(ItemInfo::Node(_, SwitchRole::Element(_, packets), _)) = about else { panic!("{about:?}") };
        assert!(packets.contains(passage), "{packets:?}");
        let about = point.about(50, Item::Link(wiring.feeding(passage.stage, passage.input)));
        assert!(
            matches!(about, Some(ItemInfo::Link(_, packet, _)) if packet == Some((source, header, lost))),
            "{about:?}"
        );
        let about = point.about(50, Item::Message(source));
        let Some(ItemInfo::Packet(_, Some(sent))) = about else { panic!("{about:?}") };
        assert_eq!(sent.lost.contains(passage), lost);
        assert!(sent.reached <= sent.wanted);
    }
}
