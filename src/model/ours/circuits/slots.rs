//! For how long messages keep the virtual channels into the network: equations (14) and (15).

use super::{
    step::{Solver, crossing, data},
    unknowns::Unknowns,
};

/// For how long messages keep the virtual channels into the network: equations (14) and (15).
#[derive(Clone, Debug, PartialEq)]
pub struct SlotTimes {
    /// τ: time of a flit across one channel, cycles.
    pub crossing: f64,
    /// data_d: from the first flit sent to the tail arrived, cycles; `[0]` is d = 1.
    pub data: Vec<f64>,
    /// slot_d: time for which a message keeps its injection channel, cycles.
    pub each: Vec<f64>,
    /// T: its mean over distances, cycles.
    pub mean: f64,
    /// ρ = λT/V: part of the time that an injection channel is busy.
    pub rho: f64,
}

/// Time by which the tail of a message leaves its source before it arrives: two flits of each stage wait for the most crowded channel.
pub(super) fn drain(distance: usize, slow: f64) -> f64 {
    (distance + 1) as f64 * slow - 1.0
}

impl SlotTimes {
    /// The times that follow from unknowns at rest.
    pub(super) fn of(solver: &Solver, load: f64, unknowns: &Unknowns) -> Self {
        let Unknowns { slow, setup, .. } = unknowns;
        let crossing = crossing(slow);
        let data: Vec<f64> =
            (1..).zip(slow).map(|(d, slow)| data(d, *slow, crossing, f64::from(solver.network.flits))).collect();
        let each: Vec<f64> = (0..slow.len()).map(|d| setup[d] + data[d] - drain(d + 1, slow[d])).collect();
        let mean = solver.geometry.by_distance(|d, p| p * each[d - 1]);
        Self { crossing, data, each, mean, rho: load * mean / f64::from(solver.network.vcs) }
    }
}
