//! Texts and constants of the model for its views.

use super::equations::MATHML;
use crate::model::{Measure, ModelInfo, hypercube_slotted};
use crate::text::Beside;

pub(super) const INFO: ModelInfo = ModelInfo {
    measures: &[Measure::OURS],
    tail: "The model gives the mean queue of a node, and by Little’s law the mean delay, but no distribution of the delay, so it has no percentiles.",
    headlines: &["b", "tau_mean", "received", "met", "queue"],
    letters: MATHML,
    measured_as: &[("b", "lambda_X"), ("tau_mean", "beta"), ("beta", ""), ("received", "")],
    deviations: &[],
    repairs: &[],
    reference: Beside::of(
        "Slots as matchings: Flitscope's own model, unpublished. No constant of it is fitted to a simulation.",
    ),
    bibtex: Beside::of(""),
    ..hypercube_slotted::INFO
};
