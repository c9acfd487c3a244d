//! Packets that wait, at one cycle: what they lack, and what is said of them. A packet is its place in the list of packets.

use crate::animation::run;
use crate::animation::tape::Steps;
use crate::sim::banyan::deadlock::{Arbitration, Lockstep, Wait};
use rand_pcg::Pcg64Mcg;

/// The packets at one cycle.
#[derive(Clone, Debug)]
pub struct Moment {
    pub network: Lockstep,
    pub arbitration: Arbitration,
    pub random: Pcg64Mcg,
    /// Whether the last cycle changed anything.
    pub moved: bool,
    /// By packet: how far it was one cycle before.
    pub before: Vec<u32>,
}

impl Steps for Moment {
    fn step(&mut self) {
        (0..).zip(&mut self.before).for_each(|(packet, before)| *before = self.network.advances(packet));
        self.moved = self.network.step(self.arbitration, &mut self.random);
    }

    fn now(&self) -> u64 {
        self.network.now()
    }

    fn bytes(&self) -> usize {
        // Two tables of all links.
        1024
    }
}

impl run::Moment for Moment {}

/// A link that a packet waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lack {
    pub packet: usize,
    pub stage: u32,
    pub output: u32,
    /// Who has it; `None` where it has come free, and the packet has not taken it yet.
    pub holder: Option<usize>,
}

impl From<Wait> for Lack {
    fn from(Wait { packet, stage, output, holder }: Wait) -> Self {
        Self { packet, stage, output, holder: Some(holder) }
    }
}

impl Lack {
    /// All that packets wait for between two cycles.
    pub fn all(network: &Lockstep) -> Vec<Self> {
        let open = network.open().map(|(packet, stage, output)| Self { packet, stage, output, holder: None });
        network.waits().into_iter().map(Self::from).chain(open).collect()
    }

    /// What one packet waits for.
    pub fn of(all: &[Self], packet: usize) -> Vec<Self> {
        all.iter().copied().filter(|lack| lack.packet == packet).collect()
    }

    /// Who waits for a link.
    pub fn at(all: &[Self], stage: u32, output: u32) -> Vec<usize> {
        all.iter().filter(|lack| (lack.stage, lack.output) == (stage, output)).map(|lack| lack.packet).collect()
    }
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// The packets set out.
    Begins,
    /// A packet waits for links.
    Waits(usize, Vec<Lack>),
    /// A packet has all that it waited for.
    HasAll(usize),
    /// All flits of a packet have arrived.
    Arrived(usize),
}

/// Where a packet is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Situation {
    /// It waits for links.
    Waits(Vec<Lack>),
    /// It goes on to a stage.
    Goes(u32),
    /// So many of its flits have arrived.
    Arriving(u32),
    /// All of them have.
    Arrived,
}

/// How it goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Way {
    /// The packets set out.
    Begins,
    /// By packet: where it is.
    Goes(Vec<Situation>),
    /// Each waits for the next one, and the last for the first.
    Deadlock(Vec<Lack>),
    /// All have arrived.
    Arrived,
}

/// What a caption says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caption {
    /// How it goes.
    pub way: Way,
    /// Flits that are at their outputs.
    pub arrived: u32,
    /// All flits that are to be there.
    pub flits: u32,
}

/// What a node does. Packets with flits of theirs that have left it or arrived.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Role {
    /// An input.
    Source(Option<(usize, u32)>),
    /// An output.
    Output(Vec<(usize, u32)>),
    /// An element: who has its ports.
    Element([Option<usize>; 2]),
}

/// What is said of an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum About {
    /// The link from a source.
    Entry(u32),
    /// Another link.
    Link {
        /// Which.
        link: u32,
        /// The packet that has it, and its flits that have crossed.
        holder: Option<(usize, u32)>,
        /// Packets that wait for it.
        waiting: Vec<usize>,
    },
    /// A packet.
    Packet {
        /// Which.
        packet: usize,
        /// Flits that have left its source.
        left: u32,
        /// Flits that have arrived.
        arrived: u32,
        /// Links that it holds.
        holds: usize,
        /// Links that it waits for.
        lacks: Vec<Lack>,
    },
    /// A node.
    Node(u32, Role),
}
