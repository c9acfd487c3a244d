//! `presets` and `lessons`: the scenes and lessons of the page, one JSON object a line.

use crate::ending::{self, Ending};
use flitscope::{
    lesson,
    scenario::{Pins, link, preset},
};
use serde_json::{Value, json};

/// Prints a list.
pub(crate) fn run(mut args: lexopt::Parser, list: fn() -> Vec<Value>) -> Result<(), Ending> {
    if let Some(other) = args.next()? {
        return Err(other.unexpected().into());
    }
    list().iter().try_for_each(|line| ending::write(&format!("{line}\n")))
}

/// The link of a scenario as the page writes it.
fn canonical(text: &str) -> String {
    link::write(&link::parse(text).scenario.with_pins(Pins::default()))
}

/// The scenes.
pub(crate) fn presets() -> Vec<Value> {
    let one = |preset: &preset::Preset| json!({ "slug": preset.slug(), "title": preset.title, "line": preset.line, "link": canonical(preset.link) });
    preset::all().map(one).collect()
}

/// The lessons.
pub(crate) fn lessons() -> Vec<Value> {
    let one = |lesson: &&'static lesson::Lesson| {
        let steps: Vec<_> = lesson
            .steps
            .iter()
            .map(|step| json!({ "ask": step.question.ask(), "link": canonical(step.link) }))
            .collect();
        let link = lesson::write(&lesson::scene_of(lesson, 0, 0.0));
        json!({ "slug": lesson.slug, "title": lesson.title(), "line": lesson.goal, "link": link, "steps": steps })
    };
    lesson::ALL.iter().map(one).collect()
}
