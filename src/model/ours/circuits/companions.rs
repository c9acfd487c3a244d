//! The other circuits on a channel while one is there: equation (8).

use super::{
    channel::ChannelLoad,
    sharing::{L, Rates, Sharing, demand},
    unknowns::Unknowns,
};
use crate::solve::{power, tridiagonal};

/// Births and deaths of the others on a channel, and my own progress, per cycle.
#[derive(Clone, Debug)]
pub struct Companions {
    /// Leaving beside me, K = 0..V-1 others: η_K/M, for each distance.
    leave: Vec<Vec<f64>>,
    progress: Vec<Vec<f64>>,
    /// Room to work in: births, deaths, the diagonal.
    births: Vec<f64>,
    diagonal: Vec<f64>,
    below: Vec<f64>,
    above: Vec<f64>,
}

impl Companions {
    /// Room for n distances and V virtual channels.
    pub fn new(dimensions: usize, vcs: usize) -> Self {
        let zeros = || vec![0.0; vcs];
        Self {
            leave: vec![zeros(); dimensions],
            progress: vec![zeros(); dimensions],
            births: zeros(),
            diagonal: zeros(),
            below: zeros(),
            above: zeros(),
        }
    }

    /// The rates at which others leave, and I get on.
    pub fn set(&mut self, flits: f64, unknowns: &Unknowns, sharing: &Sharing) {
        for (d, own) in unknowns.own.iter().enumerate() {
            let wanted = demand(own, unknowns.idle);
            let alone = (1.0 - unknowns.idle) * unknowns.slow[0] / unknowns.slow[d];
            for (k, (rate, channel)) in sharing.rate.iter().zip(&sharing.channel).enumerate() {
                let (mut mine, mut all) = (0.0, 0.0);
                for ((chance, rate), channel) in wanted.iter().zip(rate).zip(channel) {
                    mine += chance * rate;
                    all += chance * channel;
                }
                self.leave[d][k] = if k > 0 { (all - mine) / flits } else { 0.0 };
                // Two meetings on different channels delay me together by 2/3.
                self.progress[d][k] = (2.0 * mine + alone * rate[L]) / (3.0 * flits);
            }
        }
    }

    /// η_K/M of a distance, K = 0..V-1: the rate at which one of K others leaves.
    pub fn leave(&self, distance: usize) -> &[f64] {
        &self.leave[distance - 1]
    }

    /// μ_K/M of a distance: the rate at which I get on beside K others.
    pub fn progress(&self, distance: usize) -> &[f64] {
        &self.progress[distance - 1]
    }

    /// The rates at which one more joins K others where my own node starts circuits `join` times as often as on average; 0 beside V - 1.
    pub fn births<'a>(channel: &'a ChannelLoad, join: f64) -> impl Iterator<Item = f64> + 'a {
        let last = channel.found.len() - 1;
        (0..=last).map(move |k| {
            let room = (join - (k + 1) as f64 / channel.slots).max(0.0);
            if k < last { channel.rate * room * channel.free[k + 1] } else { 0.0 }
        })
    }

    /// π_d: the law of the others over the time that a circuit of a distance is there, with a join factor f.
    pub fn law(&mut self, channel: &ChannelLoad, distance: usize, join: f64, law: &mut [f64]) {
        let (leave, progress) = (&self.leave[distance - 1], &self.progress[distance - 1]);
        self.births.iter_mut().zip(Self::births(channel, join)).for_each(|(to, birth)| *to = birth);
        let last = law.len() - 1;
        // A factor as of a node that sends nearly all of the load: its powers count from the end where they are small.
        let scaled = |k: usize| if join > 1.0 { power(1.0 / join, last - k) } else { power(join, k) };
        for k in 0..=last {
            law[k] = channel.found[k] * scaled(k);
            self.diagonal[k] = progress[k] + self.births[k] + leave[k];
            if k < last {
                self.below[k] = -self.births[k];
                self.above[k] = -leave[k + 1];
            }
        }
        tridiagonal::solve(&self.below, &mut self.diagonal, &self.above, law);
        let sum: f64 = law.iter().sum();
        law.iter_mut().for_each(|chance| *chance /= sum);
    }
}

/// G(i) = Σ_K π(K) Y_K(i), kept in [1e-12, 1]: chance that a circuit with K others could have the rate t_i.
pub fn possible(law: &[f64], sharing: &Sharing) -> Rates {
    let mut rates = [0.0; L];
    for (chance, beside) in law.iter().zip(&sharing.beside) {
        rates.iter_mut().zip(beside).for_each(|(sum, share)| *sum += chance * share);
    }
    rates.map(|chance| chance.clamp(1e-12, 1.0))
}
