//! `simulate --messages` and `trace --messages`: the messages of a file in place of random traffic.

use crate::{
    ending::{Ending, ProgressLine, answer_alone, listen, stopped},
    input::{Given, Lines, MESSAGE, whole},
};
use flitscope::{
    param::{Accepted, Problem},
    report::{HISTOGRAMS, ParameterSet, ScenarioReport, by_name},
    scenario::Scenario,
    sim::{
        ChannelUse,
        replay::{self, Message, Replay, ReplayReport, ReplayState},
        stats::Bins,
    },
    text::grouped,
};
use serde::Serialize;
use std::ffi::OsString;

/// The most messages of a file, which take less than a gigabyte when all of them wait.
const MOST: usize = 10_000_000;

/// The last cycle in which a message is sent, and the most flits of one.
const LAST: u32 = 1_000_000_000;
const LONGEST: u32 = 65_535;

/// Reads the messages of a file, or of standard input if its name is `-`, one JSON object per line.
pub(crate) fn read(scenario: &Scenario, path: OsString) -> Result<Vec<Message>, Ending> {
    let nodes = replay::nodes(scenario)?;
    let mut lines = Lines::of_file(path, &MESSAGE)?;
    let name = lines.name.clone();
    let mut messages = Vec::new();
    while let Some((number, line)) = lines.next() {
        if messages.len() == MOST {
            return Err(format!("{name} has too many messages: use at most {}.", grouped(MOST as u64)).into());
        }
        let message = line.map_err(|ending| ending.to_string()).and_then(|line| message(&line, nodes));
        messages.push(message.map_err(|sentence| format!("{name}, line {number}: {sentence}"))?);
    }
    if messages.is_empty() {
        let such_as = MESSAGE.example;
        return Err(format!("{name} has no messages: use one JSON object per line, such as {such_as}.").into());
    }
    Ok(messages)
}

/// Parses a message of a network of some nodes.
fn message(line: &str, nodes: u32) -> Result<Message, String> {
    let Ok(Given::Keys(keys)) = serde_json::from_str(line) else {
        return Err(format!("the message is not a JSON object: use one such as {}.", MESSAGE.example));
    };
    let whole = |key: &str, min: u32, max: u32| {
        let mut values = keys.iter().filter(|(name, _)| name == key).map(|(_, value)| value);
        let value = values.next().ok_or_else(|| format!("{key} is missing: use {}.", Accepted::Whole { min, max }))?;
        if values.next().is_some() {
            return Err(format!("{key} is given twice: use one value."));
        }
        let number = whole(value).filter(|number| (min..=max).contains(number));
        number.ok_or_else(|| Problem::new(key, value, Accepted::Whole { min, max }).to_string())
    };
    let (cycle, source) = (whole("cycle", 0, LAST)?, whole("source", 0, nodes - 1)?);
    let (destination, flits) = (whole("destination", 0, nodes - 1)?, whole("flits", 1, LONGEST)?);
    let known = ["cycle", "source", "destination", "flits"];
    if let Some((other, _)) = keys.iter().find(|(key, _)| !known.contains(&key.as_str())) {
        return Err(format!("{other} is not a key of a message: use {}.", known.join(", ")));
    }
    Ok(Message { cycle, source, destination, flits })
}

/// Sends messages through the network of a scenario and prints the results.
pub(crate) fn run(
    scenario: Scenario,
    messages: Vec<Message>,
    [channels, histogram]: [bool; 2],
    print: impl FnOnce(ReplayRecord) -> Result<(), Ending>,
) -> Result<(), Ending> {
    let mut replay = Replay::of(&scenario, messages)?;
    listen(|| Ending::Stopped("Stopped: too early for an answer.".into()))?;
    let mut progress = ProgressLine::begin(false);
    while replay.state() == ReplayState::Unfinished && !stopped() {
        replay.step();
        progress.note(|_| {
            let (all, delivered) = replay.progress();
            let [now, arrived, of] = [replay.now(), delivered, all as u64].map(grouped);
            (delivered as f64 / all as f64, format!("cycle {now}, {arrived} of {of} messages delivered"))
        });
    }
    drop(progress);
    answer_alone();
    let report = replay.report();
    let state = report.state;
    let histograms = HISTOGRAMS.into_iter().zip(replay.histograms().map(|times| times.bins()));
    print(ReplayRecord {
        scenario: ScenarioReport { scenario, part: ParameterSet::Routers },
        sentence: replay::left_out(report.local),
        report,
        histograms: histograms.filter(|_| histogram).collect(),
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
    /// The number of messages that are left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    sentence: Option<String>,
    #[serde(flatten, serialize_with = "by_name")]
    histograms: Vec<(&'static str, Bins)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    channels: Option<Vec<ChannelUse>>,
}
