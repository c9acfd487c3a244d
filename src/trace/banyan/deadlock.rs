//! The scene of packets that keep their links while they wait for others: the pair of Figure 4, and three packets that refute Theorem 2.
//!
//! ```text
//!   packet 1  has one port of an element and wants the other one  <---.   waits for
//!   packet 15 has that one and wants the first, or one elsewhere  ----'   each other: a circle
//! ```
//! The branches of a packet advance in step ([`Lockstep`]), one stage or one flit in a cycle. A packet is called by its source.

use super::wiring::{Part, Wiring};
use crate::param::Key;
use crate::scenario::Scenario;
use crate::sim::banyan::deadlock::{Arbitration, Lockstep, Packet, Release, Wait};
use crate::sim::stream;
use crate::topology::banyan::{Banyan, Region};
use crate::trace::picture::{
    Event, Ground, Item, LaneMark, LaneTone, NodeMark, NodeTone, Phase, Picture, Scene, Sign, count, sentence,
};
use crate::trace::tape::{Steps, Tape};
use rand_pcg::Pcg64Mcg;

/// Flits of a packet: long enough for its header to reach the last stage while its tail is still at the source.
const FLITS: u32 = 8;

/// More cycles than any of these packets takes.
const LONGEST: u32 = 1000;

const SIGNS: &[(Sign, &str)] = &[
    (Sign::Node(NodeTone::Source), "sends"),
    (Sign::Element, "switching element"),
    (Sign::Node(NodeTone::Receiving), "destination that waits"),
    (Sign::Node(NodeTone::Filling(0.5)), "flits arrive"),
    (Sign::Node(NodeTone::Full), "has all it is to have"),
    (Sign::Lane(LaneTone::Copy), "link of a packet, with its number"),
    (Sign::Lane(LaneTone::Reserved), "kept while the packet waits"),
    (Sign::Blocked, "header that waits"),
    (Sign::Candidate, "link wanted in the circle"),
    (Sign::Node(NodeTone::Blocked), "element of the circle"),
];

/// Which packets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packets {
    /// Those of Figure 4.
    Pair,
    /// Those between four nodes that deadlock with the upper input first.
    Three,
}

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
            packets: if scenario.chosen(Key::Packets) == "three" { Packets::Three } else { Packets::Pair },
            arbitration: match scenario.chosen(Key::Arbitration) {
                "upper" => Arbitration::UpperFirst,
                "fcfs" => Arbitration::FirstCome,
                _ => Arbitration::Random,
            },
            release: if scenario.chosen(Key::Release) == "together" { Release::Together } else { Release::Tail },
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

/// The packets at one cycle.
#[derive(Clone, Debug)]
struct Moment {
    network: Lockstep,
    arbitration: Arbitration,
    random: Pcg64Mcg,
    /// Whether the last cycle changed anything.
    moved: bool,
}

impl Steps for Moment {
    fn step(&mut self) {
        self.moved = self.network.step(self.arbitration, &mut self.random);
    }

    fn now(&self) -> u64 {
        self.network.now()
    }

    fn bytes(&self) -> usize {
        // Two tables of all links.
        1024
    }
}

/// Packets that wait, on the stage.
#[derive(Debug)]
pub struct Deadlock {
    setting: Setting,
    packets: Vec<Packet>,
    wiring: Wiring,
    ground: Ground,
    tape: Tape<Moment>,
    phases: Vec<Phase>,
    log: Vec<Event>,
    /// By packet: whether it is known to wait, and to have arrived.
    told: Vec<(bool, bool)>,
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
        let told = vec![(false, false); packets.len()];
        let mut scene = Self {
            setting,
            packets,
            wiring,
            ground: wiring.ground(),
            tape: Tape::new(moment),
            phases: vec![Phase { cycle: 0, title: "Packets set out".into() }],
            log: Vec::new(),
            told,
            closed: None,
        };
        scene.log.push(Event { cycle: 0, text: sentence(scene.beginning().trim_end_matches('.')) });
        scene
    }

    fn name(&self, packet: usize) -> String {
        self.packets.get(packet).map_or_else(String::new, |packet| format!("packet {}", packet.source))
    }

    /// An element, with the letter that the paper gives it.
    fn element(&self, stage: u32, link: u32) -> String {
        let letter = match (self.setting.packets, stage, link / 2) {
            (Packets::Pair, 1, 3) => " (μ)",
            (Packets::Pair, 1, 5) => " (ν)",
            _ => "",
        };
        format!("{}{letter}", self.wiring.element_name(stage, link / 2))
    }

    fn beginning(&self) -> String {
        let to = |packet: &Packet| {
            let Region { min, max } = packet.region;
            let to = if min == max { format!("output {min}") } else { format!("outputs {min} to {max}") };
            format!("packet {} is for {to}", packet.source)
        };
        let packets: Vec<_> = self.packets.iter().map(to).collect();
        format!(
            "{}. Each has {FLITS} flits, and keeps the links that it has while it waits for others.",
            packets.join(", ")
        )
    }

    /// What a packet that waits lacks.
    fn lacks(&self, waits: &[Wait], packet: usize) -> String {
        let links = waits.iter().filter(|wait| wait.packet == packet).map(|wait| {
            let (port, at, holder) = (wait.output & 1, self.element(wait.stage, wait.output), self.name(wait.holder));
            format!("port {port} of {at}, which {holder} has")
        });
        links.collect::<Vec<_>>().join(", and for ")
    }

    fn caption(&self, cycle: u32, moment: &Moment) -> String {
        if cycle == 0 {
            return format!("Cycle 0: {}", self.beginning());
        }
        let network = &moment.network;
        let circle = network.circle();
        if !circle.is_empty() {
            let members: Vec<_> = circle
                .iter()
                .map(|wait| {
                    format!(
                        "{} waits for {}",
                        self.name(wait.packet),
                        self.lacks(std::slice::from_ref(wait), wait.packet)
                    )
                })
                .collect();
            return format!(
                "Cycle {cycle}: deadlock. {}: a circle, in which nothing will ever move again. {}",
                sentence(&members.join("; ")),
                self.why()
            );
        }
        if network.arrived() {
            return format!("Cycle {cycle}: every packet has arrived. {}", self.why_not());
        }
        let waits = network.waits();
        let n = self.wiring.banyan.n;
        let each = (0..self.packets.len()).map(|packet| {
            let (name, advances) = (self.name(packet), network.advances(packet));
            let arrived = (advances + 1).saturating_sub(n).min(FLITS);
            if waits.iter().any(|wait| wait.packet == packet) {
                format!("{name} waits for {}", self.lacks(&waits, packet))
            } else if arrived == FLITS {
                format!("{name} has arrived")
            } else if arrived > 0 {
                format!("{arrived} of {FLITS} flits of {name} have arrived")
            } else {
                format!("{name} goes on to stage {}", n - 1 - advances)
            }
        });
        format!("Cycle {cycle}: {}.", each.collect::<Vec<_>>().join("; "))
    }

    /// Why there is a deadlock.
    fn why(&self) -> &'static str {
        match (self.setting.packets, self.setting.arbitration) {
            (Packets::Pair, _) => {
                "Each of the two elements drew another packet; had they preferred the same input, one packet would have both, and go."
            }
            (Packets::Three, Arbitration::UpperFirst) => {
                "Packet 2 came to both elements right behind the tail of packet 0, on the upper inputs, and overtook packet 1, which waited \
                 there with one link in hand. The proof of Theorem 2 compares packets that come together; it does not exclude one that comes later."
            }
            (Packets::Three, _) => "Each has one of the two links that both of them need.",
        }
    }

    /// Why there is none.
    const fn why_not(&self) -> &'static str {
        match (self.setting.arbitration, self.setting.release) {
            (Arbitration::Random, _) => "The draws happened to agree: another seed may end in a deadlock.",
            (Arbitration::FirstCome, _) => {
                "Who came first was served first, and of two that came together the upper one: nobody overtakes a packet that holds a link."
            }
            (Arbitration::UpperFirst, Release::Together) => {
                "All elements of a stage prefer the same packet, and nobody can come in behind a tail, for links come back all at once: this is what \
                 Theorem 2 needs."
            }
            (Arbitration::UpperFirst, Release::Tail) => {
                "Two sources meet only at one stage and always on the same sides, so every element there prefers the same packet, and the other one \
                 waits for its tail."
            }
        }
    }

    /// Takes in what the cycle recorded last has brought.
    fn tell(&mut self) {
        let cycle = self.tape.recorded();
        let network = self.tape.front().network.clone();
        let waits = network.waits();
        let n = self.wiring.banyan.n;
        for packet in 0..self.packets.len() {
            let waiting = waits.iter().any(|wait| wait.packet == packet);
            let arrived = network.advances(packet) == n + FLITS - 1;
            let before = std::mem::replace(&mut self.told[packet], (waiting, arrived));
            let name = sentence(&self.name(packet));
            let text = match before {
                (false, _) if waiting => format!("{name} waits for {}", self.lacks(&waits, packet)),
                (true, _) if !waiting => format!("{name} has all that it waited for"),
                (_, false) if arrived => format!("{name} has arrived"),
                _ => continue,
            };
            self.log.push(Event { cycle, text });
            if waiting && self.phases.len() == 1 {
                self.phases.push(Phase { cycle, title: "First packet waits".into() });
            }
        }
        let end = match (self.closed, network.circle().is_empty(), network.arrived()) {
            (None, false, _) => {
                self.closed = Some(cycle);
                "The circle closes: deadlock"
            }
            (None, _, true) => "All have arrived",
            _ => return,
        };
        self.phases.push(Phase { cycle, title: end.into() });
        self.log.push(Event { cycle, text: end.into() });
    }

    fn over(moment: &Moment) -> bool {
        !moment.moved || moment.network.arrived()
    }

    /// Flits of a packet that have crossed a wire: its headers are that many wires from the source.
    const fn crossed(advances: u32, wires: u32) -> u32 {
        let crossed = (advances + 1).saturating_sub(wires);
        if crossed < FLITS { crossed } else { FLITS }
    }

    /// A link that a packet has, or that it still comes over from its source.
    fn mark(
        &self,
        network: &Lockstep,
        before: Option<&Lockstep>,
        wire: u32,
        packet: usize,
        waits: &[Wait],
    ) -> LaneMark {
        let wires = self.wiring.link_of(wire).map_or(0, |(stage, _)| self.wiring.banyan.n - stage);
        let advances = network.advances(packet);
        let crossed = Self::crossed(advances, wires);
        let head = crossed > 0 && advances == wires;
        LaneMark {
            wire,
            lane: 0,
            message: packet as u32,
            tone: if crossed == 0 { LaneTone::Reserved } else { LaneTone::Copy },
            crossed,
            last: crossed == FLITS,
            moved: before.is_some_and(|before| Self::crossed(before.advances(packet), wires) < crossed),
            head,
            blocked: head && waits.iter().any(|wait| wait.packet == packet),
        }
    }
}

impl Scene for Deadlock {
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

    fn ground(&self) -> &Ground {
        &self.ground
    }

    fn signs(&self) -> &'static [(Sign, &'static str)] {
        SIGNS
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

    fn ready(&self) -> bool {
        true
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

    fn picture(&mut self, cycle: u32, _picked: Option<Item>) -> Picture {
        let cycle = cycle.min(self.recorded());
        let before = (cycle > 0).then(|| self.tape.at(cycle - 1).network.clone());
        let moment = self.tape.at(cycle).clone();
        let (network, wiring) = (&moment.network, self.wiring);
        let (waits, circle) = (network.waits(), network.circle());
        let mut nodes = vec![NodeMark::default(); self.ground.nodes.len()];
        let (mut lanes, mut labels) = (Vec::new(), Vec::new());
        let (mut arrived, mut flits) =
            (vec![0; wiring.banyan.nodes() as usize], vec![0; wiring.banyan.nodes() as usize]);
        for (index, packet) in self.packets.iter().enumerate() {
            let advances = network.advances(index);
            if Self::crossed(advances, 0) < FLITS {
                nodes[wiring.source(packet.source) as usize].tone = NodeTone::Source;
                let wire = wiring.entry(packet.source);
                lanes.push(self.mark(network, before.as_ref(), wire, index, &waits));
                labels.push((wire, packet.source.to_string()));
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
        for (stage, output, packet) in network.held() {
            let wire = wiring.link(stage, output);
            lanes.push(self.mark(network, before.as_ref(), wire, packet, &waits));
            let source = |packet: usize| self.packets.get(packet).map_or(0, |packet| packet.source);
            let waiting: Vec<_> = waits
                .iter()
                .filter(|wait| (wait.stage, wait.output) == (stage, output))
                .map(|wait| format!("{} waits", source(wait.packet)))
                .collect();
            let label = std::iter::once(source(packet).to_string()).chain(waiting).collect::<Vec<_>>().join(", ");
            labels.push((wire, label));
        }
        for wait in &circle {
            let mark = &mut nodes[wiring.element(wait.stage, wait.output) as usize];
            *mark = NodeMark { tone: NodeTone::Blocked, text: Some(String::new()) };
        }
        let (all, there): (u32, u32) = (flits.iter().sum(), arrived.iter().sum());
        let chance = if (self.setting.packets, self.setting.arbitration) == (Packets::Pair, Arbitration::Random) {
            " With two fair draws this pair deadlocks with probability ½; another seed draws anew."
        } else {
            ""
        };
        Picture {
            cycle,
            caption: self.caption(cycle, &moment),
            numbers: format!("{there} of {all} flits are at their outputs.{chance}"),
            candidates: circle.iter().map(|wait| wiring.link(wait.stage, wait.output)).collect(),
            nodes,
            lanes,
            labels,
            ..Picture::default()
        }
    }

    fn describe(&mut self, cycle: u32, item: Item) -> String {
        let moment = self.tape.at(cycle).clone();
        let (network, wiring) = (&moment.network, self.wiring);
        let waits = network.waits();
        let n = wiring.banyan.n;
        match item {
            Item::Wire(wire) => {
                let course = wiring.course(wire);
                let Some((stage, output)) = wiring.link_of(wire) else { return course };
                let holder = network.held().find(|&(at, link, _)| (at, link) == (stage, output));
                let Some((.., packet)) = holder else { return format!("{course} It is free.") };
                let crossed = Self::crossed(network.advances(packet), n - stage);
                let waiting = waits.iter().filter(|wait| (wait.stage, wait.output) == (stage, output));
                let waiting: String =
                    waiting.map(|wait| format!(" {} waits for it.", sentence(&self.name(wait.packet)))).collect();
                format!(
                    "{course} {} has it, {crossed} of {FLITS} flits have crossed.{waiting}",
                    sentence(&self.name(packet))
                )
            }
            Item::Message(packet) => {
                let packet = packet as usize;
                if packet >= self.packets.len() {
                    return String::new();
                }
                let advances = network.advances(packet);
                let held = network.held().filter(|&(.., holder)| holder == packet).count();
                let lacks = self.lacks(&waits, packet);
                let waiting = if lacks.is_empty() { String::new() } else { format!(" It waits for {lacks}.") };
                format!(
                    "{}: {} of {FLITS} flits have left the source, {} have arrived, it holds {}.{waiting}",
                    sentence(&self.name(packet)),
                    Self::crossed(advances, 0),
                    Self::crossed(advances, n),
                    count(held, "link", "links"),
                )
            }
            Item::Node(node) => {
                let Some(name) = self.ground.nodes.get(node as usize).map(|node| sentence(&node.name)) else {
                    return String::new();
                };
                let of = |packet: usize| self.name(packet);
                let said = match wiring.part(node) {
                    Part::Source(source) => match self.packets.iter().position(|packet| packet.source == source) {
                        Some(packet) => format!(
                            "{} of {FLITS} flits of {} have left",
                            Self::crossed(network.advances(packet), 0),
                            of(packet)
                        ),
                        None => "sends nothing".into(),
                    },
                    Part::Output(output) => {
                        let flits: Vec<_> = self
                            .packets
                            .iter()
                            .enumerate()
                            .filter(|(_, packet)| (packet.region.min..=packet.region.max).contains(&output))
                            .map(|(packet, _)| {
                                format!(
                                    "{} of {FLITS} flits of {}",
                                    Self::crossed(network.advances(packet), n),
                                    of(packet)
                                )
                            })
                            .collect();
                        if flits.is_empty() { "no destination".into() } else { flits.join(", ") }
                    }
                    Part::Element(stage, element) => {
                        let ports = (0..2).map(|port| {
                            let link = 2 * element + port;
                            let holder = network.held().find(|&(at, held, _)| (at, held) == (stage, link));
                            let has =
                                holder.map_or_else(|| "free".into(), |(.., packet)| format!("held by {}", of(packet)));
                            format!("port {port} is {has}")
                        });
                        ports.collect::<Vec<_>>().join(", ")
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
        let recorded = self.recorded();
        let end = if self.closed.is_some() { ", where nothing moves any more" } else { "" };
        let next = if next { " Another one is coming." } else { "" };
        format!("Cycle {} of {recorded}{end}.{next}", shown.min(recorded))
    }

    fn action(&self, _node: u32) -> Option<(Key, f64)> {
        None
    }
}
