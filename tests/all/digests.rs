//! The digests natively; `tests/web.rs` holds the browser to the same.

#[path = "../common/digest.rs"]
mod digest;

#[test]
fn curves_have_these_bits() {
    digest::check(digest::CURVES, &digest::curves());
}

#[test]
fn flows_have_these_bits() {
    digest::check(digest::FLOWS, &digest::flows());
}

#[test]
fn frames_have_these_bits() {
    digest::check(digest::FRAMES, &digest::frames());
}

#[test]
fn scenes_have_these_bits() {
    digest::check(digest::SCENES, &digest::scenes());
}

#[test]
fn simulations_have_these_bits() {
    digest::check(digest::SIMULATIONS, &digest::simulations());
}
