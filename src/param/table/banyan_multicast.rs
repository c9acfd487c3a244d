//! The parameters of `banyan-multicast`.

use super::*;

const ASKED: &[ParamOption] = &[of(Key::N), of(Key::Fanout), of(Key::Multicast), of(Key::Load)];

const OWN: &[Param] = &[
    Param {
        key: Key::N,
        symbol: "n",
        name: "stages",
        kind: ParamKind::Integer { min: 1, max: 12, default: 7, slider: Some((1, 10)) },
        help: "Stages of 2 × 2 switching elements; the network has 2ⁿ inputs and 2ⁿ outputs.",
        ..ROW
    },
    Param {
        key: Key::Fanout,
        symbol: "f",
        name: "fanout",
        unit: "destinations",
        kind: ParamKind::Integer { min: 1, max: 2048, default: 8, slider: Some((1, 64)) },
        help: "Destinations of a multicast packet, at most half of the nodes. With f = 1 nothing is copied, as in Patel's network.",
    },
    Param {
        key: Key::Multicast,
        symbol: "m",
        name: "multicast fraction",
        kind: ParamKind::Real { min: 0.0, max: 1.0, default: 0.3, slider: Some((0.0, 1.0)), step: 0.05 },
        help: "Fraction of the generated packets that are multicast. Each of the others goes to one node, all equally likely.",
        ..ROW
    },
    option(
        Key::Start,
        "copies",
        &[Start::Random.choice(), Start::Early.choice()],
        "Random start: the f copies go to consecutive nodes from a random one on, so most are made at late stages. As early as possible: \
               the paper's comparison, in which the first stages make all copies.",
    ),
    load(
        "",
        "copies / input / slot",
        2048.0,
        1.0,
        "The operating point: copies requested per input and slot, (1-m)ρ + mρf. The largest load is that at which every node sends in \
         every slot. Drag the line in the chart to move it.",
    ),
    reading(
        FOUR_READINGS,
        "The equations contain no slip, so as printed and corrected are the same. Refined follows the distribution of the region on every \
         link instead of one mean copy rate: η is then exact. Complete deliveries are an approximation in every variant. Our model, \
         unpublished, follows the neighbours of each copy and predicts how many packets arrive whole.",
    ),
    show(FOUR_READINGS, 0b1001),
    animation(
        &[Animated::Multicast.choice(), Animated::Deadlock.choice(), Animated::Point.choice()],
        "One multicast in its two passes, stage by stage; packets that wait for links instead of being lost, and may deadlock; or the \
         simulation at the load shown: the run behind its point in the chart, from the empty network on.",
    ),
    Param {
        key: Key::From,
        name: "source",
        kind: ParamKind::Integer { min: 0, max: 127, default: 1, slider: None },
        help: "The source of the multicast. Click an input in the animation to choose it.",
        ..ROW
    },
    Param {
        key: Key::To,
        symbol: "D",
        name: "destinations",
        kind: ParamKind::Nodes { count: LISTED, default: 0 },
        help: "The destinations of the multicast. Click an output in the animation to add or remove it. Without a choice, f destinations \
               are drawn at random from the seed; with n ≤ 5 you can choose them.",
        ..ROW
    },
    Param {
        key: Key::Packets,
        name: "packets that wait",
        kind: ParamKind::Choice { options: Packets::CHOICES, default: 0 },
        help: "Two packets in a network of 16 nodes, as in the paper; or three in one of 4 nodes, which refute its Theorem 2 if each link \
               is given back behind the tail.",
        ..ROW
    },
    option(
        Key::Arbitration,
        "arbitration",
        Arbitration::CHOICES,
        "Which of two waiting packets an element prefers. Random: drawn from the seed. First come, first served: of two that came \
         together, the upper one.",
    ),
    option(
        Key::Release,
        "links given back",
        Release::CHOICES,
        "Whether a packet gives back each link when its tail has left it, or all links when its tail has arrived, which Theorem 2 needs.",
    ),
    cycles("slots", 10_000),
    SEED,
    REPLICATIONS,
    AUTO,
    figure(&[choice("copies", "copy rate"), choice("size", "by size"), choice("stages", "by stage")]),
];

const PARTS: &[&[Param]] = &[
    OWN,
    SHARED,
    &[target("packets / output / slot", "The throughput of the question; 0 for none.")],
    &questions(ASKED, WIRES),
    EMBEDDED,
];

/// The parameters of `banyan-multicast`, in the order of links and of the page.
pub const BANYAN_MULTICAST: &[Param] = &joined::<{ length(PARTS) }>(PARTS);
