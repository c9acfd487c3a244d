//! Shares of a channel: equation (10), and the rate of a worm on many channels, (14) and (15).

use libm::pow;

/// Cells of the grid of rates.
pub const L: usize = 12;

/// A distribution on the rates l/L, l = 0..L.
pub type Demand = [f64; L + 1];

/// A function of the rates t_i = (i + 1/2)/L.
pub type Rates = [f64; L];

/// The shares of worms on one channel.
#[derive(Clone, Debug)]
pub struct Sharing {
    /// S(v), v = 0..V: flits a cycle of v unicasts together.
    pub together: Vec<f64>,
    /// Y_K(i), K = 0..V-1: chance that a worm beside K others can go at rate t_i.
    pub beside: Vec<Rates>,
    /// As `together`, beside a copy.
    pub beside_copy: Vec<Rates>,
    /// Rc_v, v = 0..V-1: rate of a copy beside v unicasts.
    pub copy: Vec<f64>,
    /// Ru_v, v = 0..V: rate of one of v unicasts.
    pub unicast: Vec<f64>,
    /// Ruc_v, v = 0..V-1: the same beside a copy.
    pub unicast_beside_copy: Vec<f64>,
}

impl Sharing {
    /// Room for V virtual channels.
    pub fn new(vcs: usize) -> Self {
        Self {
            together: vec![0.0; vcs + 1],
            beside: vec![[0.0; L]; vcs],
            beside_copy: vec![[0.0; L]; vcs],
            copy: vec![0.0; vcs],
            unicast: vec![0.0; vcs + 1],
            unicast_beside_copy: vec![0.0; vcs],
        }
    }

    /// Equation (10) for the demand of a worm that has lost the cycles of its tail.
    pub fn share(&mut self, demand: &Demand) {
        let vcs = self.copy.len();
        for i in 0..L {
            // What another worm takes where one goes at t_i, in units of 1/2L.
            let more: f64 = demand[i + 1..].iter().sum();
            let mut sum = [0.0; 2 * L + 1];
            sum[0] = 1.0;
            for k in 0..vcs {
                let (one, two) = (2 * i + 1, 4 * i + 2);
                self.beside[k][i] = sum[..=2 * L - one].iter().sum();
                self.beside_copy[k][i] = if two > 2 * L { 0.0 } else { sum[..=2 * L - two].iter().sum() };
                if k + 1 < vcs {
                    let mut next = [0.0; 2 * L + 1];
                    for (l, chance) in demand[..=i].iter().enumerate() {
                        add(&mut next, &sum, 2 * l, *chance);
                    }
                    add(&mut next, &sum, one, more);
                    sum = next;
                }
            }
        }
        let mut sum = [0.0; L];
        sum[0] = 1.0;
        for v in 0..=vcs {
            let missing: f64 = sum.iter().enumerate().map(|(s, chance)| (1.0 - s as f64 / L as f64) * chance).sum();
            self.together[v] = 1.0 - missing;
            let mut next = [0.0; L];
            for (l, chance) in demand[..L].iter().enumerate() {
                add(&mut next, &sum, l, *chance);
            }
            sum = next;
        }
        for v in 0..vcs {
            self.copy[v] = self.beside[v].iter().sum::<f64>() / L as f64;
            self.unicast[v + 1] = self.together[v + 1] / (v + 1) as f64;
            self.unicast_beside_copy[v] = if v == 0 { 0.0 } else { ((1.0 - self.copy[v]) / v as f64).max(1e-9) };
        }
    }

    pub(crate) fn together_at(&self, v: f64) -> f64 {
        let whole = (v.floor() as usize).min(self.together.len() - 2);
        let part = v - whole as f64;
        self.together[whole] * (1.0 - part) + self.together[whole + 1] * part
    }
}

/// Adds the entry `by` places further on, as far as there is room.
fn add<const N: usize>(to: &mut [f64; N], from: &[f64; N], by: usize, chance: f64) {
    if chance == 0.0 || by >= N {
        return;
    }
    to[by..].iter_mut().zip(from).for_each(|(sum, from)| *sum += chance * from);
}

/// 1/E of a rate that is at least t_i with these chances: cycles a flit.
pub fn slowness(at_least: &Rates) -> f64 {
    1.0 / (at_least.iter().sum::<f64>() / L as f64).max(1e-6)
}

/// The variance of 1/rate along a worm, equation (21).
pub fn spread(at_least: &Rates) -> f64 {
    let mean = at_least.iter().sum::<f64>() / L as f64;
    let mut inverse = (1.0 - at_least[0]) * 4.0 * L as f64;
    for l in 1..=L {
        let next = if l < L { at_least[l] } else { 0.0 };
        inverse += (at_least[l - 1] - next) * L as f64 / l as f64;
    }
    (inverse / mean - 1.0 / (mean * mean)).max(0.0)
}

/// The powers G^c, G^(1 + c), .. of chances, one after the other.
pub struct Powers {
    now: Rates,
    by: Rates,
}

impl Powers {
    /// G, G^(1 + c), G^(1 + 2c), ..
    pub fn of(chances: &Rates, c: f64) -> Self {
        Self { now: *chances, by: chances.map(|chance| pow(chance, c)) }
    }

    pub(crate) fn from_one(chances: &Rates, c: f64) -> Self {
        Self { now: [1.0; L], ..Self::of(chances, c) }
    }

    /// The present one; then on to the next.
    pub fn take(&mut self) -> Rates {
        let present = self.now;
        self.now.iter_mut().zip(&self.by).for_each(|(now, by)| *now *= by);
        present
    }
}
