//! The records of the engine: a channel, a worm, and a hop of it.
//!
//! A *lane* is one virtual channel and the flit buffer at its far end. It belongs to one worm from the cycle its header takes it to the
//! cycle its tail leaves it. The number of a lane is its channel, shifted by the bits of a virtual channel, plus its virtual channel. What
//! there is to know of a lane is kept with the hop of the worm that has it, so that a lane that is free takes four bytes.

/// The state of a station that changes when a flit crosses it, in one word: no part of it is read just after another part was written, for
/// which a processor would have to wait.
#[derive(Clone, Copy, Debug)]
pub(super) struct StationCounts(u64);

impl StationCounts {
    const WAITING: u32 = 16;
    const SPACE: u32 = 32;
    const OPEN: u32 = 1 << 30;

    /// `crossed` flits have crossed and `waiting` flits wait. They move unobstructed.
    pub(super) const fn new(crossed: u32, waiting: u32) -> Self {
        Self((Self::OPEN as u64) << Self::SPACE | (waiting << Self::WAITING | crossed) as u64)
    }

    /// Flits of the worm that have crossed the channel.
    pub(super) const fn crossed(self) -> u32 {
        self.0 as u32 & 0xffff
    }

    /// True if flits stand at its near end.
    pub(super) const fn is_ready(self) -> bool {
        self.0 as u32 >> Self::WAITING != 0
    }

    /// True if there is room for a flit up to the next station.
    pub(super) const fn has_room(self) -> bool {
        self.0 >> Self::SPACE != 0
    }

    /// Sets the room from now on, in flits.
    pub(super) const fn set_space(&mut self, space: u32) {
        self.0 = self.0 & u32::MAX as u64 | (space as u64) << Self::SPACE;
    }

    /// Flits have come to the near end.
    pub(super) const fn arrive(&mut self, flits: u32) {
        self.0 += (flits as u64) << Self::WAITING;
    }

    /// A flit crosses. Without room it does so only if one leaves too: then there are less than none until that is noted.
    pub(super) const fn cross(&mut self) {
        self.0 = self.0.wrapping_add(1).wrapping_sub(1 << Self::WAITING).wrapping_sub(1 << Self::SPACE);
    }

    /// A flit has left for beyond the next station.
    pub(super) const fn leave(&mut self) {
        self.0 = self.0.wrapping_add(1 << Self::SPACE);
    }
}

/// Flits that arrive at a station at the time under which this is noted.
#[derive(Clone, Copy, Debug)]
pub(super) struct FlitArrival {
    /// The place of the station.
    pub step: u32,
    /// The version of the station; of others nothing is expected any more.
    pub version: u32,
    pub flits: u32,
}

#[derive(Clone, Copy, Debug)]
#[repr(align(16))]
pub(super) struct PhysicalChannel {
    /// Four masks of lanes, in one word for the same reason as [`Counts`]. All but `taken` are for stations only.
    masks: u64,
    /// The virtual channel that moved last: the turn is with the next one.
    pub last: u8,
    /// The virtual channel that moves in the cycle that ends at `stamp`, or [`IDLE`].
    pub served: u8,
    /// True if it is in the list of those that may have a flit ready.
    pub active: bool,
    /// The end of the cycle in which `served` was decided.
    pub stamp: u32,
}

impl PhysicalChannel {
    const ROOM: u32 = 16;
    const LINKED: u32 = 32;
    const TAKEN: u32 = 48;
    pub(super) const FREE: Self = Self { masks: 0, last: 0, served: IDLE, active: false, stamp: 0 };

    /// True if all masks are empty.
    #[cfg(test)]
    pub(super) const fn is_free(&self) -> bool {
        self.masks == 0
    }

    /// Lanes for which a flit stands at the near end.
    pub(super) const fn ready(&self) -> u16 {
        self.masks as u16
    }

    /// Lanes with room up to the next station, independent of other moves.
    pub(super) const fn room(&self) -> u16 {
        (self.masks >> Self::ROOM) as u16
    }

    /// Lanes with a flit ready that may move, as far as it knows itself: without room, a *linked* lane may if the next station sends.
    pub(super) const fn candidates(&self) -> u16 {
        (self.masks & (self.masks >> Self::ROOM | self.masks >> Self::LINKED)) as u16
    }

    /// Lanes that belong to a worm.
    pub(super) const fn taken(&self) -> u16 {
        (self.masks >> Self::TAKEN) as u16
    }

    pub(super) const fn set_taken(&mut self, taken: u16) {
        self.masks = self.masks & !(0xffff << Self::TAKEN) | (taken as u64) << Self::TAKEN;
    }

    pub(super) const fn set_ready(&mut self, vc: u32) {
        self.masks |= 1 << vc;
    }

    pub(super) const fn set_room(&mut self, vc: u32, room: bool) {
        self.masks = self.masks & !(1 << Self::ROOM << vc) | (room as u64) << Self::ROOM << vc;
    }

    pub(super) const fn set_linked(&mut self, vc: u32) {
        self.masks |= 1 << Self::LINKED << vc;
    }

    /// True if a lane has a flit ready and room.
    pub(super) const fn set_ready_and_room(&mut self, vc: u32, ready: bool, room: bool) {
        let both = (room as u64) << Self::ROOM | ready as u64;
        self.masks = self.masks & !((1 << Self::ROOM | 1) << vc) | both << vc;
    }

    /// A lane is no station.
    pub(super) const fn clear(&mut self, vc: u32) {
        self.masks &= !((1 << Self::LINKED | 1 << Self::ROOM | 1) << vc);
    }
}

pub(super) const IDLE: u8 = u8::MAX;

/// A message in a slot or in the network.
#[derive(Clone, Copy, Debug)]
pub(super) struct Worm {
    /// The place of its message.
    pub message: u32,
    /// The number of its message.
    pub number: u32,
    /// The place of its first hop among the steps, and for how many there is room.
    pub path: u32,
    pub room: u8,
    /// The node where its header will look for a lane.
    pub node: u32,
    /// Lanes taken so far: the hop of the last one.
    pub length: u8,
    pub flits: u16,
    /// The last lane that the tail has crossed; 0 while the source has flits to send.
    pub tail: u8,
    /// True if the last lane ends at the destination.
    pub arrives: bool,
    /// True if its header stands in the buffer of the last lane, or in its slot, and has looked for a lane in vain.
    pub blocked: bool,
    /// The time of that first attempt.
    pub since: u32,
    /// The time at which the tail crosses the next lane, if known, or [`NONE`].
    pub due: u32,
    /// The time for which the bases of its [`Step`]s were taken.
    pub snapshot: u32,
    /// The place of the first station that the tail has not crossed, or [`NOWHERE`]; and, if there is one, of the last.
    pub ahead: u32,
    pub last: u32,
}

/// A hop of a worm: the lane that it takes. From `prev` on all is kept for *stations* only, the lanes at which a worm has to share its
/// channel, which [`stream`](super::stream) tells more of.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct WormHop {
    /// The worm, and its hops up to here: 1 for the first lane.
    pub worm: u32,
    pub lane: u32,
    /// The time of a snapshot, or when the lane was taken, minus the flits that had crossed then.
    pub base: u32,
    pub hop: u8,
    /// True if the lane is a station.
    pub station: bool,
    /// True if the tail waits for a flit to cross here.
    pub watched: bool,
    /// The places of the stations before and behind it on the way of the worm, or [`NOWHERE`].
    pub prev: u32,
    pub next: u32,
    /// The version of the stations of its worm that it belongs to; 0 for none.
    pub version: u32,
    /// The time of arrival of the last flit for this station, future or past.
    pub last_arrival: u32,
    /// The flit whose crossing is noticed, counted from 1: the header, the tail, or one that the tail waits for.
    pub notice: u16,
    pub counts: StationCounts,
    /// The end of the cycle of bit 0 of `crossings`.
    pub recorded: u32,
    /// In which cycles it carried a flit since the snapshot, the latest in bit 0, and the 64 before those.
    pub crossings: u64,
    pub older: u64,
}

/// The place of no step; it holds a step of a lane that no message uses.
pub(super) const NOWHERE: u32 = 0;

impl WormHop {
    /// The hop of a worm whose header takes a lane now.
    pub(super) const fn taken(worm: u32, hop: u8, lane: u32, now: u32) -> Self {
        Self {
            worm,
            lane,
            base: now,
            hop,
            station: false,
            watched: false,
            prev: NOWHERE,
            next: NOWHERE,
            version: 0,
            last_arrival: 0,
            notice: 1,
            counts: StationCounts::new(0, 0),
            recorded: now,
            crossings: 0,
            older: 0,
        }
    }

    /// The station carries a flit in the cycle that ends at `stamp`.
    pub(super) const fn record(&mut self, stamp: u32) {
        let cycles = stamp.wrapping_sub(self.recorded);
        (self.older, self.crossings) = match cycles {
            0..64 => (self.older << cycles | self.crossings >> 1 >> (63 - cycles), self.crossings << cycles | 1),
            64..128 => (self.crossings << (cycles - 64), 1),
            _ => (0, 1),
        };
        self.recorded = stamp;
    }

    /// Flits that crossed the station after `time`, which is not before the snapshot.
    pub(super) const fn crossed_since(&self, time: u32) -> u32 {
        match self.recorded.wrapping_sub(time) as i32 {
            ..=0 => 0,
            cycles @ 1..64 => (self.crossings & ((1 << cycles) - 1)).count_ones(),
            cycles @ 64..128 => self.crossings.count_ones() + (self.older & ((1 << (cycles - 64)) - 1)).count_ones(),
            _ => self.crossings.count_ones() + self.older.count_ones(),
        }
    }
}
