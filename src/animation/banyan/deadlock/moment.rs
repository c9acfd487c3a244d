//! The packets at one cycle: what they wait for, and the links that they have.

use super::{Deadlock, FLITS};
use crate::animation::frame::{LaneMark, LaneTone};
use crate::animation::tape::Steps;
use crate::sim::banyan::deadlock::{Arbitration, Lockstep, Wait};
use rand_pcg::Pcg64Mcg;

/// The packets at one cycle.
#[derive(Clone, Debug)]
pub(super) struct Moment {
    pub network: Lockstep,
    pub arbitration: Arbitration,
    pub random: Pcg64Mcg,
    /// Whether the last cycle changed anything.
    pub moved: bool,
}

impl Steps for Moment {
    fn step(&mut self) {
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
pub(super) struct Lack {
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
}

impl Deadlock {
    pub(super) fn over(moment: &Moment) -> bool {
        !moment.moved || moment.network.arrived()
    }

    /// Flits of a packet that have crossed a wire: its headers are that many wires from the source.
    pub(super) const fn crossed(advances: u32, links: u32) -> u32 {
        let crossed = (advances + 1).saturating_sub(links);
        if crossed < FLITS { crossed } else { FLITS }
    }

    /// A link that a packet has, or that it still comes over from its source.
    pub(super) fn mark(
        &self,
        network: &Lockstep,
        before: Option<&Lockstep>,
        link: u32,
        packet: usize,
        lacks: &[Lack],
    ) -> LaneMark {
        let links = self.wiring.link_of(link).map_or(0, |(stage, _)| self.wiring.banyan.n - stage);
        let advances = network.advances(packet);
        let crossed = Self::crossed(advances, links);
        let head = crossed > 0 && advances == links;
        // A packet stands as a whole, but only the headers wait that are at an element where a link is missing.
        let at = self.layout.links.get(link as usize).map(|link| link.to);
        let lacks_here =
            |lack: &Lack| lack.packet == packet && Some(self.wiring.element(lack.stage, lack.output)) == at;
        LaneMark {
            link,
            lane: 0,
            message: packet as u32,
            tone: if crossed == 0 { LaneTone::Reserved } else { LaneTone::Copy },
            crossed,
            last: crossed == FLITS,
            moved: before.is_some_and(|before| Self::crossed(before.advances(packet), links) < crossed),
            head,
            blocked: head && lacks.iter().any(lacks_here),
        }
    }
}
