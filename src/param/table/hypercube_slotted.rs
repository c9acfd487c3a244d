//! The parameters of `hypercube-slotted`.

use super::*;

/// The two ways where there is nothing to refine, and our own model.
const THREE_READINGS: &[ParamOption] =
    &[Reading::Corrected.choice(), Reading::Printed.choice(), Reading::Flow.choice()];

const ASKED: &[ParamOption] = &[of(Key::N), of(Key::Load)];

const OWN: &[Param] = &[
    Param {
        key: Key::N,
        symbol: "n",
        name: "dimensions",
        kind: ParamKind::Integer { min: 1, max: 20, default: 6, slider: Some((1, 10)) },
        help: "The hypercube has 2ⁿ nodes. In each slot a node sends one packet or receives one, never both.",
        ..ROW
    },
    PATTERN_OF_BITS,
    HOTSPOT,
    HOT_NODE,
    load(
        "λ",
        "packets / node / slot",
        1.0,
        0.08,
        "The operating point: packets that each node generates per slot. Drag the line in the chart to move it.",
    ),
    reading(
        THREE_READINGS,
        "As printed: the equations of the report with their slips. Corrected: weights, transit, moments and Little's formula are put \
         right. Most slips concern the Bernoulli delay. Our model, unpublished, \
         solves a slot as a random greedy matching and follows the simulated network up to saturation.",
    ),
    show(THREE_READINGS, 0b101),
    cycles("slots", 100_000),
    SEED,
    REPLICATIONS,
    option(
        Key::Policy,
        "next hop",
        Policy::CHOICES,
        "How a packet chooses among the neighbours on its shortest paths: among the free ones, as in the model; or, busy or not, one \
         drawn in each slot or one drawn once.",
    ),
    option(
        Key::Order,
        "order",
        Order::CHOICES,
        "The order in which nodes try in a slot: a fresh random permutation, or the order of addresses from a random node on.",
    ),
    AUTO,
    PERCENTILES,
    figure(&[choice("hops", "hops to go"), choice("queue", "distances in a queue"), LATENCIES]),
];

const PARTS: &[&[Param]] =
    &[OWN, SHARED, &[target("slots", "The delay of the question; 0 for none.")], &questions(ASKED, WIRES), EMBEDDED];

/// The parameters of `hypercube-slotted`, in the order of links and of the page.
pub const HYPERCUBE_SLOTTED: &[Param] = &joined::<{ length(PARTS) }>(PARTS);
