//! The network as others see it.

use super::lane::{channel_of, vc_of};
use super::{Circuit, NONE, Network, Watch};
use crate::order::sort_by_number;

/// The progress of a circuit: its header looks for a way on, or walks back and gives its channels back; then the path is complete and its
/// acknowledgement on the way back; then its flits go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the doc of the type tells its fields")]
pub enum CircuitPhase {
    Seeking,
    Retreating,
    Answered,
    Streaming,
}

/// A virtual channel of the network that is taken for a message: one of its flits `moved` in the last cycle, and the header, or the
/// acknowledgement, stands at its far end if it is the `head`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the doc of the type tells its fields")]
pub struct CircuitLaneView {
    pub channel: u32,
    pub vc: u32,
    pub message: u32,
    pub source: u32,
    pub destination: u32,
    pub phase: CircuitPhase,
    /// Flits that have crossed it.
    pub crossed: u32,
    pub moved: bool,
    pub head: bool,
    /// True if it is the last channel of a complete path.
    pub last: bool,
}

/// A message in the network.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the doc of the type tells its fields")]
pub struct CircuitView {
    pub message: u32,
    pub source: u32,
    pub destination: u32,
    pub generated: u64,
    pub phase: CircuitPhase,
    /// The node at which its header stands, or its acknowledgement.
    pub node: u32,
    /// Attempts to set its path up, the present one included.
    pub attempts: u32,
    /// The node at which an attempt failed in the last cycle.
    pub blocked: Option<u32>,
    /// The channels that its header may take, or found taken when it failed; none once it walks back or the path is complete.
    pub candidates: Vec<u32>,
    pub path: Vec<u32>,
    /// Flits that have left the source, and those that have arrived.
    pub left: u32,
    pub arrived: u32,
}

/// The outcome of a step for a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the doc of the type tells its fields")]
pub enum What {
    /// Its header found no free channel. A header that waits at its source is reported once.
    Blocked,
    Returned,
    Connected,
    Delivered,
}

/// Something that happened to a message in the last step, and at which node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the doc of the type tells its fields")]
pub struct Happening {
    pub what: What,
    pub message: u32,
    pub source: u32,
    pub destination: u32,
    pub node: u32,
    /// The channels that its header had taken.
    pub hops: u32,
    /// Attempts so far, with the one to come after a failure.
    pub attempts: u32,
    /// Cycles since the message was generated.
    pub age: u64,
}

impl Network {
    pub(super) fn happen(&mut self, what: What, circuit: &Circuit, node: u32) {
        let Circuit { message, source, destination, hops, attempts, generated, .. } = *circuit;
        let age = self.totals.now + 1 - generated;
        self.happened.note(|| Happening { what, message, source, destination, node, hops, attempts, age });
    }

    /// Makes the network keep the [outcomes](Self::happened) of each step until the next one.
    pub fn watched(self) -> Self {
        Self { happened: Watch::on(), ..self }
    }

    /// The outcomes of the last step, in the order of the phases of a cycle; nothing if the network is not [watched](Self::watched).
    pub fn happened(&self) -> &[Happening] {
        self.happened.events()
    }

    fn phase(&self, circuit: &Circuit) -> CircuitPhase {
        if circuit.ready == 0 {
            if circuit.back { CircuitPhase::Retreating } else { CircuitPhase::Seeking }
        } else if self.totals.now < circuit.ready {
            CircuitPhase::Answered
        } else {
            CircuitPhase::Streaming
        }
    }

    /// The position in the path at whose far end the header stands, or the acknowledgement; 0 is the source.
    fn head(&self, circuit: &Circuit) -> u32 {
        match self.phase(circuit) {
            CircuitPhase::Seeking | CircuitPhase::Retreating => circuit.hops,
            // It goes one channel back in a cycle, and its flits go when it is back.
            CircuitPhase::Answered => (circuit.ready - self.totals.now) as u32,
            CircuitPhase::Streaming => 0,
        }
    }

    /// The lanes that are taken, by channel and virtual channel.
    pub fn lanes(&self) -> impl Iterator<Item = CircuitLaneView> + '_ {
        let place = |lane| (channel_of(lane), vc_of(lane));
        let mut moved: Vec<(u32, u32)> = self.lanes.moved().map(place).collect();
        sort_by_number(&mut moved, |&(channel, vc)| u64::from(channel) << 32 | u64::from(vc));
        self.lanes.taken().map(move |(channel, vc, number, position)| {
            let circuit = &self.circuits[number];
            let phase = self.phase(circuit);
            CircuitLaneView {
                channel,
                vc,
                message: circuit.message,
                source: circuit.source,
                destination: circuit.destination,
                phase,
                crossed: self.lanes.crossed(number, position, self.totals.now),
                moved: phase == CircuitPhase::Streaming && moved.binary_search(&(channel, vc)).is_ok(),
                head: phase != CircuitPhase::Streaming && self.head(circuit) == position,
                last: circuit.ready > 0 && position == circuit.hops,
            }
        })
    }

    /// The channels of the network that a flit crossed in the last cycle, each once.
    pub fn crossed(&self) -> impl Iterator<Item = u32> + '_ {
        let channels = self.config.network.n << self.config.network.n;
        self.lanes.moved().map(channel_of).filter(move |channel| *channel < channels)
    }

    /// The messages that have left their queue, in no particular order.
    pub fn circuits(&self) -> impl Iterator<Item = CircuitView> + '_ {
        self.lanes.holders().into_iter().map(|number| self.circuit(number))
    }

    /// A message that has left its queue and is not delivered.
    pub fn way(&self, message: u32) -> Option<CircuitView> {
        let mut holders = self.lanes.holders().into_iter();
        holders.find(|&number| self.circuits[number].message == message).map(|number| self.circuit(number))
    }

    fn circuit(&self, number: u32) -> CircuitView {
        let circuit = &self.circuits[number];
        let phase = self.phase(circuit);
        let channel = |position: u32| channel_of(self.lanes.of_circuit(number, position));
        let head = self.head(circuit);
        let node = match head {
            0 => circuit.source,
            position => self.far_end(channel(position)),
        };
        let blocked =
            (circuit.failed == self.totals.now && self.totals.now > circuit.started).then_some(circuit.failed_at);
        let looks_at = blocked.or((phase == CircuitPhase::Seeking).then_some(circuit.node));
        let place = looks_at.unwrap_or(circuit.destination);
        let missing = place ^ circuit.destination;
        let dimensions = (0..self.config.network.n).filter(|dimension| missing >> dimension & 1 == 1);
        let held = (1..=circuit.hops).filter(|&position| self.lanes.holds(number, position));
        CircuitView {
            message: circuit.message,
            source: circuit.source,
            destination: circuit.destination,
            generated: circuit.generated,
            phase,
            node,
            attempts: circuit.attempts,
            blocked,
            candidates: dimensions.map(|dimension| place * self.config.network.n + dimension).collect(),
            path: held.map(channel).collect(),
            left: self.lanes.crossed(number, 0, self.totals.now),
            arrived: if circuit.ready > 0 { self.lanes.crossed(number, circuit.hops, self.totals.now) } else { 0 },
        }
    }

    /// The node from which a channel leads.
    pub const fn near_end(&self, channel: u32) -> u32 {
        channel / self.config.network.n
    }

    /// The node to which a channel leads: number n v + d leads from v along dimension d.
    pub const fn far_end(&self, channel: u32) -> u32 {
        (channel / self.config.network.n) ^ (1 << (channel % self.config.network.n))
    }

    /// By node, how many messages wait in its queues.
    pub fn waiting(&self) -> Vec<u32> {
        let mut waiting = vec![0; 1 << self.config.network.n];
        self.queues().for_each(|(source, _)| waiting[source as usize] += 1);
        waiting
    }

    /// The number of the next message that is generated.
    pub const fn next_message(&self) -> u32 {
        self.totals.messages.generated as u32
    }

    /// Source and destination of a message that waits in one of its queues, and the time at which it was generated.
    pub fn queued(&self, message: u32) -> Option<(u32, u32, u64)> {
        let mut queued = self.queues().map(|(source, place)| (source, &self.messages[place]));
        let (source, queued) = queued.find(|(_, queued)| queued.number == message)?;
        Some((source, queued.destination, queued.generated))
    }

    /// The messages that wait in queues: their sources and places.
    fn queues(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        let place = |place: u32| (place != NONE).then_some(place);
        (0..).zip(&self.ports).flat_map(move |(at, port)| {
            let places = std::iter::successors(place(port.head), move |&at| place(self.messages[at].next));
            places.map(move |place| (at / self.config.network.vcs, place))
        })
    }

    /// The memory that it takes, bytes, roughly.
    pub fn bytes(&self) -> usize {
        let lists = self.starting.len() + self.headers.len() + self.released.len() + self.circuits.used();
        self.messages.bytes()
            + self.circuits.bytes()
            + self.lanes.bytes()
            + self.arrivals.bytes()
            + size_of_val(self.ports.as_slice())
            + size_of_val(self.happened())
            + 4 * lists
    }
}
