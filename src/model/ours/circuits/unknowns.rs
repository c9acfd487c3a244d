//! The unknowns of the fixed point.

/// Cells of the grid of rates.
pub const L: usize = 24;

/// A distribution on the rates l/L, or a function of them, l = 0..L.
pub type Demand = [f64; L + 1];

/// A function of the rates t_i = (i + 1/2)/L.
pub type Rates = [f64; L];

/// The unknowns of section 5.
#[derive(Clone, Debug, PartialEq)]
pub struct Unknowns {
    /// m_d: what a circuit of distance d could do if one channel of its path were free, as chances of l/L; `[0]` is d = 1, as below.
    pub own: Vec<Demand>,
    /// m^v: the same of a random circuit seen on a channel with v circuits in data; `[0]` is v = 1.
    pub seen: Vec<Demand>,
    /// σ_d: mean cycles per flit of a circuit of distance d.
    pub slow: Vec<f64>,
    /// δ: chance that a circuit in its data phase is not sending.
    pub idle: f64,
    /// s_d: set-up time by distance, cycles.
    pub setup: Vec<f64>,
}

impl Unknowns {
    /// Of an empty network: equation (2).
    pub fn empty(dimensions: usize, vcs: usize, mean_hops: f64, flits: f64) -> Self {
        let mut alone = [0.0; L + 1];
        alone[L] = 1.0;
        let acknowledged = (mean_hops + 1.0) / 2.0;
        Self {
            own: vec![alone; dimensions],
            seen: vec![alone; vcs],
            slow: vec![1.0; dimensions],
            idle: acknowledged / (flits + acknowledged),
            setup: (1..=dimensions).map(|d| 2.0 * d as f64).collect(),
        }
    }

    /// Moves a part `damping` of the way to new values. Gives the sum of the largest changes that it was asked to make.
    pub fn follow(&mut self, new: &Self, damping: f64, flits: f64) -> f64 {
        let follow = |old: &mut f64, new: f64| {
            let change = new - *old;
            *old += damping * change;
            if change.is_finite() { change.abs() } else { f64::INFINITY }
        };
        let all = |old: &mut [f64], new: &[f64]| {
            old.iter_mut().zip(new).fold(0.0, |most: f64, (old, new)| most.max(follow(old, *new)))
        };
        self.own.iter_mut().zip(&new.own).for_each(|(old, new)| _ = all(old, new));
        let seen = self.seen.iter_mut().zip(&new.seen).fold(0.0, |most: f64, (old, new)| most.max(all(old, new)));
        seen + all(&mut self.slow, &new.slow)
            + follow(&mut self.idle, new.idle)
            + all(&mut self.setup, &new.setup) / flits
    }
}
