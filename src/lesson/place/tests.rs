//! Steps as links open them.

use super::*;
use crate::{lesson::all, scenario::Pins};

fn steps() -> impl Iterator<Item = (Arc<Lesson>, usize)> {
    all().iter().flat_map(|lesson| (0..lesson.steps.len()).map(move |index| (lesson.clone(), index)))
}

/// Of links with a step, an answer, an end, or other values: the scene, whether it asks, and the problems.
#[test]
fn a_link_opens_the_scene_of_its_step_but_for_what_it_names() {
    let place = |(lesson, index): (Arc<Lesson>, usize)| format!("lesson={}&step={}", lesson.slug, index + 1);
    let steps = steps().map(place).flat_map(|link| [format!("#{link}&answer=1"), link]);
    let ends = all().iter().map(|lesson| place((lesson.clone(), lesson.steps.len())));
    let others = [
        "#lesson=more-channels&answer=3",
        "#lesson=more-channels&step=3&vcs=5&tab=data",
        "#lesson=more-channels&step=3&V=5",
        "#v=2&system=banyan-multicast&lesson=more-channels&step=2",
        "#v=2&k=5",
    ];
    crate::blessed::words("scenes of lessons", steps.chain(ends).chain(others.map(String::from)), |link| {
        let Parsed { scenario, problems } = parse(&link);
        (link::write(&scenario), asks(&scenario), problems)
    });
}

#[test]
fn an_answer_brings_the_cycle_of_its_scene_and_without_one_the_reader_stays() {
    for (lesson, index) in steps() {
        let Some(scene) = lesson.steps[index].answered else { continue };
        let own = if scene.is_default(Key::Cycle) { 3 } else { scene.count(Key::Cycle) };
        let here = scene_of(&lesson, index, 1.0).set(Key::Cycle, 3.0);
        assert_eq!(answered(&here).expect("it is answered").count(Key::Cycle), own, "{}, {index}", lesson.slug);
    }
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
