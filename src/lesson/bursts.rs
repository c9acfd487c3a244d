//! Lessons on effects that the mean load hides: bursts, and ports.

use super::{
    Bar, Lesson, LessonStep, Question, Task, Tone, counted, end, latency, mean, measured, model, nearest, saturation,
    scene, simulated, three, trend,
};
use crate::{model as models, param::Key};

pub(super) const MILD: &str =
    "v=2&system=hypercube-mmpp&n=4&vcs=5&load=0.03&lag1=0.9&hurst=0.6&show=printed,refined,flow&figure=variance";
pub(super) const MIDDLING: &str =
    "v=2&system=hypercube-mmpp&n=4&vcs=5&load=0.03&lag1=0.9&hurst=0.8&show=printed,refined,flow&figure=variance";
pub(super) const HEAVY: &str =
    "v=2&system=hypercube-mmpp&n=4&vcs=5&load=0.03&lag1=0.9&hurst=0.9&show=printed,refined,flow&figure=variance";
const HEAVY_OURS: &str = "v=2&system=hypercube-mmpp&n=4&vcs=5&load=0.03&lag1=0.9&hurst=0.9&reading=flow";
const HEAVY_REFINED: &str = "v=2&system=hypercube-mmpp&n=4&vcs=5&load=0.03&lag1=0.9&hurst=0.9&reading=refined";

/// The mean number of busy virtual channels of a channel in a recorded run.
fn busy(link: &str) -> f64 {
    (0..).zip(measured(link, "Pi")).map(|(busy, share)| f64::from(busy) * share).sum()
}

/// Bursts lengthen the wait at an equal mean load.
pub(super) const SAME_LOAD: Lesson = Lesson {
    slug: "same-load",
    minutes: 12,
    goal: "Traffic with bursts on all time scales fills the queues at its sources: the mean load does not determine how long messages wait.",
    ask: &["On which time scale would you have to look?", "Which buffer would you make larger?"],
    steps: &[
        LessonStep {
            text: "A hypercube of 16 nodes under bursty traffic, at H = 0.6: bursts are short.",
            picture: None,
            link: MILD,
            until: 100,
            shows: &[],
            question: Question::Choice {
                ask: "H goes from 0.6 to 0.9. The mean load stays the same. How many times as long do messages take?",
                options: &["about the same", "about twice as long", "more than ten times as long"],
                right: || nearest(&[1.1, 2.0, 16.0], mean(HEAVY) / mean(MILD)),
            },
            bars: || {
                vec![
                    Bar::ours("H = 0.6", latency(&scene(MILD))),
                    Bar::simulated("", MILD),
                    Bar::ours("H = 0.9", latency(&scene(HEAVY))),
                    Bar::simulated("", HEAVY),
                ]
            },
            reveal: || {
                format!(
                    "{} times as long: recorded runs of 4 and 16 million cycles give {} cycles at H = 0.6 and {} at 0.9. Our model predicts {} and {}; the paper's, as printed, {} and {}. The tab Explain shows the arrivals on three time scales and plays them.",
                    three(mean(HEAVY) / mean(MILD)),
                    simulated(MILD),
                    simulated(HEAVY),
                    three(latency(&scene(MILD))),
                    three(latency(&scene(HEAVY))),
                    three(model(MILD, "")),
                    three(model(HEAVY, ""))
                )
            },
            misconception: "The mean decides.",
            runs: &[MILD, HEAVY],
        },
        LessonStep {
            text: "H = 0.8, between the two. Bursts last longer than at 0.6, and the mean load is still the same.",
            picture: None,
            link: MIDDLING,
            until: 100,
            shows: &[],
            question: Question::Number {
                ask: "How long does a message take at H = 0.8?",
                unit: "cycles",
                right: || mean(MIDDLING),
            },
            bars: || {
                let of = |hurst, link| Bar::simulated(hurst, link);
                vec![of("H = 0.6", MILD), of("H = 0.8", MIDDLING), of("H = 0.9", HEAVY)]
            },
            reveal: || {
                format!(
                    "{} cycles, after {} at H = 0.6 and before {} at 0.9. Most of the growth comes at the end.",
                    simulated(MIDDLING),
                    simulated(MILD),
                    simulated(HEAVY)
                )
            },
            misconception: "Halfway in H is halfway in latency.",
            runs: &[MIDDLING],
        },
        LessonStep {
            text: "H = 0.9, the same mean load again.",
            picture: None,
            link: HEAVY,
            until: 20,
            shows: &[],
            question: Question::Choice {
                ask: "Where do messages wait for thousands of cycles?",
                options: &["in the network, for channels", "at their sources"],
                right: || usize::from(counted(HEAVY, "Ws") > 0.5 * mean(HEAVY)),
            },
            bars: || {
                let of = |hurst, link| {
                    let waiting = counted(link, "Ws");
                    Bar::parts(hurst, "cycles", &[(Tone::Waiting, waiting), (Tone::Network, mean(link) - waiting)])
                };
                vec![of("H = 0.6", MILD), of("H = 0.9", HEAVY)]
            },
            reveal: || {
                format!(
                    "At their sources: {1} of the {0} simulated cycles, and {3} of {2} in our model; the paper's refined model predicts {4} in all. A channel of the network has {5} busy virtual channels at H = 0.9 and {6} at 0.6: it sees the sum of many sources.",
                    three(mean(HEAVY)),
                    three(counted(HEAVY, "Ws")),
                    three(latency(&scene(HEAVY))),
                    three(model(HEAVY_OURS, "W")),
                    three(model(HEAVY_REFINED, "")),
                    three(busy(HEAVY)),
                    three(busy(MILD))
                )
            },
            misconception: "Bursts jam the network.",
            runs: &[MILD, HEAVY],
        },
    ],
    task: Some(Task {
        ask: "Keep the mean load. Set H so that, in our model, messages take twice as long as at H = 0.6, within a tenth.",
        link: "v=2&system=hypercube-mmpp&n=4&vcs=5&load=0.03&lag1=0.9&hurst=0.6&reading=flow&show=flow&auto=0",
        keys: &[Key::Hurst],
        offers: &[],
        solved: |scene| (1.8..2.2).contains(&(latency(scene) / latency(&super::scene(MILD)))),
        wrong: "hurst=0.65",
        right: "hurst=0.86",
    }),
};

const SMALL: &str = "v=2&system=hypercube-slotted&n=4&load=0.09";
const LARGE: &str = "v=2&system=hypercube-slotted&n=5&load=0.09";
pub(super) const TURNS: &str = "v=2&system=hypercube-slotted&n=5&load=0.12&order=rotate";
pub(super) const FAIR: &str = "v=2&system=hypercube-slotted&n=5&load=0.12";

/// The largest load of n dimensions if each hop takes the slot of two nodes.
fn bound(n: i32) -> f64 {
    (1.0 - libm::pow(0.5, f64::from(n))) / f64::from(n)
}

/// The load at which the network of a link saturates in our own model.
fn largest(link: &str) -> f64 {
    saturation(&scene(link))
}

/// More links do not help a node that has one port.
pub(super) const THE_PORT: Lesson = Lesson {
    slug: "the-port",
    minutes: 12,
    goal: "Where a node sends or receives one packet in a slot, the node is the bottleneck, however many links it has.",
    ask: &["How many nodes does one hop keep busy?", "What would a second port change?"],
    steps: &[
        LessonStep {
            text: "A slotted hypercube of 16 nodes. In each slot a node sends one packet, or receives one, or rests. Each further dimension doubles the number of nodes, and each node has one link more.",
            picture: None,
            link: SMALL,
            until: 60,
            shows: &[],
            question: Question::Choice {
                ask: "With one more dimension, how does the largest load per node change?",
                options: &["it rises", "it stays the same", "it falls"],
                right: || trend(largest(LARGE) / largest(SMALL) - 1.0, 0.05),
            },
            bars: || vec![Bar::ours("16 nodes", largest(SMALL)), Bar::ours("32 nodes", largest(LARGE))],
            reveal: || {
                format!(
                    "It falls, from {} to {} packets per node and slot in our model. Packets have farther to go, and a node with more links still sends or receives one packet in a slot.",
                    three(largest(SMALL)),
                    three(largest(LARGE))
                )
            },
            misconception: "More links, more throughput.",
            runs: &[],
        },
        LessonStep {
            text: "The hypercube of 32 nodes. A packet makes 2.6 hops on average, and each hop takes one slot of two nodes: of the one that sends and of the one that receives.",
            picture: None,
            link: LARGE,
            until: 60,
            shows: &[],
            question: Question::Number {
                ask: "How many packets per node and slot can it carry at most, if no slot is lost?",
                unit: "packets per node and slot",
                right: || bound(5),
            },
            bars: || {
                let bound = |nodes: &str, n| Bar::count(nodes, "bound", bound(n));
                let ours = |link| Bar::ours("", largest(link));
                vec![bound("16 nodes", 4), ours(SMALL), bound("32 nodes", 5), ours(LARGE)]
            },
            reveal: || {
                format!(
                    "(1 - 2⁻ⁿ)/n = {}: the mean distance is {} hops, and each costs two slots. Nodes that act in a random order pair up less well: our model ends at {}, and the paper’s at {}. For 16 \
                     nodes the bound is {}, and our model ends at {}.",
                    three(bound(5)),
                    three(model(LARGE, "d")),
                    three(largest(LARGE)),
                    three(end(LARGE)),
                    three(bound(4)),
                    three(largest(SMALL))
                )
            },
            misconception: "The links are the bottleneck.",
            runs: &[],
        },
        LessonStep {
            text: "32 nodes at three quarters of their largest load. In each slot the nodes take their turns in a random order, or in the order of their addresses from a random node on.",
            picture: None,
            link: TURNS,
            until: 60,
            shows: &[],
            question: Question::Choice {
                ask: "What does the fixed order of turns do to the delay?",
                options: &["nothing: each node is first equally often", "packets take clearly longer"],
                right: || usize::from(mean(TURNS) > 1.05 * mean(FAIR)),
            },
            bars: || vec![Bar::simulated("random order", FAIR), Bar::simulated("fixed order", TURNS)],
            reveal: || {
                format!(
                    "{} slots instead of {}: neighbours come one after the other, and each finds the one before it busy.",
                    simulated(TURNS),
                    simulated(FAIR)
                )
            },
            misconception: "Fairness is only politeness.",
            runs: &[TURNS, FAIR],
        },
    ],
    task: Some(Task {
        ask: "Each node of a slotted hypercube must be able to send 0.14 packets in a slot. Set n to the largest hypercube that does it, in the paper’s model.",
        link: "v=2&system=hypercube-slotted&n=3&load=0.1&auto=0",
        keys: &[Key::N],
        offers: &[],
        solved: |scene| {
            let carries = |n: f64| models::of(scene.set(Key::N, n).setup()).end().load >= 0.14;
            carries(scene.get(Key::N)) && !carries(scene.get(Key::N) + 1.0)
        },
        wrong: "n=4",
        right: "n=5",
    }),
};
