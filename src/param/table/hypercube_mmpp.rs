//! The parameters of `hypercube-mmpp`.

use super::*;

/// The three ways, the paper's own first, and our own model.
const PRINTED_FIRST: &[ParamOption] =
    &[Reading::Printed.choice(), Reading::Corrected.choice(), Reading::Refined.choice(), choice("flow", "our model")];

const ASKED: &[ParamOption] = &[of(Key::Vcs), of(Key::Flits), of(Key::Hurst), of(Key::Lag1), of(Key::N), of(Key::Load)];

const OWN: &[Param] = &[
    Param {
        key: Key::N,
        symbol: "n",
        name: "dimensions",
        kind: ParamKind::Integer { min: 2, max: 16, default: 6, slider: Some((2, 10)) },
        help: "The hypercube has 2ⁿ nodes, each with one channel in each dimension.",
        ..ROW
    },
    Param {
        key: Key::Vcs,
        symbol: "V",
        name: "virtual channels",
        kind: ParamKind::Integer { min: 1, max: 16, default: 5, slider: Some((1, 8)) },
        help: "Lanes of each channel, shared by circuits flit by flit; also the number of injection queues of each node.",
        ..ROW
    },
    flits(1024),
    Param {
        key: Key::Hurst,
        symbol: "H",
        name: "Hurst parameter",
        kind: ParamKind::Real { min: 0.501, max: 0.999, default: 0.7, slider: Some((0.51, 0.95)), step: 0.01 },
        help: "How slowly the correlation decays: as lag^(2H-2). At 0.5 there is no long-range dependence; towards 1, bursts last \
               ever longer.",
        ..ROW
    },
    Param {
        key: Key::Lag1,
        symbol: "ρ",
        name: "burstiness",
        kind: ParamKind::Real { min: 0.0, max: 2.0, default: 0.8, slider: Some((0.0, 1.5)), step: 0.05 },
        help: "The correlation coefficient of a node's arrivals in neighbouring cycles is ρλ. Zero is Poisson traffic.",
        ..ROW
    },
    Param {
        key: Key::Scales,
        name: "time scales",
        unit: "decades",
        kind: ParamKind::Integer { min: 1, max: 7, default: 5, slider: Some((1, 7)) },
        help: "Over how many powers of ten of the lag, from 1.25 cycles on, the correlation follows its power law.",
        ..ROW
    },
    PATTERN_OF_BITS,
    HOTSPOT,
    HOT_NODE,
    load(
        "λ",
        "messages / node / cycle",
        1.0,
        0.018,
        "The operating point: messages that each node generates per cycle. Drag the line in the chart to move it.",
    ),
    reading(
        PRINTED_FIRST,
        "As printed: the paper, with the parts that it only cites filled in. Corrected: the same, because its slips cannot be evaluated as \
         printed. Refined, our own: sharing a channel lengthens the service of the queue, circuits hold their channels for as long as they \
         last, and bursts stay in the queues of their sources. It is closer to simulation in most settings of the paper. Our model, \
         unpublished, follows the simulated network up to saturation.",
    ),
    show(PRINTED_FIRST, 0b1001),
    Param {
        key: Key::Mmpps,
        symbol: "L",
        name: "superposed MMPPs",
        kind: ParamKind::Integer { min: 2, max: 6, default: 4, slider: Some((2, 6)) },
        help: "How many two-state Markov-modulated Poisson processes model the traffic. More of them follow the power law more closely, \
               but take longer to solve: 2ᴸ phases.",
        ..ROW
    },
    Param {
        key: Key::Fit,
        name: "fit",
        kind: ParamKind::Choice { options: Weights::CHOICES, default: 0 },
        help: "How the processes are fitted to the power law. Least squares follows it for every H; the published recursion matches it at \
               L lags, and for large H leaves some processes without weight.",
        ..ROW
    },
    Param {
        key: Key::Distance,
        name: "distances",
        kind: ParamKind::Choice { options: Distance::CHOICES, default: 0 },
        help: "In the paper every message makes n/2 hops; for odd n, half of them make one hop more than the others. By the exact law all \
               other nodes are equally likely.",
        ..ROW
    },
    option(
        Key::Retry,
        "retries",
        Retry::CHOICES,
        "How repeated attempts add to the traffic: as independent streams, or in phase with the messages they belong to.",
    ),
    cycles("cycles", 200_000),
    SEED,
    REPLICATIONS,
    depth(2),
    option(
        Key::Injection,
        "injection",
        Bandwidth::CHOICES,
        "The bandwidth of the V injection channels of a node. The model assumes a flit per cycle for each.",
    ),
    AUTO,
    PERCENTILES,
    figure(&[
        choice("correlation", "correlation"),
        choice("variance", "variance and time"),
        choice("channels", "busy channels"),
        FOLD,
        LATENCIES,
    ]),
];

const PARTS: &[&[Param]] = &[OWN, SHARED, &[TARGET], &questions(ASKED, Front::CHOICES), EMBEDDED];

/// The parameters of `hypercube-mmpp`, in the order of links and of the page.
pub const HYPERCUBE_MMPP: &[Param] = &joined::<{ length(PARTS) }>(PARTS);
