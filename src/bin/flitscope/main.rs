//! The command line: reads the scenarios of the page and prints JSON.

mod arguments;
mod ending;
mod explore;
mod grid;
mod input;
mod keys;
mod lessons;
mod lines;
mod list;
mod messages;
mod pages;
mod rates;
mod readable;
mod simulate;
mod solve;
mod table;
mod trace;

use arguments::{Command, Program};
use clap::CommandFactory as _;
use ending::Ending;
use std::process::ExitCode;

fn main() -> ExitCode {
    run().map_or_else(Ending::code, |()| ExitCode::SUCCESS)
}

fn run() -> Result<(), Ending> {
    match arguments::read(std::env::args_os())? {
        Command::Solve(arguments) => solve::run(arguments),
        Command::Simulate(arguments) => simulate::run(arguments),
        Command::Explore(arguments) => explore::run(arguments),
        Command::Grid(arguments) => grid::run(arguments),
        Command::Table(arguments) => table::run(arguments),
        Command::Trace(arguments) => trace::run(arguments),
        Command::Keys(arguments) => keys::run(&arguments),
        Command::Presets(arguments) => list::presets(arguments),
        Command::Lessons(lessons::Arguments { work: None, form }) => list::lessons(form),
        Command::Lessons(lessons::Arguments { work: Some(work), .. }) => lessons::work(&work),
        Command::Completions(shell) => pages::completions(&shell, Program::command()),
    }
}
