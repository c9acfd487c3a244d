//! The distribution of the latency in a model.

use crate::prelude::*;
use flitscope::model::Model;

/// Points of the line of a model.
const POINTS: u32 = 40;

/// The distribution of the latency in a model, at one load.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelTail {
    /// In the unit of the measure.
    pub(crate) percentiles: Percentiles,
    /// Latencies, and per cent of the messages for each cycle or slot.
    pub(crate) line: Vec<(f64, f64)>,
}

impl ModelTail {
    /// The distribution of a model; `None` if it determines none, or has no solution.
    pub(super) fn of(model: &dyn Model, load: f64) -> Option<Self> {
        let law = model.law(load)?;
        let percentiles = Percentiles::exact(|part| law.percentile(part))?;
        let last = percentiles.p999.value;
        // A whole number of slots v stands for what lies between v - 1/2 and v + 1/2.
        let first = if law.in_slots() { 0.5 } else { law.least() };
        let width = (last - first) / f64::from(POINTS);
        let width = if law.in_slots() { libm::ceil(width).max(1.0) } else { width };
        let edges = (0..=POINTS).map(|point| first + f64::from(point) * width).take_while(|edge| *edge <= last + width);
        let beyond: Vec<_> = edges.map(|edge| (edge, law.beyond(edge))).collect();
        let point = |pair: &[(f64, f64)]| (pair[0].0 + width / 2.0, 100.0 * (pair[0].1 - pair[1].1) / width);
        let line: Vec<_> = beyond.windows(2).map(point).collect();
        line.iter().all(|(_, share)| share.is_finite()).then_some(Self { percentiles, line })
    }
}
