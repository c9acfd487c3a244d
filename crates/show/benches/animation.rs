//! Times the animation of a broadcast.
#![allow(missing_docs, clippy::expect_used)]

use criterion::{Criterion, criterion_group, criterion_main};
use flitscope::sim::wormhole;
use flitscope_show::animation::{Animation as _, broadcast};
use std::time::Duration;

/// Recording one broadcast to its end, and showing its frames forwards and backwards.
fn animation(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("animation");
    group.sample_size(10);
    let torus = wormhole::Setting::torus(8, 2, 3, 32);
    let large = wormhole::Setting::torus(16, 2, 8, 32);
    for (name, network, load) in
        [("8x8 idle", torus, 0.0), ("8x8 load 0.0045", torus, 0.0045), ("16x16 idle", large, 0.0)]
    {
        let setting = broadcast::Setting { network, load, source: 0, seed: 1 };
        let record = || {
            let mut recording = broadcast::animation(setting).expect("it is drawn");
            while !recording.advance(64) {}
            recording
        };
        group.bench_function(format!("record a broadcast, {name}"), |bencher| bencher.iter(record));
        let mut recording = record();
        let last = recording.recorded();
        group.bench_function(format!("all {last} frames forwards, {name}"), |bencher| {
            bencher.iter(|| (0..=last).map(|cycle| recording.frame(cycle, None).lanes.len()).sum::<usize>());
        });
        group.bench_function(format!("all {last} frames backwards, {name}"), |bencher| {
            bencher.iter(|| (0..=last).rev().map(|cycle| recording.frame(cycle, None).lanes.len()).sum::<usize>());
        });
    }
    group.finish();
}

criterion_group! {
    name = benches;
    // Short, as those of the core.
    config = Criterion::default().warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(1));
    targets = animation
}
criterion_main!(benches);
