//! Which flits move in a cycle.
//!
//! A flit may cross a channel on a lane when one stands ready at the near end and the buffer at the far end is empty or sends its own
//! flit in the same cycle. That second case makes channels depend on each other along a worm:
//!
//! ```text
//!   channel a --[full]--> channel b --[full]--> channel c --[full]--> eject
//!   a may carry a flit of the worm  <-  b carries the worm's  <-  c carries the worm's  <-  always
//! ```
//! So a channel is decided after the channels it depends on, by following the worms onward. The turns of the lanes can close
//! such a chain to a ring: a waits for b, b would first serve another worm, which waits for a. A channel that is asked about
//! while it is itself being decided answers no. That is safe, for a no only leaves a flit where it is, and rare, for it takes two
//! worms that share two channels in opposite order.

use super::Network;
use super::lane::{Onward, Place};

/// What is known in this cycle about the lane that a physical channel serves.
#[derive(Clone, Copy)]
enum Decision {
    /// Not looked at yet.
    Open,
    /// Asking the channels it depends on.
    Pending,
    /// The lane served, if any can move.
    Made(Option<u32>),
}

impl Network {
    /// Phase 4: decides every move from the state at the start of the cycle, then makes them. Gives the messages whose tail was ejected.
    pub(super) fn transfer(&mut self) -> Vec<u32> {
        let busy: Vec<u32> =
            (0..).zip(&self.channels).filter(|(_, state)| state.taken > 0).map(|(channel, _)| channel).collect();

        let mut plan = vec![Decision::Open; self.channels.len()];
        let crossing: Vec<u32> = busy.iter().filter_map(|&channel| self.decide(channel, &mut plan)).collect();
        let ejecting: Vec<u32> =
            busy.iter().flat_map(|&channel| self.lanes_of(channel)).filter(|&l| self.ejects(l)).collect();

        for channel in busy {
            let lanes = self.lanes_of(channel);
            self.lanes[lanes.start as usize..lanes.end as usize].iter_mut().for_each(|lane| lane.moved = false);
        }
        crossing.iter().for_each(|&lane| self.cross(lane));
        ejecting.iter().filter_map(|&lane| self.eject(lane)).collect()
    }

    fn lanes_of(&self, channel: u32) -> std::ops::Range<u32> {
        channel * self.config.vcs..(channel + 1) * self.config.vcs
    }

    /// The lane that a channel serves in this cycle: the first that can move, counted from the one after the last served.
    fn decide(&self, channel: u32, plan: &mut [Decision]) -> Option<u32> {
        match plan[channel as usize] {
            Decision::Made(lane) => return lane,
            Decision::Pending => return None,
            Decision::Open => plan[channel as usize] = Decision::Pending,
        }
        let vcs = self.config.vcs;
        let last = self.channels[channel as usize].last;
        let turns = (1..=vcs).map(|turn| channel * vcs + (last + turn) % vcs);
        let served = turns.into_iter().find(|&lane| self.can_cross(lane, plan));
        plan[channel as usize] = Decision::Made(served);
        served
    }

    /// Whether a flit is ready for this lane and will find room in its buffer.
    fn can_cross(&self, lane: u32, plan: &mut [Decision]) -> bool {
        let state = &self.lanes[lane as usize];
        let ready = match state.upstream {
            Place::Nowhere => false,
            Place::Port(_) => state.crossed < self.config.flits,
            Place::Lane(previous) => {
                // A free lane upstream may already carry another message: this one has all its flits then.
                state.crossed < self.config.flits && self.lanes[previous as usize].held == 1
            }
        };
        let room = state.held == 0
            || match state.onward {
                Onward::Unrouted => false,
                Onward::Eject => true,
                Onward::Lane(next) => ready && self.decide(next / self.config.vcs, plan) == Some(next),
            };
        ready && room
    }

    fn ejects(&self, lane: u32) -> bool {
        let state = &self.lanes[lane as usize];
        state.onward == Onward::Eject && state.held == 1
    }

    /// Moves a flit over the channel of a lane into its buffer.
    fn cross(&mut self, lane: u32) {
        let vcs = self.config.vcs;
        self.counts.crossings += 1;
        self.channels[(lane / vcs) as usize].last = lane % vcs;
        let state = &mut self.lanes[lane as usize];
        state.crossed += 1;
        state.held += 1;
        state.moved = true;
        let (upstream, header, number) = (state.upstream, state.crossed == 1, state.message);
        if header
            && state.onward == Onward::Unrouted
            && let Some(number) = number
            && let Some(message) = self.messages.get_mut(&number)
        {
            message.header = Place::Lane(lane);
            self.routing.insert(number);
        }
        match upstream {
            Place::Nowhere => {}
            Place::Lane(previous) => self.leave(previous),
            Place::Port(port) => {
                self.counts.flits_sent += 1;
                let slot = &mut self.ports[port as usize].slot;
                if let Some(sending) = slot {
                    sending.sent += 1;
                    if sending.sent == self.config.flits {
                        *slot = None;
                    }
                }
            }
        }
    }

    /// Takes a flit out of the network; gives the message if it was the tail.
    fn eject(&mut self, lane: u32) -> Option<u32> {
        self.counts.flits_ejected += 1;
        let number = self.lanes[lane as usize].message;
        self.leave(lane);
        if self.lanes[lane as usize].message.is_none() { number } else { None }
    }

    /// Takes a flit out of the buffer of a lane. The tail flit frees the lane, for headers that look for one in the next cycle.
    fn leave(&mut self, lane: u32) {
        let state = &mut self.lanes[lane as usize];
        state.held -= 1;
        if state.crossed == self.config.flits && state.held == 0 {
            *state = Default::default();
            self.channels[(lane / self.config.vcs) as usize].taken -= 1;
        }
    }
}
