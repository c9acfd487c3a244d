//! The curve and its end: equation (24), in steps that can be interrupted, so that a slider is never held up by them.
//!
//! First the load climbs in steps of a twelfth of the channels' capacity until one is unstable: a coarse curve. Then the end is bracketed by halving, and last the points
//! between are solved, each from its neighbour below. Where it is interrupted makes no difference to any number.

use super::{
    fixed_point::{COARSE, Came, DRAWN, EXACT, Trial},
    network::{Network, Traffic},
    solution::Solution,
    step::Solver,
    unknowns::Unknowns,
};

/// Why a load is too large.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Blocked worms hold so many virtual channels that blocking feeds itself.
    Blocking,
    /// What messages enter the network through is full.
    Source,
}

/// Loads up to the capacity of the channels that the coarse curve tries.
const CLIMB: f64 = 12.0;

/// Relative width of the bracket of the largest stable load.
const BRACKET: f64 = 5e-4;

/// A bracket that begins at zero is halved no more often than this.
const HALVINGS: u32 = 60;

/// Points of the curve between zero load and its end.
pub const POINTS: usize = 59;

/// Steps between two looks at the clock: below a millisecond for all but the largest networks.
const SLICE: usize = 16;

/// A load that was solved.
#[derive(Clone, Debug)]
struct Rung {
    load: f64,
    latency: f64,
    unknowns: Unknowns,
}

/// What is being looked for.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Stage {
    Climb,
    Halve { high: f64, left: u32 },
    Refine { point: usize },
    Done,
}

/// The search of one network with one part of broadcasts.
#[derive(Clone, Debug)]
pub struct Search {
    solver: Solver,
    beta: f64,
    stage: Stage,
    trial: Trial,
    /// Stable loads of the search, ascending.
    rungs: Vec<Rung>,
    /// Points of the fine curve, ascending: load and latency.
    fine: Vec<Rung>,
    limit: Limit,
}

impl Search {
    /// Not begun.
    pub fn new(network: Network, beta: f64) -> Self {
        let solver = Solver::new(network, beta > 0.0);
        let traffic = Traffic { load: capacity(&solver, beta) / CLIMB, beta };
        let trial = Trial::new(traffic, solver.idle(traffic), COARSE);
        Self { solver, beta, stage: Stage::Climb, trial, rungs: Vec::new(), fine: Vec::new(), limit: Limit::Blocking }
    }

    /// Goes on as long as there is more time; whether it is done.
    pub fn work(&mut self, more: &dyn Fn() -> bool) -> bool {
        while self.stage != Stage::Done && more() {
            match self.trial.advance(&mut self.solver, SLICE) {
                Came::Further => {}
                came => self.tried(came),
            }
        }
        self.stage == Stage::Done
    }

    /// A trial is over: what came of it, and what is tried next.
    fn tried(&mut self, came: Came) {
        let load = self.trial.traffic.load;
        let solution = (came == Came::Rested).then(|| {
            let Trial { traffic, unknowns, steps, .. } = &self.trial;
            Solution::of(&self.solver, *traffic, unknowns, *steps)
        });
        let rested = solution.is_some();
        let rung = solution.filter(|solution| solution.rho < 1.0).map(|solution| Rung {
            load,
            latency: solution.latency(),
            unknowns: solution.unknowns,
        });
        self.stage = match (self.stage, rung) {
            (Stage::Climb, Some(rung)) => {
                self.rungs.push(rung);
                Stage::Climb
            }
            (Stage::Halve { high, left }, Some(rung)) => {
                self.rungs.push(rung);
                Stage::Halve { high, left: left - 1 }
            }
            (stage @ (Stage::Climb | Stage::Halve { .. }), None) => {
                self.limit = if rested { Limit::Source } else { Limit::Blocking };
                Stage::Halve {
                    high: load,
                    left: if let Stage::Halve { left, .. } = stage { left - 1 } else { HALVINGS },
                }
            }
            (Stage::Refine { point }, rung) => {
                self.fine.extend(rung);
                Stage::Refine { point: point + 1 }
            }
            (Stage::Done, _) => Stage::Done,
        };
        let low = self.end();
        self.stage = match self.stage {
            Stage::Halve { high, left } if left == 0 || high - low <= BRACKET * high => Stage::Refine { point: 1 },
            Stage::Refine { point } if point > POINTS || low == 0.0 => Stage::Done,
            stage => stage,
        };
        match self.stage {
            Stage::Climb => self.attempt(load + capacity(&self.solver, self.beta) / CLIMB, COARSE),
            Stage::Halve { high, .. } => self.attempt((low + high) / 2.0, COARSE),
            Stage::Refine { point } => {
                // Closer and closer towards the end, where the curve turns upright.
                let left = 1.0 - point as f64 / POINTS as f64;
                self.attempt(low * (1.0 - left * left), DRAWN);
            }
            Stage::Done => {}
        }
    }

    fn attempt(&mut self, load: f64, tolerance: f64) {
        let traffic = Traffic { load, beta: self.beta };
        self.trial = Trial::new(traffic, self.below(traffic), tolerance);
    }

    /// Unknowns to begin with: those of the nearest load below that was solved, or of the idle network.
    fn below(&self, traffic: Traffic) -> Unknowns {
        let all = self.rungs.iter().chain(&self.fine).filter(|rung| rung.load <= traffic.load);
        let nearest = all.max_by(|a, b| a.load.total_cmp(&b.load));
        nearest.map_or_else(|| self.solver.idle(traffic), |rung| rung.unknowns.clone())
    }

    /// The network.
    pub const fn network(&self) -> &Network {
        &self.solver.network
    }

    /// What is known of it without traffic.
    pub const fn geometry(&self) -> &super::geometry::Geometry {
        &self.solver.geometry
    }

    /// The largest stable load found.
    pub fn end(&self) -> f64 {
        self.rungs.last().map_or(0.0, |rung| rung.load)
    }

    /// The latency there.
    pub fn end_latency(&self) -> Option<f64> {
        self.rungs.last().map(|rung| rung.latency)
    }

    /// What limits it, once that is found.
    pub fn limit(&self) -> Option<Limit> {
        (!matches!(self.stage, Stage::Climb)).then_some(self.limit)
    }

    /// Loads with latencies that are known by now, ascending, without that of the idle network: the points of the curve, or the coarse ones of the search.
    pub fn known(&self) -> impl Iterator<Item = (f64, f64)> {
        let rungs = if self.stage == Stage::Done { &self.fine } else { &self.rungs };
        rungs.iter().map(|rung| (rung.load, rung.latency))
    }

    /// The solution of a load; `None` beyond the end.
    pub fn solve(&self, load: f64) -> Option<Solution> {
        let traffic = Traffic { load, beta: self.beta };
        let mut solver = self.solver.clone();
        Trial::new(traffic, self.below(traffic), EXACT).solve(&mut solver)
    }
}

/// The load at which the channels would carry flits all the time.
fn capacity(solver: &Solver, beta: f64) -> f64 {
    let network = &solver.network;
    let hops = (1.0 - beta) * solver.geometry.mean_hops + beta * network.others();
    f64::from(network.channels()) / (f64::from(network.flits) * hops)
}
