//! One multicast, in words.

use super::Multicast;
use crate::animation::banyan::wiring::Part;
use crate::animation::frame::{Event, Item, Phase};
use crate::sim::banyan::two_phase;
use crate::text::{count, sentence};
use crate::topology::banyan::Region;

impl Multicast {
    /// What is said of a cycle.
    pub(super) fn caption(&self, cycle: u32) -> String {
        let region = self.region;
        let (begin, second) = self.pass(cycle);
        let (n, f, source) = (self.setting.n, self.destinations.len(), self.setting.source);
        let pass = if second { "second" } else { "first" };
        let said = if cycle == begin && !second {
            self.beginning(region)
        } else if cycle == begin {
            let ways = two_phase::second_pass(self.wiring.banyan, region.min, &self.destinations);
            let ways: Vec<_> = ways.map(|(from, to)| format!("{from} → {to}")).collect();
            format!(
                "the nodes that have a copy send it to the destinations in rising order: {}. They follow each other without gaps, so no two will want one link.",
                ways.join(", ")
            )
        } else if second {
            let stage = n - (cycle - begin);
            let met = if self.blocked { "some of them meet" } else { "all on links of their own" };
            let end =
                if stage == 0 { format!(" All {f} destinations have the packet of {source}.") } else { String::new() };
            format!(
                "stage {stage} looks at bit {stage} of each address. {} passed, {met}.{end}",
                count(f, "copy has", "copies have")
            )
        } else {
            self.copying(n - cycle)
        };
        format!("Cycle {cycle}, {pass} pass: {said}")
    }

    fn beginning(&self, region: Region) -> String {
        let (f, source) = (self.destinations.len(), self.setting.source);
        let to: Vec<_> = self.destinations.iter().map(u32::to_string).collect();
        let around = if region.min > region.max { ", round the end" } else { "" };
        format!(
            "source {source} has a packet for {}: {}. It draws the start s = {} and writes the region {}{around} in the header, {} from s on.",
            count(f, "output", "outputs"),
            to.join(", "),
            region.min,
            self.wiring.header(region),
            count(f, "output", "neighbouring outputs"),
        )
    }

    /// What a stage did in the first pass.
    fn copying(&self, stage: u32) -> String {
        let hops: Vec<_> = self.hops.iter().filter(|hop| hop.stage == stage).collect();
        let split = hops.iter().filter(|hop| hop.outputs(self.wiring.banyan).count() == 2).count();
        let wraps = hops.iter().any(|hop| hop.header.min > hop.header.max && split > 0);
        let mut said = format!("stage {stage} looks at bit {stage} of both addresses. ");
        said += &match (split, hops.len() - split) {
            (0, 1) => "They agree, and the header goes on as it is".into(),
            (0, _) => "They agree in every header, and each goes on as it is".into(),
            (1, 0) => "They differ, and the header is split into two".into(),
            (split, others) => {
                let agree =
                    if others > 0 { format!(", {} on unchanged", count(others, "goes", "go")) } else { String::new() };
                format!("{} split{agree}", count(split, "header is", "headers are"))
            }
        };
        if wraps {
            said += "; the region goes round the end, so port 0 gets what lies behind the end and port 1 what lies before it";
        }
        said += ".";
        if stage == 0 {
            let reached = self.destinations.len();
            let copies = count(reached, "copy has arrived", "copies have arrived");
            said += &format!(" {copies} at {}.", self.wiring.header(self.region));
        }
        said
    }

    pub(super) fn tell(&mut self) {
        self.log = (0..=self.last())
            .map(|cycle| {
                let caption = self.caption(cycle);
                let said = caption.split_once(": ").map_or(caption.as_str(), |(_, said)| said);
                Event { cycle, text: sentence(said.trim_end_matches('.')) }
            })
            .collect();
        let phase = |cycle, title: &str| Phase { cycle, title: title.into() };
        self.phases = vec![
            phase(0, "First pass: copies"),
            phase(self.copied(), "All copies made"),
            phase(self.copied() + 1, "Second pass: addresses"),
            phase(self.last(), "All destinations reached"),
        ];
    }

    /// What there is to say of an item.
    pub(super) fn of_item(&self, cycle: u32, item: Item) -> String {
        let wiring = self.wiring;
        match item {
            Item::Link(link) => {
                let carried = self.links(cycle).find(|(_, header)| header.link == link);
                let what = carried
                    .map_or_else(String::new, |(_, header)| format!(" Header {}.", wiring.header(header.region)));
                format!("{}{what}", wiring.course(link))
            }
            Item::Message(copy) => {
                let fronts = self.fronts[cycle as usize].iter();
                let Some(header) = fronts.filter(|header| header.copy <= copy).max_by_key(|header| header.copy) else {
                    return String::new();
                };
                let on = wiring.course(header.link);
                format!("The copy with header {}. {on}", wiring.header(header.region))
            }
            Item::Node(node) => {
                let Some(name) = self.layout.nodes.get(node as usize).map(|node| &node.name) else {
                    return String::new();
                };
                let said = match wiring.part(node) {
                    Part::Output(output) if self.destinations.contains(&output) => {
                        let l = self.destinations.iter().take_while(|&&other| other < output).count();
                        let from = (self.first() + l as u32) & (wiring.banyan.nodes() - 1);
                        format!("destination D{l}, served in the second pass by node {from} = s + {l}")
                    }
                    Part::Output(_) => "not a destination".into(),
                    Part::Source(source) if source == self.setting.source => {
                        "sends the packet in the first pass".into()
                    }
                    Part::Source(source) => {
                        let l = source.wrapping_sub(self.first()) & (wiring.banyan.nodes() - 1);
                        match self.destinations.get(l as usize) {
                            Some(to) => format!("s + {l}, sends a copy to output {to} in the second pass"),
                            None => "sends nothing".into(),
                        }
                    }
                    Part::Element(stage, element) => {
                        let headers: Vec<_> = self
                            .links(cycle)
                            .filter(|(_, header)| {
                                wiring.link_of(header.link) == Some((stage, 2 * element))
                                    || wiring.link_of(header.link) == Some((stage, 2 * element + 1))
                            })
                            .map(|(_, header)| format!("{} by port {}", wiring.header(header.region), header.link & 1))
                            .collect();
                        let sent = if headers.is_empty() {
                            "nothing has passed in this pass".into()
                        } else {
                            format!("has sent {}", headers.join(" and "))
                        };
                        format!("bit {stage} decides, {sent}")
                    }
                };
                format!("{}: {said}.", sentence(name))
            }
        }
    }
}
