//! The fixed point of one load, and the maximum of all loads.
//!
//! `F(p) = Φ(p) - p` starts positive at 0. Up to the P_V of the end it has one root, the lightly blocked regime, to which iteration from
//! the empty network rises, and is negative after it. Beyond comes a second, congested root, and F goes to zero again towards certain
//! blocking, p = 1: so every search has a ceiling.

use crate::solve::falling_root;

/// Size of F relative to p that counts as none.
pub(super) const NONE: f64 = 1e-12;

/// The slope of F in an empty network.
pub(super) const EMPTY: f64 = -1.0;

/// Size of F relative to p that rounding alone can make, where the rates of a chain span seven decades.
const ROUNDING: f64 = 1e-10;

/// Steps after which every search here has long ended.
const ENOUGH: u32 = 200;

/// The one root in `0..=ceiling` of a function that goes from positive to negative; the ceiling, where rounding leaves it positive there.
pub(super) fn least_root(ceiling: f64, mut function: impl FnMut(f64) -> f64) -> f64 {
    const FEW: u32 = 12;
    let (mut a, mut f_a) = (0.0, function(0.0));
    if f_a <= 0.0 {
        return a;
    }
    let mut b = f_a.min(ceiling);
    for steps in 0.. {
        let f_b = function(b);
        if f_b.abs() <= NONE * b || (b >= ceiling && f_b >= 0.0) {
            return b;
        }
        if f_b < 0.0 {
            break;
        }
        // The secant of a convex function stays left of its root; one step of the plain iteration does so always.
        let secant = if f_b < f_a { f_b * (b - a) / (f_a - f_b) } else { ceiling };
        (a, f_a) = (b, f_b);
        b = if steps < FEW { (b + secant.max(f_b)).min(ceiling) } else { ceiling };
    }
    let f_b = function(b);
    falling_root((a, f_a), (b, f_b), NONE, function).at
}

/// The root in `0..most` of a falling function near a good guess, by secants from `guess` with the slope that it had at a neighbouring
/// root. `None` if that does not settle at once. With the root comes the slope, where the secants were long enough to measure it anew.
pub(super) fn near_root(
    guess: f64,
    slope: f64,
    most: f64,
    mut function: impl FnMut(f64) -> f64,
) -> Option<(f64, Option<f64>)> {
    const FEW: u32 = 9;
    /// Relative to the argument: a secant over less has the rounding errors of F for its slope.
    const MEASURABLE: f64 = 1e-9;
    let (mut a, mut f_a) = (guess, function(guess));
    let (mut slope, mut measured) = (slope, None);
    for _ in 1..FEW {
        if f_a.abs() <= NONE * a {
            return Some((a, measured));
        }
        let b = a - f_a / slope;
        // Written so that NaN ends it.
        if !(b > 0.0 && b < most && slope < 0.0) {
            return None;
        }
        let f_b = function(b);
        if (b - a).abs() > MEASURABLE * b {
            slope = (f_b - f_a) / (b - a);
            measured = Some(slope);
        }
        (a, f_a) = (b, f_b);
    }
    (f_a.abs() <= ROUNDING * a).then_some((a, measured))
}

/// The place of the one maximum in `low..high`, to an absolute `accuracy`: by parabolas, with golden sections where they fail (Brent).
pub(super) fn largest(low: f64, high: f64, accuracy: f64, mut function: impl FnMut(f64) -> f64) -> f64 {
    const GOLDEN: f64 = 0.381_966_011_250_105_1;
    let (mut a, mut b) = (low, high);
    let mut x = a + GOLDEN * (b - a);
    let mut f_x = -function(x);
    let (mut w, mut f_w, mut v, mut f_v) = (x, f_x, x, f_x);
    let (mut step, mut earlier) = (0.0_f64, 0.0_f64);
    for _ in 0..ENOUGH {
        let middle = (a + b) / 2.0;
        if (x - middle).abs() <= 2.0 * accuracy - (b - a) / 2.0 {
            break;
        }
        let mut golden = true;
        if earlier.abs() > accuracy {
            let r = (x - w) * (f_x - f_v);
            let q = (x - v) * (f_x - f_w);
            let p = (x - v) * q - (x - w) * r;
            let q = 2.0 * (q - r);
            let (p, q) = if q > 0.0 { (-p, q) } else { (p, -q) };
            if p.abs() < (0.5 * q * earlier).abs() && p > q * (a - x) && p < q * (b - x) {
                earlier = step;
                step = p / q;
                let u = x + step;
                if u - a < 2.0 * accuracy || b - u < 2.0 * accuracy {
                    step = if x < middle { accuracy } else { -accuracy };
                }
                golden = false;
            }
        }
        if golden {
            earlier = if x >= middle { a - x } else { b - x };
            step = GOLDEN * earlier;
        }
        let u = if step.abs() >= accuracy { x + step } else { x + accuracy * step.signum() };
        let f_u = -function(u);
        if f_u <= f_x {
            if u >= x {
                a = x
            } else {
                b = x
            }
            (v, f_v, w, f_w, x, f_x) = (w, f_w, x, f_x, u, f_u);
        } else {
            if u < x {
                a = u
            } else {
                b = u
            }
            if f_u <= f_w || w == x {
                (v, f_v, w, f_w) = (w, f_w, u, f_u);
            } else if f_u <= f_v || v == x || v == w {
                (v, f_v) = (u, f_u);
            }
        }
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lower_of_two_roots_is_found_up_to_where_they_meet() {
        for (r, q) in [(0.1, 0.5), (1e-6, 0.3), (0.2999, 0.3001), (0.3 - 1e-7, 0.3 + 1e-7)] {
            let mut evaluations = 0;
            let root = least_root((r + q) / 2.0, |p| {
                evaluations += 1;
                (p - r) * (p - q)
            });
            assert!((root - r).abs() < 1e-5 * r && evaluations < 60, "{root} {evaluations}");
        }
        assert_eq!(least_root(0.3, |p| (p - 0.3) * (p - 0.3) + 1e-15), 0.3);
    }

    #[test]
    fn a_root_is_found_where_the_function_is_not_convex() {
        // Flat, then steep: a secant of the flat part shoots far beyond.
        let root = least_root(0.9, |p| 0.5 - 1.0 / (1.0 + libm::exp(-40.0 * (p - 0.6))));
        assert!((root - 0.6).abs() < 1e-11, "{root}");
    }

    #[test]
    fn a_falling_function_has_its_one_root() {
        let root = least_root(1.0, |p| 0.3 / (1.0 + p) - p);
        assert!((root * (1.0 + root) - 0.3).abs() < 1e-12);
    }

    #[test]
    fn the_top_of_a_skewed_hill_is_found() {
        let mut evaluations = 0;
        let top = largest(-3.0, 5.0, 1e-6, |x| {
            evaluations += 1;
            x - libm::exp(2.0 * x)
        });
        assert!((top + 0.5 * libm::log(2.0)).abs() < 1e-6 && evaluations < 25, "{top} {evaluations}");
    }
}
