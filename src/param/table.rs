//! The rows: one table for each system, in the order of links and of the page, and the rows that all systems share.

use super::{Choice, Group, Key, Kind, Param};

const fn choice(key: &'static str, name: &'static str) -> Choice {
    Choice { key, name }
}

const OFF_ON: &[Choice] = &[choice("0", "off"), choice("1", "on")];

/// The three ways to read the equations of a paper, in the order the page offers them.
const THREE_READINGS: &[Choice] =
    &[choice("corrected", "corrected"), choice("printed", "as printed"), choice("refined", "refined")];

/// Rates of play, in multiples of ten cycles per second.
const SPEEDS: &[Choice] = &[
    choice("0.25", "¼ ×"),
    choice("0.5", "½ ×"),
    choice("1", "1 ×"),
    choice("2", "2 ×"),
    choice("4", "4 ×"),
    choice("8", "8 ×"),
    choice("16", "16 ×"),
];

/// The parameters of `torus-broadcast`, in the order of links and of the page.
pub const TORUS_BROADCAST: &[Param] = &[
    Param {
        key: Key::K,
        symbol: "k",
        name: "radix",
        unit: "nodes per ring",
        group: Group::Network,
        kind: Kind::Integer { min: 3, max: 32, default: 8, slider: Some((3, 16)) },
        help: "Nodes along each dimension. Every row and every column of the torus is a ring of k nodes.",
    },
    Param {
        key: Key::N,
        symbol: "n",
        name: "dimensions",
        unit: "",
        group: Group::Network,
        kind: Kind::Integer { min: 2, max: 4, default: 2, slider: Some((2, 4)) },
        help: "The paper treats n = 2. Three and four dimensions go beyond it and have the refined reading only.",
    },
    Param {
        key: Key::Vcs,
        symbol: "V",
        name: "virtual channels",
        unit: "",
        group: Group::Network,
        kind: Kind::Integer { min: 3, max: 16, default: 3, slider: Some((3, 8)) },
        help: "Messages that can share one physical channel flit by flit. Two of them are escape channels, which keep Duato's \
               adaptive routing free of deadlock; the others may be taken in any order.",
    },
    Param {
        key: Key::Flits,
        symbol: "M",
        name: "message length",
        unit: "flits",
        group: Group::Traffic,
        kind: Kind::Integer { min: 1, max: 512, default: 32, slider: Some((1, 128)) },
        help: "Flits per message. A channel carries one flit in a cycle.",
    },
    Param {
        key: Key::Beta,
        symbol: "β",
        name: "broadcast fraction",
        unit: "",
        group: Group::Traffic,
        kind: Kind::Real { min: 0.0, max: 1.0, default: 0.02, slider_max: Some(0.2), step: 0.005 },
        help: "Fraction of the generated messages that go to every node. The rest go to one node each, all equally likely.",
    },
    Param {
        key: Key::Load,
        symbol: "λ",
        name: "load",
        unit: "messages / node / cycle",
        group: Group::Traffic,
        kind: Kind::Real { min: 0.0, max: 1.0, default: 0.0045, slider_max: None, step: 0.00005 },
        help: "The operating point: messages that each node generates in a cycle. The numbers and the animation are for this load; \
               drag the line in the chart to move it.",
    },
    Param {
        key: Key::Reading,
        symbol: "",
        name: "numbers from",
        unit: "",
        group: Group::Curves,
        kind: Kind::Choice { options: THREE_READINGS, default: 0 },
        help: "As printed: only what cannot be computed is mended. Corrected: the two slips in counting copies are put right. \
               Refined: the approximations that have an exact value get it.",
    },
    Param {
        key: Key::Show,
        symbol: "",
        name: "curves",
        unit: "",
        group: Group::View,
        kind: Kind::Set { options: THREE_READINGS, default: 0b011 },
        help: "Curves drawn beside the one that the numbers come from.",
    },
    Param {
        key: Key::Orient,
        symbol: "",
        name: "tree orientation",
        unit: "",
        group: Group::Stage,
        kind: Kind::Choice { options: &[choice("random", "random"), choice("fixed", "fixed")], default: 0 },
        help: "Fixed: every broadcast goes along x first, and on an even ring the long side is positive. Random: both are drawn \
               for each broadcast, which spreads the copies evenly over the channels.",
    },
    Param {
        key: Key::Background,
        symbol: "",
        name: "background messages",
        unit: "",
        group: Group::Stage,
        kind: Kind::Choice { options: OFF_ON, default: 0 },
        help: "Unicast messages at the load shown travel while the broadcast spreads, and share its channels.",
    },
    Param {
        key: Key::Source,
        symbol: "",
        name: "source node",
        unit: "",
        group: Group::Stage,
        kind: Kind::Integer { min: 0, max: 255, default: 0, slider: None },
        help: "The node that broadcasts: x + k y. Click a node of the animation to choose it.",
    },
    SEED,
    AXIS,
    CYCLE,
    SPEED,
    EMBED,
    HIDE,
];

const SEED: Param = Param {
    key: Key::Seed,
    symbol: "",
    name: "seed",
    unit: "",
    group: Group::Stage,
    kind: Kind::Integer { min: 0, max: u32::MAX, default: 1, slider: None },
    help: "Start of the random numbers. The same seed gives the same animation everywhere.",
};

const AXIS: Param = Param {
    key: Key::Axis,
    symbol: "",
    name: "latency axis",
    unit: "",
    group: Group::View,
    kind: Kind::Choice { options: &[choice("linear", "linear"), choice("log", "log")], default: 0 },
    help: "Scale of the vertical axis.",
};

const CYCLE: Param = Param {
    key: Key::Cycle,
    symbol: "",
    name: "cycle shown",
    unit: "cycles",
    group: Group::View,
    kind: Kind::Integer { min: 0, max: 1_000_000, default: 0, slider: None },
    help: "The frame of the animation.",
};

const SPEED: Param = Param {
    key: Key::Speed,
    symbol: "",
    name: "speed",
    unit: "",
    group: Group::View,
    kind: Kind::Choice { options: SPEEDS, default: 2 },
    help: "Rate of play; 1 × is ten cycles in a second.",
};

const EMBED: Param = Param {
    key: Key::Embed,
    symbol: "",
    name: "embedded",
    unit: "",
    group: Group::View,
    kind: Kind::Choice { options: OFF_ON, default: 0 },
    help: "Only the chart, the animation and a way to the full page.",
};

const HIDE: Param = Param {
    key: Key::Hide,
    symbol: "",
    name: "hidden controls",
    unit: "",
    group: Group::View,
    kind: Kind::Keys,
    help: "Controls that a lesson leaves out.",
};
