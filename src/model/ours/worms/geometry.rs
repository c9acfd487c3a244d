//! Facts of a network, computed once: distances of messages, dimensions left at a hop, and how often worms travel together.
//! Equations (1) to (8).
//!
//! A header with r dimensions to go chooses one of them with chance 1/r. That is the order in which r clocks ring that all run at rate one,
//! so in the time of such clocks the dimensions are independent: a dimension that began with z hops has made j of them by time t with the
//! chance of j events in a Poisson process that stops at z. Each mean over walks is therefore one integral over time of a product, whatever
//! the number of dimensions: no list of tuples is needed.

use crate::solve::{binomial, power};
use crate::topology::wormhole::WormholeNetwork;
use libm::exp;

/// Facts of a k-ary n-cube that do not depend on its traffic.
#[derive(Clone, Debug)]
pub struct Geometry {
    /// Chance p_d of the distance d; `[0]` is 0.
    pub hops: Vec<f64>,
    /// Mean distance d̄ of a destination, hops.
    pub mean_hops: f64,
    /// Mean number of hops with r dimensions to go, r = 1..n; `[0]` is r = 1, as in all that follow.
    pub n: Vec<f64>,
    /// Chance that the first hop has r dimensions to go.
    pub first: Vec<f64>,
    /// Channels held before such hops, added up over them: one for each hop made, and no more than the worm has flits.
    pub held: Vec<f64>,
    /// Those of `n` with fewer hops made than the worm has flits: one that waits there has its tail at the source.
    pub early: Vec<f64>,
    /// Chance that a worm met straight ahead came over the channel that I hold.
    pub phi_straight: f64,
    /// As `phi_straight`, after a turn.
    pub phi_turn: f64,
    /// As `phi_straight`, at a hop with r dimensions to go.
    pub phi: Vec<f64>,
    /// The relative chance that a header takes a channel with one adaptive virtual channel held, beside a free one.
    pub avoidance: Vec<f64>,
    /// The visibility of another worm on the next channel.
    pub visibility: Vec<f64>,
    /// Chance that a worm beside me travels along.
    pub together: f64,
    /// Channels alike in which escape channel is asked for.
    pub types: Vec<Type>,
}

/// Channels at which headers ask for the escape channels in the same proportions.
#[derive(Clone, Debug)]
pub struct Type {
    /// Their part of all channels.
    pub weight: f64,
    /// Chance that a header with r dimensions to go asks for class 0.
    pub class0: Vec<f64>,
}

impl Type {
    /// Chance that a header with r + 1 dimensions to go asks for the escape channel of a class.
    pub fn asks(&self, r: usize, class: usize) -> f64 {
        if class == 0 { self.class0[r] } else { 1.0 - self.class0[r] }
    }
}

/// Nodes of the rule of Gauss and Legendre on an interval, and how many intervals there are.
const PANELS: usize = 48;

/// Eight positive abscissae and weights of sixteen.
const GAUSS: [(f64, f64); 8] = [
    (0.095_012_509_837_637_44, 0.189_450_610_455_068_5),
    (0.281_603_550_779_258_9, 0.182_603_415_044_923_6),
    (0.458_016_777_657_227_4, 0.169_156_519_395_002_54),
    (0.617_876_244_402_643_7, 0.149_595_988_816_576_73),
    (0.755_404_408_355_003, 0.124_628_971_255_533_87),
    (0.865_631_202_387_831_7, 0.095_158_511_682_492_78),
    (0.944_575_023_073_232_6, 0.062_253_523_938_647_894),
    (0.989_400_934_991_649_9, 0.027_152_459_411_754_095),
];

/// The weights w_z of a ring, equation (1).
fn ring(k: u32, bidirectional: bool) -> Vec<f64> {
    if !bidirectional {
        return vec![1.0; k as usize];
    }
    let mut weights = vec![0.0; k as usize / 2 + 1];
    (0..k).for_each(|offset| weights[offset.min(k - offset) as usize] += 1.0);
    weights
}

/// One dimension at a time t of the clocks.
struct Dimension {
    /// Chance of z hops to go.
    left: Vec<f64>,
    /// Chance that it is done.
    done: f64,
    /// Mean number of hops made, where it is done; where it is not.
    made: (f64, f64),
    /// Chances of 0, 1, .. hops made, as far as they are wanted, where it is done; where it is not.
    few: (Vec<f64>, Vec<f64>),
}

/// Chances of few hops made of one dimension and of others together.
fn added(one: &[f64], others: &[f64]) -> Vec<f64> {
    let mut sum = vec![0.0; one.len()];
    for (made, chance) in one.iter().enumerate().filter(|(_, chance)| **chance > 0.0) {
        sum[made..].iter_mut().zip(others).for_each(|(sum, other)| *sum += chance * other);
    }
    sum
}

impl Dimension {
    fn at(ring: &[f64], k: f64, t: f64, few: usize) -> Self {
        // events[j]: chance of j events by time t.
        let mut events = vec![0.0; ring.len()];
        events[0] = exp(-t);
        (1..ring.len()).for_each(|j| events[j] = events[j - 1] * t / j as f64);
        let mut left = vec![0.0; ring.len()];
        let (mut active, mut made_active) = (0.0, 0.0);
        let mut law = (vec![0.0; few], vec![0.0; few]);
        for (start, weight) in ring.iter().enumerate().skip(1) {
            for j in 0..start {
                let chance = weight / k * events[j];
                left[start - j] += chance;
                active += chance;
                made_active += j as f64 * chance;
                law.1.get_mut(j).into_iter().for_each(|few| *few += chance);
            }
        }
        law.0.first_mut().into_iter().for_each(|few| *few = 1.0 / k);
        let mut made_done = 0.0;
        for (start, weight) in ring.iter().enumerate().skip(1) {
            let unfinished: f64 = events[..start].iter().sum();
            made_done += weight / k * start as f64 * (1.0 - unfinished);
            law.0.get_mut(start).into_iter().for_each(|few| *few += weight / k * (1.0 - unfinished));
        }
        Self { left, done: 1.0 - active, made: (made_done, made_active), few: law }
    }

    /// By the number of dimensions left, of n: the chance of that many and of fewer than M hops made, and the mean of the hops made and M,
    /// whichever is less, where that many are left.
    fn short(&self, n: usize) -> Vec<(f64, f64)> {
        let flits = self.few.0.len();
        let mut none = vec![0.0; flits];
        none[0] = 1.0;
        let powers = |law: &[f64]| {
            let mut all = vec![none.clone()];
            (0..n).for_each(|i| all.push(added(law, &all[i])));
            all
        };
        let (done, active) = (powers(&self.few.0), powers(&self.few.1));
        let by_left = |left: usize| {
            let ways = binomial(n as u32, left as u32);
            let all = ways * power(1.0 - self.done, left) * power(self.done, n - left);
            let law = added(&done[n - left], &active[left]);
            let missing: f64 = law.iter().enumerate().map(|(made, chance)| (flits - made) as f64 * chance).sum();
            (ways * law.iter().sum::<f64>(), flits as f64 * all - ways * missing)
        };
        (1..=n).map(by_left).collect()
    }

    /// Chance that j of the other dimensions are not done.
    fn others(&self, n: usize, j: usize) -> f64 {
        if j > n - 1 {
            return 0.0;
        }
        binomial(n as u32 - 1, j as u32) * power(1.0 - self.done, j) * power(self.done, n - 1 - j)
    }
}

impl Geometry {
    pub(crate) fn of(network: &WormholeNetwork) -> Self {
        let (k, n, adaptive, bidirectional) = (network.k, network.n, network.adaptive(), network.two_way());
        let (dims, size) = (n as usize, f64::from(k));
        let ring = ring(k, bidirectional);
        // Without the source itself.
        let scale = 1.0 / (1.0 - 1.0 / power(size, dims));
        let hops = distances(&ring, dims, size, scale);
        let mean_hops: f64 = hops.iter().enumerate().map(|(d, p)| d as f64 * p).sum();

        let Walks { moves, n: n_r, held, early } = Walks::of(network, &ring, scale);
        let start = 1.0 - 1.0 / size;
        let first: Vec<f64> = (1..=dims)
            .map(|r| scale * binomial(n, r as u32) * power(start, r) * power(1.0 - start, dims - r))
            .collect();

        // (4): what the next hop is, after a hop of a dimension with z to go among r.
        let (mut same, mut other) = (0.0, 0.0);
        for (r, by_left) in (1..).zip(&moves) {
            let (last, more) = (by_left[1], by_left[2..].iter().sum::<f64>());
            same += more / f64::from(r);
            other += more * f64::from(r - 1) / f64::from(r) + if r > 1 { last } else { 0.0 };
        }
        let ways = if bidirectional { 2.0 } else { 1.0 };
        let phi_straight = same / mean_hops;
        let phi_turn = if n == 1 { 0.0 } else { other / mean_hops / (f64::from(n - 1) * ways) };

        let after = after(&moves, &n_r, phi_straight, phi_turn);
        let phi: Vec<f64> = (0..dims).map(|r| after.iter().map(|row| row[r]).sum()).collect();
        let a = f64::from(adaptive);
        let avoidance: Vec<f64> =
            (1..=dims).map(|r| if r == 1 { 1.0 } else { r as f64 * (a - 1.0) / (r as f64 * a - 1.0) }).collect();
        // (7): hops with r to go follow those with r or r + 1, so the equations are solved from above.
        let mut visibility = vec![0.0; dims];
        for r in (0..dims).rev() {
            let from_above = if r + 1 < dims { after[r + 1][r] * avoidance[r + 1] * visibility[r + 1] } else { 0.0 };
            visibility[r] = (1.0 - phi[r] + from_above) / (1.0 - after[r][r] * avoidance[r]);
        }
        let sum = |term: &dyn Fn(usize) -> f64| (0..dims).map(|r| avoidance[r] * term(r)).sum::<f64>();
        let below = sum(&|r| n_r[r] * visibility[r] - first[r]);
        let together = if below <= 1e-12 { 0.0 } else { 1.0 - sum(&|r| n_r[r] * (1.0 - phi[r]) - first[r]) / below };
        let types = types(k, &moves, &n_r);
        Self {
            hops,
            mean_hops,
            n: n_r,
            first,
            held,
            early,
            phi_straight,
            phi_turn,
            phi,
            avoidance,
            visibility,
            together,
            types,
        }
    }

    /// Distances with their chances, from 1 on.
    pub fn distances(&self) -> impl Iterator<Item = (usize, f64)> {
        self.hops.iter().copied().enumerate().skip(1)
    }

    /// A sum over the distances.
    pub fn by_distance(&self, term: impl Fn(usize, f64) -> f64) -> f64 {
        self.distances().map(|(d, chance)| term(d, chance)).sum()
    }

    /// In a single ring, the part of the hops that are first.
    pub fn ring(&self) -> Option<f64> {
        (self.n.len() == 1).then(|| self.first[0] / self.n[0])
    }

    pub(crate) fn longest(&self) -> usize {
        self.hops.len() - 1
    }
}

/// (5): after[r'][r], a hop with r' to go before it is followed by one with r.
fn after(moves: &[Vec<f64>], n_r: &[f64], phi_straight: f64, phi_turn: f64) -> Vec<Vec<f64>> {
    let mut after = vec![vec![0.0; moves.len()]; moves.len()];
    for r in 1..=moves.len() {
        let (last, more) = (moves[r - 1][1], moves[r - 1][2..].iter().sum::<f64>());
        let straight = 1.0 / r as f64;
        after[r - 1][r - 1] += more * (straight * phi_straight + (1.0 - straight) * phi_turn) / n_r[r - 1];
        if r > 1 {
            after[r - 1][r - 2] += last * phi_turn / n_r[r - 2];
        }
    }
    after
}

/// The chance of each distance, equation (1), without the source itself.
fn distances(ring: &[f64], dims: usize, size: f64, scale: f64) -> Vec<f64> {
    let mut hops = vec![1.0];
    for _ in 0..dims {
        let mut next = vec![0.0; hops.len() + ring.len() - 1];
        for (i, a) in hops.iter().enumerate() {
            ring.iter().enumerate().for_each(|(j, w)| next[i + j] += a * w / size);
        }
        hops = next;
    }
    hops[0] = 0.0;
    hops.iter_mut().for_each(|chance| *chance *= scale);
    hops
}

/// The means over walks: `n`, `held` and `early` of [`Geometry`].
struct Walks {
    /// moves[r-1][z]: mean number of hops with r dimensions to go of a dimension with z to go.
    moves: Vec<Vec<f64>>,
    n: Vec<f64>,
    held: Vec<f64>,
    early: Vec<f64>,
}

impl Walks {
    fn of(network: &WormholeNetwork, ring: &[f64], scale: f64) -> Self {
        let (dims, size) = (network.n as usize, f64::from(network.k));
        let mut moves = vec![vec![0.0; ring.len()]; dims];
        let (mut held, mut early) = (vec![0.0; dims], vec![0.0; dims]);
        let longest = (ring.len() - 1) as f64;
        let end = longest + 12.0 * longest.sqrt() + 40.0;
        // A worm as long as its path never leaves its source before it arrives.
        let flits = network.flits as usize;
        let few = if flits < dims * (ring.len() - 1) { flits } else { 0 };
        // Most happens early: intervals grow with the square of their number.
        let place = |panel: usize| end * power(panel as f64 / PANELS as f64, 2);
        for panel in 0..PANELS {
            let (from, to) = (place(panel), place(panel + 1));
            let (middle, half) = ((from + to) / 2.0, (to - from) / 2.0);
            for (abscissa, weight) in GAUSS.iter().flat_map(|&(x, w)| [(-x, w), (x, w)]) {
                let one = Dimension::at(ring, size, middle + half * abscissa, few);
                if few > 0 {
                    for (r, (few, least)) in one.short(dims).into_iter().enumerate() {
                        let rate = weight * half * scale * (r + 1) as f64;
                        early[r] += rate * few;
                        held[r] += rate * least;
                    }
                }
                let weight = weight * half * scale * dims as f64;
                for r in 1..=dims {
                    let beside = weight * one.others(dims, r - 1);
                    moves[r - 1].iter_mut().zip(&one.left).for_each(|(sum, left)| *sum += beside * left);
                    if few == 0 {
                        held[r - 1] += r as f64 * (beside * one.made.1 + weight * one.others(dims, r) * one.made.0);
                    }
                }
            }
        }
        let n: Vec<f64> = moves.iter().map(|by_left| by_left.iter().sum()).collect();
        if few == 0 {
            early.clone_from(&n);
        }
        Self { moves, n, held, early }
    }
}

/// Equation (3): the channels of a ring by where they are, those alike taken together.
fn types(k: u32, moves: &[Vec<f64>], n_r: &[f64]) -> Vec<Type> {
    if k == 2 {
        return vec![Type { weight: 1.0, class0: vec![1.0; n_r.len()] }];
    }
    let mut types: Vec<Type> = Vec::new();
    for x in 0..k as usize {
        let beyond = k as usize - x;
        let class0: Vec<f64> =
            moves.iter().zip(n_r).map(|(by_left, all)| by_left.iter().skip(beyond).sum::<f64>() / all).collect();
        let alike = |one: &Type| one.class0.iter().zip(&class0).all(|(a, b)| (a - b).abs() < 1e-12);
        match types.iter_mut().find(|one| alike(one)) {
            Some(one) => one.weight += 1.0 / f64::from(k),
            None => types.push(Type { weight: 1.0 / f64::from(k), class0 }),
        }
    }
    types
}
