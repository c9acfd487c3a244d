//! The effect of a message's choice of dimensions on its blocking: everything in equation (11) that does not depend on the load.

use std::{cell::RefCell, sync::Arc};

use super::paper::{DISTRIBUTION, MEAN_PATH, REQUIRED, WALK};
use super::{Deviations, MOST_DIMENSIONS, WormholeNetwork};
use crate::solve::Dual;
use crate::topology::{
    cube::Cube,
    remaining::{self, nodes, walk},
};

/// The choices that a message has, over all hops to all destinations.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum HeaderChoice {
    /// Expected hops n_r with exactly r dimensions left, r = 1..n at index r-1.
    Exact([f64; MOST_DIMENSIONS]),
    /// Every hop counts with its mean number of dimensions left.
    Mean {
        /// φ_{h,i} - 1 and its weight p_i, over all i and h.
        terms: Vec<(f64, f64)>,
        /// φ_{h,i} over h, for the whole distance i just below the mean.
        typical: Vec<f64>,
    },
}

/// The number of cached tables: those of the readings of one network, and of the one before.
const REMEMBERED: usize = 10;

/// The key of a table: k, n and the differences that concern the choices of a header.
type ChoiceKey = (u32, u32, Deviations);

thread_local! {
    /// The tables made last. A slider of V, M or the load leaves them as they are.
    static TABLES: RefCell<Vec<(ChoiceKey, Arc<HeaderChoice>)>> = const { RefCell::new(Vec::new()) };
}

impl HeaderChoice {
    /// The choices in a network; those asked for last are remembered.
    pub(super) fn of(network: WormholeNetwork, deviations: Deviations) -> Arc<Self> {
        let key = (network.k, network.n, deviations.without(REQUIRED));
        let known = TABLES
            .with_borrow(|tables| tables.iter().find(|(other, _)| *other == key).map(|(_, choice)| Arc::clone(choice)));
        known.unwrap_or_else(|| {
            let choice = Arc::new(Self::new(network, deviations));
            TABLES.with_borrow_mut(|tables| {
                tables.truncate(REMEMBERED - 1);
                tables.insert(0, (key, Arc::clone(&choice)));
            });
            choice
        })
    }

    fn new(network: WormholeNetwork, deviations: Deviations) -> Self {
        let cube = Cube { k: network.k, n: network.n };
        let ring = cube.ring_counts();
        let law = cube.distance_law();
        let exact = |hops: Vec<f64>| {
            let mut all = [0.0; MOST_DIMENSIONS];
            all.iter_mut().zip(hops).for_each(|(all, hops)| *all = hops);
            Self::Exact(all)
        };
        if deviations.has(MEAN_PATH) {
            return exact(mean_path(cube));
        }
        let means = match (deviations.has(DISTRIBUTION), deviations.has(WALK)) {
            (true, true) => return exact(walk::expected_hops(&ring, cube.n)),
            (true, false) => return exact(nodes::table(&ring, cube.n).expected_hops(&law)),
            (false, true) => walk::table(&ring, cube.n).means(),
            (false, false) => nodes::means(&ring, cube.n),
        };
        // Rounding may leave a mean a last bit below one.
        let term = |p: f64, phi: &f64| ((phi - 1.0).max(0.0), p);
        let terms = means.iter().zip(&law).flat_map(|(row, &p)| row.iter().map(move |phi| term(p, phi))).collect();
        let typical = means.get(cube.mean_distance() as usize).cloned().unwrap_or_default();
        Self::Mean { terms, typical }
    }

    /// Σ_i p_i Σ_h P_a^(φ_{h,i} - 1), or Σ_r n_r P_a^(r-1): the blockings of a message whose last resort is always busy.
    pub(super) fn sum(&self, p_a: Dual) -> Dual {
        match self {
            Self::Exact(hops) => hops.iter().rev().fold(Dual::constant(0.0), |sum, &hops| sum * p_a + hops),
            // If P_a vanishes, P_a^x has no logarithm, and perhaps no finite slope; only the terms without a choice remain. The
            // sum is multiplied by P_a&d, which vanishes faster.
            Self::Mean { terms, .. } if p_a.value < f64::MIN_POSITIVE => {
                Dual::constant(terms.iter().filter(|(exponent, _)| *exponent == 0.0).map(|(_, weight)| weight).sum())
            }
            Self::Mean { terms, .. } => {
                let log = libm::log(p_a.value);
                let (mut value, mut slope) = (0.0, 0.0);
                for &(exponent, weight) in terms {
                    let power = weight * libm::exp(exponent * log);
                    value += power;
                    slope += exponent * power;
                }
                Dual { value, slope: slope / p_a.value * p_a.slope }
            }
        }
    }
}

/// The hops n_r along the mean path, for the average reading.
///
/// The mean message has k̄ = (k-1)/2 hops to make in each dimension. After j-1 of them, all positions (x_1, ..., x_n) with
/// Σ x = j-1, 0 <= x_l <= k̄ are equally likely, as seed 000 takes them for n = 2, where 2 of d̄-j+2 have one dimension left;
/// for any n that is (15) to (19) with the one destination Z = (k̄, ..., k̄). Where k̄ is not whole (k even) each dimension has the
/// hops above or below it with probability 1/2. The factor N/(N-1) makes the hops add up to d̄ (2), which leaves out the source.
/// For k = 2 that is every destination, so the average is exact there.
fn mean_path(cube: Cube) -> Vec<f64> {
    let (n, short, long) = (cube.n, (cube.k - 1) / 2, cube.k / 2);
    let mut hops = vec![0.0; n as usize];
    let mut weight = cube.nodes() / (cube.nodes() - 1.0);
    (0..n).for_each(|_| weight /= 2.0);
    for longer in 0..=n {
        let distances: Vec<usize> = (0..n).map(|l| if l < longer { long } else { short } as usize).collect();
        for law in nodes::law_to(&distances) {
            hops.iter_mut().zip(law).for_each(|(hops, r)| *hops += weight * r);
        }
        weight *= f64::from(n - longer) / f64::from(longer + 1); // C(n, longer + 1)
    }
    hops
}

/// Expected hops with r = 1..=n dimensions left: by the header's walk, on the mean path, and with equally likely nodes if that is quick.
pub(super) fn profiles(network: WormholeNetwork) -> Vec<(&'static str, Vec<f64>)> {
    let cube = Cube { k: network.k, n: network.n };
    let mut profiles = vec![("the header's walk", walk::expected_hops(&cube.ring_counts(), cube.n))];
    if comparable(network)
        && let HeaderChoice::Exact(hops) = &*HeaderChoice::of(network, DISTRIBUTION)
    {
        profiles.push(("equally likely nodes", hops[..network.n as usize].to_vec()));
    }
    profiles.push(("mean path", mean_path(cube)));
    profiles
}

/// The number of multisets of distances that the choices need: none for the exact law of the walk and for the mean path.
pub(super) fn multisets(network: WormholeNetwork, deviations: Deviations) -> f64 {
    let closed = deviations.has(MEAN_PATH) || (deviations.has(DISTRIBUTION) && deviations.has(WALK));
    if closed { 0.0 } else { remaining::multiset_count(network.k, network.n) }
}

/// True if the effects of single differences take no noticeable time: their tables grow with the multisets of distances.
pub(super) fn comparable(network: WormholeNetwork) -> bool {
    remaining::multiset_count(network.k, network.n) <= 6_000.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{model::kary_ncube::DEVIATIONS, scenario::Reading};

    #[test]
    fn the_mean_path_in_two_dimensions_is_that_of_seed_000() {
        for k in (3..=31_u32).step_by(2) {
            let cube = Cube { k, n: 2 };
            let (kbar, dbar) = ((k - 1) / 2, k - 1);
            let one: f64 = (kbar + 1..=dbar).map(|j| 2.0 / f64::from(dbar - j + 2)).sum();
            let scale = cube.nodes() / (cube.nodes() - 1.0);
            let hops = mean_path(cube);
            assert!((hops[0] - scale * one).abs() < 1e-12, "k = {k}: {hops:?}");
            assert!((hops[1] - scale * (f64::from(dbar) - one)).abs() < 1e-12, "k = {k}: {hops:?}");
        }
    }

    #[test]
    fn the_mean_path_has_the_mean_length_and_is_exact_in_the_hypercube() {
        for cube in (2..=32).flat_map(|k| (1..=8).map(move |n| Cube { k, n })) {
            let hops = mean_path(cube);
            assert!((hops.iter().sum::<f64>() / cube.mean_distance() - 1.0).abs() < 1e-12, "{cube:?}");
            if cube.k == 2 {
                let exact = walk::expected_hops(&cube.ring_counts(), cube.n);
                assert!(hops.iter().zip(exact).all(|(ours, exact)| (ours - exact).abs() < 1e-12), "{cube:?}");
            }
        }
    }

    #[test]
    fn what_is_remembered_is_what_would_be_computed() {
        let networks = (2..=4).flat_map(|k| (1..=3).map(move |n| WormholeNetwork::cube(k, n, 4, 16)));
        for network in networks.clone().chain(networks) {
            for deviations in [DISTRIBUTION, WALK, MEAN_PATH, REQUIRED, DISTRIBUTION.with(WALK)] {
                let known = HeaderChoice::of(network, deviations);
                assert_eq!(*known, HeaderChoice::new(network, deviations), "{network:?}");
            }
        }
    }

    #[test]
    fn the_derivative_is_that_of_the_sum() {
        let network = WormholeNetwork::cube(6, 3, 4, 16);
        for reading in [Reading::Printed, Reading::Corrected, Reading::Average] {
            let choice = HeaderChoice::new(network, Deviations::of(&DEVIATIONS, reading));
            let at = |p: f64| choice.sum(Dual::variable(p));
            let slope = (at(0.2 + 1e-6).value - at(0.2 - 1e-6).value) / 2e-6;
            assert!((at(0.2).slope / slope - 1.0).abs() < 1e-8);
        }
    }
}
