//! Long-range dependent traffic from a few two-state MMPPs: the fit to mean rate, lag-1 correlation, Hurst parameter and time scales.
//!
//! Second-order self-similar traffic with Hurst parameter H has a rate whose autocovariance falls like `τ^(-β)`, β = 2 - 2H. A sum of L
//! exponentials `w_i e^(-κ_i τ)` follows that power over the decades that its relaxation rates κ_1 > ... > κ_L span:
//! ```text
//!   log covariance
//!        |*.  w_1
//!        |   *.                   grid:     κ_i = 0.8 a^(1-i), a = 10^(scales/(L-1))
//!        |      * .  w_2          weights:  the sum equals τ^(-β) at τ = 1/κ_i      (`Weights::Collocation`)
//!        |          *  .  w_3               or nowhere differs much in between      (`Weights::LeastSquares`)
//!        |               *   . w_4
//!        +------------------------ log τ
//! ```
//! The lag-1 correlation of the arrivals per cycle then scales the weights to variances, and the mean rate is shared out among interrupted
//! Poisson processes with one common on-probability, or, where the variance is too small for that, among symmetric processes with a
//! Poisson remainder. So the low rate is never negative: a symmetric process with more variance than its mean rate allows would have one.
//!
//! Method of A. T. Andersen, B. F. Nielsen, "A Markovian approach for modeling packet traffic with long-range dependence", IEEE J. Sel.
//! Areas Commun. (1998) 719-732, derived anew. One degree of freedom for each component, the skewness of its rate, is a convention here.
//! The recursion is often seen with the sign of its inner exponent turned, which drops the slower components and makes H too small.

pub use crate::param::options::Weights;

use super::mmpp::{MOST_COMPONENTS, Superposition, TwoState};
use crate::solve::{exp_remainder, linear};
use crate::text::{digits_apart, significant};
use libm::{exp, expm1, log, pow};
use std::fmt;

/// κ_1, the fastest relaxation rate, per cycle.
pub const FASTEST: f64 = 0.8;

/// The last correlation, relative to the first that no traffic has: between the two a difference has no digits left.
const JUST_BEFORE: f64 = 1.0 - 1e-5;

/// The number of lags, evenly spaced in their logarithm, for least squares and the effective H.
const LAGS: u32 = 200;

/// A correlation structure, without rate and variance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// Hurst parameter, 0.5 < H < 1.
    pub hurst: f64,
    /// The number of decades of lags over which the power law holds, at least 1.
    pub scales: u32,
    /// L, how many two-state MMPPs, 2 to [`MOST_COMPONENTS`].
    pub mmpps: u32,
    /// The choice of the weights.
    pub weights: Weights,
}

/// The shape of the autocovariance: relaxation rates and weights, fastest first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shape {
    kappa: [f64; MOST_COMPONENTS],
    weight: [f64; MOST_COMPONENTS],
    count: usize,
    cut: bool,
}

/// A correlation that no weights can give.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Infeasible {
    /// The lag-1 correlation asked for.
    pub asked: f64,
    /// All feasible ones lie below this one.
    pub limit: f64,
}

impl fmt::Display for Infeasible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = digits_apart(self.asked, self.limit, 3);
        write!(
            f,
            "No traffic has a lag-1 correlation of {} together with this Hurst parameter and these time scales: it must be at least 0 and \
             below {}.",
            significant(self.asked, digits),
            significant(self.limit, digits)
        )
    }
}

impl std::error::Error for Infeasible {}

impl Shape {
    /// The shape that comes nearest to a target.
    pub fn of(target: Target) -> Self {
        let count = (target.mmpps as usize).clamp(2, MOST_COMPONENTS);
        let ratio = pow(10.0, f64::from(target.scales) / (count - 1) as f64);
        let mut kappa = [0.0; MOST_COMPONENTS];
        let mut weight = [0.0; MOST_COMPONENTS];
        for (i, kappa) in kappa[..count].iter_mut().enumerate() {
            *kappa = FASTEST * pow(ratio, -(i as f64));
        }
        let beta = 2.0 - 2.0 * target.hurst;
        let cut = match target.weights {
            Weights::Collocation => collocation(&mut weight[..count], ratio, beta),
            Weights::LeastSquares => {
                least_squares(&mut weight[..count], &kappa[..count], beta);
                false
            }
        };
        Self { kappa, weight, count, cut }
    }

    /// The relaxation rates κ_i, fastest first, per cycle.
    pub fn relaxations(&self) -> &[f64] {
        &self.kappa[..self.count]
    }

    /// The weights of the exponentials, in any common unit.
    pub fn weights(&self) -> &[f64] {
        &self.weight[..self.count]
    }

    /// True if weights had to be cut off at zero, so that the power law is met badly.
    pub const fn cut(&self) -> bool {
        self.cut
    }

    /// The Hurst parameter that the shape has: from the straight line through the logarithm of its autocovariance.
    pub fn effective_hurst(&self) -> f64 {
        let (mut n, mut x, mut y, mut xx, mut xy) = (0.0, 0.0, 0.0, 0.0, 0.0);
        for tau in lags(self.relaxations()) {
            let pairs = self.weights().iter().zip(self.relaxations());
            let covariance: f64 = pairs.map(|(weight, kappa)| weight * exp(-kappa * tau)).sum();
            let (u, v) = (log(tau), log(covariance));
            n += 1.0;
            x += u;
            y += v;
            xx += u * u;
            xy += u * v;
        }
        1.0 + (n * xy - x * y) / (n * xx - x * x) / 2.0
    }

    /// Σ w q_1 and Σ w q_0: the lag-1 autocovariance of the arrivals per cycle and what variance they have beyond a Poisson process, for
    /// weights that are variances of the rate.
    fn per_cycle(&self) -> (f64, f64) {
        let mut sums = (0.0, 0.0);
        for (&weight, &kappa) in self.weights().iter().zip(self.relaxations()) {
            let gone = -expm1(-kappa);
            sums.0 += weight * gone * gone / (kappa * kappa);
            sums.1 += weight * 2.0 * exp_remainder(kappa) / (kappa * kappa);
        }
        sums
    }

    /// The lag-1 correlation that no variance reaches.
    pub fn correlation_limit(&self) -> f64 {
        let (lag, variance) = self.per_cycle();
        lag / variance
    }

    /// The largest mean rate that is fitted where the lag-1 correlation is `lag1` times it, `lag1` above 0.
    pub fn last_mean(&self, lag1: f64) -> f64 {
        JUST_BEFORE * self.correlation_limit() / lag1
    }

    /// The sum of MMPPs with this shape, a mean rate in arrivals per cycle, and a lag-1 autocorrelation of the arrivals per cycle.
    pub fn fit(&self, mean: f64, correlation: f64) -> Result<Superposition, Infeasible> {
        let (lag, variance) = self.per_cycle();
        let limit = lag / variance;
        if !(correlation >= 0.0 && correlation < limit) {
            return Err(Infeasible { asked: correlation, limit });
        }
        // correlation = covariance at lag 1 / (mean + variance beyond it), solved for the scale of the weights.
        let total = correlation * mean / (lag - correlation * variance);
        let mut sigma = [0.0; MOST_COMPONENTS];
        for (sigma, weight) in sigma.iter_mut().zip(self.weights()) {
            *sigma = (total * weight).sqrt();
        }
        let sum: f64 = sigma.iter().sum();
        let component = |(&sigma, &kappa): (&f64, &f64)| {
            if sum > mean {
                // Interrupted Poisson: σ/mean of a component is √((1-p)/p), the same for all, and the means add up.
                let p = mean * mean / (mean * mean + sum * sum);
                TwoState { d1: (1.0 - p) * kappa, d2: p * kappa, high: mean * (sigma / sum) / p, low: 0.0 }
            } else {
                let remainder = (mean - sum) / self.count as f64;
                TwoState { d1: 0.5 * kappa, d2: 0.5 * kappa, high: 2.0 * sigma + remainder, low: remainder }
            }
        };
        Ok(Superposition::of(sigma.iter().zip(self.relaxations()).map(component)))
    }
}

/// The lags from the fastest to the slowest time constant.
fn lags(kappa: &[f64]) -> impl Iterator<Item = f64> {
    let (first, last) = (1.0 / kappa[0], 1.0 / kappa[kappa.len() - 1]);
    let span = log(last / first);
    (0..LAGS).map(move |k| first * exp(span * f64::from(k) / f64::from(LAGS - 1)))
}

/// Weights for which the sum equals the power law at each time constant, from the slowest up; a faster component is neglected there. Says
/// whether one had to be cut off.
fn collocation(weight: &mut [f64], ratio: f64, beta: f64) -> bool {
    let slowest = weight.len() - 1;
    let mut cut = false;
    for i in 0..=slowest {
        let law = pow(ratio, i as f64 * beta);
        let slower: f64 = (0..i).map(|j| weight[slowest - j] * exp(1.0 - pow(ratio, j as f64 - i as f64))).sum();
        let rest = law - slower;
        cut |= rest <= 0.0;
        weight[slowest - i] = rest.max(0.0);
    }
    cut
}

/// Weights, none negative, for which the ratio of the sum to the power law is nearest to one in the mean square: the best of the least
/// squares over each set of components that may be active. There are only 2^L - 1 sets.
fn least_squares(weight: &mut [f64], kappa: &[f64], beta: f64) {
    let n = kappa.len();
    let mut moments = [[0.0; MOST_COMPONENTS]; MOST_COMPONENTS];
    let mut sums = [0.0; MOST_COMPONENTS];
    for tau in lags(kappa) {
        let mut column = [0.0; MOST_COMPONENTS];
        let law = pow(tau, beta);
        for j in 0..n {
            column[j] = law * exp(-kappa[j] * tau);
        }
        for i in 0..n {
            sums[i] += column[i];
            for j in 0..n {
                moments[i][j] += column[i] * column[j];
            }
        }
    }
    let scale: [f64; MOST_COMPONENTS] = std::array::from_fn(|i| moments[i][i].sqrt());
    let mut best = 0.0;
    for set in 1_usize..1 << n {
        let active: Vec<usize> = (0..n).filter(|i| set >> i & 1 == 1).collect();
        let mut matrix: Vec<f64> = Vec::with_capacity(active.len() * active.len());
        for &i in &active {
            matrix.extend(active.iter().map(|&j| moments[i][j] / (scale[i] * scale[j])));
        }
        let mut solution: Vec<f64> = active.iter().map(|&i| sums[i] / scale[i]).collect();
        let right = solution.clone();
        if linear::solve(&mut matrix, &mut solution).is_none() || solution.iter().any(|&x| x < 0.0 || x.is_nan()) {
            continue;
        }
        // At a least-squares solution x the squared error is LAGS - x · right.
        let explained: f64 = solution.iter().zip(&right).map(|(x, right)| x * right).sum();
        if explained > best {
            best = explained;
            weight.fill(0.0);
            active.iter().zip(&solution).for_each(|(&i, x)| weight[i] = x / scale[i]);
        }
    }
    let slowest = weight[n - 1];
    if slowest > 0.0 {
        weight.iter_mut().for_each(|weight| *weight /= slowest);
    }
}
