//! The messages of lessons, gallery and worksheets.

use super::{gallery::GalleryAction, lesson::LessonAction, vote::VoteAction};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LearnMessage {
    Lesson(LessonAction),
    Gallery(GalleryAction),
    Vote(VoteAction),
    /// Opens a page of a lesson, `worksheet,end`.
    Handout(String),
    /// Another tab keeps these lessons as done.
    Kept(String),
}
