//! Marks: the phases of the animation below the scrubber, and the buttons for the previous and the next event.

use crate::player::prelude::*;
use flitscope_show::animation::Phase;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MarkButton {
    pub(crate) name: String,
    /// True if there is nowhere to go.
    pub(crate) off: bool,
}

/// The mark before a cycle, or the one after it as far as that is recorded.
pub(crate) fn next(phases: &[Phase], cycle: u32, forward: bool) -> Option<&Phase> {
    let after = phases.partition_point(|phase| if forward { phase.cycle <= cycle } else { phase.cycle < cycle });
    if forward { phases.get(after) } else { phases[..after].last() }
}

pub(crate) fn back(phases: &[Phase], cycle: u32) -> MarkButton {
    let mark = next(phases, cycle, false);
    let title = mark.map_or_else(|| "none".into(), |phase| phase.mark.title());
    MarkButton { name: format!("Previous event: {title}"), off: mark.is_none() }
}

/// The button that goes on; `more`: the recording has not ended, so that the next mark can be looked for.
pub(crate) fn forward(phases: &[Phase], cycle: u32, more: bool, seeking: bool) -> MarkButton {
    let mark = next(phases, cycle, true);
    let name = match (mark, more, seeking) {
        (Some(phase), ..) => format!("Next event: {}", phase.mark.title()),
        (None, true, true) => "Finding next event".into(),
        (None, true, false) => "Find next event".into(),
        (None, false, _) => "Next event: none".into(),
    };
    MarkButton { name, off: mark.is_none() && !more }
}

/// The marks at a cycle, in a sentence with a space before it; empty without marks.
pub(crate) fn here(phases: &[Phase], cycle: u32) -> String {
    let titles: Vec<_> = phases.iter().filter(|phase| phase.cycle == cycle).map(|phase| phase.mark.title()).collect();
    match titles.as_slice() {
        [] => String::new(),
        [title] => format!(" Event: {title}."),
        _ => format!(" Events: {}.", titles.join("; ")),
    }
}

pub(crate) fn markup(phases: &[Phase], end: u32) -> Markup {
    let left = |phase: &Phase| format!("{:.2}%", 100.0 * f64::from(phase.cycle) / f64::from(end.max(1)));
    html! { svg { @for phase in phases { rect x=(left(phase)) width="1" height="8" {} } } }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEVEL: Mark = Mark::Level(2, 4);

    fn phases() -> Vec<Phase> {
        let phase = |(cycle, mark)| Phase { cycle, mark };
        [(0, Mark::Empty), (40, Mark::Warm), (40, LEVEL), (90, Mark::Over)].into_iter().map(phase).collect()
    }

    #[test]
    fn the_next_mark_is_after_and_the_previous_one_before_the_cycle() {
        let phases = phases();
        blessed::words("events around a cycle", [0, 1, 39, 40, 41, 90, 500], |cycle| {
            [false, true].map(|forward| next(&phases, cycle, forward).map(|phase| phase.mark.title()))
        });
        assert!(next(&[], 5, true).is_none() && next(&[], 5, false).is_none());
    }

    #[test]
    fn buttons_name_their_mark_or_say_that_it_has_to_be_looked_for() {
        let phases = phases();
        blessed::words("buttons to the event before", [40, 0], |cycle| back(&phases, cycle));
        let states = [(0, true, true), (0, false, false), (90, true, false), (90, true, true), (90, false, false)];
        blessed::words("buttons to the next event", states, |(cycle, more, seeking)| {
            forward(&phases, cycle, more, seeking)
        });
        blessed::words("events of a cycle", [40, 90, 41], |cycle| here(&phases, cycle));
    }

    #[test]
    fn marks_stand_at_their_part_of_the_scrubber() {
        // Nothing is divided by a length of 0.
        blessed::words("marks of a scrubber", [(4, 120), (1, 0), (0, 120)], |(count, end)| {
            markup(&phases()[..count], end).into_string()
        });
    }
}
