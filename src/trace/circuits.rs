//! The scene of the circuit-switched hypercube: probes that look for a path, reserve it and walk back, and circuits over which flits go.
//!
//! Cycle t of the animation is cycle t of the run that the statistics come from, with the scenario's load, traffic, seed and length.

mod moment;
#[cfg(test)]
mod tests;
mod words;

use super::layout;
use super::picture::{
    Event, Ground, Item, LaneMark, LaneTone, NodeMark, NodeTone, Phase, Picture, Scene, Sign, queues,
};
use super::run::{HINT, MOST_CYCLES, Stages, Words, node};
use super::tape::Tape;
use crate::experiment;
use crate::param::Key;
use crate::scenario::Scenario;
use crate::sim;
use crate::sim::circuit::{Config, Happening, LaneView, Network, Stage, What};
use crate::sim::protocol::{Plan, Run};
use moment::Moment;

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

/// A run on the stage, as far as it is recorded.
#[derive(Debug)]
pub struct Circuits {
    setting: Setting,
    ground: Ground,
    tape: Tape<Moment>,
    phases: Vec<Phase>,
    log: Vec<Event>,
    /// Which of the phases of [`Circuits::first`] have begun.
    begun: [bool; 3],
    stages: Stages,
}

impl Circuits {
    /// The scene at cycle 0.
    ///
    /// # Errors
    /// A sentence for the reader when the network cannot be drawn.
    pub fn new(setting: Setting) -> Result<Self, String> {
        Ok(Self {
            ground: layout::hypercube(setting.config.n, setting.config.vcs)?,
            tape: Tape::new(Moment::new(&setting)),
            phases: vec![Phase { cycle: 0, title: "Empty network".into() }],
            log: vec![Event { cycle: 0, text: "The network is empty, and the sources begin".into() }],
            setting,
            begun: [false; 3],
            stages: Stages::default(),
        })
    }

    /// Takes in what happened in the cycle recorded last.
    fn tell(&mut self) {
        let cycle = self.tape.recorded();
        let moment = self.tape.front();
        for happening in moment.network().happened() {
            self.log.push(Event { cycle, text: words::happening(&self.ground, happening) });
            for (begun, title) in self.begun.iter_mut().zip(Self::first(happening)) {
                if let Some(title) = title.filter(|_| !*begun) {
                    *begun = true;
                    self.phases.push(Phase { cycle, title: title.into() });
                }
            }
        }
        self.stages.tell(cycle, moment, &mut self.phases, &mut self.log);
    }

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

/// A lane in use.
fn lane_mark(lane: &LaneView) -> LaneMark {
    let tone = match lane.stage {
        Stage::Seeking => LaneTone::Reserved,
        Stage::Retreating => LaneTone::Retreating,
        Stage::Answered => LaneTone::Established,
        Stage::Streaming => LaneTone::Unicast,
    };
    LaneMark {
        wire: lane.channel,
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

impl Scene for Circuits {
    fn title(&self) -> String {
        format!("The simulation at load {}", self.setting.config.load)
    }

    fn ground(&self) -> &Ground {
        &self.ground
    }

    fn signs(&self) -> &'static [(Sign, &'static str)] {
        SIGNS
    }

    fn hint(&self) -> &'static str {
        HINT
    }

    fn advance(&mut self, cycles: u32) -> bool {
        for _ in 0..cycles {
            if self.ended() {
                break;
            }
            self.tape.advance();
            self.tell();
        }
        self.ended()
    }

    fn ready(&self) -> bool {
        true
    }

    fn recorded(&self) -> u32 {
        self.tape.recorded()
    }

    fn ended(&self) -> bool {
        self.tape.front().ended() || self.recorded() >= MOST_CYCLES
    }

    fn length(&self) -> u32 {
        if self.ended() { self.recorded() } else { MOST_CYCLES }
    }

    fn wanted(&self, shown: u32, ahead: u32) -> u32 {
        shown.saturating_add(ahead).min(MOST_CYCLES)
    }

    fn picture(&mut self, cycle: u32, picked: Option<Item>) -> Picture {
        let cycle = cycle.min(self.recorded());
        let moment = self.tape.at(cycle);
        let network = moment.network();
        let mut nodes = vec![NodeMark::default(); self.ground.nodes.len()];
        for circuit in network.circuits().filter(|circuit| circuit.stage == Stage::Streaming) {
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
        Picture {
            cycle,
            caption: words::caption(cycle, network, waiting.iter().sum()),
            numbers: moment.numbers(WORDS),
            nodes,
            queues: queues(&waiting),
            lanes: network.lanes().map(|lane| lane_mark(&lane)).collect(),
            candidates: candidates(network, picked),
            ..Picture::default()
        }
    }

    fn describe(&mut self, cycle: u32, item: Item) -> String {
        let moment = self.tape.at(cycle);
        let network = moment.network();
        match item {
            Item::Message(message) => words::message(&self.ground, network, self.setting.config.flits, message),
            Item::Wire(wire) => words::wire(&self.ground, network, self.setting.config.flits, wire),
            Item::Node(at) => {
                let name = self.ground.nodes.get(at as usize).map_or("", |node| &node.name);
                let waiting = network.waiting().get(at as usize).map_or(0, |&waiting| waiting as usize);
                let passed = moment.passed.get(at as usize);
                passed.map_or_else(String::new, |&passed| node(name, waiting, passed))
            }
        }
    }

    fn phases(&self) -> &[Phase] {
        &self.phases
    }

    fn log(&self) -> &[Event] {
        &self.log
    }

    fn extent(&self, shown: u32, next: bool) -> String {
        self.tape.front().extent(WORDS, self.recorded(), shown, next)
    }

    fn action(&self, _node: u32) -> Option<(Key, f64)> {
        None
    }
}
