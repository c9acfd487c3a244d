//! The header's random walk: at every hop one of the unfinished dimensions, each as likely as the others.
//!
//! The expected hops n_r need no table. Consider a set of m dimensions while all m are unfinished: the hops made within
//! the set fall on its members independently and uniformly, independent of hops outside. So when j hops have been made within it, all are
//! still unfinished with the probability
//! ```text
//!   p_m(j) = Σ_a Bin(j, 1/m)(a) F(a) p_{m-1}(j-a),     p_0(0) = 1,     F(a) = Pr(distance > a) in one dimension
//! ```
//! which conditions on the a hops of the last member. Let every unfinished dimension move at rate one instead of one hop at a
//! time: dimensions become independent, r unfinished ones make r hops per unit of time, and the set stays unfinished for
//! `G_m = (1/m) Σ_j p_m(j)`. By inclusion and exclusion over the sets that hold r given dimensions,
//! ```text
//!   n_r = N/(N-1) · r C(n,r) Σ_l (-1)^l C(n-r, l) G_{r+l}.
//! ```
//! The factor leaves out the source, which needs no hops. The alternating sum loses three digits at most (n <= 8).

use super::{Table, multisets, node_count, nodes_at_distance};
use crate::order::sort_small_by;
use crate::solve::binomial;

/// The expected hops n_r with exactly r dimensions left, at index r-1 for r = 1..n, of a message to a uniformly chosen other node.
///
/// As [`crate::topology::adaptivity::expected_hops`], for any size: the work is n³ times the square of the ring.
pub fn expected_hops(ring: &[f64], n: u32) -> Vec<f64> {
    let total: f64 = ring.iter().sum();
    let nodes = (0..n).fold(1.0, |product, _| product * total);
    // F(a) for a below the largest distance; beyond it is zero.
    let beyond: Vec<f64> = (1..ring.len()).map(|a| ring[a..].iter().sum::<f64>() / total).collect();
    let mut times = Vec::new();
    let mut unfinished = vec![1.0];
    for m in 1..=n {
        unfinished = one_more(&unfinished, &beyond, m);
        times.push(unfinished.iter().sum::<f64>() / f64::from(m));
    }
    let hops = |r: u32| {
        let sum = (0..=n - r).fold(0.0, |sum, l| {
            let sign = if l.is_multiple_of(2) { 1.0 } else { -1.0 };
            sum + sign * binomial(n - r, l) * times[(r + l - 1) as usize]
        });
        nodes / (nodes - 1.0) * f64::from(r) * binomial(n, r) * sum
    };
    (1..=n).map(hops).collect()
}

/// p_m(j) from p_{m-1}(j), for all j that can be.
fn one_more(unfinished: &[f64], beyond: &[f64], m: u32) -> Vec<f64> {
    if m == 1 {
        return beyond.to_vec();
    }
    let share = 1.0 / f64::from(m);
    let odds = 1.0 / f64::from(m - 1);
    let at = |j: usize| {
        let mut chance = libm::pow(1.0 - share, j as f64);
        let mut sum = 0.0;
        for (a, beyond) in beyond.iter().enumerate().take(j + 1) {
            sum += chance * beyond * unfinished.get(j - a).copied().unwrap_or(0.0);
            chance *= (j - a) as f64 / (a + 1) as f64 * odds;
        }
        sum
    };
    (0..unfinished.len() + beyond.len() - 1).map(at).collect()
}

/// The whole law, by following the walk over the multisets of distances: one entry, each unfinished one with the same probability,
/// loses one. The work is that of every multiset for every distance.
pub fn table(ring: &[f64], n: u32) -> Table {
    let (base, size) = (ring.len(), n as usize);
    let mut table = Table::empty(ring, n);
    let at_distance = nodes_at_distance(ring, n);
    // The place of a multiset in the order of their enumeration, by counting those before it.
    let place = |z: &[usize]| -> usize {
        (0..).zip(z).map(|(l, &digit)| binomial(digit as u32 + n - 1 - l, n - l) as usize).sum()
    };
    let all: Vec<Vec<usize>> = multisets(base, size).collect();
    let mut by_distance = vec![Vec::new(); table.diameter() + 1];
    let mut nearer = Vec::with_capacity(all.len());
    for (at, multiset) in all.iter().enumerate() {
        by_distance[multiset.iter().sum::<usize>()].push(at);
        let mut next = |l: usize| {
            let mut next = multiset.clone();
            next[l] -= 1;
            sort_small_by(&mut next, |digit| -(*digit as f64));
            place(&next)
        };
        let left = multiset.iter().filter(|&&z| z > 0).count();
        nearer.push((0..left).map(&mut next).collect::<Vec<_>>());
    }
    let mut chance = vec![0.0; all.len()];
    for i in 1..=table.diameter() {
        by_distance[i].iter().for_each(|&at| chance[at] = node_count(ring, &all[at]) / at_distance[i]);
        for j in 0..i {
            let law = table.law_mut(i, j);
            for &at in &by_distance[i - j] {
                let left = nearer[at].len();
                law[left - 1] += chance[at];
                let share = std::mem::take(&mut chance[at]) / left as f64;
                nearer[at].iter().for_each(|&next| chance[next] += share);
            }
        }
        chance[0] = 0.0;
    }
    table
}
