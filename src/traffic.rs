//! Arrival processes: when messages come.
//!
//! A Poisson process has one number, its rate. Measured traffic of parallel programs has bursts within bursts: its autocorrelation falls
//! like a power of the lag, not exponentially. A sum of a few two-state Markov-modulated Poisson processes, one for each time scale, has
//! such an autocorrelation over as many decades as are asked for, and stays a Markov process that queues can be solved for.

pub mod long_range;
pub mod mmpp;
pub mod sampling;
pub mod second_order;
