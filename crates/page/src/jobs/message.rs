//! The messages of workers and of simulations.

use super::saved_runs::SavedRuns;
use crate::worker::scheduler::Reply;

#[derive(Clone, Debug, PartialEq)]
pub enum RunMessage {
    Start,
    Again,
    /// Simulates it for as long as every point needs for its interval, or for twice as long.
    Longer,
    Stop,
    Clear,
    /// Deletes all runs that the browser has saved.
    ForgetAll,
    /// The page is in the background, or back from there.
    Hidden(bool),
    Heard(u32, Box<Reply>),
    /// A subject, and the text that the browser has saved of it, if any.
    Recalled(String, Option<String>),
    /// The runs that come with the page.
    Recorded(String),
    Saved(SavedRuns),
}
