//! Lessons: predict, then see. A lesson is a few steps; each opens a scene, asks before anything is seen, and then says what the models and
//! recorded runs say. No number in an answer is written down here: all of them are computed, or read from runs that anybody can repeat.
//!
//! ```text
//!   ALL -> Lesson -> Step { text, link, question, reveal }
//!                                          |        |
//!                             the reader's answer   fn: asks model::of, recorded::run
//! ```

mod bursts;
mod choice;
mod copies;
mod crowd;
pub mod recorded;

use crate::{
    model::{self, Outcome},
    param::Key,
    scenario::{Scenario, System, link},
    text::{percent, significant},
};

/// One lesson.
#[derive(Clone, Copy, Debug)]
pub struct Lesson {
    /// Its name in links.
    pub slug: &'static str,
    /// Minutes that a class needs.
    pub minutes: u32,
    /// What the reader knows at its end.
    pub goal: &'static str,
    /// What most people believe before.
    pub misconception: &'static str,
    /// What a teacher may ask on the way.
    pub ask: &'static [&'static str],
    /// The steps, in their order.
    pub steps: &'static [Step],
}

impl Lesson {
    /// Its title, as the table of parameters has it.
    pub fn title(&self) -> &'static str {
        System::TorusBroadcast.option_name(Key::Lesson, self.slug)
    }
}

/// One step of a lesson.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// What the reader is told.
    pub text: &'static str,
    /// The scene, as a link.
    pub link: &'static str,
    /// What is asked before anything is seen.
    pub question: Question,
    /// What is to be seen, with numbers.
    pub reveal: fn() -> String,
}

/// What a step asks.
#[derive(Clone, Copy, Debug)]
pub enum Question {
    /// One of some answers; `right` is the place of the right one, computed.
    Choice {
        /// The question.
        ask: &'static str,
        /// The answers.
        options: &'static [&'static str],
        /// The place of the right one.
        right: fn() -> usize,
    },
    /// A number.
    Number {
        /// The question.
        ask: &'static str,
        /// The unit of the answer.
        unit: &'static str,
        /// The right number.
        right: fn() -> f64,
    },
    /// The curve, before it is seen.
    Draw {
        /// The question.
        ask: &'static str,
    },
}

impl Question {
    /// The question in words.
    pub const fn ask(&self) -> &'static str {
        match self {
            Self::Choice { ask, .. } | Self::Number { ask, .. } | Self::Draw { ask } => ask,
        }
    }

    /// The place of the right answer, or the right number; not a number where a curve is asked for. It may take a while.
    pub fn right(&self) -> f64 {
        match self {
            Self::Choice { right, .. } => right() as f64,
            Self::Number { right, .. } => right(),
            Self::Draw { .. } => f64::NAN,
        }
    }
}

/// All lessons, in the order in which they are offered.
pub const ALL: &[&Lesson] = &[
    &crowd::DISTANCE,
    &crowd::END,
    &crowd::PAST_THE_END,
    &choice::MORE_CHANNELS,
    &crowd::WHO_WAITS,
    &choice::CHOICE_RUNS_OUT,
    &choice::DEADLOCK,
    &copies::FOUR_IN_A_HUNDRED,
    &bursts::SAME_LOAD,
    &bursts::THE_PORT,
    &copies::COPY_LATE,
    &copies::PROOF,
];

/// The runs that the answers are read from: their links, and cycles.
pub const RECORDED: &[(&str, u32)] = &[
    (crowd::BEYOND, 100_000),
    (crowd::PAST, 100_000),
    (crowd::NEAR, 200_000),
    (choice::FEW, 100_000),
    (choice::MANY, 100_000),
    (choice::SPREAD, 100_000),
    (bursts::MILD, 4_000_000),
    (bursts::HEAVY, 4_000_000),
    (bursts::TURNS, 200_000),
    (bursts::FAIR, 200_000),
];

/// The lesson of that name.
pub fn of(slug: &str) -> Option<&'static Lesson> {
    ALL.iter().copied().find(|lesson| lesson.slug == slug)
}

/// The scenario of a link.
fn scene(link: &str) -> Scenario {
    link::parse(link).scenario
}

/// A quantity of the model at the load of a link, by its symbol; the first measure where the symbol is empty. Not a number where the model has none.
fn model(link: &str, symbol: &str) -> f64 {
    let scenario = scene(link);
    match model::of(&scenario).point(scenario.get(Key::Load)) {
        Outcome::Stable(point) if symbol.is_empty() => point.measures.first().copied().unwrap_or(f64::NAN),
        Outcome::Stable(point) => point.number(symbol).unwrap_or(f64::NAN),
        Outcome::Saturated | Outcome::Invalid(_) => f64::NAN,
    }
}

/// The load at which the model of a link ends.
fn end(link: &str) -> f64 {
    model::of(&scene(link)).end().load
}

/// The mean of the recorded run of a link, with its interval: "52.6 ± 0.4".
fn simulated(link: &str) -> String {
    recorded::run(link).map_or_else(|| "no number".into(), |run| run.words())
}

/// The mean of the recorded run of a link.
fn mean(link: &str) -> f64 {
    recorded::run(link).map_or(f64::NAN, |run| run.latency)
}

/// A number in three digits.
fn three(number: f64) -> String {
    significant(number, 3)
}

/// A part in per cent, in two digits.
fn per_cent(part: f64) -> String {
    percent(part, 2)
}

/// The place among "rises", "stays" and "falls" of a relative change, which counts from `least` on.
fn trend(change: f64, least: f64) -> usize {
    if change > least { 0 } else { usize::from(change < -least) + 1 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Parsed;

    fn steps() -> impl Iterator<Item = (&'static Lesson, &'static Step)> {
        ALL.iter().flat_map(|lesson| lesson.steps.iter().map(move |step| (*lesson, step)))
    }

    #[test]
    fn twelve_lessons_with_names_of_their_own() {
        let mut slugs: Vec<_> = ALL.iter().map(|lesson| lesson.slug).collect();
        slugs.sort_unstable();
        slugs.dedup();
        assert_eq!(slugs.len(), 12);
        for &system in System::ALL {
            let offered = system.options(Key::Lesson).iter().skip(1).map(|option| option.key);
            assert!(offered.eq(ALL.iter().map(|lesson| lesson.slug)), "{system:?} knows every lesson");
        }
        assert!(ALL.iter().all(|lesson| of(lesson.slug).is_some_and(|found| !found.title().is_empty())));
        assert!(of("no such lesson").is_none());
    }

    #[test]
    fn every_scene_is_accepted_word_for_word() {
        for (lesson, step) in steps() {
            let Parsed { problems, .. } = link::parse(step.link);
            assert_eq!(problems, [], "{}: {}", lesson.slug, step.link);
        }
    }

    #[test]
    fn every_answer_has_its_numbers_and_every_question_a_right_answer() {
        for (lesson, step) in steps() {
            let said = (step.reveal)();
            assert!(
                !said.contains("NaN") && !said.contains("no number") && !said.contains("inf "),
                "{}: {said}",
                lesson.slug
            );
            match step.question {
                Question::Choice { options, right, .. } => {
                    assert!(options.len() >= 2 && right() < options.len(), "{}", lesson.slug);
                }
                Question::Number { right, .. } => assert!(right().is_finite() && right() > 0.0, "{}", lesson.slug),
                Question::Draw { .. } => {}
            }
        }
    }

    /// The place of the right answer of each step that offers some.
    fn right(slug: &str) -> Vec<usize> {
        let steps = of(slug).map_or(&[][..], |lesson| lesson.steps);
        let right = |step: &Step| match step.question {
            Question::Choice { right, .. } => Some(right()),
            _ => None,
        };
        steps.iter().filter_map(right).collect()
    }

    #[test]
    fn the_right_answers_are_those_that_the_lessons_are_about() {
        for (slug, expected) in [
            ("distance", &[2][..]),
            ("end", &[1]),
            ("past-the-end", &[2]),
            ("more-channels", &[2, 0]),
            ("who-waits", &[1]),
            ("choice-runs-out", &[1]),
            ("deadlock", &[1, 1]),
            ("four-in-a-hundred", &[2]),
            ("same-load", &[2, 1]),
            ("the-port", &[2, 1]),
            ("copy-late", &[2, 1]),
            ("proof", &[1, 0]),
        ] {
            assert_eq!(right(slug), expected, "{slug}");
        }
    }

    #[test]
    fn numbers_of_some_answers() {
        let said = |slug: &str, step: usize| (of(slug).expect("a lesson").steps[step].reveal)();
        assert!(
            said("distance", 0).contains("36.0 cycles, the second one 40.0: 11 % longer"),
            "{}",
            said("distance", 0)
        );
        assert!(said("end", 0).contains("λ = 0.00236"), "{}", said("end", 0));
        assert!(said("four-in-a-hundred", 1).starts_with("57 %"), "{}", said("four-in-a-hundred", 1));
        assert!(said("the-port", 0).contains("from 0.187 to 0.102"), "{}", said("the-port", 0));
        assert!(said("copy-late", 0).contains("0.0670 where"), "{}", said("copy-late", 0));
        assert!(said("proof", 0).starts_with("No: 2 of them"), "{}", said("proof", 0));
    }

    #[test]
    fn every_recorded_run_is_of_the_list_and_the_shortest_one_gives_the_same_bits_again() {
        let recorded: Vec<_> = recorded::all().collect();
        let listed: Vec<_> = recorded.iter().map(|run| (run.link, run.cycles as u32)).collect();
        assert_eq!(listed, RECORDED);
        // The one with the fewest nodes times cycles.
        let run = recorded::run(bursts::FAIR).expect("a recorded run");
        let again = recorded::line(run.link, run.cycles as u32).expect("it can be simulated");
        assert_eq!(
            again,
            format!("{} {} {} 1 {} {} {}", run.link, run.cycles, run.seed, run.latency, run.half95, run.throughput)
        );
        assert_eq!(recorded::run(crowd::PAST).map(|run| run.stable), Some(false));
        assert_eq!(run.words(), "7.77 ± 0.04");
    }
}
