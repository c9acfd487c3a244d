//! Texts of the paper, and the differences of the readings from it.

use super::equations::MATHML;
use crate::model::{Deviation, Measure, ModelInfo, Simulated, info::NetworkSize};
use crate::param::Key;
use crate::scenario::Reading::{Corrected, Printed, Refined};
use crate::text::Beside;
use crate::text::grouped;

/// The differences and choices of the readings against the paper, with their reasons.
pub const DEVIATIONS: [Deviation; 4] = [
    Deviation {
        name: Beside::of("Regions that pass the last node"),
        equation: "2.2, 3.1",
        printed: Beside::of("nodes s, s+1, ..., s+f-1 for any s; (m_i, M_i) = (1, 0) never occurs"),
        instead: Beside::of(
            "addresses modulo N; at stage n-1 a header (1, 0) is copied: [0..0, max] on port 0, [min, 1..1] on port 1",
        ),
        reason: Beside::of("s+f-1 may exceed N-1. The printed rules then reach other nodes than asked for."),
        readings: &[Printed, Corrected, Refined],
    },
    Deviation {
        name: Beside::of("Copies per packet sent, not per link"),
        equation: "4.1, c_i",
        printed: Beside::of("the probability that the packet is copied at stage i"),
        instead: Beside::of(
            "c_i = E[B_i]/E[B_{i+1}] - 1, the copies per packet on a link, where B_i links carry it after stage i",
        ),
        reason: Beside::of(
            "(1) multiplies the expected number of links by 1 + c_i. Only this ratio makes f copies in all; the words, taken for the \
                 whole packet, make more than were asked for.",
        ),
        readings: &[Printed, Corrected, Refined],
    },
    Deviation {
        name: Beside::of("Copies counted as deliveries"),
        equation: "4.1, η",
        printed: Beside::of("η = (ρ' - u')/f + u', called the packets transmitted to all requested outputs"),
        instead: Beside::of("η as printed, and beside it the packets that do arrive at all outputs"),
        reason: Beside::of(
            "The formula counts every copy that arrives as 1/f of a packet, those of incomplete packets too.",
        ),
        readings: &[Printed, Corrected, Refined],
    },
    Deviation {
        name: Beside::of("One copy rate whatever has been lost"),
        equation: "(1), (2)",
        printed: Beside::of(
            "at every stage a copy is copied again with the same probability c_i, whatever it has survived",
        ),
        instead: Beside::of("the law of the region on every link"),
        reason: Beside::of(
            "Packets that are copied are lost more often, so that later stages see another mix of regions than was sent.",
        ),
        readings: &[Refined],
    },
];

/// Errors and gaps of the paper beside the throughput.
pub const REPAIRS: [Deviation; 2] = [
    Deviation {
        name: Beside::of("Which links the two packets want"),
        equation: "3.2, Figure 4",
        printed: Beside::of("at both elements the blocked packet requests the two output links"),
        instead: Beside::of(
            "at μ packet 1 wants both outputs and packet 15 only output 1; at ν packet 15 wants both and packet 1 only output 0",
        ),
        reason: Beside::of("So the regions say. With fair coins the two then deadlock with probability 1/2."),
        readings: &[],
    },
    Deviation {
        name: Beside::of("When the upper input first is enough"),
        equation: "Theorem 2",
        printed: Beside::of("with the upper input first no multicast deadlocks"),
        instead: Beside::of(
            "true for two packets, and for more if all branches of a packet advance together and let go of their links together",
        ),
        reason: Beside::of(
            "In a pipelined network three packets on four nodes deadlock: a later upper packet overtakes a lower one that already holds links.",
        ),
        readings: &[],
    },
];

pub(in crate::model) const MEASURES: [Measure; 2] = [
    Measure {
        symbol: "throughput",
        name: "η",
        quantity: "eta",
        simulated: Simulated::Throughput,
        subject: ["The throughput of the ", "model"],
        earlier: 0.0,
    },
    Measure {
        symbol: "complete_throughput",
        name: "complete (approx.)",
        quantity: "eta_complete",
        simulated: Simulated::Complete,
        subject: ["The rate of complete deliveries of the ", "model"],
        earlier: 0.0,
    },
];

/// Texts and constants of the model for its views.
pub(in crate::model) const INFO: ModelInfo = ModelInfo {
    title: "Throughput against offered load",
    quantity: "throughput",
    unit: "packets / output / slot",
    load_unit: "copies / input / slot",
    measures: &MEASURES,
    extremes: &["out_min", "out_max"],
    subject: "a packet",
    tail: "A packet is delivered or lost within one slot, so there is no latency and there are no percentiles.",
    headlines: &["rho", "rho_out", "u_out", "eta", "eta_complete"],
    letters: MATHML,
    size: NetworkSize { key: Key::N, words: |setup| format!("{0} × {0}", grouped(1 << setup.count(Key::N))) },
    deviations: &DEVIATIONS,
    repairs: &REPAIRS,
    reference: Beside::of(
        "J. Park, H. Yoon: Performance analysis of multistage interconnection networks using a multicast algorithm. KAIST, 1996.",
    ),
    bibtex: Beside::of(
        "@misc{park1996performance,\n  author = {Park, J. and Yoon, H.},\n  title = {Performance analysis of multistage interconnection networks using a multicast algorithm},\n  note = {KAIST},\n  year = {1996}\n}",
    ),
    ..ModelInfo::LATENCY
};
