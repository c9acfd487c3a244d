//! Reactions to pointer, cursor and drawing of the chart.

use super::edit;
use crate::{
    app::state::{Stale, State},
    chart::{arrived, curves::Cursor, message::ChartMessage},
    learn::lesson,
    prelude::*,
};

pub(super) fn update(state: &mut State, message: ChartMessage, effects: &mut Vec<Effect>) {
    match message {
        ChartMessage::Drag { to, comes_down } if lesson::hides_curves(state.scenario()) => {
            state.lessons.sketch.drag(state.curves.plot, to, comes_down);
            state.stale.chart = true;
        }
        ChartMessage::Drag { to, .. } => {
            edit::load(state, state.curves.load_at(to.0), Some(Key::Load), effects);
        }
        ChartMessage::Solve => {
            state.results.ask();
            state.stale = Stale::ALL;
            // The button goes away.
            effects.push(Effect::Focus("chart".into()));
        }
        ChartMessage::Cursor(cursor) => move_cursor(state, cursor, effects),
        ChartMessage::LoadFromCursor => {
            if let Some(load) = state.curves.cursor {
                edit::load(state, load, None, effects);
            }
        }
        ChartMessage::Drawn { plot, milliseconds } => drawn(state, plot, milliseconds, effects),
    }
}

fn move_cursor(state: &mut State, cursor: Cursor, effects: &mut Vec<Effect>) {
    // Without a curve there is nothing to read out.
    let cursor = if state.results.curves.is_empty() { Cursor::Hide } else { cursor };
    state.curves.move_cursor(cursor, &state.results);
    effects.push(Effect::Write(state.curves.sheet(&state.results, &state.simulation)));
}

fn drawn(state: &mut State, plot: Option<Plot>, milliseconds: f64, effects: &mut Vec<Effect>) {
    plot.into_iter().for_each(|plot| state.curves.plot = plot);
    state.results.draw_ms = milliseconds;
    let mut sheet = state.curves.sheet(&state.results, &state.simulation);
    state.lessons.place(&mut sheet, &state.results.scenario, state.curves.plot);
    effects.extend([Effect::Write(sheet), Effect::Write(state.questions.mark_sheet(&state.curves))]);
    // A chart of another size moves the dots, also while nothing plays.
    effects.push(Effect::Write(arrived::sheet(&state.curves, &state.results, state.arrived())));
}
