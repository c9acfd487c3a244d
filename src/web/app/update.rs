//! What each message does.

use super::{App, Stale};
use crate::{
    param::Key,
    scenario::{Parsed, Scenario, preset},
    web::{
        dom::{self, Fallible},
        export, header, link_bar,
        message::Msg,
        palette,
    },
};
use web_sys::HtmlElement;

/// Fraction of the saturation load that the way back from saturation goes to.
const BELOW: f64 = 0.9;

impl App {
    /// What a message changes, and whether that asks for a picture.
    pub(super) fn update(&mut self, message: Msg) -> Fallible {
        let present = *self.history.present();
        match message {
            Msg::Put { key, text, moving } => {
                let said = !std::mem::take(&mut self.problems).is_empty();
                let next = self.history.base(key).put(key, &text, &mut self.problems);
                self.advance(next, Some(key));
                if moving {
                    self.moved = dom::now();
                    self.controls.typing(key);
                } else {
                    self.history.rest();
                    // A value that was not accepted leaves its text in the field.
                    self.controls.insist();
                }
                self.stale.chart |= said || !moving || !self.problems.is_empty();
            }
            Msg::Typed { key, text } => {
                // Only what is already right counts; the rest is named when it is done.
                let system = present.system();
                let right = system.param(key).is_some_and(|row| row.parse(&text, system.params()).is_ok());
                self.controls.mark(key, right)?;
                if right {
                    return self.update(Msg::Put { key, text, moving: true });
                }
            }
            Msg::DragLoad(place) => {
                let load = self.results.tidy_load(self.chart.load_at(place));
                self.advance(present.set(Key::Load, load), Some(Key::Load));
            }
            Msg::LoadFromCursor => {
                if let Some(load) = self.chart.cursor() {
                    self.advance(present.set(Key::Load, self.results.tidy_load(load)), None);
                }
            }
            Msg::BelowSaturation => {
                if let Some(curve) = self.results.curves.first() {
                    let load = self.results.tidy_load(BELOW * curve.end.load);
                    self.advance(present.set(Key::Load, load), None);
                    // The button that was pressed goes away with the sentence it stood in.
                    dom::by_id::<HtmlElement>("chart")?.focus()?;
                }
            }
            Msg::Show(reading, on) => self.switch(reading, on),
            Msg::Rest => self.history.rest(),
            Msg::Released => self.released.ask()?,
            Msg::Reset(key) => {
                self.problems.clear();
                let next = present.reset(key, &mut self.problems);
                self.advance(next, None);
                self.stale.chart = true;
            }
            Msg::ResetAll => self.advance(Scenario::new(present.system()), None),
            Msg::NewSeed => {
                let mut bytes = [0; 4];
                if getrandom::fill(&mut bytes).is_ok() {
                    self.advance(present.set(Key::Seed, f64::from(u32::from_le_bytes(bytes))), None);
                }
            }
            Msg::System(system) => {
                if system != present.system() {
                    self.player.pause();
                    // Back at a system, the reader finds it as they left it.
                    self.left.retain(|other| other.system() != present.system());
                    self.left.push(present);
                    let before = self.left.iter().find(|other| other.system() == system).copied();
                    self.advance(before.unwrap_or_else(|| Scenario::new(system)), None);
                }
            }
            Msg::Preset(index) => {
                if let Some(preset) = preset::of(present.system()).get(index) {
                    self.problems.clear();
                    self.player.pause();
                    self.advance(preset.scenario(), None);
                    if preset.is_animation() {
                        self.moved = f64::NEG_INFINITY;
                        self.picture(dom::now())?;
                        dom::by_id::<HtmlElement>("stage-panel")?.scroll_into_view();
                    }
                }
            }
            Msg::Address => {
                let Parsed { scenario, problems } = link_bar::read()?;
                self.problems = problems;
                self.player.pause();
                self.advance(scenario, None);
                self.stale.results = true;
            }
            Msg::Undo => {
                if self.history.undo() {
                    self.changed();
                }
            }
            Msg::Redo => {
                if self.history.redo() {
                    self.changed();
                }
            }
            Msg::Cursor(cursor) => self.chart.move_cursor(cursor, &self.results, &self.lab, &self.palette)?,
            Msg::Play => {
                if let Some(cycle) = self.player.toggle(present.count(Key::Cycle)) {
                    self.show_cycle(cycle);
                }
                self.stale.stage = true;
                self.address.ask()?;
            }
            Msg::Step(steps) => {
                let cycle = self.player.step(present.count(Key::Cycle), steps);
                self.show_cycle(cycle);
            }
            Msg::Mark(forward) => match self.player.jump(present.count(Key::Cycle), forward) {
                Some(cycle) => self.show_cycle(cycle),
                None => self.stale.stage = true,
            },
            Msg::Zoom(factor, about) => {
                self.player.zoom(factor, about);
                self.stale.stage = true;
            }
            Msg::Fit => {
                self.player.fit();
                self.stale.stage = true;
            }
            Msg::Pan(by) => {
                self.player.pan(by);
                self.stale.stage = true;
            }
            Msg::Walk(toward, wires) => {
                self.player.walk(toward, wires);
                self.stale.stage = true;
            }
            Msg::Point(place) => self.stale.stage |= self.player.point(place),
            Msg::Click { place, touch } => {
                let action = self.player.click(place, touch);
                self.stale.stage = true;
                self.act(action);
            }
            Msg::Act => {
                let action = self.player.act();
                self.stale.stage = true;
                self.act(action);
            }
            Msg::Leave => {
                self.player.leave();
                self.stale.stage = true;
            }
            Msg::Simulate => self.simulate()?,
            Msg::Settled => {
                if present.chosen(Key::Auto) == "1" {
                    self.simulate()?;
                }
            }
            Msg::EndSimulation => {
                self.lab.end()?;
                self.stale.points = true;
            }
            Msg::ClearSimulation => {
                self.lab.clear()?;
                self.stale.points = true;
            }
            Msg::Table => export::table(&self.results, &self.lab)?,
            Msg::Document => export::document(&self.results, &self.lab)?,
            Msg::ForgetAll => self.lab.forget_all()?,
            Msg::SimulateAgain => {
                self.update(Msg::NewSeed)?;
                self.simulate()?;
            }
            Msg::Heard(worker, word) => {
                self.lab.hear(worker, word)?;
                self.stale.points = true;
            }
            Msg::WorkerFailed(worker, why) => {
                self.lab.failed(worker, &why)?;
                self.stale.points = true;
            }
            Msg::Watch => {
                self.watch.came();
                self.lab.watch()?;
                self.stale.points = true;
                if self.lab.running() {
                    self.watch.ask()?;
                }
            }
            Msg::Restyle => {
                palette::apply()?;
                self.restyle()?;
            }
            Msg::Theme => {
                palette::toggle()?;
                self.restyle()?;
            }
            Msg::Share => link_bar::share(&present)?,
            Msg::Keys => link_bar::open("keys-dialog")?,
            Msg::Opened => {
                self.insight.render(&self.results)?;
                self.figure.render(&self.results, &self.palette)?;
                self.stale.stage = true;
            }
            Msg::Dismiss => {
                self.problems.clear();
                header::notices(&self.problems)?;
                // The button that was pressed is gone.
                dom::by_id::<HtmlElement>("chart")?.focus()?;
            }
            Msg::WriteAddress => {
                self.address.came();
                link_bar::write(&present)?;
                let scene = dom::by_id::<HtmlElement>("scene")?.text_content().unwrap_or_default();
                dom::document()?.set_title(&format!("{scene} · Flitscope"));
            }
            Msg::Frame(now) => {
                self.frame.came();
                self.picture(now)?;
            }
            Msg::Flush => {
                self.moved = f64::NEG_INFINITY;
                self.picture(dom::now())?;
            }
        }
        let next = *self.history.present();
        if next != present {
            let moved = self.lab.follow(&next)?;
            self.stale.points |= moved;
            if moved || [Key::Load, Key::Auto].iter().any(|key| next.get(*key) != present.get(*key)) {
                self.settled.ask()?;
            }
        }
        let Stale { results, chart, points, stage } = self.stale;
        if results || chart || points || stage || self.player.is_busy() || self.arrivals.is_busy() {
            self.frame.ask()
        } else {
            Ok(())
        }
    }

    /// Does what the animation does where the reader is, if there is such a thing.
    fn act(&mut self, action: Option<(Key, f64)>) {
        if let Some((key, value)) = action {
            let present = *self.history.present();
            self.advance(present.set(key, value).set(Key::Cycle, 0.0), None);
        }
    }
}
