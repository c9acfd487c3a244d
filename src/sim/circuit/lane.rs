//! Channels, hops, the list of active channels and the senders: what [`Lanes`](super::data::Lanes) consists of.

use super::NONE;

/// A physical channel: those of the network first, then those of injection, then one that no message uses.
#[derive(Clone, Copy, Debug)]
pub(super) struct CircuitChannel {
    /// Virtual channels that can move a flit, a bit each.
    pub ready: u32,
    /// Those after the one that moved last: the turn is with the first of them.
    pub after: u16,
    pub taken: u16,
    /// Those of circuits whose flits go, until the tail has crossed.
    pub sending: u16,
    /// Its place in the list of active channels, if it is there.
    pub place: u32,
    /// 1 if it is not there, else 0: a number, for it is added up.
    pub idle: u8,
}

impl CircuitChannel {
    pub(super) const FREE: Self = Self { ready: 0, after: u16::MAX << 1, taken: 0, sending: 0, place: 0, idle: 1 };

    /// The virtual channel, one of those that can move a flit, whose turn it is. The turn is then with the next one.
    #[inline]
    pub(super) const fn take_turn(&mut self) -> u32 {
        let after = self.ready & self.after as u32;
        // There is one: the bit behind all of them says so to the compiler.
        let vc = (if after == 0 { self.ready } else { after } | 1 << 16).trailing_zeros();
        self.after = (u32::MAX << 1 << vc) as u16;
        vc
    }
}

/// The bits of a lane's number below those of its channel. They hold its virtual channel; a processor reads no more than five bits of
/// the length of a shift, so that the whole number may shift a mask.
const VC_BITS: u32 = 5;

/// A lane of a circuit.
#[derive(Clone, Copy, Debug)]
pub(super) struct CircuitHop {
    /// Flits that have still to cross it. While it streams: at the time from which it does.
    pub left: u32,
    /// Its number; the unused lane once the tail has crossed.
    pub lane: u32,
}

/// The channel of a lane.
#[inline]
pub(super) const fn channel_of(lane: u32) -> u32 {
    lane >> VC_BITS
}

/// The virtual channel of a lane.
#[inline]
pub(super) const fn vc_of(lane: u32) -> u32 {
    lane & ((1 << VC_BITS) - 1)
}

/// The bit of the virtual channel of a lane, if `set`.
#[inline]
pub(super) const fn bit_of(lane: u32, set: bool) -> u32 {
    (set as u32).wrapping_shl(lane)
}

/// The lane of a channel and a virtual channel.
pub(super) const fn lane_of(channel: u32, vc: u32) -> u32 {
    channel << VC_BITS | vc
}

/// The list of active channels, and its changes in a cycle.
#[derive(Clone, Debug)]
pub(super) struct Turns {
    /// Active channels, and how many they are.
    pub active: Vec<u32>,
    pub count: usize,
    /// By place in the list, a bit each: those that do not stream, and every place behind the last; and those that may have to leave.
    pub visited: Vec<u64>,
    pub leaving: Vec<u64>,
    /// Hops that move a flit in this cycle, and how many they are.
    pub moves: Vec<u32>,
    pub moved: usize,
    /// Channels that were not active and have a lane that can move now.
    pub woken: Vec<u32>,
    /// Hops whose last flit moves in this cycle, how many they are, and their lanes.
    pub tails: Vec<u32>,
    pub tail_count: usize,
    pub left: Vec<u32>,
}

/// The word and the bit of a place.
#[inline]
const fn bit(place: usize) -> (usize, u64) {
    (place / 64, 1 << (place % 64))
}

impl Turns {
    pub(super) fn new(channels: usize) -> Self {
        Self {
            active: vec![0; channels],
            count: 0,
            visited: vec![u64::MAX; channels / 64 + 1],
            leaving: vec![0; channels / 64 + 1],
            moves: Vec::new(),
            moved: 0,
            woken: Vec::new(),
            tails: Vec::new(),
            tail_count: 0,
            left: Vec::new(),
        }
    }

    /// The memory that it takes, bytes, roughly.
    pub(super) fn bytes(&self) -> usize {
        let lists = [&self.active, &self.moves, &self.woken, &self.tails, &self.left];
        2 * size_of_val(self.visited.as_slice()) + lists.map(|list| size_of_val(list.as_slice())).iter().sum::<usize>()
    }

    /// The channel at a place is visited from now on, or it is not.
    #[inline]
    pub(super) fn visit(&mut self, place: u32, visited: bool) {
        let (word, bit) = bit(place as usize);
        self.visited[word] = self.visited[word] & !bit | if visited { bit } else { 0 };
    }

    /// A channel joins, if it is not there.
    #[inline]
    pub(super) fn join(&mut self, channel: u32, state: &mut CircuitChannel) {
        if state.idle != 0 {
            (state.idle, state.place) = (0, self.count as u32);
            self.active[self.count] = channel;
            self.count += 1;
        }
    }

    /// The channel at a place leaves, and those at the end of the list that have to leave too.
    #[inline]
    pub(super) fn close(&mut self, place: usize, channels: &mut [CircuitChannel]) {
        channels[self.active[place] as usize].idle = 1;
        loop {
            self.count -= 1;
            if self.count == place {
                return;
            }
            let last = self.active[self.count];
            let (word, bit) = bit(self.count);
            let streams = self.visited[word] & bit == 0;
            self.visited[word] |= bit;
            self.leaving[word] &= !bit;
            let state = &mut channels[last as usize];
            if state.ready != 0 {
                self.active[place] = last;
                state.place = place as u32;
                if streams {
                    self.visit(place as u32, false);
                }
                return;
            }
            state.idle = 1;
        }
    }

    /// Channels without a lane that can move leave those up to the end of a word of places.
    #[inline]
    pub(super) fn close_word(&mut self, word: usize, channels: &mut [CircuitChannel]) {
        while self.leaving[word] != 0 {
            let place = word * 64 + self.leaving[word].trailing_zeros() as usize;
            self.leaving[word] &= self.leaving[word] - 1;
            // Another lane, or a circuit that begins now, may have made it ready again.
            if channels[self.active[place] as usize].ready == 0 {
                self.close(place, channels);
            }
        }
    }
}

/// Circuits by the cycle in which they will be looked at, modulo its length.
#[derive(Clone, Debug)]
pub(super) struct Calendar(pub Vec<Vec<u32>>);

impl Calendar {
    /// Cycles that it reaches ahead, more than a path has channels.
    pub(super) const DAYS: u64 = 64;

    pub(super) fn new() -> Self {
        Self(vec![Vec::new(); Self::DAYS as usize])
    }

    #[inline]
    pub(super) const fn day(time: u64) -> usize {
        (time % Self::DAYS) as usize
    }
}

/// The state of a circuit whose flits go.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sender {
    /// Its hops, when they are known.
    pub length: u32,
    /// Lanes that the tail has not crossed, on channels with flits of other circuits.
    pub shared: u32,
    /// The time of its next visit, or never.
    pub due: u64,
    /// If it streams, from when on, and the first position that does.
    pub since: u64,
    pub first: u32,
}

pub(super) const NEVER: u64 = u64::MAX;

impl Sender {
    pub(super) const NEW: Self = Self { length: 0, shared: 0, due: NEVER, since: 0, first: NONE };

    pub(super) fn positions(&self) -> std::ops::Range<u32> {
        if self.first == NONE { 0..0 } else { self.first..self.length + 1 }
    }
}
