//! Texts of the paper, and the differences of the readings from it.

use super::equations::MATHML;
use crate::model::{
    Deviation, Deviations, ModelInfo,
    info::{Countable, LatencyParts, NetworkSize},
};
use crate::scenario::Reading::{Corrected, Printed, Refined};
use crate::text::Beside;

/// Multiplexing slows the data inside the queue, not the latency afterwards.
pub(super) const DATA: Deviations = Deviations::only(&DEVIATIONS, "(5), (18)");

/// A virtual channel is busy as long as a circuit holds it.
pub(super) const CIRCUIT: Deviations = Deviations::only(&DEVIATIONS, "P_(i,j)");

/// The many sources of a channel make its traffic Poisson.
pub(super) const POISSON: Deviations = Deviations::only(&DEVIATIONS, "(12)");

/// Repairs in every reading, because the paper has no meaning there or an impossible one.
pub const REPAIRS: [Deviation; 7] = [
    Deviation {
        name: Beside::of("Indices shifted by one"),
        equation: "(15)",
        printed: Beside::of("x_i with Pb_i, y_i with x_{i-1}"),
        instead: Beside::of("x_i with Pb_{i-1}, y_i with y_{i-1}: the solution of (14)"),
        reason: Beside::of(
            "As printed, the setup time is shorter than the path, even negative. The paper derives (15) from (14), which gives the other indices.",
        ),
        readings: &[Printed, Corrected, Refined],
    },
    Deviation {
        name: Beside::of("A phase law without a definition"),
        equation: "(5)",
        printed: Beside::of("g has no definition"),
        instead: Beside::of("g is the law of the phase in which a busy period ends"),
        reason: Beside::of(
            "The cookbook that the equation cites has this law. With the stationary law π the wait is wrong by factors.",
        ),
        readings: &[Printed, Corrected, Refined],
    },
    Deviation {
        name: Beside::of("Half a hop"),
        equation: "(6), (9)-(16)",
        printed: Beside::of("products up to D - 1 with D = n/2"),
        instead: Beside::of("for odd n, the mean over n/2 ± 1/2 hops"),
        reason: Beside::of("Half a hop has no product."),
        readings: &[Printed, Corrected, Refined],
    },
    Deviation {
        name: Beside::of("A correlation without its unit"),
        equation: "r(1) = ρλ",
        printed: Beside::of("the autocorrelation at lag 1, without its unit"),
        instead: Beside::of("the autocorrelation coefficient of the arrivals per cycle"),
        reason: Beside::of(
            "As a covariance it makes bursts that no network carries, as a coefficient of ρ alone it is out of reach at H = 0.6.",
        ),
        readings: &[Printed, Corrected, Refined],
    },
    Deviation {
        name: Beside::of("A fit that is only cited"),
        equation: "(2)-(4)",
        printed: Beside::of("a fit that is only cited"),
        instead: Beside::of(
            "interrupted Poisson processes with one common share of time, or symmetric ones with a Poisson remainder",
        ),
        reason: Beside::of("One number of each component is free. Chosen so, no rate is ever negative."),
        readings: &[Printed, Corrected, Refined],
    },
    Deviation {
        name: Beside::of("A superposition that is only cited"),
        equation: "(7), (8)",
        printed: Beside::of("the attempts of a message superposed by a method that is only cited"),
        instead: Beside::of(
            "as if they were independent, with the mean, variance, third moment and relaxation of their sum",
        ),
        reason: Beside::of(
            "They share one relaxation rate, so exactly one two-state MMPP has these four. Attempts in phase are an option.",
        ),
        readings: &[Printed, Corrected, Refined],
    },
    Deviation {
        name: Beside::of("A chain that is only cited"),
        equation: "P_(i,j)",
        printed: Beside::of("a chain that is only cited"),
        instead: Beside::of("the busy virtual channels of a channel go down by one at rate 1/T, however many they are"),
        reason: Beside::of(
            "They share the bandwidth of one channel. A rate of i/T gives a third less multiplexing than simulation.",
        ),
        readings: &[Printed, Corrected],
    },
];

/// The differences of the readings from the paper, and why.
pub const DEVIATIONS: [Deviation; 3] = [
    Deviation {
        name: Beside::of("Sharing of channels left out of the queue"),
        equation: "(5), (18)",
        printed: Beside::of("T without multiplexing in the queue, (T + Ws) V̄ at the end"),
        instead: Beside::of("T = E + (D + M) V̄ in the queue, latency T + Ws"),
        reason: Beside::of(
            "Only data is slowed by sharing channels, and the queue feels it: its utilisation is that of the slowed service. A factor outside cannot \
                 bring back the pole at full utilisation.",
        ),
        readings: &[Refined],
    },
    Deviation {
        name: Beside::of("Failed attempts hold channels as long as circuits"),
        equation: "P_(i,j)",
        printed: Beside::of("a chain that is only cited, taken to release a virtual channel at rate 1/T"),
        instead: Beside::of("released after the mean time that attempts hold it"),
        reason: Beside::of(
            "A failed attempt gives its channels back within a few cycles; a successful one holds them for 2D + M.",
        ),
        readings: &[Refined],
    },
    Deviation {
        name: Beside::of("The bursts of one source on every channel"),
        equation: "(12)",
        printed: Beside::of("a channel has the bursts of one source"),
        instead: Beside::of("messages come to a channel as a Poisson process"),
        reason: Beside::of(
            "A channel carries thinned traffic of many sources. In simulation the number of busy virtual channels is the same for H = 0.6, 0.9 and Poisson \
                 sources; the bursts wait in the queues of their sources.",
        ),
        readings: &[Refined],
    },
];

/// Texts and constants of the model for its views.
pub(in crate::model) const INFO: ModelInfo = ModelInfo {
    parts: Some(LatencyParts { network: "T", wait: "Ws", within: "" }),
    tail: "The percentiles are those of a sum of three independent times: an MMPP/G/1 wait at the source, an exponential set-up time, and a data phase of constant length; every message goes the mean distance and shares channels with the mean number of others.",
    headlines: &["lam_c", "pV", "attempts", "E", "Ws", "Vbar"],
    letters: MATHML,
    counted: &[("pV", Countable::AllBut(0)), ("Ws", Countable::Waiting), ("Vbar", Countable::Sharing)],
    size: NetworkSize::of_cube(),
    deviations: &DEVIATIONS,
    repairs: &REPAIRS,
    reference: Beside::of(
        "G. Min, M. Ould-Khaoua: Performance evaluation of hypercubes in the presence of multiple time-scale correlated traffic. 2006.",
    ),
    bibtex: Beside::of(
        "@misc{min2006performance,\n  author = {Min, G. and Ould-Khaoua, M.},\n  title = {Performance evaluation of hypercubes in the presence of multiple time-scale correlated traffic},\n  year = {2006}\n}",
    ),
    ..ModelInfo::LATENCY
};
