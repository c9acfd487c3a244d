//! The chances of a head of queue in one slot, by the number of its targets with queues: equations (7) and (8).

use super::{
    MOST_DIMENSIONS,
    geometry::Geometry,
    slot::{Instant, Slot},
};

/// One number for each head with k hops to go and i of its k targets with queues: `[k-1][i]`, i = 0..=k.
pub type ByTargets = Vec<Vec<f64>>;

type Powers = [f64; MOST_DIMENSIONS as usize + 1];

/// Returns x^0 .. x^n; 0^0 is 1.
fn powers(x: f64, n: usize) -> Powers {
    let mut powers = [1.0; MOST_DIMENSIONS as usize + 1];
    for j in 1..=n {
        powers[j] = powers[j - 1] * x;
    }
    powers
}

/// The powers of the chances at one instant.
struct Factors {
    n: usize,
    others: Powers,
    unchosen: Powers,
    /// q_B^i u_B^i = (q_B - g_B)^i.
    taken: Powers,
    /// u_E^j at index n - j, so that an index that rises with i is enough for u_E^(k-i).
    empty: Powers,
}

impl Factors {
    fn new(n: usize, instant: &Instant) -> Self {
        let mut empty = powers(instant.u_empty, n);
        empty[..=n].reverse();
        Self {
            n,
            others: powers(instant.q, n),
            unchosen: powers(instant.q_queued, n),
            taken: powers(instant.q_queued - instant.g_queued, n),
            empty,
        }
    }

    /// q_B^i and q_B^i u_B^i u_E^(k-i), i = 0..=k: no target has chosen me; and none is free.
    fn targets(&self, k: usize) -> impl Iterator<Item = (f64, f64)> {
        let blocked = self.taken[..=k].iter().zip(&self.empty[self.n - k..]).map(|(taken, empty)| taken * empty);
        self.unchosen[..=k].iter().copied().zip(blocked)
    }
}

fn zeros(n: usize) -> ByTargets {
    (1..=n).map(|k| vec![0.0; k + 1]).collect()
}

/// Returns S_k(i), the chance that a head moves, 0 to 1; equation (7).
pub(super) fn moves(geometry: &Geometry, slot: &Slot) -> ByTargets {
    let n = geometry.dimensions;
    let mut moves = zeros(n);
    for (instant, weight) in slot.weighted() {
        let factors = Factors::new(n, instant);
        for (k, row) in (1..).zip(&mut moves) {
            let others = weight * factors.others[n - k];
            for (sum, (unchosen, blocked)) in row.iter_mut().zip(factors.targets(k)) {
                *sum += others * (unchosen - blocked);
            }
        }
    }
    moves
}

/// Returns R_k(i), the chance that the node of a head receives, 0 to 1; equation (8).
pub(super) fn receives(geometry: &Geometry, slot: &Slot, busy: f64) -> ByTargets {
    let n = geometry.dimensions;
    let end = powers(slot.unchosen(), n);
    let mut receives = zeros(n);
    for (instant, weight) in slot.weighted() {
        let factors = Factors::new(n, instant);
        let early = weight * (1.0 - instant.time) * instant.choosing;
        for (k, row) in (1..).zip(&mut receives) {
            let others = factors.others[n - k];
            // -(q^(n-k))' over -q_B'
            let other = if k == n { 0.0 } else { busy * (n - k) as f64 * factors.others[n - k - 1] };
            let late = weight * (others - end[n - k]);
            for (i, (sum, (unchosen, blocked))) in row.iter_mut().zip(factors.targets(k)).enumerate() {
                let target = if i == 0 { 0.0 } else { others * i as f64 * factors.unchosen[i - 1] };
                *sum += early * (other * unchosen + target) + late * blocked;
            }
        }
    }
    receives
}
