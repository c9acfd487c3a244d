//! The network, its queues at the sources, and the mirrors that leave its traffic as it is: (0) to (3).

use crate::param::{
    Key,
    options::{Injection, Routing},
    turns::TurnSet,
};
use crate::scenario::Setup;
use crate::topology::grid::{Grid, Topology};
use crate::traffic::pattern::Destinations;

/// A wormhole network with its traffic, but for the load.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs, reason = "the names say what they are")]
pub struct Network {
    pub grid: Grid,
    pub routing: Routing,
    pub destinations: Destinations,
    /// V, virtual channels of a channel, 1 to 16.
    pub vcs: u32,
    /// M, flits of a message, at least 1.
    pub flits: u32,
    /// True if a node has a queue and a slot for each port, false if it has one queue and V slots.
    pub ports: bool,
}

/// The most paths, counted by hops, that are held at once.
const MOST_HOPS: f64 = 2e6;

/// The most steps of walks, each of a state and a channel.
const MOST_STEPS: f64 = 3e5;

/// The most nodes, times the ways in which hops can be left, in walks.
const MOST_PLACES: f64 = 4e6;

impl Network {
    /// The network of a setup; `None` if the model does not cover its sources.
    pub fn of(setup: &Setup) -> Option<Self> {
        let ports = match setup.choice::<Injection>() {
            Injection::Ports => true,
            Injection::Free => false,
            Injection::One | Injection::PortsV => return None,
        };
        // The paths of the turns of x, then y, are those of dimension order.
        let in_order = setup.turns().and_then(TurnSet::name) == Some("x-y");
        let routing = if in_order { Routing::DimensionOrder } else { setup.choice() };
        let destinations = Destinations::chosen(setup);
        let (vcs, flits) = (setup.count(Key::Vcs), setup.count(Key::Flits));
        Some(Self { grid: Grid::of(setup), routing, destinations, vcs, flits, ports })
    }

    /// Slots of a source that are full at once: V, or one for each port.
    pub(super) const fn slots(&self) -> u32 {
        if self.ports { self.grid.ports() } else { self.vcs }
    }

    /// Classes of virtual channels of the dateline, and the parts of a route that have channels of their own.
    pub(super) const fn kinds(&self) -> u32 {
        self.grid.classes() * if self.routing.has_two_parts() { 2 } else { 1 }
    }

    /// About how many hops or states a step goes through. With more than the most it is infinite.
    pub fn size(&self) -> f64 {
        let Grid { k, n, topology } = self.grid;
        let nodes = k.checked_pow(n).map_or(f64::INFINITY, f64::from);
        let senders = nodes
            / if self.uniform() && (topology != Topology::Cube || k == 2) {
                f64::from(1_u32 << n.min(16))
            } else {
                1.0
            };
        let pairs = |senders: f64| senders / nodes * self.destinations.pairs(nodes);
        let ties = if topology == Topology::Torus && k % 2 == 0 {
            (1..=n).fold(1.0, |ties, _| ties * (1.0 + 1.0 / f64::from(k)))
        } else {
            1.0
        };
        let diameter = f64::from(self.grid.diameter());
        let (size, most) = match self.routing {
            Routing::Adaptive => {
                // The states between a source and one destination fill a box, and each is a step to some destination.
                let each = self.destinations.pairs(nodes) / nodes;
                let fixed = each < nodes / 4.0;
                let ways = crate::solve::power(f64::from(k / 2 + 1), if fixed { n as usize } else { 0 });
                let states = if fixed { (senders * ways * each).min(senders * nodes) } else { senders * nodes };
                let places = nodes * crate::solve::power(f64::from(2 * k), n as usize);
                (states * f64::from(n), if places > MOST_PLACES { 0.0 } else { MOST_STEPS })
            }
            Routing::DimensionOrder | Routing::Turns => (pairs(senders) * ties * diameter * 0.6, MOST_HOPS),
            Routing::Valiant => (pairs(senders) * nodes * ties * ties * diameter * 1.1, MOST_HOPS),
        };
        if size <= most { size } else { f64::INFINITY }
    }

    /// About how many seconds a browser takes until a curve can be seen. Its end comes later.
    pub(super) fn seconds(&self) -> f64 {
        /// For each hop of a path, and for each channel and virtual channel.
        const HOP: f64 = 2e-5;
        const CHANNEL: f64 = 1.5e-4;
        let walks = if self.routing.is_adaptive() { 4.0 } else { 1.0 };
        HOP * walks * self.size() + CHANNEL * f64::from(self.grid.channels() * self.vcs)
    }

    fn uniform(&self) -> bool {
        self.destinations == Destinations::UNIFORM
    }

    /// (1) Virtual channels of the groups of a kind.
    pub(super) const fn group_vcs(&self, kind: u32) -> u32 {
        (kind + 1) * self.vcs / self.kinds() - kind * self.vcs / self.kinds()
    }

    /// A node with its coordinates mirrored in some dimensions.
    pub(super) fn mirrored(&self, node: u32, mask: u32) -> u32 {
        let grid = self.grid;
        let moved = |at: u32, dimension: u32| {
            let x = grid.coordinate(node, dimension);
            at + (grid.k - 1 - x) * grid.stride(dimension) - x * grid.stride(dimension)
        };
        (0..grid.n).filter(|dimension| mask >> dimension & 1 == 1).fold(node, moved)
    }

    /// How many nodes some mirrors map onto each other, for the first of these; `None` for the others.
    pub(super) fn alike(&self, node: u32, mirrors: &[u32]) -> Option<f64> {
        let images: Vec<_> = mirrors.iter().map(|mask| self.mirrored(node, *mask)).collect();
        let new = (0..images.len()).filter(|at| !images[..*at].contains(&images[*at]));
        images.iter().all(|image| *image >= node).then(|| new.count() as f64)
    }

    pub(super) fn mirrored_channel(&self, channel: u32, mask: u32) -> u32 {
        let (dimension, minus) = self.grid.direction(channel % self.grid.ports());
        self.grid.channel(
            self.mirrored(self.grid.near_end(channel), mask),
            dimension,
            minus ^ (mask >> dimension & 1 == 1),
        )
    }

    /// The mirrors that map network and demand onto themselves, as sets of dimensions; that of no dimension first.
    pub(super) fn mirrors(&self) -> Vec<u32> {
        let grid = self.grid;
        if grid.topology == Topology::Cube && grid.k > 2 {
            return vec![0];
        }
        let size = (grid.k, grid.n);
        let kept = |mask: &u32| {
            (0..grid.nodes()).all(|node| {
                let (here, there) =
                    (self.destinations.shares(size, node), self.destinations.shares(size, self.mirrored(node, *mask)));
                let one = here.one.map(|(to, share)| (self.mirrored(to, *mask), share));
                let is_there = |(to, share): &(u32, f64)| {
                    let to = self.mirrored(*to, *mask);
                    there.several.get(there.several.partition_point(|(other, _)| *other < to)) == Some(&(to, *share))
                };
                one == there.one
                    && here.any == there.any
                    && here.several.len() == there.several.len()
                    && here.several.iter().all(is_there)
            })
        };
        (0..1_u32 << grid.n).filter(kept).collect()
    }

    /// Calls for each destination of a node, with its share of the messages.
    pub(super) fn demand(&self, source: u32, mut each: impl FnMut(u32, f64)) {
        let shares = self.destinations.shares((self.grid.k, self.grid.n), source);
        let any = shares.any / f64::from(self.grid.nodes() - 1);
        shares.several.iter().for_each(|(to, share)| each(*to, *share));
        let (to, more) = shares.one.unwrap_or((source, 0.0));
        if any > 0.0 {
            for node in (0..self.grid.nodes()).filter(|node| *node != source) {
                each(node, any + if node == to { more } else { 0.0 });
            }
        } else if to != source && more > 0.0 {
            each(to, more);
        }
    }

    /// Calls for each way from a node to another in the order of dimensions, with its chance: bits of the dimensions that are crossed
    /// downward where both ways are as long.
    pub(super) fn ties(&self, from: u32, to: u32, mut each: impl FnMut(u32, f64)) {
        let grid = self.grid;
        let tied = (0..grid.n)
            .filter(|dimension| grid.hops(from, to, *dimension, 0) != grid.hops(from, to, *dimension, u32::MAX));
        let tied = tied.fold(0_u32, |mask, dimension| mask | 1 << dimension);
        let chance = 1.0 / f64::from(1_u32 << tied.count_ones());
        let mut ties = tied;
        loop {
            each(ties, chance);
            if ties == 0 {
                return;
            }
            ties = (ties - 1) & tied;
        }
    }

    /// The class of a hop from a coordinate with that many hops left, signed.
    pub(super) const fn class(&self, at: u32, hops: i32) -> u32 {
        let end = at as i32 + hops;
        (self.grid.classes() == 2 && end >= 0 && end < self.grid.k as i32) as u32
    }
}
