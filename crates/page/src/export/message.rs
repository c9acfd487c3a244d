//! The messages of sharing and saving.

use super::share::{Picture, ShareAction};
use crate::prelude::*;

#[derive(Clone, Debug, PartialEq)]
pub enum ShareMessage {
    Open,
    Choose(ShareAction),
    /// Opens the tab of the dialog that this key of the keyboard leads to.
    Tab(String),
    /// Sends the link by what the system offers for that.
    Send,
    Picture(Picture),
    /// Opens the scene in a file with this text.
    File(String),
    Copy,
    Latex,
    Copied(Copied),
    /// Saves the numbers as a table with this sign between fields.
    Table(Separator),
    Document,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Copied {
    Done,
    Refused,
    NoClipboard,
}

impl Copied {
    pub(crate) const fn words(self) -> [&'static str; 2] {
        match self {
            Self::Done => ["Copied.", "Copied."],
            Self::Refused => [
                "The browser does not let a page copy here: press Ctrl C.",
                "The browser does not let a page copy here: select the text and press Ctrl C.",
            ],
            Self::NoClipboard => ["Press Ctrl C to copy the link.", "Select the text and press Ctrl C to copy it."],
        }
    }
}
