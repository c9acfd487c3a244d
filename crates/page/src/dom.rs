//! What the page asks of the browser, as plain data that a test can read.
//!
//! Entries: [`patch::DomPatch`], what is to stand in which element, and [`effect::Effect`], everything else. The colours of canvases and
//! pictures are in [`palette`].
//!
//! It knows what is to be shown, never why: nothing of models, runs or the state of the page.

pub mod effect;
pub mod palette;
pub mod patch;
pub mod quantity;
pub mod swatch;
