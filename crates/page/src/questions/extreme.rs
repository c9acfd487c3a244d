//! The smallest or the largest value of a parameter that carries the load shown.

use super::{
    row::{ALWAYS, QuestionRow, SENTENCE},
    view::list,
};
use crate::prelude::*;
use flitscope::explore::{chosen, less_is_better, target};

pub(super) static ROW: QuestionRow = QuestionRow {
    question: Question::Extreme,
    keys: &[Key::Target, Key::Extreme, Key::Want],
    turn: SENTENCE,
    work: 4.0,
    form: |scenario, _| {
        html! {
            h3 { "Which network?" }
            p.ask {
                "The " (list(scenario, Key::Want)) " " (list(scenario, Key::Extreme)) " " span id="query-bound" {}
            }
            p id="query-extreme-said" role="status" {}
        }
    },
    show: |questions, shown, sheet| {
        let info = shown.info;
        let better = if less_is_better(info) { "at most" } else { "at least" };
        let bound = |target| format!(", with a {} of {better} {} {}", info.quantity, significant(target, 4), info.unit);
        let bound = target(shown.scenario).map_or_else(String::new, bound);
        sheet.text("query-bound", format!("that carries the load shown{bound}"));
        let key = chosen(shown.scenario, Key::Extreme).map(|row| row.key);
        sheet.markup("query-extreme-said", questions.said(Question::Extreme, key));
    },
    ..ALWAYS
};
