//! A lesson never answers its own question: while a step asks, neither chart, handle nor animation has the answer, whatever is done.
//! A story in the browser reads the words that are then in sight.

use super::*;
use crate::learn::inline;
use flitscope::lesson::{self, LessonStep, Question};

fn leaks(bench: &Bench, step: &LessonStep) -> Vec<String> {
    let mut leaks = Vec::new();
    for verdict in ["deadlock", "ever move", "nothing moves", "saturated", "circle", "no copies want", "overtake"] {
        for place in ["caption", "pair-caption", "stage-node", "stage-numbers", "extent"] {
            let text = bench.said(place);
            if bench.sheet.shows(place) != Some(false) && text.contains(verdict) {
                leaks.push(format!("{place}: {text}"));
            }
        }
    }
    let chart = bench.chart.as_ref().expect("a chart");
    let shown = |label: &str| step.shows.iter().any(|reading| label == bench.state.scenario().reading_words(*reading));
    leaks.extend(
        chart.series.iter().filter(|series| !shown(&series.label)).map(|series| format!("curve {}", series.label)),
    );
    if !chart.observed.is_empty() {
        leaks.push("simulated points".into());
    }
    if step.shows.is_empty() && !chart.limits.is_empty() {
        leaks.push("marks".into());
    }
    let handle = bench.report();
    for key in ["simulated", "pins", "figures"] {
        if handle[key] != serde_json::json!([]) {
            leaks.push(format!("{key} in the handle"));
        }
    }
    if handle["point"]["state"] == "stable" || handle["curves"].as_array().map(Vec::len) != Some(step.shows.len()) {
        leaks.push("results in the handle".into());
    }
    leaks
}

fn cycle(bench: &Bench) -> u32 {
    bench.sheet.has("caption", "data-cycle").and_then(|cycle| cycle.parse().ok()).unwrap_or(0)
}

/// Everything that a reader may do before the answer, with what it tells.
fn provoke(bench: &mut Bench, step: &'static LessonStep) -> Vec<String> {
    let mut told = Vec::new();
    let mut look = |bench: &mut Bench, what: &str| {
        told.extend(leaks(bench, step).into_iter().map(|leak| format!("{what}: {leak}")));
        if cycle(bench) > step.asked.count(Key::Cycle) {
            told.push(format!("{what}: cycle {} beyond {}", cycle(bench), step.asked.count(Key::Cycle)));
        }
    };
    bench.wait(1_500.0);
    look(bench, "opened");
    for (message, what) in [
        (Message::from(RunMessage::Start), "simulated"),
        (PageMessage::Opened("log-box".into(), true).into(), "log"),
        (EditMessage::Put { key: Key::Speed, text: "4".into(), moving: false }.into(), "speed"),
        (PlayMessage::Toggle.into(), "played"),
        (PlayMessage::Step(9).into(), "stepped"),
        (EditMessage::Put { key: Key::Cycle, text: "19000".into(), moving: true }.into(), "scrubbed"),
        (PlayMessage::Mark { forward: true }.into(), "marked"),
        (PlayMessage::Walk { toward: Toward::Right, links: false }.into(), "node"),
        (PlayMessage::Walk { toward: Toward::Right, links: true }.into(), "channel"),
        (PlayMessage::Act.into(), "message"),
        (ChartMessage::Cursor(Cursor::At(300.0)).into(), "cursor"),
        (EditMessage::Put { key: Key::Tab, text: "comparison".into(), moving: false }.into(), "comparison"),
        (EditMessage::Put { key: Key::Tab, text: "data".into(), moving: false }.into(), "data"),
        (EditMessage::Pin.into(), "pinned"),
        (PlayMessage::Restart.into(), "restarted"),
    ] {
        bench.send(message);
        bench.wait(300.0);
        look(bench, what);
    }
    // As it was: what it had been opened with, without a pin.
    bench.send(EditMessage::Unpin(0));
    bench.wait(500.0);
    if !bench.jobs.is_empty() {
        told.push("something is simulated".into());
    }
    told
}

/// The right answer, or any of those that are typed or drawn.
fn answer(bench: &mut Bench, step: &LessonStep) {
    match &step.question {
        Question::Choice { right, .. } => bench.put(Key::Answer, &(right + 1).to_string()),
        Question::Number { .. } => bench.put(Key::Answer, "12"),
        Question::Draw { .. } => bench.send(LearnMessage::Lesson(LessonAction::Compare)),
        Question::Look => {}
    }
    bench.wait(2_500.0);
}

/// A wrong answer has its mistake, and the question stays; then it is asked anew.
fn mistake(bench: &mut Bench, step: &LessonStep, place: &str) {
    let Question::Choice { options, right, .. } = &step.question else { return };
    assert_eq!(bench.said("lesson-question").matches("<kbd").count(), options.len(), "{place}");
    let wrong = options.iter().enumerate().find(|(at, option)| at != right && !option.mistake.is_empty());
    let (at, option) = wrong.unwrap_or_else(|| panic!("{place}: no mistake is named"));
    bench.asked.clear();
    bench.put(Key::Answer, &(at + 1).to_string());
    bench.settle();
    let said = bench.said("lesson-question");
    assert!(said.contains("you said: ") && !said.contains("<button"), "{place}: {said}");
    assert_eq!(bench.said("lesson-belief"), inline::markup(&option.mistake).into_string(), "{place}");
    assert!(bench.asked.contains(&Effect::Focus("lesson-next".into())), "{place}");
    let known = !step.runs.is_empty() || !step.more.is_empty() || !step.scene().is_default(Key::Escape);
    assert_eq!(bench.said("lesson-runs").is_empty(), !known, "{place}");
    bench.send(EditMessage::Address(place.into()));
    bench.settle();
}

/// A link does not open a step beyond its question, and one in the middle opens it with its answer: in the page that is open and, `anew`, in
/// another one; what it tells too early.
fn reopen(bench: &mut Bench, step: &LessonStep, place: &str, anew: bool) -> Vec<String> {
    let (link, reveal) = (format!("#{}", link::write(bench.state.scenario())), bench.said("lesson-reveal"));
    let beyond = format!("{place}&cycle=19000&auto=1&tab=comparison&follow=25");
    bench.send(EditMessage::Address(beyond.clone()));
    bench.settle();
    let told = |bench: &Bench| {
        assert!(cycle(bench) <= step.asked.count(Key::Cycle) && bench.jobs.is_empty(), "{place}: {}", cycle(bench));
        leaks(bench, step)
    };
    let mut wrong = told(bench);
    bench.send(EditMessage::Address(link.clone()));
    bench.settle();
    assert_eq!(bench.said("lesson-reveal"), reveal, "{place}");
    if anew {
        let mut other = Bench::live(&beyond);
        other.settle();
        wrong.extend(told(&other));
        assert_eq!(Bench::new(&link).said("lesson-reveal"), reveal, "{place}");
    }
    wrong
}

/// Goes through a lesson; what it tells too early.
fn play(lesson: &'static Lesson) -> Vec<String> {
    let mut bench = Bench::opened("", HashMap::new(), false, false);
    bench.send(LearnMessage::Lesson(LessonAction::Open(lesson.slug.clone())));
    let mut wrong = Vec::new();
    for (index, step) in lesson.steps.iter().enumerate() {
        let name = format!("{} {}", lesson.slug, index + 1);
        wrong.extend(provoke(&mut bench, step).into_iter().map(|leak| format!("{name}, {leak}")));
        assert!(
            bench.said("lesson-step").ends_with(&format!(" Step {} of {}", index + 1, lesson.steps.len())),
            "{name}"
        );
        assert_eq!(bench.said("lesson-text").matches("<p dir=\"auto\">").count(), step.text.len(), "{name}");
        assert_eq!(bench.sheet.classed("body", "asks"), Some(true), "{name}");
        assert_eq!(bench.sheet.shows("lesson-reveal"), Some(false), "{name}: nothing is seen before it is asked");
        let place = format!("#lesson={}&step={}", lesson.slug, index + 1);
        mistake(&mut bench, step, &place);
        answer(&mut bench, step);
        let said = |id: &str| bench.said(id);
        assert_eq!(said("lesson-reveal"), inline::markup(&step.cause).into_string(), "{name}");
        assert_eq!(bench.sheet.classed("body", "asks"), Some(false), "{name}");
        if let Question::Choice { options, right, .. } = &step.question {
            let (said, words) = (said("lesson-question"), inline::markup(&options[*right].words).into_string());
            assert!(said.contains(&format!("<b>{words}</b>")) && !said.contains("you said"), "{name}: {said}");
        }
        assert!(
            !said("caption").contains("after your answer") && !said("caption").is_empty(),
            "{name}: {}",
            said("caption")
        );
        assert!(!said("number").is_empty(), "{name}");
        let scene = step.scene();
        assert!(!bench.state.results.curves.is_empty() && bench.drawn.0 > 0, "{name}");
        assert_eq!(bench.state.results.pins.len(), scene.pins().all().len(), "{name}");
        match scene.count(Key::Cycle) {
            0 if step.asked.count(Key::Cycle) < 200 => {
                assert!(cycle(&bench) > step.asked.count(Key::Cycle), "{name}: {} plays on", cycle(&bench))
            }
            0 => {}
            own => assert_ne!(cycle(&bench), own, "{name} plays on"),
        }
        bench.state.player.transport.pause();
        // Points of the answered step are there when it is opened again, and when the next one asks.
        bench.finish(1.02);
        let told = reopen(&mut bench, step, &place, index == 0).into_iter();
        wrong.extend(told.map(|leak| format!("{name}, by its link: {leak}")));
        bench.send(LearnMessage::Lesson(LessonAction::Step(1)));
    }
    wrong
}

fn no_step_tells_its_answer(first: usize) {
    let wrong: Vec<_> = lesson::all().iter().skip(first).step_by(6).flat_map(|lesson| play(lesson)).collect();
    assert!(wrong.is_empty(), "{} times:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn no_step_tells_its_answer_before_it_is_given() {
    no_step_tells_its_answer(0);
}

#[test]
fn no_step_of_a_second_lesson_tells_its_answer() {
    no_step_tells_its_answer(1);
}

#[test]
fn no_step_of_a_third_lesson_tells_its_answer() {
    no_step_tells_its_answer(2);
}

#[test]
fn no_step_of_a_fourth_lesson_tells_its_answer() {
    no_step_tells_its_answer(3);
}

#[test]
fn no_step_of_a_fifth_lesson_tells_its_answer() {
    no_step_tells_its_answer(4);
}

#[test]
fn no_step_of_a_sixth_lesson_tells_its_answer() {
    no_step_tells_its_answer(5);
}

#[test]
fn the_ring_and_the_packets_are_seen_before_their_circle_closes() {
    for (slug, step) in [("deadlock", 0), ("deadlock", 1), ("proof", 1), ("proof", 2)] {
        let lesson = lesson::of(slug).expect("a lesson");
        let scene = lesson.steps[step].asked;
        let until = scene.count(Key::Cycle);
        let mut animation = flitscope_show::animation::of(&scene).expect("it can be drawn");
        while animation.recorded() < until {
            animation.advance(16);
        }
        assert!((0..=until).all(|cycle| animation.frame(cycle, None).circle.is_empty()), "{slug}, step {}", step + 1);
        let over = animation.phases().iter().map(|phase| phase.cycle).filter(|cycle| *cycle <= until);
        assert!(over.count() < 4, "{slug}, step {}", step + 1);
    }
}
