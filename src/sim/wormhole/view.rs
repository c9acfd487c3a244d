//! The network as others see it.

use super::message::{CompletedBroadcast, Delivery, NONE};
use super::worm::{Worm, WormHop};
use super::{Network, Setting, bit};

/// A lane as others see it: its physical and virtual channel, its place among the lanes on the way of its message, from 1, and the message
/// that it carries or is reserved for, with the broadcast of which that is a copy and its two ends. `crossed` flits of it have crossed the
/// channel, 0 while the lane is only reserved; `held` are in the buffer at its far end; one `moved` in the last cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the doc of the type tells its fields")]
pub struct LaneView {
    pub channel: u32,
    pub vc: u32,
    pub hop: u32,
    pub message: u32,
    pub broadcast: Option<u32>,
    pub source: u32,
    pub destination: u32,
    pub crossed: u32,
    pub held: u32,
    pub moved: bool,
    /// True if the header waits in the buffer because it looked for a free lane and found none.
    pub blocked: bool,
}

impl LaneView {
    /// True if the header is in the buffer.
    pub const fn header(&self) -> bool {
        self.held > 0 && self.held == self.crossed
    }
}

/// A header that has looked for a lane and found none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the doc of the type tells its fields")]
pub struct Stuck {
    pub message: u32,
    /// The node where it waits: in the buffer of its last channel, or in its slot at the source.
    pub node: u32,
    /// The time at which it first looked.
    pub since: u64,
}

/// A message in the network: its ends, the broadcast of which it is a copy, and the time at which it was generated.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the doc of the type tells its fields")]
pub struct WormPath {
    pub source: u32,
    pub destination: u32,
    pub broadcast: Option<u32>,
    pub generated: u64,
    /// The node where its header looks for the next lane.
    pub node: u32,
    /// The channels that it may take there; none when its last lane ends at its destination.
    pub candidates: Vec<u32>,
}

/// A message none of whose flits has left its source: its number, ends, time of generation and, if it is a copy, its broadcast and the
/// channel on which it has to be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the doc of the type tells its fields")]
pub struct Waiting {
    pub message: u32,
    pub broadcast: Option<u32>,
    pub source: u32,
    pub channel: Option<u32>,
    pub destination: u32,
    pub generated: u64,
}

impl Network {
    /// The network, its routers and its sources.
    pub const fn setting(&self) -> &Setting {
        &self.setting
    }

    /// The time: cycles simulated so far.
    pub const fn now(&self) -> u64 {
        self.now
    }

    /// Messages that have joined a queue since time 0; each copy of a broadcast is one. Numbers begin again after 2^32 of them.
    pub const fn generated(&self) -> u64 {
        self.queued
    }

    /// Messages delivered since time 0.
    pub const fn delivered(&self) -> u64 {
        self.delivered
    }

    /// The memory that what is present takes, bytes, with that of what will leave the queues in the next step. Above
    /// [`most_held`](crate::sim::protocol::most_held) the network has no room: nothing is generated, and no node passes a broadcast on.
    pub const fn held(&self) -> u64 {
        let steps = (self.path.len() * size_of::<WormHop>()) as u64;
        self.messages.held() + self.worms.held() + self.broadcasts.held() + steps + self.promised
    }

    /// Messages that are not yet delivered, in queues and under way.
    pub const fn in_flight(&self) -> usize {
        self.pending
    }

    /// Unicasts generated since time 0, and those not yet delivered.
    pub const fn unicasts(&self) -> (u64, u64) {
        (self.unicasts, self.pending_unicasts)
    }

    /// Broadcasts generated since time 0, and those that have not reached every node.
    pub const fn broadcasts(&self) -> (u64, u64) {
        (self.broadcast, self.broadcasts.used() as u64)
    }

    /// The messages delivered in the last step, in the order of their lanes.
    pub fn deliveries(&self) -> &[Delivery] {
        &self.deliveries
    }

    /// The broadcasts that reached their last node in the last step.
    pub fn completed(&self) -> &[CompletedBroadcast] {
        &self.completed
    }

    /// The last cycle in which a flit crossed a channel. If messages are under way and it stays behind [`now`](Self::now), nothing moves.
    pub const fn last_progress(&self) -> u64 {
        self.last_progress
    }

    /// The lanes that hold a message or are reserved for one, by channel and virtual channel.
    pub fn lanes(&self) -> impl Iterator<Item = LaneView> + '_ {
        let busy = (0..).zip(&self.channels).filter(|(_, state)| state.taken() > 0);
        busy.flat_map(move |(channel, state)| {
            let taken = (0..self.setting.vcs).filter(move |&vc| state.taken() & bit(vc) != 0);
            taken.map(move |vc| self.lane(channel, vc))
        })
    }

    pub(super) fn lane(&self, channel: u32, vc: u32) -> LaneView {
        let lane = self.step_on(channel << self.shift | vc);
        let number = lane.worm;
        let worm = &self.worms[number];
        let message = &self.messages[worm.message];
        let now = self.now as u32;
        let crossed = self.crossed_at_hop(number, lane.hop);
        let state = &self.channels[channel as usize];
        let moved = if lane.station {
            state.stamp == now && u32::from(state.served) == vc && now > 0
        } else {
            crossed > self.crossed_at(number, lane.hop, now.wrapping_sub(1))
        };
        let held = if lane.hop < worm.length {
            crossed - self.crossed_at_hop(number, lane.hop + 1)
        } else if worm.arrives {
            // What crosses the last channel is ejected in the next cycle.
            u32::from(moved)
        } else {
            crossed
        };
        LaneView {
            channel,
            vc,
            hop: u32::from(lane.hop),
            message: message.number,
            broadcast: self.broadcasts.get(message.course.broadcast()).map(|broadcast| broadcast.number),
            source: message.source,
            destination: message.destination,
            crossed,
            held,
            moved,
            blocked: worm.blocked && held > 0 && lane.hop == worm.length,
        }
    }

    /// The flits of a worm that have crossed the lane of a hop by now.
    pub(super) fn crossed_at_hop(&self, worm: u32, hop: u8) -> u32 {
        let Worm { tail, flits, .. } = self.worms[worm];
        if hop <= tail { u32::from(flits) } else { self.crossed_at(worm, hop, self.now as u32) }
    }

    /// The messages none of whose flits has left their source, in no particular order: those in the slots and those in the queues.
    pub fn waiting(&self) -> impl Iterator<Item = Waiting> + '_ {
        let queued = self.queues.iter().flat_map(move |queue| {
            let place = |place: u32| (place != NONE).then_some(place);
            std::iter::successors(place(queue.first), move |&at| place(self.messages[at].behind))
        });
        let in_slots = self
            .worms_in_use()
            .filter(move |(worm, state)| state.length == 0 || (state.tail == 0 && self.crossed_at_hop(*worm, 1) == 0));
        queued.chain(in_slots.map(|(_, worm)| worm.message)).map(move |place| {
            let message = &self.messages[place];
            Waiting {
                message: message.number,
                broadcast: self.broadcasts.get(message.course.broadcast()).map(|broadcast| broadcast.number),
                source: message.source,
                channel: Some(message.course.channel()).filter(|channel| *channel != NONE),
                destination: message.destination,
                generated: message.generated,
            }
        })
    }

    /// The headers that wait for a lane, in no particular order.
    pub fn stuck(&self) -> impl Iterator<Item = Stuck> + '_ {
        self.worms_in_use().filter(|(_, worm)| worm.blocked).map(|(_, worm)| Stuck {
            message: worm.number,
            node: worm.node,
            // The time since then fits 32 bits.
            since: self.now - u64::from((self.now as u32).wrapping_sub(worm.since)),
        })
    }

    /// The number of the next message that is generated.
    pub const fn next_message(&self) -> u32 {
        self.next_message
    }

    /// A message that is in a slot or in the network, and where it may go.
    pub fn way(&self, message: u32) -> Option<WormPath> {
        let (_, worm) = self.worms_in_use().find(|(_, worm)| worm.number == message)?;
        let state = &self.messages[worm.message];
        let candidates = match (worm.arrives, state.course.channel()) {
            (true, _) => Vec::new(),
            (false, NONE) => self.open_to(state, worm.node).map(|(channel, _)| channel).collect(),
            (false, channel) => vec![channel],
        };
        Some(WormPath {
            source: state.source,
            destination: state.destination,
            broadcast: self.broadcasts.get(state.course.broadcast()).map(|broadcast| broadcast.number),
            generated: state.generated,
            node: worm.node,
            candidates,
        })
    }

    pub(super) fn worms_in_use(&self) -> impl Iterator<Item = (u32, &Worm)> {
        self.worms.iter().filter(|(_, worm)| self.messages[worm.message].number == worm.number)
    }

    /// The memory that it takes, bytes.
    pub fn bytes(&self) -> usize {
        const fn of<T>(list: &Vec<T>) -> usize {
            list.capacity() * size_of::<T>()
        }
        let network = of(&self.lanes) + of(&self.channels) + of(&self.since) + of(&self.carried);
        let network = network + of(&self.near) + of(&self.far);
        let sources = of(&self.queues) + of(&self.freed) + of(&self.injected);
        let traffic = self.messages.bytes() + self.worms.bytes() + of(&self.path) + self.broadcasts.bytes();
        let lists = of(&self.active) + of(&self.headers) + of(&self.looking) + of(&self.moves) + of(&self.asked);
        let lists = lists + of(&self.hard) + self.moved.iter().map(of).sum::<usize>() + of(&self.lonely);
        let calendar = self.calendar.iter().map(of).sum::<usize>() + of(&self.calendar);
        let calendar = calendar + self.arriving.iter().map(of).sum::<usize>() + of(&self.arriving);
        network + sources + traffic + lists + calendar
    }
}
