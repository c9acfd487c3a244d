//! The controls of the laboratory and its account in words.

use super::{Lab, Point, State};
use crate::{
    chart::scale::grouped,
    experiment::{self, TooShort},
    model::significant,
    param::Key,
    scenario::System,
    sim::protocol::State as Steady,
    web::{
        dom::{self, Fallible},
        kept,
    },
};

impl Lab {
    /// The part of the cycles of the jobs at hand that has been simulated, 0 to 1.
    fn part(&self) -> f64 {
        let (_, work) = self.began;
        let all = f64::from(self.scenario.count(Key::Cycles));
        let coming = self.points.iter().filter(|point| matches!(point.state, State::Coming(_)));
        // A cycle costs as much as there is traffic in it.
        let left: f64 = coming
            .map(|point| {
                let done = point.observation.as_ref().map_or(0.0, |observation| observation.record.cycles as f64);
                point.load * (1.0 - (done / all).min(1.0))
            })
            .sum();
        if work > 0.0 { 1.0 - left / work } else { 1.0 }
    }

    /// What all workers simulate in a second: flits that cross a channel.
    fn rate(&self) -> Option<f64> {
        let coming = self.points.iter().filter(|point| matches!(point.state, State::Coming(_)));
        let seen: Vec<_> = coming.filter_map(|point| point.observation.as_ref()).filter(|o| o.seconds > 0.0).collect();
        (!seen.is_empty()).then(|| seen.iter().map(|o| o.flit_hops / o.seconds).sum())
    }

    /// Brings the controls to what is going on.
    pub fn render(&self) -> Fallible {
        let running = self.running();
        let focus = dom::document()?.active_element();
        dom::show(&self.stop, running);
        dom::show(&self.simulate, !running);
        dom::show(&self.clear, !running && !self.points.is_empty());
        dom::show(&self.again, !running && self.holds() && self.points.iter().any(Point::finished));
        dom::show(&self.progress, running);
        // A button that goes away under the reader's fingers hands the focus on.
        let buttons = [&self.simulate, &self.stop, &self.again, &self.clear];
        if let Some(gone) =
            buttons.into_iter().find(|button| focus.as_ref() == Some(button.as_ref()) && button.hidden())
        {
            let next = if gone.id() == "stop" || !running { &self.simulate } else { &self.stop };
            next.focus()?;
        }
        // Spoken when it begins and when it is over, not at every point.
        dom::set_attribute(&self.state, "aria-live", if running { "off" } else { "polite" })?;
        dom::show(&self.key, !self.points.is_empty());
        let second = self.scenario.system() == System::BanyanMulticast;
        dom::show(&self.second, second);
        self.root.class_list().toggle_with_force("empty", self.points.is_empty())?;
        self.auto.set_checked(self.scenario.chosen(Key::Auto) == "1");
        dom::set_text(&self.state, &self.account());
        self.state.class_list().toggle_with_force("warn", !self.trouble.is_empty())?;
        let mut speed = String::new();
        if running {
            let part = self.part();
            self.progress.set_value(part);
            let (since, _) = self.began;
            let spent = (dom::now() - since) / 1000.0;
            if let Some(rate) = self.rate() {
                let rate = if rate < 1e6 {
                    grouped(1000 * (rate / 1000.0).round() as u64)
                } else {
                    format!("{} million", significant(rate / 1e6, 3))
                };
                let workers = self.pool.busy();
                speed = format!("{rate} flit-hops/s by {workers} worker{}", if workers == 1 { "" } else { "s" });
                if part > 0.03 {
                    speed += &format!(" · {} left", duration(spent * (1.0 - part) / part));
                }
            }
        }
        dom::set_text(&self.speed, &speed);
        if !running {
            let (scenes, characters) = kept::size();
            let kept = match scenes {
                _ if !self.room => "This browser has no room to keep simulations.".into(),
                0 => "This browser keeps no simulations.".into(),
                1 => format!("This browser keeps the simulation of 1 scene ({} kB).", characters.div_ceil(1000)),
                _ => {
                    format!("This browser keeps the simulations of {scenes} scenes ({} kB).", characters.div_ceil(1000))
                }
            };
            dom::set_text(&self.kept, &kept);
        }
        Ok(())
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
        let seen = || self.points.iter().filter(|_| self.holds()).filter_map(|point| point.observation.as_ref());
        if let Some(short) = TooShort::among(seen()).filter(|_| !self.running()) {
            account += &format!(" {}", short.sentence(unit));
        }
        if !self.trouble.is_empty() {
            account = format!("{} {account}", self.trouble);
        }
        account
    }
}

/// A time as a reader waits for it.
fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 90.0 => format!("{:.0} s", s.max(1.0)),
        s if s < 5400.0 => format!("{:.0} min", s / 60.0),
        s => format!("{:.1} h", s / 3600.0),
    }
}
