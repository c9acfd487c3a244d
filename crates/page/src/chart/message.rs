//! The messages of the chart.

use super::curves::Cursor;
use crate::prelude::*;

#[derive(Clone, Debug, PartialEq)]
pub enum ChartMessage {
    /// A pointer that is down is at this place of the chart, CSS pixels: the load moves there, or a curve is drawn; `comes_down`: just now.
    Drag { to: (f64, f64), comes_down: bool },
    /// The cursor moves to another load, or to another curve.
    Cursor(Cursor),
    /// Solves a curve that takes long.
    Solve,
    /// Sets the load to that of the cursor.
    LoadFromCursor,
    /// The charts have been drawn, in this time; `plot` is the area of the curves, CSS pixels, if there was room for them.
    Drawn { plot: Option<Plot>, milliseconds: f64 },
}
