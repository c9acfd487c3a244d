//! Marks: the phases of what is shown, below the scrubber, and the buttons that go from one to the next.

use crate::animation::Phase;
use maud::html;

/// A button that goes to a mark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MarkButton {
    /// What stands on it.
    pub name: String,
    /// Whether there is nowhere to go.
    pub off: bool,
}

/// The mark before a cycle, or the one after it as far as that is recorded.
pub fn next(phases: &[Phase], cycle: u32, forward: bool) -> Option<&Phase> {
    let after = phases.partition_point(|phase| if forward { phase.cycle <= cycle } else { phase.cycle < cycle });
    if forward { phases.get(after) } else { phases[..after].last() }
}

/// The button that goes back.
pub fn back(phases: &[Phase], cycle: u32) -> MarkButton {
    let mark = next(phases, cycle, false);
    let title = mark.map_or("none", |mark| &mark.title);
    MarkButton { name: format!("Previous mark: {title}"), off: mark.is_none() }
}

/// The button that goes on; `more`: the recording has not ended, so that the next mark can be looked for.
pub fn forward(phases: &[Phase], cycle: u32, more: bool, seeking: bool) -> MarkButton {
    let mark = next(phases, cycle, true);
    let unknown = match (more, seeking) {
        (true, true) => "looking for it",
        (true, false) => "look for it",
        (false, _) => "none",
    };
    let title = mark.map_or(unknown, |mark| &mark.title);
    MarkButton { name: format!("Next mark: {title}"), off: mark.is_none() && !more }
}

/// What marks stand at a cycle, in a sentence with a space before it; nothing where there are none.
pub fn here(phases: &[Phase], cycle: u32) -> String {
    let titles: Vec<_> = phases.iter().filter(|mark| mark.cycle == cycle).map(|mark| mark.title.as_str()).collect();
    if titles.is_empty() { String::new() } else { format!(" Mark here: {}.", titles.join(", ")) }
}

/// Marks below a scrubber that ends at a cycle.
pub fn markup(phases: &[Phase], end: u32) -> String {
    let left = |phase: &Phase| format!("left:{:.2}%", 100.0 * f64::from(phase.cycle) / f64::from(end.max(1)));
    html! { @for phase in phases { i style=(left(phase)) {} } }.into_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn phases() -> Vec<Phase> {
        let phase = |(cycle, title): (u32, &str)| Phase { cycle, title: title.into() };
        [(0, "Empty"), (40, "Warm"), (40, "Level 2"), (90, "Over")].into_iter().map(phase).collect()
    }

    #[test]
    fn the_next_mark_is_after_and_the_previous_one_before_the_cycle() {
        let phases = phases();
        let found = |cycle, forward| next(&phases, cycle, forward).map(|phase| phase.title.as_str());
        for (cycle, before, after) in [
            (0, None, Some("Warm")),
            (1, Some("Empty"), Some("Warm")),
            (39, Some("Empty"), Some("Warm")),
            (40, Some("Empty"), Some("Over")),
            (41, Some("Level 2"), Some("Over")),
            (90, Some("Level 2"), None),
            (500, Some("Over"), None),
        ] {
            assert_eq!((found(cycle, false), found(cycle, true)), (before, after), "{cycle}");
        }
        assert!(next(&[], 5, true).is_none() && next(&[], 5, false).is_none());
    }

    #[test]
    fn buttons_name_their_mark_or_say_that_it_has_to_be_looked_for() {
        let phases = phases();
        let button = |name: &str, off| MarkButton { name: name.into(), off };
        assert_eq!(back(&phases, 40), button("Previous mark: Empty", false));
        assert_eq!(back(&phases, 0), button("Previous mark: none", true));
        for (more, seeking) in [(true, true), (true, false), (false, false)] {
            assert_eq!(forward(&phases, 0, more, seeking), button("Next mark: Warm", false), "a known mark is named");
        }
        assert_eq!(forward(&phases, 90, true, false), button("Next mark: look for it", false));
        assert_eq!(forward(&phases, 90, true, true), button("Next mark: looking for it", false));
        assert_eq!(forward(&phases, 90, false, false), button("Next mark: none", true));
    }

    #[test]
    fn marks_that_one_stands_on_are_named() {
        let phases = phases();
        assert_eq!(here(&phases, 40), " Mark here: Warm, Level 2.");
        assert_eq!(here(&phases, 90), " Mark here: Over.");
        assert_eq!(here(&phases, 41), "");
    }

    #[test]
    fn marks_stand_at_their_part_of_the_scrubber() {
        let marks = markup(&phases(), 120);
        assert_eq!(
            marks,
            "<i style=\"left:0.00%\"></i><i style=\"left:33.33%\"></i><i style=\"left:33.33%\"></i><i style=\"left:75.00%\"></i>"
        );
        assert_eq!(markup(&phases()[..1], 0), "<i style=\"left:0.00%\"></i>", "nothing is divided by a length of 0");
        assert_eq!(markup(&[], 120), "");
    }
}
