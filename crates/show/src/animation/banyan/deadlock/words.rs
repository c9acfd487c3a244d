//! Packets that wait, in words. A packet is called by its source.

use super::facts::{DeadlockCaption, DeadlockOutcome, ItemInfo, Lack, PacketEvent};
use super::{Deadlock, FLITS, LONGEST, Packets};
use crate::animation::frame::{Layout, Sign};
use crate::animation::recordable::AnimationInfo;
use crate::animation::words::PACKETS;
use flitscope::sim::banyan::deadlock::{Arbitration, Packet, Release};
use flitscope::text::{count, sentence};
use flitscope::topology::banyan::Region;

const LEGEND: &[(Sign, &str)] = &[
    (Sign::Message, "a packet, head first"),
    (Sign::Header, "its number and header"),
    (Sign::Blocked, "waits for a link"),
    (Sign::Circle, "they wait for each other for ever"),
];

impl Deadlock {
    pub(super) fn info(&self) -> AnimationInfo {
        AnimationInfo {
            title: self.title(),
            hint: "Point at a link or an element to read who has it and who waits (keyboard: arrow keys). Click a link to follow its \
                   packet.",
            terms: PACKETS,
            legend: LEGEND.to_vec(),
            limit: LONGEST,
            whole: true,
            ..AnimationInfo::new(self.wiring.layout())
        }
    }

    fn title(&self) -> String {
        let packets = if self.setting.packets == Packets::Pair { "Two packets" } else { "Three packets" };
        let arbitration = match self.setting.arbitration {
            Arbitration::Random => "random arbitration",
            Arbitration::UpperFirst => "upper input first",
            Arbitration::FirstCome => "first come, first served",
        };
        format!("{packets} between {} nodes, {arbitration}", self.wiring.banyan.nodes())
    }

    pub(super) fn outcome(&self, outcome: &DeadlockOutcome) -> String {
        match outcome {
            DeadlockOutcome::Begins => self.beginning(),
            DeadlockOutcome::Arrived => format!("every packet has arrived. {}", self.why(false)),
            DeadlockOutcome::Deadlock(circle) => {
                let members: Vec<_> = circle.iter().map(|lack| self.waits(lack.packet, &[*lack])).collect();
                format!(
                    "deadlock. {}: a circle, in which nothing will ever move again. {}",
                    sentence(&members.join("; ")),
                    self.why(true)
                )
            }
            DeadlockOutcome::Goes(events) => {
                format!("{}.", events.iter().map(|event| self.happened(event)).collect::<Vec<_>>().join("; "))
            }
        }
    }

    pub(super) fn item(&self, layout: &Layout, item: &ItemInfo) -> String {
        match item {
            ItemInfo::Entry(link) => self.wiring.course(*link),
            ItemInfo::Link { link, holder, waiting } => {
                let course = self.wiring.course(*link);
                let waiting: String =
                    waiting.iter().map(|packet| format!(" Packet {} waits for it.", self.source(*packet))).collect();
                let Some((packet, crossed)) = *holder else { return format!("{course} It is free.{waiting}") };
                let header = self.header(packet, *link).map_or_else(String::new, |header| self.wiring.header(header));
                format!(
                    "{course} Packet {} has it, with header {header}: {crossed} of {FLITS} flits have crossed.{waiting}",
                    self.source(packet)
                )
            }
            ItemInfo::Packet { packet, left, arrived, holds, lacks } => {
                let waiting =
                    if lacks.is_empty() { String::new() } else { format!(" It waits for {}.", self.lacks(lacks)) };
                let (packet, holds) = (self.source(*packet), count(*holds, "link", "links"));
                format!(
                    "Packet {packet}: {left} of {FLITS} flits have left the source, {arrived} have arrived, it holds {holds}.{waiting}"
                )
            }
            ItemInfo::Source(node, _) | ItemInfo::Output(node, _) | ItemInfo::Element(node, _) => {
                format!("{}: {}.", sentence(layout.name(*node)), self.role(item))
            }
        }
    }

    pub(super) fn flits(&self, DeadlockCaption { arrived, flits, .. }: &DeadlockCaption) -> String {
        let random = (self.setting.packets, self.setting.arbitration) == (Packets::Pair, Arbitration::Random);
        let chance = " With two fair draws this pair deadlocks with probability ½; another seed draws again.";
        format!("{arrived} of {flits} flits have reached their outputs.{}", if random { chance } else { "" })
    }

    /// The label of a link: its packet, with the header or with the packets that wait for it; both do not fit.
    pub(super) fn label(&self, holder: Option<usize>, link: u32, waiting: &[usize]) -> String {
        let waiting: Vec<_> = waiting.iter().map(|packet| format!("{} waits", self.source(*packet))).collect();
        match holder {
            None => format!("free, {}", waiting.join(", ")),
            Some(packet) if waiting.is_empty() => {
                let header = self.header(packet, link).map_or_else(String::new, |header| self.wiring.header(header));
                format!("{}: {header}", self.source(packet))
            }
            Some(packet) => format!("{}, {}", self.source(packet), waiting.join(", ")),
        }
    }

    fn element(&self, stage: u32, link: u32) -> String {
        let letter = self.letter(stage, link).map_or_else(String::new, |letter| format!(" ({letter})"));
        format!("{}{letter}", self.wiring.element_name(stage, link / 2))
    }

    fn beginning(&self) -> String {
        let to = |packet: &Packet| {
            let Region { min, max } = packet.region;
            let to = if min == max { format!("output {min}") } else { format!("outputs {min} to {max}") };
            format!("packet {} is for {to}", packet.source)
        };
        let packets: Vec<_> = self.packets.iter().map(to).collect();
        format!("{}. Each has {FLITS} flits and keeps its links while it waits for others.", packets.join(", "))
    }

    pub(super) fn happened(&self, event: &PacketEvent) -> String {
        let name = |packet: &usize| format!("packet {}", self.source(*packet));
        match event {
            PacketEvent::Begins => self.beginning(),
            PacketEvent::Waits(packet, lacks) => self.waits(*packet, lacks),
            PacketEvent::HasAll(packet) => format!("{} has all that it waited for", name(packet)),
            PacketEvent::Goes(packet, stage) => format!("{} moves to stage {stage}", name(packet)),
            PacketEvent::Arriving(packet, flits) => {
                format!("{flits} of {FLITS} flits of {} have arrived", name(packet))
            }
            PacketEvent::Arrived(packet) => format!("{} has arrived", name(packet)),
        }
    }

    /// The links that a packet waits for, in words.
    fn waits(&self, packet: usize, lacks: &[Lack]) -> String {
        format!("packet {} waits for {}", self.source(packet), self.lacks(lacks))
    }

    fn lacks(&self, lacks: &[Lack]) -> String {
        let links = lacks.iter().map(|lack| {
            let (port, at) = (lack.output & 1, self.element(lack.stage, lack.output));
            match lack.holder {
                Some(holder) => format!("port {port} of {at}, which packet {} has", self.source(holder)),
                None => format!("port {port} of {at}, which is free now but not yet its own"),
            }
        });
        links.collect::<Vec<_>>().join(", and for ")
    }

    fn role(&self, node: &ItemInfo) -> String {
        let of = |(packet, flits): (usize, u32)| format!("{flits} of {FLITS} flits of packet {}", self.source(packet));
        match node {
            ItemInfo::Source(_, own) => {
                own.map_or_else(|| "sends nothing".into(), |own| format!("{} have left", of(own)))
            }
            ItemInfo::Output(_, own) if own.is_empty() => "not a destination".into(),
            ItemInfo::Output(_, own) => own.iter().map(|own| of(*own)).collect::<Vec<_>>().join(", "),
            ItemInfo::Element(_, ports) => {
                let ports = (0..).zip(ports).map(|(port, holder): (u32, _)| {
                    let has = |packet| format!("held by packet {}", self.source(packet));
                    format!("port {port} is {}", holder.map_or_else(|| "free".into(), has))
                });
                ports.collect::<Vec<_>>().join(", ")
            }
            _ => String::new(),
        }
    }

    /// The reason for a deadlock, or for its absence.
    const fn why(&self, deadlock: bool) -> &'static str {
        match (deadlock, self.setting.packets, self.setting.arbitration, self.setting.release) {
            (true, Packets::Pair, ..) => {
                "The two elements drew different packets; had both preferred the same input, one packet would hold both links and move on."
            }
            (true, Packets::Three, Arbitration::UpperFirst, _) => {
                "Packet 2 came to both elements right behind the tail of packet 0, on the upper inputs, and overtook packet 1, which \
                 waited there with one link in hand. The proof of Theorem 2 compares packets that come together; it does not exclude \
                 one that comes later."
            }
            (true, Packets::Three, ..) => "Each has one of the two links that both of them need.",
            (false, _, Arbitration::Random, _) => "The draws happened to agree: another seed may end in a deadlock.",
            (false, _, Arbitration::FirstCome, _) => {
                "The first packet at a link was served first; of two in the same cycle, the upper one. No packet overtakes one that \
                 holds a link."
            }
            (false, _, Arbitration::UpperFirst, Release::Together) => {
                "All elements of a stage prefer the same packet, and no packet can move in behind a tail, for all links are freed at \
                 once: Theorem 2 needs this."
            }
            (false, _, Arbitration::UpperFirst, Release::Tail) => {
                "Two sources meet only at one stage and always on the same sides, so every element there prefers the same packet, and \
                 the other one waits for its tail."
            }
        }
    }
}
