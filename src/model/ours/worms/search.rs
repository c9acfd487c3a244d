//! The fixed point, (19), and the end of the curve, (24): the largest load at which the steps come to rest with no header lost, and neither
//! the source nor a channel is busy all the time.

use super::{network::Traffic, solution::Solution, step::Solver, unknowns::Unknowns};
use crate::model::{
    BLOCKING_THRESHOLD,
    ours::search::{
        self, Event, FixedPoint, Precision, Purpose, Rung,
        trial::{Plan, Trial},
    },
};
use crate::topology::wormhole::WormholeNetwork;

/// The reason why a load is too large.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Blocked worms hold so many virtual channels that blocking feeds itself.
    Blocking,
    /// The ports or slots through which messages enter the network are full.
    Source,
}

/// Strides of the coarse curve up to the load that cannot be carried.
const STRIDES: f64 = 12.0;

/// Blocked part of the time beyond which nothing comes to rest.
const MOST_BLOCKED: f64 = 0.6;

/// Dampings of the steps. With 0.8 the unknowns rest after half of the steps that 0.5 takes, nearly always.
const DAMPING: &[(f64, usize)] = &[(0.8, 300), (0.5, 4000)];

/// Of a solution whose numbers are shown.
pub const EXACT: Plan = Plan { tolerance: 1e-10, enough: 0.0, damping: DAMPING };

/// Of a point of a curve.
const DRAWN: Plan = Plan { tolerance: 1e-8, ..EXACT };

/// Of the search for saturation: what does not rest in as many steps is unstable.
const COARSE: Plan = Plan { tolerance: 1e-6, enough: 0.0, damping: &[(0.8, 1000)] };

/// One network with one part of broadcasts.
#[derive(Clone, Debug)]
pub struct Worms {
    /// The network, and room to work in.
    pub solver: Solver,
    /// β, the part of the messages that are broadcasts.
    pub beta: f64,
}

/// The search of one network with one part of broadcasts.
pub type Search = search::Search<Worms>;

impl Search {
    /// For a network in which a part β of the messages are broadcasts, 0 to below 1.
    pub fn new(network: WormholeNetwork, beta: f64) -> Self {
        Self::begin(Worms::new(network, beta))
    }
}

impl Worms {
    /// A network in which a part β of the messages are broadcasts, 0 to below 1.
    pub fn new(network: WormholeNetwork, beta: f64) -> Self {
        Self { solver: Solver::new(network, beta > 0.0), beta }
    }

    const fn traffic(&self, load: f64) -> Traffic {
        Traffic { load, beta: self.beta }
    }
}

impl FixedPoint for Worms {
    type Unknowns = Unknowns;
    type Limit = Limit;
    type Solution = Solution;

    // Two or three milliseconds for the largest networks.
    const SLICE: usize = 4;
    // Where the source is full is halved, for blocking has no number that goes to zero.
    const SPARE: f64 = 0.0;
    const DRAWN: Precision = Precision { spare: 0.0, width: 5e-4 };
    const SHARP: Precision = Precision { spare: 0.0, width: 1e-11 };
    const FAR: f64 = 2.0;
    const LEAPS: bool = true;

    fn capacity(&self) -> f64 {
        let network = &self.solver.network;
        let hops = (1.0 - self.beta) * self.solver.geometry.mean_hops + self.beta * network.others();
        f64::from(network.channels()) / (f64::from(network.flits) * hops)
    }

    fn stride(&self) -> f64 {
        self.capacity() / STRIDES
    }

    fn idle(&self) -> f64 {
        f64::from(self.solver.network.flits) + self.solver.geometry.mean_hops
    }

    fn empty(&self, load: f64) -> Unknowns {
        self.solver.idle(self.traffic(load))
    }

    fn beyond(&self, before: &Unknowns, last: &Unknowns, part: f64) -> Unknowns {
        Unknowns::beyond(before, last, part)
    }

    fn plan(&self, purpose: Purpose) -> Option<Plan> {
        Some(match purpose {
            Purpose::Climb | Purpose::Close | Purpose::Last => COARSE,
            Purpose::Draw => DRAWN,
            Purpose::Exact => EXACT,
        })
    }

    fn step(&mut self, load: f64, unknowns: &mut Unknowns, damping: f64) -> Option<f64> {
        Some(self.solver.step(self.traffic(load), unknowns, damping))
    }

    fn is_lost(&self, unknowns: &Unknowns) -> bool {
        unknowns.blocked > MOST_BLOCKED
    }

    fn is_carried(&self, load: f64) -> bool {
        self.solver.is_carried(self.traffic(load))
    }

    fn swinging(unknowns: &Unknowns) -> f64 {
        unknowns.blocked
    }

    fn judge(&mut self, trial: &Trial<Unknowns>, rests: bool, _purpose: Purpose) -> (f64, Option<f64>) {
        if !rests {
            return (f64::NAN, None);
        }
        let solution = Solution::of(&self.solver, self.traffic(trial.load), &trial.unknowns, trial.steps);
        let spare = if solution.is_carried() { 1.0 - solution.rho } else { f64::NAN };
        (spare, Some(solution.latency()))
    }

    /// Blocking feeds itself by the channels that blocked messages hold. Where they hold next to none, the source alone can limit it.
    fn limit(&self, event: Event, last: Option<&Rung<Unknowns>>) -> Option<Limit> {
        let Event::Unstable(rested) = event else { return None };
        let unblocked = last.is_some_and(|rung| rung.unknowns.blocked < BLOCKING_THRESHOLD);
        Some(if rested || unblocked { Limit::Source } else { Limit::Blocking })
    }

    fn pole(_limit: Option<Limit>) -> Option<f64> {
        None
    }

    fn solution(&mut self, trial: &Trial<Unknowns>) -> Option<Solution> {
        let solution = Solution::of(&self.solver, self.traffic(trial.load), &trial.unknowns, trial.steps);
        Some(solution).filter(Solution::is_carried)
    }

    fn without_load(&self, solution: Solution) -> Solution {
        let (slot, network_time) = (f64::from(solution.network.flits), self.idle());
        let traffic = self.traffic(0.0);
        Solution { traffic, network_time, slot, variance: 0.0, rho: 0.0, wait: 0.0, blocked: 0.0, ..solution }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::ours::search::trial::StepOutcome;

    /// Near the largest stable load of this network, 0.02261.
    const LOAD: f64 = 0.0226;

    #[test]
    fn leaps_end_where_steps_alone_do() {
        let mut worms = Worms::new(WormholeNetwork::cube(4, 2, 3, 16), 0.0);
        let mut alone = worms.empty(LOAD);
        let rests = |change: Option<f64>| change.is_some_and(|change| change < 1e-12);
        let steps = (1..).find(|_| rests(worms.step(LOAD, &mut alone, 0.8))).expect("it rests");
        let mut trial = Trial::new(LOAD, worms.empty(LOAD), EXACT);
        assert_eq!(trial.advance(&mut worms, usize::MAX), StepOutcome::Rested);
        let near = |one: f64, other: f64| (one - other).abs() < 1e-8;
        assert!(near(trial.unknowns.blocked, alone.blocked), "{} and {}", trial.unknowns.blocked, alone.blocked);
        assert!(trial.unknowns.held.iter().zip(&alone.held).all(|(one, other)| near(*one, *other)));
        assert!(trial.unknowns.demand.iter().zip(&alone.demand).all(|(one, other)| near(*one, *other)));
        assert!(4 * trial.steps < steps, "{} steps instead of {steps}", trial.steps);
    }
}
