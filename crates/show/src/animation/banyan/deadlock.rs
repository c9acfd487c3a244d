//! The animation of packets that keep their links while they wait for others: the pair of Figure 4, and three packets that refute
//! Theorem 2.
//!
//! ```text
//!   packet 1  has one port of an element and wants the other one  <---.   waits for
//!   packet 15 has that one and wants the first, or one elsewhere  ----'   each other: a circle
//! ```
//! The branches of a packet advance in step ([`Lockstep`]), one stage or one flit in a cycle. A packet is called by its source.

mod facts;
#[cfg(test)]
mod tests;
mod words;

pub(crate) use flitscope::param::options::Packets;

use super::wiring::Wiring;
use crate::animation::event_log::{EventLog, Mark};
use crate::animation::frame::{CircleMember, Frame, Item, LaneMark, LaneTone, Layout, NodeMark, NodeTone};
use crate::animation::recordable::{Caption, Recordable};
use crate::animation::recorded::Recorded;
use facts::{DeadlockState, Lack, PacketEvent};
use flitscope::sim::banyan::deadlock::{FLITS, Lockstep, Packet, Setting};
use flitscope::sim::stream;
use flitscope::text::sentence;
use flitscope::topology::banyan::Region;

/// More cycles than any of these packets takes.
const LONGEST: u32 = 1000;

#[derive(Debug)]
pub(crate) struct Deadlock {
    setting: Setting,
    packets: Vec<Packet>,
    wiring: Wiring,
    /// By packet: what it is known to wait for, and whether it is known to have arrived.
    known: Vec<(Vec<Lack>, bool)>,
    /// Those that wait for each other, once they do.
    closed: Vec<Lack>,
}

/// The recording, at cycle 0.
pub(crate) fn animation(setting: Setting) -> Recorded<Deadlock> {
    let wiring = Wiring { banyan: setting.banyan() };
    let packets = setting.list();
    let network = Lockstep::new(wiring.banyan, &packets, FLITS, setting.release);
    let before = vec![0; packets.len()];
    let random = stream(setting.seed, 0);
    let first = DeadlockState { network, arbitration: setting.arbitration, random, moved: true, before };
    let known = vec![(Vec::new(), false); packets.len()];
    let deadlock = Deadlock { setting, packets, wiring, known, closed: Vec::new() };
    Recorded::new(deadlock.info(), deadlock, first)
}

/// Flits of a packet that have crossed a link: its headers are that many links from the source.
const fn crossed(advances: u32, links: u32) -> u32 {
    let crossed = (advances + 1).saturating_sub(links);
    if crossed < FLITS { crossed } else { FLITS }
}

/// The packet that has a link.
fn holder(network: &Lockstep, stage: u32, output: u32) -> Option<usize> {
    network.held().find(|&(at, link, _)| (at, link) == (stage, output)).map(|(.., packet)| packet)
}

impl Deadlock {
    /// The source of a packet, by which it is called.
    fn source(&self, packet: usize) -> u32 {
        self.packets.get(packet).map_or(0, |packet| packet.source)
    }

    /// The header that a packet has on one of its links.
    fn header(&self, packet: usize, link: u32) -> Option<Region> {
        let Packet { source, region, .. } = *self.packets.get(packet)?;
        let mut headers = self.wiring.copies(source, region).into_iter().flatten();
        headers.find(|(at, _)| *at == link).map(|(_, header)| header)
    }

    /// The letter that the paper gives to the element of a link.
    const fn letter(&self, stage: u32, link: u32) -> Option<char> {
        match (self.setting.packets, stage, link / 2) {
            (Packets::Pair, 1, 3) => Some('μ'),
            (Packets::Pair, 1, 5) => Some('ν'),
            _ => None,
        }
    }

    /// The distance of a link from the source, in links.
    fn links(&self, link: u32) -> u32 {
        self.wiring.link_of(link).map_or(0, |(stage, _)| self.wiring.banyan.n - stage)
    }

    /// True if all flits of a packet have arrived.
    fn has_arrived(&self, network: &Lockstep, packet: usize) -> bool {
        network.advances(packet) == self.wiring.banyan.n + FLITS - 1
    }

    /// A link that a packet has, or that it still comes over from its source.
    fn lane(&self, layout: &Layout, state: &DeadlockState, link: u32, packet: usize, lacks: &[Lack]) -> LaneMark {
        let links = self.links(link);
        let advances = state.network.advances(packet);
        let crossed = crossed(advances, links);
        let head = crossed > 0 && advances == links;
        // A packet stands as a whole, but only the headers wait that are at an element where a link is missing.
        let at = layout.links.get(link as usize).map(|link| link.to);
        let lacks_here =
            |lack: &Lack| lack.packet == packet && Some(self.wiring.element(lack.stage, lack.output)) == at;
        LaneMark {
            link,
            lane: 0,
            message: packet as u32,
            tone: if crossed == 0 { LaneTone::Reserved } else { LaneTone::Copy },
            crossed,
            last: crossed == FLITS,
            moved: self::crossed(state.before[packet], links) < crossed && state.network.now() > 0,
            head,
            blocked: head && lacks.iter().any(lacks_here),
        }
    }

    /// By output: flits that have arrived, and those that are to.
    fn arrivals(&self, network: &Lockstep) -> Vec<(u32, u32)> {
        let mut outputs = vec![(0, 0); self.wiring.banyan.nodes() as usize];
        for (index, packet) in self.packets.iter().enumerate() {
            for output in packet.region.min..=packet.region.max {
                let (arrived, flits) = &mut outputs[output as usize];
                *arrived += crossed(network.advances(index), self.wiring.banyan.n);
                *flits += FLITS;
            }
        }
        outputs
    }

    /// The activity of each packet between two cycles.
    fn activities(&self, network: &Lockstep) -> Vec<PacketEvent> {
        let (all, n) = (Lack::all(network), self.wiring.banyan.n);
        let of = |packet: usize| {
            let (lacks, advances) = (Lack::of(&all, packet), network.advances(packet));
            match crossed(advances, n) {
                _ if !lacks.is_empty() => PacketEvent::Waits(packet, lacks),
                FLITS => PacketEvent::Arrived(packet),
                0 => PacketEvent::Goes(packet, n - 1 - advances),
                flits => PacketEvent::Arriving(packet, flits),
            }
        };
        (0..self.packets.len()).map(of).collect()
    }
}

impl Recordable for Deadlock {
    type State = DeadlockState;
    type Event = PacketEvent;

    fn note(&mut self, cycle: u32, state: &DeadlockState, log: &mut EventLog<PacketEvent>) {
        let network = &state.network;
        if cycle == 0 {
            log.mark(0, Mark::SetOut);
            log.event(0, PacketEvent::Begins);
            return;
        }
        let all = Lack::all(network);
        for packet in 0..self.packets.len() {
            let (lacks, arrived) = (Lack::of(&all, packet), self.has_arrived(network, packet));
            let (lacked, was_there) = std::mem::replace(&mut self.known[packet], (lacks.clone(), arrived));
            if !lacks.is_empty() && lacks != lacked {
                log.event(cycle, PacketEvent::Waits(packet, lacks));
                log.mark(cycle, Mark::FirstWaits);
            } else if lacks.is_empty() && !lacked.is_empty() {
                log.event(cycle, PacketEvent::HasAll(packet));
            } else if arrived && !was_there {
                log.event(cycle, PacketEvent::Arrived(packet));
            }
        }
        let circle = network.circle();
        if self.closed.is_empty() && !circle.is_empty() {
            self.closed = circle.into_iter().map(Lack::from).collect();
            log.begin(cycle, Mark::Deadlock);
        } else if network.arrived() && self.closed.is_empty() {
            log.begin(cycle, Mark::AllArrived);
        }
    }

    fn ended(&self, last: &DeadlockState) -> bool {
        !last.moved || last.network.arrived()
    }

    fn frame(&self, layout: &Layout, cycle: u32, state: &DeadlockState, _picked: Option<Item>) -> Frame {
        let (network, wiring) = (&state.network, self.wiring);
        let (lacks, circle) = (Lack::all(network), network.circle());
        let mut nodes = vec![NodeMark::default(); layout.nodes.len()];
        let (mut lanes, mut labels) = (Vec::new(), Vec::new());
        for (index, packet) in self.packets.iter().enumerate() {
            if crossed(network.advances(index), 0) < FLITS {
                let source = &mut nodes[wiring.source(packet.source) as usize];
                (source.tone, source.sends) = (NodeTone::Source, Some(index as u32));
                let link = wiring.entry(packet.source);
                lanes.push(self.lane(layout, state, link, index, &lacks));
                // Its number stands at its source.
                labels.push((link, self.header(index, link).map_or_else(String::new, |header| wiring.header(header))));
            }
        }
        for (output, flits) in (0..).zip(self.arrivals(network)) {
            nodes[wiring.output(output) as usize].tone = match flits {
                (_, 0) => NodeTone::Quiet,
                (0, _) => NodeTone::Receiving,
                (arrived, flits) if arrived == flits => NodeTone::Full,
                (arrived, flits) => NodeTone::Filling(f64::from(arrived) / f64::from(flits)),
            };
        }
        for (stage, output, packet) in network.held() {
            let link = wiring.link(stage, output);
            lanes.push(self.lane(layout, state, link, packet, &lacks));
            labels.push((link, self.label(Some(packet), link, &Lack::at(&lacks, stage, output))));
        }
        for lack in &lacks {
            // The caption calls the element so.
            nodes[wiring.element(lack.stage, lack.output) as usize].letter = self.letter(lack.stage, lack.output);
            if lack.holder.is_none() {
                let link = wiring.link(lack.stage, lack.output);
                labels.push((link, self.label(None, link, &[lack.packet])));
            }
        }
        for wait in &circle {
            nodes[wiring.element(wait.stage, wait.output) as usize].tone = NodeTone::Blocked;
        }
        let candidates: Vec<u32> = circle.iter().map(|wait| wiring.link(wait.stage, wait.output)).collect();
        Frame { cycle, nodes, lanes, labels, circle: candidates.clone(), candidates, ..Frame::default() }
    }

    fn circle(&self, state: &DeadlockState) -> Vec<CircleMember> {
        let lacks = Lack::all(&state.network);
        let of = |one: &Lack| CircleMember {
            message: one.packet as u32,
            name: self.source(one.packet),
            waits: lacks.iter().any(|lack| (lack.packet, lack.holder) == (one.packet, one.holder)),
        };
        self.closed.iter().map(of).collect()
    }

    fn caption(&self, _layout: &Layout, cycle: u32, state: &DeadlockState, _picked: Option<Item>) -> Caption {
        Caption { text: self.outcome(cycle, &state.network), numbers: self.flits(&state.network) }
    }

    fn describe(&self, layout: &Layout, _cycle: u32, state: &DeadlockState, item: Item) -> Option<String> {
        self.item(layout, &state.network, item)
    }

    fn event(&self, _layout: &Layout, event: &PacketEvent) -> String {
        sentence(self.happened(event).trim_end_matches('.'))
    }

    fn remark(&self, _last: &DeadlockState, recorded: u32, ended: bool) -> String {
        // The last cycle is one in which nothing moved.
        let dead = !self.closed.is_empty() && ended;
        if dead { format!(" Nothing moves after cycle {}.", recorded.saturating_sub(1)) } else { String::new() }
    }
}
