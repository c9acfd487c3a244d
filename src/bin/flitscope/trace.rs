//! `trace`: the way of every message, one a line.

use crate::{
    ending::{Ending, ProgressLine, answer_alone, listen, print, say, stopped},
    input::{Given, SCENARIO, number, once, read},
};
use flitscope::{
    param::Accepted,
    sim::trace::{self, Trace},
    text::grouped,
};

/// The last cycle that can be asked for: the longest run there is.
const LAST: u32 = 1_000_000_000;

/// Runs the command with the rest of its arguments.
pub(crate) fn run(mut args: lexopt::Parser) -> Result<(), Ending> {
    use lexopt::prelude::*;
    let (mut argument, mut from, mut to) = (None, None, None);
    while let Some(arg) = args.next()? {
        match arg {
            // The only form there is.
            Long("jsonl") => {}
            Long("from") => once(&mut from, "from", cycle(&mut args, "from")?)?,
            Long("to") => once(&mut to, "to", cycle(&mut args, "to")?)?,
            Long("help") | Short('h') => return crate::help(),
            Value(given) if argument.is_none() => argument = Some(given),
            other => return Err(other.unexpected().into()),
        }
    }
    let to = to.ok_or_else(|| String::from("--to is missing: give the last cycle whose messages are wanted."))?;
    let from = from.unwrap_or(0);
    if from > to {
        return Err(format!("to = {to} is out of range: use a whole number from {from} to {LAST}.").into());
    }
    let scenario = Given::read(&read(argument, &SCENARIO)?, &SCENARIO)?.scenario()?;
    let mut trace = Trace::of(&scenario, u64::from(from), u64::from(to))?;
    listen(stop)?;
    let mut progress = ProgressLine::begin(true);
    for cycle in 0_u64.. {
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
        progress.note(|_| format!("cycle {}, messages of the cycles up to {}", grouped(cycle), grouped(u64::from(to))));
        match state {
            trace::TraceProgress::Going => {}
            trace::TraceProgress::Complete => return Ok(()),
            trace::TraceProgress::GivenUp(missing) => {
                drop(progress);
                say(&format!(
                    "{} messages are left out: at cycle {} they have not arrived, because the network is saturated.",
                    grouped(missing),
                    grouped(cycle)
                ));
                return Ok(());
            }
        }
    }
    answer_alone();
    Err(stop())
}

fn stop() -> Ending {
    Ending::Stopped("Stopped: the messages that have arrived so far are complete.".into())
}

fn cycle(args: &mut lexopt::Parser, option: &str) -> Result<u32, Ending> {
    number(args, option, Accepted::Whole { min: 0, max: LAST }, |cycle| *cycle <= LAST)
}
