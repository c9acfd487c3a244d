//! Export: links, files, pictures, citations, and the scene for programs (`window.flitscope`).
//!
//! Entries: [`share`], the dialog; [`files`], names and contents of files; [`handle`], the scene as data.
//!
//! It reads a [`snapshot::Snapshot`], all that is on the page at one moment, and changes nothing.

pub mod files;
pub(crate) mod handle;
pub(crate) mod message;
pub(crate) mod share;
pub(crate) mod snapshot;
