//! Observations made up for tests: of this crate, and of its examples, which include this file.

use flitscope::{
    experiment::Observation,
    model::Model,
    sim::{
        protocol::{Record, Verdict},
        stats::Bins,
    },
};

/// A finished run with a steady state: the measures of the model have these values, and intervals of that relative half width.
pub fn stable(model: &dyn Model, load: f64, values: &[f64], relative: Option<f64>) -> Observation {
    let throughput = model.info().measures.iter().position(|measure| measure.symbol == "throughput");
    let first = values.first().copied();
    let complete = throughput.and(values.get(1).copied());
    let half = |value: Option<f64>| value.zip(relative).map(|(value, relative)| value * relative);
    let record = Record {
        mean_latency: first.filter(|_| throughput.is_none()),
        ci95: half(first),
        throughput: throughput.and(first).unwrap_or(load),
        complete_throughput: complete,
        complete_ci95: half(complete),
        ..blank(load)
    };
    Observation { record, values: Vec::new(), latencies: Bins::default(), flit_hops: 0.0, seconds: 0.25 }
}

/// A finished run whose queues grew.
pub fn saturated(load: f64, growth: f64) -> Observation {
    let record = Record { state: Verdict::Saturated, growth: Some(growth), throughput: 0.9 * load, ..blank(load) };
    Observation { record, values: Vec::new(), latencies: Bins::default(), flit_hops: 0.0, seconds: 0.25 }
}

/// A run before it was over.
#[allow(dead_code, reason = "the examples need none")]
pub fn unfinished(observation: Observation) -> Observation {
    let record = Record { state: Verdict::Unfinished, ..observation.record };
    Observation { record, ..observation }
}

/// A finished run without a number.
fn blank(load: f64) -> Record {
    Record {
        load,
        seed: 1,
        generator: "none".into(),
        state: Verdict::Stable,
        cycles: 1000,
        warm_up: 100,
        window: 800,
        batch: 1 << 20,
        batches: 24,
        delivered: 4321,
        ..Record::default()
    }
}
