//! Texts of the paper, and the differences of the readings from it.

use super::equations::MATHML;
use crate::model::{Countable, Deviation, Deviations, Measure, ModelInfo, info::NetworkSize};
use crate::scenario::Reading::{Corrected, Printed};
use crate::text::Beside;

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
    Deviation {
        name: Beside::of("A mean not taken over packets"),
        equation: "III.2, Q",
        printed: Beside::of("Q = Σ 2^-n C(n,k) Q_k"),
        instead: Beside::of("Q = Σ 2^-n/(1 - 2^-n) C(n,k) Q_k"),
        reason: Beside::of(
            "The mean over packets, as printed for X. Only then is 2Q(1 - 2^-n)/n, printed two lines later, the second moment of the \
                 service time of a hop.",
        ),
        readings: &[Corrected],
    },
    Deviation {
        name: Beside::of("The rate of transit"),
        equation: "III.2 (the second), μ",
        printed: Beside::of("μ = (λ(n/2)(1 - 2^-n) - λ)/(1 - λ(n/2)(1 - 2^-n))"),
        instead: Beside::of("μ = (λd - λ)/(1 - λd),  d = (n/2)/(1 - 2^-n)"),
        reason: Beside::of(
            "A node sends λd packets per slot, λ of them its own; the others reach it in the 1 - λd slots in which it does not send. \
                 As printed μ is negative for n = 1 and 2, and q_0 = 0 does not give λX = 1, which the next line states.",
        ),
        readings: &[Corrected],
    },
    Deviation {
        name: Beside::of("Two forms of one derivative"),
        equation: "III.2 (the second), q'(1) in the text",
        printed: Beside::of(
            "((1-q_0)(λ²/2 + λμ)(X-1) + (λ+μ)² S + λ²/2 + q_0(λ+μ+λμ))/(1 - λ - (λ+μ)(X-1)),  S = Σ v_k p^2k/(1-p^k)²",
        ),
        instead: Beside::of("the form of the appendix"),
        reason: Beside::of(
            "The two differ in four places. That of the text does not follow from A(z): X stands for 2X(1 - 2^-n)/n, the coefficient \
                 lacks λ² + λμ, and S is outside 1 - q_0. Its denominator vanishes far below λ_max, and delays turn negative.",
        ),
        readings: &[Printed, Corrected],
    },
    Deviation {
        name: Beside::of("A missing second-order term"),
        equation: "appendix, q'(1)",
        printed: Beside::of("... + q_0(λ + μ + λμ)"),
        instead: Beside::of("... + q_0(λ + μ + λμ + λ²/2)"),
        reason: Beside::of("The second-order term of the arrivals in an empty slot is λ²/2 + λμ."),
        readings: &[Corrected],
    },
    Deviation {
        name: Beside::of("Moments of the whole path for one hop"),
        equation: "III.2 (the second), M",
        printed: Beside::of("X and Q of the whole path"),
        instead: Beside::of("2X(1 - 2^-n)/n and 2Q(1 - 2^-n)/n, of one hop"),
        reason: Beside::of("M is the queue of one node, and q(z) is taken at the ends of single hops."),
        readings: &[Corrected],
    },
    Deviation {
        name: Beside::of("Little's formula for neither path nor hop"),
        equation: "III.2 (the second), D",
        printed: Beside::of("D = 2M/(λ n (1 - 2^-n))"),
        instead: Beside::of("D = M/λ"),
        reason: Beside::of(
            "Little's formula for the network: N M packets in it, N λ new ones a slot. M/(λd) is the delay of one hop; the paper prints \
                 neither of the two.",
        ),
        readings: &[Corrected],
    },
];

/// Errors of the paper that change no number: repaired in every reading.
pub const REPAIRS: [Deviation; 3] = [
    Deviation {
        name: Beside::of("The rate of transit, in words"),
        equation: "III.2 (the second), text",
        printed: Beside::of("transit comes in every 1 - λn(1 - 2^-n)/2 slots"),
        instead: Beside::of("in a fraction 1 - λd of the slots"),
        reason: Beside::of("The same slip as in μ: the factor 1 - 2^-n belongs into the denominator."),
        readings: &[],
    },
    Deviation {
        name: Beside::of("A missing part of q(z)"),
        equation: "appendix, q(z)",
        printed: Beside::of("... + μz(1-z)(1 + λ(z-1))"),
        instead: Beside::of("... - z(B(z) - 1), B(z) - 1 = (λ + μ)(z - 1) + ..."),
        reason: Beside::of("The part with λ is missing in the second line; the third has it."),
        readings: &[],
    },
    Deviation {
        name: Beside::of("A sign, a factor and a square"),
        equation: "appendix, q(z) - 1",
        printed: Beside::of("a wrong sign, no q_0, (λ + μ) without its square"),
        instead: Beside::of("q - 1 = ((q_0 - 1)(A - z) - q_0 z(B - 1))/(A - z)"),
        reason: Beside::of("So it follows from q(z), and so the last line goes on."),
        readings: &[],
    },
];

/// The reason why the model as printed has no percentiles.
pub(super) const PRINTED_TAIL: &str = "As printed, Q is not a mean over packets, so the delay is not the mean of a distribution and has no percentiles; the corrected model has them.";

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
    tail: "The percentiles are those of the Poisson model, in which each node is an M/G/1 queue in slots and each attempt to send fails independently; one assumption is added: the waits of a packet at its nodes are independent of each other and of its attempts.",
    headlines: &["p", "X", "lambda_X", "W", "mu", "latency_bernoulli"],
    letters: MATHML,
    counted: &[("p", Countable::Moving)],
    size: NetworkSize::of_cube(),
    deviations: &DEVIATIONS,
    repairs: &REPAIRS,
    reference: Beside::of(
        "P. Jacquet, P. Mühlethaler: Models for communications in the hypercube. INRIA Research Report RR-1276, 1990.",
    ),
    bibtex: Beside::of(
        "@techreport{jacquet1990models,\n  author = {Jacquet, P. and M{\\\"u}hlethaler, P.},\n  title = {Models for communications in the hypercube},\n  institution = {INRIA}, number = {RR-1276},\n  url = {https://hal.inria.fr/inria-00075283},\n  year = {1990}\n}",
    ),
    ..ModelInfo::LATENCY
};
