//! The choice of a lane for a header.
//!
//! Under adaptive routing, Duato's fully adaptive and minimal one:
//! * A unicast takes a free adaptive lane of the useful channels, those that bring it nearer; which one, says
//!   [`Select`]. If both ways round a ring are equally short, it keeps to the one that it drew when it was generated.
//! * If no adaptive lane is free, it takes the escape lane of its lowest unfinished dimension, if that is free: lane 0 while it
//!   still has to cross the wrap-around link of that ring, lane 1 otherwise. The class follows from the position, not from the
//!   way that led there: a worm may have crossed the link on an adaptive lane. Escape lanes alone would be dimension-order
//!   routing with datelines, which has no cycle of waiting, so no worm waits for ever. A ring of two nodes needs one class only.
//!
//! In dimension order a unicast takes a free lane of the channel of its lowest unfinished dimension, any of those of its class: the class
//! of the escape lane above, with all V lanes divided between the two. In a mesh there is one class. Valiant's routing is dimension order
//! to a node drawn when the message was generated, and from there to the destination; each of the two parts has lanes of its own.
//!
//! By allowed turns a unicast takes a free lane of the useful channels that the turns of its quadrant open, as under adaptive routing, but
//! without escape lanes. A set of turns that leaves a circle of channels can deadlock.
//!
//! Under each of them:
//! * A one-step copy of a broadcast takes any free lane of its own channel, uniformly drawn. It holds no other channel
//!   while it waits.
//! * Otherwise the header waits and tries all of these again in the next cycle.
//!
//! Headers try in the order in which their messages were generated. The first hop of a unicast follows the same rules: the port
//! whose queue it joined does not bind it. (Were it to join only the queues of useful ports, messages for one channel would more
//! often wait behind each other than share it, and the mean latencies at moderate load would be 1 to 3 % lower.)
//!
//! A number is drawn only where there is a choice. A header that has found no lane need not look again before a lane of its node
//! has become free: the answer would be the same.

use super::message::{Course, NONE, PendingMessage};
use super::setting::{MOST_DIMENSIONS, Select};
use super::worm::WormHop;
use super::{Network, bit};
use rand::RngExt;

/// A channel out of a node, and the free virtual channels of it that a header may take.
#[derive(Clone, Copy, Default)]
struct Offer {
    channel: u32,
    free: u16,
    /// Those that are taken, of all V.
    taken: u16,
    /// The number of lanes that are free for it.
    count: u32,
}

impl Network {
    /// Phase 3: every header that needs a lane tries to take one, the oldest message first.
    pub(super) fn route_headers(&mut self) {
        if !self.headers.is_empty() {
            self.looking.append(&mut self.headers);
            // The age of a message is how far its number lies behind the next one, also when numbers have begun again.
            let next = self.next_message;
            self.looking.sort_unstable_by_key(|(number, _)| number.wrapping_sub(next));
        }
        let mut left = 0;
        for index in 0..self.looking.len() {
            let header = self.looking[index];
            self.looking[left] = header;
            left += usize::from(!self.route(header.1));
        }
        self.looking.truncate(left);
    }

    /// Tries to find a lane for a header. True if it did.
    fn route(&mut self, worm: u32) -> bool {
        let now = self.now as u32;
        let state = self.worms[worm];
        if state.blocked && self.freed[state.node as usize] != now {
            return false;
        }
        let message = self.messages[state.message];
        let bound = message.course.channel();
        let (left, lane) = if bound != NONE {
            let free = !self.channels[bound as usize].taken() & self.all;
            (0, self.draw_bit(free).map(|vc| (bound, vc)))
        } else if self.setting.routing.chooses() {
            self.find(&message, state.node)
        } else {
            self.find_in_order(&message, state.node)
        };
        let hops = match (bound == NONE, state.length) {
            (false, _) => &mut self.window.copies,
            (true, 0) => &mut self.window.first[left - 1],
            (true, _) => &mut self.window.further[left - 1],
        };
        hops.asked += u64::from(!state.blocked);
        if let Some((channel, vc)) = lane {
            if state.blocked {
                hops.resumed += 1;
                hops.waited += u64::from(now.wrapping_sub(state.since));
            }
            self.take(worm, channel, vc);
            return true;
        }
        if !state.blocked {
            hops.blocked += 1;
            let state = &mut self.worms[worm];
            (state.blocked, state.since) = (true, now);
            self.close(worm);
        }
        false
    }

    /// The number of dimensions that a unicast has left at a node, and the lane that it takes.
    #[inline]
    fn find(&mut self, message: &PendingMessage, node: u32) -> (usize, Option<(u32, u32)>) {
        let mut offers = [Offer::default(); MOST_DIMENSIONS];
        let (mut left, mut open, mut lowest) = (0, 0, None);
        for (dimension, &hops) in (0..self.setting.n).zip(&message.hops) {
            left += usize::from(hops != 0);
            if hops != 0 && self.setting.opens(&message.hops, dimension) {
                let channel = self.setting.grid().channel(node, dimension, hops < 0);
                let taken = self.channels[channel as usize].taken();
                let free = !taken & self.adaptive;
                offers[open] = Offer { channel, free, taken, count: free.count_ones() };
                lowest = lowest.or(Some((dimension, channel)));
                open += 1;
            }
        }
        let adaptive = match self.setting.select {
            Select::Random => self.draw_lane(&offers[..open]),
            Select::Channel => self.draw_channel(&mut offers[..open], u32::MAX),
            Select::Spread => {
                let busy =
                    offers[..open].iter().filter(|offer| offer.free != 0).map(|offer| offer.taken.count_ones()).min();
                busy.and_then(|busy| self.draw_channel(&mut offers[..open], busy))
            }
        };
        if adaptive.is_some() || !self.setting.routing.is_adaptive() {
            return (left, adaptive);
        }
        let Some((dimension, channel)) = lowest else { return (left, None) };
        let class = self.escape_class(node, dimension, message.hops[dimension as usize]);
        let free = self.channels[channel as usize].taken() & bit(class) == 0;
        self.window.escapes += u64::from(free);
        (left, free.then_some((channel, class)))
    }

    /// The number of dimensions that a unicast has left at a node, and the lane that it takes in dimension order.
    #[inline(never)]
    fn find_in_order(&mut self, message: &PendingMessage, node: u32) -> (usize, Option<(u32, u32)>) {
        let left = message.hops.iter().filter(|hops| **hops != 0).count();
        let lowest = (0..).zip(message.hops).find(|(_, hops)| *hops != 0);
        let lane = lowest.and_then(|(dimension, hops)| {
            let channel = self.setting.grid().channel(node, dimension, hops < 0);
            let group = self.groups_of(message)[self.escape_class(node, dimension, hops) as usize];
            let free = !self.channels[channel as usize].taken() & group;
            self.draw_bit(free).map(|vc| (channel, vc))
        });
        (left, lane)
    }

    /// The lanes that a unicast may take in dimension order, by the class of the dateline.
    const fn groups_of(&self, message: &PendingMessage) -> [u16; 2] {
        self.groups[(message.course.via() != NONE) as usize]
    }

    /// The channels of which a unicast at a node would take a lane, each with the mask of those lanes.
    pub(super) fn open_to(&self, message: &PendingMessage, node: u32) -> impl Iterator<Item = (u32, u16)> {
        let hops = message.hops;
        let opens = move |(dimension, left): &(u32, i8)| *left != 0 && self.setting.opens(&hops, *dimension);
        let left = (0..self.setting.n).zip(hops).filter(opens);
        let adaptive = self.setting.routing.chooses();
        let groups = self.groups_of(message);
        left.take(if adaptive { usize::MAX } else { 1 }).enumerate().map(move |(place, (dimension, hops))| {
            let channel = self.setting.grid().channel(node, dimension, hops < 0);
            let class = self.escape_class(node, dimension, hops);
            let lanes = match (adaptive, place) {
                // Of the lowest dimension the escape lane too. By allowed turns all lanes are in `adaptive`.
                (true, 0) => self.adaptive | bit(class),
                (true, _) => self.adaptive,
                (false, _) => groups[class as usize],
            };
            (channel, lanes)
        })
    }

    /// The escape lane of a message with `hops` hops left along a dimension.
    fn escape_class(&self, node: u32, dimension: u32, hops: i8) -> u32 {
        let end = self.setting.grid().coordinate(node, dimension) as i32 + i32::from(hops);
        let wraps = !(0..self.setting.k as i32).contains(&end);
        if wraps || self.setting.classes() == 1 { 0 } else { 1 }
    }

    /// Any free lane, all equally likely.
    fn draw_lane(&mut self, offers: &[Offer]) -> Option<(u32, u32)> {
        let mut index = self.draw(offers.iter().map(|offer| offer.count).sum())?;
        for offer in offers {
            if index < offer.count {
                return Some((offer.channel, nth_bit(offer.free, index)));
            }
            index -= offer.count;
        }
        None
    }

    /// Any channel that has a free lane and not more than `busy` that are not, all equally likely, and any free lane of it.
    fn draw_channel(&mut self, offers: &mut [Offer], busy: u32) -> Option<(u32, u32)> {
        let fits = |offer: &&Offer| offer.free != 0 && offer.taken.count_ones() <= busy;
        let index = self.draw(offers.iter().filter(fits).count() as u32)?;
        let offer = *offers.iter().filter(fits).nth(index as usize)?;
        self.draw_bit(offer.free).map(|vc| (offer.channel, vc))
    }

    /// Any bit of a mask, all equally likely.
    fn draw_bit(&mut self, mask: u16) -> Option<u32> {
        self.draw(mask.count_ones()).map(|index| nth_bit(mask, index))
    }

    #[inline]
    fn draw(&mut self, choices: u32) -> Option<u32> {
        match choices {
            0 => None,
            1 => Some(0),
            _ => Some(self.routing.random_range(0..choices)),
        }
    }

    #[inline]
    fn take(&mut self, worm: u32, channel: u32, vc: u32) {
        let now = self.now as u32;
        let (lane, own) = (channel << self.shift | vc, bit(vc));
        let taken = self.channels[channel as usize].taken();
        self.occupy(channel, taken | own, now);
        if taken.is_power_of_two() && self.streaming {
            self.join(channel << self.shift | taken.trailing_zeros());
        }
        let resumes = self.worms[worm].blocked;
        if resumes {
            self.take_snapshot(worm);
        }

        let node = self.far[channel as usize];
        let message = &mut self.messages[self.worms[worm].message];
        let via = message.course.via();
        let arrives = node == message.destination && via == NONE;
        if message.course.channel() == NONE {
            let port = channel % self.ports;
            let (dimension, _) = self.setting.grid().direction(port);
            let hops = &mut message.hops[dimension as usize];
            *hops -= hops.signum();
        }
        if node == via {
            self.turn_to_destination(worm);
        }
        let state = &mut self.worms[worm];
        let (before, hop) = (state.length, state.length + 1);
        (state.length, state.node, state.blocked, state.arrives) = (hop, node, false, arrives);
        let (number, tail) = (state.number, state.tail);
        let place = state.path + u32::from(before);
        let step = place as usize;
        self.path[step] = WormHop::taken(worm, hop, lane, now);
        self.lanes[lane as usize] = place;
        let before_alone = before > 0 && self.path[step - 1].station && self.is_alone(self.path[step - 1].lane);
        if resumes || before_alone {
            self.relink(worm);
        } else if taken != 0 || self.is_station(lane, hop, false) {
            self.append_station(worm);
        } else if tail == before {
            self.follow_tail(worm);
        }
        if !arrives && !self.path[step].station {
            // It crosses in this cycle.
            self.headers.push((number, worm));
        }
    }

    /// The header of a worm takes the last channel to the node that it goes to first.
    #[cold]
    fn turn_to_destination(&mut self, worm: u32) {
        let ties = self.routing.random();
        let place = self.worms[worm].message;
        let message = &self.messages[place];
        let hops = self.hops(message.course.via(), message.destination, ties);
        let course = Course::Unicast { via: NONE, flits: self.worms[worm].flits };
        (self.messages[place].hops, self.messages[place].course) = (hops, course);
    }

    /// A second worm takes a lane of a channel that the worm of this lane had to itself.
    fn join(&mut self, lane: u32) {
        let &WormHop { worm, hop, station, .. } = self.step_on(lane);
        let state = &self.worms[worm];
        if hop <= state.tail || station {
            return;
        }
        if hop == state.length && !state.arrives && self.crossed_at(worm, hop, self.now as u32) == 0 {
            // Its header was to cross in this cycle. Now it has to wait for its turn.
            self.headers.retain(|&(_, header)| header != worm);
        }
        self.relink(worm);
    }
}

/// The position of a set bit, counted from the lowest one.
#[inline]
const fn nth_bit(mask: u16, index: u32) -> u32 {
    let (mut mask, mut index) = (mask, index);
    while index > 0 {
        mask &= mask - 1;
        index -= 1;
    }
    mask.trailing_zeros()
}
