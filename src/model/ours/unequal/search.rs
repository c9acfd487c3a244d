//! The curve and its end, (29): the definition's own search for the largest stable load, from the empty network.

use super::{
    network::Network,
    paths::Paths,
    solution::{Cause, Solution},
    stations::X,
    walks::Walks,
};
use crate::model::ours::search::{
    self, Event, FixedPoint, Precision, Purpose, Rung,
    trial::{Plan, Trial},
};
use crate::param::options::Routing;

/// Strides of the coarse curve up to the load that channels can carry.
const STRIDES: f64 = 16.0;

/// Of a solution whose numbers are shown.
const EXACT: Plan = Plan { tolerance: 1e-11, enough: 1e-9, damping: &[(0.8, 200), (0.5, 300), (0.25, 200)] };

/// Of a point of a curve.
const DRAWN: Plan = Plan { tolerance: 1e-6, enough: 0.0, damping: &[(0.8, 150), (0.5, 150)] };

/// Where the steps never become as small as elsewhere.
const LOOSE: Plan = Plan { tolerance: 1e-5, enough: 0.0, damping: &[(0.5, 300), (0.25, 200)] };

/// The steps of either kind of routing.
#[derive(Clone, Debug)]
enum Steps {
    Paths(Box<Paths>),
    Walks(Box<Walks>),
}

impl Steps {
    fn empty(&self) -> Vec<f64> {
        match self {
            Self::Paths(paths) => paths.empty(),
            Self::Walks(walks) => walks.empty(),
        }
    }

    fn step(&mut self, load: f64, old: &[f64], new: &mut [f64]) -> bool {
        match self {
            Self::Paths(paths) => paths.step(load, old, new),
            Self::Walks(walks) => walks.step(load, old, new),
        }
    }

    fn restart(&mut self) {
        match self {
            Self::Paths(paths) => paths.restart(),
            Self::Walks(walks) => walks.restart(),
        }
    }

    fn read(&self, load: f64, trial: bool) -> Solution {
        match self {
            Self::Paths(paths) => paths.read(load, trial),
            Self::Walks(walks) => walks.read(load, trial),
        }
    }
}

/// One network with its traffic, and the findings of the search for its end.
#[derive(Clone, Debug)]
pub struct Channels {
    pub(super) network: Network,
    steps: Steps,
    /// The unknowns after a step.
    new: Vec<f64>,
    bound: f64,
    /// Messages over the busiest channel, or over one of as many that share them.
    busiest: f64,
    idle: f64,
    /// The latency of the last point of the curve that is drawn.
    drawn: f64,
    /// The cause of the end.
    cause: Cause,
    /// The channel and the node that the end is due to.
    pub(super) culprits: (u32, u32),
    /// The part of its cycles in which the busiest channel carries a flit at the largest stable load.
    pub(super) busy: f64,
}

/// The search of one network with its traffic.
pub type Search = search::Search<Channels>;

impl Search {
    /// That has tried no load. `bound` is a load that no network of this kind exceeds, or infinite: the curve ends there at the latest.
    pub fn new(network: Network, bound: f64) -> Self {
        Self::begin(Channels::new(network, bound))
    }
}

impl Channels {
    fn new(network: Network, bound: f64) -> Self {
        let (steps, busiest, hops) = match network.routing {
            Routing::Adaptive => {
                let walks = Walks::new(network);
                let (busiest, hops) = (walks.mean_channel(), walks.mean_hops());
                (Steps::Walks(Box::new(walks)), busiest, hops)
            }
            Routing::DimensionOrder | Routing::Valiant | Routing::Turns => {
                let paths = Paths::new(network);
                let (busiest, hops) = (paths.flows.busiest(), paths.mean_hops);
                (Steps::Paths(Box::new(paths)), busiest, hops)
            }
        };
        let idle = f64::from(network.flits) + hops;
        let (new, cause, culprits) = (steps.empty(), Cause::Source, (0, 0));
        Self { network, steps, new, bound, busiest, idle, drawn: idle, cause, culprits, busy: 0.0 }
    }
}

fn is_carried(solution: &Solution) -> bool {
    solution.rho < 1.0 && solution.far < X && solution.latency().is_finite()
}

impl FixedPoint for Channels {
    type Unknowns = Vec<f64>;
    type Limit = Cause;
    type Solution = Solution;

    // A part of a step.
    const SLICE: usize = 1;
    const POINTS: usize = 24;
    const SPARE: f64 = 0.0;
    const DRAWN: Precision = Precision { spare: 0.0, width: 1e-3 };
    const SHARP: Precision = Self::DRAWN;
    const FAR: f64 = f64::INFINITY;

    /// The load at which the busiest channel carries a flit in every cycle.
    fn capacity(&self) -> f64 {
        1.0 / (f64::from(self.network.flits) * self.busiest)
    }

    fn stride(&self) -> f64 {
        self.capacity() / STRIDES
    }

    fn last(&self) -> f64 {
        self.capacity()
    }

    fn bound(&self) -> f64 {
        self.bound
    }

    fn ladder(&self) -> Option<(f64, f64)> {
        Some(match self.network.routing {
            Routing::Adaptive => (0.02 / f64::from(self.network.flits), 1.1),
            Routing::DimensionOrder | Routing::Valiant | Routing::Turns => (0.4 * self.capacity(), 1.15),
        })
    }

    fn idle(&self) -> f64 {
        self.idle
    }

    fn empty(&self, _load: f64) -> Vec<f64> {
        self.steps.empty()
    }

    fn beyond(&self, before: &Vec<f64>, last: &Vec<f64>, part: f64) -> Vec<f64> {
        let mut unknowns = last.clone();
        unknowns.iter_mut().zip(before).for_each(|(x, before)| *x = (*x + part * (*x - before)).max(0.0));
        // Laws are laws again.
        let whole = |law: std::ops::Range<usize>| {
            let sum: f64 = unknowns[law.clone()].iter().sum();
            unknowns[law].iter_mut().for_each(|x| *x /= sum);
        };
        match &self.steps {
            Steps::Paths(paths) => paths.laws().for_each(whole),
            Steps::Walks(walks) => walks.laws().for_each(whole),
        }
        unknowns
    }

    fn plan(&self, purpose: Purpose) -> Option<Plan> {
        Some(match (purpose, self.network.routing) {
            (Purpose::Climb | Purpose::Draw, _) => DRAWN,
            (Purpose::Close, Routing::Adaptive) => Plan { damping: &[(0.5, 400)], ..LOOSE },
            (Purpose::Close, Routing::DimensionOrder | Routing::Valiant | Routing::Turns) => {
                Plan { damping: &[(0.5, 600)], ..DRAWN }
            }
            (Purpose::Exact, _) => EXACT,
            (Purpose::Last, _) => LOOSE,
        })
    }

    fn step(&mut self, load: f64, unknowns: &mut Vec<f64>, damping: f64) -> Option<f64> {
        if !self.steps.step(load, unknowns, &mut self.new) {
            return None;
        }
        let mut change: f64 = 0.0;
        for (old, new) in unknowns.iter_mut().zip(&self.new) {
            let by = *new - *old;
            // Also where it is not a number.
            if by.abs() > change || by.is_nan() {
                change = by.abs();
            }
            *old += damping * by;
        }
        Some(change)
    }

    fn restart(&mut self) {
        self.steps.restart();
    }

    fn judge(&mut self, trial: &Trial<Vec<f64>>, rests: bool, purpose: Purpose) -> (f64, Option<f64>) {
        let solution = self.steps.read(trial.load, purpose == Purpose::Close);
        let (latency, mut stable) = (solution.latency(), rests && is_carried(&solution));
        if purpose == Purpose::Close {
            // A trial that grows without bound may end without numbers: then the channel is the most crowded one of the last stable load.
            if matches!(self.steps, Steps::Walks(_)) || solution.far > 0.0 {
                self.culprits = (solution.channel, solution.node);
            }
            if stable {
                self.busy = trial.load * f64::from(self.network.flits) * solution.busiest;
            } else {
                self.cause = if rests { solution.cause } else { Cause::Blocking };
            }
        } else if purpose == Purpose::Draw && stable {
            // The last points may not come to rest as well as the others; the curve is joined across them.
            stable = latency >= self.drawn;
            self.drawn = self.drawn.max(latency);
        }
        (if stable { 1.0 } else { f64::NAN }, Some(latency))
    }

    fn limit(&self, event: Event, _last: Option<&Rung<Vec<f64>>>) -> Option<Cause> {
        matches!(event, Event::Bracketed).then_some(self.cause)
    }

    fn pole(_limit: Option<Cause>) -> Option<f64> {
        Some(1.0)
    }

    fn solution(&mut self, trial: &Trial<Vec<f64>>) -> Option<Solution> {
        Some(self.steps.read(trial.load, false)).filter(is_carried)
    }

    fn without_load(&self, solution: Solution) -> Solution {
        let none = |list: &[f64]| vec![0.0; list.len()];
        Solution {
            load: 0.0,
            network_time: self.idle,
            slot: f64::from(self.network.flits),
            wait: 0.0,
            blocked: 0.0,
            rho: 0.0,
            far: 0.0,
            uses: none(&solution.uses),
            held: none(&solution.held),
            ..solution
        }
    }
}
