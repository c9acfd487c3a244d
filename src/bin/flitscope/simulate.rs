//! `simulate`: what the network does.

use crate::input::{names, number, once, parse, read, sentence, text};
use flitscope::{
    param::{Key, Problem},
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
    io::IsTerminal as _,
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, SystemTime},
};

/// Cycles between two looks at the clock.
const SLICE: u64 = 4_096;

/// Time between two lines of progress.
const TELL: Duration = Duration::from_secs(1);

/// Most independent runs.
const MOST_REPLICATIONS: u32 = 10_000;

/// Whether the reader wants no more of it.
static STOPPED: AtomicBool = AtomicBool::new(false);

/// Runs the command with the rest of its arguments.
pub fn run(mut args: lexopt::Parser) -> Result<String, String> {
    use lexopt::prelude::*;
    let (mut file, mut load, mut seed, mut replications, mut bench) = (None, None, None, None, false);
    let (mut cycles, mut precision) = (None, None);
    while let Some(arg) = args.next().map_err(sentence)? {
        match arg {
            Long("load") => once(&mut load, "load", text(&mut args)?)?,
            Long("seed") => once(&mut seed, "seed", text(&mut args)?)?,
            Long("cycles") => once(&mut cycles, "cycles", text(&mut args)?)?,
            Long("precision") => {
                let accepted = "a number above 0 and at most 1";
                let given = number(&mut args, "precision", accepted, |p| *p > 0.0_f64 && *p <= 1.0)?;
                once(&mut precision, "precision", given)?;
            }
            Long("replications") => {
                let accepted = format!("a whole number from 1 to {MOST_REPLICATIONS}");
                let right = |r: &u32| (1..=MOST_REPLICATIONS).contains(r);
                once(&mut replications, "replications", number(&mut args, "replications", &accepted, right)?)?;
            }
            Long("bench") => bench = true,
            Long("help") | Short('h') => return Ok(crate::HELP.into()),
            Value(path) if file.is_none() => file = Some(path),
            other => return Err(sentence(other.unexpected())),
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
            return Err(Problem { key: option.into(), used: None, ..problem }.to_string());
        }
    }
    // A length that is asked for is kept, unless a precision is asked for as well: then it is the most.
    let length = asked.then(|| u64::from(scenario.count(Key::Cycles)));
    let plan = Plan {
        precision: if length.is_some() { precision } else { precision.or(Plan::default().precision) },
        most_cycles: length.unwrap_or(Plan::default().most_cycles),
    };
    scenario = scenario.set(Key::Cycles, plan.most_cycles as f64);
    ctrlc::set_handler(|| STOPPED.store(true, Ordering::Relaxed))
        .map_err(|error| format!("Interrupts cannot be caught: {error}."))?;
    let answer = answer(&scenario, plan, replications.unwrap_or(1), bench)?;
    serde_json::to_string(&answer)
        .map(|line| line + "\n")
        .map_err(|error| format!("The answer cannot be written: {error}."))
}

/// What one run gave.
struct Done {
    report: Report,
    flit_hops: u64,
    seconds: f64,
}

fn answer(scenario: &Scenario, plan: Plan, replications: u32, bench: bool) -> Result<Answer, String> {
    let simulators = (0..replications).map(|replication| sim::of(scenario, replication));
    let simulators = simulators.collect::<Result<Vec<_>, Problem>>().map_err(|problem| problem.to_string())?;
    let alone = replications == 1;
    let runs = simulators.into_par_iter().map(|simulator| one(simulator, plan, alone));
    let runs = runs.collect::<Result<Vec<Done>, String>>()?;
    let reports: Vec<Report> = runs.iter().map(|run| run.report.clone()).collect();
    let first = reports.first().ok_or("Nothing was simulated.")?;
    let mut record = first.record();
    if !alone {
        together(&mut record, &reports);
    }
    let flit_hops = bench.then(|| runs.iter().map(|run| run.flit_hops).sum::<u64>());
    let seconds = bench.then(|| runs.iter().map(|run| run.seconds).sum::<f64>());
    Ok(Answer {
        scenario: ScenarioReport { scenario: *scenario, part: Part::Simulation },
        precision: plan.precision,
        record,
        replications: if alone { None } else { Some(reports.iter().map(Report::record).collect()) },
        flit_hops,
        seconds,
        flit_hops_per_second: flit_hops.zip(seconds).map(|(hops, seconds)| hops as f64 / seconds),
        values: Values::of(pool(&reports)),
    })
}

/// The common numbers of several runs.
fn together(record: &mut Record, reports: &[Report]) {
    let count = reports.len() as f64;
    record.cycles = reports.iter().map(|report| report.cycles).sum();
    record.delivered = reports.iter().map(Report::delivered).sum();
    record.throughput = reports.iter().map(Report::throughput).sum::<f64>() / count;
    record.precise = reports.iter().all(Report::precise);
    let states = || reports.iter().map(|report| report.state);
    if let Some(worse) = states().find(|state| *state != State::Stable) {
        record.state = worse;
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

/// One run to its end, or to the interrupt.
fn one(simulator: Box<dyn Simulator + Send>, plan: Plan, alone: bool) -> Result<Done, String> {
    let start = SystemTime::now();
    let elapsed = || start.elapsed().unwrap_or_default();
    let mut run = Run::new(simulator, plan);
    let mut told = TELL;
    while !run.advance(SLICE).map_err(|violation| violation.sentence())? {
        if STOPPED.load(Ordering::Relaxed) {
            break;
        }
        if alone && elapsed() >= told && std::io::stderr().is_terminal() {
            told += TELL;
            progress(&run.so_far(), plan);
        }
    }
    let flit_hops = run.simulator().flit_hops();
    Ok(Done { report: run.so_far(), flit_hops, seconds: elapsed().as_secs_f64() })
}

/// A line on how far a run is.
fn progress(report: &Report, plan: Plan) {
    let so_far = report.estimate().map_or_else(String::new, |estimate| {
        format!(", so far {:.4} ± {:.1} %", estimate.mean, 100.0 * estimate.relative())
    });
    eprintln!("cycle {} of at most {}{so_far}", report.cycles, plan.most_cycles);
}

#[derive(Serialize)]
struct Answer {
    scenario: ScenarioReport,
    #[serde(skip_serializing_if = "Option::is_none")]
    precision: Option<f64>,
    #[serde(flatten)]
    record: Record,
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
