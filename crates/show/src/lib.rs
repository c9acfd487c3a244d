//! Animation and chart: a network cycle by cycle, and curves, as data and on a surface.
//!
//! [`animation`] turns a scenario into frames by stepping a simulator of the core; [`chart`] draws curves on any plotters backend.
//! The painters of frames are in the page.

pub mod animation;
#[cfg(test)]
#[path = "../../../tests/common/blessed.rs"]
mod blessed;
pub mod chart;
