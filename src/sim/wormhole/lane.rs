//! A lane: one virtual channel and the flit buffer at its far end.

/// What a virtual channel holds. A lane belongs to one message from the cycle its header takes it to the cycle its tail leaves it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Lane {
    pub message: Option<u32>,
    /// Where its next flit comes from. A worm may leave its port on a lane of any useful channel, not only on that of the port.
    pub upstream: Place,
    pub onward: Onward,
    /// Flits of the message that have crossed the channel.
    pub crossed: u32,
    /// Flits in the buffer, 0 or 1.
    pub held: u32,
    /// Whether a flit crossed in the last cycle.
    pub moved: bool,
}

/// Where a header, or the next flit for a lane, stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Place {
    /// At the output port of this channel, in its queue or its slot.
    Port(u32),
    /// In the buffer of this lane.
    Lane(u32),
    /// There is none: the message has no port yet, or the lane is free.
    #[default]
    Nowhere,
}

/// Where the flits in the buffer of a lane go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Onward {
    /// The header has not taken the next lane.
    #[default]
    Unrouted,
    /// Another lane.
    Lane(u32),
    /// Out of the network: this is the destination.
    Eject,
}

impl Lane {
    pub fn view(&self, channel: u32, vc: u32) -> Option<LaneView> {
        let header = self.held == 1 && self.crossed == 1;
        Some(LaneView {
            channel,
            vc,
            message: self.message?,
            crossed: self.crossed,
            held: self.held,
            moved: self.moved,
            // It stood here at the start of the last cycle, and did not get a lane in it.
            blocked: header && !self.moved && self.onward == Onward::Unrouted,
        })
    }
}

/// A lane as others see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaneView {
    /// The physical channel.
    pub channel: u32,
    /// The virtual channel, 0..V.
    pub vc: u32,
    /// The message it carries or is reserved for.
    pub message: u32,
    /// Flits of the message that have crossed the channel; 0 while it is only reserved.
    pub crossed: u32,
    /// Flits in the buffer at its far end, 0 or 1.
    pub held: u32,
    /// Whether a flit crossed in the last cycle.
    pub moved: bool,
    /// Whether the header waits in the buffer because it looked for a free lane and found none.
    pub blocked: bool,
}

impl LaneView {
    /// Whether the flit in the buffer is the header.
    pub const fn header(&self) -> bool {
        self.held == 1 && self.crossed == 1
    }
}
