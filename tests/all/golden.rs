//! Comparison with independent numbers, the tolerances that several systems share, and where the numbers come from.

use flitscope::model::{Quantity, Value};
use serde_json::Value as Json;

/// Agreement asked of a closed form with numbers that are written with 12 digits.
pub(crate) const RTOL_CLOSED_FORM: f64 = 1e-9;

/// Agreement asked of the place of a maximum: the independent numbers found it by comparing values, which are flat there, so that half of
/// the digits are lost.
pub(crate) const RTOL_PLACE_OF_MAXIMUM: f64 = 1e-7;

/// Relative slack for rounding.
pub(crate) const RTOL_ROUNDING: f64 = 1e-12;

/// Asserts that our number is theirs within a relative tolerance.
pub(crate) fn within(rtol: f64, ours: f64, theirs: &Json, what: &str) {
    let theirs = theirs.as_f64().unwrap_or_else(|| panic!("{what} is not a number"));
    assert!((ours - theirs).abs() <= rtol * theirs.abs(), "{what}: {ours} is not {theirs}");
}

/// As [`within`], with [`RTOL_CLOSED_FORM`].
pub(crate) fn close(ours: f64, theirs: &Json, what: &str) {
    within(RTOL_CLOSED_FORM, ours, theirs, what);
}

/// Asserts that each quantity with a number in one of the `rows` is [`close`] to the first of them; returns their count.
pub(crate) fn all_close(quantities: Vec<Quantity>, rows: &[&Json]) -> usize {
    let mut compared = 0;
    for Quantity { symbol, value, .. } in quantities {
        let Some(theirs) = rows.iter().map(|row| &row[symbol]).find(|theirs| !theirs.is_null()) else { continue };
        compared += 1;
        match value {
            Value::Number(ours) => close(ours, theirs, symbol),
            Value::List(ours) => {
                let theirs = theirs.as_array().expect("a list");
                assert_eq!(ours.len(), theirs.len());
                ours.iter().zip(theirs).for_each(|(ours, theirs)| close(*ours, theirs, symbol));
            }
        }
    }
    compared
}

/// The reason why a file has no place among the independent numbers, if there is one.
fn refused(file: &Json) -> Option<String> {
    match file["provenance"].as_str() {
        Some(provenance) if !provenance.trim().is_empty() => own(file),
        _ => Some("no provenance".into()),
    }
}

/// A text that says that this program made the numbers, wherever it stands.
fn own(json: &Json) -> Option<String> {
    const NAMES: [&str; 4] = ["flitscope", "this program", "our own", "project's own"];
    match json {
        Json::String(text) => {
            NAMES.iter().any(|name| text.to_lowercase().contains(name)).then(|| format!("made by this program: {text}"))
        }
        Json::Array(list) => list.iter().find_map(own),
        Json::Object(members) => members.values().find_map(own),
        _ => None,
    }
}

#[test]
fn every_golden_file_says_who_made_it_and_it_was_not_this_program() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let mut files = 0;
    for entry in folder.read_dir().expect("a folder") {
        let path = entry.expect("a file").path();
        let text = std::fs::read_to_string(&path).expect("text");
        let file: Json = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert_eq!(refused(&file), None, "{}", path.display());
        files += 1;
    }
    assert!(files >= 12, "{files} files");
}

#[test]
fn a_file_without_provenance_and_a_row_of_this_program_are_refused() {
    let with = |provenance: Json, by: Json| serde_json::json!({"provenance": provenance, "rows": [{"k": 3, "by": by}]});
    assert_eq!(refused(&with("mpmath, 60 digits".into(), "another implementation".into())), None);
    for provenance in [Json::Null, "".into(), 4.into()] {
        assert_eq!(refused(&with(provenance, Json::Null)), Some("no provenance".into()));
    }
    for by in ["Flitscope, version 4", "FLITSCOPE", "this program", "the project's own simulator", "our own model"] {
        assert!(refused(&with("mpmath, 60 digits".into(), by.into())).is_some_and(|why| why.contains(by)), "{by}");
        assert!(refused(&with(by.into(), Json::Null)).is_some(), "{by}");
    }
}
