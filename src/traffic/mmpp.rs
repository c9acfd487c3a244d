//! The two-state Markov-modulated Poisson process (MMPP), and sums of several.
//!
//! ```text
//!               d1                         rate of arrivals: high in the first state, low in the second
//!     (high) -------> (low)                κ = d1 + d2 relaxation rate,  p = d2/κ = P(high)
//!            <-------                      mean = p high + (1-p) low,    σ = (high-low) √(p(1-p))
//!               d2                         autocovariance of the rate: σ² e^(-κτ), exactly
//! ```
//! Mean, σ, skewness (1-2p)/√(p(1-p)) and κ determine the four rates, and the other way round. A sum of L such processes is an MMPP with
//! 2^L states, whose generator and rates are Kronecker sums. Nothing here builds a Kronecker product: the bits of a state's index say which
//! component is where (component 0 is the most significant bit, a bit of 0 is the high state).
//!
//! W. Fischer, K. Meier-Hellstern, "The Markov-modulated Poisson process (MMPP) cookbook", Perform. Eval. (1993) 149-171.

use crate::solve::exp_remainder;
use libm::{exp, expm1};

/// The most components of a sum.
pub const MOST_COMPONENTS: usize = 6;

/// The most states of a sum.
pub const MOST_STATES: usize = 1 << MOST_COMPONENTS;

/// A two-state MMPP. All rates per cycle.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct TwoState {
    /// δ₁, rate of leaving the high state.
    pub d1: f64,
    /// δ₂, rate of leaving the low state.
    pub d2: f64,
    /// λ₁, arrivals per cycle in the high state.
    pub high: f64,
    /// λ₂, arrivals per cycle in the low state.
    pub low: f64,
}

impl TwoState {
    /// The process with this mean rate, standard deviation σ of the rate, skewness of the rate and relaxation rate κ.
    ///
    /// The low rate is not negative if `mean / sigma` is at least `√(p/(1-p))`; rounding below zero is cut off.
    pub fn from_moments(mean: f64, sigma: f64, skewness: f64, kappa: f64) -> Self {
        let p = 0.5 * (1.0 - skewness / (4.0 + skewness * skewness).sqrt());
        let odds = ((1.0 - p) / p).sqrt();
        let (high, low) = (mean + sigma * odds, (mean - sigma / odds).max(0.0));
        Self { d1: (1.0 - p) * kappa, d2: p * kappa, high, low }
    }

    /// κ, the rate at which the autocovariance decays.
    pub fn relaxation(&self) -> f64 {
        self.d1 + self.d2
    }

    /// p, the fraction of time in the high state.
    pub fn high_share(&self) -> f64 {
        self.d2 / self.relaxation()
    }

    /// Mean rate of arrivals, per cycle.
    pub fn mean(&self) -> f64 {
        let p = self.high_share();
        p * self.high + (1.0 - p) * self.low
    }

    /// σ, the standard deviation of the rate.
    pub fn sigma(&self) -> f64 {
        let p = self.high_share();
        (self.high - self.low) * (p * (1.0 - p)).sqrt()
    }

    /// The skewness of the rate.
    pub fn skewness(&self) -> f64 {
        let p = self.high_share();
        (1.0 - 2.0 * p) / (p * (1.0 - p)).sqrt()
    }

    /// The process after each arrival is kept with probability `share` (or, above 1, a process with as many times the rates): the
    /// modulating chain stays, only the rates change.
    #[must_use]
    pub fn scaled(self, share: f64) -> Self {
        Self { high: self.high * share, low: self.low * share, ..self }
    }
}

/// A sum of independent two-state MMPPs.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Superposition {
    parts: [TwoState; MOST_COMPONENTS],
    count: usize,
}

impl Superposition {
    /// The sum of the first [`MOST_COMPONENTS`] of these processes.
    pub fn of(parts: impl IntoIterator<Item = TwoState>) -> Self {
        let mut sum = Self::default();
        for part in parts.into_iter().take(MOST_COMPONENTS) {
            sum.parts[sum.count] = part;
            sum.count += 1;
        }
        sum
    }

    /// The components, in the order of the bits of a state from the most significant one down.
    pub fn parts(&self) -> &[TwoState] {
        &self.parts[..self.count]
    }

    /// The number of states, 2^L.
    pub const fn states(&self) -> usize {
        1 << self.count
    }

    /// Each component changed in the same way.
    #[must_use]
    pub fn map(&self, change: impl Fn(TwoState) -> TwoState) -> Self {
        Self::of(self.parts().iter().map(|&part| change(part)))
    }

    /// Each arrival kept with probability `share`.
    #[must_use]
    pub fn scaled(&self, share: f64) -> Self {
        self.map(|part| part.scaled(share))
    }

    /// The bit of a state's index that belongs to a component.
    pub const fn bit(&self, component: usize) -> usize {
        1 << (self.count - 1 - component)
    }

    /// Mean rate, arrivals per cycle.
    pub fn mean(&self) -> f64 {
        self.parts().iter().map(TwoState::mean).sum()
    }

    /// The rate of arrivals in a state, a diagonal element of B.
    pub fn rate(&self, state: usize) -> f64 {
        let each = |(i, part): (usize, &TwoState)| if state & self.bit(i) == 0 { part.high } else { part.low };
        self.parts().iter().enumerate().map(each).sum()
    }

    /// The fraction of time in a state, an element of π.
    pub fn share(&self, state: usize) -> f64 {
        let each = |(i, part): (usize, &TwoState)| {
            (if state & self.bit(i) == 0 { part.d2 } else { part.d1 }) / part.relaxation()
        };
        self.parts().iter().enumerate().map(each).product()
    }

    /// The transitions out of a state: `(to, rate)`, one for each component. The elements of A off its diagonal.
    pub fn transitions(&self, state: usize) -> impl Iterator<Item = (usize, f64)> {
        self.parts().iter().enumerate().map(move |(i, part)| {
            let bit = self.bit(i);
            (state ^ bit, if state & bit == 0 { part.d1 } else { part.d2 })
        })
    }

    /// The variance of the number of arrivals in `cycles` cycles.
    pub fn count_variance(&self, cycles: f64) -> f64 {
        let each = |part: &TwoState| {
            let (kappa, sigma) = (part.relaxation(), part.sigma());
            let x = kappa * cycles;
            2.0 * sigma * sigma * exp_remainder(x) / (kappa * kappa)
        };
        self.mean() * cycles + self.parts().iter().map(each).sum::<f64>()
    }

    /// The index of dispersion of the arrivals in a long time: how many times as large as their mean their variance is.
    pub fn dispersion(&self) -> f64 {
        let each = |part: &TwoState| 2.0 * part.sigma() * part.sigma() / part.relaxation();
        1.0 + self.parts().iter().map(each).sum::<f64>() / self.mean()
    }

    /// The autocovariance of the numbers of arrivals in single cycles that lie `lag >= 1` cycles apart.
    pub fn count_autocovariance(&self, lag: f64) -> f64 {
        let each = |part: &TwoState| {
            let (kappa, sigma) = (part.relaxation(), part.sigma());
            let cycle = -expm1(-kappa) / kappa;
            sigma * sigma * cycle * cycle * exp(-kappa * (lag - 1.0))
        };
        self.parts().iter().map(each).sum()
    }

    /// The autocorrelation coefficient of the numbers of arrivals in single cycles that lie `lag >= 1` cycles apart.
    pub fn count_autocorrelation(&self, lag: f64) -> f64 {
        self.count_autocovariance(lag) / self.count_variance(1.0)
    }
}
