//! Demand of headers for a channel: equation (11).

use super::geometry::Geometry;
use crate::solve::power;
use libm::pow;

/// Rates at which headers join a channel.
#[derive(Clone, Debug)]
pub struct HeaderRates {
    /// theta'_r: how visible a worm is, copies included.
    pub visibility: Vec<f64>,
    /// seen[r][y]: chance that a header with r + 1 dimensions to go sees y adaptive virtual channels held.
    seen: Vec<Vec<f64>>,
    /// Rate of headers that take an adaptive virtual channel, by the number that is held, 0..A-1.
    pub join: Vec<f64>,
    /// Rate of headers with r dimensions to go that ask for an escape channel.
    pub escape: Vec<f64>,
    free: Vec<f64>,
    next: Vec<f64>,
}

impl HeaderRates {
    /// Room for n dimensions with A adaptive virtual channels.
    pub fn new(dims: usize, adaptive: usize) -> Self {
        Self {
            visibility: vec![0.0; dims],
            seen: vec![vec![0.0; adaptive + 1]; dims],
            join: vec![0.0; adaptive],
            escape: vec![0.0; dims],
            free: vec![0.0; adaptive * dims + 1],
            next: vec![0.0; adaptive * dims + 1],
        }
    }

    /// Equation (11): `per_channel` is the rate of unicasts of a node over its channels, `held` the law of the adaptive virtual channels
    /// held, `copies` the part of those that copies hold.
    pub fn ask(&mut self, geometry: &Geometry, per_channel: f64, held: &[f64], copies: f64) {
        let adaptive = held.len() - 1;
        self.join.fill(0.0);
        for r in 1..=self.visibility.len() {
            let theta = 1.0 - (1.0 - geometry.visibility[r - 1]) * (1.0 - copies);
            self.visibility[r - 1] = theta;
            let seen = &mut self.seen[r - 1];
            seen.fill(0.0);
            for (a, chance) in held.iter().enumerate() {
                // Binomial thinning: y of a are seen.
                let mut ways = 1.0;
                for (y, seen) in seen[..=a].iter_mut().enumerate() {
                    *seen += chance * ways * power(theta, y) * power(1.0 - theta, a - y);
                    ways *= (a - y) as f64 / (y + 1) as f64;
                }
            }
            // The free ones on the r - 1 other channels.
            self.free.fill(0.0);
            self.free[0] = 1.0;
            for other in 1..r {
                self.next.fill(0.0);
                for free in 0..=(other - 1) * adaptive {
                    for (y, chance) in seen.iter().enumerate() {
                        self.next[free + adaptive - y] += self.free[free] * chance;
                    }
                }
                std::mem::swap(&mut self.free, &mut self.next);
            }
            let rate = per_channel * geometry.n[r - 1] * r as f64;
            for a in 0..adaptive {
                let own = (adaptive - a) as f64;
                let mean: f64 = self.free[..=(r - 1) * adaptive]
                    .iter()
                    .enumerate()
                    .map(|(free, chance)| chance / (own + free as f64))
                    .sum();
                let sees = if held[a] > 1e-14 { seen[a] / held[a] } else { power(theta, a) };
                self.join[a] += rate * own * mean * sees;
            }
            self.escape[r - 1] = rate / r as f64 * pow(seen[adaptive], (r - 1) as f64) * power(theta, adaptive);
        }
    }

    /// Headers that take an adaptive virtual channel or ask for an escape channel, per channel and cycle, where the law of the adaptive
    /// ones held has become this one.
    pub fn admitted(&self, held: &[f64]) -> f64 {
        let adaptive = self.join.len();
        let joining: f64 = self.join.iter().zip(held).map(|(rate, chance)| rate * chance).sum();
        joining + held[adaptive] * self.escape.iter().sum::<f64>()
    }
}
