use super::*;
use crate::animation::banyan::tests::shown;
use crate::animation::banyan::wiring::{Part, Wiring};
use crate::sim::banyan::deadlock::{End, Switch, run};
use crate::topology::banyan::Region;

fn played(setting: Setting) -> Deadlock {
    let mut animation = Deadlock::new(setting);
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
                            assert!(frame.caption.contains("every packet has arrived"), "{}", frame.caption);
                            assert!(frame.candidates.is_empty() && frame.lanes.is_empty());
                            assert!(
                                frame.nodes.iter().all(|mark| matches!(mark.tone, NodeTone::Quiet | NodeTone::Full))
                            );
                        }
                        End::Deadlock { cycle, circle } => {
                            ends[1] += 1;
                            // The frame behind the first cycle in which nothing moved.
                            assert_eq!(u64::from(last), cycle + 1, "{setting:?}");
                            assert!(frame.caption.contains("deadlock"), "{}", frame.caption);
                            let wiring = Wiring { banyan: setting.banyan() };
                            let wanted: Vec<u32> =
                                circle.iter().map(|wait| wiring.link(wait.stage, wait.output)).collect();
                            assert_eq!(frame.candidates, wanted);
                            for wait in &circle {
                                let element = wiring.element(wait.stage, wait.output);
                                assert_eq!(frame.nodes[element as usize].tone, NodeTone::Blocked);
                                let said = animation.describe(last, Item::Link(wiring.link(wait.stage, wait.output)));
                                let holder = setting.list()[wait.holder].source;
                                let waits = setting.list()[wait.packet].source;
                                assert!(said.contains(&format!("Packet {holder} has it, ")), "{said}");
                                assert!(said.contains(&format!("Packet {waits} waits for it.")), "{said}");
                            }
                            assert!(animation.log().iter().any(|event| event.text == "The circle closes: deadlock"));
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
                    let at = animation.layout.links[lane.link as usize].to;
                    let waits = of_packet.iter().any(|lack| animation.wiring.element(lack.stage, lack.output) == at);
                    assert_eq!(lane.blocked, waits, "cycle {cycle}, link {}", lane.link);
                    marked += u32::from(waits);
                    others += u32::from(!waits && !of_packet.is_empty());
                }
                assert!(frame.lanes.iter().all(|lane| lane.head || !lane.blocked));
                // Whoever waits is seen to wait somewhere.
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
fn a_packet_that_stands_is_said_to_wait_and_has_all_only_when_it_goes_on() {
    let (mut stood, mut went) = (0, 0);
    for packets in [Packets::Pair, Packets::Three] {
        for arbitration in [Arbitration::Random, Arbitration::UpperFirst, Arbitration::FirstCome] {
            for release in [Release::Tail, Release::Together] {
                let mut animation = played(Setting { packets, arbitration, release, seed: 1 });
                let sources: Vec<u32> = animation.packets.iter().map(|packet| packet.source).collect();
                let ways: Vec<Vec<u32>> = (0..=animation.recorded())
                    .map(|cycle| {
                        (0..sources.len()).map(|packet| animation.tape.at(cycle).network.advances(packet)).collect()
                    })
                    .collect();
                for cycle in 1..=animation.recorded() {
                    let caption = animation.frame(cycle, None).caption;
                    for (packet, source) in sources.iter().enumerate() {
                        let [before, now] = [cycle - 1, cycle].map(|cycle| ways[cycle as usize][packet]);
                        let arrived = now == animation.wiring.banyan.n + FLITS - 1;
                        if now == before && !arrived {
                            let waits = format!("acket {source} waits for ");
                            assert!(caption.contains(&waits) || caption.contains("deadlock"), "{caption}");
                            assert!(animation.describe(cycle, Item::Message(packet as u32)).contains("It waits for "));
                            stood += 1;
                        }
                        let has_all = format!("Packet {source} has all that it waited for");
                        if animation.log.iter().any(|event| event.cycle == cycle && event.text == has_all) {
                            assert!(now > before, "cycle {cycle}: {has_all}");
                            went += 1;
                        }
                    }
                }
            }
        }
    }
    assert!(stood > 30 && went > 5, "{stood}, {went}");
}

#[test]
fn a_link_that_has_come_free_is_not_yet_that_of_who_waits_for_it() {
    let setting =
        Setting { packets: Packets::Three, arbitration: Arbitration::UpperFirst, release: Release::Tail, seed: 1 };
    let mut animation = played(setting);
    let before = animation.frame(8, None);
    let frame = animation.frame(9, None);
    let free = "packet 1 waits for port 1 of element 0 of stage 0, which is free now but not yet its own";
    assert!(frame.caption.contains(free), "{}", frame.caption);
    let marked = |frame: &Frame| -> Vec<u32> {
        frame.lanes.iter().filter(|lane| lane.message == 1 && lane.blocked).map(|lane| lane.link).collect()
    };
    assert_eq!(marked(&frame), marked(&before));
    let link = animation.wiring.link(0, 1);
    assert!(frame.labels.contains(&(link, "free, 1 waits".into())), "{:?}", frame.labels);
    let said = animation.describe(9, Item::Link(link));
    assert!(said.ends_with(" It is free. Packet 1 waits for it."), "{said}");
    // Packet 2 takes it in the next cycle.
    let said = animation.describe(10, Item::Link(link));
    assert!(said.contains("Packet 2 has it") && said.contains("Packet 1 waits for it."), "{said}");
    let of_packet: Vec<_> =
        animation.log().iter().filter(|event| event.text.starts_with("Packet 1 ") && event.cycle >= 9).collect();
    assert_eq!(of_packet.iter().map(|event| event.cycle).collect::<Vec<_>>(), [9, 10]);
    assert!(of_packet.iter().all(|event| event.text.starts_with("Packet 1 waits for ")), "{of_packet:?}");
}

#[test]
fn the_end_of_a_deadlock_is_where_nothing_moves() {
    let setting =
        Setting { packets: Packets::Three, arbitration: Arbitration::UpperFirst, release: Release::Tail, seed: 1 };
    let mut animation = Deadlock::new(setting);
    animation.advance(10);
    assert_eq!(animation.extent(8, false), "Cycle 8 of 10.", "the circle is closed, but something may still move");
    assert!(animation.advance(1));
    assert_eq!(animation.extent(8, false), "Cycle 8 of 11. In cycle 11 nothing moves any more.");
    assert_eq!(
        played(Setting { release: Release::Together, ..setting }).extent(3, true),
        "Cycle 3 of 25. Another one is coming."
    );
}

#[test]
fn elements_have_their_letters_while_the_caption_uses_them() {
    let mut used = 0;
    for arbitration in [Arbitration::Random, Arbitration::UpperFirst, Arbitration::FirstCome] {
        let mut animation = played(Setting { packets: Packets::Pair, arbitration, release: Release::Tail, seed: 1 });
        for cycle in 0..=animation.recorded() {
            let frame = animation.frame(cycle, None);
            for (node, mark) in frame.nodes.iter().enumerate() {
                let letter = match animation.wiring.part(node as u32) {
                    Part::Element(1, 3) => 'μ',
                    Part::Element(1, 5) => 'ν',
                    _ => {
                        assert_eq!(mark.letter, None);
                        continue;
                    }
                };
                let said = frame.caption.contains(&format!("({letter})"));
                assert_eq!(mark.letter, said.then_some(letter), "{}", frame.caption);
                used += u32::from(said);
                // Its address is never covered.
                assert_eq!(mark.text, None);
            }
        }
    }
    assert!(used > 5, "{used}");
}

/// Figure 4 of the golden numbers: every link that a packet of the pair has on its way.
#[test]
fn the_pair_takes_the_links_and_has_the_headers_of_the_golden_numbers() {
    let golden: serde_json::Value =
        serde_json::from_str(include_str!("../../../../tests/golden/banyan-multicast.json")).expect("JSON");
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
            expected.insert(animation.wiring.feeding(stage, bits(&hop["in_link"])), animation.wiring.header(header));
            for output in hop["out_links"].as_array().expect("links").iter().filter(|_| stage == 0) {
                // Behind the last stage a header is the address of its output.
                expected.insert(animation.wiring.link(0, bits(output)), animation.wiring.bits(bits(output)));
            }
        }
        let (mut taken, mut labelled) = (BTreeMap::new(), BTreeMap::new());
        for cycle in 0..=animation.recorded() {
            let frame = animation.frame(cycle, None);
            for lane in frame.lanes.iter().filter(|lane| lane.message == packet as u32) {
                let said = animation.describe(cycle, Item::Link(lane.link));
                let header = said.split_once("has it, with header ").and_then(|(_, said)| said.split_once(':'));
                // Of the wire from its source the label alone says the header.
                taken.insert(lane.link, header.map_or_else(String::new, |(header, _)| header.into()));
            }
            let own = format!("{source}: ");
            let entry = animation.wiring.entry(source);
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
        taken.insert(animation.wiring.entry(source), expected[&animation.wiring.entry(source)].clone());
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
        let (mut animation, _) = shown(title);
        let caption = animation.frame(u32::MAX, None).caption;
        assert!(caption.contains(ends), "{title}: {caption}");
    }
    let (mut animation, _) = shown("Random arbitration: deadlock");
    let caption = animation.frame(u32::MAX, None).caption;
    assert!(
        caption.contains("element 011 of stage 1 (μ)") && caption.contains("element 101 of stage 1 (ν)"),
        "{caption}"
    );
}
