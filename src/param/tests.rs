//! Accepted values of rows, and the table as a whole.

use super::*;

const TABLES: [&[Param]; 5] = [TORUS_BROADCAST, KARY_NCUBE, HYPERCUBE_MMPP, HYPERCUBE_SLOTTED, BANYAN_MULTICAST];

#[test]
fn every_row_stands_once_reads_its_default_and_has_one_zero() {
    for table in TABLES {
        for (i, row) in table.iter().enumerate() {
            let key = row.key.name();
            assert!(table[..i].iter().all(|other| other.key != row.key), "{key}");
            assert_eq!(row.parse(&row.format(row.default(), table), table), Ok(row.default()), "{key}");
            for text in ["-0", "-0.0", "-0e9"] {
                let value = row.parse(text, table).unwrap_or_else(|(_, nearest)| nearest);
                assert!(value.is_sign_positive(), "{key} = {text}");
            }
        }
        assert!(table.iter().filter(|row| row.has_control()).count() < 53, "the mask of keys fits its value");
    }
}

#[test]
fn what_is_no_number_of_nodes_becomes_the_nearest_and_is_named() {
    let k = &TORUS_BROADCAST[0];
    let texts = [("99", 32.0), ("eight", 8.0), ("NaN", 8.0), ("inf", 32.0), ("-inf", 3.0), ("7.5", 8.0), ("", 8.0)];
    for (text, expected) in texts {
        let (problem, nearest) = k.parse(text, TORUS_BROADCAST).expect_err(text);
        let said = Problem::new("k", text, Accepted::Whole { min: 3, max: 32 }).using(expected);
        assert_eq!((problem, nearest), (said, expected), "{text:?}");
    }
}

#[test]
fn a_comma_as_the_only_separator_is_a_decimal_point_and_thousands_are_not_guessed() {
    let said = |key: Key, text: &str| {
        let row = TORUS_BROADCAST.iter().find(|row| row.key == key).expect("a row");
        row.parse(text, TORUS_BROADCAST).map_err(|(problem, _)| problem.to_string())
    };
    for (key, text, value) in [
        (Key::Load, "0,5", 0.5),
        (Key::Load, "6,5e\u{2212}3", 0.0065),
        (Key::K, "8,0", 8.0),
        (Key::Cycles, "20\u{202f}000", 20_000.0),
        (Key::Target, "1 234,5", 1_234.5),
    ] {
        assert_eq!(said(key, text), Ok(value), "{text}");
    }
    let wrong =
        [(Key::Target, "1.234,5"), (Key::Cycles, "20,000"), (Key::N, "2,5"), (Key::K, "8,5"), (Key::Load, "4,8,16")];
    crate::blessed::words("separators", wrong, |(key, text)| said(key, text).expect_err(text));
}

#[test]
fn of_a_set_the_names_that_there_are_are_kept() {
    let row = TORUS_BROADCAST.iter().find(|row| row.key == Key::Hide).expect("a row");
    let (problem, mask) = row.parse("k,colour,vcs", TORUS_BROADCAST).expect_err("colour is no key");
    assert_eq!((row.format(mask, TORUS_BROADCAST), problem.used), ("k,vcs".into(), Some("k,vcs".into())));
    let (problem, _) = row.parse("colour", TORUS_BROADCAST).expect_err("colour is no key");
    assert_eq!(problem.used.as_deref(), Some(""));
}

#[test]
fn a_list_of_nodes_is_read_and_written_in_order_and_keeps_those_that_there_are() {
    let row = BANYAN_MULTICAST.iter().find(|row| row.key == Key::To).expect("a row");
    let mask = row.parse("13, 0,6", BANYAN_MULTICAST).expect("three nodes");
    assert_eq!((mask, row.format(mask, BANYAN_MULTICAST)), (8257.0, "0,6,13".into()));
    assert_eq!(row.parse("", BANYAN_MULTICAST), Ok(0.0));
    let all = f64::from(u32::MAX);
    assert_eq!(row.parse(&row.format(all, BANYAN_MULTICAST), BANYAN_MULTICAST), Ok(all));
    let (problem, mask) = row.parse("3,32,-1,x", BANYAN_MULTICAST).expect_err("three of them are no nodes");
    assert_eq!((problem.fault, problem.used), (Fault::Not(Accepted::Nodes { count: 32 }), Some("3".into())));
    assert_eq!(mask, 8.0);
}

#[test]
fn long_or_unprintable_values_are_repeated_legibly() {
    let text = Problem::new("k\n", "\u{7}".repeat(100) + "x", Accepted::Fraction).to_string();
    assert!(text.chars().count() < 120 && !text.chars().any(char::is_control), "{text:?}");
    // Overrides, embeddings and isolates of direction, marks, separators of lines, and what cannot be seen.
    for c in "\u{202e}\u{202a}\u{2066}\u{2069}\u{200f}\u{61c}\u{2028}\u{200b}\u{feff}\u{9b}\u{1b}".chars() {
        let text = Problem::new(format!("a{c}b"), format!("c{c}d"), Accepted::Fraction).to_string();
        assert!(text.starts_with("a b = c d is not a number: use "), "{c:?}: {text:?}");
    }
    assert_eq!(
        Problem::new("λ", "ρ ≤ ½ ü 分", Accepted::Fraction).to_string(),
        "λ = ρ ≤ ½ ü 分 is not a number: use a number above 0 and at most 1."
    );
}

#[test]
fn every_option_of_every_choice_has_a_value() {
    for row in TABLES.into_iter().flatten() {
        let ParamKind::Choice { options, .. } = row.kind else { continue };
        // These have no value beside their index or their text.
        let plain = matches!(
            row.key,
            Key::Speed | Key::Figure | Key::Tab | Key::Lesson | Key::Embed | Key::Extreme | Key::MapX | Key::MapY
        ) || options[0].key == "0";
        let known = |known: &[&str]| options.iter().all(|option| known.contains(&option.key));
        assert!(plain || options::KNOWN.iter().any(|(key, all)| *key == row.key && known(all)), "{}", row.key.name());
    }
}
