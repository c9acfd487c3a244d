//! Effects of a message outside of the state: the adapters perform them, in this order, and may answer with messages.

use super::patch::{DomPatch, Id};
use crate::worker::scheduler::Request;
use flitscope_show::chart::Chart;

/// Something that comes back as a message after a while; asking again starts the time anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Timer {
    Address,
    /// A slider that has been let go rests.
    Released,
    /// The page has been at rest, and simulates if it does so by itself.
    Begin,
    /// Points of earlier settings go.
    Fade,
    /// The workers are looked after.
    Watch,
    /// A press that ended without a click is over.
    Lifted,
    /// A second of a clock has passed.
    Second,
}

impl Timer {
    pub const ALL: [Self; 7] =
        [Self::Address, Self::Released, Self::Begin, Self::Fade, Self::Watch, Self::Lifted, Self::Second];

    pub const fn milliseconds(self) -> i32 {
        match self {
            Self::Address => 350,
            Self::Released => 600,
            Self::Begin => 300,
            Self::Fade => 600,
            Self::Watch | Self::Second => 1_000,
            Self::Lifted => 300,
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Elements are brought to this.
    Write(DomPatch),
    /// The charts are drawn, the second one and that of a card if there is one; answered by where the first one stands and how long all took.
    Draw { curves: Box<Chart>, figure: Option<Box<Chart>>, card: Option<Box<Chart>> },
    /// The player's picture is painted.
    Paint,
    /// A picture is asked for; answered before the browser shows the next one.
    Frame,
    /// Answered once its time is over.
    After(Timer),
    /// Sizes and colours are read; answered by what they are.
    Measure,
    /// The address gets this fragment, without a step of the browser's own history.
    Address(String),
    /// The address gets this fragment as a step of the browser's own history: Back leads to the one before.
    Visit(String),
    /// The name of the document.
    Title(String),
    /// A dialog is opened over the page.
    Open(&'static str),
    /// A dialog closes, if it is open.
    Close(&'static str),
    /// The text of a field is selected.
    Select(&'static str),
    /// A text goes to the clipboard; answered by whether it did.
    Copy(String),
    /// An element gets the focus.
    Focus(Id),
    /// The page goes to the browser's printing dialog.
    Print,
    /// An element is scrolled into view.
    ScrollTo(&'static str),
    /// The browser saves a file of that name and kind.
    Download { name: String, kind: &'static str, text: String },
    /// The browser saves an SVG picture of that name as pixels, two to a pixel of the screen.
    Pixels { name: String, svg: String },
    /// The system offers to send an address.
    Send { title: String, address: String },
    /// A word is remembered on this device under a name.
    Remember { name: &'static str, word: String },
    /// A word is kept under a name for as long as the tab lives.
    Keep { name: String, word: String },
    /// A worker is started that speaks under this number.
    Spawn(u32),
    /// A worker gets an order.
    Post(u32, Request),
    /// A worker is ended, in the middle of its work.
    Terminate(u32),
    /// Reads the saved runs of a subject; answered by their text.
    Recall(String),
    /// The text of a subject is kept; answered by whether there was room.
    Save { subject: String, text: String },
    /// Deletes the saved runs of some subjects.
    Forget(Vec<String>),
    /// Everything that is kept is thrown away.
    ForgetAll,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn earlier_points_go_after_those_that_take_their_place_could_have_come() {
        let [_, released, begin, fade, watch, ..] = Timer::ALL.map(Timer::milliseconds);
        assert!(begin < fade && begin < released, "keys in a row are one step, and each of them starts the time anew");
        assert!(watch >= 1_000, "a worker speaks ten times a second");
    }
}
