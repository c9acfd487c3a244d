//! Flitscope: an instrument for looking into interconnection networks.

pub mod param;
pub mod scenario;
pub mod sim;
pub mod topology;
pub mod trace;
