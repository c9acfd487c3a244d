//! The last card of a lesson: its goal in one sentence, a task that the page checks, and the lesson after it.

use flitscope::{
    lesson::{self, Lesson},
    scenario::Scenario,
};
use maud::{Markup, html};

/// The goal and the task.
pub(crate) fn markup(lesson: &Lesson, scenario: &Scenario, solved: bool) -> Markup {
    html! {
        p.callout { (lesson.goal) }
        @if let Some(task) = &lesson.task {
            h3 { "Your turn" }
            p { (task.ask) }
            @if task.offers.iter().any(|offer| !offer.words.is_empty()) {
                p.row {
                    @for (index, offer) in task.offers.iter().filter(|offer| !offer.words.is_empty()).enumerate() {
                        button.small type="button" id={ "offer-" (index) } data-do="try" data-of=(offer.change) aria-pressed=(task.changed(scenario, &offer.change).as_ref() == Some(scenario)) { (offer.words) }
                    }
                }
            }
            p role="status" {
                @if solved { b.solved { "Solved." } } @else { span.muted { "The page checks every change." } }
            }
        }
    }
}

pub(crate) fn next(lesson: &Lesson) -> Option<&'static Lesson> {
    lesson::all().get(lesson::place_of(lesson)? + 1).map(|next| &**next)
}
