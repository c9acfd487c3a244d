//! One message for many: broadcasts on a torus, copies in a banyan, and a proof that leaves a case out.

use super::{Lesson, Question, Step, end, model, per_cent, scene, three, trend};
use crate::{
    animation::banyan::deadlock::{FLITS, Setting},
    sim::{
        banyan::deadlock::{End, Switch, run},
        stream,
    },
};

const TREE: &str = "v=2&system=torus-broadcast&k=5&flits=4&scene=broadcast&orient=fixed&source=12&cycle=8";
const TWO: &str = "v=2&system=torus-broadcast&k=16&vcs=5&flits=64&beta=0.02&load=0.00085";
const FOUR: &str = "v=2&system=torus-broadcast&k=16&vcs=5&flits=64&beta=0.04&load=0.00085";

/// The share of all flits that belong to broadcasts: each crosses N - 1 channels, a unicast as many as its distance.
fn share_of_flits() -> f64 {
    let [nodes, distance, beta] = ["N", "dbar", "beta"].map(|symbol| model(FOUR, symbol));
    let (broadcast, unicast) = (beta * (nodes - 1.0), (1.0 - beta) * distance);
    broadcast / (broadcast + unicast)
}

/// Rare broadcasts are most of the traffic.
pub const FOUR_IN_A_HUNDRED: Lesson = Lesson {
    slug: "four-in-a-hundred",
    minutes: 8,
    goal: "A broadcast crosses as many channels as there are nodes: what is rare in messages may be most of the flits.",
    misconception: "What is rare is cheap; a multicast is many unicasts.",
    ask: &["How many channels does the tree use?", "What would 255 single messages cost?"],
    steps: &[
        Step {
            text: "One message from the middle of a 5 × 5 torus to all others, copied on the way. Play it to its end.",
            link: TREE,
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
        },
        Step {
            text: "A 16 × 16 torus. Four of a hundred messages are broadcasts, the others go to one node.",
            link: FOUR,
            question: Question::Choice {
                ask: "What part of all flits on the channels belongs to broadcasts?",
                options: &["about 4 %", "about 20 %", "more than half"],
                right: || {
                    let share = share_of_flits();
                    if share < 0.1 { 0 } else { usize::from(share > 0.5) + 1 }
                },
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
        },
    ],
};

const LATE: &str = "v=2&system=banyan-multicast&n=7&fanout=8&multicast=1&load=1&figure=stages";
const EARLY: &str = "v=2&system=banyan-multicast&n=7&fanout=8&multicast=1&load=1&figure=stages&start=early";
const TWICE: &str = "v=2&system=banyan-multicast&n=7&fanout=8&multicast=1&load=2&figure=stages";

/// Copies that are made late share their way.
pub const COPY_LATE: Lesson = Lesson {
    slug: "copy-late",
    minutes: 10,
    goal: "Copies that share links longer leave more room; throughput of copies is not delivery of packets.",
    misconception: "Throughput is success; early copies are work done early.",
    ask: &["Which links carry more when copies are made early?", "When is half a multicast worth nothing?"],
    steps: &[
        Step {
            text: "Every packet of this banyan goes to eight outputs. Its copies can be made at the last stages, or as early as possible.",
            link: LATE,
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
                    "Throughput is {} where addresses part, {} with copies as early as possible: an early copy occupies a link of its own at every stage that follows.",
                    three(model(LATE, "eta")),
                    three(model(EARLY, "eta"))
                )
            },
        },
        Step {
            text: "Twice the load. Throughput counts each copy that arrives as an eighth of a packet.",
            link: TWICE,
            question: Question::Choice {
                ask: "Throughput goes up with the load. What becomes of the packets of which all eight copies arrive?",
                options: &["more of them as well", "fewer of them"],
                right: || usize::from(model(TWICE, "eta_complete") < model(LATE, "eta_complete")),
            },
            reveal: || {
                format!(
                    "Throughput rises from {} to {}, complete packets fall from {} to {}: more links are busy with copies whose siblings are lost.",
                    three(model(LATE, "eta")),
                    three(model(TWICE, "eta")),
                    three(model(LATE, "eta_complete")),
                    three(model(TWICE, "eta_complete"))
                )
            },
        },
    ],
};

const THREE: &str = "v=2&system=banyan-multicast&n=2&fanout=2&scene=deadlock&packets=three&arbitration=upper";
const TOGETHER: &str =
    "v=2&system=banyan-multicast&n=2&fanout=2&scene=deadlock&packets=three&arbitration=upper&release=together";
const FIRST_COME: &str = "v=2&system=banyan-multicast&n=2&fanout=2&scene=deadlock&packets=three&arbitration=fcfs";

/// How many packets of a scene wait for each other for ever.
fn stuck(link: &str) -> usize {
    let setting = Setting::of(&scene(link));
    let switch = Switch::Lockstep(setting.release);
    let mut random = stream(setting.seed, 0);
    match run(setting.banyan(), &setting.list(), FLITS, switch, setting.arbitration, &mut random) {
        End::Deadlock { circle, .. } => circle.len(),
        End::Delivered { .. } => 0,
    }
}

/// A theorem holds for the machine it was proved for.
pub const PROOF: Lesson = Lesson {
    slug: "proof",
    minutes: 10,
    goal: "A theorem holds for the machine that it was proved for; a rule on giving links back can break it.",
    misconception: "A theorem holds for my machine; trying one pair is a test.",
    ask: &["Which sentence of the proof fails?", "How many packets would you try?"],
    steps: &[
        Step {
            text: "The rule: where two packets want the same link, the upper input goes first. For two packets it is proved that they never wait for each other. Here are three; each gives a link back as soon as its last flit has crossed.",
            link: THREE,
            question: Question::Choice {
                ask: "Do all three packets arrive?",
                options: &["yes, the theorem says so", "no, some wait for each other for ever"],
                right: || usize::from(stuck(THREE) > 0),
            },
            reveal: || {
                format!(
                    "No: {} of them wait for each other. Play it: the first packet gives one of its links back before the other one, and the two behind it take one each.",
                    stuck(THREE)
                )
            },
        },
        Step {
            text: "The same three packets. Now each gives all of its links back at once, when its last flit has arrived.",
            link: TOGETHER,
            question: Question::Choice {
                ask: "And now?",
                options: &["they all arrive", "some still wait for each other"],
                right: || usize::from(stuck(TOGETHER) > 0),
            },
            reveal: || {
                format!(
                    "{} packets are stuck. The proof needs links that are given back together; with links given back one by one, first come first served would do it as well: {} stuck.",
                    stuck(TOGETHER),
                    stuck(FIRST_COME)
                )
            },
        },
    ],
};
