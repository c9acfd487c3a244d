//! Virtual channels: their benefit, their price, and how a header chooses among them.

use super::{Bar, Lesson, LessonStep, Picture, Question, Task, latency, recorded, saturation, scene, simulated, trend};
use crate::{lesson::mean, param::Key};

/// A network of 64 nodes at light load, by virtual channels.
pub(super) const FEW: &str = "v=2&system=kary-ncube&k=8&n=2&flits=32&vcs=3&load=0.002";
pub(super) const FIVE: &str = "v=2&system=kary-ncube&k=8&n=2&flits=32&vcs=5&load=0.002";
pub(super) const MANY: &str = "v=2&system=kary-ncube&k=8&n=2&flits=32&vcs=7&load=0.002";
pub(super) const SPREAD: &str = "v=2&system=kary-ncube&k=8&n=2&flits=32&vcs=7&load=0.002&select=spread";
/// At high load.
pub(super) const FEW_CROWDED: &str = "v=2&system=kary-ncube&k=8&n=2&flits=32&vcs=3&load=0.006";
pub(super) const MANY_CROWDED: &str = "v=2&system=kary-ncube&k=8&n=2&flits=32&vcs=7&load=0.006";
/// 512 nodes at light load.
pub(super) const LARGE_FEW: &str = "v=2&system=kary-ncube&k=8&n=3&flits=32&vcs=3&load=0.0012";
pub(super) const LARGE_MANY: &str = "v=2&system=kary-ncube&k=8&n=3&flits=32&vcs=7&load=0.0012";

/// The scenes, with a second setting beside each.
const CROWDED_BESIDE: &str = "v=2&system=kary-ncube&k=8&n=2&flits=32&vcs=3&load=0.006&cycle=1500&beside=1&pin=vcs:7";
const FEW_BESIDE: &str = "v=2&system=kary-ncube&k=8&n=2&flits=32&vcs=3&load=0.002&cycle=300&beside=1&pin=vcs:7";
const SPREAD_BESIDE: &str = "v=2&system=kary-ncube&k=8&n=2&flits=32&vcs=7&load=0.002&select=spread&beside=1&pin=select:random&pin=vcs:3,select:random";

/// True if a recorded network has a steady state.
fn carries(link: &str) -> bool {
    recorded::run(link).is_some_and(|run| run.stable)
}

/// Worms that choose at random share channels, the more virtual channels there are.
pub(super) const MORE_CHANNELS: Lesson = Lesson {
    slug: "more-channels",
    minutes: 12,
    goal: "Virtual channels share the bandwidth of a physical one. With more of them a network carries more load, but messages may take longer where three would do.",
    ask: &[
        "What does a flit of one message do while another message crosses?",
        "Why does it help to count busy virtual channels before choosing?",
    ],
    steps: &[
        LessonStep {
            text: "A physical channel has V buffers at its end, its virtual channels. A message that is blocked keeps its buffer, and the channel is free for a message in another one.",
            picture: Some(Picture::VirtualChannels),
            link: CROWDED_BESIDE,
            until: 400,
            shows: &[],
            question: Question::Choice {
                ask: "With V = 3 the load λ = 0.006 is too much: queues grow without end. What does the network do with V = 7?",
                options: &["its queues grow as well", "it carries the load"],
                right: || usize::from(carries(MANY_CROWDED)),
            },
            bars: || {
                let of = |link| {
                    Bar::measured(format!("V = {}", scene(link).count(Key::Vcs)), "arrives", super::accepted(link))
                };
                vec![of(FEW_CROWDED), of(MANY_CROWDED), Bar::count("", "is offered", super::load(MANY_CROWDED))]
            },
            reveal: || {
                let says = |link| {
                    if carries(link) { format!("takes {} cycles", simulated(link)) } else { "cannot carry it".into() }
                };
                format!(
                    "The network with V = 3 {}; with V = 7 a message {}. More buffers keep the channel in use while a message that holds one is blocked.",
                    says(FEW_CROWDED),
                    says(MANY_CROWDED)
                )
            },
            misconception: "A network carries what its channels could carry.",
            runs: &[FEW_CROWDED, MANY_CROWDED],
        },
        LessonStep {
            text: "The same network at λ = 0.002. A header takes any free virtual channel that brings it nearer.",
            picture: None,
            link: FEW_BESIDE,
            until: 300,
            shows: &[],
            question: Question::Choice {
                ask: "V goes from 3 to 7 at λ = 0.002, which three carry easily. Messages become …",
                options: &["faster", "neither faster nor slower", "slower"],
                right: || trend(1.0 - mean(MANY) / mean(FEW), 0.05),
            },
            bars: || {
                vec![
                    Bar::ours("V = 3", latency(&scene(FEW))),
                    Bar::simulated("", FEW),
                    Bar::simulated("V = 5", FIVE),
                    Bar::ours("V = 7", latency(&scene(MANY))),
                    Bar::simulated("", MANY),
                ]
            },
            reveal: || {
                format!(
                    "Slower: {}, {} and {} cycles with V = 3, 5 and 7. A header that takes any free virtual channel often joins a physical channel that another message is using, and then both move at half the speed. The same on 512 nodes at λ = {}: {} against {}.",
                    simulated(FEW),
                    simulated(FIVE),
                    simulated(MANY),
                    super::load(LARGE_FEW),
                    simulated(LARGE_FEW),
                    simulated(LARGE_MANY)
                )
            },
            misconception: "Virtual channels add bandwidth.",
            runs: &[FEW, FIVE, MANY, LARGE_FEW, LARGE_MANY],
        },
        LessonStep {
            text: "Now headers look first: they take a virtual channel of the physical channel that has the fewest busy ones.",
            picture: None,
            link: SPREAD_BESIDE,
            until: 300,
            shows: &[],
            question: Question::Choice {
                ask: "V = 7 with this choice: how long do messages take, beside those of V = 3?",
                options: &["about as long or less", "still clearly longer"],
                right: || usize::from(mean(SPREAD) > 1.05 * mean(FEW)),
            },
            bars: || {
                vec![
                    Bar::simulated("V = 3", FEW),
                    Bar::simulated("V = 7", MANY),
                    Bar::simulated("V = 7, looking first", SPREAD),
                ]
            },
            reveal: || {
                format!(
                    "{} cycles, where V = 3 takes {} and V = 7 with a random choice {}. More virtual channels cost nothing where messages keep out of each other’s way.",
                    simulated(SPREAD),
                    simulated(FEW),
                    simulated(MANY)
                )
            },
            misconception: "If more virtual channels are slower, seven are too many.",
            runs: &[SPREAD, FEW, MANY],
        },
    ],
    task: Some(Task {
        ask: "Set V to the smallest number of virtual channels with which this network carries its load in our model.",
        link: "v=2&system=kary-ncube&k=8&n=2&flits=32&vcs=8&load=0.0045&reading=flow",
        keys: &[Key::Vcs],
        offers: &[],
        solved: |scene| {
            let carries = |vcs: f64| saturation(&scene.set(Key::Vcs, vcs)) > scene.get(Key::Load);
            carries(scene.get(Key::Vcs)) && !carries(scene.get(Key::Vcs) - 1.0)
        },
        wrong: "vcs=5",
        right: "vcs=4",
    }),
};
