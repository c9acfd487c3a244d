//! Elements through which all branches of a packet advance in step.
//!
//! A packet is where its headers are: at the inputs of one stage. It advances by one stage in a cycle in which it holds every link that it
//! wants there, and then by one flit in every cycle. So it is described by one number, how often it has advanced: its headers leave
//! stage i with advance n - i, its tail with advance n - i + M - 1.

use super::{
    two_phase::tree,
    waiting::{Arbitration, Packet, PacketWait, Release, WaitOutcome, circle},
};
use crate::topology::banyan::Banyan;
use rand::Rng;

const FREE: usize = usize::MAX;

#[derive(Clone, Debug)]
struct LockstepWorm {
    packet: Packet,
    /// By stage: the output links that it needs.
    outputs: Vec<Vec<u32>>,
    /// The number of its advances.
    advances: u32,
    /// The cycle since when it has wanted the links of its stage.
    since: u64,
}

/// The network between two cycles.
#[derive(Clone, Debug)]
pub struct Lockstep {
    banyan: Banyan,
    flits: u32,
    release: Release,
    cycle: u64,
    worms: Vec<LockstepWorm>,
    /// By stage and link: the packet that holds it.
    holder: Vec<Vec<usize>>,
    /// By stage and link: the packets that want it on the upper and the lower input, in the cycle under way.
    wanted: Vec<Vec<[usize; 2]>>,
}

impl Lockstep {
    /// The network before its first cycle.
    pub fn new(banyan: Banyan, packets: &[Packet], flits: u32, release: Release) -> Self {
        let (n, nodes) = (banyan.n as usize, banyan.nodes() as usize);
        let worm = |&packet: &Packet| {
            let mut outputs = vec![Vec::new(); n];
            for hop in tree(banyan, packet.source, packet.region).0 {
                outputs[hop.stage as usize].extend(hop.outputs(banyan));
            }
            LockstepWorm { packet, outputs, advances: 0, since: packet.start }
        };
        Self {
            banyan,
            flits,
            release,
            cycle: 0,
            worms: packets.iter().map(worm).collect(),
            holder: vec![vec![FREE; nodes]; n],
            wanted: vec![vec![[FREE; 2]; nodes]; n],
        }
    }

    /// Advances of a packet that has arrived.
    const fn end(&self) -> u32 {
        self.banyan.n + self.flits - 1
    }

    /// The time: cycles gone so far.
    pub const fn now(&self) -> u64 {
        self.cycle
    }

    /// True if every packet has arrived everywhere.
    pub fn arrived(&self) -> bool {
        self.worms.iter().all(|worm| worm.advances == self.end())
    }

    /// The number of advances of a packet: its headers leave stage i with advance n - i, its tail with advance n - i + M - 1.
    pub fn advances(&self, packet: usize) -> u32 {
        self.worms.get(packet).map_or(0, |worm| worm.advances)
    }

    /// The links that are held, with their stages and the packets that hold them.
    pub fn held(&self) -> impl Iterator<Item = (u32, u32, usize)> {
        let stages = (0..).zip(&self.holder);
        let links =
            stages.flat_map(|(stage, holders)| (0..).zip(holders).map(move |(link, &packet)| (stage, link, packet)));
        links.filter(|&(.., packet)| packet != FREE)
    }

    /// One cycle; says whether something was granted or moved, or a packet is still to start.
    pub fn step(&mut self, arbitration: Arbitration, random: &mut impl Rng) -> bool {
        let granted = self.grant(arbitration, random);
        let moved = self.advance();
        let waiting = self.worms.iter().any(|worm| worm.packet.start > self.cycle);
        self.cycle += 1;
        granted || moved || waiting
    }

    fn grant(&mut self, arbitration: Arbitration, random: &mut impl Rng) -> bool {
        let n = self.banyan.n;
        let side = |source: u32, stage: u32| (source >> stage & 1) as usize;
        for wanted in &mut self.wanted {
            wanted.fill([FREE; 2]);
        }
        for (i, worm) in self.worms.iter().enumerate() {
            if worm.packet.start > self.cycle || worm.advances >= n {
                continue;
            }
            let stage = n - 1 - worm.advances;
            for &output in &worm.outputs[stage as usize] {
                // The port by which a packet comes to stage i is bit i of its source.
                self.wanted[stage as usize][output as usize][side(worm.packet.source, stage)] = i;
            }
        }
        let mut granted = false;
        // The two ports of an element are neighbours.
        let holders = self.holder.iter_mut().flat_map(|stage| stage.chunks_mut(2));
        for (holders, wanted) in holders.zip(self.wanted.iter().flat_map(|stage| stage.chunks(2))) {
            let mut preferred = None;
            for (holder, &wanted) in holders.iter_mut().zip(wanted).filter(|(holder, _)| **holder == FREE) {
                *holder = match wanted {
                    [FREE, FREE] => continue,
                    [one, FREE] | [FREE, one] => one,
                    both => {
                        let since = both.map(|i| self.worms[i].since);
                        both[*preferred.get_or_insert_with(|| arbitration.winner(since, random))]
                    }
                };
                granted = true;
            }
        }
        granted
    }

    fn advance(&mut self) -> bool {
        let (n, end) = (self.banyan.n, self.end());
        let mut moved = false;
        for (i, worm) in self.worms.iter_mut().enumerate() {
            if worm.packet.start > self.cycle || worm.advances == end {
                continue;
            }
            if worm.advances < n {
                let stage = (n - 1 - worm.advances) as usize;
                if worm.outputs[stage].iter().any(|&output| self.holder[stage][output as usize] != i) {
                    continue;
                }
                worm.since = self.cycle + 1;
            }
            worm.advances += 1;
            moved = true;
            for stage in 0..n {
                let gone = match self.release {
                    Release::Together => worm.advances == end,
                    Release::Tail => worm.advances == n - stage + self.flits - 1,
                };
                if gone {
                    for &output in &worm.outputs[stage as usize] {
                        self.holder[stage as usize][output as usize] = FREE;
                    }
                }
            }
        }
        moved
    }

    /// The packets that wait for a link of another packet.
    pub fn waits(&self) -> Vec<PacketWait> {
        let mut waits = Vec::new();
        for (packet, worm) in self.worms.iter().enumerate().filter(|(_, worm)| worm.advances < self.banyan.n) {
            let stage = self.banyan.n - 1 - worm.advances;
            let of_link = |&output: &u32| PacketWait {
                packet,
                stage,
                output,
                holder: self.holder[stage as usize][output as usize],
            };
            let links = worm.outputs[stage as usize].iter().map(of_link);
            waits.extend(links.filter(|wait| wait.holder != packet && wait.holder != FREE));
        }
        waits
    }

    /// Links that have come free for a packet that stands, with their stages: it has not taken them yet, and may still lose them.
    pub fn open(&self) -> impl Iterator<Item = (usize, u32, u32)> {
        let stands = |worm: &LockstepWorm| worm.advances < self.banyan.n && worm.since < self.cycle;
        (0..).zip(&self.worms).filter(move |(_, worm)| stands(worm)).flat_map(|(packet, worm)| {
            let stage = self.banyan.n - 1 - worm.advances;
            let (wanted, holders) = (&worm.outputs[stage as usize], &self.holder[stage as usize]);
            let free = wanted.iter().filter(|&&output| holders[output as usize] == FREE);
            free.map(move |&output| (packet, stage, output))
        })
    }

    /// The packets that wait in a circle; empty if there is none. Each needs all of its links, so they wait for ever.
    pub fn circle(&self) -> Vec<PacketWait> {
        circle(&self.waits())
    }
}

/// Sends packets of `flits` flits through a banyan until all have arrived or none can move.
pub fn run(
    banyan: Banyan,
    packets: &[Packet],
    flits: u32,
    release: Release,
    arbitration: Arbitration,
    random: &mut impl Rng,
) -> WaitOutcome {
    let mut network = Lockstep::new(banyan, packets, flits, release);
    loop {
        let cycle = network.now();
        if network.arrived() {
            return WaitOutcome::Delivered { cycles: cycle };
        }
        if !network.step(arbitration, random) {
            return WaitOutcome::Deadlock { cycle, circle: network.circle() };
        }
    }
}
