//! The log up to the cycle shown, written on as the animation plays. Only the lines that are shown are put into words.

use std::ops::Range;

/// Events shown at most: the latest ones.
pub const LATEST: usize = 300;

/// What is to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LogChange {
    /// Nothing: it stands there, or nobody looks.
    Keep,
    /// More lines at the end. A reader who is at the end stays there, and no more than the latest lines are kept.
    Append(Vec<String>),
    /// Everything anew, seen at its end.
    Replace(Vec<String>),
}

/// How much of the log is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Log {
    lines: usize,
}

impl Log {
    /// Brings the log to so many lines while it is open; `line` words one by its place.
    pub fn change(&mut self, lines: usize, line: impl Fn(usize) -> String, open: bool) -> LogChange {
        if !open {
            return LogChange::Keep;
        }
        let said = |places: Range<usize>| places.map(line).collect();
        let before = std::mem::replace(&mut self.lines, lines);
        if lines == before {
            LogChange::Keep
        } else if lines > before && lines - before < LATEST {
            LogChange::Append(said(before..lines))
        } else {
            LogChange::Replace(said(lines.saturating_sub(LATEST)..lines))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(log: &mut Log, lines: usize) -> LogChange {
        log.change(lines, |place| format!("line {place}"), true)
    }

    fn lines(places: Range<usize>) -> Vec<String> {
        places.map(|place| format!("line {place}")).collect()
    }

    #[test]
    fn it_goes_on_with_what_has_happened_since() {
        let mut log = Log::default();
        assert_eq!(change(&mut log, 0), LogChange::Keep);
        assert_eq!(change(&mut log, 2), LogChange::Append(lines(0..2)));
        assert_eq!(change(&mut log, 2), LogChange::Keep);
        assert_eq!(change(&mut log, 8), LogChange::Append(lines(2..8)));
    }

    #[test]
    fn going_back_writes_it_anew_without_what_has_not_happened_yet() {
        let mut log = Log::default();
        change(&mut log, 16);
        assert_eq!(change(&mut log, 4), LogChange::Replace(lines(0..4)));
        assert_eq!(change(&mut log, 0), LogChange::Replace(Vec::new()));
    }

    #[test]
    fn a_long_way_forward_writes_the_latest_only_and_words_no_others() {
        let worded = std::cell::Cell::new(0);
        let mut log = Log::default();
        let line = |place: usize| {
            worded.set(worded.get() + 1);
            format!("line {place}")
        };
        assert_eq!(log.change(1800, line, true), LogChange::Replace(lines(1800 - LATEST..1800)));
        assert_eq!(worded.get(), LATEST);
        assert_eq!(change(&mut log, 2000), LogChange::Append(lines(1800..2000)));
    }

    #[test]
    fn a_log_that_is_closed_is_not_written_and_caught_up_with_when_it_opens() {
        let mut log = Log::default();
        change(&mut log, 4);
        assert_eq!(log.change(10, |_| unreachable!("nobody looks"), false), LogChange::Keep);
        assert_eq!(change(&mut log, 12), LogChange::Append(lines(4..12)));
    }
}
