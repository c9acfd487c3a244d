//! The open lesson: its text, its question and, after an answer, the result.

pub(crate) mod bars;
pub(crate) mod end;
pub(crate) mod picture;
mod question;
mod runs;
mod sketch;

use super::inline;
use crate::{dom::patch::DomPatch, jobs::simulation::Simulation, results::Results};
use flitscope::{
    experiment,
    lesson::{self, Lesson, Question, StepOf, asks, recorded::RecordedRun, step_of},
    param::Key,
    scenario::Scenario,
};
use flitscope_show::chart::Plot;
use maud::{Markup, html};
use sketch::{HANDLES, Sketch};
use std::sync::Arc;

/// An action of the reader in lessons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LessonAction {
    /// Begins the lesson of that name, or resumes it.
    Open(String),
    /// Moves by this number of steps.
    Step(isize),
    /// Puts a handle of the curve, hundredths of the axis.
    Sketch(usize, u32),
    Compare,
    /// Runs a recorded run of the step again.
    Run(usize),
    /// Opens the lesson after this one.
    Next,
    /// Presents the lesson: gives the right answer, else goes to the next step, or to the one before.
    Slide {
        /// True if it goes on.
        forward: bool,
    },
    Leave,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Lessons {
    /// The curve that is being drawn.
    sketch: Sketch,
    /// The steps that the reader has been at, the last one at the end.
    places: Vec<VisitedStep>,
    /// The scenario checked last at the end of a lesson, and whether its task is solved.
    checked: Option<(Scenario, bool)>,
}

/// A step that the reader has been at.
#[derive(Clone, Debug)]
struct VisitedStep {
    of: (Arc<Lesson>, usize),
    answer: f64,
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
    /// The scene of a step as the reader left it.
    fn scene(&self, lesson: &Arc<Lesson>, index: usize) -> Scenario {
        // The reader may have opened another lesson of his own.
        let here = |place: &&VisitedStep| Arc::ptr_eq(&place.of.0, lesson) && place.of.1 == index;
        let answer = self.places.iter().find(here).map_or(0.0, |place| place.answer);
        lesson::scene_of(lesson, index, answer)
    }

    /// A lesson is opened, where it was left or at its first step; `present` is where the reader is.
    pub(crate) fn open(&mut self, slug: &str, present: &Scenario) -> Option<Scenario> {
        self.keep(present);
        let lesson = lesson::of(slug)?;
        let left = self.places.iter().rfind(|place| Arc::ptr_eq(&place.of.0, &lesson)).map_or(0, |place| place.of.1);
        self.sketch = Sketch::default();
        Some(self.scene(&lesson, left))
    }

    /// Our lesson that was left last, with its step.
    pub(crate) fn left(&self) -> Option<(String, usize)> {
        let left = self.places.iter().rev().map(|place| (place.of.0.slug.clone(), place.of.1));
        left.into_iter().find(|(slug, _)| slug != lesson::OWN)
    }

    /// Another step of the lesson of a scenario, if it has one.
    pub(crate) fn step(&mut self, present: &Scenario, by: isize) -> Option<Scenario> {
        let (lesson, step) = lesson::at(present)?;
        let next = step.checked_add_signed(by).filter(|next| *next <= lesson.steps.len())?;
        self.keep(present);
        self.sketch = Sketch::default();
        Some(self.scene(&lesson, next))
    }

    /// The scene outside of the lesson; the lesson continues at this step later.
    pub(crate) fn leave(&mut self, present: &Scenario) -> Scenario {
        self.keep(present);
        let keys = [Key::Lesson, Key::Step, Key::Answer, Key::Paper];
        keys.iter().fold(*present, |scenario, key| scenario.reset(*key, &mut Vec::new()))
    }

    /// Remembers where the reader is.
    fn keep(&mut self, present: &Scenario) {
        let Some((lesson, step)) = lesson::at(present) else { return };
        self.places.retain(|place| !(Arc::ptr_eq(&place.of.0, &lesson) && place.of.1 == step));
        self.places.push(VisitedStep { of: (lesson, step), answer: present.get(Key::Answer) });
    }

    /// A handle of the curve is put.
    pub(crate) fn put(&mut self, handle: usize, hundredths: u32) {
        self.sketch.put(handle, hundredths);
    }

    /// A pointer draws the curve.
    pub(crate) fn drag(&mut self, plot: Plot, to: (f64, f64), comes_down: bool) {
        self.sketch.drag(plot, to, comes_down);
    }

    /// The curve has been drawn: it is compared in the scene that it was asked about.
    pub(crate) fn compare(&mut self, present: &Scenario) -> Option<Scenario> {
        let (lesson, step) = lesson::at(present)?;
        self.keep(&present.set(Key::Answer, self.sketch.answer()));
        Some(self.scene(&lesson, step))
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
        let Some(lesson) = lesson::ended(scenario) else { return false };
        let known = self.checked.filter(|(known, _)| known == scenario).map(|(_, solved)| solved);
        let solved = known.unwrap_or_else(|| lesson.task.as_ref().is_none_or(|task| task.is_solved(&lesson, scenario)));
        self.checked = Some((*scenario, solved));
        solved
    }

    /// The part of the page.
    pub(crate) fn sheet(&mut self, results: &Results, simulation: &Simulation, plot: Plot) -> DomPatch {
        let scenario = &results.scenario;
        let mut sheet = DomPatch::default();
        let (here, asked) = (lesson::at(scenario), asks(scenario));
        let ended = lesson::ended(scenario);
        sheet.show("lesson", here.is_some());
        let task = lesson::task(scenario).is_some();
        let classes = [
            ("lesson", here.is_some()),
            ("asks", asked),
            ("draws", hides_curves(scenario)),
            ("task", task),
            ("look", looks(scenario)),
        ];
        for (name, has) in classes {
            sheet.class("body", name, has);
        }
        let sketch = self.sketch(scenario);
        self.place(&mut sheet, scenario, plot);
        let Some((lesson, index)) = here else { return sheet };
        sheet.text("lesson-title", lesson.title.as_str());
        sheet.markup("lesson-step", steps(&lesson, index));
        sheet.state("lesson-back", "aria-disabled", index == 0);
        sheet
            .show("lesson-next", ended.is_none())
            .show("lesson-task", ended.is_some())
            .show("lesson-asked", ended.is_none());
        let next = ended.as_deref().and_then(end::next);
        sheet.show("lesson-on", next.is_some());
        if let Some(lesson) = &ended {
            let solved = task && self.is_solved(scenario);
            sheet.markup("lesson-task", end::markup(lesson, scenario, solved));
            sheet.attribute("lesson-task", "data-solved", solved.to_string());
            sheet.text("lesson-hint", next.map_or_else(String::new, |next| format!("Next: {}", next.title)));
            return sheet;
        }
        let step = &StepOf { lesson, index };
        let hint = asked && !matches!(step.question, Question::Draw { .. });
        sheet.text("lesson-hint", if hint { "Curves and numbers come with your answer." } else { "" });
        sheet.markup("lesson-text", html! { @for paragraph in &step.text { p { (inline::markup(paragraph)) } } });
        sheet.markup("lesson-picture", step.picture.map_or_else(|| html! {}, picture::markup));
        let right = (!asked).then(|| step.question.right());
        sheet.markup("lesson-question", question::markup(step, results, sketch, right));
        for (handle, hundredths) in sketch.iter().flat_map(Sketch::handles).enumerate().filter(|_| asked) {
            let id = format!("sketch-{handle}");
            sheet.attribute(id.clone(), "aria-valuetext", question::value(results, handle, hundredths));
            sheet.value(id, hundredths.to_string());
        }
        sheet.markup(
            "lesson-bars",
            if asked {
                html! {}
            } else {
                bars::markup(&step.bars)
            },
        );
        sheet.show("lesson-reveal", !asked && !step.cause.is_empty());
        sheet.markup(
            "lesson-reveal",
            if asked {
                html! {}
            } else {
                inline::markup(&step.cause)
            },
        );
        let mistake = if asked { "" } else { step.question.mistake(scenario.get(Key::Answer)) };
        sheet.markup("lesson-belief", inline::markup(mistake));
        sheet.markup(
            "lesson-runs",
            if asked {
                html! {}
            } else {
                runs::markup(step, scenario)
            },
        );
        if !asked {
            runs::write(&mut sheet, step, simulation, scenario);
        }
        sheet.class("lesson-next", "primary", !asked);
        sheet
    }

    /// The curve drawn by hand, over a plot at this place; text above a chart moves the plot.
    pub(crate) fn place(&self, sheet: &mut DomPatch, scenario: &Scenario, plot: Plot) {
        let sketch = self.sketch(scenario);
        sheet.markup("sketch", sketch.map_or_else(|| html! {}, |sketch| sketch.picture(plot)));
    }
}
