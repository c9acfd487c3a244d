//! A lesson: asked before anything is seen, answered, seen, left and found again.

use super::*;
use flitscope::lesson;

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

/// The slides of every second lesson: each has its vote, and shows the right answer as a reader does who gives it.
fn slides(first: usize) {
    for lesson in lesson::all().iter().skip(first).step_by(2) {
        let mut bench = Bench::new(&format!("#lesson={}&present=1", lesson.slug));
        for step in &lesson.steps {
            let name = format!("{}: {}", lesson.slug, bench.said("lesson-step"));
            assert!(bench.sheet.shows("vote") == Some(true) && step.asks(), "{name}");
            let options = bench.said("vote").matches("<li").count();
            assert!((2..=4).contains(&options), "{name}: {options}");
            // Without hands the network answers at once.
            bench.vote("PageDown");
            bench.wait(1_000.0);
            let answered = lesson::answered(bench.state.scenario());
            assert_eq!(answered.as_ref(), Some(bench.state.scenario()), "{name}: the view and the pins");
            let said = bench.said("vote");
            assert_eq!(said.matches("class=\" right\"").count(), 1, "{name}: {said}");
            assert!(said.contains("role=\"status\""), "{name}");
            learn(&mut bench, LessonAction::Slide(true));
        }
        assert!(lesson::ended(bench.state.scenario()).is_some(), "{}", lesson.slug);
    }
}

#[test]
fn a_slide_has_its_vote_and_shows_the_right_answer() {
    slides(0);
}

#[test]
fn a_slide_of_a_second_lesson_has_its_vote_and_shows_the_right_answer() {
    slides(1);
}

/// Every second lesson with a task: each change of its file, by its control or, where it is pressed, after each other one.
fn tasks(first: usize) {
    let tasks = lesson::all().iter().filter_map(|lesson| Some((lesson, lesson.task.as_ref()?)));
    for (lesson, task) in tasks.skip(first).step_by(2) {
        let link = format!("#lesson={}&step={}", lesson.slug, lesson.steps.len() + 1);
        let mut bench = Bench::moving(&link);
        bench.wait(300.0);
        assert_eq!(bench.sheet.shows("lesson-reply"), Some(false), "{}: it has not been tried", lesson.slug);
        let card = bench.said("lesson-task");
        for row in task.sliders() {
            let slider = format!("<input type=\"range\" id=\"{}\"", crate::panels::controls::id_of(row.key));
            assert_eq!(card.matches(&slider).count(), 1, "{card}");
        }
        assert_eq!(task.sliders().is_empty(), task.shown.is_empty(), "{}: a slider has its quantity", lesson.slug);
        // The reply does not wait for curves: a picture has time for a piece of them.
        bench.look = 2.0;
        for offer in &task.offers {
            bench.send(EditMessage::Address(link.clone()));
            let (name, value) = offer.change.split_once('=').expect("a change");
            bench.put(task.scene.system().param_called(name).expect("a key").key, value);
            bench.wait(4_000.0);
            let said = bench.said("lesson-said");
            // What it asks for is seen: the number of it, and the network; the axis of its chart ends near the value that it asks for.
            let quantities = (0..task.shown.len()).map(|place| bench.said(&format!("quantity-{place}")));
            let judged = task.judged(lesson, bench.state.scenario()).1;
            assert_eq!(quantities.collect::<Vec<_>>(), judged, "{}", lesson.slug);
            let is_drawn = bench.sheet.shows("stage-refusal") == Some(false);
            assert!(is_drawn || !offer.right, "{}: {}", lesson.slug, offer.change);
            let State { curves, results, simulation, .. } = &bench.state;
            let (_, top) = curves.chart_as_it_stands(results, simulation, &Palette::light()).y.scale.range();
            let value = results.owner().map_or(f64::INFINITY, |(_, point)| point.measures[0]);
            assert!(task.is_pressed() || !offer.right || top <= 4.5 * value, "{}: {top} for {value}", lesson.slug);
            let right = (bench.sheet.shows("lesson-reply"), bench.sheet.classed("lesson-reply", "right"));
            assert_eq!(right, (Some(true), Some(offer.right)), "{}: {}", lesson.slug, offer.change);
            assert_eq!(bench.sheet.classed("lesson-on", "primary"), Some(offer.right));
            let begins = offer.reply.split('{').next().unwrap_or_default();
            assert!(said.starts_with(begins) && !said.contains(['{', '–']), "{}: {said}", lesson.slug);
        }
        // Each offer after each, once: the first, then it with each later one, and so on.
        let mut bench = Bench::new(&link);
        bench.look = 2.0;
        let offers = if task.is_pressed() { &*task.offers } else { &[] };
        let orders = (0..offers.len()).flat_map(|one| (one..offers.len()).flat_map(move |two| [one, two]).skip(1));
        for (press, offer) in orders.map(|place| &offers[place]).chain(offers.first()).enumerate() {
            let (change, before) = (&offer.change, *bench.state.scenario());
            bench.send(LearnMessage::Lesson(LessonAction::Try(change.clone())));
            bench.wait(4_000.0);
            let now = *bench.state.scenario();
            assert!(task.others(&now).is_empty(), "{change}: {now:?}");
            assert_eq!(task.changed(&now, change), Some(now), "{}: {change}", lesson.slug);
            if press == 0 && task.changed(&before, change) == Some(before) {
                assert_eq!(now, before.set(Key::Cycle, now.get(Key::Cycle)), "it is set already");
            }
            let (said, begins) = (bench.said("lesson-said"), offer.reply.split('{').next().unwrap_or_default());
            assert!(said.starts_with(begins) && said != "Not yet.", "{}: {change}: {said}", lesson.slug);
            assert_eq!(task.judged(lesson, &now).0, Some(offer.right), "{}: {change}", lesson.slug);
            let reply = task.reply(&now, offer.right).expect("a reply");
            assert_eq!(task.changed(&now, &reply.change), Some(now), "{}: {change}", lesson.slug);
            assert_eq!(bench.sheet.classed("lesson-reply", "right"), Some(offer.right), "{}: {change}", lesson.slug);
            let pressed =
                |place: usize| bench.sheet.has(&format!("offer-{place}"), "aria-pressed").as_deref() == Some("true");
            let place = offers.iter().position(|other| other == offer).expect("a place");
            assert!(pressed(place) && !(0..offers.len()).all(pressed), "{change}");
        }
    }
}

#[test]
fn a_task_replies_to_its_offers_in_any_order() {
    tasks(0);
}

#[test]
fn a_second_task_replies_to_its_offers_in_any_order() {
    tasks(1);
}

/// Of each step with a figure, while it asks and once it is answered: the curves that it shows, and then the figure, or why there is none.
#[test]
fn the_figure_of_a_step_is_in_its_card() {
    let steps = lesson::all().iter().flat_map(|lesson| (1..).zip(&lesson.steps).map(move |step| (lesson, step)));
    for (lesson, (place, step)) in steps.filter(|(_, (_, step))| !step.figure.is_empty()) {
        for answer in [0.0, step.question.right() + 1.0] {
            let mut bench = Bench::new(&format!("#lesson={}&step={place}&answer={answer}", lesson.slug));
            bench.settle();
            let (shown, asks) = (bench.sheet.shows("lesson-figure"), answer == 0.0);
            assert_eq!(shown, Some(!asks || !step.shows.is_empty()), "{} {place} {answer}", lesson.slug);
            let chart = crate::chart::card::chart(bench.state.figure(), &bench.state.curves, &Palette::light());
            let [note, parts] = ["card-note", "card-parts"].map(|id| bench.said(id));
            let there = [chart.is_some(), !note.is_empty(), !parts.is_empty()];
            assert_eq!(there.iter().filter(|there| **there).count(), usize::from(shown == Some(true)), "{there:?}");
        }
    }
}

#[test]
fn a_race_begins_with_its_message() {
    let mut bench = Bench::moving("#lesson=more-channels&step=1");
    bench.wait(500.0);
    bench.put(Key::Answer, "1");
    bench.wait(4_000.0);
    let trail = bench.state.player.trail().expect("a message").0;
    assert!(bench.get(Key::Cycle) + 1.0 >= f64::from(trail.born) && trail.born > 560, "{}", bench.get(Key::Cycle));
}
