//! The channel of a wormhole network: the fixed point of its service time, without iteration.
//!
//! A message holds a channel for `S = idle + A(ρ) W` cycles on average: what it takes in an empty network, plus A(ρ) expected
//! blockings that each cost the wait W of an M/G/1 queue with utilisation ρ = rate S,
//! `W = ρ (S + (S-M)²/S) / (2 (1-ρ))`. The papers iterate on this. But with ρ as the parameter and `c = A ρ / (2 (1-ρ))` it is a
//! quadratic,
//! ```text
//!   (1 - 2c) S² - (idle - 2cM) S - c M² = 0,       one positive root if and only if c < 1/2,
//! ```
//! and `rate = ρ / S(ρ)` follows. That rate rises to a single maximum and falls again: a *fold*. Below the maximum there are two
//! solutions, of which the one with the smaller ρ is the physical one (iteration from the empty network rises to it); above there is
//! none. The maximum is the exact saturation rate, and S is finite there: the curve does not run to infinity, it ends.

use crate::solve::{Dual, Root, falling_root, first_root, rising_root};

/// A channel whose blocking depends on its utilisation alone. `A` gives the expected blockings per message for a utilisation ρ.
#[derive(Clone, Copy, Debug)]
pub struct BlockingChannel<A> {
    /// Message length M, the shortest service time, cycles.
    pub shortest: f64,
    /// Mean service time in the empty network, at least `shortest`, cycles.
    pub idle: f64,
    /// Expected number of blockings of a message, a non-decreasing function of ρ.
    pub blockings: A,
}

/// The end of the curve.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Fold {
    pub(crate) rho: f64,
    /// Mean service time at the fold, cycles.
    pub service: f64,
    /// The largest rate that has a solution, messages per channel per cycle.
    pub rate: f64,
    /// The course of the search for it.
    pub search: Root,
}

impl<A: Fn(Dual) -> Dual> BlockingChannel<A> {
    /// The mean service time S at utilisation ρ, with its derivative; `None` where no finite one exists.
    pub fn service(&self, rho: Dual) -> Option<Dual> {
        let (m, idle) = (self.shortest, self.idle);
        let c = (self.blockings)(rho) * rho / ((-rho + 1.0) * 2.0);
        let leading = c * -2.0 + 1.0;
        // Written so that NaN, which 0/0 at ρ = 1 gives, also has no solution.
        if !(rho.value < 1.0 && leading.value > 0.0) {
            return None;
        }
        let linear = c * (-2.0 * m) + idle;
        let root = (linear * linear + leading * c * (4.0 * m * m)).sqrt();
        Some((linear + root) / (leading * 2.0))
    }

    /// The mean wait W for the channel at utilisation ρ and service time S, cycles.
    pub fn wait(&self, rho: f64, service: f64) -> f64 {
        let excess = service - self.shortest;
        rho * (service + excess * excess / service) / (2.0 * (1.0 - rho))
    }

    /// The fold: the largest rate, found as the root of its derivative.
    pub fn fold(&self) -> Fold {
        // A step of 1/32 in ρ is finer than the width of the maximum for all lengths and channel counts in use.
        const SAMPLES: u32 = 32;
        /// The relative slope of the rate, in units of ρ, that counts as none: above its rounding errors.
        const FLAT: f64 = 1e-13;
        // ρ/S rises while S > ρ S'.
        let slope = |rho: f64| match self.service(Dual::variable(rho)) {
            Some(service) => 1.0 - rho * service.slope / service.value,
            None => f64::NEG_INFINITY,
        };
        let search = first_root(0.0, 1.0, SAMPLES, FLAT, slope);
        let rho = search.at;
        let service = self.service(Dual::variable(rho)).map_or(self.idle, |service| service.value);
        Fold { rho, service, rate: rho / service, search }
    }

    /// The utilisation at a rate, up to that of the fold.
    pub fn utilisation(&self, rate: f64, fold: &Fold) -> Root {
        // The service is never shorter than in the empty network, so neither is the utilisation: a tight bracket at light load.
        rising_root((rate * self.idle).min(fold.rho), fold.rho, |rho| match self.service(Dual::variable(rho)) {
            Some(service) => Dual::variable(rho) / service + -rate,
            None => Dual::constant(f64::INFINITY),
        })
    }

    /// The service time at a utilisation, where a finite one exists.
    pub fn service_at(&self, rho: f64) -> Option<f64> {
        self.service(Dual::constant(rho)).map(|service| service.value)
    }
}

/// The largest utilisation with a finite service time. The congested branch, on which a larger ρ belongs to a smaller rate, ends there.
pub fn pole(service: &dyn Fn(f64) -> Option<f64>, fold: &Fold) -> f64 {
    /// Halvings after which nothing lies between two neighbours.
    const HALVINGS: u32 = 60;
    let (mut low, mut high) = (fold.rho, 1.0);
    for _ in 0..HALVINGS {
        let middle = (low + high) / 2.0;
        *(if service(middle).is_some() { &mut low } else { &mut high }) = middle;
    }
    low
}

/// The other utilisation at a rate between zero and that of the fold: on the congested branch, which ends at the [pole].
pub fn congested(service: &dyn Fn(f64) -> Option<f64>, rate: f64, fold: &Fold, pole: f64) -> Option<f64> {
    /// Relative difference of two rates that is their rounding.
    const ROUNDING: f64 = 1e-13;
    // In terms of the rate: positive before the root, negative after it.
    let above = |rho: f64| service(rho).map_or(-1.0, |service| rho / service / rate - 1.0);
    let (left, right) = ((fold.rho, above(fold.rho)), (pole, above(pole)));
    (rate > 0.0 && left.1 > 0.0 && right.1 < 0.0).then(|| falling_root(left, right, ROUNDING, above).at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn channel() -> BlockingChannel<impl Fn(Dual) -> Dual> {
        BlockingChannel { shortest: 32.0, idle: 36.0, blockings: |rho: Dual| rho.power(3) * 4.0 }
    }

    #[test]
    fn the_service_time_is_the_fixed_point_of_its_definition() {
        let channel = channel();
        for rho in [0.0, 0.1, 0.3, 0.45] {
            let service = channel.service(Dual::variable(rho)).expect("below the pole").value;
            let again = 36.0 + 4.0 * rho * rho * rho * channel.wait(rho, service);
            assert!((service - again).abs() < 1e-12, "rho = {rho}: {service} is not {again}");
        }
    }

    #[test]
    fn no_rate_beyond_the_fold_is_reached_and_those_below_are_on_the_lower_branch() {
        let channel = channel();
        let fold = channel.fold();
        for step in 0..1000 {
            let rho = f64::from(step) / 1000.0;
            if let Some(service) = channel.service(Dual::variable(rho)) {
                assert!(rho / service.value <= fold.rate * (1.0 + 1e-15));
            }
        }
        for fraction in [0.0, 1e-300, 1e-100, 1e-6, 0.5, 0.999_999, 1.0] {
            let root = channel.utilisation(fraction * fold.rate, &fold);
            let service = channel.service(Dual::variable(root.at)).expect("below the fold").value;
            assert!(
                (root.at / service - fraction * fold.rate).abs() <= 1e-15 * fraction * fold.rate,
                "{fraction}: {root:?}"
            );
            assert!(root.at <= fold.rho);
        }
    }

    #[test]
    fn the_congested_branch_has_every_rate_below_the_fold_once_more() {
        let channel = channel();
        let fold = channel.fold();
        let service = |rho: f64| channel.service_at(rho);
        let pole = pole(&service, &fold);
        assert!(
            channel.service(Dual::constant(pole)).is_some() && channel.service(Dual::constant(pole + 1e-12)).is_none()
        );
        let mut before = pole;
        for fraction in [1e-3, 0.1, 0.5, 0.9, 0.999, 0.999_999] {
            let rate = fraction * fold.rate;
            let rho = congested(&service, rate, &fold, pole).expect("below the fold");
            let held = service(rho).expect("before the pole");
            // Next to the pole a rounding of ρ moves the rate by more.
            assert!((rho / held / rate - 1.0).abs() < 1e-12 / fraction, "{fraction}");
            assert!(rho > fold.rho && rho < before, "{fraction}");
            before = rho;
        }
        assert_eq!(congested(&service, 0.0, &fold, pole), None);
        assert_eq!(congested(&service, 1.01 * fold.rate, &fold, pole), None);
    }
}
