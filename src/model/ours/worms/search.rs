//! The curve and its end, (24): the largest load at which the steps come to rest with no header lost, and neither the source nor a channel is busy all the time.

use super::{
    fixed_point::{COARSE, DRAWN, EXACT, Trial},
    network::Traffic,
    solution::Solution,
    step::Solver,
    unknowns::Unknowns,
};
use crate::model::{
    BLOCKING_THRESHOLD,
    ours::continuation::{self, Event, FixedPoint, Precision, Rung, STRIDES, StepOutcome},
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

/// As many times the distance of two loads a line through their unknowns is followed beyond them.
const FAR: f64 = 2.0;

/// One network with one part of broadcasts.
#[derive(Clone, Debug)]
pub struct Worms {
    /// The network.
    pub solver: Solver,
    /// β, the part of the messages that are broadcasts.
    pub beta: f64,
}

/// The search of one network with one part of broadcasts.
pub type Search = continuation::Search<Worms>;

impl Search {
    /// For a network in which a part β of the messages are broadcasts, 0 to below 1.
    pub fn new(network: WormholeNetwork, beta: f64) -> Self {
        Self::begin(Worms { solver: Solver::new(network, beta > 0.0), beta })
    }
}

impl Worms {
    /// The load at which the channels would carry flits all the time.
    pub fn capacity(&self) -> f64 {
        let network = &self.solver.network;
        let hops = (1.0 - self.beta) * self.solver.geometry.mean_hops + self.beta * network.others();
        f64::from(network.channels()) / (f64::from(network.flits) * hops)
    }

    const fn traffic(&self, load: f64) -> Traffic {
        Traffic { load, beta: self.beta }
    }
}

impl FixedPoint for Worms {
    type Unknowns = Unknowns;
    type Trial = Trial;
    type Limit = Limit;
    type Solution = Solution;

    // Two or three milliseconds for the largest networks.
    const SLICE: usize = 4;
    // Where the source is full is halved, for blocking has no number that goes to zero.
    const SPARE: f64 = 0.0;
    const DRAWN: Precision = Precision { spare: 0.0, width: 5e-4 };
    const SHARP: Precision = Precision { spare: 0.0, width: 1e-11 };

    fn stride(&self) -> f64 {
        self.capacity() / STRIDES
    }

    fn idle(&self) -> f64 {
        f64::from(self.solver.network.flits) + self.solver.geometry.mean_hops
    }

    /// Along the line through the unknowns of both loads, or those of the one, or of the idle network.
    fn start(&self, load: f64, below: [Option<&Rung<Unknowns>>; 2]) -> Unknowns {
        match below {
            [Some(last), Some(before)] => {
                let beyond = (load - last.load) / (last.load - before.load);
                // Far away a line predicts nothing.
                if beyond <= FAR {
                    Unknowns::beyond(&before.unknowns, &last.unknowns, beyond)
                } else {
                    last.unknowns.clone()
                }
            }
            [Some(last), None] => last.unknowns.clone(),
            [None, _] => self.solver.idle(self.traffic(load)),
        }
    }

    fn trial(&self, load: f64, unknowns: Unknowns, drawn: bool) -> Trial {
        Trial::new(self.traffic(load), unknowns, if drawn { DRAWN } else { COARSE })
    }

    fn steps(&mut self, trial: &mut Trial, most: usize) -> StepOutcome {
        trial.advance(&mut self.solver, most)
    }

    fn unknowns(trial: &Trial) -> &Unknowns {
        &trial.unknowns
    }

    fn rested(&mut self, trial: &Trial, _bracketing: bool) -> (f64, Option<f64>) {
        let solution = Solution::of(&self.solver, trial.traffic, &trial.unknowns, trial.steps);
        let spare = if solution.is_carried() { 1.0 - solution.rho } else { f64::NAN };
        (spare, Some(solution.latency()))
    }

    /// Blocking feeds itself by the channels that blocked messages hold. Where they hold next to none up to the end, the source alone can limit it.
    fn limit(&self, event: Event, last: Option<&Rung<Unknowns>>) -> Option<Limit> {
        let Event::Unstable(rested) = event else { return None };
        let unblocked = last.is_some_and(|rung| rung.unknowns.blocked < BLOCKING_THRESHOLD);
        Some(if rested || unblocked { Limit::Source } else { Limit::Blocking })
    }

    fn is_pole(_limit: Option<Limit>) -> bool {
        false
    }

    fn solve(&self, load: f64, unknowns: Unknowns, stable: bool) -> Option<Solution> {
        let mut solver = self.solver.clone();
        let mut solve = |tolerance| Trial::new(self.traffic(load), unknowns.clone(), tolerance).solve(&mut solver);
        // At the very end the steps may never become as small as elsewhere.
        solve(EXACT).or_else(|| solve(COARSE).filter(|_| stable))
    }

    fn unloaded(&self) -> Option<Solution> {
        /// Part of the capacity of the channels at which no message meets another.
        const HARDLY_ANY: f64 = 1e-9;
        let traffic = self.traffic(HARDLY_ANY * self.capacity());
        let solution = Trial::new(traffic, self.solver.idle(traffic), EXACT).solve(&mut self.solver.clone())?;
        let traffic = self.traffic(0.0);
        let (slot, network_time) = (f64::from(solution.network.flits), self.idle());
        Some(Solution { traffic, network_time, slot, variance: 0.0, rho: 0.0, wait: 0.0, blocked: 0.0, ..solution })
    }
}
