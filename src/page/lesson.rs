//! The lesson that the reader is in: what is told, what is asked, and, once it is answered, what is to be seen.

use super::{results::Results, sheet::Sheet};
use crate::{
    chart::Plot,
    lesson::{self, Lesson, Question, Step},
    param::Key,
    scenario::{Scenario, link},
    text::significant,
};
use maud::{Markup, html};

/// Places across the load axis at which a curve is drawn by hand.
const PLACES: usize = 5;

/// Height of a place at first, hundredths of the axis.
const FIRST: u32 = 30;

/// What a reader does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Doing {
    /// Looks at the cards.
    Cards,
    /// Begins the lesson of that name, or goes on with it.
    Open(String),
    /// Goes so many steps on.
    Step(isize),
    /// Moves a place of the curve to a height, hundredths of the axis.
    Sketch(usize, u32),
    /// Has drawn the curve.
    Compare,
    /// Leaves the lesson.
    Leave,
}

/// What the reader has done in lessons.
#[derive(Clone, Debug)]
pub struct Lessons {
    /// The curve that is being drawn: heights, hundredths of the axis.
    sketch: [u32; PLACES],
    /// What was computed last.
    revealed: Option<Revealed>,
    /// The steps at which lessons were left.
    places: Vec<(&'static str, usize)>,
}

/// What a step shows once it is answered: it is computed once, for runs and models may be asked.
#[derive(Clone, Debug)]
struct Revealed {
    /// The lesson, and the place of the step.
    of: (&'static str, usize),
    said: String,
    /// See [`Question::right`].
    right: f64,
}

impl Default for Lessons {
    fn default() -> Self {
        Self { sketch: [FIRST; PLACES], revealed: None, places: Vec::new() }
    }
}

/// The lesson of a scenario, with the place of its step.
pub fn of(scenario: &Scenario) -> Option<(&'static Lesson, usize)> {
    let lesson = lesson::of(scenario.chosen(Key::Lesson))?;
    Some((lesson, (scenario.count(Key::Step) as usize).clamp(1, lesson.steps.len()) - 1))
}

/// Whether the reader has still to answer.
pub fn asks(scenario: &Scenario) -> bool {
    of(scenario).is_some() && scenario.get(Key::Answer) == 0.0
}

/// Whether the curves are hidden: the reader draws them first.
pub fn hides_curves(scenario: &Scenario) -> bool {
    asks(scenario) && draws(scenario)
}

/// Whether a curve is asked for.
fn draws(scenario: &Scenario) -> bool {
    of(scenario).is_some_and(|(lesson, step)| matches!(lesson.steps[step].question, Question::Draw { .. }))
}

/// The scene of a step.
fn scene(lesson: &'static Lesson, step: usize) -> Scenario {
    let scenario = link::parse(lesson.steps.get(step).map_or("", |step| step.link)).scenario;
    let mut problems = Vec::new();
    scenario.put(Key::Lesson, lesson.slug, &mut problems).set(Key::Step, (step + 1) as f64)
}

impl Lessons {
    /// A lesson is opened, where it was left or at its first step.
    pub fn open(&mut self, slug: &str) -> Option<Scenario> {
        let lesson = lesson::of(slug)?;
        let left = self.places.iter().find(|(slug, _)| *slug == lesson.slug).map_or(0, |(_, step)| *step);
        self.sketch = [FIRST; PLACES];
        Some(scene(lesson, left))
    }

    /// Another step of the lesson of a scenario, if it has one.
    pub fn step(&mut self, scenario: &Scenario, by: isize) -> Option<Scenario> {
        let (lesson, step) = of(scenario)?;
        let next = step.checked_add_signed(by).filter(|next| *next < lesson.steps.len())?;
        self.keep(lesson, next);
        self.sketch = [FIRST; PLACES];
        Some(scene(lesson, next))
    }

    /// The same scene outside of the lesson, which is found at this step again.
    pub fn leave(&mut self, scenario: &Scenario) -> Scenario {
        if let Some((lesson, step)) = of(scenario) {
            self.keep(lesson, step);
        }
        [Key::Lesson, Key::Step, Key::Answer]
            .iter()
            .fold(*scenario, |scenario, key| scenario.reset(*key, &mut Vec::new()))
    }

    fn keep(&mut self, lesson: &'static Lesson, step: usize) {
        self.places.retain(|(slug, _)| *slug != lesson.slug);
        self.places.push((lesson.slug, step));
    }

    /// A place of the curve is moved to a height.
    pub fn draw(&mut self, place: usize, height: u32) {
        if let Some(point) = self.sketch.get_mut(place) {
            *point = height.clamp(1, 99);
        }
    }

    /// The curve as an answer: two digits for each place.
    pub fn answer(&self) -> f64 {
        self.sketch.iter().rev().fold(0.0, |answer, height| 100.0 * answer + f64::from(*height))
    }

    /// The heights of the curve of a scenario, if one is asked for: as answered, or as far as it is drawn.
    fn sketch(&self, scenario: &Scenario) -> Option<[u32; PLACES]> {
        if !draws(scenario) {
            return None;
        }
        let mut answer = scenario.get(Key::Answer) as u64;
        if answer == 0 {
            return Some(self.sketch);
        }
        let mut next = || {
            let height = (answer % 100) as u32;
            answer /= 100;
            height
        };
        Some(std::array::from_fn(|_| next()))
    }

    /// What an answered step shows.
    fn reveal(&mut self, lesson: &'static Lesson, step: usize) -> &Revealed {
        let of = (lesson.slug, step);
        let known = self.revealed.take().filter(|known| known.of == of);
        let Step { question, reveal, .. } = &lesson.steps[step];
        self.revealed.insert(known.unwrap_or_else(|| Revealed { of, said: reveal(), right: question.right() }))
    }

    /// The part of the page.
    pub fn sheet(&mut self, results: &Results, plot: Plot) -> Sheet {
        let scenario = &results.scenario;
        let mut sheet = Sheet::default();
        let here = of(scenario);
        sheet.show("lesson", here.is_some());
        sheet.class("body", "lesson", here.is_some()).class("body", "asks", asks(scenario));
        let sketch = self.sketch(scenario);
        sheet.markup("sketch", sketch.map_or_else(|| html! {}, |sketch| line(sketch, plot)));
        let Some((lesson, step)) = here else { return sheet };
        let revealed = if asks(scenario) { None } else { Some(self.reveal(lesson, step)) };
        sheet.text("lesson-title", format!("{}, step {} of {}", lesson.title(), step + 1, lesson.steps.len()));
        sheet.text("lesson-text", lesson.steps[step].text);
        sheet
            .markup("lesson-question", question(&lesson.steps[step], results, sketch, revealed.map(|seen| seen.right)));
        for (index, height) in sketch.iter().flatten().enumerate().filter(|_| asks(scenario)) {
            sheet.value(format!("sketch-{index}"), height.to_string());
        }
        sheet.show("lesson-reveal", revealed.is_some());
        sheet.text("lesson-reveal", revealed.map_or("", |seen| &seen.said));
        sheet.state("lesson-back", "aria-disabled", step == 0);
        sheet.state("lesson-next", "aria-disabled", step + 1 == lesson.steps.len());
        sheet
    }
}

/// The curve drawn by hand, over the plot.
fn line(sketch: [u32; PLACES], plot: Plot) -> Markup {
    let place = |(index, height): (usize, &u32)| {
        let x = plot.left + plot.width * (index + 1) as f64 / PLACES as f64;
        let y = plot.top + plot.height * (1.0 - f64::from(*height) / 100.0);
        format!("{x:.1},{y:.1}")
    };
    let points: Vec<_> = sketch.iter().enumerate().map(place).collect();
    html! {
        svg width="100%" height="100%" {
            polyline points=(points.join(" ")) {}
            @for point in &points { @let (x, y) = point.split_once(',').unwrap_or_default(); circle cx=(x) cy=(y) r="5" {} }
        }
    }
}

/// What is asked, with the ways to answer; once it is answered, with what was `right`.
fn question(step: &Step, results: &Results, sketch: Option<[u32; PLACES]>, right: Option<f64>) -> Markup {
    let answer = results.scenario.get(Key::Answer);
    html! {
        p { b { (step.question.ask()) } }
        @match step.question {
            Question::Choice { options, .. } => {
                ul.answers {
                    @for (index, option) in options.iter().enumerate() {
                        @let mine = answer as usize == index + 1;
                        li {
                            button type="button" data-do="try" data-of={ "answer=" (index + 1) } aria-pressed=(mine) { (option) }
                            @if right == Some(index as f64) { " " b { "right" } } @else if mine { " your answer" }
                        }
                    }
                }
            }
            Question::Number { unit, .. } => {
                p {
                    label { "Your answer " input type="text" inputmode="decimal" id="lesson-number" data-key="answer" autocomplete="off"; " " (unit) }
                }
                @if let Some(right) = right {
                    p { "You said " (significant(answer, 4)) "; it is " b { (significant(right, 3)) " " (unit) } "." }
                } @else {
                    p.muted { "Type a number and press Enter." }
                }
            }
            Question::Draw { .. } => {
                @let last = results.load_end();
                @if right.is_none() {
                    // Their values are written apart, so that the one that is being moved stays.
                    @for index in 0..PLACES {
                        @let load = last * (index + 1) as f64 / PLACES as f64;
                        p.draw {
                            label for={ "sketch-" (index) } { "at " (significant(load, 2)) }
                            " " input type="range" min="1" max="99" id={ "sketch-" (index) } data-key={ "sketch-" (index) };
                        }
                    }
                    p { button type="button" class="primary" data-do="drawn" { "Compare with the model" } }
                } @else {
                    p { (part(sketch.unwrap_or([FIRST; PLACES]), results, last)) }
                }
            }
        }
    }
}

/// Where a curve drawn by hand and that of the model part most.
fn part(heights: [u32; PLACES], results: &Results, last: f64) -> String {
    let Some(curve) = results.curves.first() else { return String::new() };
    let top = results.values().1;
    let compared = heights.iter().enumerate().filter_map(|(index, height)| {
        let load = last * (index + 1) as f64 / PLACES as f64;
        let model = curve.model.measures(load)?.first().copied()?;
        Some((load, top * f64::from(*height) / 100.0, model))
    });
    let farthest = compared.max_by(|a, b| (a.1 - a.2).abs().total_cmp(&(b.1 - b.2).abs()));
    farthest.map_or_else(String::new, |(load, drawn, model)| {
        format!(
            "Your curve parts most from the model at {}: {} against {}.",
            results.load_words(load),
            significant(drawn, 2),
            results.words(&[model], 2)
        )
    })
}

/// The cards of all lessons.
pub fn cards() -> Sheet {
    let mut sheet = Sheet::default();
    sheet.markup(
        "lessons-list",
        html! {
            @for lesson in lesson::ALL {
                li {
                    h3 { (lesson.title()) }
                    p { (lesson.steps[0].question.ask()) }
                    p.muted { (lesson.steps.len()) @if lesson.steps.len() == 1 { " step, " } @else { " steps, " } (lesson.minutes) " minutes" }
                    button type="button" data-do="lesson" data-of=(lesson.slug) { "Begin" }
                    details {
                        summary { "For teachers" }
                        p { b { "Goal: " } (lesson.goal) }
                        p { b { "What most people believe: " } (lesson.misconception) }
                        p { b { "Ask: " } (lesson.ask.join(" ")) }
                    }
                }
            }
        },
    );
    sheet
}
