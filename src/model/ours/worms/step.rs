//! One step of the fixed point: equations (10) to (18).

use std::sync::Arc;

use super::{
    chain::{Chain, ChannelLoads, ChannelState, CopyPlace, unclaimed},
    geometry::Geometry,
    headers::HeaderRates,
    network::{QueuePlace, Traffic},
    sharing::{L, Powers, Rates, Sharing, slowness},
    unknowns::Unknowns,
};
use crate::solve::power;
use crate::topology::wormhole::WormholeNetwork;

/// The largest part of the headers that may find no way in where the unknowns rest. Steps that come to rest with all of them differ by
/// less, those beyond the end by more.
const VANISHED: f64 = 1e-4;

/// The least part of the flits offered that channels carry.
const LEAST_CARRIED: f64 = 0.9;

/// Headers at one kind of hop.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Blocked {
    /// Chance that they are blocked.
    pub chance: f64,
    /// Their wait where they are, cycles.
    pub wait: f64,
}

/// The results of a step beside the next unknowns.
#[derive(Clone, Debug)]
pub struct Step {
    /// P_v: law of the virtual channels held, v = 0..V.
    pub law: Vec<f64>,
    /// Q(v, c'): chance of v unicasts, without a copy and with one.
    pub beside: Vec<[f64; 2]>,
    /// Mean number of unicasts on a channel, N_u.
    pub unicasts: f64,
    /// G(i): chance that a worm could go at rate t_i on one channel.
    pub rates: Rates,
    /// q': chance that a worm beside me travels along, copies counted.
    pub together: f64,
    /// σ(j): cycles per flit of a worm on j channels; `[0]` is j = 1.
    pub slow: Vec<f64>,
    /// Pb_r: chance that a header with r dimensions to go is blocked; `[0]` is r = 1.
    pub blocking: Vec<f64>,
    /// w_r: how long it then waits, cycles.
    pub wait: Vec<f64>,
    /// In a single ring, headers at their first hop and at later ones: `blocking` and `wait` are the means of both.
    pub ring: Option<[Blocked; 2]>,
    /// h_B: chance that a copy finds all virtual channels held.
    pub copy_waits: f64,
    /// Headers that find a way into a channel, or wait for one, as a part of those that ask: 1 where the unknowns rest, and less where π(a)
    /// of some a < A falls to nothing.
    pub admitted: f64,
}

impl Step {
    /// Headers with r + 1 dimensions to go, in a single ring those at a later hop than the first.
    pub(super) fn later(&self, r: usize) -> Blocked {
        self.ring.map_or(Blocked { chance: self.blocking[r], wait: self.wait[r] }, |[_, later]| later)
    }
}

/// Sums over the states of a channel.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    /// Copies on adaptive virtual channels.
    adaptive_copies: f64,
    /// States without a copy: all of them, those where one can start, those where none can.
    without: f64,
    ready: f64,
    shut: f64,
    /// Where a header can be blocked, as one with one dimension to go sees it.
    weight: f64,
    held: f64,
    copy: f64,
    /// Headers that wait there already; in a single ring, those that are served before one at its first hop and before one at a later hop.
    ahead: [f64; 2],
}

impl Sums {
    fn add_copies(&mut self, chance: f64, state: &ChannelState, vcs: usize, exclusion: f64) {
        if state.copy == CopyPlace::Adaptive {
            self.adaptive_copies += chance;
        }
        if !state.has_copy() {
            self.without += chance;
            if state.held() < vcs {
                self.ready += chance * power(1.0 - exclusion, state.held());
            } else {
                self.shut += chance;
            }
        }
    }

    /// Adds a state that a header sees with the chance `seen`; in a single ring, with the part of those at a later hop that it blocks.
    fn add_full(&mut self, seen: f64, state: &ChannelState, (handed, class): ([f64; 2], usize), later: Option<f64>) {
        self.weight += seen;
        self.held += seen * state.held() as f64;
        self.copy += if state.has_copy() { seen } else { 0.0 };
        let Some(later) = later else {
            self.ahead[0] += seen * handed[class] / (1.0 - handed[class]);
            return;
        };
        // The oldest is served first: of the headers that wait, those on their way come before those at their first hop.
        let adaptive = f64::from(state.adaptive);
        let asked = (adaptive * (1.0 - unclaimed(handed, true)) + handed[class]) / (adaptive + 1.0);
        let later = later * asked;
        self.ahead[0] += seen * (1.0 / ((1.0 - later) * (1.0 - asked)) - 1.0);
        self.ahead[1] += seen * later / (1.0 - later);
    }
}

/// A network ready to be solved: what does not depend on the load, and room to work in.
#[derive(Clone, Debug)]
pub struct Solver {
    pub(crate) network: WormholeNetwork,
    /// Facts of it that do not depend on the traffic.
    pub geometry: Arc<Geometry>,
    /// The shares of a channel, in the last step.
    pub sharing: Sharing,
    pub(crate) last: Step,
    headers: HeaderRates,
    chain: Chain,
    next: Unknowns,
}

impl Solver {
    /// A network, with broadcasts or without.
    pub fn new(network: WormholeNetwork, broadcasts: bool) -> Self {
        let geometry = Arc::new(Geometry::of(&network));
        let (vcs, adaptive, dimensions) = (network.vcs as usize, network.adaptive() as usize, network.n as usize);
        let chain = Chain::new(adaptive, network.escapes() as usize, broadcasts);
        let last = Step {
            law: vec![0.0; vcs + 1],
            beside: vec![[0.0; 2]; vcs + 1],
            unicasts: 0.0,
            rates: [1.0; L],
            together: 0.0,
            slow: vec![1.0; geometry.longest()],
            blocking: vec![0.0; dimensions],
            wait: vec![0.0; dimensions],
            ring: None,
            copy_waits: 0.0,
            admitted: 1.0,
        };
        let next = Unknowns::idle(adaptive, vec![chain.begin(); geometry.types.len()], 0.0);
        let (sharing, headers) = (Sharing::new(vcs), HeaderRates::new(dimensions, adaptive));
        Self { network, geometry, sharing, last, headers, chain, next }
    }

    /// The unknowns of the idle network, to begin with.
    pub fn idle(&self, traffic: Traffic) -> Unknowns {
        let laws = vec![self.chain.begin(); self.geometry.types.len()];
        Unknowns::idle(self.chain.adaptive, laws, traffic.copies(&self.network))
    }

    /// ε: how often a copy and a unicast of the same node would want the same slot; equation (9).
    pub fn exclusion(&self) -> f64 {
        match self.network.source() {
            QueuePlace::Ports => 1.0 / (f64::from(self.network.channels()) * self.geometry.mean_hops),
            QueuePlace::Slots => 0.0,
        }
    }

    /// True if headers do not vanish in the last step: they find a way in, and what the channels carry is nearly what is offered.
    pub fn is_carried(&self, traffic: Traffic) -> bool {
        let carried: f64 =
            self.last.beside.iter().zip(&self.sharing.together).map(|([without, with], s)| without * s + with).sum();
        (self.last.admitted - 1.0).abs() <= VANISHED
            && carried >= LEAST_CARRIED * traffic.utilisation(&self.network, self.geometry.mean_hops)
    }

    /// One step from the unknowns, which move a part `damping` of the way. Gives the largest change of one of them.
    pub fn step(&mut self, traffic: Traffic, old: &mut Unknowns, damping: f64) -> f64 {
        let flits = f64::from(self.network.flits);
        // (10)
        let lost = old.tail / (flits + old.tail);
        let mut demand = old.demand.map(|chance| chance * (1.0 - lost));
        demand[0] += lost;
        self.sharing.share(&demand);
        // (11)
        let per_channel = traffic.unicasts() / f64::from(self.network.channels());
        self.headers.ask(&self.geometry, per_channel, &old.held, old.copies);
        let (change, sums) = self.channels(traffic, old);
        self.last.admitted = self.headers.admitted(&self.next.held) / (per_channel * self.geometry.mean_hops);
        self.worms();
        self.demand(per_channel, old);
        self.wait(sums);
        let moving: f64 = self.geometry.by_distance(|d, p| p * d as f64 * self.last.slow[d - 1]);
        // At its first hop a worm holds nothing yet.
        let hops = (0..self.last.wait.len()).map(|r| (self.geometry.held[r], self.last.later(r)));
        let waiting: f64 = hops.map(|(held, Blocked { chance, wait })| held * chance * wait).sum();
        self.next.blocked = waiting / (flits * moving + waiting);
        change.max(old.follow(&mut self.next, damping, flits))
    }

    /// The chains of all types, (12), and the quantities of their states, (13) and the sums of (17) and (18). Returns the largest change.
    fn channels(&mut self, traffic: Traffic, old: &Unknowns) -> (f64, Sums) {
        let exclusion = self.exclusion();
        let Self { network, geometry, sharing, headers, chain, last, next } = self;
        let loads = ChannelLoads {
            flits: f64::from(network.flits),
            exclusion,
            copy_there: old.copy_there,
            copies: old.copy_rate,
        };
        last.law.fill(0.0);
        last.beside.fill([0.0; 2]);
        last.blocking.fill(0.0);
        next.held.fill(0.0);
        let (mut change, mut sums): (f64, Sums) = (0.0, Sums::default());
        let ring = geometry.ring();
        // In a single ring: one of the A + 1 holders began at this node. A copy always does.
        let began = 1.0 - power(geometry.phi_straight * (1.0 - old.copies), chain.adaptive + 1);
        for ((kind, law), before) in geometry.types.iter().zip(&mut next.laws).zip(&old.laws) {
            chain.set(kind, geometry, headers, sharing, loads);
            law.copy_from_slice(before);
            chain.sweep(law);
            chain.sweep(law);
            change = law.iter().zip(before).fold(change, |most, (new, old)| most.max((new - old).abs()));
            // By class: an escape channel held that a header would have to wait for, and one that is handed to another.
            let (mut holds, mut handed_on) = ([0.0; 2], [0.0; 2]);
            for ((state, chance), handed) in chain.states.iter().zip(law.iter()).zip(&chain.handed) {
                let chance = kind.weight * chance;
                let (held, copy) = (state.held(), state.has_copy());
                last.law[held] += chance;
                last.beside[state.unicasts()][usize::from(copy)] += chance;
                next.held[state.adaptive as usize] += chance;
                sums.add_copies(chance, state, chain.vcs, exclusion);
                if (state.adaptive as usize) < chain.adaptive {
                    continue;
                }
                for class in (0..2).filter(|class| state.escape[*class]) {
                    holds[class] += chance * (1.0 - handed[class]);
                    handed_on[class] += chance * handed[class];
                    let seen = chance * kind.asks(0, class);
                    sums.add_full(seen, state, (*handed, class), ring.map(|first| (1.0 - first) * began));
                }
            }
            for (r, blocking) in last.blocking.iter_mut().enumerate() {
                let theta = headers.visibility[r];
                // The holders cannot all have come over my own channel, where I hold a virtual channel.
                let all = |chance: f64| power(chance.max(0.0), chain.adaptive + 1);
                // In a single ring that differs between the first hop and later ones.
                let see = if ring.is_some() { 1.0 } else { all(theta) - all(theta - 1.0 + geometry.phi[r]) };
                *blocking +=
                    (0..2).map(|class| kind.asks(r, class) * (holds[class] * see + handed_on[class])).sum::<f64>();
            }
        }
        self.quantities(traffic, &sums, began);
        (change, sums)
    }

    /// (13) and (17), from the sums over the states.
    fn quantities(&mut self, traffic: Traffic, sums: &Sums, began: f64) {
        let Self { network, geometry, headers, chain, last, next, .. } = self;
        let held: f64 = next.held.iter().enumerate().map(|(a, chance)| a as f64 * chance).sum();
        next.copies = if held > 0.0 { sums.adaptive_copies / held } else { 0.0 };
        next.copy_there = last.beside.iter().map(|both| both[1]).sum();
        next.copy_rate = traffic.copies(network) / sums.ready.max(1e-3);
        last.copy_waits = sums.shut / sums.without;
        last.unicasts = last.beside.iter().enumerate().map(|(v, both)| v as f64 * (both[0] + both[1])).sum();
        for (r, blocking) in last.blocking.iter_mut().enumerate() {
            let others = next.held[chain.adaptive] * power(headers.visibility[r], chain.adaptive);
            *blocking = (power(others, r) * *blocking).min(1.0);
        }
        last.ring = geometry.ring().map(|first| {
            let (at_first, later) = (last.blocking[0], last.blocking[0] * began);
            last.blocking[0] = first * at_first + (1.0 - first) * later;
            [at_first, later].map(|chance| Blocked { chance, wait: 0.0 })
        });
    }

    /// The speed of worms: (14) and (15).
    fn worms(&mut self) {
        let Self { geometry, sharing, last, .. } = self;
        last.rates = [0.0; L];
        let (mut others, mut copies) = (0.0, 0.0);
        for (beside, both) in last.beside[1..].iter().enumerate() {
            let [without, with] =
                both.map(|chance| (beside + 1) as f64 * chance / last.unicasts.max(f64::MIN_POSITIVE));
            others += beside as f64 * (without + with);
            copies += with;
            for i in 0..L {
                last.rates[i] += without * sharing.beside[beside][i] + with * sharing.beside_copy[beside][i];
            }
        }
        last.rates.iter_mut().for_each(|chance| *chance = chance.clamp(1e-12, 1.0));
        // Copies do not travel along.
        let part = if others + copies <= 1e-15 { 1.0 } else { others / (others + copies) };
        last.together = geometry.together * part;
        let mut powers = Powers::of(&last.rates, 1.0 - last.together);
        last.slow.iter_mut().for_each(|slow| *slow = slowness(&powers.take()));
    }

    /// The rate of a worm on a channel if the other channels alone held it up: (16).
    fn demand(&mut self, per_channel: f64, old: &Unknowns) {
        let Self { geometry, last, next, network, .. } = self;
        let mut powers = Powers::from_one(&last.rates, 1.0 - last.together);
        let (mut at_least, mut all) = ([0.0; L], 0.0);
        let add = |sum: &mut Rates, weight: f64, power: Rates| {
            sum.iter_mut().zip(power).for_each(|(sum, power)| *sum += weight * power);
        };
        // The powers for worms that do not reach all channels ahead: they hold M at most.
        let (flits, mut nearer) = (network.flits as usize, [0.0; L]);
        for ((d, chance), slow) in geometry.distances().zip(&last.slow) {
            let weight = chance * d as f64 * slow;
            all += weight;
            let power = powers.take();
            if d > flits {
                let one = weight / d as f64;
                add(&mut at_least, one * flits as f64, power);
                add(&mut at_least, one, nearer);
            } else {
                add(&mut at_least, weight, power);
            }
            if d >= flits {
                add(&mut nearer, 1.0, power);
            }
        }
        at_least.iter_mut().for_each(|chance| *chance *= (1.0 - old.blocked) / all);
        next.demand[0] = 1.0 - at_least[0];
        (1..L).for_each(|l| next.demand[l] = at_least[l - 1] - at_least[l]);
        next.demand[L] = at_least[L - 1];
        let tails = per_channel * geometry.mean_hops * f64::from(network.flits);
        next.tail = (tails / last.unicasts.max(1e-12)).min(1.0);
    }

    /// The wait of a blocked header: (18).
    fn wait(&mut self, sums: Sums) {
        let adaptive = f64::from(self.network.adaptive());
        let (held, copy, ahead) = if sums.weight <= 1e-15 {
            (adaptive + 1.0, 0.0, [0.0; 2])
        } else {
            (sums.held / sums.weight, sums.copy / sums.weight, sums.ahead.map(|ahead| ahead / sums.weight))
        };
        let together = self.sharing.together_at(held);
        let speed = ((together + (1.0 - together) * copy) / held).max(1e-9);
        let flits = f64::from(self.network.flits);
        let long = |open: f64, ahead: f64| flits / speed * (1.0 / (open + 2.0) + ahead / (2.0 * (open + 1.0)));
        for (r, wait) in (1..).zip(&mut self.last.wait) {
            *wait = long(f64::from(r) * adaptive, ahead[0]);
        }
        let Step { ring: Some(hops), blocking, wait, .. } = &mut self.last else { return };
        hops.iter_mut().zip(ahead).for_each(|(hop, ahead)| hop.wait = long(adaptive, ahead));
        let [first, later] = hops.map(|hop| hop.chance * hop.wait);
        let part = self.geometry.ring().unwrap_or(1.0);
        if blocking[0] > 0.0 {
            wait[0] = (part * first + (1.0 - part) * later) / blocking[0];
        }
    }
}
