//! `simulate`: runs of a network.

use crate::{
    ending::{Ending, answer_alone, listen, lock, print, say, stopped, write},
    input::{names, number, once, parse, read, sentence, text},
};
use flitscope::{
    param::{Accepted, Key, Problem},
    report::{Part, ScenarioReport, Values},
    scenario::Scenario,
    sim::{
        self, Simulator,
        protocol::{Plan, Record, Report, Run, State, combine, pool},
    },
};
use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};
use serde::Serialize;
use std::{
    collections::BTreeMap,
    io::IsTerminal as _,
    sync::{Arc, Mutex},
    time::{Duration, SystemTime},
};

/// Time between two looks at whether it is stopped.
const SLICE: Duration = Duration::from_millis(10);

/// Time between two notes of how far a run is, and how much longer it is at least than it takes to make one.
const NOTE: Duration = Duration::from_secs(1);
const NOTES: u32 = 20;

/// Most independent runs.
const MOST_REPLICATIONS: u32 = 10_000;

/// Runs the command with the rest of its arguments.
pub fn run(mut args: lexopt::Parser) -> Result<(), Ending> {
    use lexopt::prelude::*;
    let (mut file, mut load, mut seed, mut replications, mut bench) = (None, None, None, None, false);
    let (mut cycles, mut precision) = (None, None);
    while let Some(arg) = args.next().map_err(sentence)? {
        match arg {
            Long("load") => once(&mut load, "load", text(&mut args)?)?,
            Long("seed") => once(&mut seed, "seed", text(&mut args)?)?,
            Long("cycles") => once(&mut cycles, "cycles", text(&mut args)?)?,
            Long("precision") => {
                let given = number(&mut args, "precision", Accepted::Fraction, |p| *p > 0.0_f64 && *p <= 1.0)?;
                once(&mut precision, "precision", given)?;
            }
            Long("replications") => {
                let accepted = Accepted::Whole { min: 1, max: MOST_REPLICATIONS };
                let right = |r: &u32| (1..=MOST_REPLICATIONS).contains(r);
                once(&mut replications, "replications", number(&mut args, "replications", accepted, right)?)?;
            }
            Long("bench") => bench = true,
            Long("help") | Short('h') => return write(crate::HELP),
            Value(path) if file.is_none() => file = Some(path),
            other => return Err(sentence(other.unexpected()).into()),
        }
    }
    let input = read(file)?;
    let mut scenario = parse(&input)?;
    let asked = cycles.is_some() || names(&input, Key::Cycles.name());
    for (key, option, text) in [(Key::Load, "load", load), (Key::Seed, "seed", seed), (Key::Cycles, "cycles", cycles)] {
        let Some(text) = text else { continue };
        let mut problems = Vec::new();
        scenario = scenario.put(key, &text, &mut problems);
        if let Some(problem) = problems.pop() {
            return Err(Problem { key: option.into(), used: None, ..problem }.to_string().into());
        }
    }
    // A length that was given is kept; with a precision as well, it is the longest.
    let length = asked.then(|| u64::from(scenario.count(Key::Cycles)));
    let plan = Plan {
        precision: if length.is_some() { precision } else { precision.or(Plan::default().precision) },
        most_cycles: length.unwrap_or(Plan::default().most_cycles),
    };
    scenario = scenario.set(Key::Cycles, plan.most_cycles as f64);
    let replications = replications.unwrap_or(1);
    let work = Arc::new(Work { scenario, plan, replications, bench, done: Mutex::new(BTreeMap::new()) });
    let shared = Arc::clone(&work);
    listen(move || shared.so_far())?;
    // A network is built when its turn comes: many of them would not fit.
    (0..replications).into_par_iter().try_for_each(|replication| work.one(replication))?;
    answer_alone();
    if stopped() { Err(work.so_far()) } else { work.print() }
}

/// What one run gave, or has given so far.
#[derive(Clone)]
struct Done {
    report: Report,
    flit_hops: u64,
    seconds: f64,
}

/// What is asked, and what has come of it.
struct Work {
    scenario: Scenario,
    plan: Plan,
    replications: u32,
    bench: bool,
    /// By replication.
    done: Mutex<BTreeMap<u32, Done>>,
}

impl Work {
    /// One run to its end, or until it is stopped.
    fn one(&self, replication: u32) -> Result<(), Ending> {
        if stopped() {
            return Ok(());
        }
        let simulator = sim::of(&self.scenario, replication).map_err(|problem| problem.to_string())?;
        let start = SystemTime::now();
        let elapsed = || start.elapsed().unwrap_or_default();
        let mut run = Run::new(simulator, self.plan);
        let note = |run: &Run<_>| {
            let flit_hops = if self.bench { Simulator::flit_hops(run.simulator()) } else { 0 };
            let done = Done { report: run.so_far(), flit_hops, seconds: elapsed().as_secs_f64() };
            lock(&self.done).insert(replication, done);
        };
        note(&run);
        let tells = self.replications == 1 && std::io::stderr().is_terminal();
        let (mut cycles, mut next) = (1, NOTE);
        loop {
            let before = elapsed();
            let over = run.advance(cycles).map_err(|violation| Ending::Broken(violation.sentence()))?;
            if over || stopped() {
                note(&run);
                return Ok(());
            }
            let now = elapsed();
            let took = now.saturating_sub(before);
            // By time: a cycle of a large network takes as long as a million of a small one.
            cycles = if took > SLICE { (cycles / 2).max(1) } else { (2 * cycles).min(1 << 20) };
            if now >= next {
                note(&run);
                if tells {
                    progress(&run.so_far(), self.plan);
                }
                let spent = elapsed().saturating_sub(now);
                next = now + NOTE.max(NOTES * spent);
            }
        }
    }

    /// Prints the answer from all that there is; says whether there is any.
    fn print(&self) -> Result<(), Ending> {
        let runs: Vec<Done> = lock(&self.done).values().cloned().collect();
        let nothing = || Ending::Stopped("Stopped before anything was simulated.".into());
        print(&self.answer(&runs).ok_or_else(nothing)?)
    }

    /// The same when it has been stopped.
    fn so_far(&self) -> Ending {
        self.print()
            .err()
            .unwrap_or_else(|| Ending::Stopped("Stopped: the answer holds what was simulated so far.".into()))
    }

    fn answer(&self, runs: &[Done]) -> Option<Answer> {
        let alone = self.replications == 1;
        let reports: Vec<Report> = runs.iter().map(|run| run.report.clone()).collect();
        let mut record = reports.first()?.record();
        if !alone {
            together(&mut record, &reports);
        }
        let flit_hops = self.bench.then(|| runs.iter().map(|run| run.flit_hops).sum::<u64>());
        let seconds = self.bench.then(|| runs.iter().map(|run| run.seconds).sum::<f64>());
        let sentence =
            record.reason.map(|reason| format!("The network is saturated at this load: {}.", reason.words()));
        Some(Answer {
            scenario: ScenarioReport { scenario: self.scenario, part: Part::Simulation },
            precision: self.plan.precision,
            record,
            sentence,
            replications: if alone { None } else { Some(reports.iter().map(Report::record).collect()) },
            flit_hops,
            seconds,
            flit_hops_per_second: flit_hops.zip(seconds).map(|(hops, seconds)| hops as f64 / seconds),
            values: Values::of(pool(&reports)),
        })
    }
}

/// The common numbers of several runs.
fn together(record: &mut Record, reports: &[Report]) {
    let count = reports.len() as f64;
    record.cycles = reports.iter().map(|report| report.cycles).sum();
    record.delivered = reports.iter().map(Report::delivered).sum();
    record.throughput = reports.iter().map(Report::throughput).sum::<f64>() / count;
    record.precise = reports.iter().all(Report::precise);
    if let Some(worse) = reports.iter().find(|report| report.state != State::Stable) {
        (record.state, record.reason) = (worse.state, worse.reason);
    }
    let of = |class: &str| combine(reports, class);
    let class =
        |index: usize| reports.first().and_then(|report| report.classes.get(index)).map_or("", |class| class.name);
    let (first, second) = (of(class(0)), of(class(1)));
    if record.mean_latency.is_some() || record.state != State::Stable {
        record.mean_latency = first.map(|estimate| estimate.mean);
    }
    record.ci95 = first.map(|estimate| estimate.half95);
    if record.broadcast_latency.is_some() {
        (record.broadcast_latency, record.broadcast_ci95) = (second.map(|e| e.mean), second.map(|e| e.half95));
    }
    if record.complete_throughput.is_some() {
        (record.complete_throughput, record.complete_ci95) = (second.map(|e| e.mean), second.map(|e| e.half95));
    }
}

/// A line on how far a run is.
fn progress(report: &Report, plan: Plan) {
    let so_far = report.estimate().map_or_else(String::new, |estimate| {
        format!(", so far {:.4} ± {:.1} %", estimate.mean, 100.0 * estimate.relative())
    });
    say(&format!("cycle {} of at most {}{so_far}", report.cycles, plan.most_cycles));
}

#[derive(Serialize)]
struct Answer {
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
    values: Values,
}
