//! The networks themselves, cycle by cycle: what the models predict, measured, and what the animation draws.
//!
//! A simulator is a value. [`step`](wormhole::Network::step) moves it one cycle on, a clone is a point to come back to, and
//! the same configuration and seed give the same cycles on every machine.

pub mod wormhole;
