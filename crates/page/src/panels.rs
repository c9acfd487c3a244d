//! The texts beside the chart and the player: controls, explanation, comparison, differences, and what is said about the project.
//!
//! Entry: in each file `sheet(..) -> Sheet`, a function of the state alone.
//!
//! Panels keep nothing and change nothing. They know neither messages nor effects.

pub mod about;
pub mod comparison;
pub mod controls;
pub mod discrepancies;
pub mod explanation;
pub mod glossary;
pub mod header;
pub mod intro;
pub mod tabs;
pub mod waterfall;
