//! The log up to the cycle shown, written on as the animation plays. Only the lines that are shown are put into words.

use crate::player::prelude::*;
use std::ops::Range;

/// Events shown at most: the latest ones.
pub(crate) const LATEST: usize = 300;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Log {
    lines: usize,
}

impl Log {
    /// The patch that brings the log to `lines` lines; `line` words one by its place. `None` if the log is closed or up to date.
    pub(crate) fn change(&mut self, lines: usize, line: impl Fn(usize) -> String, open: bool) -> Option<Patch> {
        let before = if open { std::mem::replace(&mut self.lines, lines) } else { lines };
        let said = |places: Range<usize>| html! { @for place in places { li { (line(place)) } } }.into_string();
        if lines == before {
            None
        } else if lines > before && lines - before < LATEST {
            Some(Patch::MoreLines(said(before..lines), LATEST))
        } else {
            Some(Patch::Lines(said(lines.saturating_sub(LATEST)..lines)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;

    #[test]
    fn it_goes_on_with_the_events_since_or_is_written_anew_and_words_only_what_it_writes() {
        let act = |log: &mut Log, words: &[&str]| -> Told {
            let worded = RefCell::new(Vec::new());
            let line = |place: usize| {
                worded.borrow_mut().push(place);
                format!("a <b> & \"{place}\"")
            };
            let change = log.change(number(words[1]), line, words[0] == "open");
            let (kind, lines) = match &change {
                None => ("nothing", ""),
                Some(Patch::MoreLines(lines, most)) => (if *most == LATEST { "more" } else { "most" }, &lines[..]),
                Some(Patch::Lines(lines)) => ("anew", &lines[..]),
                Some(other) => panic!("{other:?}"),
            };
            let (items, first) = (lines.matches("<li>").count(), lines.split_inclusive("</li>").next());
            let worded = worded.into_inner();
            (format!("{kind}, {items}: {first:?}, words {:?} to {:?}", worded.first(), worded.last()), Vec::new())
        };
        let scripts = "
            on and back: open 0; open 2; open 2; open 16; open 4; open 0; open 4
            closed: open 4; closed 10; open 12
            a long way: open 1800; open 2000; open 2300; open 2599
        ";
        scripts::tell("log", scripts, Log::default, act);
    }
}
