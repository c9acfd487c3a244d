//! The moves of a slot, and the conflicts that prevented others.

use super::asked;
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
pub(super) fn in_the_way(turns: &[SlotTurn], turn: &SlotTurn) -> Vec<Busy> {
    match turn.outcome {
        TurnOutcome::Moved(_) => Vec::new(),
        TurnOutcome::Received => busy(turns, turn.node, turn).into_iter().collect(),
        TurnOutcome::Blocked { .. } => asked(turn).filter_map(|next| busy(turns, next, turn)).collect(),
    }
}

/// A packet that could not move; nothing if it did.
pub(super) fn conflict(turns: &[SlotTurn], turn: &SlotTurn) -> Option<Conflict> {
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

/// A packet, where it is after a slot, and whether it has moved in it; nothing of one that is not there.
pub(super) fn place(network: &Network, number: u32) -> Option<(CarriedPacket, u32, bool)> {
    let turn = network.turns().iter().find(|turn| turn.packet.number == number);
    if let Some(turn) = turn {
        return Some((turn.packet, turn.next().unwrap_or(turn.node), turn.next().is_some()));
    }
    let mut queued = (0..network.about().nodes).flat_map(|node| network.queue(node).map(move |packet| (packet, node)));
    queued.find(|(packet, _)| packet.number == number).map(|(packet, node)| (packet, node, false))
}
