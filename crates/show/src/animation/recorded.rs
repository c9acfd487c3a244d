//! The recording of an animation: its states, its events, and the frames and sentences made of them on demand. The only implementation of
//! [`Animation`]; a [`Recordable`] makes one different from the others.

use super::dissemination::Dissemination;
use super::event_log::{Arrival, EventLog, Fact, Mark, Phase};
use super::frame::{BEFORE, Followed, Frame, Item, WaitCircle};
use super::recordable::{Animation, AnimationInfo, Caption, Recordable};
use super::tape::{CycleState as _, RecordingState, Tape};
use super::trail::{MessageState, Trail};
use super::words;
use flitscope::model::Quantity;
use flitscope::param::Key;
use flitscope::sim::wormhole::Router;
use flitscope::text;

/// Messages that pass before the one that a reader asks to follow.
const PASSING: u32 = 8;

/// A recording, complete or not.
#[derive(Debug)]
pub struct Recorded<S: Recordable> {
    info: AnimationInfo,
    pub(super) show: S,
    pub(super) tape: Tape<S::State>,
    pub(super) log: EventLog<S::Event>,
    /// The state that is being prepared for cycle 0.
    coming: Option<S::State>,
    /// The message that is followed, and the state up to which it has been looked at.
    followed: Option<(Trail, S::State)>,
    /// The messages that are followed where the reader has picked none, each with the cycle from which on.
    pub(super) chosen: Vec<(u32, Option<u32>)>,
}

impl<S: Recordable> Recorded<S> {
    /// The recording that begins with a state, or with one prepared from it.
    pub fn new(info: AnimationInfo, show: S, first: S::State) -> Self {
        let (tape, log) = (Tape::new(first.clone()), EventLog::default());
        let mut recorded = Self { info, show, tape, log, coming: Some(first), followed: None, chosen: Vec::new() };
        recorded.prepare(0);
        recorded
    }

    /// Works towards cycle 0. True once it is recorded.
    fn prepare(&mut self, cycles: u32) -> bool {
        let Some(mut first) = self.coming.take() else { return true };
        if self.show.prepare(&mut first, cycles) {
            self.tape = Tape::new(first);
            self.note();
        } else {
            self.coming = Some(first);
        }
        self.coming.is_none()
    }

    /// Notes the events of the cycle recorded last.
    fn note(&mut self) {
        let (cycle, state) = (self.tape.recorded(), self.tape.front());
        self.show.note(cycle, state, &mut self.log);
        let before = self.chosen.last().and_then(|(from, message)| Some(((*message)?, cycle - from)));
        let now = self.show.chosen(state, before);
        if now != before.map(|(message, _)| message) {
            self.chosen.push((cycle, now));
        }
        state.marks().into_iter().flatten().for_each(|mark| self.log.begin(cycle, mark));
    }

    /// A message that has arrived by a cycle, with its latency as its label.
    fn arrived(&self, message: u32, cycle: u32) -> Option<Followed> {
        let (_, Arrival { source, destination, latency, .. }) = self.log.arrival(message, cycle)?;
        let terms = self.info.terms;
        let title = format!("{} {message} has arrived", text::sentence(terms.message.0));
        let words = format!("after {}", terms.cycles(latency));
        let (node, destination) = (destination, Some(destination));
        Some(Followed { message, node, source, destination, title, words, whole: false })
    }

    /// The path of a message that is in the network at a cycle, or has arrived by then, with the state at which it was generated:
    /// nothing has been looked at yet. Nothing of one that is older than the recording.
    fn find(&mut self, message: u32, cycle: u32) -> Option<(Trail, S::State)> {
        let forwards = self.info.switching?;
        let cycle = cycle.min(self.tape.recorded());
        let origin = self.tape.front().now() - u64::from(self.tape.recorded());
        let arrived = self.log.arrival(message, cycle);
        let (born, source, destination) = match arrived {
            Some((at, arrival)) => (u64::from(at).checked_sub(arrival.latency)?, arrival.source, arrival.destination),
            None => {
                let state = self.tape.at(cycle);
                let there = self.show.message_state(state, message).or_else(|| self.show.queued(state, message));
                let MessageState { generated, source, destination, .. } = there?;
                (generated.checked_sub(origin)?, source, destination)
            }
        };
        let born = born as u32;
        Some((Trail::new((message, source, destination), born, forwards), self.tape.at(born).clone()))
    }
}

impl<S: Recordable> Animation for Recorded<S> {
    fn info(&self) -> &AnimationInfo {
        &self.info
    }

    fn state(&self) -> RecordingState {
        let AnimationInfo { limit, whole, .. } = self.info;
        if self.coming.is_some() {
            RecordingState::Preparing
        } else if self.show.ended(self.tape.front()) {
            RecordingState::Whole
        } else if self.tape.is_full() {
            RecordingState::Full
        } else if self.tape.recorded() >= limit {
            RecordingState::Limit
        } else if whole {
            RecordingState::Recording
        } else {
            RecordingState::Growing(limit)
        }
    }

    fn recorded(&self) -> u32 {
        self.tape.recorded()
    }

    fn advance(&mut self, cycles: u32) -> bool {
        if self.coming.is_some() {
            return self.prepare(cycles) && self.ended();
        }
        for _ in 0..cycles {
            if self.ended() {
                break;
            }
            self.tape.advance();
            self.note();
        }
        self.ended()
    }

    fn frame(&mut self, cycle: u32, picked: Option<Item>) -> Frame {
        let cycle = cycle.min(self.tape.recorded());
        let deadlock = self.log.phases().iter().find(|phase| phase.mark == Mark::Deadlock);
        let closed = deadlock.map(|phase| phase.cycle).filter(|closed| cycle.saturating_add(BEFORE) >= *closed);
        let message = match picked {
            Some(Item::Message(message)) => Some(message),
            // In a deadlock nothing is seen but its circle.
            _ if closed.is_some() => None,
            _ => {
                self.chosen[..self.chosen.partition_point(|(from, _)| *from <= cycle)].last().and_then(|(_, one)| *one)
            }
        };
        let state = self.tape.at(cycle);
        let mut frame = self.show.frame(&self.info.layout, cycle, state, picked.or(message.map(Item::Message)));
        let followed = message.and_then(|message| self.show.followed(state, message));
        if let Some(closed) = closed {
            frame.deadlock =
                Some(WaitCircle { closed, members: self.show.circle(state), stopped: self.show.stopped() });
        }
        let followed = followed.or_else(|| self.arrived(message?, cycle));
        frame.followed = followed.or(frame.followed);
        frame
    }

    fn caption(&mut self, cycle: u32, picked: Option<Item>) -> Caption {
        let cycle = cycle.min(self.tape.recorded());
        let caption = self.show.caption(&self.info.layout, cycle, self.tape.at(cycle), picked);
        Caption { text: format!("{} {cycle}: {}", self.info.terms.clock, caption.text), ..caption }
    }

    fn measured(&mut self, cycle: u32) -> Vec<Quantity> {
        self.tape.at(cycle).measures()
    }

    fn describe(&mut self, cycle: u32, item: Item) -> String {
        let (layout, at) = (&self.info.layout, cycle.min(self.tape.recorded()));
        match (self.show.describe(layout, at, self.tape.at(at), item), item) {
            (Some(said), _) => said,
            (None, Item::Message(message)) => {
                words::absent(layout, self.info.terms, message, self.log.arrival(message, cycle))
            }
            (None, _) => String::new(),
        }
    }

    fn phases(&self) -> &[Phase] {
        self.log.phases()
    }

    fn logged(&self, cycle: u32) -> usize {
        self.log.events().partition_point(|(at, _)| *at <= cycle)
    }

    fn line(&self, place: usize) -> String {
        let Some((cycle, fact)) = self.log.events().get(place) else { return String::new() };
        let AnimationInfo { terms, ref layout, .. } = self.info;
        let said = match fact {
            Fact::Own(own) => self.show.event(layout, own),
            Fact::Mark(mark) => mark.sentence(layout),
            Fact::Arrived(arrival) => words::arrived(layout, terms, arrival),
            Fact::Full => words::full_log(terms, *cycle),
        };
        format!("{} {cycle}: {said}.", terms.clock)
    }

    fn extent(&self, shown: u32, next: bool) -> String {
        let (recorded, state) = (self.recorded(), self.state());
        let remark = self.show.remark(self.tape.front(), recorded, state.is_final());
        words::extent(self.info.terms, state, (shown, recorded), &remark, next)
    }

    fn opened(&mut self, cycle: u32, node: u32) -> Option<Router> {
        self.show.opened(self.tape.at(cycle), node)
    }

    fn action(&self, node: u32) -> Option<(Key, f64)> {
        self.show.action(node)
    }

    fn follow(&mut self, message: Option<u32>, cycle: u32, cycles: u32) -> bool {
        if self.followed.as_ref().map(|(trail, _)| trail.message) != message {
            // It may be generated just after the cycle shown.
            self.followed = message
                .and_then(|message| self.find(message, cycle).or_else(|| self.find(message, self.tape.recorded())));
        }
        let Some((trail, state)) = &mut self.followed else { return false };
        let last = self.tape.front().now();
        for _ in 0..cycles {
            if trail.done || state.now() >= last {
                break;
            }
            state.step();
            trail.holder = self.show.holder(state, trail.message);
            trail.see(self.show.message_state(state, trail.message).map(|message| message.state));
        }
        !trail.done && state.now() < last
    }

    fn next_message(&mut self, after: u32) -> Option<(u32, u32)> {
        let first = self.show.chosen(self.tape.at(after.min(self.tape.recorded())), None)?;
        let mut next = first.wrapping_add(PASSING);
        (after..=self.tape.recorded()).find_map(|cycle| {
            let state = self.tape.at(cycle);
            next = self.show.chosen(state, Some((next, 0)))?;
            self.show.followed(state, next).map(|_| (next, cycle))
        })
    }

    fn arrivals(&self) -> &[(u32, Arrival)] {
        self.log.arrivals()
    }

    fn trail(&self) -> Option<&Trail> {
        self.followed.as_ref().map(|(trail, _)| trail)
    }

    fn dissemination(&self) -> Option<Dissemination> {
        self.show.dissemination(self.recorded())
    }
}
