//! One message for many: broadcasts on a torus, copies in a banyan.

use super::{
    Bar, Lesson, LessonStep, Question, Task, Tone, counted, end, model, nearest, ours, per_cent, quantity,
    recorded::COMPLETE, scene, simulated, three, trend,
};
use crate::{
    model as models,
    param::Key,
    scenario::Scenario,
    sim::{self, wormhole::Network},
    topology::broadcast::Orientation,
};

const TREE: &str = "v=2&system=torus-broadcast&k=5&flits=4&scene=broadcast&orient=fixed&source=12&cycle=8";
const WHOLE: &str = "v=2&system=torus-broadcast&k=8&flits=32&scene=broadcast&orient=fixed&source=27";
const TWO: &str = "v=2&system=torus-broadcast&k=16&vcs=5&flits=64&beta=0.02&load=0.00085";
const FOUR: &str = "v=2&system=torus-broadcast&k=16&vcs=5&flits=64&beta=0.04&load=0.00085";

/// The share of all flits that belong to broadcasts: each crosses N - 1 channels, a unicast as many as its distance.
fn share_of_flits(scene: &Scenario) -> f64 {
    let model = models::of(scene.setup());
    let [nodes, distance, beta] = ["N", "dbar", "beta"].map(|symbol| quantity(&*model, scene.get(Key::Load), symbol));
    let (broadcast, unicast) = (beta * (nodes - 1.0), (1.0 - beta) * distance);
    broadcast / (broadcast + unicast)
}

/// The cycle in which the last node of the idle torus has its copy.
fn last_copy() -> f64 {
    let scene = scene(WHOLE);
    let Ok(config) = sim::wormhole_of(sim::config(&scene, 0)) else { return f64::NAN };
    let mut network = Network::new(sim::Config { load: 0.0, ..config });
    network.inject_broadcast(scene.count(Key::Source), &Orientation::fixed(config.network.n));
    while network.in_flight() > 0 {
        network.step();
    }
    network.now() as f64
}

/// Rare broadcasts are most of the traffic.
pub(super) const FOUR_IN_A_HUNDRED: Lesson = Lesson {
    slug: "four-in-a-hundred",
    minutes: 12,
    goal: "A broadcast crosses as many channels as there are other nodes: a small share of the messages may be most of the flits.",
    ask: &["How many channels does the tree use?", "What would 255 single messages cost?"],
    steps: &[
        LessonStep {
            text: "One message from the middle of a 5 × 5 torus to all others, copied on the way. Play it to its end.",
            picture: None,
            link: TREE,
            until: 20,
            shows: &[],
            question: Question::Number {
                ask: "How many channels does the whole tree use?",
                unit: "channels",
                right: || model(TREE, "N") - 1.0,
            },
            bars: || {
                vec![
                    Bar::count("the tree", "channels", model(TREE, "N") - 1.0),
                    Bar::count("one message", "channels", model(TREE, "dbar")),
                ]
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
            text: "An 8 × 8 torus and a message of 32 flits. The farthest node is 8 hops away, and each node passes the message on when its last flit has arrived.",
            picture: None,
            link: WHOLE,
            until: 32,
            shows: &[],
            question: Question::Number {
                ask: "A single message to it would take 40 cycles. After how many cycles does the last node have its copy?",
                unit: "cycles",
                right: last_copy,
            },
            bars: || {
                let single = model(WHOLE, "flits") + 8.0;
                vec![Bar::count("the last copy", "cycles", last_copy()), Bar::count("one message", "cycles", single)]
            },
            reveal: || {
                format!(
                    "After {} cycles: eight times 33. Each hop of a broadcast is a message of its own that is stored before it is passed on, so the whole length is paid at every hop.",
                    three(last_copy())
                )
            },
            misconception: "A copy travels like any other message.",
            runs: &[],
        },
        LessonStep {
            text: "A 16 × 16 torus. 4 % of the messages are broadcasts, the others go to one node each.",
            picture: None,
            link: FOUR,
            until: 400,
            shows: &[],
            question: Question::Choice {
                ask: "What share of all flits on the channels belongs to broadcasts?",
                options: &["about 4 %", "about 20 %", "about 60 %"],
                right: || nearest(&[0.04, 0.2, 0.6], share_of_flits(&scene(FOUR))),
            },
            bars: || {
                let share = 100.0 * share_of_flits(&scene(FOUR));
                let messages = 100.0 * model(FOUR, "beta");
                [("of 100 flits", share), ("of 100 messages", messages)]
                    .map(|(of, share)| Bar::parts(of, "%", &[(Tone::Broadcasts, share), (Tone::Others, 100.0 - share)]))
                    .to_vec()
            },
            reveal: || {
                format!(
                    "{}: a broadcast crosses {} channels, a single message {}. With 4 % instead of 2 % of broadcasts the model ends at λ = {} instead of {}.",
                    per_cent(share_of_flits(&scene(FOUR))),
                    three(model(FOUR, "N") - 1.0),
                    three(model(FOUR, "dbar")),
                    three(end(FOUR)),
                    three(end(TWO))
                )
            },
            misconception: "Rare messages are cheap.",
            runs: &[],
        },
    ],
    task: Some(Task {
        ask: "Set β so that half of all flits on this 8 × 8 torus belong to broadcasts, within a tenth.",
        link: "v=2&system=torus-broadcast&k=8&flits=32&beta=0.02&load=0.001&auto=0",
        keys: &[Key::Beta],
        offers: &[],
        solved: |scene| (0.45..0.55).contains(&share_of_flits(scene)),
        wrong: "beta=0.5",
        right: "beta=0.06",
    }),
};

pub(super) const LATE: &str = "v=2&system=banyan-multicast&n=4&fanout=8&multicast=1&load=1&figure=stages";
const EARLY: &str = "v=2&system=banyan-multicast&n=4&fanout=8&multicast=1&load=1&figure=stages&start=early";
pub(super) const TWICE: &str = "v=2&system=banyan-multicast&n=4&fanout=8&multicast=1&load=2&figure=stages";

/// The first one with what is compared with it.
const LATE_BESIDE: &str = "v=2&system=banyan-multicast&n=4&fanout=8&multicast=1&load=1&figure=stages&pin=start:early";

/// The packets that reach all their destinations in our own model, per output and slot.
fn complete(link: &str) -> f64 {
    ours(&scene(link), "eta_complete")
}

/// Copies that are made late share their way.
pub(super) const COPY_LATE: Lesson = Lesson {
    slug: "copy-late",
    minutes: 10,
    goal: "Copies that share links longer leave more room; throughput of copies is not delivery of packets.",
    ask: &["Which links carry more when copies are made early?", "When is half a multicast worth nothing?"],
    steps: &[
        LessonStep {
            text: "Every packet of this 16 × 16 banyan goes to eight outputs. Its copies can be made where the addresses first differ, or as early as possible.",
            picture: None,
            link: LATE_BESIDE,
            until: 1,
            shows: &[],
            question: Question::Choice {
                ask: "Which carries more, at the same load?",
                options: &[
                    "copies as early as possible",
                    "it makes no difference",
                    "copies where the addresses differ",
                ],
                right: || trend(1.0 - model(LATE, "eta") / model(EARLY, "eta"), 0.02),
            },
            bars: || {
                vec![
                    Bar::paper("where addresses differ", model(LATE, "eta")),
                    Bar::simulated("", LATE),
                    Bar::paper("as early as possible", model(EARLY, "eta")),
                ]
            },
            reveal: || {
                format!(
                    "Throughput is {} where addresses differ ({} simulated), and {} with copies as early as possible: an early copy occupies a link of its own at every stage that follows.",
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
            picture: None,
            link: TWICE,
            until: 1,
            shows: &[],
            question: Question::Choice {
                ask: "Throughput goes up with the load. What happens to the number of packets of which all eight copies arrive?",
                options: &["it goes up as well", "it goes down"],
                right: || usize::from(complete(TWICE) < complete(LATE)),
            },
            bars: || {
                let complete = |link| Bar::measured("", "complete, simulated", counted(link, COMPLETE));
                vec![Bar::simulated("load 1", LATE), complete(LATE), Bar::simulated("load 2", TWICE), complete(TWICE)]
            },
            reveal: || {
                format!(
                    "Throughput rises from {} to {}. Complete packets fall from {} to {} in our model, and from {} to {} in the simulation. More links are busy with copies of packets that lose \
                     another copy.",
                    three(model(LATE, "eta")),
                    three(model(TWICE, "eta")),
                    three(complete(LATE)),
                    three(complete(TWICE)),
                    three(counted(LATE, COMPLETE)),
                    three(counted(TWICE, COMPLETE))
                )
            },
            misconception: "Throughput is success.",
            runs: &[LATE, TWICE],
        },
    ],
    task: Some(Task {
        ask: "Set the fan-out f to the largest for which at least two in five packets arrive with all their copies, in our model.",
        link: "v=2&system=banyan-multicast&n=4&fanout=8&multicast=1&load=1&auto=0",
        keys: &[Key::Fanout],
        offers: &[],
        solved: |scene| {
            let complete = |fanout: f64| ours(&scene.set(Key::Fanout, fanout), "complete_m");
            let fanout = scene.get(Key::Fanout);
            complete(fanout) >= 0.4 && complete(fanout + 1.0) < 0.4
        },
        wrong: "fanout=6",
        right: "fanout=3",
    }),
};
