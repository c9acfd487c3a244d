//! Flitscope: an instrument for looking into interconnection networks.

pub mod model;
pub mod param;
pub mod queueing;
pub mod report;
pub mod scenario;
pub mod solve;
pub mod topology;
