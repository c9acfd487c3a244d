//! From values to places on an axis and back, and the round values worth a label.
//!
//! A [`Scale`] is valid by construction: whatever range it is made from, it is finite, not empty and, on a log axis, positive.
//! So no place is ever not a number.

pub use flitscope::param::options::Axis as Spacing;
use flitscope::text::thousands;

/// The range of an axis and how its values are spread.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    /// The kind of the axis.
    pub spacing: Spacing,
    min: f64,
    max: f64,
}

/// Beyond this a range is cut, so that differences and ratios of its ends stay finite.
const HUGE: f64 = 1e150;
/// Below this a number counts as zero.
const TINY: f64 = 1e-150;
/// Ranges narrower than this part of their value are widened: rounding would show.
const NARROW: f64 = 1e-9;

impl Scale {
    /// A linear axis over this range. A range that cannot be drawn is repaired: ends are sorted, an end that is not finite is replaced
    /// by the other, and a single value gets room on both sides.
    pub fn linear(min: f64, max: f64) -> Self {
        let (min, max) = ordered(min, max).unwrap_or((0.0, 1.0));
        let size = min.abs().max(max.abs());
        let (min, max) = match () {
            () if max - min > NARROW * size && max - min > TINY => (min, max),
            () if size <= TINY => (0.0, 1.0),
            () => (min - size / 4.0, max + size / 4.0),
        };
        Self { spacing: Spacing::Linear, min, max }
    }

    /// A log axis over this range, repaired like a linear one. An end at or below zero moves to a thousandth of the other.
    pub fn log(min: f64, max: f64) -> Self {
        let (min, max) = ordered(min, max).filter(|(_, max)| *max > TINY).unwrap_or((1.0, 10.0));
        let min = if min > TINY { min } else { max / 1000.0 };
        let (min, max) = if max / min - 1.0 > NARROW { (min, max) } else { (min / 2.0, max * 2.0) };
        Self { spacing: Spacing::Log, min, max }
    }

    /// Enlarged to include the range of another scale with the same spacing; unchanged for any other.
    pub fn around(self, other: &Self) -> Self {
        if self.spacing != other.spacing {
            return self;
        }
        Self { min: self.min.min(other.min), max: self.max.max(other.max), ..self }
    }

    /// The smallest and the largest value.
    pub const fn range(&self) -> (f64, f64) {
        (self.min, self.max)
    }

    /// The place of a value: 0 at the smallest, 1 at the largest, and the nearer of the two beyond them or for no number.
    pub fn project(&self, value: f64) -> f64 {
        let place = self.position(value);
        if place.is_nan() { 0.0 } else { place.clamp(0.0, 1.0) }
    }

    /// The place of a value, below 0 or above 1 beyond the range; not finite where the axis has no such value.
    pub(super) fn position(&self, value: f64) -> f64 {
        let Self { min, max, .. } = *self;
        match self.spacing {
            Spacing::Linear => (value - min) / (max - min),
            Spacing::Log if value <= 0.0 => f64::NEG_INFINITY,
            Spacing::Log => (libm::log(value) - libm::log(min)) / (libm::log(max) - libm::log(min)),
        }
    }

    /// The value at a place; the ends of the range for places beyond them.
    pub(super) fn invert(&self, place: f64) -> f64 {
        let Self { min, max, .. } = *self;
        if place.is_nan() || place <= 0.0 {
            return min;
        }
        if place >= 1.0 {
            return max;
        }
        let value = match self.spacing {
            Spacing::Linear => min + place * (max - min),
            Spacing::Log => libm::exp(libm::log(min) + place * (libm::log(max) - libm::log(min))),
        };
        value.clamp(min, max)
    }

    /// Round values within the range in rising order: as many as sensible, but not more than `at_most` (at least two).
    ///
    /// A linear axis gets steps of 1, 2 or 5. A log axis gets decades, with as many values between them as there is room for;
    /// a range well below a decade has nothing of the kind and gets linear steps.
    pub fn ticks(&self, at_most: usize) -> Vec<f64> {
        let at_most = at_most.max(2);
        match self.spacing {
            Spacing::Log if self.max / self.min >= 5.0 => self.log_ticks(at_most),
            _ => self.linear_ticks(at_most),
        }
    }

    fn linear_ticks(&self, at_most: usize) -> Vec<f64> {
        let Self { min, max, .. } = *self;
        let mut exponent = libm::floor(libm::log10((max - min) / at_most as f64)) as i32;
        let mut finer = Vec::new();
        loop {
            for digit in [1.0, 2.0, 5.0] {
                // The ends are allowed a rounding error: 0.3 is not below 3 × 0.1.
                let first = libm::ceil(scaled(min, -exponent) / digit - NARROW);
                let last = libm::floor(scaled(max, -exponent) / digit + NARROW);
                let tick = |steps: f64| scaled(steps * digit, exponent).clamp(min, max) + 0.0;
                if last - first < at_most as f64 {
                    let count = (last - first + 1.0).max(0.0) as usize;
                    // One value alone does not say how far the axis goes: then the ends of the finer steps do.
                    let alone = count < 2 && !finer.is_empty();
                    return if alone { finer } else { (0..count).map(|i| tick(first + i as f64)).collect() };
                }
                finer = vec![tick(first), tick(last)];
            }
            exponent += 1;
        }
    }

    fn log_ticks(&self, at_most: usize) -> Vec<f64> {
        let Self { min, max, .. } = *self;
        let (low, high) = (libm::floor(libm::log10(min)) as i32, libm::floor(libm::log10(max)) as i32);
        let within = |digits: &[f64], decades: i32| -> Vec<f64> {
            (low..=high)
                .filter(|exponent| exponent.rem_euclid(decades) == 0)
                .flat_map(|exponent| digits.iter().map(move |digit| scaled(*digit, exponent)))
                .filter(|tick| (min..=max).contains(tick))
                .collect()
        };
        const BETWEEN: [&[f64]; 4] =
            [&[1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 7.0], &[1.0, 2.0, 3.0, 5.0], &[1.0, 2.0, 5.0], &[1.0]];
        let fine = BETWEEN.iter().map(|digits| within(digits, 1));
        let coarse = (2..=high - low + 1).map(|decades| within(&[1.0], decades));
        fine.chain(coarse)
            .find(|ticks| ticks.len() <= at_most)
            .filter(|ticks| ticks.len() >= 2)
            .unwrap_or_else(|| self.linear_ticks(at_most))
    }

    /// A value in words, as exact as a pixel of the axis is: a thousandth of a linear range, four digits on a log axis.
    pub fn format(&self, value: f64) -> String {
        let text = self.written(value, self.decimals(value));
        let Some((whole, fraction)) = text.split_once('.') else { return text };
        let (fraction, power) = fraction.find('×').map_or((fraction, ""), |at| fraction.split_at(at));
        let fraction = fraction.trim_end_matches('0');
        if fraction.is_empty() { format!("{whole}{power}") } else { format!("{whole}.{fraction}{power}") }
    }

    /// The labels of ticks: on a linear axis all with the same number of decimals, on a log axis each as short as it can be.
    pub fn labels(&self, ticks: &[f64]) -> Vec<String> {
        let short: Vec<_> = ticks.iter().map(|tick| self.format(*tick)).collect();
        if self.spacing == Spacing::Log {
            // Over many decades the powers are easier to read than their zeros.
            let powers = ticks.iter().map(|tick| libm::round(libm::log10(*tick)) as i32);
            let plain = powers.clone().zip(ticks).all(|(power, tick)| scaled(1.0, power) == *tick);
            let far = self.min < 1e-4 || self.max > 1e7;
            return if plain && far {
                powers.map(|power| format!("10{}", superscript(power))).collect()
            } else {
                short
            };
        }
        let decimals = |text: &String| {
            text.split_once('.').map_or(0, |(_, rest)| rest.chars().take_while(char::is_ascii_digit).count())
        };
        let decimals = short.iter().map(decimals).max().unwrap_or(0);
        ticks.iter().map(|tick| if *tick == 0.0 { "0".into() } else { self.written(*tick, decimals) }).collect()
    }

    /// The decimals that show a thousandth of the range, or four digits of the value.
    fn decimals(&self, value: f64) -> usize {
        let (unit, digits) = match self.spacing {
            Spacing::Linear => (self.max - self.min, 3.0),
            Spacing::Log => (value.abs().clamp(self.min, self.max), 3.0),
        };
        let unit = unit / self.power().map_or(1.0, |power| scaled(1.0, power));
        (digits - libm::floor(libm::log10(unit))).clamp(0.0, 12.0) as usize
    }

    /// The common power of ten of very large or very small axes.
    fn power(&self) -> Option<i32> {
        let largest = self.min.abs().max(self.max.abs());
        let power = libm::floor(libm::log10(largest)) as i32;
        (!(-4..7).contains(&power)).then_some(power)
    }

    fn written(&self, value: f64, decimals: usize) -> String {
        if !value.is_finite() {
            return "–".into();
        }
        let text = match self.power() {
            Some(power) if value != 0.0 => format!("{:.decimals$}×10{}", scaled(value, -power), superscript(power)),
            _ => thousands(&format!("{value:.decimals$}")),
        };
        match text.strip_prefix('-') {
            Some(rest) if rest.chars().all(|c| !c.is_ascii_digit() || c == '0') => rest.into(),
            Some(rest) => format!("−{rest}"),
            None => text,
        }
    }
}

/// The ends in rising order and within what can be computed with; `None` if neither is finite.
fn ordered(min: f64, max: f64) -> Option<(f64, f64)> {
    let (min, max) = match (min.is_finite(), max.is_finite()) {
        (true, true) => (min.min(max), min.max(max)),
        (true, false) => (min, min),
        (false, true) => (max, max),
        (false, false) => return None,
    };
    Some((min.clamp(-HUGE, HUGE), max.clamp(-HUGE, HUGE)))
}

/// `value` × 10^`exponent`. Powers of ten are exact up to 22; dividing by one gives the number nearest to 0.3, times 0.1 does not.
fn scaled(value: f64, exponent: i32) -> f64 {
    let power = libm::pow(10.0, f64::from(exponent.abs()));
    if exponent < 0 { value / power } else { value * power }
}

fn superscript(power: i32) -> String {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let raised = |c: char| c.to_digit(10).and_then(|digit| DIGITS.get(digit as usize).copied()).unwrap_or('⁻');
    power.to_string().chars().map(raised).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_axes_of_the_first_screen_have_round_ticks() {
        let load = Scale::linear(0.0, 0.0105);
        assert_eq!(load.labels(&load.ticks(6)), ["0", "0.002", "0.004", "0.006", "0.008", "0.010"]);
        assert_eq!(Scale::linear(0.0, 110.0).ticks(6), [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]);
        assert_eq!(Scale::linear(0.0, 1.0).ticks(11)[3], 0.3);
        assert_eq!(Scale::linear(0.0, 450.0).ticks(2), [0.0, 400.0]);
    }

    #[test]
    fn a_log_axis_below_a_decade_has_ticks_too() {
        assert_eq!(Scale::log(12.0, 19.0).ticks(6), [12.0, 14.0, 16.0, 18.0]);
        assert_eq!(Scale::log(20.0, 200.0).ticks(6), [20.0, 30.0, 50.0, 100.0, 200.0]);
        assert_eq!(Scale::log(20.0, 200.0).ticks(4), [20.0, 50.0, 100.0, 200.0]);
        assert_eq!(Scale::log(1e-3, 1e6).ticks(5), [1e-2, 1.0, 1e2, 1e4, 1e6]);
    }

    #[test]
    fn numbers_have_the_digits_that_the_axis_shows() {
        let (load, latency, long) = (Scale::linear(0.0, 0.0105), Scale::linear(0.0, 110.0), Scale::linear(0.0, 2e5));
        assert_eq!((load.format(0.002), load.format(0.0045)), ("0.002".into(), "0.0045".into()));
        assert_eq!((latency.format(65.0), latency.format(55.72)), ("65".into(), "55.7".into()));
        assert_eq!((long.format(1200.0), long.format(123_456.0)), ("1200".into(), "123\u{202f}456".into()));
        assert_eq!(Scale::log(1e-4, 1.0).format(0.00123), "0.00123");
        assert_eq!(Scale::log(1e-9, 1e-2).labels(&[1e-8, 1e-6]), ["10⁻⁸", "10⁻⁶"]);
        assert_eq!(Scale::log(1.0, 1e6).labels(&[1.0, 1e3]), ["1", "1000"]);
        assert_eq!(Scale::linear(0.0, 3e-5).format(2e-5), "2×10⁻⁵");
        assert_eq!(
            (Scale::linear(-1.0, 1.0).format(-0.5), Scale::linear(-1.0, 1.0).format(-1e-9)),
            ("−0.5".into(), "0".into())
        );
        assert_eq!(latency.format(f64::NAN), "–");
        assert_eq!(Scale::linear(0.0, 2.0).labels(&[0.0, 0.5, 1.0]), ["0", "0.5", "1.0"]);
    }

    #[test]
    fn impossible_ranges_are_mended() {
        assert_eq!(Scale::linear(f64::NAN, f64::INFINITY), Scale::linear(0.0, 1.0));
        assert_eq!(Scale::linear(3.0, 1.0).range(), (1.0, 3.0));
        assert_eq!(Scale::linear(36.0, 36.0).range(), (27.0, 45.0));
        assert_eq!(Scale::linear(0.0, 0.0).range(), (0.0, 1.0));
        assert_eq!(Scale::log(-5.0, 100.0).range(), (0.1, 100.0));
        assert_eq!(Scale::log(-5.0, -1.0).range(), (1.0, 10.0));
    }

    fn any_scale() -> impl Strategy<Value = Scale> {
        let number = || prop_oneof![prop::num::f64::ANY, -1e6..1e6_f64, 0.0..1e-3_f64];
        (any::<bool>(), number(), number())
            .prop_map(|(log, a, b)| if log { Scale::log(a, b) } else { Scale::linear(a, b) })
    }

    proptest! {
        #[test]
        fn a_place_and_its_value_agree(scale in any_scale(), place in 0.0..=1.0_f64) {
            let (min, max) = scale.range();
            prop_assert!(min.is_finite() && max.is_finite() && min < max);
            let value = scale.invert(place);
            prop_assert!((min..=max).contains(&value));
            prop_assert!((scale.project(value) - place).abs() < 1e-5, "{value} stands at {}", scale.project(value));
        }

        #[test]
        fn ticks_are_few_in_order_and_within(scale in any_scale(), at_most in 2..12_usize) {
            let (min, max) = scale.range();
            let ticks = scale.ticks(at_most);
            prop_assert!(ticks.len() >= 2 && ticks.len() <= at_most, "{ticks:?}");
            prop_assert!(ticks.windows(2).all(|pair| pair[0] < pair[1]), "{ticks:?}");
            prop_assert!(ticks.iter().all(|tick| (min..=max).contains(tick)), "{ticks:?}");
        }

        #[test]
        fn any_value_has_a_place_and_a_text(scale in any_scale(), value in prop::num::f64::ANY) {
            prop_assert!((0.0..=1.0).contains(&scale.project(value)));
            prop_assert!(!scale.format(value).is_empty());
        }
    }
}
