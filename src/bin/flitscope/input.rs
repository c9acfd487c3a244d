//! What comes in: arguments, files, scenarios.

use flitscope::{
    param::Problem,
    scenario::{Parsed, Scenario},
};
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::Value;
use std::{ffi::OsString, fmt, fs, io::Read as _};

/// What is wrong with an argument, in a sentence.
pub fn sentence(error: lexopt::Error) -> String {
    format!("{error}; flitscope --help lists the options.")
}

/// The text that follows an option.
pub fn text(args: &mut lexopt::Parser) -> Result<String, String> {
    use lexopt::ValueExt as _;
    args.value().and_then(|value| value.string()).map_err(sentence)
}

/// Takes the value of an option that can be given once.
pub fn once<T>(place: &mut Option<T>, option: &str, value: T) -> Result<(), String> {
    match place.replace(value) {
        None => Ok(()),
        Some(_) => Err(format!("--{option} is given twice: it takes one value.")),
    }
}

/// The number that follows an option, if it is among those accepted.
pub fn number<T: std::str::FromStr>(
    args: &mut lexopt::Parser,
    option: &str,
    accepted: &str,
    right: impl Fn(&T) -> bool,
) -> Result<T, String> {
    let text = text(args)?;
    let number = text.trim().parse().ok().filter(right);
    number.ok_or_else(|| Problem::new(option, &text, accepted).to_string())
}

/// The text of a file, or of standard input if there is none or it is called `-`.
pub fn read(file: Option<OsString>) -> Result<String, String> {
    match file.filter(|path| path != "-") {
        Some(path) => fs::read_to_string(&path).map_err(|error| format!("{} cannot be read: {error}.", path.display())),
        None => {
            let mut input = String::new();
            std::io::stdin()
                .read_to_string(&mut input)
                .map_err(|error| format!("Standard input cannot be read: {error}."))?;
            Ok(input)
        }
    }
}

/// Whether a JSON object has this key.
pub fn names(json: &str, key: &str) -> bool {
    serde_json::from_str::<Value>(json).is_ok_and(|value| value.get(key).is_some())
}

/// The keys and values of a JSON object, also those given twice.
struct Pairs(Vec<(String, Value)>);

impl<'de> Deserialize<'de> for Pairs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct All;
        impl<'de> Visitor<'de> for All {
            type Value = Pairs;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a JSON object")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Pairs, A::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    pairs.push(pair);
                }
                Ok(Pairs(pairs))
            }
        }
        deserializer.deserialize_map(All)
    }
}

/// A scenario from a JSON object; every key and value must be right.
pub fn parse(json: &str) -> Result<Scenario, String> {
    let Pairs(object) = serde_json::from_str(json).map_err(|error| {
        // JSON of another kind.
        if error.is_data() {
            "The scenario is not a JSON object such as {\"k\": 8}.".into()
        } else {
            format!("The scenario is not JSON: {error}.")
        }
    })?;
    let mut pairs: Vec<(&str, String)> = Vec::new();
    for (key, value) in &object {
        if pairs.iter().any(|(earlier, _)| earlier == key) {
            return Err(format!(
                "{key} is given twice, the second time as {value}: a scenario has one value of each key."
            ));
        }
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
