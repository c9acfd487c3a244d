//! What a simulation may say of its numbers: moments, batch means, Student's t, lag-1 correlation.
//!
//! Successive latencies of one run depend on each other, so their variance says nothing of the error of their mean. Means over long
//! *batches* depend on each other hardly at all:
//! ```text
//!   | batch 1 | batch 2 | ... | batch B |      batch b: n_b values that sum to S_b
//!                                               r   = Σ S_b / Σ n_b                      (1)  the mean over all values
//!                                               d_b = S_b - r n_b                        (2)  sums to zero
//!                                               s²  = Σ d_b² / ((B-1) B n̄²),  n̄ = Σ n_b / B  (3)
//!                                               r ± t_{B-1} s                            (4)  t of Student
//!                                               r_1 = Σ d_b d_{b+1} / Σ d_b²             (5)  near zero if the batches are long enough
//! ```
//! (1) weighs each value alike. The mean of the means of the batches does not: when traffic has bursts, batches with many messages are
//! those with long delays, and it comes out too small. With equal n_b both are the same, and (3) is the common formula.
//!
//! A. M. Law, W. D. Kelton, "Simulation Modeling and Analysis", 3rd ed., 2000, chapter 9 (batch means, ratio estimators).

/// Mean and variance of values that come one at a time, without keeping them (Welford's recurrences).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Moments {
    count: u64,
    mean: f64,
    squares: f64,
}

impl Moments {
    /// One more value.
    pub fn add(&mut self, value: f64) {
        self.count += 1;
        let before = value - self.mean;
        self.mean += before / self.count as f64;
        self.squares += before * (value - self.mean);
    }

    /// How many values there were.
    pub const fn count(&self) -> u64 {
        self.count
    }

    /// Their mean; 0 of no values.
    pub const fn mean(&self) -> f64 {
        self.mean
    }

    /// Their variance, with n - 1 in the denominator; 0 of fewer than two.
    pub fn variance(&self) -> f64 {
        if self.count < 2 { 0.0 } else { self.squares / (self.count - 1) as f64 }
    }
}

/// The number of values of a batch and their sum.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Batch {
    /// n_b.
    pub count: f64,
    /// S_b, in the unit of the values.
    pub sum: f64,
}

/// Values below which nothing is said of the error of their mean: so few may all be alike, or all short, by chance.
pub const FEWEST: f64 = 30.0;

/// A mean with what is known of its error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The mean, equation (1).
    pub mean: f64,
    /// Half the width of the 95 % confidence interval, equation (4). Infinite when there are fewer than two batches, or fewer than [`FEWEST`]
    /// values in all of them.
    pub half95: f64,
    /// The same for 99 %.
    pub half99: f64,
    /// Σ n_b, how many values.
    pub values: f64,
    /// B, how many batches.
    pub batches: usize,
    /// The lag-1 autocorrelation of the batches, equation (5).
    pub lag1: f64,
}

impl Estimate {
    /// The estimate from batches in the order of time; `None` when they hold no value.
    pub fn of_batches(batches: &[Batch]) -> Option<Self> {
        Self::of(batches, FEWEST)
    }

    fn of(batches: &[Batch], fewest: f64) -> Option<Self> {
        let (count, sum) = batches.iter().fold((0.0, 0.0), |(n, s), batch| (n + batch.count, s + batch.sum));
        if count <= 0.0 {
            return None;
        }
        let (mean, b) = (sum / count, batches.len() as f64);
        let differs = |batch: &Batch| batch.sum - mean * batch.count;
        let squares: f64 = batches.iter().map(|batch| differs(batch) * differs(batch)).sum();
        let pairs: f64 = batches.windows(2).map(|pair| differs(&pair[0]) * differs(&pair[1])).sum();
        let error = (squares / ((b - 1.0) * b)).sqrt() / (count / b);
        let half = |confidence| {
            if batches.len() < 2 || count < fewest {
                f64::INFINITY
            } else {
                student_t(confidence, batches.len() - 1) * error
            }
        };
        Some(Self {
            mean,
            half95: half(0.95),
            half99: half(0.99),
            values: count,
            batches: batches.len(),
            lag1: if squares > 0.0 { pairs / squares } else { 0.0 },
        })
    }

    /// The estimate from independent replications: a batch for each, with one value, its mean.
    pub fn of_replications(means: &[f64]) -> Option<Self> {
        let batches: Vec<Batch> = means.iter().map(|&sum| Batch { count: 1.0, sum }).collect();
        Self::of(&batches, 0.0).map(|estimate| Self { lag1: 0.0, ..estimate })
    }

    /// The half width of the 95 % interval in terms of the mean.
    pub fn relative(&self) -> f64 {
        if self.half95 == 0.0 { 0.0 } else { self.half95 / self.mean.abs() }
    }

    /// Whether the batches may pass for independent: the lag-1 correlation is below what 95 of 100 independent series stay below.
    pub fn independent(&self) -> bool {
        self.lag1 < 1.645 / (self.batches as f64).sqrt()
    }
}

/// t such that a variable with Student's distribution lies between -t and t with probability `confidence`, 0 < confidence < 1.
///
/// For whole `degrees` the distribution is a finite sum in θ = atan(t/√degrees) (Abramowitz and Stegun 26.7.3, 26.7.4), inverted here by
/// halving the range of θ.
pub fn student_t(confidence: f64, degrees: usize) -> f64 {
    let (mut low, mut high) = (0.0, std::f64::consts::FRAC_PI_2);
    // Sixty halvings leave nothing of the 53 bits.
    for _ in 0..60 {
        let theta = 0.5 * (low + high);
        if within(theta, degrees) < confidence {
            low = theta;
        } else {
            high = theta;
        }
    }
    libm::tan(0.5 * (low + high)) * (degrees as f64).sqrt()
}

/// The probability that |t| stays below √degrees tan θ.
fn within(theta: f64, degrees: usize) -> f64 {
    let (sine, cosine) = (libm::sin(theta), libm::cos(theta));
    let odd = degrees % 2 == 1;
    // Odd: cos θ + 2/3 cos³ θ + ... + 2·4···(ν-3) / 3·5···(ν-2) cos^(ν-2) θ.  Even: 1 + 1/2 cos² θ + ..., up to cos^(ν-2) θ.
    let (mut term, mut sum) = (if odd { cosine } else { 1.0 }, 0.0);
    let mut power = usize::from(odd);
    while power + 2 <= degrees {
        sum += term;
        power += 2;
        term *= cosine * cosine * (power - 1) as f64 / power as f64;
    }
    if odd { std::f64::consts::FRAC_2_PI * (theta + sine * sum) } else { sine * sum }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_quantiles_of_student_are_those_of_the_tables() {
        // NIST/SEMATECH e-Handbook of Statistical Methods, section 1.3.6.7.2, three decimals.
        for (confidence, degrees, t) in [
            (0.95, 1, 12.706),
            (0.95, 2, 4.303),
            (0.95, 3, 3.182),
            (0.95, 10, 2.228),
            (0.95, 29, 2.045),
            (0.95, 31, 2.040),
            (0.95, 100, 1.984),
            (0.99, 1, 63.657),
            (0.99, 2, 9.925),
            (0.99, 7, 3.499),
            (0.99, 30, 2.750),
            (0.99, 95, 2.629),
        ] {
            let ours = student_t(confidence, degrees);
            assert!((ours - t).abs() <= 0.5005e-3, "{confidence} with {degrees}: {ours} is not {t}");
        }
    }

    #[test]
    fn moments_are_those_of_the_definition() {
        let values = [3.0, -1.0, 4.0, 1.0, 5.0, 9.0];
        let mut moments = Moments::default();
        values.iter().for_each(|&value| moments.add(value));
        assert_eq!(moments.count(), 6);
        assert!((moments.mean() - 3.5).abs() < 1e-15);
        assert!((moments.variance() - 11.9).abs() < 1e-14);
    }

    #[test]
    fn equal_batches_give_the_common_formula() {
        let means = [2.0, 4.0, 3.0, 5.0, 1.0];
        let batches: Vec<Batch> = means.iter().map(|&mean| Batch { count: 7.0, sum: 7.0 * mean }).collect();
        let estimate = Estimate::of_batches(&batches).expect("there are values");
        assert!((estimate.mean - 3.0).abs() < 1e-15);
        assert!((estimate.half95 - 2.776_445 * (2.5_f64 / 5.0).sqrt()).abs() < 1e-6);
        // Deviations -1, 1, 0, 2, -2: products -1 + 0 + 0 - 4, squares 10.
        assert!((estimate.lag1 + 0.5).abs() < 1e-15);
    }

    #[test]
    fn each_value_weighs_alike_however_the_batches_are_cut() {
        let batches = [Batch { count: 1.0, sum: 10.0 }, Batch { count: 9.0, sum: 18.0 }];
        let estimate = Estimate::of_batches(&batches).expect("there are values");
        assert!((estimate.mean - 2.8).abs() < 1e-15);
        assert_eq!(Estimate::of_batches(&[Batch::default(); 3]), None);
    }

    #[test]
    fn of_few_values_there_is_no_interval() {
        let alike =
            |count: f64| Estimate::of_batches(&[Batch { count, sum: 7.0 * count }; 4]).expect("there are values");
        let (few, enough) = (alike(7.0), alike(8.0));
        assert_eq!((few.mean, few.half95, few.relative()), (7.0, f64::INFINITY, f64::INFINITY));
        assert_eq!((enough.half95, enough.values), (0.0, 32.0));
    }

    #[test]
    fn the_interval_holds_the_mean_as_often_as_it_says() {
        use rand::{RngExt, SeedableRng};
        let mut random = rand_pcg::Pcg64Mcg::seed_from_u64(5);
        let (trials, mut hits95, mut hits99) = (4000, 0, 0);
        for _ in 0..trials {
            // Sums of twelve uniform numbers: nearly normal, with mean 6.
            let mut batch = || Batch { count: 1.0, sum: (0..12).map(|_| random.random::<f64>()).sum() };
            let batches: [Batch; 8] = std::array::from_fn(|_| batch());
            let estimate = Estimate::of(&batches, 0.0).expect("there are values");
            hits95 += u32::from((estimate.mean - 6.0).abs() < estimate.half95);
            hits99 += u32::from((estimate.mean - 6.0).abs() < estimate.half99);
        }
        // Four standard deviations of a binomial count.
        assert!((f64::from(hits95) / 4000.0 - 0.95).abs() < 0.0138, "{hits95}");
        assert!((f64::from(hits99) / 4000.0 - 0.99).abs() < 0.0063, "{hits99}");
    }
}
