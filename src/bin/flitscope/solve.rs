//! `solve`: points of a model.

use crate::{
    ending::{Ending, ProgressLine, answer_alone, listen, lock, print, stopped},
    input::{Given, MOST_FRACTION, SCENARIO, load_row, number, read, text},
    lines::{self, Answered},
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

/// Runs the command with the rest of its arguments.
pub(crate) fn run(mut args: lexopt::Parser) -> Result<(), Ending> {
    use lexopt::prelude::*;
    let (mut argument, mut loads, mut options) = (None, Loads::Own, lines::LineOptions::default());
    let mut percentiles = false;
    while let Some(arg) = args.next()? {
        let chosen = match arg {
            Long(option) if lines::OPTIONS.contains(&option) => {
                let option = String::from(option);
                options.take(&option, &mut args)?;
                continue;
            }
            Long("loads") => Loads::Given(text(&mut args)?),
            Long("fractions") => Loads::Fractions(fractions(&text(&mut args)?)?),
            Long("points") => {
                Loads::Points(number(&mut args, "points", Accepted::Whole { min: 1, max: MOST_POINTS }, |points| {
                    (1..=MOST_POINTS).contains(points)
                })?)
            }
            Long("percentiles") => {
                percentiles = true;
                continue;
            }
            Long("help") | Short('h') => return crate::help(),
            Value(given) if argument.is_none() => {
                argument = Some(given);
                continue;
            }
            other => return Err(other.unexpected().into()),
        };
        if !matches!(loads, Loads::Own) {
            return Err(Ending::Refused("Only one of --loads, --fractions and --points can be given.".into()));
        }
        loads = chosen;
    }
    if options.lines()? {
        lines::answer(argument, &options, &SCENARIO, |given| loads.answer(&given.scenario()?, percentiles))
    } else {
        single(argument, &loads, percentiles)
    }
}

/// One scenario: all of its points, or those that there are when it is stopped.
fn single(argument: Option<OsString>, loads: &Loads, percentiles: bool) -> Result<(), Ending> {
    let answer = Arc::new(Mutex::new(None));
    let shared = Arc::clone(&answer);
    listen(move || so_far(&lock(&shared)))?;
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
        progress.note(|_| format!("point {} of {}", grouped(index as u64), grouped(loads.len() as u64)));
        let point = SolvedPoint::of(&*model, *load, percentiles);
        if let Some(whole) = &mut *lock(&answer) {
            whole.answer.points.push(point);
        }
    }
    drop(progress);
    answer_alone();
    match &*lock(&answer) {
        Some(whole) if whole.answer.points.len() == loads.len() => print(whole),
        part => Err(so_far(part)),
    }
}

/// Prints the points that there are when it is stopped.
fn so_far(whole: &Option<Answered<SolveRecord>>) -> Ending {
    let Some(whole) = whole else { return Ending::Stopped("Stopped before the first point was solved.".into()) };
    let (solved, wanted) = (grouped(whole.answer.points.len() as u64), grouped(whole.answer.wanted as u64));
    let sentence = format!("Stopped: {solved} of {wanted} points were solved.");
    print(whole).err().unwrap_or(Ending::Stopped(sentence))
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
