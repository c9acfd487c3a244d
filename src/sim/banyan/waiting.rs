//! Packets that wait for each other, whatever the elements are: who is preferred, when links are given back, and what a circle is.

pub use crate::param::options::{Arbitration, Release};
use crate::topology::banyan::Region;
use rand::{Rng, RngExt as _};

impl Arbitration {
    /// The preferred input, 0 the upper or 1 the lower, of two whose packets want a link. `since` are the cycles in which they came.
    pub(super) fn winner(self, since: [u64; 2], random: &mut impl Rng) -> usize {
        match self {
            Self::Random => usize::from(random.random::<bool>()),
            Self::UpperFirst => 0,
            Self::FirstCome => usize::from(since[1] < since[0]),
        }
    }
}

/// A packet with all nodes of its region as destinations, and the cycle in which it starts. Each source has at most one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the doc of the type tells its fields")]
pub struct Packet {
    pub source: u32,
    pub region: Region,
    pub start: u64,
}

/// A packet, by its place in the list, that waits at a stage for an output link, and the packet that has that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the doc of the type tells its fields")]
pub struct PacketWait {
    pub packet: usize,
    pub stage: u32,
    pub output: u32,
    pub holder: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each variant says what its fields are")]
pub enum WaitOutcome {
    /// Every packet has arrived everywhere: cycles until the last tail has.
    Delivered { cycles: u64 },
    /// Nothing will ever move again: the first cycle in which nothing moved, and the packets that wait in a circle, each for the next one
    /// and the last for the first.
    Deadlock { cycle: u64, circle: Vec<PacketWait> },
}

/// A circle among packets that wait; empty if there is none. Follows one wait of each packet after the other, depth first.
pub(super) fn circle(waits: &[PacketWait]) -> Vec<PacketWait> {
    // For each packet that was a start: where the search is. A packet whose waits all lead nowhere is done.
    let mut done: Vec<usize> = Vec::new();
    for first in waits {
        let mut path: Vec<(usize, PacketWait)> = Vec::new();
        let (mut packet, mut from) = (first.packet, 0);
        loop {
            if let Some(at) = path.iter().position(|(_, wait)| wait.packet == packet) {
                return path[at..].iter().map(|&(_, wait)| wait).collect();
            }
            let next = (from..waits.len()).find(|&i| waits[i].packet == packet && !done.contains(&waits[i].holder));
            if let Some(i) = next {
                path.push((i, waits[i]));
                (packet, from) = (waits[i].holder, 0);
            } else {
                done.push(packet);
                let Some((i, wait)) = path.pop() else { break };
                (packet, from) = (wait.packet, i + 1);
            }
        }
    }
    Vec::new()
}
