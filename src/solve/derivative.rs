//! Derivatives of functions that can only be evaluated: differences extrapolated to no distance (Ridders 1982), with an error.

/// A derivative, and how far off it may be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Derivative {
    pub(crate) value: f64,
    /// The estimate of its error.
    pub error: f64,
}

/// On which sides of a place a function has values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say what they are")]
pub enum Sides {
    Both,
    Below,
    Above,
}

/// From one distance to the next smaller one.
const SHRINK: f64 = 1.6;

const ROWS: usize = 12;

/// When the extrapolation gets so much worse from one distance to the next, rounding has taken over.
const WORSE: f64 = 4.0;

/// The derivative at a place from distances up to `step`; `None` if the function has no value at one of them.
pub fn derivative(at: f64, step: f64, sides: Sides, function: &dyn Fn(f64) -> Option<f64>) -> Option<Derivative> {
    // The error of a difference is a series in the distance, of one on both sides in its square.
    let factor = if sides == Sides::Both { SHRINK * SHRINK } else { SHRINK };
    let here = if sides == Sides::Both { 0.0 } else { function(at)? };
    let difference = |step: f64| match sides {
        Sides::Both => Some((function(at + step)? - function(at - step)?) / ((at + step) - (at - step))),
        Sides::Below => Some((here - function(at - step)?) / (at - (at - step))),
        Sides::Above => Some((function(at + step)? - here) / ((at + step) - at)),
    };
    let mut step = step;
    let mut row = vec![difference(step)?];
    let mut best = Derivative { value: row[0], error: f64::INFINITY };
    for _ in 1..ROWS {
        step /= SHRINK;
        let mut next = vec![difference(step)?];
        let mut power = 1.0;
        for (i, above) in row.iter().enumerate() {
            power *= factor;
            let value = (next[i] * power - above) / (power - 1.0);
            let error = (value - next[i]).abs().max((value - above).abs());
            if error <= best.error {
                best = Derivative { value, error };
            }
            next.push(value);
        }
        let (last, before) = (next[next.len() - 1], row[row.len() - 1]);
        if (last - before).abs() >= WORSE * best.error {
            break;
        }
        row = next;
    }
    best.value.is_finite().then_some(best)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn derivatives_are_those_of_calculus_to_ten_digits() {
        type Case = (fn(f64) -> f64, f64, f64);
        let cases: [Case; 3] = [
            (|x| libm::exp(x), 0.7, libm::exp(0.7)),
            (|x| 1.0 / (1.0 - x), 0.6, 6.25),
            (|x| 2.0 - (1.0 - x).sqrt(), 0.9, 0.5 / 0.1_f64.sqrt()),
        ];
        for (function, at, exact) in cases {
            for sides in [Sides::Both, Sides::Below, Sides::Above] {
                let found = derivative(at, 0.05, sides, &|x| Some(function(x))).expect("it has values");
                let off = (found.value / exact - 1.0).abs();
                let most = if sides == Sides::Both { 1e-10 } else { 1e-8 };
                assert!(off < most && found.error / exact < 1e-6, "{sides:?} at {at}: {found:?}, exact {exact}");
            }
        }
    }

    #[test]
    fn a_kink_shows_in_the_error_and_a_place_without_a_value_is_named() {
        let kink = |x: f64| (x - 1.0).max(2.0 * (x - 1.0));
        let at = |sides, plus: f64| derivative(1.0, 0.1, sides, &|x| Some(kink(x) + plus * x * x)).expect("values");
        assert!(at(Sides::Both, 1.0).error.is_finite());
        let (below, above) = (at(Sides::Below, 0.0), at(Sides::Above, 0.0));
        assert!((below.value - 1.0).abs() < 1e-12 && (above.value - 2.0).abs() < 1e-12);
        assert_eq!(derivative(1.0, 0.1, Sides::Both, &|x| (x <= 1.05).then_some(x)), None);
    }
}
