//! The input of the commands: arguments, files, scenarios.

use crate::ending::{Ending, lock, say};
use flitscope::{
    model,
    param::{Accepted, Key, Param, Problem},
    scenario::{Parsed, Scenario, System, link},
    text::{decoded, plain},
};
use serde::de::{self, Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::Value;
use std::{
    collections::BTreeSet,
    ffi::OsString,
    fmt, fs,
    io::{self, BufRead, BufReader, Cursor, IsTerminal as _, Read as _},
    path::Path,
    sync::Mutex,
};

/// Parses the number of an option and checks its range.
pub(crate) fn number<T: std::str::FromStr>(
    given: Option<&String>,
    option: &str,
    accepted: Accepted,
    right: impl Fn(&T) -> bool,
) -> Result<Option<T>, Ending> {
    let Some(text) = given else { return Ok(None) };
    let number = plain(text).and_then(|plain| parsed(&plain)).filter(right);
    number.map(Some).ok_or_else(|| Problem::new(option, text, accepted).into())
}

/// Parses a number. A whole number may be written as one that is not, as in 8.0 or 1e3.
pub(crate) fn parsed<T: std::str::FromStr>(text: &str) -> Option<T> {
    let whole =
        || text.trim().parse().ok().filter(|number: &f64| number.fract() == 0.0).map(|number| number.to_string());
    text.trim().parse().ok().or_else(|| whole()?.parse().ok())
}

/// Returns a whole number of JSON, however it is written.
pub(crate) fn whole(value: &Value) -> Option<u32> {
    parsed(&value.as_number()?.to_string())
}

/// The scenario in the arguments of a command.
#[derive(clap::Args)]
pub(crate) struct ScenarioArgument {
    /// KEY=VALUE pairs, a link of the page, a JSON object, or a file with one of these; - or nothing for standard input
    #[arg(value_name = "SCENARIO")]
    words: Vec<OsString>,
}

impl ScenarioArgument {
    /// Joins several KEY=VALUE arguments into one, as in a link.
    pub(crate) fn joined(self) -> Result<Option<OsString>, Ending> {
        let mut words = self.words.into_iter();
        let (Some(first), rest) = (words.next(), words.collect::<Vec<_>>()) else { return Ok(None) };
        if rest.is_empty() {
            return Ok(Some(first));
        }
        let pair = |word: &OsString| {
            let text = word.to_str().filter(|text| is_link(text) && !text.contains('#')).map(str::to_owned);
            let use_pairs = "use KEY=VALUE pairs, such as k=8.";
            text.ok_or_else(|| format!("{} is not accepted beside other arguments: {use_pairs}", word.display()))
        };
        let pairs: Vec<String> = [first].iter().chain(&rest).map(pair).collect::<Result<_, _>>()?;
        Ok(Some(pairs.join(" ").into()))
    }
}

/// The longest accepted scenario, in bytes, far above the size of any scenario. It also bounds a file without an end.
const LONGEST: u64 = 1 << 20;

/// The source of the input of a command, as chosen by its argument: none or `-` is standard input.
#[derive(Debug, PartialEq, Eq)]
enum InputSource {
    Standard,
    /// The argument is the name of a file.
    File(OsString),
    /// The argument is the input itself.
    Argument(String),
}

impl InputSource {
    /// Chooses the source: an existing file, whatever its name, or an argument that looks like a link or JSON.
    fn of(argument: Option<OsString>, kind: &InputKind) -> Result<Self, Ending> {
        let Some(argument) = argument.filter(|argument| argument != "-") else { return Ok(Self::Standard) };
        let exists = Path::new(&argument).try_exists();
        match argument.to_str() {
            _ if matches!(exists, Ok(true)) => Ok(Self::File(argument)),
            Some(text) if text.is_empty() || is_json(text) || is_link(&link::repaired(text)) => {
                Ok(Self::Argument(text.into()))
            }
            _ => {
                let error = exists.err().map_or_else(String::new, |error| format!(" ({error})"));
                Err(format!(
                    "{} cannot be read: it is neither a file{error} nor {}.",
                    argument.display(),
                    kind.such_as(kind.argument)
                )
                .into())
            }
        }
    }

    /// Opens a reader; returns it with the name of the source for errors. At a terminal, prints an invitation first.
    fn open(self, kind: &InputKind) -> Result<(Box<dyn BufRead + Send>, String), Ending> {
        match self {
            Self::Standard => {
                invite(&kind.such_as(kind.example));
                Ok((Box::new(BufReader::new(io::stdin())), "Standard input".into()))
            }
            Self::File(path) => {
                let name = path.display().to_string();
                let file = fs::File::open(&path).map_err(|error| unreadable(&name, &error))?;
                Ok((Box::new(BufReader::new(file)), name))
            }
            Self::Argument(text) => Ok((Box::new(Cursor::new(text)), "The argument".into())),
        }
    }
}

pub(crate) fn unreadable(name: &str, error: &io::Error) -> Ending {
    Ending::Refused(format!("{name} cannot be read: {error}."))
}

/// The keys that end standard input on a terminal.
const END: &str = if cfg!(windows) { "Ctrl-Z and Enter" } else { "Ctrl-D" };

/// At a terminal, prints which input the program waits for.
pub(crate) fn invite(wanted: &str) {
    if io::stdin().is_terminal() {
        say(&format!("Waiting for {wanted} on standard input: end it with {END} on a new line."));
    }
}

/// Checks that standard input has either the scenario or the file of an option.
pub(crate) fn apart(option: &str, scenario: Option<&OsString>, file: Option<&OsString>) -> Result<(), Ending> {
    let both = file.is_some_and(|path| path == "-") && scenario.is_none_or(|argument| argument == "-");
    let why = "is not accepted without a scenario in the arguments: standard input cannot have both.";
    if both { Err(format!("{option} = - {why}").into()) } else { Ok(()) }
}

/// Reads the whole input: the argument, the file of that name, or standard input.
pub(crate) fn read(argument: Option<OsString>, kind: &InputKind) -> Result<String, Ending> {
    let (input, name) = InputSource::of(argument, kind)?.open(kind)?;
    let mut bytes = Vec::new();
    input.take(LONGEST + 1).read_to_end(&mut bytes).map_err(|error| unreadable(&name, &error))?;
    if bytes.len() as u64 > LONGEST {
        return Err(format!("{name} is too long: a scenario has at most {} kB.", LONGEST >> 10).into());
    }
    decoded(&bytes).map(str::to_owned).map_err(|reason| format!("{name} cannot be read: it {reason}").into())
}

/// The lines of the input, one at a time.
pub(crate) struct Lines {
    input: Box<dyn BufRead + Send>,
    /// The name of the source.
    pub(crate) name: String,
    number: u64,
    /// Bytes read so far, and those of the file: zero if the source is not a file.
    pub(crate) bytes: u64,
    pub(crate) size: u64,
    over: bool,
}

impl Lines {
    /// Opens the argument, the file of that name, or standard input.
    pub(crate) fn open(argument: Option<OsString>, kind: &InputKind) -> Result<Self, Ending> {
        Self::of(InputSource::of(argument, kind)?, kind)
    }

    /// Opens a file, or standard input if its name is `-`.
    pub(crate) fn of_file(path: OsString, kind: &InputKind) -> Result<Self, Ending> {
        Self::of(if path == "-" { InputSource::Standard } else { InputSource::File(path) }, kind)
    }

    fn of(source: InputSource, kind: &InputKind) -> Result<Self, Ending> {
        let size =
            if let InputSource::File(path) = &source { fs::metadata(path).map_or(0, |file| file.len()) } else { 0 };
        source.open(kind).map(|(input, name)| Self { input, name, number: 0, bytes: 0, size, over: false })
    }

    /// Returns the number of the next line that is not blank, from 1, and its text or the reason why it is refused. A line that is too
    /// long is the last one, because its end is unknown.
    pub(crate) fn next(&mut self) -> Option<(u64, Result<String, Ending>)> {
        while !self.over {
            let mut line = Vec::new();
            let read = (&mut self.input).take(LONGEST + 1).read_until(b'\n', &mut line);
            self.number += 1;
            self.bytes += line.len() as u64;
            self.over = read.as_ref().map_or(true, |length| *length as u64 > LONGEST);
            let text = match read {
                Ok(0) => return None,
                Err(error) => Err(unreadable(&self.name, &error)),
                Ok(_) if self.over => {
                    let most = format!("it may have at most {} kB", LONGEST >> 10);
                    let rest = "This line and the rest of the input are not read.";
                    Err(format!("The line is too long: {most}. {rest}").into())
                }
                Ok(_) => {
                    decoded(&line).map(str::to_owned).map_err(|reason| Ending::Refused(format!("The line {reason}")))
                }
            };
            if text.as_ref().map_or(true, |text| !text.trim().is_empty()) {
                return Some((self.number, text));
            }
        }
        None
    }
}

/// The largest accepted fraction of the load at which a model ends, far beyond any saturation.
pub(crate) const MOST_FRACTION: f64 = 1e6;

/// A kind of input: its name in errors, and examples as JSON and as a shell argument.
pub(crate) struct InputKind {
    name: &'static str,
    pub(crate) example: &'static str,
    argument: &'static str,
}

pub(crate) const SCENARIO: InputKind =
    InputKind { name: "scenario", example: "{\"k\": 8}", argument: "system=kary-ncube k=8" };
pub(crate) const QUESTION: InputKind = InputKind {
    name: "question",
    example: "{\"question\": \"sensitivity\", \"scenario\": {\"k\": 8}}",
    argument: "'{\"question\": \"sensitivity\", \"scenario\": \"system=kary-ncube k=8\"}'",
};

pub(crate) const MESSAGE: InputKind = InputKind {
    name: "message",
    example: r#"{"cycle": 0, "source": 3, "destination": 5, "flits": 32}"#,
    argument: "a file",
};

impl InputKind {
    /// Returns "a scenario such as {"k": 8}".
    fn such_as(&self, example: &str) -> String {
        format!("a {} such as {example}", self.name)
    }

    /// Returns the error for JSON of another type.
    pub(crate) fn missed(&self) -> Ending {
        Ending::Refused(format!("The {} is not a JSON object: use one such as {}.", self.name, self.example))
    }
}

/// The input in the place of a scenario or a question.
#[derive(Clone)]
pub(crate) enum Given {
    /// The keys and values of a JSON object, with duplicates.
    Keys(Vec<(String, Value)>),
    /// A link, or the part after its `#`, repaired; in JSON, as a string.
    Link(String),
}

impl<'de> Deserialize<'de> for Given {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Any;
        impl<'de> Visitor<'de> for Any {
            type Value = Given;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a JSON object")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Given, A::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    pairs.push(pair);
                }
                Ok(Given::Keys(pairs))
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<Given, E> {
                Ok(Given::Link(link::repaired(text)))
            }
        }
        deserializer.deserialize_any(Any)
    }
}

impl Given {
    pub(crate) fn read(text: &str, kind: &InputKind) -> Result<Self, Ending> {
        let text = text.trim_start_matches('\u{feff}').trim();
        if text.is_empty() {
            return Err(format!("The {} is missing: use {}.", kind.name, kind.such_as(kind.argument)).into());
        }
        let link = link::repaired(text);
        if !is_json(text) && is_link(&link) {
            return Ok(Self::Link(link));
        }
        let wrong = |error: serde_json::Error| {
            if error.is_data() {
                kind.missed()
            } else {
                Ending::Refused(format!("The {} is not JSON: {error}.", kind.name))
            }
        };
        serde_json::from_str(text).map_err(wrong)
    }

    /// Removes a key and returns its value; `None` for a link.
    pub(crate) fn take(&mut self, key: &str) -> Option<Value> {
        let Self::Keys(pairs) = self else { return None };
        pairs.iter().position(|(name, _)| name == key).map(|place| pairs.remove(place).1)
    }

    /// The keys and values, of a link as text.
    fn pairs(&self) -> Vec<(String, Value)> {
        match self {
            Self::Keys(pairs) => pairs.clone(),
            Self::Link(text) => {
                let pairs = link::pairs(fragment(text).unwrap_or_default()).into_iter();
                pairs.map(|(name, text)| (name.to_string(), text.to_string().into())).collect()
            }
        }
    }

    /// The value of a key, if the input has it.
    pub(crate) fn value(&self, key: Key) -> Option<Value> {
        self.pairs().into_iter().find(|(name, _)| name == key.name()).map(|(_, value)| value)
    }

    /// The input without a key.
    pub(crate) fn without(&self, key: Key) -> Self {
        Self::Keys(self.pairs().into_iter().filter(|(name, _)| name != key.name()).collect())
    }

    /// Returns the scenario, or the first problem of its keys and values.
    pub(crate) fn scenario(&self) -> Result<Scenario, Ending> {
        match self {
            Self::Keys(pairs) => of_keys(pairs),
            Self::Link(text) => right(link::parse(fragment(text)?)),
        }
    }
}

/// True if a text looks like JSON.
fn is_json(text: &str) -> bool {
    text.trim_start_matches(|sign: char| sign == '\u{feff}' || sign.is_whitespace()).starts_with(['{', '[', '"'])
}

/// True if a text looks like a link or KEY=VALUE pairs.
fn is_link(text: &str) -> bool {
    !is_json(text) && (text.trim_start().starts_with('#') || text.contains('=') || text.contains("://"))
}

/// Returns the part of a link after `#`; the whole text if it has no `#` and is not an address.
fn fragment(link: &str) -> Result<&str, Ending> {
    match link.split_once('#') {
        Some((_, fragment)) => Ok(fragment),
        None if link.contains("://") => {
            Err(Ending::Refused("The link has no scenario: the part after # is missing.".into()))
        }
        None => Ok(link),
    }
}

fn of_keys(pairs: &[(String, Value)]) -> Result<Scenario, Ending> {
    // A load that is given as an object of one key.
    let load = |(key, value): &(String, Value), name: &str| {
        let object = value.as_object().filter(|object| key == Key::Load.name() && object.len() == 1);
        object.and_then(|object| object.get(name)).cloned()
    };
    let fraction = |pair: &(String, Value)| load(pair, "fraction");
    let text = |pair: &(String, Value)| match (load(pair, "flits"), &pair.1) {
        (Some(flits), _) => format!("{flits}flits"),
        (None, Value::String(text)) => text.clone(),
        // Neither a number nor a word: no key accepts its text.
        (None, other) => other.to_string(),
    };
    // An answer has the file of its table of rates and their mean beside the number of the table.
    let of_answer = |name: &str| matches!(name, "rates" | "rates_mean");
    let plain = pairs.iter().filter(|pair| fraction(pair).is_none() && !of_answer(&pair.0));
    let plain: Vec<(&str, String)> = plain.map(|pair| (pair.0.as_str(), text(pair))).collect();
    let parsed = Parsed::from_pairs(plain.iter().map(|(key, text)| (*key, text.as_str())).collect::<Vec<_>>());
    let scenario = right(parsed)?;
    let fractions: Vec<Value> = pairs.iter().filter_map(fraction).collect();
    match &fractions[..] {
        [] => Ok(scenario),
        [fraction] if plain.iter().all(|(key, _)| *key != Key::Load.name()) => at_fraction(scenario, fraction),
        _ => Err(Ending::Refused("load is given twice: use one value.".into())),
    }
}

/// Sets the load to a fraction of the one at which the model ends.
fn at_fraction(scenario: Scenario, fraction: &Value) -> Result<Scenario, Ending> {
    let accepted = Accepted::Number { min: 0.0, max: MOST_FRACTION };
    let part = fraction.as_f64().filter(|part| (0.0..=MOST_FRACTION).contains(part));
    let part = part.ok_or_else(|| Problem::new("fraction", fraction, accepted))?;
    let load = part * model::solved_to_end(scenario.setup()).end().load + 0.0;
    let row = load_row(scenario.system())?;
    if row.nearest(load) != load {
        return Err(Problem::new(row.key.name(), load, row.accepted(scenario.system().params())).into());
    }
    Ok(scenario.set(Key::Load, load))
}

/// Returns the row of the load in the parameter table.
pub(crate) fn load_row(system: System) -> Result<&'static Param, Ending> {
    system.param(Key::Load).ok_or_else(|| Ending::Refused("This system has no load.".into()))
}

static NOTICED: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// Returns the scenario, or its first problem. Each value without effect is noticed once, whatever the number of scenarios.
fn right(parsed: Parsed) -> Result<Scenario, Ending> {
    if let Some(problem) = parsed.problems.into_iter().next() {
        return Err(problem.into());
    }
    for notice in parsed.scenario.notices() {
        let notice = notice.to_string();
        if lock(&NOTICED).insert(notice.clone()) {
            say(&notice);
        }
    }
    Ok(parsed.scenario)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_argument_is_an_existing_file_or_looks_like_input() {
        let of = |argument: &str| InputSource::of(Some(argument.into()), &SCENARIO);
        let itself = |text: &str| Ok(InputSource::Argument(text.into()));
        assert_eq!(InputSource::of(None, &SCENARIO), Ok(InputSource::Standard));
        assert_eq!(of("-"), Ok(InputSource::Standard));
        for text in ["", "k=8", "#v=2", "#", " k=8", "https://example.org/#v=2", "{\"k\": 8}", "{", "[1]", "\"k=8\""] {
            assert_eq!(of(text), itself(text), "{text}");
        }
        // Longer than any name of a file.
        let long = format!("{{{}}}", " ".repeat(100_000));
        assert_eq!(of(&long), itself(&long));
        // Tests run in the folder of the package.
        assert_eq!(of("Cargo.toml"), Ok(InputSource::File("Cargo.toml".into())));
        for text in ["kary-ncube", "8", "true", "no/such/file.json"] {
            let sentence = of(text).expect_err("neither").to_string();
            assert!(sentence.starts_with(&format!("{text} cannot be read: it is neither a file nor a")), "{sentence}");
        }
    }
}
