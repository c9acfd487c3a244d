//! The step that a scenario is at: what it shows while it asks and once it is answered, and the link that leads there.

use super::{Lesson, LessonStep, Task, of};
use crate::{
    param::Key,
    scenario::{Parsed, Reading, Scenario, link},
};

/// Keys of a step that come with its answer, as its pins do: the cycle of the animation, the message that is followed, the network beside.
const SEEN: [Key; 3] = [Key::Cycle, Key::Follow, Key::Beside];

/// The lesson of a scenario, with the place of its step; that after the last one is its end, with the task.
pub fn at(scenario: &Scenario) -> Option<(&'static Lesson, usize)> {
    // Most scenes have none, and need not know the lessons.
    if scenario.is_default(Key::Lesson) {
        return None;
    }
    let lesson = of(scenario.chosen(Key::Lesson))?;
    Some((lesson, (scenario.count(Key::Step) as usize).clamp(1, lesson.steps.len() + 1) - 1))
}

/// The lesson of a scenario that is at its end.
pub fn ended(scenario: &Scenario) -> Option<&'static Lesson> {
    at(scenario).filter(|(lesson, step)| *step == lesson.steps.len()).map(|(lesson, _)| lesson)
}

/// The task of a scenario that is at the end of its lesson.
pub fn task(scenario: &Scenario) -> Option<&'static Task> {
    ended(scenario)?.task.as_ref()
}

/// The step of a scenario.
pub fn step_of(scenario: &Scenario) -> Option<&'static LessonStep> {
    at(scenario).and_then(|(lesson, step)| lesson.steps.get(step))
}

/// True until the reader has answered.
pub fn asks(scenario: &Scenario) -> bool {
    step_of(scenario).is_some_and(LessonStep::asks) && scenario.get(Key::Answer) == 0.0
}

/// The cycle beyond which nothing of the animation is seen, while a step asks.
pub fn until(scenario: &Scenario) -> Option<u32> {
    step_of(scenario).filter(|_| asks(scenario)).map(|step| step.until)
}

/// True if the curve of a reading may be seen: while a step asks, the step lists those that may.
pub fn shows(scenario: &Scenario, reading: Reading) -> bool {
    !asks(scenario) || step_of(scenario).is_some_and(|step| step.shows.contains(&reading))
}

/// The scene of a step as it is asked about, without its pins.
pub fn asked(step: &LessonStep) -> Scenario {
    let scene = step.scene().scenario.without(|row| SEEN.contains(&row.key));
    scene.set(Key::Cycle, f64::from(step.until))
}

/// An answered scenario with the view and the pins that its step brings; without pins of the step, its own stay.
pub fn answered(scenario: &Scenario) -> Option<Scenario> {
    let scene = step_of(scenario).filter(|_| !asks(scenario))?.scene().scenario;
    let shown = SEEN.iter().filter(|key| !scene.is_default(**key));
    let pins = if scene.pins().all().is_empty() { scenario.pins() } else { scene.pins() };
    Some(shown.fold(scenario.with_pins(*pins), |scenario, key| scenario.set(*key, scene.get(*key))))
}

/// The scene of a step with an answer, or asked about where the answer is 0.
pub fn scene_of(lesson: &'static Lesson, index: usize, answer: f64) -> Scenario {
    let here = |scene: Scenario| {
        let scene = scene.put(Key::Lesson, lesson.slug, &mut Vec::new());
        scene.set(Key::Step, (index + 1) as f64).set(Key::Answer, answer)
    };
    let Some(step) = lesson.steps.get(index) else {
        let last = lesson.task.map(|task| task.link).or_else(|| lesson.steps.last().map(|step| step.link));
        return here(link::parse(last.unwrap_or_default()).scenario);
    };
    answered(&here(step.scene().scenario)).unwrap_or_else(|| here(asked(step)))
}

/// The scene of the step that a scenario is at.
fn base(scenario: &Scenario) -> Option<Scenario> {
    let (lesson, index) = at(scenario)?;
    Some(scene_of(lesson, index, scenario.get(Key::Answer)))
}

/// Reads the fragment of a link. A link with a lesson brings the scene of its step: the step gives every value that the link does not name.
pub fn parse(fragment: &str) -> Parsed {
    let parsed = link::parse(fragment);
    base(&parsed.scenario).map_or(parsed, |base| link::parse_over(fragment, Some(&base)))
}

/// The fragment of a link, without the `#`, that [`parse`] reads as this scenario.
pub fn write(scenario: &Scenario) -> String {
    link::write_over(scenario, base(scenario).as_ref())
}

#[cfg(test)]
mod tests;
