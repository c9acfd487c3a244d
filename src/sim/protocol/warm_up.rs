//! The end of the warm-up: MSER-5.
//!
//! The population of each cycle is averaged over groups of five cycles (MSER-5). Of the k groups, the truncation d that minimises
//! ```text
//!   MSER(d) = Σ_{j > d} (y_j - ȳ_d)² / (k - d)²         ȳ_d the mean of y_{d+1} .. y_k
//! ```
//! balances the bias of a late start against the variance of few data. If it lies in the second half, the series is no steady state with
//! a transient before it. Then pairs of groups become one, and as much again is looked at: the series has the same length at every
//! scale of time. The population stands for the latency, to which Little's law ties it, and unlike the latency is known in every cycle.

/// Cycles of the first groups: the five of MSER-5.
const GROUP: u64 = 5;

/// Groups at which a truncation is looked for. The first look is then after 1280 cycles, more than ten times what a message takes in any
/// network of the page that is not near saturation.
const GROUPS: usize = 256;

/// The series of mean populations since time 0.
#[derive(Clone, Debug)]
pub(super) struct WarmUp {
    groups: Vec<f64>,
    length: u64,
    /// The group that is not yet full.
    sum: f64,
    cycles: u64,
}

impl WarmUp {
    pub(super) fn new() -> Self {
        Self { groups: Vec::with_capacity(GROUPS), length: GROUP, sum: 0.0, cycles: 0 }
    }

    /// The population of one more cycle; says whether the series is full.
    pub(super) fn add(&mut self, population: f64) -> bool {
        self.sum += population;
        self.cycles += 1;
        if self.cycles < self.length {
            return false;
        }
        self.groups.push(self.sum / self.length as f64);
        (self.sum, self.cycles) = (0.0, 0);
        self.groups.len() >= GROUPS
    }

    /// True if the best truncation lies in the first half.
    pub(super) fn settled(&self) -> bool {
        truncation(&self.groups) <= self.groups.len() / 2
    }

    /// The mean populations of the first and the second half.
    pub(super) fn halves(&self) -> (f64, f64) {
        let middle = self.groups.len() / 2;
        let mean = |groups: &[f64]| groups.iter().sum::<f64>() / groups.len().max(1) as f64;
        (mean(&self.groups[..middle]), mean(&self.groups[middle..]))
    }

    /// Makes room for as much again, in groups of twice the length.
    pub(super) fn double(&mut self) {
        for i in 0..self.groups.len() / 2 {
            self.groups[i] = 0.5 * (self.groups[2 * i] + self.groups[2 * i + 1]);
        }
        self.groups.truncate(self.groups.len() / 2);
        self.length *= 2;
    }
}

/// The d that minimises MSER(d). The last five groups are always kept: of fewer, the variance is zero by chance.
fn truncation(series: &[f64]) -> usize {
    let (mut sum, mut squares, mut best) = (0.0, 0.0, (f64::INFINITY, 0));
    for (d, &y) in series.iter().enumerate().rev() {
        sum += y;
        squares += y * y;
        let kept = (series.len() - d) as f64;
        // Rounding makes the variance of a constant series negative.
        let mser = (squares - sum * sum / kept).max(0.0) / (kept * kept);
        if kept >= 5.0 && mser <= best.0 {
            best = (mser, d);
        }
    }
    best.1
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The definition, term by term.
    fn by_definition(series: &[f64]) -> usize {
        let mser = |d: usize| {
            let kept = &series[d..];
            let mean = kept.iter().sum::<f64>() / kept.len() as f64;
            kept.iter().map(|y| (y - mean) * (y - mean)).sum::<f64>() / (kept.len() * kept.len()) as f64
        };
        (0..=series.len() - 5).min_by(|&a, &b| mser(a).total_cmp(&mser(b))).expect("a series")
    }

    #[test]
    fn the_truncation_is_that_of_the_definition_and_cuts_the_transient() {
        let noise = |i: u64| (i.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as f64 / f64::from(1 << 24);
        let series: Vec<f64> = (0..200).map(|i| 10.0 * (1.0 - libm::exp(-(i as f64) / 8.0)) + noise(i)).collect();
        let d = truncation(&series);
        assert_eq!(d, by_definition(&series));
        assert!((10..60).contains(&d), "{d}");
        assert_eq!(truncation(&[3.0; 50]), 0, "nothing to cut off a constant");
    }

    #[test]
    fn growth_is_never_settled() {
        let mut warm_up = WarmUp::new();
        for cycle in 0..100_000_u32 {
            if warm_up.add(f64::from(cycle)) {
                assert!(!warm_up.settled(), "at {cycle}");
                let (first, second) = warm_up.halves();
                assert!((second / first - 3.0).abs() < 0.02, "{first} {second}");
                warm_up.double();
            }
        }
    }
}
