//! What the mean does not say: bursts, and ports.

use super::{Lesson, Question, Step, end, mean, model, simulated, three, trend};

pub const MILD: &str =
    "v=2&system=hypercube-mmpp&n=6&vcs=5&load=0.03&lag1=0.9&hurst=0.6&show=printed,refined,flow&figure=variance";
pub const HEAVY: &str =
    "v=2&system=hypercube-mmpp&n=6&vcs=5&load=0.03&lag1=0.9&hurst=0.9&show=printed,refined,flow&figure=variance";
const HEAVY_OURS: &str = "v=2&system=hypercube-mmpp&n=6&vcs=5&load=0.03&lag1=0.9&hurst=0.9&reading=flow";
const MILD_OURS: &str = "v=2&system=hypercube-mmpp&n=6&vcs=5&load=0.03&lag1=0.9&hurst=0.6&reading=flow";

/// The same mean load, and a wait many times as long.
pub const SAME_LOAD: Lesson = Lesson {
    slug: "same-load",
    minutes: 12,
    goal: "Traffic with bursts on all time scales fills the queues at its sources: the mean load does not say how long messages wait.",
    misconception: "The mean decides; bursts average out in the network.",
    ask: &["On which time scale would you have to look?", "Which buffer would you make larger?"],
    steps: &[
        Step {
            text: "A hypercube under bursty traffic, at H = 0.6: bursts are short. The second chart shows how slowly the counts of arrivals even out.",
            link: MILD,
            question: Question::Choice {
                ask: "H goes from 0.6 to 0.9. The mean load stays the same. How many times as long do messages take?",
                options: &["about the same", "about twice as long", "ten times as long or more"],
                right: || {
                    let times = mean(HEAVY) / mean(MILD);
                    if times < 1.5 { 0 } else { usize::from(times > 8.0) + 1 }
                },
            },
            reveal: || {
                format!(
                    "{} times as long: recorded runs of four million cycles give {} cycles at H = 0.6 and {} at 0.9. Our own model says {} and {}; the paper's, as printed, {} and {}.",
                    three(mean(HEAVY) / mean(MILD)),
                    simulated(MILD),
                    simulated(HEAVY),
                    three(model(MILD_OURS, "")),
                    three(model(HEAVY_OURS, "")),
                    three(model(MILD, "")),
                    three(model(HEAVY, ""))
                )
            },
        },
        Step {
            text: "H = 0.9. Somewhere messages wait for thousands of cycles.",
            link: HEAVY,
            question: Question::Choice {
                ask: "Where?",
                options: &["in the network, for channels", "at their sources"],
                right: || usize::from(model(HEAVY_OURS, "W") > 0.5 * model(HEAVY_OURS, "")),
            },
            reveal: || {
                format!(
                    "At their sources: of {} cycles our model has {} there. The network sees the sum of many sources, and it is hardly busier than before.",
                    three(model(HEAVY_OURS, "")),
                    three(model(HEAVY_OURS, "W"))
                )
            },
        },
    ],
};

const SMALL: &str = "v=2&system=hypercube-slotted&n=4&load=0.09";
const LARGE: &str = "v=2&system=hypercube-slotted&n=8&load=0.09";
pub const TURNS: &str = "v=2&system=hypercube-slotted&n=6&load=0.1&order=rotate";
pub const FAIR: &str = "v=2&system=hypercube-slotted&n=6&load=0.1";

/// More links do not help a node that has one port.
pub const THE_PORT: Lesson = Lesson {
    slug: "the-port",
    minutes: 8,
    goal: "Where a node sends or receives one packet in a slot, the node is the bottleneck, however many links it has.",
    misconception: "More links, more throughput; fairness is only politeness.",
    ask: &["How many nodes does one hop keep busy?", "What would a second port change?"],
    steps: &[
        Step {
            text: "A slotted hypercube of 16 nodes. In each slot a node sends one packet, or receives one, or rests. With each further dimension there are twice as many nodes, and each has one link more.",
            link: SMALL,
            question: Question::Choice {
                ask: "Four more dimensions: the largest load per node",
                options: &["rises", "stays the same", "falls"],
                right: || trend(end(LARGE) / end(SMALL) - 1.0, 0.05),
            },
            reveal: || {
                let bound = |n: i32| (1.0 - libm::pow(0.5, f64::from(n))) / f64::from(n);
                format!(
                    "It falls, from {} to {} packets per node and slot. Packets have farther to go, and each hop takes the slot of two nodes: no more than (1 - 2⁻ⁿ)/n can be carried, {} and {}.",
                    three(end(SMALL)),
                    three(end(LARGE)),
                    three(bound(4)),
                    three(bound(8))
                )
            },
        },
        Step {
            text: "64 nodes at three quarters of their largest load. In each slot the nodes take their turns in a random order, or in the order of their addresses from a random node on.",
            link: TURNS,
            question: Question::Choice {
                ask: "What does the fixed order of turns do to the delay?",
                options: &["nothing: each node is first equally often", "packets take clearly longer"],
                right: || usize::from(mean(TURNS) > 1.05 * mean(FAIR)),
            },
            reveal: || {
                format!(
                    "{} slots instead of {}: neighbours come one after the other, and each finds the one before it busy.",
                    simulated(TURNS),
                    simulated(FAIR)
                )
            },
        },
    ],
};
