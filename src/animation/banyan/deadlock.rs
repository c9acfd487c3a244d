//! The scene of packets that keep their links while they wait for others: the pair of Figure 4, and three packets that refute Theorem 2.
//!
//! ```text
//!   packet 1  has one port of an element and wants the other one  <---.   waits for
//!   packet 15 has that one and wants the first, or one elsewhere  ----'   each other: a circle
//! ```
//! The branches of a packet advance in step ([`Lockstep`]), one stage or one flit in a cycle. A packet is called by its source.

mod moment;
mod story;
#[cfg(test)]
mod tests;

pub use crate::param::options::Packets;

use super::wiring::Wiring;
use crate::animation::frame::{
    Animation, Event, Frame, Item, LaneTone, Layout, NodeMark, NodeTone, Phase, Sign, coming,
};
use crate::animation::tape::Tape;
use crate::param::Key;
use crate::scenario::Scenario;
use crate::sim::banyan::deadlock::{Arbitration, Lockstep, Packet, Release};
use crate::sim::stream;
use crate::text::sentence;
use crate::topology::banyan::{Banyan, Region};
use moment::{Lack, Moment};
use std::collections::BTreeMap;

/// Flits of a packet: long enough for its header to reach the last stage while its tail is still at the source.
const FLITS: u32 = 8;

/// More cycles than any of these packets takes.
const LONGEST: u32 = 1000;

const SIGNS: &[(Sign, &str)] = &[
    (Sign::Node(NodeTone::Source), "sends"),
    (Sign::Element(NodeTone::Quiet), "switching element"),
    (Sign::Node(NodeTone::Receiving), "destination that waits"),
    (Sign::Node(NodeTone::Filling(0.5)), "flits arrive"),
    (Sign::Node(NodeTone::Full), "has all it is to have"),
    (Sign::Lane(LaneTone::Copy), "link of a packet, with its number and header"),
    (Sign::Lane(LaneTone::Reserved), "kept while the packet waits"),
    (Sign::Blocked, "header that waits"),
    (Sign::Candidate, "link wanted in the circle"),
    (Sign::Element(NodeTone::Blocked), "element of the circle"),
];

/// What waits for what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The packets.
    pub packets: Packets,
    /// Which input an element prefers.
    pub arbitration: Arbitration,
    /// When links are given back.
    pub release: Release,
    /// Start of the random numbers.
    pub seed: u32,
}

impl Setting {
    /// The packets of a scenario.
    pub fn of(scenario: &Scenario) -> Self {
        Self {
            packets: scenario.choice(),
            arbitration: scenario.choice(),
            release: scenario.choice(),
            seed: scenario.count(Key::Seed),
        }
    }

    /// The network.
    pub const fn banyan(&self) -> Banyan {
        Banyan { n: if matches!(self.packets, Packets::Pair) { 4 } else { 2 } }
    }

    /// Source, first and last destination of each packet. All start in cycle 0.
    pub fn list(&self) -> Vec<Packet> {
        let all: &[(u32, u32, u32)] = match self.packets {
            Packets::Pair => &[(1, 5, 8), (15, 7, 12)],
            Packets::Three => &[(0, 1, 1), (1, 1, 2), (2, 1, 2)],
        };
        all.iter().map(|&(source, min, max)| Packet { source, region: Region { min, max }, start: 0 }).collect()
    }
}

/// Packets that wait, on the stage.
#[derive(Debug)]
pub struct Deadlock {
    setting: Setting,
    packets: Vec<Packet>,
    /// By packet: the header on each of its wires.
    headers: Vec<BTreeMap<u32, String>>,
    wiring: Wiring,
    layout: Layout,
    tape: Tape<Moment>,
    phases: Vec<Phase>,
    log: Vec<Event>,
    /// By packet: what it is known to wait for, and whether it is known to have arrived.
    told: Vec<(String, bool)>,
    /// The cycle in which the circle closed.
    closed: Option<u32>,
}

impl Deadlock {
    /// The scene at cycle 0.
    pub fn new(setting: Setting) -> Self {
        let wiring = Wiring { banyan: setting.banyan() };
        let packets = setting.list();
        let network = Lockstep::new(wiring.banyan, &packets, FLITS, setting.release);
        let moment = Moment { network, arbitration: setting.arbitration, random: stream(setting.seed, 0), moved: true };
        let told = vec![(String::new(), false); packets.len()];
        let headers = packets.iter().map(|packet| {
            let copies = wiring.copies(packet.source, packet.region).into_iter().flatten();
            copies.map(|(link, region)| (link, wiring.header(region))).collect()
        });
        let headers = headers.collect();
        let mut animation = Self {
            setting,
            packets,
            headers,
            wiring,
            layout: wiring.layout(),
            tape: Tape::new(moment),
            phases: vec![Phase { cycle: 0, title: "Packets set out".into() }],
            log: Vec::new(),
            told,
            closed: None,
        };
        animation.log.push(Event { cycle: 0, text: sentence(animation.beginning().trim_end_matches('.')) });
        animation
    }

    /// The header that a packet has on one of its wires.
    fn header(&self, packet: usize, link: u32) -> &str {
        self.headers.get(packet).and_then(|headers| headers.get(&link)).map_or("", String::as_str)
    }
}

impl Animation for Deadlock {
    fn title(&self) -> String {
        let nodes = self.wiring.banyan.nodes();
        let packets = if self.setting.packets == Packets::Pair { "Two packets" } else { "Three packets" };
        let arbitration = match self.setting.arbitration {
            Arbitration::Random => "random arbitration",
            Arbitration::UpperFirst => "upper input first",
            Arbitration::FirstCome => "first come, first served",
        };
        format!("{packets} between {nodes} nodes, {arbitration}")
    }

    fn layout(&self) -> &Layout {
        &self.layout
    }

    fn signs(&self) -> Vec<(Sign, &'static str)> {
        SIGNS.to_vec()
    }

    fn hint(&self) -> &'static str {
        "Point at a link or an element, or go there with the arrow keys, to read who has it and who waits. A click on a link follows its packet."
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

    fn recorded(&self) -> u32 {
        self.tape.recorded()
    }

    fn ended(&self) -> bool {
        Self::over(self.tape.front()) || self.recorded() >= LONGEST
    }

    fn length(&self) -> u32 {
        self.recorded()
    }

    fn wanted(&self, _shown: u32, _ahead: u32) -> u32 {
        LONGEST
    }

    fn frame(&mut self, cycle: u32, _picked: Option<Item>) -> Frame {
        let cycle = cycle.min(self.recorded());
        let before = (cycle > 0).then(|| self.tape.at(cycle - 1).network.clone());
        let moment = self.tape.at(cycle).clone();
        let (network, wiring) = (&moment.network, self.wiring);
        let (lacks, circle) = (Lack::all(network), network.circle());
        let mut nodes = vec![NodeMark::default(); self.layout.nodes.len()];
        let (mut lanes, mut labels) = (Vec::new(), Vec::new());
        let (mut arrived, mut flits) =
            (vec![0; wiring.banyan.nodes() as usize], vec![0; wiring.banyan.nodes() as usize]);
        for (index, packet) in self.packets.iter().enumerate() {
            let advances = network.advances(index);
            if Self::crossed(advances, 0) < FLITS {
                nodes[wiring.source(packet.source) as usize].tone = NodeTone::Source;
                let link = wiring.entry(packet.source);
                lanes.push(self.mark(network, before.as_ref(), link, index, &lacks));
                // Its number stands at its source.
                labels.push((link, self.header(index, link).into()));
            }
            for output in packet.region.min..=packet.region.max {
                arrived[output as usize] += Self::crossed(advances, wiring.banyan.n);
                flits[output as usize] += FLITS;
            }
        }
        for (output, (&arrived, &flits)) in (0..).zip(arrived.iter().zip(&flits)) {
            nodes[wiring.output(output) as usize].tone = match (arrived, flits) {
                (_, 0) => NodeTone::Quiet,
                (0, _) => NodeTone::Receiving,
                (arrived, flits) if arrived == flits => NodeTone::Full,
                (arrived, flits) => NodeTone::Filling(f64::from(arrived) / f64::from(flits)),
            };
        }
        let source = |packet: usize| self.packets.get(packet).map_or(0, |packet| packet.source);
        for (stage, output, packet) in network.held() {
            let link = wiring.link(stage, output);
            lanes.push(self.mark(network, before.as_ref(), link, packet, &lacks));
            let waiting: Vec<_> = lacks
                .iter()
                .filter(|lack| (lack.stage, lack.output) == (stage, output))
                .map(|lack| format!("{} waits", source(lack.packet)))
                .collect();
            // There is no room for a header beside those who wait.
            let label = if waiting.is_empty() {
                format!("{}: {}", source(packet), self.header(packet, link))
            } else {
                format!("{}, {}", source(packet), waiting.join(", "))
            };
            labels.push((link, label));
        }
        for lack in &lacks {
            // The caption calls the element so.
            nodes[wiring.element(lack.stage, lack.output) as usize].letter = self.letter(lack.stage, lack.output);
            if lack.holder.is_none() {
                labels.push((wiring.link(lack.stage, lack.output), format!("free, {} waits", source(lack.packet))));
            }
        }
        for wait in &circle {
            nodes[wiring.element(wait.stage, wait.output) as usize].tone = NodeTone::Blocked;
        }
        let (all, there): (u32, u32) = (flits.iter().sum(), arrived.iter().sum());
        let chance = if (self.setting.packets, self.setting.arbitration) == (Packets::Pair, Arbitration::Random) {
            " With two fair draws this pair deadlocks with probability ½; another seed draws anew."
        } else {
            ""
        };
        Frame {
            cycle,
            caption: self.caption(cycle, network),
            numbers: format!("{there} of {all} flits are at their outputs.{chance}"),
            candidates: circle.iter().map(|wait| wiring.link(wait.stage, wait.output)).collect(),
            nodes,
            lanes,
            labels,
            ..Frame::default()
        }
    }

    fn describe(&mut self, cycle: u32, item: Item) -> String {
        let moment = self.tape.at(cycle).clone();
        self.of_item(&moment.network, item)
    }

    fn phases(&self) -> &[Phase] {
        &self.phases
    }

    fn log(&self) -> &[Event] {
        &self.log
    }

    fn extent(&self, shown: u32, next: bool) -> String {
        let recorded = self.recorded();
        let end = if self.closed.is_some() && self.ended() {
            format!(" In cycle {recorded} nothing moves any more.")
        } else {
            String::new()
        };
        let next = coming(next);
        format!("Cycle {} of {recorded}.{end}{next}", shown.min(recorded))
    }
}
