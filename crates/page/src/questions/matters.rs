//! The effect of each parameter, as bars.

use super::{
    Questions,
    row::{ALWAYS, QuestionRow, Shown},
    view::named,
};
use crate::prelude::*;
use flitscope::explore::words;

/// Half of the width of a bar's picture; an elasticity of [`FULL`] fills it.
const HALF: f64 = 60.0;
const FULL: f64 = 2.0;

pub(super) static ROW: QuestionRow = QuestionRow {
    question: Question::Sensitivity,
    form: |_, _| {
        html! {
            h3 { "What matters here" }
            div id="query-matters" {}
        }
    },
    show: |questions, shown, sheet| {
        sheet.markup("query-matters", view(questions, shown));
    },
    ..ALWAYS
};

fn view(questions: &Questions, Shown { scenario, info, .. }: &Shown<'_>) -> Markup {
    let Some(asked) = questions.of(Question::Sensitivity) else { return html! {} };
    let Some(Answer::Sensitivity { sentence, effects }) = &asked.answer else {
        return html! { p { (asked.trouble.as_deref().unwrap_or("Searching…")) } };
    };
    let known = effects.iter().flat_map(|(_, both)| both).any(Option::is_some);
    let row = |(key, [measure, saturation]): &(String, [Option<f64>; 2])| {
        let row = scenario.system().param_named(key)?;
        Some(html! { tr { th scope="row" { (named(row)) } (bar(*measure)) (bar(*saturation)) } })
    };
    html! {
        p { (sentence) }
        @if known {
            div.wide role="group" tabindex="0" aria-label="What each parameter does" { table.bars {
                caption.muted { "A bar of 2 means 2 % for each 1 % of the parameter. Whole numbers are compared with their neighbours." }
                thead { tr { th { "parameter" } th colspan="2" { (info.quantity) } th colspan="2" { (words::end_words(&asked.subject)) } } }
                tbody { @for row in effects.iter().filter_map(row) { (row) } }
            } }
        }
    }
}

/// An elasticity as a bar from the middle and as a number.
fn bar(elasticity: Option<f64>) -> Markup {
    let Some(value) = elasticity else { return html! { td {} td.number { "–" } } };
    let width = HALF * (value.abs() / FULL).min(1.0);
    let left = if value < 0.0 { HALF - width } else { HALF };
    html! {
        td { svg viewBox={ "0 0 " (2.0 * HALF) " 12" } width=(2.0 * HALF) height="12" aria-hidden="true" {
            path d={ "M" (HALF) " 0v12" } stroke="var(--control)" {}
            rect x=(format!("{left:.1}")) y="2" width=(format!("{width:.1}")) height="8"
                fill={ "var(--" (if value < 0.0 { "refined" } else { "printed" }) ")" } {}
        } }
        td.number { (significant(value, 3).replace('-', "−")) }
    }
}
