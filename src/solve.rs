//! Roots, and numbers that carry their derivative. Generic numerics: nothing here knows a network.
//!
//! Every search ends with a report ([`Root`]) of how many evaluations it took and how far its bracket shrank.

pub mod linear;

use std::ops::{Add, Div, Mul, Neg, Sub};

/// A value and its derivative with respect to one chosen variable (forward differentiation): arithmetic on it applies the rules of
/// calculus exactly, so that a maximum can be found as a root of the derivative to the last bits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dual {
    /// The value.
    pub value: f64,
    /// The derivative.
    pub slope: f64,
}

impl Dual {
    /// The variable itself at `value`.
    pub const fn variable(value: f64) -> Self {
        Self { value, slope: 1.0 }
    }

    /// A constant.
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

/// Where a search ended, and how it went.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Root {
    /// The root.
    pub at: f64,
    /// How often the function was evaluated.
    pub evaluations: u32,
    /// Width of the last bracket, or the last step: the root is that close.
    pub width: f64,
}

/// The first place in `low..high` where `holds` turns from true to false, to the last bit.
///
/// The interval is looked through at `samples` equal steps, so that of several changes the first is found if they are further apart
/// than a step; then the bracket is halved until its ends are neighbours. `high` if it holds everywhere looked at.
pub fn last_true(low: f64, high: f64, samples: u32, holds: impl Fn(f64) -> bool) -> Root {
    let step = (high - low) / f64::from(samples);
    let Some(failing) = (1..=samples).find(|&i| !holds(low + step * f64::from(i))) else {
        return Root { at: high, evaluations: samples, width: step };
    };
    let (mut good, mut bad) = (low + step * f64::from(failing - 1), low + step * f64::from(failing));
    let mut evaluations = failing;
    loop {
        let middle = good + (bad - good) / 2.0;
        if middle <= good || middle >= bad {
            return Root { at: good, evaluations, width: bad - good };
        }
        evaluations += 1;
        if holds(middle) { good = middle } else { bad = middle }
    }
}

/// The root of a rising function in `low..=high`, by Newton steps that fall back to halving whenever they leave the bracket.
///
/// `function` must be at most zero at `low` and at least zero at `high`; its slope may vanish at an end.
pub fn rising_root(low: f64, high: f64, function: impl Fn(f64) -> Dual) -> Root {
    const ENOUGH: u32 = 200; // halving alone needs about 60
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
    fn the_first_of_two_changes_is_found_to_the_last_bit() {
        let root = last_true(0.0, 1.0, 64, |x| !(0.3..0.6).contains(&x));
        assert!(root.at < 0.3 && root.at + root.width >= 0.3 && root.width < 1e-15);
        assert_eq!(last_true(0.0, 1.0, 64, |_| true).at, 1.0);
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
