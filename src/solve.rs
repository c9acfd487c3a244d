//! Roots, and numbers that carry their derivative. Generic numerics: nothing here knows a network.
//!
//! Every search ends with a report ([`Root`]) of how many evaluations it took and how far its bracket shrank.

pub mod complex;
pub mod derivative;
pub mod linear;
pub mod tridiagonal;

use libm::exp;
use std::ops::{Add, Div, Mul, Neg, Sub};

/// The rule of Gauss and Legendre with eight nodes on [-1, 1]: abscissae and weights.
pub fn gauss() -> impl Iterator<Item = (f64, f64)> {
    /// The positive abscissae; each has an opposite.
    const POSITIVE: [(f64, f64); 4] = [
        (0.183_434_642_495_649_8, 0.362_683_783_378_362),
        (0.525_532_409_916_329, 0.313_706_645_877_887_27),
        (0.796_666_477_413_626_7, 0.222_381_034_453_374_48),
        (0.960_289_856_497_536_3, 0.101_228_536_290_376_26),
    ];
    POSITIVE.iter().flat_map(|(place, weight)| [(-place, *weight), (*place, *weight)])
}

/// A value and its derivative with respect to one chosen variable (forward differentiation): arithmetic on it applies the rules of
/// calculus exactly, so that a maximum can be found as a root of the derivative to the last bits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dual {
    /// The value, without its derivative.
    pub value: f64,
    pub(crate) slope: f64,
}

impl Dual {
    /// The variable itself at `value`.
    pub const fn variable(value: f64) -> Self {
        Self { value, slope: 1.0 }
    }

    /// A constant, whose derivative is 0.
    pub const fn constant(value: f64) -> Self {
        Self { value, slope: 0.0 }
    }

    /// The square root, of a positive number.
    pub fn sqrt(self) -> Self {
        let root = self.value.sqrt();
        Self { value: root, slope: self.slope / (2.0 * root) }
    }

    /// A power with a whole exponent.
    pub fn power(self, exponent: u32) -> Self {
        (0..exponent).fold(Self::constant(1.0), |product, _| product * self)
    }
}

impl Add for Dual {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self { value: self.value + other.value, slope: self.slope + other.slope }
    }
}

impl Sub for Dual {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self { value: self.value - other.value, slope: self.slope - other.slope }
    }
}

impl Neg for Dual {
    type Output = Self;
    fn neg(self) -> Self {
        Self { value: -self.value, slope: -self.slope }
    }
}

impl Mul for Dual {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        Self { value: self.value * other.value, slope: self.slope * other.value + self.value * other.slope }
    }
}

impl Div for Dual {
    type Output = Self;
    fn div(self, other: Self) -> Self {
        let value = self.value / other.value;
        Self { value, slope: (self.slope - value * other.slope) / other.value }
    }
}

impl Add<f64> for Dual {
    type Output = Self;
    fn add(self, other: f64) -> Self {
        Self { value: self.value + other, ..self }
    }
}

impl Mul<f64> for Dual {
    type Output = Self;
    fn mul(self, other: f64) -> Self {
        Self { value: self.value * other, slope: self.slope * other }
    }
}

/// The result of a search, and its course.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Root {
    /// The root, in the last bracket.
    pub at: f64,
    /// The number of evaluations of the function.
    pub evaluations: u32,
    /// Width of the last bracket, or the last step: the root is that close.
    pub width: f64,
}

/// Evaluations after which every search here has long ended; halving alone needs about 60.
const ENOUGH: u32 = 200;

/// The first root in `low..high` of a function that begins positive and falls through it; where it has no value it gives minus infinity.
///
/// The interval is looked through at `samples` equal steps, so that of several roots the first is found if they are further apart
/// than a step; then [`falling_root`] refines it to the accuracy `none`. `high` if the function is positive at every step.
pub fn first_root(low: f64, high: f64, samples: u32, none: f64, function: impl Fn(f64) -> f64) -> Root {
    let step = (high - low) / f64::from(samples);
    let mut before = (low, function(low));
    for i in 1..=samples {
        let here = low + step * f64::from(i);
        let value = function(here);
        if value <= 0.0 {
            let root = falling_root(before, (here, value), none, &function);
            return Root { evaluations: root.evaluations + i + 1, ..root };
        }
        before = (here, value);
    }
    Root { at: high, evaluations: samples + 1, width: step }
}

/// A place where a function is positive and one to the right where it is not, which close in on the root between them: regula falsi after
/// Illinois. Where the function has no value (NaN) it counts as below zero.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bracket {
    left: (f64, f64),
    right: (f64, f64),
    evaluations: u32,
    /// The end that moved last: the left one is 1, the right one -1.
    kept: i8,
}

impl Bracket {
    /// Between two places with their values.
    pub const fn new(left: (f64, f64), right: (f64, f64)) -> Self {
        Self { left, right, evaluations: 0, kept: 0 }
    }

    /// The next place to evaluate; `None` if no number is in between, or the ends are no bracket.
    pub fn next(&self) -> Option<f64> {
        let ((a, f_a), (b, f_b)) = (self.left, self.right);
        if self.evaluations >= ENOUGH || f_b >= 0.0 || f_a.is_nan() || f_a <= 0.0 || b - a <= 2.0 * f64::EPSILON * b {
            return None;
        }
        let mut c = (a * f_b - b * f_a) / (f_b - f_a);
        // An infinite value at an end, or no progress, falls back to halving.
        if !(c > a && c < b) || self.evaluations % 8 == 7 {
            c = a + (b - a) / 2.0;
        }
        (c > a && c < b).then_some(c)
    }

    pub(crate) fn take(&mut self, at: f64, value: f64) {
        self.evaluations += 1;
        if value > 0.0 {
            self.left = (at, value);
            self.right.1 *= if self.kept == 1 { 0.5 } else { 1.0 };
            self.kept = 1;
        } else {
            self.right = (at, value);
            self.left.1 *= if self.kept == -1 { 0.5 } else { 1.0 };
            self.kept = -1;
        }
    }

    /// The end on the right.
    pub const fn right(&self) -> f64 {
        self.right.0
    }

    /// The number of evaluations of the function.
    pub const fn evaluations(&self) -> u32 {
        self.evaluations
    }

    /// The distance of its ends.
    pub fn width(&self) -> f64 {
        self.right.0 - self.left.0
    }

    /// The root as far as it is known.
    fn root(&self) -> Root {
        let at = if self.right.1 >= 0.0 { self.right.0 } else { self.left.0 };
        Root { at, evaluations: self.evaluations, width: self.width() }
    }
}

/// The root between a place where the function is positive and one to the right where it is not, until the function is
/// at most `none` times its argument.
pub fn falling_root(left: (f64, f64), right: (f64, f64), none: f64, mut function: impl FnMut(f64) -> f64) -> Root {
    let mut bracket = Bracket::new(left, right);
    while let Some(at) = bracket.next() {
        let value = function(at);
        if value.abs() <= none * at {
            return Root { at, evaluations: bracket.evaluations + 1, width: bracket.width() };
        }
        bracket.take(at, value);
    }
    bracket.root()
}

/// The root of a rising function in `low..=high`, by Newton steps that fall back to halving whenever they leave the bracket.
///
/// `function` must be at most zero at `low` and at least zero at `high`; its slope may vanish at an end.
pub fn rising_root(low: f64, high: f64, function: impl Fn(f64) -> Dual) -> Root {
    let (mut low, mut high) = (low, high);
    // Where the function is nearly straight, as at light load, the first step from the lower end is all it takes.
    let mut at = low;
    let mut evaluations = 0;
    let mut width = high - low;
    while evaluations < ENOUGH {
        let Dual { value, slope } = function(at);
        evaluations += 1;
        if value == 0.0 || (value > 0.0 && at == low) {
            width = 0.0;
            break;
        }
        if value < 0.0 {
            low = at
        } else {
            high = at
        }
        let newton = at - value / slope;
        // A Newton step that stays inside is trusted two times in three, so that the bracket halves whatever the function does.
        let next =
            if newton > low && newton < high && (evaluations % 3 != 0) { newton } else { low + (high - low) / 2.0 };
        width = (next - at).abs();
        if next == at || high - low <= f64::EPSILON * high || width <= f64::EPSILON * at.abs() / 2.0 {
            at = next;
            break;
        }
        at = next;
    }
    Root { at, evaluations, width }
}

/// e^(-x) - 1 + x for x >= 0, to the last digits also where the three terms cancel.
pub fn exp_remainder(x: f64) -> f64 {
    /// Below, the series has no term larger than its first, and this many are enough.
    const SERIES: (f64, u32) = (1.0, 19);
    if x >= SERIES.0 {
        return exp(-x) - 1.0 + x;
    }
    // x²/2 (1 - x/3 (1 - x/4 (1 - ..)))
    x * x / 2.0 * (3..SERIES.1).rev().fold(1.0, |inner, k| 1.0 - x / f64::from(k) * inner)
}

/// The binomial coefficient n over k.
pub fn binomial(n: u32, k: u32) -> f64 {
    (0..k).fold(1.0, |product, i| product * (f64::from(n) - f64::from(i)) / f64::from(i + 1))
}

/// A whole power; 0^0 is 1.
pub fn power(x: f64, exponent: usize) -> f64 {
    (0..exponent).fold(1.0, |product, _| product * x)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dual_number_carries_the_derivative() {
        // (x^3 + sqrt(x)) / (2 - x) at 1.5, differentiated by hand.
        let x = Dual::variable(1.5);
        let y = (x.power(3) + x.sqrt()) / (-x + 2.0);
        let (u, du) = (3.375 + 1.5_f64.sqrt(), 3.0 * 2.25 + 0.5 / 1.5_f64.sqrt());
        assert!((y.value - u / 0.5).abs() < 1e-14);
        assert!((y.slope - (du * 0.5 + u) / 0.25).abs() < 1e-12);
    }

    #[test]
    fn the_remainder_of_an_exponential_has_all_digits() {
        // With 40 digits.
        for (x, exact) in [
            (1e-8, 4.999_999_983_333_333e-17),
            (0.1, 4.837_418_035_959_573e-3),
            (0.999_999, 0.367_878_809_051_067_4),
            (1.000_001, 0.367_880_073_292_185_04),
            (30.0, 29.000_000_000_000_094),
        ] {
            assert!(
                (exp_remainder(x) / exact - 1.0).abs() < 4.0 * f64::EPSILON,
                "{x}: {} is not {exact}",
                exp_remainder(x)
            );
        }
        assert_eq!(exp_remainder(0.0), 0.0);
    }

    #[test]
    fn the_first_of_two_roots_is_found_also_beside_a_place_without_a_value() {
        let root = first_root(0.0, 1.0, 64, 1e-15, |x| (x - 0.3) * (x - 0.6));
        assert!((root.at - 0.3).abs() < 1e-14 && root.evaluations < 40, "{root:?}");
        let root = first_root(0.0, 1.0, 64, 1e-15, |x| if x < 0.305 { 0.3 - x } else { f64::NEG_INFINITY });
        assert!((root.at - 0.3).abs() < 1e-14 && root.evaluations < 60, "{root:?}");
        assert_eq!(first_root(0.0, 1.0, 64, 0.0, |_| 1.0).at, 1.0);
    }

    #[test]
    fn a_falling_root_is_found_beside_a_place_without_a_value() {
        for value in [f64::NAN, f64::NEG_INFINITY, -1e30] {
            let function = |x: f64| if x < 0.31 { 0.3 - x } else { value };
            let root = falling_root((0.0, 0.3), (1.0, value), 1e-15, function);
            assert!((root.at - 0.3).abs() < 1e-14 && root.evaluations < 60, "{value}: {root:?}");
        }
    }

    #[test]
    fn a_rising_root_is_found_even_where_the_slope_vanishes() {
        for target in [0.0, 1e-9, 0.2, 0.999, 1.0] {
            // Rises to its maximum at 1, where the slope is zero.
            let root = rising_root(0.0, 1.0, |x| {
                let x = Dual::variable(x);
                x * 2.0 - x * x + -target
            });
            let error = (2.0 * root.at - root.at * root.at - target).abs();
            assert!(error < 1e-15 && root.evaluations < 100, "{target}: {root:?}");
        }
    }
}
