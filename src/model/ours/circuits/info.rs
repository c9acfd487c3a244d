//! Texts and constants of the model for its views.

use super::equations::MATHML;
use crate::model::{
    Measure, ModelInfo,
    info::{Countable, NetworkSize},
};
use crate::text::Beside;

pub(super) const INFO: ModelInfo = ModelInfo {
    measures: &[Measure::OURS],
    tail: "The model gives the mean and the variance of the time on an injection channel and the mean latency, but not its distribution, so it has no percentiles.",
    headlines: &["U", "T", "rho", "data", "setup", "W"],
    letters: MATHML,
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
    reference: Beside::of(
        "Circuits as flows: Flitscope's own model, unpublished. No constant of it is fitted to a simulation.",
    ),
    ..ModelInfo::LATENCY
};
