//! Turns in the channels of a mesh: the shortest paths that a set of them leaves, and the dependency graph of channels.
//!
//! The graph has a vertex for each channel and an arc from c to d if d begins where c ends and goes straight on or makes an allowed turn.
//! Some message uses the one after the other exactly then (checked for all sets, k = 2, 3, 4). A message holds the channel that it came
//! over and waits for the next; if the graph has no circle, no network can lock (W. J. Dally, C. L. Seitz, IEEE Trans. Computers 36, 1987).

use super::grid::{Grid, Topology};
use crate::param::turns::{QUADRANTS, TURNS, TurnSet};
use std::collections::VecDeque;

/// The letters of the ports of a mesh of two dimensions, in their order.
const PORTS: [u8; 4] = *b"ewns";

/// A mesh of k x k nodes.
pub const fn mesh(k: u32) -> Grid {
    Grid { k, n: 2, topology: Topology::Mesh }
}

/// The turn from a channel of one port into a channel of another; none straight on or back.
pub fn turn(from: u32, to: u32) -> Option<u32> {
    let turn = [PORTS[from as usize], PORTS[to as usize]];
    (0..).zip(TURNS).find(|(_, key)| key.as_bytes() == turn).map(|(number, _)| number)
}

impl TurnSet {
    /// The shortest paths that are left between nodes that differ in both coordinates of a k x k mesh, and all of them.
    pub fn paths(self, k: u32) -> (u64, u64) {
        let (mut left, mut all) = (0, 0);
        for (lower, _) in QUADRANTS {
            let first = self.first(lower);
            for (x, y) in (1..k).flat_map(|x| (1..k).map(move |y| (x, y))) {
                let every = (1..=u64::from(y)).fold(1, |paths, at| paths * (u64::from(x) + at) / at);
                let each = match (first.x, first.y) {
                    (true, true) => every,
                    (false, false) => 0,
                    _ => 1,
                };
                let pairs = u64::from((k - x) * (k - y));
                (left, all) = (left + pairs * each, all + pairs * every);
            }
        }
        (left, all)
    }

    /// The channels that a message may take behind a channel.
    pub fn after(self, grid: Grid, channel: u32) -> impl Iterator<Item = u32> {
        let (node, from) = (grid.far_end(channel), channel % grid.ports());
        let next = (0..grid.ports()).filter(move |&to| from == to || turn(from, to).is_some_and(|turn| self.has(turn)));
        next.map(move |to| grid.ports() * node + to).filter(move |&next| grid.exists(next))
    }

    /// The shortest circle of the dependency graph of a k x k mesh, as its channels in order; none if there is no circle. Of several the
    /// one nearest to the middle of the network, then that with the smallest node, then right turns before left ones.
    pub fn circle(self, k: u32) -> Option<Vec<u32>> {
        let grid = mesh(k);
        let rank = |circle: &[u32]| {
            let nodes = || circle.iter().map(|&channel| grid.near_end(channel));
            let off = |node: u32, dimension| (2 * grid.coordinate(node, dimension)).abs_diff(k - 1);
            let far: u32 = nodes().map(|node| off(node, 0).pow(2) + off(node, 1).pow(2)).sum();
            let turns =
                circle.iter().zip(circle.iter().cycle().skip(1)).filter_map(|(one, next)| turn(one % 4, next % 4));
            (circle.len(), far, nodes().min(), turns.min())
        };
        let channels = (0..grid.channels()).filter(|&channel| grid.exists(channel));
        let mut best: Option<Vec<u32>> = None;
        for start in channels {
            // A circle is found from each of its channels; it begins at its smallest node.
            let most = best.as_ref().map_or(usize::MAX, Vec::len);
            let found = self.back_to(grid, start, most);
            best = match (found, best) {
                (Some(found), Some(best)) if rank(&found) >= rank(&best) => Some(best),
                (found, best) => found.or(best),
            };
        }
        best
    }

    /// The shortest way of at most `most` channels from a channel back to it.
    fn back_to(self, grid: Grid, start: u32, most: usize) -> Option<Vec<u32>> {
        let mut before = vec![None; grid.channels() as usize];
        let mut reached = VecDeque::from([(start, 1)]);
        while let Some((channel, length)) = reached.pop_front() {
            for next in self.after(grid, channel) {
                if next == start {
                    let mut circle = vec![channel];
                    while let Some(channel) = before[circle[circle.len() - 1] as usize] {
                        circle.push(channel);
                    }
                    circle.reverse();
                    return Some(circle);
                }
                if before[next as usize].is_none() && length < most {
                    before[next as usize] = Some(channel);
                    reached.push_back((next, length + 1));
                }
            }
        }
        None
    }
}
