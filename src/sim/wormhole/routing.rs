//! Which lane a header takes: Duato's fully adaptive, minimal routing.
//!
//! * A unicast takes a free adaptive lane, uniformly drawn from those of all useful channels: the channels that bring it
//!   nearer. If both ways round a ring are equally short, it keeps to the one that it drew when it was generated.
//! * If no adaptive lane is free, it takes the escape lane of its lowest unfinished dimension, if that is free: lane 0 while it
//!   still has to cross the wrap-around link of that ring, lane 1 otherwise. The class follows from the position, not from the
//!   way that led there: a worm may have crossed the link on an adaptive lane. Escape lanes alone would be dimension-order
//!   routing with datelines, which has no cycle of waiting, so no worm waits for ever.
//! * A one-step copy of a broadcast takes any free lane of its own channel, uniformly drawn. It holds no other channel
//!   while it waits.
//! * Otherwise the header waits and tries all of these again in the next cycle.
//!
//! Headers try in the order in which their messages were generated. The first hop follows the same rules: the port whose queue
//! a unicast joined does not bind it. Only the lanes of a copy are those of its port.

use super::lane::{Onward, Place};
use super::{Message, Network};
use crate::topology::torus::{Direction, Torus};
use rand::RngExt;

/// The direction in which `message` still has to move along `dimension` when its header is at `at`.
fn useful_direction(torus: Torus, message: &Message, at: u32, dimension: u32) -> Option<Direction> {
    let k = torus.k;
    let ahead = (torus.coordinate(message.destination, dimension) + k - torus.coordinate(at, dimension)) % k;
    match (2 * ahead).cmp(&k) {
        _ if ahead == 0 => None,
        std::cmp::Ordering::Less => Some(Direction::Plus),
        std::cmp::Ordering::Greater => Some(Direction::Minus),
        std::cmp::Ordering::Equal => Some(Direction::BOTH[(message.ties >> dimension & 1) as usize]),
    }
}

/// Whether a message has yet to cross the wrap-around link of a ring, going from one coordinate to another.
const fn must_wrap(from: u32, to: u32, direction: Direction) -> bool {
    match direction {
        Direction::Plus => to < from,
        Direction::Minus => to > from,
    }
}

impl Network {
    /// Phase 3: every header that needs a lane tries to take one, the oldest message first.
    pub(super) fn route_headers(&mut self) {
        let waiting: Vec<u32> = self.routing.iter().copied().collect();
        for number in waiting {
            let message = self.messages[&number];
            let at = match message.header {
                Place::Lane(lane) => self.far_end(lane),
                Place::Port(_) | Place::Nowhere => message.source,
            };
            let taken = match message.header {
                Place::Port(port) if message.broadcast.is_some() => self.draw_free_lane(&[port], 0),
                _ => self.draw_free_lane(&self.useful_channels(&message, at), 2).or_else(|| self.escape(&message, at)),
            };
            if let Some(lane) = taken {
                self.take(lane, number, &message);
            }
        }
    }

    /// The channels out of `at` that bring the message nearer, by dimension.
    pub(super) fn useful_channels(&self, message: &Message, at: u32) -> Vec<u32> {
        let torus = self.config.torus;
        let channel = |d| useful_direction(torus, message, at, d).map(|direction| torus.channel(at, d, direction));
        (0..torus.n).filter_map(channel).collect()
    }

    /// A free lane of these channels from virtual channel `first` on, all equally likely.
    fn draw_free_lane(&mut self, channels: &[u32], first: u32) -> Option<u32> {
        let vcs = self.config.vcs;
        let lanes = channels.iter().flat_map(|channel| channel * vcs + first..(channel + 1) * vcs);
        let free: Vec<u32> = lanes.filter(|&lane| self.lanes[lane as usize].message.is_none()).collect();
        if free.is_empty() { None } else { Some(free[self.random.random_range(0..free.len() as u32) as usize]) }
    }

    /// The escape lane of the lowest unfinished dimension, if it is free.
    fn escape(&self, message: &Message, at: u32) -> Option<u32> {
        let torus = self.config.torus;
        let useful = |d| useful_direction(torus, message, at, d).map(|direction| (d, direction));
        let (dimension, direction) = (0..torus.n).find_map(useful)?;
        let (from, to) = (torus.coordinate(at, dimension), torus.coordinate(message.destination, dimension));
        let class = if must_wrap(from, to, direction) { 0 } else { 1 };
        let lane = torus.channel(at, dimension, direction) * self.config.vcs + class;
        self.lanes[lane as usize].message.is_none().then_some(lane)
    }

    fn take(&mut self, lane: u32, number: u32, message: &Message) {
        let end = self.far_end(lane);
        let taken = &mut self.lanes[lane as usize];
        taken.message = Some(number);
        taken.upstream = message.header;
        taken.onward = if end == message.destination { Onward::Eject } else { Onward::Unrouted };
        self.channels[(lane / self.config.vcs) as usize].taken += 1;
        if let Place::Lane(previous) = message.header {
            self.lanes[previous as usize].onward = Onward::Lane(lane);
        }
        self.routing.remove(&number);
    }

    /// The node at the far end of a lane.
    fn far_end(&self, lane: u32) -> u32 {
        let torus = self.config.torus;
        let (node, dimension, direction) = torus.channel_parts(lane / self.config.vcs);
        torus.neighbour(node, dimension, direction)
    }
}
