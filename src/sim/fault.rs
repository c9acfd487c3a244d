//! Faults that the audit of a simulator can find.

/// A disagreement that the audit of a simulator finds ([`Simulator::audit`](super::Simulator::audit)).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each variant says what its numbers are")]
pub enum AuditFault {
    /// The number of messages found differs from the number counted as in flight.
    Present { found: u64, counted: u64 },
    /// The number of taken virtual channels differs from the counted number, or what messages in flight could have taken.
    Taken { taken: u64, counted: u64 },
    /// A virtual channel is taken by a message that does not use it.
    Strange { lane: u32 },
    /// A virtual channel is both free and taken.
    Torn { lane: u32 },
    /// The buffer of a virtual channel holds more flits than it has places.
    Overfull { lane: u32, held: u32 },
    /// The queue of a node is broken, or holds a packet that is for the node itself.
    Queue { node: u32 },
    /// Copies have arrived at nodes that they are not for.
    Astray { copies: u64 },
    /// Copies are lost without being counted, or multiplied.
    Copies { wanted: u64, delivered: u64, lost: u64 },
}
