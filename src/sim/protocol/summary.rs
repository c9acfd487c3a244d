//! The result of the runs of one load as plain data: workers send it, browsers keep it, and [`SummaryReport`] prints it.

use super::{ClassReport, Report, SaturationReason, Verdict, combine, join, pool};
use crate::{
    model::Simulated,
    sim::{
        ClassKind,
        stats::{Bins, FEWEST, Percentiles, Times},
    },
};
use serde::{Deserialize, Serialize, Serializer, ser::SerializeMap};
use std::ops::RangeInclusive;

/// The range of measured numbers that are not 0: nothing is counted or divided that leads beyond.
const CREDIBLE: RangeInclusive<f64> = 1e-30..=1e30;

/// One class of observations in the runs of a load.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the doc of the type tells its fields")]
pub struct ClassSummary {
    pub name: String,
    pub kind: ClassKind,
    /// Mean latency, cycles, or mean rate; `None` where there is none.
    pub mean: Option<f64>,
    /// Half of its 95 % interval; `None` if nothing can be said of it.
    pub ci95: Option<f64>,
    /// Its ends. Those of a latency lie further from the mean above it than below.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interval: Option<[f64; 2]>,
    /// The standard deviation of the latencies, cycles.
    pub standard_deviation: Option<f64>,
    /// The longest latency, cycles. It has no interval: it grows with the length of the run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub maximum: Option<u64>,
    /// The percentiles of the latency, cycles, if they are known; where a message tells them apart, also those of its part at the source
    /// and of that in the network.
    pub percentiles: Vec<Percentiles>,
}

/// The runs of one load, finished or not.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the doc of the type tells its fields")]
pub struct Summary {
    pub load: f64,
    pub seed: u32,
    pub replication: u32,
    pub generator: String,
    /// Stable, saturated, undecided where a run is too short to tell, or unfinished.
    pub state: Verdict,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<SaturationReason>,
    /// Cycles that would do to tell whether it is, if the runs are too short for that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub needs: Option<u64>,
    pub cycles: u64,
    /// Cycles left out at the start of the first run.
    pub warm_up: u64,
    /// Cycles of it whose messages count.
    pub window: u64,
    pub batch: u64,
    /// Batches that intervals are made of, where there are any; of several runs, each is one.
    pub batches: usize,
    /// Cycles that a batch must outlast for all classes to have intervals: the memory of the network and of its traffic.
    pub memory: f64,
    pub lag1: Option<f64>,
    /// True if the precision asked for was reached.
    pub precise: bool,
    /// The mean of the values of the first class themselves: of what the runs were offered, more or less than the load.
    pub sample_mean: Option<f64>,
    /// Beyond saturation, how many more messages each node holds with every cycle, if there are more.
    pub growth: Option<f64>,
    /// Messages delivered per node and cycle.
    pub throughput: f64,
    pub delivered: u64,
    pub classes: Vec<ClassSummary>,
    /// Measured quantities of the model, by its symbols; one number is a list of one.
    pub values: Vec<(String, Vec<f64>)>,
    /// The histogram of the latencies of the first class; empty if it has no latencies, or no percentiles.
    pub latencies: Bins,
    pub flit_hops: u64,
    pub seconds: f64,
}

/// A mean and its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The mean, between its ends.
    pub mean: f64,
    /// Half the width; `None` as long as there are too few batches for one.
    pub half95: Option<f64>,
    /// The middle of the interval minus the mean.
    pub lean: f64,
}

impl Interval {
    /// The ends of the interval.
    pub fn ends(self) -> Option<[f64; 2]> {
        let middle = self.mean + self.lean;
        self.half95.map(|half| [middle - half, middle + half])
    }
}

impl ClassSummary {
    /// A class of several runs, or of one.
    fn of(reports: &[Report], class: &ClassReport, times: Option<&Times>) -> Self {
        let (estimate, interval) = match reports {
            [_] => (class.estimate, class.limits()),
            _ => combine(reports, class.name).map_or((None, None), |all| (Some(all), all.limits())),
        };
        let latency = times.map(|times| &times.latency);
        let parts =
            times.into_iter().flat_map(|times| [Some(&times.latency), times.source.as_ref(), times.network.as_ref()]);
        Self {
            name: class.name.into(),
            kind: class.kind,
            mean: estimate.map(|estimate| estimate.mean),
            ci95: estimate.map(|estimate| estimate.half95).filter(|half| half.is_finite()),
            interval,
            standard_deviation: latency.and_then(|times| times.histogram.standard_deviation()),
            maximum: latency.map(|times| times.histogram.maximum()),
            percentiles: parts.flatten().map(|part| part.percentiles).collect(),
        }
    }

    fn numbers(&self) -> impl Iterator<Item = f64> {
        let percentiles = self.percentiles.iter().flat_map(Percentiles::all);
        let percentiles = percentiles.flat_map(|p| ends([Some(p.value), p.ci95], p.interval));
        let own = ends([self.mean, self.ci95], self.interval);
        own.chain(self.standard_deviation).chain(percentiles)
    }
}

/// The numbers that there are, with those of an interval.
fn ends(numbers: [Option<f64>; 2], interval: Option<[f64; 2]>) -> impl Iterator<Item = f64> {
    numbers.into_iter().flatten().chain(interval.into_iter().flatten())
}

impl Summary {
    /// The common numbers of some runs, of which there must be one at least, and of their means the interval. One alone may go on.
    pub fn of(reports: &[Report]) -> Self {
        let (first, count) = (&reports[0], reports.len() as f64);
        let sum = |of: fn(&Report) -> u64| reports.iter().map(of).sum();
        let found = |is: fn(Verdict) -> bool| reports.iter().find(|report| is(report.state));
        let judged = found(|state| state == Verdict::Saturated).or_else(|| found(|state| state != Verdict::Stable));
        let Report { state, reason, .. } = *judged.unwrap_or(first);
        let needs = reports.iter().filter_map(|report| report.needs).max();
        let sample_means = reports.iter().map(|report| report.estimate().map(|estimate| estimate.sample_mean));
        let lag1 = first.estimate().filter(|estimate| estimate.half95.is_finite());
        let times: Vec<_> = first.classes.iter().map(|class| join(reports, class.name)).collect();
        let finite = pool(reports).into_iter().filter(|quantity| quantity.value.is_finite());
        let latencies = times.first().and_then(Option::as_ref).map(|times| times.latency.histogram.bins());
        let classes = first.classes.iter().zip(&times);
        Self {
            load: first.identity.load,
            seed: first.identity.seed,
            replication: first.identity.replication,
            generator: first.generator.into(),
            state,
            reason,
            needs: needs.filter(|_| state == Verdict::Undecided),
            cycles: sum(|report| report.cycles),
            warm_up: first.warm_up,
            window: first.window,
            batch: first.batch,
            batches: if reports.len() == 1 { first.batches } else { reports.len() },
            memory: first.memory,
            lag1: lag1.map(|estimate| estimate.lag1),
            precise: reports.iter().all(Report::precise),
            sample_mean: sample_means.sum::<Option<f64>>().map(|sum| sum / count),
            growth: first.growth,
            throughput: reports.iter().map(Report::throughput).sum::<f64>() / count,
            delivered: sum(Report::delivered),
            classes: classes.map(|(class, times)| ClassSummary::of(reports, class, times.as_ref())).collect(),
            values: finite.map(|quantity| (quantity.symbol.into(), quantity.value.numbers().to_vec())).collect(),
            latencies: latencies.unwrap_or_default(),
            flit_hops: sum(|report| report.flit_hops),
            seconds: 0.0,
        }
    }

    /// True if a run can have these numbers; saved ones may have been changed elsewhere. The numbers are finite, and so far from the
    /// limits of their type that all computed results are finite too; only a correlation may be negative.
    pub fn credible(&self) -> bool {
        let own = [Some(self.load), Some(self.memory), Some(self.throughput), Some(self.seconds)];
        let own = own.into_iter().chain([self.sample_mean, self.growth, self.lag1.map(f64::abs)]).flatten();
        let values = self.values.iter().flat_map(|(_, numbers)| numbers).copied();
        let mut all = own.chain(values).chain(self.classes.iter().flat_map(ClassSummary::numbers));
        self.latencies.credible() && all.all(|number| number == 0.0 || CREDIBLE.contains(&number))
    }

    /// True if the runs are over.
    pub fn finished(&self) -> bool {
        self.state != Verdict::Unfinished
    }

    /// The class with a name.
    pub fn class(&self, name: &str) -> Option<&ClassSummary> {
        self.classes.iter().find(|class| class.name == name)
    }

    /// The first class, if it has latencies and a mean.
    pub fn latency(&self) -> Option<&ClassSummary> {
        self.classes.first().filter(|class| class.kind == ClassKind::Latency && class.mean.is_some())
    }

    /// The mean and interval of something that has one. Nothing beyond saturation, where there is no mean to be had, nor where that cannot
    /// be told, nor before the first batch.
    pub fn measure(&self, what: Simulated) -> Option<Interval> {
        if matches!(self.state, Verdict::Saturated | Verdict::Undecided) {
            return None;
        }
        let class = match what {
            Simulated::Latency => self.latency(),
            Simulated::Broadcast => self.class("broadcast"),
            // A network with a latency has the interval of that.
            Simulated::Throughput => self.classes.first().filter(|_| self.latency().is_none()),
            Simulated::Complete => self.class("complete"),
        }?;
        let mean = if what == Simulated::Throughput { self.throughput } else { class.mean? };
        // A rate without an interval is that of a run which has not begun to count; so few messages may all be short by chance.
        let counted = self.latency().is_some() && self.delivered as f64 >= FEWEST;
        let begun = self.state == Verdict::Stable || class.ci95.is_some() || counted;
        let ends = class.interval.filter(|_| class.kind == ClassKind::Latency);
        let lean = ends.map_or(0.0, |[low, high]| (low + high) / 2.0 - mean);
        begun.then_some(Interval { mean, half95: class.ci95, lean })
    }

    /// The percentiles of the latency, where its mean has a value.
    pub fn percentiles(&self) -> Option<&Percentiles> {
        self.measure(Simulated::Latency).and(self.classes.first()?.percentiles.first())
    }

    /// True if it has a first rough value, or is over.
    pub fn known(&self) -> bool {
        let value = |what| self.measure(what).is_some();
        self.finished() || value(Simulated::Latency) || value(Simulated::Throughput)
    }

    /// The measured quantity of the model with a symbol.
    pub fn value(&self, symbol: &str) -> Option<&[f64]> {
        self.values.iter().find(|(name, _)| name == symbol).map(|(_, numbers)| numbers.as_slice())
    }
}

/// The runs of a load by the names of the interface. Those of broadcasts or of complete deliveries have that name before them.
#[derive(Clone, Debug)]
pub struct SummaryReport(pub Summary);

impl Serialize for SummaryReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(all) = self;
        let first = all.classes.first();
        let latency = first.filter(|class| class.kind == ClassKind::Latency);
        let [broadcast, complete] = ["broadcast", "complete"].map(|name| all.class(name));
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("load", &all.load)?;
        map.serialize_entry("seed", &all.seed)?;
        map.serialize_entry("replication", &all.replication)?;
        map.serialize_entry("generator", &all.generator)?;
        map.serialize_entry("state", &all.state)?;
        known(&mut map, "reason", all.reason)?;
        known(&mut map, "needs", all.needs)?;
        map.serialize_entry("cycles", &all.cycles)?;
        map.serialize_entry("warm_up", &all.warm_up)?;
        map.serialize_entry("window", &all.window)?;
        map.serialize_entry("batch", &all.batch)?;
        map.serialize_entry("batches", &all.batches)?;
        map.serialize_entry("memory", &all.memory)?;
        known(&mut map, "lag1", all.lag1)?;
        map.serialize_entry("precise", &all.precise)?;
        map.serialize_entry("mean_latency", &latency.and_then(|class| class.mean))?;
        known(&mut map, "sample_mean", all.sample_mean)?;
        map.serialize_entry("ci95", &first.and_then(|class| class.ci95))?;
        known(&mut map, "interval", first.and_then(|class| class.interval))?;
        known(&mut map, "broadcast_latency", broadcast.and_then(|class| class.mean))?;
        known(&mut map, "broadcast_ci95", broadcast.and_then(|class| class.ci95))?;
        known(&mut map, "broadcast_interval", broadcast.and_then(|class| class.interval))?;
        known(&mut map, "growth", all.growth)?;
        map.serialize_entry("throughput", &all.throughput)?;
        known(&mut map, "complete_throughput", complete.and_then(|class| class.mean))?;
        known(&mut map, "complete_ci95", complete.and_then(|class| class.ci95))?;
        map.serialize_entry("delivered", &all.delivered)?;
        known(&mut map, "standard_deviation", first.and_then(|class| class.standard_deviation))?;
        known(&mut map, "maximum", first.and_then(|class| class.maximum))?;
        for (place, name) in ["percentiles", "source_percentiles", "network_percentiles"].into_iter().enumerate() {
            known(&mut map, name, first.and_then(|class| class.percentiles.get(place)))?;
        }
        known(&mut map, "broadcast_standard_deviation", broadcast.and_then(|class| class.standard_deviation))?;
        known(&mut map, "broadcast_maximum", broadcast.and_then(|class| class.maximum))?;
        known(&mut map, "broadcast_percentiles", broadcast.and_then(|class| class.percentiles.first()))?;
        map.end()
    }
}

/// Adds a value to a map, if it is known.
fn known<M: SerializeMap>(map: &mut M, name: &'static str, value: Option<impl Serialize>) -> Result<(), M::Error> {
    value.map_or(Ok(()), |value| map.serialize_entry(name, &value))
}
