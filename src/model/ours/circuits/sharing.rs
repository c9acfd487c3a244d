//! Shares of a channel: equations (3) and (4).

pub use super::unknowns::{Demand, L, Rates};

use super::unknowns::Unknowns;
use crate::queueing::max_min::Crowd;

/// The demand of a circuit that holds a virtual channel, of which a part of the time nothing is sent: equation (3).
pub fn demand(law: &Demand, idle: f64) -> Demand {
    let mut demand = law.map(|chance| (1.0 - idle) * chance);
    demand[0] += idle;
    demand
}

/// The shares of circuits of a channel.
#[derive(Clone, Debug)]
pub struct Sharing {
    /// S(v), v = 0..V: flits per cycle of v circuits together.
    pub together: Vec<f64>,
    /// Y_K(i), K = 0..V-1: chance that my share beside K others is at least t_i.
    pub beside: Vec<Rates>,
    /// R_K(l): my mean rate beside K others if my own limit is l/L.
    pub rate: Vec<Demand>,
    /// Z_K(l): the rate of the channel then.
    pub channel: Vec<Demand>,
}

impl Sharing {
    /// Room for V virtual channels.
    pub fn new(vcs: usize) -> Self {
        Self {
            together: vec![0.0; vcs + 1],
            beside: vec![[1.0; L]; vcs],
            rate: vec![[0.0; L + 1]; vcs],
            channel: vec![[0.0; L + 1]; vcs],
        }
    }

    /// Equation (4). The law of the others changes with their number.
    pub fn share(&mut self, crowd: &mut Crowd, unknowns: &Unknowns) {
        for (others, seen) in unknowns.seen.iter().enumerate() {
            crowd.meet(&demand(seen, unknowns.idle), others);
            let beside = &mut self.beside[others];
            crowd.beside(others, 0, beside);
            crowd.together_with(others, &mut self.channel[others]);
            self.together[others + 1] = crowd.together(others + 1);
            let mut rate = 0.0;
            for (sum, share) in self.rate[others][1..].iter_mut().zip(beside) {
                rate += *share / L as f64;
                *sum = rate;
            }
        }
    }
}
