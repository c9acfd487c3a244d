//! Laws that both kinds of routing share: binomial numbers, the queue behind a full group (13), and the wait at the source (27), (28).

use libm::sqrt;

/// J: places behind a full group that are counted one by one.
pub(super) const J: usize = 40;

/// The chances of 0, 1, .. of j independent things, each with chance f.
pub(super) fn binomial(j: usize, f: f64) -> Vec<f64> {
    let mut law = vec![1.0];
    for _ in 0..j {
        thin(&mut law, f);
    }
    law
}

pub(super) fn thin(law: &mut Vec<f64>, f: f64) {
    law.push(0.0);
    for a in (0..law.len()).rev() {
        law[a] = law[a] * (1.0 - f) + if a > 0 { law[a - 1] * f } else { 0.0 };
    }
}

/// a(x, V, c²) of (13): how many wait in the mean, given a full station of load x.
pub(super) fn waiting(x: f64, vcs: f64, c2: f64) -> f64 {
    let u = (1.0 + c2) / 2.0;
    let e = (1.0 + c2) * vcs / ((1.0 + c2) * vcs + 1.0 - c2) - u;
    let b = 1.0 - x * u / (1.0 - x);
    let c = x * u / (1.0 - x) + x * e;
    (sqrt(b * b + 4.0 * c) - b) / 2.0
}

/// The load of a source and the wait there, from the mean time that a message holds its place and the mean of its square: (27),
/// for a queue at each port.
pub(super) fn ports_wait(rate: f64, mean: f64, square: f64) -> (f64, f64) {
    let rho = rate * mean;
    (rho, rate * square / (2.0 * (1.0 - rho)))
}
