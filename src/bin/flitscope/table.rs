//! `table`: turns answers into CSV, with one row per point or run and one column per key.
//!
//! | columns | source |
//! |---|---|
//! | `id`, `line`, `error`, `version` | the answer |
//! | `system`, `k`, .. | its scenario |
//! | `state`, `mean_latency`, .. | the answer, and the element of the list that gives the rows |
//! | `P_v.0`, `S_u`, .. | `values` |
//!
//! Other columns that are named like a key of scenarios, in small or capital letters, have a prefix: `answer.cycles`, `values.beta`,
//! `values.N`. Column names that differ only in case are one to databases and PowerShell, so a later one of those has a prefix too.
//!
//! Lines end with LF, for pipes; files saved by the page end lines with CR LF. The columns follow from the rows: without a row, nothing
//! is printed, not even a header.

use crate::{
    ending::{Ending, write},
    input::{invite, unreadable},
};
use flitscope::{
    experiment::table::Separator,
    param::legible,
    report::ParameterSet,
    scenario::System,
    sim::stats::Bins,
    text::{decoded, grouped},
};
use serde::Deserialize as _;
use serde_json::{Map, Value, json};
use std::{
    collections::{HashMap, HashSet},
    ffi::OsString,
    fs,
    io::{self, BufRead as _, BufReader},
};

/// The list whose elements are rows by default.
const POINTS: &str = "points";

/// Turn answers into CSV: one row per point or run, one column per key.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// A file with answers; - or nothing for standard input
    answers: Option<OsString>,
    /// The list whose elements are the rows, such as channels or histogram
    #[arg(long, value_name = "KEY", allow_hyphen_values = true)]
    rows: Option<String>,
    /// The sign between fields: , or ; with decimal commas in numbers, or \t for a tab
    #[arg(long, value_name = "SIGN", default_value = ",", hide_default_value = true, allow_hyphen_values = true)]
    separator: String,
}

pub(crate) fn run(arguments: Arguments) -> Result<(), Ending> {
    let Arguments { answers: file, rows, separator: sign } = arguments;
    let separator = Separator::named(&sign)
        .ok_or_else(|| format!("separator = {} is not accepted: use , or ; or \\t.", legible(&sign)))?;
    let list = rows.as_deref().unwrap_or(POINTS);
    let source = AnswerSource::open(file)?;
    // First pass: the columns follow from all answers.
    let mut columns = SeenColumns::default();
    source.answers(|answer| {
        rows_of(&answer, list, |row| row.into_iter().for_each(|(place, name, _)| columns.add(place, name)));
        Ok(())
    })?;
    let places = columns.places();
    if places.is_empty() {
        return Ok(());
    }
    write(&(separator.line(&columns.header()) + "\n"))?;
    source.answers(|answer| {
        let mut text = String::new();
        rows_of(&answer, list, |row| {
            let mut fields = vec![String::new(); places.len()];
            for (_, name, value) in row {
                if let Some(field) = places.get(&name).and_then(|place| fields.get_mut(*place)) {
                    *field = value;
                }
            }
            text.extend([&separator.line(&fields), "\n"]);
        });
        write(&text)
    })
}

/// The source of the answers, which is read twice.
enum AnswerSource {
    File(OsString),
    /// Standard input, which can be read only once.
    Kept(Vec<Vec<u8>>),
}

impl AnswerSource {
    fn open(file: Option<OsString>) -> Result<Self, Ending> {
        match file.filter(|path| path != "-") {
            Some(path) => Ok(Self::File(path)),
            None => {
                invite("answers of solve, simulate or explore");
                let lines: Result<_, _> = io::stdin().lock().split(b'\n').collect();
                lines.map(Self::Kept).map_err(|error| unreadable("Standard input", &error))
            }
        }
    }

    /// Calls `with` for every answer, in order.
    fn answers(&self, mut with: impl FnMut(Map<String, Value>) -> Result<(), Ending>) -> Result<(), Ending> {
        let mut one = |number: u64, line: &[u8]| {
            let wrong = |reason: &str| Ending::Refused(format!("Line {} {reason}", grouped(number)));
            let text = decoded(line).map_err(wrong)?;
            match serde_json::from_str(text) {
                _ if text.trim().is_empty() => Ok(()),
                Ok(Value::Object(answer)) => with(answer),
                _ => Err(wrong("is not an answer: use a JSON object.")),
            }
        };
        match self {
            Self::Kept(lines) => (1..).zip(lines).try_for_each(|(number, text)| one(number, text)),
            Self::File(path) => {
                let unreadable = |error| unreadable(&path.display().to_string(), &error);
                let file = fs::File::open(path).map_err(unreadable)?;
                (1..)
                    .zip(BufReader::new(file).split(b'\n'))
                    .try_for_each(|(number, text)| one(number, &text.map_err(unreadable)?))
            }
        }
    }
}

/// The groups of columns, in their order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum ColumnOrder {
    About,
    Scenario,
    Answer,
    Values,
}

impl ColumnOrder {
    const fn prefix(self) -> &'static str {
        match self {
            Self::About | Self::Answer => "answer.",
            Self::Scenario => "scenario.",
            Self::Values => "values.",
        }
    }
}

/// The columns, in order of first use.
#[derive(Default)]
struct SeenColumns {
    names: Vec<(ColumnOrder, String)>,
    known: HashSet<String>,
}

impl SeenColumns {
    fn add(&mut self, place: ColumnOrder, name: String) {
        if self.known.insert(name.clone()) {
            self.names.push((place, name));
        }
    }

    fn sorted(&self) -> Vec<(ColumnOrder, String)> {
        let mut names = self.names.clone();
        names.sort_by_key(|(place, _)| *place);
        names
    }

    /// The names, with a prefix where an earlier one differs only in case.
    fn header(&self) -> Vec<String> {
        let mut used = HashSet::new();
        let one = |(place, mut name): (ColumnOrder, String)| {
            while !used.insert(name.to_lowercase()) {
                name.insert_str(0, place.prefix());
            }
            name
        };
        self.sorted().into_iter().map(one).collect()
    }

    fn places(&self) -> HashMap<String, usize> {
        self.sorted().into_iter().map(|(_, name)| name).zip(0..).collect()
    }
}

/// The fields of a row with their columns. The later of two fields with the same name is used.
type TableRow = Vec<(ColumnOrder, String, String)>;

/// Calls `with` for each row of an answer: each element of the list `list`, each bin of that histogram, or else the answer itself.
fn rows_of(answer: &Map<String, Value>, list: &str, mut with: impl FnMut(TableRow)) {
    let mut common = TableRow::new();
    for (name, value) in answer.iter().filter(|(name, _)| *name != list) {
        match (name.as_str(), value) {
            ("id" | "line" | "error" | "version", value) => fields(ColumnOrder::About, name, value, &mut common),
            ("scenario", Value::Object(scenario)) => {
                scenario.iter().for_each(|(name, value)| fields(ColumnOrder::Scenario, name, value, &mut common));
            }
            ("values", Value::Object(values)) => of_values(values, &mut common),
            _ => {
                // A simulation repeats these keys of its scenario.
                let same = SHARED.contains(&name.as_str())
                    && answer.get("scenario").and_then(|scenario| scenario.get(name)) == Some(value);
                if !same {
                    let name = if is_key(name) { format!("answer.{name}") } else { name.clone() };
                    fields(ColumnOrder::Answer, &name, value, &mut common);
                }
            }
        }
    }
    let given = answer.get(list);
    let bins = given.and_then(bins);
    match given.and_then(Value::as_array).or(bins.as_ref()) {
        None => with(common),
        Some(elements) => {
            for element in elements.iter().filter_map(Value::as_object) {
                let mut row = common.clone();
                for (name, value) in element {
                    match value {
                        Value::Object(values) if name == "values" => of_values(values, &mut row),
                        value => fields(ColumnOrder::Answer, &of_answer(name), value, &mut row),
                    }
                }
                with(row);
            }
        }
    }
}

fn of_values(values: &Map<String, Value>, row: &mut TableRow) {
    for (symbol, value) in values {
        let name = if is_key(symbol) { format!("values.{symbol}") } else { symbol.clone() };
        fields(ColumnOrder::Values, &name, value, row);
    }
}

/// Returns the column of a key of a point or run. Load and seed share the column of the scenario's keys.
fn of_answer(name: &str) -> String {
    if is_key(name) && !SHARED.contains(&name) { format!("answer.{name}") } else { name.into() }
}

/// Keys of a scenario that an answer may repeat.
const SHARED: [&str; 2] = ["load", "seed"];

/// True if scenarios have a key of that name, in small or capital letters.
fn is_key(name: &str) -> bool {
    let rows = || System::ALL.iter().flat_map(|system| system.params()).filter(|row| ParameterSet::Simulation.has(row));
    name == "system" || rows().any(|row| row.key.name().eq_ignore_ascii_case(name))
}

/// Returns the non-empty bins of a histogram: `from` (inclusive), `to` (exclusive), and `count`.
fn bins(value: &Value) -> Option<Vec<Value>> {
    let Bins { edges, counts } = Bins::deserialize(value).ok()?;
    let bins = edges.iter().zip(edges.iter().skip(1)).zip(counts).filter(|(_, count)| *count > 0);
    Some(bins.map(|((from, to), count)| json!({ "from": from, "to": to, "count": count })).collect())
}

/// Adds the fields of a value: one for each number of a list and each key of an object. Histograms and other lists have none.
fn fields(place: ColumnOrder, name: &str, value: &Value, row: &mut TableRow) {
    let text = match value {
        Value::Object(_) if bins(value).is_some() => return,
        Value::Object(object) => {
            return object.iter().for_each(|(key, value)| fields(place, &format!("{name}.{key}"), value, row));
        }
        Value::Array(list) => {
            let plain = list.iter().all(|value| !value.is_array() && !value.is_object());
            let numbered = (0..).zip(list.iter().filter(|_| plain));
            return numbered
                .for_each(|(index, value): (usize, _)| fields(place, &format!("{name}.{index}"), value, row));
        }
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    row.push((place, name.into(), text));
}
