//! The path of a message in an idle network, under three kinds of switching.
//!
//! With h hops and M flits, in the conventions of the simulators: a flit crosses a channel in a cycle, and it takes one more to leave
//! the last one.
//! * *Store-and-forward*: every node has the whole message before it sends it on: h (M + 1) cycles.
//! * *Wormhole*: each flit follows at once: M + h.
//! * *Circuit*: the header there, its acknowledgement back, then the flits, from the source to its router and over the path: 3 h + M.

use super::{MessageUse, TrailRow};

/// The switching of an ideal network: whole messages are stored and forwarded, or go as worms or over circuits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // the variants are named above
pub enum Ideal {
    Store,
    Worm,
    Circuit,
}

impl Ideal {
    /// All three, the slowest of long messages first.
    pub const ALL: [Self; 3] = [Self::Store, Self::Worm, Self::Circuit];

    /// The latency in cycles of a message of `flits` flits over `hops` hops.
    pub const fn latency(self, hops: usize, flits: usize) -> usize {
        match self {
            Self::Store => hops * (flits + 1),
            Self::Worm => flits + hops,
            Self::Circuit => 3 * hops + flits,
        }
    }

    /// The channels of a message of `flits` flits over `hops` hops.
    pub fn rows(self, hops: usize, flits: usize) -> Vec<TrailRow> {
        let row = |hop: usize| {
            let (begin, kept) = match self {
                Self::Store => (hop * (flits + 1), 0),
                Self::Worm => (hop, 0),
                // From the hop of the header, which is none of its flits, to the first of these.
                Self::Circuit => (hop, 2 * hops + 1),
            };
            let mut cells = vec![MessageUse::Empty; kept];
            cells.resize(kept + flits, MessageUse::Flit);
            cells[0] = MessageUse::Header;
            TrailRow { link: None, begin, cells, holder: None }
        };
        (0..hops).map(row).collect()
    }
}
