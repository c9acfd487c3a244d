//! One step of the fixed point of dimension order and of Valiant's routing: (10) to (26), and the times at the sources: (27), (28).

use super::super::worms::sharing::L;
use super::{
    crowd::{Crowds, Lane},
    flows::{Flows, Path, Place, Transition},
    network::Network,
    queue::{ports_wait, thin, waiting},
    solution::{Cause, Group, Solution},
    stations::{self, Station, X},
};
use std::sync::Arc;

/// A transition in one step.
#[derive(Clone, Copy, Debug, Default)]
struct Header {
    blocked: f64,
    variance: f64,
    chance: f64,
}

/// A path that a step is at, by hop.
#[derive(Clone, Debug, Default)]
struct Walked {
    ahead: Vec<[Lane; 2]>,
    /// st, and sums of sh - st, bl and of bl2 - bl² up to a hop.
    tail: Vec<f64>,
    blocked: Vec<f64>,
    variance: Vec<f64>,
    holds: Vec<f64>,
}

impl Walked {
    /// (22): what is ahead of each hop, and the chances by cells that all channels of the path allow.
    #[inline]
    fn ahead(&mut self, crowds: &Crowds, transitions: &[Transition], hops: &[u32]) -> [Lane; L / 4] {
        let lanes = crowds.lanes;
        self.ahead.resize(hops.len() * lanes, [[0.0; 4]; 2]);
        self.tail.clear();
        self.tail.resize(hops.len(), 0.0);
        let mut allowed = [[0.0; 4]; L / 4];
        for (lane, allowed) in allowed.iter_mut().enumerate().take(lanes) {
            let (mut dd, mut pd) = ([1.0; 4], [0.0; 4]);
            for (k, hop) in hops.iter().map(|hop| &transitions[*hop as usize]).enumerate().rev() {
                self.ahead[k * lanes + lane] = [dd, pd];
                let g = crowds.g[hop.channel * lanes + lane];
                let product: Lane = std::array::from_fn(|i| g[i] * dd[i]);
                self.tail[k] += crowds.mean(lane, product);
                *allowed = product;
                if let Some(link) = hop.link {
                    let gq = crowds.gq[link * lanes + lane];
                    (dd, pd) = (std::array::from_fn(|i| dd[i] * gq[i]), std::array::from_fn(|i| 1.0 + gq[i] * pd[i]));
                }
            }
        }
        allowed
    }
}

/// Messages of a source: sums over paths of w, w T, w T_slot, w (T_slot² + var), w Σ bl.
type Times = [f64; 5];

#[derive(Clone, Debug)]
pub(super) struct Paths {
    network: Network,
    pub flows: Arc<Flows>,
    /// Its channels in the last step.
    pub crowds: Crowds,
    /// Its groups in the last step.
    pub stations: Vec<Station>,
    headers: Vec<Header>,
    walked: Walked,
    times: Vec<Times>,
    /// By channel: Σ w Hc Z by cells, and Σ w (Hc + tail + Bk).
    demand: Vec<[Lane; L / 4]>,
    held: Vec<f64>,
    /// By group: Σ w, Σ w Bk, Σ w (Bk² + ...).
    spread: Vec<[f64; 3]>,
    /// The path that comes next.
    at: usize,
    pub mean_hops: f64,
}

impl Paths {
    pub(super) fn new(network: Network) -> Self {
        let flows = Flows::of(&network);
        let (mut hops, mut all, mut begin) = (0.0, 0.0, 0);
        for path in &flows.paths {
            hops += path.weight * f64::from(path.end - std::mem::replace(&mut begin, path.end));
            all += path.weight;
        }
        let mean_hops = hops / all;
        let crowds = Crowds::new(flows.places.len(), network.vcs as usize, flows.links.clone());
        Self {
            network,
            stations: vec![Station::default(); flows.groups.len()],
            headers: vec![Header::default(); flows.transitions.len()],
            walked: Walked::default(),
            times: vec![[0.0; 5]; flows.sources.len()],
            demand: vec![[[0.0; 4]; L / 4]; flows.places.len()],
            held: vec![0.0; flows.places.len()],
            spread: vec![[0.0; 3]; flows.groups.len()],
            crowds,
            flows: Arc::new(flows),
            at: 0,
            mean_hops,
        }
    }

    /// The unknowns of the empty network.
    pub(super) fn empty(&self) -> Vec<f64> {
        let mut all = vec![0.0; self.flows.unknowns];
        for place in &self.flows.places {
            all[place.at + L] = 1.0;
            all[place.at + L + 1] = 1.0;
        }
        let groups = self.flows.groups.len();
        let zs = all.len() - 2 * groups;
        all[zs..zs + groups].fill(1.0);
        all
    }

    /// The ranges of the unknowns that are laws.
    pub(super) fn laws(&self) -> impl Iterator<Item = std::ops::Range<usize>> {
        self.flows.places.iter().flat_map(|place| {
            let law = place.at + L + 1;
            [place.at..law, law..law + place.states.len()]
        })
    }

    /// Forgets a step that is not complete.
    pub(super) fn restart(&mut self) {
        self.at = 0;
    }

    /// A part of a step; true if the new unknowns are complete.
    pub(super) fn step(&mut self, load: f64, old: &[f64], new: &mut [f64]) -> bool {
        /// Hops between two looks at the clock.
        const SLICE: u32 = 4000;
        let flows = Arc::clone(&self.flows);
        let flits = f64::from(self.network.flits);
        if self.at == 0 {
            stations::step(&flows, &mut self.stations, &mut self.crowds, load, flits, old, new);
            self.wait(load);
            self.times.fill([0.0; 5]);
            self.demand.fill([[0.0; 4]; L / 4]);
            self.held.fill(0.0);
            self.spread.fill([0.0; 3]);
        }
        let begin = |at: usize| if at == 0 { 0 } else { flows.paths[at - 1].end };
        let first = begin(self.at);
        while self.at < flows.paths.len() {
            let start = begin(self.at);
            if start > first + SLICE {
                return false;
            }
            let path = flows.paths[self.at];
            self.follow(path, &flows.hops[start as usize..path.end as usize]);
            self.at += 1;
        }
        self.at = 0;
        for ((place, held), demand) in flows.places.iter().zip(&self.held).zip(&mut self.demand) {
            demand.iter_mut().flatten().for_each(|h| *h /= held);
            self.crowds.demand(demand, &mut new[place.at..=place.at + L]);
        }
        let spread = new.len() - flows.groups.len();
        for (new, [weight, mean, square]) in new[spread..].iter_mut().zip(&self.spread) {
            let mean = mean / weight;
            *new = (square / weight - mean * mean).max(0.0) / (flits * flits);
        }
        true
    }

    fn wait(&mut self, load: f64) {
        for (transition, header) in self.flows.transitions.iter().zip(&mut self.headers) {
            let (group, station) = (&self.flows.groups[transition.group], &self.stations[transition.group]);
            let (mut number, mut all, mut full) = (0.0, 0.0, 0.0);
            for (j, (chance, [n, d])) in station.law.iter().zip(&transition.seen).enumerate() {
                number += chance * n;
                all += chance * d;
                full += if j >= group.vcs { chance * d } else { 0.0 };
            }
            let chance = full / all;
            let blocked = (number / (load * transition.flow) - station.held(group.vcs) / (load * group.flow)).max(0.0);
            *header = Header::default();
            if chance > 1e-10 && blocked > 0.0 {
                let (wait, vcs, c2) = (blocked / chance, group.vcs as f64, station.spread);
                let rest = wait.min(station.hold * (1.0 + c2) / ((1.0 + c2) * vcs + 1.0 - c2));
                let square = blocked * (wait + rest * rest * vcs / ((vcs + 2.0) * wait));
                *header = Header { blocked, variance: square - blocked * blocked, chance };
            }
        }
    }

    /// (22) to (26) for a path.
    fn follow(&mut self, path: Path, hops: &[u32]) {
        let (d, lanes, flits) = (hops.len(), self.crowds.lanes, self.network.flits);
        let (m, weight) = (f64::from(flits), path.weight);
        let transitions = &self.flows.transitions;
        let at = |k: usize| &transitions[hops[k] as usize];
        let crowds = &self.crowds;
        let allowed = self.walked.ahead(crowds, transitions, hops);
        let Walked { ahead, tail, blocked, variance, holds } = &mut self.walked;
        let (sigma, spread) = crowds.speed(&allowed);
        holds.clear();
        holds.resize(d, 0.0);
        let mut gap = 0.0;
        for k in (0..d).rev() {
            let header = crowds.channels[at(k).channel].header;
            tail[k] = 1.0 / tail[k].max(1e-6);
            holds[k] = m.max(header + (m - 1.0) * sigma + gap);
            gap += header - tail[k];
        }
        blocked.clear();
        variance.clear();
        let (mut sums, mut way) = ([0.0; 2], 0.0);
        for &hop in hops {
            let header = &self.headers[hop as usize];
            sums = [sums[0] + header.blocked, sums[1] + header.variance];
            blocked.push(sums[0]);
            variance.push(sums[1]);
            way += crowds.channels[transitions[hop as usize].channel].header;
        }
        let own = 2.0 / 3.0 * m * m * spread;
        let time = way + (m - 1.0) * sigma + 1.0 + sums[0];
        let slot = time - 1.0 - tail[1..].iter().sum::<f64>();
        let square = slot * slot + own + sums[1];
        let times = &mut self.times[path.source as usize];
        times.iter_mut().zip([1.0, time, slot, square, sums[0]]).for_each(|(sum, x)| *sum += weight * x);
        let covered = (m - d as f64 + 1.0).max(1.0);
        let share = weight / (covered + d as f64 - 1.0);
        for lane in 0..lanes {
            let (mut u, mut pu) = ([1.0; 4], [0.0; 4]);
            for k in 0..d {
                let hop = at(k);
                if let Some(link) = hop.link {
                    let gr: Lane = crowds.gr[link * lanes + lane];
                    (u, pu) = (std::array::from_fn(|i| u[i] * gr[i]), std::array::from_fn(|i| 1.0 + gr[i] * pu[i]));
                }
                let [dd, pd] = ahead[k * lanes + lane];
                let factor = share * holds[k];
                let demand = &mut self.demand[hop.channel][lane];
                for i in 0..4 {
                    demand[i] += factor * ((covered * dd[i] + pd[i]) * u[i] + pu[i] * dd[i]);
                }
            }
        }
        for k in 0..d {
            let reach = d.min(k + 1 + flits as usize) - 1;
            let (waits, vary) = (blocked[reach] - blocked[k], variance[reach] - variance[k]);
            let last = tail.get(k + 1).copied().unwrap_or(1.0);
            self.held[at(k).channel] += weight * (holds[k] + last + waits);
            let sums = &mut self.spread[at(k).group];
            sums.iter_mut().zip([1.0, waits, waits * waits + vary + own]).for_each(|(sum, x)| *sum += weight * x);
        }
    }

    /// The solution at a load, from the last step. The wait at the source is left out of a `trial`.
    pub(super) fn read(&self, load: f64, trial: bool) -> Solution {
        let (network, flows) = (&self.network, &self.flows);
        let mut answer = Solution { load, mean_hops: self.mean_hops, ..Solution::new(network, flows.busiest()) };
        let (mut weight, mut messages) = (0.0, 0.0);
        for (source, [sum, time, slot, square, blocked]) in flows.sources.iter().zip(&self.times) {
            let (mean, square) = (slot / sum, square / sum);
            let (rho, wait) = if network.ports {
                ports_wait(load * source.flow / f64::from(network.grid.ports()), mean, square)
            } else {
                let offered = load * source.flow * mean;
                let rho = offered / f64::from(network.vcs);
                let wait = if trial || rho >= 1.0 {
                    0.0
                } else {
                    self.slot_wait(&source.first, offered, (square / (mean * mean) - 1.0).max(0.0))
                };
                (rho, wait / (load * source.flow))
            };
            if rho > answer.rho {
                (answer.rho, answer.node) = (rho, source.node);
                (answer.node_slot, answer.node_flow) = (mean, source.flow);
            }
            answer.network_time += time;
            answer.blocked += blocked;
            answer.slot += slot;
            weight += sum;
            answer.wait += source.times * source.flow * wait;
            messages += source.times * source.flow;
        }
        for sum in [&mut answer.network_time, &mut answer.blocked, &mut answer.slot] {
            *sum /= weight;
        }
        answer.wait /= messages;
        let mut longest = 0;
        for (at, (group, station)) in flows.groups.iter().zip(&self.stations).enumerate() {
            if station.far > answer.far {
                (answer.far, answer.channel, longest) = (station.far, flows.places[group.channel].number, at);
            }
        }
        if !trial {
            answer.busiest_channel = self.crowds.channels[flows.groups[longest].channel].facts();
            answer.busiest_channel.group = Some(self.group(load, longest));
            let places = flows.kept.iter().map(|kept| flows.places.get(*kept as usize));
            let use_of = |place: &Place| load * f64::from(network.flits) * place.flow;
            answer.uses = places.map(|place| place.map_or(0.0, use_of)).collect();
            answer.held = self.crowds.held(&flows.kept);
        }
        answer.cause = if answer.far < X { Cause::Source } else { Cause::Blocking };
        answer
    }

    /// A group, with the transition into it that waits the longest.
    fn group(&self, load: f64, at: usize) -> Group {
        let (group, station) = (&self.flows.groups[at], &self.stations[at]);
        let of = |t: &usize| self.flows.transitions[*t].group == at;
        let waits = |t: &usize| self.headers[*t].blocked;
        let into =
            (0..self.headers.len()).filter(of).max_by(|one, other| waits(one).total_cmp(&waits(other))).unwrap_or(0);
        let (transition, header) = (&self.flows.transitions[into], &self.headers[into]);
        Group {
            vcs: group.vcs as f64,
            flow: group.flow,
            hold: station.hold,
            load: load * group.flow * station.hold / group.vcs as f64,
            spread: station.spread,
            z: station.z,
            law: station.full(group.vcs),
            held: station.held(group.vcs),
            phi: transition.phi,
            through: transition.flow,
            number: station.law.iter().zip(&transition.seen).map(|(chance, [n, _])| chance * n).sum(),
            chance: header.chance,
            blocked: header.blocked,
            wait: if header.chance > 0.0 { header.blocked / header.chance } else { 0.0 },
        }
    }

    /// (28): the mean number that waits for one of V slots.
    fn slot_wait(&self, first: &[usize], offered: f64, c2: f64) -> f64 {
        let vcs = self.network.vcs as usize;
        let mut shape = vec![1.0];
        for &t in first {
            let (transition, mut own) = (&self.flows.transitions[t], vec![0.0; vcs + 1]);
            let mut law = vec![1.0];
            for chance in &self.stations[transition.group].law {
                own.iter_mut().zip(&law).for_each(|(sum, p)| *sum += chance * p);
                thin(&mut law, transition.phi);
            }
            let mut next = vec![0.0; vcs + 1];
            for (i, a) in shape.iter().enumerate() {
                next[i..].iter_mut().zip(&own).for_each(|(sum, b)| *sum += a * b);
            }
            shape = next;
        }
        let idle = shape[0];
        shape.iter_mut().for_each(|h| *h = f64::max(*h / idle, 1e-300));
        let ratio = shape[vcs] / shape[vcs - 1];
        // The mean with weights h u^n, and the weight of a full source.
        let law = |u: f64| {
            let (mut power, mut sum, mut mean, mut last) = (1.0, 0.0, 0.0, 0.0);
            for (n, h) in shape.iter().enumerate() {
                last = h * power / if n == vcs { 1.0 - u * ratio } else { 1.0 };
                sum += last;
                mean += n as f64 * last;
                power *= u;
            }
            [mean / sum, last / sum]
        };
        let (mut low, mut high) = (0.0, (1.0 - 1e-12) / ratio);
        for _ in 0..100 {
            let middle = (low + high) / 2.0;
            if law(middle)[0] < offered { low = middle } else { high = middle }
        }
        law(low)[1] * waiting(low * ratio, vcs as f64, c2)
    }
}
