//! The law of the region on every link: one pass without the assumption that survivors are a fair sample.
//!
//! A link after stage i leads to an aligned block of 2^i nodes and can only carry the part of a region inside that block. Both inputs of a
//! switching element see the same block from disjoint sets of sources over disjoint elements, so they are independent and of one law, and
//! the law on each output follows exactly. Unicast packets stay uniform inside their block.
//!
//! How a region of f nodes can lie in a block is a window of w = min(f, 2^i) nodes that may stick out at either end: 2^i + w - 1 ways.

use super::{Setting, Start, solution::StageFlow, switch::Wants};
use crate::topology::banyan::{Banyan, Region};

/// The headers there can be on a link that leads to a block of 2^level nodes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Headers {
    banyan: Banyan,
    fanout: u32,
    /// Starts of a whole region.
    starts: u32,
}

impl Headers {
    /// `None` for early copies, which no region makes.
    pub(super) const fn of(setting: Setting) -> Option<Self> {
        let Setting { n, fanout, start, .. } = setting;
        let banyan = Banyan { n };
        match start {
            Start::Random => Some(Self { banyan, fanout, starts: banyan.nodes() }),
            Start::Inside => Some(Self { banyan, fanout, starts: banyan.nodes() - fanout + 1 }),
            Start::Early => None,
        }
    }

    const fn window(self, level: u32) -> u32 {
        let block = 1 << level;
        if self.fanout < block { self.fanout } else { block }
    }

    /// Their number; at level n one for each start.
    const fn count(self, level: u32) -> usize {
        (if level == self.banyan.n { self.starts } else { (1 << level) + self.window(level) - 1 }) as usize
    }

    const fn blocks(self, level: u32) -> u32 {
        self.banyan.nodes() >> level
    }

    /// The header of an index: the last node of the window, counted from the begin of the block.
    fn header(self, level: u32, block: u32, index: u32) -> Region {
        if level == self.banyan.n {
            return Region::around(self.banyan, index, self.fanout);
        }
        let begin = block << level;
        let first = (index + 1).saturating_sub(self.window(level));
        Region { min: begin + first, max: begin + index.min((1 << level) - 1) }
    }

    /// The place of a header among those of all blocks of a level.
    fn place(self, level: u32, header: Region) -> usize {
        let block = header.min >> level;
        let begin = block << level;
        let (first, last) = (header.min - begin, header.max - begin);
        let index = if first == 0 { last } else { first + self.window(level) - 1 };
        block as usize * self.count(level) + index as usize
    }

    /// Every header of a block with its place and what a stage below makes of it.
    fn of_block(self, level: u32, block: u32) -> impl Iterator<Item = (usize, [Option<Region>; 2])> {
        let count = self.count(level);
        (0..count).map(move |index| {
            (block as usize * count + index, self.header(level, block, index as u32).split(level - 1))
        })
    }
}

/// One pass of one slot.
#[derive(Clone, Debug)]
pub(super) struct Pass {
    /// Means over the links of a stage, stage 0 first.
    pub stages: Vec<StageFlow>,
    /// Packets per slot on each output.
    pub outputs: Vec<f64>,
}

impl Pass {
    /// Sends packets of the rate `rho` through all stages.
    pub(super) fn through(headers: Headers, rho: f64, m: f64) -> Self {
        let n = headers.banyan.n;
        let mut unicast = vec![rho * (1.0 - m)];
        let mut multicast = vec![rho * m / f64::from(headers.starts); headers.starts as usize];
        let mut stages = vec![StageFlow::default(); n as usize];
        for i in (0..n).rev() {
            let level = i + 1;
            let mut unicast_out = vec![0.0; headers.blocks(i) as usize];
            let mut multicast_out = vec![0.0; headers.blocks(i) as usize * headers.count(i)];
            let mut copied = 0.0;
            for block in 0..headers.blocks(level) {
                let single = unicast[block as usize];
                let mut wants = Wants { one: [single / 2.0; 2], both: 0.0 };
                for (place, parts) in headers.of_block(level, block) {
                    *match parts {
                        [_, None] => &mut wants.one[0],
                        [None, _] => &mut wants.one[1],
                        _ => &mut wants.both,
                    } += multicast[place];
                }
                copied += wants.both;
                let chance = wants.wins();
                for port in 0..2 {
                    unicast_out[2 * block as usize + port] = single * chance.one[port];
                }
                for (place, parts) in headers.of_block(level, block) {
                    let both = parts[0].is_some() && parts[1].is_some();
                    for (port, part) in parts.into_iter().enumerate() {
                        let Some(part) = part else { continue };
                        let chance = if both { chance.both } else { chance.one[port] };
                        // From either input.
                        multicast_out[headers.place(i, part)] += 2.0 * multicast[place] * chance;
                    }
                }
            }
            let sum = |numbers: &[f64]| numbers.iter().sum::<f64>();
            let (before, after) = (f64::from(headers.blocks(level)), f64::from(headers.blocks(i)));
            let (u_in, m_in) = (sum(&unicast), sum(&multicast));
            (unicast, multicast) = (unicast_out, multicast_out);
            let (u_out, m_out) = (sum(&unicast), sum(&multicast));
            stages[i as usize] = StageFlow {
                c: if m_in > 0.0 { copied / m_in } else { 0.0 },
                rho: (u_in + m_in) / before,
                m: if u_in + m_in > 0.0 { m_in / (u_in + m_in) } else { 0.0 },
                rho_out: (u_out + m_out) / after,
                u_out: u_out / after,
            };
        }
        let outputs = unicast.iter().zip(&multicast).map(|(unicast, multicast)| unicast + multicast).collect();
        Self { stages, outputs }
    }
}
