//! The animation of one multicast: the first pass copies the packet to neighbours, the second sends each copy to its address.
//!
//! ```text
//!   cycle    0 .......... n        n+1 .......... 2n+1
//!            first pass            second pass                a cycle is a stage
//! ```
//! In cycle t of a pass its headers are on the links behind t stages. The network carries no other packet, so the passes are those of
//! [`two_phase`], and every frame follows from its cycle alone.

mod words;

use super::wiring::{BanyanNode, Wiring};
use crate::animation::dissemination::Dissemination;
use crate::animation::event_log::{EventLog, Mark};
use crate::animation::frame::{Followed, Frame, Item, LaneMark, LaneTone, Layout, NodeMark, NodeTone};
use crate::animation::recordable::{Caption, Recordable};
use crate::animation::recorded::Recorded;
use crate::animation::tape::Cycle;
use flitscope::param::{Key, LISTED};
use flitscope::sim::banyan::two_phase::{self, Hop, Setting};
use flitscope::text::sentence;
use flitscope::topology::banyan::{Banyan, Region};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum MulticastStep {
    /// The source writes the header of the first pass, a region.
    Writes { source: u32, destinations: Vec<u32>, region: Region },
    /// A stage splits some headers, of which one may wrap around, and passes others. Behind the last stage, `arrived` is the
    /// number and the region of the copies.
    Copies { stage: u32, split: usize, passed: usize, wraps: bool, arrived: Option<(usize, Region)> },
    /// The nodes that have a copy send it, each to one destination.
    Sends(Vec<(u32, u32)>),
    /// The copies of the packet of a source pass a stage, where some of them may meet.
    Passes { stage: u32, copies: usize, meet: bool, source: u32 },
}

#[derive(Clone, Copy, Debug)]
struct Header {
    link: u32,
    /// The number of the copy: l of the node (s + l) mod N, or 0 for the packet before it is copied.
    copy: u32,
    region: Region,
}

#[derive(Debug)]
pub(crate) struct Multicast {
    setting: Setting,
    wiring: Wiring,
    destinations: Vec<u32>,
    /// The region of the first pass.
    region: Region,
    /// By cycle: what is on the links that were reached last.
    fronts: Vec<Vec<Header>>,
    /// The elements of the first pass, the first stage first.
    hops: Vec<Hop>,
    /// True if copies meet in the second pass.
    meet: bool,
}

/// The recording, at cycle 0.
pub(crate) fn animation(setting: Setting) -> Recorded<Multicast> {
    let banyan = Banyan { n: setting.n };
    let wiring = Wiring { banyan };
    let destinations = setting.destinations();
    let region = setting.region();
    let (fronts, hops, meet) = (Vec::new(), Vec::new(), false);
    let mut multicast = Multicast { setting, wiring, destinations, region, fronts, hops, meet };
    multicast.record();
    Recorded::new(multicast.info(), multicast, Cycle::default())
}

impl Multicast {
    fn record(&mut self) {
        let (banyan, wiring, source, region) = (self.wiring.banyan, self.wiring, self.setting.source, self.region);
        self.hops = two_phase::tree(banyan, source, region).0;
        let first_pass = wiring.copies(source, region).into_iter().map(|front| {
            let copy = |region: Region| region.min.wrapping_sub(self.first()) & (banyan.nodes() - 1);
            front.into_iter().map(|(link, region)| Header { link, copy: copy(region), region }).collect()
        });
        self.fronts = first_pass.collect();
        let ways: Vec<(u32, u32)> = two_phase::second_pass(banyan, region.min, &self.destinations).collect();
        self.meet = two_phase::blocked(banyan, ways.iter().copied());
        let alone = |address: u32| Region { min: address, max: address };
        let header = |link: u32, copy: u32, to: u32| Header { link, copy, region: alone(to) };
        self.fronts.push((0..).zip(&ways).map(|(l, &(from, to))| header(wiring.entry(from), l, to)).collect());
        let links: Vec<Vec<u32>> = ways.iter().map(|&(from, to)| banyan.way(from, to).collect()).collect();
        for (row, stage) in (0..banyan.n).rev().enumerate() {
            let headers = (0..).zip(&links).zip(&ways);
            self.fronts
                .push(headers.map(|((l, links), &(_, to))| header(wiring.link(stage, links[row]), l, to)).collect());
        }
    }

    /// The start s of the region.
    const fn first(&self) -> u32 {
        self.region.min
    }

    /// The last cycle of the first pass.
    const fn copied(&self) -> u32 {
        self.setting.n
    }

    fn last(&self) -> u32 {
        self.fronts.len() as u32 - 1
    }

    /// The first cycle of the pass of a cycle, and whether it is the second one.
    const fn pass(&self, cycle: u32) -> (u32, bool) {
        if cycle > self.copied() { (self.copied() + 1, true) } else { (0, false) }
    }

    /// The links that one pass used up to a cycle.
    fn links(&self, cycle: u32) -> impl Iterator<Item = (u32, &Header)> {
        let (begin, _) = self.pass(cycle);
        (begin..=cycle).flat_map(|at| self.fronts[at as usize].iter().map(move |header| (at, header)))
    }

    pub(super) fn step(&self, cycle: u32) -> MulticastStep {
        let (begin, second) = self.pass(cycle);
        let (n, source) = (self.setting.n, self.setting.source);
        match (cycle == begin, second) {
            (true, false) => {
                MulticastStep::Writes { source, destinations: self.destinations.clone(), region: self.region }
            }
            (true, true) => MulticastStep::Sends(
                two_phase::second_pass(self.wiring.banyan, self.first(), &self.destinations).collect(),
            ),
            (false, true) => {
                let (stage, copies) = (n - (cycle - begin), self.destinations.len());
                MulticastStep::Passes { stage, copies, meet: self.meet, source }
            }
            (false, false) => {
                let stage = n - cycle;
                let hops: Vec<_> = self.hops.iter().filter(|hop| hop.stage == stage).collect();
                let split = hops.iter().filter(|hop| hop.outputs(self.wiring.banyan).count() == 2).count();
                let wraps = split > 0 && hops.iter().any(|hop| hop.header.min > hop.header.max);
                let arrived = (stage == 0).then_some((self.destinations.len(), self.region));
                MulticastStep::Copies { stage, split, passed: hops.len() - split, wraps, arrived }
            }
        }
    }

    /// The links of the first pass, and those that the copies would use one by one.
    fn channels(&self) -> (usize, usize) {
        let fronts = &self.fronts[..=self.copied() as usize];
        (fronts.iter().map(Vec::len).sum(), self.destinations.len() * (self.setting.n as usize + 1))
    }
}

impl Recordable for Multicast {
    type State = Cycle;
    type Event = MulticastStep;

    fn note(&mut self, cycle: u32, _moment: &Cycle, log: &mut EventLog<MulticastStep>) {
        log.event(cycle, self.step(cycle));
        let marks = [
            (0, Mark::FirstPass),
            (self.copied(), Mark::Copied),
            (self.copied() + 1, Mark::SecondPass),
            (self.last(), Mark::Served),
        ];
        marks.into_iter().filter(|(at, _)| *at == cycle).for_each(|(_, mark)| _ = log.mark(cycle, mark));
    }

    fn ended(&self, last: &Cycle) -> bool {
        last.0 >= self.last()
    }

    fn frame(&self, layout: &Layout, cycle: u32, _moment: &Cycle, _picked: Option<Item>) -> Frame {
        let (begin, second) = self.pass(cycle);
        let wiring = self.wiring;
        let mut nodes = vec![NodeMark::default(); layout.nodes.len()];
        for &output in &self.destinations {
            nodes[wiring.output(output) as usize].receive(0);
        }
        for header in &self.fronts[begin as usize] {
            let source = &mut nodes[layout.links[header.link as usize].from as usize];
            (source.tone, source.sends) = (NodeTone::Source, Some(0));
        }
        let (mut lanes, mut labels) = (Vec::new(), Vec::new());
        for (at, header) in self.links(cycle) {
            let front = at == cycle;
            lanes.push(LaneMark {
                link: header.link,
                lane: 0,
                message: header.copy,
                tone: LaneTone::Copy,
                crossed: cycle - at + 1,
                last: false,
                moved: front && cycle > begin,
                head: front,
                blocked: false,
            });
            labels.push((header.link, wiring.header(header.region)));
        }
        // A copy that has arrived.
        if cycle == self.copied() || cycle == self.last() {
            for header in &self.fronts[cycle as usize] {
                nodes[layout.links[header.link as usize].to as usize].tone = NodeTone::Full;
            }
        }
        if !second {
            let passed = self.hops.iter().filter(|hop| hop.stage + cycle >= self.setting.n);
            for hop in passed.filter(|hop| hop.copies.iter().all(Option::is_some)) {
                nodes[wiring.element(hop.stage, hop.input) as usize].tone = NodeTone::Sending;
            }
        }
        let source = self.setting.source;
        let followed = Some(Followed { whole: true, node: source, source, ..Followed::default() });
        Frame { cycle, nodes, lanes, labels, followed, ..Frame::default() }
    }

    fn caption(&self, _layout: &Layout, cycle: u32, _moment: &Cycle, _picked: Option<Item>) -> Caption {
        let (used, second) = (self.links(cycle).count(), self.pass(cycle).1);
        let text = words::caption(self.wiring, second, &self.step(cycle));
        Caption { text, numbers: words::links(used, (!second).then(|| self.channels())) }
    }

    fn describe(&self, layout: &Layout, cycle: u32, _moment: &Cycle, item: Item) -> Option<String> {
        let wiring = self.wiring;
        Some(match item {
            Item::Link(link) => {
                let carried = self.links(cycle).find(|(_, header)| header.link == link);
                let header = carried.map(|(_, header)| format!(" Header {}.", wiring.header(header.region)));
                wiring.course(link) + &header.unwrap_or_default()
            }
            Item::Message(copy) => {
                let front = self.fronts[cycle as usize].iter().filter(|header| header.copy <= copy);
                let Header { region, link, .. } = front.max_by_key(|header| header.copy)?;
                format!("The copy with header {}. {}", wiring.header(*region), wiring.course(*link))
            }
            Item::Node(node) => {
                format!("{}: {}.", sentence(layout.name(node)), self.role(cycle, node))
            }
        })
    }

    fn event(&self, _layout: &Layout, event: &MulticastStep) -> String {
        sentence(words::step(self.wiring, event).trim_end_matches('.'))
    }

    fn remark(&self, _last: &Cycle, _recorded: u32, _ended: bool) -> String {
        words::remark(self.setting.early)
    }

    fn dissemination(&self, _recorded: u32) -> Option<Dissemination> {
        let first_pass = (0..).zip(&self.fronts[..=self.copied() as usize]);
        let mut steps: Vec<(u32, u32)> = first_pass.map(|(cycle, front)| (cycle, front.len() as u32)).collect();
        steps.dedup_by_key(|(_, copies)| *copies);
        let (all, (links, each)) = (self.destinations.len() as u32, self.channels());
        let channels = (links as u32, each as u32);
        Some(Dissemination { steps, all, alone: self.copied(), channels, end: self.last() })
    }

    fn action(&self, node: u32) -> Option<(Key, f64)> {
        match self.wiring.part(node) {
            BanyanNode::Source(source) => Some((Key::From, f64::from(source))),
            BanyanNode::Output(output) if self.wiring.banyan.nodes() <= LISTED => {
                let chosen = self.destinations.iter().fold(1 << output, |set: u32, destination| set ^ 1 << destination);
                // The last destination stays: without any, others would be drawn.
                (chosen != 0).then_some((Key::To, f64::from(chosen)))
            }
            BanyanNode::Output(_) | BanyanNode::Element(..) => None,
        }
    }
}
