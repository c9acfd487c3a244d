//! A pinned setting, animated beside the present one and in step with it: a recording of its own, which follows the clock, the zoom and the
//! reader of the player. Where the same messages enter both networks, the one that is followed is followed in both.

mod words;

use super::panels::sheet::shape;
use crate::{
    pins::words::{self as pin_words, settings},
    player::prelude::*,
};
use flitscope::{
    scenario::pins::{differences, in_place},
    text::load,
};

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Companion {
    /// Its subject, or the reason why it cannot be shown.
    pub(crate) subject: Result<Subject, NoAnimation>,
    /// The difference of the two: "V = 3" of the present one, "V = 7" of this one.
    pub(crate) names: [String; 2],
    pub(crate) common: Common,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Common {
    /// The clock: no messages are drawn, there is one broadcast, say.
    #[default]
    Clock,
    /// The clock alone: each draws messages of its own.
    ClockAlone,
    /// The clock, and the messages that enter the networks.
    Messages,
}

impl Companion {
    pub(crate) fn of(scenario: &Scenario) -> Option<Self> {
        if let Some(beside) = lesson::beside(scenario) {
            return Self::of_scene(scenario, &beside);
        }
        let place = scenario.count(Key::Beside).checked_sub(1)?;
        Self::pinned(scenario, scenario.pins().all().get(place as usize)?)
    }

    /// The network of another scene, named by the settings that differ, or by its load.
    fn of_scene(scenario: &Scenario, other: &Scenario) -> Option<Self> {
        let subject = Subject::of(other)?;
        let symbol = experiment::load_symbol(scenario);
        let rows = || differences(other.setup(), scenario.setup()).filter(|row| row.key.group() != Group::Curves);
        let name =
            |of: &Scenario| Some(settings(rows(), of.system(), |key| of.text(key))).filter(|name| !name.is_empty());
        let names = [scenario, other].map(|of| name(of).unwrap_or_else(|| load(symbol, of.get(Key::Load), 3)));
        Some(Self { subject, names, common: Common::ClockAlone })
    }

    /// A pin beside a scenario; none where the animation is the same with it.
    fn pinned(scenario: &Scenario, pin: &Setup) -> Option<Self> {
        let own = Subject::of(scenario)?;
        let subject = Subject::of(&in_place(pin, scenario))?;
        // The model makes no difference here.
        let rows = || differences(pin, scenario.setup()).filter(|row| row.key.group() != Group::Curves);
        let common = match (&own, &subject) {
            (Ok(own), Ok(other)) if own.sends_like(other) => Common::Messages,
            (Ok(own), _) if own.is_long() => Common::ClockAlone,
            _ => Common::Clock,
        };
        (subject != own).then(|| Self {
            subject,
            names: [scenario.setup(), pin].map(|of| settings(rows(), of.system(), |key| of.text(key))),
            common,
        })
    }
}

/// The companions to choose from, and the names of those shown.
pub(crate) fn sheet(scenario: &Scenario) -> DomPatch {
    let mut sheet = DomPatch::default();
    let all: Vec<_> = scenario.pins().all().iter().map(|pin| Companion::pinned(scenario, pin)).collect();
    let number = scenario.count(Key::Beside);
    let of_scene = lesson::beside(scenario).and_then(|other| Companion::of_scene(scenario, &other));
    let pinned = number.checked_sub(1).and_then(|place| all.get(place as usize)?.as_ref());
    let number = if pinned.is_some() { number } else { 0 };
    let shown = of_scene.as_ref().or(pinned);
    let offered = || (1..).zip(&all).filter_map(|(number, one)| Some((number, &one.as_ref()?.names[1])));
    sheet.show("pair-box", offered().next().is_some()).class("body", "pair", shown.is_some());
    let option = |number: u32, name: &str| html! { option value=(number) { (name) } };
    let options = html! { (option(0, "nothing")) @for (number, name) in offered() { (option(number, name)) } };
    sheet.markup("pair-of", options).value("pair-of", number.to_string());
    for id in ["stage-name", "pair-name", "pair-caption", "pair-said"] {
        sheet.show(id, shown.is_some());
    }
    sheet.show("pair-frame", shown.is_some_and(|shown| shown.subject.is_ok()));
    if let Some(Companion { names: [own, other], .. }) = shown {
        sheet.attribute("pair-stage", "aria-label", format!("Animation of the kept network: {other}"));
        // A moment has words of its own for them.
        if !Moment::is_cured(scenario) && Moment::told(scenario) != Moment::Turns {
            let kept = if lesson::at(scenario).is_some() { other.clone() } else { pin_words::name(other) };
            sheet.text("stage-name", own).text("pair-name", kept);
        }
    }
    sheet
}

#[derive(Default)]
pub(super) struct Pair {
    names: [String; 2],
    common: Common,
    /// True if nodes and channels have the places of those of the present network.
    alike: bool,
    /// The message that is followed in the present network, and the same one in the other.
    twin: Option<(u32, u32)>,
}

/// Among the messages that have arrived that of the same cycle, source and destination as one.
fn twin(arrivals: &[(u32, Arrival)], own: &Trail) -> Option<u32> {
    let alike = |(at, other): &&(u32, Arrival)| {
        let ends = (other.source, other.destination) == (own.source, own.destination);
        ends && !other.copy && u64::from(own.born) + other.latency == u64::from(*at)
    };
    arrivals.iter().find(alike).map(|(_, other)| other.message)
}

impl Player {
    /// Sets the companion of the animation, or none; `now` in milliseconds.
    pub(crate) fn set_companion(&mut self, companion: Option<Companion>, now: f64) {
        let Some(Companion { subject, names, common }) = companion else {
            self.pair = None;
            self.other.clear(None);
            return;
        };
        let pair = self.pair.get_or_insert_default();
        (pair.names, pair.common) = (names, common);
        match subject {
            Ok(subject) => self.other.follow(subject, now),
            Err(reason) => self.other.clear(Some(reason.to_string())),
        }
    }

    /// True if there is a canvas for a companion.
    pub(crate) fn is_paired(&self) -> bool {
        self.pair.is_some() && self.other.refusal.is_none()
    }

    /// Works towards the first frame of the companion. True if it is still to come.
    pub(super) fn prepare_beside(&mut self, now: f64, clock: &dyn Fn() -> f64) -> bool {
        let Some(pair) = &mut self.pair else { return false };
        if let Err(reason) = self.other.begin(now) {
            self.other.clear(Some(reason.to_string()));
        }
        if let Some(coming) = self.other.ready(clock(), clock) {
            self.other.enter(coming);
            pair.twin = None;
        }
        if let (Some(own), Some(other)) = (&self.recorder.shown, &self.other.shown) {
            pair.alike = own.animation.layout().is_laid_out_like(other.animation.layout());
        }
        self.other.coming.is_some()
    }

    /// Records a little more of both; see [`Recorder::record`]. How far they go together.
    pub(super) fn record(
        &mut self,
        settings: Settings,
        ahead: Option<u32>,
        hurry: f64,
        start: f64,
        clock: &dyn Fn() -> f64,
    ) -> Option<Extent> {
        let Settings { cycle, speed, .. } = settings;
        let own = self.recorder.record(cycle, speed, ahead, hurry, start, clock)?;
        let Some(pair) = &self.pair else { return Some(own.until(self.until)) };
        let follows = pair.common == Common::Messages && self.recorder.trail().is_some();
        let awaited = follows && self.other.shown.as_ref().is_some_and(|other| other.is_awaited(cycle));
        let ahead = self.transport.seeking.or(if awaited { Some(cycle) } else { ahead });
        let other = self.other.record(cycle, speed, ahead, hurry, clock(), clock);
        Some(other.map_or(own, |other| own.with(other)).until(self.until))
    }

    /// The common extent of both, up to the cycle at which a lesson asks.
    pub(super) fn extent(&self) -> Option<Extent> {
        let own = self.recorder.shown.as_ref()?.extent();
        Some(self.other.shown.as_ref().map_or(own, |other| own.with(other.extent())).until(self.until))
    }

    /// Traces the path of the followed message in the other network. True if there is more to trace.
    pub(super) fn look_beside(&mut self, cycle: u32, clock: &dyn Fn() -> f64) -> bool {
        let own = self.recorder.trail();
        let (Some(pair), Some(other)) = (&mut self.pair, &mut self.other.shown) else { return false };
        let own = own.filter(|_| pair.common == Common::Messages);
        pair.twin = pair.twin.filter(|twin| own.is_some_and(|own| own.message == twin.0));
        if let (Some(own), None) = (own, pair.twin) {
            pair.twin = twin(other.animation.arrivals(), own).map(|twin| (own.message, twin));
        }
        let more = other.trace(pair.twin.map(|twin| twin.1), other.animation.recorded(), clock);
        more || own.is_some() && other.is_awaited(cycle)
    }

    /// Takes the frame of a cycle, and writes the texts around it.
    pub(super) fn frame_beside(&mut self, sheet: &mut DomPatch, cycle: u32) {
        let (Some(pair), Some(own)) = (&self.pair, &self.recorder.shown) else { return };
        let Some(other) = &mut self.other.shown else {
            sheet.text("pair-said", self.other.refusal.clone().unwrap_or_default()).text("pair-caption", "");
            return;
        };
        let item = match self.selection.item() {
            Some(Item::Message(message)) => {
                pair.twin.filter(|twin| twin.0 == message).map(|twin| Item::Message(twin.1))
            }
            item => item.filter(|_| pair.alike),
        };
        other.take(cycle, item, self.counted);
        let (animation, at) = (&mut other.animation, other.frame.cycle);
        shape(sheet, "pair-frame", animation.layout().height);
        let caption =
            if self.until.is_some() { animation.terms().held(at) } else { animation.caption(cycle, item).text };
        sheet.attribute("pair-caption", "data-cycle", at.to_string());
        sheet.text("pair-caption", format!("{}: {caption}", pin_words::name(&pair.names[1])));
        let said = match (pair.common, own.animation.trail()) {
            (Common::Clock, _) => words::CLOCK.into(),
            (Common::ClockAlone, _) => words::CLOCK_ALONE.into(),
            (Common::Messages, Some(trail)) if self.until.is_none() => {
                let twin = animation.trail().filter(|_| pair.twin.is_some());
                words::told(trail, twin, &pair.names, own.animation.layout(), own.animation.terms())
            }
            (Common::Messages, _) => words::INVITATION.into(),
        };
        sheet.text("pair-said", said);
    }

    pub(crate) fn names_beside(&self) -> Option<&[String; 2]> {
        self.pair.as_ref().map(|pair| &pair.names)
    }

    pub(crate) fn shown_beside(&self) -> Option<(&dyn Animation, &Frame)> {
        self.other.on_screen()
    }

    pub fn drawing_beside(&self, settings: Settings) -> Option<Drawing<'_>> {
        let (pair, other, width) = (self.pair.as_ref()?, self.other.shown.as_ref()?, self.widths.1);
        let size = (width, width * other.animation.layout().height);
        // The same part of the same network.
        let alike = pair.alike && self.widths.0 > 0.0;
        let view = if alike { self.view.resized(width / self.widths.0, size) } else { StageView::default() };
        self.draw(&self.other, settings, view.laid(width), size)
    }
}
