//! Texts and constants of the model for its views.

use crate::model::{Measure, ModelInfo, hypercube_slotted};

pub(super) const INFO: ModelInfo = ModelInfo {
    measures: &[Measure::OURS],
    tail: "The model gives the mean queue of a node, and by Little’s law the mean delay, but no distribution of the delay, so it has no \
           percentiles.",
    headlines: &["b", "tau_mean", "received", "met", "queue"],
    texts: "matchings",
    measured_as: &[("b", "lambda_X"), ("tau_mean", "beta"), ("beta", ""), ("received", "")],
    deviations: &[],
    repairs: &[],
    ..hypercube_slotted::INFO
};
