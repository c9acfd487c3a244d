//! Reactions to pictures, timers, presses, layout, colours and dialogs.

use super::{fragment, print, run};
use crate::{
    app::{
        message::{Measured, PageMessage, Press},
        render::render,
        state::State,
    },
    chart::{curves, figure},
    dom::palette::{THEME, ThemeChoice},
    panels::{about, controls::id_of, explanation, glossary, header, tabs},
    pins,
    prelude::*,
};

pub(super) fn update(state: &mut State, message: PageMessage, clock: &dyn Fn() -> f64, effects: &mut Vec<Effect>) {
    match message {
        // Pictures wait for the end of a press: it acts on the control that was pressed.
        PageMessage::Frame(_) if state.press != Press::Over => {}
        PageMessage::Frame(now) => {
            render(state, now, clock, effects);
            if state.is_solved() {
                run::begin(state, clock, effects);
            }
        }
        PageMessage::Came(timer) => came(state, timer, clock, effects),
        PageMessage::Press(press) => {
            state.press = press;
            if press == Press::Up {
                effects.push(Effect::After(Timer::Lifted));
            }
        }
        PageMessage::Restyle => effects.push(Effect::Measure),
        PageMessage::Measured(measured) => {
            let Measured { palette, widths: (width, beside), roomy } = *measured;
            (state.palette, state.roomy) = (palette, roomy);
            state.player.measure(width, beside);
            (state.stale.chart, state.stale.animation) = (true, true);
        }
        PageMessage::Theme => {
            let theme = state.theme.toggled();
            effects.push(Effect::Remember { name: THEME, word: theme.word().into() });
            recolour(state, theme, effects);
        }
        PageMessage::Themed(choice) if choice.chosen == state.theme.chosen => {}
        PageMessage::Themed(ThemeChoice { chosen, .. }) => {
            recolour(state, ThemeChoice { chosen, ..state.theme }, effects);
        }
        PageMessage::Prefers(preferred) => recolour(state, ThemeChoice { preferred, ..state.theme }, effects),
        PageMessage::Opened(id, open) => opened(state, id, open, effects),
        PageMessage::Help(key) => effects.push(Effect::Write(state.controls.help(key))),
        PageMessage::Keys => effects.push(Effect::Open("keys-dialog")),
        PageMessage::Words(word) => {
            let at = if word.is_empty() { "words-title".into() } else { glossary::id(&word).into() };
            effects.extend([Effect::Write(glossary::sheet()), Effect::Open("words-dialog"), Effect::Focus(at)]);
        }
        PageMessage::About => effects.extend([Effect::Write(about::sheet()), Effect::Open("about-dialog")]),
        PageMessage::Lower => raise(state, false, effects),
        PageMessage::Settings(key) => {
            let (sheet, focus) = state.controls.toggle();
            let focus = key.filter(|_| state.controls.open).map_or(focus.into(), |key| id_of(key).into());
            effects.extend([Effect::Write(sheet), Effect::Focus(focus)]);
        }
        PageMessage::Slide(key) => {
            effects.push(Effect::Write(state.controls.slide(key, state.history.present().system())))
        }
        PageMessage::Dismiss => {
            state.problems.clear();
            // The button that was pressed is gone.
            effects.extend([Effect::Write(header::notices(&[])), Effect::Focus("chart".into())]);
        }
        PageMessage::Print => effects.push(Effect::Print),
        PageMessage::Printing(printing) => print::print(state, printing, clock, effects),
    }
}

fn came(state: &mut State, timer: Timer, clock: &dyn Fn() -> f64, effects: &mut Vec<Effect>) {
    match timer {
        Timer::Address => {
            let difference = pins::differences(&state.results, &state.simulation);
            effects.push(Effect::Write(explanation::spoken(&state.results, &difference)));
            effects.push(Effect::Address(fragment(state)));
            effects.push(state.title());
        }
        Timer::Released => state.history.rest(),
        // A press that began meanwhile goes on.
        Timer::Lifted if state.press == Press::Up => state.press = Press::Over,
        Timer::Lifted => {}
        Timer::Begin => {
            state.simulation.rest();
            run::begin(state, clock, effects);
        }
        Timer::Fade => {
            state.simulation.fade();
            state.stale.chart = true;
        }
        Timer::Second => state.show_vote(clock(), effects),
        Timer::Watch => {
            let events = state.simulation.watch(clock(), effects);
            run::note(state, events, clock(), effects);
            state.stale.chart = true;
        }
    }
}

fn recolour(state: &mut State, theme: ThemeChoice, effects: &mut Vec<Effect>) {
    state.theme = theme;
    effects.extend([Effect::Write(theme.sheet()), Effect::Measure]);
}

/// Raises the panel of the tabs, where it can rise, or lowers it.
pub(crate) fn raise(state: &mut State, up: bool, effects: &mut Vec<Effect>) {
    let rises = up && state.can_rise();
    let before = std::mem::replace(&mut state.raised, rises);
    effects.push(Effect::Write(tabs::sheet(state.scenario(), state.raised)));
    if before && !up {
        effects.push(Effect::Focus(format!("tab-{}", state.scenario().chosen(Key::Tab)).into()));
    }
}

fn opened(state: &mut State, id: String, open: bool, effects: &mut Vec<Effect>) {
    state.open.retain(|other| *other != id);
    if open {
        state.open.push(id);
    }
    // The log is drawn with the next picture.
    state.stale.animation = true;
    let seen = state.simulation.shown();
    effects.push(Effect::Write(explanation::sheet(&state.results, seen, &|id| state.is_open(id))));
    effects.push(Effect::Write(figure::sheet(state.figure(), state.is_open("figure-box"))));
    effects.push(Effect::Write(curves::table(&state.results, &state.simulation, state.is_open("numbers"))));
}
