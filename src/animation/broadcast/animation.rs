//! The broadcast as a scene of the stage: its frames in the words of every scene.

use super::{NodeState, Reached, Recording, Setting, State, WarmUp};
use crate::animation::frame::{
    Animation, Event, Frame, Item, LaneTone, Layout, NodeMark, NodeTone, Phase, Queue, Sign,
};
use crate::animation::layout;
use crate::animation::worms::{Told, candidates, carried, lane_mark};
use crate::param::Key;

const SIGNS: &[(Sign, &str)] = &[
    (Sign::Node(NodeTone::Source), "source"),
    (Sign::Node(NodeTone::Full), "has the message"),
    (Sign::Node(NodeTone::Filling(0.5)), "receiving"),
    (Sign::Node(NodeTone::Quiet), "waiting"),
    (Sign::Lane(LaneTone::Copy), "copy, flit by flit"),
    (Sign::Lane(LaneTone::Unicast), "unicast"),
    (Sign::Escape, "on an escape channel"),
    (Sign::Queue, "copies queued"),
    (Sign::Blocked, "header blocked"),
    (Sign::Candidate, "channels that the one blocked longest, or followed, may take"),
    (Sign::Dateline, "dateline"),
];

/// Those of them that only unicast messages have: escape channels and a choice among ways.
const OF_UNICASTS: [Sign; 3] = [Sign::Escape, Sign::Candidate, Sign::Dateline];

/// A broadcast on the stage: the time before it, and then the recording.
#[derive(Debug)]
pub struct Broadcast {
    setting: Setting,
    layout: Layout,
    warm_up: Option<WarmUp>,
    recording: Option<Recording>,
}

impl Broadcast {
    /// The scene, not yet warmed up.
    ///
    /// # Errors
    /// A sentence for the reader when the network cannot be drawn.
    pub fn new(setting: Setting) -> Result<Self, String> {
        let mut layout = layout::of(&setting.network)?;
        let tree = setting.tree();
        let depth = f64::from(tree.depth().max(1));
        if !setting.has_background() {
            // A copy takes any lane of its channel: where there are copies only, none is kept for escape.
            layout.links.iter_mut().for_each(|link| (link.escapes, link.dateline) = (0, false));
        }
        for (number, node) in (0..).zip(&mut layout.nodes) {
            let level = tree.level(number);
            node.label = if level == 0 { "S".into() } else { level.to_string() };
            if let Some(channel) = tree.channel(number) {
                // Darker near the source.
                layout.links[channel as usize].weight = 1.0 - 0.6 * f64::from(level) / depth;
            }
        }
        Ok(Self { setting, layout, warm_up: Some(WarmUp::new(setting)), recording: None })
    }
}

impl Animation for Broadcast {
    fn title(&self) -> String {
        format!("A broadcast from node {}", name(&self.layout, self.setting.source))
    }

    fn layout(&self) -> &Layout {
        &self.layout
    }

    fn signs(&self) -> Vec<(Sign, &'static str)> {
        let there = |sign: &Sign| self.setting.has_background() || !OF_UNICASTS.contains(sign);
        SIGNS.iter().copied().filter(|(sign, _)| there(sign)).collect()
    }

    fn hint(&self) -> &'static str {
        "Click a node, or go to it with the arrow keys and press Enter, to let it broadcast."
    }

    fn advance(&mut self, cycles: u32) -> bool {
        if let Some(recording) = &mut self.recording {
            return recording.advance(cycles);
        }
        if let Some(mut warm_up) = self.warm_up.take() {
            if warm_up.advance(cycles) {
                self.recording = Some(warm_up.begin());
            } else {
                self.warm_up = Some(warm_up);
            }
        }
        false
    }

    fn ready(&self) -> bool {
        self.recording.is_some()
    }

    fn recorded(&self) -> u32 {
        self.recording.as_ref().map_or(0, Recording::recorded)
    }

    fn ended(&self) -> bool {
        self.recording.as_ref().is_some_and(Recording::ended)
    }

    fn length(&self) -> u32 {
        self.recorded()
    }

    fn wanted(&self, _shown: u32, _ahead: u32) -> u32 {
        self.setting.limit()
    }

    fn frame(&mut self, cycle: u32, picked: Option<Item>) -> Frame {
        let Some(recording) = &mut self.recording else { return Frame::default() };
        let state = recording.state(cycle);
        let flits = self.setting.network.flits;
        let network = recording.network(cycle);
        // A copy has one channel, which it waits for at its queue: only messages with a choice have candidates.
        let candidates =
            if matches!(picked, Some(Item::Message(_))) { candidates(network, picked) } else { Vec::new() };
        let of = |copy: bool| if copy { LaneTone::Copy } else { LaneTone::Unicast };
        let ours = state.lanes.iter().map(|lane| of(lane.broadcast));
        Frame {
            lanes: network.lanes().zip(ours).map(|(lane, tone)| lane_mark(&lane, tone, flits)).collect(),
            nodes: state.nodes.iter().map(|node| mark(node, flits)).collect(),
            queues: queues(&state),
            candidates,
            cycle: state.cycle,
            caption: state.caption,
            carried: Some(carried(network)),
            ..Frame::default()
        }
    }

    fn describe(&mut self, cycle: u32, item: Item) -> String {
        let Some(recording) = &mut self.recording else { return String::new() };
        let origin = recording.origin();
        if let Item::Node(node) = item {
            let state = recording.state(cycle);
            return describe(name(&self.layout, node), node, &state, &self.setting);
        }
        let told = Told { layout: &self.layout, network: recording.network(cycle), origin };
        match item {
            Item::Message(message) => told.message(message),
            Item::Link(link) | Item::Node(link) => told.link(link),
        }
    }

    fn phases(&self) -> &[Phase] {
        self.recording.as_ref().map_or(&[], Recording::phases)
    }

    fn log(&self) -> &[Event] {
        self.recording.as_ref().map_or(&[], Recording::log)
    }

    fn extent(&self, shown: u32, next: bool) -> String {
        let end = self.recorded();
        let so_far = match (next, self.ended()) {
            (true, _) => ", the next one is warming up",
            (false, false) => ", still recording",
            (false, true) => "",
        };
        let finished = self.recording.as_ref().and_then(Recording::finished);
        let lasting = if finished.is_none() && self.ended() {
            " The network is overloaded: the broadcast does not get through in the time recorded."
        } else {
            ""
        };
        format!("Cycle {} of {end}{so_far}.{lasting}", shown.min(end))
    }

    fn action(&self, node: u32) -> Option<(Key, f64)> {
        Some((Key::Source, f64::from(node)))
    }
}

fn mark(node: &NodeState, flits: u32) -> NodeMark {
    let tone = match node.state {
        Reached::Source => NodeTone::Source,
        Reached::Waiting => NodeTone::Quiet,
        Reached::Receiving { flits: taken } => NodeTone::Filling(f64::from(taken) / f64::from(flits.max(1))),
        Reached::Received { .. } => NodeTone::Full,
    };
    // The level of a node that fills would not be read.
    let text = matches!(tone, NodeTone::Filling(_)).then(String::new);
    NodeMark { tone, text, letter: None }
}

/// A queue for each port that copies wait for.
fn queues(state: &State) -> Vec<Queue> {
    let mut queues = Vec::new();
    for (node, state) in (0..).zip(&state.nodes) {
        for (port, &length) in (0..).zip(&state.queued) {
            if length > 0 {
                queues.push(Queue { node, link: Some(node * state.queued.len() as u32 + port), length });
            }
        }
    }
    queues
}

fn name(layout: &Layout, node: u32) -> &str {
    layout.nodes.get(node as usize).map_or("", |node| &node.name)
}

/// The state of a node of that name in a sentence.
fn describe(name: &str, node: u32, state: &State, setting: &Setting) -> String {
    let Some(state) = state.nodes.get(node as usize) else { return String::new() };
    let what = match state.state {
        Reached::Source => "broadcasts".into(),
        Reached::Waiting => "has nothing of its copy yet".into(),
        Reached::Receiving { flits } => format!("has {flits} of {} flits", setting.network.flits),
        Reached::Received { at } => format!("has had its copy since cycle {at}"),
    };
    let queued: u32 = state.queued.iter().sum();
    let queue = match queued {
        0 => String::new(),
        1 => " One copy waits here.".into(),
        _ => format!(" {queued} copies wait here."),
    };
    format!("Node {name}, level {}: {what}.{queue}", state.level)
}
