//! The scene of the operating point: the very run that the statistics come from, slot by slot from its empty start.
//!
//! Nothing is kept from one slot to the next, so a frame shows a whole slot: what entered, where copies were lost, and what arrived.
//! Cycle t of the animation is slot t of [`Run`] with the scenario's load, seed and length.

use super::wiring::{Part, Wiring};
use crate::experiment;
use crate::model::significant;
use crate::param::Key;
use crate::scenario::Scenario;
use crate::sim;
use crate::sim::Simulator as _;
use crate::sim::banyan::{Config, Network, Passage};
use crate::sim::protocol::{Plan, Report, Run};
use crate::topology::banyan::Banyan;
use crate::trace::picture::{
    Event, Ground, Item, LaneMark, LaneTone, NodeMark, NodeTone, Phase, Picture, Scene, Sign, count, sentence,
};
use crate::trace::point::{MOST_CYCLES, extent};
use crate::trace::tape::{Steps, Tape};

/// Significant digits of a throughput in a sentence.
const DIGITS: i32 = 4;

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

/// The run at one slot, with what is counted for the reader alone.
#[derive(Clone, Debug)]
struct Moment {
    run: Run<Network>,
    over: bool,
    /// A law that was broken, as a sentence.
    broken: Option<String>,
    /// By node: packets that it has sent, and copies that it has received.
    passed: Vec<(u32, u32)>,
    /// Sums of what is observed, since slot 0.
    sums: [f64; 2],
}

impl Moment {
    fn network(&self) -> &Network {
        self.run.simulator()
    }

    /// The packets of the slot, as they enter.
    fn entering(&self) -> impl Iterator<Item = &Passage> {
        let trail = self.network().trail();
        let first = trail.first().map_or(0, |passage| passage.stage);
        trail.iter().take_while(move |passage| passage.stage == first)
    }

    fn is_multicast(&self, banyan: Banyan, source: u32) -> bool {
        self.entering().any(|passage| passage.source == source && passage.header.size(banyan) > 1)
    }

    /// What the run says by now.
    fn numbers(&self) -> String {
        if let Some(broken) = &self.broken {
            return broken.clone();
        }
        let now = self.now();
        let slots = count(now as usize, "slot", "slots");
        let estimates = |report: &Report| {
            let of = |class: usize| report.classes.get(class).and_then(|class| class.estimate);
            let (eta, complete) = of(0).zip(of(1))?;
            let width = if eta.half95.is_finite() {
                format!(" ± {} (95 %)", significant(eta.half95, 2))
            } else {
                String::new()
            };
            let (mean, complete) = (significant(eta.mean, DIGITS), significant(complete.mean, DIGITS));
            Some(format!("η = {mean}{width} packets per output and slot, {complete} of them complete"))
        };
        match (self.run.report(), self.run.warm_up()) {
            (Some(report), _) => {
                let said = estimates(report).unwrap_or_else(|| "nothing to measure".into());
                format!("{slots}. The run is over: {said}.")
            }
            (None, Some(warm_up)) => {
                let said = estimates(&self.run.so_far()).unwrap_or_else(|| "no batch is complete yet".into());
                format!("{slots}; since the warm-up of {}: {said}.", count(warm_up as usize, "slot", "slots"))
            }
            (None, None) => {
                let [eta, complete] = self.sums.map(|sum| significant(sum / now.max(1) as f64, DIGITS));
                format!(
                    "{slots} so far: η = {eta} packets per output and slot, {complete} of them complete; the warm-up is not over."
                )
            }
        }
    }
}

impl Steps for Moment {
    fn step(&mut self) {
        match self.run.advance(1) {
            Ok(over) => self.over = over,
            Err(violation) => self.broken = Some(violation.sentence()),
        }
        let network = self.run.simulator();
        for (sum, sample) in self.sums.iter_mut().zip(network.samples()) {
            *sum += sample.value;
        }
        let trail = network.trail();
        let first = trail.first().map_or(0, |passage| passage.stage);
        for passage in trail.iter().take_while(|passage| passage.stage == first) {
            self.passed[passage.source as usize].0 += 1;
        }
        for (node, _) in network.arrivals() {
            self.passed[node as usize].1 += 1;
        }
    }

    fn now(&self) -> u64 {
        self.network().now()
    }

    fn bytes(&self) -> usize {
        // The warm-up keeps a number for every five slots.
        size_of_val(self.network().trail()) + 40 * self.passed.len() + 2 * self.now() as usize
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
    warm: bool,
}

impl Point {
    /// The scene at slot 0.
    ///
    /// # Errors
    /// A sentence for the reader when there is no such network.
    pub fn new(setting: Setting) -> Result<Self, String> {
        let wiring = Wiring { banyan: Banyan { n: setting.config.setting.n } };
        let run = Run::new(Network::new(setting.config)?.watched(), setting.plan);
        let passed = vec![(0, 0); wiring.banyan.nodes() as usize];
        Ok(Self {
            ground: wiring.ground(),
            tape: Tape::new(Moment { run, over: false, broken: None, passed, sums: [0.0; 2] }),
            phases: vec![Phase { cycle: 0, title: "Empty network".into() }],
            log: vec![Event { cycle: 0, text: "The network is empty, and the sources begin".into() }],
            wiring,
            setting,
            warm: false,
        })
    }

    /// What happened in a slot.
    fn said(banyan: Banyan, moment: &Moment) -> String {
        let network = moment.network();
        let entering = moment.entering().count();
        let multicast = moment.entering().filter(|passage| passage.header.size(banyan) > 1).count();
        let wanted: u32 = moment.entering().map(|passage| passage.header.size(banyan)).sum();
        let arrived = network.arrivals().count();
        let losses = network.trail().iter().filter(|passage| passage.lost).count();
        let lost = wanted as usize - arrived;
        let complete = moment
            .entering()
            .filter(|passage| {
                let reached = network.arrivals().filter(|&(_, source)| source == passage.source).count();
                reached as u32 == passage.header.size(banyan)
            })
            .count();
        format!(
            "{} for {}, {multicast} of them multicast. {arrived} delivered, {lost} lost at {}; {} complete",
            count(entering, "packet enters", "packets enter"),
            count(wanted as usize, "output", "outputs"),
            count(losses, "element", "elements"),
            count(complete, "packet is", "packets are"),
        )
    }

    fn tell(&mut self) {
        let cycle = self.tape.recorded();
        let moment = self.tape.front();
        self.log.push(Event { cycle, text: Self::said(self.wiring.banyan, moment) });
        let mut phase = |title: String| {
            self.log.push(Event { cycle, text: title.trim_end_matches('.').into() });
            self.phases.push(Phase { cycle, title });
        };
        if moment.run.warm_up().is_some() && !self.warm {
            self.warm = true;
            phase("Warm-up over, what follows counts".into());
        }
        if let Some(end) = moment.broken.clone().or_else(|| moment.over.then(|| "The run is over".into())) {
            phase(end);
        }
    }

    fn over(&self) -> bool {
        let front = self.tape.front();
        front.over || front.broken.is_some()
    }

    /// The links of a slot, with who is on them and what header they carry.
    fn lanes(wiring: Wiring, moment: &Moment) -> Vec<(LaneMark, String)> {
        let banyan = wiring.banyan;
        let mark = |wire: u32, source: u32, head: bool, lost: bool| LaneMark {
            wire,
            lane: 0,
            message: source,
            tone: if moment.is_multicast(banyan, source) { LaneTone::Copy } else { LaneTone::Unicast },
            crossed: 1,
            last: false,
            moved: true,
            head,
            blocked: lost,
        };
        let network = moment.network();
        let into = network.trail().iter().map(|passage| {
            let wire = wiring.feeding(passage.stage, passage.input);
            (mark(wire, passage.source, passage.lost, passage.lost), wiring.header(passage.header))
        });
        let out = network
            .arrivals()
            .map(|(node, source)| (mark(wiring.link(0, node), source, true, false), wiring.bits(node)));
        into.chain(out).collect()
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
        self.over() || self.recorded() >= MOST_CYCLES
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
            Self::lanes(wiring, moment).into_iter().map(|(mark, header)| (mark, (mark.wire, header))).unzip();
        let said = if cycle == 0 { "nothing has entered yet".into() } else { Self::said(wiring.banyan, moment) };
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
        let wiring = self.wiring;
        let banyan = wiring.banyan;
        let moment = self.tape.at(cycle);
        let network = moment.network();
        match item {
            Item::Wire(wire) => {
                let lane = Self::lanes(wiring, moment).into_iter().find(|(mark, _)| mark.wire == wire);
                let what = lane.map_or_else(
                    || " Nothing is on it in this slot.".into(),
                    |(mark, header)| {
                        let lost = if mark.blocked { ", and is lost at its end" } else { "" };
                        format!(" The packet of source {} is on it with header {header}{lost}.", mark.message)
                    },
                );
                format!("{}{what}", wiring.course(wire))
            }
            Item::Message(source) => {
                let Some(packet) = moment.entering().find(|passage| passage.source == source) else {
                    return format!("Source {source} sends nothing in this slot.");
                };
                let lost: Vec<_> = network
                    .trail()
                    .iter()
                    .filter(|passage| passage.source == source && passage.lost)
                    .map(|passage| {
                        format!(
                            "; {} lost at {}",
                            wiring.header(passage.header),
                            wiring.element_name(passage.stage, passage.input / 2)
                        )
                    })
                    .collect();
                let reached = network.arrivals().filter(|&(_, from)| from == source).count();
                let (header, wanted) = (wiring.header(packet.header), packet.header.size(banyan));
                format!(
                    "The packet of source {source} for {header}: {reached} of {} delivered{}.",
                    count(wanted as usize, "copy", "copies"),
                    lost.concat()
                )
            }
            Item::Node(node) => {
                let Some(name) = self.ground.nodes.get(node as usize).map(|node| sentence(&node.name)) else {
                    return String::new();
                };
                let slots = count(moment.now() as usize, "slot", "slots");
                let passed = |node: u32| moment.passed.get(node as usize).copied().unwrap_or_default();
                let said = match wiring.part(node) {
                    Part::Source(source) => {
                        let packet = moment.entering().find(|passage| passage.source == source);
                        let sends = packet.map_or_else(
                            || "sends nothing".into(),
                            |packet| format!("sends to {}", wiring.header(packet.header)),
                        );
                        format!(
                            "{sends} in this slot, has sent {} in {slots}",
                            count(passed(source).0 as usize, "packet", "packets")
                        )
                    }
                    Part::Output(output) => {
                        let from = network.arrivals().find(|&(node, _)| node == output);
                        let from = from.map_or_else(
                            || "receives nothing".into(),
                            |(_, source)| format!("receives from source {source}"),
                        );
                        format!(
                            "{from} in this slot, has received {} in {slots}",
                            count(passed(output).1 as usize, "copy", "copies")
                        )
                    }
                    Part::Element(stage, element) => {
                        let here = network
                            .trail()
                            .iter()
                            .filter(|passage| (passage.stage, passage.input / 2) == (stage, element));
                        let packets: Vec<_> = here
                            .map(|passage| {
                                let ports: Vec<_> = (0..)
                                    .zip(passage.header.split(stage))
                                    .filter_map(|(port, copy)| copy.map(|_| port))
                                    .collect();
                                let wants = if ports.len() == 2 {
                                    "both ports".into()
                                } else {
                                    format!("port {}", ports.first().unwrap_or(&0))
                                };
                                let end = if passage.lost { "loses" } else { "passes" };
                                format!("the packet of source {} wants {wants} and {end}", passage.source)
                            })
                            .collect();
                        if packets.is_empty() { "nothing comes in this slot".into() } else { packets.join("; ") }
                    }
                };
                format!("{name}: {said}.")
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
        extent(self.recorded(), shown, self.over(), next)
    }

    fn action(&self, _node: u32) -> Option<(Key, f64)> {
        None
    }
}
