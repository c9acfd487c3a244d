//! Reactions to simulations and workers.

use super::{at_once, dispatch};
use crate::{
    app::{message::EditMessage, state::State},
    jobs::{message::RunMessage, store::StoreEvent},
    prelude::*,
};
use flitscope::{model::NoSolution, param::options::Auto};

pub(super) fn update(state: &mut State, message: RunMessage, clock: &dyn Fn() -> f64, effects: &mut Vec<Effect>) {
    let now = clock();
    match message {
        // Points would answer.
        RunMessage::Start | RunMessage::Again | RunMessage::Longer if lesson::asks(state.scenario()) => return,
        RunMessage::Start => start(state, true, clock, effects),
        RunMessage::Again => {
            dispatch(state, EditMessage::NewSeed.into(), clock, effects);
            start(state, true, clock, effects);
        }
        RunMessage::Longer => {
            let cycles = state.scenario().get(Key::Cycles);
            let needed = state.simulation.short().map_or(2.0 * cycles, |(needed, _)| needed as f64);
            let text = needed.max(cycles).to_string();
            dispatch(state, EditMessage::Put { key: Key::Cycles, text, moving: false }.into(), clock, effects);
            start(state, true, clock, effects);
        }
        RunMessage::Stop => state.simulation.end(now, effects),
        RunMessage::Clear => state.simulation.clear(now, effects),
        RunMessage::ForgetAll => effects.push(Effect::ForgetAll),
        RunMessage::Hidden(hidden) => state.simulation.hide(hidden, now, effects),
        RunMessage::Heard(worker, reply) => {
            let events = state.simulation.hear(worker, *reply, now, effects);
            note(state, events, now, effects);
        }
        RunMessage::Recalled(subject, text) => {
            if !text.is_some_and(|text| state.simulation.recall(&subject, &text)) {
                return;
            }
        }
        RunMessage::Recorded(runs) => {
            if !state.simulation.record(runs, now, effects) {
                return;
            }
        }
        RunMessage::Saved(runs) => state.simulation.set_storage_status(runs),
    }
    state.stale.chart = true;
}

/// Passes the news of the workers on to the questions.
pub(super) fn note(state: &mut State, events: Vec<StoreEvent>, now: f64, effects: &mut Vec<Effect>) {
    for event in events {
        state.questions.note(event, &mut state.simulation.store, now, effects);
    }
}

/// Simulates the scenario on the screen, as far as that has not been done; `asked` by the reader.
fn start(state: &mut State, asked: bool, clock: &dyn Fn() -> f64, effects: &mut Vec<Effect>) {
    // The loads are those of its own curve.
    let scenario = *state.scenario();
    state.simulation.follow(&scenario, clock(), effects);
    state.simulation.follow_pins(&scenario, clock(), effects);
    let long = matches!(model::choose(scenario.setup()).refusal(), Some(NoSolution::LongCurve(_)));
    if !state.is_solved() {
        at_once(state, clock, effects);
        state.stale.chart |= !long && state.results.advance(f64::INFINITY, clock);
    }
    if !state.results.is_whole() {
        // The sweep is asked for once more when there is a curve.
        return state.simulation.start(None, asked, clock(), effects);
    }
    // Up to the saturation load of the network, if a model has one.
    if let Some(curve) = state.results.network().or(state.results.main_curve()) {
        state.simulation.start(Some(&*curve.model), asked, clock(), effects);
        state.simulation.start_pins(&state.results, asked, clock(), effects);
    }
}

/// Begins with what is due without being asked: with the load shown while a model is still being solved, and with the sweep once it is.
pub(super) fn begin(state: &mut State, clock: &dyn Fn() -> f64, effects: &mut Vec<Effect>) {
    if !state.simulation.is_due() {
        return;
    }
    let asked = state.scenario().choice::<Auto>() == Auto::On;
    if state.is_solved() {
        start(state, asked, clock, effects);
    } else {
        state.simulation.start(None, asked, clock(), effects);
    }
    state.stale.chart = true;
}
