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
    bits::check(digest::SCENES, &digest::scenes(false));
}

/// The digests of all scenes.
const ALL_SCENES: bits::Table = &[
    ("torus-broadcast", 0x09ca_bb40_e123_ae11),
    ("kary-ncube", 0x230b_c4dd_851b_e116),
    ("hypercube-mmpp", 0x43d3_f1f7_677b_af58),
    ("hypercube-slotted", 0x4080_4292_680e_aaa8),
    ("banyan-multicast", 0xbbe2_792a_6800_7171),
];

#[test]
#[ignore = "half a minute: make verify"]
fn all_scenes_have_these_bits() {
    bits::check(ALL_SCENES, &digest::scenes(true));
}

#[test]
fn simulations_have_these_bits() {
    bits::check(digest::SIMULATIONS, &digest::simulations());
}
