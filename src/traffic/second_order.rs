//! Second-order statistics of long-range dependent traffic: its correlation by lag, and the variance of its counts by time.
//!
//! ```text
//!   log r(k)                                  log excess
//!     |* .                                      |              . *     slope 2H of t^(2H)
//!     |    * .   slope -(2-2H)                  |          . *
//!     |        * .                              |      . *
//!     |  designed  *\  fitted: exponential      |  . *        beyond: the slope falls to 1
//!     +---------------- log k                   +---------------- log t
//! ```
//! With N(t) the arrivals in t cycles of a sum of two-state MMPPs with relaxation rates κ_i and variances σ_i² of their rates,
//! ```text
//!   (a)  Var N(t) = λ t + Σ 2 σ_i² (κ_i t - 1 + e^(-κ_i t)) / κ_i²
//!   (b)  Cov(k)   = Σ σ_i² ((1 - e^(-κ_i)) / κ_i)² e^(-κ_i (k-1)),       r(k) = Cov(k) / Var N(1),       k >= 1 cycles apart
//! ```
//! A rate with the autocovariance `S τ^(-β)`, β = 2-2H, would give the straight lines. The fit follows that law from 1/κ_1 to 1/κ_L and no
//! further, so the lines are laid through what the fit has there: `S` is the geometric mean of `Σ σ_i² e^(-κ_i τ) τ^β` over that range. For
//! lags of single cycles, where a cycle is not short against the lag, (b) is above the law of the rate.
//!
//! The *index of dispersion* Var N(t) / λt is 1 for a Poisson process at all times. What it has above 1 is the traffic's own; only that
//! part grows like a power of t, and at light load it is hidden below the 1 for a long time.

use super::long_range::{Infeasible, Shape};
use super::mmpp::{Superposition, TwoState};
use libm::{exp, log, pow};

/// Points of each curve in a decade of lags or times.
const POINTS_PER_DECADE: u32 = 12;

/// The number of lags for the fit of the straight lines.
const LAGS: u32 = 200;

/// The autocorrelation of the arrivals per cycle against the lag.
#[derive(Clone, Debug, PartialEq)]
pub struct Correlation {
    /// Lags k >= 1, cycles, evenly spaced in their logarithm.
    pub lags: Vec<f64>,
    /// r(k) of the fitted traffic, equation (b).
    pub fitted: Vec<f64>,
    /// The power law k^(-(2-2H)) at the height of the fit.
    pub target: Vec<f64>,
    /// From 1/κ_1 to 1/κ_L, the lags that the fit is designed for, cycles.
    pub range: (f64, f64),
}

/// The variance of the arrivals in t cycles against t, as the index of dispersion Var N(t) / λt.
#[derive(Clone, Debug, PartialEq)]
pub struct VarianceTime {
    /// t, cycles, evenly spaced in their logarithm.
    pub times: Vec<f64>,
    /// The index of the fitted traffic, equation (a); a Poisson process has 1 throughout.
    pub fitted: Vec<f64>,
    /// The value of the power law: 1 and a part that grows like t^(2H-1).
    pub target: Vec<f64>,
    /// From 1/κ_1 to 1/κ_L, the times that the fit is designed for, cycles.
    pub range: (f64, f64),
}

/// The traffic of one shape at one load, beside the power law that it is to follow.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SecondOrder {
    traffic: Superposition,
    load: f64,
    /// β = 2 - 2H of the target.
    beta: f64,
    /// S, the height of the law.
    height: f64,
    range: (f64, f64),
}

impl SecondOrder {
    /// The traffic with this shape, a mean rate in arrivals per cycle (above 0), and a lag-1 autocorrelation coefficient of the arrivals
    /// per cycle. `hurst` is the parameter that was asked for, 0.5 < H < 1. The error is that of [`Shape::fit`].
    pub fn of(shape: &Shape, hurst: f64, load: f64, correlation: f64) -> Result<Self, Infeasible> {
        let traffic = shape.fit(load, correlation)?;
        let kappa = shape.relaxations();
        let range = (1.0 / kappa[0], 1.0 / kappa[kappa.len() - 1]);
        let beta = 2.0 - 2.0 * hurst;
        // Without correlation the covariance is zero, and so is the height.
        let logarithms: f64 =
            spaced(range.0, range.1, LAGS).map(|tau| log(rate_autocovariance(&traffic, tau) * pow(tau, beta))).sum();
        Ok(Self { traffic, load, beta, height: exp(logarithms / f64::from(LAGS + 1)), range })
    }

    /// The lags or times of a curve: from one cycle to a decade beyond the designed range.
    fn axis(&self) -> Vec<f64> {
        let last = 10.0 * self.range.1;
        let decades = log(last) / log(10.0);
        spaced(1.0, last, (decades * f64::from(POINTS_PER_DECADE)) as u32 + 1).collect()
    }

    /// The decay of the correlation.
    pub fn correlation(&self) -> Correlation {
        let lags = self.axis();
        let variance = self.traffic.count_variance(1.0);
        Correlation {
            fitted: lags.iter().map(|&lag| self.traffic.count_autocorrelation(lag)).collect(),
            target: lags.iter().map(|&lag| self.height * pow(lag, -self.beta) / variance).collect(),
            lags,
            range: self.range,
        }
    }

    /// The growth of the variance.
    pub fn variance_time(&self) -> VarianceTime {
        let times = self.axis();
        // Twice the integral of (t - τ) S τ^(-β) over 0..t, a variance, divided by λt.
        let scale = 2.0 * self.height / ((1.0 - self.beta) * (2.0 - self.beta) * self.load);
        VarianceTime {
            fitted: times.iter().map(|&t| self.traffic.count_variance(t) / (self.load * t)).collect(),
            target: times.iter().map(|&t| 1.0 + scale * pow(t, 1.0 - self.beta)).collect(),
            times,
            range: self.range,
        }
    }
}

/// The autocovariance of the rate at lag τ.
fn rate_autocovariance(traffic: &Superposition, tau: f64) -> f64 {
    traffic.parts().iter().map(|part: &TwoState| part.sigma() * part.sigma() * exp(-part.relaxation() * tau)).sum()
}

/// Numbers evenly spaced in their logarithm, both ends and `steps` steps.
fn spaced(first: f64, last: f64, steps: u32) -> impl Iterator<Item = f64> {
    let span = log(last / first);
    (0..=steps).map(move |k| first * exp(span * f64::from(k) / f64::from(steps)))
}

#[cfg(test)]
mod tests {
    use super::super::long_range::{Target, Weights};
    use super::*;

    const LOAD: f64 = 0.02;
    const RHO: f64 = 0.8;

    fn of(hurst: f64, weights: Weights) -> SecondOrder {
        let shape = Shape::of(Target { hurst, scales: 5, mmpps: 5, weights });
        SecondOrder::of(&shape, hurst, LOAD, RHO * LOAD).expect("feasible")
    }

    /// The slope of a straight line through the logarithms over the designed range.
    fn slope(x: &[f64], y: &[f64], (first, last): (f64, f64)) -> f64 {
        let points: Vec<(f64, f64)> =
            x.iter().zip(y).filter(|(x, _)| (first..=last).contains(x)).map(|(&x, &y)| (log(x), log(y))).collect();
        let n = points.len() as f64;
        let (x, y) = points.iter().fold((0.0, 0.0), |(a, b), (x, y)| (a + x / n, b + y / n));
        let (xy, xx) =
            points.iter().fold((0.0, 0.0), |(a, b), p| (a + (p.0 - x) * (p.1 - y), b + (p.0 - x) * (p.0 - x)));
        xy / xx
    }

    #[test]
    fn the_correlation_at_lag_one_is_the_one_asked_for_and_its_slope_is_that_of_h() {
        /// Waves of the fit, and a first decade in which a cycle is not short against the lag.
        const SLOPE: f64 = 0.03;
        for hurst in [0.6, 0.7, 0.8, 0.9] {
            let correlation = of(hurst, Weights::LeastSquares).correlation();
            assert_eq!(correlation.lags[0], 1.0);
            assert!((correlation.fitted[0] / (RHO * LOAD) - 1.0).abs() < 1e-12);
            let last = correlation.lags[correlation.lags.len() - 1];
            assert!((last / 1.25e6 - 1.0).abs() < 1e-12, "a decade beyond 1.25 10^5: {last}");
            let target = slope(&correlation.lags, &correlation.target, correlation.range);
            assert!((target + 2.0 - 2.0 * hurst).abs() < 1e-12, "{target}");
            let fitted = slope(&correlation.lags, &correlation.fitted, correlation.range);
            assert!((fitted - target).abs() < SLOPE, "H = {hurst}: {fitted} is not {target}");
        }
    }

    #[test]
    fn the_law_is_the_geometric_mean_of_the_fit_over_the_range() {
        let fit = of(0.75, Weights::LeastSquares);
        let over = |tau| log(rate_autocovariance(&fit.traffic, tau) * pow(tau, fit.beta) / fit.height);
        let sum: f64 = spaced(fit.range.0, fit.range.1, LAGS).map(over).sum();
        assert!(sum.abs() < 1e-9, "{sum}");
    }

    #[test]
    fn the_fit_waves_about_the_law_in_the_range_and_falls_away_beyond() {
        for weights in [Weights::LeastSquares, Weights::Collocation] {
            let correlation = of(0.75, weights).correlation();
            for ((&lag, fitted), target) in correlation.lags.iter().zip(&correlation.fitted).zip(&correlation.target) {
                let ratio = fitted / target;
                if lag > 10.0 * correlation.range.0 && lag < correlation.range.1 {
                    assert!((0.7..1.4).contains(&ratio), "{lag}: {ratio}");
                } else if lag > 5.0 * correlation.range.1 {
                    assert!(ratio < 0.2, "{lag}: {ratio}");
                }
            }
        }
    }

    #[test]
    fn the_index_of_dispersion_leaves_that_of_poisson_like_the_power_law() {
        /// The variance sums up all shorter lags, also those below the range, and the waves.
        const SLOPE: f64 = 0.05;
        for hurst in [0.7, 0.8, 0.9] {
            let curve = of(hurst, Weights::LeastSquares).variance_time();
            let excess = |index: &[f64]| index.iter().map(|index| index - 1.0).collect::<Vec<_>>();
            let target = slope(&curve.times, &excess(&curve.target), curve.range);
            assert!((target - (2.0 * hurst - 1.0)).abs() < 1e-6, "{target}");
            let inner = (30.0 * curve.range.0, curve.range.1);
            let fitted = slope(&curve.times, &excess(&curve.fitted), inner);
            assert!((fitted - target).abs() < SLOPE, "H = {hurst}: {fitted} is not {target}");
        }
        let shape = Shape::of(Target { hurst: 0.8, scales: 5, mmpps: 4, weights: Weights::LeastSquares });
        let calm = SecondOrder::of(&shape, 0.8, LOAD, 0.0).expect("feasible");
        assert!(calm.variance_time().fitted.iter().chain(&calm.variance_time().target).all(|&index| index == 1.0));
        assert!(calm.correlation().fitted.iter().chain(&calm.correlation().target).all(|&r| r == 0.0));
        assert!(SecondOrder::of(&shape, 0.8, LOAD, 0.9).is_err());
    }
}
