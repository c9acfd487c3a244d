//! A lesson: asked before anything is seen, answered, seen, left and found again.

use super::*;
use crate::learn::inline;
use flitscope::lesson::{self, Question};

fn learn(bench: &mut Bench, doing: LessonAction) {
    bench.send(LearnMessage::Lesson(doing));
    bench.settle();
}

#[test]
fn words_of_another_program_in_the_tab_are_passed_over() {
    let odd =
        ["answer distance  0", "answer ", "vote distance  0", "other"].map(|name| (name.to_owned(), "x 1 2 y".into()));
    let bench = Bench::of_tab("#lesson=distance&present=1", HashMap::new(), (true, true), (odd.into(), 0.0));
    assert_eq!((bench.get(Key::Step), bench.get(Key::Answer), bench.sheet.shows("vote")), (1.0, 0.0, Some(true)));
}

#[test]
fn a_recorded_run_is_run_again_and_gives_the_same_numbers() {
    let mut bench =
        Bench::new("#v=2&system=hypercube-slotted&n=5&load=0.12&order=rotate&lesson=the-port&step=3&answer=2");
    bench.settle();
    assert_eq!(bench.said("lesson-runs").matches("data-do=\"run\"").count(), 2);
    bench.send(LearnMessage::Lesson(LessonAction::Run(1)));
    let (worker, job, link) = bench.jobs.pop().expect("a job");
    assert!(bench.jobs.is_empty(), "that load alone");
    let scenario = link::parse(&link).scenario;
    assert_eq!((scenario.get(Key::Load), scenario.count(Key::Cycles), scenario.count(Key::Seed)), (0.12, 200_000, 1));
    let mut observation = Box::new(experiment::simulated(&scenario).expect("it is simulated"));
    bench.send(RunMessage::Heard(worker, Box::new(Reply::Observed { job, observation: observation.clone() })));
    bench.settle();
    assert_eq!(bench.said("run-1"), "You have the same numbers, to the last bit.");
    assert_eq!((bench.said("run-0").as_str(), bench.get(Key::Step)), ("", 3.0));
    assert!(bench.jobs.is_empty(), "nothing is simulated beyond it");
    // Any other bit is another number.
    observation.values[0].1[0] *= 1.0 + f64::EPSILON;
    assert_ne!(lesson::recorded::digest(&observation), lesson::of("the-port").expect("a lesson").runs[0].digest);
}

#[test]
fn a_slide_shows_the_right_answer_as_a_reader_does_who_gives_it() {
    for lesson in lesson::all() {
        let mut bench = Bench::new(&format!("#lesson={}&present=1", lesson.slug));
        let mut presses = 0;
        while lesson::ended(bench.state.scenario()).is_none() {
            let asked = lesson::asks(bench.state.scenario());
            learn(&mut bench, LessonAction::Slide(true));
            presses += 1;
            if asked {
                let answered = lesson::answered(bench.state.scenario());
                assert_eq!(answered.as_ref(), Some(bench.state.scenario()), "{}: the view and the pins", lesson.slug);
            }
        }
        let asks = lesson.steps.iter().filter(|step| step.asks()).count();
        assert_eq!(presses, lesson.steps.len() + asks, "{}", lesson.slug);
    }
}

#[test]
fn an_answer_keeps_the_question_and_names_the_mistake_of_who_made_it() {
    for lesson in lesson::all() {
        for (index, step) in lesson.steps.iter().enumerate() {
            let Question::Choice { options, right, .. } = &step.question else { continue };
            let mut bench = Bench::new(&format!("#lesson={}&step={}", lesson.slug, index + 1));
            bench.settle();
            assert_eq!(bench.said("lesson-question").matches("<kbd").count(), options.len());
            let wrong = options.iter().enumerate().find(|(place, option)| place != right && !option.mistake.is_empty());
            let (place, option) = wrong.unwrap_or_else(|| panic!("{} {index}: no mistake is named", lesson.slug));
            bench.asked.clear();
            bench.put(Key::Answer, &(place + 1).to_string());
            bench.settle();
            let said = bench.said("lesson-question");
            assert!(said.contains("you said: ") && !said.contains("<button"), "{said}");
            assert_eq!(bench.said("lesson-belief"), inline::markup(&option.mistake).into_string());
            assert!(bench.asked.contains(&Effect::Focus("lesson-next".into())));
            assert_eq!(bench.said("lesson-runs").is_empty(), step.runs.is_empty() && step.more.is_empty());
        }
    }
}

#[test]
fn every_task_replies_to_every_change_of_its_file_and_that_which_solves_it_is_right() {
    let mut tasks = 0;
    for lesson in lesson::all() {
        let Some(task) = &lesson.task else { continue };
        let link = format!("#lesson={}&step={}", lesson.slug, lesson.steps.len() + 1);
        for offer in &task.offers {
            let mut bench = Bench::moving(&link);
            bench.wait(300.0);
            assert_eq!(bench.sheet.shows("lesson-reply"), Some(false), "{}: it has not been tried", lesson.slug);
            let (name, value) = offer.change.split_once('=').expect("a change");
            let key = task.scene.system().param_called(name).expect("a key").key;
            bench.put(key, value);
            bench.wait(4_000.0);
            let said = bench.said("lesson-said");
            let right = (bench.sheet.shows("lesson-reply"), bench.sheet.classed("lesson-reply", "right"));
            assert_eq!(right, (Some(true), Some(offer.right)), "{}: {}", lesson.slug, offer.change);
            assert_eq!(bench.sheet.classed("lesson-on", "primary"), Some(offer.right));
            let begins = offer.reply.split('{').next().unwrap_or_default();
            assert!(said.starts_with(begins) && !said.contains(['{', '–']), "{}: {said}", lesson.slug);
        }
        tasks += 1;
    }
    assert_eq!(tasks, 16);
}

#[test]
fn a_task_takes_its_offers_in_any_order_and_answers_what_is_there() {
    for lesson in lesson::all().iter().filter(|lesson| lesson.task.as_ref().is_some_and(|task| task.is_pressed())) {
        let task = lesson.task.as_ref().expect("a task");
        let changes: Vec<_> = task.offers.iter().map(|offer| offer.change.clone()).collect();
        let mut bench = Bench::new(&format!("#lesson={}&step={}", lesson.slug, lesson.steps.len() + 1));
        // The reply follows from the scene before and the press: each offer after each.
        let orders = changes.iter().flat_map(|first| changes.iter().flat_map(move |second| [first, second]));
        for (place, change) in orders.enumerate() {
            let before = *bench.state.scenario();
            learn(&mut bench, LessonAction::Try(change.clone()));
            let now = *bench.state.scenario();
            let offer = task.offers.iter().find(|offer| offer.change == *change).expect("an offer");
            assert!(task.others(&now).is_empty(), "{change}: {now:?}");
            let aim = task.changed(&now, change);
            assert_eq!((aim, bench.said("lesson-said") == "Not yet."), (Some(now), false), "{}: {change}", lesson.slug);
            assert_eq!(task.is_solved(lesson, &now), Some(offer.right), "{}: {change} as press {place}", lesson.slug);
            assert!(bench.said("lesson-task").matches("aria-pressed=\"true\"").count() > 0, "{change}");
            let reply = task.reply(&now, offer.right).expect("a reply");
            assert_eq!(task.changed(&now, &reply.change), aim, "{}: {change}", lesson.slug);
            if place == 0 && aim == Some(before) {
                assert_eq!(now, before, "it is set already");
            }
        }
    }
}
