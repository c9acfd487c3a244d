//! The simulations that come with the page, `www/runs.txt`: the sweep of each opening scene, in runs that have an interval.

use flitscope::{
    experiment::{self, Summary, TooShort},
    param::Key,
    scenario::{Scenario, System},
    sim::protocol::Verdict,
};
use flitscope_page::{Results, saved_runs};
use std::{collections::BTreeMap, fs};

/// Most loads of a scene: a sweep, the load shown, and those that find where queues grow.
const MOST: usize = 21;

/// Cycles of the longest run that is recorded. A bursty load near the end would take hundreds of millions.
const LONGEST: u64 = 10_000_000;

fn systems() -> impl Iterator<Item = Scenario> {
    System::ALL.iter().filter(|system| system.key() != "ring").map(|system| Scenario::opening(*system))
}

/// A run without the time that it took.
fn run(scenario: &Scenario) -> Summary {
    Summary { seconds: 0.0, ..experiment::simulated(scenario).expect("a run") }
}

fn path() -> String {
    format!("{}/../../www/runs.txt", env!("CARGO_MANIFEST_DIR"))
}

/// The runs that are kept of a scenario.
fn kept(scenario: &Scenario) -> Vec<Summary> {
    let text = fs::read_to_string(path()).expect("www/runs.txt");
    let key = format!("{}\t", experiment::run_key(scenario));
    let line = text.lines().find_map(|line| line.strip_prefix(&*key)).expect("`make recorded` makes www/runs.txt anew");
    saved_runs::read(line, "")
}

#[test]
#[ignore = "`make recorded`: minutes of a release build"]
fn the_runs_of_the_opening_scenes_are_recorded_anew() {
    let recorded = systems().map(|scenario| {
        let results = Results::of(scenario, &|| 0.0);
        let curve = results.network().or(results.main_curve()).expect("a curve");
        let mut loads = experiment::loads(&*curve.model);
        loads.push(scenario.get(Key::Load));
        let mut all = BTreeMap::new();
        while !loads.is_empty() {
            for load in loads {
                let mut at = scenario.set(Key::Load, load);
                let mut seen = run(&at);
                while let Some(short) = TooShort::among([&seen].into_iter()).filter(|short| short.cycles <= LONGEST) {
                    at = at.set(Key::Cycles, short.cycles as f64);
                    seen = run(&at);
                }
                all.insert(load.to_bits(), seen);
            }
            let open = curve.model.end().saturated() && all.len() < MOST && TooShort::among(all.values()).is_none();
            loads = if open { experiment::further(all.values()) } else { Vec::new() };
        }
        all.retain(|_, seen| TooShort::among([&*seen].into_iter()).is_none());
        let all: Vec<_> = all.values().collect();
        format!("{}\t{}\n", experiment::run_key(&scenario), saved_runs::write(&all, "", 0.0))
    });
    fs::write(path(), recorded.collect::<String>()).expect("a writable file");
}

#[test]
fn a_recorded_run_gives_the_same_numbers_today() {
    for scenario in systems() {
        let mut kept = kept(&scenario);
        kept.sort_by_key(|seen| seen.flit_hops);
        for seen in kept.iter().filter(|seen| seen.flit_hops > 0).take(1) {
            let at = scenario.set(Key::Load, seen.load);
            let (short, long) = (at, at.set(Key::Cycles, seen.cycles as f64));
            assert!([short, long].iter().any(|at| run(at) == *seen), "{}: {}", scenario.system().key(), seen.load);
        }
    }
}

#[test]
fn every_opening_scene_has_its_load_and_no_run_that_is_too_short() {
    for scenario in systems() {
        let kept = kept(&scenario);
        let system = scenario.system().key();
        assert!(kept.iter().any(|seen| seen.load == scenario.get(Key::Load)), "{system}");
        assert!(kept.len() >= experiment::POINTS / 2 && TooShort::among(kept.iter()).is_none(), "{system}");
        assert!(kept.iter().all(|seen| matches!(seen.state, Verdict::Stable | Verdict::Saturated)), "{system}");
    }
}
