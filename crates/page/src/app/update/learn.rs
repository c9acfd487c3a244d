//! Reactions to lessons, gallery and worksheets.

use super::{at_once, edit};
use crate::{
    app::{message::EditMessage, state::State},
    learn::{
        gallery::GalleryAction,
        handout,
        lesson::{self, LessonAction, end},
        message::LearnMessage,
        vote::{Then, VoteAction},
    },
    prelude::*,
};

pub(super) fn update(state: &mut State, message: LearnMessage, clock: &dyn Fn() -> f64, effects: &mut Vec<Effect>) {
    match message {
        LearnMessage::Lesson(action) => lesson(state, action, clock, effects),
        LearnMessage::Vote(action) => vote(state, action, clock, effects),
        LearnMessage::Kept(words) => state.progress.add(&words),
        LearnMessage::Gallery(action) => gallery(state, action, effects),
        LearnMessage::Handout(name) => {
            if let Some(next) = handout::named(&name) {
                edit::visit(state, next, effects);
                at_once(state, clock, effects);
                effects.extend([Effect::Close("gallery"), Effect::Focus("paper-title".into())]);
            }
        }
    }
}

fn lesson(state: &mut State, action: LessonAction, clock: &dyn Fn() -> f64, effects: &mut Vec<Effect>) {
    let present = *state.scenario();
    match action {
        LessonAction::Open(slug) => open(state, &slug, clock, effects),
        LessonAction::Next => {
            if let Some(next) = flitscope::lesson::ended(&present).as_deref().and_then(end::next) {
                open(state, &next.slug, clock, effects);
            }
        }
        LessonAction::Slide(false) => lesson(state, LessonAction::Step(-1), clock, effects),
        LessonAction::Slide(true) => match lesson::right_answer(&present) {
            Some(answer) if answer.is_finite() => {
                let text = answer.to_string();
                edit::update(state, EditMessage::Put { key: Key::Answer, text, moving: false }, clock, effects);
            }
            Some(_) => lesson(state, LessonAction::Compare, clock, effects),
            None => lesson(state, LessonAction::Step(1), clock, effects),
        },
        LessonAction::Step(by) => {
            if let Some(next) = state.lessons.step(&present, by) {
                edit::visit(state, next, effects);
                at_once(state, clock, effects);
                effects.extend([Effect::ScrollTo("lesson-title"), Effect::Focus("lesson-title".into())]);
            }
        }
        LessonAction::Sketch(handle, hundredths) => {
            state.lessons.sketch.put(handle, hundredths);
            state.stale.chart = true;
        }
        LessonAction::Compare => {
            if let Some(next) = state.lessons.compare(&present) {
                edit::advance(state, edit::seen(next, &present), None, effects);
                state.open();
                // The button that was pressed is gone.
                effects.extend([Effect::Focus("lesson-next".into()), Effect::ScrollTo("lesson-reveal")]);
            }
        }
        LessonAction::Run(index) => {
            if let Some(next) = lesson::repeated(&present, index) {
                edit::advance(state, next, None, effects);
                state.simulation.follow(&next, clock(), effects);
                state.simulation.repeat(clock(), effects);
                state.stale.chart = true;
            }
        }
        LessonAction::Try(change) => change_task(state, &change, effects),
        LessonAction::Leave => {
            // The lesson continues at this step later.
            let keys = [Key::Lesson, Key::Step, Key::Answer, Key::Paper];
            let next = keys.iter().fold(present, |scenario, key| scenario.reset(*key, &mut Vec::new()));
            edit::advance(state, next, None, effects);
            effects.push(Effect::Focus("lessons".into()));
        }
    }
}

/// Tries a change of the task at the end of a lesson, or takes all others back.
fn change_task(state: &mut State, change: &str, effects: &mut Vec<Effect>) {
    let present = *state.scenario();
    let Some((lesson, task)) = flitscope::lesson::task(&present) else { return };
    let Some(next) = task.changed(&present, change) else { return };
    state.problems.clear();
    edit::advance(state, next, None, effects);
    if change.is_empty() {
        // The button that was pressed is gone.
        effects.push(Effect::Focus("lesson-title".into()));
    } else {
        state.try_task(&lesson, &task, &present);
    }
    edit::begin_animation(state, &present, effects);
}

fn vote(state: &mut State, action: VoteAction, clock: &dyn Fn() -> f64, effects: &mut Vec<Effect>) {
    let present = *state.scenario();
    if action == VoteAction::Save
        && let Some((name, text)) = state.vote.table(&present, &state.results)
    {
        effects.push(Effect::Download { name, kind: "text/csv", text });
    }
    match state.vote.act(action, &present, clock()) {
        Some(Then::Answer) => lesson(state, LessonAction::Slide(true), clock, effects),
        Some(Then::Ask) => {
            if let Some((lesson, step)) = flitscope::lesson::at(&present) {
                let next = flitscope::lesson::scene_of(&lesson, step, 0.0);
                edit::advance(state, edit::seen(next, &present), None, effects);
                state.open();
            }
        }
        Some(Then::Step(by)) => lesson(state, LessonAction::Step(by), clock, effects),
        None => {}
    }
    state.show_vote(clock(), effects);
}

fn open(state: &mut State, slug: &str, clock: &dyn Fn() -> f64, effects: &mut Vec<Effect>) {
    if let Some(next) = state.lessons.open(slug) {
        edit::visit(state, next, effects);
        // A focused element must exist, and a dialog that closes returns the focus to the element that opened it.
        at_once(state, clock, effects);
        effects.extend([Effect::Close("gallery"), Effect::Focus("lesson-title".into())]);
    }
}

fn gallery(state: &mut State, action: GalleryAction, effects: &mut Vec<Effect>) {
    let (opens, moves) = (action == GalleryAction::Open, matches!(action, GalleryAction::Tab(_)));
    let read = (state.progress, state.lessons.left());
    effects.push(Effect::Write(state.gallery.look(action, read, (state.history.present(), &state.base))));
    if opens {
        effects.extend([Effect::Open("gallery"), Effect::Focus("gallery-words".into())]);
    }
    if moves {
        effects.push(Effect::Focus(state.gallery.tab().into()));
    }
}
