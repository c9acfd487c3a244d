//! Reactions to transport, pointer and keys of the animation.

use super::{edit, fragment, visited};
use crate::{
    app::{render::show_cycle, state::State},
    panels::story::turns,
    player::{
        message::PlayMessage,
        panels::moments::{Entered, Moment},
        stage::pointer::Gesture,
    },
    prelude::*,
};
use flitscope::param::turns::TurnSet;
use flitscope_show::animation::frame::BEFORE;

pub(super) fn update(state: &mut State, message: PlayMessage, effects: &mut Vec<Effect>) {
    let cycle = state.scenario().count(Key::Cycle);
    let player = &mut state.player;
    if !matches!(message, PlayMessage::Gesture(_) | PlayMessage::Seen(_) | PlayMessage::Symbol(_)) {
        player.lost = None;
    }
    let (mut next, mut action, mut seen) = (None, None, true);
    if matches!(message, PlayMessage::Toggle | PlayMessage::Restart) {
        effects.push(Effect::After(Timer::Address));
    }
    match message {
        PlayMessage::MomentAt(index) => {
            let moments = Moment::of(state.scenario().system());
            let moment = moments.get(index).filter(|_| lesson::at(state.scenario()).is_none());
            return moment.into_iter().for_each(|moment| enter(state, *moment, effects));
        }
        PlayMessage::Moment(moment) => return enter(state, moment, effects),
        PlayMessage::Cure => {
            let closed = player.closed();
            if let Some(cure) = Moment::cure(state.scenario(), closed) {
                edit::advance(state, cure, None, effects);
                state.go_on();
            }
            return;
        }
        PlayMessage::Turn(turn) => return turn_by(state, turn, effects),
        PlayMessage::Turns(name) => return begin_with(state, Key::Turns, name, effects),
        PlayMessage::Fill(on) => {
            if Moment::told(state.scenario()) == Moment::Turns {
                begin_with(state, Key::Fill, if on { "circle" } else { "off" }, effects);
                // The circle closes in a few cycles, or after a thousand.
                let speed = if state.scenario().is_on(Key::Fill) { "0.25" } else { "16" };
                let next = state.scenario().put(Key::Speed, speed, &mut Vec::new());
                edit::advance(state, next, None, effects);
            }
            return;
        }
        PlayMessage::Compass(toward) => {
            player.at_turn = turns::beside(player.at_turn, toward);
            return point(state, effects);
        }
        PlayMessage::Again => {
            next = player.closed().map(|closed| closed.saturating_sub(BEFORE));
            player.transport.play();
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

/// Allows a turn or forbids it, unless nodes would have no shortest path left.
fn turn_by(state: &mut State, turn: u32, effects: &mut Vec<Effect>) {
    let present = *state.scenario();
    let Some(set) = present.setup().turns() else { return };
    let (next, k) = (TurnSet(set.0 ^ 1 << turn), present.count(Key::K));
    state.player.at_turn = turn;
    if let Some((_, pair)) = next.lost() {
        state.player.lost = Some((turn, pair.map(|(x, y)| x + k * y)));
        state.stale.animation = true;
        return point(state, effects);
    }
    begin_with(state, Key::Turns, &next.allowed().join(","), effects);
    let mut said = DomPatch::default();
    said.text("announcement", turns::announced(turn, next, k));
    effects.push(Effect::Write(said));
    point(state, effects);
}

/// Draws the compass at once, and goes to its cursor.
fn point(state: &State, effects: &mut Vec<Effect>) {
    let (present, at) = (state.scenario(), state.player.at_turn);
    if let Some(set) = present.setup().turns() {
        let lost = state.player.lost.map(|(turn, _)| turn);
        // A moment has a place of its own for the sentence.
        let (place, said) = match lesson::at(present) {
            Some(_) => ("lesson-compass", lost.and_then(|turn| turns::refusal(turn, set))),
            None => ("compass", None),
        };
        let drawn =
            html! { (turns::compass(set, lost, present.count(Key::K), at)) @if let Some(said) = said { p { (said) } } };
        effects.push(Effect::Write(DomPatch::inside(place, drawn)));
    }
    effects.push(Effect::Focus(turns::id_of(at).into()));
}

/// Begins anew with another value of a network by allowed turns.
fn begin_with(state: &mut State, key: Key, text: &str, effects: &mut Vec<Effect>) {
    if lesson::at(state.scenario()).is_some() {
        return edit::put(state, key, text, false, 0.0, effects);
    }
    let mut problems = Vec::new();
    let next = state.scenario().put(key, text, &mut problems);
    if Moment::told(&next) != Moment::Turns {
        return;
    }
    state.problems = problems;
    edit::advance(state, next.set(Key::Cycle, 0.0), None, effects);
    state.open();
    state.stale.chart = true;
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
