//! Complex numbers, as far as transforms of distributions need them.

use std::ops::{Add, Div, Mul, Neg, Sub};

/// A complex number by its parts.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Complex {
    pub(crate) re: f64,
    pub(crate) im: f64,
}

impl Complex {
    pub(crate) const ONE: Self = Self::real(1.0);

    pub(crate) const fn real(re: f64) -> Self {
        Self { re, im: 0.0 }
    }

    /// The square of the modulus.
    fn square(self) -> f64 {
        self.re * self.re + self.im * self.im
    }

    #[must_use]
    pub(crate) fn exp(self) -> Self {
        let (sin, cos) = libm::sincos(self.im);
        Self::real(libm::exp(self.re)) * Self { re: cos, im: sin }
    }

    /// The square root whose real part is not negative.
    #[must_use]
    pub fn sqrt(self) -> Self {
        let modulus = self.square().sqrt();
        // Half the sum, from the side on which nothing cancels.
        let large = (0.5 * (modulus + self.re.abs())).sqrt();
        let small = if large > 0.0 { 0.5 * self.im.abs() / large } else { 0.0 };
        let (re, im) = if self.re >= 0.0 { (large, small) } else { (small, large) };
        Self { re, im: im.copysign(self.im) }
    }

    /// (1 - e^-x)/x, to the last digits also for small x; 1 at x = 0.
    #[must_use]
    pub fn falling(self) -> Self {
        /// Below this square of the modulus, this many terms of the series are enough.
        const SERIES: (f64, u32) = (1.0, 19);
        if self.square() >= SERIES.0 {
            return (Self::ONE - (-self).exp()) / self;
        }
        // 1 - x/2 (1 - x/3 (1 - ..))
        (2..=SERIES.1).rev().fold(Self::ONE, |inner, k| Self::ONE - self * inner * (1.0 / f64::from(k)))
    }
}

impl Add for Complex {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self { re: self.re + other.re, im: self.im + other.im }
    }
}

impl Sub for Complex {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Neg for Complex {
    type Output = Self;
    fn neg(self) -> Self {
        Self { re: -self.re, im: -self.im }
    }
}

impl Mul for Complex {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        Self { re: self.re * other.re - self.im * other.im, im: self.re * other.im + self.im * other.re }
    }
}

impl Mul<f64> for Complex {
    type Output = Self;
    fn mul(self, factor: f64) -> Self {
        Self { re: self.re * factor, im: self.im * factor }
    }
}

impl Div for Complex {
    type Output = Self;
    fn div(self, other: Self) -> Self {
        self * Self { re: other.re, im: -other.im } * (1.0 / other.square())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(one: Complex, other: Complex) -> bool {
        (one - other).square().sqrt() < 1e-14 * other.square().sqrt()
    }

    #[test]
    fn roots_powers_and_quotients_invert_one_another() {
        for re in [-3.0, -1e-9, 0.0, 0.4, 7.0] {
            for im in [-2.0, -1e-9, 0.0, 0.3, 5.0] {
                let x = Complex { re, im };
                let root = x.sqrt();
                assert!(root.re >= 0.0 && (root * root - x).square().sqrt() <= 1e-15 * x.square().sqrt(), "{x:?}");
                assert!(close(x.exp() * (-x).exp(), Complex::ONE), "{x:?}");
                let other = Complex { re: 0.3, im: -1.2 };
                assert!(x == Complex::default() || close(x / other * other, x), "{x:?}");
            }
        }
    }

    #[test]
    fn the_falling_quotient_is_the_same_from_both_sides_of_the_border() {
        // With 20 digits, at |x| = 1 - and 1 +.
        for modulus in [0.999_999_999, 1.000_000_001, 0.3, 4.0] {
            for angle in [0.0, 0.7, 1.5, 3.0] {
                let x = Complex { re: modulus * libm::cos(angle), im: modulus * libm::sin(angle) };
                assert!(close(x.falling() * x + (-x).exp(), Complex::ONE), "{x:?}");
            }
        }
        assert_eq!(Complex::default().falling(), Complex::ONE);
        let tiny = Complex::real(1e-9).falling();
        assert!((tiny.re - (1.0 - 0.5e-9)).abs() < 1e-16);
    }
}
