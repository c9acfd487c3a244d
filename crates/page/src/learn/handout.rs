//! A lesson on paper: a page for the teacher with its goal, its answers and what to ask, and a worksheet without answers. Both stand in a
//! link, and are printed as they are seen.

use super::{
    gallery::TOPICS,
    inline,
    lesson::{bars, picture},
    qr, thumbnail,
};
use crate::prelude::*;
use flitscope::{
    lesson::{LessonStep, Question, Task},
    text::sentence as capital,
};
use std::sync::Arc;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum HandoutKind {
    Teacher,
    Worksheet,
    Plan,
}

const IN_CLASS: &str = "Let everyone answer alone first, then let neighbours discuss, and only then show the result.";

fn of(scenario: &Scenario) -> Option<(HandoutKind, Arc<Lesson>)> {
    let kind = match scenario.chosen(Key::Paper) {
        "teacher" => HandoutKind::Teacher,
        "worksheet" => HandoutKind::Worksheet,
        "plan" => HandoutKind::Plan,
        _ => return None,
    };
    Some((kind, lesson::at(scenario)?.0))
}

pub(crate) fn title(scenario: &Scenario) -> Option<String> {
    of(scenario).map(|(kind, lesson)| format!("{} · Flitscope", name(kind, &lesson)))
}

fn name(kind: HandoutKind, lesson: &Lesson) -> String {
    match kind {
        HandoutKind::Teacher => format!("For teachers: {}", lesson.title),
        HandoutKind::Worksheet => format!("Worksheet: {}", lesson.title),
        HandoutKind::Plan => "For teachers: a plan of all lessons".into(),
    }
}

/// The page of a lesson that a button names: `worksheet,end`.
pub(crate) fn named(name: &str) -> Option<Scenario> {
    let (kind, slug) = name.split_once(',')?;
    let scene = lesson::scene_of(&*lesson::of(slug)?, 0, 0.0);
    let mut problems = Vec::new();
    let paper = scene.put(Key::Paper, kind, &mut problems);
    problems.is_empty().then_some(paper)
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Handout {
    made: Option<(HandoutKind, Arc<Lesson>, String)>,
}

impl Handout {
    /// The part of the page; `base` is its address without a fragment. It is computed when it is first seen.
    pub(crate) fn sheet(&mut self, scenario: &Scenario, base: &str) -> DomPatch {
        let mut sheet = DomPatch::default();
        let open = of(scenario);
        sheet.class("body", "paper", open.is_some()).show("paper", open.is_some());
        let Some((kind, lesson)) = open else { return sheet };
        let language = if kind == HandoutKind::Plan { "en" } else { lesson.language_or_ours() };
        sheet.attribute("paper", "lang", language);
        let known = self.made.take().filter(|(known, of, _)| *known == kind && Arc::ptr_eq(of, &lesson));
        let page = || if kind == HandoutKind::Plan { plan(base) } else { page(kind, &lesson, base) };
        let made = || (kind, lesson.clone(), page().into_string());
        let (_, _, markup) = self.made.insert(known.unwrap_or_else(made));
        sheet.mark("paper-text", Patch::Markup(markup.clone()));
        sheet.text("paper-title", name(kind, &lesson));
        sheet
    }
}

/// The short link of a step: it brings its scene. That of a lesson from a file, which is long, is its scene alone.
fn address(base: &str, lesson: &Lesson, index: usize) -> String {
    if lesson.slug == lesson::OWN {
        return format!("{base}#{}", link::write(&lesson.steps[index].asked.set(Key::Cycle, 0.0)));
    }
    format!("{base}#lesson={}&step={}", lesson.slug, index + 1)
}

fn page(kind: HandoutKind, lesson: &Lesson, base: &str) -> Markup {
    let address = |index: usize| address(base, lesson, index);
    let each = lesson.minutes as usize / lesson.steps.len();
    html! {
        @if kind == HandoutKind::Teacher {
            p { b { "Goal. " } (lesson.goal) }
            p {
                b { "Timing. " } (lesson.minutes) " minutes, " (count(lesson.steps.len(), "step", "steps"))
                    @if each > 0 { ": about " (each) " minutes each" }
                ". " (IN_CLASS)
            }
            p { b { "Ask. " } (lesson.ask.join(" ")) }
        } @else {
            p.name { "Name" }
            p { "Answer each question before you open its scene. Then open it, and write down where you guessed wrong." }
        }
        @for (index, step) in lesson.steps.iter().enumerate() {
            section {
                h2 { "Step " (index + 1) }
                div.beside.draw[matches!(step.question, Question::Draw { .. })] {
                    div {
                        @for paragraph in &step.text { p dir="auto" { (inline::markup(paragraph)) } }
                        @if let Some(drawn) = &step.picture { (picture::at(drawn, 0, "")) }
                        @if step.asks() { p dir="auto" { b { (step.question.ask()) } } }
                        (answers(kind, step))
                    }
                    @if let Some(stage) = &step.stage { (picture::at(stage, step.asked.count(Key::Cycle), &step.title)) }
                        @else { (thumbnail::of_step(step)) }
                }
                @if step.asks() && kind == HandoutKind::Teacher {
                    p { b { "Result. " } (inline::markup(&step.cause)) " " (inline::markup(&step.more)) }
                    (bars::markup(&step.bars))
                    (mistakes(step))
                }
                div.reply {
                    div {
                        @if step.asks() && kind == HandoutKind::Worksheet {
                            p.lines { "Because" }
                            p.lines { "What I see" }
                        }
                        p.link { a href=(address(index)) { (address(index)) } }
                    }
                    // A class opens it with a telephone.
                    @if kind == HandoutKind::Worksheet { @if let Some(code) = qr::markup(&address(index)) { (code) } }
                }
            }
        }
        @if let Some(task) = &lesson.task {
            section {
                h2 { "Your turn" }
                p dir="auto" { (task.ask) }
                @if kind == HandoutKind::Worksheet { p.lines { "My setting" } } @else { p { "One way: " code { (one_way(task)) } "." } }
            }
        }
    }
}

/// All lessons in their order, with minutes, goals, answers and common mistakes.
fn plan(base: &str) -> Markup {
    html! {
        p { "Four classes of 90 minutes, one for each topic. " (IN_CLASS) " Each lesson but the first ends with a task that the page checks." }
        @for topic in TOPICS {
            @let lessons = || lesson::all().iter().filter(|lesson| lesson.tags.iter().any(|tag| tag == topic));
            h2 { (capital(topic)) ", " (lessons().map(|lesson| lesson.minutes).sum::<u32>()) " minutes of lessons" }
            @for lesson in lessons() {
                section {
                    h3 { (lesson.title) ", " (lesson.minutes) " minutes" }
                    p { b { "Goal. " } (lesson.goal) }
                    p { b { "Ask. " } (lesson.ask.join(" ")) }
                    @for step in &lesson.steps {
                        p { (inline::markup(&step.text.join(" "))) " " (step.question.ask()) " " b { (right(step)) } }
                        (mistakes(step))
                    }
                    @if let Some(task) = &lesson.task { p { b { "Task. " } (task.ask) " One way: " code { (one_way(task)) } "." } }
                    @let address = address(base, lesson, 0);
                    p.link { a href=(address) { (address) } }
                }
            }
        }
    }
}

fn right(step: &LessonStep) -> String {
    match &step.question {
        Question::Choice { options, right, .. } => {
            options.get(*right).map_or_else(String::new, |option| format!("{}.", option.words))
        }
        Question::Number { unit, right, .. } => format!("{} {unit}.", significant(*right, 3)),
        Question::Draw { .. } => step.cause.clone(),
        Question::Look => String::new(),
    }
}

fn one_way(task: &Task) -> &str {
    task.offers.iter().find(|offer| offer.right).map_or("", |offer| &offer.change)
}

fn mistakes(step: &LessonStep) -> Markup {
    let named: Vec<&str> = match &step.question {
        Question::Choice { options, .. } => options.iter().map(|option| option.mistake.as_str()).collect(),
        Question::Number { mistakes, .. } => mistakes.iter().map(|(.., words)| words.as_str()).collect(),
        Question::Draw { .. } | Question::Look => Vec::new(),
    };
    html! {
        @for words in named.iter().filter(|words| !words.is_empty()) { p.muted { b { "A common mistake: " } (inline::markup(words)) } }
    }
}

/// The options, or room for an answer; for a teacher with the right one.
fn answers(kind: HandoutKind, step: &LessonStep) -> Markup {
    let right = if kind == HandoutKind::Teacher { step.question.right() } else { f64::NAN };
    html! {
        @match &step.question {
            Question::Choice { options, .. } => {
                ul {
                    @for (index, option) in options.iter().enumerate() {
                        li dir="auto" { (inline::markup(&option.words)) @if right == index as f64 { " " b { "(right)" } } }
                    }
                }
            }
            Question::Number { unit, .. } if kind == HandoutKind::Teacher => p { b { (significant(right, 3)) " " (unit) } },
            Question::Number { unit, .. } => p { span.room {} " " (unit) },
            Question::Draw { .. } => p.muted { "Draw the curve over the axes." },
            Question::Look => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BASE: &str = "https://example.org/";

    fn said(name: &str) -> String {
        Handout::default().sheet(&named(name).expect("a page"), BASE).said("paper-text")
    }

    #[test]
    fn every_lesson_has_a_worksheet_that_gives_no_answer_away() {
        for lesson in lesson::all() {
            let worksheet = said(&format!("worksheet,{}", lesson.slug));
            for (index, step) in lesson.steps.iter().enumerate() {
                assert!(worksheet.contains(&html! { (step.question.ask()) }.into_string()), "{}", lesson.slug);
                for told in [step.cause.as_str(), step.more.as_str()].into_iter().filter(|told| !told.is_empty()) {
                    assert!(!worksheet.contains(&inline::markup(told).into_string()), "{}", lesson.slug);
                }
                let address = address(BASE, lesson, index);
                let link = html! { (address) }.into_string();
                for (before, after) in [("href=\"", "\""), (">", "<")] {
                    let there = worksheet.matches(&format!("{before}{link}{after}")).count();
                    assert_eq!(there, 1, "the link, to follow and to read: {link}");
                }
                let parsed = lesson::parse(address.split_once('#').map_or("", |(_, link)| link));
                assert_eq!((parsed.problems, parsed.scenario), (vec![], lesson::scene_of(lesson, index, 0.0)));
            }
            // The link for a camera, what the card has, and a network or axes without a curve.
            let drawn = lesson.steps.iter().filter(|step| step.picture.is_some()).count();
            let seen = lesson.steps.iter().filter(|step| !thumbnail::of_step(step).into_string().is_empty()).count();
            assert_eq!(worksheet.matches("<svg").count(), lesson.steps.len() + drawn + seen);
            let draws = lesson.steps.iter().filter(|step| matches!(step.question, Question::Draw { .. })).count();
            assert!(seen >= draws, "{}", lesson.slug);
            assert!(!worksheet.contains("var(--printed)"), "{worksheet}");
            assert!(!worksheet.contains("(right)"), "{worksheet}");
        }
    }

    #[test]
    fn a_teacher_reads_goal_timing_questions_answers_and_beliefs() {
        let (page, lesson) = (said("teacher,end"), lesson::of("end").expect("a lesson"));
        let causes = lesson.steps.iter().map(|step| inline::markup(&step.cause).into_string());
        let fixed = ["14 minutes, 3 steps: about 4 minutes each.", "in two of five <b>(right)</b>", &lesson.goal];
        let mut parts = causes.chain(lesson.ask.iter().cloned()).chain(fixed.map(str::to_owned));
        assert!(parts.all(|part| page.contains(&part)), "{page}");
        assert_eq!(page.matches("(right)").count(), 2);
    }

    #[test]
    fn the_plan_has_every_lesson_with_its_answers() {
        let page = said("plan,first");
        for lesson in lesson::all() {
            let link = address(BASE, lesson, 0).replace('&', "&amp;");
            let mut parts =
                [lesson.goal.as_str(), &link].into_iter().chain(lesson.steps.iter().map(|step| step.question.ask()));
            assert!(parts.all(|part| page.contains(part)), "{}", lesson.slug);
        }
        assert!(page.contains("<b>a tenth longer.</b>") && page.contains("<b>264 cycles.</b>"), "{page}");
    }

    #[test]
    fn a_page_stands_in_its_link_and_nothing_else_opens_one() {
        let names = ["worksheet,proof", "teacher,end", "plan,first", "worksheet,nothing", "poster,proof", "proof"];
        blessed::words("pages on paper", names, |name| {
            let link = link::write(&named(name)?);
            title(&link::parse(&link).scenario).map(|title| (title, link))
        });
        assert_eq!(title(&link::parse("v=2&paper=worksheet").scenario), None, "no lesson, no page");
    }
}
