//! Texts and constants of the model for its views.

use crate::model::{
    Measure, ModelInfo,
    info::{Countable, NetworkSize},
};

pub(super) const INFO: ModelInfo = ModelInfo {
    measures: &[Measure::OURS],
    tail: "The model gives the mean and the variance of the time on an injection channel and the mean latency, but not its distribution, \
           so it has no percentiles.",
    headlines: &["U", "T", "rho", "data", "setup", "W"],
    texts: "circuits",
    counted: &[("W", Countable::Waiting)],
    measured_as: &[
        ("dbar", "D"),
        ("Pi", "Pi"),
        ("sending", "data"),
        ("setup", "E"),
        ("rho", "mu"),
        ("W", "Ws"),
        ("data", ""),
        ("T", ""),
        ("lam", ""),
    ],
    size: NetworkSize::of_cube(),
    ..ModelInfo::LATENCY
};
