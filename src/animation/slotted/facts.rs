//! What a slot has done: who moved, who did not, and who was in the way.

use super::{Moment, asked, waiting};
use crate::animation::frame::{Item, Use};
use crate::animation::run::Tally;
use crate::sim::Simulator as _;
use crate::sim::slotted::{Carried, Outcome, Turn};

/// Conflicts of one slot that are named in the log; of the others their number is.
const NAMED: usize = 3;

/// Why a node was busy: it sends to a neighbour, or receives from one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Busy {
    /// The node.
    pub node: u32,
    /// The neighbour.
    pub neighbour: u32,
    /// Whether it sends.
    pub sends: bool,
}

/// A packet that could not move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// Its number.
    pub packet: u32,
    /// Where it stays.
    pub node: u32,
    /// Whether its node had received before its turn; else every useful neighbour was busy.
    pub received: bool,
    /// Who was in the way.
    pub busy: Vec<Busy>,
}

/// The conflicts of a slot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflicts {
    /// The first ones.
    pub named: Vec<Conflict>,
    /// How many more there are.
    pub more: usize,
}

/// A slot in numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Packets that moved.
    pub moved: usize,
    /// Those of them that are at their destination.
    pub arrived: usize,
    /// Packets that wait.
    pub waiting: u32,
    /// Packets that found every useful neighbour busy.
    pub blocked: usize,
    /// Packets whose node had received before its turn.
    pub held: usize,
    /// The conflict that the reader is at.
    pub here: Option<Conflict>,
}

/// Where a packet is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Where {
    /// It has come from a node to its destination.
    There {
        /// The node it came from.
        from: u32,
        /// Slots since it was generated.
        after: u64,
    },
    /// It has moved.
    Moved {
        /// From this node.
        from: u32,
        /// To this one.
        to: u32,
        /// Hops to go.
        hops: u32,
    },
    /// It waits in a queue.
    Waits {
        /// At this node.
        node: u32,
        /// Its place there, from 1.
        place: usize,
        /// Hops to go.
        hops: u32,
        /// Why, where it had its turn.
        busy: Vec<Busy>,
    },
}

/// What is said of an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum About {
    /// A node.
    Node {
        /// Which.
        node: u32,
        /// What came of its turn: the packet, and the node that it moved to or the conflict.
        turn: Option<(Carried, Result<u32, Conflict>)>,
        /// The packet that it received, and from whom.
        received: Option<(Carried, u32)>,
        /// Packets that wait.
        waiting: usize,
        /// What it has done so far.
        tally: Tally,
        /// In so many slots.
        slots: u64,
    },
    /// A channel: what crosses it, and its use so far.
    Link(u32, Option<Carried>, Use),
    /// A packet.
    Packet(Carried, Where),
}

/// What kept a node busy before a turn.
fn busy(turns: &[Turn], node: u32, before: &Turn) -> Option<Busy> {
    let earlier = turns.iter().take_while(|turn| turn.node != before.node);
    let mut hops = earlier.filter_map(|turn| Some((turn.node, turn.next()?)));
    let (from, to) = hops.find(|&(from, to)| from == node || to == node)?;
    Some(Busy { node, neighbour: if from == node { to } else { from }, sends: from == node })
}

/// Who was in the way of a packet; nothing if it moved.
fn conflict(turns: &[Turn], turn: &Turn) -> Option<Conflict> {
    let received = turn.outcome == Outcome::Received;
    let busy = match turn.outcome {
        Outcome::Moved(_) => return None,
        Outcome::Received => busy(turns, turn.node, turn).into_iter().collect(),
        Outcome::Blocked { .. } => asked(turn).filter_map(|next| busy(turns, next, turn)).collect(),
    };
    Some(Conflict { packet: turn.packet.number, node: turn.node, received, busy })
}

/// The conflicts of a slot, if there are any.
pub fn conflicts(turns: &[Turn]) -> Option<Conflicts> {
    let mut stayed: Vec<_> = turns.iter().filter(|turn| turn.next().is_none()).collect();
    // Those whose ways were busy come first: they say more.
    stayed.sort_by_key(|turn| turn.outcome == Outcome::Received);
    let more = stayed.len().saturating_sub(NAMED);
    let named: Vec<_> = stayed.into_iter().take(NAMED).filter_map(|turn| conflict(turns, turn)).collect();
    (!named.is_empty()).then_some(Conflicts { named, more })
}

/// A slot in numbers, with what became of the packet that the reader is at.
pub fn summary(moment: &Moment, at: Option<&Turn>) -> Summary {
    let turns = moment.network().turns();
    let number = |is: fn(&Turn) -> bool| turns.iter().filter(|turn| is(turn)).count();
    Summary {
        moved: number(|turn| turn.next().is_some()),
        arrived: number(Turn::arrived),
        waiting: waiting(moment.network()).iter().sum(),
        blocked: number(|turn| matches!(turn.outcome, Outcome::Blocked { .. })),
        held: number(|turn| turn.outcome == Outcome::Received),
        here: at.and_then(|turn| conflict(turns, turn)),
    }
}

/// What is said of an item in a hypercube of n dimensions.
pub fn about(moment: &Moment, n: u32, item: Item) -> Option<About> {
    let network = moment.network();
    let turns = network.turns();
    let came = |node: u32| turns.iter().find(|turn| turn.next() == Some(node));
    match item {
        Item::Node(node) => {
            let turn = turns.iter().find(|turn| turn.node == node);
            Some(About::Node {
                node,
                turn: turn.and_then(|turn| {
                    let end = turn.next().map_or_else(|| conflict(turns, turn).map(Err), |next| Some(Ok(next)));
                    Some((turn.packet, end?))
                }),
                received: came(node).map(|turn| (turn.packet, turn.node)),
                waiting: network.queue(node).count(),
                tally: *moment.counts.nodes.get(node as usize)?,
                slots: network.now(),
            })
        }
        Item::Link(link) => {
            let (from, to) = (link / n, (link / n) ^ 1 << (link % n));
            let crosses = turns.iter().find(|turn| turn.node == from && turn.next() == Some(to));
            Some(About::Link(link, crosses.map(|turn| turn.packet), moment.carried().of(link)))
        }
        Item::Message(number) => {
            let turn = turns.iter().find(|turn| turn.packet.number == number);
            let hops = |node: u32, packet: Carried| (node ^ packet.destination).count_ones();
            if let Some((turn, to)) = turn.and_then(|turn| Some((turn, turn.next()?))) {
                let (packet, from) = (turn.packet, turn.node);
                return Some(About::Packet(
                    packet,
                    if turn.arrived() {
                        Where::There { from, after: network.now() - packet.generated }
                    } else {
                        Where::Moved { from, to, hops: hops(to, packet) }
                    },
                ));
            }
            let mut queued =
                (0..network.about().nodes).flat_map(|node| (1..).zip(network.queue(node)).map(move |at| (node, at)));
            let (node, (place, packet)) = queued.find(|(_, (_, packet))| packet.number == number)?;
            let busy = turn.and_then(|turn| conflict(turns, turn)).map_or_else(Vec::new, |conflict| conflict.busy);
            Some(About::Packet(packet, Where::Waits { node, place, hops: hops(node, packet), busy }))
        }
    }
}
