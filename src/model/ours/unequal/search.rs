//! The curve and its end, in steps that can be interrupted: (29).
//!
//! First the load climbs in equal strides of the load that the channels can carry, each from the two before: a coarse curve. Then the definition's own search for the largest stable load, from the empty
//! network. Last, the points between are solved, each from its neighbours below. An interruption changes no number.

use super::super::engine::{Engine, Progress, Reached};
use super::{
    network::Network,
    paths::Paths,
    solution::{Cause, Solution},
    stations::X,
    walks::Walks,
};
use crate::{model::EndCause, param::options::Routing};

/// Strides of the coarse curve up to the load that channels can carry.
const STRIDES: f64 = 16.0;

/// Points of the drawn curve.
const POINTS: usize = 24;

/// Largest change of an unknown in the last step of a solution whose numbers are shown, of a point of a curve.
const EXACT: f64 = 1e-11;
const DRAWN: f64 = 1e-6;

/// In the search for the end of adaptive routing.
const LOOSE: f64 = 1e-5;

/// The change that is still good enough if [`EXACT`] is beyond the reach of rounding.
const NEARLY: f64 = 1e-9;

/// The largest distance of the loads of a bracket, relative to the larger.
const WIDTH: f64 = 1e-3;

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

    /// Makes numbers of a line beyond its ends those of laws again.
    fn mend(&self, unknowns: &mut [f64]) {
        unknowns.iter_mut().for_each(|x| *x = x.max(0.0));
        let mend = |law: std::ops::Range<usize>| {
            let sum: f64 = unknowns[law.clone()].iter().sum();
            unknowns[law].iter_mut().for_each(|x| *x /= sum);
        };
        match self {
            Self::Paths(paths) => paths.laws().for_each(mend),
            Self::Walks(walks) => walks.laws().for_each(mend),
        }
    }
}

/// A stable load with its unknowns at rest.
#[derive(Clone, Debug)]
struct Rung {
    load: f64,
    latency: f64,
    unknowns: Vec<f64>,
}

/// How a load is tried.
#[derive(Clone, Copy, Debug)]
struct Plan {
    tolerance: f64,
    /// Steps with damping 0.8, and then with 0.5; and then with 0.25.
    quick: usize,
    slow: usize,
    creeping: usize,
}

/// The steps at one load.
#[derive(Clone, Debug)]
struct Trial {
    load: f64,
    old: Vec<f64>,
    new: Vec<f64>,
    made: usize,
    plan: Plan,
    change: f64,
}

impl Trial {
    fn new(load: f64, old: Vec<f64>, plan: Plan) -> Self {
        Self { load, new: old.clone(), old, made: 0, plan, change: f64::INFINITY }
    }

    /// A part of a step; once nothing is left to do, whether the unknowns rest.
    fn advance(&mut self, steps: &mut Steps) -> Option<bool> {
        if !steps.step(self.load, &self.old, &mut self.new) {
            return None;
        }
        let Plan { quick, slow, creeping, tolerance } = self.plan;
        let damping = match self.made {
            made if made < quick => 0.8,
            made if made < quick + slow => 0.5,
            _ => 0.25,
        };
        self.made += 1;
        self.change = 0.0;
        for (old, new) in self.old.iter_mut().zip(&self.new) {
            let by = *new - *old;
            // Also where it is not a number.
            if by.abs() > self.change || by.is_nan() {
                self.change = by.abs();
            }
            *old += damping * by;
        }
        if self.change < tolerance {
            return Some(true);
        }
        let over = self.made >= quick + slow + creeping || !self.change.is_finite();
        over.then_some(self.change < NEARLY && tolerance < NEARLY)
    }
}

/// The steps for the answer at one load.
#[derive(Clone, Debug)]
struct Attempt {
    load: f64,
    steps: Steps,
    trial: Trial,
    /// Once it is known: the solution, or none beyond the end.
    answer: Option<Option<Solution>>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Stage {
    Climb,
    /// The definition's search: the largest stable load and the smallest unstable one.
    Search(f64, f64),
    Refine(usize),
    Done,
}

/// The search for the end and the curve of one network.
#[derive(Clone, Debug)]
pub struct Search {
    network: Network,
    steps: Steps,
    /// No network carries more than this load.
    bound: f64,
    /// Messages over the busiest channel, or over one of as many that share them.
    busiest: f64,
    idle: f64,
    stage: Stage,
    trial: Trial,
    /// Stable loads of the climb, ascending; and points of the fine curve.
    rungs: Vec<Rung>,
    fine: Vec<(f64, f64)>,
    /// The unknowns of the largest stable load of the search.
    low: Vec<f64>,
    /// The largest stable load, once it is known.
    found: f64,
    /// The part of its cycles in which the busiest channel carries a flit there.
    busy: f64,
    cause: Cause,
    /// The channel and the node that the end is due to.
    culprits: (u32, u32),
    /// The load that is solved bit by bit.
    prepared: Option<Box<Attempt>>,
}

impl Engine for Search {
    type Solution = Solution;

    fn work(&mut self) -> Reached {
        if self.stage != Stage::Done {
            Self::work(self);
        }
        match self.stage {
            Stage::Climb | Stage::Search(..) => Reached::Points,
            Stage::Refine(_) => Reached::End,
            Stage::Done => Reached::Whole,
        }
    }

    fn progress(&self) -> Progress {
        let (busy, (channel, node), grid) = (self.busy, self.culprits, &self.network.grid);
        let cause = match self.cause {
            _ if self.is_bound() => EndCause::Bandwidth { channel: None },
            Cause::Source => EndCause::CrowdedNode { node, busy },
            Cause::Blocking => {
                EndCause::CrowdedChannel { from: grid.near_end(channel), to: grid.far_end(channel), busy }
            }
        };
        Progress {
            cause: self.is_bracketed().then_some(cause),
            end: self.end(),
            value: None,
            known: self.rungs.last().map_or(0.0, |rung| rung.load),
            idle: self.idle,
            curve: self.curve(),
        }
    }

    fn prepare(&mut self, load: f64) -> bool {
        let prepared = self.prepared.take().filter(|prepared| prepared.load == load);
        let mut attempt = prepared.unwrap_or_else(|| Box::new(self.begin(load)));
        if attempt.answer.is_none() {
            self.go_on(&mut attempt);
        }
        self.prepared.insert(attempt).answer.is_some()
    }

    fn solve(&self, load: f64) -> Option<Solution> {
        Self::solve(self, load)
    }

    fn part(&self, part: f64) -> f64 {
        Self::part(self, part)
    }
}

impl Search {
    /// That has tried no load. `bound` is a load that no network of this kind exceeds, or infinite: the curve ends there at the latest.
    pub fn new(network: Network, bound: f64) -> Self {
        let steps = match network.routing {
            Routing::Adaptive => Steps::Walks(Box::new(Walks::new(network))),
            _ => Steps::Paths(Box::new(Paths::new(network))),
        };
        let (busiest, hops) = match &steps {
            Steps::Paths(paths) => (paths.flows.busiest(), paths.mean_hops),
            Steps::Walks(walks) => (walks.mean_channel(), walks.mean_hops()),
        };
        let low = steps.empty();
        let plan = Self::plan(&network, false);
        let mut search = Self {
            trial: Trial::new(0.0, low.clone(), plan),
            network,
            steps,
            bound,
            busiest,
            idle: f64::from(network.flits) + hops,
            stage: Stage::Climb,
            rungs: Vec::new(),
            fine: Vec::new(),
            low,
            found: 0.0,
            busy: 0.0,
            cause: Cause::Source,
            culprits: (0, 0),
            prepared: None,
        };
        search.attempt(search.capacity() / STRIDES);
        search
    }

    /// Of a trial of the definition's search, or of a point.
    fn plan(network: &Network, search: bool) -> Plan {
        match (search, network.routing) {
            (true, Routing::Adaptive) => Plan { tolerance: LOOSE, quick: 0, slow: 400, creeping: 0 },
            (true, _) => Plan { tolerance: DRAWN, quick: 0, slow: 600, creeping: 0 },
            (false, _) => Plan { tolerance: DRAWN, quick: 150, slow: 150, creeping: 0 },
        }
    }

    /// The load at which the busiest channel carries a flit in every cycle.
    pub fn capacity(&self) -> f64 {
        1.0 / (f64::from(self.network.flits) * self.busiest)
    }

    /// The first load of the definition's search, and the factor of the next.
    fn ladder(&self) -> (f64, f64) {
        match self.network.routing {
            Routing::Adaptive => (0.02 / f64::from(self.network.flits), 1.1),
            _ => (0.4 * self.capacity(), 1.15),
        }
    }

    /// Continues as long as there is more time; true if the curve is complete.
    pub fn advance(&mut self, more: &dyn Fn() -> bool) -> bool {
        while self.stage != Stage::Done && more() {
            self.work();
        }
        self.stage == Stage::Done
    }

    /// Continues until the coarse curve is known.
    pub fn climb(&mut self) {
        while self.stage == Stage::Climb {
            self.work();
        }
    }

    /// Continues until the end is known, and with it all that a load is solved from.
    pub fn solve_end(&mut self) {
        while !self.is_bracketed() {
            self.work();
        }
    }

    /// A part of a step, if the curve is not complete.
    fn work(&mut self) {
        let Some(rests) = self.trial.advance(&mut self.steps) else { return };
        let search = matches!(self.stage, Stage::Search(..));
        let solution = self.steps.read(self.trial.load, search);
        let stable = rests && Self::carried(&solution);
        let load = self.trial.load;
        self.stage = match self.stage {
            Stage::Climb => {
                if stable {
                    self.rungs.push(Rung { load, latency: solution.latency(), unknowns: self.trial.old.clone() });
                }
                let next = load + self.capacity() / STRIDES;
                if stable && next < self.capacity() {
                    self.attempt(next);
                    return;
                }
                // The loads of the definition below the last stable one are stable as well.
                let (mut first, factor) = self.ladder();
                while self.rungs.last().is_some_and(|rung| first * factor <= rung.load) {
                    first *= factor;
                }
                self.stage = Stage::Search(0.0, f64::INFINITY);
                self.trial = Trial::new(first, self.start(first), Self::plan(&self.network, true));
                return;
            }
            Stage::Search(low, high) => {
                // A trial that grows without bound may end without numbers: then the channel is the most crowded one of the last stable load.
                if matches!(self.steps, Steps::Walks(_)) || solution.far > 0.0 {
                    self.culprits = (solution.channel, solution.node);
                }
                let bracket = if stable {
                    self.low.clone_from(&self.trial.old);
                    self.busy = load * f64::from(self.network.flits) * solution.busiest;
                    (load, high)
                } else {
                    self.cause = if rests { solution.cause } else { Cause::Blocking };
                    (low, load)
                };
                if bracket.1.is_finite() && bracket.1 - bracket.0 <= WIDTH * bracket.1 {
                    self.found = bracket.0;
                    Stage::Refine(1)
                } else {
                    Stage::Search(bracket.0, bracket.1)
                }
            }
            Stage::Refine(point) => {
                // The last points may not come to rest as well as the others; the curve is joined across them, and across one below the point before.
                let (latency, before) =
                    (solution.latency(), self.fine.last().map_or(self.idle, |(_, latency)| *latency));
                if stable && latency >= before {
                    self.fine.push((load, latency));
                }
                if point < POINTS { Stage::Refine(point + 1) } else { Stage::Done }
            }
            Stage::Done => Stage::Done,
        };
        match self.stage {
            Stage::Search(low, high) => {
                let (first, factor) = self.ladder();
                let load = match (low > 0.0, high.is_finite()) {
                    (_, true) => (low + high) / 2.0,
                    (true, false) => low * factor,
                    (false, false) => first,
                };
                self.trial = Trial::new(load, self.low.clone(), Self::plan(&self.network, true));
            }
            Stage::Refine(point) => self.attempt(self.part(point as f64 / POINTS as f64)),
            Stage::Climb | Stage::Done => {}
        }
    }

    fn carried(solution: &Solution) -> bool {
        solution.rho < 1.0 && solution.far < X && solution.latency().is_finite()
    }

    fn attempt(&mut self, load: f64) {
        self.trial = Trial::new(load, self.start(load), Self::plan(&self.network, false));
    }

    /// The unknowns on the line through the two rungs below a load.
    fn start(&self, load: f64) -> Vec<f64> {
        let below = self.rungs.partition_point(|rung| rung.load <= load);
        let (Some(last), before) =
            (below.checked_sub(1).map(|at| &self.rungs[at]), below.checked_sub(2).map(|at| &self.rungs[at]))
        else {
            return self.steps.empty();
        };
        let mut unknowns = last.unknowns.clone();
        if let Some(before) = before {
            let part = (load - last.load) / (last.load - before.load);
            unknowns.iter_mut().zip(&before.unknowns).for_each(|(x, before)| *x += part * (*x - before));
            self.steps.mend(&mut unknowns);
        }
        unknowns
    }

    /// True if the end is known.
    pub const fn is_bracketed(&self) -> bool {
        matches!(self.stage, Stage::Refine(_) | Stage::Done)
    }

    /// True if a load is known to be too large.
    pub fn is_unstable(&self, load: f64) -> bool {
        self.is_bracketed() && load > self.end()
    }

    /// The largest stable load found so far that is within the bound.
    pub fn end(&self) -> f64 {
        let found = match self.stage {
            Stage::Refine(_) | Stage::Done => self.found,
            _ => self.rungs.last().map_or(0.0, |rung| rung.load),
        };
        found.min(self.bound)
    }

    /// True if the model alone would end beyond the bound.
    pub fn is_bound(&self) -> bool {
        self.is_bracketed() && self.found > self.bound
    }

    /// The load after a part of the curve, 0 to 1: the closer to the end, the smaller the steps.
    pub fn part(&self, part: f64) -> f64 {
        self.end() * (1.0 - (1.0 - part) * (1.0 - part))
    }

    /// Why it ends, with the channel and the node, and how busy the busiest channel is there, 0 to 1.
    pub const fn cause(&self) -> (Cause, (u32, u32), f64) {
        (self.cause, self.culprits, self.busy)
    }

    /// The network.
    pub const fn network(&self) -> &Network {
        &self.network
    }

    /// The latency of the idle network, cycles.
    pub const fn idle(&self) -> f64 {
        self.idle
    }

    /// The curve as far as it is known: load and latency, from the idle network on.
    pub fn curve(&self) -> Vec<(f64, f64)> {
        let mut curve = vec![(0.0, self.idle)];
        if self.stage == Stage::Done {
            curve.extend(&self.fine);
        } else {
            let known = self.rungs.iter().filter(|rung| rung.load <= self.bound);
            curve.extend(known.map(|rung| (rung.load, rung.latency)));
        }
        curve
    }

    /// The solution of a load (at least 0); `None` beyond the end.
    pub fn solve(&self, load: f64) -> Option<Solution> {
        let prepared = self.prepared.as_ref().filter(|prepared| prepared.load == load);
        if let Some(answer) = prepared.and_then(|prepared| prepared.answer.as_ref()) {
            return answer.clone();
        }
        let mut attempt = self.begin(load);
        while attempt.answer.is_none() {
            self.go_on(&mut attempt);
        }
        attempt.answer.flatten()
    }

    /// An attempt that has made no step. Only the climb is used, so that a load is the same whether the curve is complete or not.
    fn begin(&self, load: f64) -> Attempt {
        let mut steps = self.steps.clone();
        // The curve may be in the middle of a step.
        steps.restart();
        let [quick, slow, creeping] = if load == 0.0 { [200, 600, 0] } else { [200, 300, 200] };
        let plan = Plan { tolerance: EXACT, quick, slow, creeping };
        // Without load nothing can be divided.
        let hardly = if load == 0.0 { 1e-9 * self.capacity() } else { load };
        let trial = Trial::new(hardly, if load == 0.0 { steps.empty() } else { self.start(load) }, plan);
        Attempt { load, steps, trial, answer: None }
    }

    /// A part of a step of an attempt that has no answer.
    fn go_on(&self, attempt: &mut Attempt) {
        let Attempt { load, steps, trial, answer } = attempt;
        let Some(rests) = trial.advance(steps) else { return };
        let (load, solution) = (*load, steps.read(trial.load, false));
        if load == 0.0 {
            *answer = Some(Some(self.without_load(solution)));
            return;
        }
        let carried = rests && Self::carried(&solution);
        let loose = trial.plan.tolerance == LOOSE;
        if carried || loose {
            *answer = Some(Some(solution).filter(|_| carried && !(loose && self.is_unstable(load))));
        } else {
            // At the very end the steps may never become as small as elsewhere.
            let plan = Plan { tolerance: LOOSE, quick: 0, slow: 300, creeping: 200 };
            attempt.trial = Trial::new(load, self.start(load), plan);
        }
    }

    /// The limit of solutions that have hardly any load.
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
