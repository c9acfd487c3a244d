//! Comparison with independent numbers, and the tolerances that several systems share.

use serde_json::Value as Json;

/// Agreement asked of a closed form with numbers that are written with 12 digits.
pub const RTOL_CLOSED_FORM: f64 = 1e-9;

/// Agreement asked of the place of a maximum: the independent numbers found it by comparing values, which are flat there, so that half of
/// the digits are lost.
pub const RTOL_PLACE_OF_MAXIMUM: f64 = 1e-7;

/// Relative slack for rounding.
pub const RTOL_ROUNDING: f64 = 1e-12;

/// Asserts that our number is theirs within a relative tolerance.
pub fn within(rtol: f64, ours: f64, theirs: &Json, what: &str) {
    let theirs = theirs.as_f64().unwrap_or_else(|| panic!("{what} is not a number"));
    assert!((ours - theirs).abs() <= rtol * theirs.abs(), "{what}: {ours} is not {theirs}");
}

/// As [`within`], with [`RTOL_CLOSED_FORM`].
pub fn close(ours: f64, theirs: &Json, what: &str) {
    within(RTOL_CLOSED_FORM, ours, theirs, what);
}
