//! Comparison with independent numbers, and the tolerances that several systems share.

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
