//! Input of every kind, from valid output of programs to input made up to break the parsers.

use flitscope::{
    model::ours::unequal,
    param::{Accepted, Fault, Key, ParamKind, Problem, is_legible},
    scenario::{Parsed, Pins, Scenario, System, link, pins},
};
use proptest::{prelude::*, sample::Index, test_runner::TestCaseResult};
use std::collections::BTreeMap;

/// Numbers at the ends of their kinds, what other programs take for numbers, and words of the tables.
const VALUES: &[&str] = &[
    "",
    " ",
    "0",
    "-0",
    "-0.0",
    "-1",
    "1e999",
    "-1e999",
    "1e-999",
    "5e-324",
    "1.7976931348623157e308",
    "NaN",
    "nan",
    "inf",
    "-inf",
    "Infinity",
    "0x10",
    "007",
    "+8",
    ".5",
    "8.",
    "1_000",
    "1,5",
    "٣",
    "½",
    "4294967295",
    "4294967296",
    "18446744073709551616",
    "9007199254740993",
    "true",
    "null",
    "undefined",
    "[object Object]",
    "corrected",
    "printed",
    "refined",
    "average",
    "corrected,refined",
    "log",
    "0,1,2",
    "31,32",
    "0,,1,",
    "a,b",
    "k,n",
    "k,n,k,load",
    "early",
    "late",
    "broadcast",
    "deadlock",
    "CORRECTED",
    "../../etc/passwd",
    "<script>alert(1)</script>",
    "%2500",
];

/// Pieces that break a link or a line.
const PIECES: &[&str] = &[
    "%",
    "%z",
    "%zz",
    "%00",
    "%ff%fe",
    "%e2%80%ae",
    "%u202e",
    "%26",
    "%3d",
    "%25",
    "&",
    "&&",
    "=",
    "==",
    "+",
    ";",
    "#",
    "?",
    "\"",
    "\\",
    "\\u",
    "\\ud800",
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "-",
    "e",
    "e999",
    "1e999",
    "NaN",
    "null",
    "99999999999999999999",
    "\"id\":1,",
    "&system=",
    "&k=",
    "&v=2",
    "\u{0}",
];

/// Characters that end a text, turn it round, cannot be seen, or take some bytes.
const CHARACTERS: &[char] = &[
    '\0',
    '\t',
    '\n',
    '\r',
    '\u{1b}',
    '\u{7f}',
    '\u{85}',
    '\u{9b}',
    '\u{61c}',
    '\u{200b}',
    '\u{200f}',
    '\u{2028}',
    '\u{202e}',
    '\u{2066}',
    '\u{2069}',
    '\u{301}',
    '\u{feff}',
    '\u{fffd}',
    '\u{10ffff}',
    '\u{e0001}',
    'ß',
    '分',
    '𝔘',
    '\'',
    '"',
    '<',
    '&',
    '%',
    '=',
];

/// Any text: as it is typed, with what cannot be seen, or far too long.
pub(crate) fn any_text() -> impl Strategy<Value = String> {
    let character = prop_oneof![prop::sample::select(CHARACTERS), any::<char>(), prop::char::range(' ', '~')];
    prop_oneof![
        10 => any::<String>(),
        10 => prop::collection::vec(character, 0..12).prop_map(|characters| characters.into_iter().collect()),
        1 => (prop::sample::select(CHARACTERS), 100..3000_usize).prop_map(|(c, length)| c.to_string().repeat(length)),
    ]
}

/// A value, right for some key or for none.
pub(crate) fn any_value() -> impl Strategy<Value = String> {
    prop_oneof![
        2 => any::<f64>().prop_map(|number| number.to_string()),
        1 => any::<i64>().prop_map(|number| number.to_string()),
        6 => (-5..40_i32).prop_map(|number| number.to_string()),
        4 => (0.0..1.0).prop_map(|number: f64| number.to_string()),
        4 => prop::sample::select(VALUES).prop_map(str::to_owned),
        2 => any_text(),
    ]
}

/// The name of a key, of whichever system, or of none.
fn any_key() -> impl Strategy<Value = String> {
    let all = System::ALL.iter().flat_map(|system| system.params());
    let mut names: Vec<_> = all.map(|row| row.key.name()).collect();
    names.sort_unstable();
    names.dedup();
    let near = prop::sample::select(names.clone()).prop_flat_map(|name| {
        prop::sample::select(vec![name.to_uppercase(), format!(" {name}"), format!("{name}\0"), format!("{name}[]")])
    });
    prop_oneof![
        20 => prop::sample::select(names).prop_map(str::to_owned),
        1 => near,
        1 => prop::sample::select(&["v", "id", "system", "link", "__proto__", ""][..]).prop_map(str::to_owned),
        1 => any_text(),
    ]
}

/// Keys with their values, some of them more than once, now and then far too many.
pub(crate) fn any_pairs() -> impl Strategy<Value = Vec<(String, String)>> {
    let system = prop::sample::select(System::ALL).prop_map(|system| ("system".to_owned(), system.key().to_owned()));
    let pair = prop_oneof![16 => (any_key(), any_value()), 3 => system, 1 => Just(("v".to_owned(), "1".to_owned()))];
    let few = || prop::collection::vec(pair.clone(), 0..12);
    let again = (few(), any::<Index>(), any_value()).prop_map(|(mut pairs, index, value)| {
        if !pairs.is_empty() {
            let key = index.get(&pairs).0.clone();
            pairs.push((key, value));
        }
        pairs
    });
    let many = (few(), 13..3000_usize).prop_map(|(mut pairs, count)| {
        pairs.extend((0..count).map(|i| (format!("x{i}"), String::new())));
        pairs
    });
    prop_oneof![100 => few(), 30 => again, 1 => many]
}

/// A text with up to five places changed: a piece put in, some characters left out, turned round or doubled.
pub(crate) fn damaged(text: impl Strategy<Value = String>) -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        6 => prop::sample::select(PIECES).prop_map(str::to_owned),
        3 => prop::sample::select(CHARACTERS).prop_map(String::from),
        2 => any_value(),
    ];
    let change = (any::<Index>(), 0..4_u8, 0..9_usize, piece);
    (text, prop::collection::vec(change, 1..6)).prop_map(|(text, changes)| {
        let mut characters: Vec<char> = text.chars().collect();
        for (place, kind, length, piece) in changes {
            let from = place.index(characters.len() + 1);
            let to = (from + length).min(characters.len());
            match kind {
                0 => drop(characters.drain(from..to)),
                1 => characters[from..to].reverse(),
                2 => drop(characters.splice(from..from, characters[from..to].to_vec())),
                _ => drop(characters.splice(from..from, piece.chars())),
            }
        }
        characters.into_iter().collect()
    })
}

/// A scenario in range, by the table.
pub(crate) fn any_scenario() -> impl Strategy<Value = Scenario> {
    prop::sample::select(System::ALL).prop_flat_map(|system| {
        let rows = system.params();
        prop::collection::vec(0.0..1.0_f64, rows.len()).prop_map(move |random| {
            rows.iter().zip(random).fold(Scenario::new(system), |scenario, (row, x)| {
                let value = match row.kind {
                    ParamKind::Integer { min, max, .. } => f64::from(min) + x * f64::from(max - min),
                    ParamKind::Real { min, max, .. } => min + x * (max - min),
                    ParamKind::Choice { options, .. } => (x * options.len() as f64).floor(),
                    ParamKind::Set { options, .. } => (x * f64::from(1_u32 << options.len())).floor(),
                    ParamKind::Nodes { count, .. } => (x * f64::from(u32::MAX >> (32 - count))).floor(),
                    ParamKind::Keys => {
                        let controls = rows.iter().filter(|row| row.has_control()).enumerate();
                        let controls = controls.fold(0_u64, |mask, (bit, _)| mask | 1 << bit);
                        ((x * 65_536.0) as u64 & controls) as f64
                    }
                };
                scenario.set(row.key, value)
            })
        })
    })
}

/// A scenario with some of its system pinned beside it: others, and some that differ little or in nothing that matters.
pub(crate) fn any_pinned() -> impl Strategy<Value = Scenario> {
    let keys = prop::collection::vec((any::<Index>(), 0..4_usize), 0..3 * pins::MOST);
    (prop::collection::vec(any_scenario(), 1..24), keys).prop_map(|(scenarios, keys)| {
        let present = scenarios[0];
        let mut pinned = Pins::default();
        for other in scenarios.iter().filter(|other| other.system() == present.system()) {
            pinned = pinned.with(*other.setup()).unwrap_or(pinned);
        }
        for (index, count) in keys {
            let rows = present.system().params();
            let first = index.index(rows.len());
            let near = rows.iter().cycle().skip(first).take(count);
            let near = near.fold(present, |near, row| near.set(row.key, scenarios[scenarios.len() - 1].get(row.key)));
            pinned = pinned.with(*near.setup()).unwrap_or(pinned);
        }
        present.with_pins(pinned)
    })
}

/// The text of a pin, right or wrong.
pub(crate) fn any_pin() -> impl Strategy<Value = String> {
    let pair = (any_key(), any_value()).prop_map(|(key, value)| format!("{key}:{value}"));
    let right = any_pinned().prop_map(|present| present.pins().written(&present).next().unwrap_or_default()).boxed();
    prop_oneof![
        3 => prop::collection::vec(pair, 0..4).prop_map(|pairs| pairs.join(",")),
        3 => right.clone(),
        1 => damaged(right),
        1 => any_text(),
    ]
}

/// The scenario with a model that takes no noticeable time.
pub(crate) fn quick(scenario: Scenario) -> Scenario {
    let at_most = |key: Key, most: u32| match scenario.count(key) {
        count if count <= most => f64::from(count),
        count => f64::from(1 + count % most),
    };
    match scenario.system() {
        #[cfg(feature = "test-system")]
        System::Ring => scenario,
        // Some take minutes until their end is known.
        System::TorusBroadcast | System::KaryNCube if unequal::seconds(scenario.setup()) > Some(0.1) => {
            scenario.set(Key::N, at_most(Key::N, 2)).set(Key::K, at_most(Key::K, 4)).set(Key::Vcs, at_most(Key::Vcs, 4))
        }
        System::KaryNCube => scenario.set(Key::N, at_most(Key::N, 3)),
        System::HypercubeMmpp => scenario.set(Key::Mmpps, 2.0).set(Key::Vcs, at_most(Key::Vcs, 4)),
        System::BanyanMulticast => scenario.set(Key::N, at_most(Key::N, 6)),
        System::TorusBroadcast | System::HypercubeSlotted => scenario,
    }
}

/// The scenario with a network that is simulated in no noticeable time.
pub(crate) fn small(scenario: Scenario) -> Scenario {
    let scenario =
        quick(scenario).set(Key::Cycles, 1_000.0).set(Key::Flits, f64::from(1 + scenario.count(Key::Flits) % 40));
    let (k, n) = (scenario.count(Key::K), scenario.count(Key::N));
    match scenario.system() {
        #[cfg(feature = "test-system")]
        System::Ring => scenario,
        System::TorusBroadcast => scenario.set(Key::N, 2.0).set(Key::K, f64::from(3 + k % 4)),
        System::KaryNCube => scenario.set(Key::N, f64::from(1 + n % 3)).set(Key::K, f64::from(2 + k % 4)),
        System::HypercubeMmpp | System::HypercubeSlotted => scenario.set(Key::N, f64::from(2 + n % 4)),
        System::BanyanMulticast => scenario.set(Key::N, f64::from(1 + n % 5)),
    }
}

/// Asserts that every key and value among the pairs that is not accepted is named, each in a sentence with the accepted or the used values. Of a key
/// that is repeated the first value is named and the last one counts; of very many unknown keys some are named and the others counted.
pub(crate) fn each_is_named(pairs: &[(&str, &str)], parsed: &Parsed) -> TestCaseResult {
    let Parsed { scenario, problems, .. } = parsed;
    let system = scenario.system();
    let named = |key: &str, value: &str| {
        let wrong = Problem::new(key, value, Accepted::Fraction);
        let found = problems.iter().any(|problem| problem.key == wrong.key && problem.value == wrong.value);
        prop_assert!(found, "{:?} = {:?} is not named: {:?}", key, value, problems);
        Ok(())
    };
    let mut of_key = BTreeMap::<&str, Vec<&str>>::new();
    let mut unknown = Vec::new();
    for &(key, value) in pairs {
        if key == "system" || system.param_named(key).is_some() {
            of_key.entry(key).or_default().push(value);
        } else {
            unknown.push((key, value));
        }
    }
    for (key, values) in of_key {
        let (first, last) = (values[0], values[values.len() - 1]);
        if values.len() > 1 {
            named(key, first)?;
        }
        let wrong = match system.param_named(key) {
            Some(row) => row.parse(last, system.params()).is_err(),
            None => System::parse(last).is_err(),
        };
        if wrong {
            named(key, if key == "system" { last } else { last.trim() })?;
        }
    }
    let all = unknown.len();
    let counted = problems.iter().map(|problem| match problem.fault {
        Fault::MoreUnknownKeys(count) => count,
        _ => 0,
    });
    unknown.truncate(all - counted.sum::<usize>());
    prop_assert!(unknown.len() >= all.min(12), "{} of {} unknown keys are named", unknown.len(), all);
    unknown.into_iter().try_for_each(|(key, value)| named(key, value))?;
    problems.iter().try_for_each(sentence)
}

/// Asserts that the sentence of a problem is legible and complete.
pub(crate) fn sentence(problem: &Problem) -> TestCaseResult {
    let text = problem.to_string();
    let Problem { key, value, fault, used } = problem;
    let (mut parts, many) = (vec![key.clone()], matches!(fault, Fault::MoreUnknownKeys(_)));
    parts.extend(used.clone());
    match fault {
        Fault::Not(accepted) => parts.extend([value.clone(), accepted.to_string()]),
        Fault::GivenAgain(last) => parts.extend([value.clone(), last.clone()]),
        Fault::UnknownKey { known, meant } => {
            let meant = meant.iter().map(|key| key.name());
            parts.extend(known.iter().copied().chain(meant).map(str::to_owned));
        }
        Fault::NoEffect { because, beyond: _, why } => {
            parts.extend([value.clone(), because.0.name().into(), because.1.clone(), (*why).into()]);
        }
        Fault::MoreUnknownKeys(count) if *count > 1 => parts.push(count.to_string()),
        Fault::MoreUnknownKeys(_) => {}
        Fault::NoTable(why) => parts.extend([value.clone(), why.clone()]),
        Fault::Needs(need) => parts.extend([value.clone(), need.to_string()]),
        Fault::Pin(fault) => parts.extend([value.clone(), fault.to_string()]),
    }
    prop_assert!(parts.iter().all(|part| text.contains(part.as_str())), "{}", text);
    prop_assert!((many || !key.trim().is_empty()) && text.len() < 1000, "{}", text);
    prop_assert!(text.ends_with('.') && text.chars().all(is_legible), "{:?}", text);
    Ok(())
}

/// True if a text contains the rendering of a number that is not finite.
pub(crate) fn has_no_number(text: &str) -> bool {
    let mut words = text.split(|c: char| !c.is_alphanumeric());
    text.contains('–') || words.any(|word| matches!(word.to_lowercase().as_str(), "nan" | "inf" | "infinity"))
}

/// Anything from plain noise to nearly right links.
pub(crate) fn any_link() -> impl Strategy<Value = String> {
    // As a program writes it, as a person does, or byte by byte.
    let written = |text: &str, way: u8| match way {
        0 => form_urlencoded::byte_serialize(text.as_bytes()).collect(),
        1 => text.to_owned(),
        _ => text.bytes().map(|byte| format!("%{byte:02x}")).collect(),
    };
    let pairs = (any_pairs(), 0..3_u8).prop_map(move |(pairs, way)| {
        let pairs: Vec<_> = pairs.iter().map(|(k, v)| format!("{}={}", written(k, way), written(v, way))).collect();
        format!("#{}", pairs.join("&"))
    });
    let pairs = pairs.boxed();
    let pins = prop::collection::vec(any_pin(), 1..7);
    let pinned = (any_scenario(), pins, 0..3_u8).prop_map(move |(scenario, pins, way)| {
        let pins: Vec<_> = pins.iter().map(|pin| format!("&pin={}", written(pin, way))).collect();
        link::write(&scenario) + &pins.concat()
    });
    let right = any_scenario().prop_map(|scenario| link::write(&scenario));
    prop_oneof![6 => pairs.clone(), 1 => damaged(pairs), 2 => damaged(right), 2 => pinned, 1 => any_text()]
}
