//! The parameters of `torus-broadcast`.

use super::*;

const ASKED: &[ParamOption] = &[of(Key::Vcs), of(Key::Flits), of(Key::Beta), of(Key::K), of(Key::N), of(Key::Load)];

/// The rows of its own.
const OWN: &[Param] = &[
    Param {
        key: Key::K,
        symbol: "k",
        name: "ring size",
        unit: "nodes per ring",
        kind: ParamKind::Integer { min: 3, max: 32, default: 8, slider: Some((3, 16)) },
        help: "Nodes along each dimension: every row and every column of the torus is a ring of k nodes.",
    },
    Param {
        key: Key::N,
        symbol: "n",
        name: "dimensions",
        kind: ParamKind::Integer { min: 2, max: 4, default: 2, slider: Some((2, 4)) },
        help: "The paper covers n = 2. Three and four dimensions go beyond it and have only the refined model and our own.",
        ..ROW
    },
    Param {
        key: Key::Vcs,
        symbol: "V",
        name: "virtual channels",
        kind: ParamKind::Integer { min: 1, max: 16, default: 3, slider: Some((1, 8)) },
        help: "How many messages can share a physical channel flit by flit. Two virtual channels are escape channels, which keep Duato's \
               adaptive routing free of deadlock; a header may take any of the others. Without them, or on a mesh in dimension order, one \
               is enough.",
        ..ROW
    },
    WIRING,
    ROUTING,
    ALLOWED,
    flits(512),
    PATTERN,
    HOTSPOT,
    HOT_NODE,
    TABLE,
    Param {
        key: Key::Beta,
        symbol: "β",
        name: "broadcast share",
        kind: ParamKind::Real { min: 0.0, max: 1.0, default: 0.02, slider: Some((0.0, 0.2)), step: 0.005 },
        help: "Fraction of the generated messages that go to every node. Each of the others goes to one node, all equally likely.",
        ..ROW
    },
    load(
        "λ",
        "messages / node / cycle",
        1.0,
        0.0045,
        "The operating point: messages that each node generates per cycle. The numbers and the animation are for this load. \
         Drag the line in the chart to move it.",
    ),
    reading(
        FOUR_READINGS,
        "As printed: the paper's equations, repaired only where they cannot be evaluated. Corrected: the two slips in counting copies are \
         put right. Refined: approximations are replaced by exact values where these exist. Our model, unpublished, follows the simulated \
         network up to saturation.",
    ),
    show(FOUR_READINGS, 0b1001),
    animation(
        &[Animated::Broadcast.choice(), Animated::Point.choice()],
        "One broadcast that spreads over the network, or the simulation at the load shown: the run behind its point in the chart, from \
         the empty network on.",
    ),
    option(
        Key::Background,
        "background messages",
        OFF_ON,
        "While the broadcast spreads, unicast messages at the load shown share its channels.",
    ),
    Param {
        key: Key::Source,
        name: "source node",
        kind: ParamKind::Integer { min: 0, max: 255, default: 0, slider: None },
        help: "The node that broadcasts, x + k y. Click a node in the animation to choose it.",
        ..ROW
    },
    cycles("cycles", 200_000),
    SEED,
    REPLICATIONS,
    depth(1),
    CREDIT,
    SELECT,
    ESCAPE,
    option(
        Key::Injection,
        "injection",
        Injection::CHOICES,
        "How messages leave their node. The model assumes one queue and one message at a time for each output port.",
    ),
    FILL,
    option(
        Key::Orient,
        "tree orientation",
        Orient::CHOICES,
        "Fixed: every broadcast goes along x first, and on an even ring the longer side is the positive one. Random: both are drawn \
         for each broadcast, which spreads the copies evenly over the channels.",
    ),
    AUTO,
    PERCENTILES,
    figure(&[FOLD, LATENCIES]),
];

const PARTS: &[&[Param]] = &[OWN, SHARED, &[TARGET, COST], &questions(ASKED, Front::CHOICES), EMBEDDED];

/// The parameters of `torus-broadcast`, in the order of links and of the page.
pub const TORUS_BROADCAST: &[Param] = &joined::<{ length(PARTS) }>(PARTS);
