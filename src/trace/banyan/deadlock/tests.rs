use super::*;
use crate::sim::banyan::deadlock::{End, Switch, run};
use crate::topology::banyan::Region;
use crate::trace::banyan::tests::shown;
use crate::trace::banyan::wiring::Wiring;

fn played(setting: Setting) -> Deadlock {
    let mut scene = Deadlock::new(setting);
    while !scene.advance(10) {}
    scene
}

#[test]
fn every_ending_is_the_simulator_s() {
    let mut ends = [0, 0];
    for packets in [Packets::Pair, Packets::Three] {
        for arbitration in [Arbitration::Random, Arbitration::UpperFirst, Arbitration::FirstCome] {
            for release in [Release::Tail, Release::Together] {
                for seed in 0..40 {
                    let setting = Setting { packets, arbitration, release, seed };
                    let mut scene = played(setting);
                    let last = scene.recorded();
                    let picture = scene.picture(last, None);
                    let end = run(
                        setting.banyan(),
                        &setting.list(),
                        8,
                        Switch::Lockstep(release),
                        arbitration,
                        &mut stream(seed, 0),
                    );
                    match end {
                        End::Delivered { cycles } => {
                            ends[0] += 1;
                            assert_eq!(u64::from(last), cycles, "{setting:?}");
                            assert!(picture.caption.contains("every packet has arrived"), "{}", picture.caption);
                            assert!(picture.candidates.is_empty() && picture.lanes.is_empty());
                            assert!(
                                picture.nodes.iter().all(|mark| matches!(mark.tone, NodeTone::Quiet | NodeTone::Full))
                            );
                        }
                        End::Deadlock { cycle, circle } => {
                            ends[1] += 1;
                            // The frame behind the first cycle in which nothing moved.
                            assert_eq!(u64::from(last), cycle + 1, "{setting:?}");
                            assert!(picture.caption.contains("deadlock"), "{}", picture.caption);
                            let wiring = Wiring { banyan: setting.banyan() };
                            let wanted: Vec<u32> =
                                circle.iter().map(|wait| wiring.link(wait.stage, wait.output)).collect();
                            assert_eq!(picture.candidates, wanted);
                            for wait in &circle {
                                let element = wiring.element(wait.stage, wait.output);
                                assert_eq!(picture.nodes[element as usize].tone, NodeTone::Blocked);
                                let said = scene.describe(last, Item::Wire(wiring.link(wait.stage, wait.output)));
                                let holder = setting.list()[wait.holder].source;
                                let waits = setting.list()[wait.packet].source;
                                assert!(said.contains(&format!("Packet {holder} has it, ")), "{said}");
                                assert!(said.contains(&format!("Packet {waits} waits for it.")), "{said}");
                            }
                            assert!(scene.log().iter().any(|event| event.text == "The circle closes: deadlock"));
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
            let mut scene = played(Setting { packets, arbitration, release: Release::Tail, seed: 1 });
            for cycle in 0..=scene.recorded() {
                let waits = scene.tape.at(cycle).network.waits();
                let picture = scene.picture(cycle, None);
                for lane in picture.lanes.iter().filter(|lane| lane.head) {
                    let of_packet: Vec<_> = waits.iter().filter(|wait| wait.packet as u32 == lane.message).collect();
                    let at = scene.ground.wires[lane.wire as usize].to;
                    let lacks = of_packet.iter().any(|wait| scene.wiring.element(wait.stage, wait.output) == at);
                    assert_eq!(lane.blocked, lacks, "cycle {cycle}, wire {}", lane.wire);
                    marked += u32::from(lacks);
                    others += u32::from(!lacks && !of_packet.is_empty());
                }
                assert!(picture.lanes.iter().all(|lane| lane.head || !lane.blocked));
                // Whoever waits is seen to wait somewhere.
                for wait in &waits {
                    let seen = picture.lanes.iter().any(|lane| lane.blocked && lane.message == wait.packet as u32);
                    assert!(seen, "cycle {cycle}: {wait:?}");
                }
            }
        }
    }
    assert!(marked > 10 && others > 0, "{marked}, {others}");
}

/// Figure 4 of the golden numbers: every link that a packet of the pair has on its way.
#[test]
fn the_pair_takes_the_links_and_has_the_headers_of_the_golden_numbers() {
    let golden: serde_json::Value =
        serde_json::from_str(include_str!("../../../../tests/golden/banyan-multicast.json")).expect("JSON");
    let bits = |label: &serde_json::Value| u32::from_str_radix(label.as_str().expect("bits"), 2).expect("bits");
    let setting =
        Setting { packets: Packets::Pair, arbitration: Arbitration::UpperFirst, release: Release::Tail, seed: 1 };
    let mut scene = played(setting);
    for (packet, way) in golden["ways"]["figure4"].as_array().expect("two ways").iter().enumerate() {
        assert_eq!(way["source"], setting.list()[packet].source);
        let source = setting.list()[packet].source;
        let mut expected = BTreeMap::new();
        for hop in way["hops"].as_array().expect("hops") {
            let stage = hop["stage"].as_u64().expect("a stage") as u32;
            let header = Region { min: bits(&hop["header"][0]), max: bits(&hop["header"][1]) };
            expected.insert(scene.wiring.feeding(stage, bits(&hop["in_link"])), scene.wiring.header(header));
            for output in hop["out_links"].as_array().expect("links").iter().filter(|_| stage == 0) {
                // Behind the last stage a header is the address of its output.
                expected.insert(scene.wiring.link(0, bits(output)), scene.wiring.bits(bits(output)));
            }
        }
        let (mut taken, mut labelled) = (BTreeMap::new(), BTreeMap::new());
        for cycle in 0..=scene.recorded() {
            let picture = scene.picture(cycle, None);
            for lane in picture.lanes.iter().filter(|lane| lane.message == packet as u32) {
                let said = scene.describe(cycle, Item::Wire(lane.wire));
                let header = said.split_once("has it, with header ").and_then(|(_, said)| said.split_once(':'));
                // Of the wire from its source the label alone says the header.
                taken.insert(lane.wire, header.map_or_else(String::new, |(header, _)| header.into()));
            }
            let own = format!("{source}: ");
            labelled.extend(
                picture.labels.iter().filter_map(|(wire, label)| Some((*wire, label.strip_prefix(&own)?.to_string()))),
            );
        }
        // A link for which the other packet waits says that instead.
        assert!(
            labelled.len() > 8 && labelled.iter().all(|(wire, header)| expected.get(wire) == Some(header)),
            "{labelled:?}"
        );
        taken.insert(scene.wiring.entry(source), expected[&scene.wiring.entry(source)].clone());
        assert_eq!(taken, expected);
    }
}

#[test]
fn the_scenes_of_the_list_end_as_their_lines_say() {
    for (title, ends) in [
        ("Random arbitration: deadlock", "a circle, in which nothing will ever move again"),
        ("Random arbitration: the draws agree", "every packet has arrived"),
        ("The upper input first: no deadlock", "every packet has arrived"),
        ("Three packets refute Theorem 2", "overtook packet 1"),
        ("Links given back at the end", "what Theorem 2 needs"),
    ] {
        let (mut scene, _) = shown(title);
        let caption = scene.picture(u32::MAX, None).caption;
        assert!(caption.contains(ends), "{title}: {caption}");
    }
    let (mut scene, _) = shown("Random arbitration: deadlock");
    let caption = scene.picture(u32::MAX, None).caption;
    assert!(
        caption.contains("element 011 of stage 1 (μ)") && caption.contains("element 101 of stage 1 (ν)"),
        "{caption}"
    );
}
