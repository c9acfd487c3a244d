//! The scene of the operating point: the very run that the statistics come from, slot by slot from its empty start.
//!
//! Nothing is kept from one slot to the next, so a frame shows a whole slot: what entered, where copies were lost, and what arrived.
//! Cycle t of the animation is slot t of [`Run`](crate::sim::protocol::Run) with the scenario's load, seed and length.

mod describe;
mod moment;
#[cfg(test)]
mod tests;

use crate::animation::event_log::EventLog;
use crate::animation::event_log::Words;
use crate::animation::frame::{Frame, Item, LaneTone, Layout, NodeMark, NodeTone, Sign};
use crate::animation::run_animation::{Play, RunAnimation};
use crate::experiment;
use crate::scenario::Scenario;
use crate::sim;
use crate::sim::banyan::{Config, Network};
use crate::sim::protocol::Plan;
use crate::text::sentence;
use moment::Moment;

const WORDS: Words = Words { message: ("packet", "packets"), cycle: ("slot", "slots"), clock: "Slot" };

const SIGNS: &[(Sign, &str)] = &[
    (Sign::Node(NodeTone::Sending), "source sends"),
    (Sign::Element(NodeTone::Quiet), "switching element"),
    (Sign::Node(NodeTone::Receiving), "output receives"),
    (Sign::Lane(LaneTone::Unicast), "unicast"),
    (Sign::Lane(LaneTone::Copy), "multicast, with its region"),
    (Sign::Blocked, "packet that loses here"),
    (Sign::Element(NodeTone::Blocked), "element where one is lost"),
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

/// What is told and drawn of the slots of a banyan.
#[derive(Debug)]
pub struct Slots {
    load: f64,
    lost: bool,
    delivered: bool,
}

/// The scene at slot 0.
///
/// # Errors
/// A sentence for the reader when the network cannot be drawn.
pub fn film(setting: Setting) -> Result<RunAnimation<Slots>, String> {
    let first = Moment::new(&setting)?;
    let slots = Slots { load: setting.config.load, lost: false, delivered: false };
    Ok(RunAnimation::new(slots, first.wiring.layout(), first))
}

impl Play for Slots {
    type Network = Network;
    type Moment = Moment;

    const WORDS: Words = WORDS;

    fn load(&self) -> f64 {
        self.load
    }

    fn signs(&self) -> Vec<(Sign, &'static str)> {
        SIGNS.to_vec()
    }

    fn hint(&self) -> &'static str {
        "Point at a node or a link, or go there with the arrow keys, for its numbers. A click on a link follows its packet through the slot."
    }

    fn tell(&mut self, _ground: &Layout, cycle: u32, moment: &Self::Moment, log: &mut EventLog) {
        let network = moment.network();
        if !self.lost && network.trail().iter().any(|passage| passage.lost) {
            self.lost = true;
            log.phase(cycle, "First packet lost");
        }
        if !self.delivered && network.arrivals().next().is_some() {
            self.delivered = true;
            log.phase(cycle, "First packet delivered");
        }
        log.event(cycle, || sentence(&moment.said()));
    }

    fn frame(&self, layout: &Layout, cycle: u32, moment: &Self::Moment, _picked: Option<Item>) -> Frame {
        let wiring = moment.wiring;
        let mut nodes = vec![NodeMark::default(); layout.nodes.len()];
        for passage in moment.entering() {
            nodes[wiring.source(passage.source) as usize].tone = NodeTone::Sending;
        }
        for passage in moment.network().trail().iter().filter(|passage| passage.lost) {
            nodes[wiring.element(passage.stage, passage.input) as usize].tone = NodeTone::Blocked;
        }
        for (node, _) in moment.network().arrivals() {
            nodes[wiring.output(node) as usize].tone = NodeTone::Receiving;
        }
        let (lanes, labels): (Vec<_>, Vec<_>) =
            moment.lanes().into_iter().map(|(mark, header)| (mark, (mark.link, header))).unzip();
        let said = if cycle == 0 { "nothing has entered yet".into() } else { moment.said() };
        Frame {
            cycle,
            caption: format!("Slot {cycle}: {said}."),
            numbers: moment.numbers(),
            nodes,
            lanes,
            labels,
            carried: Some(moment.carried()),
            ..Frame::default()
        }
    }

    fn describe(&self, layout: &Layout, moment: &Self::Moment, item: Item) -> String {
        moment.of_item(layout, item)
    }
}
