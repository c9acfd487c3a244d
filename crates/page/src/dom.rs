//! Effects, updates of elements and colours, as plain data that a test can read.
//!
//! Entries: [`patch::DomPatch`], what is to stand in which element, and [`effect::Effect`], everything else. The colours of canvases and
//! pictures are in [`palette`].
//!
//! It knows what is to be shown, never why: nothing of models, runs or the state of the page.

pub(crate) mod effect;
pub(crate) mod palette;
pub(crate) mod patch;
pub(crate) mod quantity;
pub(crate) mod swatch;
