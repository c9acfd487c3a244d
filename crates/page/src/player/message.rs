//! The messages of the player.

use super::{
    panels::moments::Moment,
    stage::{pointer::Gesture, walk::Toward},
};

#[derive(Clone, Debug, PartialEq)]
pub enum PlayMessage {
    /// Opens a moment of the system.
    Moment(Moment),
    /// The moment at this place among the buttons.
    MomentAt(usize),
    /// Shows a deadlock beside the same network with its safeguard.
    Cure,
    /// Allows a turn, or forbids it.
    Turn(u32),
    /// Takes a set of turns by its name.
    Turns(&'static str),
    /// Moves the cursor of the compass.
    Compass(Toward),
    /// Begins with messages in a circle, or with traffic.
    Fill(bool),
    /// Plays from before the circle closes.
    Again,
    /// Plays on, or pauses where it is.
    Toggle,
    /// Plays from the empty network on.
    Restart,
    /// Moves by a number of cycles and stops.
    Step(i32),
    /// Moves to the next event, or to the one before, and stops.
    Mark { forward: bool },
    /// The animation is in the window, or outside of it.
    Seen(bool),
    /// Zooms by a factor, about the centre of the view.
    Zoom(f64),
    /// Shows the whole network, not enlarged.
    Fit,
    /// Moves the cursor to the next node, or to the next channel.
    Walk { toward: Toward, links: bool },
    /// A gesture of a pointer.
    Gesture(Gesture),
    /// Does at the node of the cursor what a click does; on a channel, selects its next message.
    Act,
    /// Ends the selection; without one, leaves the open node.
    Leave,
    /// Opens a node; a number without a node: shows the whole network.
    Open(u32),
    /// The pointer is on a symbol of an equation, or on none: the things that it counts are highlighted.
    Symbol(Option<String>),
    /// Keeps a symbol highlighted, or ends that.
    PickSymbol(String),
}
