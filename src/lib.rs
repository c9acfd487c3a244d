//! Flitscope: an instrument for looking into interconnection networks.

pub mod chart;
pub mod param;
pub mod scenario;
pub mod topology;
