//! The parameters of `hypercube-mmpp`.

use super::{
    AUTO, AXIS, CYCLE, EMBED, HEAT, HIDE, LOOP, SEED, SPEED, choice, cycles, depth, figure, flits, load, option,
    reading, show,
};
use crate::param::{
    Choice, Group, Key, Kind, Param,
    options::{Bandwidth, Distance, Reading, Retry, Weights},
};

/// The three ways, the paper's own first.
const PRINTED_FIRST: &[Choice] = &[Reading::Printed.choice(), Reading::Corrected.choice(), Reading::Refined.choice()];

/// The parameters of `hypercube-mmpp`, in the order of links and of the page.
pub const HYPERCUBE_MMPP: &[Param] = &[
    Param {
        key: Key::N,
        symbol: "n",
        name: "dimensions",
        unit: "",
        group: Group::Network,
        kind: Kind::Integer { min: 2, max: 10, default: 6, slider: Some((2, 10)) },
        help: "The hypercube has 2ⁿ nodes, each with one channel in every dimension.",
    },
    Param {
        key: Key::Vcs,
        symbol: "V",
        name: "virtual channels",
        unit: "",
        group: Group::Network,
        kind: Kind::Integer { min: 1, max: 16, default: 5, slider: Some((1, 8)) },
        help: "Circuits that can share one physical channel flit by flit, and the injection queues of each node.",
    },
    flits(1024),
    Param {
        key: Key::Hurst,
        symbol: "H",
        name: "Hurst parameter",
        unit: "",
        group: Group::Traffic,
        kind: Kind::Real { min: 0.501, max: 0.999, default: 0.7, slider: Some((0.51, 0.95)), step: 0.01 },
        help: "How slowly the correlation of the traffic fades: like the power 2H - 2 of the lag. At 0.5 there is no long-range dependence, \
               towards 1 bursts last ever longer.",
    },
    Param {
        key: Key::Lag1,
        symbol: "ρ",
        name: "burstiness",
        unit: "",
        group: Group::Traffic,
        kind: Kind::Real { min: 0.0, max: 2.0, default: 0.8, slider: Some((0.0, 1.5)), step: 0.05 },
        help: "The arrivals of a node in neighbouring cycles are correlated with the coefficient ρλ. Zero is Poisson traffic.",
    },
    Param {
        key: Key::Scales,
        symbol: "",
        name: "time scales",
        unit: "decades",
        group: Group::Traffic,
        kind: Kind::Integer { min: 1, max: 7, default: 5, slider: Some((1, 7)) },
        help: "For how many powers of ten of the lag, from 1.25 cycles on, the correlation follows its power law.",
    },
    load(
        "λ",
        "messages / node / cycle",
        1.0,
        0.018,
        "The operating point: messages that each node generates in a cycle. Drag the line in the chart to move it.",
    ),
    reading(
        PRINTED_FIRST,
        "As printed: the paper, with what it only cites filled in. Corrected is the same, because its slips have no meaning as printed. \
         Refined, ours: sharing a channel slows the data inside the queue, channels are held as long as circuits last, and the bursts stay \
         in the queues of their sources. It is nearer to simulation in most settings of the paper.",
    ),
    show(PRINTED_FIRST, 0b101),
    Param {
        key: Key::Mmpps,
        symbol: "L",
        name: "superposed MMPPs",
        unit: "",
        group: Group::Curves,
        kind: Kind::Integer { min: 2, max: 6, default: 4, slider: Some((2, 6)) },
        help: "How many two-state Markov-modulated Poisson processes stand for the traffic. More follow the power law more closely and take longer \
               to solve: 2ᴸ phases.",
    },
    Param {
        key: Key::Fit,
        symbol: "",
        name: "fit",
        unit: "",
        group: Group::Curves,
        kind: Kind::Choice { options: Weights::CHOICES, default: 0 },
        help: "How the processes are fitted to the power law. Least squares follows it for every H; the published recursion meets it at L lags \
               and runs out of processes for large H.",
    },
    Param {
        key: Key::Distance,
        symbol: "",
        name: "distances",
        unit: "",
        group: Group::Curves,
        kind: Kind::Choice { options: Distance::CHOICES, default: 0 },
        help: "The paper lets every message go n/2 hops, for odd n half of them one more than the others. The exact law weighs all other nodes \
               equally.",
    },
    Param {
        key: Key::Retry,
        symbol: "",
        name: "retries",
        unit: "",
        group: Group::Curves,
        kind: Kind::Choice { options: Retry::CHOICES, default: 0 },
        help: "How the repeated attempts of messages add to the traffic: as streams of their own, or in phase with the messages they belong to.",
    },
    cycles("cycles", 200_000),
    SEED,
    depth(2),
    option(
        Key::Injection,
        "injection",
        Bandwidth::CHOICES,
        "The bandwidth of the V injection channels of a node: the model has a flit per cycle for each.",
    ),
    AUTO,
    figure(&[
        choice("correlation", "correlation"),
        choice("variance", "variance and time"),
        choice("channels", "busy channels"),
    ]),
    AXIS,
    CYCLE,
    SPEED,
    LOOP,
    HEAT,
    EMBED,
    HIDE,
];
