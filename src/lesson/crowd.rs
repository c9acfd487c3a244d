//! Crowded networks: what distance costs, where a curve ends, what overload does, and who waits where.

use super::{Lesson, Question, Step, end, mean, model, per_cent, recorded, scene, simulated, three, trend};
use crate::param::Key;

const IDLE: &str = "v=2&system=torus-broadcast&beta=0&load=0.0002&scene=point&speed=0.5";
const SLOTS: &str = "v=2&system=hypercube-slotted&n=6&load=0.01";

/// Cycles from the first flit sent to the last one received on an idle network.
fn idle(hops: f64) -> f64 {
    model(IDLE, "flits") + hops
}

/// In an idle wormhole network the length of a message counts, and hardly the way.
pub const DISTANCE: Lesson = Lesson {
    slug: "distance",
    minutes: 8,
    goal: "In wormhole switching an idle network takes M + h cycles: message length plus hops.",
    misconception: "Latency is hops times message length.",
    ask: &[
        "Why does the header not wait for the tail?",
        "What would a network do that stores each message whole at every node?",
    ],
    steps: &[
        Step {
            text: "The torus is nearly idle. A message of 32 flits leaves its node: its header first, the others follow like a worm, one flit per channel and cycle.",
            link: IDLE,
            question: Question::Choice {
                ask: "One message makes 4 hops, another one 8. How much longer does the second one take?",
                options: &["twice as long", "half as long again", "about a tenth longer"],
                right: || {
                    let longer = idle(8.0) / idle(4.0) - 1.0;
                    if longer > 0.75 { 0 } else { usize::from(longer < 0.25) + 1 }
                },
            },
            reveal: || {
                format!(
                    "The first one takes M + h = {} cycles, the second one {}: {} longer. The flits follow the header in a row, so the whole length is paid once, and each hop costs one cycle more.",
                    three(idle(4.0)),
                    three(idle(8.0)),
                    per_cent(idle(8.0) / idle(4.0) - 1.0)
                )
            },
        },
        Step {
            text: "Now a hypercube of 64 processors that works in slots: in one slot a whole packet goes to a neighbour, is stored there, and goes on in a later slot.",
            link: SLOTS,
            question: Question::Number {
                ask: "The mean distance is about 3 hops. How many slots does a packet take when there is hardly any traffic?",
                unit: "slots",
                right: || model(SLOTS, ""),
            },
            reveal: || {
                format!(
                    "The mean distance is {} hops, and the model gives {} slots: here the way is all there is. Store and forward pays the whole packet at every hop.",
                    three(model(SLOTS, "d")),
                    three(model(SLOTS, ""))
                )
            },
        },
    ],
};

const CUBE: &str = "v=2&system=kary-ncube&k=8&n=3&flits=32&load=0.0018&axis=linear";
const LAST: &str = "v=2&system=kary-ncube&k=8&n=3&flits=32&load=0.00235&axis=linear";
pub const BEYOND: &str = "v=2&system=kary-ncube&k=8&n=3&flits=32&load=0.0035";
pub const PAST: &str = "v=2&system=kary-ncube&k=8&n=3&flits=32&load=0.004&heat=1";
const OURS: &str = "v=2&system=kary-ncube&k=8&n=3&flits=32&reading=flow";

/// The curve of a paper stops at a finite latency, and the network goes on.
pub const END: Lesson = Lesson {
    slug: "end",
    minutes: 12,
    goal: "A model may end because its equations have no solution any more; that is not where the network saturates.",
    misconception: "At saturation channels are full and latency is infinite.",
    ask: &["What would the model need to go on?", "How could you tell from measurements which of the two is right?"],
    steps: &[
        Step {
            text: "An 8-ary 3-cube, 512 processors. The curve of the paper is hidden: only its axes are there.",
            link: CUBE,
            question: Question::Draw {
                ask: "Draw the latency that the paper's model gives, from no load to the right end of the axis.",
            },
            reveal: || {
                format!(
                    "The model begins at the idle network and ends at λ = {}, at {} cycles, with channels only {} busy. It does not climb without bound: beyond that load its equations have no solution.",
                    three(end(CUBE)),
                    three(model(LAST, "")),
                    per_cent(model(LAST, "rho"))
                )
            },
        },
        Step {
            text: "The model ends there. Now the network itself: a simulation of the same cube, at a load half as large again.",
            link: BEYOND,
            question: Question::Choice {
                ask: "What does the simulated network do at λ = 0.0035, where the model has long ended?",
                options: &["it saturates: queues grow without end", "it carries the load", "it stands still"],
                right: || usize::from(mean(BEYOND).is_finite()),
            },
            reveal: || {
                format!(
                    "It carries it: {} cycles. Our own model puts the saturation of the network at λ = {}, {} times the load at which the paper's model ends.",
                    simulated(BEYOND),
                    three(end(OURS)),
                    three(end(OURS) / end(CUBE))
                )
            },
        },
    ],
};

/// Beyond saturation the network carries less than before.
pub const PAST_THE_END: Lesson = Lesson {
    slug: "past-the-end",
    minutes: 8,
    goal: "Blocked worms hold channels: overload takes away throughput that the network had.",
    misconception: "Overload only makes queues longer.",
    ask: &["Which channels are held by messages that do not move?", "What could a node do about it?"],
    steps: &[Step {
        text: "The same cube, offered a little more than it carries. The colours show how busy each channel is.",
        link: PAST,
        question: Question::Choice {
            ask: "The offered load goes from λ = 0.0035 to 0.004. What happens to the traffic that arrives?",
            options: &["it rises with the load", "it stays where it is", "it falls"],
            right: || trend(accepted(PAST) / accepted(BEYOND) - 1.0, 0.05),
        },
        reveal: || {
            format!(
                "It falls. At λ = {}, {} messages arrive per node and cycle; at λ = {} only {} arrive, {} of the offered load. Blocked worms hold their channels, so nobody else can use them.",
                load(BEYOND),
                three(accepted(BEYOND)),
                load(PAST),
                three(accepted(PAST)),
                per_cent(accepted(PAST) / load(PAST))
            )
        },
    }],
};

/// The load of a link.
fn load(link: &str) -> f64 {
    scene(link).get(Key::Load)
}

/// Messages that arrive in the recorded run of a link, per node and cycle.
fn accepted(link: &str) -> f64 {
    recorded::run(link).map_or(f64::NAN, |run| run.throughput)
}

pub const NEAR: &str = "v=2&system=torus-broadcast&beta=0&load=0.0089";
const NEAR_OURS: &str = "v=2&system=torus-broadcast&beta=0&load=0.0089&reading=flow";

/// Cycles of blocking, sharing and waiting at the source in the paper's model.
fn parts() -> [f64; 3] {
    let of = |symbol| model(NEAR, symbol);
    let idle = of("flits") + of("dbar");
    let (network, waiting) = (of("S_u"), of("W_s"));
    [network - idle, (of("Vbar") - 1.0) * (network + waiting), waiting]
}

/// Near saturation most of the time goes into sharing channels.
pub const WHO_WAITS: Lesson = Lesson {
    slug: "who-waits",
    minutes: 10,
    goal: "Latency has parts: blocking, sharing, waiting at the source. A total may be right while its parts are not.",
    misconception: "Congestion is blocking; a model that gives the right total is right.",
    ask: &["Which measurement would tell the parts apart?", "Why may two errors cancel?"],
    steps: &[Step {
        text: "A torus without broadcasts, at 85 % of the load at which the paper's model ends. A message takes longer than in the idle network: it may be blocked for want of a virtual channel, share channels with others flit by flit, or wait at its source.",
        link: NEAR,
        question: Question::Choice {
            ask: "Where do most of the extra cycles come from, in the paper's model?",
            options: &["blocking", "sharing channels", "waiting at the source"],
            right: || {
                let parts = parts();
                (0..3).max_by(|a, b| parts[*a].total_cmp(&parts[*b])).unwrap_or(0)
            },
        },
        reveal: || {
            let [blocking, sharing, waiting] = parts();
            format!(
                "In the paper's model: blocking {} cycles, sharing {}, waiting at the source {}. In all it says {} cycles, our own model {}, the simulation {}. Our model has headers stand for {} cycles: the parts differ more than the totals.",
                three(blocking),
                three(sharing),
                three(waiting),
                three(model(NEAR, "")),
                three(model(NEAR_OURS, "")),
                simulated(NEAR),
                three(model(NEAR_OURS, "blocked"))
            )
        },
    }],
};
