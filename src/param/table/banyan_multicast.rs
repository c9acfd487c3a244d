//! The parameters of `banyan-multicast`.

use super::{AUTO, AXIS, EMBED, HIDE, SEED, THREE_READINGS, choice, cycles, figure, load, reading, show};
use crate::param::{Group, Key, Kind, Param};

/// The parameters of `banyan-multicast`, in the order of links and of the page.
pub const BANYAN_MULTICAST: &[Param] = &[
    Param {
        key: Key::N,
        symbol: "n",
        name: "stages",
        unit: "",
        group: Group::Network,
        kind: Kind::Integer { min: 1, max: 12, default: 7, slider: Some((1, 10)) },
        help: "Stages of 2 × 2 switching elements; 2ⁿ inputs and as many outputs.",
    },
    Param {
        key: Key::Fanout,
        symbol: "f",
        name: "fanout",
        unit: "destinations",
        group: Group::Traffic,
        kind: Kind::Integer { min: 1, max: 2048, default: 8, slider: Some((1, 64)) },
        help: "Destinations of a multicast packet, at most half of the nodes. With f = 1 nothing is copied: Patel's network.",
    },
    Param {
        key: Key::Multicast,
        symbol: "m",
        name: "multicast fraction",
        unit: "",
        group: Group::Traffic,
        kind: Kind::Real { min: 0.0, max: 1.0, default: 0.3, slider: Some((0.0, 1.0)), step: 0.05 },
        help: "Fraction of the generated packets that are multicast. The rest go to one node each, all equally likely.",
    },
    Param {
        key: Key::Start,
        symbol: "",
        name: "copies",
        unit: "",
        group: Group::Traffic,
        kind: Kind::Choice {
            options: &[choice("random", "random start (A)"), choice("early", "as early as possible (B)")],
            default: 0,
        },
        help: "Random start: the f copies go to neighbouring nodes from a random one on, so that most are made late. As early as possible: the \
               comparison of the paper, with all copies made at the first stages.",
    },
    load(
        "",
        "copies / input / slot",
        2048.0,
        1.0,
        "The operating point: copies asked for by the packets of an input in a slot, (1-m)ρ + mρf. It ends where every node sends in \
         every slot. Drag the line in the chart to move it.",
    ),
    reading(
        THREE_READINGS,
        "The equations carry no slip: as printed and corrected are the same. Refined follows the law of the region on every link instead of one \
         mean copy rate: that is exact for η, while the complete deliveries are an approximation in every reading.",
    ),
    show(THREE_READINGS, 0b001),
    cycles("slots", 10_000),
    SEED,
    AUTO,
    figure(&[choice("copies", "copy rate"), choice("size", "by size"), choice("stages", "by stage")]),
    AXIS,
    EMBED,
    HIDE,
];
