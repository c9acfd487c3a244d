//! The commands and their options, as clap reads them; help, completions and man pages come from the same place.
//!
//! Values stay text here: the commands check them and name the accepted range in a sentence of their own ([`number`](crate::input::number)).

use crate::{ending::Ending, explore, grid, keys, list, pages, simulate, solve, table, trace};
use clap::{
    CommandFactory as _, Parser, Subcommand,
    error::{ContextKind, ContextValue, ErrorKind},
};
use flitscope::text::alternatives;
use std::ffi::OsString;

/// Interconnection networks, solved by published analytical models and by our own, and simulated cycle by cycle.
///
/// A SCENARIO is KEY=VALUE, several of them (k=8 n=2 or 'k=8&n=2'), a link of the page, or a JSON object such as {"system": "kary-ncube", "k": 8}. Each command reads it from its
/// arguments, from the file of that name, or from standard input. Keys that are left out have their defaults; "flitscope keys" lists them.
#[derive(Parser)]
#[command(name = "flitscope", version, max_term_width = 100, after_long_help = AFTER)]
pub(crate) struct Program {
    /// The command.
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The end of the whole help.
const AFTER: &str = "\
Systems: torus-broadcast, kary-ncube, hypercube-mmpp, hypercube-slotted, banyan-multicast.

On a terminal, answers are tables for reading; --json, a pipe or a file gives JSON.

Interrupted or terminated, a command prints what it has; of lines, those that are answered.

Exit codes: 0 the answer is complete; 1 a line was bad or the answer could not be written; 2 bad input, with one sentence on standard error; 3 a simulator broke one of its laws; \
75 stopped early.";

/// The commands.
#[derive(Subcommand)]
pub(crate) enum Command {
    Solve(solve::Arguments),
    Simulate(simulate::Arguments),
    Explore(explore::Arguments),
    Grid(grid::Arguments),
    Table(table::Arguments),
    Trace(trace::Arguments),
    Keys(keys::Arguments),
    /// Print the scenes of the page, each with its link.
    Presets(list::Arguments),
    /// Print the lessons of the page with their steps, each with its link.
    Lessons(list::Arguments),
    Completions(pages::Shell),
    #[command(hide = true)]
    Man(pages::Folder),
}

/// The command that is asked for.
///
/// # Errors
/// The sentence that says why the arguments are not accepted, or the text that was asked for instead of a command.
pub(crate) fn read(arguments: impl IntoIterator<Item = OsString>) -> Result<Command, Ending> {
    Program::try_parse_from(arguments).map(|program| program.command).map_err(|error| ending(&error))
}

/// An error of clap as one of ours.
fn ending(error: &clap::Error) -> Ending {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        Some(ContextValue::Strings(texts)) => alternatives(&texts.iter().map(String::as_str).collect::<Vec<_>>()),
        _ => String::new(),
    };
    // "--seed <S>": the form of the value is no part of the name.
    let name = |kind| {
        let text = text(kind);
        let name = text.split_once(" <").map_or(&*text, |(name, _)| name);
        name.trim_matches(['<', '>', '[', ']']).to_owned()
    };
    let suggestion = |kind| match text(kind) {
        near if near.is_empty() => "flitscope --help lists what there is".into(),
        near => format!("did you mean {near}?"),
    };
    let option = name(ContextKind::InvalidArg);
    Ending::Refused(match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => return Ending::Told(error.render().to_string()),
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand | ErrorKind::MissingSubcommand => {
            return Ending::Unasked(Program::command().render_help().to_string());
        }
        ErrorKind::InvalidSubcommand => {
            let command = text(ContextKind::InvalidSubcommand);
            ended(format!("{command} is no command: {}", suggestion(ContextKind::SuggestedSubcommand)))
        }
        ErrorKind::UnknownArgument => {
            ended(format!("{option} is no option here: {}", suggestion(ContextKind::SuggestedArg)))
        }
        ErrorKind::ArgumentConflict if name(ContextKind::PriorArg) == option => {
            format!("{option} is given twice: give it once.")
        }
        ErrorKind::ArgumentConflict => format!("{option} cannot be given with {}.", name(ContextKind::PriorArg)),
        ErrorKind::InvalidValue if text(ContextKind::InvalidValue).is_empty() => {
            format!("{option} has no value: give one.")
        }
        ErrorKind::InvalidValue => {
            let (given, accepted) = (text(ContextKind::InvalidValue), text(ContextKind::ValidValue));
            format!("{option} = {given} is not among the options: use {accepted}.")
        }
        ErrorKind::MissingRequiredArgument => format!("{option} is missing: give one."),
        // The first line has the reason; usage follows.
        _ => ended(error.to_string().lines().next().unwrap_or_default().trim_start_matches("error: ").to_owned()),
    })
}

/// A sentence with an end.
fn ended(sentence: String) -> String {
    if sentence.ends_with(['.', '?']) { sentence } else { sentence + "." }
}
