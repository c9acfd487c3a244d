//! The vote of a class: two counts and the answer of the network, by keys and by buttons.

use super::*;
use crate::app::action::{self, Focus, KeyScope};
use flitscope::lesson;

/// Presses keys of the vote, one for each word.
fn press(bench: &mut Bench, keys: &str) {
    for key in keys.split(' ') {
        let message = action::pressed("", Focus::Other, Some(KeyScope::Vote), key).expect("a key of the vote");
        bench.send(message);
    }
    bench.settle();
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
