//! The search of one network's curve and end as a model uses it: in parts of a step, with the answer to the last load.

use crate::model::{EndCause, NoSolution, Outcome};
use std::cell::RefCell;

/// The part of a search that is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reached {
    /// Some points, perhaps.
    Points,
    /// The end, and all that a load is solved from.
    End,
    /// The end and every point of the curve.
    Whole,
}

/// How far a search is.
#[derive(Clone, Debug, PartialEq)]
pub struct Progress {
    /// The cause of the end; `None` as long as the end is not known.
    pub cause: Option<EndCause>,
    /// The largest stable load found so far, messages per node and cycle.
    pub end: f64,
    /// The latency there, cycles, if it is known and finite.
    pub value: Option<f64>,
    /// Loads up to it can be solved by now.
    pub known: f64,
    /// The latency of the idle network, cycles.
    pub idle: f64,
    /// Load and latency as far as they are known, from the idle network on.
    pub curve: Vec<(f64, f64)>,
}

/// The search of one network.
pub trait Engine {
    /// The solution at one load.
    type Solution: Clone;
    /// Makes a part of a step, if the curve is not complete.
    fn work(&mut self) -> Reached;
    /// How far it is.
    fn progress(&self) -> Progress;
    /// A part of a step towards the solution for a load; true once that takes no more time.
    fn prepare(&mut self, load: f64) -> bool {
        let _ = load;
        true
    }
    /// The solution for a load (at least 0); `None` beyond the end.
    fn solve(&self, load: f64) -> Option<Self::Solution>;
    /// The load after a part of the curve, 0 to 1: the closer to the end, the smaller the steps.
    fn part(&self, part: f64) -> f64;
}

/// A search with its progress and its last solution, for a model.
pub(super) struct Searched<E: Engine> {
    engine: Option<E>,
    progress: Option<Progress>,
    /// The last load with its solution: a page asks for one load again and again.
    last: RefCell<Option<(f64, Option<E::Solution>)>>,
    /// The load whose solution is being prepared.
    preparing: Option<f64>,
}

impl<E: Engine> Default for Searched<E> {
    fn default() -> Self {
        Self { engine: None, progress: None, last: RefCell::default(), preparing: None }
    }
}

impl<E: Engine> Searched<E> {
    /// Works on it, beginning if it has not begun, until it is whole or has reached `enough`; returns how far it is.
    pub(super) fn work(&mut self, begin: impl FnOnce() -> E, enough: &dyn Fn(Reached) -> bool) -> Reached {
        let engine = self.engine.get_or_insert_with(begin);
        let mut reached = engine.work();
        while reached != Reached::Whole && !enough(reached) {
            reached = engine.work();
        }
        self.progress = Some(engine.progress());
        reached
    }

    /// As [`work`](Self::work), while `more` returns true; true if it is whole.
    pub(super) fn advance(&mut self, begin: impl FnOnce() -> E, more: &dyn Fn() -> bool) -> bool {
        more() && self.work(begin, &|_| !more()) == Reached::Whole
    }

    /// Works on the solution for a load while `more` returns true; true once it takes no more.
    pub(super) fn prepare(&mut self, load: f64, more: &dyn Fn() -> bool) -> bool {
        let Some(engine) = self.engine.as_mut() else { return true };
        let mut done = engine.prepare(load);
        while !done && more() {
            done = engine.prepare(load);
        }
        self.preparing = (!done).then_some(load);
        done
    }

    /// The search, if it has begun.
    pub(super) const fn engine(&self) -> Option<&E> {
        self.engine.as_ref()
    }

    /// How far it is, if it has begun.
    pub(super) const fn progress(&self) -> Option<&Progress> {
        self.progress.as_ref()
    }

    /// The end with its cause, once it is known.
    pub(super) fn ended(&self) -> Option<(f64, EndCause)> {
        self.progress.as_ref().and_then(|progress| Some((progress.end, progress.cause?)))
    }

    /// Load and latency as far as they are known.
    pub(super) fn curves(&self) -> Vec<Vec<(f64, f64)>> {
        vec![self.progress.as_ref().map_or_else(Vec::new, |progress| progress.curve.clone())]
    }

    /// Solutions from zero load to the end, `points` of them (at least 2).
    pub(super) fn solutions(&self, points: usize) -> Vec<E::Solution> {
        let last = points.max(2) - 1;
        let solution = |engine: &E, i: usize| engine.solve(engine.part(i as f64 / last as f64));
        self.engine.iter().flat_map(|engine| (0..=last).map_while(|i| solution(engine, i))).collect()
    }

    /// The solution for a load that is no larger than the end.
    pub(super) fn solve(&self, load: f64) -> Outcome<E::Solution> {
        let known = self.progress.as_ref().filter(|known| known.cause.is_some() || load <= known.known);
        let engine = self.engine.as_ref().filter(|_| known.is_some() && self.preparing != Some(load));
        let Some(engine) = engine else { return Outcome::Invalid(NoSolution::BeingSolved) };
        let mut last = self.last.borrow_mut();
        let (_, solution) = match last.take() {
            Some(known) if known.0 == load => last.insert(known),
            _ => last.insert((load, engine.solve(load))),
        };
        solution.clone().map_or(Outcome::Saturated, Outcome::Stable)
    }
}
