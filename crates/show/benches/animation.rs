//! Times the animation of a broadcast.
#![allow(missing_docs, clippy::expect_used)]

use criterion::{Criterion, criterion_group, criterion_main};
use flitscope::scenario::link;
use flitscope_show::animation;
use std::time::Duration;

/// Recording one broadcast to its end, and showing its frames forwards and backwards.
fn recordings(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("animation");
    group.sample_size(10);
    for (name, link) in
        [("8x8 idle", "k=8"), ("8x8 load 0.0045", "k=8&background=1&load=0.0045"), ("16x16 idle", "k=16&vcs=8")]
    {
        let scenario = link::parse(&format!("system=torus-broadcast&scene=broadcast&{link}")).scenario;
        let record = || {
            let mut recording = animation::of(&scenario).expect("it is drawn");
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
    targets = recordings
}
criterion_main!(benches);
