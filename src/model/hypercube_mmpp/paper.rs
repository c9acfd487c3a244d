//! Texts of the paper, and the differences of the readings from it.

use crate::model::{
    Deviation, Deviations, ModelInfo,
    info::{Countable, LatencyParts, NetworkSize},
};
use crate::scenario::Reading::{Corrected, Printed, Refined};

/// Multiplexing slows the data inside the queue, not the latency afterwards.
pub(super) const DATA: Deviations = Deviations::only(&DEVIATIONS, "(5), (18)");

/// A virtual channel is busy as long as a circuit holds it.
pub(super) const CIRCUIT: Deviations = Deviations::only(&DEVIATIONS, "P_(i,j)");

/// The many sources of a channel make its traffic Poisson.
pub(super) const POISSON: Deviations = Deviations::only(&DEVIATIONS, "(12)");

/// Repairs in every reading, because the paper has no meaning there or an impossible one.
pub const REPAIRS: [Deviation; 7] = [
    Deviation::new("hypercube_mmpp.repair", "(15)", &[Printed, Corrected, Refined]),
    Deviation::new("hypercube_mmpp.repair", "(5)", &[Printed, Corrected, Refined]),
    Deviation::new("hypercube_mmpp.repair", "(6), (9)-(16)", &[Printed, Corrected, Refined]),
    Deviation::new("hypercube_mmpp.repair", "r(1) = ρλ", &[Printed, Corrected, Refined]),
    Deviation::new("hypercube_mmpp.repair", "(2)-(4)", &[Printed, Corrected, Refined]),
    Deviation::new("hypercube_mmpp.repair", "(7), (8)", &[Printed, Corrected, Refined]),
    Deviation::new("hypercube_mmpp.repair", "P_(i,j)", &[Printed, Corrected]),
];

/// The differences of the readings from the paper, and why.
pub const DEVIATIONS: [Deviation; 3] = [
    Deviation::new("hypercube_mmpp.deviation", "(5), (18)", &[Refined]),
    Deviation::new("hypercube_mmpp.deviation", "P_(i,j)", &[Refined]),
    Deviation::new("hypercube_mmpp.deviation", "(12)", &[Refined]),
];

/// Texts and constants of the model for its views.
pub(in crate::model) const INFO: ModelInfo = ModelInfo {
    parts: Some(LatencyParts { network: "T", wait: "Ws", within: "" }),
    tail: "The percentiles are those of a sum of three independent times: an MMPP/G/1 wait at the source, an exponential set-up time, and \
           a data phase of constant length; every message goes the mean distance and shares channels with the mean number of others.",
    headlines: &["lam_c", "pV", "attempts", "E", "Ws", "Vbar"],
    texts: "hypercube_mmpp",
    counted: &[("pV", Countable::AllBut(0)), ("Ws", Countable::Waiting), ("Vbar", Countable::Sharing)],
    size: NetworkSize::of_cube(),
    deviations: &DEVIATIONS,
    repairs: &REPAIRS,
    ..ModelInfo::LATENCY
};
