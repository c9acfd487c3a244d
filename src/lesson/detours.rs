//! Lessons on routing: what a choice of paths buys, and what a detour buys.

use super::{Bar, Lesson, LessonStep, Question, Task, accepted, mean, nearest, scene, simulated, three};
use crate::{
    param::{Key, options::Routing},
    topology::grid::Grid,
    traffic::{channel_load::Demand, pattern::Destinations},
};

pub(super) const TURNS: &str =
    "v=2&system=torus-broadcast&beta=0&wiring=mesh&pattern=transpose&routing=dimension-order&flits=16&load=0.008";
pub(super) const FREE: &str =
    "v=2&system=torus-broadcast&beta=0&wiring=mesh&pattern=transpose&flits=16&load=0.008&heat=1";
pub(super) const EVEN_TURNS: &str =
    "v=2&system=torus-broadcast&beta=0&wiring=mesh&routing=dimension-order&flits=16&load=0.03&heat=1";
pub(super) const EVEN_FREE: &str = "v=2&system=torus-broadcast&beta=0&wiring=mesh&flits=16&load=0.03&heat=1";

/// The load of each channel that there is, with its number, for one message of each node.
fn loads(link: &str) -> Vec<(u32, f64)> {
    let scene = scene(link);
    let (grid, destinations) = (Grid::of(scene.setup()), Destinations::chosen(scene.setup()));
    let loads = Demand::of(grid, destinations).loads_under(scene.choice());
    (0..).zip(loads).filter(|(channel, _)| grid.exists(*channel)).collect()
}

/// The load of the busiest channel, and the mean of all.
fn busiest(link: &str) -> [f64; 2] {
    let loads = loads(link);
    let sum: f64 = loads.iter().map(|(_, load)| load).sum();
    [loads.iter().map(|(_, load)| *load).fold(0.0, f64::max), sum / loads.len() as f64]
}

/// True if all of the busiest channels have an end in a corner.
fn meet_in_corners(link: &str) -> bool {
    let (grid, [most, _]) = (Grid::of(scene(link).setup()), busiest(link));
    let edge = |node: u32, dimension| [0, grid.k - 1].contains(&grid.coordinate(node, dimension));
    let corner = |node: u32| (0..grid.n).all(|dimension| edge(node, dimension));
    let busy = loads(link).into_iter().filter(|(_, load)| *load > most - 1e-9);
    busy.into_iter().all(|(channel, _)| corner(grid.near_end(channel)) || corner(grid.far_end(channel)))
}

/// The part of the channels that carry no message.
fn idle(link: &str) -> f64 {
    let loads = loads(link);
    loads.iter().filter(|(_, load)| *load == 0.0).count() as f64 / loads.len() as f64
}

/// Mean hops of a message.
fn hops(link: &str) -> f64 {
    let scene = scene(link);
    Destinations::chosen(scene.setup()).mean_hops(Grid::of(scene.setup()), scene.choice())
}

/// The place among "less", "about the same" and "more" of a ratio.
fn compared(ratio: f64) -> usize {
    if ratio < 0.9 { 0 } else { usize::from(ratio > 1.1) + 1 }
}

/// Transposed traffic: what adaptive routing buys.
pub(super) const IN_WHOSE_WAY: Lesson = Lesson {
    slug: "in-whose-way",
    minutes: 12,
    goal: "Adaptive routing helps where traffic is uneven: it spreads messages over paths that dimension order leaves idle.",
    ask: &["Which channels are idle in dimension order?", "What does a header know about the rest of the network?"],
    steps: &[
        LessonStep {
            text: "64 processors on a mesh. The processor at (x, y) sends to the one at (y, x). Messages go along x first, then along y: dimension order.",
            picture: None,
            link: TURNS,
            until: 300,
            shows: &[],
            question: Question::Choice {
                ask: "Where are the channels with the most messages?",
                options: &[
                    "in the middle of the mesh",
                    "at two corners of the mesh",
                    "all channels carry the same number",
                ],
                right: || {
                    let [most, mean] = busiest(TURNS);
                    if most < 1.1 * mean { 2 } else { usize::from(meet_in_corners(TURNS)) }
                },
            },
            bars: || {
                let [most, mean] = busiest(TURNS);
                vec![Bar::count("the busiest channel", "messages", most), Bar::count("mean", "messages", mean)]
            },
            reveal: || {
                let [most, mean] = busiest(TURNS);
                format!(
                    "At two corners. All messages of a row turn at the diagonal. The row at the edge turns at a corner, so {} messages cross its last channel for one message of each processor. The mean is {}.",
                    three(most),
                    three(mean)
                )
            },
            misconception: "The middle of a network is always its busiest part.",
            runs: &[],
        },
        LessonStep {
            text: "The same traffic with adaptive routing: a header may take any channel of a shortest path. All paths are as long as before.",
            picture: None,
            link: FREE,
            until: 300,
            shows: &[],
            question: Question::Choice {
                ask: "How long does a message take, against dimension order?",
                options: &["longer: choosing takes time", "about as long", "about half as long"],
                right: || nearest(&[1.5, 1.0, 0.5], mean(FREE) / mean(TURNS)),
            },
            bars: || vec![Bar::simulated("dimension order", TURNS), Bar::simulated("adaptive", FREE)],
            reveal: || {
                format!(
                    "About half as long: {} cycles instead of {}. A message makes {} hops on average in both. With a choice, headers go around the busy corners.",
                    simulated(FREE),
                    simulated(TURNS),
                    three(hops(FREE))
                )
            },
            misconception: "Adaptive routing finds shorter paths.",
            runs: &[TURNS, FREE],
        },
        LessonStep {
            text: "Now each processor sends to random others, and the network is overloaded.",
            picture: None,
            link: EVEN_FREE,
            until: 300,
            shows: &[],
            question: Question::Choice {
                ask: "How much does dimension order deliver, against adaptive routing?",
                options: &["less: it has no choice", "about as much", "more"],
                right: || compared(accepted(EVEN_TURNS) / accepted(EVEN_FREE)),
            },
            bars: || {
                [("dimension order", EVEN_TURNS), ("adaptive", EVEN_FREE)]
                    .map(|(name, link)| Bar::measured(name, "messages / node / cycle", accepted(link)))
                    .to_vec()
            },
            reveal: || {
                format!(
                    "More: {} messages per node and cycle, and {} with adaptive routing. Random destinations spread the messages already. A header sees only the channels of its own node; its choice can lead into a jam two hops on.",
                    three(accepted(EVEN_TURNS)),
                    three(accepted(EVEN_FREE))
                )
            },
            misconception: "Adaptive routing is always better.",
            runs: &[EVEN_TURNS, EVEN_FREE],
        },
    ],
    task: Some(Task {
        ask: "This mesh is overloaded. Change the routing so that it carries the load.",
        link: "v=2&system=torus-broadcast&beta=0&wiring=mesh&pattern=transpose&routing=dimension-order&flits=16&load=0.012&auto=0",
        keys: &[Key::Routing],
        offers: &[
            ("Adaptive", "routing=adaptive"),
            ("Valiant", "routing=valiant"),
            ("Dimension order", "routing=dimension-order"),
        ],
        solved: |scene| scene.choice::<Routing>() == Routing::Adaptive,
        wrong: "routing=valiant",
        right: "routing=adaptive",
    }),
};

pub(super) const SHORTEST: &str =
    "v=2&system=kary-ncube&k=16&n=1&ways=two&vcs=8&flits=16&pattern=tornado&routing=dimension-order&load=0.005";
pub(super) const DETOUR: &str =
    "v=2&system=kary-ncube&k=16&n=1&ways=two&vcs=8&flits=16&pattern=tornado&routing=valiant&load=0.005&heat=1";
pub(super) const EVEN_SHORTEST: &str =
    "v=2&system=kary-ncube&k=16&n=1&ways=two&vcs=8&flits=16&routing=dimension-order&load=0.025&heat=1";
pub(super) const EVEN_DETOUR: &str =
    "v=2&system=kary-ncube&k=16&n=1&ways=two&vcs=8&flits=16&routing=valiant&load=0.025&heat=1";

/// Tornado traffic: what a random detour buys.
pub(super) const RANDOM: Lesson = Lesson {
    slug: "random",
    minutes: 10,
    goal: "A random detour makes any traffic nearly uniform: it helps the worst traffic and costs the best half of its throughput.",
    ask: &["Which traffic is worst for shortest paths?", "Would you pay for the worst case?"],
    steps: &[
        LessonStep {
            text: "Sixteen processors on a two-way ring. Each sends to the one seven places ahead, by the shorter way.",
            picture: None,
            link: SHORTEST,
            until: 300,
            shows: &[],
            question: Question::Choice {
                ask: "Which part of the channels carry messages?",
                options: &["all of them", "half of them", "a quarter of them"],
                right: || nearest(&[1.0, 0.5, 0.25], 1.0 - idle(SHORTEST)),
            },
            bars: || {
                let [most, mean] = busiest(SHORTEST);
                vec![Bar::count("the busiest channel", "messages", most), Bar::count("mean", "messages", mean)]
            },
            reveal: || {
                format!(
                    "Half of them: the shorter way leads in the same direction from every processor. Each of these channels has {} messages for one of each processor, and the channels back have none.",
                    three(busiest(SHORTEST)[0])
                )
            },
            misconception: "Shortest paths use a network best.",
            runs: &[],
        },
        LessonStep {
            text: "Valiant routing sends each message to a random processor first, and from there to its destination. The paths are longer.",
            picture: None,
            link: DETOUR,
            until: 300,
            shows: &[],
            question: Question::Choice {
                ask: "How long does a message take, against the shortest path?",
                options: &["longer, by the longer path", "about as long", "a third shorter or more"],
                right: || nearest(&[1.2, 1.0, 0.6], mean(DETOUR) / mean(SHORTEST)),
            },
            bars: || vec![Bar::simulated("shortest path", SHORTEST), Bar::simulated("Valiant", DETOUR)],
            reveal: || {
                format!(
                    "Shorter: {} cycles instead of {}, with {} hops instead of {}. Messages now use both directions: the busiest channel has {} instead of {}.",
                    simulated(DETOUR),
                    simulated(SHORTEST),
                    three(hops(DETOUR)),
                    three(hops(SHORTEST)),
                    three(busiest(DETOUR)[0]),
                    three(busiest(SHORTEST)[0])
                )
            },
            misconception: "A longer path takes longer.",
            runs: &[SHORTEST, DETOUR],
        },
        LessonStep {
            text: "Each processor sends to random others, and the ring is overloaded.",
            picture: None,
            link: EVEN_DETOUR,
            until: 300,
            shows: &[],
            question: Question::Choice {
                ask: "How much do shortest paths deliver, against Valiant routing?",
                options: &["less", "about as much", "about twice as much"],
                right: || compared(accepted(EVEN_SHORTEST) / accepted(EVEN_DETOUR)),
            },
            bars: || {
                [("shortest path", EVEN_SHORTEST), ("Valiant", EVEN_DETOUR)]
                    .map(|(name, link)| Bar::measured(name, "messages / node / cycle", accepted(link)))
                    .to_vec()
            },
            reveal: || {
                format!(
                    "Twice as much: {} messages per node and cycle, and {} by way of a random processor. The detour doubles the hops, and random destinations need no spreading. The busiest channel has {} messages instead of {}.",
                    three(accepted(EVEN_SHORTEST)),
                    three(accepted(EVEN_DETOUR)),
                    three(busiest(EVEN_DETOUR)[0]),
                    three(busiest(EVEN_SHORTEST)[0])
                )
            },
            misconception: "What helps the worst traffic helps all.",
            runs: &[EVEN_SHORTEST, EVEN_DETOUR],
        },
    ],
    task: Some(Task {
        ask: "This ring is overloaded. Change the routing so that it carries the load.",
        link: "v=2&system=kary-ncube&k=16&n=1&ways=two&vcs=8&flits=16&pattern=tornado&routing=dimension-order&load=0.009&auto=0",
        keys: &[Key::Routing],
        offers: &[
            ("Adaptive", "routing=adaptive"),
            ("Valiant", "routing=valiant"),
            ("Dimension order", "routing=dimension-order"),
        ],
        solved: |scene| scene.choice::<Routing>() == Routing::Valiant,
        wrong: "routing=adaptive",
        right: "routing=valiant",
    }),
};
