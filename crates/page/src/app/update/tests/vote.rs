//! The vote of a class: two counts and the answer of the network, by keys and by buttons.

use super::*;
use crate::app::action::{self, Focus, KeyScope};
use flitscope::lesson::{self, Question};

/// Presses keys of the vote, one for each word.
fn press(bench: &mut Bench, keys: &str) {
    for key in keys.split(' ') {
        let message = action::pressed("", Focus::Other, Some(KeyScope::Vote), key).expect("a key of the vote");
        bench.send(message);
    }
    bench.settle();
}

/// The counts and bars that the page shows, in the order of the options.
fn said(bench: &Bench, before: &str) -> Vec<String> {
    let markup = bench.said("vote");
    markup.split(before).skip(1).map(|rest| rest.split(['<', '"']).next().unwrap_or_default().to_owned()).collect()
}

#[test]
fn a_class_votes_twice_and_then_the_network_answers() {
    let mut bench = Bench::new("#lesson=four-in-a-hundred&step=3&present=1");
    let step = lesson::step_of(bench.state.scenario()).expect("a step");
    let Question::Choice { right, options, .. } = &step.question else { panic!("a choice") };
    assert_eq!((bench.sheet.shows("vote"), bench.sheet.classed("body", "vote")), (Some(true), Some(true)));
    press(&mut bench, "1 4 b 1 2 Backspace 1 ArrowDown ArrowRight ArrowRight ArrowLeft");
    assert_eq!(said(&bench, "class=\"count\">")[..3], ["14", "11", "1"]);
    assert!(!bench.said("vote").contains("class=\"hands"), "no bars while hands are counted for the first time");
    press(&mut bench, "Enter");
    assert_eq!(bench.sheet.classed("body", "talk"), Some(true));
    assert!(bench.said("vote").contains(">2:00<") && bench.said("vote").contains("Convince your neighbour"));
    // A digit counts nothing now.
    press(&mut bench, "7");
    bench.wait(36_000.0);
    assert!(bench.said("vote").contains(">1:2"), "{}", bench.said("vote"));
    press(&mut bench, "+");
    assert!(bench.said("vote").contains(">2:2"));
    press(&mut bench, "Enter 3");
    assert_eq!(said(&bench, "class=\"count\">")[..2], ["3", ""], "the second vote begins anew");
    assert_eq!(said(&bench, "width=\""), ["100%", "80%", "100%", "62%", "100%", "5%"][..2 * options.len()].to_vec());
    assert!(lesson::asks(bench.state.scenario()));
    press(&mut bench, "Enter");
    assert_eq!(bench.get(Key::Answer), (right + 1) as f64);
    let markup = bench.said("vote");
    assert_eq!(
        (markup.matches("class=\" right\"").count(), markup.matches("class=\" wrong\"").count()),
        (1, options.len() - 1)
    );
    assert!(markup.contains("second vote") && bench.sheet.shows("vote") == Some(true));
    bench.asked.clear();
    press(&mut bench, "s");
    let Some(Effect::Download { name, kind, text }) =
        bench.asked.iter().find(|effect| matches!(effect, Effect::Download { .. }))
    else {
        panic!("a file")
    };
    assert_eq!((name.as_str(), *kind), ("vote-four-in-a-hundred-3.csv", "text/csv"));
    let rows: Vec<_> = text.lines().collect();
    assert_eq!(rows[0], "option,answer,first vote,second vote,right");
    assert!(rows[1].starts_with("A,\"") && rows[1].contains("\",14,3,"), "{text}");
    assert_eq!((rows.len(), text.matches(",yes\n").count()), (options.len() + 1, 1));
    press(&mut bench, "Enter");
    assert_eq!(bench.get(Key::Step), 4.0, "the vote is over");
    bench.send(LearnMessage::Lesson(LessonAction::Slide { forward: false }));
    bench.settle();
    assert_eq!((bench.sheet.shows("vote"), bench.said("vote")), (Some(true), markup), "its vote stays with a question");
}

/// Without the chosen option, which is the first one when a stage begins.
fn plain(markup: &str) -> String {
    markup
        .replace("<li class=\"chosen\">", "<li>")
        .replace("<li class=\" chosen\">", "<li>")
        .replace("<li class=\"\">", "<li>")
}

#[test]
fn counts_and_stages_live_as_long_as_the_tab_and_go_back() {
    let counts = |bench: &Bench| said(bench, "class=\"count\">")[..2].join(" ");
    // Keys, then the counts of the first two options; each row goes on from the one before, in another way after a pause.
    let stages = [
        ("1 2 b 7", "12 7", "a letter begins a new number"),
        ("a 9 Backspace 8", "8 7", "so it does again, and Backspace takes its digit away"),
        ("b ArrowRight 3 4", "8 34", "and after a hand more"),
        ("Enter PageUp", "8 34", "back from the discussion"),
        ("Enter Enter 5", "5 ", "the second vote"),
        ("Backspace Backspace Backspace", "8 34", "Backspace without a digit goes back"),
        ("Backspace Backspace Backspace", " 34", "and stays at the first count"),
        ("6 Enter Enter 2 b 3", "2 3", "the second vote again"),
    ];
    let mut bench = Bench::new("#lesson=four-in-a-hundred&step=3&present=1");
    for (row, (keys, seen, why)) in stages.into_iter().enumerate() {
        press(&mut bench, keys);
        assert_eq!(counts(&bench), seen, "{why}");
        let before = bench.said("vote");
        if row % 2 == 0 {
            bench = bench.again();
            bench.settle();
        } else {
            press(&mut bench, "Escape");
            bench.send(EditMessage::Present);
            bench.settle();
        }
        assert_eq!(plain(&bench.said("vote")), plain(&before), "{why}");
    }
    // The clock of a discussion goes on in a page that is loaded again.
    press(&mut bench, "PageUp PageUp Enter");
    bench.wait(30_000.0);
    let mut bench = bench.again();
    assert!(bench.said("vote").contains(">1:3"), "{}", bench.said("vote"));
    bench.wait(10_500.0);
    assert!(bench.said("vote").contains(">1:20<") || bench.said("vote").contains(">1:21<"));
    // The answer is taken back, also that of another page; the next step has a vote of its own.
    press(&mut bench, "Enter Enter");
    let mut bench = bench.again();
    bench.settle();
    assert!(bench.said("vote").contains(" → ") && !lesson::asks(bench.state.scenario()));
    press(&mut bench, "PageUp");
    assert!(lesson::asks(bench.state.scenario()) && counts(&bench) == "2 3", "{}", bench.said("vote"));
    press(&mut bench, "Escape");
    bench.put(Key::Answer, "1");
    bench.send(EditMessage::Present);
    bench.settle();
    assert!(bench.said("vote").contains(" → "), "a question that was answered outside has its vote");
    press(&mut bench, "PageUp PageUp PageUp PageUp");
    assert_eq!(bench.get(Key::Step), 2.0, "and then the step before");
    assert!(!bench.said("vote").contains("34"));
}

#[test]
fn a_vote_that_was_not_taken_has_no_number() {
    for (keys, hands, key, file) in [
        ("8 7 Enter Enter Enter s", ["87", ""], "save the vote as a file", ["87,", "0,"]),
        ("8 7 Enter Enter 3 Enter s", ["87 → 3", "0 → 0"], "save both votes as a file", ["87,3", "0,0"]),
        ("Enter s", ["", ""], "save the vote as a file", [",", ","]),
        ("8 Enter Enter 5 PageUp PageUp Backspace Enter s", ["5", ""], "save the vote as a file", [",5", ",0"]),
    ] {
        let mut bench = Bench::new("#lesson=four-in-a-hundred&step=3&present=1");
        bench.asked.clear();
        press(&mut bench, keys);
        let markup = bench.said("vote");
        for (row, hands) in markup.split("<li").skip(1).zip(hands) {
            let plain: String = row.split('<').flat_map(|part| part.split('>').nth(1)).collect();
            assert!(hands.split(" → ").all(|hands| plain.contains(hands)), "{keys}: {plain}");
            assert_eq!(row.contains(" → "), hands.contains('→'), "{keys}");
        }
        assert!(markup.contains(key), "{keys}");
        let text = bench.asked.iter().find_map(|effect| match effect {
            Effect::Download { text, .. } => Some(text.clone()),
            _ => None,
        });
        let text = text.expect("a file");
        for (row, end) in text.lines().skip(1).zip(file) {
            let fields: Vec<_> = row.rsplitn(4, ',').collect();
            assert_eq!(format!("{},{}", fields[2], fields[1]), end, "{keys}: {row}");
        }
    }
}

#[test]
fn without_hands_the_network_answers_at_once_and_every_question_has_options() {
    for lesson in lesson::all() {
        for (index, step) in lesson.steps.iter().enumerate() {
            let mut bench = Bench::new(&format!("#lesson={}&step={}&present=1", lesson.slug, index + 1));
            assert_eq!(bench.sheet.shows("vote"), Some(step.asks()), "{} {index}", lesson.slug);
            if !step.asks() {
                continue;
            }
            let options = bench.said("vote").matches("<li").count();
            assert!((2..=4).contains(&options), "{} {index}: {options}", lesson.slug);
            press(&mut bench, "PageDown");
            bench.wait(1_000.0);
            assert!(!lesson::asks(bench.state.scenario()));
            assert_eq!(
                bench.said("vote").matches("class=\" right\"").count(),
                1,
                "{} {index}: {}",
                lesson.slug,
                bench.said("vote")
            );
            assert!(bench.said("vote").contains("role=\"status\""));
        }
    }
}

#[test]
fn a_vote_is_counted_by_buttons_and_ends_with_present() {
    let mut bench = Bench::new("#lesson=distance&step=2&present=1");
    for of in ["hands,1,1", "hands,1,1", "hands,0,1", "hands,0,-1", "hands,0,-1", "hands,9,1"] {
        bench.send(action::asked("vote", of).expect("a button"));
    }
    bench.settle();
    // A place that the question does not have counts for the chosen option.
    assert_eq!(said(&bench, "class=\"count\">")[..2], ["1", "2"]);
    assert_eq!(action::pressed("vote-do-leave", Focus::Other, Some(KeyScope::Vote), "Enter"), None);
    for of in ["", "hands,x,1", "hands,1", "all"] {
        assert_eq!(action::asked("vote", of), None, "{of}");
    }
    press(&mut bench, "Escape");
    assert_eq!((bench.get(Key::Present), bench.sheet.shows("vote")), (0.0, Some(false)));
}

#[test]
fn a_lesson_of_the_reader_is_played_presented_printed_and_stands_in_its_links() {
    let packed = lesson::all().iter().find(|lesson| lesson.slug == "distance").expect("a lesson");
    let line = |tag: &str| {
        let text = include_str!("../../../../../../www/lessons.txt");
        let begin = text.find("L\tdistance").expect("a lesson");
        text[begin..].lines().find(|line| line.starts_with(tag)).expect("a line").to_owned()
    };
    let head = line("L\t").replacen("distance", "deadlock", 1);
    let head = format!("{}\t<b>A teacher</b>\tfa", head.trim_end());
    let text = [
        head,
        line("S\t"),
        line("P\t"),
        "C\t=1+1 <i>?\t1".into(),
        "O\t=cmd\t".into(),
        "O\t<img src=x>\t".into(),
        line("A\t"),
        "T\tDo it.\tvcs\there.vsc == 1\tv=2&system=kary-ncube&k=8&n=1&load=0.001".into(),
        "F\tmore\tvcs=4\t1\tRight.".into(),
    ];
    lesson::set_own(&text.join("\n"), "q1-_x");
    let mut bench = Bench::new("#text=q1-_x&present=1");
    assert_eq!((bench.sheet.shows("vote"), bench.said("lesson-title").as_str()), (Some(true), packed.title.as_str()));
    assert!(bench.said("lesson-step").contains("from a file, by &lt;b&gt;A teacher&lt;/b&gt;"));
    assert!(bench.said("vote").contains("&lt;img src=x&gt;") && !bench.said("vote").contains("<img"));
    bench.asked.clear();
    press(&mut bench, "1 s");
    let saved = bench.asked.iter().find_map(|effect| match effect {
        Effect::Download { name, text, .. } => Some((name.as_str(), text.contains("\" =cmd\""))),
        _ => None,
    });
    assert_eq!(saved, Some(("vote-own-1.csv", true)), "a fixed name, and no formula");
    bench.put(Key::Present, "0");
    bench.put(Key::Answer, "2");
    bench.wait(1_000.0);
    let link = bench.fragment().expect("an address").to_owned();
    assert!(link.contains("lesson=own") && link.ends_with("&text=q1-_x"), "{link}");
    let again = Bench::new(&link);
    assert_eq!(again.said("lesson-reveal"), bench.said("lesson-reveal"));
    assert_eq!(
        [again.sheet.has("lesson", "lang"), bench.sheet.has("vote", "lang")],
        [Some("fa".into()), Some("fa".into())]
    );
    assert!(
        again.said("lesson-text").contains("<p dir=\"auto\">")
            && again.said("lesson-question").contains("<h3 dir=\"auto\">")
    );
    // A rule that cannot be computed is no mistake of the reader.
    let mut task = Bench::moving("#lesson=own&step=2&text=q1-_x");
    task.put(Key::Vcs, "4");
    task.wait(4_000.0);
    assert_eq!(
        task.said("lesson-said"),
        "The rule of this task cannot be computed here. That is a mistake of the lesson, not yours."
    );
    let worksheet = Bench::new("#paper=worksheet&text=q1-_x").said("paper-text");
    assert!(worksheet.contains("=1+1 &lt;i&gt;?") && !worksheet.contains("text="), "{worksheet}");
    // Ours is as it was, and a lesson without a step opens nothing.
    assert_eq!(lesson::of("deadlock").map(|lesson| lesson.steps.len() > 1), Some(true));
    lesson::set_own("", "");
    assert!(lesson::own().is_none());
    assert_eq!(Bench::new("#text=gone").sheet.shows("lesson"), Some(false));
}
