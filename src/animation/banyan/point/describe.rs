//! What there is to say of an item in a slot.

use super::Moment;
use crate::animation::banyan::wiring::Part;
use crate::animation::frame::{Item, Layout};
use crate::animation::tape::Steps as _;
use crate::text::{count, sentence};

impl Moment {
    /// What there is to say of an item.
    pub fn of_item(&self, layout: &Layout, item: Item) -> String {
        let (wiring, network) = (self.wiring, self.network());
        let banyan = wiring.banyan;
        match item {
            Item::Link(link) => {
                let lane = self.lanes().into_iter().find(|(mark, _)| mark.link == link);
                let what = lane.map_or_else(
                    || " Nothing is on it in this slot.".into(),
                    |(mark, header)| {
                        let lost = if mark.blocked { ", and is lost at its end" } else { "" };
                        format!(" The packet of source {} is on it with header {header}{lost}.", mark.message)
                    },
                );
                format!("{}{what}{}", wiring.course(link), self.carried().sentence(link))
            }
            Item::Message(source) => {
                let Some(packet) = self.entering().find(|passage| passage.source == source) else {
                    return format!("Source {source} sends nothing in this slot.");
                };
                let lost: Vec<_> = network
                    .trail()
                    .iter()
                    .filter(|passage| passage.source == source && passage.lost)
                    .map(|passage| {
                        format!(
                            "; {} lost at {}",
                            wiring.header(passage.header),
                            wiring.element_name(passage.stage, passage.input / 2)
                        )
                    })
                    .collect();
                let reached = network.arrivals().filter(|&(_, from)| from == source).count();
                let (header, wanted) = (wiring.header(packet.header), packet.header.size(banyan));
                format!(
                    "The packet of source {source} for {header}: {reached} of {} delivered{}.",
                    count(wanted as usize, "copy", "copies"),
                    lost.concat()
                )
            }
            Item::Node(node) => {
                let Some(name) = layout.nodes.get(node as usize).map(|node| sentence(&node.name)) else {
                    return String::new();
                };
                let slots = count(self.now() as usize, "slot", "slots");
                let passed = |node: u32| self.passed.get(node as usize).copied().unwrap_or_default();
                let said = match wiring.part(node) {
                    Part::Source(source) => {
                        let packet = self.entering().find(|passage| passage.source == source);
                        let sends = packet.map_or_else(
                            || "sends nothing".into(),
                            |packet| format!("sends to {}", wiring.header(packet.header)),
                        );
                        format!(
                            "{sends} in this slot, has sent {} in {slots}",
                            count(passed(source).0 as usize, "packet", "packets")
                        )
                    }
                    Part::Output(output) => {
                        let from = network.arrivals().find(|&(node, _)| node == output);
                        let from = from.map_or_else(
                            || "receives nothing".into(),
                            |(_, source)| format!("receives from source {source}"),
                        );
                        format!(
                            "{from} in this slot, has received {} in {slots}",
                            count(passed(output).1 as usize, "copy", "copies")
                        )
                    }
                    Part::Element(stage, element) => {
                        let here = network
                            .trail()
                            .iter()
                            .filter(|passage| (passage.stage, passage.input / 2) == (stage, element));
                        let packets: Vec<_> = here
                            .map(|passage| {
                                let ports: Vec<_> = (0..)
                                    .zip(passage.header.split(stage))
                                    .filter_map(|(port, copy)| copy.map(|_| port))
                                    .collect();
                                let wants = if ports.len() == 2 {
                                    "both ports".into()
                                } else {
                                    format!("port {}", ports.first().unwrap_or(&0))
                                };
                                let end = if passage.lost { "loses" } else { "passes" };
                                format!("the packet of source {} wants {wants} and {end}", passage.source)
                            })
                            .collect();
                        if packets.is_empty() { "nothing comes in this slot".into() } else { packets.join("; ") }
                    }
                };
                format!("{name}: {said}.")
            }
        }
    }
}
