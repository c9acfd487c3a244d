//! Facts about waiting packets at one cycle: the links they lack, and the events. A packet is named by its index in the list of packets.

use crate::animation::tape::CycleState;
use flitscope::sim::banyan::deadlock::{Arbitration, Lockstep, PacketWait};
use rand_pcg::Pcg64Mcg;

/// The packets at one cycle.
#[derive(Clone, Debug)]
pub(crate) struct DeadlockState {
    pub network: Lockstep,
    pub arbitration: Arbitration,
    pub random: Pcg64Mcg,
    /// True if the last cycle changed anything.
    pub moved: bool,
    /// By packet: how far it was one cycle before.
    pub before: Vec<u32>,
}

impl CycleState for DeadlockState {
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

/// A link that a packet waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lack {
    pub packet: usize,
    pub stage: u32,
    pub output: u32,
    /// The packet that holds it; `None` where it has become free, and the packet has not taken it yet.
    pub holder: Option<usize>,
}

impl From<PacketWait> for Lack {
    fn from(PacketWait { packet, stage, output, holder }: PacketWait) -> Self {
        Self { packet, stage, output, holder: Some(holder) }
    }
}

impl Lack {
    /// All that packets wait for between two cycles.
    pub(crate) fn all(network: &Lockstep) -> Vec<Self> {
        let open = network.open().map(|(packet, stage, output)| Self { packet, stage, output, holder: None });
        network.waits().into_iter().map(Self::from).chain(open).collect()
    }

    /// The links that one packet waits for.
    pub(crate) fn of(all: &[Self], packet: usize) -> Vec<Self> {
        all.iter().copied().filter(|lack| lack.packet == packet).collect()
    }

    /// The packets that wait for a link.
    pub(crate) fn at(all: &[Self], stage: u32, output: u32) -> Vec<usize> {
        all.iter().filter(|lack| (lack.stage, lack.output) == (stage, output)).map(|lack| lack.packet).collect()
    }
}

/// An event or the position of a packet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PacketEvent {
    Begins,
    Waits(usize, Vec<Lack>),
    /// It has all that it waited for.
    HasAll(usize),
    /// It moves to a stage.
    Goes(usize, u32),
    /// This number of its flits have arrived.
    Arriving(usize, u32),
    Arrived(usize),
}
