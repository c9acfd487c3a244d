//! `solve`: points of a model.

use crate::{
    ending::{Ending, answer_alone, listen, lock, print, say, stopped, write},
    input::{Lines, Refused, number, parse, parse_line, read, sentence, text},
};
use flitscope::{
    model,
    param::{Accepted, Key, Problem},
    report::{Part, PointReport, ScenarioReport},
    scenario::{Scenario, System},
    text::grouped,
};
use serde::Serialize;
use serde_json::Value as Json;
use std::{
    ffi::OsString,
    io::IsTerminal as _,
    sync::{Arc, Mutex},
    time::{Duration, SystemTime},
};

/// Most points of one curve.
const MOST_POINTS: u32 = 100_000;

/// Time between two lines of progress.
const TELL: Duration = Duration::from_secs(1);

/// Runs the command with the rest of its arguments.
pub fn run(mut args: lexopt::Parser) -> Result<(), Ending> {
    use lexopt::prelude::*;
    let (mut file, mut loads, mut jsonl) = (None, Loads::Own, false);
    while let Some(arg) = args.next().map_err(sentence)? {
        let chosen = match arg {
            Long("jsonl") => {
                jsonl = true;
                continue;
            }
            Long("loads") => Loads::Given(text(&mut args)?),
            Long("fractions") => Loads::Fractions(fractions(&text(&mut args)?)?),
            Long("points") => {
                Loads::Points(number(&mut args, "points", Accepted::Whole { min: 1, max: MOST_POINTS }, |points| {
                    (1..=MOST_POINTS).contains(points)
                })?)
            }
            Long("help") | Short('h') => return write(super::HELP),
            Value(path) if file.is_none() => {
                file = Some(path);
                continue;
            }
            other => return Err(sentence(other.unexpected()).into()),
        };
        if !matches!(loads, Loads::Own) {
            return Err(String::from("Only one of --loads, --fractions and --points can be given.").into());
        }
        loads = chosen;
    }
    if jsonl { lines(file, &loads) } else { single(file, &loads) }
}

/// One scenario: all of its points, or those that there are when it is stopped.
fn single(file: Option<OsString>, loads: &Loads) -> Result<(), Ending> {
    let answer = Arc::new(Mutex::new(None));
    let shared = Arc::clone(&answer);
    listen(move || so_far(&lock(&shared)))?;
    let scenario = parse(&read(file)?)?;
    let model = model::of(&scenario);
    let loads = loads.of(&scenario, &*model)?;
    *lock(&answer) = Some(Answer::begun(&scenario, &*model, loads.len()));
    let (mut told, terminal) = (SystemTime::now(), std::io::stderr().is_terminal());
    for (index, load) in loads.iter().enumerate() {
        if stopped() {
            break;
        }
        if terminal && told.elapsed().unwrap_or_default() >= TELL {
            told = SystemTime::now();
            say(&format!("point {} of {}", grouped(index as u64), grouped(loads.len() as u64)));
        }
        let point = PointReport::of(&*model, *load);
        if let Some(answer) = &mut *lock(&answer) {
            answer.points.push(point);
        }
    }
    answer_alone();
    match &*lock(&answer) {
        Some(whole) if whole.points.len() == loads.len() => print(whole),
        part => Err(so_far(part)),
    }
}

/// Prints the points that there are when it is stopped.
fn so_far(answer: &Option<Answer>) -> Ending {
    let Some(answer) = answer else { return Ending::Stopped("Stopped before the first point was solved.".into()) };
    let (solved, wanted) = (grouped(answer.points.len() as u64), grouped(answer.wanted as u64));
    let sentence = format!("Stopped: {solved} of {wanted} points were solved.");
    print(answer).err().unwrap_or(Ending::Stopped(sentence))
}

/// One scenario in each line: each is answered at once, a bad one in its place.
fn lines(file: Option<OsString>, loads: &Loads) -> Result<(), Ending> {
    listen(|| Ending::Stopped("Stopped: the lines answered so far are complete.".into()))?;
    let (mut lines, mut bad) = (Lines::open(file)?, false);
    while let Some((number, line)) = lines.next() {
        let answered = line.map_err(|error| (None, error)).and_then(|line| {
            let (id, scenario) = parse_line(&line);
            let solved = scenario.and_then(|scenario| {
                let model = model::of(&scenario);
                let loads = loads.of(&scenario, &*model)?;
                let mut answer = Answer::begun(&scenario, &*model, 0);
                answer
                    .points
                    .extend(loads.iter().take_while(|_| !stopped()).map(|load| PointReport::of(&*model, *load)));
                Ok(Answer { id: id.clone(), ..answer })
            });
            solved.map_err(|error| (id, error))
        });
        if stopped() {
            answer_alone();
            let answered = grouped(number - 1);
            return Err(Ending::Stopped(format!("Stopped: {answered} lines of the input were answered.")));
        }
        match answered {
            Ok(answer) => print(&answer)?,
            Err((id, error)) => {
                bad = true;
                print(&Refused::new(id, number, &error))?;
            }
        }
    }
    answer_alone();
    if bad { Err(Ending::BadLines) } else { Ok(()) }
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
    /// The loads for a scenario and its model.
    fn of(&self, scenario: &Scenario, model: &dyn model::Model) -> Result<Vec<f64>, String> {
        let end = model.end();
        Ok(match self {
            Self::Own => vec![scenario.get(Key::Load)],
            Self::Given(loads) => given(loads, scenario.system())?,
            Self::Fractions(fractions) => fractions.iter().map(|fraction| fraction * end.load).collect(),
            Self::Points(points) => (1..=*points).map(|i| end.load * (f64::from(i) / f64::from(*points))).collect(),
        })
    }
}

fn fractions(text: &str) -> Result<Vec<f64>, String> {
    /// Far beyond every saturation.
    const MOST: f64 = 1e6;
    let number = |text: &str| {
        let value = text.trim().parse::<f64>().ok().filter(|value| (0.0..=MOST).contains(value));
        // Adding zero turns -0 into 0.
        let refused = || Problem::new("fractions", text, Accepted::Numbers { max: MOST }).to_string();
        value.map(|value| value + 0.0).ok_or_else(refused)
    };
    text.split(',').map(number).collect()
}

/// Loads as a scenario takes them.
fn given(text: &str, system: System) -> Result<Vec<f64>, String> {
    let row = system.param(Key::Load).ok_or("This system has no load.")?;
    let number = |text: &str| {
        let refused = |(problem, _)| Problem { key: "loads".into(), used: None, ..problem }.to_string();
        row.parse(text, system.params()).map_err(refused)
    };
    text.split(',').map(number).collect()
}

#[derive(Serialize)]
struct Answer {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<Json>,
    scenario: ScenarioReport,
    saturation: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    saturation_kind: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    zero_load: Option<f64>,
    points: Vec<PointReport>,
    /// How many points there will be.
    #[serde(skip)]
    wanted: usize,
}

impl Answer {
    /// What is known before the first point.
    fn begun(scenario: &Scenario, model: &dyn model::Model, wanted: usize) -> Self {
        let end = model.end();
        Self {
            id: None,
            scenario: ScenarioReport { scenario: *scenario, part: Part::Model },
            saturation: end.saturation(),
            saturation_kind: end.kind(),
            zero_load: model.idle(),
            points: Vec::new(),
            wanted,
        }
    }
}
