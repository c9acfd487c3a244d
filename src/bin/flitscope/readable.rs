//! Answers as a person reads them on a terminal. They are made from the JSON that a pipe gets, so that both say the same.

use crate::ending::{Ending, line, write};
use flitscope::{
    param::{Key, Param},
    scenario::System,
    text::concise,
};
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::io::IsTerminal as _;

/// The form of an answer.
#[derive(clap::Args, Clone, Copy)]
pub(crate) struct Form {
    /// JSON on a terminal too
    #[arg(long)]
    json: bool,
}

/// Digits of a number.
const DIGITS: i32 = 5;

impl Form {
    /// True if a person reads the answer.
    pub(crate) fn is_read(self) -> bool {
        !self.json && std::io::stdout().is_terminal()
    }

    /// Prints an answer, as JSON or as `readable` makes it.
    pub(crate) fn print(self, answer: &impl Serialize, readable: fn(&Value) -> String) -> Result<(), Ending> {
        write(&if self.is_read() { readable(&json!(answer)) } else { line(answer)? })
    }
}

/// An answer of `solve`.
pub(crate) fn solved(answer: &Value) -> String {
    let mut text = scenario(&answer["scenario"]);
    if let Some(end) = answer["saturation"].as_f64() {
        text += &format!("saturation load  {}\n", number(end));
    }
    if let Some(latency) = answer["zero_load"].as_f64() {
        text += &format!("zero-load latency  {}\n", number(latency));
    }
    let points: Vec<_> = answer["points"].as_array().into_iter().flatten().filter_map(Value::as_object).collect();
    // The keys of all points, the load first; the quantities follow for a point alone.
    let mut names: Vec<&str> = vec![Key::Load.name(), "state"];
    for (name, value) in points.iter().flat_map(|point| point.iter()) {
        if !names.contains(&name.as_str()) && !value.is_object() {
            names.push(name);
        }
    }
    let header = names.iter().map(|name| (*name).to_owned()).collect();
    let row = |point: &&Map<String, Value>| names.iter().map(|name| cell(point.get(*name))).collect();
    text += &format!("\n{}", aligned(&std::iter::once(header).chain(points.iter().map(row)).collect::<Vec<_>>()));
    if let [point] = &points[..] {
        text += &quantities(&point.get("values").cloned().unwrap_or_default());
    }
    text + &answer["tail"].as_str().map_or_else(String::new, |tail| format!("\n{tail}\n"))
}

/// An answer of `simulate`.
pub(crate) fn simulated(answer: &Value) -> String {
    let mut text = scenario(&answer["scenario"]);
    let interval = |of: &Value| of.as_f64().map_or_else(String::new, |half| format!(" ± {}", number(half)));
    let mut rows = Vec::new();
    for (name, half) in [
        ("state", ""),
        ("mean_latency", "ci95"),
        ("broadcast_latency", "broadcast_ci95"),
        ("throughput", ""),
        ("complete_throughput", ""),
        ("delivered", ""),
        ("cycles", ""),
        ("flit_hops_per_second", ""),
    ] {
        let value = &answer[name];
        if !value.is_null() {
            rows.push(vec![name.replace('_', " "), cell(Some(value)) + &interval(&answer[half])]);
        }
    }
    for (name, percentile) in answer["percentiles"].as_object().into_iter().flatten() {
        if !percentile["value"].is_null() {
            rows.push(vec![name.clone(), cell(Some(&percentile["value"])) + &interval(&percentile["ci95"])]);
        }
    }
    text += &format!("\n{}", columns(&rows));
    if let Some(sentence) = answer["sentence"].as_str() {
        text += &format!("\n{sentence}\n");
    }
    text + &quantities(&answer["values"])
}

/// An answer of `explore`.
pub(crate) fn explored(answer: &Value) -> String {
    let said = answer["sentence"]
        .as_str()
        .or(answer["reason"].as_str())
        .unwrap_or("No sentence says it: --json has the numbers.");
    format!("{}{said}\n", scenario(&answer["scenario"]))
}

/// The system and what differs between scenarios, in one line.
fn scenario(scenario: &Value) -> String {
    let system = scenario["system"].as_str().unwrap_or_default();
    let rows = System::parse(system).map_or(&[][..], |system| system.params());
    let given =
        |row: &Param| scenario.get(row.key.name()).map(|value| format!(" {}={}", row.key.name(), cell(Some(value))));
    format!("{system}:{}\n", rows.iter().filter_map(given).collect::<String>())
}

/// Quantities by their symbols.
fn quantities(values: &Value) -> String {
    let list = |numbers: &Vec<Value>| numbers.iter().map(|number| cell(Some(number))).collect::<Vec<_>>().join(" ");
    let text = |value: &Value| value.as_array().map_or_else(|| cell(Some(value)), list);
    let rows: Vec<_> =
        values.as_object().into_iter().flatten().map(|(name, value)| vec![name.clone(), text(value)]).collect();
    if rows.is_empty() { String::new() } else { format!("\n{}", columns(&rows)) }
}

fn number(number: f64) -> String {
    concise(number, DIGITS)
}

/// A value in a cell; nothing for none.
fn cell(value: Option<&Value>) -> String {
    match value {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(Value::Number(whole)) if whole.is_u64() => whole.to_string(),
        Some(value) => value.as_f64().map_or_else(|| value.to_string(), number),
    }
}

/// Rows whose cells end below each other, as numbers stand; no row has more cells than the first.
fn aligned(rows: &[Vec<String>]) -> String {
    set(rows, |cell, width| format!("{cell:>width$}"))
}

/// Rows whose cells begin below each other, as words stand.
pub(crate) fn columns(rows: &[Vec<String>]) -> String {
    set(rows, |cell, width| format!("{cell:<width$}"))
}

fn set(rows: &[Vec<String>], place: fn(&str, usize) -> String) -> String {
    let width = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max();
    let widths: Vec<usize> = (0..rows.iter().map(Vec::len).max().unwrap_or(0)).filter_map(width).collect();
    let line = |row: &Vec<String>| {
        row.iter().zip(&widths).map(|(cell, width)| place(cell, *width)).collect::<Vec<_>>().join("  ")
    };
    rows.iter().map(|row| line(row).trim_end().to_owned() + "\n").collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_stand_in_columns_and_one_point_shows_its_quantities() {
        let point = |load: f64, latency: f64| json!({"load": load, "state": "stable", "latency": latency, "values": {"rho": 0.25, "P_v": [0.5, 0.5]}});
        let answer = |points: Vec<Value>| json!({"scenario": {"system": "kary-ncube", "k": 8}, "saturation": 0.0123456789, "points": points});
        let text = solved(&answer(vec![point(0.001, 40.123456), point(0.01, 141.0)]));
        assert_eq!(
            text,
            "kary-ncube: k=8\nsaturation load  0.012346\n\n load   state  latency\n0.001  stable   40.123\n 0.01  stable      141\n"
        );
        let text = solved(&answer(vec![point(0.001, 40.0)]));
        assert!(text.ends_with("\nP_v  0.5 0.5\nrho  0.25\n"), "{text}");
    }

    #[test]
    fn a_run_shows_its_mean_with_its_interval_and_why_it_is_saturated() {
        let answer = json!({"scenario": {"system": "torus-broadcast"}, "state": "stable", "mean_latency": 41.0, "ci95": 0.25, "percentiles": {"p50": {"value": 40.0, "ci95": null}}, "sentence": "It is so.", "values": {}});
        let text = simulated(&answer);
        assert_eq!(
            text,
            "torus-broadcast:\n\nstate         stable\nmean latency  41 ± 0.25\np50           40\n\nIt is so.\n"
        );
    }

    #[test]
    fn a_question_is_answered_by_its_sentence() {
        let answer = json!({"scenario": {"system": "torus-broadcast"}, "sentence": "The load is 0.01."});
        assert_eq!(explored(&answer), "torus-broadcast:\nThe load is 0.01.\n");
    }
}
