//! The animations of all systems: the pointer finds every visible item, the keyboard reaches every item, and each has a description.

use super::*;
use crate::player::{
    panels::{legend, sheet},
    stage::walk,
};
use flitscope::scenario::preset;
use std::collections::{BTreeSet, HashSet};

/// Every animation of the scenes of all systems, once for each layout.
fn animations() -> Vec<(String, Box<dyn Animation>)> {
    let mut seen: Vec<Layout> = Vec::new();
    let mut animations = Vec::new();
    for &system in System::ALL {
        let presets = preset::of(system).iter().map(|preset| (preset.title.to_string(), preset.scenario()));
        for (name, scenario) in presets.chain([(system.name().to_string(), Scenario::new(system))]) {
            let Some(Ok(subject)) = Subject::of(&scenario) else { continue };
            let Ok(mut animation) = subject.animation() else { continue };
            if seen.iter().any(|layout| layout.is_laid_out_like(animation.layout())) {
                continue;
            }
            seen.push(animation.layout().clone());
            while !animation.ready() {
                animation.advance(64);
            }
            animation.advance(60);
            animations.push((name, animation));
        }
    }
    animations
}

const WIDTHS: [f64; 6] = [200.0, 320.0, 390.0, 560.0, 900.0, 1600.0];

#[test]
fn every_node_is_found_where_it_stands_at_every_size() {
    for (name, mut animation) in animations() {
        let frame = animation.frame(60, None);
        for width in WIDTHS {
            let size = CanvasSizes::of(animation.layout(), width);
            for (number, node) in (0..).zip(&animation.layout().nodes) {
                let found = hit::at(animation.layout(), width, &frame, size.place(node.place), false);
                assert_eq!(found, Some(Item::Node(number)), "{name}, {width} pixels wide");
            }
        }
    }
}

#[test]
fn the_key_has_at_most_four_signs_and_no_two_are_drawn_alike() {
    let mut all = vec![(Sign::Limit, "saturates first")];
    for (name, animation) in animations() {
        let signs = &animation.info().legend;
        assert!((2..=4).contains(&signs.len()), "{name}: {signs:?}");
        all.extend(signs.iter().filter(|(sign, _)| !all.iter().any(|(other, _)| other == sign)).collect::<Vec<_>>());
    }
    blessed::words("signs", all, |sign| legend::signs(&[sign], false).into_string());
}

#[test]
fn what_is_found_is_the_nearest_line_of_all() {
    // Against all lines one by one, at places that no layout is made for.
    for (name, mut animation) in animations() {
        let frame = animation.frame(60, None);
        let (layout, width) = (animation.layout(), 560.0);
        let (size, places) = (CanvasSizes::of(layout, width), LanePlaces::of(layout, &frame));
        let lines = |link: u32, beside: f64| size.pieces(&layout.links[link as usize], beside);
        for index in 0..100_u32 {
            let across = f64::from(index * 7919 % 997) / 997.0;
            let place = (width * across, width * layout.height * f64::from(index) / 100.0);
            let away = |link: u32, beside: f64| from_lines(&lines(link, beside), place);
            let idle = |link: u32| away(link, size.middle(&layout.links[link as usize]));
            let used =
                |lane: &LaneMark| away(lane.link, places.at(&size, &layout.links[lane.link as usize], lane).beside);
            let nearest = |all: &mut dyn Iterator<Item = f64>| all.fold(f64::INFINITY, f64::min);
            let from_lane = nearest(&mut frame.lanes.iter().map(used));
            let from_wire = nearest(&mut (0..layout.links.len() as u32).map(idle));
            match hit::at(layout, width, &frame, place, false) {
                // A lane in use goes before a nearer idle channel.
                Some(Item::Link(link)) if from_lane < 5.0 => {
                    let here = nearest(&mut frame.lanes.iter().filter(|lane| lane.link == link).map(used));
                    assert_eq!(here, from_lane, "{name} {place:?}");
                }
                Some(Item::Link(link)) => {
                    assert_eq!(idle(link), from_wire, "{name} {place:?}");
                    assert!(from_wire < 5.0_f64.max(0.15 * size.pitch), "{name} {place:?}");
                }
                Some(Item::Node(node)) => {
                    let away = |node: &Node| size.outside(node, place);
                    let here = away(&layout.nodes[node as usize]);
                    assert_eq!(here, nearest(&mut layout.nodes.iter().map(away)), "{name} {place:?}");
                    assert!(here <= 1.0 || from_lane.min(from_wire) >= 5.0, "{name} {place:?}");
                }
                Some(Item::Message(_)) => panic!("pointing follows no message"),
                None => assert!(from_lane.min(from_wire) >= 5.0, "{name} {place:?}: a channel passes here"),
            }
        }
    }
}

#[test]
fn a_click_on_a_lane_finds_a_message_of_that_channel() {
    let mut followed = 0;
    for (name, mut animation) in animations() {
        let frame = animation.frame(60, None);
        let (layout, width) = (animation.layout(), 900.0);
        let (size, places) = (CanvasSizes::of(layout, width), LanePlaces::of(layout, &frame));
        for lane in &frame.lanes {
            let link = &layout.links[lane.link as usize];
            let pieces = size.pieces(link, places.at(&size, link, lane).beside);
            let Some(place) = pieces.first().and_then(|line| halfway(line)) else { continue };
            // Lines may cross there, and a node may lie over it.
            match hit::at(layout, width, &frame, place, true) {
                Some(Item::Message(message)) => {
                    followed += 1;
                    assert!(frame.lanes.iter().any(|lane| lane.message == message), "{name}");
                }
                Some(Item::Node(_)) => {}
                other => panic!("{name}: {other:?} on a lane in use"),
            }
        }
    }
    assert!(followed > 100, "{followed}");
}

/// The numbers of the nodes, or of the channels, that the arrow keys reach from some items.
fn reached(layout: &Layout, mut open: Vec<Item>, links: bool) -> BTreeSet<u32> {
    let mut seen = BTreeSet::new();
    while let Some(item) = open.pop() {
        for toward in [Toward::Left, Toward::Right, Toward::Up, Toward::Down] {
            match walk::walk(layout, Some(item), 0, toward, links) {
                Some(next @ (Item::Node(number) | Item::Link(number))) if seen.insert(number) => open.push(next),
                _ => {}
            }
        }
    }
    seen
}

#[test]
fn the_arrow_keys_reach_every_node_and_every_channel_of_every_animation() {
    // A key looks at all channels: of the large networks the smaller ones will do.
    for (name, animation) in animations().into_iter().filter(|(_, shown)| shown.layout().links.len() <= 400) {
        let layout = animation.layout();
        assert_eq!(reached(layout, vec![Item::Node(0)], false).len(), layout.nodes.len(), "{name}");
        let from = (0..layout.nodes.len() as u32).map(Item::Node).collect();
        // Beyond the edge of a mesh there is no channel.
        let there = layout.links.iter().filter(|link| !link.pieces.is_empty()).count();
        assert_eq!(reached(layout, from, true).len(), there, "{name}");
    }
}

#[test]
fn there_is_something_to_say_of_everything_in_every_animation() {
    for (name, mut animation) in animations() {
        let (nodes, links) = (animation.layout().nodes.len() as u32, animation.layout().links.len() as u32);
        let messages: HashSet<_> = animation.frame(60, None).lanes.iter().map(|lane| lane.message).collect();
        let items =
            (0..nodes).map(Item::Node).chain((0..links).map(Item::Link)).chain(messages.into_iter().map(Item::Message));
        for item in items {
            let words = sheet::words(animation.as_mut(), 60, Some(item), false);
            assert!(words.ends_with('.') && words.len() > 10, "{name} {item:?}: {words:?}");
        }
    }
}

#[test]
fn every_system_plays_from_its_first_frame() {
    blessed::words("systems at play", System::ALL, |system| {
        let scenario = Scenario::new(*system);
        let mut player = Player::new(false);
        player.measure(500.0, 500.0);
        player.follow(Subject::of(&scenario), 0.0);
        let settings = Settings::of(&scenario);
        let mut frames = 0..10_000;
        while player.animation().is_none() {
            frames.next().expect("it comes");
            player.tick(settings, 0.0, &clock(1.0));
        }
        player.toggle(0);
        let mut cycle = 0;
        for frame in 0..12 {
            cycle = player.tick(Settings { cycle, ..settings }, 100.0 * f64::from(frame), &clock(1.0)).unwrap_or(cycle);
        }
        // One multicast crosses each link once: there is nothing to count.
        let sheet = around(&mut player, Settings { cycle, usage: Some(true), ..settings }, true);
        seen(&sheet, &["caption", "extent", "stage-node", "loop-box", "input-loop", "heat-box", "heat-key"])
    });
}
