//! One message for many: broadcasts on a torus, copies in a banyan.

use super::{
    Lesson, LessonStep, Question, counted, end, model, nearest, per_cent, recorded::COMPLETE, scene, simulated, three,
    trend,
};
use crate::animation;

const TREE: &str = "v=2&system=torus-broadcast&k=5&flits=4&scene=broadcast&orient=fixed&source=12&cycle=8";
const WHOLE: &str = "v=2&system=torus-broadcast&k=8&flits=32&scene=broadcast&orient=fixed&source=27";
const TWO: &str = "v=2&system=torus-broadcast&k=16&vcs=5&flits=64&beta=0.02&load=0.00085";
const FOUR: &str = "v=2&system=torus-broadcast&k=16&vcs=5&flits=64&beta=0.04&load=0.00085";

/// The share of all flits that belong to broadcasts: each crosses N - 1 channels, a unicast as many as its distance.
fn share_of_flits() -> f64 {
    let [nodes, distance, beta] = ["N", "dbar", "beta"].map(|symbol| model(FOUR, symbol));
    let (broadcast, unicast) = (beta * (nodes - 1.0), (1.0 - beta) * distance);
    broadcast / (broadcast + unicast)
}

/// The cycle in which the last node has its copy, as the broadcast is animated.
fn last_copy() -> f64 {
    let Ok(mut broadcast) = animation::of(&scene(WHOLE)) else { return f64::NAN };
    while !broadcast.advance(1_000) {}
    f64::from(broadcast.recorded())
}

/// Rare broadcasts are most of the traffic.
pub(super) const FOUR_IN_A_HUNDRED: Lesson = Lesson {
    slug: "four-in-a-hundred",
    minutes: 12,
    goal: "A broadcast crosses as many channels as there are nodes: what is rare in messages may be most of the flits.",
    ask: &["How many channels does the tree use?", "What would 255 single messages cost?"],
    steps: &[
        LessonStep {
            text: "One message from the middle of a 5 × 5 torus to all others, copied on the way. Play it to its end.",
            link: TREE,
            moment: 20,
            shows: &[],
            question: Question::Number {
                ask: "How many channels does the whole tree use?",
                unit: "channels",
                right: || model(TREE, "N") - 1.0,
            },
            reveal: || {
                format!(
                    "As many as there are other nodes, {}: each node receives the message once. A single message crosses {} channels on average.",
                    three(model(TREE, "N") - 1.0),
                    three(model(TREE, "dbar"))
                )
            },
            misconception: "A broadcast is many unicasts.",
            runs: &[],
        },
        LessonStep {
            text: "An 8 × 8 torus and a message of 32 flits. The farthest nodes are 8 hops away, and each node passes the message on when its last flit has arrived.",
            link: WHOLE,
            moment: 32,
            shows: &[],
            question: Question::Number {
                ask: "A single message to them would take 40 cycles. After how many cycles does the last node have its copy?",
                unit: "cycles",
                right: last_copy,
            },
            reveal: || {
                format!(
                    "After {} cycles: eight times 33. Each hop of a broadcast is a message of its own that is stored before it is passed on, so the whole length is paid at every hop.",
                    three(last_copy())
                )
            },
            misconception: "A copy travels like any other worm.",
            runs: &[],
        },
        LessonStep {
            text: "A 16 × 16 torus. Four of a hundred messages are broadcasts, the others go to one node.",
            link: FOUR,
            moment: 400,
            shows: &[],
            question: Question::Choice {
                ask: "What part of all flits on the channels belongs to broadcasts?",
                options: &["about 4 %", "about 20 %", "about 60 %"],
                right: || nearest(&[0.04, 0.2, 0.6], share_of_flits()),
            },
            reveal: || {
                format!(
                    "{}: a broadcast crosses {} channels, a single message {}. With 4 % instead of 2 % of broadcasts the model ends at λ = {} instead of {}.",
                    per_cent(share_of_flits()),
                    three(model(FOUR, "N") - 1.0),
                    three(model(FOUR, "dbar")),
                    three(end(FOUR)),
                    three(end(TWO))
                )
            },
            misconception: "What is rare is cheap.",
            runs: &[],
        },
    ],
};

pub(super) const LATE: &str = "v=2&system=banyan-multicast&n=7&fanout=8&multicast=1&load=1&figure=stages";
const EARLY: &str = "v=2&system=banyan-multicast&n=7&fanout=8&multicast=1&load=1&figure=stages&start=early";
pub(super) const TWICE: &str = "v=2&system=banyan-multicast&n=7&fanout=8&multicast=1&load=2&figure=stages";

/// The first one with what is compared with it.
const LATE_BESIDE: &str = "v=2&system=banyan-multicast&n=7&fanout=8&multicast=1&load=1&figure=stages&pin=start:early";

/// Copies that are made late share their way.
pub(super) const COPY_LATE: Lesson = Lesson {
    slug: "copy-late",
    minutes: 10,
    goal: "Copies that share links longer leave more room; throughput of copies is not delivery of packets.",
    ask: &["Which links carry more when copies are made early?", "When is half a multicast worth nothing?"],
    steps: &[
        LessonStep {
            text: "Every packet of this banyan goes to eight outputs. Its copies can be made at the last stages, or as early as possible.",
            link: LATE_BESIDE,
            moment: 1,
            shows: &[],
            question: Question::Choice {
                ask: "Which carries more, at the same load?",
                options: &[
                    "copies as early as possible",
                    "it makes no difference",
                    "copies wherever the addresses part",
                ],
                right: || trend(1.0 - model(LATE, "eta") / model(EARLY, "eta"), 0.02),
            },
            reveal: || {
                format!(
                    "Throughput is {} where addresses part ({} simulated), and {} with copies as early as possible: an early copy occupies a link of its own at every stage that follows.",
                    three(model(LATE, "eta")),
                    simulated(LATE),
                    three(model(EARLY, "eta"))
                )
            },
            misconception: "Early copies are work done early.",
            runs: &[LATE],
        },
        LessonStep {
            text: "Twice the load. Throughput counts each copy that arrives as an eighth of a packet.",
            link: TWICE,
            moment: 1,
            shows: &[],
            question: Question::Choice {
                ask: "Throughput goes up with the load. What becomes of the packets of which all eight copies arrive?",
                options: &["more of them as well", "fewer of them"],
                right: || usize::from(model(TWICE, "eta_complete") < model(LATE, "eta_complete")),
            },
            reveal: || {
                format!(
                    "Throughput rises from {} to {}, complete packets fall from {} to {}; simulated, from {} to {}. More links are busy with copies whose siblings are lost.",
                    three(model(LATE, "eta")),
                    three(model(TWICE, "eta")),
                    three(model(LATE, "eta_complete")),
                    three(model(TWICE, "eta_complete")),
                    three(counted(LATE, COMPLETE)),
                    three(counted(TWICE, COMPLETE))
                )
            },
            misconception: "Throughput is success.",
            runs: &[LATE, TWICE],
        },
    ],
};
