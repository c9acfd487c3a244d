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

/// The extent of a recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Extent {
    /// The cycle with which it begins again.
    pub(crate) first: u32,
    /// The last cycle that is recorded.
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

/// Playing, and the play head.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Transport {
    playing: bool,
    /// None until the first picture after play was pressed.
    head: Option<PlayHead>,
    /// The cycle shown after which the next mark is looked for, while it is not recorded yet.
    seeking: Option<u32>,
}

impl Transport {
    pub(crate) const fn is_playing(&self) -> bool {
        self.playing
    }

    /// The cycle after which a mark is looked for.
    pub(crate) const fn seeking(&self) -> Option<u32> {
        self.seeking
    }

    /// Plays from where it is.
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

    /// Stops, and looks for the next mark after a cycle.
    pub(crate) const fn seek(&mut self, after: u32) {
        *self = Self { playing: false, head: None, seeking: Some(after) };
    }

    /// Ends the search for a mark.
    pub(crate) const fn end_seeking(&mut self) {
        self.seeking = None;
    }

    /// The reader is at a cycle: who goes elsewhere does not look for a mark any more.
    pub(crate) fn at(&mut self, cycle: u32) {
        self.seeking = self.seeking.filter(|began| *began == cycle);
    }

    /// Advances from the scenario's cycle if it plays, at `speed` times the usual speed; `now` in milliseconds. The end is shown for `hold` seconds
    /// before play begins again; none where it does not. Returns the cycle to show if it changes.
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

    const OPEN: Extent = Extent { first: 0, recorded: 1000, ended: false };
    const SHORT: Extent = Extent { first: 0, recorded: 20, ended: true };

    /// The cycles shown in `frames` frames, `apart` milliseconds apart, while it plays from `cycle` on.
    fn play(
        transport: &mut Transport,
        mut cycle: u32,
        looping: bool,
        extent: Extent,
        frames: u32,
        apart: f64,
    ) -> Vec<u32> {
        let frame = |index: u32| {
            cycle = transport
                .advance(f64::from(index) * apart, cycle, 1.0, looping.then_some(LAST), extent)
                .unwrap_or(cycle);
            cycle
        };
        (0..frames).map(frame).collect()
    }

    fn playing() -> Transport {
        let mut transport = Transport::default();
        assert_eq!(transport.toggle(5, OPEN), None);
        transport
    }

    #[test]
    fn it_plays_ten_cycles_in_a_second() {
        assert_eq!(play(&mut playing(), 5, false, OPEN, 5, 100.0), [5, 6, 7, 8, 9]);
        // On a fast screen most pictures show the same cycle, and none is lost.
        let shown = play(&mut playing(), 5, false, OPEN, 1001, 1.0);
        assert_eq!((shown[50], shown[150], shown[550], shown[950]), (5, 6, 10, 14));
        assert!(shown.windows(2).all(|pair| pair[1] - pair[0] <= 1));
    }

    #[test]
    fn speed_changes_while_it_plays_without_a_jump() {
        let mut transport = playing();
        assert_eq!(transport.advance(0.0, 5, 1.0, None, OPEN), None);
        assert_eq!(transport.advance(100.0, 5, 16.0, None, OPEN), Some(21));
        assert_eq!(transport.advance(200.0, 21, 0.25, None, OPEN), None);
        assert_eq!(transport.advance(600.0, 21, 1.0, None, OPEN), Some(23), "a quarter of a cycle and two and a half");
    }

    #[test]
    fn what_does_not_play_stays() {
        let mut transport = Transport::default();
        assert!(play(&mut transport, 7, true, SHORT, 20, 100.0).iter().all(|cycle| *cycle == 7));
        let mut transport = playing();
        play(&mut transport, 5, false, OPEN, 5, 100.0);
        transport.toggle(9, OPEN);
        assert_eq!(transport, Transport::default());
    }

    #[test]
    fn the_end_stops_it_and_play_begins_again_from_the_beginning() {
        let mut transport = playing();
        let shown = play(&mut transport, 15, false, SHORT, 10, 100.0);
        assert_eq!(shown, [15, 16, 17, 18, 19, 20, 20, 20, 20, 20]);
        assert!(!transport.is_playing());
        assert_eq!(transport.toggle(20, SHORT), Some(0));
        assert_eq!(play(&mut transport, 0, false, SHORT, 4, 100.0), [0, 1, 2, 3]);
    }

    #[test]
    fn two_recordings_go_as_far_as_both_do_and_one_that_has_ended_waits() {
        let extent = |recorded, ended| Extent { first: 0, recorded, ended };
        for (one, other, both) in [
            (extent(30, false), extent(50, false), extent(30, false)),
            (extent(30, true), extent(50, false), extent(50, false)),
            (extent(30, true), extent(20, false), extent(20, false)),
            (extent(30, true), extent(50, true), extent(50, true)),
        ] {
            assert_eq!((one.with(other), other.with(one)), (both, both));
        }
    }

    #[test]
    fn a_moment_ends_a_recording_that_reaches_it() {
        assert_eq!(OPEN.until(None), OPEN);
        assert_eq!(OPEN.until(Some(1001)), OPEN, "it is not recorded yet");
        for moment in [0, 7, 1000] {
            assert_eq!(OPEN.until(Some(moment)), Extent { first: 0, recorded: moment, ended: true });
        }
    }

    #[test]
    fn a_cycle_beyond_the_end_counts_as_the_end() {
        assert_eq!(Transport::default().toggle(500, SHORT), Some(0));
        assert_eq!(Transport::default().toggle(19, SHORT), None);
        let open = Extent { ended: false, ..SHORT };
        assert_eq!(Transport::default().toggle(20, open), None, "more may come");
    }

    #[test]
    fn with_the_loop_on_the_end_is_seen_for_two_seconds() {
        let mut transport = playing();
        let shown = play(&mut transport, 18, true, SHORT, 40, 100.0);
        assert_eq!(shown[..4], [18, 19, 20, 20]);
        let again = shown.iter().position(|cycle| *cycle == 0).expect("it begins again");
        assert_eq!(again - 2, 20, "twenty frames of a tenth of a second");
        assert_eq!(shown[again + 1..again + 4], [1, 2, 3]);
        assert!(transport.is_playing());
    }

    #[test]
    fn a_recording_of_one_frame_has_no_loop() {
        let mut transport = playing();
        let still = Extent { first: 0, recorded: 0, ended: true };
        assert_eq!(transport.advance(0.0, 0, 1.0, Some(LAST), still), Some(0));
        assert!(!transport.is_playing());
    }

    #[test]
    fn at_the_front_of_a_recording_it_waits_for_more() {
        let mut transport = playing();
        let front = Extent { first: 0, recorded: 8, ended: false };
        assert_eq!(play(&mut transport, 5, false, front, 8, 100.0), [5, 6, 7, 8, 8, 8, 8, 8]);
        assert!(transport.is_playing());
        // Time spent waiting is not made up for.
        assert_eq!(transport.advance(800.0, 8, 1.0, None, OPEN), Some(9));
    }

    #[test]
    fn a_page_that_was_hidden_goes_on_where_it_was() {
        let mut transport = playing();
        assert_eq!(transport.advance(1_000.0, 5, 1.0, None, OPEN), None);
        assert_eq!(transport.advance(3_601_000.0, 5, 1.0, None, OPEN), Some(7), "a quarter of a second, not an hour");
        assert_eq!(transport.advance(3_600_000.0, 7, 1.0, None, OPEN), None, "a clock that goes back moves nothing");
    }

    #[test]
    fn who_scrubs_while_it_plays_goes_on_from_there() {
        let mut transport = playing();
        play(&mut transport, 5, false, OPEN, 5, 100.0);
        assert_eq!(transport.advance(500.0, 700, 1.0, None, OPEN), Some(701));
        assert_eq!(transport.advance(600.0, 12, 1.0, None, OPEN), Some(13), "backwards as well");
        assert!(transport.is_playing());
    }

    #[test]
    fn who_scrubs_away_from_the_end_is_not_taken_to_the_beginning() {
        let mut transport = playing();
        play(&mut transport, 19, true, SHORT, 8, 100.0);
        assert_eq!(transport.advance(800.0, 3, 1.0, Some(LAST), SHORT), Some(4));
    }

    #[test]
    fn a_step_stops_play_and_stays_within_what_is_recorded() {
        for (cycle, steps, to) in [(5, 1, 6), (5, -1, 4), (0, -1, 0), (20, 1, 20), (500, -1, 19), (5, -9, 0)] {
            let mut transport = playing();
            assert_eq!(transport.step(cycle, steps, 20), to, "{cycle} {steps}");
            assert!(!transport.is_playing());
        }
    }

    #[test]
    fn who_goes_elsewhere_does_not_look_for_a_mark_any_more() {
        let mut transport = playing();
        transport.seek(30);
        assert!(!transport.is_playing(), "looking for a mark stops play");
        transport.at(30);
        assert_eq!(transport.seeking(), Some(30));
        transport.at(31);
        transport.at(30);
        assert_eq!(transport.seeking(), None, "coming back is not looking again");
    }

    #[test]
    fn play_pause_and_step_end_the_search_for_a_mark() {
        let after = |act: fn(&mut Transport)| {
            let mut transport = Transport::default();
            transport.seek(30);
            act(&mut transport);
            transport.seeking()
        };
        let acts: [fn(&mut Transport); 4] = [
            |transport| _ = transport.toggle(30, OPEN),
            |transport| transport.pause(),
            |transport| _ = transport.step(30, 1, 100),
            Transport::end_seeking,
        ];
        for act in acts {
            assert_eq!(after(act), None);
        }
    }
}
