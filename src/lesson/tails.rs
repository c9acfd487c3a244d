//! A lesson on the slowest messages: networks with the same mean latency, and their percentiles.

use super::{
    Bar, Lesson, LessonStep, Question, Task, counted, latency, load, mean, measured, nearest, per_cent, recorded,
    simulated, three,
};
use crate::param::Key;

/// Three networks with a mean latency of about 80 cycles.
pub(super) const ALONE: &str =
    "v=2&system=hypercube-mmpp&n=4&vcs=1&load=0.0162&lag1=0&percentiles=1&figure=latencies&tab=figures";
pub(super) const BURSTS: &str = "v=2&system=hypercube-mmpp&n=4&vcs=1&load=0.011&lag1=0.9&hurst=0.9&scales=2&percentiles=1&figure=latencies&tab=figures";
pub(super) const SHARED: &str =
    "v=2&system=hypercube-mmpp&n=4&vcs=4&load=0.0202&lag1=0&percentiles=1&figure=latencies&tab=figures";

/// The latency that half of the messages of a recorded run do not exceed.
fn half(link: &str) -> f64 {
    counted(link, recorded::PERCENTILES)
}

/// The latency that one message in a hundred exceeds.
fn hundredth(link: &str) -> f64 {
    measured(link, recorded::PERCENTILES).last().copied().unwrap_or(f64::NAN)
}

/// The bars of networks: median, mean and 99th percentile of each.
fn bars(networks: &[(&str, &'static str)]) -> Vec<Bar> {
    let of = |(name, link): &(&str, &'static str)| {
        let p50 = Bar::measured(*name, "p50", half(link));
        let mean = Bar { name: "mean", ..Bar::simulated("", link) };
        [p50, mean, Bar::measured("", "p99", hundredth(link))]
    };
    networks.iter().flat_map(of).collect()
}

/// One mean, and very different slowest messages.
pub(super) const TAILS: Lesson = Lesson {
    slug: "tails",
    minutes: 10,
    goal: "Networks with the same mean latency can differ in their slowest messages: percentiles show what the mean hides.",
    ask: &[
        "Which percentile would you promise to a user?",
        "Which mean would a program see if it waits for ten messages?",
    ],
    steps: &[
        LessonStep {
            text: "16 processors send each other messages over circuits with one virtual channel, at random times. A message takes 80 cycles on average.",
            picture: None,
            link: ALONE,
            until: 100,
            shows: &[],
            question: Question::Choice {
                ask: "How many messages take longer than the mean?",
                options: &["more than half", "half of them", "less than half"],
                right: || {
                    if half(ALONE) < 0.95 * mean(ALONE) { 2 } else { usize::from(half(ALONE) < 1.05 * mean(ALONE)) }
                },
            },
            bars: || bars(&[("one channel", ALONE)]),
            reveal: || {
                format!(
                    "Less than half: the mean is {}, but half of the messages take at most {} cycles. A few slow ones raise the mean: 99 % take at most {} cycles, which is {} times the mean. The tab More figures shows the distribution of the latencies.",
                    simulated(ALONE),
                    three(half(ALONE)),
                    three(hundredth(ALONE)),
                    three(hundredth(ALONE) / mean(ALONE))
                )
            },
            misconception: "Half of the messages take less than the mean.",
            runs: &[ALONE],
        },
        LessonStep {
            text: "The same network, but messages come in bursts. The load is lower, so that the mean is 80 cycles again.",
            picture: None,
            link: BURSTS,
            until: 100,
            shows: &[],
            question: Question::Choice {
                ask: "How long do the slowest 1 % of the messages take, against the network without bursts?",
                options: &["a fifth shorter", "about as long", "a fifth longer"],
                right: || nearest(&[1.0 / 1.2, 1.0, 1.2], hundredth(BURSTS) / hundredth(ALONE)),
            },
            bars: || bars(&[("at random", ALONE), ("in bursts", BURSTS)]),
            reveal: || {
                format!(
                    "Longer: more than {} cycles, {} above the {} without bursts. Half of the messages take at most {} cycles, less than the {} without. Between bursts messages meet an empty network, and in a burst they wait for each other.",
                    three(hundredth(BURSTS)),
                    per_cent(hundredth(BURSTS) / hundredth(ALONE) - 1.0),
                    three(hundredth(ALONE)),
                    three(half(BURSTS)),
                    three(half(ALONE))
                )
            },
            misconception: "The same mean is the same service.",
            runs: &[ALONE, BURSTS],
        },
        LessonStep {
            text: "Messages at random times again, and four virtual channels instead of one. The network carries more, and at this load the mean is 80 cycles once more.",
            picture: None,
            link: SHARED,
            until: 100,
            shows: &[],
            question: Question::Choice {
                ask: "How long do the slowest 1 % of the messages take, against one virtual channel?",
                options: &["a fifth shorter", "about as long", "a fifth longer"],
                right: || nearest(&[1.0 / 1.2, 1.0, 1.2], hundredth(SHARED) / hundredth(ALONE)),
            },
            bars: || bars(&[("one channel", ALONE), ("four channels", SHARED)]),
            reveal: || {
                format!(
                    "Shorter: more than {} cycles instead of {}, at {} times the load. With four virtual channels messages share a channel instead of waiting for a whole message to pass: half of them take {} cycles instead of {}, and few wait for long.",
                    three(hundredth(SHARED)),
                    three(hundredth(ALONE)),
                    three(load(SHARED) / load(ALONE)),
                    three(half(SHARED)),
                    three(half(ALONE))
                )
            },
            misconception: "Virtual channels matter for the mean alone.",
            runs: &[ALONE, SHARED],
        },
    ],
    task: Some(Task {
        ask: "Set the load so that messages take 80 cycles with eight virtual channels too, in our model, within two. Then simulate, and read p99 in the tab More figures.",
        link: "v=2&system=hypercube-mmpp&n=4&vcs=8&load=0.01&lag1=0&reading=flow&show=flow&percentiles=1&figure=latencies&tab=figures&auto=0",
        keys: &[Key::Load],
        offers: &[],
        solved: |scene| (78.0..=82.0).contains(&latency(scene)),
        wrong: "load=0.016",
        right: "load=0.022",
    }),
};
