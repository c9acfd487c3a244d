//! What a slot has done.

use crate::animation::frame::Use;
use crate::topology::banyan::Region;

/// What is counted of a slot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Slot {
    /// Packets that enter.
    pub entering: usize,
    /// Those of them that want several outputs.
    pub multicast: usize,
    /// Copies that they want to be delivered.
    pub wanted: usize,
    /// Copies delivered.
    pub arrived: usize,
    /// Copies lost.
    pub lost: usize,
    /// Elements where any are lost.
    pub losses: usize,
    /// Packets whose copies are all delivered.
    pub complete: usize,
}

/// Where copies of a packet were lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loss {
    /// Their header.
    pub header: Region,
    /// The stage.
    pub stage: u32,
    /// The element.
    pub element: u32,
}

/// A packet of the slot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sent {
    /// Its header as it enters.
    pub header: Region,
    /// Copies delivered.
    pub reached: usize,
    /// Copies that it wants to be delivered.
    pub wanted: usize,
    /// Where others were lost.
    pub lost: Vec<Loss>,
}

/// A packet at an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Visit {
    /// Its source.
    pub source: u32,
    /// By port: whether it wants it.
    pub ports: [bool; 2],
    /// Whether it loses.
    pub lost: bool,
}

/// What a node does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Role {
    /// An input: the header of its packet, and how many it has sent so far.
    Source {
        /// The header in this slot.
        header: Option<Region>,
        /// Packets so far.
        sent: u32,
    },
    /// An output: from which source it receives, and how many copies it has received so far.
    Output {
        /// The source in this slot.
        from: Option<u32>,
        /// Copies so far.
        received: u32,
    },
    /// An element: the packets that come.
    Element(Vec<Visit>),
}

/// What is said of an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum About {
    /// A link.
    Link {
        /// Which.
        link: u32,
        /// What is on it: source, header, and whether it is lost at the end of the link.
        packet: Option<(u32, Region, bool)>,
        /// Its use so far.
        used: Use,
    },
    /// The packet of a source.
    Packet {
        /// The source.
        source: u32,
        /// What became of it; nothing if there is none.
        sent: Option<Sent>,
    },
    /// A node.
    Node {
        /// Which.
        node: u32,
        /// What it does.
        role: Role,
        /// Slots so far.
        slots: u64,
    },
}
