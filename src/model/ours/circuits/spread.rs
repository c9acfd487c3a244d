//! How much the time for which an injection channel is busy varies: equation (16).
//!
//! The rate of a circuit is the least of its channels, whose crowds change while it sends: the variance of its time is that of an integral
//! over the rate, from the autocovariance of the minimum. The crowd of a channel is a chain of births and deaths, which rotations
//! diagonalise; the chance E2(i, i') that one channel allows t_i now and t_i' later is then a sum of V exponentials.

use super::{
    companions::Companions,
    sharing::{L, Rates},
    slots::SlotTimes,
    step::{Solver, independent, mean},
};
use crate::solve::{gauss, tridiagonal};
use libm::{exp, log};

/// The square of the coefficient of variation of the time for which an injection channel is busy.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// cvD: that of the means of the distances alone.
    pub distance: f64,
    /// cv²: with the sharing of channels.
    pub whole: f64,
}

/// The crowd of one channel beside a circuit of one distance.
struct ChannelCrowd {
    rates: Vec<f64>,
    /// Their amplitudes at each t_i.
    amplitudes: Vec<Rates>,
    /// E1(i): chance that the channel allows t_i.
    allowed: Rates,
    /// The square of the mean rate of the circuit.
    square: f64,
    others: f64,
    /// T_d: time to send a message, cycles.
    sending: f64,
    /// The weight of the variance of that time.
    weight: f64,
}

/// x^J, for chances that rounding may have moved out of [0, 1].
fn raised(chance: f64, others: f64) -> f64 {
    let chance = chance.clamp(1e-300, 1.0);
    if chance == 1.0 { 1.0 } else { chance * exp(others * log(chance)) }
}

impl ChannelCrowd {
    fn of(solver: &Solver, d: usize, slow: f64) -> Self {
        let step = &solver.last;
        let leave = solver.companions.leave(d);
        let count = leave.len();
        let births: Vec<f64> = Companions::births(&step.channel, 1.0).collect();
        // Detailed balance makes the generator symmetric.
        let mut standing = vec![1.0; count];
        (1..count).for_each(|k| standing[k] = standing[k - 1] * births[k - 1] / leave[k].max(1e-12));
        let sum: f64 = standing.iter().sum();
        let mut rates: Vec<f64> = births.iter().zip(leave).map(|(birth, leave)| -birth - leave).collect();
        let mut coupled: Vec<f64> = (1..count).map(|k| (births[k - 1] * leave[k]).sqrt()).collect();
        coupled.push(0.0);
        let mut vectors = vec![0.0; count * count];
        tridiagonal::diagonalise(&mut rates, &mut coupled, &mut vectors);
        rates.iter_mut().for_each(|rate| *rate = rate.min(0.0));
        let mut allowed = [0.0; L];
        let mut amplitudes = vec![[0.0; L]; count];
        for (k, (weight, shares)) in standing.iter().zip(&step.sharing.beside).enumerate() {
            let weight = weight / sum;
            let add = |to: &mut Rates, part: f64| to.iter_mut().zip(shares).for_each(|(sum, y)| *sum += part * y);
            add(&mut allowed, weight);
            let root = weight.sqrt();
            amplitudes.iter_mut().enumerate().for_each(|(r, to)| add(to, root * vectors[r * count + k]));
        }
        let others = independent(d, step.together);
        let sending = f64::from(solver.network.flits) * slow;
        let rate = mean(allowed.iter().map(|chance| raised(*chance, others)));
        let weight = solver.geometry.hops[d - 1] * 2.0 * slow * slow;
        Self { rates, amplitudes, allowed, square: rate * rate, others, sending, weight }
    }

    /// Its part of var(c): the integral of the autocovariance over the time to send a message. The first `sure` rates are always allowed.
    fn variance(&self, faster: f64, sure: usize) -> f64 {
        // A rate that is always allowed now is as good as none now.
        let once: f64 = self.allowed[sure..].iter().map(|chance| raised(*chance, self.others)).sum();
        let certain = (sure * sure) as f64 + 2.0 * sure as f64 * once;
        let half = self.sending / 2.0;
        let mut sum = 0.0;
        for (place, weight) in gauss() {
            let time = half * (1.0 + place);
            let decayed: Vec<f64> = self.rates.iter().map(|rate| exp(rate * time * faster)).collect();
            let mut both = certain;
            for now in sure..L {
                let mut chances = [0.0; L];
                for (amplitude, decay) in self.amplitudes.iter().zip(&decayed) {
                    let part = decay * amplitude[now];
                    chances[now..].iter_mut().zip(&amplitude[now..]).for_each(|(sum, later)| *sum += part * later);
                }
                let later: f64 = chances[now + 1..].iter().map(|chance| raised(*chance, self.others)).sum();
                both += raised(chances[now], self.others) + 2.0 * later;
            }
            sum += weight * half * (self.sending - time) * (both / (L * L) as f64 - self.square);
        }
        self.weight * sum
    }
}

impl Spread {
    /// Of the last step, with σ_d.
    pub(super) fn of(solver: &Solver, slow: &[f64], slots: &SlotTimes) -> Self {
        let square = slots.mean * slots.mean;
        let distance = solver.geometry.by_distance(|d, p| p * slots.each[d - 1] * slots.each[d - 1]) / square - 1.0;
        let crowds: Vec<ChannelCrowd> = (1..).zip(slow).map(|(d, slow)| ChannelCrowd::of(solver, d, *slow)).collect();
        let setup = solver.geometry.by_distance(|d, p| p * solver.last.waits[d - 1].variance);
        let certain = |i: &usize| solver.last.sharing.beside.iter().all(|shares| shares[*i] == 1.0);
        let sure = (0..L).take_while(certain).count();
        let mut whole = 0.1;
        for _ in 0..2 {
            // Messages are not exponential: the crowd changes faster.
            let faster = 2.0 / (1.0 + whole);
            let sharing: f64 = crowds.iter().map(|crowd| crowd.variance(faster, sure)).sum();
            whole = (distance + (sharing + setup) / square).max(0.0);
        }
        Self { distance, whole }
    }
}
