//! Files of lessons, read, computed and filled in as an author sees them.

use flitscope::lesson::{self, check, filled_in, read};

const HEAD: &str = "---\nlesson: 1\nslug: my-lesson\ntitle: T\nminutes: 5\ngoal: G.\nscenes:\n- a: system=torus-broadcast&k=8\n---\n\n";

#[test]
fn an_offer_may_change_two_settings() {
    let offers = "- [ ] Lanes: vcs=4\n  > Lanes.\n- [x] Both: vcs=4&depth=2\n  > Both.\n- [ ] Deep: depth=2\n  > Deep.";
    let text = format!(
        "{HEAD}## S\n\nT.\n\n[Asked](#a)\n\n## Task\n\nDo.\n\n[Asked](#a)\n\nChange: vcs, depth\n\n{offers}\n\n\
         <!-- solved = here.vcs == 4 and here.depth == 2 -->\n"
    );
    let (lesson, mistakes) = read(text.as_bytes());
    assert_eq!((mistakes, check(&lesson, 0.0)), (Vec::new(), Vec::new()));
    let task = lesson.task.as_ref().expect("a task");
    for offer in &task.offers {
        let scene = task.changed(&task.scene, &offer.change).expect("a change");
        assert_eq!(task.judged(&lesson, &scene).0, Some(offer.right));
        assert_eq!(task.reply(&scene, offer.right), Some(offer), "{}", offer.change);
    }
    assert_eq!(task.changed(&task.scene, "vcs=4&k=4"), None, "a key that may not be changed");
}

#[test]
fn equal_numbers_of_a_table_are_filled_in_row_by_row() {
    let rows = "| V = 3 | 71 |\n| V = 4 | 71 |\n| V = 5 | 71 |\n";
    let claims = "<!-- 71 = 10 -->\n<!-- 71 = 71 -->\n<!-- 71 = 30 -->\n";
    let text = format!("{HEAD}## S\n\n{rows}{claims}");
    let filled = filled_in(&text, &read(text.as_bytes()).0, 1e6);
    let right = text.replacen("71 |", "10 |", 1).replace("5 | 71", "5 | 30");
    assert_eq!(filled, right.replace("71 = 10", "10 = 10").replace("71 = 30", "30 = 30"));
}

/// The search of the page finds a lesson by its tags, whose letters are small.
#[test]
fn every_lesson_of_the_page_has_tags() {
    for lesson in lesson::all() {
        assert!(lesson.tags.len() > 4, "{}: {:?}", lesson.slug, lesson.tags);
        assert!(lesson.tags.iter().all(|tag| *tag == tag.to_lowercase()), "{:?}", lesson.tags);
    }
}
