//! Crowded networks: what distance costs, where a curve ends, and what overload does.

use super::{
    Bar, Lesson, LessonStep, Question, Task, Tone, accepted, counted, end, load, mean, model, nearest, per_cent,
    quantity, saturation, scene, simulated, three, trend,
};
use crate::{model as models, param::Key, scenario::Reading};

/// A message of 8 hops is followed, while one of 4 hops is in the network.
const IDLE: &str = "v=2&system=torus-broadcast&beta=0&load=0.0002&scene=point&speed=0.5&cycle=3100&follow=25";
const OTHER: u32 = 26;
const SLOTS: &str = "v=2&system=hypercube-slotted&n=6&load=0.01";

/// Cycles from the first flit sent to the last one received on an idle network.
fn idle(hops: f64) -> f64 {
    model(IDLE, "flits") + hops
}

/// In an idle wormhole network the length of a message counts, and hardly the way.
pub(super) const DISTANCE: Lesson = Lesson {
    slug: "distance",
    minutes: 8,
    goal: "In wormhole switching an idle network takes M + h cycles: message length plus hops.",
    ask: &[
        "Why does the header not wait for the tail?",
        "What would a network do that stores each message whole at every node?",
    ],
    steps: &[
        LessonStep {
            text: "The torus is nearly idle. A message of 32 flits leaves its node: its header first, the others follow like a worm, one flit per channel and cycle.",
            picture: None,
            link: IDLE,
            until: 3100,
            shows: &[],
            question: Question::Choice {
                ask: "One message makes 4 hops, another one 8. How much longer does the second one take?",
                options: &["twice as long", "half as long again", "about a tenth longer"],
                right: || nearest(&[2.0, 1.5, 1.1], idle(8.0) / idle(4.0)),
            },
            bars: || {
                let of = |hops: f64| [(Tone::Flits, model(IDLE, "flits")), (Tone::Hops, hops)];
                vec![Bar::parts("4 hops", "cycles", &of(4.0)), Bar::parts("8 hops", "cycles", &of(8.0))]
            },
            reveal: || {
                format!(
                    "The first one takes M + h = {} cycles, the second one {}: {} longer. The flits follow the header in a row, so the whole length is paid once, and each hop costs one cycle more. Message {} on the network makes 8 hops: the tab Explain draws its path hop by hop; message {OTHER} makes 4: follow it too.",
                    three(idle(4.0)),
                    three(idle(8.0)),
                    per_cent(idle(8.0) / idle(4.0) - 1.0),
                    scene(IDLE).count(Key::Follow)
                )
            },
            misconception: "Latency is hops times message length.",
            runs: &[],
        },
        LessonStep {
            text: "Now a hypercube of 64 processors that works in slots: in one slot a whole packet goes to a neighbour, is stored there, and goes on in a later slot.",
            picture: None,
            link: SLOTS,
            until: 200,
            shows: &[],
            question: Question::Number {
                ask: "The mean distance is about 3 hops. How many slots does a packet take when there is hardly any traffic?",
                unit: "slots",
                right: || model(SLOTS, ""),
            },
            bars: || {
                let [way, delay] = ["d", ""].map(|symbol| model(SLOTS, symbol));
                vec![Bar::count("distance", "hops", way), Bar::paper("delay", delay)]
            },
            reveal: || {
                format!(
                    "The mean distance is {} hops, and the model gives {} slots: here the distance is everything. Store and forward pays the whole packet at every hop.",
                    three(model(SLOTS, "d")),
                    three(model(SLOTS, ""))
                )
            },
            misconception: "In an idle network the switching method makes no difference.",
            runs: &[],
        },
    ],
    task: Some(Task {
        ask: "Set the message length M so that a message to a node 8 hops away takes 24 cycles on this idle network.",
        link: "v=2&system=torus-broadcast&beta=0&load=0.0002&auto=0",
        keys: &[Key::Flits],
        offers: &[],
        solved: |scene| scene.get(Key::Flits) + 8.0 == 24.0,
        wrong: "flits=3",
        right: "flits=16",
    }),
};

const CUBE: &str = "v=2&system=kary-ncube&k=8&n=2&flits=32&load=0.0018&axis=linear";
const CUBE_FOLDED: &str = "v=2&system=kary-ncube&k=8&n=2&flits=32&load=0.0018&axis=linear&figure=fold&tab=figures";
pub(super) const LIGHT: &str = "v=2&system=kary-ncube&k=8&n=2&flits=32&load=0.0006";
pub(super) const MIDDLE: &str = "v=2&system=kary-ncube&k=8&n=2&flits=32&load=0.0018";
pub(super) const BEFORE: &str = "v=2&system=kary-ncube&k=8&n=2&flits=32&load=0.0023";
pub(super) const BETWEEN: &str = "v=2&system=kary-ncube&k=8&n=2&flits=32&load=0.0029";
pub(super) const BEYOND: &str = "v=2&system=kary-ncube&k=8&n=2&flits=32&load=0.0035";
pub(super) const PAST: &str = "v=2&system=kary-ncube&k=8&n=2&flits=32&load=0.0045&heat=1";

/// A quantity at the end of the curve of the paper, as near to it as it has a solution.
fn at_end(symbol: &str) -> f64 {
    let model = models::of(scene(CUBE).setup());
    quantity(&*model, (1.0 - 1e-6) * model.end().load, symbol)
}

/// The part of its cycles in which a channel carries a flit there.
fn flits_at_end() -> f64 {
    at_end("lambda_c") * at_end("flits")
}

/// The curve of a paper stops at a finite latency, and the network goes on.
pub(super) const END: Lesson = Lesson {
    slug: "end",
    minutes: 12,
    goal: "A model may end because its equations have no solution any more; that is not where the network saturates.",
    ask: &["What would the model need to go on?", "How could you tell from measurements which of the two is right?"],
    steps: &[
        LessonStep {
            text: "64 processors on an 8-ary 2-cube. The curve of the paper is hidden: only its axes are there.",
            picture: None,
            link: CUBE,
            until: 300,
            shows: &[],
            question: Question::Draw {
                ask: "Draw the latency that the paper's model gives, and put the mark where its curve ends.",
            },
            bars: Vec::new,
            reveal: || {
                format!(
                    "The model begins at the idle network and ends at λ = {}, at {} cycles. It does not climb without bound: beyond that load its equations have no solution.",
                    three(end(CUBE)),
                    three(at_end(""))
                )
            },
            misconception: "At saturation latency is infinite.",
            runs: &[LIGHT, MIDDLE, BEFORE, BETWEEN, BEYOND],
        },
        LessonStep {
            text: "The same curve. At its right end the equations lose their solution.",
            picture: None,
            link: CUBE_FOLDED,
            until: 300,
            shows: &[Reading::Printed],
            question: Question::Choice {
                ask: "In how many of its cycles does a channel carry a flit there, in the model?",
                options: &["nearly all", "about three in five", "about one in four"],
                right: || nearest(&[1.0, 0.6, 0.25], flits_at_end()),
            },
            bars: || {
                let per_cent = |part: f64| 100.0 * part;
                vec![
                    Bar::paper("carries a flit", per_cent(flits_at_end())),
                    Bar::paper("is held", per_cent(at_end("rho"))),
                    Bar::count("of 100 cycles", "", 100.0),
                ]
            },
            reveal: || {
                format!(
                    "Channels carry a flit in {} of their cycles, and messages hold them for {} of the time: in between, a message holds its channels and waits. The solution is lost because blocked messages hold channels longer, which blocks more messages. The tab More figures draws both solutions of each load: they meet at the end of the curve, and beyond it there is none.",
                    per_cent(flits_at_end()),
                    per_cent(at_end("rho"))
                )
            },
            misconception: "At saturation channels are full.",
            runs: &[],
        },
        LessonStep {
            text: "The model ends there. Now the network itself: a simulation of the same cube, at a load about 40 % higher.",
            picture: None,
            link: BEYOND,
            until: 300,
            shows: &[Reading::Printed],
            question: Question::Choice {
                ask: "What does the simulated network do at λ = 0.0035, where the model has long ended?",
                options: &["it saturates: queues grow without end", "it carries the load", "it freezes"],
                right: || usize::from(mean(BEYOND).is_finite()),
            },
            bars: || {
                vec![
                    Bar::paper("λ at the end", end(CUBE)),
                    Bar::ours("", saturation(&scene(CUBE))),
                    Bar::count("this load", "λ", load(BEYOND)),
                ]
            },
            reveal: || {
                format!(
                    "It carries it: {} cycles. In our model the network saturates at λ = {}, {} times the load at which the paper's model ends.",
                    simulated(BEYOND),
                    three(saturation(&scene(CUBE))),
                    three(saturation(&scene(CUBE)) / end(CUBE))
                )
            },
            misconception: "Where the model ends, the network ends.",
            runs: &[BEYOND],
        },
    ],
    task: Some(Task {
        ask: "Set the load to where the paper’s model has ended and the network, by our model, still carries it.",
        link: "v=2&system=kary-ncube&k=8&n=2&flits=32&vcs=5&load=0.001&reading=flow&show=printed,flow&axis=linear&auto=0",
        keys: &[Key::Load],
        offers: &[],
        solved: |scene| {
            let printed = scene.put(Key::Reading, Reading::Printed.key(), &mut Vec::new());
            let paper = models::of(printed.setup()).end().load;
            scene.get(Key::Load) > paper && scene.get(Key::Load) < saturation(scene)
        },
        wrong: "load=0.002",
        right: "load=0.005",
    }),
};

/// Beyond saturation the network carries less than before.
pub(super) const PAST_THE_END: Lesson = Lesson {
    slug: "past-the-end",
    minutes: 8,
    goal: "Blocked messages hold channels: overload lowers the throughput.",
    ask: &["Which channels are held by messages that do not move?", "What could a node do about it?"],
    steps: &[LessonStep {
        text: "The same cube, offered a little more than it carries. The colours show how busy each channel is.",
        picture: None,
        link: PAST,
        until: 400,
        shows: &[Reading::Printed],
        question: Question::Choice {
            ask: "The offered load goes from λ = 0.0035 to 0.0045. What happens to the traffic that arrives?",
            options: &["it rises with the load", "it stays where it is", "it falls"],
            right: || trend(accepted(PAST) / accepted(BEYOND) - 1.0, 0.05),
        },
        bars: || {
            let arrives = |link| Bar::measured(format!("λ = {}", load(link)), "arrives", accepted(link));
            let offered = |link| Bar::count("", "is offered", load(link));
            vec![arrives(BEYOND), offered(BEYOND), arrives(PAST), offered(PAST)]
        },
        reveal: || {
            format!(
                "It falls. At λ = {}, {} messages arrive per node and cycle; at λ = {} only {} arrive, {} of the offered load. Channels carry flits in {} of their cycles instead of {}: blocked messages hold them, so no other message can use them.",
                load(BEYOND),
                three(accepted(BEYOND)),
                load(PAST),
                three(accepted(PAST)),
                per_cent(accepted(PAST) / load(PAST)),
                per_cent(counted(PAST, "utilisation")),
                per_cent(counted(BEYOND, "utilisation"))
            )
        },
        misconception: "Overload only makes queues longer.",
        runs: &[BEYOND, PAST],
    }],
    task: Some(Task {
        ask: "This network is offered more than it carries. Lower the load until all of it arrives, by our model, and keep it above λ = 0.0035.",
        link: "v=2&system=kary-ncube&k=8&n=2&flits=32&load=0.0055&reading=flow&show=flow&axis=linear&heat=1&auto=0",
        keys: &[Key::Load],
        offers: &[],
        solved: |scene| scene.get(Key::Load) > 0.0035 && scene.get(Key::Load) < saturation(scene),
        wrong: "load=0.003",
        right: "load=0.0038",
    }),
};
