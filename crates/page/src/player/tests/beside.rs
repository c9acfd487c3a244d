//! Two networks in step.

use super::*;
use crate::player::side_by_side::{Companion, sheet as sheet_of};
use flitscope::{
    scenario::{Parsed, link},
    sim::trace::{Journey, Trace, TraceProgress},
};
use flitscope_show::animation::trail::TimeUse;

/// A player with what a link pins beside it, and its scenario; nothing is recorded yet.
fn pair(fragment: &str) -> (Player, Scenario) {
    let Parsed { scenario, problems } = link::parse(fragment);
    assert_eq!(problems, [], "{fragment}");
    let mut player = Player::new(false);
    player.measure(400.0, 400.0);
    player.follow(Subject::of(&scenario), 0.0);
    player.set_companion(Companion::of(&scenario), 0.0);
    (player, scenario)
}

/// Ticks until nothing is left to record.
fn settle(player: &mut Player, settings: Settings) {
    for _ in 0..10_000 {
        player.tick(settings, 0.0, &clock(0.0));
        if !player.is_working() {
            return;
        }
    }
    panic!("it is never recorded");
}

/// The cycles that both networks are seen in.
fn cycles(player: &mut Player, cycle: u32) -> (String, String) {
    let sheet = shown(player, cycle);
    let of = |id| sheet.has(id, "data-cycle").expect("a cycle");
    (of("caption"), of("pair-caption"))
}

const CUBE: &str = "#v=2&system=kary-ncube&k=4&n=2&vcs=3&flits=16&load=0.012&beside=1&pin=vcs:6";

#[test]
fn both_are_seen_in_the_same_cycle_however_slowly_they_are_recorded() {
    let (mut player, _) = pair(CUBE);
    player.tick(at(0), 0.0, &clock(1.0));
    assert_eq!(cycles(&mut player, 0), ("0".into(), "0".into()));
    let mut seen = Vec::new();
    for _ in 0..40 {
        player.tick(at(3_000), 0.0, &clock(1.0));
        let (own, other) = cycles(&mut player, 3_000);
        assert_eq!(own, other);
        seen.push(own);
    }
    assert!(seen[0] != "3000" && seen[39] == "3000", "{seen:?}");
    assert_eq!(player.step(3_000, -1), 2_999);
    assert_eq!(cycles(&mut player, 2_999), ("2999".into(), "2999".into()));
    // Play, from the beginning, with pictures in which little is recorded.
    player.toggle(0);
    let mut cycle = 0;
    for picture in 0..100 {
        let settings = Settings { speed: 16.0, ..at(cycle) };
        cycle = player.tick(settings, f64::from(picture) * 50.0, &clock(10.0)).unwrap_or(cycle);
        let (own, other) = cycles(&mut player, cycle);
        assert_eq!((own.as_str(), own.parse()), (other.as_str(), Ok(cycle)));
    }
    assert!(cycle > 400, "{cycle}");
}

#[test]
fn the_warm_network_is_there_when_both_have_come_so_far() {
    let (mut player, _) = pair(CUBE);
    player.open(true);
    let mut cycle = 0;
    for _ in 0..2_000 {
        cycle = player.tick(at(cycle), 0.0, &clock(1.0)).unwrap_or(cycle);
        let (own, other) = cycles(&mut player, cycle);
        assert_eq!(own, other);
    }
    let warm = player.animation().expect("it is there").phases().iter().find(|phase| phase.mark == Mark::Warm);
    assert_eq!(Some(cycle), warm.map(|phase| phase.cycle));
}

/// The journeys of all messages generated in the first `cycles` cycles.
fn journeys(scenario: &Scenario, cycles: u64) -> Vec<Journey> {
    let mut trace = Trace::of(scenario, 0, cycles).expect("it can be simulated");
    let mut all = Vec::new();
    while trace.step(|journey| all.push(journey)) == TraceProgress::Going {}
    all
}

/// The numbers of a text.
fn numbers(text: &str) -> Vec<i64> {
    text.split(|c: char| !c.is_ascii_digit()).filter_map(|digits| digits.parse().ok()).collect()
}

#[test]
fn the_sentence_has_the_latencies_that_both_networks_deliver_with_and_its_differences_add_up() {
    for fragment in [
        CUBE,
        "#v=2&system=kary-ncube&k=4&n=2&vcs=4&flits=16&load=0.012&select=spread&beside=1&pin=select:random,depth:3",
        "#v=2&system=torus-broadcast&k=4&scene=point&load=0.01&beta=0.05&beside=2&pin=vcs:8&pin=flits:20",
        "#v=2&system=hypercube-mmpp&n=4&vcs=3&flits=16&load=0.03&beside=1&pin=vcs:6",
        "#v=2&system=hypercube-slotted&n=4&load=0.3&beside=1&pin=order:rotate",
    ] {
        let (mut player, scenario) = pair(fragment);
        let pin = &scenario.pins().all()[scenario.count(Key::Beside) as usize - 1];
        let other = flitscope::scenario::pins::in_place(pin, &scenario);
        let both = [&scenario, &other].map(|scenario| journeys(scenario, 3_000));
        let mut followed = Vec::new();
        for cycle in (200..=1_000).step_by(100) {
            settle(&mut player, at(cycle));
            shown(&mut player, cycle);
            let lanes = &player.drawing(at(cycle)).expect("a frame").frame.lanes;
            followed.extend(lanes.iter().map(|lane| (lane.message, cycle)));
        }
        followed.sort_unstable();
        followed.dedup_by_key(|(message, _)| *message);
        let (mut told, mut differ) = (0, 0);
        for (message, cycle) in followed {
            let own = both[0].iter().find(|journey| journey.message == message).expect("it arrives");
            if own.broadcast.is_some() {
                continue;
            }
            player.selection.pick(Some(Item::Message(message)));
            settle(&mut player, at(cycle));
            let said = shown(&mut player, cycle).said("pair-said");
            let alike = |twin: &&Journey| {
                let key = |of: &Journey| (of.source, of.destination, of.generated, of.broadcast);
                key(twin) == key(own)
            };
            let twin = both[1].iter().find(alike).unwrap_or_else(|| panic!("{fragment}: {said}"));
            let (first, rest) = said.split_once(" takes ").expect(&said);
            assert_eq!(numbers(first)[0], i64::from(message), "{said}");
            let (totals, differences) = rest.split_once(". ").expect(&said);
            let cycles: Vec<i64> =
                totals.split(" and ").map(|part| numbers(part).first().copied().expect("a number")).collect();
            assert_eq!(cycles, [own, twin].map(|of| (of.arrived - of.generated) as i64), "{said}");
            let change = |part: &str| -> i64 {
                let sign = if part.contains(" fewer ") { -1 } else { i64::from(part.contains(" more ")) };
                sign * numbers(part).first().copied().unwrap_or(0)
            };
            let (_, spent) = differences.split_once(" it spends ").unwrap_or_default();
            let sum: i64 = spent.split(", ").flat_map(|part| part.split(" and ")).map(change).sum();
            assert_eq!(sum, cycles[1] - cycles[0], "{said}");
            let trail = player.animation().and_then(|own| own.trail().cloned()).expect("a way");
            assert_eq!(trail.parts().expect("it has arrived").iter().sum::<usize>() as i64, cycles[0]);
            assert_eq!(TimeUse::ALL.len(), trail.parts().map_or(0, |parts| parts.len()));
            told += 1;
            differ += u32::from(sum != 0);
        }
        assert!(told >= 3 && differ >= 1, "{fragment}: {told} {differ}");
    }
}

#[test]
fn networks_that_draw_other_messages_share_the_clock_alone() {
    for fragment in [
        "#v=2&system=kary-ncube&k=4&n=2&vcs=3&flits=16&load=0.012&beside=1&pin=k:5",
        "#v=2&system=torus-broadcast&k=4&scene=point&load=0.01&beta=0.05&beside=1&pin=injection:injfree",
        "#v=2&system=hypercube-slotted&n=4&load=0.05&beside=1&pin=n:5",
        "#v=2&system=hypercube-mmpp&n=4&load=0.03&beside=1&pin=hurst:0.6",
    ] {
        let (mut player, _) = pair(fragment);
        settle(&mut player, at(300));
        let sheet = shown(&mut player, 300);
        assert!(sheet.said("pair-said").starts_with("Both networks run on the same clock, but not"), "{fragment}");
        assert_eq!(cycles(&mut player, 300), ("300".into(), "300".into()));
        let frame = player.drawing(at(300)).expect("a frame").frame.clone();
        player.selection.pick(frame.lanes.first().map(|lane| Item::Message(lane.message)));
        settle(&mut player, at(300));
        let said = shown(&mut player, 300).said("pair-said");
        assert!(said.starts_with("Both networks run on the same clock"), "{said}");
        assert_eq!(player.drawing_beside(at(300)).map(|drawing| drawing.picked), Some(None), "{fragment}");
    }
}

#[test]
fn one_broadcast_draws_no_messages() {
    let (mut player, _) =
        pair("#v=2&system=torus-broadcast&k=4&flits=4&scene=broadcast&orient=fixed&beside=1&pin=flits:8");
    settle(&mut player, at(9));
    assert_eq!(shown(&mut player, 9).said("pair-said"), "Both run on the same clock: play or step to compare them.");
    assert_eq!(cycles(&mut player, 9), ("9".into(), "9".into()));
    // The shorter one has ended; the longer one goes on, and both can be gone through.
    settle(&mut player, at(30));
    let sheet = shown(&mut player, 30);
    assert_eq!((sheet.has("scrub", "max"), sheet.valued("scrub")), (Some("36".into()), Some("30".into())));
    assert_eq!(cycles(&mut player, 30), ("20".into(), "30".into()));
}

#[test]
fn a_node_of_the_same_network_is_marked_in_both_and_the_zoom_is_the_same() {
    let (mut player, _) = pair(CUBE);
    settle(&mut player, at(300));
    player.measure(400.0, 200.0);
    player.selection.pick(Some(Item::Node(5)));
    player.zoom(2.0, None);
    shown(&mut player, 300);
    let [own, other] =
        [player.drawing(at(300)), player.drawing_beside(at(300))].map(|drawing| drawing.expect("it is drawn"));
    assert_eq!((own.picked, other.picked), (Some(Item::Node(5)), Some(Item::Node(5))));
    assert_eq!((own.laid.0, other.laid.0), (800.0, 400.0));
    assert!((own.laid.1.0 - 2.0 * other.laid.1.0).abs() < 1e-9, "{:?} {:?}", own.laid, other.laid);
}

#[test]
fn what_cannot_be_drawn_beside_says_why_and_the_rest_goes_on() {
    let (mut player, scenario) =
        pair("#v=2&system=torus-broadcast&k=4&scene=broadcast&reading=refined&beside=1&pin=n:3");
    settle(&mut player, at(10));
    let sheet = shown(&mut player, 10);
    sheet.tells("pair-said", "draws two dimensions");
    assert!(player.drawing_beside(at(10)).is_none() && sheet.said("caption").starts_with("Cycle 10:"));
    let choice = sheet_of(&scenario);
    assert_eq!((choice.shows("pair-frame"), choice.shows("pair-said")), (Some(false), Some(true)));
}

#[test]
fn a_choice_is_offered_for_each_pin_that_is_seen_to_differ() {
    let offered = |fragment: &str| {
        let sheet = sheet_of(&link::parse(fragment).scenario);
        (sheet.shows("pair-box"), sheet.said("pair-of").matches("<option").count(), sheet.valued("pair-of"), sheet)
    };
    let (shown, choices, value, _) =
        offered("#v=2&system=kary-ncube&vcs=3&pin=vcs:7&pin=vcs:3,reading:flow&pin=flits:8&beside=3");
    assert_eq!((shown, choices, value.as_deref()), (Some(true), 3, Some("3")), "another model is no other network");
    let (shown, choices, value, sheet) = offered("#v=2&system=kary-ncube&vcs=3&pin=vcs:3,reading:flow&beside=1");
    assert_eq!((shown, choices, value.as_deref()), (Some(false), 1, Some("0")));
    assert_eq!(sheet.classed("body", "pair"), Some(false));
    let (.., sheet) = offered("#v=2&system=kary-ncube&vcs=3&pin=vcs:7&beside=1");
    assert_eq!((sheet.said("stage-name"), sheet.said("pair-name")), ("V = 3".into(), "before: V = 7".into()));
    assert_eq!((sheet.classed("body", "pair"), sheet.shows("pair-frame")), (Some(true), Some(true)));
}

#[test]
fn what_was_beside_leaves_nothing_behind() {
    let (mut player, scenario) = pair(CUBE);
    settle(&mut player, at(200));
    player.set_companion(None, 0.0);
    settle(&mut player, at(200));
    assert!(player.drawing_beside(at(200)).is_none());
    assert_eq!(shown(&mut player, 200).said("pair-caption"), "");
    // Another companion has another number, so that it is drawn anew.
    player.set_companion(Companion::of(&scenario), 0.0);
    settle(&mut player, at(200));
    assert_eq!(player.drawing_beside(at(200)).map(|drawing| drawing.number), Some(2));
}
