//! The distribution of a latency, from its transform.
//!
//! Some models determine the distribution of the latency T. They give its transform f(s) = E\[e^(-s (T - least))\] in closed form; no
//! constant is fitted. The probability that T exceeds a value is the inverse transform of (1 - f(s))/s for a continuous T. For a T in whole
//! slots it is the coefficient of (1 - f)/(1 - z) at z^x, z = e^-s. Both are one sum:
//! ```text
//!   P(T - least > x)  =  e^(A/2)/x [ c_0/2 - c_1 + c_2 - c_3 + .. ],     c_k = Re (1 - f(s_k))/s_k,     s_k = (A + 2πik)/2x
//! ```
//! In slots s_k in the denominator is replaced by 1 - e^(-s_k), and the sum ends with half of c_x. The discretization error of both is
//! below e^-A. A longer sum is accelerated by Euler's method: the result is the binomial average of the last partial sums. The number of
//! terms is doubled until the result no longer changes, because a constant part of the service makes bends in the distribution, which need
//! more terms the longer it is.
//!
//! J. Abate, W. Whitt, "The Fourier-series method for inverting transforms of probability distributions", Queueing Systems 10 (1992) 5-88;
//! "Numerical inversion of probability generating functions", Oper. Res. Letters 12 (1992) 245-251.

use crate::solve::{Bracket, binomial, complex::Complex};
use std::f64::consts::PI;

/// A: the discretization error is below e^-A, the rounding error about e^(A/2) times that of the transform.
const ALIASING: f64 = 22.0;

/// Terms before the averaged partial sums: at first, and at most.
const PLAIN: [u32; 2] = [30, 30 << 6];

const AVERAGED: usize = 12;

/// The change of a probability at which the number of terms is large enough.
const SETTLED: f64 = 1e-8;

/// The relative error of the probability, or of the latency, at which the search for a percentile ends.
const CLOSE: f64 = 1e-6;

/// A transform f(s), for s with a positive real part.
type Transform = Box<dyn Fn(Complex) -> Complex>;

/// The distribution of a latency.
#[allow(missing_debug_implementations)] // a function has no text
pub struct Law {
    least: f64,
    slots: bool,
    transform: Transform,
}

impl Law {
    /// The distribution of `least` + X, in the unit of the measure, with the transform E\[e^(-sX)\] of a continuous X >= 0.
    pub fn continuous(least: f64, transform: impl Fn(Complex) -> Complex + 'static) -> Self {
        Self { least, slots: false, transform: Box::new(transform) }
    }

    /// The distribution of a whole number X of slots, at least 1, with the transform E\[e^(-sX)\].
    pub fn slots(transform: impl Fn(Complex) -> Complex + 'static) -> Self {
        Self { least: 0.0, slots: true, transform: Box::new(transform) }
    }

    /// The shortest latency, in the unit of the measure; 0 in slots.
    pub const fn least(&self) -> f64 {
        self.least
    }

    /// True if the latency is a whole number of slots.
    pub const fn in_slots(&self) -> bool {
        self.slots
    }

    /// Returns the probability, 0 to 1, that the latency exceeds a value in the unit of the measure. Its error is below
    /// 1e-7, as far as longer sums show.
    pub fn beyond(&self, latency: f64) -> f64 {
        let x = latency - self.least;
        let x = if self.slots { libm::floor(x) } else { x };
        if x > 0.0 { self.inverse(x, PLAIN[0]).clamp(0.0, 1.0) } else { 1.0 }
    }

    /// The sum at x > 0, with at least `plain` terms before those that are averaged.
    fn inverse(&self, x: f64, mut plain: u32) -> f64 {
        let term = |k: u32| {
            let s = Complex { re: 0.5 * ALIASING, im: PI * f64::from(k) } * (1.0 / x);
            let step = if self.slots { s * s.falling() } else { s };
            let term = ((Complex::ONE - (self.transform)(s)) / step).re;
            if k.is_multiple_of(2) { term } else { -term }
        };
        let factor = libm::exp(0.5 * ALIASING) / x;
        // The last partial sums, by their index modulo their number.
        let mut partial = [0.0; AVERAGED + 1];
        let (mut sum, mut k, mut before) = (0.5 * term(0), 0, f64::NAN);
        loop {
            let last = plain + AVERAGED as u32;
            if self.slots && x <= f64::from(last) {
                let end = x as u32;
                return factor * (sum + (k + 1..end).map(term).sum::<f64>() + 0.5 * term(end));
            }
            while k < last {
                k += 1;
                sum += term(k);
                partial[k as usize % partial.len()] = sum;
            }
            let averaged = (0..=AVERAGED as u32).map(|i| {
                binomial(AVERAGED as u32, i) / f64::from(1 << AVERAGED) * partial[(plain + i) as usize % partial.len()]
            });
            let value = factor * averaged.sum::<f64>();
            if (value - before).abs() <= SETTLED || plain >= PLAIN[1] {
                return value;
            }
            (before, plain) = (value, 2 * plain);
        }
    }

    /// Returns the latency, in the unit of the measure, that a fraction `p` of all messages do not exceed. `None` if `p`
    /// is not between 0 and 1.
    ///
    /// In slots it is interpolated as the percentiles of a simulation are
    /// ([`Histogram::quantile`](crate::sim::stats::Histogram::quantile)): each number v of slots counts as the times from v - ½ to v + ½,
    /// so that both compare. Rounded up from a half, it is the least number of slots that at least a fraction `p` do not exceed.
    pub fn percentile(&self, p: f64) -> Option<f64> {
        /// The factor of a step, and the largest number of steps.
        const FURTHER: (f64, u32) = (4.0, 100);
        if !(p > 0.0 && p < 1.0) {
            return None;
        }
        // A tail is nearly straight on a logarithmic scale.
        let excess = |x: f64| libm::log(self.beyond(self.least + x) / (1.0 - p));
        let (mut low, mut high) = ((0.0, -libm::log(1.0 - p)), (1.0, excess(1.0)));
        for _ in 0..FURTHER.1 {
            if high.1 <= 0.0 {
                break;
            }
            let further = FURTHER.0 * high.0;
            (low, high) = (high, (further, excess(further)));
        }
        if self.slots {
            let (mut low, mut high) = (low.0, high.0);
            while high - low > 1.0 {
                let middle = libm::floor(0.5 * (low + high));
                *if excess(middle) > 0.0 { &mut low } else { &mut high } = middle;
            }
            let [before, after] = [low, high].map(|slots| self.beyond(slots));
            return Some(low + 0.5 + (before - (1.0 - p)) / (before - after));
        }
        let mut bracket = Bracket::new(low, high);
        while let Some(x) = bracket.next() {
            let value = excess(x);
            if value.abs() <= CLOSE || bracket.width() <= CLOSE * x {
                return Some(self.least + x);
            }
            bracket.take(x, value);
        }
        Some(self.least + bracket.right())
    }
}

#[cfg(test)]
mod tests;
