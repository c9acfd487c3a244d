//! The result of a run.

use crate::{
    model::{Quantity, Value},
    sim::{
        ChannelUse, ClassKind, Identity,
        stats::{Estimate, Times},
    },
};
use serde::{Deserialize, Serialize};

/// The verdict of a run on the network: it has a steady state, which was measured; its queues grow; the run is too short; or goes on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs, reason = "the doc of the type tells its fields")]
pub enum Verdict {
    Stable,
    Saturated,
    Undecided,
    #[default]
    Unfinished,
}

impl Verdict {
    /// Its word in answers and tables, as it is serialized.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Stable => "stable",
            Self::Saturated => "saturated",
            Self::Undecided => "undecided",
            Self::Unfinished => "unfinished",
        }
    }
}

/// The reason for the verdict that a network is saturated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs, reason = "the doc of the type tells its fields")]
pub enum SaturationReason {
    Growing,
    /// The load is beyond an exact bound: a channel or a node would have more work than it can do.
    #[serde(rename = "bound", alias = "overloaded")]
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
#[allow(missing_docs, reason = "the doc of the type tells its fields")]
pub struct ClassReport {
    pub name: &'static str,
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
#[allow(missing_docs, reason = "the doc of the type tells its fields")]
pub struct Report {
    pub identity: Identity,
    pub generator: &'static str,
    /// The verdict: stable, saturated, or undecided.
    pub state: Verdict,
    pub reason: Option<SaturationReason>,
    /// The cap that would do for a verdict, cycles, as far as this run can tell, if it is too short for one.
    pub needs: Option<u64>,
    pub cycles: u64,
    /// Cycles at the start that are left out.
    pub warm_up: u64,
    /// Cycles whose messages count, from the end of the warm-up on.
    pub window: u64,
    /// Cycles for which deliveries and measures were counted: the window and its follow-up.
    pub counted: u64,
    pub batch: u64,
    /// Batches that the window is cut into; intervals are made of them, where there are any.
    pub batches: usize,
    /// The [memory](super::memory) that a batch must outlast for a class to have an interval, the longest of all classes, cycles.
    pub memory: f64,
    pub precision: Option<f64>,
    pub nodes: u32,
    /// Beyond saturation, how many more messages each node holds with every cycle, if there are more.
    pub growth: Option<f64>,
    pub classes: Vec<ClassReport>,
    pub measures: Vec<Quantity>,
    /// The work of each channel, if it was counted.
    pub channels: Vec<ChannelUse>,
    pub flit_hops: u64,
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

    /// The times of the first class.
    pub fn times(&self) -> Option<&Times> {
        self.classes.first().and_then(|class| class.times.as_ref())
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
    let pooled = longest.measures.iter().map(|quantity| {
        let all = reports.iter().filter_map(|report| report.measure(quantity.symbol));
        let all: Vec<_> = all.map(|other| other.value.numbers()).collect();
        let length = all.iter().map(|numbers| numbers.len()).min().unwrap_or(0);
        let mean = |index: usize| all.iter().map(|numbers| numbers[index]).sum::<f64>() / all.len() as f64;
        let value = match &quantity.value {
            Value::Number(_) => Value::Number(mean(0)),
            Value::List(_) => Value::List((0..length).map(mean).collect()),
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
