//! Waiting: the lanes that blocked headers look for, and the circles in which none of them can ever move.
//!
//! ```text
//!   header of message 12 --looks for any of--> lanes ==held by==> messages 31, 8, ...
//! ```
//! A header waits for *any* of several lanes, so a circle alone is no deadlock: one more lane may become free. The messages that have
//! *stopped* are the largest set in which every header is blocked, every lane that it may take is held by a message of the set, and none
//! of these lanes is one that its holder will leave although its header is blocked, because all flits behind it fit into the buffers
//! ahead. A message outside the set moves on some time: a worm whose header is at its destination drains, and a released lane is free for
//! a cycle. A message of the set never moves again. Each waits for others of the set only, so there are circles; the shortest is given.

use super::{Config, LaneView, Network, bit, message::NONE};
use crate::order::{sort_by_number, sort_small_by};

/// A header that found no lane: its message, its node, and the lanes that it would take, each as channel and virtual channel.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the doc of the type tells its fields")]
pub struct BlockedHeader {
    pub message: u32,
    pub node: u32,
    pub lanes: Vec<(u32, u32)>,
}

/// A wait of a circle: a message whose header waits at a node for a virtual channel of a channel. Its holder is the next message of the
/// circle, and `along` are the channels that this one has from there to its header, in their order.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the doc of the type tells its fields")]
pub struct Tie {
    pub message: u32,
    pub node: u32,
    pub channel: u32,
    pub vc: u32,
    pub holder: u32,
    pub along: Vec<u32>,
}

/// Messages that can never move again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Circle {
    /// The shortest circle among them: the holder of each wait is the message of the next, and of the last that of the first.
    pub ties: Vec<Tie>,
    /// The number of stopped messages that hold channels.
    pub stopped: usize,
}

/// The first circle of the run of a network, with the cycle in which it closed; none if there is none within some cycles.
pub fn first_circle(config: Config, cycles: u64) -> Option<(u64, Circle)> {
    /// Cycles between two looks for a circle, which stays once it has closed.
    const STRIDE: u64 = 1 << 10;
    let mut network = Network::new(config);
    while network.now() < cycles {
        let before = network.clone();
        (0..STRIDE).for_each(|_| network.step());
        if network.circle().is_some() {
            network = before;
            loop {
                network.step();
                if let Some(circle) = network.circle() {
                    return Some((network.now(), circle));
                }
            }
        }
    }
    None
}

impl Network {
    /// The headers that wait, by the number of their message.
    pub fn waits(&self) -> Vec<BlockedHeader> {
        let mut blocked: Vec<_> = self.worms_in_use().map(|(_, worm)| worm).filter(|worm| worm.blocked).collect();
        sort_by_number(&mut blocked, |worm| u64::from(worm.number));
        blocked
            .into_iter()
            .map(|worm| {
                let message = &self.messages[worm.message];
                let mut lanes = Vec::new();
                let mut add = |channel: u32, mask: u16| {
                    lanes.extend((0..self.setting.vcs).filter(|&vc| mask & bit(vc) != 0).map(|vc| (channel, vc)));
                };
                match message.course.channel() {
                    NONE => self.open_to(message, worm.node).for_each(|(channel, mask)| add(channel, mask)),
                    channel => add(channel, self.all),
                }
                BlockedHeader { message: worm.number, node: worm.node, lanes }
            })
            .collect()
    }

    /// The shortest circle of messages that wait for each other and can never move again; nothing as long as there is none.
    pub fn circle(&self) -> Option<Circle> {
        let (waits, lanes) = (self.waits(), self.lanes().collect::<Vec<_>>());
        let place = |message: u32| waits.binary_search_by_key(&message, |wait| wait.message).ok();
        // By wait: the flits of its message, and its last lane.
        let (mut flits, mut last) = (vec![0; waits.len()], vec![0; waits.len()]);
        for (_, worm) in self.worms_in_use() {
            if let Some(at) = place(worm.number) {
                (flits[at], last[at]) = (u32::from(worm.flits), u32::from(worm.length));
            }
        }
        // A blocked worm leaves a lane all the same if its flits fit into the buffers of those beyond.
        let leaves = |at: usize, hop: u32| (last[at] - hop) * self.setting.depth >= flits[at];
        // By wait: the lanes that it looks for, with the places of their holders; nothing where one is free or will be.
        let mut ties: Vec<Option<Vec<(&LaneView, usize)>>> = waits
            .iter()
            .map(|wait| {
                let held = |lane: &(u32, u32)| {
                    let at = lanes.binary_search_by_key(lane, |view| (view.channel, view.vc)).ok()?;
                    let holder = place(lanes[at].message)?;
                    (!leaves(holder, lanes[at].hop)).then_some((&lanes[at], holder))
                };
                wait.lanes.iter().map(held).collect()
            })
            .collect();
        loop {
            let goes_on = |tie: &Option<Vec<(&LaneView, usize)>>| {
                tie.as_ref().is_some_and(|tie| tie.iter().any(|(_, holder)| ties[*holder].is_none()))
            };
            let moving: Vec<usize> = (0..ties.len()).filter(|&at| goes_on(&ties[at])).collect();
            if moving.is_empty() {
                break;
            }
            moving.into_iter().for_each(|at| ties[at] = None);
        }
        let stopped = ties.iter().zip(&last).filter(|(tie, last)| tie.is_some() && **last > 0).count();
        let mut best: Option<Vec<(usize, &LaneView)>> = None;
        for start in 0..ties.len() {
            let most = best.as_ref().map_or(usize::MAX, Vec::len);
            best = shortest(&ties, start, most).or(best);
        }
        let tie = |&(at, lane): &(usize, &LaneView)| {
            let mut along: Vec<&LaneView> =
                lanes.iter().filter(|view| view.message == lane.message && view.hop >= lane.hop).collect();
            sort_small_by(&mut along, |view| f64::from(view.hop));
            Tie {
                message: waits[at].message,
                node: waits[at].node,
                channel: lane.channel,
                vc: lane.vc,
                holder: lane.message,
                along: along.into_iter().map(|view| view.channel).collect(),
            }
        };
        best.map(|circle| Circle { ties: circle.iter().map(tie).collect(), stopped })
    }
}

/// The shortest way from a wait back to itself, if it has less than `most` steps: places, each with the lane that it waits for.
fn shortest<'a>(
    ties: &[Option<Vec<(&'a LaneView, usize)>>],
    start: usize,
    most: usize,
) -> Option<Vec<(usize, &'a LaneView)>> {
    // By wait: from where it was reached first, and over which lane.
    let mut from: Vec<Option<(usize, &LaneView)>> = vec![None; ties.len()];
    let mut reached = vec![start];
    for steps in 1..most {
        let mut next = Vec::new();
        for at in reached {
            for &(lane, holder) in ties[at].iter().flatten() {
                if from[holder].is_none() {
                    from[holder] = Some((at, lane));
                    next.push(holder);
                }
            }
        }
        if from[start].is_some() {
            let mut way = Vec::with_capacity(steps);
            let mut at = start;
            while let Some((before, lane)) = from[at].filter(|_| way.len() < steps) {
                way.push((before, lane));
                at = before;
            }
            way.reverse();
            return Some(way);
        }
        if next.is_empty() {
            return None;
        }
        reached = next;
    }
    None
}
