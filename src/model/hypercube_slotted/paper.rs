//! Texts of the paper, and the differences of the readings from it.

use crate::model::{Countable, Deviation, Deviations, Measure, ModelInfo, info::NetworkSize};
use crate::scenario::Reading::{Corrected, Printed};

/// Q is weighted by the law of distances to the other nodes.
pub(super) const WEIGHTS: Deviations = Deviations::only(&DEVIATIONS, "III.2, Q");

/// μ is computed from the mean distance d.
pub(super) const TRANSIT: Deviations = Deviations::only(&DEVIATIONS, "III.2 (the second), μ");

/// q'(1) has the form at the end of the appendix, not that of the second section III.2.
pub(super) const APPENDIX: Deviations = Deviations::only(&DEVIATIONS, "III.2 (the second), q'(1) in the text");

/// q'(1) is as it follows from q(z).
pub(super) const SECOND_ORDER: Deviations = Deviations::only(&DEVIATIONS, "appendix, q'(1)");

/// M has the moments of one hop.
pub(super) const HOP: Deviations = Deviations::only(&DEVIATIONS, "III.2 (the second), M");

/// D is from end to end.
pub(super) const LITTLE: Deviations = Deviations::only(&DEVIATIONS, "III.2 (the second), D");

/// The differences of the readings from the paper, and why. The first concerns both delays, the others the Bernoulli delay.
pub const DEVIATIONS: [Deviation; 6] = [
    Deviation::new("hypercube_slotted.deviation", "III.2, Q", &[Corrected]),
    Deviation::new("hypercube_slotted.deviation", "III.2 (the second), μ", &[Corrected]),
    Deviation::new("hypercube_slotted.deviation", "III.2 (the second), q'(1) in the text", &[Printed, Corrected]),
    Deviation::new("hypercube_slotted.deviation", "appendix, q'(1)", &[Corrected]),
    Deviation::new("hypercube_slotted.deviation", "III.2 (the second), M", &[Corrected]),
    Deviation::new("hypercube_slotted.deviation", "III.2 (the second), D", &[Corrected]),
];

/// Errors of the paper that change no number: repaired in every reading.
pub const REPAIRS: [Deviation; 3] = [
    Deviation::new("hypercube_slotted.repair", "III.2 (the second), text", &[]),
    Deviation::new("hypercube_slotted.repair", "appendix, q(z)", &[]),
    Deviation::new("hypercube_slotted.repair", "appendix, q(z) - 1", &[]),
];

/// The reason why the model as printed has no percentiles.
pub(super) const PRINTED_TAIL: &str = "As printed, Q is not a mean over packets, so the delay is not the mean of a distribution and has \
                                       no percentiles; the corrected model has them.";

/// Texts and constants of the model for its views.
pub(in crate::model) const INFO: ModelInfo = ModelInfo {
    title: "Mean delay of a packet against load",
    quantity: "delay",
    unit: "slots",
    load_unit: "packets / node / slot",
    measures: &[
        Measure { name: "Poisson model", subject: ["The ", "Poisson model"], ..Measure::LATENCY },
        // It counts from generation; the next slot begins half a slot later on average.
        Measure {
            symbol: "latency_bernoulli",
            name: "Bernoulli model",
            quantity: "latency_bernoulli",
            subject: ["The ", "Bernoulli model"],
            earlier: 0.5,
            ..Measure::LATENCY
        },
    ],
    subject: "a packet",
    tail: "The percentiles are those of the Poisson model, in which each node is an M/G/1 queue in slots and each attempt to send fails \
           independently; one assumption is added: the waits of a packet at its nodes are independent of each other and of its attempts.",
    headlines: &["p", "X", "lambda_X", "W", "mu", "latency_bernoulli"],
    texts: "hypercube_slotted",
    counted: &[("p", Countable::Moving)],
    size: NetworkSize::of_cube(),
    deviations: &DEVIATIONS,
    repairs: &REPAIRS,
    ..ModelInfo::LATENCY
};
