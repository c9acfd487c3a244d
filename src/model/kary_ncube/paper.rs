//! Texts of the paper, and the differences of the readings from it.

use super::equations::MATHML;
use crate::model::{
    Deviation, Deviations, ModelInfo,
    info::{Countable, LatencyParts},
};
use crate::scenario::Reading::{Average, Corrected, Refined};
use crate::text::Beside;

/// The law of the dimensions left instead of their mean.
pub(super) const DISTRIBUTION: Deviations = Deviations::only(&DEVIATIONS, "(11)");

/// The header's walk instead of equally likely nodes.
pub(super) const WALK: Deviations = Deviations::only(&DEVIATIONS, "(16)-(21)");

/// One subset of V-1 busy channels blocks, not two.
pub(super) const REQUIRED: Deviations = Deviations::only(&DEVIATIONS, "(13)");

/// One mean path instead of all destinations.
pub(super) const MEAN_PATH: Deviations = Deviations::only(&DEVIATIONS, "(8)-(22)");

/// The differences of the readings from the repaired paper, and why.
pub const DEVIATIONS: [Deviation; 4] = [
    Deviation {
        name: Beside::of("A mean where the distribution matters"),
        equation: "(11)",
        printed: Beside::of("Pblock = P_a&d P_a^(φ-1) with the mean φ of the dimensions left"),
        instead: Beside::of("Pblock = P_a&d Σ_r Pr(r left) P_a^(r-1)"),
        reason: Beside::of("P_a^x is convex in x: the mean exponent underestimates the mean blocking."),
        readings: &[Corrected, Refined],
    },
    Deviation {
        name: Beside::of("Intermediate nodes taken as equally likely"),
        equation: "(16)-(21)",
        printed: Beside::of("every intermediate node is equally likely"),
        instead: Beside::of("the header's walk: each unfinished dimension is chosen with the same probability"),
        reason: Beside::of(
            "By assumption (f) a header chooses at random among the channels it may take; where that leads is not uniform over nodes.",
        ),
        readings: &[Corrected, Refined],
    },
    Deviation {
        name: Beside::of("One blocking case counted twice"),
        equation: "(13)",
        printed: Beside::of("P_a&d = P_V + 2 P_{V-1}/V"),
        instead: Beside::of("P_a&d = P_V + P_{V-1}/V"),
        reason: Beside::of(
            "With V-1 channels busy, the message is blocked only if the free one is the other escape channel: one subset of V, not two.",
        ),
        readings: &[Refined],
    },
    Deviation {
        name: Beside::of("The simpler model of the same figure"),
        equation: "(8)-(22)",
        printed: Beside::of("every distance i, each hop with its own φ_{h,i}"),
        instead: Beside::of(
            "one path of mean length, k̄ = (k-1)/2 hops in each dimension, all positions on it equally likely",
        ),
        reason: Beside::of(
            "This is the simpler model of the paper's reference [26], which its Fig. 1 compares with, derived here as for the torus; that an even k takes \
                 the paths above and below with probability 1/2, and the factor N/(N-1), are ours.",
        ),
        readings: &[Average],
    },
];

/// Repairs in every reading, because the paper cannot have meant its text.
pub const REPAIRS: [Deviation; 6] = [
    Deviation {
        name: Beside::of("Escape channels of a hypercube"),
        equation: "(12), (13)",
        printed: Beside::of("two escape channels for every k"),
        instead: Beside::of("for k = 2 one: P_a = P_V + P_{V-1}/V, P_a&d = P_V"),
        reason: Beside::of(
            "Rings of two nodes close no cycle. The paper says so in words and cites Boura et al. for the equations.",
        ),
        readings: &[],
    },
    Deviation {
        name: Beside::of("A sum over its own index"),
        equation: "(10)",
        printed: Beside::of("B_{h,i} = Σ_{h=1}^{i} Pblock_{h,i} w"),
        instead: Beside::of("B_{h,i} = Pblock_{h,i} w, 1 <= h <= i"),
        reason: Beside::of(
            "The sum runs over its own free index, and (8) sums again: every blocking would count i times.",
        ),
        readings: &[],
    },
    Deviation {
        name: Beside::of("Counts written as values"),
        equation: "(16)",
        printed: Beside::of("N_{0,Z}(h): Z in the place of counts, h hops made"),
        instead: Beside::of("N_{0,Z+1}(h-1)"),
        reason: Beside::of(
            "(15) wants numbers of values, and Z holds the largest ones. On arrival at channel h a message has made h-1 hops, as the \
                 text says.",
        ),
        readings: &[],
    },
    Deviation {
        name: Beside::of("Only the last dimensions can be finished"),
        equation: "(17)-(19)",
        printed: Beside::of("sums up to m_I(y) = m_I - y"),
        instead: Beside::of("sums over all subsets of y of the m_I dimensions"),
        reason: Beside::of("Any dimension may be the finished one; only then do the probabilities add up to one."),
        readings: &[],
    },
    Deviation {
        name: Beside::of("A sum in the place of a mean"),
        equation: "(21)",
        printed: Beside::of("P = Σ_x Pass"),
        instead: Beside::of("P = (1/n_i) Σ_x Pass"),
        reason: Beside::of("The sum over n_i destinations is not a probability; the mean is."),
        readings: &[],
    },
    Deviation {
        name: Beside::of("Dimensions without hops counted as left"),
        equation: "(22)",
        printed: Beside::of("n - y dimensions are left, 1 <= y <= n"),
        instead: Beside::of("m_I - y, with y of the m_I dimensions in use finished, y >= 0"),
        reason: Beside::of(
            "A dimension without any hop cannot be selected. Only so does k = 2 give the i - h + 1 of Boura et al.",
        ),
        readings: &[],
    },
];

/// Texts and constants of the model for its views.
pub(in crate::model) const INFO: ModelInfo = ModelInfo {
    parts: Some(LatencyParts { network: "S", wait: "W_s", within: "w" }),
    headlines: &["lambda_c", "rho", "blocking_sum", "w", "W_s", "Vbar"],
    letters: MATHML,
    counted: &[
        ("lambda_c", Countable::Carrying),
        ("rho", Countable::Busy),
        ("P_full", Countable::AllBut(0)),
        ("P_V-1", Countable::AllBut(1)),
        ("P_V-2", Countable::AllBut(2)),
        ("blocking_sum", Countable::Blocked),
        ("W_s", Countable::Waiting),
        ("Vbar", Countable::Sharing),
    ],
    deviations: &DEVIATIONS,
    repairs: &REPAIRS,
    reference: Beside::of(
        "A. Khonsari, M. Ould-Khaoua, J. Ferguson: A general analytical model of adaptive wormhole routing in k-ary n-cube \
                interconnection networks. 2003.",
    ),
    bibtex: Beside::of(
        "@inproceedings{khonsari2003general,\n  author = {Khonsari, A. and Ould-Khaoua, M. and Ferguson, J.},\n  title = {A general analytical model of adaptive wormhole routing in k-ary n-cube interconnection networks},\n  booktitle = {International Symposium on Performance Evaluation of Computer and Telecommunication Systems (SPECTS 2003)},\n  year = {2003}\n}",
    ),
    ..ModelInfo::LATENCY
};
