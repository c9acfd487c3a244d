//! The parameters of `banyan-multicast`.

use super::{
    AUTO, AXIS, CYCLE, EMBED, HEAT, HIDE, LOOP, SEED, SPEED, THREE_READINGS, choice, cycles, figure, load, reading,
    scene, show,
};
use crate::param::{
    Group, Key, Kind, LISTED, Param,
    options::{Animated, Arbitration, Packets, Release, Start},
};

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
        kind: Kind::Choice { options: &[Start::Random.choice(), Start::Early.choice()], default: 0 },
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
    scene(
        &[Animated::Multicast.choice(), Animated::Deadlock.choice(), Animated::Point.choice()],
        "One packet takes its two passes, stage by stage; or packets wait for links instead of being lost, and may wait for each other; or the simulation at the load shown runs from its empty start, the very run that its point in the chart comes from.",
    ),
    Param {
        key: Key::From,
        symbol: "",
        name: "source",
        unit: "",
        group: Group::Animation,
        kind: Kind::Integer { min: 0, max: 127, default: 1, slider: None },
        help: "The source of the one multicast. Click an input of the animation to choose it.",
    },
    Param {
        key: Key::To,
        symbol: "D",
        name: "destinations",
        unit: "",
        group: Group::Animation,
        kind: Kind::Nodes { count: LISTED, default: 0 },
        help: "The destinations of the one multicast: click an output of the animation to add it or to take it away. Those beyond the last output are \
               left out. If there are none, as many as the fanout are drawn with the seed; with more than 32 outputs they always are.",
    },
    Param {
        key: Key::Packets,
        symbol: "",
        name: "packets that wait",
        unit: "",
        group: Group::Animation,
        kind: Kind::Choice { options: Packets::CHOICES, default: 0 },
        help: "Two packets in a network of 16 nodes, as in the paper, or three in one of 4 nodes, which refute its Theorem 2 where a tail gives links back.",
    },
    Param {
        key: Key::Arbitration,
        symbol: "",
        name: "arbitration",
        unit: "",
        group: Group::Animation,
        kind: Kind::Choice { options: Arbitration::CHOICES, default: 0 },
        help: "Which of two waiting packets an element prefers. Random is drawn from the seed. First come: of two that came together the upper one.",
    },
    Param {
        key: Key::Release,
        symbol: "",
        name: "links given back",
        unit: "",
        group: Group::Animation,
        kind: Kind::Choice { options: Release::CHOICES, default: 0 },
        help: "Whether a packet that waits its turn gives back each link when its tail has left it, or all of them when the tail has arrived, which Theorem 2 needs.",
    },
    cycles("slots", 10_000),
    SEED,
    AUTO,
    figure(&[choice("copies", "copy rate"), choice("size", "by size"), choice("stages", "by stage")]),
    AXIS,
    CYCLE,
    SPEED,
    LOOP,
    HEAT,
    EMBED,
    HIDE,
];
