//! What is on the screen, for who takes it away: files, pictures, links.

use crate::{chart::curves::Curves, jobs::simulation::Simulation, panels::header, player::Player, results::Results};
use flitscope::scenario::{Pins, Scenario};

/// What is on the screen, and where.
#[derive(Clone, Copy)]
pub struct Snapshot<'a> {
    /// The address without its fragment.
    pub base: &'a str,
    /// The scene as a link says it.
    pub linked: Scenario,
    /// The scene with the moment of the animation, also where it plays.
    pub moment: Scenario,
    /// What is pinned.
    pub pins: &'a Pins,
    /// What is drawn.
    pub results: &'a Results,
    /// What has been simulated.
    pub simulation: &'a Simulation,
    /// The chart.
    pub curves: &'a Curves,
    /// The animation.
    pub player: &'a Player,
}

impl Snapshot<'_> {
    /// The address of the scene.
    pub fn address(&self) -> String {
        header::address(self.base, &self.linked, self.pins)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// What stands around results: nothing.
    pub type Around = (Pins, Curves, Player);

    /// Results as they are shown.
    pub fn shown<'a>(results: &'a Results, simulation: &'a Simulation, around: &'a Around) -> Snapshot<'a> {
        let (linked, (pins, curves, player)) = (results.scenario, around);
        Snapshot { base: "https://example.org/", linked, moment: linked, pins, results, simulation, curves, player }
    }
}
