//! Maps a changed form control to a message.

use super::message::{EditMessage, Message};
use crate::{
    learn::{gallery::GalleryAction, lesson::LessonAction, message::LearnMessage},
    prelude::*,
};
use flitscope::param::options::Options as _;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ControlKind {
    /// A list to choose from.
    List,
    /// A check box, and whether it is checked.
    Box(bool),
    Slider,
    /// A number that is typed.
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
    use flitscope::param::Key;

    fn changed(name: &str, form: ControlKind, text: &str, moving: bool) -> Option<Message> {
        super::changed(name, form, text.into(), moving)
    }

    fn put(key: Key, text: &str, moving: bool) -> Option<Message> {
        Some(EditMessage::Put { key, text: text.into(), moving }.into())
    }

    #[test]
    fn a_slider_moves_until_it_is_let_go() {
        assert_eq!(changed("k", ControlKind::Slider, "9", true), put(Key::K, "9", true));
        assert_eq!(changed("k", ControlKind::Slider, "9", false), Some(EditMessage::Released.into()));
    }

    #[test]
    fn a_number_is_typed_until_it_is_done() {
        assert_eq!(
            changed("vcs", ControlKind::Number, "1", true),
            Some(EditMessage::Typed { key: Key::Vcs, text: "1".into() }.into())
        );
        assert_eq!(changed("vcs", ControlKind::Number, "12", false), put(Key::Vcs, "12", false));
    }

    #[test]
    fn the_arrows_of_a_number_field_move_it_and_other_keys_do_not() {
        let nudge = |up| Some(EditMessage::Nudge { key: Key::Load, up }.into());
        assert_eq!(
            ["ArrowUp", "Shift+ArrowUp", "ArrowDown"].map(|chord| nudged("load", chord)),
            [nudge(true), nudge(true), nudge(false)]
        );
        assert_eq!(["Control+ArrowUp", "PageUp", "5"].map(|chord| nudged("load", chord)), [None, None, None]);
        assert_eq!(nudged("nonsense", "ArrowUp"), None);
    }

    #[test]
    fn lists_texts_and_boxes_count_when_they_are_done() {
        assert_eq!(changed("reading", ControlKind::List, "printed", false), put(Key::Reading, "printed", false));
        assert_eq!(changed("axis", ControlKind::Text, "log", false), put(Key::Axis, "log", false));
        assert_eq!(changed("auto", ControlKind::Box(true), "on", false), put(Key::Auto, "1", false));
        assert_eq!(changed("loop", ControlKind::Box(false), "on", false), put(Key::Loop, "0", false));
        for form in [ControlKind::List, ControlKind::Text, ControlKind::Box(true)] {
            assert_eq!(changed("axis", form, "log", true), None, "{form:?}");
        }
    }

    #[test]
    fn a_box_of_the_legend_switches_its_curve() {
        assert_eq!(
            changed("show", ControlKind::Box(true), "refined", false),
            Some(EditMessage::Show { reading: Reading::Refined, on: true }.into())
        );
        assert_eq!(changed("show", ControlKind::Box(false), "nonsense", false), None);
    }

    #[test]
    fn what_is_no_parameter_asks_for_nothing() {
        assert_eq!(changed("nonsense", ControlKind::Slider, "1", true), None);
    }

    #[test]
    fn what_is_looked_for_in_the_gallery_counts_while_it_is_typed() {
        let words = Some(LearnMessage::Gallery(GalleryAction::Words("8x8".into())).into());
        assert_eq!(changed("gallery-words", ControlKind::Text, "8x8", true), words);
    }

    #[test]
    fn the_type_of_an_input_says_what_it_is() {
        let forms = ["checkbox", "range", "spinbutton", "text", "radio", "hidden"]
            .map(|kind| ControlKind::of_input(kind, true));
        let expected = [
            Some(ControlKind::Box(true)),
            Some(ControlKind::Slider),
            Some(ControlKind::Number),
            Some(ControlKind::Text),
            Some(ControlKind::Text),
            None,
        ];
        assert_eq!(forms, expected);
    }
}
