//! Effects, updates of elements and colours, as plain data that a test can read.
//!
//! Entries: [`patch::DomPatch`], updates of elements; [`effect::Effect`], everything else; [`palette`], the colours of pictures.
//!
//! These modules depend on no model, no run and no state of the page.

pub(crate) mod effect;
pub(crate) mod palette;
pub(crate) mod patch;
pub(crate) mod quantity;
#[cfg(test)]
pub(crate) mod scripts;
pub(crate) mod swatch;
pub(crate) mod unbroken;
