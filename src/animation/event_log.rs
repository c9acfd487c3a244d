//! What happens in a run, told in words as it is recorded: its stages, its events as far as there is room for them, and who has arrived.

use super::frame::{Event, Phase};
use crate::text::{count, sentence};

/// What a network calls what it carries, and its steps in time: one, many.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    /// What it carries, where there is only one class of it.
    pub message: (&'static str, &'static str),
    /// Its step in time.
    pub cycle: (&'static str, &'static str),
    /// The same at the beginning of a sentence.
    pub clock: &'static str,
}

/// Most events of a log, beside those at the stages of the run. A large network at high load has a hundred in every cycle, which would take
/// more memory than the recording; nobody reads so far.
pub const MOST_EVENTS: usize = 20_000;

/// Most messages whose arrival is remembered.
const MOST_ARRIVALS: usize = 100_000;

/// The end of the way of one message.
#[derive(Clone, Copy, Debug)]
pub struct Arrival {
    /// Its number.
    pub message: u32,
    /// The node that sent it.
    pub source: u32,
    /// The node that has it.
    pub destination: u32,
    /// The steps in time that it took since it was generated.
    pub latency: u64,
}

/// What has happened so far.
#[derive(Clone, Debug)]
pub struct EventLog {
    phases: Vec<Phase>,
    log: Vec<Event>,
    /// The messages that have arrived, with the cycle of the picture: all, or as many as there is room for.
    arrivals: Vec<(u32, Arrival)>,
    /// Events for which the log has room; none once it has said that it is full.
    room: Option<usize>,
    /// What the network calls its step in time.
    cycle: &'static str,
}

impl EventLog {
    /// Nothing has happened yet.
    pub const fn new(words: Words) -> Self {
        Self {
            phases: Vec::new(),
            log: Vec::new(),
            arrivals: Vec::new(),
            room: Some(MOST_EVENTS),
            cycle: words.cycle.0,
        }
    }

    /// Something has happened. It is worded only if the log has room for it.
    pub fn event(&mut self, cycle: u32, text: impl FnOnce() -> String) {
        let Some(room) = self.room else { return };
        self.room = room.checked_sub(1);
        let text = if self.room.is_some() {
            text()
        } else {
            format!(
                "More happens than the log holds: from {} {cycle} on it is silent, but for the stages of the run",
                self.cycle
            )
        };
        self.log.push(Event { cycle, text });
    }

    /// A message has arrived.
    pub fn arrived(&mut self, cycle: u32, arrival: Arrival) {
        if self.arrivals.len() < MOST_ARRIVALS {
            self.arrivals.push((cycle, arrival));
        }
    }

    /// What is said at a cycle of a message that is not in the network.
    pub(super) fn absent(&self, message: u32, cycle: u32, words: Words, name: impl Fn(u32) -> String) -> String {
        let what = sentence(words.message.0);
        let arrival = self.arrivals.iter().find(|(at, arrival)| arrival.message == message && *at <= cycle);
        arrival.map_or_else(
            || format!("{what} {message} is not in the network: it has arrived, or is not generated yet."),
            |&(at, Arrival { source, destination, latency, .. })| {
                let latency = count(latency as usize, words.cycle.0, words.cycle.1);
                let (from, to) = (name(source), name(destination));
                format!("{what} {message} from {from} has reached {to} in {} {at}, after {latency}.", words.cycle.0)
            },
        )
    }

    /// A stage begins.
    pub fn phase(&mut self, cycle: u32, title: &str) {
        self.phases.push(Phase { cycle, title: title.into() });
    }

    /// A stage begins of which there is more to say. There are few, so the log has room for all of them.
    pub fn begin(&mut self, cycle: u32, title: &str, text: String) {
        self.phase(cycle, title);
        self.log.push(Event { cycle, text });
    }

    /// The stages, in ascending order of their cycles.
    pub fn phases(&self) -> &[Phase] {
        &self.phases
    }

    /// What happened in words, in ascending order of the cycles: everything, or as much as there is room for.
    pub fn log(&self) -> &[Event] {
        &self.log
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORDS: Words = Words { message: ("packet", "packets"), cycle: ("slot", "slots"), clock: "Slot" };

    #[test]
    fn a_full_log_says_so_once_and_has_every_stage() {
        let mut log = EventLog::new(WORDS);
        log.begin(0, "Empty", "It is empty".into());
        let mut worded = 0;
        for cycle in 1..=3 * MOST_EVENTS as u32 {
            for _ in 0..2 {
                log.event(cycle, || {
                    worded += 1;
                    "Something".into()
                });
            }
            if cycle % 5000 == 0 {
                log.phase(cycle, "Another part");
            }
        }
        log.begin(100_000, "Over", "It is over".into());
        assert_eq!(worded, MOST_EVENTS);
        assert_eq!(log.log().len(), MOST_EVENTS + 3);
        assert_eq!(log.phases().len(), 14);
        let [.., last, full, over] = log.log() else { panic!("too few") };
        assert_eq!((last.cycle, last.text.as_str()), (10_000, "Something"));
        assert_eq!((full.cycle, over.text.as_str()), (10_001, "It is over"));
        assert_eq!(
            full.line("Slot"),
            "Slot 10001: More happens than the log holds: from slot 10001 on it is silent, but for the stages of the run."
        );
        assert!(log.log().windows(2).all(|pair| pair[0].cycle <= pair[1].cycle));
    }
}
