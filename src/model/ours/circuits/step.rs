//! One step of the fixed point: equations (3) to (13).

use super::{
    channel::ChannelLoad,
    companions::{Companions, possible},
    network::{Geometry, Network},
    sharing::{L, Rates, Sharing},
    single::{self, PathWait},
    unknowns::Unknowns,
};
use crate::queueing::max_min::Crowd;
use libm::{exp, log};

/// The results of a step beside the next unknowns.
#[derive(Clone, Debug)]
pub struct Step {
    /// The shares of a channel.
    pub sharing: Sharing,
    /// The circuits on that channel, by phase.
    pub channel: ChannelLoad,
    /// π_d(K): chance of K others beside a circuit of distance d; `[0]` is d = 1.
    pub beside: Vec<Vec<f64>>,
    /// G_d(i): chance that a circuit could go at rate t_i on one channel.
    pub rates: Vec<Rates>,
    /// φ: chance that a neighbour takes my next dimension.
    pub together: f64,
    /// PV: chance that a header finds all virtual channels held.
    pub full: f64,
    /// Chance that a header finds its channel h hops from its source busy, h = 0..n-1; V = 1 alone.
    pub busy: Vec<f64>,
    /// The wait until a path is free; V = 1 alone, otherwise 0. `[0]` is d = 1.
    pub waits: Vec<PathWait>,
}

/// A network ready to be solved: what does not depend on the load, and room to work in.
#[derive(Clone, Debug)]
pub struct Solver {
    pub(crate) network: Network,
    /// Facts of it that do not depend on the traffic.
    pub geometry: Geometry,
    pub(crate) last: Step,
    /// The circuits that others meet on a channel, in the last step.
    pub companions: Companions,
    crowd: Crowd,
    next: Unknowns,
}

/// J - 1 = g_d of a distance: channels beyond the first that hold a circuit up on their own; equation (9).
pub fn independent(distance: usize, together: f64) -> f64 {
    (distance - 1) as f64 * (1.0 - together)
}

/// The mean rate of a circuit whose rate is at least t_i with these chances.
pub fn mean(at_least: impl Iterator<Item = f64>) -> f64 {
    at_least.sum::<f64>() / L as f64
}

/// τ: time of a flit across one channel, cycles; equation (12).
pub fn crossing(slow: &[f64]) -> f64 {
    1.0 + (slow[0] - 1.0) / 2.0
}

/// data_d: from the first flit sent to the tail arrived, cycles; equation (12).
pub fn data(distance: usize, slow: f64, crossing: f64, flits: f64) -> f64 {
    distance as f64 * crossing + (flits - 1.0) * slow + 1.0
}

/// Time that a header over `distance` hops spends on the way to a last channel that is busy and back, cycles: the last channel is busy with
/// a chance `full`, and is given back after `wait` cycles on average; equation (13).
fn retries(distance: f64, full: f64, wait: f64) -> f64 {
    let back = 2.0 * (distance - 1.0);
    // A header that was blocked is soon back at the same channel if it chooses the same first one.
    let again = exp(-back / wait) / distance + (1.0 - 1.0 / distance) * full;
    full * back / (1.0 - again.min(0.95))
}

impl Solver {
    /// A network that is not refused.
    pub fn new(network: Network) -> Self {
        let (n, vcs) = (network.n as usize, network.vcs as usize);
        let geometry = Geometry::of(&network);
        let last = Step {
            sharing: Sharing::new(vcs),
            channel: ChannelLoad::new(&network),
            beside: vec![vec![0.0; vcs]; n],
            rates: vec![[1.0; L]; n],
            together: 0.0,
            full: 0.0,
            busy: vec![0.0; n],
            waits: vec![PathWait::default(); n],
        };
        let next = Unknowns::empty(n, vcs, geometry.mean_hops, f64::from(network.flits));
        let (companions, crowd) = (Companions::new(n, vcs), Crowd::new(L, vcs - 1));
        Self { network, geometry, last, companions, crowd, next }
    }

    /// The unknowns of the empty network, to begin with.
    pub fn empty(&self) -> Unknowns {
        let Network { n, vcs, flits } = self.network;
        Unknowns::empty(n as usize, vcs as usize, self.geometry.mean_hops, f64::from(flits))
    }

    /// One step from the unknowns, which move a part `damping` of the way. Gives the sum of the largest changes.
    pub fn step(&mut self, load: f64, old: &mut Unknowns, damping: f64) -> f64 {
        let Self { network, geometry, last, companions, crowd, .. } = self;
        let flits = f64::from(network.flits);
        last.sharing.share(crowd, old);
        let joining = load * geometry.mean_hops / f64::from(network.n);
        last.channel.find(network, geometry, joining, old, &last.sharing);
        companions.set(flits, old, &last.sharing);
        for ((d, law), rates) in (1..).zip(&mut last.beside).zip(&mut last.rates) {
            companions.law(&last.channel, d, 1.0, law);
            *rates = possible(law, &last.sharing);
        }
        self.circuits(old);
        self.demands();
        self.times(load, old);
        old.follow(&self.next, damping, flits)
    }

    /// The rates of circuits, and their rates if one channel were free: (9) and (10).
    fn circuits(&mut self, old: &Unknowns) {
        let Self { network, geometry, last, next, .. } = self;
        let held = |d: usize, p: f64| p * d as f64 * old.slow[d - 1];
        let along = geometry.by_distance(|d, p| held(d, p) * (d - 1) as f64 / d as f64);
        let turns = f64::from(network.n) - 1.0;
        last.together = if network.n == 1 { 0.0 } else { along / geometry.by_distance(held) / turns };
        for (d, rates) in (1..).zip(&last.rates) {
            let others = independent(d, last.together);
            let at_least = rates.map(|chance| if others == 0.0 { 1.0 } else { exp(others * log(chance)) });
            next.slow[d - 1] = 1.0 / mean(rates.iter().zip(&at_least).map(|(one, others)| one * others));
            let demand = &mut next.own[d - 1];
            demand[0] = 1.0 - at_least[0];
            (1..L).for_each(|l| demand[l] = at_least[l - 1] - at_least[l]);
            demand[L] = at_least[L - 1];
        }
    }

    /// The demand of the circuits met on a channel: (11).
    fn demands(&mut self) {
        let Self { geometry, last, next, .. } = self;
        for (k, seen) in next.seen.iter_mut().enumerate() {
            seen.fill(0.0);
            let mut all = 0.0;
            for (d, p) in geometry.distances() {
                let weight = p * d as f64 * next.slow[d - 1] * last.beside[d - 1][k];
                all += weight;
                seen.iter_mut().zip(&next.own[d - 1]).for_each(|(sum, chance)| *sum += weight * chance);
            }
            seen.iter_mut().for_each(|chance| *chance /= all.max(1e-300));
        }
    }

    /// The times for which circuits do not send, and for which they are set up: (12) and (13).
    fn times(&mut self, load: f64, old: &Unknowns) {
        let Self { network, geometry, last, next, .. } = self;
        let flits = f64::from(network.flits);
        let crossing = crossing(&next.slow);
        let sent = geometry.by_distance(|d, p| p * d as f64 * flits * next.slow[d - 1]);
        let hold = geometry.by_distance(|d, p| {
            p * d as f64 * (data(d, next.slow[d - 1], crossing, flits) - (d - 1) as f64 * crossing / 2.0)
        });
        next.idle = (1.0 - sent / hold).max(0.0);
        last.full = last.channel.full();
        if network.alone() {
            return self.single(load, old);
        }
        let wait = flits / last.sharing.together[network.vcs as usize];
        for (d, setup) in (1..).zip(&mut next.setup) {
            let distance = f64::from(d);
            *setup = 2.0 * distance + if d == 1 { last.full * wait } else { retries(distance, last.full, wait) };
        }
    }

    /// The set-up where a channel has one virtual channel: (13) for V = 1.
    fn single(&mut self, load: f64, old: &Unknowns) {
        let Self { network, geometry, last, next, .. } = self;
        let flits = f64::from(network.flits);
        let held = last.channel.setup + flits / last.sharing.together[1];
        // Circuits are not slowed, so a slot is busy from the set-up to the last flit sent.
        let rho = load * geometry.by_distance(|d, p| p * (old.setup[d - 1] + flits));
        single::busy(last.channel.held[1], &last.channel.reach, &geometry.channels, rho.min(1.0), &mut last.busy);
        for (d, (setup, wait)) in (1..).zip(next.setup.iter_mut().zip(&mut last.waits)) {
            let distance = d as f64;
            *wait = single::wait(&last.busy[..d], held);
            *setup = 2.0 * distance + wait.mean + retries(distance, last.busy[d - 1], held / 2.0);
        }
    }
}
