//! Texts and constants of the model for its views.

use crate::model::{Measure, ModelInfo, Simulated, info::Countable};

/// In a torus with broadcasts.
pub(super) const TORUS: ModelInfo = ModelInfo {
    title: "Mean unicast latency against load",
    beside: &[("broadcast_latency", Simulated::Broadcast)],
    subject: "a unicast message",
    measured_as: &[
        ("T", "S_u"),
        ("W", "W_s"),
        ("E_v", "rho"),
        ("blockings", "blocking_sum_u"),
        ("w", "W_c"),
        ("rho", ""),
        ("S", ""),
    ],
    ..CUBE
};

pub(super) const CUBE: ModelInfo = ModelInfo {
    measures: &[Measure::OURS],
    tail: "The model gives the mean and the variance of the time at the source and the mean latency, but not its distribution, so it has \
           no percentiles.",
    headlines: &["utilisation", "E_v", "sigma_mean", "blocked", "T", "W"],
    texts: "worms",
    counted: &[
        ("utilisation", Countable::Carrying),
        ("E_v", Countable::Busy),
        ("Vbar", Countable::Sharing),
        ("blockings", Countable::Blocked),
        ("W", Countable::Waiting),
    ],
    measured_as: &[("T", "S"), ("W", "W_s"), ("E_v", "rho"), ("blockings", "blocking_sum"), ("rho", ""), ("S", "")],
    ..ModelInfo::LATENCY
};
