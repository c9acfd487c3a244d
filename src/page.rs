//! The page without a browser: what it knows, what can happen to it, and what follows. [`update`](update::update) is the one way in which it changes.
//!
//! ```text
//!   event, key, timer, worker --> Message --> update(State) --> Effect: Write a sheet, Draw, Post to a worker, Save, Focus ..
//!        ^                                                          |
//!        +------------- adapters in `web` deliver and perform <-----+
//! ```
//! Nothing here names the browser, so a lost worker, a half-typed number or an undo is tested natively in milliseconds. Markup is made by
//! `maud`, which escapes by construction; what stands in which element is a [`Sheet`](sheet::Sheet), plain data that a test can read.

pub mod about;
pub mod action;
pub mod answer;
pub mod comparison;
pub mod controls;
pub mod counted;
pub mod curves;
pub mod desk;
pub mod drag;
pub mod edit;
pub mod effect;
pub mod explanation;
pub mod export;
pub mod figure;
pub mod gallery;
pub mod glossary;
pub mod handle;
pub mod header;
pub mod intro;
pub mod json;
pub mod legend;
pub mod lesson;
pub mod message;
pub mod palette;
pub mod paper;
mod picture;
pub mod pins;
pub mod player;
pub mod pool;
pub mod quantity;
pub mod questions;
pub mod reasons;
pub mod results;
pub mod saved_runs;
pub mod share;
pub mod sheet;
pub mod shown;
pub mod simulation;
pub mod state;
pub mod swatch;
pub mod tabs;
pub mod thumbnail;
pub mod update;
pub mod waterfall;
mod words;
