//! The MMPP/G/1 queue: arrivals of a sum of two-state MMPPs, one server, a service time that is an exponential part and a constant.
//!
//! The mean wait of an arrival is the Pollaczek-Khinchine wait of a Poisson stream with the same mean rate λ and a term for the bursts,
//! ```text
//!   W = λ T₂ / 2(1-μ)  +  (1/λ) [ Δ + T₁ C/(1-μ) ],        μ = λ T₁,
//!   C = Σ σ_i²/κ_i,     Δ = Σ (p_i^g - p_i)(high_i - low_i)/κ_i <= 0,
//! ```
//! which is equation (5) of seed 001 with the inverse `(A + eπ)⁻¹` multiplied out: each component has only the eigenvalues 0 and -κ_i.
//! `p_i^g` is the probability that component i is high under **g, the law of the phase in which a busy period ends** (the stationary vector
//! of the matrix G), which is not π: with π the result is wrong by factors.
//!
//! # g without G
//! G satisfies a matrix fixed point that converges slowly when a burst overloads the server. But an eigenvector v of G with
//! eigenvalue `z = T*(s)` satisfies `(A - uB) v = -s v`, `u = 1 - z`, and A - uB is a Kronecker sum: v is a product of eigenvectors of 2 x
//! 2 matrices, and -s the sum of their eigenvalues. Choosing in each component one of its two eigenvalues gives 2^L scalar equations
//! ```text
//!   F(s) = s + Σ_i e_i(u(s)) = 0,
//! ```
//! each convex to the right of its root, where Newton's method starts. g is orthogonal to every eigenvector of G but e, whose eigenvalue is
//! one.
//!
//! # The wait without cancellation
//! Where the phases change slowly, Δ and T₁ C/(1-μ) are of the order of 1/κ and cancel to a difference of the order of one. Hence g is
//! written as what it would be if the phases stood still, `g_j = π_j (1 - λ_j T₁)/(1-μ)`, and a rest. With the functions 1 and χ_i,
//! orthonormal under the law of component i, and `χ_S = Π_{i in S} χ_i`,
//! ```text
//!   E_g[χ_S] = ( D_S - T₁ σ_i [S = {i}] ) / (1-μ),     so that     Δ + T₁ C/(1-μ) = Σ (σ_i/κ_i) D_i / (1-μ).
//! ```
//! In these functions the matrix of a component is symmetric, and its eigenvectors are (1, -t) and (t, 1) times a number, with `t = tan θ`,
//! ```text
//!    | -u m     -u σ              |
//!    | -u σ     -u m - K          |,       K = κ + u (high - low)(1 - 2p),       tan 2θ = 2uσ/K .
//! ```
//! From `λ E_π[v] ..`, that is π times the equation of v, `u E_π[λ v] = s E_π[v]`, and g v = 0 becomes a system in which nothing nearly
//! cancels:
//! ```text
//!   Σ_{S not empty} v_S D_S = v_0 (T₁ s - u)/u        for each v but e.
//! ```
//! A component with σ = 0 has no part in it.
//!
//! # The distribution of the wait
//! The transform of the wait of an arrival is that of the work in the queue at its arrival; e is the vector of ones:
//! ```text
//!   W(s) = (1-μ) s/(λu) ( s g (sI + A - uB)⁻¹ e - 1 ),     u = 1 - T*(s) .
//! ```
//! In the functions χ_S the inverse is computed component by component. The weights of the 2^L eigenvectors add up to one; this removes the
//! -1 and leaves a sum of `-weight e_v/(s + e_v)` without cancellation, where e_v is the sum of the eigenvalues. Without bursts it is the
//! transform of Pollaczek and Khinchine.
//!
//! D. M. Lucantoni, "New results on the single server queue with a batch Markovian arrival process", Stochastic Models 7 (1991) 1-46.

use crate::solve::{complex::Complex, exp_remainder, linear};
use crate::traffic::mmpp::{MOST_COMPONENTS, Superposition, TwoState};
use libm::{exp, expm1};

/// A service time: the sum of an exponential and a constant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Service {
    /// Mean E of the exponential part, cycles.
    pub exponential: f64,
    /// The constant part h, cycles.
    pub constant: f64,
}

impl Service {
    /// T₁, the mean time, cycles.
    pub fn mean(&self) -> f64 {
        self.exponential + self.constant
    }

    /// T₂, the second moment, cycles².
    pub fn second_moment(&self) -> f64 {
        self.exponential * self.exponential + self.mean() * self.mean()
    }

    /// u = 1 - T*(s), from the Laplace-Stieltjes transform T*, to the last digits also for small s, and its derivative.
    fn transform(&self, s: f64) -> (f64, f64) {
        let (x, y) = (s * self.constant, s * self.exponential);
        let spread = 1.0 + y;
        ((y - expm1(-x)) / spread, exp(-x) / spread * (self.constant + self.exponential / spread))
    }

    /// (1 - T*(s))/s, T₁ at s = 0.
    fn slope(&self, s: Complex) -> Complex {
        let constant = (s * self.constant).falling() * self.constant;
        (Complex::real(self.exponential) + constant) / (Complex::ONE + s * self.exponential)
    }

    /// T₁ s - 1 + T*(s), about T₂ s²/2, to the last digits.
    fn beyond_mean(&self, s: f64) -> f64 {
        let (x, y) = (s * self.constant, s * self.exponential);
        (exp_remainder(x) + x * y + y * y) / (1.0 + y)
    }
}

/// The wait and what it is made of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeanWait {
    /// W, the mean wait of an arrival, cycles.
    pub mean: f64,
    /// The wait of a Poisson stream of this rate (Pollaczek-Khinchine), cycles.
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
enum EigenBranch {
    Plus,
    Minus,
}

/// One component with σ > 0, in the functions 1 and χ.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
struct Mode {
    kappa: f64,
    mean: f64,
    sigma: f64,
    /// (high - low)(1 - 2p).
    tilt: f64,
    product: f64,
}

impl Mode {
    fn of(part: &TwoState) -> Self {
        Self {
            kappa: part.relaxation(),
            mean: part.mean(),
            sigma: part.sigma(),
            tilt: (part.high - part.low) * (part.d1 - part.d2) / part.relaxation(),
            product: part.high * part.low,
        }
    }

    /// (√(K² + 4u²σ²) + K)/2 and the square root.
    fn width(&self, u: f64) -> (f64, f64) {
        let (k, turn) = (self.kappa + u * self.tilt, u * self.sigma);
        let root = (k * k + 4.0 * turn * turn).sqrt();
        (if k >= 0.0 { (root + k) / 2.0 } else { 2.0 * turn * turn / (root - k) }, root)
    }

    /// tan θ and both eigenvalues for a complex u.
    fn complex(&self, u: Complex) -> (Complex, [Complex; 2]) {
        let Self { kappa, mean, sigma, tilt, product } = *self;
        let (k, turn) = (Complex::real(kappa) + u * tilt, u * (2.0 * sigma));
        let root = (k * k + turn * turn).sqrt();
        // Of the two roots the one that does not cancel.
        let root = if (root.re * k.re + root.im * k.im) < 0.0 { -root } else { root };
        let minus = -(u * mean + (k + root) * 0.5);
        (turn / (k + root), [u * (Complex::real(kappa * mean) + u * product) / minus, minus])
    }

    /// An eigenvalue and its derivative in u.
    fn eigenvalue(&self, u: f64, branch: EigenBranch) -> (f64, f64) {
        let Self { kappa, mean, sigma, tilt, product } = *self;
        let (width, root) = self.width(u);
        let minus = -(u * mean + width);
        let (middle, slope) =
            (-(mean + tilt / 2.0), ((kappa + u * tilt) * tilt + 4.0 * u * sigma * sigma) / (2.0 * root));
        match branch {
            // From the determinant: the sum u m - uσt cancels.
            EigenBranch::Plus => (u * (kappa * mean + u * product) / minus, middle + slope),
            EigenBranch::Minus => (minus, middle - slope),
        }
    }

    /// The unit eigenvector: its elements at 1 and at χ.
    fn eigenvector(&self, u: f64, branch: EigenBranch) -> [f64; 2] {
        let t = u * self.sigma / self.width(u).0;
        let cosine = 1.0 / (1.0 + t * t).sqrt();
        match branch {
            EigenBranch::Plus => [cosine, -t * cosine],
            EigenBranch::Minus => [t * cosine, cosine],
        }
    }
}

/// The root s >= 0 of F for one choice of branches: Newton from the right end, where F is convex, halved back where it leaves the bracket.
fn root(modes: &[(Mode, EigenBranch)], steady: f64, service: Service) -> f64 {
    const ENOUGH: u32 = 200; // halving alone needs about 60
    let sum = |u: f64| {
        modes.iter().fold((-u * steady, -steady), |(value, slope), (mode, branch)| {
            let (e, de) = mode.eigenvalue(u, *branch);
            (value + e, slope + de)
        })
    };
    let mut s = -sum(1.0).0;
    let mut low = 0.0;
    for _ in 0..ENOUGH {
        let (u, du) = service.transform(s);
        let (e, de) = sum(u);
        let (value, slope) = (s + e, 1.0 + de * du);
        if value < 0.0 && s > low {
            low = s;
        }
        let newton = s - value / slope;
        let inside = slope > 0.0 && newton >= low;
        let next = if inside { newton } else { (low + s) / 2.0 };
        let step = (next - s).abs();
        s = next;
        // The error after a Newton step is of the order of its square.
        if step <= if inside { 1e-9 } else { 1e-13 } * s {
            break;
        }
    }
    s
}

/// Components with σ > 0, and D_S for each set S of them: the most significant bit of an index is the first of them, D_∅ is zero.
struct Rest {
    modes: Vec<Mode>,
    d: Vec<f64>,
}

impl Rest {
    /// `None` if the server cannot keep up, so that the system is singular.
    fn of(arrivals: &Superposition, service: Service) -> Option<Self> {
        let parts = arrivals.parts();
        let modes: Vec<Mode> = parts.iter().filter(|part| varies(part)).map(Mode::of).collect();
        let steady: f64 = parts.iter().filter(|part| !varies(part)).map(TwoState::mean).sum();
        let (count, m) = (modes.len(), 1 << modes.len());
        let mut chosen = [(Mode::default(), EigenBranch::Plus); MOST_COMPONENTS];
        chosen.iter_mut().zip(&modes).for_each(|(chosen, mode)| chosen.0 = *mode);
        let chosen = &mut chosen[..count];
        let mut matrix = Vec::with_capacity((m - 1) * (m - 1));
        let mut d = vec![0.0; m];
        let mut row = vec![0.0; m];
        for (k, difference) in d.iter_mut().enumerate().skip(1) {
            for (i, (_, branch)) in chosen.iter_mut().enumerate() {
                *branch = if k >> (count - 1 - i) & 1 == 0 { EigenBranch::Plus } else { EigenBranch::Minus };
            }
            let s = root(chosen, steady, service);
            let (u, _) = service.transform(s);
            // The product of the vectors of the components, doubled from the least significant bit up.
            row[0] = 1.0;
            let mut width = 1;
            for (mode, branch) in chosen.iter().rev() {
                let [one, chi] = mode.eigenvector(u, *branch);
                let (lower, upper) = row[..2 * width].split_at_mut(width);
                upper.iter_mut().zip(lower).for_each(|(above, below)| (*above, *below) = (*below * chi, *below * one));
                width *= 2;
            }
            *difference = row[0] * service.beyond_mean(s) / u;
            matrix.extend_from_slice(&row[1..]);
        }
        linear::solve(&mut matrix, &mut d[1..])?;
        Some(Self { modes, d })
    }

    /// E_g\[χ_S\] for each set S; the server is idle for a fraction `spare` of the time.
    fn expected(&self, service: Service, spare: f64) -> Vec<f64> {
        let mut expected: Vec<f64> = self.d.iter().map(|d| d / spare).collect();
        expected[0] = 1.0;
        for (i, mode) in self.modes.iter().enumerate() {
            expected[1 << (self.modes.len() - 1 - i)] -= service.mean() * mode.sigma / spare;
        }
        expected
    }

    /// D_i of the i-th of the components with σ > 0.
    fn of_one(&self, i: usize) -> f64 {
        self.d[1 << (self.modes.len() - 1 - i)]
    }
}

/// True if the rate of a component is not constant.
fn varies(part: &TwoState) -> bool {
    part.high != part.low
}

/// g: the law of the phase in which a busy period ends, a number for each state. `None` if the server cannot keep up.
pub fn end_of_busy_period(arrivals: &Superposition, service: Service) -> Option<Vec<f64>> {
    let expected = Rest::of(arrivals, service)?.expected(service, 1.0 - arrivals.mean() * service.mean());
    let parts: Vec<_> = arrivals.parts().iter().enumerate().filter(|(_, part)| varies(part)).collect();
    let chi = |state: usize, (at, part): &(usize, &TwoState)| {
        if state & arrivals.bit(*at) == 0 { (part.d1 / part.d2).sqrt() } else { -(part.d2 / part.d1).sqrt() }
    };
    let of_state = |state: usize| {
        let chis: Vec<f64> = parts.iter().map(|part| chi(state, part)).collect();
        let product = |set: usize| -> f64 {
            chis.iter().rev().enumerate().filter(|(bit, _)| set >> bit & 1 == 1).map(|(_, chi)| chi).product()
        };
        arrivals.share(state) * expected.iter().enumerate().map(|(set, mean)| mean * product(set)).sum::<f64>()
    };
    Some((0..arrivals.states()).map(of_state).collect())
}

/// The transform of the wait of an arrival.
#[derive(Clone, Debug)]
pub struct WaitTransform {
    service: Service,
    rate: f64,
    spare: f64,
    /// The rate of the components with σ = 0.
    steady: f64,
    modes: Vec<Mode>,
    expected: Vec<Complex>,
}

impl WaitTransform {
    /// The transform for these arrivals and this service. `None` if the utilisation is 1 or more.
    pub fn of(arrivals: &Superposition, service: Service) -> Option<Self> {
        let rate = arrivals.mean();
        let spare = 1.0 - rate * service.mean();
        if spare.is_nan() || spare <= 0.0 {
            return None;
        }
        let rest = Rest::of(arrivals, service)?;
        let steady = arrivals.parts().iter().filter(|part| !varies(part)).map(TwoState::mean).sum();
        let expected = rest.expected(service, spare).into_iter().map(Complex::real).collect();
        Some(Self { service, rate, spare, steady, modes: rest.modes, expected })
    }

    /// Returns E\[e^(-sW)\] for an s in 1/cycles with a positive real part.
    pub fn at(&self, s: Complex) -> Complex {
        if self.rate == 0.0 {
            return Complex::ONE;
        }
        let slope = self.service.slope(s);
        let u = s * slope;
        let sum = share(&mut self.expected.clone(), &self.modes, u, s, u * -self.steady);
        -sum / slope * (self.spare / self.rate)
    }
}

/// Returns Σ weight e/(s + e) over the eigenvectors of these components. `of` has, for each set of them, the part of g in the functions
/// χ_S; `value` is the sum of the eigenvalues of the components before.
fn share(of: &mut [Complex], modes: &[Mode], u: Complex, s: Complex, value: Complex) -> Complex {
    let Some((mode, modes)) = modes.split_first() else { return of[0] * value / (s + value) };
    let (t, [plus, minus]) = mode.complex(u);
    let scale = Complex::ONE / (Complex::ONE + t * t);
    let (one, chi) = of.split_at_mut(of.len() / 2);
    for (one, chi) in one.iter_mut().zip(&mut *chi) {
        (*one, *chi) = ((*one - t * *chi) * scale, (t * *one + *chi) * t * scale);
    }
    share(one, modes, u, s, value + plus) + share(chi, modes, u, s, value + minus)
}

/// The mean wait, with its parts. `None` when the server cannot keep up.
pub fn waiting_time(arrivals: &Superposition, service: Service) -> Option<MeanWait> {
    let rate = arrivals.mean();
    let (t1, t2) = (service.mean(), service.second_moment());
    let mu = rate * t1;
    if mu >= 1.0 || mu.is_nan() {
        return None;
    }
    let poisson = rate * t2 / (2.0 * (1.0 - mu));
    let mut wait =
        MeanWait { mean: poisson, poisson, burstiness: 0.0, delta: 0.0, high_at_end: [0.0; MOST_COMPONENTS] };
    let parts = arrivals.parts();
    wait.high_at_end.iter_mut().zip(parts).for_each(|(high, part)| *high = part.high_share());
    if !parts.iter().any(varies) {
        return Some(wait);
    }
    let rest = Rest::of(arrivals, service)?;
    let mut bursts = 0.0;
    for (i, (at, part)) in parts.iter().enumerate().filter(|(_, part)| varies(part)).enumerate() {
        let Mode { kappa, sigma, .. } = rest.modes[i];
        let d = rest.of_one(i);
        let moved = (d - t1 * sigma) / (1.0 - mu);
        wait.high_at_end[at] += moved * (part.d1 * part.d2).sqrt() / kappa;
        wait.burstiness += sigma * sigma / kappa;
        wait.delta += moved * sigma / kappa;
        bursts += d * sigma / kappa;
    }
    wait.mean += bursts / ((1.0 - mu) * rate);
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
