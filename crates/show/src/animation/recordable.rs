//! The interface of the player ([`Animation`]) and the one of each animation ([`Recordable`]): it takes notes and makes
//! frames and sentences. [`Recorded`](super::recorded::Recorded) makes the one of the other.

use super::dissemination::Dissemination;
use super::event_log::{Arrival, EventLog, Phase};
use super::frame::{CircleMember, Followed, Frame, Item, Layout, Sign};
use super::run::MOST_CYCLES;
use super::tape::{CycleState, RecordingState};
use super::trail::{MessageState, Switching, Trail};
use super::words::{self, MESSAGES, Terms};
use flitscope::model::Quantity;
use flitscope::param::Key;
use flitscope::sim::wormhole::Router;

/// The constant properties of an animation: its heading, its nodes and links, its terms and signs.
#[derive(Clone, Debug)]
#[allow(missing_docs)] // the other fields are named above
pub struct AnimationInfo {
    pub title: String,
    /// Instructions for the reader, as long as nothing is pointed at.
    pub hint: &'static str,
    pub terms: Terms,
    /// The signs of its frames, with their meaning.
    pub legend: Vec<(Sign, &'static str)>,
    pub layout: Layout,
    /// The last cycle that is recorded in any case.
    pub limit: u32,
    /// True if it is recorded to its end, wherever the reader is.
    pub whole: bool,
    /// The flits of a message, and how they are forwarded; `None` where a message has no way through time.
    pub switching: Option<(u32, Switching)>,
}

impl AnimationInfo {
    /// A run of messages that is recorded as far as the reader goes, without title and legend.
    pub fn new(layout: Layout) -> Self {
        Self {
            title: String::new(),
            hint: words::HINT,
            terms: MESSAGES,
            legend: Vec::new(),
            layout,
            limit: MOST_CYCLES,
            whole: false,
            switching: None,
        }
    }
}

/// A recording that gives its frames in any order. [`Recorded`](super::recorded::Recorded) is the only one.
pub trait Animation {
    /// The properties that stay for the whole recording.
    fn info(&self) -> &AnimationInfo;

    /// The nodes and links, which stay too.
    fn layout(&self) -> &Layout {
        &self.info().layout
    }

    /// The names of messages and of steps in time.
    fn terms(&self) -> Terms {
        self.info().terms
    }

    /// The progress of the recording.
    fn state(&self) -> RecordingState;

    /// True once there is a frame 0; before, [`advance`](Self::advance) works towards it.
    fn ready(&self) -> bool {
        self.state() != RecordingState::Preparing
    }

    /// True if there is nothing more to record.
    fn ended(&self) -> bool {
        self.state().is_final()
    }

    /// The last cycle that has a frame.
    fn recorded(&self) -> u32;

    /// The last cycle that the reader can go to: it is recorded, or will be on demand.
    fn length(&self) -> u32 {
        let AnimationInfo { limit, whole, .. } = *self.info();
        if whole || self.ended() { self.recorded() } else { limit }
    }

    /// The cycle up to which to record for a reader who is at `shown` and may play `ahead` cycles next.
    fn wanted(&self, shown: u32, ahead: u32) -> u32 {
        let AnimationInfo { limit, whole, .. } = *self.info();
        if whole { limit } else { shown.saturating_add(ahead).min(limit) }
    }

    /// Simulates up to that many cycles more. True once there is nothing more to record.
    fn advance(&mut self, cycles: u32) -> bool;

    /// The frame of a cycle; of the last recorded one if that is earlier. Candidates are those of the message picked, if one is.
    fn frame(&mut self, cycle: u32, picked: Option<Item>) -> Frame;

    /// The frame of a cycle in words.
    fn caption(&mut self, cycle: u32, picked: Option<Item>) -> Caption;

    /// The measurements of the simulator up to a cycle, by the symbols of the model; nothing where no run is shown.
    fn measured(&mut self, cycle: u32) -> Vec<Quantity>;

    /// A description of an item in the frame of a cycle, with its numbers.
    fn describe(&mut self, cycle: u32, item: Item) -> String;

    /// The phases recorded so far, in ascending order of their cycles.
    fn phases(&self) -> &[Phase];

    /// The number of events in the log up to a cycle.
    fn logged(&self, cycle: u32) -> usize;

    /// A line of the log, by its place.
    fn line(&self, place: usize) -> String;

    /// The length of the recording beside the cycle shown, in words; `next`: another recording is being prepared.
    fn extent(&self, shown: u32, next: bool) -> String;

    /// The router of a node at a cycle; `None` where nodes have none to look into.
    fn opened(&mut self, cycle: u32, node: u32) -> Option<Router>;

    /// The parameter that choosing a node changes, and its value, where there is one.
    fn action(&self, node: u32) -> Option<(Key, f64)>;

    /// Looks at up to that many cycles more of the life of a message, or at none. A message is found if it is in the network at the
    /// cycle, or has arrived by then. True if more of it is recorded than has been looked at.
    fn follow(&mut self, message: Option<u32>, cycle: u32, cycles: u32) -> bool;

    /// A message that is generated soon after a cycle, and the cycle of its generation, if that is recorded: a fair sample of all.
    /// Some others pass before it, because the gap between messages at any moment is a long one, and who follows it meets fewer others.
    fn next_message(&mut self, after: u32) -> Option<(u32, u32)>;

    /// The messages that have arrived, with the cycle: all that are recorded, or as many as are remembered.
    fn arrivals(&self) -> &[(u32, Arrival)];

    /// The path of the message that is [followed](Self::follow), as far as it has been looked at.
    fn trail(&self) -> Option<&Trail>;

    /// The spread of the one message of a broadcast or a multicast; `None` in a run of many messages.
    fn dissemination(&self) -> Option<Dissemination>;
}

/// A frame in words, with the numbers so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Caption {
    /// The frame in a sentence.
    pub text: String,
    /// The numbers so far in a sentence; empty where nothing is counted.
    pub numbers: String,
}

/// One animation. Sentences of events have no full stop, those of captions no time.
pub trait Recordable {
    /// The state that is recorded, at one cycle.
    type State: CycleState;

    /// An event of this animation only.
    type Event;

    /// Simulates up to that many cycles before cycle 0. True once `first` is the state at cycle 0.
    fn prepare(&mut self, _first: &mut Self::State, _cycles: u32) -> bool {
        true
    }

    /// Notes the phases, events and arrivals of the cycle recorded last.
    fn note(&mut self, cycle: u32, state: &Self::State, log: &mut EventLog<Self::Event>);

    /// True if nothing more happens.
    fn ended(&self, last: &Self::State) -> bool {
        last.is_over()
    }

    /// The frame of a cycle.
    fn frame(&self, layout: &Layout, cycle: u32, state: &Self::State, picked: Option<Item>) -> Frame;

    /// The message that is followed where the reader has picked none, a fair sample; `before`: the last one, and the cycles since then.
    fn chosen(&self, _moment: &Self::State, _before: Option<(u32, u32)>) -> Option<u32> {
        None
    }

    /// A message that waits in its queue, where messages are followed.
    fn queued(&self, _moment: &Self::State, _message: u32) -> Option<MessageState> {
        None
    }

    /// A message that is followed, with its label; `None` for one that is not in the network.
    fn followed(&self, _moment: &Self::State, _message: u32) -> Option<Followed> {
        None
    }

    /// The router of a node.
    fn opened(&self, _moment: &Self::State, _node: u32) -> Option<Router> {
        None
    }

    /// A frame in words, and the results of its state.
    fn caption(&self, layout: &Layout, cycle: u32, state: &Self::State, picked: Option<Item>) -> Caption;

    /// An item in words; `None` for one that is not in the frame.
    fn describe(&self, layout: &Layout, cycle: u32, state: &Self::State, item: Item) -> Option<String>;

    /// An event of its own in words, without a full stop.
    fn event(&self, layout: &Layout, event: &Self::Event) -> String;

    /// A sentence on a recording that goes up to a cycle, with a space before it; `ended`: nothing more will be recorded.
    fn remark(&self, last: &Self::State, _recorded: u32, _ended: bool) -> String {
        if last.is_over() { words::RUN_ENDS.into() } else { String::new() }
    }

    /// The parameter that choosing a node changes, and its value, where there is one.
    fn action(&self, _node: u32) -> Option<(Key, f64)> {
        None
    }

    /// The spread of the one message of the animation by the cycle recorded last; `None` in a run of many messages.
    fn dissemination(&self, _recorded: u32) -> Option<Dissemination> {
        None
    }

    /// The messages of a circle that closes by the cycle recorded last, as they are at a state; none where there is no such circle.
    fn circle(&self, _moment: &Self::State) -> Vec<CircleMember> {
        Vec::new()
    }

    /// The messages that hold channels and have stopped with this circle.
    fn stopped(&self) -> usize {
        0
    }

    /// The message that holds a channel which the header of another one looks for; of several the first one.
    fn holder(&self, _moment: &Self::State, _message: u32) -> Option<u32> {
        None
    }

    /// A message that has left its queue and is not delivered, after the last cycle; in slots, the outcome of the last one for it.
    fn message_state(&self, _moment: &Self::State, _message: u32) -> Option<MessageState> {
        None
    }
}

/// A message is followed for at least as long as that many idle messages take, its result included.
pub(super) const PACE: u32 = 3;

/// The message that is followed where the reader has picked none: the next one that is generated, whatever becomes of it, until it has
/// arrived and `pace` cycles are over. If the next one began with the end of the last one, fewer would pass while the network is full,
/// and their mean would be too low. A little of that remains where few messages are under way: 6 % in a ring of 8 nodes, nothing that
/// is seen in a torus of 64.
///
/// `before`: the last one, and the cycles since it was chosen; `next`: the number that the next message will have; `is_there` tells
/// whether a message has been generated and has not arrived.
pub(super) fn fair(before: Option<(u32, u32)>, next: u32, pace: u32, is_there: impl FnOnce(u32) -> bool) -> u32 {
    let stays = |&(message, cycles): &(u32, u32)| {
        // Numbers begin again after the last one: one that is still to come lies a little ahead.
        message.wrapping_sub(next) < u32::MAX / 2 || is_there(message) || cycles < pace
    };
    before.filter(stays).map_or(next, |(message, _)| message)
}
