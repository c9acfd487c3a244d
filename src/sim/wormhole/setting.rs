//! The network, its routers, its sources, and what the papers leave open.

pub use crate::param::options::{Credit, Escape, Fill, Injection, Orient, Routing, Select};
pub use crate::param::turns::TurnSet;
pub use crate::topology::grid::Topology;

use super::{source::SourceQueue, worm::PhysicalChannel};
use crate::topology::grid::Grid;
use crate::traffic::{
    channel_load::{Demand, MOST_NODES},
    pattern::Destinations,
};

/// The largest number of dimensions.
pub const MOST_DIMENSIONS: usize = 16;

/// The network, its routers and its sources.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs, reason = "the doc of the type tells its fields")]
pub struct Setting {
    /// Nodes along each dimension: k >= 2, and k >= 3 in a torus.
    pub k: u32,
    /// Dimensions, 1 to [`MOST_DIMENSIONS`]; at most 4 with broadcasts. The diameter may be at most 127 hops.
    pub n: u32,
    /// The channels of the rings, or of the rows of a mesh.
    pub topology: Topology,
    /// The channels that the header of a unicast may take.
    pub routing: Routing,
    /// The allowed turns, where the routing is by them: in a mesh of two dimensions, with one for each quadrant.
    pub turns: TurnSet,
    /// The messages of cycle 0 in a circle that these turns leave, with a load of 0.
    pub fill: Fill,
    pub destinations: Destinations,
    /// Virtual channels per physical channel, V, at most 16; at least the escape channels, or one for each of the [groups](Self::group).
    pub vcs: u32,
    /// Flits per message, M, 1 to 65 535.
    pub flits: u32,
    /// Fraction β of the generated messages that are broadcasts; the others go to one node each. 0 in a cube or mesh: they have no tree.
    pub beta: f64,
    /// Flits that the buffer of a virtual channel holds, 1 to 255.
    pub depth: u32,
    pub credit: Credit,
    pub select: Select,
    /// The escape channels: with the classes of a dateline, or without, in which case the network can deadlock.
    pub escape: Escape,
    pub injection: Injection,
    /// The orientation of the trees of generated broadcasts.
    pub orient: Orient,
}

/// A network at a load λ, messages that each node generates in a cycle. With 0 there are only injected messages.
pub type Config = crate::sim::Config<Setting>;

impl Setting {
    /// A torus with the options of the reference values: a queue with one slot per port, buffers of one flit.
    pub const fn torus(k: u32, n: u32, vcs: u32, flits: u32) -> Self {
        Self {
            k,
            n,
            topology: Topology::Torus,
            routing: Routing::Adaptive,
            turns: TurnSet(u8::MAX),
            fill: Fill::Off,
            destinations: Destinations::UNIFORM,
            vcs,
            flits,
            beta: 0.0,
            depth: 1,
            credit: Credit::Same,
            select: Select::Random,
            escape: Escape::On,
            injection: Injection::Ports,
            orient: Orient::Random,
        }
    }

    /// A cube with the options of the reference values: one queue per node with V slots and no limit, buffers of one flit.
    pub const fn cube(k: u32, n: u32, vcs: u32, flits: u32) -> Self {
        Self { topology: Topology::Cube, injection: Injection::Free, ..Self::torus(k, n, vcs, flits) }
    }

    /// True if the sources of both draw the same messages from the same seed at the same load, whatever becomes of these in the network:
    /// arrivals and destinations have random numbers of their own, of which queues and trees take some.
    pub fn sends_like(&self, other: &Self) -> bool {
        let orient = if self.beta > 0.0 { self.orient } else { other.orient };
        let Self { routing, turns, vcs, flits, depth, credit, select, escape, injection, .. } = *other;
        let alike =
            Self { routing, turns, vcs, flits, depth, credit, select, escape, injection, orient, ..*self } == *other;
        alike && self.queues() == other.queues()
    }

    /// The memory of a network without a message, bytes: its channels with their virtual channels, and its queues.
    pub const fn bytes(&self) -> u64 {
        let word = size_of::<u32>();
        let lane = 2 * word;
        // When it changed, its two ends, and the lists of what is active, to be decided and moved.
        let channel = size_of::<PhysicalChannel>() + 8 * word + self.vcs.next_power_of_two() as usize * lane;
        let node = 2 * word + self.queues() as usize * size_of::<SourceQueue>();
        self.channels() as u64 * channel as u64 + self.nodes() as u64 * node as u64
    }

    /// True if a unicast with these hops left may go on along a dimension, as far as allowed turns are concerned.
    pub fn opens(&self, hops: &[i8; MOST_DIMENSIONS], dimension: u32) -> bool {
        self.routing != Routing::Turns || self.turns.opens([hops[0], hops[1]].map(i32::from), dimension)
    }

    /// The nodes and the channels between them.
    pub const fn grid(&self) -> Grid {
        Grid { k: self.k, n: self.n, topology: self.topology }
    }

    /// The number of nodes: k^n.
    pub const fn nodes(&self) -> u32 {
        self.grid().nodes()
    }

    /// Ports of each node, see [`Grid::ports`].
    pub const fn ports(&self) -> u32 {
        self.grid().ports()
    }

    /// Number of channel numbers, see [`Grid::channels`].
    pub const fn channels(&self) -> u32 {
        self.grid().channels()
    }

    /// The longest path of a message, hops: the diameter, or two of them by way of another node.
    pub const fn longest_path(&self) -> u32 {
        let parts = if self.routing.has_two_parts() { 2 } else { 1 };
        parts * self.grid().diameter()
    }

    /// Virtual channels of a physical channel that are reserved for escape: one for each class of the dateline.
    pub const fn escapes(&self) -> u32 {
        self.grid().classes()
    }

    /// Classes of virtual channels in dimension order: those of the dateline, if it is on.
    pub const fn classes(&self) -> u32 {
        if matches!(self.escape, Escape::Off) { 1 } else { self.grid().classes() }
    }

    /// The virtual channels of a class in a part of a path, as a mask: 0 for the part to another node, if there is one, else the last. The
    /// V virtual channels are divided as equally as possible, the later groups being the larger ones.
    pub fn group(&self, last_part: bool, class: u32) -> u16 {
        let parts = if self.routing.has_two_parts() { 2 } else { 1 };
        let (groups, part) = (parts * self.classes(), if last_part { parts - 1 } else { 0 });
        let group = part * self.classes() + class;
        let below = |group: u32| (1_u32 << (group * self.vcs / groups)) - 1;
        (below(group + 1) & !below(group)) as u16
    }

    /// Source queues of a node: one, or one for each port.
    pub const fn queues(&self) -> u32 {
        match self.injection {
            Injection::Free | Injection::One => 1,
            Injection::Ports | Injection::PortsV => self.ports(),
        }
    }

    /// Messages that may leave a queue at a time.
    pub const fn slots(&self) -> u32 {
        match self.injection {
            Injection::Ports => 1,
            Injection::Free | Injection::One | Injection::PortsV => self.vcs,
        }
    }

    /// The messages that fill the shortest circle of the dependency graph, V for each of its channels, each by its source, the node behind
    /// its channel, and the end of the next channel; none if it is not to be filled, or without a circle.
    pub fn circle_filled(&self) -> Vec<(u32, u32, u32)> {
        let circle = if self.fill == Fill::Circle { self.turns.circle(self.k) } else { None }.unwrap_or_default();
        let grid = self.grid();
        let next = circle.iter().cycle().skip(1);
        let nodes =
            circle.iter().zip(next).map(|(one, next)| (grid.near_end(*one), grid.far_end(*one), grid.far_end(*next)));
        nodes.flat_map(|nodes| std::iter::repeat_n(nodes, self.vcs as usize)).collect()
    }

    /// The load γ of the busiest channel, at least: messages for each that a node sends. Zero beyond [`MOST_NODES`] nodes.
    pub fn busiest_load(&self) -> f64 {
        if self.nodes() > MOST_NODES {
            return 0.0;
        }
        let demand = Demand::of(self.grid(), self.destinations);
        let demand = demand.with_broadcasts(self.beta, self.orient == Orient::Fixed);
        let across = demand.bisection_load();
        demand.loads_under(self.routing, Some(self.turns)).into_iter().fold(across, f64::max)
    }

    /// Mean hops of a unicast message.
    pub fn mean_hops(&self) -> f64 {
        self.destinations.mean_hops(self.grid(), self.routing)
    }
}
