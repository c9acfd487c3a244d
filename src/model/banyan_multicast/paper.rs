//! Texts of the paper, and the differences of the readings from it.

use crate::model::{Deviation, Measure, ModelInfo, Simulated, info::NetworkSize};
use crate::param::Key;
use crate::scenario::Reading::{Corrected, Printed, Refined};
use crate::text::grouped;

/// The differences and choices of the readings against the paper, with their reasons.
pub const DEVIATIONS: [Deviation; 4] = [
    Deviation::new("banyan_multicast.deviation", "2.2, 3.1", &[Printed, Corrected, Refined]),
    Deviation::new("banyan_multicast.deviation", "4.1, c_i", &[Printed, Corrected, Refined]),
    Deviation::new("banyan_multicast.deviation", "4.1, η", &[Printed, Corrected, Refined]),
    Deviation::new("banyan_multicast.deviation", "(1), (2)", &[Refined]),
];

/// Errors and gaps of the paper beside the throughput.
pub const REPAIRS: [Deviation; 2] = [
    Deviation::new("banyan_multicast.repair", "3.2, Figure 4", &[]),
    Deviation::new("banyan_multicast.repair", "Theorem 2", &[]),
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
    texts: "banyan_multicast",
    size: NetworkSize { key: Key::N, words: |setup| format!("{0} × {0}", grouped(1 << setup.count(Key::N))) },
    deviations: &DEVIATIONS,
    repairs: &REPAIRS,
    ..ModelInfo::LATENCY
};
