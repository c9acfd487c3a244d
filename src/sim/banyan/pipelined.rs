//! Elements with buffers, through which each branch of a packet advances on its own, flit by flit.
//!
//! A buffer stands at every input of every element. It holds flits of one packet, and behind its tail those of the next. Only the packet in
//! front asks for ports. Flits are not objects: a packet in a buffer is how many of its flits have come and how many each port has taken;
//! the buffer keeps those that not every port has taken.

use super::waiting::{Arbitration, Copying, Packet, PacketWait, WaitOutcome, circle};
use crate::topology::banyan::{Banyan, Region};
use rand::Rng;
use std::collections::VecDeque;

/// A packet in a buffer.
#[derive(Clone, Copy)]
struct BufferedPacket {
    packet: usize,
    /// The headers that leave by the ports.
    copies: [Option<Region>; 2],
    /// The cycle since when its header has been in front.
    since: u64,
    /// Flits that have come.
    came: u32,
    /// Flits that each port has taken.
    taken: [u32; 2],
    holds: [bool; 2],
}

impl BufferedPacket {
    fn new(packet: usize, header: Region, stage: u32, since: u64) -> Self {
        Self { packet, copies: header.split(stage), since, came: 1, taken: [0; 2], holds: [false; 2] }
    }

    /// True if it still needs flits through a port.
    const fn wants(&self, port: usize, flits: u32) -> bool {
        self.copies[port].is_some() && self.taken[port] < flits
    }

    /// Flits that have left the buffer.
    fn gone(&self) -> u32 {
        (0..2).filter(|&port| self.copies[port].is_some()).map(|port| self.taken[port]).min().unwrap_or(0)
    }
}

struct Network {
    banyan: Banyan,
    flits: u32,
    depth: u32,
    copying: Copying,
    /// By stage and input link.
    buffers: Vec<VecDeque<BufferedPacket>>,
    /// Links of the last stage that a tail has left.
    delivered: u32,
}

impl Network {
    const fn at(&self, stage: u32, link: u32) -> usize {
        ((stage << self.banyan.n) | link) as usize
    }

    fn room(&self, buffer: usize) -> bool {
        self.buffers[buffer].iter().map(|worm| worm.came - worm.gone()).sum::<u32>() < self.depth
    }

    /// One flit of a packet comes to a buffer.
    fn come(&mut self, buffer: usize, header: impl FnOnce() -> BufferedPacket, first: bool) {
        if first {
            self.buffers[buffer].push_back(header());
        } else if let Some(worm) = self.buffers[buffer].back_mut() {
            worm.came += 1;
        }
    }

    /// The input of an element that holds a port, if any does.
    fn holder(&self, stage: u32, output: u32) -> Option<u32> {
        let port = output as usize & 1;
        (0..2)
            .map(|side| (output & !1) | side)
            .find(|&input| self.buffers[self.at(stage, input)].front().is_some_and(|worm| worm.holds[port]))
    }

    /// Rule 1 at one element; says whether something was granted.
    fn grant(&mut self, stage: u32, element: u32, arbitration: Arbitration, random: &mut impl Rng) -> bool {
        let buffers = [0, 1].map(|side| self.at(stage, 2 * element + side));
        let (mut granted, mut preferred) = (false, None);
        for port in 0..2 {
            let fronts = buffers.map(|buffer| self.buffers[buffer].front());
            if fronts.iter().flatten().any(|worm| worm.holds[port]) {
                continue;
            }
            let since = fronts.map(|front| front.filter(|worm| worm.wants(port, self.flits)).map(|worm| worm.since));
            let side = match since {
                [None, None] => continue,
                [Some(_), None] => 0,
                [None, Some(_)] => 1,
                [Some(upper), Some(lower)] => {
                    *preferred.get_or_insert_with(|| arbitration.winner([upper, lower], random))
                }
            };
            if let Some(worm) = self.buffers[buffers[side]].front_mut() {
                worm.holds[port] = true;
                granted = true;
            }
        }
        granted
    }

    /// Moves a flit of the packet in front of a buffer over each of its links that can take one; says whether any can.
    fn pass(&mut self, stage: u32, input: u32, cycle: u64) -> bool {
        let buffer = self.at(stage, input);
        let Some(&worm) = self.buffers[buffer].front() else { return false };
        let next = |port: u32| self.at(stage - 1, self.banyan.exchange(stage, self.banyan.leave(input, port)));
        let movable = [0, 1].map(|port| {
            let at = port as usize;
            worm.holds[at] && worm.taken[at] < worm.came && (stage == 0 || self.room(next(port)))
        });
        let wanted = [0, 1].map(|port| worm.wants(port, self.flits));
        if self.copying == Copying::Together && movable != wanted {
            return false;
        }
        for (port, header) in (0..2_u32).zip(worm.copies).filter(|&(port, _)| movable[port as usize]) {
            let at = port as usize;
            if let Some(header) = header.filter(|_| stage > 0) {
                let next = self.at(stage - 1, self.banyan.exchange(stage, self.banyan.leave(input, port)));
                self.come(next, || BufferedPacket::new(worm.packet, header, stage - 1, cycle + 1), worm.taken[at] == 0);
            }
            if let Some(front) = self.buffers[buffer].front_mut() {
                front.taken[at] += 1;
                front.holds[at] = front.taken[at] < self.flits;
                self.delivered += u32::from(stage == 0 && !front.holds[at]);
            }
        }
        if self.buffers[buffer].front().is_some_and(|worm| worm.gone() == self.flits) {
            self.buffers[buffer].pop_front();
            if let Some(next) = self.buffers[buffer].front_mut() {
                next.since = cycle + 1;
            }
        }
        movable != [false; 2]
    }

    /// The waits when nothing moves.
    fn waits(&self) -> Vec<PacketWait> {
        let mut waits = Vec::new();
        for stage in 0..self.banyan.n {
            for input in 0..self.banyan.nodes() {
                let Some(worm) = self.buffers[self.at(stage, input)].front() else { continue };
                for port in (0..2_u32).filter(|&port| worm.wants(port as usize, self.flits)) {
                    let output = self.banyan.leave(input, port);
                    let ahead = if !worm.holds[port as usize] {
                        self.holder(stage, output).map(|rival| self.at(stage, rival))
                    } else if stage > 0 {
                        // It holds the link but its flits do not fit behind those of another packet.
                        Some(self.at(stage - 1, self.banyan.exchange(stage, output)))
                    } else {
                        None
                    };
                    let holder = ahead.and_then(|buffer| self.buffers[buffer].front()).map(|worm| worm.packet);
                    let packet = worm.packet;
                    waits.extend(holder.filter(|&holder| holder != packet).map(|holder| PacketWait {
                        packet,
                        stage,
                        output,
                        holder,
                    }));
                }
            }
        }
        waits
    }
}

pub(super) fn run(
    banyan: Banyan,
    packets: &[Packet],
    flits: u32,
    depth: u32,
    copying: Copying,
    arbitration: Arbitration,
    random: &mut impl Rng,
) -> WaitOutcome {
    let wanted: u32 = packets.iter().map(|packet| packet.region.size(banyan)).sum();
    let buffers = vec![VecDeque::new(); (banyan.n << banyan.n) as usize];
    let mut network = Network { banyan, flits, depth, copying, buffers, delivered: 0 };
    let mut sent = vec![0; packets.len()];
    for cycle in 0.. {
        if network.delivered == wanted {
            return WaitOutcome::Delivered { cycles: cycle };
        }
        let mut moved = packets.iter().any(|packet| packet.start > cycle);
        // From the last stage back: room made in a cycle is used in it, and no flit moves twice.
        for stage in 0..banyan.n {
            for element in 0..banyan.nodes() / 2 {
                moved |= network.grant(stage, element, arbitration, random);
            }
            for input in 0..banyan.nodes() {
                moved |= network.pass(stage, input, cycle);
            }
        }
        for (i, packet) in packets.iter().enumerate() {
            let stage = banyan.n - 1;
            let buffer = network.at(stage, banyan.shuffle(packet.source));
            if packet.start <= cycle && sent[i] < flits && network.room(buffer) {
                network.come(buffer, || BufferedPacket::new(i, packet.region, stage, cycle + 1), sent[i] == 0);
                sent[i] += 1;
                moved = true;
            }
        }
        if !moved {
            return WaitOutcome::Deadlock { cycle, circle: circle(&network.waits()) };
        }
    }
    // The cycles of a u64 do not end.
    WaitOutcome::Delivered { cycles: u64::MAX }
}
