//! The recording of an animation: what is recorded, how far, what happened, and what of it is shown. The only implementation of
//! [`Animation`]; a [`Show`] says what sets one apart from the others.

use super::event_log::{Arrival, EventLog, Fact, Phase};
use super::frame::{Frame, Item, Layout, Sign};
use super::run::Moment;
use super::show::{Animation, Caption, Say, Show};
use super::tape::{Reach, Steps as _, Tape};
use super::trail::{MessageState, Trail};
use super::words::{self, Terms};
use crate::model::Quantity;
use crate::param::Key;

/// A recording, as far as it goes.
#[derive(Debug)]
pub struct Recorded<S: Show> {
    pub(super) show: S,
    pub(super) layout: Layout,
    pub(super) tape: Tape<S::Moment>,
    pub(super) log: EventLog<S::Event>,
    /// What is on its way to cycle 0.
    coming: Option<S::Moment>,
    /// The message that is followed, and the moment up to which it has been looked at.
    followed: Option<(Trail, S::Moment)>,
}

impl<S: Show> Recorded<S> {
    /// The recording of what begins with a moment, or is prepared from it.
    pub fn new(show: S, layout: Layout, first: S::Moment) -> Self {
        let tape = Tape::new(first.clone());
        let mut recorded = Self { show, layout, tape, log: EventLog::default(), coming: Some(first), followed: None };
        recorded.prepare(0);
        recorded
    }

    /// Works towards cycle 0. Whether it is there.
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

    /// Takes note of what happened in the cycle recorded last.
    fn note(&mut self) {
        let (cycle, moment) = (self.tape.recorded(), self.tape.front());
        self.show.note(cycle, moment, &mut self.log);
        moment.marks().into_iter().flatten().for_each(|mark| self.log.begin(cycle, mark));
    }

    /// How far it goes.
    pub fn reach(&self) -> Reach {
        let limit = self.show.limit();
        if self.show.ended(self.tape.front()) {
            Reach::Whole
        } else if self.tape.is_full() {
            Reach::Full
        } else if self.tape.recorded() >= limit {
            Reach::Limit
        } else if S::WHOLE {
            Reach::Recording
        } else {
            Reach::Growing(limit)
        }
    }

    /// Whether there is nothing more to record.
    fn is_complete(&self) -> bool {
        self.coming.is_none() && !matches!(self.reach(), Reach::Growing(_) | Reach::Recording)
    }

    /// What the caption of a cycle says.
    pub fn fact(&mut self, cycle: u32, picked: Option<Item>) -> S::Caption {
        let cycle = cycle.min(self.tape.recorded());
        self.show.caption(cycle, self.tape.at(cycle), picked)
    }

    /// The way of a message that is there at a cycle, or has arrived by then, with the moment at which it was generated: nothing has been looked at
    /// yet. Nothing of one that is older than the recording.
    fn find(&mut self, message: u32, cycle: u32) -> Option<(Trail, S::Moment)> {
        let forwards = self.show.forwards()?;
        let cycle = cycle.min(self.tape.recorded());
        let origin = self.tape.front().now() - u64::from(self.tape.recorded());
        let arrived = self.log.arrival(message, cycle);
        let (born, source, destination) = match arrived {
            Some((at, arrival)) => (u64::from(at).checked_sub(arrival.latency)?, arrival.source, arrival.destination),
            None => {
                let MessageState { generated, source, destination, .. } =
                    self.show.message_state(self.tape.at(cycle), message)?;
                (generated.checked_sub(origin)?, source, destination)
            }
        };
        let born = born as u32;
        Some((Trail::new((message, source, destination), born, forwards), self.tape.at(born).clone()))
    }

    /// What is said of an item at a cycle.
    pub fn about(&mut self, cycle: u32, item: Item) -> Option<S::About> {
        let cycle = cycle.min(self.tape.recorded());
        self.show.about(cycle, self.tape.at(cycle), item)
    }
}

impl<S: Say> Animation for Recorded<S> {
    fn title(&self) -> String {
        self.show.title(&self.layout)
    }

    fn layout(&self) -> &Layout {
        &self.layout
    }

    fn legend(&self) -> Vec<(Sign, &'static str)> {
        S::LEGEND.iter().copied().filter(|(sign, _)| self.show.has(*sign)).collect()
    }

    fn hint(&self) -> &'static str {
        self.show.hint()
    }

    fn advance(&mut self, cycles: u32) -> bool {
        if self.coming.is_some() {
            return self.prepare(cycles) && self.is_complete();
        }
        for _ in 0..cycles {
            if self.is_complete() {
                break;
            }
            self.tape.advance();
            self.note();
        }
        self.is_complete()
    }

    fn ready(&self) -> bool {
        self.coming.is_none()
    }

    fn recorded(&self) -> u32 {
        self.tape.recorded()
    }

    fn ended(&self) -> bool {
        self.is_complete()
    }

    fn length(&self) -> u32 {
        if S::WHOLE || self.is_complete() { self.recorded() } else { self.show.limit() }
    }

    fn wanted(&self, shown: u32, ahead: u32) -> u32 {
        let limit = self.show.limit();
        if S::WHOLE { limit } else { shown.saturating_add(ahead).min(limit) }
    }

    fn frame(&mut self, cycle: u32, picked: Option<Item>) -> Frame {
        let cycle = cycle.min(self.tape.recorded());
        self.show.frame(&self.layout, cycle, self.tape.at(cycle), picked)
    }

    fn caption(&mut self, cycle: u32, picked: Option<Item>) -> Caption {
        let cycle = cycle.min(self.tape.recorded());
        let fact = self.fact(cycle, picked);
        let numbers = self.tape.at(cycle).numbers();
        let said = self.show.say_caption(&self.layout, &fact);
        let text = format!("{} {cycle}: {said}", S::TERMS.clock);
        Caption { text, numbers: self.show.say_numbers(&fact, numbers.as_ref()) }
    }

    fn measured(&mut self, cycle: u32) -> Vec<Quantity> {
        self.tape.at(cycle.min(self.tape.recorded())).measures()
    }

    fn describe(&mut self, cycle: u32, item: Item) -> String {
        match (self.about(cycle, item), item) {
            (Some(about), _) => self.show.say_about(&self.layout, &about),
            (None, Item::Message(message)) => {
                words::absent(&self.layout, S::TERMS, message, self.log.arrival(message, cycle))
            }
            (None, _) => String::new(),
        }
    }

    fn phases(&self) -> &[Phase] {
        self.log.phases()
    }

    fn logged(&self, cycle: u32) -> usize {
        self.log.events().partition_point(|event| event.cycle <= cycle)
    }

    fn line(&self, place: usize) -> String {
        let Some(event) = self.log.events().get(place) else { return String::new() };
        let said = match &event.fact {
            Fact::Own(own) => self.show.say_event(&self.layout, own),
            Fact::Mark(mark) => mark.sentence(&self.layout),
            Fact::Arrived(arrival) => words::arrived(&self.layout, S::TERMS, arrival),
            Fact::Full => words::full_log(S::TERMS, event.cycle),
        };
        format!("{} {}: {said}.", S::TERMS.clock, event.cycle)
    }

    fn terms(&self) -> Terms {
        S::TERMS
    }

    fn extent(&self, shown: u32, next: bool) -> String {
        let (recorded, reach) = (self.recorded(), self.reach());
        let remark = self.show.remark(self.tape.front(), recorded, self.is_complete());
        words::extent(S::TERMS, reach, (shown, recorded), &remark, next)
    }

    fn action(&self, node: u32) -> Option<(Key, f64)> {
        self.show.action(node)
    }

    fn follow(&mut self, message: Option<u32>, cycle: u32, cycles: u32) -> bool {
        if self.followed.as_ref().map(|(trail, _)| trail.message) != message {
            self.followed = message.and_then(|message| self.find(message, cycle));
        }
        let Some((trail, moment)) = &mut self.followed else { return false };
        let last = self.tape.front().now();
        for _ in 0..cycles {
            if trail.done || moment.now() >= last {
                break;
            }
            moment.step();
            trail.see(self.show.message_state(moment, trail.message).map(|sight| sight.state));
        }
        !trail.done && moment.now() < last
    }

    fn arrivals(&self) -> &[(u32, Arrival)] {
        self.log.arrivals()
    }

    fn trail(&self) -> Option<&Trail> {
        self.followed.as_ref().map(|(trail, _)| trail)
    }
}
