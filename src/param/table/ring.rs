//! The parameters of `ring`, the system of the tests.

use super::*;

const ONE: &[ParamOption] = &[Reading::Refined.choice()];

/// The parameters of `ring`, in the order of links and of the page.
pub const RING: &[Param] = &[
    Param {
        key: Key::K,
        symbol: "k",
        name: "nodes",
        kind: ParamKind::Integer { min: 2, max: 64, default: 8, slider: Some((2, 64)) },
        help: "Nodes of the ring. Each sends packets to the next one.",
        ..ROW
    },
    load("λ", "packets / node / slot", 1.0, 0.5, "Packets that each node generates in a slot."),
    reading(ONE, "There is nothing to correct or refine."),
    show(ONE, 0b1),
    cycles("slots", 20_000),
    SEED,
    REPLICATIONS,
    AUTO,
    AXIS,
    LESSON,
    STEP,
    ANSWER,
    TAB,
    PRESENT,
    EMBED,
    HIDE,
    SLIDERS,
];
