//! The law of a latency, from its transform.
//!
//! A model whose assumptions determine a distribution gives its transform f(s) = E\[e^(-s (T - least))\], in closed form. The probability that T exceeds a value is
//! the inverse of (1 - f(s))/s for a continuous T, and for a T in whole slots the coefficient of (1 - f)/(1 - z), z = e^-s. Both are one sum along a line:
//! ```text
//!   P(T - least > x)  =  e^(A/2)/x [ c_0/2 - c_1 + c_2 - c_3 + .. ],     c_k = Re (1 - f(s_k))/s_k,     s_k = (A + 2πik)/2x
//! ```
//! In slots the sum ends with half of c_x, and what it leaves out is below e^-A. A longer sum is summed by Euler's averages of its last partial sums.
//!
//! J. Abate, W. Whitt, "The Fourier-series method for inverting transforms of probability distributions", Queueing Systems 10 (1992) 5-88; "Numerical inversion of
//! probability generating functions", Oper. Res. Letters 12 (1992) 245-251.

use crate::solve::{Bracket, binomial, complex::Complex};
use std::f64::consts::PI;

/// A: what aliasing adds is below e^-A, what rounding adds is about e^(A/2) times that of a transform.
const ALIASING: f64 = 22.0;

/// Terms that are summed as they stand.
const PLAIN: u32 = 30;

/// Partial sums after them that are averaged, but for one.
const AVERAGED: u32 = 12;

/// How close to the sought probability, of itself, the search for a percentile goes.
const CLOSE: f64 = 1e-7;

/// A transform f(s), for s with a positive real part.
type Transform = Box<dyn Fn(Complex) -> Complex>;

/// The law of a latency.
#[allow(missing_debug_implementations)] // of a function there is nothing to show
pub struct Law {
    least: f64,
    slots: bool,
    transform: Transform,
}

impl Law {
    /// The law of `least` + X, X >= 0 continuous with the transform E\[e^(-sX)\].
    pub fn continuous(least: f64, transform: impl Fn(Complex) -> Complex + 'static) -> Self {
        Self { least, slots: false, transform: Box::new(transform) }
    }

    /// The law of a number of slots, at least 1, with the transform E\[e^(-sX)\].
    pub fn slots(transform: impl Fn(Complex) -> Complex + 'static) -> Self {
        Self { least: 0.0, slots: true, transform: Box::new(transform) }
    }

    /// The probability that the latency exceeds a value, in the unit of the measure; 0 to 1, with an error below 1e-7.
    pub fn beyond(&self, latency: f64) -> f64 {
        let x = latency - self.least;
        let x = if self.slots { libm::floor(x) } else { x };
        if x <= 0.0 {
            return 1.0;
        }
        let term = |k: u32| {
            let s = Complex { re: 0.5 * ALIASING, im: PI * f64::from(k) } * (1.0 / x);
            let step = if self.slots { s * s.falling() } else { s };
            ((Complex::ONE - (self.transform)(s)) / step).re
        };
        let last = PLAIN + AVERAGED;
        // Where slots are few the sum is complete.
        let complete = self.slots && x <= f64::from(last);
        let last = if complete { x as u32 } else { last };
        let (mut sum, mut weight) = (0.5 * term(0), 1.0);
        for k in 1..=last {
            if complete {
                weight = if k == last { 0.5 } else { 1.0 };
            } else if k > PLAIN {
                weight -= binomial(AVERAGED, k - PLAIN - 1) / f64::from(1 << AVERAGED);
            }
            sum += if k % 2 == 0 { weight } else { -weight } * term(k);
        }
        (libm::exp(0.5 * ALIASING) / x * sum).clamp(0.0, 1.0)
    }

    /// The latency that a part `p` of all messages do not exceed, in the unit of the measure: the least number of slots of that kind, or the value itself.
    /// `None` if `p` is not above 0 and below 1.
    pub fn percentile(&self, p: f64) -> Option<f64> {
        /// The factor of a step, and steps to beyond any latency.
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
            return Some(high);
        }
        let mut bracket = Bracket::new(low, high);
        while let Some(x) = bracket.next() {
            let value = excess(x);
            if value.abs() <= CLOSE {
                return Some(self.least + x);
            }
            bracket.take(x, value);
        }
        Some(self.least + bracket.right())
    }
}

#[cfg(test)]
mod tests;
