//! The steps of the two passes, and the facts about items.

use crate::animation::tape::CycleState;
use flitscope::topology::banyan::Region;

/// The cycle: everything else follows from it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Cycle(pub u32);

impl CycleState for Cycle {
    fn step(&mut self) {
        self.0 += 1;
    }

    fn now(&self) -> u64 {
        u64::from(self.0)
    }

    fn bytes(&self) -> usize {
        size_of::<Self>()
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum MulticastStep {
    /// The source writes the header of the first pass, a region.
    Writes { source: u32, destinations: Vec<u32>, region: Region },
    /// A stage splits some headers, of which one may wrap around, and passes others. Behind the last stage, `arrived` is the
    /// number and the region of the copies.
    Copies { stage: u32, split: usize, passed: usize, wraps: bool, arrived: Option<(usize, Region)> },
    /// The nodes that have a copy send it, each to one destination.
    Sends(Vec<(u32, u32)>),
    /// The copies of the packet of a source pass a stage, where some of them may meet.
    Passes { stage: u32, copies: usize, meet: bool, source: u32 },
}

/// The facts of a caption: the step, and the links used so far in this pass. In the first pass also all that it uses, and those that the
/// copies would use one by one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MulticastCaption {
    pub step: MulticastStep,
    pub used: usize,
    pub links: Option<(usize, usize)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum CopyRole {
    Source,
    /// Number l of those that send a copy in the second pass, and to which output.
    Sender(u32, u32),
    /// An input that sends nothing.
    Silent,
    /// Destination number l, and the node that serves it.
    Destination(u32, u32),
    /// An output that is no destination.
    Other,
    /// An element: its stage, and the headers that it has sent in this pass, each with its port.
    Element(u32, Vec<(Region, u32)>),
}
