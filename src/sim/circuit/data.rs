//! Lanes and their flits. A circuit knows how many flits have crossed each of its lanes; there are no flits as objects.
//!
//! ```text
//!   position     0 (injection)        1                     h                     D
//!   M flits  ==================>[2]==============>[2] ... ============>[2] ... ==========> destination
//!             crossed[0]             crossed[1]            crossed[h]            crossed[D]
//! ```
//! Lane h can move a flit if crossed[h-1] > crossed[h] (for h = 0: M > crossed[0]) and its buffer has a place: crossed[h] - crossed[h+1] is below
//! the depth (always for h = D). A channel with such lanes is on the list of active channels; all others cost nothing.

use super::{AuditFault, Injection, NONE, Network, Setting};
use crate::traffic::mmpp::MOST_COMPONENTS;

/// A physical channel: the network's first, then those of injection.
#[derive(Clone, Copy, Debug, Default)]
struct CircuitChannel {
    /// Virtual channels that can move a flit, and those that are taken; a bit each.
    ready: u32,
    taken: u32,
    /// The virtual channel that moved last: the turn is with the next one.
    last: u32,
    active: bool,
}

/// The state of a lane that is given back.
pub(super) enum Released {
    /// One of a channel of the network, of which so many are still taken.
    Network { busy: u32 },
    /// That of an injection port.
    Injection { port: u32 },
}

/// All lanes. The number of a lane is that of its channel, shifted, and its virtual channel in the bits below: no division finds either.
#[derive(Clone, Debug)]
pub(super) struct Lanes {
    vcs: u32,
    /// Bits for a virtual channel.
    shift: u32,
    flits: u32,
    depth: u32,
    injection: Injection,
    /// Channels of the network; those of injection come after them.
    network: u32,
    channels: Vec<CircuitChannel>,
    /// By lane: the circuit and the position in its path.
    holder: Vec<(u32, u32)>,
    /// Positions of a circuit: injection, n hops.
    positions: u32,
    /// By circuit and position: the lane, and the flits that have crossed it.
    path: Vec<u32>,
    crossed: Vec<u32>,
    /// By circuit: the number of hops, when it is known.
    length: Vec<u32>,
    /// Channels with a lane that can move.
    active: Vec<u32>,
    /// Lanes that move in this cycle.
    moves: Vec<u32>,
}

impl Setting {
    /// The memory of a network without a message, bytes: its channels with their virtual channels, its queues and its sources.
    pub const fn bytes(&self) -> u64 {
        /// The next arrivals of a node, one for each process.
        const ARRIVALS: u64 = 16 * MOST_COMPONENTS as u64;
        let nodes = 1_u64 << self.n;
        let queues = nodes * self.vcs as u64 * size_of::<super::Port>() as u64;
        Lanes::bytes_of(self) + queues + nodes * ARRIVALS
    }
}

impl Lanes {
    /// The channels of a network, and those of injection.
    const fn channels_of(setting: &Setting) -> (u32, u32) {
        let nodes = 1_u32 << setting.n;
        let injection = match setting.injection {
            Injection::Each => nodes * setting.vcs,
            Injection::Shared => nodes,
        };
        (nodes * setting.n, injection)
    }

    /// The memory of the lanes of a network without a message, bytes.
    pub(super) const fn bytes_of(setting: &Setting) -> u64 {
        let (channels, injection) = Self::channels_of(setting);
        // Of a lane, who holds it; of a channel, its place among those that are active and that move.
        let lanes = setting.vcs.next_power_of_two() as usize * size_of::<(u32, u32)>();
        let channel = size_of::<CircuitChannel>() + 2 * size_of::<u32>() + lanes;
        (channels as u64 + injection as u64) * channel as u64
    }

    pub(super) fn new(setting: &Setting) -> Self {
        let (channels, injection) = Self::channels_of(setting);
        let shift = setting.vcs.next_power_of_two().trailing_zeros();
        Self {
            vcs: setting.vcs,
            shift,
            flits: setting.flits,
            depth: setting.depth,
            injection: setting.injection,
            network: channels,
            channels: vec![CircuitChannel::default(); (channels + injection) as usize],
            holder: vec![(NONE, 0); ((channels + injection) as usize) << shift],
            positions: setting.n + 1,
            path: Vec::new(),
            crossed: Vec::new(),
            length: Vec::new(),
            active: Vec::with_capacity((channels + injection) as usize),
            moves: Vec::with_capacity((channels + injection) as usize),
        }
    }

    /// The lane of an injection port.
    const fn of_port(&self, port: u32) -> u32 {
        match self.injection {
            Injection::Each => (self.network + port) << self.shift,
            Injection::Shared => ((self.network + port / self.vcs) << self.shift) | (port % self.vcs),
        }
    }

    /// The injection port of a lane.
    const fn port(&self, lane: u32) -> u32 {
        let channel = (lane >> self.shift) - self.network;
        match self.injection {
            Injection::Each => channel,
            Injection::Shared => channel * self.vcs + self.vc(lane),
        }
    }

    const fn vc(&self, lane: u32) -> u32 {
        lane & ((1 << self.shift) - 1)
    }

    const fn at(&self, circuit: u32, position: u32) -> usize {
        (circuit * self.positions + position) as usize
    }

    /// True if a channel of the network has a free virtual channel.
    pub(super) fn any_free(&self, channel: u32) -> bool {
        self.channels[channel as usize].taken.count_ones() < self.vcs
    }

    /// A circuit begins at an injection port.
    pub(super) fn begin(&mut self, circuit: u32, port: u32) {
        let places = self.at(circuit + 1, 0);
        if self.path.len() < places {
            self.path.resize(places, NONE);
            self.crossed.resize(places, 0);
            self.length.resize(circuit as usize + 1, 0);
        }
        let lane = self.of_port(port);
        let at = self.at(circuit, 0);
        self.path[at] = lane;
        self.crossed[at..places].fill(0);
        self.length[circuit as usize] = 0;
        self.holder[lane as usize] = (circuit, 0);
    }

    /// A circuit takes the first free virtual channel of a channel; gives how many are taken then.
    pub(super) fn take(&mut self, channel: u32, circuit: u32, position: u32) -> u32 {
        let state = &mut self.channels[channel as usize];
        let vc = (!state.taken).trailing_zeros();
        state.taken |= 1 << vc;
        let busy = state.taken.count_ones();
        let (lane, at) = (channel << self.shift | vc, self.at(circuit, position));
        self.path[at] = lane;
        self.holder[lane as usize] = (circuit, position);
        busy
    }

    pub(super) fn of_circuit(&self, circuit: u32, position: u32) -> u32 {
        self.path[self.at(circuit, position)]
    }

    /// The path of a circuit has so many hops.
    pub(super) fn complete(&mut self, circuit: u32, hops: u32) {
        self.length[circuit as usize] = hops;
    }

    /// The first flit of a circuit may go.
    pub(super) fn begin_data(&mut self, circuit: u32) {
        self.update(circuit, 0);
    }

    /// A lane is free.
    pub(super) fn release(&mut self, lane: u32) -> Released {
        self.holder[lane as usize] = (NONE, 0);
        let channel = lane >> self.shift;
        if channel >= self.network {
            return Released::Injection { port: self.port(lane) };
        }
        let vc = self.vc(lane);
        let state = &mut self.channels[channel as usize];
        state.taken &= !(1 << vc);
        Released::Network { busy: state.taken.count_ones() }
    }

    /// Computes anew whether a position of a circuit can move a flit.
    fn update(&mut self, circuit: u32, position: u32) {
        let (at, length) = (self.at(circuit, position), self.length[circuit as usize]);
        let crossed = self.crossed[at];
        let came = if position == 0 { self.flits } else { self.crossed[at - 1] };
        let place = position == length || crossed - self.crossed[at + 1] < self.depth;
        let lane = self.path[at];
        let (channel, bit) = (lane >> self.shift, self.vc(lane));
        let state = &mut self.channels[channel as usize];
        if came > crossed && place {
            state.ready |= 1 << bit;
            if !state.active {
                state.active = true;
                self.active.push(channel);
            }
        } else {
            state.ready &= !(1 << bit);
        }
    }

    /// The lanes that move, one of each active channel, from the state at the start of the cycle.
    fn draw_moves(&mut self) {
        self.moves.clear();
        let mut i = 0;
        while i < self.active.len() {
            let channel = self.active[i];
            let state = &mut self.channels[channel as usize];
            if state.ready == 0 {
                state.active = false;
                self.active.swap_remove(i);
                continue;
            }
            // The first ready one after the last that moved, else the first of all.
            let after = state.ready & (u32::MAX << state.last << 1);
            let vc = if after == 0 { state.ready.trailing_zeros() } else { after.trailing_zeros() };
            state.last = vc;
            self.moves.push(channel << self.shift | vc);
            i += 1;
        }
    }

    /// The lanes of the network that are taken, in ascending order: channel, virtual channel, circuit, position in its path.
    pub(super) fn taken(&self) -> impl Iterator<Item = (u32, u32, u32, u32)> + '_ {
        let network = &self.holder[..(self.network as usize) << self.shift];
        let taken = (0..).zip(network).filter(|(_, (circuit, _))| *circuit != NONE);
        taken.map(|(lane, &(circuit, position))| (self.channel(lane), self.vc(lane), circuit, position))
    }

    /// The circuits that hold a lane of an injection port or of the network, in ascending order.
    pub(super) fn holders(&self) -> Vec<u32> {
        let mut holders: Vec<u32> =
            self.holder.iter().map(|&(circuit, _)| circuit).filter(|&circuit| circuit != NONE).collect();
        holders.sort_unstable();
        holders.dedup();
        holders
    }

    /// The channel of a lane.
    pub(super) const fn channel(&self, lane: u32) -> u32 {
        lane >> self.shift
    }

    /// Flits of a circuit that have crossed a position of its path.
    pub(super) fn crossed(&self, circuit: u32, position: u32) -> u32 {
        self.crossed[self.at(circuit, position)]
    }

    /// True if a circuit still holds the lane at a position of its path.
    pub(super) fn holds(&self, circuit: u32, position: u32) -> bool {
        self.holder[self.of_circuit(circuit, position) as usize] == (circuit, position)
    }

    /// The lanes, as channel and virtual channel, on which a flit moved in the last cycle.
    pub(super) fn moved(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.moves.iter().map(|&lane| (self.channel(lane), self.vc(lane)))
    }

    /// The memory that they take, bytes, roughly.
    pub(super) fn bytes(&self) -> usize {
        let numbers = self.path.len() + self.crossed.len() + self.length.len() + self.active.len() + self.moves.len();
        size_of_val(self.channels.as_slice()) + size_of_val(self.holder.as_slice()) + 4 * numbers
    }

    /// Lanes of the network that are taken.
    pub(super) fn busy(&self) -> u64 {
        self.channels.iter().map(|channel| u64::from(channel.taken.count_ones())).sum()
    }

    pub(super) fn audit(&self, idle: bool) -> Result<(), AuditFault> {
        for (lane, &(circuit, position)) in (0..).zip(&self.holder) {
            if circuit != NONE && idle {
                return Err(AuditFault::Taken { taken: 1, counted: 0 });
            }
            if circuit != NONE && self.path[self.at(circuit, position)] != lane {
                return Err(AuditFault::Strange { lane });
            }
            let channel = lane >> self.shift;
            let taken = self.channels[channel as usize].taken >> self.vc(lane) & 1 == 1;
            if taken != (circuit != NONE) && channel < self.network {
                return Err(AuditFault::Torn { lane });
            }
            if circuit == NONE || self.length[circuit as usize] == 0 || position == self.length[circuit as usize] {
                continue;
            }
            let at = self.at(circuit, position);
            let held = self.crossed[at].wrapping_sub(self.crossed[at + 1]);
            if held > self.depth {
                return Err(AuditFault::Overfull { lane, held });
            }
        }
        Ok(())
    }
}

impl Network {
    /// Phase 4.
    pub(super) fn move_flits(&mut self) {
        self.lanes.draw_moves();
        if self.lanes.moves.is_empty() {
            return;
        }
        self.last_progress = self.cycle + 1;
        for i in 0..self.lanes.moves.len() {
            let (circuit, position) = self.lanes.holder[self.lanes.moves[i] as usize];
            let at = self.lanes.at(circuit, position);
            self.lanes.crossed[at] += 1;
            // The first of its lanes leads from the source to its router.
            if position > 0 {
                self.flit_hops += 1;
                self.tally.count(self.lanes.channel(self.lanes.moves[i]));
            }
        }
        // Only when all have moved is it known who can move next.
        for i in 0..self.lanes.moves.len() {
            let lane = self.lanes.moves[i];
            let (circuit, position) = self.lanes.holder[lane as usize];
            let length = self.lanes.length[circuit as usize];
            self.lanes.update(circuit, position);
            // A lane that the tail has left may belong to somebody else by now.
            if position > 0 && self.lanes.crossed[self.lanes.at(circuit, position - 1)] < self.config.network.flits {
                self.lanes.update(circuit, position - 1);
            }
            if position < length {
                self.lanes.update(circuit, position + 1);
            }
            if self.lanes.crossed[self.lanes.at(circuit, position)] == self.config.network.flits {
                self.released.push(lane);
                if position == length {
                    self.deliver(circuit);
                }
            }
        }
    }
}
