//! The work of each channel, counted on demand.

use super::ratio;
use serde::Serialize;

/// A channel and what it has carried.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ChannelUse {
    /// The channel, by its place in the network.
    #[serde(flatten)]
    pub channel: ChannelId,
    /// The part of the cycles in which it carried a flit; of slots, a packet.
    pub utilisation: f64,
}

impl ChannelUse {
    /// The two numbers of its place, and its utilisation.
    pub const fn parts(&self) -> (u32, u32, f64) {
        match self.channel {
            ChannelId::Between { from, to } => (from, to, self.utilisation),
            ChannelId::Into { stage, link } => (stage, link, self.utilisation),
        }
    }
}

/// A channel by its place in the network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
#[allow(missing_docs, reason = "each variant says what its fields are")]
pub enum ChannelId {
    /// From a node to its neighbour.
    Between { from: u32, to: u32 },
    /// The link of a multistage network into a stage, which are counted down to 0.
    Into { stage: u32, link: u32 },
}

/// Counts by channel; empty unless the caller wants them.
#[derive(Clone, Debug)]
pub(super) struct ChannelCounts {
    counts: Vec<u32>,
    since: u64,
}

impl ChannelCounts {
    pub(super) const OFF: Self = Self { counts: Vec::new(), since: 0 };

    /// Counts from time 0 on.
    pub(super) fn of(channels: usize) -> Self {
        Self { counts: vec![0; channels], since: 0 }
    }

    /// True if channels are counted.
    pub(super) const fn is_on(&self) -> bool {
        !self.counts.is_empty()
    }

    /// A channel carries something in this cycle.
    pub(super) fn count(&mut self, channel: u32) {
        self.add(channel, 1);
    }

    /// A channel has carried something in that number of cycles.
    pub(super) fn add(&mut self, channel: u32, cycles: u32) {
        if let Some(count) = self.counts.get_mut(channel as usize) {
            *count += cycles;
        }
    }

    pub(super) fn begin(&mut self, now: u64) {
        self.counts.fill(0);
        self.since = now;
    }

    /// Every channel, each with its utilisation up to now.
    pub(super) fn uses(&self, now: u64, place: impl Fn(u32) -> ChannelId) -> Vec<ChannelUse> {
        uses(self.counts.iter().map(|count| u64::from(*count)), now - self.since, place)
    }
}

/// The utilisation of the channels in order, from their counts over `cycles` cycles.
pub(super) fn uses(
    counts: impl Iterator<Item = u64>,
    cycles: u64,
    place: impl Fn(u32) -> ChannelId,
) -> Vec<ChannelUse> {
    let one = |(channel, count): (u32, u64)| ChannelUse { channel: place(channel), utilisation: ratio(count, cycles) };
    (0..).zip(counts).map(one).collect()
}
