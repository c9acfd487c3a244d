//! Lanes and their holders. A circuit has the number of flits that have still to cross each of its lanes; flits are no objects.
//!
//! ```text
//!   position     0 (injection)        1                     h                     D
//!   M flits  ==================>[2]==============>[2] ... ============>[2] ... ==========> destination
//!              left[0]               left[1]               left[h]               left[D]
//! ```
//! Lane h can move a flit if one waits at its near end, left[h] > left[h-1] (for h = 0: left[0] > 0), and its buffer has a place:
//! left[h+1] - left[h] is below the depth (always for h = D). With a hop before the first and one behind the last, to which no flit has to
//! go any more, that is one rule for all. [`moves`](super::moves) moves flits one by one, [`stream`](super::stream) unhindered ones.

use super::lane::{Calendar, CircuitChannel, CircuitHop, Sender, Turns, channel_of, lane_of, vc_of};
use super::{AuditFault, Injection, NONE, Setting};
use crate::traffic::mmpp::MOST_COMPONENTS;

pub(super) enum Released {
    /// A lane of a network channel, of which `busy` lanes are still taken.
    Network { busy: u32 },
    /// The lane of an injection port.
    Injection { port: u32 },
}

#[derive(Clone, Debug)]
pub(super) struct Lanes {
    vcs: u32,
    /// Bits for a virtual channel in the index of a lane.
    pub shift: u32,
    pub flits: u32,
    pub depth: u32,
    injection: Injection,
    /// Channels of the network; those of injection come after them.
    pub network: u32,
    /// The lane that no message uses.
    pub nobody: u32,
    pub channels: Vec<CircuitChannel>,
    /// By index of a lane: the hop that has it, and the circuit of that.
    pub held_by: Vec<u32>,
    circuits: Vec<u32>,
    /// Hops of a circuit: an unused one, injection, n hops, an unused one.
    stride: u32,
    pub hops: Vec<CircuitHop>,
    pub senders: Vec<Sender>,
    pub turns: Turns,
    pub calendar: Calendar,
    /// Lanes of the network that stream.
    pub streaming: u64,
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
        let lanes = setting.vcs.next_power_of_two() as usize * 2 * size_of::<u32>();
        let channel = size_of::<CircuitChannel>() + 2 * size_of::<u32>() + lanes;
        (channels as u64 + injection as u64) * channel as u64
    }

    pub(super) fn new(setting: &Setting) -> Self {
        let (network, injection) = Self::channels_of(setting);
        let shift = setting.vcs.next_power_of_two().trailing_zeros();
        let all = (network + injection) as usize;
        let mut channels = vec![CircuitChannel::FREE; all];
        // The unused channel never joins the list of active channels.
        channels.push(CircuitChannel { idle: 0, ..CircuitChannel::FREE });
        Self {
            vcs: setting.vcs,
            shift,
            flits: setting.flits,
            depth: setting.depth,
            injection: setting.injection,
            network,
            nobody: lane_of(network + injection, 0),
            channels,
            held_by: vec![0; all << shift],
            circuits: vec![NONE; all << shift],
            stride: setting.n + 3,
            hops: Vec::new(),
            senders: Vec::new(),
            turns: Turns::new(all),
            calendar: Calendar::new(),
            streaming: 0,
        }
    }

    /// The lane of an injection port.
    const fn of_port(&self, port: u32) -> u32 {
        match self.injection {
            Injection::Each => lane_of(self.network + port, 0),
            Injection::Shared => lane_of(self.network + port / self.vcs, port % self.vcs),
        }
    }

    /// The injection port of a lane.
    const fn port(&self, lane: u32) -> u32 {
        let channel = channel_of(lane) - self.network;
        match self.injection {
            Injection::Each => channel,
            Injection::Shared => channel * self.vcs + vc_of(lane),
        }
    }

    /// The index of a lane.
    const fn index(&self, lane: u32) -> usize {
        (channel_of(lane) << self.shift | vc_of(lane)) as usize
    }

    /// The index of a hop of a circuit, or of the unused hops before and behind it. There are two more places at each end.
    #[inline]
    pub(super) const fn at(&self, circuit: u32, position: u32) -> usize {
        (circuit * self.stride + position) as usize + 2
    }

    /// The circuit that has a lane.
    pub(super) fn circuit_of(&self, lane: u32) -> u32 {
        self.circuits[self.index(lane)]
    }

    /// The circuit of the virtual channels of a mask, if that is one.
    #[inline]
    pub(super) fn only(&self, channel: u32, mask: u16) -> Option<u32> {
        mask.is_power_of_two().then(|| self.circuit_of(lane_of(channel, mask.trailing_zeros())))
    }

    /// True if a channel of the network has a free virtual channel.
    #[inline]
    pub(super) fn any_free(&self, channel: u32) -> bool {
        self.channels[channel as usize].taken.count_ones() < self.vcs
    }

    /// A circuit begins at an injection port.
    pub(super) fn begin(&mut self, circuit: u32, port: u32) {
        let places = self.at(circuit + 1, 0) + 2;
        if self.hops.len() < places {
            self.hops.resize(places, CircuitHop { left: 0, lane: self.nobody });
            self.senders.resize(circuit as usize + 1, Sender::NEW);
        }
        self.senders[circuit as usize] = Sender::NEW;
        self.hold(circuit, 0, self.of_port(port));
    }

    /// A circuit takes the first free virtual channel of a channel; gives how many are taken then.
    pub(super) fn take(&mut self, channel: u32, circuit: u32, position: u32) -> u32 {
        let state = &mut self.channels[channel as usize];
        let vc = (!state.taken).trailing_zeros();
        state.taken |= 1 << vc;
        let busy = state.taken.count_ones();
        self.hold(circuit, position, lane_of(channel, vc));
        busy
    }

    fn hold(&mut self, circuit: u32, position: u32, lane: u32) {
        let (at, index) = (self.at(circuit, position), self.index(lane));
        self.hops[at] = CircuitHop { left: self.flits, lane };
        (self.held_by[index], self.circuits[index]) = (at as u32, circuit);
    }

    pub(super) fn of_circuit(&self, circuit: u32, position: u32) -> u32 {
        self.hops[self.at(circuit, position)].lane
    }

    /// Completes the path of a circuit, at `hops` hops.
    pub(super) fn complete(&mut self, circuit: u32, hops: u32) {
        self.senders[circuit as usize].length = hops;
        let behind = self.at(circuit, hops + 1);
        self.hops[behind] = CircuitHop { left: 0, lane: self.nobody };
    }

    pub(super) fn release(&mut self, lane: u32) -> Released {
        let index = self.index(lane);
        (self.held_by[index], self.circuits[index]) = (0, NONE);
        let channel = channel_of(lane);
        if channel >= self.network {
            return Released::Injection { port: self.port(lane) };
        }
        let state = &mut self.channels[channel as usize];
        state.taken &= !(1 << vc_of(lane));
        Released::Network { busy: state.taken.count_ones() }
    }

    /// The lanes that are held, in ascending order: the lane, the circuit, and the position in its path.
    fn held(&self) -> impl Iterator<Item = (u32, u32, u32)> + '_ {
        let held = (0..).zip(&self.circuits).filter(|&(_, &circuit)| circuit != NONE);
        held.map(|(index, &circuit)| {
            let lane = lane_of(index >> self.shift, index & ((1 << self.shift) - 1));
            let position = self.held_by[index as usize] - self.at(circuit, 0) as u32;
            (lane, circuit, position)
        })
    }

    /// The lanes of the network that are taken, in ascending order: channel, virtual channel, circuit, position in its path.
    pub(super) fn taken(&self) -> impl Iterator<Item = (u32, u32, u32, u32)> + '_ {
        let taken = self.held().take_while(|&(lane, ..)| channel_of(lane) < self.network);
        taken.map(|(lane, circuit, position)| (channel_of(lane), vc_of(lane), circuit, position))
    }

    /// The circuits that hold a lane of an injection port or of the network, in ascending order.
    pub(super) fn holders(&self) -> Vec<u32> {
        let mut holders: Vec<u32> = self.held().map(|(_, circuit, _)| circuit).collect();
        holders.sort_unstable();
        holders.dedup();
        holders
    }

    /// True if a circuit still holds the lane at a position of its path.
    pub(super) fn holds(&self, circuit: u32, position: u32) -> bool {
        let at = self.at(circuit, position);
        let lane = self.hops[at].lane;
        lane != self.nobody && self.circuit_of(lane) == circuit && self.held_by[self.index(lane)] == at as u32
    }

    /// The memory that they take, bytes, roughly.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(self.channels.as_slice())
            + size_of_val(self.held_by.as_slice())
            + size_of_val(self.circuits.as_slice())
            + size_of_val(self.hops.as_slice())
            + size_of_val(self.senders.as_slice())
            + self.turns.bytes()
    }

    /// Lanes of the network that are taken.
    pub(super) fn busy(&self) -> u64 {
        self.channels.iter().map(|channel| u64::from(channel.taken.count_ones())).sum()
    }

    /// Checks the lanes at a time.
    pub(super) fn audit(&self, idle: bool, now: u64) -> Result<(), AuditFault> {
        let mut taken = 0;
        for (lane, circuit, position) in self.held() {
            if idle {
                return Err(AuditFault::Taken { taken: 1, counted: 0 });
            }
            if self.of_circuit(circuit, position) != lane {
                return Err(AuditFault::Strange { lane });
            }
            let channel = channel_of(lane);
            if channel < self.network {
                taken += 1;
                if self.channels[channel as usize].taken >> vc_of(lane) & 1 == 0 {
                    return Err(AuditFault::Torn { lane });
                }
            }
            let length = self.senders[circuit as usize].length;
            if length == 0 || position == length {
                continue;
            }
            let held = self.crossed(circuit, position, now).wrapping_sub(self.crossed(circuit, position + 1, now));
            if held > self.depth {
                return Err(AuditFault::Overfull { lane, held });
            }
        }
        if taken == self.busy() { Ok(()) } else { Err(AuditFault::Taken { taken: self.busy(), counted: taken }) }
    }
}
