//! The lessons that the reader has ended, as the browser keeps them and as a link for a class names them.

use crate::prelude::*;

/// The name under which the browser keeps them.
pub const PROGRESS: &str = "done";

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Progress(u64);

/// The row of the set in links; every system has the same.
fn row() -> Option<&'static Param> {
    System::TorusBroadcast.param(Key::Done)
}

impl Progress {
    /// The lessons that a browser has kept, and those of a link. Names that are not known any more are passed over.
    pub(crate) fn of(kept: Option<&str>, scenario: &Scenario) -> Self {
        let kept = row().zip(kept).map(|(row, kept)| row.parse(kept, &[]).unwrap_or_else(|(_, nearest)| nearest));
        Self(kept.unwrap_or_default() as u64 | scenario.get(Key::Done) as u64)
    }

    /// The names, as they are kept and stand in a link.
    pub(crate) fn words(self) -> String {
        row().map(|row| row.format(self.0 as f64, &[])).unwrap_or_default()
    }

    /// True if that lesson has been ended.
    pub(crate) const fn has(self, place: usize) -> bool {
        self.0 >> place & 1 == 1
    }

    pub(crate) const fn count(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Adds those that a browser has kept, which another tab may have done.
    pub(crate) fn add(&mut self, kept: &str) {
        self.0 |= Self::of(Some(kept), &Scenario::opening(System::TorusBroadcast)).0;
    }

    pub(crate) fn told(self, scenario: Scenario) -> Scenario {
        scenario.set(Key::Done, self.0 as f64)
    }

    /// Follows a scenario: its lesson is added if that is `solved`, and so are those that a link names. True if one was.
    pub(crate) fn follow(&mut self, scenario: &Scenario, solved: bool) -> bool {
        let before = *self;
        self.0 |= scenario.get(Key::Done) as u64;
        let place = lesson::ended(scenario).filter(|_| solved).and_then(|lesson| lesson::place_of(&lesson));
        self.0 |= place.map_or(0, |place| 1 << place);
        *self != before
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learn::lesson::Lessons;

    #[test]
    fn what_a_browser_has_kept_and_a_link_names_is_one_set() {
        let scenario = link::parse("v=2&done=end,first").scenario;
        let progress = Progress::of(Some("distance,gone,end"), &scenario);
        assert_eq!((progress.words().as_str(), progress.count()), ("first,distance,end", 3));
        assert_eq!(
            link::write(&progress.told(link::parse("").scenario)),
            "v=2&system=torus-broadcast&done=first,distance,end"
        );
        assert_eq!(Progress::of(None, &link::parse("").scenario).words(), "");
    }

    #[test]
    fn a_lesson_is_done_when_its_task_is_solved() {
        let place = |slug: &str| lesson::of(slug).and_then(|lesson| lesson::place_of(&lesson)).expect("a lesson");
        for one in lesson::all() {
            let mut lessons = Lessons::default();
            let mut follow =
                |progress: &mut Progress, scenario: &Scenario| progress.follow(scenario, lessons.is_solved(scenario));
            let (mut progress, end) = (Progress::default(), lesson::scene_of(one, one.steps.len(), 0.0));
            let Some(task) = &one.task else {
                assert!(follow(&mut progress, &end) && progress.has(place(&one.slug)));
                continue;
            };
            assert!(!follow(&mut progress, &end), "{}", one.slug);
            let right =
                task.offers.iter().find(|offer| offer.right).and_then(|offer| task.changed(&end, &offer.change));
            let right = right.expect("a key of the task");
            assert!(follow(&mut progress, &right), "{}", one.slug);
            assert!(progress.has(place(&one.slug)) && progress.count() == 1);
            assert!(!follow(&mut progress, &end), "a lesson that is done stays done");
        }
    }
}
