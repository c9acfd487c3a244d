//! Every intermediate node equally likely: what seed 003 equations (14) to (22) describe.
//!
//! For destinations at distances Z the message has made a_l <= z_l hops in dimension l, and all (a_1, ..., a_n) with Σ a_l = j
//! count the same. So R = [x^j u^r] T / [x^j] T(x, 1) with
//! ```text
//!   T(x, u) = Π_l ( u (1 + x + ... + x^(z_l - 1)) + x^(z_l) ),       u marks a dimension that is not finished
//! ```
//! of which (15) gives the coefficients one by one, and (17) to (19) the parts with y finished dimensions. For the mean
//! φ the derivative of T at u = 1 is enough. It is built up dimension by dimension along a tree of multisets, with running sums
//! in the place of products: the last step, which is nearly all of the work, costs a few operations for each hop.

use super::{Table, multisets, node_count, nodes_at_distance};

/// The law of dimensions left on the way to a node at these distances z per dimension: R(j, r) at j and r-1, j = 0 to Σ z - 1 hops made.
pub fn law_to(distances: &[usize]) -> Vec<Vec<f64>> {
    let (n, hops) = (distances.len(), distances.iter().sum::<usize>());
    // counts[r][j] = [x^j u^r] T of the dimensions so far: whole numbers.
    let mut counts = vec![vec![0.0; hops + 1]; n + 1];
    counts[0][0] = 1.0;
    for &z in distances.iter().filter(|&&z| z > 0) {
        // Downwards in both, so that what is read is still that of the dimensions before.
        for r in (0..=n).rev() {
            for j in (0..=hops).rev() {
                let finished = if j >= z { counts[r][j - z] } else { 0.0 };
                let unfinished: f64 =
                    if r > 0 { counts[r - 1][(j + 1).saturating_sub(z)..=j].iter().sum() } else { 0.0 };
                counts[r][j] = finished + unfinished;
            }
        }
    }
    let law = |j: usize| {
        let all: f64 = counts.iter().map(|counts| counts[j]).sum();
        counts[1..].iter().map(|counts| counts[j] / all).collect()
    };
    (0..hops).map(law).collect()
}

/// The whole law. The work is that of every multiset of distances.
pub fn table(ring: &[f64], n: u32) -> Table {
    let mut table = Table::empty(ring, n);
    let at_distance = nodes_at_distance(ring, n);
    for multiset in multisets(ring.len(), n as usize) {
        let i = multiset.iter().sum::<usize>();
        let weight = node_count(ring, &multiset) / at_distance[i]; // the 1/n_i that (21) lacks
        for (j, law) in law_to(&multiset).into_iter().enumerate() {
            table.law_mut(i, j).iter_mut().zip(law).for_each(|(sum, share)| *sum += weight * share);
        }
    }
    table
}

/// The means φ_{h,i} alone, at index i and h-1: the same as the [`means`](Table::means) of the whole law, much faster.
pub fn means(ring: &[f64], n: u32) -> Vec<Vec<f64>> {
    let (n, base) = (n as usize, ring.len());
    let diameter = n * (base - 1);
    let zeros = vec![0.0; base + diameter + 1];
    let mut ones = zeros.clone();
    ones[base..].fill(1.0);
    let mut tree = Tree {
        ring,
        n,
        level: vec![RingSums { all: ones, left: zeros }; n],
        means: (0..=diameter).map(|i| vec![0.0; i]).collect(),
    };
    tree.extend(0, base - 1, 0, 1.0, 0);
    let Tree { mut means, .. } = tree;
    for (row, count) in means.iter_mut().zip(nodes_at_distance(ring, n as u32)) {
        row.iter_mut().for_each(|mean| *mean /= count);
    }
    means
}

/// Running sums over j of [x^j] T(x, 1) and of [x^j] ∂T/∂u (x, 1), behind as many zeros as a ring has distances, so that looking
/// back over the begin needs no question.
#[derive(Clone)]
struct RingSums {
    all: Vec<f64>,
    left: Vec<f64>,
}

/// The tree of multisets, depth first: a level for each dimension, distances descending.
struct Tree<'a> {
    ring: &'a [f64],
    n: usize,
    level: Vec<RingSums>,
    /// Σ of orderings times φ, by i and h-1.
    means: Vec<Vec<f64>>,
}

impl Tree<'_> {
    /// Adds every way to go on from `depth` dimensions that have `sum` hops together, of which the last `run` have the same
    /// distance `most`; `weight` nodes have these distances in some order.
    fn extend(&mut self, depth: usize, most: usize, sum: usize, weight: f64, run: usize) {
        for z in 0..=most {
            let run = if depth > 0 && z == most { run + 1 } else { 1 };
            let weight = weight * self.ring[z] * (depth + 1) as f64 / run as f64;
            if depth + 1 == self.n {
                self.finish(depth, z, sum + z, weight);
            } else {
                self.multiply(depth, z, sum + z + (self.n - depth - 1) * z);
                self.extend(depth + 1, z, sum + z, weight, run);
            }
        }
    }

    /// The sums of the next level up to x^`end`: multiplied by the factor of a dimension with distance z.
    fn multiply(&mut self, depth: usize, z: usize, end: usize) {
        let pad = self.ring.len();
        let (before, after) = self.level.split_at_mut(depth + 1);
        let (from, to) = (&before[depth], &mut after[0]);
        let (mut all, mut left) = (0.0, 0.0);
        for j in pad..=pad + end {
            all += from.all[j] - from.all[j - z - 1];
            left += from.left[j] - from.left[j - z - 1] + from.all[j] - from.all[j - z];
            to.all[j] = all;
            to.left[j] = left;
        }
    }

    /// The last dimension: coefficients are differences of the sums, and their ratio is the mean for this multiset.
    fn finish(&mut self, depth: usize, z: usize, i: usize, weight: f64) {
        let pad = self.ring.len();
        let RingSums { all, left } = &self.level[depth];
        // From x^(-back) on, into the zeros in front.
        let window = |back: usize| pad - back..pad - back + i;
        let (all_0, all_z, all_1) = (&all[window(0)], &all[window(z)], &all[window(z + 1)]);
        let (left_0, left_1) = (&left[window(0)], &left[window(z + 1)]);
        for (j, mean) in self.means[i].iter_mut().enumerate() {
            let unfinished = left_0[j] - left_1[j] + all_0[j] - all_z[j];
            *mean += weight * unfinished / (all_0[j] - all_1[j]);
        }
    }
}
