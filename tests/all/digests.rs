//! The digests natively; `tests/web.rs` holds the browser to the same.

#[path = "../common/digest.rs"]
mod digest;

#[test]
fn curves_have_these_bits() {
    assert_eq!(digest::curves(), digest::CURVES, "{:#018x}", digest::curves());
}

#[test]
fn frames_have_these_bits() {
    assert_eq!(digest::frames(), digest::FRAMES, "{:#018x}", digest::frames());
}
