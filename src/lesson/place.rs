//! The step that a scenario is at: what it shows while it asks and once it is answered, and the link that leads there.

use super::{Lesson, LessonStep, OWN, Task, of, own, own_text};
use crate::{
    param::{Key, Param},
    scenario::{Parsed, Reading, Scenario, link},
};
use std::{ops::Deref, sync::Arc};

/// A step by its place, with the lesson that has it.
#[derive(Clone, Debug)]
#[allow(missing_docs)] // the fields are named above
pub struct StepOf {
    pub lesson: Arc<Lesson>,
    pub index: usize,
}

impl Deref for StepOf {
    type Target = LessonStep;

    fn deref(&self) -> &LessonStep {
        &self.lesson.steps[self.index]
    }
}

/// The lesson of a scenario, with the place of its step; that after the last one is its end, with the task.
pub fn at(scenario: &Scenario) -> Option<(Arc<Lesson>, usize)> {
    // Most scenes have none, and need not know the lessons.
    if scenario.is_default(Key::Lesson) {
        return None;
    }
    let lesson = of(scenario.chosen(Key::Lesson))?;
    let step = (scenario.count(Key::Step) as usize).clamp(1, lesson.steps.len() + 1) - 1;
    Some((lesson, step))
}

/// The lesson of a scenario that is at its end.
pub fn ended(scenario: &Scenario) -> Option<Arc<Lesson>> {
    at(scenario).filter(|(lesson, step)| *step == lesson.steps.len()).map(|(lesson, _)| lesson)
}

/// The lesson of a scenario that is at its end and has a task there.
pub fn task(scenario: &Scenario) -> Option<(Arc<Lesson>, Task)> {
    let lesson = ended(scenario)?;
    let task = lesson.task.clone()?;
    Some((lesson, task))
}

/// The step of a scenario.
pub fn step_of(scenario: &Scenario) -> Option<StepOf> {
    at(scenario).filter(|(lesson, index)| *index < lesson.steps.len()).map(|(lesson, index)| StepOf { lesson, index })
}

/// True until the reader has answered.
pub fn asks(scenario: &Scenario) -> bool {
    scenario.get(Key::Answer) == 0.0 && step_of(scenario).is_some_and(|step| step.asks())
}

/// The scene that an answered step has animated beside its own.
pub fn beside(scenario: &Scenario) -> Option<Scenario> {
    step_of(scenario).filter(|_| !asks(scenario))?.beside
}

/// The cycle beyond which nothing of the animation is seen, while a step asks.
pub fn until(scenario: &Scenario) -> Option<u32> {
    step_of(scenario).filter(|_| asks(scenario)).map(|step| step.asked.count(Key::Cycle))
}

/// True if the curve of a reading may be seen: while a step asks, the step lists those that may.
pub fn shows(scenario: &Scenario, reading: Reading) -> bool {
    !asks(scenario) || step_of(scenario).is_some_and(|step| step.shows.contains(&reading))
}

/// An answered scenario with all in which the answer's scene differs from the question's; its pins are its own unless the step has some.
pub fn answered(scenario: &Scenario) -> Option<Scenario> {
    let step = step_of(scenario).filter(|_| !asks(scenario))?;
    let Some(scene) = step.answered else { return Some(*scenario) };
    let pins = if scene.pins().all().is_empty() { scenario.pins() } else { scene.pins() };
    // The cycle of the answer counts also where the reader has been at another one since.
    let differs = |row: &&Param| match row.key {
        Key::Cycle => !scene.is_default(Key::Cycle),
        key => scene.get(key) != step.asked.get(key),
    };
    let rows = scene.system().params().iter().filter(differs);
    Some(rows.fold(scenario.with_pins(*pins), |scenario, row| scenario.set(row.key, scene.get(row.key))))
}

/// The scene of a step with an answer, or asked about where the answer is 0.
pub fn scene_of(lesson: &Lesson, index: usize, answer: f64) -> Scenario {
    let here = |scene: Scenario| {
        let scene = scene.put(Key::Lesson, &lesson.slug, &mut Vec::new());
        scene.set(Key::Step, (index + 1) as f64).set(Key::Answer, answer)
    };
    match lesson.steps.get(index) {
        Some(step) if answer != 0.0 || !step.asks() => here(step.scene()),
        Some(step) => here(step.asked),
        None => {
            let last =
                lesson.task.as_ref().map(|task| task.scene).or_else(|| lesson.steps.last().map(LessonStep::scene));
            last.map_or_else(|| here(link::parse("").scenario), here)
        }
    }
}

/// The scene of the step that a scenario is at.
fn base(scenario: &Scenario) -> Option<Scenario> {
    let (lesson, index) = at(scenario)?;
    Some(scene_of(&lesson, index, scenario.get(Key::Answer)))
}

/// Reads the fragment of a link. A link with a lesson brings the scene of its step: the step gives every value that the link does not name.
/// The text of the reader's own lesson has been read before; a link that has one opens that lesson.
pub fn parse(fragment: &str) -> Parsed {
    let repaired = if text_of(fragment).is_some() { link::repaired(fragment) } else { String::new() };
    let mut pairs: Vec<&str> = repaired.split('&').filter(|pair| !pair.starts_with("text=")).collect();
    if !repaired.is_empty() && own().is_some() && !link::names(&repaired, "lesson") {
        pairs.push("lesson=own");
    }
    let without_text = pairs.join("&");
    let fragment = if repaired.is_empty() { fragment } else { &without_text };
    let parsed = link::parse(fragment);
    base(&parsed.scenario).map_or(parsed, |base| link::parse_over(fragment, Some(&base)))
}

/// The fragment of a link, without the `#`, that [`parse`] reads as this scenario.
/// The link of the reader's own lesson ends with its text.
pub fn write(scenario: &Scenario) -> String {
    let link = link::write_over(scenario, base(scenario).as_ref());
    let text = if scenario.chosen(Key::Lesson) == OWN { own_text() } else { String::new() };
    if text.is_empty() { link } else { format!("{link}&text={text}") }
}

/// The text of the reader's own lesson in a fragment, as it was before mail and chats changed the link; empty if the link
/// has lost it and no such lesson is open.
pub fn text_of(fragment: &str) -> Option<String> {
    let pairs = link::pairs(fragment);
    let value = |key: &str| pairs.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str());
    let lost = || (value("lesson") == Some(OWN) && own().is_none()).then_some("");
    // What follows such a sign belongs to the address that a mail or a chat has added.
    let text = value("text").or_else(lost)?.split(['?', '#']).next().unwrap_or_default();
    let signs: String = text.chars().filter(|sign| sign.is_ascii_alphanumeric() || "-_".contains(*sign)).collect();
    // One that is too long for a link is named by 16 digits.
    Some(if text.starts_with('~') && signs.len() == 16 { format!("~{signs}") } else { signs })
}

#[cfg(test)]
mod tests;
