//! The moves of flits in a cycle.
//!
//! A flit may cross a channel on a lane when one stands ready at the near end and the buffer at the far end has room or, with
//! [`Credit::Same`](super::Credit::Same), sends a flit in the same cycle. So channels depend on each other along a worm:
//!
//! ```text
//!   channel a --[full]--> channel b --[full]--> channel c --[full]--> eject
//!   a may carry a flit of the worm  <-  b carries the worm's  <-  c carries the worm's  <-  always
//! ```
//! So a channel is decided after the channels it depends on, by following the worms onward. The turns of the lanes can close
//! such a chain to a ring: a waits for b, b would first serve another worm, which waits for a. A channel that is asked about
//! while it is itself being decided answers no. That is safe, for a no only leaves a flit where it is, and rare, for it takes two
//! worms that share two channels in opposite order.
//!
//! With [`Injection::One`] a node looks at its lanes, vc after vc and port after port in each, from place now mod (ports V) on and around.
//! So it meets its channels with a flit ready in a slot in some order, in which they are decided, before its others. The first that serves
//! such a flit has the node's flit for this cycle. [`Injection::One`] says why it is this order.
//!
//! Without that limit, channels on which several worms have lanes are decided first, in ascending order. A channel with one worm only
//! has no choice: it passes the question on, and carries a flit if it can when all others are decided. The engine computes those in
//! closed form ([`stream`](super::stream)) and looks at the lanes of the others, the *stations*, one by one.
//!
//! # How it is computed
//! Masks say at which stations of a channel a flit is ready and which have room, so the lane whose turn it is comes from a few operations
//! on bits. A channel with nothing ready is not visited. Channels whose turn is with a lane that has room depend on no other and
//! are decided first, without a branch: what flits do is hard to predict, and a wrong guess costs more than the arithmetic. All decisions
//! come before the first move, so each is taken from the state at the start of the cycle. The moves are made in the same way: what only
//! some of them need goes to lists that are worked off afterwards.

use super::setting::Injection;
use super::worm::{FlitArrival, IDLE, NOWHERE, WormHop};
use super::{Network, bit};

/// The first lane of a mask in turn, counted from the one after the last served.
const fn in_turn(mask: u16, last: u8) -> u32 {
    let later = mask & (0xfffe_u32 << last) as u16;
    (if later != 0 { later } else { mask }).trailing_zeros()
}

impl Network {
    /// Phase 4: decides every move from the state at the start of the cycle, then makes them.
    pub(super) fn transfer(&mut self) {
        self.stamp = (self.now + 1) as u32;
        if self.setting.injection == Injection::One {
            self.decide_by_node()
        } else {
            self.decide_all()
        }
        self.let_eject();

        if !self.moves.is_empty() || self.streams > 0 {
            self.last_progress = self.now;
        }
        if !self.moves.is_empty() {
            let moves = std::mem::take(&mut self.moves);
            self.move_flits(&moves);
            if self.blinks {
                self.fill_last_buffers(&moves);
            }
            self.moves = moves;
            self.moves.clear();
        }
        self.let_arrive();
        self.pass_tails();
    }

    /// Decides every channel that has a flit ready: those that depend on no other, and then the others in ascending order.
    fn decide_all(&mut self) {
        let hard = self.decide_easy();
        self.hard[..hard].sort_unstable();
        for shared in [true, false] {
            for index in 0..hard {
                let channel = self.hard[index];
                let state = &self.channels[channel as usize];
                if state.stamp != self.stamp && state.taken().is_power_of_two() != shared {
                    self.decide(channel);
                }
            }
        }
    }

    /// Decides the active channels whose turn is with a lane that has room, and those without a candidate: they depend on no other.
    /// Lists the others, and gives how many there are. A channel with nothing ready is active no longer.
    fn decide_easy(&mut self) -> usize {
        let (shift, mask, stamp) = (self.shift, self.vc_mask, self.stamp);
        let count = self.active_count;
        self.moves.resize(count, 0);
        let (to_move, to_ask) = (&mut self.moves[..count], &mut self.hard[..count]);
        let (channels, active) = (&mut self.channels[..], &mut self.active[..count]);
        let (mut moves, mut hard, mut stay) = (0, 0, 0);
        for index in 0..count {
            let channel = active[index];
            let state = &mut channels[channel as usize];
            let candidates = state.candidates();
            let vc = in_turn(candidates, state.last);
            // Without a candidate vc is 16, which has no room.
            let serves = u32::from(state.room()) >> vc & 1;
            let asks = u32::from(candidates != 0) ^ serves;
            state.served = vc as u8 | (serves as u8).wrapping_sub(1);
            // One that is not decided yet has the stamp of the cycle before.
            state.stamp = stamp.wrapping_sub(asks);
            state.active = state.ready() != 0;
            to_move[moves] = channel << shift | vc & mask;
            moves += serves as usize;
            to_ask[hard] = channel;
            hard += asks as usize;
            active[stay] = channel;
            stay += usize::from(state.active);
        }
        self.moves.truncate(moves);
        self.active_count = stay;
        hard
    }

    /// Moves flits where a node sends one in a cycle: node by node, each with its channels in the order of this cycle.
    fn decide_by_node(&mut self) {
        let mut turns = std::mem::take(&mut self.hard);
        for node in 0..self.nodes {
            for &channel in self.list_by_turn(node, &mut turns) {
                if self.channels[channel as usize].stamp != self.stamp {
                    self.ask_onward(channel, self.channels[channel as usize].candidates());
                }
            }
        }
        self.hard = turns;
    }

    /// Lists the channels of a node with a flit ready: those with one in a slot, in the order in which it meets them, then the others.
    fn list_by_turn<'a>(&self, node: u32, list: &'a mut [u32]) -> &'a [u32] {
        let (ports, places, mut count) = (self.ports, self.ports * self.setting.vcs, 0);
        let start = (self.now % u64::from(places)) as u32;
        let ready = |port: &u32| self.channels[(node * ports + port) as usize].ready();
        for port in (0..ports).filter(|port| ready(port) != 0) {
            let (lanes, ready) = ((node * ports + port) << self.shift, ready(&port));
            let sends = |vc: &u32| ready & bit(*vc) != 0 && self.step_on(lanes | vc).hop == 1;
            let turns = (0..self.setting.vcs).filter(sends).map(|vc| (vc * ports + port + places - start) % places);
            // The port comes with the turn, to be sorted by it.
            list[count] = turns.min().unwrap_or(places) * ports + port;
            count += 1;
        }
        let list = &mut list[..count];
        list.sort_unstable();
        list.iter_mut().for_each(|entry| *entry = node * ports + *entry % ports);
        list
    }

    /// Decides which lane a channel serves in this cycle: the first that can move, counted from the one after the last served.
    #[inline]
    fn decide(&mut self, channel: u32) {
        let state = &self.channels[channel as usize];
        let candidates = state.candidates();
        let vc = in_turn(candidates, state.last);
        let next = self.path[self.step_on(channel << self.shift | vc).next as usize].lane;
        let onward = &self.channels[(next >> self.shift) as usize];
        if onward.stamp == self.stamp && u32::from(onward.served) == next & self.vc_mask {
            self.serve(channel, vc);
        } else {
            self.ask_onward(channel, candidates);
        }
    }

    #[inline]
    fn serve(&mut self, channel: u32, vc: u32) {
        let state = &mut self.channels[channel as usize];
        (state.stamp, state.served) = (self.stamp, vc as u8);
        self.moves.push(channel << self.shift | vc);
    }

    /// Decides a channel and those that it depends on.
    fn ask_onward(&mut self, channel: u32, candidates: u16) {
        let mut asked = std::mem::take(&mut self.asked);
        self.open(channel);
        asked.push((channel, candidates));
        while let Some(&mut (channel, ref mut candidates)) = asked.last_mut() {
            if *candidates == 0 {
                asked.pop();
                continue;
            }
            let state = &self.channels[channel as usize];
            let vc = in_turn(*candidates, state.last);
            let step = self.step_on(channel << self.shift | vc);
            let room = state.room() & bit(vc) != 0;
            let next = self.path[step.next as usize].lane;
            let onward = next >> self.shift;
            if !room && self.channels[onward as usize].stamp != self.stamp {
                // First the channel that it depends on, then this lane again.
                let asks = (onward, self.channels[onward as usize].candidates());
                self.open(onward);
                asked.push(asks);
                continue;
            }
            let moves = room || u32::from(self.channels[onward as usize].served) == next & self.vc_mask;
            let node = self.near[channel as usize] as usize;
            let limited = step.hop == 1 && self.setting.injection == Injection::One;
            if moves && !(limited && self.injected[node] == self.stamp) {
                if limited {
                    self.injected[node] = self.stamp;
                }
                self.serve(channel, vc);
                asked.pop();
            } else {
                *candidates &= !bit(vc);
            }
        }
        self.asked = asked;
    }

    /// A channel that is being decided answers no.
    #[inline]
    fn open(&mut self, channel: u32) {
        let state = &mut self.channels[channel as usize];
        (state.stamp, state.served) = (self.stamp, IDLE);
    }

    /// A buffer of one flit at the destination has no room while it holds one.
    fn fill_last_buffers(&mut self, moves: &[u32]) {
        for &lane in moves {
            let &WormHop { worm, hop, .. } = self.step_on(lane);
            let worm = &self.worms[worm];
            let state = &mut self.channels[(lane >> self.shift) as usize];
            let vc = lane & self.vc_mask;
            if worm.arrives && worm.length == hop && state.taken() & bit(vc) != 0 {
                state.set_room(vc, false);
                self.ejecting.push(lane);
            }
        }
    }

    /// A buffer of one flit at the destination that may not receive while it sends: it has room again once it has ejected.
    fn let_eject(&mut self) {
        for lane in self.ejecting.drain(..) {
            self.channels[(lane >> self.shift) as usize].set_room(lane & self.vc_mask, true);
        }
    }

    /// Moves a flit over the channel of each of these lanes. Lists without a branch whose flits come to a next station, which stations
    /// before see one leave, and what has to be noticed.
    fn move_flits(&mut self, moves: &[u32]) {
        let (shift, mask, stamp) = (self.shift, self.vc_mask, self.stamp);
        let (lanes, channels, path) = (&self.lanes[..], &mut self.channels[..], &mut self.path[..]);
        let [onward, before, noticed] = self.moved.each_mut().map(|list| &mut list[..moves.len()]);
        let mut counts = [0; 3];
        for &number in moves {
            let place = lanes[number as usize];
            let step = &mut path[place as usize];
            step.counts.cross();
            step.record(stamp);
            let (state, next, prev, notice) = (step.counts, step.next, step.prev, step.notice);
            let own = &mut channels[(number >> shift) as usize];
            own.set_ready_and_room(number & mask, state.is_ready(), state.has_room());
            own.last = (number & mask) as u8;
            onward[counts[0]] = place;
            counts[0] += usize::from(next != NOWHERE);
            before[counts[1]] = prev;
            counts[1] += usize::from(prev != NOWHERE);
            noticed[counts[2]] = place;
            counts[2] += usize::from(state.crossed() == u32::from(notice));
        }
        self.send_onward(counts[0]);
        self.make_room(counts[1]);
        for index in 0..counts[2] {
            self.notice(self.moved[2][index]);
        }
    }

    /// The step of a lane that is taken.
    #[inline]
    pub(super) fn step_on(&self, lane: u32) -> &WormHop {
        &self.path[self.lanes[lane as usize] as usize]
    }

    /// The first lanes that have moved and are not the last station: notes when their flits arrive at the next one.
    fn send_onward(&mut self, count: usize) {
        for &place in &self.moved[0][..count] {
            let WormHop { next, hop, .. } = self.path[place as usize];
            let state = &mut self.path[next as usize];
            let soonest = self.stamp + u32::from(state.hop - hop) - 1;
            state.last_arrival = soonest.max(state.last_arrival + 1);
            let day = &mut self.arriving[(state.last_arrival & self.calendar_mask) as usize];
            day.push(FlitArrival { step: next, version: state.version, flits: 1 });
        }
    }

    /// The first stations before those that have moved have room for one flit more. Those that have moved too have lost it before.
    fn make_room(&mut self, count: usize) {
        for &place in &self.moved[1][..count] {
            let WormHop { lane, counts, .. } = &mut self.path[place as usize];
            counts.leave();
            let room = counts.has_room();
            self.channels[(*lane >> self.shift) as usize].set_room(*lane & self.vc_mask, room);
        }
    }

    /// The header of a worm has crossed a station, or its tail has, or a flit that the tail waits for.
    #[inline]
    fn notice(&mut self, place: u32) {
        let WormHop { worm: index, hop, next, counts, watched, .. } = self.path[place as usize];
        let worm = &self.worms[index];
        let flits = u32::from(worm.flits);
        self.path[place as usize].notice = worm.flits;
        if counts.crossed() == 1 && hop == worm.length && !worm.arrives {
            self.headers.push((worm.number, index));
        }
        if watched {
            self.watch(place);
        }
        if counts.crossed() == flits {
            (self.worms[index].tail, self.worms[index].ahead) = (hop, next);
            // The station behind it is the first one now.
            if next != NOWHERE {
                self.path[next as usize].prev = NOWHERE;
            }
            if hop == 1 {
                self.free_slot(index);
            } else {
                self.release(self.path[place as usize - 1].lane, flits);
            }
            self.follow_tail(index);
        }
    }

    /// The tail of a worm of some flits has left the buffer of a lane, which is free for headers that look for one in the next cycle.
    #[inline]
    pub(super) fn release(&mut self, lane: u32, flits: u32) {
        let (channel, vc) = (lane >> self.shift, lane & self.vc_mask);
        let state = &mut self.channels[channel as usize];
        let left = state.taken() & !bit(vc);
        state.clear(vc);
        self.occupy(channel, left, self.stamp);
        if left.is_power_of_two() {
            self.lonely.push(channel);
        }
        self.lanes[lane as usize] = NOWHERE;
        let carried = &mut self.carried[lane as usize];
        *carried = carried.wrapping_add(flits);
        self.released += u64::from(flits);
        self.freed[self.near[channel as usize] as usize] = self.stamp;
    }

    /// Changes the holders of the lanes of a channel, from a time on.
    #[inline]
    pub(super) fn occupy(&mut self, channel: u32, taken: u16, time: u32) {
        let state = &mut self.channels[channel as usize];
        let since = &mut self.since[channel as usize];
        self.window.busy[state.taken().count_ones() as usize] += u64::from(time.wrapping_sub(*since));
        state.set_taken(taken);
        *since = time;
    }

    /// A channel may have something ready. It is listed without a branch.
    #[inline]
    pub(super) fn activate(&mut self, channel: u32) {
        let state = &mut self.channels[channel as usize];
        self.active[self.active_count] = channel;
        self.active_count += usize::from(!state.active);
        state.active = true;
    }
}
