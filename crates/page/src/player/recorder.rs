//! Schedules recording, a few milliseconds in each picture, for the animation on the stage and for its replacement.

use super::transport::RATE;
use crate::player::prelude::*;

/// Milliseconds of simulation per picture, so that the page stays responsive while a long animation is recorded.
pub(crate) const BUDGET: f64 = 4.0;

/// As [`BUDGET`], until the first frame and the warm network: a slow device has more to do then.
pub(crate) const WARM: f64 = 4.0;

/// As [`BUDGET`], while the cycle that the reader wants to see is not recorded yet.
pub(crate) const HURRY: f64 = 12.0;

/// Seconds of play that are recorded ahead, where an animation is not recorded as a whole.
const AHEAD: f64 = 4.0;

/// Cycles simulated between two looks at the clock.
pub(crate) const SLICE: u32 = 16;

/// Milliseconds that a slider must rest before an animation that takes long is recorded anew.
pub(crate) const REST: f64 = 150.0;

/// The most cycles beyond the one shown that are recorded to show the arrival of a followed message.
const LONGEST_WAY: u32 = 4_000;

/// A recording, its subject, and the frame on the screen.
pub(crate) struct Recording {
    subject: Subject,
    pub(crate) animation: Box<dyn Animation>,
    pub(crate) frame: Frame,
    pub(crate) picked: Option<Item>,
    pub(crate) lit: Option<Count>,
}

impl Recording {
    pub(crate) fn new(subject: Subject, animation: Box<dyn Animation>) -> Self {
        Self { subject, animation, frame: Frame::default(), picked: None, lit: None }
    }

    /// Takes the frame of a cycle for a reader who is at an item.
    pub(crate) fn take(&mut self, cycle: u32, item: Option<Item>, counted: Option<Countable>) {
        (self.frame, self.picked) = (self.animation.frame(cycle, item), item);
        self.lit = counted.map(|what| Count::of(what, self.animation.layout(), &self.frame));
    }

    /// Traces the path of a message, a few milliseconds in each picture. True if there is more to trace.
    pub(crate) fn trace(&mut self, message: Option<u32>, cycle: u32, clock: &dyn Fn() -> f64) -> bool {
        let mut more = self.animation.follow(message, cycle, SLICE);
        if more {
            let start = clock();
            while more && clock() - start < BUDGET {
                more = self.animation.follow(message, cycle, SLICE);
            }
        }
        more
    }

    /// True if a message that is followed may still arrive in what will be recorded.
    pub(crate) fn is_awaited(&self, cycle: u32) -> bool {
        let arrived = self.animation.trail().is_some_and(|trail| trail.done);
        !arrived && !self.animation.ended() && self.animation.recorded() < cycle.saturating_add(LONGEST_WAY)
    }

    /// True if the same messages enter both networks.
    pub(crate) fn sends_like(&self, other: &Self) -> bool {
        self.subject.sends_like(&other.subject)
    }

    pub(crate) fn extent(&self) -> Extent {
        Extent { first: 0, recorded: self.animation.recorded(), ended: self.animation.ended() }
    }
}

#[derive(Default)]
pub(crate) struct Recorder {
    pub(super) refusal: Option<String>,
    /// The recordings shown so far: another number means another network or layout to draw.
    pub(super) entered: u32,
    /// The requested subject and the time of the request; recorded once it has rested.
    wanted: Option<(Subject, f64)>,
    /// The replacement, before its first frame: until then the recording on the screen does not move.
    pub(super) coming: Option<Recording>,
    pub(crate) shown: Option<Recording>,
    horizon: u32,
}

impl Recorder {
    /// Empties the canvas, with a reason if there is one.
    pub(crate) fn clear(&mut self, refusal: Option<String>) {
        *self = Self { refusal, entered: self.entered, ..Self::default() };
    }

    /// Sets the subject to record, at `now`. A recording that is shown or has begun is not begun anew: a slider may return to it.
    pub(crate) fn follow(&mut self, subject: Subject, now: f64) {
        self.refusal = None;
        let is =
            |recording: &Option<Recording>| recording.as_ref().is_some_and(|recording| recording.subject == subject);
        if is(&self.shown) {
            (self.wanted, self.coming) = (None, None);
        } else if is(&self.coming) {
            self.wanted = None;
        } else if self.wanted.is_none_or(|(wanted, _)| wanted != subject) {
            self.wanted = Some((subject, now));
        }
    }

    /// True if another recording is wanted or being prepared.
    pub(crate) const fn has_next(&self) -> bool {
        self.wanted.is_some() || self.coming.is_some()
    }

    /// True if something is still to be recorded.
    pub(crate) fn is_busy(&self) -> bool {
        let unfinished = |shown: &Recording| !shown.animation.ended() && shown.animation.recorded() < self.horizon;
        self.has_next() || self.shown.as_ref().is_some_and(unfinished)
    }

    /// Begins to record the subject once it rests: at once if that is quickly done, or if nothing else is shown.
    pub(crate) fn begin(&mut self, now: f64) -> Result<(), NoAnimation> {
        if let Some((subject, since)) = self.wanted
            && (!subject.is_long() || self.shown.is_none() || now - since >= REST)
        {
            self.wanted = None;
            self.coming = Some(Recording::new(subject, subject.animation()?));
        }
        Ok(())
    }

    /// Works on the recording in progress from `start` on; returns it once its first frame is recorded.
    pub(crate) fn ready(&mut self, start: f64, clock: &dyn Fn() -> f64) -> Option<Recording> {
        let coming = self.coming.as_mut()?;
        while !coming.animation.ready() && clock() - start < WARM {
            coming.animation.advance(SLICE);
        }
        if coming.animation.ready() { self.coming.take() } else { None }
    }

    pub(crate) fn enter(&mut self, coming: Recording) {
        self.shown = Some(coming);
        self.entered += 1;
    }

    pub(crate) fn on_screen(&self) -> Option<(&dyn Animation, &Frame)> {
        self.shown.as_ref().map(|shown| (&*shown.animation, &shown.frame))
    }

    pub(crate) fn trail(&self) -> Option<&Trail> {
        self.shown.as_ref()?.animation.trail()
    }

    /// Records a little more for a reader who is at a cycle, or looks for a mark after one: for `hurry` milliseconds until that is there.
    /// How far it goes then; nothing where there is nothing to show.
    pub(crate) fn record(
        &mut self,
        cycle: u32,
        speed: f64,
        seeking: Option<u32>,
        hurry: f64,
        start: f64,
        clock: &dyn Fn() -> f64,
    ) -> Option<Extent> {
        let shown = self.shown.as_mut()?;
        let animation = &mut shown.animation;
        self.horizon = match seeking {
            // A mark may come at any time, so one second after the other is recorded.
            Some(after) => animation.wanted(animation.recorded().max(after), RATE as u32 * SLICE),
            None => animation.wanted(cycle, (AHEAD * RATE * speed) as u32 + SLICE),
        };
        let budget = if animation.recorded() < cycle || seeking.is_some() { hurry } else { BUDGET };
        while animation.recorded() < self.horizon && !animation.ended() {
            animation.advance(SLICE.min(self.horizon - animation.recorded()));
            if clock() - start >= budget {
                break;
            }
        }
        Some(shown.extent())
    }
}
