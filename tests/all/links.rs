//! Whatever a link says, there is a scenario, and what was not understood is named.

use flitscope::{
    model::{self, Outcome},
    param::{Key, Kind},
    scenario::{Scenario, System, link, preset},
};
use proptest::prelude::*;

/// Anything from plain noise to nearly right links.
fn any_link() -> impl Strategy<Value = String> {
    let all = System::ALL.iter().flat_map(|system| system.params());
    let names: Vec<_> = all.map(|row| row.key.name()).collect();
    let keys = || prop::sample::select(names.clone());
    let number = prop_oneof![
        any::<f64>().prop_map(|number| number.to_string()),
        any::<i64>().prop_map(|number| number.to_string()),
        (-5..40_i32).prop_map(|number| number.to_string()),
        (0.0..1.0).prop_map(|number: f64| number.to_string()),
        prop::sample::select(vec![
            "",
            "NaN",
            "inf",
            "-inf",
            "1e999",
            "-0",
            "0x10",
            "corrected",
            "refined",
            "a,b",
            "k,n",
            "log"
        ])
        .prop_map(str::to_owned),
        any::<String>(),
    ];
    let pair = prop_oneof![
        8 => (keys().prop_map(str::to_owned), number).prop_map(|(key, value)| format!("{key}={value}")),
        1 => any::<String>(),
        2 => prop::sample::select(System::ALL).prop_map(|system| format!("system={}", system.key())),
        1 => Just("v=1".to_owned()),
    ];
    prop_oneof![
        9 => prop::collection::vec(pair, 0..12).prop_map(|pairs| format!("#{}", pairs.join("&"))),
        1 => any::<String>(),
    ]
}

/// A scenario in range, by the table.
fn any_scenario() -> impl Strategy<Value = Scenario> {
    prop::sample::select(System::ALL).prop_flat_map(|system| {
        let rows = system.params();
        prop::collection::vec(0.0..1.0_f64, rows.len()).prop_map(move |random| {
            rows.iter().zip(random).fold(Scenario::new(system), |scenario, (row, x)| {
                let value = match row.kind {
                    Kind::Integer { min, max, .. } => f64::from(min) + x * f64::from(max - min),
                    Kind::Real { min, max, .. } => min + x * (max - min),
                    Kind::Choice { options, .. } => (x * options.len() as f64).floor(),
                    Kind::Set { options, .. } => (x * f64::from(1_u32 << options.len())).floor(),
                    Kind::Nodes { count, .. } => (x * f64::from(u32::MAX >> (32 - count))).floor(),
                    Kind::Keys => {
                        let controls = rows.iter().enumerate().filter(|(_, row)| row.has_control());
                        let controls = controls.fold(0_u64, |mask, (bit, _)| mask | 1 << bit);
                        ((x * 65_536.0) as u64 & controls) as f64
                    }
                };
                scenario.set(row.key, value)
            })
        })
    })
}

/// A scenario with a model that takes no noticeable time.
fn any_quick_scenario() -> impl Strategy<Value = Scenario> {
    any_scenario().prop_map(|scenario| match scenario.system() {
        System::KaryNCube => scenario.set(Key::N, f64::from(1 + scenario.count(Key::N) % 3)),
        System::HypercubeMmpp => {
            scenario.set(Key::Mmpps, 2.0).set(Key::Vcs, f64::from(1 + scenario.count(Key::Vcs) % 4))
        }
        System::BanyanMulticast => scenario.set(Key::N, f64::from(1 + scenario.count(Key::N) % 6)),
        System::TorusBroadcast | System::HypercubeSlotted => scenario,
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    #[test]
    fn any_text_gives_a_scenario_that_solves_and_names_what_it_left_out(text in any_link()) {
        let parsed = link::parse(&text);
        let scenario = parsed.scenario;
        for row in scenario.system().params() {
            let written = row.format(scenario.get(row.key), scenario.system().params());
            prop_assert_eq!(row.parse(&written, scenario.system().params()), Ok(scenario.get(row.key)), "{}", row.key.name());
        }
        for problem in &parsed.problems {
            let sentence = problem.to_string();
            prop_assert!(sentence.contains(&problem.key) && sentence.contains(" takes ") && sentence.len() < 1000, "{}", sentence);
        }
        // What was understood is written and read back without a word.
        let again = link::parse(&link::write(&scenario));
        prop_assert_eq!(again.scenario, scenario);
        prop_assert!(again.problems.is_empty(), "{:?}", again.problems);
    }

    #[test]
    fn every_scenario_comes_back_from_its_link_with_the_same_numbers(scenario in any_scenario()) {
        let text = link::write(&scenario);
        let parsed = link::parse(&text);
        prop_assert_eq!(parsed.scenario, scenario, "{}", text);
        prop_assert!(parsed.problems.is_empty(), "{:?}", parsed.problems);
        prop_assert!(text.len() < 500, "{} characters: {}", text.len(), text);
    }

    #[test]
    fn any_number_is_written_as_a_number(value in any::<f64>(), digits in 1..6_i32) {
        let text = model::significant(value, digits);
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

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn every_scenario_has_finite_numbers_or_a_named_state(scenario in any_quick_scenario()) {
        let model = model::of(&scenario);
        let (load, end) = (scenario.get(Key::Load), model.end());
        prop_assert!(!end.sentence.contains("NaN") && end.load > 0.0, "{:?}", end);
        match model.point(load) {
            Outcome::Stable(point) => {
                prop_assert!(point.quantities.iter().all(|quantity| quantity.value.is_finite()));
                prop_assert_eq!(point.measures.len(), model.lecture().measures.len());
                prop_assert_eq!(model.measures(load), Some(point.measures));
            }
            Outcome::Saturated => prop_assert!(end.saturated && end.load <= load, "{:?}", end),
            Outcome::Invalid(sentence) => prop_assert!(!end.saturated && end.load < load && sentence.ends_with('.'), "{}", sentence),
        }
        for figure in model.figures(load) {
            let numbers = figure.lines.iter().flat_map(|line| &line.points);
            prop_assert!(numbers.into_iter().all(|(x, y)| x.is_finite() && y.is_finite()), "{:?}", figure);
        }
    }
}

#[test]
fn each_bad_value_of_each_key_is_named_with_key_value_and_range() {
    for (system, row) in System::ALL.iter().flat_map(|system| system.params().iter().map(move |row| (system, row))) {
        let parsed = link::parse(&format!("system={}&{}=%21bad", system.key(), row.key.name()));
        assert_eq!(parsed.problems.len(), 1, "{}", row.key.name());
        let sentence = parsed.problems[0].to_string();
        let accepted = row.accepted(system.params());
        assert!(
            sentence.starts_with(&format!("{} = !bad ", row.key.name())) && sentence.contains(&accepted),
            "{sentence}"
        );
    }
}

#[test]
fn old_links_stay_readable() {
    // Links of version 1 as they were first given out.
    let parsed = link::parse(
        "#v=1&system=torus-broadcast&k=16&vcs=5&flits=64&beta=0.04&load=0.0011&reading=refined&show=printed&axis=log",
    );
    assert!(parsed.problems.is_empty());
    let values = [Key::K, Key::Vcs, Key::Flits, Key::Beta, Key::Load].map(|key| parsed.scenario.get(key));
    assert_eq!(values, [16.0, 5.0, 64.0, 0.04, 0.0011]);
    assert_eq!((parsed.scenario.chosen(Key::Reading), parsed.scenario.chosen(Key::Axis)), ("refined", "log"));
}

#[test]
fn every_preset_solves_at_the_load_it_shows() {
    for preset in preset::all() {
        let scenario = preset.scenario();
        let outcome = model::of(&scenario).point(scenario.get(Key::Load));
        assert!(matches!(outcome, Outcome::Stable(_)), "{}: {outcome:?}", preset.title);
    }
}
