//! The reaction to each message: the only way in which the page changes.
//!
//! One file per group of [`Message`], each with an `update` that names every variant: one without a reaction does not compile.

#![cfg_attr(not(test), deny(clippy::wildcard_enum_match_arm))]

mod ask;
mod chart;
mod edit;
mod learn;
mod page;
mod play;
mod print;
mod run;
mod share;

pub use edit::{RATES, reopen};

use super::{message::Message, render::render, state::State};
use crate::{learn::progress::PROGRESS, prelude::*, questions};

/// Applies a message to the state; returns the effects, to be performed in this order. `clock` returns milliseconds.
pub fn update(state: &mut State, message: Message, clock: &dyn Fn() -> f64) -> Vec<Effect> {
    let (before, automatic) = (*state.scenario(), state.simulation.is_automatic());
    let mut effects = Vec::new();
    dispatch(state, message, clock, &mut effects);
    let after = *state.scenario();
    if after != before && state.progress.follow(&after, state.lessons.is_solved(&after)) {
        effects.push(Effect::Remember { name: PROGRESS, word: state.progress.words() });
    }
    if after != before {
        effects.extend(state.lessons.keep(&after));
        state.simulation.follow_pins(&after, clock(), &mut effects);
    }
    let open = [questions::ASK, questions::CHANNELS].map(|part| state.is_open(part));
    state.questions.follow(&after, open, &mut state.simulation.store, clock(), &mut effects);
    let moved = state.simulation.follow(&after, clock(), &mut effects);
    state.stale.chart |= moved;
    let asks = moved || after.get(Key::Load) != before.get(Key::Load) || !automatic;
    if asks && state.simulation.is_automatic() {
        state.simulation.begin(&mut effects);
    }
    if state.is_stale() {
        effects.push(Effect::Frame);
    }
    effects
}

fn dispatch(state: &mut State, message: Message, clock: &dyn Fn() -> f64, effects: &mut Vec<Effect>) {
    match message {
        Message::Edit(message) => edit::update(state, message, clock, effects),
        Message::Play(message) => play::update(state, message, effects),
        Message::Run(message) => run::update(state, message, clock, effects),
        Message::Chart(message) => chart::update(state, message, effects),
        Message::Learn(message) => learn::update(state, message, clock, effects),
        Message::Share(message) => share::update(state, message, effects),
        Message::Ask(message) => ask::update(state, message, clock, effects),
        Message::Page(message) => page::update(state, message, clock, effects),
        Message::At(address, message) => {
            if state.controls.is_open(address) {
                dispatch(state, *message, clock, effects);
            }
        }
    }
}

/// Draws the frame at once, at any cost.
fn at_once(state: &mut State, clock: &dyn Fn() -> f64, effects: &mut Vec<Effect>) {
    state.moved = f64::NEG_INFINITY;
    render(state, clock(), clock, effects);
}

fn fragment(state: &State) -> String {
    format!("#{}", lesson::write(&state.linked()))
}

/// Adds a step to the browser's history, from the address of the scene that has been left, if this one has another.
fn visited(state: &State, left: String, effects: &mut Vec<Effect>) {
    let there = fragment(state);
    if there != left {
        effects.extend([Effect::Address(left), Effect::Visit(there), state.title()]);
    }
}

#[cfg(test)]
mod tests;
