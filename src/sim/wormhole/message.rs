//! Messages and broadcasts: who sends what to whom since when.

use super::lane::Place;
use crate::topology::broadcast::BroadcastTree;
use std::sync::Arc;

/// A message that is not yet delivered: a unicast, or the one-step copy that a broadcast sends over one channel of its tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Message {
    /// The node that sends it.
    pub source: u32,
    /// The node it is for.
    pub destination: u32,
    /// The time at which it joined its queue.
    pub generated: u64,
    /// The broadcast that it is a copy of.
    pub broadcast: Option<u32>,
    /// Bit d: which way round it goes in dimension d if both are equally short.
    pub(super) ties: u32,
    /// Where its header is while it needs a lane.
    pub(super) header: Place,
}

/// A message that has been delivered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Delivery {
    /// Its number.
    pub message: u32,
    /// The node that sent it.
    pub source: u32,
    /// The node that has it.
    pub destination: u32,
    /// The broadcast that it was a copy of.
    pub broadcast: Option<u32>,
    /// The time at which it joined its queue.
    pub generated: u64,
    /// The time at which its tail flit was ejected.
    pub delivered: u64,
}

impl Delivery {
    /// From the source queue to the ejected tail, cycles.
    pub const fn latency(&self) -> u64 {
        self.delivered - self.generated
    }
}

/// A broadcast that has not reached every node.
#[derive(Clone, Debug)]
pub(super) struct Broadcast {
    /// Clones of the network share the tree.
    pub tree: Arc<BroadcastTree>,
    pub generated: u64,
    /// Nodes that do not have it yet.
    pub waiting: u32,
}

/// A broadcast that every node has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Completed {
    /// Its number.
    pub broadcast: u32,
    /// The node that broadcast.
    pub source: u32,
    /// The time at which its first copies were queued.
    pub generated: u64,
    /// The time at which the last node had it.
    pub completed: u64,
}
