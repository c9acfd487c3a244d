//! Sampling arrival processes exactly, in continuous time: when does which node generate its next message?
//!
//! A two-state MMPP with rates `high` and `low` is a Poisson process of rate `low` and, on top, one that has the rate `high - low` in the
//! high state and is silent in the low state: an *interrupted Poisson process*. Its arrivals are a renewal process (each one finds the
//! chain in the high state, and nothing else of the past counts), so that no change of state has to be simulated, only arrivals:
//! ```text
//!   (high) --- λ = high - low ---> arrival          F*(s) = λ (s + d2) / (s² + (λ + d1 + d2) s + λ d2)           (1)
//!    |  ^                                           r1,2  = ½ (λ + d1 + d2 ± √((λ + d1 + d2)² - 4 λ d2))         (2)
//!    d1 d2      time to the next arrival:           q     = (λ - r2) / (r1 - r2)                                 (3)
//!    v  |       with q exponential of rate r1,      f(t)  = q r1 e^(-r1 t) + (1-q) r2 e^(-r2 t)                  (4)
//!   (low)       else exponential of rate r2
//! ```
//! The first arrival starts from the stationary chain: from the low state with probability d1/(d1+d2), after an exponential time of rate
//! d2. So the traffic needs no warm-up however long it remembers. The Poisson parts of all nodes are one Poisson process that picks a node.
//! A superposition costs one draw for each arrival, while the chain of its fastest component alone changes its state about every other
//! cycle; the law is the same, to all orders.
//!
//! A. Kuczura, "The interrupted Poisson process as an overflow process", Bell Syst. Tech. J. 52 (1973) 437-448 (the renewal process).

use super::mmpp::{Superposition, TwoState};
use rand::{Rng, RngExt as _};
use std::{cmp::Reverse, collections::BinaryHeap};

/// A time that is exponentially distributed with a rate; infinite for rate zero.
pub fn exponential(random: &mut impl Rng, rate: f64) -> f64 {
    let uniform: f64 = random.random();
    if rate > 0.0 { -libm::log1p(-uniform) / rate } else { f64::INFINITY }
}

/// An interrupted Poisson process by its law of the time between arrivals.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interrupted {
    /// r1, r2 with r1 >= r2, per cycle: equation (2).
    rates: [f64; 2],
    /// q, the probability of r1: equation (3).
    fast: f64,
    /// Probability that the chain is in its low state, and the rate at which it leaves it.
    silent: f64,
    resume: f64,
}

impl Interrupted {
    /// The part of a two-state MMPP beyond the Poisson process of its low rate; `None` if there is none.
    pub fn of(process: TwoState) -> Option<Self> {
        let TwoState { d1, d2, high, low } = process;
        let rate = high - low;
        if rate <= 0.0 || d2 <= 0.0 {
            return None;
        }
        let sum = rate + d1 + d2;
        let root = (sum * sum - 4.0 * rate * d2).max(0.0).sqrt();
        let r1 = 0.5 * (sum + root);
        // The product of the roots, since their difference cancels.
        let r2 = rate * d2 / r1;
        // λ - r2 = λ (r1 - d2)/r1, with the same cancellation avoided.
        let fast = if root > 0.0 { (rate - r2) / root } else { 1.0 };
        Some(Self { rates: [r1, r2], fast, silent: d1 / (d1 + d2), resume: d2 })
    }

    /// The time from one arrival to the next, cycles.
    pub fn gap(&self, random: &mut impl Rng) -> f64 {
        let rate = self.rates[usize::from(random.random::<f64>() >= self.fast)];
        exponential(random, rate)
    }

    /// The time to the first arrival when the chain is stationary at time 0, cycles.
    pub fn first(&self, random: &mut impl Rng) -> f64 {
        let silence = if random.random::<f64>() < self.silent { exponential(random, self.resume) } else { 0.0 };
        silence + self.gap(random)
    }
}

/// The arrivals at all nodes, in the order of time.
#[derive(Clone, Debug)]
pub struct Arrivals {
    nodes: u32,
    /// The interrupted parts of the process of one node; those of all nodes are alike and independent.
    parts: Vec<Interrupted>,
    /// The next arrival of each part of each node: the bits of the time, which are ordered like the time, and parts node + part.
    next: BinaryHeap<Reverse<(u64, u32)>>,
    /// The Poisson parts of all nodes together: rate and next arrival.
    rate: f64,
    poisson: f64,
    memory: f64,
    dispersion: f64,
}

impl Arrivals {
    /// Independent nodes whose arrivals are a sum of MMPPs, from time 0 on.
    pub fn new(process: &Superposition, nodes: u32, random: &mut impl Rng) -> Self {
        let low: f64 = process.parts().iter().map(|part| part.low.min(part.high)).sum();
        let parts: Vec<Interrupted> = process.parts().iter().filter_map(|&part| Interrupted::of(part)).collect();
        let slowest = |slowest: f64, part: &TwoState| {
            if part.high > part.low { slowest.max(1.0 / part.relaxation()) } else { slowest }
        };
        let mut arrivals = Self {
            memory: process.parts().iter().fold(0.0, slowest),
            dispersion: process.dispersion(),
            ..Self::poisson(low, nodes, random)
        };
        let count = parts.len() as u32;
        for source in 0..nodes * count {
            let first = parts[(source % count) as usize].first(random);
            arrivals.next.push(Reverse((first.to_bits(), source)));
        }
        Self { parts, ..arrivals }
    }

    /// Independent nodes that are Poisson sources of a rate, per cycle.
    pub fn poisson(rate: f64, nodes: u32, random: &mut impl Rng) -> Self {
        let rate = rate * f64::from(nodes);
        Self {
            nodes,
            parts: Vec::new(),
            next: BinaryHeap::new(),
            rate,
            poisson: exponential(random, rate),
            memory: 0.0,
            dispersion: 1.0,
        }
    }

    /// The next arrival up to a time, if there is one: its instant and its node. Times must not fall.
    pub fn until(&mut self, time: f64, random: &mut impl Rng) -> Option<(f64, u32)> {
        let modulated = self.next.peek().map_or(f64::INFINITY, |&Reverse((bits, _))| f64::from_bits(bits));
        if self.poisson.min(modulated) > time {
            return None;
        }
        if self.poisson <= modulated {
            let instant = self.poisson;
            self.poisson += exponential(random, self.rate);
            return Some((instant, random.random_range(0..self.nodes)));
        }
        let mut first = self.next.peek_mut()?;
        let Reverse((bits, source)) = *first;
        let (instant, count) = (f64::from_bits(bits), self.parts.len() as u32);
        let next = instant + self.parts[(source % count) as usize].gap(random);
        *first = Reverse((next.to_bits(), source));
        Some((instant, source / count))
    }

    /// The slowest time constant, cycles: for how long the rate of a node remembers. Zero for Poisson sources.
    pub const fn memory(&self) -> f64 {
        self.memory
    }

    /// The index of dispersion of the arrivals in a long time: 1 for Poisson sources.
    pub const fn dispersion(&self) -> f64 {
        self.dispersion
    }

    /// The memory that it takes, bytes, roughly.
    pub fn bytes(&self) -> usize {
        self.next.len() * size_of::<Reverse<(u64, u32)>>() + size_of_val(self.parts.as_slice())
    }

    pub(crate) fn stop(&mut self) {
        self.next.clear();
        self.poisson = f64::INFINITY;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        sim::stats::{Estimate, student_t},
        traffic::long_range::{Shape, Target, Weights},
    };
    use rand::SeedableRng as _;
    use rand_pcg::Pcg64Mcg;

    /// Exact numbers of arrivals in `slots` cycles of one node, by the definition: every change of state is drawn.
    fn by_definition(process: &Superposition, slots: usize, random: &mut Pcg64Mcg) -> Vec<u32> {
        let mut counts = vec![0; slots];
        for part in process.parts() {
            let mut high = random.random::<f64>() < part.high_share();
            let mut time = 0.0;
            while time < slots as f64 {
                let (change, rate) = if high { (part.d1, part.high) } else { (part.d2, part.low) };
                let end = (time + exponential(random, change)).min(slots as f64);
                time += exponential(random, rate);
                while time < end {
                    counts[time as usize] += 1;
                    time += exponential(random, rate);
                }
                (time, high) = (end, !high);
            }
        }
        counts
    }

    fn sampled(process: &Superposition, nodes: u32, slots: usize, random: &mut Pcg64Mcg) -> Vec<Vec<u32>> {
        let mut counts = vec![vec![0; slots]; nodes as usize];
        let mut arrivals = Arrivals::new(process, nodes, random);
        let mut before = 0.0;
        while let Some((instant, node)) = arrivals.until(slots as f64 * (1.0 - 1e-12), random) {
            assert!(instant >= before, "in the order of time");
            before = instant;
            counts[node as usize][instant as usize] += 1;
        }
        counts
    }

    /// Mean, lag-1 covariance and excess variance over several spans, as parts of the designed ones, with standard errors over the nodes.
    fn compare(process: &Superposition, nodes: &[Vec<u32>]) {
        let slots = nodes[0].len();
        let mean = process.mean();
        let check = |what: &str, of_node: &dyn Fn(&[u32]) -> f64, exact: f64| {
            let all: Vec<f64> = nodes.iter().map(|counts| of_node(counts)).collect();
            let Estimate { mean, half95, .. } = Estimate::of_replications(&all).expect("there are nodes");
            let error = half95 / student_t(0.95, all.len() - 1);
            let z = (mean - exact) / error;
            assert!(z.abs() < 4.0, "{what}: {mean} is not {exact}, {z} standard errors");
            assert!(error < 0.35 * exact, "{what}: an error of {error} says nothing of {exact}");
        };
        check("mean", &|counts| f64::from(counts.iter().sum::<u32>()) / slots as f64, mean);
        // Around the exact mean, so that each term is unbiased however long the memory.
        let lag1 = |counts: &[u32]| {
            let pair = |pair: &[u32]| (f64::from(pair[0]) - mean) * (f64::from(pair[1]) - mean);
            counts.windows(2).map(pair).sum::<f64>() / (slots - 1) as f64
        };
        check("lag 1", &lag1, process.count_autocovariance(1.0));
        for span in [16, 128, 1024, 8192, 65_536] {
            // The variance of a Poisson process is subtracted; the variance of the rate remains.
            let excess = |counts: &[u32]| {
                let square = |chunk: &[u32]| libm::pow(f64::from(chunk.iter().sum::<u32>()) - mean * span as f64, 2.0);
                counts.chunks_exact(span).map(square).sum::<f64>() / (slots / span) as f64 - mean * span as f64
            };
            let exact = process.count_variance(span as f64) - mean * span as f64;
            check(&format!("excess variance over {span}"), &excess, exact);
        }
    }

    fn designed(hurst: f64, mean: f64, lag1: f64) -> Superposition {
        let target = Target { hurst, scales: 5, mmpps: 4, weights: Weights::LeastSquares };
        Shape::of(target).fit(mean, lag1).expect("a feasible correlation")
    }

    #[test]
    fn the_traffic_has_the_correlation_it_was_designed_for_on_all_time_scales() {
        for (seed, (hurst, mean, lag1)) in (1..).zip([(0.7, 0.5, 0.4), (0.9, 0.5, 0.45), (0.8, 0.3, 0.02)]) {
            let process = designed(hurst, mean, lag1);
            compare(&process, &sampled(&process, 96, 1 << 17, &mut Pcg64Mcg::seed_from_u64(seed)));
        }
    }

    #[test]
    fn the_law_of_the_number_of_arrivals_is_that_of_the_definition() {
        // All moments, not two of them: the distribution of the number in 40 cycles, and that of the first arrival.
        let process = Superposition::of([
            TwoState { d1: 0.05, d2: 0.02, high: 0.5, low: 0.03 },
            TwoState { d1: 0.3, d2: 0.4, high: 0.1, low: 0.0 },
        ]);
        let mut random = Pcg64Mcg::seed_from_u64(5);
        let (trials, cells) = (40_000, 24);
        let mut laws = [vec![0.0; cells], vec![0.0; cells]];
        for _ in 0..trials {
            for (law, counts) in laws
                .iter_mut()
                .zip([by_definition(&process, 40, &mut random), sampled(&process, 1, 40, &mut random).remove(0)])
            {
                law[(counts.iter().sum::<u32>() as usize).min(cells - 1)] += 1.0;
            }
        }
        // Two samples of equal size: χ² = Σ (a - b)²/(a + b), with a degree for each cell that occurs.
        let (mut chi, mut degrees) = (0.0, 0.0_f64);
        for (a, b) in laws[0].iter().zip(&laws[1]).filter(|(a, b)| **a + **b > 10.0) {
            chi += (a - b) * (a - b) / (a + b);
            degrees += 1.0;
        }
        assert!(degrees > 15.0 && chi < degrees + 4.0 * (2.0 * degrees).sqrt(), "χ² = {chi} with {degrees}");
    }

    #[test]
    fn without_variance_the_process_is_poisson_and_stops_when_told() {
        let process = designed(0.7, 0.1, 0.0);
        let mut random = Pcg64Mcg::seed_from_u64(6);
        let mut arrivals = Arrivals::new(&process, 4, &mut random);
        assert_eq!(arrivals.memory(), 0.0);
        let mut count = 0;
        while arrivals.until(10_000.0, &mut random).is_some() {
            count += 1;
        }
        assert!((f64::from(count) - 4000.0).abs() < 4.0 * 4000_f64.sqrt(), "{count}");
        arrivals.stop();
        assert_eq!(arrivals.until(f64::MAX, &mut random), None);
        let slow = Arrivals::new(&designed(0.7, 0.1, 0.08), 1, &mut random);
        assert!((slow.memory() / 125_000.0 - 1.0).abs() < 1e-12);
    }
}
