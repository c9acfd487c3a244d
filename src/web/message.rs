//! What can happen to the page, from whichever control, key or worker it comes.

use super::chart_view::Cursor;
use crate::{
    page::player::walk::Toward,
    param::Key,
    scenario::{Reading, System},
};
use wasm_bindgen::JsValue;

/// What can happen.
#[derive(Clone, Debug)]
pub enum Msg {
    /// A control has this text; `moving` while a slider is held.
    Put {
        /// The parameter.
        key: Key,
        /// Its text.
        text: String,
        /// Whether more of the same movement may follow.
        moving: bool,
    },
    /// A number is being typed and has come so far.
    Typed {
        /// The parameter.
        key: Key,
        /// Its text.
        text: String,
    },
    /// The operating point is dragged to this place across the chart, CSS pixels.
    DragLoad(f64),
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
    /// Another system.
    System(System),
    /// A scene of the system's list.
    Preset(usize),
    /// The address has changed.
    Address,
    /// One step back.
    Undo,
    /// One undone step forward.
    Redo,
    /// The chart's cursor moves.
    Cursor(Cursor),
    /// The animation plays or pauses.
    Play,
    /// The animation goes so many cycles on and stops.
    Step(i32),
    /// The animation goes to the next mark, or to the one before, and stops.
    Mark(bool),
    /// The animation is shown larger by a factor, about a place of its canvas.
    Zoom(f64, Option<(f64, f64)>),
    /// The whole network is shown.
    Fit,
    /// The part of the network that is seen moves, CSS pixels.
    Pan((f64, f64)),
    /// The animation's cursor moves to the next node, or to the next channel.
    Walk(Toward, bool),
    /// The pointer is at a place of the animation's canvas.
    Point(Option<(f64, f64)>),
    /// The animation is clicked at a place of its canvas: its cursor stays with what is there, and the scene does what it does there, for
    /// a finger only if the cursor was there before.
    Click {
        /// The place.
        place: (f64, f64),
        /// Whether it was a finger.
        touch: bool,
    },
    /// What the scene does at the node of the cursor; of a channel, its next message.
    Act,
    /// The animation's cursor leaves.
    Leave,
    /// The network is to be simulated.
    Simulate,
    /// The scene has been left alone for a while: a page that simulates by itself begins.
    Settled,
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
    Heard(u32, JsValue),
    /// A worker has failed, for this reason.
    WorkerFailed(u32, String),
    /// The workers are looked after.
    Watch,
    /// Sizes or colours have changed.
    Restyle,
    /// Light or dark.
    Theme,
    /// The link is wanted.
    Share,
    /// The help on keys is wanted.
    Keys,
    /// A part of the page has been opened or closed.
    Opened,
    /// The notices have been read.
    Dismiss,
    /// The address may be written.
    WriteAddress,
    /// The next picture.
    Frame(f64),
    /// The picture at once, whatever it costs.
    Flush,
}
