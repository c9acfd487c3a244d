//! `simulate`: runs of a network.

use crate::{
    ending::{Ending, LOOK, ProgressLine, answer_alone, listen, lock, stopped},
    input::{Given, SCENARIO, ScenarioArgument, number, read},
    lines::{self, Answered},
    messages,
    readable::{self, Form, QuantityName},
};
use flitscope::{
    experiment::{RunError, Slice},
    param::{Accepted, Key, MOST_REPLICATIONS, Problem},
    report::{ParameterSet, QuantityValues, ScenarioReport},
    scenario::Scenario,
    sim::{
        self, ChannelUse, Simulator,
        protocol::{Plan, Record, Report, Run, Verdict, join, pool, pool_channels, together},
        stats::{Bins, Distribution, Times},
        words::undecided,
    },
};
use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};
use serde::Serialize;
use serde_json::Value as Json;
use std::{
    collections::BTreeMap,
    ffi::OsString,
    sync::{Arc, Mutex},
    time::{Duration, SystemTime},
};

/// The time between two progress notes, and its least ratio to the time that a note takes.
const NOTE: Duration = Duration::from_secs(1);
const NOTES: u32 = 20;

/// Simulate the network of a scenario cycle by cycle: the mean latency, or the throughput, with its 95 % interval.
///
/// The answer also has the percentiles of the latency (p50 to p99.9) with their intervals, and every other measured quantity under its symbol in the model. Routers and sources are
/// set by keys of the scenario: depth, credit, select, injection, orient, policy, order.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    scenario: ScenarioArgument,
    #[command(flatten)]
    run: RunArguments,
    /// Send the messages of FILE in place of random traffic, one JSON object per line with cycle, source, destination and flits; - for standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["load", "cycles", "precision", "replications", "bench", "jsonl"])]
    messages: Option<OsString>,
    #[command(flatten)]
    form: Form,
    #[command(flatten)]
    lines: lines::LineOptions,
}

/// The options of runs, for every scenario.
#[derive(clap::Args)]
struct RunArguments {
    /// The load, in place of that of the scenario
    #[arg(long, value_name = "L", allow_hyphen_values = true)]
    load: Option<String>,
    /// The seed of the random numbers
    #[arg(long, value_name = "S", allow_hyphen_values = true)]
    seed: Option<String>,
    /// Cycles to simulate, at the end of which messages under way are still delivered; with --precision, the most cycles
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    cycles: Option<String>,
    /// Stop when the half width of the interval is P times the mean. Without --cycles and --precision, the run has the cycles that the scenario names, else a precision of 0.01
    #[arg(long, value_name = "P", allow_hyphen_values = true)]
    precision: Option<String>,
    /// R independent runs on all cores; the interval is that of their means
    #[arg(long, value_name = "R", allow_hyphen_values = true)]
    replications: Option<String>,
    /// Add the fraction of cycles in which each channel carried a flit
    #[arg(long)]
    channels: bool,
    /// Add a histogram of the latency: the edges of its bins, in cycles, and the counts. All runs have the same edges, so histograms can be added
    #[arg(long)]
    histogram: bool,
    /// Add flit-hops, seconds, and flit-hops per second
    #[arg(long)]
    bench: bool,
}

/// Runs the command.
pub(crate) fn run(arguments: Arguments) -> Result<(), Ending> {
    let Arguments { scenario, run, messages, lines, form } = arguments;
    let (asked, lines, argument) = (RunOptions::of_arguments(run)?, lines.checked()?, scenario.joined()?);
    if lines.jsonl {
        return lines::answer(argument, &lines, &SCENARIO, |given| {
            let work = asked.of(given)?;
            work.all(false)?;
            work.answer().ok_or_else(|| Ending::Refused("Nothing was simulated.".into()))
        });
    }
    messages::apart(argument.as_ref(), messages.as_ref())?;
    lines.use_threads();
    let mut given = Given::read(&read(argument, &SCENARIO)?, &SCENARIO)?;
    let id = given.take("id");
    let work = Arc::new(asked.of(&given)?);
    if let Some(path) = messages {
        let messages = messages::read(&work.scenario, path)?;
        return messages::run(work.scenario, messages, [asked.channels, asked.histogram], |record| {
            form.print(&Answered::new(id, record), readable::replayed)
        });
    }
    let (shared, its) = (Arc::clone(&work), id.clone());
    listen(move || shared.so_far(its.clone(), form))?;
    work.all(true)?;
    answer_alone();
    if stopped() { Err(work.so_far(id, form)) } else { work.print(id, form) }
}

/// The options, checked.
struct RunOptions {
    load: Option<String>,
    seed: Option<String>,
    cycles: Option<String>,
    precision: Option<f64>,
    replications: Option<u32>,
    bench: bool,
    channels: bool,
    histogram: bool,
}

impl RunOptions {
    fn of_arguments(given: RunArguments) -> Result<Self, Ending> {
        let RunArguments { load, seed, cycles, precision, replications, channels, histogram, bench } = given;
        let whole = Accepted::Whole { min: 1, max: MOST_REPLICATIONS };
        let precision = number(precision.as_ref(), "precision", Accepted::Fraction, |p| *p > 0.0_f64 && *p <= 1.0)?;
        let right = |r: &u32| (1..=MOST_REPLICATIONS).contains(r);
        let replications = number(replications.as_ref(), "replications", whole, right)?;
        Ok(Self { load, seed, cycles, precision, replications, bench, channels, histogram })
    }

    /// Returns the runs of one scenario.
    fn of(&self, given: &Given) -> Result<Work, Ending> {
        let mut scenario = given.scenario()?;
        for (key, option, text) in
            [(Key::Load, "load", &self.load), (Key::Seed, "seed", &self.seed), (Key::Cycles, "cycles", &self.cycles)]
        {
            let Some(text) = text else { continue };
            let mut problems = Vec::new();
            scenario = scenario.put(key, text, &mut problems);
            if let Some(problem) = problems.pop() {
                return Err(Problem { key: option.into(), used: None, ..problem }.into());
            }
        }
        // A given number of cycles is exact; with a precision it is the most.
        let length = self.cycles.is_some() || given.value(Key::Cycles).is_some();
        let length = length.then(|| u64::from(scenario.count(Key::Cycles)));
        let plan = Plan {
            precision: if length.is_some() { self.precision } else { self.precision.or(Plan::default().precision) },
            most_cycles: length.unwrap_or(Plan::default().most_cycles),
        };
        let replications = self.replications.unwrap_or_else(|| scenario.count(Key::Replications));
        let scenario = scenario.set(Key::Replications, f64::from(replications));
        Ok(Work {
            scenario: scenario.set(Key::Cycles, plan.most_cycles as f64),
            plan,
            replications,
            bench: self.bench,
            channels: self.channels,
            histogram: self.histogram,
            done: Mutex::new(BTreeMap::new()),
        })
    }
}

/// The results of one run, or those so far.
#[derive(Clone)]
struct Done {
    report: Report,
    flit_hops: u64,
    seconds: f64,
}

/// The runs of a scenario, with their results.
struct Work {
    scenario: Scenario,
    plan: Plan,
    replications: u32,
    bench: bool,
    /// True if the answer contains the use of each channel.
    channels: bool,
    /// True if the answer contains histograms.
    histogram: bool,
    /// By replication.
    done: Mutex<BTreeMap<u32, Done>>,
}

impl Work {
    /// Simulates all replications; `alone` if there is no other work. Each network is built when its turn comes, because all of them at once could exceed the memory.
    fn all(&self, alone: bool) -> Result<(), Ending> {
        (0..self.replications).into_par_iter().try_for_each(|replication| self.one(replication, alone))
    }

    /// Simulates one replication to its end or to a signal.
    fn one(&self, replication: u32, alone: bool) -> Result<(), Ending> {
        if stopped() {
            return Ok(());
        }
        let mut simulator = sim::of(&self.scenario, replication)?;
        if self.channels {
            Simulator::count_channels(&mut simulator);
        }
        let start = SystemTime::now();
        let elapsed = || start.elapsed().unwrap_or_default();
        let mut run = Run::new(simulator, self.plan);
        let note = |run: &Run<_>| {
            let flit_hops = if self.bench { Simulator::flit_hops(run.simulator()) } else { 0 };
            let done = Done { report: run.so_far(), flit_hops, seconds: elapsed().as_secs_f64() };
            lock(&self.done).insert(replication, done);
        };
        note(&run);
        let mut progress = (alone && self.replications == 1).then(|| ProgressLine::begin(false));
        let (mut slice, mut next) = (Slice::FIRST, NOTE);
        loop {
            let before = elapsed();
            let over = run.advance(slice.cycles()).map_err(RunError::from)?;
            if over || stopped() {
                note(&run);
                return Ok(());
            }
            let now = elapsed();
            slice = slice.after(now.saturating_sub(before).as_secs_f64(), LOOK.as_secs_f64());
            if now >= next {
                note(&run);
                if let Some(progress) = &mut progress {
                    progress.note(|_| {
                        let report = run.so_far();
                        (part(&report, self.plan), words(&report, self.plan))
                    });
                }
                let spent = elapsed().saturating_sub(now);
                next = now + NOTE.max(NOTES * spent);
            }
        }
    }

    /// Prints the answer from all results so far.
    ///
    /// # Errors
    /// There are no results, or the answer could not be written.
    fn print(&self, id: Option<Json>, form: Form) -> Result<(), Ending> {
        let nothing = || Ending::Stopped("Stopped before anything was simulated.".into());
        let answer = Answered::new(id, self.answer().ok_or_else(nothing)?);
        form.print(&answer, |json| readable::simulated(json, &answer.answer.names))
    }

    /// As [`print`](Self::print), after a signal.
    fn so_far(&self, id: Option<Json>, form: Form) -> Ending {
        self.print(id, form)
            .err()
            .unwrap_or_else(|| Ending::Stopped("Stopped: the answer is that of the cycles simulated so far.".into()))
    }

    fn answer(&self) -> Option<RunRecord> {
        let runs: Vec<Done> = lock(&self.done).values().cloned().collect();
        let alone = self.replications == 1;
        let reports: Vec<Report> = runs.iter().map(|run| run.report.clone()).collect();
        let record = (!reports.is_empty()).then(|| together(&reports))?;
        let flit_hops = self.bench.then(|| runs.iter().map(|run| run.flit_hops).sum::<u64>());
        let seconds = self.bench.then(|| runs.iter().map(|run| run.seconds).sum::<f64>());
        let times = |class: usize| join(&reports, reports[0].classes.get(class)?.name);
        let [first, broadcast] = [0, 1].map(|class| times(class).filter(|_| self.histogram));
        let bins = |distribution: Option<&Distribution>| distribution.map(|times| times.histogram.bins());
        let of = |part: fn(&Times) -> Option<&Distribution>| bins(first.as_ref().and_then(part));
        let unit = self.scenario.system().param(Key::Cycles).map_or("", |row| row.unit);
        let sentence = match record.state {
            Verdict::Undecided => {
                let short = undecided(record.needs, unit);
                Some(format!("The network may or may not be saturated at this load: the run is {short}."))
            }
            _ => record.reason.map(|reason| format!("The network is saturated at this load: {}.", reason.words())),
        };
        let measured = pool(&reports);
        Some(RunRecord {
            scenario: ScenarioReport { scenario: self.scenario, part: ParameterSet::Simulation },
            precision: self.plan.precision,
            record,
            sentence,
            replications: if alone { None } else { Some(reports.iter().map(Report::record).collect()) },
            flit_hops,
            seconds,
            flit_hops_per_second: flit_hops.zip(seconds).map(|(hops, seconds)| hops as f64 / seconds),
            histogram: of(|times| Some(&times.latency)),
            source_histogram: of(|times| times.source.as_ref()),
            network_histogram: of(|times| times.network.as_ref()),
            broadcast_histogram: bins(broadcast.as_ref().map(|times| &times.latency)),
            channels: self.channels.then(|| pool_channels(&reports)),
            names: QuantityName::all(&measured),
            values: QuantityValues::of(measured),
        })
    }
}

/// Returns the fraction of a run that is done. It follows from the length, or from the interval, whose width falls with the root of the length.
fn part(report: &Report, plan: Plan) -> f64 {
    let length = report.cycles as f64 / plan.most_cycles as f64;
    let narrow = plan.precision.zip(report.estimate()).map_or(0.0, |(wanted, estimate)| {
        let ratio = wanted / estimate.relative();
        ratio * ratio
    });
    length.max(narrow)
}

/// Describes the progress of a run.
fn words(report: &Report, plan: Plan) -> String {
    let so_far = report.estimate().map_or_else(String::new, |estimate| {
        format!(", so far {:.4} ± {:.1} %", estimate.mean, 100.0 * estimate.relative())
    });
    format!("cycle {} of at most {}{so_far}", report.cycles, plan.most_cycles)
}

#[derive(Serialize)]
struct RunRecord {
    scenario: ScenarioReport,
    #[serde(skip_serializing_if = "Option::is_none")]
    precision: Option<f64>,
    #[serde(flatten)]
    record: Record,
    /// Why the network is saturated.
    #[serde(skip_serializing_if = "Option::is_none")]
    sentence: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    replications: Option<Vec<Record>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    flit_hops: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    flit_hops_per_second: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    histogram: Option<Bins>,
    #[serde(skip_serializing_if = "Option::is_none")]
    source_histogram: Option<Bins>,
    #[serde(skip_serializing_if = "Option::is_none")]
    network_histogram: Option<Bins>,
    #[serde(skip_serializing_if = "Option::is_none")]
    broadcast_histogram: Option<Bins>,
    #[serde(skip_serializing_if = "Option::is_none")]
    channels: Option<Vec<ChannelUse>>,
    values: QuantityValues,
    /// The names of the quantities.
    #[serde(skip)]
    names: Vec<QuantityName>,
}
