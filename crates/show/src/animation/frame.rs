//! The picture as data: the layout, which never changes, a frame, and the items that can be pointed at.
//!
//! ```text
//!   Layout    nodes --o---- link: channel, of several lanes ----o--   once for each recording
//!   Frame     tones of nodes, queues, lanes in use, labels, candidates   once for each cycle
//! ```
//! Both are plain data. One painter draws any of them, so an animation says what there is and never how it looks.

use super::inside::Inside;
use flitscope::param::turns::TurnSet;

/// A place: x to the right, y down. The width of a [`Layout`] is 1.
pub type Place = (f64, f64);

/// The places of nodes and links, constant in a recording.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Layout {
    /// The height of the drawing, in widths.
    pub height: f64,
    /// The least distance between two nodes, in widths: the sizes of nodes and lanes follow from it.
    pub pitch: f64,
    /// The height of words on links, in widths; 0 where it follows from the pitch.
    pub words: f64,
    /// The width of the road of a channel, or of a pair of opposite channels, in terms of the pitch.
    pub road: f64,
    /// Half of the width and of the height of a switching element, in widths.
    pub switch: Place,
    /// Words above the network, each about its place.
    pub captions: Vec<(Place, String)>,
    /// The nodes in the order of their numbers.
    pub nodes: Vec<Node>,
    /// The channels in the order of their numbers.
    pub links: Vec<Link>,
    /// The allowed turns, where the routing is by them.
    pub turns: Option<LayoutTurns>,
}

/// A set of allowed turns in a network: the pairs of links that a message may use one after the other with a turn at the node between, and
/// the shortest circle of links in the dependency graph; and the load at which the busiest channel is full, if each message has one path.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)] // the fields are named above
pub struct LayoutTurns {
    pub set: TurnSet,
    pub arcs: Vec<(u32, u32)>,
    pub circle: Vec<u32>,
    pub bound: Option<f64>,
}

impl Layout {
    /// The name of a node.
    pub fn name(&self, node: u32) -> &str {
        self.nodes.get(node as usize).map_or("", |node| &node.name)
    }

    /// True if its links are a tree of a broadcast, some of them or all.
    pub fn has_tree(&self) -> bool {
        self.links.iter().any(|link| link.weight > 0.0)
    }

    /// True if nodes and links of both have the same places, with any names: then an item of one is an item of the other.
    pub fn is_laid_out_like(&self, other: &Self) -> bool {
        let places = |layout: &Self| layout.nodes.iter().map(|node| node.place).collect::<Vec<_>>();
        let ends = |layout: &Self| layout.links.iter().map(|link| (link.from, link.to)).collect::<Vec<_>>();
        places(self) == places(other) && ends(self) == ends(other)
    }
}

/// A node of the layout: its centre, the text in it or beside it, its name in sentences, and its outline.
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(missing_docs)] // the fields are named above
pub struct Node {
    pub place: Place,
    /// The text in it when a frame has nothing else to put there, or always beside it.
    pub label: String,
    pub words: LabelPlacement,
    pub name: String,
    pub form: NodeShape,
}

/// The place of the label of a node.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum LabelPlacement {
    /// In the node, where it is large enough.
    #[default]
    Within,
    /// On its left side, so high, in widths: what the node does is a form in it, and the label is never in its way.
    Left(f64),
    /// On its right side, at most that high.
    Right(f64),
}

/// The outline of a node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NodeShape {
    /// A disc: what sends and receives.
    #[default]
    Disc,
    /// A tall rectangle: what only passes on.
    Switch,
}

/// A channel of the layout.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Link {
    /// The node where it begins.
    pub from: u32,
    /// The node where it ends.
    pub to: u32,
    /// Its course, from centre to centre: one polyline, or two where it wraps around. Its words stand on the first.
    pub pieces: Vec<Vec<Place>>,
    /// True for the beginning and for the end if it lies at the edge of a node, and not in the middle.
    pub edges: (bool, bool),
    /// The number of its lanes: virtual channels, or links side by side.
    pub lanes: u32,
    /// The number of escape channels; they are the lowest lanes.
    pub escapes: u32,
    /// True if another link leads back beside it. Its lanes then keep to the right.
    pub paired: bool,
    /// True if the classes of the escape channels change here.
    pub dateline: bool,
    /// Its emphasis as part of a structure, such as a spanning tree: 0 to 1.
    pub weight: f64,
}

/// The picture of a cycle: nodes in the order of their numbers, queues, lanes in use, words on links, and the open node, if one is.
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(missing_docs)] // the other fields are named above
pub struct Frame {
    pub cycle: u32,
    pub nodes: Vec<NodeMark>,
    pub queues: Vec<Queue>,
    pub lanes: Vec<LaneMark>,
    pub labels: Vec<(u32, String)>,
    /// The links that a waiting header may take.
    pub candidates: Vec<u32>,
    /// The links of a circle of messages that wait for each other for ever, in their order.
    pub circle: Vec<u32>,
    /// The messages of a circle that has closed or is about to: the others only wait behind them. Each is named where it is drawn.
    pub tied: Vec<u32>,
    /// True if all messages but the followed one are pale.
    pub pale: bool,
    /// The same messages with what they wait for, in a network of any kind.
    pub deadlock: Option<WaitCircle>,
    /// The use of the links; empty if it is not counted.
    pub carried: Option<Carried>,
    /// The message that is followed: the one that the reader has picked, or the oldest one with a long way.
    pub followed: Option<Followed>,
    pub inside: Option<Inside>,
}

/// A message that is followed: its number, where it comes from and goes to, and its label of a title and numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs)] // the other fields are named above
pub struct Followed {
    pub message: u32,
    /// The place of its header, moving or waiting.
    pub node: u32,
    pub source: u32,
    /// Its destination; `None` for several.
    pub destination: Option<u32>,
    /// The first line; empty where there is no label.
    pub title: String,
    pub words: String,
    /// True if every lane in use belongs to it.
    pub whole: bool,
}

/// The use of links, as the simulator counts it: where it counts anew after the warm-up, since then.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Carried {
    /// By link number: cycles in which it carried something.
    pub busy: Vec<u64>,
    /// All cycles of the count.
    pub cycles: u64,
}

impl Carried {
    /// The cycles in which a link carried something.
    pub fn of(&self, link: u32) -> u64 {
        self.busy.get(link as usize).copied().unwrap_or(0)
    }

    /// The part of the cycles in which a link carried something, 0 to 1.
    pub fn share(&self, link: u32) -> f64 {
        self.of(link) as f64 / self.cycles.max(1) as f64
    }

    /// The largest of these parts.
    pub fn most(&self) -> f64 {
        self.busy.iter().copied().max().unwrap_or(0) as f64 / self.cycles.max(1) as f64
    }
}

/// The cycles before the circle of a deadlock closes from which its messages are named.
pub const BEFORE: u32 = 80;
/// The cycles after the circle has closed until which it is shown.
pub const AFTER: u32 = 40;

/// Messages that wait for each other in a circle, at one cycle: each waits for the next one, or will, and the last one for the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WaitCircle {
    /// The cycle in which it closes.
    pub closed: u32,
    /// Its messages, in that order.
    pub members: Vec<CircleMember>,
    /// All messages that hold channels and will never move again.
    pub stopped: usize,
}

/// A message of a circle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CircleMember {
    /// Its number in the frame.
    pub message: u32,
    /// The number by which it is called.
    pub name: u32,
    /// True if its header waits for what the next one holds; before that it still moves.
    pub waits: bool,
}

/// The activity of a node: the source of the message, or one that sends, receives, does both or nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[allow(missing_docs)] // the other variants are named above
pub enum NodeTone {
    #[default]
    Quiet,
    Source,
    /// It has all its copies.
    Full,
    /// It has this fraction of its copies, 0 to 1.
    Filling(f64),
    Sending,
    Receiving,
    Both,
    /// It could do nothing because another was in the way.
    Blocked,
    /// It receives, and could therefore not send, or had found another in the way before.
    Held,
}

/// A node of a frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NodeMark {
    /// Its activity in this cycle.
    pub tone: NodeTone,
    /// The text in it instead of its label.
    pub text: Option<String>,
    /// The letter behind the label beside it, by which the words of the frame call it.
    pub letter: Option<char>,
    /// True if the source sends to it directly.
    pub near: bool,
    /// The message that it sends; of several the oldest one.
    pub sends: Option<u32>,
    /// The message that it receives; of several the oldest one.
    pub receives: Option<u32>,
}

impl NodeMark {
    /// The node sends a message; it may receive as well.
    pub(super) fn send(&mut self, message: u32) {
        let receives = matches!(self.tone, NodeTone::Receiving | NodeTone::Both);
        self.tone = if receives { NodeTone::Both } else { NodeTone::Sending };
        self.sends = Some(self.sends.map_or(message, |other| other.min(message)));
    }

    /// The node receives a message; it may send as well.
    pub(super) fn receive(&mut self, message: u32) {
        let sends = matches!(self.tone, NodeTone::Sending | NodeTone::Both);
        self.tone = if sends { NodeTone::Both } else { NodeTone::Receiving };
        self.receives = Some(self.receives.map_or(message, |other| other.min(message)));
    }
}

/// Something that waits at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Queue {
    /// The node where they wait.
    pub node: u32,
    /// The link that it waits for, where each has a queue of its own.
    pub link: Option<u32>,
    /// The number of waiting messages.
    pub length: u32,
}

/// The tone of a lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LaneTone {
    /// A copy of a broadcast or of a multicast packet.
    Copy,
    /// A message from one node to one other.
    Unicast,
    /// Nothing yet: it is kept for a message.
    Reserved,
    /// A packet that crosses the whole of it in one step.
    Hop,
    /// Nothing: its header walks back, and gives it back when it comes by.
    Retreating,
    /// Nothing yet: the whole path is kept, and the source is about to hear of it.
    Established,
    /// Nothing yet: its header looks for the rest of the path.
    Probing,
}

/// A lane in use: its link, its number there from 0, and its message, which has the same number in all of its lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // the other fields are named above
pub struct LaneMark {
    pub link: u32,
    pub lane: u32,
    pub message: u32,
    pub tone: LaneTone,
    /// Flits of the message that have crossed.
    pub crossed: u32,
    /// True if its last flit has.
    pub last: bool,
    /// True if a flit crossed in the cycle that led to this frame.
    pub moved: bool,
    /// True if its header stands at the end of the lane.
    pub head: bool,
    /// True if that header found no way on.
    pub blocked: bool,
}

/// An item that can be pointed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item {
    /// A node, by its number.
    Node(u32),
    /// A link, by its number.
    Link(u32),
    /// A message, by its number.
    Message(u32),
}

/// A sign of the legend: of nodes and their queues, of destinations, of messages and copies in the network.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)] // the other variants are named above
pub enum Sign {
    Node(NodeTone),
    Goal,
    Message,
    Copy,
    /// Flits on a path that is theirs.
    Circuit,
    /// The head of a path that is reserved.
    Probe,
    /// The head of a path that is given back.
    Back,
    /// A packet that crosses a channel from the node that sends it to the one that receives it.
    Hop,
    /// The header of a packet on its link.
    Header,
    /// A channel that wraps around.
    Wrap,
    /// A channel between two planes of nodes.
    Ramp,
    Queue,
    /// A header that found no way on.
    Blocked,
    /// A packet that cannot move, and the neighbours that are busy.
    Busy,
    /// A circle of messages that wait for each other.
    Circle,
    /// The name of a message of such a circle.
    Name,
    /// The channel that saturates first.
    Limit,
    /// A turn that messages may make.
    Turn,
    /// The channels of a circle of waiting.
    Band,
    /// Two nodes without a path.
    Pair,
}

/// The queues by node number, where each node has one.
pub(super) fn queues(waiting: &[u32]) -> Vec<Queue> {
    let queues = (0..).zip(waiting).filter(|&(_, &length)| length > 0);
    queues.map(|(node, &length)| Queue { node, link: None, length }).collect()
}
