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
mod check;
#[cfg(feature = "writing")]
pub mod claim;
mod counted;
pub mod drawing;
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
    param::{Group, Key, Param},
    scenario::{Reading, Scenario, System},
};
use bars::Bar;
#[cfg(feature = "writing")]
pub use check::{check, filled_in, wrong};
#[cfg(feature = "writing")]
use claim::Claim;
use drawing::Drawing;
use expression::Expression;
#[cfg(feature = "writing")]
pub use packed::pack;
pub use place::{
    StepOf, answered, asks, at, beside, ended, parse, scene_of, shows, step_of, task, text_of, until, write,
};
#[cfg(feature = "writing")]
pub use read::{MOST_BYTES, Mistake, decoded, read};
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
    /// The code of its language; empty if none is named.
    pub language: String,
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

impl Lesson {
    /// The code of its language; that of ours if it names none.
    pub fn language_or_ours(&self) -> &str {
        if self.language.is_empty() { "en" } else { &self.language }
    }
}

/// The task at the end of a lesson: a scene, and a rule that it must come to hold.
#[derive(Clone, Debug, PartialEq)]
pub struct Task {
    /// The line of its rule.
    line: usize,
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
    solved: Expression,
}

/// A change of the scene of a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
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
    /// The scene of the task with a change of its keys, `key=value`, seen as a scenario is; without a change, with
    /// the values that this has for them. None if the change is of another key.
    pub fn changed(&self, scenario: &Scenario, change: &str) -> Option<Scenario> {
        let aim = if let Some((name, value)) = change.split_once('=') {
            self.scene.put(self.key(name)?, value, &mut Vec::new())
        } else if scenario.system() == self.scene.system() {
            self.keys.iter().fold(self.scene, |aim, key| aim.set(*key, scenario.get(*key)))
        } else {
            self.scene
        };
        Some(aim.seen_as(scenario))
    }

    /// Its key of that name.
    fn key(&self, name: &str) -> Option<Key> {
        self.keys.iter().copied().find(|key| key.name() == name)
    }

    /// The other settings that a scenario has changed: with them the replies would be about another network.
    pub fn others(&self, scenario: &Scenario) -> Vec<&'static Param> {
        let Some(aim) = self.changed(scenario, "") else { return Vec::new() };
        let is_fixed = |group: Group| group.is_setup() || matches!(group, Group::Load | Group::Animation);
        let differs = |key| scenario.system() != aim.system() || scenario.get(key) != aim.get(key);
        let rows = scenario.system().params().iter();
        rows.filter(|row| is_fixed(row.key.group()) && differs(row.key)).collect()
    }

    /// True if all of its changes are on buttons.
    pub fn is_pressed(&self) -> bool {
        !self.offers.iter().any(|offer| offer.words.is_empty())
    }

    /// True if the rule holds for a scene. It is asked at each change, so it makes no run.
    fn holds(&self, lesson: &Lesson, scene: &Scenario) -> Result<bool, String> {
        let mut world = World::new(&lesson.scenes, &lesson.runs, 0.0);
        world.here = Some(*scene);
        let holds = world.number(&self.solved)?;
        if holds.is_nan() { Err(told!("the rule has no value here.")) } else { Ok(holds != 0.0) }
    }

    /// True if a scenario solves it, and nothing but the settings of the task has been changed; nothing if its rule cannot be computed there.
    pub fn is_solved(&self, lesson: &Lesson, scenario: &Scenario) -> Option<bool> {
        if self.others(scenario).is_empty() { self.holds(lesson, scenario).ok() } else { Some(false) }
    }

    /// The offer whose reply a scene gets: of those that are right, or not, the one with the nearest value. One option says
    /// nothing of another one, and a wrong number nothing of those beyond a right one.
    pub fn reply(&self, scenario: &Scenario, solved: bool) -> Option<&Offer> {
        let value = |offer: &Offer, key| self.changed(scenario, &offer.change).map_or(f64::NAN, |aim| aim.get(key));
        let of = |offer: &Offer| self.key(offer.change.split('=').next()?);
        let fits = |offer: &&Offer| {
            let Some(key) = of(offer).filter(|_| offer.right == solved) else { return false };
            let (here, there) = (scenario.get(key), value(offer, key));
            let passes = |right: f64| (right - here) * (right - there) < 0.0;
            let rights = self.offers.iter().filter(|other| other.right && of(other) == Some(key));
            here == there
                || scenario.system().options(key).is_empty()
                    && (solved || !rights.map(|right| value(right, key)).any(passes))
        };
        let far =
            |offer: &Offer| self.keys.iter().map(|key| (value(offer, *key) - scenario.get(*key)).abs()).sum::<f64>();
        self.offers.iter().filter(fits).min_by(|a, b| far(a).total_cmp(&far(b)))
    }
}

/// The pictures that a file may name.
#[cfg(feature = "writing")]
pub const PICTURES: [(&str, &str); 5] = [
    (
        "flits",
        "size 360,64 1: A row of flits, the first one is the header.;worm a 100,22 300,22 9 0>160;words 260,54: header;words 150,54: flits",
    ),
    (
        "way",
        "size 360,64 1: A message over two channels, header first, from its source to its destination.;road 40,30 320,30;worm a 60,30 320,30 10 0>172;\
         node source 40,30;node 180,30;node destination 320,30;words 40,60: source;words 316,60: destination",
    ),
    (
        "channel",
        "size 360,72 1: A channel between two nodes, with a flit on it and one in the buffer at its end.;road 40,30 320,30;flits a 150,30 151,30;\
         buffer 284,30;flits a 284,30 285,30;node 40,30;node 320,30;words 150,64: channel;words 284,64: buffer",
    ),
    (
        "blocked",
        "size 360,96 1: A message on a channel, and another one whose header stands before it.;road 180,30 340,30;worm a 200,30 360,30 9 0>140;\
         road 20,74 180,74 180,30;worm b 30,74 180,74 7 0>120;node 180,30;node 180,74;cross 168,52",
    ),
    (
        "virtual-channels",
        "size 360,150 1: With one virtual channel the second message waits behind the first, which is blocked, with two it passes.;words 20,14: V = 1;\
         road 70,40 330,40;node 70,40;node 330,40;buffer 294,40;worm a 80,40 294,40 13 0>214;worm b 0,40 46,40 3 0>46;cross 62,22;cross 312,22;\
         words 20,88: V = 2;road 70,116 330,116;node 70,116;node 330,116;buffer 294,104;buffer 294,128;worm a 0,104 294,104 14 34 0>294;\
         worm b 0,128 352,128 12 34 0>352;cross 312,98",
    ),
];

/// One step of a lesson.
#[derive(Clone, Debug, PartialEq)]
pub struct LessonStep {
    /// Its title.
    pub title: String,
    /// The paragraphs above the question.
    pub text: Vec<String>,
    /// The picture below the text.
    pub picture: Option<Drawing>,
    /// The drawing that moves in the place of the network.
    pub stage: Option<Drawing>,
    /// The scene while the step asks; its animation stops at its cycle.
    pub asked: Scenario,
    /// The scene of the answer, if it is another one.
    pub answered: Option<Scenario>,
    /// The scene that is animated beside that of the answer.
    pub beside: Option<Scenario>,
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
    /// The scenes whose runs its claims read, with the number of seeds.
    #[cfg(feature = "writing")]
    reads: Vec<(String, u32)>,
    /// True if it was read without a mistake.
    pub whole: bool,
}

impl Default for LessonStep {
    fn default() -> Self {
        Self {
            title: String::new(),
            text: Vec::new(),
            picture: None,
            stage: None,
            asked: Scenario::opening(System::TorusBroadcast),
            answered: None,
            beside: None,
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

    /// True unless an answer, as links have it, is a wrong one.
    pub fn takes(&self, answer: f64) -> bool {
        match self {
            Self::Choice { right, .. } => answer == *right as f64 + 1.0,
            Self::Number { right, within, .. } => (answer - right).abs() <= within * right.abs(),
            Self::Draw { .. } | Self::Look => true,
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

/// The last cycle in which a network moves, of the first 30,000; none if it goes on.
pub fn freezes(lesson: &Lesson, scenario: &Scenario) -> Option<u32> {
    let world = World::new(&lesson.scenes, &lesson.runs, world::AFTER_COMPUTE);
    let last = world.frozen(&scenario.set(Key::Cycles, 30_000.0)).ok()?;
    (last > 0.0).then_some(last as u32)
}

/// Fills the words in braces of a reply: settings of the scene, and what the page knows of its results and its animation.
pub fn filled(reply: &str, scenario: &Scenario, known: &dyn Fn(&str) -> Option<String>) -> String {
    let mut words = String::new();
    let mut rest = reply;
    while let Some((before, after)) = rest.split_once('{') {
        let Some((name, behind)) = after.split_once('}') else { break };
        words += before;
        rest = behind;
        words += &known(name)
            .or_else(|| scenario.system().param_called(name).map(|row| scenario.text(row.key)))
            .unwrap_or_else(|| "–".into());
    }
    words + rest
}
