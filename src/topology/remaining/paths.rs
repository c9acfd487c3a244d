//! Every shortest path equally likely.
//!
//! Of the paths to a node at distances Z, those through a node that is a_l hops ahead in dimension l are a share of
//! `Π_l C(z_l, a_l) / C(i, j)`. That is a product, so one polynomial power holds all destinations:
//! ```text
//!   R(i, j, r) = [x^i t^j u^r] ( Σ_z ring_z x^z Σ_{a=0}^{z} C(z, a) t^a u^[a<z] )^n  /  ( C(i, j) n_i ).
//! ```
//! No router moves like that: there are many paths through the middle, but a header has no count of the paths behind a choice.
//! It is here to be compared with the other two.

use super::{Table, nodes_at_distance};

/// The law for all distances and hops.
pub fn table(ring: &[f64], n: u32) -> Table {
    let mut table = Table::empty(ring, n);
    let (size, span) = (n as usize, table.diameter() + 1);
    let at = |i: usize, j: usize, r: usize| (i * span + j) * (size + 1) + r;
    let rows = pascal(span);
    // coefficients[at(i, j, r)] = [x^i t^j u^r] of the power so far.
    let mut coefficients = vec![0.0; span * span * (size + 1)];
    coefficients[0] = 1.0;
    for dimension in 0..size {
        let mut product = vec![0.0; coefficients.len()];
        for i in 0..=dimension * (ring.len() - 1) {
            for (j, r) in (0..=i).flat_map(|j| (0..=dimension).map(move |r| (j, r))) {
                let factor = coefficients[at(i, j, r)];
                if factor == 0.0 {
                    continue;
                }
                for (z, share) in ring.iter().enumerate() {
                    for a in 0..=z {
                        product[at(i + z, j + a, r + usize::from(a < z))] += factor * share * rows[z][a];
                    }
                }
            }
        }
        coefficients = product;
    }
    for (i, count) in nodes_at_distance(ring, n).into_iter().enumerate() {
        for j in 0..i {
            let all = rows[i][j] * count;
            (1..).zip(table.law_mut(i, j)).for_each(|(r, law)| *law = coefficients[at(i, j, r)] / all);
        }
    }
    table
}

/// Rows 0 to `rows` - 1 of Pascal's triangle.
fn pascal(rows: usize) -> Vec<Vec<f64>> {
    let next = |row: &Vec<f64>| {
        let inner = row.windows(2).map(|pair| pair[0] + pair[1]);
        Some(std::iter::once(1.0).chain(inner).chain([1.0]).collect())
    };
    std::iter::successors(Some(vec![1.0]), next).take(rows).collect()
}
