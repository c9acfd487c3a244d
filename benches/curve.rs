//! Times a slider move: curves of 120 points with every intermediate quantity, and single points.
#![allow(missing_docs, clippy::expect_used)]

#[path = "common/flows.rs"]
mod flows;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use flitscope::{
    model::{
        Solve,
        banyan_multicast::{self, BanyanMulticast, Start},
        hypercube_mmpp::{self, Distance, HypercubeMmpp, Retry},
        hypercube_slotted::HypercubeSlotted,
        kary_ncube::KaryNCube,
        ours::matchings::Matchings,
        ours::rivals::Rivals,
        ours::unequal::{network::Network, search::Search},
        ours::worms::network::Traffic,
        torus_broadcast::TorusBroadcast,
    },
    param::options::{Pattern, Routing},
    scenario::Reading,
    topology::{
        cube::Cube,
        grid::{Grid, Topology},
        remaining::nodes,
        wormhole::WormholeNetwork,
    },
    traffic::{long_range::Weights, pattern::Destinations},
};
use std::hint::black_box;
use std::time::Duration;

fn torus_broadcast(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("torus-broadcast");
    for (name, network, reading) in [
        ("8x8 corrected", WormholeNetwork::torus(8, 2, 3, 32), Reading::Corrected),
        ("8x8 refined", WormholeNetwork::torus(8, 2, 3, 32), Reading::Refined),
        ("32x32 V=16 refined", WormholeNetwork::torus(32, 2, 16, 64), Reading::Refined),
        ("32^4 refined", WormholeNetwork::torus(32, 4, 4, 64), Reading::Refined),
    ] {
        group.bench_function(format!("model and curve of 120 points, {name}"), |bencher| {
            bencher.iter(|| TorusBroadcast::new(black_box(network), 0.02, reading).curve(120));
        });
        let model = TorusBroadcast::new(network, 0.02, reading);
        let load = 0.7 * model.saturation().load;
        group.bench_function(format!("one load, {name}"), |bencher| bencher.iter(|| model.solve(black_box(load))));
    }
    group.finish();
}

fn kary_ncube(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("kary-ncube");
    for (k, n) in [(8, 3), (10, 5), (16, 5)] {
        let network = WormholeNetwork::cube(k, n, 3, 32);
        for (name, reading) in
            [("printed", Reading::Printed), ("corrected", Reading::Corrected), ("average", Reading::Average)]
        {
            group.bench_function(format!("model and curve of 60 points, {k}-ary {n}-cube {name}"), |bencher| {
                bencher.iter(|| KaryNCube::new(black_box(network), reading).curve(60));
            });
        }
        group.bench_function(format!("tables of a network seen for the first time, {k}-ary {n}-cube"), |bencher| {
            bencher.iter(|| nodes::means(&Cube { k, n: black_box(n) }.ring_counts(), n));
        });
    }
    group.finish();
}

fn closed_forms(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("closed forms");
    for n in [6, 10] {
        group.bench_function(format!("model and curve of 60 points, slotted hypercube n = {n}"), |bencher| {
            bencher.iter(|| HypercubeSlotted::new(black_box(n), Reading::Corrected).curve(60));
        });
    }
    for (n, reading, name) in
        [(7, Reading::Corrected, "(1), (2)"), (7, Reading::Refined, "exact law"), (10, Reading::Refined, "exact law")]
    {
        let setting = banyan_multicast::Setting { n, fanout: 8, multicast: 0.3, start: Start::Random };
        group.bench_function(format!("model and curve of 60 points, banyan n = {n} by {name}"), |bencher| {
            bencher.iter(|| BanyanMulticast::new(black_box(setting), reading).curve(60));
        });
    }
    group.finish();
}

/// Our own models whose loads are solved each by itself.
fn pieces(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("slots and copies");
    group.sample_size(10);
    for n in [4, 6, 8, 12] {
        group.bench_function(format!("model and curve of 60 points, slots as matchings, n = {n}"), |bencher| {
            bencher.iter(|| Matchings::new(black_box(n)).map(|model| model.curve(60)));
        });
    }
    for (n, fanout) in [(7, 8), (7, 16), (7, 64), (9, 16), (10, 8)] {
        let setting = banyan_multicast::Setting { n, fanout, multicast: 0.5, start: Start::Random };
        group.bench_function(
            format!("model and curve of 60 points, copies as rivals, n = {n}, f = {fanout}"),
            |bencher| {
                bencher.iter(|| Rivals::new(black_box(setting)).map(|model| model.curve(60)));
            },
        );
    }
    group.finish();
}

/// A slider move where each point needs Markov chains solved: model with its saturation search, and a curve.
fn hypercube_mmpp(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("hypercube-mmpp");
    group.sample_size(20);
    for (name, n, vcs, mmpps, reading) in [
        ("L=4 printed", 8, 7, 4, Reading::Printed),
        ("L=5 printed", 8, 7, 5, Reading::Printed),
        ("L=6 printed", 8, 7, 6, Reading::Printed),
        ("L=4 n=4 V=3 printed", 4, 3, 4, Reading::Printed),
        ("L=4 refined", 8, 7, 4, Reading::Refined),
        ("L=5 refined", 8, 7, 5, Reading::Refined),
    ] {
        let setting = hypercube_mmpp::Setting {
            n,
            vcs,
            flits: 32,
            hurst: 0.8,
            lag1: 0.9,
            scales: 5,
            mmpps,
            fit: Weights::LeastSquares,
            distance: Distance::Half,
            retry: Retry::Independent,
        };
        group.bench_function(format!("model and curve of 60 points, {name}"), |bencher| {
            bencher.iter(|| HypercubeMmpp::new(black_box(setting), reading).curve(60));
        });
        group.bench_function(format!("model, {name}"), |bencher| {
            bencher.iter(|| HypercubeMmpp::new(black_box(setting), reading));
        });
        let model = HypercubeMmpp::new(setting, reading);
        let load = 0.7 * model.saturation().load;
        group.bench_function(format!("one load, {name}"), |bencher| bencher.iter(|| model.solve(black_box(load))));
    }
    group.finish();
}

/// Our own model: the search for saturation, the curve after it, and one load cold and warm.
fn flow(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("worms as flows");
    group.sample_size(10);
    for (name, network, beta) in flows::networks() {
        let bracketed = || flows::bracketed(network, beta);
        group.bench_function(format!("saturation load, {name}"), |bencher| bencher.iter(bracketed));
        group.bench_function(format!("curve of 60 points, {name}"), |bencher| {
            bencher.iter_batched(bracketed, |mut search| search.advance(&|| true), BatchSize::PerIteration);
        });
        let search = flows::solved(network, beta);
        for part in flows::PARTS {
            let load = part * search.end();
            group.bench_function(format!("one load warm, {part} of saturation, {name}"), |bencher| {
                bencher.iter(|| search.solve(black_box(load)));
            });
            group.bench_function(format!("one load cold, {part} of saturation, {name}"), |bencher| {
                bencher.iter(|| flows::cold(network, Traffic { load: black_box(load), beta }));
            });
        }
    }
    group.finish();
}

/// As `flows`, for circuits.
fn circuits(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("circuits as flows");
    group.sample_size(10);
    for (name, setting) in flows::hypercubes() {
        let bracketed = || flows::end_of(&setting);
        group.bench_function(format!("saturation load, {name}"), |bencher| bencher.iter(bracketed));
        group.bench_function(format!("curve of 60 points, {name}"), |bencher| {
            bencher.iter_batched(bracketed, |mut search| search.advance(&|| true), BatchSize::PerIteration);
        });
        let mut search = flows::end_of(&setting);
        search.advance(&|| true);
        for part in flows::PARTS {
            let load = part * search.end();
            group.bench_function(format!("one load warm, {part} of saturation, {name}"), |bencher| {
                bencher.iter(|| search.solve(black_box(load)));
            });
            group.bench_function(format!("one load cold, {part} of saturation, {name}"), |bencher| {
                bencher.iter(|| flows::cold_circuits(&setting, black_box(load)));
            });
        }
    }
    group.finish();
}

/// Worms on unequal channels: the coarse curve that a page shows first, and the whole.
fn unequal(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("worms on unequal channels");
    group.sample_size(10);
    let network = |topology, routing, pattern, vcs| Network {
        grid: Grid { k: 8, n: 2, topology },
        routing,
        destinations: Destinations::of(pattern),
        vcs,
        flits: 16,
        ports: false,
    };
    use {Pattern::*, Routing::*, Topology::*};
    for (name, network) in [
        ("mesh V=2 uniform", network(Mesh, DimensionOrder, Uniform, 2)),
        ("mesh V=4 uniform", network(Mesh, DimensionOrder, Uniform, 4)),
        ("torus V=4 uniform", network(Torus, DimensionOrder, Uniform, 4)),
        ("mesh V=4 transpose", network(Mesh, DimensionOrder, Transpose, 4)),
        ("mesh V=8 transpose", network(Mesh, DimensionOrder, Transpose, 8)),
        ("mesh V=4 transpose, Valiant", network(Mesh, Valiant, Transpose, 4)),
        ("mesh V=4 uniform, adaptive", network(Mesh, Adaptive, Uniform, 4)),
        ("mesh V=4 transpose, adaptive", network(Mesh, Adaptive, Transpose, 4)),
    ] {
        group.bench_function(format!("curve of 16 points, {name}"), |bencher| {
            bencher.iter(|| {
                let mut search = Search::new(black_box(network), f64::INFINITY);
                search.climb();
                search
            });
        });
        group.bench_function(format!("curve and end, {name}"), |bencher| {
            bencher.iter(|| {
                let mut search = Search::new(black_box(network), f64::INFINITY);
                search.advance(&|| true);
                search
            });
        });
    }
    group.finish();
}

criterion_group! {
    name = benches;
    // Short: all of them together take minutes, not an hour.
    config = Criterion::default().sample_size(20).warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(1));
    targets = torus_broadcast, kary_ncube, flow, unequal, circuits, closed_forms, pieces, hypercube_mmpp
}
criterion_main!(benches);
