//! When messages come, and where they go.
//!
//! A Poisson process has one number, its rate. Measured traffic of parallel programs has bursts within bursts: its autocorrelation falls
//! like a power of the lag, not exponentially. A sum of a few two-state Markov-modulated Poisson processes, one for each time scale, has
//! such an autocorrelation over as many decades as are asked for, and stays a Markov process that queues can be solved for.

pub mod channel_load;
pub mod long_range;
pub mod mmpp;
pub mod pattern;
pub mod sampling;
pub mod second_order;
