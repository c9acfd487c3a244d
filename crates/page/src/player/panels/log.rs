//! The log up to the cycle shown, written on as the animation plays. Only the lines that are shown are put into words.

use crate::prelude::*;
use std::ops::Range;

/// Events shown at most: the latest ones.
pub(crate) const LATEST: usize = 300;

/// The number of lines written.
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

    fn change(log: &mut Log, lines: usize) -> Option<Patch> {
        log.change(lines, |place| format!("line {place}"), true)
    }

    fn lines(places: Range<usize>) -> String {
        places.map(|place| format!("<li>line {place}</li>")).collect()
    }

    fn more(places: Range<usize>) -> Option<Patch> {
        Some(Patch::MoreLines(lines(places), LATEST))
    }

    #[test]
    fn it_goes_on_with_what_has_happened_since_and_is_written_anew_when_that_is_less() {
        let mut log = Log::default();
        for (length, change) in [
            (0, None),
            (2, more(0..2)),
            (2, None),
            (16, more(2..16)),
            (4, Some(Patch::Lines(lines(0..4)))),
            (0, Some(Patch::Lines(String::new()))),
            (4, more(0..4)),
        ] {
            assert_eq!(self::change(&mut log, length), change, "{length}");
        }
        assert_eq!(log.change(10, |_| unreachable!("the log is closed"), false), None);
        assert_eq!(change(&mut log, 12), more(4..12), "caught up with when it opens");
    }

    #[test]
    fn a_long_way_forward_writes_the_latest_only_and_words_no_others() {
        let worded = std::cell::Cell::new(0);
        let mut log = Log::default();
        let line = |place: usize| {
            worded.set(worded.get() + 1);
            format!("line {place}")
        };
        assert_eq!(log.change(1800, line, true), Some(Patch::Lines(lines(1800 - LATEST..1800))));
        assert_eq!(worded.get(), LATEST);
        assert_eq!(change(&mut log, 2000), more(1800..2000));
    }
}
