//! The animation of the operating point: the very run that the statistics come from, slot by slot from its empty start.
//!
//! Nothing is kept from one slot to the next, so a frame shows a whole slot: what entered, where copies were lost, and what arrived.
//! Cycle t of the animation is slot t of [`Run`] with the scenario's load, seed and length.

mod words;

use super::drawable;
use super::wiring::Wiring;
use crate::animation::NoAnimation;
use crate::animation::event_log::{EventLog, Mark};
use crate::animation::frame::{Followed, Frame, Item, LaneMark, LaneTone, Layout, NodeMark, NodeTone};
use crate::animation::recordable::{Caption, Recordable};
use crate::animation::recorded::Recorded;
use crate::animation::run::{Counts, Observed, RunState};
use crate::animation::tape::CycleState as _;
use flitscope::scenario::Scenario;
use flitscope::sim;
use flitscope::sim::Simulator as _;
use flitscope::sim::banyan::{Config, Network, Passage};
use flitscope::sim::protocol::{Plan, Run};
use flitscope::text::sentence;
use flitscope::topology::banyan::{Banyan, Region};
use std::cmp::Reverse;

/// The network of a scenario, if it can be drawn and simulated.
pub(crate) fn config(scenario: &Scenario) -> Result<Config, NoAnimation> {
    drawable(scenario)?;
    Ok(sim::banyan_of(sim::config(scenario, 0))?)
}

type State = RunState<Network>;

const fn wiring(network: &Network) -> Wiring {
    Wiring { banyan: Banyan { n: network.config().network.n } }
}

/// The packets of a slot, as they enter.
fn entering(network: &Network) -> impl Iterator<Item = &Passage> {
    let first = network.trail().first().map_or(0, |passage| passage.stage);
    network.trail().iter().take_while(move |passage| passage.stage == first)
}

impl Observed for Network {
    fn count(&self, counts: &mut Counts) {
        let wiring = wiring(self);
        entering(self).for_each(|passage| counts.nodes[passage.source as usize].sent += 1);
        self.trail().iter().for_each(|passage| counts.carry(wiring.feeding(passage.stage, passage.input)));
        for (node, _) in self.arrivals() {
            counts.nodes[node as usize].received += 1;
            counts.carry(wiring.link(0, node));
        }
    }

    fn memory_taken(&self) -> usize {
        size_of_val(self.trail()) + 40 * self.about().nodes as usize
    }
}

/// A slot in numbers of packets and copies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slot {
    entering: usize,
    /// Packets that want several outputs.
    multicast: usize,
    /// Copies that the packets want to be delivered.
    wanted: usize,
    arrived: usize,
    lost: usize,
    /// Elements where any are lost.
    losses: usize,
    /// Packets whose copies are all delivered.
    complete: usize,
}

#[derive(Debug)]
pub(crate) struct BanyanRun {
    load: f64,
    wiring: Wiring,
}

/// The recording at slot 0, if there is such a network.
pub(crate) fn animation(config: Config, plan: Plan) -> Result<Recorded<BanyanRun>, NoAnimation> {
    let network = Network::new(config)?.watched();
    let wiring = wiring(&network);
    let banyan = BanyanRun { load: config.load, wiring };
    Ok(Recorded::new(banyan.info(), banyan, RunState::new(Run::new(network, plan))))
}

impl BanyanRun {
    /// The links of a slot, with who is on them and what header they carry.
    fn lanes(&self, network: &Network) -> Vec<(LaneMark, Region)> {
        let multicast =
            |source: u32| entering(network).any(|entered| entered.source == source && self.wanted(entered) > 1);
        let mark = |link: u32, source: u32, head: bool, lost: bool| LaneMark {
            link,
            lane: 0,
            message: source,
            tone: if multicast(source) { LaneTone::Copy } else { LaneTone::Unicast },
            crossed: 1,
            last: false,
            moved: true,
            head,
            blocked: lost,
        };
        let into = network.trail().iter().map(|passage| {
            let link = self.wiring.feeding(passage.stage, passage.input);
            (mark(link, passage.source, passage.lost, passage.lost), passage.header)
        });
        let out = network.arrivals().map(|(node, source)| {
            (mark(self.wiring.link(0, node), source, false, false), Region { min: node, max: node })
        });
        into.chain(out).collect()
    }

    /// The copies that a packet wants to be delivered.
    const fn wanted(&self, passage: &Passage) -> u32 {
        passage.header.size(self.wiring.banyan)
    }

    fn slot(&self, network: &Network) -> Slot {
        let wanted: u32 = entering(network).map(|passage| self.wanted(passage)).sum();
        let arrived = network.arrivals().count();
        let reached = |source: u32| network.arrivals().filter(|&(_, from)| from == source).count() as u32;
        Slot {
            entering: entering(network).count(),
            multicast: entering(network).filter(|passage| self.wanted(passage) > 1).count(),
            wanted: wanted as usize,
            arrived,
            lost: wanted as usize - arrived,
            losses: network.trail().iter().filter(|passage| passage.lost).count(),
            complete: entering(network).filter(|passage| reached(passage.source) == self.wanted(passage)).count(),
        }
    }
}

impl Recordable for BanyanRun {
    type State = State;
    type Event = Slot;

    fn note(&mut self, cycle: u32, state: &State, log: &mut EventLog<Slot>) {
        if cycle == 0 {
            return;
        }
        let slot = self.slot(state.network());
        if slot.losses > 0 {
            log.mark(cycle, Mark::Lost);
        }
        if slot.arrived > 0 {
            log.mark(cycle, Mark::Delivered);
        }
        log.event(cycle, slot);
    }

    fn chosen(&self, state: &State, _before: Option<(u32, u32)>) -> Option<u32> {
        // A packet is in the network for one slot: the one with the most outputs is followed.
        let packets = entering(state.network()).map(|packet| (Reverse(self.wanted(packet)), packet.source));
        packets.min().map(|(_, source)| source)
    }

    fn followed(&self, state: &State, message: u32) -> Option<Followed> {
        let sent = entering(state.network()).any(|packet| packet.source == message);
        sent.then(|| Followed { message, node: message, source: message, ..Followed::default() })
    }

    fn frame(&self, layout: &Layout, cycle: u32, state: &State, picked: Option<Item>) -> Frame {
        let (wiring, network) = (self.wiring, state.network());
        let mut nodes = vec![NodeMark::default(); layout.nodes.len()];
        for passage in entering(network) {
            nodes[wiring.source(passage.source) as usize].send(passage.source);
        }
        for passage in network.trail().iter().filter(|passage| passage.lost) {
            nodes[wiring.element(passage.stage, passage.input) as usize].tone = NodeTone::Blocked;
        }
        for (node, source) in network.arrivals() {
            nodes[wiring.output(node) as usize].receive(source);
        }
        let lanes = self.lanes(network);
        // Headers of all packets would hide their links.
        let followed = lanes.iter().filter(|(mark, _)| picked == Some(Item::Message(mark.message)));
        let labels = followed.map(|(mark, header)| (mark.link, wiring.header(*header))).collect();
        let lanes = lanes.into_iter().map(|(mark, _)| mark).collect();
        Frame { cycle, nodes, lanes, labels, carried: Some(state.carried()), ..Frame::default() }
    }

    fn caption(&self, _layout: &Layout, cycle: u32, state: &State, _picked: Option<Item>) -> Caption {
        // Nothing at slot 0.
        let slot = (cycle > 0).then(|| self.slot(state.network()));
        let numbers = state.numbers().map_or_else(String::new, |numbers| words::throughput(&numbers));
        Caption { text: words::caption(slot), numbers }
    }

    fn describe(&self, layout: &Layout, _cycle: u32, state: &State, item: Item) -> Option<String> {
        let (wiring, network) = (self.wiring, state.network());
        Some(match item {
            Item::Link(link) => {
                let lane = self.lanes(network).into_iter().find(|(mark, _)| mark.link == link);
                let packet = lane.map(|(mark, header)| (mark.message, header, mark.blocked));
                words::link(wiring, link, packet, &state.carried())
            }
            Item::Message(source) => self.packet(network, source),
            Item::Node(node) => {
                format!("{}: {}.", sentence(layout.name(node)), self.role(state, node))
            }
        })
    }

    fn event(&self, _layout: &Layout, event: &Slot) -> String {
        sentence(&words::slot(*event))
    }
}
