//! One slot on the tree: equations (3) to (6).
//!
//! The differential equation is solved for w = (1 - q)/b, the chance that a neighbour *with a queue* has chosen me. Then q = 1 - b w and
//! q_B = 1 - w need no division by b, and all digits remain at light load.

use super::{MOST_DIMENSIONS, geometry::Geometry};
use crate::solve::power;

/// Steps of the Runge-Kutta method over a slot. With 400 steps no delay changes by more than 3e-10 of itself.
pub const STEPS: usize = 200;

/// Below this q, a chance that has q as its condition is set to 0: n = 1 with b = 1 ends at q = 0.
const NONE: f64 = 1e-12;

/// w and I_1 .. I_(n-1), at index 0 and k; the rest is not used.
type Unknowns = [f64; MOST_DIMENSIONS as usize];

/// The chances at one time of the slot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Instant {
    /// t: part of the slot that has passed, 0 to 1.
    pub time: f64,
    /// q(t): chance that a neighbour has not chosen me, 0 to 1; equation (4).
    pub q: f64,
    /// g(t): chance that a neighbour has not chosen me and is free, 0 to q; equation (3).
    pub g: f64,
    /// q_B(t): as `q`, of a neighbour with a queue; equation (5).
    pub q_queued: f64,
    /// g_B(t): as `g`, of a neighbour with a queue; equation (5).
    pub g_queued: f64,
    /// u_E(t): chance that a neighbour without a queue is busy, 0 to 1; equation (5).
    pub u_empty: f64,
    /// -q_B'(t) = -q'(t)/b: rate at which a neighbour with a queue chooses me, per slot; equation (4).
    pub choosing: f64,
}

/// A slot as a root of the tree sees it while it stays free and does nothing.
#[derive(Clone, Debug, PartialEq)]
pub struct Slot {
    /// The chances at `STEPS` + 1 times, from t = 0 to 1.
    pub instants: Vec<Instant>,
    /// r_0: chance that an empty node receives, 0 to 1; equation (6).
    pub received: f64,
}

/// The coefficients of the differential equation.
struct Tree {
    n: usize,
    /// b: chance that a queue is not empty.
    busy: f64,
    /// π_k (1 - k/n), k = 1 .. n-1, at index k: heads to which I am not useful.
    elsewhere: Unknowns,
    /// Chance that a head has more than j hops to go, at index j.
    more_than: Unknowns,
}

impl Tree {
    fn new(n: usize, busy: f64, heads: &[f64]) -> Self {
        let mut tree =
            Self { n, busy, elsewhere: [0.0; MOST_DIMENSIONS as usize], more_than: [0.0; MOST_DIMENSIONS as usize] };
        for (k, pi) in (1..n).zip(heads) {
            tree.elsewhere[k] = pi * (1.0 - k as f64 / n as f64);
        }
        let mut sum = 0.0;
        for (chance, pi) in tree.more_than[..n].iter_mut().zip(heads).rev() {
            sum += pi;
            *chance = sum;
        }
        tree
    }

    /// Evaluates (3) and (4) at a time; `slopes` gets the derivatives of the unknowns.
    fn at(&self, time: f64, unknowns: &Unknowns, slopes: &mut Unknowns) -> Instant {
        let Self { n, busy, .. } = *self;
        let q_queued = 1.0 - unknowns[0];
        let q = 1.0 - busy * unknowns[0];
        let others = power(q, n - 1);
        // Σ π_k (1 - k/n) q^(n-1-k) I_k: acted in vain, and no other node has chosen it.
        let in_vain = self.elsewhere[1..n]
            .iter()
            .zip(&unknowns[1..n])
            .fold(0.0, |sum, (part, integral)| sum * q + part * integral);
        let g = others * (1.0 - busy * time) + busy * in_vain; // (3)
        let taken = q - g;
        let mut product = 1.0;
        for slope in &mut slopes[1..n] {
            product *= taken;
            *slope = product;
        }
        let u = if q < NONE { 0.0 } else { 1.0 - g / q };
        // Σ π_k (1 + u + .. + u^(k-1))
        let drawn = self.more_than[..n].iter().rev().fold(0.0, |sum, chance| sum * u + chance);
        slopes[0] = others * drawn / n as f64; // (4), divided by -b
        Instant {
            time,
            q,
            g,
            q_queued,
            g_queued: others * (1.0 - time) + in_vain, // (5)
            u_empty: 1.0 - others,                     // (5)
            choosing: slopes[0],
        }
    }
}

impl Slot {
    /// Solves a slot in which a queue is not empty with chance `busy`, above 0, and heads have k hops to go with chance `heads[k-1]`.
    pub(super) fn solve(geometry: &Geometry, busy: f64, heads: &[f64]) -> Self {
        let n = geometry.dimensions;
        let tree = Tree::new(n, busy, heads);
        let step = 1.0 / STEPS as f64;
        let moved = |from: &Unknowns, by: f64, slopes: &Unknowns| {
            let mut to = *from;
            to[..n].iter_mut().zip(&slopes[..n]).for_each(|(to, slope)| *to += by * slope);
            to
        };
        let mut unknowns = [0.0; MOST_DIMENSIONS as usize];
        let [mut first, mut second, mut third, mut fourth] = [unknowns; 4];
        let mut instants = Vec::with_capacity(STEPS + 1);
        for i in 0..STEPS {
            let time = i as f64 * step;
            instants.push(tree.at(time, &unknowns, &mut first));
            tree.at(time + step / 2.0, &moved(&unknowns, step / 2.0, &first), &mut second);
            tree.at(time + step / 2.0, &moved(&unknowns, step / 2.0, &second), &mut third);
            tree.at(time + step, &moved(&unknowns, step, &third), &mut fourth);
            for (k, unknown) in unknowns[..n].iter_mut().enumerate() {
                *unknown += step / 6.0 * (first[k] + 2.0 * (second[k] + third[k]) + fourth[k]);
            }
        }
        let last = tree.at(1.0, &unknowns, &mut first);
        instants.push(last);
        // (6): 1 - q^n = (1 - q)(1 + q + .. + q^(n-1))
        let received = busy * unknowns[0] * (0..n).fold(0.0, |sum, _| sum * last.q + 1.0);
        Self { instants, received }
    }

    /// The instants with their weights in Simpson's rule over the slot.
    pub(super) fn weighted(&self) -> impl Iterator<Item = (&Instant, f64)> {
        self.instants.iter().enumerate().map(|(i, instant)| {
            let times = if i == 0 || i == STEPS {
                1.0
            } else if i % 2 == 1 {
                4.0
            } else {
                2.0
            };
            (instant, times / (3.0 * STEPS as f64))
        })
    }

    /// q(1): chance that a neighbour does not choose me in the whole slot.
    pub(super) fn unchosen(&self) -> f64 {
        self.instants.last().map_or(1.0, |last| last.q)
    }
}
