//! The animation of the slotted hypercube: the very run that the statistics come from, slot by slot from its empty start.
//!
//! Frame t shows what the slot that ends at t has done: which nodes sent and received, whose packet found every useful neighbour busy,
//! and who had received before its turn came. Packets that moved are on their links; with the next slot they join the far queue.

mod facts;
#[cfg(test)]
mod tests;
mod words;

use super::NoAnimation;
use super::event_log::{Arrival, EventLog, Mark};
use super::frame::{Followed, Frame, Item, LaneMark, LaneTone, Layout, NodeMark, NodeTone, queues};
use super::layout;
use super::recordable::{Caption, PACE, Recordable, fair};
use super::recorded::Recorded;
use super::run::{Counts, Observed, RunState};
use super::trail::{Headway, MessageState, MessageUse};
use super::words::{SLOTS, results};
use facts::{Conflict, Conflicts};
use flitscope::param::Key;
use flitscope::scenario::Scenario;
use flitscope::sim;
use flitscope::sim::Simulator as _;
use flitscope::sim::protocol::{Plan, Run};
use flitscope::sim::slotted::{CarriedPacket, Config, Network, SlotTurn, TurnOutcome};

/// Most dimensions at which all packets that cannot move show where they wanted to go.
const MOST_MARKED: u32 = 6;

/// The width of a road, on which one packet goes at a time, in terms of the pitch.
const ROAD: f64 = 0.125;

/// The network of a scenario, if it can be drawn.
pub(super) fn config(scenario: &Scenario) -> Result<Config, NoAnimation> {
    layout::hypercube(scenario.count(Key::N), 1)?;
    Ok(sim::slotted_of(sim::config(scenario, 0)))
}

/// The channel from a node to a neighbour.
const fn channel(n: u32, from: u32, to: u32) -> u32 {
    from * n + (from ^ to).trailing_zeros()
}

impl Observed for Network {
    fn count(&self, counts: &mut Counts) {
        let n = self.about().nodes.trailing_zeros();
        for turn in self.turns() {
            let tally = &mut counts.nodes[turn.node as usize];
            match turn.outcome {
                TurnOutcome::Blocked { .. } => tally.blocked += 1,
                TurnOutcome::Received => tally.held += 1,
                TurnOutcome::Moved(next) => {
                    counts.arrive(turn.node, next);
                    if turn.arrived() {
                        counts.deliver(turn.packet.source, self.now() - turn.packet.generated);
                    }
                    counts.carry(channel(n, turn.node, next));
                }
            }
        }
    }

    fn memory_taken(&self) -> usize {
        self.bytes()
    }
}

type State = RunState<Network>;

#[derive(Debug)]
pub(super) struct SlottedRun {
    config: Config,
}

/// The recording at slot 0, if the network can be drawn.
pub(super) fn animation(config: Config, plan: Plan) -> Result<Recorded<SlottedRun>, NoAnimation> {
    let run = Run::new(Network::new(config).watched(), plan).to_watch();
    let layout = Layout { road: ROAD, ..layout::hypercube(config.network.n, 1)? };
    let slotted = SlottedRun { config };
    Ok(Recorded::new(slotted.info(layout), slotted, RunState::new(run)))
}

/// True if the reader points at the node of a turn, or at its packet.
fn is_at(turn: &SlotTurn, picked: Option<Item>) -> bool {
    picked == Some(Item::Node(turn.node)) || picked == Some(Item::Message(turn.packet.number))
}

/// The turn whose neighbours are marked: of what the reader is at, else of the packet that has been blocked for the longest.
fn marked(state: &State, picked: Option<Item>) -> Option<&SlotTurn> {
    let turns = state.network().turns();
    match picked {
        Some(Item::Node(_) | Item::Message(_)) => turns.iter().find(|turn| is_at(turn, picked)),
        _ => {
            let blocked = turns.iter().filter(|turn| matches!(turn.outcome, TurnOutcome::Blocked { .. }));
            blocked.min_by_key(|turn| (state.network().since(turn.node), turn.node))
        }
    }
}

/// The conflict that the reader is at.
fn here(state: &State, picked: Option<Item>) -> Option<Conflict> {
    let turn = marked(state, picked).filter(|turn| is_at(turn, picked))?;
    facts::conflict(state.network().turns(), turn)
}

/// The neighbours that a packet has asked for in vain.
fn asked(turn: &SlotTurn) -> impl Iterator<Item = u32> + use<> {
    let (node, bits) = match turn.outcome {
        TurnOutcome::Blocked { asked } => (turn.node, asked),
        TurnOutcome::Moved(_) | TurnOutcome::Received => (turn.node, 0),
    };
    (0..u32::BITS).filter(move |bit| bits >> bit & 1 == 1).map(move |bit| node ^ 1 << bit)
}

/// The tones of the nodes after the last slot.
fn tones(network: &Network, nodes: usize) -> Vec<NodeMark> {
    let mut marks = vec![NodeMark::default(); nodes];
    for turn in network.turns() {
        if let Some(mark) = marks.get_mut(turn.node as usize) {
            mark.sends = Some(turn.packet.number);
        }
        if let Some(mark) = turn.next().and_then(|next| marks.get_mut(next as usize)) {
            mark.receives = Some(turn.packet.number);
        }
    }
    let mut set = |node: u32, tone: NodeTone| {
        if let Some(mark) = marks.get_mut(node as usize) {
            let both = [mark.tone, tone];
            let held = both.contains(&NodeTone::Receiving) && both.contains(&NodeTone::Blocked);
            mark.tone = if held { NodeTone::Held } else { tone };
        }
    };
    for turn in network.turns() {
        match turn.outcome {
            TurnOutcome::Moved(next) => {
                set(turn.node, NodeTone::Sending);
                set(next, NodeTone::Receiving);
            }
            TurnOutcome::Blocked { .. } | TurnOutcome::Received => set(turn.node, NodeTone::Blocked),
        }
    }
    marks
}

/// The packets that wait, by node.
fn waiting(network: &Network) -> Vec<u32> {
    (0..network.about().nodes).map(|node| network.queue(node).count() as u32).collect()
}

impl Recordable for SlottedRun {
    type State = State;
    type Event = Conflicts;

    fn note(&mut self, cycle: u32, state: &State, log: &mut EventLog<Conflicts>) {
        let network = state.network();
        if let Some(conflicts) = facts::conflicts(network.turns()) {
            log.mark(cycle, Mark::Conflict);
            log.event(cycle, conflicts);
        }
        for turn in network.turns().iter().filter(|turn| turn.arrived()) {
            let CarriedPacket { number, source, destination, generated, .. } = turn.packet;
            log.mark(cycle, Mark::Delivered);
            let latency = network.now() - generated;
            log.arrived(cycle, Arrival { message: number, copy: false, source, destination, latency });
        }
    }

    fn frame(&self, layout: &Layout, cycle: u32, state: &State, picked: Option<Item>) -> Frame {
        let n = self.config.network.n;
        let network = state.network();
        let moved = network.turns().iter().filter_map(|turn| Some((turn, channel(n, turn.node, turn.next()?))));
        let moved: Vec<_> = moved.collect();
        let lanes = moved.iter().map(|(turn, link)| LaneMark {
            link: *link,
            lane: 0,
            message: turn.packet.number,
            tone: LaneTone::Hop,
            crossed: 1,
            last: true,
            moved: true,
            head: true,
            blocked: false,
        });
        // Where there are many, and at a node, those of one packet.
        let one = marked(state, picked).map(|turn| turn.node);
        let all = n <= MOST_MARKED && !matches!(picked, Some(Item::Node(_)));
        let wanted = network.turns().iter().filter(|turn| all || Some(turn.node) == one);
        Frame {
            cycle,
            nodes: tones(network, layout.nodes.len()),
            candidates: wanted.flat_map(|turn| asked(turn).map(move |next| channel(n, turn.node, next))).collect(),
            lanes: lanes.collect(),
            carried: Some(state.carried()),
            queues: queues(&waiting(network)),
            ..Frame::default()
        }
    }

    fn chosen(&self, state: &State, before: Option<(u32, u32)>) -> Option<u32> {
        let network = state.network();
        let is_there = |number| facts::place(network, number).is_some();
        Some(fair(before, network.next_packet(), PACE * self.config.network.n, is_there))
    }

    fn followed(&self, state: &State, message: u32) -> Option<Followed> {
        let network = state.network();
        let (packet, node, moved) = facts::place(network, message)?;
        let CarriedPacket { source, destination, generated, .. } = packet;
        let (hop, of) = ((source ^ node).count_ones(), (source ^ destination).count_ones());
        let (title, words) = words::way(message, network.now().saturating_sub(generated), (hop, of), moved);
        Some(Followed { message, node, source, destination: Some(destination), title, words, whole: false })
    }

    fn caption(&self, layout: &Layout, _cycle: u32, state: &State, picked: Option<Item>) -> Caption {
        Caption {
            text: words::summary(layout, state.network(), here(state, picked).as_ref()),
            numbers: results(SLOTS, state),
        }
    }

    fn describe(&self, layout: &Layout, _cycle: u32, state: &State, item: Item) -> Option<String> {
        words::item(layout, state, item)
    }

    fn event(&self, layout: &Layout, event: &Conflicts) -> String {
        words::event(layout, event)
    }

    fn message_state(&self, state: &State, message: u32) -> Option<MessageState> {
        let (network, n) = (state.network(), self.config.network.n);
        let turn = network.turns().iter().find(|turn| turn.packet.number == message);
        let (packet, state) = match turn {
            Some(turn) => {
                let state = match turn.outcome {
                    TurnOutcome::Moved(next) => {
                        Headway::Moved { link: channel(n, turn.node, next), arrives: turn.arrived() }
                    }
                    TurnOutcome::Blocked { .. } => Headway::Waited(MessageUse::Blocked),
                    TurnOutcome::Received => Headway::Waited(MessageUse::Stopped),
                };
                (turn.packet, state)
            }
            None => (facts::place(network, message)?.0, Headway::Waited(MessageUse::Shared)),
        };
        let CarriedPacket { generated, source, destination, .. } = packet;
        Some(MessageState { generated, source, destination, state })
    }
}
