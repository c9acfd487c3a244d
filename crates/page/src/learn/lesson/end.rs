//! The last card of a lesson: its goal in one sentence, a task that the page checks, and the lesson after it.

use crate::{learn::inline, panels::controls::form, player::Player, prelude::*};
use flitscope::text::listed;

pub(super) const LATER: [&str; 4] = ["delivered", "waiter", "holder", "since"];

/// The reply where the rule of a task cannot be computed.
pub(super) const UNKNOWN: &str =
    "The rule of this task cannot be computed here. That is a mistake of the lesson, not yours.";

/// A reply at the present cycle, of an animation whose deliveries count from another one on; none where it stays as it was.
pub(super) fn said(reply: &str, player: &Player, scenario: &Scenario, from: u32) -> Option<String> {
    let (shown, closed) = (player.shown(), player.closed());
    let circle = shown.and_then(|(_, frame)| frame.deadlock.as_ref());
    if reply.contains("{waiter}") && circle.is_none() {
        return closed.is_none().then(|| "It still moves.".into());
    }
    let name = |place: usize| circle?.members.get(place).map(|member| member.name);
    let delivered = || {
        let (animation, frame) = shown?;
        let counted = animation.arrivals().iter().filter(|(cycle, _)| *cycle > from && *cycle <= frame.cycle);
        Some(counted.count() as u32)
    };
    let value = |asked: &str| match asked {
        "delivered" => delivered(),
        "waiter" => name(0),
        "holder" => name(1),
        _ => closed,
    };
    Some(lesson::filled(reply, scenario, &|name| value(name).map(|value| value.to_string())))
}

pub(super) fn also_changed(others: &[&Param]) -> String {
    let name = |row: &&Param| if row.symbol.is_empty() { format!("the {}", row.name) } else { row.symbol.into() };
    let names: Vec<_> = others.iter().map(name).collect();
    format!("You have also changed {}.", if names.len() < 4 { listed(&names) } else { "other settings".into() })
}

/// The goal and the task, with the controls of its settings and places for its quantities. It stays while a control is moved.
pub(crate) fn markup(lesson: &Lesson) -> Markup {
    html! {
        p.callout dir="auto" { (lesson.goal) }
        @if let Some(task) = &lesson.task {
            p.muted { "Your turn" }
            h3 dir="auto" { (inline::markup(&task.ask)) }
            @let (system, sliders) = (task.scene.system(), task.sliders());
            @let compass = task.keys.contains(&Key::Turns);
            @if compass { div id="lesson-compass" {} }
            @if sliders.is_empty() {
                div.answers.few[task.offers.iter().all(|offer| offer.words.is_empty())] hidden[compass] {
                    @for (index, offer) in task.offers.iter().enumerate() {
                        button type="button" id={ "offer-" (index) } data-do="offer" data-of=(offer.change) dir="auto"
                            { (task.button(offer).unwrap_or_default()) }
                    }
                }
            }
            @for row in sliders {
                @if row.key == Key::Load { (form::load(row, system)) } @else { (form::control(row, system, Some(0))) }
            }
            @if !task.shown.is_empty() {
                ul.quantities {
                    @for (index, (_, words, _)) in task.shown.iter().enumerate() {
                        li dir="auto" { (inline::markup(words)) " " b id={ "quantity-" (index) } {} }
                    }
                }
            }
        }
    }
}

pub(crate) fn next(lesson: &Lesson) -> Option<&'static Lesson> {
    lesson::all().get(lesson::place_of(lesson)? + 1).map(|next| &**next)
}
