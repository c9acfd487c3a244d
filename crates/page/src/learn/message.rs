//! The messages of lessons, gallery and worksheets.

use super::{gallery::GalleryAction, lesson::LessonAction, vote::VoteAction};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LearnMessage {
    /// A step in a lesson.
    Lesson(LessonAction),
    /// A step in the gallery.
    Gallery(GalleryAction),
    /// The vote of a class.
    Vote(VoteAction),
    /// Opens a page of a lesson, `worksheet,end`.
    Handout(String),
    /// Another tab keeps these lessons as done.
    Kept(String),
}
