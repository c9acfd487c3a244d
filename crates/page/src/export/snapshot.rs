//! The contents of the screen, for files, pictures and links.

use crate::{
    chart::{curves::Curves, figure::FigureSource},
    jobs::simulation::Simulation,
    panels::header,
    player::Player,
    results::Results,
};
use flitscope::scenario::Scenario;

/// The contents of the screen.
#[derive(Clone, Copy)]
pub struct Snapshot<'a> {
    /// The address without its fragment.
    pub base: &'a str,
    /// The scene as a link says it.
    pub linked: Scenario,
    /// The scene with the moment of the animation, also where it plays.
    pub moment: Scenario,
    /// The curves.
    pub results: &'a Results,
    /// The simulated points.
    pub simulation: &'a Simulation,
    /// The chart.
    pub curves: &'a Curves,
    /// The animation.
    pub player: &'a Player,
}

impl Snapshot<'_> {
    /// The source of the second chart.
    pub(crate) fn figure(&self) -> FigureSource<'_> {
        FigureSource::new(self.results, self.simulation, self.player)
    }

    /// The address of the scene.
    pub(crate) fn address(&self) -> String {
        header::address(self.base, &self.linked)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Chart and player without contents.
    pub(crate) type Around = (Curves, Player);

    /// Results as they are shown.
    pub(crate) fn shown<'a>(results: &'a Results, simulation: &'a Simulation, around: &'a Around) -> Snapshot<'a> {
        let (linked, (curves, player)) = (results.scenario, around);
        Snapshot { base: "https://example.org/", linked, moment: linked, results, simulation, curves, player }
    }
}
