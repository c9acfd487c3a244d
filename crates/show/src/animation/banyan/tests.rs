use super::multicast::{self, facts::MulticastStep};
use super::wiring::{BanyanNode, Wiring};
use super::*;
use crate::animation::event_log::Fact;
use crate::animation::frame::{Frame, Item, LabelPlacement, Layout, NodeTone};
use crate::animation::{self, Animation};
use flitscope::scenario::{System, link, preset};
use flitscope::sim::banyan::two_phase::Setting;
use flitscope::topology::banyan::{Banyan, Region};
use serde_json::Value as Json;
use std::collections::BTreeSet;

fn golden() -> Json {
    serde_json::from_str(include_str!("../../../../../tests/golden/banyan-multicast.json"))
        .expect("golden numbers are JSON")
}

pub(super) fn scenario(fragment: &str) -> Scenario {
    let parsed = link::parse(&format!("system=banyan-multicast&{fragment}"));
    assert!(parsed.problems.is_empty(), "{:?}", parsed.problems);
    parsed.scenario
}

/// The animation of a scene of the list, by its title.
pub(super) fn shown(title: &str) -> (Box<dyn Animation>, u32) {
    let preset = preset::of(System::BanyanMulticast).iter().find(|preset| preset.title == title).expect(title);
    let mut animation = animation::of(&preset.scenario()).expect("it is drawn");
    while !animation.advance(100) {}
    (animation, preset.scenario().count(Key::Cycle))
}

/// The headers on the links of a frame.
fn headers(frame: &Frame) -> BTreeSet<(u32, String)> {
    frame.labels.iter().cloned().collect()
}

/// The headers on the links that one or more ways of the golden numbers take, with those that come out at the end.
fn expected(ways: &Json) -> BTreeSet<(u32, String)> {
    let wiring = Wiring { banyan: Banyan { n: 4 } };
    let bits = |label: &Json| u32::from_str_radix(label.as_str().expect("bits"), 2).expect("bits");
    let ways = ways.as_array().cloned().unwrap_or_else(|| vec![ways.clone()]);
    let hops: Vec<&Json> = ways.iter().flat_map(|way| way["hops"].as_array().expect("hops")).collect();
    let mut found = BTreeSet::new();
    for hop in hops {
        let stage = hop["stage"].as_u64().expect("a stage") as u32;
        let header = Region { min: bits(&hop["header"][0]), max: bits(&hop["header"][1]) };
        found.insert((wiring.feeding(stage, bits(&hop["in_link"])), wiring.header(header)));
        for (place, out) in hop["out_links"].as_array().expect("links").iter().enumerate().filter(|_| stage == 0) {
            let node = bits(&hop["next_in_links"][place]);
            found.insert((wiring.link(0, bits(out)), wiring.bits(node)));
        }
    }
    found
}

#[test]
fn figures_2_and_3_show_the_links_and_headers_of_the_golden_numbers() {
    let ways = &golden()["ways"];
    for (title, way) in [
        ("Region 0100 to 1000, first pass", "figure2_region_4_8_from_source_5"),
        ("Five copies, second pass", "figure3_phase2"),
        ("Round the end, 1110 to 0001", "wrap_example_14_1_from_3"),
    ] {
        let (mut animation, cycle) = shown(title);
        let frame = animation.frame(cycle, None);
        assert_eq!(headers(&frame), expected(&ways[way]), "{title}");
        // Every header is also told of its link, which is called by the label of the golden numbers.
        for (link, header) in headers(&frame) {
            let said = animation.describe(cycle, Item::Link(link));
            assert!(said.ends_with(&format!(" Header {header}.")), "{said}");
        }
    }
    let (mut animation, cycle) = shown("Five copies, second pass");
    let wiring = Wiring { banyan: Banyan { n: 4 } };
    for way in ways["figure3_phase2"].as_array().expect("ways") {
        for hop in way["hops"].as_array().expect("hops") {
            let stage = hop["stage"].as_u64().expect("a stage") as u32;
            let label = hop["out_links"][0].as_str().expect("bits");
            let output = u32::from_str_radix(label, 2).expect("bits");
            let said = animation.describe(cycle, Item::Link(wiring.link(stage, output)));
            let element = hop["se"].as_str().expect("bits");
            let port = &hop["ports"][0];
            let begin = format!("Link {label} leaves element {element} of stage {stage} by port {port} and is ");
            assert!(said.starts_with(&begin), "{said} does not begin with {begin}");
        }
    }
}

#[test]
fn a_multicast_ends_with_its_destinations_and_no_two_copies_on_one_link() {
    for n in 1..=5 {
        let banyan = Banyan { n };
        let wiring = Wiring { banyan };
        for (seed, destinations) in (0..).zip([1, 2, 0b1010, 0b10_1000_0100_1001, 0xff_00ff, u32::MAX, 0x8000_0001]) {
            let source = seed % banyan.nodes();
            let meant: Vec<u32> = (0..banyan.nodes()).filter(|output| destinations >> output & 1 == 1).collect();
            if meant.is_empty() {
                continue;
            }
            let chosen = meant.iter().map(|output| 1 << output).sum();
            let setting = Setting { n, source, chosen, fanout: 0, early: false, seed };
            let mut animation = multicast::animation(setting);
            assert!(animation.advance(100));
            let last = animation.recorded();
            assert_eq!(last, 2 * n + 1);
            for cycle in 0..=last {
                let frame = animation.frame(cycle, None);
                let links: BTreeSet<u32> = frame.lanes.iter().map(|lane| lane.link).collect();
                assert_eq!(links.len(), frame.lanes.len(), "{setting:?}: two copies on one link");
                assert_eq!(links, frame.labels.iter().map(|(link, _)| *link).collect());
                let said = animation.caption(cycle, None).numbers;
                assert!(said.starts_with(&format!("{} link", frame.lanes.len())), "{said}");
                assert_eq!(said.contains("The first pass uses"), cycle <= n);
                assert!(!matches!(animation.show.step(cycle), MulticastStep::Passes { meet: true, .. }), "{setting:?}");
            }
            let full = |frame: &Frame| -> Vec<u32> {
                let outputs = 0..banyan.nodes();
                outputs.filter(|&d| frame.nodes[wiring.output(d) as usize].tone == NodeTone::Full).collect()
            };
            assert_eq!(full(&animation.frame(last, None)), meant, "{setting:?}");
            assert_eq!(full(&animation.frame(n, None)).len(), meant.len(), "as many neighbours after the first pass");
            // Monotone and concentrated: who sends in the second pass had a copy.
            let senders: Vec<u32> = animation.frame(n + 1, None).lanes.iter().map(|lane| lane.link).collect();
            let mut sorted = senders.clone();
            sorted.sort_unstable();
            assert_eq!(sorted, full(&animation.frame(n, None)));
            for (l, output) in (0..).zip(&meant) {
                let said = animation.describe(last, Item::Node(wiring.output(*output)));
                let role = format!("destination D{l}, served in the second pass by node {} = s + {l}.", senders[l]);
                assert!(said.ends_with(&role), "{said}");
            }
        }
    }
}

#[test]
fn choosing_nodes_changes_the_source_and_the_destinations() {
    let animation = animation::of(&scenario("n=4&to=1,2")).expect("it is drawn");
    let wiring = Wiring { banyan: Banyan { n: 4 } };
    assert_eq!(animation.action(wiring.source(9)), Some((Key::From, 9.0)));
    assert_eq!(animation.action(wiring.output(3)), Some((Key::To, 14.0)));
    assert_eq!(animation.action(wiring.output(2)), Some((Key::To, 2.0)));
    assert_eq!(animation.action(wiring.element(2, 5)), None);
    // The last destination stays.
    let one = animation::of(&scenario("n=4&to=6")).expect("it is drawn");
    assert_eq!((one.action(wiring.output(6)), one.action(wiring.output(5))), (None, Some((Key::To, 96.0))));
    // Every output is a destination: more than half of them, so the region does not go round the end.
    let all = multicast::animation(Setting::of(&scenario("n=3&fanout=4&to=0,1,2,3,4,5,6,7")));
    let Fact::Own(MulticastStep::Writes { region, .. }) = all.log.events()[0].1 else { panic!("no header") };
    assert_eq!(region, Region { min: 0, max: 7 });
}

#[test]
fn without_a_choice_as_many_destinations_as_the_fanout_are_drawn() {
    for (fragment, fanout) in
        [("n=7", 8), ("n=7&fanout=64", 64), ("n=3&fanout=4", 4), ("n=4&fanout=1", 1), ("n=2&fanout=2&to=9,30", 2)]
    {
        let drawn = |seed| Setting::of(&scenario(&format!("{fragment}&seed={seed}"))).destinations();
        let sets: BTreeSet<Vec<u32>> = (0..40).map(drawn).collect();
        let is_set = |set: &Vec<u32>| set.len() == fanout && set.is_sorted_by(|one, next| one < next);
        assert!(sets.len() > 1 && sets.iter().all(is_set), "{fragment}: {sets:?}");
    }
}

#[test]
fn clicks_on_drawn_destinations_choose_among_them_where_they_can_be_listed() {
    let scenario = scenario("n=4&fanout=3");
    let drawn = Setting::of(&scenario).destinations();
    let (animation, wiring) = (animation::of(&scenario).expect("it is drawn"), Wiring { banyan: Banyan { n: 4 } });
    let (key, mask) = animation.action(wiring.output(drawn[1])).expect("it can be taken away");
    assert_eq!(Setting::of(&scenario.set(key, mask)).destinations(), [drawn[0], drawn[2]]);
    let large = animation::of(&self::scenario("n=6&fanout=3")).expect("it is drawn");
    let wiring = Wiring { banyan: Banyan { n: 6 } };
    assert_eq!(large.action(wiring.output(3)), None);
    assert_eq!(large.action(wiring.source(63)), Some((Key::From, 63.0)));
}

fn inside(layout: &Layout) {
    let places = layout.nodes.iter().map(|node| node.place);
    let lines = layout.links.iter().flat_map(|link| link.pieces.iter().flatten().copied());
    for (x, y) in places.chain(lines) {
        assert!(x > 0.0 && x < 1.0 && y > 0.0 && y < layout.height, "({x}, {y}) of {}", layout.height);
    }
}

#[test]
fn numbers_stand_beside_their_nodes_and_can_be_read() {
    // Widths of the canvas on a telephone and on a screen.
    for (n, width, seen) in [(2, 366.0, true), (4, 366.0, true), (5, 366.0, true), (6, 760.0, true), (7, 760.0, false)]
    {
        let wiring = Wiring { banyan: Banyan { n } };
        let layout = wiring.layout();
        let row = layout.pitch * width;
        for (index, node) in layout.nodes.iter().enumerate() {
            let part = wiring.part(index as u32);
            let (height, free) = match (part, node.words) {
                (BanyanNode::Source(_), LabelPlacement::Left(height)) => (height, node.place.0),
                (BanyanNode::Output(_), LabelPlacement::Right(height)) => (height, 1.0 - node.place.0),
                (BanyanNode::Element(..), LabelPlacement::Within) if node.label.is_empty() => continue,
                other => panic!("{other:?}"),
            };
            let pixels = (height * width).min(13.0);
            assert_eq!(pixels.round() >= 7.0, seen, "n = {n}, {width}: {part:?} is {pixels} high");
            assert!(height <= layout.pitch, "numbers below each other");
            let wide = 0.18 * row + 4.0 + 0.64 * pixels * node.label.len() as f64;
            assert!(!seen || wide < free * width, "n = {n}, {width}: {part:?} takes {wide}");
        }
        let captions: Vec<_> = layout.captions.iter().map(|(_, words)| words.as_str()).collect();
        assert_eq!(captions[..4], ["inputs", "outputs", "first bit", "second bit"]);
    }
}

#[test]
fn links_lead_from_element_to_element_and_every_number_is_found_again() {
    for n in 1..=MOST_STAGES {
        let wiring = Wiring { banyan: Banyan { n } };
        let nodes = wiring.banyan.nodes();
        let layout = wiring.layout();
        inside(&layout);
        assert!(layout.height <= 1.3);
        assert_eq!(layout.nodes.len() as u32, 2 * nodes + n * nodes / 2);
        assert_eq!(layout.links.len() as u32, (n + 1) * nodes);
        let names: BTreeSet<_> = layout.nodes.iter().map(|node| &node.name).collect();
        assert_eq!(names.len(), layout.nodes.len());
        for (index, one) in layout.nodes.iter().enumerate() {
            for other in &layout.nodes[..index] {
                let apart = libm::hypot(one.place.0 - other.place.0, one.place.1 - other.place.1);
                assert!(apart > 0.999 * layout.pitch, "{} and {}", one.name, other.name);
            }
        }
        for node in 0..layout.nodes.len() as u32 {
            let again = match wiring.part(node) {
                BanyanNode::Source(source) => wiring.source(source),
                BanyanNode::Element(stage, element) => wiring.element(stage, 2 * element + 1),
                BanyanNode::Output(output) => wiring.output(output),
            };
            assert_eq!(again, node);
        }
        for source in 0..nodes {
            let input = wiring.banyan.shuffle(source);
            assert_eq!(wiring.feeding(n - 1, input), wiring.entry(source));
            assert_eq!(layout.links[wiring.entry(source) as usize].to, wiring.element(n - 1, input));
        }
        for stage in 0..n {
            for output in 0..nodes {
                let number = wiring.link(stage, output);
                assert_eq!(wiring.link_of(number), Some((stage, output)));
                let link = &layout.links[number as usize];
                let fed = wiring.banyan.exchange(stage, output);
                let to = if stage == 0 { wiring.output(fed) } else { wiring.element(stage - 1, fed) };
                assert_eq!((link.from, link.to), (wiring.element(stage, output), to));
                assert!(stage == 0 || wiring.feeding(stage - 1, fed) == number);
                // From the edge of one to the edge of the next, in the rows of its two labels; an output is reached in its middle.
                let [line] = link.pieces.as_slice() else { panic!("one piece") };
                let (begin, end) = (line[0], line[line.len() - 1]);
                let (from, to) = (layout.nodes[link.from as usize].place, layout.nodes[link.to as usize].place);
                let inward = if stage == 0 { 0.0 } else { layout.switch.0 };
                assert!((begin.0 - from.0 - layout.switch.0).abs() < 1e-12 && (to.0 - end.0 - inward).abs() < 1e-12);
                let row = |label: u32| layout.nodes[wiring.source(label) as usize].place.1;
                assert_eq!((begin.1, end.1, link.edges), (row(output), row(fed), (true, stage > 0)));
            }
        }
    }
}

#[test]
fn the_staircase_of_a_multicast_counts_the_headers_of_the_first_pass() {
    for fragment in ["n=3&fanout=4", "n=4&fanout=7&seed=3", "n=2&fanout=1", "n=5&fanout=16"] {
        let mut animation = animation::of(&scenario(&format!("{fragment}&scene=multicast"))).expect("it is drawn");
        while !animation.advance(100) {}
        let seen = animation.dissemination().expect("one packet for many");
        let (n, fanout) = (scenario(fragment).count(Key::N), scenario(fragment).count(Key::Fanout));
        assert_eq!((seen.all, seen.alone, seen.end), (fanout, n, 2 * n + 1), "{fragment}");
        let mut used = 0;
        for cycle in 0..=n {
            let front = animation.frame(cycle, None).lanes.iter().filter(|lane| lane.head).count() as u32;
            assert_eq!(seen.at(cycle), front, "{fragment}, cycle {cycle}");
            used += front;
        }
        assert_eq!(seen.at(seen.end), fanout, "{fragment}");
        assert_eq!(seen.channels, (used, fanout * (n + 1)), "{fragment}");
    }
}
