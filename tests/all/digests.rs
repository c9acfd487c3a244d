//! The digests natively; `tests/web.rs` holds the browser to the same.

#[path = "../common/bits.rs"]
mod bits;
#[path = "../common/digest.rs"]
mod digest;

#[test]
fn curves_have_these_bits() {
    bits::check(digest::CURVES, &digest::curves());
}

#[test]
fn flows_have_these_bits() {
    bits::check(digest::FLOWS, &digest::flows());
}

#[test]
fn scenes_have_these_bits() {
    bits::check(digest::SCENES, &digest::scenes());
}

#[test]
fn simulations_have_these_bits() {
    bits::check(digest::SIMULATIONS, &digest::simulations());
}
