//! Lessons, the gallery of scenes, the vote of a class, and the worksheets made of lessons.
//!
//! Entries: [`lesson`], which lays a lesson out, and [`gallery`]. The lessons themselves are data of [`flitscope::lesson`].
//!
//! Nothing here solves or simulates; it reads results and recorded runs.

pub(crate) mod gallery;
pub(crate) mod handout;
pub(crate) mod inline;
pub(crate) mod lesson;
pub(crate) mod message;
pub(crate) mod progress;
pub(crate) mod qr;
pub(crate) mod thumbnail;
pub(crate) mod vote;
