//! How many messages took how long: whole cycles, in bins.
//!
//! ```text
//!   value   0 1 2 ... 255 | 256 258 260 ... 510 | 512 516 ... 1020 | 1024 1032 ...       the first value of each bin
//!   width   1 1 1 ...  1  |  2   2   2  ...  2  |  4   4  ...   4  |   8    8  ...       at most 1/128 of the value
//! ```
//! A bin is as wide as 1/128 of its values at most, so a value that is known by its bin is known to 0.8 %, and below 256 exactly.
//! Histograms of two runs add up to that of both, in whole numbers: in any order, and to the last bit.

use serde::{Deserialize, Serialize};

/// Values that have a bin of their own: twice the bins of each doubling beyond.
const EXACT: u64 = 256;

/// The logarithm of the bins of a doubling.
const DOUBLING: u32 = 7;

/// The largest value with a bin of its own resolution; larger ones share the last bin. No run is longer.
const LARGEST: u64 = u32::MAX as u64;

/// The bins of a histogram that holds every value: the bound of its memory, 8 bytes each.
pub const MOST_BINS: usize = place(LARGEST) + 1;

/// The bin of a value.
const fn place(value: u64) -> usize {
    if value < EXACT {
        return value as usize;
    }
    let value = if value > LARGEST { LARGEST } else { value };
    let shift = value.ilog2() - DOUBLING;
    ((shift as u64) << DOUBLING) as usize + (value >> shift) as usize
}

/// The first value of a bin, and how many there are.
const fn bin(place: usize) -> (u64, u64) {
    if (place as u64) < EXACT {
        return (place as u64, 1);
    }
    let shift = (place >> DOUBLING) as u32 - 1;
    ((place as u64 - ((shift as u64) << DOUBLING)) << shift, 1 << shift)
}

/// The bins of a histogram as numbers: without gaps, from the first that holds a value to the last.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bins {
    /// The first value of each bin, and the first beyond the last of them: one more than `counts`. Cycles.
    pub edges: Vec<u64>,
    /// The number of values in each bin.
    pub counts: Vec<u64>,
}

impl Bins {
    /// The number of values in all bins.
    pub fn count(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The values up to one: as [`Histogram::up_to`].
    pub fn up_to(&self, value: f64) -> f64 {
        let within = |(edges, count): (&[u64], &u64)| part(value, edges[0], edges[1] - edges[0]) * *count as f64;
        self.edges.windows(2).zip(&self.counts).map(within).sum()
    }

    /// True if they can be those of a histogram: edges rise, each bin has a count, and there are not too many of either to be added up.
    pub fn credible(&self) -> bool {
        let rises = self.edges.windows(2).all(|pair| pair[0] < pair[1]);
        let counted = self.counts.iter().try_fold(0_u64, |all, count| all.checked_add(*count)).is_some();
        let few = self.counts.len() <= MOST_BINS && self.edges.last().is_none_or(|last| *last <= LARGEST + 1);
        rises && counted && few && self.edges.len() == self.counts.len() + usize::from(!self.edges.is_empty())
    }
}

/// The part of a bin up to a value, 0 to 1.
fn part(value: f64, first: u64, width: u64) -> f64 {
    ((value - (first as f64 - 0.5)) / width as f64).clamp(0.0, 1.0)
}

/// Times in whole cycles, and how many there were of each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Histogram {
    /// By bin, up to the last that holds a value.
    counts: Vec<u64>,
    sum: u64,
    squares: u128,
    largest: u64,
}

impl Histogram {
    /// A value more, in its bin.
    #[inline]
    pub fn add(&mut self, value: u64) {
        let place = place(value);
        if place >= self.counts.len() {
            self.reach(place);
        }
        self.counts[place] += 1;
        self.sum += value;
        self.squares += u128::from(value) * u128::from(value);
        self.largest = self.largest.max(value);
    }

    #[cold]
    fn reach(&mut self, place: usize) {
        self.counts.resize(place + 1, 0);
    }

    /// All values of another one too.
    pub fn join(&mut self, other: &Self) {
        if other.counts.len() > self.counts.len() {
            self.reach(other.counts.len() - 1);
        }
        for (count, more) in self.counts.iter_mut().zip(&other.counts) {
            *count += more;
        }
        self.sum += other.sum;
        self.squares += other.squares;
        self.largest = self.largest.max(other.largest);
    }

    /// The values of several histograms together.
    pub fn of_all<'a>(parts: impl IntoIterator<Item = &'a Self>) -> Self {
        let mut all = Self::default();
        parts.into_iter().for_each(|part| all.join(part));
        all
    }

    /// The number of values in all bins.
    pub fn count(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Their standard deviation, with n - 1 in the denominator, cycles; `None` of fewer than two.
    pub fn standard_deviation(&self) -> Option<f64> {
        let count = u128::from(self.count());
        // n Σ x² - (Σ x)², in whole numbers.
        let spread = (count * self.squares).saturating_sub(u128::from(self.sum) * u128::from(self.sum));
        (count > 1).then(|| (spread as f64 / (count as f64 * (count - 1) as f64)).sqrt())
    }

    /// The largest value; 0 of none.
    pub const fn maximum(&self) -> u64 {
        self.largest
    }

    /// The bins from the first value to the last.
    pub fn bins(&self) -> Bins {
        let first = self.counts.iter().position(|count| *count > 0).unwrap_or(self.counts.len());
        let edges = (first..=self.counts.len()).map(|place| bin(place).0).collect();
        Bins { edges, counts: self.counts[first..].to_vec() }
    }

    /// The values up to one, where each value v stands for the time from v - ½ to v + ½, and a bin for all of its own alike.
    pub fn up_to(&self, value: f64) -> f64 {
        let place = place((value + 0.5).max(0.0) as u64);
        let below: u64 = self.counts.iter().take(place).sum();
        let (first, width) = bin(place);
        below as f64 + part(value, first, width) * self.counts.get(place).copied().unwrap_or_default() as f64
    }

    /// The value up to which a part of them lies, 0 to 1, in terms of [`up_to`](Self::up_to); `None` of none. Rounded to a whole number it
    /// is the one with that rank, or one of its bin. Not below 0, of which no time is.
    pub fn quantile(&self, part: f64) -> Option<f64> {
        let wanted = part.clamp(0.0, 1.0) * self.count() as f64;
        let mut below = 0.0;
        let mut last = None;
        for (place, &count) in self.counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            let (first, width) = bin(place);
            let within = (wanted - below) / count as f64;
            let at = |within: f64| (first as f64 - 0.5 + within * width as f64).max(0.0);
            if within <= 1.0 {
                return Some(at(within.max(0.0)));
            }
            below += count as f64;
            last = Some(at(1.0));
        }
        last
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn bins_follow_each_other_without_gaps_and_are_narrow() {
        let mut next = 0;
        for place in 0..MOST_BINS {
            let (first, width) = bin(place);
            assert_eq!(first, next, "bin {place}");
            assert!(first < EXACT && width == 1 || width * 128 <= first, "bin {place}: {width} from {first}");
            assert_eq!((super::place(first), super::place(first + width - 1)), (place, place));
            next = first + width;
        }
        assert_eq!(next, LARGEST + 1);
        assert_eq!(place(u64::MAX), MOST_BINS - 1);
        // 256 values by themselves, and 24 doublings.
        assert_eq!(MOST_BINS, 256 + 24 * 128);
    }

    #[test]
    fn bins_that_no_histogram_has_are_not_credible() {
        let right = Bins { edges: vec![3, 4, 6], counts: vec![1, 2] };
        assert!(right.credible() && Bins::default().credible());
        for (edges, counts) in [
            (vec![3, 4], vec![1, 2]),
            (vec![3, 3, 6], vec![1, 2]),
            (vec![3, 4, 6], vec![1, u64::MAX]),
            (vec![3, 4, u64::MAX], vec![1, 2]),
            (vec![3], vec![]),
            ((0..=MOST_BINS as u64 + 1).collect(), vec![1; MOST_BINS + 1]),
        ] {
            let bins = Bins { edges, counts };
            assert_eq!(bins.credible(), bins.edges == [3], "{:?}", &bins.edges[..bins.edges.len().min(3)]);
        }
    }

    #[test]
    fn a_lone_value_is_every_percentile() {
        let mut histogram = Histogram::default();
        assert_eq!((histogram.quantile(0.5), histogram.count(), histogram.standard_deviation()), (None, 0, None));
        histogram.add(33);
        assert_eq!((histogram.quantile(0.5), histogram.quantile(1.0)), (Some(33.0), Some(33.5)));
        assert_eq!((histogram.maximum(), histogram.standard_deviation()), (33, None));
        assert_eq!(histogram.bins(), Bins { edges: vec![33, 34], counts: vec![1] });
        assert_eq!((histogram.up_to(32.5), histogram.up_to(33.25), histogram.up_to(40.0)), (0.0, 0.75, 1.0));
    }

    proptest! {
        #[test]
        fn a_quantile_is_in_the_bin_of_the_value_with_its_rank(
            mut values in prop::collection::vec(prop_oneof![0..300_u64, 0..5_000_000_000_u64], 1..400),
            permille in 1..1000_u64,
        ) {
            let mut histogram = Histogram::default();
            values.iter().for_each(|value| histogram.add(*value));
            values.sort_unstable();
            let rank = (permille * values.len() as u64).div_ceil(1000) as usize;
            let ranked = values[rank - 1].min(LARGEST);
            let (first, width) = bin(place(ranked));
            let found = histogram.quantile(permille as f64 / 1000.0).expect("there are values");
            // A part that falls between two values belongs to both.
            let next = values[rank.min(values.len() - 1)].min(LARGEST) as f64 - 0.5;
            let most = next.max((first + width) as f64 - 0.5);
            prop_assert!(found >= (first as f64 - 0.5).max(0.0) && found <= most, "{found} {ranked}");
            if found == 0.0 {
                return Ok(());
            }
            let back = histogram.up_to(found) / values.len() as f64;
            prop_assert!((back - permille as f64 / 1000.0).abs() < 1e-9, "{back}");
            let bins = histogram.bins();
            prop_assert!(bins.credible() && bins.count() == histogram.count());
            prop_assert!((bins.up_to(found) - histogram.up_to(found)).abs() < 1e-9 * values.len() as f64);
        }

        #[test]
        fn histograms_add_up_to_the_last_bit_in_any_order(
            values in prop::collection::vec((0..3_usize, 0..100_000_u64), 2..300),
        ) {
            let mut parts = [Histogram::default(), Histogram::default(), Histogram::default()];
            let mut all = Histogram::default();
            for (part, value) in &values {
                parts[*part].add(*value);
                all.add(*value);
            }
            prop_assert_eq!(&Histogram::of_all(&parts), &all);
            parts.reverse();
            prop_assert_eq!(&Histogram::of_all(&parts), &all);
            let mean = values.iter().map(|(_, value)| *value as f64).sum::<f64>() / values.len() as f64;
            let squares: f64 = values.iter().map(|(_, value)| *value as f64 - mean).map(|rest| rest * rest).sum();
            let deviation = all.standard_deviation().expect("two values or more");
            prop_assert!((deviation - (squares / (values.len() - 1) as f64).sqrt()).abs() <= 1e-9 * deviation.max(1.0));
        }
    }
}
