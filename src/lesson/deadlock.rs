//! Lessons on deadlock: a ring without its safeguard, and packets that a proof has left out.

use super::{Lesson, LessonStep, Question, Task, nearest, scene};
use crate::{
    param::Key,
    scenario::Scenario,
    sim::{
        self,
        banyan::{
            deadlock::{FLITS, Setting, WaitOutcome, run},
            two_phase,
        },
        protocol::{Plan, Run, Violation},
        stream,
    },
    topology::banyan::Banyan,
};

const OPEN: &str = "v=2&system=kary-ncube&n=1&k=8&flits=32&load=0.006&escape=off";
const SAFE: &str = "v=2&system=kary-ncube&n=1&k=8&flits=32&load=0.006";

/// Cycles for which a ring is watched.
const CYCLES: u64 = 30_000;

/// The cycle in which a network moved for the last time, if it freezes within `cycles`.
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

/// A ring without a dateline freezes.
pub(super) const DEADLOCK: Lesson = Lesson {
    slug: "deadlock",
    minutes: 8,
    goal: "A circle of messages that each wait for the next one never dissolves; datelines cut every circle.",
    ask: &["Draw the circle: who waits for whom?", "Why does one more virtual channel not help without a dateline?"],
    steps: &[
        LessonStep {
            text: "A ring of eight nodes in one direction. Messages are longer than buffers, and the safeguard, a dateline, is switched off.",
            picture: None,
            link: OPEN,
            until: 3200,
            shows: &[],
            question: Question::Choice {
                ask: "The network is loaded for 30,000 cycles. Will it ever freeze?",
                options: &[
                    "no: messages leave, and the jam clears",
                    "yes, within some thousand cycles",
                    "yes, but only after twenty thousand cycles or more",
                ],
                right: || {
                    let since = stands_still(OPEN, CYCLES).map(|since| since as f64);
                    since.map_or(0, |since| 1 + nearest(&[3_000.0, 20_000.0], since.max(1.0)))
                },
            },
            bars: Vec::new,
            reveal: || {
                stands_still(OPEN, CYCLES).map_or_else(
                    || "It went on.".into(),
                    |since| format!("It freezes: nothing moves after cycle {since}. Watch it: each message holds the channel that the one behind it wants, all around the ring."),
                )
            },
            misconception: "Deadlock is rare.",
            runs: &[],
        },
        LessonStep {
            text: "The same ring with the dateline: a message that has crossed it takes the other virtual channel.",
            picture: None,
            link: SAFE,
            until: 1000,
            shows: &[],
            question: Question::Choice {
                ask: "The load is the same. Does the ring with the dateline freeze?",
                options: &["it freezes later", "it never freezes"],
                right: || usize::from(stands_still(SAFE, CYCLES).is_none()),
            },
            bars: Vec::new,
            reveal: || {
                if stands_still(SAFE, CYCLES).is_none() {
                    "It goes on. Waiting may be long, but no circle of waiting can close: the dateline cuts it open."
                        .into()
                } else {
                    "It stood still.".into()
                }
            },
            misconception: "Deadlock is congestion that clears.",
            runs: &[],
        },
    ],
    task: Some(Task {
        ask: "This ring has frozen. Correct the setting that caused it, and no other.",
        link: "v=2&system=kary-ncube&n=1&k=8&flits=32&load=0.006&escape=off&cycle=3400&auto=0",
        keys: &[Key::Escape, Key::Vcs],
        offers: &[
            ("Switch the dateline on", "escape=on"),
            ("Switch the dateline off", "escape=off"),
            ("One virtual channel more", "vcs=4"),
        ],
        solved: |scene| scene.chosen(Key::Escape) == "on",
        wrong: "vcs=4",
        right: "escape=on",
    }),
};

const PHASES: &str = "v=2&system=banyan-multicast&n=4&fanout=8&from=5&to=0,3,6,11,13&seed=16&cycle=9&scene=multicast";
const THREE: &str = "v=2&system=banyan-multicast&n=2&fanout=2&scene=deadlock&packets=three&arbitration=upper";
const TOGETHER: &str =
    "v=2&system=banyan-multicast&n=2&fanout=2&scene=deadlock&packets=three&arbitration=upper&release=together";
const FIRST_COME: &str = "v=2&system=banyan-multicast&n=2&fanout=2&scene=deadlock&packets=three&arbitration=fcfs";

/// The number of packets of a link that wait for each other for ever.
fn stuck(link: &str) -> usize {
    stuck_in(&scene(link))
}

/// The number of packets of a scene that wait for each other for ever.
fn stuck_in(scene: &Scenario) -> usize {
    let setting = Setting::of(scene);
    let mut random = stream(setting.seed, 0);
    match run(setting.banyan(), &setting.list(), FLITS, setting.release, setting.arbitration, &mut random) {
        WaitOutcome::Deadlock { circle, .. } => circle.len(),
        WaitOutcome::Delivered { .. } => 0,
    }
}

/// From how many of its nodes the copies of a scene can set out so that two of them want the same link, and how many nodes there are.
fn colliding() -> [usize; 2] {
    let setting = two_phase::Setting::of(&scene(PHASES));
    let (banyan, destinations) = (Banyan { n: setting.n }, setting.destinations());
    let blocked = |start: &u32| two_phase::blocked(banyan, two_phase::second_pass(banyan, *start, &destinations));
    [(0..banyan.nodes()).filter(blocked).count(), banyan.nodes() as usize]
}

/// A theorem holds for the machine it was proved for.
pub(super) const PROOF: Lesson = Lesson {
    slug: "proof",
    minutes: 14,
    goal: "A theorem holds for the machine that it was proved for; a rule on giving links back can break it.",
    ask: &["Which sentence of the proof fails?", "How many packets would you try?"],
    steps: &[
        LessonStep {
            text: "First a proof that holds. A packet for five outputs is copied to five neighbouring nodes; then the copies cross the network together, in the order of their addresses.",
            picture: None,
            link: PHASES,
            until: 4,
            shows: &[],
            question: Question::Choice {
                ask: "Can two of them want the same link, depending on the node at which the row of copies begins?",
                options: &["yes: from some nodes they collide", "no: they never collide"],
                right: || usize::from(colliding()[0] == 0),
            },
            bars: Vec::new,
            reveal: || {
                let [colliding, nodes] = colliding();
                format!(
                    "From {colliding} of the {nodes} nodes do two of them collide. Neighbours that differ in the low bits go to addresses that differ at least as much, so their paths separate before they could meet (Theorem 1)."
                )
            },
            misconception: "Messages that cross at the same time get in each other's way.",
            runs: &[],
        },
        LessonStep {
            text: "Now the rule that keeps such packets from deadlock: where two packets want the same link, the upper input goes first. For two packets it is proved that they never wait for each other. Here are three; each gives a link back as soon as its last flit has crossed.",
            picture: None,
            link: THREE,
            until: 7,
            shows: &[],
            question: Question::Choice {
                ask: "Do all three packets arrive?",
                options: &["yes, by the theorem", "no, some wait for each other for ever"],
                right: || usize::from(stuck(THREE) > 0),
            },
            bars: Vec::new,
            reveal: || {
                format!(
                    "No: {} of them wait for each other. Play it: the first packet gives one of its links back before the other one, and the two behind it take one each.",
                    stuck(THREE)
                )
            },
            misconception: "What holds for two packets holds for three.",
            runs: &[],
        },
        LessonStep {
            text: "The same three packets. Now each gives all of its links back at once, when its last flit has arrived.",
            picture: None,
            link: TOGETHER,
            until: 7,
            shows: &[],
            question: Question::Choice {
                ask: "Do all three packets arrive where links are given back together?",
                options: &["they all arrive", "some still wait for each other"],
                right: || usize::from(stuck(TOGETHER) > 0),
            },
            bars: Vec::new,
            reveal: || {
                format!(
                    "{} packets are stuck. The proof needs links that are given back together, and does not state it.",
                    stuck(TOGETHER)
                )
            },
            misconception: "A theorem holds for my machine.",
            runs: &[],
        },
        LessonStep {
            text: "Links are given back one by one again, as in the first machine. But now an element serves the packet that came first, not the upper input.",
            picture: None,
            link: FIRST_COME,
            until: 7,
            shows: &[],
            question: Question::Choice {
                ask: "Do all three packets arrive where an element serves the packet that came first?",
                options: &["they all arrive", "some wait for each other"],
                right: || usize::from(stuck(FIRST_COME) > 0),
            },
            bars: Vec::new,
            reveal: || {
                format!(
                    "{} packets are stuck: a packet that holds a link cannot be overtaken. Three packets are an example, not a proof.",
                    stuck(FIRST_COME)
                )
            },
            misconception: "Trying one case is a test.",
            runs: &[],
        },
    ],
    task: Some(Task {
        ask: "Three packets stop in this switch, where the upper input goes first. Change one rule so that all three arrive.",
        link: "v=2&system=banyan-multicast&n=2&fanout=2&scene=deadlock&packets=three&arbitration=upper&cycle=9&auto=0",
        keys: &[Key::Arbitration, Key::Release],
        offers: &[
            ("First come, first served", "arbitration=fcfs"),
            ("Upper input first", "arbitration=upper"),
            ("Links given back together", "release=together"),
            ("Links given back one by one", "release=tail"),
        ],
        solved: |scene| scene.chosen(Key::Packets) == "three" && stuck_in(scene) == 0,
        wrong: "release=tail",
        right: "release=together",
    }),
};
