//! How many dimensions a message still has to move in: the choice that it has left at every hop of its way.
//!
//! ```text
//!   destination 2 hops ahead in x, 1 in y           after 1 hop:  at (1,0)  r = 2     at (0,1)  r = 1
//!   . . D                                           after 2 hops: at (2,0)  r = 1     at (1,1)  r = 1
//!   S . .                                           and how likely is (1,0), how likely (0,1)?
//! ```
//! Where a message is after j of its i hops is not given by the topology alone. Three answers:
//! * [`nodes`]: every intermediate node on a shortest path is equally likely (seed 003 equations (15) to (21));
//! * [`walk`]: the header picks a dimension that still has hops left at random, every time, as a router does;
//! * [`paths`]: every shortest path is equally likely.
//!
//! Dimensions are alike, so only the multiset Z of the distances per dimension matters, of which there are C(n + z, n) for a
//! largest distance z. The nodes of one Z are its orderings, times the coordinates that a ring has at each of its distances.
//! None of this depends on the load.

pub mod nodes;
pub mod paths;
pub mod walk;

use super::adaptivity::orderings;

/// The law of the dimensions left: R(i, j, r) is the probability that r dimensions are unfinished when a message to a uniformly
/// chosen node i hops away has made j of them.
///
/// A network is n and `ring`, the coordinates of one dimension at distance 0, 1, 2, ...; all ones is the unidirectional cube.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    n: usize,
    /// By i and then j n + r - 1.
    rows: Vec<Vec<f64>>,
}

impl Table {
    fn empty(ring: &[f64], n: u32) -> Self {
        let n = n as usize;
        Self { n, rows: (0..=n * (ring.len() - 1)).map(|i| vec![0.0; i * n]).collect() }
    }

    pub(crate) const fn diameter(&self) -> usize {
        self.rows.len() - 1
    }

    /// R(i, j, r) for r = 1..n at index r-1, given 1 <= i <= the diameter and j < i hops made.
    pub fn law(&self, i: usize, j: usize) -> &[f64] {
        &self.rows[i][j * self.n..(j + 1) * self.n]
    }

    fn law_mut(&mut self, i: usize, j: usize) -> &mut [f64] {
        &mut self.rows[i][j * self.n..(j + 1) * self.n]
    }

    /// The mean number of dimensions left when a message that goes i hops makes its h-th: φ_{h,i} = Σ_r r R(i, h-1, r), at
    /// index i and h-1. Seed 003 equation (22).
    pub fn means(&self) -> Vec<Vec<f64>> {
        let mean = |law: &[f64]| (1..).zip(law).map(|(r, p)| f64::from(r) * p).sum();
        (0..=self.diameter()).map(|i| (0..i).map(|j| mean(self.law(i, j))).collect()).collect()
    }

    /// The expected hops n_r with r dimensions left, at index r-1, of a message to any other node. Their sum is the mean distance.
    pub fn expected_hops(&self, distance_law: &[f64]) -> Vec<f64> {
        let mut hops = vec![0.0; self.n];
        for (i, p) in distance_law.iter().enumerate().skip(1) {
            for j in 0..i {
                hops.iter_mut().zip(self.law(i, j)).for_each(|(hops, r)| *hops += p * r);
            }
        }
        hops
    }
}

/// The number of multisets of n distances in a ring with `base` distances: C(n + base - 1, n). The work of [`nodes`] and [`walk`] grows with it.
pub fn multiset_count(base: u32, n: u32) -> f64 {
    (0..n).fold(1.0, |product, i| product * f64::from(base + i) / f64::from(i + 1))
}

/// Every multiset of n distances below `base`, written in descending order, in ascending lexicographic order.
fn multisets(base: usize, n: usize) -> impl Iterator<Item = Vec<usize>> {
    let following = move |digits: &Vec<usize>| {
        let at = (0..n).rev().find(|&i| digits[i] + 1 < base && (i == 0 || digits[i] < digits[i - 1]))?;
        let mut next = digits.clone();
        next[at] += 1;
        next[at + 1..].fill(0);
        Some(next)
    };
    std::iter::successors(Some(vec![0; n]), following)
}

/// The number of nodes with these distances, in any order of the dimensions.
fn node_count(ring: &[f64], multiset: &[usize]) -> f64 {
    multiset.iter().fold(orderings(multiset), |product, &z| product * ring[z])
}

/// The number of nodes at each distance i: the coefficients of (Σ_z ring_z x^z)^n.
fn nodes_at_distance(ring: &[f64], n: u32) -> Vec<f64> {
    (0..n).fold(vec![1.0], |counts, _| {
        let mut product = vec![0.0; counts.len() + ring.len() - 1];
        for (i, count) in counts.iter().enumerate() {
            product[i..].iter_mut().zip(ring).for_each(|(sum, share)| *sum += count * share);
        }
        product
    })
}

#[cfg(test)]
mod tests;
