//! The messages that cross each channel, without a simulation: what a traffic pattern demands of a network under a given routing.
//!
//! In dimension order the path of a message is known, so the load of a channel, γ_c messages for each message that a node sends, is a sum
//! over pairs of nodes. A channel carries at most one flit in a cycle, so no node can send more than 1 / (M max γ_c) messages in a cycle
//! (W. J. Dally and B. Towles, "Principles and Practices of Interconnection Networks", section 3.3). Another bound holds for every routing:
//! the messages between two halves of the network have to cross the channels between these.
//!
//! Messages to any node are counted ring by ring: in dimension order their lower coordinates are those of the destination and the higher
//! ones those of the source. That takes k^n k steps for a dimension, not one for each pair of nodes.

use super::pattern::{Destinations, Shares};
use crate::{
    param::{options::Routing, turns::TurnSet},
    topology::{
        broadcast::{BroadcastTree, Orientation},
        grid::{Grid, Topology},
    },
};

/// The most nodes for which loads of channels are computed: with more it takes longer than a page can wait.
pub const MOST_NODES: u32 = 1 << 14;

/// The messages that all nodes send for one message of each sender.
#[derive(Clone, Debug)]
pub struct Demand {
    grid: Grid,
    pairs: Vec<(u32, u32, f64)>,
    /// By node: messages to any of the k^n nodes, all equally likely, the node itself included, which need no channel.
    to_any: Vec<f64>,
    /// By node: messages from any of the k^n nodes.
    from_any: Vec<f64>,
    /// Broadcasts of each node, with a tree of fixed orientation, if it is fixed.
    broadcasts: f64,
    fixed: bool,
}

impl Demand {
    /// The demand of unicasts on a grid, each node sending one message, and those that the pattern sends to themselves none.
    pub fn of(grid: Grid, destinations: Destinations) -> Self {
        let nodes = grid.nodes();
        let others = f64::from(nodes) / f64::from(nodes - 1);
        let shares: Vec<Shares> = (0..nodes).map(|node| destinations.shares((grid.k, grid.n), node)).collect();
        let pairs = (0..).zip(&shares).flat_map(|(source, shares)| {
            shares.one.iter().chain(shares.several).map(move |(to, share)| (source, *to, *share))
        });
        Self {
            grid,
            pairs: pairs.collect(),
            to_any: shares.iter().map(|shares| shares.any * others).collect(),
            from_any: vec![0.0; nodes as usize],
            broadcasts: 0.0,
            fixed: false,
        }
    }

    /// The demand if each message goes to any node first and from there to its destination: two messages to or from any node.
    pub fn by_way_of_any(self) -> Self {
        let nodes = self.grid.nodes() as usize;
        let (mut to_any, mut from_any) = (self.to_any.clone(), vec![0.0; nodes]);
        for &(source, destination, messages) in &self.pairs {
            to_any[source as usize] += messages;
            from_any[destination as usize] += messages;
        }
        // To any other node: the sum without the node itself, to which its own part of the messages does not go.
        let count = nodes as f64;
        let all: f64 = self.to_any.iter().sum();
        for (node, messages) in self.to_any.iter().enumerate() {
            // `to_any` counts 1 / (N - 1) for each other node as N / (N - 1) messages to all N of them.
            from_any[node] += (all - messages) / count;
            to_any[node] -= messages / count;
        }
        Self { pairs: Vec::new(), to_any, from_any, ..self }
    }

    /// The demand with a fraction β of the messages being broadcasts on a torus, along trees of fixed or of random orientation.
    pub fn with_broadcasts(mut self, beta: f64, fixed: bool) -> Self {
        self.pairs.iter_mut().for_each(|(.., messages)| *messages *= 1.0 - beta);
        for messages in self.to_any.iter_mut().chain(&mut self.from_any) {
            *messages *= 1.0 - beta;
        }
        Self { broadcasts: beta, fixed, ..self }
    }

    /// The load of each channel under a routing, which may be by these turns, as [`Self::channel_loads`]; empty where routers choose.
    pub fn loads_under(self, routing: Routing, turns: Option<TurnSet>) -> Vec<f64> {
        match routing {
            Routing::Turns => {
                turns.filter(|turns| turns.is_determined()).map_or(Vec::new(), |turns| self.loads_by_turns(turns))
            }
            Routing::Adaptive => Vec::new(),
            Routing::DimensionOrder => self.channel_loads(),
            Routing::Valiant => self.by_way_of_any().channel_loads(),
        }
    }

    /// The load of each channel of a mesh of two dimensions under turns that leave each message one path.
    fn loads_by_turns(&self, turns: TurnSet) -> Vec<f64> {
        let mut loads = vec![0.0; self.grid.channels() as usize];
        let mut walk = |mut node: u32, destination: u32, messages: f64| {
            while node != destination {
                let hops = [0, 1].map(|dimension| self.grid.hops(node, destination, dimension, 0));
                let dimension = u32::from(!turns.opens(hops, 0));
                let channel = self.grid.channel(node, dimension, hops[dimension as usize] < 0);
                loads[channel as usize] += messages;
                node = self.grid.far_end(channel);
            }
        };
        self.pairs.iter().for_each(|&(source, destination, messages)| walk(source, destination, messages));
        let nodes = self.grid.nodes();
        for (source, messages) in (0..nodes).zip(&self.to_any).filter(|(_, messages)| **messages > 0.0) {
            (0..nodes).for_each(|destination| walk(source, destination, messages / f64::from(nodes)));
        }
        loads
    }

    /// The load γ of each channel in dimension order, by number: messages for each message that a node sends. Where both ways round a ring
    /// are equally short, half of the messages take either.
    pub fn channel_loads(&self) -> Vec<f64> {
        let grid = self.grid;
        let (k, n) = (grid.k as usize, grid.n);
        let mut loads = vec![0.0; grid.channels() as usize];
        for dimension in 0..n {
            // By ring and by coordinates along it: rings have the number of their first node.
            let stride = grid.stride(dimension);
            let first = |node: u32| node - grid.coordinate(node, dimension) * stride;
            let mut flows = Flows::new(grid, dimension);
            for &(source, destination, messages) in &self.pairs {
                // Lower coordinates are those of the destination, higher ones those of the source.
                let at = source - source % stride + destination % stride;
                let (from, to) = (grid.coordinate(source, dimension), grid.coordinate(destination, dimension));
                flows.add(first(at), from, to, messages);
            }
            // The part of the messages to any node on one ring: it is one of those with these higher coordinates.
            let rings_below = f64::from(stride);
            let rings_above = f64::from(grid.nodes() / stride / grid.k);
            let mut sent = vec![0.0; grid.nodes() as usize];
            let mut received = sent.clone();
            for node in 0..grid.nodes() {
                sent[(node - node % stride) as usize] += self.to_any[node as usize] / rings_below;
                let low = node % (stride * grid.k);
                received[low as usize] += self.from_any[node as usize] / rings_above;
            }
            for ring in (0..grid.nodes()).filter(|&node| grid.coordinate(node, dimension) == 0) {
                for from in 0..grid.k {
                    let source = ring + from * stride;
                    let out = sent[(source - source % stride) as usize];
                    for to in 0..grid.k {
                        let into = received[((ring + to * stride) % (stride * grid.k)) as usize];
                        flows.add(ring, from, to, (out + into) / k as f64);
                    }
                }
            }
            flows.collect(&mut loads);
        }
        if self.broadcasts > 0.0 {
            self.add_broadcasts(&mut loads);
        }
        loads
    }

    /// Adds the copies of broadcasts, of which each node is the source of equally many.
    fn add_broadcasts(&self, loads: &mut [f64]) {
        let Grid { k, n, .. } = self.grid;
        let ports = self.grid.ports();
        let mut copies = vec![f64::from(self.grid.nodes() - 1) / f64::from(ports); ports as usize];
        if self.fixed {
            let tree = BroadcastTree::new(Grid::torus(k, n), 0, &Orientation::fixed(n));
            copies.fill(0.0);
            let channels = (0..self.grid.nodes()).filter_map(|node| tree.channel(node));
            channels.for_each(|channel| copies[(channel % ports) as usize] += 1.0);
        }
        for (channel, load) in loads.iter_mut().enumerate() {
            *load += self.broadcasts * copies[channel % ports as usize];
        }
    }

    /// The least load of the busiest channel between two halves of the network, under any routing: messages for
    /// each message that a node sends.
    ///
    /// Every dimension is cut in the middle: a mesh at one place, a ring at each two opposite ones. A broadcast crosses a cut once or more.
    pub fn bisection_load(&self) -> f64 {
        let grid = self.grid;
        let k = grid.k as usize;
        let mut most = 0.0_f64;
        for dimension in 0..grid.n {
            let at = |node: u32| grid.coordinate(node, dimension) as usize;
            // Messages from a coordinate to another.
            let mut flow = vec![0.0; k * k];
            for &(source, destination, messages) in &self.pairs {
                flow[at(source) * k + at(destination)] += messages;
            }
            for node in 0..grid.nodes() {
                for other in 0..k {
                    flow[at(node) * k + other] += self.to_any[node as usize] / k as f64;
                    flow[other * k + at(node)] += self.from_any[node as usize] / k as f64;
                }
            }
            let half = k / 2;
            let starts = if grid.topology == Topology::Mesh { vec![half, k - half] } else { (0..k).collect() };
            let rows = f64::from(grid.nodes() / grid.k);
            // Channels that lead out of a half of a row.
            let channels = rows * if grid.topology == Topology::Torus { 2.0 } else { 1.0 };
            for start in starts {
                // In a mesh: the lower part, up to the middle; or the upper one.
                let inside = |coordinate: usize| match grid.topology {
                    Topology::Mesh => coordinate < start,
                    Topology::Torus | Topology::Cube => (coordinate + k - start) % k < half,
                };
                for out in [true, false] {
                    let crosses = |from: usize, to: usize| inside(from) == out && inside(to) != out;
                    let pairs = (0..k).flat_map(|from| (0..k).map(move |to| (from, to)));
                    let crossing: f64 =
                        pairs.filter(|&(from, to)| crosses(from, to)).map(|(from, to)| flow[from * k + to]).sum();
                    let senders = (0..k).filter(|&coordinate| inside(coordinate) == out).count() as f64 * rows;
                    let none_beyond = (0..k).all(|coordinate| inside(coordinate) == out);
                    let broadcasts = if none_beyond { 0.0 } else { self.broadcasts * senders };
                    most = most.max((crossing + broadcasts) / channels);
                }
            }
        }
        most
    }
}

/// Messages along the rings or rows of one dimension, as changes from channel to channel.
struct Flows {
    grid: Grid,
    dimension: u32,
    /// By node: the change of the load of its channel to the next higher coordinate, against that of the channel before; and the lower.
    changes: [Vec<f64>; 2],
    /// By node that is the first of a ring: messages that cross its last channel, either way.
    around: [Vec<f64>; 2],
}

impl Flows {
    fn new(grid: Grid, dimension: u32) -> Self {
        let empty = vec![0.0; grid.nodes() as usize];
        Self { grid, dimension, changes: [empty.clone(), empty.clone()], around: [empty.clone(), empty] }
    }

    /// Messages from one coordinate of a ring to another.
    fn add(&mut self, ring: u32, from: u32, to: u32, messages: f64) {
        let (stride, grid) = (self.grid.stride(self.dimension), self.grid);
        let hops = |ties: u32| grid.hops(ring + from * stride, ring + to * stride, self.dimension, ties);
        let (one, other) = (hops(0), hops(u32::MAX));
        if one == other {
            self.way(ring, from, one, messages);
        } else {
            self.way(ring, from, one, messages / 2.0);
            self.way(ring, from, other, messages / 2.0);
        }
    }

    fn way(&mut self, ring: u32, from: u32, hops: i32, messages: f64) {
        let (stride, k) = (self.grid.stride(self.dimension), self.grid.k);
        let side = usize::from(hops < 0);
        // Counted in the direction of the way: from coordinate c for plus, from k - 1 - c for minus.
        let start = if hops < 0 { k - 1 - from } else { from };
        let end = start + hops.unsigned_abs();
        let mut change = |at: u32, by: f64| self.changes[side][(ring + at * stride) as usize] += by;
        change(start, messages);
        if end < k {
            change(end, -messages);
        } else {
            // Round the ring: from the beginning on up to the end.
            self.around[side][ring as usize] += messages;
            change(end - k, -messages);
        }
    }

    fn collect(&self, loads: &mut [f64]) {
        let (grid, stride) = (self.grid, self.grid.stride(self.dimension));
        for ring in (0..grid.nodes()).filter(|&node| grid.coordinate(node, self.dimension) == 0) {
            for (side, minus) in [(0, false), (1, true)] {
                let mut load = self.around[side][ring as usize];
                for at in 0..grid.k {
                    load += self.changes[side][(ring + at * stride) as usize];
                    let node = ring + if minus { grid.k - 1 - at } else { at } * stride;
                    if !minus || grid.topology != Topology::Cube {
                        // What leaves was added before: nothing is left but the error of rounding.
                        loads[grid.channel(node, self.dimension, minus) as usize] += load.max(0.0);
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{topology::grid::tests::small, traffic::pattern::Pattern};

    /// The probability of each destination of a node.
    fn law(grid: Grid, destinations: Destinations, source: u32) -> Vec<f64> {
        let Shares { one, any, .. } = destinations.shares((grid.k, grid.n), source);
        let others = f64::from(grid.nodes() - 1);
        let mut law: Vec<f64> = (0..grid.nodes()).map(|to| if to == source { 0.0 } else { any / others }).collect();
        if let Some((to, share)) = one {
            law[to as usize] += share;
        }
        law
    }

    /// Follows a message in dimension order, hop by hop, both ways where they are equally short.
    fn walk(grid: Grid, source: u32, destination: u32, messages: f64, loads: &mut [f64]) {
        let Some(dimension) = (0..grid.n).find(|&d| grid.hops(source, destination, d, 0) != 0) else { return };
        let ways = [0, u32::MAX].map(|ties| grid.hops(source, destination, dimension, ties));
        for hops in ways {
            let mut node = source;
            for _ in 0..hops.unsigned_abs() {
                let channel = grid.channel(node, dimension, hops < 0);
                assert!(grid.exists(channel));
                loads[channel as usize] += messages / 2.0;
                node = grid.far_end(channel);
            }
            walk(grid, node, destination, messages / 2.0, loads);
        }
    }

    fn patterns(grid: Grid) -> impl Iterator<Item = Destinations> {
        let defined = Pattern::ALL.iter().filter(move |pattern| pattern.is_defined(grid.k, grid.n));
        defined.map(move |&pattern| match pattern {
            Pattern::Hotspot => Destinations::hotspot(0.3, grid.nodes() / 3),
            pattern => Destinations::of(pattern),
        })
    }

    fn assert_close(seen: &[f64], expected: &[f64], what: &str) {
        for (channel, (seen, expected)) in seen.iter().zip(expected).enumerate() {
            assert!((seen - expected).abs() < 1e-11 * (1.0 + expected), "{what}, channel {channel}: {seen} {expected}");
        }
    }

    #[test]
    fn the_loads_of_all_patterns_are_those_of_every_path_and_of_every_pair_of_paths_by_way_of_any_node() {
        for (grid, valiant) in small().flat_map(|grid| [(grid, false), (grid, true)]) {
            if valiant && grid.nodes() > 27 {
                continue;
            }
            for destinations in patterns(grid) {
                let mut expected = vec![0.0; grid.channels() as usize];
                for source in 0..grid.nodes() {
                    for (to, share) in (0..).zip(law(grid, destinations, source)) {
                        if !valiant {
                            walk(grid, source, to, share, &mut expected);
                            continue;
                        }
                        let share = share / f64::from(grid.nodes());
                        for via in 0..grid.nodes() {
                            walk(grid, source, via, share, &mut expected);
                            walk(grid, via, to, share, &mut expected);
                        }
                    }
                }
                let what = format!("{grid:?} {destinations:?}");
                let demand = Demand::of(grid, destinations);
                let (demand, hops) = match valiant {
                    false => (demand, destinations.mean_distance(grid)),
                    true => (demand.by_way_of_any(), destinations.mean_by_way_of_any(grid)),
                };
                assert_close(&demand.channel_loads(), &expected, &what);
                // A message crosses as many channels as it makes hops.
                let hops = hops * f64::from(destinations.senders((grid.k, grid.n)));
                assert!((expected.iter().sum::<f64>() - hops).abs() < 1e-9 * (1.0 + hops), "{what}");
            }
        }
    }

    #[test]
    fn the_bisection_is_the_busiest_cut_of_all_halves_and_no_routing_beats_it() {
        for grid in small() {
            for destinations in patterns(grid) {
                let demand = Demand::of(grid, destinations);
                let mut expected = 0.0_f64;
                for dimension in 0..grid.n {
                    for start in 0..grid.k {
                        let inside = |node: u32| {
                            let at = grid.coordinate(node, dimension);
                            match grid.topology {
                                Topology::Mesh => at < start && (start == grid.k / 2 || start == grid.k.div_ceil(2)),
                                _ => (at + grid.k - start) % grid.k < grid.k / 2,
                            }
                        };
                        for out in [true, false] {
                            let channels = (0..grid.channels()).filter(|&channel| {
                                let ends = (grid.near_end(channel), grid.far_end(channel));
                                let across = grid.channel(0, dimension, false) <= channel % grid.ports()
                                    && channel % grid.ports() <= grid.channel(0, dimension, true);
                                grid.exists(channel) && across && inside(ends.0) == out && inside(ends.1) != out
                            });
                            let channels = channels.count() as f64;
                            let mut crossing = 0.0;
                            for source in (0..grid.nodes()).filter(|&node| inside(node) == out) {
                                let law = law(grid, destinations, source);
                                crossing +=
                                    (0..).zip(law).filter(|(to, _)| inside(*to) != out).map(|(_, p)| p).sum::<f64>();
                            }
                            if channels > 0.0 {
                                expected = expected.max(crossing / channels);
                            }
                        }
                    }
                }
                let seen = demand.bisection_load();
                assert!((seen - expected).abs() < 1e-12, "{grid:?} {destinations:?}: {seen} {expected}");
                let most = demand.channel_loads().into_iter().fold(0.0, f64::max);
                assert!(seen <= most + 1e-12, "{grid:?} {destinations:?}: {seen} {most}");
            }
        }
    }

    #[test]
    fn loads_that_are_known_from_the_book() {
        let loads = |k, n, topology, pattern| Demand::of(Grid { k, n, topology }, Destinations::of(pattern));
        let most = |demand: &Demand| demand.channel_loads().into_iter().fold(0.0, f64::max);
        // Uniform traffic on an 8-ary torus: k/8 with messages to the node itself, as many with those to others as there are more of them.
        let uniform = loads(8, 2, Topology::Torus, Pattern::Uniform);
        assert!((most(&uniform) - 64.0 / 63.0).abs() < 1e-12);
        assert!((uniform.bisection_load() - 64.0 / 63.0).abs() < 1e-12);
        // Tornado on a ring of 8: each channel of one direction has ceil(k/2) - 1 messages, the others none.
        let tornado = loads(8, 1, Topology::Torus, Pattern::Tornado).channel_loads();
        assert!((0..16).all(|channel| tornado[channel] == if channel % 2 == 0 { 3.0 } else { 0.0 }));
        // By way of a random node: twice the load of uniform traffic that includes the node itself, whatever the pattern.
        let random = loads(8, 2, Topology::Torus, Pattern::Tornado).by_way_of_any();
        assert!(random.channel_loads().iter().all(|load| (load - 2.0).abs() < 1e-12));
        // Transpose on a mesh: the k - 1 messages of a row cross one channel.
        assert!((most(&loads(8, 2, Topology::Mesh, Pattern::Transpose)) - 7.0).abs() < 1e-12);
    }

    #[test]
    fn broadcasts_add_a_copy_for_every_other_node() {
        let grid = Grid { k: 4, n: 2, topology: Topology::Torus };
        for fixed in [false, true] {
            let demand = Demand::of(grid, Destinations::UNIFORM).with_broadcasts(0.25, fixed);
            let sum: f64 = demand.channel_loads().iter().sum();
            let hops = 16.0 * (0.75 * Destinations::UNIFORM.mean_distance(grid) + 0.25 * 15.0);
            assert!((sum - hops).abs() < 1e-12, "{sum} {hops}");
        }
    }
}
