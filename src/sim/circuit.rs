//! The circuit-switched hypercube: a header sets up a path over virtual channels, then the flits go.
//!
//! ```text
//!   source                                                                        destination
//!   [|||] --\               header -->      none free: back to the source, again
//!   [|||] ---> (injection) ===o===o===o===  arrived: acknowledgement, D cycles back
//!   [|||] --/                 flits -->     each channel carries one flit a cycle, its virtual channels in turn
//! ```
//! # One cycle, from time t to t+1
//! 1. *Arrivals.* Messages whose instant lies in (t-1, t] are generated at t. The nodes are independent MMPPs
//!    ([`traffic::sampling`](crate::traffic::sampling)); destinations are uniform over the other N-1 nodes. A message joins the queue of
//!    one of the V injection virtual channels of its node, all equally likely.
//! 2. *Headers*, the oldest circuit first. An injection channel that is free takes the first message of its queue, whose header may
//!    hop in the same cycle. A header hops once a cycle: it chooses uniformly among the remaining dimensions that have a free virtual
//!    channel. If none has, the attempt has failed: from this cycle on the header walks back one channel a cycle, giving each one back, and
//!    tries again from the source, i cycles after it failed with i hops made. A failure at the source is tried again in the next cycle.
//! 3. *Acknowledgement.* For D cycles after the D-th hop nothing moves. Headers and acknowledgements take no bandwidth of flits.
//! 4. *Flits*. M of them cross the injection channel and D network channels. A channel carries at most one in a cycle; those of its
//!    virtual channels that have one and a free place at the other end, [`Setting::depth`] for each, take turns. Both are judged from the
//!    start of the cycle, so that a depth of 2 is needed for full speed. The destination takes everything.
//! 5. *Release.* A message releases a virtual channel when its tail has crossed it, an injection channel too. A channel released in a
//!    cycle can be taken in the next one.
//!
//! # Consequences
//! On an idle network a message takes D cycles for the header, D for the acknowledgement and D + M for the flits: exactly 3D + M. With n =
//! 1 and V = 1 and Poisson sources a node is an M/D/1 queue with service 3 + M.
//!
//! # Fast and plain
//! This engine is built for speed: only channels that may carry a flit are looked at (`circuit/moves.rs`), and circuits that nothing
//! hinders are computed in closed form (`circuit/stream.rs`). The plain engine (`circuit/plain.rs`) has the same rules written down once
//! each, and tests compare the two state by state.

mod data;
mod header;
mod lane;
mod measures;
mod moves;
#[cfg(test)]
mod plain;
mod stream;
#[cfg(test)]
mod tests;
mod view;

pub use crate::param::options::Bandwidth as Injection;
pub use view::{CircuitLaneView, CircuitPhase, CircuitView, Happening, What};

use super::{
    AuditFault, ChannelId, ChannelUse, Class, ClassKind, GENERATOR, Simulator, SimulatorInfo, Totals,
    channels::ChannelCounts, choices, pool::Slab, stream, watch::Watch,
};
use crate::topology::grid::Grid;
use crate::traffic::pattern::Destinations;
use crate::{
    model::Quantity,
    traffic::{mmpp::Superposition, sampling::Arrivals},
};
use measures::Counters;
use rand::RngExt as _;
use rand_pcg::Pcg64Mcg;

/// The network and its traffic.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Setting {
    /// Dimensions, 1 to 16; N = 2^n nodes.
    pub n: u32,
    /// V, virtual channels per channel and injection channels per node, 1 to 16.
    pub vcs: u32,
    /// M, flits per message, at least 1.
    pub flits: u32,
    /// The nodes that messages are for.
    pub destinations: Destinations,
    /// The arrival process of a node; its mean is the load, but for rounding.
    pub process: Superposition,
    /// Bandwidth of the injection channels.
    pub injection: Injection,
    /// Flits that a virtual channel can hold at a node, at least 1.
    pub depth: u32,
}

impl Setting {
    /// True if the sources of both draw the same messages from the same seed at the same load: these have random numbers of their own.
    pub fn sends_like(&self, other: &Self) -> bool {
        (self.n, self.destinations, self.process) == (other.n, other.destinations, other.process)
    }
}

/// A network at a load λ, messages per node and cycle.
pub type Config = super::Config<Setting>;

/// Nothing: no message, no circuit, no lane.
const NONE: u32 = u32::MAX;

/// A message in a queue.
#[derive(Clone, Copy, Debug)]
struct QueuedMessage {
    /// Its number among all that were generated.
    number: u32,
    destination: u32,
    /// The next message of the queue.
    next: u32,
    generated: u64,
}

#[derive(Clone, Copy, Debug)]
struct Port {
    head: u32,
    tail: u32,
    busy: bool,
}

/// A message from its first attempt until its tail is delivered.
#[derive(Clone, Copy, Debug)]
struct Circuit {
    /// The number of its message.
    message: u32,
    source: u32,
    destination: u32,
    generated: u64,
    /// The cycles in which it left its queue and from which its first flit may start.
    started: u64,
    ready: u64,
    /// The node of the header, and channels taken.
    node: u32,
    hops: u32,
    /// True if the header walks back.
    back: bool,
    attempts: u32,
    /// The end of the cycle in which an attempt failed last; 0 if none has.
    failed: u64,
    /// The node of that failure.
    failed_at: u32,
    /// True if that was at its source and it has not left since.
    waits: bool,
}

/// The network at one instant. A *lane* is a virtual channel: those of the network first, then the injection channels.
#[derive(Clone, Debug)]
pub struct Network {
    config: Config,
    /// Random numbers for the times, sources and destinations of messages.
    sources: Pcg64Mcg,
    arrivals: Arrivals,
    /// The choices of ports and routers.
    choices: Pcg64Mcg,
    totals: Totals,
    messages: Slab<QueuedMessage>,
    /// By injection lane, counted from 0.
    ports: Vec<Port>,
    /// Injection lanes, counted from 0, that are free and have a message waiting.
    starting: Vec<u32>,
    circuits: Slab<Circuit>,
    /// Circuits whose header is under way, the oldest first.
    headers: Vec<u32>,
    /// Circuits by the cycle at which their flits may go, modulo its length.
    acknowledged: Vec<Vec<u32>>,
    lanes: data::Lanes,
    /// Lanes to be free from the next cycle on.
    released: Vec<u32>,
    happened: Watch<Happening>,
    counters: Counters,
    tally: ChannelCounts,
}

impl Network {
    /// The idle network at time 0.
    pub fn new(config: Config) -> Self {
        let setting = config.network;
        let nodes = 1 << setting.n;
        let mut sources = stream(config.seed, config.replication);
        Self {
            arrivals: Arrivals::new(&setting.process, nodes, &mut sources),
            sources,
            choices: choices(config.seed, config.replication),
            totals: Totals::default(),
            messages: Slab::new(),
            ports: vec![Port { head: NONE, tail: NONE, busy: false }; (nodes * setting.vcs) as usize],
            starting: Vec::new(),
            circuits: Slab::new(),
            headers: Vec::new(),
            acknowledged: vec![Vec::new(); setting.n as usize + 2],
            lanes: data::Lanes::new(&setting),
            released: Vec::new(),
            happened: Watch::OFF,
            counters: Counters::new(&setting, 0),
            tally: ChannelCounts::OFF,
            config,
        }
    }

    /// Generates a message now; it waits at one of the injection channels of its source. A message to its own source is none.
    pub fn inject(&mut self, source: u32, destination: u32) {
        if source == destination {
            return;
        }
        let number = self.totals.messages.generated as u32;
        let place = self.messages.put(QueuedMessage { number, destination, next: NONE, generated: self.totals.now });
        self.totals.generate(u64::from((source ^ destination).count_ones() * self.config.network.flits));
        let at = source * self.config.network.vcs + self.choices.random_range(0..self.config.network.vcs);
        let port = &mut self.ports[at as usize];
        if port.head == NONE {
            port.head = place;
            if !port.busy {
                self.starting.push(at);
            }
        } else {
            self.messages[port.tail].next = place;
        }
        port.tail = place;
    }

    fn arrive(&mut self) {
        let Setting { n, destinations, .. } = self.config.network;
        while let Some((_, source)) = self.arrivals.until(self.totals.now as f64, &mut self.sources) {
            if let Some(destination) = destinations.draw((2, n), source, &mut self.sources) {
                self.inject(source, destination);
            }
        }
    }

    /// Free injection channels take the first message of their queue.
    fn start(&mut self) {
        for at in self.starting.drain(..) {
            let port = &mut self.ports[at as usize];
            let place = port.head;
            let QueuedMessage { number: message, destination, next, generated } = self.messages[place];
            (port.head, port.busy) = (next, true);
            self.messages.free(place);
            let source = at / self.config.network.vcs;
            let circuit = Circuit {
                message,
                source,
                destination,
                generated,
                started: self.totals.now,
                ready: 0,
                node: source,
                hops: 0,
                back: false,
                attempts: 1,
                failed: 0,
                failed_at: source,
                waits: false,
            };
            let number = self.circuits.put(circuit);
            self.lanes.begin(number, at);
            self.headers.push(number);
            self.counters.injecting += 1;
        }
    }

    /// Phase 5: lanes given back in this cycle.
    fn release(&mut self) {
        for lane in self.released.drain(..) {
            let at = match self.lanes.release(lane) {
                data::Released::Network { busy } => {
                    self.counters.busy(busy + 1, busy);
                    continue;
                }
                data::Released::Injection { port } => port,
            };
            let port = &mut self.ports[at as usize];
            port.busy = false;
            self.counters.injecting -= 1;
            if port.head != NONE {
                self.starting.push(at);
            }
        }
    }

    /// The tail of a circuit has arrived.
    fn deliver(&mut self, number: u32) {
        let circuit = self.circuits[number];
        self.circuits.free(number);
        let now = self.totals.now + 1;
        self.totals.deliver(circuit.generated, now, Some((circuit.started - circuit.generated) as u32));
        self.counters.deliver(&circuit, now);
        self.happen(What::Delivered, &circuit, circuit.destination);
    }
}

impl Simulator for Network {
    fn about(&self) -> SimulatorInfo {
        let Setting { n, flits, destinations, process, .. } = self.config.network;
        let (flits, senders) = (f64::from(flits), f64::from(destinations.senders((2, n))));
        let distance = destinations.mean_distance(Grid::hypercube(n));
        let offered = process.mean() * senders * distance * flits;
        SimulatorInfo {
            identity: self.config.identity(),
            generator: GENERATOR,
            nodes: 1 << n,
            classes: &[Class { name: "message", kind: ClassKind::Latency }],
            offered,
            memory: self.arrivals.memory(),
            dispersion: self.arrivals.dispersion(),
            idle: [3.0 * distance + flits, 0.0],
        }
    }

    fn utilisation(&self) -> f64 {
        let n = self.config.network.n;
        self.about().offered / f64::from(n << n)
    }

    fn step(&mut self) {
        self.totals.samples.clear();
        self.happened.begin();
        self.counters.cycle();
        self.arrive();
        self.start();
        self.move_headers();
        self.begin_data();
        self.move_flits();
        self.release();
        self.totals.now += 1;
    }

    fn totals(&self) -> &Totals {
        &self.totals
    }

    fn begin_window(&mut self) {
        self.counters = self.counters.anew(&self.config.network, self.totals.now);
        self.lanes.count_streamed(self.totals.now, &mut self.tally);
        self.tally.begin(self.totals.now);
    }

    fn measures(&self) -> Vec<Quantity> {
        self.counters.quantities(&self.config.network, self.totals.now)
    }

    fn count_channels(&mut self) {
        self.lanes.count_streamed(self.totals.now, &mut self.tally);
        self.tally = ChannelCounts::of((self.config.network.n as usize) << self.config.network.n);
    }

    fn channels(&self) -> Vec<ChannelUse> {
        let place = |channel| ChannelId::Between { from: self.near_end(channel), to: self.far_end(channel) };
        let mut tally = self.tally.clone();
        self.lanes.clone().count_streamed(self.totals.now, &mut tally);
        tally.uses(self.totals.now, place)
    }

    fn stop_sources(&mut self) {
        self.arrivals.stop();
    }

    fn held(&self) -> u64 {
        self.messages.held() + self.circuits.held()
    }

    fn audit(&self) -> Result<(), AuditFault> {
        let mut queued = 0;
        for port in &self.ports {
            let mut place = port.head;
            while place != NONE {
                queued += 1;
                place = self.messages[place].next;
            }
        }
        let circuits = self.circuits.used() as u64;
        if queued + circuits != self.totals.messages.in_flight {
            return Err(AuditFault::Present { found: queued + circuits, counted: self.totals.messages.in_flight });
        }
        self.lanes.audit(circuits == 0, self.totals.now)?;
        self.counters.audit(&self.config.network, self.lanes.busy())
    }
}
