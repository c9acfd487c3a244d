//! Messages and broadcasts: who sends what to whom since when.

use super::setting::MOST_DIMENSIONS;
use crate::topology::broadcast::{Branch, Orientation};
use crate::topology::grid::Grid;

/// No message, worm, broadcast or place in a list.
pub(super) const NONE: u32 = u32::MAX;

/// A message that is not yet delivered: a unicast, or the one-step copy that a broadcast sends over one channel of its tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct PendingMessage {
    /// Counts up modulo 2^32, so that the order of the numbers, seen from the next one, is that of age. [`NONE`] while the place is free.
    pub number: u32,
    pub source: u32,
    pub destination: u32,
    /// The queue that it joined.
    pub queue: u32,
    /// The one behind it in the queue.
    pub behind: u32,
    pub course: Course,
    /// For a unicast: the hops to make along each dimension to the node that it goes to next, negative for the way to lower coordinates.
    pub hops: [i8; MOST_DIMENSIONS],
    /// The time at which it joined its queue.
    pub generated: u64,
    /// The time at which it entered a slot.
    pub started: u64,
}

/// The places that a message has to pass.
#[derive(Clone, Copy, Debug)]
pub(super) enum Course {
    /// A unicast of some flits that goes to a node first, or [`NONE`] if it goes to its destination.
    Unicast { via: u32, flits: u16 },
    /// A copy: the place of its broadcast, the channel that it must take, and what its destination does with it.
    Copy { broadcast: u32, channel: u32, branch: Branch },
}

impl Course {
    /// The channel of a copy, or [`NONE`].
    #[inline]
    pub(super) const fn channel(self) -> u32 {
        match self {
            Self::Unicast { .. } => NONE,
            Self::Copy { channel, .. } => channel,
        }
    }

    /// The place of the broadcast of a copy, or [`NONE`].
    #[inline]
    pub(super) const fn broadcast(self) -> u32 {
        match self {
            Self::Unicast { .. } => NONE,
            Self::Copy { broadcast, .. } => broadcast,
        }
    }

    /// The node that a unicast goes to before its destination, or [`NONE`].
    #[inline]
    pub(super) const fn via(self) -> u32 {
        match self {
            Self::Unicast { via, .. } => via,
            Self::Copy { .. } => NONE,
        }
    }
}

// A cache line.
const _: () = assert!(size_of::<PendingMessage>() == 64);

impl PendingMessage {
    /// The hops that it will make in a grid when it has just joined its queue. A copy makes one.
    pub(super) fn room(&self, grid: Grid) -> u8 {
        let hops: u8 = self.hops.iter().map(|hops| hops.unsigned_abs()).sum();
        match self.course {
            Course::Copy { .. } => 1,
            Course::Unicast { via: NONE, .. } => hops,
            Course::Unicast { via, .. } => hops + grid.distance(via, self.destination) as u8,
        }
    }
}

/// A message that has been delivered: its number, the node that sent it and the one that has it, and the broadcast of which it was a copy.
/// It was generated when it joined its queue, started when it left that for a slot, and was delivered when its tail flit was ejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the doc of the type tells its fields")]
pub struct Delivery {
    pub message: u32,
    pub source: u32,
    pub destination: u32,
    pub broadcast: Option<u32>,
    pub generated: u64,
    pub started: u64,
    pub delivered: u64,
}

impl Delivery {
    /// From the source queue to the ejected tail, cycles.
    pub const fn latency(&self) -> u64 {
        self.delivered - self.generated
    }

    /// The wait in the source queue, which the models call W_s, cycles.
    pub const fn source_wait(&self) -> u64 {
        self.started - self.generated
    }

    /// From the slot to the ejected tail, which the models call S, cycles.
    pub const fn network_latency(&self) -> u64 {
        self.delivered - self.started
    }
}

/// A broadcast that has not reached every node.
#[derive(Clone, Copy, Debug)]
pub(super) struct PendingBroadcast {
    /// [`NONE`] while the place is free.
    pub number: u32,
    pub source: u32,
    pub orientation: Orientation,
    pub generated: u64,
    /// Nodes that do not have it yet.
    pub waiting: u32,
}

/// A broadcast that every node has: it was generated when its first copies were queued, and completed when the last node had it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the doc of the type tells its fields")]
pub struct CompletedBroadcast {
    pub broadcast: u32,
    pub source: u32,
    pub generated: u64,
    pub completed: u64,
}

impl CompletedBroadcast {
    /// From the first copies queued to the last tail ejected, cycles.
    pub const fn latency(&self) -> u64 {
        self.completed - self.generated
    }
}
