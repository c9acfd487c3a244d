//! One broadcast in words.

use super::{Broadcast, CopyProgress, HasCopy, Reached};
use crate::animation::frame::{Layout, NodeTone, Sign};
use crate::animation::recordable::AnimationInfo;
use crate::animation::worms::forwards;
use flitscope::text::count;

const LEGEND: &[(Sign, &str)] = &[
    (Sign::Node(NodeTone::Source), "source"),
    (Sign::Node(NodeTone::Full), "has it, number of hops"),
    (Sign::Copy, "a copy in the network"),
    (Sign::Message, "another message"),
    (Sign::Queue, "copies wait to start"),
];

/// The end of a recording in which the broadcast does not complete.
pub(super) const OVERLOADED: &str = " The network is overloaded: the broadcast does not complete in the time recorded.";

impl Broadcast {
    pub(super) fn info(&self, layout: Layout) -> AnimationInfo {
        // Four signs stand in one line.
        let has = |sign: Sign| match sign {
            Sign::Message => self.setting.has_background(),
            Sign::Queue => !self.setting.has_background(),
            _ => true,
        };
        AnimationInfo {
            title: format!("A broadcast from node {}", layout.name(self.setting.source)),
            hint: "Click a node to broadcast from it (keyboard: arrow keys, then Enter).",
            legend: LEGEND.iter().copied().filter(|(sign, _)| has(*sign)).collect(),
            limit: self.setting.limit(),
            whole: true,
            switching: Some(forwards(&self.setting.network)),
            ..AnimationInfo::new(layout)
        }
    }
}

/// A node at a level of the tree, which is its hops from the source, and the copies that wait there.
pub(super) fn node(layout: &Layout, flits: u32, (node, level): (u32, u32), state: Reached, waiting: u32) -> String {
    format!("Node {}, level {level}: {}.{}", layout.name(node), reached(state, flits), queued(waiting))
}

pub(super) fn copy_sentence(layout: &Layout, HasCopy { node, copies }: HasCopy) -> String {
    let who = layout.name(node);
    if copies == 0 {
        format!("{who} has its copy and forwards none")
    } else {
        format!("{who} has its copy and queues {copies} more")
    }
}

pub(super) fn progress(CopyProgress { reached, others, under_way, waiting }: CopyProgress) -> String {
    if reached == others {
        return format!("all {others} nodes have the message.");
    }
    let have = if reached == 1 { "has" } else { "have" };
    let copies = count(under_way as usize, "copy", "copies");
    format!("{reached} of {others} nodes {have} the message, {copies} under way, {waiting} waiting.")
}

fn reached(reached: Reached, flits: u32) -> String {
    match reached {
        Reached::Source => "broadcasts".into(),
        Reached::Waiting => "its copy has not arrived yet".into(),
        Reached::Receiving(taken) => format!("has {taken} of {flits} flits"),
        Reached::Received(at) => format!("has had its copy since cycle {at}"),
    }
}

fn queued(copies: u32) -> String {
    match copies {
        0 => String::new(),
        1 => " 1 copy waits here.".into(),
        _ => format!(" {copies} copies wait here."),
    }
}
