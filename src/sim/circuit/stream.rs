//! Circuits that nothing hinders stream: their flits are not moved one by one.
//!
//! A circuit is *alone* while no channel that its tail has still to cross carries flits of another circuit. Then each of its lanes moves a
//! flit in every cycle, once the flits have spread over the path: with l_h flits still to cross lane h, and a buffer of d places behind it,
//!
//! ```text
//!   left_h(t+1) = left_h(t) - 1  for all h that the tail has not crossed,  if 1 <= l_(h+1) - l_h < d for all of them,        (1)
//! ```
//! for then a flit waits at each lane and has a place, and both remain so: neighbours move alike, and a lane that the tail has crossed
//! takes no more than there is. So from time s on
//!
//! ```text
//!   left_h(t) = l_h - (t - s),  and the tail crosses lane h in the cycle from t = s + l_h - 1 on.                           (2)
//! ```
//! A circuit is looked at when its flits have spread. If (1) holds, its channels stay in the list of active channels and are not visited
//! any more ([`moves`](super::moves)). Each lane is visited again for the tail, which is moved as any flit. When the flits of another
//! circuit may go over one of its channels, the circuit has the counts of (2) and goes on flit by flit; alone again, it is looked at anew.
//!
//! So a hop of such a circuit costs the same whatever M is. This is exact. It needs d > 1: else a lane moves in every other cycle.

use super::NONE;
use super::data::Lanes;
use super::lane::{Calendar, CircuitHop, NEVER, Sender, bit_of, channel_of, vc_of};
use crate::sim::channels::ChannelCounts;

/// With fewer flits to go over its first lane a circuit goes on flit by flit: there is not enough to save.
const FEWEST: u32 = 4;

impl Lanes {
    /// Flits of a circuit that have crossed a position of its path by now.
    pub(super) fn crossed(&self, circuit: u32, position: u32, now: u64) -> u32 {
        let sender = &self.senders[circuit as usize];
        let streamed = if sender.positions().contains(&position) { (now - sender.since) as u32 } else { 0 };
        self.flits - (self.hops[self.at(circuit, position)].left - streamed)
    }

    /// The lanes on which a flit moved in the last cycle.
    pub(super) fn moved(&self) -> impl Iterator<Item = u32> + '_ {
        let streaming = (0..).zip(&self.senders).flat_map(move |(circuit, sender)| {
            sender.positions().map(move |position| self.of_circuit(circuit, position))
        });
        self.moves().chain(streaming)
    }

    /// The first flit of a circuit may go.
    pub(super) fn begin_data(&mut self, circuit: u32, now: u64, tally: &mut ChannelCounts) {
        let length = self.senders[circuit as usize].length;
        for position in 0..=length {
            let at = self.at(circuit, position);
            let lane = self.hops[at].lane;
            let channel = channel_of(lane);
            let state = &mut self.channels[channel as usize];
            let others = state.sending;
            state.sending |= 1 << vc_of(lane);
            if others != 0 {
                self.senders[circuit as usize].shared += 1;
            }
            if let Some(other) = self.only(channel, others) {
                self.senders[other as usize].shared += 1;
                self.go_on_by_flits(other, now, tally);
            }
        }
        let lane = self.of_circuit(circuit, 0);
        let state = &mut self.channels[channel_of(lane) as usize];
        state.ready |= bit_of(lane, true);
        self.turns.join(channel_of(lane), state);
        self.look_later(circuit, now + u64::from(length) + 1);
    }

    /// The tail of a circuit has crossed the lane of a hop at a time; gives the circuit if that is its last one.
    pub(super) fn leave(&mut self, hop: u32, now: u64) -> Option<u32> {
        let CircuitHop { lane, .. } = self.hops[hop as usize];
        let (circuit, channel) = (self.circuit_of(lane), channel_of(lane));
        self.hops[hop as usize].lane = self.nobody;
        let state = &mut self.channels[channel as usize];
        state.sending &= !(1 << vc_of(lane));
        let others = state.sending;
        let sender = &mut self.senders[circuit as usize];
        sender.shared -= u32::from(others != 0);
        let length = sender.length;
        if let Some(other) = self.only(channel, others) {
            let sender = &mut self.senders[other as usize];
            sender.shared -= 1;
            self.look_later(other, now + 1);
        }
        (hop as usize == self.at(circuit, length)).then_some(circuit)
    }

    /// A circuit will be looked at, if it is alone. It is looked at once: an entry in the calendar for another time counts for nothing.
    fn look_later(&mut self, circuit: u32, due: u64) {
        let sender = &mut self.senders[circuit as usize];
        if sender.shared == 0 && self.depth > 1 {
            sender.due = due;
            self.calendar.0[Calendar::day(due)].push(circuit);
        }
    }

    /// Looks at the circuits that are due: those that may begin to stream, and those whose tail will cross a lane.
    pub(super) fn look(&mut self, now: u64, tally: &mut ChannelCounts) {
        let day = Calendar::day(now);
        let mut due = std::mem::take(&mut self.calendar.0[day]);
        for &circuit in &due {
            let sender = &mut self.senders[circuit as usize];
            // Entries for other times stay behind.
            if sender.due == now {
                sender.due = NEVER;
                if sender.first != NONE {
                    self.pass_tail(circuit, now, tally);
                } else if sender.shared == 0 {
                    self.begin_to_stream(circuit, now);
                }
            }
        }
        due.clear();
        self.calendar.0[day] = due;
    }

    /// A circuit that is alone streams from now on, if its flits have spread.
    fn begin_to_stream(&mut self, circuit: u32, now: u64) {
        let length = self.senders[circuit as usize].length;
        let hops = &self.hops[self.at(circuit, 0)..=self.at(circuit, length)];
        let Some(first) = hops.iter().position(|hop| hop.left > 0) else { return };
        let hops = &hops[first..];
        if hops[0].left < FEWEST {
            return;
        }
        let spread = hops.windows(2).all(|pair| (1..self.depth).contains(&(pair[1].left - pair[0].left)));
        if !spread {
            self.look_later(circuit, now + 1);
            return;
        }
        for hop in hops {
            let state = &mut self.channels[channel_of(hop.lane) as usize];
            state.take_turn();
            self.turns.visit(state.place, false);
        }
        let sender = &mut self.senders[circuit as usize];
        (sender.since, sender.first) = (now, first as u32);
        self.streaming += u64::from(length + 1 - sender.first.max(1));
        self.look_for_tail(circuit, now);
    }

    /// A circuit that streams will be looked at when its tail crosses the first of its lanes, or at the end of the calendar.
    fn look_for_tail(&mut self, circuit: u32, now: u64) {
        let Sender { since, first, .. } = self.senders[circuit as usize];
        let tail = since + u64::from(self.hops[self.at(circuit, first)].left) - 1;
        self.look_later(circuit, tail.min(now + Calendar::DAYS - 1));
    }

    /// If the tail of a circuit that streams crosses the first of its lanes in this cycle, the tail is moved as any other flit.
    fn pass_tail(&mut self, circuit: u32, now: u64, tally: &mut ChannelCounts) {
        let Sender { length, since, first, .. } = self.senders[circuit as usize];
        let at = self.at(circuit, first);
        let left = self.hops[at].left;
        if u64::from(left) == now - since + 1 {
            let hop = &mut self.hops[at];
            hop.left = 1;
            let channel = channel_of(hop.lane);
            self.stop(channel, now - since, tally);
            self.senders[circuit as usize].first = if first == length { NONE } else { first + 1 };
            if first == length {
                return;
            }
        }
        self.look_for_tail(circuit, now);
    }

    /// A lane of a channel streams no more: it has carried that number of flits since.
    fn stop(&mut self, channel: u32, flits: u64, tally: &mut ChannelCounts) {
        tally.add(channel, flits as u32);
        self.streaming -= u64::from(channel < self.network);
        self.turns.visit(self.channels[channel as usize].place, true);
    }

    /// A circuit that streams goes on flit by flit.
    fn go_on_by_flits(&mut self, circuit: u32, now: u64, tally: &mut ChannelCounts) {
        let sender = &mut self.senders[circuit as usize];
        let (positions, streamed) = (sender.positions(), now.wrapping_sub(sender.since));
        (sender.first, sender.due) = (NONE, NEVER);
        for position in positions {
            let at = self.at(circuit, position);
            let hop = &mut self.hops[at];
            hop.left -= streamed as u32;
            let channel = channel_of(hop.lane);
            self.stop(channel, streamed, tally);
        }
    }

    /// Counts what circuits that stream have carried by now.
    pub(super) fn count_streamed(&mut self, now: u64, tally: &mut ChannelCounts) {
        for circuit in 0..self.senders.len() as u32 {
            let sender = &mut self.senders[circuit as usize];
            let (positions, streamed) = (sender.positions(), now.wrapping_sub(sender.since) as u32);
            if !positions.is_empty() {
                sender.since = now;
            }
            for position in positions {
                let at = self.at(circuit, position);
                let hop = &mut self.hops[at];
                hop.left -= streamed;
                tally.add(channel_of(hop.lane), streamed);
            }
        }
    }
}
