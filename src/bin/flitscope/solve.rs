//! `solve`: points of a model.

use crate::{
    ending::{Ending, ProgressLine, answer_alone, listen, lock, stopped},
    input::{Given, MOST_FRACTION, SCENARIO, ScenarioArgument, load_row, number, read},
    lines::{self, Answered},
    readable::{self, Form},
};
use flitscope::{
    model,
    param::{Accepted, Key, Problem},
    report::{ParameterSet, PointReport, ScenarioReport},
    scenario::{Scenario, System},
    sim::stats::Percentiles,
    text::grouped,
};
use serde::Serialize;
use std::{
    ffi::OsString,
    sync::{Arc, Mutex},
};

/// Most points of one curve.
const MOST_POINTS: u32 = 100_000;

/// Solve the model of a scenario: the load at which it ends and, for each load, every quantity.
///
/// Without --loads, --fractions or --points the scenario is solved at its own load. The key "reading" chooses the model: printed, corrected, refined and average are the paper's, flow
/// is our own. A scenario without it has the same reading in each command, and each answer names it.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    scenario: ScenarioArgument,
    /// Loads, in messages per node per cycle (packets per slot; for the banyan, copies per input per slot)
    #[arg(long, value_name = "A,B,C", allow_hyphen_values = true, group = "which")]
    loads: Option<String>,
    /// Fractions of the load at which the model ends, or of the largest load that can be offered
    #[arg(long, value_name = "A,B,C", allow_hyphen_values = true, group = "which")]
    fractions: Option<String>,
    /// A number of equally spaced loads up to that load
    #[arg(long, value_name = "N", allow_hyphen_values = true, group = "which")]
    points: Option<String>,
    /// Percentiles of the latency too, p50 to p99.9, where the model has its distribution; "tail" says on which assumptions, or why it has none
    #[arg(long)]
    percentiles: bool,
    #[command(flatten)]
    form: Form,
    #[command(flatten)]
    lines: lines::LineOptions,
}

/// Runs the command.
pub(crate) fn run(arguments: Arguments) -> Result<(), Ending> {
    let Arguments { scenario, loads, fractions, points, percentiles, lines, form } = arguments;
    let whole = Accepted::Whole { min: 1, max: MOST_POINTS };
    let points = number(points.as_ref(), "points", whole, |points| (1..=MOST_POINTS).contains(points))?;
    let loads = match (loads, fractions, points) {
        (Some(loads), ..) => Loads::Given(loads),
        (_, Some(fractions), _) => Loads::Fractions(self::fractions(&fractions)?),
        (.., Some(points)) => Loads::Points(points),
        _ => Loads::Own,
    };
    let (lines, argument) = (lines.checked()?, scenario.joined()?);
    if lines.jsonl {
        lines::answer(argument, &lines, &SCENARIO, |given| loads.answer(&given.scenario()?, percentiles))
    } else {
        single(argument, &loads, percentiles, form)
    }
}

/// One scenario: all of its points, or those that there are when it is stopped.
fn single(argument: Option<OsString>, loads: &Loads, percentiles: bool, form: Form) -> Result<(), Ending> {
    let answer = Arc::new(Mutex::new(None));
    let shared = Arc::clone(&answer);
    listen(move || so_far(&lock(&shared), form))?;
    let mut given = Given::read(&read(argument, &SCENARIO)?, &SCENARIO)?;
    let id = given.take("id");
    let scenario = given.scenario()?;
    let model = model::of(scenario.setup());
    let loads = loads.of(&scenario, &*model)?;
    *lock(&answer) = Some(Answered::new(id, SolveRecord::begun(&scenario, &*model, loads.len(), percentiles)));
    let mut progress = ProgressLine::begin(false);
    for (index, load) in loads.iter().enumerate() {
        if stopped() {
            break;
        }
        progress.note(|_| {
            let words = format!("point {} of {}", grouped(index as u64), grouped(loads.len() as u64));
            (index as f64 / loads.len() as f64, words)
        });
        let point = SolvedPoint::of(&*model, *load, percentiles);
        if let Some(whole) = &mut *lock(&answer) {
            whole.answer.points.push(point);
        }
    }
    drop(progress);
    answer_alone();
    match &*lock(&answer) {
        Some(whole) if whole.answer.points.len() == loads.len() => form.print(whole, readable::solved),
        part => Err(so_far(part, form)),
    }
}

/// Prints the points that there are when it is stopped.
fn so_far(whole: &Option<Answered<SolveRecord>>, form: Form) -> Ending {
    let Some(whole) = whole else { return Ending::Stopped("Stopped before the first point was solved.".into()) };
    let (solved, wanted) = (grouped(whole.answer.points.len() as u64), grouped(whole.answer.wanted as u64));
    let sentence = format!("Stopped: {solved} of {wanted} points were solved.");
    form.print(whole, readable::solved).err().unwrap_or(Ending::Stopped(sentence))
}

/// The loads that are asked for.
enum Loads {
    Own,
    /// As they were written: their range is that of the system.
    Given(String),
    Fractions(Vec<f64>),
    Points(u32),
}

impl Loads {
    /// The answer to one scenario of many.
    fn answer(&self, scenario: &Scenario, percentiles: bool) -> Result<SolveRecord, Ending> {
        let model = model::solved_to_end(scenario.setup());
        let loads = self.of(scenario, &*model)?;
        let mut answer = SolveRecord::begun(scenario, &*model, loads.len(), percentiles);
        let points = loads.iter().take_while(|_| !stopped()).map(|load| SolvedPoint::of(&*model, *load, percentiles));
        answer.points.extend(points);
        Ok(answer)
    }

    /// The loads for a scenario and its model.
    fn of(&self, scenario: &Scenario, model: &dyn model::Model) -> Result<Vec<f64>, Ending> {
        let end = model.end();
        Ok(match self {
            Self::Own => vec![scenario.get(Key::Load)],
            Self::Given(loads) => given(loads, scenario.system())?,
            Self::Fractions(fractions) => fractions.iter().map(|fraction| fraction * end.load).collect(),
            Self::Points(points) => (1..=*points).map(|i| end.load * (f64::from(i) / f64::from(*points))).collect(),
        })
    }
}

fn fractions(text: &str) -> Result<Vec<f64>, Ending> {
    let number = |text: &str| {
        let value = text.trim().parse::<f64>().ok().filter(|value| (0.0..=MOST_FRACTION).contains(value));
        // Adding zero turns -0 into 0.
        let refused = || Problem::new("fractions", text, Accepted::Numbers { max: MOST_FRACTION }).into();
        value.map(|value| value + 0.0).ok_or_else(refused)
    };
    text.split(',').map(number).collect()
}

/// Loads as a scenario takes them.
fn given(text: &str, system: System) -> Result<Vec<f64>, Ending> {
    let row = load_row(system)?;
    let number = |text: &str| {
        let refused = |(problem, _)| Problem { key: "loads".into(), used: None, ..problem }.into();
        row.parse(text, system.params()).map_err(refused)
    };
    text.split(',').map(number).collect()
}

/// A point, with the percentiles of its latency if they are asked for and the model has them.
#[derive(Serialize)]
struct SolvedPoint {
    #[serde(flatten)]
    point: PointReport,
    #[serde(skip_serializing_if = "Option::is_none")]
    percentiles: Option<Percentiles>,
}

impl SolvedPoint {
    fn of(model: &dyn model::Model, load: f64, percentiles: bool) -> Self {
        let law = if percentiles { model.law(load) } else { None };
        let percentiles = law.and_then(|law| Percentiles::exact(|part| law.percentile(part)));
        Self { point: PointReport::of(model, load), percentiles }
    }
}

#[derive(Serialize)]
struct SolveRecord {
    scenario: ScenarioReport,
    saturation: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    saturation_kind: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    zero_load: Option<f64>,
    /// The assumptions of the percentiles, or the reason why there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    tail: Option<&'static str>,
    points: Vec<SolvedPoint>,
    /// How many points there will be.
    #[serde(skip)]
    wanted: usize,
}

impl SolveRecord {
    /// The record before the first point.
    fn begun(scenario: &Scenario, model: &dyn model::Model, wanted: usize, percentiles: bool) -> Self {
        let end = model.end();
        Self {
            scenario: ScenarioReport { scenario: *scenario, part: ParameterSet::Model },
            saturation: end.saturation(),
            saturation_kind: end.description(),
            zero_load: model.idle(),
            tail: percentiles.then(|| model.tail()),
            points: Vec::new(),
            wanted,
        }
    }
}
