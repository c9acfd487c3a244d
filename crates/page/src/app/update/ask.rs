//! Reactions to the map, the networks and the files of the questions.

use super::edit;
use crate::{app::state::State, prelude::*, questions::message::AskMessage};

pub(super) fn update(state: &mut State, message: AskMessage, clock: &dyn Fn() -> f64, effects: &mut Vec<Effect>) {
    match message {
        AskMessage::Map(action) => {
            let next = state.questions.walk(action, state.history.present());
            next.into_iter().for_each(|next| edit::advance(state, next, None, effects));
        }
        AskMessage::Simulate => {
            state.questions.simulate(&mut state.simulation.store, clock(), effects);
            state.stale.chart = true;
        }
        AskMessage::ChannelTable(separator) => effects.extend(state.questions.channel_file(&state.results, separator)),
        AskMessage::MapTable(separator) => {
            effects.extend(state.questions.file(state.scenario(), &state.results, separator))
        }
    }
}
