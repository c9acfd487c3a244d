//! The commands and their options. clap reads them, and makes help, completions and manual pages from the same declarations.
//!
//! Values stay text here. The commands check them and name the accepted range in an error ([`number`](crate::input::number)).

use crate::{ending::Ending, explore, grid, keys, lessons, list, pages, simulate, solve, table, trace};
use clap::{
    CommandFactory as _, Parser, Subcommand,
    error::{ContextKind, ContextValue, ErrorKind},
};
use flitscope::{scenario::System, text::alternatives};
use std::ffi::OsString;

/// Solve interconnection networks by analytical models, published and our own, and simulate them cycle by cycle.
///
/// A SCENARIO is one or more KEY=VALUE pairs with white space between them, such as system=kary-ncube k=8 n=2, a link of the page, or a
/// JSON object such as {"system": "kary-ncube", "k": 8}. Each command reads it from its arguments, from a file, or from standard input. A
/// missing key has its default; "flitscope keys" lists all keys.
#[derive(Parser)]
#[command(name = "flitscope", version, max_term_width = 100, after_long_help = after())]
pub(crate) struct Program {
    /// The command
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// Returns the end of the long help: the systems, the form of answers, and the exit codes.
fn after() -> String {
    let system = |system: &System| format!("  {:<18} {}\n", system.key(), system.name());
    let systems: String = System::ALL.iter().map(system).collect();
    format!("Systems:\n{systems}\n{FORMS}")
}

/// The form of answers, and the exit codes.
const FORMS: &str = "\
On a terminal, answers are tables. With --json, or into a pipe or a file, they are JSON.

A command that is interrupted or terminated prints its results so far; with --jsonl, all lines answered so far.

Exit codes:
  0   the answer is complete
  1   a line of the input is bad, or the answer could not be written
  2   the input is bad; one sentence on standard error explains it
  3   a simulator broke one of its conservation laws
  75  stopped early";

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
    Lessons(lessons::Arguments),
    Completions(pages::Shell),
}

/// Parses the arguments of the program.
pub(crate) fn read(arguments: impl IntoIterator<Item = OsString>) -> Result<Command, Ending> {
    Program::try_parse_from(arguments).map(|program| program.command).map_err(|error| ending(&error))
}

/// Turns an error of clap into an [`Ending`].
fn ending(error: &clap::Error) -> Ending {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        Some(ContextValue::Strings(texts)) => alternatives(&texts.iter().map(String::as_str).collect::<Vec<_>>()),
        _ => String::new(),
    };
    // Keeps only the name of "--seed <S>".
    let name = |kind| {
        let text = text(kind);
        let name = text.split_once(" <").map_or(&*text, |(name, _)| name);
        name.trim_matches(['<', '>', '[', ']']).to_owned()
    };
    let suggestion = |kind| match text(kind) {
        near if near.is_empty() => "flitscope --help lists all commands and options".into(),
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
            ended(format!("{command} is not a command: {}", suggestion(ContextKind::SuggestedSubcommand)))
        }
        ErrorKind::UnknownArgument => {
            ended(format!("{option} is not an option of this command: {}", suggestion(ContextKind::SuggestedArg)))
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
        // The first line is the reason; the others are usage.
        _ => ended(error.to_string().lines().next().unwrap_or_default().trim_start_matches("error: ").to_owned()),
    })
}

/// Ends a sentence with a full stop if it has none.
fn ended(sentence: String) -> String {
    if sentence.ends_with(['.', '?']) { sentence } else { sentence + "." }
}
