//! The largest load that has a solution, and what stops it.

use super::HypercubeMmpp;
use super::fixed_point::{Least, falling_root, smallest};
use crate::model::significant;
use crate::queueing::modulated_channels::Workspace;

/// What ends a curve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// The injection queues cannot keep up: μ = 1, the latency grows without end.
    Injection,
    /// Blocking and retries feed each other: the fixed point folds back, the latency is finite.
    Network,
    /// No traffic has the correlation asked for.
    Fit,
}

/// The end of a curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct End {
    /// The largest load, messages per node per cycle.
    pub load: f64,
    /// P_V there.
    pub full: f64,
    /// What ends the curve.
    pub limit: Limit,
}

impl End {
    /// Why the curve ends, in a sentence.
    pub fn sentence(&self) -> String {
        let load = significant(self.load, 4);
        match self.limit {
            Limit::Injection => format!(
                "Beyond λ = {load} the injection queues have no steady state: messages come faster than paths are set up and data is sent. The latency grows \
                 without end."
            ),
            Limit::Network => format!(
                "Beyond λ = {load} the model has no solution: attempts that fail come back as more traffic, which makes more attempts fail. The curve ends at a \
                 finite latency, with all virtual channels of a channel busy {} % of the time.",
                significant(100.0 * self.full, 2)
            ),
            Limit::Fit => format!("Beyond λ = {load} no traffic has the lag-1 correlation asked for."),
        }
    }
}

/// How far the bracket is halved before the end is found as a root.
const COARSE: f64 = 1.0 / 128.0;

impl HypercubeMmpp {
    /// The end of the curve.
    pub(super) fn find_end(&self) -> End {
        let mut room = Workspace::default();
        let mut good = End { load: 0.0, full: 0.0, limit: Limit::Injection };
        // Without any blocking the queue would give up here.
        let idle = 3.0 * self.distance + f64::from(self.setting.flits);
        let mut bad = End { load: f64::from(self.setting.vcs) / idle, full: 0.0, limit: Limit::Injection };
        let most = self.shape.correlation_limit() / self.setting.lag1;
        if most < bad.load {
            bad = End { load: most, full: 0.0, limit: Limit::Fit };
        }
        while bad.load - good.load > COARSE * bad.load {
            let load = good.load + (bad.load - good.load) / 2.0;
            match self.probe(load, good.full, &mut room) {
                Ok((full, _)) => good = End { load, full, ..good },
                Err(end) => bad = end,
            }
        }
        match bad.limit {
            Limit::Injection => self.overload(good, bad, &mut room),
            Limit::Network => self.fold(good, bad, &mut room),
            Limit::Fit => bad,
        }
    }

    /// P_V and μ at a load, or what is wrong with it.
    fn probe(&self, load: f64, start: f64, room: &mut Workspace) -> Result<(f64, f64), End> {
        let Ok(traffic) = self.traffic(load) else { return Err(End { load, full: 0.0, limit: Limit::Fit }) };
        match self.least(&traffic, start, room) {
            Least::Missing(place, _) => Err(End { load, full: place.at, limit: Limit::Network }),
            Least::Found(root) => {
                let mu = self.utilisation(load, &self.state(&traffic, root.at, room));
                if mu < 1.0 { Ok((root.at, mu)) } else { Err(End { load, full: root.at, limit: Limit::Injection }) }
            }
        }
    }

    /// The load with μ = 1, between two.
    fn overload(&self, good: End, bad: End, room: &mut Workspace) -> End {
        let mut spare = |load: f64| {
            let Ok(traffic) = self.traffic(load) else { return -1.0 };
            match self.least(&traffic, good.full, room) {
                Least::Missing(..) => -1.0,
                Least::Found(root) => 1.0 - self.utilisation(load, &self.state(&traffic, root.at, room)),
            }
        };
        let (left, right) = (spare(good.load), spare(bad.load));
        let load = falling_root((good.load, left), (bad.load, right), spare).at;
        let full = self.traffic(load).map_or(good.full, |traffic| {
            let (Least::Found(root) | Least::Missing(root, _)) = self.least(&traffic, good.full, room);
            root.at
        });
        End { load, full, limit: Limit::Injection }
    }

    /// The load at which the smallest Φ(p) - p is zero, between two. That value is smooth in the load, unlike the root.
    fn fold(&self, good: End, bad: End, room: &mut Workspace) -> End {
        let mut at = bad.full;
        // With less load the minimum lies further right, but not by more than the roots are apart.
        let highest = (bad.full + 2.0 * (bad.full - good.full)).min((1.0 + bad.full) / 2.0);
        let mut depth = |load: f64| {
            let Ok(traffic) = self.traffic(load) else { return -1.0 };
            let (place, value, _) = smallest(good.full, highest, false, |full| self.residue(&traffic, full, room));
            at = place;
            -value
        };
        let (left, right) = (depth(good.load), depth(bad.load));
        let load = falling_root((good.load, left), (bad.load, right), &mut depth).at;
        depth(load);
        End { load, full: at, limit: Limit::Network }
    }
}
