//! What is simulated: the network, its routers, its sources, and the choices that papers leave open.

/// The largest number of dimensions.
pub const MOST_DIMENSIONS: usize = 16;

/// When a full buffer may receive a flit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Credit {
    /// In a cycle in which it also sends one: an ideal pipeline, which runs at full speed with buffers of one flit.
    #[default]
    Same,
    /// Never: a place must be free at the start of the cycle. Full speed takes buffers of two flits.
    Previous,
}

/// Which of the free adaptive virtual channels of its useful channels a header takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Select {
    /// Any of them, all equally likely.
    #[default]
    Random,
    /// A random useful channel that has a free one, then a random one of it.
    Channel,
    /// The useful channel with the fewest busy virtual channels among those that have a free one (a random one of equals), then a
    /// random one of it.
    Spread,
}

/// How messages leave their node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Injection {
    /// One queue per node with V slots, and no limit on the flits that leave the node in a cycle.
    Free,
    /// One queue per node with V slots, and one flit per node and cycle: its output virtual channels, the first of every port, then the
    /// second of every port and so on, have the first turn one after the other, from cycle to cycle, and the others follow around.
    ///
    /// The order is not stated where the reference values come from. Of those tried whose mean latencies are all within the combined 99 %
    /// limits of theirs, this is the simplest that a node can follow by itself; turns of the ports that begin behind the one
    /// that sent last are not among them. So these ten points are no independent check. Which copy goes first follows from the virtual
    /// channels that were drawn, so even over an idle network the time of a broadcast depends on the seed: over an 8x8 torus (M = 32,
    /// V = 3) it takes 347 to 573 cycles with the seeds 0 to 199, and the 428 of the reference values with one of them.
    One,
    /// One queue with one slot per output port.
    Ports,
    /// One queue with V slots per output port.
    PortsV,
}

/// What is simulated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Setting {
    /// Nodes along each dimension: k >= 2, and k >= 3 if bidirectional.
    pub k: u32,
    /// Dimensions, 1 to [`MOST_DIMENSIONS`]; at most 4 with broadcasts. The longest way may be at most 127 hops.
    pub n: u32,
    /// Whether each dimension has a channel either way, or one way only.
    pub bidirectional: bool,
    /// Virtual channels per physical channel, V, from the escape channels (two, or one for k = 2) to 16.
    pub vcs: u32,
    /// Flits per message, M, 1 to 65 535.
    pub flits: u32,
    /// Messages that each node generates in a cycle, λ >= 0. With 0 there are only injected messages.
    pub load: f64,
    /// Fraction β of the generated messages that are broadcasts; the others go to one other node each, all equally likely. 0 in a
    /// unidirectional network, which has no tree.
    pub beta: f64,
    /// Flits that the buffer of a virtual channel holds, 1 to 255.
    pub depth: u32,
    /// When a full buffer may receive.
    pub credit: Credit,
    /// Which virtual channel a header takes.
    pub select: Select,
    /// How messages leave their node.
    pub injection: Injection,
    /// Whether a generated broadcast draws the orientation of its tree, or takes
    /// [`Orientation::fixed`](crate::topology::broadcast::Orientation::fixed).
    pub random_orientation: bool,
}

impl Setting {
    /// An idle bidirectional torus with the options of the reference values: a queue with one slot per port, buffers of one flit.
    pub const fn torus(k: u32, n: u32, vcs: u32, flits: u32) -> Self {
        Self {
            k,
            n,
            bidirectional: true,
            vcs,
            flits,
            load: 0.0,
            beta: 0.0,
            depth: 1,
            credit: Credit::Same,
            select: Select::Random,
            injection: Injection::Ports,
            random_orientation: true,
        }
    }

    /// An idle unidirectional cube with the options of the reference values: one queue per node with V slots and no limit to what
    /// leaves it, buffers of one flit.
    pub const fn cube(k: u32, n: u32, vcs: u32, flits: u32) -> Self {
        Self { bidirectional: false, injection: Injection::Free, ..Self::torus(k, n, vcs, flits) }
    }

    /// Number of nodes, k^n.
    pub const fn nodes(&self) -> u32 {
        self.k.pow(self.n)
    }

    /// Channels out of each node.
    pub const fn ports(&self) -> u32 {
        if self.bidirectional { 2 * self.n } else { self.n }
    }

    /// Number of channels.
    pub const fn channels(&self) -> u32 {
        self.ports() * self.nodes()
    }

    /// The longest shortest way, hops.
    pub const fn diameter(&self) -> u32 {
        if self.bidirectional { self.n * (self.k / 2) } else { self.n * (self.k - 1) }
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
        self.ports() * node + if self.bidirectional { 2 * dimension + minus as u32 } else { dimension }
    }

    /// The node at the far end of a channel.
    pub const fn far_end(&self, channel: u32) -> u32 {
        let (node, port) = (channel / self.ports(), channel % self.ports());
        let (dimension, minus) = if self.bidirectional { (port / 2, port % 2 == 1) } else { (port, false) };
        let at = self.coordinate(node, dimension);
        let next = if minus { (at + self.k - 1) % self.k } else { (at + 1) % self.k };
        node - at * self.stride(dimension) + next * self.stride(dimension)
    }

    /// The hops that a message from one node to another makes along a dimension: how many, negative for the way to lower
    /// coordinates. Where both ways are equally short, bit `dimension` of `ties` decides, 1 for the lower.
    pub const fn hops(&self, from: u32, to: u32, dimension: u32, ties: u32) -> i32 {
        let ahead = (self.coordinate(to, dimension) + self.k - self.coordinate(from, dimension)) % self.k;
        let lower = 2 * ahead > self.k || (2 * ahead == self.k && ties >> dimension & 1 == 1);
        if self.bidirectional && lower { ahead as i32 - self.k as i32 } else { ahead as i32 }
    }
}
