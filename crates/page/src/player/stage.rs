//! Where things stand on the canvas of the player, what is below the pointer, and what is selected.

pub(crate) mod geometry;
pub(crate) mod hit;
pub(crate) mod inside;
pub(crate) mod lanes;
pub(crate) mod marks;
pub(crate) mod pointer;
pub(crate) mod selection;
pub(crate) mod view;
pub(crate) mod walk;
mod zoom;
