//! The bidirectional k-ary n-cube: n dimensions, each a ring of k nodes with a channel either way.
//!
//! ```text
//!   (0,1) <--> (1,1) <--> (2,1) <--> back to (0,1)
//!     ^          ^          ^
//!     v          v          v            k = 3, n = 2: nine nodes, four channels out of each
//!   (0,0) <--> (1,0) <--> (2,0) <--> back to (0,0)
//! ```
//! Its nodes and channels are those of a [`Grid`](super::grid::Grid).

/// A way along one dimension.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// To the next higher coordinate, from k-1 round to 0.
    Plus,
    /// To the next lower coordinate, from 0 round to k-1.
    Minus,
}

impl Direction {
    /// Both directions, in the order of channel numbers.
    pub const BOTH: [Self; 2] = [Self::Plus, Self::Minus];
}

/// A torus of `k` nodes along each of `n` dimensions, k >= 3 and k^n < 2^32.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Torus {
    /// Nodes along each dimension, k >= 3.
    pub k: u32,
    /// Dimensions n, 1 or more.
    pub n: u32,
}

impl Torus {
    pub(crate) const fn nodes(self) -> u32 {
        self.k.pow(self.n)
    }

    /// Channels out of each node, 2n.
    pub const fn ports(self) -> u32 {
        2 * self.n
    }

    /// The numbers of coordinates of a ring at each distance 0, 1, ..., k/2 from a given one: 1, 2, ..., 2, and 1 or 2 at the end.
    pub fn ring_counts(self) -> Vec<f64> {
        let half = self.k / 2;
        (0..=half).map(|distance| if distance == 0 || 2 * distance == self.k { 1.0 } else { 2.0 }).collect()
    }

    /// Mean distance along one dimension over all k coordinates, hops. Seed equation (5): k/4 for even k, (k - 1/k)/4 for odd k.
    pub fn mean_ring_distance(self) -> f64 {
        let k = f64::from(self.k);
        if self.k.is_multiple_of(2) { k / 4.0 } else { (k - 1.0 / k) / 4.0 }
    }

    /// Mean distance over all nodes, the own one included (equation (6)), hops.
    pub fn mean_distance_with_self(self) -> f64 {
        f64::from(self.n) * self.mean_ring_distance()
    }

    /// Mean distance to the other nodes, hops.
    pub fn mean_distance(self) -> f64 {
        let nodes = f64::from(self.nodes());
        self.mean_distance_with_self() * nodes / (nodes - 1.0)
    }

    /// The numbers of other nodes that pass a broadcast on i times, for i = 0..2n (equation (2) for n = 2).
    ///
    /// The tree goes along its first dimension; each node of that ring starts the later dimensions in both directions. Of the k-1
    /// nodes that a ring adds, two are the ends of its two sides and k-3 pass on along the ring. There are k^j rings in the j-th
    /// tree dimension, and each of their nodes starts 2(n-1-j) further ones. Hence, for j = 0..n-1,
    /// 2 k^j nodes replicate 2(n-1-j) times and (k-3) k^j nodes replicate 2(n-1-j) + 1 times.
    pub fn replications(self) -> Vec<u64> {
        let mut counts = vec![0; 2 * self.n as usize];
        for j in 0..self.n {
            let rings = u64::from(self.k.pow(j));
            let later = 2 * (self.n - 1 - j) as usize;
            counts[later] += 2 * rings;
            counts[later + 1] += u64::from(self.k - 3) * rings;
        }
        counts
    }

    /// Mean number of copies that a node sends on when it has received one, leaves included (equation (10)): the edges of the tree
    /// beyond those of the source, over the receptions.
    pub fn copies_per_reception(self) -> f64 {
        let receptions = f64::from(self.nodes() - 1);
        (receptions - f64::from(self.ports())) / receptions
    }
}

#[cfg(test)]
mod tests {
    use super::super::grid::Grid;
    use super::*;

    #[test]
    fn the_mean_distances_are_those_of_counting_every_node() {
        for torus in [(3, 2), (4, 2), (7, 2), (8, 2), (5, 3), (4, 4)].map(|(k, n)| Torus { k, n }) {
            let total: u32 = (0..torus.nodes()).map(|node| Grid::torus(torus.k, torus.n).distance(0, node)).sum();
            let mean = f64::from(total) / f64::from(torus.nodes() - 1);
            assert!((torus.mean_distance() - mean).abs() < 1e-12, "{torus:?}");
        }
    }
}
