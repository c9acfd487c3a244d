//! A slot of a banyan in words.

use super::{BanyanRun, Slot, State, entering};
use crate::animation::banyan::wiring::{BanyanNode, Wiring};
use crate::animation::frame::{Carried, Sign};
use crate::animation::recordable::AnimationInfo;
use crate::animation::run::{RunSummary, SoFar};
use crate::animation::words::{self, SLOTS};
use flitscope::sim::Simulator as _;
use flitscope::sim::banyan::{Network, Passage};
use flitscope::sim::stats::Estimate;
use flitscope::text::{count, significant};
use flitscope::topology::banyan::Region;

/// Significant digits of a throughput in a sentence.
const DIGITS: i32 = 4;

const LEGEND: &[(Sign, &str)] = &[
    (Sign::Copy, "a multicast"),
    (Sign::Header, "its header: first and last output"),
    (Sign::Circuit, "another packet"),
    (Sign::Blocked, "lost: same link"),
];

impl BanyanRun {
    pub(super) fn info(&self) -> AnimationInfo {
        AnimationInfo {
            title: words::simulation(self.load),
            hint: "Point at a node or link to read its numbers (keyboard: arrow keys). Click a link to follow its packet through the slot.",
            terms: SLOTS,
            legend: LEGEND.to_vec(),
            ..AnimationInfo::new(self.wiring.layout())
        }
    }

    /// The packet of a source in the last slot, and where its copies were lost.
    pub(super) fn packet(&self, network: &Network, source: u32) -> String {
        let wiring = self.wiring;
        let Some(packet) = entering(network).find(|passage| passage.source == source) else {
            return format!("Source {source} sends nothing in this slot.");
        };
        let reached = network.arrivals().filter(|&(_, from)| from == source).count();
        let lost = network.trail().iter().filter(|passage| passage.source == source && passage.lost);
        let lost = lost.map(|&Passage { header, stage, input, .. }| {
            format!("; {} lost at {}", wiring.header(header), wiring.element_name(stage, input / 2))
        });
        let (header, wanted) = (wiring.header(packet.header), count(self.wanted(packet) as usize, "copy", "copies"));
        format!(
            "The packet of source {source} for {header}: {reached} of {wanted} delivered{}.",
            lost.collect::<String>()
        )
    }

    /// The part of a node in the last slot, and its counts so far.
    pub(super) fn role(&self, state: &State, node: u32) -> String {
        let (wiring, network) = (self.wiring, state.network());
        let slots = SLOTS.cycles(network.now());
        let counts = |node: u32| state.counts.nodes.get(node as usize).copied().unwrap_or_default();
        match wiring.part(node) {
            BanyanNode::Source(source) => {
                let packet = entering(network).find(|passage| passage.source == source);
                let sends = packet.map_or_else(
                    || "sends nothing".into(),
                    |packet| format!("sends to {}", wiring.header(packet.header)),
                );
                let sent = count(counts(source).sent as usize, "packet", "packets");
                format!("{sends} in this slot, has sent {sent} in {slots}")
            }
            BanyanNode::Output(output) => {
                let from = network.arrivals().find(|&(node, _)| node == output);
                let from = from
                    .map_or_else(|| "receives nothing".into(), |(_, source)| format!("receives from source {source}"));
                let received = count(counts(output).received as usize, "copy", "copies");
                format!("{from} in this slot, has received {received} in {slots}")
            }
            BanyanNode::Element(stage, element) => {
                let here = network.trail().iter().filter(|at| (at.stage, at.input / 2) == (stage, element));
                let packets: Vec<_> = here.map(passes).collect();
                if packets.is_empty() { "nothing comes in this slot".into() } else { packets.join("; ") }
            }
        }
    }
}

/// A packet at an element: the ports that it wants, and whether it goes on.
fn passes(&Passage { source, header, stage, lost, .. }: &Passage) -> String {
    let wants = match header.split(stage).map(|copy| copy.is_some()) {
        [true, true] => "both ports",
        [_, true] => "port 1",
        _ => "port 0",
    };
    format!("the packet of source {source} wants {wants} and {}", if lost { "loses" } else { "passes" })
}

pub(super) fn caption(slot: Option<Slot>) -> String {
    format!("{}.", slot.map_or_else(|| "nothing has entered yet".into(), self::slot))
}

/// A link with the packet on it: its source, its header, true if it is lost at the end.
pub(super) fn link(wiring: Wiring, link: u32, packet: Option<(u32, Region, bool)>, carried: &Carried) -> String {
    let what = packet.map_or_else(
        || " Nothing is on it in this slot.".into(),
        |(source, header, lost)| {
            let lost = if lost { ", and is lost at its end" } else { "" };
            format!(" The packet of source {source} is on it with header {}{lost}.", wiring.header(header))
        },
    );
    format!("{}{what}{}", wiring.course(link), words::used(carried, link, SLOTS))
}

/// A slot, without what there is none of.
pub(super) fn slot(slot: Slot) -> String {
    let Slot { entering, multicast, wanted, arrived, lost, losses, complete } = slot;
    if entering == 0 {
        return "no packet enters".into();
    }
    let multicast = match (entering, multicast) {
        (_, 0) => String::new(),
        (1, _) => ", a multicast".into(),
        _ => format!(", {multicast} of them multicast"),
    };
    let lost =
        if lost == 0 { String::new() } else { format!(", {lost} lost at {}", count(losses, "element", "elements")) };
    let complete = match complete {
        0 => "no packet is".into(),
        _ => count(complete, "packet is", "packets are"),
    };
    let entering = count(entering, "packet enters", "packets enter");
    format!(
        "{entering}{multicast}, for {}. {arrived} delivered{lost}; {complete} complete",
        count(wanted, "output", "outputs")
    )
}

/// Both ways to count what comes through.
pub(super) fn throughput(numbers: &RunSummary) -> String {
    let both = |eta: String, complete: String| {
        format!("η = {eta} packets per output and slot, {complete} counting complete ones only")
    };
    let mean = |value: f64| significant(value, DIGITS);
    let estimates = |estimates: &[Option<Estimate>]| match estimates {
        [Some(eta), Some(complete), ..] => {
            let known = eta.half95.is_finite();
            let width = if known { format!(" ± {} (95 %)", significant(eta.half95, 2)) } else { String::new() };
            Some(both(mean(eta.mean) + &width, mean(complete.mean)))
        }
        _ => None,
    };
    let slots = SLOTS.cycles(numbers.cycles);
    match &numbers.so_far {
        SoFar::WarmingUp(means) => match means.as_slice() {
            [Some(eta), Some(complete), ..] => {
                format!("{slots} so far: {}; the warm-up is not over.", both(mean(*eta), mean(*complete)))
            }
            _ => format!("{slots} so far; the warm-up is not over."),
        },
        SoFar::Measuring { warm_up, estimates: all, .. } => {
            let said = estimates(all).unwrap_or_else(|| "first result soon".into());
            format!("{slots}; after a warm-up of {}: {said}.", SLOTS.cycles(*warm_up))
        }
        SoFar::Over(all) => {
            let said = estimates(all).unwrap_or_else(|| "there is nothing to measure".into());
            format!("{slots}. The run is over: {said}.")
        }
        SoFar::Saturated(_) | SoFar::Undecided(_) | SoFar::Broken(_) => words::numbers(SLOTS, numbers),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_throughput_is_counted_in_both_ways() {
        let known =
            |mean, half95| Some(Estimate { mean, sample_mean: mean, half95, half99: 0.0, values: 9.0, lag1: 0.0 });
        let measuring = |estimates| SoFar::Measuring { warm_up: 1, estimates, draining: false };
        let states = [
            SoFar::WarmingUp(vec![Some(0.5), Some(0.25)]),
            SoFar::WarmingUp(vec![None, None]),
            measuring(vec![known(0.5, 0.012), known(0.25, 0.1)]),
            measuring(vec![None, None]),
            SoFar::Over(vec![known(0.5, f64::INFINITY), known(0.25, 0.1)]),
            SoFar::Over(vec![None]),
        ];
        crate::blessed::words("throughput", states, |so_far| {
            throughput(&RunSummary { cycles: 50, delivered: vec![0, 0], so_far })
        });
    }
}
