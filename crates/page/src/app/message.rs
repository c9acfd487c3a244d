//! What can happen to the page, from whichever control, key, timer or worker it comes, and what the browser answers to an effect.

use crate::{
    chart::curves::Cursor,
    dom::{
        effect::Timer,
        palette::{Palette, ThemeChoice},
    },
    export::share::{Picture, ShareAction},
    jobs::saved_runs::SavedRuns,
    learn::{gallery::GalleryAction, lesson::LessonAction},
    player::stage::{pointer::Gesture, walk::Toward},
    questions::MapAction,
    worker::scheduler::Reply,
};
use flitscope::{
    chart::Plot,
    param::Key,
    scenario::{Reading, System},
};

/// What can happen.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)] // each variant says what its fields are
pub enum Message {
    /// A control has this text; `moving` while a slider is held.
    Put { key: Key, text: String, moving: bool },
    /// A number is being typed and has come so far.
    Typed { key: Key, text: String },
    /// An edit in the form as it was at this address, which counts as long as no other has been opened.
    At(u32, Box<Self>),
    /// A pointer that is down on the chart is at this place, CSS pixels: the operating point goes there, or a curve is drawn; `comes_down`: just now.
    Drag { to: (f64, f64), comes_down: bool },
    /// A step on the map.
    Map(MapAction),
    /// The networks that are compared are simulated, or no longer.
    SimulateNetworks,
    /// What each channel carries is wanted as a file.
    ChannelTable,
    /// The map is saved as a file.
    MapTable,
    /// The cursor's load becomes the load shown.
    LoadFromCursor,
    /// The load becomes a part of the saturation load.
    BelowSaturation,
    /// A curve is switched on or off.
    Show(Reading, bool),
    /// A movement has ended.
    Rest,
    /// A slider has been let go; by keyboard it is let go after every step, so the movement ends only when no other step follows.
    Released,
    /// A parameter goes to its default.
    Reset(Key),
    /// All parameters go to their defaults.
    ResetAll,
    /// A seed is drawn.
    NewSeed,
    /// The present setting is pinned.
    Pin,
    /// A pin is taken away.
    Unpin(usize),
    /// Another system.
    System(System),
    /// A scene, by its place among those of all systems.
    Preset(usize),
    /// The address has this fragment now.
    Address(String),
    /// One step back.
    Undo,
    /// One undone step forward.
    Redo,
    /// The chart's cursor moves.
    Cursor(Cursor),
    /// The animation plays or pauses.
    Play,
    /// The animation plays from the empty network on.
    Restart,
    /// Whether the animation can be seen, or is out of the window.
    Seen(bool),
    /// The animation goes so many cycles on and stops.
    Step(i32),
    /// The animation goes to the next mark, or to the one before, and stops.
    Mark(bool),
    /// The animation is shown larger by a factor, about where the reader is.
    Zoom(f64),
    /// The whole network is shown.
    Fit,
    /// The animation's cursor moves to the next node, or to the next channel.
    Walk(Toward, bool),
    /// A pointer does something on the animation.
    Gesture(Gesture),
    /// A symbol of an equation is pointed at, or left: what it counts lights up in the animation.
    Symbol(Option<String>),
    /// The same, and it stays, or is left if it was the one that stayed.
    PickSymbol(String),
    /// What the animation does at the node of the cursor; of a channel, its next message.
    Act,
    /// The animation's cursor leaves.
    Leave,
    /// Clicks are to be heard, of a source on a scale, or no longer.
    Listen(String),
    /// What was to be heard is over.
    Silent,
    /// The network is to be simulated.
    Simulate,
    /// The page has gone to the background, or come back from there.
    Hidden(bool),
    /// Enough simulated.
    EndSimulation,
    /// What has been simulated is to be forgotten.
    ClearSimulation,
    /// The numbers are wanted as a table.
    Table,
    /// Everything is wanted as a document.
    Document,
    /// What the browser has kept is to be forgotten.
    ForgetAll,
    /// The same with another seed.
    SimulateAgain,
    /// A worker says something.
    Heard(u32, Box<Reply>),
    /// A worker has failed, for this reason.
    WorkerFailed(u32, String),
    /// The browser does not start a worker, for this reason.
    WorkerRefused(u32, String),
    /// The browser has kept this text of a subject, or none.
    Recalled { subject: String, text: Option<String> },
    /// What the browser keeps.
    SavedRuns(SavedRuns),
    /// Sizes or colours may have changed.
    Restyle,
    /// What they are.
    Measured(Box<Measured>),
    /// The charts have been drawn in so many milliseconds: where the curves stand, CSS pixels, if there was room for them.
    Drawn { plot: Option<Plot>, milliseconds: f64 },
    /// Something happens in the gallery.
    Gallery(GalleryAction),
    /// A page of a lesson is wanted, `worksheet,end`.
    Paper(String),
    /// What is seen is to be printed.
    Print,
    /// The browser is about to print, or is done with it.
    Printing(bool),
    /// Something happens in a lesson.
    Lesson(LessonAction),
    /// The tab that this key of the keyboard leads to is to be opened.
    Tab(String),
    /// The page is to be shown to a room, or no longer.
    Present,
    /// Light or dark.
    Theme,
    /// Light or dark has been chosen in another tab.
    Themed(ThemeChoice),
    /// Whether the system prefers dark.
    Prefers(bool),
    /// The link is wanted.
    Share,
    /// A choice is made of what is shared.
    Sharing(ShareAction),
    /// The tab of what is shared that this key of the keyboard leads to is to be opened.
    ShareTab(String),
    /// The link is to be sent by what the system offers for that.
    Send,
    /// A picture is wanted.
    Picture(Picture),
    /// The reader opens a file with this text.
    File(String),
    /// What is shared is to be copied.
    Copy,
    /// The equations are to be copied as LaTeX.
    Latex,
    /// What came of copying.
    Copied(Copied),
    /// The help on keys is wanted.
    Keys,
    /// The glossary is wanted.
    Words,
    /// What Flitscope is, and by whom, is wanted.
    About,
    /// The help on a parameter is opened or closed.
    Help(Key),
    /// The reader goes to the parameters.
    Skip,
    /// A control is pressed, or is no longer.
    Press(Press),
    /// A part of the page has been opened or closed.
    Opened(String, bool),
    /// The notices have been read.
    Dismiss,
    /// A timer has come.
    Came(Timer),
    /// The next picture, for this time in milliseconds.
    Frame(f64),
}

/// The page as the browser lays it out.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// The colours.
    pub palette: Palette,
    /// The width of the animation, and of that beside it, CSS pixels.
    pub widths: (f64, f64),
}

/// The stages of a press of a control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Press {
    /// The pointer or the key is down.
    Down,
    /// The pointer is up. With a finger the click is reported later.
    Up,
    /// The press has had its effect, or has none.
    Over,
}

/// What came of copying.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Copied {
    /// It was copied.
    Done,
    /// The browser refused.
    Refused,
    /// Outside a secure context there is no clipboard.
    NoClipboard,
}

impl Copied {
    /// What came of copying a link, and of copying the equations.
    pub const fn words(self) -> [&'static str; 2] {
        match self {
            Self::Done => ["Copied.", "Copied."],
            Self::Refused => [
                "The browser does not let a page copy here: press Ctrl C.",
                "The browser does not let a page copy here: select the text and press Ctrl C.",
            ],
            Self::NoClipboard => ["Press Ctrl C to copy the link.", "Select the text and press Ctrl C to copy it."],
        }
    }
}
