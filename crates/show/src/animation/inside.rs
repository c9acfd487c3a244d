//! The inside of an open node as data: its channels to the neighbours, who has which lane of them, who asked for one and who got it.
//!
//! ```text
//!   Port: a neighbour      Road: a channel to it or from it, with its lanes      Band: the way of a message through the node
//! ```
//! As a [`Frame`](super::Frame) it says what there is and never how it looks. The player fills it from the router of the node.

use flitscope::sim::wormhole::Router;

/// An open node in a frame: the messages in it, their ways and activities, the rule of which it is an example, and its last cycles.
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(missing_docs)] // the other fields are named above
pub struct Inside {
    pub node: u32,
    pub depth: u32,
    /// Its neighbours, clockwise from the right.
    pub ports: Vec<Port>,
    /// The messages that it sends, and have not left it.
    pub starts: Vec<Start>,
    /// Messages that wait to start, each queue with the link that it is for, if it is for one.
    pub queues: Vec<(Option<u32>, u32)>,
    pub bands: Vec<Band>,
    /// Those that wait first, of each the oldest message first.
    pub said: Vec<Said>,
    /// The messages in the order of hues that are all different; the largest number has none.
    pub hues: Vec<u32>,
    /// True if reasons are seen, which a lesson that asks withholds.
    pub told: bool,
    pub rule: &'static str,
    pub strip: Strip,
    /// The router before and after the cycle, of a wormhole network.
    pub routers: Option<Box<[Router; 2]>>,
}

/// A neighbour of an open node, its place in the layout in quarters of a turn, clockwise from the right, and the channels to it and from it.
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(missing_docs)] // the fields are named above
pub struct Port {
    pub node: u32,
    pub turn: f64,
    pub roads: [Option<Road>; 2],
}

/// A channel at an open node: its link in the layout, its lanes from the middle of the port outward, of many those in use alone with the
/// number of the others, and the lane that has the next turn.
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(missing_docs)] // the fields are named above
pub struct Road {
    pub link: u32,
    pub lanes: Vec<RoadLane>,
    pub free: u32,
    pub turn: Option<u32>,
}

/// A lane of a road: its number on the link, its class of the dateline, where it has one, and the message that has it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs)] // the fields are named above
pub struct RoadLane {
    pub lane: u32,
    pub class: Option<u32>,
    pub holder: Option<Holder>,
}

/// The message that has a lane: its flits at rest in the buffer at the far end, whether the first of those, or the one that crosses if
/// there is none, is the header, and whether a flit crosses in this cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs)] // the fields are named above
pub struct Holder {
    pub message: u32,
    pub held: u32,
    pub head: bool,
    pub moved: bool,
}

/// A message that starts at an open node, and the link beside which its place is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // the fields are named above
pub struct Start {
    pub message: u32,
    pub link: Option<u32>,
}

/// The way of a message through an open node: the link and the lane by which it comes in, none if it starts here, its end, and its place in
/// the order of those that asked in this cycle, from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // the fields are named above
pub struct Band {
    pub message: u32,
    pub from: Option<(u32, u32)>,
    pub to: BandEnd,
    pub asked: Option<u32>,
}

/// The end of a way through a node: a lane of a link, this node, or a wait for lanes that are held beside others, free but not for it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // the variants are named above
pub enum BandEnd {
    Lane(u32, u32),
    Here,
    Blocked(Vec<(u32, u32)>, Vec<(u32, u32)>),
}

/// The activity of a message in a sentence; it `waits` for another message, and not for its turn.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // the fields are named above
pub struct Said {
    pub message: u32,
    pub words: String,
    pub waits: bool,
}

/// The last cycles of a node: of each of its channels, or of each lane of the channel that the reader has picked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Strip {
    /// The channels or the lanes, in words.
    pub columns: Vec<String>,
    /// The heading.
    pub caption: String,
    /// The cycles of the animation. By column the message that had it, and its activity in a few words, empty if a flit crossed.
    pub rows: Vec<(u32, Vec<Act>)>,
}

/// An entry of a strip; `None` where no message had the lane, or none crossed the channel.
pub type Act = Option<(u32, &'static str)>;

impl Inside {
    /// The road of a link.
    pub fn road(&self, link: u32) -> Option<&Road> {
        self.ports.iter().flat_map(|port| port.roads.iter().flatten()).find(|road| road.link == link)
    }

    /// The activity of a message in it.
    pub fn says(&self, message: u32) -> Option<&Said> {
        self.said.iter().find(|said| said.message == message)
    }

    /// All of it in words, without its name.
    pub fn spoken(&self) -> String {
        let words: Vec<&str> = self.said.iter().map(|said| said.words.as_str()).collect();
        if words.is_empty() { "Nothing is in it.".into() } else { words.join(" ") }
    }
}
