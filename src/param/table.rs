//! The rows: one table for each system, in the order of links and of the page, and the rows that systems share.

mod banyan_multicast;
mod hypercube_mmpp;
mod hypercube_slotted;
mod kary_ncube;
#[cfg(test)]
mod ring;
mod torus_broadcast;

use super::{
    Choice, Group, Key, Kind, Param,
    options::{Axis, Credit, Reading, Select},
};
pub use banyan_multicast::BANYAN_MULTICAST;
pub use hypercube_mmpp::HYPERCUBE_MMPP;
pub use hypercube_slotted::HYPERCUBE_SLOTTED;
pub use kary_ncube::KARY_NCUBE;
#[cfg(test)]
pub use ring::RING;
pub use torus_broadcast::TORUS_BROADCAST;

const fn choice(key: &'static str, name: &'static str) -> Choice {
    Choice { key, name }
}

const OFF_ON: &[Choice] = &[choice("0", "off"), choice("1", "on")];

/// The three ways to read the equations of a paper, in the order the page offers them.
const THREE_READINGS: &[Choice] = &[Reading::Corrected.choice(), Reading::Printed.choice(), Reading::Refined.choice()];

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

/// The message length of a wormhole or circuit network.
const fn flits(max: u32) -> Param {
    Param {
        key: Key::Flits,
        symbol: "M",
        name: "message length",
        unit: "flits",
        group: Group::Traffic,
        kind: Kind::Integer { min: 1, max, default: 32, slider: Some((1, 128)) },
        help: "Flits per message. A channel carries one flit per cycle.",
    }
}

/// The operating point.
const fn load(symbol: &'static str, unit: &'static str, max: f64, default: f64, help: &'static str) -> Param {
    Param {
        key: Key::Load,
        symbol,
        name: "load",
        unit,
        group: Group::Traffic,
        kind: Kind::Real { min: 0.0, max, default, slider: None, step: 0.00005 },
        help,
    }
}

/// The reading that the numbers come from; the first option is the default.
const fn reading(options: &'static [Choice], help: &'static str) -> Param {
    Param {
        key: Key::Reading,
        symbol: "",
        name: "model variant",
        unit: "",
        group: Group::Curves,
        kind: Kind::Choice { options, default: 0 },
        help,
    }
}

/// The readings whose curves are drawn.
const fn show(options: &'static [Choice], default: u32) -> Param {
    Param {
        key: Key::Show,
        symbol: "",
        name: "curves",
        unit: "",
        group: Group::View,
        kind: Kind::Set { options, default },
        help: "Model variants drawn beside the one that gives the numbers.",
    }
}

/// A choice of how the network is simulated; the first option is the default.
const fn option(key: Key, name: &'static str, options: &'static [Choice], help: &'static str) -> Param {
    Param {
        key,
        symbol: "",
        name,
        unit: "",
        group: Group::Simulation,
        kind: Kind::Choice { options, default: 0 },
        help,
    }
}

/// The buffer of a virtual channel.
const fn depth(default: u32) -> Param {
    Param {
        key: Key::Depth,
        symbol: "",
        name: "buffer depth",
        unit: "flits",
        group: Group::Simulation,
        kind: Kind::Integer { min: 1, max: 255, default, slider: None },
        help: "Flits that the buffer of a virtual channel holds.",
    }
}

/// When a full buffer may receive a flit.
const CREDIT: Param = option(
    Key::Credit,
    "credit",
    Credit::CHOICES,
    "Same cycle: a full buffer may receive a flit in a cycle in which it also sends one. Previous cycle: it needs a free place at the start of the cycle.",
);

/// Which free virtual channel a header takes.
const SELECT: Param = option(
    Key::Select,
    "selection",
    Select::CHOICES,
    "Which free adaptive virtual channel a header takes: any one, one of a random channel, or one of the channel with the fewest busy virtual channels.",
);

/// The length of a simulation on the page.
const fn cycles(unit: &'static str, default: u32) -> Param {
    Param {
        key: Key::Cycles,
        symbol: "",
        name: "length",
        unit,
        group: Group::Simulation,
        kind: Kind::Integer { min: 1_000, max: 1_000_000_000, default, slider: None },
        help: "Simulated time for each point. Four times the length halves the confidence intervals.",
    }
}

/// The start of the random numbers.
const SEED: Param = Param {
    key: Key::Seed,
    symbol: "",
    name: "seed",
    unit: "",
    group: Group::Simulation,
    kind: Kind::Integer { min: 0, max: u32::MAX, default: 1, slider: None },
    help: "Start of the random numbers. The same seed gives the same simulation and the same animation everywhere.",
};

/// Whether the page simulates without being asked.
const AUTO: Param = Param {
    key: Key::Auto,
    symbol: "",
    name: "simulate automatically",
    unit: "",
    group: Group::View,
    kind: Kind::Choice { options: OFF_ON, default: 0 },
    help: "Simulate as soon as the scene is opened, and again after every change.",
};

/// Which of the further figures is shown.
const fn figure(options: &'static [Choice]) -> Param {
    Param {
        key: Key::Figure,
        symbol: "",
        name: "second chart",
        unit: "",
        group: Group::View,
        kind: Kind::Choice { options, default: 0 },
        help: "What the second chart shows.",
    }
}

const AXIS: Param = Param {
    key: Key::Axis,
    symbol: "",
    name: "vertical axis",
    unit: "",
    group: Group::View,
    kind: Kind::Choice { options: Axis::CHOICES, default: 0 },
    help: "Scale of the vertical axis.",
};

const CYCLE: Param = Param {
    key: Key::Cycle,
    symbol: "",
    name: "cycle shown",
    unit: "cycles",
    group: Group::View,
    kind: Kind::Integer { min: 0, max: 1_000_000, default: 0, slider: None },
    help: "The cycle that the animation shows.",
};

const SPEED: Param = Param {
    key: Key::Speed,
    symbol: "",
    name: "speed",
    unit: "",
    group: Group::View,
    kind: Kind::Choice { options: SPEEDS, default: 2 },
    help: "Speed of play; 1 × is 10 cycles per second.",
};

/// Something about the view that is on or off.
const fn switch(key: Key, name: &'static str, help: &'static str) -> Param {
    Param {
        key,
        symbol: "",
        name,
        unit: "",
        group: Group::View,
        kind: Kind::Choice { options: OFF_ON, default: 0 },
        help,
    }
}

/// What is animated, where there is a choice.
const fn animation(options: &'static [Choice], help: &'static str) -> Param {
    let kind = Kind::Choice { options, default: 0 };
    Param { key: Key::Animation, symbol: "", name: "animation", unit: "", group: Group::Animation, kind, help }
}

/// Whether play begins again at the end.
const LOOP: Param = switch(Key::Loop, "loop", "Start again from the beginning at the end.");

/// Whether the use of the channels is drawn.
const HEAT: Param = switch(
    Key::Heat,
    "use of channels",
    "Colour and width of each channel show the share of cycles in which it carried something.",
);

const EMBED: Param = Param {
    kind: Kind::Choice {
        options: &[
            choice("0", "no"),
            choice("1", "charts and animation"),
            choice("chart", "the chart alone"),
            choice("stage", "the animation alone"),
        ],
        default: 0,
    },
    ..switch(Key::Embed, "embedded", "What an embedding page shows, with a link to the full page.")
};

const HIDE: Param = Param {
    key: Key::Hide,
    symbol: "",
    name: "hidden controls",
    unit: "",
    group: Group::View,
    kind: Kind::Keys,
    help: "Controls that a lesson hides.",
};
