//! Packets that wait, in words.

use super::moment::Lack;
use super::{Deadlock, FLITS, Packets};
use crate::animation::banyan::wiring::Part;
use crate::animation::frame::{Event, Item, Phase};
use crate::sim::banyan::deadlock::{Arbitration, Lockstep, Packet, Release};
use crate::text::{count, sentence};
use crate::topology::banyan::Region;

impl Deadlock {
    pub(super) fn name(&self, packet: usize) -> String {
        self.packets.get(packet).map_or_else(String::new, |packet| format!("packet {}", packet.source))
    }

    /// The letter that the paper gives to the element of a link.
    pub(super) const fn letter(&self, stage: u32, link: u32) -> Option<char> {
        match (self.setting.packets, stage, link / 2) {
            (Packets::Pair, 1, 3) => Some('μ'),
            (Packets::Pair, 1, 5) => Some('ν'),
            _ => None,
        }
    }

    /// An element, with its letter.
    fn element(&self, stage: u32, link: u32) -> String {
        let letter = self.letter(stage, link).map_or_else(String::new, |letter| format!(" ({letter})"));
        format!("{}{letter}", self.wiring.element_name(stage, link / 2))
    }

    pub(super) fn beginning(&self) -> String {
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
    fn lacks(&self, lacks: &[Lack], packet: usize) -> String {
        let links = lacks.iter().filter(|lack| lack.packet == packet).map(|lack| {
            let (port, at) = (lack.output & 1, self.element(lack.stage, lack.output));
            match lack.holder {
                Some(holder) => format!("port {port} of {at}, which {} has", self.name(holder)),
                None => format!("port {port} of {at}, which is free now but not yet its own"),
            }
        });
        links.collect::<Vec<_>>().join(", and for ")
    }

    pub(super) fn caption(&self, cycle: u32, network: &Lockstep) -> String {
        if cycle == 0 {
            return format!("Cycle 0: {}", self.beginning());
        }
        let circle = network.circle();
        if !circle.is_empty() {
            let members: Vec<_> = circle
                .iter()
                .map(|wait| {
                    format!("{} waits for {}", self.name(wait.packet), self.lacks(&[Lack::from(*wait)], wait.packet))
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
        let lacks = Lack::all(network);
        let n = self.wiring.banyan.n;
        let each = (0..self.packets.len()).map(|packet| {
            let (name, advances) = (self.name(packet), network.advances(packet));
            let arrived = (advances + 1).saturating_sub(n).min(FLITS);
            if lacks.iter().any(|lack| lack.packet == packet) {
                format!("{name} waits for {}", self.lacks(&lacks, packet))
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
    pub(super) fn tell(&mut self) {
        let cycle = self.tape.recorded();
        let network = self.tape.front().network.clone();
        let all = Lack::all(&network);
        let n = self.wiring.banyan.n;
        for packet in 0..self.packets.len() {
            let lacks = self.lacks(&all, packet);
            let waiting = !lacks.is_empty();
            let arrived = network.advances(packet) == n + FLITS - 1;
            let (lacked, was_there) = std::mem::replace(&mut self.told[packet], (lacks.clone(), arrived));
            let name = sentence(&self.name(packet));
            let text = if waiting && lacks != lacked {
                format!("{name} waits for {lacks}")
            } else if !waiting && !lacked.is_empty() {
                format!("{name} has all that it waited for")
            } else if arrived && !was_there {
                format!("{name} has arrived")
            } else {
                continue;
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

    /// What there is to say of an item.
    pub(super) fn of_item(&self, network: &Lockstep, item: Item) -> String {
        let wiring = self.wiring;
        let lacks = Lack::all(network);
        let n = wiring.banyan.n;
        match item {
            Item::Link(link) => {
                let course = wiring.course(link);
                let Some((stage, output)) = wiring.link_of(link) else { return course };
                let holder = network.held().find(|&(at, link, _)| (at, link) == (stage, output));
                let waiting = lacks.iter().filter(|lack| (lack.stage, lack.output) == (stage, output));
                let waiting: String =
                    waiting.map(|lack| format!(" {} waits for it.", sentence(&self.name(lack.packet)))).collect();
                let Some((.., packet)) = holder else { return format!("{course} It is free.{waiting}") };
                let crossed = Self::crossed(network.advances(packet), n - stage);
                format!(
                    "{course} {} has it, with header {}: {crossed} of {FLITS} flits have crossed.{waiting}",
                    sentence(&self.name(packet)),
                    self.header(packet, link)
                )
            }
            Item::Message(packet) => {
                let packet = packet as usize;
                if packet >= self.packets.len() {
                    return String::new();
                }
                let advances = network.advances(packet);
                let held = network.held().filter(|&(.., holder)| holder == packet).count();
                let lacks = self.lacks(&lacks, packet);
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
                let Some(name) = self.layout.nodes.get(node as usize).map(|node| sentence(&node.name)) else {
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
}
