//! The vote of a class: two counts and the answer of the network, by keys and by buttons.

use super::*;
use flitscope::lesson;

#[test]
fn a_lesson_of_the_reader_is_played_presented_printed_and_stands_in_its_links() {
    let ours = include_str!("../../../../../../www/lessons.txt");
    let ours = &ours[ours.find("L\tdistance").expect("a lesson")..];
    let line = |tag: &str| ours.lines().find(|line| line.starts_with(tag)).expect("a line").trim_end();
    // Slug, title, minutes and goal.
    let head = line("L\t").split('\t').take(5).collect::<Vec<_>>().join("\t");
    let text = [
        &format!("{}\t<b>A teacher</b>\tfa", head.replacen("distance", "deadlock", 1)),
        line("S\t"),
        line("P\t"),
        "C\t=1+1 <i>?\t1\nO\t=cmd\t\nO\t<img src=x>\t",
        line("A\t"),
        "T\tDo it.\tvcs\there.vsc == 1\tv=2&system=kary-ncube&k=8&n=1&load=0.001\nF\tmore\tvcs=4\t1\tRight.",
    ];
    lesson::set_own(&text.join("\n"), "q1-_x");
    let mut bench = Bench::new("#text=q1-_x&present=1");
    let presented = seen(&bench.sheet, &["vote", "lesson-title", "lesson-step"]);
    bench.vote("1 s");
    let saved = bench.asked.iter().find(|effect| matches!(effect, Effect::Download { .. }));
    let saved = format!("{saved:?}");
    bench.put(Key::Present, "0");
    bench.put(Key::Answer, "2");
    bench.wait(1_000.0);
    let link = bench.fragment().expect("an address");
    let again = Bench::new(&link);
    assert_eq!(again.said("lesson-reveal"), bench.said("lesson-reveal"));
    let opened =
        seen(&again.sheet, &["lesson", "lesson-reveal"]) + &again.said("lesson-text") + &again.said("lesson-question");
    // A rule that cannot be computed is no mistake of the reader.
    let mut task = Bench::moving("#lesson=own&step=2&text=q1-_x");
    task.put(Key::Vcs, "4");
    task.wait(4_000.0);
    let worksheet = Bench::new("#paper=worksheet&text=q1-_x");
    assert!(!worksheet.said("paper-text").contains("text="));
    blessed::lines(
        "a lesson of the reader",
        [
            ("presented", presented),
            ("saved, with a fixed name and no formula", saved),
            ("link", link),
            ("opened again", opened),
            ("task", task.said("lesson-said")),
            ("printed", seen(&worksheet.sheet, &["paper-text"])),
        ],
    );
    // Ours is as it was, and a lesson without a step opens nothing.
    assert_eq!(lesson::of("deadlock").map(|lesson| lesson.steps.len() > 1), Some(true));
    lesson::set_own("", "");
    assert!(lesson::own().is_none());
    assert_eq!(Bench::new("#text=gone").sheet.shows("lesson"), Some(false));
}
