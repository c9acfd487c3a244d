//! The result of a run.

use crate::{
    model::{Quantity, Value},
    sim::{
        ChannelUse, ClassKind, Identity,
        stats::{Distribution, Estimate, Percentiles, Times},
    },
};
use serde::{Deserialize, Serialize};

/// The verdict of a run on the network.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// It has a steady state, which was measured.
    Stable,
    /// Its queues grow.
    Saturated,
    /// The run is too short to tell which of both.
    Undecided,
    /// Nothing yet: the run is not over.
    #[default]
    Unfinished,
}

/// The reason for the verdict that a network is saturated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SaturationReason {
    /// Its queues grow.
    Growing,
    /// A channel or a node would have more work than it can do.
    Overloaded,
    /// Messages of the window are still under way long after it.
    Undelivered,
    /// Far fewer messages are delivered than are generated.
    Behind,
    /// The messages present take more memory than a run may.
    Crowded,
}

/// The result for one class of observations.
#[derive(Clone, Debug, PartialEq)]
pub struct ClassReport {
    /// Its name.
    pub name: &'static str,
    /// The meaning of its values.
    pub kind: ClassKind,
    /// The mean latency in an idle network, cycles; 0 of rates.
    pub idle: f64,
    /// The mean with its intervals; `None` if there was no value, or no steady state that it could be the mean of.
    pub estimate: Option<Estimate>,
    /// The distribution of its times; `None` without an estimate, in the warm-up, and for rates.
    pub times: Option<Times>,
    /// Latencies: the messages delivered while it was counted. Rates: the cycles.
    pub delivered: u64,
}

/// The result of a run, with what is needed to repeat it.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Load, seed and replication.
    pub identity: Identity,
    /// The generator of the random numbers.
    pub generator: &'static str,
    /// The verdict: stable, saturated, or undecided.
    pub state: Verdict,
    /// The reason, if the network is saturated.
    pub reason: Option<SaturationReason>,
    /// The cap that would do for a verdict, cycles, as far as this run can tell, if it is too short for one.
    pub needs: Option<u64>,
    /// Cycles simulated in all.
    pub cycles: u64,
    /// Cycles at the start that are left out.
    pub warm_up: u64,
    /// Cycles whose messages count, from the end of the warm-up on.
    pub window: u64,
    /// Cycles for which deliveries and measures were counted: the window and its follow-up.
    pub counted: u64,
    /// Cycles of a batch.
    pub batch: u64,
    /// Batches that the window is cut into; intervals are made of them, where there are any.
    pub batches: usize,
    /// The memory that a batch must outlast for a class to have an interval, the longest of all classes, cycles; see [`memory`](super::memory).
    pub memory: f64,
    /// The precision asked for.
    pub precision: Option<f64>,
    /// Nodes.
    pub nodes: u32,
    /// Beyond saturation, how many more messages each node holds with every cycle, if there are more.
    pub growth: Option<f64>,
    /// The classes, in the order of the simulator.
    pub classes: Vec<ClassReport>,
    /// The quantities of the model, measured.
    pub measures: Vec<Quantity>,
    /// The work of each channel, if it was counted.
    pub channels: Vec<ChannelUse>,
}

impl ClassReport {
    /// The ends of the 95 % interval of the mean, if there is one.
    pub fn limits(&self) -> Option<[f64; 2]> {
        match self.kind {
            ClassKind::Latency => self.estimate?.limits_of_latency(self.idle),
            ClassKind::Rate => self.estimate?.limits(),
        }
    }
}

impl Report {
    /// The class with a name.
    pub fn class(&self, name: &str) -> Option<&ClassReport> {
        self.classes.iter().find(|class| class.name == name)
    }

    /// The estimate of the first class.
    pub fn estimate(&self) -> Option<Estimate> {
        self.classes.first().and_then(|class| class.estimate)
    }

    /// The mean of the values of the first class themselves.
    fn sample_mean(&self) -> Option<f64> {
        self.estimate().map(|estimate| estimate.sample_mean)
    }

    /// The measure with a symbol.
    pub fn measure(&self, symbol: &str) -> Option<&Quantity> {
        self.measures.iter().find(|measure| measure.symbol == symbol)
    }

    /// Messages delivered while they were counted; of rates, the packets that the last of them stands for.
    pub fn delivered(&self) -> u64 {
        let latencies = self.classes.iter().filter(|class| class.kind == ClassKind::Latency);
        let rates = self.classes.iter().rfind(|class| class.kind == ClassKind::Rate).and_then(|class| class.estimate);
        let packets = rates.map_or(0.0, |rate| rate.mean * f64::from(self.nodes) * self.window as f64);
        latencies.map(|class| class.delivered).sum::<u64>() + libm::round(packets) as u64
    }

    /// Messages delivered per node and cycle; the first rate, where there is one.
    pub fn throughput(&self) -> f64 {
        let rate = self.classes.iter().find(|class| class.kind == ClassKind::Rate).and_then(|class| class.estimate);
        rate.map_or_else(
            || self.delivered() as f64 / (self.counted.max(1) as f64 * f64::from(self.nodes)),
            |rate| rate.mean,
        )
    }

    /// True if the interval of the first class is as narrow as was asked for, or there is one if nothing was asked.
    pub fn precise(&self) -> bool {
        let asked = self.precision.unwrap_or(f64::MAX);
        self.estimate().is_some_and(|estimate| estimate.relative() <= asked)
    }

    /// The numbers that stand outside of this crate, as plain data.
    pub fn record(&self) -> Record {
        let of = |name: &str| self.class(name).and_then(|class| class.estimate);
        let first =
            self.classes.first().filter(|class| class.kind == ClassKind::Latency).and_then(|class| class.estimate);
        let rate = self.classes.first().filter(|class| class.kind == ClassKind::Rate).and_then(|class| class.estimate);
        let width = |estimate: Option<Estimate>| estimate.map(|e| e.half95).filter(|half| half.is_finite());
        Record {
            load: self.identity.load,
            seed: self.identity.seed,
            replication: self.identity.replication,
            generator: self.generator.into(),
            state: self.state,
            reason: self.reason,
            needs: self.needs,
            cycles: self.cycles,
            warm_up: self.warm_up,
            window: self.window,
            batch: self.batch,
            batches: self.batches,
            memory: self.memory,
            lag1: self.estimate().filter(|estimate| estimate.half95.is_finite()).map(|estimate| estimate.lag1),
            precise: self.precise(),
            mean_latency: first.map(|estimate| estimate.mean),
            sample_mean: self.sample_mean(),
            ci95: width(first.or(rate)),
            interval: self.classes.first().and_then(ClassReport::limits),
            broadcast_latency: of("broadcast").map(|estimate| estimate.mean),
            broadcast_ci95: width(of("broadcast")),
            broadcast_interval: self.class("broadcast").and_then(ClassReport::limits),
            growth: self.growth,
            throughput: self.throughput(),
            complete_throughput: of("complete").map(|estimate| estimate.mean),
            complete_ci95: width(of("complete")),
            delivered: self.delivered(),
            ..Record::default()
        }
        .with_times(self.times(), self.class("broadcast").and_then(|class| class.times.as_ref()))
    }

    /// The times of the first class.
    pub fn times(&self) -> Option<&Times> {
        self.classes.first().and_then(|class| class.times.as_ref())
    }
}

/// A report as the command line and the page print it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// The load.
    pub load: f64,
    /// The seed.
    pub seed: u32,
    /// The number of the independent repetition, from 0.
    pub replication: u32,
    /// The generator of the random numbers.
    pub generator: String,
    /// `stable` or `saturated`; `undecided` where the run is too short to tell; `unfinished` while it goes on.
    pub state: Verdict,
    /// The reason why it is saturated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<SaturationReason>,
    /// Cycles that would do to tell whether it is, if this run is too short for that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub needs: Option<u64>,
    /// Cycles simulated in all.
    pub cycles: u64,
    /// Cycles left out at the start.
    pub warm_up: u64,
    /// Cycles whose messages count.
    pub window: u64,
    /// Cycles of a batch.
    pub batch: u64,
    /// Batches that intervals are made of, where there are any; of several runs, each is one.
    pub batches: usize,
    /// Cycles that a batch must outlast for all classes to have intervals: the memory of the network and of its traffic.
    pub memory: f64,
    /// The lag-1 correlation of the batches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lag1: Option<f64>,
    /// True if the precision asked for was reached.
    pub precise: bool,
    /// Mean latency of the first class, cycles; null where there is none.
    pub mean_latency: Option<f64>,
    /// The mean of the latencies themselves, or of the throughput where there are none: of what this run was offered, more or less than the load.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sample_mean: Option<f64>,
    /// Half of its 95 % interval; where there is no latency, that of the throughput. Null if nothing can be said of it.
    pub ci95: Option<f64>,
    /// Its ends. Those of a latency lie further from the mean above it than below.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interval: Option<[f64; 2]>,
    /// Mean time until a broadcast has reached every node, cycles.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub broadcast_latency: Option<f64>,
    /// Half of its 95 % interval.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub broadcast_ci95: Option<f64>,
    /// Its ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub broadcast_interval: Option<[f64; 2]>,
    /// Beyond saturation, how many more messages each node holds with every cycle, if there are more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub growth: Option<f64>,
    /// Messages delivered per node and cycle.
    pub throughput: f64,
    /// Packets per output and slot of which all copies are delivered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub complete_throughput: Option<f64>,
    /// Half of its 95 % interval.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub complete_ci95: Option<f64>,
    /// Messages delivered while they were counted.
    pub delivered: u64,
    /// The standard deviation of the latencies of the first class, cycles.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub standard_deviation: Option<f64>,
    /// The longest of them. It has no interval: it grows with the length of the run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub maximum: Option<u64>,
    /// Their percentiles, cycles.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub percentiles: Option<Percentiles>,
    /// Those of the time at the source, where a message tells it apart.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source_percentiles: Option<Percentiles>,
    /// Those of the time in the network.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub network_percentiles: Option<Percentiles>,
    /// As `standard_deviation`, of the times until a broadcast has reached every node.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub broadcast_standard_deviation: Option<f64>,
    /// As `maximum`, of those.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub broadcast_maximum: Option<u64>,
    /// As `percentiles`, of those.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub broadcast_percentiles: Option<Percentiles>,
}

impl Record {
    /// The record with the times of the first class and of broadcasts, where they are known.
    fn with_times(self, first: Option<&Times>, broadcast: Option<&Times>) -> Self {
        let latencies = |times: Option<&Times>| {
            let Some(Times { latency, .. }) = times else { return (None, None, None) };
            let histogram = &latency.histogram;
            (histogram.standard_deviation(), Some(histogram.maximum()), Some(latency.percentiles))
        };
        let (standard_deviation, maximum, percentiles) = latencies(first);
        let (broadcast_standard_deviation, broadcast_maximum, broadcast_percentiles) = latencies(broadcast);
        let part = |of: fn(&Times) -> Option<&Distribution>| first.and_then(of).map(|part| part.percentiles);
        Self {
            standard_deviation,
            maximum,
            percentiles,
            source_percentiles: part(|times| times.source.as_ref()),
            network_percentiles: part(|times| times.network.as_ref()),
            broadcast_standard_deviation,
            broadcast_maximum,
            broadcast_percentiles,
            ..self
        }
    }
}

/// The times of a class in replications with independent random numbers: all of them together. `None` as [`combine`].
pub fn join(reports: &[Report], class: &str) -> Option<Times> {
    let times: Option<Vec<_>> = reports.iter().map(|report| report.class(class)?.times.as_ref()).collect();
    match times?.as_slice() {
        [alone] => Some(Times::clone(alone)),
        several => Times::of_replications(several),
    }
}

/// The measurements of several replications: of each quantity the mean over those that have it; a list as far as all of them have it.
pub fn pool(reports: &[Report]) -> Vec<Quantity> {
    let Some(longest) = reports.iter().max_by_key(|report| report.measures.len()) else { return Vec::new() };
    let mean = |numbers: Vec<f64>| numbers.iter().sum::<f64>() / numbers.len() as f64;
    let pooled = longest.measures.iter().map(|quantity| {
        let all = || reports.iter().filter_map(|report| report.measure(quantity.symbol)).map(|other| &other.value);
        let value = match &quantity.value {
            Value::Number(_) => {
                let numbers =
                    all().filter_map(|value| if let Value::Number(number) = value { Some(*number) } else { None });
                Value::Number(mean(numbers.collect()))
            }
            Value::List(_) => {
                let lists = || all().filter_map(|value| if let Value::List(list) = value { Some(list) } else { None });
                let length = lists().map(Vec::len).min().unwrap_or(0);
                Value::List((0..length).map(|index| mean(lists().map(|list| list[index]).collect())).collect())
            }
        };
        Quantity { value, ..quantity.clone() }
    });
    pooled.collect()
}

/// The mean work of each channel in several replications.
pub fn pool_channels(reports: &[Report]) -> Vec<ChannelUse> {
    let Some(first) = reports.first() else { return Vec::new() };
    let mean = |(place, one): (usize, &ChannelUse)| {
        let all = reports.iter().filter_map(|report| report.channels.get(place)).map(|other| other.utilisation);
        ChannelUse { utilisation: all.sum::<f64>() / reports.len() as f64, ..*one }
    };
    first.channels.iter().enumerate().map(mean).collect()
}

/// The estimate of a class from replications with independent random numbers: the interval of their means. `None` when one of them has no
/// estimate, which is what it has beyond saturation.
pub fn combine(reports: &[Report], class: &str) -> Option<Estimate> {
    let mean = |report: &Report| report.class(class).and_then(|class| class.estimate).map(|estimate| estimate.mean);
    let means: Option<Vec<f64>> = reports.iter().map(mean).collect();
    Estimate::of_replications(&means?)
}

/// The result of several replications: their common numbers, and of their means the interval. There must be one at least.
pub fn together(reports: &[Report]) -> Record {
    let mut record = reports[0].record();
    if reports.len() == 1 {
        return record;
    }
    let count = reports.len() as f64;
    record.cycles = reports.iter().map(|report| report.cycles).sum();
    record.delivered = reports.iter().map(Report::delivered).sum();
    record.throughput = reports.iter().map(Report::throughput).sum::<f64>() / count;
    record.precise = reports.iter().all(Report::precise);
    record.batches = reports.len();
    let with = |saturated: bool| {
        reports.iter().find(|r| if saturated { r.state == Verdict::Saturated } else { r.state != Verdict::Stable })
    };
    if let Some(worse) = with(true).or_else(|| with(false)) {
        (record.state, record.reason) = (worse.state, worse.reason);
    }
    record.needs =
        reports.iter().filter_map(|report| report.needs).max().filter(|_| record.state == Verdict::Undecided);
    let named = |index: usize| reports[0].classes.get(index).map(|class| class.name);
    let class = |index: usize| combine(reports, named(index)?);
    let (first, second) = (class(0), class(1));
    let parts = |estimate: Option<Estimate>| (estimate.map(|e| e.mean), estimate.map(|e| e.half95));
    if record.mean_latency.is_some() || record.state != Verdict::Stable {
        record.mean_latency = first.map(|estimate| estimate.mean);
    }
    record.sample_mean = reports.iter().map(Report::sample_mean).sum::<Option<f64>>().map(|sum| sum / count);
    record.ci95 = first.map(|estimate| estimate.half95);
    record.interval = first.and_then(|estimate| estimate.limits());
    if record.broadcast_latency.is_some() {
        (record.broadcast_latency, record.broadcast_ci95) = parts(second);
        record.broadcast_interval = second.and_then(|estimate| estimate.limits());
    }
    if record.complete_throughput.is_some() {
        (record.complete_throughput, record.complete_ci95) = parts(second);
    }
    let times = |index: usize| join(reports, named(index)?);
    record.with_times(times(0).as_ref(), times(1).as_ref())
}
