//! A lesson: asked before anything is seen, answered, seen, left and found again.

use super::*;
use crate::{
    app::edit,
    learn::{gallery::GalleryAction, inline},
};
use flitscope::{
    experiment,
    lesson::{self, Question},
};

fn learn(bench: &mut Bench, doing: LessonAction) {
    bench.send(LearnMessage::Lesson(doing));
    bench.settle();
}

#[test]
fn all_lessons_are_played_to_their_end() {
    for lesson in lesson::all() {
        let mut bench = Bench::new("");
        learn(&mut bench, LessonAction::Open(lesson.slug.clone()));
        for (index, step) in lesson.steps.iter().enumerate() {
            let place = format!(" Step {} of {}", index + 1, lesson.steps.len());
            assert!(bench.said("lesson-step").ends_with(&place), "{}", bench.said("lesson-step"));
            assert_eq!(bench.said("lesson-text").matches("<p>").count(), step.text.len());
            let asks = step.asks();
            assert_eq!(bench.sheet.classed("body", "asks"), Some(asks), "{}", lesson.slug);
            assert_eq!(bench.sheet.shows("lesson-reveal"), Some(false), "nothing is seen before it is asked");
            match &step.question {
                Question::Choice { right, .. } => bench.put(Key::Answer, &(right + 1).to_string()),
                Question::Number { .. } => bench.put(Key::Answer, "12"),
                Question::Draw { .. } => learn(&mut bench, LessonAction::Compare),
                Question::Look => {}
            }
            bench.settle();
            assert_eq!(bench.said("lesson-reveal"), inline::markup(&step.cause).into_string(), "{}", lesson.slug);
            assert_eq!(bench.sheet.classed("body", "asks"), Some(false));
            if let Question::Choice { options, right, .. } = &step.question {
                let said = bench.said("lesson-question");
                let words = inline::markup(&options[*right].words).into_string();
                assert!(said.contains(&format!("<b>{words}</b>")) && !said.contains("you said"), "{said}");
            }
            // A link in the middle opens the step with its answer.
            let link = link::write(bench.state.scenario());
            let again = Bench::new(&format!("#{link}"));
            assert_eq!(again.said("lesson-reveal"), bench.said("lesson-reveal"), "{link}");
            learn(&mut bench, LessonAction::Step(1));
        }
    }
}

#[test]
fn a_curve_is_drawn_before_it_is_seen() {
    let mut bench = Bench::new("");
    learn(&mut bench, LessonAction::Open("end".into()));
    assert_eq!(bench.drawn, (0, 0), "the axes alone");
    assert_eq!(bench.said("sketch").matches("<circle").count(), 5);
    for (place, height) in [("sketch-0", "31"), ("sketch-4", "99"), ("sketch-5", "71")] {
        let message =
            edit::changed(place, edit::ControlKind::Slider, height.into(), true).expect("a place of the curve");
        bench.send(message);
    }
    bench.settle();
    learn(&mut bench, LessonAction::Compare);
    assert_eq!(bench.get(Key::Answer), 719_930_303_031.0, "two digits for each handle, the last one first");
    assert!(bench.drawn.0 >= 2, "{:?}", bench.drawn);
    assert!(bench.said("lesson-question").contains("<b>ends at λ = 0.00244</b><span>you said: ends at λ = "));
    assert!(bench.said("sketch").contains("<polyline"), "the guess stays");
}

#[test]
fn a_lesson_that_is_left_is_found_where_it_was_and_the_scene_stays() {
    let mut bench = Bench::new("#v=2&k=9&load=0.002");
    learn(&mut bench, LessonAction::Open("more-channels".into()));
    learn(&mut bench, LessonAction::Step(1));
    let scene = *bench.state.scenario();
    learn(&mut bench, LessonAction::Leave);
    assert_eq!(bench.sheet.shows("lesson"), Some(false));
    assert_eq!(bench.state.scenario().chosen(Key::Select), scene.chosen(Key::Select));
    learn(&mut bench, LessonAction::Open("more-channels".into()));
    assert!(bench.said("lesson-step").ends_with(" Step 2 of 3"), "{}", bench.said("lesson-step"));
    learn(&mut bench, LessonAction::Step(1));
    assert!(bench.said("lesson-step").ends_with(" Step 3 of 3"));
    learn(&mut bench, LessonAction::Step(1));
    learn(&mut bench, LessonAction::Step(1));
    assert!(bench.said("lesson-step").ends_with(" End"), "nothing comes after the task");
    // Undo goes back through the scenes, to the one before the lesson.
    for _ in 0..6 {
        bench.send(EditMessage::Undo);
        bench.settle();
    }
    assert_eq!(bench.state.scenario().count(Key::K), 9);
}

#[test]
fn a_step_back_leads_to_the_question_that_the_scene_was_about_and_to_its_answer() {
    let mut bench = Bench::new("");
    learn(&mut bench, LessonAction::Open("more-channels".into()));
    learn(&mut bench, LessonAction::Step(1));
    bench.put(Key::Answer, "1");
    bench.settle();
    assert!(bench.state.scenario().pins().all().len() == 1, "V = 7 is pinned beside the answer");
    bench.slide(Key::Vcs, "5");
    learn(&mut bench, LessonAction::Step(1));
    let place = |bench: &Bench| [Key::Step, Key::Answer, Key::Vcs].map(|key| bench.get(key));
    assert_eq!((place(&bench), bench.state.scenario().pins().all().len()), ([3.0, 0.0, 7.0], 0));
    for expected in [[2.0, 1.0, 5.0], [2.0, 1.0, 3.0], [2.0, 0.0, 3.0]] {
        bench.send(EditMessage::Undo);
        bench.settle();
        assert_eq!(place(&bench), expected);
    }
    assert_eq!(bench.sheet.shows("lesson-reveal"), Some(false), "unanswered again");
    for expected in [[2.0, 1.0, 3.0], [2.0, 1.0, 5.0], [3.0, 0.0, 7.0]] {
        bench.send(EditMessage::Redo);
        bench.settle();
        assert_eq!(place(&bench), expected);
    }
    // A reader who goes back, or returns later, finds the answers that were given.
    learn(&mut bench, LessonAction::Step(-1));
    assert_eq!(place(&bench), [2.0, 1.0, 3.0]);
    assert_eq!(bench.state.scenario().pins().all().len(), 1);
    learn(&mut bench, LessonAction::Leave);
    learn(&mut bench, LessonAction::Open("more-channels".into()));
    assert_eq!(place(&bench), [2.0, 1.0, 3.0]);
}

#[test]
fn a_pointer_draws_the_curve_and_puts_its_end() {
    let mut bench = Bench::new("");
    learn(&mut bench, LessonAction::Open("end".into()));
    let load = bench.get(Key::Load);
    // The plot of the bench: 400 by 200 from 50, 10 on.
    for (to, comes_down) in
        [((130.0, 110.0), true), ((210.0, 90.0), false), ((410.0, 20.0), true), ((330.0, 20.0), false)]
    {
        bench.send(ChartMessage::Drag { to, comes_down });
        bench.settle();
    }
    let value = |place: usize| bench.sheet.valued(&format!("sketch-{place}"));
    assert_eq!([0, 1, 2, 5].map(value).map(Option::unwrap_or_default), ["50", "60", "30", "70"]);
    assert_eq!(bench.get(Key::Load), load, "the operating point stays");
    bench.send(ChartMessage::Cursor(Cursor::At(200.0)));
    assert_eq!(bench.sheet.shows("readout"), Some(false), "what is asked is not read out");
    learn(&mut bench, LessonAction::Compare);
    bench.send(ChartMessage::Drag { to: (130.0, 20.0), comes_down: true });
    assert_ne!(bench.get(Key::Load), load, "once it is answered the load is dragged again");
    bench.settle();
    assert!(bench.said("sketch").contains("<polyline"));
    let moved = Plot { left: 50.0, top: 60.0, width: 400.0, height: 100.0 };
    bench.send(ChartMessage::Drawn { plot: Some(moved), milliseconds: 1.0 });
    assert!(bench.said("sketch").contains("points=\"130.0,110.0 "), "it moves with its plot: {}", bench.said("sketch"));
    bench.put(Key::Vcs, "8");
    bench.settle();
    assert_eq!(bench.said("sketch"), "", "it was not drawn over these axes");
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
fn the_gallery_and_the_pages_of_a_lesson_open_and_close() {
    let mut bench = Bench::new("");
    bench.send(LearnMessage::Gallery(GalleryAction::Open));
    bench.settle();
    assert!(bench.asked.contains(&Effect::Open("gallery")));
    assert!(bench.said("gallery-lessons").contains("<svg"));
    bench.send(LearnMessage::Handout("worksheet,end".into()));
    bench.settle();
    assert_eq!((bench.sheet.classed("body", "paper"), bench.sheet.shows("paper")), (Some(true), Some(true)));
    assert_eq!(bench.said("paper-title"), "Worksheet: Where does the curve end?");
    bench.wait(1_000.0);
    assert!(bench.asked.contains(&Effect::Title("Worksheet: Where does the curve end? · Flitscope".into())));
    assert!(bench.fragment().is_some_and(|link| link.contains("lesson=end&paper=worksheet")));
    bench.send(PageMessage::Print);
    assert!(bench.asked.contains(&Effect::Print));
    bench.put(Key::Paper, "0");
    bench.settle();
    assert_eq!((bench.sheet.shows("paper"), bench.sheet.shows("lesson")), (Some(false), Some(true)));
}

#[test]
fn nothing_is_simulated_by_itself_before_the_answer() {
    let mut bench = Bench::live("");
    learn(&mut bench, LessonAction::Open("who-waits".into()));
    bench.wait(2_000.0);
    assert!(bench.jobs.is_empty(), "{:?}", bench.jobs);
    bench.put(Key::Answer, "2");
    bench.wait(2_000.0);
    assert!(!bench.jobs.is_empty());
}

#[test]
fn a_step_that_a_lesson_does_not_have_is_its_end() {
    let bench = Bench::new("#v=2&system=banyan-multicast&lesson=proof&step=9");
    assert!(bench.said("lesson-step").ends_with(" End"), "{}", bench.said("lesson-step"));
    let bench = Bench::new("#v=2&lesson=nonsense");
    assert_eq!(bench.sheet.shows("lesson"), Some(false));
}

#[test]
fn what_a_step_animates_beside_comes_with_its_answer() {
    let mut bench = Bench::new("");
    learn(&mut bench, LessonAction::Open("more-channels".into()));
    assert_eq!((bench.get(Key::Beside), bench.sheet.shows("pair-frame")), (0.0, Some(false)));
    bench.put(Key::Answer, "3");
    bench.settle();
    assert_eq!((bench.get(Key::Beside), bench.said("pair-name").as_str()), (1.0, "V = 7"));
    learn(&mut bench, LessonAction::Step(1));
    assert_eq!((bench.get(Key::Beside), bench.sheet.shows("pair-frame")), (0.0, Some(false)));
    learn(&mut bench, LessonAction::Step(-1));
    assert_eq!((bench.get(Key::Beside), bench.sheet.shows("pair-frame")), (1.0, Some(true)));
}

#[test]
fn lessons_of_a_link_and_of_another_tab_are_done_and_stand_in_no_other_link() {
    let mut bench = Bench::new("#v=2&done=end");
    assert_eq!(bench.state.progress.words(), "end");
    bench.send(LearnMessage::Kept("distance".into()));
    learn(&mut bench, LessonAction::Open("first".into()));
    bench.asked.clear();
    for _ in 0..5 {
        learn(&mut bench, LessonAction::Step(1));
    }
    let kept = Effect::Remember { name: "done", word: "first,distance,end".into() };
    assert_eq!(bench.asked.iter().filter(|effect| **effect == kept).count(), 1);
    bench.slide(Key::Vcs, "5");
    bench.wait(1_000.0);
    assert!(bench.fragment().is_some_and(|link| link.contains("vcs=5") && !link.contains("done=")));
}

#[test]
fn a_slide_shows_the_right_answer_as_a_reader_does_who_gives_it() {
    for lesson in lesson::all() {
        let mut bench = Bench::new(&format!("#lesson={}&present=1", lesson.slug));
        let mut presses = 0;
        while lesson::ended(bench.state.scenario()).is_none() {
            let asked = lesson::asks(bench.state.scenario());
            learn(&mut bench, LessonAction::Slide { forward: true });
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
fn the_first_lesson_is_offered_once_and_has_a_picture_and_no_number_on_each_card() {
    let mut bench = Bench::new("#v=2");
    bench.settle();
    let offered = |bench: &Bench| bench.said("try").contains("data-of=\"first\"");
    assert!(offered(&bench));
    learn(&mut bench, LessonAction::Open("first".into()));
    let mut pictures = std::collections::BTreeSet::new();
    for _ in 0..5 {
        let text = bench.said("lesson-text");
        assert!(!text.is_empty() && !text.contains(|c: char| c.is_ascii_digit()), "{text}");
        assert!(bench.said("lesson-stage").contains("<svg") && bench.sheet.classed("body", "staged") == Some(true));
        pictures.insert(bench.said("lesson-stage"));
        learn(&mut bench, LessonAction::Step(1));
    }
    assert_eq!(pictures.len(), 5);
    learn(&mut bench, LessonAction::Leave);
    assert!(!offered(&bench), "it is done");
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
fn the_ring_stays_frozen_or_moves_by_the_change_that_is_tried() {
    let mut bench = Bench::moving("#lesson=deadlock&step=3");
    bench.wait(300.0);
    bench.put(Key::Vcs, "4");
    bench.wait(3_000.0);
    let said = bench.said("lesson-said");
    assert!(said.starts_with("Still frozen: message ") && said.contains(" waits for "), "{said}");
    bench.put(Key::Vcs, "3");
    bench.put(Key::Escape, "on");
    bench.wait(1_000.0);
    let delivered = |bench: &Bench| {
        let said = bench.said("lesson-said");
        let number = said.strip_prefix("It moves: ").and_then(|rest| rest.split(' ').next());
        number.and_then(|number| number.parse::<u32>().ok()).unwrap_or_else(|| panic!("{said}"))
    };
    let before = delivered(&bench);
    bench.wait(10_000.0);
    assert!(delivered(&bench) > before, "{} after {before}", delivered(&bench));
}

/// The orders of some things.
fn orders(things: &[String]) -> Vec<Vec<String>> {
    let with = |place: usize| {
        let mut others = things.to_vec();
        let first = others.remove(place);
        orders(&others).into_iter().map(move |order| [vec![first.clone()], order].concat())
    };
    if things.is_empty() { vec![Vec::new()] } else { (0..things.len()).flat_map(with).collect() }
}

#[test]
fn a_task_takes_its_offers_in_any_order_and_answers_what_is_there() {
    for lesson in lesson::all().iter().filter(|lesson| lesson.task.as_ref().is_some_and(|task| task.is_pressed())) {
        let task = lesson.task.as_ref().expect("a task");
        let changes: Vec<_> = task.offers.iter().map(|offer| offer.change.clone()).collect();
        let mut bench = Bench::new(&format!("#lesson={}&step={}", lesson.slug, lesson.steps.len() + 1));
        for (place, change) in orders(&changes).concat().iter().enumerate() {
            let before = *bench.state.scenario();
            learn(&mut bench, LessonAction::Try(change.clone()));
            let now = *bench.state.scenario();
            let offer = task.offers.iter().find(|offer| offer.change == *change).expect("an offer");
            assert!(task.others(&now).is_empty(), "{change}: {now:?}");
            let aim = task.changed(&now, change);
            assert_eq!((aim, bench.said("lesson-said") == "Not yet."), (Some(now), false), "{}: {change}", lesson.slug);
            assert_eq!(task.is_solved(lesson, &now), offer.right, "{}: {change} as press {place}", lesson.slug);
            assert!(bench.said("lesson-task").contains("aria-pressed=\"true\""), "{change}");
            let reply = task.reply(&now, offer.right).expect("a reply");
            assert_eq!(task.changed(&now, &reply.change), aim, "{}: {change}", lesson.slug);
            if place == 0 && aim == Some(before) {
                assert_eq!(now, before, "it is set already");
            }
        }
    }
}

#[test]
fn a_task_whose_other_settings_have_changed_says_so_and_puts_them_back() {
    for (fragment, changes, said, right) in [
        ("distance&step=3", vec![(Key::Vcs, "8"), (Key::Flits, "16")], "V", true),
        ("distance&step=3", vec![(Key::Load, "0.002"), (Key::Vcs, "5"), (Key::Flits, "24")], "V and λ", false),
        ("end&step=4", vec![(Key::Vcs, "4"), (Key::Load, "0.0045")], "V", true),
        ("in-whose-way&step=4", vec![(Key::Routing, "valiant"), (Key::Routing, "adaptive")], "", true),
        (
            "in-whose-way&step=4",
            vec![(Key::Load, "0.001"), (Key::K, "7"), (Key::N, "1"), (Key::Flits, "9")],
            "k, M and λ",
            false,
        ),
        ("the-port&step=4", vec![(Key::N, "5"), (Key::Reading, "flow")], "the model variant", true),
        ("proof&step=5", vec![(Key::Packets, "two"), (Key::Arbitration, "fcfs")], "the packets that wait", true),
        // A link may bring any of them, even another system.
        ("distance&step=3&vcs=8&flits=16", vec![], "V", true),
        ("distance&step=3&system=hypercube-mmpp", vec![], "other settings", false),
    ] {
        let mut bench = Bench::new(&format!("#lesson={fragment}"));
        bench.settle();
        for (key, text) in &changes {
            bench.put(*key, text);
            bench.settle();
        }
        let solved = |bench: &Bench| bench.sheet.has("lesson-task", "data-solved");
        assert_eq!(bench.sheet.shows("lesson-restore"), Some(!said.is_empty()), "{fragment}");
        if !said.is_empty() {
            assert_eq!(bench.said("lesson-said"), format!("You have also changed {said}."), "{fragment}");
            assert_eq!(solved(&bench).as_deref(), Some("false"), "{fragment}");
            learn(&mut bench, LessonAction::Try(String::new()));
        }
        assert_eq!(bench.sheet.shows("lesson-restore"), Some(false), "{fragment}");
        assert_eq!(solved(&bench).as_deref(), Some(if right { "true" } else { "false" }), "{fragment}");
        let hidden = bench.sheet.shows("lesson-reply") == Some(false);
        assert!(hidden || !bench.said("lesson-said").contains("also"), "{fragment}");
    }
}
