//! Mean delay on a one-way ring whose nodes send packets to their neighbours: the system that shows what it takes to add one.
//!
//! Each link is an M/D/1 queue of its own, with service of one slot and packets that begin it at the next slot: T = 1 + λ / 2(1 - λ).

use super::{
    CurveEnd, EndCause, LatencyCause, LatencyShare, Law, Model, ModelInfo, Outcome, Quantity, Solve,
    info::NetworkSize,
    quantity::{self, Row, row},
};
use crate::{param::Key, queueing::mg1, scenario::Setup, solve::complex::Complex};

/// Texts and constants of the model for its views.
pub(super) const INFO: ModelInfo = ModelInfo {
    title: "Mean delay of a packet against load",
    quantity: "delay",
    unit: "slots",
    load_unit: "packets / node / slot",
    subject: "a packet",
    tail: "The percentiles are those of an M/D/1 queue in slots.",
    headlines: &["rho", "W"],
    size: NetworkSize { key: Key::K, words: |setup| format!("{} links", setup.count(Key::K)) },
    texts: "ring",
    ..ModelInfo::LATENCY
};

/// The model; it has no setting, because every link is like every other.
pub(super) struct Ring;

/// The solution at one load.
pub(super) struct Solution {
    load: f64,
    wait: f64,
}

#[rustfmt::skip]
const QUANTITIES: &[Row<Solution>] = &[
    row("rho", "utilisation of a link", "", "", |s| s.load.into()),
    row("W", "wait for a link", "slots", "", |s| s.wait.into()),
    row("latency", "mean delay", "slots", "(1)", |s| (1.0 + s.wait).into()),
];

impl super::Solution for Solution {
    fn load(&self) -> f64 {
        self.load
    }

    fn measures(&self) -> Vec<f64> {
        vec![1.0 + self.wait]
    }

    fn quantities(&self) -> Vec<Quantity> {
        quantity::read(QUANTITIES, self)
    }

    fn law(&self) -> Option<Law> {
        let load = self.load;
        Some(Law::slots(move |s| mg1::slotted_wait(load, load, s * s.falling(), Complex::ONE) * (-s).exp()))
    }

    fn shares(&self) -> Vec<LatencyShare> {
        vec![
            LatencyShare { cause: LatencyCause::Idle, time: 1.0 },
            LatencyShare { cause: LatencyCause::Link, time: self.wait },
        ]
    }
}

impl Ring {
    /// The model of a scenario.
    pub(super) const fn of(_setup: &Setup) -> Self {
        Self
    }
}

impl Solve for Ring {
    type Solution = Solution;
    const INFO: &'static ModelInfo = &INFO;

    fn solve(&self, load: f64) -> Outcome<Solution> {
        let wait = load / (2.0 * (1.0 - load));
        if load < 1.0 { Outcome::Stable(Solution { load, wait }) } else { Outcome::Saturated }
    }

    fn curve(&self, points: usize) -> Vec<Solution> {
        let last = points.max(2) - 1;
        (0..=last).filter_map(|i| self.solve(0.98 * i as f64 / last as f64).stable()).collect()
    }
}

impl Model for Ring {
    fn idle(&self) -> Option<f64> {
        Some(1.0)
    }

    fn end(&self) -> CurveEnd {
        CurveEnd { load: 1.0, value: None, why: EndCause::Queues(1.0) }
    }
}
