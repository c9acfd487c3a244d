//! The animation of the circuit-switched hypercube: probes that look for a path, reserve it and walk back, and circuits over which
//! flits go.
//!
//! Cycle t of the animation is cycle t of the run that the statistics come from, with the scenario's load, traffic, seed and length.

mod words;

use super::NoAnimation;
use super::event_log::{Arrival, EventLog, Mark};
use super::frame::{Followed, Frame, Item, LaneMark, LaneTone, Layout, NodeMark, NodeTone, queues};
use super::layout;
use super::recordable::{Caption, PACE, Recordable, fair};
use super::recorded::Recorded;
use super::run::{Counts, Observed, RunState};
use super::trail::{Headway, MessageState, TrailChannel};
use super::words::{MESSAGES, channel, node, queued, results, waits_to_start};
use flitscope::scenario::Scenario;
use flitscope::sim;
use flitscope::sim::Simulator as _;
use flitscope::sim::circuit::{
    CircuitLaneView, CircuitPhase, CircuitView, Config, Happening, Injection, Network, What,
};
use flitscope::sim::protocol::{Plan, Run};

/// The width of a road, which has lanes of its own for both directions, in terms of the pitch.
const ROAD: f64 = 0.28;

/// The network of a scenario, if it can be drawn and simulated.
pub(super) fn config(scenario: &Scenario) -> Result<Config, NoAnimation> {
    let config = sim::circuit_of(sim::config(scenario, 0))?;
    layout::hypercube(config.network.n, config.network.vcs).map(|_| config)
}

impl Observed for Network {
    fn count(&self, counts: &mut Counts) {
        let delivered = self.happened().iter().filter(|happening| happening.what == What::Delivered);
        for happening in delivered {
            counts.arrive(happening.source, happening.destination);
            counts.deliver(happening.source, happening.age);
        }
        self.crossed().for_each(|channel| counts.carry(channel));
    }

    fn memory_taken(&self) -> usize {
        self.bytes()
    }
}

/// The run of a network that switches circuits.
#[derive(Debug)]
pub(super) struct CircuitRun {
    config: Config,
}

/// The recording at cycle 0, if the network can be drawn.
pub(super) fn animation(config: Config, plan: Plan) -> Result<Recorded<CircuitRun>, NoAnimation> {
    let layout = Layout { road: ROAD, ..layout::hypercube(config.network.n, config.network.vcs)? };
    let run = Run::new(Network::new(config).watched(), plan).to_watch();
    let circuits = CircuitRun { config };
    Ok(Recorded::new(circuits.info(layout), circuits, RunState::new(run)))
}

fn lane_mark(lane: &CircuitLaneView) -> LaneMark {
    let tone = match lane.phase {
        CircuitPhase::Seeking => LaneTone::Probing,
        CircuitPhase::Retreating => LaneTone::Retreating,
        CircuitPhase::Answered => LaneTone::Established,
        CircuitPhase::Streaming => LaneTone::Unicast,
    };
    LaneMark {
        link: lane.channel,
        lane: lane.vc,
        message: lane.message,
        tone,
        crossed: lane.crossed,
        // A lane is given back when the tail has crossed it.
        last: false,
        moved: lane.moved,
        head: lane.head,
        blocked: false,
    }
}

/// The channels that probes have just found taken.
fn candidates(network: &Network) -> Vec<u32> {
    network.circuits().filter(|circuit| circuit.blocked.is_some()).flat_map(|circuit| circuit.candidates).collect()
}

impl Recordable for CircuitRun {
    type State = RunState<Network>;
    type Event = Happening;

    fn note(&mut self, cycle: u32, state: &Self::State, log: &mut EventLog<Happening>) {
        for happening in state.network().happened() {
            let Happening { what, message, source, destination, age, hops, .. } = *happening;
            match what {
                What::Delivered => {
                    log.arrived(cycle, Arrival { message, copy: false, source, destination, latency: age });
                    log.mark(cycle, Mark::Delivered);
                }
                What::Blocked => {
                    log.event(cycle, *happening);
                    log.mark(cycle, Mark::ProbeBlocked);
                    if hops > 0 {
                        log.mark(cycle, Mark::ProbeRetreats);
                    }
                }
                What::Returned | What::Connected => log.event(cycle, *happening),
            }
        }
    }

    fn frame(&self, layout: &Layout, cycle: u32, state: &Self::State, _picked: Option<Item>) -> Frame {
        let network = state.network();
        let mut nodes = vec![NodeMark::default(); layout.nodes.len()];
        for circuit in network.circuits().filter(|circuit| circuit.phase == CircuitPhase::Streaming) {
            if circuit.left < self.config.network.flits {
                nodes[circuit.source as usize].send(circuit.message);
            }
            if circuit.arrived > 0 {
                nodes[circuit.destination as usize].receive(circuit.message);
            }
        }
        for circuit in network.circuits() {
            // A dot where it comes from, and a ring where its path has led to.
            let source = &mut nodes[circuit.source as usize].sends;
            *source = Some(source.map_or(circuit.message, |other| other.min(circuit.message)));
            if matches!(circuit.phase, CircuitPhase::Answered | CircuitPhase::Streaming) {
                let goal = &mut nodes[circuit.destination as usize].receives;
                *goal = Some(goal.map_or(circuit.message, |other| other.min(circuit.message)));
            }
        }
        for node in network.circuits().filter_map(|circuit| circuit.blocked) {
            nodes[node as usize].tone = NodeTone::Blocked;
        }
        Frame {
            cycle,
            nodes,
            queues: queues(&network.waiting()),
            lanes: network.lanes().map(|lane| lane_mark(&lane)).collect(),
            candidates: candidates(network),
            carried: Some(state.carried()),
            ..Frame::default()
        }
    }

    fn chosen(&self, state: &Self::State, before: Option<(u32, u32)>) -> Option<u32> {
        let network = state.network();
        let is_there = |message| network.way(message).is_some() || network.queued(message).is_some();
        let pace = PACE * (self.config.network.flits + self.config.network.n);
        Some(fair(before, network.next_message(), pace, is_there))
    }

    fn queued(&self, state: &Self::State, message: u32) -> Option<MessageState> {
        let (source, destination, generated) = state.network().queued(message)?;
        Some(MessageState { generated, source, destination, state: Headway::Seeking })
    }

    fn followed(&self, state: &Self::State, message: u32) -> Option<Followed> {
        let network = state.network();
        let Some(circuit) = network.way(message) else {
            let (source, _, generated) = network.queued(message)?;
            let (title, words) = (waits_to_start(message), MESSAGES.cycles(network.now() - generated));
            return Some(Followed { message, node: source, source, title, words, ..Followed::default() });
        };
        let (title, words) = words::progress(&circuit, network.now() - circuit.generated, self.config.network.flits);
        let CircuitView { node, source, destination, .. } = circuit;
        Some(Followed { message, node, source, destination: Some(destination), title, words, whole: false })
    }

    fn caption(&self, _layout: &Layout, _cycle: u32, state: &Self::State, _picked: Option<Item>) -> Caption {
        Caption { text: words::present(state.network()), numbers: results(MESSAGES, state) }
    }

    fn describe(&self, layout: &Layout, _cycle: u32, state: &Self::State, item: Item) -> Option<String> {
        let (network, flits) = (state.network(), self.config.network.flits);
        match item {
            Item::Message(message) => match network.way(message) {
                Some(circuit) => Some(words::message(layout, &circuit, flits)),
                None => network.queued(message).map(|(source, ..)| queued(layout, message, source)),
            },
            Item::Link(link) => {
                let lanes = network.lanes().filter(|lane| lane.channel == link);
                let lanes: Vec<_> = lanes.map(|lane| words::lane(layout, &lane, flits)).collect();
                Some(channel(layout, link, &lanes, &state.carried(), MESSAGES))
            }
            Item::Node(at) => {
                let waiting = network.waiting().get(at as usize).map_or(0, |&waiting| waiting as usize);
                Some(node(layout, at, waiting, *state.counts.nodes.get(at as usize)?))
            }
        }
    }

    fn event(&self, layout: &Layout, event: &Happening) -> String {
        words::happening(layout, event)
    }

    fn message_state(&self, state: &Self::State, message: u32) -> Option<MessageState> {
        let network = state.network();
        let CircuitView { source, destination, generated, phase, path, left, .. } = network.way(message)?;
        let state = if matches!(phase, CircuitPhase::Seeking | CircuitPhase::Retreating) {
            Headway::Seeking
        } else {
            let lanes: Vec<CircuitLaneView> = network.lanes().filter(|lane| lane.message == message).collect();
            let crossed = |link: u32| lanes.iter().find(|lane| lane.channel == link).map_or(0, |lane| lane.crossed);
            let seen = |link: u32| TrailChannel {
                link,
                crossed: crossed(link),
                other: network.crossed().any(|channel| channel == link),
            };
            let turn = self.config.network.injection == Injection::Shared;
            Headway::Path { held: path.into_iter().map(seen).collect(), left, turn }
        };
        Some(MessageState { generated, source, destination, state })
    }
}
