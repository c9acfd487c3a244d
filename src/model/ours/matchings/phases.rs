//! From slot to slot: equations (9) to (11).

use super::chances::ByTargets;
use crate::solve::linear;

/// The targets of heads of queues from slot to slot.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Phases {
    /// α: chance that a target without a queue has one after a slot; equation (9).
    pub(super) alpha: f64,
    /// β: chance that a target with a queue has none after a slot; equation (9).
    pub(super) beta: f64,
    /// A_k(i, i'), chance of i' targets with queues after i, row by row; `[0]` is k = 1. Equation (10).
    pub(super) changes: Vec<Vec<f64>>,
    /// Chance that a new head finds i of its k targets with queues, C(k,i) b^i (1-b)^(k-i); equation (10).
    pub(super) found: ByTargets,
}

/// Adds to `to` the law of a sum: `law` is that of a number, to which 1 is added with chance `more`.
fn convolve(law: &[f64], more: f64, to: &mut [f64]) {
    for (i, chance) in law.iter().enumerate() {
        to[i] += (1.0 - more) * chance;
        to[i + 1] += more * chance;
    }
}

impl Phases {
    /// Returns the chances of targets in a network of `n` dimensions with mean distance 1/(1 - `transit`), where a queue is not empty with
    /// chance `busy` and an empty node receives with chance `received`.
    pub(super) fn new(n: usize, load: f64, transit: f64, busy: f64, received: f64) -> Self {
        // (9): 1 - (1 - r_0 c) e^-λ
        let alpha = received * transit * libm::exp(-load) - libm::expm1(-load);
        let beta = (alpha * (1.0 - busy) / busy).min(1.0);
        let (mut changes, mut found): (Vec<Vec<f64>>, ByTargets) = (Vec::new(), Vec::new());
        // No target: one phase.
        let (mut last, mut law) = (vec![1.0], vec![1.0]);
        for k in 1..=n {
            // One target more: it has no queue in the phases i < k, and it has one in the phase k.
            let mut matrix = vec![0.0; (k + 1) * (k + 1)];
            for (i, row) in matrix.chunks_exact_mut(k + 1).enumerate() {
                let (before, more) = if i < k { (i, alpha) } else { (k - 1, 1.0 - beta) };
                convolve(&last[before * k..(before + 1) * k], more, row);
            }
            let mut longer = vec![0.0; k + 1];
            convolve(&law, busy, &mut longer);
            (last, law) = (matrix, longer);
            changes.push(last.clone());
            found.push(law.clone());
        }
        Self { alpha, beta, changes, found }
    }

    /// Solves y(i') - Σ_i y(i) (1 - S_k(i)) A_k(i,i') = right(i') for heads with k hops to go; y replaces `right`. `None` if singular.
    pub(super) fn stay(&self, k: usize, moves: &[f64], right: &mut [f64]) -> Option<()> {
        let changes = &self.changes[k - 1];
        let mut matrix = vec![0.0; changes.len()];
        for (to, row) in matrix.chunks_exact_mut(k + 1).enumerate() {
            for (from, element) in row.iter_mut().enumerate() {
                let same = if from == to { 1.0 } else { 0.0 };
                *element = same - (1.0 - moves[from]) * changes[from * (k + 1) + to];
            }
        }
        linear::solve(&mut matrix, right)
    }

    /// Returns y_k(i), the mean number of slots that a head with k hops to go spends with i targets with queues; equation (11).
    pub(super) fn visits(&self, moves: &ByTargets) -> Option<ByTargets> {
        let mut visits = self.found.clone();
        for (k, (visits, moves)) in (1..).zip(visits.iter_mut().zip(moves)) {
            self.stay(k, moves, visits)?;
        }
        Some(visits)
    }
}
