//! Queueing results that several models share.

pub mod channel;
pub mod max_min;
pub mod mg1;
pub mod mmpp_g1;
pub mod modulated_channels;
pub mod virtual_channels;
