//! Packets that wait instead of being lost: which arbitration can deadlock?
//!
//! If a packet keeps the links it has while it waits for others, two packets can wait for each other:
//! ```text
//!   packet 1 ---> [ element μ ]===> has port 0
//!                 [           ]---> wants port 1, which packet 15 has          stage i
//!   packet 15 --> [           ]                                                 both want both elements
//!   packet 1 ---> [ element ν ]---> has port 0, which packet 15 wants
//!   packet 15 --> [           ]===> has port 1
//! ```
//! The paper gives each element the same preference, the upper input first, and states that this is free of deadlock (Theorem 2). That holds
//! under assumptions which it does not make. Three kinds of elements tell them apart ([`Switch`]):
//!
//! | element | upper input first |
//! |---|---|
//! | all branches of a packet advance in step, its links are given back together | never deadlocks: the theorem |
//! | the same, but the tail gives back stage after stage | deadlocks from three packets on |
//! | flits in buffers, elements advance each on its own | deadlocks from three packets on |
//! | the same with buffers for whole messages, branches apart | never deadlocks, whatever the arbitration |
//!
//! In the first, a packet waits only for packets that arrived at its stage before it, or with it on the upper side, so that chains of waiting
//! end. In the others a packet that comes later, right behind a tail and on the upper side, overtakes one that already holds a link of
//! the stage. Two packets alone cannot: two sources meet as rivals only at the stage of the lowest bit in which they differ, always on the
//! same sides.
//!
//! # One cycle
//! 1. *Grants.* Each output link that is free takes one of the at most two packets that want it ([`Arbitration`]). A packet keeps what it is
//!    granted, also while it waits for the other port.
//! 2. *Moves.* See [`Switch`].
//! 3. Links that a tail has left are free in the next cycle.
//!
//! A cycle in which nothing is granted and nothing moves, while no packet is still to start, will be followed by equal ones: that is a
//! deadlock, and the packets that wait for each other in a circle are reported.

pub use super::lockstep::Lockstep;
use super::{lockstep, pipelined};
use crate::topology::banyan::{Banyan, Region};
use rand::{Rng, RngExt as _};

/// Which of its two inputs an element prefers when packets want a link from both. In one cycle it is the same input at both ports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arbitration {
    /// Each of them with probability one half, drawn anew in each cycle.
    Random,
    /// The one on the upper input, that is on port 0.
    UpperFirst,
    /// The one that has wanted it for longer; of equals the upper one.
    FirstCome,
}

impl Arbitration {
    /// The preferred input, 0 the upper or 1 the lower, of two whose packets want a link. `since` are the cycles since when they have stood there.
    pub(super) fn winner(self, since: [u64; 2], random: &mut impl Rng) -> usize {
        match self {
            Self::Random => usize::from(random.random::<bool>()),
            Self::UpperFirst => 0,
            Self::FirstCome => usize::from(since[1] < since[0]),
        }
    }
}

/// When a packet that advances in step gives its links back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Release {
    /// All when the tail has arrived.
    Together,
    /// Each when the tail has left it.
    Tail,
}

/// How an element with buffers copies a flit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Copying {
    /// Both ports take it in the same cycle, or neither does (synchronous replication).
    Together,
    /// A port that is granted takes flits though the other one is not (asynchronous replication).
    Apart,
}

/// What a switching element does with packets that wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Switch {
    /// All branches of a packet advance by one stage when it holds every link that it wants at this stage; until then the whole packet stands.
    Lockstep(Release),
    /// Every input has a buffer of flits, and different elements of the tree of a packet advance each on its own. A flit leaves a buffer when
    /// each port that the packet wants has taken it. A full buffer may receive in the cycle in which it gives a flit away.
    Pipelined {
        /// Flits of a buffer, at least 1.
        buffer: u32,
        /// How an element copies.
        copying: Copying,
    },
}

/// A packet with all nodes of its region as destinations. Each source has at most one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Packet {
    /// Its source.
    pub source: u32,
    /// Its destinations.
    pub region: Region,
    /// The cycle in which it starts.
    pub start: u64,
}

/// A packet that waits for another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wait {
    /// The packet that waits, an index into the list of packets.
    pub packet: usize,
    /// The stage at which it waits.
    pub stage: u32,
    /// The output link of that stage for which it waits.
    pub output: u32,
    /// The packet that has it.
    pub holder: usize,
}

/// How it ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// Every packet has arrived everywhere.
    Delivered {
        /// Cycles until the last tail has arrived.
        cycles: u64,
    },
    /// Nothing will ever move again.
    Deadlock {
        /// The first cycle in which nothing moved.
        cycle: u64,
        /// The packets that wait in a circle, each for the next one and the last for the first.
        circle: Vec<Wait>,
    },
}

/// Sends packets of so many flits through a banyan of elements of one kind.
pub fn run(
    banyan: Banyan,
    packets: &[Packet],
    flits: u32,
    switch: Switch,
    arbitration: Arbitration,
    random: &mut impl Rng,
) -> End {
    match switch {
        Switch::Lockstep(release) => lockstep::run(banyan, packets, flits, release, arbitration, random),
        Switch::Pipelined { buffer, copying } => {
            pipelined::run(banyan, packets, flits, buffer, copying, arbitration, random)
        }
    }
}

/// A circle among packets that wait; empty if there is none. Follows one wait of each packet after the other, depth first.
pub(super) fn circle(waits: &[Wait]) -> Vec<Wait> {
    // For each packet that was a start: where the search is. A packet whose waits all lead nowhere is done.
    let mut done: Vec<usize> = Vec::new();
    for first in waits {
        let mut path: Vec<(usize, Wait)> = Vec::new();
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
