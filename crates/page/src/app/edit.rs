//! Maps a changed form control to a message.

use super::message::{EditMessage, Message};
use crate::{
    learn::{gallery::GalleryAction, lesson::LessonAction, message::LearnMessage},
    prelude::*,
};
use flitscope::param::options::Options as _;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ControlKind {
    List,
    /// A check box, and whether it is checked.
    Box(bool),
    Slider,
    Number,
    /// A text, or one of several buttons.
    Text,
}

impl ControlKind {
    /// The kind of an input of this role or type.
    pub fn of_input(kind: &str, checked: bool) -> Option<Self> {
        match kind {
            "checkbox" => Some(Self::Box(checked)),
            "range" => Some(Self::Slider),
            "spinbutton" => Some(Self::Number),
            "text" | "search" | "radio" => Some(Self::Text),
            _ => None,
        }
    }
}

/// Returns the message of a changed control: `name` is its `data-key`, `text` its value, `moving` while it still changes.
pub fn changed(name: &str, form: ControlKind, text: String, moving: bool) -> Option<Message> {
    match (name, form) {
        ("gallery-words", ControlKind::Text) => return Some(LearnMessage::Gallery(GalleryAction::Words(text)).into()),
        ("system", ControlKind::List) => return Some(EditMessage::System(System::parse(&text).ok()?).into()),
        _ => {}
    }
    if let (Some(place), ControlKind::Slider) = (name.strip_prefix("sketch-"), form) {
        return Some(LearnMessage::Lesson(LessonAction::Sketch(place.parse().ok()?, text.parse().ok()?)).into());
    }
    let row = System::ALL.iter().find_map(|system| system.param_named(name))?;
    let (key, reading) = (row.key, Reading::of(&text));
    match (form, moving) {
        (ControlKind::Slider, true) | (ControlKind::List | ControlKind::Text | ControlKind::Number, false) => {
            Some(EditMessage::Put { key, text, moving }.into())
        }
        (ControlKind::Slider, false) => Some(EditMessage::Released.into()),
        (ControlKind::Number, true) => Some(EditMessage::Typed { key, text }.into()),
        (ControlKind::Box(on), false) if matches!(row.kind, ParamKind::Set { .. }) => {
            Some(EditMessage::Show { reading: reading?, on }.into())
        }
        (ControlKind::Box(on), false) => Some(EditMessage::Put { key, text: u8::from(on).to_string(), moving }.into()),
        (ControlKind::List | ControlKind::Text | ControlKind::Box(_), true) => None,
    }
}

/// Returns the message of a key in the field of a number. As in a browser's own fields, Shift makes no difference.
pub fn nudged(name: &str, chord: &str) -> Option<Message> {
    let key = System::ALL.iter().find_map(|system| system.param_named(name))?.key;
    let up = match chord.trim_start_matches("Shift+") {
        "ArrowUp" => true,
        "ArrowDown" => false,
        _ => return None,
    };
    Some(EditMessage::Nudge { key, up }.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows: the kind of a control, its name, its text, and `moves` while it still changes; or `key`, the name and a chord.
    const ROWS: &str = "
        slider k 9 moves, slider k 9, slider nonsense 1 moves, slider sketch-2 5 moves, list system kary-ncube
        number vcs 1 moves, number vcs 12, key load ArrowUp, key load Shift+ArrowUp, key load ArrowDown
        key load Control+ArrowUp, key load PageUp, key load 5, key nonsense ArrowUp
        list reading printed, text axis log, checked auto on, unchecked loop on, list axis log moves, text axis log moves
        checked axis log moves, checked show refined, unchecked show refined, checked show nonsense
        text gallery-words 8x8 moves";

    #[test]
    fn a_control_sends_its_message_and_other_inputs_do_not() {
        let rows = ROWS.lines().flat_map(|line| line.split(',')).map(str::trim).filter(|row| !row.is_empty());
        blessed::words("messages of controls", rows, |row| {
            let words: Vec<_> = row.split(' ').collect();
            let kind = match words[0] {
                "key" => return nudged(words[1], words[2]),
                "list" => ControlKind::List,
                "slider" => ControlKind::Slider,
                "number" => ControlKind::Number,
                "text" => ControlKind::Text,
                checked => ControlKind::Box(checked == "checked"),
            };
            changed(words[1], kind, words[2].into(), words.len() > 3)
        });
        let types = ["checkbox", "range", "spinbutton", "text", "search", "radio", "hidden"];
        blessed::words("types of inputs", types, |kind| ControlKind::of_input(kind, true));
    }
}
