//! The attempts to set up a path: Eqs. (6), (9)-(16).

use super::Distance;

/// The most hops of a path, which sizes its profile.
pub const MOST_HOPS: usize = 16;

/// The distances of a message and their probabilities.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Distances {
    /// At index d: the probability of distance d.
    weight: [f64; MOST_HOPS + 1],
}

/// The attempts when all V virtual channels of a channel are busy with probability p.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Attempts {
    /// Attempts that a message makes, 1 or more.
    pub number: f64,
    /// Pf (6), the probability that an attempt fails.
    pub failure: f64,
    /// c (10), channels taken per attempt.
    pub channels: f64,
    /// E_0 (16), cycles from the first attempt to the arrival of the header.
    pub setup: f64,
    /// Mean time that an attempt holds one of its channels, cycles; data counts where it succeeds.
    pub holding: f64,
}

/// Pb_i (13), the probability that a header with `distance` hops to go in all is blocked after `hop`: all remaining channels are full.
pub fn blocking(full: f64, distance: usize, hop: usize) -> f64 {
    (hop..distance).fold(1.0, |product, _| product * full)
}

impl Distances {
    /// The distances in a hypercube of `n` dimensions, 1 to [`MOST_HOPS`].
    pub fn of(n: u32, law: Distance) -> Self {
        let n = (n as usize).clamp(1, MOST_HOPS);
        let mut weight = [0.0; MOST_HOPS + 1];
        match law {
            Distance::Half => {
                weight[n / 2] += 0.5;
                weight[n.div_ceil(2)] += 0.5;
            }
            Distance::Binomial => {
                let others = ((1_u32 << n) - 1) as f64;
                let mut ways = 1.0;
                for (d, weight) in weight.iter_mut().enumerate().take(n + 1).skip(1) {
                    ways *= (n + 1 - d) as f64 / d as f64;
                    *weight = ways / others;
                }
            }
        }
        Self { weight }
    }

    /// The distances that occur, with their probabilities.
    pub fn iter(&self) -> impl Iterator<Item = (usize, f64)> {
        self.weight.into_iter().enumerate().filter(|(_, weight)| *weight > 0.0)
    }

    /// D, the mean distance, hops.
    pub fn mean(&self) -> f64 {
        self.iter().map(|(d, weight)| weight * d as f64).sum()
    }

    /// The attempts of a message of `flits` flits when a channel is full with probability `full`, below 1.
    pub fn attempts(&self, full: f64, flits: f64) -> Attempts {
        let (mut number, mut channels, mut setup, mut holding) = (0.0, 0.0, 0.0, 0.0);
        for (d, weight) in self.iter() {
            let hops = d as f64;
            // S_i, the probability that an attempt makes hop i.
            let (mut reached, mut taken, mut tried, mut back) = (1.0, 0.0, 0.0, 0.0);
            for hop in 0..d {
                let blocked = blocking(full, d, hop);
                let i = hop as f64;
                tried += reached * (1.0 - blocked + i * blocked);
                back += reached * blocked * i * (i + 1.0); // Pf_i (9): 2 (i-k) cycles on the k-th of i channels
                reached *= 1.0 - blocked;
                taken += reached; // Eq. (10), summed by parts
            }
            let tries = weight / reached; // Ps (6)
            number += tries;
            channels += tries * taken;
            setup += tries * tried; // Eqs. (14)-(16)
            holding += tries * (reached * hops * (2.0 * hops + flits) + back);
        }
        Attempts {
            number,
            failure: 1.0 - 1.0 / number,
            channels: channels / number,
            setup,
            holding: holding / channels,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_setup_time_solves_its_difference_equations() {
        // Eq. (14) backwards: E_i = x E_0 + y, from E_D = 0.
        for n in [2, 4, 6, 10, 14, 16] {
            for full in [0.0, 0.01, 0.3, 0.8] {
                let d = n as usize / 2;
                let (mut x, mut y) = (0.0, 0.0);
                for i in (0..d).rev() {
                    let blocked = blocking(full, d, i);
                    x = (1.0 - blocked) * x + blocked;
                    y = (1.0 - blocked) * (y + 1.0) + blocked * i as f64;
                }
                let setup = Distances::of(n, Distance::Half).attempts(full, 32.0).setup;
                assert!((setup / (y / (1.0 - x)) - 1.0).abs() < 1e-13);
            }
        }
    }

    #[test]
    fn the_distances_are_those_of_all_other_nodes() {
        for n in 2..=16_u32 {
            let distances = Distances::of(n, Distance::Binomial);
            for (d, weight) in distances.iter() {
                let count = (1..1_u32 << n).filter(|node| node.count_ones() as usize == d).count();
                assert!((weight * f64::from((1_u32 << n) - 1) - count as f64).abs() < 1e-9);
            }
            assert!((Distances::of(n, Distance::Half).mean() - f64::from(n) / 2.0).abs() < 1e-15);
        }
    }
}
