//! `explore`: answers inverse and comparative questions.

use crate::{
    ending::{Ending, LOOK, clock, listen, stopped},
    input::{Given, QUESTION, read, whole},
    lines::{self, Answered},
    rates::{OpenTable, RatesArgument},
    readable::{self, Form},
};
use flitscope::{
    experiment::{self, RunError, Runs},
    explore::{
        self, Said, compare,
        cost::Cost,
        extreme::Want,
        map::{Cell, Cells, Mapped},
        pareto::{self, Design, Front},
        sensitivity::{self, Both, ParameterEffect, Sensitivity},
        words,
    },
    param::{Accepted, Key, Param, ParamKind, Problem, options::Options as _},
    report::{ParameterSet, ScenarioReport},
    scenario::Scenario,
    text::grouped,
};
use rayon::iter::{
    IndexedParallelIterator as _, IntoParallelRefIterator as _, IntoParallelRefMutIterator as _, ParallelIterator as _,
};
use serde_json::{Map, Value, json};
use std::ffi::OsString;

/// The largest number of cells of a map.
const MOST_CELLS: usize = 1_000_000;

/// The largest number of nodes of compared networks.
const MOST_NODES: u32 = 1 << 20;

/// Takes the keys of a question and answers it.
type Answer = fn(&mut InverseQuestion, &Scenario) -> Result<Value, Ending>;

const QUESTIONS: [(&str, Answer); 7] = [
    ("load-for-latency", InverseQuestion::load_for),
    ("extreme", InverseQuestion::extreme),
    ("broadcast-cost", InverseQuestion::cost),
    ("sensitivity", InverseQuestion::sensitivity),
    ("map", InverseQuestion::map),
    ("pareto", InverseQuestion::pareto),
    ("compare", InverseQuestion::compare),
];

/// Answer a question about a scenario: {"question": Q, "scenario": {..}, ..}.
///
/// The model is that of the scenario's "reading"; flow is ours. Every answer has a "sentence"; an impossible number is null, with "reason".
#[derive(clap::Args)]
#[command(after_long_help = QUESTIONS_HELP)]
pub(crate) struct Arguments {
    /// A question as JSON, or a file with it; - or nothing for standard input
    question: Option<OsString>,
    #[command(flatten)]
    rates: RatesArgument,
    #[command(flatten)]
    form: Form,
    #[command(flatten)]
    lines: lines::LineOptions,
}

const QUESTIONS_HELP: &str = "\
Questions:
  load-for-latency  the load at which latency reaches \"target\"
  extreme           the \"smallest\" or \"largest\" (\"want\") value of the parameter
                    \"key\" that carries the load, with a latency of at most \"target\"
  broadcast-cost    the load at which unicast messages take \"percent\" longer than
                    without broadcasts
  sensitivity       elasticities of latency and saturation, d ln y / d ln x; for
                    whole numbers, the values at their neighbours
  map               \"measure\" (saturation or latency) over \"x\" and \"y\", each
                    {\"key\": K, \"values\": [..]}
  pareto            the cells of such a map by their \"cost\" (buffers, pins or
                    bisection): all \"points\", and the Pareto \"front\"
  compare           networks with the same number of \"nodes\", each in that
                    reading if it has it; \"normalise\" is none, bisection or
                    pins; \"simulate\": true simulates each at six loads";

pub(crate) fn run(arguments: Arguments) -> Result<(), Ending> {
    let Arguments { question, rates, lines, form } = arguments;
    let lines = lines.checked()?;
    let table = rates.open(question.as_ref())?;
    if lines.jsonl {
        return lines::answer(question, &lines, &QUESTION, |given| answer(given, table));
    }
    listen(|| Ending::Stopped("Stopped before the question was answered.".into()))?;
    lines.use_threads();
    let mut given = Given::read(&read(question, &QUESTION)?, &QUESTION)?;
    let id = given.take("id");
    form.print(&Answered::new(id, answer(&given, table)?), readable::explored)
}

fn answer(given: &Given, table: OpenTable) -> Result<Map<String, Value>, Ending> {
    let Given::Keys(pairs) = given else { return Err(QUESTION.missed()) };
    let mut question = Map::new();
    for (key, value) in pairs {
        if question.insert(key.clone(), value.clone()).is_some() {
            return Err(format!("{key} is given twice: use one value.").into());
        }
    }
    InverseQuestion(question).answer(table)
}

/// A parameter and its values, in the order of the cells.
struct ValueAxis {
    key: Key,
    values: Vec<f64>,
}

/// The unread keys of a question.
struct InverseQuestion(Map<String, Value>);

impl InverseQuestion {
    fn answer(mut self, table: OpenTable) -> Result<Map<String, Value>, Ending> {
        let asked = self.word("question", &QUESTIONS.map(|(name, _)| name))?;
        let value = self.0.remove("scenario").unwrap_or_else(|| json!({}));
        let wrong = |_| format!("scenario = {value} is not a scenario: use a JSON object or a link.");
        let given: Given = serde_json::from_value(value.clone()).map_err(wrong)?;
        let scenario = table.scenario(&given)?;
        let row = QUESTIONS.iter().find(|(name, _)| *name == asked);
        let answer = row.map_or(Ok(Value::Null), |(_, answer)| answer(&mut self, &scenario))?;
        if let Some(key) = self.0.keys().next() {
            return Err(format!("The question {asked} has no key {key}.").into());
        }
        let mut whole = Map::new();
        whole.insert("question".into(), json!(asked));
        whole.insert("scenario".into(), json!(ScenarioReport { scenario, part: ParameterSet::Model }));
        if let Value::Object(answer) = answer {
            whole.extend(answer);
        }
        Ok(whole)
    }

    /// Takes a key with an accepted value.
    fn take<T>(&mut self, key: &str, accepted: Accepted, read: impl Fn(&Value) -> Option<T>) -> Result<T, Ending> {
        let given = self.0.remove(key);
        given.as_ref().and_then(read).ok_or_else(|| problem(key, given, accepted))
    }

    /// Takes a key whose value is one of a few words.
    fn word(&mut self, key: &str, words: &[&'static str]) -> Result<&'static str, Ending> {
        let word = |given: &Value| words.iter().copied().find(|word| given.as_str() == Some(*word));
        self.take(key, Accepted::OneOf(words.to_vec()), word)
    }

    /// Takes a key whose value is a number above zero.
    fn number(&mut self, key: &str) -> Result<f64, Ending> {
        let number = |given: &Value| given.as_f64().filter(|number| *number > 0.0 && *number <= MOST);
        self.take(key, Accepted::Number { min: f64::MIN_POSITIVE, max: MOST }, number)
    }

    /// Takes a key whose value names a numeric parameter of the network or its traffic.
    fn key(&mut self, key: &str, scenario: &Scenario) -> Result<&'static Param, Ending> {
        let row = |given: &Value| {
            let row = scenario.system().param_called(given.as_str()?)?;
            explore::numbers(scenario).find(|other| other.key == row.key)
        };
        self.take(key, Accepted::OneOf(explore::numbers(scenario).map(|row| row.key.name()).collect()), row)
    }

    fn load_for(&mut self, scenario: &Scenario) -> Result<Value, Ending> {
        Ok(said(Said::load(scenario, self.number("target")?), ["load", "value"], |load| json!(load)))
    }

    fn cost(&mut self, scenario: &Scenario) -> Result<Value, Ending> {
        Ok(said(Said::cost(scenario, self.number("percent")? / 100.0), ["load", "value"], |load| json!(load)))
    }

    fn extreme(&mut self, scenario: &Scenario) -> Result<Value, Ending> {
        let row = self.key("key", scenario)?;
        let want =
            if self.word("want", &["smallest", "largest"])? == "smallest" { Want::Smallest } else { Want::Largest };
        let target = self.0.contains_key("target").then(|| self.number("target")).transpose()?;
        let whole = matches!(row.kind, ParamKind::Integer { .. });
        let number = |value: f64| if whole { json!(value as u64) } else { json!(value) };
        Ok(said(Said::extreme(scenario, row, want, target), ["value", "measure"], number))
    }

    fn sensitivity(&mut self, scenario: &Scenario) -> Result<Value, Ending> {
        let answer = sensitivity::of(scenario);
        let Sensitivity { here, hindrance, effects } = &answer;
        let by_key = |of: &dyn Fn(&ParameterEffect) -> Option<Value>| -> Map<String, Value> {
            effects.iter().filter_map(|effect| Some((effect.key.name().into(), of(effect)?))).collect()
        };
        let neighbour = |(value, found): &(f64, Both)| {
            let Both { measure, saturation, .. } = found;
            json!({ "value": *value as u64, "latency": measure, "saturation": saturation })
        };
        let hindrance = hindrance
            .map(|found| json!({ "beyond_idle": found.beyond, "cause": found.cause.words(), "part": found.part }));
        let breaks = effects.iter().flat_map(|effect| effect.breaks.iter().map(move |found| (effect, found)));
        let breaks = breaks.map(|(effect, found)| {
            json!({ "key": effect.key.name(), "sentence": words::discontinuity(scenario, effect, found) })
        });
        Ok(json!({
            "here": { "latency": here.measure, "saturation": here.saturation },
            "latency": by_key(&|effect| Some(json!(effect.measure))),
            // It does not depend on the load.
            "saturation": by_key(&|effect| (effect.key != Key::Load).then(|| json!(effect.saturation))),
            "neighbours": by_key(&|effect| {
                (!effect.neighbours.is_empty()).then(|| effect.neighbours.iter().map(neighbour).collect())
            }),
            "hindrance": hindrance,
            "discontinuities": breaks.collect::<Vec<_>>(),
            "sentence": words::sensitivity(scenario, &answer),
        }))
    }

    /// Takes an axis of a map.
    fn axis(&mut self, key: &str, scenario: &Scenario) -> Result<ValueAxis, Ending> {
        let Some(Value::Object(object)) = self.0.remove(key) else {
            let example = r#"{"key": "vcs", "values": [3, 4, 5]}"#;
            return Err(format!("{key} is missing: use an object such as {example}.").into());
        };
        let mut axis = Self(object);
        let row = axis.key("key", scenario)?;
        let accepted = || row.accepted(scenario.system().params());
        let list = |given: &Value| given.as_array().filter(|list| !list.is_empty()).cloned();
        let number = |value: Value| {
            let number = value.as_f64().filter(|number| row.nearest(*number) == *number);
            number.ok_or_else(|| problem("values", Some(value), accepted()))
        };
        let values = axis.take("values", accepted(), list)?.into_iter().map(number).collect::<Result<_, _>>()?;
        Ok(ValueAxis { key: row.key, values })
    }

    /// Solves the cells of a map; its rows are the values of y.
    fn cells(&mut self, scenario: &Scenario) -> Result<MapTable, Ending> {
        let (x, y) = (self.axis("x", scenario)?, self.axis("y", scenario)?);
        if x.key == y.key {
            return Err(format!("x and y are both {}: use two parameters.", x.key.name()).into());
        }
        if x.values.len().saturating_mul(y.values.len()) > MOST_CELLS {
            return Err(format!("The map has too many cells: use at most {}.", grouped(MOST_CELLS as u64)).into());
        }
        let shown = if self.word("measure", &["saturation", "latency"])? == "saturation" {
            Mapped::Saturation
        } else {
            Mapped::Measure
        };
        let row = |at: &f64| {
            let mut solver = Cells::default();
            let cell = |x_at: &f64| solver.cell(scenario, shown, (x.key, *x_at), (y.key, *at));
            x.values.iter().take_while(|_| !stopped()).map(cell).collect::<Vec<_>>()
        };
        let cells = y.values.par_iter().map(row).collect();
        Ok(MapTable { x, y, shown, cells })
    }

    fn map(&mut self, scenario: &Scenario) -> Result<Value, Ending> {
        let MapTable { x, y, shown, cells } = self.cells(scenario)?;
        let numbers = |of: fn(Cell) -> Value| -> Value {
            let row = |row: &Vec<Option<Cell>>| -> Value { row.iter().map(|cell| cell.map(of)).collect() };
            cells.iter().map(row).collect()
        };
        let sentence = words::map(scenario, shown, [(x.key, &x.values), (y.key, &y.values)], &cells);
        Ok(json!({
            "cells": numbers(|cell| json!(cell.value)), "limits": numbers(|cell| json!(cell.limit)), "sentence": sentence,
        }))
    }

    fn pareto(&mut self, scenario: &Scenario) -> Result<Value, Ending> {
        let costs: Vec<_> = scenario.system().options(Key::Front).iter().map(|option| option.key).skip(1).collect();
        let word = self.word("cost", &costs)?;
        let which = Front::of(word).unwrap_or(Front::Nothing);
        self.0.entry("measure").or_insert_with(|| json!("saturation"));
        let MapTable { x, y, shown, cells } = self.cells(scenario)?;
        let keys = [x.key, y.key];
        let missing = words::unsolved(scenario, [(x.key, &x.values), (y.key, &y.values)], &cells);
        let places = y.values.iter().flat_map(|y| x.values.iter().map(move |x| (*x, *y)));
        let all: Vec<_> = places.zip(cells.into_iter().flatten()).collect();
        let cost = |at: (f64, f64)| Cost::with(scenario, &[(keys[0], at.0), (keys[1], at.1)]);
        let design = |(at, cell): &((f64, f64), Option<Cell>)| {
            Some(Design { at: *at, cost: cost(*at).number(which)?, value: (*cell)?.value })
        };
        let designs: Vec<_> = all.iter().filter_map(design).collect();
        let front = pareto::front(&designs, pareto::more_is_better(scenario, shown));
        let report = |design: &Design| {
            let Cost { buffers, pins, bisection } = cost(design.at);
            json!({
                "x": design.at.0, "y": design.at.1, "value": design.value,
                "buffers": buffers, "pins": pins, "bisection": bisection,
            })
        };
        let best: Vec<_> = front.iter().filter_map(|place| designs.get(*place)).map(report).collect();
        let mut points: Vec<_> = designs.iter().map(report).collect();
        for (place, point) in points.iter_mut().enumerate() {
            point["front"] = front.contains(&place).into();
        }
        let sentence = words::pareto(scenario, (shown, which), keys, &designs, &front) + &missing;
        Ok(json!({ "cost": word, "points": points, "front": best, "sentence": sentence }))
    }

    fn compare(&mut self, scenario: &Scenario) -> Result<Value, Ending> {
        let nodes = |given: &Value| whole(given).filter(|nodes| (2..=MOST_NODES).contains(nodes));
        let nodes = self.take("nodes", Accepted::Whole { min: 2, max: MOST_NODES }, nodes)?;
        let normalise = match self.word("normalise", &["none", "bisection", "pins"])? {
            "none" => compare::Equal::Width,
            "bisection" => compare::Equal::Bisection,
            _ => compare::Equal::Pins,
        };
        let simulate = match self.0.remove("simulate") {
            None => false,
            Some(Value::Bool(simulate)) => simulate,
            Some(other) => return Err(format!("simulate = {other} is not accepted: use true or false.").into()),
        };
        let compare::Comparison { networks, left_out } = compare::of(scenario, nodes, normalise, scenario.reading());
        let left_out: Vec<_> =
            left_out.iter().map(|(name, why)| json!({ "name": name, "reason": words::left_out(name, why) })).collect();
        let report = |network: &compare::ComparedNetwork| {
            let measure = if network.latency { "cycles" } else { "messages / node / cycle" };
            json!({
                "name": network.name,
                "scenario": ScenarioReport { scenario: network.scenario, part: ParameterSet::Model },
                "unit": { "load": "messages / node / cycle", "value": measure },
                "flits": network.flits, "exact_flits": network.exact_flits, "width": network.width,
                "bisection_channels": network.across, "node_channels": network.pins,
                "carries": network.carries, "idle": network.idle,
                "curve": network.curve,
            })
        };
        let mut reports: Vec<_> = networks.iter().map(report).collect();
        if simulate {
            reports.par_iter_mut().zip(&networks).for_each(|(report, network)| {
                let points = network.sweep.par_iter().map(|planned| simulated(network, planned));
                report["simulated"] = points.collect::<Vec<_>>().into();
            });
        }
        let sentence = words::compare(nodes, normalise, &networks);
        Ok(json!({ "networks": reports, "left_out": left_out, "sentence": sentence }))
    }
}

/// A map: two parameters with their values, the measure, and the cells; each row is a value of `y`.
struct MapTable {
    x: ValueAxis,
    y: ValueAxis,
    shown: Mapped,
    cells: Vec<Vec<Option<Cell>>>,
}

/// Simulates a compared network at one load. Returns the results in the units of the comparison, or the reason why there are none.
fn simulated(network: &compare::ComparedNetwork, planned: &compare::Planned) -> Value {
    let (clock, scenario) = (clock(), planned.scenario);
    let runs = Runs::new(scenario, experiment::plan(&scenario)).map_err(RunError::from);
    let summary = runs.and_then(|mut runs| {
        let mut now = clock();
        while !stopped() && !runs.turn(LOOK, &mut now, &clock)? {}
        Ok(runs.summary())
    });
    match summary.map(|summary| compare::measured(&scenario, network.flits, &summary)) {
        Err(error) => json!({ "load": planned.load, "model": planned.model, "reason": error.to_string() }),
        Ok(compare::MeasuredPoint { value, state }) => json!({
            "load": planned.load,
            "model": planned.model,
            "value": value.map(|interval| interval.mean),
            "ci95": value.and_then(|interval| interval.half95),
            "state": state,
            "scenario": ScenarioReport { scenario, part: ParameterSet::Simulation },
        }),
    }
}

const MOST: f64 = 1e9;

/// Returns the error for a wrong or missing value.
fn problem(key: &str, given: Option<Value>, accepted: Accepted) -> Ending {
    let given = given.map_or_else(String::new, |given| given.as_str().map_or_else(|| given.to_string(), String::from));
    Problem::new(key, given, accepted).into()
}

/// Returns the two numbers of an answer under their names, or null with the reason.
fn said(answer: Said, [asked, there]: [&str; 2], number: impl Fn(f64) -> Value) -> Value {
    let Said { sentence, found } = answer;
    match found {
        Some((value, measure)) => json!({ asked: number(value), there: measure, "sentence": sentence }),
        None => json!({ asked: null, "reason": sentence, "sentence": sentence }),
    }
}
