//! A wormhole-routed torus, flit by flit: the plain engine.
//!
//! A message is a worm of M flits. Its header takes one virtual channel after the other; the other flits follow in a
//! pipeline, and when the header waits, the worm stands still in the buffers it occupies.
//!
//! ```text
//!   source            channel             channel               destination
//!   queue -> slot =>==[buffer]==>==[buffer]==>==[buffer]==>  eject
//!            ^^^^^ flits still to send   ^ header: looks for a virtual channel of the next physical channel
//! ```
//! This engine is written to be read and to be right: each rule stands once, every decision is taken from the state at the
//! start of the cycle and then applied. A faster engine is tested against it.
//!
//! # Network
//! One physical channel per node and direction carries one flit in a cycle. It has V virtual channels, here *lanes*, each with a
//! buffer of one flit at the far end. Lanes 0 and 1 are escape lanes, the V-2 others adaptive.
//!
//! # One cycle, from time t to t+1
//! 1. *Arrivals.* Messages whose instant lies in (t-1, t] are generated at t. Each node is a Poisson source; their sum is one
//!    Poisson process that picks a node at random each time.
//! 2. *Sources.* Each output port has an unbounded queue, first in first out, and one slot. A free slot takes the first message of its
//!    queue and is free again in the cycle after the tail flit has left it. A one-step copy of a broadcast joins the queue of its
//!    own channel. A unicast joins one of the queues of its node, all equally likely. That decides behind whom it waits, not
//!    where it goes: from the slot its header may take a lane of any useful channel.
//! 3. *Routing* ([`routing`]). Headers take free lanes, the oldest message first.
//! 4. *Transfer* ([`transfer`]). Each physical channel carries at most one flit, the lanes that can move taking turns. A full buffer may
//!    receive in the cycle in which it sends. Every lane at its destination ejects a flit: there is no contention for ejection.
//! 5. *Completion*, at t+1. A message whose tail is ejected is delivered at t+1. If it is a copy of a broadcast, the copies of its
//!    node join their queues at t+1.
//!
//! # What follows
//! On an idle network a message of h hops takes exactly M + h cycles: the header crosses its h channels in cycles 0..h-1, is ejected
//! in cycle h, and the tail M-1 cycles later. A broadcast is stored and forwarded at each of the n floor(k/2) levels of its
//! tree, and completes after n floor(k/2) (M + 1) cycles.
//!
//! # References
//! J. Duato, "A new theory of deadlock-free adaptive routing in wormhole networks", IEEE TPDS 4(12), 1993.
//! W. J. Dally, "Virtual-channel flow control", IEEE TPDS 3(2), 1992 (lanes, and the turns they take).

mod lane;
mod message;
pub mod routing;
#[cfg(test)]
mod tests;
pub mod transfer;

pub use lane::LaneView;
pub use message::{Completed, Delivery, Message};

use crate::topology::broadcast::{BroadcastTree, Orientation};
use crate::topology::torus::Torus;
use lane::{Lane, Place};
use message::Broadcast;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

/// What is simulated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Config {
    /// The network.
    pub torus: Torus,
    /// Virtual channels per physical channel, V >= 3: two escape lanes and V-2 adaptive ones.
    pub vcs: u32,
    /// Flits per message, M >= 1.
    pub flits: u32,
    /// Messages that each node generates in a cycle, λ >= 0. With 0 there are only injected messages.
    pub load: f64,
    /// Fraction β of the generated messages that are broadcasts; the others go to one other node each, all equally likely.
    pub broadcast_fraction: f64,
    /// Whether a generated broadcast draws the orientation of its tree, or takes [`Orientation::fixed`].
    pub random_orientation: bool,
    /// Start of the random numbers.
    pub seed: u32,
}

/// Flits and messages counted since the network was new. After a drain, what went in has come out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Messages that joined a queue; each copy of a broadcast is one.
    pub messages: u64,
    /// Messages delivered.
    pub delivered: u64,
    /// Flits that left a source.
    pub flits_sent: u64,
    /// Flits ejected at a destination.
    pub flits_ejected: u64,
    /// Flits that crossed a channel.
    pub crossings: u64,
}

/// A torus with its worms at one instant.
#[derive(Clone, Debug)]
pub struct Network {
    config: Config,
    cycle: u64,
    random: Pcg64Mcg,
    /// The next instant of the Poisson process of all nodes; infinite when nothing is generated.
    next_arrival: f64,
    /// By channel and virtual channel: V channel + vc.
    lanes: Vec<Lane>,
    /// By channel.
    channels: Vec<Channel>,
    /// By channel: the output port that feeds it.
    ports: Vec<Port>,
    /// Messages not yet delivered, by number. Numbers count up, so their order is that of age.
    messages: BTreeMap<u32, Message>,
    /// Messages whose header needs a lane.
    routing: BTreeSet<u32>,
    /// Broadcasts that have not reached every node, by number.
    broadcasts: BTreeMap<u32, Broadcast>,
    next_message: u32,
    next_broadcast: u32,
    deliveries: Vec<Delivery>,
    completed: Vec<Completed>,
    counts: Counts,
}

/// What a physical channel remembers.
#[derive(Clone, Copy, Debug, Default)]
struct Channel {
    /// The virtual channel that moved last: the turn is with the next one.
    last: u32,
    /// How many of its lanes are taken.
    taken: u32,
}

/// The source of messages that feeds one output channel.
#[derive(Clone, Debug, Default)]
struct Port {
    queue: VecDeque<u32>,
    slot: Option<Slot>,
}

/// A message on its way out of its source node.
#[derive(Clone, Copy, Debug)]
struct Slot {
    message: u32,
    /// Flits that have left.
    sent: u32,
}

impl Network {
    /// The idle network at time 0.
    pub fn new(config: Config) -> Self {
        let channels = config.torus.channels() as usize;
        let mut network = Self {
            config,
            cycle: 0,
            random: Pcg64Mcg::seed_from_u64(u64::from(config.seed)),
            next_arrival: 0.0,
            lanes: vec![Lane::default(); channels * config.vcs as usize],
            channels: vec![Channel::default(); channels],
            ports: vec![Port::default(); channels],
            messages: BTreeMap::new(),
            routing: BTreeSet::new(),
            broadcasts: BTreeMap::new(),
            next_message: 0,
            next_broadcast: 0,
            deliveries: Vec::new(),
            completed: Vec::new(),
            counts: Counts::default(),
        };
        network.draw_next_arrival();
        network
    }

    /// What is simulated.
    pub const fn config(&self) -> &Config {
        &self.config
    }

    /// The time: cycles simulated so far.
    pub const fn cycle(&self) -> u64 {
        self.cycle
    }

    /// Totals since time 0.
    pub const fn counts(&self) -> Counts {
        self.counts
    }

    /// Generates nothing more. What is in the network and its queues is still delivered.
    pub const fn stop_arrivals(&mut self) {
        self.next_arrival = f64::INFINITY;
    }

    /// Generates a message now, to be sent from the next step on; gives its number. A message to its own source is none.
    pub fn inject_unicast(&mut self, source: u32, destination: u32) -> Option<u32> {
        if source == destination {
            return None;
        }
        let ties = self.random.random();
        let message =
            Message { source, destination, generated: self.cycle, broadcast: None, ties, header: Place::Nowhere };
        let ports = self.config.torus.ports();
        let port = ports * source + self.random.random_range(0..ports);
        Some(self.enqueue(message, port))
    }

    /// Generates a broadcast now; gives its number. Its first copies wait in the queues of all ports of its source.
    pub fn inject_broadcast(&mut self, source: u32, orientation: &Orientation) -> u32 {
        let broadcast = self.next_broadcast;
        self.next_broadcast += 1;
        let tree = Arc::new(BroadcastTree::new(self.config.torus, source, orientation));
        let waiting = self.config.torus.nodes() - 1;
        self.broadcasts.insert(broadcast, Broadcast { tree: tree.clone(), generated: self.cycle, waiting });
        self.enqueue_copies(broadcast, &tree, source);
        broadcast
    }

    /// Simulates one cycle.
    pub fn step(&mut self) {
        self.deliveries.clear();
        self.completed.clear();
        self.arrive();
        self.fill_slots();
        self.route_headers();
        let delivered = self.transfer();
        self.cycle += 1;
        for message in delivered {
            self.complete(message);
        }
    }

    /// Phase 1: messages whose instant has come.
    fn arrive(&mut self) {
        while self.next_arrival <= self.cycle as f64 {
            self.draw_next_arrival();
            let source = self.random.random_range(0..self.config.torus.nodes());
            if self.random.random::<f64>() < self.config.broadcast_fraction {
                let n = self.config.torus.n;
                let orientation = if self.config.random_orientation {
                    Orientation::random(n, &mut self.random)
                } else {
                    Orientation::fixed(n)
                };
                self.inject_broadcast(source, &orientation);
            } else {
                let other = self.random.random_range(0..self.config.torus.nodes() - 1);
                self.inject_unicast(source, if other < source { other } else { other + 1 });
            }
        }
    }

    /// Adds an exponentially distributed time to the instant of the last arrival.
    fn draw_next_arrival(&mut self) {
        let rate = self.config.load * f64::from(self.config.torus.nodes());
        if rate > 0.0 {
            self.next_arrival -= libm::log1p(-self.random.random::<f64>()) / rate;
        } else {
            self.next_arrival = f64::INFINITY;
        }
    }

    /// Phase 2: free slots take the first message of their queue.
    fn fill_slots(&mut self) {
        for port in &mut self.ports {
            if port.slot.is_none()
                && let Some(message) = port.queue.pop_front()
            {
                port.slot = Some(Slot { message, sent: 0 });
                self.routing.insert(message);
            }
        }
    }

    /// Phase 5: a message whose tail has been ejected.
    fn complete(&mut self, number: u32) {
        let Some(message) = self.messages.remove(&number) else { return };
        self.counts.delivered += 1;
        self.deliveries.push(Delivery {
            message: number,
            source: message.source,
            destination: message.destination,
            broadcast: message.broadcast,
            generated: message.generated,
            delivered: self.cycle,
        });
        let Some(number) = message.broadcast else { return };
        let Some(broadcast) = self.broadcasts.get_mut(&number) else { return };
        broadcast.waiting -= 1;
        let (tree, done) = (broadcast.tree.clone(), broadcast.waiting == 0);
        if done && let Some(Broadcast { tree, generated, .. }) = self.broadcasts.remove(&number) {
            let (source, completed) = (tree.source(), self.cycle);
            self.completed.push(Completed { broadcast: number, source, generated, completed });
        }
        self.enqueue_copies(number, &tree, message.destination);
    }

    /// Queues the copies that `node` sends, each at the port of its channel.
    fn enqueue_copies(&mut self, broadcast: u32, tree: &BroadcastTree, node: u32) {
        for &channel in tree.copies(node) {
            let (_, dimension, direction) = self.config.torus.channel_parts(channel);
            let copy = Message {
                source: node,
                destination: self.config.torus.neighbour(node, dimension, direction),
                generated: self.cycle,
                broadcast: Some(broadcast),
                ties: 0,
                header: Place::Nowhere,
            };
            self.enqueue(copy, channel);
        }
    }

    fn enqueue(&mut self, message: Message, port: u32) -> u32 {
        let number = self.next_message;
        self.next_message += 1;
        self.counts.messages += 1;
        self.messages.insert(number, Message { header: Place::Port(port), ..message });
        self.ports[port as usize].queue.push_back(number);
        number
    }

    /// The messages delivered in the last step, in the order of their lanes.
    pub fn deliveries(&self) -> &[Delivery] {
        &self.deliveries
    }

    /// The broadcasts that reached their last node in the last step.
    pub fn completed(&self) -> &[Completed] {
        &self.completed
    }

    /// A message not yet delivered.
    pub fn message(&self, number: u32) -> Option<&Message> {
        self.messages.get(&number)
    }

    /// How many messages are not yet delivered.
    pub fn pending(&self) -> usize {
        self.messages.len()
    }

    /// The lanes that hold a message or are reserved for one, by channel and virtual channel.
    pub fn lanes(&self) -> impl Iterator<Item = LaneView> + '_ {
        let vcs = self.config.vcs as usize;
        let taken = self.channels.iter().enumerate().filter(|(_, state)| state.taken > 0);
        taken.flat_map(move |(channel, _)| {
            (0..vcs).filter_map(move |vc| self.lanes[channel * vcs + vc].view(channel as u32, vc as u32))
        })
    }

    /// The messages none of whose flits has left the port of a channel: the one in the slot and those in the queue, the next first.
    pub fn waiting(&self, channel: u32) -> impl Iterator<Item = u32> + '_ {
        let port = &self.ports[channel as usize];
        let first = port.slot.filter(|slot| slot.sent == 0).map(|slot| slot.message);
        first.into_iter().chain(port.queue.iter().copied())
    }

    /// How large a clone is: lanes, ports and messages, each some tens of bytes.
    pub fn weight(&self) -> usize {
        self.lanes.len() + self.ports.len() + self.messages.len()
    }
}
