//! Slots as matchings: a model of the slotted hypercube of our own, with nodes that send or receive one packet a slot.
//!
//! # The question
//! 2^n nodes have one queue each. In a slot they act in a random order, and a node that is still free sends its first packet to one of its
//! free useful neighbours; both are then busy for the rest of the slot. Which load is the largest, and how long does a packet take? It is
//! the question of [`hypercube_slotted`], whose reading `flow` this model is. The readings of the paper use the chance that a node is busy
//! at the *end* of a slot for the state that a node meets *during* it, and neglect that a node that has received cannot send.
//!
//! # The picture
//! Each node gets an independent uniform time t of the slot, 0 to 1, which is a random order. A slot is then a random greedy matching:
//! ```text
//!        n-1 other neighbours                n-1 other neighbours
//!              \ | /                               \ | /
//!            neighbour j ------- me, free -------- neighbour
//!
//!   acts at its own time s: has a packet (b), nothing has chosen it, I am useful (k/n), I am drawn among its free useful neighbours
//! ```
//! On a tree the branches at a node are independent of each other until the node itself acts, and a hypercube is nearly a tree near a node:
//! its shortest cycles have four nodes. So one differential equation gives the slot of a network in which a queue is not empty with chance
//! b. The times that heads of queues wait give b.
//!
//! # Assumptions
//! Poisson packets with rate λ per node and slot, uniform destinations, unbounded queues, first come first served, free next hops, a fresh
//! permutation in every slot. From slot to slot the model keeps the number i of the k targets of a head that have queues; each target
//! changes on its own. Queues of neighbours are otherwise independent, and so are the slots in which transit packets join a queue.
//!
//! # Symbols
//! | method | field | unit |
//! |---|---|---|
//! | n, P(k), d, v_k | [`Geometry`] | dimensions, 1, hops, 1 |
//! | λ_max | [`Matchings::largest_load`] | packets / node / slot |
//! | q, g, q_B, g_B, u_E | [`Instant`] | 1 |
//! | b, τ_k, π_k | [`State::b`], [`State::tau`], [`State::pi`] | 1, slots, 1 |
//! | r_0, α, β, F | [`State::r0`], [`State::alpha`], [`State::beta`], [`State::scale`] | 1 |
//! | S_k(i), R_k(i), y_k(i) | [`State::moves`], [`State::receives`], [`State::visits`] | 1, 1, slots |
//! | ΣE_a, latency | [`State::queue`], [`State::latency`] | packets, slots |
//!
//! B marks a neighbour with a queue, E an empty one; u = 1 - g/q is the chance that a neighbour that has not chosen me is busy.
//!
//! # Equations
//! ```text
//!  (1)  P(k) = C(n,k)/(2^n-1),  d = n/(2(1-2^-n)),  v_k = Σ_(k'>=k) P(k')/d
//!  (2)  π_k = v_k τ_k / Σ v_j τ_j
//!  (3)  g = q^(n-1) (1 - bt) + b Σ_(k<n) π_k (1 - k/n) q^(n-1-k) I_k,   I_k' = (q - g)^k
//!  (4)  q = 1 - bw,   w' = q^(n-1)/n Σ π_k (1 + u + .. + u^(k-1))                w(0) = I_k(0) = 0
//!  (5)  q_B = 1 - w,   g_B = q^(n-1) (1 - t) + Σ_(k<n) π_k (1 - k/n) q^(n-1-k) I_k,   q_E = 1,   u_E = 1 - q^(n-1)
//!  (6)  r_0 = 1 - q(1)^n = (1 - q(1)) (1 + q(1) + .. + q(1)^(n-1))
//!  (7)  S_k(i) = ∫ q^(n-k) [q_B^i - (q_B - g_B)^i u_E^(k-i)] dt
//!  (8)  R_k(i) = ∫ w' [b (n-k) q^(n-k-1) q_B^i + q^(n-k) i q_B^(i-1)] (1-t) + (q_B - g_B)^i u_E^(k-i) [q^(n-k) - q(1)^(n-k)] dt
//!  (9)  α = r_0 (1 - 1/d) e^-λ + 1 - e^-λ,   β = min(1, α (1-b)/b)
//!  (10) A_k(i,i') = P(i - Bin(i,β) + Bin(k-i,α) = i')
//!  (11) y_k(i') - Σ_i y_k(i) (1 - S_k(i)) A_k(i,i') = C(k,i') b^i' (1-b)^(k-i'),   τ_k = Σ y_k(i)
//!  (12) b = λd Σ v_k τ_k
//!  (14) b = 1:  τ_k = 1/∫ q^n (1 - u^k) dt = 1/S_k(k),   λ_max = 1/(d Σ v_k τ_k)
//!  (15) x_k(i) = c F R_k(i),   x_0 = c F r_0,   c = 1 - 1/d,   F: Σ e_k(i) x_k(i) + (1-b) x_0 = λ (d-1)
//!  (16) e_k(i) = λ d v_k y_k(i)
//!  (18) M0 E = (1-b)(λ + x_0) f - M1 e,   col1 . E = (1-b)(λ²/2 + λ x_0) - col2 . e,   a = (k,i),   f_a = v_k C(k,i) b^i (1-b)^(k-i)
//!       M0 = 1 - ((1-s) A)^T - f s^T,   M1 = -((λ (1-s) + x) A)^T - (λ-1) f s^T,   x of (15)
//!       col1 = s - x - λ,   col2 = s (λ-1) - λ²/2 - λx
//!  (19) latency = Σ E_a / λ
//! ```
//! In (4) w is the chance that a neighbour with a queue has chosen me: the method has q as the unknown, from which w loses digits at light
//! load. (18) is solved by blocks: with M0 without its last term, each k has a system of k + 1 unknowns, and the part of E along e follows
//! from the second equation, in which col1 . e = (1-b)(λ + x_0).
//!
//! # Method
//! (4) by Runge and Kutta in 200 steps; integrals by Simpson's rule on the same grid. The fixed point (2) to (12) begins with b = min(0.9,
//! λd), τ = 1. It ends when b and the largest τ change by less than 1e-13 in sum. Each step begins with a
//! combination of the last three results (Anderson's method with depth two). A step that gives b >= 1 goes to (1 + b)/2.
//!
//! # Validity
//! n = 1 to 20, 0 <= λ < λ_max. No constant is fitted to a simulation; the model is unpublished. Compared with the project's simulator by
//! the authors of the method, for n >= 4: the largest load is within 2 % (n = 4: -1.7 %, 5: -0.7, 6: -0.4, 7: 0.0, 8: +0.3), delays are 1
//! to 6 % too low up to 0.65 of it and at most 10 % too low up to 0.9.
//! * n = 2 and 3 are no trees: a square is one cycle. Their largest loads are 8.5 and 3.7 % too small, so that delays are much too large
//!   above 0.65 of the simulated largest load for n = 2 and above 0.8 for n = 3. n = 1 is a tree.
//! * The wait is too low from 0.3 of the largest load on, by up to 11 %: transit packets come in runs, which independent slots do not have.
//! * Near the end the error of the largest load decides (n = 4: +14 % at 0.95).
//! * Between 0.4 and 0.65 of the largest load the paper's Poisson delay is as near or nearer, because two errors cancel.
//! * It covers only free next hops with a fresh permutation.
//!
//! # Reference
//! None: the model is Flitscope's own and unpublished.
#![doc = include_str!("matchings/equations.md")]

mod chances;
mod discrepancies;
mod fixed_point;
pub mod geometry;
mod phases;
mod quantities;
mod queue;
pub mod slot;
pub mod state;

#[cfg(test)]
mod tests;

pub use chances::ByTargets;
pub use quantities::Solution;
pub use state::State;

#[cfg(doc)]
use slot::Instant;

use crate::model::{
    Bound, Case, Caveat, CurveEnd, Discrepancy, EndCause, Figure, Measure, Model, ModelInfo, NoSolution, Outcome,
    Solve, hypercube_slotted, ours::search::pieces::Pieces,
};
use crate::{param::Key, scenario::Setup};
use geometry::Geometry;
use std::ops::RangeInclusive;

/// Most dimensions of a network: those that a scenario may have.
pub const MOST_DIMENSIONS: u32 = 20;

/// Loads below are solved as this one, packets per node and slot: the model is linear there to the last digit.
const LIGHTEST: f64 = 1e-20;

const POINTS: usize = 65;

/// The part of λ_max at which a drawn curve stops. The delay has no end.
const LAST: f64 = 0.99;

/// Dimensions of networks that are no trees: their largest loads are off by more than 2 %.
const SMALL: RangeInclusive<usize> = 2..=3;

const INFO: ModelInfo = ModelInfo {
    measures: &[Measure::OURS],
    tail: "The model gives the mean queue of a node, and by Little’s law the mean delay, but no distribution of the delay, so it has no \
           percentiles.",
    headlines: &["b", "tau_mean", "received", "met", "queue"],
    texts: "matchings",
    measured_as: &[("b", "lambda_X"), ("tau_mean", "beta"), ("beta", ""), ("received", "")],
    deviations: &[],
    repairs: &[],
    ..hypercube_slotted::INFO
};

/// The model of one network.
#[derive(Clone, Debug)]
pub struct Matchings {
    geometry: Geometry,
    end: f64,
    end_tau: Vec<f64>,
    points: Pieces<Solution>,
}

impl Matchings {
    /// Returns the model of a scenario, not begun: [`Model::advance`] solves its curve.
    /// Fails with the reason why the model does not cover that network.
    pub fn of(setup: &Setup) -> Result<Self, NoSolution> {
        let n = setup.count(Key::N);
        Self::new(n).ok_or(NoSolution::Dimensions(n, MOST_DIMENSIONS))
    }

    /// Returns the model of a hypercube of `n` dimensions. `None` if `n` is not in 1..=[`MOST_DIMENSIONS`].
    pub fn new(n: u32) -> Option<Self> {
        (1..=MOST_DIMENSIONS).contains(&n).then(|| {
            let geometry = Geometry::new(n);
            let (end, end_tau) = fixed_point::end(&geometry);
            Self { geometry, points: Pieces::new(hypercube_slotted::loads(LAST * end, POINTS)), end, end_tau }
        })
    }

    /// Returns the distances in the network.
    pub const fn geometry(&self) -> &Geometry {
        &self.geometry
    }

    /// Returns λ_max, the load from which on queues grow without bound, packets per node and slot; equation (14).
    pub const fn largest_load(&self) -> f64 {
        self.end
    }

    /// Returns the τ_k at the largest load, slots; k = 1 at index 0; equation (14).
    pub fn largest_tau(&self) -> &[f64] {
        &self.end_tau
    }

    /// Returns the latency as the load goes to zero, d slots.
    pub const fn idle(&self) -> f64 {
        self.geometry.mean_hops
    }

    /// Solves one load, packets per node and slot. `None` beyond the largest load, or if the fixed point is not found.
    pub fn state(&self, load: f64) -> Option<State> {
        if !(load >= 0.0 && load < self.end) {
            return None;
        }
        let solved = load.max(LIGHTEST);
        let rest = fixed_point::solve(&self.geometry, solved)?;
        let mut state = State::new(&self.geometry, solved, rest)?;
        if load < solved {
            let part = load / solved;
            [&mut state.load, &mut state.queue, &mut state.b, &mut state.r0, &mut state.alpha]
                .into_iter()
                .for_each(|quantity| *quantity *= part);
        }
        Some(state)
    }
}

impl Matchings {
    /// Returns the solution at a load, 0 or more, with the facts of the network.
    fn at(&self, load: f64) -> Option<Solution> {
        let state = self.state(load)?;
        let end_slots = self.geometry.slots_per_hop(&self.end_tau);
        Some(Solution { geometry: self.geometry.clone(), end: self.end, end_slots, state })
    }
}

impl Solve for Matchings {
    type Solution = Solution;
    const INFO: &'static ModelInfo = &INFO;
    const CASES: &'static [Case<Self>] = &[("transit", |model| model.geometry.dimensions > 1)];

    fn solve(&self, load: f64) -> Outcome<Solution> {
        self.at(load).map_or(Outcome::Saturated, Outcome::Stable)
    }

    fn curve(&self, points: usize) -> Vec<Solution> {
        hypercube_slotted::loads(LAST * self.end, points).into_iter().filter_map(|load| self.at(load)).collect()
    }
}

impl Model for Matchings {
    fn idle(&self) -> Option<f64> {
        Some(self.geometry.mean_hops)
    }

    fn end(&self) -> CurveEnd {
        let bandwidth = self.end * self.geometry.mean_hops / self.geometry.dimensions as f64;
        CurveEnd { load: self.end, value: None, why: EndCause::FullNodes(bandwidth) }
    }

    fn advance(&mut self, more: &dyn Fn() -> bool) -> bool {
        let mut points = std::mem::take(&mut self.points);
        let whole = points.advance(more, |load, _| self.at(load));
        self.points = points;
        whole
    }

    /// The points known so far, whatever the number asked for.
    fn curves(&self, _points: usize) -> Vec<Vec<(f64, f64)>> {
        self.points.curves(Self::INFO.measures.len())
    }

    /// The end is known from the beginning.
    fn solve_end(&mut self, _sharp: bool) {}

    fn bounds(&self) -> Vec<Bound> {
        vec![hypercube_slotted::bound(self.geometry.mean_hops)]
    }

    fn reasons(&self, load: f64, paper: &dyn Model) -> Vec<Discrepancy> {
        discrepancies::of(self, load, paper)
    }

    fn remarks(&self, _load: f64) -> Vec<Caveat> {
        if SMALL.contains(&self.geometry.dimensions) { vec![Caveat::SmallCube] } else { Vec::new() }
    }

    fn figures(&self, load: f64) -> Vec<Figure> {
        let slots = self.state(load).map(|state| state.tau);
        vec![
            hypercube_slotted::for_a_hop(
                slots.as_ref(),
                "The time τₖ that a packet with k hops to go spends at the head of a queue. It can choose among k neighbours; the last \
                 hop has no choice.",
                "At this load every queue grows without bound.",
            ),
            hypercube_slotted::by_hops(&self.geometry.hops),
        ]
    }
}
