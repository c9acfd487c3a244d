//! `simulate --messages`: the messages of a file in place of random traffic.

use crate::{
    ending::{Ending, ProgressLine, answer_alone, listen, stopped},
    input::{Given, unreadable},
};
use flitscope::{
    param::{Accepted, Problem},
    report::{ParameterSet, ScenarioReport},
    scenario::Scenario,
    sim::{
        ChannelUse,
        replay::{self, Message, Replay, ReplayReport, ReplayState},
    },
    text::grouped,
};
use serde::Serialize;
use std::{
    fs,
    io::{BufRead as _, BufReader},
    path::Path,
};

/// The most messages of a file, which take less than a gigabyte when all of them wait.
const MOST: usize = 10_000_000;

/// The last cycle in which a message is sent, and the most flits of one.
const LAST: u32 = 1_000_000_000;
const LONGEST: u32 = 65_535;

/// Reads the messages of a file, one JSON object per line.
///
/// # Errors
/// The file cannot be read, a line is no message of this network, or there are too many.
fn read(path: &Path, nodes: u32) -> Result<Vec<Message>, Ending> {
    let name = path.display().to_string();
    let file = fs::File::open(path).map_err(|error| unreadable(&name, &error))?;
    let mut messages = Vec::new();
    for (number, line) in (1_u64..).zip(BufReader::new(file).lines()) {
        let line = line.map_err(|error| unreadable(&name, &error))?;
        if line.trim().is_empty() {
            continue;
        }
        if messages.len() == MOST {
            return Err(format!("{name} has too many messages: use at most {}.", grouped(MOST as u64)).into());
        }
        let message = message(&line, nodes);
        messages.push(message.map_err(|sentence| format!("{name}, line {number}: {sentence}"))?);
    }
    if messages.is_empty() {
        return Err(format!("{name} has no messages: use one JSON object per line, such as {EXAMPLE}.").into());
    }
    Ok(messages)
}

const EXAMPLE: &str = r#"{"cycle": 0, "source": 3, "destination": 5, "flits": 32}"#;

/// Parses a message of a network of some nodes.
///
/// # Errors
/// The sentence that names the key, its value, and the accepted range.
fn message(line: &str, nodes: u32) -> Result<Message, String> {
    let Ok(Given::Keys(keys)) = serde_json::from_str(line) else {
        return Err(format!("the message is not a JSON object: use one such as {EXAMPLE}."));
    };
    let whole = |key: &str, min: u32, max: u32| {
        let mut values = keys.iter().filter(|(name, _)| name == key).map(|(_, value)| value);
        let value = values.next().ok_or_else(|| format!("{key} is missing: use {}.", Accepted::Whole { min, max }))?;
        if values.next().is_some() {
            return Err(format!("{key} is given twice: use one value."));
        }
        let number = value.as_u64().and_then(|number| u32::try_from(number).ok());
        let number = number.filter(|number| (min..=max).contains(number));
        number.ok_or_else(|| Problem::new(key, value, Accepted::Whole { min, max }).to_string())
    };
    let (cycle, source) = (whole("cycle", 0, LAST)?, whole("source", 0, nodes - 1)?);
    let (destination, flits) = (whole("destination", 0, nodes - 1)?, whole("flits", 1, LONGEST)?);
    if source == destination {
        return Err(format!("destination = {destination} is the source: use another node."));
    }
    let known = ["cycle", "source", "destination", "flits"];
    if let Some((other, _)) = keys.iter().find(|(key, _)| !known.contains(&key.as_str())) {
        return Err(format!("{other} is not a key of a message: use {}.", known.join(", ")));
    }
    Ok(Message { cycle, source, destination, flits })
}

/// Sends the messages of a file through the network of a scenario and prints the results.
///
/// # Errors
/// The file or the scenario is refused, the answer could not be written, or a signal has come: then the results so far are printed.
pub(crate) fn run(
    scenario: Scenario,
    path: &Path,
    channels: bool,
    print: impl FnOnce(ReplayRecord) -> Result<(), Ending>,
) -> Result<(), Ending> {
    let messages = read(path, replay::nodes(&scenario)?)?;
    let mut replay = Replay::of(&scenario, messages)?;
    listen(|| Ending::Stopped("Stopped: too early for an answer.".into()))?;
    let mut progress = ProgressLine::begin(false);
    let mut state = ReplayState::Unfinished;
    while state == ReplayState::Unfinished && !stopped() {
        state = replay.step();
        progress.note(|_| {
            let (all, delivered) = replay.progress();
            let words = format!(
                "cycle {}, {} of {} messages delivered",
                grouped(replay.now()),
                grouped(delivered),
                grouped(all as u64)
            );
            (delivered as f64 / all as f64, words)
        });
    }
    drop(progress);
    answer_alone();
    print(ReplayRecord {
        scenario: ScenarioReport { scenario, part: ParameterSet::Routers },
        report: replay.report(),
        channels: channels.then(|| replay.channels()),
    })?;
    match state {
        ReplayState::Unfinished => {
            Err(Ending::Stopped("Stopped: the answer is that of the cycles simulated so far.".into()))
        }
        ReplayState::Complete | ReplayState::Deadlock => Ok(()),
    }
}

#[derive(Serialize)]
pub(crate) struct ReplayRecord {
    scenario: ScenarioReport,
    #[serde(flatten)]
    report: ReplayReport,
    #[serde(skip_serializing_if = "Option::is_none")]
    channels: Option<Vec<ChannelUse>>,
}
