//! The curve and its end: equation (24), in steps that can be interrupted, so that a slider is never held up by them.
//!
//! First the load climbs in steps of a twelfth of the channels' capacity until one is unstable: a coarse curve. Then the end is bracketed by halving, and last the points
//! between are solved, each from its neighbour below. Where it is interrupted makes no difference to any number.

use super::{
    super::BLOCKING_THRESHOLD,
    fixed_point::{COARSE, DRAWN, EXACT, StepOutcome, Trial},
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

/// The same where the end is differentiated: where it is known to no better than that, its changes are those of the search.
const SHARP: f64 = 1e-11;

/// A bracket that begins at zero is halved no more often than this.
const HALVINGS: u32 = 60;

/// Points of the curve between zero load and its end.
pub const POINTS: usize = 59;

/// As many times the distance of two loads a line through their unknowns is followed beyond them.
const FAR: f64 = 2.0;

/// Steps between two looks at the clock: below a millisecond for all but the largest networks, where it is two or three.
const SLICE: usize = 4;

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
    /// Relative width of the bracket at which the end is good enough.
    narrow: f64,
}

impl Search {
    /// Not begun.
    pub fn new(network: Network, beta: f64) -> Self {
        let solver = Solver::new(network, beta > 0.0);
        let traffic = Traffic { load: capacity(&solver, beta) / CLIMB, beta };
        let trial = Trial::new(traffic, solver.idle(traffic), COARSE);
        Self {
            solver,
            beta,
            stage: Stage::Climb,
            trial,
            rungs: Vec::new(),
            fine: Vec::new(),
            limit: Limit::Blocking,
            narrow: BRACKET,
        }
    }

    /// Goes on as long as there is more time; whether it is done.
    pub fn advance(&mut self, more: &dyn Fn() -> bool) -> bool {
        while self.stage != Stage::Done && more() {
            match self.trial.advance(&mut self.solver, SLICE) {
                StepOutcome::Further => {}
                came => self.tried(came),
            }
        }
        self.stage == Stage::Done
    }

    /// Goes on until the end is known, and with it all that a load is solved from; `sharp`: the end to its last digits.
    pub fn solve_end(&mut self, sharp: bool) {
        if sharp {
            self.narrow = SHARP;
        }
        while !self.is_bracketed() {
            let came = self.trial.advance(&mut self.solver, usize::MAX);
            self.tried(came);
        }
    }

    /// A trial is over: what came of it, and what is tried next.
    fn tried(&mut self, came: StepOutcome) {
        let load = self.trial.traffic.load;
        let solution = (came == StepOutcome::Rested).then(|| {
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
                // Blocking feeds itself by the channels that blocked messages hold. Where they hold next to none up to the end, the source alone can limit it.
                let unblocked = self.rungs.last().is_some_and(|rung| rung.unknowns.blocked < BLOCKING_THRESHOLD);
                self.limit = if rested || unblocked { Limit::Source } else { Limit::Blocking };
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
            Stage::Halve { high, left } if left == 0 || high - low <= self.narrow * high => Stage::Refine { point: 1 },
            Stage::Refine { point } if point > POINTS || low == 0.0 => Stage::Done,
            stage => stage,
        };
        match self.stage {
            Stage::Climb => self.attempt(load + capacity(&self.solver, self.beta) / CLIMB, COARSE),
            Stage::Halve { high, .. } => self.attempt((low + high) / 2.0, COARSE),
            Stage::Refine { point } => self.attempt(self.part(point as f64 / POINTS as f64), DRAWN),
            Stage::Done => {}
        }
    }

    fn attempt(&mut self, load: f64, tolerance: f64) {
        let traffic = Traffic { load, beta: self.beta };
        self.trial = Trial::new(traffic, self.below(traffic, self.rungs.iter().chain(&self.fine)), tolerance);
    }

    /// Unknowns to begin with: along the line through those of the two nearest loads below among some that were solved, those of the one, or of the idle network.
    fn below<'a>(&self, traffic: Traffic, solved: impl Iterator<Item = &'a Rung>) -> Unknowns {
        let (mut last, mut before): (Option<&Rung>, Option<&Rung>) = (None, None);
        for rung in solved.filter(|rung| rung.load <= traffic.load) {
            if last.is_none_or(|last| rung.load > last.load) {
                before = last.replace(rung);
            } else if before.is_none_or(|before| rung.load > before.load)
                && last.is_some_and(|last| rung.load < last.load)
            {
                before = Some(rung);
            }
        }
        match (before, last) {
            (Some(before), Some(last)) => {
                let beyond = (traffic.load - last.load) / (last.load - before.load);
                // Far away a line says nothing.
                if beyond <= FAR {
                    Unknowns::beyond(&before.unknowns, &last.unknowns, beyond)
                } else {
                    last.unknowns.clone()
                }
            }
            (None, Some(last)) => last.unknowns.clone(),
            (_, None) => self.solver.idle(traffic),
        }
    }

    /// The network.
    pub const fn network(&self) -> &Network {
        &self.solver.network
    }

    /// What is known of it without traffic.
    pub fn geometry(&self) -> &super::geometry::Geometry {
        &self.solver.geometry
    }

    /// Whether the end is known.
    pub const fn is_bracketed(&self) -> bool {
        matches!(self.stage, Stage::Refine { .. } | Stage::Done)
    }

    /// Whether everything is known.
    pub fn is_done(&self) -> bool {
        self.stage == Stage::Done
    }

    /// Whether a load is known to be too large.
    pub fn is_unstable(&self, load: f64) -> bool {
        match self.stage {
            Stage::Climb => false,
            Stage::Halve { high, .. } => load >= high,
            Stage::Refine { .. } | Stage::Done => load > self.end(),
        }
    }

    /// The load after a part of the curve, 0 to 1: the closer to the end, the smaller the steps, for there it turns upright.
    pub fn part(&self, part: f64) -> f64 {
        self.end() * (1.0 - (1.0 - part) * (1.0 - part))
    }

    /// The load at which the channels would carry flits all the time.
    pub fn capacity(&self) -> f64 {
        capacity(&self.solver, self.beta)
    }

    /// The latency of the idle network, M + d̄, cycles.
    pub fn idle(&self) -> f64 {
        f64::from(self.solver.network.flits) + self.solver.geometry.mean_hops
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

    /// The curve as it is known by now: load and latency, from the idle network to the end.
    pub fn curve(&self) -> Vec<(f64, f64)> {
        let mut curve = vec![(0.0, self.idle())];
        curve.extend(self.known());
        let last = self.rungs.last().map(|rung| (rung.load, rung.latency));
        curve.extend(last.filter(|(load, _)| curve.last().is_some_and(|(known, _)| known < load)));
        curve
    }

    /// The solution of a load (at least 0); `None` beyond the end.
    pub fn solve(&self, load: f64) -> Option<Solution> {
        if load == 0.0 {
            return self.unloaded();
        }
        let traffic = Traffic { load, beta: self.beta };
        let mut solver = self.solver.clone();
        // From what the search for the end has left, so that a load is the same whether the curve is there or not.
        let mut solve =
            |tolerance| Trial::new(traffic, self.below(traffic, self.rungs.iter()), tolerance).solve(&mut solver);
        // At the very end the steps may never become as small as elsewhere.
        solve(EXACT).or_else(|| solve(COARSE).filter(|_| load <= self.end()))
    }

    /// The solution without traffic, in the limit of ever less of it.
    fn unloaded(&self) -> Option<Solution> {
        /// Part of the capacity of the channels at which nobody meets anybody.
        const HARDLY_ANY: f64 = 1e-9;
        let traffic = Traffic { load: HARDLY_ANY * self.capacity(), beta: self.beta };
        let solution = Trial::new(traffic, self.solver.idle(traffic), EXACT).solve(&mut self.solver.clone())?;
        let traffic = Traffic { load: 0.0, ..traffic };
        let (slot, network_time) = (f64::from(solution.network.flits), self.idle());
        Some(Solution { traffic, network_time, slot, variance: 0.0, rho: 0.0, wait: 0.0, blocked: 0.0, ..solution })
    }
}

/// The load at which the channels would carry flits all the time.
fn capacity(solver: &Solver, beta: f64) -> f64 {
    let network = &solver.network;
    let hops = (1.0 - beta) * solver.geometry.mean_hops + beta * network.others();
    f64::from(network.channels()) / (f64::from(network.flits) * hops)
}
