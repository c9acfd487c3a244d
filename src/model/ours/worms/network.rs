//! The network and its traffic.

use crate::solve::power;
use crate::topology::{grid::Topology, wormhole::WormholeNetwork};

/// The queues in which messages wait before they enter the network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QueuePlace {
    /// A queue for each output port; one message of it at a time is sent.
    Ports,
    /// One queue, of which at most V messages are sent at a time.
    Slots,
}

impl WormholeNetwork {
    /// The queues at its sources: those of the system with this topology.
    pub const fn source(&self) -> QueuePlace {
        match self.topology {
            Topology::Torus => QueuePlace::Ports,
            Topology::Cube | Topology::Mesh => QueuePlace::Slots,
        }
    }

    /// True if a ring has two ways round. Two nodes have one.
    pub const fn two_way(&self) -> bool {
        matches!(self.topology, Topology::Torus) && self.k > 2
    }

    /// Escape virtual channels E of a channel.
    pub const fn escapes(&self) -> u32 {
        if self.k == 2 { 1 } else { 2 }
    }

    /// Adaptive virtual channels A of a channel.
    pub const fn adaptive(&self) -> u32 {
        self.vcs - self.escapes()
    }

    /// Channels D of a node.
    pub const fn channels(&self) -> u32 {
        if self.two_way() { 2 * self.n } else { self.n }
    }

    /// Nodes beside one's own, k^n - 1.
    pub fn others(&self) -> f64 {
        power(f64::from(self.k), self.n as usize) - 1.0
    }
}

/// The traffic of the nodes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Traffic {
    /// λ, messages per node and cycle, above 0.
    pub load: f64,
    /// β, the part of them that are broadcasts, 0 to below 1.
    pub beta: f64,
}

impl Traffic {
    /// λ_u, unicasts per node and cycle; equation (9).
    pub const fn unicasts(&self) -> f64 {
        self.load * (1.0 - self.beta)
    }

    /// λ_B, copies of broadcasts per channel and cycle; equation (9).
    pub fn copies(&self, network: &WormholeNetwork) -> f64 {
        self.load * self.beta * network.others() / f64::from(network.channels())
    }

    /// U: flits per cycle on a channel; equation (9).
    pub fn utilisation(&self, network: &WormholeNetwork, mean_hops: f64) -> f64 {
        let unicasts = self.unicasts() * mean_hops / f64::from(network.channels());
        (unicasts + self.copies(network)) * f64::from(network.flits)
    }
}
