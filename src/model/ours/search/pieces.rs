//! Curves of models whose loads are solved each by itself, a few at a time, so that a slider is never held up by them.
//!
//! First come a few loads from end to end, then those between them. An interruption changes no number.

use crate::model::Solution;

/// One load in this number is solved first.
const COARSE: usize = 8;

/// The points of a curve, as far as they are solved.
#[derive(Clone, Debug)]
pub(in crate::model::ours) struct Pieces<S> {
    loads: Vec<f64>,
    /// In the same order; `None` while it is not solved.
    solved: Vec<Option<S>>,
    /// The number of solved loads.
    done: usize,
}

impl<S> Default for Pieces<S> {
    fn default() -> Self {
        Self { loads: Vec::new(), solved: Vec::new(), done: 0 }
    }
}

impl<S: Solution> Pieces<S> {
    /// A curve at these loads, of which none is solved.
    pub(in crate::model::ours) fn new(loads: Vec<f64>) -> Self {
        Self { solved: loads.iter().map(|_| None).collect(), loads, done: 0 }
    }

    /// Solves loads while `more` returns true. True if all are solved. `solve` may leave a load unfinished; it is called again.
    pub(in crate::model::ours) fn advance(
        &mut self,
        more: &dyn Fn() -> bool,
        mut solve: impl FnMut(f64, &dyn Fn() -> bool) -> Option<S>,
    ) -> bool {
        while self.done < self.loads.len() && more() {
            let place = self.place(self.done);
            let solution = solve(self.loads[place], more);
            if solution.is_none() && !more() {
                return false;
            }
            self.solved[place] = solution;
            self.done += 1;
        }
        self.done == self.loads.len()
    }

    /// The place of the load that is solved after `done` others.
    fn place(&self, done: usize) -> usize {
        let coarse = self.loads.len().div_ceil(COARSE);
        if done < coarse {
            return done * COARSE;
        }
        let further = done - coarse;
        further + further / (COARSE - 1) + 1
    }

    /// The solution at the last load.
    pub(in crate::model::ours) fn last(&self) -> Option<&S> {
        self.solved.last()?.as_ref()
    }

    /// For each of the `measures` measures, `(load, value)` of the loads that are solved.
    pub(in crate::model::ours) fn curves(&self, measures: usize) -> Vec<Vec<(f64, f64)>> {
        let mut curves = vec![Vec::new(); measures];
        for solution in self.solved.iter().flatten() {
            for (curve, value) in curves.iter_mut().zip(solution.measures()) {
                curve.push((solution.load(), value));
            }
        }
        curves
    }
}
