//! The question of a step with the ways to answer, and the places where a curve drawn by hand differs from the result.

use super::{HANDLES, Sketch, sketch::PLACES};
use crate::results::Results;
use flitscope::{
    lesson::{LessonStep, Question, recorded::RecordedRun},
    param::Key,
    text::significant,
};
use maud::{Markup, html};

/// The question with the ways to answer; after the answer, with the `right` one.
pub(crate) fn markup(step: &LessonStep, results: &Results, sketch: Option<Sketch>, right: Option<f64>) -> Markup {
    let answer = results.scenario.get(Key::Answer);
    html! {
        @if !step.question.ask().is_empty() { h3 { (step.question.ask()) } }
        @match &step.question {
            Question::Choice { options, .. } => {
                ul.answers {
                    @for (index, option) in options.iter().enumerate() {
                        @let mine = answer as usize == index + 1;
                        // With the answer the others are read no more.
                        li.other[right.is_some_and(|right| right != index as f64) && !mine] {
                            button type="button" id={ "answer-" (index + 1) } data-do="try" data-of={ "answer=" (index + 1) } aria-pressed=(mine) { (option.words) }
                            @if right == Some(index as f64) { " " b { "right" } } @else if mine { " " span { "your answer" } }
                        }
                    }
                }
            }
            Question::Number { unit, .. } => {
                p {
                    label { "Your answer " input type="text" inputmode="decimal" id="lesson-number" data-key="answer" autocomplete="off"; " " (unit) }
                }
                @if let Some(right) = right {
                    // A slide gives the right answer by itself.
                    @if answer == right { p { "It is " b { (significant(right, 3)) " " (unit) } "." } }
                    @else { p { "You said " (significant(answer, 4)) "; it is " b { (significant(right, 3)) " " (unit) } "." } }
                } @else {
                    p.muted { "Type a number and press Enter." }
                }
            }
            Question::Look => {}
            Question::Draw { .. } => {
                @if right.is_none() {
                    p.muted { "Draw on the chart with mouse or finger, or use the sliders." }
                    // Their values are written apart, so that the one that is being moved stays.
                    @for handle in 0..HANDLES {
                        p.draw {
                            label for={ "sketch-" (handle) } {
                                @if handle < PLACES { "at " (significant(results.load_end() * Sketch::across(handle), 2)) } @else { "ends at" }
                            }
                            " " input type="range" min="1" max="99" id={ "sketch-" (handle) } data-key={ "sketch-" (handle) };
                        }
                    }
                    p { button type="button" class="primary" data-do="drawn" { "Compare with the model" } }
                } @else if let Some(sketch) = sketch {
                    p { (parts(sketch, results)) }
                }
            }
        }
    }
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

/// The largest differences of a curve drawn by hand from the curve of the model and from the recorded runs, and the difference of the ends.
fn parts(sketch: Sketch, results: &Results) -> String {
    let Some(curve) = results.main_curve() else { return String::new() };
    let (last, top) = (results.load_end(), results.top());
    let drawn = |load: f64| top * sketch.height(load / last);
    let words = |value: f64| results.words(&[value], 2);
    let farthest = |points: Vec<(f64, f64)>| {
        let apart = |point: &(f64, f64)| (drawn(point.0) - point.1).abs();
        points.into_iter().max_by(|a, b| apart(a).total_cmp(&apart(b)))
    };
    let loads = (0..PLACES).map(|place| last * Sketch::across(place));
    let of_model = farthest(loads.filter_map(|load| Some((load, *curve.model.measures(load)?.first()?))).collect());
    let runs = super::recorded(&results.scenario).into_iter().filter(RecordedRun::is_stable);
    let of_runs = farthest(runs.map(|run| (run.scenario().get(Key::Load), run.mean)).collect());
    let mut said = String::new();
    if let Some((load, value)) = of_model {
        said += &format!(
            "Your curve differs most from the model at {}: {} against {}.",
            results.load_words(load),
            significant(drawn(load), 2),
            words(value)
        );
    }
    if let Some((load, value)) = of_runs {
        said += &format!(
            " It differs most from the recorded simulation at {}: {} against {}.",
            results.load_words(load),
            significant(drawn(load), 2),
            words(value)
        );
    }
    if let Some(end) = sketch.end() {
        let [yours, models] = [end * last, curve.end.load].map(|load| results.load_words(load));
        said += &format!(" Your curve ends at {yours}; the model ends at {models}.");
    }
    said
}
