//! A lesson: asked before anything is seen, answered, seen, left and found again.

use super::*;
use crate::{
    lesson::{self, Question},
    page::{edit, lesson::Doing},
};

fn learn(bench: &mut Bench, doing: Doing) {
    bench.send(Message::Lesson(doing));
    bench.settle();
}

#[test]
fn all_lessons_are_played_to_their_end() {
    for lesson in lesson::ALL {
        let mut bench = Bench::new("");
        learn(&mut bench, Doing::Open(lesson.slug.into()));
        for (index, step) in lesson.steps.iter().enumerate() {
            let place = format!("step {} of {}", index + 1, lesson.steps.len());
            assert!(bench.said("lesson-title").ends_with(&place), "{}", bench.said("lesson-title"));
            assert_eq!(bench.said("lesson-text"), step.text);
            assert_eq!(bench.sheet.classed("body", "asks"), Some(true), "{}", lesson.slug);
            assert_eq!(bench.sheet.shows("lesson-reveal"), Some(false), "nothing is seen before it is asked");
            match step.question {
                Question::Choice { right, .. } => bench.put(Key::Answer, &(right() + 1).to_string()),
                Question::Number { .. } => bench.put(Key::Answer, "12"),
                Question::Draw { .. } => learn(&mut bench, Doing::Compare),
            }
            bench.settle();
            assert_eq!(bench.said("lesson-reveal"), (step.reveal)(), "{}", lesson.slug);
            assert_eq!(bench.sheet.classed("body", "asks"), Some(false));
            if let Question::Choice { .. } = step.question {
                assert!(bench.said("lesson-question").contains("aria-pressed=\"true\""), "{}", lesson.slug);
                assert_eq!(bench.said("lesson-question").matches("<b>right</b>").count(), 1);
            }
            // A link in the middle opens the step with its answer.
            let link = link::write(bench.state.scenario());
            let again = Bench::new(&format!("#{link}"));
            assert_eq!(again.said("lesson-reveal"), bench.said("lesson-reveal"), "{link}");
            learn(&mut bench, Doing::Step(1));
        }
    }
}

#[test]
fn a_curve_is_drawn_before_it_is_seen() {
    let mut bench = Bench::new("");
    learn(&mut bench, Doing::Open("end".into()));
    assert_eq!(bench.drawn, (0, 0), "the axes alone");
    assert_eq!(bench.said("sketch").matches("<circle").count(), 5);
    for (place, height) in [("sketch-0", "31"), ("sketch-4", "99")] {
        let message = edit::changed(place, edit::Form::Slider, height.into(), true).expect("a place of the curve");
        bench.send(message);
    }
    bench.settle();
    learn(&mut bench, Doing::Compare);
    assert_eq!(bench.get(Key::Answer), 9_930_303_031.0, "two digits for each of five places, the last one first");
    assert!(bench.drawn >= (2, 2), "{:?}", bench.drawn);
    assert!(bench.said("lesson-question").contains("Your curve parts most from the model at λ = "));
    assert!(bench.said("sketch").contains("<polyline"), "the guess stays");
}

#[test]
fn a_lesson_that_is_left_is_found_where_it_was_and_the_scene_stays() {
    let mut bench = Bench::new("#v=2&k=9&load=0.002");
    learn(&mut bench, Doing::Open("more-channels".into()));
    learn(&mut bench, Doing::Step(1));
    let scene = *bench.state.scenario();
    learn(&mut bench, Doing::Leave);
    assert_eq!(bench.sheet.shows("lesson"), Some(false));
    assert_eq!(bench.state.scenario().chosen(Key::Select), scene.chosen(Key::Select));
    learn(&mut bench, Doing::Open("more-channels".into()));
    assert!(bench.said("lesson-title").ends_with("step 2 of 2"), "{}", bench.said("lesson-title"));
    learn(&mut bench, Doing::Step(1));
    assert!(bench.said("lesson-title").ends_with("step 2 of 2"), "there is no third");
    // Undo goes back through the scenes, to the one before the lesson.
    for _ in 0..4 {
        bench.send(Message::Undo);
        bench.settle();
    }
    assert_eq!(bench.state.scenario().count(Key::K), 9);
}

#[test]
fn nothing_is_simulated_by_itself_before_the_answer() {
    let mut bench = Bench::live("");
    learn(&mut bench, Doing::Open("who-waits".into()));
    bench.wait(2_000.0);
    assert!(bench.jobs.is_empty(), "{:?}", bench.jobs);
    bench.put(Key::Answer, "2");
    bench.wait(2_000.0);
    assert!(!bench.jobs.is_empty());
}

#[test]
fn a_step_that_a_lesson_does_not_have_is_its_last() {
    let bench = Bench::new("#v=2&system=banyan-multicast&lesson=proof&step=9");
    assert!(bench.said("lesson-title").ends_with("step 2 of 2"), "{}", bench.said("lesson-title"));
    let bench = Bench::new("#v=2&lesson=nonsense");
    assert_eq!(bench.sheet.shows("lesson"), Some(false));
    assert!(bench.said("notices").contains("data-key=\"lesson\""), "{}", bench.said("notices"));
}
