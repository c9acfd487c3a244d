//! `presets` and `lessons`: the scenes and lessons of the page, one JSON object per line.

use crate::{
    ending::{self, Ending},
    readable::{Form, columns},
};
use flitscope::{
    lesson,
    scenario::{Pins, link, preset},
};
use serde_json::{Value, json};
use std::sync::Arc;

/// The options of a list.
#[derive(clap::Args, Clone, Copy)]
pub(crate) struct Arguments {
    #[command(flatten)]
    form: Form,
}

pub(crate) fn presets(arguments: Arguments) -> Result<(), Ending> {
    let one = |preset: &preset::Preset| {
        let link = link::write(&link::parse(preset.link).scenario.with_pins(Pins::default()));
        json!({ "slug": preset.slug(), "title": preset.title, "line": preset.line, "link": link })
    };
    print(&preset::all().map(one).collect::<Vec<_>>(), arguments.form)
}

pub(crate) fn lessons(form: Form) -> Result<(), Ending> {
    let one = |lesson: &Arc<lesson::Lesson>| {
        let steps: Vec<_> = lesson
            .steps
            .iter()
            .map(|step| json!({ "ask": step.question.ask(), "link": link::write(&step.scene().with_pins(Pins::default())) }))
            .collect();
        let link = lesson::write(&lesson::scene_of(lesson, 0, 0.0));
        json!({ "slug": lesson.slug, "title": lesson.title, "line": lesson.goal, "link": link, "steps": steps })
    };
    print(&lesson::all().iter().map(one).collect::<Vec<_>>(), form)
}

fn print(list: &[Value], form: Form) -> Result<(), Ending> {
    if form.is_read() {
        let of = |line: &Value, key: &str| line[key].as_str().unwrap_or_default().to_owned();
        let rows: Vec<_> = list.iter().map(|line| vec![of(line, "title"), of(line, "link")]).collect();
        return ending::write(&columns(&rows));
    }
    list.iter().try_for_each(|line| ending::write(&format!("{line}\n")))
}
