//! The log in words up to the cycle shown, written on as the animation plays.

use crate::animation::Event;
use maud::html;

/// Events shown at most: the latest ones.
pub const LATEST: usize = 300;

/// What is to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LogChange {
    /// Nothing: it stands there, or nobody looks.
    Keep,
    /// More at the end. A reader who is at the end stays there, and no more than the latest lines are kept.
    Append(String),
    /// Everything anew, seen at its end.
    Replace(String),
}

/// How much of the log is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Log {
    lines: usize,
}

impl Log {
    /// Brings the log to a cycle while it is open; `clock` is what a step in time is called.
    pub fn change(&mut self, events: &[Event], cycle: u32, clock: &str, open: bool) -> LogChange {
        if !open {
            return LogChange::Keep;
        }
        let lines = events.partition_point(|event| event.cycle <= cycle);
        let before = std::mem::replace(&mut self.lines, lines);
        if lines == before {
            LogChange::Keep
        } else if lines > before && lines - before < LATEST {
            LogChange::Append(markup(&events[before..lines], clock))
        } else {
            LogChange::Replace(markup(&events[lines.saturating_sub(LATEST)..lines], clock))
        }
    }
}

fn markup(events: &[Event], clock: &str) -> String {
    html! { @for event in events { li { (event.line(clock)) } } }.into_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two events in each cycle from 1 on.
    fn events(cycles: u32) -> Vec<Event> {
        let event = |index: u32| Event { cycle: 1 + index / 2, text: format!("Event {index}") };
        (0..2 * cycles).map(event).collect()
    }

    fn lines(change: &LogChange) -> usize {
        match change {
            LogChange::Keep => 0,
            LogChange::Append(markup) | LogChange::Replace(markup) => markup.matches("<li>").count(),
        }
    }

    #[test]
    fn it_goes_on_with_what_has_happened_since() {
        let (events, mut log) = (events(10), Log::default());
        assert_eq!(log.change(&events, 0, "Slot", true), LogChange::Keep);
        let first = "<li>Slot 1: Event 0.</li><li>Slot 1: Event 1.</li>";
        assert_eq!(log.change(&events, 1, "Slot", true), LogChange::Append(first.into()));
        assert_eq!(log.change(&events, 1, "Slot", true), LogChange::Keep);
        assert_eq!(lines(&log.change(&events, 4, "Slot", true)), 6);
    }

    #[test]
    fn going_back_writes_it_anew_without_what_has_not_happened_yet() {
        let (events, mut log) = (events(10), Log::default());
        log.change(&events, 8, "Cycle", true);
        let anew = log.change(&events, 2, "Cycle", true);
        let LogChange::Replace(markup) = &anew else { panic!("{anew:?}") };
        assert!(markup.ends_with("<li>Cycle 2: Event 3.</li>") && lines(&anew) == 4, "{markup}");
        assert_eq!(log.change(&events, 0, "Cycle", true), LogChange::Replace(String::new()));
    }

    #[test]
    fn a_long_way_forward_writes_the_latest_only() {
        let (events, mut log) = (events(1000), Log::default());
        let far = log.change(&events, 900, "Cycle", true);
        assert!(matches!(&far, LogChange::Replace(markup) if markup.starts_with("<li>Cycle 751: Event 1500.</li>")));
        assert_eq!(lines(&far), LATEST);
        assert!(matches!(log.change(&events, 1000, "Cycle", true), LogChange::Append(_)));
    }

    #[test]
    fn a_log_that_is_closed_is_not_written_and_caught_up_with_when_it_opens() {
        let (events, mut log) = (events(10), Log::default());
        log.change(&events, 2, "Cycle", true);
        assert_eq!(log.change(&events, 5, "Cycle", false), LogChange::Keep);
        assert_eq!(lines(&log.change(&events, 6, "Cycle", true)), 8);
    }

    #[test]
    fn what_happened_is_text_and_never_markup() {
        let events = [Event { cycle: 1, text: "a <b> & \"c\"".into() }];
        let LogChange::Append(markup) = Log::default().change(&events, 1, "Cycle", true) else { panic!("nothing") };
        assert_eq!(markup, "<li>Cycle 1: a &lt;b&gt; &amp; &quot;c&quot;.</li>");
    }
}
