//! The broadcast banyan: n stages of 2 x 2 switching elements between N = 2^n sources and as many destinations.
//!
//! ```text
//!   source        stage 2        stage 1        stage 0     destination
//!     0  --\ /--  [ SE ] --\ /-- [ SE ] --\ /-- [ SE ]  --      0
//!     1  -- X --  [    ] -- X -- [    ] -- X -- [    ]  --      1        N = 8: three stages of four switching elements,
//!     :  IC_3     [ SE ]  IC_2   [ SE ]  IC_1   [ SE ]  --      :        numbered from n-1 (first) to 0 (last)
//! ```
//! A link of a stage has an n-bit label from the top; its highest n-1 bits name the switching element, its last bit the port. Stage i looks
//! at bit i of a destination: zero leaves by port 0, one by port 1. A packet from s to d leaves stage i on the link `d_{n-1}..d_{i+1}
//! s_{i-1}..s_0 d_i`, so that two packets meet in stage i exactly if their destinations agree above bit i and their sources below it.
//! (Definition 1 and the proof of Theorem 2 in J. Park, H. Yoon, "Performance analysis of multistage interconnection networks using a
//! multicast algorithm".)

/// A banyan of n stages, n = 1 to 31.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Banyan {
    /// Stages; the network joins 2^n sources to as many destinations.
    pub n: u32,
}

impl Banyan {
    /// Number of sources, of destinations, and of links between two stages: N = 2^n.
    pub const fn nodes(self) -> u32 {
        1 << self.n
    }

    /// IC_n: the input link of stage n-1 that a source feeds; the label turned left by one bit.
    pub const fn shuffle(self, source: u32) -> u32 {
        ((source << 1) & (self.nodes() - 1)) | (source >> (self.n - 1))
    }

    /// IC_i: the input link of stage i-1 (for i = 0 the destination) that an output link of stage i feeds; bits i and 0 change places.
    pub const fn exchange(self, i: u32, output: u32) -> u32 {
        let differ = ((output >> i) ^ output) & 1;
        output ^ (differ | (differ << i))
    }

    /// The output link of the switching element of an input link that leaves by a port, 0 or 1.
    pub const fn leave(self, input: u32, port: u32) -> u32 {
        (input & !1) | port
    }

    /// The output links on the way from a source to a destination, stage n-1 first, made by walking it.
    pub fn way(self, source: u32, destination: u32) -> impl Iterator<Item = u32> {
        let mut input = self.shuffle(source);
        (0..self.n).rev().map(move |i| {
            let output = self.leave(input, (destination >> i) & 1);
            input = self.exchange(i, output);
            output
        })
    }
}

/// A header of the region encoding: a packet for all nodes from `min` to `max`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Region {
    /// The first address, 0 to N - 1.
    pub min: u32,
    /// The last address. Less than `min` where the region goes round the end, which only a header before stage n-1 does.
    pub max: u32,
}

impl Region {
    /// `fanout` nodes from `start` on, modulo N. A region that goes round the end has at most N/2 nodes.
    pub const fn around(banyan: Banyan, start: u32, fanout: u32) -> Self {
        Self { min: start, max: (start + fanout - 1) & (banyan.nodes() - 1) }
    }

    /// The number of nodes of the region.
    pub const fn size(self, banyan: Banyan) -> u32 {
        (self.max.wrapping_sub(self.min) & (banyan.nodes() - 1)) + 1
    }

    /// The headers that stage i sends out on port 0 and on port 1 for this header.
    ///
    /// The paper has the first three cases and says that the fourth never occurs. It does, at stage n-1, for a region round the end.
    pub const fn split(self, i: u32) -> [Option<Self>; 2] {
        let Self { min, max } = self;
        let low = (1 << i) - 1;
        match ((min >> i) & 1, (max >> i) & 1) {
            (0, 0) => [Some(self), None],
            (1, 1) => [None, Some(self)],
            // 01..1 below, 10..0 above.
            (0, _) => [Some(Self { min, max: min | low }), Some(Self { min: max & !low, max })],
            // [0..0, max] and [min, 1..1].
            _ => [Some(Self { min: max & !low, max }), Some(Self { min, max: min | low })],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_ends_at_its_destination_over_the_links_of_the_proof() {
        for banyan in (1..=8).map(|n| Banyan { n }) {
            for source in 0..banyan.nodes() {
                for destination in 0..banyan.nodes() {
                    for (output, i) in banyan.way(source, destination).zip((0..banyan.n).rev()) {
                        let above = (destination >> (i + 1)) << (i + 1);
                        let between = (source & ((1 << i) - 1)) << 1;
                        assert_eq!(output, above | between | ((destination >> i) & 1));
                        if i == 0 {
                            assert_eq!(banyan.exchange(0, output), destination);
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn a_region_reaches_its_nodes_and_no_others() {
        for banyan in (1..=7).map(|n| Banyan { n }) {
            for fanout in 1..=banyan.nodes() / 2 {
                for start in 0..banyan.nodes() {
                    let mut headers = vec![Region::around(banyan, start, fanout)];
                    for i in (0..banyan.n).rev() {
                        headers = headers.iter().flat_map(|header| header.split(i)).flatten().collect();
                    }
                    assert!(headers.iter().all(|header| header.min == header.max));
                    let mut reached: Vec<u32> = headers.iter().map(|header| header.min).collect();
                    let mut wanted: Vec<u32> = (0..fanout).map(|l| (start + l) % banyan.nodes()).collect();
                    reached.sort_unstable();
                    wanted.sort_unstable();
                    assert_eq!(reached, wanted);
                }
            }
        }
    }
}
