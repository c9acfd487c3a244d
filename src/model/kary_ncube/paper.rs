//! Texts of the paper, and the differences of the readings from it.

use crate::model::{
    Deviation, Deviations, ModelInfo,
    info::{Countable, LatencyParts},
};
use crate::scenario::Reading::{Average, Corrected, Refined};

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
    Deviation::new("kary_ncube.deviation", "(11)", &[Corrected, Refined]),
    Deviation::new("kary_ncube.deviation", "(16)-(21)", &[Corrected, Refined]),
    Deviation::new("kary_ncube.deviation", "(13)", &[Refined]),
    Deviation::new("kary_ncube.deviation", "(8)-(22)", &[Average]),
];

/// Repairs in every reading, because the paper cannot have meant its text.
pub const REPAIRS: [Deviation; 6] = [
    Deviation::new("kary_ncube.repair", "(12), (13)", &[]),
    Deviation::new("kary_ncube.repair", "(10)", &[]),
    Deviation::new("kary_ncube.repair", "(16)", &[]),
    Deviation::new("kary_ncube.repair", "(17)-(19)", &[]),
    Deviation::new("kary_ncube.repair", "(21)", &[]),
    Deviation::new("kary_ncube.repair", "(22)", &[]),
];

/// Texts and constants of the model for its views.
pub(in crate::model) const INFO: ModelInfo = ModelInfo {
    parts: Some(LatencyParts { network: "S", wait: "W_s", within: "w" }),
    headlines: &["lambda_c", "rho", "blocking_sum", "w", "W_s", "Vbar"],
    texts: "kary_ncube",
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
    ..ModelInfo::LATENCY
};
