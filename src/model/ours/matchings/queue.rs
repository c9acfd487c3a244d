//! The queue and the delay: equations (15) to (19).
//!
//! M0 of (18) is a block for each k, with the matrix of (11), less the product of f and s. The blocks alone give E = E° + σ v y, where E°
//! solves them with the right side of (18) and v y = e/(λd) solves them with f; the last equation of (18) gives σ, and its factor col1 · v
//! y is p_0 (λ + x_0)/(λd) by (19), no small difference of large numbers. So no system has more than n + 1 unknowns.

use super::{chances::ByTargets, fixed_point::Step, geometry::Geometry};

/// The queue of a node.
pub(super) struct Queue {
    /// F: factor of the chances of transit that makes them add up to λ(d-1); equation (15).
    pub(super) scale: f64,
    /// Mean packets in a queue; equation (19).
    pub(super) mean: f64,
}

impl Queue {
    /// Returns the queue of a node whose heads move and receive with these chances. `None` if a linear system is singular.
    pub(super) fn new(geometry: &Geometry, load: f64, step: &Step, receives: &ByTargets) -> Option<Self> {
        let Step { slot, phases, moves, visits, next, .. } = step;
        let (d, v) = (geometry.mean_hops, &geometry.hops);
        let busy = next[0];
        let empty = 1.0 - busy; // p_0
        // (16): e_k(i) = λ d v_k y_k(i)
        let heads: ByTargets =
            visits.iter().zip(v).map(|(y, v)| y.iter().map(|y| load * d * v * y).collect()).collect();
        let received = sum(&heads, receives, |head, receives| head * receives) + empty * slot.received;
        let transit = geometry.transit();
        let scale = if geometry.dimensions == 1 { 0.0 } else { load * (d - 1.0) / (transit * received) }; // (15)
        let join_empty = transit * scale * slot.received; // x_0
        let join: ByTargets = receives.iter().map(|row| row.iter().map(|r| transit * scale * r).collect()).collect(); // x_k(i)

        // p_0 (λ + x_0) f - M1 e; (18), with Σ s e = λd.
        let new_heads = empty * (load + join_empty) + (load - 1.0) * load * d;
        // E° by k.
        let mut apart = ByTargets::new();
        for (k, v) in (1..).zip(v) {
            let mut right: Vec<f64> = phases.found[k - 1].iter().map(|found| new_heads * v * found).collect();
            for (i, row) in phases.changes[k - 1].chunks_exact(k + 1).enumerate() {
                let grown = (load * (1.0 - moves[k - 1][i]) + join[k - 1][i]) * heads[k - 1][i];
                right.iter_mut().zip(row).for_each(|(right, change)| *right += grown * change);
            }
            phases.stay(k, &moves[k - 1], &mut right)?;
            apart.push(right);
        }
        let mut rest = empty * load * (load / 2.0 + join_empty);
        for (k, moves) in moves.iter().enumerate() {
            for (i, s) in moves.iter().enumerate() {
                let x = join[k][i];
                let first = s - x - load; // col1
                let second = s * (load - 1.0) - load * (load / 2.0 + x); // col2
                rest -= first * apart[k][i] + second * heads[k][i];
            }
        }
        // Σ e = b
        let mean = apart.iter().flatten().sum::<f64>() + rest / (empty * (load + join_empty)) * busy;
        Some(Self { scale, mean })
    }
}

/// Returns the sum of a term over two lists.
fn sum(left: &ByTargets, right: &ByTargets, term: impl Fn(f64, f64) -> f64) -> f64 {
    left.iter().flatten().zip(right.iter().flatten()).map(|(left, right)| term(*left, *right)).sum()
}
