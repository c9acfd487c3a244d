//! Numbers in words.

/// A number with that many significant digits, trailing zeros kept, without exponent where that stays short. What is no number is a dash.
pub fn significant(value: f64, digits: i32) -> String {
    if !value.is_finite() {
        return "–".into();
    }
    if value == 0.0 {
        return "0".into();
    }
    let magnitude = libm::floor(libm::log10(value.abs())) as i32;
    if !(-6..9).contains(&magnitude) {
        return format!("{value:.*e}", (digits - 1).max(0) as usize);
    }
    // Rounding can carry into the next power of ten (9.996 -> 10.00): count the digits of the rounded number.
    let scale = libm::pow(10.0, f64::from(digits - 1 - magnitude));
    let rounded = libm::round(value * scale) / scale;
    let magnitude = libm::floor(libm::log10(rounded.abs()) + 1e-12) as i32;
    format!("{rounded:.*}", (digits - 1 - magnitude).max(0) as usize)
}

/// How many significant digits tell two numbers apart, at least `least`: a sentence that says that one is too large for the other must not print them alike.
pub fn digits_apart(one: f64, other: f64, least: i32) -> i32 {
    const ALL: i32 = 17;
    (least..ALL).find(|&digits| significant(one, digits) != significant(other, digits)).unwrap_or(ALL)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn significant_digits_are_counted_after_rounding() {
        for (value, digits, text) in [
            (0.008_722_545, 4, "0.008723"),
            (55.68, 3, "55.7"),
            (9.996, 3, "10.0"),
            (99.96, 3, "100"),
            (1234.5, 3, "1230"),
            (0.0, 3, "0"),
            (-0.5, 2, "-0.50"),
            (1e-9, 3, "1.00e-9"),
            (1e-310, 3, "1.00e-310"),
            (f64::MAX, 2, "1.8e308"),
            (f64::NAN, 3, "–"),
        ] {
            assert_eq!(significant(value, digits), text);
        }
    }
}
