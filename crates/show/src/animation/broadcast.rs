//! The animation of one broadcast on an otherwise idle torus, or with unicast messages in the background.
//!
//! The broadcast is generated at cycle 0. Frame t is the state at time t, after t cycles: flits that *moved* crossed in the
//! cycle that led to the frame. On an idle network with a queue per port the last node is reached at 2 floor(k/2) (M + 1).
//!
//! With background traffic the network runs for [`Setting::warm_up`] cycles before frame 0, so that worms are already on their way.
//! An overloaded network may keep a copy waiting for ever, and its queues grow without bound: a recording ends after
//! [`Setting::limit`] cycles, or when [`BACKLOG`] messages wait per output port, whichever comes first.

pub(super) mod setting;
#[cfg(test)]
mod tests;
mod words;

use super::NoAnimation;
use super::dissemination::Dissemination;
use super::event_log::{EventLog, Mark};
use super::frame::{Followed, Frame, Item, LaneTone, Layout, NodeMark, NodeTone, Queue};
use super::layout;
use super::recordable::{Caption, Recordable};
use super::recorded::Recorded;
use super::trail::MessageState;
use super::worms::{self, arrival, candidates, carried, lane_mark, note_blocked};
use flitscope::param::Key;
use flitscope::sim::wormhole::{Config, Network};
use flitscope::topology::broadcast::BroadcastTree;
pub(super) use setting::Setting;

/// Messages not yet delivered, per output port, at which a recording of an overloaded network ends. The warm-up ends at half of it.
const BACKLOG: u32 = 64;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reached {
    Source,
    /// Nothing of its copy has arrived.
    Waiting,
    /// Its copy has begun to arrive. The number of flits received, without the one in the buffer of the channel.
    Receiving(u32),
    /// It has the complete message since this cycle.
    Received(u32),
}

/// The copies of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct CopyProgress {
    /// Nodes that have the complete message, without the source.
    reached: u32,
    /// Nodes that shall have it: all but the source.
    others: u32,
    /// Copies some of whose flits have left and whose tail has not been ejected.
    under_way: u32,
    /// Copies none of whose flits has left.
    waiting: u32,
}

/// A node has its copy, and queues `copies` copies for other nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct HasCopy {
    node: u32,
    copies: u32,
}

/// One broadcast and its facts so far. A fact never changes later, so the facts serve every earlier frame too.
#[derive(Debug)]
pub(super) struct Broadcast {
    setting: Setting,
    tree: BroadcastTree,
    /// Remaining cycles of the warm-up.
    left: u32,
    /// The time of cycle 0.
    origin: u64,
    /// Its number in the engine, once it has begun.
    number: Option<u32>,
    /// By node: the cycle at which its copy was complete.
    received: Vec<Option<u32>>,
    /// By level: nodes that do not have their copy yet.
    missing: Vec<u32>,
    /// The cycle at which the last node had its copy.
    finished: Option<u32>,
    /// Cycles that one message takes to the farthest node of the idle network.
    alone: u32,
}

/// The recording, not yet warmed up.
pub(super) fn animation(setting: Setting) -> Result<Recorded<Broadcast>, NoAnimation> {
    let mut layout = layout::of(&setting.network)?;
    let tree = setting.tree();
    let mut missing = vec![0; tree.depth() as usize + 1];
    if !setting.has_background() {
        // A copy takes any lane of its channel: where there are copies only, none is kept for escape.
        layout.links.iter_mut().for_each(|link| (link.escapes, link.dateline) = (0, false));
    }
    for number in 0..layout.nodes.len() as u32 {
        let level = tree.level(number);
        if let Some(channel) = tree.channel(number) {
            missing[level as usize] += 1;
            // Darker near the source.
            layout.links[channel as usize].weight = 1.0 - 0.6 * f64::from(level) / f64::from(tree.depth().max(1));
        }
    }
    let (left, received) = (setting.warm_up(), vec![None; layout.nodes.len()]);
    let alone = alone(&setting, &tree);
    let broadcast =
        Broadcast { setting, tree, left, origin: 0, number: None, received, missing, finished: None, alone };
    let network = Network::new(Config::new(setting.network, setting.load, setting.seed));
    Ok(Recorded::new(broadcast.info(layout), broadcast, network))
}

/// The latency of one message from the source to the farthest node of the idle network, cycles: simulated, as buffers and switches decide.
fn alone(setting: &Setting, tree: &BroadcastTree) -> u32 {
    let mut network = Network::new(Config::new(setting.network, 0.0, setting.seed));
    let farthest = (0..setting.network.nodes()).max_by_key(|node| tree.level(*node)).unwrap_or(0);
    if network.inject_unicast(setting.source, farthest).is_none() {
        return 0;
    }
    while network.delivered() == 0 && network.now() < u64::from(setting.limit()) {
        network.step();
    }
    network.now() as u32
}

impl Broadcast {
    /// The broadcast as the message that is followed, where there is no other.
    fn all(&self) -> Followed {
        let source = self.setting.source;
        Followed { whole: true, node: source, source, ..Followed::default() }
    }

    const fn backlog(&self) -> usize {
        (BACKLOG * self.setting.network.channels()) as usize
    }

    fn reached(&self, cycle: u32, network: &Network) -> Vec<Reached> {
        let received = self.received.iter().map(|at| at.filter(|&at| at <= cycle));
        let mut reached: Vec<_> = received.map(|at| at.map_or(Reached::Waiting, Reached::Received)).collect();
        reached[self.setting.source as usize] = Reached::Source;
        for lane in
            network.lanes().filter(|lane| lane.crossed > 0 && lane.broadcast.is_some_and(|of| Some(of) == self.number))
        {
            let to = &mut reached[lane.destination as usize];
            if *to == Reached::Waiting {
                *to = Reached::Receiving(lane.crossed - lane.held);
            }
        }
        reached
    }

    /// By node: copies that wait per output port, +x, -x, +y, -y. A copy counts until its first flit leaves.
    fn queued(&self, network: &Network) -> Vec<[u32; 4]> {
        let mut queued = vec![[0; 4]; self.received.len()];
        for copy in network.waiting().filter(|copy| copy.broadcast.is_some() && copy.broadcast == self.number) {
            let port = copy.channel.map_or(0, |channel| channel % self.setting.network.ports());
            queued[copy.source as usize][port as usize] += 1;
        }
        queued
    }

    fn facts(&self, cycle: u32, network: &Network) -> CopyProgress {
        let reached = self.reached(cycle, network);
        let number = |is: fn(&Reached) -> bool| reached.iter().filter(|reached| is(reached)).count() as u32;
        CopyProgress {
            reached: number(|reached| matches!(reached, Reached::Received(_))),
            others: reached.len() as u32 - 1,
            under_way: number(|reached| matches!(reached, Reached::Receiving(_))),
            waiting: self.queued(network).into_iter().flatten().sum(),
        }
    }

    /// Takes note of the phase that the copies of this cycle completed. Of several in one cycle the furthest stands.
    fn advance_phase(&mut self, cycle: u32, log: &mut EventLog<HasCopy>) {
        let of = self.missing.len() as u32 - 1;
        // A level counts as reached when no node of it or of an earlier one is missing.
        let level = self.missing.iter().take_while(|&&missing| missing == 0).count() as u32 - 1;
        if level == of {
            self.finished = Some(cycle);
            log.begin(cycle, Mark::Complete(self.received.len() as u32 - 1));
        } else {
            log.mark(cycle, if level > 0 { Mark::Level(level, of) } else { Mark::FirstCopy });
        }
    }
}

impl Recordable for Broadcast {
    type State = Network;
    type Event = HasCopy;

    fn prepare(&mut self, first: &mut Network, cycles: u32) -> bool {
        for _ in 0..cycles {
            // Half of the backlog of a recording: an overloaded network is warm enough.
            if self.left == 0 || first.in_flight() > self.backlog() / 2 {
                self.left = 0;
                break;
            }
            first.step();
            self.left -= 1;
        }
        if self.left == 0 {
            // What channels carry is counted from the broadcast on.
            first.reset_window();
            self.number = Some(first.inject_broadcast(self.setting.source, &self.setting.orientation()));
            self.origin = first.now();
        }
        self.left == 0
    }

    fn note(&mut self, cycle: u32, network: &Network, log: &mut EventLog<HasCopy>) {
        if cycle == 0 {
            let node = self.setting.source;
            log.begin(0, Mark::Start(node, self.tree.copies(node).len() as u32));
        }
        // Messages on their way may be blocked already.
        note_blocked(cycle, network, log);
        network.deliveries().iter().for_each(|delivery| log.remember(cycle, arrival(delivery)));
        let copies = network.deliveries().iter().filter(|delivery| cycle > 0 && delivery.broadcast == self.number);
        let mut nodes: Vec<u32> = copies.map(|copy| copy.destination).collect();
        nodes.sort_unstable();
        for &node in &nodes {
            self.received[node as usize] = Some(cycle);
            self.missing[self.tree.level(node) as usize] -= 1;
            log.event(cycle, HasCopy { node, copies: self.tree.copies(node).len() as u32 });
        }
        if !nodes.is_empty() {
            self.advance_phase(cycle, log);
        }
    }

    fn ended(&self, last: &Network) -> bool {
        self.finished.is_some() || last.in_flight() > self.backlog()
    }

    fn frame(&self, _layout: &Layout, cycle: u32, network: &Network, picked: Option<Item>) -> Frame {
        let flits = self.setting.network.flits;
        let nodes = (0..).zip(self.reached(cycle, network)).map(|(node, reached)| {
            let tone = match reached {
                Reached::Source => NodeTone::Source,
                Reached::Waiting => NodeTone::Quiet,
                Reached::Receiving(taken) => NodeTone::Filling(f64::from(taken) / f64::from(flits.max(1))),
                Reached::Received(_) => NodeTone::Full,
            };
            let level = self.tree.level(node);
            let text = (tone == NodeTone::Full).then(|| level.to_string());
            NodeMark { tone, text, near: level == 1, ..NodeMark::default() }
        });
        let ports = (0..).zip(self.queued(network).into_iter().flatten()).filter(|(_, length)| *length > 0);
        // A channel is numbered by its node and its port there.
        let queue = |(link, length): (u32, u32)| Queue { node: link / 4, link: Some(link), length };
        let lanes = network.lanes().map(|lane| {
            let ours = lane.broadcast.is_some() && lane.broadcast == self.number;
            lane_mark(&lane, if ours { LaneTone::Copy } else { LaneTone::Unicast }, flits)
        });
        // A copy has one channel, which it waits for at its queue: only messages with a choice have candidates.
        let candidates =
            if matches!(picked, Some(Item::Message(_))) { candidates(network, picked) } else { Vec::new() };
        Frame {
            cycle,
            nodes: nodes.collect(),
            queues: ports.map(queue).collect(),
            lanes: lanes.collect(),
            candidates,
            carried: Some(carried(network)),
            followed: (!self.setting.has_background()).then(|| self.all()),
            ..Frame::default()
        }
    }

    fn followed(&self, network: &Network, message: u32) -> Option<Followed> {
        worms::followed(network, message)
    }

    fn caption(&self, _layout: &Layout, cycle: u32, network: &Network, _picked: Option<Item>) -> Caption {
        Caption { text: words::progress(self.facts(cycle, network)), ..Caption::default() }
    }

    fn describe(&self, layout: &Layout, cycle: u32, network: &Network, item: Item) -> Option<String> {
        let Item::Node(node) = item else { return worms::words::about(layout, network, self.origin, item) };
        let reached = *self.reached(cycle, network).get(node as usize)?;
        let queued = self.queued(network)[node as usize].iter().sum();
        Some(words::node(layout, self.setting.network.flits, (node, self.tree.level(node)), reached, queued))
    }

    fn event(&self, layout: &Layout, event: &HasCopy) -> String {
        words::copy_sentence(layout, *event)
    }

    fn remark(&self, _last: &Network, _recorded: u32, ended: bool) -> String {
        let fails = ended && self.finished.is_none();
        if fails { words::OVERLOADED.into() } else { String::new() }
    }

    fn action(&self, node: u32) -> Option<(Key, f64)> {
        Some((Key::Source, f64::from(node)))
    }

    fn message_state(&self, network: &Network, message: u32) -> Option<MessageState> {
        worms::message_state(network, message)
    }

    fn dissemination(&self, recorded: u32) -> Option<Dissemination> {
        let mut received: Vec<u32> = self.received.iter().copied().flatten().collect();
        received.sort_unstable();
        let mut count = 0;
        let step = |alike: &[u32]| {
            count += alike.len() as u32;
            (alike[0], count)
        };
        let steps = received.chunk_by(|a, b| a == b).map(step).collect();
        let nodes = 0..self.received.len() as u32;
        let all = nodes.end - 1;
        let separate = nodes.map(|node| self.tree.level(node)).sum();
        let end = self.finished.unwrap_or(recorded.max(self.setting.idle_completion()));
        Some(Dissemination { steps, all, alone: self.alone, channels: (all, separate), end })
    }
}
