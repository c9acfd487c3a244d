//! What a slider move costs: curves of 120 points with every intermediate quantity, and single points.
#![allow(missing_docs)]

use criterion::{Criterion, criterion_group, criterion_main};
use flitscope::{
    model::{
        Model as _,
        torus_broadcast::{Setting, TorusBroadcast},
    },
    scenario::Reading,
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

criterion_group!(benches, torus_broadcast);
criterion_main!(benches);
