//! The network as others see it: whose turn it was in the last slot, and what came of it.
//!
//! The network itself forgets this at once. A [`Watched`] network is the same one with a witness that writes it down; it draws the same
//! random numbers, so it makes the same run.

use super::{Config, NONE, Network, Packet};
use crate::model::Quantity;
use crate::sim::{Class, Identity, Population, Sample, Simulator};

/// Sees what a slot does.
pub(super) trait Witness {
    /// A packet is generated and has this place.
    fn generated(&mut self, place: u32, source: u32);

    /// A node has had its turn with the packet at this place.
    fn turn(&mut self, node: u32, place: u32, packet: &Packet, outcome: Outcome);
}

/// Nobody looks: the witness of a network that is only counted.
pub(super) struct Unseen;

impl Witness for Unseen {
    fn generated(&mut self, _place: u32, _source: u32) {}

    fn turn(&mut self, _node: u32, _place: u32, _packet: &Packet, _outcome: Outcome) {}
}

/// A packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Carried {
    /// Its number, in the order in which packets are generated, from 0.
    pub number: u32,
    /// The node that generated it.
    pub source: u32,
    /// The node that it is for.
    pub destination: u32,
    /// The slot in which it could move first.
    pub generated: u64,
}

/// What came of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The packet moved to this neighbour.
    Moved(u32),
    /// Every neighbour asked for was busy. Each is the node with one of these bits changed.
    Blocked {
        /// The bits, at least one.
        asked: u32,
    },
    /// The node had received in this slot, so that it could not send any more.
    Received,
}

/// The turn of a node in a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The node.
    pub node: u32,
    /// Its first packet.
    pub packet: Carried,
    /// What came of it.
    pub outcome: Outcome,
}

impl Turn {
    /// The neighbour to which its packet moved.
    pub const fn next(&self) -> Option<u32> {
        match self.outcome {
            Outcome::Moved(next) => Some(next),
            Outcome::Blocked { .. } | Outcome::Received => None,
        }
    }

    /// Whether its packet has come to where it wants to be.
    pub fn arrived(&self) -> bool {
        self.next() == Some(self.packet.destination)
    }
}

/// What is written down.
#[derive(Clone, Debug, Default)]
struct Notes {
    /// The turns of the last slot, in their order.
    turns: Vec<Turn>,
    /// By place: number and source of the packet that is there.
    packets: Vec<(u32, u32)>,
    generated: u32,
}

impl Notes {
    fn carried(&self, place: u32, packet: &Packet) -> Carried {
        let (number, source) = self.packets.get(place as usize).copied().unwrap_or((NONE, NONE));
        Carried { number, source, destination: packet.destination, generated: packet.generated }
    }
}

impl Witness for Notes {
    fn generated(&mut self, place: u32, source: u32) {
        let place = place as usize;
        if self.packets.len() <= place {
            self.packets.resize(place + 1, (NONE, NONE));
        }
        self.packets[place] = (self.generated, source);
        self.generated += 1;
    }

    fn turn(&mut self, node: u32, place: u32, packet: &Packet, outcome: Outcome) {
        let packet = self.carried(place, packet);
        self.turns.push(Turn { node, packet, outcome });
    }
}

/// A network whose last slot can be looked at.
#[derive(Clone, Debug)]
pub struct Watched {
    network: Network,
    notes: Notes,
}

impl Watched {
    /// The idle network at time 0.
    pub fn new(config: Config) -> Self {
        Self { network: Network::new(config), notes: Notes::default() }
    }

    /// The turns of the last slot, in their order: those of all nodes that had a packet.
    pub fn turns(&self) -> &[Turn] {
        &self.notes.turns
    }

    /// The packets that wait at a node, the first one first. One that moved in the last slot joins at the beginning of the next one.
    pub fn queue(&self, node: u32) -> impl Iterator<Item = Carried> + '_ {
        let place = self.network.queues.get(node as usize).map_or(NONE, |queue| queue.head);
        let packets =
            std::iter::successors(self.network.packets.get(place).map(|packet| (place, packet)), |(_, last)| {
                self.network.packets.get(last.next).map(|packet| (last.next, packet))
            });
        packets.map(|(place, packet)| self.notes.carried(place, packet))
    }

    /// The slot since which the first packet of a node could move.
    pub fn since(&self, node: u32) -> Option<u64> {
        self.network.queues.get(node as usize).filter(|queue| queue.head != NONE).map(|queue| queue.since)
    }

    /// The memory that it takes, bytes.
    pub const fn bytes(&self) -> usize {
        let Network { packets, queues, turns, moves, .. } = &self.network;
        let Notes { turns: noted, packets: named, .. } = &self.notes;
        packets.bytes()
            + size_of_val(queues.as_slice())
            + size_of_val(turns.as_slice())
            + size_of_val(moves.as_slice())
            + size_of_val(noted.as_slice())
            + size_of_val(named.as_slice())
    }
}

impl Simulator for Watched {
    fn classes(&self) -> &'static [Class] {
        self.network.classes()
    }

    fn identity(&self) -> Identity {
        self.network.identity()
    }

    fn idle(&self) -> f64 {
        self.network.idle()
    }

    fn nodes(&self) -> u32 {
        self.network.nodes()
    }

    fn step(&mut self) {
        self.notes.turns.clear();
        self.network.pass(&mut self.notes);
    }

    fn now(&self) -> u64 {
        self.network.now()
    }

    fn population(&self, class: usize) -> Population {
        self.network.population(class)
    }

    fn samples(&self) -> &[Sample] {
        self.network.samples()
    }

    fn last_progress(&self) -> u64 {
        self.network.last_progress()
    }

    fn begin_window(&mut self) {
        self.network.begin_window();
    }

    fn measures(&self) -> Vec<Quantity> {
        self.network.measures()
    }

    fn stop_sources(&mut self) {
        self.network.stop_sources();
    }

    fn flit_hops(&self) -> u64 {
        self.network.flit_hops()
    }

    fn audit(&self) -> Result<(), String> {
        self.network.audit()
    }
}
