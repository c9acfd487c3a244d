//! What a slider move costs: curves of 120 points with every intermediate quantity, and single points.
#![allow(missing_docs)]

use criterion::{Criterion, criterion_group, criterion_main};
use flitscope::{
    model::{
        Model as _,
        torus_broadcast::{Setting, TorusBroadcast},
    },
    scenario::Reading,
    topology::torus::Torus,
    trace,
};
use std::hint::black_box;

fn torus_broadcast(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("torus-broadcast");
    for (name, setting, reading) in [
        ("8x8 corrected", Setting { k: 8, n: 2, vcs: 3, flits: 32, beta: 0.02 }, Reading::Corrected),
        ("8x8 refined", Setting { k: 8, n: 2, vcs: 3, flits: 32, beta: 0.02 }, Reading::Refined),
        ("32x32 V=16 refined", Setting { k: 32, n: 2, vcs: 16, flits: 64, beta: 0.02 }, Reading::Refined),
        ("32^4 refined", Setting { k: 32, n: 4, vcs: 4, flits: 64, beta: 0.02 }, Reading::Refined),
    ] {
        group.bench_function(format!("model and curve of 120 points, {name}"), |bencher| {
            bencher.iter(|| TorusBroadcast::new(black_box(setting), reading).curve(120));
        });
        let model = TorusBroadcast::new(setting, reading);
        let load = 0.7 * model.saturation().load;
        group.bench_function(format!("one load, {name}"), |bencher| bencher.iter(|| model.solve(black_box(load))));
    }
    group.finish();
}

/// Recording one broadcast to its end, and showing its frames forwards and backwards.
fn animation(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("animation");
    group.sample_size(10);
    let idle = trace::Setting {
        torus: Torus { k: 8, n: 2 },
        vcs: 3,
        flits: 32,
        source: 0,
        random_orientation: true,
        background: 0.0,
        seed: 1,
    };
    let large = trace::Setting { torus: Torus { k: 16, n: 2 }, vcs: 8, ..idle };
    for (name, setting) in
        [("8x8 idle", idle), ("8x8 load 0.0045", trace::Setting { background: 0.0045, ..idle }), ("16x16 idle", large)]
    {
        let record = || {
            let mut recording = trace::Recording::new(setting);
            while !recording.advance(64) {}
            recording
        };
        group.bench_function(format!("record a broadcast, {name}"), |bencher| bencher.iter(record));
        let mut recording = record();
        let last = recording.recorded();
        group.bench_function(format!("all {last} frames forwards, {name}"), |bencher| {
            bencher.iter(|| (0..=last).map(|cycle| recording.frame(cycle).reached).sum::<u32>());
        });
        group.bench_function(format!("all {last} frames backwards, {name}"), |bencher| {
            bencher.iter(|| (0..=last).rev().map(|cycle| recording.frame(cycle).reached).sum::<u32>());
        });
    }
    group.finish();
}

criterion_group!(benches, torus_broadcast, animation);
criterion_main!(benches);
