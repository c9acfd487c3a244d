//! The page without a browser: what it knows, what can happen to it, and what follows. [`update`](app::update::update) is the one way in which it changes.
//!
//! ```text
//!   event, key, timer, worker --> Message --> update(State) --> Effect: Write a sheet, Draw, Post to a worker, Save, Focus ..
//!        ^                                                          |
//!        +------------- adapters in `web` deliver and perform <-----+
//! ```
//! Nothing here names the browser, so a lost worker, a half-typed number or an undo is tested natively in milliseconds. Markup is made by
//! `maud`, which escapes by construction; what stands in which element is a [`DomPatch`](dom::patch::DomPatch), plain data that a test can read.
//!
//! | folder | what is there |
//! |---|---|
//! | [`worker`] | what runs inside a worker |
//! | [`dom`] | what the page asks of the browser, as data |
//! | [`results`] | solved curves, axes, the operating point |
//! | [`jobs`] | workers, simulated points, saved runs |
//! | [`pins`] | pinned settings and the difference to them |
//! | [`player`] | the animation: recording, transport, stage, paint |
//! | [`panels`] | the texts around chart and player |
//! | [`learn`] | lessons, gallery, worksheets |
//! | [`chart`] | the chart, its readout, legend and table |
//! | [`export`] | links, files, pictures, the scene for programs |
//! | [`questions`] | the tab of questions |
//! | [`app`] | state, messages, update |
//!
//! A folder uses those above it in this table and none below.

pub mod app;
pub mod chart;
pub mod dom;
pub mod export;
pub mod jobs;
pub mod json;
pub mod learn;
pub mod panels;
pub mod pins;
pub mod player;
pub mod questions;
pub mod results;
pub mod worker;
