//! The scene of a run at the operating point, for any network: what is recorded, how far, and when that is told of. A [`Play`] says what
//! sets one network apart from the others.

use super::picture::{Event, Ground, Item, Phase, Picture, Scene, Sign, count, sentence};
use super::run::{HINT, MOST_CYCLES, Stages, Stepped, Words};
use super::tape::{Steps, Tape};
use crate::sim::Simulator;
use std::ops::Deref;

/// What the scene of one network's run shows and says.
pub trait Play {
    /// What is simulated.
    type Network: Simulator;

    /// The run at one cycle, with what is counted for the reader alone.
    type Moment: Steps + Deref<Target = Stepped<Self::Network>>;

    /// What the network calls things.
    const WORDS: Words;

    /// The load of the run.
    fn load(&self) -> f64;

    /// The signs of its pictures.
    fn signs(&self) -> Vec<(Sign, &'static str)>;

    /// What the reader may do.
    fn hint(&self) -> &'static str {
        HINT
    }

    /// Tells of what happened in the cycle that has just been recorded.
    fn tell(&mut self, ground: &Ground, cycle: u32, moment: &Self::Moment, story: &mut Story);

    /// The frame of a moment.
    fn picture(&self, ground: &Ground, cycle: u32, moment: &Self::Moment, picked: Option<Item>) -> Picture;

    /// What there is to say of an item in the frame of a moment. Nothing of a message that is not in the network.
    fn describe(&self, ground: &Ground, moment: &Self::Moment, item: Item) -> String;
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
pub struct Story {
    phases: Vec<Phase>,
    log: Vec<Event>,
    /// The messages that have arrived, with the cycle of the picture: all, or as many as there is room for.
    arrivals: Vec<(u32, Arrival)>,
    /// Events for which the log has room; none once it has said that it is full.
    room: Option<usize>,
    /// What the network calls its step in time.
    cycle: &'static str,
}

impl Story {
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
    fn absent(&self, message: u32, cycle: u32, words: Words, name: impl Fn(u32) -> String) -> String {
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
    pub fn stage(&mut self, cycle: u32, title: &str, text: String) {
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

/// A run on the stage, as far as it is recorded.
#[derive(Debug)]
pub struct Film<P: Play> {
    pub(super) play: P,
    pub(super) ground: Ground,
    pub(super) tape: Tape<P::Moment>,
    story: Story,
    stages: Stages,
}

impl<P: Play> Film<P> {
    /// The scene of a run that begins with this moment.
    pub(super) fn new(play: P, ground: Ground, first: P::Moment) -> Self {
        let mut story = Story::new(P::WORDS);
        story.stage(0, "Empty network", "The network is empty, and the sources begin".into());
        Self { play, ground, tape: Tape::new(first), story, stages: Stages::default() }
    }
}

impl<P: Play> Scene for Film<P> {
    fn title(&self) -> String {
        format!("The simulation at load {}", self.play.load())
    }

    fn ground(&self) -> &Ground {
        &self.ground
    }

    fn signs(&self) -> Vec<(Sign, &'static str)> {
        self.play.signs()
    }

    fn hint(&self) -> &'static str {
        self.play.hint()
    }

    fn advance(&mut self, cycles: u32) -> bool {
        for _ in 0..cycles {
            if self.ended() {
                break;
            }
            self.tape.advance();
            let (cycle, moment) = (self.tape.recorded(), self.tape.front());
            self.play.tell(&self.ground, cycle, moment, &mut self.story);
            self.stages.tell(cycle, moment, &mut self.story);
        }
        self.ended()
    }

    fn recorded(&self) -> u32 {
        self.tape.recorded()
    }

    fn ended(&self) -> bool {
        self.tape.front().ended() || self.tape.is_full() || self.recorded() >= MOST_CYCLES
    }

    fn length(&self) -> u32 {
        if self.ended() { self.recorded() } else { MOST_CYCLES }
    }

    fn wanted(&self, shown: u32, ahead: u32) -> u32 {
        shown.saturating_add(ahead).min(MOST_CYCLES)
    }

    fn picture(&mut self, cycle: u32, picked: Option<Item>) -> Picture {
        let cycle = cycle.min(self.recorded());
        self.play.picture(&self.ground, cycle, self.tape.at(cycle), picked)
    }

    fn describe(&mut self, cycle: u32, item: Item) -> String {
        let said = self.play.describe(&self.ground, self.tape.at(cycle), item);
        match item {
            Item::Message(message) if said.is_empty() => {
                let name =
                    |node: u32| self.ground.nodes.get(node as usize).map_or_else(String::new, |node| node.name.clone());
                self.story.absent(message, cycle, P::WORDS, name)
            }
            _ => said,
        }
    }

    fn phases(&self) -> &[Phase] {
        self.story.phases()
    }

    fn log(&self) -> &[Event] {
        self.story.log()
    }

    fn clock(&self) -> &'static str {
        P::WORDS.clock
    }

    fn extent(&self, shown: u32, next: bool) -> String {
        self.tape.front().extent(P::WORDS, (self.recorded(), self.tape.is_full()), shown, next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORDS: Words = Words { message: ("packet", "packets"), cycle: ("slot", "slots"), clock: "Slot" };

    #[test]
    fn a_full_log_says_so_once_and_has_every_stage() {
        let mut story = Story::new(WORDS);
        story.stage(0, "Empty", "It is empty".into());
        let mut worded = 0;
        for cycle in 1..=3 * MOST_EVENTS as u32 {
            for _ in 0..2 {
                story.event(cycle, || {
                    worded += 1;
                    "Something".into()
                });
            }
            if cycle % 5000 == 0 {
                story.phase(cycle, "Another part");
            }
        }
        story.stage(100_000, "Over", "It is over".into());
        assert_eq!(worded, MOST_EVENTS);
        assert_eq!(story.log().len(), MOST_EVENTS + 3);
        assert_eq!(story.phases().len(), 14);
        let [.., last, full, over] = story.log() else { panic!("too few") };
        assert_eq!((last.cycle, last.text.as_str()), (10_000, "Something"));
        assert_eq!((full.cycle, over.text.as_str()), (10_001, "It is over"));
        assert_eq!(
            full.line("Slot"),
            "Slot 10001: More happens than the log holds: from slot 10001 on it is silent, but for the stages of the run."
        );
        assert!(story.log().windows(2).all(|pair| pair[0].cycle <= pair[1].cycle));
    }
}
