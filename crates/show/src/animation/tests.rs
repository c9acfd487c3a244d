//! Properties of every animation.

mod runs;
mod trail;

use super::*;
use flitscope::scenario::link;
use std::collections::BTreeMap;

/// One of each kind, with much going on.
pub(super) const ALL: [&str; 18] = [
    "system=torus-broadcast&k=5&flits=20&source=6",
    "system=torus-broadcast&k=6&flits=12&load=0.02&background=1",
    "system=torus-broadcast&scene=point&k=4&load=0.02&seed=3&cycles=2000",
    "system=kary-ncube&n=2&k=5&load=0.012&seed=3&cycles=2000",
    "system=kary-ncube&n=4&k=2&load=0.03&seed=3&cycles=2000",
    "system=hypercube-slotted&n=3&load=0.2&policy=redraw&seed=3&cycles=2000",
    "system=hypercube-slotted&n=6&load=0.1&order=rotate&seed=3&cycles=2000",
    "system=hypercube-mmpp&n=5&vcs=1&flits=16&load=0.02&seed=3&cycles=2000",
    "system=banyan-multicast&n=4",
    "system=banyan-multicast&n=4&start=early&to=1,2,9",
    "system=banyan-multicast&scene=deadlock&seed=2",
    "system=banyan-multicast&scene=deadlock&packets=three&arbitration=upper",
    "system=banyan-multicast&scene=point&n=4&fanout=4&seed=3",
    "system=torus-broadcast&k=4&vcs=4&flits=4&load=0.2&background=1&orient=fixed",
    "system=banyan-multicast&n=2&fanout=2&seed=1",
    "system=banyan-multicast&n=4&to=4",
    "system=banyan-multicast&scene=deadlock&arbitration=upper",
    "system=banyan-multicast&scene=deadlock&packets=three&arbitration=upper&release=together",
];

/// More runs, with much blocking or loss, and with long queues.
const MORE: [&str; 6] = [
    "system=hypercube-mmpp&n=4&vcs=2&flits=16&load=0.05&cycles=2000&seed=3",
    "system=hypercube-slotted&n=4&load=0.15&cycles=2000&seed=3",
    "system=hypercube-slotted&n=4&load=0.15&policy=sticky&cycles=2000&seed=3",
    "system=banyan-multicast&scene=point&n=3&fanout=4&multicast=1&load=3&cycles=1000",
    "system=banyan-multicast&scene=point&n=1&fanout=1&cycles=1000",
    "system=kary-ncube&n=1&k=8&load=0.06&escape=off&cycles=2000",
];

fn animation(fragment: &str) -> Box<dyn Animation> {
    let parsed = link::parse(fragment);
    assert!(parsed.problems.is_empty(), "{:?}", parsed.problems);
    let mut animation = of(&parsed.scenario).expect("it is drawn");
    while !animation.ready() {
        animation.advance(16);
    }
    animation
}

#[test]
fn a_frame_and_its_words_are_the_same_whichever_way_they_are_reached() {
    for fragment in ALL {
        let mut straight = animation(fragment);
        let mut seen = vec![(straight.frame(0, None), straight.caption(0, None))];
        while seen.len() <= 200 && straight.recorded() < 200 {
            straight.advance(1);
            seen.push((straight.frame(u32::MAX, None), straight.caption(u32::MAX, None)));
            if straight.ended() {
                break;
            }
        }
        let last = straight.recorded();
        let mut scrubbed = animation(fragment);
        scrubbed.advance(last);
        for cycle in (0..=last).rev().chain((0..150).map(|step| step * 7919 % (last + 1))).chain(0..=last) {
            let mut again = (scrubbed.frame(cycle, None), scrubbed.caption(cycle, None));
            // A circle is named before it closes once it is recorded that it does.
            again.0.deadlock = again.0.deadlock.filter(|deadlock| deadlock.closed <= cycle);
            assert_eq!(again, seen[cycle as usize], "{fragment}, cycle {cycle}");
        }
        assert_eq!(scrubbed.frame(last + 1000, None), seen[last as usize].0);
        assert_eq!(scrubbed.phases(), straight.phases());
        let log = |of: &dyn Animation| (0..of.logged(u32::MAX)).map(|place| of.line(place)).collect::<Vec<_>>();
        assert_eq!(log(scrubbed.as_ref()), log(straight.as_ref()), "{fragment}");
    }
}

/// The hash of a text, by FNV-1a.
pub(crate) fn digest(text: &str) -> String {
    let add = |digest: u64, byte: u8| (digest ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    format!("{:016x}", text.bytes().fold(0xcbf2_9ce4_8422_2325, add))
}

/// Frames, captions, the log, and at some cycles every item: what the simulators say, as the other tests of a system compare it.
#[test]
fn frames_and_all_that_is_said_of_them_stay_as_they_are() {
    crate::blessed::words("digests of animations", ALL.iter().chain(&MORE), |fragment| {
        let mut animation = animation(fragment);
        animation.advance(300);
        let info = animation.info();
        let (nodes, links) = (0..info.layout.nodes.len() as u32, 0..info.layout.links.len() as u32);
        let mut all = format!("{info:?} {:?} {}", animation.phases(), animation.extent(7, true));
        (0..=animation.logged(u32::MAX)).for_each(|place| all += &animation.line(place));
        for cycle in 0..=animation.recorded() {
            let frame = animation.frame(cycle, None);
            all += &format!("{frame:?} {:?} {}", animation.caption(cycle, None), animation.logged(cycle));
            if cycle % 30 != 0 && cycle != animation.recorded() {
                continue;
            }
            let messages = frame.lanes.iter().map(|lane| Item::Message(lane.message));
            for item in nodes.clone().map(Item::Node).chain(links.clone().map(Item::Link)).chain(messages) {
                let picked = animation.frame(cycle, Some(item));
                let said = (animation.caption(cycle, Some(item)).text, animation.describe(cycle, item));
                all += &format!("{said:?} {:?} {:?}", picked.candidates, picked.followed);
            }
            for node in nodes.clone() {
                all += &format!("{:?}", animation.action(node));
            }
        }
        (digest(&all), animation.caption(u32::MAX, None).text)
    });
}

/// Every clause that an animation says, in captions, labels, the log and of items, once for all numbers.
#[test]
fn every_form_of_a_clause_is_said_as_it_was() {
    let mut forms: BTreeMap<String, String> = BTreeMap::new();
    let mut say = |text: &str| {
        for clause in text.replace("; ", ". ").replace(", ", ". ").split(". ") {
            let mut form: Vec<char> = clause.chars().map(|c| if c.is_ascii_digit() { '#' } else { c }).collect();
            form.dedup_by(|one, next| one == next && *one == '#');
            forms.entry(form.into_iter().collect()).or_insert_with(|| clause.into());
        }
    };
    for fragment in ALL.iter().chain(&MORE) {
        let mut animation = animation(fragment);
        while animation.recorded() < 3000 && !animation.advance(100) {}
        let layout = animation.layout();
        let (nodes, links) = (0..layout.nodes.len() as u32, 0..layout.links.len() as u32);
        say(&animation.info().title);
        say(&animation.extent(7, false));
        animation.phases().iter().for_each(|phase| say(&phase.mark.title()));
        (0..animation.logged(u32::MAX)).for_each(|place| say(&animation.line(place)));
        let last = animation.recorded();
        for cycle in (0..=last).filter(|cycle| *cycle < 200 || cycle % 100 == 0 || *cycle == last) {
            let (frame, Caption { text, numbers }) = (animation.frame(cycle, None), animation.caption(cycle, None));
            [text, numbers].iter().for_each(|text| say(text));
            frame.followed.iter().flat_map(|followed| [&followed.title, &followed.words]).for_each(|text| say(text));
            let messages = frame.lanes.iter().map(|lane| Item::Message(lane.message));
            let items = nodes.clone().map(Item::Node).chain(links.clone().map(Item::Link)).chain(messages);
            for item in items.chain((0..5).map(Item::Message)).filter(|_| cycle % 10 == 0) {
                say(&animation.describe(cycle, item));
                say(&animation.caption(cycle, Some(item)).text);
            }
        }
    }
    crate::blessed::words("clauses of animations", forms.keys(), |form| &forms[form]);
}

#[test]
fn phases_and_events_are_in_order_and_every_sentence_ends() {
    for fragment in ALL {
        let mut animation = animation(fragment);
        animation.advance(300);
        let (recorded, clock) = (animation.recorded(), animation.terms().clock);
        assert!(
            !animation.phases().is_empty() && animation.phases().windows(2).all(|pair| pair[0].cycle <= pair[1].cycle)
        );
        let all = animation.logged(u32::MAX);
        assert!(all > 0 && animation.logged(recorded) == all, "{fragment}");
        let cycles = (0..=recorded).map(|cycle| animation.logged(cycle));
        assert!(cycles.collect::<Vec<_>>().windows(2).all(|pair| pair[0] <= pair[1]));
        for place in (0..all).step_by(7) {
            let line = animation.line(place);
            let (time, said) = line.split_once(": ").expect("a time");
            assert!(time.starts_with(clock) && said.ends_with('.') && !said.ends_with(".."), "{fragment}: {line}");
            assert!(said.chars().next().is_some_and(|first| !first.is_lowercase()), "{fragment}: {line}");
        }
        assert_eq!(animation.line(all), "");
        for cycle in (0..=recorded).step_by(11) {
            let Caption { text, numbers } = animation.caption(cycle, None);
            assert!(text.starts_with(&format!("{clock} {cycle}: ")) && text.ends_with('.'), "{fragment}: {text}");
            assert!(numbers.is_empty() || numbers.ends_with('.'), "{fragment}: {numbers}");
        }
        assert!(animation.extent(0, true).ends_with(" Preparing a new recording."), "{fragment}");
    }
}

#[test]
fn the_same_seed_gives_the_same_recording_and_another_another() {
    for fragment in ALL.iter().filter(|fragment| fragment.contains("load=") || fragment.contains("scene=point")) {
        let without = fragment.split('&').filter(|part| !part.starts_with("seed=")).collect::<Vec<_>>().join("&");
        let frames = [1, 1, 2].map(|seed| {
            let mut animation = animation(&format!("{without}&seed={seed}"));
            animation.advance(80);
            (0..=80).map(|cycle| animation.frame(cycle, None)).collect::<Vec<_>>()
        });
        assert_eq!(frames[0], frames[1], "{fragment}");
        assert_ne!(frames[0], frames[2], "{fragment}");
    }
}
