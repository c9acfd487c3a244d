//! The moves of a slot, and the conflicts that prevented others.

use super::{State, asked, waiting};
use crate::animation::frame::{Item, LinkUse};
use crate::animation::run::NodeCounts;
use flitscope::sim::Simulator as _;
use flitscope::sim::slotted::{CarriedPacket, Network, SlotTurn, TurnOutcome};

/// Conflicts of one slot that are named in the log; of the others their number is.
const NAMED: usize = 3;

/// The reason why a node was busy: it sends to a neighbour, or receives from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Busy {
    pub node: u32,
    pub neighbour: u32,
    pub sends: bool,
}

/// The turn of a packet that could not move, and who was in the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Conflict {
    pub turn: SlotTurn,
    pub busy: Vec<Busy>,
}

/// The first conflicts of a slot, and how many more there are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Conflicts {
    pub named: Vec<Conflict>,
    pub more: usize,
}

/// A slot in numbers of packets.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct SlotSummary {
    pub moved: usize,
    /// Those of them that are at their destination.
    pub arrived: usize,
    pub waiting: u32,
    /// Those that found every useful neighbour busy.
    pub blocked: usize,
    /// Those whose node had received before its turn.
    pub held: usize,
    /// The conflict that the reader is at.
    pub here: Option<Conflict>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ItemInfo {
    /// A node: its turn with who was in the way, the turn of the packet that it received, the packets that wait, and what it has done
    /// in all slots.
    Node {
        node: u32,
        turn: Option<SlotTurn>,
        busy: Vec<Busy>,
        received: Option<SlotTurn>,
        waiting: usize,
        tally: NodeCounts,
        slots: u64,
    },
    /// A channel: what crosses it, and its use so far.
    Link(u32, Option<CarriedPacket>, LinkUse),
    /// A packet that has moved, and the slots since it was generated.
    Moved(SlotTurn, u64),
    /// A packet that waits at a node: its place there, from 1, and who was in the way.
    Waits { packet: CarriedPacket, node: u32, place: usize, busy: Vec<Busy> },
}

/// The hops from a node to the destination of a packet.
pub(super) const fn hops(node: u32, packet: CarriedPacket) -> u32 {
    (node ^ packet.destination).count_ones()
}

/// The move that kept a node busy before a turn.
fn busy(turns: &[SlotTurn], node: u32, before: &SlotTurn) -> Option<Busy> {
    let earlier = turns.iter().take_while(|turn| turn.node != before.node);
    let mut hops = earlier.filter_map(|turn| Some((turn.node, turn.next()?)));
    let (from, to) = hops.find(|&(from, to)| from == node || to == node)?;
    Some(Busy { node, neighbour: if from == node { to } else { from }, sends: from == node })
}

/// The busy nodes in the way of a packet; none if it moved.
fn in_the_way(turns: &[SlotTurn], turn: &SlotTurn) -> Vec<Busy> {
    match turn.outcome {
        TurnOutcome::Moved(_) => Vec::new(),
        TurnOutcome::Received => busy(turns, turn.node, turn).into_iter().collect(),
        TurnOutcome::Blocked { .. } => asked(turn).filter_map(|next| busy(turns, next, turn)).collect(),
    }
}

/// A packet that could not move; nothing if it did.
fn conflict(turns: &[SlotTurn], turn: &SlotTurn) -> Option<Conflict> {
    turn.next().is_none().then(|| Conflict { turn: *turn, busy: in_the_way(turns, turn) })
}

/// The conflicts of a slot, if there are any.
pub(super) fn conflicts(turns: &[SlotTurn]) -> Option<Conflicts> {
    let stayed = |received: bool| {
        turns.iter().filter(move |turn| turn.next().is_none() && (turn.outcome == TurnOutcome::Received) == received)
    };
    // Those whose ways were busy come first: they say more.
    let stayed: Vec<_> = stayed(false).chain(stayed(true)).collect();
    let more = stayed.len().saturating_sub(NAMED);
    let named: Vec<_> = stayed.into_iter().take(NAMED).filter_map(|turn| conflict(turns, turn)).collect();
    (!named.is_empty()).then_some(Conflicts { named, more })
}

/// A slot in numbers, with what became of the packet that the reader is at.
pub(super) fn summary(state: &State, at: Option<&SlotTurn>) -> SlotSummary {
    let turns = state.network().turns();
    let number = |is: fn(&SlotTurn) -> bool| turns.iter().filter(|turn| is(turn)).count();
    SlotSummary {
        moved: number(|turn| turn.next().is_some()),
        arrived: number(SlotTurn::arrived),
        waiting: waiting(state.network()).iter().sum(),
        blocked: number(|turn| matches!(turn.outcome, TurnOutcome::Blocked { .. })),
        held: number(|turn| turn.outcome == TurnOutcome::Received),
        here: at.and_then(|turn| conflict(turns, turn)),
    }
}

/// A packet, where it is after a slot, and whether it has moved in it; nothing of one that is not there.
pub(super) fn place(network: &Network, number: u32) -> Option<(CarriedPacket, u32, bool)> {
    let turn = network.turns().iter().find(|turn| turn.packet.number == number);
    if let Some(turn) = turn {
        return Some((turn.packet, turn.next().unwrap_or(turn.node), turn.next().is_some()));
    }
    let mut queued = (0..network.about().nodes).flat_map(|node| network.queue(node).map(move |packet| (packet, node)));
    queued.find(|(packet, _)| packet.number == number).map(|(packet, node)| (packet, node, false))
}

/// The facts about an item in a hypercube of n dimensions.
pub(super) fn about(state: &State, n: u32, item: Item) -> Option<ItemInfo> {
    let network = state.network();
    let turns = network.turns();
    match item {
        Item::Node(node) => {
            let turn = turns.iter().find(|turn| turn.node == node);
            Some(ItemInfo::Node {
                node,
                turn: turn.copied(),
                busy: turn.map_or_else(Vec::new, |turn| in_the_way(turns, turn)),
                received: turns.iter().find(|turn| turn.next() == Some(node)).copied(),
                waiting: network.queue(node).count(),
                tally: *state.counts.nodes.get(node as usize)?,
                slots: network.now(),
            })
        }
        Item::Link(link) => {
            let (from, to) = (link / n, (link / n) ^ 1 << (link % n));
            let crosses = turns.iter().find(|turn| turn.node == from && turn.next() == Some(to));
            Some(ItemInfo::Link(link, crosses.map(|turn| turn.packet), state.carried().of(link)))
        }
        Item::Message(number) => {
            let turn = turns.iter().find(|turn| turn.packet.number == number);
            if let Some(turn) = turn.filter(|turn| turn.next().is_some()) {
                return Some(ItemInfo::Moved(*turn, network.now() - turn.packet.generated));
            }
            let mut queued =
                (0..network.about().nodes).flat_map(|node| (1..).zip(network.queue(node)).map(move |at| (node, at)));
            let (node, (place, packet)) = queued.find(|(_, (_, packet))| packet.number == number)?;
            let busy = turn.map_or_else(Vec::new, |turn| in_the_way(turns, turn));
            Some(ItemInfo::Waits { packet, node, place, busy })
        }
    }
}
