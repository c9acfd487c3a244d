//! The log of an animation, as facts: its marks, its events as far as there is room for them, and its arrivals. They are put into
//! words when they are shown ([`words`](super::words)).

/// Most events of a log, beside its marks. A large network at high load has a hundred events in every cycle, more than a reader follows.
pub const MOST_EVENTS: usize = 20_000;

/// Most messages whose arrival is remembered.
const MOST_ARRIVALS: usize = 100_000;

/// The beginning of a phase. Most marks are of the first of its kind; [`Mark::title`] has each in words.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // those without a word here are what their names say
pub enum Mark {
    // A run.
    Empty,
    Warm,
    Draining,
    Over,
    /// A law is broken, with the sentence that says which.
    Broken(String),
    Delivered,
    /// Worms: the first header that waits: its message, and the node where it stands.
    HeaderBlocked(u32, u32),
    ProbeBlocked,
    ProbeRetreats,
    /// Slotted hypercube: the first packet that cannot move.
    Conflict,
    Lost,
    // One broadcast.
    /// The source, and the copies that it queues.
    Start(u32, u32),
    FirstCopy,
    /// All nodes of a level, and of those before it, have the message; the second is the last level.
    Level(u32, u32),
    /// All nodes have the message; their number.
    Complete(u32),
    // One multicast.
    FirstPass,
    Copied,
    SecondPass,
    Served,
    // Packets that wait.
    SetOut,
    FirstWaits,
    Deadlock,
    AllArrived,
}

/// A phase of an animation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phase {
    /// The cycle at which it begins.
    pub cycle: u32,
    /// The mark at which it begins.
    pub mark: Mark,
}

/// The end of the path of one message: its number, the node that sent it, the node that has it, and its latency in cycles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // the other fields are named above
pub struct Arrival {
    pub message: u32,
    /// True if it is a copy of a broadcast.
    pub copy: bool,
    pub source: u32,
    pub destination: u32,
    pub latency: u64,
}

/// An event; `Own` is the type of events of one animation only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Fact<Own> {
    Mark(Mark),
    Arrived(Arrival),
    /// The log is full: from here on it holds marks only.
    Full,
    Own(Own),
}

/// The events of an animation up to the cycle recorded last.
#[derive(Clone, Debug)]
pub struct EventLog<Own> {
    phases: Vec<Phase>,
    /// In the order of the cycles, which they come with.
    events: Vec<(u32, Fact<Own>)>,
    /// The messages that have arrived, with the cycle: all, or as many as there is room for.
    arrivals: Vec<(u32, Arrival)>,
    /// Events for which the log has room; none once it has said that it is full.
    room: Option<usize>,
}

impl<Own> Default for EventLog<Own> {
    fn default() -> Self {
        Self { phases: Vec::new(), events: Vec::new(), arrivals: Vec::new(), room: Some(MOST_EVENTS) }
    }
}

impl<Own> EventLog<Own> {
    /// Notes an event that only this animation has.
    pub fn event(&mut self, cycle: u32, own: Own) {
        self.note(cycle, Fact::Own(own));
    }

    /// Notes and remembers an arrival.
    pub fn arrived(&mut self, cycle: u32, arrival: Arrival) {
        self.note(cycle, Fact::Arrived(arrival));
        self.remember(cycle, arrival);
    }

    /// Remembers an arrival that is no event.
    pub fn remember(&mut self, cycle: u32, arrival: Arrival) {
        if self.arrivals.len() < MOST_ARRIVALS {
            self.arrivals.push((cycle, arrival));
        }
    }

    fn note(&mut self, cycle: u32, fact: Fact<Own>) {
        let Some(room) = self.room else { return };
        self.room = room.checked_sub(1);
        let fact = if self.room.is_some() { fact } else { Fact::Full };
        self.events.push((cycle, fact));
    }

    /// Begins a phase, unless it has begun before. True if it begins now.
    pub fn mark(&mut self, cycle: u32, mark: Mark) -> bool {
        // A phase is the first of its kind; only levels come one after the other.
        let kind = std::mem::discriminant(&mark);
        let same = |phase: &Phase| {
            if matches!(mark, Mark::Level(..)) {
                phase.mark == mark
            } else {
                std::mem::discriminant(&phase.mark) == kind
            }
        };
        let new = !self.phases.iter().any(same);
        if new {
            self.phases.push(Phase { cycle, mark });
        }
        new
    }

    /// Marks a phase, and logs it as an event. There are few, so the log has room for all of them.
    pub fn begin(&mut self, cycle: u32, mark: Mark) {
        if self.mark(cycle, mark.clone()) {
            self.events.push((cycle, Fact::Mark(mark)));
        }
    }

    /// The cycle in which a message arrived, if it is at most `cycle` and is remembered.
    pub(crate) fn arrival(&self, message: u32, cycle: u32) -> Option<(u32, Arrival)> {
        self.arrivals.iter().find(|(at, arrival)| arrival.message == message && *at <= cycle).copied()
    }

    /// The messages that have arrived, with the cycle: all, or as many as are remembered.
    pub(crate) fn arrivals(&self) -> &[(u32, Arrival)] {
        &self.arrivals
    }

    /// The phases, in ascending order of their cycles.
    pub(crate) fn phases(&self) -> &[Phase] {
        &self.phases
    }

    /// The events, in ascending order of their cycles: all, or as many as there is room for.
    pub(crate) fn events(&self) -> &[(u32, Fact<Own>)] {
        &self.events
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_log_says_so_once_and_has_every_mark() {
        let mut log = EventLog::default();
        log.begin(0, Mark::Empty);
        for cycle in 1..=3 * MOST_EVENTS as u32 {
            (0..2).for_each(|_| log.event(cycle, "something"));
            if cycle % 5000 == 0 {
                log.mark(cycle, Mark::Level(cycle / 5000, 12));
            }
        }
        log.begin(100_000, Mark::Over);
        assert_eq!((log.events().len(), log.phases().len()), (MOST_EVENTS + 3, 14));
        let [.., last, full, over] = log.events() else { panic!("too few") };
        assert_eq!(*last, (10_000, Fact::Own("something")));
        assert_eq!(*full, (10_001, Fact::Full));
        assert_eq!(*over, (100_000, Fact::Mark(Mark::Over)));
        assert!(log.events().is_sorted_by_key(|(cycle, _)| *cycle));
    }

    #[test]
    fn a_phase_begins_once() {
        let mut log: EventLog<()> = EventLog::default();
        for (cycle, level, new) in [(1, 1, true), (2, 1, false), (3, 2, true)] {
            assert_eq!(log.mark(cycle, Mark::Level(level, 2)), new);
        }
        for (message, new) in [(4, true), (5, false)] {
            assert_eq!(log.mark(4, Mark::HeaderBlocked(message, 0)), new);
        }
        log.begin(5, Mark::Warm);
        log.begin(6, Mark::Warm);
        assert_eq!((log.phases().len(), log.events().len()), (4, 1));
    }
}
