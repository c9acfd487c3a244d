//! What a reader takes away: links, files, pictures, citations, and the scene for programs (`window.flitscope`).
//!
//! Entries: [`share`], the dialog; [`files`], names and contents of files; [`handle`], the scene as data.
//!
//! It reads a [`snapshot::Snapshot`], all that is on the page at one moment, and changes nothing.

pub mod files;
pub mod handle;
pub mod message;
pub mod share;
pub mod snapshot;
