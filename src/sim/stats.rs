//! Statistics of simulated numbers: batch means, Student's t, the correlation of batches.
//!
//! Successive latencies of one run depend on each other, so their variance does not give the error of their mean. Means over long
//! *batches* depend on each other less, and the remaining correlation is measured:
//! ```text
//!   | batch 1 | batch 2 | ... | batch B |      batch b: n_b values that sum to S_b
//!                                               r   = Σ S_b / Σ n_b                      (1)  the mean over all values
//!                                               d_b = S_b - r n_b                        (2)  sums to zero
//!                                               s²  = Σ d_b² / ((B-1) B n̄²),  n̄ = Σ n_b / B  (3)
//!                                               r_1 = Σ d_b d_{b+1} / Σ d_b²             (4)  the lag-1 correlation of the batches
//!                                               φ   = r_1 + 1/B                         (5)  of independent batches r_1 is -1/B on average
//!                                               r ± t_ν s √((1+φ)/(1-φ))                (6)  t of Student, with ν degrees of freedom
//!                                               1/ν = 1/(B-1) + 2/B                     (7)  s² and φ are both known from B batches alone
//! ```
//! *What was offered* is known on average, and more of it makes delays longer. So x_b, the work that came to be offered in batch b beyond
//! that to be expected, is a control variate, and the mean is that of a run which was offered what it should have been. What comes at the
//! end of a batch makes delays longer in this one or in the next: z_b, the part of x_b that came in the last piece of the batch (an eighth
//! to a half of it), counts in one or the other.
//! ```text
//!                                               y_b = z_{b-1} - z_b,  z_0 = 0           (8)
//!                                               e_b = d_b - γ (x_b - x̄) - δ (y_b - ȳ)   (9)  with γ and δ for which Σ e_b² is least
//!                                               r*  = r - (γ x̄ + δ ȳ) / n̄               (10) instead of r in (6)
//! ```
//! with e_b instead of d_b in (3) and (4) and B-3 instead of B-1 in (3) and (7). Since γ and δ are estimated too, s² is 1 + B m'C⁻¹m times
//! as large: m = (x̄, ȳ), and C has the sums of squares and products of x_b - x̄ and y_b - ȳ. The mean of few events is not corrected to
//! less than nothing: then there is no control. Without an estimate of the error, the mean is r.
//!
//! (1) weighs each value alike. The mean of the means of the batches does not: when traffic has bursts, batches with many messages are
//! those with long delays, and it comes out too small. With equal n_b both are the same, and (3) is the common formula.
//!
//! The root in (6) is what the correlation of neighbours adds if it decays from batch to batch by the factor φ. (7) adds relative
//! variances: that of s² is 2/(B-1), r_1 has the variance 1/B, and so (1+φ)/(1-φ) has 4/B near φ = 0; a variance with ν degrees of freedom
//! would have 2/ν. So ν, rounded, is 8 of 24 batches and 16 of 48. Of e_b the average in (5) is -1/B to -1/(2B), since neighbouring y_b
//! are opposed, so intervals are a little wide. How often such intervals hold the true mean is measured for every network of the page
//! (`make coverage`, `docs/accuracy.md`). Spectra (Heidelberger and Welch 1981) were tried too: as good in long runs, worse in short ones.
//!
//! *Latencies are skew*: a crowd that makes the mean of a run larger makes its batches differ more. Where the mean comes out too small the
//! width does too, so an interval around the mean misses on that side. Among runs of the same length the logarithm of the width h grows by
//! up to 15 times that of the mean near saturation, and hardly at a light load, where W is W0: crowds change the part W - W0 alone. With κ
//! = 12 for it ([`LEAN`]) the interval of a latency leans:
//! ```text
//!                                               r* - h (1 - 2ℓ/3)  to  r* + h (1 + ℓ),  ℓ = min(κ (1 - W0/r*) h/r*, 2/5)       (11)
//! ```
//! In runs so short that h is wide, κ is smaller. Of 8,734 runs of fixed length in nine settings near saturation, 239 intervals are below
//! the true mean and 147 above; with ends that both move by h min(4 h/r*, 1/5) it is 315 and 111. At lighter loads it is 166 and 179 of
//! 8,590 with the one, 169 and 195 with the other.
//!
//! A. M. Law, W. D. Kelton, "Simulation Modeling and Analysis", 3rd ed., 2000, chapter 9 (batch means, ratio estimators).
//! S. S. Lavenberg, P. D. Welch, "A perspective on the use of control variables to increase the efficiency of Monte Carlo simulations",
//! Management Science 27 (1981) 322-335 (regression on control variates, and its intervals).
//! A. Tafazzoli, J. R. Wilson, E. K. Lada, N. M. Steiger, "Performance of Skart: A skewness- and autoregression-adjusted batch means
//! procedure for simulation analysis", INFORMS J. Computing 23 (2011) 297-314 (the factor of (6); the skewness that (11) replaces).
#![doc = include_str!("stats/alternatives.md")]

pub mod histogram;
pub mod percentile;

pub use histogram::{Bins, Histogram};
pub use percentile::{Distribution, Percentile, Percentiles, Times};
use std::ops::RangeInclusive;

/// The number n_b of values of a batch and their sum S_b, and x_b, the work offered meanwhile beyond that expected, on average zero.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[allow(missing_docs, reason = "the doc of the type tells its fields")]
pub struct Batch {
    pub count: f64,
    pub sum: f64,
    pub excess: f64,
}

/// B, the batches of an interval, in a run that is short for what it remembers. With fewer, t is wide and the width uncertain.
pub const BATCHES: usize = 24;

/// B in longer runs. With more the correlation weighs more.
pub const MOST_BATCHES: usize = 2 * BATCHES;

/// The ratio of the relative growth of the width of an interval of latencies to that of their mean far above W0, among runs of a length.
pub const LEAN: f64 = 12.0;

/// The part of its half width by which the upper end of an interval is further up at most. In runs so short that it is wide, the width
/// depends on the mean by a smaller power.
pub const MOST_LEAN: f64 = 0.4;

/// The least number of values for an estimate of the error of their mean: fewer may all be equal, or all short, by chance.
pub const FEWEST: f64 = 30.0;

/// The least and the largest φ of equation (5). Of so few batches others are too uncertain to be a factor.
const CORRELATED: RangeInclusive<f64> = -0.5..=0.8;

/// A mean with the estimate of its error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The mean, equation (10), or (1) where there is no interval.
    pub mean: f64,
    /// r, the mean of the values themselves, equation (1).
    pub sample_mean: f64,
    /// Half the width of the 95 % confidence interval, equation (6). Infinite when nothing can be said of the error.
    pub half95: f64,
    /// Half the width of the 99 % interval.
    pub half99: f64,
    /// Σ n_b, how many values.
    pub values: f64,
    /// The lag-1 correlation of the batches, equation (4).
    pub lag1: f64,
}

impl Estimate {
    /// The estimate from pieces in the order of time, joined into `batches` batches; with fewer pieces than that, or fewer than [`FEWEST`]
    /// values in all, it is [plain](Self::plain). `None` if they hold no value.
    pub fn of_pieces(pieces: &[Batch], batches: usize) -> Option<Self> {
        let plain = Self::plain(pieces)?;
        if pieces.len() < batches || plain.values < FEWEST {
            return Some(plain);
        }
        Self::of(&joined(pieces, batches), &edges(pieces, batches), true)
    }

    /// The mean over all values, equation (1), without an estimate of its error. `None` without values.
    pub fn plain(pieces: &[Batch]) -> Option<Self> {
        Self::of(&joined(pieces, 1), &[0.0], false)
    }

    /// The estimate from independent replications: a batch for each, with one value, its mean.
    pub fn of_replications(means: &[f64]) -> Option<Self> {
        let batches: Vec<Batch> = means.iter().map(|&sum| Batch { count: 1.0, sum, excess: 0.0 }).collect();
        Self::of_independent(&batches)
    }

    /// The estimate from batches that do not depend on each other. `None` when they hold no value.
    pub(in crate::sim) fn of_independent(batches: &[Batch]) -> Option<Self> {
        Self::of(batches, &vec![0.0; batches.len()], false).map(|estimate| Self { lag1: 0.0, ..estimate })
    }

    /// Equations (1) to (10), from the batches and their y_b. Those that are not correlated have φ = 0 and ν = B-1.
    fn of(batches: &[Batch], edges: &[f64], correlated: bool) -> Option<Self> {
        let b = batches.len() as f64;
        let count: f64 = batches.iter().map(|batch| batch.count).sum();
        if count <= 0.0 {
            return None;
        }
        let mean = batches.iter().map(|batch| batch.sum).sum::<f64>() / count;
        let mut rest: Vec<f64> = batches.iter().map(|batch| batch.sum - mean * batch.count).collect();
        let excess: Vec<f64> = batches.iter().map(|batch| batch.excess).collect();
        let controls =
            ControlVariates::of(&rest, &excess, edges).filter(|c| mean > c.due / (count / b)).unwrap_or_default();
        for ((rest, x), y) in rest.iter_mut().zip(&excess).zip(edges) {
            *rest -= controls.slopes[0] * (x - controls.means[0]) + controls.slopes[1] * (y - controls.means[1]);
        }
        let squares = product(&rest, &rest);
        let lag1 = if squares > 0.0 { product(&rest, &rest[1..]) / squares } else { 0.0 };
        let degrees = batches.len().saturating_sub(1 + controls.number);
        let (phi, certain) = if correlated {
            let certain = 1.0 / (1.0 / degrees as f64 + 2.0 / b);
            ((lag1 + 1.0 / b).clamp(*CORRELATED.start(), *CORRELATED.end()), libm::round(certain) as usize)
        } else {
            (0.0, degrees)
        };
        let variance = squares / (degrees as f64 * b) * (1.0 + controls.far) * (1.0 + phi) / (1.0 - phi);
        let error = variance.sqrt() / (count / b);
        let half = |confidence| if certain == 0 { f64::INFINITY } else { student_t(confidence, certain) * error };
        Some(Self {
            mean: mean - controls.due / (count / b),
            sample_mean: mean,
            half95: half(0.95),
            half99: half(0.99),
            values: count,
            lag1,
        })
    }

    /// With an interval that is not narrower than that of a part of the same run foretells: the square of a width falls as the length
    /// grows. `part` is the length of that part in terms of this.
    pub fn widened_by(self, other: &Self, part: f64) -> Self {
        let shrinks = part.sqrt();
        Self {
            half95: self.half95.max(other.half95 * shrinks),
            half99: self.half99.max(other.half99 * shrinks),
            ..self
        }
    }

    /// The ends of the 95 % interval of a mean latency, equation (11), from W0, that of the idle network; `None` if its error is unknown.
    pub fn limits_of_latency(&self, idle: f64) -> Option<[f64; 2]> {
        let crowds = (1.0 - idle / self.mean).max(0.0);
        let lean = (LEAN * crowds * self.relative()).min(MOST_LEAN);
        let [below, above] = [1.0 - 2.0 / 3.0 * lean, 1.0 + lean].map(|part| part * self.half95);
        self.half95.is_finite().then_some([self.mean - below, self.mean + above])
    }

    /// The ends of the 95 % interval of another mean, whose error does not depend on it; `None` if nothing can be said of it.
    pub fn limits(&self) -> Option<[f64; 2]> {
        self.half95.is_finite().then_some([self.mean - self.half95, self.mean + self.half95])
    }

    /// The half width of the 95 % interval in terms of the mean.
    pub fn relative(&self) -> f64 {
        if self.half95 == 0.0 { 0.0 } else { self.half95 / self.mean.abs() }
    }
}

/// The part that control variates explain: equations (9) and (10).
#[derive(Clone, Copy, Debug, Default)]
struct ControlVariates {
    means: [f64; 2],
    slopes: [f64; 2],
    /// γ x̄ + δ ȳ.
    due: f64,
    far: f64,
    number: usize,
}

impl ControlVariates {
    /// Least squares of d_b on x_b and y_b; of x_b alone where y_b follows from it or is the same in all batches. `None` where x_b is.
    fn of(differs: &[f64], excess: &[f64], edges: &[f64]) -> Option<Self> {
        let b = differs.len() as f64;
        let mean = |values: &[f64]| values.iter().sum::<f64>() / b;
        let means @ [mx, my] = [mean(excess), mean(edges)];
        let x: Vec<f64> = excess.iter().map(|x| x - mx).collect();
        let y: Vec<f64> = edges.iter().map(|y| y - my).collect();
        let (xx, yy, xy) = (product(&x, &x), product(&y, &y), product(&x, &y));
        let (xd, yd) = (product(&x, differs), product(&y, differs));
        let apart = xx * yy - xy * xy;
        let (slopes @ [gamma, delta], far, number) = if apart > DEPENDENT * xx * yy {
            let slopes = [(xd * yy - yd * xy) / apart, (yd * xx - xd * xy) / apart];
            (slopes, b * (mx * mx * yy - 2.0 * mx * my * xy + my * my * xx) / apart, 2)
        } else if xx > 0.0 {
            ([xd / xx, 0.0], b * mx * mx / xx, 1)
        } else {
            return None;
        };
        Some(Self { means, slopes, due: gamma * mx + delta * my, far, number })
    }
}

/// 1 less the squared correlation of x_b and y_b, below which the second is left out.
const DEPENDENT: f64 = 1e-9;

/// The sum of the products of the first with the first, and so on, as far as both go.
fn product(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// The ends of the batches into which pieces are joined; their lengths differ by at most one piece.
fn cuts(pieces: usize, batches: usize) -> impl Iterator<Item = (usize, usize)> {
    let batches = batches.min(pieces);
    let edge = move |b: usize| b * pieces / batches;
    (0..batches).map(move |b| (edge(b), edge(b + 1)))
}

/// Pieces joined into `batches` batches; unchanged if there are at most that many.
fn joined(pieces: &[Batch], batches: usize) -> Vec<Batch> {
    let join = |(begin, end): (usize, usize)| {
        pieces[begin..end].iter().fold(Batch::default(), |all, piece| Batch {
            count: all.count + piece.count,
            sum: all.sum + piece.sum,
            excess: all.excess + piece.excess,
        })
    };
    cuts(pieces.len(), batches).map(join).collect()
}

/// y_b of the batches into which pieces are joined, equation (8).
fn edges(pieces: &[Batch], batches: usize) -> Vec<f64> {
    let last = |at: usize| if at == 0 { 0.0 } else { pieces[at - 1].excess };
    cuts(pieces.len(), batches).map(|(begin, end)| last(begin) - last(end)).collect()
}

/// t such that a variable with Student's distribution lies between -t and t with probability `confidence`, 0 < confidence < 1.
///
/// For whole `degrees` the distribution is a finite sum in θ = atan(t/√degrees) (Abramowitz and Stegun 26.7.3, 26.7.4),
/// inverted by halving the range of θ.
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
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    fn batch(count: f64, sum: f64) -> Batch {
        Batch { count, sum, excess: 0.0 }
    }

    #[test]
    fn an_interval_is_widened_by_a_part_of_the_run_foretells() {
        let wide =
            |half95| Estimate { mean: 7.0, sample_mean: 7.0, half95, half99: 1.5 * half95, values: 50.0, lag1: 0.0 };
        let now = wide(1.0).widened_by(&Estimate { mean: 8.0, ..wide(3.0) }, 0.25);
        assert_eq!((now.mean, now.half95, now.half99), (7.0, 1.5, 2.25));
        assert_eq!(wide(1.0).widened_by(&wide(1.9), 0.25), wide(1.0));
    }

    #[test]
    fn the_quantiles_of_student_are_those_of_the_tables() {
        // NIST/SEMATECH e-Handbook of Statistical Methods, section 1.3.6.7.2, three decimals.
        for (confidence, degrees, t) in [
            (0.95, 1, 12.706),
            (0.95, 2, 4.303),
            (0.95, 10, 2.228),
            (0.95, 100, 1.984),
            (0.99, 1, 63.657),
            (0.99, 7, 3.499),
            (0.99, 95, 2.629),
        ] {
            let ours = student_t(confidence, degrees);
            assert!((ours - t).abs() <= 0.5005e-3, "{confidence} with {degrees}: {ours} is not {t}");
        }
    }

    #[test]
    fn equal_batches_give_the_common_formula() {
        let means = [2.0, 4.0, 3.0, 5.0, 1.0];
        let batches: Vec<Batch> = means.iter().map(|&mean| batch(7.0, 7.0 * mean)).collect();
        let estimate = Estimate::of(&batches, &[0.0; 5], false).expect("there are values");
        assert!((estimate.mean - 3.0).abs() < 1e-15);
        assert!((estimate.half95 - 2.776_445 * (2.5_f64 / 5.0).sqrt()).abs() < 1e-6);
        // Deviations -1, 1, 0, 2, -2: products -1 + 0 + 0 - 4, squares 10.
        assert!((estimate.lag1 + 0.5).abs() < 1e-15);
        // φ = -0.5 + 1/5, and 1/(1/4 + 2/5) degrees of freedom: 1.5, rounded to two.
        let correlated = Estimate::of(&batches, &[0.0; 5], true).expect("there are values");
        let half = student_t(0.95, 2) * (2.5_f64 / 5.0 * 0.7 / 1.3).sqrt();
        assert!((correlated.half95 - half).abs() < 1e-12, "{} is not {half}", correlated.half95);
    }

    #[test]
    fn each_value_weighs_alike_however_the_batches_are_cut() {
        let batches = [batch(1.0, 10.0), batch(9.0, 18.0)];
        let estimate = Estimate::of_pieces(&batches, 24).expect("there are values");
        assert!((estimate.mean - 2.8).abs() < 1e-15);
        assert_eq!(Estimate::of_pieces(&[Batch::default(); 3], 24), None);
        assert_eq!(Estimate::of_pieces(&[], 24), None);
    }

    #[test]
    fn pieces_are_joined_into_batches_that_differ_by_one_piece_at_most() {
        let piece = |i: usize| batch(1.0, i as f64);
        for pieces in [24, 25, 47, 100, 191] {
            let all: Vec<Batch> = (0..pieces).map(piece).collect();
            let batches = joined(&all, 24);
            let most = batches.iter().map(|batch| batch.count).fold(0.0, f64::max);
            let least = batches.iter().map(|batch| batch.count).fold(f64::INFINITY, f64::min);
            assert!(batches.len() == 24 && most - least <= 1.0, "{pieces}: {least} to {most}");
            assert_eq!(batches.iter().map(|b| b.sum).sum::<f64>(), (pieces * (pieces - 1) / 2) as f64);
        }
    }

    #[test]
    fn of_few_values_or_few_batches_there_is_no_interval() {
        let alike = |pieces: usize, count: f64| {
            Estimate::of_pieces(&vec![batch(count, 7.0 * count); pieces], 24).expect("there are values")
        };
        let few = alike(24, 1.0);
        assert_eq!((few.mean, few.half95, few.relative()), (7.0, f64::INFINITY, f64::INFINITY));
        assert_eq!(alike(23, 10.0).half95, f64::INFINITY);
        let enough = alike(24, 1.25);
        assert_eq!((enough.half95, enough.values), (0.0, 30.0));
    }

    #[test]
    fn a_mean_is_that_of_what_should_have_been_offered() {
        // Half a unit for each unit of work too much, in batches; of what came in the last piece before, another fifth.
        let excess = |i: usize| ((i * 7) % 11) as f64 - 4.0;
        let line = |i: usize| {
            let count = 8.0 + (i % 3) as f64;
            let before = if i == 0 { 0.0 } else { excess(i - 1) };
            Batch { count, sum: 5.0 * count + 0.5 * excess(i) + 0.2 * before, excess: excess(i) }
        };
        let pieces: Vec<Batch> = (0..96).map(line).collect();
        let plain = Estimate::plain(&pieces).expect("there are values");
        let all: f64 = pieces.iter().map(|piece| piece.excess).sum();
        assert!(
            all > 80.0 && (plain.mean - 5.0 - (0.7 * all - 0.2 * excess(95)) / plain.values).abs() < 1e-12,
            "{all}"
        );
        for batches in [BATCHES, MOST_BATCHES] {
            let estimate = Estimate::of_pieces(&pieces, batches).expect("there are values");
            assert!((estimate.mean - 5.0).abs() < 0.01 * (plain.mean - 5.0), "{} and {}", estimate.mean, plain.mean);
            assert!(estimate.half95 < 0.01, "{estimate:?}");
        }
        assert_eq!((plain.half95, plain.lag1), (f64::INFINITY, 0.0));
    }

    #[test]
    fn what_was_offered_counts_as_the_equations_say() {
        // Five batches of one value: d = -1, 1, 0, 2, -2 and x = -2, 1, 0, 3, -1 with mean 0.2.
        let values = [(2.0, -2.0), (4.0, 1.0), (3.0, 0.0), (5.0, 3.0), (1.0, -1.0)];
        let batches = values.map(|(sum, excess)| Batch { count: 1.0, sum, excess });
        let estimate = Estimate::of(&batches, &[0.0; 5], false).expect("there are values");
        let (spread, together) = (15.0 - 5.0 * 0.04, 2.0 + 1.0 + 6.0 + 2.0);
        assert!((estimate.mean - (3.0 - together / spread * 0.2)).abs() < 1e-14);
        let left = 10.0 - together * together / spread;
        let variance = left / (3.0 * 5.0) * (1.0 + 5.0 * 0.04 / spread);
        assert!((estimate.half95 - student_t(0.95, 3) * variance.sqrt()).abs() < 1e-12);
        // y = 1, -1, 0, 1, -1 beside it: x x = 14.8, y y = 4, x y = 1, x d = 11, y d = 2 after their means.
        let edges = [1.0, -1.0, 0.0, 1.0, -1.0];
        let both = Estimate::of(&batches, &edges, false).expect("there are values");
        let apart = 14.8 * 4.0 - 1.0;
        let [gamma, delta] = [(11.0 * 4.0 - 2.0) / apart, (2.0 * 14.8 - 11.0) / apart];
        assert!((both.mean - (3.0 - gamma * 0.2)).abs() < 1e-14, "{}", both.mean);
        let left = 10.0 - 11.0 * gamma - 2.0 * delta;
        let variance = left / (2.0 * 5.0) * (1.0 + 5.0 * 0.04 * 4.0 / apart);
        assert!((both.half95 - student_t(0.95, 2) * variance.sqrt()).abs() < 1e-12);
        // One that follows from the other is none.
        let alike = Estimate::of(&batches, &batches.map(|batch| -batch.excess), false).expect("there are values");
        assert_eq!((alike.mean, alike.half95), (estimate.mean, estimate.half95));
    }

    /// The number of 4000 intervals at 95 % and at 99 % that contain the mean, which is 6, of one value a piece, correlated by `phi` from
    /// one piece to the next, and how wide those at 95 % are. Of the variance, a part is due to what was offered.
    fn hits(
        (phi, part): (f64, f64),
        estimate: impl Fn(&[Batch]) -> Option<Estimate>,
        pieces: usize,
    ) -> (f64, f64, f64) {
        let mut random = Pcg64Mcg::seed_from_u64(5);
        // Sums of twelve uniform numbers: nearly normal, with mean 6 and variance 1.
        let mut normal = || (0..12).map(|_| random.random::<f64>()).sum::<f64>() - 6.0;
        let (mut hits95, mut hits99, mut width) = (0, 0, 0.0);
        for _ in 0..4000 {
            let mut state = normal();
            let mut piece = || {
                state = phi * state + (1.0 - phi * phi).sqrt() * normal();
                let excess = part.sqrt() * normal();
                Batch { count: 1.0, sum: 6.0 + excess + (1.0 - part).sqrt() * state, excess }
            };
            let batches: Vec<Batch> = (0..pieces).map(|_| piece()).collect();
            let estimate = estimate(&batches).expect("there are values");
            hits95 += u32::from((estimate.mean - 6.0).abs() < estimate.half95);
            hits99 += u32::from((estimate.mean - 6.0).abs() < estimate.half99);
            width += estimate.half95 / 4000.0;
        }
        (f64::from(hits95) / 4000.0, f64::from(hits99) / 4000.0, width)
    }

    fn joined_into(batches: usize) -> impl Fn(&[Batch]) -> Option<Estimate> {
        move |pieces| Estimate::of_pieces(pieces, batches)
    }

    #[test]
    fn the_interval_of_independent_means_holds_the_mean_as_often_as_it_says() {
        let means = |batches: &[Batch]| Estimate::of_replications(&batches.iter().map(|b| b.sum).collect::<Vec<_>>());
        let (hits95, hits99, _) = hits((0.0, 0.0), means, 8);
        // Four standard deviations of a binomial count.
        assert!((hits95 - 0.95).abs() < 0.0138, "{hits95}");
        assert!((hits99 - 0.99).abs() < 0.0063, "{hits99}");
    }

    #[test]
    fn the_interval_of_correlated_pieces_holds_the_mean_about_as_often_as_it_says() {
        // Sums over 24 batches of 4 pieces, and over 48 of 2: from independent ones to such as depend on each other over two batches.
        for (batches, phi, least, most) in [
            (24, 0.0, 0.95, 0.97),
            (24, 0.5, 0.94, 0.965),
            (24, 0.8, 0.92, 0.95),
            (48, 0.0, 0.94, 0.96),
            (48, 0.5, 0.94, 0.96),
            (48, 0.8, 0.91, 0.94),
        ] {
            let (hits95, _, _) = hits((phi, 0.0), joined_into(batches), 96);
            assert!((least..most).contains(&hits95), "{batches}, {phi}: {hits95}");
        }
        // What (5) is for: without it, half of them would be too narrow.
        let (naive, _, _) = hits((0.8, 0.0), |pieces| Estimate::of(pieces, &[0.0; 96], false), 96);
        assert!(naive < 0.6, "{naive}");
    }

    #[test]
    fn the_interval_of_skew_latencies_misses_on_both_sides() {
        let mut random = Pcg64Mcg::seed_from_u64(5);
        let (mut around, mut leaning) = ([0, 0], [0, 0]);
        for _ in 0..4000 {
            // Of mean 6, with a standard deviation of an eighth of that: where four exponential numbers are added the width grows by four
            // times as much as the mean, a third of what it does far above the latency of the idle network.
            let mut exponential = || -libm::log(1.0 - random.random::<f64>());
            let mut mean = || 6.0 + 6.0 / 8.0 * ((0..4).map(|_| exponential()).sum::<f64>() - 4.0) / 2.0;
            let mut piece = || Batch { count: 40.0, sum: 40.0 * mean(), excess: 0.0 };
            let pieces: Vec<Batch> = (0..BATCHES).map(|_| piece()).collect();
            let estimate = Estimate::of_pieces(&pieces, BATCHES).expect("there are values");
            let sides = [(&mut around, estimate.limits()), (&mut leaning, estimate.limits_of_latency(4.0))];
            for (misses, [low, high]) in sides.map(|(misses, ends)| (misses, ends.expect("an interval"))) {
                misses[0] += u32::from(high < 6.0);
                misses[1] += u32::from(low > 6.0);
            }
        }
        assert!(around[0] > 3 * around[1], "{around:?}");
        assert!(leaning[1] * 3 > leaning[0] && leaning[0] * 3 > leaning[1], "{leaning:?}");
        // Where it is narrow it hardly leans, and where it is wide by two fifths; in the idle network not at all.
        let of = |half95| Estimate { mean: 1.0, sample_mean: 1.0, half95, half99: half95, values: 100.0, lag1: 0.0 };
        let ends = |half95, idle| of(half95).limits_of_latency(idle).expect("an interval");
        let close = |[low, high]: [f64; 2], expected: [f64; 2]| {
            assert!((low - expected[0]).abs() < 1e-15 && (high - expected[1]).abs() < 1e-15, "{low} {high}");
        };
        close(ends(0.01, 0.5), [0.9904, 1.0106]);
        close(ends(0.3, 0.5), [0.78, 1.42]);
        close(ends(0.5, 1.1), [0.5, 1.5]);
        assert_eq!(of(f64::INFINITY).limits_of_latency(0.5), None);
    }

    #[test]
    fn an_interval_is_narrower_by_what_the_offered_work_explains_and_holds_the_mean_as_often() {
        let (_, _, usual) = hits((0.0, 0.0), joined_into(24), 96);
        for part in [0.3_f64, 0.75] {
            let (hits95, hits99, width) = hits((0.0, part), joined_into(24), 96);
            assert!((0.95..0.97).contains(&hits95) && (0.985..0.999).contains(&hits99), "{hits95}, {hits99}");
            assert!((width / usual / (1.0 - part).sqrt() - 1.0).abs() < 0.06, "{}", width / usual);
        }
    }

    #[test]
    fn a_rate_of_rare_events_is_never_below_nothing() {
        let mut random = Pcg64Mcg::seed_from_u64(8);
        let mut corrected = 0;
        for _ in 0..20_000 {
            let excess = 4.0 * random.random::<f64>() - 2.0;
            let mut piece = || {
                let more = random.random::<f64>() - 0.5;
                let sum = if random.random::<f64>() < 0.06 * (1.0 + 2.0 * more) { 1.0 } else { 0.0 };
                Batch { count: 10.0, sum, excess: more + 0.3 * excess }
            };
            let Some(estimate) = Estimate::of_pieces(&(0..24).map(|_| piece()).collect::<Vec<_>>(), 24) else {
                continue;
            };
            assert!(estimate.mean >= 0.0 && (estimate.mean > 0.0) == (estimate.sample_mean > 0.0), "{estimate:?}");
            corrected += u32::from(estimate.mean != estimate.sample_mean);
        }
        assert!(corrected > 10_000, "{corrected}");
    }
}
