//! Lessons: predict, then see. A lesson is a text file in `lessons/`, which anybody can write: steps that each open a scene, ask a question before the result is shown,
//! and then give the answer. A claim in a comment computes every number of it.
//!
//! ```text
//!   file --read--> Lesson + mistakes            Lesson -> LessonStep { text, asked, answered, question, bars, cause, more, runs }, Task
//!                    |                                       |
//!                    +-- check: claims, marks, tasks         +-- place: the step that a scenario is at
//! ```
//! The format is described in `docs/guide/writing.md`. Our own lessons come to a page as one text, which [`install`] reads; a lesson that the reader has opened is [`own`]. The reader of files is a module of its own, `crates/writing`.

/// A sentence about a mistake of a file. A page plays files that have none, and its module has no such sentences.
macro_rules! told {
    ($($piece:tt)*) => {
        if cfg!(feature = "writing") { format!($($piece)*) } else { String::new() }
    };
}

pub mod bars;
#[cfg(feature = "writing")]
pub mod claim;
mod counted;
pub mod expression;
mod packed;
mod place;
#[cfg(feature = "writing")]
mod read;
pub mod recorded;
pub mod scenes;
#[cfg(feature = "cli")]
mod texts;
pub mod world;

use crate::{
    param::Key,
    scenario::{Reading, Scenario, System},
};
use bars::Bar;
#[cfg(feature = "writing")]
use claim::Claim;
use expression::Expression;
#[cfg(feature = "writing")]
pub use packed::pack;
pub use place::{StepOf, answered, asks, at, ended, parse, scene_of, shows, step_of, task, text_of, until, write};
#[cfg(feature = "writing")]
pub use read::{MOST_BYTES, Mistake, check, filled_in, read, wrong};
use recorded::RecordedRun;
use scenes::Scenes;
use std::{
    cell::RefCell,
    sync::{Arc, OnceLock},
};
use world::World;

#[cfg(test)]
thread_local! {
    /// The work of the reader of files: letters and links that it has looked at.
    static WORK: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// Notes work of the reader of files, which is a constant for each byte of a file: its test counts it.
#[cfg(feature = "writing")]
fn worked(_letters: usize) {
    #[cfg(test)]
    WORK.set(WORK.get() + _letters);
}

/// One lesson.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lesson {
    /// Its name in links.
    pub slug: String,
    /// Its title.
    pub title: String,
    /// Minutes that a class needs.
    pub minutes: u32,
    /// The sentence that the reader knows at its end.
    pub goal: String,
    /// Its author; empty if none is named.
    pub author: String,
    /// Questions for a teacher to ask on the way.
    pub ask: Vec<String>,
    /// The steps, in their order.
    pub steps: Vec<LessonStep>,
    /// The task at its end.
    pub task: Option<Task>,
    /// Its scenes by name.
    pub scenes: Scenes,
    /// Its recorded runs.
    pub runs: Vec<RecordedRun>,
    /// Its claims.
    #[cfg(feature = "writing")]
    pub claims: Vec<Claim>,
    /// The claims of right options: the step, the line and the place from 1.
    #[cfg(feature = "writing")]
    marks: Vec<(usize, usize, Expression)>,
}

/// The task at the end of a lesson: a scene, and a rule that it must come to hold.
#[derive(Clone, Debug, PartialEq)]
pub struct Task {
    /// The task.
    pub ask: String,
    /// The scene.
    pub scene: Scenario,
    /// The settings that may be changed. All others stay.
    pub keys: Vec<Key>,
    /// Changes with their replies.
    pub offers: Vec<Offer>,
    /// The rule, as the file has it.
    rule: String,
    /// The rule.
    solved: Expression,
}

/// A change of the scene of a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// Its line.
    line: usize,
    /// The words of its button; empty without one.
    pub words: String,
    /// The change, `key=value`.
    pub change: String,
    /// True if it solves the task.
    pub right: bool,
    /// The reply, with words in braces.
    pub reply: String,
}

impl Task {
    /// A scenario with a change of its keys, `key=value`; none if the change is of another key.
    pub fn changed(&self, scenario: &Scenario, change: &str) -> Option<Scenario> {
        let (name, value) = change.split_once('=')?;
        let key = self.keys.iter().find(|key| key.name() == name)?;
        Some(scenario.put(*key, value, &mut Vec::new()))
    }

    /// True if the rule holds for a scene.
    fn holds(&self, lesson: &Lesson, scene: &Scenario) -> Result<bool, String> {
        let mut world = World::new(&lesson.scenes, &lesson.runs, world::AFTER_COMPUTE);
        world.here = Some(*scene);
        world.number(&self.solved).map(|holds| holds != 0.0)
    }

    /// True if the scene of its lesson solves it, and nothing but the settings of the task has been changed.
    pub fn is_solved(&self, lesson: &Lesson, scenario: &Scenario) -> bool {
        let kept = self.keys.iter().fold(*scenario, |scenario, key| scenario.set(*key, self.scene.get(*key)));
        let same = kept.setup() == self.scene.setup() && kept.get(Key::Load) == self.scene.get(Key::Load);
        same && self.holds(lesson, scenario).unwrap_or(false)
    }

    /// The offer whose reply a scene gets: of those that are right, or not, the one with the nearest value.
    pub fn reply(&self, scenario: &Scenario, solved: bool) -> Option<&Offer> {
        let far = |offer: &&Offer| {
            let changed = self.changed(scenario, &offer.change);
            changed.map_or(f64::INFINITY, |changed| {
                self.keys.iter().map(|key| (changed.get(*key) - scenario.get(*key)).abs()).sum::<f64>()
            })
        };
        self.offers.iter().filter(|offer| offer.right == solved).min_by(|a, b| far(a).total_cmp(&far(b)))
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

impl Picture {
    /// The pictures by their names in a file.
    pub const NAMES: [(&str, Self); 5] = [
        ("flits", Self::Flits),
        ("way", Self::Way),
        ("channel", Self::Channel),
        ("blocked", Self::Blocked),
        ("virtual-channels", Self::VirtualChannels),
    ];

    /// The picture of a name.
    fn of(name: &str) -> Option<Self> {
        Self::NAMES.iter().find(|(other, _)| *other == name).map(|(_, picture)| *picture)
    }
}

/// One step of a lesson.
#[derive(Clone, Debug, PartialEq)]
pub struct LessonStep {
    /// Its title.
    pub title: String,
    /// The paragraphs above the question.
    pub text: Vec<String>,
    /// The picture below the text.
    pub picture: Option<Picture>,
    /// The scene while the step asks; its animation stops at its cycle.
    pub asked: Scenario,
    /// The scene of the answer, if it is another one.
    pub answered: Option<Scenario>,
    /// The curves that are drawn while the step asks. Every other result is hidden.
    pub shows: Vec<Reading>,
    /// The question, asked before any result is visible.
    pub question: Question,
    /// The result as bars, once the question is answered.
    pub bars: Vec<Bar>,
    /// The cause, in one sentence.
    pub cause: String,
    /// A longer remark; empty without one.
    pub more: String,
    /// The recorded runs that its claims read, by their places in the lesson.
    pub runs: Vec<usize>,
    /// The scenes whose runs its claims read.
    #[cfg(feature = "writing")]
    reads: Vec<String>,
    /// True if it was read without a mistake.
    pub whole: bool,
}

impl Default for LessonStep {
    fn default() -> Self {
        Self {
            title: String::new(),
            text: Vec::new(),
            picture: None,
            asked: Scenario::opening(System::TorusBroadcast),
            answered: None,
            shows: Vec::new(),
            question: Question::Look,
            bars: Vec::new(),
            cause: String::new(),
            more: String::new(),
            runs: Vec::new(),
            #[cfg(feature = "writing")]
            reads: Vec::new(),
            whole: false,
        }
    }
}

impl LessonStep {
    /// True if it asks a question.
    pub const fn asks(&self) -> bool {
        !matches!(self.question, Question::Look)
    }

    /// Its scene once it is answered, with its pinned settings.
    pub fn scene(&self) -> Scenario {
        self.answered
            .unwrap_or_else(|| self.asked.set(Key::Cycle, if self.asks() { 0.0 } else { self.asked.get(Key::Cycle) }))
    }
}

/// An option of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The answer.
    pub words: String,
    /// The mistake of who chooses it; empty without one.
    pub mistake: String,
}

/// The question of a step.
#[derive(Clone, Debug, PartialEq)]
pub enum Question {
    /// One of some answers.
    Choice {
        /// The question.
        ask: String,
        /// The answers.
        options: Vec<Choice>,
        /// The place of the right one.
        right: usize,
    },
    /// A number.
    Number {
        /// The question.
        ask: String,
        /// The unit of the answer.
        unit: String,
        /// The right number.
        right: f64,
        /// The part of it by which an answer may differ.
        within: f64,
        /// Mistakes, each with the range of its answers.
        mistakes: Vec<(f64, f64, String)>,
    },
    /// The curve and its end, before they are seen.
    Draw {
        /// The question.
        ask: String,
        /// The curve that is the answer.
        reading: Reading,
        /// The end of the load axis.
        loads: f64,
        /// The end of the other axis.
        top: f64,
    },
    /// No question: the step is read and looked at.
    Look,
}

impl Question {
    /// The question in words.
    pub fn ask(&self) -> &str {
        match self {
            Self::Choice { ask, .. } | Self::Number { ask, .. } | Self::Draw { ask, .. } => ask,
            Self::Look => "",
        }
    }

    /// The place of the right answer, or the right number; not a number where a curve is asked for.
    pub fn right(&self) -> f64 {
        match self {
            Self::Choice { right, .. } => *right as f64,
            Self::Number { right, .. } => *right,
            Self::Draw { .. } | Self::Look => f64::NAN,
        }
    }

    /// The mistake of an answer, as links have it; empty if it is right, or if none is named for it.
    pub fn mistake(&self, answer: f64) -> &str {
        match self {
            Self::Choice { options, .. } => {
                options.get((answer as usize).wrapping_sub(1)).map_or("", |option| &option.mistake)
            }
            Self::Number { mistakes, .. } => {
                mistakes.iter().find(|(from, to, _)| (*from..=*to).contains(&answer)).map_or("", |(_, _, words)| words)
            }
            Self::Draw { .. } | Self::Look => "",
        }
    }
}

/// The name of the reader's own lesson in links.
pub const OWN: &str = "own";

/// Our lessons, once they have been read.
static OURS: OnceLock<Vec<Arc<Lesson>>> = OnceLock::new();

thread_local! {
    static OPENED: RefCell<Option<(Arc<Lesson>, String)>> = const { RefCell::new(None) };
}

/// Keeps our lessons, in the order of the table of parameters. It is done once.
fn keep(read: Vec<Lesson>) {
    if !read.is_empty() {
        let read: Vec<_> = read.into_iter().map(Arc::new).collect();
        let slugs = System::TorusBroadcast.options(Key::Lesson).iter();
        let of = |slug: &str| read.iter().find(|lesson| lesson.slug == slug).cloned();
        OURS.get_or_init(|| slugs.filter_map(|option| of(option.key)).collect());
    }
}

/// Takes our lessons from the text of `www/lessons.txt`.
pub fn install(text: &str) {
    keep(packed::unpack(text));
}

/// All lessons, in the order in which they are offered. In a page there are none before [`install`].
pub fn all() -> &'static [Arc<Lesson>] {
    #[cfg(feature = "cli")]
    if OURS.get().is_none() {
        keep(texts::FILES.iter().map(|(_, text)| read(text.as_bytes()).0).collect());
    }
    // Tests of the page have the text that the page reads.
    #[cfg(not(any(feature = "cli", target_arch = "wasm32")))]
    if OURS.get().is_none() {
        install(include_str!("../www/lessons.txt"));
    }
    OURS.get().map_or(&[], Vec::as_slice)
}

/// The lesson of that name.
pub fn of(slug: &str) -> Option<Arc<Lesson>> {
    if slug == OWN { own() } else { all().iter().find(|lesson| lesson.slug == slug).cloned() }
}

/// The lesson that the reader has opened from a file or a link.
pub fn own() -> Option<Arc<Lesson>> {
    OPENED.with_borrow(|opened| opened.as_ref().map(|(lesson, _)| lesson.clone()))
}

/// The text of the reader's own lesson as links have it; empty if none is open.
pub fn own_text() -> String {
    OPENED.with_borrow(|opened| opened.as_ref().map_or_else(String::new, |(_, text)| text.clone()))
}

/// Opens the first lesson of a text that [`pack`] has written as the reader's own one; `text` is its file as links have it. Without a lesson it drops the one that is open.
/// Its slug does not replace one of ours.
pub fn set_own(packed: &str, text: &str) {
    let lesson = packed::unpack(packed).into_iter().next().filter(|lesson| !lesson.steps.is_empty());
    OPENED.set(lesson.map(|lesson| (Arc::new(Lesson { slug: OWN.into(), ..lesson }), text.to_owned())));
}

/// The place of a lesson among all.
pub fn place_of(lesson: &Lesson) -> Option<usize> {
    all().iter().position(|other| other.slug == lesson.slug)
}

/// Fills the words in braces of a reply: settings of the scene, its latency and its saturation, and those that the page knows of the animation.
pub fn filled(lesson: &Lesson, reply: &str, scenario: &Scenario, known: &dyn Fn(&str) -> Option<String>) -> String {
    let mut world = World::new(&lesson.scenes, &lesson.runs, world::AT_ONCE);
    world.here = Some(*scenario);
    let mut words = String::new();
    let mut rest = reply;
    while let Some((before, after)) = rest.split_once('{') {
        let Some((name, behind)) = after.split_once('}') else { break };
        words += before;
        rest = behind;
        let solved = |field: &str| {
            expression::parse(&format!("solve(here).{field}")).ok().and_then(|asked| world.number(&asked).ok())
        };
        words += &known(name)
            .or_else(|| scenario.system().param_called(name).map(|row| scenario.text(row.key)))
            .or_else(|| match solved(name) {
                Some(number) if number.is_finite() => Some(crate::text::significant(number, 3)),
                _ => None,
            })
            .unwrap_or_else(|| "–".into());
    }
    words + rest
}
