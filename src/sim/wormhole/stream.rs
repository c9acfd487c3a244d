//! Between stations flits stream: they are not moved one by one.
//!
//! The *stations* of a worm are the lanes on channels that it shares with others. Between them it finds every channel to itself, and
//! what happens there follows from what its stations do:
//!
//! ```text
//!   source --> alone --> [station a] --> alone --> alone --> [station b] --> alone --> alone --> eject
//!                         x_a(t) is known    x_i(t)           x_b(t) is known
//! ```
//! Let x_i(t) be the flits that have crossed channel i by time t, and d the depth of a buffer. A flit crosses a channel that is
//! not shared as soon as it has arrived there and has room, or gets room in the same cycle:
//!
//! ```text
//!   x_i(t+1) = min( x_i(t) + 1,  x_(i-1)(t),  x_(i+1)(t+1) + d ).                                                  (1)
//! ```
//! This is linear in the algebra of minimum and sum. The shortest of all chains of such steps is one that never turns round, so from a
//! snapshot at time s on, for a < i < b,
//!
//! ```text
//!   x_i(t) = min( x_j(s) + t-(i-j)-s  over j = a+1..i with t-(i-j) >= s,
//!                 x_a(t-(i-a)) if that is not before s,   x_b(t) + (b-i) d ).                                     (2)
//! ```
//! The source counts as a station that all M flits have crossed. Behind the last station there is no third term, unless the
//! header of the worm, with h hops made, is blocked: then it is (h+1-i) d. So between two stations the worm is a delay line of b-a-1
//! cycles that holds (b-a) d flits:
//! * a flit stands ready at b when it has *arrived*, which is known when it crosses a: at E = max(E of the one before + 1, t + b-a-1);
//! * a has room while x_a - x_b < (b-a) d, or if b sends in the same cycle.
//!
//! Only stations are simulated flit by flit. Snapshots are kept as *bases* s - x_i(s), and the last crossings of a station as one bit a
//! cycle. A lane taken later joins with the base of the time it was taken, when nothing had crossed it.
//!
//! # Remaining work
//! * Stations change when a second worm takes a lane of a channel, when one of two leaves it, and when a header that was blocked goes on:
//!   a new snapshot is taken. A header that goes on without having waited only appends its new lane to them, if that is a station.
//! * The tail crosses channel i, which frees lane i-1, at max(base_i + M, E_(i-1) + 1) from the first terms of (2), but not before
//!   x_b = M - (b-i) d. With being taken, that is all that happens to a lane between stations.
//!
//! So a hop without company costs the same whatever M is. This is exact: state by state the same as moving each flit. It needs buffers
//! that may receive while they send ([`Credit::Same`](super::Credit::Same)); without that every lane is a station.

use super::Network;
use super::message::NONE;
use super::worm::{FlitArrival, NOWHERE, Worm, WormHop};

impl Network {
    /// The place of a hop of a worm, from 1 on, among the steps.
    #[inline]
    pub(super) fn step_of(&self, worm: u32, hop: u8) -> usize {
        self.worms[worm].path as usize + usize::from(hop) - 1
    }

    /// x_i(t): the flits of a worm that have crossed the lane of a hop by a time since the snapshot. Equation (2).
    #[inline]
    pub(super) fn crossed_at(&self, worm: u32, hop: u8, time: u32) -> u32 {
        let state = &self.worms[worm];
        let steps = self.steps(worm, state.length);
        let supplied = self.supplied(state, steps, hop, time);
        if steps[usize::from(hop) - 1].station {
            return supplied;
        }
        let beyond = (hop + 1..=state.length).find(|&at| steps[usize::from(at) - 1].station);
        let room = |next: u8| u32::from(next - hop) * self.setting.depth;
        match beyond {
            Some(next) => supplied.min(self.supplied(state, steps, next, time) + room(next)),
            None if state.blocked => supplied.min(room(state.length + 1)),
            None => supplied,
        }
    }

    /// The flits of a worm that have crossed the lane of a hop by now, if no station nor blocked header is beyond, or a snapshot is new.
    #[inline]
    pub(super) fn crossed_now(&self, worm: u32, hop: u8) -> u32 {
        let (now, state) = (self.now as u32, &self.worms[worm]);
        if hop <= state.tail {
            u32::from(state.flits)
        } else if state.snapshot == now {
            now.wrapping_sub(self.path[self.step_of(worm, hop)].base)
        } else {
            self.supplied(state, self.steps(worm, hop), hop, now)
        }
    }

    /// The steps of a worm up to a hop, the first at index 0.
    #[inline]
    fn steps(&self, worm: u32, hop: u8) -> &[WormHop] {
        let first = self.worms[worm].path as usize;
        &self.path[first..first + usize::from(hop)]
    }

    /// The first two terms of equation (2), and all of it at a station.
    #[inline]
    fn supplied(&self, state: &Worm, steps: &[WormHop], hop: u8, time: u32) -> u32 {
        let flits = u32::from(state.flits);
        let (mut least, mut then) = (flits, time);
        for at in (1..=hop).rev() {
            let step = &steps[usize::from(at) - 1];
            if step.station {
                let all = at <= state.tail;
                let crossed = if all { flits } else { step.counts.crossed() };
                return least.min(crossed - step.crossed_since(then));
            }
            least = least.min(then.wrapping_sub(step.base));
            if then == state.snapshot {
                break;
            }
            then = then.wrapping_sub(1);
        }
        least
    }

    /// Takes a new snapshot of a worm.
    pub(super) fn take_snapshot(&mut self, worm: u32) {
        let now = self.now as u32;
        let state = self.worms[worm];
        if state.snapshot == now {
            // There is one of this time. A lane taken since has joined with its base.
            return;
        }
        // The next station, or a blocked header, and the flits that have crossed there. Each hop depends on earlier ones, and on that.
        let mut beyond = state.blocked.then_some((state.length + 1, 0));
        for hop in (state.tail + 1..=state.length).rev() {
            let supplied = self.supplied(&state, self.steps(worm, hop), hop, now);
            let step = self.step_of(worm, hop);
            let WormHop { lane, base, station, .. } = self.path[step];
            let room = |(next, crossed): (u8, u32)| crossed + u32::from(next - hop) * self.setting.depth;
            let crossed = if station { supplied } else { beyond.map_or(supplied, |beyond| supplied.min(room(beyond))) };
            if station {
                beyond = Some((hop, crossed));
            } else if crossed > (state.snapshot.wrapping_sub(base) as i32).max(0) as u32 {
                self.channels[(lane >> self.shift) as usize].last = (lane & self.vc_mask) as u8;
            }
            self.path[step].base = now.wrapping_sub(crossed);
        }
        let first = state.path as usize;
        for step in &mut self.path[first..first + usize::from(state.tail)] {
            step.base = now.wrapping_sub(u32::from(state.flits));
        }
        self.worms[worm].snapshot = now;
    }

    /// Flits that arrive at a station in this cycle.
    pub(super) fn let_arrive(&mut self) {
        let day = (self.stamp & self.calendar_mask) as usize;
        let mut arriving = std::mem::take(&mut self.arriving[day]);
        for &FlitArrival { step, version, flits } in &arriving {
            let step = &mut self.path[step as usize];
            // Entries of earlier stations stay behind.
            if step.version == version {
                step.counts.arrive(flits);
                let (channel, vc) = (step.lane >> self.shift, step.lane & self.vc_mask);
                self.channels[channel as usize].set_ready(vc);
                self.activate(channel);
            }
        }
        arriving.clear();
        self.arriving[day] = arriving;
    }

    /// The tail has crossed a lane. If nothing but time keeps it from the next one, or from being ejected, notes when.
    #[inline]
    pub(super) fn follow_tail(&mut self, worm: u32) {
        let Worm { tail, length, flits, arrives, .. } = self.worms[worm];
        // Between cycles the stamp is that of the last one.
        let next = (self.now as u32).max(self.stamp) + 1;
        if tail < length {
            let WormHop { base, station, .. } = self.path[self.step_of(worm, tail + 1)];
            let alone = base.wrapping_add(u32::from(flits));
            if !station {
                self.schedule(worm, if alone.wrapping_sub(next) as i32 > 0 { alone } else { next });
            }
        } else if arrives {
            self.schedule(worm, next);
        }
    }

    /// The tail will cross the next lane at a time.
    #[inline]
    fn schedule(&mut self, worm: u32, due: u32) {
        let state = &mut self.worms[worm];
        self.streams += u32::from(state.due == NONE);
        state.due = due;
        self.calendar[(due & self.calendar_mask) as usize].push(worm);
    }

    #[inline]
    pub(super) fn cancel(&mut self, worm: u32) {
        let state = &mut self.worms[worm];
        self.streams -= u32::from(state.due != NONE);
        state.due = NONE;
    }

    /// Tails that cross a lane between stations, or are ejected, in this cycle.
    pub(super) fn pass_tails(&mut self) {
        let day = (self.stamp & self.calendar_mask) as usize;
        for index in 0..self.calendar[day].len() {
            let worm = self.calendar[day][index];
            // Entries that were cancelled stay behind.
            if self.worms[worm].due == self.stamp {
                self.cancel(worm);
                self.pass_tail(worm);
            }
        }
        self.calendar[day].clear();
    }

    #[inline]
    fn pass_tail(&mut self, worm: u32) {
        let Worm { tail, length, flits, blocked, ahead, .. } = self.worms[worm];
        let flits = u32::from(flits);
        if tail == length {
            let lane = self.path[self.step_of(worm, length)].lane;
            self.release(lane, flits);
            self.done.push((lane, worm));
            return;
        }
        let hop = tail + 1;
        // Every flit before the tail must have room behind this lane.
        if ahead != NOWHERE {
            let station = &mut self.path[ahead as usize];
            let crossed = station.counts.crossed();
            if crossed + u32::from(station.hop - hop) * self.setting.depth < flits {
                (station.watched, station.notice) = (true, crossed as u16 + 1);
                return;
            }
        } else if blocked && u32::from(length + 1 - hop) * self.setting.depth < flits {
            return;
        }
        self.worms[worm].tail = hop;
        if tail == 0 {
            self.free_slot(worm);
        } else {
            self.release(self.path[self.step_of(worm, tail)].lane, flits);
        }
        let lane = self.path[self.step_of(worm, hop)].lane;
        self.channels[(lane >> self.shift) as usize].last = (lane & self.vc_mask) as u8;
        self.follow_tail(worm);
    }

    /// A station that the tail waits for has carried a flit: the tail may cross its next lane in this cycle too.
    pub(super) fn watch(&mut self, step: u32) {
        let step = &mut self.path[step as usize];
        step.watched = false;
        let worm = step.worm;
        self.schedule(worm, self.stamp);
    }
}
