//! The M/G/1 queue: Poisson arrivals, any service time, one server; in continuous time, or in slots.

use crate::solve::complex::Complex;

/// Mean time from arrival to the start of service, in cycles, by the Pollaczek-Khinchine formula
/// `W = rate (S² + σ²) / (2 (1 - rate S))` with the standard deviation of the service time set to `S - shortest`.
///
/// That σ is the suggestion of Draper and Ghosh (1994): the shortest service is the transmission of the message alone, and what
/// blocking adds on average also measures how much it varies.
///
/// * `rate`: arrivals per cycle.
/// * `service`: mean service time S, cycles.
/// * `shortest`: shortest service time, cycles.
///
/// `None` when the server cannot keep up (`rate * service >= 1`).
pub fn waiting_time(rate: f64, service: f64, shortest: f64) -> Option<f64> {
    let utilisation = rate * service;
    let deviation = service - shortest;
    (utilisation < 1.0).then(|| rate * (service * service + deviation * deviation) / (2.0 * (1.0 - utilisation)))
}

/// Generating function of the wait in slots, where a Poisson number of customers arrives at the beginning of each slot and a service takes
/// whole slots. The wait is the work left by earlier slots plus the services of the customers of the same slot who are served first, two
/// independent numbers. With G the generating function of the work that arrives in a slot,
/// ```text
///   W(z) = (1-ρ)(1-z)/(G-z) · (1-G)/(rate (1-S)),     G = e^(-rate (1-S)),     1 - S = (1-z) R,
/// ```
/// where the factor 1-z is cancelled. The mean is that of Pollaczek and Khinchine, rate E\[S²\] / 2(1-ρ).
///
/// * `rate`: mean arrivals per slot, 0 or more.
/// * `utilisation`: ρ, `rate` times the mean service time, below 1.
/// * `none`: 1 - z, z the argument of the generating function, |z| <= 1.
/// * `rest`: R, (1 - S(z))/(1 - z), S the generating function of the service time.
pub fn slotted_wait(rate: f64, utilisation: f64, none: Complex, rest: Complex) -> Complex {
    let work = rest * rate;
    let fresh = (work * none).falling();
    fresh * (1.0 - utilisation) / (Complex::ONE - work * fresh)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wait_is_that_of_m_d_1_and_m_m_1_and_has_no_mean_under_overload() {
        let (rho, service) = (0.02 * 32.0, 32.0);
        for (rate, shortest, service, expected) in
            [(0.02, 32.0, 32.0, rho * service / (2.0 * (1.0 - rho))), (0.05, 0.0, 10.0, 0.5 * 10.0 / (1.0 - 0.5))]
        {
            assert!((waiting_time(rate, service, shortest).expect("stable") - expected).abs() < 1e-12);
        }
        assert_eq!([0.1, 0.2].map(|rate| waiting_time(rate, 10.0, 10.0)), [None, None]);
    }
}
