//! The painter: draws a frame of any animation, on the canvas or as SVG, with the same lines.
//!
//! A lane is drawn beside its link, on the right-hand side of its direction where another link leads back, as a row of dashes that moves on
//! by a quarter of its period for every flit that crosses: a row that stands still is a worm that waits. Where lanes are too fine to see
//! flits, each is a line. Places are computed in `stage::geometry`.

mod lanes;
mod links;
mod nodes;
mod pen;
pub mod svg;
pub(crate) mod usage;

use super::Drawing;
use flitscope::animation::frame::{NodeMark, Place};
pub use pen::Pen;

/// Where a text stands about its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextAlign {
    /// On its right side.
    Start,
    /// Around it.
    Centre,
    /// On its left side.
    End,
    /// Over it.
    Above,
}

/// The surface: as much of a canvas as the painter needs. Colours are as CSS writes them, lengths CSS pixels, angles radians.
pub trait Surface {
    /// How opaque everything is from now on, 0 to 1.
    fn alpha(&self, alpha: f64);
    /// The colour and the width of lines from now on.
    fn line(&self, colour: &str, width: f64);
    /// The lengths of dashes and of the gaps between them from now on, and how far along the first dash a line begins.
    fn dash(&self, dash: Option<(f64, f64)>, offset: f64);
    /// True if lines and dashes end round from now on.
    fn round(&self, round: bool);
    /// The colour of what is filled or written from now on.
    fn paint(&self, colour: &str);
    /// The size of what is written from now on, and where it stands.
    fn font(&self, size: f64, align: TextAlign);
    /// Begins a path.
    fn begin(&self);
    /// A piece of the path begins here.
    fn move_to(&self, place: Place);
    /// It leads on to here.
    fn line_to(&self, place: Place);
    /// An arc about a centre, clockwise between two angles.
    fn arc(&self, centre: Place, radius: f64, angles: (f64, f64));
    /// A rectangle from its upper left corner.
    fn rect(&self, corner: Place, size: Place);
    /// Draws the path.
    fn stroke(&self);
    /// Fills the path.
    fn fill(&self);
    /// Fills a rectangle, whatever the path is.
    fn bar(&self, corner: Place, size: Place);
    /// Writes a text.
    fn text(&self, text: &str, place: Place);
    /// How wide a text would be.
    fn width(&self, text: &str) -> f64;
}

/// Draws what lies under everything: how much the channels have carried.
pub fn under(pen: &Pen, drawing: &Drawing) {
    if let Some(carried) = drawing.frame.carried.as_ref().filter(|_| drawing.usage) {
        pen.usage(carried);
    }
}

/// Draws what stands still; `nodes` draws the nodes in the middle of it.
pub fn still(pen: &Pen, nodes: impl FnOnce()) {
    pen.links();
    nodes();
    pen.labels_beside();
    pen.stubs();
}

/// Draws what moves, and what the reader is at; `nodes` draws those nodes in the middle of it that are [seen](is_seen).
pub fn moving(pen: &Pen, drawing: &Drawing, nodes: impl FnOnce()) {
    let Drawing { frame, picked, lit, .. } = *drawing;
    lit.into_iter().for_each(|count| pen.highlight(count));
    pen.picked_link(picked);
    pen.lanes(&frame.lanes, picked);
    pen.candidates(&frame.candidates);
    pen.circle(&frame.circle);
    pen.labels(&frame.labels);
    nodes();
    pen.letters(&frame.nodes);
    pen.picked_node(picked);
    // Over the nodes: a square would cover the header that waits at its edge.
    pen.blocked(&frame.lanes);
    pen.queues(&frame.queues);
}

/// True if a node has anything to show beside what stands still.
pub fn is_seen(mark: &NodeMark) -> bool {
    *mark != NodeMark::default()
}
