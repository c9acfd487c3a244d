//! What has been simulated of what is pinned, and what is being: once the scenario on the screen is through, its workers go on with its pins.

use super::Simulation;
use crate::{
    dom::effect::Effect,
    jobs::pool::Task,
    results::{Pinned, Results},
};
use flitscope::{
    experiment::{self, Observation},
    param::Key,
    scenario::{Pins, Scenario, link, pins},
};

/// The points of a pin. They stay when the seed or the length of simulations changes, until there are such points.
pub struct PinnedPoints {
    pin: Scenario,
    /// What its points would be simulated for now; see [`experiment::run_key`].
    subject: String,
    /// What they were simulated for.
    of: String,
    /// In rising order of load, each finished.
    points: Vec<Observation>,
    /// The loads that are still to be simulated.
    due: Vec<f64>,
    /// The numbers under which some wait for a worker, or have one.
    jobs: Vec<u32>,
}

impl PinnedPoints {
    fn new(pin: Scenario, subject: String, points: Vec<Observation>) -> Self {
        Self { pin, of: subject.clone(), subject, points, due: Vec::new(), jobs: Vec::new() }
    }
}

/// What a simulation of a pin depends on, beside this scenario.
fn subject(pin: &Scenario, present: &Scenario) -> String {
    experiment::run_key(&pins::beside(pin, present))
}

impl Simulation {
    /// Takes note of what is pinned; what the browser has kept of it is asked for.
    pub fn follow_pins(&mut self, pins: &Pins, present: &Scenario, now: f64, effects: &mut Vec<Effect>) {
        let gone = |points: &PinnedPoints| !points.jobs.is_empty() && !pins.all().contains(&points.pin);
        if self.pinned.iter().any(gone) {
            self.end(now, effects);
        }
        let mut before = std::mem::take(&mut self.pinned);
        for pin in pins.all() {
            let place = before.iter().position(|points| points.pin == *pin);
            let mut points = place
                .map_or_else(|| PinnedPoints::new(*pin, String::new(), Vec::new()), |place| before.swap_remove(place));
            let subject = subject(pin, present);
            if points.subject != subject {
                effects.push(Effect::Recall(subject.clone()));
                points.subject = subject;
            }
            self.pinned.push(points);
        }
    }

    /// The scenario on the screen is going to be pinned: its points with it.
    pub fn pin(&mut self, present: &Scenario) {
        let mut points = self.observations();
        points.retain(Observation::finished);
        let pin = pins::kept(present);
        self.pinned.push(PinnedPoints::new(pin, subject(&pin, present), points));
    }

    /// Takes note of what the browser has kept of a subject, if it is pinned; says whether it is.
    pub(crate) fn recall_pins(&mut self, subject: &str, seen: &[Observation]) -> bool {
        let mut some = false;
        for pinned in self.pinned.iter_mut().filter(|pinned| pinned.subject == subject) {
            (pinned.points, pinned.of, some) = (seen.to_vec(), subject.into(), true);
        }
        some
    }

    /// Simulates what is pinned at the load shown and over a sweep of its own, as far as it has not been; a large network only if the reader has
    /// `asked`. The scenario on the screen comes first.
    pub fn start_pins(&mut self, results: &Results, asked: bool, now: f64, effects: &mut Vec<Effect>) {
        let shown = Some(self.scenario.get(Key::Load)).filter(|load| *load > 0.0);
        for pinned in self.pinned.iter_mut().filter(|pinned| asked || !experiment::is_large(&pinned.pin)) {
            let pin = results.pins.iter().find(|pin| pin.scenario == pinned.pin && !results.is_now(pin));
            let curves = pin.map_or_else(Vec::new, |pin| results.curves_of(pin));
            // As far as the network goes, if a model knows that.
            let network = curves.iter().find(|curve| curve.whole && curve.end.of_network());
            let Some(curve) = network.or(curves.first()).filter(|_| pinned.jobs.is_empty()) else { continue };
            let held = pinned.of == pinned.subject;
            let mut due: Vec<f64> = shown.into_iter().collect();
            due.extend(experiment::order(experiment::loads(&*curve.model)));
            due.dedup();
            due.retain(|load| !held || pinned.points.iter().all(|point| point.record.load != *load));
            pinned.due = due;
        }
        self.go_on(now, effects);
    }

    /// How many loads of pins are being simulated, or will be.
    pub(crate) fn pins_left(&self) -> usize {
        self.pinned.iter().map(|pinned| pinned.due.len() + pinned.jobs.len()).sum()
    }

    /// Goes on with the next pin, if there is nothing else to do.
    pub(crate) fn go_on(&mut self, now: f64, effects: &mut Vec<Effect>) {
        if self.points.iter().any(super::SimulatedPoint::coming)
            || self.pinned.iter().any(|pinned| !pinned.jobs.is_empty())
        {
            return;
        }
        let Some(pinned) = self.pinned.iter_mut().find(|pinned| !pinned.due.is_empty()) else { return };
        let scenario = pins::beside(&pinned.pin, &self.scenario);
        let (cycles, alone) = (experiment::cycles(&scenario), experiment::is_large(&scenario));
        let task = |load: f64| Task {
            link: link::write(&scenario.set(Key::Load, load)),
            work: load * cycles,
            alone,
            part: None,
        };
        let tasks = std::mem::take(&mut pinned.due).into_iter().map(task).collect();
        pinned.jobs = self.pool.submit(tasks, now, effects);
    }

    /// Nothing more is simulated of pins.
    pub(crate) fn end_pins(&mut self) {
        for pinned in &mut self.pinned {
            pinned.due.clear();
            pinned.jobs.clear();
        }
    }

    /// Takes note of what is observed for a pin, or of nothing if that has failed.
    pub(crate) fn note_pinned(
        &mut self,
        job: u32,
        observation: Option<Observation>,
        now: f64,
        effects: &mut Vec<Effect>,
    ) {
        let Some(index) = self.pinned.iter().position(|pinned| pinned.jobs.contains(&job)) else { return };
        let pinned = &mut self.pinned[index];
        if observation.as_ref().is_some_and(|seen| !seen.finished()) {
            return;
        }
        pinned.jobs.retain(|other| *other != job);
        if let Some(seen) = observation {
            if pinned.of != pinned.subject {
                pinned.points.clear();
                pinned.of.clone_from(&pinned.subject);
            }
            let place = pinned.points.partition_point(|other| other.record.load < seen.record.load);
            pinned.points.insert(place, seen);
        }
        if let Some(pinned) = self.pinned.get(index) {
            self.save(&pinned.of, pinned.points.iter().collect(), now, effects);
        }
        self.go_on(now, effects);
    }

    /// The points of a pin; none of one that is what is on the screen, whose points are there already.
    pub fn pinned(&self, results: &Results, pin: &Pinned) -> &[Observation] {
        let own = self.pinned.iter().find(|own| own.pin == pin.scenario && !results.is_now(pin));
        own.map_or(&[], |own| &own.points)
    }
}
