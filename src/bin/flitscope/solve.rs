//! `solve`: points of a model.

use crate::{
    ending::{Ending, ProgressLine, answer_alone, listen, lock, stopped},
    input::{Given, MOST_FRACTION, SCENARIO, ScenarioArgument, load_row, number, read},
    lines::{self, Answered},
    rates::{OpenTable, RatesArgument},
    readable::{self, Form, QuantityName},
};
use flitscope::{
    model::{self, Outcome, Point},
    param::{Accepted, Key, Problem},
    report::{ParameterSet, PointReport, ScenarioReport, TurnsReport},
    scenario::Scenario,
    sim::stats::Percentiles,
    text::grouped,
};
use serde::Serialize;
use serde_json::Value;
use std::{
    ffi::OsString,
    sync::{Arc, Mutex},
};

/// Largest number of points of one curve.
const MOST_POINTS: u32 = 100_000;

/// Solve the model of a scenario: every quantity at each load, and the load at which the model ends.
///
/// Without --loads, --fractions or --points the load is that of the scenario. The key "reading" chooses the model: printed, corrected,
/// refined and average are variants of the paper's model, flow is our own. All commands have the same default, and each answer names it.
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
    /// N equally spaced loads up to the load at which the model ends, or the largest load
    #[arg(long, value_name = "N", allow_hyphen_values = true, group = "which")]
    points: Option<String>,
    /// Add percentiles of the latency, p50 to p99.9, if the model has its distribution; "tail" has their assumptions, or why there are none
    #[arg(long)]
    percentiles: bool,
    #[command(flatten)]
    rates: RatesArgument,
    #[command(flatten)]
    form: Form,
    #[command(flatten)]
    lines: lines::LineOptions,
}

pub(crate) fn run(arguments: Arguments) -> Result<(), Ending> {
    let Arguments { scenario, loads, fractions, points, percentiles, rates, lines, form } = arguments;
    let whole = Accepted::Whole { min: 1, max: MOST_POINTS };
    let points = number(points.as_ref(), "points", whole, |points| (1..=MOST_POINTS).contains(points))?;
    let loads = match (loads, fractions, points) {
        (Some(loads), ..) => Loads::Given(loads),
        (_, Some(fractions), _) => Loads::Fractions(self::fractions(&fractions)?),
        (.., Some(points)) => Loads::Points(points),
        _ => Loads::Own,
    };
    let (lines, argument) = (lines.checked()?, scenario.joined()?);
    let table = rates.open(argument.as_ref())?;
    if lines.jsonl {
        lines::answer(argument, &lines, &SCENARIO, |given| loads.answer(&table.scenario(given)?, percentiles))
    } else {
        single(argument, table, &loads, percentiles, form)
    }
}

/// Answers one scenario: all points, or those solved before a signal.
fn single(
    argument: Option<OsString>,
    table: OpenTable,
    loads: &Loads,
    percentiles: bool,
    form: Form,
) -> Result<(), Ending> {
    let answer = Arc::new(Mutex::new(None));
    let shared = Arc::clone(&answer);
    listen(move || so_far(&lock(&shared), form))?;
    let mut given = Given::read(&read(argument, &SCENARIO)?, &SCENARIO)?;
    let id = given.take("id");
    let scenario = table.scenario(&given)?;
    let model = model::of(scenario.setup());
    let loads = loads.of(&scenario, &*model)?;
    *lock(&answer) = Some(Answered::new(id, SolveRecord::begun(&scenario, &*model, loads.len(), percentiles)));
    let alone = loads.len() == 1;
    let mut progress = ProgressLine::begin(false);
    for (index, load) in loads.iter().enumerate() {
        if stopped() {
            break;
        }
        progress.note(|_| {
            let words = format!("point {} of {}", grouped(index as u64), grouped(loads.len() as u64));
            (index as f64 / loads.len() as f64, words)
        });
        let outcome = model.point(*load);
        let names = match &outcome {
            Outcome::Stable(point) if alone => QuantityName::all(&point.quantities),
            _ => Vec::new(),
        };
        let point = SolvedPoint::of(&*model, *load, outcome, percentiles);
        if let Some(whole) = &mut *lock(&answer) {
            whole.answer.points.push(point);
            whole.answer.names = names;
        }
    }
    drop(progress);
    answer_alone();
    match &*lock(&answer) {
        Some(whole) if whole.answer.points.len() == loads.len() => {
            form.print(whole, |answer| readable::solved(answer, &whole.answer.names))
        }
        part => Err(so_far(part, form)),
    }
}

/// Prints the points solved before a signal.
fn so_far(whole: &Option<Answered<SolveRecord>>, form: Form) -> Ending {
    let Some(whole) = whole else { return Ending::Stopped("Stopped before the first point was solved.".into()) };
    let (solved, wanted) = (grouped(whole.answer.points.len() as u64), grouped(whole.answer.wanted as u64));
    let sentence = format!("Stopped: {solved} of {wanted} points were solved.");
    let print = |answer: &Value| readable::solved(answer, &whole.answer.names);
    form.print(whole, print).err().unwrap_or(Ending::Stopped(sentence))
}

enum Loads {
    Own,
    /// As text, because their range depends on the system.
    Given(String),
    Fractions(Vec<f64>),
    Points(u32),
}

impl Loads {
    fn answer(&self, scenario: &Scenario, percentiles: bool) -> Result<SolveRecord, Ending> {
        let model = model::solved_to_end(scenario.setup());
        let loads = self.of(scenario, &*model)?;
        let mut answer = SolveRecord::begun(scenario, &*model, loads.len(), percentiles);
        let point = |load: &f64| SolvedPoint::of(&*model, *load, model.point(*load), percentiles);
        answer.points.extend(loads.iter().take_while(|_| !stopped()).map(point));
        Ok(answer)
    }

    /// Returns the loads for a scenario and its model.
    fn of(&self, scenario: &Scenario, model: &dyn model::Model) -> Result<Vec<f64>, Ending> {
        let end = model.end();
        Ok(match self {
            Self::Own => vec![scenario.get(Key::Load)],
            Self::Given(loads) => given(loads, scenario)?,
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

/// Parses loads in the range of the system of a scenario.
fn given(text: &str, scenario: &Scenario) -> Result<Vec<f64>, Ending> {
    let row = load_row(scenario.system())?;
    let number = |text: &str| {
        let refused = |(problem, _)| Problem { key: "loads".into(), used: None, ..problem }.into();
        scenario.read(row, text).map_err(refused)
    };
    text.split(',').map(number).collect()
}

/// A point, with the percentiles of its latency if they are requested and the model has them.
#[derive(Serialize)]
struct SolvedPoint {
    #[serde(flatten)]
    point: PointReport,
    #[serde(skip_serializing_if = "Option::is_none")]
    percentiles: Option<Percentiles>,
}

impl SolvedPoint {
    fn of(model: &dyn model::Model, load: f64, outcome: Outcome<Point>, percentiles: bool) -> Self {
        let law = if percentiles { model.law(load) } else { None };
        let percentiles = law.and_then(|law| Percentiles::exact(|part| law.percentile(part)));
        Self { point: PointReport::new(model, load, outcome), percentiles }
    }
}

#[derive(Serialize)]
struct SolveRecord {
    scenario: ScenarioReport,
    saturation: Option<f64>,
    /// Where no paper's model holds: the least load that no node can exceed.
    #[serde(skip_serializing_if = "Option::is_none")]
    bound: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    saturation_kind: Option<&'static str>,
    /// The ends of the channel that is the limit, if it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    saturation_channel: Option<[u32; 2]>,
    /// With routing by allowed turns, and then with a bound of its own.
    #[serde(flatten)]
    turns: Option<TurnsReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    zero_load: Option<f64>,
    /// The assumptions of the percentiles, or the reason why there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    tail: Option<&'static str>,
    points: Vec<SolvedPoint>,
    /// The number of requested points.
    #[serde(skip)]
    wanted: usize,
    /// The names of the quantities of a single point.
    #[serde(skip)]
    names: Vec<QuantityName>,
}

impl SolveRecord {
    /// Returns the record before the first point.
    fn begun(scenario: &Scenario, model: &dyn model::Model, wanted: usize, percentiles: bool) -> Self {
        let end = model.end();
        Self {
            scenario: ScenarioReport { scenario: *scenario, part: ParameterSet::Model },
            saturation: end.saturation(),
            bound: (!model.bounds().is_empty() || end.is_bound() || end.description() == Some("bound"))
                .then(|| model::choose(scenario.setup()).bound())
                .filter(|_| !model::choose(scenario.setup()).has_paper() && scenario.setup().turns().is_none()),
            saturation_kind: end.description(),
            saturation_channel: end.channel(),
            turns: TurnsReport::of(scenario, None),
            zero_load: model.idle(),
            tail: percentiles.then(|| model.tail()),
            points: Vec::new(),
            wanted,
            names: Vec::new(),
        }
    }
}
