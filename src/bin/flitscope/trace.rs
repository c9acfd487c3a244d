//! `trace`: the way of every message, one a line.

use crate::{
    ending::{Ending, ProgressLine, answer_alone, listen, print, say, stopped},
    input::{Given, SCENARIO, ScenarioArgument, number, read},
};
use flitscope::{
    param::Accepted,
    sim::trace::{self, Trace},
    text::grouped,
};

/// The last cycle that can be asked for: the longest run there is.
const LAST: u32 = 1_000_000_000;

/// Print the messages of a run that are generated in some cycles, one a line, as they arrive.
///
/// Each has message, source, destination, generated, arrived, path (nodes), entered (the cycle in which the header left each of them) and waited (cycles before that).
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    scenario: ScenarioArgument,
    /// The first cycle
    #[arg(long, value_name = "A", allow_hyphen_values = true)]
    from: Option<String>,
    /// The last cycle
    #[arg(long, value_name = "B", allow_hyphen_values = true)]
    to: Option<String>,
    // The only form there is.
    #[arg(long, hide = true)]
    jsonl: bool,
}

/// Runs the command.
pub(crate) fn run(arguments: Arguments) -> Result<(), Ending> {
    let Arguments { scenario, from, to, jsonl: _ } = arguments;
    let to = cycle(to.as_ref(), "to")?;
    let to = to.ok_or_else(|| String::from("--to is missing: give the last cycle whose messages are wanted."))?;
    let from = cycle(from.as_ref(), "from")?.unwrap_or(0);
    if from > to {
        return Err(format!("to = {to} is out of range: use a whole number from {from} to {LAST}.").into());
    }
    let scenario = Given::read(&read(scenario.joined()?, &SCENARIO)?, &SCENARIO)?.scenario()?;
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
        progress.note(|_| {
            let words = format!("cycle {}, messages of the cycles up to {}", grouped(cycle), grouped(u64::from(to)));
            (cycle as f64 / f64::from(to.max(1)), words)
        });
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

fn cycle(given: Option<&String>, option: &str) -> Result<Option<u32>, Ending> {
    number(given, option, Accepted::Whole { min: 0, max: LAST }, |cycle| *cycle <= LAST)
}
