//! Both branches of the load as a function of P_V, and the solutions at a load.

use super::HypercubeMmpp;
use super::end::{Fullest, Limit};
use super::state::AtLoad;
use crate::model::{Branches, Crossing, Top, Unknown};
use crate::queueing::modulated_channels::Workspace;

const POINTS: usize = 40;

/// The congested branch is followed down to this part of the largest load, or to the load shown.
const FOLLOWED: f64 = 0.05;

impl HypercubeMmpp {
    pub(super) fn both_branches(&self, load: f64) -> Branches {
        let mut room = Workspace::default();
        let Fullest { load: last, full, limit, .. } = self.end;
        let mut first: Vec<_> =
            self.sampled(POINTS, &mut room).iter().map(|solution| (solution.full, solution.load)).collect();
        // The end as it was found, and not as it comes out of its equations.
        first.retain(|(_, load)| *load < last);
        first.push((full, last));
        let second = self.congested((FOLLOWED * last).min(load), &mut room);
        let top = match limit {
            Limit::Network => Top::Fold,
            Limit::Injection => Top::Queues,
            Limit::Fit => Top::Traffic,
        };
        let crossings = self.crossings(load, &second, &mut room);
        Branches { unknown: Unknown::AllBusy, first, second, top, load, crossings }
    }

    fn crossings(&self, load: f64, second: &[(f64, f64)], room: &mut Workspace) -> Vec<Crossing> {
        let met = Branches::meets(load, self.end.load);
        if load > self.end.load && !met {
            return Vec::new();
        }
        let Ok(mut here) = AtLoad::new(self, load.min(self.end.load), room) else { return Vec::new() };
        let places = if met {
            [Some(self.end.full), None]
        } else {
            [Some(here.root(&self.end)), self.congested_root(&mut here, load, second)]
        };
        let crossing = |at| Crossing { at, latency: here.solution(at).map(|solution| solution.latency) };
        places.into_iter().flatten().map(crossing).collect()
    }
}
