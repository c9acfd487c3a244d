//! `simulate`: runs of a network.

use crate::{
    ending::{Ending, LOOK, ProgressLine, answer_alone, clock, listen, lock, stopped},
    input::{Given, SCENARIO, ScenarioArgument, apart, number, read},
    lines::{self, Answered},
    messages,
    rates::{OpenTable, RatesArgument},
    readable::{self, Form, QuantityName},
};
use flitscope::{
    experiment::{Runs, Summary},
    param::{Accepted, Key, MOST_REPLICATIONS, Problem},
    report::{FrozenReport, HISTOGRAMS, ParameterSet, QuantityValues, ScenarioReport, TurnsReport, by_name},
    scenario::Scenario,
    sim::{
        ChannelUse, config,
        protocol::{Plan, Report, SummaryReport, Verdict, join, pool, pool_channels},
        stats::{Bins, Distribution, Times},
        words::undecided,
        wormhole::{Circle, first_circle},
        wormhole_of,
    },
};
use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};
use serde::Serialize;
use serde_json::Value as Json;
use std::{
    collections::BTreeMap,
    ffi::OsString,
    slice,
    sync::{Arc, Mutex},
};

/// Milliseconds between two progress notes, and its least ratio to the time that a note takes.
const NOTE: f64 = 1_000.0;
const NOTES: f64 = 20.0;

/// Simulate the network of a scenario cycle by cycle: the mean latency, or the throughput, with its 95 % interval.
///
/// The answer also has the percentiles of the latency (p50 to p99.9) with their intervals, and every other measured quantity under its
/// symbol in the model. Routers and sources are set by keys of the scenario: depth, credit, select, injection, orient, policy, order.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    scenario: ScenarioArgument,
    #[command(flatten)]
    run: RunArguments,
    /// Send the messages of FILE (- for standard input), not random ones: a JSON object per line with cycle, source, destination, flits
    #[arg(long, value_name = "FILE", conflicts_with_all = ["load", "cycles", "precision", "replications", "bench", "jsonl"])]
    messages: Option<OsString>,
    #[command(flatten)]
    rates: RatesArgument,
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
    /// Stop when the half width of the interval is P times the mean. Without --cycles and --precision, the run has the cycles that the
    /// scenario names, else a precision of 0.01
    #[arg(long, value_name = "P", allow_hyphen_values = true)]
    precision: Option<String>,
    /// R independent runs on all cores; the interval is that of their means
    #[arg(long, value_name = "R", allow_hyphen_values = true)]
    replications: Option<String>,
    #[command(flatten)]
    extras: Extras,
}

/// The parts of an answer that must be asked for.
#[derive(clap::Args, Clone, Copy)]
struct Extras {
    /// Add the fraction of cycles in which each channel carried a flit
    #[arg(long)]
    channels: bool,
    /// Add a histogram of the latency: the edges of its bins, in cycles, the same in all runs, and the counts
    #[arg(long)]
    histogram: bool,
    /// Add flit-hops, seconds, and flit-hops per second
    #[arg(long)]
    bench: bool,
}

pub(crate) fn run(arguments: Arguments) -> Result<(), Ending> {
    let Arguments { scenario, run: asked, messages, rates, lines, form } = arguments;
    asked.checked()?;
    let (lines, argument) = (lines.checked()?, scenario.joined()?);
    let table = rates.open(argument.as_ref())?;
    if lines.jsonl {
        return lines::answer(argument, &lines, &SCENARIO, |given| {
            let work = asked.of(given, table)?;
            work.all(false)?;
            work.answer().ok_or_else(|| Ending::Refused("Nothing was simulated.".into()))
        });
    }
    apart("messages", argument.as_ref(), messages.as_ref())?;
    lines.use_threads();
    let mut given = Given::read(&read(argument, &SCENARIO)?, &SCENARIO)?;
    let id = given.take("id");
    let work = Arc::new(asked.of(&given, table)?);
    if let Some(path) = messages {
        let messages = messages::read(&work.scenario, path)?;
        return messages::run(work.scenario, messages, [asked.extras.channels, asked.extras.histogram], |record| {
            form.print(&Answered::new(id, record), readable::replayed)
        });
    }
    let (shared, its) = (Arc::clone(&work), id.clone());
    listen(move || shared.so_far(its.clone(), form))?;
    if let Err(ending) = work.all(true) {
        let frozen = work.frozen().filter(|_| matches!(ending, Ending::Broken(_)) && !form.is_read());
        frozen.map_or(Ok(()), |facts| form.print(&Answered::new(id, facts), |_| String::new()))?;
        return Err(ending);
    }
    answer_alone();
    if stopped() { Err(work.so_far(id, form)) } else { work.print(id, form) }
}

impl RunArguments {
    /// Returns the precision and the number of replications that are given.
    fn checked(&self) -> Result<(Option<f64>, Option<u32>), Ending> {
        let whole = Accepted::Whole { min: 1, max: MOST_REPLICATIONS };
        let precision =
            number(self.precision.as_ref(), "precision", Accepted::Fraction, |p| *p > 0.0_f64 && *p <= 1.0)?;
        let right = |r: &u32| (1..=MOST_REPLICATIONS).contains(r);
        Ok((precision, number(self.replications.as_ref(), "replications", whole, right)?))
    }

    /// Returns the runs of one scenario.
    fn of(&self, given: &Given, table: OpenTable) -> Result<Work, Ending> {
        let (precision, replications) = self.checked()?;
        let mut scenario = table.scenario(given)?;
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
            precision: if length.is_some() { precision } else { precision.or(Plan::default().precision) },
            most_cycles: length.unwrap_or(Plan::default().most_cycles),
        };
        let scenario = scenario.set(Key::Cycles, plan.most_cycles as f64);
        let replications = replications.map_or(scenario.get(Key::Replications), f64::from);
        let scenario = scenario.set(Key::Replications, replications);
        Ok(Work { scenario, plan, extras: self.extras, done: Mutex::new(BTreeMap::new()) })
    }
}

/// The runs of a scenario, with their results.
struct Work {
    scenario: Scenario,
    plan: Plan,
    extras: Extras,
    /// By replication: the results so far, and the seconds that they took.
    done: Mutex<BTreeMap<u32, (Report, f64)>>,
}

impl Work {
    /// The facts of a run by allowed turns whose messages wait in a circle.
    fn frozen(&self) -> Option<FrozenRecord> {
        let config = self.scenario.setup().turns().and_then(|_| wormhole_of(config(&self.scenario, 0)).ok())?;
        let (cycle, Circle { ties, stopped }) = first_circle(config, self.plan.most_cycles)?;
        let grid = config.network.grid();
        let along = ties.iter().flat_map(|tie| &tie.along);
        let channels = along.map(|channel| [grid.near_end(*channel), grid.far_end(*channel)]).collect();
        let messages = ties.iter().map(|tie| tie.message).collect();
        let frozen = FrozenReport { cycle, messages, channels, stopped };
        let scenario = ScenarioReport { scenario: self.scenario, part: ParameterSet::Simulation };
        Some(FrozenRecord { turns: TurnsReport::of(&self.scenario, Some(frozen)), scenario })
    }

    fn replications(&self) -> u32 {
        self.scenario.count(Key::Replications)
    }

    /// Simulates all replications; `alone` if there is no other work. Each network is built at its turn: all together need too much memory.
    fn all(&self, alone: bool) -> Result<(), Ending> {
        (0..self.replications()).into_par_iter().try_for_each(|replication| self.one(replication, alone))
    }

    /// Simulates one replication to its end or to a signal.
    fn one(&self, replication: u32, alone: bool) -> Result<(), Ending> {
        if stopped() {
            return Ok(());
        }
        let clock = clock();
        let mut runs = Runs::some(self.scenario, self.plan, replication..replication + 1, self.extras.channels)?;
        let note = |runs: &Runs| lock(&self.done).insert(replication, (runs.report(), runs.seconds()));
        note(&runs);
        let mut progress = (alone && self.replications() == 1).then(|| ProgressLine::begin(false));
        let mut next = NOTE;
        loop {
            let mut now = clock();
            if runs.turn(LOOK, &mut now, &clock)? || stopped() {
                note(&runs);
                return Ok(());
            }
            if now >= next {
                note(&runs);
                if let Some(progress) = &mut progress {
                    progress.note(|_| {
                        let report = runs.report();
                        (part(&report, self.plan), words(&report, self.plan))
                    });
                }
                next = clock() + NOTE.max(NOTES * (clock() - now));
            }
        }
    }

    /// Prints the answer from all results so far.
    fn print(&self, id: Option<Json>, form: Form) -> Result<(), Ending> {
        let nothing = || Ending::Stopped("Stopped before anything was simulated.".into());
        let answer = Answered::new(id, self.answer().ok_or_else(nothing)?);
        form.print(&answer, |json| readable::simulated(json, &answer.answer.names))
    }

    fn so_far(&self, id: Option<Json>, form: Form) -> Ending {
        self.print(id, form)
            .err()
            .unwrap_or_else(|| Ending::Stopped("Stopped: the answer is that of the cycles simulated so far.".into()))
    }

    fn answer(&self) -> Option<RunRecord> {
        let (reports, seconds): (Vec<_>, Vec<_>) = lock(&self.done).values().cloned().unzip();
        let summary = (!reports.is_empty()).then(|| Summary::of(&reports))?;
        let (flit_hops, seconds) = (summary.flit_hops, seconds.into_iter().sum::<f64>());
        let class = |place: usize| join(&reports, reports[0].classes.get(place)?.name);
        let [first, broadcast] = [0, 1].map(class);
        let of = |part: fn(&Times) -> Option<&Distribution>| first.as_ref().and_then(part);
        let kinds =
            [of(|times| Some(&times.latency)), of(|times| times.source.as_ref()), of(|times| times.network.as_ref())];
        let kinds = kinds.into_iter().chain([broadcast.as_ref().map(|times| &times.latency)]);
        let histograms = HISTOGRAMS.into_iter().zip(kinds).filter(|_| self.extras.histogram);
        let histograms = histograms.filter_map(|(name, times)| Some((name, times?.histogram.bins())));
        let unit = self.scenario.system().param(Key::Cycles).map_or("", |row| row.unit);
        let sentence = match summary.state {
            Verdict::Undecided => {
                let short = undecided(summary.needs, unit);
                Some(format!("The network may or may not be saturated at this load: the run is {short}."))
            }
            _ => summary.reason.map(|reason| format!("The network is saturated at this load: {}.", reason.words())),
        };
        let measured = pool(&reports);
        Some(RunRecord {
            scenario: ScenarioReport { scenario: self.scenario, part: ParameterSet::Simulation },
            turns: TurnsReport::of(&self.scenario, None),
            precision: self.plan.precision,
            summary: SummaryReport(summary),
            sentence,
            replications: (self.replications() > 1)
                .then(|| reports.iter().map(|report| SummaryReport(Summary::of(slice::from_ref(report)))).collect()),
            bench: self.extras.bench.then(|| Bench {
                flit_hops,
                seconds,
                flit_hops_per_second: flit_hops as f64 / seconds,
            }),
            histograms: histograms.collect(),
            channels: self.extras.channels.then(|| pool_channels(&reports)),
            names: QuantityName::all(&measured),
            values: QuantityValues::of(measured),
        })
    }
}

/// The fraction of a run that is done, by its length or by its interval, whose width falls with the root of the length.
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
struct Bench {
    flit_hops: u64,
    seconds: f64,
    flit_hops_per_second: f64,
}

/// The answer of a run that froze.
#[derive(Serialize)]
struct FrozenRecord {
    #[serde(flatten)]
    turns: Option<TurnsReport>,
    scenario: ScenarioReport,
}

#[derive(Serialize)]
struct RunRecord {
    scenario: ScenarioReport,
    #[serde(flatten)]
    turns: Option<TurnsReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    precision: Option<f64>,
    #[serde(flatten)]
    summary: SummaryReport,
    /// Why the network is saturated.
    #[serde(skip_serializing_if = "Option::is_none")]
    sentence: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    replications: Option<Vec<SummaryReport>>,
    #[serde(flatten)]
    bench: Option<Bench>,
    #[serde(flatten, serialize_with = "by_name")]
    histograms: Vec<(&'static str, Bins)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    channels: Option<Vec<ChannelUse>>,
    values: QuantityValues,
    /// The names of the quantities.
    #[serde(skip)]
    names: Vec<QuantityName>,
}
