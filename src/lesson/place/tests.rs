//! Steps as links open them.

use super::*;
use crate::{lesson::all, scenario::Pins};

/// The keys in which the scene of a question may differ from that of its answer.
const SEEN: [Key; 7] = [Key::Cycle, Key::Follow, Key::Beside, Key::Show, Key::Heat, Key::Auto, Key::Hurst];

fn steps() -> impl Iterator<Item = (Arc<Lesson>, usize)> {
    all().iter().flat_map(|lesson| (0..lesson.steps.len()).map(move |index| (lesson.clone(), index)))
}

#[test]
fn links_open_the_scenes_that_they_opened_when_lessons_were_code() {
    let text = include_str!("../../../tests/regression/lessons.txt");
    let mut seen = 0;
    for line in text.lines().skip(1) {
        let mut parts = line.splitn(3, ' ');
        let (slug, step, link) =
            (parts.next().expect("a slug"), parts.next().expect("a step"), parts.next().expect("a link"));
        let lesson = of(slug).expect("a lesson");
        let index = step.parse().unwrap_or(lesson.steps.len() + 1);
        let (before, now) =
            (link::parse(link).scenario, parse(&format!("#v=2&lesson={slug}&step={index}&answer=1")).scenario);
        let place = [Key::Lesson, Key::Step, Key::Answer];
        let keys = before
            .system()
            .params()
            .iter()
            .map(|row| row.key)
            .filter(|key| !place.contains(key) && !SEEN.contains(key));
        assert_eq!(before.system(), now.system(), "{line}");
        keys.for_each(|key| assert_eq!(before.get(key), now.get(key), "{line}: {}", key.name()));
        seen += 1;
    }
    assert_eq!(seen, steps().count() + 16);
}

#[test]
fn a_link_that_names_a_step_alone_opens_its_scene() {
    let mut others = 0;
    for (lesson, index) in steps() {
        let own = lesson.steps[index].scene();
        for version in ["", "v=2&"] {
            let link = format!("#{version}lesson={}&step={}", lesson.slug, index + 1);
            let Parsed { scenario, problems } = parse(&link);
            assert_eq!((problems, *scenario.pins()), (vec![], Pins::default()), "{link}");
            let asked = lesson.steps[index].asks();
            assert_eq!(asks(&scenario), asked, "{link}");
            assert!(!asked || scenario == scene_of(&lesson, index, 0.0), "{link}");
            assert_eq!(scenario.system(), own.system(), "{link}");
            let place = [Key::Lesson, Key::Step, Key::Answer].into_iter().chain(SEEN);
            let keys =
                own.system().params().iter().map(|row| row.key).filter(|key| !place.clone().any(|other| other == *key));
            keys.for_each(|key| assert_eq!(scenario.get(key), own.get(key), "{link}: {}", key.name()));
            others += usize::from(scenario.set(Key::Cycle, 0.0) != link::parse(&link).scenario);
        }
    }
    assert_eq!(others, 2 * steps().count(), "the scene is not the one that the page opens");
}

#[test]
fn an_answer_in_the_link_brings_what_is_compared_and_its_moment() {
    let parsed = parse("#lesson=more-channels&answer=3");
    let own = all()[4].steps[0].scene();
    assert_eq!(parsed.scenario.pins(), own.pins());
    for key in SEEN {
        assert_eq!(parsed.scenario.get(key), own.get(key), "{}", key.name());
    }
}

#[test]
fn what_a_link_names_counts_and_the_step_gives_the_rest() {
    let parsed = parse("#lesson=more-channels&step=3&vcs=5&tab=data");
    let values = [Key::Vcs, Key::K, Key::N].map(|key| parsed.scenario.count(key));
    assert_eq!((values, parsed.scenario.chosen(Key::Select)), ([5, 8, 2], "spread"));
    assert_eq!(parsed.scenario.chosen(Key::Tab), "data");
    let symbol = parse("#lesson=more-channels&step=3&V=5");
    assert_eq!(symbol.scenario, parsed.scenario.reset(Key::Tab, &mut Vec::new()));
    let other = parse("#v=2&system=banyan-multicast&lesson=more-channels&step=2");
    assert_eq!(other.scenario.system().key(), "banyan-multicast");
    assert_eq!(parse("#v=2&k=5"), link::parse("#v=2&k=5"), "no lesson, nothing else");
}

#[test]
fn a_link_in_a_lesson_opens_as_it_was_left() {
    for (lesson, index) in steps() {
        for answer in [0.0, 1.0] {
            let scene = scene_of(&lesson, index, answer);
            let system = scene.system();
            let opening = Scenario::opening(system);
            // Settings that the step changed and the reader has reset.
            let back = system.params().iter().filter(|row| scene.get(row.key) != opening.get(row.key));
            let place = [Key::Lesson, Key::Step, Key::Answer];
            let back = back.filter(|row| !place.contains(&row.key));
            let left = back.map(|row| scene.reset(row.key, &mut Vec::new()));
            for scenario in left.chain([scene, scene.set(Key::Seed, 7.0), scene.set(Key::Speed, 2.0)]) {
                for scenario in [scenario, scenario.with_pins(Pins::default())] {
                    let link = write(&scenario);
                    assert_eq!(parse(&link).scenario, scenario, "{link}");
                    assert_eq!(link::parse(&link).scenario, scenario, "who knows no lessons reads the same: {link}");
                    assert!(link.len() < 500, "{link}");
                }
            }
        }
    }
}
