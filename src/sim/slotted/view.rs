//! The network as others see it: whose turn it was in the last slot, and what came of it.

use super::{NONE, Network, Watch};

/// A packet: its number, in the order in which packets are generated, from 0, its ends, and the slot in which it could move first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the doc of the type tells its fields")]
pub struct CarriedPacket {
    pub number: u32,
    pub source: u32,
    pub destination: u32,
    pub generated: u64,
}

/// The outcome of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each variant says what its fields are")]
pub enum TurnOutcome {
    /// The packet moved to this neighbour.
    Moved(u32),
    /// Every neighbour asked for was busy. Each is the node with one of these bits changed, of which there is at least one.
    Blocked { asked: u32 },
    /// The node had received in this slot, so that it could not send any more.
    Received,
}

/// The turn of a node in a slot, of its first packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the doc of the type tells its fields")]
pub struct SlotTurn {
    pub node: u32,
    pub packet: CarriedPacket,
    pub outcome: TurnOutcome,
}

impl SlotTurn {
    /// The neighbour to which its packet moved.
    pub const fn next(&self) -> Option<u32> {
        match self.outcome {
            TurnOutcome::Moved(next) => Some(next),
            TurnOutcome::Blocked { .. } | TurnOutcome::Received => None,
        }
    }

    /// True if its packet has come to where it wants to be.
    pub fn arrived(&self) -> bool {
        self.next() == Some(self.packet.destination)
    }
}

impl Network {
    /// Makes the network keep the [turns](Self::turns) of each slot until the next one. Call it before the first packet.
    pub fn watched(self) -> Self {
        Self { turns_seen: Watch::on(), ..self }
    }

    /// The turns of the last slot, in their order, of all nodes that had a packet. Empty if it is not [watched](Self::watched).
    pub fn turns(&self) -> &[SlotTurn] {
        self.turns_seen.events()
    }

    /// The packet of a watched network at a place is the one that has just been generated.
    pub(super) fn name(&mut self, place: u32, source: u32) {
        let place = place as usize;
        if self.names.len() <= place {
            self.names.resize(place + 1, (NONE, NONE));
        }
        self.names[place] = (self.totals.messages.generated as u32, source);
    }

    /// A node has had its turn.
    pub(super) fn see(&mut self, node: u32, place: u32, outcome: TurnOutcome) {
        if self.turns_seen.is_on() {
            let packet = self.carried(place);
            self.turns_seen.note(|| SlotTurn { node, packet, outcome });
        }
    }

    /// The number of the next packet that is generated, in a [watched](Self::watched) network.
    pub const fn next_packet(&self) -> u32 {
        self.totals.messages.generated as u32
    }

    fn carried(&self, place: u32) -> CarriedPacket {
        let packet = &self.packets[place];
        let (number, source) = self.names.get(place as usize).copied().unwrap_or((NONE, NONE));
        CarriedPacket { number, source, destination: packet.destination, generated: packet.generated }
    }

    /// The packets that wait at a node, the first one first; their numbers and sources are known if the network is
    /// [watched](Self::watched). One that moved in the last slot joins at the beginning of the next one.
    pub fn queue(&self, node: u32) -> impl Iterator<Item = CarriedPacket> + '_ {
        let place = |place: u32| (place != NONE).then_some(place);
        let first = self.queues.get(node as usize).and_then(|queue| place(queue.head));
        std::iter::successors(first, move |&at| place(self.packets[at].next)).map(|at| self.carried(at))
    }

    /// The slot since which the first packet of a node could move.
    pub fn since(&self, node: u32) -> Option<u64> {
        self.queues.get(node as usize).filter(|queue| queue.head != NONE).map(|queue| queue.since)
    }

    /// The memory that it takes, bytes.
    pub fn bytes(&self) -> usize {
        self.packets.bytes()
            + size_of_val(self.queues.as_slice())
            + size_of_val(self.turns.as_slice())
            + size_of_val(self.moves.as_slice())
            + size_of_val(self.turns())
            + size_of_val(self.names.as_slice())
    }
}
