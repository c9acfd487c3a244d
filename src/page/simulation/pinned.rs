//! What has been simulated of what is pinned.

use super::Simulation;
use crate::{
    experiment::{self, Observation},
    page::{
        effect::Effect,
        results::{Pinned, Results},
        saved_runs,
    },
    scenario::{Pins, Scenario, pins},
};

/// The points of a pin. They stay when the seed or the length of simulations changes, until there are such points.
pub struct PinnedPoints {
    pin: Scenario,
    /// What its points would be simulated for now; see [`experiment::run_key`].
    subject: String,
    /// In rising order of load, each finished.
    points: Vec<Observation>,
}

/// What a simulation of a pin depends on, beside this scenario.
fn subject(pin: &Scenario, present: &Scenario) -> String {
    experiment::run_key(&pins::beside(pin, present))
}

impl Simulation {
    /// Takes note of what is pinned; what the browser has kept of it is asked for.
    pub fn follow_pins(&mut self, pins: &Pins, present: &Scenario, effects: &mut Vec<Effect>) {
        let mut before = std::mem::take(&mut self.pinned);
        for pin in pins.all() {
            let place = before.iter().position(|points| points.pin == *pin);
            let mut points = place.map_or_else(
                || PinnedPoints { pin: *pin, subject: String::new(), points: Vec::new() },
                |place| before.swap_remove(place),
            );
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
        self.pinned.push(PinnedPoints { pin, subject: subject(&pin, present), points });
    }

    /// Takes note of what the browser has kept of a subject, pinned or on the screen; says whether that changes what there is to show.
    pub fn recalled(&mut self, subject: &str, text: &str) -> bool {
        let mut some = self.recall(subject, text);
        for pinned in self.pinned.iter_mut().filter(|pinned| pinned.subject == subject) {
            let mut points = saved_runs::read(text, &self.host.build);
            points.retain(Observation::finished);
            if !points.is_empty() {
                pinned.points = points;
                some = true;
            }
        }
        some
    }

    /// The points of a pin; none of one that is what is on the screen, whose points are there already.
    pub fn pinned(&self, results: &Results, pin: &Pinned) -> &[Observation] {
        let own = self.pinned.iter().find(|own| own.pin == pin.scenario && !results.is_now(pin));
        own.map_or(&[], |own| &own.points)
    }
}
