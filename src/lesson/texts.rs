//! The texts of our lessons, for the program and for tests; a page asks for them when it needs them.

/// The files, in the order of the lessons.
pub(super) const FILES: [(&str, &str); 17] = [
    ("first", include_str!("../../lessons/first.md")),
    ("distance", include_str!("../../lessons/distance.md")),
    ("end", include_str!("../../lessons/end.md")),
    ("past-the-end", include_str!("../../lessons/past-the-end.md")),
    ("more-channels", include_str!("../../lessons/more-channels.md")),
    ("who-waits", include_str!("../../lessons/who-waits.md")),
    ("choice-runs-out", include_str!("../../lessons/choice-runs-out.md")),
    ("deadlock", include_str!("../../lessons/deadlock.md")),
    ("four-in-a-hundred", include_str!("../../lessons/four-in-a-hundred.md")),
    ("same-load", include_str!("../../lessons/same-load.md")),
    ("tails", include_str!("../../lessons/tails.md")),
    ("the-port", include_str!("../../lessons/the-port.md")),
    ("copy-late", include_str!("../../lessons/copy-late.md")),
    ("proof", include_str!("../../lessons/proof.md")),
    ("in-whose-way", include_str!("../../lessons/in-whose-way.md")),
    ("random", include_str!("../../lessons/random.md")),
    ("inside-a-router", include_str!("../../lessons/inside-a-router.md")),
];
