//! Curves of models that solve a fixed point at each load, in steps that can be interrupted, so that a slider is never held up by them.
//!
//! First the load climbs in equal strides until one is unstable: a coarse curve. Then the largest stable load is bracketed. Last, the points between are
//! solved, each from its neighbours below. An interruption changes no number.

use crate::model::Solution;
use crate::solve::Bracket;
use std::fmt::Debug;

/// Points of a curve between zero load and its end.
pub const POINTS: usize = 59;

/// Strides of the coarse curve up to the load that cannot be carried.
pub(super) const STRIDES: f64 = 12.0;

/// Loads tried below the first stride while none is stable.
const HALVINGS: u32 = 60;

/// The fraction of the load at which a curve with unbounded latency stops.
const LAST_BEFORE_A_POLE: f64 = 0.998;

/// The result of some steps towards a fixed point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepOutcome {
    /// More are needed.
    Further,
    /// The unknowns rest.
    Rested,
    /// They never will.
    Lost,
}

/// A stable load.
#[derive(Clone, Debug)]
pub struct Rung<U> {
    /// The load.
    pub load: f64,
    /// 1 - ρ of the source, above 0.
    pub spare: f64,
    /// The latency, cycles; `None` if it was not computed.
    pub latency: Option<f64>,
    /// The unknowns at rest.
    pub unknowns: U,
}

/// The accuracy of the end of a curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Precision {
    /// The largest distance of 1 - ρ from its target.
    pub spare: f64,
    /// The largest width of the bracket, relative to the load.
    pub width: f64,
}

/// The event after which a network may know its limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A load of the search is unstable; true if its unknowns rest nevertheless.
    Unstable(bool),
    /// The end is bracketed.
    Bracketed,
    /// There is no traffic of a larger load.
    NoTraffic,
}

/// A network and its traffic, as a fixed point at each load.
pub trait FixedPoint {
    /// The unknowns.
    type Unknowns: Clone + Debug;
    /// The steps at one load.
    type Trial: Clone + Debug;
    /// The reasons for which a load is too large.
    type Limit: Copy + Debug;
    /// The solution at a load.
    type Solution: Solution;

    /// Steps between two looks at the clock: below a millisecond for all but the largest networks.
    const SLICE: usize;
    /// 1 - ρ at the end of the curve.
    const SPARE: f64;
    /// The end of a curve that is drawn.
    const DRAWN: Precision;
    /// An end that is differentiated: where it is known no better than this, its changes are those of the search.
    const SHARP: Precision;

    /// The stride of the coarse curve.
    fn stride(&self) -> f64;
    /// The largest load that there is traffic for.
    fn last(&self) -> f64 {
        f64::INFINITY
    }
    /// The latency of the idle network, cycles.
    fn idle(&self) -> f64;
    /// The unknowns from which a load is solved, given the nearest stable load below and the one below that.
    fn start(&self, load: f64, below: [Option<&Rung<Self::Unknowns>>; 2]) -> Self::Unknowns;
    /// No steps made yet; `drawn`: for a point of the curve, and not for the search.
    fn trial(&self, load: f64, unknowns: Self::Unknowns, drawn: bool) -> Self::Trial;
    /// Makes at most that many steps.
    fn steps(&mut self, trial: &mut Self::Trial, most: usize) -> StepOutcome;
    /// The unknowns of a trial.
    fn unknowns(trial: &Self::Trial) -> &Self::Unknowns;
    /// 1 - ρ of unknowns at rest, NaN if it is negative and tells nothing; and the latency, which a load of the bracket may lack.
    fn rested(&mut self, trial: &Self::Trial, bracketing: bool) -> (f64, Option<f64>);
    /// The limit, if this event shows it; with the largest stable load so far.
    fn limit(&self, event: Event, last: Option<&Rung<Self::Unknowns>>) -> Option<Self::Limit>;
    /// True if the latency grows without bound towards the end, so that the curve stops before it.
    fn is_pole(limit: Option<Self::Limit>) -> bool;
    /// The solution of a load above 0, from those unknowns; `stable` if the search has found one there.
    fn solve(&self, load: f64, unknowns: Self::Unknowns, stable: bool) -> Option<Self::Solution>;
    /// The limit of solutions as the load goes to 0.
    fn unloaded(&self) -> Option<Self::Solution>;
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Stage {
    Climb,
    Bracket(Bracket),
    Refine { point: usize },
    Done,
}

/// The search for the end and the curve of one network and its traffic.
#[derive(Clone, Debug)]
pub struct Search<P: FixedPoint> {
    network: P,
    stage: Stage,
    load: f64,
    trial: P::Trial,
    /// Stable loads of the search, ascending.
    rungs: Vec<Rung<P::Unknowns>>,
    /// Points of the fine curve, ascending.
    fine: Vec<Rung<P::Unknowns>>,
    limit: Option<P::Limit>,
    precision: Precision,
}

impl<P: FixedPoint> Search<P> {
    /// A search that has tried no load.
    pub(super) fn begin(network: P) -> Self {
        let load = network.stride().min(network.last());
        let trial = network.trial(load, network.start(load, [None, None]), false);
        Self {
            network,
            stage: Stage::Climb,
            load,
            trial,
            rungs: Vec::new(),
            fine: Vec::new(),
            limit: None,
            precision: P::DRAWN,
        }
    }

    /// Continues as long as there is more time; true if the curve is complete.
    pub fn advance(&mut self, more: &dyn Fn() -> bool) -> bool {
        while self.stage != Stage::Done && more() {
            self.work(P::SLICE);
        }
        self.is_done()
    }

    /// The end is known to its last digits, if `sharp`.
    pub(super) fn sharpen(&mut self, sharp: bool) {
        if sharp {
            self.precision = P::SHARP;
        }
    }

    /// Continues until the end is known, and with it all that a load is solved from; `sharp`: the end to its last digits.
    pub fn solve_end(&mut self, sharp: bool) {
        self.sharpen(sharp);
        while !self.is_bracketed() {
            self.work(usize::MAX);
        }
    }

    fn work(&mut self, most: usize) {
        match self.network.steps(&mut self.trial, most) {
            StepOutcome::Further => {}
            outcome => self.tried(outcome == StepOutcome::Rested),
        }
    }

    /// Takes the result of a trial and begins the next.
    fn tried(&mut self, rested: bool) {
        let bracketing = matches!(self.stage, Stage::Bracket(_));
        let (spare, latency) = if rested { self.network.rested(&self.trial, bracketing) } else { (f64::NAN, None) };
        let below = self.rungs.last().map_or((0.0, 1.0), |rung| (rung.load, rung.spare));
        let stable = spare > 0.0;
        if stable {
            let unknowns = P::unknowns(&self.trial).clone();
            let rungs = if self.is_bracketed() { &mut self.fine } else { &mut self.rungs };
            rungs.push(Rung { load: self.load, spare, latency, unknowns });
        } else if !self.is_bracketed() {
            self.learn(Event::Unstable(rested));
        }
        let excess = spare - P::SPARE;
        self.stage = match self.stage {
            Stage::Climb if stable && self.load < self.network.last() => Stage::Climb,
            Stage::Climb if stable => self.found(Event::NoTraffic),
            Stage::Climb => self.narrowed(Bracket::new((below.0, below.1 - P::SPARE), (self.load, excess))),
            Stage::Bracket(_) if excess.abs() <= self.precision.spare => self.found(Event::Bracketed),
            Stage::Bracket(mut bracket) => {
                bracket.take(self.load, excess);
                self.narrowed(bracket)
            }
            Stage::Refine { point } if point < POINTS => Stage::Refine { point: point + 1 },
            Stage::Refine { .. } | Stage::Done => Stage::Done,
        };
        match self.stage {
            Stage::Climb => self.attempt((self.load + self.network.stride()).min(self.network.last())),
            Stage::Bracket(bracket) => self.attempt(bracket.next().unwrap_or(self.load)),
            Stage::Refine { point } => self.attempt(self.part(point as f64 / POINTS as f64)),
            Stage::Done => {}
        }
    }

    /// The bracket, unless it is narrow enough.
    fn narrowed(&mut self, bracket: Bracket) -> Stage {
        let hopeless = self.rungs.is_empty() && bracket.evaluations() >= HALVINGS;
        if bracket.next().is_none() || hopeless || bracket.width() <= self.precision.width * bracket.right() {
            self.found(Event::Bracketed)
        } else {
            Stage::Bracket(bracket)
        }
    }

    fn found(&mut self, event: Event) -> Stage {
        self.learn(event);
        if self.rungs.is_empty() {
            return Stage::Done;
        }
        if !P::is_pole(self.limit) && self.end_latency().is_none() {
            let latency = self.solve(self.end()).and_then(|solution| solution.measures().first().copied());
            self.rungs.iter_mut().last().into_iter().for_each(|last| last.latency = latency);
        }
        Stage::Refine { point: 1 }
    }

    fn learn(&mut self, event: Event) {
        self.limit = self.network.limit(event, self.rungs.last()).or(self.limit);
    }

    fn attempt(&mut self, load: f64) {
        let drawn = matches!(self.stage, Stage::Refine { .. });
        let unknowns = self.network.start(load, below(load, self.rungs.iter().chain(&self.fine)));
        (self.load, self.trial) = (load, self.network.trial(load, unknowns, drawn));
    }

    /// The network and its traffic.
    pub const fn network(&self) -> &P {
        &self.network
    }

    /// True if the end is known.
    pub const fn is_bracketed(&self) -> bool {
        matches!(self.stage, Stage::Refine { .. } | Stage::Done)
    }

    /// True if the curve is complete.
    pub fn is_done(&self) -> bool {
        self.stage == Stage::Done
    }

    /// True if a load is known to be too large.
    pub fn is_unstable(&self, load: f64) -> bool {
        match self.stage {
            Stage::Climb => false,
            Stage::Bracket(bracket) => load >= bracket.right(),
            Stage::Refine { .. } | Stage::Done => load > self.end(),
        }
    }

    /// The load after a part of the curve, 0 to 1: the closer to the end, the smaller the steps, for there it turns upright.
    pub fn part(&self, part: f64) -> f64 {
        let last = if P::is_pole(self.limit) { LAST_BEFORE_A_POLE } else { 1.0 };
        self.end() * last * (1.0 - (1.0 - part) * (1.0 - part))
    }

    /// The largest stable load found.
    pub fn end(&self) -> f64 {
        self.rungs.last().map_or(0.0, |rung| rung.load)
    }

    /// The latency there, cycles; `None` where it grows without bound, or is not known yet.
    pub fn end_latency(&self) -> Option<f64> {
        self.rungs.last().filter(|_| !P::is_pole(self.limit))?.latency
    }

    /// The reason of the end, as far as it is known.
    pub const fn limit(&self) -> Option<P::Limit> {
        self.limit
    }

    /// The latency of the idle network, cycles.
    pub fn idle(&self) -> f64 {
        self.network.idle()
    }

    /// Loads with latencies known so far, ascending, without that of the idle network: the points of the curve, or the coarse ones of the search.
    pub fn known(&self) -> impl Iterator<Item = (f64, f64)> {
        let rungs = if self.is_done() { &self.fine } else { &self.rungs };
        rungs.iter().filter_map(|rung| Some((rung.load, rung.latency?)))
    }

    /// The curve as far as it is known: load and latency, from the idle network on.
    pub fn curve(&self) -> Vec<(f64, f64)> {
        let mut curve = vec![(0.0, self.idle())];
        curve.extend(self.known());
        let end = self.end_latency().map(|latency| (self.end(), latency));
        curve.extend(end.filter(|(load, _)| curve.last().is_some_and(|(known, _)| known < load)));
        curve
    }

    /// Solutions from zero load to the end, `points` of them (at least 2), closer where the curve bends.
    pub fn solutions(&self, points: usize) -> Vec<P::Solution> {
        let last = points.max(2) - 1;
        (0..=last).map_while(|i| self.solve(self.part(i as f64 / last as f64))).collect()
    }

    /// The solution of a load (at least 0); `None` beyond the end.
    pub fn solve(&self, load: f64) -> Option<P::Solution> {
        if load == 0.0 {
            return self.network.unloaded();
        }
        // Only the search for the end is used, so that a load is the same whether the curve is complete or not.
        let unknowns = self.network.start(load, below(load, self.rungs.iter()));
        self.network.solve(load, unknowns, load <= self.end())
    }
}

/// The nearest rung at or below a load, and the one below that.
fn below<'a, U>(load: f64, rungs: impl Iterator<Item = &'a Rung<U>>) -> [Option<&'a Rung<U>>; 2] {
    let (mut last, mut before): (Option<&Rung<U>>, Option<&Rung<U>>) = (None, None);
    for rung in rungs.filter(|rung| rung.load <= load) {
        if last.is_none_or(|last| rung.load > last.load) {
            before = last.replace(rung);
        } else if before.is_none_or(|before| rung.load > before.load) && last.is_some_and(|last| rung.load < last.load)
        {
            before = Some(rung);
        }
    }
    [last, before]
}
