//! The unidirectional k-ary n-cube: n dimensions, each a ring of k nodes that is travelled one way only. For k = 2 the hypercube.
//!
//! ```text
//!   (0,1) --> (1,1) --> (2,1) --> back to (0,1)
//!     ^         ^         ^
//!     |         |         |           k = 3, n = 2: nine nodes, two channels out of each
//!   (0,0) --> (1,0) --> (2,0) --> back to (0,0)
//! ```
//! From any node the others lie 0 to k-1 hops ahead in each dimension. Counts of nodes are whole numbers in `f64`, exact up to 2^53.

/// A unidirectional cube of `k` nodes along each of `n` dimensions, k >= 2, n >= 1, k^n <= 2^53.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cube {
    /// Nodes along each dimension, the radix.
    pub k: u32,
    /// Dimensions n, 1 or more.
    pub n: u32,
}

impl Cube {
    /// Number of nodes N = k^n.
    pub fn nodes(self) -> f64 {
        (0..self.n).fold(1.0, |product, _| product * f64::from(self.k))
    }

    /// The largest distance, n (k-1) hops. Seed 003 equation (3).
    pub const fn diameter(self) -> u32 {
        self.n * (self.k - 1)
    }

    /// The numbers of coordinates of a ring 0, 1, ..., k-1 hops ahead: one each.
    pub fn ring_counts(self) -> Vec<f64> {
        vec![1.0; self.k as usize]
    }

    /// The numbers n_i of nodes i hops away, for i = 0 to the diameter: the coefficients of (1 + x + ... + x^(k-1))^n, seed 003
    /// equations (4), (5). Multiplied out, so that the signs of (4) and its binomials with a negative top do not occur.
    pub fn nodes_at_distance(self) -> Vec<f64> {
        let mut counts = vec![0.0; self.diameter() as usize + 1];
        counts[0] = 1.0;
        for _ in 0..self.n {
            for i in (0..counts.len()).rev() {
                counts[i] = counts[(i + 1).saturating_sub(self.k as usize)..=i].iter().sum();
            }
        }
        counts
    }

    /// The probability p_i of a distance of i hops to a uniformly chosen other node, p_0 = 0. Seed 003 equation (6).
    pub fn distance_law(self) -> Vec<f64> {
        let others = self.nodes() - 1.0;
        let mut law: Vec<f64> = self.nodes_at_distance().into_iter().map(|count| count / others).collect();
        law[0] = 0.0;
        law
    }

    /// Mean distance d̄ to the other nodes, hops: seed 003 equation (2), which sums to n (k-1)/2 · N/(N-1).
    pub fn mean_distance(self) -> f64 {
        let nodes = self.nodes();
        f64::from(self.diameter()) / 2.0 * nodes / (nodes - 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_node_is_at_one_distance_and_the_mean_is_equation_2() {
        for cube in (2..=32).flat_map(|k| (1..=8).map(move |n| Cube { k, n })) {
            assert_eq!(cube.nodes_at_distance().iter().sum::<f64>(), cube.nodes(), "{cube:?}");
            let mean: f64 = (0..).zip(cube.distance_law()).map(|(i, p)| f64::from(i) * p).sum();
            assert!((mean / cube.mean_distance() - 1.0).abs() < 1e-13, "{cube:?}");
        }
    }
}
