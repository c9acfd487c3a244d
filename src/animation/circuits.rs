//! The scene of the circuit-switched hypercube: probes that look for a path, reserve it and walk back, and circuits over which flits go.
//!
//! Cycle t of the animation is cycle t of the run that the statistics come from, with the scenario's load, traffic, seed and length.

#[cfg(test)]
mod tests;
mod words;

use super::event_log::Words;
use super::event_log::{Arrival, EventLog};
use super::frame::{Carried, Frame, Item, LaneMark, LaneTone, Layout, NodeMark, NodeTone, Sign, queues};
use super::layout;
use super::run::{Delivers, Passing, node};
use super::run_animation::{Play, RunAnimation};
use super::tape::Steps as _;
use crate::experiment;
use crate::scenario::Scenario;
use crate::sim;
use crate::sim::circuit::{CircuitPhase, Config, Happening, LaneView, Network, What};
use crate::sim::protocol::{Plan, Run};

const WORDS: Words = Words { message: ("message", "messages"), cycle: ("cycle", "cycles"), clock: "Cycle" };

const SIGNS: &[(Sign, &str)] = &[
    (Sign::Node(NodeTone::Sending), "sends"),
    (Sign::Node(NodeTone::Receiving), "receives"),
    (Sign::Node(NodeTone::Blocked), "a probe found no way on"),
    (Sign::Queue, "messages wait"),
    (Sign::Probe, "reserved up to its probe"),
    (Sign::Lane(LaneTone::Retreating), "the probe walks back"),
    (Sign::Lane(LaneTone::Established), "path complete, its answer"),
    (Sign::Lane(LaneTone::Unicast), "circuit, flit by flit"),
    (Sign::Candidate, "channels the probe looks at"),
];

/// Which run is shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Setting {
    /// The network at its load.
    pub config: Config,
    /// How long the run is.
    pub plan: Plan,
}

impl Setting {
    /// The run of a scenario.
    ///
    /// # Errors
    /// A sentence for the reader when the network cannot be drawn or simulated.
    pub fn of(scenario: &Scenario) -> Result<Self, String> {
        let config = sim::circuit_of(scenario, 0).map_err(|problem| problem.to_string())?;
        layout::hypercube(config.n, config.vcs)?;
        Ok(Self { config, plan: experiment::plan(scenario) })
    }

    /// The run, not yet begun.
    pub fn run(&self) -> Run<Network> {
        Run::new(Network::new(self.config), self.plan)
    }
}

impl Delivers for Network {
    fn arrived(&self) -> impl Iterator<Item = (u32, u32)> {
        let delivered = self.happened().iter().filter(|happening| happening.what == What::Delivered);
        delivered.map(|happening| (happening.source, happening.destination))
    }

    fn crossed(&self) -> impl Iterator<Item = u32> {
        self.crossed()
    }

    fn memory_taken(&self) -> usize {
        self.bytes()
    }
}

/// What is told and drawn of circuits.
#[derive(Debug)]
pub struct Circuits {
    setting: Setting,
    /// Which of the phases of [`Self::first`] have begun.
    begun: [bool; 3],
}

/// The scene at cycle 0.
///
/// # Errors
/// A sentence for the reader when the network cannot be drawn.
pub fn film(setting: Setting) -> Result<RunAnimation<Circuits>, String> {
    let (layout, first) = (layout::hypercube(setting.config.n, setting.config.vcs)?, Passing::new(setting.run()));
    Ok(RunAnimation::new(Circuits { setting, begun: [false; 3] }, layout, first))
}

impl Circuits {
    /// The phases that the first happening of its kind begins.
    fn first(happening: &Happening) -> [Option<&'static str>; 3] {
        let Happening { what, hops, .. } = *happening;
        [
            (what == What::Blocked).then_some("First probe blocked"),
            (what == What::Blocked && hops > 0).then_some("First probe walks back"),
            (what == What::Delivered).then_some("First message delivered"),
        ]
    }
}

/// What the channels have carried since cycle 0.
fn carried(moment: &Passing<Network>) -> Carried {
    Carried { busy: moment.carried.clone(), cycles: moment.now(), unit: WORDS.cycle }
}

/// A lane in use.
fn lane_mark(lane: &LaneView) -> LaneMark {
    let tone = match lane.phase {
        CircuitPhase::Seeking => LaneTone::Reserved,
        CircuitPhase::Retreating => LaneTone::Retreating,
        CircuitPhase::Answered => LaneTone::Established,
        CircuitPhase::Streaming => LaneTone::Unicast,
    };
    LaneMark {
        link: lane.channel,
        lane: lane.vc,
        message: lane.message,
        tone,
        crossed: lane.crossed,
        // A lane is given back when the tail has crossed it.
        last: false,
        moved: lane.moved,
        head: lane.head,
        blocked: false,
    }
}

/// The channels that the message picked looks at, or, if none is picked, the oldest whose probe has just found no way on.
fn candidates(network: &Network, picked: Option<Item>) -> Vec<u32> {
    let message = match picked {
        Some(Item::Message(message)) => network.way(message),
        _ => {
            let blocked = network.circuits().filter(|circuit| circuit.blocked.is_some());
            blocked.min_by_key(|circuit| (circuit.generated, circuit.message))
        }
    };
    message.map_or_else(Vec::new, |circuit| circuit.candidates)
}

impl Play for Circuits {
    type Network = Network;
    type Moment = Passing<Network>;

    const WORDS: Words = WORDS;

    fn load(&self) -> f64 {
        self.setting.config.load
    }

    fn signs(&self) -> Vec<(Sign, &'static str)> {
        SIGNS.to_vec()
    }

    fn tell(&mut self, layout: &Layout, cycle: u32, moment: &Self::Moment, log: &mut EventLog) {
        for happening in moment.run.simulator().happened() {
            let Happening { message, source, destination, age, .. } = *happening;
            if happening.what == What::Delivered {
                log.arrived(cycle, Arrival { message, source, destination, latency: age });
            }
            log.event(cycle, || words::happening(layout, happening));
            for (begun, title) in self.begun.iter_mut().zip(Self::first(happening)) {
                if let Some(title) = title.filter(|_| !*begun) {
                    *begun = true;
                    log.phase(cycle, title);
                }
            }
        }
    }

    fn frame(&self, layout: &Layout, cycle: u32, moment: &Self::Moment, picked: Option<Item>) -> Frame {
        let network = moment.run.simulator();
        let mut nodes = vec![NodeMark::default(); layout.nodes.len()];
        for circuit in network.circuits().filter(|circuit| circuit.phase == CircuitPhase::Streaming) {
            if circuit.left < self.setting.config.flits {
                nodes[circuit.source as usize].tone.sends();
            }
            if circuit.arrived > 0 {
                nodes[circuit.destination as usize].tone.receives();
            }
        }
        for node in network.circuits().filter_map(|circuit| circuit.blocked) {
            nodes[node as usize].tone = NodeTone::Blocked;
        }
        let waiting = network.waiting();
        Frame {
            cycle,
            caption: words::caption(cycle, network, waiting.iter().sum()),
            numbers: moment.numbers(WORDS),
            nodes,
            queues: queues(&waiting),
            lanes: network.lanes().map(|lane| lane_mark(&lane)).collect(),
            candidates: candidates(network, picked),
            carried: Some(carried(moment)),
            ..Frame::default()
        }
    }

    fn describe(&self, layout: &Layout, moment: &Self::Moment, item: Item) -> String {
        let network = moment.run.simulator();
        match item {
            Item::Message(message) => words::message(layout, network, self.setting.config.flits, message),
            Item::Link(link) => {
                words::link(layout, network, self.setting.config.flits, link) + &carried(moment).sentence(link)
            }
            Item::Node(at) => {
                let name = layout.nodes.get(at as usize).map_or("", |node| &node.name);
                let waiting = network.waiting().get(at as usize).map_or(0, |&waiting| waiting as usize);
                let passed = moment.passed.get(at as usize);
                passed.map_or_else(String::new, |&passed| node(name, waiting, passed))
            }
        }
    }
}
