//! The controls of the simulation and its account in words.

use super::{Point, Simulation};
use crate::{
    experiment::{self, TooShort},
    model::ModelInfo,
    page::sheet::{Mark, Sheet},
    param::Key,
};

/// The part that must have been simulated before the rest of the time is estimated.
const KNOWN: f64 = 0.03;

impl Simulation {
    /// The part of the cycles of the jobs at hand that has been simulated, 0 to 1.
    fn part(&self) -> f64 {
        let (_, work) = self.began;
        let all = f64::from(self.scenario.count(Key::Cycles));
        // A cycle costs as much as there is traffic in it.
        let left = |point: &Point| {
            let done = point.observation.as_ref().map_or(0.0, |observation| observation.record.cycles as f64);
            point.load * (1.0 - (done / all).min(1.0))
        };
        let left: f64 = self.points.iter().filter(|point| point.coming()).map(left).sum();
        if work > 0.0 { 1.0 - left / work } else { 1.0 }
    }

    /// What all workers simulate in a second: flits that cross a channel.
    fn rate(&self) -> Option<f64> {
        let coming = self.points.iter().filter(|point| point.coming());
        let seen: Vec<_> = coming.filter_map(|point| point.observation.as_ref()).filter(|o| o.seconds > 0.0).collect();
        (!seen.is_empty()).then(|| seen.iter().map(|o| o.flit_hops / o.seconds).sum())
    }

    /// The controls and the account, at a time in milliseconds.
    pub fn sheet(&self, now: f64, info: Option<&ModelInfo>) -> Sheet {
        let (running, empty) = (self.running(), self.points.is_empty());
        let mut sheet = Sheet::default();
        sheet.show("stop", running).show("simulate", !running).show("progress", running);
        sheet.show("clear", !running && !empty);
        sheet.show("again", !running && self.holds() && self.points.iter().any(Point::finished));
        // A button that goes away under the reader's fingers hands the focus on.
        for (gone, next) in [
            ("simulate", "stop"),
            ("stop", "simulate"),
            ("again", "stop"),
            ("again", "simulate"),
            ("clear", "simulate"),
        ] {
            if (next == "stop") == running {
                sheet.mark(gone, Mark::HandsOn(next));
            }
        }
        // Spoken when it begins and when it is over, not at every point.
        sheet.attribute("simulation-state", "aria-live", if running { "off" } else { "polite" });
        sheet.show("simulation-legend", !empty).class("simulation", "empty", empty);
        sheet.show("simulation-legend-second", info.is_some_and(|info| info.simulated().len() > 1));
        sheet.check("input-auto", self.scenario.is_on(Key::Auto));
        sheet.text("simulation-state", self.account());
        sheet.class("simulation-state", "warn", self.trouble.is_some());
        sheet.text("simulation-speed", if running { self.speed(now) } else { String::new() });
        if running {
            sheet.value("progress", self.part().to_string());
        } else {
            sheet.text("kept", self.saved.words());
        }
        sheet
    }

    /// How fast it goes, and how long it will take.
    fn speed(&self, now: f64) -> String {
        let Some(rate) = self.rate() else { return String::new() };
        let (part, spent) = (self.part(), (now - self.began.0) / 1000.0);
        let left = (part > KNOWN).then(|| spent * (1.0 - part) / part);
        Self::speed_in_words(rate, self.pool.busy(), left)
    }

    /// What there is.
    fn account(&self) -> String {
        let (of, finished) = (self.points.len(), self.points.iter().filter(|point| point.finished()).count());
        let seen = self.points.iter().filter(|_| self.holds()).filter_map(|point| point.observation.as_ref());
        let running = self.running();
        let progress = if running {
            Progress::Running { finished, of }
        } else if of == 0 {
            Progress::Nothing { sweep: experiment::POINTS, shown: self.scenario.get(Key::Load) > 0.0 }
        } else if self.holds() {
            Progress::Ended { finished, stopped: of - finished }
        } else {
            Progress::Earlier
        };
        let unit = self.scenario.system().param(Key::Cycles).map_or("", |row| row.unit);
        let each = (u64::from(self.scenario.count(Key::Cycles)), unit, self.scenario.count(Key::Seed));
        progress.sentences(each, TooShort::among(seen).filter(|_| !running), self.trouble.as_ref())
    }
}

/// How far the points of the chart are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // each variant says what its fields are
pub enum Progress {
    /// There are none: a sweep has so many loads, and the load shown is simulated beside them if it is above zero.
    Nothing { sweep: usize, shown: bool },
    /// So many of them are over; the others are being simulated.
    Running { finished: usize, of: usize },
    /// They are of earlier settings.
    Earlier,
    /// Nothing is being simulated: so many points came to their end, and so many were stopped.
    Ended { finished: usize, stopped: usize },
}
