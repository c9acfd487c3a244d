//! The question of a step with the ways to answer, and with its answer.

use super::{HANDLES, Sketch, sketch::PLACES};
use crate::{learn::inline, prelude::*, results::Results};
use flitscope::lesson::{LessonStep, Question};

pub(crate) fn asked(step: &LessonStep, results: &Results, sketch: Option<Sketch>) -> Markup {
    html! {
        @if step.asks() { h3 dir="auto" { (inline::markup(step.question.ask())) } }
        @match &step.question {
            Question::Choice { options, .. } => {
                ul.answers {
                    @for (option, letter) in options.iter().zip('A'..) {
                        @let number = letter as u32 - 64;
                        li { button type="button" dir="auto" id={ "answer-" (number) } data-do="try" data-of={ "answer=" (number) }
                            { kbd aria-hidden="true" { (letter) } (inline::markup(&option.words)) } }
                    }
                }
            }
            Question::Number { unit, .. } => {
                p { label { "Your answer " input type="text" inputmode="decimal" id="lesson-number" data-key="answer" autocomplete="off";
                    " " (unit) } }
            }
            Question::Draw { .. } => {
                details.draw {
                    summary { "Drag the dots, or use sliders" }
                    // Their values are written apart, so that the one that is being moved stays.
                    @for handle in 0..sketch.map_or(0, |_| HANDLES) {
                        label {
                            @if handle < PLACES { "at " (significant(results.load_end() * Sketch::across(handle), 2)) } @else { "ends at" }
                            input type="range" min="1" max="99" id={ "sketch-" (handle) } data-key={ "sketch-" (handle) };
                        }
                    }
                }
            }
            Question::Look => {}
        }
    }
}

/// The question in one line, and in another one the right answer and that of the reader, where they differ.
pub(crate) fn answered(step: &LessonStep, results: &Results, sketch: Option<Sketch>) -> Markup {
    let (question, answer) = (&step.question, results.scenario.get(Key::Answer));
    let (right, mine) = match question {
        Question::Choice { options, right, .. } => {
            let words = |place: usize| options.get(place).map_or_else(String::new, |option| option.words.clone());
            (words(*right), words((answer as usize).wrapping_sub(1)))
        }
        Question::Number { unit, right, .. } => {
            // As many digits as the file has, or the reader.
            (format!("{right} {unit}"), format!("{answer} {unit}"))
        }
        Question::Draw { .. } => {
            let load = |load: f64| format!("ends at {}", results.load_words(load));
            let end = sketch.and_then(|sketch| sketch.end()).map(|end| load(end * results.load_end()));
            (results.main_curve().map_or_else(String::new, |curve| load(curve.end.load)), end.unwrap_or_default())
        }
        Question::Look => return html! {},
    };
    html! {
        h3 dir="auto" { (inline::markup(question.ask())) }
        p.said dir="auto" {
            (sign("M4 9.5l3.2 3.2L14 6")) b { (inline::markup(&right)) }
            @if !mine.is_empty() && mine != right {
                span { @if !question.takes(answer) { (sign("M5 5l8 8M13 5l-8 8")) } "you said: " (inline::markup(&mine)) }
            }
        }
    }
}

fn sign(path: &str) -> Markup {
    html! { svg.ic viewBox="0 0 18 18" aria-hidden="true" { path d=(path) {} } }
}

/// The text of a handle at a height, or at a place of the end.
pub(crate) fn value(results: &Results, handle: usize, hundredths: u32) -> String {
    let part = f64::from(hundredths) / 100.0;
    if handle < PLACES {
        results.words(&[part * results.top()], 2)
    } else {
        results.load_words(part * results.load_end())
    }
}
