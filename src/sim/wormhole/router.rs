//! The inside of a router: what it holds at an instant, and what happened in it during a cycle.
//!
//! ```text
//!   incoming channel ==> V buffers --request--> virtual channel of an outgoing channel ==> V buffers of the neighbour
//!   source queue --> slots --------request--^                                              ^ the free places are the credits
//! ```
//! [`Network::router`] reads a state. [`Router::requests`] and [`Router::act`] compare two states a cycle apart: which header asked, what
//! it got or who was in its way, and for each virtual channel whether a flit crossed and, if not, the rule that kept it. They decide
//! nothing: each answer follows from the states before and after the decision, and the tests compare it with the plain engine's decision.

use super::message::NONE;
use super::{BlockedHeader, Credit, Injection, LaneView, Network, Setting, bit};

/// A router at an instant: the channels that end and begin at its node and the messages in its slots, by their numbers. `next` is the
/// number of the next message that is generated anywhere, `queues` are the messages in each queue, and `waits` the headers that have looked
/// for a virtual channel in vain, by the number of their message.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the doc of the type tells its fields")]
pub struct Router {
    pub setting: Setting,
    pub node: u32,
    pub now: u64,
    pub next: u32,
    pub incoming: Vec<RouterChannel>,
    pub outgoing: Vec<RouterChannel>,
    pub slots: Vec<InSlot>,
    pub queues: Vec<u32>,
    pub waits: Vec<BlockedHeader>,
}

/// A channel at a router: its number, the node at its other end, the virtual channel that sent last, so that the turn is with the next one,
/// and by virtual channel the message that has it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the doc of the type tells its fields")]
pub struct RouterChannel {
    pub channel: u32,
    pub other: u32,
    pub last: u32,
    pub lanes: Vec<Option<InLane>>,
}

impl RouterChannel {
    /// The virtual channel whose turn it is, if two or more are taken: the next one after the last that sent.
    pub fn turn(&self) -> Option<u32> {
        let vcs = self.lanes.len() as u32;
        let (mut next, mut taken) = (None, 0);
        for ahead in 1..=vcs {
            let vc = (self.last + ahead) % vcs;
            if self.lanes[vc as usize].is_some() {
                (next, taken) = (next.or(Some(vc)), taken + 1);
            }
        }
        next.filter(|_| taken > 1)
    }

    /// The message that sent a flit in the last cycle.
    pub fn sender(&self) -> Option<&InLane> {
        self.lanes.iter().flatten().find(|lane| lane.view.moved)
    }
}

/// A message that has a virtual channel, with the buffer at its far end: its flits, its birth, and where its flits go from there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the doc of the type tells its fields")]
pub struct InLane {
    pub view: LaneView,
    pub flits: u32,
    pub generated: u64,
    pub onward: Onward,
}

/// Where the flits in a buffer go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Onward {
    /// The header has no further virtual channel yet.
    Unrouted,
    /// To this virtual channel: its channel and number.
    Lane(u32, u32),
    /// Out of the network: this node is the destination.
    Eject,
}

/// A message in a slot of a source. The queue of the slot is counted from the first of the node; `sent` of its flits have left; its lane,
/// if it has one, is a channel and a virtual channel of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the doc of the type tells its fields")]
pub struct InSlot {
    pub message: u32,
    pub queue: u32,
    pub destination: u32,
    pub flits: u32,
    pub sent: u32,
    pub generated: u64,
    pub lane: Option<(u32, u32)>,
}

/// A header that looked for a virtual channel in a cycle: its message, when that was generated, in which channel and virtual channel it
/// stands, if not in a slot, and what came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the doc of the type tells its fields")]
pub struct Request {
    pub message: u32,
    pub generated: u64,
    pub from: Option<(u32, u32)>,
    pub outcome: Outcome,
}

/// The outcome of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It got this virtual channel: its channel and number.
    Granted(u32, u32),
    /// Each virtual channel that it may take was held.
    Refused(Vec<Obstacle>),
}

/// A virtual channel that a header may take, and the message that held it when the header looked. Once `released`, it will be free.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the doc of the type tells its fields")]
pub struct Obstacle {
    pub channel: u32,
    pub vc: u32,
    pub holder: u32,
    pub released: bool,
}

/// The activity of a virtual channel in a cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the doc of the type tells its fields")]
pub enum Act {
    Free,
    Sent,
    /// A flit stood ready, but the channel served this message first.
    Turn(u32),
    /// A flit stood ready, and its turn was passed over: the buffer at the far end had no room.
    NoRoom,
    /// The node had sent its one flit of the cycle.
    NodeSent,
    /// No flit of its message was at the near end.
    NoFlit,
    /// All flits of its message have crossed.
    Done,
}

impl Setting {
    /// The class of a virtual channel: of an escape channel under adaptive routing, else of every one; adaptive ones have none.
    pub fn class(&self, vc: u32) -> Option<u32> {
        if self.routing.is_adaptive() {
            return (vc < self.escapes()).then_some(vc);
        }
        let holds = |class: &u32| [true, false].iter().any(|last| self.group(*last, *class) & bit(vc) != 0);
        (0..self.classes()).find(holds).filter(|_| self.classes() > 1)
    }
}

impl Network {
    /// The router of a node now.
    pub fn router(&self, node: u32) -> Router {
        let queues = self.setting.queues();
        let mut router = Router {
            setting: self.setting,
            node,
            now: self.now,
            next: self.next_message,
            incoming: Vec::new(),
            outgoing: Vec::new(),
            slots: Vec::new(),
            queues: Vec::new(),
            waits: self.waits(),
        };
        router.waits.retain(|wait| wait.node == node);
        for channel in 0..self.far.len() as u32 {
            let ends = (self.near[channel as usize], self.far[channel as usize]);
            if self.setting.grid().exists(channel) && (ends.0 == node || ends.1 == node) {
                let (list, other) =
                    if ends.0 == node { (&mut router.outgoing, ends.1) } else { (&mut router.incoming, ends.0) };
                list.push(self.router_channel(channel, other));
            }
        }
        for (number, worm) in self.worms_in_use() {
            let message = &self.messages[worm.message];
            if worm.tail > 0 || message.source != node {
                continue;
            }
            router.slots.push(InSlot {
                message: worm.number,
                queue: message.queue - node * queues,
                destination: message.destination,
                flits: u32::from(worm.flits),
                sent: if worm.length > 0 { self.crossed_at_hop(number, 1) } else { 0 },
                generated: message.generated,
                lane: (worm.length > 0).then(|| self.split(self.path[worm.path as usize].lane)),
            });
        }
        crate::order::sort_small_by(&mut router.slots, |slot| f64::from(slot.message));
        for queue in node * queues..(node + 1) * queues {
            let (mut place, mut waiting) = (self.queues[queue as usize].first, 0);
            while place != NONE {
                (place, waiting) = (self.messages[place].behind, waiting + 1);
            }
            router.queues.push(waiting);
        }
        router
    }

    fn router_channel(&self, channel: u32, other: u32) -> RouterChannel {
        let taken = self.channels[channel as usize].taken();
        let mut lanes = Vec::new();
        for vc in 0..self.setting.vcs {
            lanes.push(if taken & bit(vc) != 0 { Some(self.in_lane(channel, vc)) } else { None });
        }
        RouterChannel { channel, other, last: self.last_served(channel), lanes }
    }

    fn in_lane(&self, channel: u32, vc: u32) -> InLane {
        let hop = self.step_on(channel << self.shift | vc);
        let worm = &self.worms[hop.worm];
        let onward = if hop.hop < worm.length {
            let (channel, vc) = self.split(self.path[worm.path as usize + usize::from(hop.hop)].lane);
            Onward::Lane(channel, vc)
        } else if worm.arrives {
            Onward::Eject
        } else {
            Onward::Unrouted
        };
        let generated = self.messages[worm.message].generated;
        InLane { view: self.lane(channel, vc), flits: u32::from(worm.flits), generated, onward }
    }

    /// The channel and the virtual channel of a lane.
    const fn split(&self, lane: u32) -> (u32, u32) {
        (lane >> self.shift, lane & self.vc_mask)
    }

    /// The virtual channel of a channel that sent last. That of a worm which streams over it is noted with its snapshots only.
    fn last_served(&self, channel: u32) -> u32 {
        let state = &self.channels[channel as usize];
        let taken = state.taken();
        if taken.is_power_of_two() {
            let hop = self.step_on(channel << self.shift | taken.trailing_zeros());
            let worm = &self.worms[hop.worm];
            let noted = (worm.snapshot.wrapping_sub(hop.base) as i32).max(0) as u32;
            if !hop.station && hop.hop > worm.tail && self.crossed_at_hop(hop.worm, hop.hop) > noted {
                return taken.trailing_zeros();
            }
        }
        u32::from(state.last)
    }
}

impl Router {
    /// The buffers of the node that are taken.
    pub fn buffers(&self) -> Vec<&InLane> {
        let mut buffers = Vec::new();
        for channel in &self.incoming {
            buffers.extend(channel.lanes.iter().flatten());
        }
        buffers
    }

    /// A number that is lower for an older message, also when numbers have begun again.
    pub fn age(&self, message: u32) -> f64 {
        f64::from(message.wrapping_sub(self.next))
    }

    /// The buffer from which flits go to a virtual channel of an outgoing channel, its channel and number; none where that is a slot.
    fn behind(&self, channel: u32, vc: u32) -> Option<(u32, u32)> {
        for lane in self.buffers() {
            if lane.onward == Onward::Lane(channel, vc) {
                return Some((lane.view.channel, lane.view.vc));
            }
        }
        None
    }

    /// The buffer in which a header stands that has no virtual channel yet.
    fn unrouted(&self, message: u32) -> Option<&InLane> {
        self.buffers()
            .into_iter()
            .find(|lane| lane.view.message == message && lane.onward == Onward::Unrouted && lane.view.held > 0)
    }

    /// The message that has a virtual channel of an outgoing channel.
    fn holder(&self, channel: u32, vc: u32) -> Option<u32> {
        for one in &self.outgoing {
            if one.channel == channel {
                return one.lanes[vc as usize].as_ref().map(|lane| lane.view.message);
            }
        }
        None
    }

    /// The headers that looked for a virtual channel in the cycle between a state and this one, the oldest message first.
    pub fn requests(&self, before: &Self) -> Vec<Request> {
        let mut requests = Vec::new();
        for wait in &self.waits {
            let mut held = Vec::new();
            for &(channel, vc) in &wait.lanes {
                let now = self.holder(channel, vc);
                if let Some(holder) = now.or_else(|| before.holder(channel, vc)) {
                    held.push(Obstacle { channel, vc, holder, released: now.is_none() });
                }
            }
            let lane = self.unrouted(wait.message);
            let slot = self.slots.iter().find(|slot| slot.message == wait.message);
            requests.push(Request {
                message: wait.message,
                generated: lane.map_or(slot.map_or(self.now, |slot| slot.generated), |lane| lane.generated),
                from: lane.map(|lane| (lane.view.channel, lane.view.vc)),
                outcome: Outcome::Refused(held),
            });
        }
        for channel in &self.outgoing {
            for lane in channel.lanes.iter().flatten() {
                let LaneView { message, channel, vc, hop, .. } = lane.view;
                if before.holder(channel, vc) == Some(message) {
                    continue;
                }
                // A message of one flit has left the buffer in this cycle.
                let was = || before.unrouted(message).map(|lane| (lane.view.channel, lane.view.vc));
                let from = if hop > 1 { self.behind(channel, vc).or_else(was) } else { None };
                let outcome = Outcome::Granted(channel, vc);
                requests.push(Request { message, generated: lane.generated, from, outcome });
            }
        }
        crate::order::sort_small_by(&mut requests, |request| self.age(request.message));
        requests
    }

    /// The activity of a virtual channel of an outgoing channel, by its place at the node, in the cycle between a state and this one.
    pub fn act(&self, before: &Self, channel: usize, vc: u32) -> Act {
        let (now, then, setting) = (&self.outgoing[channel], &before.outgoing[channel], &self.setting);
        let Some(lane) = &now.lanes[vc as usize] else { return Act::Free };
        let LaneView { message, hop, crossed, held, moved, .. } = lane.view;
        if moved {
            return Act::Sent;
        }
        if crossed == lane.flits {
            return Act::Done;
        }
        let (from_slot, behind) = (hop == 1, self.behind(now.channel, vc));
        let stood = |lane: &&InLane| {
            lane.view.message == message && lane.view.held > 0 && behind == Some((lane.view.channel, lane.view.vc))
        };
        if !from_slot && !before.buffers().iter().any(stood) {
            return Act::NoFlit;
        }
        let turn = |vc: u32| (vc + setting.vcs - then.last - 1) % setting.vcs;
        if let Some(sender) = now.sender().filter(|sender| turn(sender.view.vc) < turn(vc)) {
            return Act::Turn(sender.view.message);
        }
        let full = match &then.lanes[vc as usize] {
            Some(lane) if lane.view.message == message => lane.view.held,
            _ => 0,
        };
        let room = full < setting.depth || setting.credit == Credit::Same && held < full;
        let one = setting.injection == Injection::One && from_slot;
        let sent = |channel: &RouterChannel| channel.sender().is_some_and(|sender| sender.view.hop == 1);
        if room && one && self.outgoing.iter().any(sent) { Act::NodeSent } else { Act::NoRoom }
    }
}
