//! How far a broadcast has got.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reached {
    Source,
    /// Nothing of its copy has arrived.
    Waiting,
    /// Its copy has begun to arrive. The number of flits received, without the one in the buffer of the channel.
    Receiving(u32),
    /// It has the complete message since this cycle.
    Received(u32),
}

/// The copies of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CopyProgress {
    /// Nodes that have the complete message, without the source.
    pub reached: u32,
    /// Nodes that shall have it: all but the source.
    pub others: u32,
    /// Copies some of whose flits have left and whose tail has not been ejected.
    pub under_way: u32,
    /// Copies none of whose flits has left.
    pub waiting: u32,
}

/// A node has its copy, and queues `copies` copies for other nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct HasCopy {
    pub node: u32,
    pub copies: u32,
}
