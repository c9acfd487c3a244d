//! Texts and constants of the model for its views.

use crate::model::{Measure, ModelInfo, info::Countable};

pub(super) const INFO: ModelInfo = ModelInfo {
    measures: &[Measure::OURS],
    tail: "The model gives the mean and the variance of the time at the source and the mean latency, but not its distribution, so it has \
           no percentiles.",
    headlines: &["U", "utilisation", "E_v", "blocked", "T", "W"],
    texts: "unequal",
    counted: &[("U", Countable::Carrying), ("E_v", Countable::Busy), ("W", Countable::Waiting)],
    measured_as: &[
        ("U", "utilisation"),
        ("utilisation", ""),
        ("T", "S"),
        ("W", "W_s"),
        ("E_v", "rho"),
        ("rho", ""),
        ("S", ""),
        ("P_v", ""),
    ],
    ..ModelInfo::LATENCY
};
