//! The texts beside the chart and the player: controls, explanation, comparison, differences, and the text about the project.
//!
//! Entry: in each file `sheet(..) -> Sheet`, a function of the state alone.
//!
//! Panels have no state and no effects, and they send no messages.

pub(crate) mod about;
pub(crate) mod circle;
pub(crate) mod comparison;
pub mod controls;
pub(crate) mod discrepancies;
pub(crate) mod explanation;
pub(crate) mod glossary;
pub(crate) mod header;
pub(crate) mod intro;
pub(crate) mod meaning;
pub(crate) mod story;
pub(crate) mod tabs;
pub(crate) mod waterfall;
