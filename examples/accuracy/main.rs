//! How accurate the models are: their errors against the simulators, for the curves of the papers' figures, by part of the load.
//! `make accuracy` writes the tables and sentences to `docs/accuracy.md`; with the key of a system, `flow` for our own models, `flow:NAME` for one of them, or `tails` for percentiles, only their chapters are written; a line of progress for each simulation goes to standard error.
//!
//! ```text
//!   presets --cases--> Case: scenario, reading, nine loads ---+----------------------> errors::tables --document--> docs/accuracy.md
//!      |                 |                                    |
//!      |                 +--simulations--> every run once ----+ observations
//!      +--> LeftOut: with the reason
//! ```
//! An error is that of `experiment::agreement::error`, a run that of `experiment::plan`, so that the page says the same of the same scene. Only
//! a scene whose traffic remembers for longer than its batches last gets longer runs: without them no interval could be trusted.

mod bands;
mod cases;
mod document;
mod errors;
#[cfg(test)]
#[allow(unreachable_pub)] // public in the library that it is shared with
#[path = "../../src/experiment/observed.rs"]
mod observed;
mod tails;

use cases::{Observed, Simulation, cases, observe, simulations};
use flitscope::{
    experiment::Summary,
    scenario::{Reading, System, preset},
};
use rayon::iter::{ParallelBridge as _, ParallelIterator as _};
use std::{
    process::ExitCode,
    sync::atomic::{AtomicUsize, Ordering},
};

fn main() -> ExitCode {
    match std::env::args().nth(1).map_or_else(whole, |key| one(&key)) {
        Ok(text) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Err(sentence) => {
            eprintln!("{sentence}");
            ExitCode::FAILURE
        }
    }
}

/// The whole document.
fn whole() -> Result<String, String> {
    Ok(document::preface() + &of(System::ALL)? + &bands::chapters()? + &tails::chapter()?)
}

/// The chapter of one system, those on our own models, or that on percentiles.
fn one(key: &str) -> Result<String, String> {
    if key == Reading::Flow.key() {
        return bands::chapters();
    }
    if let Some(chapter) = key.strip_prefix("flow:") {
        return bands::some(chapter);
    }
    if key == "tails" {
        return tails::chapter();
    }
    of(&[System::parse(key).map_err(|problem| problem.to_string())?])
}

fn of(systems: &[System]) -> Result<String, String> {
    let cases = systems.iter().flat_map(|system| cases(preset::of(*system)).0).collect::<Vec<_>>();
    Ok(document::chapters(systems, &simulate(&simulations(&cases))?))
}

/// All runs on all cores, those that take longest first, so that no core waits for another at the end.
fn simulate(simulations: &[Simulation]) -> Result<Observed, String> {
    let mut runs: Vec<_> =
        simulations.iter().enumerate().flat_map(|(i, s)| s.loads.iter().map(move |l| (i, *l))).collect();
    let work = |&(i, load): &(usize, f64)| (simulations[i].node_cycles, load);
    runs.sort_by(|a, b| work(b).partial_cmp(&work(a)).unwrap_or(std::cmp::Ordering::Equal));
    let left: Vec<_> = simulations.iter().map(|simulation| AtomicUsize::new(simulation.loads.len())).collect();
    let over = AtomicUsize::new(0);
    let run = |(i, load): (usize, f64)| {
        let Simulation { scenario, name, .. } = &simulations[i];
        let observation = observe(scenario, load).map_err(|sentence| format!("{name} at {load}: {sentence}"))?;
        if left[i].fetch_sub(1, Ordering::Relaxed) == 1 {
            let over = over.fetch_add(1, Ordering::Relaxed) + 1;
            eprintln!("{over} of {}: {name}", simulations.len());
        }
        Ok((i, observation))
    };
    let all = runs.into_iter().par_bridge().map(run).collect::<Result<Vec<(usize, Summary)>, String>>()?;
    let mut observed = Observed::default();
    for (i, observation) in all {
        observed.keep(&simulations[i].scenario, observation);
    }
    Ok(observed)
}
