//! Everything that stands around the canvas, as plain data.

use super::{legend, log::LogChange, marks::MarkButton, settings::Settings, view::View};
use crate::{
    animation::{
        Animation,
        frame::{Carried, Item},
        words::Terms,
    },
    param::{Key, Kind},
    scenario::System,
};
use maud::{Markup, html};

/// Distance of two nodes, in widths, below which the canvas takes all of the width, as it does for words on links. The player stands below it.
const CLOSE: f64 = 0.08;

/// What stays as long as a recording is shown.
#[derive(Clone, Debug)]
pub struct Title {
    /// The heading.
    pub heading: String,
    /// The height of the canvas, in its widths.
    pub height: f64,
    /// Whether the canvas takes all of the width.
    pub wide: bool,
    /// What the signs of its frames mean, as list items.
    pub legend: Markup,
    /// What the scrubber is called.
    pub scrubber: String,
    /// What the buttons that step are called: back, forward.
    pub steps: [String; 2],
}

impl Title {
    /// That of an animation.
    pub fn of(animation: &dyn Animation) -> Self {
        let (layout, Terms { clock, cycle: (cycle, _), .. }) = (animation.layout(), animation.terms());
        Self {
            heading: animation.title(),
            height: layout.height,
            wide: layout.words > 0.0 || layout.pitch < CLOSE,
            legend: legend::signs(&animation.legend()),
            scrubber: format!("{clock} shown"),
            steps: ["back", "forward"].map(|way| format!("Step one {cycle} {way}")),
        }
    }
}

/// What stands around one frame.
#[derive(Clone, Debug)]
pub struct Display {
    /// The frame in a sentence.
    pub caption: String,
    /// The numbers so far in a sentence; empty where nothing is counted.
    pub numbers: String,
    /// Whether it plays: the caption is spoken when it stands still; a sentence ten times a second would be noise.
    pub playing: bool,
    /// The last value of the scrubber, and the one that it stands at.
    pub scrubber: (u32, u32),
    /// How far the recording goes, and the marks at the cycle shown.
    pub extent: String,
    /// What there is to say of the item that the reader is at.
    pub item: String,
    /// Whether that is spoken: what the keyboard goes to; what a pointer passes over would be noise.
    pub item_aloud: bool,
    /// The buttons that go from mark to mark: back, forward.
    pub jumps: [MarkButton; 2],
    /// The marks below the scrubber.
    pub marks: Markup,
    /// What is to be written into the log.
    pub log: LogChange,
    /// Loop, use of the channels, zoom.
    pub tools: Tools,
}

impl Display {
    /// What stands on the button that plays and pauses.
    pub const fn play(&self) -> &'static str {
        if self.playing { "❚❚ Pause" } else { "▶ Play" }
    }
}

/// What stands beside the canvas to look at it in another way.
#[derive(Clone, Debug)]
pub struct Tools {
    /// Whether the loop is on; none where there is no such switch.
    pub looping: Option<bool>,
    /// Whether the use of the channels is drawn; none where there is no such switch, or nothing is counted.
    pub usage: Option<bool>,
    /// Its legend, where it is drawn.
    pub usage_legend: Option<Markup>,
    /// Whether only a part of the network is seen.
    pub zoomed: bool,
    /// How large it is seen, as a percentage.
    pub level: String,
    /// Whether it cannot be seen larger.
    pub closest: bool,
}

impl Tools {
    /// Those of some settings, of what a frame counts, and of what is seen of it.
    pub fn of(settings: Settings, carried: Option<&Carried>, terms: Terms, view: View) -> Self {
        let usage = settings.usage.filter(|_| carried.is_some());
        Self {
            looping: settings.looping,
            usage,
            usage_legend: carried.filter(|_| usage == Some(true)).map(|carried| legend::usage(carried, terms)),
            zoomed: view.is_close(),
            level: view.level(),
            closest: view.is_closest(),
        }
    }
}

/// What there is to say of an item in the frame of a cycle; without one what the reader may do, with a finger or without.
pub fn words(animation: &mut dyn Animation, cycle: u32, item: Option<Item>, touch: bool) -> String {
    match item {
        Some(item) => animation.describe(cycle, item),
        None if touch && (0..animation.layout().nodes.len() as u32).any(|node| animation.action(node).is_some()) => {
            format!("{} On a touch screen, tap once to inspect and again to select.", animation.hint())
        }
        None => animation.hint().into(),
    }
}

/// The speeds of a system as options of a list.
pub fn speeds(system: System) -> Markup {
    let Some(Kind::Choice { options, .. }) = system.param(Key::Speed).map(|row| row.kind) else {
        return Markup::default();
    };
    html! { @for speed in options { option value=(speed.key) { (speed.name) } } }
}
