//! Play, pause, step, loop: which cycle is shown when. It knows how far a recording goes and nothing else of it.

/// Cycles per second at speed 1.
pub(crate) const RATE: f64 = 10.0;

/// The rate of play that a speed stands for, in cycles per second.
pub(crate) fn rate(speed: &str) -> f64 {
    RATE * speed.parse().unwrap_or(1.0)
}

/// Seconds for which the end is shown before play begins again.
pub(crate) const LAST: f64 = 2.0;

/// The same at the end of a deadlock, in which there is more to read.
pub(crate) const LONG: f64 = 4.0;

/// Most milliseconds that pass for the play head between two pictures: a page that was hidden for a while goes on where it was.
const LONGEST: f64 = 250.0;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Extent {
    /// The cycle with which it begins again.
    pub(crate) first: u32,
    pub(crate) recorded: u32,
    /// True if there is nothing more to record.
    pub(crate) ended: bool,
}

impl Extent {
    /// As far as a moment, if there is one: it ends there.
    pub(crate) fn until(self, moment: Option<u32>) -> Self {
        match moment {
            Some(moment) if moment <= self.recorded => Self { recorded: moment, ended: true, ..self },
            _ => self,
        }
    }

    /// The common extent of two recordings: the shorter one, except that a recording that has ended stays at its last cycle.
    pub(crate) fn with(self, other: Self) -> Self {
        let recorded = match (self.ended, other.ended) {
            (false, false) => self.recorded.min(other.recorded),
            (true, true) => self.recorded.max(other.recorded),
            (true, false) => other.recorded,
            (false, true) => self.recorded,
        };
        Self { recorded, ended: self.ended && other.ended, ..self }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct PlayHead {
    /// The time of its last move, milliseconds.
    now: f64,
    /// The cycle as a fraction. Beyond the end it counts how long that has been seen.
    cycle: f64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Transport {
    pub(crate) playing: bool,
    /// None until the first picture after play was pressed.
    head: Option<PlayHead>,
    /// The cycle shown after which the next mark is looked for, while it is not recorded yet.
    pub(crate) seeking: Option<u32>,
}

impl Transport {
    pub(crate) const fn play(&mut self) {
        *self = Self { playing: true, head: None, seeking: None };
    }

    pub(crate) const fn pause(&mut self) {
        *self = Self { playing: false, head: None, seeking: None };
    }

    /// Plays or pauses. Returns the cycle to go to first: the beginning, when it stood at the end.
    pub(crate) fn toggle(&mut self, cycle: u32, extent: Extent) -> Option<u32> {
        *self = Self { playing: !self.playing, head: None, seeking: None };
        (self.playing && extent.ended && cycle >= extent.recorded).then_some(extent.first)
    }

    /// The cycle so many steps from the one shown, of those that are recorded; playing stops.
    pub(crate) fn step(&mut self, cycle: u32, steps: i32, recorded: u32) -> u32 {
        self.pause();
        cycle.min(recorded).saturating_add_signed(steps).min(recorded)
    }

    /// The reader is at a cycle: who goes elsewhere does not look for a mark any more.
    pub(crate) fn at(&mut self, cycle: u32) {
        self.seeking = self.seeking.filter(|began| *began == cycle);
    }

    /// Advances from the scenario's cycle if it plays, at `speed` times the usual speed; `now` in milliseconds. The end is shown for `hold`
    /// seconds before play begins again; none where it does not. Returns the cycle to show if it changes.
    pub(crate) fn advance(
        &mut self,
        now: f64,
        cycle: u32,
        speed: f64,
        hold: Option<f64>,
        extent: Extent,
    ) -> Option<u32> {
        if !self.playing {
            return None;
        }
        let end = f64::from(extent.recorded);
        let shown = cycle.min(extent.recorded);
        let head = self.head.unwrap_or(PlayHead { now, cycle: f64::from(shown) });
        // A reader who scrubs while it plays moves the play head.
        let from = if head.cycle.min(end) as u32 == shown { head.cycle } else { f64::from(shown) };
        let place = from + (now - head.now).clamp(0.0, LONGEST) / 1000.0 * RATE * speed;
        if place >= end && extent.ended {
            let Some(hold) = hold.filter(|_| extent.recorded > extent.first) else {
                self.pause();
                return Some(extent.recorded);
            };
            // The end is seen for a while before it begins again.
            let again = place >= end + hold * RATE * speed;
            self.head = Some(PlayHead { now, cycle: if again { f64::from(extent.first) } else { place } });
            return Some(if again { extent.first } else { extent.recorded }).filter(|next| *next != cycle);
        }
        let place = place.min(end);
        self.head = Some(PlayHead { now, cycle: place });
        (place as u32 != cycle).then_some(place as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::blessed;

    #[test]
    fn two_recordings_go_as_far_as_both_do_and_a_moment_ends_one_that_reaches_it() {
        let extent = |(recorded, ended)| Extent { first: 0, recorded, ended };
        let pairs = [(false, 50, false), (true, 50, false), (true, 20, false), (true, 50, true)];
        blessed::words("extents of two recordings", pairs, |(ends, other, ended)| {
            let (one, other) = (extent((30, ends)), extent((other, ended)));
            assert_eq!(one.with(other), other.with(one));
            one.with(other)
        });
        let moments = [None, Some(0), Some(7), Some(1000), Some(1001)];
        blessed::words("extents to a moment", moments, |moment| extent((1000, false)).until(moment));
    }
}
