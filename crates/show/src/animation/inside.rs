//! The inside of an open node as data: its channels to the neighbours, who has which lane of them, who asked for one and who got it.
//!
//! ```text
//!   Port: a neighbour      Road: a channel to it or from it, with its lanes      Band: the way of a message through the node
//! ```
//! As a [`Frame`](super::Frame) it says what there is and never how it looks. The player fills it, of an [`Opened`] node and of its frame.

use flitscope::sim::wormhole::Router;

/// An open node in a frame: the messages in it, their ways through it, their activities, and the rule of which it is an example.
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(missing_docs)] // the other fields are named above
pub struct Inside {
    pub node: u32,
    /// The places of the buffer of a lane; 0 where lanes have none.
    pub depth: u32,
    /// Its neighbours, clockwise from the right.
    pub ports: Vec<Port>,
    /// The messages that it sends, and have not left it.
    pub starts: Vec<Start>,
    /// Messages that wait to start, each queue with the link that it is for, if it is for one.
    pub queues: Vec<(Option<u32>, u32)>,
    pub bands: Vec<Band>,
    /// Of the oldest message first.
    pub said: Vec<Said>,
    pub rule: &'static str,
    /// The last cycles of the channel that the reader has picked.
    pub strip: Vec<StripRow>,
    /// The router before and after the cycle, of a wormhole network.
    pub routers: Option<Box<[Router; 2]>>,
}

/// A neighbour of an open node.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Port {
    /// The node at its other end.
    pub node: u32,
    /// Where it is in the layout: quarters of a turn, clockwise from the right.
    pub turn: f64,
    /// The channel to it, and the one from it.
    pub roads: [Option<Road>; 2],
}

/// A channel at an open node.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Road {
    /// The link that it is in the layout.
    pub link: u32,
    /// Its lanes, from the middle of the port outward; of many those in use alone.
    pub lanes: Vec<RoadLane>,
    /// Lanes that are free and left out.
    pub free: u32,
    /// The lane that has the next turn.
    pub turn: Option<u32>,
}

/// A lane of a road.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RoadLane {
    /// Its number on the link, from 0.
    pub lane: u32,
    /// Its class of the dateline, where it has one.
    pub class: Option<u32>,
    /// `None` for a lane that is free.
    pub holder: Option<Holder>,
}

/// The message that has a lane.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Holder {
    /// Its number in the frame.
    pub message: u32,
    /// Flits at rest in the buffer at the far end.
    pub held: u32,
    /// True if the first of those, or the one that crosses if there is none, is the header.
    pub head: bool,
    /// True if a flit crosses in this cycle.
    pub moved: bool,
    /// True for a path that is looked for or given back, on which no flit goes.
    pub path: bool,
    /// True if it is given back.
    pub back: bool,
}

/// A message that starts at an open node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Start {
    /// Its number in the frame.
    pub message: u32,
    /// The link beside which its place is.
    pub link: Option<u32>,
}

/// The way of a message through an open node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Band {
    /// Its number in the frame.
    pub message: u32,
    /// The link and the lane by which it comes in; none if it starts here.
    pub from: Option<(u32, u32)>,
    /// The lane, the destination or the wait at its end.
    pub to: BandEnd,
    /// Its place in the order of those that asked in this cycle, from 1.
    pub asked: Option<u32>,
}

/// The end of a way through a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BandEnd {
    /// It has this lane of a link.
    Lane(u32, u32),
    /// It arrives at this node.
    Here,
    /// It waits: each of these lanes is held.
    Blocked(Vec<(u32, u32)>),
}

/// The activity of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// Its number in the frame.
    pub message: u32,
    /// A sentence on what it does.
    pub words: String,
    /// True if it waits for another message, and not for its turn.
    pub waits: bool,
}

/// A cycle of a channel: by lane the message that had it, and what it did in a few words; empty for a flit that crossed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StripRow {
    /// The cycle of the animation that it shows.
    pub cycle: u32,
    /// By lane; `None` where no message had it.
    pub lanes: Vec<Option<(u32, &'static str)>>,
}

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

/// The state of a node in the simulator.
#[derive(Clone, Debug)]
#[allow(missing_docs)] // each variant says what its fields are
pub enum Opened {
    /// Its router, where nodes have buffers.
    Router(Box<Router>),
    /// Where they have none, the messages that found no way on in the last cycle, and the rule of which they are an example.
    Asked { rule: &'static str, refused: Vec<Refused> },
}

/// A packet or a probe that found no way on at a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The number of its message.
    pub message: u32,
    /// The links that it asked for.
    pub links: Vec<u32>,
    /// True if it has not left its source, which is the node.
    pub starts: bool,
}
