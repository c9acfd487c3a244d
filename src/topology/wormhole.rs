//! Networks with wormhole switching, as the models take them.

use super::grid::{Grid, Topology};
use crate::{param::Key, scenario::Setup};

/// A k-ary n-cube with wormhole switching, and the length of its messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WormholeNetwork {
    /// Nodes of a ring, k >= 2, and k >= 3 in a torus.
    pub k: u32,
    /// Dimensions n of the network, at least 1.
    pub n: u32,
    /// The channels of the rings.
    pub topology: Topology,
    /// V, virtual channels of a physical channel, at most 16: more than there are escape channels.
    pub vcs: u32,
    /// M, flits of a message, at least 1.
    pub flits: u32,
}

impl WormholeNetwork {
    /// The network of a setup.
    pub fn of(setup: &Setup) -> Self {
        let Grid { k, n, topology } = Grid::of(setup);
        Self { k, n, topology, vcs: setup.count(Key::Vcs), flits: setup.count(Key::Flits) }
    }

    /// A torus, whose rings have a channel either way.
    pub const fn torus(k: u32, n: u32, vcs: u32, flits: u32) -> Self {
        Self { k, n, topology: Topology::Torus, vcs, flits }
    }

    /// A cube, whose rings are one-way.
    pub const fn cube(k: u32, n: u32, vcs: u32, flits: u32) -> Self {
        Self { k, n, topology: Topology::Cube, vcs, flits }
    }
}
