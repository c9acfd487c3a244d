//! What a simulator can find wrong with itself.

/// What does not agree when a simulator compares all that must ([`Simulator::audit`](super::Simulator::audit)).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// So many messages were found, but so many are counted.
    Present {
        /// Found where they are.
        found: u64,
        /// Counted as in flight.
        counted: u64,
    },
    /// So many virtual channels are taken, but so many are counted.
    Taken {
        /// Those that are taken.
        taken: u64,
        /// Those that are counted as taken, or that messages under way could have taken.
        counted: u64,
    },
    /// A virtual channel is taken by a message that does not use it.
    Strange {
        /// Its number.
        lane: u32,
    },
    /// A virtual channel is both free and taken.
    Torn {
        /// Its number.
        lane: u32,
    },
    /// A buffer holds more flits than it has places.
    Overfull {
        /// The number of its virtual channel.
        lane: u32,
        /// The flits in it.
        held: u32,
    },
    /// The queue of a node is broken, or holds a packet that is for the node itself.
    Queue {
        /// The node.
        node: u32,
    },
    /// Copies have arrived at nodes that they are not for.
    Astray {
        /// How many.
        copies: u64,
    },
    /// Copies are lost without being counted, or multiplied.
    Copies {
        /// How many were asked for.
        wanted: u64,
        /// How many were delivered.
        delivered: u64,
        /// How many were lost.
        lost: u64,
    },
}
