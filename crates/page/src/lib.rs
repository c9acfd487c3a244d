//! The page without a browser. [`update`] is the only way in which it changes.
//!
//! ```text
//!   event, key, timer, worker --> Message --> update(State) --> Effect: Write a sheet, Draw, Post to a worker, Save, Focus ..
//!        ^                                                          |
//!        +------------- adapters in `web` deliver and perform <-----+
//! ```
//! No module names the browser, so a lost worker, a half-typed number or an undo is tested natively in milliseconds. Markup is made by
//! `maud`, which escapes by construction; the update of an element is a [`DomPatch`], plain data that a test can read.
//!
//! | folder | contents |
//! |---|---|
//! | `worker` | the worker's end of work off the main thread |
//! | `dom` | effects and updates of elements, as data |
//! | `prelude` | the names that most files use |
//! | `results` | solved curves, axes, the operating point |
//! | `jobs` | workers, simulated points, saved runs |
//! | `pins` | pinned settings and the difference to them |
//! | `player` | the animation: recording, transport, stage, paint |
//! | `panels` | the texts around chart and player |
//! | `learn` | lessons, gallery, votes, worksheets |
//! | `chart` | the chart, its readout, legend and table |
//! | `export` | links, files, pictures, the scene for programs |
//! | `questions` | the tab of questions |
//! | `app` | state, messages, update |
//!
//! A folder uses those above it in this table and none below. Adapters and the tests in `tests` use the items below.

// The library of the core is for others and documents every item; here a name may be enough.
#![allow(missing_docs)]

mod app;
#[cfg(test)]
#[path = "../../../tests/common/blessed.rs"]
mod blessed;
mod chart;
mod dom;
mod export;
mod jobs;
pub mod json;
mod learn;
mod panels;
mod pins;
mod player;
mod prelude;
mod questions;
mod results;
mod worker;

pub use app::{
    action,
    drag::Drag,
    edit::{self, ControlKind},
    inbox::Inbox,
    message::{EditMessage, Measured, Message, PageMessage, Press},
    state::{Start, State},
    update::{RATES, reopen, update},
};
pub use chart::{curves::Cursor, message::ChartMessage};
pub use dom::{
    effect::{Effect, Timer},
    palette::{HUES, Palette, THEME, ThemeChoice},
    patch::{DomPatch, Id, Patch},
    unbroken::unbroken,
};
pub use export::{
    files,
    message::{Copied, ShareMessage},
    snapshot::Snapshot,
};
pub use jobs::{
    message::RunMessage,
    saved_runs::{self, SavedRuns},
    simulation::{Host, Simulation},
};
pub use learn::{
    gallery::{GalleryAction, install as install_pictures},
    lesson::LessonAction,
    message::LearnMessage,
    progress::PROGRESS,
    vote::VoteAction,
};
pub use panels::{comparison::ComparisonPanel, controls};
pub use player::{
    Drawing, Settings,
    message::PlayMessage,
    paint::{self, Pen, Surface, TextAlign},
    stage::{
        geometry::{CanvasSizes, Viewport},
        pointer::{Gesture, Hand, wheel},
    },
};
pub use questions::{MapAction, message::AskMessage};
pub use results::{PredictedUse, Results};
pub use worker::scheduler::{Reply, Request, Scheduler};
