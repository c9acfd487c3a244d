//! Observations made up for tests: of this crate, and of its examples, which include this file.

use flitscope::{
    experiment::Summary,
    model::Model,
    sim::{
        ClassKind,
        protocol::{ClassSummary, Verdict},
    },
};

/// A finished run with a steady state: the measures of the model have these values, and intervals of that relative half width.
pub fn stable(model: &dyn Model, load: f64, values: &[f64], relative: Option<f64>) -> Summary {
    let rates = model.info().measures.iter().any(|measure| measure.symbol == "throughput");
    let (names, kind) =
        if rates { (&["throughput", "complete"][..], ClassKind::Rate) } else { (&["message"][..], ClassKind::Latency) };
    let class = |(name, value): (&&str, &f64)| ClassSummary {
        name: (*name).into(),
        kind,
        mean: Some(*value),
        ci95: relative.map(|relative| value * relative),
        interval: None,
        standard_deviation: None,
        maximum: None,
        percentiles: Vec::new(),
    };
    let throughput = if rates { values[0] } else { load };
    Summary { throughput, classes: names.iter().zip(values).map(class).collect(), ..blank(load) }
}

/// A finished run whose queues grew.
pub fn saturated(load: f64, growth: f64) -> Summary {
    Summary { state: Verdict::Saturated, growth: Some(growth), throughput: 0.9 * load, ..blank(load) }
}

/// A run before it was over.
#[allow(dead_code, reason = "the examples need none")]
pub fn unfinished(observation: Summary) -> Summary {
    Summary { state: Verdict::Unfinished, ..observation }
}

/// A finished run without a number.
fn blank(load: f64) -> Summary {
    Summary {
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
        seconds: 0.25,
        ..Summary::default()
    }
}
