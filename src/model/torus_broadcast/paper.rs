//! Texts of the paper, and the differences of the readings from it.

use super::equations::MATHML;
use crate::model::{
    Deviation, Deviations, ModelInfo, Simulated,
    info::{Countable, LatencyParts},
};
use crate::scenario::Reading::{Corrected, Printed, Refined};
use crate::text::Beside;

/// Every edge of the tree carries one copy.
pub(super) const COPIES: Deviations = Deviations::only(&DEVIATIONS, "(11), (26)");

/// Weights by the traffic of the queue.
pub(super) const WEIGHTS: Deviations = Deviations::only(&DEVIATIONS, "(27)");

/// The source is not among the destinations.
pub(super) const DISTANCE: Deviations = Deviations::only(&DEVIATIONS, "(6)");

/// The exact walk instead of one mean path.
pub(super) const WALK: Deviations = Deviations::only(&DEVIATIONS, "(12), (13)");

/// One subset of V-1 busy channels blocks, not two.
pub(super) const REQUIRED: Deviations = Deviations::only(&DEVIATIONS, "(16)");

/// A one-hop copy makes one hop.
pub(super) const HOP: Deviations = Deviations::only(&DEVIATIONS, "(24)");

/// The differences of the readings from the paper, and why.
pub const DEVIATIONS: [Deviation; 6] = [
    Deviation {
        name: Beside::of("Replicated copies counted twice"),
        equation: "(11), (26)",
        printed: Beside::of("λ_cr = ω/2n times the rate of receptions that replicate"),
        instead: Beside::of("λ_cr = (k² - 5)/4 · β λ_g"),
        reason: Beside::of(
            "ω is already an average over all receptions, leaves included. Multiplying it by the rate of those that replicate counts \
                 being an inner node twice, and the copies no longer add up to the k² - 1 edges of the tree.",
        ),
        readings: &[Corrected, Refined],
    },
    Deviation {
        name: Beside::of("Messages of an injection queue weighted per node"),
        equation: "(27)",
        printed: Beside::of("weights from rates per node"),
        instead: Beside::of("weights from the rates of the queue itself, (λ_sb + λ_cr)/λ_s"),
        reason: Beside::of("S_s is the service time of one injection queue; its mix of messages is that of (26)."),
        readings: &[Corrected, Refined],
    },
    Deviation {
        name: Beside::of("The source among the destinations"),
        equation: "(6)",
        printed: Beside::of("d̄ = n k̄, the source among the destinations"),
        instead: Beside::of("d̄ = n k̄ N/(N-1)"),
        reason: Beside::of("By assumption (b) a message goes to another node."),
        readings: &[Refined],
    },
    Deviation {
        name: Beside::of("One mean path for all destinations"),
        equation: "(12), (13)",
        printed: Beside::of("one path of mean length, all (x, y) positions on it equally likely"),
        instead: Beside::of("n_1, n_2 of the exact random walk over all destinations"),
        reason: Beside::of(
            "The header chooses among useful dimensions at random, and many messages have no offset in one dimension at all.",
        ),
        readings: &[Refined],
    },
    Deviation {
        name: Beside::of("One blocking case counted twice"),
        equation: "(16)",
        printed: Beside::of("P_d = P_V + 2 P_{V-1}/V"),
        instead: Beside::of("P_d = P_V + P_{V-1}/V"),
        reason: Beside::of(
            "With V-1 channels busy, the message is blocked only if the free one is the other escape channel: one subset of V, not two.",
        ),
        readings: &[Refined],
    },
    Deviation {
        name: Beside::of("The hop of a copy left out"),
        equation: "(24)",
        printed: Beside::of("S_b = M + B_b"),
        instead: Beside::of("S_b = M + 1 + B_b"),
        reason: Beside::of("A copy makes one hop; (12) counts a cycle for each hop of a unicast message."),
        readings: &[Refined],
    },
];

/// Repairs in every reading, because the paper leaves a gap.
pub const REPAIRS: [Deviation; 3] = [
    Deviation {
        name: Beside::of("A part of a hop"),
        equation: "(12)",
        printed: Beside::of("a sum over the hops j = 1 .. d̄"),
        instead: Beside::of("the whole hops, and the next one with the fraction that is left"),
        reason: Beside::of(
            "d̄ is no whole number for odd k. Rounding it moves the load at which the model ends by 4 to 7 %.",
        ),
        readings: &[Printed, Corrected],
    },
    Deviation {
        name: Beside::of("A probability above one"),
        equation: "(13)",
        printed: Beside::of("2/(d̄ - j + 2)"),
        instead: Beside::of("the same, but at most one"),
        reason: Beside::of("On the last hop of a fractional d̄ it would be a probability above one."),
        readings: &[Printed, Corrected],
    },
    Deviation {
        name: Beside::of("A gap between two cases"),
        equation: "(17)",
        printed: Beside::of("cases j <= k̄ and k̄ + 1 <= j"),
        instead: Beside::of("the second one from k̄ < j on"),
        reason: Beside::of("With k̄ = 2.5 the third hop would belong to neither."),
        readings: &[Printed, Corrected],
    },
];

/// Texts and constants of the model for its views.
pub(in crate::model) const INFO: ModelInfo = ModelInfo {
    title: "Mean unicast latency against load",
    beside: &[("broadcast_latency", Simulated::Broadcast)],
    parts: Some(LatencyParts { network: "S_u", wait: "W_s", within: "W_c" }),
    subject: "a unicast message",
    headlines: &["lambda_c", "rho", "blocking_sum_u", "W_c", "W_s", "Vbar"],
    letters: MATHML,
    counted: &[
        ("lambda_c", Countable::Carrying),
        ("rho", Countable::Busy),
        ("P_full", Countable::AllBut(0)),
        ("P_V-1", Countable::AllBut(1)),
        ("P_V-2", Countable::AllBut(2)),
        ("blocking_sum_u", Countable::Blocked),
        ("W_s", Countable::Waiting),
        ("Vbar", Countable::Sharing),
    ],
    deviations: &DEVIATIONS,
    repairs: &REPAIRS,
    reference: Beside::of(
        "A. Shahrabi, M. Ould-Khaoua, L. Mackenzie: Communication delay in wormhole-routed torus networks. ACM Symposium on \
                Applied Computing, Madrid 2002.",
    ),
    bibtex: Beside::of(
        "@inproceedings{shahrabi2002communication,\n  author = {Shahrabi, A. and Ould-Khaoua, M. and Mackenzie, L.},\n  title = {Communication delay in wormhole-routed torus networks},\n  booktitle = {Proceedings of the ACM Symposium on Applied Computing (SAC 2002), Madrid},\n  isbn = {1-58113-445-2},\n  year = {2002}\n}",
    ),
    ..ModelInfo::LATENCY
};
