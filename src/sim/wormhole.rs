//! A wormhole-routed k-ary n-cube, flit by flit.
//!
//! A message is a worm of M flits. Its header takes one virtual channel after the other; the other flits follow in a
//! pipeline, and when the header waits, the worm stops in the buffers it occupies.
//!
//! ```text
//!   source            channel             channel               destination
//!   queue -> slot =>==[buffer]==>==[buffer]==>==[buffer]==>  eject
//!            ^^^^^ flits still to send   ^ header: looks for a virtual channel of the next physical channel
//! ```
//!
//! # Network
//! One physical channel per node, dimension and direction carries one flit in a cycle. It has V virtual channels, here *lanes*, each with
//! a buffer of some flits at the far end. Under adaptive routing the lowest lanes are escape lanes, the others adaptive; otherwise they
//! are divided into classes. [`Setting`] has the choices.
//!
//! # One cycle, from time t to t+1
//! 1. *Arrivals.* Messages whose instant lies in (t-1, t] are generated at t. Each node is a Poisson source; their sum is one
//!    Poisson process that picks a node at random each time. A node that the traffic pattern sends to itself generates nothing.
//! 2. *Sources.* Each queue is unbounded, first in first out, and feeds some slots. A free slot takes the first message of its queue and
//!    is free again in the cycle after the tail flit has left it. With a queue per port, a one-step copy of a broadcast joins the
//!    queue of its own channel, and a unicast one of the queues of its node, all equally likely. That decides behind whom it waits,
//!    not where it goes: from the slot its header may take a lane of any useful channel.
//! 3. *Routing* ([`routing`]). Headers take free lanes, the oldest message first.
//! 4. *Transfer* ([`transfer`]). Each physical channel carries at most one flit, the lanes that can move taking turns. Every lane at
//!    its destination ejects a flit: there is no contention for ejection.
//! 5. *Completion*, at t+1. A message whose tail is ejected is delivered at t+1. If it is a copy of a broadcast, the copies of its
//!    node join their queues at t+1.
//!
//! # What follows
//! On an idle network a message of h hops takes exactly M + h cycles: the header crosses its h channels in cycles 0..h-1, is ejected
//! in cycle h, and the tail M-1 cycles later. A broadcast with a queue per port is stored and forwarded at each of the n floor(k/2)
//! levels of its tree, and completes after n floor(k/2) (M + 1) cycles.
//!
//! # Random numbers
//! Three generators Pcg32 (PCG XSH RR 64/32), seeded by the seed plus 2^32, 2·2^32 and 3·2^32, each repetition 4·2^32 further on:
//! *arrivals* (instants and nodes), *destinations* (what a message is, where it goes, ties, its queue, the orientation of a tree),
//! *routing* (choices among lanes, nodes on the way). Two settings that differ in their routers only are offered the same messages.
//!
//! # Fast and plain
//! This engine is built for speed: masks of lanes instead of scans, lists of what is active, no work for flits that nothing can
//! hinder ([`stream`]), and no allocation once the network is warm. The plain engine ([`plain`]) has the same rules written
//! down once each, and the two agree state by state.
//!
//! # References
//! J. Duato, "A new theory of deadlock-free adaptive routing in wormhole networks", IEEE TPDS 4(12), 1993.
//! W. J. Dally, "Virtual-channel flow control", IEEE TPDS 3(2), 1992 (lanes, and the turns they take).

mod measure;
mod message;
pub mod plain;
mod router;
pub mod routing;
mod setting;
mod simulator;
mod source;
mod station;
pub mod stream;
#[cfg(test)]
mod tests;
pub mod transfer;
mod view;
mod waits;
mod worm;

pub use measure::{Hops, MOST_VCS, WindowMeasures};
pub use message::{CompletedBroadcast, Delivery};
pub use router::{Act, InLane, InSlot, Obstacle, Onward, Outcome, Request, Router, RouterChannel};
pub use setting::{
    Config, Credit, Escape, Fill, Injection, MOST_DIMENSIONS, Orient, Routing, Select, Setting, Topology, TurnSet,
};
pub use simulator::WormholeRun;
pub use view::{LaneView, Stuck, Waiting, WormPath};
pub use waits::{BlockedHeader, Circle, Tie, first_circle};

use super::{AuditFault, pool::Slab};
use measure::Window;
use message::{NONE, PendingBroadcast, PendingMessage};
use rand::SeedableRng;
use rand_pcg::Pcg32;
use source::SourceQueue;
use worm::{FlitArrival, NOWHERE, PhysicalChannel, Worm, WormHop};

/// The mask of a virtual channel.
const fn bit(vc: u32) -> u16 {
    1 << vc
}

/// A network with its worms at one instant.
#[derive(Clone, Debug)]
pub struct Network {
    setting: Setting,
    load: f64,
    nodes: u32,
    /// Channels out of each node.
    ports: u32,
    slots: u32,
    /// Bits of a virtual channel in the number of a lane, and their mask.
    shift: u32,
    vc_mask: u32,
    /// The lanes of a channel, and the adaptive ones.
    all: u16,
    adaptive: u16,
    /// Those of each class in dimension order: in the last part of a path, and in the part to another node before.
    groups: [[u16; 2]; 2],
    /// True if worms that nothing can hinder stream.
    streaming: bool,
    /// True if a buffer at the destination has room in every second cycle only.
    blinks: bool,

    now: u64,
    /// The end of the cycle that is being simulated.
    stamp: u32,
    arrivals: Pcg32,
    destinations: Pcg32,
    routing: Pcg32,
    /// The next instant of the Poisson process of all nodes; infinite when nothing is generated.
    next_arrival: f64,

    /// By channel and virtual channel: the place among the steps of the hop of the worm that has it, or [`NOWHERE`] while it is free.
    lanes: Vec<u32>,
    /// The number of a lane that no message uses.
    nowhere: u32,
    channels: Vec<PhysicalChannel>,
    /// By channel: when `taken` changed.
    since: Vec<u32>,
    /// By channel: the nodes at its two ends.
    near: Vec<u32>,
    far: Vec<u32>,
    /// Channels that may have a flit ready, in no order, how many they are, and those of them that depend on others.
    active: Vec<u32>,
    active_count: usize,
    hard: Vec<u32>,
    /// By node: when a lane of it became free.
    freed: Vec<u32>,
    /// By node, if it sends one flit in a cycle: the end of the last cycle in which it has sent one.
    injected: Vec<u32>,

    queues: Vec<SourceQueue>,
    messages: Slab<PendingMessage>,
    worms: Slab<Worm>,
    broadcasts: Slab<PendingBroadcast>,
    /// The hops of each worm, one behind the other. The first place is [`NOWHERE`].
    path: Vec<WormHop>,
    /// By number of hops: the first places of paths that no worm has any more.
    paths: Vec<Vec<u32>>,
    /// The numbers of the next message and the next broadcast, which begin again after 2^32 of them, and how many there have been.
    next_message: u32,
    next_broadcast: u32,
    queued: u64,
    broadcast: u64,
    /// Flits times channels that all messages generated need at least.
    needed: u64,

    /// Bytes for the paths of messages that will leave their queue for a slot.
    promised: u64,
    /// Queues that may have a message for a free slot.
    fill: Vec<u32>,
    /// Message and worm of headers that will look for a lane, and of those that have looked in vain.
    headers: Vec<(u32, u32)>,
    looking: Vec<(u32, u32)>,
    /// Lanes that carry a flit in this cycle.
    moves: Vec<u32>,
    /// Those of them with a next station, the stations before them, and those of them where there is something to notice.
    moved: [Vec<u32>; 3],
    /// Channels that are being decided, and which of their lanes may still move.
    asked: Vec<(u32, u16)>,
    /// Lanes that eject a flit in the next cycle, if that matters.
    ejecting: Vec<u32>,
    /// Channels that were left to one worm.
    lonely: Vec<u32>,
    /// Worms whose tail crosses a lane between stations, by time.
    calendar: Vec<Vec<u32>>,
    /// The arrivals at stations, by time.
    arriving: Vec<Vec<FlitArrival>>,
    version: u32,
    calendar_mask: u32,
    /// The number of worms in the calendar.
    streams: u32,
    /// Last lane and worm of messages whose tail was ejected.
    done: Vec<(u32, u32)>,

    deliveries: Vec<Delivery>,
    completed: Vec<CompletedBroadcast>,
    pending: usize,
    /// The part of them that are unicasts, and all unicasts generated.
    pending_unicasts: u64,
    unicasts: u64,
    delivered: u64,
    /// Flits of the worms that have left a lane, once for each lane.
    released: u64,
    /// By lane: flits carried in the window, less those of the worms that are under way, modulo 2^32. A lane carries one flit in a cycle at
    /// most, and no run has 2^32 cycles.
    carried: Vec<u32>,
    window: Window,
    last_progress: u64,
}

impl Network {
    /// The idle network at time 0.
    pub fn new(config: Config) -> Self {
        let Config { network: setting, load, seed, replication } = config;
        let (nodes, ports, channels) = (setting.nodes(), setting.ports(), setting.channels() as usize);
        let shift = setting.vcs.next_power_of_two().trailing_zeros();
        let all = ((1_u32 << setting.vcs) - 1) as u16;
        let lanes = channels << shift;
        let days = (setting.flits + setting.longest_path() + 4).next_power_of_two();
        let stream = |number: u64| Pcg32::seed_from_u64((4 * u64::from(replication) + number) << 32 | u64::from(seed));
        let one = setting.injection == Injection::One;
        let by_node = if one { nodes as usize } else { 0 };
        let mut network = Self {
            setting,
            load,
            nodes,
            ports,
            slots: setting.slots(),
            shift,
            vc_mask: (1 << shift) - 1,
            all,
            adaptive: if setting.routing == Routing::Turns { all } else { all & !(bit(setting.escapes()) - 1) },
            groups: [true, false].map(|last| [0, 1].map(|class| setting.group(last, class.min(setting.classes() - 1)))),
            streaming: setting.credit == Credit::Same,
            blinks: setting.credit == Credit::Previous && setting.depth == 1,
            now: 0,
            stamp: 0,
            arrivals: stream(1),
            destinations: stream(2),
            routing: stream(3),
            next_arrival: 0.0,
            lanes: vec![NOWHERE; lanes],
            nowhere: lanes as u32,
            channels: vec![PhysicalChannel::FREE; channels + 1],
            since: vec![0; channels + 1],
            near: (0..channels as u32).map(|channel| channel / ports).collect(),
            far: (0..channels as u32).map(|channel| setting.grid().far_end(channel)).collect(),
            active: vec![0; channels + 1],
            active_count: 0,
            hard: vec![0; channels + 1],
            freed: vec![0; nodes as usize],
            injected: vec![0; by_node],
            queues: vec![SourceQueue::EMPTY; (nodes * setting.queues()) as usize],
            messages: Slab::new(),
            worms: Slab::new(),
            broadcasts: Slab::new(),
            path: vec![WormHop::taken(NONE, 0, lanes as u32, 0)],
            paths: vec![Vec::new(); setting.longest_path() as usize + 1],
            next_message: 0,
            next_broadcast: 0,
            queued: 0,
            broadcast: 0,
            needed: 0,
            promised: 0,
            fill: Vec::new(),
            headers: Vec::new(),
            looking: Vec::new(),
            moves: Vec::new(),
            moved: std::array::from_fn(|_| vec![0; channels]),
            asked: Vec::new(),
            ejecting: Vec::new(),
            lonely: Vec::new(),
            calendar: vec![Vec::new(); days as usize],
            arriving: vec![Vec::new(); days as usize],
            version: 0,
            calendar_mask: days - 1,
            streams: 0,
            done: Vec::new(),
            deliveries: Vec::new(),
            completed: Vec::new(),
            pending: 0,
            pending_unicasts: 0,
            unicasts: 0,
            delivered: 0,
            released: 0,
            carried: vec![0; lanes],
            window: Window::default(),
            last_progress: 0,
        };
        network.draw_next_arrival();
        setting.circle_filled().into_iter().for_each(|nodes| {
            network.inject_by_way_of(nodes, setting.flits);
        });
        network
    }

    /// Simulates one cycle, in five phases.
    pub fn step(&mut self) {
        self.deliveries.clear();
        self.completed.clear();
        self.settle_lonely();
        self.arrive();
        self.fill_slots();
        self.route_headers();
        self.transfer();
        self.now += 1;
        if !self.done.is_empty() {
            let mut done = std::mem::take(&mut self.done);
            done.sort_unstable();
            done.drain(..).for_each(|(_, worm)| self.complete(worm));
            self.done = done;
        }
    }

    /// Leaves out the cycles before a time if nothing can happen in them. The state is that after as many steps.
    pub(crate) fn skip_idle(&mut self, time: u64) {
        let listed = self.active_count > 0 && self.setting.injection != Injection::One;
        let still = self.pending == 0 && !listed && self.ejecting.is_empty();
        if !still || self.next_arrival <= time as f64 {
            return;
        }
        // Entries of earlier worms stay in the calendar until their day.
        for day in (self.now + 1..=time).take(self.calendar.len()) {
            let day = (day as u32 & self.calendar_mask) as usize;
            self.calendar[day].clear();
            self.arriving[day].clear();
        }
        self.now = self.now.max(time);
        self.stamp = self.now as u32;
        self.deliveries.clear();
        self.completed.clear();
    }

    /// Compares what must agree between two steps: without messages nothing is held, and every place is free.
    pub fn audit(&self) -> Result<(), AuditFault> {
        let places = self.messages.used();
        if places != self.pending {
            return Err(AuditFault::Present { found: places as u64, counted: self.pending as u64 });
        }
        let taken: u32 = self.channels[..self.near.len()].iter().map(|channel| channel.taken().count_ones()).sum();
        if self.pending == 0 && taken > 0 {
            return Err(AuditFault::Taken { taken: u64::from(taken), counted: 0 });
        }
        Ok(())
    }

    /// Generates nothing more. What is in the network and its queues is still delivered.
    pub const fn stop_sources(&mut self) {
        self.next_arrival = f64::INFINITY;
    }
}
