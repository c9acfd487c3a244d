//! `grid`: scenarios with all combinations of some values, one per line.

use crate::{
    ending::{Ending, print, say},
    input::{Given, SCENARIO, ScenarioArgument, parsed, read},
};
use flitscope::{
    param::{Key, legible},
    report::{ParameterSet, ScenarioReport},
    scenario::{Scenario, System},
    text::grouped,
};
use serde::{Serialize, Serializer};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// The largest numbers of values of a parameter, and of combinations.
const MOST_VALUES: u64 = 1_000_000;
const MOST_LINES: u64 = 1_000_000_000;

/// The largest number of listed reasons for impossible combinations.
const MOST_REASONS: usize = 20;

/// Significant digits of equally spaced values, so that rounding errors do not show.
const DIGITS: usize = 12;

/// Print one scenario per line, for every combination of the given values.
///
/// A..B are the whole numbers from A to B; A..B:N are N equally spaced numbers. A list can have both. Impossible combinations are left
/// out; standard error has their reasons.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    scenario: ScenarioArgument,
    /// A key and its values: KEY=A,B,C or KEY=A..B or KEY=A..B:N; can be repeated
    #[arg(long, value_name = "KEY=VALUES", allow_hyphen_values = true)]
    over: Vec<String>,
    /// Fractions of the load at which the model ends, such as 0.1..1.1:11
    #[arg(long, value_name = "VALUES", allow_hyphen_values = true)]
    fractions: Vec<String>,
    /// Seeds, such as 1..8
    #[arg(long, value_name = "VALUES", allow_hyphen_values = true)]
    seeds: Vec<String>,
}

pub(crate) fn run(arguments: Arguments) -> Result<(), Ending> {
    let Arguments { scenario, over: named, fractions, seeds } = arguments;
    let mut over = Vec::new();
    for text in named {
        let pair = text.split_once('=').filter(|(key, _)| !key.trim().is_empty());
        let refused = || format!("over = {} is not accepted: use a key with values, such as k=4,8,16.", legible(&text));
        let (key, values) = pair.ok_or_else(refused)?;
        over.push((key.trim().to_owned(), values.to_owned()));
    }
    over.extend(fractions.into_iter().map(|values| (FRACTIONS.into(), values)));
    over.extend(seeds.into_iter().map(|values| (Key::Seed.name().into(), values)));
    Grid::new(&Given::read(&read(scenario.joined()?, &SCENARIO)?, &SCENARIO)?, &over)?.print()
}

/// The name of the axis of fractions; a line has them as `load`.
const FRACTIONS: &str = "fractions";

struct Grid {
    /// The keys that all combinations share: those given, and those that differ from their defaults.
    base: Map<String, Value>,
    /// Parameters, each with its values.
    axes: Vec<(String, Vec<Value>)>,
}

impl Grid {
    fn new(given: &Given, over: &[(String, String)]) -> Result<Self, Ending> {
        let scenario = given.scenario()?;
        let all = [scenario, Scenario::new(scenario.system())]
            .map(|scenario| json!(ScenarioReport { scenario, part: ParameterSet::Everything }));
        let [Value::Object(mut base), Value::Object(defaults)] = all else {
            return Err(Ending::Refused("No scenario.".into()));
        };
        let named = |name: &str| Key::ALL.iter().any(|key| key.name() == name && given.value(*key).is_some());
        // A value without effect may have one in other combinations.
        let simulated =
            |name: &str| scenario.system().param_named(name).is_some_and(|row| ParameterSet::Simulation.has(row));
        let differs = |name: &str, value: &Value| named(name) || defaults.get(name) != Some(value);
        base.retain(|name, value| name == SYSTEM || simulated(name) && differs(name, value));
        // Each combination divides a load in flits by its own message length.
        let in_flits =
            |load: &Value| load.get("flits").is_some() || load.as_str().is_some_and(|text| text.ends_with("flits"));
        base.extend(given.value(Key::Load).filter(in_flits).map(|load| (Key::Load.name().into(), load)));
        let systems: Vec<System> = match over.iter().find(|(key, _)| key == SYSTEM) {
            Some((_, values)) => values.split(',').map(|key| System::parse(key.trim())).collect::<Result<_, _>>(),
            None => Ok(vec![scenario.system()]),
        }?;
        let mut axes: Vec<(String, Vec<Value>)> = Vec::new();
        for (key, text) in over {
            let key = called(key, &systems, text)?;
            let values = values(&key, text)?;
            let place = |key: &str| if key == FRACTIONS { Key::Load.name().to_owned() } else { key.to_owned() };
            if axes.iter().any(|(other, _)| place(other) == place(&key)) {
                return Err(format!("{} is given twice: give it once.", place(&key)).into());
            }
            axes.push((key, values));
        }
        let lines = axes.iter().fold(1_u64, |lines, axis| lines.saturating_mul(axis.1.len() as u64));
        if lines > MOST_LINES {
            return Err(format!("The grid has too many combinations: use at most {}.", grouped(MOST_LINES)).into());
        }
        Ok(Self { base, axes })
    }

    /// Prints the possible combinations; the last axis varies fastest. The reasons for the others go to standard error.
    fn print(&self) -> Result<(), Ending> {
        let lines: u64 = self.axes.iter().map(|(_, values)| values.len() as u64).product();
        let mut reasons: BTreeMap<String, u64> = BTreeMap::new();
        for number in 0..lines {
            let (line, checked) = self.line(number);
            match Given::Keys(checked).scenario() {
                Ok(scenario) => print(&GridLine(line, scenario.system()))?,
                Err(reason) => *reasons.entry(reason.to_string()).or_default() += 1,
            }
        }
        let left_out: u64 = reasons.values().sum();
        if left_out > 0 {
            say(&format!("{} of {} combinations are impossible and left out:", grouped(left_out), grouped(lines)));
        }
        for (reason, count) in reasons.iter().take(MOST_REASONS) {
            say(&format!("{} of them: {reason}", grouped(*count)));
        }
        if let more @ 1.. = reasons.len().saturating_sub(MOST_REASONS) {
            say(&format!("{} more reasons are not listed.", grouped(more as u64)));
        }
        if left_out == lines { Err(Ending::Refused("No combination is possible.".into())) } else { Ok(()) }
    }

    /// Returns the keys and values of a combination, and those to check it by, which leave out a fraction of the load.
    fn line(&self, number: u64) -> (Map<String, Value>, Vec<(String, Value)>) {
        let (mut line, mut rest, mut fraction) = (self.base.clone(), number, None);
        for (key, values) in self.axes.iter().rev() {
            let value = &values[(rest % values.len() as u64) as usize];
            rest /= values.len() as u64;
            if key == FRACTIONS {
                line.remove(Key::Load.name());
                fraction = Some(json!({ "fraction": value }));
            } else {
                line.insert(key.clone(), value.clone());
            }
        }
        let checked = line.clone().into_iter().collect();
        line.extend(fraction.map(|fraction| (Key::Load.name().into(), fraction)));
        (line, checked)
    }
}

/// A scenario; its keys are printed in the order of the parameter table.
struct GridLine(Map<String, Value>, System);

impl Serialize for GridLine {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(line, system) = self;
        let names = [SYSTEM].into_iter().chain(system.params().iter().map(|row| row.key.name()));
        serializer.collect_map(names.filter_map(|name| line.get(name).map(|value| (name, value))))
    }
}

const SYSTEM: &str = "system";

/// Returns the name of a key that is given by name or symbol.
fn called(name: &str, systems: &[System], text: &str) -> Result<String, Ending> {
    if name == SYSTEM || name == FRACTIONS {
        return Ok(name.into());
    }
    let row =
        systems.iter().find_map(|system| system.param_called(name)).filter(|row| ParameterSet::Simulation.has(row));
    row.map(|row| row.key.name().to_owned())
        .ok_or_else(|| systems.first().unwrap_or(&System::ALL[0]).unknown(name, text).into())
}

/// Parses a list of values and ranges.
fn values(key: &str, text: &str) -> Result<Vec<Value>, Ending> {
    let mut all = Vec::new();
    for element in text.split(',').map(str::trim) {
        match element.split_once("..") {
            Some((first, rest)) => all.extend(range(key, element, first, rest)?),
            None => all.push(
                element.parse().ok().filter(|number: &f64| number.is_finite()).map_or_else(|| json!(element), number),
            ),
        }
        if all.len() as u64 > MOST_VALUES {
            return Err(too_many(key));
        }
    }
    let numbers = |value: &Value| value.as_f64().is_some_and(|part| part >= 0.0);
    if key == FRACTIONS && !all.iter().all(numbers) {
        return Err(wrong(key, text));
    }
    Ok(all)
}

/// Parses `a..b`, whole numbers, or `a..b:n`, n equally spaced numbers.
fn range(key: &str, element: &str, first: &str, rest: &str) -> Result<Vec<Value>, Ending> {
    let refused = || wrong(key, element);
    let Some((last, count)) = rest.split_once(':') else {
        let ends = parsed::<u32>(first).zip(parsed::<u32>(rest));
        let (first, last) = ends.filter(|(first, last)| first <= last).ok_or_else(refused)?;
        let many = u64::from(last - first) >= MOST_VALUES;
        return if many { Err(too_many(key)) } else { Ok((first..=last).map(|whole| json!(whole)).collect()) };
    };
    let ends = first.trim().parse::<f64>().ok().zip(last.trim().parse::<f64>().ok());
    let (first, last) = ends.filter(|(first, last)| first.is_finite() && last.is_finite()).ok_or_else(refused)?;
    let count = parsed::<u64>(count).filter(|count| *count > 0).ok_or_else(refused)?;
    if count > MOST_VALUES {
        return Err(too_many(key));
    }
    let steps = (count - 1).max(1) as f64;
    Ok((0..count).map(|step| number(rounded(first + (last - first) * step as f64 / steps))).collect())
}

fn rounded(value: f64) -> f64 {
    format!("{value:.*e}", DIGITS - 1).parse().unwrap_or(value)
}

/// Returns a number as JSON, whole numbers without a point.
fn number(value: f64) -> Value {
    if value.fract() == 0.0 && (0.0..1e15).contains(&value) { json!(value as u64) } else { json!(value) }
}

fn wrong(key: &str, text: &str) -> Ending {
    Ending::Refused(format!(
        "{key} = {} is not accepted: use values such as 4,8,16, whole numbers such as 3..8, or 0.1..1.1:11 for 11 equally spaced numbers.",
        legible(text)
    ))
}

fn too_many(key: &str) -> Ending {
    Ending::Refused(format!("{key} has too many values: use at most {}.", grouped(MOST_VALUES)))
}
