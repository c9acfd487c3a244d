//! A multicast in two passes: copies first, addresses second.
//!
//! A multicast packet for any f nodes D_0 < D_1 < ... < D_{f-1} makes two passes. In the first it carries the region of f *consecutive*
//! nodes from s on, modulo N, which a header of two addresses describes, and the elements copy it. In the second, node (s + l) mod N sends
//! copy l to D_l.
//! ```text
//!   source --- first pass, copied ---> s, s+1, ..., s+f-1 (mod N) --- second pass ---> D_0, D_1, ..., D_{f-1}
//! ```
//! Theorem 1: no two copies meet in the second pass. Two packets meet at stage i if their destinations agree above bit i and their sources
//! below it. Sources that agree below bit i are a multiple of 2^i apart, also modulo N; since the D_l rise at least by one each, so are
//! their destinations at least, and these differ above bit i. It is essential that D_l goes to (s + l) mod N. To sort the nodes by their
//! address first, so that after a wrap D_0 goes to node 0, breaks the theorem.
//!
//! J. Park, H. Yoon, "Performance analysis of multistage interconnection networks using a multicast algorithm", KAIST, 1996, section 3.

use crate::{
    model::banyan_multicast::{self, Start},
    param::{Key, LISTED},
    scenario::Scenario,
    sim::stream,
    topology::banyan::{Banyan, Region},
};
use rand::{RngExt as _, seq::SliceRandom as _};

/// The random numbers from which the start of the region is drawn, and those for the destinations.
const START: u32 = 0;
const DESTINATIONS: u32 = 1;

/// A multicast from an input through n stages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the doc of the type tells its fields")]
pub struct Setting {
    pub n: u32,
    pub source: u32,
    /// Bit d: output d is a destination.
    pub chosen: u32,
    /// The number of destinations drawn at random; 0 if they are chosen.
    pub fanout: u32,
    /// True if the model makes copies as early as possible (B), which no region does.
    pub early: bool,
    /// Start of the random numbers, from which the start of the region is drawn, and the destinations that are not chosen.
    pub seed: u32,
}

impl Setting {
    /// The multicast of a scenario.
    pub fn of(scenario: &Scenario) -> Self {
        let count = |key| scenario.count(key);
        let n = count(Key::N);
        // Outputs beyond the last one are left out.
        let chosen = count(Key::To) & u32::MAX >> LISTED.saturating_sub(Banyan { n }.nodes());
        let fanout = if chosen == 0 { count(Key::Fanout) } else { 0 };
        let early = banyan_multicast::Setting::of(scenario.setup()).start == Start::Early;
        Self { n, source: count(Key::From), chosen, fanout, early, seed: count(Key::Seed) }
    }

    /// The destinations in rising order: those that are chosen, or, if there are none, as many as the fanout, all sets equally likely.
    pub fn destinations(&self) -> Vec<u32> {
        if self.chosen != 0 {
            return (0..LISTED).filter(|output| self.chosen >> output & 1 == 1).collect();
        }
        let mut random = stream(self.seed, DESTINATIONS);
        let mut outputs: Vec<u32> = (0..Banyan { n: self.n }.nodes()).collect();
        let drawn = outputs.partial_shuffle(&mut random, self.fanout as usize).0;
        drawn.sort_unstable();
        drawn.to_vec()
    }

    /// The region of the first pass, from a random start on. One of more than half of the outputs, around the end, would need two headers.
    pub fn region(&self) -> Region {
        let (banyan, fanout) = (Banyan { n: self.n }, self.destinations().len() as u32);
        let nodes = banyan.nodes();
        let starts = if fanout > nodes / 2 { nodes - fanout + 1 } else { nodes };
        Region::around(banyan, stream(self.seed, START).random_range(0..starts), fanout)
    }
}

/// A packet in one switching element of a stage, n-1 the first and 0 the last: its input link, whose last bit is the port and the others
/// name the element, its header there, and the headers that leave by port 0 and by port 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the doc of the type tells its fields")]
pub struct Hop {
    pub stage: u32,
    pub input: u32,
    pub header: Region,
    pub copies: [Option<Region>; 2],
}

impl Hop {
    /// The output links that the packet takes.
    pub fn outputs(self, banyan: Banyan) -> impl Iterator<Item = u32> {
        let takes = move |(port, copy): (u32, Option<Region>)| copy.map(|_| banyan.leave(self.input, port));
        (0..).zip(self.copies).filter_map(takes)
    }
}

/// The elements that a packet with a region header comes through, stage by stage, and the nodes that it reaches.
pub fn tree(banyan: Banyan, source: u32, region: Region) -> (Vec<Hop>, Vec<u32>) {
    let (mut hops, mut here) = (Vec::new(), vec![(banyan.shuffle(source), region)]);
    for stage in (0..banyan.n).rev() {
        let mut there = Vec::new();
        for (input, header) in here {
            let copies = header.split(stage);
            hops.push(Hop { stage, input, header, copies });
            for (port, copy) in (0..).zip(copies) {
                there.extend(copy.map(|copy| (banyan.exchange(stage, banyan.leave(input, port)), copy)));
            }
        }
        here = there;
    }
    (hops, here.into_iter().map(|(node, _)| node).collect())
}

/// The pairs of node and destination in the second pass. The destinations rise; the first pass started at `start`.
pub fn second_pass(banyan: Banyan, start: u32, destinations: &[u32]) -> impl Iterator<Item = (u32, u32)> {
    (0..).zip(destinations).map(move |(l, &destination)| ((start + l) & (banyan.nodes() - 1), destination))
}

/// True if two of these packets, each from a source to one destination, want the same link.
pub fn blocked(banyan: Banyan, packets: impl IntoIterator<Item = (u32, u32)>) -> bool {
    let mut used = vec![0_u64; (banyan.n << banyan.n).div_ceil(64) as usize];
    packets.into_iter().any(|(source, destination)| {
        (0..).zip(banyan.way(source, destination)).any(|(row, output)| {
            let link = (row << banyan.n) | output;
            let (word, bit) = (link as usize / 64, 1 << (link % 64));
            let taken = used[word] & bit != 0;
            used[word] |= bit;
            taken
        })
    })
}
