//! The scene of a run at the operating point, for any network: what is recorded, how far, and when that is told of. A [`Play`] says what
//! sets one network apart from the others.

use super::event_log::{EventLog, Words};
use super::frame::{Animation, Event, Frame, Item, Layout, Phase, Sign};
use super::run::{HINT, MOST_CYCLES, RunPhases, Stepped};
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
    fn tell(&mut self, layout: &Layout, cycle: u32, moment: &Self::Moment, log: &mut EventLog);

    /// The frame of a moment.
    fn frame(&self, layout: &Layout, cycle: u32, moment: &Self::Moment, picked: Option<Item>) -> Frame;

    /// What there is to say of an item in the frame of a moment. Nothing of a message that is not in the network.
    fn describe(&self, layout: &Layout, moment: &Self::Moment, item: Item) -> String;
}

/// A run on the stage, as far as it is recorded.
#[derive(Debug)]
pub struct RunAnimation<P: Play> {
    pub(super) play: P,
    pub(super) layout: Layout,
    pub(super) tape: Tape<P::Moment>,
    log: EventLog,
    phases: RunPhases,
}

impl<P: Play> RunAnimation<P> {
    /// The scene of a run that begins with this moment.
    pub(super) fn new(play: P, layout: Layout, first: P::Moment) -> Self {
        let mut log = EventLog::new(P::WORDS);
        log.begin(0, "Empty network", "The network is empty, and the sources begin".into());
        Self { play, layout, tape: Tape::new(first), log, phases: RunPhases::default() }
    }
}

impl<P: Play> Animation for RunAnimation<P> {
    fn title(&self) -> String {
        format!("The simulation at load {}", self.play.load())
    }

    fn layout(&self) -> &Layout {
        &self.layout
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
            self.play.tell(&self.layout, cycle, moment, &mut self.log);
            self.phases.tell(cycle, moment, &mut self.log);
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

    fn frame(&mut self, cycle: u32, picked: Option<Item>) -> Frame {
        let cycle = cycle.min(self.recorded());
        self.play.frame(&self.layout, cycle, self.tape.at(cycle), picked)
    }

    fn describe(&mut self, cycle: u32, item: Item) -> String {
        let said = self.play.describe(&self.layout, self.tape.at(cycle), item);
        match item {
            Item::Message(message) if said.is_empty() => {
                let name =
                    |node: u32| self.layout.nodes.get(node as usize).map_or_else(String::new, |node| node.name.clone());
                self.log.absent(message, cycle, P::WORDS, name)
            }
            _ => said,
        }
    }

    fn phases(&self) -> &[Phase] {
        self.log.phases()
    }

    fn log(&self) -> &[Event] {
        self.log.log()
    }

    fn clock(&self) -> &'static str {
        P::WORDS.clock
    }

    fn extent(&self, shown: u32, next: bool) -> String {
        self.tape.front().extent(P::WORDS, (self.recorded(), self.tape.is_full()), shown, next)
    }
}
