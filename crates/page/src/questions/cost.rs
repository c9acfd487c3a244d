//! The load at which broadcasting costs a given part.

use super::{
    row::{ALWAYS, QuestionRow, SENTENCE},
    view::field,
};
use crate::prelude::*;

/// True if the network of a scenario has broadcasts.
fn broadcasts(scenario: &Scenario) -> bool {
    scenario.system().param(Key::Cost).is_some()
}

pub(super) static ROW: QuestionRow = QuestionRow {
    question: Question::Cost,
    keys: &[Key::Cost],
    load: |_| false,
    is_asked: |scenario| scenario.get(Key::Beta) > 0.0,
    turn: SENTENCE,
    work: 2.0,
    form: |scenario, _| {
        html! {
            @if broadcasts(scenario) {
                p.ask { "At which load do broadcasts slow other messages by " (field(scenario, Key::Cost)) " %?" }
                p id="query-cost-said" role="status" {}
            }
        }
    },
    show: |questions, shown, sheet| {
        if broadcasts(shown.scenario) {
            sheet.markup("query-cost-said", questions.said(Question::Cost, Some(Key::Load)));
        }
    },
    ..ALWAYS
};
