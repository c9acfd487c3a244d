//! One step of the fixed point of minimal adaptive routing: (A1) to (A9).
//!
//! A message walks on states: a node and the hops left in each dimension, signed. Mirror images are kept once, with a weight.

use super::super::worms::sharing::L;
use super::{
    crowd::{Crowds, Lane, Link},
    network::Network,
    queue::{ports_wait, thin},
    solution::Solution,
};
use crate::order::sort_by_number;
use crate::solve::power;
use std::{ops::Range, sync::Arc};

/// A state of the walk.
#[derive(Clone, Copy, Debug)]
struct State {
    /// Messages that start in it, for one of each sender, over all states like it.
    starts: f64,
    left: u32,
    /// Its edges end here; they begin where those of the state before end.
    end: u32,
}

/// A step on the way: a useful channel of a state.
#[derive(Clone, Copy, Debug)]
struct Edge {
    channel: u32,
    /// The state after it; none on arrival.
    next: u32,
    /// True if it is in the lowest dimension with hops left.
    low: bool,
    /// The class of its escape channel.
    class: u8,
    /// The links to the edges of the state after it begin here.
    links: u32,
}

type Starts = Vec<(u32, f64)>;

#[derive(Clone, Debug, Default)]
struct Walk {
    states: Vec<State>,
    edges: Vec<Edge>,
    links: Vec<u32>,
    /// By link: channels like it.
    link_times: Vec<f64>,
    /// Numbers of the channels kept in the grid, and those like each.
    channels: Vec<(u32, f64)>,
    /// By channel of the grid: the one kept.
    kept: Vec<u32>,
    /// Nodes: number, nodes like it, messages, and their start states with weights.
    sources: Vec<(u32, f64, f64, Starts)>,
}

const NONE: u32 = u32::MAX;

/// The hops left in each dimension, with the node: a number below [`Shape::count`].
struct Shape {
    network: Network,
    mirrors: Vec<u32>,
    /// Numbers of hops in a dimension, and the least.
    width: u32,
    least: i32,
}

impl Shape {
    fn of(network: Network) -> Self {
        use crate::topology::grid::Topology;
        let k = network.grid.k;
        let (width, least) = match network.grid.topology {
            Topology::Torus => (2 * (k / 2) + 1, -(k as i32 / 2)),
            Topology::Cube => (k, 0),
            Topology::Mesh => (2 * k - 1, 1 - k as i32),
        };
        Self { network, mirrors: network.mirrors(), width, least }
    }

    fn count(&self) -> usize {
        (self.network.grid.nodes() * self.width.pow(self.network.grid.n)) as usize
    }

    /// The one of a state and its mirror images that is kept.
    fn kept(&self, state: u32) -> u32 {
        self.mirrors.iter().map(|mask| self.mirrored(state, *mask)).min().unwrap_or(state)
    }

    fn hops(&self, state: u32, dimension: u32) -> i32 {
        (state / self.network.grid.nodes() / self.width.pow(dimension) % self.width) as i32 + self.least
    }

    fn with(&self, node: u32, hops: impl Fn(u32) -> i32) -> u32 {
        let digit = |dimension| (hops(dimension) - self.least) as u32 * self.width.pow(dimension);
        node + self.network.grid.nodes() * (0..self.network.grid.n).map(digit).sum::<u32>()
    }

    /// A state with its node and its signs mirrored. On one-way rings of two nodes a hop has no sign.
    fn mirrored(&self, state: u32, mask: u32) -> u32 {
        let node = self.network.mirrored(state % self.network.grid.nodes(), mask);
        let turn = |dimension: u32| if self.least < 0 && mask >> dimension & 1 == 1 { -1 } else { 1 };
        self.with(node, |dimension| turn(dimension) * self.hops(state, dimension))
    }

    fn left(&self, state: u32) -> u32 {
        (0..self.network.grid.n).map(|dimension| self.hops(state, dimension).unsigned_abs()).sum()
    }

    /// The dimensions in which a state has hops left.
    fn useful(&self, state: u32) -> impl Iterator<Item = u32> {
        (0..self.network.grid.n).filter(move |dimension| self.hops(state, *dimension) != 0)
    }

    /// The channel of a state in a dimension, and the state after it.
    fn after(&self, state: u32, dimension: u32) -> (u32, u32) {
        let grid = self.network.grid;
        let channel = grid.channel(state % grid.nodes(), dimension, self.hops(state, dimension) < 0);
        let hops =
            |other| self.hops(state, other) - if other == dimension { self.hops(state, other).signum() } else { 0 };
        (channel, self.with(grid.far_end(channel), hops))
    }
}

impl Walk {
    fn of(network: Network) -> Self {
        let (grid, shape) = (network.grid, &Shape::of(network));
        let mut walk = Self { kept: vec![NONE; grid.channels() as usize], ..Self::default() };
        walk.sources(shape);
        let mut starts: Vec<f64> = vec![0.0; shape.count()];
        for (_, times, _, own) in &walk.sources {
            own.iter().for_each(|(state, share)| starts[*state as usize] += share * times);
        }
        let order = walk.order(shape);
        // By number: its place in the order.
        let mut place = vec![NONE; starts.len()];
        (0..).zip(&order).for_each(|(at, state)| place[*state as usize] = at);
        // By channel and port of the next one: their link.
        let mut table = vec![NONE; (grid.channels() * grid.ports()) as usize];
        for &state in &order {
            for (at, dimension) in shape.useful(state).enumerate() {
                let (channel, next) = shape.after(state, dimension);
                if walk.kept[channel as usize] == NONE {
                    let images = shape.mirrors.iter().map(|mask| network.mirrored_channel(channel, *mask) as usize);
                    let times = number(&mut walk.kept, images, walk.channels.len() as u32);
                    walk.channels.push((channel, times));
                }
                let at_node = grid.coordinate(state % grid.nodes(), dimension);
                let class = network.class(at_node, shape.hops(state, dimension)) as u8;
                let links = walk.links.len() as u32;
                for further in shape.useful(next) {
                    let link = walk.link(shape, &mut table, [channel, shape.after(next, further).0]);
                    walk.links.push(link);
                }
                let next = if shape.left(next) > 0 { place[shape.kept(next) as usize] } else { NONE };
                walk.edges.push(Edge { channel: walk.kept[channel as usize], next, low: at == 0, class, links });
            }
            let (starts, end) = (starts[state as usize], walk.edges.len() as u32);
            walk.states.push(State { starts, left: shape.left(state), end });
        }
        for (state, _) in walk.sources.iter_mut().flat_map(|(.., own)| own) {
            *state = place[*state as usize];
        }
        walk
    }

    /// Nodes that send, with the numbers of the states kept for now.
    fn sources(&mut self, shape: &Shape) {
        let (network, grid) = (shape.network, shape.network.grid);
        for node in 0..grid.nodes() {
            let Some(times) = network.alike(node, &shape.mirrors) else { continue };
            let (mut flow, mut own) = (0.0, Vec::new());
            network.demand(node, |to, share| {
                flow += share;
                network.ties(node, to, |ties, chance| {
                    let state = shape.with(node, |dimension| grid.hops(node, to, dimension, ties));
                    own.push((shape.kept(state), share * chance));
                });
            });
            if flow > 0.0 {
                self.sources.push((node, times, flow, own));
            }
        }
    }

    /// Every state that is reached, those with the most hops left first.
    fn order(&self, shape: &Shape) -> Vec<u32> {
        let mut reached = vec![false; shape.count()];
        let mut order = Vec::new();
        let mut reach = |order: &mut Vec<u32>, state: u32| {
            if !std::mem::replace(&mut reached[state as usize], true) {
                order.push(state);
            }
        };
        self.sources.iter().flat_map(|(.., own)| own).for_each(|(state, _)| reach(&mut order, *state));
        let mut at = 0;
        while at < order.len() {
            for dimension in shape.useful(order[at]) {
                let next = shape.kept(shape.after(order[at], dimension).1);
                if shape.left(next) > 0 {
                    reach(&mut order, next);
                }
            }
            at += 1;
        }
        sort_by_number(&mut order, |state| u64::from(u32::MAX - shape.left(*state)));
        order
    }

    /// The link between two channels, made where there is none in the table.
    fn link(&mut self, shape: &Shape, table: &mut [u32], channels: [u32; 2]) -> u32 {
        let ports = shape.network.grid.ports();
        let of_pair = |[channel, second]: [u32; 2]| (channel * ports + second % ports) as usize;
        if table[of_pair(channels)] == NONE {
            let mirrored = |mask: &u32| channels.map(|channel| shape.network.mirrored_channel(channel, *mask));
            let images = shape.mirrors.iter().map(|mask| of_pair(mirrored(mask)));
            self.link_times.push(number(table, images, self.link_times.len() as u32));
        }
        table[of_pair(channels)]
    }
}

/// (A1): the numbers held of a channel that a header sees, each of them with a chance theta.
fn seen_of(held: &[f64], theta: f64) -> Vec<f64> {
    let (mut law, mut seen) = (vec![0.0; held.len()], vec![1.0]);
    for chance in held {
        law.iter_mut().zip(&seen).for_each(|(sum, p)| *sum += chance * p);
        thin(&mut seen, theta);
    }
    law
}

/// On the edges other than one: the law of the adaptive virtual channels that are free, and the chance that there are none.
fn elsewhere(seen: &[Vec<f64>], one: usize, adaptive: usize) -> (Vec<f64>, f64) {
    let (mut free, mut full) = (vec![1.0], 1.0);
    for (_, held) in seen.iter().enumerate().filter(|(other, _)| *other != one) {
        let mut next = vec![0.0; free.len() + adaptive];
        for (x, p) in free.iter().enumerate() {
            held.iter().enumerate().for_each(|(y, q)| next[x + adaptive - y] += p * q);
        }
        free = next;
        full *= held[adaptive];
    }
    (free, full)
}

/// Gives images of one thing under mirrors the same number; how many they are.
fn number(table: &mut [u32], images: impl Iterator<Item = usize>, new: u32) -> f64 {
    let mut times = 0.0;
    for image in images {
        times += if table[image] == NONE { 1.0 } else { 0.0 };
        table[image] = new;
    }
    times
}

/// An edge in one step.
#[derive(Clone, Copy, Debug, Default)]
struct Step {
    /// p, f over all like it, θ, ψ, and the part of messages blocked.
    chance: f64,
    flow: f64,
    theta: f64,
    psi: f64,
    tail: f64,
    /// head, ahead, av, nst, lt of (A6); hb.
    head: f64,
    ahead: f64,
    vary: f64,
    next: f64,
    rest: f64,
    behind: f64,
}

/// A state in one step.
#[derive(Clone, Copy, Debug, Default)]
struct Here {
    flow: f64,
    blocked: f64,
    vary: f64,
    full: f64,
}

#[derive(Clone, Debug)]
pub(super) struct Walks {
    network: Network,
    walk: Arc<Walk>,
    crowds: Crowds,
    edges: Vec<Step>,
    states: Vec<Here>,
    /// D, PD and U, PU of each edge, by lanes.
    ahead: Vec<[Lane; 2]>,
    back: Vec<[Lane; 2]>,
    /// By start state: σ, T, T_slot, var.
    starts: Vec<[f64; 3]>,
    mean_hops: f64,
    /// cl and π of the last step, by channel kept.
    flows: Vec<f64>,
    adaptive: Vec<Vec<f64>>,
    /// join, esc and wai of (A4), by channel; the messages of (A5), by link.
    asked: Vec<f64>,
    carried: Vec<f64>,
    /// By channel: Σ f Hc Z by cells, and Σ f (Hc + nst + ahead).
    demand: Vec<[Lane; L / 4]>,
    held: Vec<f64>,
    /// The part of the step that comes next, and its first state.
    at: (u8, usize),
}

impl Walks {
    pub(super) fn new(network: Network) -> Self {
        let walk = Walk::of(network);
        let links = vec![Link { channels: [0, 0], q: [0.0, 0.0] }; walk.link_times.len()];
        let mut crowds = Crowds::new(walk.channels.len(), network.vcs as usize, links);
        let mut edge = 0;
        for state in &walk.states {
            for one in &walk.edges[edge..state.end as usize] {
                for (link, next) in walk.followers(one) {
                    crowds.links[link].channels = [one.channel as usize, walk.edges[next].channel as usize];
                }
            }
            edge = state.end as usize;
        }
        let (hops, all) = walk
            .states
            .iter()
            .fold((0.0, 0.0), |(hops, all), state| (hops + state.starts * f64::from(state.left), all + state.starts));
        Self {
            network,
            edges: vec![Step { theta: 1.0, ..Step::default() }; walk.edges.len()],
            states: vec![Here::default(); walk.states.len()],
            ahead: vec![[[0.0; 4]; 2]; walk.edges.len() * (L / 4)],
            back: vec![[[0.0; 4]; 2]; walk.edges.len() * (L / 4)],
            starts: vec![[0.0; 3]; walk.states.len()],
            mean_hops: hops / all,
            flows: vec![0.0; walk.channels.len()],
            adaptive: vec![Vec::new(); walk.channels.len()],
            asked: Vec::new(),
            carried: vec![0.0; walk.link_times.len()],
            demand: vec![[[0.0; 4]; L / 4]; walk.channels.len()],
            held: vec![0.0; walk.channels.len()],
            at: (0, 0),
            crowds,
            walk: Arc::new(walk),
        }
    }

    pub(super) const fn mean_hops(&self) -> f64 {
        self.mean_hops
    }

    /// Messages over a channel for one of each sender, in the mean over the channels in use.
    pub(super) fn mean_channel(&self) -> f64 {
        let all: f64 = self.walk.states.iter().map(|state| state.starts).sum();
        all * self.mean_hops / self.walk.channels.iter().map(|(_, times)| times).sum::<f64>()
    }

    fn channels(&self) -> (usize, usize) {
        let escapes = self.network.grid.classes() as usize;
        (escapes, self.network.vcs as usize - escapes)
    }

    /// Unknowns of a channel: m, π, and ε and η of each class.
    fn width(&self) -> usize {
        let (escapes, adaptive) = self.channels();
        L + 1 + adaptive + 1 + 2 * escapes
    }

    /// The unknowns of the empty network: those of the channels, then θ and ψ of the edges.
    pub(super) fn empty(&self) -> Vec<f64> {
        let (channels, edges) = (self.walk.channels.len() * self.width(), self.walk.edges.len());
        let mut all = vec![0.0; channels + 2 * edges];
        for channel in all[..channels].chunks_mut(self.width()) {
            channel[L] = 1.0;
            channel[L + 1] = 1.0;
        }
        all[channels..channels + edges].fill(1.0);
        all
    }

    /// The ranges of the unknowns that are laws.
    pub(super) fn laws(&self) -> impl Iterator<Item = Range<usize>> {
        let (width, adaptive) = (self.width(), self.channels().1);
        (0..self.walk.channels.len()).flat_map(move |channel| {
            let (first, law) = (channel * width, channel * width + L + 1);
            [first..law, law..law + adaptive + 1]
        })
    }

    /// Forgets a step that is not complete.
    pub(super) fn restart(&mut self) {
        self.at = (0, 0);
    }

    /// A part of a step; true if the new unknowns are complete.
    pub(super) fn step(&mut self, load: f64, old: &[f64], new: &mut [f64]) -> bool {
        /// States between two looks at the clock.
        const SLICE: usize = 1000;
        let walk = Arc::clone(&self.walk);
        let ((part, from), all) = (self.at, walk.states.len());
        let to = all.min(from + SLICE);
        match part {
            0 => {
                if from == 0 {
                    self.begin(&walk, old);
                }
                self.choose(&walk, from..to, load, old);
            }
            1 => self.fill(&walk, new),
            2 => self.forwards(&walk, from..to, new),
            3 => self.backwards(&walk, all - to..all - from),
            _ => self.press(&walk, from..to),
        }
        self.at = match part {
            0 | 2.. if to < all => (part, to),
            0..4 => (part + 1, 0),
            _ => (0, 0),
        };
        if self.at != (0, 0) {
            return false;
        }
        let width = self.width();
        for (index, (h, held)) in self.demand.iter_mut().zip(&self.held).enumerate() {
            h.iter_mut().flatten().for_each(|h| *h /= held);
            self.crowds.demand(h, &mut new[index * width..=index * width + L]);
        }
        true
    }

    fn begin(&mut self, walk: &Walk, old: &[f64]) {
        let (width, (escapes, adaptive)) = (self.width(), self.channels());
        for channel in 0..walk.channels.len() {
            self.crowds.share(channel, &old[channel * width..=channel * width + L]);
        }
        self.asked.clear();
        self.asked.resize(walk.channels.len() * (adaptive + 2 * escapes), 0.0);
        self.carried.fill(0.0);
        self.flows.fill(0.0);
        self.demand.fill([[0.0; 4]; L / 4]);
        self.held.fill(0.0);
        for (state, here) in walk.states.iter().zip(&mut self.states) {
            *here = Here { flow: state.starts, ..Here::default() };
        }
    }

    /// (A1) to (A3), and the sums of (A4): what headers take in some states.
    fn choose(&mut self, walk: &Walk, part: Range<usize>, load: f64, old: &[f64]) {
        let (width, (escapes, adaptive)) = (self.width(), self.channels());
        let (vcs, flits) = (self.network.vcs as usize, f64::from(self.network.flits));
        let asks = adaptive + 2 * escapes;
        let thetas = walk.channels.len() * width;
        let psis = thetas + walk.edges.len();
        let pi = |channel: u32| &old[channel as usize * width + L + 1..][..=adaptive];
        let eps = |edge: &Edge| old[edge.channel as usize * width + L + 2 + adaptive + edge.class as usize];
        let eta = |edge: &Edge| old[edge.channel as usize * width + L + 2 + adaptive + escapes + edge.class as usize];
        let mut first = walk.begin(part.start);
        let mut seen: Vec<Vec<f64>> = Vec::new();
        for at in part {
            let end = walk.states[at].end as usize;
            let edges = &walk.edges[first..end];
            // (A1)
            seen.clear();
            seen.extend(
                edges.iter().zip(&old[thetas + first..]).map(|(edge, theta)| seen_of(pi(edge.channel), *theta)),
            );
            let rate = |edge: &Edge| self.crowds.channels[edge.channel as usize].together[vcs] / (vcs as f64 * flits);
            let released = |edge: &Edge| (adaptive as f64 + if edge.low { 1.0 } else { 0.0 }) * rate(edge);
            let all_released: f64 = edges.iter().map(released).sum();
            let low = edges.iter().position(|edge| edge.low).unwrap_or(0);
            let busy = eps(&edges[low]);
            let flow = self.states[at].flow;
            let times = load * flow;
            let mut sum = 0.0;
            for (e, edge) in edges.iter().enumerate() {
                let (free, full) = elsewhere(&seen, e, adaptive);
                let theta = old[thetas + first + e];
                let asked = &mut self.asked[edge.channel as usize * asks..][..asks];
                let mut take = 0.0;
                for a in 0..adaptive {
                    let own = (adaptive - a) as f64;
                    let chosen: f64 = free.iter().enumerate().map(|(x, p)| p * own / (own + x as f64)).sum();
                    take += seen[e][a] * chosen;
                    let held = pi(edge.channel)[a];
                    let visible = if held <= 1e-14 { power(theta, a) } else { seen[e][a] / held };
                    asked[a] += times * chosen * visible;
                }
                let none = full * seen[e][adaptive];
                let escape = if edge.low { 1.0 - busy } else { 0.0 } + busy * released(edge) / all_released;
                self.edges[first + e].chance = take + none * escape;
                sum += self.edges[first + e].chance;
                if edge.low {
                    let blind = power(theta, adaptive);
                    asked[adaptive + edge.class as usize] += times * full * blind;
                    asked[adaptive + escapes + edge.class as usize] += times * full * blind * theta;
                    // (A3)
                    let psi = (theta - 1.0 + old[psis + first + e]).max(0.0);
                    let chance = full * pi(edge.channel)[adaptive] * (blind * theta - power(psi, adaptive + 1)) * busy;
                    let wait = 1.0 / (all_released + rate(edge)) + eta(edge) / (2.0 * all_released);
                    let u = (adaptive * edges.len()) as f64 + 1.0;
                    let blocked = chance * wait;
                    self.states[at] = Here { flow, blocked, vary: blocked * wait * 2.0 * (u + 1.0) / (u + 2.0), full };
                }
            }
            self.pass_on(walk, first..end, flow, sum);
            first = end;
        }
    }

    /// (A2): chances and flows of the edges of a state.
    fn pass_on(&mut self, walk: &Walk, edges: Range<usize>, flow: f64, sum: f64) {
        for (edge, step) in walk.edges[edges.clone()].iter().zip(&mut self.edges[edges]) {
            step.chance /= sum;
            step.flow = flow * step.chance;
            self.flows[edge.channel as usize] += step.flow / walk.channels[edge.channel as usize].1;
            if edge.next != NONE {
                self.states[edge.next as usize].flow += step.flow;
            }
        }
    }

    /// (A4), (A5) and (17), (18): the channels.
    fn fill(&mut self, walk: &Walk, new: &mut [f64]) {
        let (width, (escapes, adaptive)) = (self.width(), self.channels());
        let (asks, flits) = (adaptive + 2 * escapes, f64::from(self.network.flits));
        // (A5) Messages that go from channel to channel.
        for (step, edge) in self.edges.iter().zip(&walk.edges) {
            for (link, next) in walk.followers(edge) {
                self.carried[link] += step.flow * self.edges[next].chance;
            }
        }
        for ((link, carried), times) in self.crowds.links.iter_mut().zip(&self.carried).zip(&walk.link_times) {
            let both = carried / times;
            link.q = [both / self.flows[link.channels[1]], both / self.flows[link.channels[0]]];
        }
        for (index, asked) in self.asked.chunks(asks).enumerate() {
            let per = walk.channels[index].1;
            let asked: Vec<f64> = asked.iter().map(|sum| sum / per).collect();
            let channel = &mut self.crowds.channels[index];
            chain(
                &asked,
                (adaptive, escapes),
                &channel.together,
                flits,
                &mut channel.law,
                &mut new[index * width + L + 1..(index + 1) * width],
            );
            self.adaptive[index] = new[index * width + L + 1..][..=adaptive].to_vec();
        }
        self.crowds.nest();
        self.back[..walk.edges.len() * self.crowds.lanes].fill([[0.0; 4]; 2]);
        self.edges.iter_mut().for_each(|step| (step.theta, step.psi, step.behind) = (1.0, 0.0, 0.0));
    }

    /// (A7) and the sums of (26) in some states.
    fn press(&mut self, walk: &Walk, part: Range<usize>) {
        let flits = f64::from(self.network.flits);
        let lanes = self.crowds.lanes;
        let mut first = walk.begin(part.start);
        for state in &walk.states[part] {
            for e in first..state.end as usize {
                let (edge, step) = (&walk.edges[e], &self.edges[e]);
                // (A7)
                let mut all = [[0.0; 4]; L / 4];
                for (lane, all) in all.iter_mut().enumerate().take(lanes) {
                    let g = self.crowds.g[edge.channel as usize * lanes + lane];
                    let (d, u) = (self.ahead[e * lanes + lane][0], self.back[e * lanes + lane][0]);
                    *all = std::array::from_fn(|i| g[i] * d[i] * u[i]);
                }
                let (sigma, _) = self.crowds.speed(&all);
                let header = self.crowds.channels[edge.channel as usize].header;
                let hold = flits.max(header + (flits - 1.0) * sigma + step.head - step.rest);
                let y = f64::from(state.left) - 1.0 + step.behind;
                let covered = (flits - y).max(1.0);
                let factor = step.flow * hold / (covered + y);
                for (lane, h) in self.demand[edge.channel as usize].iter_mut().enumerate().take(lanes) {
                    let ([d, pd], [u, pu]) = (self.ahead[e * lanes + lane], self.back[e * lanes + lane]);
                    for i in 0..4 {
                        h[i] += factor * ((covered * d[i] + pd[i]) * u[i] + pu[i] * d[i]);
                    }
                }
                self.held[edge.channel as usize] += step.flow * (hold + step.next + step.ahead);
            }
            first = state.end as usize;
        }
    }

    /// θ and ψ, U, PU and hb, from the first hops on: (A5), (A6).
    fn forwards(&mut self, walk: &Walk, part: Range<usize>, new: &mut [f64]) {
        let (lanes, (_, adaptive)) = (self.crowds.lanes, self.channels());
        let thetas = walk.channels.len() * self.width();
        let psis = thetas + walk.edges.len();
        let mut first = walk.begin(part.start);
        for (state, here) in walk.states[part.clone()].iter().zip(&self.states[part]) {
            let began = state.starts / here.flow;
            let ways = state.end as usize - first;
            let (r, a) = (ways as f64, adaptive as f64);
            let avoidance = if ways == 1 { 1.0 } else { r * (a - 1.0) / (r * a - 1.0) };
            for e in first..state.end as usize {
                let edge = &walk.edges[e];
                let step = &mut self.edges[e];
                step.theta = step.theta.clamp(0.0, 1.0);
                (new[thetas + e], new[psis + e]) = (step.theta, step.psi);
                for lane in 0..lanes {
                    self.back[e * lanes + lane][0].iter_mut().for_each(|u| *u += began);
                }
                let step = *step;
                for (link, next) in walk.followers(edge) {
                    let share = step.flow / self.states[edge.next as usize].flow;
                    let q = self.crowds.links[link].q[0];
                    let after = &mut self.edges[next];
                    after.theta -= share * q * (1.0 - avoidance * step.theta);
                    after.psi += share * q;
                    after.behind += share * (1.0 + step.behind);
                    for lane in 0..lanes {
                        let gr = self.crowds.gr[link * lanes + lane];
                        let [u, pu] = self.back[e * lanes + lane];
                        let [to_u, to_pu] = &mut self.back[next * lanes + lane];
                        for i in 0..4 {
                            to_u[i] += share * gr[i] * u[i];
                            to_pu[i] += share * (1.0 + gr[i] * pu[i]);
                        }
                    }
                }
            }
            first = state.end as usize;
        }
    }

    /// D, PD and the sums of what is ahead, from the last hops on: (A6); then the times of states in which messages start: (A8).
    fn backwards(&mut self, walk: &Walk, part: Range<usize>) {
        let (lanes, m) = (self.crowds.lanes, f64::from(self.network.flits));
        for at in part.rev() {
            let (state, first) = (&walk.states[at], walk.begin(at));
            let mut allowed = [[0.0; 4]; L / 4];
            let (mut time, mut rest, mut vary, mut ahead) = (0.0, 0.0, 0.0, 0.0);
            for e in first..state.end as usize {
                let edge = &walk.edges[e];
                let last = edge.next == NONE;
                for lane in 0..lanes {
                    self.ahead[e * lanes + lane] = [[if last { 1.0 } else { 0.0 }; 4], [0.0; 4]];
                }
                let mut sums = Step { next: if last { 1.0 } else { 0.0 }, ..self.edges[e] };
                (sums.head, sums.ahead, sums.vary, sums.rest) = (0.0, 0.0, 0.0, 0.0);
                for (link, next) in walk.followers(edge) {
                    let (after, waits) = (&self.edges[next], &self.states[edge.next as usize]);
                    let p = after.chance;
                    sums.head += p * (self.crowds.channels[walk.edges[next].channel as usize].header + after.head);
                    sums.ahead += p * (waits.blocked + after.ahead);
                    sums.vary += p * (waits.vary + after.vary);
                    sums.next += p * after.tail;
                    sums.rest += p * (after.tail + after.rest);
                    for lane in 0..lanes {
                        let gq = self.crowds.gq[link * lanes + lane];
                        let [d, pd] = self.ahead[next * lanes + lane];
                        let [to_d, to_pd] = &mut self.ahead[e * lanes + lane];
                        for i in 0..4 {
                            to_d[i] += p * gq[i] * d[i];
                            to_pd[i] += p * (1.0 + gq[i] * pd[i]);
                        }
                    }
                }
                let mut mean = 0.0;
                for (lane, allowed) in allowed.iter_mut().enumerate().take(lanes) {
                    let (g, d) = (self.crowds.g[edge.channel as usize * lanes + lane], self.ahead[e * lanes + lane][0]);
                    let product: Lane = std::array::from_fn(|i| g[i] * d[i]);
                    mean += self.crowds.mean(lane, product);
                    allowed.iter_mut().zip(product).for_each(|(sum, g)| *sum += sums.chance * g);
                }
                sums.tail = 1.0 / mean.max(1e-6);
                time += sums.chance * (self.crowds.channels[edge.channel as usize].header + sums.head + sums.ahead);
                ahead += sums.chance * sums.ahead;
                rest += sums.chance * sums.rest;
                vary += sums.chance * sums.vary;
                self.edges[e] = sums;
            }
            if state.starts > 0.0 {
                let here = &self.states[at];
                let (sigma, own) = self.crowds.speed(&allowed);
                let time = time + here.blocked + (m - 1.0) * sigma + 1.0;
                let slot = time - 1.0 - rest;
                self.starts[at] = [time, slot, slot * slot + 2.0 / 3.0 * m * m * own + here.vary + vary];
                self.states[at].full = here.blocked + ahead;
            }
        }
    }

    /// The solution at a load, from the last step.
    pub(super) fn read(&self, load: f64, trial: bool) -> Solution {
        let (network, walk) = (&self.network, &*self.walk);
        let mut answer = Solution {
            load,
            mean_hops: self.mean_hops,
            ..Solution::new(network, self.flows.iter().copied().fold(0.0, f64::max))
        };
        let (mut weight, mut messages) = (0.0, 0.0);
        for (node, times, flow, own) in &walk.sources {
            let mut sums = [0.0; 4];
            for (state, share) in own {
                let [time, slot, square] = self.starts[*state as usize];
                let all = [time, slot, square, self.states[*state as usize].full];
                sums.iter_mut().zip(all).for_each(|(sum, x)| *sum += share * x);
            }
            let [_, mean, square, _] = sums.map(|sum| sum / flow);
            let (rho, wait) = if network.ports {
                ports_wait(load * flow / f64::from(network.grid.ports()), mean, square)
            } else {
                let (offered, vcs) = (load * flow * mean, f64::from(network.vcs));
                let rho = offered / vcs;
                let lost = (1..=network.vcs).fold(1.0, |lost, j| offered * lost / (f64::from(j) + offered * lost));
                let waits = lost / (1.0 - rho * (1.0 - lost));
                let c2 = (square / (mean * mean) - 1.0).max(0.0);
                (rho, waits * mean / (vcs * (1.0 - rho)) * (1.0 + c2) / 2.0)
            };
            if rho > answer.rho {
                (answer.rho, answer.node) = (rho, *node);
                (answer.node_slot, answer.node_flow) = (mean, *flow);
            }
            answer.network_time += times * sums[0];
            answer.slot += times * sums[1];
            answer.blocked += times * sums[3];
            weight += times * flow;
            answer.wait += times * flow * wait;
            messages += times * flow;
        }
        for sum in [&mut answer.network_time, &mut answer.slot, &mut answer.blocked] {
            *sum /= weight;
        }
        answer.wait /= messages;
        let busiest = (0..self.flows.len()).max_by(|a, b| self.flows[*a].total_cmp(&self.flows[*b]));
        answer.channel = busiest.map_or(0, |channel| walk.channels[channel].0);
        if let Some(channel) = busiest.filter(|_| !trial) {
            answer.busiest_channel = self.crowds.channels[channel].facts();
            answer.busiest_channel.adaptive.clone_from(&self.adaptive[channel]);
            let flows = walk.kept.iter().map(|kept| self.flows.get(*kept as usize));
            let use_of = |flow: &f64| load * f64::from(network.flits) * flow;
            answer.uses = flows.map(|flow| flow.map_or(0.0, use_of)).collect();
            answer.held = self.crowds.held(&walk.kept);
        }
        answer
    }
}

impl Walk {
    /// Where the edges of a state begin.
    fn begin(&self, state: usize) -> usize {
        if state == 0 { 0 } else { self.states[state - 1].end as usize }
    }

    /// The edges after one, with the links to them.
    fn followers(&self, edge: &Edge) -> impl Iterator<Item = (usize, usize)> {
        let range = if edge.next == NONE {
            0..0
        } else {
            self.begin(edge.next as usize)..self.states[edge.next as usize].end as usize
        };
        let links = edge.links as usize;
        self.links[links..].iter().zip(range).map(|(link, next)| (*link as usize, next))
    }
}

/// (A4) The stationary law of the holders of a channel, by elimination of one state after the other: π, ε and η to `to`, P_v to `law`.
fn chain(
    asked: &[f64],
    (adaptive, escapes): (usize, usize),
    together: &[f64],
    flits: f64,
    law: &mut [f64],
    to: &mut [f64],
) {
    let sets = 1_usize << escapes;
    let states = sets * (adaptive + 1);
    let mut rates = vec![[0.0; 9]; states];
    let slot = |from: usize, to: usize| to + sets - from;
    let leaving = |state: usize| {
        let held = state / sets + (state % sets).count_ones() as usize;
        if held == 0 { 0.0 } else { together[held] / (held as f64 * flits) }
    };
    let waiting = |state: usize, class: usize| {
        (asked[adaptive + escapes + class] / ((adaptive as f64 + 1.0) * leaving(state)).max(1e-12)).min(0.98)
    };
    for state in 0..states {
        let (a, set) = (state / sets, state % sets);
        let refilled = |class: usize| if set >> class & 1 == 1 { 1.0 - waiting(state, class) } else { 1.0 };
        let out = leaving(state) * if a == adaptive { (0..escapes).map(refilled).product() } else { 1.0 };
        if a < adaptive {
            rates[state][slot(state, state + sets)] = asked[a];
        }
        if a > 0 {
            rates[state][slot(state, state - sets)] = a as f64 * out;
        }
        for class in 0..escapes {
            let other = state ^ 1 << class;
            if set >> class & 1 == 1 {
                rates[state][slot(state, other)] = out;
            } else if a == adaptive {
                rates[state][slot(state, other)] = asked[adaptive + class];
            }
        }
    }
    let chances = stationary(rates, sets);
    let sum: f64 = chances.iter().sum();
    law.fill(0.0);
    to.fill(0.0);
    let full = adaptive * sets;
    let all_full: f64 = chances[full..].iter().sum();
    for (state, chance) in chances.iter().enumerate() {
        law[state / sets + (state % sets).count_ones() as usize] += chance / sum;
        to[state / sets] += chance / sum;
    }
    for class in 0..escapes {
        let busy = (full..states).filter(|state| state >> class & 1 == 1);
        let held: f64 = busy.clone().map(|state| chances[state]).sum();
        if held > 0.0 {
            to[adaptive + 1 + class] = held / all_full;
            let ahead = |state: usize| {
                let x = waiting(state, class);
                chances[state] * x / (1.0 - x)
            };
            to[adaptive + 1 + escapes + class] = busy.map(ahead).sum::<f64>() / held;
        }
    }
}

/// The stationary chances of a chain, but for a factor, from rates[from][to + sets - from]: no state leads to one more than `sets` away.
fn stationary(mut rates: Vec<[f64; 9]>, sets: usize) -> Vec<f64> {
    let states = rates.len();
    let slot = |from: usize, to: usize| to + sets - from;
    for last in (1..states).rev() {
        let lower = last.saturating_sub(sets)..last;
        let sum: f64 = lower.clone().map(|to| rates[last][slot(last, to)]).sum();
        for from in lower.clone() {
            let part = rates[from][slot(from, last)] / sum.max(1e-300);
            rates[from][slot(from, last)] = part;
            for to in lower.clone().filter(|to| *to != from) {
                rates[from][slot(from, to)] += part * rates[last][slot(last, to)];
            }
        }
    }
    let mut chances = vec![1.0; states];
    for state in 1..states {
        chances[state] =
            (state.saturating_sub(sets)..state).map(|from| chances[from] * rates[from][slot(from, state)]).sum();
    }
    chances
}
