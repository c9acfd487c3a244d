//! The virtual queue of each group: (11) to (16).

use super::{
    crowd::Crowds,
    flows::{Flows, Group, Place},
    queue::{J, waiting},
};

/// The largest load of the far tail.
pub(super) const X: f64 = 0.995;

/// A group in one step.
#[derive(Clone, Debug, Default)]
pub(super) struct Station {
    pub hold: f64,
    pub spread: f64,
    pub far: f64,
    pub z: f64,
    /// The law of the number there: held, then waiting behind a full group.
    pub law: Vec<f64>,
    chain: Vec<f64>,
    queue: Vec<f64>,
}

impl Station {
    /// Virtual channels held in the mean, of all `vcs`.
    pub(super) fn held(&self, vcs: usize) -> f64 {
        self.law.iter().enumerate().map(|(j, chance)| j.min(vcs) as f64 * chance).sum()
    }

    /// The law of the virtual channels held.
    pub(super) fn full(&self, vcs: usize) -> Vec<f64> {
        (0..=vcs).map(|v| if v < vcs { self.law[v] } else { self.law[vcs..].iter().sum() }).collect()
    }

    /// (12) to (15), from z and the load x of the virtual queue.
    fn queue(&mut self, rate: &[f64], vcs: usize, z: f64, x: f64, arrivals: f64) {
        let (places, c2) = (vcs as f64, self.spread);
        self.z = z;
        let ahead = |k: usize| z * rate[vcs + k - 1] * x;
        let (mut w, mut d, mut lump) = (1.0, 1.0, 1.0);
        self.queue.clear();
        self.queue.resize(J, 1.0);
        for k in 1..J {
            let r = ahead(k);
            w *= r;
            lump += w;
            d *= if r >= X {
                r
            } else {
                let a = waiting(r, places, c2);
                a / (1.0 + a)
            };
            self.queue[k] = d;
        }
        self.far = ahead(J);
        let tail = self.far.min(X);
        lump += w * tail / (1.0 - tail);
        self.queue[J - 1] += d * waiting(tail, places, c2);
        let sum: f64 = self.queue.iter().sum();
        self.queue.iter_mut().for_each(|chance| *chance /= sum);
        // (14)
        let x = ahead(1);
        let (mut less, mut full) = (1.0, 1.0);
        if vcs > 1 && (1e-9..X).contains(&x) {
            let y = crate::solve::power(x, vcs - 1);
            let kk = (1.0 / (1.0 - x) - y * (places + x / (1.0 - x))) / (2.0 * (1.0 - y));
            let constant = (places - 1.0) / (2.0 * (1.0 - y) * (waiting(x, places, 0.0) + places / 2.0 - kk));
            full = 1.0 - (1.0 - constant) * (1.0 - c2);
            less = (1.0 - y * full) / (1.0 - y);
        }
        // (15)
        self.chain.clear();
        self.chain.push(1.0);
        for v in 1..=vcs {
            self.chain.push(self.chain[v - 1] * arrivals * z * rate[v - 1] / v as f64);
        }
        self.chain[1..vcs].iter_mut().for_each(|f| *f *= less);
        self.chain[vcs] *= full * lump;
    }

    /// Completes the law by those that wait; the new z (16), from the chance that a message finds a free virtual channel.
    fn line_up(&mut self, group: &Group, admitted: f64) -> f64 {
        let full = self.law[group.vcs];
        let mut behind = 0.0;
        for k in 0..J {
            self.law[group.vcs + k] = full * self.queue[k];
            behind += self.queue[k] * group.rate[group.vcs + k];
        }
        1.0 / (admitted + full * behind)
    }
}

/// (11): the rate at which each virtual channel of the group `at` becomes free while the group is full.
fn rate(place: &Place, at: usize, vcs: usize, law: &[f64], share: impl Fn(usize) -> f64) -> f64 {
    let (mut sum, mut weight) = (0.0, 0.0);
    for (state, chance) in place.states.iter().zip(law).filter(|(state, _)| state.each[at] == vcs) {
        sum += chance * share(state.all);
        weight += chance;
    }
    if weight < 1e-200 { share(vcs) } else { sum / weight }
}

/// (11) to (17): from the old unknowns, new laws of the channels and new z. `flits` = M.
pub(super) fn step(
    flows: &Flows,
    stations: &mut [Station],
    crowds: &mut Crowds,
    load: f64,
    flits: f64,
    old: &[f64],
    new: &mut [f64],
) {
    let zs = flows.unknowns - 2 * flows.groups.len();
    for (index, place) in flows.places.iter().enumerate() {
        let width = super::super::worms::sharing::L + 1;
        let law = &old[place.at + width..][..place.states.len()];
        crowds.share(index, &old[place.at..place.at + width]);
        let channel = &mut crowds.channels[index];
        let share = |v: usize| channel.together[v] / (v as f64 * flits);
        for (at, &g) in place.groups.iter().enumerate() {
            let (group, station) = (&flows.groups[g], &mut stations[g]);
            station.hold = 1.0 / rate(place, at, group.vcs, law, share).max(1e-9);
            station.spread =
                (old[zs + flows.groups.len() + g] * flits * flits / (station.hold * station.hold)).min(1.0);
            let arrivals = load * group.flow;
            station.queue(
                &group.rate,
                group.vcs,
                old[zs + g],
                arrivals * station.hold / group.vcs as f64,
                arrivals * flits,
            );
        }
        let after = &mut new[place.at + width..][..place.states.len()];
        let mut sum = 0.0;
        for (state, chance) in place.states.iter().zip(&mut *after) {
            let chains: f64 = state.each.iter().zip(&place.groups).map(|(held, g)| stations[*g].chain[*held]).product();
            let served: f64 = (1..=state.all).map(|k| k as f64 / channel.together[k].max(1e-9)).product();
            *chance = state.chance * chains * served;
            sum += *chance;
        }
        channel.law.fill(0.0);
        for &g in &place.groups {
            stations[g].law.clear();
            stations[g].law.resize(flows.groups[g].vcs + J, 0.0);
        }
        let mut admitted = vec![0.0; place.groups.len()];
        for (state, chance) in place.states.iter().zip(after) {
            *chance /= sum;
            channel.law[state.all] += *chance;
            for ((held, g), (more, admitted)) in
                state.each.iter().zip(&place.groups).zip(state.more.iter().zip(&mut admitted))
            {
                stations[*g].law[*held] += *chance;
                *admitted += *chance * more;
            }
        }
        for (&g, admitted) in place.groups.iter().zip(admitted) {
            new[zs + g] = stations[g].line_up(&flows.groups[g], admitted);
        }
    }
    crowds.nest();
}
