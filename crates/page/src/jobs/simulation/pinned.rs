//! The simulated points of pinned settings: once the scene is through, its workers go on with its pins.

use crate::{
    jobs::{pool::Ticket, simulation::Simulation},
    prelude::*,
    results::{Pinned, Results},
};
use flitscope::scenario::pins;

/// A pin with its run keys. Its points stay when the seed or the length of simulations changes, until there are such points.
pub(super) struct PinSeries {
    pin: Setup,
    /// Run key of its points beside the present scenario.
    pub present: String,
    shown: String,
    pub due: Vec<f64>,
}

fn run_key(pin: &Setup, present: &Scenario) -> String {
    experiment::run_key(&pins::beside(pin, present))
}

impl Simulation {
    /// Updates the list of pinned scenarios, and requests their saved points from the browser.
    pub fn follow_pins(&mut self, present: &Scenario, now: f64, effects: &mut Vec<Effect>) {
        let mut before = std::mem::take(&mut self.pins);
        let mut own = Vec::new();
        for pin in present.pins().all() {
            let key = run_key(pin, present);
            let place = before.iter().position(|series| series.pin == *pin);
            let mut series = place.map_or_else(
                || PinSeries { pin: *pin, present: String::new(), shown: String::new(), due: Vec::new() },
                |place| before.swap_remove(place),
            );
            if series.present != key {
                effects.push(Effect::Recall(key.clone()));
                series.present = key;
            }
            own.push(series);
        }
        let is_coming = |series: &PinSeries| self.is_simulating(series);
        if before.iter().any(is_coming) {
            self.end(now, effects);
            own.iter_mut().for_each(|series| series.due.clear());
        }
        self.pins = own;
        self.hold_pins();
    }

    /// True if some load of a pin is being simulated for it.
    fn is_simulating(&self, series: &PinSeries) -> bool {
        self.store.coming(Ticket::Pin) > 0 && self.store.points(&series.present).iter().any(|point| point.coming())
    }

    /// Pins have the points of the present seed and length once there are any.
    pub(super) fn hold_pins(&mut self) {
        for series in &mut self.pins {
            if !self.store.outcomes(&series.present).is_empty() {
                series.shown.clone_from(&series.present);
            }
        }
        let keys = self.pins.iter().flat_map(|series| [&*series.present, &*series.shown]);
        self.store.hold(Ticket::Pin, keys.filter(|key| !key.is_empty()));
    }

    /// The scenario on the screen is going to be pinned: its points with it.
    pub fn pin(&mut self, present: &Scenario) {
        let pin = *present.setup();
        let key = run_key(&pin, present);
        self.pins.push(PinSeries { pin, present: key.clone(), shown: key, due: Vec::new() });
        self.hold_pins();
    }

    /// Simulates the missing points of each pin, at the load shown and over a sweep of its own; a large network only if the reader has
    /// `asked`. The scenario on the screen is first.
    pub fn start_pins(&mut self, results: &Results, asked: bool, now: f64, effects: &mut Vec<Effect>) {
        let shown = Some(self.scenario.get(Key::Load)).filter(|load| *load > 0.0);
        let mut pins = std::mem::take(&mut self.pins);
        for series in pins.iter_mut().filter(|series| asked || !experiment::is_large(&series.pin)) {
            let pin = results.pins.iter().find(|pin| pin.setup == series.pin && !results.is_now(pin));
            let curve = pin.and_then(|pin| results.curve_of(pin)).filter(|_| !self.is_simulating(series));
            let Some(curve) = curve else { continue };
            let mut due: Vec<f64> = shown.into_iter().collect();
            due.extend(experiment::order(experiment::loads(&*curve.model)));
            due.dedup();
            let outcomes = self.store.outcomes(&series.present);
            due.retain(|load| outcomes.iter().all(|seen| seen.load != *load));
            series.due = due;
        }
        self.pins = pins;
        self.go_on(now, effects);
    }

    /// The number of loads of pins that are being simulated, or will be.
    pub(super) fn pins_left(&self) -> usize {
        self.pins.iter().map(|series| series.due.len()).sum::<usize>() + self.store.coming(Ticket::Pin)
    }

    /// Goes on with the next pin, if there is nothing else to do.
    pub(super) fn go_on(&mut self, now: f64, effects: &mut Vec<Effect>) {
        if self.store.coming(Ticket::Point) + self.store.coming(Ticket::Pin) > 0 {
            return;
        }
        let Some(series) = self.pins.iter_mut().find(|series| !series.due.is_empty()) else { return };
        let scenario = pins::beside(&series.pin, &self.scenario);
        self.store.want(Ticket::Pin, &scenario, std::mem::take(&mut series.due), now, effects);
    }

    /// The points of a pin that are over; none of one that is what is on the screen, whose points are there already.
    pub fn pinned(&self, results: &Results, pin: &Pinned) -> Vec<&Summary> {
        let own = self.pins.iter().find(|own| own.pin == pin.setup && !results.is_now(pin));
        own.map_or_else(Vec::new, |own| self.store.outcomes(&own.shown))
    }
}
