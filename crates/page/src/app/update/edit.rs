//! Reactions to changes of the scenario and of the pinned settings.

use super::{at_once, fragment, visited};
use crate::{
    app::{
        message::EditMessage,
        render::show_cycle,
        state::{Stale, State},
    },
    panels::{
        controls::{self, DRAGGED, form, id_of},
        tabs,
    },
    pins,
    prelude::*,
};
use flitscope::{
    lesson::{answered, asks},
    param::{Problem, options::Pattern, rates::Rates},
    scenario::{Parsed, Pins, history::History, preset},
};
use rand::RngExt as _;

/// The name under which the table of rates is remembered.
pub const RATES: &str = "rates";

/// Fraction of the saturation load to which the way back from saturation leads.
const BELOW: f64 = 0.9;

pub(super) fn update(state: &mut State, message: EditMessage, clock: &dyn Fn() -> f64, effects: &mut Vec<Effect>) {
    let present = *state.scenario();
    match message {
        EditMessage::Put { key, text, moving } => put(state, key, &text, moving, clock(), effects),
        EditMessage::Typed { key, text } => typed(state, key, &text, clock, effects),
        EditMessage::Nudge { key, up } => nudge(state, key, up, clock(), effects),
        EditMessage::Show { reading, on } => switch(state, reading, on, effects),
        EditMessage::Rest => state.history.rest(),
        EditMessage::Released => effects.push(Effect::After(Timer::Released)),
        EditMessage::Reset(key) => reset(state, key, effects),
        EditMessage::ResetAll => {
            advance(state, Scenario::opening(present.system()), None, effects);
            state.open();
        }
        EditMessage::NewSeed => {
            let seed: u32 = state.seeds.random();
            advance(state, present.set(Key::Seed, f64::from(seed)), None, effects);
        }
        EditMessage::BelowSaturation => {
            if let Some(curve) = state.results.main_curve() {
                load(state, BELOW * curve.end.load, None, effects);
                // The button that was pressed goes away with its sentence.
                effects.push(Effect::Focus("chart".into()));
            }
        }
        EditMessage::Pin => pin(state, effects),
        EditMessage::Compare { key, text } => {
            if let Ok(next) = present.with_pins(Pins::default()).pin() {
                state.simulation.pin(&present);
                let next = next.put(key, &text, &mut state.problems);
                advance(state, next, None, effects);
            }
        }
        EditMessage::Unpin(index) => {
            advance(state, present.unpin(index), None, effects);
            // The button that was pressed is gone.
            effects.push(Effect::Focus("pin".into()));
        }
        EditMessage::Rates { name, text } => rates(state, &name, &text, effects),
        EditMessage::System(system) => leave_for(state, system, effects),
        EditMessage::Preset(index) => open_preset(state, index, clock, effects),
        EditMessage::Address(fragment) => address(state, &fragment, effects),
        EditMessage::Tab(toward) => {
            let other = tabs::toward(&present, &toward).filter(|tab| tab.key != present.chosen(Key::Tab));
            if let Some(tab) = other {
                put(state, Key::Tab, tab.key, false, clock(), effects);
                effects.push(Effect::Focus(format!("tab-{}", tab.key).into()));
            }
        }
        EditMessage::Present => {
            let on = if present.is_on(Key::Present) { "0" } else { "1" };
            put(state, Key::Present, on, false, clock(), effects);
        }
        EditMessage::Undo => step(state, History::undo, effects),
        EditMessage::Redo => step(state, History::redo, effects),
    }
}

fn reset(state: &mut State, key: Key, effects: &mut Vec<Effect>) {
    state.problems.clear();
    let next = state.history.present().reset(key, &mut state.problems);
    advance(state, next, None, effects);
    state.stale.chart = true;
    // The button hides itself; the reader stays at the control.
    effects.push(Effect::Focus(id_of(key).into()));
}

/// A number field has a text that may go on: only a valid number counts, and only the end of typing names a problem.
fn typed(state: &mut State, key: Key, text: &str, clock: &dyn Fn() -> f64, effects: &mut Vec<Effect>) {
    let system = state.scenario().system();
    let right = system.param(key).is_some_and(|row| row.parse(text, system.params()).is_ok());
    effects.push(Effect::Write(controls::right_so_far(system, key, right)));
    if right {
        put(state, key, text, true, clock(), effects);
    }
}

/// Moves the number of a field, in which the reader is.
fn nudge(state: &mut State, key: Key, up: bool, now: f64, effects: &mut Vec<Effect>) {
    let present = *state.scenario();
    let Some((row, field)) = present.system().param(key).and_then(|row| Some((row, form::field(row)?))) else { return };
    let next = controls::next(row, &state.results, present.get(key), up);
    put(state, key, &row.format(next, &[]), true, now, effects);
    let mut sheet = controls::right_so_far(present.system(), key, true);
    sheet.mark(field, Patch::Field { text: state.scenario().text(key), gentle: false });
    effects.extend([Effect::Write(sheet), Effect::After(Timer::Released)]);
}

/// Sets the load to a tidy number near `load`, messages per node and cycle.
pub(super) fn load(state: &mut State, load: f64, moved: Option<Key>, effects: &mut Vec<Effect>) {
    let load = state.results.tidy_load(load);
    advance(state, state.scenario().set(Key::Load, load), moved, effects);
}

pub(super) fn address(state: &mut State, fragment: &str, effects: &mut Vec<Effect>) {
    let Parsed { scenario, problems } = lesson::parse(fragment);
    state.problems = problems;
    state.problems.extend(scenario.notices());
    state.entered = None;
    state.controls.reopen();
    advance(state, scenario, None, effects);
    state.open();
    // Two lessons of a lecturer differ in their text alone, and the address of the first may have been about to be written.
    effects.extend([Effect::After(Timer::Address), state.title()]);
    state.stale.results = true;
}

fn open_preset(state: &mut State, index: usize, clock: &dyn Fn() -> f64, effects: &mut Vec<Effect>) {
    let Some(preset) = preset::all().nth(index) else { return };
    state.problems.clear();
    let next = preset.scenario();
    if next.system() != state.scenario().system() {
        remember(state);
    }
    visit(state, next, effects);
    // A focused element must exist, and a dialog that closes returns the focus to the element that opened it.
    at_once(state, clock, effects);
    effects.push(Effect::Close("gallery"));
    if preset.is_animation() {
        effects.extend([Effect::Focus("stage".into()), Effect::ScrollTo("world")]);
    }
}

/// Takes the traffic of a file, which is remembered in this browser.
fn rates(state: &mut State, name: &str, text: &str, effects: &mut Vec<Effect>) {
    state.problems.clear();
    state.stale.chart = true;
    match Rates::parse(name, text) {
        Ok(table) => {
            let (present, table) = (*state.scenario(), table.open());
            let nodes = present.count(Key::K).saturating_pow(present.count(Key::N));
            if let Some(doubt) = table.doubt(nodes) {
                return state.problems.push(Problem::of_table(name, doubt));
            }
            let number = table.number.to_string();
            let next = present.put(Key::Table, &number, &mut state.problems);
            let next = next.put(Key::Pattern, Pattern::Table.choice().key, &mut state.problems);
            // A table of another network is not taken. Both keys may have said so.
            state.problems.dedup();
            state.problems.iter_mut().for_each(|problem| problem.used = None);
            if !state.problems.is_empty() {
                return;
            }
            advance(state, carried(&present, next, Key::Pattern), None, effects);
            effects.push(Effect::Remember { name: RATES, word: format!("{name}\n{text}") });
        }
        Err(problem) => state.problems.push(Problem::of_table(name, problem)),
    }
}

pub fn reopen(word: Option<&str>) {
    if let Some((name, text)) = word.and_then(|word| word.split_once('\n')) {
        Rates::parse(name, text).into_iter().for_each(|table| _ = table.open());
    }
}

/// Takes a step in the history, if there is one.
fn step(state: &mut State, step: fn(&mut History) -> bool, effects: &mut Vec<Effect>) {
    let before = *state.scenario();
    if !step(&mut state.history) {
        return;
    }
    changed(state, effects);
    if lesson::at(state.scenario()).is_some() {
        state.look_for();
    }
    begin_animation(state, &before, effects);
}

/// A control has a text, at a time in milliseconds.
pub(super) fn put(state: &mut State, key: Key, text: &str, moving: bool, now: f64, effects: &mut Vec<Effect>) {
    if key == Key::Cycle {
        state.player.go();
    }
    let said = !std::mem::take(&mut state.problems).is_empty();
    let base = state.history.base(key);
    let next = carried(&base, base.put(key, text, &mut state.problems), key);
    state.problems.extend(next.system().param(key).and_then(|row| next.notice(row)));
    let before = *state.scenario();
    // With the answer come the pins of a step and the moment that it is about.
    let seen = Some(key).filter(|key| *key == Key::Answer && asks(&before)).and_then(|_| answered(&next));
    let answers = seen.is_some();
    advance(state, seen.unwrap_or(next), Some(key), effects);
    if answers {
        state.answer();
        // The way to answer is gone.
        effects.extend([Effect::Focus("lesson-next".into()), Effect::ScrollTo("lesson-reveal")]);
    }
    if let Some((lesson, task)) = lesson::task(&before).filter(|(_, task)| task.keys.contains(&key)) {
        state.try_task(&lesson, &task, &before);
    }
    begin_animation(state, &before, effects);
    if key == Key::Tab && !moving {
        // The tab that is open goes down again.
        let again = state.raised && state.scenario().get(Key::Tab) == before.get(Key::Tab);
        super::page::raise(state, !again, effects);
        if state.controls.open {
            effects.push(Effect::Write(state.controls.toggle().0));
        }
        if !again {
            effects.push(Effect::ScrollTo("layers"));
        }
    }
    if moving {
        state.pace.moved = Some(now);
        state.controls.typing(key);
    } else {
        state.history.rest();
        // A value that was not accepted leaves its text in the field.
        state.controls.insist();
    }
    state.stale.chart |= said || !moving || !state.problems.is_empty();
}

/// With a load that a changed network can carry: one beyond the new bound becomes the same part of that. A lesson says its loads itself.
fn carried(before: &Scenario, next: Scenario, key: Key) -> Scenario {
    let changes = matches!(key, Key::Pattern | Key::Hotspot | Key::HotNode | Key::Routing | Key::Wiring | Key::Ways);
    if !changes || lesson::at(&next).is_some() {
        return next;
    }
    let (load, most) = (next.get(Key::Load), model::choose(next.setup()).bound());
    if load <= most {
        return next;
    }
    let part = (load / model::choose(before.setup()).bound()).min(BELOW);
    next.set(Key::Load, significant(part * most, 2).parse().unwrap_or(most))
}

pub(super) fn advance(state: &mut State, next: Scenario, moved: Option<Key>, effects: &mut Vec<Effect>) {
    let present = *state.scenario();
    if next == present {
        return;
    }
    state.history.advance(next, moved);
    state.player.lost = None;
    if moved == Some(Key::Load) && next.get(Key::Load) != present.get(Key::Load) && !state.dragged {
        state.dragged = true;
        effects.push(Effect::Remember { name: DRAGGED, word: "1".into() });
    }
    // The keys of the player concern the animation alone.
    let player = |scenario: Scenario| {
        [Key::Cycle, Key::Speed, Key::Loop, Key::Heat, Key::Follow, Key::Open]
            .iter()
            .fold(scenario, |scenario, key| scenario.set(*key, 0.0))
    };
    if player(next) == player(present) {
        state.stale.animation = true;
        effects.push(Effect::After(Timer::Address));
    } else {
        changed(state, effects);
    }
}

fn changed(state: &mut State, effects: &mut Vec<Effect>) {
    state.stale = Stale::ALL;
    effects.push(Effect::After(Timer::Address));
}

/// Moves on to another scene: a step of the browser's history as well, from the address of the scene that is left.
pub(super) fn visit(state: &mut State, next: Scenario, effects: &mut Vec<Effect>) {
    let (left, present) = (fragment(state), *state.scenario());
    state.entered = None;
    advance(state, seen(next, &present), None, effects);
    state.open();
    visited(state, left, effects);
}

/// A scenario that is looked at as `present` is: the tab, the larger page for a room and the page in another page stay.
pub(super) fn seen(next: Scenario, present: &Scenario) -> Scenario {
    let keys = [Key::Tab, Key::Present, Key::Embed].into_iter().filter(|key| next.is_default(*key));
    keys.fold(next, |next, key| next.set(key, present.get(key)))
}

/// Pins the present setting, or says why it cannot be.
fn pin(state: &mut State, effects: &mut Vec<Effect>) {
    let present = *state.scenario();
    let pinned = present.pin();
    effects.push(Effect::Write(pins::answer(pinned.err())));
    if let Ok(next) = pinned {
        state.simulation.pin(&present);
        advance(state, next, None, effects);
    }
}

/// Another animation than before begins anew: a cycle of one says nothing of the other.
pub(super) fn begin_animation(state: &mut State, before: &Scenario, effects: &mut Vec<Effect>) {
    let now = *state.scenario();
    if now.system() == before.system() && now.get(Key::Animation) != before.get(Key::Animation) {
        show_cycle(state, 0, effects);
        state.open();
    }
}

/// Switches a curve on or off. One that this scenario does not have is refused with the reason.
fn switch(state: &mut State, reading: Reading, on: bool, effects: &mut Vec<Effect>) {
    let present = *state.scenario();
    state.problems.clear();
    if let (true, Err(problem)) = (on, present.with_reading(reading)) {
        state.problems.push(problem);
        state.stale.chart = true;
        return;
    }
    let shown = present.system().readings().into_iter();
    let shown = shown.filter(|other| if *other == reading { on } else { present.shown().contains(other) });
    let text = shown.map(Reading::key).collect::<Vec<_>>().join(",");
    let next = present.put(Key::Show, &text, &mut state.problems);
    advance(state, next, Some(Key::Show), effects);
}

/// Remembers the system that is left as it is, without its pins.
fn remember(state: &mut State) {
    let present = state.linked().with_pins(Pins::default());
    state.left.retain(|other| other.system() != present.system());
    state.left.push(present);
}

/// Goes to another system. Back at one, the reader finds it as they left it.
fn leave_for(state: &mut State, system: System, effects: &mut Vec<Effect>) {
    if system == state.scenario().system() {
        return;
    }
    remember(state);
    let before = state.left.iter().find(|other| other.system() == system).copied();
    visit(state, before.unwrap_or_else(|| Scenario::opening(system)), effects);
}
