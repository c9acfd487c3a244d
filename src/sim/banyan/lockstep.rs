//! Elements through which all branches of a packet advance in step.
//!
//! A packet is where its headers are: at the inputs of one stage. It advances by one stage in a cycle in which it holds every link that it
//! wants there, and then by one flit in every cycle. So it is described by one number, how often it has advanced: its headers leave
//! stage i with advance n - i, its tail with advance n - i + M - 1.

use super::{
    deadlock::{Arbitration, End, Packet, Release, Wait, circle},
    two_phase::tree,
};
use crate::topology::banyan::Banyan;
use rand::Rng;

const FREE: usize = usize::MAX;

struct Worm {
    start: u64,
    /// By stage: the output links that it needs.
    outputs: Vec<Vec<u32>>,
    /// How often it has advanced.
    advances: u32,
    /// The cycle since when it has wanted the links of its stage.
    since: u64,
}

pub(super) fn run(
    banyan: Banyan,
    packets: &[Packet],
    flits: u32,
    release: Release,
    arbitration: Arbitration,
    random: &mut impl Rng,
) -> End {
    let (n, nodes) = (banyan.n, banyan.nodes() as usize);
    let mut worms: Vec<Worm> = packets
        .iter()
        .map(|packet| {
            let mut outputs = vec![Vec::new(); n as usize];
            for hop in tree(banyan, packet.source, packet.region).0 {
                outputs[hop.stage as usize].extend(hop.outputs(banyan));
            }
            Worm { start: packet.start, outputs, advances: 0, since: packet.start }
        })
        .collect();
    // By stage and link: the packet that holds it, and those that want it on the upper and the lower input.
    let mut holder = vec![vec![FREE; nodes]; n as usize];
    let mut wanted = vec![vec![[FREE; 2]; nodes]; n as usize];
    let end = n + flits - 1;
    let side = |source: u32, stage: u32| (source >> stage & 1) as usize;
    for cycle in 0.. {
        let mut moved = worms.iter().any(|worm| worm.start > cycle);
        for wanted in &mut wanted {
            wanted.fill([FREE; 2]);
        }
        for (i, worm) in worms.iter().enumerate().filter(|(_, worm)| worm.start <= cycle && worm.advances < n) {
            let stage = n - 1 - worm.advances;
            for &output in &worm.outputs[stage as usize] {
                // The port by which a packet comes to stage i is bit i of its source.
                wanted[stage as usize][output as usize][side(packets[i].source, stage)] = i;
            }
        }
        // The two ports of an element are neighbours.
        for (holders, wanted) in
            holder.iter_mut().flat_map(|stage| stage.chunks_mut(2)).zip(wanted.iter().flat_map(|stage| stage.chunks(2)))
        {
            let mut preferred = None;
            for (holder, &wanted) in holders.iter_mut().zip(wanted).filter(|(holder, _)| **holder == FREE) {
                *holder = match wanted {
                    [FREE, FREE] => continue,
                    [one, FREE] | [FREE, one] => one,
                    both => {
                        let since = both.map(|i| worms[i].since);
                        both[*preferred.get_or_insert_with(|| arbitration.winner(since, random))]
                    }
                };
                moved = true;
            }
        }
        let mut arrived = true;
        for (i, worm) in worms.iter_mut().enumerate() {
            arrived &= worm.advances == end;
            if worm.start > cycle || worm.advances == end {
                continue;
            }
            if worm.advances < n {
                let stage = (n - 1 - worm.advances) as usize;
                if worm.outputs[stage].iter().any(|&output| holder[stage][output as usize] != i) {
                    continue;
                }
                worm.since = cycle + 1;
            }
            worm.advances += 1;
            moved = true;
            for stage in 0..n {
                let gone = match release {
                    Release::Together => worm.advances == end,
                    Release::Tail => worm.advances == n - stage + flits - 1,
                };
                if gone {
                    for &output in &worm.outputs[stage as usize] {
                        holder[stage as usize][output as usize] = FREE;
                    }
                }
            }
        }
        if arrived {
            return End::Delivered { cycles: cycle };
        }
        if !moved {
            let mut waits = Vec::new();
            for (packet, worm) in worms.iter().enumerate().filter(|(_, worm)| worm.advances < n) {
                let stage = n - 1 - worm.advances;
                let of_link =
                    |&output: &u32| Wait { packet, stage, output, holder: holder[stage as usize][output as usize] };
                waits.extend(worm.outputs[stage as usize].iter().map(of_link).filter(|wait| wait.holder != packet));
            }
            return End::Deadlock { cycle, circle: circle(&waits) };
        }
    }
    // The cycles of a u64 do not end.
    End::Delivered { cycles: u64::MAX }
}
