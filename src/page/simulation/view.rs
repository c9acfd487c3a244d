//! The controls of the simulation and its account in words.

use super::{Point, Simulation};
use crate::{
    experiment::{self, TooShort},
    page::sheet::{Mark, Sheet},
    param::Key,
    scenario::System,
    text::{count, duration, grouped, significant},
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
    pub fn sheet(&self, now: f64) -> Sheet {
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
        sheet.show("simulation-legend-second", self.scenario.system() == System::BanyanMulticast);
        sheet.check("input-auto", self.scenario.is_on(Key::Auto));
        sheet.text("simulation-state", self.account()).class("simulation-state", "warn", !self.trouble.is_empty());
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
        let rate = if rate < 1e6 {
            grouped(1000 * (rate / 1000.0).round() as u64)
        } else {
            format!("{} million", significant(rate / 1e6, 3))
        };
        let speed = format!("{rate} flit-hops/s by {}", count(self.pool.busy(), "worker", "workers"));
        let (part, spent) = (self.part(), (now - self.began.0) / 1000.0);
        if part > KNOWN { format!("{speed} · {} left", duration(spent * (1.0 - part) / part)) } else { speed }
    }

    /// What there is, in words.
    fn account(&self) -> String {
        let finished = self.points.iter().filter(|point| point.finished()).count();
        let unit = self.scenario.system().param(Key::Cycles).map_or("", |row| row.unit);
        let each = format!(
            "{} {unit} each, seed {}",
            grouped(u64::from(self.scenario.count(Key::Cycles))),
            self.scenario.count(Key::Seed)
        );
        let waiting = self.points.len() - finished;
        let stopped = match waiting {
            0 => String::new(),
            1 => " and one that was stopped".into(),
            _ => format!(" and {waiting} that were stopped"),
        };
        let mut account = if self.running() {
            format!("{finished} of {} points, {each}.", self.points.len())
        } else if self.points.is_empty() {
            format!("Nothing simulated yet: {} loads, {each}.", experiment::POINTS)
        } else if !self.holds() {
            "The grey points are of what was set before: they no longer hold.".into()
        } else {
            format!("{finished} points{stopped}, {each}.")
        };
        let seen = self.points.iter().filter(|_| self.holds()).filter_map(|point| point.observation.as_ref());
        if let Some(short) = TooShort::among(seen).filter(|_| !self.running()) {
            account += &format!(" {}", short.sentence(unit));
        }
        if self.trouble.is_empty() { account } else { format!("{} {account}", self.trouble) }
    }
}
