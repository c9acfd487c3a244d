//! The messages of the page, grouped by the folder that reacts, whichever control, key, timer or worker sends them.

use crate::{
    chart::message::ChartMessage,
    dom::palette::ThemeChoice,
    export::{
        message::ShareMessage,
        share::{SceneFormat, ShareAction},
    },
    jobs::message::RunMessage,
    learn::message::LearnMessage,
    player::message::PlayMessage,
    prelude::*,
    questions::message::AskMessage,
};

/// The enum of the groups, and `From` for each, so that senders name the group only.
macro_rules! groups {
    ($($group:ident($message:ty)),* $(,)?) => {
        /// A message: one group per folder. [`update`](super::update::update) handles each variant of each group, or does not compile.
        #[derive(Clone, Debug, PartialEq)]
        pub enum Message {
            $($group($message),)*
            /// A message from the form as it was at this address; ignored once another address has been opened.
            At(u32, Box<Self>),
        }

        $(impl From<$message> for Message {
            fn from(message: $message) -> Self {
                Self::$group(message)
            }
        })*
    };
}

groups!(
    Edit(EditMessage),
    Play(PlayMessage),
    Run(RunMessage),
    Chart(ChartMessage),
    Learn(LearnMessage),
    Share(ShareMessage),
    Ask(AskMessage),
    Page(PageMessage),
);

impl Message {
    /// True if it needs the lessons, which a page reads when they are first needed.
    pub fn reads_lessons(&self) -> bool {
        match self {
            Self::At(_, message) => message.reads_lessons(),
            Self::Learn(message) => !matches!(message, LearnMessage::Kept(_)),
            Self::Edit(EditMessage::Address(fragment)) => {
                link::names(fragment, "lesson") || link::names(fragment, "text")
            }
            _ => false,
        }
    }

    /// True if it needs a text beside the page, which a page reads when it is first needed: it opens a tab, the words
    /// explained or a citation, or a scene that may have a tab. Who prints has that of the open tab; the browser waits for no other.
    #[deny(clippy::wildcard_enum_match_arm)]
    pub fn reads_texts(&self) -> bool {
        use {EditMessage as Edit, PageMessage as Page};
        match self {
            Self::At(_, message) => message.reads_texts(),
            Self::Edit(
                Edit::Put { key, .. } | Edit::Typed { key, .. } | Edit::Reset(key) | Edit::Compare { key, .. },
            ) => *key == Key::Tab,
            Self::Edit(Edit::Tab(_) | Edit::Preset(_)) => true,
            // A lesson from a file may open a tab; ours do not.
            Self::Edit(Edit::Address(fragment)) => link::names(fragment, "tab") || link::names(fragment, "text"),
            // They lead to scenes of this visit, whose texts have come.
            Self::Edit(Edit::Undo | Edit::Redo | Edit::System(_)) => false,
            Self::Edit(
                Edit::Nudge { .. }
                | Edit::Show { .. }
                | Edit::Rest
                | Edit::Released
                | Edit::ResetAll
                | Edit::NewSeed
                | Edit::BelowSaturation
                | Edit::Pin
                | Edit::Unpin(_)
                | Edit::Rates { .. }
                | Edit::Present,
            ) => false,
            Self::Page(Page::Words(_) | Page::About) => true,
            Self::Page(
                Page::Frame(_)
                | Page::Came(_)
                | Page::Press(_)
                | Page::Restyle
                | Page::Measured(_)
                | Page::Theme
                | Page::Themed(_)
                | Page::Prefers(_)
                | Page::Opened(..)
                | Page::Help(_)
                | Page::Keys
                | Page::Settings(_)
                | Page::Slide(_)
                | Page::Lower
                | Page::Dismiss
                | Page::Print
                | Page::Printing(_),
            ) => false,
            Self::Share(message) => *message == ShareMessage::Choose(ShareAction::Form(SceneFormat::Bibtex)),
            Self::Learn(_) => lesson::own().is_some(),
            Self::Play(_) | Self::Run(_) | Self::Chart(_) | Self::Ask(_) => false,
        }
    }
}

/// Changes of the scenario and of the pinned settings.
#[derive(Clone, Debug, PartialEq)]
pub enum EditMessage {
    /// A control has this text; `moving` while a slider is held.
    Put { key: Key, text: String, moving: bool },
    /// A number field has this text; more may be typed.
    Typed { key: Key, text: String },
    /// Moves the number of a field by a step of its slider.
    Nudge { key: Key, up: bool },
    /// Draws the curve of a reading, or hides it.
    Show { reading: Reading, on: bool },
    /// Ends a movement, which is one step of undo.
    Rest,
    /// A slider is released; by keyboard that happens after every step, so the movement ends only when no other step follows.
    Released,
    /// A parameter gets its default again.
    Reset(Key),
    /// The system opens as at first.
    ResetAll,
    /// Simulation and animation get another seed.
    NewSeed,
    /// Keeps the curve of the present setting in place of those that are kept, and gives one parameter another value.
    Compare { key: Key, text: String },
    /// Sets the load to a fraction of the saturation load.
    BelowSaturation,
    /// Keeps the curves of the present setting.
    Pin,
    /// Takes the pin at this place away.
    Unpin(usize),
    /// Opens a file of that name as the table of rates.
    Rates { name: String, text: String },
    /// Goes to a system, as it was left.
    System(System),
    /// Opens a scene, by its index among those of all systems.
    Preset(usize),
    /// Opens the fragment of an address.
    Address(String),
    /// Opens the tab that this key of the keyboard leads to.
    Tab(String),
    /// Switches between the page for one reader and the page for a room.
    Present,
    /// Takes the last step of the history back.
    Undo,
    /// Takes the step that was undone again.
    Redo,
}

/// The page itself: its layout, colours, dialogs, timers and pictures.
#[derive(Clone, Debug, PartialEq)]
pub enum PageMessage {
    /// The next picture, for this time in milliseconds.
    Frame(f64),
    Came(Timer),
    Press(Press),
    /// Sizes or colours may have changed.
    Restyle,
    Measured(Box<Measured>),
    Theme,
    /// Light or dark was chosen in another tab.
    Themed(ThemeChoice),
    Prefers(bool),
    /// The part of the page with this id has been opened; false if closed.
    Opened(String, bool),
    Help(Key),
    Keys,
    /// Opens the glossary at a word, or at its beginning.
    Words(String),
    About,
    /// Opens the panel of all settings, or closes it; the focus moves to the control of a key, if one is named.
    Settings(Option<Key>),
    /// Puts the slider of a parameter into the place of the load, where there is room for one; none brings the load back.
    Slide(Option<Key>),
    /// The tab that is raised goes down.
    Lower,
    Dismiss,
    Print,
    Printing(bool),
}

/// The page as the browser lays it out.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    pub palette: Palette,
    /// The width of the animation, and of that beside it, CSS pixels.
    pub widths: (f64, f64),
    /// True if the window has room for a tab beside the network.
    pub roomy: bool,
}

/// The stages of a press of a control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Press {
    Down,
    /// The pointer is up. With a finger the click is reported later.
    Up,
    /// The press has had its effect, or has none.
    Over,
}
