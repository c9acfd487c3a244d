//! Reactions to transport, pointer and keys of the animation.

use super::{edit, fragment, visited};
use crate::{
    app::{render::show_cycle, state::State},
    player::{
        message::PlayMessage,
        panels::moments::{Entered, Moment},
        stage::pointer::Gesture,
    },
    prelude::*,
};

pub(super) fn update(state: &mut State, message: PlayMessage, effects: &mut Vec<Effect>) {
    let cycle = state.scenario().count(Key::Cycle);
    let player = &mut state.player;
    let (mut next, mut action, mut seen) = (None, None, true);
    if matches!(message, PlayMessage::Toggle | PlayMessage::Restart) {
        effects.push(Effect::After(Timer::Address));
    }
    match message {
        PlayMessage::MomentAt(index) => {
            let moment = Moment::of(state.scenario().system()).get(index);
            return moment.into_iter().for_each(|moment| enter(state, *moment, effects));
        }
        PlayMessage::Moment(moment) => return enter(state, moment, effects),
        PlayMessage::Cure => {
            if let Some(closed) = player.closed() {
                let cure = Moment::cure(state.scenario(), closed);
                edit::advance(state, cure, None, effects);
                state.go_on();
            }
            return;
        }
        PlayMessage::Toggle => next = player.toggle(cycle),
        PlayMessage::Restart => next = Some(player.restart()),
        PlayMessage::Step(steps) => next = Some(player.step(cycle, steps)),
        PlayMessage::Mark { forward } => next = player.jump(cycle, forward),
        PlayMessage::Seen(seen) => player.unseen = !seen,
        PlayMessage::Zoom(factor) => player.zoom(factor, None),
        PlayMessage::Fit => player.fit(),
        PlayMessage::Walk { toward, links } => player.walk(toward, links),
        PlayMessage::Gesture(Gesture::Pan(by)) => player.pan(by),
        PlayMessage::Gesture(Gesture::Zoom(factor, about)) => player.zoom(factor, Some(about)),
        // A pointer that moves over nothing new needs no picture.
        PlayMessage::Gesture(Gesture::Point(place)) => seen = player.point(place),
        PlayMessage::Gesture(Gesture::Click { place, touch }) => action = player.click(place, touch),
        PlayMessage::Act => action = player.act(),
        // First the item, then the open node.
        PlayMessage::Leave if player.selection.picked.is_none() && player.inside().is_some() => {
            return open(state, None, effects);
        }
        PlayMessage::Leave => player.selection.leave(),
        PlayMessage::Open(node) => action = Some((Key::Open, f64::from(node))),
        PlayMessage::Symbol(symbol) => seen = state.symbols.point(symbol),
        PlayMessage::PickSymbol(symbol) => {
            if state.symbols.pick(symbol) {
                effects.push(Effect::ScrollTo("stage-frame"));
            }
        }
    }
    state.stale.animation |= seen;
    if let Some(cycle) = next {
        show_cycle(state, cycle, effects);
    }
    if let Some((Key::Open, node)) = action {
        open(state, Some(node), effects);
    } else if let Some((key, value)) = action {
        let scenario = state.scenario().set(key, value).set(Key::Cycle, 0.0);
        edit::advance(state, scenario, None, effects);
    }
}

fn enter(state: &mut State, moment: Moment, effects: &mut Vec<Effect>) {
    let present = *state.scenario();
    let before = state.entered.take().and_then(|entered| entered.back(&present));
    let from = before.unwrap_or(present);
    let entered = Entered { from, to: moment.enter(&from) };
    edit::advance(state, entered.to, None, effects);
    state.entered = (!moment.is_run()).then_some(entered);
    state.open();
    // A moment that has a cycle begins there.
    if entered.to.count(Key::Cycle) > 0 {
        state.go_on();
    }
    state.player.next |= matches!(moment, Moment::Message | Moment::Circuit);
}

/// Opens a node, at a speed at which each cycle is seen, or goes back to the whole network: each is a step of the browser's history.
fn open(state: &mut State, node: Option<f64>, effects: &mut Vec<Effect>) {
    let (left, present) = (fragment(state), *state.scenario());
    let next = match node {
        Some(node) => present.set(Key::Open, node),
        None => present.reset(Key::Open, &mut Vec::new()),
    };
    let next = match (present.is_default(Key::Open), next.is_default(Key::Open)) {
        (true, false) => next.set(Key::Speed, 0.0),
        (false, true) => next.reset(Key::Speed, &mut Vec::new()),
        _ => next,
    };
    state.player.selection.leave();
    edit::advance(state, next, None, effects);
    visited(state, left, effects);
}
