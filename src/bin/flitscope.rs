//! The command line: the scenarios of the page, JSON in, JSON out.

use flitscope::{
    model,
    param::{Key, Problem},
    report::{PointReport, ScenarioReport},
    scenario::{Parsed, Scenario},
};
use serde::Serialize;
use std::{
    fs,
    io::{ErrorKind, Read as _, Write as _},
    process::ExitCode,
};

const HELP: &str = "\
flitscope: latency of interconnection networks by published analytical models

  flitscope solve [FILE|-] [--loads A,B,C | --fractions A,B,C | --points N] [--jsonl]

Reads one scenario as a JSON object from FILE or standard input, {\"system\": \"torus-broadcast\", \"k\": 8, \"beta\": 0.02}, and prints one
JSON object: the scenario with its defaults, the saturation load, and for each load every quantity of the model. Keys that are
left out have the defaults of the page.

  --loads A,B,C       these loads, messages per node per cycle
  --fractions A,B,C   these fractions of the saturation load
  --points N          N equally spaced loads up to saturation
                      without any of them: the scenario's own load
  --jsonl             one scenario in each line of the input, one object in each line of the output

Bad input ends with exit code 2 and one sentence on standard error.
";

/// Most points of one curve.
const MOST_POINTS: usize = 100_000;

fn main() -> ExitCode {
    match run() {
        // A reader that has seen enough and closes the pipe is no error.
        Ok(output) => match std::io::stdout().write_all(output.as_bytes()) {
            Err(error) if error.kind() != ErrorKind::BrokenPipe => {
                eprintln!("The answer cannot be written: {error}.");
                ExitCode::FAILURE
            }
            _ => ExitCode::SUCCESS,
        },
        Err(sentence) => {
            eprintln!("{sentence}");
            ExitCode::from(2)
        }
    }
}

/// What is to be printed, or why not, in one sentence.
fn run() -> Result<String, String> {
    use lexopt::prelude::*;
    let mut args = lexopt::Parser::from_env();
    let sentence = |error: lexopt::Error| format!("{error}; flitscope --help lists the options.");
    match args.next().map_err(sentence)? {
        None | Some(Long("help") | Short('h')) => return Ok(HELP.into()),
        Some(Long("version") | Short('V')) => return Ok(format!("flitscope {}\n", env!("CARGO_PKG_VERSION"))),
        Some(Value(command)) if command == "solve" => {}
        Some(other) => return Err(sentence(other.unexpected())),
    }
    let (mut file, mut loads, mut jsonl) = (None, Loads::Own, false);
    while let Some(arg) = args.next().map_err(sentence)? {
        let chosen = match arg {
            Long("jsonl") => {
                jsonl = true;
                continue;
            }
            Long("loads") => Loads::Given(numbers("loads", &text(&mut args).map_err(sentence)?, 1.0)?),
            Long("fractions") => Loads::Fractions(numbers("fractions", &text(&mut args).map_err(sentence)?, 1e6)?),
            Long("points") => Loads::Points(points(&text(&mut args).map_err(sentence)?)?),
            Long("help") | Short('h') => return Ok(HELP.into()),
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
    let input = match file.filter(|path| path != "-") {
        Some(path) => {
            fs::read_to_string(&path).map_err(|error| format!("{} cannot be read: {error}.", path.display()))?
        }
        None => {
            let mut input = String::new();
            std::io::stdin()
                .read_to_string(&mut input)
                .map_err(|error| format!("Standard input cannot be read: {error}."))?;
            input
        }
    };
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
    Given(Vec<f64>),
    Fractions(Vec<f64>),
    Points(usize),
}

fn text(args: &mut lexopt::Parser) -> Result<String, lexopt::Error> {
    use lexopt::ValueExt as _;
    args.value()?.string()
}

fn numbers(option: &str, text: &str, most: f64) -> Result<Vec<f64>, String> {
    let number = |text: &str| {
        let value = text.trim().parse::<f64>().ok().filter(|value| (0.0..=most).contains(value));
        value.ok_or_else(|| {
            Problem::new(option, text, format!("numbers from 0 to {most}, with commas between")).to_string()
        })
    };
    text.split(',').map(number).collect()
}

fn points(text: &str) -> Result<usize, String> {
    let points = text.parse().ok().filter(|points| (1..=MOST_POINTS).contains(points));
    points.ok_or_else(|| Problem::new("points", text, format!("a whole number from 1 to {MOST_POINTS}")).to_string())
}

/// Solves one scenario given as JSON; the answer is one line.
fn solve(json: &str, loads: &Loads) -> Result<String, String> {
    let scenario = parse(json)?;
    let model = model::of(&scenario);
    let saturation = model.saturation().load;
    let loads = match loads {
        Loads::Own => vec![scenario.get(Key::Load)],
        Loads::Given(loads) => loads.clone(),
        Loads::Fractions(fractions) => fractions.iter().map(|fraction| fraction * saturation).collect(),
        Loads::Points(points) => (1..=*points).map(|i| saturation * (i as f64 / *points as f64)).collect(),
    };
    let points = loads.into_iter().map(|load| PointReport::of(&*model, load)).collect();
    let scenario = ScenarioReport { scenario, complete: false };
    let answer = Answer { scenario, saturation, zero_load: model.zero_load(), points };
    serde_json::to_string(&answer)
        .map(|line| line + "\n")
        .map_err(|error| format!("The answer cannot be written: {error}."))
}

/// A scenario from a JSON object; every key and value must be right.
fn parse(json: &str) -> Result<Scenario, String> {
    use serde_json::Value;
    let value: Value = serde_json::from_str(json).map_err(|error| format!("The scenario is not JSON: {error}."))?;
    let Value::Object(object) = value else {
        return Err("The scenario is not a JSON object such as {\"k\": 8}.".into());
    };
    let mut pairs = Vec::new();
    for (key, value) in &object {
        let text = match value {
            Value::String(text) => text.clone(),
            Value::Number(number) => number.to_string(),
            // Neither a number nor a word: whatever the key takes, its text is not among it.
            other => other.to_string(),
        };
        pairs.push((key.as_str(), text));
    }
    let parsed = Parsed::from_pairs(pairs.iter().map(|(key, text)| (*key, text.as_str())).collect::<Vec<_>>());
    match parsed.problems.into_iter().next() {
        // Nothing stands in for a bad value here: the program stops.
        Some(problem) => Err(Problem { used: None, ..problem }.to_string()),
        None => Ok(parsed.scenario),
    }
}

#[derive(Serialize)]
struct Answer {
    scenario: ScenarioReport,
    saturation: f64,
    zero_load: f64,
    points: Vec<PointReport>,
}
