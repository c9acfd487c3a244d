//! The keys, once: what the handlers obey and what the help shows is the same table.

use super::{
    chart_view::Cursor,
    dom::{self, Fallible},
    message::Msg,
};
use crate::page::player::{view::STEP, walk::Toward};
use web_sys::{HtmlElement, KeyboardEvent};

/// Where a key works.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Anywhere but in a text field.
    Page,
    /// On the chart.
    Chart,
    /// On the animation.
    Stage,
}

impl Place {
    const fn heading(self) -> &'static str {
        match self {
            Self::Page => "Anywhere",
            Self::Chart => "On the chart",
            Self::Stage => "On the animation",
        }
    }
}

struct Binding {
    place: Place,
    /// The key as `KeyboardEvent.key` names it; with `Control+`, `Control+Shift+` or `Shift+` in front.
    keys: &'static [&'static str],
    shown: &'static str,
    help: &'static str,
    message: fn(&str) -> Option<Msg>,
}

/// All keys.
const KEYS: &[Binding] = &[
    Binding { place: Place::Page, keys: &["Control+z"], shown: "Ctrl Z", help: "Undo", message: |_| Some(Msg::Undo) },
    Binding {
        place: Place::Page,
        keys: &["Control+Shift+z", "Control+y"],
        shown: "Ctrl Shift Z, Ctrl Y",
        help: "Redo",
        message: |_| Some(Msg::Redo),
    },
    Binding {
        place: Place::Chart,
        keys: &["ArrowLeft", "ArrowRight", "Shift+ArrowLeft", "Shift+ArrowRight"],
        shown: "← →",
        help: "Move the cursor; ten steps with Shift",
        message: |key| {
            let step = if key.starts_with("Shift") { 10.0 } else { 1.0 };
            Some(Msg::Cursor(Cursor::By(if key.ends_with("Left") { -step } else { step })))
        },
    },
    Binding {
        place: Place::Chart,
        keys: &["Home", "End"],
        shown: "Home, End",
        help: "Cursor to zero load, to the last load with a solution",
        message: |key| Some(Msg::Cursor(if key == "Home" { Cursor::Home } else { Cursor::End })),
    },
    Binding {
        place: Place::Chart,
        keys: &["ArrowUp", "ArrowDown"],
        shown: "↑ ↓",
        help: "The other curves",
        message: |key| Some(Msg::Cursor(Cursor::Series(if key == "ArrowUp" { -1 } else { 1 }))),
    },
    Binding {
        place: Place::Chart,
        keys: &["Enter"],
        shown: "Enter",
        help: "Make the cursor's load the load shown",
        message: |_| Some(Msg::LoadFromCursor),
    },
    Binding {
        place: Place::Chart,
        keys: &["Escape"],
        shown: "Esc",
        help: "Put the cursor away",
        message: |_| Some(Msg::Cursor(Cursor::Hide)),
    },
    Binding { place: Place::Stage, keys: &[" "], shown: "Space", help: "Play or pause", message: |_| Some(Msg::Play) },
    Binding {
        place: Place::Stage,
        keys: &[",", "."],
        shown: ", and .",
        help: "One cycle or slot back, one forward",
        message: |key| Some(Msg::Step(if key == "," { -1 } else { 1 })),
    },
    Binding {
        place: Place::Stage,
        keys: &["PageUp", "PageDown"],
        shown: "Page Up, Page Down",
        help: "The mark before, the next mark",
        message: |key| Some(Msg::Mark(key == "PageDown")),
    },
    Binding {
        place: Place::Stage,
        keys: &["+", "Shift++", "=", "-"],
        shown: "+ and -",
        help: "Larger, smaller, about where you are",
        message: |key| Some(Msg::Zoom(if key == "-" { 1.0 / STEP } else { STEP }, None)),
    },
    Binding {
        place: Place::Stage,
        keys: &["0"],
        shown: "0",
        help: "Show the whole network",
        message: |_| Some(Msg::Fit),
    },
    Binding {
        place: Place::Stage,
        keys: &["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"],
        shown: "← → ↑ ↓",
        help: "Go from node to node and read its state",
        message: |key| Some(Msg::Walk(toward(key), false)),
    },
    Binding {
        place: Place::Stage,
        keys: &["Shift+ArrowLeft", "Shift+ArrowRight", "Shift+ArrowUp", "Shift+ArrowDown"],
        shown: "Shift ← → ↑ ↓",
        help: "Go from channel to channel and read what is on it",
        message: |key| Some(Msg::Walk(toward(key), true)),
    },
    Binding {
        place: Place::Stage,
        keys: &["Enter"],
        shown: "Enter",
        help: "What a click on this node does; on a channel, go to its messages one after the other",
        message: |_| Some(Msg::Act),
    },
    Binding {
        place: Place::Stage,
        keys: &["Escape"],
        shown: "Esc",
        help: "Leave the node, channel or message",
        message: |_| Some(Msg::Leave),
    },
];

fn toward(key: &str) -> Toward {
    match key.trim_start_matches("Shift+") {
        "ArrowLeft" => Toward::Left,
        "ArrowRight" => Toward::Right,
        "ArrowUp" => Toward::Up,
        _ => Toward::Down,
    }
}

/// What a key press asks for, if it is one of the table.
pub fn message(event: &KeyboardEvent, place: Place) -> Option<Msg> {
    if event.alt_key() {
        return None;
    }
    let mut key = event.key();
    if event.ctrl_key() || event.meta_key() {
        key = key.to_lowercase();
    }
    if event.shift_key() {
        key.insert_str(0, "Shift+");
    }
    if event.ctrl_key() || event.meta_key() {
        key.insert_str(0, "Control+");
    }
    let binding = KEYS.iter().find(|binding| binding.place == place && binding.keys.contains(&key.as_str()))?;
    (binding.message)(&key)
}

/// Writes the table into its dialog.
pub fn render() -> Fallible {
    let mut list = String::new();
    for place in [Place::Page, Place::Chart, Place::Stage] {
        for binding in KEYS.iter().filter(|binding| binding.place == place) {
            list += &format!("<dt>{}</dt><dd>{}: {}</dd>", dom::escape(binding.shown), place.heading(), binding.help);
        }
    }
    dom::by_id::<HtmlElement>("keys-list")?.set_inner_html(&list);
    Ok(())
}
