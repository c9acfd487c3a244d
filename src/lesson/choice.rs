//! Choices of a header: more virtual channels, the last dimension, and what keeps a ring from standing still.

use super::{Lesson, Question, Step, mean, model, per_cent, scene, simulated, trend};
use crate::sim::{
    self,
    protocol::{Plan, Run, Violation},
};

pub const FEW: &str = "v=2&system=kary-ncube&k=8&n=3&flits=32&vcs=3&load=0.0012";
pub const MANY: &str = "v=2&system=kary-ncube&k=8&n=3&flits=32&vcs=7&load=0.0012";
pub const SPREAD: &str = "v=2&system=kary-ncube&k=8&n=3&flits=32&vcs=7&load=0.0012&select=spread";

/// Worms that choose at random share channels, the more virtual channels there are.
pub const MORE_CHANNELS: Lesson = Lesson {
    slug: "more-channels",
    minutes: 10,
    goal: "Virtual channels share the bandwidth of a physical one. More of them carry more load, and may slow down messages at small load.",
    misconception: "Virtual channels add bandwidth.",
    ask: &[
        "What does a flit of one worm do while another one crosses?",
        "Why does it help to count busy virtual channels before choosing?",
    ],
    steps: &[
        Step {
            text: "The cube at a light load. Each physical channel has V virtual ones; a header takes any free one that brings it nearer.",
            link: FEW,
            question: Question::Choice {
                ask: "V goes from 3 to 7 at the same light load. Messages become",
                options: &["faster", "neither faster nor slower", "slower"],
                right: || trend(1.0 - mean(MANY) / mean(FEW), 0.05),
            },
            reveal: || {
                format!(
                    "Slower: {} cycles with V = 3, {} with V = 7. A header that takes any free virtual channel often joins a physical channel that another worm is using, and then both move at half the speed.",
                    simulated(FEW),
                    simulated(MANY)
                )
            },
        },
        Step {
            text: "Now headers look first: they take a virtual channel of the physical channel that has the fewest busy ones.",
            link: SPREAD,
            question: Question::Choice {
                ask: "V = 7 with this choice: how long do messages take, beside those of V = 3?",
                options: &["about as long or less", "still clearly longer"],
                right: || usize::from(mean(SPREAD) > 1.05 * mean(FEW)),
            },
            reveal: || {
                format!(
                    "{} cycles: bandwidth is not the question, but who shares it. What seven virtual channels are for comes at high load, where three are all held.",
                    simulated(SPREAD)
                )
            },
        },
    ],
};

const LATE: &str = "v=2&system=kary-ncube&k=8&n=3&flits=32&load=0.0021&reading=corrected&show=printed,corrected,average&figure=dimensions&tab=figures";

/// Share of the hops on which one dimension is left.
fn last_hops() -> f64 {
    model(LATE, "n1") / model(LATE, "dbar")
}

/// Share of the blockings that happen there.
fn last_blockings() -> f64 {
    model(LATE, "n1") * model(LATE, "P_ad") / model(LATE, "blocking_sum")
}

/// Most blocking happens where a header has one dimension left.
pub const CHOICE_RUNS_OUT: Lesson = Lesson {
    slug: "choice-runs-out",
    minutes: 8,
    goal: "Adaptive routing helps as long as there is something to choose; at the end of the way there is not.",
    misconception: "Adaptive routing helps all along the way.",
    ask: &["How many channels may a header take in the middle of its way?", "What would non-minimal routing change?"],
    steps: &[Step {
        text: "A header may take any dimension in which it still has hops to make. The second chart counts the hops by the dimensions that are left.",
        link: LATE,
        question: Question::Choice {
            ask: "On which hops are headers blocked most, in all?",
            options: &["on the many hops with two or three dimensions left", "on the few hops with one dimension left"],
            right: || usize::from(last_blockings() > 0.5),
        },
        reveal: || {
            format!(
                "On {} of the hops one dimension is left, and {} of all blockings happen there. With one dimension left, {} of the hops are blocked; with two, the same chance is paid twice.",
                per_cent(last_hops()),
                per_cent(last_blockings()),
                per_cent(model(LATE, "P_ad"))
            )
        },
    }],
};

const OPEN: &str = "v=2&system=kary-ncube&n=1&k=8&flits=32&load=0.006&escape=off";
const SAFE: &str = "v=2&system=kary-ncube&n=1&k=8&flits=32&load=0.006";

/// The cycle in which a network moved for the last time, if it stands still within so many.
fn stands_still(link: &str, cycles: u64) -> Option<u64> {
    let simulator = sim::of(&scene(link), 0).ok()?;
    let mut run = Run::new(simulator, Plan { precision: None, most_cycles: cycles });
    loop {
        match run.advance(1_000) {
            Ok(true) => return None,
            Ok(false) => {}
            Err(Violation::Deadlock { since, .. }) => return Some(since),
            Err(_) => return None,
        }
    }
}

/// A ring without a dateline stands still.
pub const DEADLOCK: Lesson = Lesson {
    slug: "deadlock",
    minutes: 8,
    goal: "A circle of messages that each wait for the next one never dissolves; datelines cut every circle.",
    misconception: "Deadlock is congestion that clears, and it is rare.",
    ask: &["Draw the circle: who waits for whom?", "Why is one more virtual channel enough?"],
    steps: &[
        Step {
            text: "A ring of eight nodes in one direction. Messages are longer than buffers, and the safeguard, a dateline, is switched off.",
            link: OPEN,
            question: Question::Choice {
                ask: "The network is loaded for 30,000 cycles. Does it stand still some time?",
                options: &["no: messages leave, and the jam clears", "yes: it stands for ever"],
                right: || usize::from(stands_still(OPEN, 30_000).is_some()),
            },
            reveal: || {
                stands_still(OPEN, 30_000).map_or_else(
                    || "It went on.".into(),
                    |since| format!("It stands: nothing moves any more after cycle {since}. Each message holds the channel that the one behind it wants, all around the ring."),
                )
            },
        },
        Step {
            text: "The same ring with the dateline: whoever has passed it takes the other virtual channel.",
            link: SAFE,
            question: Question::Choice {
                ask: "And now, at the same load?",
                options: &["it stands still later", "it never stands still"],
                right: || usize::from(stands_still(SAFE, 30_000).is_none()),
            },
            reveal: || {
                if stands_still(SAFE, 30_000).is_none() {
                    "It goes on. Waiting may be long, but no circle of waiting can close: the dateline cuts it open."
                        .into()
                } else {
                    "It stood still.".into()
                }
            },
        },
    ],
};
