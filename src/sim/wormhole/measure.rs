//! Counts between two resets: the quantities of the models.

use super::Network;
use super::setting::{MOST_DIMENSIONS, Setting};
use super::worm::{NOWHERE, WormHop};

/// The largest number of virtual channels of a physical channel.
pub const MOST_VCS: usize = 16;

/// Headers that asked for a lane with the same number of dimensions left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hops {
    /// Hops for which a lane was asked: n_r times the messages.
    pub asked: u64,
    /// Those that found none at the first attempt.
    pub blocked: u64,
    /// Those that waited and then found one.
    pub resumed: u64,
    /// The total wait of the resumed ones, cycles.
    pub waited: u64,
}

impl Hops {
    /// The sum of two counts.
    pub const fn plus(self, other: Self) -> Self {
        Self {
            asked: self.asked + other.asked,
            blocked: self.blocked + other.blocked,
            resumed: self.resumed + other.resumed,
            waited: self.waited + other.waited,
        }
    }

    /// The probability that a header finds no lane at its first attempt.
    pub fn blocking(self) -> Option<f64> {
        (self.asked > 0).then(|| self.blocked as f64 / self.asked as f64)
    }

    /// The mean wait of those that did not, cycles: w, W_c.
    pub fn wait(self) -> Option<f64> {
        (self.resumed > 0).then(|| self.waited as f64 / self.resumed as f64)
    }
}

/// The counters of a window.
#[derive(Clone, Debug, Default)]
pub(super) struct Window {
    pub start: u64,
    pub generated_unicasts: u64,
    pub generated_broadcasts: u64,
    pub delivered: u64,
    /// Channels times cycles, by busy virtual channels.
    pub busy: [u64; MOST_VCS + 1],
    /// Of unicasts, by dimensions left, from the source and from further on.
    pub first: [Hops; MOST_DIMENSIONS],
    pub further: [Hops; MOST_DIMENSIONS],
    pub copies: Hops,
    /// Hops of unicasts on escape lanes.
    pub escapes: u64,
}

/// The measurements since the last reset. Ratios are `None` where nothing was counted.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the doc of the type tells its fields")]
pub struct WindowMeasures {
    pub cycles: u64,
    pub generated_unicasts: u64,
    pub generated_broadcasts: u64,
    pub delivered: u64,
    /// Accepted throughput, flits / node / cycle: flits of the messages delivered.
    pub accepted_flits: f64,
    /// Mean utilisation of a channel, flits / cycle, which the models write λ_c M.
    pub utilisation: f64,
    /// Messages that a channel carries in a cycle, λ_c: the utilisation over M.
    pub lambda_c: f64,
    /// P_v: the fraction of time in which v virtual channels of a channel are busy, v = 0..=V, mean over the channels.
    pub p_v: Vec<f64>,
    /// Mean number of busy virtual channels of a channel.
    pub busy: f64,
    /// V̄ = Σ v² P_v / Σ v P_v: the busy virtual channels that a busy one sees, itself included.
    pub vbar: Option<f64>,
    /// The mean time for which a message holds a virtual channel, cycles: by Little's law `busy` over λ_c.
    pub hold: Option<f64>,
    /// Hops of unicasts out of the source node, by dimensions left r, at index r - 1.
    pub first_hops: Vec<Hops>,
    /// Later hops of unicasts, by dimensions left r, at index r - 1.
    pub further_hops: Vec<Hops>,
    pub copies: Hops,
    /// n_r: hops with r dimensions left, per unicast that began its way, at index r - 1; NaN if none did.
    pub n_r: Vec<f64>,
    /// Σ Pblock: blockings per unicast that began its way; NaN if none did.
    pub blocking_sum: f64,
    /// w, W_c: mean wait of a blocked unicast header, cycles.
    pub w: Option<f64>,
    /// The fraction of unicast hops on escape channels.
    pub escapes: Option<f64>,
}

impl WindowMeasures {
    /// All unicast hops by dimensions left r, at index r - 1.
    pub fn hops(&self) -> impl Iterator<Item = Hops> + '_ {
        self.first_hops.iter().zip(&self.further_hops).map(|(&first, &further)| first.plus(further))
    }
}

impl Network {
    /// Begins to count anew, from now on.
    pub fn reset_window(&mut self) {
        self.window = Window { start: self.now, ..Window::default() };
        self.since.fill(self.now as u32);
        for lane in 0..self.lanes.len() {
            self.carried[lane] = 0_u32.wrapping_sub(self.crossed_on(lane));
        }
    }

    /// The counts since the last reset, or since time 0.
    pub fn measured(&self) -> WindowMeasures {
        let Setting { flits, n, vcs, .. } = self.setting;
        let grid = self.setting.grid();
        let (window, nodes, channels) = (&self.window, f64::from(self.nodes), f64::from(grid.links()));
        let cycles = self.now - window.start;
        let mut busy = window.busy;
        for (channel, since) in self.channels.iter().zip(&self.since).take(self.near.len()) {
            busy[channel.taken().count_ones() as usize] += u64::from((self.now as u32).wrapping_sub(*since));
        }
        // The ports at the edges of a mesh are always free, because there is no channel.
        busy[0] -= u64::from(grid.channels() - grid.links()) * cycles;
        let time = cycles as f64;
        let p_v: Vec<f64> = busy[..=vcs as usize].iter().map(|&busy| busy as f64 / (time * channels)).collect();
        let mean: f64 = (0..).zip(&p_v).map(|(v, p)| f64::from(v) * p).sum();
        let squares: f64 = (0..).zip(&p_v).map(|(v, p)| f64::from(v * v) * p).sum();
        let utilisation =
            (0..self.lanes.len()).map(|lane| self.carried_on(lane)).sum::<u64>() as f64 / (time * channels);
        let lambda_c = utilisation / f64::from(flits);
        let (first, further) = (&window.first[..n as usize], &window.further[..n as usize]);
        // Not those generated: beyond saturation most of them wait and have no hops yet.
        let unicasts = first.iter().map(|hops| hops.asked).sum::<u64>() as f64;
        let all = first.iter().zip(further).map(|(&first, &further)| first.plus(further));
        let total = all.clone().fold(Hops::default(), Hops::plus);
        WindowMeasures {
            cycles,
            generated_unicasts: window.generated_unicasts,
            generated_broadcasts: window.generated_broadcasts,
            delivered: window.delivered,
            accepted_flits: window.delivered as f64 * f64::from(flits) / (time * nodes),
            utilisation,
            lambda_c,
            p_v,
            busy: mean,
            vbar: (mean > 0.0).then(|| squares / mean),
            hold: (lambda_c > 0.0).then(|| mean / lambda_c),
            first_hops: first.to_vec(),
            further_hops: further.to_vec(),
            copies: window.copies,
            n_r: all.map(|hops| hops.asked as f64 / unicasts).collect(),
            blocking_sum: total.blocked as f64 / unicasts,
            w: total.wait(),
            escapes: (total.asked > 0).then(|| window.escapes as f64 / total.asked as f64),
        }
    }

    /// Flits carried since the last reset, or since time 0, by lane: V channel + vc.
    #[cfg(test)]
    pub(super) fn lane_flits(&self) -> Vec<u64> {
        let vcs = self.setting.vcs as usize;
        let lanes = (0..self.lanes.len()).filter(|lane| (lane & self.vc_mask as usize) < vcs);
        lanes.map(|lane| self.carried_on(lane)).collect()
    }

    /// By channel, the cycles in which it carried a flit since the last reset, or since time 0; and all cycles since then.
    pub fn channel_flits(&self) -> (Vec<u64>, u64) {
        let lanes = 1_usize << self.shift;
        let channel = |channel: usize| (channel * lanes..(channel + 1) * lanes).map(|lane| self.carried_on(lane)).sum();
        ((0..self.near.len()).map(channel).collect(), self.now - self.window.start)
    }

    /// Flits carried by a lane since the last reset, or since time 0.
    fn carried_on(&self, lane: usize) -> u64 {
        u64::from(self.carried[lane].wrapping_add(self.crossed_on(lane)))
    }

    /// Flits times channels that all messages generated need at least.
    pub fn offered(&self) -> u64 {
        self.needed
    }

    /// Flits that have crossed a lane, for the worm that has it.
    fn crossed_on(&self, lane: usize) -> u32 {
        let step = self.lanes[lane];
        if step == NOWHERE {
            return 0;
        }
        let WormHop { worm, hop, .. } = self.path[step as usize];
        self.crossed_at_hop(worm, hop)
    }

    /// Flits that have crossed a channel since time 0: flit-hops.
    pub fn flit_hops(&self) -> u64 {
        let under_way: u64 = (0..self.lanes.len()).map(|lane| u64::from(self.crossed_on(lane))).sum();
        self.released + under_way
    }
}
