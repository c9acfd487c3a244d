//! One multicast in words.

use super::{Multicast, MulticastStep};
use crate::animation::banyan::wiring::{BanyanNode, Wiring};
use crate::animation::frame::Sign;
use crate::animation::recordable::AnimationInfo;
use crate::animation::words::PACKETS;
use flitscope::param::LISTED;
use flitscope::text::count;

const LEGEND: &[(Sign, &str)] = &[
    (Sign::Copy, "the multicast"),
    (Sign::Header, "its header: first and last output"),
    (Sign::Goal, "a destination"),
];

impl Multicast {
    pub(super) fn info(&self) -> AnimationInfo {
        let outputs = count(self.destinations.len(), "output", "outputs");
        AnimationInfo {
            title: format!("A multicast from source {} to {outputs}", self.setting.source),
            hint: self.hint(),
            terms: PACKETS,
            legend: LEGEND.to_vec(),
            limit: self.last(),
            whole: true,
            ..AnimationInfo::new(self.wiring.layout())
        }
    }

    /// The part of a node in the pass of a cycle.
    pub(super) fn role(&self, cycle: u32, node: u32) -> String {
        let wiring = self.wiring;
        let last = wiring.banyan.nodes() - 1;
        match wiring.part(node) {
            BanyanNode::Output(output) => match (0..).zip(&self.destinations).find(|(_, other)| **other == output) {
                Some((l, _)) => {
                    let from = (self.first() + l) & last;
                    format!("destination D{l}, served in the second pass by node {from} = s + {l}")
                }
                None => "not a destination".into(),
            },
            BanyanNode::Source(source) if source == self.setting.source => "sends the packet in the first pass".into(),
            BanyanNode::Source(source) => {
                let l = source.wrapping_sub(self.first()) & last;
                let to = self.destinations.get(l as usize);
                to.map_or_else(
                    || "sends nothing".into(),
                    |to| format!("s + {l}, sends a copy to output {to} in the second pass"),
                )
            }
            BanyanNode::Element(stage, element) => {
                let here =
                    |link: u32| wiring.link_of(link).is_some_and(|(at, output)| (at, output / 2) == (stage, element));
                let sent = self.links(cycle).filter(|(_, header)| here(header.link));
                let sent: Vec<_> = sent
                    .map(|(_, header)| format!("{} through port {}", wiring.header(header.region), header.link & 1))
                    .collect();
                if sent.is_empty() {
                    return format!("bit {stage} decides; nothing has passed in this pass");
                }
                format!("bit {stage} decides; it sent {}", sent.join(" and "))
            }
        }
    }

    const fn hint(&self) -> &'static str {
        if self.wiring.banyan.nodes() > LISTED {
            return "The f destinations are drawn at random from the seed; with n ≤ 5 you can choose them. Click an input to send from \
                    it (keyboard: arrow keys, then Enter).";
        }
        "Click an output to add or remove it as a destination, or an input to send from it (keyboard: arrow keys, then Enter)."
    }
}

pub(super) fn caption(wiring: Wiring, second: bool, step: &MulticastStep) -> String {
    format!("{} pass, {}", if second { "second" } else { "first" }, self::step(wiring, step))
}

pub(super) fn remark(early: bool) -> String {
    let said = " No region copies as early as possible (B): the start is random here (A).";
    format!(" A cycle is a stage.{}", if early { said } else { "" })
}

pub(super) fn step(wiring: Wiring, step: &MulticastStep) -> String {
    match step {
        MulticastStep::Writes { source, destinations, region } => {
            let outputs = |one, many| count(destinations.len(), one, many);
            let to: Vec<_> = destinations.iter().map(u32::to_string).collect();
            let around = if region.min > region.max { ", which wraps around the end," } else { "" };
            format!(
                "source {source} has a packet for {}: {}. It draws the start s = {} and writes the region {}{around} in the header: \
                 {} from s on.",
                outputs("output", "outputs"),
                to.join(", "),
                region.min,
                wiring.header(*region),
                outputs("neighbouring output", "neighbouring outputs"),
            )
        }
        MulticastStep::Copies { stage, split, passed, wraps, arrived } => {
            let what = match (split, passed) {
                (0, 1) => "They agree, and the header goes on as it is".into(),
                (0, _) => "They agree in every header, and each goes on as it is".into(),
                (1, 0) => "They differ, and the header is split into two".into(),
                (_, 0) => count(*split, "header is split", "headers are split"),
                _ => {
                    let split = count(*split, "header is split", "headers are split");
                    format!("{split}, {} on unchanged", count(*passed, "goes", "go"))
                }
            };
            let end = "; the region wraps around the end, so port 0 gets what lies behind the end and port 1 what lies before it";
            let arrived = arrived.map_or_else(String::new, |(copies, region)| {
                format!(" {} at {}.", count(copies, "copy has arrived", "copies have arrived"), wiring.header(region))
            });
            format!(
                "stage {stage} looks at bit {stage} of both addresses. {what}{}.{arrived}",
                if *wraps { end } else { "" }
            )
        }
        MulticastStep::Sends(ways) => {
            let ways: Vec<_> = ways.iter().map(|(from, to)| format!("{from} → {to}")).collect();
            format!(
                "the nodes that have a copy send it to the destinations in rising order: {}. The senders are neighbours, so no two \
                 copies want the same link.",
                ways.join(", ")
            )
        }
        MulticastStep::Passes { stage, copies, meet, source } => {
            let met = if *meet { "some of them meet" } else { "all on links of their own" };
            let end = if *stage == 0 {
                format!(" All {copies} destinations have the packet of {source}.")
            } else {
                String::new()
            };
            let passed = count(*copies, "copy has", "copies have");
            format!("stage {stage} looks at bit {stage} of each address. {passed} passed, {met}.{end}")
        }
    }
}

/// The links used so far in a pass; of the first pass also all of them, and those that the copies would use one by one.
pub(super) fn links(used: usize, first_pass: Option<(usize, usize)>) -> String {
    let used = count(used, "link", "links");
    match first_pass {
        None => format!("{used} so far, each used by one copy only."),
        Some((all, each)) => {
            format!("{used} so far. The first pass uses {all} links; sending the copies one by one would use {each}.")
        }
    }
}
