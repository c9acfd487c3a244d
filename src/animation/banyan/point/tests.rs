use super::*;
use crate::animation::banyan::tests::scenario;
use crate::animation::banyan::wiring::Wiring;
use crate::animation::frame::Animation as _;
use crate::experiment::Observation;
use crate::param::Key;
use crate::sim::Simulator as _;
use crate::sim::protocol::Run;
use crate::text::{percent, significant};
use crate::topology::banyan::Banyan;
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

fn point(scenario: &Scenario) -> RunAnimation<Slots> {
    film(Setting::of(scenario).expect("it is simulated")).expect("it is simulated")
}

#[test]
fn a_frame_shows_the_run_of_the_statistics_at_its_slot() {
    for scenario in scenarios() {
        let mut point = point(&scenario);
        point.advance(300);
        let network = sim::banyan_of(&scenario, 0).expect("it is simulated");
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
            // What the caption says of the slot is what the counts of the simulator grew by.
            let [wanted, delivered_now, lost_now] = run.simulator().copies();
            let (here, gone) = (delivered_now - delivered, lost_now - lost);
            let gone = if gone > 0 { format!(", {gone} lost at ") } else { "; ".into() };
            let here = if wanted > before { format!("{here} delivered{gone}") } else { "no packet enters".into() };
            (delivered, lost) = (delivered_now, lost_now);
            for (first, happened) in first.iter_mut().zip([lost > 0, delivered > 0]) {
                *first = first.or(happened.then_some(cycle));
            }
            assert!(frame.caption.contains(&here), "{} has no {here}", frame.caption);
            let wanted = wanted - before;
            assert!(wanted == 0 || frame.caption.contains(&format!(" for {wanted} output")), "{}", frame.caption);
        }
        for (title, cycle) in ["First packet lost", "First packet delivered"].into_iter().zip(first) {
            let told: Vec<_> = point.phases().iter().filter(|phase| phase.title == title).collect();
            assert_eq!((told.len(), Some(told[0].cycle)), (1, cycle), "{title}");
        }
        assert!(delivered > 100 && lost > 100, "something is to be seen: {delivered}, {lost}");
    }
}

#[test]
fn at_its_end_the_run_has_the_numbers_of_the_simulated_point() {
    for scenario in scenarios() {
        let mut point = point(&scenario);
        while !point.advance(100) {}
        let mut run = Run::new(sim::of(&scenario, 0).expect("it is simulated"), experiment::plan(&scenario));
        while !run.advance(100).expect("no law is broken") {}
        let observed = Observation::of(&run, 0.0);
        let last = point.recorded();
        assert_eq!(u64::from(last), observed.record.cycles);
        let numbers = point.frame(last, None).numbers;
        let report = run.report().expect("it is over");
        let (eta, complete) = (report.estimate().expect("slots"), report.classes[1].estimate.expect("slots"));
        let words = format!("The run is over: η = {} ± ", significant(eta.mean, 4));
        assert!(numbers.contains(&words), "{numbers} has no {words}");
        assert!(
            numbers.contains(&format!("slot, {} counting complete ones only", significant(complete.mean, 4))),
            "{numbers}"
        );
        assert_eq!(point.extent(last, false), format!("Slot {last} of {last}, where the run ends."));
    }
}

#[test]
fn what_is_said_of_an_item_has_the_numbers_of_the_simulator() {
    let scenario = scenarios().remove(0);
    let wiring = Wiring { banyan: Banyan { n: 4 } };
    let mut point = point(&scenario);
    point.advance(50);
    let mut run = Run::new(sim::banyan_of(&scenario, 0).expect("a network").watched(), experiment::plan(&scenario));
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
    for (link, used) in (0..).zip(used) {
        let said = point.describe(50, Item::Link(link));
        let end = format!("In the last 50 slots it carried something in {used}: {}.", percent(used as f64 / 50.0, 3));
        assert!(said.ends_with(&end), "{said}");
    }
    for (node, received) in (0..).zip(received) {
        let said = point.describe(50, Item::Node(wiring.output(node)));
        assert!(said.contains(&format!("has received {received} cop")) && said.ends_with(" in 50 slots."), "{said}");
    }
    let trail = run.simulator().trail();
    assert!(trail.iter().any(|passage| passage.lost));
    for passage in trail {
        let said = point.describe(50, Item::Node(wiring.element(passage.stage, passage.input)));
        let end = if passage.lost { "loses" } else { "passes" };
        assert!(said.contains(&format!("of source {} wants ", passage.source)) && said.contains(end), "{said}");
        let said = point.describe(50, Item::Link(wiring.feeding(passage.stage, passage.input)));
        assert!(said.contains(&format!("with header {}", wiring.header(passage.header))), "{said}");
        assert_eq!(said.contains("lost at its end."), passage.lost, "{said}");
        let said = point.describe(50, Item::Message(passage.source));
        let lost = format!(
            "; {} lost at {}",
            wiring.header(passage.header),
            wiring.element_name(passage.stage, passage.input / 2)
        );
        assert_eq!(said.contains(&lost), passage.lost, "{said}");
    }
}
