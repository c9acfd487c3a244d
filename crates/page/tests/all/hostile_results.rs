//! Saved simulations and replies of workers are text or data from outside: everything that reads them shows no number that is not finite.

use crate::{
    hostile::{any_text, damaged, has_no_number},
    property::holds,
};
use flitscope::{
    experiment::{Runs, plan, run_key, table::Separator},
    model,
    param::Key,
    scenario::{Scenario, System},
};
use flitscope_page::{ComparisonPanel, Effect, Host, Reply, Results, Simulation, Snapshot, files, saved_runs};
use proptest::{prelude::*, sample::Index, test_runner::TestCaseResult};
use serde_json::{Value, json};
use std::{cell::Cell, sync::LazyLock};

/// The build in the entries of this page.
const BUILD: &str = "app-1.js";

/// A network of each system that is simulated in no time.
fn scenario(system: System) -> Scenario {
    Scenario::new(system).set(Key::N, 3.0).set(Key::K, 4.0).set(Key::Cycles, 4_000.0)
}

/// The observations of a run of each system, half way and at its end, at a light load and beyond saturation.
static SAID: LazyLock<Vec<Value>> = LazyLock::new(|| {
    let runs = System::ALL.iter().flat_map(|&system| [0.3, 1.5].map(|part| (system, part)));
    let said = runs.map(|(system, part)| {
        let scenario = scenario(system);
        let end = model::of(scenario.setup()).end();
        let scenario =
            scenario.set(Key::Load, if end.saturated() { part * end.load } else { part.min(1.0) * end.load });
        let mut runs = Runs::new(scenario, plan(&scenario)).expect("it can be simulated");
        runs.advance(2_000).expect("no law is broken");
        json!([runs.summary(), runs.finish().expect("no law is broken")])
    });
    said.collect()
});

/// The smallest parts of a value.
fn leaves<'a>(value: &'a mut Value, all: &mut Vec<&'a mut Value>) {
    match value {
        Value::Array(parts) => parts.iter_mut().for_each(|part| leaves(part, all)),
        Value::Object(parts) => parts.values_mut().for_each(|part| leaves(part, all)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => all.push(value),
    }
}

/// Replacements of a number with a fraction, of a whole one and of anything else.
fn any_leaf() -> impl Strategy<Value = [Value; 3]> {
    let credible = [0.0, 1e-30, 1e-20, 1e-5, 0.004, 0.3, 1.0, 1e6, 1e20, 1e30].to_vec();
    let ends = [-0.0, -1.0, 5e-324, 1e-308, 1e-200, 1e200, 1e300, f64::MAX, f64::MIN].to_vec();
    let number = prop_oneof![
        20 => prop::sample::select(credible),
        10 => (-30.0..30.0_f64).prop_map(|power| libm::pow(10.0, power)),
        1 => prop::sample::select(ends),
        1 => any::<f64>(),
    ];
    let whole = prop::sample::select(vec![0, 1, 2, u64::from(u32::MAX), 1 << 53, u64::MAX]);
    let words = ["stable", "saturated", "unfinished", "growing"].map(Value::from);
    let odd = [Value::Null, json!([]), json!({}), json!(true), json!("1"), json!(vec![0.5; 500])];
    let word = prop_oneof![
        6 => prop::sample::select(words.to_vec()),
        2 => any_text().prop_map(Value::from),
        1 => prop::sample::select(odd.to_vec()),
    ];
    (number, whole, word).prop_map(|(number, whole, word)| [json!(number), json!(whole), word])
}

/// The observations of an entry with some of their parts changed, seldom into what they cannot be.
fn changed() -> impl Strategy<Value = Value> {
    let change = (any::<Index>(), any_leaf(), 0..60_u8);
    (0..SAID.len(), prop::collection::vec(change, 0..8)).prop_map(|(index, changes)| {
        let mut value = SAID[index].clone();
        for (place, [number, whole, word], kind) in changes {
            let list = value.as_array_mut().expect("a list");
            if let (0, Some(entry)) = (kind, list.first().cloned()) {
                list.push(entry);
                continue;
            }
            let mut all = Vec::new();
            leaves(&mut value, &mut all);
            let place = place.index(all.len());
            let leaf = all.swap_remove(place);
            *leaf = match leaf {
                _ if kind == 1 => word,
                Value::Number(was) if was.is_f64() => number,
                Value::Number(_) => whole,
                Value::Null => number,
                _ => word,
            };
        }
        value
    })
}

/// Entries as they stand in a store.
fn any_entry() -> impl Strategy<Value = String> {
    let text = || changed().prop_map(|value| value.to_string());
    let deep = (1..100_000_usize).prop_map(|depth| "[".repeat(depth));
    prop_oneof![60 => text(), 10 => damaged(text()), 2 => any_text(), 1 => deep]
}

fn saved(entry: &str) -> String {
    format!("{BUILD}|1700000000000|{entry}")
}

/// Replies of a worker, and mutations of them.
fn any_word() -> impl Strategy<Value = String> {
    let observed = || {
        (0..5_u32, changed())
            .prop_map(|(job, entry)| json!({"Observed": {"job": job, "observation": entry[0]}}).to_string())
    };
    let refused =
        (0..5_u32).prop_map(|job| json!({"Refused": {"job": job, "sentence": "There is no region."}}).to_string());
    prop_oneof![
        20 => observed(),
        3 => damaged(observed()),
        2 => refused,
        2 => Just("\"Ready\"".to_owned()),
        1 => any_text(),
    ]
}

/// Asserts that a page with this in its store, and with these replies of its workers, shows no number that is not finite.
fn is_shown_in_numbers(results: &Results, entry: &str, words: &[(u32, String)]) -> TestCaseResult {
    let mut effects = Vec::new();
    let host = Host { build: BUILD.into(), epoch: 1.7e12, cores: 2, sparing: true };
    let mut simulation = Simulation::new(results.scenario, host, &mut effects);
    let mut comparison = ComparisonPanel::default();
    let mut shows = |simulation: &Simulation, now: f64| -> TestCaseResult {
        for (id, mark) in
            simulation.sheet(now, results.info()).marks().iter().chain(comparison.sheet(results, simulation).marks())
        {
            // A dash stands for what is not there.
            prop_assert!(!has_no_number(&format!("{mark:?}").replace('–', "")), "{}: {:?}", id, mark);
        }
        let (curves, player) = Default::default();
        let (base, linked) = ("https://example.org/", results.scenario);
        let shown = Snapshot {
            base,
            scenes: None,
            linked,
            present: linked,
            results,
            simulation,
            curves: &curves,
            player: &player,
        };
        let files = files::table(&shown, Separator::Comma).into_iter().chain([files::document(&shown)]);
        for file in files {
            let Effect::Download { kind, text, .. } = file else { continue };
            let right =
                if kind == "text/csv" { !has_no_number(&text) } else { serde_json::from_str::<Value>(&text).is_ok() };
            prop_assert!(right, "{}", text);
        }
        Ok(())
    };
    simulation.recall(&run_key(&results.scenario), &saved(entry));
    shows(&simulation, 0.0)?;
    simulation.start(Some(&*results.curves[0].model), true, 1.0, &mut effects);
    for (now, (worker, text)) in (2_u32..).zip(words) {
        let word = Reply::read(text).unwrap_or(Reply::Failed("it said something that is not understood.".into()));
        simulation.hear(*worker, word, f64::from(now), &mut effects);
    }
    shows(&simulation, 100.0)?;
    for effect in effects {
        if let Effect::Save { text, .. } = effect {
            prop_assert!(!saved_runs::read(&text, BUILD).is_empty(), "{}", text);
        }
    }
    Ok(())
}

#[test]
fn whatever_workers_say_no_number_is_shown_that_is_none() {
    let results: Vec<_> = System::ALL.iter().map(|system| Results::of(scenario(*system), &|| 0.0)).collect();
    let words = prop::collection::vec((0..4_u32, any_word()), 0..8);
    holds("pages with workers", 400, &(0..results.len(), any_entry(), words), |(index, entry, words)| {
        is_shown_in_numbers(&results[index], &entry, &words)
    });
}

#[test]
fn what_can_be_read_of_an_entry_is_written_as_it_is_read() {
    let (all, left) = (Cell::new(0), Cell::new(0));
    holds("kept results", 1_000, &any_entry(), |entry| {
        let observations = saved_runs::read(&saved(&entry), BUILD);
        all.set(all.get() + 1);
        left.set(left.get() + u32::from(observations.is_empty()));
        let again = saved_runs::write(&observations.iter().collect::<Vec<_>>(), BUILD, 1.0);
        prop_assert_eq!(saved_runs::read(&again, BUILD), observations);
        Ok(())
    });
    assert!(2 * left.get() < all.get(), "{} of {} have nothing that can be read", left.get(), all.get());
}
