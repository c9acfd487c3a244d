//! The chart of latency or throughput against load: its curves, its points, the readout at the cursor, the legend, the table.
//!
//! Entry: [`curves`], which makes a [`flitscope_show::chart::Chart`] of results and simulated points.
//!
//! It does not draw: [`flitscope_show::chart`] does. It asks for no simulation.

pub(crate) mod arrived;
pub(crate) mod card;
pub(crate) mod curves;
mod distribution;
pub(crate) mod figure;
pub(crate) mod legend;
pub(crate) mod message;
