//! How many of the V virtual channels of a physical channel are busy when messages come in bursts: a Markov chain in two variables.
//!
//! ```text
//!     busy    0 ----> 1 ----> 2  ...  ----> V       up: b_j, the rate of arrivals in phase j
//!               <----   <----        <----          down: ν, once for the channel, not for each busy virtual channel:
//!     phase   in each column, j <-> k at A_jk             they share the bandwidth of the one physical channel
//! ```
//! The chain is block tridiagonal. Elimination from the full channel downwards (`R_i = diag(b) (-U_i)⁻¹`) leaves one small chain over the
//! phases of the empty channel, whose stationary vector comes from the algorithm of Grassmann, Taksar and Heyman
//! ([`crate::solve::linear`]). The rates span seven decades; plain elimination loses the digits that a fixed point needs.

use crate::solve::linear;
use crate::traffic::mmpp::{MOST_STATES, Superposition};

/// The most virtual channels, which sizes the law.
pub const MOST_VCS: usize = 16;

/// The law of the number of busy virtual channels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Law {
    p: [f64; MOST_VCS + 1],
    vcs: usize,
}

impl Law {
    /// The law under Poisson arrivals: a geometric one cut at V, with ratio `load` = rate/ν.
    pub fn poisson(load: f64, vcs: u32) -> Self {
        let vcs = (vcs as usize).min(MOST_VCS);
        let mut p = [0.0; MOST_VCS + 1];
        let mut power = 1.0;
        for p in &mut p[..=vcs] {
            *p = power;
            power *= load;
        }
        Self { p, vcs }.normalised()
    }

    /// The law with one virtual channel fewer and nothing else changed: the last probability is added to the others. For V of at least 2.
    #[must_use]
    pub fn cut(mut self) -> Self {
        self.p[self.vcs] = 0.0;
        self.vcs -= 1;
        self.normalised()
    }

    fn normalised(mut self) -> Self {
        let total: f64 = self.p.iter().sum();
        self.p.iter_mut().for_each(|p| *p /= total);
        self
    }

    /// P_i for i = 0..=V.
    pub fn probabilities(&self) -> &[f64] {
        &self.p[..=self.vcs]
    }

    /// P_V, the fraction of time in which all virtual channels are busy.
    pub const fn full(&self) -> f64 {
        self.p[self.vcs]
    }

    /// The average degree of multiplexing `Σ i² P_i / Σ i P_i`, one without load.
    pub fn multiplexing(&self) -> f64 {
        let (mut squares, mut sum) = (0.0, 0.0);
        for (i, p) in self.probabilities().iter().enumerate() {
            squares += (i * i) as f64 * p;
            sum += i as f64 * p;
        }
        if sum > 0.0 { squares / sum } else { 1.0 }
    }
}

/// Room for solving chains of one size, so that a search allocates once.
#[derive(Clone, Debug, Default)]
pub struct Workspace {
    /// (-U_i)⁻¹, later R_i, for i = 1..=V, one after the other.
    blocks: Vec<f64>,
    last: Vec<f64>,
    solved: u32,
}

impl Workspace {
    /// The number of chains it has solved: the cost of a search.
    pub const fn solved(&self) -> u32 {
        self.solved
    }

    /// Solves the chain: `arrivals` to the channel, `release` rate ν per cycle.
    pub fn solve(&mut self, arrivals: &Superposition, release: f64, vcs: u32) -> Law {
        self.solved += 1;
        let vcs = (vcs as usize).min(MOST_VCS);
        // The size of a block as a constant, for the sake of the compiler.
        match arrivals.parts().len() {
            0 => Law::poisson(0.0, vcs as u32),
            1 => self.eliminate::<2>(arrivals, release, vcs),
            2 => self.eliminate::<4>(arrivals, release, vcs),
            3 => self.eliminate::<8>(arrivals, release, vcs),
            4 => self.eliminate::<16>(arrivals, release, vcs),
            5 => self.eliminate::<32>(arrivals, release, vcs),
            _ => self.eliminate::<MOST_STATES>(arrivals, release, vcs),
        }
    }

    fn eliminate<const M: usize>(&mut self, arrivals: &Superposition, release: f64, vcs: usize) -> Law {
        self.blocks.resize(vcs * M * M, 0.0);
        self.last.resize(M * M, 0.0);
        let (blocks, _) = self.blocks.as_chunks_mut::<M>();
        let rates: [f64; M] = std::array::from_fn(|state| arrivals.rate(state));

        for i in (1..=vcs).rev() {
            let (lower, higher) = blocks.split_at_mut(i * M);
            let block = &mut lower[(i - 1) * M..];
            // -U_i: away from the diagonal -A - ν R_(i+1), and a sum of ν along each row, because the chain above level i comes back only
            // through it. The diagonal is made from that sum: as ν + b - A - ν R it would be a small difference of large numbers where
            // bursts overload the channel, and the digits that are lost at one level are lost again at the next.
            if i < vcs {
                for (line, r) in block.iter_mut().zip(&*higher) {
                    *line = r.map(|r| -release * r);
                }
            } else {
                block.fill([0.0; M]);
            }
            for (state, line) in block.iter_mut().enumerate() {
                arrivals.transitions(state).for_each(|(to, rate)| line[to] -= rate);
                line[state] = 0.0;
                line[state] = release - line.iter().sum::<f64>();
            }
            linear::invert_dominant(block);
            for (line, rate) in block.iter_mut().zip(rates) {
                line.iter_mut().for_each(|element| *element *= rate);
            }
        }
        // U_0 = A - diag(b) + ν R_1; the diagonal is not read.
        self.last.iter_mut().zip(blocks.as_flattened()).for_each(|(element, r)| *element = release * r);
        for (state, line) in self.last.chunks_exact_mut(M).enumerate() {
            arrivals.transitions(state).for_each(|(to, rate)| line[to] += rate);
        }
        let mut level = [0.0; M];
        linear::stationary(&mut self.last, &mut level);

        let mut p = [0.0; MOST_VCS + 1];
        p[0] = 1.0;
        for (p, block) in p[1..=vcs].iter_mut().zip(blocks.chunks_exact(M)) {
            let mut next = [0.0; M];
            for (line, share) in block.iter().zip(level) {
                next.iter_mut().zip(line).for_each(|(next, r)| *next += share * r);
            }
            level = next;
            *p = level.iter().sum();
        }
        Law { p, vcs }.normalised()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::traffic::mmpp::TwoState;

    #[test]
    fn without_bursts_the_law_is_a_cut_geometric_one() {
        let calm =
            Superposition::of([0.5, 1e-4].map(|kappa| TwoState { d1: kappa, d2: kappa, high: 0.006, low: 0.006 }));
        let law = Workspace::default().solve(&calm, 0.025, 5);
        let expected = Law::poisson(0.012 / 0.025, 5);
        for (p, expected) in law.probabilities().iter().zip(expected.probabilities()) {
            assert!((p / expected - 1.0).abs() < 1e-12);
        }
        assert_eq!(Law::poisson(0.0, 5).multiplexing(), 1.0);
    }
}
