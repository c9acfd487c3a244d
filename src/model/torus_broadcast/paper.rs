//! Texts of the paper, and the differences of the readings from it.

use crate::model::{
    Deviation, Deviations, ModelInfo, Simulated,
    info::{Countable, LatencyParts},
};
use crate::scenario::Reading::{Corrected, Printed, Refined};

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
    Deviation::new("torus_broadcast.deviation", "(11), (26)", &[Corrected, Refined]),
    Deviation::new("torus_broadcast.deviation", "(27)", &[Corrected, Refined]),
    Deviation::new("torus_broadcast.deviation", "(6)", &[Refined]),
    Deviation::new("torus_broadcast.deviation", "(12), (13)", &[Refined]),
    Deviation::new("torus_broadcast.deviation", "(16)", &[Refined]),
    Deviation::new("torus_broadcast.deviation", "(24)", &[Refined]),
];

/// Repairs in every reading, because the paper leaves a gap.
pub const REPAIRS: [Deviation; 3] = [
    Deviation::new("torus_broadcast.repair", "(12)", &[Printed, Corrected]),
    Deviation::new("torus_broadcast.repair", "(13)", &[Printed, Corrected]),
    Deviation::new("torus_broadcast.repair", "(17)", &[Printed, Corrected]),
];

/// Texts and constants of the model for its views.
pub(in crate::model) const INFO: ModelInfo = ModelInfo {
    title: "Mean unicast latency against load",
    beside: &[("broadcast_latency", Simulated::Broadcast)],
    parts: Some(LatencyParts { network: "S_u", wait: "W_s", within: "W_c" }),
    subject: "a unicast message",
    headlines: &["lambda_c", "rho", "blocking_sum_u", "W_c", "W_s", "Vbar"],
    texts: "torus_broadcast",
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
    ..ModelInfo::LATENCY
};
