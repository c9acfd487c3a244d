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
//! The paper gives each element the same preference, the upper input first, and states that this is free of deadlock (Theorem 2). That
//! holds under assumptions which it does not make. The release of links tells them apart ([`Release`]):
//!
//! | element | upper input first |
//! |---|---|
//! | all branches of a packet advance in step, its links are given back together | never deadlocks: the theorem |
//! | the same, but the tail gives back stage after stage | deadlocks from three packets on |
//!
//! Elements with buffers that advance each on its own deadlock from three packets on too, unless each buffer has room for a whole message
//! and branches advance apart (simulated with another engine, which this crate no longer has).
//!
//! In the first, a packet waits only for packets that arrived at its stage before it, or with it on the upper side, so that chains of
//! waiting end. In the others a packet that comes later, right behind a tail and on the upper side, overtakes one that already holds a
//! link of the stage. Two packets alone cannot: two sources meet only at the stage of the lowest bit that differs, always on the same
//! sides.
//!
//! # One cycle
//! 1. *Grants.* Each output link that is free takes one of the at most two packets that want it ([`Arbitration`]). A packet keeps what it
//!    is granted, also while it waits for the other port.
//! 2. *Moves.* All branches of a packet advance by one stage when it holds every link that it wants at this stage; until then the whole
//!    packet stands.
//! 3. Links that a tail has left are free in the next cycle.
//!
//! A cycle in which nothing is granted and nothing moves, while no packet is still to start, will be followed by equal ones: that is a
//! deadlock, and the packets that wait for each other in a circle are reported.

pub use super::{
    lockstep::{Lockstep, run},
    waiting::{Arbitration, Packet, PacketWait, Release, WaitOutcome},
};
use crate::{
    param::{Key, options::Packets},
    scenario::Scenario,
    topology::banyan::{Banyan, Region},
};

/// Flits of a packet: long enough for its header to reach the last stage while its tail is still at the source.
pub const FLITS: u32 = 8;

/// The packets, the rules by which they wait, and the start of the random numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the doc of the type tells its fields")]
pub struct Setting {
    pub packets: Packets,
    pub arbitration: Arbitration,
    pub release: Release,
    pub seed: u32,
}

impl Setting {
    /// The packets of a scenario.
    pub fn of(scenario: &Scenario) -> Self {
        Self {
            packets: scenario.choice(),
            arbitration: scenario.choice(),
            release: scenario.choice(),
            seed: scenario.count(Key::Seed),
        }
    }

    /// The network, of 16 or of 4 nodes.
    pub const fn banyan(&self) -> Banyan {
        Banyan { n: if matches!(self.packets, Packets::Pair) { 4 } else { 2 } }
    }

    /// Source, first and last destination of each packet. All start in cycle 0.
    pub fn list(&self) -> Vec<Packet> {
        let all: &[(u32, u32, u32)] = match self.packets {
            Packets::Pair => &[(1, 5, 8), (15, 7, 12)],
            Packets::Three => &[(0, 1, 1), (1, 1, 2), (2, 1, 2)],
        };
        all.iter().map(|&(source, min, max)| Packet { source, region: Region { min, max }, start: 0 }).collect()
    }
}
