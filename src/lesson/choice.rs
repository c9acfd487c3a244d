//! Choices of a header: more virtual channels, and how they are chosen.

use super::{Lesson, LessonStep, Question, mean, recorded, scene, simulated, trend};
use crate::param::Key;

pub(super) const FEW: &str = "v=2&system=kary-ncube&k=8&n=3&flits=32&vcs=3&load=0.0012";
pub(super) const FOUR: &str = "v=2&system=kary-ncube&k=8&n=3&flits=32&vcs=4&load=0.0012";
pub(super) const FIVE: &str = "v=2&system=kary-ncube&k=8&n=3&flits=32&vcs=5&load=0.0012";
pub(super) const MANY: &str = "v=2&system=kary-ncube&k=8&n=3&flits=32&vcs=7&load=0.0012";
pub(super) const SPREAD: &str = "v=2&system=kary-ncube&k=8&n=3&flits=32&vcs=7&load=0.0012&select=spread";
pub(super) const FOUR_CROWDED: &str = "v=2&system=kary-ncube&k=8&n=3&flits=32&vcs=4&load=0.004";
pub(super) const MANY_CROWDED: &str = "v=2&system=kary-ncube&k=8&n=3&flits=32&vcs=7&load=0.004";

/// The scenes, with a second setting beside each.
const FEW_BESIDE: &str =
    "v=2&system=kary-ncube&k=8&n=3&flits=32&vcs=3&load=0.0012&cycle=300&follow=150&beside=1&pin=vcs:7";
const SPREAD_BESIDE: &str = "v=2&system=kary-ncube&k=8&n=3&flits=32&vcs=7&load=0.0012&select=spread&beside=1&pin=select:random&pin=vcs:3,select:random";
const CROWDED_BESIDE: &str =
    "v=2&system=kary-ncube&k=8&n=3&flits=32&vcs=4&load=0.004&cycle=1500&beside=1&pin=vcs:3&pin=vcs:7";

/// Worms that choose at random share channels, the more virtual channels there are.
pub(super) const MORE_CHANNELS: Lesson = Lesson {
    slug: "more-channels",
    minutes: 12,
    goal: "Virtual channels share the bandwidth of a physical one. More of them carry more load, and may slow down messages at small load.",
    ask: &[
        "What does a flit of one worm do while another one crosses?",
        "Why does it help to count busy virtual channels before choosing?",
    ],
    steps: &[
        LessonStep {
            text: "The cube at a light load. Each physical channel has V virtual ones; a header takes any free one that brings it nearer.",
            link: FEW_BESIDE,
            moment: 300,
            shows: &[],
            question: Question::Choice {
                ask: "V goes from 3 to 7 at the same light load. Messages become …",
                options: &["faster", "neither faster nor slower", "slower"],
                right: || trend(1.0 - mean(MANY) / mean(FEW), 0.05),
            },
            reveal: || {
                format!(
                    "Slower: {}, {}, {} and {} cycles with V = 3, 4, 5 and 7. A header that takes any free virtual channel often joins a physical channel that another worm is using, and then both move at half the speed. Beside V = 3 the same messages go through the network with V = 7; message {} is followed in both.",
                    simulated(FEW),
                    simulated(FOUR),
                    simulated(FIVE),
                    simulated(MANY),
                    scene(FEW_BESIDE).count(Key::Follow)
                )
            },
            misconception: "Virtual channels add bandwidth.",
            runs: &[FEW, FOUR, FIVE, MANY],
        },
        LessonStep {
            text: "Now headers look first: they take a virtual channel of the physical channel that has the fewest busy ones.",
            link: SPREAD_BESIDE,
            moment: 300,
            shows: &[],
            question: Question::Choice {
                ask: "V = 7 with this choice: how long do messages take, beside those of V = 3?",
                options: &["about as long or less", "still clearly longer"],
                right: || usize::from(mean(SPREAD) > 1.05 * mean(FEW)),
            },
            reveal: || {
                format!(
                    "{} cycles, where V = 3 takes {} and V = 7 with a random choice {}: bandwidth is not the question, but who shares it.",
                    simulated(SPREAD),
                    simulated(FEW),
                    simulated(MANY)
                )
            },
            misconception: "If more virtual channels are slower, seven are too many.",
            runs: &[SPREAD, FEW, MANY],
        },
        LessonStep {
            text: "What more virtual channels are for comes at high load, λ = 0.004, where three are all held and the network with V = 3 has no steady state.",
            link: CROWDED_BESIDE,
            moment: 400,
            shows: &[],
            question: Question::Choice {
                ask: "One virtual channel more, V = 4: what does the network do with this load?",
                options: &["its queues grow as well", "it carries the load"],
                right: || usize::from(mean(FOUR_CROWDED).is_finite()),
            },
            reveal: || {
                let says = |link| match recorded::run(link) {
                    Some(run) if run.stable => format!("takes {} cycles", run.words()),
                    _ => "has no steady state".into(),
                };
                format!(
                    "The network with V = 4 {}, the one with V = 7 {}. More virtual channels keep a physical one in use while a worm that holds it is blocked.",
                    says(FOUR_CROWDED),
                    says(MANY_CROWDED)
                )
            },
            misconception: "What slows messages down at light load cannot help at high load.",
            runs: &[FOUR_CROWDED, MANY_CROWDED],
        },
    ],
};
