//! The animation of the operating point: the run behind the statistics, cycle by cycle from its empty start.
//!
//! Cycle t of the animation is cycle t of [`Run`] with the scenario's load, seed and length. The simulated point of the chart is the same
//! run, so its numbers come from the cycles shown here. The recording grows as the reader plays.

#[cfg(test)]
mod tests;
mod words;

use super::NoAnimation;
use super::event_log::{EventLog, Mark};
use super::frame::{BEFORE, CircleMember, Followed, Frame, Item, LaneTone, Layout, NodeMark, queues};
use super::layout;
use super::recordable::{Caption, Recordable};
use super::recorded::Recorded;
use super::run::{Counts, Observed, RunState};
use super::trail::MessageState;
use super::words::{MESSAGES, node, results};
use super::worms::{self, arrival, candidates, carried, lane_mark, note_blocked};
use flitscope::param::Key;
use flitscope::scenario::Scenario;
use flitscope::sim;
use flitscope::sim::protocol::{Plan, Run};
use flitscope::sim::wormhole::{Circle, Config, Router, Routing, Tie, WormholeRun};

/// The network of a scenario, if it can be drawn and simulated.
pub(super) fn config(scenario: &Scenario) -> Result<Config, NoAnimation> {
    let config = sim::wormhole_of(sim::config(scenario, 0))?;
    layout::drawable(&config.network).map(|()| config)
}

impl Observed for WormholeRun {
    // What channels carry the network counts by itself.
    fn count(&self, counts: &mut Counts) {
        for delivery in self.network().deliveries() {
            counts.arrive(delivery.source, delivery.destination);
            if delivery.broadcast.is_none() {
                counts.deliver(delivery.source, delivery.latency());
            }
        }
    }

    fn memory_taken(&self) -> usize {
        self.network().bytes()
    }
}

#[derive(Debug)]
pub(super) struct WormholePoint {
    config: Config,
    /// The circle that closes, and its cycle, once it is recorded.
    closed: Option<(u32, Circle)>,
}

/// A broadcast has reached every node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Completed {
    source: u32,
    latency: u64,
}

/// The recording at cycle 0, if the network can be drawn.
pub(super) fn animation(config: Config, plan: Plan) -> Result<Recorded<WormholePoint>, NoAnimation> {
    let run = Run::new(WormholeRun::new(config), plan).to_watch();
    let worms = WormholePoint { config, closed: None };
    Ok(Recorded::new(worms.info(layout::of(&config.network)?), worms, RunState::new(run)))
}

impl Recordable for WormholePoint {
    type State = RunState<WormholeRun>;
    type Event = Completed;

    fn note(&mut self, cycle: u32, state: &Self::State, log: &mut EventLog<Completed>) {
        let network = state.network().network();
        note_blocked(cycle, network, log);
        if self.closed.is_none()
            && let Some(circle) = worms::circle(network)
        {
            self.closed = Some((cycle, circle));
            log.begin(cycle, Mark::Deadlock);
        }
        for delivery in network.deliveries() {
            log.arrived(cycle, arrival(delivery));
            log.mark(cycle, Mark::Delivered);
        }
        for completed in network.completed() {
            log.event(cycle, Completed { source: completed.source, latency: completed.latency() });
        }
    }

    fn frame(&self, layout: &Layout, cycle: u32, state: &Self::State, picked: Option<Item>) -> Frame {
        let network = state.network().network();
        let flits = self.config.network.flits;
        let mut nodes = vec![NodeMark::default(); layout.nodes.len()];
        let mut lanes = Vec::new();
        for lane in network.lanes() {
            let tone = match lane.broadcast {
                _ if lane.crossed == 0 => LaneTone::Reserved,
                Some(_) => LaneTone::Copy,
                None => LaneTone::Unicast,
            };
            let link = &layout.links[lane.channel as usize];
            if link.from == lane.source && lane.crossed < flits {
                nodes[link.from as usize].send(lane.message);
            }
            if link.to == lane.destination && lane.crossed > 0 {
                nodes[link.to as usize].receive(lane.message);
            }
            lanes.push(lane_mark(&lane, tone, flits));
        }
        let mut waiting = vec![0; nodes.len()];
        network.waiting().for_each(|message| waiting[message.source as usize] += 1);
        let (mut circle, mut tied) = (Vec::new(), Vec::new());
        if let Some((closed, Circle { ties, .. })) = &self.closed {
            // The circle of the dependency graph is seen until one has closed.
            let before = if layout.turns.is_some() { 0 } else { BEFORE };
            if cycle.saturating_add(before) >= *closed {
                tied = ties.iter().map(|tie| tie.message).collect();
            }
            if cycle >= *closed {
                circle = ties.iter().flat_map(|tie| &tie.along).copied().collect();
            }
        }
        Frame {
            cycle,
            nodes,
            queues: queues(&waiting),
            lanes,
            candidates: if tied.is_empty() || picked.is_some() { candidates(network, picked) } else { Vec::new() },
            tied,
            circle,
            carried: Some(carried(network)),
            ..Frame::default()
        }
    }

    fn chosen(&self, state: &Self::State, before: Option<(u32, u32)>) -> Option<u32> {
        // Where turns are looked at, no message is followed unless the reader picks one.
        (self.config.network.routing != Routing::Turns).then(|| worms::chosen(state.network().network(), before))
    }

    fn queued(&self, state: &Self::State, message: u32) -> Option<MessageState> {
        worms::queued(state.network().network(), message)
    }

    fn followed(&self, state: &Self::State, message: u32) -> Option<Followed> {
        worms::followed(state.network().network(), message)
    }

    fn circle(&self, state: &Self::State) -> Vec<CircleMember> {
        let network = state.network().network();
        let ties = self.closed.as_ref().map_or(&[][..], |(_, circle)| &circle.ties);
        let (waits, lanes) = (network.waits(), network.lanes().collect::<Vec<_>>());
        let holds = |holder: u32, lane: &(u32, u32)| {
            lanes.iter().any(|view| (view.channel, view.vc) == *lane && view.message == holder)
        };
        let of = |tie: &Tie| {
            let wait = waits.iter().find(|wait| wait.message == tie.message);
            let waits = wait.is_some_and(|wait| wait.lanes.iter().any(|lane| holds(tie.holder, lane)));
            CircleMember { message: tie.message, name: tie.message, waits }
        };
        ties.iter().map(of).collect()
    }

    fn stopped(&self) -> usize {
        self.closed.as_ref().map_or(0, |(_, circle)| circle.stopped)
    }

    fn opened(&self, state: &Self::State, node: u32) -> Option<Router> {
        Some(state.network().network().router(node))
    }

    fn action(&self, node: u32) -> Option<(Key, f64)> {
        Some((Key::Open, f64::from(node)))
    }

    fn caption(&self, _layout: &Layout, _cycle: u32, state: &Self::State, _picked: Option<Item>) -> Caption {
        let network = state.network().network();
        let waiting = network.waiting().count();
        let blocked = network.lanes().filter(|lane| lane.blocked).count();
        let circle = worms::circle(network);
        let text = words::caption(network.in_flight() - waiting, blocked, waiting, circle.as_ref());
        Caption { text, numbers: results(MESSAGES, state) }
    }

    fn describe(&self, layout: &Layout, _cycle: u32, state: &Self::State, item: Item) -> Option<String> {
        let network = state.network().network();
        let Item::Node(at) = item else { return worms::words::about(layout, network, 0, item) };
        let waiting = network.waiting().filter(|message| message.source == at).count();
        Some(node(layout, at, waiting, *state.counts.nodes.get(at as usize)?))
    }

    fn event(&self, layout: &Layout, event: &Completed) -> String {
        words::event(layout, *event)
    }

    fn holder(&self, state: &Self::State, message: u32) -> Option<u32> {
        let network = state.network().network();
        let lanes = network.waits().into_iter().find(|wait| wait.message == message)?.lanes;
        network.lanes().find(|view| lanes.contains(&(view.channel, view.vc))).map(|view| view.message)
    }

    fn message_state(&self, state: &Self::State, message: u32) -> Option<MessageState> {
        worms::message_state(state.network().network(), message)
    }
}
