//! The network, its routers, its sources, and what the papers leave open.

pub use crate::param::options::{Credit, Escape, Injection, Orient, Select};

/// The largest number of dimensions.
pub const MOST_DIMENSIONS: usize = 16;

/// The channels of the rings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topology {
    /// One either way, in each dimension; a message takes the shorter way.
    Torus,
    /// One way only.
    Cube,
}

/// The network, its routers and its sources.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Setting {
    /// Nodes along each dimension: k >= 2, and k >= 3 in a torus.
    pub k: u32,
    /// Dimensions, 1 to [`MOST_DIMENSIONS`]; at most 4 with broadcasts. The diameter may be at most 127 hops.
    pub n: u32,
    /// The channels of the rings.
    pub topology: Topology,
    /// Virtual channels per physical channel, V, from the escape channels (two, or one for k = 2) to 16.
    pub vcs: u32,
    /// Flits per message, M, 1 to 65 535.
    pub flits: u32,
    /// Fraction β of the generated messages that are broadcasts; the others go to one other node each, all equally likely. 0 in a
    /// cube, which has no tree.
    pub beta: f64,
    /// Flits that the buffer of a virtual channel holds, 1 to 255.
    pub depth: u32,
    /// The rule for a flit that arrives at a full buffer.
    pub credit: Credit,
    /// The rule by which a header takes a virtual channel.
    pub select: Select,
    /// The escape channels: with the classes of a dateline, or without, in which case the network can deadlock.
    pub escape: Escape,
    /// The injection of messages.
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

    /// A cube with the options of the reference values: one queue per node with V slots and no limit to what
    /// leaves it, buffers of one flit.
    pub const fn cube(k: u32, n: u32, vcs: u32, flits: u32) -> Self {
        Self { topology: Topology::Cube, injection: Injection::Free, ..Self::torus(k, n, vcs, flits) }
    }

    /// True if the sources of both draw the same messages from the same seed at the same load, whatever becomes of these in the network: arrivals and
    /// destinations have random numbers of their own, of which queues and trees take some.
    pub fn sends_like(&self, other: &Self) -> bool {
        let orient = if self.beta > 0.0 { self.orient } else { other.orient };
        let Self { vcs, flits, depth, credit, select, escape, injection, .. } = *other;
        let alike = Self { vcs, flits, depth, credit, select, escape, injection, orient, ..*self } == *other;
        alike && self.queues() == other.queues()
    }

    /// Number of nodes, k^n.
    pub const fn nodes(&self) -> u32 {
        self.k.pow(self.n)
    }

    /// Channels out of each node.
    pub const fn ports(&self) -> u32 {
        match self.topology {
            Topology::Torus => 2 * self.n,
            Topology::Cube => self.n,
        }
    }

    /// Number of channels.
    pub const fn channels(&self) -> u32 {
        self.ports() * self.nodes()
    }

    /// The diameter: the distance of the two nodes that are farthest apart, hops.
    pub const fn diameter(&self) -> u32 {
        match self.topology {
            Topology::Torus => self.n * (self.k / 2),
            Topology::Cube => self.n * (self.k - 1),
        }
    }

    /// Virtual channels of a physical channel that are reserved for escape: one for each class of the dateline. A message crosses at
    /// most one channel of a ring of two nodes, which needs no classes.
    pub const fn escapes(&self) -> u32 {
        if self.k == 2 { 1 } else { 2 }
    }

    /// Queues of a node.
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

    /// k^d: by how much node numbers differ along a dimension.
    pub const fn stride(&self, dimension: u32) -> u32 {
        self.k.pow(dimension)
    }

    /// The coordinate of a node along a dimension, 0..k.
    pub const fn coordinate(&self, node: u32, dimension: u32) -> u32 {
        node / self.stride(dimension) % self.k
    }

    /// The channel out of a node along a dimension, to the next higher coordinate or the next lower one: the node times the ports
    /// plus the port, as in [`Torus`](crate::topology::torus::Torus) and, for one way only, the dimension.
    pub const fn channel(&self, node: u32, dimension: u32, minus: bool) -> u32 {
        let port = match self.topology {
            Topology::Torus => 2 * dimension + minus as u32,
            Topology::Cube => dimension,
        };
        self.ports() * node + port
    }

    /// The dimension of a port, and whether it leads to the next lower coordinate.
    pub const fn direction(&self, port: u32) -> (u32, bool) {
        match self.topology {
            Topology::Torus => (port / 2, port % 2 == 1),
            Topology::Cube => (port, false),
        }
    }

    /// The node at the near end of a channel.
    pub const fn near_end(&self, channel: u32) -> u32 {
        channel / self.ports()
    }

    /// The node at the far end of a channel.
    pub const fn far_end(&self, channel: u32) -> u32 {
        let (node, port) = (channel / self.ports(), channel % self.ports());
        let (dimension, minus) = self.direction(port);
        let at = self.coordinate(node, dimension);
        let next = if minus { (at + self.k - 1) % self.k } else { (at + 1) % self.k };
        node - at * self.stride(dimension) + next * self.stride(dimension)
    }

    /// The hops that a message from one node to another makes along a dimension: how many, negative for the way to lower
    /// coordinates. Where both ways are equally short, bit `dimension` of `ties` decides, 1 for the lower.
    pub const fn hops(&self, from: u32, to: u32, dimension: u32, ties: u32) -> i32 {
        let ahead = (self.coordinate(to, dimension) + self.k - self.coordinate(from, dimension)) % self.k;
        let lower = 2 * ahead > self.k || (2 * ahead == self.k && ties >> dimension & 1 == 1);
        if matches!(self.topology, Topology::Torus) && lower { ahead as i32 - self.k as i32 } else { ahead as i32 }
    }
}
