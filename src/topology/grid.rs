//! Nodes in n dimensions of k coordinates, and the channels between neighbours.
//!
//! ```text
//!   torus, two ways              cube, one way              mesh
//!   o <-> o <-> o <-> back       o --> o --> o --> back     o <-> o <-> o
//! ```
//! Node numbers are x + k y + k² z + ... The channels out of a node have consecutive numbers, its *ports*. A mesh has the ports of a torus,
//! those at its edges without a channel.

use super::torus::Torus;
use crate::param::{
    Key,
    options::{Ways, Wiring},
};
use crate::scenario::{Setup, System};

/// The channels along a dimension.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Topology {
    /// Rings with a channel either way; a message takes the shorter way.
    Torus,
    /// One-way rings, as in a k-ary n-cube.
    Cube,
    /// Rows with two ends and a channel either way.
    Mesh,
}

/// A grid of k^n nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    /// Nodes along each dimension: k >= 2, and k >= 3 in a torus.
    pub k: u32,
    /// Dimensions n, 1 or more.
    pub n: u32,
    /// The channels along each dimension.
    pub topology: Topology,
}

impl Grid {
    /// The network of a setup: a hypercube, if it has no radix.
    pub fn of(setup: &Setup) -> Self {
        let (k, n) = (setup.count(Key::K).max(2), setup.count(Key::N));
        let topology = match (setup.system(), setup.choice(), setup.choice()) {
            (_, Wiring::Mesh, _) => Topology::Mesh,
            (System::TorusBroadcast, Wiring::Torus, _) => Topology::Torus,
            // A ring of two nodes is one link in either direction.
            (_, Wiring::Torus, Ways::Two) if k > 2 => Topology::Torus,
            (_, Wiring::Torus, _) => Topology::Cube,
        };
        Self { k, n, topology }
    }

    /// A hypercube of n dimensions.
    pub const fn hypercube(n: u32) -> Self {
        Self { k: 2, n, topology: Topology::Cube }
    }

    /// A torus of n dimensions with rings of k nodes.
    pub const fn torus(k: u32, n: u32) -> Self {
        Self { k, n, topology: Topology::Torus }
    }

    pub(crate) const fn nodes(self) -> u32 {
        self.k.pow(self.n)
    }

    /// Ports of each node: two in each dimension, or one on one-way rings.
    pub const fn ports(self) -> u32 {
        match self.topology {
            Topology::Torus | Topology::Mesh => 2 * self.n,
            Topology::Cube => self.n,
        }
    }

    /// Number of channel numbers: ports of all nodes.
    pub const fn channels(self) -> u32 {
        self.ports() * self.nodes()
    }

    /// Number of channels: without the ports at the edges of a mesh.
    pub const fn links(self) -> u32 {
        match self.topology {
            Topology::Torus | Topology::Cube => self.channels(),
            Topology::Mesh => self.channels() / self.k * (self.k - 1),
        }
    }

    /// The diameter: the distance of the two nodes that are farthest apart, hops.
    pub const fn diameter(self) -> u32 {
        match self.topology {
            Topology::Torus => self.n * (self.k / 2),
            Topology::Cube | Topology::Mesh => self.n * (self.k - 1),
        }
    }

    /// Classes of virtual channels that a dateline needs. A ring of two nodes has no path of two channels, and a mesh has no ring.
    pub const fn classes(self) -> u32 {
        if self.k == 2 || matches!(self.topology, Topology::Mesh) { 1 } else { 2 }
    }

    /// The escape channels of a ring in the order in which a message may wait for them, by their classes: the first coordinate and the
    /// number of those whose messages have the dateline ahead, then of the others. The last of the first class leads to node 0.
    pub const fn dateline_tracks(self) -> [(u32, u32); 2] {
        let longest = self.diameter() / self.n;
        [(self.k - longest, longest), (0, self.k - 1)]
    }

    /// k^d: by how much node numbers differ along a dimension.
    pub const fn stride(self, dimension: u32) -> u32 {
        self.k.pow(dimension)
    }

    /// The coordinate of a node along a dimension, 0..k.
    pub const fn coordinate(self, node: u32, dimension: u32) -> u32 {
        node / self.stride(dimension) % self.k
    }

    /// The channel out of a node along a dimension, to the next higher coordinate or the next lower one: the node times the ports
    /// plus the port, which is twice the dimension, and one more for the lower one; for one way only, the dimension.
    pub const fn channel(self, node: u32, dimension: u32, minus: bool) -> u32 {
        let port = match self.topology {
            Topology::Torus | Topology::Mesh => 2 * dimension + minus as u32,
            Topology::Cube => dimension,
        };
        self.ports() * node + port
    }

    /// The dimension of a port, and whether it leads to the next lower coordinate.
    pub const fn direction(self, port: u32) -> (u32, bool) {
        match self.topology {
            Topology::Torus | Topology::Mesh => (port / 2, port % 2 == 1),
            Topology::Cube => (port, false),
        }
    }

    /// The node at the near end of a channel.
    pub const fn near_end(self, channel: u32) -> u32 {
        channel / self.ports()
    }

    /// The node at the far end of a channel.
    pub const fn far_end(self, channel: u32) -> u32 {
        let (node, port) = (channel / self.ports(), channel % self.ports());
        let (dimension, minus) = self.direction(port);
        let at = self.coordinate(node, dimension);
        let next = if minus { (at + self.k - 1) % self.k } else { (at + 1) % self.k };
        node - at * self.stride(dimension) + next * self.stride(dimension)
    }

    /// True if the channel closes a ring: from the last coordinate to the first, or back.
    pub const fn wraps(self, channel: u32) -> bool {
        let (dimension, minus) = self.direction(channel % self.ports());
        self.coordinate(self.near_end(channel), dimension) == if minus { 0 } else { self.k - 1 }
    }

    /// True if there is such a channel: at the edges of a mesh there is none.
    pub const fn exists(self, channel: u32) -> bool {
        !(matches!(self.topology, Topology::Mesh) && self.wraps(channel))
    }

    /// The hops that a message from one node to another makes along a dimension: how many, negative for the way to lower
    /// coordinates. Where both ways are equally short, bit `dimension` of `ties` decides, 1 for the lower.
    pub const fn hops(self, from: u32, to: u32, dimension: u32, ties: u32) -> i32 {
        let (from, to) = (self.coordinate(from, dimension), self.coordinate(to, dimension));
        if matches!(self.topology, Topology::Mesh) {
            return to as i32 - from as i32;
        }
        let ahead = (to + self.k - from) % self.k;
        let lower = 2 * ahead > self.k || (2 * ahead == self.k && ties >> dimension & 1 == 1);
        if matches!(self.topology, Topology::Torus) && lower { ahead as i32 - self.k as i32 } else { ahead as i32 }
    }

    /// The distance of two nodes, hops.
    pub fn distance(self, from: u32, to: u32) -> u32 {
        (0..self.n).map(|dimension| self.hops(from, to, dimension, 0).unsigned_abs()).sum()
    }

    /// Mean distance of two coordinates, each of them any of the k: hops.
    fn mean_ring_distance(self) -> f64 {
        let k = f64::from(self.k);
        match self.topology {
            Topology::Torus => Torus { k: self.k, n: 1 }.mean_ring_distance(),
            Topology::Cube => (k - 1.0) / 2.0,
            Topology::Mesh => (k * k - 1.0) / (3.0 * k),
        }
    }

    /// Mean distance of two nodes, each of them any of the k^n: hops.
    pub fn mean_distance_with_self(self) -> f64 {
        f64::from(self.n) * self.mean_ring_distance()
    }

    /// Mean distance from a node to any of the k^n: hops. In a mesh it depends on the node.
    pub fn distance_from(self, node: u32) -> f64 {
        if self.topology != Topology::Mesh {
            return self.mean_distance_with_self();
        }
        let row = |dimension| {
            let (before, after) = (self.coordinate(node, dimension), self.k - 1 - self.coordinate(node, dimension));
            f64::from(before * (before + 1) + after * (after + 1)) / f64::from(2 * self.k)
        };
        (0..self.n).map(row).sum()
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Grids of every kind, with at most 81 nodes.
    pub(crate) fn small() -> impl Iterator<Item = Grid> {
        let sizes: [(u32, &[u32]); 7] =
            [(2, &[1, 2, 3, 4, 6]), (3, &[1, 2, 3]), (4, &[1, 2, 3]), (5, &[2]), (6, &[2]), (7, &[1]), (8, &[2])];
        let sizes = sizes.into_iter().flat_map(|(k, all)| all.iter().map(move |&n| (k, n)));
        let kinds = [Topology::Torus, Topology::Cube, Topology::Mesh];
        let all = sizes.flat_map(move |(k, n)| kinds.map(|topology| Grid { k, n, topology }));
        all.filter(|grid| grid.k > 2 || grid.topology != Topology::Torus)
    }

    #[test]
    fn distances_are_the_lengths_of_shortest_paths_over_the_channels() {
        for grid in small() {
            let nodes = grid.nodes();
            assert_eq!((0..grid.channels()).filter(|&channel| grid.exists(channel)).count() as u32, grid.links());
            let mut total = 0;
            let mut farthest = 0;
            for source in 0..nodes {
                let mut distance = vec![u32::MAX; nodes as usize];
                distance[source as usize] = 0;
                let mut reached = std::collections::VecDeque::from([source]);
                while let Some(node) = reached.pop_front() {
                    for channel in grid.ports() * node..grid.ports() * (node + 1) {
                        let next = grid.far_end(channel) as usize;
                        assert_eq!(grid.near_end(channel), node);
                        if grid.exists(channel) && distance[next] == u32::MAX {
                            distance[next] = distance[node as usize] + 1;
                            reached.push_back(next as u32);
                        }
                    }
                }
                assert!((0..nodes).all(|to| grid.distance(source, to) == distance[to as usize]), "{grid:?}");
                let sum: u32 = distance.iter().sum();
                assert!((f64::from(sum) / f64::from(nodes) - grid.distance_from(source)).abs() < 1e-12, "{grid:?}");
                (total, farthest) = (total + sum, distance.into_iter().max().unwrap_or(0).max(farthest));
            }
            assert_eq!(farthest, grid.diameter(), "{grid:?}");
            let mean = f64::from(total) / f64::from(nodes * nodes);
            assert!((mean - grid.mean_distance_with_self()).abs() < 1e-12, "{grid:?}");
        }
    }
}
