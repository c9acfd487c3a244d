//! How often a multicast packet is copied at a stage.
//!
//! Stage i sees a packet on as many links as its region meets aligned blocks of 2^(i+1) nodes, B_{i+1}, and leaves it on B_i. Recursion
//! (1) multiplies the expected number of links by 1 + c_i, so the copy rate that keeps the count is
//! `c_i = E[B_i] / E[B_{i+1}] - 1`, and the product of all 1 + c_i is f.

use super::Start;

/// The copy rates c_i of a network of n stages, c_0 (last stage) first; 1 <= f <= N/2.
pub fn copy_rates(n: u32, fanout: u32, start: Start) -> Vec<f64> {
    let f = f64::from(fanout);
    match start {
        // Each of the f-1 pairs of neighbours straddles a boundary of blocks of 2^j with probability 2^-j, so E[B_j] = 1 + (f-1)/2^j
        // for j < n. The ring has boundaries at 0 and at N/2 for stage n-1 and no boundary before it.
        Start::Random => (0..n)
            .map(|i| if i + 1 == n { (f - 1.0) / size(n - 1) } else { (f - 1.0) / (size(i + 1) + f - 1.0) })
            .collect(),
        Start::Inside => {
            let blocks: Vec<f64> = (0..=n).map(|j| blocks_inside(n, fanout, j)).collect();
            blocks.windows(2).map(|pair| pair[0] / pair[1] - 1.0).collect()
        }
        Start::Early => {
            let mut rates: Vec<f64> = early(n, fanout).map(|(before, after)| after / before - 1.0).collect();
            rates.reverse();
            rates
        }
    }
}

/// The links that a packet copied as early as possible is on before and after each stage, stage n-1 first.
pub(super) fn early(n: u32, fanout: u32) -> impl Iterator<Item = (f64, f64)> {
    let mut links = 1.0_f64;
    (0..n).map(move |_| {
        let before = links;
        links = (2.0 * links).min(f64::from(fanout));
        (before, links)
    })
}

/// "The probability that the packet is copied at stage i" taken by its words: the share of starts, of all N, whose packet is copied there
/// at least once. It counts several copies as one and a packet on several links as one; the product of 1 + c_i is not f.
pub(super) fn some_copy(n: u32, fanout: u32) -> Vec<f64> {
    let nodes = 1_u32 << n;
    let blocks = |start: u32, j: u32| if j == n { 1 } else { (start % (1 << j) + fanout - 1) / (1 << j) + 1 };
    let copied = |i: u32| (0..nodes).filter(|&start| blocks(start, i) > blocks(start, i + 1)).count() as f64;
    (0..n).map(|i| copied(i) / f64::from(nodes)).collect()
}

/// Nodes in a block of level j.
fn size(j: u32) -> f64 {
    f64::from(1_u32 << j)
}

/// E[B_j] for a start that is uniform on 0..=N-f: one, and the expected number of block boundaries inside the region.
fn blocks_inside(n: u32, fanout: u32, j: u32) -> f64 {
    let (nodes, f) = (1_i64 << n, i64::from(fanout));
    let starts = |boundary: i64| ((boundary - 1).min(nodes - f) - (boundary - f + 1).max(0) + 1).max(0);
    let crossings: i64 = (1..nodes >> j).map(|t| starts(t << j)).sum();
    1.0 + crossings as f64 / (nodes - f + 1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::topology::banyan::{Banyan, Region};

    /// E[B_i] / E[B_{i+1}] - 1 by sending every region through the stages.
    fn by_routing(banyan: Banyan, fanout: u32, starts: u32) -> Vec<f64> {
        let mut headers: Vec<Region> = (0..starts).map(|start| Region::around(banyan, start, fanout)).collect();
        let mut rates = vec![0.0; banyan.n as usize];
        for i in (0..banyan.n).rev() {
            let before = headers.len() as f64;
            headers = headers.iter().flat_map(|header| header.split(i)).flatten().collect();
            rates[i as usize] = headers.len() as f64 / before - 1.0;
        }
        rates
    }

    #[test]
    fn the_closed_forms_are_what_routing_does() {
        for n in 1..=8 {
            let banyan = Banyan { n };
            for fanout in 1..=banyan.nodes() / 2 {
                for (start, starts) in [(Start::Random, banyan.nodes()), (Start::Inside, banyan.nodes() - fanout + 1)] {
                    let theirs = by_routing(banyan, fanout, starts);
                    for (ours, theirs) in copy_rates(n, fanout, start).into_iter().zip(theirs) {
                        assert!((ours - theirs).abs() < 1e-13, "n = {n}, f = {fanout}, {start:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn counting_copied_packets_makes_more_copies_than_there_are() {
        // n = 7: the products of 1 + c_i for f = 2, 4, 8, to three digits (notes to the method).
        for (fanout, product) in [(2, 2.38), (4, 6.85), (8, 16.2)] {
            let ours: f64 = some_copy(7, fanout).iter().map(|c| 1.0 + c).product();
            assert!((ours / product - 1.0).abs() < 0.005, "f = {fanout}: {ours}");
        }
    }
}
