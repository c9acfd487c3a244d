//! Times a flit-hop of the wormhole simulator, and of that of circuits: one flit over one channel. Loads are fractions of the load at which the model
//! as printed saturates, for circuits messages per node and cycle. "time" is nanoseconds per flit-hop, "thrpt" flit-hops per second and core.
#![allow(missing_docs)]

#[path = "common/wormhole.rs"]
mod networks;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use flitscope::param::Key;
use flitscope::scenario::{Scenario, System};
use flitscope::sim::{self, Simulator, wormhole::Network};
use std::time::{Duration, Instant};

/// The time of that number of flit-hops. `run` simulates some cycles and gives the flit-hops so far, of which there have been `first`.
#[expect(clippy::disallowed_methods, reason = "a benchmark reads the clock")]
fn time(flit_hops: u64, first: u64, mut run: impl FnMut() -> u64) -> Duration {
    let mut elapsed = Duration::ZERO;
    let mut done = 0;
    while done < flit_hops {
        let start = Instant::now();
        let all = run();
        elapsed += start.elapsed();
        done = all - first;
    }
    elapsed.mul_f64(flit_hops as f64 / done as f64)
}

fn time_worms(network: &mut Network, flit_hops: u64) -> Duration {
    time(flit_hops, network.flit_hops(), || {
        (0..200).for_each(|_| network.step());
        network.flit_hops()
    })
}

/// The hypercube with circuits of the usual size under Poisson traffic and under bursts, at a light load, at half of what it carries, and near to all.
fn circuits(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("circuits");
    group
        .throughput(Throughput::Elements(1))
        .sample_size(20)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2));
    for (name, lag1, loads) in [("Poisson", 0.0, [0.007, 0.018, 0.034]), ("bursts", 0.8, [0.006, 0.015, 0.027])] {
        for load in loads {
            let scenario = Scenario::new(System::HypercubeMmpp).set(Key::Lag1, lag1).set(Key::Load, load);
            let Ok(config) = sim::circuit_of(sim::config(&scenario, 0)) else { continue };
            let mut network = sim::circuit::Network::new(config);
            (0..3000).for_each(|_| network.step());
            group.bench_function(format!("6-cube V=5, {name}, load {load}"), |bencher| {
                bencher.iter_custom(|flit_hops| {
                    time(flit_hops, network.flit_hops(), || {
                        (0..200).for_each(|_| network.step());
                        network.flit_hops()
                    })
                });
            });
        }
    }
    group.finish();
}

fn speed(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("wormhole");
    group
        .throughput(Throughput::Elements(1))
        .sample_size(20)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2));
    for (name, setting) in networks::settings() {
        for fraction in networks::FRACTIONS {
            let mut network = networks::warm(setting, fraction);
            group.bench_function(format!("{name}, {fraction} of saturation"), |bencher| {
                bencher.iter_custom(|flit_hops| time_worms(&mut network, flit_hops));
            });
        }
    }
    group.finish();
}

/// The cost as the network grows, at half of the load that the model predicts each network to carry.
fn growth(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("wormhole growth");
    group.throughput(Throughput::Elements(1)).sample_size(10).measurement_time(Duration::from_secs(2));
    for (k, n) in [(8, 2), (16, 2), (32, 2), (16, 3), (32, 3), (16, 4)] {
        let setting = networks::torus(k, n);
        let nodes = setting.nodes();
        let mut network = networks::warm(setting, 0.5);
        println!(
            "{nodes} nodes, {} channels each: {} bytes per node",
            setting.ports(),
            network.bytes() / nodes as usize
        );
        group.bench_function(format!("{nodes} nodes, {k}-ary {n}-cube"), |bencher| {
            bencher.iter_custom(|flit_hops| time_worms(&mut network, flit_hops));
        });
    }
    group.finish();
}

/// The engine beside the plain one.
#[expect(clippy::disallowed_methods, reason = "a benchmark reads the clock")]
fn both_engines(_: &mut Criterion) {
    let start = Instant::now();
    networks::both_engines(&|| start.elapsed().as_secs_f64(), &|line| println!("{line}"));
}

criterion_group!(benches, both_engines, speed, growth, circuits);
criterion_main!(benches);
