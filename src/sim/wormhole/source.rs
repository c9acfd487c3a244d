//! Where messages come from: arrivals, queues, slots, and the copies of broadcasts.

use super::Network;
use super::message::{CompletedBroadcast, Course, Delivery, NONE, PendingBroadcast, PendingMessage};
use super::setting::{MOST_DIMENSIONS, Orient, Setting};
use super::worm::{NOWHERE, Worm, WormHop};
use crate::sim::protocol::most_held;
use crate::topology::broadcast::{Branch, Orientation};
use crate::topology::torus::Direction;
use crate::traffic::pattern::{Pattern, other_node};
use rand::RngExt;

/// Messages that wait for a slot, first in first out.
#[derive(Clone, Copy, Debug)]
pub(super) struct SourceQueue {
    pub first: u32,
    pub last: u32,
    pub used: u32,
}

impl SourceQueue {
    pub(super) const EMPTY: Self = Self { first: NONE, last: NONE, used: 0 };
}

/// The number that follows another one: the last of 32 bits is that of none.
const fn after(number: u32) -> u32 {
    let next = number.wrapping_add(1);
    if next == NONE { 0 } else { next }
}

impl Network {
    /// True if there is room for more messages. If not, the run is over at the end of this cycle: in one cycle a large network can be
    /// offered more than a machine holds.
    const fn has_room(&self) -> bool {
        self.held() <= most_held(self.nodes)
    }

    /// Phase 1: messages whose instant has come.
    pub(super) fn arrive(&mut self) {
        while self.next_arrival <= self.now as f64 && self.has_room() {
            let source = self.arrivals.random_range(0..self.nodes);
            self.draw_next_arrival();
            if self.destinations.random::<f64>() < self.setting.beta {
                if !self.setting.destinations.comes(&mut self.destinations) {
                    continue;
                }
                let n = self.setting.n;
                let orientation = match self.setting.orient {
                    Orient::Random => Orientation::random(n, &mut self.destinations),
                    Orient::Fixed => Orientation::fixed(n),
                };
                self.inject_broadcast(source, &orientation);
            } else if self.setting.destinations.pattern == Pattern::Uniform {
                let destination = other_node(source, self.nodes, &mut self.destinations);
                self.inject_unicast(source, destination);
            } else {
                let Setting { k, n, destinations, .. } = self.setting;
                if let Some(destination) = destinations.draw((k, n), source, &mut self.destinations) {
                    self.inject_unicast(source, destination);
                }
            }
        }
    }

    /// Adds an exponentially distributed time to the instant of the last arrival.
    pub(super) fn draw_next_arrival(&mut self) {
        let rate = self.load * f64::from(self.nodes) * self.setting.destinations.peak();
        if rate > 0.0 {
            self.next_arrival -= libm::log1p(-self.arrivals.random::<f64>()) / rate;
        } else {
            self.next_arrival = f64::INFINITY;
        }
    }

    /// Generates a message of M flits now, to be sent from the next step on; gives its number. A message to its own source is none.
    pub fn inject_unicast(&mut self, source: u32, destination: u32) -> Option<u32> {
        (source != destination).then(|| self.inject_flits(source, destination, self.setting.flits))
    }

    /// Generates a message of 1 to M flits for another node now; gives its number.
    pub(crate) fn inject_flits(&mut self, source: u32, destination: u32, flits: u32) -> u32 {
        let via = if self.setting.routing.has_two_parts() { self.draw_via(source, destination) } else { NONE };
        self.inject_by_way_of((source, via, destination), flits)
    }

    /// As [`Self::inject_flits`], from a source by way of a node, or of [`NONE`], to a destination.
    pub(super) fn inject_by_way_of(&mut self, (source, via, destination): (u32, u32, u32), flits: u32) -> u32 {
        let ties = self.destinations.random();
        let queues = self.setting.queues();
        let queue = queues * source + if queues > 1 { self.destinations.random_range(0..queues) } else { 0 };
        let hops = self.hops(source, if via == NONE { destination } else { via }, ties);
        let message = self.message_from(source, destination, queue);
        let message = PendingMessage { hops, course: Course::Unicast { via, flits: flits as u16 }, ..message };
        self.needed += u64::from(message.room(self.setting.grid())) * u64::from(flits);
        self.window.generated_unicasts += 1;
        self.unicasts += 1;
        self.pending_unicasts += 1;
        self.enqueue(message)
    }

    /// Any node that a message goes to before its destination; [`NONE`] if that is its source or its destination.
    fn draw_via(&mut self, source: u32, destination: u32) -> u32 {
        let via = self.routing.random_range(0..self.nodes);
        if via == source || via == destination { NONE } else { via }
    }

    /// The hops along each dimension on a shortest way.
    pub(super) fn hops(&self, from: u32, to: u32, ties: u32) -> [i8; MOST_DIMENSIONS] {
        let mut hops = [0; MOST_DIMENSIONS];
        for (dimension, hops) in (0..self.setting.n).zip(&mut hops) {
            *hops = self.setting.grid().hops(from, to, dimension, ties) as i8;
        }
        hops
    }

    /// Generates a broadcast now; gives its number. Its first copies wait in the queues of its source. For tori.
    pub fn inject_broadcast(&mut self, source: u32, orientation: &Orientation) -> u32 {
        let number = self.next_broadcast;
        self.next_broadcast = after(number);
        self.broadcast += 1;
        self.window.generated_broadcasts += 1;
        let waiting = self.nodes - 1;
        self.needed += u64::from(waiting) * u64::from(self.setting.flits);
        let broadcast = PendingBroadcast { number, source, orientation: *orientation, generated: self.now, waiting };
        let place = self.broadcasts.put(broadcast);
        self.enqueue_copies(place, source, None);
        number
    }

    const fn message_from(&self, source: u32, destination: u32, queue: u32) -> PendingMessage {
        PendingMessage {
            number: self.next_message,
            source,
            destination,
            queue,
            behind: NONE,
            course: Course::Unicast { via: NONE, flits: self.setting.flits as u16 },
            hops: [0; MOST_DIMENSIONS],
            generated: self.now,
            started: 0,
        }
    }

    /// Queues the copies that `node` sends, each at the port of its channel if there is a queue per port.
    fn enqueue_copies(&mut self, place: u32, node: u32, copy: Option<Branch>) {
        let orientation = self.broadcasts[place].orientation;
        for branch in orientation.branches(self.setting.k, copy) {
            let minus = branch.direction == Direction::Minus;
            let channel = self.setting.grid().channel(node, u32::from(branch.dimension), minus);
            let queue = if self.setting.queues() > 1 { channel } else { node };
            let message = self.message_from(node, self.far[channel as usize], queue);
            self.enqueue(PendingMessage { course: Course::Copy { broadcast: place, channel, branch }, ..message });
        }
    }

    fn enqueue(&mut self, message: PendingMessage) -> u32 {
        self.next_message = after(message.number);
        self.queued += 1;
        self.pending += 1;
        let place = self.messages.put(message);
        let queue = &mut self.queues[message.queue as usize];
        if queue.first == NONE {
            queue.first = place;
        } else {
            self.messages[queue.last].behind = place;
        }
        queue.last = place;
        if queue.used < self.slots {
            self.fill.push(message.queue);
            self.promised +=
                (size_of::<Worm>() + usize::from(message.room(self.setting.grid())) * size_of::<WormHop>()) as u64;
        }
        message.number
    }

    /// Phase 2: free slots take the first message of their queue.
    pub(super) fn fill_slots(&mut self) {
        self.promised = 0;
        while let Some(number) = self.fill.pop() {
            while let Some(message) = self.next_of_queue(number) {
                self.begin(message);
            }
        }
    }

    /// The first message of a queue, if a slot is free for it: it leaves the queue.
    fn next_of_queue(&mut self, number: u32) -> Option<u32> {
        let queue = &mut self.queues[number as usize];
        if queue.used >= self.slots || queue.first == NONE {
            return None;
        }
        let place = queue.first;
        queue.first = self.messages[place].behind;
        queue.used += 1;
        Some(place)
    }

    /// A message has a slot: its header will look for a lane.
    fn begin(&mut self, place: u32) {
        let message = &mut self.messages[place];
        message.started = self.now;
        let (number, node) = (message.number, message.source);
        let room = message.room(self.setting.grid());
        let flits = match message.course {
            Course::Unicast { flits, .. } => flits,
            Course::Copy { .. } => self.setting.flits as u16,
        };
        let worm = Worm {
            message: place,
            number,
            path: self.take_path(room),
            room,
            node,
            length: 0,
            flits,
            tail: 0,
            arrives: false,
            blocked: false,
            since: 0,
            due: NONE,
            snapshot: self.now as u32,
            ahead: NOWHERE,
            last: NOWHERE,
        };
        self.headers.push((number, self.worms.put(worm)));
    }

    /// Takes places for `hops` hops of a worm; returns the first.
    fn take_path(&mut self, hops: u8) -> u32 {
        self.paths[usize::from(hops)].pop().unwrap_or_else(|| {
            let first = self.path.len();
            self.path.resize(first + usize::from(hops), WormHop::taken(NONE, 0, self.nowhere, 0));
            first as u32
        })
    }

    /// The tail of a worm has left its source: the slot is free in the next cycle.
    pub(super) fn free_slot(&mut self, worm: u32) {
        let number = self.messages[self.worms[worm].message].queue;
        let queue = &mut self.queues[number as usize];
        queue.used -= 1;
        if queue.first != NONE {
            self.fill.push(number);
        }
    }

    /// Phase 5: a message whose tail has been ejected.
    pub(super) fn complete(&mut self, worm: u32) {
        let Worm { message: at, path, room, .. } = self.worms[worm];
        self.worms.free(worm);
        self.paths[usize::from(room)].push(path);
        let message = self.messages[at];
        self.messages[at].number = NONE;
        self.messages.free(at);
        self.pending -= 1;
        self.window.delivered += 1;
        self.delivered += 1;
        let broadcast = self.broadcasts.get(message.course.broadcast()).map(|broadcast| broadcast.number);
        self.deliveries.push(Delivery {
            message: message.number,
            source: message.source,
            destination: message.destination,
            broadcast,
            generated: message.generated,
            started: message.started,
            delivered: self.now,
        });
        let Course::Copy { broadcast: place, branch, .. } = message.course else {
            self.pending_unicasts -= 1;
            return;
        };
        let broadcast = &mut self.broadcasts[place];
        broadcast.waiting -= 1;
        if broadcast.waiting > 0 {
            if self.has_room() {
                self.enqueue_copies(place, message.destination, Some(branch));
            }
            return;
        }
        // The last copy to arrive ends at a leaf: a node that has copies to send has children that do not have theirs.
        let PendingBroadcast { number, source, generated, .. } = *broadcast;
        self.completed.push(CompletedBroadcast { broadcast: number, source, generated, completed: self.now });
        broadcast.number = NONE;
        self.broadcasts.free(place);
    }
}
