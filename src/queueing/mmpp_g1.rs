//! The MMPP/G/1 queue: arrivals of a sum of two-state MMPPs, one server, a service time that is an exponential part and a constant.
//!
//! The mean wait of an arrival is the Pollaczek-Khinchine wait of a Poisson stream with the same mean rate λ and a term for the bursts,
//! ```text
//!   W = λ T₂ / 2(1-μ)  +  (1/λ) [ Δ + T₁ C/(1-μ) ],        μ = λ T₁,
//!   C = Σ σ_i²/κ_i,     Δ = Σ (p_i^g - p_i)(high_i - low_i)/κ_i <= 0,
//! ```
//! which is equation (5) of seed 001 with the inverse `(A + eπ)⁻¹` multiplied out: each component has only the eigenvalues 0 and -κ_i.
//! `p_i^g` is the probability that component i is high under **g, the law of the phase in which a busy period ends** (the stationary vector of
//! the matrix G), which is not π: with π the result is wrong by factors.
//!
//! # g without G
//! G satisfies a matrix fixed point that converges slowly when a burst overloads the server. But an eigenvector v of G with
//! eigenvalue `z = T*(s)` satisfies `(A + (z-1) B) v = -s v`, and A + (z-1)B is a Kronecker sum: v is a product of eigenvectors of 2 x 2
//! matrices, and -s the sum of their eigenvalues. Choosing in each component one of its two eigenvalues gives 2^L scalar equations
//! ```text
//!   F(s) = s + Σ_i e_i(T*(s)) = 0,
//! ```
//! each convex to the right of its root, where Newton's method starts. From the 2^L eigenvectors (the rows of V), g follows from one linear system,
//! `V g = (1, 0, ..., 0)`: g is orthogonal to every eigenvector of G but e, whose eigenvalue is one.

use crate::solve::linear;
use crate::traffic::mmpp::{MOST_COMPONENTS, Superposition, TwoState};
use libm::exp;

/// A service time: the sum of an exponential and a constant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Service {
    /// Mean E of the exponential part, cycles.
    pub exponential: f64,
    /// The constant part, cycles.
    pub constant: f64,
}

impl Service {
    /// T₁, the mean, cycles.
    pub fn mean(&self) -> f64 {
        self.exponential + self.constant
    }

    /// T₂, the second moment, cycles².
    pub fn second_moment(&self) -> f64 {
        self.exponential * self.exponential + self.mean() * self.mean()
    }

    /// T*(s), the Laplace-Stieltjes transform, and its derivative.
    fn transform(&self, s: f64) -> (f64, f64) {
        let spread = 1.0 + s * self.exponential;
        let z = exp(-s * self.constant) / spread;
        (z, -z * (self.constant + self.exponential / spread))
    }
}

/// The wait and what it is made of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wait {
    /// W, the mean wait of an arrival, cycles.
    pub mean: f64,
    /// What a Poisson stream of the same rate would wait (Pollaczek-Khinchine), cycles.
    pub poisson: f64,
    /// C = Σ σ²/κ, how much the rate varies and for how long.
    pub burstiness: f64,
    /// Δ, from the phases in which busy periods end.
    pub delta: f64,
    /// p_i^g, the probability that component i is high when a busy period ends.
    pub high_at_end: [f64; MOST_COMPONENTS],
}

/// The larger or the smaller eigenvalue of one component.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Branch {
    Plus,
    Minus,
}

/// An eigenvalue of `A + (z-1) B` of one component, its derivative in z, and its right eigenvector with a largest element of one.
fn eigen(part: &TwoState, z: f64, branch: Branch) -> (f64, f64, [f64; 2]) {
    let TwoState { d1, d2, high, low } = *part;
    let u = 1.0 - z;
    let (a, d) = (-d1 - u * high, -d2 - u * low);
    let half = (a - d) / 2.0;
    let root = (half * half + d1 * d2).sqrt();
    let minus = (a + d) / 2.0 - root;
    let tilt = half * (high - low) / (2.0 * root);
    let (value, slope, vector) = match branch {
        Branch::Plus => {
            // From the determinant: (a + d)/2 + root cancels where it matters, near z = 1.
            let plus = (u * (d1 * low + d2 * high) + u * u * high * low) / minus;
            (plus, (high + low) / 2.0 + tilt, if half >= 0.0 { [plus - d, d2] } else { [d1, plus - a] })
        }
        Branch::Minus => {
            (minus, (high + low) / 2.0 - tilt, if half >= 0.0 { [d1, minus - a] } else { [minus - d, d2] })
        }
    };
    let largest = vector[0].abs().max(vector[1].abs());
    (value, slope, vector.map(|element| element / largest))
}

/// The root s >= 0 of F for one choice of branches: Newton from the right end, where F is convex, halved back where it leaves the bracket.
fn root(parts: &[TwoState], branches: &[Branch], service: Service) -> f64 {
    const ENOUGH: u32 = 200; // halving alone needs about 60
    let sum = |z: f64| {
        parts.iter().zip(branches).fold((0.0, 0.0), |(value, slope), (part, &branch)| {
            let (e, de, _) = eigen(part, z, branch);
            (value + e, slope + de)
        })
    };
    let mut s = -sum(0.0).0;
    let mut low = 0.0;
    for _ in 0..ENOUGH {
        let (z, dz) = service.transform(s);
        let (e, de) = sum(z);
        let (value, slope) = (s + e, 1.0 + de * dz);
        if value < 0.0 && s > low {
            low = s;
        }
        let newton = s - value / slope;
        let inside = slope > 0.0 && newton >= low;
        let next = if inside { newton } else { (low + s) / 2.0 };
        let step = (next - s).abs();
        s = next;
        // What is left after a Newton step is of the order of its square.
        if step <= if inside { 1e-9 } else { 1e-13 } * s {
            break;
        }
    }
    s
}

/// g: the law of the phase in which a busy period ends, a number for each state. `None` if two components are the same.
pub fn end_of_busy_period(arrivals: &Superposition, service: Service) -> Option<Vec<f64>> {
    let parts = arrivals.parts();
    let m = arrivals.states();
    let mut vectors = vec![1.0; m * m];
    let mut branches = [Branch::Plus; MOST_COMPONENTS];
    for (k, row) in vectors.chunks_exact_mut(m).enumerate().skip(1) {
        for (i, branch) in branches[..parts.len()].iter_mut().enumerate() {
            *branch = if k & arrivals.bit(i) == 0 { Branch::Plus } else { Branch::Minus };
        }
        let (z, _) = service.transform(root(parts, &branches[..parts.len()], service));
        // The product of the vectors of the components, doubled from the least significant bit up.
        let mut width = 1;
        for (part, &branch) in parts.iter().zip(&branches).rev() {
            let (_, _, [high, low]) = eigen(part, z, branch);
            let (upper, lower) = row[..2 * width].split_at_mut(width);
            lower.iter_mut().zip(upper).for_each(|(below, above)| (*above, *below) = (*above * high, *above * low));
            width *= 2;
        }
    }
    // The first row stays at ones: all branches Plus, s = 0, z = 1.
    let mut g = vec![0.0; m];
    g[0] = 1.0;
    linear::solve(&mut vectors, &mut g)?;
    Some(g)
}

/// The mean wait, with its parts. `None` when the server cannot keep up, or two components are the same.
pub fn waiting_time(arrivals: &Superposition, service: Service) -> Option<Wait> {
    let rate = arrivals.mean();
    let (t1, t2) = (service.mean(), service.second_moment());
    let mu = rate * t1;
    if mu >= 1.0 || mu.is_nan() {
        return None;
    }
    let poisson = rate * t2 / (2.0 * (1.0 - mu));
    let mut wait = Wait { mean: poisson, poisson, burstiness: 0.0, delta: 0.0, high_at_end: [0.0; MOST_COMPONENTS] };
    let parts = arrivals.parts();
    let share = |part: &TwoState| part.high_share();
    if parts.iter().all(|part| part.high == part.low) {
        wait.high_at_end.iter_mut().zip(parts).for_each(|(high, part)| *high = share(part));
        return Some(wait);
    }
    let g = end_of_busy_period(arrivals, service)?;
    for (i, part) in parts.iter().enumerate() {
        let bit = arrivals.bit(i);
        let high: f64 = g.iter().enumerate().filter(|(state, _)| state & bit == 0).map(|(_, g)| g).sum();
        wait.high_at_end[i] = high;
        let kappa = part.relaxation();
        wait.burstiness += part.sigma() * part.sigma() / kappa;
        wait.delta += (high - share(part)) * (part.high - part.low) / kappa;
    }
    // Eq. (5). Bursts never shorten the mean wait (Rolski, "Queues with non-stationary input stream: Ross's conjecture", 1981); at light load the two terms
    // cancel to the last digits, and their rounding must not.
    wait.mean += ((wait.delta + t1 * wait.burstiness / (1.0 - mu)) / rate).max(0.0);
    Some(wait)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SERVICE: Service = Service { exponential: 6.0, constant: 35.0 };

    fn bursty() -> Superposition {
        Superposition::of([
            TwoState { d1: 0.6, d2: 0.2, high: 0.03, low: 0.0 },
            TwoState { d1: 0.01, d2: 0.003, high: 0.03, low: 0.001 },
        ])
    }

    /// G by its own fixed point, `G = (I - E X)⁻¹ e^(X h)` with X = A - B + B G: slow, and shares nothing with the fast way.
    fn slow_g(arrivals: &Superposition, service: Service) -> Vec<f64> {
        let m = arrivals.states();
        let product = |a: &[f64], b: &[f64]| -> Vec<f64> {
            (0..m * m).map(|at| (0..m).map(|k| a[at / m * m + k] * b[k * m + at % m]).sum()).collect()
        };
        let mut g = vec![1.0 / m as f64; m * m];
        for _ in 0..2000 {
            let mut x = vec![0.0; m * m];
            for i in 0..m {
                for j in 0..m {
                    x[i * m + j] = arrivals.rate(i) * (g[i * m + j] - f64::from(u8::from(i == j)));
                }
                for (to, rate) in arrivals.transitions(i) {
                    x[i * m + to] += rate;
                    x[i * m + i] -= rate;
                }
            }
            // e^(Xh) by Taylor's series of 1/4096 of it, squared twelve times.
            let small: Vec<f64> = x.iter().map(|x| x * service.constant / 4096.0).collect();
            let one: Vec<f64> = (0..m * m).map(|at| f64::from(u8::from(at / m == at % m))).collect();
            let (mut power, mut term) = (one.clone(), one.clone());
            for k in 1..12 {
                term = product(&term, &small).iter().map(|t| t / f64::from(k)).collect();
                power.iter_mut().zip(&term).for_each(|(p, t)| *p += t);
            }
            for _ in 0..12 {
                power = product(&power, &power);
            }
            for column in 0..m {
                let mut matrix: Vec<f64> = one.iter().zip(&x).map(|(one, x)| one - service.exponential * x).collect();
                let mut right: Vec<f64> = (0..m).map(|i| power[i * m + column]).collect();
                linear::solve(&mut matrix, &mut right).expect("regular");
                (0..m).for_each(|i| g[i * m + column] = right[i]);
            }
        }
        let mut shares = vec![0.0; m];
        linear::stationary(&mut g, &mut shares);
        shares
    }

    #[test]
    fn the_fast_g_is_the_stationary_vector_of_the_slow_one() {
        let fast = end_of_busy_period(&bursty(), SERVICE).expect("components differ");
        assert!((fast.iter().sum::<f64>() - 1.0).abs() < 1e-14);
        for (fast, slow) in fast.iter().zip(slow_g(&bursty(), SERVICE)) {
            assert!((fast / slow - 1.0).abs() < 1e-9, "{fast} is not {slow}");
        }
    }

    #[test]
    fn equation_5_with_its_matrix_is_the_closed_form() {
        let arrivals = bursty();
        let (m, rate) = (arrivals.states(), arrivals.mean());
        let (t1, t2) = (SERVICE.mean(), SERVICE.second_moment());
        let mu = rate * t1;
        let g = end_of_busy_period(&arrivals, SERVICE).expect("components differ");
        let mut matrix = vec![0.0; m * m];
        for i in 0..m {
            (0..m).for_each(|j| matrix[i * m + j] += arrivals.share(j));
            for (to, rate) in arrivals.transitions(i) {
                matrix[i * m + to] += rate;
                matrix[i * m + i] -= rate;
            }
        }
        let mut x: Vec<f64> = (0..m).map(|i| arrivals.rate(i)).collect();
        linear::solve(&mut matrix, &mut x).expect("regular");
        let product: f64 = (0..m).map(|i| ((1.0 - mu) * g[i] + t1 * arrivals.share(i) * arrivals.rate(i)) * x[i]).sum();
        let w = ((2.0 * mu + rate * t2 - 2.0 * t1 * product) / (1.0 - mu) - rate * t2) / (2.0 * mu);
        let wait = waiting_time(&arrivals, SERVICE).expect("stable");
        assert!((wait.mean / w - 1.0).abs() < 1e-10, "{} is not {w}", wait.mean);
    }

    #[test]
    fn vanishing_bursts_leave_pollaczek_and_khinchine() {
        let part = |kappa: f64, sigma: f64| TwoState::from_moments(0.006, sigma, 0.3, kappa);
        let with = |sigma: f64| Superposition::of([part(0.5, sigma), part(0.001, sigma)]);
        let bursts = |sigma: f64| {
            let wait = waiting_time(&with(sigma), SERVICE).expect("stable");
            wait.mean / wait.poisson - 1.0
        };
        assert!(bursts(0.003) > 0.01);
        assert!(bursts(0.0).abs() < 1e-12 && bursts(1e-7).abs() < 1e-8);
        let mu = 0.012 * SERVICE.mean();
        let expected = 0.012 * SERVICE.second_moment() / (2.0 * (1.0 - mu));
        let wait = waiting_time(&with(0.0), SERVICE).expect("stable");
        assert!((wait.mean / expected - 1.0).abs() < 1e-14);
    }

    #[test]
    fn no_load_is_so_light_that_rounding_makes_a_wait_shorter_than_without_bursts() {
        for exponent in 1..300 {
            let wait =
                waiting_time(&bursty().scaled(libm::pow(10.0, -0.1 * f64::from(exponent))), SERVICE).expect("stable");
            assert!(wait.mean >= wait.poisson && wait.poisson > 0.0, "{exponent}: {wait:?}");
        }
    }

    #[test]
    fn an_overloaded_server_has_no_mean_wait() {
        assert_eq!(waiting_time(&bursty().scaled(3.0), SERVICE), None);
    }
}
