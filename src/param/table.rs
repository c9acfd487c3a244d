//! The rows: one table for each system, in the order of links and of the page, and the rows that systems share.

mod banyan_multicast;
mod hypercube_mmpp;
mod hypercube_slotted;
mod kary_ncube;
#[cfg(any(test, feature = "test-system"))]
mod ring;
mod torus_broadcast;

use super::{
    Key, LISTED, MOST_PINS, MOST_REPLICATIONS, Param, ParamKind, ParamOption,
    options::*,
    turns::{NAMED, TURNS},
};
pub use banyan_multicast::BANYAN_MULTICAST;
pub use hypercube_mmpp::HYPERCUBE_MMPP;
pub use hypercube_slotted::HYPERCUBE_SLOTTED;
pub use kary_ncube::KARY_NCUBE;
#[cfg(any(test, feature = "test-system"))]
pub use ring::RING;
pub use torus_broadcast::TORUS_BROADCAST;

const fn choice(key: &'static str, name: &'static str) -> ParamOption {
    ParamOption { key, name }
}

const OFF_ON: &[ParamOption] = &[choice("0", "off"), choice("1", "on")];

/// Base of the rows: neither letter nor unit.
const ROW: Param = Param { key: Key::K, symbol: "", name: "", unit: "", kind: ParamKind::Keys, help: "" };

/// A choice; the first option is the default.
const fn option(key: Key, name: &'static str, options: &'static [ParamOption], help: &'static str) -> Param {
    Param { key, name, kind: ParamKind::Choice { options, default: 0 }, help, ..ROW }
}

/// The three ways to read the equations of a paper, in the order the page offers them, and our own model.
const FOUR_READINGS: &[ParamOption] =
    &[Reading::Corrected.choice(), Reading::Printed.choice(), Reading::Refined.choice(), Reading::Flow.choice()];

/// Rates of play, in multiples of ten cycles per second.
const SPEEDS: &[ParamOption] = &[
    choice("0.1", "0.1 ×"),
    choice("0.25", "¼ ×"),
    choice("0.5", "½ ×"),
    choice("1", "1 ×"),
    choice("2", "2 ×"),
    choice("4", "4 ×"),
    choice("8", "8 ×"),
    choice("16", "16 ×"),
];

const fn flits(max: u32) -> Param {
    Param {
        key: Key::Flits,
        symbol: "M",
        name: "message length",
        unit: "flits",
        kind: ParamKind::Integer { min: 1, max, default: 32, slider: Some((1, 128)) },
        help: "Flits per message. A channel carries one flit per cycle.",
    }
}

const fn load(symbol: &'static str, unit: &'static str, max: f64, default: f64, help: &'static str) -> Param {
    Param {
        key: Key::Load,
        symbol,
        name: "load",
        unit,
        kind: ParamKind::Real { min: 0.0, max, default, slider: None, step: 0.00005 },
        help,
    }
}

/// The reading that the numbers come from; the first option is the default.
const fn reading(options: &'static [ParamOption], help: &'static str) -> Param {
    option(Key::Reading, "model variant", options, help)
}

/// The readings whose curves are drawn.
const fn show(options: &'static [ParamOption], default: u32) -> Param {
    Param {
        key: Key::Show,
        name: "curves",
        kind: ParamKind::Set { options, default },
        help: "Model variants drawn beside the one that gives the numbers.",
        ..ROW
    }
}

const fn depth(default: u32) -> Param {
    Param {
        key: Key::Depth,
        name: "buffer depth",
        unit: "flits",
        kind: ParamKind::Integer { min: 1, max: 255, default, slider: None },
        help: "Flits that the buffer of a virtual channel holds.",
        ..ROW
    }
}

const CREDIT: Param = option(
    Key::Credit,
    "credit",
    Credit::CHOICES,
    "Same cycle: a full buffer may receive a flit in a cycle in which it also sends one. Previous cycle: it needs a free place at the \
     start of the cycle.",
);

const SELECT: Param = option(
    Key::Select,
    "selection",
    Select::CHOICES,
    "Which free adaptive virtual channel a header takes: any one, one of a random channel, or one of the channel with the fewest busy \
     virtual channels.",
);

const WIRING: Param = option(
    Key::Wiring,
    "wiring",
    Wiring::CHOICES,
    "A torus has a channel from the last node of each row to the first, and back. A mesh has none, and always has channels both ways. The \
     models are about the torus.",
);

/// The turns, as options of a set.
const TURN_OPTIONS: [ParamOption; TURNS.len()] = {
    let mut options = [choice("", ""); TURNS.len()];
    let mut turn = 0;
    while turn < TURNS.len() {
        options[turn] = choice(TURNS[turn], TURNS[turn]);
        turn += 1;
    }
    options
};

const ALLOWED: Param = Param {
    key: Key::Turns,
    name: "allowed turns",
    kind: ParamKind::Set { options: &TURN_OPTIONS, default: NAMED[1].1 },
    help: "With routing by allowed turns: those that messages may make, such as en, which travels east, then north; or a name: all, \
           west-first, north-last, negative-first, x-y, y-x. Two forbidden turns, one right and one left, are enough against deadlock.",
    ..ROW
};

const FILL: Param = option(
    Key::Fill,
    "messages at the start",
    Fill::CHOICES,
    "Circle: in cycle 0 V messages on each channel of the shortest circle in the dependency graph, each to the end of the next channel, and \
     no traffic.",
);

const ROUTING: Param = option(
    Key::Routing,
    "routing",
    Routing::CHOICES,
    "Adaptive: any shortest path, with escape channels. Dimension order: first x, then y, and so on; in rings the virtual channels are in \
     two classes. Valiant: in dimension order to a random node, and from there to the destination. By allowed turns: \
     any shortest path of a mesh that they leave, without escape channels. The models are about adaptive routing.",
);

const PATTERN: Param = pattern(Pattern::CHOICES);

/// The destinations in a hypercube, where the others would be one of these: its rings have two nodes.
const PATTERN_OF_BITS: Param = pattern(&[
    Pattern::Uniform.choice(),
    Pattern::Transpose.choice(),
    Pattern::BitComplement.choice(),
    Pattern::BitReverse.choice(),
    Pattern::Shuffle.choice(),
    Pattern::Hotspot.choice(),
]);

const fn pattern(options: &'static [ParamOption]) -> Param {
    option(
        Key::Pattern,
        "traffic pattern",
        options,
        "Who sends to whom. Uniform: to any other node. Transpose: in two dimensions (x, y) sends to (y, x). Bit complement: to the \
         opposite node. Tornado: almost half way round each ring. A node that would send to itself does not send. The models are about \
         uniform traffic.",
    )
}

const HOTSPOT: Param = Param {
    key: Key::Hotspot,
    name: "share of the hotspot",
    kind: ParamKind::Real { min: 0.0, max: 1.0, default: 0.1, slider: Some((0.0, 0.5)), step: 0.01 },
    help: "With the pattern hotspot: the fraction of the messages of every other node that go to the hotspot. The others go to any node.",
    ..ROW
};

const HOT_NODE: Param = Param {
    key: Key::HotNode,
    name: "node of the hotspot",
    kind: ParamKind::Integer { min: 0, max: (1 << 20) - 1, default: 0, slider: None },
    help: "With the pattern hotspot: the number of the node, x + k y + k² z and so on.",
    ..ROW
};

const TABLE: Param = Param {
    key: Key::Table,
    name: "table of rates",
    kind: ParamKind::Integer { min: 0, max: u32::MAX, default: 0, slider: None },
    help: "With the pattern table: the number of a table of rates, which follows from them. The table itself stays in this browser, or in \
           the file of the command line.",
    ..ROW
};

const ESCAPE: Param = option(
    Key::Escape,
    "dateline",
    Escape::CHOICES,
    "On: a message that has crossed the dateline of a ring changes to the other escape channel, so no circle of waiting closes. Off: the \
     network may freeze for ever, and the simulation reports it.",
);

const fn cycles(unit: &'static str, default: u32) -> Param {
    Param {
        key: Key::Cycles,
        name: "length",
        unit,
        kind: ParamKind::Integer { min: 1_000, max: 1_000_000_000, default, slider: None },
        help: "Simulated time for each point. Four times the length halves the confidence intervals.",
        ..ROW
    }
}

const SEED: Param = Param {
    key: Key::Seed,
    name: "seed",
    kind: ParamKind::Integer { min: 0, max: u32::MAX, default: 1, slider: None },
    help: "Start of the random numbers. The same seed gives the same simulation and the same animation everywhere.",
    ..ROW
};

const REPLICATIONS: Param = Param {
    key: Key::Replications,
    name: "runs of each load",
    kind: ParamKind::Integer { min: 1, max: MOST_REPLICATIONS, default: 1, slider: None },
    help: "Independent runs of each load, each with random numbers of its own. With several the interval is that of their means: 95 % for \
           independent runs, however long the memory of one run is.",
    ..ROW
};

const AUTO: Param = Param {
    key: Key::Auto,
    name: "simulate automatically",
    kind: ParamKind::Choice { options: Auto::CHOICES, default: Auto::Live as usize },
    help: "Simulate whenever the page has been at rest for 0.3 s. By default the page does so only if the browser does not save data, the \
           device has more than one processor, the network has at most 4096 nodes and the page is not embedded. Nothing is simulated \
           automatically while the page is in the background.",
    ..ROW
};

/// The figure of the branches of a model, after its own.
const FOLD: ParamOption = choice("fold", "the fold");

/// The figure of the latencies that were simulated: the last of its row.
const LATENCIES: ParamOption = choice("latencies", "latencies");

/// The figure of the second chart.
const fn figure(options: &'static [ParamOption]) -> Param {
    option(Key::Figure, "second chart", options, "The content of the second chart.")
}

const PERCENTILES: Param = option(
    Key::Percentiles,
    "percentiles",
    OFF_ON,
    "The latency that 50, 95 and 99 of 100 simulated messages do not exceed, beside the mean.",
);

const AXIS: Param = option(Key::Axis, "vertical axis", Axis::CHOICES, "Scale of the vertical axis.");

const CYCLE: Param = Param {
    key: Key::Cycle,
    name: "cycle shown",
    unit: "cycles",
    kind: ParamKind::Integer { min: 0, max: 1_000_000, default: 0, slider: None },
    help: "The cycle that the animation shows.",
    ..ROW
};

const SPEED: Param = Param {
    key: Key::Speed,
    name: "speed",
    kind: ParamKind::Choice { options: SPEEDS, default: 3 },
    help: "Speed of play; 1 × is 10 cycles per second.",
    ..ROW
};

/// The kind of animation, where there is a choice.
const fn animation(options: &'static [ParamOption], help: &'static str) -> Param {
    option(Key::Animation, "animation", options, help)
}

const LOOP: Param = option(Key::Loop, "loop", OFF_ON, "Start again from the beginning at the end.");

const PUBLISHED: Param = Param {
    key: Key::Published,
    name: "paper’s curve",
    kind: ParamKind::Choice { options: OFF_ON, default: 1 },
    help: "Draws the curve of the paper beside that of our model.",
    ..ROW
};

const HEAT: Param = option(
    Key::Heat,
    "use of the channels",
    OFF_ON,
    "Strength and width of each channel show the share of cycles in which it carried something.",
);

const BESIDE: Param = Param {
    key: Key::Beside,
    name: "animated beside",
    kind: ParamKind::Integer { min: 0, max: MOST_PINS as u32, default: 0, slider: None },
    help: "Which of the kept settings is animated beside the present one, in their order; 0, or a number without a setting, means none.",
    ..ROW
};

const FOLLOW: Param = Param {
    key: Key::Follow,
    name: "message followed",
    kind: ParamKind::Integer { min: 0, max: u32::MAX, default: u32::MAX, slider: None },
    help: "The number of the message whose path is drawn beside the animation; the largest number means none.",
    ..ROW
};

const OPEN: Param = Param {
    key: Key::Open,
    name: "node opened",
    kind: ParamKind::Integer { min: 0, max: u32::MAX, default: u32::MAX, slider: None },
    help: "The number of the node whose inside the animation shows; a number without a node means none.",
    ..ROW
};

const TAB: Param = option(
    Key::Tab,
    "open tab",
    &[
        choice("explain", "Explain"),
        choice("equations", "Equations"),
        choice("comparison", "Check the paper"),
        choice("data", "Data"),
    ],
    "The open tab below the sliders.",
);

const ASKS: Param = option(
    Key::Asks,
    "model asked",
    Asks::CHOICES,
    "Questions are about the network, so our model answers them if there is one.",
);

const fn target(unit: &'static str, help: &'static str) -> Param {
    Param {
        key: Key::Target,
        name: "target",
        unit,
        kind: ParamKind::Real { min: 0.0, max: 1e9, default: 0.0, slider: None, step: 1.0 },
        help,
        ..ROW
    }
}

const TARGET: Param = target("cycles", "The latency of the question; 0 for none.");

const COST: Param = Param {
    key: Key::Cost,
    name: "cost of broadcasting",
    unit: "%",
    kind: ParamKind::Real { min: 0.01, max: 1e6, default: 10.0, slider: None, step: 1.0 },
    help: "The largest increase of the latency of unicast messages that broadcasts may cause.",
    ..ROW
};

/// A parameter to choose; what it is called stands in its own row.
const fn of(key: Key) -> ParamOption {
    choice(key.name(), key.name())
}

/// The costs of systems without a buffer depth.
const WIRES: &[ParamOption] = &[Front::Nothing.choice(), Front::Pins.choice(), Front::Bisection.choice()];

const PRESENT: Param = option(Key::Present, "present", OFF_ON, "Larger, in light colours, for an audience.");

/// No lesson, all of ours in their order, and that of the reader.
const LESSONS: &[ParamOption] = &[
    choice("none", "no lesson"),
    choice("first", "Flits and channels"),
    choice("distance", "What distance costs"),
    choice("where-it-waits", "Where a blocked message waits"),
    choice("inside-a-router", "Inside a router"),
    choice("more-channels", "More virtual channels"),
    choice("end", "Where does the curve end?"),
    choice("deadlock", "A ring without a dateline"),
    choice("lock-it", "Lock it, unlock it"),
    choice("in-whose-way", "Who is in whose way?"),
    choice("random", "When random is better than clever"),
    choice("few-wide-many-narrow", "Few wide channels or many narrow ones?"),
    choice("four-in-a-hundred", "What broadcasts cost"),
    choice("tails", "The slowest 1 % of messages"),
    choice("same-load", "The same load in bursts"),
    choice("how-far-to-trust", "How far can you trust one run?"),
    choice("who-waits", "Who waits, and where?"),
    choice("the-port", "What a hypercube can carry"),
    choice("copy-late", "Where to copy a packet"),
    choice("proof", "A proof and three packets"),
    choice("own", "a lesson from a file"),
];

const LESSON: Param = option(Key::Lesson, "lesson", LESSONS, "Lessons let you guess before they show the result.");

const DONE: Param = Param {
    key: Key::Done,
    name: "lessons done",
    kind: ParamKind::Set { options: LESSONS.split_at(LESSONS.len() - 1).0.split_at(1).1, default: 0 },
    help: "The lessons that are marked as done, beside those that the browser has kept.",
    ..ROW
};

const STEP: Param = Param {
    key: Key::Step,
    name: "step of the lesson",
    kind: ParamKind::Integer { min: 1, max: 13, default: 1, slider: None },
    help: "The step of the lesson that is open.",
    ..ROW
};

/// An answer that was offered counts from 1, a curve has two digits for each of five places and for its end.
const ANSWER: Param = Param {
    key: Key::Answer,
    name: "answer in the lesson",
    kind: ParamKind::Real { min: 0.0, max: 1e12, default: 0.0, slider: None, step: 1.0 },
    help: "The answer to the question of the step; 0 for none.",
    ..ROW
};

const PAPER: Param = option(
    Key::Paper,
    "page of the lesson",
    &[choice("0", "none"), choice("teacher", "for teachers"), choice("worksheet", "worksheet"), choice("plan", "plan")],
    "The teacher's page of the lesson, the worksheet to print, or a plan of all lessons.",
);

const EMBED: Param = option(
    Key::Embed,
    "embedded",
    &[
        choice("0", "no"),
        choice("1", "charts and animation"),
        choice("chart", "the chart alone"),
        choice("stage", "the animation alone"),
    ],
    "The part that an embedding page shows, with a link to the full page.",
);

const HIDE: Param = Param {
    key: Key::Hide,
    name: "hidden controls",
    kind: ParamKind::Keys,
    help: "Controls that a lesson hides.",
    ..ROW
};

const SLIDERS: Param = Param {
    key: Key::Sliders,
    name: "embedded controls",
    kind: ParamKind::Keys,
    help: "Controls that an embedded page shows.",
    ..ROW
};

/// The rows of the view that all systems share; they follow the rows of its own.
const SHARED: &[Param] = &[
    AXIS, PUBLISHED, CYCLE, SPEED, LOOP, HEAT, FOLLOW, OPEN, LESSON, STEP, ANSWER, TAB, PRESENT, PAPER, DONE, BESIDE,
    ASKS,
];

/// The rows of questions about some parameters, and of maps of two of them with costs for the Pareto front.
const fn questions(asked: &'static [ParamOption], costs: &'static [ParamOption]) -> [Param; 7] {
    let across = option(Key::MapX, "across", asked, "The parameter from left to right on the map.");
    [
        option(Key::Extreme, "parameter asked for", asked, "The parameter whose smallest or largest value is sought."),
        option(
            Key::Want,
            "value asked for",
            Want::CHOICES,
            "The end of the range that is sought: the smallest or the largest value.",
        ),
        option(Key::Map, "map", Mapped::CHOICES, "The quantity that the map shows over two parameters."),
        // The second parameter, unless another is chosen.
        Param { kind: ParamKind::Choice { options: asked, default: 1 }, ..across },
        option(Key::MapY, "up", asked, "The parameter from bottom to top on the map."),
        option(
            Key::Front,
            "cost",
            costs,
            "The cost of the networks on the map. A chart draws the value of each network against its cost, with the Pareto front.",
        ),
        option(
            Key::Equal,
            "networks of the same size",
            Equal::CHOICES,
            "Held constant when networks of the same size are compared.",
        ),
    ]
}

const EMBEDDED: &[Param] = &[EMBED, HIDE, SLIDERS];

const fn length(parts: &[&[Param]]) -> usize {
    let (mut part, mut length) = (0, 0);
    while part < parts.len() {
        length += parts[part].len();
        part += 1;
    }
    length
}

const fn joined<const LENGTH: usize>(parts: &[&[Param]]) -> [Param; LENGTH] {
    let mut table = [ROW; LENGTH];
    let (mut part, mut at) = (0, 0);
    while part < parts.len() {
        let mut row = 0;
        while row < parts[part].len() {
            table[at] = parts[part][row];
            (at, row) = (at + 1, row + 1);
        }
        part += 1;
    }
    table
}
