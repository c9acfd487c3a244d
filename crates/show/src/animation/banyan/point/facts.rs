//! The packets and copies of a slot.

use flitscope::sim::banyan::Passage;
use flitscope::topology::banyan::Region;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Slot {
    pub entering: usize,
    /// Those of them that want several outputs.
    pub multicast: usize,
    /// Copies that they want to be delivered.
    pub wanted: usize,
    pub arrived: usize,
    pub lost: usize,
    /// Elements where any are lost.
    pub losses: usize,
    /// Packets whose copies are all delivered.
    pub complete: usize,
}

/// A packet of the slot: its header as it enters, the copies delivered of those wanted, and where others were lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sent {
    pub header: Region,
    pub reached: usize,
    pub wanted: usize,
    pub lost: Vec<Passage>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SwitchRole {
    /// An input: the header of its packet, and how many it has sent so far.
    Source(Option<Region>, u32),
    /// An output: from which source it receives, and how many copies it has received so far.
    Output(Option<u32>, u32),
    /// An element of a stage: the packets that come.
    Element(u32, Vec<Passage>),
}
