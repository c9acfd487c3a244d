//! The least fixed point of a scalar function that may have none: the search along one load, and the end of all loads that have one.
//!
//! `F(p) = Φ(p) - p` starts positive at 0 and is convex up to its first minimum. Where the minimum is below zero there are two roots, and the least one
//! is the lightly blocked regime; iteration from the empty network rises to it. Where it is above there is none.

use crate::solve::{Root, falling_root};
use std::cell::Cell;

/// Where the search for the least root ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Least {
    /// At a root.
    Found(Root),
    /// There is none: the place of the smallest F, and its value, above zero.
    Missing(Root, f64),
}

/// Steps after which every search here has long ended.
const ENOUGH: u32 = 200;

/// Longest step in p: shorter than the hump between the two roots, so that no step jumps from one side to the other.
const LONGEST_STEP: f64 = 1.0 / 16.0;

/// Size of F relative to p that rounding alone can make, where the rates of a chain span seven decades: a minimum no higher is a root.
const ROUNDING: f64 = 1e-10;

/// When a search for the least root is at its end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Accuracy {
    /// Size of F relative to p that counts as none.
    pub residue: f64,
    /// How exactly, relative to p, the place of the smallest F is wanted where there is no root.
    pub place: f64,
}

impl Accuracy {
    /// As exact as the numbers allow: F has its rounding errors, and at a minimum the place is only defined to half of the digits.
    pub const FULL: Self = Self { residue: 1e-12, place: 1e-8 };
    /// Enough to tell whether there is a root.
    pub const ROUGH: Self = Self { residue: 1e-4, place: 1e-2 };
}

/// The least root of F in `0..1`. Where F has no value (NaN) it has run into certain blocking, p = 1, which is a root of its own. A `start` between the two roots is found out; one above both must not be given; 0 is always good.
pub fn least_root(start: f64, accuracy: Accuracy, mut function: impl FnMut(f64) -> f64) -> Least {
    let (count, none) = (Cell::new(0), accuracy.residue);
    let mut f = |p: f64| {
        count.set(count.get() + 1);
        function(p)
    };
    let (mut a, mut f_a) = (start, f(start));
    if f_a < -none * a {
        (a, f_a) = (0.0, f(0.0));
    }
    let mut before = a;
    let mut width = f_a.abs();
    if f_a <= none * a || f_a.is_nan() {
        return Least::Found(Root { at: a, evaluations: count.get(), width });
    }
    let mut b = a + f_a.min(LONGEST_STEP).min((1.0 - a) / 2.0);
    loop {
        let f_b = f(b);
        width = width.min(b - a);
        if f_b.abs() <= none * b || f_b.is_nan() || count.get() >= ENOUGH {
            return Least::Found(Root { at: b, evaluations: count.get(), width });
        }
        if f_b < 0.0 {
            let root = falling_root((a, f_a), (b, f_b), none, &mut f);
            return Least::Found(Root { evaluations: count.get(), ..root });
        }
        if f_b >= f_a {
            let (at, value, width) = smallest(before, b, accuracy.place, true, &mut f);
            if value > 0.0 && value <= ROUNDING * at {
                return Least::Found(Root { at, evaluations: count.get(), width });
            }
            if value > 0.0 {
                return Least::Missing(Root { at, evaluations: count.get(), width }, value);
            }
            let f_before = f(before);
            let root = falling_root((before, f_before), (at, value), none, &mut f);
            return Least::Found(Root { evaluations: count.get(), ..root });
        }
        // The secant of a convex function stays left of its root; one step of the plain iteration does too.
        let secant = f_b * (b - a) / (f_a - f_b);
        let step = secant.max(f_b).min(LONGEST_STEP).min((1.0 - b) / 2.0);
        before = a;
        (a, f_a, b) = (b, f_b, b + step);
    }
}

/// The root in `0..most` of a falling function near a good guess, by secants from `guess` with the slope that it had at a neighbouring root. `None` if
/// that does not settle at once. With the root comes the slope, where the secants were long enough to measure it anew.
pub fn near_root(
    guess: f64,
    slope: f64,
    most: f64,
    mut function: impl FnMut(f64) -> f64,
) -> Option<(Root, Option<f64>)> {
    const FEW: u32 = 9;
    /// Relative to the argument: a secant over less has the rounding errors of F for its slope.
    const MEASURABLE: f64 = 1e-9;
    let none = Accuracy::FULL.residue;
    let (mut a, mut f_a) = (guess, function(guess));
    let (mut slope, mut measured) = (slope, None);
    for evaluations in 1..FEW {
        if f_a.abs() <= none * a {
            return Some((Root { at: a, evaluations, width: (f_a / slope).abs() }, measured));
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
    (f_a.abs() <= ROUNDING * a).then_some((Root { at: a, evaluations: FEW, width: (f_a / slope).abs() }, measured))
}

/// The place and value of the minimum in `low..high` of a function with one minimum there, by parabolas with golden sections where they fail (Brent): its
/// place to a relative `accuracy`. With `negative_is_enough` the search ends at the first value below zero. The third number is the width of the last bracket.
pub fn smallest(
    low: f64,
    high: f64,
    accuracy: f64,
    negative_is_enough: bool,
    mut function: impl FnMut(f64) -> f64,
) -> (f64, f64, f64) {
    const GOLDEN: f64 = 0.381_966_011_250_105_1;
    let (mut a, mut b) = (low, high);
    let mut x = a + GOLDEN * (b - a);
    let mut f_x = function(x);
    let (mut w, mut f_w, mut v, mut f_v) = (x, f_x, x, f_x);
    let (mut step, mut earlier) = (0.0_f64, 0.0_f64);
    for _ in 0..ENOUGH {
        let middle = (a + b) / 2.0;
        let tolerance = accuracy * x.abs() + f64::MIN_POSITIVE;
        if (negative_is_enough && f_x <= 0.0) || (x - middle).abs() <= 2.0 * tolerance - (b - a) / 2.0 {
            break;
        }
        let mut golden = true;
        if earlier.abs() > tolerance {
            let r = (x - w) * (f_x - f_v);
            let q = (x - v) * (f_x - f_w);
            let p = (x - v) * q - (x - w) * r;
            let q = 2.0 * (q - r);
            let (p, q) = if q > 0.0 { (-p, q) } else { (p, -q) };
            if p.abs() < (0.5 * q * earlier).abs() && p > q * (a - x) && p < q * (b - x) {
                earlier = step;
                step = p / q;
                let u = x + step;
                if u - a < 2.0 * tolerance || b - u < 2.0 * tolerance {
                    step = if x < middle { tolerance } else { -tolerance };
                }
                golden = false;
            }
        }
        if golden {
            earlier = if x >= middle { a - x } else { b - x };
            step = GOLDEN * earlier;
        }
        let u = if step.abs() >= tolerance { x + step } else { x + tolerance * step.signum() };
        let f_u = function(u);
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
    (x, f_x, b - a)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_of_two_roots_is_found_and_its_absence_too() {
        // (p - r)(p - q) for p below both humps: convex with minimum -(q-r)²/4.
        for (r, q) in [(0.1, 0.5), (1e-6, 0.3), (0.2999, 0.3001)] {
            let Least::Found(root) = least_root(0.0, Accuracy::FULL, |p| (p - r) * (p - q)) else { panic!("{r} {q}") };
            assert!((root.at - r).abs() < 1e-5 * r && root.evaluations < 60, "{root:?}");
        }
        let Least::Missing(place, value) = least_root(0.0, Accuracy::FULL, |p| (p - 0.3) * (p - 0.3) + 1e-9) else {
            panic!("missing")
        };
        assert!((place.at - 0.3).abs() < 1e-5 && (value / 1e-9 - 1.0).abs() < 1e-3);
    }

    #[test]
    fn a_falling_function_has_its_one_root() {
        let Least::Found(root) = least_root(0.0, Accuracy::FULL, |p| 0.3 / (1.0 + p) - p) else { panic!("a root") };
        assert!((root.at * (1.0 + root.at) - 0.3).abs() < 1e-12);
    }
}
