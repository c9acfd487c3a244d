use super::*;
use crate::animation::banyan::tests::shown;
use crate::animation::event_log::Fact;
use crate::animation::recordable::Animation as _;
use crate::animation::recordable::Recordable as _;
use crate::animation::tape::RecordingState;
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
                            let caption = animation.facts(last, None);
                            assert_eq!((caption.way, caption.arrived), (DeadlockOutcome::Arrived, caption.flits));
                            assert!(frame.candidates.is_empty() && frame.lanes.is_empty());
                            assert!(
                                frame.nodes.iter().all(|mark| matches!(mark.tone, NodeTone::Quiet | NodeTone::Full))
                            );
                        }
                        WaitOutcome::Deadlock { cycle, circle } => {
                            ends[1] += 1;
                            // The frame behind the first cycle in which nothing moved.
                            assert_eq!(u64::from(last), cycle + 1, "{setting:?}");
                            let lacks = circle.iter().map(|wait| Lack::from(*wait)).collect();
                            assert_eq!(animation.facts(last, None).way, DeadlockOutcome::Deadlock(lacks));
                            let wiring = Wiring { banyan: setting.banyan() };
                            let wanted: Vec<u32> =
                                circle.iter().map(|wait| wiring.link(wait.stage, wait.output)).collect();
                            assert_eq!(frame.candidates, wanted);
                            for wait in &circle {
                                let element = wiring.element(wait.stage, wait.output);
                                assert_eq!(frame.nodes[element as usize].tone, NodeTone::Blocked);
                                let about = animation.about(last, Item::Link(wiring.link(wait.stage, wait.output)));
                                let Some(ItemInfo::Link { holder, waiting, .. }) = about else { panic!("{about:?}") };
                                assert_eq!(holder.map(|(packet, _)| packet), Some(wait.holder));
                                assert!(waiting.contains(&wait.packet));
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
fn a_packet_that_stands_is_said_to_wait_and_has_all_only_when_it_goes_on() {
    let (mut stood, mut went) = (0, 0);
    for packets in [Packets::Pair, Packets::Three] {
        for arbitration in [Arbitration::Random, Arbitration::UpperFirst, Arbitration::FirstCome] {
            for release in [Release::Tail, Release::Together] {
                let mut animation = played(Setting { packets, arbitration, release, seed: 1 });
                let sources: Vec<u32> = animation.show.packets.iter().map(|packet| packet.source).collect();
                let ways: Vec<Vec<u32>> = (0..=animation.recorded())
                    .map(|cycle| {
                        (0..sources.len()).map(|packet| animation.tape.at(cycle).network.advances(packet)).collect()
                    })
                    .collect();
                for cycle in 1..=animation.recorded() {
                    let way = animation.facts(cycle, None).way;
                    for packet in 0..sources.len() {
                        let [before, now] = [cycle - 1, cycle].map(|cycle| ways[cycle as usize][packet]);
                        let arrived = now == animation.show.wiring.banyan.n + FLITS - 1;
                        if now == before && !arrived {
                            let waits = match &way {
                                DeadlockOutcome::Goes(events) => matches!(events[packet], PacketEvent::Waits(..)),
                                way => matches!(way, DeadlockOutcome::Deadlock(_)),
                            };
                            let about = animation.about(cycle, Item::Message(packet as u32));
                            let Some(ItemInfo::Packet { lacks, .. }) = about else { panic!("{about:?}") };
                            assert!(waits && !lacks.is_empty(), "{way:?}");
                            stood += 1;
                        }
                        let has_all = Fact::Own(PacketEvent::HasAll(packet));
                        if animation.log.events().iter().any(|event| event.cycle == cycle && event.fact == has_all) {
                            assert!(now > before, "cycle {cycle}: {has_all:?}");
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
    let free = Lack { packet: 1, stage: 0, output: 1, holder: None };
    let way = animation.facts(9, None).way;
    assert!(matches!(&way, DeadlockOutcome::Goes(all) if all[1] == PacketEvent::Waits(1, vec![free])), "{way:?}");
    let marked = |frame: &Frame| -> Vec<u32> {
        frame.lanes.iter().filter(|lane| lane.message == 1 && lane.blocked).map(|lane| lane.link).collect()
    };
    assert_eq!(marked(&frame), marked(&before));
    let link = animation.show.wiring.link(0, 1);
    assert!(frame.labels.contains(&(link, "free, 1 waits".into())), "{:?}", frame.labels);
    let said = animation.caption(9, None).text;
    assert!(said.contains("packet 1 waits for port 1 of element 0 of stage 0, which is free now but not yet its own"));
    let about = |holder| Some(ItemInfo::Link { link, holder, waiting: vec![1] });
    assert_eq!(animation.about(9, Item::Link(link)), about(None));
    // Packet 2 takes it in the next cycle.
    assert_eq!(animation.about(10, Item::Link(link)), about(Some((2, 0))));
    let later = animation.log.events().iter().filter(|event| event.cycle >= 9);
    let waits = later.filter(|event| matches!(event.fact, Fact::Own(PacketEvent::Waits(1, _))));
    assert_eq!(waits.map(|event| event.cycle).collect::<Vec<_>>(), [9, 10]);
}

#[test]
fn the_end_of_a_deadlock_is_where_nothing_moves() {
    let setting =
        Setting { packets: Packets::Three, arbitration: Arbitration::UpperFirst, release: Release::Tail, seed: 1 };
    let mut animation = animation(setting);
    animation.advance(10);
    assert_eq!(animation.state(), RecordingState::Recording, "the circle is closed, but something may still move");
    assert!(animation.advance(1));
    assert_eq!(animation.frame(10, None).lanes.len(), animation.frame(11, None).lanes.len());
    assert!(animation.frame(11, None).lanes.iter().all(|lane| !lane.moved));
    assert_eq!(animation.extent(8, false), "Cycle 8 of 11. Nothing moves after cycle 10.");
    assert_eq!(played(Setting { release: Release::Together, ..setting }).extent(3, false), "Cycle 3 of 25.");
}

#[test]
fn elements_have_their_letters_while_the_caption_uses_them() {
    let mut used = 0;
    for arbitration in [Arbitration::Random, Arbitration::UpperFirst, Arbitration::FirstCome] {
        let mut animation = played(Setting { packets: Packets::Pair, arbitration, release: Release::Tail, seed: 1 });
        for cycle in 0..=animation.recorded() {
            let (frame, caption) = (animation.frame(cycle, None), animation.caption(cycle, None).text);
            for (node, mark) in frame.nodes.iter().enumerate() {
                let letter = match animation.show.wiring.part(node as u32) {
                    BanyanNode::Element(1, 3) => 'μ',
                    BanyanNode::Element(1, 5) => 'ν',
                    _ => {
                        assert_eq!(mark.letter, None);
                        continue;
                    }
                };
                let said = caption.contains(&format!("({letter})"));
                assert_eq!(mark.letter, said.then_some(letter), "{caption}");
                used += u32::from(said);
                // Its address is never covered.
                assert_eq!(mark.text, None);
            }
        }
    }
    assert!(used > 5, "{used}");
}

/// Figure 4 of the golden numbers: every link of the paths of the two packets.
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

#[test]
fn events_and_items_are_put_into_words() {
    let three =
        Setting { packets: Packets::Three, arbitration: Arbitration::UpperFirst, release: Release::Tail, seed: 1 };
    let animation = animation(three);
    let (deadlock, layout) = (&animation.show, animation.layout());
    let held = Lack { packet: 1, stage: 0, output: 1, holder: Some(2) };
    let events =
        [PacketEvent::Begins, PacketEvent::Waits(1, vec![held]), PacketEvent::HasAll(1), PacketEvent::Arrived(2)];
    blessed::words("events of a deadlock", events, |event| deadlock.event(layout, &event));
    let goes = |event| DeadlockCaption { way: DeadlockOutcome::Goes(vec![event]), arrived: 3, flits: 40 };
    let events = [PacketEvent::Goes(0, 1), PacketEvent::Arriving(0, 3), PacketEvent::Arrived(0)];
    blessed::words("captions of a deadlock", events, |event| {
        let caption = goes(event);
        (deadlock.outcome(&caption.way), deadlock.flits(&caption))
    });
    let link = deadlock.wiring.link(0, 1);
    let items = [
        ItemInfo::Link { link, holder: None, waiting: vec![1] },
        ItemInfo::Link { link, holder: Some((2, 3)), waiting: Vec::new() },
        ItemInfo::Packet { packet: 1, left: 8, arrived: 0, holds: 1, lacks: vec![held] },
        ItemInfo::Source(0, Some((1, 3))),
        ItemInfo::Source(0, None),
        ItemInfo::Output(0, vec![(1, 3), (2, 0)]),
        ItemInfo::Output(0, Vec::new()),
        ItemInfo::Element(0, [None, Some(2)]),
    ];
    blessed::words("items of a deadlock", items, |item| deadlock.describe(layout, &item));
}
