//! The choice of an adaptively routed message: the expected number of hops made with exactly r dimensions left.
//!
//! A message whose header still has to move in r dimensions may take any free adaptive virtual channel of r physical channels. The
//! header picks a useful dimension at random at every hop, so the offsets of the remaining dimensions make a random walk: from
//! the multiset Z of non-zero distances, one entry, each with probability 1/r, loses one. The walk is followed exactly over the
//! multisets of per-dimension distances, of which there are C(n + z, n) for a largest distance z, not over the k^n nodes.

use crate::order::sort_small_by;

/// The expected hops with exactly r dimensions left, at index r-1 for r = 1..n, of a message to a uniformly chosen other node.
///
/// `ring` gives how many coordinates of a ring lie at distance 0, 1, 2, ...; its sum is k. The results sum to the mean distance.
pub fn expected_hops(ring: &[f64], n: u32) -> Vec<f64> {
    let n = n as usize;
    let total: f64 = ring.iter().sum();
    let others = (0..n).fold(1.0, |product, _| product * total) - 1.0;
    let base = ring.len();
    let size = base.pow(n as u32);
    // hops[state][r-1], with a state written as the digits of its distances in descending order; other orders stay unused.
    let mut hops = vec![0.0; size * n];
    let mut expected = vec![0.0; n];
    let mut digits = vec![0_usize; n];
    let index = |digits: &[usize]| digits.iter().fold(0, |index, digit| index * base + digit);
    // The next multiset in ascending order of its index: all states that are one hop nearer came before.
    let following =
        |digits: &[usize]| (0..n).rev().find(|&i| digits[i] + 1 < base && (i == 0 || digits[i] < digits[i - 1]));
    while let Some(at) = following(&digits) {
        digits[at] += 1;
        digits[at + 1..].fill(0);

        let state = index(&digits) * n;
        let left = digits.iter().filter(|&&digit| digit > 0).count();
        let mut next = digits.clone();
        for i in 0..left {
            next.clone_from(&digits);
            next[i] -= 1;
            sort_small_by(&mut next, |digit| -(*digit as f64));
            let nearer = index(&next) * n;
            for r in 0..n {
                hops[state + r] += hops[nearer + r] / left as f64;
            }
        }
        hops[state + left - 1] += 1.0;

        let nodes = orderings(&digits) * digits.iter().fold(1.0, |product, &digit| product * ring[digit]);
        for r in 0..n {
            expected[r] += nodes / others * hops[state + r];
        }
    }
    expected
}

/// In how many orders the digits, sorted descending, can be written: n! over the factorials of their multiplicities.
pub(super) fn orderings(digits: &[usize]) -> f64 {
    let mut count = 1.0;
    let mut run = 0;
    for i in 0..digits.len() {
        run = if i > 0 && digits[i] == digits[i - 1] { run + 1 } else { 1 };
        count *= (i + 1) as f64 / f64::from(run);
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::topology::{grid::Grid, torus::Torus};

    /// The expectation by following the walk from every node, one at a time.
    fn by_enumeration(torus: Torus) -> Vec<f64> {
        fn follow(distances: &mut Vec<u32>, weight: f64, out: &mut [f64]) {
            let left: Vec<usize> = (0..distances.len()).filter(|&d| distances[d] > 0).collect();
            if left.is_empty() {
                return;
            }
            out[left.len() - 1] += weight;
            for &d in &left {
                distances[d] -= 1;
                follow(distances, weight / left.len() as f64, out);
                distances[d] += 1;
            }
        }
        let grid = Grid::torus(torus.k, torus.n);
        let mut out = vec![0.0; torus.n as usize];
        for node in 1..torus.nodes() {
            let mut distances = (0..torus.n).map(|d| grid.hops(0, node, d, 0).unsigned_abs()).collect();
            follow(&mut distances, 1.0 / f64::from(torus.nodes() - 1), &mut out);
        }
        out
    }

    #[test]
    fn the_profile_is_that_of_every_walk_to_every_node() {
        for torus in [(3, 2), (4, 2), (7, 2), (8, 2), (3, 3), (5, 3), (4, 4), (5, 4)].map(|(k, n)| Torus { k, n }) {
            let fast = expected_hops(&torus.ring_counts(), torus.n);
            for (fast, slow) in fast.iter().zip(by_enumeration(torus)) {
                assert!((fast - slow).abs() < 1e-12, "{torus:?}: {fast} is not {slow}");
            }
        }
    }
}
