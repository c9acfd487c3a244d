//! The results of a run at one cycle.

use flitscope::sim::protocol::SaturationReason;
use flitscope::sim::stats::Estimate;

/// The results of a run so far. Lists are by class.
#[derive(Clone, Debug, PartialEq)]
pub struct RunSummary {
    /// Cycles simulated.
    pub cycles: u64,
    /// Messages delivered since cycle 0.
    pub delivered: Vec<u64>,
    /// The means.
    pub so_far: SoFar,
}

/// The means of a run so far. Lists are by class.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)] // each variant says what its fields are
pub enum SoFar {
    /// The means since cycle 0: the warm-up is not over.
    WarmingUp(Vec<Option<f64>>),
    /// The run measures, after a warm-up of `warm_up` cycles; `draining`: with its sources stopped. The estimates are `None` until a
    /// batch is complete.
    Measuring { warm_up: u64, estimates: Vec<Option<Estimate>>, draining: bool },
    /// The run is over.
    Over(Vec<Option<Estimate>>),
    /// The run is over: the network is saturated.
    Saturated(Option<SaturationReason>),
    /// The run is over, and too short to tell whether the network is saturated: how long it must be.
    Undecided(Option<u64>),
    /// The run is over: a law is broken, with the sentence that says which.
    Broken(String),
}
