//! The curve and its end, equation (24), in steps that can be interrupted, so that a slider is never held up by them.
//!
//! First the load climbs until the sources do not keep up, or there is no more traffic: a coarse curve. Then ρ = 1 is closed in by secants, and last the
//! points between are solved, each from its neighbour below. Where it is interrupted makes no difference to any number.

use super::{
    fixed_point::{DRAWN, EXACT, StepOutcome, Trial},
    network::{Geometry, Network, Setting, Traffic},
    solution::Solution,
    step::Solver,
    unknowns::Unknowns,
};
use crate::model::NoSolution;
use crate::solve::Bracket;

/// Why a load is too large.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// The virtual channels through which messages enter the network are always busy.
    Source,
    /// Circuits cannot join the channels at that rate, because all virtual channels are held or each channel would have to carry more than one flit per cycle: only with
    /// short messages in few dimensions.
    Channels,
    /// No traffic of that load has the correlation asked for.
    Traffic,
}

/// Loads up to what channels or sources could carry at most that the coarse curve tries.
const CLIMB: f64 = 12.0;

/// The end is where 1 - ρ is that small, within [`NEAR`], so that its load is stable.
const SPARE: f64 = 5e-7;

/// How near.
const NEAR: f64 = 4e-7;

/// The same where the end is differentiated: where it is known to no better than that, its changes are those of the search.
const SHARP: f64 = 1e-13;

/// Relative width of the bracket of the largest load where nothing comes so near.
const BRACKET: f64 = 1e-6;

/// 1 - ρ at such an end above which not the sources are full but the channels.
const IDLE_SOURCES: f64 = 1e-3;

/// Points of the curve between zero load and its end.
pub const POINTS: usize = 59;

/// Where the latency grows without bound, the curve stops at this fraction of the load.
const LAST_BEFORE_A_POLE: f64 = 0.998;

/// Steps between two looks at the clock: below a millisecond for all but the largest networks.
const SLICE: usize = 8;

/// A load that was solved.
#[derive(Clone, Debug)]
struct Rung {
    load: f64,
    /// Not sought where the end is closed in.
    latency: Option<f64>,
    unknowns: Unknowns,
}

/// What is being looked for.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Stage {
    Climb,
    Close(Bracket),
    Refine { point: usize },
    Done,
}

/// The search of one network with one kind of traffic.
#[derive(Clone, Debug)]
pub struct Search {
    solver: Solver,
    traffic: Traffic,
    stage: Stage,
    trial: Trial,
    /// Stable loads of the search, ascending, with 1 - ρ of the last.
    rungs: Vec<Rung>,
    spare: f64,
    /// Points of the fine curve, ascending.
    fine: Vec<Rung>,
    limit: Limit,
    /// How near 1 - ρ is to what it is at the end, and how narrow a bracket, where the end is good enough.
    near: (f64, f64),
}

impl Search {
    /// Not begun; or why the model says nothing of that network.
    pub fn new(setting: &Setting) -> Result<Self, NoSolution> {
        if let Some(refusal) = setting.network.refusal() {
            return Err(refusal);
        }
        let (solver, traffic) = (Solver::new(setting.network), setting.traffic());
        let load = climb(&solver).min(traffic.last());
        let trial = Trial::new(load, solver.empty(), DRAWN);
        Ok(Self {
            solver,
            traffic,
            stage: Stage::Climb,
            trial,
            rungs: Vec::new(),
            spare: 1.0,
            fine: Vec::new(),
            limit: Limit::Source,
            near: (NEAR, BRACKET),
        })
    }

    /// Goes on as long as there is more time; whether it is done.
    pub fn advance(&mut self, more: &dyn Fn() -> bool) -> bool {
        while self.stage != Stage::Done && more() {
            match self.trial.advance(&mut self.solver, SLICE) {
                StepOutcome::Further => {}
                came => self.tried(came == StepOutcome::Rested),
            }
        }
        self.stage == Stage::Done
    }

    /// Goes on until the end is known, and with it all that a load is solved from; `sharp`: the end to its last digits.
    pub fn solve_end(&mut self, sharp: bool) {
        if sharp {
            self.near = (SHARP, SHARP);
        }
        while !self.is_bracketed() {
            let came = self.trial.advance(&mut self.solver, usize::MAX);
            self.tried(came == StepOutcome::Rested);
        }
    }

    /// A trial is over: what came of it, and what is tried next.
    fn tried(&mut self, rested: bool) {
        let load = self.trial.load;
        let spare = if rested { self.trial.spare(&self.solver) } else { f64::NAN };
        let stable = spare > 0.0;
        let before = (self.end(), self.spare);
        if stable {
            let latency = match self.stage {
                Stage::Close(_) => None,
                _ => self.trial.solution(&mut self.solver, &self.traffic).map(|solution| solution.latency()),
            };
            let rung = Rung { load, latency, unknowns: self.trial.unknowns.clone() };
            if matches!(self.stage, Stage::Refine { .. }) {
                self.fine.push(rung);
            } else {
                self.rungs.push(rung);
                self.spare = spare;
            }
        }
        self.stage = match self.stage {
            Stage::Climb if stable && load < self.traffic.last() => Stage::Climb,
            Stage::Climb if stable => {
                self.limit = Limit::Traffic;
                Stage::Refine { point: 1 }
            }
            Stage::Climb => Stage::Close(Bracket::new((before.0, before.1 - SPARE), (load, spare - SPARE))),
            Stage::Close(_) if (spare - SPARE).abs() <= self.near.0 => Stage::Refine { point: 1 },
            Stage::Close(mut bracket) => {
                bracket.take(load, spare - SPARE);
                if bracket.width() > self.near.1 * load { Stage::Close(bracket) } else { self.closed() }
            }
            Stage::Refine { point } if point < POINTS => Stage::Refine { point: point + 1 },
            Stage::Refine { .. } | Stage::Done => Stage::Done,
        };
        self.next(load);
    }

    /// Begins what is tried next after a load.
    fn next(&mut self, load: f64) {
        if let Stage::Close(bracket) = self.stage {
            match bracket.next() {
                Some(load) => return self.attempt(load),
                None => self.stage = self.closed(),
            }
        }
        match self.stage {
            Stage::Climb => self.attempt((load + climb(&self.solver)).min(self.traffic.last())),
            Stage::Refine { point } => self.attempt(self.part(point as f64 / POINTS as f64)),
            Stage::Close(_) | Stage::Done => {}
        }
    }

    /// The end is between two neighbouring loads. Where the sources still keep up its latency is finite.
    fn closed(&mut self) -> Stage {
        if self.spare > IDLE_SOURCES {
            self.limit = Limit::Channels;
            let latency = self.solve(self.end()).map(|solution| solution.latency());
            self.rungs.iter_mut().last().into_iter().for_each(|last| last.latency = latency);
        }
        Stage::Refine { point: 1 }
    }

    fn attempt(&mut self, load: f64) {
        self.trial = Trial::new(load, self.below(load, self.rungs.iter().chain(&self.fine)), DRAWN);
    }

    /// Unknowns to begin with: those of the nearest load below among some that were solved, or of the empty network.
    fn below<'a>(&self, load: f64, solved: impl Iterator<Item = &'a Rung>) -> Unknowns {
        let nearest = solved.filter(|rung| rung.load <= load).max_by(|a, b| a.load.total_cmp(&b.load));
        nearest.map_or_else(|| self.solver.empty(), |rung| rung.unknowns.clone())
    }

    /// The network.
    pub const fn network(&self) -> &Network {
        &self.solver.network
    }

    /// What is known of it without traffic.
    pub const fn geometry(&self) -> &Geometry {
        &self.solver.geometry
    }

    /// The traffic.
    pub const fn traffic(&self) -> &Traffic {
        &self.traffic
    }

    /// The latency of the empty network, 3 d̄ + M, cycles.
    pub fn zero_load(&self) -> f64 {
        3.0 * self.solver.geometry.mean_hops + f64::from(self.solver.network.flits)
    }

    /// Whether the end is known.
    pub const fn is_bracketed(&self) -> bool {
        matches!(self.stage, Stage::Refine { .. } | Stage::Done)
    }

    /// The load after a part of the curve, 0 to 1: the closer to the end, the smaller the steps, for there it turns upright.
    pub fn part(&self, part: f64) -> f64 {
        let last = if self.limit == Limit::Source { LAST_BEFORE_A_POLE } else { 1.0 };
        self.end() * last * (1.0 - (1.0 - part) * (1.0 - part))
    }

    /// The largest stable load found.
    pub fn end(&self) -> f64 {
        self.rungs.last().map_or(0.0, |rung| rung.load)
    }

    /// The latency there; `None` where it grows without bound, or is not known yet.
    pub fn end_latency(&self) -> Option<f64> {
        self.rungs.last().filter(|_| self.limit != Limit::Source).and_then(|rung| rung.latency)
    }

    /// What limits it, once that is found.
    pub fn limit(&self) -> Option<Limit> {
        (!matches!(self.stage, Stage::Climb | Stage::Close(_))).then_some(self.limit)
    }

    /// Loads with latencies that are known by now, ascending, without that of the empty network: the points of the curve, or the coarse ones of the search.
    pub fn known(&self) -> impl Iterator<Item = (f64, f64)> {
        let rungs = if self.stage == Stage::Done { &self.fine } else { &self.rungs };
        rungs.iter().filter_map(|rung| Some((rung.load, rung.latency?)))
    }

    /// The curve as it is known by now: load and latency, from the empty network on.
    pub fn curve(&self) -> Vec<(f64, f64)> {
        let mut curve = vec![(0.0, self.zero_load())];
        curve.extend(self.known());
        let end = self.end_latency().map(|latency| (self.end(), latency));
        curve.extend(end.filter(|(load, _)| curve.last().is_some_and(|(known, _)| known < load)));
        curve
    }

    /// The solution without traffic, in the limit of ever less of it.
    fn unloaded(&self) -> Option<Solution> {
        /// Part of the bandwidth of the channels at which nobody meets anybody.
        const HARDLY_ANY: f64 = 1e-9;
        let (hops, flits) = (self.solver.geometry.mean_hops, f64::from(self.solver.network.flits));
        let load = HARDLY_ANY * self.solver.geometry.bandwidth(&self.solver.network);
        let mut solution =
            Trial::new(load, self.solver.empty(), EXACT).solve(&mut self.solver.clone(), &self.traffic)?;
        (solution.slots.mean, solution.slots.rho) = (flits + 2.0 * hops, 0.0);
        if let Some(bursts) = &mut solution.bursts {
            bursts.extra = 0.0;
        }
        Some(Solution { load: 0.0, data: hops + flits, setup: 2.0 * hops, wait: 0.0, ..solution })
    }

    /// The solution of a load (at least 0); `None` beyond the end.
    pub fn solve(&self, load: f64) -> Option<Solution> {
        if load == 0.0 {
            return self.unloaded();
        }
        let mut solver = self.solver.clone();
        // From what the search for the end has left, so that a load is the same whether the curve is there or not.
        Trial::new(load, self.below(load, self.rungs.iter()), EXACT).solve(&mut solver, &self.traffic)
    }
}

/// How far the coarse curve climbs at a time: the largest load would have channels or injection channels busy all the time in an empty network.
fn climb(solver: &Solver) -> f64 {
    let Network { vcs, flits, .. } = solver.network;
    let sources = f64::from(vcs) / (f64::from(flits) + 2.0 * solver.geometry.mean_hops);
    solver.geometry.bandwidth(&solver.network).min(sources) / CLIMB
}
