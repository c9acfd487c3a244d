//! The fixed point, the end of section 5, and the end of the curve, (24). ρ = 1 is closed in by secants.

use super::{
    network::{Network, Traffic},
    slots::SlotTimes,
    solution::Solution,
    step::Solver,
    unknowns::Unknowns,
};
use crate::model::{
    NoSolution,
    hypercube_mmpp::Setting,
    ours::search::{
        self, Event, FixedPoint, Precision, Purpose, Rung,
        trial::{Plan, Trial},
    },
};

/// The reason why a load is too large.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// The virtual channels through which messages enter the network are always busy.
    Source,
    /// Circuits cannot join the channels at that rate, because all virtual channels are held or each channel would have to carry more than
    /// one flit per cycle: only with short messages in few dimensions.
    Channels,
    /// No traffic of that load has the correlation asked for.
    Traffic,
}

/// Strides of the coarse curve up to the load that cannot be carried.
const STRIDES: f64 = 12.0;

/// The fraction of the load at which a curve with unbounded latency stops.
const LAST_BEFORE_A_POLE: f64 = 0.998;

/// 1 - ρ at an end above which the channels are full, and not the sources.
const IDLE_SOURCES: f64 = 1e-3;

/// Cycles per flit over V beyond which nothing comes to rest.
const SLOWEST: f64 = 10.0;

/// Of a solution whose numbers are shown: the tolerance is for the sum of the largest changes. With a damping of 0.8 the unknowns rest
/// after half of the steps that 0.6 takes, nearly always.
pub const EXACT: Plan = Plan { tolerance: 1e-10, enough: 0.0, damping: &[(0.8, 60), (0.6, 300)] };

/// Of a point of a curve, and in the search for the capacity.
const DRAWN: Plan = Plan { tolerance: 1e-8, ..EXACT };

/// One network with one kind of traffic.
#[derive(Clone, Debug)]
pub struct Connections {
    /// The network, and room to work in.
    pub solver: Solver,
    /// Its traffic, but for the load.
    pub traffic: Traffic,
}

/// The search of one network with one kind of traffic.
pub type Search = search::Search<Connections>;

impl Search {
    /// For a network and its traffic; or why the model does not cover them.
    pub fn new(setting: &Setting) -> Result<Self, NoSolution> {
        let network = Network::of(setting);
        network.refusal().map_or_else(|| Ok(Self::begin(Connections::new(network, Traffic::of(setting)))), Err)
    }
}

impl Connections {
    /// A network that the model covers, with its traffic.
    pub fn new(network: Network, traffic: Traffic) -> Self {
        Self { solver: Solver::new(network), traffic }
    }

    /// 1 - ρ of unknowns at rest; NaN where a channel would have to carry more than one flit per cycle.
    pub fn spare(&self, trial: &Trial<Unknowns>) -> f64 {
        if trial.load < self.capacity() {
            1.0 - SlotTimes::of(&self.solver, trial.load, &trial.unknowns).rho
        } else {
            f64::NAN
        }
    }
}

impl FixedPoint for Connections {
    type Unknowns = Unknowns;
    type Limit = Limit;
    type Solution = Solution;

    const SLICE: usize = 8;
    // Within the precision of this, the load is stable.
    const SPARE: f64 = 5e-7;
    const DRAWN: Precision = Precision { spare: 4e-7, width: 1e-6 };
    const SHARP: Precision = Precision { spare: 1e-13, width: 1e-13 };
    const FAR: f64 = f64::INFINITY;

    fn capacity(&self) -> f64 {
        self.solver.geometry.bandwidth(&self.solver.network)
    }

    /// With the largest load, channels or injection channels would be busy all the time in an empty network.
    fn stride(&self) -> f64 {
        let Network { vcs, flits, .. } = self.solver.network;
        let sources = f64::from(vcs) / (f64::from(flits) + 2.0 * self.solver.geometry.mean_hops);
        self.capacity().min(sources) / STRIDES
    }

    fn last(&self) -> f64 {
        self.traffic.last()
    }

    fn idle(&self) -> f64 {
        3.0 * self.solver.geometry.mean_hops + f64::from(self.solver.network.flits)
    }

    fn empty(&self, _load: f64) -> Unknowns {
        self.solver.empty()
    }

    fn beyond(&self, _before: &Unknowns, last: &Unknowns, _part: f64) -> Unknowns {
        last.clone()
    }

    fn plan(&self, purpose: Purpose) -> Option<Plan> {
        match purpose {
            Purpose::Climb | Purpose::Close | Purpose::Draw => Some(DRAWN),
            Purpose::Exact => Some(EXACT),
            Purpose::Last => None,
        }
    }

    fn step(&mut self, load: f64, unknowns: &mut Unknowns, damping: f64) -> Option<f64> {
        Some(self.solver.step(load, unknowns, damping))
    }

    fn is_lost(&self, unknowns: &Unknowns) -> bool {
        let slowest = SLOWEST * f64::from(self.solver.network.vcs);
        unknowns.slow.iter().any(|slow| *slow > slowest)
    }

    fn judge(&mut self, trial: &Trial<Unknowns>, rests: bool, purpose: Purpose) -> (f64, Option<f64>) {
        if !rests {
            return (f64::NAN, None);
        }
        let solution = if purpose == Purpose::Close { None } else { self.solution(trial) };
        (self.spare(trial), solution.map(|solution| solution.latency()))
    }

    fn limit(&self, event: Event, last: Option<&Rung<Unknowns>>) -> Option<Limit> {
        let keep_up = last.is_none_or(|rung| rung.spare > IDLE_SOURCES);
        match event {
            Event::Unstable(_) => None,
            Event::Bracketed => Some(if keep_up { Limit::Channels } else { Limit::Source }),
            Event::NoTraffic => Some(Limit::Traffic),
        }
    }

    fn pole(limit: Option<Limit>) -> Option<f64> {
        matches!(limit, None | Some(Limit::Source)).then_some(LAST_BEFORE_A_POLE)
    }

    fn solution(&mut self, trial: &Trial<Unknowns>) -> Option<Solution> {
        let arrivals = self.traffic.at(trial.load).ok()?;
        let keeps_up = self.spare(trial) > 0.0;
        keeps_up.then(|| Solution::of(&mut self.solver, trial.load, (&trial.unknowns, trial.steps), arrivals))?
    }

    fn without_load(&self, mut solution: Solution) -> Solution {
        let (hops, flits) = (self.solver.geometry.mean_hops, f64::from(self.solver.network.flits));
        (solution.slots.mean, solution.slots.rho) = (flits + 2.0 * hops, 0.0);
        if let Some(bursts) = &mut solution.bursts {
            bursts.extra = 0.0;
        }
        Solution { load: 0.0, data: hops + flits, setup: 2.0 * hops, wait: 0.0, ..solution }
    }
}
