//! The network of an answer shows the things that the answer names, in the first seconds.

use flitscope::{
    lesson::{self, LessonStep, Question},
    model::Countable,
    param::Key,
};
use flitscope_show::animation::{
    self,
    counted::Count,
    frame::{Frame, LaneTone, Layout},
};

/// Cycles of the first seven seconds.
const FIRST: u32 = 75;

/// How many there are in a frame.
type Seen = fn(&Layout, &Frame) -> u32;

/// Words of an answer, and the count that they name.
const WORDS: [(&[&str], Seen); 6] = [
    (&["blocked", "blocking"], |layout, frame| Count::of(Countable::Blocked, layout, frame).number),
    (&["wait", "queue", "at the source"], |layout, frame| {
        let blocked = Count::of(Countable::Blocked, layout, frame).number;
        Count::of(Countable::Waiting, layout, frame).number + blocked
    }),
    (&["at their source", "queues grow"], |layout, frame| Count::of(Countable::Waiting, layout, frame).number),
    (&["thousands of cycles"], |layout, frame| Count::of(Countable::Waiting, layout, frame).number / 100),
    (&["belongs to broadcasts"], |_, frame| {
        let moving =
            |copies| frame.lanes.iter().filter(|lane| lane.moved && (lane.tone == LaneTone::Copy) == copies).count();
        u32::from(moving(true) > moving(false))
    }),
    (&["broadcast"], |_, frame| frame.lanes.iter().filter(|lane| lane.tone == LaneTone::Copy).count() as u32),
];

/// The question and all of its answer.
fn said(step: &LessonStep) -> String {
    let right = match &step.question {
        Question::Choice { options, right, .. } => &options[*right].words,
        _ => "",
    };
    let parts = step.bars.iter().flat_map(|bar| &bar.parts).map(|(name, ..)| name.as_str());
    [step.question.ask(), right, &step.cause].into_iter().chain(parts).collect::<Vec<_>>().join(" ").to_lowercase()
}

#[test]
fn what_an_answer_counts_is_there_in_the_first_seconds() {
    let mut missing = Vec::new();
    for lesson in lesson::all() {
        for (index, step) in lesson.steps.iter().enumerate().filter(|(_, step)| step.stage.is_none()) {
            let (words, scene) = (said(step), step.scene());
            let asked: Vec<_> =
                WORDS.iter().filter(|(names, _)| names.iter().any(|name| words.contains(name))).collect();
            if asked.is_empty() {
                continue;
            }
            let from = [scene, step.asked].map(|scene| scene.count(Key::Cycle)).into_iter().find(|cycle| *cycle > 0);
            let from = from.unwrap_or(0);
            let mut animation = animation::of(&scene).expect("it is animated");
            while !animation.ready() || animation.recorded() < from + FIRST && !animation.ended() {
                animation.advance(256);
            }
            let frames: Vec<_> = (from..=from + FIRST).map(|cycle| animation.frame(cycle, None)).collect();
            for (names, count) in asked {
                let counts = frames.iter().map(|frame| count(animation.layout(), frame));
                let there = counts.filter(|count| *count > 0).count();
                if there * 10 < frames.len() {
                    missing.push(format!("{} {}, from {from}: {names:?} in {there}", lesson.slug, index + 1));
                }
            }
        }
    }
    assert_eq!(missing, Vec::<String>::new());
}
