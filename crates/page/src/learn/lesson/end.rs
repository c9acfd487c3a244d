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
        @if let Some(task) = lesson.task {
            h3 { "Your turn" }
            p { (task.ask) }
            @if !task.offers.is_empty() {
                p.row {
                    @for (index, (words, change)) in task.offers.iter().enumerate() {
                        button.small type="button" id={ "offer-" (index) } data-do="try" data-of=(change) aria-pressed=(holds(scenario, change)) { (words) }
                    }
                }
            }
            p role="status" {
                @if solved { b.solved { "Solved." } } @else { span.muted { "The page checks every change." } }
            }
        }
    }
}

/// True if a change would change nothing.
fn holds(scenario: &Scenario, change: &str) -> bool {
    let row = |name| scenario.system().param_named(name);
    let change = change.split_once('=').and_then(|(name, value)| Some((row(name)?.key, value)));
    change.is_some_and(|(key, value)| scenario.put(key, value, &mut Vec::new()) == *scenario)
}

/// The lesson after one.
pub(crate) fn next(lesson: &Lesson) -> Option<&'static Lesson> {
    lesson::ALL.get(lesson::place_of(lesson)? + 1).copied()
}
