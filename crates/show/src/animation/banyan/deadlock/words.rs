//! Packets that wait, in words. A packet is called by its source.

use super::facts::{Lack, PacketEvent};
use super::{Deadlock, FLITS, LONGEST, Packets, crossed, holder};
use crate::animation::banyan::wiring::BanyanNode;
use crate::animation::frame::{Item, Layout, Sign};
use crate::animation::recordable::AnimationInfo;
use crate::animation::words::PACKETS;
use flitscope::sim::banyan::deadlock::{Arbitration, Lockstep, Packet, Release};
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

    /// The outcome so far, and the reason for it once there is nothing more to come.
    pub(super) fn outcome(&self, cycle: u32, network: &Lockstep) -> String {
        let circle = network.circle();
        if cycle == 0 {
            self.beginning()
        } else if !circle.is_empty() {
            let members: Vec<_> = circle.into_iter().map(|wait| self.waits(wait.packet, &[wait.into()])).collect();
            let members = sentence(&members.join("; "));
            format!("deadlock. {members}: a circle, in which nothing will ever move again. {}", self.why(true))
        } else if network.arrived() {
            format!("every packet has arrived. {}", self.why(false))
        } else {
            let activities: Vec<_> = self.activities(network).iter().map(|activity| self.happened(activity)).collect();
            format!("{}.", activities.join("; "))
        }
    }

    /// An item; `None` for a packet that there is not.
    pub(super) fn item(&self, layout: &Layout, network: &Lockstep, item: Item) -> Option<String> {
        let (wiring, lacks) = (self.wiring, Lack::all(network));
        Some(match item {
            Item::Link(link) => {
                let course = wiring.course(link);
                let Some((stage, output)) = wiring.link_of(link) else { return Some(course) };
                let waiting = Lack::at(&lacks, stage, output).into_iter();
                let waiting: String =
                    waiting.map(|packet| format!(" Packet {} waits for it.", self.source(packet))).collect();
                let Some(packet) = holder(network, stage, output) else {
                    return Some(format!("{course} It is free.{waiting}"));
                };
                let header = self.header(packet, link).map_or_else(String::new, |header| wiring.header(header));
                let crossed = crossed(network.advances(packet), self.links(link));
                format!(
                    "{course} Packet {} has it, with header {header}: {crossed} of {FLITS} flits have crossed.{waiting}",
                    self.source(packet)
                )
            }
            Item::Message(message) => {
                let packet = message as usize;
                let Packet { source, .. } = self.packets.get(packet)?;
                let (advances, lacks) = (network.advances(packet), Lack::of(&lacks, packet));
                let (left, arrived) = (crossed(advances, 0), crossed(advances, wiring.banyan.n));
                let holds = network.held().filter(|&(.., holder)| holder == packet).count();
                let holds = count(holds, "link", "links");
                let waiting =
                    if lacks.is_empty() { String::new() } else { format!(" It waits for {}.", self.lacks(&lacks)) };
                format!(
                    "Packet {source}: {left} of {FLITS} flits have left the source, {arrived} have arrived, it holds {holds}.{waiting}"
                )
            }
            Item::Node(node) => format!("{}: {}.", sentence(layout.name(node)), self.role(network, node)),
        })
    }

    pub(super) fn flits(&self, network: &Lockstep) -> String {
        let random = (self.setting.packets, self.setting.arbitration) == (Packets::Pair, Arbitration::Random);
        let chance = " With two fair draws this pair deadlocks with probability ½; another seed draws again.";
        let sum = |all: (u32, u32), one: (u32, u32)| (all.0 + one.0, all.1 + one.1);
        let (arrived, flits) = self.arrivals(network).into_iter().fold((0, 0), sum);
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

    fn role(&self, network: &Lockstep, node: u32) -> String {
        let of = |packet: usize, links: u32| {
            let flits = crossed(network.advances(packet), links);
            format!("{flits} of {FLITS} flits of packet {}", self.source(packet))
        };
        let mut packets = self.packets.iter().enumerate();
        match self.wiring.part(node) {
            BanyanNode::Source(source) => {
                let own = packets.find(|(_, packet)| packet.source == source);
                own.map_or_else(|| "sends nothing".into(), |(packet, _)| format!("{} have left", of(packet, 0)))
            }
            BanyanNode::Output(output) => {
                let own = packets.filter(|(_, packet)| (packet.region.min..=packet.region.max).contains(&output));
                let own: Vec<_> = own.map(|(packet, _)| of(packet, self.wiring.banyan.n)).collect();
                if own.is_empty() { "not a destination".into() } else { own.join(", ") }
            }
            BanyanNode::Element(stage, element) => {
                let port = |port: u32| {
                    let has = |packet| format!("held by packet {}", self.source(packet));
                    let holder = holder(network, stage, 2 * element + port);
                    format!("port {port} is {}", holder.map_or_else(|| "free".into(), has))
                };
                [0, 1].map(port).join(", ")
            }
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
