//! The player: an animation with its transport, marks, zoom and selection, without a canvas.
//!
//! Entry: [`Player`]; [`Player::tick`] once per picture.
//!
//! It computes nothing of the network; [`flitscope_show::animation`] does. It knows neither panels nor charts.
//!
//! ```text
//!   scenario --> follow ---> recorder: wanted -> coming -> shown      a few milliseconds in each picture
//!   clock -----> tick -----> recorder, marks, transport -----> the cycle to show, for the scenario
//!   pointer ---> gesture --> view, hit, selection -----------> what the scenario is to become
//!                  sheet <-- everything that stands around the canvas;  drawing <-- everything that is on it
//! ```
//! Time is an argument everywhere, so that every way through is tested without waiting.

pub(crate) mod inside;
pub(crate) mod message;
pub mod paint;
pub(crate) mod panels;
mod prelude;
pub(crate) mod recorder;
pub(crate) mod settings;
pub(crate) mod side_by_side;
pub(crate) mod stage;
#[cfg(test)]
mod tests;
pub(crate) mod trail;
pub(crate) mod transport;

use crate::results::PredictedUse;
use flitscope::param::turns::TurnSet;
use flitscope_show::animation::frame::{AFTER, BEFORE};
use panels::{log::Log, moments::cured};
use prelude::*;
use recorder::{HURRY, Recorder, WARM};
pub use settings::Settings;
use side_by_side::Pair;
use stage::{
    geometry, hit, marks,
    selection::Selection,
    view::{CENTRE, EDGE},
};
use transport::{LAST, LONG, Transport};

/// Cycles after which an animation begins in any case: near saturation no warm-up may end.
const LONGEST_WARM_UP: u32 = 6_000;

pub struct Drawing<'a> {
    pub layout: &'a Layout,
    pub frame: &'a Frame,
    pub picked: Option<Item>,
    /// True if the use of the channels is drawn.
    pub usage: bool,
    /// True in a lesson, which draws the dateline of a ring and the lanes of its classes.
    pub taught: bool,
    /// True while a lesson asks: the shortest circle of turns would be the answer.
    pub asked: bool,
    pub predicted: Option<&'a PredictedUse>,
    pub lit: Option<&'a Count>,
    /// The width of the whole layout, CSS pixels, and the place of its upper left corner.
    pub laid: (f64, Place),
    /// The size of the canvas, CSS pixels.
    pub size: Place,
    /// The whole layout in small, where a part is seen.
    pub overview: Option<Overview>,
    /// Nodes with a ring: two without a path between them.
    pub ringed: &'a [u32],
    /// The number of the recording: another one has another network or layout.
    pub number: u32,
}

impl<'a> Drawing<'a> {
    /// A network alone, laid out so wide from a place on, on a canvas of a size.
    pub const fn plain(layout: &'a Layout, frame: &'a Frame, laid: (f64, Place), size: Place) -> Self {
        let (picked, predicted, lit, overview) = (None, None, None, None);
        let ringed: &[u32] = &[];
        let (usage, taught, asked, number) = (false, false, false, 1);
        Self { layout, frame, picked, usage, taught, asked, predicted, lit, laid, size, overview, ringed, number }
    }
}

#[derive(Default)]
pub struct Player {
    /// Widths of the canvas and of that of what is beside, CSS pixels.
    widths: (f64, f64),
    /// True if the reader points with a finger.
    touch: bool,
    /// True if the scenario has an animation.
    present: bool,
    recorder: Recorder,
    /// The network beside it, and how the two belong together.
    other: Recorder,
    pair: Option<Pair>,
    pub(super) transport: Transport,
    pub(super) selection: Selection,
    view: StageView,
    /// True if the reader has chosen the part that is seen, and the page does not.
    held: bool,
    log: Log,
    /// The quantity of the highlighted symbol, counted from the next frame on.
    pub(crate) counted: Option<Countable>,
    pub(crate) predicted: PredictedUse,
    /// The frame shown last, in a sentence.
    pub(crate) said: String,
    /// True if it shows what it was opened with: the reader has not played, stepped or gone anywhere.
    opened: bool,
    /// True while it simulates up to the warm network.
    warming: bool,
    /// Set while it waits for the recording to play on; true if it is to be still.
    going: Option<bool>,
    /// True if it is out of the window, and rests.
    pub(crate) unseen: bool,
    /// The cycle beyond which nothing is shown, while a lesson asks.
    until: Option<u32>,
    /// The message that is to be followed once its recording is there.
    wanted: Option<u32>,
    /// True if it is the next one that is generated after the cycle shown.
    pub(crate) next: bool,
    /// True if there is more to see of the message that is followed.
    looking: bool,
    /// The cursor of the compass: a turn.
    pub(crate) at_turn: u32,
    /// The turn that was not forbidden, and the two nodes that would have no shortest path, until something else is done.
    pub(crate) lost: Option<(u32, [u32; 2])>,
    /// The run before, of the same messages under other turns.
    pub(crate) previous: Option<PreviousTurns>,
}

/// A run by allowed turns that another one has replaced: the set, the cycles of its arrivals, and when it froze.
#[derive(Clone, Debug)]
pub(crate) struct PreviousTurns {
    pub(crate) set: TurnSet,
    pub(crate) arrivals: Vec<u32>,
    pub(crate) closed: Option<u32>,
}

impl Player {
    /// The player for a reader who points with a finger, or does not; still empty.
    pub(crate) fn new(touch: bool) -> Self {
        Self { touch, ..Self::default() }
    }

    /// Sets the subject of the animation, or the reason why there is no animation; `now` in milliseconds.
    pub(crate) fn follow(&mut self, subject: Option<Result<Subject, NoAnimation>>, now: f64) {
        self.present = subject.is_some();
        match subject {
            None => self.clear(None),
            Some(Ok(subject)) => self.recorder.follow(subject, now),
            Some(Err(reason)) => self.clear(Some(reason)),
        }
    }

    fn clear(&mut self, refusal: Option<NoAnimation>) {
        self.recorder.clear(refusal.map(|reason| reason.to_string()));
        self.set_companion(None, 0.0);
        self.go();
        self.transport.pause();
        self.selection.leave();
        (self.view, self.held) = (StageView::default(), false);
    }

    /// A scenario without a cycle has been opened: a run begins warm, anything else at its beginning, and plays unless it is to be still.
    pub(crate) fn open(&mut self, still: bool) {
        (self.opened, self.warming, self.going) = (true, true, None);
        self.transport.pause();
        if !still {
            self.transport.play();
        }
    }

    /// A scenario has been opened that follows a message, or none.
    pub(crate) fn look_for(&mut self, message: Option<u32>) {
        if matches!(self.selection.picked, Some(Item::Message(_))) {
            self.selection.leave();
        }
        (self.wanted, self.next) = (message, false);
    }

    pub(crate) fn followed(&self) -> Option<u32> {
        match self.selection.picked {
            Some(Item::Message(message)) => Some(message),
            _ => self.wanted,
        }
    }

    /// The latency of the message that is followed in a run, once it has arrived.
    pub(crate) fn followed_latency(&self) -> Option<u64> {
        let trail = self.recorder.trail().filter(|_| self.is_run())?;
        trail.done.then_some(trail.columns as u64)
    }

    /// The last arrivals of a run at the cycle shown, at most `most`, the latest at the end; empty if the animation is not a run.
    pub(crate) fn arrived(&self, most: usize) -> &[(u32, Arrival)] {
        let Some(Recording { animation, frame, .. }) = self.recorder.shown.as_ref().filter(|_| self.is_run()) else {
            return &[];
        };
        let all = animation.arrivals();
        let now = all.partition_point(|(cycle, _)| *cycle <= frame.cycle);
        &all[now.saturating_sub(most)..now]
    }

    /// The reader goes somewhere by themselves.
    pub(super) fn go(&mut self) {
        (self.opened, self.warming, self.going, self.next) = (false, false, None, false);
    }

    /// Plays on by itself from the cycle shown once that is recorded, unless it is to be still.
    pub(crate) fn go_on(&mut self, still: bool) {
        self.going = Some(still);
    }

    /// Plays from the empty network on. Returns its cycle.
    pub(crate) fn restart(&mut self) -> u32 {
        self.go();
        self.transport.play();
        0
    }

    /// True if the cycle shown is one that the reader chose, and not one that plays or that it was opened with.
    pub(crate) fn is_moment(&self) -> bool {
        !self.opened && !self.transport.playing
    }

    /// True if nothing is left to draw but what plays by itself since it was opened.
    pub(crate) fn is_settled(&self) -> bool {
        let plays = self.transport.playing && !self.opened && !self.unseen;
        !plays && !self.is_working()
    }

    /// True if pictures must go on coming: something plays, or is still being recorded.
    pub(crate) fn is_busy(&self) -> bool {
        self.transport.playing && !self.unseen || self.is_working()
    }

    pub(crate) const fn is_warming(&self) -> bool {
        self.warming && self.recorder.shown.is_some()
    }

    /// True if something is still being recorded, or looked for.
    pub(super) fn is_working(&self) -> bool {
        self.is_warming()
            || self.transport.seeking.is_some()
            || self.recorder.is_busy()
            || self.other.is_busy()
            || self.looking
            || self.going.is_some()
            || self.next
    }

    /// Records a little more, and moves on if it plays; `now` is the time of the picture and `clock` tells how long it takes, both in
    /// milliseconds. Returns the cycle to show, if that changed.
    pub(crate) fn tick(&mut self, settings: Settings, now: f64, clock: &dyn Fn() -> f64) -> Option<u32> {
        self.until = settings.until;
        if let Err(reason) = self.recorder.begin(now) {
            self.clear(Some(reason));
        }
        let start = clock();
        let replaced = match self.recorder.ready(start, clock) {
            Some(coming) => self.enter(coming),
            None => false,
        };
        let waits = self.prepare_beside(now, clock);
        // It is seen from the empty network on, under other turns with the same messages.
        if settings.moment == Moment::Turns {
            self.warming = false;
            if replaced && self.going.is_none() && !settings.taught {
                return Some(0);
            }
        }
        if self.recorder.coming.is_some() || waits {
            return None;
        }
        self.warming &= self.recorder.has_next() || self.is_run();
        if self.warming {
            return if self.recorder.has_next() { None } else { self.warm(settings, start, clock) };
        }
        let Settings { cycle, speed, looping, moment, .. } = settings;
        self.transport.at(cycle);
        let unborn =
            settings.taught && self.until.is_none() && self.followed().is_some() && self.recorder.trail().is_none();
        let awaited = self.next || unborn || self.is_awaited(cycle) || self.closes(settings);
        let ahead = self.transport.seeking.or_else(|| awaited.then_some(cycle));
        // Two networks take longer.
        let hurry = if moment == Moment::Deadlock && self.pair.is_some() { 3.0 * HURRY } else { HURRY };
        let extent = self.record(settings, ahead, hurry, start, clock)?;
        self.look(cycle, clock);
        let there = !self.recorder.has_next() && (extent.ended || extent.recorded >= cycle);
        if let Some(still) = self.going.take_if(|_| there) {
            self.open(still);
            self.warming = false;
        }
        let own = self.recorder.shown.as_mut().filter(|_| self.next && there);
        let next = own.and_then(|own| own.animation.next_message(cycle));
        self.next &= !extent.ended;
        if let Some((message, born)) = next {
            (self.next, self.looking) = (false, true);
            self.selection.pick(Some(Item::Message(message)));
            // Where nothing moves it is seen at once.
            return Some(born - u32::from(self.transport.playing));
        }
        if let Some(after) = self.transport.seeking {
            let found = self.mark(after, true);
            if found.is_some() || extent.ended {
                self.transport.seeking = None;
            }
            return found;
        }
        if self.unseen {
            return None;
        }
        // A message that is followed is seen from its generation on.
        let born = self.recorder.trail().map_or(0, |trail| trail.born).saturating_sub(1);
        if settings.taught && self.transport.playing && cycle < born {
            return Some(born);
        }
        let (life, hold) = self.life(moment).unzip();
        let hold = hold.or_else(|| (looping == Some(true)).then_some(LAST));
        let frozen = self.closed().filter(|_| moment == Moment::Turns && self.pair.is_none());
        let seen = extent.until(frozen.map(|closed| closed + AFTER));
        self.transport.advance(now, cycle, speed, hold, life.unwrap_or(seen))
    }

    /// The cycles of a moment, once its event is recorded, and the seconds for which its end is seen: they are shown again and again. A
    /// followed message is seen from just before it is generated to its arrival, a deadlock from [`BEFORE`] to [`AFTER`].
    pub(crate) fn life(&self, moment: Moment) -> Option<(Extent, f64)> {
        if let Some(trail) = self.recorder.trail().filter(|trail| trail.done) {
            // Beside another network, to its end in both.
            let other = self.other.trail().filter(|other| other.done);
            let columns = trail.columns.max(other.map_or(0, |other| other.columns));
            let (first, recorded) = (trail.born.saturating_sub(1), trail.born + columns as u32);
            return Some((Extent { first, recorded, ended: true }, LAST));
        }
        let extent = self.extent()?;
        match (moment, self.closed()) {
            (Moment::Deadlock, Some(closed)) => {
                // Beside a network with a safeguard it is seen much later.
                let middle = if self.pair.is_some() { cured(closed) + BEFORE } else { closed };
                let first = middle.saturating_sub(BEFORE);
                Some((Extent { first, ..extent.until(Some(middle.saturating_add(AFTER))) }, LONG))
            }
            (Moment::Deadlock | Moment::Broadcast | Moment::Multicast, _) => Some((extent, LAST)),
            _ => None,
        }
    }

    /// The cycle in which the circle of a deadlock closes, as far as that is recorded.
    pub(crate) fn closed(&self) -> Option<u32> {
        self.animation()?.phases().iter().find(|phase| phase.mark == Mark::Deadlock).map(|phase| phase.cycle)
    }

    /// True if the message that is followed has still to arrive in what will be recorded.
    fn is_awaited(&self, cycle: u32) -> bool {
        self.recorder.shown.as_ref().is_some_and(|own| own.animation.trail().is_some() && own.is_awaited(cycle))
    }

    /// True if a circle may be about to close in what will be recorded: it is named before it does.
    fn closes(&self, Settings { moment, cycle, .. }: Settings) -> bool {
        let Some(animation) = self.animation().filter(|_| moment == Moment::Deadlock && self.closed().is_none()) else {
            return false;
        };
        !animation.ended() && animation.recorded() < cycle.saturating_add(2 * BEFORE)
    }

    /// Looks at the path of the message that is followed, a few milliseconds in each picture.
    fn look(&mut self, cycle: u32, clock: &dyn Fn() -> f64) {
        if let (Some(message), false) = (self.wanted, self.recorder.has_next()) {
            self.wanted = None;
            self.selection.pick(Some(Item::Message(message)));
        }
        let message = self.followed().filter(|_| self.wanted.is_none());
        // A way has its end in it: while a lesson asks, none is looked at.
        let message = message.filter(|_| self.until.is_none());
        let Some(own) = &mut self.recorder.shown else { return };
        self.looking = own.trace(message, cycle, clock);
        self.looking |= self.is_awaited(cycle);
        self.looking |= self.look_beside(cycle, clock);
    }

    /// Records towards the warm network. Returns the cycle to show: that in which the warm-up is over, and on the way there the last one
    /// that is recorded, so that the network is seen to fill up if it plays.
    fn warm(&mut self, settings: Settings, start: f64, clock: &dyn Fn() -> f64) -> Option<u32> {
        let recorded = self.extent()?.recorded;
        let extent = self.record(Settings { cycle: recorded, ..settings }, Some(recorded), WARM, start, clock)?;
        let warm = self.animation()?.phases().iter().find(|phase| phase.mark == Mark::Warm).map(|phase| phase.cycle);
        // The companion must reach this cycle too.
        let warm = warm.filter(|cycle| *cycle <= extent.recorded || extent.ended);
        let enough = extent.ended || extent.recorded >= LONGEST_WARM_UP;
        // The amount recorded by then depends on time; its beginning does not.
        let there = warm
            .or_else(|| enough.then_some(extent.recorded))
            .map(|cycle| cycle.min(LONGEST_WARM_UP).min(extent.recorded));
        self.warming = there.is_none();
        there.or_else(|| self.transport.playing.then_some(extent.recorded))
    }

    /// True if it shows a run, which begins with the empty network.
    fn is_run(&self) -> bool {
        let first = self.animation().and_then(|animation| animation.phases().first());
        first.is_some_and(|phase| phase.mark == Mark::Empty)
    }

    /// Shows another recording. True if it is by allowed turns, and another one was before.
    fn enter(&mut self, coming: Recording) -> bool {
        let turns = |recording: &Recording| recording.animation.layout().turns.as_ref().map(|turns| turns.set);
        let set = turns(&coming);
        if let Some(before) = self.recorder.shown.as_ref().filter(|before| before.sends_like(&coming)) {
            let arrivals = || before.animation.arrivals().iter().map(|(cycle, _)| *cycle).collect();
            let other = turns(before).filter(|other| Some(*other) != set && before.animation.recorded() > 0);
            let run = other.map(|set| PreviousTurns { set, arrivals: arrivals(), closed: self.closed() });
            self.previous = run.or(self.previous.take());
        } else {
            self.previous = None;
        }
        let replaced = set.is_some() && self.recorder.shown.is_some();
        let same =
            self.animation().is_some_and(|animation| animation.layout().is_laid_out_like(coming.animation.layout()));
        self.selection.enter(same);
        if !same {
            (self.view, self.held) = (StageView::default(), false);
        }
        self.transport.seeking = None;
        self.log = Log::default();
        self.recorder.enter(coming);
        // Another load, say: what plays goes on in a network that is as warm.
        self.warming |= (self.opened || self.transport.playing) && self.is_run();
        replaced
    }

    pub(crate) fn inside(&self) -> Option<&Inside> {
        self.recorder.shown.as_ref()?.frame.inside.as_ref()
    }

    pub(crate) fn shown(&self) -> Option<(&dyn Animation, &Frame)> {
        self.recorder.on_screen()
    }

    fn animation(&self) -> Option<&dyn Animation> {
        self.recorder.shown.as_ref().map(|shown| &*shown.animation)
    }

    /// The cycle of the next mark after one, or of the last one before, as far as that is recorded.
    fn mark(&self, cycle: u32, forward: bool) -> Option<u32> {
        let (animation, extent) = (self.animation()?, self.extent()?);
        let next = marks::next(animation.phases(), cycle, forward).map(|phase| phase.cycle);
        next.filter(|next| self.until.is_none() || *next <= extent.recorded)
    }

    /// Plays or pauses. Returns the cycle to go to first: the beginning, when it stood at the end.
    pub(crate) fn toggle(&mut self, cycle: u32) -> Option<u32> {
        let extent = self.extent()?;
        self.go();
        self.transport.toggle(cycle, extent)
    }

    /// The cycle `steps` from the one shown; playing stops.
    pub(crate) fn step(&mut self, cycle: u32, steps: i32) -> u32 {
        let recorded = self.extent().map_or(0, |extent| extent.recorded);
        self.go();
        self.transport.step(cycle, steps, recorded)
    }

    /// The cycle of the mark before or after the one shown; playing stops. One that is not recorded yet is looked for.
    pub(crate) fn jump(&mut self, cycle: u32, forward: bool) -> Option<u32> {
        self.go();
        let Extent { recorded, ended, .. } = self.extent()?;
        let found = self.mark(cycle.min(recorded), forward);
        self.transport.pause();
        self.transport.seeking = (found.is_none() && forward && !ended).then_some(cycle);
        found
    }

    /// Goes to the next node, or the next channel, from the source or the first node if the reader is nowhere yet, and brings it into view.
    pub(crate) fn walk(&mut self, toward: Toward, links: bool) {
        let size = self.size();
        let Some(Recording { animation, frame, .. }) = &self.recorder.shown else { return };
        let source = || frame.nodes.iter().position(|node| node.tone == NodeTone::Source).unwrap_or(0) as u32;
        let start = frame.inside.as_ref().map_or_else(source, |inside| inside.node);
        let next = self.selection.walk(animation.layout(), start, toward, links);
        let place = next.and_then(|item| geometry::place(animation.layout(), item));
        if let Some(place) = place.filter(|_| frame.inside.is_none()) {
            self.hold(self.view.keeping(place, size, EDGE));
        }
    }

    /// Moves the pointer to a place of the canvas, CSS pixels, or off it. True if that changes the drawing.
    pub(crate) fn point(&mut self, place: Option<Place>) -> bool {
        let item = place
            .filter(|&place| self.overview().is_none_or(|small| small.place(place).is_none()))
            .and_then(|place| self.at(place, false));
        self.selection.point(item)
    }

    /// A click at a place of the canvas picks the item there, of a lane in use its message; on the overview it moves the view. Returns the
    /// parameter that it changes, if any, and its value. A finger cannot point without a tap, so its first one only reads.
    pub(crate) fn click(&mut self, place: Place, touch: bool) -> Option<(Key, f64)> {
        if let Some(place) = self.overview().and_then(|small| small.place(place)) {
            if self.inside().is_some() {
                let animation = self.animation()?;
                let away = |node: &Node| distance(node.place, place);
                let nodes = (0..).zip(&animation.layout().nodes);
                let (node, _) = nodes.min_by(|a, b| away(a.1).total_cmp(&away(b.1)))?;
                return animation.action(node);
            }
            self.hold(self.view.keeping(place, self.size(), CENTRE));
            return None;
        }
        let item = self.at(place, true);
        let again = self.selection.pick(item);
        self.held &= !matches!(item, Some(Item::Message(_)));
        if again || !touch { self.action() } else { None }
    }

    /// The parameter that the animation changes at the selected item, and its value. On a channel it goes to the next message instead.
    pub(crate) fn act(&mut self) -> Option<(Key, f64)> {
        let action = self.action();
        if let (None, Some(shown)) = (action, &self.recorder.shown) {
            self.selection.follow_next(&shown.frame.lanes);
        }
        action
    }

    fn action(&self) -> Option<(Key, f64)> {
        let Some(Item::Node(node)) = self.selection.item() else { return None };
        self.animation()?.action(node)
    }

    /// The item at a place of the canvas, CSS pixels.
    fn at(&self, place: Place, follow: bool) -> Option<Item> {
        let shown = self.recorder.shown.as_ref()?;
        if let Some(inside) = &shown.frame.inside {
            return Room::new(inside, self.widths.0).hit(place);
        }
        let (width, corner) = self.view.laid(self.widths.0);
        hit::at(shown.animation.layout(), width, &shown.frame, (place.0 - corner.0, place.1 - corner.1), follow)
    }

    /// The node that the reader has gone to, and its name; the first one otherwise.
    pub(crate) fn node(&self) -> (u32, String) {
        let number = if let Some(Item::Node(node)) = self.selection.picked { node } else { 0 };
        let node = self.animation().and_then(|animation| animation.layout().nodes.get(number as usize));
        (number, node.map_or_else(|| number.to_string(), |node| node.name.clone()))
    }

    pub(crate) fn measured(&mut self, cycle: u32) -> Vec<Quantity> {
        self.recorder.shown.as_mut().map_or_else(Vec::new, |shown| shown.animation.measured(cycle))
    }

    /// The path of the message that is followed, where it goes, and what it is called.
    pub(crate) fn trail(&self) -> Option<trail::FollowedMessage<'_>> {
        let animation = self.animation()?;
        Some((animation.trail()?, animation.layout(), animation.terms()))
    }

    /// The drawing: the frame that its [elements](panels::sheet::Elements) were brought to last.
    pub fn drawing(&self, settings: Settings) -> Option<Drawing<'_>> {
        let opened = self.inside().is_some();
        let laid = if opened { (self.widths.0, (0.0, 0.0)) } else { self.view.laid(self.widths.0) };
        let drawing = self.draw(&self.recorder, settings, laid, self.size())?;
        let ringed = self.lost.as_ref().map_or(&[][..], |(_, nodes)| nodes);
        Some(Drawing { predicted: Some(&self.predicted), overview: self.overview(), ringed, ..drawing })
    }

    /// The network of a canvas alone, laid out so wide from a place on, on a canvas of a size.
    fn draw<'a>(
        &self,
        recorder: &'a Recorder,
        settings: Settings,
        laid: (f64, Place),
        size: Place,
    ) -> Option<Drawing<'a>> {
        let Recording { animation, frame, picked, lit, .. } = recorder.shown.as_ref()?;
        let plain = Drawing::plain(animation.layout(), frame, laid, size);
        let usage = settings.usage == Some(true) || self.counted == Some(Countable::Carrying);
        let (taught, asked) = (settings.taught, settings.until.is_some());
        Some(Drawing { picked: *picked, usage, taught, asked, lit: lit.as_ref(), number: recorder.entered, ..plain })
    }
}
