//! The largest load that has a solution, and what stops it.

use super::HypercubeMmpp;
use super::fixed_point::{Accuracy, Least, near_root, smallest};
use super::print::Departures;
use super::state::AtLoad;
use crate::model::significant;
use crate::queueing::modulated_channels::Workspace;
use crate::solve::falling_root;

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

/// The largest load, and what stops it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fullest {
    /// The largest load, messages per node per cycle.
    pub load: f64,
    /// P_V there.
    pub full: f64,
    /// What ends the curve.
    pub limit: Limit,
}

impl Fullest {
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

/// How close, relative to the load, a load with a solution and one without must be before the end between them is found as a root.
const CLOSE: f64 = 1.0 / 16.0;

/// The same below the load that ends the fit: the traffic changes fast there.
const CLOSE_TO_THE_FIT: f64 = 1.0 / 128.0;

/// The first step away from the end that Poisson channels would have.
const STEP: f64 = 1.0 / 24.0;

/// A first guess at how steeply the load must rise for more P_V, as a power; a steeper one takes shorter steps.
const STEEP: f64 = -2.0;

/// How exactly, relative to it, P_V at a fold is found: the load is at its largest there and so known to twice as many digits.
const FOLD: f64 = 1e-6;

impl HypercubeMmpp {
    /// The end of the curve.
    pub(super) fn find_end(&self, room: &mut Workspace) -> Fullest {
        let (good, mut bad) = self.bracket(room);
        if bad.limit == Limit::Fit {
            return bad;
        }
        if bad.limit == Limit::Injection {
            match self.overload(good, bad, room) {
                Ok(end) => return end,
                Err(missing) => bad = missing,
            }
        }
        let fold = self.fold(good, bad, room);
        // Both ends may lie between the two loads.
        let overloaded = AtLoad::new(self, fold.load, room).is_ok_and(|mut here| here.state(fold.full).spare() <= 0.0);
        if overloaded { self.overload(good, fold, room).unwrap_or(fold) } else { fold }
    }

    /// A load with a solution and a load without one, which says why.
    fn bracket(&self, room: &mut Workspace) -> (Fullest, Fullest) {
        let mut good = Fullest { load: 0.0, full: 0.0, limit: Limit::Injection };
        // Without any blocking the queue would give up here.
        let idle = 3.0 * self.distance + f64::from(self.setting.flits);
        let mut bad = Fullest { load: f64::from(self.setting.vcs) / idle, full: 0.0, limit: Limit::Injection };
        let most = self.shape.correlation_limit() / self.setting.lag1;
        if most < bad.load {
            bad = Fullest { load: most, full: 0.0, limit: Limit::Fit };
        }
        // Without bursts a channel is solved at no cost. They move a fold by a few percent, the limit of the queues by less.
        let (mut load, mut step) = if self.departures.poisson {
            (bad.load / 2.0, STEP)
        } else {
            let calm = self.under(Departures { poisson: true, ..self.departures }).end;
            (calm.load, if calm.limit == Limit::Injection { STEP / 4.0 } else { STEP })
        };
        let (mut below, mut above) = (false, false);
        while bad.load - good.load > if bad.limit == Limit::Fit { CLOSE_TO_THE_FIT } else { CLOSE } * bad.load {
            if !(load > good.load && load < bad.load) || (below && above) {
                load = good.load + (bad.load - good.load) / 2.0;
            }
            match self.probe(load, good.full, room) {
                Ok(full) => (good, below) = (Fullest { load, full, ..good }, true),
                Err(end) => (bad, above) = (end, true),
            }
            load *= if above { 1.0 - step } else { 1.0 + step };
            step *= 2.0;
        }
        (good, bad)
    }

    /// P_V at a load, or what is wrong with it.
    fn probe(&self, load: f64, start: f64, room: &mut Workspace) -> Result<f64, Fullest> {
        let Ok(mut here) = AtLoad::new(self, load, room) else {
            return Err(Fullest { load, full: 0.0, limit: Limit::Fit });
        };
        match here.least(start, Accuracy::ROUGH) {
            Least::Missing(place, _) => Err(Fullest { load, full: place.at, limit: Limit::Network }),
            Least::Found(root) if here.state(root.at).spare() > 0.0 => Ok(root.at),
            Least::Found(root) => Err(Fullest { load, full: root.at, limit: Limit::Injection }),
        }
    }

    /// The load with μ = 1, between two; or a load between them that has no root at all. `bad` may be a fold with μ >= 1, where a root cannot be searched for.
    fn overload(&self, good: Fullest, bad: Fullest, room: &mut Workspace) -> Result<Fullest, Fullest> {
        let at_fold = match bad.limit {
            Limit::Network => AtLoad::new(self, bad.load, room).ok().map(|mut here| here.state(bad.full).spare()),
            Limit::Injection | Limit::Fit => None,
        };
        let (mut full, mut slope, mut missing) = (good.full, -1.0, None);
        let mut spare = |load: f64| {
            let Ok(mut here) = AtLoad::new(self, load, room) else { return -1.0 };
            if let Some((root, found)) = near_root(full, slope, 1.0, |full| here.residue(full)) {
                (full, slope) = (root.at, found.unwrap_or(slope));
            } else {
                match here.least(good.full, Accuracy::FULL) {
                    Least::Missing(..) if at_fold.is_some() => return -1.0,
                    Least::Missing(place, _) => {
                        missing = Some(Fullest { load, full: place.at, limit: Limit::Network });
                        return 0.0; // ends the search
                    }
                    Least::Found(root) => full = root.at,
                }
            }
            here.state(full).spare()
        };
        // The good load was found so by a rough root; without load nothing is busy.
        let left = Some((good.load, spare(good.load))).filter(|left| left.1 > 0.0).unwrap_or((0.0, 1.0));
        let right = at_fold.unwrap_or_else(|| spare(bad.load));
        let load = falling_root(left, (bad.load, right), Accuracy::FULL.residue, &mut spare).at;
        spare(load);
        missing.map_or(Ok(Fullest { load, full, limit: Limit::Injection }), Err)
    }

    /// The largest of the loads that have a given P_V, between two loads. The load is a smooth function of P_V, unlike the other way round.
    fn fold(&self, good: Fullest, bad: Fullest, room: &mut Workspace) -> Fullest {
        // With less load the smallest F lies further right, but not by more than the roots are apart, as far as the rough search knows them.
        let apart = (bad.full - good.full).max(bad.full / 8.0);
        let highest = (bad.full + 2.0 * apart).min((1.0 + bad.full) / 2.0);
        // The rough search can miss a root by a little.
        let most = bad.load * (1.0 + CLOSE);
        let (mut load, mut slope) = (good.load, STEEP);
        let mut negative = |full: f64| {
            // Positive below the load that has P_V = full, negative above it; in the unit of the load.
            let mut short =
                |load: f64| AtLoad::new(self, load, room).map_or(-load, |mut here| -load * here.residue(full) / full);
            match near_root(load, slope, most, &mut short) {
                Some((root, found)) => (load, slope) = (root.at, found.unwrap_or(slope)),
                None => {
                    let right = short(most);
                    load = falling_root((0.0, most), (most, right), Accuracy::FULL.residue, &mut short).at;
                }
            }
            -load
        };
        let lowest = good.full - good.full.min(apart) / 2.0;
        let (full, negative, _) = smallest(lowest, highest, FOLD, false, &mut negative);
        Fullest { load: -negative, full, limit: Limit::Network }
    }
}
