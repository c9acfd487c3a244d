//! Two networks in step.

use super::*;
use crate::player::{
    prelude::*,
    side_by_side::{Companion, sheet as sheet_of},
};
use flitscope::{
    scenario::Parsed,
    sim::trace::{Journey, Trace, TraceProgress},
};

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

/// A pair, its scenario, and the cycle that is looked at.
type Look = (Player, Scenario, u32);

/// Performs an act of a script on a pair; returns the state of both.
fn act((player, scenario, cycle): &mut Look, words: &[&str]) -> Told {
    match *words {
        ["open", fragment] => (*player, *scenario) = pair(fragment),
        ["settle", to] => {
            *cycle = number(to);
            settle(player, at(*cycle));
        }
        ["pick", "message"] => {
            let lane = player.drawing(at(*cycle)).and_then(|drawing| drawing.frame.lanes.first().copied());
            player.selection.pick(lane.map(|lane| Item::Message(lane.message)));
        }
        ["pick", node] => _ = player.selection.pick(Some(Item::Node(number(node)))),
        ["narrow"] => player.measure(400.0, 200.0),
        ["zoom", by] => player.zoom(number(by), None),
        ["alone"] => player.set_companion(None, 0.0),
        ["again"] => player.set_companion(Companion::of(scenario), 0.0),
        _ => panic!("{words:?}"),
    }
    let (sheet, choice) = (shown(player, *cycle), sheet_of(scenario));
    let drawn = |drawing: Option<Drawing<'_>>| {
        drawing
            .map_or_else(String::new, |drawing| format!("{}: {:?} {:?}", drawing.number, drawing.picked, drawing.laid))
    };
    let of = |id| sheet.has(id, "data-cycle").unwrap_or_default();
    let told = vec![
        ("cycles", [of("caption"), of("pair-caption")].join(" ")),
        (
            "scrub",
            format!(
                "{} of {}",
                sheet.valued("scrub").unwrap_or_default(),
                sheet.has("scrub", "max").unwrap_or_default()
            ),
        ),
        ("said", sheet.said("pair-said")),
        ("own", drawn(player.drawing(at(*cycle)))),
        ("other", drawn(player.drawing_beside(at(*cycle)))),
        ("choice", seen(&choice, &["pair-*", "stage-name", "body"])),
    ];
    (String::new(), told)
}

#[test]
fn two_networks_share_clock_choice_and_zoom() {
    let scripts = "
        another network: open #v=2&system=kary-ncube&k=4&n=2&vcs=3&flits=16&load=0.012&beside=1&pin=k:5; settle 300; pick message; \
            settle 300
        another injection: open #v=2&system=torus-broadcast&k=4&scene=point&load=0.01&beta=0.05&beside=1&pin=injection:injfree; \
            settle 300; pick message; settle 300
        another cube: open #v=2&system=hypercube-slotted&n=4&load=0.05&beside=1&pin=n:5; settle 300; pick message; settle 300
        other bursts: open #v=2&system=hypercube-mmpp&n=4&load=0.03&beside=1&pin=hurst:0.6; settle 300; pick message; settle 300
        # The shorter one has ended; the longer one goes on, and both can be gone through.
        one broadcast draws no messages: open #v=2&system=torus-broadcast&k=4&flits=4&scene=broadcast&orient=fixed&beside=1&pin=flits:8; \
            settle 9; settle 30
        a node is marked in both and the zoom is the same: settle 300; narrow; pick 5; zoom 2
        what cannot be drawn says why: open #v=2&system=torus-broadcast&k=4&scene=broadcast&reading=refined&beside=1&pin=n:3; settle 10
        another model is no other network: open #v=2&system=kary-ncube&vcs=3&pin=vcs:7&pin=vcs:3,reading:flow&pin=flits:8&beside=3
        no pin that is seen to differ: open #v=2&system=kary-ncube&vcs=3&pin=vcs:3,reading:flow&beside=1
        # Another companion has another number, so that it is drawn anew.
        what was beside leaves nothing behind: settle 200; alone; settle 200; again; settle 200
    ";
    let start = || {
        let (player, scenario) = pair(CUBE);
        (player, scenario, 0)
    };
    scripts::tell("two networks", scripts, start, act);
}
