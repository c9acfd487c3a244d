//! The fast methods against visiting every node of every network with at most 4096 nodes.

use super::*;
use crate::topology::{adaptivity, cube::Cube, torus::Torus};

/// Every cube of interest with at most 4096 nodes.
fn cubes() -> impl Iterator<Item = Cube> {
    (2..=32).flat_map(|k| (1..=8).map(move |n| Cube { k, n })).filter(|cube| cube.nodes() <= 4096.0)
}

/// The three laws by following a message to every node, one at a time, through every node that it may pass.
struct Enumerated {
    nodes: Table,
    walk: Table,
    paths: Table,
}

fn enumerate(ring: &[f64], n: u32) -> Enumerated {
    let base = ring.len();
    let size = n as usize;
    let (mut nodes, mut walk, mut paths) = (Table::empty(ring, n), Table::empty(ring, n), Table::empty(ring, n));
    let counts = nodes_at_distance(ring, n);
    let digits = |mut number: usize, caps: &[usize]| -> Vec<usize> {
        caps.iter()
            .map(|cap| {
                let digit = number % (cap + 1);
                number /= cap + 1;
                digit
            })
            .collect()
    };
    for destination in 1..base.pow(n) {
        let z = digits(destination, &vec![base - 1; size]);
        let i: usize = z.iter().sum();
        let weight = z.iter().map(|&z| ring[z]).product::<f64>() / counts[i];
        let inside: usize = z.iter().map(|z| z + 1).product();
        // At every node of the box: how likely the walk passes it, in how many ways it is reached and left again.
        let stride: Vec<usize> = (0..size).map(|l| z[..l].iter().map(|z| z + 1).product()).collect();
        let (mut chance, mut ways) = (vec![0.0; inside], vec![0.0; inside]);
        (chance[0], ways[0]) = (1.0, 1.0);
        let mut places = vec![0.0; i + 1];
        let (mut left_at, mut hops_at) = (vec![0; inside], vec![0; inside]);
        for at in 0..inside {
            let made = digits(at, &z);
            let open: Vec<usize> = (0..size).filter(|&l| made[l] < z[l]).collect();
            (left_at[at], hops_at[at]) = (open.len(), made.iter().sum());
            places[hops_at[at]] += 1.0;
            for &l in &open {
                chance[at + stride[l]] += chance[at] / open.len() as f64;
                ways[at + stride[l]] += ways[at];
            }
        }
        let all_ways = ways[inside - 1];
        for at in 0..inside - 1 {
            let (r, j) = (left_at[at] - 1, hops_at[at]);
            nodes.law_mut(i, j)[r] += weight / places[j];
            walk.law_mut(i, j)[r] += weight * chance[at];
            // The box looks the same from its other end.
            paths.law_mut(i, j)[r] += weight * ways[at] * ways[inside - 1 - at] / all_ways;
        }
    }
    Enumerated { nodes, walk, paths }
}

fn close(fast: &[f64], slow: &[f64], what: &str) {
    assert_eq!(fast.len(), slow.len());
    for (fast, slow) in fast.iter().zip(slow) {
        assert!((fast - slow).abs() <= 1e-12 * slow.abs().max(1.0), "{what}: {fast} is not {slow}");
    }
}

fn compare(ring: &[f64], n: u32, distance_law: &[f64]) {
    let what = |law: &str| format!("{law}, {} distances, n = {n}", ring.len());
    let slow = enumerate(ring, n);
    for (fast, slow, name) in [
        (nodes::table(ring, n), &slow.nodes, "nodes"),
        (walk::table(ring, n), &slow.walk, "walk"),
        (paths::table(ring, n), &slow.paths, "paths"),
    ] {
        for i in 1..=slow.diameter() {
            (0..i).for_each(|j| close(fast.law(i, j), slow.law(i, j), &what(name)));
        }
        let hops: f64 = fast.expected_hops(distance_law).iter().sum();
        let mean: f64 = (0..).zip(distance_law).map(|(i, p)| f64::from(i) * p).sum();
        close(&[hops], &[mean], &what("sum of hops"));
    }
    for (fast, slow) in nodes::means(ring, n).iter().zip(slow.nodes.means()) {
        close(fast, &slow, &what("means"));
    }
    close(&walk::expected_hops(ring, n), &slow.walk.expected_hops(distance_law), &what("hops of the walk"));
}

#[test]
fn every_fast_method_is_the_enumeration_of_all_nodes() {
    let mut compared = 0;
    for cube in cubes() {
        compare(&cube.ring_counts(), cube.n, &cube.distance_law());
        compared += 1;
    }
    assert_eq!(compared, 31 + 31 + 15 + 7 + 4 + 3 + 2 + 1);
}

#[test]
fn rings_that_are_travelled_both_ways_are_no_different() {
    for torus in [(3, 2), (8, 2), (7, 3), (5, 4)].map(|(k, n)| Torus { k, n }) {
        let ring = torus.ring_counts();
        let others = f64::from(torus.nodes() - 1);
        let mut law: Vec<f64> = nodes_at_distance(&ring, torus.n).iter().map(|count| count / others).collect();
        law[0] = 0.0;
        compare(&ring, torus.n, &law);
        close(&walk::expected_hops(&ring, torus.n), &adaptivity::expected_hops(&ring, torus.n), "two methods");
    }
}

#[test]
fn the_walk_adds_up_in_the_largest_networks() {
    let largest = |k| if k == 2 { 16 } else { 8 };
    for cube in (2..=32).flat_map(|k| (1..=largest(k)).map(move |n| Cube { k, n })) {
        let hops = walk::expected_hops(&cube.ring_counts(), cube.n);
        assert!((hops.iter().sum::<f64>() / cube.mean_distance() - 1.0).abs() < 1e-12, "{cube:?}");
        // The last hop of every message has one dimension left.
        assert!(hops[0] >= 1.0 - 1e-12 && hops.iter().all(|&hops| hops > 0.0), "{cube:?}: {hops:?}");
    }
}

#[test]
fn multisets_are_counted() {
    for (base, n) in [(2, 1), (8, 3), (10, 5), (4, 6)] {
        assert_eq!(multisets(base, n).count() as f64, multiset_count(base as u32, n as u32));
    }
}
