//! The scene of the operating point: the very run that the statistics come from, cycle by cycle from its empty start.
//!
//! Cycle t of the animation is cycle t of [`Run`] with the scenario's load, seed and length. The point that is simulated for the chart is
//! the same run, so what is seen here is what its numbers are made of. It is recorded as far as the reader goes.

#[cfg(test)]
mod tests;

use super::event_log::Words;
use super::event_log::{Arrival, EventLog};
use super::frame::{Frame, Item, LaneTone, Layout, NodeMark, NodeTone, Sign, queues};
use super::layout;
use super::run::{Delivers, Passing, node};
use super::run_animation::{Play, RunAnimation};
use super::worms::{FIRST_BLOCKED, Told, candidates, carried, first_blocked, lane_mark};
use crate::experiment;
use crate::param::Key;
use crate::scenario::Scenario;
use crate::sim;
use crate::sim::protocol::{Plan, Run};
use crate::sim::wormhole::{self, Delivery, Simulation};
use crate::text::count;

const WORDS: Words = Words { message: ("message", "messages"), cycle: ("cycle", "cycles"), clock: "Cycle" };

const SIGNS: &[(Sign, &str)] = &[
    (Sign::Node(NodeTone::Sending), "sends"),
    (Sign::Node(NodeTone::Receiving), "receives"),
    (Sign::Queue, "messages wait"),
    (Sign::Lane(LaneTone::Unicast), "unicast, flit by flit"),
    (Sign::Lane(LaneTone::Copy), "copy of a broadcast"),
    (Sign::Escape, "on an escape channel"),
    (Sign::Blocked, "header blocked"),
    (Sign::Candidate, "channels that the one blocked longest, or followed, may take"),
    (Sign::Dateline, "dateline"),
];

/// Which run is shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Setting {
    /// The network at its load.
    pub network: wormhole::Setting,
    /// Start of the random numbers.
    pub seed: u32,
    /// How long the run is.
    pub plan: Plan,
}

impl Setting {
    /// The run of a scenario.
    ///
    /// # Errors
    /// A sentence for the reader when the network cannot be drawn or simulated.
    pub fn of(scenario: &Scenario) -> Result<Self, String> {
        let network = sim::wormhole_of(scenario).map_err(|problem| problem.to_string())?;
        layout::drawable(&network)?;
        Ok(Self { network, seed: scenario.count(Key::Seed), plan: experiment::plan(scenario) })
    }

    /// The run, not yet begun.
    pub fn run(&self) -> Run<Simulation> {
        Run::new(Simulation::new(self.network, self.seed, 0), self.plan)
    }
}

impl Delivers for Simulation {
    fn arrived(&self) -> impl Iterator<Item = (u32, u32)> {
        self.network().deliveries().iter().map(|delivery| (delivery.source, delivery.destination))
    }

    fn crossed(&self) -> impl Iterator<Item = u32> {
        std::iter::empty()
    }

    fn memory_taken(&self) -> usize {
        self.network().bytes()
    }
}

/// What is told and drawn of a wormhole network.
#[derive(Debug)]
pub struct Worms {
    setting: Setting,
    blocked: bool,
    delivered: bool,
}

/// The scene at cycle 0.
///
/// # Errors
/// A sentence for the reader when the network cannot be drawn.
pub fn film(setting: Setting) -> Result<RunAnimation<Worms>, String> {
    let (layout, first) = (layout::of(&setting.network)?, Passing::new(setting.run()));
    Ok(RunAnimation::new(Worms { setting, blocked: false, delivered: false }, layout, first))
}

impl Play for Worms {
    type Network = Simulation;
    type Moment = Passing<Simulation>;

    const WORDS: Words = WORDS;

    fn load(&self) -> f64 {
        self.setting.network.load
    }

    fn signs(&self) -> Vec<(Sign, &'static str)> {
        let network = &self.setting.network;
        let there = |sign: Sign| match sign {
            Sign::Lane(LaneTone::Copy) => network.beta > 0.0,
            // Rings of two nodes need none.
            Sign::Dateline => network.escapes() > 1,
            _ => true,
        };
        SIGNS.iter().copied().filter(|(sign, _)| there(*sign)).collect()
    }

    fn tell(&mut self, layout: &Layout, cycle: u32, moment: &Self::Moment, log: &mut EventLog) {
        let network = moment.run.simulator().network();
        let name = |node: u32| layout.nodes[node as usize].name.as_str();
        let blocked = if self.blocked { None } else { first_blocked(network, |node| name(node).into()) };
        if let Some(text) = blocked {
            self.blocked = true;
            log.begin(cycle, FIRST_BLOCKED, text);
        }
        for delivery in network.deliveries() {
            let Delivery { message, source, destination, .. } = *delivery;
            log.arrived(cycle, Arrival { message, source, destination, latency: delivery.latency() });
            log.event(cycle, || {
                let kind = if delivery.broadcast.is_some() { "Copy" } else { "Message" };
                let (from, to) = (name(delivery.source), name(delivery.destination));
                let latency = count(delivery.latency() as usize, "cycle", "cycles");
                format!("{kind} {} from {from} has reached {to} after {latency}", delivery.message)
            });
        }
        if !self.delivered && !network.deliveries().is_empty() {
            self.delivered = true;
            log.phase(cycle, "First message delivered");
        }
        for completed in network.completed() {
            log.event(cycle, || {
                let latency = count(completed.latency() as usize, "cycle", "cycles");
                format!("The broadcast of {} has reached every node after {latency}", name(completed.source))
            });
        }
    }

    fn frame(&self, layout: &Layout, cycle: u32, moment: &Self::Moment, picked: Option<Item>) -> Frame {
        let network = moment.run.simulator().network();
        let flits = self.setting.network.flits;
        let mut nodes = vec![NodeMark::default(); layout.nodes.len()];
        let mut lanes = Vec::new();
        for lane in network.lanes() {
            let tone = match lane.broadcast {
                _ if lane.crossed == 0 => LaneTone::Reserved,
                Some(_) => LaneTone::Copy,
                None => LaneTone::Unicast,
            };
            let link = &layout.links[lane.channel as usize];
            if link.from == lane.source && lane.crossed < flits {
                nodes[link.from as usize].tone.sends();
            }
            if link.to == lane.destination && lane.crossed > 0 {
                nodes[link.to as usize].tone.receives();
            }
            lanes.push(lane_mark(&lane, tone, flits));
        }
        let mut waiting = vec![0; nodes.len()];
        network.waiting().for_each(|message| waiting[message.source as usize] += 1);
        let queued: u32 = waiting.iter().sum();
        let under_way = network.in_flight() - queued as usize;
        let messages = count(under_way, "message", "messages");
        // Those at their sources are among the waiting.
        let blocked = lanes.iter().filter(|lane| lane.blocked).count();
        Frame {
            cycle,
            caption: format!(
                "Cycle {cycle}: {messages} under way, {blocked} of them blocked; {queued} waiting at their sources."
            ),
            numbers: moment.numbers(WORDS),
            candidates: candidates(network, picked),
            nodes,
            queues: queues(&waiting),
            lanes,
            carried: Some(carried(network)),
            ..Frame::default()
        }
    }

    fn describe(&self, layout: &Layout, moment: &Self::Moment, item: Item) -> String {
        let network = moment.run.simulator().network();
        let told = Told { layout, network, origin: 0 };
        match item {
            Item::Message(message) => told.message(message),
            Item::Link(link) => told.link(link),
            Item::Node(at) => {
                let waiting = network.waiting().filter(|message| message.source == at).count();
                let name = layout.nodes.get(at as usize).map_or("", |node| &node.name);
                let passed = moment.passed.get(at as usize);
                passed.map_or_else(String::new, |&passed| node(name, waiting, passed))
            }
        }
    }
}
