//! The lesson for those who know nothing: five pictures without a number.

use super::{Lesson, LessonStep, Picture, Question};

/// A torus with few messages, then with many.
const ONE: &str = "v=2&system=torus-broadcast&k=4&beta=0&flits=8&load=0.01&auto=0&speed=0.5";
const MANY: &str = "v=2&system=torus-broadcast&k=4&beta=0&flits=8&load=0.04&auto=0&speed=0.5";

const fn look(text: &'static str, picture: Picture, link: &'static str) -> LessonStep {
    LessonStep {
        text,
        picture: Some(picture),
        link,
        until: 0,
        shows: &[],
        question: Question::Look,
        bars: Vec::new,
        reveal: String::new,
        misconception: "",
        runs: &[],
    }
}

/// The words that all other lessons need.
pub(super) const FIRST: Lesson = Lesson {
    slug: "first",
    minutes: 2,
    goal: "A message is a row of flits; its header requests a channel at each node, and waits if none is free.",
    ask: &["Where does a blocked message wait?", "What does a second virtual channel change?"],
    steps: &[
        look(
            "The processors of a torus, a grid whose edges join, send each other messages. A message is cut into small pieces of equal size, its flits, and they stay in a row like a worm.",
            Picture::Flits,
            ONE,
        ),
        look(
            "The first flit is the header. It has the address of the destination and chooses the path; the others follow it over the same channels. Each channel on the path is one hop.",
            Picture::Way,
            ONE,
        ),
        look(
            "A channel leads from one node to its neighbour. One flit crosses it in a cycle. At its end is a buffer, in which a flit waits for the next channel.",
            Picture::Channel,
            ONE,
        ),
        look(
            "A message keeps a channel until its last flit has crossed. A header that needs the same channel is blocked. It stops, and its flits stop behind it. The higher the load (the traffic that the nodes offer), the more often this happens.",
            Picture::Blocked,
            MANY,
        ),
        look(
            "With a second buffer at the end of the channel, a second message can use the same line: the channel has two virtual channels. The two take turns, flit by flit.",
            Picture::VirtualChannels,
            MANY,
        ),
    ],
    task: None,
};
