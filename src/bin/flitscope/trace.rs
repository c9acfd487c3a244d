//! `trace`: the path of every message, one per line.

use crate::{
    ending::{Ending, ProgressLine, answer_alone, listen, print, say, stopped},
    input::{Given, SCENARIO, ScenarioArgument, apart, number, read},
    messages,
};
use flitscope::{
    param::Accepted,
    sim::{
        replay::left_out,
        trace::{self, Trace},
    },
    text::grouped,
};
use std::ffi::OsString;

/// The largest cycle: that of the longest run.
const LAST: u32 = 1_000_000_000;

/// Print the messages generated in a range of cycles, one per line, in order of arrival.
///
/// Each line has message, source, destination, generated, arrived, path (nodes), entered (when the header left each node) and waited.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    scenario: ScenarioArgument,
    /// The first cycle of the range; 0 if it is not given
    #[arg(long, value_name = "A", allow_hyphen_values = true)]
    from: Option<String>,
    /// The last cycle of the range; with --messages, that of the last message if it is not given
    #[arg(long, value_name = "B", allow_hyphen_values = true)]
    to: Option<String>,
    /// Send the messages of FILE in place of random traffic, as in simulate; - for standard input
    #[arg(long, value_name = "FILE")]
    messages: Option<OsString>,
    // Accepted for symmetry: there is no other form.
    #[arg(long, hide = true)]
    jsonl: bool,
}

pub(crate) fn run(arguments: Arguments) -> Result<(), Ending> {
    let Arguments { scenario, from, to, messages, jsonl: _ } = arguments;
    let to = cycle(to.as_ref(), "to")?.or(messages.as_ref().map(|_| LAST));
    let to = to.ok_or_else(|| String::from("--to is missing: give the last cycle of the range."))?;
    let from = cycle(from.as_ref(), "from")?.unwrap_or(0);
    if from > to {
        return Err(format!("to = {to} is out of range: use a whole number from {from} to {LAST}.").into());
    }
    let argument = scenario.joined()?;
    apart("messages", argument.as_ref(), messages.as_ref())?;
    let scenario = Given::read(&read(argument, &SCENARIO)?, &SCENARIO)?.scenario()?;
    let messages = messages.map(|path| messages::read(&scenario, path)).transpose()?;
    let last = messages.as_ref().and_then(|all| all.iter().map(|message| message.cycle).max());
    let to = last.map_or(to, |last| to.min(last));
    let why = if last.is_none() { "the network is saturated" } else { "they wait for each other" };
    let local = messages.iter().flatten().filter(|message| message.source == message.destination).count();
    if let Some(sentence) = left_out(local) {
        say(&sentence);
    }
    let range = [from, to].map(u64::from);
    let mut trace = match messages {
        Some(messages) => Trace::of_messages(&scenario, messages, range[0], range[1])?,
        None => Trace::of(&scenario, range[0], range[1])?,
    };
    listen(stop)?;
    let mut progress = ProgressLine::begin(true);
    loop {
        let mut unwritten = None;
        let state = trace.step(|journey| {
            if unwritten.is_none() {
                unwritten = print(&journey).err();
            }
        });
        if let Some(ending) = unwritten {
            return Err(ending);
        }
        if stopped() {
            break;
        }
        let cycle = trace.now() - 1;
        progress.note(|_| {
            let words =
                format!("cycle {}, tracing messages generated up to cycle {}", grouped(cycle), grouped(u64::from(to)));
            (cycle as f64 / f64::from(to.max(1)), words)
        });
        match state {
            trace::TraceProgress::Going => {}
            trace::TraceProgress::Complete => return Ok(()),
            trace::TraceProgress::GivenUp(missing) => {
                drop(progress);
                let (missing, cycle) = (grouped(missing), grouped(cycle));
                say(&format!("{missing} messages are left out: they had not arrived by cycle {cycle}, because {why}."));
                return Ok(());
            }
        }
    }
    answer_alone();
    Err(stop())
}

fn stop() -> Ending {
    Ending::Stopped("Stopped: all messages that have arrived so far are printed.".into())
}

fn cycle(given: Option<&String>, option: &str) -> Result<Option<u32>, Ending> {
    number(given, option, Accepted::Whole { min: 0, max: LAST }, |cycle| *cycle <= LAST)
}
