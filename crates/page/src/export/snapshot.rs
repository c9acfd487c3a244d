//! The contents of the screen, for files, pictures and links.

use crate::{
    chart::{curves::Curves, figure::FigureSource},
    jobs::simulation::Simulation,
    panels::header,
    player::Player,
    prelude::*,
    results::Results,
};
use flitscope::scenario::preset;

#[derive(Clone, Copy)]
pub struct Snapshot<'a> {
    /// The address without its fragment.
    pub base: &'a str,
    /// The address of the pages with pictures, where they are published.
    pub scenes: Option<&'a str>,
    pub linked: Scenario,
    /// The scene with the cycle of the animation, also where it plays.
    pub present: Scenario,
    pub results: &'a Results,
    pub simulation: &'a Simulation,
    pub curves: &'a Curves,
    pub player: &'a Player,
}

impl Snapshot<'_> {
    pub(crate) fn figure(&self) -> FigureSource<'_> {
        FigureSource::new(self.results, self.simulation, self.player)
    }

    pub(crate) fn address(&self) -> String {
        header::address(self.base, &self.linked)
    }

    /// The address of the page with a picture that opens this lesson, or exactly this scene of the list.
    pub(crate) fn pictured(&self) -> Option<String> {
        let scenes = self.scenes?;
        let slug = if let Some((lesson, _)) = lesson::at(&self.linked) {
            // That of a file has no page of its own.
            if lesson.slug == lesson::OWN {
                return None;
            }
            lesson.slug.clone()
        } else {
            preset::of(self.linked.system()).iter().find(|preset| preset.scenario() == self.linked)?.slug()
        };
        Some([scenes, &slug, ".html"].concat())
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Chart and player without contents.
    pub(crate) type Around = (Curves, Player);

    pub(crate) fn shown<'a>(results: &'a Results, simulation: &'a Simulation, around: &'a Around) -> Snapshot<'a> {
        let (linked, (curves, player)) = (results.scenario, around);
        let base = "https://example.org/";
        Snapshot { base, scenes: None, linked, present: linked, results, simulation, curves, player }
    }
}
