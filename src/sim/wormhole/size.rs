//! How much memory a network takes.

use super::{Setting, source::SourceQueue, worm::PhysicalChannel};

impl Setting {
    /// The memory of a network without a message, bytes: its channels with their virtual channels, and its queues.
    pub const fn bytes(&self) -> u64 {
        let word = size_of::<u32>();
        let lane = 2 * word;
        // When it changed, its two ends, and the lists of what is active, to be decided and moved.
        let channel = size_of::<PhysicalChannel>() + 8 * word + self.vcs.next_power_of_two() as usize * lane;
        let node = 2 * word + self.queues() as usize * size_of::<SourceQueue>();
        self.channels() as u64 * channel as u64 + self.nodes() as u64 * node as u64
    }
}
