//! The open lesson: its text, its question and, after an answer, the result.

pub(crate) mod bars;
pub(crate) mod end;
pub(crate) mod picture;
mod question;
mod race;
mod runs;
mod sketch;

use super::inline;
use crate::{jobs::simulation::Simulation, panels::story::turns, player::Player, prelude::*, results::Results};
use flitscope::lesson::{Question, StepOf, Task, asks, recorded::RecordedRun, step_of};
use sketch::{HANDLES, Sketch};
use std::sync::Arc;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LessonAction {
    Open(String),
    Step(isize),
    /// Puts a handle of the curve, hundredths of the axis.
    Sketch(usize, u32),
    Compare,
    Run(usize),
    Next,
    /// Presents the lesson: on, which is the right answer or the next step, or back.
    Slide(bool),
    /// Tries a change of the task, `key=value`; without one all other settings go back to those of the task.
    Try(String),
    Leave,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Lessons {
    pub(crate) sketch: Sketch,
    /// The names of the steps that the reader has been at, with the answers; the last one at the end.
    places: Vec<(String, f64)>,
    /// The number of times that one was remembered: the order of what a tab keeps.
    order: usize,
    /// The scenario checked last at the end of a lesson, its quantities, and whether its task is solved; none if its rule has no value.
    checked: Option<(Scenario, Option<bool>, Vec<String>)>,
    /// True once the task at the end of a lesson has been tried.
    pub(crate) tried: bool,
    /// The reply to the task, with the words that change with the animation still in braces, and the one that was shown last.
    reply: String,
    said: String,
}

/// The beginning of the names under which a tab keeps answers.
const ANSWER: &str = "answer ";

/// The name of a step in what a tab keeps; two lessons of a reader differ in their text.
pub(crate) fn name(lesson: &Lesson, index: usize) -> String {
    let text = if lesson.slug == lesson::OWN { lesson::own_text() } else { String::new() };
    format!("{} {text} {index}", lesson.slug)
}

/// The right answer of a step with a question, as in links; not a number if the answer is a curve.
pub(crate) fn right_answer(scenario: &Scenario) -> Option<f64> {
    let step = step_of(scenario).filter(|_| asks(scenario))?;
    let question = &step.question;
    Some(question.right() + if matches!(question, Question::Choice { .. }) { 1.0 } else { 0.0 })
}

/// True if the reader is asked to draw the curve.
pub(crate) fn hides_curves(scenario: &Scenario) -> bool {
    asks(scenario) && draws(scenario)
}

/// True in a lesson that has a step without a question.
fn looks(scenario: &Scenario) -> bool {
    lesson::at(scenario).is_some_and(|(lesson, _)| lesson.steps.iter().any(|step| !step.asks()))
}

/// True if a curve is asked for.
pub(crate) fn draws(scenario: &Scenario) -> bool {
    step_of(scenario).is_some_and(|step| matches!(step.question, Question::Draw { .. }))
}

/// The recorded runs that an answered step reads, as far as they are of the scenario at some load.
pub(crate) fn recorded(scenario: &Scenario) -> Vec<RecordedRun> {
    let Some(step) = step_of(scenario).filter(|_| !asks(scenario)) else { return Vec::new() };
    let key = experiment::run_key(&runs::as_long(scenario, scenario));
    let same = |run: &&RecordedRun| experiment::run_key(&runs::as_long(run.scenario(), scenario)) == key;
    runs::all(&step).filter(same).cloned().collect()
}

/// The recorded run of a step, to be run again where the reader is.
pub(crate) fn repeated(scenario: &Scenario, index: usize) -> Option<Scenario> {
    let step = step_of(scenario)?;
    let run = runs::all(&step).nth(index)?;
    Some(run.scenario().at_place_of(scenario).with_pins(*scenario.pins()))
}

/// Progress through the lesson, as a row of marks and in words.
fn steps(lesson: &Lesson, index: usize) -> Markup {
    let of = lesson.steps.len();
    html! {
        @if lesson.slug == lesson::OWN { span.from { "from a file" @if !lesson.author.is_empty() { ", by " (lesson.author) } } " " }
        span.marks aria-hidden="true" { @for step in 0..=of { i.done[step <= index] {} } }
        @if index < of { " Step " (index + 1) " of " (of) } @else { " End" }
    }
}

impl Lessons {
    pub(crate) fn new(kept: &[(String, String)]) -> Self {
        let place = |(name, word): &(String, String)| {
            let (order, answer) = word.split_once(' ')?;
            Some((order.parse::<usize>().ok()?, name.strip_prefix(ANSWER)?.to_owned(), answer.parse().ok()?))
        };
        let mut places: Vec<_> = kept.iter().filter_map(place).collect();
        places.sort_by_key(|(order, ..)| *order);
        let order = places.last().map_or(0, |(order, ..)| *order);
        let places = places.into_iter().map(|(_, name, answer)| (name, answer));
        Self { places: places.collect(), order, ..Self::default() }
    }

    /// The scene of a step as the reader left it.
    fn scene(&self, lesson: &Arc<Lesson>, index: usize) -> Scenario {
        let name = name(lesson, index);
        let answer = self.places.iter().find(|(known, _)| *known == name).map_or(0.0, |(_, answer)| *answer);
        lesson::scene_of(lesson, index, answer)
    }

    /// A lesson is opened, where it was left or at its first step.
    pub(crate) fn open(&mut self, slug: &str) -> Option<Scenario> {
        let lesson = lesson::of(slug)?;
        let steps: Vec<_> = (0..=lesson.steps.len()).map(|index| name(&lesson, index)).collect();
        let left = self.places.iter().rev().find_map(|(place, _)| steps.iter().position(|name| name == place));
        (self.sketch, self.tried) = (Sketch::default(), false);
        Some(self.scene(&lesson, left.unwrap_or(0)))
    }

    pub(crate) fn left(&self) -> Option<(String, usize)> {
        let left = |(name, _): &(String, f64)| {
            let (slug, index) = name.split_once("  ")?;
            Some((slug.to_owned(), index.parse().ok()?))
        };
        self.places.iter().rev().find_map(left)
    }

    /// Another step of the lesson of a scenario, if it has one.
    pub(crate) fn step(&mut self, present: &Scenario, by: isize) -> Option<Scenario> {
        let (lesson, step) = lesson::at(present)?;
        let next = step.checked_add_signed(by).filter(|next| *next <= lesson.steps.len())?;
        (self.sketch, self.tried) = (Sketch::default(), false);
        Some(self.scene(&lesson, next))
    }

    /// Remembers where the reader is; returns what the tab has to keep anew.
    pub(crate) fn keep(&mut self, present: &Scenario) -> Option<Effect> {
        let (lesson, step) = lesson::at(present)?;
        let (name, answer) = (name(&lesson, step), present.get(Key::Answer));
        if self.places.last().is_some_and(|last| (&last.0, last.1) == (&name, answer)) {
            return None;
        }
        self.places.retain(|(known, _)| *known != name);
        self.order += 1;
        let kept = Effect::Keep { name: format!("{ANSWER}{name}"), word: format!("{} {answer}", self.order) };
        self.places.push((name, answer));
        Some(kept)
    }

    /// The curve has been drawn: it is compared in the scene that it was asked about.
    pub(crate) fn compare(&self, present: &Scenario) -> Option<Scenario> {
        let (lesson, step) = lesson::at(present).filter(|_| hides_curves(present))?;
        Some(lesson::scene_of(&lesson, step, self.sketch.answer()))
    }

    /// The curve of a scenario, if one is asked for: as answered, or as far as it is drawn. None over axes that it was not drawn over.
    fn sketch(&self, scenario: &Scenario) -> Option<Sketch> {
        let step = step_of(scenario).filter(|_| draws(scenario))?;
        if asks(scenario) {
            return Some(self.sketch);
        }
        let own = step.scene();
        let same = scenario.set(Key::Load, own.get(Key::Load)).same_scene(&own);
        let same = same && [Key::Axis, Key::Show].iter().all(|key| scenario.get(*key) == own.get(*key));
        same.then(|| Sketch::of_answer(scenario.get(Key::Answer)))
    }

    /// True at the end of a lesson whose task is solved, or that has none. The rule asks a model, so a scenario is checked once.
    pub(crate) fn is_solved(&mut self, scenario: &Scenario) -> bool {
        self.check(scenario) == Some(true)
    }

    fn check(&mut self, scenario: &Scenario) -> Option<bool> {
        let Some(lesson) = lesson::ended(scenario) else { return Some(false) };
        if let Some((_, solved, _)) = self.checked.as_ref().filter(|(known, ..)| known == scenario) {
            return *solved;
        }
        let judged = |task: &Task| task.judged(&lesson, scenario);
        let (solved, quantities) = lesson.task.as_ref().map_or_else(|| (Some(true), Vec::new()), judged);
        self.checked = Some((*scenario, solved, quantities));
        solved
    }

    /// The parts that change with the cycle: the drawing of a step, two networks in numbers, and the reply to a task, which is read aloud once.
    pub(crate) fn moving(&mut self, player: &Player, scenario: &Scenario) -> DomPatch {
        let mut sheet = DomPatch::default();
        if lesson::at(scenario).is_none() {
            return sheet;
        }
        let cycle = lesson::until(scenario).unwrap_or(u32::MAX).min(scenario.count(Key::Cycle));
        let drawn = step_of(scenario).and_then(|step| Some((step.stage.clone()?, step.title.clone())));
        sheet.class("body", "staged", drawn.is_some());
        let drawn = drawn.map_or_else(|| html! {}, |(stage, title)| picture::at(&stage, cycle, &title));
        sheet.markup("lesson-stage", drawn);
        let race = race::markup(player, lesson::beside(scenario).is_some()).filter(|_| !asks(scenario));
        let in_card = step_of(scenario).is_some_and(|step| step.figure == "arrivals");
        let place = if in_card { "card-parts" } else { "lesson-race" };
        sheet.markup(place, race.unwrap_or_else(|| html! {})).show("lesson-race", !in_card);
        if let Some((_, task)) = lesson::task(scenario).filter(|_| !self.reply.is_empty()) {
            let Some(words) = end::said(&self.reply, player, scenario, task.scene.count(Key::Cycle)) else {
                return sheet;
            };
            let news = self.said != self.reply;
            self.said.clone_from(&self.reply);
            sheet.attribute("lesson-said", "aria-live", if news { "polite" } else { "off" }).text("lesson-said", words);
        }
        sheet
    }

    pub(crate) fn sheet(&mut self, results: &Results, simulation: &Simulation, plot: Plot) -> DomPatch {
        let scenario = &results.scenario;
        let mut sheet = DomPatch::default();
        let (here, asked) = (lesson::at(scenario), asks(scenario));
        sheet.attribute("lesson", "lang", here.as_ref().map_or("en", |(lesson, _)| lesson.language_or_ours()));
        let ended = lesson::ended(scenario);
        sheet.show("lesson", here.is_some());
        let sliders = lesson::task(scenario).is_some_and(|(_, task)| !task.is_pressed());
        let classes = [
            ("lesson", here.is_some()),
            ("asks", asked),
            ("draws", hides_curves(scenario)),
            ("curve", draws(scenario)),
            ("task", sliders),
            ("look", looks(scenario)),
        ];
        if here.is_none() {
            sheet.class("body", "staged", false);
        }
        for (name, has) in classes {
            sheet.class("body", name, has);
        }
        // Its sliders are for the keyboard.
        sheet.attribute("chart", "tabindex", if draws(scenario) { "-1" } else { "0" });
        self.place(&mut sheet, scenario, plot);
        // Its controls are there once, in the card or in the form.
        sheet.markup("lesson-task", ended.as_deref().map_or_else(|| html! {}, end::markup));
        let Some((lesson, index)) = here else { return sheet };
        sheet.text("lesson-title", lesson.title.as_str());
        sheet.markup("lesson-step", steps(&lesson, index));
        sheet.state("lesson-back", "aria-disabled", index == 0);
        sheet
            .show("lesson-next", ended.is_none())
            .show("lesson-task", ended.is_some())
            .show("lesson-asked", ended.is_none())
            .show("lesson-check", false)
            .show("lesson-reply", false);
        let is_last = ended.as_deref().is_some_and(|lesson| end::next(lesson).is_none());
        sheet.show("lesson-on", ended.is_some() && !is_last).show("lesson-all", is_last);
        if let Some(lesson) = &ended {
            self.end(&mut sheet, lesson, results);
            return sheet;
        }
        self.show_step(&mut sheet, &StepOf { lesson, index }, results, simulation);
        sheet
    }

    /// A step with its question, and with the result once it is answered.
    fn show_step(&self, sheet: &mut DomPatch, step: &StepOf, results: &Results, simulation: &Simulation) {
        let scenario = &results.scenario;
        let (asked, sketch) = (asks(scenario), self.sketch(scenario));
        let hint = match &step.question {
            _ if !asked || step.index > 0 && !draws(scenario) => "",
            Question::Draw { .. } => "Your curve stays when the answer comes.",
            _ => "A wrong guess costs nothing.",
        };
        sheet.text("lesson-hint", hint);
        let text = html! { @for paragraph in &step.text { p dir="auto" { (inline::markup(paragraph)) } } };
        sheet.markup("lesson-text", text);
        let drawn = step.picture.as_ref().map_or_else(|| html! {}, |drawn| picture::at(drawn, 0, ""));
        sheet.markup("lesson-picture", drawn);
        let question =
            if asked { question::asked(step, results, sketch) } else { question::answered(step, results, sketch) };
        sheet.markup("lesson-question", question);
        sheet.show("lesson-reveal", !asked && !step.cause.is_empty());
        if asked {
            for (handle, hundredths) in sketch.iter().flat_map(|sketch| sketch.handles).enumerate() {
                let id = format!("sketch-{handle}");
                sheet.attribute(id.clone(), "aria-valuetext", question::value(results, handle, hundredths));
                sheet.value(id, hundredths.to_string());
            }
            for id in ["lesson-bars", "lesson-reveal", "lesson-belief", "lesson-runs"] {
                sheet.markup(id, html! {});
            }
        } else {
            sheet.markup("lesson-bars", bars::markup(&step.bars));
            sheet.markup("lesson-reveal", inline::markup(&step.cause));
            sheet.markup("lesson-belief", inline::markup(step.question.mistake(scenario.get(Key::Answer))));
            sheet.markup("lesson-runs", runs::markup(step, scenario));
            runs::write(sheet, step, simulation, scenario);
        }
        sheet.show("lesson-check", asked && !matches!(step.question, Question::Choice { .. }));
        sheet.class("lesson-next", "primary", !asked);
    }

    /// The last card: a task, with a reply once it has been tried.
    fn end(&mut self, sheet: &mut DomPatch, lesson: &Lesson, results: &Results) {
        let scenario = &results.scenario;
        let checked = self.check(scenario);
        let solved = checked == Some(true);
        if let Some(set) = scenario.setup().turns() {
            sheet.markup("lesson-compass", turns::compass(set, None, scenario.count(Key::K), 0));
        }
        let curve = results.curves.iter().find(|curve| curve.reading == scenario.reading()).or(results.main_curve());
        let others = lesson.task.as_ref().map_or_else(Vec::new, |task| task.others(scenario));
        let differs = |task: &&Task| task.keys.iter().any(|key| scenario.get(*key) != task.scene.get(*key));
        let tried = lesson.task.as_ref().filter(|task| self.tried || !others.is_empty() || differs(task));
        let offer = tried.filter(|_| others.is_empty()).and_then(|task| task.reply(scenario, solved));
        let latency = || curve?.model.measures(scenario.get(Key::Load))?.first().copied();
        let known = |name: &str| match name {
            "latency" => latency().map(|latency| significant(latency, 3)),
            "saturation" => curve.map(|curve| significant(curve.end.load, 3)),
            _ => end::LATER.contains(&name).then(|| format!("{{{name}}}")),
        };
        self.reply = match offer {
            _ if !others.is_empty() => end::also_changed(&others),
            _ if tried.is_some() && checked.is_none() => end::UNKNOWN.into(),
            Some(offer) => lesson::filled(&offer.reply, scenario, &known),
            None => tried.map_or("", |_| if solved { "Right." } else { "Not yet." }).into(),
        };
        let hint = match end::next(lesson) {
            _ if offer.is_some() && !solved => "Try another one.".into(),
            Some(next) if solved => format!("Next: {}", next.title),
            _ if lesson.task.is_some() => "The page checks every change.".into(),
            _ => String::new(),
        };
        sheet.text("lesson-hint", hint);
        let pressed = lesson.task.iter().filter(|task| task.is_pressed());
        for (index, offer) in pressed.flat_map(|task| &task.offers).enumerate() {
            // One in words is pressed only once the task has been tried.
            let task = lesson.task.as_ref().filter(|_| tried.is_some() || offer.words.is_empty());
            let set = task.and_then(|task| task.changed(scenario, &offer.change)) == Some(*scenario);
            sheet.state(format!("offer-{index}"), "aria-pressed", set);
        }
        for (index, value) in self.checked.iter().flat_map(|(.., values)| values).enumerate() {
            sheet.text(format!("quantity-{index}"), value.as_str());
        }
        sheet.attribute("lesson-task", "data-solved", (solved && lesson.task.is_some()).to_string());
        sheet.show("lesson-restore", !others.is_empty());
        sheet.show("lesson-reply", tried.is_some()).class("lesson-reply", "right", solved);
        sheet.class("lesson-on", "primary", solved).class("lesson-all", "primary", solved);
    }

    /// The curve drawn by hand, over a plot at this place; text above a chart moves the plot.
    pub(crate) fn place(&self, sheet: &mut DomPatch, scenario: &Scenario, plot: Plot) {
        let sketch = self.sketch(scenario);
        let label = if asks(scenario) { "ends here?" } else { "yours" };
        sheet.markup("sketch", sketch.map_or_else(|| html! {}, |sketch| sketch.picture(plot, label)));
    }
}
