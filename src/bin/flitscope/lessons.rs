//! `lessons`: the lessons of the page, and the work on the file of a lesson: check, fill, record.

use crate::{
    ending::{self, Ending},
    readable::Form,
};
use flitscope::{
    lesson::{self, Lesson, recorded},
    scenario::Scenario,
};
use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};
use std::{fs, path::PathBuf};

/// Print the lessons of the page with their steps, each with its link, or work on the file of a lesson.
#[derive(clap::Args, Clone)]
pub(crate) struct Arguments {
    /// The work on a file
    #[command(subcommand)]
    pub(crate) work: Option<Work>,
    /// The form of the list
    #[command(flatten)]
    pub(crate) form: Form,
}

/// Files of lessons.
#[derive(clap::Args, Clone)]
pub(crate) struct Files {
    /// Files of lessons, in Markdown
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// The work on the file of a lesson.
#[derive(clap::Subcommand, Clone)]
pub(crate) enum Work {
    /// Read files and compute every number of them; each mistake is a line FILE:LINE: sentence on standard error.
    Check(Files),
    /// Write the computed numbers into files, in place of those that differ.
    Fill(Files),
    /// Run the scenes of the table "Runs" of files again, and write the table; without one, the scenes that claims simulate.
    Record(Files),
}

/// Most node-cycles of a run that is not recorded.
const MOST: f64 = 1e8;

pub(crate) fn work(work: &Work) -> Result<(), Ending> {
    let (Work::Check(Files { files }) | Work::Fill(Files { files }) | Work::Record(Files { files })) = work;
    let mut bad = false;
    for path in files {
        let name = path.display();
        let bytes = match fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) => {
                // The other files are read all the same.
                ending::say(&format!("{name}:1: This file cannot be read: {error}."));
                bad = true;
                continue;
            }
        };
        let (read, mistakes) = lesson::read(&bytes);
        let text = lesson::decoded(&bytes).unwrap_or_default();
        let (next, mistakes) = match work {
            _ if text.is_empty() => (None, mistakes),
            Work::Check(_) => (None, if mistakes.is_empty() { lesson::check(&read, MOST) } else { mistakes }),
            Work::Fill(_) => (Some(lesson::filled_in(&text, &read, MOST)), Vec::new()),
            Work::Record(_) => (Some(recorded(&text, &read)?), Vec::new()),
        };
        if let Some(next) = next.filter(|next| *next != text) {
            fs::write(path, &next).map_err(|error| Ending::Refused(format!("{name} cannot be written: {error}.")))?;
        }
        bad |= !mistakes.is_empty();
        mistakes.iter().for_each(|mistake| ending::say(&format!("{name}:{}: {}", mistake.line, mistake.sentence())));
    }
    // Each mistake has its line already.
    if bad { Err(Ending::Refused(String::new())) } else { Ok(()) }
}

/// A text with its table of runs made anew.
fn recorded(text: &str, read: &Lesson) -> Result<String, Ending> {
    let rows = |all: Vec<(String, Scenario)>, heads: &[&str]| {
        all.into_par_iter().map(|(name, scenario)| recorded::row(&name, &scenario, heads)).collect()
    };
    recorded::again(text, read, rows).map_err(|error| Ending::Refused(error.to_string()))
}
