//! The parameters of `kary-ncube`.

use super::*;

/// The three ways, the model of mean distance that a paper compares its own with, and ours.
const FIVE_READINGS: &[ParamOption] = &[
    Reading::Printed.choice(),
    Reading::Corrected.choice(),
    Reading::Refined.choice(),
    Reading::Average.choice(),
    Reading::Flow.choice(),
];

const ASKED: &[ParamOption] = &[of(Key::Vcs), of(Key::Flits), of(Key::K), of(Key::N), of(Key::Load)];

const OWN: &[Param] = &[
    Param {
        key: Key::K,
        symbol: "k",
        name: "ring size",
        unit: "nodes per ring",
        kind: ParamKind::Integer { min: 2, max: 32, default: 8, slider: Some((2, 16)) },
        help: "Nodes along each dimension, on one-way rings. With k = 2 the network is a hypercube: each ring is one link in either \
               direction.",
    },
    Param {
        key: Key::N,
        symbol: "n",
        name: "dimensions",
        kind: ParamKind::Integer { min: 1, max: 16, default: 3, slider: Some((1, 6)) },
        help: "Each node has one channel in each dimension, and a message makes up to k - 1 hops in each. At most 8, or 16 in the \
               hypercube (k = 2).",
        ..ROW
    },
    Param {
        key: Key::Vcs,
        symbol: "V",
        name: "virtual channels",
        kind: ParamKind::Integer { min: 1, max: 16, default: 3, slider: Some((1, 8)) },
        help: "How many messages can share a physical channel flit by flit. Two virtual channels are escape channels, which keep Duato's \
               adaptive routing free of deadlock, so there are at least three; the hypercube needs one escape channel and at least two in \
               all.",
        ..ROW
    },
    option(
        Key::Ways,
        "ways",
        Ways::CHOICES,
        "One way: each ring has channels to the next higher coordinate. Two ways: also back, and a message takes the shorter way. With k \
         = 2 both are the hypercube. The models are about one way.",
    ),
    WIRING,
    ROUTING,
    ALLOWED,
    flits(1024),
    PATTERN,
    HOTSPOT,
    HOT_NODE,
    TABLE,
    load(
        "λ",
        "messages / node / cycle",
        1.0,
        0.0018,
        "The operating point: messages that each node generates per cycle. Drag the line in the chart to move it.",
    ),
    reading(
        FIVE_READINGS,
        "As printed: the paper's equations, repaired only where they cannot have been meant. Corrected: the exact law of the dimensions \
         that a header can still choose from. Refined: also the exact probability of blocking. Average distance: the older model of one \
         mean path with which the paper compares its own. Our model, unpublished, follows the simulated network up to saturation.",
    ),
    show(FIVE_READINGS, 0b1_0001),
    cycles("cycles", 100_000),
    SEED,
    REPLICATIONS,
    depth(1),
    CREDIT,
    SELECT,
    ESCAPE,
    option(
        Key::Injection,
        "injection",
        &[Injection::Free.choice(), Injection::One.choice(), Injection::Ports.choice(), Injection::PortsV.choice()],
        "How messages leave their node. The model assumes V at a time and no limit on their flits per cycle.",
    ),
    FILL,
    AUTO,
    PERCENTILES,
    figure(&[choice("dimensions", "dimensions left"), choice("channels", "busy channels"), FOLD, LATENCIES]),
];

const PARTS: &[&[Param]] = &[OWN, SHARED, &[TARGET], &questions(ASKED, Front::CHOICES), EMBEDDED];

/// The parameters of `kary-ncube`, in the order of links and of the page.
pub const KARY_NCUBE: &[Param] = &joined::<{ length(PARTS) }>(PARTS);
