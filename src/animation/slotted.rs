//! The scene of the slotted hypercube: the very run that the statistics come from, slot by slot from its empty start.
//!
//! Frame t shows what the slot that ends at t has done: which nodes sent and received, whose packet found every useful neighbour busy, and who
//! had received before its turn came. Packets that moved are on their wires; they join the queue at its far end with the next slot.

mod moment;
#[cfg(test)]
mod tests;
mod told;

use super::event_log::EventLog;
use super::event_log::Words;
use super::frame::{Frame, Item, LaneMark, LaneTone, Layout, NodeMark, NodeTone, Queue, Sign};
use super::layout;
use super::run_animation::{Play, RunAnimation};
use crate::experiment;
use crate::param::Key;
use crate::scenario::Scenario;
use crate::sim;
use crate::sim::protocol::{Plan, Run};
use crate::sim::slotted::{Config, Outcome, Turn, Watched};
use moment::Moment;
use told::Told;

/// Most dimensions at which every packet on its way says where it is going; with more there is no room.
const LABELLED: u32 = 3;

const WORDS: Words = Words { message: ("packet", "packets"), cycle: ("slot", "slots"), clock: "Slot" };

const SIGNS: &[(Sign, &str)] = &[
    (Sign::Node(NodeTone::Sending), "sends"),
    (Sign::Node(NodeTone::Receiving), "receives"),
    (Sign::Node(NodeTone::Blocked), "blocked: every useful neighbour was busy"),
    (Sign::Node(NodeTone::Held), "receives, and could not send"),
    (Sign::Queue, "packets wait"),
    (Sign::Lane(LaneTone::Hop), "a packet moves"),
    (Sign::Candidate, "where a blocked packet wanted to go"),
];

/// Which run is shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Setting {
    /// The network at its load.
    pub network: Config,
    /// How long the run is.
    pub plan: Plan,
}

impl Setting {
    /// The run of a scenario.
    ///
    /// # Errors
    /// A sentence for the reader when the network cannot be drawn or simulated.
    pub fn of(scenario: &Scenario) -> Result<Self, String> {
        layout::hypercube(scenario.count(Key::N), 1)?;
        let network = sim::slotted_of(scenario, 0).map_err(|problem| problem.to_string())?;
        Ok(Self { network, plan: experiment::plan(scenario) })
    }

    /// The run, not yet begun.
    pub fn run(&self) -> Run<Watched> {
        Run::new(Watched::new(self.network), self.plan)
    }
}

/// The channel from a node to a neighbour.
const fn channel(n: u32, from: u32, to: u32) -> u32 {
    from * n + (from ^ to).trailing_zeros()
}

/// What is told and drawn of the slots of a hypercube.
#[derive(Debug)]
pub struct Slots {
    setting: Setting,
    conflict: bool,
    delivered: bool,
}

/// The scene at slot 0.
///
/// # Errors
/// A sentence for the reader when the network cannot be drawn.
pub fn film(setting: Setting) -> Result<RunAnimation<Slots>, String> {
    let (layout, first) = (layout::hypercube(setting.network.n, 1)?, Moment::new(&setting));
    Ok(RunAnimation::new(Slots { setting, conflict: false, delivered: false }, layout, first))
}

/// The turn whose neighbours are marked: of what the reader is at, else of the packet that has been blocked for the longest.
fn marked(moment: &Moment, picked: Option<Item>) -> Option<&Turn> {
    let turns = moment.network().turns();
    match picked {
        Some(Item::Node(node)) => turns.iter().find(|turn| turn.node == node),
        Some(Item::Message(packet)) => turns.iter().find(|turn| turn.packet.number == packet),
        _ => {
            let blocked = turns.iter().filter(|turn| matches!(turn.outcome, Outcome::Blocked { .. }));
            blocked.min_by_key(|turn| (moment.network().since(turn.node), turn.node))
        }
    }
}

/// The neighbours that a packet has asked for in vain.
fn asked(turn: &Turn) -> impl Iterator<Item = u32> + use<> {
    let (node, bits) = match turn.outcome {
        Outcome::Blocked { asked } => (turn.node, asked),
        Outcome::Moved(_) | Outcome::Received => (turn.node, 0),
    };
    (0..u32::BITS).filter(move |bit| bits >> bit & 1 == 1).map(move |bit| node ^ 1 << bit)
}

/// What the nodes have done in the last slot.
fn tones(network: &Watched, nodes: usize) -> Vec<NodeMark> {
    let mut marks = vec![NodeMark::default(); nodes];
    let mut set = |node: u32, tone: NodeTone| {
        if let Some(mark) = marks.get_mut(node as usize) {
            let both = [mark.tone, tone];
            let held = both.contains(&NodeTone::Receiving) && both.contains(&NodeTone::Blocked);
            mark.tone = if held { NodeTone::Held } else { tone };
        }
    };
    for turn in network.turns() {
        match turn.outcome {
            Outcome::Moved(next) => {
                set(turn.node, NodeTone::Sending);
                set(next, NodeTone::Receiving);
            }
            Outcome::Blocked { .. } | Outcome::Received => set(turn.node, NodeTone::Blocked),
        }
    }
    marks
}

impl Play for Slots {
    type Network = Watched;
    type Moment = Moment;

    const WORDS: Words = WORDS;

    fn load(&self) -> f64 {
        self.setting.network.load
    }

    fn signs(&self) -> Vec<(Sign, &'static str)> {
        SIGNS.to_vec()
    }

    fn hint(&self) -> &'static str {
        "Point at a node or a channel, or go there with the arrow keys, for what it did in this slot and who was in its way. A click on a packet follows it."
    }

    fn tell(&mut self, layout: &Layout, cycle: u32, moment: &Self::Moment, log: &mut EventLog) {
        let told = Told { layout, moment };
        if let Some(text) = told.conflicts() {
            if !self.conflict {
                self.conflict = true;
                log.phase(cycle, "First conflict");
            }
            log.event(cycle, || text);
        }
        for turn in moment.network().turns().iter().filter(|turn| turn.arrived()) {
            if !self.delivered {
                self.delivered = true;
                log.phase(cycle, "First packet delivered");
            }
            log.arrived(cycle, told.arrival(turn));
            log.event(cycle, || told.delivery(turn));
        }
    }

    fn frame(&self, layout: &Layout, cycle: u32, moment: &Self::Moment, picked: Option<Item>) -> Frame {
        let n = self.setting.network.n;
        let network = moment.network();
        let nodes = layout.nodes.len();
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
        let queues = (0..nodes as u32).map(|node| (node, network.queue(node).count() as u32));
        let queues = queues.filter(|&(_, length)| length > 0);
        let queues: Vec<_> = queues.map(|(node, length)| Queue { node, link: None, length }).collect();
        let told = Told { layout, moment };
        let turn = marked(moment, picked);
        let at =
            |turn: &Turn| picked == Some(Item::Node(turn.node)) || picked == Some(Item::Message(turn.packet.number));
        let labelled = moved.iter().filter(|(turn, _)| n <= LABELLED || at(turn));
        let labels = labelled.map(|(turn, link)| (*link, format!("to {}", told.name(turn.packet.destination))));
        let waiting = queues.iter().map(|queue| queue.length).sum();
        Frame {
            cycle,
            caption: told.caption(cycle, waiting, turn.filter(|turn| at(turn))),
            numbers: moment.numbers(WORDS),
            nodes: tones(network, nodes),
            labels: labels.collect(),
            candidates: turn
                .map_or_else(Vec::new, |turn| asked(turn).map(|next| channel(n, turn.node, next)).collect()),
            lanes: lanes.collect(),
            carried: Some(moment.carried()),
            queues,
        }
    }

    fn describe(&self, layout: &Layout, moment: &Self::Moment, item: Item) -> String {
        let told = Told { layout, moment };
        match item {
            Item::Message(packet) => told.packet(packet),
            Item::Link(link) => told.link(link),
            Item::Node(node) => told.node(node),
        }
    }
}
