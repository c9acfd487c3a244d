//! Mean delay of packets on a slotted binary hypercube whose nodes send or receive, one packet at a time.
//!
//! # The question
//! Every node of a hypercube of N = 2^n nodes generates packets for the others. Time is slotted, and in one slot a node sends one packet
//! to a neighbour *or* receives one. How much load does the network carry, and how long does a packet take to its destination?
//!
//! ```text
//!                  one slot of one node
//!   fresh packets, Poisson λ ---+
//!                               v                        1 - p^k      a free neighbour among the k on shortest paths
//!   packets in transit ----> [ FIFO ] --> head, k hops --------->     takes it: it is one hop nearer
//!   (at most one a slot)                  to go        |  p^k
//!                                                      +-------->     all k are busy: it tries again in the next slot
//! ```
//!
//! # Assumptions
//! Poisson generation with rate λ per node and slot; destinations uniform over the other N - 1 nodes; queues unbounded and first come,
//! first served, fresh packets and those in transit alike; a packet takes any free neighbour that brings it nearer; at every attempt each
//! such neighbour is busy with the same probability p, independently of the others and of earlier slots. A node is taken as a queue of its
//! own, fed by a Poisson stream (III.2) or by fresh Poisson packets and Bernoulli transit (III.2 (the second)).
//!
//! # Symbols
//! | paper | field | unit |
//! |---|---|---|
//! | n | [`HypercubeSlotted::new`] | dimensions |
//! | λ | [`Solution::load`] | packets / node / slot |
//! | d, P(k) | [`Solution::d`], [`Solution::distance_law`] | hops, 1 |
//! | p | [`Solution::p`] | 1 |
//! | X_k, X, β = X/d | `x_k`, [`Solution::x`], [`Solution::beta`] | slots |
//! | Q_k, Q | `q_k`, [`Solution::q`] | slots² |
//! | v_k | [`Solution::v_k`] | 1 |
//! | λX, W, T | [`Solution::lambda_x`], [`Solution::w`], [`Solution::latency`] | 1, slots, slots |
//! | μ, q_0, q'(1) | [`Solution::mu`], [`Solution::q0`], [`Solution::q1`] | packets / slot, 1, packets |
//! | M, D | [`Solution::m`], [`Solution::latency_bernoulli`] | packets, slots |
//!
//! X and Q are of all hops of a packet; β and Q/d, for which the paper has no symbols, are of one hop.
//!
//! # Equations
//! The paper numbers sections, not equations. In the corrected form:
//! ```text
//! III.1  P(k) = C(n,k) / (2^n - 1),   d = Σ k P(k) = n / 2(1 - 2^-n)
//!        p = λ (d + (1 - 1/n) d) = λ (n - 1/2) / (1 - 2^-n)          a node blocks when it sends, or receives from another one
//!        X_k = Σ_{j=1..k} 1/(1 - p^j),   X = Σ P(k) X_k              geometric number of attempts for each hop
//!        λ_max X = 1                                                 λX is the fraction of slots with a packet waiting
//! III.2  v_k = Σ_{k'>=k} 2^-n C(n,k') / (n/2)                        the hops of all packets that begin at distance k
//!        Q_k = Σ_{j=1..k} (1 + p^j)/(1 - p^j)²,   Q = Σ P(k) Q_k
//!        W = (λ/2) Q / (1 - λX),   T = X + d W                       Pollaczek-Khinchine at rate λd, d times over
//! III.2 (the second)  A(z) = Σ v_k (1 - p^k) e^{λ(z-1)} / (1 - p^k B(z)),   B(z) = (1 - μ(1-z)) e^{λ(z-1)}
//!        q(z) = q_0 (A(z) - z B(z)) / (A(z) - z)                     queue after a service or an empty slot
//!        μ = (λd - λ) / (1 - λd)                                     transit comes only in slots in which the node does not send
//!        q_0 = (1 + μ - (λ+μ)β) / (1 + 2μ + λ - (λ+μ)β)
//!        q'(1) = ((1-q_0) a_2 + q_0 (λ + μ + λ²/2 + λμ)) / (1 - a_1)
//!        a_1 = λ + (λ+μ)(β-1),   a_2 = λ²/2 + (3λ²/2 + 2λμ)(β-1) + (λ+μ)² Σ v_k p^2k/(1-p^k)²      A = 1 + a_1 (z-1) + a_2 (z-1)²
//!        M = (q'(1) β + (λ/2)((1-q_0) Q/d + q_0) + (μ/2)(1-q_0)(Q/d - β)) / (β(1-q_0) + q_0)
//!        D = M/λ                                                     Little's law for the whole network
//! ```
//! T counts from the first slot in which the packet may move, D from generation, half a slot earlier on average:
//! T -> d and D -> d + 1/2 as the load goes to zero.
//!
//! # Method
//! Everything is a closed form in λ except λ_max, the root of the rising function λX - 1 between λ = 0 and p = 1. The Bernoulli formulas
//! are evaluated with one factor λ divided out of μ, 1 - q_0, q'(1) and M, so that D has its value at λ = 0 too.
//!
//! # Validity
//! n >= 1, 0 <= λ < λ_max; the paper has n = 4, 5, 6. Both delays diverge like 1/(1 - λX) at λ_max. Each is within 10 % of simulation up to
//! 0.7 λ_max; nearer to it they are too large, because the simulated network saturates 5.6 to 10 % later than λ_max (at n = 1 just there).
//! p is the probability that a node is busy at the *end* of a slot, about twice what an attempt meets; that the model overlooks nodes
//! that cannot send because they have received makes up for it. Each hop takes two nodes, so no λ beyond (1 - 2^-n)/n can be carried.
//!
//! # Differences from the paper
//! [`DEVIATIONS`] lists each that changes a number, with its reason; [`HypercubeSlotted::deviations`](super::Model::deviations) computes
//! what each does by itself. Slips that change none: stability is λX < 1, not <=; A(z) counts arrivals between two hops, not during them,
//! and its sum ends at n (v_k = 0 beyond); the fraction 1 - λd of slots in which transit can come has the slip of μ; there are two sections
//! III.2; in the appendix, the second line for q(z) lacks λ in B(z) - 1, and those for q(z) - 1 have a wrong sign, lack a q_0 and a square.
//!
//! # Reference
//! P. Jacquet, P. Mühlethaler, "Models for communications in the hypercube", INRIA Research Report RR-1276, 1990.
#![doc = include_str!("hypercube_slotted/equations.md")]

mod bernoulli;
mod paper;
mod solution;
#[cfg(test)]
mod tests;

pub(super) use paper::INFO;
pub use paper::{DEVIATIONS, REPAIRS};
pub use solution::Solution;

use super::{
    Bound, Case, Caveat, CurveEnd, Deviation, DeviationEffect, Deviations, EndCause, Figure, FigureLine, Model,
    ModelInfo, Outcome, RefinementStep, Saturation, Solve, effects, steps,
};
use crate::param::Key;
use crate::scenario::{Reading, Setup};
use crate::solve::{Dual, Root, rising_root};
use bernoulli::{Bernoulli, HopInput};
use paper::{HOP, LITTLE, SECOND_ORDER, TRANSIT, WEIGHTS};

/// The end of a drawn curve: the fraction λX of slots in which a packet waits. The delays themselves have no end.
const END_OF_CURVE: f64 = 0.98;

/// The model of one hypercube under one reading, with all that does not depend on the load.
#[derive(Clone, Debug)]
pub struct HypercubeSlotted {
    n: u32,
    deviations: Deviations,
    /// 1 - 2^-n, the probability that one of all nodes is another one.
    others: f64,
    d: f64,
    /// P(k), k = 1..=n at index k-1.
    distance_law: Vec<f64>,
    /// The probability of k hops or more, k = 1..=n at index k-1.
    beyond: Vec<f64>,
    /// v_k, k = 1..=n at index k-1.
    v_k: Vec<f64>,
    end: Root,
}

impl HypercubeSlotted {
    /// The model of a scenario under its reading.
    pub fn of(setup: &Setup) -> Self {
        Self::new(setup.count(Key::N), setup.reading())
    }

    /// The model of a hypercube of n >= 1 dimensions, 2^n nodes, under a reading. Nothing is refined: that reading is the corrected one.
    pub fn new(n: u32, reading: Reading) -> Self {
        let reading = if reading == Reading::Printed { reading } else { Reading::Corrected };
        Self::with(n, Deviations::of(&DEVIATIONS, reading))
    }

    fn with(n: u32, deviations: Deviations) -> Self {
        let dimensions = f64::from(n);
        let power = libm::exp2(-dimensions);
        let others = 1.0 - power;
        // C(n,k) from C(n,k-1)
        let mut binomial = 1.0;
        let distance_law: Vec<f64> = (1..=n)
            .map(|k| {
                binomial *= f64::from(n - k + 1) / f64::from(k);
                power / others * binomial
            })
            .collect();
        let beyond = sums_from(&distance_law);
        let v_k = beyond.iter().map(|beyond| others * beyond / (dimensions / 2.0)).collect(); // III.2
        let d = dimensions / (2.0 * others);
        let mut model = Self { n, deviations, others, d, distance_law, beyond, v_k, end: Root::default() };
        model.end = model.load_at(1.0);
        model
    }

    /// The largest load λ_max, and how the search for it went.
    pub const fn end(&self) -> &Root {
        &self.end
    }

    /// The Poisson delay as the load goes to zero, d slots.
    pub fn zero_load(&self) -> f64 {
        self.d
    }

    /// The end of the curve: λ_max.
    pub fn saturation(&self) -> Saturation {
        let load = self.end.at;
        // A node keeps a packet at its head in every slot, for β = 1/(λ_max d) slots; its sends are spread over n links.
        let sends = load * self.d;
        let bandwidth = sends / f64::from(self.n);
        Saturation { load, latency: None, rho: 1.0, service: 1.0 / sends, bandwidth, blocking: None }
    }

    /// p per unit of load (III.1).
    fn busy_per_load(&self) -> f64 {
        (f64::from(self.n) - 0.5) / self.others
    }

    /// λX at a load, with its derivative: λ d Σ v_k / (1 - p^k), the sum for X taken by hops instead of by packets.
    fn lambda_x(&self, load: f64) -> Dual {
        let load = Dual::variable(load);
        let p = load * self.busy_per_load();
        if p.value >= 1.0 {
            return Dual::constant(f64::INFINITY);
        }
        let mut power = Dual::constant(1.0);
        let beta = self.v_k.iter().fold(Dual::constant(0.0), |sum, &v| {
            power = power * p;
            sum + Dual::constant(v) / (-power + 1.0)
        });
        load * beta * self.d
    }

    /// The load at which a fraction of the slots has a packet waiting, λX = `fraction`.
    fn load_at(&self, fraction: f64) -> Root {
        rising_root(0.0, 1.0 / self.busy_per_load(), |load| self.lambda_x(load) + -fraction)
    }

    /// X_k, the terms of Q_k, and Q_k by hops to go; and the sum of the second III.2 with weights v_k.
    fn hops(&self, p: f64) -> ([Vec<f64>; 3], f64) {
        let mut by_hops = [const { Vec::new() }; 3];
        let (mut power, mut x, mut q, mut s) = (1.0, 0.0, 0.0, 0.0);
        for v in &self.v_k {
            power *= p;
            let free = 1.0 - power;
            x += 1.0 / free; // X_k, III.1
            let second = (1.0 + power) / (free * free); // III.2
            q += second; // Q_k, III.2
            s += v * (power / free) * (power / free); // III.2 (the second)
            by_hops.iter_mut().zip([x, second, q]).for_each(|(list, value)| list.push(value));
        }
        (by_hops, s)
    }

    /// The solution at a load, `None` where the queues grow without bound.
    fn at(&self, load: f64) -> Option<Solution> {
        let Self { deviations, others, d, .. } = *self;
        let n = f64::from(self.n);
        let p = load * self.busy_per_load();
        if p >= 1.0 {
            return None;
        }
        let ([x_k, second_k, q_k], s) = self.hops(p);
        let mean = |of: &[f64]| self.distance_law.iter().zip(of).map(|(p, value)| p * value).sum::<f64>();
        let x = mean(&x_k);
        let q = if deviations.has(WEIGHTS) { mean(&q_k) } else { others * mean(&q_k) };
        let lambda_x = load * x;
        if lambda_x >= 1.0 {
            return None;
        }
        let w = load / 2.0 * q / (1.0 - lambda_x);
        let beta = x / d;
        let hop_q = q / d;
        let Bernoulli { sends, mu, q0, a1, a2, q1, m, delay, delay_hop } =
            HopInput { load, n, others, d, x, q, beta, hop_q, s }.bernoulli(deviations);
        Some(Solution {
            n: self.n,
            weights: deviations.has(WEIGHTS),
            load,
            d,
            distance_law: self.distance_law.clone(),
            p,
            x_k,
            x,
            lambda_x,
            rate: load * d,
            rate_k: self.beyond.iter().map(|beyond| load * beyond).collect(), // III.2
            v_k: self.v_k.clone(),
            second_k,
            q_k,
            q,
            beta,
            hop_q,
            w,
            latency: x + d * w,
            sends,
            mu,
            s,
            a1,
            a2,
            q0,
            q1,
            m,
            latency_bernoulli: delay,
            delay_hop,
        })
    }
}

/// Loads from 0 to the end of a drawn curve, `points` of them (at least 2), in steps that shrink towards the end, where the delay rises.
pub(super) fn loads(end: f64, points: usize) -> Vec<f64> {
    let last = points.max(2) - 1;
    let load = |i: usize| {
        let part = i as f64 / last as f64;
        end * part * (2.0 - part)
    };
    (0..=last).map(load).collect()
}

/// The load beyond which a perfect matching of all nodes in every slot would not do, from the mean distance in hops.
pub(super) fn bound(mean_hops: f64) -> Bound {
    Bound { load: 0.5 / mean_hops, label: "each hop takes two nodes" }
}

/// The figure of the slots that a hop takes with 1, 2, .. hops to go, with its note; or, where there are none, the reason.
pub(super) fn for_a_hop(slots: Option<&Vec<f64>>, note: &str, none: &str) -> Figure {
    Figure {
        title: "Slots for a hop",
        x: "hops to go",
        y: "slots",
        counts: true,
        lines: slots.iter().map(|slots| FigureLine::counted("slots", 1, slots)).collect(),
        note: if slots.is_some() { note } else { none }.into(),
        ..Figure::default()
    }
}

pub(super) fn by_hops(shares: &[f64]) -> Figure {
    Figure {
        title: "Packets in a queue by hops to go",
        x: "hops to go",
        y: "share vₖ",
        counts: true,
        lines: vec![FigureLine::counted("share", 1, shares)],
        note: "Every packet makes a last hop; only some start many hops away.".into(),
        ..Figure::default()
    }
}

/// The sum of a list from each entry to its end.
fn sums_from(list: &[f64]) -> Vec<f64> {
    let mut sums = list.to_vec();
    for i in (1..sums.len()).rev() {
        sums[i - 1] += sums[i];
    }
    sums
}

impl Solve for HypercubeSlotted {
    type Solution = Solution;
    const INFO: &'static ModelInfo = &INFO;
    const CASES: &'static [Case<Self>] = &[
        ("weights", |model| model.deviations.has(WEIGHTS)),
        ("transit", |model| model.deviations.has(TRANSIT)),
        ("second order", |model| model.deviations.has(SECOND_ORDER)),
        ("hop", |model| model.deviations.has(HOP)),
        ("little", |model| model.deviations.has(LITTLE)),
    ];

    fn solve(&self, load: f64) -> Outcome<Solution> {
        let solution = if load < self.end.at { self.at(load) } else { None };
        solution.map_or(Outcome::Saturated, Outcome::Stable)
    }

    fn curve(&self, points: usize) -> Vec<Solution> {
        loads(self.load_at(END_OF_CURVE).at, points).into_iter().map_while(|load| self.at(load)).collect()
    }
}

impl Model for HypercubeSlotted {
    fn tail(&self) -> &'static str {
        if self.deviations.has(WEIGHTS) { Self::INFO.tail } else { paper::PRINTED_TAIL }
    }

    fn idle(&self) -> Option<f64> {
        Some(self.zero_load())
    }

    fn end(&self) -> CurveEnd {
        let Saturation { load, bandwidth, .. } = self.saturation();
        CurveEnd { load, value: None, why: EndCause::Queues(bandwidth) }
    }

    fn bounds(&self) -> Vec<Bound> {
        vec![bound(self.d)]
    }

    fn under(&self, deviations: Deviations) -> Option<Box<dyn Model>> {
        Some(Box::new(Self::with(self.n, deviations)))
    }

    fn deviations(&self, load: f64) -> Vec<DeviationEffect> {
        let [of_both, ..] = DEVIATIONS;
        let delay = |row: &Deviation| if *row == of_both { (0, "Poisson delay") } else { (1, "Bernoulli delay") };
        let effects = effects(&DEVIATIONS, load, &delay, &|deviations| self.under(deviations));
        // No slip moves the end.
        effects.into_iter().map(|effect| DeviationEffect { saturation: None, ..effect }).collect()
    }

    fn steps(&self, load: f64) -> Vec<Vec<RefinementStep>> {
        let mut delays = [0, 1].map(|index| steps(&DEVIATIONS, (load, index), &|deviations| self.under(deviations)));
        // The Poisson delay knows the first only.
        delays[0].truncate(2);
        delays.to_vec()
    }

    fn figures(&self, load: f64) -> Vec<Figure> {
        let p = (load * self.busy_per_load()).min(1.0);
        let hops: Vec<f64> = (1..=self.n).map(|k| 1.0 / (1.0 - libm::pow(p, f64::from(k)))).collect();
        vec![
            for_a_hop(
                (p < 1.0).then_some(&hops),
                "1/(1 - pᵏ): a packet with k hops to go can choose among k neighbours and waits only while all are busy. The last hop has \
                 no choice.",
                "At this load every neighbour is always busy, p = 1: no packet moves.",
            ),
            by_hops(&self.v_k),
        ]
    }

    fn remarks(&self, _load: f64) -> Vec<Caveat> {
        let two = self.n == 1;
        let printed = self.deviations != Deviations::of(&DEVIATIONS, Reading::Corrected);
        Caveat::holding([
            (two, Caveat::TwoNodes),
            (printed, Caveat::PrintedBernoulli),
            (printed && two, Caveat::NegativeDelay),
        ])
    }
}
