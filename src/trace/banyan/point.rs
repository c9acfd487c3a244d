//! The scene of the operating point: the very run that the statistics come from, slot by slot from its empty start.
//!
//! Nothing is kept from one slot to the next, so a frame shows a whole slot: what entered, where copies were lost, and what arrived.
//! Cycle t of the animation is slot t of [`Run`](crate::sim::protocol::Run) with the scenario's load, seed and length.

mod describe;
mod moment;
#[cfg(test)]
mod tests;

use super::wiring::Wiring;
use crate::experiment;
use crate::param::Key;
use crate::scenario::Scenario;
use crate::sim;
use crate::sim::banyan::Config;
use crate::sim::protocol::Plan;
use crate::topology::banyan::Banyan;
use crate::trace::picture::{Event, Ground, Item, LaneTone, NodeMark, NodeTone, Phase, Picture, Scene, Sign};
use crate::trace::run::{MOST_CYCLES, Stages, Words};
use crate::trace::tape::Tape;
use moment::Moment;

const WORDS: Words = Words { message: ("packet", "packets"), cycle: ("slot", "slots"), clock: "Slot" };

const SIGNS: &[(Sign, &str)] = &[
    (Sign::Node(NodeTone::Sending), "source sends"),
    (Sign::Element, "switching element"),
    (Sign::Node(NodeTone::Receiving), "output receives"),
    (Sign::Lane(LaneTone::Unicast), "unicast"),
    (Sign::Lane(LaneTone::Copy), "multicast, with its region"),
    (Sign::Blocked, "packet that loses here"),
    (Sign::Node(NodeTone::Blocked), "element where one is lost"),
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
    /// A sentence for the reader when the network cannot be simulated.
    pub fn of(scenario: &Scenario) -> Result<Self, String> {
        let network = sim::banyan_of(scenario, 0).map_err(|problem| problem.to_string())?;
        Ok(Self { config: network.config(), plan: experiment::plan(scenario) })
    }
}

/// A run on the stage, as far as it is recorded.
#[derive(Debug)]
pub struct Point {
    setting: Setting,
    wiring: Wiring,
    ground: Ground,
    tape: Tape<Moment>,
    phases: Vec<Phase>,
    log: Vec<Event>,
    stages: Stages,
}

impl Point {
    /// The scene at slot 0.
    ///
    /// # Errors
    /// A sentence for the reader when there is no such network.
    pub fn new(setting: Setting) -> Result<Self, String> {
        let wiring = Wiring { banyan: Banyan { n: setting.config.setting.n } };
        Ok(Self {
            ground: wiring.ground(),
            tape: Tape::new(Moment::new(&setting)?),
            phases: vec![Phase { cycle: 0, title: "Empty network".into() }],
            log: vec![Event { cycle: 0, text: "The network is empty, and the sources begin".into() }],
            wiring,
            setting,
            stages: Stages::default(),
        })
    }

    fn tell(&mut self) {
        let cycle = self.tape.recorded();
        let moment = self.tape.front();
        self.log.push(Event { cycle, text: moment.said(self.wiring.banyan) });
        self.stages.tell(cycle, &moment.stepped, &mut self.phases, &mut self.log);
    }
}

impl Scene for Point {
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
        "Point at a node or a link, or go there with the arrow keys, for its numbers. A click on a link follows its packet through the slot."
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
        self.tape.front().stepped.ended() || self.recorded() >= MOST_CYCLES
    }

    fn length(&self) -> u32 {
        if self.ended() { self.recorded() } else { MOST_CYCLES }
    }

    fn wanted(&self, shown: u32, ahead: u32) -> u32 {
        shown.saturating_add(ahead).min(MOST_CYCLES)
    }

    fn picture(&mut self, cycle: u32, _picked: Option<Item>) -> Picture {
        let cycle = cycle.min(self.recorded());
        let wiring = self.wiring;
        let moment = self.tape.at(cycle);
        let mut nodes = vec![NodeMark::default(); self.ground.nodes.len()];
        for passage in moment.entering() {
            nodes[wiring.source(passage.source) as usize].tone = NodeTone::Sending;
        }
        for passage in moment.network().trail().iter().filter(|passage| passage.lost) {
            let mark = &mut nodes[wiring.element(passage.stage, passage.input) as usize];
            *mark = NodeMark { tone: NodeTone::Blocked, text: Some(String::new()) };
        }
        for (node, _) in moment.network().arrivals() {
            nodes[wiring.output(node) as usize].tone = NodeTone::Receiving;
        }
        let (lanes, labels): (Vec<_>, Vec<_>) =
            moment.lanes(wiring).into_iter().map(|(mark, header)| (mark, (mark.wire, header))).unzip();
        let said = if cycle == 0 { "nothing has entered yet".into() } else { moment.said(wiring.banyan) };
        Picture {
            cycle,
            caption: format!("Slot {cycle}: {said}."),
            numbers: moment.numbers(),
            nodes,
            lanes,
            labels,
            ..Picture::default()
        }
    }

    fn describe(&mut self, cycle: u32, item: Item) -> String {
        self.tape.at(cycle).of_item(&self.ground, self.wiring, item)
    }

    fn phases(&self) -> &[Phase] {
        &self.phases
    }

    fn log(&self) -> &[Event] {
        &self.log
    }

    fn extent(&self, shown: u32, next: bool) -> String {
        self.tape.front().stepped.extent(WORDS, self.recorded(), shown, next)
    }

    fn action(&self, _node: u32) -> Option<(Key, f64)> {
        None
    }
}
