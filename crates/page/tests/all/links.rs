//! Whatever a link says, there is a page.

use crate::{hostile::any_link, opened::opened, property::holds};
use flitscope::lesson;
use flitscope_page::{Effect, PageMessage, Patch, State, update};
use proptest::{prelude::*, test_runner::TestCaseResult};
use std::cell::Cell;

/// Asserts that the first picture of a page opened with a text has a notice for each problem, and no number that is not finite.
fn opens_a_page(text: &str) -> TestCaseResult {
    let parsed = lesson::parse(text);
    let problems = parsed.problems.len() + parsed.scenario.notices().len();
    // Time goes on, so that a model that takes longer than a picture is not waited for.
    let now = Cell::new(0.0);
    let clock = || now.replace(now.get() + 1.0);
    let (mut state, mut effects) = State::new(opened(text), &clock);
    effects.extend(update(&mut state, PageMessage::Frame(0.0).into(), &clock));
    let sheets = effects.iter().filter_map(|effect| if let Effect::Write(sheet) = effect { Some(sheet) } else { None });
    let (mut notices, mut sentence) = (0, "");
    for (id, mark) in sheets.flat_map(|sheet| sheet.marks()) {
        match (id.as_ref(), mark) {
            // Notices quote the link.
            ("notices", Patch::Markup(markup)) => notices = markup.matches("<li data-key=").count(),
            ("said", Patch::Markup(markup)) => sentence = markup,
            _ => {}
        }
        let said = if id == "notices" { String::new() } else { format!("{mark:?}") };
        let mut words = said.split(|c: char| !c.is_alphanumeric());
        let broken = words.find(|word| ["nan", "inf", "infinity", "undefined"].contains(&word.to_lowercase().as_str()));
        prop_assert_eq!(broken, None, "{}: {}", id, said);
    }
    prop_assert_eq!(notices, problems);
    prop_assert!(sentence.len() > 20, "{}", sentence);
    Ok(())
}

#[test]
fn a_page_opened_by_any_link_has_a_notice_for_each_problem_and_nothing_broken_or_blank() {
    holds("pages", 100, &any_link(), |text| opens_a_page(&text));
}
