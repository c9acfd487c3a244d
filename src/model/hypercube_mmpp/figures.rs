//! Figures beside the latency: the correlation of the traffic, its variance over time, and the busy virtual channels.

use crate::model::{Figure, FigureLine};
use crate::traffic::{
    long_range::{Shape, Target},
    second_order::{Correlation, SecondOrder, VarianceTime},
};

/// All figures at a load, with the law of the busy virtual channels there; those that have nothing to show have no lines.
pub(crate) fn figures(shape: &Shape, lag1: f64, target: Target, load: f64, law: Option<&[f64]>) -> Vec<Figure> {
    let traffic = (load > 0.0).then(|| SecondOrder::of(shape, target.hurst, load, lag1 * load).ok()).flatten();
    let correlation = traffic.as_ref().map_or_else(Vec::new, |traffic| {
        let Correlation { lags, fitted, target, range } = traffic.correlation();
        vec![line("fitted", &lags, &fitted, (0.0, f64::INFINITY)), line("power law", &lags, &target, range)]
    });
    let variance = traffic.as_ref().map_or_else(Vec::new, |traffic| {
        let VarianceTime { times, fitted, target, range } = traffic.variance_time();
        let poisson = vec![1.0; times.len()];
        vec![
            line("fitted", &times, &fitted, (0.0, f64::INFINITY)),
            line("power law", &times, &target, range),
            line("Poisson", &times, &poisson, (0.0, f64::INFINITY)),
        ]
    });
    vec![
        Figure {
            title: "Correlation of the arrivals at a node",
            x: "lag, cycles",
            y: "autocorrelation of arrivals per cycle",
            log: true,
            lines: correlation.into_iter().filter(|line| !line.points.is_empty()).collect(),
            note: match (lag1, target.scales) {
                (0.0, _) => "With ρ = 0 the arrivals are Poisson: there is no correlation at any lag.".into(),
                (_, scales) => format!(
                    "On these axes a power law is a straight line. A sum of a few exponentials follows it over {}; beyond that bursts end \
                     and the correlation drops.",
                    if scales == 1 { "one decade".into() } else { format!("{scales} decades") }
                ),
            },
            ..Figure::default()
        },
        Figure {
            title: "Variance of the arrivals over time",
            x: "time t, cycles",
            y: "variance-to-mean ratio of arrivals in t cycles",
            log: true,
            lines: variance,
            note: "The variance-to-mean ratio (index of dispersion) of Poisson arrivals is 1 over any time. Bursts raise it; with bursts \
                   on many time scales the excess grows as t^(2H-1)."
                .into(),
            ..Figure::default()
        },
        Figure::busy_channels(
            law,
            "The last value is the probability that all virtual channels are busy, which makes headers turn back.",
        ),
    ]
}

/// The points within a range of x that have a place in a chart of logarithms.
fn line(label: &str, x: &[f64], y: &[f64], (first, last): (f64, f64)) -> FigureLine {
    let points = x.iter().copied().zip(y.iter().copied());
    FigureLine { label: label.into(), points: points.filter(|(x, y)| (first..=last).contains(x) && *y > 0.0).collect() }
}
