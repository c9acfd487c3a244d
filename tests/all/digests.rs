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

#[test]
fn scenes_have_these_bits() {
    assert_eq!(digest::scenes(), digest::SCENES, "{:#018x}", digest::scenes());
}

#[test]
fn simulations_have_these_bits() {
    assert_eq!(digest::simulations(), digest::SIMULATIONS, "{:#018x}", digest::simulations());
}
