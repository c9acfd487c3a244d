//! The digests natively; `tests/web.rs` holds the browser to the same.

#[path = "../../../../tests/common/bits.rs"]
mod bits;
#[path = "../common/frames.rs"]
mod frames;

#[test]
fn frames_have_these_bits() {
    bits::check(frames::FRAMES, &frames::frames());
}
