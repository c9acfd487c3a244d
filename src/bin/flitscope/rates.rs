//! `--rates`: a table of rates by pairs of nodes in place of a pattern.

use crate::{
    ending::Ending,
    input::{Given, apart, invite, unreadable},
};
use flitscope::{
    param::{
        Key,
        rates::{MOST_BYTES, Rates},
    },
    scenario::Scenario,
    text::{decoded, grouped},
};
use std::{
    ffi::OsString,
    fs::File,
    io::{self, Read},
};

/// The option, for every command that has it.
#[derive(clap::Args)]
pub(crate) struct RatesArgument {
    /// Traffic of your own in place of a pattern: lines of source, destination and relative rate, a matrix, or a MatrixMarket file; - for
    /// standard input. The load is that of a node that sends in the mean; load=table takes it from the file
    #[arg(long, value_name = "FILE")]
    rates: Option<OsString>,
}

/// The table that is open, if one is asked for.
#[derive(Clone, Copy)]
pub(crate) struct OpenTable(Option<&'static Rates>);

impl RatesArgument {
    /// Reads the table. `scenario` is the argument that may be standard input as well.
    pub(crate) fn open(self, scenario: Option<&OsString>) -> Result<OpenTable, Ending> {
        let Some(path) = self.rates else { return Ok(OpenTable(None)) };
        apart("rates", scenario, Some(&path))?;
        let standard = path == "-";
        let name = if standard { "Standard input".into() } else { path.display().to_string() };
        let input: Box<dyn Read> = if standard {
            invite("a table of rates, such as 0 5 0.01");
            Box::new(io::stdin())
        } else {
            Box::new(File::open(&path).map_err(|error| unreadable(&name, &error))?)
        };
        let mut bytes = Vec::new();
        input.take(MOST_BYTES as u64 + 1).read_to_end(&mut bytes).map_err(|error| unreadable(&name, &error))?;
        if bytes.len() > MOST_BYTES {
            let most = grouped(MOST_BYTES as u64 >> 20);
            return Err(format!("{name} is too long: a table may have at most {most} MB.").into());
        }
        let text = decoded(&bytes).map_err(|reason| format!("{name} cannot be read: it {reason}"))?;
        let short = std::path::Path::new(&path)
            .file_name()
            .filter(|_| !standard)
            .map_or_else(|| name.clone(), |name| name.display().to_string());
        let table = Rates::parse(&short, text).map_err(|problem| format!("{name}, {problem}"))?;
        Ok(OpenTable(Some(table.open())))
    }
}

impl OpenTable {
    /// The scenario of an input with the traffic of the table, if there is one.
    pub(crate) fn scenario(self, given: &Given) -> Result<Scenario, Ending> {
        let Some(table) = self.0 else { return given.scenario() };
        let takes_mean = given.value(Key::Load).is_some_and(|load| load == "table");
        let scenario = if takes_mean { given.without(Key::Load).scenario()? } else { given.scenario()? };
        if scenario.system().param(Key::Table).is_none() {
            let name = &table.name;
            return Err(
                format!("rates = {name} is not available here: use system = torus-broadcast or kary-ncube.").into()
            );
        }
        let nodes = scenario.count(Key::K).saturating_pow(scenario.count(Key::N));
        if let Some(doubt) = table.doubt(nodes) {
            return Err(format!("{}, {doubt}", table.name).into());
        }
        let mut problems = Vec::new();
        let mut scenario = scenario.put(Key::Table, &table.number.to_string(), &mut problems);
        scenario = scenario.put(Key::Pattern, "table", &mut problems);
        if takes_mean && problems.is_empty() {
            scenario = scenario.put(Key::Load, "table", &mut problems);
        }
        problems.pop().map_or(Ok(scenario), |problem| Err(problem.into()))
    }
}
