//! The controls of the simulation and its progress in words.

use super::{Automatic, SimulatedPoint, SimulationError};
use crate::{
    jobs::simulation::Simulation,
    jobs::{pool::Ticket, words},
    prelude::*,
};
use flitscope::{experiment::TooShort, param::options::Auto};

/// The part that must have been simulated before the rest of the time is estimated.
const KNOWN: f64 = 0.03;

impl Simulation {
    /// The part of the cycles of the jobs at hand that has been simulated, 0 to 1; pins do not count.
    fn part(&self) -> f64 {
        let work = self.batch.work;
        let all = experiment::cycles(&self.scenario);
        // A cycle costs as much as there is traffic in it.
        let left = |point: &SimulatedPoint| {
            let done = point.observation.as_ref().map_or(0.0, |observation| observation.cycles as f64);
            point.load * (1.0 - (done / all).min(1.0))
        };
        let left: f64 = self.all().iter().filter(|point| point.coming()).map(left).sum();
        if work > 0.0 { 1.0 - left / work } else { 1.0 }
    }

    /// Flits that cross a channel in a second, over all workers. A worker takes turns, so it is as fast as its jobs on average.
    fn rate(&self) -> Option<f64> {
        let seen = || self.all().iter().filter(|point| point.coming()).filter_map(|point| point.observation.as_ref());
        let (hops, seconds) =
            seen().fold((0, 0.0), |(hops, seconds), o| (o.flit_hops.saturating_add(hops), seconds + o.seconds));
        (seconds > 0.0).then(|| self.store.pool.simulating() as f64 * hops as f64 / seconds)
    }

    /// The controls and the progress, at a time in milliseconds.
    pub fn sheet(&self, now: f64, info: Option<&ModelInfo>) -> DomPatch {
        let (running, empty) = (self.running(), self.all().is_empty());
        let mut sheet = DomPatch::default();
        let finished = self.holds() && self.all().iter().any(SimulatedPoint::finished);
        let short = self.short().filter(|_| !running);
        let open = !self.holds() || self.all().iter().any(|point| !point.finished());
        sheet.show("stop", running).show("progress", running).show("clear", !running && !empty);
        sheet.show("simulate", !running && (empty || open));
        sheet.show("again", !running && finished).show("twice", !running && finished && short.is_none());
        sheet.show("longer", short.is_some()).text("longer", short.map_or_else(String::new, words::longer));
        // A button that goes away under the reader's fingers hands the focus on.
        for gone in ["simulate", "longer", "stop", "again", "twice", "clear"] {
            sheet.mark(gone, Patch::HandsOn("simulated-key"));
        }
        // A ring that fills, and its words for who does not see it.
        sheet.style("ring", "--part", if running { self.part().to_string() } else { "1".into() });
        sheet.class("simulated-key", "running", running);
        let word = match self.shown() {
            // The growth of the queues says enough.
            Some(seen) if seen.state == Verdict::Saturated => "",
            Some(seen) if self.is_recorded(seen) => "recorded",
            _ => "simulated",
        };
        sheet.text("simulated-word", word);
        // Spoken when it begins and when it is over, not at every point.
        sheet.attribute("simulation-state", "aria-live", if running { "off" } else { "polite" });
        sheet.show("simulation-legend", !empty).class("simulation", "empty", empty);
        sheet.show("simulation-legend-second", info.is_some_and(|info| info.simulated().len() > 1));
        let automatic = match self.scenario.choice() {
            Auto::Off => false,
            Auto::On => true,
            Auto::Live => !self.is_sparing(),
        };
        sheet.check("input-auto", automatic);
        let account = if self.withheld { String::new() } else { self.account() };
        sheet.text("simulation-state", account).class("simulation-state", "warn", self.trouble.is_some());
        // The reason why the page cannot simulate is beside its chart.
        sheet.text("trouble", self.trouble.as_ref().map_or_else(String::new, SimulationError::sentence));
        sheet.text("simulation-speed", if running { self.speed(now) } else { String::new() });
        if running {
            sheet.value("progress", self.part().to_string());
        } else {
            sheet.text("kept", self.saved.words());
        }
        sheet
    }

    fn speed(&self, now: f64) -> String {
        let Some(rate) = self.rate() else { return String::new() };
        let (part, spent) = (self.part(), (now - self.batch.at) / 1000.0);
        let left = (part > KNOWN).then(|| spent * (1.0 - part) / part);
        Self::speed_in_words(rate, self.store.pool.simulating(), left)
    }

    pub(super) fn progress(&self) -> Progress {
        let (of, finished) = (self.all().len(), self.store.outcomes(&self.subject).len());
        let running = self.running();
        if running && self.store.coming(Ticket::Point) == 0 {
            Progress::Pins { left: self.pins_left() }
        } else if running {
            Progress::Running { finished, of, further: self.further.1 > 0 }
        } else if of == 0 || !self.holds() {
            let (sweep, shown) = (experiment::POINTS, self.scenario.get(Key::Load) > 0.0);
            let next = self.next();
            Progress::Nothing {
                sweep,
                shown,
                next: if next == Next::Soon && self.automatic == Automatic::Off { Next::Asked } else { next },
            }
        } else {
            Progress::Ended { finished, stopped: of - finished }
        }
    }

    fn account(&self) -> String {
        self.progress().sentences(&self.each(), self.trouble.as_ref())
    }

    /// True for an observation that came with the page.
    pub(crate) fn is_recorded(&self, seen: &Summary) -> bool {
        self.holds() && self.recorded.contains(seen)
    }

    /// The length and seed of the runs: "200 000 cycles each (seed 1)"; of those that came with the page, the shortest and the longest.
    pub(crate) fn each(&self) -> String {
        let run = self.scenario.run();
        let unit = self.scenario.system().param(Key::Cycles).map_or("", |row| row.unit);
        let each = experiment::each_in_words(run, unit);
        let all = || self.points().iter().filter_map(|point| point.observation.as_ref());
        let lengths: Vec<_> = all().filter(|seen| self.is_recorded(seen)).map(|seen| seen.cycles).collect();
        let Some((least, most)) = lengths.iter().min().zip(lengths.iter().max()) else { return each };
        let recorded = format!("recorded with the page: {} to {} {unit}", grouped(*least), grouped(*most));
        if lengths.len() == all().count() {
            format!("{recorded} each (seed {})", run.seed)
        } else {
            format!("{each}, {} of them {recorded}", lengths.len())
        }
    }

    /// The cycles of a run that would do for every point without an interval, and the seconds that it takes, where that can be told.
    pub(crate) fn short(&self) -> Option<(u64, Option<f64>)> {
        let seen = || self.all().iter().filter(|_| self.holds()).filter_map(|point| point.observation.as_ref());
        let cycles = TooShort::among(seen())?.cycles;
        Some((cycles, seen().filter_map(|seen| lasts(seen, cycles)).reduce(f64::max)))
    }
}

/// Seconds that a run of so many cycles would take, from those that it took so far; none for one that saturates, which wants no more.
fn lasts(seen: &Summary, cycles: u64) -> Option<f64> {
    let so_far = seen.cycles;
    (so_far > 0 && seen.state != Verdict::Saturated && seen.seconds > 0.0)
        .then(|| seen.seconds * cycles as f64 / so_far as f64)
}

/// The next step for a scenario that has not been simulated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    /// Nothing, unless the reader asks for it.
    Asked,
    /// A simulation, when the page has been at rest for a moment.
    Soon,
    /// Nothing, because automatic simulation is off on this device.
    Sparing,
    /// Nothing, because the network is large.
    Large,
}

/// The progress of the points of the chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Progress {
    /// No points: a sweep has `sweep` loads, and the load shown is simulated beside them if it is above zero.
    Nothing { sweep: usize, shown: bool, next: Next },
    /// Some points are over; they are a sweep, or go further to where the network saturates.
    Running { finished: usize, of: usize, further: bool },
    /// They are all over; `left` points of pins are not.
    Pins { left: usize },
    /// Nothing is being simulated: some points are final, others were stopped.
    Ended { finished: usize, stopped: usize },
}
