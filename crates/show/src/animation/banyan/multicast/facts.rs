//! The steps of the two passes.

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
