//! Lessons: predict, then see. A lesson is a text file in `lessons/`, which anybody can write: steps that each open a scene, ask a
//! question before the result is shown, and then give the answer. A claim in a comment computes every number of it.
//!
//! ```text
//!   file --read--> Lesson + mistakes            Lesson -> LessonStep { text, asked, answered, question, bars, cause, more, runs }, Task
//!                    |                                       |
//!                    +-- check: claims, marks, tasks         +-- place: the step that a scenario is at
//! ```
//! The format is described in `docs/guide/writing.md`. Our own lessons come to a page as one text, which [`install`] reads; a lesson that
//! the reader has opened is [`own`]. The reader of files is a module of its own, `crates/writing`.

/// A sentence about a mistake of a file. A page plays files that have none, and its module has no such sentences.
macro_rules! told {
    ($($piece:tt)*) => {
        if cfg!(feature = "writing") { format!($($piece)*) } else { String::new() }
    };
}

pub mod bars;
mod check;
pub mod claim;
mod counted;
pub mod drawing;
pub mod expression;
mod packed;
mod place;
mod read;
pub mod recorded;
pub mod scenes;
pub mod value;
pub mod world;

use crate::{
    param::{Group, Key, Param},
    scenario::{Reading, Scenario, System},
    text::significant,
};
use bars::Bar;
pub use check::{check, filled_in};
use claim::Claim;
use drawing::Drawing;
use expression::Expression;
pub use packed::pack;
pub use place::{
    StepOf, answered, asks, at, beside, ended, parse, scene_of, shows, step_of, task, text_of, until, write,
};
pub use read::{MOST_BYTES, Mistake, decoded, read};
use recorded::RecordedRun;
use scenes::Scenes;
use std::{
    cell::RefCell,
    sync::{Arc, OnceLock},
};
use value::Value;
use world::World;

#[cfg(test)]
thread_local! {
    /// The work of the reader of files: letters and links that it has looked at.
    static WORK: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// Notes work of the reader of files, which is a constant for each byte of a file: its test counts it.
fn worked(_letters: usize) {
    #[cfg(test)]
    WORK.set(WORK.get() + _letters);
}

/// A lesson: the `slug` is its name in links, the `goal` the sentence that the reader knows at its end, `tags` the words by which it is
/// found, and `ask` are questions for a teacher. The author and the code of the language are empty if none is named. The marks are the
/// claims of right options: the step, the line and the place from 1.
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(missing_docs)] // the fields are named above
pub struct Lesson {
    pub slug: String,
    pub title: String,
    pub minutes: u32,
    pub goal: String,
    pub author: String,
    pub language: String,
    pub tags: Vec<String>,
    pub ask: Vec<String>,
    pub steps: Vec<LessonStep>,
    pub task: Option<Task>,
    pub scenes: Scenes,
    pub runs: Vec<RecordedRun>,
    pub claims: Vec<Claim>,
    marks: Vec<(usize, usize, Expression)>,
}

impl Lesson {
    /// The code of its language; that of ours if it names none.
    pub fn language_or_ours(&self) -> &str {
        if self.language.is_empty() { "en" } else { &self.language }
    }
}

/// The task at the end of a lesson: what to do, a scene, the keys that may be changed, changes with their replies, the quantities that
/// the card shows, each with its line, its words and its expression, and the rule that must come to hold. The line is that of the rule.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)] // the fields are named above
pub struct Task {
    line: usize,
    pub ask: String,
    pub scene: Scenario,
    pub keys: Vec<Key>,
    pub offers: Vec<Offer>,
    pub shown: Vec<(usize, String, String)>,
    rule: String,
}

/// A change of the scene of a task, `key=value` or several with `&` between them: the words of its button, empty without one, whether it
/// solves the task, and the reply, with words in braces.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // the fields are named above
pub struct Offer {
    line: usize,
    pub words: String,
    pub change: String,
    pub right: bool,
    pub reply: String,
}

impl Task {
    /// The scene of the task with a change of its keys, `key=value` or several with `&` between them, seen as a scenario is; without a
    /// change, with the values that this has for them. None if the change is of another key.
    pub fn changed(&self, scenario: &Scenario, change: &str) -> Option<Scenario> {
        let aim = if change.is_empty() && scenario.system() == self.scene.system() {
            self.keys.iter().fold(self.scene, |aim, key| aim.set(*key, scenario.get(*key)))
        } else {
            let mut pairs = change.split('&').filter(|pair| !pair.is_empty());
            pairs.try_fold(self.scene, |scene, pair| {
                let (name, value) = pair.split_once('=')?;
                Some(scene.put(self.key(name)?, value, &mut Vec::new()))
            })?
        };
        Some(aim.seen_as(scenario))
    }

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
        self.offers.iter().all(|offer| self.button(offer).is_some())
    }

    /// The words of the button of an offer: its own, or the value of a setting that has no slider; none if that has one.
    pub fn button(&self, offer: &Offer) -> Option<String> {
        let (name, value) = offer.change.split_once('=').filter(|_| offer.words.is_empty()).unwrap_or_default();
        let Some(key) = self.key(name) else { return Some(offer.words.clone()) };
        let system = self.scene.system();
        let words = Some(system.option_name(key, value)).filter(|words| !words.is_empty()).unwrap_or(value);
        system.param(key).filter(|row| !row.slides()).map(|_| words.to_owned())
    }

    /// The settings that have a slider in the card: none if all changes are on buttons.
    pub fn sliders(&self) -> Vec<&'static Param> {
        let rows = self.keys.iter().filter_map(|key| self.scene.system().param(*key));
        rows.filter(|row| row.slides() && !self.is_pressed()).collect()
    }

    /// The world of a scene in which rule and quantities are computed. They are asked at each change, so it makes no run.
    fn world<'a>(lesson: &'a Lesson, scene: &Scenario) -> World<'a> {
        let mut world = World::new(&lesson.scenes, &lesson.runs, 0.0);
        world.here = Some(*scene);
        world
    }

    fn holds(&self, world: &World<'_>) -> Result<bool, String> {
        let holds = world.number(&expression::parse(&self.rule).map_err(|(_, sentence)| sentence)?)?;
        if holds.is_nan() { Err(told!("the rule has no value here.")) } else { Ok(holds != 0.0) }
    }

    /// True if a scenario solves it, and nothing but the settings of the task has been changed; nothing if its rule cannot be computed
    /// there. With the quantities that the card shows there.
    pub fn judged(&self, lesson: &Lesson, scenario: &Scenario) -> (Option<bool>, Vec<String>) {
        let world = Self::world(lesson, scenario);
        let value = |(_, _, text): &(usize, String, String)| match expression::parse(text).map(|one| world.value(&one))
        {
            Ok(Ok(Value::Number(number))) if number.is_finite() => significant(number, 3),
            Ok(Ok(Value::Word(word))) => word,
            _ => "none".into(),
        };
        let solved = if self.others(scenario).is_empty() { self.holds(&world).ok() } else { Some(false) };
        (solved, self.shown.iter().map(value).collect())
    }

    /// The offer whose reply a scene gets: of those that are right, or not, the one with the nearest value. One option says
    /// nothing of another one, and a wrong number nothing of those beyond a right one.
    pub fn reply(&self, scenario: &Scenario, solved: bool) -> Option<&Offer> {
        let value = |offer: &Offer, key| self.changed(scenario, &offer.change).map_or(f64::NAN, |aim| aim.get(key));
        let of = |offer: &Offer| self.key(offer.change.split('=').next()?).filter(|_| !offer.change.contains('&'));
        let fits = |offer: &&Offer| {
            if offer.right != solved {
                return false;
            }
            // Of several keys, each has its value.
            let Some(key) = of(offer) else {
                return self.keys.iter().all(|key| scenario.get(*key) == value(offer, *key));
            };
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

/// The pictures that a file may name: each with its lines below its name.
pub fn pictures() -> impl Iterator<Item = (&'static str, &'static str)> {
    include_str!("../lessons/pictures.txt").split("\n\n").filter_map(|picture| picture.split_once('\n'))
}

/// The figures of a card that are no second chart: the curves, the parts of the latency, and the arrivals in two networks.
pub const FIGURES: [&str; 3] = ["latency", "parts", "arrivals"];

/// One step of a lesson: the paragraphs above the question, the picture below them, the drawing that moves in the place of the network,
/// and the figure of the card, one of [`FIGURES`] or an option of the second chart, empty without one. While it asks, its animation stops
/// at the cycle of the scene `asked`, and no curve is seen but those that it `shows`. Once it is answered, the scene is `answered`, if that
/// is another one, with one animated `beside` it, and the result is seen as bars, with the cause in one sentence, and more. `runs` are the
/// recorded runs that its claims read, by their places in the lesson; `reads` the scenes whose runs they read, with the number of seeds.
/// It is `whole` if it was read without a mistake.
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(missing_docs)] // the fields are named above
pub struct LessonStep {
    pub title: String,
    pub text: Vec<String>,
    pub picture: Option<Drawing>,
    pub stage: Option<Drawing>,
    pub figure: String,
    pub asked: Scenario,
    pub answered: Option<Scenario>,
    pub beside: Option<Scenario>,
    pub shows: Vec<Reading>,
    pub question: Question,
    pub bars: Vec<Bar>,
    pub cause: String,
    pub more: String,
    pub runs: Vec<usize>,
    reads: Vec<(String, u32)>,
    pub whole: bool,
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

/// An option of a question, with the mistake of who chooses it; that is empty without one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // the fields are named above
pub struct Choice {
    pub words: String,
    pub mistake: String,
}

/// The question of a step: one of some options, of which `right` is the place of the right one; a number in a unit, from which an
/// answer may differ by the part `within`, and mistakes with the ranges of their answers; or the curve of a reading, which is drawn
/// before it is seen, on axes that end at `loads` and at `top`. Without a question, the step is read and looked at.
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(missing_docs)] // the fields are named above
pub enum Question {
    Choice {
        ask: String,
        options: Vec<Choice>,
        right: usize,
    },
    Number {
        ask: String,
        unit: String,
        right: f64,
        within: f64,
        mistakes: Vec<(f64, f64, String)>,
    },
    Draw {
        ask: String,
        reading: Reading,
        loads: f64,
        top: f64,
    },
    #[default]
    Look,
}

impl Question {
    /// The question in words; empty without one.
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

/// Takes our lessons from the text of `www/lessons.txt`, in the order of the table of parameters. It is done once.
pub fn install(text: &str) {
    let read: Vec<_> = packed::unpack(text).into_iter().map(Arc::new).collect();
    if !read.is_empty() {
        let slugs = System::TorusBroadcast.options(Key::Lesson).iter();
        let of = |slug: &str| read.iter().find(|lesson| lesson.slug == slug).cloned();
        OURS.get_or_init(|| slugs.filter_map(|option| of(option.key)).collect());
    }
}

/// All lessons, in the order in which they are offered. In a page there are none before [`install`].
pub fn all() -> &'static [Arc<Lesson>] {
    #[cfg(not(target_arch = "wasm32"))]
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

/// Opens the first lesson of a text that [`pack`] has written as the reader's own one; `text` is its file as links have it. Without a
/// lesson it drops the one that is open. Its slug does not replace one of ours.
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
