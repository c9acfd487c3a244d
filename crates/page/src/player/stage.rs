//! Where things stand on the canvas of the player, what is below the pointer, and what is selected.

pub mod geometry;
pub mod hit;
pub mod marks;
pub mod pointer;
pub mod selection;
pub mod view;
pub mod walk;
