//! JSON scenarios as the command line reads them: each line is answered by finite numbers, or by a sentence that names what is wrong.

use crate::{
    hostile::{any_pairs, any_scenario, any_text, any_value, damaged, each_is_named, has_no_number, quick},
    property::holds,
};
use flitscope::{
    param::{Problem, is_legible, legible},
    report::{ParameterSet, ScenarioReport},
    scenario::Parsed,
};
use proptest::{prelude::*, test_runner::TestCaseResult};
use serde_json::Value;
use std::{
    cell::RefCell,
    io::{BufRead as _, BufReader, Write as _},
    process::{Child, Command, Stdio},
};

/// Lines that are no scenario, or not JSON though they look like it.
const ODD: &[&str] = &[
    "null",
    "true",
    "[]",
    "{}",
    "[1,2]",
    "{\"k\":8}",
    "{\"k\":{\"k\":8}}",
    "1e999",
    "-1e999",
    "-0",
    "-0.0",
    "1e-400",
    "007",
    "+1",
    ".5",
    "1.",
    "0x10",
    "NaN",
    "Infinity",
    "123456789012345678901234567890",
    "8.0",
    "8e0",
    "\"\\ud800\"",
    "\"\\u0000\"",
    "\"\\u202e8\"",
    "\"\u{0}\"",
    "'8'",
    "\"",
    "undefined",
    "8 8",
    "8,",
    "/**/8",
];

/// The program, which answers line by line.
struct Program(Child, BufReader<std::process::ChildStdout>);

impl Program {
    fn start() -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_flitscope"));
        let command = command.args(["solve", "--jsonl"]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        Self(child, output)
    }

    /// The answer to a line; `None` if the program has ended.
    fn ask(&mut self, line: &[u8]) -> Option<String> {
        let mut answer = String::new();
        self.0.stdin.as_mut()?.write_all(&[line, b"\n"].concat()).ok()?;
        self.1.read_line(&mut answer).ok().filter(|length| *length > 0).map(|_| answer)
    }
}

/// A value as it stands in a line.
fn any_json() -> impl Strategy<Value = String> {
    let quoted = |text: String| Value::String(text).to_string();
    let nested = (1..200_usize, any_value())
        .prop_map(move |(depth, value)| format!("{}{}{}", "[".repeat(depth), quoted(value), "]".repeat(depth)));
    let object = (1..70_usize, any_value())
        .prop_map(move |(depth, value)| format!("{}{}{}", "{\"k\":[".repeat(depth), quoted(value), "]}".repeat(depth)));
    let number = any_value().prop_map(move |text| if text.parse::<f64>().is_ok() { text } else { quoted(text) });
    prop_oneof![
        12 => number,
        4 => any_value().prop_map(quoted),
        3 => prop::sample::select(ODD).prop_map(str::to_owned),
        1 => nested,
        1 => object,
    ]
}

/// An object, with the keys and values that are in it.
fn any_object() -> impl Strategy<Value = Vec<(String, String)>> {
    let json = any_pairs().prop_flat_map(|pairs| {
        // Of very many keys only the first have values of all kinds.
        let values = prop::collection::vec(any_json(), pairs.len().min(16));
        (Just(pairs), values, any::<bool>())
    });
    json.prop_map(|(pairs, values, plain)| {
        let right = |index: usize, (key, text): (String, String)| {
            let keeps = key == "system" || plain;
            let value = values.get(index).filter(|_| !keeps).cloned();
            (key, value.unwrap_or_else(|| Value::String(text).to_string()))
        };
        pairs.into_iter().enumerate().map(|(index, pair)| right(index, pair)).collect()
    })
}

/// The line of an object; space is what JSON takes for it.
fn line(pairs: &[(String, String)]) -> String {
    let pairs: Vec<_> = pairs.iter().map(|(key, value)| format!("{}:\t{value} ", Value::String(key.clone()))).collect();
    format!("{{{}}}", pairs.join(","))
}

/// Any line but a blank one: damaged, noise, or not even text.
fn any_line() -> impl Strategy<Value = Vec<u8>> {
    let right = any_scenario().prop_map(|scenario| {
        let report = ScenarioReport { scenario: quick(scenario), part: ParameterSet::Everything };
        serde_json::to_string(&report).expect("plain data")
    });
    let object = any_object().prop_map(|pairs| line(&pairs));
    prop_oneof![
        4 => damaged(right).prop_map(String::into_bytes),
        2 => damaged(object).prop_map(String::into_bytes),
        1 => any_json().prop_map(String::into_bytes),
        1 => any_text().prop_map(String::into_bytes),
        1 => prop::collection::vec(any::<u8>(), 0..60),
    ]
    .prop_map(|mut bytes| {
        // A line ends where the next one begins, and a blank one is not answered; nor is one with a byte order mark alone.
        bytes.retain(|byte| *byte != b'\n');
        let blank = String::from_utf8_lossy(&bytes).trim_start_matches('\u{feff}').trim().is_empty();
        if blank { b"{}".to_vec() } else { bytes }
    })
}

/// Asserts that the answer is one whole line with numbers or a legible sentence; returns the sentence.
fn answered(program: &RefCell<Program>, line: &[u8]) -> Result<Option<String>, TestCaseError> {
    let answer = program.borrow_mut().ask(line);
    let Some(answer) = answer else {
        let status = program.replace(Program::start()).0.wait();
        return Err(TestCaseError::fail(format!("the program has ended: {status:?}")));
    };
    let answer: Value =
        serde_json::from_str(&answer).map_err(|error| TestCaseError::fail(format!("{error}: {answer}")))?;
    if let Some(error) = answer.get("error") {
        let error = error.as_str().unwrap_or_default();
        prop_assert!(error.ends_with('.') && error.len() < 1000 && error.chars().all(is_legible), "{:?}", error);
        return Ok(Some(error.into()));
    }
    let points = answer["points"].as_array().cloned().unwrap_or_default();
    prop_assert_eq!(points.len(), 1, "{}", answer);
    // A number that is not finite is written as null.
    let text = points[0].to_string();
    prop_assert!(
        !text.contains("null") && !has_no_number(&text) && !answer["scenario"].to_string().contains("null"),
        "{}",
        answer
    );
    prop_assert!(answer["zero_load"].as_f64().is_none_or(|idle| idle > 0.0), "{}", answer);
    Ok(None)
}

/// A value as a link has it.
fn text(value: Value) -> String {
    match value {
        Value::String(text) => text,
        other => other.to_string(),
    }
}

/// True if a line is no scenario, or one that is solved in no noticeable time.
fn is_quick(line: &[u8]) -> bool {
    let object: serde_json::Map<String, Value> = serde_json::from_slice(line).unwrap_or_default();
    let pairs: Vec<_> = object.into_iter().map(|(key, value)| (key, text(value))).collect();
    let scenario = Parsed::from_pairs(pairs.iter().map(|(key, value)| (key.as_str(), value.as_str()))).scenario;
    scenario == quick(scenario)
}

/// Asserts that a valid object is accepted, and that the first wrong value of any other is named.
fn is_accepted_or_named(program: &RefCell<Program>, pairs: &[(String, String)]) -> TestCaseResult {
    let line = line(pairs);
    if serde_json::from_str::<Value>(&line).is_err() {
        let error = answered(program, line.as_bytes())?.unwrap_or_default();
        prop_assert!(error.starts_with("The scenario is not JSON: "), "{:?}", error);
        return Ok(());
    }
    let text = |value: &str| serde_json::from_str(value).map_or_else(|_| String::new(), text);
    let mut pairs: Vec<_> = pairs.iter().map(|(key, value)| (key.as_str(), text(value))).collect();
    // It goes with the answer.
    if let Some(id) = pairs.iter().position(|(key, _)| *key == "id") {
        pairs.remove(id);
    }
    let pairs: Vec<_> = pairs.iter().map(|(key, value)| (*key, value.as_str())).collect();
    let parsed = Parsed::from_pairs(pairs.clone());
    each_is_named(&pairs, &parsed)?;
    if parsed.problems.is_empty() && parsed.scenario != quick(parsed.scenario) {
        return Ok(());
    }
    let named = parsed.problems.first().map(|problem| legible(&Problem { used: None, ..problem.clone() }.to_string()));
    prop_assert_eq!(answered(program, line.as_bytes())?, named);
    Ok(())
}

#[test]
fn an_object_is_solved_or_its_first_wrong_value_is_named() {
    let program = RefCell::new(Program::start());
    holds("JSON scenarios", 1_000, &any_object(), |pairs| is_accepted_or_named(&program, &pairs));
}

#[test]
fn any_line_is_answered() {
    let program = RefCell::new(Program::start());
    // A damaged number can be that of a network that takes long.
    holds("damaged JSON scenarios", 1_000, &any_line(), |line| {
        prop_assume!(is_quick(&line));
        answered(&program, &line).map(drop)
    });
}
