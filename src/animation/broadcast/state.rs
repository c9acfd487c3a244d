//! One frame: what the stage draws, and nothing of how it was computed.

use super::story::Story;
use crate::sim::wormhole::{LaneView, Network};
use crate::text::count;

/// The network at one cycle of the animation.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// The time since the broadcast was generated, cycles.
    pub cycle: u32,
    /// By node number.
    pub nodes: Vec<NodeState>,
    /// The virtual channels that hold or are reserved for a message, by channel and virtual channel.
    pub lanes: Vec<Lane>,
    /// Nodes that have the complete message, without the source.
    pub reached: u32,
    /// Nodes that shall have it: all but the source.
    pub others: u32,
    /// Copies none of whose flits has left.
    pub waiting: u32,
    /// Copies some of whose flits have left and whose tail has not been ejected.
    pub under_way: u32,
    /// The frame in a sentence.
    pub caption: String,
}

/// How far a node has got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reached {
    /// It broadcasts.
    Source,
    /// Nothing of its copy has arrived.
    Waiting,
    /// Its copy has begun to arrive.
    Receiving {
        /// Flits that the node has taken in; the one in the buffer of its channel is not yet among them, so this begins at 0.
        flits: u32,
    },
    /// It has the complete message.
    Received {
        /// Since this cycle.
        at: u32,
    },
}

/// A node of the frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeState {
    /// How far it has got.
    pub state: Reached,
    /// Its level in the tree: hops from the source.
    pub level: u32,
    /// Copies of the broadcast that wait per output port, in the order of channel numbers: +x, -x, +y, -y. A copy counts until its
    /// first flit leaves; the one being sent is not included.
    pub queued: [u32; 4],
}

/// A virtual channel of the frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lane {
    /// The physical channel.
    pub channel: u32,
    /// The virtual channel, 0..V.
    pub vc: u32,
    /// The number of the message: the same in all lanes of a worm.
    pub message: u32,
    /// Whether it is a copy of the broadcast; else it is background traffic.
    pub broadcast: bool,
    /// Flits of the message that have crossed this channel; 0 while it is only reserved.
    pub crossed: u32,
    /// Flits in the buffer at its far end.
    pub held: u32,
    /// Whether a flit crossed in the cycle that led to this frame.
    pub moved: bool,
    /// Whether the flit in the buffer is the header.
    pub head: bool,
    /// Whether the header waits here because it found no free virtual channel.
    pub blocked: bool,
    /// The node that sends the message.
    pub source: u32,
    /// The node that it is for.
    pub destination: u32,
}

impl State {
    pub(super) fn new(cycle: u32, network: &Network, story: &Story) -> Self {
        let (tree, broadcast) = (story.tree(), story.broadcast());
        let torus = tree.torus();
        let lanes: Vec<Lane> = network.lanes().map(|lane| Lane::new(&lane, broadcast)).collect();
        let mut queued = vec![[0; 4]; torus.nodes() as usize];
        for copy in network.waiting().filter(|copy| copy.broadcast == Some(broadcast)) {
            let port = copy.channel.map(|channel| channel % torus.ports());
            queued[copy.source as usize][port.unwrap_or(0) as usize] += 1;
        }
        let mut arriving = vec![None; torus.nodes() as usize];
        for lane in lanes.iter().filter(|lane| lane.broadcast && lane.crossed > 0) {
            arriving[lane.destination as usize] = Some(lane.crossed - lane.held);
        }
        let nodes: Vec<NodeState> = (0..torus.nodes())
            .map(|node| NodeState {
                state: match (story.received(node, cycle), arriving[node as usize]) {
                    _ if node == tree.source() => Reached::Source,
                    (Some(at), _) => Reached::Received { at },
                    (None, Some(flits)) => Reached::Receiving { flits },
                    (None, None) => Reached::Waiting,
                },
                level: tree.level(node),
                queued: queued[node as usize],
            })
            .collect();

        let reached = nodes.iter().filter(|node| matches!(node.state, Reached::Received { .. })).count() as u32;
        let under_way = arriving.iter().flatten().count() as u32;
        let waiting = nodes.iter().flat_map(|node| node.queued).sum();
        let others = torus.nodes() - 1;
        let caption = caption(cycle, reached, others, under_way, waiting);
        Self { cycle, nodes, lanes, reached, others, waiting, under_way, caption }
    }
}

impl Lane {
    fn new(lane: &LaneView, broadcast: u32) -> Self {
        Self {
            channel: lane.channel,
            vc: lane.vc,
            message: lane.message,
            broadcast: lane.broadcast == Some(broadcast),
            crossed: lane.crossed,
            held: lane.held,
            moved: lane.moved,
            head: lane.header(),
            blocked: lane.blocked,
            source: lane.source,
            destination: lane.destination,
        }
    }
}

pub(super) fn caption(cycle: u32, reached: u32, others: u32, under_way: u32, waiting: u32) -> String {
    if reached == others {
        return format!("Cycle {cycle}: all {others} nodes have the message.");
    }
    let have = if reached == 1 { "has" } else { "have" };
    let copies = count(under_way as usize, "copy", "copies");
    format!("Cycle {cycle}: {reached} of {others} nodes {have} the message, {copies} under way, {waiting} waiting.")
}
