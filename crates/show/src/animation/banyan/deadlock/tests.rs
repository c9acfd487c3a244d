use super::*;
use crate::animation::banyan::tests::shown;
use crate::animation::recordable::Animation as _;
use crate::blessed;
use flitscope::sim::banyan::deadlock::{Arbitration, Release, WaitOutcome, run};
use std::collections::BTreeMap;

fn played(setting: Setting) -> Recorded<Deadlock> {
    let mut animation = animation(setting);
    while !animation.advance(10) {}
    animation
}

#[test]
fn every_ending_is_the_simulator_s() {
    let mut ends = [0, 0];
    for packets in [Packets::Pair, Packets::Three] {
        for arbitration in [Arbitration::Random, Arbitration::UpperFirst, Arbitration::FirstCome] {
            for release in [Release::Tail, Release::Together] {
                for seed in 0..40 {
                    let setting = Setting { packets, arbitration, release, seed };
                    let mut animation = played(setting);
                    let last = animation.recorded();
                    let frame = animation.frame(last, None);
                    let end = run(setting.banyan(), &setting.list(), 8, release, arbitration, &mut stream(seed, 0));
                    match end {
                        WaitOutcome::Delivered { cycles } => {
                            ends[0] += 1;
                            assert_eq!(u64::from(last), cycles, "{setting:?}");
                            let outputs = animation.show.arrivals(&animation.tape.at(last).network);
                            assert!(outputs.iter().all(|(arrived, flits)| arrived == flits));
                            assert!(frame.candidates.is_empty() && frame.lanes.is_empty());
                            assert!(
                                frame.nodes.iter().all(|mark| matches!(mark.tone, NodeTone::Quiet | NodeTone::Full))
                            );
                        }
                        WaitOutcome::Deadlock { cycle, circle } => {
                            ends[1] += 1;
                            // The frame behind the first cycle in which nothing moved.
                            assert_eq!(u64::from(last), cycle + 1, "{setting:?}");
                            assert_eq!(animation.tape.at(last).network.circle(), circle);
                            let wiring = Wiring { banyan: setting.banyan() };
                            let wanted: Vec<u32> =
                                circle.iter().map(|wait| wiring.link(wait.stage, wait.output)).collect();
                            assert_eq!(frame.candidates, wanted);
                            for wait in &circle {
                                let element = wiring.element(wait.stage, wait.output);
                                assert_eq!(frame.nodes[element as usize].tone, NodeTone::Blocked);
                                let item = Item::Link(wiring.link(wait.stage, wait.output));
                                let said = animation.describe(last, item);
                                let [has, waits] = [wait.holder, wait.packet].map(|one| animation.show.source(one));
                                assert!(said.contains(&format!(" Packet {has} has it, ")), "{said}");
                                assert!(said.contains(&format!(" Packet {waits} waits for it.")), "{said}");
                            }
                            assert_eq!(
                                animation.phases().iter().filter(|phase| phase.mark == Mark::Deadlock).count(),
                                1
                            );
                        }
                    }
                }
            }
        }
    }
    assert!(ends[0] > 100 && ends[1] > 20, "{ends:?}");
}

#[test]
fn a_header_is_marked_where_its_packet_lacks_a_link_and_nowhere_else() {
    let (mut marked, mut others) = (0, 0);
    for packets in [Packets::Pair, Packets::Three] {
        for arbitration in [Arbitration::Random, Arbitration::UpperFirst, Arbitration::FirstCome] {
            let mut animation = played(Setting { packets, arbitration, release: Release::Tail, seed: 1 });
            for cycle in 0..=animation.recorded() {
                let lacks = Lack::all(&animation.tape.at(cycle).network);
                let frame = animation.frame(cycle, None);
                for lane in frame.lanes.iter().filter(|lane| lane.head) {
                    let of_packet: Vec<_> = lacks.iter().filter(|lack| lack.packet as u32 == lane.message).collect();
                    let at = animation.info().layout.links[lane.link as usize].to;
                    let waits =
                        of_packet.iter().any(|lack| animation.show.wiring.element(lack.stage, lack.output) == at);
                    assert_eq!(lane.blocked, waits, "cycle {cycle}, link {}", lane.link);
                    marked += u32::from(waits);
                    others += u32::from(!waits && !of_packet.is_empty());
                }
                assert!(frame.lanes.iter().all(|lane| lane.head || !lane.blocked));
                // Each waiting packet is marked on some link.
                for lack in &lacks {
                    let seen = frame.lanes.iter().any(|lane| lane.blocked && lane.message == lack.packet as u32);
                    assert!(seen, "cycle {cycle}: {lack:?}");
                }
            }
        }
    }
    assert!(marked > 10 && others > 0, "{marked}, {others}");
}

#[test]
fn the_pair_takes_the_links_and_has_the_headers_of_the_golden_numbers() {
    let golden: serde_json::Value =
        serde_json::from_str(include_str!("../../../../../../tests/golden/banyan-multicast.json")).expect("JSON");
    let bits = |label: &serde_json::Value| u32::from_str_radix(label.as_str().expect("bits"), 2).expect("bits");
    let setting =
        Setting { packets: Packets::Pair, arbitration: Arbitration::UpperFirst, release: Release::Tail, seed: 1 };
    let mut animation = played(setting);
    for (packet, way) in golden["ways"]["figure4"].as_array().expect("two ways").iter().enumerate() {
        assert_eq!(way["source"], setting.list()[packet].source);
        let source = setting.list()[packet].source;
        let mut expected = BTreeMap::new();
        for hop in way["hops"].as_array().expect("hops") {
            let stage = hop["stage"].as_u64().expect("a stage") as u32;
            let header = Region { min: bits(&hop["header"][0]), max: bits(&hop["header"][1]) };
            expected.insert(
                animation.show.wiring.feeding(stage, bits(&hop["in_link"])),
                animation.show.wiring.header(header),
            );
            for output in hop["out_links"].as_array().expect("links").iter().filter(|_| stage == 0) {
                // Behind the last stage a header is the address of its output.
                expected.insert(animation.show.wiring.link(0, bits(output)), animation.show.wiring.bits(bits(output)));
            }
        }
        let (mut taken, mut labelled) = (BTreeMap::new(), BTreeMap::new());
        for cycle in 0..=animation.recorded() {
            let frame = animation.frame(cycle, None);
            for lane in frame.lanes.iter().filter(|lane| lane.message == packet as u32) {
                let header = animation.show.header(packet, lane.link).expect("a header");
                taken.insert(lane.link, animation.show.wiring.header(header));
            }
            let own = format!("{source}: ");
            let entry = animation.show.wiring.entry(source);
            let at_source = frame.labels.iter().find(|(link, _)| *link == entry);
            assert!(at_source.is_none_or(|(_, label)| *label == expected[&entry]));
            labelled.extend(
                frame.labels.iter().filter_map(|(link, label)| Some((*link, label.strip_prefix(&own)?.to_string()))),
            );
        }
        // A link for which the other packet waits says that instead.
        assert!(
            labelled.len() > 8 && labelled.iter().all(|(link, header)| expected.get(link) == Some(header)),
            "{labelled:?}"
        );
        assert_eq!(taken, expected);
    }
}

#[test]
fn the_scenes_of_the_list_end_as_their_lines_say() {
    let scenes = [
        ("Random arbitration: deadlock", Mark::Deadlock),
        ("Random arbitration: the draws agree", Mark::AllArrived),
        ("The upper input first: no deadlock", Mark::AllArrived),
        ("Three packets refute Theorem 2", Mark::Deadlock),
        ("Links given back at the end", Mark::AllArrived),
    ];
    blessed::words("ends of the scenes of a deadlock", scenes, |(title, mark)| {
        let (mut animation, _) = shown(title);
        assert_eq!(animation.phases().last().map(|phase| phase.mark.clone()), Some(mark), "{title}");
        animation.caption(u32::MAX, None).text
    });
}
