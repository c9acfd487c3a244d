//! The lanes of a worm that are stations, their links, and the events for them: see [`stream`](super::stream).

use super::Network;
use super::setting::{Credit, Injection};
use super::worm::{FlitArrival, NOWHERE, StationCounts, Worm, WormHop};

impl Network {
    /// Finds the stations of a worm anew.
    pub(super) fn relink(&mut self, worm: u32) {
        let Worm { tail, length, arrives, blocked, .. } = self.worms[worm];
        if arrives && tail == length {
            // Its tail is about to be ejected.
            return;
        }
        self.take_snapshot(worm);
        self.cancel(worm);
        self.next_version();
        let now = self.now as u32;
        (self.worms[worm].ahead, self.worms[worm].last) = (NOWHERE, NOWHERE);
        for hop in 1..=length {
            let at = self.step_of(worm, hop);
            let WormHop { lane, base, station: was_station, .. } = self.path[at];
            let crossed = now.wrapping_sub(base);
            let is_station =
                hop > tail && self.is_station(lane, hop, was_station && hop == length && !arrives && crossed == 0);
            self.path[at].station = is_station;
            if is_station {
                self.place_station(worm, hop, crossed);
            } else if was_station && hop >= tail {
                self.channels[(lane >> self.shift) as usize].clear(lane & self.vc_mask);
                self.path[at].version = self.version;
            }
        }
        if blocked {
            self.close(worm);
        }
        if tail < length {
            self.follow_tail(worm);
        }
    }

    /// The lane that the header has just taken is one more station. The header did not wait, so nothing changes behind it.
    pub(super) fn append_station(&mut self, worm: u32) {
        self.next_version();
        let length = self.worms[worm].length;
        let last = self.step_of(worm, length);
        self.path[last].station = true;
        self.place_station(worm, length, 0);
    }

    /// Makes the lane of a hop, which `crossed` flits have crossed, the last station of a worm.
    #[inline]
    fn place_station(&mut self, worm: u32, hop: u8, crossed: u32) {
        let (step, now) = (self.step_of(worm, hop), self.now as u32);
        let WormHop { lane, base, .. } = self.path[step];
        self.path[step] = WormHop { base, station: true, ..WormHop::taken(worm, hop, lane, now) };
        let state = &mut self.worms[worm];
        let (prev, mut prev_hop) = (if state.ahead == NOWHERE { NOWHERE } else { state.last }, state.tail);
        state.last = step as u32;
        if prev == NOWHERE {
            state.ahead = step as u32;
        } else {
            let before = &self.path[prev as usize];
            prev_hop = before.hop;
            self.link(prev, step as u32, u32::from(hop - prev_hop), before.counts.crossed() - crossed);
        }
        let (arrived, last_arrival) = self.expect_flits(worm, step as u32, prev_hop, hop);
        let counts = StationCounts::new(crossed, arrived - crossed);
        let notice = if crossed == 0 { 1 } else { self.worms[worm].flits };
        let version = self.version;
        self.path[step] = WormHop { prev, version, last_arrival, counts, notice, ..self.path[step] };
        let (channel, vc) = (lane >> self.shift, lane & self.vc_mask);
        let state = &mut self.channels[channel as usize];
        state.clear(vc);
        state.set_ready_and_room(vc, arrived > crossed, true);
        if arrived > crossed {
            self.activate(channel);
        }
    }

    /// A new version of a worm: it distinguishes new entries in the calendar from old ones for as long as the old ones are there.
    fn next_version(&mut self) {
        self.version = self.version.wrapping_add(1).max(1);
    }

    /// True if the lane of a hop is a station: its channel is shared or arbitrated. A header about to cross one is `bound` to it.
    #[inline]
    pub(super) fn is_station(&self, lane: u32, hop: u8, bound: bool) -> bool {
        bound || !self.is_alone(lane) || (hop == 1 && self.setting.injection == Injection::One)
    }

    /// True if the worm of a lane has its channel to itself.
    pub(super) fn is_alone(&self, lane: u32) -> bool {
        self.streaming && self.channels[(lane >> self.shift) as usize].taken().is_power_of_two()
    }

    /// Makes `step` the next station behind `prev` of the same worm, `hops` hops on, with `held` flits between them.
    #[inline]
    fn link(&mut self, prev: u32, step: u32, hops: u32, held: u32) {
        let before = &mut self.path[prev as usize];
        let (lane, space) = (before.lane, hops * self.setting.depth - held);
        before.next = step;
        before.counts.set_space(space);
        let state = &mut self.channels[(lane >> self.shift) as usize];
        state.set_room(lane & self.vc_mask, space > 0);
        if self.setting.credit == Credit::Same {
            state.set_linked(lane & self.vc_mask);
        }
    }

    /// The number of flits that have arrived at the near end of a station, and the arrival time of the last flit between it and the
    /// station before. Arrivals are noted for their times. A run without a gap counts as arrived with its first flit: the others have
    /// arrived by the time they can cross.
    #[inline]
    fn expect_flits(&mut self, worm: u32, step: u32, prev_hop: u8, hop: u8) -> (u32, u32) {
        let now = self.now as u32;
        let crossed = |network: &Self, at: u8| network.crossed_now(worm, at);
        let arrived = crossed(self, hop - 1);
        let (mut last, mut run_start, mut run, mut beyond) = (now, now, 0, arrived);
        for at in (prev_hop..hop - 1).rev() {
            // Those in the buffer behind hop `at`, or in the source.
            let come = crossed(self, at);
            let held = come - beyond;
            beyond = come;
            if held > 0 {
                let start = (last + 1).max(now + u32::from(hop - 1 - at));
                if run == 0 || start > last + 1 {
                    self.expect(step, run_start, run);
                    (run_start, run) = (start, 0);
                }
                run += held;
                last = start + held - 1;
            }
        }
        self.expect(step, run_start, run);
        (arrived, last)
    }

    /// Notes that flits will arrive at a station of the latest version.
    #[inline]
    fn expect(&mut self, step: u32, time: u32, flits: u32) {
        if flits > 0 {
            let arrival = FlitArrival { step, version: self.version, flits };
            self.arriving[(time & self.calendar_mask) as usize].push(arrival);
        }
    }

    /// The header of a worm is blocked: its flits close up to it.
    #[inline]
    pub(super) fn close(&mut self, worm: u32) {
        let Worm { length, ahead, last, .. } = self.worms[worm];
        if ahead != NOWHERE {
            let WormHop { hop, lane, counts, .. } = &mut self.path[last as usize];
            let space = u32::from(length + 1 - *hop) * self.setting.depth - counts.crossed();
            counts.set_space(space);
            self.channels[(*lane >> self.shift) as usize].set_room(*lane & self.vc_mask, space > 0);
        }
    }

    /// Channels that have been left to one worm are no station of it any more.
    pub(super) fn settle_lonely(&mut self) {
        while let Some(channel) = self.lonely.pop() {
            let taken = self.channels[channel as usize].taken();
            if taken.is_power_of_two() && self.streaming {
                let step = self.lanes[(channel << self.shift | taken.trailing_zeros()) as usize];
                let WormHop { worm, hop, station, .. } = self.path[step as usize];
                if station && self.worms[worm].tail < hop {
                    self.relink(worm);
                }
            }
        }
    }
}
