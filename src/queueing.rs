//! Queueing results that several models share.

pub mod channel;
pub mod mg1;
pub mod virtual_channels;
