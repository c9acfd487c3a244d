//! What the player says in the elements around its canvas: captions, legend, log, and what a symbol counts.

pub mod arrivals;
pub mod legend;
pub mod listen;
pub mod log;
pub mod sheet;
pub mod symbol_highlight;
