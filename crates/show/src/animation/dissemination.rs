//! How one message reaches many: the staircase beside a broadcast or a multicast.

/// One message to many, as far as it is recorded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dissemination {
    /// Cycles, each with the number of nodes that have the message from then on, or of copies of the packet; both rise.
    pub steps: Vec<(u32, u32)>,
    /// Nodes or outputs that shall have it.
    pub all: u32,
    /// Cycles that one message takes to the farthest node of the idle network.
    pub alone: u32,
    /// Channels that the copies cross, and those that separate messages would cross; of a multicast the links of its first pass.
    pub channels: (u32, u32),
    /// The cycle in which all have it; before that is recorded, the cycle that it takes at least.
    pub end: u32,
}

impl Dissemination {
    /// The count at a cycle.
    pub fn at(&self, cycle: u32) -> u32 {
        let passed = self.steps.partition_point(|(from, _)| *from <= cycle);
        self.steps[..passed].last().map_or(0, |(_, count)| *count)
    }

    /// The cycle from which on all have it, if that is recorded.
    pub fn complete(&self) -> Option<u32> {
        self.steps.iter().find(|(_, count)| *count >= self.all).map(|(cycle, _)| *cycle)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_stands_until_the_next_one() {
        let seen = Dissemination { steps: vec![(33, 4), (66, 12), (99, 15)], all: 15, ..Dissemination::default() };
        assert_eq!([0, 32, 33, 65, 66, 98, 99, 500].map(|cycle| seen.at(cycle)), [0, 0, 4, 4, 12, 12, 15, 15]);
        assert_eq!(seen.complete(), Some(99));
        assert_eq!(Dissemination { all: 16, ..seen }.complete(), None);
    }
}
