//! `solve`: what the model says.

use crate::input::{number, parse, read, sentence, text};
use flitscope::{
    model,
    param::{Key, Problem},
    report::{Part, PointReport, ScenarioReport},
    scenario::System,
};
use serde::Serialize;

/// Most points of one curve.
const MOST_POINTS: usize = 100_000;

/// Runs the command with the rest of its arguments.
pub fn run(mut args: lexopt::Parser) -> Result<String, String> {
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
            Long("points") => Loads::Points(number(
                &mut args,
                "points",
                &format!("a whole number from 1 to {MOST_POINTS}"),
                |points| (1..=MOST_POINTS).contains(points),
            )?),
            Long("help") | Short('h') => return Ok(super::HELP.into()),
            Value(path) if file.is_none() => {
                file = Some(path);
                continue;
            }
            other => return Err(sentence(other.unexpected())),
        };
        if !matches!(loads, Loads::Own) {
            return Err("Only one of --loads, --fractions and --points can be given.".into());
        }
        loads = chosen;
    }
    let input = read(file)?;
    let mut output = String::new();
    if jsonl {
        for (number, line) in (1..).zip(input.lines()).filter(|(_, line)| !line.trim().is_empty()) {
            output += &solve(line, &loads).map_err(|sentence| format!("Line {number}: {sentence}"))?;
        }
    } else {
        output = solve(&input, &loads)?;
    }
    Ok(output)
}

/// The loads that are asked for.
enum Loads {
    Own,
    /// As they were written: their range is that of the system.
    Given(String),
    Fractions(Vec<f64>),
    Points(usize),
}

fn fractions(text: &str) -> Result<Vec<f64>, String> {
    /// Far beyond every saturation.
    const MOST: f64 = 1e6;
    let number = |text: &str| {
        let value = text.trim().parse::<f64>().ok().filter(|value| (0.0..=MOST).contains(value));
        // Adding zero turns -0 into 0.
        value.map(|value| value + 0.0).ok_or_else(|| {
            Problem::new("fractions", text, format!("numbers from 0 to {MOST}, with commas between")).to_string()
        })
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

/// Solves one scenario given as JSON; the answer is one line.
fn solve(json: &str, loads: &Loads) -> Result<String, String> {
    let scenario = parse(json)?;
    let model = model::of(&scenario);
    let end = model.end();
    let loads = match loads {
        Loads::Own => vec![scenario.get(Key::Load)],
        Loads::Given(loads) => given(loads, scenario.system())?,
        Loads::Fractions(fractions) => fractions.iter().map(|fraction| fraction * end.load).collect(),
        Loads::Points(points) => (1..=*points).map(|i| end.load * (i as f64 / *points as f64)).collect(),
    };
    let points = loads.into_iter().map(|load| PointReport::of(&*model, load)).collect();
    let scenario = ScenarioReport { scenario, part: Part::Model };
    let saturation = end.saturated.then_some(end.load);
    let answer = Answer { scenario, saturation, zero_load: model.idle(), points };
    serde_json::to_string(&answer)
        .map(|line| line + "\n")
        .map_err(|error| format!("The answer cannot be written: {error}."))
}

#[derive(Serialize)]
struct Answer {
    scenario: ScenarioReport,
    saturation: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    zero_load: Option<f64>,
    points: Vec<PointReport>,
}
