//! Whatever a link says, there is a scenario, and what was not understood is named.

use crate::{
    hostile::{any_link, any_pinned, any_scenario, each_is_named, has_no_number, quick, sentence, small},
    property::{cases, holds},
};
use flitscope::{
    experiment::{RunError, Runs, Summary, plan},
    lesson,
    model::{self, NoSolution, Outcome},
    param::{Accepted, Fault, Key, Problem},
    scenario::{Scenario, System, link, pins, preset},
    sim::protocol::Violation,
    text::significant,
};
use proptest::{prelude::*, test_runner::TestCaseResult};
use std::{cell::Cell, fs, path::Path};

/// Asserts that any text gives a valid scenario, that every fault is named, and that the scenario is written and read back without a problem.
fn is_understood_or_named(text: &str) -> TestCaseResult {
    let parsed = link::parse(text);
    let scenario = parsed.scenario;
    for row in scenario.system().params() {
        let written = row.format(scenario.get(row.key), scenario.system().params());
        let again = row.parse(&written, scenario.system().params());
        prop_assert_eq!(again, Ok(scenario.get(row.key)), "{}", row.key.name());
    }
    let text = text.trim().trim_start_matches(['#', '?']);
    if text.len() > link::LONGEST {
        prop_assert!(parsed.problems[0].to_string().starts_with("link = "), "{}", parsed.problems[0]);
        parsed.problems.iter().try_for_each(sentence)?;
    } else {
        let pairs = link::pairs(text);
        for (_, version) in pairs.iter().filter(|(key, version)| key == "v" && version != "1" && version != "2") {
            let named = parsed
                .problems
                .iter()
                .any(|p| p.key == "v" && p.value == Problem::new("v", version, Accepted::Fraction).value);
            prop_assert!(named, "v = {:?} is not named", version);
        }
        // A parameter may be called by its symbol, and the load lambda.
        let named = |key: &'_ str| {
            let rows = scenario.system().params().iter().map(|row| (row.symbol, row.key.name()));
            let symbols = rows.chain([("lambda", "load")]).filter(|(symbol, _)| !symbol.is_empty());
            symbols.into_iter().find(|(symbol, _)| *symbol == key).map(|(_, name)| name)
        };
        let pins: Vec<_> = pairs.iter().filter(|(key, _)| key == "pin").collect();
        let left_out = parsed.problems.iter().filter(|problem| matches!(problem.fault, Fault::Pin(_))).count();
        let (kept, read) = (parsed.scenario.pins().all().len(), pins.len().min(pins::MOST + 1));
        prop_assert!(kept + left_out == read && kept <= pins::MOST, "{} and {} of {:?}", kept, left_out, pins);
        let pairs = pairs.iter().filter(|(key, _)| key != "v" && key != "pin");
        let pairs: Vec<_> = pairs.map(|(key, value)| (named(key).unwrap_or(key), &**value)).collect();
        each_is_named(&pairs, &parsed)?;
    }
    let again = link::parse(&link::write(&scenario));
    prop_assert_eq!(again.scenario, scenario);
    prop_assert!(again.problems.is_empty(), "{:?}", again.problems);
    Ok(())
}

/// Asserts that a model has finite numbers, or a state with a sentence.
fn has_finite_numbers_or_a_state(scenario: Scenario) -> TestCaseResult {
    /// Pieces of work on a model of our own: more than a curve of the networks on the page takes, and less than a second.
    const PIECES: u32 = 600;
    // What takes longer than a page waits is not begun there either.
    let pieces = if model::choose(scenario.setup()).refusal().is_some() { 0 } else { PIECES };
    let (mut model, left) = (model::start(scenario.setup()), Cell::new(pieces));
    let whole = model.advance(&|| left.replace(left.get().saturating_sub(1)) > 0);
    let (load, end) = (scenario.get(Key::Load), model.end());
    if !whole {
        // Large networks: the curves have numbers before they are complete.
        let known = model.curves(0).concat();
        prop_assert!(known.iter().all(|(load, latency)| load.is_finite() && latency.is_finite()), "{:?}", known);
        prop_assert!(end.load.is_finite() && !has_no_number(&end.sentence()), "{:?}", end);
        return Ok(());
    }
    prop_assert!(!has_no_number(&end.sentence()) && end.load > 0.0 && end.load.is_finite(), "{:?}", end);
    match model.point(load) {
        Outcome::Stable(point) => {
            prop_assert!(point.quantities.iter().all(|quantity| quantity.value.is_finite()));
            prop_assert_eq!(point.measures.len(), model.info().measures.len());
            prop_assert_eq!(model.measures(load), Some(point.measures));
        }
        Outcome::Saturated => prop_assert!(end.saturated() && end.load <= load, "{:?}", end),
        Outcome::Invalid(refusal) => {
            let sentence = refusal.to_string();
            let none = matches!(refusal, NoSolution::NotModelled { .. });
            prop_assert!((none || !end.saturated() && end.load < load) && sentence.ends_with('.'), "{}", sentence);
        }
    }
    let fold = model::fold(model.branches(load).as_ref());
    for figure in model.figures(load).into_iter().chain([fold]) {
        let numbers = figure.lines.iter().flat_map(|line| &line.points);
        prop_assert!(numbers.into_iter().all(|(x, y)| x.is_finite() && y.is_finite()), "{:?}", figure);
    }
    Ok(())
}

/// Asserts that a simulation keeps its laws from end to end, and that its observation survives serialisation, which fails for a number that is not
/// finite.
fn is_simulated(scenario: Scenario) -> TestCaseResult {
    let mut runs = match Runs::some(scenario, plan(&scenario), 0..1, false) {
        Ok(runs) => runs,
        Err(problem) => return sentence(&problem),
    };
    let mut over = false;
    while !over {
        over = match runs.advance(400) {
            // Without its dateline a network may deadlock; the setting exists to show that.
            Err(RunError::Law(Violation::Deadlock { .. })) if scenario.chosen(Key::Escape) == "off" => return Ok(()),
            other => other.map_err(|violation| TestCaseError::fail(violation.to_string()))?,
        };
        let observation = runs.summary();
        prop_assert!(observation.credible(), "{:?}", observation);
        let text = serde_json::to_string(&observation).expect("plain data");
        let again = serde_json::from_str::<Summary>(&text).map_err(|e| TestCaseError::fail(format!("{e}: {text}")))?;
        prop_assert_eq!(again, observation);
    }
    Ok(())
}

#[test]
fn any_text_gives_a_scenario_and_names_what_it_left_out() {
    holds("links", 10_000, &any_link(), |text| is_understood_or_named(&text));
}

#[test]
fn every_scenario_has_finite_numbers_or_a_named_state() {
    holds("scenarios through their models", 1_000, &any_scenario().prop_map(quick), has_finite_numbers_or_a_state);
}

#[test]
fn every_small_network_is_simulated_by_its_laws() {
    holds("short simulations", 10, &any_scenario().prop_map(small), is_simulated);
}

proptest! {
    #![proptest_config(cases(10_000))]

    #[test]
    fn every_scenario_comes_back_from_its_link_with_the_same_numbers(scenario in any_scenario()) {
        let text = link::write(&scenario);
        prop_assert_eq!(&link::repaired(&text), &text);
        let parsed = link::parse(&text);
        prop_assert_eq!(parsed.scenario, scenario, "{}", text);
        prop_assert!(parsed.problems.is_empty(), "{:?}", parsed.problems);
        // With every key, more than a real link has: browsers and chats accept links of 2,000 characters.
        prop_assert!(text.len() < 1_050, "{} characters: {}", text.len(), text);
    }

    #[test]
    fn what_is_pinned_comes_back_from_its_link(scenario in any_pinned()) {
        let text = link::write(&scenario);
        let parsed = link::parse(&text);
        prop_assert_eq!(parsed.scenario, scenario, "{}", text);
        prop_assert!(parsed.problems.is_empty(), "{:?}", parsed.problems);
    }

    #[test]
    fn any_number_is_written_as_a_number(value in any::<f64>(), digits in 1..6_i32) {
        let text = significant(value, digits);
        if value.abs() > 1e308 && value.is_finite() {
            // Rounded up it may be more than any number of this kind.
            prop_assert!(text.ends_with("e308"), "{}", text);
        } else if value.is_finite() {
            let again: f64 = text.parse().expect("a number");
            prop_assert!((again - value).abs() <= 0.51 * libm::pow(10.0, f64::from(1 - digits)) * value.abs(), "{} is not {}", text, value);
        } else {
            prop_assert_eq!(text, "–");
        }
    }
}

/// Does to a link what mail, chats and web pages do, each in its way.
fn damaged(link: &str, way: usize, at: usize) -> String {
    let encoded = || link.replace('&', "%26").replace('=', "%3D");
    let wrapped = |text: &str, end: &str| {
        let lines = text.as_bytes().chunks(at).map(String::from_utf8_lossy).collect::<Vec<_>>();
        lines.join(end)
    };
    match way {
        0 => format!("{link}{}", [".", ").", ";", "!", "…", "。"][at % 6]),
        1 => format!("({link}){}", ["", ",", ":"][at % 3]),
        2 => wrapped(link, ["\n", "\r\n", "\r\n> ", " "][at % 4]),
        3 => link.replace('&', ["&amp;", "&amp;amp;", "&#38;", "\\u0026"][at % 4]),
        4 => wrapped(&link.replace('=', "=3D"), ["=\n", "=\r\n"][at % 2]),
        5 => format!("{}{link}{}", ["\"", "“", "'", "«"][at % 4], ["\"", "”", "'", "»"][at % 4]),
        6 => [encoded(), encoded().replace('%', "%25"), format!("{}%0D%0A", encoded())][at % 3].clone(),
        _ => [format!("<{link}>"), format!("%3C{link}%3E"), format!("&lt;{link}&gt;")][at % 3].clone(),
    }
}

#[test]
fn a_link_of_a_lesson_is_what_it_was_before_mail_and_chats_changed_it() {
    let text = "eJ[A-Za-z0-9_-]{1500,6000}|3D[A-Za-z0-9_-]{20,90}|~[0-9a-f]{16}";
    let head = prop::sample::select(vec![
        "lesson=own&",
        "lesson=own&step=3&answer=2&",
        "v=2&system=banyan-multicast&lesson=own&n=4&",
    ]);
    let link = (head, text, 0..8_usize, 20..90_usize);
    holds("links of lessons", 100, &link, |(head, text, way, at)| {
        let link = damaged(&format!("{head}text={text}"), way, at);
        prop_assert_eq!(lesson::text_of(&link), Some(text), "{}", &link);
        // The rest is read as that of a link without a change.
        let whole = link::parse(head.trim_end_matches('&'));
        prop_assert_eq!(lesson::parse(&link), whole, "{}", &link);
        Ok(())
    });
}

#[test]
fn a_link_that_has_lost_the_text_of_its_lesson_is_told_from_one_without() {
    for (link, text) in [
        ("#lesson=own&step=2", Some("")),
        ("#lesson=own&amp;text=", Some("")),
        ("#text=abc?utm_source=chat", Some("abc")),
        ("#text=~~abc~~&k=4", Some("abc")),
        ("#lesson=first&step=2", None),
        ("#v=2&k=4", None),
    ] {
        assert_eq!(lesson::text_of(link).as_deref(), text, "{link}");
    }
}

#[test]
fn each_bad_value_of_each_key_is_named_with_key_value_and_range() {
    for (system, row) in System::ALL.iter().flat_map(|system| system.params().iter().map(move |row| (system, row))) {
        let parsed = link::parse(&format!("system={}&{}=%21bad", system.key(), row.key.name()));
        assert_eq!(parsed.problems.len(), 1, "{}", row.key.name());
        let sentence = parsed.problems[0].to_string();
        let accepted = row.accepted(system.params()).to_string();
        assert!(
            sentence.starts_with(&format!("{} = !bad ", row.key.name())) && sentence.contains(&accepted),
            "{sentence}"
        );
    }
}

#[test]
fn old_links_stay_readable() {
    // A link of version 1.
    let parsed = link::parse(
        "#v=1&system=torus-broadcast&k=16&vcs=5&flits=64&beta=0.04&load=0.0011&reading=refined&show=printed&axis=log",
    );
    assert!(parsed.problems.is_empty());
    let values = [Key::K, Key::Vcs, Key::Flits, Key::Beta, Key::Load].map(|key| parsed.scenario.get(key));
    assert_eq!(values, [16.0, 5.0, 64.0, 0.04, 0.0011]);
    assert_eq!((parsed.scenario.chosen(Key::Reading), parsed.scenario.chosen(Key::Axis)), ("refined", "log"));
}

fn solves(presets: impl Iterator<Item = &'static preset::Preset>) {
    for preset in presets {
        let scenario = preset.scenario();
        let outcome = model::solved_to_end(scenario.setup()).point(scenario.get(Key::Load));
        assert!(matches!(outcome, Outcome::Stable(_)), "{}: {outcome:?}", preset.title);
    }
}

#[test]
fn every_third_preset_solves_at_the_load_it_shows() {
    solves(preset::all().step_by(3));
}

#[test]
#[ignore = "half a minute: make verify"]
fn every_preset_solves_at_the_load_it_shows() {
    solves(preset::all());
}

#[test]
fn every_link_of_the_guide_and_of_the_readme_is_accepted_word_for_word() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let chapters = fs::read_dir(root.join("docs/guide")).expect("a folder").map(|file| file.expect("a file").path());
    let files = chapters.chain([root.join("README.md")]).filter(|path| path.extension().is_some_and(|end| end == "md"));
    let mut links = 0;
    for file in files {
        let text = fs::read_to_string(&file).expect("a text");
        for rest in text.split("v=2&").skip(1) {
            let link = format!("#v=2&{}", rest.split([')', '"', ' ', '`', '\n']).next().expect("a link"));
            let parsed = lesson::parse(&link);
            let notices: Vec<_> =
                parsed.problems.iter().chain(&parsed.scenario.notices()).map(ToString::to_string).collect();
            assert!(notices.is_empty(), "{}: {link}: {notices:?}", file.display());
            links += 1;
        }
    }
    assert!(links > 30, "{links}");
}

/// Two lessons have become steps of others: their links, which classes have, open the place of each step there.
#[test]
fn a_link_of_a_merged_lesson_opens_its_step_in_the_other_one() {
    let links = [
        ("past-the-end", "end&step=3"),
        ("past-the-end&answer=3", "end&step=3&answer=3"),
        ("past-the-end&step=2", "end&step=4"),
        ("choice-runs-out&step=1", "in-whose-way&step=4"),
        ("choice-runs-out&step=2", "in-whose-way&step=4"),
        ("choice-runs-out&step=3", "in-whose-way&step=5"),
        ("choice-runs-out&step=9", "in-whose-way&step=5"),
    ];
    for (old, new) in links {
        let [old, new] = [old, new].map(|link| lesson::parse(&format!("#v=2&lesson={link}")));
        assert_eq!(old, new);
        assert!(old.problems.is_empty() && lesson::at(&old.scenario).is_some(), "{:?}", old.problems);
    }
    let done = link::parse("#v=2&done=first,past-the-end,end");
    assert_eq!((done.problems, done.scenario), (vec![], link::parse("#v=2&done=first,end").scenario));
}
