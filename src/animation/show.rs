//! What the player plays ([`Animation`]), and what sets one animation apart from the others: [`Show`] gives the facts, [`Say`] the words.

use super::event_log::{Arrival, EventLog, Phase};
use super::frame::{Frame, Item, Layout, Sign};
use super::run::{MOST_CYCLES, Moment, RunSummary};
use super::trail::{MessageState, Switching, Trail};
use super::words::{self, Terms};
use crate::model::Quantity;
use crate::param::Key;

/// A recording that shows itself frame by frame. [`Recorded`](super::recorded::Recorded) is the only one.
pub trait Animation {
    /// What is shown, as a heading.
    fn title(&self) -> String;

    /// What never changes.
    fn layout(&self) -> &Layout;

    /// What the signs of its frames mean.
    fn legend(&self) -> Vec<(Sign, &'static str)>;

    /// What the reader may do, as long as nothing is pointed at.
    fn hint(&self) -> &'static str;

    /// Simulates up to that many cycles more. True once there is nothing more to record.
    fn advance(&mut self, cycles: u32) -> bool;

    /// Whether there is a frame 0; before, [`advance`](Self::advance) works towards it.
    fn ready(&self) -> bool;

    /// The last cycle that has a frame.
    fn recorded(&self) -> u32;

    /// Whether there is nothing more to record.
    fn ended(&self) -> bool;

    /// The last cycle that the reader can go to: recorded, or recorded when it is asked for.
    fn length(&self) -> u32;

    /// The cycle up to which to record for a reader who is at `shown` and may play `ahead` cycles next.
    fn wanted(&self, shown: u32, ahead: u32) -> u32;

    /// The frame of a cycle; of the last recorded one if that is earlier. Candidates are those of the message picked, if one is.
    fn frame(&mut self, cycle: u32, picked: Option<Item>) -> Frame;

    /// The same frame in words.
    fn caption(&mut self, cycle: u32, picked: Option<Item>) -> Caption;

    /// What the simulator has measured by a cycle, by the symbols of the model; nothing where no run is shown.
    fn measured(&mut self, cycle: u32) -> Vec<Quantity>;

    /// What there is to say of an item in the frame of a cycle, with its numbers.
    fn describe(&mut self, cycle: u32, item: Item) -> String;

    /// The phases recorded so far, in ascending order of their cycles.
    fn phases(&self) -> &[Phase];

    /// How many events of the log have happened by a cycle.
    fn logged(&self, cycle: u32) -> usize;

    /// A line of the log, by its place.
    fn line(&self, place: usize) -> String;

    /// What a step in time is called.
    fn terms(&self) -> Terms;

    /// How far the recording goes, beside the cycle shown; `next`: another one is on its way.
    fn extent(&self, shown: u32, next: bool) -> String;

    /// The parameter that choosing a node changes, and its value, where there is one.
    fn action(&self, node: u32) -> Option<(Key, f64)>;

    /// Looks at up to that many cycles more of the life of a message, or at none. One that is not there at a cycle, and has not arrived by then,
    /// is not looked for. Whether more of it is recorded than has been looked at.
    fn follow(&mut self, message: Option<u32>, cycle: u32, cycles: u32) -> bool;

    /// The messages that have arrived, with the cycle: all that are recorded, or as many as are remembered.
    fn arrivals(&self) -> &[(u32, Arrival)];

    /// The way of the message that is [followed](Self::follow), as far as it has been looked at.
    fn trail(&self) -> Option<&Trail>;
}

/// A frame in words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Caption {
    /// The frame in a sentence.
    pub text: String,
    /// The numbers so far in a sentence; empty where nothing is counted.
    pub numbers: String,
}

/// What one animation shows, as facts.
pub trait Show {
    /// What is recorded, at one cycle.
    type Moment: Moment;

    /// What can happen in this animation only.
    type Event;

    /// What its caption says.
    type Caption;

    /// What is said of an item.
    type About;

    /// Whether it is recorded to its end, wherever the reader is.
    const WHOLE: bool = false;

    /// The last cycle that is recorded in any case.
    fn limit(&self) -> u32 {
        MOST_CYCLES
    }

    /// Simulates up to that many cycles before cycle 0. True once `first` is what is shown there.
    fn prepare(&mut self, _first: &mut Self::Moment, _cycles: u32) -> bool {
        true
    }

    /// Takes note of what happened in the cycle that has just been recorded.
    fn note(&mut self, cycle: u32, moment: &Self::Moment, log: &mut EventLog<Self::Event>);

    /// Whether nothing more happens.
    fn ended(&self, last: &Self::Moment) -> bool {
        last.is_over()
    }

    /// The frame of a moment.
    fn frame(&self, layout: &Layout, cycle: u32, moment: &Self::Moment, picked: Option<Item>) -> Frame;

    /// What its caption says.
    fn caption(&self, cycle: u32, moment: &Self::Moment, picked: Option<Item>) -> Self::Caption;

    /// What is said of an item. Nothing of one that is not there.
    fn about(&self, cycle: u32, moment: &Self::Moment, item: Item) -> Option<Self::About>;

    /// The parameter that choosing a node changes, and its value, where there is one.
    fn action(&self, _node: u32) -> Option<(Key, f64)> {
        None
    }

    /// The flits of a message, and how they are forwarded; nothing where a message has no way through time.
    fn forwards(&self) -> Option<(u32, Switching)> {
        None
    }

    /// A message that has left its queue and is not delivered, after the last cycle; or what that brought to it.
    fn message_state(&self, _moment: &Self::Moment, _message: u32) -> Option<MessageState> {
        None
    }
}

/// The same in words. Those of events have no full stop, those of captions no time.
pub trait Say: Show {
    /// What its network calls things.
    const TERMS: Terms;

    /// What the signs of its frames mean.
    const LEGEND: &'static [(Sign, &'static str)];

    /// Whether a sign is in its frames.
    fn has(&self, _sign: Sign) -> bool {
        true
    }

    /// What is shown, as a heading.
    fn title(&self, layout: &Layout) -> String;

    /// What the reader may do.
    fn hint(&self) -> &'static str {
        words::HINT
    }

    /// What happened.
    fn say_event(&self, layout: &Layout, event: &Self::Event) -> String;

    /// What a caption says.
    fn say_caption(&self, layout: &Layout, caption: &Self::Caption) -> String;

    /// What there is to say of an item.
    fn say_about(&self, layout: &Layout, about: &Self::About) -> String;

    /// The numbers of a frame; empty where nothing is counted.
    fn say_numbers(&self, _caption: &Self::Caption, numbers: Option<&RunSummary>) -> String {
        numbers.map_or_else(String::new, |numbers| words::numbers(Self::TERMS, numbers))
    }

    /// What else is to be said of a recording up to a cycle, with a space before it; `ended`: nothing more will be recorded.
    fn remark(&self, last: &Self::Moment, _recorded: u32, _ended: bool) -> String {
        if last.is_over() { words::RUN_ENDS.into() } else { String::new() }
    }
}
