//! What the engine knows of a channel, a lane and a worm.

use super::message::NONE;

/// A lane is one virtual channel and the flit buffer at its far end. It belongs to one worm from the cycle its header takes it to the cycle
/// its tail leaves it. The number of a lane is its channel, shifted by the bits of a virtual channel, plus its virtual channel.
///
/// All but the worm and the hop is kept for *stations* only, the lanes at which a worm has to share its channel. See
/// [`stream`](super::stream).
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub(super) struct Lane {
    pub worm: u32,
    /// The place of its hop among the steps of the worm.
    pub step: u32,
    /// The stations before and behind it on the way of the worm, or nobody's lane.
    pub prev: u32,
    pub next: u32,
    /// Which version of the stations of its worm it belongs to.
    pub version: u32,
    /// When the last of the flits on their way here arrives, or has arrived.
    pub last_arrival: u32,
    /// Flits of the worm that have crossed the channel, and that have arrived at its near end.
    pub crossed: u16,
    pub arrived: u16,
    /// How many flits have room from here to the next station; [`OPEN`] if they go on without hindrance.
    pub limit: u16,
    /// The hops of the worm up to here: 1 for the first lane.
    pub hop: u8,
    /// Whether the tail waits for a flit to cross here.
    pub watched: bool,
}

/// Any number of flits.
pub(super) const OPEN: u16 = u16::MAX;

impl Lane {
    pub const FREE: Self = Self {
        worm: NONE,
        step: 0,
        prev: NONE,
        next: NONE,
        version: 0,
        last_arrival: 0,
        crossed: 0,
        arrived: 0,
        limit: OPEN,
        hop: 0,
        watched: false,
    };
}

/// Flits that arrive at a station at the time under which this is noted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arrival {
    pub lane: u32,
    /// The version of the station; of others nothing is expected any more.
    pub version: u32,
    pub flits: u32,
}

/// A physical channel. Bit v of a mask is for virtual channel v; all masks but `taken` are for stations only.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(16))]
pub(super) struct Channel {
    /// Lanes for which a flit stands at the near end.
    pub ready: u16,
    /// Lanes with room up to the next station, whatever else moves.
    pub room: u16,
    /// Lanes that, without room, may receive if the next station sends.
    pub linked: u16,
    /// Lanes that belong to a worm.
    pub taken: u16,
    /// The virtual channel that moved last: the turn is with the next one.
    pub last: u8,
    /// The virtual channel that moves in the cycle that ends at `stamp`, or [`IDLE`].
    pub served: u8,
    /// Whether it is in the list of those that may have a flit ready.
    pub active: bool,
    /// The end of the cycle in which `served` was decided.
    pub stamp: u32,
}

/// No virtual channel.
pub(super) const IDLE: u8 = u8::MAX;

/// A message in a slot or in the network.
#[derive(Clone, Copy, Debug)]
pub(super) struct Worm {
    /// The place of its message.
    pub message: u32,
    /// The number of its message.
    pub number: u32,
    /// The node where its header will look for a lane.
    pub node: u32,
    /// Lanes taken so far: the hop of the last one.
    pub length: u8,
    /// The last lane that the tail has crossed; 0 while the source has flits to send.
    pub tail: u8,
    /// Whether the last lane ends at the destination.
    pub arrives: bool,
    /// Whether its header stands in the buffer of the last lane, or in its slot, and has looked for a lane in vain.
    pub blocked: bool,
    /// The time of that first attempt.
    pub since: u32,
    /// When the tail crosses the next lane, if that is known, or [`NONE`].
    pub due: u32,
    /// The time for which the bases of its [`Step`]s were taken.
    pub snapshot: u32,
}

/// A hop of a worm.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Step {
    pub lane: u32,
    /// The time of a snapshot, or when the lane was taken, minus the flits that had crossed then.
    pub base: u32,
    /// Whether the lane is a station.
    pub station: bool,
    /// For a station: the end of the cycle of bit 0 of `crossings`.
    pub recorded: u32,
    /// For a station: in which cycles it carried a flit since the snapshot, the latest in bit 0, and the 64 before those.
    pub crossings: u64,
    pub older: u64,
}

impl Step {
    /// The station carries a flit in the cycle that ends at `stamp`.
    pub const fn record(&mut self, stamp: u32) {
        let cycles = stamp.wrapping_sub(self.recorded);
        (self.older, self.crossings) = match cycles {
            0..64 => (self.older << cycles | self.crossings >> 1 >> (63 - cycles), self.crossings << cycles | 1),
            64..128 => (self.crossings << (cycles - 64), 1),
            _ => (0, 1),
        };
        self.recorded = stamp;
    }

    /// Flits that crossed the station after `time`, which is not before the snapshot.
    pub const fn crossed_since(&self, time: u32) -> u32 {
        match self.recorded.wrapping_sub(time) as i32 {
            ..=0 => 0,
            cycles @ 1..64 => (self.crossings & ((1 << cycles) - 1)).count_ones(),
            cycles @ 64..128 => self.crossings.count_ones() + (self.older & ((1 << (cycles - 64)) - 1)).count_ones(),
            _ => self.crossings.count_ones() + self.older.count_ones(),
        }
    }
}
