//! The spanning tree of a broadcast: who passes the message on to whom.
//!
//! ```text
//!   k = 5, n = 2, order x then y, the source at o        x ring, then from each of its nodes both ways along y
//!
//!      ^ ^ ^ ^ ^
//!      | | | | |        the source sends a copy on all 2n channels;
//!      ^ ^ ^ ^ ^        a node reached along tree dimension j continues in the same direction
//!      | | | | |        while its side of the ring lasts, and starts every later tree dimension
//!      <-<-o->->        in both directions;
//!      | | | | |        hence every other node is reached exactly once, by a shortest path.
//!      v v v v v
//!      | | | | |        Bose et al., "Lee distance and topological properties of k-ary n-cubes",
//!      v v v v v        IEEE Transactions on Computers 44(8), 1995
//! ```
//! A ring has two sides of floor(k/2) and floor((k-1)/2) nodes. They differ for even k only: one direction takes the node
//! half way round. With the same order and long sides for every broadcast the channels of the last dimension carry k times the
//! copies of the first; a random [`Orientation`] per broadcast balances them, which is what the model assumes.

use super::{grid::Grid, torus::Direction};
use rand::{Rng, RngExt};

/// The largest number of dimensions of a tree.
const MOST_DIMENSIONS: usize = 4;

/// In which order a tree goes through the dimensions, and which direction takes the longer side of an even ring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Orientation {
    n: u32,
    /// A permutation of the n dimensions: the tree goes along `order[0]` first.
    order: [u32; MOST_DIMENSIONS],
    /// By dimension. Without effect for odd k.
    long_side: [Direction; MOST_DIMENSIONS],
}

/// A copy of a broadcast: the hop it makes, and what the node that it reaches has to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Branch {
    /// The dimension along which it moves.
    pub dimension: u8,
    pub(crate) direction: Direction,
    /// The number of steps along this ring, with this hop.
    steps: u8,
    /// The first of the tree dimensions that the node starts.
    next: u8,
}

impl Orientation {
    /// Dimensions in ascending order, long sides plus. For n <= 4.
    pub const fn fixed(n: u32) -> Self {
        Self { n, order: [0, 1, 2, 3], long_side: [Direction::Plus; MOST_DIMENSIONS] }
    }

    /// Order and long sides uniformly drawn.
    pub fn random(n: u32, random: &mut impl Rng) -> Self {
        let mut orientation = Self::fixed(n);
        for last in (1..n).rev() {
            orientation.order.swap(last as usize, random.random_range(0..=last) as usize);
        }
        for side in &mut orientation.long_side[..n as usize] {
            *side = Direction::BOTH[usize::from(random.random::<bool>())];
        }
        orientation
    }

    /// The dimensions in the order of the tree.
    pub fn order(&self) -> &[u32] {
        &self.order[..self.n as usize]
    }

    /// The direction that takes floor(k/2) nodes of a ring along `dimension`.
    pub fn long_side(&self, dimension: u32) -> Direction {
        self.long_side[dimension as usize]
    }

    /// The number of nodes that the tree reaches along `dimension` in `direction`, in a ring of `k`.
    fn side(&self, k: u32, dimension: u32, direction: Direction) -> u32 {
        if self.long_side(dimension) == direction { k / 2 } else { (k - 1) / 2 }
    }

    /// The copies that a node of a k-ary torus sends when it has received `copy`; without one it is the source. First the copy that
    /// goes on along the ring, then those that start the later tree dimensions.
    pub fn branches(self, k: u32, copy: Option<Branch>) -> impl Iterator<Item = Branch> {
        let on = copy.filter(|copy| {
            let (dimension, direction) = (u32::from(copy.dimension), copy.direction);
            u32::from(copy.steps) < self.side(k, dimension, direction)
        });
        let on = on.map(|copy| Branch { steps: copy.steps + 1, ..copy });
        let first = copy.map_or(0, |copy| copy.next);
        let start = move |tree: u8| {
            let dimension = self.order[tree as usize] as u8;
            Direction::BOTH.map(|direction| Branch { dimension, direction, steps: 1, next: tree + 1 })
        };
        on.into_iter().chain((first..self.n as u8).flat_map(start))
    }
}

/// The tree of one broadcast.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BroadcastTree {
    torus: Grid,
    source: u32,
    /// By node: the channel that its copy comes by; `None` for the source.
    reached_by: Vec<Option<u32>>,
    /// By node: hops from the source.
    level: Vec<u32>,
    /// By node: the channels on which it sends a copy.
    copies: Vec<Vec<u32>>,
}

impl BroadcastTree {
    /// The tree from `source` over the whole torus.
    pub fn new(torus: Grid, source: u32, orientation: &Orientation) -> Self {
        let nodes = torus.nodes() as usize;
        let mut tree = Self {
            torus,
            source,
            reached_by: vec![None; nodes],
            level: vec![0; nodes],
            copies: vec![Vec::new(); nodes],
        };
        let mut reached = std::collections::VecDeque::from([(source, None)]);
        while let Some((node, copy)) = reached.pop_front() {
            for branch in orientation.branches(torus.k, copy) {
                let minus = branch.direction == Direction::Minus;
                let channel = torus.channel(node, u32::from(branch.dimension), minus);
                let child = torus.far_end(channel);
                tree.copies[node as usize].push(channel);
                tree.reached_by[child as usize] = Some(channel);
                tree.level[child as usize] = tree.level[node as usize] + 1;
                reached.push_back((child, Some(branch)));
            }
        }
        tree
    }

    pub(crate) const fn torus(&self) -> Grid {
        self.torus
    }

    /// The channel by which `node` gets its copy; `None` for the source.
    pub fn channel(&self, node: u32) -> Option<u32> {
        self.reached_by[node as usize]
    }

    /// Hops from the source to `node` along the tree.
    pub fn level(&self, node: u32) -> u32 {
        self.level[node as usize]
    }

    /// The channels on which `node` sends a copy: the ring it was reached along first, then the later tree dimensions.
    pub fn copies(&self, node: u32) -> &[u32] {
        &self.copies[node as usize]
    }

    /// The largest level, n floor(k/2).
    pub fn depth(&self) -> u32 {
        self.level.iter().copied().max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::super::torus::Torus;
    use super::*;
    use rand::SeedableRng;
    use rand_pcg::Pcg64Mcg;

    /// Every torus of interest with a fixed and some random orientations, from a node that is not special.
    fn trees() -> impl Iterator<Item = BroadcastTree> {
        let sizes = (3..=32).map(|k| (k, 2)).chain((3..=8).map(|k| (k, 3))).chain((3..=5).map(|k| (k, 4)));
        sizes.flat_map(|(k, n)| {
            let torus = Grid::torus(k, n);
            let mut random = Pcg64Mcg::seed_from_u64(u64::from(k));
            let mut orientations = vec![Orientation::fixed(n)];
            orientations.extend((0..4).map(|_| Orientation::random(n, &mut random)));
            orientations
                .into_iter()
                .map(move |orientation| BroadcastTree::new(torus, (7 * k + 5) % torus.nodes(), &orientation))
        })
    }

    #[test]
    fn every_other_node_is_reached_once_by_a_shortest_path_and_the_deepest_after_n_half_rings() {
        for tree in trees() {
            let torus = tree.torus();
            let mut reached = vec![0; torus.nodes() as usize];
            for node in 0..torus.nodes() {
                for &channel in tree.copies(node) {
                    let (from, child) = (torus.near_end(channel), torus.far_end(channel));
                    assert_eq!((from, tree.channel(child)), (node, Some(channel)));
                    reached[child as usize] += 1;
                }
            }
            reached[tree.source as usize] += 1;
            assert!(reached.iter().all(|&times| times == 1), "{torus:?}");
            assert!((0..torus.nodes()).all(|node| tree.level(node) == torus.distance(tree.source, node)), "{torus:?}");
            assert_eq!(tree.depth(), torus.n * (torus.k / 2), "{torus:?}");
        }
    }

    #[test]
    fn the_tree_replicates_as_often_as_equation_2_says() {
        for tree in trees() {
            let torus = tree.torus();
            let mut counts = vec![0; torus.ports() as usize];
            for node in (0..torus.nodes()).filter(|&node| node != tree.source) {
                counts[tree.copies(node).len()] += 1;
            }
            assert_eq!(counts, Torus { k: torus.k, n: torus.n }.replications(), "{torus:?}");
            assert_eq!(tree.copies(tree.source).len(), torus.ports() as usize);
        }
    }

    #[test]
    fn random_orientations_take_every_order_and_side_equally_often() {
        let mut random = Pcg64Mcg::seed_from_u64(1);
        let mut counts = std::collections::BTreeMap::new();
        for _ in 0..4800 {
            let orientation = Orientation::random(3, &mut random);
            let mut seen = orientation.order().to_vec();
            seen.sort_unstable();
            assert_eq!(seen, [0, 1, 2]);
            let long_sides: Vec<_> = (0..3).map(|dimension| orientation.long_side(dimension) as u32).collect();
            *counts.entry((orientation.order().to_vec(), long_sides)).or_insert(0) += 1;
        }
        // Six orders times eight sides, 100 of each expected.
        assert_eq!(counts.len(), 48);
        assert!(counts.values().all(|&count| (55..150).contains(&count)), "{counts:?}");
    }

    #[test]
    fn fixed_trees_load_the_last_dimension_k_times_as_much_and_random_ones_balance() {
        let torus = Grid::torus(8, 2);
        let copies_by_port = |orientation: &Orientation| {
            let tree = BroadcastTree::new(torus, 0, orientation);
            let mut ports = [0_u32; 4];
            for node in 0..torus.nodes() {
                tree.copies(node).iter().for_each(|channel| ports[(channel % 4) as usize] += 1);
            }
            ports
        };
        assert_eq!(copies_by_port(&Orientation::fixed(2)), [4, 3, 32, 24]);
        let mut random = Pcg64Mcg::seed_from_u64(2);
        let mut sum = [0; 4];
        for _ in 0..4000 {
            let ports = copies_by_port(&Orientation::random(2, &mut random));
            (0..4).for_each(|port| sum[port] += ports[port]);
        }
        assert!(sum.iter().all(|&sum| (f64::from(sum) / 4000.0 - 63.0 / 4.0).abs() < 0.8), "{sum:?}");
    }
}
