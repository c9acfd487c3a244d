//! The load at which the first measure reaches the target.

use super::{
    row::{ALWAYS, QuestionRow, SENTENCE},
    view::field,
};
use crate::prelude::*;
use flitscope::explore;

pub(super) static ROW: QuestionRow = QuestionRow {
    question: Question::Load,
    keys: &[Key::Target],
    load: |_| false,
    is_asked: |scenario| explore::target(scenario).is_some(),
    turn: SENTENCE,
    work: 1.0,
    form: |scenario, info| {
        html! {
            h3 { "Which load?" }
            p.ask { "A " (info.quantity) " of " (field(scenario, Key::Target)) " " (info.unit) }
            p id="query-load-said" role="status" {}
        }
    },
    show: |questions, _, sheet| {
        sheet.markup("query-load-said", questions.said(Question::Load, Some(Key::Load)));
    },
    ..ALWAYS
};
