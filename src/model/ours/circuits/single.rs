//! Set-up where a channel has one virtual channel: equation (13) for V = 1.
//!
//! A circuit then has its channels to itself, so a busy channel stays busy for the rest of one circuit: between 0 and H cycles, each as
//! likely as any other. A header tries again and again within that time. It waits until any of its minimal paths is free.

use crate::solve::{gauss, power};

/// The wait of a header until one of its minimal paths is free.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PathWait {
    /// Its mean over headers, cycles.
    pub mean: f64,
    /// Its variance over headers, cycles².
    pub variance: f64,
}

/// Cycles for which a channel of a path over `hops` hops is held during a set-up of `setup` cycles. A header holds a channel from when it
/// has crossed it; one that fails holds its channels half of the time until it is back, and none if the first was busy.
pub fn held(hops: f64, setup: f64) -> f64 {
    let failed = if hops > 1.0 { (setup - 2.0 * hops) / 2.0 } else { 0.0 };
    2.0 * hops - (hops + 1.0) / 2.0 + failed
}

/// b_h: chance that a header finds its channel h = 0..n-1 hops from its source busy, where slots are busy for a part ρ of the time.
///
/// `held` is P_1, `reach` ψ_h, `channels` C_h. Its own slot holds a part f_h of the channel's time, and holds nothing while the header
/// asks. A message that found its slot busy, as a part ρ of them does, follows at once on the circuit before it: where that circuit held
/// the same channel, no other circuit does.
pub fn busy(held: f64, reach: &[f64], channels: &[f64], rho: f64, hops: &mut [f64]) {
    let dimensions = channels.len() as f64;
    let all: f64 = reach.iter().sum();
    for ((hop, reach), count) in hops.iter_mut().zip(reach).zip(channels) {
        let (own, before) = (reach / (count * all), rho * reach / (count * dimensions));
        *hop = (1.0 - before) * held * (1.0 - own) / (1.0 - held * own);
    }
}

/// Q_d(u): chance that each of the minimal paths over as many hops as `busy` has channels is held somewhere, each channel with the part u
/// of its chance. With r hops to go a header may take any of r channels, and behind each the paths are taken to be others.
pub fn closed(busy: &[f64], part: f64) -> f64 {
    busy.iter().rev().zip(1..).fold(0.0, |behind, (busy, left)| {
        let here = busy * part;
        power(here + (1.0 - here) * behind, left)
    })
}

/// The wait over as many hops as `busy` has channels, where a channel is held for H cycles: a path is closed after t cycles
/// with the chance Q_d(1 - t/H).
pub fn wait(busy: &[f64], held: f64) -> PathWait {
    let (mut mean, mut square) = (0.0, 0.0);
    for (place, weight) in gauss() {
        let time = (1.0 + place) / 2.0;
        let still = weight / 2.0 * closed(busy, 1.0 - time);
        mean += still;
        square += 2.0 * time * still;
    }
    PathWait { mean: held * mean, variance: held * held * (square - mean * mean) }
}
