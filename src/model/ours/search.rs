//! The search of a curve and of its end, in steps that can be interrupted, so that a slider is never held up by them.
//!
//! First the load climbs in equal strides until one is unstable: a coarse curve. Then the largest stable load is closed in, by secants of 1
//! - ρ or along a ladder of loads. Last, the points between are solved, each from its neighbours below. An interruption changes no number.

pub mod pieces;
pub mod trial;

use crate::model::{NoSolution, Outcome, Solution};
use crate::solve::Bracket;
use std::{cell::RefCell, fmt::Debug};
use trial::{Plan, StepOutcome, Trial};

/// Loads tried below the first stride while none is stable.
const HALVINGS: u32 = 60;

/// A stable load, with its unknowns at rest.
#[derive(Clone, Debug)]
pub struct Rung<U> {
    pub(crate) load: f64,
    /// 1 - ρ of the source, above 0.
    pub spare: f64,
    /// The latency, cycles; `None` if it was not computed.
    pub latency: Option<f64>,
    pub(crate) unknowns: U,
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
    /// The end is known to its precision.
    Bracketed,
    /// There is no traffic of a larger load.
    NoTraffic,
}

/// The purpose of the steps at a load: the coarse curve, the search for the end, a point of the curve, a solution whose numbers are shown,
/// or the same where the steps never become that small, at the very end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the doc of the type tells its fields")]
pub enum Purpose {
    Climb,
    Close,
    Draw,
    Exact,
    Last,
}

/// A network and its traffic, as a fixed point at each load.
pub trait FixedPoint: Clone {
    /// The numbers that a step changes.
    type Unknowns: Clone + Debug;
    /// The reasons for which a load is too large.
    type Limit: Copy + Debug;
    /// The solution at a load.
    type Solution: Solution + Clone;

    /// Steps between two looks at the clock: below a millisecond for all but the largest networks.
    const SLICE: usize;
    /// Points of a curve between zero load and its end.
    const POINTS: usize = 59;
    /// 1 - ρ at the end of the curve.
    const SPARE: f64;
    /// The end of a curve that is drawn.
    const DRAWN: Precision;
    /// An end that is differentiated: where it is known no better than this, its changes are those of the search.
    const SHARP: Precision;
    /// As many times the distance of two loads a line through their unknowns is followed beyond them.
    const FAR: f64;
    /// True if steps that shrink steadily are followed to their limit at once.
    const LEAPS: bool = false;

    /// The load at which the channels would carry flits all the time.
    fn capacity(&self) -> f64;
    /// The stride of the coarse curve.
    fn stride(&self) -> f64;
    /// The largest load that is tried.
    fn last(&self) -> f64 {
        f64::INFINITY
    }
    /// A load that no network of this kind exceeds, whatever the model predicts.
    fn bound(&self) -> f64 {
        f64::INFINITY
    }
    /// The first load and the factor of the next, if the end is searched along a ladder and then by halves; its steps begin with those of
    /// the largest stable load so far. `None` for secants of 1 - ρ.
    fn ladder(&self) -> Option<(f64, f64)> {
        None
    }
    /// The latency of the idle network, cycles.
    fn idle(&self) -> f64;
    /// The unknowns of the empty network, to begin with.
    fn empty(&self, load: f64) -> Self::Unknowns;
    /// The unknowns on the line through two others, `part` of their distance beyond the last.
    fn beyond(&self, before: &Self::Unknowns, last: &Self::Unknowns, part: f64) -> Self::Unknowns;
    /// How a load is tried; `None` if it is not.
    fn plan(&self, purpose: Purpose) -> Option<Plan>;
    /// A step from the unknowns, which move a part `damping` of the way, and their largest change; `None` as long as it is not complete.
    fn step(&mut self, load: f64, unknowns: &mut Self::Unknowns, damping: f64) -> Option<f64>;
    /// Forgets a step that is not complete.
    fn restart(&mut self) {}
    /// True if nothing comes to rest from these unknowns.
    fn is_lost(&self, unknowns: &Self::Unknowns) -> bool {
        let _ = unknowns;
        false
    }
    /// True if the channels carry the load in the last step.
    fn is_carried(&self, load: f64) -> bool {
        let _ = load;
        true
    }
    /// An unknown that shows whether the steps oscillate.
    fn swinging(unknowns: &Self::Unknowns) -> f64 {
        let _ = unknowns;
        0.0
    }
    /// 1 - ρ of a trial of the curve or its search, NaN if the load is not carried; and the latency, which a load of the search may lack.
    fn judge(&mut self, trial: &Trial<Self::Unknowns>, rests: bool, purpose: Purpose) -> (f64, Option<f64>);
    /// The limit, if this event shows it; with the largest stable load so far.
    fn limit(&self, event: Event, last: Option<&Rung<Self::Unknowns>>) -> Option<Self::Limit>;
    /// The part of the end at which the curve stops, if its latency grows without bound or is not drawn there.
    fn pole(limit: Option<Self::Limit>) -> Option<f64>;
    /// The solution of unknowns at rest, if the load is carried.
    fn solution(&mut self, trial: &Trial<Self::Unknowns>) -> Option<Self::Solution>;
    /// The limit of solutions that have hardly any load.
    fn without_load(&self, solution: Self::Solution) -> Self::Solution;
}

/// The solution of a load from the empty network, to a tolerance.
pub fn cold<P: FixedPoint>(network: &P, load: f64, tolerance: f64) -> Option<P::Solution> {
    let plan = Plan { tolerance, ..network.plan(Purpose::Exact)? };
    Trial::new(load, network.empty(load), plan).solve(&mut network.clone())
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Stage {
    Climb,
    Secants(Bracket),
    /// The largest stable load and the smallest unstable one.
    Ladder(f64, f64),
    Refine(usize),
    Done,
}

/// The steps for the solution at one load.
#[derive(Clone, Debug)]
struct Attempt<P: FixedPoint> {
    load: f64,
    network: P,
    trial: Trial<P::Unknowns>,
    purpose: Purpose,
    /// Once it is known: the solution, or none beyond the end.
    answer: Option<Option<P::Solution>>,
}

/// The search for the end and the curve of one network and its traffic.
#[derive(Clone, Debug)]
pub struct Search<P: FixedPoint> {
    network: P,
    stage: Stage,
    trial: Trial<P::Unknowns>,
    /// Stable loads of the climb and of secants, ascending.
    rungs: Vec<Rung<P::Unknowns>>,
    /// The largest stable load of a ladder.
    low: Option<Rung<P::Unknowns>>,
    /// Points of the fine curve, ascending.
    fine: Vec<Rung<P::Unknowns>>,
    limit: Option<P::Limit>,
    precision: Precision,
    /// The load that is solved bit by bit.
    prepared: Option<Box<Attempt<P>>>,
    /// The last load with its solution: a page asks for one load again and again.
    last: RefCell<Option<(f64, Option<P::Solution>)>>,
}

impl<P: FixedPoint> Search<P> {
    /// A search that has tried no load.
    pub(super) fn begin(network: P) -> Self {
        let load = network.stride().min(network.last());
        let plan = network.plan(Purpose::Climb).unwrap_or_default();
        Self {
            trial: Trial::new(load, network.empty(load), plan),
            network,
            stage: Stage::Climb,
            rungs: Vec::new(),
            low: None,
            fine: Vec::new(),
            limit: None,
            precision: P::DRAWN,
            prepared: None,
            last: RefCell::default(),
        }
    }

    /// Continues as long as there is more time; true if the curve is complete.
    pub fn advance(&mut self, more: &dyn Fn() -> bool) -> bool {
        while self.stage != Stage::Done && more() {
            self.work(P::SLICE);
        }
        self.is_done()
    }

    /// Continues until the coarse curve is known.
    pub fn climb(&mut self) {
        while self.stage == Stage::Climb {
            self.work(usize::MAX);
        }
    }

    /// Continues until the end is known, and with it all that a load is solved from; `sharp`: the end to its last digits.
    pub fn solve_end(&mut self, sharp: bool) {
        if sharp {
            self.precision = P::SHARP;
        }
        while !self.is_bracketed() {
            self.work(usize::MAX);
        }
    }

    fn work(&mut self, most: usize) {
        match self.trial.advance(&mut self.network, most) {
            StepOutcome::Further => {}
            outcome => self.tried(outcome == StepOutcome::Rested),
        }
    }

    const fn purpose(&self) -> Purpose {
        match self.stage {
            Stage::Climb => Purpose::Climb,
            Stage::Secants(_) | Stage::Ladder(..) => Purpose::Close,
            Stage::Refine(_) | Stage::Done => Purpose::Draw,
        }
    }

    /// Takes the result of a trial and begins the next.
    fn tried(&mut self, rests: bool) {
        let load = self.trial.load;
        let (spare, latency) = self.network.judge(&self.trial, rests, self.purpose());
        let below = self.rungs.last().map_or((0.0, 1.0), |rung| (rung.load, rung.spare));
        let stable = spare > 0.0;
        if stable {
            let rung = Rung { load, spare, latency, unknowns: self.trial.unknowns.clone() };
            match self.stage {
                Stage::Climb | Stage::Secants(_) => self.rungs.push(rung),
                Stage::Ladder(..) => self.low = Some(rung),
                Stage::Refine(_) | Stage::Done => self.fine.push(rung),
            }
            // A load is solved from those below.
            self.last.take();
        } else if !self.is_bracketed() {
            self.learn(Event::Unstable(rests));
        }
        let excess = spare - P::SPARE;
        self.stage = match self.stage {
            Stage::Climb => self.climbed(stable, below, excess),
            Stage::Secants(_) if excess.abs() <= self.precision.spare => self.found(Event::Bracketed),
            Stage::Secants(mut bracket) => {
                bracket.take(load, excess);
                self.narrowed(bracket)
            }
            Stage::Ladder(low, high) => {
                let (low, high) = if stable { (load, high) } else { (low, load) };
                let narrow = high.is_finite() && high - low <= self.precision.width * high;
                if narrow { self.found(Event::Bracketed) } else { Stage::Ladder(low, high) }
            }
            Stage::Refine(point) if point < P::POINTS => Stage::Refine(point + 1),
            Stage::Refine(_) | Stage::Done => Stage::Done,
        };
        self.next();
    }

    /// After a load of the climb, with the stable one below it.
    fn climbed(&mut self, stable: bool, below: (f64, f64), excess: f64) -> Stage {
        let (load, last) = (self.trial.load, self.network.last());
        match self.network.ladder() {
            Some(_) if stable && load + self.network.stride() < last => Stage::Climb,
            Some(_) => Stage::Ladder(0.0, f64::INFINITY),
            None if stable && load < last => Stage::Climb,
            None if stable => self.found(Event::NoTraffic),
            None => self.narrowed(Bracket::new((below.0, below.1 - P::SPARE), (load, excess))),
        }
    }

    /// The bracket, unless it is narrow enough.
    fn narrowed(&mut self, bracket: Bracket) -> Stage {
        let hopeless = self.rungs.is_empty() && bracket.evaluations() >= HALVINGS;
        if bracket.next().is_none() || hopeless || bracket.width() <= self.precision.width * bracket.right() {
            self.found(Event::Bracketed)
        } else {
            Stage::Secants(bracket)
        }
    }

    fn found(&mut self, event: Event) -> Stage {
        self.learn(event);
        if self.rungs.is_empty() && self.low.is_none() {
            return Stage::Done;
        }
        if P::pole(self.limit).is_none() && self.end_latency().is_none() {
            let latency = self.solve(self.end()).and_then(|solution| solution.measures().first().copied());
            self.rungs.iter_mut().last().into_iter().for_each(|last| last.latency = latency);
        }
        Stage::Refine(1)
    }

    fn learn(&mut self, event: Event) {
        self.limit = self.network.limit(event, self.rungs.last()).or(self.limit);
    }

    /// Begins the trial of the next load.
    fn next(&mut self) {
        let trial = self.trial.load;
        let (load, unknowns) = match self.stage {
            Stage::Climb => {
                let load = (trial + self.network.stride()).min(self.network.last());
                (load, self.start(load))
            }
            Stage::Secants(bracket) => {
                let load = bracket.next().unwrap_or(trial);
                (load, self.start(load))
            }
            Stage::Ladder(low, high) => self.rung_of_ladder(low, high),
            Stage::Refine(point) => {
                let load = self.part(point as f64 / P::POINTS as f64);
                // Along a ladder a load is solved from the climb alone.
                let fine = if self.low.is_some() { &[][..] } else { &self.fine };
                (load, self.from(load, below(load, self.rungs.iter().chain(fine))))
            }
            Stage::Done => return,
        };
        let plan = self.network.plan(self.purpose()).unwrap_or_default();
        self.trial = Trial::new(load, unknowns, plan);
    }

    /// The next load of a ladder. Those below the last stable one of the climb are stable as well.
    fn rung_of_ladder(&self, low: f64, high: f64) -> (f64, P::Unknowns) {
        let (mut first, factor) = self.network.ladder().unwrap_or((self.network.stride(), 2.0));
        let load = match (low > 0.0, high.is_finite()) {
            (_, true) => (low + high) / 2.0,
            (true, false) => low * factor,
            (false, false) => {
                while self.rungs.last().is_some_and(|rung| first * factor <= rung.load) {
                    first *= factor;
                }
                return (first, self.start(first));
            }
        };
        (load, self.low.as_ref().map_or_else(|| self.network.empty(load), |low| low.unknowns.clone()))
    }

    /// The unknowns from which a load is solved. Only the search for the end is used: a load is the same before the curve is complete.
    fn start(&self, load: f64) -> P::Unknowns {
        self.from(load, below(load, self.rungs.iter()))
    }

    /// Along the line through the unknowns of both loads, or those of the one, or of the empty network.
    fn from(&self, load: f64, below: [Option<&Rung<P::Unknowns>>; 2]) -> P::Unknowns {
        match below {
            [Some(last), Some(before)] => {
                let part = (load - last.load) / (last.load - before.load);
                // Far away a line predicts nothing.
                if part <= P::FAR {
                    self.network.beyond(&before.unknowns, &last.unknowns, part)
                } else {
                    last.unknowns.clone()
                }
            }
            [Some(last), None] => last.unknowns.clone(),
            [None, _] => self.network.empty(load),
        }
    }

    /// The network and its traffic.
    pub const fn network(&self) -> &P {
        &self.network
    }

    /// True if the end is known.
    pub const fn is_bracketed(&self) -> bool {
        matches!(self.stage, Stage::Refine(_) | Stage::Done)
    }

    /// True if the curve is complete.
    pub fn is_done(&self) -> bool {
        self.stage == Stage::Done
    }

    /// The load after a part of the curve, 0 to 1: the closer to the end, the smaller the steps, for there it turns upright.
    fn part(&self, part: f64) -> f64 {
        let last = P::pole(self.limit).unwrap_or(1.0);
        self.end() * last * (1.0 - (1.0 - part) * (1.0 - part))
    }

    /// The largest stable load found, whatever the bound.
    fn found_end(&self) -> f64 {
        self.low.as_ref().filter(|_| self.is_bracketed()).or(self.rungs.last()).map_or(0.0, |rung| rung.load)
    }

    /// The largest stable load found so far that is within the bound.
    pub fn end(&self) -> f64 {
        self.found_end().min(self.network.bound())
    }

    /// True if the model alone would end beyond the bound.
    pub fn is_bound(&self) -> bool {
        self.is_bracketed() && self.found_end() > self.network.bound()
    }

    /// The part of a channel's cycles that carry a flit at the largest load found so far.
    pub(super) fn busy(&self) -> f64 {
        self.end() / self.network.capacity()
    }

    /// The latency there, cycles; `None` where it grows without bound, or is not known yet.
    pub fn end_latency(&self) -> Option<f64> {
        self.rungs.last().filter(|_| P::pole(self.limit).is_none())?.latency
    }

    /// The reason of the end, as far as it is known.
    pub const fn limit(&self) -> Option<P::Limit> {
        self.limit
    }

    /// The latency of the idle network, cycles.
    pub fn idle(&self) -> f64 {
        self.network.idle()
    }

    /// Loads with latencies known so far, ascending, without that of the idle network: the points of the curve, or those of the search.
    pub fn known(&self) -> impl Iterator<Item = (f64, f64)> {
        let rungs = if self.is_done() { &self.fine } else { &self.rungs };
        let bound = self.network.bound();
        rungs.iter().filter_map(|rung| Some((rung.load, rung.latency?))).filter(move |(load, _)| *load <= bound)
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

    /// The solution of a load for a view, as far as the search is.
    pub(super) fn outcome(&self, load: f64) -> Outcome<P::Solution> {
        let preparing = self.prepared.as_ref().is_some_and(|attempt| attempt.load == load && attempt.answer.is_none());
        if load > self.end() {
            let unstable = match self.stage {
                Stage::Climb | Stage::Ladder(..) => false,
                Stage::Secants(bracket) => load >= bracket.right(),
                Stage::Refine(_) | Stage::Done => true,
            };
            return if unstable { Outcome::Saturated } else { Outcome::Invalid(NoSolution::BeingSolved) };
        } else if preparing {
            return Outcome::Invalid(NoSolution::BeingSolved);
        }
        let mut last = self.last.borrow_mut();
        let (_, solution) = match last.take() {
            Some(same) if same.0 == load => last.insert(same),
            _ => last.insert((load, self.solve(load))),
        };
        solution.clone().map_or(Outcome::Saturated, Outcome::Stable)
    }

    /// The solution of a load (at least 0); `None` beyond the end.
    pub fn solve(&self, load: f64) -> Option<P::Solution> {
        let prepared = self.prepared.as_ref().filter(|prepared| prepared.load == load);
        if let Some(answer) = prepared.and_then(|prepared| prepared.answer.as_ref()) {
            return answer.clone();
        }
        let mut attempt = self.attempt(load);
        while attempt.answer.is_none() {
            self.go_on(&mut attempt, usize::MAX);
        }
        attempt.answer.flatten()
    }

    /// Works on the solution of a load, at least a part of a step, while `more` returns true; true once it takes no more time.
    pub fn prepare(&mut self, load: f64, more: &dyn Fn() -> bool) -> bool {
        let prepared = self.prepared.take().filter(|prepared| prepared.load == load);
        let mut attempt = prepared.unwrap_or_else(|| Box::new(self.attempt(load)));
        while attempt.answer.is_none() {
            self.go_on(&mut attempt, 1);
            if !more() {
                break;
            }
        }
        self.prepared.insert(attempt).answer.is_some()
    }

    /// An attempt that has made no step.
    fn attempt(&self, load: f64) -> Attempt<P> {
        /// Part of the capacity at which no message meets another: without load nothing can be divided.
        const HARDLY_ANY: f64 = 1e-9;
        let mut network = self.network.clone();
        // The curve may be in the middle of a step.
        network.restart();
        let purpose = Purpose::Exact;
        let plan = network.plan(purpose).unwrap_or_default();
        let trial = if load == 0.0 {
            let load = HARDLY_ANY * network.capacity();
            Trial::new(load, network.empty(load), plan)
        } else {
            Trial::new(load, self.start(load), plan)
        };
        Attempt { load, network, trial, purpose, answer: None }
    }

    /// Some steps of an attempt that has no answer.
    fn go_on(&self, attempt: &mut Attempt<P>, most: usize) {
        let Attempt { load, network, trial, purpose, answer } = attempt;
        let outcome = trial.advance(network, most);
        if outcome == StepOutcome::Further {
            return;
        }
        let solution = if outcome == StepOutcome::Rested { network.solution(trial) } else { None };
        if *load == 0.0 {
            *answer = Some(solution.map(|solution| self.network.without_load(solution)));
        } else if solution.is_some() || *purpose == Purpose::Last {
            *answer = Some(solution.filter(|_| *purpose == Purpose::Exact || *load <= self.end()));
        } else if let Some(plan) = network.plan(Purpose::Last) {
            (*trial, *purpose) = (Trial::new(*load, self.start(*load), plan), Purpose::Last);
        } else {
            *answer = Some(None);
        }
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
