//! How many of the V virtual channels of a physical channel are busy: Dally's Markov chain.
//!
//! ```text
//!        λc        λc              λc
//!   (0) ----> (1) ----> (2) ... ------> (V)        up: a message takes a virtual channel
//!       <----     <----         <------            down: a message releases one, rate 1/S, in the last state 1/S - λc
//!        1/S       1/S          1/S - λc
//! ```
//! With ρ = λc S the stationary law is a geometric one cut at V: `P_v = (1 - ρ) ρ^v` for v < V and `P_V = ρ^V`
//! (seed 000 equations (29), (30); seed 003 equations (28), (29)). Everything below is a function of that one number ρ.

use crate::solve::{Dual, binomial};

/// The law of the number of busy virtual channels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Occupancy {
    /// Utilisation ρ = λc S of the channel as the chain sees it, 0 <= ρ < 1.
    pub rho: Dual,
    /// Virtual channels V of the physical channel.
    pub vcs: u32,
}

impl Occupancy {
    /// The probability P_v that exactly `busy` of the V virtual channels are busy.
    pub fn probability(self, busy: u32) -> Dual {
        let power = self.rho.power(busy);
        if busy < self.vcs { (-self.rho + 1.0) * power } else { power }
    }

    /// The probability P_a that all adaptive virtual channels are busy when `escape` of the V are escape channels:
    /// `Σ_{v=V-e}^{V} P_v C(e, v-V+e) / C(V, v)`. Given v busy ones, all subsets of size v are taken as equally likely.
    pub fn adaptive_busy(self, escape: u32) -> Dual {
        let vcs = self.vcs;
        (0..=escape).fold(Dual::constant(0.0), |sum, taken| {
            let share = binomial(escape, taken) / binomial(vcs, escape - taken);
            sum + self.probability(vcs - escape + taken) * share
        })
    }

    /// The probability P_d that all adaptive virtual channels and the required escape channel are busy:
    /// `P_V + ways P_{V-1} / V`. Of the V subsets of V-1 busy ones, `ways` leave the message blocked: one (only the *other* escape
    /// channel is free), or two as the papers print it; the hypercube with a single escape channel has none.
    pub fn required_busy(self, ways: u32) -> Dual {
        self.probability(self.vcs) + self.probability(self.vcs - 1) * (f64::from(ways) / f64::from(self.vcs))
    }

    /// The average degree of multiplexing `Σ v² P_v / Σ v P_v`: how many virtual channels share the physical one, as seen by a busy
    /// one. It tends to 1 without load. Seed 000 equation (31).
    pub fn multiplexing(self) -> f64 {
        // Each P_v, v >= 1, holds a factor ρ: dividing it out leaves a value at ρ = 0 too.
        let rho = self.rho.value;
        let (mut squares, mut sum, mut power) = (0.0, 0.0, 1.0);
        for v in 1..=self.vcs {
            let weight = if v < self.vcs { (1.0 - rho) * power } else { power };
            let v = f64::from(v);
            squares += v * v * weight;
            sum += v * weight;
            power *= rho;
        }
        squares / sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn occupancy(rho: f64, vcs: u32) -> Occupancy {
        Occupancy { rho: Dual::variable(rho), vcs }
    }

    #[test]
    fn blocking_probabilities_count_the_subsets() {
        // Brute force over all 2^V sets of busy channels; 0 and 1 are the escape channels, 0 the required one.
        for (vcs, rho) in [(3, 0.3), (4, 0.5), (6, 0.7)] {
            let occupancy = occupancy(rho, vcs);
            let (mut adaptive, mut required) = (0.0, 0.0);
            for busy in 0..1_u32 << vcs {
                let v = busy.count_ones();
                let p = occupancy.probability(v).value / binomial(vcs, v);
                if busy >> 2 == (1 << (vcs - 2)) - 1 {
                    adaptive += p;
                    required += if busy & 1 == 1 { p } else { 0.0 };
                }
            }
            assert!((occupancy.adaptive_busy(2).value - adaptive).abs() < 1e-15);
            assert!((occupancy.required_busy(1).value - required).abs() < 1e-15);
        }
    }
}
