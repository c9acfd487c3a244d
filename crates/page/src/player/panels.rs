//! The elements around the canvas of the player: captions, legend, log, and the counts of symbols.

pub(crate) mod arrivals;
pub(crate) mod inside;
pub(crate) mod legend;
pub(crate) mod log;
pub(crate) mod moments;
pub(crate) mod sheet;
pub(crate) mod symbol_highlight;
