//! Tables for a terminal. They are made from the JSON of the answer, so both forms have the same numbers.

use crate::ending::{Ending, line, write};
use flitscope::{
    model::Quantity,
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
    /// Print JSON on a terminal too
    #[arg(long)]
    json: bool,
}

const DIGITS: i32 = 5;

impl Form {
    /// True if the answer is printed as a table.
    pub(crate) fn is_read(self) -> bool {
        !self.json && std::io::stdout().is_terminal()
    }

    /// Prints an answer: as JSON, or as the text that `readable` makes of the JSON.
    pub(crate) fn print(self, answer: &impl Serialize, readable: impl FnOnce(&Value) -> String) -> Result<(), Ending> {
        write(&if self.is_read() { readable(&json!(answer)) } else { line(answer)? })
    }
}

/// Formats an answer of `solve`.
pub(crate) fn solved(answer: &Value, names: &[QuantityName]) -> String {
    let mut text = scenario(&answer["scenario"]);
    for (key, words) in
        [("saturation", "saturation load"), ("bound", "bound on the load"), ("zero_load", "zero-load latency")]
    {
        text += &answer[key].as_f64().map_or_else(String::new, |value| format!("{words}  {}\n", number(value)));
    }
    let points: Vec<_> = answer["points"].as_array().into_iter().flatten().filter_map(Value::as_object).collect();
    // Columns: the keys of all points, the load first. A single point also lists its quantities.
    let mut columns: Vec<&str> = vec![Key::Load.name(), "state"];
    for (name, value) in points.iter().flat_map(|point| point.iter()) {
        if !columns.contains(&name.as_str()) && !value.is_object() {
            columns.push(name);
        }
    }
    let header = columns.iter().map(|name| (*name).to_owned()).collect();
    let row = |point: &&Map<String, Value>| columns.iter().map(|name| cell(point.get(*name))).collect();
    let rows: Vec<_> = std::iter::once(header).chain(points.iter().map(row)).collect();
    // Numbers are aligned to the right.
    text += &format!("\n{}", set(&rows, |cell, width| format!("{cell:>width$}")));
    if let [point] = &points[..] {
        text += &quantities(&point.get("values").cloned().unwrap_or_default(), names);
    }
    text + &answer["tail"].as_str().map_or_else(String::new, |tail| format!("\n{tail}\n"))
}

/// Formats an answer of `simulate`.
pub(crate) fn simulated(answer: &Value, names: &[QuantityName]) -> String {
    let mut text = scenario(&answer["scenario"]);
    // The interval `ci95` is that of the mean latency; a banyan has no latency, and `ci95` is that of its throughput.
    let throughput = if answer["mean_latency"].is_null() { "ci95" } else { "" };
    let mut rows = Vec::new();
    for (name, half) in [
        ("state", ""),
        ("mean_latency", "ci95"),
        ("broadcast_latency", "broadcast_ci95"),
        ("throughput", throughput),
        ("complete_throughput", "complete_ci95"),
        ("delivered", ""),
        ("cycles", ""),
        ("flit_hops_per_second", ""),
    ] {
        let value = &answer[name];
        if !value.is_null() {
            rows.push(vec![name.replace('_', " "), cell(Some(value)) + &interval(&answer[half])]);
        }
    }
    rows.extend(percentiles(answer));
    text += &format!("\n{}{}", columns(&rows), sentence(answer));
    text + &quantities(&answer["values"], names)
}

/// Formats an answer of `simulate` with messages of a file.
pub(crate) fn replayed(answer: &Value) -> String {
    let names = "state messages local flits delivered cycles mean_latency mean_source_wait maximum flit_hops";
    let shown = names.split(' ').filter(|name| !answer[*name].is_null());
    let mut rows: Vec<_> = shown.map(|name| vec![name.replace('_', " "), cell(Some(&answer[name]))]).collect();
    rows.extend(percentiles(answer));
    let slowest = &answer["slowest_source"];
    if !slowest.is_null() {
        let (node, latency) = (cell(Some(&slowest["node"])), cell(Some(&slowest["mean_latency"])));
        rows.push(vec!["slowest source".into(), format!("{node}, mean latency {latency}")]);
    }
    format!("{}\n{}{}", scenario(&answer["scenario"]), columns(&rows), sentence(answer))
}

/// Returns the sentence of an answer as a paragraph.
fn sentence(answer: &Value) -> String {
    answer["sentence"].as_str().map_or_else(String::new, |sentence| format!("\n{sentence}\n"))
}

/// Returns the percentiles of an answer as rows.
fn percentiles(answer: &Value) -> Vec<Vec<String>> {
    let known = answer["percentiles"].as_object().into_iter().flatten().filter(|(_, of)| !of["value"].is_null());
    known.map(|(name, of)| vec![name.clone(), cell(Some(&of["value"])) + &interval(&of["ci95"])]).collect()
}

/// Formats half the width of an interval.
fn interval(half: &Value) -> String {
    half.as_f64().map_or_else(String::new, |half| format!(" ± {}", number(half)))
}

/// Formats an answer of `explore`.
pub(crate) fn explored(answer: &Value) -> String {
    let sentence = answer["sentence"]
        .as_str()
        .or(answer["reason"].as_str())
        .unwrap_or("This answer has numbers only: use --json.");
    format!("{}{sentence}\n", scenario(&answer["scenario"]))
}

/// Returns the system and the given keys of a scenario, in one line.
fn scenario(scenario: &Value) -> String {
    let system = scenario["system"].as_str().unwrap_or_default();
    let rows = System::parse(system).map_or(&[][..], |system| system.params());
    let given =
        |row: &Param| scenario.get(row.key.name()).map(|value| format!(" {}={}", row.key.name(), cell(Some(value))));
    format!("{system}:{}\n", rows.iter().filter_map(given).collect::<String>())
}

/// The symbol of a quantity, with its name and unit.
pub(crate) struct QuantityName {
    symbol: &'static str,
    name: String,
}

impl QuantityName {
    /// Returns the names of quantities.
    pub(crate) fn all(quantities: &[Quantity]) -> Vec<Self> {
        let one = |&Quantity { symbol, name, unit, .. }: &Quantity| {
            // Some names are their unit.
            let unit = if unit.is_empty() || unit == name { String::new() } else { format!(" ({unit})") };
            Self { symbol, name: format!("{name}{unit}") }
        };
        quantities.iter().map(one).collect()
    }
}

/// Formats quantities as rows: symbol, name with unit, value.
fn quantities(values: &Value, names: &[QuantityName]) -> String {
    let list = |numbers: &Vec<Value>| numbers.iter().map(|number| cell(Some(number))).collect::<Vec<_>>().join(" ");
    let text = |value: &Value| value.as_array().map_or_else(|| cell(Some(value)), list);
    let named = |symbol: &str| names.iter().find(|name| name.symbol == symbol).map(|name| name.name.clone());
    let row = |(symbol, value): (&String, &Value)| vec![symbol.clone(), named(symbol).unwrap_or_default(), text(value)];
    let rows: Vec<_> = values.as_object().into_iter().flatten().map(row).collect();
    if rows.is_empty() { String::new() } else { format!("\n{}", columns(&rows)) }
}

fn number(number: f64) -> String {
    concise(number, DIGITS)
}

/// Formats a value; empty for `null`.
fn cell(value: Option<&Value>) -> String {
    match value {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(Value::Number(whole)) if whole.is_u64() => whole.to_string(),
        Some(value) => value.as_f64().map_or_else(|| value.to_string(), number),
    }
}

/// Aligns cells to the left, for words.
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
    fn points_are_columns_and_one_point_shows_its_quantities() {
        let values = json!({"rho": 0.25, "P_v": [0.5, 0.5]});
        let point =
            |load: f64, latency: f64| json!({"load": load, "state": "stable", "latency": latency, "values": values});
        let scenario = json!({"system": "kary-ncube", "k": 8});
        let answer = |points: Vec<Value>| json!({"scenario": scenario, "saturation": 0.0123456789, "points": points});
        let text = solved(&answer(vec![point(0.001, 40.123456), point(0.01, 141.0)]), &[]);
        assert_eq!(
            text,
            "kary-ncube: k=8\nsaturation load  0.012346\n\n load   state  latency\n0.001  stable   40.123\n 0.01  stable      141\n"
        );
        let names = QuantityName::all(&[
            Quantity::new("rho", "channel utilisation", "", "", 0.25),
            Quantity::new("P_v", "law of busy channels", "channels", "", vec![0.5, 0.5]),
        ]);
        let text = solved(&answer(vec![point(0.001, 40.0)]), &names);
        let rows = "\nP_v  law of busy channels (channels)  0.5 0.5\nrho  channel utilisation              0.25\n";
        assert!(text.ends_with(rows), "{text}");
    }

    #[test]
    fn a_run_shows_its_mean_with_its_interval_and_a_question_its_sentence() {
        let torus = json!({"scenario": {"system": "torus-broadcast"}, "state": "stable", "mean_latency": 41.0, "ci95": 0.25,
            "percentiles": {"p50": {"value": 40.0, "ci95": null}}, "sentence": "It is so.", "values": {}});
        // The interval `ci95` is that of the throughput where there is no latency.
        let banyan = json!({"scenario": {"system": "banyan-multicast"}, "mean_latency": null, "throughput": 0.5, "ci95": 0.01,
            "complete_throughput": 0.25, "complete_ci95": 0.02, "values": {}});
        let cube = json!({"scenario": {"system": "kary-ncube"}, "mean_latency": 41.0, "throughput": 0.5, "ci95": 0.25});
        for (answer, text) in [
            (
                torus.clone(),
                "torus-broadcast:\n\nstate         stable\nmean latency  41 ± 0.25\np50           40\n\nIt is so.\n",
            ),
            (banyan, "banyan-multicast:\n\nthroughput           0.5 ± 0.01\ncomplete throughput  0.25 ± 0.02\n"),
            (cube, "kary-ncube:\n\nmean latency  41 ± 0.25\nthroughput    0.5\n"),
        ] {
            assert_eq!(simulated(&answer, &[]), text);
        }
        assert_eq!(explored(&torus), "torus-broadcast:\nIt is so.\n");
    }
}
