//! Traffic patterns: the destinations of the messages of each node.
//!
//! The patterns are those of section 3.2 of W. J. Dally and B. Towles, "Principles and Practices of Interconnection Networks", in which
//! each node sends to one other node, and two more: uniform traffic and a hotspot. A permutation of bits is defined for addresses of b
//! bits, a permutation of digits for addresses of n digits of radix k. Bit complement and transpose exchange digits in the same way as
//! bits, so they are defined for more networks here. A node that a pattern sends to itself does not send.

pub use crate::param::options::Pattern;

use crate::param::rates::Rates;
use crate::param::{Key, options::Routing};
use crate::scenario::Setup;
use crate::topology::grid::{Grid, Topology};
use rand::{Rng, RngExt as _};

/// The destinations of messages under a pattern.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Destinations {
    /// The pattern, which must be [defined](Pattern::is_defined) for the network.
    pub pattern: Pattern,
    /// With a hotspot: the fraction of the messages of each other node that go there, 0 to 1.
    pub share: f64,
    /// With a hotspot: the node.
    pub hot: u32,
    /// With a table: its rates.
    pub table: Option<&'static Rates>,
}

/// The messages that a node sends, by destination: to some nodes, and to any other node.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Shares {
    /// A node, with the fraction of the messages that go to it in addition.
    pub one: Option<(u32, f64)>,
    /// The fraction of the messages that go to any other node, all equally likely.
    pub any: f64,
    /// Destinations with the messages to each, for one message of a node that sends in the mean.
    pub several: &'static [(u32, f64)],
}

impl Destinations {
    /// Any other node, all equally likely.
    pub const UNIFORM: Self = Self::of(Pattern::Uniform);

    /// A pattern; without a hotspot.
    pub const fn of(pattern: Pattern) -> Self {
        Self { pattern, share: 0.0, hot: 0, table: None }
    }

    /// A node that receives a share of the messages of every other node.
    pub const fn hotspot(share: f64, hot: u32) -> Self {
        Self { pattern: Pattern::Hotspot, share, hot, table: None }
    }

    pub(crate) fn chosen(setup: &Setup) -> Self {
        match setup.choice() {
            Pattern::Hotspot => Self::hotspot(setup.get(Key::Hotspot), setup.count(Key::HotNode)),
            Pattern::Table => Self { table: Rates::numbered(setup.count(Key::Table)), ..Self::of(Pattern::Table) },
            pattern => Self::of(pattern),
        }
    }

    /// The one destination of a node under a permutation, which may be the node itself; `None` without a permutation.
    pub fn fixed(self, (k, n): (u32, u32), source: u32) -> Option<u32> {
        let nodes = k.pow(n);
        let bits = nodes.trailing_zeros();
        let turned = |by: u32| ((source << by) | (source >> (bits - by))) & (nodes - 1);
        // Adds to each digit.
        let digits = |plus: u32| {
            let digit = |dimension| (source / k.pow(dimension) % k + plus) % k * k.pow(dimension);
            (0..n).map(digit).sum()
        };
        match self.pattern {
            Pattern::Uniform | Pattern::Hotspot | Pattern::Table => None,
            Pattern::Transpose if n.is_multiple_of(2) => {
                let half = k.pow(n / 2);
                Some(source / half + source % half * half)
            }
            Pattern::Transpose => Some(turned(bits / 2)),
            Pattern::BitComplement => Some(nodes - 1 - source),
            Pattern::BitReverse => Some(source.reverse_bits() >> (32 - bits)),
            Pattern::Shuffle => Some(turned(1)),
            Pattern::Tornado => Some(digits(k.div_ceil(2) - 1)),
            Pattern::Neighbour => Some(digits(1)),
        }
    }

    /// The messages of a node, by destination; none if it does not send.
    pub fn shares(self, size: (u32, u32), source: u32) -> Shares {
        match self.pattern {
            Pattern::Uniform => Shares { any: 1.0, ..Shares::default() },
            Pattern::Hotspot if source == self.hot => Shares { any: 1.0, ..Shares::default() },
            Pattern::Hotspot => {
                Shares { one: Some((self.hot, self.share)), any: 1.0 - self.share, ..Shares::default() }
            }
            Pattern::Table => {
                Shares { several: self.table.map_or(&[], |table| table.of_source(source)), ..Shares::default() }
            }
            _ => {
                let one = self.fixed(size, source).filter(|destination| *destination != source);
                Shares { one: one.map(|destination| (destination, 1.0)), ..Shares::default() }
            }
        }
    }

    /// The destination of the next message of a node; `None` if the node does not send.
    pub fn draw(self, size: (u32, u32), source: u32, random: &mut impl Rng) -> Option<u32> {
        let nodes = size.0.pow(size.1);
        let other = |random: &mut _| other_node(source, nodes, random);
        match self.pattern {
            Pattern::Uniform => Some(other(random)),
            Pattern::Hotspot => {
                let hot = random.random::<f64>() < self.share && source != self.hot;
                Some(if hot { self.hot } else { other(random) })
            }
            Pattern::Table => self.table?.destination(source, random.random()),
            _ => self.fixed(size, source).filter(|destination| *destination != source),
        }
    }

    /// The messages of the node that sends most, for one of a node that sends in the mean: a message is drawn for each of these.
    pub fn peak(self) -> f64 {
        self.table.map_or(1.0, |table| table.peak)
    }

    /// True for the part of the messages drawn that a node sends in the mean: for those to every node.
    pub fn comes(self, random: &mut impl Rng) -> bool {
        self.peak() == 1.0 || random.random::<f64>() * self.peak() < 1.0
    }

    /// Pairs of nodes with messages, about.
    pub fn pairs(self, nodes: f64) -> f64 {
        match self.pattern {
            Pattern::Uniform | Pattern::Hotspot => nodes * nodes,
            Pattern::Table => self.table.map_or(0.0, |table| table.pairs() as f64),
            _ => nodes,
        }
    }

    pub(crate) fn senders(self, size: (u32, u32)) -> u32 {
        let nodes = size.0.pow(size.1);
        match self.pattern {
            Pattern::Uniform | Pattern::Hotspot => nodes,
            Pattern::Table => self.table.map_or(0, |table| table.senders),
            _ => (0..nodes).filter(|&node| self.fixed(size, node) != Some(node)).count() as u32,
        }
    }

    /// Mean hops of a message in a grid under a routing; 0 if no node sends.
    pub fn mean_hops(self, grid: Grid, routing: Routing) -> f64 {
        match routing {
            Routing::Adaptive | Routing::DimensionOrder | Routing::Turns => self.mean_distance(grid),
            Routing::Valiant => self.mean_by_way_of_any(grid),
        }
    }

    /// Mean distance of a message in a grid, hops; 0 if no node sends.
    pub fn mean_distance(self, grid: Grid) -> f64 {
        // To any other node: the distance to the own one is none.
        let nodes = f64::from(grid.nodes());
        let others = |with_self: f64| with_self * nodes / (nodes - 1.0);
        if self.pattern == Pattern::Uniform {
            return others(grid.mean_distance_with_self());
        }
        self.mean(
            grid,
            |source| others(grid.distance_from(source)),
            |source, destination| f64::from(grid.distance(source, destination)),
        )
    }

    /// Mean hops of a message in a grid that goes to any node first, its source and its destination included; 0 if no node sends.
    pub fn mean_by_way_of_any(self, grid: Grid) -> f64 {
        if grid.topology != Topology::Mesh {
            return 2.0 * grid.mean_distance_with_self();
        }
        let (nodes, total) = (f64::from(grid.nodes()), f64::from(grid.nodes()) * grid.mean_distance_with_self());
        let any = |source| grid.distance_from(source) + (total - grid.distance_from(source)) / (nodes - 1.0);
        // In a mesh distances are the same in both directions.
        self.mean(grid, any, |source, destination| grid.distance_from(source) + grid.distance_from(destination))
    }

    /// The mean over messages, each node sending as many, of a value of source and destination; `any` is its mean over all others.
    fn mean(self, grid: Grid, any: impl Fn(u32) -> f64, one: impl Fn(u32, u32) -> f64) -> f64 {
        let (mut total, mut senders) = (0.0, 0.0);
        for source in 0..grid.nodes() {
            let shares = self.shares((grid.k, grid.n), source);
            senders += shares.any;
            total += shares.any * if shares.any > 0.0 { any(source) } else { 0.0 };
            for (destination, share) in shares.one.iter().chain(shares.several) {
                senders += share;
                total += share * one(source, *destination);
            }
        }
        if senders > 0.0 { total / senders } else { 0.0 }
    }
}

/// A node other than `source`, all of them equally likely.
pub(crate) fn other_node(source: u32, nodes: u32, random: &mut impl Rng) -> u32 {
    let other = random.random_range(0..nodes - 1);
    if other < source { other } else { other + 1 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;

    /// The bits of a number, the lowest first.
    fn bits(number: u32, count: usize) -> Vec<u32> {
        (0..count).map(|at| number >> at & 1).collect()
    }

    #[test]
    fn permutations_of_bits_are_those_of_the_book() {
        for (k, n) in [(2, 4), (4, 2), (2, 6), (8, 2), (4, 3), (16, 2)] {
            let b = u32::pow(k, n).trailing_zeros() as usize;
            for source in 0..u32::pow(k, n) {
                let s = bits(source, b);
                let expected: [(Pattern, Vec<u32>); 4] = [
                    (Pattern::Transpose, (0..b).map(|i| s[(i + b / 2) % b]).collect()),
                    (Pattern::BitComplement, s.iter().map(|bit| 1 - bit).collect()),
                    (Pattern::BitReverse, (0..b).map(|i| s[b - 1 - i]).collect()),
                    (Pattern::Shuffle, (0..b).map(|i| s[(i + b - 1) % b]).collect()),
                ];
                for (pattern, d) in expected {
                    let fixed = Destinations::of(pattern).fixed((k, n), source).expect("a permutation");
                    assert_eq!(bits(fixed, b), d, "{pattern:?} of {source} among {k}^{n}");
                }
            }
        }
    }

    #[test]
    fn permutations_of_digits_are_those_of_the_book() {
        let fixed = |pattern, k, n, source| Destinations::of(pattern).fixed((k, n), source);
        // (x, y) is the number x + k y.
        for k in 2..10 {
            for (x, y) in (0..k).flat_map(|x| (0..k).map(move |y| (x, y))) {
                let at = |x: u32, y: u32| Some(x + k * y);
                let source = x + k * y;
                assert_eq!(fixed(Pattern::Transpose, k, 2, source), at(y, x));
                assert_eq!(fixed(Pattern::BitComplement, k, 2, source), at(k - 1 - x, k - 1 - y));
                assert_eq!(fixed(Pattern::Neighbour, k, 2, source), at((x + 1) % k, (y + 1) % k));
                let far = k.div_ceil(2) - 1;
                assert_eq!(fixed(Pattern::Tornado, k, 2, source), at((x + far) % k, (y + far) % k));
            }
        }
        assert_eq!(fixed(Pattern::Tornado, 8, 1, 0), Some(3));
        assert_eq!(fixed(Pattern::Tornado, 7, 1, 0), Some(3));
    }

    #[test]
    fn every_pattern_that_is_defined_sends_and_permutations_are_permutations() {
        for (k, n) in [(2, 1), (2, 3), (2, 4), (3, 1), (3, 2), (4, 1), (4, 2), (4, 3), (5, 3), (6, 2), (8, 1), (8, 2)] {
            for &pattern in Pattern::ALL.iter().filter(|pattern| pattern.is_defined(k, n)) {
                let destinations = Destinations::of(pattern);
                assert!(destinations.senders((k, n)) > 0, "{pattern:?} among {k}^{n}");
                if destinations.fixed((k, n), 0).is_some() {
                    let mut all: Vec<_> = (0..k.pow(n)).filter_map(|node| destinations.fixed((k, n), node)).collect();
                    all.sort_unstable();
                    assert_eq!(all, (0..k.pow(n)).collect::<Vec<_>>(), "{pattern:?} among {k}^{n}");
                }
            }
        }
    }

    #[test]
    fn a_table_of_a_permutation_is_that_permutation() {
        let size = (4, 2);
        let transpose = Destinations::of(Pattern::Transpose);
        let rates: String =
            (0..16).filter_map(|node| Some(format!("{node} {} 3\n", transpose.fixed(size, node)?))).collect();
        let table = Rates::parse("table", &rates).expect("a table").open();
        let table = Destinations { table: Some(table), ..Destinations::of(Pattern::Table) };
        assert_eq!((table.senders(size), table.peak(), table.pairs(16.0)), (12, 1.0, 12.0));
        let mut random = rand_pcg::Pcg32::seed_from_u64(1);
        for node in 0..16 {
            let to = transpose.shares(size, node).one;
            assert_eq!(table.shares(size, node).several.first(), to.as_ref());
            assert_eq!(table.draw(size, node, &mut random), to.map(|(to, _)| to));
        }
        for grid in [Grid { k: 4, n: 2, topology: Topology::Mesh }, Grid { k: 4, n: 2, topology: Topology::Cube }] {
            for routing in [Routing::DimensionOrder, Routing::Valiant] {
                assert_eq!(table.mean_hops(grid, routing), transpose.mean_hops(grid, routing), "{grid:?} {routing:?}");
            }
        }
    }

    #[test]
    fn drawn_destinations_have_the_shares_of_the_pattern() {
        let mut random = rand_pcg::Pcg32::seed_from_u64(1);
        for destinations in [Destinations::UNIFORM, Destinations::hotspot(0.25, 5), Destinations::of(Pattern::Tornado)]
        {
            for source in [0, 5, 8] {
                let mut counts = [0_u32; 9];
                let draws = 20_000;
                for _ in 0..draws {
                    let destination = destinations.draw((3, 2), source, &mut random).expect("all nodes send");
                    counts[destination as usize] += 1;
                }
                let Shares { one, any, .. } = destinations.shares((3, 2), source);
                for (node, &count) in (0..).zip(&counts) {
                    let extra = one.filter(|(to, _)| *to == node).map_or(0.0, |(_, share)| share);
                    let share = extra + if node == source { 0.0 } else { any / 8.0 };
                    let error = libm::sqrt(share * (1.0 - share) / f64::from(draws));
                    assert!((f64::from(count) / f64::from(draws) - share).abs() <= 5.0 * error, "{source} to {node}");
                }
            }
        }
    }
}
