//! Lessons, the gallery of scenes, and the worksheets made of lessons.
//!
//! Entries: [`lesson`], which lays a lesson out, and [`gallery`]. The lessons themselves are data of [`flitscope::lesson`].
//!
//! Nothing here solves or simulates; it reads results and recorded runs.

pub mod gallery;
pub mod handout;
pub mod lesson;
pub mod message;
pub mod thumbnail;
