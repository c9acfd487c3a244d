//! What comes in: arguments, files, scenarios.

use flitscope::{
    param::{Accepted, Problem, legible},
    scenario::{Parsed, Scenario},
};
use serde::{
    Serialize,
    de::{Deserialize, Deserializer, MapAccess, Visitor},
};
use serde_json::Value;
use std::{
    ffi::OsString,
    fmt, fs,
    io::{self, BufRead, BufReader, Read as _},
};

/// What is wrong with an argument, as a sentence.
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
        Some(_) => Err(format!("--{option} is given twice: give it once.")),
    }
}

/// The number that follows an option, if it is among those accepted.
pub fn number<T: std::str::FromStr>(
    args: &mut lexopt::Parser,
    option: &str,
    accepted: Accepted,
    right: impl Fn(&T) -> bool,
) -> Result<T, String> {
    let text = text(args)?;
    let number = text.trim().parse().ok().filter(right);
    number.ok_or_else(|| Problem::new(option, &text, accepted).to_string())
}

/// Longest scenario that is read, bytes; what one needs stays far below. A file without an end has no other bound.
const LONGEST: u64 = 1 << 20;

/// A file, or standard input if there is none or it is called `-`, and its name in a sentence.
fn open(file: Option<OsString>) -> Result<(Box<dyn BufRead>, String), String> {
    match file.filter(|path| path != "-") {
        Some(path) => {
            let name = path.display().to_string();
            let file = fs::File::open(&path).map_err(|error| unreadable(&name, &error))?;
            Ok((Box::new(BufReader::new(file)), name))
        }
        None => Ok((Box::new(BufReader::new(io::stdin())), "Standard input".into())),
    }
}

fn unreadable(name: &str, error: &io::Error) -> String {
    format!("{name} cannot be read: {error}.")
}

/// The text of a file, or of standard input if there is none or it is called `-`.
pub fn read(file: Option<OsString>) -> Result<String, String> {
    let (input, name) = open(file)?;
    let mut bytes = Vec::new();
    input.take(LONGEST + 1).read_to_end(&mut bytes).map_err(|error| unreadable(&name, &error))?;
    if bytes.len() as u64 > LONGEST {
        return Err(format!("{name} is longer than {} kB, the longest accepted scenario.", LONGEST >> 10));
    }
    String::from_utf8(bytes).map_err(|_| format!("{name} cannot be read: it is not UTF-8 text."))
}

/// The lines of a file or of standard input, one at a time.
pub struct Lines {
    input: Box<dyn BufRead>,
    name: String,
    number: u64,
    over: bool,
}

impl Lines {
    /// The lines of a file, or of standard input if there is none or it is called `-`.
    pub fn open(file: Option<OsString>) -> Result<Self, String> {
        open(file).map(|(input, name)| Self { input, name, number: 0, over: false })
    }

    /// The next line that is not blank, with its number from 1 on; or why it cannot be used, in a sentence. A line that is too long is the
    /// last one: where it ends nobody knows.
    pub fn next(&mut self) -> Option<(u64, Result<String, String>)> {
        while !self.over {
            let mut line = Vec::new();
            let read = (&mut self.input).take(LONGEST + 1).read_until(b'\n', &mut line);
            self.number += 1;
            self.over = read.as_ref().map_or(true, |length| *length as u64 > LONGEST);
            let text = match read {
                Ok(0) => return None,
                Err(error) => Err(unreadable(&self.name, &error)),
                Ok(_) if self.over => {
                    let most = LONGEST >> 10;
                    Err(format!(
                        "The line is longer than {most} kB, the longest accepted scenario; this line and the rest of the input are not read."
                    ))
                }
                Ok(_) => String::from_utf8(line).map_err(|_| "The line is not UTF-8 text.".into()),
            };
            if text.as_ref().map_or(true, |text| !text.trim().is_empty()) {
                return Some((self.number, text));
            }
        }
        None
    }
}

/// The answer to a line that is not accepted.
#[derive(Serialize)]
pub struct Refused {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<Value>,
    line: u64,
    error: String,
}

impl Refused {
    /// Why the line of that number is not.
    pub fn new(id: Option<Value>, line: u64, error: &str) -> Self {
        Self { id, line, error: legible(error) }
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
    scenario(&pairs(json)?)
}

/// The same from one of several lines, with its key `id`, which goes with the answer.
pub fn parse_line(json: &str) -> (Option<Value>, Result<Scenario, String>) {
    let mut object = match pairs(json) {
        Ok(object) => object,
        Err(error) => return (None, Err(error)),
    };
    let id = object.iter().position(|(key, _)| key == "id").map(|place| object.remove(place).1);
    (id, scenario(&object))
}

fn pairs(json: &str) -> Result<Vec<(String, Value)>, String> {
    let Pairs(object) = serde_json::from_str(json).map_err(|error| {
        // JSON of another kind.
        if error.is_data() {
            "The scenario is not a JSON object such as {\"k\": 8}.".into()
        } else {
            format!("The scenario is not JSON: {error}.")
        }
    })?;
    Ok(object)
}

/// A scenario from keys and values; every one must be right.
pub fn scenario(object: &[(String, Value)]) -> Result<Scenario, String> {
    let text = |value: &Value| match value {
        Value::String(text) => text.clone(),
        // Of what is neither a number nor a word: whatever the key takes, its text is not among it.
        other => other.to_string(),
    };
    let pairs: Vec<(&str, String)> = object.iter().map(|(key, value)| (key.as_str(), text(value))).collect();
    let parsed = Parsed::from_pairs(pairs.iter().map(|(key, text)| (*key, text.as_str())).collect::<Vec<_>>());
    match parsed.problems.into_iter().next() {
        // Nothing stands in for a bad value here: the program stops.
        Some(problem) => Err(Problem { used: None, ..problem }.to_string()),
        None => Ok(parsed.scenario),
    }
}
