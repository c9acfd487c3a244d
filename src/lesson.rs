//! Lessons: predict, then see. A lesson has a few steps; each opens a scene, asks a question before the result is shown, and then gives the answers of the
//! models and of recorded runs. No number in an answer is fixed in the text: every number is computed, or read from runs that any reader can repeat.
//!
//! ```text
//!   ALL -> Lesson -> Step { text, link, question, bars, reveal, runs }, Task { ask, link, solved }
//!                                          |        |       |
//!                      the reader's answer, or      |       links of the recorded runs that it reads
//!                      the curve drawn by hand      fn: calls model::of, recorded::run
//! ```
//! After the last step comes a task, which the page checks by a rule on the scene.
//!
//! The pins and the until in the link of a step belong to its answer and stay hidden until the question is answered. While a step asks, the page shows no
//! result but the curves in `shows`, and the animation ends at `moment`.

pub mod bars;
mod beginning;
mod bursts;
mod choice;
mod copies;
mod crowd;
mod deadlock;
mod detours;
mod parts;
mod place;
pub mod recorded;
mod tails;

use crate::{
    model::{self, Model, Outcome},
    param::Key,
    scenario::{Parsed, Reading, Scenario, System, link},
    text::{percent, significant},
};
use bars::{Bar, Tone};
pub use place::{answered, asked, asks, at, ended, parse, scene_of, shows, step_of, task, until, write};
use recorded::Listed;

/// One lesson.
#[derive(Clone, Copy, Debug)]
pub struct Lesson {
    /// Its name in links.
    pub slug: &'static str,
    /// Minutes that a class needs.
    pub minutes: u32,
    /// The sentence that the reader knows at its end.
    pub goal: &'static str,
    /// Questions for a teacher to ask on the way.
    pub ask: &'static [&'static str],
    /// The steps, in their order.
    pub steps: &'static [LessonStep],
    /// The task at its end.
    pub task: Option<Task>,
}

impl Lesson {
    /// Its title, as the table of parameters has it.
    pub fn title(&self) -> &'static str {
        System::TorusBroadcast.option_name(Key::Lesson, self.slug)
    }
}

/// The task at the end of a lesson: a scene, and a rule that it must come to hold.
#[derive(Clone, Copy, Debug)]
pub struct Task {
    /// The task.
    pub ask: &'static str,
    /// The scene, as a link.
    pub link: &'static str,
    /// The settings that may be changed. All others stay.
    pub keys: &'static [Key],
    /// Settings that are offered by a button: its words, and `key=value`.
    pub offers: &'static [(&'static str, &'static str)],
    /// True if a scene, of the same settings but for `keys`, solves it.
    pub solved: fn(&Scenario) -> bool,
    /// A change that does not solve it, `key=value`, and one that does: for its test.
    pub wrong: &'static str,
    /// See `wrong`.
    pub right: &'static str,
}

impl Task {
    /// A scenario with a change of its keys, `key=value`; none if the change is of another key.
    pub fn changed(&self, scenario: &Scenario, change: &str) -> Option<Scenario> {
        let (name, value) = change.split_once('=')?;
        let key = self.keys.iter().find(|key| key.name() == name)?;
        Some(scenario.put(*key, value, &mut Vec::new()))
    }

    /// True if the scene solves it, and nothing but the settings of the task has been changed.
    pub fn is_solved(&self, scenario: &Scenario) -> bool {
        let own = scene(self.link);
        let kept = self.keys.iter().fold(*scenario, |scenario, key| scenario.set(*key, own.get(*key)));
        kept.setup() == own.setup() && kept.get(Key::Load) == own.get(Key::Load) && (self.solved)(scenario)
    }
}

/// A picture on the card of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Picture {
    /// A message in flits.
    Flits,
    /// A message on its path, its header first.
    Way,
    /// A channel, with the buffer at its end.
    Channel,
    /// Two messages that want the same channel.
    Blocked,
    /// Two messages on one channel, with one and with two virtual channels.
    VirtualChannels,
}

/// One step of a lesson.
#[derive(Clone, Copy, Debug)]
pub struct LessonStep {
    /// The text above the question.
    pub text: &'static str,
    /// The picture below the text.
    pub picture: Option<Picture>,
    /// The scene, as a link.
    pub link: &'static str,
    /// The last cycle that the animation plays while the step asks.
    pub until: u32,
    /// The curves that are drawn while the step asks. Every other result is hidden.
    pub shows: &'static [Reading],
    /// The question, asked before any result is visible.
    pub question: Question,
    /// The result as bars, once the question is answered.
    pub bars: fn() -> Vec<Bar>,
    /// The result in words, with its numbers.
    pub reveal: fn() -> String,
    /// A common mistake.
    pub misconception: &'static str,
    /// The links of the recorded runs that the answer is read from.
    pub runs: &'static [&'static str],
}

impl LessonStep {
    /// True if it asks a question.
    pub const fn asks(&self) -> bool {
        !matches!(self.question, Question::Look)
    }

    /// Its scene with its pinned settings, from the link.
    pub fn scene(&self) -> Parsed {
        link::parse(self.link)
    }
}

/// The question of a step.
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
    /// The curve and its end, before they are seen.
    Draw {
        /// The question.
        ask: &'static str,
    },
    /// No question: the step is read and looked at.
    Look,
}

impl Question {
    /// The question in words.
    pub const fn ask(&self) -> &'static str {
        match self {
            Self::Choice { ask, .. } | Self::Number { ask, .. } | Self::Draw { ask } => ask,
            Self::Look => "",
        }
    }

    /// The place of the right answer, or the right number; not a number where a curve is asked for. It may take a while.
    pub fn right(&self) -> f64 {
        match self {
            Self::Choice { right, .. } => right() as f64,
            Self::Number { right, .. } => right(),
            Self::Draw { .. } | Self::Look => f64::NAN,
        }
    }
}

/// All lessons, in the order in which they are offered.
pub const ALL: &[&Lesson] = &[
    &beginning::FIRST,
    &crowd::DISTANCE,
    &crowd::END,
    &crowd::PAST_THE_END,
    &choice::MORE_CHANNELS,
    &parts::WHO_WAITS,
    &parts::CHOICE_RUNS_OUT,
    &deadlock::DEADLOCK,
    &copies::FOUR_IN_A_HUNDRED,
    &bursts::SAME_LOAD,
    &tails::TAILS,
    &bursts::THE_PORT,
    &copies::COPY_LATE,
    &deadlock::PROOF,
    &detours::IN_WHOSE_WAY,
    &detours::RANDOM,
];

/// The quantities recorded of wormhole networks, beside latency and throughput.
const WAYS: &[&str] = &["utilisation"];

/// The runs that the answers are read from.
pub const RECORDED: &[Listed] = &[
    listed(crowd::LIGHT, 100_000, WAYS),
    listed(crowd::MIDDLE, 100_000, WAYS),
    listed(crowd::BEFORE, 100_000, WAYS),
    listed(crowd::BETWEEN, 100_000, WAYS),
    listed(crowd::BEYOND, 100_000, WAYS),
    listed(crowd::PAST, 100_000, WAYS),
    listed(parts::NEAR, 200_000, &["n1", "n2", "blocking_sum_u", "W_c", "S_u", "W_s", "Vbar"]),
    listed(parts::LATE, 200_000, &["n1", "n2", "blocking_sum", recorded::BLOCKINGS]),
    listed(choice::FEW, 100_000, &[]),
    listed(choice::FIVE, 100_000, &[]),
    listed(choice::MANY, 100_000, &[]),
    listed(choice::SPREAD, 100_000, &[]),
    listed(choice::FEW_CROWDED, 100_000, &[]),
    listed(choice::MANY_CROWDED, 100_000, &[]),
    listed(choice::LARGE_FEW, 100_000, &[]),
    listed(choice::LARGE_MANY, 100_000, &[]),
    listed(bursts::MILD, 4_000_000, &["Pi", "Ws"]),
    listed(bursts::MIDDLING, 4_000_000, &["Pi", "Ws"]),
    listed(bursts::HEAVY, 16_000_000, &["Pi", "Ws"]),
    listed(tails::ALONE, 2_000_000, &[recorded::PERCENTILES]),
    listed(tails::BURSTS, 2_000_000, &[recorded::PERCENTILES]),
    listed(tails::SHARED, 2_000_000, &[recorded::PERCENTILES]),
    listed(bursts::TURNS, 200_000, &[]),
    listed(bursts::FAIR, 200_000, &[]),
    listed(copies::LATE, 100_000, &[recorded::COMPLETE]),
    listed(copies::TWICE, 100_000, &[recorded::COMPLETE]),
    listed(detours::TURNS, 400_000, &[]),
    listed(detours::FREE, 200_000, &[]),
    listed(detours::EVEN_TURNS, 100_000, &[]),
    listed(detours::EVEN_FREE, 100_000, &[]),
    listed(detours::SHORTEST, 400_000, &[]),
    listed(detours::DETOUR, 400_000, &[]),
    listed(detours::EVEN_SHORTEST, 100_000, &[]),
    listed(detours::EVEN_DETOUR, 100_000, &[]),
];

const fn listed(link: &'static str, cycles: u32, keeps: &'static [&'static str]) -> Listed {
    Listed { link, cycles, keeps }
}

/// The lesson of that name.
pub fn of(slug: &str) -> Option<&'static Lesson> {
    ALL.iter().copied().find(|lesson| lesson.slug == slug)
}

/// The place of a lesson among all.
pub fn place_of(lesson: &Lesson) -> Option<usize> {
    ALL.iter().position(|other| other.slug == lesson.slug)
}

/// The scenario of a link.
fn scene(link: &str) -> Scenario {
    link::parse(link).scenario
}

/// A quantity of the model at the load of a link, by its symbol; the first measure where the symbol is empty. Not a number where the model has none.
fn model(link: &str, symbol: &str) -> f64 {
    let scenario = scene(link);
    quantity(&*model::of(scenario.setup()), scenario.get(Key::Load), symbol)
}

/// A quantity of a model at a load, as for [`model`].
fn quantity(model: &dyn Model, load: f64, symbol: &str) -> f64 {
    match model.point(load) {
        Outcome::Stable(point) if symbol.is_empty() => point.measures.first().copied().unwrap_or(f64::NAN),
        Outcome::Stable(point) => point.number(symbol).unwrap_or(f64::NAN),
        Outcome::Saturated | Outcome::Invalid(_) => f64::NAN,
    }
}

/// The load at which the model of a link ends.
fn end(link: &str) -> f64 {
    model::of(scene(link).setup()).end().load
}

/// Our own model of a scenario, without the points of its curve.
fn our_model(scenario: &Scenario) -> Box<dyn Model> {
    model::solved_to_end(scenario.put(Key::Reading, Reading::Flow.key(), &mut Vec::new()).setup())
}

/// The load at which the network of a scenario saturates in our own model.
fn saturation(scenario: &Scenario) -> f64 {
    our_model(scenario).end().load
}

/// A quantity of our own model at the load of a scenario, as for [`model`]; not a number beyond saturation.
fn ours(scenario: &Scenario, symbol: &str) -> f64 {
    quantity(&*our_model(scenario), scenario.get(Key::Load), symbol)
}

/// The mean latency of a scenario in our own model; not a number beyond saturation.
fn latency(scenario: &Scenario) -> f64 {
    ours(scenario, "")
}

/// The load of a link.
fn load(link: &str) -> f64 {
    scene(link).get(Key::Load)
}

/// The mean of the recorded run of a link, with its interval: "52.6 ± 0.4".
fn simulated(link: &str) -> String {
    recorded::run(link).map_or_else(|| "no number".into(), |run| run.words())
}

/// The mean of the recorded run of a link.
fn mean(link: &str) -> f64 {
    recorded::run(link).map_or(f64::NAN, |run| run.mean)
}

/// The throughput of the recorded run of a link, messages per node and cycle.
fn accepted(link: &str) -> f64 {
    recorded::run(link).map_or(f64::NAN, |run| run.throughput)
}

/// The numbers of a quantity of the recorded run of a link, by its symbol.
fn measured(link: &str, symbol: &str) -> Vec<f64> {
    recorded::run(link).map_or_else(Vec::new, |run| run.values(symbol))
}

/// The first of them.
fn counted(link: &str, symbol: &str) -> f64 {
    measured(link, symbol).first().copied().unwrap_or(f64::NAN)
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

/// The place of the number that is nearest to one in proportion, among those that are offered.
fn nearest(offered: &[f64], number: f64) -> usize {
    let far = |place: &usize| libm::log(offered[*place] / number).abs();
    (0..offered.len()).min_by(|a, b| far(a).total_cmp(&far(b))).unwrap_or(0)
}

/// The place of the largest of some numbers.
fn largest(numbers: &[f64]) -> usize {
    (0..numbers.len()).max_by(|a, b| numbers[*a].total_cmp(&numbers[*b])).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Parsed;

    fn steps() -> impl Iterator<Item = (&'static Lesson, &'static LessonStep)> {
        ALL.iter().flat_map(|lesson| lesson.steps.iter().map(move |step| (*lesson, step)))
    }

    #[test]
    fn sixteen_lessons_with_names_of_their_own() {
        let mut slugs: Vec<_> = ALL.iter().map(|lesson| lesson.slug).collect();
        slugs.sort_unstable();
        slugs.dedup();
        assert_eq!(slugs.len(), 16);
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
                Question::Draw { .. } | Question::Look => {}
            }
            for bar in (step.bars)() {
                assert!(
                    bar.parts.iter().all(|(_, value)| value.is_finite() && *value >= 0.0),
                    "{}: {bar:?}",
                    lesson.slug
                );
                assert!(bar.value() > 0.0 && bar.half95 != 0.0, "{}: {bar:?}", lesson.slug);
            }
        }
    }

    #[test]
    fn every_task_is_solved_by_the_right_change_alone() {
        for lesson in ALL {
            let Some(task) = lesson.task else { continue };
            let Parsed { problems, scenario, .. } = link::parse(task.link);
            assert_eq!(problems, [], "{}", lesson.slug);
            let changed = |change: &str| {
                let (name, value) = change.split_once('=').expect("key=value");
                let mut problems = Vec::new();
                let key = task.keys.iter().find(|key| key.name() == name).expect("a key of the task");
                let next = scenario.put(*key, value, &mut problems);
                assert_eq!(problems, [], "{}: {change}", lesson.slug);
                next
            };
            assert!(!task.is_solved(&scenario), "{} is solved as it begins", lesson.slug);
            // Of the packets one change does not solve it: that to the rule that they have already.
            assert!(changed(task.wrong) != scenario || lesson.slug == "proof", "{}: {}", lesson.slug, task.wrong);
            assert!(!task.is_solved(&changed(task.wrong)), "{}: {}", lesson.slug, task.wrong);
            assert!(task.is_solved(&changed(task.right)), "{}: {}", lesson.slug, task.right);
            for (_, offer) in task.offers {
                changed(offer);
            }
            // The same change in another network is none.
            let keys = [Key::Vcs, Key::Flits, Key::Multicast, Key::Order];
            let other = keys.iter().filter(|key| !task.keys.contains(key)).fold(changed(task.right), |scene, key| {
                let others = [9.0, 1.0, 0.5].map(|value| scene.set(*key, value));
                others.into_iter().find(|other| *other != scene).unwrap_or(scene)
            });
            assert!(!task.is_solved(&other), "{}", lesson.slug);
        }
        assert_eq!(ALL.iter().filter(|lesson| lesson.task.is_some()).count(), 15);
    }

    #[test]
    fn every_step_says_what_many_believe_before() {
        for (lesson, step) in steps().filter(|(_, step)| step.asks()) {
            assert!(step.misconception.ends_with('.'), "{}: {}", lesson.slug, step.misconception);
        }
        assert!(steps().count() >= 35, "{} steps", steps().count());
    }

    /// The place of the right answer of each step that offers some.
    fn right(slug: &str) -> Vec<usize> {
        let steps = of(slug).map_or(&[][..], |lesson| lesson.steps);
        let right = |step: &LessonStep| match step.question {
            Question::Choice { right, .. } => Some(right()),
            _ => None,
        };
        steps.iter().filter_map(right).collect()
    }

    #[test]
    fn the_right_answers_are_those_that_the_lessons_are_about() {
        for (slug, expected) in [
            ("distance", &[2][..]),
            ("end", &[2, 1]),
            ("past-the-end", &[2]),
            ("more-channels", &[1, 2, 0]),
            ("who-waits", &[1, 1]),
            ("choice-runs-out", &[1, 2]),
            ("deadlock", &[1, 1]),
            ("four-in-a-hundred", &[2]),
            ("same-load", &[2, 1]),
            ("tails", &[2, 2, 0]),
            ("the-port", &[2, 1]),
            ("copy-late", &[2, 1]),
            ("proof", &[1, 1, 0, 0]),
            ("in-whose-way", &[1, 2, 2]),
            ("random", &[1, 2, 2]),
        ] {
            assert_eq!(right(slug), expected, "{slug}");
        }
    }

    #[test]
    fn the_answers_have_their_sentences() {
        let places = ALL.iter().flat_map(|lesson| (0..lesson.steps.len()).map(|step| (lesson.slug, step)));
        crate::blessed::words("answers of lessons", places, |(slug, step)| {
            (of(slug).expect("a lesson").steps[step].reveal)()
        });
    }

    #[test]
    fn every_recorded_run_is_of_the_list_and_read_by_a_step() {
        let recorded: Vec<_> = recorded::all().map(|run| (run.link, run.cycles)).collect();
        let listed: Vec<_> = RECORDED.iter().map(|listed| (listed.link, u64::from(listed.cycles))).collect();
        assert_eq!(recorded, listed);
        let read: Vec<_> = steps().flat_map(|(_, step)| step.runs).collect();
        assert!(read.iter().all(|link| recorded::run(link).is_some()), "{read:?}");
        assert!(recorded.iter().all(|(link, _)| read.contains(&link)), "a run that no step reads");
        assert_eq!(recorded::run(crowd::PAST).map(|run| run.stable), Some(false));
        assert_eq!(recorded::run(bursts::FAIR).map(|run| run.words()).as_deref(), Some("7.13 ± 0.02"));
        for listed in RECORDED {
            let run = recorded::run(listed.link).expect("a recorded run");
            assert!(listed.keeps.iter().all(|symbol| !run.values(symbol).is_empty()), "{}", listed.link);
            assert!(run.values("nonsense").is_empty());
        }
    }

    #[test]
    fn the_shortest_run_gives_the_same_bits_again() {
        // The one with the fewest nodes times cycles: its line has the digest of all that was observed.
        let listed = RECORDED.iter().find(|listed| listed.link == bursts::FAIR).expect("it is listed");
        let again = recorded::line(*listed).expect("it can be simulated");
        assert!(include_str!("lesson/recorded.txt").lines().any(|line| line == again), "{again}");
    }
}
