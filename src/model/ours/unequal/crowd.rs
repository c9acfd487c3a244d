//! Shares of each channel and how crowds of successive channels are nested: (10), (17), (18).

use super::{
    super::worms::sharing::{L, Sharing},
    solution::Busiest,
};

/// Four cells side by side.
pub(super) type Lane = [f64; 4];

const LANES: usize = L / 4;

/// A channel in one step.
#[derive(Clone, Debug)]
pub(super) struct Channel {
    pub demand: [f64; L + 1],
    pub together: Vec<f64>,
    pub beside: Vec<[f64; L]>,
    pub law: Vec<f64>,
    pub others: Vec<f64>,
    pub rates: [f64; L],
    /// How long a header takes to cross it, in turns: sh of (22).
    pub header: f64,
}

impl Channel {
    fn new(vcs: usize) -> Self {
        Self {
            demand: [0.0; L + 1],
            together: vec![0.0; vcs + 1],
            beside: vec![[0.0; L]; vcs],
            law: vec![0.0; vcs + 1],
            others: vec![0.0; vcs],
            rates: [1.0; L],
            header: 1.0,
        }
    }

    /// Its numbers for a solution.
    pub(super) fn facts(&self) -> Busiest {
        Busiest {
            demand: self.demand.to_vec(),
            together: self.together.clone(),
            law: self.law.clone(),
            rates: self.rates.to_vec(),
            ..Busiest::default()
        }
    }

    /// Virtual channels held in the mean.
    fn held(&self) -> f64 {
        self.law.iter().enumerate().map(|(v, chance)| v as f64 * chance).sum()
    }

    fn look(&mut self) {
        let held = self.held();
        for (k, others) in self.others.iter_mut().enumerate() {
            *others = (k + 1) as f64 * self.law[k + 1] / held;
        }
        self.rates = [0.0; L];
        for (others, beside) in self.others.iter().zip(&self.beside) {
            self.rates.iter_mut().zip(beside).for_each(|(rate, y)| *rate += others * y);
        }
        self.rates.iter_mut().for_each(|rate| *rate = rate.clamp(1e-12, 1.0));
        let mean = self.rates.iter().sum::<f64>() / L as f64;
        self.header = 1.0 + (1.0 / mean.max(1e-6) - 1.0) / 2.0;
    }

    /// Chance that those who are here and on a channel beside it would allow each rate, a part `q` of the others being on both.
    fn nested(&self, q: f64) -> [f64; L] {
        let vcs = self.others.len();
        let (mut shared, mut law) = (vec![0.0; vcs], vec![1.0]);
        for others in &self.others {
            shared.iter_mut().zip(&law).for_each(|(sum, chance)| *sum += others * chance);
            super::queue::thin(&mut law, q);
        }
        let mut chances = [0.0; L];
        for (shared, beside) in shared.iter().zip(&self.beside) {
            chances.iter_mut().zip(beside).for_each(|(sum, y)| *sum += shared * y);
        }
        chances
    }
}

/// Two channels that messages cross one after the other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Link {
    /// The first channel and the second.
    pub channels: [usize; 2],
    /// q: part of the messages of the second that come over the first; and of the first that go on to the second.
    pub q: [f64; 2],
}

/// All channels and links of a network in one step, in lanes of the cells that differ.
#[derive(Clone, Debug)]
pub(super) struct Crowds {
    pub channels: Vec<Channel>,
    pub links: Vec<Link>,
    /// G by channel, GQ and GR by link, each in `lanes` lanes.
    pub g: Vec<Lane>,
    pub gq: Vec<Lane>,
    pub gr: Vec<Lane>,
    /// The weight of each cell in a mean.
    pub weights: [Lane; LANES],
    /// The first of the cells of each of those that differ.
    pub starts: Vec<usize>,
    pub lanes: usize,
    sharing: Sharing,
}

impl Crowds {
    /// For a number of channels.
    pub(super) fn new(channels: usize, vcs: usize, links: Vec<Link>) -> Self {
        Self {
            channels: vec![Channel::new(vcs); channels],
            g: vec![[0.0; 4]; channels * LANES],
            gq: vec![[0.0; 4]; links.len() * LANES],
            gr: vec![[0.0; 4]; links.len() * LANES],
            links,
            weights: [[0.0; 4]; LANES],
            starts: Vec::new(),
            lanes: 0,
            sharing: Sharing::new(vcs),
        }
    }

    pub(super) fn share(&mut self, channel: usize, demand: &[f64]) {
        let all = &mut self.channels[channel].demand;
        all.copy_from_slice(demand);
        self.sharing.share(all);
        self.channels[channel].together.copy_from_slice(&self.sharing.together);
        self.channels[channel].beside.copy_from_slice(&self.sharing.beside);
    }

    /// (17), (18) from the laws of the channels.
    pub(super) fn nest(&mut self) {
        self.channels.iter_mut().for_each(Channel::look);
        let mut edges = [false; L];
        edges[0] = true;
        for channel in &self.channels {
            for y in &channel.beside {
                (1..L).for_each(|i| edges[i] |= y[i] != y[i - 1]);
            }
        }
        self.starts = (0..L).filter(|i| edges[*i]).collect();
        self.lanes = self.starts.len().div_ceil(4);
        self.weights = [[0.0; 4]; LANES];
        for (at, start) in self.starts.iter().enumerate() {
            let end = self.starts.get(at + 1).unwrap_or(&L);
            self.weights[at / 4][at % 4] = (end - start) as f64 / L as f64;
        }
        let last = self.starts.len() - 1;
        let cells: [usize; L] = std::array::from_fn(|at| self.starts[at.min(last)]);
        let pack = |to: &mut [Lane], cells: &[usize; L], of: &dyn Fn(usize) -> f64| {
            to.iter_mut()
                .zip(cells.chunks(4))
                .for_each(|(lane, cells)| lane.iter_mut().zip(cells).for_each(|(x, cell)| *x = of(*cell)));
        };
        let lanes = self.lanes;
        for (channel, g) in self.channels.iter().zip(self.g.chunks_mut(lanes)) {
            pack(g, &cells, &|i| channel.rates[i]);
        }
        for (link, (gq, gr)) in self.links.iter().zip(self.gq.chunks_mut(lanes).zip(self.gr.chunks_mut(lanes))) {
            let [from, to] = link.channels.map(|channel| &self.channels[channel]);
            let (there, here) = (to.nested(link.q[0]), from.nested(link.q[1]));
            let most = |i: usize| there[i].max(1e-12).max(here[i].max(1e-12));
            pack(gq, &cells, &|i| (to.rates[i] / most(i)).min(1.0));
            pack(gr, &cells, &|i| (from.rates[i] / most(i)).min(1.0));
        }
    }

    /// σ of a chance by cells, and the variance of a message's own speed, vy of (23).
    pub(super) fn speed(&self, chances: &[Lane]) -> (f64, f64) {
        let (mut mean, mut inverse, mut before) = (0.0, 0.0, 1.0);
        for (at, start) in self.starts.iter().enumerate() {
            let chance = chances[at / 4][at % 4];
            mean += self.weights[at / 4][at % 4] * chance;
            let slow = if at == 0 { 4.0 * L as f64 } else { L as f64 / *start as f64 };
            inverse += (before - chance) * slow;
            before = chance;
        }
        let sigma = 1.0 / mean.max(1e-6);
        (sigma, (sigma * (inverse + before) - sigma * sigma).max(0.0))
    }

    /// Virtual channels held in the mean, by channel of the grid, from the channel kept for each; 0 without a channel.
    pub(super) fn held(&self, kept: &[u32]) -> Vec<f64> {
        kept.iter().map(|at| self.channels.get(*at as usize).map_or(0.0, Channel::held)).collect()
    }

    /// The mean of a product by cells.
    pub(super) fn mean(&self, lane: usize, chances: Lane) -> f64 {
        (0..4).map(|i| self.weights[lane][i] * chances[i]).sum()
    }

    /// (26) m_0..m_L from H by cells.
    pub(super) fn demand(&self, h: &[Lane], to: &mut [f64]) {
        to.fill(0.0);
        let mut before = 1.0;
        for (at, start) in self.starts.iter().enumerate() {
            to[*start] = before - h[at / 4][at % 4];
            before = h[at / 4][at % 4];
        }
        to[L] = before;
    }
}
