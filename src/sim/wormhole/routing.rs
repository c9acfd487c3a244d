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
//! Headers try in the order in which their messages were generated. The first hop of a unicast follows the same rules: the port
//! whose queue it joined does not bind it. (Were it to join only the queues of useful ports, messages for one channel would more
//! often wait behind each other than share it, and the mean latencies at moderate load would be 1 to 3 % lower.)

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

/// The channel along the lowest unfinished dimension, and which of its two escape lanes is the message's.
fn escape_channel(torus: Torus, message: &Message, at: u32) -> Option<(u32, u32)> {
    let useful = |d| useful_direction(torus, message, at, d).map(|direction| (d, direction));
    let (dimension, direction) = (0..torus.n).find_map(useful)?;
    let (from, to) = (torus.coordinate(at, dimension), torus.coordinate(message.destination, dimension));
    let class = if must_wrap(from, to, direction) { 0 } else { 1 };
    Some((torus.channel(at, dimension, direction), class))
}

/// The channels out of `at` that bring the message nearer, by dimension.
fn useful_channels(torus: Torus, message: &Message, at: u32) -> Vec<u32> {
    let channel = |d| useful_direction(torus, message, at, d).map(|direction| torus.channel(at, d, direction));
    (0..torus.n).filter_map(channel).collect()
}

/// The node at the far end of a channel.
fn far_end(torus: Torus, channel: u32) -> u32 {
    let (node, dimension, direction) = torus.channel_parts(channel);
    torus.neighbour(node, dimension, direction)
}

impl Network {
    /// Phase 3: every header that needs a lane tries to take one, the oldest message first.
    pub(super) fn route_headers(&mut self) {
        let waiting: Vec<u32> = self.routing.iter().copied().collect();
        for number in waiting {
            let Some(&message) = self.messages.get(&number) else { continue };
            let at = match message.header {
                Place::Lane(lane) => far_end(self.config.torus, lane / self.config.vcs),
                Place::Port(_) | Place::Nowhere => message.source,
            };
            let taken = match message.header {
                Place::Port(port) if message.broadcast.is_some() => self.draw_free_lane(&[port], 0),
                _ => {
                    let useful = useful_channels(self.config.torus, &message, at);
                    self.draw_free_lane(&useful, 2).or_else(|| self.escape(&message, at))
                }
            };
            if let Some(lane) = taken {
                self.take(lane, number, &message);
            }
        }
    }

    /// A free lane of these channels from virtual channel `first` on, all equally likely.
    fn draw_free_lane(&mut self, channels: &[u32], first: u32) -> Option<u32> {
        let vcs = self.config.vcs;
        let lanes = channels.iter().flat_map(|channel| channel * vcs + first..(channel + 1) * vcs);
        let free: Vec<u32> = lanes.filter(|&lane| self.lanes[lane as usize].message.is_none()).collect();
        if free.is_empty() { None } else { Some(free[self.random.random_range(0..free.len() as u32) as usize]) }
    }

    /// The escape lane of the message, if it is free.
    fn escape(&self, message: &Message, at: u32) -> Option<u32> {
        let (channel, class) = escape_channel(self.config.torus, message, at)?;
        let lane = channel * self.config.vcs + class;
        self.lanes[lane as usize].message.is_none().then_some(lane)
    }

    fn take(&mut self, lane: u32, number: u32, message: &Message) {
        let end = far_end(self.config.torus, lane / self.config.vcs);
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{BTreeMap, BTreeSet};

    /// A worm that holds the escape lane at the start of an arrow may ask for the one at its end, at once or after any hops on
    /// adaptive lanes. Whether these arrows close a ring.
    fn may_deadlock(torus: Torus, class: impl Fn(u32) -> u32) -> bool {
        let mut arrows: BTreeMap<(u32, u32), BTreeSet<(u32, u32)>> = BTreeMap::new();
        for (source, destination, ties) in (0..torus.nodes())
            .flat_map(|source| (0..torus.nodes()).map(move |destination| (source, destination)))
            .flat_map(|(source, destination)| (0..1 << torus.n).map(move |ties| (source, destination, ties)))
        {
            let message = Message { source, destination, ties, generated: 0, broadcast: None, header: Place::Nowhere };
            let Some((channel, own)) = escape_channel(torus, &message, source) else { continue };
            let mut reached = BTreeSet::new();
            let mut open = vec![far_end(torus, channel)];
            while let Some(at) = open.pop() {
                if !reached.insert(at) {
                    continue;
                }
                open.extend(useful_channels(torus, &message, at).into_iter().map(|channel| far_end(torus, channel)));
                if let Some((next, its)) = escape_channel(torus, &message, at) {
                    arrows.entry((channel, class(own))).or_default().insert((next, class(its)));
                }
            }
        }
        // Lanes without an arrow to another one wait for nobody; take them away until none is left, or only rings.
        loop {
            let before = arrows.len();
            let waiting: BTreeSet<_> = arrows.keys().copied().collect();
            arrows.retain(|_, to| to.iter().any(|lane| waiting.contains(lane)));
            if arrows.len() == before {
                return before > 0;
            }
        }
    }

    #[test]
    fn escape_lanes_never_wait_in_a_ring_and_without_datelines_they_would() {
        for torus in [(3, 2), (4, 2), (5, 2), (6, 2), (7, 2), (8, 2), (4, 3)].map(|(k, n)| Torus { k, n }) {
            assert!(!may_deadlock(torus, |class| class), "{torus:?}");
            // On a ring of three nobody moves two hops, so nobody holds one channel of it and asks for another.
            assert_eq!(may_deadlock(torus, |_| 0), torus.k > 3, "{torus:?}");
        }
    }
}
